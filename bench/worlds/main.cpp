// Many against many, beside the grid that a good programmer writes in an afternoon and beside brute force:
//
//   hitscan_many [scene]      ms a frame, everything rebuilt in every frame; the best of five rounds, thread time.
//                             pairs in ascending order (the plain grid sorts them too), loose: in any
//   hitscan_many rays         ns a ray in static worlds, by tree: rays.cpp
//   hitscan_many shared       the same queries by one thread and by two, on the wall: shared.cpp
//   hitscan_many nearest      ns a point in the same worlds: near.cpp
//   hitscan_many masks        ns each: does it meet anything? anything.cpp
//   hitscan_many few          us a frame: bullets among few enemies, beside a loop over both: few.cpp
//   hitscan_many map [name]   by brute force, grid, tree and as a world thinks best: map.cpp
//   hitscan_many fit          the same on every instruction set, and the factors of the model by which it thinks so
//
// Bullets 8 x 8 that move 4 to 16 against boxes 32 x 32 on 1920 x 1080, unless a scene says otherwise.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <hitscan/hitscan.hpp>
#include <random>
#include <string>

#include "anything.hpp"
#include "few.hpp"
#include "map.hpp"
#include "near.hpp"
#include "rays.hpp"
#include "scenes.hpp"
#include "shared.hpp"

namespace {

using namespace many;

template <class F> double on_every_isa(F run) {  // the time on the last, fastest one
  double ms = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::printf(" %9.3f", ms = best_ms(equal_rounds, run));
  }
  return ms;
}

void first_hits(const char* name, std::size_t n, std::size_t m) {
  const scene s = draw(name, n, m);
  plain::grid cells;
  std::vector<hs::index> index(n);
  std::vector<float> time(n);
  const double plain_ms = best_ms(equal_rounds, [&] {
    cells.build(s.targets, s.cell, 0, 0, s.width, s.height);
    plain::first_hits(s.movers, s.dx, s.dy, s.targets, cells, index.data(), time.data());
  });
  const hs::motions steps{.dx = s.dx, .dy = s.dy};
  double brute = 0;
  if (n * m <= 1000000)
    brute = best_ms(equal_rounds,
                    [&] { hs::sweep_nearest(view(s.movers), steps, view(s.targets), {.index = index, .time = time}); });
  hs::world w;
  std::printf("first %-10s %8zu %6zu %9.3f %9.3f", name, n, m, brute, plain_ms);
  const double ms = on_every_isa([&] {
    w.rebuild(view(s.targets));
    w.sweep_nearest(view(s.movers), steps, {.index = index, .time = time});
  });
  std::printf("  x %.1f\n", plain_ms / ms);
}

void pairs(const char* name, std::size_t n) {
  std::mt19937 bits(3);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  const float width = std::sqrt(static_cast<float>(n)) * 20;
  plain::boxes b;
  for (std::size_t i = 0; i < n; ++i)
    add(b, real(0, width), real(0, width), std::strcmp(name, "sizes") == 0 ? real(1, 25) : real(8, 16));
  plain::grid cells;
  std::vector<std::uint32_t> first, second;
  const auto plain_pairs = [&] {
    cells.build(b, 32, 0, 0, width, width);
    plain::overlaps(b, cells, first, second);
  };
  std::vector<std::uint64_t> keys;
  const double loose_ms = best_ms(equal_rounds, plain_pairs), sorted_ms = best_ms(equal_rounds, [&] {
                                                                plain_pairs();
                                                                plain::sort(first, second, keys);
                                                              });
  hs::world w;
  for (const bool ordered : {true, false}) {
    const double plain_ms = ordered ? sorted_ms : loose_ms;
    std::printf("%-5s %-10s %8zu %6zu %9.3f %9.3f", ordered ? "pairs" : "loose", name, n, first.size(), 0.0, plain_ms);
    const double ms = on_every_isa([&] {
      w.rebuild(view(b));
      if (ordered)
        (void)w.overlap_pairs({first, second});
      else
        (void)w.overlap_pairs_unordered({first, second});
    });
    std::printf("  x %.1f\n", plain_ms / ms);
  }
}

// One frame of particles, from the same start each time: by the plain loop, and by the library.
template <class Plain, class Frame>
void frames(const char* name, const flock& start, const Plain& plain_frame, const Frame& frame) {
  flock moved;
  const auto best_of = [&](const auto& run, std::size_t& turned) {
    double best = 1e30;
    for (int k = 0; k < equal_rounds; ++k)
      moved = start, best = std::min(best, best_ms(1, [&] { turned = run(moved); }));
    return best;
  };
  std::size_t turned = 0, right = 0;
  const double plain_ms = best_of(plain_frame, right);
  std::printf("swarm %-10s %8zu %6zu %9.3f %9.3f", name, start.x.size(), turned, 0.0, plain_ms);
  double ms = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::printf(" %9.3f", ms = best_of(frame, turned));
  }
  std::printf("  x %.1f%s\n", plain_ms / ms, turned == right ? "" : "  (plain rounds: others are turned)");
}

// Particles that bounce off boxes; the velocity is turned where they hit.
void swarm(const char* name, std::size_t n, float half) {
  plain::grid cells;
  hs::world w;
  frames(
      name, draw_flock(n, half),
      [&](flock& f) {
        cells.build(f.walls, 16, 0, 0, 1920, 1080);
        return plain::bounce(f.x, f.y, f.dx, f.dy, 1 / 60.0f, f.walls, cells);
      },
      [&](flock& f) {
        w.rebuild(view(f.walls));
        return hs::integrate_and_deflect({f.x, f.y, f.dx, f.dy}, 1 / 60.0f, w);
      });
}

// The same in tiles, those one in eight solid.
void swarm_in_tiles(std::size_t n) {
  constexpr std::uint32_t side = 128;
  constexpr float cell = 16;
  std::mt19937 bits(9);
  std::vector<std::uint8_t> tiles(side * side);
  for (std::uint8_t& t : tiles) t = bits() % 8 == 0 ? std::uint8_t{hs::tile_solid} : std::uint8_t{0};
  const hs::tile_map map{.width = side, .height = side, .cell = {cell, cell}, .tiles = tiles};
  plain::boxes boxes;  // of all tiles, by their numbers
  for (std::uint32_t i = 0; i < side * side; ++i)
    add(boxes, (static_cast<float>(i % side) + 0.5f) * cell, (static_cast<float>(i / side) + 0.5f) * cell, cell / 2);
  const auto tile_of = [](float x) { return std::clamp(static_cast<int>(x / cell), 0, int{side} - 1); };
  const auto near = [&](float x0, float y0, float x1, float y1, auto f) {
    const int last_x = tile_of(x1), last_y = tile_of(y1);
    for (int y = tile_of(y0); y <= last_y; ++y)
      for (int x = tile_of(x0); x <= last_x; ++x) {
        const std::uint32_t i = static_cast<std::uint32_t>(y) * side + static_cast<std::uint32_t>(x);
        if (tiles[i]) f(i);
      }
  };
  hs::workspace w;
  frames(
      "tiles", draw_flock(n, 4),
      [&](flock& f) { return plain::bounce_among(f.x, f.y, f.dx, f.dy, 1 / 60.0f, boxes, near); },
      [&](flock& f) {
        return hs::integrate_and_deflect({f.x, f.y, f.dx, f.dy}, 1 / 60.0f, map, {}, w);
      });
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = [&](const char* name) { return argc < 2 || std::strcmp(argv[1], name) == 0; };
  if (argc > 1 && std::strcmp(argv[1], "shared") == 0) return shared() ? 1 : 0;
  if (argc > 1 && std::strcmp(argv[1], "few") == 0) return few() ? 1 : 0;
  if (argc > 1 && std::strcmp(argv[1], "fit") == 0) return fit() ? 1 : 0;
  if (argc > 1 && std::strcmp(argv[1], "map") == 0) return map(argc > 2 ? argv[2] : nullptr) ? 1 : 0;
  std::printf("%27s %6s %9s %9s", "asking", "items", "brute", "plain");
  for (const hs::isa which : hs::supported_isas()) std::printf(" %9s", hs::name(which));
  std::printf("\n");
  if (wanted("uniform"))
    for (const auto& [n, m] :
         {std::pair(1000, 100), {10000, 100}, {10000, 1000}, {100000, 1000}, {100000, 10000}, {1000000, 10000}})
      first_hits("uniform", static_cast<std::size_t>(n), static_cast<std::size_t>(m));
  for (const char* name : {"clustered", "sizes", "huge", "fast", "very_fast", "one_50x", "some_50x", "tiles",
                           "one_cell", "ring", "sparse"})
    if (wanted(name)) first_hits(name, 100000, 1000);
  if (wanted("islands")) first_hits("islands", 100000, 10000);
  if (wanted("swarm")) swarm("few walls", 1000000, 4), swarm("half walls", 1000000, 16), swarm_in_tiles(1000000);
  for (const char* name : {"pairs", "sizes"})
    for (const std::size_t n : {10000ul, 100000ul, 1000000ul})
      if (wanted("pairs")) pairs(name, n);
  std::vector<ray_times> times;
  std::size_t wrong = wanted("rays") ? rays(times) : 0;
  wrong += wanted("nearest") ? nearest() : 0;
  wrong += wanted("masks") ? anything() : 0;
  return wrong ? 1 : 0;
}
