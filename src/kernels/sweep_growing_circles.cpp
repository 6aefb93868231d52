// Circles that move and change their radius: do they meet, and when? The sign of A t^2 - 2 B t + C on the way; the rule
// and the polynomials are in src/reference/sweep_growing_circles.hpp.
//
// The filter has all of it in float. With u = 2^-24, s1 = m.m + R^2, s2 = d.d + G^2 and s12 the sum of the magnitudes
// in B: A, B and C are good to 8u of s2, s12 and s1, the end to 10u of sum (|m_k| + |d_k|)^2 + (R + |G|)^2, the depth
// |R d + G m|^2 - |m x d|^2 to 30u s1 s2, as each component of either vector is to 4u of its magnitudes (Cauchy). There
// is room for twice that, and for what underflows. What is open then is settled by the reference's own code, a lane at
// a time. Times and contacts are its operations in double, a register at a time.
#include "circles.hpp"
#include "growing.hpp"
#include "kernel.hpp"

namespace hitscan::detail {
namespace {

template <class Arch, int D> struct growing_circle_pairs : growing_lanes<growing_circle_pairs<Arch, D>, D> {
  using arch = Arch;
  using base = growing_lanes<growing_circle_pairs, D>;
  using state = sweep_pairs_state;
  using F = floats<Arch>;
  using M = flags<Arch>;
  static constexpr auto which = detail::test::sweep_growing_circles;
  static constexpr int dims = D, shape = D + 1, growths = 1, other = 2 * D + 2, columns = 2 * other;
  static constexpr int radius = D, grow = 2 * D + 1;
  static constexpr bool moving = true, cheap = false, slow_to_tell = true;
  const state& s;

  FORCED explicit growing_circle_pairs(const state& s_) : s(s_) {}

  template <class In> static FORCED auto step(const In& in, int k) {
    return relative_step(in[D + 1 + k], in[other + D + 1 + k]);
  }

  template <class In> FORCED M near(const In& in) const {
    const F G = in[grow] + in[other + grow], reach = in[radius] + in[other + radius] + larger(G, F(0.f));
    return all_axes<D>(
        [&](auto k) INLINED { return ~(magnitude(in[other + k] - in[k]) > nudge(magnitude(step(in, k)) + reach, 8)); });
  }

  // The polynomials of the textbook, in float or double.
  template <class R> struct approach {
    R m[D], d[D], rr, gg, mm, md, dd, A, B, C, disc;
    template <class In> FORCED explicit approach(const In& in) {
      const R reach = in[radius] + in[other + radius], growth = in[grow] + in[other + grow];
      R xx(0), vv(0);
      mm = md = dd = R(0);
      each_axis<D>([&](auto k) INLINED {
        m[k] = in[other + k] - in[k], d[k] = step(in, k);
        const R v = reach * d[k] + growth * m[k];
        mm = mm + m[k] * m[k], md = md + m[k] * d[k], dd = dd + d[k] * d[k], vv = vv + v * v;
      });
      each_axis<D>([&](auto i) INLINED {
        each_axis<D>([&](auto j) INLINED {
          if constexpr (i < j) {
            const R e = m[i] * d[j] - m[j] * d[i];
            xx = xx + e * e;
          }
        });
      });
      rr = reach * reach, gg = growth * growth;
      A = dd - gg, B = md + reach * growth, C = mm - rr, disc = vv - xx;
    }
  };

  template <class In> static __attribute__((noinline)) void weigh(const In& in, verdict<Arch>& v, M& started) {
    const approach<F> x(in);
    const F zero(0.f), tiny(0x1p-100f), unit(0x1p-20f);
    const F R = in[radius] + in[other + radius], G = in[grow] + in[other + grow];
    F size = R + magnitude(G), s12 = R * magnitude(G), most = size * size, end = zero - (R + G) * (R + G);
    each_axis<D>([&](auto k) INLINED {
      const F both = magnitude(x.m[k]) + magnitude(x.d[k]), n = x.m[k] - x.d[k];
      size = size + both, most = most + both * both, end = end + n * n;
      s12 = s12 + magnitude(x.m[k] * x.d[k]);
    });
    const F s1 = x.mm + x.rr, s2 = x.dd + x.gg;
    const F c_room = unit * s1 + tiny, a_room = unit * s2 + tiny, b_room = unit * s12 + tiny,
            end_room = unit * most + tiny, depth_room = F(0x1p-18f) * (s1 * s2) + tiny;
    const M starts_clear = x.C > c_room, still = s2 == zero;
    const M never_level = still | (x.A < zero - a_room) | (x.B < zero - b_room) | (x.B - x.A > a_room + b_room) |
                          (x.disc < zero - depth_room);
    const M level = (x.A > a_room) & (x.B > b_room) & (x.A - x.B > a_room + b_room) & (x.disc > depth_room);
    const M ok = size < F(0x1p30f);  // nothing overflows, and all is finite
    const M valid = (in[radius] >= zero) & (in[other + radius] >= zero) & (in[radius] + in[grow] >= zero) &
                    (in[other + radius] + in[other + grow] >= zero) & (magnitude(in[radius]) < F(0x1p30f)) &
                    (magnitude(in[grow]) < F(0x1p30f));
    v = {~(ok & starts_clear & (end > end_room) & never_level),
         ok & valid & ((x.C < zero - c_room) | (end < zero - end_room) | level)};
    started = ~starts_clear;
  }
  template <class In> FORCED verdict<Arch> test(const In& in, M close) const {
    verdict<Arch> v;
    M started;
    weigh(in, v, started);
    const M sure = close & v.sure;
    return {close & v.maybe, s.start == start_overlap::hits ? sure : sure & ~started};
  }

  template <class In> FORCED moment<Arch> when_hit(const In& in, u32 hits) const {
    using R = doubles<Arch>;
    const R zero(0.), one(1.);
    R time[2];
    u32 started = 0, open = 0;  // open: does it overlap at the start? A double cannot tell
    for (int h = 0; h < 2; ++h) {
      const approach<R> x(in.half(h));
      const R root = square_root(larger(x.disc, zero));
      const R t = xsimd::select(x.B > zero, quotient(x.C, x.B + root), quotient(x.B - root, x.A));
      time[h] = xsimd::select(x.C > zero, xsimd::select(t < one, xsimd::select(t > zero, t, zero), one), zero);
      started |= bits(x.C < zero) << (h * R::size);
      open |= bits(magnitude(x.C) <= R(0x1p-48) * (x.mm + x.rr)) << (h * R::size);
    }
    for (open &= hits; open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      started = (started & ~(1u << j)) | (u32)base::settle_lane(s, in, j).started << j;
    }
    const M inside = lanes_of_bits<Arch>(started);
    return {xsimd::select(inside, F(0.f), to_floats(time[0], time[1])), no_lanes<Arch>(), inside};
  }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    using R = doubles<Arch>;
    return touch_circles<Arch, D>(
        in, m,
        [](const auto& wide, auto k) INLINED {
          return passing_bodies<R>{wide[k], wide[other + k], step(wide, k), wide[D + 1 + k], wide[other + D + 1 + k]};
        },
        [](const auto& wide, R time) INLINED { return wide[radius] + time * wide[grow]; },
        [](const auto& wide) INLINED { return wide[other + radius]; });
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  put_pairs<D>(p, r, {.a_circle = true, .b_circle = true, .a_steps = true, .b_steps = true, .growth = 1});
  p.scan = scan<growing_circle_pairs<A, D>>;
  state_of<sweep_pairs_state>(p) = {r.start, r.touch == touching::hits};
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_growing_circles, bind)
