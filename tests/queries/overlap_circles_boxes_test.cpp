// overlap_circles_boxes: |c - clamp(c)|^2 < r^2, or c strictly inside.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(overlap_circles_boxes);

TEST(overlap_circles_boxes, a_corner_three_four_away_touches_a_radius_of_five) {
  const hs::box b{{3, 4}, {9, 9}};
  EXPECT_FALSE(hs::overlap_any(hs::circle{{0, 0}, 5}, b));
  EXPECT_TRUE(hs::overlap_any(hs::circle{{0, 0}, 5}, b, {.touch = hs::touching::hits}));
  EXPECT_TRUE(hs::overlap_any(b, hs::circle{{0, 0}, 5}, {.touch = hs::touching::hits})) << "either way round";
  EXPECT_TRUE(hs::overlap_any(hs::circle{{0, 0}, 5.0000004768371582f}, b));
}

TEST(overlap_circles_boxes, a_circle_of_no_size_overlaps_from_strictly_inside) {
  const hs::box3 b{{0, 0, 0}, {2, 2, 2}};
  EXPECT_TRUE(hs::overlap_any(hs::sphere{{1, 1, 1}, 0}, b));
  EXPECT_FALSE(hs::overlap_any(hs::sphere{{1, 1, 2}, 0}, b));
  EXPECT_TRUE(hs::overlap_any(hs::sphere{{1, 1, 2}, 0}, b, {.touch = hs::touching::hits}));
}
