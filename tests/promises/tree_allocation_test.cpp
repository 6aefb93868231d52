// Trees and nearest items: once warm, queries, building, refitting and loading allocate nothing. Memory an item.
#include <gtest/gtest.h>

#include <cstring>
#include <hitscan/tree.hpp>
#include <vector>

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
  hs::tree t, other;
  std::vector<std::byte> file;
  const auto round = [&] {
    t.build(items);
    t.refit(items);
    t.cast_nearest(hs::segments{.x = some(y), .y = some(x), .dx = dx, .dy = dy}, {.index = index, .time = time});
    t.sweep_nearest(hs::circles{.x = some(y), .y = some(x), .radius = 3.0f}, hs::motions{.dx = dx, .dy = dy},
                    {.index = index});
    EXPECT_GT(t.overlap_pairs({first, second}).total, 0u);
    EXPECT_GT(t.overlap(items, {starts, first}), n - 1);
    t.nearest(hs::points{.x = some(y), .y = some(x)}, 50, {.index = index, .distance = distance});
    EXPECT_GT(t.nearest_k(hs::points{.x = some(y), .y = some(x)}, 10, 50, {starts, near}), asked);
    if (file.empty()) file.resize(t.save({}));
    EXPECT_EQ(t.save(file), file.size());
    EXPECT_TRUE(other.load(file));
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

// Sizes that overflow when they are multiplied come out as that of the head alone.
TEST(tree_allocation, a_file_that_is_a_head_alone_and_says_that_there_are_items_is_refused_and_takes_no_memory) {
  hs::tree t;
  std::vector<std::byte> file(t.save({}));
  EXPECT_EQ(t.save(file), file.size());
  ASSERT_EQ(file.size(), 40u);
  ASSERT_TRUE(t.load(file)) << "of nothing";
  for (const std::uint32_t dims : {2u, 3u})
    for (const std::uint32_t what : {0u, 1u, 2u})
      for (const std::uint32_t layered : {0u, 1u})
        for (int bit = 0; bit < 64; ++bit) {
          const std::uint32_t head[] = {dims, what, layered};
          const std::uint64_t items = std::uint64_t{1} << bit;
          std::memcpy(file.data() + 16, head, sizeof head);
          std::memcpy(file.data() + 32, &items, sizeof items);
          const std::size_t before = trial::allocations;
          bool taken = true;
          EXPECT_NO_THROW(taken = t.load(file));
          EXPECT_FALSE(taken) << "2^" << bit << " items, " << dims << "D, of " << what;
          EXPECT_EQ(trial::allocations, before);
        }
  EXPECT_EQ(t.size(), 0u);
}

// What is in docs/broadphase.md.
TEST(tree_allocation, a_tree_takes_as_much_memory_as_the_documentation_says) {
  trial::rng r(2);
  constexpr std::size_t n = 100000;
  std::vector<float> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = r.real(0, 10000), y[i] = r.real(0, 10000);
  hs::tree t;
  t.build(hs::centred_boxes{.x = x, .y = y, .half_x = 10.0f, .half_y = 10.0f});
  EXPECT_LT(t.bytes(), n * 300);
  EXPECT_GT(t.bytes(), n * 100);
}

}  // namespace
