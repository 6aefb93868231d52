// Taking items out of all the columns of a game at once, stable: what stays keeps its order.
//
//     x, y, sprite, owner ...   a b C d E f g      removed: C, E
//                               a b d f g . .      5 are left; what stands behind them is as good as not there
//
// Columns are arrays, vectors or spans of any trivially copyable type, and any number of them; `bit_column` for a bit
// an item. `erase` makes what can be resized as long as what is left; `compact` resizes nothing, for those who count
// their items themselves. All columns must be equally long; where they are not, the shortest says how many items there
// are (and set_breach_handler hears of it).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>

#include "overlap.hpp"

namespace hitscan {

/// A bit an item, such as the memory of who has grazed already. Bits behind the last item become 0.
struct bit_column {
  std::span<std::uint64_t> words;
};

namespace detail {
struct column_ref {
  void* data;
  std::size_t count, bytes;  // items, bytes an item; bytes 0: bits
};
struct removal {  // which: a mask, or ascending indices
  const std::uint64_t* words = nullptr;
  std::size_t word_count = 0;
  const index* list = nullptr;
  std::size_t list_count = 0;
};
std::size_t run_compact(const removal& which, const column_ref* columns, std::size_t count) noexcept;

template <class T>
concept compactable = std::same_as<std::remove_cvref_t<T>, bit_column> ||
                      (std::ranges::contiguous_range<T> && std::ranges::sized_range<T> &&
                       std::is_trivially_copyable_v<std::ranges::range_value_t<T>> &&
                       !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<T>>>);

template <class T> column_ref ref_of(T&& column) noexcept {
  if constexpr (std::same_as<std::remove_cvref_t<T>, bit_column>)
    return {column.words.data(), column.words.size() * 64, 0};
  else
    return {std::ranges::data(column), std::ranges::size(column), sizeof(std::ranges::range_value_t<T>)};
}
template <class... T> std::size_t compact_all(const removal& which, T&&... columns) noexcept {
  const column_ref refs[] = {ref_of(columns)...};
  return run_compact(which, refs, sizeof...(T));
}
}  // namespace detail

/// Removes the items whose bit is set; what the mask is too short for stays. Returns how many are left.
template <detail::compactable... T>
requires(sizeof...(T) > 0)
std::size_t compact(std::span<const std::uint64_t> removed, T&&... columns) noexcept {
  return detail::compact_all({.words = removed.data(), .word_count = removed.size()}, columns...);
}
/// Removes the items of an ascending list, as every list of this library is. An index that does not ascend or that is
/// no item's removes nothing, and is told where the library is built without NDEBUG. Returns how many are left.
template <detail::compactable... T>
requires(sizeof...(T) > 0)
std::size_t compact(std::span<const index> removed, T&&... columns) noexcept {
  return detail::compact_all({.list = removed.data(), .list_count = removed.size()}, columns...);
}
template <detail::compactable... T>
requires(sizeof...(T) > 0)
std::size_t compact(const found& removed, T&&... columns) noexcept {
  return detail::compact_all({.list = removed.data, .list_count = removed.written}, columns...);
}
template <class No = void> std::size_t compact(...) {
  static_assert(
      detail::never<No>,
      "hitscan: compact(bits or indices of what goes, columns ...): vectors, arrays or spans that can be written to");
  return {};
}

namespace detail {
template <class T> void cut(T& column, std::size_t left) {
  if constexpr (requires { column.resize(left); }) column.resize(left);
}
}  // namespace detail

/// compact, and then all columns that have a resize(n), as std::vector has, are as long as what is left; spans, arrays
/// and bit columns are only compacted. A bit that is set, or an index in the list, is what goes. Returns how many are
/// left. Views of those columns keep their old length: make them anew.
///
///   hs::cull_mask(bullets, field, margin, gone);
///   hs::erase(gone, x, y, dx, dy, sprite);  // five vectors, and all are shorter now
template <detail::compactable... T>
requires(sizeof...(T) > 0)
std::size_t erase(std::span<const std::uint64_t> removed, T&&... columns) {
  const std::size_t left = compact(removed, columns...);
  return (detail::cut(columns, left), ...), left;
}
template <detail::compactable... T>
requires(sizeof...(T) > 0)
std::size_t erase(std::span<const index> removed, T&&... columns) {
  const std::size_t left = compact(removed, columns...);
  return (detail::cut(columns, left), ...), left;
}
template <detail::compactable... T>
requires(sizeof...(T) > 0)
std::size_t erase(const found& removed, T&&... columns) {
  const std::size_t left = compact(removed, columns...);
  return (detail::cut(columns, left), ...), left;
}
template <class No = void> std::size_t erase(...) {
  static_assert(
      detail::never<No>,
      "hitscan: erase(bits or indices of what goes, columns ...): vectors, arrays or spans that can be written to");
  return {};
}

/// What a bomb took: the list (indices from before the removal), and how many items are left.
struct cancelled {
  found who;
  std::size_t left = 0;
};

/// A bomb: erases all bullets that overlap an area from all columns. While they are still there, `each(i)` is called
/// for every one of them, in ascending order, to make items of them. What does not fit into `room` stays where it is:
/// who.complete() is false then, and calling again, with a new view, goes on. `bullets` is a view of those columns;
/// `area` is whatever overlap accepts.
///
///   hs::cancel(bullets, bomb, room, {}, [&](hs::index i) { spawn(x[i], y[i]); }, x, y, dx, dy, sprite);
template <class Bullets, class Area, std::invocable<index> Each, detail::compactable... T>
requires(detail::can_ask<detail::overlap_verb, detail::flat, Bullets, Area> && detail::is_many<Bullets>() &&
         sizeof...(T) > 0)
cancelled cancel(const Bullets& bullets, const Area& area, std::span<index> room, const query& options, Each&& each,
                 T&&... columns) {
  const found who = overlap(bullets, area, room, options);
  for (const index i : who) each(i);
  return {who, erase(who, columns...)};
}

}  // namespace hitscan
