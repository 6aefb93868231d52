// Static worlds of boxes, and rays across them.
#pragma once

#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "../opponents/plain_broad.hpp"

namespace many {

constexpr std::size_t boxes = 100000, asked = 10000;

struct static_world {
  plain::boxes walls;
  std::vector<float> x, y, dx, dy;  // the rays
  float side = 0, cell = 0;
};

// Boxes that cover four tenths of the field (a thousandth of it in `sparse`), which grows with them; rays across it.
// "tight 1000": a thousand clusters in place of a hundred; "specks": ten thousand, of ten boxes each.
inline static_world draw_world(const std::string& name, std::size_t n = boxes, std::size_t rays = asked) {
  static_world w;
  std::mt19937 bits(11);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  const bool sizes = name.find("sizes") != std::string::npos, clustered = name.find("clustered") != std::string::npos;
  w.side = (sizes ? 135000.0f : 10000.0f) * std::sqrt(static_cast<float>(n) / static_cast<float>(boxes));
  std::vector<float> cluster;
  const bool tight = name.starts_with("tight"), specks = name == "specks";
  const unsigned clusters = specks ? 10000 : name == "tight 1000" ? 1000 : 100;
  for (unsigned k = 0; k < 2 * clusters; ++k) cluster.push_back(real(0, w.side));
  const float spread = specks ? w.side / 20000 : tight ? w.side / 2000 : w.side / 40;
  for (std::size_t i = 0; i < n; ++i) {
    float a = real(0, w.side), b = real(0, w.side);
    if ((clustered && bits() % 10) || tight || specks) {
      const unsigned k = bits() % clusters;
      a = cluster[k] + real(-spread, spread), b = cluster[k + clusters] + real(-spread, spread);
    }
    const float usual = clusters > 100 ? 0.3f : name == "sparse" || tight ? 1.0f : 20.0f;
    const float across = sizes ? std::exp2(real(0, 9.97f)) : real(0.5f, 1.5f) * usual;
    const float up = sizes ? std::exp2(real(0, 9.97f)) : real(0.5f, 1.5f) * usual;
    w.walls.min_x.push_back(a), w.walls.max_x.push_back(a + across);
    w.walls.min_y.push_back(b), w.walls.max_y.push_back(b + up);
  }
  for (std::size_t i = 0; i < rays; ++i) {
    const float angle = real(0, 6.2831853f);
    w.x.push_back(real(0, w.side)), w.y.push_back(real(0, w.side));
    w.dx.push_back(w.side * std::cos(angle)), w.dy.push_back(w.side * std::sin(angle));
  }
  w.cell = std::sqrt(2.0f / static_cast<float>(n)) * w.side;
  return w;
}

}  // namespace many
