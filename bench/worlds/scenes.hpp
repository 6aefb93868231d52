// The scenes of many against many, and how they are timed.
#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <hitscan/hitscan.hpp>
#include <random>
#include <string>

#include "../opponents/plain_broad.hpp"

namespace many {

namespace hs = hitscan;

struct scene {
  plain::boxes movers, targets;
  std::vector<float> dx, dy;
  float cell = 32, width = 1920, height = 1080;
};

inline void add(plain::boxes& to, float x, float y, float half) {
  to.min_x.push_back(x - half), to.max_x.push_back(x + half);
  to.min_y.push_back(y - half), to.max_y.push_back(y + half);
}

inline scene draw(const std::string& name, std::size_t n, std::size_t m) {
  scene s;
  std::mt19937 bits(7);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  const bool wide = name == "islands" || name == "sparse";
  if (wide) s.width = s.height = 1e6f, s.cell = 1024;
  std::vector<float> island;
  for (int k = 0; k < 200; ++k) island.push_back(real(0, 1e6f));
  const auto place = [&](bool mover, float& x, float& y) {
    x = real(0, s.width), y = real(0, s.height);
    if (name == "islands") {
      const unsigned k = bits() % 100;
      x = island[k] + real(0, 500), y = island[k + 100] + real(0, 500);
    }
    if (name == "clustered" && !mover && bits() % 10) x = 400 + real(0, 430), y = 300 + real(0, 241);
    if (name == "one_cell" && mover) x = 960 + real(0, 32), y = 540 + real(0, 32);
    if (name == "ring" && mover) {
      const float a = real(0, 6.2831853f), r = real(0, 400);
      x = 960 + r * std::cos(a), y = 540 + r * std::sin(a);
    }
  };
  const float slow = name == "fast" ? 100 : name == "very_fast" ? 400 : 4, quick = slow * (slow > 4 ? 2.0f : 4.0f);
  for (std::size_t i = 0; i < n; ++i) {
    float x, y;
    place(true, x, y);
    const float a = real(0, 6.2831853f);
    float speed = real(slow, quick);
    if ((name == "one_50x" && i == 77) || (name == "some_50x" && i % 100 == 7)) speed *= 50;
    s.dx.push_back(speed * std::cos(a)), s.dy.push_back(speed * std::sin(a));
    if (name == "tiles") {
      x = 8 * std::floor(x / 8), y = 8 * std::floor(y / 8);
      s.dx.back() = 4 * (static_cast<float>(bits() % 9) - 4), s.dy.back() = 4 * (static_cast<float>(bits() % 9) - 4);
    }
    add(s.movers, x, y, 4);
  }
  for (std::size_t i = 0; i < m; ++i) {
    float x, y;
    place(false, x, y);
    if (name == "tiles") x = 32 * std::floor(x / 32), y = 32 * std::floor(y / 32);
    add(s.targets, x, y, name == "sizes" ? real(2, 200) : name == "huge" && i < 8 ? 500.0f : 16.0f);
  }
  return s;
}

inline hs::boxes view(const plain::boxes& b) {
  return {.min_x = b.min_x, .min_y = b.min_y, .max_x = b.max_x, .max_y = b.max_y};
}

/// Particles that fly 1 to 4 in a frame of a 60th among 1000 boxes.
struct flock {
  plain::boxes walls;
  std::vector<float> x, y, dx, dy;
};
inline flock draw_flock(std::size_t n, float half) {
  std::mt19937 bits(5);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  flock f;
  for (int i = 0; i < 1000; ++i) {
    const float x = real(0, 1920);
    add(f.walls, x, real(0, 1080), half);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const float a = real(0, 6.2831853f), speed = real(60, 240);
    f.x.push_back(real(0, 1920)), f.y.push_back(real(0, 1080));
    f.dx.push_back(speed * std::cos(a)), f.dy.push_back(speed * std::sin(a));
  }
  return f;
}

/// Rounds of whatever is compared in a table: the best of more would look faster.
inline constexpr int equal_rounds = 5;

template <class F> double best_ms(int rounds, F run) {
  double best = 1e30;
  for (int k = 0; k < rounds; ++k) {
    const std::clock_t before = std::clock();
    run();
    best = std::min(best, 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
  }
  return best;
}

/// n boxes with about three overlaps each.
inline plain::boxes crowd(std::size_t n, float least, float greatest) {
  std::mt19937 bits(3);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  const float width = std::sqrt(static_cast<float>(n)) * 20;
  plain::boxes b;
  for (std::size_t i = 0; i < n; ++i) {
    const float x = real(0, width), y = real(0, width);
    add(b, x, y, real(least, greatest));
  }
  return b;
}

}  // namespace many
