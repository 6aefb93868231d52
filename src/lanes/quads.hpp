// Four floats at a time, or as many as a register has, whatever the ISA: rows to columns and back.
#pragma once

#include <cstdint>
#include <utility>

#if defined(HITSCAN_ARCH)
#include "simd.hpp"  // side_by_side
#else
#include "../core/forced.hpp"
#endif

namespace hitscan::detail {
namespace {

typedef float quad __attribute__((vector_size(16)));
FORCED quad load_quad(const float* p) {
  quad q;
  __builtin_memcpy(&q, p, sizeof q);
  return q;
}
FORCED void store_quad(float* p, quad q) { __builtin_memcpy(p, &q, sizeof q); }
#if defined(__SSE2__) && !defined(__wasm__)  // of vectors a < b ? a : b becomes two operations
FORCED quad least(quad a, quad b) { return (quad)__builtin_ia32_minps(a, b); }
FORCED quad greatest(quad a, quad b) { return (quad)__builtin_ia32_maxps(a, b); }
#else
FORCED quad least(quad a, quad b) { return a < b ? a : b; }
FORCED quad greatest(quad a, quad b) { return a > b ? a : b; }
#endif
FORCED void transpose(quad& a, quad& b, quad& c, quad& d) {
  const quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
             ba = __builtin_shufflevector(a, b, 2, 6, 3, 7), dc = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5), b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(ba, dc, 0, 1, 4, 5), d = __builtin_shufflevector(ba, dc, 2, 3, 6, 7);
}

// The same in registers of N lanes, whose quads are transposed side by side.
template <int N> struct quads_type {
  typedef float type __attribute__((vector_size(4 * N)));
};
template <int N> using quads = typename quads_type<N>::type;
template <int N, std::uint32_t... J>
FORCED quads<N> numbers_from(std::uint32_t n, std::integer_sequence<std::uint32_t, J...>) {
  typedef std::uint32_t numbers __attribute__((vector_size(4 * N)));
  return (quads<N>)(numbers{J...} + n);
}
template <int N, int... J> FORCED void transpose(quads<N>* x, std::integer_sequence<int, J...>) {
  using v = quads<N>;
  const auto low = [](v a, v b)
                       INLINED { return __builtin_shufflevector(a, b, (J / 4 * 4 + J % 4 / 2 + J % 2 * N)...); };
  const auto high = [](v a, v b)
                        INLINED { return __builtin_shufflevector(a, b, (J / 4 * 4 + J % 4 / 2 + J % 2 * N + 2)...); };
  const auto first = [](v a, v b)
                         INLINED { return __builtin_shufflevector(a, b, (J / 4 * 4 + J % 2 + J % 4 / 2 * N)...); };
  const auto last = [](v a, v b)
                        INLINED { return __builtin_shufflevector(a, b, (J / 4 * 4 + J % 2 + J % 4 / 2 * N + 2)...); };
  const v ab = low(x[0], x[1]), cd = low(x[2], x[3]), ba = high(x[0], x[1]), dc = high(x[2], x[3]);
  x[0] = first(ab, cd), x[1] = last(ab, cd), x[2] = first(ba, dc), x[3] = last(ba, dc);
}
// N rows of four, the j-th at row(j), as columns.
template <int N, class Row> FORCED void load_columns(quads<N> (&x)[4], Row row) {
  const auto load = [&]<int... K>(int j, std::integer_sequence<int, K...>) INLINED -> quads<N> {
    if constexpr (N == 4)
      return load_quad(row(j));
    else
      return side_by_side(load_quad(row(j + 4 * K))...);
  };
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) x[j] = load(j, std::make_integer_sequence<int, N / 4>{});
  transpose<N>(x, std::make_integer_sequence<int, N>{});
}

// Four columns (x) of N items, transposed: each item's four words, or the first of them, to its place. With four more
// (y): its eight.
template <int N, int Row, int Words = 4> FORCED void store_row(const quads<N>* x, float* to) {
  const auto* const row = reinterpret_cast<const unsigned char*>(&x[Row % 4]) + Row / 4 * sizeof(quad);
  __builtin_memcpy(to, row, Words * sizeof(float));  // one instruction; of four shuffled lanes g++ makes two
}
template <int N, int Row, int... J>
FORCED void store_row(const quads<N>* x, const quads<N>* y, float* to, std::integer_sequence<int, J...>) {
  const auto eight = __builtin_shufflevector(x[Row % 4], y[Row % 4], (Row / 4 * 4 + J % 4 + J / 4 * N)...);
  __builtin_memcpy(to, &eight, sizeof eight);
}

}  // namespace
}  // namespace hitscan::detail
