// How far is box a inside box b, and which way is out? On every axis a can leave to the left or to the right; the way
// out is the shortest of them all (the minimum translation of Ericson, Real-Time Collision Detection, 5.5.1, for
// boxes):
//
//            |<- left ->|
//            +---------------+            left  = a.max - b.min
//       +----|-----+  b      |            right = b.max - a.min      of each axis the lesser, of the axes the least
//       | a  |     |         |
//       +----|-----+         |            Equal: to the right, and the later axis.
//            +---------------+
//       |<------ right ----->|
//
// The push is fl(depth * (1 + 2^-22)), and that is enough for edges which move by fl(edge + push). To the right, say:
// depth >= (1 - u) right where it is not subnormal (else it is exact), u = 2^-24; (1 - u)^2 (1 + 4u) > 1, so the push
// is no less than right; then a.min + push >= b.max, and rounding that sum cannot take it below the float b.max.
#pragma once

#include "overlap_boxes.hpp"

namespace hitscan::detail::textbook {

struct way_out {
  int axis;
  float sign, depth;
};
template <int D> way_out shortest_push(const box_at<D>& a, const box_at<D>& b) noexcept {
  way_out push{};
  for (int k = 0; k < D; ++k) {
    const float left = a.max[k] - b.min[k], right = b.max[k] - a.min[k];
    const float depth = left < right ? left : right;
    if (k == 0 || depth <= push.depth) push = {k, left < right ? -1.0f : 1.0f, depth};
  }
  return push;
}

inline constexpr float push_factor = 1 + 0x1p-22f;

template <int D> moment<D> contact_boxes(const box_at<D>& a, const box_at<D>& b, const rules& rule) noexcept {
  moment<D> m;
  if (!overlap_boxes(a, b, rule.touch)) return m;
  const way_out out = shortest_push(a, b);
  m.hit = true;
  m.time = 0 - out.depth;
  for (int k = 0; k < D; ++k) {  // the middle of what both share
    const float low = a.min[k] > b.min[k] ? a.min[k] : b.min[k], high = a.max[k] < b.max[k] ? a.max[k] : b.max[k];
    m.position[k] = 0.5f * low + 0.5f * high;
  }
  m.normal[out.axis] = out.sign;
  m.position[out.axis] = out.sign > 0 ? b.max[out.axis] : b.min[out.axis];
  m.push[out.axis] = out.sign * (out.depth * push_factor);
  return m;
}

}  // namespace hitscan::detail::textbook
