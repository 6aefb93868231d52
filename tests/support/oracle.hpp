// What is true, in rational numbers (GMP): the definitions of semantics, solved for the moment of contact. Shares no
// formula with the library, which never solves for it and never divides to decide.
#pragma once

#include <gmpxx.h>

#include <algorithm>

#include "columns.hpp"
#include "random.hpp"

namespace trial {

inline mpq_class exact(float x) { return mpq_class(static_cast<double>(x)); }

/// A moving pair. `open` and `closed`: does it hit? `entry`: the first moment, when they move and it hits.
struct verdict {
  bool open = false, closed = false;
  bool open_at_start = false, closed_at_start = false;
};

// ---- boxes -----------------------------------------------------------------------------------------------------

/// The moments at which two intervals overlap, one of them moving by d: everything between `from` and `to`, or always.
struct window {
  bool always_open = false, always_closed = false, moves = false;
  mpq_class from, to;
};

inline window window_of(float a_min, float a_max, float b_min, float b_max, float d) {
  window w;
  const mpq_class ahead = exact(b_min) - exact(a_max), behind = exact(b_max) - exact(a_min);  // where a must move to
  if (d == 0) {
    w.always_open = ahead < 0 && behind > 0;
    w.always_closed = ahead <= 0 && behind >= 0;
    return w;
  }
  w.moves = true;
  w.from = ahead / exact(d), w.to = behind / exact(d);
  if (d < 0) swap(w.from, w.to);
  return w;
}

template <int D> struct box_verdict : verdict {
  window axis[D];
  mpq_class entry = 0;    // never before 0
  mpq_class latest;       // the last axis to be entered: before 0 when they overlap at the start
  int entered_last = -1;  // the highest of the axes entered last; -1: nothing moves
  bool tie = false;       // several are
};

/// d is the relative motion as the library rounds it.
template <class V, int D = V::dims>
box_verdict<D> sweep_verdict(const hitscan::basic_box<V>& a, const hitscan::basic_box<V>& b, const V& d) {
  box_verdict<D> v;
  bool open = true, closed = true, any = false;
  mpq_class from, to;
  v.open_at_start = v.closed_at_start = true;
  for (int k = 0; k < D; ++k) {
    const window w = v.axis[k] = window_of(a.min[k], a.max[k], b.min[k], b.max[k], d[k]);
    v.open_at_start &= exact(a.min[k]) < exact(b.max[k]) && exact(b.min[k]) < exact(a.max[k]);
    v.closed_at_start &= exact(a.min[k]) <= exact(b.max[k]) && exact(b.min[k]) <= exact(a.max[k]);
    if (!w.moves) {
      open &= w.always_open, closed &= w.always_closed;
      continue;
    }
    open &= w.from < w.to;  // an open window of no length holds no moment
    if (!any || w.from > from)
      v.entered_last = k, v.tie = false, from = w.from;
    else if (w.from == from)
      v.entered_last = k, v.tie = true;
    if (!any || w.to < to) to = w.to;
    any = true;
  }
  if (any) {
    open &= from < to && from < 1 && to > 0;
    closed &= from <= to && from <= 1 && to >= 0;
    v.latest = from;
    if (from > 0) v.entry = from;
  }
  v.open = open, v.closed = closed;
  return v;
}

template <class V, int D = V::dims>
verdict overlap_verdict(const hitscan::basic_box<V>& a, const hitscan::basic_box<V>& b) {
  mpq_class most = -1;  // the widest gap between the two; negative when they reach into each other
  for (int k = 0; k < D; ++k) {
    const mpq_class left = exact(a.min[k]) - exact(b.max[k]), right = exact(b.min[k]) - exact(a.max[k]);
    const mpq_class gap = left > right ? left : right;
    if (k == 0 || gap > most) most = gap;
  }
  return {.open = most < 0, .closed = most <= 0};
}

template <class V, int D = V::dims>
verdict inside_verdict(const hitscan::basic_box<V>& a, const hitscan::basic_box<V>& b) {
  mpq_class room;  // the least distance between an edge of a and the same edge of b
  for (int k = 0; k < D; ++k) {
    const mpq_class low = exact(a.min[k]) - exact(b.min[k]), high = exact(b.max[k]) - exact(a.max[k]);
    const mpq_class least = low < high ? low : high;
    if (k == 0 || least < room) room = least;
  }
  return {.open = room > 0, .closed = room >= 0};
}

// ---- circles ---------------------------------------------------------------------------------------------------

template <int D> struct circle_verdict : verdict {
  mpq_class a, b, c;  // |m - t d|^2 - R^2 = a t^2 - 2 b t + c
};

template <class V, int D = V::dims>
circle_verdict<D> sweep_verdict(const hitscan::basic_circle<V>& p, const hitscan::basic_circle<V>& q, const V& d) {
  circle_verdict<D> v;
  mpq_class from[D], step[D];  // q's centre as seen from p, and how it comes nearer
  mpq_class reach = exact(p.radius) + exact(q.radius);
  reach *= reach;
  for (int k = 0; k < D; ++k) {
    from[k] = exact(q.center[k]) - exact(p.center[k]), step[k] = exact(d[k]);
    v.a += step[k] * step[k], v.b += from[k] * step[k], v.c += from[k] * from[k];
  }
  const auto squared_distance = [&](const mpq_class& t) {
    mpq_class sum = 0;
    for (int k = 0; k < D; ++k) {
      const mpq_class x = from[k] - t * step[k];
      sum += x * x;
    }
    return sum;
  };
  mpq_class nearest_at = 0;  // the vertex of the parabola, within the motion
  if (v.a > 0) nearest_at = std::clamp<mpq_class>(v.b / v.a, 0, 1);
  const mpq_class least = squared_distance(nearest_at);
  v.open = least < reach, v.closed = least <= reach;
  v.open_at_start = v.c < reach, v.closed_at_start = v.c <= reach;
  v.c -= reach;
  return v;
}

/// The moment of entry as a real number, good to some 600 digits. For pairs that hit and did not overlap at the start.
template <int D> mpf_class entry_of(const circle_verdict<D>& v) {
  constexpr unsigned bits = 2048;
  if (v.c <= 0) return mpf_class(0, bits);
  mpq_class inner = v.b * v.b - v.a * v.c;
  if (inner < 0) inner = 0;
  mpf_class root(inner, bits), b(v.b, bits), c(v.c, bits);
  root = sqrt(root);
  return mpf_class(c / (b + root), bits);
}

template <class V, int D = V::dims>
verdict overlap_verdict(const hitscan::basic_circle<V>& p, const hitscan::basic_circle<V>& q) {
  mpq_class sum = 0, reach = exact(p.radius) + exact(q.radius);
  for (int k = 0; k < D; ++k) {
    const mpq_class x = exact(p.center[k]) - exact(q.center[k]);
    sum += x * x;
  }
  reach *= reach;
  return {.open = sum < reach, .closed = sum <= reach};
}

template <class V, int D = V::dims>
verdict overlap_verdict(const hitscan::basic_circle<V>& c, const hitscan::basic_box<V>& b) {
  mpq_class sum = 0, radius = exact(c.radius);
  bool strictly_inside = true;
  for (int k = 0; k < D; ++k) {
    const mpq_class x = exact(c.center[k]), low = exact(b.min[k]), high = exact(b.max[k]);
    const mpq_class nearest = std::clamp(x, low, high);
    sum += (x - nearest) * (x - nearest);
    strictly_inside &= low < x && x < high;
  }
  radius *= radius;
  return {.open = sum < radius || strictly_inside, .closed = sum <= radius};
}

// ---- ties made on purpose --------------------------------------------------------------------------------------

/// x = high + low, exactly when x has no more than 48 bits; low has the sign of x.
inline void split(double x, float& high, float& low) {
  high = static_cast<float>(x);
  if (std::fabs(static_cast<double>(high)) > std::fabs(x)) high = std::nextafterf(high, 0);
  low = static_cast<float>(x - static_cast<double>(high));
}

/// A box, a step and a box such that a corner is grazed: axis i is entered at near / d_i, axis j is left at far / d_j,
/// and these two are equal, or as good as equal in numbers so long that no float and hardly a double can tell.
template <int D> void graze_corner(rng& r, box_of<D>& a, vector_of<D>& d, box_of<D>& b) {
  const int i = r.whole(0, D - 1), j = (i + r.whole(1, D - 1)) % D;
  double near, far;
  for (int k = 0; k < D; ++k)
    a.min[k] = -1, a.max[k] = 1, b.min[k] = -3, b.max[k] = 3, d[k] = static_cast<float>(r.whole(-1, 1));
  if (r.one_in(2)) {  // exactly equal: p q / (p s) = t q / (t s), 24 bits each
    const auto part = [&] { return static_cast<float>(r.whole(1, 2047)); };
    const float p = part(), t = part(), one = part(), other = part(), q = std::min(one, other),
                s = std::max(one, other);
    near = p * q, far = t * q, d[i] = p * s, d[j] = t * s;
  } else {
    const int most = r.whole(3, 1 << 24);
    near = r.whole(1, most - 1), d[i] = static_cast<float>(most), d[j] = static_cast<float>(r.whole(1, 1 << 24));
    if (r.one_in(2)) near += r.whole(0, 255) * 0x1p-16;
    far = near * static_cast<double>(d[j]) / static_cast<double>(d[i]);
    if (r.one_in(2)) far = static_cast<float>(far);  // 24 bits or 48
  }
  const auto size = [&] { return static_cast<float>(r.whole(0, 9)); };
  split(near, b.min[i], a.max[i]), split(far, b.max[j], a.min[j]);
  a.max[i] = -a.max[i], a.min[i] = a.max[i] - size(), b.max[i] = b.min[i] + size();
  a.min[j] = -a.min[j], a.max[j] = a.min[j] + size(), b.min[j] = std::min(a.min[j], b.max[j] - size());
  const float unit = std::ldexp(1.0f, r.one_in(3) ? r.whole(-120, 90) : r.whole(-30, 30));
  for (int k = 0; k < D; ++k) {
    const float flip = r.one_in(2) ? unit : -unit;
    a.min[k] *= flip, a.max[k] *= flip, b.min[k] *= flip, b.max[k] *= flip, d[k] *= flip;
    if (flip < 0) std::swap(a.min[k], a.max[k]), std::swap(b.min[k], b.max[k]);
  }
}

/// A Pythagorean triple: x^2 + y^2 = z^2 in whole numbers below 2^22.
inline void triple(rng& r, float& x, float& y, float& z) {
  const int most = r.one_in(2) ? 6 : 1400;
  const int u = r.whole(1, most), v = r.whole(0, u);
  x = static_cast<float>(u * u - v * v), y = static_cast<float>(2 * u * v), z = static_cast<float>(u * u + v * v);
  if (r.one_in(2)) std::swap(x, y);
  if (r.one_in(2)) x = -x;
  if (r.one_in(2)) y = -y;
}

/// The same with up to 46 bits a number: squares that no double holds. Differences of two floats do hold the numbers.
inline void wide_triple(rng& r, double& x, double& y, double& z) {
  const double u = r.whole(1 << 20, 1 << 23), v = r.whole(1, 1 << 20);
  x = u * u - v * v, y = 2 * u * v, z = u * u + v * v;
  if (r.one_in(2)) std::swap(x, y);
  if (r.one_in(2)) x = -x;
  if (r.one_in(2)) y = -y;
}

/// Two circles that touch exactly: while passing, at the start, or at the end. Half of them in numbers so long that
/// only exact arithmetic can tell; p and q then stand on either side of the origin.
template <int D> void touch_circles(rng& r, circle_of<D>& p, vector_of<D>& d, circle_of<D>& q) {
  const int i = r.whole(0, D - 1), j = (i + r.whole(1, D - 1)) % D;
  const bool wide = r.one_in(2);
  double m[D]{}, reach = 0;  // from p to q, and the sum of the radii
  float x, y, z;
  triple(r, x, y, z);
  d = {};
  switch (r.below(4)) {
    case 0: {  // passing along (x, y) at the distance `aside` z, which is also the length of aside (-y, x)
      const double along = r.whole(-2, 3), aside = wide ? r.whole(1, 1 << 22) : 1;
      const int steps = r.whole(1, 4);
      m[i] = along * x - aside * y, m[j] = along * y + aside * x, reach = aside * z;
      d[i] = static_cast<float>(steps) * x, d[j] = static_cast<float>(steps) * y;
      break;
    }
    case 1:  // a hair's breadth away from something large, with steps of a hair's breadth
      m[i] = 0x1p40 + r.whole(0, 4), reach = 0x1p40;
      d[i] = static_cast<float>(r.whole(-1, 5)), d[j] = static_cast<float>(r.whole(0, 1));
      break;
    default: {  // at the start or at the end
      double wide_x = x, wide_y = y, wide_z = z;
      if (wide) wide_triple(r, wide_x, wide_y, wide_z);
      for (int k = 0; k < D; ++k) d[k] = static_cast<float>(r.whole(-99, 99));
      const bool end = r.one_in(2);
      for (int k = 0; k < D; ++k) m[k] = end ? static_cast<double>(d[k]) : 0.0;
      m[i] += wide_x, m[j] += wide_y, reach = wide_z;
    }
  }
  const float unit = std::ldexp(1.0f, r.one_in(3) ? r.whole(-149, 70) : r.whole(-40, 20));
  for (int k = 0; k < D; ++k) {
    split(m[k], q.center[k], p.center[k]);
    q.center[k] *= unit, p.center[k] *= -unit, d[k] *= unit;
  }
  split(reach, q.radius, p.radius);
  if (r.one_in(2)) std::swap(p.radius, q.radius);
  p.radius *= unit, q.radius *= unit;
}

/// Two lengths whose squares add up to the square of `reach` but for some 60th bit: a double cannot tell, and it is
/// hardly ever a tie. Each is the sum of two floats.
inline void almost_triple(rng& r, float reach, double& x, double& y) {
  const double less =
      static_cast<double>(reach) * 0x1p-14 * static_cast<double>(static_cast<float>(r.whole(1, 4095)) * 0x1p-12f);
  x = static_cast<double>(reach) - less;
  y = std::sqrt(less * (2 * static_cast<double>(reach) - less));
}

/// One of the numbers moves by one ulp; half of the time none does.
template <class... F> void nudge_one(rng& r, F&... values) {
  float* const all[] = {&values...};
  if (r.one_in(2)) return;
  float& x = *all[r.below(sizeof...(F))];
  x = r.one_in(2) ? one_ulp_up(x) : one_ulp_down(x);
}

}  // namespace trial
