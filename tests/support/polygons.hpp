// Convex polygons drawn from a family.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "../../src/reference/hulls.hpp"
#include "families.hpp"

namespace trial {

struct polygon_points {
  std::vector<float> x, y;
  hitscan::detail::hull ring() const {
    hitscan::detail::hull h{};
    hitscan::detail::read_outline({x.data(), y.data(), x.size(), nullptr}, 0, h);
    return h;
  }
};

/// The same polygon, its corners given the other way round; the first stays the first.
inline polygon_points other_way_round(polygon_points p) {
  std::reverse(p.x.begin() + 1, p.x.end()), std::reverse(p.y.begin() + 1, p.y.end());
  return p;
}

/// The corners of the convex hull of a few points (Andrew's monotone chain 1979), usually; else a triangle or box that
/// happens to be convex; either way round. When nothing convex comes of it, two corners: no polygon. With spoils, some
/// are not finite.
inline polygon_points draw_polygon(const family& f, rng& r) {
  polygon_points out;
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::vector<std::pair<float, float>> p(static_cast<std::size_t>(r.whole(3, r.one_in(3) ? 24 : 6)));
    const float x = f.draw(f.position, r), y = f.draw(f.position, r);
    for (auto& [px, py] : p) px = x + f.draw(f.step, r), py = y + f.draw(f.step, r);
    if (attempt >= 4) {
      const float right = x + f.draw(f.extent, r), upper = y + f.draw(f.extent, r);
      p = {{x, y}, {right, y}, {right, upper}, {x, upper}};
    }
    const auto broken = [](const auto& q) { return !std::isfinite(q.first) || !std::isfinite(q.second); };
    if (std::any_of(p.begin(), p.end(), broken)) {
      if (!f.spoiled) continue;  // overflowed
      for (const auto& q : p) out.x.push_back(q.first), out.y.push_back(q.second);
      return out;
    }
    std::sort(p.begin(), p.end());
    std::vector<std::pair<float, float>> ring;
    for (int way = 0; way < 2; ++way, std::reverse(p.begin(), p.end())) {
      const std::size_t base = ring.size();
      for (const auto& q : p) {
        while (ring.size() >= base + 2) {
          const auto &a = ring[ring.size() - 2], &b = ring.back();
          const double cross = (static_cast<double>(b.first) - a.first) * (static_cast<double>(q.second) - a.second) -
                               (static_cast<double>(b.second) - a.second) * (static_cast<double>(q.first) - a.first);
          if (cross > 0 || (cross == 0 && r.one_in(4))) break;
          ring.pop_back();
        }
        ring.push_back(q);
      }
      ring.pop_back();
    }
    out.x.clear(), out.y.clear();
    for (const auto& q : ring) out.x.push_back(q.first), out.y.push_back(q.second);
    if (convex_ring(out.ring())) return r.one_in(2) ? out : other_way_round(out);
  }
  out.x = out.y = {0, 0};
  return out;
}

}  // namespace trial
