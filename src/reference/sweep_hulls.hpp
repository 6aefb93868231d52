// Does rounded hull a, moving by d = fl(da - db), meet b, and when?
//
//        .---.- - - - - - - .---.
//        | a |    --- d --> |   |          What a convex shape sweeps is convex: the hull of its corners at the start
//        '---'- - - - - .---'---'          and at the end, with the same edges, twice, and the motion itself. So
//                       | b |              whether they meet is whether that hull overlaps b: the exact test of
//                       '---'              overlap_hulls.
//
// So a point that flies through a segment hits it, though there is no moment at which it is inside.
//
// When, in double: cores without radius meet when the last of all sides is passed, time = gap / (n.d), as with the
// slabs of a box (Cyrus and Beck 1978). With radii, when the first corner reaches a side moved out by R, at a place
// that is on the side, or comes as near as R to another corner. See hull_moments.cpp.
#pragma once

#include "contact_hulls.hpp"

namespace hitscan::detail::textbook {

template <int D>
moment<D> sweep_hulls(const hull& a, const float (&da)[D], const hull& b, const float (&db)[D],
                      const rules& rule) noexcept {
  const float d[2] = {da[0] - db[0], da[1] - db[1]};
  hull_moment m;
  const bool closed = rule.touch == touching::hits;
  if (!finite(d[0]) || !finite(d[1]) || !hulls_meet(a, b, d, closed)) return {};
  if (!rule.told && rule.start == start_overlap::hits) return {.hit = true};
  if (!hulls_moment(a, da, b, db, rule.start, closed, m)) return {};
  return told<D>(m);
}

}  // namespace hitscan::detail::textbook
