// The edges of a grid of cells on one axis, and which cells an interval is about.
#pragma once

#include <cmath>
#include <cstdint>

namespace hitscan {
namespace {

// One axis of a map.
struct lines {
  float origin, size;
  std::uint32_t count;  // of tiles
  double tiles_per_unit = 1.0 / static_cast<double>(size);
  // In tiles. Edges are products and sums of floats, each good to 2^-24 of what can stand on this map: so an edge is
  // not further than 2^-23 of that from where it would be. Twice as much, since the doubles below round as well.
  double room = 0x1p-22 * (std::fabs(static_cast<double>(origin)) * tiles_per_unit + count);

  // Not decreasing in i: both operations are monotone.
  float edge(std::uint32_t i) const noexcept { return origin + size * static_cast<float>(i); }
};

struct range {
  std::uint32_t first = 0, end = 0;
};
// The same in tiles from the origin, with the room in it.
inline range between(const lines& l, double from, double to) noexcept {
  if (!(from <= l.count && to >= 0)) return {};
  const range r{from > 0 ? static_cast<std::uint32_t>(static_cast<std::int64_t>(from)) : 0,
                to < l.count ? static_cast<std::uint32_t>(static_cast<std::int64_t>(to)) + 1 : l.count};
  return r.first < r.end ? r : range{};
}
// All tiles that overlap or touch [low, high], and now and then one beside them.
inline range about(const lines& l, double low, double high) noexcept {
  return between(l, (low - l.origin) * l.tiles_per_unit - l.room, (high - l.origin) * l.tiles_per_unit + l.room);
}
inline range intersection(range a, range b) noexcept {
  const range r{a.first > b.first ? a.first : b.first, a.end < b.end ? a.end : b.end};
  return r.first < r.end ? r : range{};
}

}  // namespace
}  // namespace hitscan
