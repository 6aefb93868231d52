// Many against many on one ISA, in parts: each file here is one. Compiled once more without an ISA, over one float at a
// time, it only chooses which pairs are asked about there, too; brute force is what it is tested against.
#pragma once

#include "../../lanes/registers.hpp"
#include "../../world/broad.hpp"

// What a file has: its functions, in the order of the part. One function for 2D and 3D.
#define HITSCAN_TABLE(part, ...)                    \
  namespace hitscan::detail::HITSCAN_ISA {          \
  extern const broad::part part;                    \
  constinit const broad::part part = {__VA_ARGS__}; \
  }

namespace hitscan::detail::broad {
namespace {

// V, and W of at most 8 lanes.
#if !defined(HITSCAN_ARCH)
using V = one;
using W = one;
#elif defined(__AVX512BW__)
using V = floats<HITSCAN_ARCH>;
using W = floats<xsimd::avx2>;
#else
using V = floats<HITSCAN_ARCH>;
using W = V;
#endif

}  // namespace
}  // namespace hitscan::detail::broad
