// sweep_boxes: two boxes, one or both moving, overlap on every axis at one moment.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(sweep_boxes);

TEST(sweep_boxes, many_against_many_finds_the_nearest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::sweep_boxes, trial::asked::many_many, 1140);
}

TEST(sweep_boxes, a_box_meets_a_wall_a_quarter_of_the_way) {
  const hs::hit h = hs::sweep_nearest(hs::box{{0, 0}, {1, 1}}, hs::vec2{8, 0}, hs::box{{3, -5}, {4, 5}});
  EXPECT_EQ(h.time, 0.25f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{3, 0.5f}));
  EXPECT_EQ(h.index, 0u);
  EXPECT_EQ(h.flags, 0);
}

TEST(sweep_boxes, equal_times_prefer_a_face_to_a_corner_and_then_the_lower_index) {
  // A box falls onto the seam of a floor: it meets the tile ahead at its corner at the very moment it meets the floor.
  const std::vector<float> x0{2, 1, 0}, y0{1, 1, 1}, x1{3, 2, 1}, y1{2, 2, 2};
  const hs::boxes floor{.min_x = x0, .min_y = y0, .max_x = x1, .max_y = y1};
  const hs::hit h = hs::sweep_nearest(hs::box{{0, -1}, {1, 0}}, hs::vec2{2, 2}, floor);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.index, 1u) << "item 2 is only grazed, item 0 is reached at a corner, item 1 from above";
  EXPECT_EQ(h.normal, (hs::vec2{0, -1}));
}

TEST(sweep_boxes, without_motion_the_normal_is_the_shortest_way_out) {
  const hs::box block{{-4, -4}, {4, 4}};
  const auto out = [&](const hs::box& a) {
    const hs::hit h = hs::sweep_nearest(a, hs::vec2{}, block);
    EXPECT_EQ(h.flags, hs::started);
    EXPECT_EQ(h.time, 0);
    return h.normal;
  };
  EXPECT_EQ(out({{3, -1}, {5, 1}}), (hs::vec2{1, 0}));
  EXPECT_EQ(out({{-5, -1}, {-3, 1}}), (hs::vec2{-1, 0}));
  EXPECT_EQ(out({{-1, -6}, {1, -3}}), (hs::vec2{0, -1}));
  EXPECT_EQ(out({{-1, -1}, {1, 1}}), (hs::vec2{0, 1})) << "all alike: the last axis, upwards";
  EXPECT_EQ(out({{3, 3}, {5, 5}}), (hs::vec2{0, 1})) << "two alike: the last axis";
  EXPECT_EQ(hs::sweep_nearest(hs::box{{3, -1}, {5, 1}}, hs::vec2{}, block).position, (hs::vec2{4, 0}));
}

TEST(sweep_boxes, until_leaves_out_what_is_hit_then_or_later) {
  const hs::box a{{0, 0}, {1, 1}}, wall{{3, -5}, {4, 5}};  // hit at a quarter
  const hs::vec2 d{8, 0};
  EXPECT_TRUE(hs::sweep_any(a, d, wall, {.until = 0.5f}));
  EXPECT_FALSE(hs::sweep_any(a, d, wall, {.until = 0.25f}));
  EXPECT_FALSE(hs::sweep_any(a, d, wall, {.until = trial::not_a_number}));
  EXPECT_FALSE(hs::sweep_any(a, d, wall, {.until = -1}));
  EXPECT_TRUE(hs::sweep_any(a, hs::vec2{2, 0}, wall, {.touch = hs::touching::hits, .until = 1}))
      << "1: no limit, a hit at 1 counts";
}
