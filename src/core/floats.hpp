// Single floats, where a branch would be foreseen by nobody; the next one up or down.
#pragma once

#include <cfloat>

#include "words.hpp"

static_assert(FLT_EVAL_METHOD >= 0 && FLT_EVAL_METHOD != 2, "not by x87, whose bits are others: -msse2 -mfpmath=sse");

namespace hitscan::detail {
namespace {

constexpr float largest = 3.40282347e38f;
FORCED bool finite(float x) { return x - x == 0; }
// Without a branch: the sign of a motion is foreseen by nobody.
FORCED float length_of(float d) { return word_as_float(float_as_word(d) & 0x7fffffffu); }
FORCED float kept_if(bool yes, float x) { return word_as_float(float_as_word(x) & (0u - (std::uint32_t)yes)); }
FORCED float either(bool first, float a, float b) {
  return word_as_float(float_as_word(b) ^ ((float_as_word(a) ^ float_as_word(b)) & (0u - (std::uint32_t)first)));
}
// The next float up or down. Infinite and NaN stay.
FORCED float step(float x, bool upward) {
  if (!finite(x)) return x;
  if (x == 0) return upward ? word_as_float(1) : word_as_float(0x80000001u);
  const std::uint32_t b = float_as_word(x);
  return word_as_float((x < 0) == upward ? b - 1 : b + 1);
}
FORCED float up(float x) { return step(x, true); }
FORCED float down(float x) { return step(x, false); }

}  // namespace
}  // namespace hitscan::detail
