// A float's 32 bits as a number, and back; and how many bits of 16 are set.
#pragma once

#include <cstdint>

#include "forced.hpp"

namespace hitscan::detail {
namespace {

FORCED float word_as_float(std::uint32_t w) {
  float x;
  __builtin_memcpy(&x, &w, 4);
  return x;
}
FORCED std::uint32_t float_as_word(float x) {
  std::uint32_t w;
  __builtin_memcpy(&w, &x, 4);
  return w;
}
// Of 16. Where CPUs need not count bits GCC calls a function for it, which leaves registers of lanes to nobody.
FORCED std::uint32_t ones_of(std::uint32_t m) {
#if defined(__SSE2__) && !defined(__POPCNT__)
  m -= m >> 1 & 0x5555;
  m = (m & 0x3333) + (m >> 2 & 0x3333);
  m = (m + (m >> 4)) & 0x0f0f;
  return (m + (m >> 8)) & 0x1f;
#else
  return (std::uint32_t)__builtin_popcount(m);
#endif
}

}  // namespace
}  // namespace hitscan::detail
