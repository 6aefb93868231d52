// Boxes and points against boxes: do they overlap? Also the kernel of: inside_boxes.
//
//        a.min      a.max
//          |----------|               overlap, per axis:   a.min < b.max  and  b.min < a.max
//                 |----------|        inside,  per axis:   b.min < a.min  and  a.max < b.max
//               b.min      b.max
//
// Compares of inputs: exact in float as they stand. Both questions ask, per axis, x0 < y0 and x1 < y1; which columns
// these are is decided once a query. Where one side is uniform the touching policy goes into its edges, since
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
  each_axis<D>([&](auto k) INLINED {
    if constexpr (k > 0) w = unsigned_max(w, high(k) - low(k));
  });
  return finite_and_positive(w);
}

inline bool valid_box(const side& s, int dims, float* low, float* high) {  // one box: its edges, and whether it is one
  bool valid = true;
  for (int k = 0; k < dims; ++k) {
    if (s.what == kind::corners)
      low[k] = s.column[2 * k].one, high[k] = s.column[2 * k + 1].one;
    else if (s.what == kind::centred)
      low[k] = s.column[k].one - s.column[dims + k].one, high[k] = s.column[k].one + s.column[dims + k].one;
    else
      low[k] = high[k] = s.column[k].one;
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
  template <class S, class In> static FORCED auto low(const S& s, const In& in, int k) {
    return edge(in[k] - typename In::value(s.half[k]));
  }
  template <class S, class In> static FORCED auto high(const S& s, const In& in, int k) {
    return edge(in[k] + typename In::value(s.half_up[k]));
  }
};

template <class Arch, int D, class Source> struct overlap_one {
  using arch = Arch;
  using state = overlap_one_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = Source::columns;
  static constexpr bool moving = false, cheap = true;
  const state& s;
  F below[D], above[D], flip;

  FORCED explicit overlap_one(const state& s_) : s(s_), flip(s_.swap ? -0.f : 0.f) {
    each_axis<D>([&](auto k) INLINED { below[k] = F(s.high_of_low[k]), above[k] = F(s.low_of_high[k]); });
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>(
        [&](auto k) INLINED { return (Source::low(s, in, k) < below[k]) & (Source::high(s, in, k) > above[k]); });
  }
  template <class In>
  FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {  // swapped widths come out negative
    F width(0.f);
    each_axis<D>([&](auto k) INLINED {
      const F w = (Source::high(s, in, k) - Source::low(s, in, k)) ^ flip;
      if constexpr (k == 0)
        width = w;
      else
        width = unsigned_max(width, w);
    });
    return {close, close & finite_and_positive(width)};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {  // near has decided; is it a box?
    if (s.swap)
      return bits(all_axes<D>([&](auto k) INLINED { return interval(Source::high(s, in, k), Source::low(s, in, k)); }));
    return bits(all_axes<D>([&](auto k) INLINED { return interval(Source::low(s, in, k), Source::high(s, in, k)); }));
  }
};

// ---- box against box -------------------------------------------------------------------------------------------

struct overlap_pairs_state {
  bool closed, inside;
};

// Columns, for each axis: x0, y0, x1, y1 with the question x0 < y0 and x1 < y1.
//   overlap: a.min, b.max, b.min, a.max        inside: b.min, a.min, a.max, b.max
template <class Arch, int D> struct overlap_pairs {
  using arch = Arch;
  using state = overlap_pairs_state;
  static constexpr int dims = D, columns = 4 * D;
  static constexpr bool moving = false, cheap = true;
  bool closed, inside;

  FORCED explicit overlap_pairs(const state& s) : closed(s.closed), inside(s.inside) {}
  template <class In> FORCED flags<Arch> near(const In& in) const {
    if (closed) return all_axes<2 * D>([&](auto j) INLINED { return in[2 * j] <= in[2 * j + 1]; });
    return all_axes<2 * D>([&](auto j) INLINED { return in[2 * j] < in[2 * j + 1]; });
  }
  // Two boxes an axis, j = 2 k and 2 k + 1. Overlap: x0 .. y1 and x1 .. y0; inside: y0 .. x1 and x0 .. y1.
  template <class In> static FORCED auto low(const In& in, bool inside, int j) {
    return inside ? in[4 * (j / 2) + 1 - j % 2] : in[4 * (j / 2) + 2 * (j % 2)];
  }
  template <class In> static FORCED auto high(const In& in, bool inside, int j) {
    return inside ? in[4 * (j / 2) + 2 + j % 2] : in[4 * (j / 2) + 3 - 2 * (j % 2)];
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const auto boxes = [&](bool is_inside) INLINED {
      return surely_boxes<Arch, 2 * D>([&](auto j) INLINED { return low(in, is_inside, j); },
                                       [&](auto j) INLINED { return high(in, is_inside, j); });
    };
    return {close, close & (inside ? boxes(true) : boxes(false))};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    return bits(all_axes<2 * D>([&](auto j) INLINED { return interval(low(in, s.inside, j), high(in, s.inside, j)); }));
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

FORCED bool one_half_for_all(const side& s, int dims) {
  if (s.what != kind::centred) return false;
  for (int k = 0; k < dims; ++k)
    if (s.column[dims + k].data) return false;
  return true;
}

template <class S> FORCED void put_half(S& s, const side& many, int dims, int k) {
  s.half[k] = many.what == kind::centred ? many.column[dims + k].one : 0.f;
  s.half_up[k] = many.what == kind::centred ? s.half[k] : -0.f;
}

template <class A, int D> bool bind_overlap_boxes(const request& r, plan& p, bool is_inside) {
  const bool closed = r.touch == touching::hits;
  p.shrink = nullptr;
  if (r.batch == batch::each) {
    p.scan = scan<overlap_pairs<A, D>>;
    p.columns = put_corners<D>(p, put_corners<D>(p, 0, r.a, r.first, limit_of(r.a)), r.b, r.second, limit_of(r.b));
    int order[4 * D];
    for (int k = 0, c = 0; k < D; ++k) {
      const int a = 2 * k, b = 2 * D + 2 * k;
      const int asked[2][4] = {{a, b + 1, b, a + 1}, {b, a, a + 1, b + 1}};
      for (int j = 0; j < 4; ++j) order[c++] = asked[is_inside][j];
    }
    reorder(p, order, 4 * D);
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
    constexpr int swapped[] = {1, 0, 3, 2, 5, 4};
    if (s.swap) reorder(p, swapped, 2 * D);
  }
  return true;
}

}  // namespace
}  // namespace hitscan::detail
