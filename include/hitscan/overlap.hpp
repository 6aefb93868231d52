// Static questions: do they overlap, does one lie inside the other?
//
//   who asks       against whom     the suffix says what you get                      what is written
//   overlap       (a, b, indices)   which ones: found, ascending                      std::span<hs::index>
//   overlap_any   (a, b)            is there one? bool, stops at the first
//   overlap_count (a, b)            how many
//   overlap_mask  (a, b, words)     one bit an item                                   std::span<std::uint64_t>
//
// One side is a single shape, the other a view, or both single. Every name has a twin with `_each`, which asks item i
// against item i, or index_pairs: overlap_each(a, b, [pairs], indices), overlap_each_any, _count and _mask.
// The last argument is always the options: { .touch = touching::hits, .layers = 4 }.
//
//   overlap   box, centred box, point x the same (point x point excepted)     a.min < b.max and b.min < a.max
//                                                                               on every axis
//             circle, point x circle                                          |c1 - c2|^2 < (r1 + r2)^2
//             circle x box, centred box, and the other way round              |c - clamp(c)|^2 < r^2,
//                                                                               or c strictly inside
//             2D: any of these, segment, capsule, obb, polygon                the cores overlap,
//             with segment, capsule, obb, polygon                               or are nearer than r1 + r2
//   inside    box, centred box, point in box, centred box; closed by default  b.min <= a.min and a.max <= b.max
//                                                                               on every axis
//
// A chain counts as its links; but a view against a chain, without `_each`, asks of its own items whether they are in
// it, whatever link: overlap_mask(bullets, laser, words).
//
// Exact for every finite float, `<=` in place of `<` with touching::hits. hitscan::reference has every name once more:
// the scalar textbook path, for reading and checking.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

namespace detail {
template <class Engine, class Verb, class Defaults = usual> struct static_queries {  // one verb, all its forms
  any_of<Engine, Verb, Defaults> any;
  count_of_hits<Engine, Verb, Defaults> count;
  mask_of<Engine, Verb, Defaults> mask;
  list_of<Engine, Verb, Defaults> list;
  asking<Engine, each<Verb>, any_form, Defaults> each_any;
  asking<Engine, each<Verb>, count_form, Defaults> each_count;
  writing<Engine, each<Verb>, mask_form, Defaults> each_mask;
  writing<Engine, each<Verb>, list_form, Defaults> each_list;
};
template <class Engine> inline constexpr static_queries<Engine, overlap_verb> overlap_of{};
template <class Engine> inline constexpr static_queries<Engine, inside_verb, closed_by_default> inside_of{};
}  // namespace detail

inline constexpr auto& overlap = detail::overlap_of<detail::active_choice>.list;
inline constexpr auto& overlap_any = detail::overlap_of<detail::active_choice>.any;
inline constexpr auto& overlap_count = detail::overlap_of<detail::active_choice>.count;
inline constexpr auto& overlap_mask = detail::overlap_of<detail::active_choice>.mask;
inline constexpr auto& overlap_each = detail::overlap_of<detail::active_choice>.each_list;
inline constexpr auto& overlap_each_any = detail::overlap_of<detail::active_choice>.each_any;
inline constexpr auto& overlap_each_count = detail::overlap_of<detail::active_choice>.each_count;
inline constexpr auto& overlap_each_mask = detail::overlap_of<detail::active_choice>.each_mask;

inline constexpr auto& inside = detail::inside_of<detail::active_choice>.list;
inline constexpr auto& inside_any = detail::inside_of<detail::active_choice>.any;
inline constexpr auto& inside_count = detail::inside_of<detail::active_choice>.count;
inline constexpr auto& inside_mask = detail::inside_of<detail::active_choice>.mask;
inline constexpr auto& inside_each = detail::inside_of<detail::active_choice>.each_list;
inline constexpr auto& inside_each_any = detail::inside_of<detail::active_choice>.each_any;
inline constexpr auto& inside_each_count = detail::inside_of<detail::active_choice>.each_count;
inline constexpr auto& inside_each_mask = detail::inside_of<detail::active_choice>.each_mask;

namespace reference {
inline constexpr auto& overlap = detail::overlap_of<detail::reference_choice>.list;
inline constexpr auto& overlap_any = detail::overlap_of<detail::reference_choice>.any;
inline constexpr auto& overlap_count = detail::overlap_of<detail::reference_choice>.count;
inline constexpr auto& overlap_mask = detail::overlap_of<detail::reference_choice>.mask;
inline constexpr auto& overlap_each = detail::overlap_of<detail::reference_choice>.each_list;
inline constexpr auto& overlap_each_any = detail::overlap_of<detail::reference_choice>.each_any;
inline constexpr auto& overlap_each_count = detail::overlap_of<detail::reference_choice>.each_count;
inline constexpr auto& overlap_each_mask = detail::overlap_of<detail::reference_choice>.each_mask;

inline constexpr auto& inside = detail::inside_of<detail::reference_choice>.list;
inline constexpr auto& inside_any = detail::inside_of<detail::reference_choice>.any;
inline constexpr auto& inside_count = detail::inside_of<detail::reference_choice>.count;
inline constexpr auto& inside_mask = detail::inside_of<detail::reference_choice>.mask;
inline constexpr auto& inside_each = detail::inside_of<detail::reference_choice>.each_list;
inline constexpr auto& inside_each_any = detail::inside_of<detail::reference_choice>.each_any;
inline constexpr auto& inside_each_count = detail::inside_of<detail::reference_choice>.each_count;
inline constexpr auto& inside_each_mask = detail::inside_of<detail::reference_choice>.each_mask;
}  // namespace reference

}  // namespace hitscan
