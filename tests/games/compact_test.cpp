// Taking items out of many columns at once, and bombs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <hitscan/compact.hpp>
#include <hitscan/sweep.hpp>
#include <string>

#include "../support/differential.hpp"
#include "../support/memory.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

template <std::size_t Words> struct block_of {
  std::array<std::uint32_t, Words> data;
  friend bool operator==(const block_of&, const block_of&) = default;
  static block_of number(std::size_t i) {
    block_of b{};
    b.data.front() = static_cast<std::uint32_t>(i), b.data.back() = static_cast<std::uint32_t>(i);
    return b;
  }
};

// Columns of every width, each of which says which item it belongs to.
struct game {
  std::vector<std::uint8_t> byte;
  std::vector<std::uint16_t> half;
  std::vector<float> x;
  std::vector<double> y;
  std::vector<std::array<std::uint8_t, 3>> rgb;
  std::vector<block_of<3>> place;
  std::vector<block_of<4>> colour;
  std::vector<block_of<7>> sprite;
  std::vector<std::uint64_t> seen;
  explicit game(std::size_t n) : seen(hs::mask_words(n)) {
    for (std::size_t i = 0; i < n; ++i) {
      byte.push_back(static_cast<std::uint8_t>(i * 37)), half.push_back(static_cast<std::uint16_t>(i * 91));
      x.push_back(static_cast<float>(i)), y.push_back(static_cast<double>(i));
      rgb.push_back({byte.back(), static_cast<std::uint8_t>(i / 3), static_cast<std::uint8_t>(i / 256)});
      place.push_back(block_of<3>::number(i)), colour.push_back(block_of<4>::number(i));
      sprite.push_back(block_of<7>::number(i));
      if (i * i % 7 < 3) seen[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  template <class Which> std::size_t compact(const Which& which) {
    return hs::compact(which, byte, half, x, y, rgb, place, colour, sprite, hs::bit_column{seen});
  }
};

void check(const game& after, const game& before, const std::vector<bool>& gone, std::size_t left) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (gone[i]) continue;
    ASSERT_EQ(after.byte[to], before.byte[i]) << i << " of " << gone.size();
    ASSERT_EQ(after.half[to], before.half[i]) << i;
    ASSERT_EQ(after.x[to], before.x[i]) << i;
    ASSERT_EQ(after.y[to], before.y[i]) << i;
    ASSERT_EQ(after.rgb[to], before.rgb[i]) << i;
    ASSERT_EQ(after.place[to], before.place[i]) << i;
    ASSERT_EQ(after.colour[to], before.colour[i]) << i;
    ASSERT_EQ(after.sprite[to], before.sprite[i]) << i;
    ASSERT_EQ(after.seen[to / 64] >> (to % 64) & 1, before.seen[i / 64] >> (i % 64) & 1) << i << " of " << gone.size();
    ++to;
  }
  ASSERT_EQ(left, to);
  for (std::size_t i = to; i < gone.size(); ++i) ASSERT_EQ(after.seen[i / 64] >> (i % 64) & 1, 0u) << "spare bits";
}

// Removes one item in `sparse`, or as many as that from every second stretch and nothing from the others.
void remove_some(std::size_t n, std::uint32_t sparse, std::size_t stretch, rng& r) {
  const game before(n);
  std::vector<bool> gone(n);
  std::vector<std::uint64_t> words(hs::mask_words(n));
  std::vector<hs::index> list;
  for (std::size_t i = 0; i < n; ++i)
    if ((stretch == 0 || i / stretch % 2) && r.one_in(sparse)) {
      gone[i] = true, words[i / 64] |= std::uint64_t{1} << (i % 64), list.push_back(static_cast<hs::index>(i));
    }
  if (n % 64) words.back() |= ~std::uint64_t{0} << (n % 64);  // spare bits say nothing
  for (const hs::isa which : hs::supported_isas()) {
    const forced engine(which);
    game by_mask = before, by_list = before, by_found = before;
    check(by_mask, before, gone, by_mask.compact(words));
    check(by_list, before, gone, by_list.compact(list));
    check(by_found, before, gone, by_found.compact(hs::found{list.data(), list.size(), list.size()}));
  }
}

TEST(compact, what_stays_keeps_its_order_in_columns_of_every_width) {
  rng r(1);
  for (std::size_t n = 0; n < 400; n = n < 140 ? n + 1 : n + 61)
    for (const std::uint32_t sparse : {1u, 2u, 5u, 20u, 300u}) {
      remove_some(n, sparse, 0, r);
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(compact, many_items_are_one_batch) {
  rng r(4);
  for (const std::size_t n : {2047u, 2048u, 2049u, 4096u, 6000u, 10240u})
    for (const std::uint32_t sparse : {1u, 2u, 8u, 50u, 100u, 1000u, 30000u})
      for (const std::size_t stretch : {0u, 100u, 2048u}) {
        remove_some(n, sparse, stretch, r);
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(compact, writes_nothing_behind_a_column) {
  arena memory(8, 4096);
  rng r(2);
  for (std::size_t n = 1; n < 400; ++n) {
    const forced engine(hs::supported_isas()[n % hs::supported_isas().size()]);
    memory.release();
    const auto x = memory.output<float>(n, place::at_end);
    const auto y = memory.output<double>(n, place::at_end);
    const auto flag = memory.output<std::uint8_t>(n, place::shifted);
    const auto seen = memory.output<std::uint64_t>(hs::mask_words(n), place::at_end);
    const auto gone = memory.input<std::uint64_t>(hs::mask_words(n), place::at_end);
    for (auto& w : gone) w = r.next() & (r.one_in(2) ? ~std::uint64_t{0} : r.next() & r.next() & r.next());
    EXPECT_LE(hs::compact(gone, x, y, flag, hs::bit_column{seen}), n);
    ASSERT_TRUE(memory.intact()) << n;
  }
}

TEST(compact, a_short_mask_removes_no_more_and_a_wild_index_removes_nothing) {
  std::vector<float> x(100);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  const std::vector<std::uint64_t> words{1};
  EXPECT_EQ(hs::compact(words, x), 99u);
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[98], 99);
  arena memory(1, 4096);
  const auto some = memory.input<std::uint64_t>(33, place::at_end);
  std::fill(some.begin(), some.end(), ~std::uint64_t{0});
  std::vector<int> many(6000, 3);
  many.back() = 7;
  EXPECT_EQ(hs::compact(some, many), 6000u - 33 * 64);
  EXPECT_EQ(many[6000 - 33 * 64 - 1], 7);
  if (hs::detail::checks_enabled()) return;  // the rest is a contract breach
  const std::vector<hs::index> wild{3, 3, 2, 700, 5, hs::none};
  std::vector<float> y{0, 1, 2, 3, 4, 5, 6};
  std::vector<int> shorter{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(hs::compact(wild, y, shorter), 4u) << "3 and 5 of the six that both have";
  EXPECT_EQ(std::vector<float>(y.begin(), y.begin() + 4), (std::vector<float>{0, 1, 2, 4}));
  EXPECT_EQ(std::vector<int>(shorter.begin(), shorter.begin() + 4), (std::vector<int>{0, 1, 2, 4}));
  std::vector<float> z(6000);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<float>(i);
  const std::vector<hs::index> late{5000, 100, 7000, 5000, 2048, 5001};
  EXPECT_EQ(hs::compact(late, z), 5998u) << "5000 and 5001";
  EXPECT_EQ(z[4999], 4999);
  EXPECT_EQ(z[5000], 5002);
}

// ---- erase ---------------------------------------------------------------------------------------------------------

TEST(erase, what_can_be_resized_is_as_long_as_what_is_left_whatever_says_who_goes) {
  rng r(5);
  for (const std::size_t n : {0u, 1u, 63u, 64u, 65u, 700u, 5000u})
    for (const std::uint32_t sparse : {1u, 3u, 200u}) {
      const game before(n);
      std::vector<bool> gone(n);
      std::vector<std::uint64_t> words(hs::mask_words(n));
      std::vector<hs::index> list;
      for (std::size_t i = 0; i < n; ++i)
        if (r.one_in(sparse))
          gone[i] = true, words[i / 64] |= std::uint64_t{1} << (i % 64), list.push_back(static_cast<hs::index>(i));
      const auto erased = [&](const auto& which) {
        game g = before;
        std::array<int, 5000> fixed{};
        const std::span<float> seen_only(g.x);
        const std::size_t left = hs::erase(which, g.byte, g.half, seen_only, g.y, g.rgb, g.place, g.colour, g.sprite,
                                           hs::bit_column{g.seen}, std::span(fixed).first(n));
        ASSERT_EQ(left, n - list.size());
        for (const std::size_t size : {g.byte.size(), g.half.size(), g.y.size(), g.place.size(), g.sprite.size()})
          ASSERT_EQ(size, left) << "of " << n;
        ASSERT_EQ(g.x.size(), n) << "a span is not its vector";
        ASSERT_EQ(g.seen.size(), hs::mask_words(n));
        check(g, before, gone, left);
      };
      erased(words), erased(list), erased(hs::found{list.data(), list.size(), list.size()});
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(erase, records_without_indices_erase_nothing) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  const std::vector<float> x{0, 1, 2};
  std::array<hs::hit, 3> hits;
  std::vector<float> column{7, 8, 9};
  EXPECT_EQ(hs::erase(hs::sweep_in_order(hs::circle{{0, 0}, 1}, hs::vec2{3, 0},
                                         hs::circles{.x = x, .y = 0.0f, .radius = 1.0f}, hits),
                      column),
            3u);
  EXPECT_EQ(column, (std::vector<float>{7, 8, 9}));
}

TEST(compact, bits_behind_the_last_item_become_0_in_spare_words_too) {
  std::vector<std::uint64_t> words{0x3ff, 0xff}, gone{2};
  std::vector<float> column(10, 1);
  EXPECT_EQ(hs::compact(gone, column, hs::bit_column{words}), 9u);
  EXPECT_EQ(words, (std::vector<std::uint64_t>{0x1ff, 0}));
}

TEST(erase, a_list_that_was_cut_short_erases_what_it_holds) {
  std::vector<float> x{0, 1, 2, 3, 4, 5};
  std::vector<char> name{'a', 'b', 'c', 'd', 'e', 'f'};
  hs::index room[2];
  const hs::found who = hs::overlap(hs::points{.x = x, .y = 0.0f}, hs::box{{0.5f, -1}, {4.5f, 1}}, room);
  EXPECT_EQ(hs::erase(who, x, name), 4u);
  EXPECT_EQ(x, (std::vector<float>{0, 3, 4, 5}));
  EXPECT_EQ(name, (std::vector<char>{'a', 'd', 'e', 'f'}));
}

// ---- cancel --------------------------------------------------------------------------------------------------------

TEST(cancel, a_bomb_takes_what_it_overlaps_and_shows_it_before_it_is_gone) {
  std::vector<float> x{0, 10, 20, 30, 40}, y(5, 1.0f);
  std::vector<int> name{100, 101, 102, 103, 104};
  std::vector<hs::index> room(5);
  std::vector<int> taken;
  const hs::circles bullets{.x = x, .y = y, .radius = 2.0f};
  const hs::cancelled c = hs::cancel(
      bullets, hs::circle{{15, 0}, 9}, room, {}, [&](hs::index i) { taken.push_back(name[i]); }, x, y, name);
  EXPECT_EQ(c.left, 3u);
  EXPECT_EQ(taken, (std::vector<int>{101, 102}));
  EXPECT_EQ(c.who.total, 2u);
  EXPECT_EQ(room[0], 1u);
  EXPECT_EQ(x, (std::vector<float>{0, 30, 40}));
  EXPECT_EQ(y.size(), 3u);
  EXPECT_EQ(name, (std::vector<int>{100, 103, 104}));
}

TEST(cancel, what_has_no_room_in_the_list_stays_for_the_next_call) {
  std::vector<float> x{1, 2, 3, 4, 5};
  std::vector<hs::index> room(2);
  std::vector<float> taken;
  std::size_t n = x.size(), calls = 0;
  for (bool complete = false; !complete; ++calls) {
    const std::span<float> live(x.data(), n);
    const hs::points dots{.x = live, .y = 0.0f};
    const hs::cancelled c = hs::cancel(
        dots, hs::box{{1.5f, -1}, {9, 1}}, room, {}, [&](hs::index i) { taken.push_back(live[i]); }, live);
    complete = c.who.complete(), n = c.left;
  }
  EXPECT_EQ(calls, 2u);
  EXPECT_EQ(n, 1u);
  EXPECT_EQ(taken, (std::vector<float>{2, 3, 4, 5}));
  EXPECT_EQ(x[0], 1);
}

}  // namespace
