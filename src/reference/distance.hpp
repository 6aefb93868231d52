// How far are two shapes apart? As far as their cores are, less both radii:
//
//        .---.                        points, circles, boxes: on each axis the gap between their shadows, or 0;
//       /  a  x - - - x-----+           the root of the sum of squares. The kernels have the same operations
//       \     /       |  b  |         segments of space: the nearest of all that may be
//        '---'        +-----+         what 2D has beyond those: exactly 0 or not, then from corner to side (hulls.hpp)
//
// In double, each operation rounded once. What is in fact 0 may come out as a little more: so no distance is taken for
// one that is not above what rounding may have made of 0 (`doubt`).
#pragma once

#include <hitscan/distance.hpp>

#include "number.hpp"
#include "question.hpp"

namespace hitscan::detail::textbook {

// The nearest points of two cores.
template <int D> struct cores {
  double a[D], b[D], length = 0;
  double doubt = 0;

  void measure() noexcept {
    double sum = 0;
    for (int k = 0; k < D; ++k) sum += (b[k] - a[k]) * (b[k] - a[k]);
    length = std::sqrt(sum);
  }
};

// A point or a box, and a radius around it; or, in space, a segment from that point on.
template <int D> struct place {
  box_at<D> box;
  float delta[D]{};
  float radius = 0;
  bool segment = false, ok = false;

  double size(int k) const noexcept {
    return std::fabs(double{box.min[k]}) + std::fabs(double{box.max[k]}) + std::fabs(double{delta[k]});
  }
};
template <int D, class At> void read(const side& s, const At& at, place<D>& p) noexcept {
  p.segment = s.what == kind::segment;
  if (s.what == kind::circle || p.segment)
    for (int k = 0; k < D; ++k) p.box.min[k] = p.box.max[k] = at(s.column[k]);
  else
    read(s, at, p.box);
  if (s.what == kind::circle) p.radius = at(s.column[D]);
  p.ok = valid(p.box) && p.radius >= 0 && finite(p.radius);
  for (int k = 0; k < D && p.segment; ++k) p.delta[k] = at(s.column[D + k]), p.ok &= finite(p.delta[k]);
}

// Where both have a shadow, the middle of that is as near as any.
template <int D> cores<D> between(const box_at<D>& a, const box_at<D>& b) noexcept {
  cores<D> c;
  for (int k = 0; k < D; ++k) {
    const double low = a.min[k] > b.min[k] ? a.min[k] : b.min[k], high = a.max[k] < b.max[k] ? a.max[k] : b.max[k];
    c.a[k] = low <= high ? (low + high) / 2 : low == a.min[k] ? low : high;
    c.b[k] = low <= high ? c.a[k] : low == a.min[k] ? high : low;
  }
  c.measure(), c.doubt = c.length * 0x1p-50;
  return c;
}

// From p to p + d, and the box from min to max. The faces that are passed cut the way into pieces:
//
//      p ---|--------|-----> p + d        beyond x, y | beyond y alone | beyond y, z | ...
//
// In each the same axes lie beyond the box, k by m_k + t d_k, and the sum of their squares is least at t = -sum d_k m_k
// / sum d_k^2. The nearest of all that, and of the faces, is right to a few roundings of a length: what t is off by
// moves these axes by no more than that, and the others, however steep, are in until the piece ends. The sign of a
// slope would not do: what a steep axis rounds outweighs the others.
struct way_by {
  const double *p, *d, *min, *max;
  double beyond(int k, double t) const noexcept {
    const double x = p[k] + t * d[k];
    return x < min[k] ? x - min[k] : x > max[k] ? x - max[k] : 0;
  }
  double squares(double t) const noexcept {
    const double x = beyond(0, t), y = beyond(1, t), z = beyond(2, t);
    return (x * x + y * y) + z * z;
  }
  double nearest_in_piece(double from, double to) const noexcept {
    const double middle = from + (to - from) / 2;
    double along = 0, size = 0;
    for (int k = 0; k < 3; ++k)
      if (const double off = beyond(k, middle); off != 0)
        along += d[k] * ((off < 0 ? min[k] : max[k]) - p[k]), size += d[k] * d[k];
    return within(along / size, from, to);  // 0 / 0 where it is in, or at rest
  }
  static double within(double t, double from, double to) noexcept { return t > from ? t < to ? t : to : from; }
  double nearest_to_point() const noexcept {  // all three axes, from end to end
    double along = 0, size = 0;
    for (int k = 0; k < 3; ++k) along += d[k] * (min[k] - p[k]), size += d[k] * d[k];
    return within(along / size, 0, 1);
  }
  double nearest() const noexcept {
    if (min[0] == max[0] && min[1] == max[1] && min[2] == max[2]) return nearest_to_point();
    double cut[8] = {0}, best = 0, least = squares(0);
    int cuts = 1;
    for (int face = 0; face < 6; ++face) {
      const int k = face / 2;
      const double t = ((face % 2 ? max[k] : min[k]) - p[k]) / d[k];
      if (!(t > 0 && t < 1)) continue;
      int at = cuts++;
      for (; cut[at - 1] > t; --at) cut[at] = cut[at - 1];
      cut[at] = t;
    }
    cut[cuts] = 1;
    const auto look = [&](double t) {
      if (const double there = squares(t); there < least) least = there, best = t;
    };
    for (int piece = 0; piece < cuts; ++piece) look(nearest_in_piece(cut[piece], cut[piece + 1])), look(cut[piece + 1]);
    return best;
  }
};
ONCE inline cores<3> along(const double (&p)[3], const double (&d)[3], const double (&min)[3],
                           const double (&max)[3]) noexcept {
  const way_by way{p, d, min, max};
  const double t = way.nearest();
  cores<3> c;
  for (int k = 0; k < 3; ++k) c.a[k] = p[k] + t * d[k], c.b[k] = c.a[k] - way.beyond(k, t);
  c.measure();
  return c;
}

// Where the lines p + s d and q + t e, m = q - p, are nearest, with n = d x e: s = (m x e).n / n.n, t = (m x d).n / n.n
// (Ericson, Real-Time Collision Detection, 5.1.8). Of doubles, or of numbers that do not round.
template <class N> struct crossing {
  using product = decltype(N() * N());
  product n[3];
  double nn, s, t;

  ONCE static void times(const N (&x)[3], const N (&y)[3], product (&to)[3]) noexcept {
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      to[k] = x[i] * y[j] - x[j] * y[i];
    }
  }
  ONCE double along_n(const product (&x)[3]) const noexcept {
    auto sum = x[0] * n[0];
    for (int k = 1; k < 3; ++k) sum += x[k] * n[k];
    if constexpr (std::is_same_v<N, double>)
      return sum;
    else
      return sum.rounded();
  }
  crossing(const N (&m)[3], const N (&d)[3], const N (&e)[3]) noexcept {
    product x[3];
    times(d, e, n), nn = along_n(n);
    times(m, e, x), s = along_n(x) / nn;
    times(m, d, x), t = along_n(x) / nn;
  }
  bool within() const noexcept { return s > 0 && s < 1 && t > 0 && t < 1; }
};

// The same of a segment and what else is in space, of another segment where that starts.
inline cores<3> along(const place<3>& line, const place<3>& other) noexcept {
  double p[3], d[3], min[3], max[3];
  for (int k = 0; k < 3; ++k)
    p[k] = line.box.min[k], d[k] = line.delta[k], min[k] = other.box.min[k], max[k] = other.box.max[k];
  return along(p, d, min, max);
}
inline cores<3> turned(const cores<3>& c) noexcept {
  return {{c.b[0], c.b[1], c.b[2]}, {c.a[0], c.a[1], c.a[2]}, c.length};
}

// Two segments of space: from one's end to the other, or where their lines are nearest. Lines that are nearly parallel
// would have that anywhere.
inline cores<3> between_segments(const place<3>& a, const place<3>& b) noexcept {
  double p[3], d[3], q[3], e[3], m[3], p_end[3], q_end[3], dd = 0, ee = 0;
  number<1> exact_m[3], exact_d[3], exact_e[3];
  for (int k = 0; k < 3; ++k) {
    p[k] = a.box.min[k], d[k] = a.delta[k], q[k] = b.box.min[k], e[k] = b.delta[k];
    m[k] = q[k] - p[k], p_end[k] = p[k] + d[k], q_end[k] = q[k] + e[k], dd += d[k] * d[k], ee += e[k] * e[k];
  }
  cores<3> best = along(a, b);
  const auto nearer = [&best](const cores<3>& c) {
    if (c.length < best.length) best = c;
  };
  nearer(along(p, d, q_end, q_end)), nearer(turned(along(b, a))), nearer(turned(along(q, e, p_end, p_end)));
  const auto look = [&](const auto& x) {
    cores<3> c;
    for (int k = 0; k < 3; ++k) c.a[k] = p[k] + x.s * d[k], c.b[k] = q[k] + x.t * e[k];
    c.measure();
    if (x.within()) nearer(c);
  };
  const crossing<double> x(m, d, e);
  if (x.nn > 0x1p-20 * dd * ee) return look(x), best;
  for (int k = 0; k < 3; ++k)
    exact_m[k] = number<1>(b.box.min[k]) - number<1>(a.box.min[k]), exact_d[k] = number<1>(a.delta[k]),
    exact_e[k] = number<1>(b.delta[k]);
  return look(crossing<number<1>>(exact_m, exact_d, exact_e)), best;
}

template <int D> cores<D> between(const place<D>& a, const place<D>& b, bool) noexcept {
  if constexpr (D == 3)
    if (a.segment || b.segment) {
      cores<3> c = !a.segment ? turned(along(b, a)) : b.segment ? between_segments(a, b) : along(a, b);
      for (int k = 0; k < D; ++k) c.doubt += 0x1p-46 * (a.size(k) + b.size(k));
      return c;
    }
  return between(a.box, b.box);
}
inline cores<2> between(const hull& a, const hull& b, bool told) noexcept {
  const hull_gap g = hulls_apart(a, b, told);
  return {{g.a[0], g.a[1]}, {g.b[0], g.b[1]}, g.length, g.overlap ? HUGE_VAL : 0};
}

// Both radii off, and where that leads; of two that overlap, to the middle of what they share of the way.
template <int D> float distance(const cores<D>& c, double ra, double rb) noexcept {
  const double gap = c.length - (ra + rb);
  return gap > c.doubt ? static_cast<float>(gap) : 0.0f;
}
template <int D> closest3 closest(const cores<D>& c, double ra, double rb) noexcept {
  closest3 to{.distance = distance(c, ra, rb)};
  const bool apart = c.length - (ra + rb) > c.doubt;
  const double first = c.length > rb ? c.length - rb : 0, last = c.length < ra ? c.length : ra;
  const double from_a = apart ? ra : (first + last) / 2;
  for (int k = 0; k < D; ++k) {
    const double N = c.length > 0 ? (c.b[k] - c.a[k]) / c.length : 0;
    to.on_a[k] = static_cast<float>(c.a[k] + from_a * N);
    to.on_b[k] = apart ? static_cast<float>(c.b[k] - rb * N) : to.on_a[k];
  }
  return to;
}

template <int D> bool sound(const place<D>& p) noexcept { return p.ok; }
inline bool sound(const hull& h) noexcept { return valid_hull(h); }

// use(a), the shape who asks in a form that suits both sides.
template <class Use> auto with_asker(const request& r, const Use& use) noexcept {
  const auto read_it = [&](auto a) {
    read(r.a, at_only{}, a);
    return use(a);
  };
  if (r.dims == 3) return read_it(place<3>());
  return r.a.what > kind::circle || r.b.what > kind::circle ? read_it(hull()) : read_it(place<2>());
}

template <class Shape> float distance_of(const Shape& a, const Shape& b) noexcept {
  return sound(a) && sound(b) ? distance(between(a, b, false), a.radius, b.radius) : HUGE_VALF;
}
inline closest3 closest_of(const request& r) noexcept {
  return with_asker(r, [&]<class Shape>(const Shape& a) {
    Shape b;
    read(r.b, at_only{}, b);
    return sound(a) && sound(b) ? closest(between(a, b, true), a.radius, b.radius) : closest3{};
  });
}

// Of all items of b. A limit may be made use of: further away than that is as good as infinitely far, and nearer as
// good as 0 where nobody asks how far. In `near`, if given: who is no further than that. `asked`, if given, has
// a bit for each item: who is not asked is further. Returns whether there may be others.
inline bool distances_among(const std::uint64_t* asked, const request& r, float limit, float* out,
                            std::uint64_t* near) noexcept {
  return with_asker(r, [&]<class Shape>(const Shape& a) {
    const bool fine = sound(a);
    for (std::size_t i = 0; i < r.n; ++i) {
      out[i] = HUGE_VALF;
      if (asked && !(asked[i / 64] >> i % 64 & 1)) continue;
      Shape b;
      read(r.b, at_item{i}, b);
      if (fine && sound(b)) out[i] = distance(between(a, b, false), a.radius, b.radius);
      if (near && out[i] <= limit) near[i / 64] |= std::uint64_t{1} << i % 64;
    }
    return fine;
  });
}
inline bool distances(const request& r, float limit, bool, float* out, std::uint64_t* near) noexcept {
  return distances_among(nullptr, r, limit, out, near);
}

}  // namespace hitscan::detail::textbook
