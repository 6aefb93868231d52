// sweep_circles_boxes: the distance from a moving centre to a box is less than the radius at some time in [0, 1].
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(sweep_circles_boxes, 2500);

TEST(sweep_circles_boxes, many_against_many_finds_the_nearest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::sweep_circles_boxes, trial::asked::many_many, 700);
}

namespace {
constexpr hs::query closed{.touch = hs::touching::hits};
constexpr hs::box block{{10, 10}, {20, 20}};
}  // namespace

TEST(sweep_circles_boxes, a_ball_meets_a_face_half_way) {
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 15}, 2}, hs::vec2{16, 0}, block);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{10, 15}));
  EXPECT_EQ(h.flags, 0);
}

TEST(sweep_circles_boxes, a_ball_meets_a_corner_where_it_is_round) {
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 6}, 5}, hs::vec2{14, 0}, block);  // 3, 4, 5 before the corner
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-0.6f, -0.8f}));
  EXPECT_EQ(h.position, (hs::vec2{10, 10}));
}

TEST(sweep_circles_boxes, the_square_around_a_corner_is_empty_outside_the_round_corner) {
  // To (7, 7): 3 off the corner on both axes, so within the box grown by 4 on every side, and 4.2 away.
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 0}, 4}, hs::vec2{7, 7}, block));
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 0}, 4}, hs::vec2{7.2f, 7.2f}, block));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{4, 10}, 4}, hs::vec2{6, -6}, block)) << "past the corner at 4.2";
  EXPECT_TRUE(hs::sweep_any(hs::box3{{10, 10, 10}, {20, 20, 20}}, hs::vec3{-1, -1, -1}, hs::sphere{{8, 8, 8}, 2}));
  EXPECT_FALSE(hs::sweep_any(hs::box3{{10, 10, 10}, {20, 20, 20}}, hs::vec3{-1, -1, 0}, hs::sphere{{8, 8, 8}, 2}));
}

TEST(sweep_circles_boxes, touching_counts_only_when_it_is_asked_for) {
  const hs::circle ball{{0, 7}, 3};  // rolls along the top of the block
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{40, 0}, block));
  EXPECT_TRUE(hs::sweep_any(ball, hs::vec2{40, 0}, block, closed));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 15}, 2}, hs::vec2{8, 0}, block)) << "arrives";
  EXPECT_EQ(hs::sweep_nearest(hs::circle{{0, 15}, 2}, hs::vec2{8, 0}, block, closed).time, 1);
  EXPECT_FALSE(hs::sweep_any(hs::circle{{7, 6}, 5}, hs::vec2{-4, 3}, block)) << "off the corner, 3, 4, 5, across";
  EXPECT_TRUE(hs::sweep_any(hs::circle{{7, 6}, 5}, hs::vec2{-4, 3}, block, closed));
  EXPECT_TRUE(hs::sweep_any(hs::circle{{7, 6}, 5}, hs::vec2{-4, 3.1f}, block));
}

TEST(sweep_circles_boxes, box_and_circle_change_places_and_the_normal_turns_round) {
  const hs::hit ball = hs::sweep_nearest(hs::circle{{0, 6}, 5}, hs::vec2{14, 0}, block);
  const hs::hit box = hs::sweep_nearest(block, hs::vec2{-14, 0}, hs::circle{{0, 6}, 5});
  EXPECT_EQ(box.time, ball.time);
  EXPECT_EQ(box.normal, (hs::vec2{0.6f, 0.8f}));
  EXPECT_EQ(box.position, (hs::vec2{3, 10})) << "the corner, where it has gone";
  const hs::hit both = hs::sweep_nearest(hs::circle{{0, 6}, 5}, hs::vec2{4, 0}, hs::moving(block, hs::vec2{-10, 0}));
  EXPECT_EQ(both.time, 0.5f);
  EXPECT_EQ(both.position, (hs::vec2{5, 10}));
}

TEST(sweep_circles_boxes, a_start_in_overlap_is_a_matter_of_policy) {
  const hs::circle ball{{9, 15}, 2};
  const hs::hit h = hs::sweep_nearest(ball, hs::vec2{5, 0}, block);
  EXPECT_EQ(h.time, 0);
  EXPECT_EQ(h.flags, hs::started);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  const hs::query ignored{.start = hs::start_overlap::ignored}, unless{.start = hs::start_overlap::hits_unless_leaving};
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{5, 0}, block, ignored));
  EXPECT_TRUE(hs::sweep_any(ball, hs::vec2{5, 0}, block, unless));
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{-5, 0}, block, unless));
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{0, 5}, block, unless)) << "along";
  const hs::circle deep{{12, 15}, 1};  // the centre within, nearest to the left face
  EXPECT_FALSE(hs::sweep_any(deep, hs::vec2{-5, 1}, block, unless));
  EXPECT_TRUE(hs::sweep_any(deep, hs::vec2{5, 1}, block, unless));
  EXPECT_FALSE(hs::sweep_any(block, hs::vec2{5, 1}, deep, unless)) << "the box leaves the other way";
}

TEST(sweep_circles_boxes, a_ball_of_no_size_is_a_point) {
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 15}, 0}, hs::vec2{11, 0}, block));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 15}, 0}, hs::vec2{10, 0}, block));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 10}, 0}, hs::vec2{30, 0}, block)) << "along an edge";
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 10}, 0}, hs::vec2{30, 0}, block, closed));
  EXPECT_EQ(hs::sweep_nearest(hs::circle{{0, 15}, 0}, hs::vec2{20, 0}, block).normal, (hs::vec2{-1, 0}));
}

TEST(sweep_circles_boxes, the_nearest_of_many_is_found_from_both_sides) {
  const std::vector<float> x{40, 20, 30, 20}, x1{45, 25, 35, 25};
  const hs::boxes walls{.min_x = x, .min_y = 0.0f, .max_x = x1, .max_y = 9.0f};
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 5}, 4}, hs::vec2{32, 0}, walls);
  EXPECT_EQ(h.index, 1u);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(hs::sweep_count(hs::circle{{0, 5}, 4}, hs::vec2{32, 0}, walls), 3u);
  const hs::motions drift{.dx = -32.0f, .dy = 0.0f};
  EXPECT_EQ(hs::sweep_nearest(walls, drift, hs::circle{{0, 5}, 4}).index, 1u);
  EXPECT_EQ(hs::sweep_count(hs::circle{{0, 5}, 4}, hs::vec2{32, 0}, walls, {.until = 0.75f}), 2u);
}
