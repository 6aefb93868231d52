// Boxes that move and change their size: do they meet, and when? Two gaps an axis, each at a rate of its own; the rule
// and the picture are in src/reference/sweep_growing_boxes.hpp.
//
//     gap   g = p - q         open at the start: g >= 0              each gap that closes does so
//     rate  e = +-d - G       open at the end:   g + e >= 0          before each one that opens
//
// The filter has all of it in float, with G = fl(ga + gb); u = 2^-24, S = |d| + |G|. g is good to u of itself and has
// its exact sign; e to 2u S; g + e to u |g| + 3u S; the products of a pair to 4u (|g_i| S_j + |g_j| S_i). There is room
// for twice that, and for what underflows. What is open then is settled by the reference's own code, a lane at a time.
// Times and contacts are its operations in double, a register at a time.
#include "../lanes/wide_lanes.hpp"
#include "growing.hpp"
#include "kernel.hpp"

namespace hitscan::detail {
namespace {

template <class Arch, int D> struct growing_box_pairs : growing_lanes<growing_box_pairs<Arch, D>, D> {
  using arch = Arch;
  using state = sweep_pairs_state;
  using F = floats<Arch>;
  using M = flags<Arch>;
  static constexpr auto which = detail::test::sweep_growing_boxes;
  static constexpr int dims = D, shape = 2 * D, growths = D, other = 4 * D, columns = 8 * D, gaps = 2 * D;
  static constexpr bool moving = true, cheap = false, slow_to_tell = true;
  const state& s;

  FORCED explicit growing_box_pairs(const state& s_) : s(s_) {}

  // Gap i is that of axis i / 2: even, a above b; odd, below.
  template <class In> static FORCED auto gap(const In& in, int i) {
    return i % 2 == 0 ? in[i] - in[other + i + 1] : in[other + i - 1] - in[i];
  }
  template <class In> static FORCED auto step(const In& in, int k) {
    return relative_step(in[2 * D + k], in[other + 2 * D + k]);
  }
  template <class In> static FORCED auto way(const In& in, int i) {
    const auto d = step(in, i / 2);
    return i % 2 == 0 ? d : typename In::value(0) - d;
  }
  template <class In> static FORCED auto growth(const In& in, int k) { return in[3 * D + k] + in[other + 3 * D + k]; }

  struct closing {
    F g, end, rate, most, room;
  };
  template <class In> static FORCED closing look(const In& in, int i) {
    closing c;
    const F G = growth(in, i / 2);
    c.g = gap(in, i), c.rate = way(in, i) - G, c.end = c.g + c.rate;
    c.most = magnitude(step(in, i / 2)) + magnitude(G);
    c.room = F(0x1p-21f) * (magnitude(c.g) + c.most) + F(0x1p-120f);
    return c;
  }
  template <class In> FORCED M near(const In& in) const {  // no gap is open at both ends
    return all_axes<gaps>([&](auto i) INLINED {
      const closing c = look(in, i);
      return ~((c.g > F(0.f)) & (c.end > c.room));
    });
  }

  template <class In> static __attribute__((noinline)) void weigh(const In& in, verdict<Arch>& v, M& started) {
    const F zero(0.f);
    M apart = no_lanes<Arch>(), meet = ~apart;
    started = meet;
    F size(0.f);
    closing all[gaps];
    each_axis<gaps>([&](auto i) INLINED {
      const closing c = all[i] = look(in, i);
      apart = apart | ((c.g > zero) & (c.end > c.room));
      meet = meet & ((c.g < zero) | (c.end < zero - c.room));
      started = started & ~(c.g > zero);
      size = size + magnitude(c.g) + c.most;
    });
    each_axis<gaps>([&](auto i) INLINED {  // j before i is i before j with the other sign
      each_axis<i>([&](auto j) INLINED {
        const F off = all[i].g * all[j].rate - all[j].g * all[i].rate;
        const F room =
            F(0x1p-20f) * (magnitude(all[i].g) * all[j].most + magnitude(all[j].g) * all[i].most) + F(0x1p-100f);
        const M above = off > room, below = off < zero - room;
        apart = apart | ((all[i].g > zero) & (all[j].end > all[j].room) & above) |
                ((all[j].g > zero) & (all[i].end > all[i].room) & below);
        meet = meet & ((all[i].g < zero) | (all[j].end < zero - all[j].room) | below) &
               ((all[j].g < zero) | (all[i].end < zero - all[i].room) | above);
      });
    });
    const M ok = size < F(0x1p60f);  // nothing overflows, and all is finite
    M valid = ok;
    each_axis<D>([&](auto k) INLINED {
      each_axis<2>([&](auto which_side) INLINED {
        constexpr int side = which_side * other;
        const F width = in[side + 2 * k + 1] - in[side + 2 * k], grow = in[side + 3 * D + k];
        const F room = F(0x1p-21f) * (magnitude(width) + magnitude(grow));
        valid = valid & (width >= zero) & ((grow >= zero) | (width + grow + grow > room));
      });
    });
    v = {~(ok & apart), valid & meet};
  }
  template <class In> FORCED verdict<Arch> test(const In& in, M close) const {
    verdict<Arch> v;
    M started;
    weigh(in, v, started);
    const M sure = close & v.sure;
    return {close & v.maybe, s.start == start_overlap::hits ? sure : sure & ~started};
  }

  // a - b, and what that loses: two_diff of src/reference/expansion.hpp.
  template <class R> static FORCED R less(const R& a, const R& b, R& lost) {
    const R s = a - b, from_b = a - s;
    lost = (a - (s + from_b)) + (from_b - b);
    return s;
  }
  // When gap i closes.
  template <class In> static ONCE F closes(const In& in, int i) {
    using R = doubles<Arch>;
    const int k = i / 2;
    R t[2];
    each_axis<2>([&](auto h) INLINED {
      const auto wide = in.half(h);
      const R g = gap(wide, i), zero(0.), one(1.);
      R lost, more;
      const R once = less<R>(way(wide, i), wide[3 * D + k], lost), twice = less<R>(once, wide[other + 3 * D + k], more);
      t[h] = xsimd::select(g > zero, quotient(g, zero - (twice + (lost + more))), zero);
      t[h] = xsimd::select(t[h] < one, t[h], one);
    });
    return to_floats(t[0], t[1]);
  }
  // Of the gaps that close last.
  struct closure {
    F time;
    M last[gaps], corner, started;
  };
  template <class In> FORCED closure close(const In& in) const {
    const F zero(0.f), none(-1.f);
    F at[gaps], time = none;
    M open[gaps], one = no_lanes<Arch>(), two = one;
    closure c;
    c.started = ~one;
    each_axis<gaps>([&](auto i) INLINED {
      const F g = gap(in, i), t = closes(in, i);
      open[i] = s.closed ? g > zero : g >= zero;
      at[i] = xsimd::select(open[i], t, none), time = larger(time, at[i]);
      c.started = c.started & ~open[i];
    });
    each_axis<gaps>([&](auto i) INLINED { c.last[i] = open[i] & (at[i] == time); });
    each_axis<D>([&](auto k) INLINED {
      const M axis = c.last[2 * k] | c.last[2 * k + 1];
      two = two | (one & axis), one = one | axis;
    });
    c.time = xsimd::select(c.started, zero, time), c.corner = two;
    return c;
  }
  // The face that is hit, as a gap: the last of those that close last; for what starts inside, the way out.
  template <class In> static FORCED void find_face(const In& in, const closure& c, M (&face)[gaps]) {
    M found = no_lanes<Arch>(), leaves[D], left[D];
    each_axis<gaps>([&](auto j) INLINED {
      constexpr int i = gaps - 1 - j;
      face[i] = c.last[i] & ~found, found = found | c.last[i];
    });
    F least;
    each_axis<D>([&](auto k) INLINED {
      const F to_left = in[2 * k + 1] - in[other + 2 * k], to_right = in[other + 2 * k + 1] - in[2 * k];
      left[k] = to_left < to_right;
      const F depth = xsimd::select(left[k], to_left, to_right);
      leaves[k] = c.started;
      if constexpr (k > 0) {
        const M shorter = depth <= least;
        leaves[k] = leaves[k] & shorter;
        each_axis<k>([&](auto i) INLINED { leaves[i] = leaves[i] & ~shorter; });
        least = xsimd::select(shorter, depth, least);
      } else
        least = depth;
    });
    each_axis<D>([&](auto k) INLINED {
      face[2 * k] = face[2 * k] | (leaves[k] & ~left[k]);
      face[2 * k + 1] = face[2 * k + 1] | (leaves[k] & left[k]);
    });
  }
  // On the face; along it, the middle of what the two share at that time.
  template <class In> static FORCED contact<Arch, D> touch(const In& in, const closure& c) {
    M face[gaps];
    find_face(in, c, face);
    wide_lanes<Arch, 1> times;
    times.put(0, c.time);
    M stays = c.started;  // a point that starts inside is where it is
    each_axis<D>([&](auto k) INLINED { stays = stays & (in[2 * k] == in[2 * k + 1]); });
    contact<Arch, D> out;
    each_axis<D>([&](auto k) INLINED {
      using R = doubles<Arch>;
      R low[2], high[2], middle[2], start[2];  // of b, of what is shared, of a
      each_axis<2>([&](auto h) INLINED {
        const auto wide = in.half(h);
        const R t = times.half(0, h), half(0.5);
        const auto edge = [&](int side, int e) INLINED {  // of a or b: 0, the lower one; 1, the upper one
          const R step = wide[side + 2 * D + k], grow = wide[side + 3 * D + k];
          return wide[side + 2 * k + e] + t * (e == 0 ? step - grow : step + grow);
        };
        low[h] = edge(other, 0), high[h] = edge(other, 1), start[h] = edge(0, 0);
        middle[h] = half * larger(start[h], low[h]) + half * smaller(edge(0, 1), high[h]);
      });
      const M above = face[2 * k], below = face[2 * k + 1];
      const M at_high = above | (c.corner & c.last[2 * k] & ~below), at_low = below | (c.corner & c.last[2 * k + 1]);
      out.normal[k] = xsimd::select(above, F(1.f), xsimd::select(below, F(-1.f), F(0.f)));
      out.position[k] =
          xsimd::select(at_high, to_floats(high[0], high[1]),
                        xsimd::select(at_low, to_floats(low[0], low[1]), to_floats(middle[0], middle[1])));
      out.position[k] = xsimd::select(stays, to_floats(start[0], start[1]), out.position[k]);
    });
    return out;
  }
  template <class In> FORCED told<Arch, contact<Arch, D>> tell_hit(const In& in, u32, bool contacts) const {
    const closure c = close(in);
    told<Arch, contact<Arch, D>> t;
    t.time = c.time, t.corner = c.corner, t.started = c.started;
    if (contacts) t.contact = touch(in, c);
    return t;
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  put_pairs<D>(p, r, {.a_steps = true, .b_steps = true, .growth = D});
  p.scan = scan<growing_box_pairs<A, D>>;
  state_of<sweep_pairs_state>(p) = {r.start, r.touch == touching::hits};
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_growing_boxes, bind)
