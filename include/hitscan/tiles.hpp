// Tile maps: what a point, box or circle overlaps, where a segment or a moving box or circle meets the first tile.
//
//     origin +---+---+---+---+          a byte a tile, row by row: tile_flag bits; 0 is free
//            |   |   | # | # |          or a bit a tile: 1 is solid
//            +---+---+---+---+
//            |   | # | # |   |          tile (x, y) is the box from fl(origin + fl(x * cell)) to the same of x + 1, on
//            +---+---+---+---+          both axes: neighbours share their edge to the last bit, so there are no gaps
//
// The answer is the one that brute force would give - sweep_nearest and cast_nearest over the boxes of all solid tiles
// - to the last bit: lowest time, a face before a corner, then the lowest index. Hence nothing catches on the seams of
// a floor or wall, and which tiles are looked at (those along the way, in the order in which it is gone) does not show.
// hit::index is y * width + x. Exact for every finite float; touching and starts in overlap are as in every query.
//
// The map owns nothing and copies nothing. One that is not valid hits nothing; if it has a size and too few tiles, or
// its tiles have none, that is told.
#pragma once

#include <concepts>
#include <ranges>
#include <type_traits>

#include "query.hpp"
#include "results.hpp"

namespace hitscan {

/// What a tile is. The one-way ones stop only what comes from outside of that face, moving against its normal, and only
/// there: whoever is beside or inside passes. With y down, a platform to land on is `one_way_min_y`. A circle comes
/// from outside where its centre is not past the face's line and it is not in the tile. The ends of the face stop it,
/// too, as long as its centre is not past that line: it may lie there, or roll over them.
enum tile_flag : std::uint8_t {
  tile_solid = 1,
  one_way_min_x = 2,   ///< stops at its lower x what moves towards higher x
  one_way_max_x = 4,   ///< stops at its higher x what moves towards lower x
  one_way_min_y = 8,   ///< stops at its lower y what moves towards higher y
  one_way_max_y = 16,  ///< stops at its higher y what moves towards lower y
};

struct tile_map {
  std::uint32_t width = 0, height = 0;    ///< in tiles
  vec2 cell{1, 1}, origin{};              ///< size of a tile, corner of the first one
  std::span<const std::uint8_t> tiles{};  ///< a byte a tile; or leave it empty, and
  std::span<const std::uint64_t> bits{};  ///< a bit a tile: bit i % 64 of word i / 64

  /// At most 2^24 tiles wide and high and 2^31 in all, with as many bytes or bits; cells of positive size.
  [[nodiscard]] bool valid() const noexcept;
  /// The box of a tile; its edges are rounded here, the same way everywhere.
  [[nodiscard]] box tile(std::uint32_t x, std::uint32_t y) const noexcept;
  /// tile_flag bits; 0 outside of the map.
  [[nodiscard]] std::uint8_t at(std::uint32_t x, std::uint32_t y) const noexcept;

  // Solid tiles that a shape overlaps. One-way tiles overlap nothing. With touching::half_open a point is in one tile.
  [[nodiscard]] bool overlap_any(vec2 a, const query& q = {}) const noexcept;
  [[nodiscard]] bool overlap_any(const box& a, const query& q = {}) const noexcept;
  [[nodiscard]] bool overlap_any(const circle& a, const query& q = {}) const noexcept;
  [[nodiscard]] std::size_t overlap_count(vec2 a, const query& q = {}) const noexcept;
  [[nodiscard]] std::size_t overlap_count(const box& a, const query& q = {}) const noexcept;
  [[nodiscard]] std::size_t overlap_count(const circle& a, const query& q = {}) const noexcept;
  template <class No = void> bool overlap_any(const detail::anything&, ...) const { return overlap<No>(0).total; }
  template <class No = void> std::size_t overlap_count(const detail::anything&, ...) const {
    return overlap<No>(0).total;
  }
  found overlap(vec2 a, std::span<index> out, const query& q = {}) const noexcept;
  found overlap(const box& a, std::span<index> out, const query& q = {}) const noexcept;
  found overlap(const circle& a, std::span<index> out, const query& q = {}) const noexcept;
  template <class No = void> found overlap(...) const {
    static_assert(detail::never<No>,
                  "hitscan: tiles overlap one point, box or circle: overlap(it, room for indices), overlap_any(it); "
                  "any other shape overlaps hs::cells(map)");
    return {};
  }

  // The first tile on the way of a box, a circle, or a segment (as thick as query::padding says).
  [[nodiscard]] hit sweep_nearest(const box& a, vec2 step, const query& q = {}) const noexcept;
  [[nodiscard]] hit sweep_nearest(const circle& a, vec2 step, const query& q = {}) const noexcept;
  [[nodiscard]] hit cast_nearest(const segment& s, const query& q = {}) const noexcept;

  // The same for many, each with a record of its own; as `_nearest` of many against many.
  void sweep_nearest(const boxes& a, const motions& steps, const hit_columns& out, const query& q = {}) const noexcept;
  void sweep_nearest(const centred_boxes& a, const motions& steps, const hit_columns& out,
                     const query& q = {}) const noexcept;
  void sweep_nearest(const circles& a, const motions& steps, const hit_columns& out,
                     const query& q = {}) const noexcept;
  void cast_nearest(const segments& s, const hit_columns& out, const query& q = {}) const noexcept;
  template <class No = void> hit sweep_nearest(...) const {
    static_assert(
        detail::never<No>,
        "hitscan: of tiles: sweep_nearest(a box or circle, its step), or (boxes or circles, motions, columns)");
    return {};
  }
  template <class No = void> hit cast_nearest(...) const {
    static_assert(detail::never<No>, "hitscan: of tiles: cast_nearest(a segment), or (segments, columns)");
    return {};
  }
};

/// A byte a tile out of an array of any integers, the gids of an editor say: what(gid) is its tile_flag bits, or
/// whether it is solid. Writes as many as the shorter has, and 0 to the rest of `out`. Returns that number.
///
///   hs::tiles_from(gids, [&](std::uint32_t gid) { return solid[gid & 0x0fffffff]; }, tiles);  // Tiled: less flips
template <std::ranges::contiguous_range R, class What>
requires(std::integral<std::ranges::range_value_t<R>>)
std::size_t tiles_from(const R& all, const What& what, std::span<std::uint8_t> out) {
  const std::size_t n = std::ranges::size(all) < out.size() ? std::ranges::size(all) : out.size();
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = i < n ? static_cast<std::uint8_t>(what(std::ranges::data(all)[i])) : std::uint8_t{0};
  return n;
}
/// The same as a bit a tile, which says whether it is solid and no more.
template <std::ranges::contiguous_range R, class What>
requires(std::integral<std::ranges::range_value_t<R>>)
std::size_t tiles_from(const R& all, const What& what, std::span<std::uint64_t> out) {
  static_assert(std::is_same_v<decltype(what(*std::ranges::data(all))), bool>,
                "hitscan: a bit a tile says whether it is solid; tile_flag bits need a byte a tile");
  const std::size_t n = std::ranges::size(all) / 64 < out.size() ? std::ranges::size(all) : out.size() * 64;
  for (std::uint64_t& word : out) word = 0;
  for (std::size_t i = 0; i < n; ++i) out[i / 64] |= std::uint64_t{what(std::ranges::data(all)[i])} << (i % 64);
  return n;
}

}  // namespace hitscan
