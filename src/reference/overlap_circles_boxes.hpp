// Does a circle overlap a box? Look from the centre to the nearest point of the box, which is the centre clamped to it
// (Arvo 1990, "A simple method for box-sphere intersection testing"):
//
//       +----------+
//       |    b     |  nearest            |c - clamp(c)|^2 < r^2
//       |          * - - - .             <= where touching hits.
//       +----------+      /c\            A centre strictly inside hits whatever the radius: with r = 0 the
//                         \_/ a          first line alone would say 0 < 0.
//
// Exact like circle against circle: the clamped point has no rounding in it, it is made of inputs.
#pragma once

#include "overlap_circles.hpp"

namespace hitscan::detail::textbook {

template <int D> bool overlap_circles_boxes(const circle_at<D>& a, const box_at<D>& b, touching touch) noexcept {
  float nearest[D];
  bool inside = true;
  for (int k = 0; k < D; ++k) {
    const float c = a.center[k];
    nearest[k] = c < b.min[k] ? b.min[k] : c > b.max[k] ? b.max[k] : c;
    inside &= b.min[k] < c && c < b.max[k];
  }
  return inside || before(compare_distance(a.center, nearest, a.radius, 0.0f), 0, touch);
}

}  // namespace hitscan::detail::textbook
