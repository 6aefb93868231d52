// sweep_growing_boxes: boxes that move and change their size.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace hs = hitscan;
using trial::by_reference;

TRIAL_DIFFERENTIAL_TESTS(sweep_growing_boxes, 2500);
TEST(sweep_growing_boxes, many_against_many_gives_the_bits_of_the_reference) {
  TRIAL_DIFFERENTIAL_TEST(sweep_growing_boxes, many_many, 800);
}

namespace {

constexpr hs::query closed{.touch = hs::touching::hits};
constexpr hs::vec2 still{0, 0};

TEST(sweep_growing_boxes, a_box_that_grows_reaches_what_stands_beside_it) {
  const hs::box blast{{-1, -1}, {1, 1}}, wall{{5, 0}, {6, 1}};
  const hs::hit h = hs::sweep_nearest(hs::growing(blast, {8, 0}), still, wall);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{5, 0.5f}));
  EXPECT_FALSE(hs::sweep_any(hs::growing(blast, {4, 4}), still, wall)) << "it arrives at the end";
  EXPECT_TRUE(hs::sweep_any(hs::growing(blast, {4, 4}), still, wall, closed));
  EXPECT_FALSE(hs::sweep_any(hs::growing(blast, {0, 9}), still, wall)) << "the other way";
  const hs::hit told = hs::sweep_nearest(wall, still, hs::growing(blast, {8, 0}));
  EXPECT_EQ(told.time, 0.5f);
  EXPECT_EQ(told.normal, (hs::vec2{1, 0}));
  EXPECT_EQ(told.position, (hs::vec2{5, 0.5f})) << "on the face of what grew, where that is by then";
}

TEST(sweep_growing_boxes, both_may_move_and_grow) {
  const hs::box a{{-10, 0}, {-8, 1}}, b{{8, 0}, {10, 1}};
  EXPECT_FALSE(hs::sweep_any(a, hs::vec2{4, 0}, hs::moving(b, hs::vec2{-4, 0})));
  const hs::hit h =
      hs::sweep_nearest(hs::growing(a, {4, 0}), hs::vec2{4, 0}, hs::moving(hs::growing(b, {4, 0}), hs::vec2{-20, 0}));
  EXPECT_EQ(h.time, 0.5f) << "16 apart, closing by 4 + 20 + 4 + 4";
  EXPECT_EQ(h.position.x, -4) << "8 - 0.5 (20 + 4)";
}

// On x they close by 1 + g - 1, which no double holds before it is all but over.
TEST(sweep_growing_boxes, growth_may_cancel_the_motion_to_less_than_doubles_tell) {
  for (const hs::isa which : hs::supported_isas()) {
    const trial::forced on(which);
    for (const float g : {0x1p-20f, 0x1p-53f, 0x1p-60f, 0x1p-120f}) {
      const auto a = hs::growing(hs::box{{-1, 0}, {0, 1}}, {g, 0}),
                 b = hs::growing(hs::box{{g / 2, 40}, {4, 60}}, {-1, 0});
      EXPECT_EQ(hs::sweep_nearest(a, hs::vec2{1, 100}, b).time, 0.5f) << g << " on " << hs::name(which);
    }
  }
}

TEST(sweep_growing_boxes, a_box_that_shrinks_slips_through) {
  const hs::box mover{{-9, -2}, {-7, 2}}, above{{0, 1}, {2, 9}};
  EXPECT_TRUE(hs::sweep_any(mover, hs::vec2{20, 0}, above));
  EXPECT_FALSE(hs::sweep_any(hs::growing(mover, {0, -2}), hs::vec2{14, 0}, above)) << "an edge at 1 on arrival";
  EXPECT_TRUE(hs::sweep_any(hs::growing(mover, {0, -2}), hs::vec2{14, 0}, above, closed));
  EXPECT_TRUE(hs::sweep_any(hs::growing(mover, {0, -1}), hs::vec2{10, 0}, above));
  EXPECT_FALSE(hs::sweep_any(hs::growing(mover, {0, -2.5f}), hs::vec2{20, 0}, above))
      << "it would be less than nothing";
  EXPECT_TRUE(hs::sweep_any(hs::growing(mover, {0, -2}), hs::vec2{14, 0}, hs::box{{0, -1}, {2, 9}}))
      << "to nothing, but no further";
}

TEST(sweep_growing_boxes, the_start_of_an_overlap_is_left_when_it_does_not_become_deeper) {
  const hs::box a{{0, 0}, {4, 4}}, b{{3, -9}, {20, 9}};
  const auto any = [&](hs::vec2 grow, hs::vec2 d, hs::start_overlap start) {
    return hs::sweep_any(hs::growing(a, grow), d, b, {.start = start});
  };
  const hs::hit h = hs::sweep_nearest(hs::growing(a, {1, 1}), still, b);
  EXPECT_EQ(h.time, 0);
  EXPECT_EQ(h.flags, hs::started);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  using enum hs::start_overlap;
  EXPECT_FALSE(any({1, 1}, {5, 0}, ignored));
  EXPECT_TRUE(any({1, 1}, {0, 0}, hits_unless_leaving));
  EXPECT_FALSE(any({1, 9}, {-1, 0}, hits_unless_leaving)) << "it moves off as fast as it grows";
  EXPECT_FALSE(any({-1, 9}, {1, 0}, hits_unless_leaving));
  EXPECT_TRUE(any({-1, 9}, {1.5f, 0}, hits_unless_leaving));
}

TEST(sweep_growing_boxes, what_enters_on_two_axes_at_once_meets_a_corner) {
  const hs::hit h = hs::sweep_nearest(hs::growing(hs::box{{0, 0}, {1, 1}}, {4, 4}), still, hs::box{{3, 3}, {9, 9}});
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.flags, hs::corner);
  EXPECT_EQ(h.normal, (hs::vec2{0, -1}));
  EXPECT_EQ(h.position, (hs::vec2{3, 3}));
}

// What does not grow is the sweep that everyone knows.
TEST(sweep_growing_boxes, with_no_growth_it_is_sweep_boxes) {
  trial::rng r(0x91);
  std::size_t hits = 0;
  const std::size_t rounds = trial::cases(20000);
  for (std::size_t i = 0; i < rounds; ++i) {
    const trial::family& f = trial::families()[i % trial::families().size()];
    const hs::box3 a = trial::draw_box<3>(f, r), b = trial::draw_box<3>(f, r);
    const hs::vec3 d = trial::draw_step<3>(f, r);
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
    const hs::hit3 plain = hs::sweep_nearest(a, d, b, q), grown = hs::sweep_nearest(hs::growing(a, {}), d, b, q);
    ASSERT_EQ(static_cast<bool>(plain), static_cast<bool>(grown)) << f.name << trial::text(a) << trial::text(b);
    hits += static_cast<bool>(plain);
    const float off = std::fabs(plain.time - grown.time);
    ASSERT_TRUE(off <= 0x1p-22f * plain.time + trial::smallest) << plain.time << " and " << grown.time;
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, rounds / 50);
  }
}

TEST(sweep_growing_boxes, what_is_no_shape_at_either_end_never_hits) {
  const hs::box all{{-trial::largest, -trial::largest}, {trial::largest, trial::largest}}, a{{-1, -1}, {1, 1}};
  EXPECT_TRUE(hs::sweep_any(hs::growing(a, {-1, -1}), still, all));
  for (const float bad : {trial::not_a_number, trial::infinity, -trial::infinity, -1.0000001f}) {
    EXPECT_FALSE(hs::sweep_any(hs::growing(a, {0, bad}), still, all, closed)) << bad;
    EXPECT_FALSE(hs::sweep_any(all, still, hs::growing(a, {bad, 0}), closed)) << bad;
    const std::vector<float> some{0, 1, bad}, zero(3);
    const hs::boxes view{.min_x = -1.0f, .min_y = -1.0f, .max_x = 1.0f, .max_y = 1.0f};
    EXPECT_EQ(hs::validate(hs::growing(view, some, 0.0f)), 2u);
    EXPECT_EQ(hs::validate(hs::growing(view, 0.0f, some)), 2u);
    EXPECT_EQ(hs::sweep_count(hs::growing(view, some, 0.0f), hs::motions{.dx = zero, .dy = zero}, all, closed), 2u);
  }
}

TEST(sweep_growing_boxes, views_grow_by_columns_or_by_one_value_for_all) {
  const std::vector<float> x{0, 10, 20, 30}, grow{0, 0, 9, 0};
  const hs::centred_boxes bullets{.x = x, .y = 0.0f, .half_x = 1.0f, .half_y = 1.0f};
  const hs::box target{{14, -1}, {15, 1}};
  std::vector<hs::index> room(4);
  const hs::found some = hs::sweep(hs::growing(bullets, grow, 0.0f), still, target, room);
  ASSERT_EQ(some.total, 1u);
  EXPECT_EQ(room[0], 2u);
  EXPECT_EQ(hs::sweep_count(hs::growing(bullets, 6.0f, 0.0f), still, target), 2u);
  EXPECT_EQ(hs::sweep_count(target, still, hs::growing(bullets, 6.0f, 0.0f)), 2u);
  EXPECT_EQ(hs::sweep_count(target, still, hs::growing(bullets, 6.0f, 0.0f), by_reference()), 2u);
  EXPECT_EQ(hs::sweep_each_count(hs::growing(bullets, 6.0f, 0.0f), still, hs::points{.x = x, .y = 1.5f}), 0u);
  EXPECT_EQ(hs::sweep_each_count(hs::growing(bullets, 0.0f, 1.0f), still, hs::points{.x = x, .y = 1.5f}), 4u);
}

}  // namespace
