// A bounded memory of pairs.
#include <gtest/gtest.h>

#include <hitscan/once.hpp>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

TEST(once, a_pair_is_fresh_once_and_known_ever_after) {
  std::vector<std::uint64_t> room(8, 77);
  hs::once_memory memory(room);
  EXPECT_FALSE(memory.knows(3, 7)) << "it starts empty, whatever lay there";
  EXPECT_EQ(memory.tell(3, 7), hs::once::fresh);
  EXPECT_EQ(memory.tell(3, 7), hs::once::known);
  EXPECT_EQ(memory.tell(7, 3), hs::once::fresh) << "who hits whom matters";
  EXPECT_TRUE(memory.knows(3, 7));
  EXPECT_EQ(memory.size(), 2u);
  memory.clear();
  EXPECT_EQ(memory.tell(3, 7), hs::once::fresh);
}

// A frame begins from a copy of the one before; then it is played again.
TEST(once, a_copy_has_words_of_its_own) {
  struct state {
    std::vector<std::uint64_t> words;
    hs::once_memory hurt;
    state() : words(64), hurt(words) {}
    state(const state& other) : words(64), hurt(words, other.hurt) {}
    state& operator=(const state& other) = default;
  };
  static_assert(!std::is_copy_constructible_v<hs::once_memory>);
  state first;
  first.hurt.tell(1, 2);
  state next = first;
  EXPECT_EQ(next.hurt.tell(1, 2), hs::once::known);
  EXPECT_EQ(next.hurt.tell(1, 3), hs::once::fresh);
  EXPECT_EQ(first.hurt.size(), 1u);
  EXPECT_FALSE(first.hurt.knows(1, 3));
  next = first;  // rolled back
  EXPECT_EQ(next.hurt.size(), 1u);
  EXPECT_EQ(next.hurt.tell(1, 3), hs::once::fresh);
  EXPECT_EQ(next.hurt.size(), 2u);
  first = next;
  next.hurt.clear();
  EXPECT_TRUE(first.hurt.knows(1, 3));
  EXPECT_EQ(first.hurt.forget(1), 2u);
}

TEST(once, a_full_memory_says_so_and_forgets_nothing) {
  std::vector<std::uint64_t> room(5);
  hs::once_memory memory(room);
  for (hs::index k = 0; k < 5; ++k) EXPECT_EQ(memory.tell(k, 0), hs::once::fresh);
  EXPECT_EQ(memory.tell(5, 0), hs::once::full);
  EXPECT_EQ(memory.tell(4, 0), hs::once::known);
  EXPECT_FALSE(memory.knows(5, 0));
  EXPECT_EQ(memory.forget(2), 1u);
  EXPECT_EQ(memory.tell(5, 0), hs::once::fresh);
  EXPECT_EQ(memory.tell(hs::none, hs::none), hs::once::full);
  hs::once_memory none({});
  EXPECT_EQ(none.tell(1, 2), hs::once::full);
  EXPECT_FALSE(none.knows(1, 2));
  EXPECT_EQ(none.forget(1), 0u);
}

TEST(once, agrees_with_a_set_over_a_long_random_life) {
  for (const std::size_t slots : {1u, 2u, 7u, 64u, 1000u}) {
    std::vector<std::uint64_t> room(slots);
    hs::once_memory memory(room);
    std::set<std::pair<hs::index, hs::index>> truth;
    rng r(slots);
    std::size_t full = 0;
    for (std::size_t step = 0; step < cases(60000); ++step) {
      const hs::index a = r.below(30), b = r.below(static_cast<std::uint32_t>(slots / 20 + 2));
      if (r.one_in(200)) {
        std::size_t gone = 0;
        for (auto it = truth.begin(); it != truth.end();)
          it->first == a ? (it = truth.erase(it), ++gone) : (++it, gone);
        ASSERT_EQ(memory.forget(a), gone);
        continue;
      }
      ASSERT_EQ(memory.knows(a, b), truth.count({a, b}) == 1);
      const hs::once expected = truth.count({a, b})     ? hs::once::known
                                : truth.size() == slots ? hs::once::full
                                                        : hs::once::fresh;
      ASSERT_EQ(memory.tell(a, b), expected) << slots << " slots, step " << step;
      if (expected == hs::once::fresh) truth.insert({a, b});
      full += expected == hs::once::full;
      ASSERT_EQ(memory.size(), truth.size());
    }
    if (trial::whole_run()) {
      EXPECT_GT(full, 0u) << slots;
    }
  }
}

TEST(once, of_many_pairs_the_fresh_ones_move_to_the_front_in_order) {
  std::vector<std::uint64_t> room(3);
  hs::once_memory memory(room);
  EXPECT_EQ(memory.tell(1, 1), hs::once::fresh);
  std::vector<hs::index> a{1, 2, 2, 2, 3, 4}, b{1, 5, 5, 6, 7, 8};
  const auto kept = memory.keep_fresh(a, b);
  EXPECT_EQ(kept.fresh, 4u);
  EXPECT_EQ(kept.full, 2u) << "two of these had no place in the memory";
  EXPECT_EQ(std::vector<hs::index>(a.begin(), a.begin() + 4), (std::vector<hs::index>{2, 2, 3, 4}));
  EXPECT_EQ(std::vector<hs::index>(b.begin(), b.begin() + 4), (std::vector<hs::index>{5, 6, 7, 8}));
}

TEST(once, the_pair_of_none_and_none_is_never_remembered) {
  std::vector<std::uint64_t> room(4);
  hs::once_memory memory(room);
  EXPECT_EQ(memory.tell(hs::none, hs::none), hs::once::full);
  EXPECT_FALSE(memory.knows(hs::none, hs::none));
  EXPECT_EQ(memory.size(), 0u);
}

}  // namespace
