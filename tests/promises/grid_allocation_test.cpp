// The second frame of the same sizes allocates nothing: operator new is counted.
#include <gtest/gtest.h>

#include <hitscan/particles.hpp>
#include <vector>

#include "../support/by_method.hpp"
#include "../support/counted_new.hpp"
#include "../support/random.hpp"

namespace {

namespace hs = hitscan;
using trial::allocations;

void by_turns(std::size_t jobs, hs::job job) {
  for (std::size_t k = 0; k < jobs; ++k) job(k);
}

TEST(grid_allocation, the_first_frame_allocates_and_the_next_ones_do_not) {
  trial::rng r(1);
  constexpr std::size_t n = 3000;
  struct shot {
    float x, y, dx, dy;
    std::uint32_t layers;
  };
  std::vector<shot> shots(n);
  std::vector<float> x(n), y(n), dx(n), dy(n), time(n), half(n);
  std::vector<hs::index> index(n), first(40 * n), second(40 * n);
  std::vector<std::size_t> starts(n + 1);
  trial::by_grid g;
  hs::world discs;
  const std::vector<std::uint8_t> tiles(64, hs::tile_solid);
  const hs::tile_map map{.width = 8, .height = 8, .cell = {50, 50}, .tiles = tiles};
  hs::workspace flight, spaces[2];
  hs::world together, kept;
  const auto frame = [&] {
    g.rebuild(hs::centred_boxes{.x = x, .y = y, .half_x = half, .half_y = 4.0f});
    g.sweep_nearest(hs::points{.x = y, .y = x}, hs::motions{.dx = dx, .dy = dy}, {.index = index, .time = time});
    g.cast_nearest(hs::segments{.x = x, .y = y, .dx = dx, .dy = dy}, {.index = index});
    const auto sx = hs::strided(shots, &shot::x), sy = hs::strided(shots, &shot::y);
    const auto sdx = hs::strided(shots, &shot::dx), sdy = hs::strided(shots, &shot::dy);
    const hs::points spots{.x = sx, .y = sy, .layers = hs::strided(shots, &shot::layers)};
    g.sweep_nearest(spots, hs::motions{.dx = sdx, .dy = sdy}, {.index = index, .time = time});
    EXPECT_GT(g.overlap_pairs(hs::circles{.x = sx, .y = sy, .radius = 9.0f}, {first, second}).total, n);
    g.nearest(spots, 30, {.index = index});
    const std::size_t met = g.overlap_pairs({first, second}).total;
    EXPECT_GT(met, 0u);
    EXPECT_EQ(g.overlap_pairs({std::span(first).first(met / 2), second}).total, met);
    EXPECT_GT(g.overlap(hs::circles{.x = x, .y = y, .radius = 9.0f}, {starts, first}), n);
    EXPECT_GT(hs::integrate_and_deflect({x, y, dx, dy}, 1, g, {}, flight), 0u);
    discs.rebuild(hs::circles{.x = y, .y = x, .radius = 3.0f});
    EXPECT_GT(hs::integrate_and_deflect({x, y, dx, dy}, 1, hs::several(map, discs, g)), 0u);
    const auto few = [&](std::vector<float>& column) { return std::span(column).first(n / 5); };
    for (int k = 0; k < 3; ++k)  // the same items again and again: then they are filed
      EXPECT_GT(hs::integrate_and_deflect({few(x), few(y), few(dx), few(dy)}, 9, kept), 0u);
    together.rebuild(hs::centred_boxes{.x = x, .y = y, .half_x = half, .half_y = 4.0f});
    EXPECT_GT(together.overlap_pairs({first, second}, {.by = hs::method::grid}, {by_turns, spaces}).total, 0u);
  };
  const auto draw = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = r.real(0, 900), y[i] = r.real(0, 900), half[i] = r.real(2, 6);
      dx[i] = r.real(-30, 30), dy[i] = r.real(-30, 30);
      shots[i] = {y[i], x[i], dy[i], dx[i], 3};
    }
  };
  draw();
  kept.rebuild(hs::centred_boxes{.x = x, .y = y, .half_x = half, .half_y = 4.0f});
  const std::size_t at_first = allocations;
  frame();
  EXPECT_GT(allocations, at_first);
  for (int k = 0; k < 5; ++k) {
    draw();  // as many pairs, give or take a few
    const std::size_t before = allocations;
    frame();
    EXPECT_EQ(allocations, before) << "frame " << k + 2;
  }
  // What is in docs/broadphase.md.
  EXPECT_LT(g.bytes(), n * 830);
}

}  // namespace
