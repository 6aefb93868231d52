// A float's 32 bits as a number, and back; and how many bits are set.
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
// Where CPUs need not count bits GCC calls a function for it, which leaves registers of lanes to nobody.
FORCED std::uint32_t bits_set(std::uint32_t m) {
#if defined(__SSE2__) && !defined(__POPCNT__) && !defined(__wasm__)
  m -= m >> 1 & 0x55555555u;
  m = (m & 0x33333333u) + (m >> 2 & 0x33333333u);
  return ((m + (m >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
#else
  return (std::uint32_t)__builtin_popcount(m);
#endif
}
FORCED std::uint32_t bits_set(std::uint64_t m) {
#if defined(__SSE2__) && !defined(__POPCNT__) && !defined(__wasm__)
  m -= m >> 1 & 0x5555555555555555u;
  m = (m & 0x3333333333333333u) + (m >> 2 & 0x3333333333333333u);
  m = (m + (m >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (std::uint32_t)(m * 0x0101010101010101u >> 56);
#else
  return (std::uint32_t)__builtin_popcountll(m);
#endif
}

}  // namespace
}  // namespace hitscan::detail
