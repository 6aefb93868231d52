// How far is circle a inside circle b, and which way is out? Along the line of the centres:
//
//         .-----.
//        /   .---\---.               N     = (a.center - b.center) / length
//       |   / a   |   \              depth = ra + rb - length
//       |  |   *--|-*  |  -> N?      The other way round: N points from b to a.
//        \  \     / b /
//         `--\---'   /               Coincident centres: +1 on the last axis.
//             '-----'
//
// The push is a little longer than the depth, so that it is enough although centres round. Moved, a's centre is at
// c_k = fl(a_k + fl(N_k L)), off by e_k <= u (|N_k| L + |c_k|) + 2^-149, u = 2^-24. How far it then is from b's centre
// is at least how far it is along N: length + L - sum |N_k| e_k. With |c_k| <= |b_k| + |N_k| (length + L) that is
//     >= length + L - u (2 L + length + sum |N_k b_k|) - 2^-148,
// and no less than ra + rb = length + depth when
//     L = depth + 2^-22 (sum |N_k b_k| + ra + rb) + 2^-147:
// of the four u two would do, and the doubles in between err by some 2^-50 only. Coordinates across the way do not
// count: what lies on a floor is pushed up by little, however far from the origin that is.
#pragma once

#include <cmath>

#include "overlap_circles.hpp"

namespace hitscan::detail::textbook {

// How much more than the depth to push along N, away from `from`, for shapes of that reach.
template <int D> double push_margin(const double (&N)[D], const double (&from)[D], double reach) noexcept {
  double sum = reach;
  for (int k = 0; k < D; ++k) sum += std::fabs(N[k] * from[k]);
  return 0x1p-22 * sum + 0x1p-147;
}

template <int D> moment<D> contact_circles(const circle_at<D>& a, const circle_at<D>& b, const rules& rule) noexcept {
  moment<D> m;
  if (!overlap_circles(a, b, rule.touch)) return m;
  double N[D], from[D], length2 = 0;
  for (int k = 0; k < D; ++k) {
    from[k] = b.center[k];
    N[k] = (static_cast<double>(a.center[k]) - from[k]) + 0.0;  // never -0
    length2 += N[k] * N[k];
  }
  const double length = std::sqrt(length2), rb = b.radius, reach = static_cast<double>(a.radius) + rb;
  for (int k = 0; k < D; ++k) N[k] = length > 0 ? N[k] / length : k == D - 1 ? 1.0 : 0.0;
  const double gap = reach - length, depth = gap > 0 ? gap : 0;
  const double push = depth + push_margin(N, from, reach);

  m.hit = true;
  m.time = 0 - static_cast<float>(depth);
  for (int k = 0; k < D; ++k) {
    m.normal[k] = static_cast<float>(N[k]);
    m.position[k] = static_cast<float>(from[k] + rb * N[k]);
    m.push[k] = static_cast<float>(N[k] * push);
  }
  return m;
}

}  // namespace hitscan::detail::textbook
