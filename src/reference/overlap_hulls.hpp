// Do two rounded hulls overlap: capsules, rotated boxes, polygons, and points, circles, segments, boxes against them?
//
// Lines that separate (Gottschalk, Lin, Manocha 1996, OBBTree; in the plane the edges are all there is to try): if two
// convex cores do not overlap, all corners of one lie on or beyond the line through an edge of the other.
//
//        .----.   |
//       /   a  \  |   .-----.          e x (p - a_i) <= 0 for all corners p of b, with a on the left of e:  apart
//       \      /  |  /   b   |         Signs only. Nothing is normalised: a normal of length 1 has no exact form, and
//        '----'   |  '-------'         with rounded ones shapes that touch overlap, or the other way round.
//
// Round ones overlap, too, when the cores are nearer than ra + rb. Cores that are apart are nearest at a corner of one
// and an edge of the other (Ericson, Real-Time Collision Detection, 5.1.9): corner by edge, squared,
//
//         p .                          |p - a|^2 < R^2                     before the edge's start
//           |                          |p - b|^2 < R^2                     behind its end
//     a --------> b                    (e x (p - a))^2 < R^2 |e|^2         beside it
//
// Open, so: the interior of { q - p : p in a, q in b } holds 0, or the cores are nearer than R. Two crossing segments
// overlap, two that lie on one line do not, and no point overlaps a segment. Closed: distance <= R.
#pragma once

#include "hulls.hpp"
#include "shapes.hpp"

namespace hitscan::detail::textbook {

inline bool valid(const hull& h) noexcept { return valid_hull(h); }

template <int D> bool overlap_hulls(const hull& a, const hull& b, touching touch) noexcept {
  return hulls_overlap(a, b, touch == touching::hits);
}

}  // namespace hitscan::detail::textbook
