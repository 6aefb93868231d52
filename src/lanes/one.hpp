// One float as a register of lanes: what registers.hpp has of an ISA, for any CPU.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>

#include "../core/words.hpp"

namespace hitscan::detail {
namespace {

using u32 = std::uint32_t;

struct truth {
  bool is;
  friend truth operator&(truth a, truth b) { return {a.is && b.is}; }
  friend truth operator~(truth a) { return {!a.is}; }
  friend truth operator|(truth a, truth b) { return {a.is || b.is}; }
};
struct one {
  static constexpr int size = 1;
  float v;
  one() = default;
  explicit one(float x) : v(x) {}
  static one load_unaligned(const float* p) { return one(*p); }
  void store_unaligned(float* p) const { *p = v; }
  friend one operator+(one a, one b) { return one(a.v + b.v); }
  friend one operator-(one a, one b) { return one(a.v - b.v); }
  friend one operator*(one a, one b) { return one(a.v * b.v); }
  friend truth operator<(one a, one b) { return {a.v < b.v}; }
  friend truth operator<=(one a, one b) { return {a.v <= b.v}; }
  friend truth operator>(one a, one b) { return {a.v > b.v}; }
  friend truth operator>=(one a, one b) { return {a.v >= b.v}; }
  friend truth operator==(one a, one b) { return {a.v == b.v}; }
  friend truth operator!=(one a, one b) { return {a.v != b.v}; }
};
FORCED u32 bits(truth t) { return t.is; }
FORCED one pick(truth t, one a, one b) { return t.is ? a : b; }
FORCED one magnitude(one a) { return one(word_as_float(float_as_word(a.v) & 0x7fffffffu)); }
FORCED one quotient(one a, one b) { return one(a.v / b.v); }
FORCED one least(one a, one b) { return b.v < a.v ? b : a; }
FORCED one greatest(one a, one b) { return b.v > a.v ? b : a; }
FORCED int as_int(float x) { return x >= -0x1p31f && x < 0x1p31f ? (int)x : INT_MIN; }  // as x86 has it
FORCED one whole(one a) { return one((float)as_int(a.v)); }
FORCED void put_whole(one a, u32* to) { *to = (u32)as_int(a.v); }
FORCED one ordered_max(one a, one b) {
  return (std::int32_t)float_as_word(a.v) > (std::int32_t)float_as_word(b.v) ? a : b;
}
FORCED one ordered_min(one a, one b) {
  return (std::int32_t)float_as_word(a.v) < (std::int32_t)float_as_word(b.v) ? a : b;
}
FORCED truth ordered_gt(one a, one b) { return {(std::int32_t)float_as_word(a.v) > (std::int32_t)float_as_word(b.v)}; }
FORCED truth sign_set(one a) { return {float_as_word(a.v) >> 31 != 0}; }
FORCED truth lanes_in(u32 set, one) { return {(set & 1) != 0}; }
FORCED void keep_sooner(one enter, one leave, one in, one who, one& best, one& slot) {
  if (enter.v < leave.v) best = in, slot = who;
}
FORCED one nudge(one a, int ulps) { return one(word_as_float(float_as_word(a.v) + (u32)ulps)); }
FORCED one look_up(const float* table, u32, one slot) { return one(table[float_as_word(slot.v)]); }
FORCED one words_at(const u32* table, one slot) { return one(word_as_float(table[float_as_word(slot.v)])); }
FORCED one about_inverse(one a) { return one(1 / a.v); }
FORCED void put_numbers(u32 first, u32 mask, u32* to) {
  for (; mask; mask &= mask - 1) *to++ = first + (u32)__builtin_ctz(mask);
}
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  for (; mask; mask &= mask - 1) *to++ = from[__builtin_ctz(mask)];
}
FORCED u32 marked(const u32* marks, one cell) {
  const u32 i = (u32)(int)cell.v;
  return marks[i >> 5] >> (i & 31) & 1;
}
FORCED void to_four_columns(const float* rows, const u32* which, one (&column)[4]) {
  for (int c = 0; c < 4; ++c) column[c] = one(rows[(std::size_t)which[0] * 4 + (std::size_t)c]);
}

}  // namespace
}  // namespace hitscan::detail
