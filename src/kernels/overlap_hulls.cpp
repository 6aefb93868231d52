// Points, circles, segments, capsules, boxes, rotated boxes and polygons against segments, capsules, rotated boxes and
// polygons.
//
//        .----.     |                C = e x (p - a) for the corners p of b:  all of them on one side of the strip
//       / a    \    |  .------.          between two parallel sides of a?            then this is a line between them
//      a-------->   |  |   b  |      no such line, with sides of a or b:             the cores overlap
//          e        |  '------'      else, with radii: corners of one near the sides of the other?
//
// The filter computes each C in float, whose error is a small share of |e| times the coordinates, and the squared
// distance of corners to sides by walking to the nearest point of a side, as the sweep of circles does: any point of
// the side is a witness for a hit, and the walk's error is a small share of the coordinates. These are seen from where
// one of them begins. What is open then is settled by the exact scalar code, one lane at a time. Polygons give their
// corners lane by lane, up to 16 of them.
//
// The bounds, u = 2^-24, S the sum of both sizes: corners and their differences are good to 9u S, sides to 2u of
// themselves, so C, and the height of a strip, to 18u |e| S; the walk to 22u S. There is room for 32 and 64, and for
// what underflows.
//
// A circle with a capsule or a rotated box is one distance, and no bounds are asked before it: round_dot.
#include "hull_pairs.hpp"
#include "kernel.hpp"

namespace hitscan::detail {
namespace {

void scan_hulls(const void* state, const float* const* columns, std::size_t n, marks& out) {
  HITSCAN_ISA::run_hulls({decide_overlap_hulls, nullptr}, state, columns, n, out);
}

template <class A, int D> bool bind(const request& r, plan& p) {
  if constexpr (D == 3)
    return false;  // never asked
  else {
    hulls_state& s = state_of<hulls_state>(p);
    put_hulls(r, p, s);
    s.ask = asks_of<A, overlap_hulls_pairs>(s.a, s.b, s.round);
    p.scan = scan_hulls;
    return true;
  }
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(overlap_hulls, bind)
