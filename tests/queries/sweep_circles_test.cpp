// sweep_circles: |m - t d|^2 < (r1 + r2)^2 for some t in [0, 1].
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(sweep_circles);

TEST(sweep_circles, many_against_many_finds_the_nearest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::sweep_circles, trial::asked::many_many, 1140);
}

TEST(sweep_circles, a_bullet_meets_a_ship_half_way) {
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 0}, 1}, hs::vec2{10, 0}, hs::circle{{8, 0}, 2});
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{6, 0}));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 0}, 1}, hs::vec2{10, 0}, hs::circle{{5, 3}, 2})) << "it passes and touches";
  EXPECT_TRUE(
      hs::sweep_any(hs::circle{{0, 0}, 1}, hs::vec2{10, 0}, hs::circle{{5, 3}, 2}, {.touch = hs::touching::hits}));
}
