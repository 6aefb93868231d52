// contact_boxes: overlap_boxes, the way out along the axis of the least depth.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(contact_boxes);

TEST(contact_boxes, many_against_many_finds_the_deepest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::contact_boxes, trial::asked::many_many, 1140);
}

TEST(contact_boxes, the_way_out_is_the_axis_of_the_least_depth_and_a_tie_goes_to_the_last_axis_upwards) {
  const hs::box block{{-4, -4}, {4, 4}};
  const auto out = [&](const hs::box& a, hs::vec2 normal, float depth) {
    const hs::contact2 c = hs::contact_deepest(a, block);
    EXPECT_EQ(c.index, 0u);
    EXPECT_EQ(c.normal, normal);
    EXPECT_EQ(c.depth, depth);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(c.push[k], normal[k] * (depth * (1 + 0x1p-22f)));
    return c.position;
  };
  EXPECT_EQ(out({{3, -1}, {5, 1}}, {1, 0}, 1), (hs::vec2{4, 0}));
  EXPECT_EQ(out({{-5, -1}, {-3, 2}}, {-1, 0}, 1), (hs::vec2{-4, 0.5f}));
  EXPECT_EQ(out({{-1, -6}, {1, -3}}, {0, -1}, 1), (hs::vec2{0, -4}));
  EXPECT_EQ(out({{3, 3}, {5, 5}}, {0, 1}, 1), (hs::vec2{3.5f, 4})) << "equal depths: the later axis";
  EXPECT_EQ(out({{-1, -1}, {1, 1}}, {0, 1}, 5), (hs::vec2{0, 4})) << "right in the middle: upwards";
  EXPECT_EQ(out({{3, -2}, {5, -2}}, {1, 0}, 1), (hs::vec2{4, -2})) << "a line";
}

TEST(contact_boxes, touching_is_a_contact_of_no_depth_when_it_counts) {
  const hs::box block{{0, 0}, {4, 4}}, flush{{4, 1}, {6, 2}};
  EXPECT_EQ(hs::contact_deepest(flush, block), hs::contact2{});
  const hs::contact2 c = hs::contact_deepest(flush, block, {.touch = hs::touching::hits});
  EXPECT_EQ(c.index, 0u);
  EXPECT_EQ(c.depth, 0);
  EXPECT_EQ(c.normal, (hs::vec2{1, 0}));
  EXPECT_EQ(c.push, hs::vec2{});
}

TEST(contact_boxes, the_deepest_of_all_wins_and_equals_go_by_index) {
  const std::vector<float> x0{0, 3, 1, 1, 9}, x1{2, 5, 8, 8, 9.5f};  // how deep: 1, 1, 3, 3, none
  const hs::boxes blocks{.min_x = x0, .min_y = -9.0f, .max_x = x1, .max_y = 9.0f};
  const hs::box a{{1, -1}, {4, 1}};
  const hs::contact2 c = hs::contact_deepest(a, blocks);
  EXPECT_EQ(c.index, 2u);
  EXPECT_EQ(c.depth, 3);
  std::vector<hs::index> who(4);
  std::vector<float> depth(4);
  const hs::found all = hs::contact(a, blocks, {.index = who, .depth = depth});
  EXPECT_EQ(all.total, 4u);
  EXPECT_EQ(who, (std::vector<hs::index>{0, 1, 2, 3}));
  EXPECT_EQ(depth, (std::vector<float>{1, 1, 3, 3}));
}

TEST(contact_boxes, a_box_pushed_out_of_a_wall_lies_flush_or_nearly_so) {
  const hs::box wall{{100, 0}, {200, 50}}, a{{195, 10}, {205, 20}};
  const hs::box out = hs::push_out(a, hs::contact_deepest(a, wall));
  EXPECT_GE(out.min.x, 200);
  EXPECT_LT(out.min.x, 200.001f);
  EXPECT_EQ(out.min.y, 10);
  EXPECT_EQ(hs::push_out(a, hs::contact2{}), a) << "no contact, no push";
}
