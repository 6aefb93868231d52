// The only file that includes xsimd; it and registers.hpp alone name SIMD intrinsics. Everything is in an anonymous
// namespace: each isa object owns its copy, so the linker can never hand AVX-512 code to an old CPU.
//
// xsimd supplies registers, arithmetic, comparison and selection, spelled the same from 8.1 to 14.3. What differs
// between its versions or its architectures (min and max of NaN, masks as bits, IEEE division on NEON) is written out
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <xsimd/xsimd.hpp>

#include "../core/floats.hpp"

#if defined(__AVX2__)
namespace hitscan::detail::HITSCAN_ISA {
struct byte_table {
  std::uint8_t at[256][8];
};
extern const byte_table lanes_of_byte;  // src/isa/engine.cpp
}  // namespace hitscan::detail::HITSCAN_ISA
#endif

namespace hitscan::detail {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using u16 = std::uint16_t;
using u8 = std::uint8_t;

template <class A> using floats = xsimd::batch<float, A>;
template <class A> using doubles = xsimd::batch<double, A>;
template <class A> using ints = xsimd::batch<std::int32_t, A>;
template <class A> using flags = xsimd::batch_bool<float, A>;

// ---- one axis after another ------------------------------------------------------------------------------------
// An axis is an element of a pack: f(0_c), f(1_c) [, f(2_c)]. 2D and 3D are one source.

template <int K> using axis = std::integral_constant<int, K>;
template <int D, class F> FORCED void each_axis(F f) {
  [&]<int... K>(std::integer_sequence<int, K...>)
      INLINED { (f(axis<K>{}), ...); }(std::make_integer_sequence<int, D>{});
}
template <int D, class F> FORCED auto all_axes(F f) {
  return [&]<int... K>(std::integer_sequence<int, K...>)
             INLINED { return (f(axis<K>{}) & ...); }(std::make_integer_sequence<int, D>{});
}

// ---- registers: the same dozen operations for every ISA --------------------------------------------------------
//   bits_of       one bit a lane
//   imax imin     of float bits as signed integers: right for floats >= 0, and on x86 four pipes instead of two.
//   iadd          n units in the last place up, for floats >= 0
//   igt           greater, as signed integers
//   umax          of float bits as unsigned integers: negative, NaN and infinite all exceed FLT_MAX
//   top_bits      lanes with the sign bit set
//   at_most       lanes whose bits, unsigned, are at most those of a float that is not negative: 0 <= x <= it
//   load_first    the first n lanes, the others 0, without touching memory behind them
//   widen narrow  floats <-> two registers of doubles (low and high half)
//   rounded       a double to float and back
//   divide root   IEEE everywhere
//   min_of max_of of NaN and a number, or two zeros, on x86 the second; xsimd 14 takes the first
//   side_by_side  quads as one register: compilers shuffle where inserting from memory is all it takes
//   load_words    of items of Bytes bytes, the first four of those whose numbers the lanes are: none negative
//   any_set       is there a bit, in a register of integers
//   compressed    items of 4 or 8 bytes, those whose bit is set to the front. AVX2 and AVX-512
//   numbers_set   the numbers of the bits set, to the front, and n more. AVX2 and AVX-512

// Lane by lane. AVX2 has a gather: slow on AMD's CPUs and on Intel's since it was mended (Downfall), and qemu 7.2
// forgets the index when that is in the fourth register.
template <int Bytes, class R> FORCED R load_words(const void* items, R numbers) {
  constexpr int lanes = (int)(sizeof(R) / 4);
  u32 at[lanes];
  __builtin_memcpy(at, &numbers, sizeof at);
  const auto word = [&](int j) INLINED {
    u32 w;
    __builtin_memcpy(&w, (const u8*)items + (std::size_t)at[j] * Bytes, sizeof w);
    return w;
  };
  return [&]<int... J>(std::integer_sequence<int, J...>) INLINED {
    typedef u32 words __attribute__((vector_size(sizeof(R))));
    return (R)words{word(J)...};
  }(std::make_integer_sequence<int, lanes>{});
}

#if defined(__SSE2__)
#if defined(__wasm__)  // Emscripten's headers compare and choose, for what is one instruction
FORCED __m128 min_of(__m128 a, __m128 b) { return (__m128)wasm_f32x4_pmin((v128_t)b, (v128_t)a); }
FORCED __m128 max_of(__m128 a, __m128 b) { return (__m128)wasm_f32x4_pmax((v128_t)b, (v128_t)a); }
#else
FORCED __m128 min_of(__m128 a, __m128 b) { return _mm_min_ps(a, b); }
FORCED __m128 max_of(__m128 a, __m128 b) { return _mm_max_ps(a, b); }
#endif
FORCED u32 bits_of(__m128 m) { return (u32)_mm_movemask_ps(m); }
FORCED u32 bits_of(__m128d m) { return (u32)_mm_movemask_pd(m); }
FORCED u32 bits_of(__m128i m) { return bits_of(_mm_castsi128_ps(m)); }
FORCED __m128 lanes_of(u32 b, __m128) {
  const __m128i one = _mm_setr_epi32(1, 2, 4, 8);
  return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int)b), one), one));
}
// SSE2 has no integer maximum of 32 bits. Float maximum does where neither the sign of zero nor NaN matters.
FORCED __m128 imax(__m128 a, __m128 b) { return max_of(a, b); }
FORCED __m128 imin(__m128 a, __m128 b) { return min_of(a, b); }
FORCED __m128 iadd(__m128 a, int n) { return _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a), _mm_set1_epi32(n))); }
FORCED __m128 igt(__m128 a, __m128 b) {
  return _mm_castsi128_ps(_mm_cmpgt_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}
FORCED __m128 umax(__m128 a, __m128 b) {  // unsigned order is signed order with the top bit flipped
  const __m128i flip = _mm_set1_epi32((int)0x80000000u);
  const __m128i x = _mm_castps_si128(a), y = _mm_castps_si128(b);
  const __m128i m = _mm_cmpgt_epi32(_mm_xor_si128(x, flip), _mm_xor_si128(y, flip));
  return _mm_castsi128_ps(_mm_or_si128(_mm_and_si128(m, x), _mm_andnot_si128(m, y)));
}
FORCED __m128 top_bits(__m128 a) { return _mm_castsi128_ps(_mm_srai_epi32(_mm_castps_si128(a), 31)); }
FORCED __m128 at_most(__m128 w, float most) {
  const __m128i x = _mm_castps_si128(w), top = _mm_castps_si128(_mm_set1_ps(most));
  return _mm_castsi128_ps(_mm_andnot_si128(_mm_cmpgt_epi32(x, top), _mm_cmpgt_epi32(x, _mm_set1_epi32(-1))));
}
FORCED __m128 load_first(const float* p, unsigned n, __m128) {
  const __m128 zero = _mm_setzero_ps();
  const auto two = [&] { return _mm_castsi128_ps(_mm_loadl_epi64((const __m128i*)p)); };
  return n == 1 ? _mm_load_ss(p) : n == 2 ? two() : n == 3 ? _mm_movelh_ps(two(), _mm_load_ss(p + 2)) : zero;
}
FORCED __m128d widen(const float* p, __m128d) {
  return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const __m128i*)p)));
}
FORCED __m128 narrow(__m128d low, __m128d high) { return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high)); }
FORCED __m128d rounded(__m128d v) { return _mm_cvtps_pd(_mm_cvtpd_ps(v)); }
FORCED bool any_set(__m128i w) { return _mm_movemask_epi8(_mm_cmpeq_epi8(w, _mm_setzero_si128())) != 0xffff; }
FORCED __m128 divide(__m128 a, __m128 b) { return _mm_div_ps(a, b); }
FORCED __m128d divide(__m128d a, __m128d b) { return _mm_div_pd(a, b); }
FORCED __m128 root(__m128 a) { return _mm_sqrt_ps(a); }
FORCED __m128d root(__m128d a) { return _mm_sqrt_pd(a); }
FORCED __m128d min_of(__m128d a, __m128d b) { return _mm_min_pd(a, b); }
FORCED __m128d max_of(__m128d a, __m128d b) { return _mm_max_pd(a, b); }
#endif

#if defined(__AVX2__)
FORCED u32 bits_of(__m256 m) { return (u32)_mm256_movemask_ps(m); }
FORCED u32 bits_of(__m256d m) { return (u32)_mm256_movemask_pd(m); }
FORCED u32 bits_of(__m256i m) { return bits_of(_mm256_castsi256_ps(m)); }
FORCED __m256 lanes_of(u32 b, __m256) {
  const __m256i one = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)b), one), one));
}
FORCED __m256 imax(__m256 a, __m256 b) {
  return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
FORCED __m256 imin(__m256 a, __m256 b) {
  return _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
FORCED __m256 iadd(__m256 a, int n) {
  return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a), _mm256_set1_epi32(n)));
}
FORCED __m256 igt(__m256 a, __m256 b) {
  return _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
FORCED __m256 umax(__m256 a, __m256 b) {
  return _mm256_castsi256_ps(_mm256_max_epu32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
FORCED __m256 top_bits(__m256 a) { return _mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(a), 31)); }
FORCED __m256 at_most(__m256 w, float most) {
  const __m256i top = _mm256_castps_si256(_mm256_set1_ps(most));
  return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_max_epu32(_mm256_castps_si256(w), top), top));
}
FORCED __m256 load_first(const float* p, unsigned n, __m256) {  // no vmaskmov: emulators read all of it
  const __m128 low = n < 4 ? load_first(p, n, __m128{}) : _mm_loadu_ps(p);
  const __m128 high = n < 4 ? _mm_setzero_ps() : load_first(p + 4, n - 4, __m128{});
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
FORCED __m256d widen(const float* p, __m256d) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
FORCED __m256 narrow(__m256d low, __m256d high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1);
}
FORCED __m256d rounded(__m256d v) { return _mm256_cvtps_pd(_mm256_cvtpd_ps(v)); }
FORCED __m256 side_by_side(__m128 a, __m128 b) { return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1); }
FORCED bool any_set(__m256i w) { return !_mm256_testz_si256(w, w); }
FORCED __m256 divide(__m256 a, __m256 b) { return _mm256_div_ps(a, b); }
FORCED __m256d divide(__m256d a, __m256d b) { return _mm256_div_pd(a, b); }
FORCED __m256 root(__m256 a) { return _mm256_sqrt_ps(a); }
FORCED __m256d root(__m256d a) { return _mm256_sqrt_pd(a); }
FORCED __m256 min_of(__m256 a, __m256 b) { return _mm256_min_ps(a, b); }
FORCED __m256 max_of(__m256 a, __m256 b) { return _mm256_max_ps(a, b); }
FORCED __m256d min_of(__m256d a, __m256d b) { return _mm256_min_pd(a, b); }
FORCED __m256d max_of(__m256d a, __m256d b) { return _mm256_max_pd(a, b); }
FORCED __m256i lanes_set_in(u32 b) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)HITSCAN_ISA::lanes_of_byte.at[(u8)b]));
}
template <int Bytes> FORCED __m256i compressed(__m256i v, u32 b) {
  if constexpr (Bytes == 8) b = (b | b << 2) & 0x33, b = (b | b << 1) & 0x55, b *= 3;  // two lanes an item
  return _mm256_permutevar8x32_epi32(v, lanes_set_in(b));
}
FORCED __m256i numbers_set(u32 b, u32 n, __m256i) {
  return _mm256_add_epi32(lanes_set_in(b), _mm256_set1_epi32((int)n));
}
#endif

#if defined(__AVX512BW__)
// GCC 12 may spill the widened mask as two bytes and read four back: a wrong bit 16, seen under -O1 with ASan. It must
// not know that this widens.
#if defined(__GNUC__) && !defined(__clang__)
FORCED u32 bits_of(__mmask16 m) {
  u32 b;
  __asm__("kmovw %1, %0" : "=r"(b) : "k"(m));
  return b;
}
FORCED u32 bits_of(__mmask8 m) {
  u32 b;
  __asm__("kmovb %1, %0" : "=r"(b) : "k"(m));
  return b;
}
#else
FORCED u32 bits_of(__mmask16 m) { return m; }
FORCED u32 bits_of(__mmask8 m) { return m; }
#endif
FORCED __mmask16 lanes_of(u32 b, __m512) { return (__mmask16)b; }
FORCED __m512 imax(__m512 a, __m512 b) {
  return _mm512_castsi512_ps(_mm512_max_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
FORCED __m512 imin(__m512 a, __m512 b) {
  return _mm512_castsi512_ps(_mm512_min_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
FORCED __m512 iadd(__m512 a, int n) {
  return _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(a), _mm512_set1_epi32(n)));
}
FORCED __mmask16 igt(__m512 a, __m512 b) {
  return _mm512_cmpgt_epi32_mask(_mm512_castps_si512(a), _mm512_castps_si512(b));
}
FORCED __m512 umax(__m512 a, __m512 b) {
  return _mm512_castsi512_ps(_mm512_max_epu32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
FORCED __mmask16 top_bits(__m512 a) { return _mm512_movepi32_mask(_mm512_castps_si512(a)); }
FORCED __mmask16 at_most(__m512 w, float most) {
  return _mm512_cmple_epu32_mask(_mm512_castps_si512(w), _mm512_castps_si512(_mm512_set1_ps(most)));
}
FORCED __m512 load_first(const float* p, unsigned n, __m512) {
  return _mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p);
}
FORCED __m512d widen(const float* p, __m512d) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }
FORCED __m512 narrow(__m512d low, __m512d high) {
  return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
}
FORCED __m512d rounded(__m512d v) { return _mm512_cvtps_pd(_mm512_cvtpd_ps(v)); }
template <int Bytes> FORCED __m512i load_words(const void* items, __m512i numbers) {
  return _mm512_i32gather_epi32(numbers, items, Bytes);
}
FORCED __m512 side_by_side(__m128 a, __m128 b, __m128 c, __m128 d) {
  const __m512 ab = _mm512_insertf32x4(_mm512_castps128_ps512(a), b, 1);
  return _mm512_insertf32x4(_mm512_insertf32x4(ab, c, 2), d, 3);
}
FORCED bool any_set(__m512i w) { return _mm512_test_epi64_mask(w, w) != 0; }
FORCED __m512 divide(__m512 a, __m512 b) { return _mm512_div_ps(a, b); }
FORCED __m512d divide(__m512d a, __m512d b) { return _mm512_div_pd(a, b); }
FORCED __m512 root(__m512 a) { return _mm512_sqrt_ps(a); }
FORCED __m512d root(__m512d a) { return _mm512_sqrt_pd(a); }
FORCED __m512 min_of(__m512 a, __m512 b) { return _mm512_min_ps(a, b); }
FORCED __m512 max_of(__m512 a, __m512 b) { return _mm512_max_ps(a, b); }
FORCED __m512d min_of(__m512d a, __m512d b) { return _mm512_min_pd(a, b); }
FORCED __m512d max_of(__m512d a, __m512d b) { return _mm512_max_pd(a, b); }
// In the register: compressing to memory is ten times slower on AMD.
template <int Bytes> FORCED __m512i compressed(__m512i v, u32 b) {
  return Bytes == 4 ? _mm512_maskz_compress_epi32((__mmask16)b, v) : _mm512_maskz_compress_epi64((__mmask8)b, v);
}
FORCED __m512i numbers_set(u32 b, u32 n, __m512i) {
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return compressed<4>(_mm512_add_epi32(lane, _mm512_set1_epi32((int)n)), b);
}
#endif

#if defined(__aarch64__)
FORCED u32 bits_of(uint32x4_t m) {
  const uint32x4_t weight = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32(m, weight));
}
FORCED u32 bits_of(uint64x2_t m) { return (u32)((vgetq_lane_u64(m, 0) & 1) | (vgetq_lane_u64(m, 1) & 2)); }
FORCED uint32x4_t lanes_of(u32 b, float32x4_t) {
  const uint32x4_t weight = {1, 2, 4, 8};
  return vtstq_u32(vdupq_n_u32(b), weight);
}
FORCED float32x4_t imax(float32x4_t a, float32x4_t b) {
  return vreinterpretq_f32_s32(vmaxq_s32(vreinterpretq_s32_f32(a), vreinterpretq_s32_f32(b)));
}
FORCED float32x4_t imin(float32x4_t a, float32x4_t b) {
  return vreinterpretq_f32_s32(vminq_s32(vreinterpretq_s32_f32(a), vreinterpretq_s32_f32(b)));
}
FORCED float32x4_t iadd(float32x4_t a, int n) {
  return vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(a), vdupq_n_s32(n)));
}
FORCED uint32x4_t igt(float32x4_t a, float32x4_t b) {
  return vcgtq_s32(vreinterpretq_s32_f32(a), vreinterpretq_s32_f32(b));
}
FORCED float32x4_t umax(float32x4_t a, float32x4_t b) {
  return vreinterpretq_f32_u32(vmaxq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
FORCED uint32x4_t top_bits(float32x4_t a) { return vcltzq_s32(vreinterpretq_s32_f32(a)); }
FORCED uint32x4_t at_most(float32x4_t w, float most) {
  return vcleq_u32(vreinterpretq_u32_f32(w), vreinterpretq_u32_f32(vdupq_n_f32(most)));
}
FORCED float32x4_t load_first(const float* p, unsigned n, float32x4_t) {
  float32x4_t v = vdupq_n_f32(0);
  if (n > 0) v = vsetq_lane_f32(p[0], v, 0);
  if (n > 1) v = vsetq_lane_f32(p[1], v, 1);
  if (n > 2) v = vsetq_lane_f32(p[2], v, 2);
  return v;
}
FORCED float64x2_t widen(const float* p, float64x2_t) { return vcvt_f64_f32(vld1_f32(p)); }
FORCED float32x4_t narrow(float64x2_t low, float64x2_t high) { return vcvt_high_f32_f64(vcvt_f32_f64(low), high); }
FORCED float64x2_t rounded(float64x2_t v) { return vcvt_f64_f32(vcvt_f32_f64(v)); }
FORCED bool any_set(uint64x2_t w) { return vmaxvq_u32(vreinterpretq_u32_u64(w)) != 0; }
// xsimd estimates float division and square root on NEON and refines: not IEEE.
FORCED float32x4_t divide(float32x4_t a, float32x4_t b) { return vdivq_f32(a, b); }
FORCED float64x2_t divide(float64x2_t a, float64x2_t b) { return vdivq_f64(a, b); }
FORCED float32x4_t root(float32x4_t a) { return vsqrtq_f32(a); }
FORCED float64x2_t root(float64x2_t a) { return vsqrtq_f64(a); }
FORCED float32x4_t min_of(float32x4_t a, float32x4_t b) { return vminq_f32(a, b); }
FORCED float32x4_t max_of(float32x4_t a, float32x4_t b) { return vmaxq_f32(a, b); }
FORCED float64x2_t min_of(float64x2_t a, float64x2_t b) { return vminq_f64(a, b); }
FORCED float64x2_t max_of(float64x2_t a, float64x2_t b) { return vmaxq_f64(a, b); }
#endif

// ---- the same on batches ---------------------------------------------------------------------------------------

// As whole numbers, towards 0; where they are too large for one, some number. Emscripten's headers ask lane by lane.
#if defined(__wasm__)
template <class A> FORCED ints<A> truncated(floats<A> a) { return (__m128i)wasm_i32x4_trunc_sat_f32x4((v128_t)a.data); }
#else
template <class A> FORCED ints<A> truncated(floats<A> a) { return xsimd::to_int(a); }
#endif
template <class T, class A> FORCED u32 bits(xsimd::batch_bool<T, A> m) { return bits_of(m.data); }
template <class A> FORCED flags<A> lanes_of_bits(u32 b) { return lanes_of(b, typename floats<A>::register_type{}); }
template <class A> FORCED floats<A> ordered_max(floats<A> a, floats<A> b) { return imax(a.data, b.data); }
template <class A> FORCED floats<A> ordered_min(floats<A> a, floats<A> b) { return imin(a.data, b.data); }
template <class A> FORCED floats<A> nudge(floats<A> a, int ulps) { return iadd(a.data, ulps); }
template <class A> FORCED flags<A> ordered_gt(floats<A> a, floats<A> b) { return igt(a.data, b.data); }
template <class A> FORCED floats<A> unsigned_max(floats<A> a, floats<A> b) { return umax(a.data, b.data); }
template <class A> FORCED flags<A> finite_and_positive(floats<A> a) { return at_most(a.data, largest); }
template <class A> FORCED flags<A> sign_set(floats<A> a) { return top_bits(a.data); }
template <class A> FORCED doubles<A> to_float_and_back(doubles<A> a) { return rounded(a.data); }
template <class A> FORCED floats<A> to_floats(doubles<A> low, doubles<A> high) { return narrow(low.data, high.data); }
template <class T, class A> FORCED xsimd::batch<T, A> quotient(xsimd::batch<T, A> a, xsimd::batch<T, A> b) {
  return divide(a.data, b.data);
}
template <class T, class A> FORCED xsimd::batch<T, A> square_root(xsimd::batch<T, A> a) { return root(a.data); }
template <class T, class A> FORCED xsimd::batch<T, A> minimum(xsimd::batch<T, A> a, xsimd::batch<T, A> b) {
  return min_of(a.data, b.data);
}
template <class T, class A> FORCED xsimd::batch<T, A> maximum(xsimd::batch<T, A> a, xsimd::batch<T, A> b) {
  return max_of(a.data, b.data);
}
#if defined(__AVX2__)
template <class A> constexpr bool compresses = true;
#else
template <class A> constexpr bool compresses = false;
#endif

// a b - c and a b + c: rounded once where `fuses`, else twice. For filters that allow for either.
#if defined(__AVX512BW__)
template <class A> constexpr bool fuses = true;
FORCED floats<xsimd::avx512bw> product_less(floats<xsimd::avx512bw> a, floats<xsimd::avx512bw> b,
                                            floats<xsimd::avx512bw> c) {
  return _mm512_fmsub_ps(a, b, c);
}
FORCED floats<xsimd::avx512bw> product_more(floats<xsimd::avx512bw> a, floats<xsimd::avx512bw> b,
                                            floats<xsimd::avx512bw> c) {
  return _mm512_fmadd_ps(a, b, c);
}
#elif defined(__FMA__)
template <class A> constexpr bool fuses = true;
FORCED floats<xsimd::avx2> product_less(floats<xsimd::avx2> a, floats<xsimd::avx2> b, floats<xsimd::avx2> c) {
  return _mm256_fmsub_ps(a, b, c);
}
FORCED floats<xsimd::avx2> product_more(floats<xsimd::avx2> a, floats<xsimd::avx2> b, floats<xsimd::avx2> c) {
  return _mm256_fmadd_ps(a, b, c);
}
#elif defined(__aarch64__)
template <class A> constexpr bool fuses = true;
FORCED floats<xsimd::neon64> product_less(floats<xsimd::neon64> a, floats<xsimd::neon64> b, floats<xsimd::neon64> c) {
  return vfmaq_f32(vnegq_f32(c), a, b);  // of 0 - 0 the zero that x86 has
}
FORCED floats<xsimd::neon64> product_more(floats<xsimd::neon64> a, floats<xsimd::neon64> b, floats<xsimd::neon64> c) {
  return vfmaq_f32(c, a, b);
}
#else
template <class A> constexpr bool fuses = false;
template <class A> FORCED floats<A> product_less(floats<A> a, floats<A> b, floats<A> c) { return a * b - c; }
template <class A> FORCED floats<A> product_more(floats<A> a, floats<A> b, floats<A> c) { return a * b + c; }
#endif

template <int Bytes> FORCED u8* pack_one_by_one(u8* to, const u8* from, u64 set) {
  for (; set; set &= set - 1, to += Bytes) {
    u8 item[Bytes];
    __builtin_memcpy(item, from + (unsigned)__builtin_ctzll(set) * Bytes, Bytes);
    __builtin_memcpy(to, item, Bytes);
  }
  return to;
}
// Of N items side by side, those whose bit is set, in order. May write all N. Returns where the next one goes.
template <class A, int Bytes, u32 N> FORCED u8* pack(u8* to, const u8* from, u64 set) {
  if constexpr (compresses<A>) {
    typename ints<A>::register_type items;
    constexpr u32 lanes = (u32)sizeof items / Bytes;
#pragma GCC unroll 16
    for (u32 j = 0; j < N; j += lanes, set >>= lanes, from += sizeof items) {
      const u32 here = (u32)set & ((1u << lanes) - 1);
      __builtin_memcpy(&items, from, sizeof items);
      items = compressed<Bytes>(items, here);
      __builtin_memcpy(to, &items, sizeof items);
      to += (unsigned)__builtin_popcount(here) * Bytes;
    }
    return to;
  } else
    return pack_one_by_one<Bytes>(to, from, set);
}
// The same of the numbers from `first` on.
template <class A, u32 N> FORCED u32* pack_numbers(u32* to, u32 first, u64 set) {
  if constexpr (compresses<A>) {
    typename ints<A>::register_type numbers;
    constexpr u32 lanes = (u32)sizeof numbers / 4;
    constexpr bool many = N / lanes > 4;  // registers: rather ask whether anything is left
    for (u32 j = 0; many ? set != 0 : j < N; j += lanes, set >>= lanes) {
      const u32 here = (u32)set & ((1u << lanes) - 1);
      numbers = numbers_set(here, first + j, decltype(numbers){});
      __builtin_memcpy(to, &numbers, sizeof numbers);
      to += (unsigned)__builtin_popcount(here);
    }
  } else
    for (; set; set &= set - 1) *to++ = first + (unsigned)__builtin_ctzll(set);
  return to;
}
template <class R> FORCED R magnitude(R a) { return xsimd::abs(a); }
template <class R> FORCED R larger(R a, R b) { return xsimd::select(a > b, a, b); }
template <class R> FORCED R smaller(R a, R b) { return xsimd::select(a < b, a, b); }
template <class A> FORCED flags<A> no_lanes() { return lanes_of_bits<A>(0); }

// Widths that must all be finite and not negative. As unsigned integers, negative, NaN and infinite ones all exceed
// FLT_MAX, so one maximum sees all. SSE2 has no such maximum: there the least must not be negative and the sum finite.
// A lane may be refused though it is fine (-0, a sum that overflows); none passes that is not.
template <class A> struct widths {
  static constexpr bool by_integers = !std::is_same_v<A, xsimd::sse2>;
  floats<A> most, least;
  FORCED explicit widths(floats<A> w) : most(w), least(w) {}
  FORCED void add(floats<A> w) {
    if constexpr (by_integers)
      most = unsigned_max(most, w);
    else
      most = most + w, least = ordered_min(w, least);
  }
  FORCED flags<A> fine() const {
    if constexpr (by_integers)
      return finite_and_positive(most);
    else
      return (least >= floats<A>(0.f)) & (most <= floats<A>(largest));
  }
};

// Was any of these differences in 0..room? As unsigned integers negative ones are the largest, so a minimum sees all.
// SSE2 has none: there their magnitudes are looked at, which says yes a little more often.
template <class A> struct least_difference {
  typedef u32 words __attribute__((vector_size(sizeof(floats<A>))));
  static constexpr bool by_integers = !std::is_same_v<A, xsimd::sse2>;
  words least = ~words{};
  FORCED void add(floats<A> d) {
    words w;
    if constexpr (by_integers)
      __builtin_memcpy(&w, &d, sizeof w), least = w < least ? w : least;
    else {
      floats<A> kept;
      __builtin_memcpy(&kept, &least, sizeof kept);  // none yet: NaN, and the minimum is the second
      kept = minimum(kept, magnitude(d));
      __builtin_memcpy(&least, &kept, sizeof kept);
    }
  }
  FORCED flags<A> within(float room) const {
    floats<A> f;
    __builtin_memcpy(&f, &least, sizeof f);
    return at_most(f.data, room);
  }
};

// Into `most` or `sum` of lanes that hit. AVX2 sums all: what is not finite in others costs time alone.
#if defined(__AVX512BW__)
FORCED void max_of_hits(flags<xsimd::avx512bw> hit, floats<xsimd::avx512bw> x, floats<xsimd::avx512bw>& most) {
  const __m512i m = _mm512_castps_si512(most.data);
  most = _mm512_castsi512_ps(_mm512_mask_max_epu32(m, hit.data, m, _mm512_castps_si512(x.data)));
}
FORCED void product_of_hits(flags<xsimd::avx512bw> hit, floats<xsimd::avx512bw> x, floats<xsimd::avx512bw> y,
                            floats<xsimd::avx512bw>& sum) {
  sum = _mm512_mask3_fmadd_ps(x.data, y.data, sum.data, hit.data);
}
#else
template <class A> FORCED void max_of_hits(flags<A> hit, floats<A> x, floats<A>& most) {
  typedef u32 words __attribute__((vector_size(sizeof x.data)));  // of a choice g++ makes one operation more
  most = unsigned_max(most, floats<A>((decltype(x.data))((words)hit.data & (words)x.data)));
}
template <class A> FORCED void product_of_hits(flags<A>, floats<A> x, floats<A> y, floats<A>& sum) {
  sum = sum + (x + y);
}
#endif

// The widths of lanes that hit, of several registers.
template <class A> struct widths_of_hits {
  floats<A> most = floats<A>(0.f), least = floats<A>(0.f);
  FORCED void add(flags<A> hit, const widths<A>& w) {
    if constexpr (widths<A>::by_integers)
      max_of_hits(hit, w.most, most);
    else
      most = most + xsimd::select(hit, w.most, floats<A>(0.f)),
      least = minimum(xsimd::select(hit, w.least, floats<A>(0.f)), least);
  }
  FORCED flags<A> fine() const {
    if constexpr (widths<A>::by_integers) return finite_and_positive(most);
    return (least >= floats<A>(0.f)) & (most <= floats<A>(largest));
  }
};

}  // namespace
}  // namespace hitscan::detail
