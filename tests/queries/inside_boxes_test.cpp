// inside_boxes: b.min <= a.min and a.max <= b.max on every axis; closed unless asked otherwise.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(inside_boxes);

TEST(inside_boxes, a_sprite_flush_with_the_edge_is_inside_unless_touching_misses) {
  const hs::box field{{0, 0}, {640, 480}}, flush{{0, 470}, {10, 480}}, within{{1, 1}, {2, 2}}, over{{-1, 1}, {2, 2}};
  EXPECT_TRUE(hs::inside_any(flush, field));
  EXPECT_TRUE(hs::inside_any(flush, field, {.layers = 1})) << "other options say nothing about touching";
  EXPECT_TRUE(hs::inside_any(flush, field, {.on = hs::isa::scalar}));
  EXPECT_FALSE(hs::inside_any(flush, field, {.touch = hs::touching::misses}));
  EXPECT_TRUE(hs::inside_any(within, field, {.touch = hs::touching::misses}));
  EXPECT_FALSE(hs::inside_any(over, field));
  EXPECT_FALSE(hs::inside_any(field, within));
}
