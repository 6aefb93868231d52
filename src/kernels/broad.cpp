// The broadphase of one ISA: what src/broadphase says over a register of lanes.
#include "forms.hpp"
#include "lanes.hpp"
#include "quads.hpp"

namespace hitscan::detail::broad {
namespace {

template <class A> FORCED floats<A> pick(flags<A> m, floats<A> a, floats<A> b) { return xsimd::select(m, a, b); }
// Of numbers: NaN or a zero's sign may come out either way.
template <class A> FORCED floats<A> least(floats<A> a, floats<A> b) { return xsimd::min(a, b); }
template <class A> FORCED floats<A> greatest(floats<A> a, floats<A> b) { return xsimd::max(a, b); }
template <class A> FORCED floats<A> whole(floats<A> a) { return xsimd::to_float(xsimd::to_int(a)); }

template <class A> FORCED void put_whole(floats<A> a, u32* to) {
  xsimd::to_int(a).store_unaligned(reinterpret_cast<std::int32_t*>(to));
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
#if defined(__AVX512BW__)
FORCED void put_numbers(u32 first, u32 mask, u32* to) {
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i all = _mm512_add_epi32(lane, _mm512_set1_epi32((int)first));
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)mask, all));
}
#else
FORCED void put_numbers(u32 first, u32 mask, u32* to) {
  for (; mask; mask &= mask - 1) *to++ = first + (u32)__builtin_ctz(mask);
}
#endif

// The lanes of 16 floats that are in mask, in order. May write all 16.
#if defined(__AVX512BW__)
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  _mm512_storeu_ps(to, _mm512_maskz_compress_ps((__mmask16)mask, _mm512_loadu_ps(from)));
}
#elif defined(__AVX2__)
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  for (int j = 0; j < 16; j += 8, mask >>= 8) {
    const u8 b = (u8)mask;
    const __m256i lane = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)lanes_of_byte.at[b]));
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(_mm256_loadu_ps(from + j), lane));
    to += __builtin_popcount(b);
  }
}
#else
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  for (; mask; mask &= mask - 1) *to++ = from[__builtin_ctz(mask)];
}
#endif

// table[at], lane by lane. No gather: it is slow on AMD's CPUs and on Intel's since it was mended (Downfall), and
// qemu 7.2 forgets the index when that is in the fourth register.
#if defined(__AVX2__)
FORCED __m256i loads(const u32* table, __m256i at) {
  alignas(32) u32 i[8];
  _mm256_store_si256((__m256i*)i, at);
  const auto word = [&](int j) INLINED { return (int)table[i[j]]; };
  return _mm256_setr_epi32(word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7));
}
#endif

// One bit for each lane whose cell is marked. Cells are whole numbers.
#if defined(__AVX512BW__)
FORCED u32 marked(const u32* marks, floats<xsimd::avx512bw> cell) {
  const __m512i i = _mm512_cvttps_epi32(cell), word = _mm512_i32gather_epi32(_mm512_srli_epi32(i, 5), marks, 4);
  const __m512i bit = _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_and_si512(i, _mm512_set1_epi32(31)));
  return bits_of(_mm512_test_epi32_mask(word, bit));
}
#elif defined(__AVX2__)
FORCED u32 marked(const u32* marks, floats<xsimd::avx2> cell) {
  const __m256i i = _mm256_cvttps_epi32(cell), word = loads(marks, _mm256_srli_epi32(i, 5));
  const __m256i top = _mm256_sub_epi32(_mm256_set1_epi32(31), _mm256_and_si256(i, _mm256_set1_epi32(31)));
  return bits_of(_mm256_castsi256_ps(_mm256_sllv_epi32(word, top)));
}
#else
template <class A> FORCED u32 marked(const u32* marks, floats<A> cell) {
  alignas(64) u32 i[floats<A>::size];
  put_whole(cell, i);
  u32 m = 0;
  for (int j = 0; j < (int)floats<A>::size; ++j) m |= (marks[i[j] >> 5] >> (i[j] & 31) & 1) << j;
  return m;
}
#endif

// Rows of four, one a lane, as columns.
template <class A> FORCED void to_four_columns(const float* rows, const u32* which, floats<A> (&column)[4]) {
  constexpr int lanes = (int)floats<A>::size;
  quads<lanes> x[4];
  load_columns<lanes>(x, [&](int lane) INLINED { return rows + (std::size_t)which[lane] * 4; });
  for (int c = 0; c < 4; ++c) column[c] = (typename floats<A>::register_type)x[c];
}

// table[slots], lane by lane, of a table of n. May read a register of it. Short tables fit one.
#if defined(__AVX2__)
FORCED floats<xsimd::avx2> look_up(const float* table, u32 n, floats<xsimd::avx2> slots) {
  const __m256i at = _mm256_castps_si256(slots);
  if (n <= 8) return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), at);
  alignas(32) u32 i[8];
  _mm256_store_si256((__m256i*)i, at);
  return _mm256_setr_ps(table[i[0]], table[i[1]], table[i[2]], table[i[3]], table[i[4]], table[i[5]], table[i[6]],
                        table[i[7]]);
}
#endif
#if defined(__AVX512BW__)
FORCED floats<HITSCAN_ARCH> look_up(const float* table, u32 n, floats<HITSCAN_ARCH> slots) {
  const __m512i at = _mm512_castps_si512(slots);
  if (n <= 16) return _mm512_maskz_permutexvar_ps(0xffff, at, _mm512_loadu_ps(table));
  return _mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, at, table, 4);
}
#elif !defined(__AVX2__)
FORCED floats<HITSCAN_ARCH> look_up(const float* table, u32, floats<HITSCAN_ARCH> slots) {
  u32 at[4];
  __builtin_memcpy(at, &slots, sizeof at);
  return {table[at[0]], table[at[1]], table[at[2]], table[at[3]]};
}
#endif

}  // namespace
}  // namespace hitscan::detail::broad

#include "../broadphase/drift.hpp"
#include "../broadphase/nearest.hpp"
#include "../broadphase/spot.hpp"
#include "../broadphase/walk.hpp"

namespace hitscan::detail::broad {
namespace {

using V = floats<HITSCAN_ARCH>;
#if defined(__AVX512BW__)
using W = floats<xsimd::avx2>;
#else
using W = V;
#endif
#include "../broadphase/table.ipp"

}  // namespace
}  // namespace hitscan::detail::broad

namespace hitscan::detail::HITSCAN_ISA {
extern const detail::broad::kernels broad;
constinit const detail::broad::kernels broad = detail::broad::table;
}  // namespace hitscan::detail::HITSCAN_ISA
