// How far is one thing inside another, and how does it get out?
//
//   contact          (a, b, contact_columns)                     those that overlap: found, ascending
//   contact_deepest  (a, b)                                      the deepest of all; at equal depths the lowest index
//   contact_deepest  (a, b, contact_columns)                     both are views: the deepest b of each a, dense
//   contact_each     (a, b, [pairs], contact_columns)            item by item, dense: index none = no contact
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
// the overlap (open) is certainly gone once every edge or centre has moved by it: for boxes a factor of 1 + 2^-22, else
// about 2^-22 of the coordinates on the way (docs/semantics.md has the proof). A push that no float can hold is
// infinite.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

namespace detail {
template <class Engine> struct contact_queries {
  writing<Engine, flat<contact_verb>, contacts_form> list;
  all_of<asking<Engine, flat<contact_verb>, deepest_form>, writing<Engine, many<contact_verb>, deepest_many_form>>
      deepest;
  writing<Engine, each<contact_verb>, contact_each_form> pairwise;
};
template <class Engine> inline constexpr contact_queries<Engine> contact_of{};
}  // namespace detail

inline constexpr auto& contact = detail::contact_of<detail::active_choice>.list;
inline constexpr auto& contact_deepest = detail::contact_of<detail::active_choice>.deepest;
inline constexpr auto& contact_each = detail::contact_of<detail::active_choice>.pairwise;

namespace reference {
inline constexpr auto& contact = detail::contact_of<detail::reference_choice>.list;
inline constexpr auto& contact_deepest = detail::contact_of<detail::reference_choice>.deepest;
inline constexpr auto& contact_each = detail::contact_of<detail::reference_choice>.pairwise;
}  // namespace reference

}  // namespace hitscan
