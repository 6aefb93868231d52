// How far is a circle inside a box, and which way is out? Its centre has to leave the box grown by the radius, whose
// corners are round:
//
//        .----------------------.            centre outside the box: away from the nearest point of the box, by
//       /                        \                radius - distance
//      |   +------------------+ * |  c ->    centre within: through the nearest face, by
//      |   |          b       |   |               the way to that face + radius
//      |   |    c <----       |   |          (equal ways: the later axis; left and right: to the right)
//      |   +------------------+   |
//       \                        /           Along the line of the *centres* it would still overlap afterwards:
//        `----------------------'            the corners of a box are further out than its faces.
//
// The push is longer by the margin of contact_circles.hpp; there `b.center` is here the point of the box that is left
// behind, n. Where a component of N is 0, n_k is the centre's own coordinate and does not matter. The box lies behind
// the plane through n across N, so no other point of it is nearer. When it is the box that is pushed, its edges round
// in place of the centre: the same sum with |n_k| + |N_k| L.
#pragma once

#include "contact_circles.hpp"
#include "overlap_circles_boxes.hpp"

namespace hitscan::detail::textbook {

// The way of a centre out of a box: unit vector, where it leaves, and how far away that point is: negative from within.
template <int D> struct exit_from_box {
  double N[D], from[D], distance;
};

// The centre and the edges are floats, or what floats have become by moving.
template <int D>
exit_from_box<D> leave_box(const double (&center)[D], const double (&min)[D], const double (&max)[D]) noexcept {
  exit_from_box<D> out;
  double length2 = 0;
  for (int k = 0; k < D; ++k) {
    const double c = center[k];
    out.from[k] = c < min[k] ? min[k] : c > max[k] ? max[k] : c;
    out.N[k] = c - out.from[k];
    length2 += out.N[k] * out.N[k];
  }
  if (length2 > 0) {
    out.distance = std::sqrt(length2);
    for (int k = 0; k < D; ++k) out.N[k] = out.N[k] / out.distance;
    return out;
  }
  int axis = 0;
  double least = 0, sign = 1;
  for (int k = 0; k < D; ++k) {
    const double left = center[k] - min[k], right = max[k] - center[k], way = left < right ? left : right;
    if (k == 0 || way <= least) axis = k, least = way, sign = left < right ? -1 : 1;
  }
  for (int k = 0; k < D; ++k) out.N[k] = k == axis ? sign : 0;
  out.from[axis] = sign > 0 ? max[axis] : min[axis];
  out.distance = 0 - least;
  return out;
}

// a: the circle; with rule.flip it is the box that asks, and is pushed.
template <int D>
moment<D> contact_circles_boxes(const circle_at<D>& a, const box_at<D>& b, const rules& rule) noexcept {
  moment<D> m;
  if (!overlap_circles_boxes(a, b, rule.touch)) return m;
  double center[D], min[D], max[D];
  for (int k = 0; k < D; ++k) center[k] = a.center[k], min[k] = b.min[k], max[k] = b.max[k];
  const exit_from_box<D> out = leave_box(center, min, max);

  const double radius = a.radius, gap = radius - out.distance, depth = gap > 0 ? gap : 0;
  const double push = depth + push_margin(out.N, out.from, depth > radius ? depth : radius);
  m.hit = true;
  m.time = 0 - static_cast<float>(depth);
  for (int k = 0; k < D; ++k) {
    const double N = rule.flip ? 0 - out.N[k] : out.N[k];
    m.normal[k] = static_cast<float>(N);
    m.position[k] = static_cast<float>(rule.flip ? center[k] + radius * N : out.from[k]);
    m.push[k] = static_cast<float>(N * push);
  }
  return m;
}

}  // namespace hitscan::detail::textbook
