// The opponent of a world by tree: what a good programmer writes for rays in a static world. The grid of
// plain_broad.hpp with about two boxes a cell, walked cell by cell from the start of the ray (Amanatides and Woo, A
// Fast Voxel Traversal Algorithm for Ray Tracing, 1987), until the next cell is behind the best hit.
#pragma once

#include "plain_broad.hpp"

namespace plain {

/// The first box of each ray: index (~0 = none) and time.
inline void first_of_rays(const std::vector<float>& x, const std::vector<float>& y, const std::vector<float>& dx,
                          const std::vector<float>& dy, const boxes& targets, const grid& g, std::uint32_t* index,
                          float* time) {
  const float side = 1 / g.per, right = static_cast<float>(g.wide) * side, top = static_cast<float>(g.high) * side;
  for (std::size_t i = 0; i < x.size(); ++i) {
    float best = 1;
    std::uint32_t who = ~0u;
    const float ix = 1 / dx[i], iy = 1 / dy[i], ox = x[i] - g.origin_x, oy = y[i] - g.origin_y;
    float begin = 0;  // where it comes into the grid
    if (ox < 0 || ox > right) begin = std::max(begin, ((ox < 0 ? 0 : right) - ox) * ix);
    if (oy < 0 || oy > top) begin = std::max(begin, ((oy < 0 ? 0 : top) - oy) * iy);
    if (begin <= 1) {
      int c = g.column(x[i] + begin * dx[i]), r = g.row(y[i] + begin * dy[i]);
      const int step_c = dx[i] < 0 ? -1 : 1, step_r = dy[i] < 0 ? -1 : 1;
      float next_c = dx[i] == 0 ? 2 : (static_cast<float>(c + (step_c > 0)) * side - ox) * ix;
      float next_r = dy[i] == 0 ? 2 : (static_cast<float>(r + (step_r > 0)) * side - oy) * iy;
      const float more_c = std::abs(side * ix), more_r = std::abs(side * iy);
      for (;;) {
        const std::size_t cell =
            static_cast<std::size_t>(r) * static_cast<std::size_t>(g.wide) + static_cast<std::size_t>(c);
        for (std::uint32_t k = g.start[cell]; k < g.start[cell + 1]; ++k) {
          const float t = enters(x[i], y[i], x[i], y[i], dx[i], dy[i], targets, g.item[k], best);
          if (t < best) best = t, who = g.item[k];
        }
        if (std::min(next_c, next_r) >= best) break;
        if (next_c < next_r)
          c += step_c, next_c += more_c;
        else
          r += step_r, next_r += more_r;
        if (c < 0 || r < 0 || c >= g.wide || r >= g.high) break;
      }
    }
    index[i] = who, time[i] = best;
  }
}

}  // namespace plain
