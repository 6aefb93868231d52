// sweep_circles_boxes: the distance from a moving centre to a box is less than the radius at some time in [0, 1].
#include <gtest/gtest.h>

#include <cmath>
#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/columns.hpp"
#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(sweep_circles_boxes, 2500);

TEST(sweep_circles_boxes, many_against_many_finds_the_nearest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::sweep_circles_boxes, trial::asked::many_many, 700);
}

namespace {

// The bounds of a box's motion leave out circles: of all radii, whose rims come as near to its way as roundings are,
// where it begins, passes and ends; in odd numbers, some of them none, some on other layers.
template <int D> void a_box_finds_its_first_circle_like_the_reference(std::uint64_t seed) {
  using namespace trial;
  rng r(seed);
  std::size_t found = 0, later = 0;
  for (std::size_t c = 0; c < cases(3000); ++c) {
    const std::size_t n = 1 + r.below(c % 10 == 0 ? 1400 : 150);
    const float scale = std::ldexp(1.0f, r.one_in(2) ? 0 : static_cast<int>(r.below(100)) - 50);
    const bool whole = r.one_in(3);
    const auto number = [&](float low, float high) {
      const float x = r.real(low, high);
      return (whole ? std::round(x) : x) * scale;
    };
    float low[D], high[D], step[D];
    for (int k = 0; k < D; ++k)
      low[k] = number(-40, 40), high[k] = low[k] + number(0, 9), step[k] = r.one_in(6) ? 0 : number(-60, 60);
    std::vector<float> centre[D], radius(n);
    std::vector<std::uint32_t> layers(n);
    for (std::size_t i = 0; i < n; ++i) {
      radius[i] = r.one_in(5) ? 0 : r.one_in(6) ? number(0, 5000) : number(0, 6);
      layers[i] = 1 + r.below(3);
      const float t = r.one_in(3) ? static_cast<float>(r.below(2)) : r.real(0, 1);  // where its rim comes by
      for (int k = 0; k < D; ++k) {
        const bool above = r.one_in(2), aside = r.one_in(2);
        const float edge = (above ? high[k] : low[k]) + t * step[k];
        float x = aside ? (above ? edge + radius[i] : edge - radius[i]) : edge + number(-30, 30);
        for (std::uint32_t ulps = aside ? r.below(4) : 0; ulps > 0; --ulps)
          x = std::nextafterf(x, r.one_in(2) ? HUGE_VALF : -HUGE_VALF);
        centre[k].push_back(r.one_in(400) ? NAN : x);
      }
      if (r.one_in(300)) radius[i] = r.one_in(2) ? -radius[i] : NAN;
    }
    hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
    if (r.one_in(4)) q.start = static_cast<hs::start_overlap>(r.below(3));
    if (r.one_in(3)) q.until = r.real(0, 1);
    if (r.one_in(3)) q.layers = 2;
    const auto ask = [&](const hs::query& by) {
      if constexpr (D == 2)
        return hs::sweep_nearest(hs::box{{low[0], low[1]}, {high[0], high[1]}}, hs::vec2{step[0], step[1]},
                                 hs::circles{.x = centre[0], .y = centre[1], .radius = radius, .layers = layers}, by);
      else
        return hs::sweep_nearest(
            hs::box3{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}}, hs::vec3{step[0], step[1], step[2]},
            hs::spheres{.x = centre[0], .y = centre[1], .z = centre[2], .radius = radius, .layers = layers}, by);
    };
    const auto right = ask(by_reference(q));
    found += right.index != hs::none, later += right.time > 0 && right.time < 1;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      const auto got = ask(q);
      ASSERT_EQ(got.index, right.index) << hs::name(which) << ", case " << c << " of " << n;
      ASSERT_TRUE(same_bits(got.time, right.time) && got.flags == right.flags) << hs::name(which) << ", case " << c;
      ASSERT_TRUE(got.normal == right.normal && got.position == right.position) << hs::name(which) << ", case " << c;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(found, 1000u);
    EXPECT_GT(later, 300u);
  }
}

}  // namespace

TEST(sweep_circles_boxes, a_box_finds_its_first_circle_like_the_reference) {
  a_box_finds_its_first_circle_like_the_reference<2>(1);
}
TEST(sweep_circles_boxes, a_box_finds_its_first_sphere_like_the_reference) {
  a_box_finds_its_first_circle_like_the_reference<3>(2);
}

namespace {
constexpr hs::query closed{.touch = hs::touching::hits};
constexpr hs::box block{{10, 10}, {20, 20}};
}  // namespace

TEST(sweep_circles_boxes, a_ball_meets_a_face_half_way) {
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 15}, 2}, hs::vec2{16, 0}, block);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{10, 15}));
  EXPECT_EQ(h.flags, 0);
}

TEST(sweep_circles_boxes, a_ball_meets_a_corner_where_it_is_round) {
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 6}, 5}, hs::vec2{14, 0}, block);  // 3, 4, 5 before the corner
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-0.6f, -0.8f}));
  EXPECT_EQ(h.position, (hs::vec2{10, 10}));
}

TEST(sweep_circles_boxes, the_square_around_a_corner_is_empty_outside_the_round_corner) {
  // To (7, 7): 3 off the corner on both axes, so within the box grown by 4 on every side, and 4.2 away.
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 0}, 4}, hs::vec2{7, 7}, block));
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 0}, 4}, hs::vec2{7.2f, 7.2f}, block));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{4, 10}, 4}, hs::vec2{6, -6}, block)) << "past the corner at 4.2";
  EXPECT_TRUE(hs::sweep_any(hs::box3{{10, 10, 10}, {20, 20, 20}}, hs::vec3{-1, -1, -1}, hs::sphere{{8, 8, 8}, 2}));
  EXPECT_FALSE(hs::sweep_any(hs::box3{{10, 10, 10}, {20, 20, 20}}, hs::vec3{-1, -1, 0}, hs::sphere{{8, 8, 8}, 2}));
}

TEST(sweep_circles_boxes, touching_counts_only_when_it_is_asked_for) {
  const hs::circle ball{{0, 7}, 3};  // rolls along the top of the block
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{40, 0}, block));
  EXPECT_TRUE(hs::sweep_any(ball, hs::vec2{40, 0}, block, closed));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 15}, 2}, hs::vec2{8, 0}, block)) << "arrives";
  EXPECT_EQ(hs::sweep_nearest(hs::circle{{0, 15}, 2}, hs::vec2{8, 0}, block, closed).time, 1);
  EXPECT_FALSE(hs::sweep_any(hs::circle{{7, 6}, 5}, hs::vec2{-4, 3}, block)) << "off the corner, 3, 4, 5, across";
  EXPECT_TRUE(hs::sweep_any(hs::circle{{7, 6}, 5}, hs::vec2{-4, 3}, block, closed));
  EXPECT_TRUE(hs::sweep_any(hs::circle{{7, 6}, 5}, hs::vec2{-4, 3.1f}, block));
}

TEST(sweep_circles_boxes, box_and_circle_change_places_and_the_normal_turns_round) {
  const hs::hit ball = hs::sweep_nearest(hs::circle{{0, 6}, 5}, hs::vec2{14, 0}, block);
  const hs::hit box = hs::sweep_nearest(block, hs::vec2{-14, 0}, hs::circle{{0, 6}, 5});
  EXPECT_EQ(box.time, ball.time);
  EXPECT_EQ(box.normal, (hs::vec2{0.6f, 0.8f}));
  EXPECT_EQ(box.position, (hs::vec2{3, 10})) << "the corner, where it has gone";
  const hs::hit both = hs::sweep_nearest(hs::circle{{0, 6}, 5}, hs::vec2{4, 0}, hs::moving(block, hs::vec2{-10, 0}));
  EXPECT_EQ(both.time, 0.5f);
  EXPECT_EQ(both.position, (hs::vec2{5, 10}));
}

TEST(sweep_circles_boxes, a_start_in_overlap_is_a_matter_of_policy) {
  const hs::circle ball{{9, 15}, 2};
  const hs::hit h = hs::sweep_nearest(ball, hs::vec2{5, 0}, block);
  EXPECT_EQ(h.time, 0);
  EXPECT_EQ(h.flags, hs::started);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  const hs::query ignored{.start = hs::start_overlap::ignored}, unless{.start = hs::start_overlap::hits_unless_leaving};
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{5, 0}, block, ignored));
  EXPECT_TRUE(hs::sweep_any(ball, hs::vec2{5, 0}, block, unless));
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{-5, 0}, block, unless));
  EXPECT_FALSE(hs::sweep_any(ball, hs::vec2{0, 5}, block, unless)) << "along";
  const hs::circle deep{{12, 15}, 1};  // the centre within, nearest to the left face
  EXPECT_FALSE(hs::sweep_any(deep, hs::vec2{-5, 1}, block, unless));
  EXPECT_TRUE(hs::sweep_any(deep, hs::vec2{5, 1}, block, unless));
  EXPECT_FALSE(hs::sweep_any(block, hs::vec2{5, 1}, deep, unless)) << "the box leaves the other way";
}

TEST(sweep_circles_boxes, a_ball_of_no_size_is_a_point) {
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 15}, 0}, hs::vec2{11, 0}, block));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 15}, 0}, hs::vec2{10, 0}, block));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 10}, 0}, hs::vec2{30, 0}, block)) << "along an edge";
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 10}, 0}, hs::vec2{30, 0}, block, closed));
  EXPECT_EQ(hs::sweep_nearest(hs::circle{{0, 15}, 0}, hs::vec2{20, 0}, block).normal, (hs::vec2{-1, 0}));
}

TEST(sweep_circles_boxes, the_nearest_of_many_is_found_from_both_sides) {
  const std::vector<float> x{40, 20, 30, 20}, x1{45, 25, 35, 25};
  const hs::boxes walls{.min_x = x, .min_y = 0.0f, .max_x = x1, .max_y = 9.0f};
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 5}, 4}, hs::vec2{32, 0}, walls);
  EXPECT_EQ(h.index, 1u);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(hs::sweep_count(hs::circle{{0, 5}, 4}, hs::vec2{32, 0}, walls), 3u);
  const hs::motions drift{.dx = -32.0f, .dy = 0.0f};
  EXPECT_EQ(hs::sweep_nearest(walls, drift, hs::circle{{0, 5}, 4}).index, 1u);
  EXPECT_EQ(hs::sweep_count(hs::circle{{0, 5}, 4}, hs::vec2{32, 0}, walls, {.until = 0.75f}), 2u);
}
