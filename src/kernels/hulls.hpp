// What kernels with rounded hulls share: their corners in registers. 2D.
#pragma once

#include "../lanes/feeds.hpp"
#include "../lanes/hull_columns.hpp"

namespace hitscan::detail {

namespace HITSCAN_ISA {
// Polygons, a lane each; corner n is the first again. Who has fewer corners than others repeats its first: sides of no
// length. Who has more than there is room for, or none, has a size of NaN, of which the filter makes nothing.
constexpr int most_corners = 16;
template <class F> struct ring_figure {
  F x[2 * most_corners + 1], y[2 * most_corners + 1];  // twice: for both ends of a motion
  F low[2], high[2];                                   // of its corners
  F size, count;                                       // count: its own corners
  int n;
};
template <class F> struct origin {
  F x, y;
};
// src/isa/hulls.cpp: `number` points at the bits of their indices.
void ring_at(const float* number, const outlines& from, u32 lanes, ring_figure<floats<HITSCAN_ARCH>>& f);
// Corners of a, and of b if there is one, seen from a's first: on the axes, and in the lanes, where they are a thousand
// times as far away as they are from each other. Then no difference rounds (Sterbenz: within a factor of 2). Returns
// from where.
origin<floats<HITSCAN_ARCH>> seen_from_first(ring_figure<floats<HITSCAN_ARCH>>& a,
                                             ring_figure<floats<HITSCAN_ARCH>>* b);
}  // namespace HITSCAN_ISA

namespace {

using HITSCAN_ISA::most_corners, HITSCAN_ISA::origin, HITSCAN_ISA::ring_figure;

// ---- bounds ----------------------------------------------------------------------------------------------------

// On both axes, no point of the shape outside: sums round, so they get a little room.
template <class F> struct bounds {
  F low[2], high[2];
};

template <class F> FORCED bounds<F> with_room(bounds<F> b, F size_x, F size_y) {
  const F size[2] = {size_x * F(0x1p-21f), size_y * F(0x1p-21f)};
  for (int k = 0; k < 2; ++k) b.low[k] = b.low[k] - size[k], b.high[k] = b.high[k] + size[k];
  return b;
}
template <int N, class In> FORCED auto bounds_of(const In& in, int c, bool tilted) {
  using F = typename In::value;
  const F x = in[c], y = in[c + 1];
  if constexpr (N == 1) {
    const F r = in[c + 2];
    return with_room(bounds<F>{{x - r, y - r}, {x + r, y + r}}, magnitude(x) + r, magnitude(y) + r);
  } else if constexpr (N == 2) {
    const F dx = in[c + 2], dy = in[c + 3], r = in[c + 4], end_x = x + dx, end_y = y + dy;
    return with_room(
        bounds<F>{{minimum(x, end_x) - r, minimum(y, end_y) - r}, {maximum(x, end_x) + r, maximum(y, end_y) + r}},
        magnitude(x) + magnitude(dx) + r, magnitude(y) + magnitude(dy) + r);
  } else {
    if (N == 4 && tilted) {
      const F p = in[c + 2], q = in[c + 3], ax = in[c + 4], ay = in[c + 5];
      const F half_x = magnitude(p * ax) + magnitude(q * ay), half_y = magnitude(p * ay) + magnitude(q * ax);
      return with_room(bounds<F>{{x - half_x, y - half_y}, {x + half_x, y + half_y}}, magnitude(x) + half_x,
                       magnitude(y) + half_y);
    }
    return bounds<F>{{x, in[c + 2]}, {y, in[c + 3]}};
  }
}

// ---- corners ---------------------------------------------------------------------------------------------------

// Corners from some origin on, rounded, and sides as vectors, each good to a few units in its own last place, however
// far away it is. Sides 0 and 2 of a quad are parallel, and 1 and 3. `size` is more than any coordinate of a corner and
// than the radius.
template <class F, int N> struct figure {
  static constexpr int sides = N == 1 ? 0 : N == 2 ? 1 : 4, directions = N / 2;
  F x[N], y[N], ex[sides ? sides : 1], ey[sides ? sides : 1], radius, size;
};

template <int N, class In> FORCED origin<typename In::value> origin_of(const In& in, int c, bool tilted) {
  return {in[c], in[c + (N == 4 && !tilted ? 2 : 1)]};
}

template <int N, class In>
FORCED auto figure_of(const In& in, int c, bool tilted, const origin<typename In::value>& from) {
  using F = typename In::value;
  figure<F, N> f;
  const F x = in[c] - from.x, y = in[c + 1] - (N == 4 && !tilted ? from.x : from.y);
  f.radius = F(0.f);
  f.x[0] = x, f.y[0] = y;
  f.size = magnitude(x) + magnitude(y);
  if constexpr (N == 1) f.radius = in[c + 2];
  if constexpr (N == 2) {
    const F dx = in[c + 2], dy = in[c + 3];
    f.x[1] = x + dx, f.y[1] = y + dy, f.ex[0] = dx, f.ey[0] = dy;
    f.size = f.size + magnitude(dx) + magnitude(dy);
    f.radius = in[c + 4];
  }
  if constexpr (N == 4) {
    F p = in[c + 2], q = in[c + 3];
    F ux, uy, vx, vy;  // half of sides 0 and 1, or all of them
    if (tilted) {
      const F zero(0.f), nan(__builtin_nanf("")), ax = in[c + 4], ay = in[c + 5];
      const F half_x = xsimd::select(p >= zero, p, nan), half_y = xsimd::select(q >= zero, q, nan);
      const F wx = half_y * ax, wy = half_y * ay;
      p = half_x * ax, q = half_x * ay;
      ux = p + p, uy = q + q, vx = zero - (wy + wy), vy = wx + wx;
      const F low_x = x - p, low_y = y - q, high_x = x + p, high_y = y + q;
      f.x[0] = low_x + wy, f.y[0] = low_y - wx, f.x[1] = high_x + wy, f.y[1] = high_y - wx;
      f.x[2] = high_x - wy, f.y[2] = high_y + wx, f.x[3] = low_x - wy, f.y[3] = low_y + wx;
      f.size = f.size + magnitude(p) + magnitude(q) + magnitude(wx) + magnitude(wy);
    } else {  // x, y, p, q: min_x, max_x, min_y, max_y
      ux = in[c + 1] - in[c], uy = F(0.f), vx = F(0.f), vy = q - p;
      p = p - from.y, q = q - from.y;
      f.x[0] = f.x[3] = x, f.x[1] = f.x[2] = y, f.y[0] = f.y[1] = p, f.y[2] = f.y[3] = q;
      f.size = f.size + magnitude(p) + magnitude(q);
    }
    const F zero(0.f);
    f.ex[0] = ux, f.ey[0] = uy, f.ex[1] = vx, f.ey[1] = vy;
    f.ex[2] = zero - ux, f.ey[2] = zero - uy, f.ex[3] = zero - vx, f.ey[3] = zero - vy;
  }
  f.size = f.size + f.radius;
  return f;
}

// Of the side that begins with column c.
template <class In>
FORCED void ring_of(const In& in, int c, const outlines& from, u32 lanes, ring_figure<typename In::value>& f) {
  HITSCAN_ISA::ring_at(in.column[c + 4] + in.at, from, lanes, f);
}
template <class P> struct is_ring {
  static constexpr bool value = false;
};
template <class F> struct is_ring<ring_figure<F>> {
  static constexpr bool value = true;
};
template <class P> struct is_dot {
  static constexpr bool value = false;
};
template <class F> struct is_dot<figure<F, 1>> {
  static constexpr bool value = true;
};
template <class P> struct has_radius {  // boxes and polygons have none
  static constexpr bool value = false;
};
template <class F, int N> struct has_radius<figure<F, N>> {
  static constexpr bool value = N < 4;
};

// Are these, when round, told by one distance, by round_dot of hull_pairs.hpp?
template <class P, class Q> constexpr bool by_distance = is_dot<P>::value && !is_ring<Q>::value;
// visit(x, y) of every corner.
template <class F, int N, class Visit> FORCED void each_corner(const figure<F, N>& f, Visit visit) {
  each_axis<N>([&](auto i) INLINED { visit(f.x[i], f.y[i]); });
}
template <class F, class Visit> FORCED void each_corner(const ring_figure<F>& f, Visit visit) {
  for (int k = 0; k < f.n; ++k) visit(f.x[k], f.y[k]);
}
// visit(i, ex, ey) of every side.
template <class F, int N, class Visit> FORCED void each_side(const figure<F, N>& f, Visit visit) {
  each_axis<figure<F, N>::sides>([&](auto i) INLINED { visit(i, f.ex[i], f.ey[i]); });
}
template <class F, class Visit> FORCED void each_side(const ring_figure<F>& f, Visit visit) {
  for (int i = 0; i < f.n; ++i) visit(i, f.x[i + 1] - f.x[i], f.y[i + 1] - f.y[i]);
}
template <class F, int N> FORCED F radius_of(const figure<F, N>& f) { return f.radius; }
template <class F> FORCED F radius_of(const ring_figure<F>&) { return F(0.f); }

// Is it a valid shape, if nothing in it is NaN or infinite? Of rotated boxes nothing else is asked.
template <class A, int N> FORCED flags<A> surely_valid(const figure<floats<A>, N>& f, bool tilted) {
  const floats<A> zero(0.f);
  if constexpr (N == 4) return tilted ? f.size >= zero : (f.ex[0] >= zero) & (f.ey[1] >= zero);
  return f.radius >= zero;
}
template <class A> FORCED flags<A> surely_valid(const ring_figure<floats<A>>&, bool) { return ~no_lanes<A>(); }

}  // namespace
}  // namespace hitscan::detail
