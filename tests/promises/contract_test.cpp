// What happens when a contract is broken: a sentence about it, with the query, the column and the numbers, and an
// answer that says "nothing". A build without checks is silent and works on the shortest length. In none of them
// anything is read or written out of bounds: all arrays here end where the memory ends.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include <atomic>
#include <bit>
#include <sstream>
#include <string>
#include <thread>
#if GTEST_HAS_DEATH_TEST
#include <unistd.h>
#endif

#include "../support/answers.hpp"
#include "../support/differential.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

std::atomic<int> breaches = 0;
std::string last;

bool looked_at() { return hs::detail::checks_in_use() != hs::detail::checks::none; }

class contract : public testing::Test {
 protected:
  void SetUp() override {
    breaches = 0, last.clear();
    before_ = hs::set_breach_handler([](const char* message) { last = message, ++breaches; });
  }
  void TearDown() override {
    hs::set_breach_handler(before_);
    EXPECT_TRUE(memory.intact()) << "written out of bounds";
  }

  // Was there a breach since the last time, and did it name `word`? Without checks there never is one.
  static testing::AssertionResult heard(const std::string& word) { return told(word, looked_at()); }
  // The same of what takes a look at every item.
  static testing::AssertionResult heard_of_items(const std::string& word) {
    return told(word, hs::detail::checks_enabled());
  }
  static testing::AssertionResult told(const std::string& word, bool expected) {
    const int count = breaches.exchange(0);
    if (!expected)
      return count == 0 ? testing::AssertionSuccess() : testing::AssertionFailure() << "nobody looks, but: " << last;
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
  hs::breach_handler before_ = nullptr;
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
    hs::overlap_each_mask(left, right, words, {.pairs = {first, second}});
    EXPECT_TRUE(heard("beyond"));
    EXPECT_EQ(words[0], looked_at() ? 0u : 0b100000011u) << "who does not look finds what there is";
    std::vector<hs::index> who(first.size());
    std::vector<float> when(first.size());
    hs::sweep_each(left, hs::vec2{1, 0}, hs::moving(right, hs::vec2{0, 1}), {.index = who, .time = when},
                   {.pairs = {first, second}});
    EXPECT_TRUE(heard("beyond"));
    const hs::index no = hs::none;
    EXPECT_EQ(who,
              looked_at() ? std::vector<hs::index>(9, no) : (std::vector<hs::index>{0, 1, no, no, no, no, no, no, 8}));
    EXPECT_EQ(when, looked_at() ? std::vector<float>(9, 1) : (std::vector<float>{0, 0, 1, 1, 1, 1, 1, 1, 0}));
    EXPECT_EQ(
        hs::overlap_each_count(left, everything, {.pairs = {std::span(first).first(2), std::span(second).first(2)}}),
        2u)
        << "a single shape stands under every index";
    EXPECT_EQ(breaches, 0) << last;
    EXPECT_EQ(hs::overlap_each_count(left, right, {.pairs = {std::span<hs::index>{}, std::span<hs::index>{}}}), 0u);
  });
}

TEST_F(contract, an_index_just_behind_its_view_never_hits_whatever_its_place_in_the_list) {
  everywhere([&] {
    const hs::boxes boxes{.min_x = floats(6, 0), .min_y = floats(6, 0), .max_x = floats(6, 1), .max_y = floats(6, 1)};
    for (std::size_t at = 0; at < 9; ++at)
      for (const bool second : {false, true}) {
        std::vector<hs::index> good(9, 5), one(9, 5);
        one[at] = 6;
        std::uint64_t hits = 0;
        hs::overlap_each_mask(boxes, boxes, {&hits, 1}, {.pairs = {second ? good : one, second ? one : good}});
        EXPECT_TRUE(heard("beyond"));
        EXPECT_EQ(hits, looked_at() ? 0u : 0x1ffu & ~(std::uint64_t{1} << at)) << at;
      }
    EXPECT_EQ(breaches, 0) << last;
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
    EXPECT_EQ(hs::overlap_each_count(some, none, {.pairs = {zero, zero}}), 0u);
    EXPECT_TRUE(heard("beyond"));
  });
}

TEST_F(contract, a_broken_promise_about_the_longest_step_is_heard) {
  const hs::circles items{.x = floats(40, 0), .y = 0.0f, .radius = 1.0f};
  const std::span<float> steps = floats(40, 1);
  steps[17] = -3;
  (void)hs::sweep_count(items, hs::motions{.dx = steps, .dy = 0.0f, .longest = 2}, everything);
  EXPECT_TRUE(heard_of_items("longest"));
  (void)hs::sweep_count(items, hs::motions{.dx = steps, .dy = 0.0f, .longest = 3}, everything);
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, padding_is_refused_by_tiles_cells_and_worlds) {
  if (hs::detail::checks_in_use() == hs::detail::checks::none) GTEST_SKIP() << "nobody looks";
  const hs::query thick{.padding = {1, 1}};
  std::vector<std::uint8_t> full(4, hs::tile_solid);
  const hs::tile_map map{.width = 2, .height = 2, .cell = {8, 8}, .tiles = full};
  const hs::box block{{1, 1}, {2, 2}};
  const hs::circle disc{{1, 1}, 1};
  const std::vector<float> x{1, 2}, half{1, 1};
  std::vector<hs::index> list(8, 77), other(8, 77);
  const auto refused = [&](bool nothing, const char* what) {
    EXPECT_TRUE(heard("padding")) << what;
    EXPECT_TRUE(nothing) << what;
  };
  refused(!map.overlap_any(block, thick), "tiles, overlap_any of a box");
  refused(!map.overlap_any(disc, thick), "tiles, overlap_any of a circle");
  refused(map.overlap_count(block, thick) == 0, "tiles, overlap_count of a box");
  refused(map.overlap_count(disc, thick) == 0, "tiles, overlap_count of a circle");
  refused(map.overlap(block, list, thick).total == 0, "tiles, overlap of a box");
  refused(map.overlap(disc, list, thick).total == 0, "tiles, overlap of a circle");
  refused(!map.sweep_nearest(block, {1, 0}, thick), "tiles, sweep of a box");
  refused(!map.sweep_nearest(disc, {1, 0}, thick), "tiles, sweep of a circle");
  const auto all_refused = [&](const auto& a, const char* what) {
    std::vector<hs::index> who(2, 77);
    map.sweep_nearest(a, hs::motions{.dx = x, .dy = 0.0f}, {.index = who}, thick);
    refused(who == std::vector<hs::index>(2, hs::none), what);
  };
  all_refused(hs::boxes{.min_x = x, .min_y = 1.0f, .max_x = x, .max_y = 2.0f}, "tiles, sweep of boxes");
  all_refused(hs::centred_boxes{.x = x, .y = 1.0f, .half_x = half, .half_y = 1.0f}, "tiles, sweep of centred boxes");
  all_refused(hs::circles{.x = x, .y = 1.0f, .radius = 1.0f}, "tiles, sweep of circles");
  EXPECT_TRUE(map.cast_nearest(hs::segment{{-9, 1}, {20, 0}}, thick));
  map.cast_nearest(hs::segments{.x = x, .y = 1.0f, .dx = 1.0f, .dy = 0.0f}, {.index = list}, thick);
  EXPECT_EQ(list[0], 0u);
  EXPECT_EQ(breaches, 0) << last;

  hs::world world;
  const hs::boxes many{.min_x = x, .min_y = 1.0f, .max_x = half, .max_y = 4.0f};
  world.rebuild(many);
  refused(world.overlap_pairs({list, other}, thick).total == 0, "world, overlap_pairs");
  refused(world.overlap_pairs_unordered({list, other}, thick).total == 0, "world, overlap_pairs_unordered");

  const hs::cells solid(map);
  refused(!solid.overlap_any(block, thick), "cells, overlap_any");
  refused(solid.overlap_count(block, thick) == 0, "cells, overlap_count");
  refused(solid.overlap(block, list, thick).total == 0, "cells, overlap");
  refused(!solid.overlap_any(solid, thick), "cells, overlap_any of cells");
  refused(solid.overlap_count(solid, thick) == 0, "cells, overlap_count of cells");
  refused(solid.overlap(solid, list, thick).total == 0, "cells, overlap of cells");
  refused(solid.contact(block, {.index = list}, thick).total == 0, "cells, contact");
  refused(!solid.contact_deepest(block, thick), "cells, contact_deepest");
  refused(!solid.sweep_nearest(block, {1, 0}, thick), "cells, sweep_nearest");

  // Whether a cell is near or not.
  const hs::box far{{50, 50}, {51, 51}};
  refused(!solid.overlap_any(far, thick), "cells, overlap_any far away");
  refused(solid.overlap(far, list, thick).total == 0, "cells, overlap far away");
  refused(solid.contact(far, {.index = list}, thick).total == 0, "cells, contact far away");
  refused(!solid.contact_deepest(far, thick), "cells, contact_deepest far away");
  refused(!solid.sweep_nearest(far, {1, 0}, thick), "cells, sweep_nearest far away");
  const hs::tile_map elsewhere{.width = 2, .height = 2, .cell = {8, 8}, .origin = {100, 100}, .tiles = full};
  refused(!solid.overlap_any(hs::cells(elsewhere), thick), "cells, overlap_any of cells far away");
  EXPECT_FALSE(solid.cast_nearest({{50, 50}, {1, 0}}, thick));
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, columns_that_are_worked_on_in_place_are_there_and_of_one_length) {
  std::vector<float> out(4), low(4), high(4);
  const std::vector<float> four(4, 1), three(3, 2);
  EXPECT_EQ(hs::advance(hs::column(), four, 0.5f, out), 0u);
  EXPECT_TRUE(heard("advance: a column is missing"));
  EXPECT_EQ(hs::advance(four, three, 0.5f, out), 3u);
  EXPECT_TRUE(heard("advance: the shortest column has 3 values, the longest has 4"));
  EXPECT_EQ(hs::advance(four, four, {}, out), 4u) << "the whole motion";
  EXPECT_EQ(hs::push_out(four, hs::column(), out), 0u);
  EXPECT_TRUE(heard("push_out: a column is missing"));
  EXPECT_EQ(hs::push_out(three, 1.0f, out), 3u) << "room to spare";
  EXPECT_EQ(breaches, 0) << last;
  EXPECT_EQ(hs::push_out(four, 1.0f, std::span(out).first(3)), 3u);
  EXPECT_TRUE(heard("push_out: the shortest column has 3 values, the longest has 4"));
  EXPECT_EQ(hs::from_center(four, hs::column(), low, high), 0u);
  EXPECT_TRUE(heard("from_center: a column is missing"));
  EXPECT_EQ(hs::from_corner(four, three, low, high), 3u);
  EXPECT_TRUE(heard("from_corner: the shortest column has 3 values, the longest has 4"));
  EXPECT_EQ(hs::from_center(1.0f, 2.0f, low, high), 4u);
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, columns_of_movers_on_tiles_are_there_and_of_one_length_or_nothing_is_found) {
  const std::vector<std::uint8_t> solid(4, hs::tile_solid);
  const hs::tile_map map{.width = 4, .height = 1, .tiles = solid};
  const std::vector<float> x{0.5f, 1.5f, 2.5f, 3.5f}, three(3, -4.0f);
  const std::vector<std::uint32_t> on(3, 1);
  const hs::motions down{.dx = 0.0f, .dy = -4.0f};
  std::vector<hs::index> who(4);
  std::vector<float> when(4);
  const auto nothing = [&](const char* sentence) {
    EXPECT_TRUE(heard(sentence)) << sentence;
    EXPECT_TRUE(!looked_at() || who == std::vector<hs::index>(4, hs::none)) << sentence;
    EXPECT_TRUE(!looked_at() || when == std::vector<float>(4, 1.0f)) << sentence;
    who.assign(4, 77), when.assign(4, 77);
  };
  const auto sweeps = [&](const auto& view, const hs::motions& steps, const char* sentence) {
    map.sweep_nearest(view, steps, {.index = who, .time = when});
    nothing(sentence);
  };
  who.assign(4, 77), when.assign(4, 77);
  sweeps(hs::circles{.x = x, .y = 3.0f, .radius = {}}, down, "tile_map::sweep_nearest: circles.radius is missing");
  sweeps(hs::centred_boxes{.x = x, .y = 3.0f, .half_x = 0.25f, .half_y = {}}, down, "centred_boxes.half_y is missing");
  sweeps(hs::boxes{x, 3.0f, x, 3.0f}, {.dx = {}, .dy = -4.0f}, "motions.dx is missing");
  sweeps(hs::circles{.x = x, .y = 3.0f, .radius = 0.25f}, {.dx = 0.0f, .dy = three},
         "motions has 3 values, circles has 4");
  sweeps(hs::circles{.x = x, .y = three, .radius = 0.25f}, down, "circles.y has 3 values, x has 4");
  sweeps(hs::circles{.x = x, .y = 3.0f, .radius = 0.25f, .layers = on}, down, "layers has 3 values, circles has 4");
  map.cast_nearest(hs::segments{.x = x, .y = 3.0f, .dx = 0.0f, .dy = {}}, {.index = who, .time = when});
  nothing("tile_map::cast_nearest: segments.dy is missing");
  map.sweep_nearest(hs::circles{.x = x, .y = 3.0f, .radius = 0.25f}, down,
                    {.index = std::span(who).first(3), .time = when});
  EXPECT_TRUE(heard("tile_map::sweep_nearest: hit_columns.index has 3 values, the batch has 4"));
  EXPECT_TRUE(!looked_at() || who[2] == hs::none);
  map.sweep_nearest(hs::circles{.x = x, .y = 3.0f, .radius = 0.25f}, down, {.index = who, .time = when});
  EXPECT_EQ(who, (std::vector<hs::index>{0, 1, 2, 3}));
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, padding_is_for_casts) {
  const hs::box block{{0, 0}, {1, 1}};
  const hs::query thick{.padding = {1, 1}};
  const std::span<float> x = floats(5, 0);
  const hs::circles items{.x = x, .y = x, .radius = 1.0f};
  (void)hs::overlap_count(items, everything, thick);
  EXPECT_TRUE(heard("padding"));
  (void)hs::inside_any(block, block, thick);
  EXPECT_TRUE(heard("padding"));
  (void)hs::contact_deepest(block, everything, thick);
  EXPECT_TRUE(heard("padding"));
  (void)hs::sweep_count(items, hs::vec2{1, 0}, everything, thick);
  EXPECT_TRUE(heard("padding"));
  (void)hs::sweep_any(block, hs::vec2{1, 0}, everything, thick);
  EXPECT_TRUE(heard("padding"));
  (void)hs::sweep_any(hs::growing(block, hs::vec2{1, 1}), hs::vec2{1, 0}, block, {.padding = {not_a_number, 0}});
  EXPECT_TRUE(heard("padding"));
  const hs::segment cut{{0, 0}, {1, 1}};
  EXPECT_TRUE(hs::cast_any(cut, block, thick));
  EXPECT_TRUE(hs::cast_any(cut, everything, thick));
  EXPECT_TRUE(hs::cast_any(cut, hs::obb{{0, 0}, {1, 1}, {1, 0}}, thick));
  EXPECT_EQ(breaches, 0) << last;
  using sweep = hs::detail::sweep_verb;
  const auto r = hs::detail::lowered<sweep, hs::detail::flat>(thick, block, everything, hs::vec2{1, 0});
  EXPECT_NE(r.breach, nullptr) << "as heard in a build without checks";
}

TEST_F(contract, distances_name_what_is_wrong_and_are_infinite_then) {
  everywhere([&] {
    const std::span<float> x = floats(70, 0), other = floats(9, 1);
    const hs::circles bad{.x = x, .y = x, .radius = other}, good{.x = x, .y = x, .radius = 1.0f};
    const hs::box ship{{5, 5}, {6, 6}};
    const auto check = [&](const hs::circles& many, const std::string& what, const hs::query& q,
                           bool short_out = false) {
      const auto out = memory.output<float>(short_out ? 69 : 70, place::at_end);
      hs::distance_each(ship, many, out, q);
      EXPECT_TRUE(heard("hitscan: distance_each: " + what));
      for (const float far : out) EXPECT_TRUE(far == infinity || !looked_at()) << far;
      EXPECT_TRUE(memory.intact()) << "written out of bounds";
      if (short_out) return;
      EXPECT_TRUE(!hs::distance_nearest(ship, many, q) || !looked_at());
      EXPECT_TRUE(heard("hitscan: distance_nearest: " + what));
      if (q.touch == hs::touching::hits) return;
      std::vector<hs::index> who(70);
      EXPECT_TRUE(hs::distance_within(ship, many, 99, who, q).total == 0 || !looked_at());
      EXPECT_TRUE(heard("hitscan: distance_within: " + what));
    };
    const std::vector<hs::index> zero{0};
    check(bad, "circles.radius has 9 values, x has 70", {});
    check(hs::circles{.x = x, .y = x, .radius = {}}, "circles.radius is missing", {});
    check(good, "out has 69 values, the batch has 70", {}, true);
    check(good, "padding is for casts", {.padding = {1, 1}});
    check(good, "half-open touching is for points in boxes", {.touch = hs::touching::half_open});
    check(good, "how far things are is the same whether touching hits", {.touch = hs::touching::hits});
    check(good, "pairs are an option of the queries with _each", {.pairs = {zero, zero}});
    check(good, "query::by is for worlds", {.by = hs::method::grid});
    check(good, "query::on names", {.on = static_cast<hs::isa>(200)});
    EXPECT_TRUE(hs::distance(ship, hs::polygon{x, other}) == infinity || !looked_at());
    EXPECT_TRUE(heard("hitscan: distance: polygon.y has 9 values, x has 70"));
    EXPECT_TRUE(hs::closest(ship, hs::polygon{x, other}) == hs::closest2{} || !looked_at());
    EXPECT_TRUE(heard("hitscan: distance: polygon.y has 9 values, x has 70"));
    EXPECT_EQ(hs::distance_within(ship, good, 99, {}).total, 70u) << "a list may be short";
    EXPECT_EQ(breaches, 0) << last;
    memory.release();
  });
}

TEST_F(contract, half_open_touching_is_for_points_in_boxes) {
  const hs::query halves{.touch = hs::touching::half_open};
  const std::span<float> x = floats(5, 1);
  const hs::box block{{0, 0}, {2, 2}};
  const hs::boxes blocks{.min_x = floats(5, 0), .min_y = 0.0f, .max_x = floats(5, 2), .max_y = 2.0f};
  const hs::circles discs{.x = x, .y = x, .radius = 1.0f};
  const hs::points dots{.x = x, .y = x};
  std::vector<hs::index> list(8, 77), other(8, 77);
  const auto refused = [&](bool nothing, const char* what) {
    EXPECT_TRUE(heard("half-open touching is for points in boxes")) << what;
    EXPECT_TRUE(nothing || !looked_at()) << what;
  };
  everywhere([&] {
    EXPECT_EQ(hs::overlap_count(dots, block, halves), 5u);
    EXPECT_EQ(hs::overlap_each_count(blocks, dots, halves), 5u);
    EXPECT_EQ(hs::inside_count(hs::vec2{1, 1}, blocks, halves), 5u);
    EXPECT_EQ(hs::cull(dots, block, 0, list, halves).total, 0u);
    EXPECT_EQ(breaches, 0) << last;
    refused(hs::overlap_count(blocks, block, halves) == 0, "boxes and a box");
    refused(hs::overlap_count(discs, block, halves) == 0, "circles and a box");
    refused(hs::overlap_count(dots, everything, halves) == 0, "points and a circle");
    refused(hs::overlap_any(hs::vec2{1, 1}, hs::obb{{0, 0}, {9, 9}}, halves) == 0, "a point and a rotated box");
    refused(!hs::inside_any(block, blocks, halves), "a box inside boxes");
    refused(!hs::contact_deepest(dots, block, halves), "contact of points");
    refused(!hs::sweep_nearest(dots, hs::vec2{1, 0}, block, halves), "sweep of points");
    refused(!hs::cast_any(hs::segment{{-9, 1}, {20, 0}}, block, halves), "cast");
    refused(!hs::overlap_squared_any(dots, hs::vec2{1, 1}, 4.0f, halves), "overlap_squared");
    refused(hs::graze(dots, everything, 200, list, other, {}, halves).hits.total == 0, "graze");
    refused(hs::cull(discs, block, 0, list, halves).total == 0, "cull of circles");
  });
  const std::vector<std::uint8_t> full(4, hs::tile_solid);
  const hs::tile_map map{.width = 2, .height = 2, .cell = {8, 8}, .tiles = full};
  EXPECT_TRUE(map.overlap_any(hs::vec2{0, 0}, halves));
  EXPECT_EQ(breaches, 0) << last;
  refused(!map.overlap_any(block, halves), "tiles, a box");
  refused(map.overlap_count(hs::circle{{1, 1}, 1}, halves) == 0, "tiles, a circle");
  refused(!map.sweep_nearest(block, {1, 0}, halves), "tiles, sweep of a box");
  refused(!map.cast_nearest(hs::segment{{-9, 1}, {20, 0}}, halves), "tiles, cast");
  const hs::cells solid(map);
  refused(!solid.overlap_any(block, halves), "cells, a box");
  refused(!solid.contact_deepest(hs::vec2{1, 1}, halves), "cells, contact of a point");
  refused(!solid.overlap_any(solid, halves), "cells, cells");
  hs::world world;
  world.rebuild(blocks);
  EXPECT_EQ(world.overlap_pairs(dots, {list, other}, halves).total, 25u);
  EXPECT_EQ(breaches, 0) << last;
  refused(world.overlap_pairs({list, other}, halves).total == 0, "world, among themselves");
  refused(world.overlap_pairs(blocks, {list, other}, halves).total == 0, "world, boxes");
  std::vector<hs::index> who(5, 77);
  world.sweep_nearest(dots, hs::vec2{1, 0}, {.index = who}, halves);
  refused(who == std::vector<hs::index>(5, hs::none), "world, sweep");
  world.nearest(dots, 100, {.index = who}, halves);
  refused(who == std::vector<hs::index>(5, hs::none), "world, nearest");
  world.rebuild(discs);
  refused(world.overlap_pairs(dots, {list, other}, halves).total == 0, "world of circles, points");
  float at[4] = {1, 1, 1, 1};
  const hs::particles flying{std::span(at, 1), std::span(at + 1, 1), std::span(at + 2, 1), std::span(at + 3, 1)};
  refused(hs::integrate_and_deflect(flying, 1, world, halves) == 0 && at[0] == 1, "particles in a world");
  refused(hs::integrate_and_deflect(flying, 1, map, halves) == 0 && (at[0] == 1 || !looked_at()),
          "particles and tiles");
}

// ---- options -------------------------------------------------------------------------------------------------------

// Every option, with values that mean something and such that are odd.
std::vector<hs::query> all_options() {
  std::vector<hs::query> all;
  for (const auto touch : {hs::touching::misses, hs::touching::hits})
    for (const auto start :
         {hs::start_overlap::hits, hs::start_overlap::ignored, hs::start_overlap::hits_unless_leaving})
      for (const std::uint32_t layers : {~0u, 2u, 0u})
        for (const float until : {1.0f, 0.5f, 0.0f, -0.0f, -1.0f, 2.0f, infinity, not_a_number})
          all.push_back({.touch = touch, .start = start, .layers = layers, .until = until});
  return all;
}

// Asks with every option; static ones answer as if `start` and `until` were what they usually are.
template <class Verb, hs::detail::batch_shape How, class A, class B, class... By>
void ask_with_all_options(const char* what, const A& a, const B& b, const By&... by) {
  namespace hd = hs::detail;
  for (const hs::query& q : all_options()) {
    const hd::request r = hd::lowered<Verb, How>(q, a, b, by...);
    const std::vector<std::uint32_t> truth = answers(hd::reference_engine(), r);
    const bool none = q.layers == 0 || (hd::is_sweep(r.test) && !(q.until > 0));
    if (none) {
      EXPECT_EQ(truth[1], 0u) << what << ": no layer or no time is left";
    }
    const hd::request usual = hd::lowered<Verb, How>({.touch = q.touch, .layers = q.layers}, a, b, by...);
    if (!hd::is_sweep(r.test)) {
      EXPECT_EQ(truth, answers(hd::reference_engine(), usual)) << what << " looks at start or until";
    }
    if (hd::is_sweep(r.test) && q.until >= 1 && q.start == hs::start_overlap::hits) {
      EXPECT_EQ(truth, answers(hd::reference_engine(), usual)) << what << ": until " << q.until << " is no limit";
    }
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      EXPECT_EQ(answers(hd::active_engine(), r), truth)
          << what << ", " << hs::name(isa) << ", touch " << static_cast<int>(q.touch) << ", start "
          << static_cast<int>(q.start) << ", layers " << q.layers << ", until " << q.until;
    }
  }
}

// One against many, many against one, item by item; standing shapes or moving ones.
template <class Verb, class A, class As, class B, class Bs>
void ask_still(const char* what, const A& a, const As& as, const B& b, const Bs& bs) {
  ask_with_all_options<Verb, hs::detail::flat>(what, a, bs);
  ask_with_all_options<Verb, hs::detail::flat>(what, as, b);
  ask_with_all_options<Verb, hs::detail::each>(what, as, bs);
}
template <class A, class As, class B, class Bs>
void ask_moving(const char* what, const A& a, const As& as, const B& b, const Bs& bs) {
  using verb = hs::detail::sweep_verb;
  const hs::vec2 d{3, 1}, db{-1, 0.5f};
  ask_with_all_options<verb, hs::detail::flat>(what, a, bs, d);
  ask_with_all_options<verb, hs::detail::flat>(what, as, hs::moving(b, db), d);
  ask_with_all_options<verb, hs::detail::each>(what, as, bs, d);
}
template <class A, class As, class B, class Bs>
void ask_all(const char* what, const A& a, const As& as, const B& b, const Bs& bs) {
  ask_still<hs::detail::overlap_verb>(what, a, as, b, bs);
  ask_still<hs::detail::contact_verb>(what, a, as, b, bs);
  ask_moving(what, a, as, b, bs);
}

class options : public contract {};

TEST_F(options, mean_the_same_in_every_query_form_and_engine) {
  // Eleven items in a row: behind, around, touching and ahead of what asks; each third on another layer.
  const std::span<float> x = floats(11, 0), x1 = floats(11, 0), y = floats(11, 0), y1 = floats(11, 2);
  const auto layers = memory.input<std::uint32_t>(11, place::at_end);
  for (std::size_t i = 0; i < 11; ++i)
    x[i] = static_cast<float>(i) * 0.5f - 2, x1[i] = x[i] + 1, layers[i] = i % 3 ? 2 : 1;
  const hs::boxes boxes{.min_x = x, .min_y = y, .max_x = x1, .max_y = y1, .layers = layers};
  const hs::circles circles{.x = x, .y = 1.0f, .radius = 0.5f, .layers = layers};
  const hs::obbs obbs{.x = x, .y = 1.0f, .half_x = 0.5f, .half_y = 1.0f, .axis_x = 1.0f, .axis_y = 0.0f};
  const hs::segments cuts{.x = x, .y = 1.0f, .dx = 2.0f, .dy = 0.25f, .layers = layers};
  const hs::box box{{0, 0}, {1, 2}};
  const hs::circle circle{{0, 1}, 1};
  const hs::obb obb{{0, 1}, {1, 1}, {1, 0}};
  const hs::segment cut{{-1, 1}, {3, 0.25f}};
  ask_all("boxes", box, boxes, box, boxes);
  ask_all("points and boxes", hs::vec2{0.5f, 1}, hs::points{.x = x, .y = 1.0f, .layers = layers}, box, boxes);
  ask_all("circles", circle, circles, circle, circles);
  ask_all("circles and boxes", circle, circles, box, boxes);
  ask_all("boxes and circles", box, boxes, circle, circles);
  ask_all("obbs", obb, obbs, obb, obbs);
  ask_all("boxes and obbs", box, boxes, obb, obbs);
  ask_still<hs::detail::inside_verb>("inside", box, boxes, box, boxes);
  ask_moving("growing boxes", hs::growing(box, hs::vec2{1, 0}), hs::growing(boxes, 0.5f, 0.0f), box, boxes);
  ask_moving("growing circles", hs::growing(circle, 1), hs::growing(circles, 0.5f), circle, circles);
  ask_still<hs::detail::cast_verb>("cast at boxes", cut, cuts, box, boxes);
  ask_still<hs::detail::cast_verb>("cast at circles", cut, cuts, circle, circles);
  ask_still<hs::detail::cast_verb>("cast at obbs", cut, cuts, obb, obbs);
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(options, that_limit_time_are_nothing_to_static_questions) {
  const hs::box unit{{0, 0}, {1, 1}};
  for (const float until : {0.0f, -1.0f, not_a_number, 0.5f})
    everywhere([&] {
      const hs::query q{.start = hs::start_overlap::ignored, .until = until};
      std::uint64_t words[1]{};
      hs::overlap_mask(unit, unit, words, q);
      EXPECT_EQ(words[0], 1u) << until;
      EXPECT_TRUE(hs::inside_any(unit, hs::box{{-1, -1}, {2, 2}}, q)) << until;
      EXPECT_TRUE(hs::contact_deepest(unit, unit, q)) << until;
      EXPECT_TRUE(hs::overlap_any(unit, hs::obb{{0, 0}, {1, 1}, {1, 0}}, q)) << until;
    });
}

// ---- what cannot be asked ------------------------------------------------------------------------------------------

template <class A, class By, class B>
constexpr bool can_sweep = hs::detail::can_ask<hs::detail::sweep_verb, hs::detail::each, A, B, By>;
template <class A, class B>
constexpr bool can_cast = hs::detail::can_ask<hs::detail::cast_verb, hs::detail::each, A, B>;
template <class S, class By> using moving = decltype(hs::moving(S{}, By{}));

static_assert(can_sweep<hs::points, hs::motions, moving<hs::boxes, hs::motions>>);
static_assert(!can_sweep<hs::points, hs::motions, moving<hs::points, hs::motions>>);
static_assert(!can_sweep<hs::points, hs::motions, hs::points>);
static_assert(!can_sweep<hs::points, hs::boxes, hs::motions>);
static_assert(can_cast<hs::segments, moving<hs::boxes, hs::motions>>);
static_assert(!can_cast<hs::segments, moving<hs::points, hs::motions>>);
static_assert(!can_cast<hs::segments, moving<hs::boxes3, hs::motions3>>);

// Lists tell how many there are; where there is one answer an item, somebody has forgotten to resize.
TEST_F(contract, an_output_without_columns_is_legal_for_lists_alone) {
  const hs::circles items{.x = floats(40, 0), .y = 0.0f, .radius = 1.0f};
  const hs::vec2 step{1, 0};
  const hs::found got = hs::sweep(items, step, everything, hs::hit_columns{});
  EXPECT_EQ(got.total, 40u);
  EXPECT_EQ(got.begin(), got.end());
  hs::world one, two;
  one.rebuild(items), two.rebuild(hs::several(items, items));
  const std::vector<std::uint8_t> tiles(4);
  const hs::tile_map map{.width = 2, .height = 2, .tiles = tiles};
  const hs::motions steps{floats(40, 1), floats(40, 1)};
  EXPECT_EQ(breaches, 0) << last;

  hs::sweep_each(items, step, everything, hs::hit_columns{});
  EXPECT_TRUE(heard("sweep_each: hit_columns has 0 values, "));
  hs::sweep_nearest(items, steps, items, hs::hit_columns{});
  EXPECT_TRUE(heard("sweep_nearest: hit_columns has 0 values, "));
  hs::contact_each(items, everything, hs::contact_columns{});
  EXPECT_TRUE(heard("contact_each: contact_columns has 0 values, "));
  for (const hs::world* w : {&one, &two}) {
    w->sweep_nearest(items, steps, hs::hit_columns{});
    EXPECT_TRUE(heard("sweep_nearest of a world: hit_columns has 0 values, the batch has 40"));
    w->nearest(hs::points{items.x, items.y}, 1, hs::near_columns{});
    EXPECT_TRUE(heard("nearest of a world: near_columns has 0 values, the batch has 40"));
  }
  map.sweep_nearest(items, steps, hs::hit_columns{});
  EXPECT_TRUE(heard("tile_map::sweep_nearest: hit_columns has 0 values, the batch has 40"));
  const hs::circles nobody{.x = floats(0, 0), .y = floats(0, 0), .radius = 1.0f};
  hs::sweep_each(nobody, step, everything, hs::hit_columns{});
  one.sweep_nearest(nobody, step, hs::hit_columns{});
  EXPECT_EQ(breaches, 0) << "nobody needs no room: " << last;
}

TEST_F(contract, the_previous_handler_comes_back_and_null_means_the_default) {
  const hs::breach_handler mine = [](const char*) {};
  const hs::breach_handler before = hs::set_breach_handler(mine);
  EXPECT_EQ(hs::set_breach_handler(nullptr), mine);
  EXPECT_EQ(hs::set_breach_handler(before), nullptr);
}

// ---- every kind of breach, every form of every verb ----------------------------------------------------------------

// Asks one question in all its forms. Each has to say `what`, behind the name of the query, and to answer nothing.
class refused_forms {
 public:
  refused_forms(arena& memory, std::string what, const hs::query& q = {})
      : options(q), memory_(memory), what_(std::move(what)) {}

  const hs::query options;

  void answer_any(const char* query, bool any) {
    expect(query, [&] { EXPECT_FALSE(any); });
  }
  void answer_count(const char* query, std::size_t count) {
    expect(query, [&] { EXPECT_EQ(count, 0u); });
  }
  void answer_list(const char* query, const hs::found& f) {
    expect(query, [&] {
      EXPECT_EQ(f.total, 0u);
      EXPECT_EQ(f.written, 0u);
      EXPECT_EQ(f.begin(), f.end());
    });
  }
  template <class Hit> void answer_one(const char* query, const Hit& h) {
    expect(query, [&] { EXPECT_EQ(h, Hit{}); });
  }
  void answer_mask(const char* query, std::span<const std::uint64_t> words) {
    expect(query, [&] {
      for (const std::uint64_t w : words) EXPECT_EQ(w, 0u);
    });
  }
  void answer_times(const char* query, std::span<const float> times, std::span<const std::uint64_t> words) {
    expect(query, [&] {
      for (const float t : times) EXPECT_EQ(t, 1);
      for (const std::uint64_t w : words) EXPECT_EQ(w, 0u);
    });
  }
  void answer_dense(const char* query, const hs::hit_columns& c) {
    expect(query, [&] {
      for (const hs::index i : c.index) EXPECT_EQ(i, hs::none);
      for (const float t : c.time) EXPECT_EQ(t, 1);
      for (const std::uint8_t f : c.flags) EXPECT_EQ(f, 0);
      for (const auto& column : {c.normal_x, c.normal_y, c.position_x, c.position_y})
        for (const float x : column) EXPECT_TRUE(same_bits(x, 0.0f));
    });
  }
  void answer_dense(const char* query, const hs::contact_columns& c) {
    expect(query, [&] {
      for (const hs::index i : c.index) EXPECT_EQ(i, hs::none);
      for (const auto& column : {c.depth, c.normal_x, c.normal_y, c.position_x, c.position_y, c.push_x, c.push_y})
        for (const float x : column) EXPECT_TRUE(same_bits(x, 0.0f));
    });
  }

  std::span<std::uint64_t> words() { return memory_.output<std::uint64_t>(2, place::at_end); }
  std::span<hs::index> indices() { return memory_.output<hs::index>(70, place::at_end); }
  std::span<float> times() { return memory_.output<float>(70, place::at_end); }
  hs::hit_columns hits() {
    return {indices(), times(), times(), times(), times(), times(), memory_.output<std::uint8_t>(70, place::at_end)};
  }
  hs::contact_columns contacts() { return {indices(), times(), times(), times(), times(), times(), times(), times()}; }

 private:
  template <class Look> void expect(const char* query, const Look& look) {
    SCOPED_TRACE(query);
    const int count = breaches.exchange(0);
    if (!looked_at()) {
      EXPECT_EQ(count, 0) << last;
    } else {
      EXPECT_EQ(count, 1);
      EXPECT_EQ(last, std::string("hitscan: ") + query + ": " + what_);
      look();
    }
    EXPECT_TRUE(memory_.intact()) << "written out of bounds";
    memory_.release(start_);
  }
  arena& memory_;
  const arena::mark start_ = memory_.here();
  std::string what_;
};

#define REFUSED_STATIC(f, verb, ...)                                                     \
  f.answer_any(#verb "_any", hs::verb##_any(__VA_ARGS__, f.options));                    \
  f.answer_count(#verb "_count", hs::verb##_count(__VA_ARGS__, f.options));              \
  {                                                                                      \
    const auto words = f.words();                                                        \
    hs::verb##_mask(__VA_ARGS__, words, f.options), f.answer_mask(#verb "_mask", words); \
  }                                                                                      \
  f.answer_list(#verb, hs::verb(__VA_ARGS__, f.indices(), f.options));

#define REFUSED_MOVING(f, verb, ...)                          \
  REFUSED_STATIC(f, verb, __VA_ARGS__) {                      \
    const auto times = f.times();                             \
    const auto words = f.words();                             \
    hs::verb##_times(__VA_ARGS__, {times, words}, f.options); \
    f.answer_times(#verb "_times", times, words);             \
  }                                                           \
  f.answer_one(#verb "_nearest", hs::verb##_nearest(__VA_ARGS__, f.options));

template <class... S> void refuse_overlap(refused_forms f, const S&... s) { REFUSED_STATIC(f, overlap, s...) }
template <class... S> void refuse_overlap_each(refused_forms f, const S&... s) { REFUSED_STATIC(f, overlap_each, s...) }
template <class... S> void refuse_inside(refused_forms f, const S&... s) { REFUSED_STATIC(f, inside, s...) }
template <class... S> void refuse_contact(refused_forms f, const S&... s) {
  f.answer_one("contact_deepest", hs::contact_deepest(s..., f.options));
  f.answer_list("contact", hs::contact(s..., f.contacts(), f.options));
}
template <class... S> void refuse_cast(refused_forms f, const S&... s) {
  REFUSED_MOVING(f, cast, s...)
  f.answer_list("cast", hs::cast(s..., f.hits(), f.options));
}
template <class... S> void refuse_sweep(refused_forms f, const S&... s) {
  REFUSED_MOVING(f, sweep, s...)
  f.answer_list("sweep", hs::sweep(s..., f.hits(), f.options));
}
template <class... S> void refuse_sweep_each(refused_forms f, const S&... s) {
  REFUSED_MOVING(f, sweep_each, s...)
  const hs::hit_columns out = f.hits();
  hs::sweep_each(s..., out, f.options), f.answer_dense("sweep_each", out);
}

TEST_F(contract, a_column_of_another_length_is_named_with_both_numbers_by_every_verb_in_every_form) {
  everywhere([&] {
    for (const std::size_t n : {0, 1, 7, 16, 37, 64, 69, 71}) {
      const auto mark = memory.here();
      const std::string has = " has " + std::to_string(n) + " values, ", of = has + "x has 70";
      const std::span<float> x = floats(70, 0), one = floats(70, 1), other = floats(n, 1);
      const hs::circles circles{.x = x, .y = x, .radius = other};
      refuse_overlap({memory, "circles.radius" + of}, circles, everything);
      refuse_overlap({memory, "circles.radius" + of}, everything, circles);
      refuse_contact({memory, "circles.radius" + of}, circles, everything);
      refuse_cast({memory, "circles.radius" + of}, hs::segment{{-5, 0}, {10, 0}}, circles);
      refuse_sweep({memory, "circles.radius" + of}, circles, hs::vec2{1, 0}, everything);
      refuse_sweep_each({memory, "circles.radius" + of}, circles, hs::vec2{1, 0}, everything);
      const hs::boxes boxes{.min_x = x, .min_y = -1.0f, .max_x = one, .max_y = other};
      refuse_overlap({memory, "boxes.max_y" + has + "min_x has 70"}, boxes, everything);
      refuse_inside({memory, "boxes.max_y" + has + "min_x has 70"}, hs::vec2{0, 0}, boxes);
      refuse_sweep({memory, "boxes.max_y" + has + "min_x has 70"}, hs::box{{-9, 0}, {-8, 1}}, hs::vec2{20, 0}, boxes);
      refuse_overlap({memory, "centred_boxes.half_y" + of}, hs::centred_boxes{x, x, one, other}, everything);
      refuse_overlap({memory, "points.y" + of}, hs::points{x, other}, everything);
      refuse_inside({memory, "points.y" + of}, hs::points{x, other}, hs::box{{-1, -1}, {1, 1}});
      refuse_cast({memory, "segments.dy" + of}, hs::segments{x, x, one, other}, everything);
      refuse_overlap({memory, "capsules.radius" + of}, hs::capsules{x, x, one, one, other}, everything);
      refuse_contact({memory, "obbs.axis_y" + of}, hs::obbs{x, x, one, one, one, other}, everything);
      refuse_overlap({memory, "chain.radius" + of}, hs::chain{x, x, other}, everything);
      refuse_overlap({memory, "boxes3.max_z" + has + "min_x has 70"}, hs::boxes3{x, x, x, one, one, other},
                     hs::sphere{{0, 0, 0}, 9});
      refuse_overlap({memory, "spheres.radius" + of}, hs::spheres{x, x, x, other}, hs::sphere{{0, 0, 0}, 9});
      if (n != 0) {
        const std::span<float> ends = floats(n + 2, 0);
        const std::vector<std::uint32_t> offsets{0, 3};
        refuse_overlap({memory, "polygons.y has 70 values, x has " + std::to_string(n + 2)},
                       hs::polygons{ends, x, offsets}, everything);
        refuse_overlap({memory, "polygon.y has 70 values, x has " + std::to_string(n + 2)}, hs::polygon{ends, x},
                       hs::circles{x, x, 1.0f});
      }
      memory.release(mark);
    }
  });
}

TEST_F(contract, a_missing_column_is_named_and_hits_nothing) {
  everywhere([&] {
    const std::span<float> x = floats(40, 0);
    refuse_overlap({memory, "circles.radius is missing"}, hs::circles{x, x, {}}, everything);
    refuse_overlap_each({memory, "circles.radius is missing"}, hs::circles{x, x, {}}, hs::circles{x, x, 1.0f});
    refuse_contact({memory, "circles.x is missing"}, hs::circles{{}, x, 1.0f}, everything);
    refuse_cast({memory, "boxes.max_x is missing"}, hs::segment{{-5, 0}, {10, 0}}, hs::boxes{x, x, {}, x});
    refuse_sweep({memory, "motions.dy is missing"}, hs::circles{x, x, 1.0f}, hs::motions{.dx = x, .dy = {}},
                 everything);
    refuse_inside({memory, "centred_boxes.half_x is missing"}, hs::centred_boxes{x, x, {}, x},
                  hs::box{{-9, -9}, {9, 9}});
  });
}

TEST_F(contract, steps_layers_and_growth_of_another_length_are_named) {
  everywhere([&] {
    const hs::circles items{.x = floats(40, 0), .y = floats(40, 0), .radius = 1.0f};
    const std::span<float> few = floats(33, 1), many = floats(50, 1), most = floats(39, 1);
    refuse_sweep({memory, "motions has 33 values, circles has 40"}, items, hs::motions{few, few}, everything);
    refuse_sweep({memory, "motions has 50 values, circles has 40"}, items, hs::motions{many, many}, everything);
    refuse_sweep({memory, "motions.dy has 39 values, dx has 50"}, items, hs::motions{many, most}, everything);
    refuse_sweep({memory, "motions has 50 values, circles has 40"}, everything, hs::vec2{1, 0},
                 hs::moving(items, hs::motions{many, many}));
    refuse_sweep({memory, "growing has 33 values, circles has 40"}, hs::growing(items, few), hs::vec2{1, 0},
                 everything);
    const auto layers = memory.input<std::uint32_t>(31, place::at_end);
    for (std::uint32_t& bits : layers) bits = 1;
    hs::circles layered = items;
    layered.layers = layers;
    refuse_overlap({memory, "layers has 31 values, circles has 40"}, layered, everything);
    refuse_sweep_each({memory, "layers has 31 values, circles has 40"}, layered, hs::vec2{1, 0}, items);
  });
}

TEST_F(contract, two_sides_and_two_lists_of_indices_of_another_length_are_named) {
  everywhere([&] {
    const hs::circles left{.x = floats(40, 0), .y = 0.0f, .radius = 1.0f},
        right{.x = floats(23, 0), .y = 0.0f, .radius = 1.0f};
    refuse_overlap_each({memory, "circles has 23 values, the other circles has 40"}, left, right);
    refuse_sweep_each({memory, "circles has 40 values, the other circles has 23"}, right, hs::vec2{1, 0}, left);
    const std::vector<hs::index> first{0, 1, 2}, second{0, 1};
    const hs::query by_pairs{.pairs = {first, second}};
    refuse_overlap_each({memory, "index_pairs.second has 2 values, first has 3", by_pairs}, left, right);
    refuse_sweep_each({memory, "index_pairs.second has 2 values, first has 3", by_pairs}, left, hs::vec2{1, 0},
                      hs::moving(right, hs::vec2{0, 1}));
    refused_forms dense(memory, "circles has 23 values, the other circles has 40");
    const hs::contact_columns out = dense.contacts();
    hs::contact_each(left, right, out), dense.answer_dense("contact_each", out);
  });
}

TEST_F(contract, a_short_output_is_named_and_says_that_there_is_nothing) {
  everywhere([&] {
    const std::span<float> x = floats(200, 0);
    const hs::circles items{.x = x, .y = 0.0f, .radius = 1.0f};
    const hs::vec2 step{1, 0};
    for (const std::size_t room : {0, 1, 5, 16, 63, 64, 65, 130, 196}) {
      const auto mark = memory.here();
      const auto short_of = [&](const char* what, std::size_t has) {
        return what + std::string(" has ") + std::to_string(has) + " values, the batch has 200";
      };
      const auto words = memory.output<std::uint64_t>(room / 64, place::at_end);
      hs::overlap_mask(items, everything, words);
      refused_forms(memory, short_of("mask", room / 64 * 64)).answer_mask("overlap_mask", words);
      const auto times = memory.output<float>(room, place::at_end);
      hs::sweep_times(items, step, everything, times);
      refused_forms(memory, short_of("times_out.time", room)).answer_times("sweep_times", times, {});
      const auto full = memory.output<float>(200, place::at_end);
      const auto few = memory.output<std::uint64_t>(1, place::at_end);
      hs::sweep_times(items, step, everything, {full, few});
      refused_forms(memory, short_of("times_out.mask", 64)).answer_times("sweep_times", full, few);
      if (room) {
        const auto who = memory.output<hs::index>(room, place::at_end);
        const auto when = memory.output<float>(room + 3, place::at_end);
        const hs::hit_columns out{.index = who, .time = when},
            other{.index = who, .flags = memory.output<std::uint8_t>(200, place::at_end)};
        hs::sweep_each(items, step, everything, out);
        refused_forms(memory, short_of("hit_columns.index", room)).answer_dense("sweep_each", out);
        hs::sweep_nearest(items, hs::motions{1.0f, 0.0f}, hs::circles{0.0f, 0.0f, 1.0f}, other);
        refused_forms(memory, short_of("hit_columns.index", room)).answer_dense("sweep_nearest", other);
        const hs::contact_columns depths{.depth = when};
        hs::contact_each(items, everything, depths);
        refused_forms(memory, short_of("contact_columns.depth", room + 3)).answer_dense("contact_each", depths);
        hs::contact_deepest(items, hs::circles{0.0f, 0.0f, 1.0f}, depths);
        refused_forms(memory, short_of("contact_columns.depth", room + 3)).answer_dense("contact_deepest", depths);
      }
      memory.release(mark);
    }
  });
}

TEST_F(contract, the_queries_of_a_frame_name_what_is_wrong_and_find_nothing) {
  everywhere([&] {
    const std::span<float> x = floats(70, 0), other = floats(9, 1);
    const hs::circles bad{x, x, other}, good{x, x, 1.0f};
    const std::string radius = "circles.radius has 9 values, x has 70";
    refused_forms f(memory, radius);
    const auto words = f.words(), more = f.words();
    const auto at = memory.output<hs::index>(70, place::at_end), close = memory.output<hs::index>(70, place::at_end);
    const hs::grazed g = hs::graze(bad, everything, 200, at, close);
    f.answer_count("graze", g.hits.total + g.close.total);
    const hs::graze_counts c = hs::graze_mask(bad, everything, 200, words, more);
    for (const std::uint64_t w : {words[0], words[1], more[0], more[1]}) EXPECT_TRUE(w == 0 || !looked_at());
    f.answer_count("graze_mask", c.hits + c.close);
    f.answer_list("cull", hs::cull(bad, hs::box{{9, 9}, {10, 10}}, 0, f.indices()));
    f.answer_count("cull_mask", hs::cull_mask(bad, hs::box{{9, 9}, {10, 10}}, 0, f.words()));
    f.answer_any("overlap_squared_any", hs::overlap_squared_any(bad, hs::vec2{0, 0}, 9.0f));
    f.answer_count("overlap_squared_count", hs::overlap_squared_count(bad, hs::vec2{0, 0}, 9.0f));
    f.answer_list("overlap_squared", hs::overlap_squared(bad, hs::vec2{0, 0}, 9.0f, f.indices()));
    const auto mask = f.words();
    hs::overlap_squared_mask(bad, hs::vec2{0, 0}, 9.0f, mask), f.answer_mask("overlap_squared_mask", mask);
    refused_forms reach(memory, "reach2 has 9 values, circles has 70");
    reach.answer_any("overlap_squared_any", hs::overlap_squared_any(good, hs::vec2{0, 0}, other));
    refused_forms none(memory, "reach2.reach2 is missing");
    none.answer_count("overlap_squared_count", hs::overlap_squared_count(good, hs::vec2{0, 0}, {}));
    const auto one = memory.output<std::uint64_t>(1, place::at_end);
    refused_forms short_mask(memory, "mask has 64 values, the batch has 70");
    short_mask.answer_count("cull_mask", hs::cull_mask(good, hs::box{{9, 9}, {10, 10}}, 0, one));
    hs::overlap_squared_mask(good, hs::vec2{0, 0}, 9.0f, one), short_mask.answer_mask("overlap_squared_mask", one);
    refused_forms short_close(memory, "close_words has 64 values, the batch has 70");
    const hs::graze_counts few = hs::graze_mask(good, everything, 200, {}, one);
    short_close.answer_count("graze_mask", few.hits + few.close);
  });
}

TEST_F(contract, pixel_masks_in_more_places_than_the_output_has_room_for_say_so) {
  const std::vector<std::uint64_t> pixels(4, ~std::uint64_t{0});
  const hs::pixel_mask mask{.width = 4, .height = 4, .words = pixels};
  const std::vector<std::int32_t> xs(70, 1), few(9, 1);
  const auto words = memory.output<std::uint64_t>(1, place::at_end);
  const std::size_t count = mask.overlap_mask(mask, xs, 0, words);
  EXPECT_TRUE(heard("hitscan: pixel_mask::overlap_mask: mask has 64 values, the batch has 70"));
  EXPECT_TRUE(!looked_at() || (count == 0 && words[0] == 0));
  const std::size_t of_few = mask.overlap_count(mask, xs, few);
  EXPECT_TRUE(heard("hitscan: pixel_mask: ys has 9 values, xs has 70"));
  EXPECT_TRUE(!looked_at() || of_few == 0);
  EXPECT_EQ(mask.overlap_count(mask, xs, {}), 0u);
  EXPECT_TRUE(heard("hitscan: pixel_mask: a column is missing"));
  const hs::pixel_mask tall{.width = 4, .height = 5, .words = pixels};
  EXPECT_FALSE(tall.overlap_any(mask));
  EXPECT_TRUE(heard("hitscan: pixel_mask: words has 4 values, the mask has 5"));
  EXPECT_FALSE(hs::cells(tall).overlap_any(hs::vec2{0.5f, 0.5f}));
  EXPECT_TRUE(heard("hitscan: pixel_mask: words has 4 values, the mask has 5"));
}

TEST_F(contract, validate_finds_what_lacks_a_column_and_says_so) {
  const std::span<float> four = floats(4, 0), three = floats(3, 0);
  EXPECT_EQ(hs::validate(hs::circles{.x = four, .y = four, .radius = {}}), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  EXPECT_EQ(hs::validate(hs::circles{.x = four, .y = three, .radius = 1.0f}), 3u);
  EXPECT_TRUE(heard("hitscan: validate: the shortest column has 3 values, the longest has 4"));
  EXPECT_EQ(hs::validate(hs::motions{.dx = four, .dy = {}}), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  const float* const not_found = nullptr;  // as of a page that is not there
  EXPECT_EQ(hs::validate(hs::points{.x = std::span(not_found, 4), .y = four}), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  EXPECT_EQ(hs::validate(hs::points{.x = four, .y = hs::strided(not_found, 4, 20)}), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  EXPECT_EQ(hs::validate(hs::points{.x = std::span(not_found, 0), .y = std::span(not_found, 0)}), hs::none);
  EXPECT_EQ(hs::validate(hs::circles{.x = four, .y = four, .radius = 1.0f}), hs::none);
  EXPECT_EQ(breaches, 0);
}

TEST_F(contract, validate_looks_at_chains_growing_shapes_and_polygons_as_well) {
  const std::span<float> four = floats(4, 0), three = floats(3, 0);
  const std::span<const float> nowhere(static_cast<const float*>(nullptr), 4);
  for (const hs::chain& c :
       {hs::chain{.x = four, .y = four, .radius = {}}, hs::chain{.x = {}, .y = four, .radius = 1.0f}, hs::chain{},
        hs::chain{.x = nowhere, .y = four, .radius = 1.0f}}) {
    EXPECT_EQ(hs::validate(c), 0u);
    EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  }
  EXPECT_EQ(hs::validate(hs::chain{.x = four, .y = three, .radius = 1.0f}), 2u) << "the link to the last node";
  EXPECT_TRUE(heard("hitscan: validate: the shortest column has 3 values, the longest has 4"));
  for (const hs::chain& c : {hs::chain{.x = four, .y = four, .radius = 1.0f, .length = 99},
                             hs::chain{.x = four, .y = four, .radius = 1.0f, .first = 4}}) {
    EXPECT_EQ(hs::validate(c), 0u);
    EXPECT_TRUE(heard("hitscan: validate: chain::first and length lead beyond its nodes"));
  }
  EXPECT_EQ(hs::validate(hs::chain{.x = four, .y = four, .radius = 1.0f, .first = 2, .length = 4}), hs::none);

  const hs::circles items{.x = four, .y = four, .radius = 1.0f};
  const hs::boxes boxes{.min_x = four, .min_y = four, .max_x = four, .max_y = 1.0f};
  EXPECT_EQ(hs::validate(hs::growing(items, hs::column{})), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  EXPECT_EQ(hs::validate(hs::growing(items, nowhere)), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  EXPECT_EQ(hs::validate(hs::growing(items, three)), 3u);
  EXPECT_TRUE(heard("hitscan: validate: the shortest column has 3 values, the longest has 4"));
  EXPECT_EQ(hs::validate(hs::growing(boxes, four, hs::column{})), 0u);
  EXPECT_TRUE(heard("hitscan: validate: a column is missing"));
  EXPECT_EQ(hs::validate(hs::growing(boxes, 1.0f, four)), hs::none);
  EXPECT_EQ(hs::validate(hs::growing(items, -2.0f)), 0u);

  const std::vector<float> x{0, 4, 4, 0}, y{0, 0, 4, 4};
  const std::vector<std::uint32_t> offsets{0, 4};
  const std::span<const float> short_y(y.data(), 3);
  EXPECT_TRUE(hs::validate(hs::polygon{.x = x, .y = y}));
  EXPECT_FALSE(hs::validate(hs::polygon{.x = x, .y = short_y}));
  EXPECT_TRUE(heard("hitscan: validate: polygon.y has 3 values, x has 4"));
  EXPECT_FALSE(hs::validate(hs::polygon{.x = nowhere, .y = y}));
  EXPECT_EQ(hs::validate(hs::polygons{.x = x, .y = short_y, .offsets = offsets}), 0u);
  EXPECT_TRUE(heard("hitscan: validate: polygon.y has 3 values, x has 4"));
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, an_order_without_a_column_or_a_copy_without_room_is_told) {
  const std::span<float> x = floats(5, 50), y = floats(5, 5);
  std::vector<hs::index> order(5, 7);
  hs::workspace space;
  EXPECT_EQ(hs::spatial_order(hs::circles{.x = x, .y = y, .radius = {}}, order, space), looked_at() ? 0u : 5u);
  EXPECT_TRUE(heard("hitscan: spatial_order: circles.radius is missing"));
  std::vector<std::uint64_t> some(8), few(4);
  hs::once_memory full(some);
  full.tell(1, 2);
  const hs::once_memory copy(few, full);
  EXPECT_TRUE(heard("hitscan: once_memory: a copy has 4 values, what it is a copy of has 8"));
  EXPECT_EQ(copy.size(), 0u);
  EXPECT_FALSE(copy.knows(1, 2));
}

TEST_F(contract, points_among_points_of_a_world_know_no_half_open_touching) {
  const std::span<float> x = floats(5, 1);
  const hs::points some{.x = x, .y = x};
  std::vector<hs::index> first(40), second(40);
  const hs::query half_open{.touch = hs::touching::half_open};
  hs::world world;
  const auto in_any = [&](const hs::world& w) {
    std::uint64_t words[1] = {~std::uint64_t{0}};
    w.overlap_mask(some, words, half_open);
    return std::popcount(words[0]);
  };
  world.rebuild(some);
  EXPECT_EQ(world.overlap_pairs(some, {first, second}, {.touch = hs::touching::hits}).total, 25u);
  EXPECT_EQ(world.overlap_pairs(some, {first, second}, half_open).total, 0u);
  EXPECT_TRUE(heard("half-open touching is for points in boxes"));
  EXPECT_EQ(in_any(world), 0);
  EXPECT_TRUE(heard("half-open touching is for points in boxes"));
  const hs::boxes boxes{.min_x = 1.0f, .min_y = 1.0f, .max_x = 2.0f, .max_y = 2.0f};
  world.rebuild(hs::several(boxes, some));
  EXPECT_EQ(in_any(world), looked_at() ? 0 : 5);
  EXPECT_TRUE(heard("half-open touching is for points in boxes"));
  world.rebuild(boxes);
  EXPECT_EQ(in_any(world), 5);
  EXPECT_EQ(breaches, 0) << last;
}

// As of a page that is not there: nobody looks for it in each call, but what stands there is NaN, or on no layer.
TEST_F(contract, a_column_of_a_null_pointer_finds_nothing) {
  constexpr std::size_t n = 150;
  const std::uint8_t solid[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const hs::tile_map map{.width = 4, .height = 4, .cell = {50, 50}, .origin = {-100, -100}, .tiles = solid};
  everywhere([&] {
    const std::span<float> at = floats(n, 1), when = floats(n, 0);
    const auto layers = memory.input<std::uint32_t>(n, place::at_end);
    for (std::uint32_t& x : layers) x = 1;
    std::vector<hs::index> who(n, 0);
    for (const bool gaps : {false, true}) {
      SCOPED_TRACE(gaps ? "with gaps" : "without");
      const auto column = [&]<class T>(const T* first) {
        return gaps ? hs::strided(first, n, 20) : hs::basic_column<T>(std::span(first, n));
      };
      const float* const nowhere = nullptr;
      const hs::column none = column(nowhere);
      const auto found = [&](const auto& view) { return hs::overlap_count(view, everything); };
      for (int k = -1; k < 3; ++k) {  // which column it is; -1: all are there
        const auto c = [&](int i) { return i == k ? none : hs::column(at); };
        const std::size_t expected = k < 0 ? n : 0;
        EXPECT_EQ(found(hs::points{.x = c(0), .y = c(1)}), k == 2 ? n : expected) << k;
        EXPECT_EQ(found(hs::circles{.x = c(0), .y = c(1), .radius = c(2)}), expected) << k;
        EXPECT_EQ(found(hs::boxes{.min_x = c(0), .min_y = c(1), .max_x = c(2), .max_y = at}), expected) << k;
        EXPECT_EQ(found(hs::centred_boxes{.x = c(0), .y = at, .half_x = c(1), .half_y = c(2)}), expected) << k;
        EXPECT_EQ(found(hs::segments{.x = c(0), .y = at, .dx = c(1), .dy = c(2)}), expected) << k;
        EXPECT_EQ(found(hs::capsules{.x = at, .y = c(0), .dx = c(1), .dy = at, .radius = c(2)}), expected) << k;
        EXPECT_EQ(found(hs::obbs{.x = at, .y = c(0), .half_x = c(1), .half_y = at, .axis_x = c(2), .axis_y = 0.0f}),
                  expected)
            << k;
        const hs::boxes boxes{.min_x = 0.0f, .min_y = at, .max_x = at, .max_y = at};
        const hs::motions steps{.dx = c(0), .dy = c(1)};
        EXPECT_EQ(hs::sweep_count(boxes, steps, hs::box{{3, 0}, {4, 9}}, {.touch = hs::touching::hits}), 0u) << k;
        EXPECT_EQ(hs::sweep_count(boxes, steps, everything), k == 2 ? n : expected) << k;
        hs::sweep_times(boxes, steps, everything, when);
        EXPECT_EQ(when[n - 1], expected || k == 2 ? 0.0f : 1.0f) << k;
        map.sweep_nearest(boxes, steps, {.index = who});
        EXPECT_EQ(who[n - 1] == hs::none, !expected && k != 2) << k;
        hs::world world;
        world.rebuild(hs::circles{.x = c(0), .y = c(1), .radius = c(2)});
        std::vector<std::size_t> starts(2, 77);
        const hs::circles all{.x = 0.0f, .y = 0.0f, .radius = 100.0f};
        EXPECT_EQ(world.overlap(all, {.starts = starts, .items = who}), expected) << k;
        EXPECT_EQ(hs::overlap_squared_count(hs::points{.x = at, .y = at}, hs::vec2{1, 1}, c(2)),
                  expected || k != 2 ? n : 0)
            << k;
      }
      const std::uint32_t* const no_layers = nullptr;
      const hs::circles on_layers{.x = at, .y = at, .radius = at, .layers = layers},
          on_none{.x = at, .y = at, .radius = at, .layers = column(no_layers)};
      EXPECT_EQ(found(on_layers), n);
      EXPECT_EQ(found(on_none), 0u);
    }
  });
  EXPECT_EQ(hs::overlap_any(hs::polygon{.x = std::span<const float>(static_cast<float*>(nullptr), 4),
                                        .y = std::span<const float>(static_cast<float*>(nullptr), 4)},
                            everything),
            false);
  EXPECT_EQ(breaches, 0) << last;
}

TEST_F(contract, an_option_that_means_nothing_here_is_refused_in_words) {
  (void)hs::overlap_count(hs::vec2{0, 0}, everything, {.padding = {1, 1, 0}});
  EXPECT_TRUE(heard("overlap_count: padding"));
  const std::vector<hs::index> zero{0};
  const hs::query pairs{.pairs = {zero, zero}}, elsewhere{.on = static_cast<hs::isa>(200)};
  const std::span<float> x = floats(5, 0);
  const hs::circles items{.x = x, .y = x, .radius = 1.0f};
  (void)hs::overlap_count(items, everything, pairs);
  EXPECT_TRUE(heard("overlap_count: pairs are an option of the queries with _each"));
  (void)hs::overlap_squared_any(items, hs::vec2{}, 9.0f, pairs);
  EXPECT_TRUE(heard("pairs are"));
  EXPECT_EQ(hs::overlap_each_any(items, items, elsewhere), !looked_at());
  EXPECT_TRUE(
      heard("overlap_each_any: query::on names an instruction set that this machine, or this build, does not have"));
  EXPECT_EQ(hs::overlap_squared_any(items, hs::vec2{}, 9.0f, elsewhere), !looked_at());
  EXPECT_TRUE(heard("query::on names"));
  (void)hs::overlap_count(items, everything, {.by = hs::method::grid});
  EXPECT_TRUE(heard("query::by is for worlds"));
  EXPECT_EQ(hs::overlap_squared_any(items, hs::vec2{}, 9.0f, {.by = hs::method::brute}), !looked_at());
  EXPECT_TRUE(heard("query::by is for worlds"));
  hs::world world;
  world.rebuild(items);
  std::vector<std::uint8_t> full(4, hs::tile_solid);
  const hs::tile_map map{.width = 2, .height = 2, .cell = {8, 8}, .tiles = full};
  std::vector<hs::index> first(9), second(9);
  for (const hs::query& q : {pairs, elsewhere, hs::query{.by = hs::method::tree}}) {
    EXPECT_EQ(map.overlap_any(hs::circle{{1, 1}, 1}, q), !looked_at());
    EXPECT_TRUE(heard("hitscan: "));
    EXPECT_EQ(static_cast<bool>(map.cast_nearest(hs::segment{{-9, 1}, {20, 0}}, q)), !looked_at());
    EXPECT_TRUE(heard("hitscan: "));
    map.cast_nearest(hs::segments{.x = x, .y = 1.0f, .dx = 1.0f, .dy = 0.0f}, {.index = std::span(first).first(5)}, q);
    EXPECT_EQ(first[0], looked_at() ? hs::none : 0u);
    EXPECT_TRUE(heard("hitscan: "));
  }
  for (const hs::query& q : {pairs, elsewhere, hs::query{.on = hs::isa::scalar}, hs::query{.padding = {1, 1}}}) {
    EXPECT_EQ(world.overlap_pairs({first, second}, q).total, 0u);
    EXPECT_TRUE(heard("a world: "));
    EXPECT_EQ(world.overlap_pairs_unordered({first, second}, q).total, 0u);
    EXPECT_TRUE(heard("a world: "));
    world.sweep_nearest(items, hs::vec2{1, 0}, {.index = first}, q);
    EXPECT_EQ(first[0], hs::none);
    EXPECT_TRUE(heard("a world: "));
  }
}

TEST_F(contract, responses_and_memories_say_it_and_do_as_many_as_the_shortest_has) {
  std::vector<float> x(5, 1.0f), few(3, 1.0f);
  EXPECT_EQ(hs::deflect(hs::motions{x, x}, hs::hit_columns{.normal_x = x, .normal_y = few}, x, x), 3u);
  EXPECT_TRUE(heard("hitscan: deflect: the shortest column has 3 values, the longest has 5"));
  EXPECT_EQ(hs::bounce_inside(hs::box{{0, 0}, {9, 9}}, {}, x, few, x, x), 3u);
  EXPECT_TRUE(heard("hitscan: bounce_inside: the shortest column has 3 values, the longest has 5"));
  std::vector<std::uint64_t> room(8);
  hs::once_memory memory_of(room);
  std::vector<hs::index> first{1, 2}, second{1};
  EXPECT_EQ(memory_of.keep_fresh(first, second).fresh, 1u);
  EXPECT_TRUE(heard("second has 1 values, first has 2"));
  EXPECT_EQ(hs::compact(std::vector<std::uint64_t>{1}, x, few), 2u);
  EXPECT_TRUE(heard("hitscan: compact: the shortest column has 3 values, another has 5"));
  std::vector<std::uint64_t> bits(2), fewer_bits(1);
  EXPECT_EQ(hs::compact(first, hs::bit_column{bits}, hs::bit_column{fewer_bits}), 62u);
  EXPECT_TRUE(heard("hitscan: compact: the shortest column has 64 values, another has 128"));
  EXPECT_EQ(hs::compact(hs::found{nullptr, 1, 1}, x), 5u);
  EXPECT_TRUE(heard("hitscan: compact: what to remove is told without a column of indices"));
}

TEST_F(contract, a_world_names_the_column_and_the_numbers) {
  const std::span<float> x = floats(70, 0), other = floats(9, 1);
  const hs::circles bad{x, x, other}, good{x, x, 1.0f};
  hs::world grid;
  grid.rebuild(bad);
  EXPECT_TRUE(heard("rebuild: circles.radius has 9 values, x has 70"));
  grid.rebuild(good);
  std::vector<hs::index> who(70);
  grid.sweep_nearest(bad, hs::motions{x, x}, {.index = who});
  EXPECT_TRUE(heard("circles.radius has 9 values, x has 70"));
}

// Also where nothing can be found.
TEST_F(contract, lists_of_a_world_without_room_for_their_starts_are_told_whatever_it_holds) {
  if (hs::detail::checks_in_use() == hs::detail::checks::none) GTEST_SKIP() << "what fits is listed";
  const std::span<float> x = floats(10, 0);
  const hs::circles who{x, x, 1.0f};
  std::vector<std::size_t> starts(5, 7);
  std::vector<hs::index> items(9);
  hs::world w;
  for (const bool built : {false, true}) {
    if (built) w.rebuild(who);
    for (const std::uint32_t layers : {0u, 1u}) {
      EXPECT_EQ(w.overlap(who, {starts, items}, {.layers = layers}), 0u);
      EXPECT_TRUE(heard("overlap of a world: starts has 5 values, the batch, and one more, has 11")) << layers;
      EXPECT_EQ(starts, std::vector<std::size_t>(5)) << layers;
    }
  }
}

TEST_F(contract, a_tile_map_with_too_few_tiles_or_of_no_size_is_told_by_whatever_asks_it) {
  const std::vector<std::uint8_t> bytes(11, hs::tile_solid);
  const std::vector<std::uint64_t> word(1, ~std::uint64_t{0});
  const hs::box a{{0, 0}, {2, 2}};
  const std::pair<hs::tile_map, const char*> maps[] = {
      {{.width = 4, .height = 3, .tiles = bytes}, "tile_map: tiles has 11 values, width x height has 12"},
      {{.width = 65, .height = 1, .bits = word}, "tile_map: bits has 64 values, width x height has 65"},
      {{.width = 4, .height = 3}, "tile_map: tiles has 0 values, width x height has 12"},
      {{.width = 5, .height = 2, .cell = {16}, .tiles = bytes}, "tile_map: a cell has no width or height"}};
  for (const auto& [map, why] : maps) {
    const auto nothing = [&, why = why](bool is, const char* what) {
      EXPECT_TRUE(is) << what;
      EXPECT_TRUE(heard(why)) << what;
    };
    nothing(!map.overlap_any(hs::vec2{1, 1}), "overlap of a point");
    nothing(map.overlap_count(a) == 0, "overlap of a box");
    nothing(map.overlap_count(a, {.layers = 0}) == 0, "overlap of a box that is in no layer");
    nothing(map.overlap_count(hs::circle{{1, 1}, 1}) == 0, "overlap of a circle");
    nothing(!map.sweep_nearest(a, {1, 1}), "sweep of a box");
    nothing(!map.sweep_nearest(hs::circle{{1, 1}, 1}, {1, 1}), "sweep of a circle");
    nothing(!map.cast_nearest({{-1, 1}, {9, 0}}), "cast");
    for (const std::size_t n : {std::size_t{2}, std::size_t{70}}) {  // one by one, and in registers
      std::vector<float> x(n, 1), y(n, 1), dx(n, 4), dy(n, 4);
      std::vector<hs::index> who(n, 7);
      map.sweep_nearest(hs::circles{.x = x, .y = y, .radius = 1.0f}, {.dx = dx, .dy = dy}, {.index = who});
      nothing(who == std::vector<hs::index>(n, hs::none), "sweep of many");
      hs::move_and_slide(hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = 1.0f}, map);
      nothing(x[n - 1] == 5, "walkers");
      hs::integrate_and_deflect({x, y, dx, dy}, 1, map);
      nothing(x[n - 1] == 9, "particles");
    }
    nothing(hs::move_and_slide({1, 1}, {1, 1}, {0, 1}, map).center == hs::vec2{1, 2}, "a walker");
    const hs::cells cells(map);
    nothing(!cells.overlap_any(a), "cells");
    EXPECT_FALSE(map.valid());
    EXPECT_EQ(breaches, 0) << "valid() asks, and tells nobody";
  }
}

TEST_F(contract, walls_of_particles_are_boxes_or_circles_that_stand_still) {
  const std::span<float> x = floats(4, 0);
  std::vector<float> at(4, -9.0f), way(4, 40.0f);
  hs::world points;
  const hs::tile_map tiles_of_none;
  const auto refuses = [&](const hs::world& w, const char* why) {
    std::vector<hs::index> wall(4, 7);
    EXPECT_EQ(hs::integrate_and_deflect({at, at, way, way}, 1, w, {}, {}, {.wall = wall}), 0u) << why;
    EXPECT_TRUE(heard(why));
    EXPECT_EQ(wall, std::vector<hs::index>(4, hs::none)) << why;
    EXPECT_EQ(hs::integrate_and_deflect({at, at, way, way}, 1, hs::several(tiles_of_none, points, w)), 0u) << why;
    EXPECT_TRUE(heard(why));
    EXPECT_EQ(at, std::vector<float>(4, -9.0f)) << why;
  };
  points.rebuild(hs::points{x, x});
  hs::world w;
  w.rebuild(hs::points{x, x});
  const std::uint8_t tiles[] = {hs::tile_solid};
  const hs::tile_map map{.width = 1, .height = 1, .tiles = tiles};
  for (const hs::query& q : {hs::query{.by = hs::method::tree}, hs::query{.on = hs::isa::scalar}}) {
    EXPECT_EQ(hs::integrate_and_deflect({at, at, way, way}, 1, w, q), 0u);
    EXPECT_TRUE(
        heard(q.by ? "integrate_and_deflect: query::by is for worlds" : "integrate_and_deflect: query::on is for"));
    EXPECT_EQ(hs::integrate_and_deflect({at, at, way, way}, 1, map, q), 0u);
    EXPECT_TRUE(
        heard(q.by ? "integrate_and_deflect: query::by is for worlds" : "integrate_and_deflect: query::on is for"));
    EXPECT_EQ(at, std::vector<float>(4, -9.0f));
  }
  w.rebuild(hs::capsules{.x = x, .y = x, .dx = 1.0f, .dy = 1.0f, .radius = 2.0f});
  refuses(w, "integrate_and_deflect: walls of particles are boxes or circles");
  w.rebuild(hs::circles{x, x, 2.0f}, hs::motions{.dx = 1.0f, .dy = 0.0f});
  refuses(w, "integrate_and_deflect: walls of particles stand still");
  w.rebuild(hs::spheres{.x = x, .y = x, .z = x, .radius = 1.0f});
  refuses(w, "integrate_and_deflect: walls of particles are 2D");
  std::vector<hs::index> few(3, 7);
  std::vector<float> to(4, -9.0f), level(4, 0.0f), told_of(4, 9.0f);  // in full, and so all of the normals are written
  EXPECT_EQ(hs::integrate_and_deflect({to, at, way, level}, 0.25f, hs::several(points, map), {}, {},
                                      {.normal_x = told_of, .kind = few}),
            0u);
  EXPECT_TRUE(heard("integrate_and_deflect: particle_rules.kind has 3 values, the batch has 4"));
  EXPECT_EQ(to, (std::vector<float>{1, 1, 1, -9}));  // as many move as there is room to tell of
  EXPECT_EQ(few, std::vector<hs::index>(3, hs::none));
  EXPECT_EQ(told_of, std::vector<float>(4, 0.0f));
}

// ---- who hears it ------------------------------------------------------------------------------------------------

TEST_F(contract, without_a_handler_a_build_that_goes_on_says_each_kind_once) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "this build stops, or does not look";
  hs::set_breach_handler(nullptr);
  const std::span<float> x = floats(70, 0), few = floats(3, 0), more = floats(4, 0);
  const auto ask = [&](const hs::circles& items) { (void)hs::overlap_count(items, everything); };
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) ask({x, few, 1.0f}), ask({x, more, 1.0f});
    });
  for (std::thread& t : threads) t.join();
  ask({x, x, few});
  std::istringstream all(testing::internal::GetCapturedStderr());
  std::string said;  // by hitscan: an emulator may speak, too
  for (std::string line; std::getline(all, line);)
    if (line.starts_with("hitscan: ")) said += line + '\n';
  const std::size_t end = said.find('\n');
  EXPECT_EQ(said.substr(0, 28), "hitscan: overlap_count: circ") << said;
  EXPECT_EQ(said.substr(end + 1), "hitscan: overlap_count: circles.radius has 3 values, x has 70\n")
      << "the same kind with other numbers is the same kind";
}

#if GTEST_HAS_DEATH_TEST
#if !defined(_WIN32)  // where a file of its own does not take the place of stderr
TEST_F(contract, what_is_said_has_an_end) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "this build stops, or does not look";
  hs::set_breach_handler(nullptr);
  const auto say_many = [] {
    std::FILE* const file = std::tmpfile();
    dup2(fileno(file), 2);
    for (int i = 0; i < 500; ++i) {
      const char text[] = {'h', 'i', static_cast<char>('a' + i % 26), static_cast<char>('a' + i / 26), 0};
      hs::detail::report_breach(text);
    }
    std::rewind(file);
    int lines = 0;
    for (int c; (c = std::fgetc(file)) != EOF;) lines += c == '\n';
    std::_Exit(lines > 10 && lines <= 64 ? 0 : 1);
  };
  EXPECT_EXIT(say_many(), testing::ExitedWithCode(0), "");
}
#endif

TEST_F(contract, by_default_a_build_that_stops_prints_and_stops) {
  if (!hs::detail::checks_enabled()) GTEST_SKIP() << "this build does not stop";
  hs::set_breach_handler(nullptr);
  const hs::circles items{.x = floats(70, 0), .y = floats(3, 0), .radius = 1.0f};
  EXPECT_DEATH((void)hs::overlap_count(items, everything), "hitscan: overlap_count: circles.y has 3 values, x has 70");
}
#endif

TEST_F(contract, a_memory_of_who_grazed_that_is_too_short_is_told) {
  if (!looked_at()) GTEST_SKIP() << "nobody looks";
  const std::vector<float> x(300, 0.0f);
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f};
  std::vector<std::uint64_t> hit(5), near(5), seen(2);
  EXPECT_EQ(hs::graze_mask(bullets, hs::circle{{0, 0}, 1}, 2, hit, near, seen).hits, 0u);
  EXPECT_TRUE(heard("seen"));
}

TEST_F(contract, more_points_than_an_index_can_name_are_not_looked_at) {
  if (!looked_at()) GTEST_SKIP() << "nobody looks";
  const float one = 0;
  const hs::points many{.x = std::span(&one, std::size_t{hs::none} + 1), .y = 0.0f};
  EXPECT_FALSE(hs::overlap_squared_any(many, hs::vec2{9, 9}, 1.0f));
  EXPECT_TRUE(heard("overlap_squared"));
}

TEST_F(contract, pages_of_more_items_than_an_index_can_name_are_not_asked) {
  if (!looked_at()) GTEST_SKIP() << "nobody looks";
  constexpr std::size_t many = std::size_t{hs::none} + 1;
  std::vector<hs::index> room(9);
  int asked = 0;
  const auto list = [&](std::size_t, std::size_t, std::span<hs::index> rest) {
    ++asked;
    return hs::found{rest.data(), 0, 1};
  };
  const hs::found all = hs::in_pages(many, many / 4, room, list);
  EXPECT_TRUE(heard("in_pages"));
  EXPECT_EQ(all.total, 0u);
  const auto first = [&](std::size_t, std::size_t, const hs::query&) {
    ++asked;
    hs::hit h;
    h.index = 3, h.time = 0.5f;
    return h;
  };
  EXPECT_FALSE(hs::nearest_in_pages(many, many / 4, {}, first));
  EXPECT_TRUE(heard("nearest_in_pages"));
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(hs::in_pages(many - 1, many / 4, room, list).total, 4u);
  EXPECT_EQ(asked, 4);
}

}  // namespace
