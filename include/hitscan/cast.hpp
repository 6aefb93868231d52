// Where does a segment enter? A segment's delta is its whole motion; a hit's time is a fraction of it.
//
//   cast          (segments, b, indices | hit_columns)   which ones: found, ascending
//   cast_any      (segments, b)                          is there one? bool, stops at the first
//   cast_count    (segments, b)                          how many
//   cast_mask     (segments, b, words)                   one bit an item
//   cast_times    (segments, b, times)                   one float an item, 1 = none; { times, words }: the mask, too
//   cast_nearest  (segments, b)                          one hit: lowest time; a face before a corner; lowest index
//   cast_nearest  (segments, b, hit_columns)             both are views: the nearest b of each segment, dense
//
// One side is a single shape, the other a view, or both are single; `b` may move: cast(segments, b, motions, ...).
// Item by item, or by index_pairs behind the subjects: cast_each(segments, b, [pairs], indices) lists which; with
// hit_columns it is dense, one record a pair (index none = no hit); and cast_each_any, _each_count and so on.
//
//   box, centred box     the slab test
//   circle               the segment comes nearer to the centre than the radius
//   segment, capsule,    the segment crosses it, or comes nearer to it than its radius; through a segment, too, which
//   obb, polygon         has no inside
//
// With query::padding p a segment is a box, and a cast the sweep of box::from_center(start, p) by delta, to the last
// bit, against all of these.
// Exact for every finite float; touching, starts inside, layers and a time limit are options of the query.
#pragma once

#include "detail/moving.hpp"

namespace hitscan {

namespace detail {
template <class Engine> inline constexpr moving_queries<Engine, cast_verb> cast_of{};
}  // namespace detail

inline constexpr auto& cast = detail::cast_of<detail::active_choice>.list;
inline constexpr auto& cast_any = detail::cast_of<detail::active_choice>.any;
inline constexpr auto& cast_count = detail::cast_of<detail::active_choice>.count;
inline constexpr auto& cast_mask = detail::cast_of<detail::active_choice>.mask;
inline constexpr auto& cast_times = detail::cast_of<detail::active_choice>.times;
inline constexpr auto& cast_nearest = detail::cast_of<detail::active_choice>.nearest;
inline constexpr auto& cast_each = detail::cast_of<detail::active_choice>.pairwise;
inline constexpr auto& cast_each_any = detail::cast_of<detail::active_choice>.each_any;
inline constexpr auto& cast_each_count = detail::cast_of<detail::active_choice>.each_count;
inline constexpr auto& cast_each_mask = detail::cast_of<detail::active_choice>.each_mask;
inline constexpr auto& cast_each_times = detail::cast_of<detail::active_choice>.each_times;
inline constexpr auto& cast_each_nearest = detail::cast_of<detail::active_choice>.each_nearest;

namespace reference {
inline constexpr auto& cast = detail::cast_of<detail::reference_choice>.list;
inline constexpr auto& cast_any = detail::cast_of<detail::reference_choice>.any;
inline constexpr auto& cast_count = detail::cast_of<detail::reference_choice>.count;
inline constexpr auto& cast_mask = detail::cast_of<detail::reference_choice>.mask;
inline constexpr auto& cast_times = detail::cast_of<detail::reference_choice>.times;
inline constexpr auto& cast_nearest = detail::cast_of<detail::reference_choice>.nearest;
inline constexpr auto& cast_each = detail::cast_of<detail::reference_choice>.pairwise;
inline constexpr auto& cast_each_any = detail::cast_of<detail::reference_choice>.each_any;
inline constexpr auto& cast_each_count = detail::cast_of<detail::reference_choice>.each_count;
inline constexpr auto& cast_each_mask = detail::cast_of<detail::reference_choice>.each_mask;
inline constexpr auto& cast_each_times = detail::cast_of<detail::reference_choice>.each_times;
inline constexpr auto& cast_each_nearest = detail::cast_of<detail::reference_choice>.each_nearest;
}  // namespace reference

}  // namespace hitscan
