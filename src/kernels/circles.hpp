// What kernels with circles share.
#pragma once

#include "../lanes/exact.hpp"
#include "../lanes/feeds.hpp"
#include "../lanes/wide_lanes.hpp"
#include "plans/sides.hpp"

namespace hitscan::detail {
namespace {

// Sign of sum (p_k - q_k)^2 - (ra + rb)^2 for floats held in doubles.
template <int D, class R, class Gap> FORCED R distance_sign(Gap gap, R ra, R rb) {
  expansion<R, 3 * (D + 1)> sum;
  each_axis<D>([&](auto k) INLINED {
    R p, q;
    gap(k, p, q);
    sum.add(p * p), sum.add(q * q), sum.add(R(-2.) * p * q);
  });
  const R minus(-1.);
  sum.add(minus * ra * ra), sum.add(minus * rb * rb), sum.add(R(-2.) * ra * rb);
  return sum.sign();
}

template <class R> FORCED auto radius_ok(R r) { return (r >= R(0.)) & (r <= R((double)largest)); }

struct closed_state {
  bool closed;
};

// ---- where circles touch ---------------------------------------------------------------------------------------

// One axis: centres of who asks and who is asked, relative motion, the motion of each.
template <class R> struct passing_bodies {
  R c, p, d, a_step, b_step;
};

// Where they are at m.time: the normal looks from the asked one's centre to the asker's; if these coincide, back along
// the motion; if nothing moves either, along the last axis. What starts in overlap is told as by contact_circles:
// coincident centres part along the last axis, and the place is on the rim of the asked one; but a point is where it
// is. In double: get(half, k) gives passing_bodies, radius(half, time) that of the asker, other_radius(half) that of
// the asked one at the start.
template <class A, int D, class In, class Get, class Radius, class Other>
FORCED contact<A, D> touch_circles(const In& in, const moment<A>& m, Get get, Radius radius, Other other_radius) {
  using R = doubles<A>;
  using F = floats<A>;
  wide_lanes<A, 2> times;
  const bool any_begun = bits(m.started) != 0;
  times.put(0, m.time);
  if (__builtin_expect(any_begun, 0)) times.put(1, xsimd::select(m.started, F(1.f), F(0.f)));
  R normal[2][D], position[2][D];
  for (int h = 0; h < 2; ++h) {
    const auto wide = in.half(h);
    const R time = times.half(0, h), ra = radius(wide, time);
    R e[D], at[D], from[D], dd(0.), len2(0.);
    each_axis<D>([&](auto k) INLINED {
      const passing_bodies<R> v = get(wide, k);
      at[k] = v.c + time * v.a_step, from[k] = v.p + time * v.b_step;
      e[k] = (at[k] - from[k]) + R(0.);  // never -0
      if constexpr (k == 0)
        len2 = e[k] * e[k], dd = v.d * v.d;
      else
        len2 = len2 + e[k] * e[k], dd = dd + v.d * v.d;
    });
    const R len = square_root(len2);
    each_axis<D>([&](auto k) INLINED { normal[h][k] = quotient(e[k], len); });
    const auto apart = len2 > R(0.);
    if (__builtin_expect(bits(apart) != bits(R(0.) == R(0.)), 0)) {
      const R step = square_root(dd);
      each_axis<D>([&](auto k) INLINED {
        const R still(k == D - 1 ? 1. : 0.);
        R back = xsimd::select(dd > R(0.), quotient(R(0.) - get(wide, k).d, step), still);
        if (any_begun) back = xsimd::select(times.half(1, h) > R(0.), still, back);
        normal[h][k] = xsimd::select(apart, normal[h][k], back);
      });
    }
    each_axis<D>([&](auto k) INLINED { position[h][k] = at[k] - ra * normal[h][k]; });
    if (__builtin_expect(any_begun, 0)) {
      const R rb = other_radius(wide);
      const auto on_rim = (times.half(1, h) > R(0.)) & (ra > R(0.));
      each_axis<D>(
          [&](auto k) INLINED { position[h][k] = xsimd::select(on_rim, from[k] + rb * normal[h][k], position[h][k]); });
    }
  }
  contact<A, D> out;
  each_axis<D>([&](auto k) INLINED {
    out.normal[k] = to_floats<A>(normal[0][k], normal[1][k]);
    out.position[k] = to_floats<A>(position[0][k], position[1][k]);
  });
  return out;
}

// ---- circle against circle -------------------------------------------------------------------------------------

template <class Arch, int D> struct overlap_circles_pairs {  // columns: centre and radius of a, then of b
  using arch = Arch;
  using state = closed_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = 2 * D + 2;
  static constexpr bool moving = false, cheap = true;

  FORCED explicit overlap_circles_pairs(const state&) {}
  template <class In> static FORCED F gap2(const In& in) {
    const F x = in[0] - in[D + 1];
    F sum = x * x;
    each_axis<D>([&](auto k) INLINED {
      if constexpr (k > 0) {
        const F y = in[k] - in[D + 1 + k];
        sum = sum + y * y;
      }
    });
    return sum;
  }
  template <class In> static FORCED F reach2(const In& in) {
    const F sum = in[D] + in[2 * D + 1];
    return sum * sum;
  }
  template <class In> FORCED flags<Arch> near(const In& in) const { return ordered_gt(nudge(reach2(in), 9), gap2(in)); }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F g = gap2(in), q = reach2(in);
    return {close, ordered_gt(q, nudge(g, 8)) & (g >= F(0.f)) & (q <= F(largest)) & (in[D] >= F(0.f)) &
                       (in[2 * D + 1] >= F(0.f))};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    const R lead =
        distance_sign<D, R>([&](auto k, R& p, R& q) INLINED { p = in[k], q = in[D + 1 + k]; }, in[D], in[2 * D + 1]);
    auto ok = radius_ok(in[D]) & radius_ok(in[2 * D + 1]);
    each_axis<D>([&](auto k) INLINED { ok = ok & finite_double(in[k]) & finite_double(in[D + 1 + k]); });
    return bits(ok & (s.closed ? lead <= R(0.) : lead < R(0.)));
  }
};

}  // namespace
}  // namespace hitscan::detail
