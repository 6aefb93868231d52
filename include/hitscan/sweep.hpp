// When do moving things meet? a moves by da over the frame, b stands still or moves by db.
//
//   sweep          (a, da, b, [db], indices | hit_columns)   which ones: found, ascending
//   sweep_any      (a, da, b, [db])                          is there one? bool, stops at the first
//   sweep_count    (a, da, b, [db])                          how many
//   sweep_mask     (a, da, b, [db], words)                   one bit an item
//   sweep_times    (a, da, b, [db], times)                   one float an item, 1 = none;
//                                                              { times, words } gives the mask too
//   sweep_nearest  (a, da, b, [db])                          one hit: lowest time; then a face before a corner;
//                                                              then lowest index
//   sweep_nearest  (a, da, b, [db], hit_columns)             both are views: the nearest b of each a, dense
//
// One side is a single shape, the other a view, or both are single; a motion is a vec2 or motions. Item by item, or by
// index_pairs behind the subjects: sweep_each(a, da, b, [db], [pairs], indices) lists which; with hit_columns it is
// dense, one record a pair (index none = no hit); sweep_each_any, _each_count, _each_mask, _each_times and
// _each_nearest as above.
//
//   box, centred box, point x the same (point x point excepted)     interval overlap on every axis at one moment
//   circle x box, centred box, and the other way round              |c - clamp(c)| < r at one moment, or c within
//   circle, point x circle                                          |m - t d|^2 < (r1 + r2)^2 for some t in [0, 1]
//   the first and the third, growing (growing.hpp)                  the same, with the sizes of that moment
//   2D: any of these, segment, capsule, obb, polygon                what a sweeps overlaps b (overlap.hpp); so a circle
//   with segment, capsule, obb, polygon                             against segments, a capsule against boxes, ...
//
// A chain counts as its links; but given another view, list, any, count and mask ask of the items of that view whether
// they meet it, whatever link. sweep_nearest tells which link each of them meets first.
//
// Two moving bodies: the relative motion d = fl(da - db) is rounded once, and the answer is exact for that d.
// sweep_nearest(a, da, several(walls, pillars, ...)) asks views of different shapes together (several.hpp).
// Exact for every finite float; touching, starts in overlap, layers and a time limit are options of the query.
#pragma once

#include "detail/moving.hpp"

namespace hitscan {

namespace detail {
template <class Engine> inline constexpr moving_queries<Engine, sweep_verb> sweep_of{};
}  // namespace detail

inline constexpr auto& sweep = detail::sweep_of<detail::active_choice>.list;
inline constexpr auto& sweep_any = detail::sweep_of<detail::active_choice>.any;
inline constexpr auto& sweep_count = detail::sweep_of<detail::active_choice>.count;
inline constexpr auto& sweep_mask = detail::sweep_of<detail::active_choice>.mask;
inline constexpr auto& sweep_times = detail::sweep_of<detail::active_choice>.times;
inline constexpr auto& sweep_nearest = detail::sweep_of<detail::active_choice>.nearest;
inline constexpr auto& sweep_each = detail::sweep_of<detail::active_choice>.pairwise;
inline constexpr auto& sweep_each_any = detail::sweep_of<detail::active_choice>.each_any;
inline constexpr auto& sweep_each_count = detail::sweep_of<detail::active_choice>.each_count;
inline constexpr auto& sweep_each_mask = detail::sweep_of<detail::active_choice>.each_mask;
inline constexpr auto& sweep_each_times = detail::sweep_of<detail::active_choice>.each_times;
inline constexpr auto& sweep_each_nearest = detail::sweep_of<detail::active_choice>.each_nearest;

namespace reference {
inline constexpr auto& sweep = detail::sweep_of<detail::reference_choice>.list;
inline constexpr auto& sweep_any = detail::sweep_of<detail::reference_choice>.any;
inline constexpr auto& sweep_count = detail::sweep_of<detail::reference_choice>.count;
inline constexpr auto& sweep_mask = detail::sweep_of<detail::reference_choice>.mask;
inline constexpr auto& sweep_times = detail::sweep_of<detail::reference_choice>.times;
inline constexpr auto& sweep_nearest = detail::sweep_of<detail::reference_choice>.nearest;
inline constexpr auto& sweep_each = detail::sweep_of<detail::reference_choice>.pairwise;
inline constexpr auto& sweep_each_any = detail::sweep_of<detail::reference_choice>.each_any;
inline constexpr auto& sweep_each_count = detail::sweep_of<detail::reference_choice>.each_count;
inline constexpr auto& sweep_each_mask = detail::sweep_of<detail::reference_choice>.each_mask;
inline constexpr auto& sweep_each_times = detail::sweep_of<detail::reference_choice>.each_times;
inline constexpr auto& sweep_each_nearest = detail::sweep_of<detail::reference_choice>.each_nearest;
}  // namespace reference

}  // namespace hitscan
