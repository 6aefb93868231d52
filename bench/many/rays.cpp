#include "rays.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <hitscan/hitscan.hpp>
#include <random>
#include <string>
#include <vector>

#include "../plain_rays.hpp"
#include "scenes.hpp"
#if defined(HAVE_EMBREE)
#include "embree_world.hpp"
#endif

namespace {

namespace hs = hitscan;

constexpr std::size_t boxes = 100000, asked = 10000;

struct world {
  plain::boxes walls;
  std::vector<float> x, y, dx, dy;  // the rays
  float side = 0, cell = 0;
};

// Boxes that cover four tenths of the field (a thousandth of it in `sparse`), and rays across it.
world draw(const std::string& name) {
  world w;
  std::mt19937 bits(11);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  const bool sizes = name.find("sizes") != std::string::npos, clustered = name.find("clustered") != std::string::npos;
  w.side = sizes ? 135000.0f : 10000.0f;
  std::vector<float> cluster;
  for (int k = 0; k < 200; ++k) cluster.push_back(real(0, w.side));
  const float spread = name == "tight" ? w.side / 2000 : w.side / 40;
  for (std::size_t i = 0; i < boxes; ++i) {
    float a = real(0, w.side), b = real(0, w.side);
    if ((clustered && bits() % 10) || name == "tight") {
      const unsigned k = bits() % 100;
      a = cluster[k] + real(-spread, spread), b = cluster[k + 100] + real(-spread, spread);
    }
    const float usual = name == "sparse" || name == "tight" ? 1.0f : 20.0f;
    const float across = sizes ? std::exp2(real(0, 9.97f)) : real(0.5f, 1.5f) * usual;
    const float up = sizes ? std::exp2(real(0, 9.97f)) : real(0.5f, 1.5f) * usual;
    w.walls.min_x.push_back(a), w.walls.max_x.push_back(a + across);
    w.walls.min_y.push_back(b), w.walls.max_y.push_back(b + up);
  }
  for (std::size_t i = 0; i < asked; ++i) {
    const float angle = real(0, 6.2831853f);
    w.x.push_back(real(0, w.side)), w.y.push_back(real(0, w.side));
    w.dx.push_back(w.side * std::cos(angle)), w.dy.push_back(w.side * std::sin(angle));
  }
  w.cell = std::sqrt(2.0f / static_cast<float>(boxes)) * w.side;
  return w;
}

std::size_t failures = 0;

constexpr double per_ray = 1e6 / static_cast<double>(asked);  // ms to ns a ray

ray_times scene(const char* name) {
  const world w = draw(name);
  std::vector<hs::index> index(asked), right(asked);
  std::vector<float> time(asked), when(asked);
  plain::grid cells;
  const double plain_build = many::best_ms(3, [&] { cells.build(w.walls, w.cell, 0, 0, w.side, w.side); });
  const double plain_ns = per_ray * many::best_ms(9, [&] {
                            plain::first_of_rays(w.x, w.y, w.dx, w.dy, w.walls, cells, right.data(), when.data());
                          });
  std::printf("rays  %-18s %7.2f %7.0f", name, plain_build, plain_ns);
  double embree_ns = -1;
#if defined(HAVE_EMBREE)
  {
    embree_world peer;
    const double build = many::best_ms(1, [&] { peer.build(w.walls); });
    embree_ns = per_ray * many::best_ms(9, [&] { peer.cast(w.x, w.y, w.dx, w.dy, index.data(), time.data()); });
    std::printf(" %7.2f %7.0f", build, embree_ns);
  }
#endif
  const hs::boxes walls{.min_x = w.walls.min_x, .min_y = w.walls.min_y, .max_x = w.walls.max_x, .max_y = w.walls.max_y};
  const hs::segments segments{.x = w.x, .y = w.y, .dx = w.dx, .dy = w.dy};
  hs::tree t;
  const double build = many::best_ms(3, [&] { t.build(walls); });
  std::printf(" %7.2f", build);
  double ns = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::printf(" %7.0f",
                ns = per_ray * many::best_ms(9, [&] { t.cast_nearest(segments, {.index = index, .time = time}); }));
  }
  // A result that nobody checks is no result. The plain walk rounds, so a few ties may go the other way; the flat query
  // may not differ at all.
  std::size_t hits = 0, others = 0, wrong = 0;
  for (std::size_t i = 0; i < asked; ++i) hits += index[i] != hs::none, others += index[i] != right[i];
  for (std::size_t i = 0; i < asked; i += 100) {
    const hs::hit h = hs::cast_nearest(hs::segment{{w.x[i], w.y[i]}, {w.dx[i], w.dy[i]}}, walls);
    wrong += index[i] != h.index || time[i] != h.time;
  }
  if (wrong || others > asked / 100) std::printf("  WRONG"), failures += wrong + others;
  std::printf("  x %.1f  %zu hits, %.0f bytes a box\n", plain_ns / ns, hits,
              static_cast<double>(t.bytes()) / static_cast<double>(boxes));
  return {name, plain_ns, embree_ns, ns};
}

}  // namespace

std::size_t rays(std::vector<ray_times>& times) {
  failures = 0;
  std::printf("%24s %15s", "", "plain: build, ns");
#if defined(HAVE_EMBREE)
  std::printf(" %15s", "embree");
#endif
  std::printf(" %7s", "build");
  for (const hs::isa which : hs::supported_isas()) std::printf(" %7s", hs::name(which));
  std::printf("\n");
  for (const char* name : {"uniform", "sparse", "sizes", "sizes clustered", "clustered", "tight"})
    times.push_back(scene(name));
  return failures;
}
