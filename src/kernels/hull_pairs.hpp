// The filter and the exact step of two hulls that overlap, for the kernels that ask whether and how deep.
#pragma once

#include "hulls.hpp"

namespace hitscan::detail {
namespace {

struct overlap_hulls_state {
  core a, b;
  bool closed, round, swap;  // swap: `a` here is b of the question
  start_overlap start;
  const outlines *outline_a, *outline_b;
};

template <class A> struct overlap_maths {
  using F = floats<A>;
  using M = flags<A>;

  struct strips {   // what the sides of one say of the corners of the other
    M apart, meet;  // certainly apart, certainly no line of these is between them
    M any;          // some side has a length
  };
  template <int N, int M2> static FORCED void look(const figure<F, N>& a, const figure<F, M2>& b, F size, strips& s) {
    each_axis<figure<F, N>::directions>([&](auto i) INLINED {
      const F ex = a.ex[i], ey = a.ey[i], length = magnitude(ex) + magnitude(ey);
      F height(0.f), low, high;
      if constexpr (N == 4) {
        const F c = ex * a.ey[i + 1] - ey * a.ex[i + 1];
        if constexpr (i == 0)
          height = c;
        else
          height = ex * a.ey[2] - ey * a.ex[2];
      }
      each_axis<M2>([&](auto j) INLINED {
        const F c = ex * (b.y[j] - a.y[i]) - ey * (b.x[j] - a.x[i]);
        if constexpr (j == 0)
          low = high = c;
        else
          low = smaller(low, c), high = larger(high, c);
      });
      const F room = F(0x1p-19f) * size * length + F(0x1p-120f);
      const M point = length == F(0.f);
      s.apart = s.apart | ((high < F(0.f) - room) | (low > height + room));
      s.meet = s.meet & (point | ((high > room) & (low < height - room)));
      s.any = s.any | ~point;
    });
  }

  // The least squared distance of a corner of b to a side of a.
  template <int N, int M2> static FORCED void walk(const figure<F, N>& a, const figure<F, M2>& b, F& least) {
    each_axis<figure<F, N>::sides>([&](auto i) INLINED {
      const F ex = a.ex[i], ey = a.ey[i], ee = ex * ex + ey * ey, per = quotient(F(1.f), larger(ee, F(0x1p-90f)));
      each_axis<M2>([&](auto j) INLINED {
        const F mx = b.x[j] - a.x[i], my = b.y[j] - a.y[i];
        const F t = smaller(larger((mx * ex + my * ey) * per, F(0.f)), F(1.f));
        const F x = mx - t * ex, y = my - t * ey;
        least = smaller(least, x * x + y * y);
      });
    });
  }

  template <int N, int M2>
  static FORCED verdict<A> judge(const figure<F, N>& a, const figure<F, M2>& b, const overlap_hulls_state& s) {
    const F size = a.size + b.size;
    const M ok = (size < F(0x1p60f)) & (size > F(0x1p-40f));
    const M valid = surely_valid<A>(a, s.a == core::tilted) & surely_valid<A>(b, s.b == core::tilted);
    strips seen{no_lanes<A>(), ~no_lanes<A>(), no_lanes<A>()};
    look(a, b, size, seen), look(b, a, size, seen);
    M hit = seen.meet & seen.any, miss = seen.apart;
    if (s.round) {
      F least(largest);
      walk(a, b, least), walk(b, a, least);
      const F reach = a.radius + b.radius, room = F(0x1p-18f) * size + F(0x1p-40f);
      const F outer = reach + room, inner = reach - room;
      hit = hit | ((inner > F(0.f)) & (inner * inner * F(1 - 0x1p-20f) > least));
      miss = (miss | ~seen.any) & (least * F(1 - 0x1p-20f) > outer * outer);
    }
    return {~(ok & miss), ok & valid & hit};
  }
};

// Columns: those of a, then those of b.
template <class Arch, int NA, int NB> struct overlap_hulls_pairs {
  using arch = Arch;
  using state = overlap_hulls_state;
  using F = floats<Arch>;
  static constexpr int dims = 2, other = hull_columns(NA), columns = other + hull_columns(NB);
  static constexpr bool moving = false, cheap = false;
  const state& s;

  FORCED explicit overlap_hulls_pairs(const state& s_) : s(s_) {}
  template <class In> FORCED flags<Arch> near(const In& in) const {
    const auto a = bounds_of<NA>(in, 0, s.a == core::tilted), b = bounds_of<NB>(in, other, s.b == core::tilted);
    return all_axes<2>([&](auto k) INLINED { return (a.low[k] <= b.high[k]) & (b.low[k] <= a.high[k]); });
  }
  // Once in the object, not once a loop: what it costs is more than a call.
  template <class In> static __attribute__((noinline)) void look(const state& s, const In& in, verdict<Arch>& v) {
    v = overlap_maths<Arch>::judge(figure_of<NA>(in, 0, s.a == core::tilted),
                                   figure_of<NB>(in, other, s.b == core::tilted), s);
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    if constexpr (NA == many_corners || NB == many_corners)
      return {close, no_lanes<Arch>()};
    else {
      verdict<Arch> v;
      look(s, in, v);
      return {close & v.maybe, close & v.sure};
    }
  }
  template <class In> static void lone_pair(const state& s, const In& in, int lane, hull& a, hull& b) {
    lone_hull(in, 0, lane, s.a, s.outline_a, a), lone_hull(in, other, lane, s.b, s.outline_b, b);
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    u32 hits = 0;
    for (int j = 0; j < (int)In::value::size; ++j) {
      hull a, b;
      lone_pair(s, in, j, a, b);
      hits |= (u32)(valid_hull(a) && valid_hull(b) && hulls_overlap(a, b, s.closed)) << j;
    }
    return hits;
  }
};

// scan_for(n, m) of the kernel Pairs, which has the corner counts as its last parameters: n <= m, many_corners last.
template <class A, template <class, int, int> class Pairs> scan_fn scan_of(core a, core b) {
  const auto place = [](core c) { return c == core::dot ? 0 : c == core::bar ? 1 : c == core::ring ? 3 : 2; };
  switch (4 * place(a) + place(b)) {
    case 1: return scan<Pairs<A, 1, 2>>;
    case 2: return scan<Pairs<A, 1, 4>>;
    case 3: return scan<Pairs<A, 1, many_corners>>;
    case 5: return scan<Pairs<A, 2, 2>>;
    case 6: return scan<Pairs<A, 2, 4>>;
    case 7: return scan<Pairs<A, 2, many_corners>>;
    case 10: return scan<Pairs<A, 4, 4>>;
    case 11: return scan<Pairs<A, 4, many_corners>>;
    default: return scan<Pairs<A, many_corners, many_corners>>;
  }
}

// The one with fewer corners goes first: `swap` says that this is b.
inline void put_hulls(const request& r, plan& p, overlap_hulls_state& s) {
  const bool swap = core_of(r.b) < core_of(r.a);
  const side &a = swap ? r.b : r.a, &b = swap ? r.a : r.b;
  s = {core_of(a), core_of(b), r.touch == touching::hits, may_be_round(a) || may_be_round(b), swap, r.start,
       &a.outline, &b.outline};
  const int other = put_hull(p, 0, a, swap ? r.second : r.first, limit_of(a));
  p.columns = put_hull(p, other, b, swap ? r.first : r.second, limit_of(b));
}

}  // namespace
}  // namespace hitscan::detail
