// Rounded hulls in motion: do they meet, and when? Segments come here as points that move.
//
//        .---.- - - - - - - .---.       What a sweeps is a hull, too: the sides of a, at both ends, and the motion. So
//        | a |    --- d --> |   |       the filter is that of overlap_hulls with every corner at both ends, and one
//        '---'- - - - - .---'---'       more strip: the one along d that holds a.
//                       | b |
//                       '---'           In the frame of b, d = fl(da - db).
//
// At the other end a corner's C is more by e x d, the same for all. Of the bounds of overlap_hulls, C is then good to
// 18u |e| S, e x d to 4u |e| |d|, their sum to a u of itself more; along d, where C is the difference of d x p of two
// corners, each is good to 11u |d| S. Less than 26u, and there is room for 32.
//
// What the filter leaves open is settled by the scalar code of the reference, one lane at a time; time, normal and
// place of what hits are worked out as it does, a register of doubles at a time: hull_moments.hpp.
#include "hull_moments.hpp"
#include "kernel.hpp"
#include "motions.hpp"

namespace hitscan::detail {
namespace {

template <class A> struct sweep_maths {
  using F = floats<A>;
  using M = flags<A>;
  using maths = overlap_maths<A>;

  // Another figure, moved: its corners at both ends.
  template <int N> static FORCED figure<F, 2 * N> both_ends(const figure<F, N>& f, F dx, F dy) {
    figure<F, 2 * N> g;
    each_axis<N>([&](auto i)
                     INLINED { g.x[i] = f.x[i], g.y[i] = f.y[i], g.x[N + i] = f.x[i] + dx, g.y[N + i] = f.y[i] + dy; });
    return g;
  }

  static FORCED ring_figure<F> both_ends(const ring_figure<F>& f, F dx, F dy) {
    ring_figure<F> g;
    g.n = 2 * f.n;
    for (int k = 0; k < f.n; ++k)
      g.x[k] = f.x[k], g.y[k] = f.y[k], g.x[f.n + k] = f.x[k] + dx, g.y[f.n + k] = f.y[k] + dy;
    return g;
  }

  // How far the corners are to the left of the line along d through the origin.
  struct lefts {
    F low, high;
  };
  template <class P> static FORCED lefts left_of(F dx, F dy, const P& p) {
    F low(largest), high(-largest);
    each_corner(p, [&](F x, F y) INLINED {
      const F c = dx * y - dy * x;
      low = minimum(low, c), high = maximum(high, c);
    });
    return {low, high};
  }

  template <class P, class Q> static FORCED verdict<A> judge(const P& a, const Q& b, F dx, F dy, const hulls_state& s) {
    const F zero(0.f), size = a.size + b.size + magnitude(dx) + magnitude(dy);
    const M ok = (size < F(0x1p60f)) & (size > F(0x1p-40f));
    const M valid = surely_valid<A>(a, s.a == core::tilted) & surely_valid<A>(b, s.b == core::tilted);
    typename maths::strips seen{no_lanes<A>(), ~no_lanes<A>(), no_lanes<A>()};
    maths::look(a, b, size, moved_by<F>{zero - dx, zero - dy}, seen);
    maths::look(b, a, size, moved_by<F>{dx, dy}, seen);
    // The strip along d: b's corners to the left of the line along d through each of a's.
    const auto left = left_of(dx, dy, a), right = left_of(dx, dy, b);
    const F low = right.low - left.high, high = right.high - left.low;
    const F length = magnitude(dx) + magnitude(dy), room = F(0x1p-19f) * size * length + F(0x1p-120f);
    const M still = length == zero;
    seen.apart = seen.apart | (~still & ((high < zero - room) | (low > room)));
    seen.meet = seen.meet & (still | ((high > room) & (low < zero - room)));
    seen.any = seen.any | ~still;
    M hit = seen.meet & seen.any, miss = seen.apart;
    if constexpr (has_radius<P>::value || has_radius<Q>::value)
      if (s.round) {
        F least(largest);
        maths::walk(a, both_ends(b, zero - dx, zero - dy), least), maths::walk(b, both_ends(a, dx, dy), least);
        figure<F, 2> way;  // from each corner of a along d
        way.ex[0] = dx, way.ey[0] = dy;
        each_corner(a, [&](F x, F y) INLINED {
          way.x[0] = x, way.y[0] = y;
          maths::walk(way, b, least);
        });
        maths::within_reach(a, b, size, least, seen, hit, miss);
      }
    return {~(ok & miss), ok & valid & hit};
  }
};

// Times and contacts, of any two.
template <class Arch> struct any_sweep_hulls {
  using arch = Arch;
  using state = hulls_state;
  static constexpr int dims = 2, columns = most_hull_columns;
  static constexpr bool slow_to_tell = true;
  const state& s;

  FORCED explicit any_sweep_hulls(const state& s_) : s(s_) {}
  template <class In> FORCED told<Arch, contact<Arch, 2>> tell_hit(const In& in, u32 hits, bool contacts) const {
    return tell_pairs<Arch, contact<Arch, 2>>(
        s, in, hits, contacts,
        [&](int h, const auto& a, const auto& b, u32 lanes, auto& to) INLINED {
          const auto half = in.half(h);
          const int steps = steps_of(s), da = s.swap ? steps + 2 : steps, db = s.swap ? steps : steps + 2;
          hull_moments::moment_of(a, {half[da], half[da + 1]}, b, {half[db], half[db + 1]}, lanes, contacts, to);
        },
        [&](int j) INLINED { return moment_of_hulls(s, in.column, in.at + (unsigned)j); });
  }
};

template <class Arch, int NA, int NB> struct sweep_hulls_pairs {
  using arch = Arch;
  using state = hulls_state;
  using F = floats<Arch>;
  static constexpr int other = hull_columns(NA), steps = other + hull_columns(NB), columns = steps + 4;
  const state& s;

  FORCED explicit sweep_hulls_pairs(const state& s_) : s(s_) {}
  template <class In> static FORCED F step(const In& in, int k) { return in[steps + k] - in[steps + 2 + k]; }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    const auto a = bounds_of<NA>(in, 0, s.a == core::tilted), b = bounds_of<NB>(in, other, s.b == core::tilted);
    return all_axes<2>([&](auto k) INLINED {
      const F d = step(in, k), zero(0.f);
      const F low = a.low[k] + minimum(d, zero), high = a.high[k] + maximum(d, zero);
      const F room = (magnitude(a.low[k]) + magnitude(a.high[k]) + magnitude(d)) * F(0x1p-21f);
      return (low - room <= b.high[k]) & (b.low[k] <= high + room);
    });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    verdict<Arch> v;
    with_figures<NA, NB>(s, in, other, bits(close), [&](const auto& a, const auto& b) INLINED {
      v = sweep_maths<Arch>::judge(a, b, step(in, 0), step(in, 1), s);
    });
    return {close & v.maybe, s.start == start_overlap::hits ? close & v.sure : no_lanes<Arch>()};
  }
};

template <class A> void scan_moving_hulls(const void* state, const float* const* columns, std::size_t n, marks& out) {
  HITSCAN_ISA::run_hulls({decide_sweep_hulls, packed_moments<any_sweep_hulls<A>>}, state, columns, n, out);
}

template <class A, int D> bool bind(const request& r, plan& p) {
  if constexpr (D == 3)
    return false;  // never asked
  else {
    hulls_state& s = state_of<hulls_state>(p);
    put_moving_hulls(r, p, s);
    s.ask = asks_of<A, sweep_hulls_pairs>(s.a, s.b, s.round);
    p.scan = scan_moving_hulls<A>;
    return true;
  }
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(sweep_hulls, bind)
