// Which instruction set: its names, forcing it, the environment, and the first use from many threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <hitscan/hitscan.hpp>
#include <string>
#include <thread>
#include <vector>

#include "../support/differential.hpp"

#if defined(__linux__)
#include <sys/wait.h>
#include <unistd.h>
#elif defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

namespace {

namespace hs = hitscan;
constexpr hs::isa all[] = {hs::isa::scalar, hs::isa::sse2,   hs::isa::avx2,
                           hs::isa::avx512, hs::isa::neon64, hs::isa::wasm};

bool supported(hs::isa which) {
  const auto list = hs::supported_isas();
  return std::find(list.begin(), list.end(), which) != list.end();
}

TEST(isa, every_one_has_its_name) {
  const std::vector<std::string> names{"scalar", "sse2", "avx2", "avx512", "neon64", "wasm"};
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(hs::name(all[k]), names[k]);
  EXPECT_NE(hs::name(static_cast<hs::isa>(200)), nullptr);
}

// Of who runs all tests on one: lest a slip of the pen runs them on another.
TEST(isa, the_one_that_the_environment_names_is_what_answers) {
  const char* wish = std::getenv("HITSCAN_ISA");
  if (!wish || *wish == '\0') GTEST_SKIP() << "it names none";
  EXPECT_EQ(std::string(hs::why_isa()), std::string("HITSCAN_ISA=") + wish);
}

TEST(isa, scalar_is_always_supported_and_the_list_goes_up) {
  const auto list = hs::supported_isas();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0], hs::isa::scalar);
  for (std::size_t k = 1; k < list.size(); ++k) EXPECT_LT(list[k - 1], list[k]);
  EXPECT_TRUE(supported(hs::active_isa()));
}

TEST(isa, a_supported_one_can_be_forced_and_the_others_change_nothing) {
  const hs::isa natural = hs::active_isa();
  for (const hs::isa which : all) {
    const hs::isa before = hs::active_isa();
    EXPECT_EQ(hs::force_isa(which), supported(which));
    EXPECT_EQ(hs::active_isa(), supported(which) ? which : before);
    EXPECT_EQ(hs::detail::active_engine().which, hs::active_isa());
    EXPECT_TRUE(!supported(which) || std::string(hs::why_isa()).find(hs::name(which)) != std::string::npos)
        << hs::why_isa();
  }
  EXPECT_FALSE(hs::force_isa(static_cast<hs::isa>(200)));
  EXPECT_TRUE(hs::force_isa(natural));
}

TEST(isa, the_reference_stays_scalar_whatever_is_forced) {
  for (const hs::isa which : hs::supported_isas()) {
    const trial::forced here(which);
    EXPECT_EQ(hs::detail::reference_engine().which, hs::isa::scalar);
  }
}

TEST(isa, a_query_is_answered_by_the_one_that_it_names_whatever_is_forced) {
  for (const hs::isa which : hs::supported_isas()) {
    const trial::forced here(which);
    EXPECT_EQ(hs::detail::engine_of({}).which, which);
    for (const hs::isa named : hs::supported_isas()) EXPECT_EQ(hs::detail::engine_of({.on = named}).which, named);
    EXPECT_EQ(hs::detail::engine_of({.on = static_cast<hs::isa>(200)}).which, which);
  }
}

// ---- in a process of its own -------------------------------------------------------------------------------------

// What a child process reports: several threads make the first query at once, then it says what it runs on and why.
TEST(isa_child, DISABLED_reports) {
  constexpr int threads = 8;
  std::atomic<int> ready{0}, hits{0};
  std::atomic<unsigned> seen{0};
  std::vector<std::thread> crowd;
  for (int t = 0; t < threads; ++t)
    crowd.emplace_back([&] {
      const std::vector<float> x(100, 1.0f);
      for (++ready; ready < threads;) std::this_thread::yield();
      hits += static_cast<int>(hs::overlap_count(hs::circles{.x = x, .y = x, .radius = 1.0f}, hs::circle{{0, 0}, 1}));
      seen |= 1u << static_cast<unsigned>(hs::active_isa());
    });
  for (std::thread& t : crowd) t.join();
  EXPECT_EQ(hits, threads * 100);
  EXPECT_EQ(seen, 1u << static_cast<unsigned>(hs::active_isa())) << "all threads saw one choice";
  std::printf("CHILD %s|%s|%s\n", hs::name(hs::active_isa()), hs::why_isa(),
              testing::Test::HasFailure() ? "failed" : "fine");
}

#if defined(__linux__)
// Runs this program again with HITSCAN_ISA set to `isa` (or unset) and returns what it says of itself; empty when a
// process cannot run itself, as under an emulator.
std::string child(const char* isa) {
  if (std::getenv("HITSCAN_EMULATED")) return {};  // an emulator's child would run on the real CPU
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  int pipe_ends[2];
  if (length <= 0 || pipe(pipe_ends) != 0) return {};
  self[length] = 0;
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(pipe_ends[1], 1);
    isa ? setenv("HITSCAN_ISA", isa, 1) : unsetenv("HITSCAN_ISA");
    execl(self, self, "--gtest_also_run_disabled_tests", "--gtest_filter=isa_child.*", nullptr);
    _exit(127);
  }
  close(pipe_ends[1]);
  std::string said;
  char part[512];
  for (ssize_t got; (got = read(pipe_ends[0], part, sizeof part)) > 0;)
    said.append(part, static_cast<std::size_t>(got));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  const std::size_t at = said.find("CHILD ");
  if (at == std::string::npos) return {};
  EXPECT_EQ(status, 0);
  return said.substr(at + 6, said.find('\n', at) - at - 6);
}
#elif defined(_WIN32)
std::string child(const char* isa) {
  char self[4096];
  if (std::getenv("HITSCAN_EMULATED") || GetModuleFileNameA(nullptr, self, sizeof self) >= sizeof self) return {};
  const char* const own = std::getenv("HITSCAN_ISA");
  const std::string before = own ? own : "";
  _putenv_s("HITSCAN_ISA", isa ? isa : "");  // an empty one is removed
  const std::string command = '"' + std::string(self) + "\" --gtest_also_run_disabled_tests --gtest_filter=isa_child.*";
  std::FILE* const out = _popen(command.c_str(), "r");
  _putenv_s("HITSCAN_ISA", before.c_str());
  if (!out) return {};
  std::string said;
  char part[512];
  while (std::fgets(part, sizeof part, out)) said += part;
  const int status = _pclose(out);
  const std::size_t at = said.find("CHILD ");
  if (at == std::string::npos) return {};
  EXPECT_EQ(status, 0);
  return said.substr(at + 6, said.find('\n', at) - at - 6);
}
#endif

#if defined(__linux__) || defined(_WIN32)
TEST(isa, without_a_wish_the_best_is_chosen_even_by_eight_threads_at_once) {
  const std::string said = child(nullptr);
  if (said.empty()) GTEST_SKIP() << "cannot run itself here";
  EXPECT_EQ(said.find(std::string(hs::name(hs::supported_isas().back())) + "|best of scalar"), 0u) << said;
  EXPECT_NE(said.find("|fine"), std::string::npos) << said;
}

TEST(isa, the_environment_chooses_what_is_supported_and_is_told_off_otherwise) {
  if (child(nullptr).empty()) GTEST_SKIP() << "cannot run itself here";
  const std::string best = hs::name(hs::supported_isas().back());
  for (const hs::isa which : all) {
    const std::string name = hs::name(which), said = child(name.c_str());
    if (supported(which)) {
      EXPECT_EQ(said, name + "|HITSCAN_ISA=" + name + "|fine");
    } else {
      EXPECT_EQ(said.find(best + "|HITSCAN_ISA=" + name + " is not supported here"), 0u) << said;
    }
  }
  for (const std::string wrong : {"pentium", "AVX2", " sse2", "scalar2"}) {
    const std::string said = child(wrong.c_str());
    EXPECT_EQ(said.find(best + "|HITSCAN_ISA=" + wrong + " is no ISA"), 0u) << said;
  }
  EXPECT_EQ(child("").find(best + "|best of"), 0u) << "empty is not set";
}
#endif

}  // namespace
