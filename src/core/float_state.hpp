// The floating-point state that every answer is computed in: rounded to nearest, subnormals kept, nothing traps.
//
//     caller   --->   default   --->   caller       Games and audio code flush subnormals, -ffast-math does so at
//     FTZ, up         nearest          FTZ, up      start-up, some round otherwise or trap. None of it may be seen.
//
// Looking takes a nanosecond or two; only where the state is another one is it set, and given back at the end together
// with the sticky exception flags as they were. In the default state these flags rise as they do in any arithmetic.
//
// No compiler knows that sums and products depend on this state. What is read from memory after the guard and written
// to memory before its end stays between the two. Values do not: for functions of a few values there is
// in_default_state.
#pragma once

#include <cstdint>

#if defined(__GNUC__) && (defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__)))
#define HITSCAN_STATE_MXCSR 1
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#elif !(defined(__GNUC__) && (defined(__aarch64__) || defined(__wasm__)))
#include <cfenv>
#endif

namespace hitscan::detail {

#if defined(HITSCAN_STATE_MXCSR)
// Intel SDM volume 1, 10.2.3. Bits 0 to 5 are the sticky flags, above 15 is nothing of arithmetic.
struct float_control {
  using state = std::uint32_t;
  static constexpr state sticky = 0x3f, arithmetic = 0xffc0, standard = 0x1f80;
  static state now() noexcept {
    state s;
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
    s = 0;  // it does not see what assembler writes
#endif
#endif
    __asm__ volatile("stmxcsr %0" : "=m"(s)::"memory");
    return s;
  }
  static void set(state s) noexcept { __asm__ volatile("ldmxcsr %0" ::"m"(s) : "memory"); }
  static bool is_default(state s) noexcept { return (s & arithmetic) == standard; }
  static state to_default(state s) noexcept { return (s & ~(arithmetic | sticky)) | standard; }
};
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
struct float_control {
  using state = std::uint32_t;
  static constexpr state sticky = 0x3f, arithmetic = 0xffc0, standard = 0x1f80;
  static state now() noexcept {
    _ReadWriteBarrier();
    return _mm_getcsr();
  }
  static void set(state s) noexcept {
    _ReadWriteBarrier();
    _mm_setcsr(s);
    _ReadWriteBarrier();
  }
  static bool is_default(state s) noexcept { return (s & arithmetic) == standard; }
  static state to_default(state s) noexcept { return (s & ~(arithmetic | sticky)) | standard; }
};
#elif defined(__GNUC__) && defined(__aarch64__)
// Arm ARM, FPCR: all of it is 0 by default. The sticky flags are elsewhere, in FPSR.
struct float_control {
  using state = std::uint64_t;
  static state now() noexcept {
    state s;
    __asm__ volatile("mrs %0, fpcr" : "=r"(s)::"memory");
    return s;
  }
  static void set(state s) noexcept { __asm__ volatile("msr fpcr, %0" ::"r"(s) : "memory"); }
  static bool is_default(state s) noexcept { return s == 0; }
  static state to_default(state) noexcept { return 0; }
};
#elif defined(__GNUC__) && defined(__wasm__)
struct float_control {  // WebAssembly has no other
  using state = int;
  static state now() noexcept { return 0; }
  static void set(state) noexcept {}
  static bool is_default(state) noexcept { return true; }
  static state to_default(state) noexcept { return 0; }
};
#else
struct float_control {  // what C++ knows of: the rounding alone
  using state = int;
  static state now() noexcept { return std::fegetround(); }
  static void set(state s) noexcept { std::fesetround(s); }
  static bool is_default(state s) noexcept { return s == FE_TONEAREST; }
  static state to_default(state) noexcept { return FE_TONEAREST; }
};
#endif

class default_float_state {
 public:
  default_float_state() noexcept : before_(float_control::now()) {
    if (!float_control::is_default(before_)) [[unlikely]]
      float_control::set(float_control::to_default(before_));
  }
  ~default_float_state() {
    if (!float_control::is_default(before_)) [[unlikely]]
      float_control::set(before_);
  }
  /// A value that arithmetic may not be done with before this.
  template <class T> static void take(T& value) noexcept {
#if defined(__GNUC__)
    __asm__ volatile("" : "+m"(value)::"memory");
#else
    (void)value;
#endif
  }
  default_float_state(const default_float_state&) = delete;
  default_float_state& operator=(const default_float_state&) = delete;

 private:
  float_control::state before_;
};

// The same in another state. What f refers to lies in memory here, where no compiler may look at it too early.
template <class F> [[gnu::cold, gnu::noinline]] auto in_another_state(const F& f) noexcept {
  const default_float_state here;
  auto result = f();
  here.take(result);  // made by now
  return result;
}
// f() in the default state, for a function of a few values, which f captures by reference.
template <class F> auto in_default_state(const F& f) noexcept {
  if (float_control::is_default(float_control::now())) [[likely]]
    return f();
  return in_another_state(f);
}

}  // namespace hitscan::detail
