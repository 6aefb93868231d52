// Boxes and points against boxes: do they overlap? Also the kernel of: inside_boxes.
//
//        a.min      a.max
//          |----------|               overlap, per axis:   a.min < b.max  and  b.min < a.max
//                 |----------|        inside,  per axis:   b.min < a.min  and  a.max < b.max
//               b.min      b.max
//
// Compares of inputs: exact in float as they stand. Both questions ask, per axis, x0 < y0 and x1 < y1; which columns
// these are is decided once a query (aliases). Where one side is uniform the touching policy goes into its edges, since
// x <= e means x < the next float after e. All that is left to exact is whether the item is a box at all.
#pragma once

#include "exact.hpp"
#include "feeds.hpp"

namespace hitscan::detail {
namespace {

// Valid boxes have 0 <= width <= FLT_MAX: negative, NaN and infinite widths are all larger as unsigned integers. A
// width that overflows belongs to a box that may well be valid: it is only not certain.
template <class A, int D, class Low, class High> FORCED flags<A> surely_boxes(Low low, High high) {
  floats<A> w = high(axis<0>{}) - low(axis<0>{});
  each_axis<D>([&](auto k) INLINED { if constexpr (k > 0) w = unsigned_max(w, high(k) - low(k)); });
  return finite_and_positive(w);
}

inline bool valid_box(const side& s, int dims, float* low, float* high) {  // one box: its edges, and whether it is one
  bool valid = true;
  for (int k = 0; k < dims; ++k) {
    if (s.what == kind::corners) low[k] = s.column[2 * k].one, high[k] = s.column[2 * k + 1].one;
    else if (s.what == kind::centred) low[k] = s.column[k].one - s.column[dims + k].one, high[k] = s.column[k].one + s.column[dims + k].one;
    else low[k] = high[k] = s.column[k].one;
    valid = valid && low[k] <= high[k] && finite(low[k]) && finite(high[k]);
  }
  return valid;
}

// ---- one box against many --------------------------------------------------------------------------------------

struct overlap_one_state {
  float high_of_low[3], low_of_high[3];  // item.low < high_of_low and item.high > low_of_high
  float half[3], half_up[3];             // see centres
  bool swap;                             // many inside one: the columns of low and high have changed places
};

// Where many boxes come from: corners as columns, or centres with one half extent for all.
template <int D> struct corners {
  static constexpr int columns = 2 * D;
  template <class S, class In> static FORCED auto low(const S&, const In& in, int k) { return in[2 * k]; }
  template <class S, class In> static FORCED auto high(const S&, const In& in, int k) { return in[2 * k + 1]; }
};
// Points are centres too: of half extents +0 below and -0 above, so that an edge at -0 stays -0.
template <int D> struct centres {
  static constexpr int columns = D;
  template <class A> static FORCED floats<A> edge(floats<A> v) { return v; }
  template <class A> static FORCED doubles<A> edge(doubles<A> v) { return to_float_and_back(v); }  // an edge is a float
  template <class S, class In> static FORCED auto low(const S& s, const In& in, int k) { return edge(in[k] - typename In::value(s.half[k])); }
  template <class S, class In> static FORCED auto high(const S& s, const In& in, int k) { return edge(in[k] + typename In::value(s.half_up[k])); }
};

template <class Arch, int D, class Source> struct overlap_one {
  using arch = Arch;
  using state = overlap_one_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = Source::columns;
  static constexpr bool moving = false;
  const state& s;
  F below[D], above[D], flip;

  FORCED explicit overlap_one(const state& s_) : s(s_), flip(s_.swap ? -0.f : 0.f) {
    each_axis<D>([&](auto k) INLINED { below[k] = F(s.high_of_low[k]), above[k] = F(s.low_of_high[k]); });
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED { return (Source::low(s, in, k) < below[k]) & (Source::high(s, in, k) > above[k]); });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {  // swapped widths come out negative
    F width(0.f);
    each_axis<D>([&](auto k) INLINED {
      const F w = (Source::high(s, in, k) - Source::low(s, in, k)) ^ flip;
      if constexpr (k == 0) width = w;
      else width = unsigned_max(width, w);
    });
    return {close, close & finite_and_positive(width)};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {  // near has decided; is it a box?
    if (s.swap) return bits(all_axes<D>([&](auto k) INLINED { return interval(Source::high(s, in, k), Source::low(s, in, k)); }));
    return bits(all_axes<D>([&](auto k) INLINED { return interval(Source::low(s, in, k), Source::high(s, in, k)); }));
  }
};

// ---- box against box -------------------------------------------------------------------------------------------

struct overlap_pairs_state {
  bool closed, inside;
};

template <class Arch, int D> struct overlap_pairs {  // columns: corners of a, corners of b
  using arch = Arch;
  using state = overlap_pairs_state;
  static constexpr int dims = D, columns = 4 * D, aliases = 4 * D;
  static constexpr bool moving = false;
  bool closed;

  FORCED explicit overlap_pairs(const state& s) : closed(s.closed) {}
  static FORCED void alias(const state& s, const float** column) {  // x0 < y0, x1 < y1 for each axis
    const float **a = column, **b = column + 2 * D, **asked = column + columns;
    for (int k = 0; k < 2 * D; k += 2) {
      if (s.inside) asked[2 * k] = b[k], asked[2 * k + 1] = a[k], asked[2 * k + 2] = a[k + 1], asked[2 * k + 3] = b[k + 1];
      else asked[2 * k] = a[k], asked[2 * k + 1] = b[k + 1], asked[2 * k + 2] = b[k], asked[2 * k + 3] = a[k + 1];
    }
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    if (closed) return all_axes<2 * D>([&](auto j) INLINED { return in[columns + 2 * j] <= in[columns + 2 * j + 1]; });
    return all_axes<2 * D>([&](auto j) INLINED { return in[columns + 2 * j] < in[columns + 2 * j + 1]; });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    return {close, close & surely_boxes<Arch, 2 * D>([&](auto j) INLINED { return in[2 * j]; }, [&](auto j) INLINED { return in[2 * j + 1]; })};
  }
  template <class In> static FORCED u32 exact(const state&, const In& in) {
    return bits(all_axes<2 * D>([&](auto j) INLINED { return interval(in[2 * j], in[2 * j + 1]); }));
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

FORCED bool one_half_for_all(const side& s, int dims) {
  if (s.what != kind::centred) return false;
  for (int k = 0; k < dims; ++k) if (s.column[dims + k].data) return false;
  return true;
}

template <class S> FORCED void put_half(S& s, const side& many, int dims, int k) {
  s.half[k] = many.what == kind::centred ? many.column[dims + k].one : 0.f;
  s.half_up[k] = many.what == kind::centred ? s.half[k] : -0.f;
}

template <int D> void swap_corners(plan& p) {
  for (int c = 0; c < 2 * D; c += 2) {
    const float* const at = p.at[c];
    const source from = p.from[c];
    p.at[c] = p.at[c + 1], p.at[c + 1] = at;
    p.from[c] = p.from[c + 1], p.from[c + 1] = from;
    const u32 low = p.written >> c & 1, high = p.written >> (c + 1) & 1;
    p.written = (p.written & ~(3u << c)) | high << c | low << (c + 1);
  }
}

template <class A, int D> bool bind_overlap_boxes(const request& r, plan& p, bool is_inside) {
  const bool closed = r.touch == touching::hits;
  p.shrink = nullptr;
  if (r.batch == batch::each) {
    p.scan = scan<overlap_pairs<A, D>>;
    p.columns = put_corners<D>(p, put_corners<D>(p, 0, r.a, r.first, limit_of(r.a)), r.b, r.second, limit_of(r.b));
    state_of<overlap_pairs_state>(p) = {closed, is_inside};
    return true;
  }
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  float low[3], high[3];
  if (!valid_box(one, D, low, high)) return false;
  overlap_one_state& s = state_of<overlap_one_state>(p);
  s.swap = is_inside && a_many && many.what != kind::point;  // a point's edges are one column
  for (int k = 0; k < D; ++k) {
    // overlap, and many inside one:  item.min < one.max, item.max > one.min, or both columns the other way round
    // one inside many:               item.min < one.min, item.max > one.max
    const float below = is_inside && !a_many ? low[k] : high[k], above = is_inside && !a_many ? high[k] : low[k];
    s.high_of_low[k] = closed ? up(below) : below;
    s.low_of_high[k] = closed ? down(above) : above;
  }
  if (one_half_for_all(many, D) && !s.swap) {
    for (int k = 0; k < D; ++k) put_half(s, many, D, k), put_column(p, k, many.column[k]);
    p.scan = scan<overlap_one<A, D, centres<D>>>;
    p.columns = D;
  } else {
    p.scan = scan<overlap_one<A, D, corners<D>>>;
    p.columns = put_corners<D>(p, 0, many);
    if (s.swap) swap_corners<D>(p);
  }
  return true;
}

}  // namespace
}  // namespace hitscan::detail
