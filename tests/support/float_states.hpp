// Floating-point states that programs are in: the default, flushing, other roundings, traps. What a CPU does not know
// is left out.
#pragma once

#include <cfenv>
#include <cstdint>
#include <span>

namespace trial {

struct float_state {
  const char* name;
  std::uint64_t control;
};

#if defined(__GNUC__) && defined(__x86_64__)
// MXCSR: 0x40 subnormals read as 0, 0x8000 written as 0, 0x6000 rounding, 0x1f80 what does not trap. The inexact result
// traps last: it is what any sum of floats raises.
inline constexpr float_state float_states[] = {
    {"flush_to_zero", 0x9fc0}, {"only_flush", 0x9f80}, {"only_daz", 0x1fc0},      {"down", 0x3f80},      {"up", 0x5f80},
    {"toward_zero", 0x7f80},   {"traps", 0x1000},      {"traps_inexact", 0x0000}, {"all_of_it", 0xe040},
};
inline constexpr std::uint64_t default_float_control = 0x1f80;
inline void set_float_control(std::uint64_t control) noexcept {
  const auto bits = static_cast<std::uint32_t>(control);
  __asm__ volatile("ldmxcsr %0" ::"m"(bits) : "memory");
}
inline std::uint64_t float_control() noexcept {
  std::uint32_t bits;
  __asm__ volatile("stmxcsr %0" : "=m"(bits)::"memory");
  return bits;
}
#elif defined(__GNUC__) && defined(__aarch64__)
// FPCR: bit 24 flushes, 22 and 23 round, 25 gives one NaN. Traps are not there on most.
inline constexpr float_state float_states[] = {{"flush_to_zero", 1u << 24},
                                               {"up", 1u << 22},
                                               {"down", 2u << 22},
                                               {"toward_zero", 3u << 22},
                                               {"all_of_it", 0xfu << 22}};
inline constexpr std::uint64_t default_float_control = 0;
inline void set_float_control(std::uint64_t control) noexcept {
  __asm__ volatile("msr fpcr, %0" ::"r"(control) : "memory");
}
inline std::uint64_t float_control() noexcept {
  std::uint64_t bits;
  __asm__ volatile("mrs %0, fpcr" : "=r"(bits)::"memory");
  return bits;
}
#else
inline constexpr float_state float_states[] = {
    {"up", FE_UPWARD}, {"down", FE_DOWNWARD}, {"toward_zero", FE_TOWARDZERO}};
inline constexpr std::uint64_t default_float_control = FE_TONEAREST;
inline void set_float_control(std::uint64_t control) noexcept { std::fesetround(static_cast<int>(control)); }
inline std::uint64_t float_control() noexcept { return static_cast<std::uint64_t>(std::fegetround()); }
#endif

/// This thread is in a state while this lives.
class in_float_state {
 public:
  explicit in_float_state(std::uint64_t control) noexcept { set_float_control(control); }
  ~in_float_state() { set_float_control(default_float_control); }
  in_float_state(const in_float_state&) = delete;
  in_float_state& operator=(const in_float_state&) = delete;
};

}  // namespace trial
