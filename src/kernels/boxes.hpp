// What kernels with boxes share: whether a box is one, and where many boxes come from.
#pragma once

#include "../lanes/exact.hpp"
#include "../lanes/feeds.hpp"
#include "plans/sides.hpp"

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

}  // namespace
}  // namespace hitscan::detail
