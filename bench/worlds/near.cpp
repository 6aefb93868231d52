#include "near.hpp"

#include <cmath>
#include <cstdio>
#include <hitscan/hitscan.hpp>
#include <vector>

#include "../opponents/plain_near.hpp"
#include "scenes.hpp"
#include "worlds.hpp"

namespace {

namespace hs = hitscan;
using many::asked, many::boxes;

constexpr std::size_t by_brute_force = 100, several = 8;
constexpr double per_point = 1e6 / static_cast<double>(asked);  // ms to ns a point

std::size_t scene(const char* name) {
  const many::static_world w = many::draw_world(name);
  std::vector<plain::near_box> all(by_brute_force), walked(asked);
  const double brute = 1e6 / by_brute_force * many::best_ms(many::equal_rounds, [&] {
                         for (std::size_t i = 0; i < by_brute_force; ++i)
                           all[i] = plain::nearest_of_all(w.walls, w.x[i], w.y[i]);
                       });
  plain::grid cells;
  cells.build(w.walls, w.cell, 0, 0, w.side, w.side);
  const double walk = per_point * many::best_ms(many::equal_rounds, [&] {
                        for (std::size_t i = 0; i < asked; ++i)
                          walked[i] = plain::nearest_in_grid(w.walls, cells, w.x[i], w.y[i]);
                      });
  std::printf("near  %-18s %9.0f %9.0f", name, brute, walk);

  hs::world world;
  world.rebuild(many::view(w.walls));
  const hs::points points{.x = w.x, .y = w.y};
  std::vector<hs::index> index(asked), items(asked * several);
  std::vector<float> distance(asked), distances(asked * several);
  std::vector<std::size_t> starts(asked + 1);
  double one = 0, some = 0;
  std::size_t wrong = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    one = per_point * many::best_ms(many::equal_rounds,
                                    [&] { world.nearest(points, HUGE_VALF, {.index = index, .distance = distance}); });
    some =
        per_point * many::best_ms(many::equal_rounds, [&] {
          (void)world.nearest_k(points, several, HUGE_VALF, {.starts = starts, .items = items, .distance = distances});
        });
    std::printf(" %7.0f %7.0f", one, some);
    // The same series of operations: not one may differ.
    for (std::size_t i = 0; i < asked; ++i) {
      wrong += index[i] != walked[i].index || distance[i] != static_cast<float>(std::sqrt(walked[i].squared));
      wrong += i < by_brute_force && index[i] != all[i].index;
      wrong += starts[i + 1] != (i + 1) * several || items[i * several] != index[i];
      for (std::size_t k = 1; k < several; ++k) wrong += distances[i * several + k] < distances[i * several + k - 1];
    }
  }
  std::printf("  x %.1f%s\n", walk / one, wrong ? "  WRONG" : "");
  return wrong;
}

}  // namespace

std::size_t nearest() {
  std::printf("%24s %9s %9s", "ns a point: nearest, of", "brute", "plain");
  for (const hs::isa which : hs::supported_isas()) std::printf(" %7s %5zu's", hs::name(which), several);
  std::printf("\n");
  std::size_t wrong = 0;
  for (const char* name : {"uniform", "sparse", "sizes", "sizes clustered", "clustered", "tight"}) wrong += scene(name);
  return wrong;
}
