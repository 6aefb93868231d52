// overlap_boxes: a.min < b.max and b.min < a.max on every axis.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(overlap_boxes);

TEST(overlap_boxes, neighbours_that_lie_flush_overlap_only_when_touching_hits) {
  const hs::box left{{0, 0}, {1, 1}}, right{{1, 0}, {2, 1}}, corner{{1, 1}, {2, 2}}, apart{{1.5f, 0}, {2, 1}};
  EXPECT_TRUE(hs::overlap_any(left, left));
  for (const hs::box& other : {right, corner}) {
    EXPECT_FALSE(hs::overlap_any(left, other));
    EXPECT_TRUE(hs::overlap_any(left, other, {.touch = hs::touching::hits}));
  }
  EXPECT_FALSE(hs::overlap_any(left, apart, {.touch = hs::touching::hits}));
}

TEST(overlap_boxes, a_point_overlaps_the_box_around_it) {
  const hs::box3 around{{-1, -1, -1}, {1, 1, 1}};
  EXPECT_TRUE(hs::overlap_any(hs::vec3{0, 0, 0}, around));
  EXPECT_FALSE(hs::overlap_any(hs::vec3{0, 0, 1}, around));
  EXPECT_TRUE(hs::overlap_any(hs::vec3{0, 0, 1}, around, {.touch = hs::touching::hits}));
}
