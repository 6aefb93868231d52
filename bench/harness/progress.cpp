#include "progress.hpp"

#include <csignal>
#include <cstdio>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace bench {
namespace {

volatile std::sig_atomic_t stop_wanted = 0;

void on_interrupt(int signal) {
  stop_wanted = 1;
  std::signal(signal, SIG_DFL);
}

bool at_terminal() {
#if defined(__unix__) || defined(__APPLE__)
  return isatty(2) != 0;
#else
  return false;
#endif
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}
bool interrupted() noexcept { return stop_wanted != 0; }

progress::progress(std::vector<double> costs)
    : before_{0}, start_(std::chrono::steady_clock::now()), said_(start_), people_(at_terminal()) {
  for (const double c : costs) before_.push_back(before_.back() + c);
}

void progress::begin(std::size_t step, const std::string& what) {
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::chrono::duration<double>(now - start_).count();
  const double part = before_.back() > 0 ? before_[step] / before_.back() : 0;
  char left[32] = "";
  if (part > 0.02) {  // before that it would be a guess
    const int seconds = static_cast<int>(passed / part * (1 - part) + 0.5);
    std::snprintf(left, sizeof left, ", %d:%02d left", seconds / 60, seconds % 60);
  }
  const int percent = static_cast<int>(100 * part);
  if (people_) {
    std::fprintf(stderr, "\r%3zu of %zu, %2d %%%-13s %-50.50s", step + 1, before_.size() - 1, percent, left,
                 what.c_str());
    std::fflush(stderr);
  } else if (now - said_ > std::chrono::seconds(15)) {
    said_ = now;
    std::fprintf(stderr, "%d %%%s\n", percent, left);
  }
}

void progress::end() {
  if (people_) std::fprintf(stderr, "\r%-80s\r", "");
}

}  // namespace bench
