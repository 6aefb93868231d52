// Do two circles overlap? When their centres are nearer than the sum of their radii:
//
//         .---.
//        /  a  \.---.                 |a.center - b.center|^2 < (a.radius + b.radius)^2
//       |   .---|- . |
//        \     /'---'  b              No root: both sides are squares of something that is not negative.
//         '---'
//
// A double decides all but near ties. With m_k = fl(p_k - q_k) the sum of squares is within 6 * 2^-53 of the truth
// (relative: every term is positive), the square of fl(ra + rb) within 4 * 2^-53; 2^-48 leaves room to spare.
#pragma once

#include "exact.hpp"
#include "shapes.hpp"

namespace hitscan::detail::textbook {

inline constexpr double doubt = 0x1p-48;

// Sign of |p - q|^2 - (ra + rb)^2, exact.
template <int D> int compare_distance(const float (&p)[D], const float (&q)[D], float ra, float rb) noexcept {
  double distance = 0;
  for (int k = 0; k < D; ++k) {
    const double m = static_cast<double>(p[k]) - static_cast<double>(q[k]);
    distance += m * m;
  }
  const double r = static_cast<double>(ra) + static_cast<double>(rb), reach = r * r;
  if (distance < reach * (1 - doubt)) return -1;
  if (distance > reach * (1 + doubt)) return 1;
  return sign_of_distance(D, p, q, ra, rb);
}

template <int D> bool overlap_circles(const circle_at<D>& a, const circle_at<D>& b, touching touch) noexcept {
  return before(compare_distance(a.center, b.center, a.radius, b.radius), 0, touch);
}

}  // namespace hitscan::detail::textbook
