// The filter and the exact step of two hulls that overlap, for the kernels that ask whether and how deep.
#pragma once

#include "hulls.hpp"
#include "plans/hulls.hpp"

namespace hitscan::detail {

namespace HITSCAN_ISA {
// src/isa/hulls.cpp.
void run_hulls(const hull_steps& k, const void* state, const float* const* columns, std::size_t n, marks& out);
}  // namespace HITSCAN_ISA

namespace {

// A motion of b, as look() has it.
struct standing {};
template <class F> struct moved_by {
  F x, y;
};

template <class A> struct overlap_maths {
  using F = floats<A>;
  using M = flags<A>;

  struct strips {   // what the sides of one say of the corners of the other
    M apart, meet;  // certainly apart, certainly no line of these is between them
    M any;          // some side has a length
  };
  static FORCED void at_both_ends(F, F, F&, F&, standing) {}
  static FORCED void at_both_ends(F ex, F ey, F& low, F& high, const moved_by<F>& d) {
    const F zero(0.f), c = ex * d.y - ey * d.x;
    low = low + minimum(c, zero), high = high + maximum(c, zero);
  }
  // Corners to the left of each side of a, and at what height: of b, which stands still or is moved, where it was and
  // where it is then. A box's opposite side is parallel, at a height that is known; a bar's is the bar itself; a ring
  // has its other sides.
  template <class P, class Q, class Motion>
  static FORCED void look(const P& a, const Q& b, F size, const Motion& motion, strips& s) {
    const auto side = [&](auto i, F ex, F ey, F height) INLINED {
      const F length = magnitude(ex) + magnitude(ey);
      F low(largest), high(-largest);
      each_corner(b, [&](F x, F y) INLINED {
        const F c = ex * (y - a.y[i]) - ey * (x - a.x[i]);
        low = minimum(low, c), high = maximum(high, c);
      });
      at_both_ends(ex, ey, low, high, motion);
      const F room = F(0x1p-19f) * size * length + F(0x1p-120f);
      const M point = length == F(0.f);
      if constexpr (is_ring<P>::value) {
        s.apart = s.apart | (~point & (high < F(0.f) - room));
        s.meet = s.meet & (point | (high > room));
      } else {
        s.apart = s.apart | ((high < F(0.f) - room) | (low > height + room));
        s.meet = s.meet & (point | ((high > room) & (low < height - room)));
      }
      s.any = s.any | ~point;
    };
    if constexpr (is_ring<P>::value)
      each_side(a, [&](int i, F ex, F ey) INLINED { side(i, ex, ey, F(0.f)); });
    else
      each_axis<P::directions>([&](auto i) INLINED {
        F height(0.f);
        if constexpr (P::sides == 4) {
          if constexpr (i == 0)
            height = a.ex[i] * a.ey[i + 1] - a.ey[i] * a.ex[i + 1];
          else
            height = a.ex[i] * a.ey[2] - a.ey[i] * a.ex[2];
        }
        side(i, a.ex[i], a.ey[i], height);
      });
  }

  // The least squared distance of a corner of b to a side of a.
  template <class P, class Q> static FORCED void walk(const P& a, const Q& b, F& least) {
    each_side(a, [&](auto i, F ex, F ey) INLINED {
      const F ee = ex * ex + ey * ey, per = quotient(F(1.f), maximum(ee, F(0x1p-90f)));
      each_corner(b, [&](F at_x, F at_y) INLINED {
        const F mx = at_x - a.x[i], my = at_y - a.y[i];
        const F t = minimum(maximum((mx * ex + my * ey) * per, F(0.f)), F(1.f));
        const F x = mx - t * ex, y = my - t * ey;
        least = minimum(least, x * x + y * y);
      });
    });
  }

  template <class P, class Q> static FORCED verdict<A> judge(const P& a, const Q& b, const hulls_state& s) {
    const F size = a.size + b.size;
    const M ok = (size < F(0x1p60f)) & (size > F(0x1p-40f));
    const M valid = surely_valid<A>(a, s.a == core::tilted) & surely_valid<A>(b, s.b == core::tilted);
    strips seen{no_lanes<A>(), ~no_lanes<A>(), no_lanes<A>()};
    look(a, b, size, standing{}, seen), look(b, a, size, standing{}, seen);
    M hit = seen.meet & seen.any, miss = seen.apart;
    if constexpr ((has_radius<P>::value || has_radius<Q>::value) && !by_distance<P, Q>)
      if (s.round) {
        F least(largest);
        walk(a, b, least), walk(b, a, least);
        within_reach(a, b, size, least, seen, hit, miss);
      }
    return {~(ok & miss), ok & valid & hit};
  }

  // A circle and a capsule, or a rotated box, of these columns: from its centre to the nearest point of the other.
  //
  //      .--------.
  //      |    +   |- - - -        m, from middle to centre, is beyond the box's sides by u along the axis and by
  //      '--------'   u   | v     v across it, times its length L: |m.axis| - half L^2 and as much across, or 0; then
  //                       m       u^2 + v^2 against reach^2 L^2
  //
  // A capsule's axis is its core: m, from where that begins, is beyond its ends by m.axis - L^2 or by -m.axis, or not,
  // and beside it by |m x axis|. Without a length it is a circle. Boxes that are not rotated never come here: with
  // circles they have a kernel of their own.
  //
  // With S the sum of |m|, of what the other extends and of reach, u and v are good to 4u S L each, squares and their
  // sums to 3u of themselves: as a distance, to 10u S. There is room for 64.
  template <int N, class In> static FORCED verdict<A> round_dot(const In& in, int c) {
    const F x = in[0] - in[c], y = in[1] - in[c + 1], p = in[c + 2], q = in[c + 3], zero(0.f);
    const F off = magnitude(x) + magnitude(y);
    F reach = in[2], scale, far, size, least;  // least: not negative if it is valid
    if constexpr (N == 2) {
      const F r = in[c + 4], along = product_more(x, p, y * q), across = product_less(x, q, y * p);
      reach = reach + r, least = minimum(in[2], r), size = off + (magnitude(p) + magnitude(q)) + reach;
      scale = product_more(p, p, q * q);
      const F u = maximum(maximum(along - scale, zero - along), zero);
      const M dot = scale == zero;
      far = xsimd::select(dot, product_more(x, x, y * y), product_more(u, u, across * across));
      scale = xsimd::select(dot, F(1.f), scale);
    } else {
      const F ax = in[c + 4], ay = in[c + 5], extent = p + q;
      scale = product_more(ax, ax, ay * ay);
      const F u = minimum(product_less(p, scale, magnitude(product_more(x, ax, y * ay))), zero),  // negative
          v = minimum(product_less(q, scale, magnitude(product_less(x, ay, y * ax))), zero);
      far = product_more(u, u, v * v);
      least = minimum(p, q), size = product_more(extent, scale, extent) + off + reach;  // 1 + L^2 is more than L
    }
    const M ok = (scale < F(0x1p40f)) & (scale > F(0x1p-40f));
    const F room = product_more(size, F(0x1p-18f), F(0x1p-40f)), outer = reach + room, inner = reach - room;
    // In this order only what is too much overflows.
    return {~(ok & (far > outer * scale * outer)),
            ok & (minimum(least, inner) >= zero) & (inner * scale * inner > far)};
  }

  // From the least squared distance of the cores, which overlap or not.
  template <class P, class Q>
  static FORCED void within_reach(const P& a, const Q& b, F size, F least, const strips& seen, M& hit, M& miss) {
    const F reach = radius_of(a) + radius_of(b), room = F(0x1p-18f) * size + F(0x1p-40f);
    const F outer = reach + room, inner = reach - room;
    hit = hit | ((inner > F(0.f)) & (inner * inner * F(1 - 0x1p-20f) > least));
    miss = (miss | ~seen.any) & (least * F(1 - 0x1p-20f) > outer * outer);
  }
};

// body(a, b): the two of a pair of a kernel, in registers; of polygons only the lanes that are close. They are seen
// from where one of them begins: a difference rounds by a small share of itself, so that far from the origin no more is
// in doubt than near it. The sides of polygons are differences of corners, so that these must not round at all.
template <int NA, int NB, class In, class Body>
FORCED void with_figures(const hulls_state& s, const In& in, int other, u32 close, Body body) {
  using F = typename In::value;
  ring_figure<F> a, b;
  if constexpr (NB == many_corners) ring_of(in, other, *s.outline_b, close, b);
  if constexpr (NA == many_corners) {
    ring_of(in, 0, *s.outline_a, close, a), HITSCAN_ISA::seen_from_first(a, &b);
    body(a, b);
  } else if constexpr (NB == many_corners) {
    body(figure_of<NA>(in, 0, s.a == core::tilted, HITSCAN_ISA::seen_from_first(b, nullptr)), b);
  } else {
    const origin<F> from = origin_of<NA>(in, 0, s.a == core::tilted);
    body(figure_of<NA>(in, 0, s.a == core::tilted, from), figure_of<NB>(in, other, s.b == core::tilted, from));
  }
}

// Columns: those of a, then those of b.
template <class Arch, int NA, int NB> struct overlap_hulls_pairs {
  using arch = Arch;
  using state = hulls_state;
  using F = floats<Arch>;
  static constexpr int other = hull_columns(NA), columns = other + hull_columns(NB);
  const state& s;

  FORCED explicit overlap_hulls_pairs(const state& s_) : s(s_) {}
  template <class In>
  requires(NA == 1 && NB != many_corners)
  static FORCED verdict<Arch> round_dot(const In& in) {
    return overlap_maths<Arch>::template round_dot<NB>(in, other);
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    const auto a = bounds_of<NA>(in, 0, s.a == core::tilted), b = bounds_of<NB>(in, other, s.b == core::tilted);
    return all_axes<2>([&](auto k) INLINED { return (a.low[k] <= b.high[k]) & (b.low[k] <= a.high[k]); });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    verdict<Arch> v;
    with_figures<NA, NB>(s, in, other, bits(close),
                         [&](const auto& a, const auto& b) INLINED { v = overlap_maths<Arch>::judge(a, b, s); });
    return {close & v.maybe, close & v.sure};
  }
};

template <class K> FORCED reader<typename K::arch, K::columns> reader_at(const float* const* column, std::size_t at) {
  reader<typename K::arch, K::columns> in{};
  for (int c = 0; c < K::columns; ++c) in.column[c] = column[c];
  in.at = at;
  return in;
}
template <class K>
unsigned near_of(const void* state, const float* const* column, std::size_t from, std::size_t to, bool each, u16* at,
                 u16* lanes, u16*) {
  const K kernel(*static_cast<const typename K::state*>(state));
  auto in = reader_at<K>(column, from);
  unsigned found = 0;
  const u32 passed = each ? ~0u : 0;  // both asked by one branch: compilers ask `close` first, which is hard to guess
  for (; in.at < to; in.at += floats<typename K::arch>::size) {
    const u32 close = bits(kernel.near(in));
    if (close == passed) continue;
    at[found] = (u16)in.at, lanes[found] = (u16)close;
    found += close != 0;
  }
  return found;
}
// Both at once, where that takes no longer than bounds do.
template <class K>
unsigned verdicts_of(const void*, const float* const* column, std::size_t from, std::size_t to, bool, u16* at,
                     u16* lanes, u16* sure) {
  using A = typename K::arch;
  auto in = reader_at<K>(column, from);
  unsigned found = 0;
  for (; in.at < to; in.at += floats<A>::size) {
    const verdict<A> v = K::round_dot(in);
    const u32 maybe = bits(v.maybe);
    at[found] = (u16)in.at, lanes[found] = (u16)maybe, sure[found] = (u16)bits(v.sure);
    found += maybe != 0;
  }
  return found;
}
template <class K> u32 test_of(const void* state, const float* const* column, std::size_t at, u32 close) {
  using A = typename K::arch;
  const K kernel(*static_cast<const typename K::state*>(state));
  const verdict<A> v = kernel.test(reader_at<K>(column, at), lanes_of_bits<A>(close));
  return bits(v.maybe) | bits(v.sure) << 16;
}

template <class K> hull_asks asks(bool round) {
  if constexpr (requires(const reader<typename K::arch, K::columns>& in) { K::round_dot(in); })
    if (round) return {verdicts_of<K>, nullptr};
  return {near_of<K>, test_of<K>};
}

// Of the kernel Pairs, which has the corner counts as its last parameters: n <= m, many_corners last.
template <class A, template <class, int, int> class Pairs> hull_asks asks_of(core a, core b, bool round) {
  const auto place = [](core c) { return c == core::dot ? 0 : c == core::bar ? 1 : c == core::ring ? 3 : 2; };
  switch (4 * place(a) + place(b)) {
    case 1: return asks<Pairs<A, 1, 2>>(round);
    case 2: return asks<Pairs<A, 1, 4>>(round);
    case 3: return asks<Pairs<A, 1, many_corners>>(round);
    case 5: return asks<Pairs<A, 2, 2>>(round);
    case 6: return asks<Pairs<A, 2, 4>>(round);
    case 7: return asks<Pairs<A, 2, many_corners>>(round);
    case 10: return asks<Pairs<A, 4, 4>>(round);
    case 11: return asks<Pairs<A, 4, many_corners>>(round);
    default: return asks<Pairs<A, many_corners, many_corners>>(round);
  }
}

}  // namespace
}  // namespace hitscan::detail
