// How far is one thing inside another, and how does it get out?
//
//   contact          (a, b, contact_columns)                     those that overlap: found, ascending
//   contact_deepest  (a, b)                                      the deepest of all; at equal depths the lowest index
//   contact_deepest  (a, b, contact_columns)                     both are views: the deepest b of each a, dense
//   contact_each     (a, b, contact_columns)                     item by item, or as query::pairs says, dense: index
//                                                                  none = no contact
//
// One side is a single shape, the other a view, or both single. There is a contact exactly where `overlap` has a hit,
// with the same options: touching::hits adds contacts of depth 0. The normal points from b to a; what is pushed is a.
//
//   boxes, centred boxes, points   along the axis and to the side of the least depth; equal depths: the later axis, the
//                                  positive side. position: on that face of b; along it the middle of what both share
//   circles, points with circles   along the line of the centres; coincident: the last axis, upwards. On b's rim
//   circles with boxes, and back   along the line from the centre to the nearest point of the box; a centre that is
//                                  within: through the nearest face, the later axis, upwards when that is a tie.
//                                  position: that point of the box, or where that line meets the circle, if b is that
//   2D: any of these, segment, capsule, obb, polygon    cores that overlap: through the side that takes the least;
//   with segment, capsule, obb, polygon                 else along the line between the nearest points. On b's rim
//
// depth is rounded once for boxes, and computed in double for round things. push is depth and a little more, so that
// the overlap (open) is certainly gone once every edge or centre has moved by it: for boxes a factor of 1 + 2^-22, of
// round things about 2^-22 of the coordinates on the way (docs/semantics.md has the proof), of segments, capsules,
// rotated boxes and polygons 2^-22 of depth, radii, and both shapes' coordinates and extents: five to nine times as
// far as floats are apart there, .006 at 10,000. A push that no float can hold is infinite.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

/// Those that overlap, and the way out of each, in the columns that are given: ascending; what does not fit is counted.
/// One of a and b is a shape, the other a view; or both are shapes. a is who is pushed.
template <class A, meets<A> B>
found contact(const A& a, const B& b, const detail::contacts_for<A>& out, const query& options = {}) noexcept {
  return detail::run_records(detail::engine_of(options),
                             detail::lowered<detail::contact_verb, detail::told>(options, a, b), detail::widen(out));
}

/// The deepest of all; at equal depths the lowest index.
template <class A, meets<A> B>
[[nodiscard]] basic_contact<detail::vector_for<A>> contact_deepest(const A& a, const B& b,
                                                                   const query& options = {}) noexcept {
  if constexpr (detail::two_singles<detail::contact_verb, A, B>())
    if (detail::plain_options(options))
      return detail::to_contact<detail::vector_for<A>>(
          detail::run_deepest(detail::lowered_singles<detail::contact_verb>(options, a, b)));
  return detail::to_contact<detail::vector_for<A>>(detail::run_deepest(
      detail::engine_of(options), detail::lowered<detail::contact_verb, detail::told>(options, a, b)));
}

/// Both are views: the b that each a is deepest in, dense; index none = in none.
template <class A, meets<A> B>
void contact_deepest(const A& a, const B& b, const detail::contacts_for<A>& out, const query& options = {}) noexcept {
  detail::run_nearest_many(detail::engine_of(options),
                           detail::lowered<detail::contact_verb, detail::many>(options, a, b), detail::widen(out));
}

/// Item i of a with item i of b, or as options.pairs says: dense, index none = no contact.
template <class A, meets<A> B>
void contact_each(const A& a, const B& b, const detail::contacts_for<A>& out, const query& options = {}) noexcept {
  detail::run_each(detail::engine_of(options), detail::lowered<detail::contact_verb, detail::each>(options, a, b),
                   detail::widen(out));
}

}  // namespace hitscan
