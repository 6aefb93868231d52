// Which instruction set the queries run on. Chosen once, at the first query, from what the CPU and the operating system
// support; HITSCAN_ISA in the environment overrides it. The answers do not depend on it, to the last bit.
#pragma once

#include "detail/language.hpp"

#include <cstdint>
#include <span>

namespace hitscan {

enum class isa : std::uint8_t {
  scalar,  ///< the reference path: any CPU
  sse2,    ///< every x86-64
  avx2,    ///< AVX2, FMA, BMI, LZCNT, POPCNT: Intel since Haswell (2013), AMD since Excavator (2015)
  avx512,  ///< AVX-512 F, CD, DQ, BW, VL: Intel since Skylake-SP (2017), AMD since Zen 4 (2022)
  neon64,  ///< every AArch64
  wasm     ///< WebAssembly's 128 bits: every browser since 2023. Chosen when it is built, not when it runs
};
namespace detail {
inline constexpr int isa_count = 6;
}

[[nodiscard]] const char* name(isa which) noexcept;  ///< "scalar", "sse2", ...

[[nodiscard]] isa active_isa() noexcept;  ///< the one that answers
/// All that this build has and this machine can run, slowest first.
[[nodiscard]] std::span<const isa> supported_isas() noexcept;
/// Use this one from now on. False, and nothing changes, when it is not supported. A query that is under way goes on
/// with the one it began with, of a world perhaps with both: the answers are the same.
bool force_isa(isa which) noexcept;
/// Why the active one is active, in a sentence for people: "best of scalar, sse2, avx2", "HITSCAN_ISA=sse2", ...
[[nodiscard]] const char* why_isa() noexcept;

}  // namespace hitscan
