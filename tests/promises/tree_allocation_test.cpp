// Items filed for rays, and nearest items: once warm, nothing allocates. Memory an item.
#include <gtest/gtest.h>

#include <hitscan/world.hpp>
#include <vector>

#include "../support/by_method.hpp"
#include "../support/counted_new.hpp"
#include "../support/random.hpp"

namespace {

namespace hs = hitscan;

TEST(tree_allocation, the_first_round_allocates_and_the_next_ones_do_not) {
  trial::rng r(1);
  constexpr std::size_t n = 5000, asked = 500;
  std::vector<float> x(n), y(n), dx(asked), dy(asked), time(asked), half(n), distance(asked);
  std::vector<hs::index> index(asked), first(40 * n), second(40 * n), near(10 * asked);
  std::vector<std::size_t> starts(n + 1);
  for (std::size_t i = 0; i < n; ++i) x[i] = r.real(0, 1200), y[i] = r.real(0, 1200), half[i] = r.real(2, 6);
  for (std::size_t i = 0; i < asked; ++i) dx[i] = r.real(-900, 900), dy[i] = r.real(-900, 900);
  const hs::centred_boxes items{.x = x, .y = y, .half_x = half, .half_y = 4.0f};
  const auto some = [](const std::vector<float>& v) { return std::span(v).first(asked); };
  trial::by_tree t;
  const auto round = [&] {
    t.rebuild(items);
    t.cast_nearest(hs::segments{.x = some(y), .y = some(x), .dx = dx, .dy = dy}, {.index = index, .time = time});
    t.sweep_nearest(hs::circles{.x = some(y), .y = some(x), .radius = 3.0f}, hs::motions{.dx = dx, .dy = dy},
                    {.index = index});
    EXPECT_GT(t.overlap_pairs({first, second}).total, 0u);
    EXPECT_GT(t.overlap(items, {starts, first}), n - 1);
    t.nearest(hs::points{.x = some(y), .y = some(x)}, 50, {.index = index, .distance = distance});
    EXPECT_GT(t.nearest_k(hs::points{.x = some(y), .y = some(x)}, 10, 50, {starts, near}), asked);
  };
  const std::size_t at_first = trial::allocations;
  round();
  EXPECT_GT(trial::allocations, at_first);
  round();
  for (int k = 0; k < 3; ++k) {
    const std::size_t before = trial::allocations;
    round();
    EXPECT_EQ(trial::allocations, before) << "round " << k + 3;
  }
}

// What is in docs/broadphase.md.
TEST(tree_allocation, a_tree_takes_as_much_memory_as_the_documentation_says) {
  trial::rng r(2);
  constexpr std::size_t n = 100000;
  std::vector<float> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = r.real(0, 10000), y[i] = r.real(0, 10000);
  trial::by_tree t;
  t.rebuild(hs::centred_boxes{.x = x, .y = y, .half_x = 10.0f, .half_y = 10.0f});
  hs::index who[1];
  t.cast_nearest(hs::segments{.x = std::span(x).first(1), .y = 0.0f, .dx = 9.0f, .dy = 9.0f}, {.index = who});
  EXPECT_LT(t.bytes(), n * 300);
  EXPECT_GT(t.bytes(), n * 100);
}

// What is large is aligned to huge pages, and given back by what it was asked by: operator delete is told so.
TEST(tree_allocation, memory_goes_back_as_it_came) {
  trial::rng r(3);
  constexpr std::size_t n = 300000;
  std::vector<float> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = r.real(0, 20000), y[i] = r.real(0, 20000);
  const std::size_t before = trial::alignments;
  {
    hs::world w;
    for (const std::size_t some : {n / 1000, n}) {
      w.rebuild(hs::centred_boxes{
          .x = std::span(x).first(some), .y = std::span(y).first(some), .half_x = 10.0f, .half_y = 10.0f});
      std::vector<hs::index> first(8 * n), second(8 * n);
      EXPECT_EQ(w.overlap_pairs_unordered({first, second}, {.by = hs::method::grid}).total,
                w.overlap_pairs({first, second}, {.by = hs::method::grid}).total);
    }
    EXPECT_GT(trial::alignments, before);
    EXPECT_EQ(trial::widest, std::size_t{1} << 21);
  }
  EXPECT_EQ(trial::alignments, before);
}

}  // namespace
