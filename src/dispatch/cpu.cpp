#include "cpu.hpp"

#if defined(__x86_64__) && !defined(_MSC_VER)
#include <cpuid.h>
#define HITSCAN_X86
#elif defined(_M_X64) && !defined(_M_ARM64EC)
#include <immintrin.h>
#include <intrin.h>
#define HITSCAN_X86
#endif

namespace hitscan::detail {
namespace {

#ifdef HITSCAN_X86
struct leaf_registers {
  std::uint32_t ebx = 0, ecx = 0;
};

#ifdef _MSC_VER
leaf_registers leaf(std::uint32_t number) noexcept {
  int r[4];
  __cpuid(r, static_cast<int>(number & 0x80000000u));  // the highest of its range
  if (static_cast<std::uint32_t>(r[0]) < number) return {};
  __cpuidex(r, static_cast<int>(number), 0);
  return {static_cast<std::uint32_t>(r[1]), static_cast<std::uint32_t>(r[2])};
}
std::uint64_t read_xcr0() noexcept { return _xgetbv(0); }
#else
leaf_registers leaf(std::uint32_t number) noexcept {
  std::uint32_t eax = 0, edx = 0;
  leaf_registers r;
  if (!__get_cpuid_count(number, 0, &eax, &r.ebx, &r.ecx, &edx)) return {};  // beyond the highest of its range
  return r;
}
std::uint64_t read_xcr0() noexcept {  // as text: the intrinsic wants a compiler flag that dispatch must not have
  std::uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (static_cast<std::uint64_t>(high) << 32) | low;
}
#endif

x86_registers ask_cpu() noexcept {
  constexpr std::uint32_t osxsave = 1u << 27;
  x86_registers cpu{.leaf1_ecx = leaf(1).ecx, .leaf7_ebx = leaf(7).ebx, .extended1_ecx = leaf(0x80000001u).ecx};
  if (cpu.leaf1_ecx & osxsave) cpu.xcr0 = read_xcr0();  // faults without it
  return cpu;
}
#endif

}  // namespace

bool cpu_runs(isa which) noexcept {
#if defined(HITSCAN_X86)
  return x86_runs(which, ask_cpu());
#elif defined(__aarch64__) || defined(_M_ARM64)
  return which == isa::scalar || which == isa::neon64;  // Advanced SIMD is not optional there
#elif defined(__wasm__)
  return which == isa::scalar || which == isa::wasm;  // who has it not takes no module in which it is
#else
  return which == isa::scalar;
#endif
}

}  // namespace hitscan::detail
