// The edges of a grid of cells on one axis, and which cells an interval meets.
#pragma once

#include <cstdint>

namespace hitscan {
namespace {

// One axis of a map.
struct lines {
  float origin, size;
  std::uint32_t count;  // of tiles
  double tiles_per_unit = 1.0 / static_cast<double>(size);

  // Not decreasing in i: both operations are monotone.
  float edge(std::uint32_t i) const noexcept { return origin + size * static_cast<float>(i); }

  // The first i in 0..count with edge(i) >= x (or > x); count + 1 if there is none. A guess by proportion, one next to
  // it, or a search, since edges round.
  std::uint32_t first(double x, bool beyond) const noexcept {
    const auto past = [&](std::uint32_t i) { return beyond ? double{edge(i)} > x : double{edge(i)} >= x; };
    const double guess = (x - static_cast<double>(origin)) * tiles_per_unit;
    std::uint32_t low = 0, high = count + 1;  // everything below low is not past, everything from high on is
    if (guess > 1 && guess < count) {
      const auto i = static_cast<std::uint32_t>(guess);
      if (past(i)) {
        if (!past(i - 1)) return i;
      } else if (past(i + 1)) {
        return i + 1;
      }
      const auto g = static_cast<std::uint32_t>(guess) - 1;
      if (!past(g)) {
        low = g + 1;
        if (g + 4 <= count && past(g + 4)) high = g + 4;
      } else {
        high = g;
      }
    }
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (past(middle))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
};

struct range {
  std::uint32_t first = 0, end = 0;
};
// Tiles that overlap or touch [low, high].
inline range between(const lines& l, double low, double high) noexcept {
  const std::uint32_t from = l.first(low, false), beyond = l.first(high, true);  // edges
  const std::uint32_t first = from == 0 ? 0 : from - 1;                          // the tile that ends there
  const std::uint32_t end = beyond < l.count ? beyond : l.count;
  return first < end ? range{first, end} : range{};
}
inline range intersection(range a, range b) noexcept {
  const range r{a.first > b.first ? a.first : b.first, a.end < b.end ? a.end : b.end};
  return r.first < r.end ? r : range{};
}

}  // namespace
}  // namespace hitscan
