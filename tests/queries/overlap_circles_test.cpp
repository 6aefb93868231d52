// overlap_circles: |c1 - c2|^2 < (r1 + r2)^2.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(overlap_circles);

TEST(overlap_circles, a_three_four_five_triangle_is_a_touch) {
  const hs::circle a{{0, 0}, 2}, b{{3, 4}, 3};
  EXPECT_FALSE(hs::overlap_any(a, b));
  EXPECT_TRUE(hs::overlap_any(a, b, {.touch = hs::touching::hits}));
  EXPECT_TRUE(hs::overlap_any(a, hs::circle{{3, 4}, 3.0000002384185791f}));
  EXPECT_TRUE(hs::overlap_any(hs::vec3{2, 3, 5.9f}, hs::sphere{{0, 0, 0}, 7}));
  EXPECT_FALSE(hs::overlap_any(hs::vec3{2, 3, 6}, hs::sphere{{0, 0, 0}, 7})) << "4 + 9 + 36 = 49";
}
