// Static questions: do they overlap, does one lie inside the other? The suffix says what you get.
//
//   who asks       against whom     the suffix says what you get                      what is written
//   overlap       (a, b, indices)   which ones: found, ascending                      std::span<hs::index>
//   overlap_any   (a, b)            is there one? bool, stops at the first
//   overlap_count (a, b)            how many
//   overlap_mask  (a, b, words)     one bit an item                                   std::span<std::uint64_t>
//
// One side is a single shape, the other a view, either way round; or both are single. Every name has a twin with
// `_each`, which asks item i about item i, or as query::pairs says.
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
// A chain's items are its links. As one shape, whatever link, it is whole(chain): overlap_mask(bullets, whole(laser),
// words) asks of the bullets.
//
// Exact for every finite float, `<=` in place of `<` with touching::hits.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

/// Which items of the view overlap the one shape: indices, ascending. What does not fit is counted.
/// One of a and b is a shape, the other a view, either way round; or both are shapes.
template <class A, meets<A> B>
found overlap(const A& a, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options),
                          detail::lowered<detail::overlap_verb, detail::flat>(options, a, b), out);
}

/// Does any item of the view overlap the one shape? Stops at the first. Two single shapes: do they overlap?
template <class A, meets<A> B>
[[nodiscard]] bool overlap_any(const A& a, const B& b, const query& options = {}) noexcept {
  if constexpr (detail::two_singles<detail::overlap_verb, A, B>())
    if (detail::plain_options(options))
      return detail::run_any(detail::lowered_singles<detail::overlap_verb>(options, a, b));
  return detail::run_any(detail::engine_of(options),
                         detail::lowered<detail::overlap_verb, detail::flat>(options, a, b));
}

/// How many items of the view overlap the one shape.
template <class A, meets<A> B>
[[nodiscard]] std::size_t overlap_count(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options),
                           detail::lowered<detail::overlap_verb, detail::flat>(options, a, b));
}

/// One bit an item of the view: bit i % 64 of word i / 64. Spare bits are written as 0.
template <class A, meets<A> B>
void overlap_mask(const A& a, const B& b, std::span<std::uint64_t> words, const query& options = {}) noexcept {
  return detail::run_mask(detail::engine_of(options),
                          detail::lowered<detail::overlap_verb, detail::flat>(options, a, b), words);
}

/// Which items i overlap: item i of a with item i of b, or as options.pairs says. Indices, ascending.
/// A side that is one shape is the same for all.
template <class A, meets<A> B>
found overlap_each(const A& a, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options),
                          detail::lowered<detail::overlap_verb, detail::each>(options, a, b), out);
}

/// Do any two overlap, item with item?
template <class A, meets<A> B>
[[nodiscard]] bool overlap_each_any(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_any(detail::engine_of(options),
                         detail::lowered<detail::overlap_verb, detail::each>(options, a, b));
}

/// How many overlap, item with item.
template <class A, meets<A> B>
[[nodiscard]] std::size_t overlap_each_count(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options),
                           detail::lowered<detail::overlap_verb, detail::each>(options, a, b));
}

/// One bit a pair: does item i of a overlap item i of b?
template <class A, meets<A> B>
void overlap_each_mask(const A& a, const B& b, std::span<std::uint64_t> words, const query& options = {}) noexcept {
  return detail::run_mask(detail::engine_of(options),
                          detail::lowered<detail::overlap_verb, detail::each>(options, a, b), words);
}

// ---- inside ----

/// Which: is a, or each a, inside b, or each b? Indices of the view's items, ascending. What does not fit is counted.
/// Flush with the edge is inside, unless options.touch says otherwise.
template <class A, meets<A> B>
found inside(const A& a, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options), detail::lowered<detail::inside_verb, detail::flat>(options, a, b),
                          out);
}

/// Is any a inside b?
template <class A, meets<A> B>
[[nodiscard]] bool inside_any(const A& a, const B& b, const query& options = {}) noexcept {
  if constexpr (detail::two_singles<detail::inside_verb, A, B>())
    if (detail::plain_options(options))
      return detail::run_any(detail::lowered_singles<detail::inside_verb>(options, a, b));
  return detail::run_any(detail::engine_of(options), detail::lowered<detail::inside_verb, detail::flat>(options, a, b));
}

/// How many are inside.
template <class A, meets<A> B>
[[nodiscard]] std::size_t inside_count(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options),
                           detail::lowered<detail::inside_verb, detail::flat>(options, a, b));
}

/// One bit an item of the view.
template <class A, meets<A> B>
void inside_mask(const A& a, const B& b, std::span<std::uint64_t> words, const query& options = {}) noexcept {
  return detail::run_mask(detail::engine_of(options), detail::lowered<detail::inside_verb, detail::flat>(options, a, b),
                          words);
}

/// Which items of a are inside the item of b by the same number, or as options.pairs says. Indices, ascending.
template <class A, meets<A> B>
found inside_each(const A& a, const B& b, std::span<index> out, const query& options = {}) noexcept {
  return detail::run_list(detail::engine_of(options), detail::lowered<detail::inside_verb, detail::each>(options, a, b),
                          out);
}

/// Is any a inside its b?
template <class A, meets<A> B>
[[nodiscard]] bool inside_each_any(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_any(detail::engine_of(options), detail::lowered<detail::inside_verb, detail::each>(options, a, b));
}

/// How many are inside of theirs.
template <class A, meets<A> B>
[[nodiscard]] std::size_t inside_each_count(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_count(detail::engine_of(options),
                           detail::lowered<detail::inside_verb, detail::each>(options, a, b));
}

/// One bit a pair: is item i of a inside item i of b?
template <class A, meets<A> B>
void inside_each_mask(const A& a, const B& b, std::span<std::uint64_t> words, const query& options = {}) noexcept {
  return detail::run_mask(detail::engine_of(options), detail::lowered<detail::inside_verb, detail::each>(options, a, b),
                          words);
}

}  // namespace hitscan
