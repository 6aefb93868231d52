// What kernels with boxes share: whether a box is one, and where many boxes come from.
#pragma once

#include "../lanes/exact.hpp"
#include "../lanes/feeds.hpp"

namespace hitscan::detail {
namespace {

template <class A, int D, class Width> FORCED widths<A> widths_of(Width width) {
  widths<A> w(width(axis<0>{}));
  each_axis<D>([&](auto k) INLINED {
    if constexpr (k > 0) w.add(width(k));
  });
  return w;
}
// A width that overflows belongs to a box that may well be valid: it is only not certain.
template <class A, int D, class Low, class High> FORCED flags<A> surely_boxes(Low low, High high) {
  return widths_of<A, D>([&](auto k) INLINED { return high(k) - low(k); }).fine();
}

inline bool valid_box(const side& s, int dims, float* low, float* high) {  // one box: its edges, and whether it is one
  if (s.what == kind::corners)
    for (int k = 0; k < dims; ++k) low[k] = s.column[2 * k].one, high[k] = s.column[2 * k + 1].one;
  else if (s.what == kind::centred)
    for (int k = 0; k < dims; ++k)
      low[k] = s.column[k].one - s.column[dims + k].one, high[k] = s.column[k].one + s.column[dims + k].one;
  else
    for (int k = 0; k < dims; ++k) low[k] = high[k] = s.column[k].one;
  bool valid = true;
  for (int k = 0; k < dims; ++k) valid = valid & (low[k] >= -largest) & (low[k] <= high[k]) & (high[k] <= largest);
  return valid;
}

// The way out of an overlap: the axis of the least depth, towards the nearer side. axis[k]: it is this one; up[k]: a
// goes up.
template <class A, int D> struct exit {
  flags<A> axis[D], up[D];
  floats<A> depth;
};
template <class A, int D, class Get> FORCED exit<A, D> way_out(Get get) {
  using F = floats<A>;
  exit<A, D> e;
  const flags<A> nowhere = no_lanes<A>();
  each_axis<D>([&](auto j) INLINED {
    constexpr axis<D - 1 - j> k{};  // from the last axis down: at equal depths the later one has it
    const auto v = get(k);
    const F left = v.a_max - v.b_min, right = v.b_max - v.a_min;
    e.up[k] = ~(left < right);
    const F depth = smaller(left, right);
    if constexpr (j == 0)
      e.axis[k] = ~nowhere, e.depth = depth;
    else {
      e.axis[k] = depth < e.depth;
      each_axis<D>([&](auto i) INLINED {
        if constexpr (i > k) e.axis[i] = e.axis[i] & ~e.axis[k];
      });
      e.depth = smaller(depth, e.depth);
    }
  });
  return e;
}

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

}  // namespace
}  // namespace hitscan::detail
