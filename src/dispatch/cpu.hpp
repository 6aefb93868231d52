// What this CPU and this operating system can run, asked of the hardware itself. xsimd 8.1's own answer is wrong in
// three ways (SSE2 from the wrong register, AVX from a later query, no look at what the system saves).
#pragma once

#include <cstdint>

#include <hitscan/isa.hpp>

namespace hitscan::detail {

/// The registers that decide on x86-64; 0 where a leaf does not exist. Apart from the asking, so that tests can make
/// machines up.
struct x86_registers {
  std::uint32_t leaf1_ecx = 0, leaf7_ebx = 0, extended1_ecx = 0;
  std::uint64_t xcr0 = 0;  ///< what the system saves on a task switch; 0 without OSXSAVE
};

constexpr bool x86_runs(isa which, const x86_registers& cpu) noexcept {
  // Intel SDM volume 2A, CPUID, and volume 1, 13.3; AMD APM volume 3, appendix E.
  constexpr std::uint32_t fma = 1u << 12, osxsave = 1u << 27, avx = 1u << 28, popcnt = 1u << 23;  // leaf 1, ecx
  constexpr std::uint32_t bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;                         // leaf 7, ebx
  constexpr std::uint32_t f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
  constexpr std::uint32_t lzcnt = 1u << 5;         // 80000001h, ecx
  constexpr std::uint64_t ymm = 0x06, zmm = 0xe6;  // SSE and AVX state; also opmask, ZMM_Hi256, Hi16_ZMM
  const auto all = [](auto bits, auto wanted) { return (bits & wanted) == wanted; };

  const bool runs_avx2 = all(cpu.leaf1_ecx, fma | osxsave | avx | popcnt) && all(cpu.leaf7_ebx, bmi1 | avx2 | bmi2) &&
                         all(cpu.extended1_ecx, lzcnt) && all(cpu.xcr0, ymm);
  switch (which) {
    case isa::scalar:
    case isa::sse2: return true;
    case isa::avx2: return runs_avx2;
    case isa::avx512: return runs_avx2 && all(cpu.leaf7_ebx, f | dq | cd | bw | vl) && all(cpu.xcr0, zmm);
    default: return false;
  }
}

/// Whether this machine runs it, whether or not this build has it.
bool cpu_runs(isa which) noexcept;

}  // namespace hitscan::detail
