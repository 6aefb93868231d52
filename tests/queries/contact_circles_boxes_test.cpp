// contact_circles_boxes: overlap_circles_boxes, the way out from the nearest point of the box.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(contact_circles_boxes);

TEST(contact_circles_boxes, many_against_many_finds_the_deepest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::contact_circles_boxes, trial::asked::many_many, 1140);
}

TEST(contact_circles_boxes, a_circle_at_a_corner_is_pushed_away_from_the_corner) {
  const hs::box b{{0, 0}, {8, 4}};
  const hs::circle a{{11, 8}, 6};
  const hs::contact2 c = hs::contact_deepest(a, b);
  EXPECT_EQ(c.depth, 1);
  EXPECT_EQ(c.normal, (hs::vec2{0.6f, 0.8f}));
  EXPECT_EQ(c.position, (hs::vec2{8, 4}));
  const hs::contact2 back = hs::contact_deepest(b, a);
  EXPECT_EQ(back.depth, 1);
  EXPECT_EQ(back.normal, (hs::vec2{-0.6f, -0.8f})) << "now it is the box that is pushed";
  EXPECT_EQ(back.position, (hs::vec2{7.4f, 3.2f})) << "on the rim of the circle";
}

TEST(contact_circles_boxes, a_centre_within_leaves_through_the_nearest_face) {
  const hs::box b{{0, 0}, {20, 10}};
  const hs::contact2 c = hs::contact_deepest(hs::circle{{3, 4}, 2}, b);
  EXPECT_EQ(c.depth, 5);
  EXPECT_EQ(c.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(c.position, (hs::vec2{0, 4}));
  EXPECT_EQ(hs::contact_deepest(hs::circle{{10, 5}, 2}, b).normal, (hs::vec2{0, 1})) << "up or down is a tie";
  EXPECT_EQ(hs::contact_deepest(hs::circle{{3, 3}, 2}, b).normal, (hs::vec2{0, -1})) << "left or down is a tie";
  EXPECT_EQ(hs::contact_deepest(hs::circle{{20, 5}, 2}, b).normal, (hs::vec2{1, 0})) << "right on a face";
  EXPECT_EQ(hs::contact_deepest(hs::circle{{20, 5}, 2}, b).depth, 2);
}

TEST(contact_circles_boxes, many_against_many_gives_the_deepest_of_whoever_asks) {
  const std::vector<float> x{0, 10, 20}, at{9, 1, 55};
  const hs::circles balls{.x = at, .y = 0.0f, .radius = 3.0f};
  const hs::boxes blocks{.min_x = x, .min_y = -9.0f, .max_x = x, .max_y = 9.0f};
  std::vector<hs::index> who(3);
  std::vector<float> depth(3);
  hs::contact_deepest(balls, blocks, {.index = who, .depth = depth});
  EXPECT_EQ(who, (std::vector<hs::index>{1, 0, hs::none}));
  EXPECT_EQ(depth, (std::vector<float>{2, 2, 0}));
  hs::contact_deepest(blocks, balls, {.index = who, .depth = depth});
  EXPECT_EQ(who, (std::vector<hs::index>{1, 0, hs::none}));
}

TEST(contact_circles_boxes, pushed_along_the_line_of_the_centres_it_would_often_overlap_still_but_not_so) {
  trial::rng r(7);
  int contacts = 0, naive = 0;
  for (int i = 0; i < 20000; ++i) {
    const hs::box b = hs::box::from_center({0, 0}, {r.real(1, 9), r.real(1, 9)});
    const hs::circle a{{r.real(-12, 12), r.real(-12, 12)}, r.real(0, 5)};
    const hs::contact2 c = hs::contact_deepest(a, b);
    if (!c) continue;
    ++contacts;
    EXPECT_FALSE(hs::overlap_any(hs::push_out(a, c), b)) << trial::text(a) << trial::text(b);
    const float far = std::hypot(a.center.x, a.center.y), by = c.depth * 1.0001f / far;
    naive += hs::overlap_any(hs::circle{{a.center.x + by * a.center.x, a.center.y + by * a.center.y}, a.radius}, b);
  }
  if (trial::whole_run()) {
    EXPECT_GT(contacts, 5000);
    EXPECT_GT(naive, contacts / 2) << "the fault is one of many circles";
  }
}
