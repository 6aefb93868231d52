// What the dispatcher makes of a CPU: machines made up from the bits that CPUID and XGETBV give.
#include "dispatch/cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <hitscan/detail/request.hpp>

namespace hs = hitscan;
using hs::isa;
using hs::detail::x86_registers;
using hs::detail::x86_runs;

namespace {

// Bits as the manuals number them.
constexpr std::uint32_t bit(int number) { return 1u << number; }
constexpr std::uint32_t leaf1_avx2[] = {bit(12), bit(23), bit(27), bit(28)};             // FMA, POPCNT, OSXSAVE, AVX
constexpr std::uint32_t leaf7_avx2[] = {bit(3), bit(5), bit(8)};                         // BMI1, AVX2, BMI2
constexpr std::uint32_t leaf7_avx512[] = {bit(16), bit(17), bit(28), bit(30), bit(31)};  // F, DQ, CD, BW, VL

template <std::size_t N> constexpr std::uint32_t all(const std::uint32_t (&bits)[N]) {
  std::uint32_t sum = 0;
  for (const std::uint32_t b : bits) sum |= b;
  return sum;
}

constexpr x86_registers haswell{
    .leaf1_ecx = all(leaf1_avx2), .leaf7_ebx = all(leaf7_avx2), .extended1_ecx = bit(5), .xcr0 = 0x07};
constexpr x86_registers skylake_server{.leaf1_ecx = all(leaf1_avx2),
                                       .leaf7_ebx = all(leaf7_avx2) | all(leaf7_avx512),
                                       .extended1_ecx = bit(5),
                                       .xcr0 = 0xe7};

TEST(cpu, the_first_x86_64_runs_sse2_and_no_more) {
  EXPECT_TRUE(x86_runs(isa::scalar, {}));
  EXPECT_TRUE(x86_runs(isa::sse2, {}));
  EXPECT_FALSE(x86_runs(isa::avx2, {}));
  EXPECT_FALSE(x86_runs(isa::avx512, {}));
  EXPECT_FALSE(x86_runs(isa::neon64, {}));
  EXPECT_FALSE(x86_runs(isa::wasm, {}));
}

TEST(cpu, avx2_wants_every_bit_of_it) {
  EXPECT_TRUE(x86_runs(isa::avx2, haswell));
  EXPECT_FALSE(x86_runs(isa::avx512, haswell));
  for (const std::uint32_t b : leaf1_avx2) {
    x86_registers less = haswell;
    less.leaf1_ecx &= ~b;
    EXPECT_FALSE(x86_runs(isa::avx2, less)) << "leaf 1 ecx without " << b;
  }
  for (const std::uint32_t b : leaf7_avx2) {
    x86_registers less = haswell;
    less.leaf7_ebx &= ~b;
    EXPECT_FALSE(x86_runs(isa::avx2, less)) << "leaf 7 ebx without " << b;
  }
  x86_registers less = haswell;
  less.extended1_ecx = 0;
  EXPECT_FALSE(x86_runs(isa::avx2, less)) << "without LZCNT";
}

TEST(cpu, what_the_system_does_not_save_is_not_used) {
  for (const std::uint64_t xcr0 : {0x00, 0x01, 0x03, 0x05}) {
    x86_registers less = haswell;
    less.xcr0 = xcr0;
    EXPECT_FALSE(x86_runs(isa::avx2, less)) << xcr0;
  }
  for (const std::uint64_t xcr0 : {0x07, 0x27, 0x67, 0xa7, 0xc7}) {
    x86_registers less = skylake_server;
    less.xcr0 = xcr0;
    EXPECT_TRUE(x86_runs(isa::avx2, less)) << xcr0;
    EXPECT_FALSE(x86_runs(isa::avx512, less)) << xcr0;
  }
}

TEST(cpu, avx512_wants_every_bit_of_it_and_avx2) {
  EXPECT_TRUE(x86_runs(isa::avx512, skylake_server));
  for (const std::uint32_t b : leaf7_avx512) {
    x86_registers less = skylake_server;
    less.leaf7_ebx &= ~b;
    EXPECT_FALSE(x86_runs(isa::avx512, less)) << b;
    EXPECT_TRUE(x86_runs(isa::avx2, less)) << b;
  }
  x86_registers less = skylake_server;
  less.leaf7_ebx &= ~bit(8);
  EXPECT_FALSE(x86_runs(isa::avx512, less)) << "without BMI2";
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)  // clang knows no "lzcnt" here
TEST(cpu, this_machine_is_seen_as_the_compiler_sees_it) {
  EXPECT_EQ(hs::detail::cpu_runs(isa::avx2), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                                                 __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                                                 __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt"));
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd")) {
    EXPECT_TRUE(hs::detail::cpu_runs(isa::avx512));
  } else {
    EXPECT_FALSE(hs::detail::cpu_runs(isa::avx512));
  }
}
#endif

// ---- the choice ------------------------------------------------------------------------------------------------

// First of its kind here: whoever asks first must get what HITSCAN_ISA or the machine says, from any thread.
TEST(dispatch, threads_that_ask_first_agree) {
  std::vector<const hs::detail::engine*> seen(8);
  std::vector<std::thread> threads;
  for (auto& mine : seen) threads.emplace_back([&mine] { mine = &hs::detail::active_engine(); });
  for (auto& t : threads) t.join();
  for (const auto* engine : seen) EXPECT_EQ(engine, seen[0]);
  EXPECT_EQ(seen[0]->which, hs::active_isa());
}

TEST(dispatch, supported_isas_start_with_scalar_and_ascend) {
  const auto isas = hs::supported_isas();
  ASSERT_FALSE(isas.empty());
  EXPECT_EQ(isas.front(), isa::scalar);
  EXPECT_TRUE(std::is_sorted(isas.begin(), isas.end()));
  EXPECT_EQ(std::adjacent_find(isas.begin(), isas.end()), isas.end());
  for (const isa which : isas) EXPECT_TRUE(hs::detail::cpu_runs(which)) << hs::name(which);
}

TEST(dispatch, the_environment_decides_or_is_told_why_not) {
  const std::string why = hs::why_isa();
  const char* const wish = std::getenv("HITSCAN_ISA");
  const auto isas = hs::supported_isas();
  if (!wish || !*wish) {
    EXPECT_EQ(hs::active_isa(), isas.back());
    EXPECT_EQ(why.rfind("best of scalar", 0), 0u) << why;
    return;
  }
  EXPECT_NE(why.find("HITSCAN_ISA="), std::string::npos) << why;
  const auto granted =
      std::find_if(isas.begin(), isas.end(), [&](isa which) { return std::strcmp(hs::name(which), wish) == 0; });
  EXPECT_EQ(hs::active_isa(), granted == isas.end() ? isas.back() : *granted);
  EXPECT_EQ(why.find("best of") == std::string::npos, granted != isas.end()) << why;
}

TEST(dispatch, every_supported_isa_can_be_forced_and_others_change_nothing) {
  for (const isa which : hs::supported_isas()) {
    EXPECT_TRUE(hs::force_isa(which));
    EXPECT_EQ(hs::active_isa(), which);
    EXPECT_EQ(hs::why_isa(), "force_isa(" + std::string(hs::name(which)) + ")");
    for (const isa other :
         {isa::scalar, isa::sse2, isa::avx2, isa::avx512, isa::neon64, isa::wasm, static_cast<isa>(200)}) {
      const auto isas = hs::supported_isas();
      if (std::find(isas.begin(), isas.end(), other) != isas.end()) continue;
      EXPECT_FALSE(hs::force_isa(other));
      EXPECT_EQ(hs::active_isa(), which);
    }
  }
  EXPECT_STREQ(hs::name(static_cast<isa>(200)), "unknown");
}

TEST(dispatch, every_engine_says_the_name_it_goes_by) {
  for (const isa which : hs::supported_isas()) {
    ASSERT_TRUE(hs::force_isa(which));
    EXPECT_EQ(hs::detail::active_engine().which, which);
    EXPECT_GE(hs::detail::active_engine().lanes, 1);
  }
}

}  // namespace
