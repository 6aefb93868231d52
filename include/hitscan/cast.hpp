// Where does a segment enter? A segment's delta is its whole motion; a hit's time is a fraction of it.
//
//   cast          (segments, b, indices | hit_columns)   which ones: found, ascending
//   cast_any      (segments, b)                          is there one? bool, stops at the first
//   cast_count    (segments, b)                          how many
//   cast_mask     (segments, b, words)                   one bit an item
//   cast_times    (segments, b, times)                   one float an item, 1 = none; { times, words }: the mask, too
//   cast_nearest  (segments, b)                          one hit: lowest time; a face before a corner; lowest index
//   cast_in_order (segments, b, hits)                    the first so many hits, in the order of `nearest`
//   cast_nearest  (segments, b, hit_columns)             both are views: the nearest b of each segment, dense
//
// One side is a single shape, the other a view, either way round, or both are single; what moves is moving(b, steps).
// Item by item, or as query::pairs says: cast_each lists which; with hit_columns it is dense, one record a pair (index
// none = no hit); cast_each_any, _each_count, _each_mask, _each_times and _each_nearest as above.
//
//   box, centred box     the slab test
//   circle               the segment comes nearer to the centre than the radius
//   segment, capsule,    the segment crosses it, or comes nearer to it than its radius; through a segment, too, which
//   obb, polygon         has no inside
//
// With query::padding p other than 0 a segment is a box, and a cast the sweep of box::from_center(start, p) by delta,
// to the last bit, against all of these.
// Exact for every finite float; touching, starts inside, layers and a time limit are options of the query.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

/// Which items are hit: the boxes, circles, ... that a segment enters, or the segments that enter one. Indices,
/// ascending; what does not fit is counted. b may move: moving(b, steps).
template <class A = segment, meets<A> B>
found cast(const A& a, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::flat>(options, a, b),
                          out);
}

/// The same with what there is to tell of each hit, in the columns that are given.
template <class A = segment, meets<A> B>
found cast(const A& a, const B& b, const detail::columns_for<A>& out, const query& options = {}) noexcept {
  return detail::run_records(detail::engine_of(options),
                             detail::lowered<detail::cast_verb, detail::told>(options, a, b), detail::widen(out));
}
template <class A> found cast(const A&, ...) = delete;  // (segments, b or moving(b, its motion), indices or columns)

/// Does any segment enter any item? Stops at the first.
template <class A = segment, meets<A> B>
[[nodiscard]] bool cast_any(const A& a, const B& b, const query& options = {}) noexcept {
  if constexpr (detail::two_singles<detail::cast_verb, A, B>())
    if (detail::plain_options(options))
      return detail::run_any(detail::lowered_singles<detail::cast_verb>(options, a, b));
  return detail::run_any(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::flat>(options, a, b));
}

/// How many items are hit.
template <class A = segment, meets<A> B>
[[nodiscard]] std::size_t cast_count(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::flat>(options, a, b));
}

/// One bit an item of the view.
template <class A = segment, meets<A> B>
void cast_mask(const A& a, const B& b, std::span<std::uint64_t> words, const query& options = {}) noexcept {
  detail::run_mask(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::flat>(options, a, b), words);
}

/// One float an item of the view: when, as a fraction of the segment; 1 = not. { times, words } gives the mask too.
template <class A = segment, meets<A> B>
void cast_times(const A& a, const B& b, const times_out& out, const query& options = {}) noexcept {
  detail::run_times(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::told>(options, a, b), out);
}

/// The first hit: lowest time; then a face before a corner; then the lowest index. Of several(walls, pillars, ...),
/// views of different shapes, it also says in which (several.hpp).
template <class A = segment, meets<A> B>
[[nodiscard]] detail::hit_for<A, B> cast_nearest(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::nearest_of<detail::cast_verb>(options, a, b);
}

/// What a segment enters on its way, in its order, for a beam that pierces: out[0] is the hit of cast_nearest, out[1]
/// what that would be without the first, and so on. As many as out has room for are written; `total` counts all.
template <class A = segment, meets<A> B>
found cast_in_order(const A& a, const B& b, std::span<basic_hit<detail::vector_for<A>>> out,
                    const query& options = {}) noexcept {
  return detail::run_in_order(detail::engine_of(options),
                              detail::lowered<detail::cast_verb, detail::told>(options, a, b), out);
}

/// Both are views: the first b of each segment, dense; index none = no hit.
template <class A = segment, meets<A> B>
void cast_nearest(const A& a, const B& b, const detail::columns_for<A>& out, const query& options = {}) noexcept {
  detail::run_nearest_many(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::many>(options, a, b),
                           detail::widen(out));
}
template <class A> hit cast_nearest(const A&, ...) = delete;  // (segments, b or moving(b, its motion) [, columns])

/// Which items i: does segment i enter item i of b, or as options.pairs says? Indices, ascending.
template <class A = segment, meets<A> B>
found cast_each(const A& a, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b),
                          out);
}

/// The same, dense: one record a pair. Index: the pair's number, as i above is one; none = no hit.
template <class A = segment, meets<A> B>
void cast_each(const A& a, const B& b, const detail::columns_for<A>& out, const query& options = {}) noexcept {
  detail::run_each(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b),
                   detail::widen(out));
}
template <class A> found cast_each(const A&, ...) = delete;  // (segments, b or moving(b, its motion), columns)

/// Does any segment enter its item?
template <class A = segment, meets<A> B>
[[nodiscard]] bool cast_each_any(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_any(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b));
}

/// How many segments enter theirs.
template <class A = segment, meets<A> B>
[[nodiscard]] std::size_t cast_each_count(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b));
}

/// One bit a pair.
template <class A = segment, meets<A> B>
void cast_each_mask(const A& a, const B& b, std::span<std::uint64_t> words, const query& options = {}) noexcept {
  detail::run_mask(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b), words);
}

/// One float a pair; 1 = not.
template <class A = segment, meets<A> B>
void cast_each_times(const A& a, const B& b, const times_out& out, const query& options = {}) noexcept {
  detail::run_times(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b), out);
}

/// The first hit of all pairs; its index is that of the pair.
template <class A = segment, meets<A> B>
[[nodiscard]] basic_hit<detail::vector_for<A>> cast_each_nearest(const A& a, const B& b,
                                                                 const query& options = {}) noexcept {
  return detail::to_hit<detail::vector_for<A>>(
      detail::run_nearest(detail::engine_of(options), detail::lowered<detail::cast_verb, detail::each>(options, a, b)));
}

}  // namespace hitscan
