// The way of a centre out of a box, in double: what contacts and sweeps of circles with boxes share. The order of
// operations is that of leave_box in src/reference/contact_circles_boxes.hpp.
#pragma once

#include "contacts.hpp"

namespace hitscan::detail {
namespace {

// get(k): centre and edges on an axis, as c, min, max. Leaves `reach` alone.
template <int D, class R, class Get> FORCED way<R, D> leave_box(Get get) {
  way<R, D> w;
  R length2(0.), least(0.);
  decltype(R(0.) < R(0.)) axis_of[D], up[D];
  each_axis<D>([&](auto k) INLINED {
    const auto v = get(k);
    w.from[k] = xsimd::select(v.c < v.min, v.min, xsimd::select(v.c > v.max, v.max, v.c));
    w.N[k] = v.c - w.from[k];
    length2 = length2 + w.N[k] * w.N[k];
  });
  each_axis<D>([&](auto j) INLINED {
    constexpr axis<D - 1 - j> k{};  // from the last axis down: at equal ways the later one has it
    const auto v = get(k);
    const R left = v.c - v.min, right = v.max - v.c, out = smaller(left, right);
    up[k] = ~(left < right);
    if constexpr (j == 0)
      axis_of[k] = R(0.) == R(0.), least = out;
    else {
      axis_of[k] = out < least;
      each_axis<D>([&](auto i) INLINED {
        if constexpr (i > k) axis_of[i] = axis_of[i] & ~axis_of[k];
      });
      least = smaller(out, least);
    }
  });
  const auto outside = length2 > R(0.);
  const R length = square_root(length2);
  w.distance = xsimd::select(outside, length, R(0.) - least);
  each_axis<D>([&](auto k) INLINED {
    const auto v = get(k);
    const R inner = xsimd::select(axis_of[k], xsimd::select(up[k], R(1.), R(-1.)), R(0.));
    w.N[k] = xsimd::select(outside, quotient(w.N[k], length), inner);
    w.from[k] = xsimd::select(axis_of[k] & ~outside, xsimd::select(up[k], v.max, v.min), w.from[k]);
  });
  return w;
}

}  // namespace
}  // namespace hitscan::detail
