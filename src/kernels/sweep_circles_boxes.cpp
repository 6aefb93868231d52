// A circle moves against a box, or a box against a circle: does it come nearer than the radius, and when?
//
//         .------------------.           Seen from the box, mirrored so that the centre runs to the right: at 0 first,
//        /   +------------+   \          at t L then, and the box from low to high on each axis.
//       |    |     b      |    |             gap(t) = max(low - t L, t L - high, 0),   f(t) = sum of gap(t)^2
//        \   +------------+   /          Hit: f(t) < r^2 for some t in [0, 1]; with r = 0: strictly inside at some t.
//  c -----`------------------'---->
//                                        f is convex and made of parabolas that change at low / L and high / L.
//
// A walk over these 2 D moments finds the parabola with the least value, or the one that falls below r^2; why, and how
// far it may err, is in src/reference/sweep_circles_boxes.hpp. The filter walks in float, with 2^-18 in place of 2^-44;
// open lanes walk in double, and what is open then goes to exact arithmetic, one lane at a time.
//
// One kernel for all batches: a side that is the same for all items is a column in L1. A circle that moves against many
// boxes which stand compares with the bounds of its motion first; so does a box against circles.
#include "plans/sweep_circles_boxes.hpp"
#include "../reference/exact.hpp"
#include "circle_boxes.hpp"
#include "exit_from_box.hpp"
#include "kernel.hpp"
#include "motions.hpp"

namespace hitscan::detail {
namespace {

// One lane's numbers, for the last resort.
struct lone_circle_box {
  float c[3], d[3], min[3], max[3], r;
};

inline bool settled_hit(const lone_circle_box& v, int dims, start_overlap policy, bool closed) {
  if (!circle_meets_box(dims, v.c, v.min, v.max, v.r, closed))
    return circle_sweep_meets_box(dims, v.c, v.d, v.min, v.max, v.r, closed);
  if (policy == start_overlap::hits) return true;
  return policy == start_overlap::hits_unless_leaving && !circle_leaves_box(dims, v.c, v.d, v.min, v.max);
}

// The textbook's path, a register of lanes at a time, in float or double.
template <class R, int D> struct path {
  using M = decltype(R(0) < R(0));
  R low[D], high[D], length[D], enter[D], leave[D];

  struct stretch {
    R from, to, w[D], l[D], wl, ll;
  };

  template <class Get> FORCED explicit path(Get get) {
    const R zero(0), never((typename R::value_type)__builtin_inff());
    each_axis<D>([&](auto k) INLINED {
      const auto v = get(k);
      const M back = v.d < zero;
      length[k] = magnitude(v.d);
      const R to_min = xsimd::select(back, v.c - v.max, v.min - v.c),
              to_max = xsimd::select(back, v.c - v.min, v.max - v.c);
      low[k] = to_min, high[k] = to_max;
      const M moves = length[k] > zero;
      enter[k] = xsimd::select(moves, quotient(low[k], length[k]), xsimd::select(low[k] > zero, never, zero - never));
      leave[k] = xsimd::select(moves, quotient(high[k], length[k]), xsimd::select(high[k] < zero, zero - never, never));
    });
  }
  FORCED R gap(int k, R t) const { return larger(larger(low[k] - t * length[k], t * length[k] - high[k]), R(0)); }
  FORCED R distance2(R t) const {
    R sum(0);
    each_axis<D>([&](auto k) INLINED {
      const R g = gap(k, t);
      sum = sum + g * g;
    });
    return sum;
  }
  FORCED M falls(R t) const {
    R slope(0);
    each_axis<D>([&](auto k) INLINED {
      const R below = low[k] - t * length[k], above = t * length[k] - high[k];
      slope = slope + length[k] * (larger(above, R(0)) - larger(below, R(0)));
    });
    return slope < R(0);
  }
  template <bool Least> FORCED stretch find(R level) const {
    stretch s;
    s.from = R(0), s.to = R(1), s.wl = R(0), s.ll = R(0);
    const auto begin = [&](R t) INLINED {
      M later = (t > s.from) & (t < R(1)) & falls(t);
      if constexpr (!Least) later = later & (distance2(t) >= level);
      s.from = xsimd::select(later, t, s.from);
    };
    each_axis<D>([&](auto k) INLINED { begin(enter[k]), begin(leave[k]); });
    const auto end = [&](R t) INLINED { s.to = xsimd::select((t > s.from) & (t < s.to), t, s.to); };
    each_axis<D>([&](auto k) INLINED { end(enter[k]), end(leave[k]); });
    each_axis<D>([&](auto k) INLINED {
      const M below = enter[k] > s.from, above = ~(leave[k] > s.from);
      s.w[k] = xsimd::select(below, low[k], xsimd::select(above, high[k], R(0)));
      s.l[k] = xsimd::select(below | above, length[k], R(0));
      s.wl = s.wl + s.w[k] * s.l[k], s.ll = s.ll + s.l[k] * s.l[k];
    });
    return s;
  }
  static FORCED R within(const stretch& s, R t) { return smaller(larger(t, s.from), s.to); }

  // The least f, and all lengths that it was made of.
  struct least_gap {
    R f, size;
  };
  FORCED least_gap least(R r) const {
    const stretch s = find<true>(R(0));
    const R t = within(s, xsimd::select(s.ll > R(0), quotient(s.wl, s.ll), s.from));
    least_gap out{distance2(t), r};
    each_axis<D>([&](auto k) INLINED { out.size = out.size + (R(2) * length[k] + gap(k, t)); });
    return out;
  }
  FORCED R entry(R r) const {
    const R rr = r * r;
    const stretch s = find<false>(rr);
    R ww(0), xx(0);
    each_axis<D>([&](auto k) INLINED { ww = ww + s.w[k] * s.w[k]; });
    each_axis<D>([&](auto i) INLINED {
      each_axis<D>([&](auto j) INLINED {
        if constexpr (i < j) {
          const R e = s.w[i] * s.l[j] - s.w[j] * s.l[i];
          xx = xx + e * e;
        }
      });
    });
    const R over = ww - rr, q = s.wl + square_root(larger(rr * s.ll - xx, R(0)));
    return within(s, xsimd::select((over > R(0)) & (q > R(0)), quotient(over, q), s.from));
  }
};

enum class lone_mover : u8 { none, circle, box };

// Columns: centre and radius of the circle, its steps, corners of the box and, where Both move, its steps. One: is one
// of them the same for all, and do the others stand? With none it decides and tells for all of these.
template <class Arch, int D, bool Both, lone_mover One> struct sweep_circle_box {
  using arch = Arch;
  using twin = sweep_circle_box<Arch, D, Both, lone_mover::none>;
  using pairs = sweep_circle_box<Arch, D, true, lone_mover::none>;
  using state = sweep_circles_boxes_state;
  using F = floats<Arch>;
  using R = doubles<Arch>;
  using M = flags<Arch>;
  static constexpr int dims = D, columns = (Both ? 5 : 4) * D + 1;
  static constexpr int radius = D, step = D + 1, corner = 2 * D + 1, other_step = 4 * D + 1;
  static constexpr bool moving = true, cheap = false, slow_to_tell = true, told_as_pairs = true,
                        tested_apart = F::size < 16;
  const state& s;
  F low[D], high[D];

  FORCED explicit sweep_circle_box(const state& s_) : s(s_) { take_bounds(); }
  template <class To> static FORCED const state& place(const state& s, const float* const* own, To& to) {
    place_pair<sweep_circle_box>(own, to);
    return s;
  }
  FORCED void take_bounds() {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  static void bound(state& s, float until) { bound_way<D>(s, until); }
  template <class In> static FORCED auto relative(const In& in, int k) {
    if constexpr (Both)
      return relative_step(in[step + k], in[other_step + k]);
    else
      return in[step + k];
  }
  template <class V> struct where_and_step {
    V c, min, max, d;
  };
  template <class In> static FORCED auto get(const In& in) {
    using V = typename In::value;
    return [&](auto k) INLINED {
      return where_and_step<V>{in[k], in[corner + 2 * k], in[corner + 2 * k + 1], relative(in, k)};
    };
  }
  template <class In> static auto lone_of(const In& in) {
    return [&](int j) {
      lone_circle_box v;
      for (int k = 0; k < D; ++k) {
        v.c[k] = in.lane(k, j), v.min[k] = in.lane(corner + 2 * k, j), v.max[k] = in.lane(corner + 2 * k + 1, j);
        v.d[k] = in.lane(step + k, j) - in.lane(other_step + k, j);
      }
      v.r = in.lane(radius, j);
      return v;
    };
  }

  template <class In> FORCED M near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED {
      if constexpr (One == lone_mover::circle)
        return (in[corner + 2 * k] < high[k]) & (in[corner + 2 * k + 1] > low[k]);
      else if constexpr (One == lone_mover::box) {  // a time is good to some 2^-24 of all lengths, a radius as well
        const F reach = in[radius] * F(1 + 0x1p-16f);
        return ~(in[k] - high[k] > reach) & ~(low[k] - in[k] > reach);
      } else {  // rounding is monotone, the sums may lose an ulp or two: eight are given
        const auto v = get(in)(k);
        const F r = in[radius], reach = nudge(magnitude(v.d) + r, 8);
        return ~(v.min - v.c > reach) & ~(v.c - v.max > reach);
      }
    });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, M close) const {
    const F r = in[radius], rr = r * r;
    const path<F, D> way(get(in));
    const auto [f, size] = way.least(r);
    const F room = F(0x1p-18f) * (size * size);
    const M ok = (r >= F(0x1p-40f)) & (rr <= F(largest)) & (size * size <= F(largest));
    M sure = ok & (f < rr - room) &
             surely_boxes<Arch, D>([&](auto k) INLINED { return in[corner + 2 * k]; },
                                   [&](auto k) INLINED { return in[corner + 2 * k + 1]; });
    each_axis<D>([&](auto k) INLINED { sure = sure & (in[k] - in[k] == F(0.f)); });  // a NaN leaves no gap
    if (__builtin_expect(s.start != start_overlap::hits, 0))
      sure = sure & (way.distance2(F(0.f)) > rr + room);  // certainly no start in overlap
    return {close & ~(ok & (f > rr + room)), close & sure};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in, u32 asked) {
    const R r = in[radius], rr = r * r;
    auto valid = radius_ok(r);
    each_axis<D>([&](auto k) INLINED {
      const auto v = get(in)(k);
      valid = valid & finite_double(v.c) & finite_double(v.d) & interval(v.min, v.max);
    });
    const path<R, D> way(get(in));
    const auto [f, size] = way.least(r);
    const R room = R(0x1p-44) * (size * size), off = f - rr, start = way.distance2(R(0.)) - rr;
    u32 hits = bits(off < R(0.) - room), open = ~(hits | bits(off > room));
    if (s.start != start_overlap::hits) open |= hits & ~bits(start > room);
    const u32 all = bits(valid);
    open &= all & asked, hits &= all;
    const auto lone = lone_of(in);
    for (; open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      hits = settled_hit(lone(j), D, s.start, s.closed) ? hits | 1u << j : hits & ~(1u << j);
    }
    return hits;
  }

  template <class In> FORCED moment<Arch> when_hit(const In& in, u32 hits) const {
    R time[2];
    u32 started[2];
    for (int h = 0; h < 2; ++h) {
      const auto wide = in.half(h);
      const R r = wide[radius], rr = r * r;
      const path<R, D> way(get(wide));
      time[h] = way.entry(r);
      const R f = way.distance2(R(0.)), off = f - rr;
      const auto inside = all_axes<D>([&](auto k) INLINED {
        const auto v = get(wide)(k);
        return (v.min < v.c) & (v.c < v.max);
      });
      started[h] = bits((off < R(0.)) | inside);
      const auto lone = lone_of(wide);
      u32 open = bits((magnitude(off) <= R(0x1p-48) * (f + rr)) & ~inside) & hits >> (h * R::size);
      for (; open; open &= open - 1) {
        const int j = __builtin_ctz(open);
        const lone_circle_box x = lone(j);
        started[h] = (started[h] & ~(1u << j)) | (u32)circle_meets_box(D, x.c, x.min, x.max, x.r, s.closed) << j;
      }
    }
    const M inside = lanes_of_bits<Arch>(started[0] | started[1] << R::size);
    return {xsimd::select(inside, F(0.f), to_floats<Arch>(time[0], time[1])), no_lanes<Arch>(), inside};
  }
  template <class In> static FORCED auto box_is_point(const In& in) {
    return all_axes<D>([&](auto k) INLINED { return in[corner + 2 * k] == in[corner + 2 * k + 1]; });
  }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    R normal[2][D], position[2][D], start[2][D];
    const bool begun = bits(m.started) != 0;
    alignas(64) float times[F::size];
    m.time.store_aligned(times);
    for (int h = 0; h < 2; ++h) {
      const auto wide = in.half(h);
      const R t(widen(times + h * R::size, typename R::register_type{}));
      const way<R, D> out = leave_box<D, R>([&](auto k) INLINED {
        const auto v = get(wide)(k);
        const R b_step = wide[other_step + k];
        return where<R>{v.c + t * wide[step + k], v.min + t * b_step, v.max + t * b_step};
      });
      each_axis<D>([&](auto k) INLINED {
        normal[h][k] = s.flip ? R(0.) - out.N[k] : out.N[k];
        position[h][k] = out.from[k];
      });
      if (!begun) continue;
      // A start in overlap: as contact_circles_boxes has it; but a point that asks is where it is.
      each_axis<D>([&](auto k) INLINED {
        const auto v = get(wide)(k);
        const R centre = v.c + t * wide[step + k], box = v.min + t * wide[other_step + k];
        start[h][k] = s.flip ? xsimd::select(box_is_point(wide), box, centre + wide[radius] * normal[h][k])
                             : xsimd::select(wide[radius] > R(0.), out.from[k], centre);
      });
    }
    contact<Arch, D> c;
    each_axis<D>([&](auto k) INLINED {
      c.normal[k] = to_floats<Arch>(normal[0][k], normal[1][k]);
      c.position[k] = to_floats<Arch>(position[0][k], position[1][k]);
      if (begun) c.position[k] = xsimd::select(m.started, to_floats<Arch>(start[0][k], start[1][k]), c.position[k]);
    });
    return c;
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> bool bind(const request& r, plan& p) {  // a: circles, b: boxes
  sweep_circles_boxes_state& s = state_of<sweep_circles_boxes_state>(p);
  s.start = r.start, s.closed = r.touch == touching::hits, s.flip = r.flip;
  const bool one = r.batch == batch::one_many && stands(r.db, D), both = !one && r.db.present;
  const bool one_box = both && r.batch == batch::many_one && stands(r.da, D);
  put_pairs<D>(p, r, {.a_circle = true, .a_steps = true, .b_steps = both});
  using enum lone_mover;
  p.scan = both ? scan<sweep_circle_box<A, D, true, none>> : scan<sweep_circle_box<A, D, false, none>>;
  for (int k = 0; k < D; ++k) s.low[k] = s.high[k] = 0;
  if (!one && !one_box) return true;
  float low[3], high[3], radius = 0;
  if (one ? !valid_circle(r.a, D, low, radius) : !valid_box(r.b, D, low, high)) return false;
  for (int k = 0; k < D; ++k) {
    s.from[k] = (double)low[k] - radius, s.to[k] = (double)(one ? low[k] : high[k]) + radius;
    s.d[k] = step_for_all(one ? r.da : r.db, k);
  }
  bound_way<D>(s, r.until < 1 ? r.until : 2);
  if (one)
    scan_by<sweep_circle_box<A, D, false, circle>>(p);
  else
    p.first = first<sweep_circle_box<A, D, true, box>>;
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_circles_boxes, bind)
