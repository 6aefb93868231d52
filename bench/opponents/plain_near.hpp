// The opponent of `nearest`: every box, and what a good programmer writes to ask fewer: the grid of plain_broad.hpp,
// ring after ring of cells around the point, until the next ring is further than the best so far. Both measure as the
// library says it does, so that answers are comparable to the bit.
#pragma once

#include "plain_broad.hpp"

namespace plain {

struct near_box {
  double squared;
  std::uint32_t index;
  void take(const boxes& b, std::uint32_t i, double x, double y) {
    const double gap_x = std::max({b.min_x[i] - x, x - b.max_x[i], 0.0}),
                 gap_y = std::max({b.min_y[i] - y, y - b.max_y[i], 0.0}), s = gap_x * gap_x + gap_y * gap_y;
    if (s < squared || (s == squared && i < index)) squared = s, index = i;
  }
};

inline near_box nearest_of_all(const boxes& b, double x, double y) {
  near_box best{HUGE_VAL, ~0u};
  for (std::uint32_t i = 0; i < b.size(); ++i) best.take(b, i, x, y);
  return best;
}

/// Of points within the field that the grid covers, and boxes that begin within it.
inline near_box nearest_in_grid(const boxes& b, const grid& g, float x, float y) {
  near_box best{HUGE_VAL, ~0u};
  const int c = g.column(x), r = g.row(y);
  const auto look = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= g.wide || row >= g.high) return;
    const std::size_t cell =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(g.wide) + static_cast<std::size_t>(column);
    for (std::uint32_t k = g.start[cell]; k < g.start[cell + 1]; ++k) best.take(b, g.item[k], x, y);
  };
  for (int ring = 0; ring <= g.wide + g.high; ++ring) {
    const double reached = (ring - 1) * .999 / static_cast<double>(g.per);  // up to where everything was looked at
    if (ring > 0 && best.squared < reached * reached) break;
    for (int k = -ring; k <= ring; ++k) {
      look(c + k, r - ring);
      if (ring > 0) look(c + k, r + ring);
      if (k > -ring && k < ring) look(c - ring, r + k), look(c + ring, r + k);
    }
  }
  return best;
}

}  // namespace plain
