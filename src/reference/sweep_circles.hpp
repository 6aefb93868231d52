// Does moving circle a meet circle b, and when? With m = b.center - a.center, a's centre runs along d = fl(da - db) as
// seen from b; grow b by a's radius, to R = ra + rb, and a becomes a point:
//
//                   .-----.                    They meet when the segment comes nearer to b than R:
//                 /    p    \  R
//       c *------|----+------|--> d            |m|^2 < R^2                    it starts inside, or
//           m     \         /                  |m - d|^2 < R^2                it ends inside, or
//                   '-----'                    0 < m.d < d.d  and             the foot of p lies on the segment
//                                              |m x d|^2 < R^2 d.d            and is near enough
//
// (Ericson, Real-Time Collision Detection, 5.3.2 and 5.5.5; |m x d|^2 / d.d is how far p is from the line, squared.)
// No root and no quadratic in the decision, so it can be exact: a double with a bound on its error first, an expansion
// for what that cannot tell (exact.hpp).
//
// The bounds, u = 2^-53. Distances: see overlap_circles.hpp. m.d: each term is within 2u of |m_k d_k|, two sums add 2u;
// 2^-48 of the sum of |m_k d_k| is far beyond. |m x d|^2: each e = m_i d_j - m_j d_i is off by at most 3u (|m_i d_j| +
// |m_j d_i|), and with Cauchy's inequality the sum of squares by less than 12u |m|^2 |d|^2, however much cancels in e;
// R^2 d.d by less than 8u of itself: 2^-48 (|m|^2 + R^2) d.d covers both.
//
// The time solves |m - t d| = R for its smaller root, written as s / (m.d + root) with s = |m|^2 - R^2: no cancellation
// between m.d and the root, which both are positive when something is ahead.
#pragma once

#include <cmath>

#include "overlap_circles.hpp"

namespace hitscan::detail::textbook {

// All of it in double, each operation rounded once, sums from the first axis up: the same bits everywhere.
template <int D> struct approach {
  double m[D], d[D], mm = 0, md = 0, dd = 0, xx = 0, rr;

  approach(const circle_at<D>& a, const float (&motion)[D], const circle_at<D>& b) noexcept {
    for (int k = 0; k < D; ++k) {
      m[k] = static_cast<double>(b.center[k]) - static_cast<double>(a.center[k]);
      d[k] = motion[k];
      mm += m[k] * m[k], md += m[k] * d[k], dd += d[k] * d[k];
    }
    for (int i = 0; i < D; ++i)
      for (int j = i + 1; j < D; ++j) {
        const double e = m[i] * d[j] - m[j] * d[i];
        xx += e * e;
      }
    const double r = static_cast<double>(a.radius) + static_cast<double>(b.radius);
    rr = r * r;
  }
};

// Signs, exact: a double where it suffices.
template <int D>
int compare_end(const approach<D>& x, const circle_at<D>& a, const float (&d)[D], const circle_at<D>& b) noexcept {
  double distance = 0, slack = 0;
  for (int k = 0; k < D; ++k) {
    const double e = x.m[k] - x.d[k], size = std::fabs(x.m[k]) + std::fabs(x.d[k]);
    distance += e * e, slack += size * size;  // here m - d may cancel: its error is relative to both
  }
  const double off = distance - x.rr;
  if (std::fabs(off) > doubt * (slack + x.rr)) return off < 0 ? -1 : 1;
  return sign_of_end_distance(D, a.center, b.center, d, a.radius, b.radius);
}

template <int D>
int sign_of_foot(const approach<D>& x, const circle_at<D>& a, const float (&d)[D], const circle_at<D>& b) noexcept {
  double slack = 0;
  for (int k = 0; k < D; ++k) slack += std::fabs(x.m[k] * x.d[k]);
  if (std::fabs(x.md) > doubt * slack) return x.md < 0 ? -1 : 1;
  return sign_of_dot(D, b.center, a.center, d);
}

template <int D>
int sign_of_foot_beyond(const approach<D>& x, const circle_at<D>& a, const float (&d)[D],
                        const circle_at<D>& b) noexcept {
  double slack = x.dd;
  for (int k = 0; k < D; ++k) slack += std::fabs(x.m[k] * x.d[k]);
  const double off = x.md - x.dd;
  if (std::fabs(off) > doubt * slack) return off < 0 ? -1 : 1;
  return sign_of_dot_minus_square(D, b.center, a.center, d);
}

template <int D>
int compare_line(const approach<D>& x, const circle_at<D>& a, const float (&d)[D], const circle_at<D>& b) noexcept {
  const double off = x.xx - x.rr * x.dd;
  if (std::fabs(off) > doubt * ((x.mm + x.rr) * x.dd)) return off < 0 ? -1 : 1;
  return sign_of_line_circle(D, a.center, b.center, d, a.radius, b.radius);
}

template <int D>
bool passes(const approach<D>& x, const circle_at<D>& a, const float (&d)[D], const circle_at<D>& b,
            touching touch) noexcept {
  if (x.dd == 0) return false;                          // at rest: the start says it all
  return before(compare_line(x, a, d, b), 0, touch) &&  // first: of these three it is no most often
         before(0, sign_of_foot(x, a, d, b), touch) && before(sign_of_foot_beyond(x, a, d, b), 0, touch);
}

// Where both are at m.time, a with so large a radius: the normal looks from b's centre to a's. If they coincide, back
// along the motion d, whose square is dd; if nothing moves either, along the last axis. What starts in overlap is told
// as contact_circles tells it: coincident centres part along the last axis, and the place is on b's rim; but a point is
// where it is.
template <int D>
void tell_contact(moment<D>& m, const float (&a)[D], double radius, const float (&da)[D], const circle_at<D>& b,
                  const float (&db)[D], const double (&d)[D], double dd) noexcept {
  const double t = m.time;
  double at[D], from[D], away[D], length2 = 0;
  for (int k = 0; k < D; ++k) {
    at[k] = a[k] + t * da[k];
    from[k] = b.center[k] + t * db[k];
    away[k] = (at[k] - from[k]) + 0.0;  // never -0
    length2 += away[k] * away[k];
  }
  for (int k = 0; k < D; ++k) {
    const double n = length2 > 0            ? away[k] / std::sqrt(length2)
                     : dd > 0 && !m.started ? (0 - d[k]) / std::sqrt(dd)
                                            : (k == D - 1 ? 1.0 : 0.0);
    m.normal[k] = static_cast<float>(n);
    const bool on_rim = m.started && radius > 0;
    m.position[k] = static_cast<float>(on_rim ? from[k] + b.radius * n : at[k] - radius * n);
  }
}

template <int D>
moment<D> sweep_circles(const circle_at<D>& a, const float (&da)[D], const circle_at<D>& b, const float (&db)[D],
                        const rules& rule) noexcept {
  moment<D> m;
  float d[D];
  for (int k = 0; k < D; ++k) {
    d[k] = da[k] - db[k];
    if (!finite(d[k])) return m;
  }
  const double radii = static_cast<double>(a.radius) + static_cast<double>(b.radius);
  for (int k = 0; k < D; ++k) {
    const double gap = static_cast<double>(b.center[k]) - static_cast<double>(a.center[k]);
    if (out_of_reach(gap, 0 - gap, d[k], radii)) return m;
  }
  const approach<D> x(a, d, b);
  const bool started = before(compare_distance(a.center, b.center, a.radius, b.radius), 0, rule.touch);
  if (!started && !before(compare_end(x, a, d, b), 0, rule.touch) && !passes(x, a, d, b, rule.touch)) return m;
  if (started && rule.start != start_overlap::hits)
    if (rule.start == start_overlap::ignored || sign_of_foot(x, a, d, b) <= 0) return m;
  m.hit = true, m.started = started;
  if (!rule.told) return m;

  const double s = x.mm - x.rr, disc = x.rr * x.dd - x.xx, q = x.md + std::sqrt(disc > 0 ? disc : 0.0);
  const double t = !m.started && s > 0 && q > 0 ? s / q : 0;
  m.time = static_cast<float>(t < 1 ? t : 1);

  tell_contact(m, a.center, a.radius, da, b, db, x.d, x.dd);
  return m;
}

}  // namespace hitscan::detail::textbook
