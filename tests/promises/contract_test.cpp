// What happens when a contract is broken. With checks, the user's handler hears a sentence about it. With or without,
// nothing is read or written out of bounds: all arrays here end where the memory ends.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <string>

#include "../support/differential.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

int breaches = 0;
std::string last;

class contract : public testing::Test {
 protected:
  void SetUp() override {
    breaches = 0, last.clear();
    before_ = hs::on_contract_breach([](const char* message) { ++breaches, last = message; });
  }
  void TearDown() override {
    hs::on_contract_breach(before_);
    EXPECT_TRUE(memory.intact()) << "written out of bounds";
  }

  // Was there a breach since the last time, and did it name `word`? Without checks there never is one.
  static testing::AssertionResult heard(const char* word) {
    const int count = std::exchange(breaches, 0);
    if (!hs::detail::checks_enabled())
      return count == 0 ? testing::AssertionSuccess() : testing::AssertionFailure() << "checks are off";
    if (count == 0) return testing::AssertionFailure() << "nothing was said";
    if (last.find("hitscan: ") != 0) return testing::AssertionFailure() << "\"" << last << "\" does not say who speaks";
    return last.find(word) != std::string::npos ? testing::AssertionSuccess()
                                                : testing::AssertionFailure() << "it said: " << last;
  }

  std::span<float> floats(std::size_t n, float value) {
    const auto s = memory.input<float>(n, place::at_end);
    for (float& x : s) x = value;
    return s;
  }

  // body() on every ISA.
  template <class Body> void everywhere(const Body& body) {
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      SCOPED_TRACE(hs::name(isa));
      memory.release();
      body();
      EXPECT_TRUE(memory.intact()) << "written out of bounds";
    }
  }

  arena memory{48, 4096};

 private:
  hs::contract_handler before_ = nullptr;
};

constexpr hs::circle everything{{0, 0}, 100};

TEST_F(contract, nothing_is_said_about_what_is_in_order) {
  everywhere([&] {
    const std::span<float> x = floats(70, 1), out = floats(70, 0);
    const hs::circles items{.x = x, .y = x, .radius = 1.0f};
    EXPECT_EQ(hs::overlap_count(items, everything), 70u);
    hs::sweep_times(items, hs::motions{.dx = x, .dy = 0.0f, .longest = 1}, everything, out);
    EXPECT_EQ(hs::overlap(items, everything, {}).total, 70u) << "a list may be short, that is no breach";
    EXPECT_EQ(breaches, 0) << last;
  });
}

TEST_F(contract, columns_that_differ_in_length_are_read_as_far_as_the_shortest) {
  everywhere([&] {
    for (const std::size_t shorter : {0, 1, 7, 16, 37, 64}) {
      const hs::circles items{.x = floats(70, 0), .y = floats(shorter, 0), .radius = 1.0f};
      EXPECT_EQ(hs::overlap_count(items, everything), shorter);
      EXPECT_TRUE(heard("differ in length"));
      memory.release();
    }
    const hs::boxes walls{
        .min_x = floats(20, -1), .min_y = floats(19, -1), .max_x = floats(18, 1), .max_y = floats(33, 1)};
    EXPECT_EQ(hs::cast_count(hs::segment{{-5, 0}, {10, 0}}, walls), 18u);
    EXPECT_TRUE(heard("differ in length"));
  });
}

TEST_F(contract, steps_and_layers_of_another_length_do_not_reach_beyond_either) {
  everywhere([&] {
    const hs::circles items{.x = floats(40, 0), .y = floats(40, 0), .radius = 1.0f};
    EXPECT_EQ(hs::sweep_count(items, hs::motions{.dx = floats(33, 1), .dy = floats(33, 1)}, everything), 33u);
    EXPECT_TRUE(heard("differ in length"));
    EXPECT_EQ(hs::sweep_count(items, hs::motions{.dx = floats(50, 1), .dy = floats(50, 1)}, everything), 40u);
    EXPECT_TRUE(heard("differ in length"));
    EXPECT_EQ(hs::sweep_count(items, hs::motions{.dx = floats(50, 1), .dy = floats(39, 1)}, everything), 39u);
    EXPECT_TRUE(heard("differ in length"));
    const auto layers = memory.input<std::uint32_t>(31, place::at_end);
    for (std::uint32_t& bits : layers) bits = 1;
    hs::circles layered = items;
    layered.layers = layers;
    EXPECT_EQ(hs::overlap_count(layered, everything), 31u);
    EXPECT_TRUE(heard("layers"));
  });
}

TEST_F(contract, a_missing_column_is_a_breach_and_no_crash) {
  everywhere([&] {
    const hs::circles no_radius{.x = floats(40, 0), .y = floats(40, 0), .radius = {}};
    std::vector<std::uint64_t> words(1);
    hs::overlap_mask(no_radius, everything, words);
    EXPECT_TRUE(heard("lacks a column"));
  });
}

TEST_F(contract, two_sides_of_another_length_meet_as_far_as_the_shorter) {
  everywhere([&] {
    const hs::circles left{.x = floats(40, 0), .y = 0.0f, .radius = 1.0f},
        right{.x = floats(23, 0), .y = 0.0f, .radius = 1.0f};
    EXPECT_EQ(hs::overlap_each_count(left, right), 23u);
    EXPECT_TRUE(heard("differ in length"));
    EXPECT_EQ(hs::sweep_each_count(right, hs::vec2{1, 0}, left), 23u);
    EXPECT_TRUE(heard("differ in length"));
  });
}

TEST_F(contract, a_short_output_is_filled_and_nothing_behind_it_is_written) {
  everywhere([&] {
    const hs::circles items{.x = floats(200, 0), .y = 0.0f, .radius = 1.0f};
    const hs::vec2 step{1, 0};
    for (const std::size_t room : {0, 1, 5, 16, 63, 64, 65, 130}) {
      const auto mark = memory.here();
      const auto words = memory.output<std::uint64_t>(room / 64, place::at_end);
      hs::overlap_mask(items, everything, words);
      EXPECT_TRUE(heard("output"));
      for (const std::uint64_t word : words) EXPECT_EQ(word, ~std::uint64_t{0});
      const auto times = memory.output<float>(room, place::at_end);
      hs::sweep_times(items, step, everything, times);
      EXPECT_TRUE(heard("output"));
      for (const float t : times) EXPECT_EQ(t, 0);
      const auto full = memory.output<float>(200, place::at_end);
      const auto few = memory.output<std::uint64_t>(1, place::at_end);
      hs::sweep_times(items, step, everything, {full, few});
      EXPECT_TRUE(heard("output"));
      const auto who = memory.output<hs::index>(room, place::at_end);
      const auto when = memory.output<float>(room + 3, place::at_end);
      if (room) {
        hs::sweep_each(items, step, everything, hs::hit_columns{.index = who, .time = when});
        EXPECT_TRUE(heard("output"));
        for (std::size_t i = 0; i < room; ++i) EXPECT_EQ(who[i], i);
        hs::sweep_nearest(items, hs::motions{.dx = 1.0f, .dy = 0.0f}, hs::circles{.x = 0.0f, .y = 0.0f, .radius = 1.0f},
                          hs::hit_columns{.index = who, .time = when});
        EXPECT_TRUE(heard("output"));
        for (std::size_t i = 0; i < room; ++i) EXPECT_EQ(who[i], 0u);
      }
      EXPECT_TRUE(memory.intact()) << "room for " << room;
      memory.release(mark);
    }
  });
}

TEST_F(contract, a_list_that_is_short_is_filled_and_says_how_many_there_are) {
  everywhere([&] {
    const hs::circles items{.x = floats(200, 0), .y = 0.0f, .radius = 1.0f};
    for (const std::size_t room : {0, 1, 5, 16, 63, 64, 65, 130, 199, 200}) {
      const auto mark = memory.here();
      const auto who = memory.output<hs::index>(room, place::at_end);
      const hs::found got = hs::overlap(items, everything, who);
      EXPECT_EQ(got.written, room);
      EXPECT_EQ(got.total, 200u);
      EXPECT_TRUE(memory.intact()) << "room for " << room;
      memory.release(mark);
    }
    EXPECT_EQ(breaches, 0) << last;
  });
}

TEST_F(contract, index_pairs_beyond_their_view_never_hit) {
  everywhere([&] {
    const hs::circles left{.x = floats(40, 0), .y = floats(40, 0), .radius = 1.0f},
        right{.x = floats(9, 0), .y = 0.0f, .radius = 1.0f};
    const std::vector<hs::index> first{0, 39, 40, 5, hs::none, 0x80000000u, 39, 12, 8},
        second{8, 0, 0, 9, 0, 0, hs::none, 0x7fffffffu, 8};
    const auto words = memory.output<std::uint64_t>(1, place::at_end);
    hs::overlap_each_mask(left, right, hs::index_pairs{first, second}, words);
    EXPECT_TRUE(heard("beyond"));
    EXPECT_EQ(words[0], 0b100000011u);
    std::vector<hs::index> who(first.size());
    std::vector<float> when(first.size());
    hs::sweep_each(left, hs::vec2{1, 0}, right, hs::vec2{0, 1}, hs::index_pairs{first, second},
                   hs::hit_columns{.index = who, .time = when});
    EXPECT_TRUE(heard("beyond"));
    EXPECT_EQ(who, (std::vector<hs::index>{0, 1, hs::none, hs::none, hs::none, hs::none, hs::none, hs::none, 8}));
    EXPECT_EQ(when, (std::vector<float>{0, 0, 1, 1, 1, 1, 1, 1, 0}));
    EXPECT_EQ(hs::overlap_each_count(left, everything,
                                     hs::index_pairs{std::span(first).first(2), std::span(second).first(2)}),
              2u)
        << "a single shape stands under every index";
    EXPECT_EQ(breaches, 0) << last;
    EXPECT_EQ(
        hs::overlap_each_count(left, right, hs::index_pairs{std::span(first).first(2), std::span(second).first(1)}),
        1u);
    EXPECT_TRUE(heard("pairs differ in length"));
    EXPECT_EQ(hs::overlap_each_count(left, right, hs::index_pairs{}), 0u);
  });
}

TEST_F(contract, an_empty_view_answers_nothing_about_anything) {
  everywhere([&] {
    const std::vector<float> nothing;
    const hs::circles none{.x = nothing, .y = nothing, .radius = nothing};
    const hs::motions steps{.dx = nothing, .dy = nothing};
    EXPECT_FALSE(hs::overlap_any(none, everything));
    EXPECT_EQ(hs::overlap(everything, none, {}).total, 0u);
    EXPECT_EQ(hs::sweep_nearest(none, steps, everything), hs::hit{});
    EXPECT_EQ(hs::sweep_each_count(none, steps, none), 0u);
    EXPECT_EQ(hs::overlap_each_count(none, everything), 0u);
    hs::overlap_mask(none, everything, {});
    hs::sweep_times(none, steps, everything, std::span<float>{});
    std::vector<hs::index> who(3, 77);
    hs::sweep_nearest(hs::circles{.x = who.empty() ? 0.0f : 1.0f, .y = 0.0f, .radius = 1.0f},
                      hs::motions{.dx = 1.0f, .dy = 0.0f}, none, hs::hit_columns{.index = who});
    EXPECT_EQ(who, (std::vector<hs::index>{hs::none, 77, 77})) << "one mover, nothing to hit, nothing else written";
    EXPECT_EQ(breaches, 0) << last;
  });
}

TEST_F(contract, an_empty_view_has_no_item_that_an_index_could_mean) {
  everywhere([&] {
    const std::vector<float> nothing;
    const hs::circles none{.x = nothing, .y = nothing, .radius = 1.0f},
        some{.x = floats(5, 0), .y = 0.0f, .radius = 1.0f};
    const std::vector<hs::index> zero{0, 0, 0};
    EXPECT_EQ(hs::overlap_each_count(some, none, hs::index_pairs{zero, zero}), 0u);
    EXPECT_TRUE(heard("beyond"));
  });
}

TEST_F(contract, a_broken_promise_about_the_longest_step_is_heard) {
  const hs::circles items{.x = floats(40, 0), .y = 0.0f, .radius = 1.0f};
  const std::span<float> steps = floats(40, 1);
  steps[17] = -3;
  (void)hs::sweep_count(items, hs::motions{.dx = steps, .dy = 0.0f, .longest = 2}, everything);
  EXPECT_TRUE(heard("longest"));
  (void)hs::sweep_count(items, hs::motions{.dx = steps, .dy = 0.0f, .longest = 3}, everything);
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, padding_is_for_casts_at_boxes) {
  (void)hs::cast_count(hs::segment{{0, 0}, {1, 1}}, everything, {.padding = {1, 1, 0}});
  EXPECT_TRUE(heard("padding"));
}

TEST_F(contract, an_output_without_columns_is_legal) {
  const hs::circles items{.x = floats(40, 0), .y = 0.0f, .radius = 1.0f};
  const hs::found got = hs::sweep(items, hs::vec2{1, 0}, everything, hs::hit_columns{});
  EXPECT_EQ(got.total, 40u);
  EXPECT_EQ(got.begin(), got.end());
  hs::sweep_each(items, hs::vec2{1, 0}, everything, hs::hit_columns{});
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, the_previous_handler_comes_back_and_null_means_the_default) {
  const hs::contract_handler mine = [](const char*) {};
  const hs::contract_handler before = hs::on_contract_breach(mine);
  EXPECT_EQ(hs::on_contract_breach(nullptr), mine);
  EXPECT_EQ(hs::on_contract_breach(before), nullptr);
}

TEST_F(contract, by_default_a_checked_build_prints_and_stops) {
  if (!hs::detail::checks_enabled()) GTEST_SKIP() << "this build has no checks";
#if GTEST_HAS_DEATH_TEST
  hs::on_contract_breach(nullptr);
  const hs::circles items{.x = floats(70, 0), .y = floats(3, 0), .radius = 1.0f};
  EXPECT_DEATH((void)hs::overlap_count(items, everything), "hitscan: .*differ in length");
#endif
}

}  // namespace
