// When do moving things meet? a moves by `by` over the frame; b stands still, or is moving(b, its motion).
//
//   sweep          (a, by, b, indices | hit_columns)   which ones: found, ascending
//   sweep_any      (a, by, b)                          is there one? bool, stops at the first
//   sweep_count    (a, by, b)                          how many
//   sweep_mask     (a, by, b, words)                   one bit an item
//   sweep_times    (a, by, b, times)                   one float an item, 1 = none; { times, words } gives the mask too
//   sweep_nearest  (a, by, b)                          one hit: lowest time; then a face before a corner;
//                                                        then lowest index
//   sweep_in_order (a, by, b, hits)                    the first so many hits, in the order of `nearest`
//   sweep_nearest  (a, by, b, hit_columns)             both are views: the nearest b of each a, dense
//
// One side is a single shape, the other a view, either way round, or both are single; a motion is a vec2 - {8, 3} will
// do - or motions. Item by item, or as query::pairs says: sweep_each lists which; with hit_columns it is dense, one
// record a pair (index none = no hit); sweep_each_any, _each_count, _each_mask, _each_times and _each_nearest as above.
//
//   box, centred box, point x the same (point x point excepted)     interval overlap on every axis at one moment
//   circle x box, centred box, and the other way round              |c - clamp(c)| < r at one moment, or c within
//   circle, point x circle                                          |m - t d|^2 < (r1 + r2)^2 for some t in [0, 1]
//   the first and the third, growing (growing.hpp)                  the same, with the sizes of that moment
//   2D: any of these, segment, capsule, obb, polygon                what a sweeps overlaps b (overlap.hpp); so a circle
//   with segment, capsule, obb, polygon                             against segments, a capsule against boxes, ...
//
// A chain's items are its links; as one shape, whatever link, it is whole(chain), which any, count, mask and list take.
//
// Two moving bodies: the relative motion d = fl(by - b's) is rounded once, and the answer is exact for that d.
// Exact for every finite float; touching, starts in overlap, layers and a time limit are options of the query.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

/// Which items meet: a moves by `by` over the frame, b stands still or is moving(b, steps). Indices of the view's
/// items, ascending; what does not fit is counted. One side is a single shape, the other a view, or both are single.
template <class A, class M = detail::vector_for<A>, meets<A> B>
found sweep(const A& a, const M& by, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options),
                          detail::lowered<detail::sweep_verb, detail::flat>(options, a, b, by), out);
}

/// The same with what there is to tell of each hit, in the columns that are given.
template <class A, class M = detail::vector_for<A>, meets<A> B>
found sweep(const A& a, const M& by, const B& b, const detail::columns_for<A>& out,
            const query& options = {}) noexcept {
  return detail::run_records(detail::engine_of(options),
                             detail::lowered<detail::sweep_verb, detail::told>(options, a, b, by), detail::widen(out));
}
template <class A> found sweep(const A&, ...) = delete;  // (a, its motion, b or moving(b, its), indices or columns)

/// Do any meet? Stops at the first.
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] bool sweep_any(const A& a, const M& by, const B& b, const query& options = {}) noexcept {
  if constexpr (detail::two_singles<detail::sweep_verb, A, B, M>())
    if (detail::plain_options(options))
      return detail::run_any(detail::lowered_singles<detail::sweep_verb>(options, a, b, by));
  return detail::run_any(detail::engine_of(options),
                         detail::lowered<detail::sweep_verb, detail::flat>(options, a, b, by));
}

/// How many items meet.
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] std::size_t sweep_count(const A& a, const M& by, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options),
                           detail::lowered<detail::sweep_verb, detail::flat>(options, a, b, by));
}

/// One bit an item of the view.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_mask(const A& a, const M& by, const B& b, std::span<std::uint64_t> words,
                const query& options = {}) noexcept {
  detail::run_mask(detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::flat>(options, a, b, by),
                   words);
}

/// One float an item of the view: when, as a fraction of the frame; 1 = not. { times, words } gives the mask too.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_times(const A& a, const M& by, const B& b, const times_out& out, const query& options = {}) noexcept {
  detail::run_times(detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::told>(options, a, b, by),
                    out);
}

/// The first hit: lowest time; then a face before a corner; then the lowest index. Of several(walls, pillars, ...),
/// views of different shapes, it also says in which (several.hpp).
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] detail::hit_for<A, B> sweep_nearest(const A& a, const M& by, const B& b,
                                                  const query& options = {}) noexcept {
  return detail::nearest_of<detail::sweep_verb>(options, a, b, by);
}

/// What is met on the way, in its order, for what pierces: out[0] is the hit of sweep_nearest, out[1] what that would
/// be without the first, and so on. As many as out has room for are written; `total` counts all. (As a range what is
/// returned is empty: the indices are in the hits.)
template <class A, class M = detail::vector_for<A>, meets<A> B>
found sweep_in_order(const A& a, const M& by, const B& b, std::span<basic_hit<detail::vector_for<A>>> out,
                     const query& options = {}) noexcept {
  return detail::run_in_order(detail::engine_of(options),
                              detail::lowered<detail::sweep_verb, detail::told>(options, a, b, by), out);
}

/// Both are views: the first b that each a meets, dense; index none = no hit.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_nearest(const A& a, const M& by, const B& b, const detail::columns_for<A>& out,
                   const query& options = {}) noexcept {
  detail::run_nearest_many(detail::engine_of(options),
                           detail::lowered<detail::sweep_verb, detail::many>(options, a, b, by), detail::widen(out));
}
template <class A> hit sweep_nearest(const A&, ...) = delete;  // (a, its motion, b or moving(b, its) [, columns])

/// Which items i: does item i of a meet item i of b, or as options.pairs says? Indices, ascending.
template <class A, class M = detail::vector_for<A>, meets<A> B>
found sweep_each(const A& a, const M& by, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options),
                          detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by), out);
}

/// The same, dense: one record a pair. Index: the pair's number, as i above is one; none = no hit.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_each(const A& a, const M& by, const B& b, const detail::columns_for<A>& out,
                const query& options = {}) noexcept {
  detail::run_each(detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by),
                   detail::widen(out));
}
template <class A> found sweep_each(const A&, ...) = delete;  // (a, its motion, b or moving(b, its), columns)

/// Do any two meet, item with item?
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] bool sweep_each_any(const A& a, const M& by, const B& b, const query& options = {}) noexcept {
  return detail::run_any(detail::engine_of(options),
                         detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by));
}

/// How many meet, item with item.
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] std::size_t sweep_each_count(const A& a, const M& by, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options),
                           detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by));
}

/// One bit a pair.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_each_mask(const A& a, const M& by, const B& b, std::span<std::uint64_t> words,
                     const query& options = {}) noexcept {
  detail::run_mask(detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by),
                   words);
}

/// One float a pair; 1 = not.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_each_times(const A& a, const M& by, const B& b, const times_out& out, const query& options = {}) noexcept {
  detail::run_times(detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by),
                    out);
}

/// The first hit of all pairs; its index is that of the pair.
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] basic_hit<detail::vector_for<A>> sweep_each_nearest(const A& a, const M& by, const B& b,
                                                                  const query& options = {}) noexcept {
  return detail::to_hit<detail::vector_for<A>>(detail::run_nearest(
      detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::each>(options, a, b, by)));
}

}  // namespace hitscan
