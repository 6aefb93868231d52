// sweep_boxes: two boxes, one or both moving, overlap on every axis at one moment.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "support/differential.hpp"

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
