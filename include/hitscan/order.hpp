// Columns in spatial order: neighbours in the field become neighbours in memory.
//
//   hs::workspace w;
//   hs::spatial_order(hs::points{.x = x, .y = y}, order, w);     // order[k]: the item that comes k-th
//   hs::apply(order, scratch, x, y, dx, dy, sprite);             // every column of yours, any trivially copyable type
//
// Worth it for what is loaded once and asked about often: walls, tiles, scenery. For what moves it costs more than it
// gains (docs/broadphase.md). Answers never depend on it, but the indices they name do.
#pragma once

#include <cstddef>

#include "compact.hpp"
#include "world.hpp"

namespace hitscan {

namespace detail {
std::size_t run_order(const request&, std::span<index>, workspace&);
bool run_apply(std::span<const index>, std::span<std::byte> scratch, const column_ref*, std::size_t count) noexcept;
}  // namespace detail

/// Writes the order in which items are neighbours: valid ones first, then those that can never hit or are on no layer,
/// ascending. Of boxes, points, circles and spheres. The same on every CPU. Returns how many items there are, 0 if a
/// column is missing or they differ in length; nothing is written if `order` is shorter. May throw std::bad_alloc.
template <class S>
requires((detail::boxlike<S> || detail::roundish<S>) && detail::shape_traits<S>::plural)
std::size_t spatial_order(const S& items, std::span<index> order, workspace& w) {
  detail::request r;
  detail::put_options(r, detail::test::overlap_boxes, detail::shape_traits<S>::dims, {});
  detail::put_shape(r.a, items, r);
  return detail::run_order(r, order, w);
}

/// Item k becomes what item order[k] was, in all columns, which are as those of `compact`. `scratch` has to be as large
/// as the largest column. Says whether it was done: nothing changes where scratch or a column is too short for the
/// order or an index in it is too large.
template <detail::compactable... T>
requires(sizeof...(T) > 0)
bool apply(std::span<const index> order, std::span<std::byte> scratch, T&&... columns) noexcept {
  const detail::column_ref refs[] = {detail::ref_of(columns)...};
  return detail::run_apply(order, scratch, refs, sizeof...(T));
}

}  // namespace hitscan
