// contact_circles: overlap_circles, the way out along the line of the centres.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(contact_circles);

TEST(contact_circles, many_against_many_finds_the_deepest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::contact_circles, trial::asked::many_many, 1140);
}

TEST(contact_circles, the_way_out_is_along_the_line_of_the_centres) {
  const hs::circle a{{3, 4}, 4}, b{{0, 0}, 2};
  const hs::contact2 c = hs::contact_deepest(a, b);
  EXPECT_EQ(c.depth, 1);
  EXPECT_EQ(c.normal, (hs::vec2{0.6f, 0.8f}));
  EXPECT_EQ(c.position, (hs::vec2{1.2f, 1.6f})) << "on the rim of b";
  const hs::circle out = hs::push_out(a, c);
  EXPECT_FALSE(hs::overlap_any(out, b));
  EXPECT_NEAR(out.center.x, 3.6f, 1e-5f);
  EXPECT_NEAR(out.center.y, 4.8f, 1e-5f);
}

TEST(contact_circles, coincident_centres_part_along_the_last_axis) {
  const hs::contact2 c = hs::contact_deepest(hs::circle{{5, 7}, 2}, hs::circle{{5, 7}, 3});
  EXPECT_EQ(c.depth, 5);
  EXPECT_EQ(c.normal, (hs::vec2{0, 1}));
  EXPECT_EQ(c.position, (hs::vec2{5, 10}));
  EXPECT_EQ(hs::contact_deepest(hs::vec3{1, 1, 1}, hs::sphere{{1, 1, 1}, 3}).normal, (hs::vec3{0, 0, 1}));
}

TEST(contact_circles, a_circle_on_another_is_pushed_up_by_a_hair_however_far_to_the_side_the_origin_is) {
  const hs::circle a{{0x1p20f, 1.5f}, 1}, b{{0x1p20f, 0}, 1};
  const hs::contact2 c = hs::contact_deepest(a, b);
  EXPECT_EQ(c.depth, 0.5f);
  EXPECT_LT(c.push.y, 0.50001f);
}
