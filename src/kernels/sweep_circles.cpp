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
#include "../reference/exact.hpp"
#include "circles.hpp"
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
  template <class In, class Get, class Lone>
  static FORCED u32 exact(const In&, Get get, R ra, R rb, start_overlap policy, bool closed, Lone lone) {
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
    open &= all, hits &= all;
    for (; open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      const u32 bit = 1u << j;
      hits = settled_hit(lone(j), D, policy, closed) ? hits | bit : hits & ~bit;
    }
    return hits;
  }

  // ---- time ----
  template <class Get, class Lone>
  static FORCED void when_half(Get get, R ra, R rb, bool closed, Lone lone, R& time, u32& started) {
    const measured v = measure(get, ra, rb);
    const R s = v.mm - v.rr, disc = v.rr * v.dd - v.xx;
    const R q = v.md + square_root(larger(disc, R(0.)));
    const R t = xsimd::select((s > R(0.)) & (q > R(0.)), quotient(s, q), R(0.));
    time = smaller(t, R(1.));
    const R room = R(0x1p-48) * (v.mm + v.rr);
    started = bits(closed ? s <= R(0.) : s < R(0.));
    for (u32 open = bits(magnitude(s) <= room); open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      const lone_pair x = lone(j);
      const int sign = sign_of_distance(D, x.c, x.p, x.ra, x.rb);
      started = (started & ~(1u << j)) | (u32)(closed ? sign <= 0 : sign < 0) << j;
    }
  }
};

// What all kernels below have in common. A kernel K says get, bodies, radii; here is the rest, by halves of a register.
template <class K, class Arch, int D> struct circle_sweep {
  using arch = Arch;
  using F = floats<Arch>;
  using R = doubles<Arch>;
  using M = flags<Arch>;
  using maths = circle_sweep_maths<Arch, D>;
  static constexpr int dims = D;
  static constexpr bool moving = true, cheap = false;

  template <class S, class In> static FORCED auto lone_of(const S& s, const In& in) {
    return [&](int j) {
      lone_pair v;
      K::lone(s, in, j, v);
      return v;
    };
  }
  template <class S, class In> static FORCED u32 exact(const S& s, const In& in) {
    return maths::exact(in, K::get(s, in), K::template ra<R>(s, in), K::template rb<R>(s, in), s.start, s.closed,
                        lone_of(s, in));
  }
  template <class S, class In> static FORCED moment<Arch> when_of(const S& s, const In& in) {
    R time[2];
    u32 started[2];
    for (int h = 0; h < 2; ++h) {
      const auto wide = in.half(h);
      maths::when_half(K::get(s, wide), K::template ra<R>(s, wide), K::template rb<R>(s, wide), s.closed,
                       lone_of(s, wide), time[h], started[h]);
    }
    const M inside = lanes_of_bits<Arch>(started[0] | started[1] << R::size);
    return {xsimd::select(inside, F(0.f), to_floats<Arch>(time[0], time[1])), no_lanes<Arch>(), inside};
  }
  template <class S, class In>
  static FORCED contact<Arch, D> touch_of(const S& s, const In& in, const moment<Arch>& m) {
    return touch_circles<Arch, D>(
        in, m, [&](const auto& wide, auto k) INLINED { return K::bodies(s, wide)(k); },
        [&](const auto& wide, R) INLINED { return K::template asker_radius<R>(s, wide); },
        [&](const auto& wide) INLINED { return K::template asked_radius<R>(s, wide); });
  }
};

// ---- one mover against many that stand -------------------------------------------------------------------------

struct sweep_circle_one_state {
  float c[3], d[3], ra, rb;  // rb: where all items share it
  float low[3], high[3];     // bounds of the motion, with rb where it is shared
  float grow;                // what item radii are taken times
  start_overlap start;
  bool closed;
};

// Bounds of the motion up to time `until`. A time is only good to 2^-25 of |m| + |d| + R in distance (grazing hits), so
// a bound that comes from a time leaves a hundred times as much room. The rest is rounding, of sums in double.
template <int D> void bound_circle_mover(sweep_circle_one_state& s, float until) {
  const bool by_time = until < 0.99f;
  s.grow = by_time ? 1 + 0x1p-17f : 1;
  for (int k = 0; k < D; ++k) {
    const float d = s.d[k], length = length_of(d), part = part_of(length, until);
    const double reach = (double)s.ra + s.rb, c = s.c[k], size = (c < 0 ? 0 - c : c) + reach + length;
    const double room = size * (by_time ? 0x1p-17 : 0x1p-40) + 0x1p-140;
    s.high[k] = up((float)(c + kept_if(d > 0, part) + reach + room));
    s.low[k] = down((float)(c - kept_if(d < 0, part) - reach - room));
  }
}

template <class Arch, int D, bool OneRadius>
struct sweep_circle_one : circle_sweep<sweep_circle_one<Arch, D, OneRadius>, Arch, D> {  // columns: centre, radius
  using base = circle_sweep<sweep_circle_one, Arch, D>;
  using state = sweep_circle_one_state;
  using F = floats<Arch>;
  static constexpr int columns = OneRadius ? D : D + 1;
  const state& s;
  F low[D], high[D];

  FORCED explicit sweep_circle_one(const state& s_) : s(s_) { take_bounds(); }
  FORCED void take_bounds() {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  static void bound(state& s, float until) { bound_circle_mover<D>(s, until); }
  template <class R, class In> static FORCED R ra(const state& s, const In&) { return R((typename R::value_type)s.ra); }
  template <class R, class In> static FORCED R rb(const state& s, const In& in) {
    if constexpr (OneRadius)
      return R((typename R::value_type)s.rb);
    else
      return in[D];
  }
  template <class R, class In> static FORCED R asker_radius(const state& s, const In& in) { return ra<R>(s, in); }
  template <class R, class In> static FORCED R asked_radius(const state& s, const In& in) { return rb<R>(s, in); }
  template <class In> static FORCED auto get(const state& s, const In& in) {
    using R = typename In::value;
    using T = typename R::value_type;
    return [&](auto k) INLINED { return passing<R>{R((T)s.c[k]), in[k], R((T)s.d[k])}; };
  }
  template <class In> static FORCED auto bodies(const state& s, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED {
      return passing_bodies<R>{R((double)s.c[k]), in[k], R((double)s.d[k]), R((double)s.d[k]), R(0.)};
    };
  }
  template <class In> static void lone(const state& s, const In& in, int j, lone_pair& v) {
    for (int k = 0; k < D; ++k) v.c[k] = s.c[k], v.p[k] = in.lane(k, j), v.d[k] = s.d[k];
    v.ra = s.ra;
    if constexpr (OneRadius)
      v.rb = s.rb;
    else
      v.rb = in.lane(D, j);
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
    return base::maths::test(get(s, in), ra<F>(s, in), rb<F>(s, in), close, s.start);
  }
  template <class In> FORCED moment<Arch> when(const In& in) const { return base::when_of(s, in); }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return base::touch_of(s, in, m);
  }
};

// ---- many movers of one radius against one ---------------------------------------------------------------------

struct sweep_circle_many_state {
  float p[3], item_r, one_r, step[3];
  float low[3], high[3];
  start_overlap start;
  bool closed, flip;  // flip: the one is who asks
};

template <class Arch, int D, bool Fast>
struct sweep_circle_many : circle_sweep<sweep_circle_many<Arch, D, Fast>, Arch, D> {  // columns: centres, steps
  using base = circle_sweep<sweep_circle_many, Arch, D>;
  using twin = sweep_circle_many<Arch, D, false>;
  using state = sweep_circle_many_state;
  using F = floats<Arch>;
  static constexpr int columns = 2 * D;
  const state& s;
  F low[D], high[D];

  FORCED explicit sweep_circle_many(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  static FORCED floats<Arch> relative(floats<Arch> a, floats<Arch> b) { return a - b; }
  static FORCED doubles<Arch> relative(doubles<Arch> a, doubles<Arch> b) { return to_float_and_back(a - b); }
  // R is the same whoever is a: the sum of two floats in double does not depend on their order.
  template <class R, class In> static FORCED R ra(const state& s, const In&) {
    return R((typename R::value_type)s.item_r);
  }
  template <class R, class In> static FORCED R rb(const state& s, const In&) {
    return R((typename R::value_type)s.one_r);
  }
  template <class R, class In> static FORCED R asker_radius(const state& s, const In&) {
    return R((typename R::value_type)(s.flip ? s.one_r : s.item_r));
  }
  template <class R, class In> static FORCED R asked_radius(const state& s, const In&) {
    return R((typename R::value_type)(s.flip ? s.item_r : s.one_r));
  }
  template <class In> static FORCED auto get(const state& s, const In& in) {
    using R = typename In::value;
    using T = typename R::value_type;
    return [&](auto k) INLINED { return passing<R>{in[k], R((T)s.p[k]), relative(in[D + k], R((T)s.step[k]))}; };
  }
  template <class In> static FORCED auto bodies(const state& s, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED {
      const R item = in[k], item_step = in[D + k], one((double)s.p[k]), one_step((double)s.step[k]);
      if (s.flip) return passing_bodies<R>{one, item, relative(one_step, item_step), one_step, item_step};
      return passing_bodies<R>{item, one, relative(item_step, one_step), item_step, one_step};
    };
  }
  template <class In> static void lone(const state& s, const In& in, int j, lone_pair& v) {
    for (int k = 0; k < D; ++k) v.c[k] = in.lane(k, j), v.p[k] = s.p[k], v.d[k] = in.lane(D + k, j) - s.step[k];
    v.ra = s.item_r, v.rb = s.one_r;
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
    return base::maths::test(get(s, in), ra<F>(s, in), rb<F>(s, in), close, s.start);
  }
  template <class In> FORCED moment<Arch> when(const In& in) const { return base::when_of(s, in); }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return base::touch_of(s, in, m);
  }
};

// ---- circle against circle -------------------------------------------------------------------------------------

// Columns: centre, radius and step of a, centre and radius of b and, where Both move, step of b.
template <class Arch, int D, bool Both>
struct sweep_circle_pairs : circle_sweep<sweep_circle_pairs<Arch, D, Both>, Arch, D> {
  using base = circle_sweep<sweep_circle_pairs, Arch, D>;
  using state = sweep_pairs_state;
  using F = floats<Arch>;
  static constexpr int columns = 3 * D + 2 + (Both ? D : 0);
  static constexpr int radius = D, step = D + 1, other = 2 * D + 1, other_radius = 3 * D + 1, other_step = 3 * D + 2;
  const state& s;

  FORCED explicit sweep_circle_pairs(const state& s_) : s(s_) {}
  static FORCED floats<Arch> rounded_difference(floats<Arch> a, floats<Arch> b) { return a - b; }
  static FORCED doubles<Arch> rounded_difference(doubles<Arch> a, doubles<Arch> b) { return to_float_and_back(a - b); }
  template <class In> static FORCED auto relative(const In& in, int k) {
    if constexpr (Both)
      return rounded_difference(in[step + k], in[other_step + k]);
    else
      return in[step + k];
  }
  template <class R, class In> static FORCED R ra(const state&, const In& in) { return in[radius]; }
  template <class R, class In> static FORCED R rb(const state&, const In& in) { return in[other_radius]; }
  template <class R, class In> static FORCED R asker_radius(const state&, const In& in) { return in[radius]; }
  template <class R, class In> static FORCED R asked_radius(const state&, const In& in) { return in[other_radius]; }
  template <class In> static FORCED auto get(const state&, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED { return passing<R>{in[k], in[other + k], relative(in, k)}; };
  }
  template <class In> static FORCED auto bodies(const state&, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED {
      R b_step(0.);
      if constexpr (Both) b_step = in[other_step + k];
      return passing_bodies<R>{in[k], in[other + k], relative(in, k), in[step + k], b_step};
    };
  }
  template <class In> static void lone(const state&, const In& in, int j, lone_pair& v) {
    for (int k = 0; k < D; ++k) {
      v.c[k] = in.lane(k, j), v.p[k] = in.lane(other + k, j), v.d[k] = in.lane(step + k, j);
      if constexpr (Both) v.d[k] = v.d[k] - in.lane(other_step + k, j);
    }
    v.ra = in.lane(radius, j), v.rb = in.lane(other_radius, j);
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
    return base::maths::test(get(s, in), in[radius], in[other_radius], close, s.start);
  }
  template <class In> FORCED moment<Arch> when(const In& in, view = {}) const { return base::when_of(s, in); }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return base::touch_of(s, in, m);
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> bool bind_sweep_circle_one(const request& r, plan& p) {
  sweep_circle_one_state& s = state_of<sweep_circle_one_state>(p);
  if (!valid_circle(r.a, D, s.c, s.ra)) return false;
  s.start = r.start, s.closed = r.touch == touching::hits;
  for (int k = 0; k < D; ++k) s.d[k] = step_for_all(r.da, k);
  if (!finite_steps(s.d, D)) return false;
  const bool shared = one_radius_for_all(r.b, D);
  s.rb = shared ? radius_for_all(r.b, D) : 0;
  if (!(s.rb >= 0 && finite(s.rb))) return false;
  bound_circle_mover<D>(s, r.until < 1 ? r.until : 2);
  p.columns = put_circles<D>(p, 0, r.b);
  if (shared)
    scan_by<sweep_circle_one<A, D, true>>(p), keep_columns(p, D);
  else
    scan_by<sweep_circle_one<A, D, false>>(p);
  return true;
}

template <class A, int D> bool bind_sweep_circle_many(const request& r, plan& p) {
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  const motion &one_moves = a_many ? r.db : r.da, &many_move = a_many ? r.da : r.db;
  sweep_circle_many_state& s = state_of<sweep_circle_many_state>(p);
  if (!valid_circle(one, D, s.p, s.one_r)) return false;
  s.start = r.start, s.closed = r.touch == touching::hits, s.flip = !a_many;
  s.item_r = radius_for_all(many, D);
  for (int k = 0; k < D; ++k) s.step[k] = step_for_all(one_moves, k);
  if (!finite_steps(s.step, D) || !(s.item_r >= 0 && finite(s.item_r))) return false;
  const bool fast = many_move.present && many_move.longest >= 0;
  for (int k = 0; k < D; ++k) {
    const double at = s.p[k], step = s.step[k] < 0 ? 0. - s.step[k] : s.step[k];
    const double reach = (double)s.item_r + s.one_r + (fast ? ((double)many_move.longest + step) * (1 + 0x1p-22) : 0);
    const double room = 0x1p-40 * (reach + (at < 0 ? 0. - at : at)) + 0x1p-140;
    s.low[k] = down((float)(at - reach - room)), s.high[k] = up((float)(at + reach + room));
  }
  p.scan = fast ? scan<sweep_circle_many<A, D, true>> : scan<sweep_circle_many<A, D, false>>;
  put_circles<D>(p, 0, many);
  keep_columns(p, D);
  p.columns = put_steps<D>(p, D, many_move);
  return true;
}

template <class A, int D> bool bind(const request& r, plan& p) {
  if (r.batch == batch::one_many && stands(r.db, D)) return bind_sweep_circle_one<A, D>(r, p);
  if (r.batch != batch::each && one_radius_for_all(r.batch == batch::many_one ? r.a : r.b, D))
    return bind_sweep_circle_many<A, D>(r, p);
  const bool both = r.db.present;
  const std::size_t a_limit = limit_of(r.a), b_limit = limit_of(r.b);
  int at = put_circles<D>(p, 0, r.a, r.first, a_limit);
  at = put_steps<D>(p, at, r.da, r.first, a_limit);
  at = put_circles<D>(p, at, r.b, r.second, b_limit);
  if (both) at = put_steps<D>(p, at, r.db, r.second, b_limit);
  p.columns = at;
  p.scan = both ? scan_pairs<sweep_circle_pairs<A, D, true>> : scan_pairs<sweep_circle_pairs<A, D, false>>;
  state_of<sweep_pairs_state>(p) = {r.start, r.touch == touching::hits};
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_circles, bind)
