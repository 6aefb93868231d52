// What a query gives back. All memory is the caller's; what does not fit is counted, never lost in silence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>

#include "views.hpp"

namespace hitscan {

/// Bits of hit::flags.
enum hit_flag : std::uint8_t {
  corner = 1,  ///< two or more axes are entered at the same moment
  started = 2  ///< they overlapped before they moved; the time is 0
};

namespace detail {
vec2 place_at(vec2 start, vec2 by, float time) noexcept;  // rounded by the library
vec3 place_at(vec3 start, vec3 by, float time) noexcept;
}  // namespace detail

/// A moving hit. `time` is a fraction of the motion, 1 when there is none (a hit may round to 1: ask `if (hit)`).
/// `normal` points from what was hit back to who asked; `position` is where they touch at that time.
template <class V> struct basic_hit {
  float time = 1;
  V normal{}, position{};
  hitscan::index index = none;  ///< which item
  std::uint8_t flags = 0;       ///< hit_flag bits
  constexpr explicit operator bool() const noexcept { return index != none; }
  /// Where the mover is then: its centre, say, that lay at `start` and moves by `by`, is at fl(start + fl(time * by)),
  /// at the end of its way without a hit. There it touches what it hit up to that rounding; who must not overlap it
  /// goes where `advance` says (respond.hpp).
  [[nodiscard]] V at(V start, V by) const noexcept { return detail::place_at(start, by, time); }
  /// How far it has come then: fl(time * by), all of its way without a hit.
  [[nodiscard]] V delta(V by) const noexcept { return detail::place_at(V{}, by, time); }
  friend constexpr bool operator==(const basic_hit&, const basic_hit&) = default;
};
using hit = basic_hit<vec2>;
using hit3 = basic_hit<vec3>;

/// How far two things are inside each other, and the way out. Pushed by `push`, who asked no longer overlaps what it
/// was asked about (open; push_out in respond.hpp does it). `normal` points from what was hit to who asked; `position`
/// is where they touch then: on the face or rim of what was hit. `depth` is the least way out, of which `push` goes a
/// hair more. Named like vec2 and vec3, since `contact` is the verb.
template <class V> struct basic_contact {
  float depth = 0;
  V normal{}, position{}, push{};
  hitscan::index index = none;  ///< which item
  constexpr explicit operator bool() const noexcept { return index != none; }
  friend constexpr bool operator==(const basic_contact&, const basic_contact&) = default;
};
using contact2 = basic_contact<vec2>;
using contact3 = basic_contact<vec3>;

namespace detail {
// Apart, or GCC 14 takes it for a pointer to the shapes that were asked about, which a loop may outlive.
struct in_your_buffer {
  const index* data = nullptr;
};
}  // namespace detail

/// Which items: the written prefix of your buffer, ascending. Like snprintf: `total` says how many there are.
/// What is in the buffer behind that prefix may be written over, with what differs between instruction sets.
/// As a range it is the indices that are written; of records without an index column those are none.
struct found : detail::in_your_buffer {
  std::size_t written = 0, total = 0;
  constexpr found() noexcept = default;
  constexpr found(const index* items, std::size_t n, std::size_t all) noexcept
      : in_your_buffer{items}, written(n), total(all) {}
  constexpr bool complete() const noexcept { return written == total; }
  constexpr std::size_t size() const noexcept { return data ? written : 0; }
  constexpr index operator[](std::size_t i) const noexcept { return data[i]; }
  constexpr const index* begin() const noexcept { return data; }
  constexpr const index* end() const noexcept { return data + size(); }
  constexpr std::span<const index> span() const noexcept { return {data, size()}; }
};

/// Columns for moving hits; an empty column is not wanted. The shortest wanted column is the capacity; without any
/// there is none. Where each who asks has a record, one without a hit is: index `none`, time 1, all else 0.
struct hit_columns {
  std::span<hitscan::index> index{};
  std::span<float> time{}, normal_x{}, normal_y{}, position_x{}, position_y{};
  std::span<std::uint8_t> flags{};
};
struct hit_columns3 {
  std::span<hitscan::index> index{};
  std::span<float> time{}, normal_x{}, normal_y{}, normal_z{}, position_x{}, position_y{}, position_z{};
  std::span<std::uint8_t> flags{};
};

/// Columns for contacts, in the same way.
struct contact_columns {
  std::span<hitscan::index> index{};
  std::span<float> depth{}, normal_x{}, normal_y{}, position_x{}, position_y{}, push_x{}, push_y{};
};
struct contact_columns3 {
  std::span<hitscan::index> index{};
  std::span<float> depth{}, normal_x{}, normal_y{}, normal_z{}, position_x{}, position_y{}, position_z{}, push_x{},
      push_y{}, push_z{};
};

/// Where `_times` writes: one float an item, 1 = none; and, when given, one bit an item (a hit may round to time 1).
struct times_out {
  std::span<float> time;
  std::span<std::uint64_t> mask{};
  template <class R>
  requires std::convertible_to<R&&, std::span<float>>
  constexpr times_out(R&& time_, std::span<std::uint64_t> mask_ = {}) noexcept : time(time_), mask(mask_) {}
};

/// Words a mask of n items needs: bit i % 64 of word i / 64 is item i; spare bits of the last word are written as 0,
/// and words behind it are left as they are. (A broken contract leaves no items: all words that there are become 0.)
constexpr std::size_t mask_words(std::size_t n) noexcept { return (n + 63) / 64; }

}  // namespace hitscan

/// Its indices lie in your buffer: they outlive it.
template <> inline constexpr bool std::ranges::enable_borrowed_range<hitscan::found> = true;
