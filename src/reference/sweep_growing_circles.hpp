// Does moving circle a meet circle b while one or both change their radius, and when? With m = b.center - a.center,
// d = fl(da - db), R = ra + rb and G = ga + gb, sums that nobody adds up, they overlap at t when
//
//        |m - t d|^2 < (R + t G)^2                      f(t) = A t^2 - 2 B t + C < 0
//
//        A = d.d - G^2                                  f(0) < 0             it starts inside, or
//        B = m.d + R G                                  f(1) < 0             it ends inside, or
//        C = m.m - R^2                                  0 < B < A  and       f is least on the way
//                                                       B^2 > A C            and below 0 there
//
// No radius is below 0 at either end, since such circles are not valid, so R + t G never is and the squares tell the
// truth. With A <= 0 - it grows faster than it moves - f is least at an end.
//
// Everything is a polynomial in the input: a double with a bound on its error first, then exact numbers of degree 2 and
// 4. For the double, B^2 - A C is written as |R d + G m|^2 - |m x d|^2, of which only the difference can cancel. The
// bounds, with s1 = m.m + R^2 and s2 = d.d + G^2: C is good to 2^-49 s1, A to 2^-49 s2, B to 2^-49 of the sum of its
// magnitudes, and B^2 - A C to 2^-47 s1 s2 by Cauchy's inequality.
//
// The time is the smaller root of f, C / (B + root) where B > 0 and (B - root) / A where not, which is where nothing
// cancels.
#pragma once

#include <cmath>

#include "number.hpp"
#include "sweep_circles.hpp"

namespace hitscan::detail::textbook {

template <int D> struct growing_circle_at {
  circle_at<D> circle;
  float grow;  // of the radius, over the frame
};

template <int D> bool valid(const growing_circle_at<D>& c) noexcept {
  return valid(c.circle) && finite(c.grow) && c.circle.radius + c.grow >= 0;  // a sum has the sign it should have
}

template <int D> struct growing_approach {
  double m[D], d[D], R, G, mm = 0, md = 0, dd = 0, xx = 0, vv = 0, A, B, C, disc;

  growing_approach(const growing_circle_at<D>& a, const float (&step)[D], const growing_circle_at<D>& b) noexcept {
    R = static_cast<double>(a.circle.radius) + b.circle.radius, G = static_cast<double>(a.grow) + b.grow;
    for (int k = 0; k < D; ++k) {
      m[k] = static_cast<double>(b.circle.center[k]) - a.circle.center[k], d[k] = step[k];
      const double v = R * d[k] + G * m[k];
      mm += m[k] * m[k], md += m[k] * d[k], dd += d[k] * d[k], vv += v * v;
    }
    for (int i = 0; i < D; ++i)
      for (int j = i + 1; j < D; ++j) {
        const double e = m[i] * d[j] - m[j] * d[i];
        xx += e * e;
      }
    A = dd - G * G, B = md + R * G, C = mm - R * R, disc = vv - xx;
  }
  double time() const noexcept {
    const double root = std::sqrt(disc > 0 ? disc : 0.0), t = B > 0 ? C / (B + root) : (B - root) / A;
    return t < 1 ? t > 0 ? t : 0 : 1;
  }
};

// The same, exactly.
template <int D> struct exact_approach {
  number<1> m[D], d[D], R, G;

  exact_approach(const growing_circle_at<D>& a, const float (&step)[D], const growing_circle_at<D>& b) noexcept
      : R(number<1>(a.circle.radius) + b.circle.radius), G(number<1>(a.grow) + b.grow) {
    for (int k = 0; k < D; ++k) m[k] = number<1>(b.circle.center[k]) - a.circle.center[k], d[k] = step[k];
  }
  number<2> dot(const number<1> (&x)[D], const number<1> (&y)[D]) const noexcept {
    number<2> sum;
    for (int k = 0; k < D; ++k) sum += x[k] * y[k];
    return sum;
  }
  number<2> A() const noexcept { return dot(d, d) - G * G; }
  number<2> B() const noexcept { return dot(m, d) + R * G; }
  number<2> C() const noexcept { return dot(m, m) - R * R; }
  int end() const noexcept { return (A() - B() - B() + C()).sign(); }
  int beyond() const noexcept { return (B() - A()).sign(); }
  int depth() const noexcept { return (B() * B() - A() * C()).sign(); }
};

// Signs, of doubles where these suffice.
template <int D> class growing_signs {
 public:
  growing_signs(const growing_approach<D>& x, const growing_circle_at<D>& a, const float (&step)[D],
                const growing_circle_at<D>& b) noexcept
      : x_(x), a_(a), d_(step), b_(b), s1_(x.mm + x.R * x.R), s2_(x.dd + x.G * x.G) {
    s12_ = x.R * std::fabs(x.G);
    for (int k = 0; k < D; ++k) s12_ += std::fabs(x.m[k] * x.d[k]);
  }
  int start() const noexcept {
    return of(x_.C, 0x1p-48 * s1_, [](const auto& e) { return e.C().sign(); });
  }
  int end() const noexcept {
    return of((x_.A - 2 * x_.B) + x_.C, 0x1p-46 * (s1_ + s2_), [](const auto& e) { return e.end(); });
  }
  int nearing() const noexcept {  // B
    return of(x_.B, 0x1p-48 * s12_, [](const auto& e) { return e.B().sign(); });
  }
  int beyond() const noexcept {  // B - A
    return of(x_.B - x_.A, 0x1p-47 * (s12_ + s2_), [](const auto& e) { return e.beyond(); });
  }
  int depth() const noexcept {  // B^2 - A C
    return of(x_.disc, 0x1p-46 * (s1_ * s2_), [](const auto& e) { return e.depth(); });
  }

 private:
  template <class Exact> int of(double value, double room, const Exact& exact) const noexcept {
    if (std::fabs(value) > room) return value < 0 ? -1 : 1;
    return exact(exact_approach<D>(a_, d_, b_));
  }
  const growing_approach<D>& x_;
  const growing_circle_at<D>& a_;
  const float (&d_)[D];
  const growing_circle_at<D>& b_;
  double s1_, s2_, s12_;
};

template <int D>
moment<D> sweep_growing_circles(const growing_circle_at<D>& a, const float (&da)[D], const growing_circle_at<D>& b,
                                const float (&db)[D], const rules& rule) noexcept {
  float d[D];
  for (int k = 0; k < D; ++k) {
    d[k] = da[k] - db[k];
    if (!finite(d[k])) return {};
  }
  const growing_approach<D> x(a, d, b);
  const growing_signs<D> sign(x, a, d, b);
  moment<D> m;
  m.started = before(sign.start(), 0, rule.touch);
  // On the way: B > 0 and B < A say that A is, too. Closed: what is level touches, and does so at an end.
  m.hit = m.started || before(sign.end(), 0, rule.touch) ||
          (before(0, sign.depth(), rule.touch) && sign.nearing() > 0 && sign.beyond() < 0);
  if (!m.hit) return {};
  if (m.started && rule.start != start_overlap::hits)
    if (rule.start == start_overlap::ignored || sign.nearing() <= 0) return {};
  if (!rule.told) return m;
  m.time = m.started || !(x.C > 0) ? 0 : static_cast<float>(x.time());

  tell_contact(m, a.circle.center, a.circle.radius + double{m.time} * a.grow, da, b.circle, db, x.d, x.dd);
  return m;
}

// In the library once: growing.cpp.
extern template moment<2> sweep_growing_circles(const growing_circle_at<2>&, const float (&)[2],
                                                const growing_circle_at<2>&, const float (&)[2], const rules&) noexcept;
extern template moment<3> sweep_growing_circles(const growing_circle_at<3>&, const float (&)[3],
                                                const growing_circle_at<3>&, const float (&)[3], const rules&) noexcept;

}  // namespace hitscan::detail::textbook
