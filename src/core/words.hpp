// A float's 32 bits as a number, and back.
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

}  // namespace
}  // namespace hitscan::detail
