#include "rays.hpp"

#include <cstdio>
#include <hitscan/hitscan.hpp>
#include <string>
#include <vector>

#include "../opponents/plain_rays.hpp"
#include "scenes.hpp"
#include "worlds.hpp"
#if defined(HAVE_EMBREE)
#include "../opponents/embree_world.hpp"
#endif

namespace {

namespace hs = hitscan;

using many::asked, many::boxes, many::draw_world, many::static_world;

std::size_t failures = 0;

constexpr double per_ray = 1e6 / static_cast<double>(asked);  // ms to ns a ray
constexpr hs::query by_tree{.by = hs::method::tree};

// Items are filed by the first query: one, of a ray without length, belongs to building.
void build_by_tree(hs::world& w, const hs::boxes& walls) {
  const float at[] = {0};
  hs::index who[1];
  w.rebuild(walls);
  w.cast_nearest(hs::segments{.x = at, .y = at, .dx = at, .dy = at}, {.index = who}, by_tree);
}

ray_times scene(const char* name) {
  const static_world w = draw_world(name);
  std::vector<hs::index> index(asked), right(asked);
  std::vector<float> time(asked), when(asked);
  plain::grid cells;
  const double plain_build =
      many::best_ms(many::equal_rounds, [&] { cells.build(w.walls, w.cell, 0, 0, w.side, w.side); });
  const double plain_ns = per_ray * many::best_ms(many::equal_rounds, [&] {
                            plain::first_of_rays(w.x, w.y, w.dx, w.dy, w.walls, cells, right.data(), when.data());
                          });
  std::printf("rays  %-18s %7.2f %7.0f", name, plain_build, plain_ns);
  double embree_ns = -1;
#if defined(HAVE_EMBREE)
  {
    embree_world peer;
    const double build = many::best_ms(many::equal_rounds, [&] { peer.build(w.walls); });
    embree_ns = per_ray *
                many::best_ms(many::equal_rounds, [&] { peer.cast(w.x, w.y, w.dx, w.dy, index.data(), time.data()); });
    std::printf(" %7.2f %7.0f", build, embree_ns);
  }
#endif
  const hs::boxes walls = many::view(w.walls);
  const hs::segments segments{.x = w.x, .y = w.y, .dx = w.dx, .dy = w.dy};
  hs::world world;
  std::printf(" %7.2f", many::best_ms(many::equal_rounds, [&] { build_by_tree(world, walls); }));
  double ns = 0;
  const auto cast = [&] { world.cast_nearest(segments, {.index = index, .time = time}, by_tree); };
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::printf(" %7.0f", ns = per_ray * many::best_ms(many::equal_rounds, cast));
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
              static_cast<double>(world.bytes()) / static_cast<double>(boxes));
  return {name, plain_ns, embree_ns, ns};
}

// The world growing with what is in it, a ray or a shot for each item: what the memory behind the caches costs.
void growth() {
  std::printf("\nns each, the world growing with it: %9s %9s %9s\n", "items", "rays", "shots");
  for (const std::size_t n : {1000ul, 10000ul, 100000ul, 1000000ul}) {
    const static_world w = draw_world("uniform", n, n);
    const hs::boxes walls = many::view(w.walls);
    hs::world world;
    build_by_tree(world, walls);
    std::vector<hs::index> index(n);
    std::vector<float> time(n), dx(n), dy(n);
    std::printf("%45zu", n);
    bool right = true;
    for (const float length : {200.0f, 10.0f}) {
      for (std::size_t i = 0; i < n; ++i) dx[i] = w.dx[i] / w.side * length, dy[i] = w.dy[i] / w.side * length;
      const hs::segments segments{.x = w.x, .y = w.y, .dx = dx, .dy = dy};
      const double ms = many::best_ms(n < 100000 ? 30 : 5,
                                      [&] { world.cast_nearest(segments, {.index = index, .time = time}, by_tree); });
      std::printf(" %9.0f", ms * 1e6 / static_cast<double>(n));
      for (std::size_t i = 0; i < n; i += n / 50) {
        const hs::hit h = hs::cast_nearest(hs::segment{{w.x[i], w.y[i]}, {dx[i], dy[i]}}, walls);
        right = right && index[i] == h.index && time[i] == h.time;
      }
    }
    failures += !right;
    std::printf("%s\n", right ? "" : "  WRONG");
  }
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
  for (const char* name :
       {"uniform", "sparse", "sizes", "sizes clustered", "clustered", "tight", "tight 1000", "specks"})
    times.push_back(scene(name));
  growth();
  return failures;
}
