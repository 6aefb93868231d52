// hitscan_track: runs rows on request, a few milliseconds at a time, so that two builds can take turns and what the
// machine does meanwhile happens to both. ./run track is who asks. A line in, an answer out:
//
//   list               the names of all rows, a line each, then an empty line
//   context            what report.hpp says about a run, as "key value" lines, then an empty line
//   open NAME          "ok"
//   check              "ok" when all variants of the open row give the reference's bits
//   run FIRST CALLS    nanoseconds of this thread, for the questions FIRST, FIRST + 1, ...
//
// Whatever goes wrong is a line that begins with "error".
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include "../harness/report.hpp"
#include "../scenes/golden.hpp"

namespace {

namespace hs = hitscan;

class server {
 public:
  void answer(const std::string& line) {
    std::istringstream words(line);
    std::string verb, name;
    words >> verb;
    std::size_t first = 0, calls = 0;
    if (verb == "list")
      list();
    else if (verb == "context")
      context();
    else if (verb == "open" && words >> name)
      open(name);
    else if (verb == "check" && variant_)
      check();
    else if (verb == "run" && variant_ && words >> first >> calls && calls > 0)
      std::printf("%.0f\n", bench::time_calls(*variant_, calls, first).thread);
    else
      std::printf("error: what is %s?\n", line.c_str());
    std::fflush(stdout);
  }

 private:
  bench::suite suite_ = bench::everything(bench::level_sizes());
  const bench::row* row_ = nullptr;
  bench::instance instance_;
  const bench::variant* variant_ = nullptr;

  void list() const {
    for (const bench::row& r : suite_.rows)
      for (const std::string& label : r.labels) std::puts(r.name(label).c_str());
    std::puts("");
  }

  static void context() {
    bench::run_facts facts;
    facts.machine = bench::describe_machine(), facts.isa = hs::name(hs::active_isa()), facts.why_isa = hs::why_isa();
    const auto got = golden::hashes();
    for (const auto& [key, value] : bench::context(facts)) std::printf("%s %s\n", key.c_str(), value.c_str());
    std::printf("golden %016llx%s\n", static_cast<unsigned long long>(golden::total(got)),
                golden::difference(got, golden::expected()).empty() ? "" : " (wrong)");
    std::puts("");
  }

  void open(const std::string& name) {
    variant_ = nullptr;
    for (const bench::row& r : suite_.rows)
      for (const std::string& label : r.labels) {
        if (r.name(label) != name) continue;
        if (row_ != &r) {
          instance_ = {};
          if (row_ && row_->n != r.n) bench::forget_crowds();
          instance_ = r.open(), row_ = &r;
        }
        const auto at = std::ranges::find(instance_.variants, label, &bench::variant::label);
        if (at != instance_.variants.end()) variant_ = &*at;
      }
    if (!variant_) return void(std::printf("error: no row %s\n", name.c_str()));
    bench::use(*variant_);
    std::puts("ok");
  }

  void check() const {
    const std::string wrong = bench::verify(*row_, instance_);
    bench::use(*variant_);
    std::puts(wrong.empty() ? "ok" : ("error: wrong answers: " + wrong).c_str());
  }
};

}  // namespace

int main() {
  server all;
  for (std::string line; std::getline(std::cin, line);) all.answer(line);
}
