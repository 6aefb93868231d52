// Do two boxes overlap? Their shadows on every axis must (Ericson, Real-Time Collision Detection, 4.2.1):
//
//        +-----------+                a.min < b.max  and  b.min < a.max   on every axis,
//        | a     +---|------+         <= where touching hits.
//        +-------|---+    b |
//                +----------+         Only inputs are compared, nothing is computed: exact as it stands.
//        |---------------|
//      a.min           b.max
//
// A point is a box without extent: strictly inside, it overlaps.
#pragma once

#include "shapes.hpp"

namespace hitscan::detail::textbook {

template <int D> bool overlap_boxes(const box_at<D>& a, const box_at<D>& b, touching touch) noexcept {
  bool hit = true;
  for (int k = 0; k < D; ++k) hit &= before(a.min[k], b.max[k], touch), hit &= before(b.min[k], a.max[k], touch);
  return hit;
}

// The same, or a point half open in a box; inside asks that, too.
template <int D> bool overlap_or_hold(const box_at<D>& a, const box_at<D>& b, touching touch) noexcept {
  if (touch == touching::half_open) [[unlikely]]
    return half_open(a, b);
  return overlap_boxes(a, b, touch);
}

}  // namespace hitscan::detail::textbook
