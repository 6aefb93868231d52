// A box, point or segment moves against a box: does it enter, and when? In the frame of b, a moves by d = fl(da - db).
//
//     |<------- f ------->|       Mirrored so that d >= 0 on each axis: n the gap to b's near edge, f to its far edge,
//     |<-- n -->|         |       L = |d|. a enters b's interval at n / L and leaves it at f / L.
//   [a]---------[    b    ]       Open hit:  n < L and f > 0 on every axis - b lies ahead and within reach -
//     |------------>              and n_x / L_x < f_y / L_y for every two axes: each is entered before another is left.
//            d                    Multiplied out, n_x * L_y < f_y * L_x, this needs no case for a resting axis.
//
// The filter compares float products with room for their rounding; what is left open goes to the exact step. The time
// is the last entry, the largest fl(n / L): division is monotone, so equal quotients stay equal and nothing underflows.
#include "plans/sweep_boxes.hpp"
#include "../lanes/slab.hpp"
#include "boxes.hpp"
#include "kernel.hpp"
#include "motions.hpp"

namespace hitscan::detail {
namespace {

// One axis of a pair. a_step, b_step: their own motions; d: the relative one.
template <class F> struct swept {
  F a_min, a_max, b_min, b_max, d;
};
template <class F> struct bodies {
  F a_min, a_max, b_min, b_max, d, a_step, b_step;
};

template <class A, int D> struct sweep_maths {
  using F = floats<A>;
  using M = flags<A>;

  // The gaps of an axis, mirrored. By the sign bit: at rest it does not matter which gap is called near.
  struct gaps {
    F n, f, len;
  };
  template <class V> static FORCED gaps mirrored(const V& v) {
    const F below = v.b_min - v.a_max, above = v.b_max - v.a_min, sign = v.d & F(-0.f);
    const M back = sign_set(v.d);
    return {xsimd::select(back, above, below) ^ sign, (xsimd::select(back, below, above) ^ sign) + F(0.f),
            magnitude(v.d)};  // + 0, since -0 has other bits than 0
  }
  // The gaps reach across the motion's own interval [min(d, 0), max(d, 0)]: a third of the work of mirroring them.
  struct view {
    gaps on[D];
  };
  template <class Get> static FORCED view look(Get get) {
    view v;
    each_axis<D>([&](auto k) INLINED { v.on[k] = mirrored(get(k)); });
    return v;
  }
  template <class Get> static FORCED M near(Get get) {  // says what cross says of n and f, to the bit
    return all_axes<D>([&](auto k) INLINED {
      const auto v = get(k);
      return (v.b_min - v.a_max <= ordered_max(v.d, F(0.f))) & (v.b_max - v.a_min >= ordered_min(v.d, F(0.f)));
    });
  }

  // ---- the filter ----
  // Close: lanes that are near; Reached: by `near` above, so that it need not be asked again.
  template <bool Reached, class Get> static FORCED verdict<A> cross(const view& seen, Get get, M close) {
    const gaps(&g)[D] = seen.on;
    M maybe = close, sure = close;
    each_axis<D>([&](auto k) INLINED {
      if constexpr (!Reached) maybe = maybe & (g[k].n <= g[k].len) & (g[k].f >= F(0.f));
      sure = sure & (g[k].n < g[k].len) & (g[k].f > F(0.f)) & (g[k].n < g[k].f);  // n == f: neither has any extent here
    });
    widths<A> w(g[0].f);
    each_axis<D>([&](auto k) INLINED {
      const auto v = get(k);
      w.add(v.a_max - v.a_min), w.add(v.b_max - v.b_min), w.add(g[k].len);
      if constexpr (k > 0) w.add(g[k].f);
    });
    each_axis<D>([&](auto i) INLINED {
      each_axis<D>([&](auto j) INLINED {
        if constexpr (i != j) {
          const F enter = g[i].n * g[j].len, leave = g[j].f * g[i].len;
          maybe = maybe & ~(enter > nudge(leave, 9));  // four roundings at most a side
          M certain = ordered_gt(leave, nudge(enter, 8));
          if constexpr (D > 2) certain = certain | (g[i].len + g[j].len == F(0.f));  // two at rest have no order
          sure = sure & certain;
        }
      });
    });
    return {maybe, sure & w.fine()};  // boxes are boxes, no gap or motion overflowed
  }

  // ---- the exact step ----
  template <class R, class Get> static FORCED u32 exact(Get get, bool closed) {
    R p[D], q[D], r[D], s[D], len[D];
    auto hit = R(0.) == R(0.);
    each_axis<D>([&](auto k) INLINED {
      const auto v = get(k);
      const auto back = v.d < R(0.);
      p[k] = xsimd::select(back, v.a_min, v.b_min), q[k] = xsimd::select(back, v.b_max, v.a_max);
      r[k] = xsimd::select(back, v.a_max, v.b_max), s[k] = xsimd::select(back, v.b_min, v.a_min);
      len[k] = magnitude(v.d);
      hit = hit & less(difference(p[k], q[k]), {len[k], R(0.)}, closed) & (closed ? s[k] <= r[k] : s[k] < r[k]);
      hit = hit & interval(v.a_min, v.a_max) & interval(v.b_min, v.b_max) & (len[k] <= R((double)largest));
      if (!closed) hit = hit & ((v.a_min < v.a_max) | (v.b_min < v.b_max));
    });
    each_axis<D>([&](auto i) INLINED {
      each_axis<D>([&](auto j) INLINED {
        if constexpr (i != j)
          hit =
              hit & (less(difference(p[i] * len[j], q[i] * len[j]), difference(r[j] * len[i], s[j] * len[i]), closed) |
                     (len[i] + len[j] == R(0.)));
      });
    });
    return bits(hit);
  }

  // ---- starts in overlap ----
  template <class Get> static FORCED M started(Get get, bool closed) {  // the sign of a float gap is exact
    return all_axes<D>([&](auto k) INLINED {
      const F n = mirrored(get(k)).n;
      return closed ? n <= F(0.f) : n < F(0.f);
    });
  }
  // Lanes that the start policy takes out.
  template <class Get> static FORCED M refused(Get get, start_overlap policy, bool closed) {
    const M inside = started(get, closed);
    if (policy == start_overlap::ignored) return inside;
    const exit<A, D> e = way_out<A, D>(get);
    M leaving = no_lanes<A>();
    each_axis<D>([&](auto k) INLINED {
      const F d = get(k).d;
      leaving = leaving | (e.axis[k] & ((e.up[k] & (d >= F(0.f))) | (~e.up[k] & (d <= F(0.f)))));
    });
    return inside & leaving;
  }

  // ---- time and contact ----
  static FORCED F entry(const gaps& g) {  // -inf where the axis rests
    return xsimd::select(g.len > F(0.f), quotient(g.n, g.len), F(-__builtin_inff()));
  }
  static FORCED moment<A> when(const view& seen, bool closed) {
    F latest(-__builtin_inff());
    M corner = no_lanes<A>(), inside = ~corner;
    each_axis<D>([&](auto k) INLINED {
      const gaps& g = seen.on[k];
      const F t = entry(g);
      corner = (t == latest) | (corner & (t < latest));
      latest = larger(t, latest);
      inside = inside & (closed ? g.n <= F(0.f) : g.n < F(0.f));
    });
    return {xsimd::select(latest > F(0.f), latest, F(0.f)), corner & ~inside, inside};
  }
  // get(k) here gives `bodies`, in the roles of who asks and who is asked.
  template <class Get> static FORCED contact<A, D> touch(Get get, const moment<A>& m) {
    contact<A, D> out;
    F t[D], latest(-__builtin_inff());
    each_axis<D>([&](auto k) INLINED {
      t[k] = entry(mirrored(get(k)));
      latest = larger(t[k], latest);
    });
    // What starts inside - and so all that rests - has the way out for its normal; a point stays where it is.
    const M begun = m.started;
    M stays = begun;
    exit<A, D> e;
    if (__builtin_expect(bits(begun) != 0, 0)) {
      e = way_out<A, D>(get);
      each_axis<D>([&](auto k) INLINED { stays = stays & (get(k).a_min == get(k).a_max); });
    } else
      each_axis<D>([&](auto k) INLINED { e.axis[k] = e.up[k] = begun; });
    M taken = begun;
    each_axis<D>([&](auto j) INLINED {
      constexpr axis<D - 1 - j> k{};  // the later axis has the normal
      const auto v = get(k);
      const M last = t[k] == latest;
      const M faces = (last & ~taken) | (begun & e.axis[k]);
      taken = taken | last;
      const M high = xsimd::batch_bool<float, A>((~begun & (v.d < F(0.f))) | (begun & e.up[k]));  // b's upper face
      out.normal[k] = xsimd::select(faces, xsimd::select(high, F(1.f), F(-1.f)), F(0.f));
      const F a_by = m.time * v.a_step, b_by = m.time * v.b_step;
      const F face = xsimd::select(high, v.b_max, v.b_min) + b_by;
      const F start = v.a_min + a_by;
      const F low = larger(start, v.b_min + b_by), top = smaller(v.a_max + a_by, v.b_max + b_by);
      out.position[k] = xsimd::select(faces | (last & m.corner), face, F(.5f) * low + F(.5f) * top);
      out.position[k] = xsimd::select(stays, start, out.position[k]);
    });
    return out;
  }
};

// ---- one mover against many that stand -------------------------------------------------------------------------

// Where many hit: words of 64 boxes, straight through. With i = fl(1 / d), and c the edge of a that meets the box's,
//
//     n = fl(near i - fl(c i))        when an edge is entered or left, by one fused operation each, and
//     f = fl(far i - fl(c i + M))     h = max(0, n_x, n_y) - min(1 - M, f_x, f_y)
//
// -------------0=====================1------->  time of the motion
//       n_y |------------------------------|     h < 0: is in on all axes at a time, for longer than all roundings
//            n_x |-----------------|             0 <= h <= M2: open       h > M2: certainly not
//                               f_x - M
//
// Let u = 2^-24 and t the true time of an edge: near i - fl(c i) is t (1 + e) with an error of u |c i|, then one more
// rounding; so n is off by 2.1 u |t| + u |c i|, and nothing of the item's size is in it. For t in -1..2 that is at most
// E = u (k + 4.5), k the largest |c i| there is; outside, rounding keeps n and f on their side of 0 and of 1. With
// M >= 2 E + u no sum of errors makes a hit of a miss, or the other way round with M2 >= M + 2 E + u. An axis is then
// entered strictly before any is left: hit in either sense of touching. Without a fused product (near - c) i has three
// roundings of t and none of c: E = 6.5 u.
template <class A, int D, bool Point> struct sweep_sketch {
  using F = floats<A>;
  using M = flags<A>;
  const float *near[D], *far[D];
  F inverse[D], sign[D], in[D], out[D], last, margin;
  float room;
  least_difference<A> apart;
  widths_of_hits<A> sizes;
  F sum[D];

  FORCED sweep_sketch(const sweep_one_state& s, const float* const* column) {
    room = s.room, last = F(s.last), margin = F(s.margin);
    each_axis<D>([&](auto k) INLINED {
      const bool back = s.d[k] < 0;
      near[k] = column[2 * k + back], far[k] = column[2 * k + !back];
      sign[k] = F(fuses<A> ? (back ? -1.f : 1.f) : (back ? -0.f : 0.f));
      inverse[k] = F(s.inverse[k]);
      in[k] = F(s.in[k]), out[k] = F(s.out[k]);
    });
  }
  FORCED void begin() {
    apart = {}, sizes = {};
    each_axis<D>([&](auto k) INLINED { sum[k] = F(0.f); });
  }
  FORCED u32 hits(std::size_t at) {
    F enter(0x1p-126f), leave = last, w[D], t_in[D], t_out[D];  // no 0, which has a sign
    each_axis<D>([&](auto k) INLINED {
      const F n = load(near[k], at), f = load(far[k], at);
      if constexpr (fuses<A>)
        t_in[k] = product_less(n, inverse[k], in[k]), t_out[k] = product_less(f, inverse[k], out[k]);
      else
        t_in[k] = about_slab_time(n, in[k], inverse[k]), t_out[k] = about_slab_time(f, out[k], inverse[k]) - margin;
      enter = maximum(t_in[k], enter), leave = minimum(t_out[k], leave);
      if constexpr (!Point) w[k] = fuses<A> ? product_less(f - n, sign[k], F(-0.f)) : (f - n) ^ sign[k];
    });
    const F h = enter - leave;
    const M hit = sign_set(h);
    apart.add(h);
    if constexpr (Point) {
      each_axis<D>([&](auto k) INLINED { product_of_hits(hit, t_in[k], t_out[k], sum[k]); });
    } else {
      sizes.add(hit, widths_of<A, D>([&](auto k) INLINED { return w[k]; }));
    }
    return bits(hit);
  }
  FORCED bool clear() {
    M fine;
    if constexpr (Point) {
      each_axis<D>([&](auto k) INLINED {
        if constexpr (k > 0) sum[0] = sum[0] + sum[k];
      });
      fine = magnitude(sum[0]) <= F(largest);
    } else
      fine = sizes.fine();
    return (bits(apart.within(room)) | (bits(fine) ^ (u32)((1ull << F::size) - 1))) == 0;
  }

 private:
  static FORCED F load(const float* column, std::size_t at) {
    const F x = F::load_unaligned(column + at);
    return F::size < 16 ? x : read_once(x);  // of 16 registers these are too many
  }
};

// A certain hit and a certain miss do not depend on touching: only the exact step asks.
template <class Arch, int D> struct sweep_one {  // columns: corners
  using arch = Arch;
  using state = sweep_one_state;
  using F = floats<Arch>;
  using M = flags<Arch>;
  using maths = sweep_maths<Arch, D>;
  static constexpr int dims = D, columns = 2 * D;
  static constexpr bool moving = true, cheap = true, tested_apart = F::size < 16;
  template <bool Point> using sketch = sweep_sketch<Arch, D, Point>;
  static bool sketched(const state& s) { return s.sketch; }
  static bool second_sketch(const state& s) { return s.point; }
  const state& s;
  M back[D];
  F low[D], high[D], edge_in[D], edge_out[D], inverse[D], bias[D];
  bool usable, alone;

  FORCED explicit sweep_one(const state& s_) : s(s_), usable(s_.usable), alone(s_.alone) {
    take_bounds();
    each_axis<D>([&](auto k) INLINED {
      edge_in[k] = F(s.edge_in[k]), edge_out[k] = F(s.edge_out[k]);
      inverse[k] = F(s.inverse[k]), bias[k] = F(s.bias[k]);
      back[k] = F(s.d[k]) < F(0.f);
    });
  }
  FORCED void take_bounds() {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  static void bound(state& s, float until) { bound_mover<D>(s, until); }
  template <class In> static FORCED auto get(const state& s, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED { return swept<R>{R(s.a_min[k]), R(s.a_max[k]), in[2 * k], in[2 * k + 1], R(s.d[k])}; };
  }
  template <class In> FORCED M near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED { return (in[2 * k] < high[k]) & (in[2 * k + 1] > low[k]); });
  }
  // Slabs by a reciprocal: eight units of room, as integers (slab.hpp). A resting axis is near's.
  template <class In> FORCED verdict<Arch> test(const In& in, M close) const {
    F enter(0.f), leave(1.f);
    each_axis<D>([&](auto k) INLINED {
      const F b_min = in[2 * k], b_max = in[2 * k + 1];
      const F n = about_slab_time(xsimd::select(back[k], b_max, b_min), edge_in[k], inverse[k]),
              f = about_slab_time(xsimd::select(back[k], b_min, b_max), edge_out[k], inverse[k]);
      enter = ordered_max(n, enter), leave = ordered_min(f + bias[k], leave);  // + 0 makes -0 a 0
    });
    verdict<Arch> v{close, no_lanes<Arch>()};
    if (usable) {
      v.maybe = close & ordered_gt(nudge(leave, 9), enter);
      v.sure = close & ordered_gt(leave, nudge(enter, 8)) &
               surely_boxes<Arch, D>([&](auto k) INLINED { return in[2 * k]; },
                                     [&](auto k) INLINED { return in[2 * k + 1]; });
    }
    return v;
  }
  template <class In> static FORCED M refused(const state& s, const In& in) {
    return maths::refused(get(s, in), s.start, s.closed);
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    return maths::template exact<typename In::value>(get(s, in), s.closed);
  }
  template <class In> FORCED moment<Arch> when(const In& in) const {
    return maths::when(maths::look(get(s, in)), s.closed);
  }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return maths::touch(
        [&](auto k) INLINED {
          return bodies<F>{F(s.a_min[k]), F(s.a_max[k]), in[2 * k], in[2 * k + 1], F(s.d[k]), F(s.d[k]), F(0.f)};
        },
        m);
  }
};

// ---- mover against box -----------------------------------------------------------------------------------------

// Words of 64 pairs, straight through. Gaps as above, n and f, L = |d|. A pair hits if all of these are more than 0:
//
//     L_k - n_k   f_k   f_k - n_k   on each axis: signs of differences of floats, which rounding leaves alone
//     f_j L_i - n_i L_j             for every two axes: m, within 4.3 u (|f_j| L_i + |n_i| L_j)
//
// Where n_i <= L_i, and f_j > 2 L_j or n_i < -L_i, m is beyond all of that, as one of its products is; else both are at
// most 2 L_i L_j: 2^-20 of that is room enough, and where that is infinite, or a step is NaN, nothing is told. What is
// within 2^-100 of 0 is open as well, so that nothing decides that underflows, nor the sign of a zero. Any minimum may
// lose a NaN: the sizes of what hits show it.
template <class A, int D, bool Both> struct sweep_pairs_sketch {
  using F = floats<A>;
  using M = flags<A>;
  const float* column[(Both ? 6 : 5) * D];
  F until;
  M told;  // clear hits and clear misses
  widths_of_hits<A> sizes;

  FORCED sweep_pairs_sketch(const float* const* columns, float until_) : until(until_) {
    for (int c = 0; c < (Both ? 6 : 5) * D; ++c) column[c] = columns[c];
  }
  FORCED void begin() { told = ~no_lanes<A>(), sizes = {}; }
  FORCED u32 hits(std::size_t at, bool timed, float* times) {
    F n[D], f[D], len[D], least[D];
    M fine = ~no_lanes<A>();
    widths<A> w(F(0.f));
    each_axis<D>([&](auto k) INLINED {
      const F low = load(2 * k, at), high = load(2 * k + 1, at), other_low = load(3 * D + 2 * k, at),
              other_high = load(3 * D + 2 * k + 1, at);
      F d = load(2 * D + k, at);
      if constexpr (Both) d = d - load(5 * D + k, at);
      const F below = other_low - high, above = other_high - low;
      if constexpr (F::size < 16) {
        const F sign = d & F(-0.f);
        n[k] = minimum(below ^ sign, above ^ sign), f[k] = maximum(below ^ sign, above ^ sign);
      } else {  // one operation each
        const M back = sign_set(d);
        n[k] = xsimd::select(back, low - other_high, below), f[k] = xsimd::select(back, high - other_low, above);
      }
      len[k] = magnitude(d);
      least[k] = minimum(minimum(len[k] - n[k], f[k]), f[k] - n[k]);
      if constexpr (k == 0)
        w = widths<A>(high - low);
      else
        least[0] = minimum(least[k], least[0]), w.add(high - low);
      w.add(other_high - other_low);
    });
    each_axis<D>([&](auto i) INLINED {
      each_axis<D>([&](auto j) INLINED {
        if constexpr (i < j) {
          const F area = len[i] * len[j];
          const F m = minimum(product_less(f[j], len[i], n[i] * len[j]), product_less(f[i], len[j], n[j] * len[i]));
          least[0] = minimum(m, least[0]), fine = fine & (product_less(area, F(0x1p-20f), magnitude(m)) <= F(0.f));
        }
      });
    });
    M hit = least[0] > F(0.f);
    told = told & fine & (magnitude(least[0]) > F(0x1p-100f));
    sizes.add(hit, w);
    if (timed) {
      F t(0.f);
      each_axis<D>([&](auto k) INLINED { t = maximum(quotient(n[k], len[k]), t); });
      hit = hit & (t < until);
      if (times) xsimd::select(hit, t, F(1.f)).store_unaligned(times + at);
    }
    return bits(hit);
  }
  FORCED bool clear() const { return bits(~(told & sizes.fine())) == 0; }

 private:
  FORCED F load(int c, std::size_t at) const { return read_once(F::load_unaligned(column[c] + at)); }
};

// Columns: corners of a, steps of a, corners of b and, where Both move, steps of b.
template <class Arch, int D, bool Both> struct sweep_pairs {
  using arch = Arch;
  using state = sweep_pairs_state;
  using F = floats<Arch>;
  using M = flags<Arch>;
  using maths = sweep_maths<Arch, D>;
  static constexpr int dims = D, columns = (Both ? 6 : 5) * D;
  static constexpr bool moving = true, cheap = false, told_as_pairs = true;
  using pairs = sweep_pairs<Arch, D, true>;
  using pairs_sketch = sweep_pairs_sketch<Arch, D, Both>;
  const state& s;

  FORCED explicit sweep_pairs(const state& s_) : s(s_) {}
  template <class To> static FORCED state place(const state& s, const float* const* own, To& to) {
    place_pair<sweep_pairs>(own, to);
    return s;
  }
  template <class In> static FORCED auto relative(const In& in, int k) {
    if constexpr (Both)
      return relative_step(in[2 * D + k], in[5 * D + k]);
    else
      return in[2 * D + k];
  }
  template <class In> static FORCED auto get(const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED {
      return swept<R>{in[2 * k], in[2 * k + 1], in[3 * D + 2 * k], in[3 * D + 2 * k + 1], relative(in, k)};
    };
  }
  template <class In> FORCED M near(const In& in) const { return maths::near(get(in)); }
  using view = typename maths::view;
  template <class In> FORCED view look(const In& in) const { return maths::look(get(in)); }
  template <class In> FORCED verdict<Arch> test(const In& in, const view& v, M close) const {
    return maths::template cross<true>(v, get(in), close);
  }
  template <class In> static FORCED M refused(const state& s, const In& in) {
    return maths::refused(get(in), s.start, s.closed);
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    return maths::template exact<typename In::value>(get(in), s.closed);
  }
  template <class In> FORCED moment<Arch> when(const In&, const view& v) const { return maths::when(v, s.closed); }
  template <class In> FORCED moment<Arch> when(const In& in) const { return when(in, look(in)); }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return maths::touch(
        [&](auto k) INLINED {
          F b_step(0.f);
          if constexpr (Both) b_step = in[5 * D + k];
          return bodies<F>{in[2 * k],     in[2 * k + 1], in[3 * D + 2 * k], in[3 * D + 2 * k + 1], relative(in, k),
                           in[2 * D + k], b_step};
        },
        m);
  }
};

// ---- many movers against one -----------------------------------------------------------------------------------

// Corners are decided as pairs are; edges of centres are rounded first.
template <class Arch, int D, class Source> struct many_decided {};
template <class Arch, int D> struct many_decided<Arch, D, corners<D>> {
  using pairs = sweep_pairs<Arch, D, true>;
};

// Columns: the movers' source, then their steps. Fast: no |d| exceeds a known length, so near reads positions alone.
template <class Arch, int D, class Source, bool Fast> struct sweep_many : many_decided<Arch, D, Source> {
  using arch = Arch;
  using state = sweep_many_state;
  using F = floats<Arch>;
  using M = flags<Arch>;
  using maths = sweep_maths<Arch, D>;
  using twin = sweep_many<Arch, D, Source, false>;
  static constexpr int dims = D, columns = Source::columns + D;
  static constexpr bool moving = true, cheap = false, tested_apart = F::size < 16;
  const state& s;
  F low[D], high[D], step[D];

  FORCED explicit sweep_many(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]), step[k] = F(s.step[k]); });
  }
  template <class In> static FORCED auto get(const state& s, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED {
      return swept<R>{Source::low(s, in, k), Source::high(s, in, k), R(s.b_min[k]), R(s.b_max[k]),
                      relative_step(in[Source::columns + k], R(s.step[k]))};
    };
  }
  template <class In> FORCED M near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED {
      if constexpr (Fast && Source::columns == D)
        return (in[k] > low[k]) & (in[k] < high[k]);
      else if constexpr (Fast)
        return (Source::high(s, in, k) > low[k]) & (Source::low(s, in, k) < high[k]);
      else {
        const F d = in[Source::columns + k] - step[k], zero(0.f);
        return (low[k] - Source::high(s, in, k) <= ordered_max(d, zero)) &
               (high[k] - Source::low(s, in, k) >= ordered_min(d, zero));
      }
    });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, M close) const {
    return maths::template cross<false>(maths::look(get(s, in)), get(s, in), close);
  }
  template <class In> static FORCED M refused(const state& s, const In& in) {
    return maths::refused(in_roles(s, in), s.start, s.closed);
  }
  template <class To> static FORCED sweep_pairs_state place(const state& s, const float* const* own, To& to) {
    for (int c = 0; c < columns; ++c) to.column(c, own[c]);
    for (int k = 0; k < D; ++k) {
      to.same(3 * D + 2 * k, s.b_min[k]), to.same(3 * D + 2 * k + 1, s.b_max[k]);
      to.same(5 * D + k, s.step[k]);
    }
    return {s.start, s.closed};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    return maths::template exact<typename In::value>(get(s, in), s.closed);
  }
  template <class In> FORCED moment<Arch> when(const In& in) const {
    return maths::when(maths::look(get(s, in)), s.closed);
  }
  // In the roles of who asks and who is asked: the one may be either.
  template <class In> static FORCED auto in_roles(const state& s, const In& in) {
    const M flip = s.flip ? ~no_lanes<Arch>() : no_lanes<Arch>();
    return [&s, &in, flip](auto k) INLINED {
      const F low = Source::low(s, in, k), high = Source::high(s, in, k), step = in[Source::columns + k];
      const F one_low(s.b_min[k]), one_high(s.b_max[k]), one_step(s.step[k]),
          d = xsimd::select(flip, one_step - step, step - one_step);
      return bodies<F>{xsimd::select(flip, one_low, low),
                       xsimd::select(flip, one_high, high),
                       xsimd::select(flip, low, one_low),
                       xsimd::select(flip, high, one_high),
                       d,
                       xsimd::select(flip, one_step, step),
                       xsimd::select(flip, step, one_step)};
    };
  }
  template <class In> FORCED contact<Arch, D> touch(const In& in, const moment<Arch>& m) const {
    return maths::touch(in_roles(s, in), m);
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> bool bind(const request& r, plan& p) {
  if (r.batch == batch::one_many && stands(r.db, D)) {
    scan_by<sweep_one<A, D>>(p);
    return put_sweep_one<D>(r, p, r.n >= 2 * sample * floats<A>::size, fuses<A>);
  }
  if (r.batch != batch::each) {
    const many_movers of = put_sweep_many<D>(r, p);
    if (of.centred)
      p.scan = of.fast ? scan<sweep_many<A, D, centres<D>, true>> : scan<sweep_many<A, D, centres<D>, false>>;
    else
      p.scan = of.fast ? scan<sweep_many<A, D, corners<D>, true>> : scan<sweep_many<A, D, corners<D>, false>>;
    return of.ok;
  }
  const bool both = r.db.present;
  put_pairs<D>(p, r, {.a_steps = true, .b_steps = both});
  p.scan = both ? scan_pairs<sweep_pairs<A, D, true>> : scan_pairs<sweep_pairs<A, D, false>>;
  state_of<sweep_pairs_state>(p) = {r.start, r.touch == touching::hits};
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_boxes, bind)
