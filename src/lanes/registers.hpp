// Registers of lanes for what asks many against many: one source over a V, which is floats<A> in the objects of an ISA
// and one float (one.hpp) on any CPU. Both have
//
//   V(x), load_unaligned, store_unaligned, + - *, comparisons, & | ~ of what these give, bits(mask)
//   pick(mask, a, b)   magnitude   quotient   about_inverse   least, greatest   ordered_min, ordered_max, ordered_gt
//   nudge(a, ulps)     whole, put_whole       marked          look_up, words_at, to_four_columns
//
//   sign_set         lanes_in                 keep_sooner     shares_bits, near_misses
//
// and for 16 items at a time put_numbers and put_lanes; with AVX2 and AVX-512 each_packed.
#pragma once

#if !defined(HITSCAN_ARCH)
#include "one.hpp"
#define HITSCAN_ISA scalar  // the namespace of what its objects share
#else
#include "lanes.hpp"
#include "quads.hpp"

namespace hitscan::detail {
namespace {

template <class A> FORCED floats<A> pick(flags<A> m, floats<A> a, floats<A> b) { return xsimd::select(m, a, b); }
// Of numbers: NaN or a zero's sign may come out either way.
template <class A> FORCED floats<A> least(floats<A> a, floats<A> b) { return minimum(a, b); }
template <class A> FORCED floats<A> greatest(floats<A> a, floats<A> b) { return maximum(a, b); }
template <class A> FORCED floats<A> whole(floats<A> a) { return xsimd::to_float(truncated(a)); }

template <class A> FORCED void put_whole(floats<A> a, u32* to) {
  truncated(a).store_unaligned(reinterpret_cast<std::int32_t*>(to));
}

// 1 / a, to two units in the last place, for what is neither tiny nor huge: one step of Newton's on AVX-512, where
// dividing is slow. CPUs differ in the last place: for filters only.
template <class A> FORCED floats<A> about_inverse(floats<A> a) { return quotient(floats<A>(1.f), a); }
#if defined(__AVX512BW__)
FORCED floats<xsimd::avx512bw> about_inverse(floats<xsimd::avx512bw> a) {
  const floats<xsimd::avx512bw> x = _mm512_maskz_rcp14_ps(0xffff, a.data);
  return x * (floats<xsimd::avx512bw>(2.f) - a * x);
}
#endif

// first + j of each lane j of 16 that is in mask, in order. May write all 16.
FORCED void put_numbers(u32 first, u32 mask, u32* to) { pack_numbers<HITSCAN_ARCH, 16>(to, first, mask); }

// The lanes of 16 floats that are in mask, in order. May write all 16.
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  pack<HITSCAN_ARCH, 4, 16>((u8*)to, (const u8*)from, mask);
}

#if defined(__AVX2__)
// The same some at a time, as integers: each(lanes, place).
template <class Each> FORCED void each_packed(const float* from, u32 mask, Each each) {
  ints<HITSCAN_ARCH>::register_type some;
  constexpr u32 lanes = (u32)sizeof some / 4;
  for (u32 j = 0, n = 0; j < 16; j += lanes, mask >>= lanes) {
    const u32 here = mask & ((1u << lanes) - 1);
    __builtin_memcpy(&some, from + j, sizeof some);
    each(compressed<4>(some, here), n), n += bits_set(here);
  }
}
#endif

// One bit for each lane whose cell is marked. Cells are whole numbers.
#if defined(__AVX512BW__)
FORCED u32 marked(const u32* marks, floats<xsimd::avx512bw> cell) {
  const __m512i i = _mm512_cvttps_epi32(cell), word = load_words<4>(marks, _mm512_srli_epi32(i, 5));
  const __m512i bit = _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_and_si512(i, _mm512_set1_epi32(31)));
  return bits_of(_mm512_test_epi32_mask(word, bit));
}
#elif defined(__AVX2__)
FORCED u32 marked(const u32* marks, floats<xsimd::avx2> cell) {
  const __m256i i = _mm256_cvttps_epi32(cell), word = load_words<4>(marks, _mm256_srli_epi32(i, 5));
  const __m256i top = _mm256_sub_epi32(_mm256_set1_epi32(31), _mm256_and_si256(i, _mm256_set1_epi32(31)));
  return bits_of(_mm256_castsi256_ps(_mm256_sllv_epi32(word, top)));
}
#else
template <class A> FORCED u32 marked(const u32* marks, floats<A> cell) {
  alignas(64) u32 i[floats<A>::size];
  put_whole(cell, i);
  u32 m = 0;
#pragma GCC unroll 16
  for (int j = 0; j < (int)floats<A>::size; ++j) m |= (marks[i[j] >> 5] >> (i[j] & 31) & 1) << j;
  return m;
}
#endif

// Rows of four, one a lane, as columns.
template <class A> FORCED void to_four_columns(const float* rows, const u32* which, floats<A> (&column)[4]) {
  constexpr int lanes = (int)floats<A>::size;
  quads<lanes> x[4];
  load_columns<lanes>(x, [&](int lane) INLINED { return rows + (std::size_t)which[lane] * 4; });
#pragma GCC unroll 4
  for (int c = 0; c < 4; ++c) column[c] = (typename floats<A>::register_type)x[c];
}

// table[slots], lane by lane, as bits: numbers are no floats.
FORCED floats<HITSCAN_ARCH> words_at(const u32* table, floats<HITSCAN_ARCH> slots) {
  return (floats<HITSCAN_ARCH>::register_type)load_words<4>(table, (ints<HITSCAN_ARCH>::register_type)slots.data);
}

// table[slots], lane by lane, of a table of n. May read a register of it. Short tables fit one.
FORCED floats<HITSCAN_ARCH> look_up(const float* table, [[maybe_unused]] u32 n, floats<HITSCAN_ARCH> slots) {
  const auto at = (ints<HITSCAN_ARCH>::register_type)slots.data;
#if defined(__AVX512BW__)
  if (n <= 16) return _mm512_maskz_permutexvar_ps(0xffff, at, _mm512_loadu_ps(table));
#elif defined(__AVX2__)
  if (n <= 8) return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), at);
#endif
  return (floats<HITSCAN_ARCH>::register_type)load_words<4>(table, at);
}

FORCED flags<HITSCAN_ARCH> lanes_in(u32 set, floats<HITSCAN_ARCH>) { return lanes_of_bits<HITSCAN_ARCH>(set); }

// Where it is entered before what is hit so far: since `in`, and the slot of who it is. Slots only grow.
FORCED void keep_sooner(floats<HITSCAN_ARCH> enter, floats<HITSCAN_ARCH> leave, floats<HITSCAN_ARCH> in,
                        floats<HITSCAN_ARCH> who, floats<HITSCAN_ARCH>& best, floats<HITSCAN_ARCH>& slot) {
#if defined(__AVX2__) && !defined(__AVX512BW__)  // two operations each in place of blends; NaN is no minimum
  const __m256 no = _mm256_cmp_ps(enter, leave, _CMP_NLT_UQ);
  best = _mm256_min_ps(_mm256_or_ps(in, no), best), slot = _mm256_max_ps(slot, _mm256_andnot_ps(no, who));
#elif defined(__SSE2__) && !defined(__AVX512BW__)
  const __m128 no = _mm_cmpnlt_ps(enter, leave);
  best = min_of(_mm_or_ps(in, no), best), slot = max_of(slot, _mm_andnot_ps(no, who));
#else
  const auto sooner = enter < leave;
  best = pick(sooner, in, best), slot = pick(sooner, who, slot);
#endif
}

}  // namespace
}  // namespace hitscan::detail
#endif

namespace hitscan::detail {
namespace {

// Of what is bits, not numbers.
template <class V> FORCED auto shares_bits(V a, u32 with) {
  typedef u32 words __attribute__((vector_size(4 * V::size)));
  words w;
  __builtin_memcpy(&w, &a, sizeof w);
  w = (words)((w & with) != 0);
  __builtin_memcpy(&a, &w, sizeof w);
  return sign_set(a);
}

// Were two times of a lane ever within 16 units in the last place of each other?
template <class V> struct near_misses {
  typedef u32 words __attribute__((vector_size(4 * V::size)));
#if defined(__SSE2__) && !defined(__SSE4_1__)  // no minimum of unsigned integers
  typedef std::int32_t signed_words __attribute__((vector_size(4 * V::size)));
  words seen{};
  FORCED void add(words apart) { seen |= (words)((signed_words)apart > -17) & (words)((signed_words)apart < 17); }
  FORCED words found() const { return seen; }
#else
  words least = ~words{};
  FORCED void add(words apart) { apart += 16, least = apart < least ? apart : least; }
  FORCED words found() const { return (words)(least <= 32); }
#endif
  FORCED void note(V a, V b) {
    words x, y;
    __builtin_memcpy(&x, &a, sizeof x), __builtin_memcpy(&y, &b, sizeof y);
    add(x - y);
  }
  FORCED u32 any() const {
    const words w = found();
    V v;
    __builtin_memcpy(&v, &w, sizeof w);
    return bits(sign_set(v));
  }
};

}  // namespace
}  // namespace hitscan::detail
