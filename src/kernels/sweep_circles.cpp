// A circle or point moves against a circle: does it come nearer than the radii, and when? In the frame of b.
//
//          c ------------+------> c + d         m = p - c, R = ra + rb. Open hit: some point of the segment is nearer
//            \           |                      to p than R:
//           m \          | h                      |m|^2 < R^2                 it starts inside, or
//              \         |                        |m - d|^2 < R^2             it ends inside, or
//               `------- p  (R)                   0 < m.d < d.d and |m x d|^2 < R^2 d.d   it passes (h = |m x d| / |d|)
//
// The filter walks to the nearest point of the segment in float: any t in [0, 1] is a witness for a hit, and the error
// of the walk is a small share of |m| + |d| + R. Open lanes get the three tests in double with error bounds; what is
// still open there is a true tie, or next to one, and goes to expansions, one lane at a time.
//
// The time is the smaller root of |m - t d|^2 = R^2, in the form that does not cancel: (|m|^2 - R^2) / (m.d +
// sqrt(..)).
#include "plans/sweep_circles.hpp"
#include "../reference/exact.hpp"
#include "circles.hpp"
#include "kernel.hpp"
#include "motions.hpp"

namespace hitscan::detail {
namespace {

template <class R> struct passing {
  R c, p, d;
};  // one axis: centres of a and b, relative motion

// One lane's numbers, for the last resort.
struct lone_pair {
  float c[3], p[3], d[3], ra, rb;
};

inline bool settled_hit(const lone_pair& v, int dims, start_overlap policy, bool closed) {
  const auto within = [&](int sign) { return closed ? sign <= 0 : sign < 0; };
  const bool inside = within(sign_of_distance(dims, v.c, v.p, v.ra, v.rb));
  if (inside && policy == start_overlap::ignored) return false;
  if (inside && policy == start_overlap::hits_unless_leaving && sign_of_dot(dims, v.p, v.c, v.d) <= 0) return false;
  if (inside || within(sign_of_end_distance(dims, v.c, v.p, v.d, v.ra, v.rb))) return true;
  bool moves = false;
  for (int k = 0; k < dims; ++k) moves = moves || v.d[k] != 0;
  if (!moves) return false;
  const int ahead = sign_of_dot(dims, v.p, v.c, v.d), beyond = sign_of_dot_minus_square(dims, v.p, v.c, v.d);
  const bool passes = closed ? ahead >= 0 && beyond <= 0 : ahead > 0 && beyond < 0;
  return passes && within(sign_of_line_circle(dims, v.c, v.p, v.d, v.ra, v.rb));
}

template <class A, int D> struct circle_sweep_maths {
  using F = floats<A>;
  using M = flags<A>;
  using R = doubles<A>;

  // ---- the filter ----
  template <class Get> static FORCED verdict<A> test(Get get, F ra, F rb, M close, start_overlap policy) {
    F m[D], d[D], dot, dd, mm, size;
    each_axis<D>([&](auto k) INLINED {
      const auto v = get(k);
      m[k] = v.p - v.c, d[k] = v.d;
      if constexpr (k == 0)
        dot = m[k] * d[k], dd = d[k] * d[k], mm = m[k] * m[k], size = magnitude(m[k]) + magnitude(d[k]);
      else
        dot = dot + m[k] * d[k], dd = dd + d[k] * d[k], mm = mm + m[k] * m[k],
        size = size + magnitude(m[k]) + magnitude(d[k]);
    });
    const F reach = ra + rb, tiny(0x1p-100f);
    F t = quotient(dot, larger(dd, tiny));
    t = smaller(larger(t, F(0.f)), F(1.f));
    F dist(0.f), span(0.f);
    each_axis<D>([&](auto k) INLINED {
      const F e = m[k] - t * d[k];
      dist = dist + e * e, span = span + magnitude(d[k]);
    });
    // 32 units of rounding cover the walk; a motion too short for its square counts as error whole.
    const F room = F(0x1p-19f) * (size + reach) + xsimd::select(dd < tiny, span, F(0.f));
    const F outer = reach + room, inner = reach - room;
    const M ok =
        (dist <= F(largest)) & (dd <= F(largest)) & (magnitude(dot) <= F(largest)) & (outer * outer <= F(largest));
    M sure = ok & (inner > F(0.f)) & ordered_gt(inner * inner, nudge(dist, 8)) & (ra >= F(0.f)) & (rb >= F(0.f));
    if (__builtin_expect(policy != start_overlap::hits, 0))
      sure = sure & (mm > nudge(outer * outer, 9));  // certainly no start in overlap
    return {close & ~(ok & (dist > nudge(outer * outer, 9))), close & sure};
  }

  // ---- in double ----
  struct measured {
    R m[D], d[D], mm, rr, md, dd, xx, xx_size, md_size;
  };
  template <class Get> static FORCED measured measure(Get get, R ra, R rb) {
    measured v;
    v.md_size = R(0.);
    each_axis<D>([&](auto k) INLINED {
      const auto x = get(k);
      v.m[k] = x.p - x.c, v.d[k] = x.d;
      const R md = v.m[k] * v.d[k];
      if constexpr (k == 0)
        v.mm = v.m[k] * v.m[k], v.md = md, v.dd = v.d[k] * v.d[k];
      else
        v.mm = v.mm + v.m[k] * v.m[k], v.md = v.md + md, v.dd = v.dd + v.d[k] * v.d[k];
      v.md_size = v.md_size + magnitude(md);
    });
    const R r = ra + rb;
    v.rr = r * r;
    bool first = true;
    each_axis<D>([&](auto i) INLINED {
      each_axis<D>([&](auto j) INLINED {
        if constexpr (i < j) {
          const R x = v.m[i] * v.d[j], y = v.m[j] * v.d[i], e = x - y, size = magnitude(x) + magnitude(y);
          v.xx = first ? e * e : v.xx + e * e;
          v.xx_size = first ? size * size : v.xx_size + size * size;
          first = false;
        }
      });
    });
    return v;
  }
  // Three tests with error bounds: all sums have fewer than 16 roundings of 2^-53.
  template <class Get, class Lone>
  static FORCED u32 exact(Get get, R ra, R rb, start_overlap policy, bool closed, u32 asked, Lone lone) {
    const measured v = measure(get, ra, rb);
    const R eps(0x1p-48);
    R ends(0.), ends_size(0.);
    auto valid = radius_ok(ra) & radius_ok(rb);
    each_axis<D>([&](auto k) INLINED {
      const auto x = get(k);
      const R e = v.m[k] - v.d[k], size = magnitude(v.m[k]) + magnitude(v.d[k]);
      ends = ends + e * e, ends_size = ends_size + size * size;
      valid = valid & finite_double(x.c) & finite_double(x.p) & finite_double(x.d);
    });
    const R begin_room = eps * (v.mm + v.rr), end_room = eps * (ends_size + v.rr),
            pass_room = eps * (v.xx_size + v.rr * v.dd);
    const R begins = v.mm - v.rr, finishes = ends - v.rr, passes = v.xx - v.rr * v.dd;
    const R ahead_room = eps * v.md_size, beyond_room = eps * (v.md_size + v.dd), beyond = v.md - v.dd;
    const auto hit = (begins < R(0.) - begin_room) | (finishes < R(0.) - end_room) |
                     ((v.md > ahead_room) & (beyond < R(0.) - beyond_room) & (passes < R(0.) - pass_room));
    const auto miss = (begins > begin_room) & (finishes > end_room) &
                      ((v.md < R(0.) - ahead_room) | (beyond > beyond_room) | (passes > pass_room) | (v.dd == R(0.)));
    u32 hits = bits(hit), open = ~(hits | bits(miss));
    if (policy != start_overlap::hits) open |= hits & ~bits(begins > begin_room);
    const u32 all = bits(valid);
    open &= all & asked, hits &= all;
    for (; open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      const u32 bit = 1u << j;
      hits = settled_hit(lone(j), D, policy, closed) ? hits | bit : hits & ~bit;
    }
    return hits;
  }

  // ---- time ----
  template <class Get, class Lone>
  static FORCED void when_half(Get get, R ra, R rb, bool closed, u32 hits, Lone lone, R& time, u32& started) {
    const measured v = measure(get, ra, rb);
    const R s = v.mm - v.rr, disc = v.rr * v.dd - v.xx;
    const R q = v.md + square_root(larger(disc, R(0.)));
    const R t = xsimd::select((s > R(0.)) & (q > R(0.)), quotient(s, q), R(0.));
    time = smaller(t, R(1.));
    const R room = R(0x1p-48) * (v.mm + v.rr);
    started = bits(closed ? s <= R(0.) : s < R(0.));
    for (u32 open = bits(magnitude(s) <= room) & hits; open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      const lone_pair x = lone(j);
      const int sign = sign_of_distance(D, x.c, x.p, x.ra, x.rb);
      started = (started & ~(1u << j)) | (u32)(closed ? sign <= 0 : sign < 0) << j;
    }
  }
};

// ---- circle against circle -------------------------------------------------------------------------------------

// Columns: centre, radius and step of a, centre and radius of b and, where Both move, step of b. With both it decides
// and tells for all kernels here, by halves of a register.
template <class Arch, int D, bool Both> struct sweep_circle_pairs {
  using arch = Arch;
  using pairs = sweep_circle_pairs<Arch, D, true>;
  using state = sweep_pairs_state;
  using F = floats<Arch>;
  using R = doubles<Arch>;
  using maths = circle_sweep_maths<Arch, D>;
  static constexpr int dims = D, columns = 3 * D + 2 + (Both ? D : 0);
  static constexpr int radius = D, step = D + 1, other = 2 * D + 1, other_radius = 3 * D + 1, other_step = 3 * D + 2;
  static constexpr bool moving = true, cheap = false, slow_to_tell = true, told_as_pairs = true;
  const state& s;

  FORCED explicit sweep_circle_pairs(const state& s_) : s(s_) {}
  template <class To> static FORCED state place(const state& s, const float* const* own, To& to) {
    place_pair<sweep_circle_pairs>(own, to);
    return s;
  }
  template <class In> static FORCED auto relative(const In& in, int k) {
    if constexpr (Both)
      return relative_step(in[step + k], in[other_step + k]);
    else
      return in[step + k];
  }
  template <class In> static FORCED auto get(const In& in) {
    using V = typename In::value;
    return [&](auto k) INLINED { return passing<V>{in[k], in[other + k], relative(in, k)}; };
  }
  template <class In> static auto lone_of(const In& in) {
    return [&](int j) {
      lone_pair v;
      for (int k = 0; k < D; ++k) {
        v.c[k] = in.lane(k, j), v.p[k] = in.lane(other + k, j), v.d[k] = in.lane(step + k, j);
        if constexpr (Both) v.d[k] = v.d[k] - in.lane(other_step + k, j);
      }
      v.ra = in.lane(radius, j), v.rb = in.lane(other_radius, j);
      return v;
    };
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    const F reach = in[radius] + in[other_radius];
    return all_axes<D>([&](auto k) INLINED {
      return ~(magnitude(in[other + k] - in[k]) > nudge(magnitude(relative(in, k)) + reach, 8));
    });
  }
  struct view {};  // nothing worth keeping
  template <class In> FORCED view look(const In&) const { return {}; }
  template <class In> FORCED verdict<Arch> test(const In& in, view, flags<Arch> close) const {
    return maths::test(get(in), in[radius], in[other_radius], close, s.start);
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in, u32 asked) {
    return maths::exact(get(in), in[radius], in[other_radius], s.start, s.closed, asked, lone_of(in));
  }
  template <class In> FORCED moment<Arch> when_hit(const In& in, u32 hits) const {
    R time[2];
    u32 started[2];
    for (int h = 0; h < 2; ++h) {
      const auto wide = in.half(h);
      maths::when_half(get(wide), wide[radius], wide[other_radius], s.closed, hits >> (h * R::size), lone_of(wide),
                       time[h], started[h]);
    }
    const flags<Arch> inside = lanes_of_bits<Arch>(started[0] | started[1] << R::size);
    return {xsimd::select(inside, F(0.f), to_floats<Arch>(time[0], time[1])), no_lanes<Arch>(), inside};
  }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return touch_circles<Arch, D>(
        in, m,
        [&](const auto& wide, auto k) INLINED {
          return passing_bodies<R>{wide[k], wide[other + k], relative(wide, k), wide[step + k], wide[other_step + k]};
        },
        [&](const auto& wide, R) INLINED { return wide[radius]; },
        [&](const auto& wide) INLINED { return wide[other_radius]; });
  }
};

// ---- one mover against many that stand -------------------------------------------------------------------------

template <class Arch, int D, bool OneRadius> struct sweep_circle_one {  // columns: centre, radius
  using arch = Arch;
  using pairs = sweep_circle_pairs<Arch, D, true>;
  using state = sweep_circle_one_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = OneRadius ? D : D + 1;
  static constexpr bool moving = true, cheap = false, slow_to_tell = true, told_as_pairs = true,
                        tested_apart = F::size < 16;
  const state& s;
  F low[D], high[D];

  FORCED explicit sweep_circle_one(const state& s_) : s(s_) { take_bounds(); }
  FORCED void take_bounds() {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  static void bound(state& s, float until) { bound_circle_mover<D>(s, until); }
  template <class To> static FORCED typename pairs::state place(const state& s, const float* const* own, To& to) {
    for (int k = 0; k < D; ++k) {
      to.same(k, s.c[k]), to.same(pairs::step + k, s.d[k]), to.zero(pairs::other_step + k);
      to.column(pairs::other + k, own[k]);
    }
    to.same(pairs::radius, s.ra);
    if constexpr (OneRadius)
      to.same(pairs::other_radius, s.rb);
    else
      to.column(pairs::other_radius, own[D]);
    return {s.start, s.closed};
  }
  FORCED F radius(const reader<Arch, columns>& in) const {
    if constexpr (OneRadius)
      return F(s.rb);
    else
      return in[D];
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED {
      if constexpr (OneRadius)
        return (in[k] < high[k]) & (in[k] > low[k]);
      else {
        const F r = in[D] * F(s.grow);
        return (in[k] - r <= high[k]) & (in[k] + r >= low[k]);  // rounding is monotone: <= after it never misses
      }
    });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    return pairs::maths::test(
        [&](auto k) INLINED {
          return passing<F>{F(s.c[k]), in[k], F(s.d[k])};
        },
        F(s.ra), radius(in), close, s.start);
  }
};

// ---- many movers of one radius against one ---------------------------------------------------------------------

template <class Arch, int D, bool Fast> struct sweep_circle_many {  // columns: centres, steps
  using arch = Arch;
  using twin = sweep_circle_many<Arch, D, false>;
  using pairs = sweep_circle_pairs<Arch, D, true>;
  using state = sweep_circle_many_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = 2 * D;
  static constexpr bool moving = true, cheap = false, slow_to_tell = true, told_as_pairs = true,
                        tested_apart = F::size < 16;
  const state& s;
  F low[D], high[D];

  FORCED explicit sweep_circle_many(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  template <class To> static FORCED typename pairs::state place(const state& s, const float* const* own, To& to) {
    const int many = s.flip ? pairs::other : 0, one = s.flip ? 0 : pairs::other;
    const int many_step = s.flip ? pairs::other_step : pairs::step, one_step = s.flip ? pairs::step : pairs::other_step;
    for (int k = 0; k < D; ++k) {
      to.column(many + k, own[k]), to.column(many_step + k, own[D + k]);
      to.same(one + k, s.p[k]), to.same(one_step + k, s.step[k]);
    }
    to.same(many + D, s.item_r), to.same(one + D, s.one_r);
    return {s.start, s.closed};
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED {
      if constexpr (Fast)
        return (in[k] > low[k]) & (in[k] < high[k]);
      else {
        const F d = in[D + k] - F(s.step[k]), zero(0.f);
        return (low[k] - in[k] <= ordered_max(d, zero)) & (high[k] - in[k] >= ordered_min(d, zero));
      }
    });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    return pairs::maths::test(
        [&](auto k) INLINED {
          return passing<F>{in[k], F(s.p[k]), in[D + k] - F(s.step[k])};
        },
        F(s.item_r), F(s.one_r), close, s.start);
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> bool bind(const request& r, plan& p) {
  if (r.batch == batch::one_many && stands(r.db, D)) {
    const circles_at_rest of = put_sweep_circle_one<D>(r, p);
    of.one_radius ? scan_by<sweep_circle_one<A, D, true>>(p) : scan_by<sweep_circle_one<A, D, false>>(p);
    return of.ok;
  }
  if (r.batch != batch::each && one_radius_for_all(r.batch == batch::many_one ? r.a : r.b, D)) {
    const moving_circles of = put_sweep_circle_many<D>(r, p);
    p.scan = of.fast ? scan<sweep_circle_many<A, D, true>> : scan<sweep_circle_many<A, D, false>>;
    return of.ok;
  }
  const bool both = r.db.present;
  put_pairs<D>(p, r, {.a_circle = true, .b_circle = true, .a_steps = true, .b_steps = both});
  p.scan = both ? scan_pairs<sweep_circle_pairs<A, D, true>> : scan_pairs<sweep_circle_pairs<A, D, false>>;
  state_of<sweep_pairs_state>(p) = {r.start, r.touch == touching::hits};
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_circles, bind)
