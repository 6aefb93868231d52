// Puts items into spatial order: a counting sort by size class, then by strips and columns that run to and fro.
//
//     +--->--->--->--+        Consecutive items are neighbours, also where a strip ends; 16 of them fill about a
//     +--<---<---<---+        square. Larger ones are sorted apart, on coarser cells: one of them in a block would make
//     +--->--->--->--+        its bounds large. A crowded cell is sorted again by the same code, on cells of its own.
//
// Bounds and typical size come from a sample; items beyond them fall into the border cells.
//
// The sort itself is in sort.cpp. Here is what it does with 16 items or rows at a time, over a register of lanes V:
// floats<A> of an ISA, or one float.
#pragma once

#include "../../lanes/quads.hpp"
#include "../../lanes/registers.hpp"
#include "../broad.hpp"

namespace hitscan::detail::HITSCAN_ISA {

// src/isa/world/list.cpp: stage_here, and put_lanes of several columns, from place `at` on, to place n.
void stage_items(const side&, const motion&, std::size_t first, std::size_t n, bool check, broad::stage<2>&);
void stage_items(const side&, const motion&, std::size_t first, std::size_t n, bool check, broad::stage<3>&);
void put_columns(const float* const* from, std::size_t at, u32 mask, float* const* to, u32 n, int columns);

}  // namespace hitscan::detail::HITSCAN_ISA

namespace hitscan::detail::broad {
namespace {

constexpr float most = 3.40282347e38f;
constexpr int classes = size_classes;

// ---- reading ---------------------------------------------------------------------------------------------------

// Of N numbers side by side, none of them NaN.
template <int N, bool Greatest> FORCED float extreme_of(const float* x) {
  if constexpr (N < 4)
    return *x;
  else {
    const auto better = [](auto a, auto b) INLINED { return Greatest ? b > a ? b : a : b < a ? b : a; };
    quad q = load_quad(x);
    for (int j = 4; j < N; j += 4) q = better(q, load_quad(x + j));
    q = better(q, __builtin_shufflevector(q, q, 2, 3, 0, 1));
    return better(q, __builtin_shufflevector(q, q, 1, 0, 3, 2))[0];
  }
}
template <int N> FORCED float least_of(const float* x) { return extreme_of<N, false>(x); }
template <int N> FORCED float greatest_of(const float* x) { return extreme_of<N, true>(x); }

template <class V> FORCED const float* stage_feed(const feed& f, std::size_t first, std::size_t n, float* made) {
  if (f.data && n >= width) {
    __builtin_prefetch(f.data + first + 8 * width);
    return f.data + first;
  }
  if (!f.data) {
    for (int j = 0; j < width; j += V::size) V(f.one).store_unaligned(made + j);
  } else
    for (int j = 0; j < width; ++j) made[j] = (std::size_t)j < n ? f.data[first + j] : 0;
  return made;
}

// Without `check` all are taken for valid.
template <class V, int D>
FORCED void stage_here(const side& s, const motion& m, std::size_t first, std::size_t n, bool check, stage<D>& to) {
  alignas(64) float spare[2][width];
  u32 ok = n >= width ? 0xffffu : (1u << n) - 1;
  const V limit(most), lowest(-most);
#pragma GCC unroll 3
  for (int k = 0; k < D; ++k) {
    float *const low = to.made[2 * k], *const high = to.made[2 * k + 1];
    to.at[2 * k] = low, to.at[2 * k + 1] = high;
    if (s.what == kind::corners)
      to.at[2 * k] = stage_feed<V>(s.column[2 * k], first, n, low),
                to.at[2 * k + 1] = stage_feed<V>(s.column[2 * k + 1], first, n, high);
    else if (s.what == kind::point)
      to.at[2 * k] = to.at[2 * k + 1] = stage_feed<V>(s.column[k], first, n, low);
    else {
      const bool round = s.what == kind::circle;
      const float* const centre = stage_feed<V>(s.column[k], first, n, spare[0]);
      const float* const extra = stage_feed<V>(s.column[round ? D : D + k], first, n, spare[1]);
      u32 fine = 0;
      for (int j = 0; j < width; j += V::size) {
        const V c = V::load_unaligned(centre + j), h = V::load_unaligned(extra + j);
        V lo = c - h, hi = c + h;
        if (round) {  // outward, and within the floats: a circle may reach beyond them
          const V room = (magnitude(c) + h) * V(0x1p-22f) + V(0x1p-140f);
          lo = lo - room, hi = hi + room;
          lo = pick(lo > lowest, lo, lowest), hi = pick(hi < limit, hi, limit);
          fine |= bits((h >= V(0.f)) & (h <= limit) & (magnitude(c) <= limit)) << j;
        }
        lo.store_unaligned(low + j), hi.store_unaligned(high + j);
      }
      if (round) ok &= fine;
    }
    float* const step = to.made[2 * D + k];
    to.at[2 * D + k] = stage_feed<V>(m.present ? m.column[k] : feed{nullptr, 0}, first, n, step);
    if (!check) continue;
    u32 fine = 0;
    for (int j = 0; j < width; j += V::size) {
      const V lo = V::load_unaligned(to.at[2 * k] + j), hi = V::load_unaligned(to.at[2 * k + 1] + j);
      auto valid = (lo <= hi) & (lo >= lowest) & (hi <= limit);
      if (m.present) valid = valid & (magnitude(V::load_unaligned(to.at[2 * D + k] + j)) <= limit);
      fine |= bits(valid) << j;
    }
    ok &= fine;
  }
  if (check && s.layer_data)  // who is on no layer meets nobody
    for (u32 left = ok; left; left &= left - 1)
      if (!s.layer_data[first + (u32)__builtin_ctz(left)]) ok &= ~(left & (0 - left));
  to.ok = ok;
}

// The same, out of line.
template <class V, int D, bool Check = true>
FORCED void stage_items(const side& s, const motion& m, std::size_t first, std::size_t n, stage<D>& to) {
  HITSCAN_ISA::stage_items(s, m, first, n, Check, to);
}

// Points whose columns are all there are read where they stand. Taken for valid.
template <int D> FORCED bool stand_by(const side& s, const motion& m) {
  bool all = m.present;
  for (int k = 0; k < D; ++k) all = all && s.column[k].data && m.column[k].data;
  return all;
}
template <class V, int D>
FORCED void stage_points(const side& s, const motion& m, bool here, std::size_t first, std::size_t n, stage<D>& to) {
  if (!here || n < width) return stage_items<V, D, false>(s, m, first, n, to);
  for (int k = 0; k < D; ++k)
    to.at[2 * k] = to.at[2 * k + 1] = s.column[k].data + first, to.at[2 * D + k] = m.column[k].data + first;
  to.ok = 0xffff;
}

// ---- cells -----------------------------------------------------------------------------------------------------

template <int D> FORCED void where_of(const float* row, float* half_centre, float& longest) {
  longest = 0;
  for (int k = 0; k < D; ++k) {
    const float lo = row[2 * k], hi = row[2 * k + 1];
    half_centre[k] = 0.25f * lo + 0.25f * hi;
    if (hi - lo > longest) longest = hi - lo;
  }
}

template <int D> FORCED void where_of(const stage<D>& items, int lane, float* half_centre, float& longest) {
  float row[2 * D];
  for (int c = 0; c < 2 * D; ++c) row[c] = items.at[c][lane];
  where_of<D>(row, half_centre, longest);
}

FORCED int log2_of(float x) { return (int)(float_as_word(x) >> 23 & 255) - 127; }

template <int D> FORCED void add(surveyed& seen, const float* half_centre, float longest) {
  for (int k = 0; k < D; ++k) {
    if (half_centre[k] < seen.low[k]) seen.low[k] = half_centre[k];
    if (half_centre[k] > seen.high[k]) seen.high[k] = half_centre[k];
  }
  seen.logs += log2_of(longest), ++seen.count;
}

template <class V, int D> FORCED void add_all(surveyed& seen, const stage<D>& items) {
  if (__builtin_expect(items.ok != 0xffff, 0)) {
    float centre[D], side;
    for (u32 left = items.ok; left; left &= left - 1)
      where_of<D>(items, __builtin_ctz(left), centre, side), add<D>(seen, centre, side);
    return;
  }
  alignas(64) float centre[width], longest[width];
  for (int k = 0; k < D; ++k) {
    for (int j = 0; j < width; j += V::size) {
      const V lo = V::load_unaligned(items.at[2 * k] + j), hi = V::load_unaligned(items.at[2 * k + 1] + j);
      (V(0.25f) * lo + V(0.25f) * hi).store_unaligned(centre + j);
      const V side = hi - lo, before = k ? V::load_unaligned(longest + j) : V(0.f);
      pick(side > before, side, before).store_unaligned(longest + j);
    }
    const float low = least_of<width>(centre), high = greatest_of<width>(centre);
    if (low < seen.low[k]) seen.low[k] = low;
    if (high > seen.high[k]) seen.high[k] = high;
  }
  for (int j = 0; j < width; ++j) seen.logs += log2_of(longest[j]);
  seen.count += width;
}

// To and fro: on an odd strip the columns count from the far end.
template <int D> FORCED u32 cell_of(const sort_cells& c, const float* half_centre, float longest) {
  int s = 0;
  if (longest > c.small) s = longest > c.small * 16 ? 3 : longest > c.small * 4 ? 2 : 1;
  u32 cell = 0;
  int above = 0;
  for (int k = D - 1; k >= 0; --k) {
    float t = (half_centre[k] - c.low[k]) * c.scale[k];
    t = t > 0 ? t : 0, t = t < c.last[k] ? t : c.last[k];
    int i = (int)t >> (2 * s);
    if (above & 1) i = c.count[s][k] - 1 - i;
    cell = cell * (u32)c.count[s][k] + (u32)i, above = i;
  }
  return c.base[s] + cell;
}

// The same for the 16 items of a stage.
template <class V, int D> FORCED void cells_of(const sort_cells& c, const stage<D>& items, u32* out) {
  alignas(64) float longest[width];
  for (int j = 0; j < width; j += V::size) {
    V size(0.f), cell(0.f), above(0.f);
#pragma GCC unroll 3
    for (int k = D - 1; k >= 0; --k) {
      const V lo = V::load_unaligned(items.at[2 * k] + j), hi = V::load_unaligned(items.at[2 * k + 1] + j);
      const V side = hi - lo;
      size = pick(side > size, side, size);
      V t = (V(0.25f) * lo + V(0.25f) * hi - V(c.low[k])) * V(c.scale[k]);
      t = pick(t > V(0.f), t, V(0.f)), t = pick(t < V(c.last[k]), t, V(c.last[k]));
      V i = whole(t);
      if (k < D - 1) {
        const V odd = above - V(2.f) * whole(above * V(0.5f));
        i = pick(odd > V(0.f), V(c.last[k]) - i, i);
      }
      cell = cell * V((float)c.count[0][k]) + i, above = i;
    }
    put_whole(cell, out + j), size.store_unaligned(longest + j);
  }
  u32 large = 0;
  for (int j = 0; j < width; j += V::size) large |= bits(V::load_unaligned(longest + j) > V(c.small)) << j;
  for (large &= items.ok; large; large &= large - 1) {
    const int j = __builtin_ctz(large);
    float centre[D], side;
    where_of<D>(items, j, centre, side);
    out[j] = cell_of<D>(c, centre, side);
  }
}

// ---- sorting ---------------------------------------------------------------------------------------------------

template <int D> FORCED void copy_row(float* to, const float* from) {
  __builtin_memcpy(to, from, sizeof(float) * (std::size_t)row_words(D));
}

// Bounds of 16 rows, as a stage has them.
template <class V, int D> FORCED void stage_rows(const float* rows, stage<D>& items) {
  constexpr int words = row_words(D), lanes = V::size < 4 ? 4 : (int)V::size;
  items.ok = 0xffff;
  for (int c = 0; c < 2 * D; ++c) items.at[c] = items.made[c];
  for (int j = 0; j < width; j += lanes)
    for (int w = 0; w < 2 * D; w += 4) {
      quads<lanes> x[4];
      load_columns<lanes>(x, [&](int row) INLINED { return rows + (j + row) * words + w; });
      for (int c = w; c < w + 4 && c < 2 * D; ++c) __builtin_memcpy(items.made[c] + j, &x[c - w], sizeof x[0]);
    }
}
// Writes the row of each item i from..n - 1 to place(i), one after the other; about_where(i) is asked sixteen rows
// ahead. Whole registers are written: up to 15 items behind the last one need a place, too. numbers: null, or what i is
// called. Points: an axis of a row has one number in place of two.
template <class V, int D, bool Points = false, class About, class Place>
FORCED void put_rows(const side& s, const motion& m, const u32* numbers, std::size_t from, std::size_t n,
                     About about_where, Place place) {
  constexpr int columns = (Points ? 2 : 3) * D, words = (columns + 5) / 4 * 4, lanes = V::size < 4 ? 4 : (int)V::size;
  quads<lanes> layers;
  for (int j = 0; j < lanes; ++j) layers[j] = word_as_float(s.layer_one);
  stage<D> items;
  const bool here = Points && stand_by<D>(s, m);
  for (std::size_t i = from; i < n; i += width) {
    if constexpr (Points)
      stage_points<V, D>(s, m, here, i, n - i, items);
    else
      stage_items<V, D, false>(s, m, i, n - i, items);
    constexpr int at_once = Points ? width : 1;
    if (i + 2 * width <= n)  // rows go far apart: their lines are asked for ahead
      for (int j = width; j < 2 * width; j += at_once)
#pragma GCC unroll 16
        for (int k = j; k < j + at_once; ++k) __builtin_prefetch(about_where(i + k), 1);
    for (int j = 0; j < width; j += lanes) {
      quads<lanes> x[words];
#pragma GCC unroll 9
      for (int w = 0; w < columns; ++w)
        __builtin_memcpy(&x[w], items.at[!Points ? w : w < D ? 2 * w : D + w] + j, sizeof x[w]);
      const std::size_t some = n - i >= (u32)(j + lanes) ? sizeof layers : n - i > (u32)j ? (n - i - (u32)j) * 4 : 0;
      x[columns] = numbers_from<lanes>((u32)i + (u32)j, std::make_integer_sequence<u32, lanes>{});
      if (numbers) __builtin_memcpy(&x[columns], numbers + i + (u32)j, some);
      for (int w = columns + 1; w < words; ++w) x[w] = layers;
      if (s.layer_data) __builtin_memcpy(&x[columns + 1], s.layer_data + i + (u32)j, some);
#pragma GCC unroll 3
      for (int w = 0; w < words; w += 4) transpose<lanes>(x + w, std::make_integer_sequence<int, lanes>{});
      [&]<int... Row>(std::integer_sequence<int, Row...>) INLINED {
        const auto put = [&]<int R>(std::integral_constant<int, R>) INLINED {
          float* const to = place(i + j + R);
          if constexpr (columns == 4)
            store_row<lanes, R>(x, to), store_row<lanes, R, 2>(x + 4, to + 4);
          else
            store_row<lanes, R>(x, x + 4, to, std::make_integer_sequence<int, 8>{});
          if constexpr (words == 12) store_row<lanes, R>(x + 8, to + 8);
        };
        (put(std::integral_constant<int, Row>{}), ...);
      }(std::make_integer_sequence<int, lanes>{});
    }
  }
}

// How many of these came before each in its cell.
inline u32* before_of(const sort_request& r) { return (u32*)r.spare; }

template <class V, int D> void put_rows(const sort_request& r, std::size_t from, std::size_t to, const u32* counts) {
  float* const rows = r.rows;
  const u32 *const keys = r.keys, *const before = before_of(r);
  const auto place = [=](std::size_t i)
                         INLINED { return rows + (std::size_t)(counts[keys[i]] + before[i]) * row_words(D); };
  put_rows<V, D>(r.items, {}, nullptr, from, to, place, place);
}

}  // namespace
}  // namespace hitscan::detail::broad
