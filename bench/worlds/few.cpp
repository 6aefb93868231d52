#include "few.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "scenes.hpp"

namespace {

using namespace many;

// Bullets of radius 4 that move up to 6 on an axis, and enemies of 14, on 1280 x 720.
struct fight {
  std::vector<float> x, y, dx, dy, ex, ey;
  float radius = 4, enemy = 14;
  fight(std::size_t bullets, std::size_t enemies) {
    std::mt19937 bits(5);
    const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
    for (std::size_t i = 0; i < bullets; ++i) {
      x.push_back(real(0, 1280)), y.push_back(real(0, 720));
      dx.push_back(real(-6, 6)), dy.push_back(real(-6, 6));
    }
    for (std::size_t i = 0; i < enemies; ++i) ex.push_back(real(0, 1280)), ey.push_back(real(0, 720));
  }
};

std::size_t plain_pairs(const fight& f, std::vector<hs::index>& first, std::vector<hs::index>& second) {
  const float reach = (f.radius + f.enemy) * (f.radius + f.enemy);
  std::size_t n = 0;
  for (std::size_t i = 0; i < f.x.size(); ++i)
    for (std::size_t j = 0; j < f.ex.size(); ++j) {
      const float x = f.x[i] - f.ex[j], y = f.y[i] - f.ey[j];
      if (x * x + y * y >= reach || n == first.size()) continue;
      first[n] = static_cast<hs::index>(i), second[n] = static_cast<hs::index>(j), ++n;
    }
  return n;
}

std::size_t plain_hits(const fight& f, std::vector<hs::index>& index, std::vector<float>& time) {
  const float reach = (f.radius + f.enemy) * (f.radius + f.enemy);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < f.x.size(); ++i) {
    hs::index who = hs::none;
    float best = 1;
    const float a = f.dx[i] * f.dx[i] + f.dy[i] * f.dy[i];
    for (std::size_t j = 0; j < f.ex.size(); ++j) {
      const float x = f.x[i] - f.ex[j], y = f.y[i] - f.ey[j], c = x * x + y * y - reach;
      const float b = x * f.dx[i] + y * f.dy[i], d = b * b - a * c;
      if (c >= 0 && (b >= 0 || d <= 0)) continue;
      const float t = c < 0 ? 0 : (-b - std::sqrt(d)) / a;
      if (t < best) best = t, who = static_cast<hs::index>(j);
    }
    index[i] = who, time[i] = best, hits += who != hs::none;
  }
  return hits;
}

std::size_t row(std::size_t n, std::size_t m) {
  const fight f(n, m);
  const hs::circles bullets{.x = f.x, .y = f.y, .radius = f.radius}, enemies{.x = f.ex, .y = f.ey, .radius = f.enemy};
  const hs::motions steps{.dx = f.dx, .dy = f.dy};
  std::vector<hs::index> first(4 * n), second(4 * n), index(n), right(n);
  std::vector<float> time(n);
  const int frames = static_cast<int>(4000000 / (n * m + 4000)) + 1;
  const auto us = [&](auto run) {
    return 1e3 / frames * best_ms(9, [&] {
             for (int k = 0; k < frames; ++k) run();
           });
  };
  hs::world w, sorted;
  sorted.rebuild(enemies);
  std::size_t pairs = 0, loop_pairs = 0, loop_hits = 0;
  const double asked_pairs = us([&] { w.rebuild(enemies), pairs = w.overlap_pairs(bullets, {first, second}).total; });
  const double plain_pairs_us = us([&] { loop_pairs = plain_pairs(f, first, second); });
  const double asked_hits =
      us([&] { w.rebuild(enemies), w.sweep_nearest(bullets, steps, {.index = index, .time = time}); });
  const double plain_hits_us = us([&] { loop_hits = plain_hits(f, right, time); });
  sorted.sweep_nearest(bullets, steps, {.index = right}, {.by = hs::method::grid});
  const std::size_t right_pairs = sorted.overlap_pairs(bullets, {first, second}, {.by = hs::method::grid}).total;
  const std::size_t hits = n - static_cast<std::size_t>(std::count(index.begin(), index.end(), hs::none));
  const auto apart = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };  // a loop rounds
  const bool wrong = index != right || pairs != right_pairs || apart(pairs, loop_pairs) > 2 + pairs / 500 ||
                     apart(hits, loop_hits) > 2 + hits / 500;
  std::printf("few %8zu %6zu %9.2f %9.2f  x %4.1f %9.2f %9.2f  x %4.1f%s\n", n, m, plain_pairs_us, asked_pairs,
              plain_pairs_us / asked_pairs, plain_hits_us, asked_hits, plain_hits_us / asked_hits,
              wrong ? "  WRONG" : "");
  return wrong;
}

}  // namespace

std::size_t few() {
  std::size_t wrong = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::printf("us on %-9s %4s %9s %9s  %6s %9s %9s\n", hs::name(which), "", "loop", "pairs", "", "loop", "hits");
    for (const std::size_t n : {20ul, 100ul, 300ul, 1000ul, 5000ul})
      for (const std::size_t m : {1ul, 5ul, 20ul, 100ul}) wrong += row(n, m);
  }
  return wrong;
}
