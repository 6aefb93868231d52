// A crowd's things as capsules, rotated boxes and triangles.
#pragma once

#include <cmath>

#include "suite.hpp"

namespace bench {

// A crowd's things as other shapes: n items from `first` on.
struct turned_crowd {
  std::shared_ptr<const scenes::crowd<2>> c;
  std::vector<float> axis[2], corner[2];
  std::vector<hs::index> offsets{0};

  explicit turned_crowd(std::shared_ptr<const scenes::crowd<2>> from) : c(std::move(from)) {
    for (std::size_t i = 0; i < c->size(); ++i) {
      const float angle = static_cast<float>(i % 1571) * 0.004f;
      const float cos = std::cos(angle), sin = std::sin(angle);
      axis[0].push_back(cos), axis[1].push_back(sin);
      for (const float k : {0.0f, 2.1f, 4.2f}) {
        corner[0].push_back(c->center[0][i] + c->radius[i] * std::cos(angle + k));
        corner[1].push_back(c->center[1][i] + c->radius[i] * std::sin(angle + k));
      }
      offsets.push_back(static_cast<hs::index>(corner[0].size()));
    }
  }
  static std::span<const float> part(const std::vector<float>& v, std::size_t first, std::size_t n) {
    return std::span(v).subspan(first, n);
  }
  hs::capsules capsules(std::size_t first, std::size_t n) const {
    return {.x = part(c->center[0], first, n),
            .y = part(c->center[1], first, n),
            .dx = part(c->step[0], first, n),
            .dy = part(c->step[1], first, n),
            .radius = part(c->radius, first, n)};
  }
  hs::obbs obbs(std::size_t first, std::size_t n) const {
    return {.x = part(c->center[0], first, n),
            .y = part(c->center[1], first, n),
            .half_x = part(c->half[0], first, n),
            .half_y = part(c->half[1], first, n),
            .axis_x = part(axis[0], first, n),
            .axis_y = part(axis[1], first, n)};
  }
  hs::polygons triangles(std::size_t n) const {
    return {.x = corner[0], .y = corner[1], .offsets = std::span(offsets).first(n + 1)};
  }
};
inline auto turned(const char* name, const scenes::recipe& r, std::size_t n) {
  return std::make_shared<const turned_crowd>(crowd2(name, r, n));
}

}  // namespace bench
