// Shapes that change their size during the frame: an explosion, a shield that opens, a hit box that follows a swing.
//
//   hs::sweep_nearest(bullets, steps, hs::growing(blast, 12.0f));                  // from its radius to that + 12
//   hs::sweep(hs::growing(doors, 0.0f, opening), hs::vec2{}, player, indices);     // half extents, by axis
//
// Wherever `sweep` takes boxes and circles it takes growing ones, for either side or both: boxes with boxes and points,
// circles with circles and points, in every form. Worlds, tiles and `sweep_exit` do not. Over the frame the half
// extents of a box, or the radius of a circle, become larger by the growth, evenly; below 0 they shrink, to nothing at
// the least: a shape that would have less when the frame ends is not valid, and never hits.
//
// They hit when at some moment t of the frame they overlap as they are then. Exact: the relative motion is rounded
// once, as in every sweep, and nothing else is. A hit's time, normal and position are those of sweep; what began in
// overlap is leaving, for start_overlap::hits_unless_leaving, when the overlap does not become deeper at that moment.
// A wave that grows frame by frame, `r += g`, grows by (r + g) - r: docs/semantics.md, section 10, "Frames that join".
#pragma once

#include "detail/lower.hpp"

namespace hitscan {

/// One circle or sphere, one box; and views of them, with a column an axis.
template <detail::shape S>
requires(detail::is_circle<S> && !detail::shape_traits<S>::plural)
constexpr growing_shape<S, 1> growing(const S& s, float by) noexcept {
  return {s, {by}};
}
template <detail::shape S>
requires(detail::is_circle<S> && detail::shape_traits<S>::plural)
constexpr growing_shape<S, 1> growing(const S& s, const column& by) noexcept {
  return {s, {by}};
}
constexpr growing_shape<box, 2> growing(const box& b, vec2 by) noexcept { return {b, {by.x, by.y}}; }
constexpr growing_shape<box3, 3> growing(const box3& b, vec3 by) noexcept { return {b, {by.x, by.y, by.z}}; }
template <detail::shape S>
requires(detail::is_box<S> && detail::shape_traits<S>::plural && detail::shape_traits<S>::dims == 2)
constexpr growing_shape<S, 2> growing(const S& s, const column& x, const column& y) noexcept {
  return {s, {x, y}};
}
template <detail::shape S>
requires(detail::is_box<S> && detail::shape_traits<S>::plural && detail::shape_traits<S>::dims == 3)
constexpr growing_shape<S, 3> growing(const S& s, const column& x, const column& y, const column& z) noexcept {
  return {s, {x, y, z}};
}
template <class No = void> growing_shape<box, 2> growing(...) {
  static_assert(detail::never<No>, "hitscan: growing(circle, by), growing(box, a vec2); of views a column each axis");
  return {};
}

}  // namespace hitscan
