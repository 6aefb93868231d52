// Plural shapes: views over the user's columns. A view owns nothing; a column needs no alignment and no padding.
//
//   const hs::circles bullets{ .x = g.x, .y = g.y, .radius = 4.0f };      // radius: one value for all
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>

#include "shapes.hpp"

namespace hitscan {

using index = std::uint32_t;
inline constexpr index none = 0xffffffffu;  ///< no item

namespace detail {
/// Value i behind the first one, when so many bytes lie between a value and the next.
template <class T> const T* behind(const T* first, std::size_t i, std::int32_t gap) noexcept {
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(sizeof(T)) + gap;
  return reinterpret_cast<const T*>(reinterpret_cast<const char*>(first) + static_cast<std::ptrdiff_t>(i) * step);
}
/// It, wherever it stands.
template <class T> T value_behind(const T* first, std::size_t i, std::int32_t gap) noexcept {
  T value;
  std::memcpy(&value, static_cast<const void*>(behind(first, i, gap)), sizeof value);
  return value;
}
}  // namespace detail

/// A span of T, or one value for all items. A column of one value costs no memory bandwidth. A null pointer with a
/// length is no column: `validate` finds it; queries read NaN there, or no layer, and find nothing.
template <class T> class basic_column {
 public:
  constexpr basic_column() = default;  ///< absent
  constexpr basic_column(T one) noexcept : size_(uniform), one_(one) {}
  template <class R>
  requires(!std::same_as<R, basic_column> && std::convertible_to<const R&, std::span<const T>> &&
           std::ranges::enable_borrowed_range<R>)
  constexpr basic_column(const R& span) noexcept : basic_column(std::span<const T>(span), from_span{}) {}
  /// Of an array or a vector, which has to live as long as the view: do not hand over a temporary one.
  template <class R>
  requires(!std::same_as<R, basic_column> && std::convertible_to<const R&, std::span<const T>> &&
           !std::ranges::enable_borrowed_range<R>)
  constexpr basic_column(const R& range HITSCAN_LIFETIMEBOUND) noexcept
      : basic_column(std::span<const T>(range), from_span{}) {}
  /// Numbers of another type are not read as if they were T: convert them first.
  template <class R>
  requires(std::ranges::range<const R&> && !std::convertible_to<const R&, std::span<const T>>)
  basic_column(const R& numbers_of_another_type) = delete;
  /// n values, each `gap` bytes behind the end of the one before: made by `strided`.
  constexpr basic_column(const T* first, std::size_t n, std::int32_t gap) noexcept
      : data_(first), size_(n), one_(nothing), gap_(first == nullptr ? 0 : gap) {}
  constexpr bool absent() const noexcept { return size_ == missing; }
  constexpr bool one() const noexcept { return size_ == uniform; }
  constexpr bool many() const noexcept { return size_ < missing; }
  constexpr bool null() const noexcept { return many() && size_ != 0 && data_ == nullptr; }
  constexpr const T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }         ///< of a span; see many()
  constexpr T value() const noexcept { return one_; }                   ///< of one value; see one()
  constexpr std::int32_t gap() const noexcept { return gap_; }          ///< bytes between values; 0: a span
  constexpr bool span() const noexcept { return many() && gap_ == 0; }  ///< values lie side by side from data() on
  constexpr T operator[](std::size_t i) const noexcept {
    return data_ == nullptr ? one_ : gap_ == 0 ? data_[i] : detail::value_behind(data_, i, gap_);
  }
  /// Where value i of a span stands, or of one with gaps.
  const T* from(std::size_t i) const noexcept { return detail::behind(data_, i, gap_); }

 private:
  struct from_span {};
  constexpr basic_column(std::span<const T> s, from_span) noexcept : data_(s.data()), size_(s.size()), one_(nothing) {}

  static constexpr T nothing = std::numeric_limits<T>::quiet_NaN();  // of whole numbers 0
  static constexpr std::size_t uniform = static_cast<std::size_t>(-1), missing = uniform - 1;
  const T* data_ = nullptr;
  std::size_t size_ = missing;
  T one_{};
  std::int32_t gap_ = 0;
};
using column = basic_column<float>;
using layer_column = basic_column<std::uint32_t>;  ///< 32 layers an item; absent means: on every layer

namespace detail {
template <class T> inline constexpr bool in_columns = std::is_same_v<T, float> || std::is_same_v<T, std::uint32_t>;
template <class T> constexpr auto strided_column(const T* first, std::size_t n, std::ptrdiff_t gap) noexcept {
  if constexpr (!in_columns<T>)
    return column();
  else if (constexpr std::ptrdiff_t furthest = 0x7ffffffc; -furthest < gap && gap < furthest)
    return basic_column<T>(first, n, static_cast<std::int32_t>(gap));
  else
    return basic_column<T>();
}
}  // namespace detail

/// A column whose values stand in an array of structs: n of them, the first one here, the next so many bytes further
/// on. It may stand wherever a column does: in views, of what is asked and of what a world is made of, beside spans and
/// single values.
///
///   const hs::circles shots{.x = hs::strided(&b[0].x, n, sizeof b[0]), .y = hs::strided(&b[0].y, n, sizeof b[0]), ...
///   const hs::circles shots{.x = hs::strided(b, &bullet::x), .y = hs::strided(b, &bullet::y), .radius = 4.0f};
///
/// The answers are those of spans, to the bit. Queries copy some hundreds of items at a time side by side, in the first
/// cache, and ask about these: that costs what copying costs, half a nanosecond a value and more where structs come
/// from memory (docs/benchmarks.md). What is asked many times a frame is better copied once. Steps may be 0, negative,
/// or no multiple of four; one of 2^31 bytes or more is none: the column is absent.
template <class T> constexpr auto strided(const T* first, std::size_t n, std::ptrdiff_t bytes) noexcept {
  constexpr bool known = detail::in_columns<T>;
  static_assert(known, "hitscan: columns are of floats, layers of std::uint32_t; round_down and round_up make floats");
  return detail::strided_column<T>(first, n, bytes - static_cast<std::ptrdiff_t>(sizeof(T)));
}
/// The same of a member of all structs of an array, which has to live as long as the view: strided(b, &bullet::x).
template <std::ranges::contiguous_range R, class S, class T>
requires(std::derived_from<std::ranges::range_value_t<R>, S>)
constexpr auto strided(const R& structs HITSCAN_LIFETIMEBOUND, T S::*member) noexcept {
  constexpr bool known = detail::in_columns<std::remove_const_t<T>>;
  static_assert(known, "hitscan: columns are of floats, layers of std::uint32_t; round_down and round_up make floats");
  const std::size_t n = std::ranges::size(structs);
  return detail::strided_column<std::remove_const_t<T>>(n ? &(std::ranges::data(structs)->*member) : nullptr, n,
                                                        sizeof(std::ranges::range_value_t<R>) - sizeof(T));
}

namespace detail {
/// Items in a view: the length of its spans (the shortest, should they differ), 1 when every column is one value.
template <std::size_t N> constexpr std::size_t count_of(const std::array<column, N>& columns) noexcept {
  std::size_t n = static_cast<std::size_t>(-1);
  for (const column& c : columns)
    if (c.many() && c.size() < n) n = c.size();
  return n == static_cast<std::size_t>(-1) ? 1 : n;
}
}  // namespace detail

// Every view lists its columns in the order in which kernels read them: columns().

struct points {
  column x, y;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};
struct points3 {
  column x, y, z;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, z}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

struct boxes {
  column min_x, min_y, max_x, max_y;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{min_x, max_x, min_y, max_y}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};
struct boxes3 {
  column min_x, min_y, min_z, max_x, max_y, max_z;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{min_x, max_x, min_y, max_y, min_z, max_z}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

/// Boxes given as centre and half extent; the edges are fl(c - h) and fl(c + h), as box::from_center has them.
/// With one half extent for all, this reads half the memory of `boxes`.
struct centred_boxes {
  column x, y, half_x, half_y;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, half_x, half_y}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};
struct centred_boxes3 {
  column x, y, z, half_x, half_y, half_z;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, z, half_x, half_y, half_z}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

struct circles {
  column x, y, radius;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, radius}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};
struct spheres {
  column x, y, z, radius;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, z, radius}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

struct segments {
  column x, y, dx, dy;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, dx, dy}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};
struct capsules {
  column x, y, dx, dy, radius;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, dx, dy, radius}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

/// A curved laser, a whip, a rope: nodes in a row, each joined to the next. n nodes make n - 1 links, which are its
/// items. Link i is a capsule: from node i, by fl(node i+1 - node i), with the radius of node i. So every node but the
/// last is a full disc of its own radius, and the last one's radius is not read.
///
///        (  )----(   )=====(   )    (.)---(.)     radius  2  3  -1  1  1     a radius below 0: the link that starts
///         0        1         2       3     4              |  |  gap |        there is dead. It never hits
///
/// It is asked like capsules: which links, the nearest, item by item. To be asked by a view as one shape it is whole:
/// the items are then those of the view, overlap_mask(bullets, whole(laser), words).
///
/// The columns may be a ring buffer: node 0 is entry `first`, behind the last entry comes entry 0, and there are
/// `length` nodes. Link i is then from entry(i) to entry(i + 1). Where `first` is no entry, or there are fewer than
/// `length`, that is a contract breach.
struct chain {
  column x, y, radius;
  layer_column layers{};           ///< a node; a link is on those of its first
  index first = 0, length = none;  ///< in a ring: where it begins, and how many nodes it has; none: all
  constexpr auto columns() const noexcept { return std::array{x, y, radius}; }
  constexpr std::size_t entries() const noexcept { return detail::count_of(columns()); }  ///< of the columns
  constexpr std::size_t nodes() const noexcept {
    const std::size_t n = entries();
    return first != 0 && first >= n ? 0 : length == none ? n : length <= n ? length : 0;
  }
  constexpr std::size_t size() const noexcept { return nodes() > 1 ? nodes() - 1 : 0; }  ///< links
  /// Where node i stands in the columns.
  constexpr std::size_t entry(std::size_t i) const noexcept {
    const std::size_t n = entries();
    return i < n - first ? first + i : i - (n - first);
  }
};

/// Rotated boxes: see obb. Items that share an angle share two columns of one value.
struct obbs {
  column x, y, half_x, half_y, axis_x, axis_y;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, half_x, half_y, axis_x, axis_y}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

/// One convex polygon: its corners in a row, either way round, three or more. Corners in the middle of a side are fine.
struct polygon {
  std::span<const float> x, y;
};

/// Convex polygons: the corners of all, and where those of each begin; item i has corners offsets[i] up to, not
/// including, offsets[i + 1]. With n polygons, n + 1 offsets. Each may run either way round. Queries take it on trust
/// that it is convex (`validate` looks), and nothing else: one with fewer than three corners, with corners that are not
/// finite or lie beyond x and y never hits.
struct polygons {
  std::span<const float> x, y;
  std::span<const std::uint32_t> offsets;
  layer_column layers{};
  constexpr std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
};

struct segments3 {
  column x, y, z, dx, dy, dz;
  layer_column layers{};
  constexpr auto columns() const noexcept { return std::array{x, y, z, dx, dy, dz}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

/// One displacement an item, over the whole frame. `longest` is a promise: on no axis is any step longer. A query
/// then rejects on positions alone and never reads the steps of what is far away. A broken promise loses hits; debug
/// builds check it. Negative: not known.
struct motions {
  column dx, dy;
  float longest = -1;
  constexpr auto columns() const noexcept { return std::array{dx, dy}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};
struct motions3 {
  column dx, dy, dz;
  float longest = -1;
  constexpr auto columns() const noexcept { return std::array{dx, dy, dz}; }
  constexpr std::size_t size() const noexcept { return detail::count_of(columns()); }
};

/// Boxes or circles that change their size during the frame: by so much each half extent, or the radius, is larger when
/// it ends; below 0 they shrink. Made by `growing` (growing.hpp), asked about by `sweep`.
template <class Shape, std::size_t N> struct growing_shape {
  Shape shape;
  std::array<column, N> by;
};

/// The index of the first item that can never hit anything (NaN, infinite, min > max, negative radius or half extent
/// that leaves min > max), or `none`. One that lacks a column, or a value of it where columns differ in length, can hit
/// nothing either: that is told as well. Layers are not looked at.
[[nodiscard]] index validate(const points& v) noexcept;
[[nodiscard]] index validate(const points3& v) noexcept;
[[nodiscard]] index validate(const boxes& v) noexcept;
[[nodiscard]] index validate(const boxes3& v) noexcept;
[[nodiscard]] index validate(const centred_boxes& v) noexcept;
[[nodiscard]] index validate(const centred_boxes3& v) noexcept;
[[nodiscard]] index validate(const circles& v) noexcept;
[[nodiscard]] index validate(const spheres& v) noexcept;
[[nodiscard]] index validate(const segments& v) noexcept;
[[nodiscard]] index validate(const segments3& v) noexcept;
[[nodiscard]] index validate(const capsules& v) noexcept;
[[nodiscard]] index validate(const obbs& v) noexcept;
/// The first link that can never hit though nobody said so: dead ones are fine.
[[nodiscard]] index validate(const chain& v) noexcept;
/// The first polygon that is not one: fewer than three corners, beyond x and y, not finite, concave, without area,
/// crossing itself, with a corner twice in a row. Exact, whichever way round.
[[nodiscard]] index validate(const polygons& v) noexcept;
/// The same for one: is it good?
[[nodiscard]] bool validate(const polygon& v) noexcept;
/// The same for steps; with `longest` given, also the first step that breaks that promise.
[[nodiscard]] index validate(const motions& v) noexcept;
[[nodiscard]] index validate(const motions3& v) noexcept;

/// The first shape that is none, or would be when the frame ends: a growth that is not finite, or below nothing.
[[nodiscard]] index validate(const growing_shape<boxes, 2>& v) noexcept;
[[nodiscard]] index validate(const growing_shape<boxes3, 3>& v) noexcept;
[[nodiscard]] index validate(const growing_shape<centred_boxes, 2>& v) noexcept;
[[nodiscard]] index validate(const growing_shape<centred_boxes3, 3>& v) noexcept;
[[nodiscard]] index validate(const growing_shape<circles, 1>& v) noexcept;
[[nodiscard]] index validate(const growing_shape<spheres, 1>& v) noexcept;
template <class No = void> index validate(...) {
  static_assert(detail::never<No>,
                "hitscan: validate(a view, motions, or one polygon); tile_map and pixel_mask have valid()");
  return none;
}

/// Whole columns, one axis at a time, as box::from_center and box::from_corner do it for one box: min[i] = fl(c[i] -
/// h[i]), max[i] = fl(c[i] + h[i]); min may be the very array that `center` or `corner` is. Converts as many items as
/// the shortest span has and returns that number.
std::size_t from_center(column center, column half, std::span<float> min, std::span<float> max) noexcept;
std::size_t from_corner(column corner, column size, std::span<float> min, std::span<float> max) noexcept;

}  // namespace hitscan
