// sweep_hulls: what a sweeps overlaps b.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(sweep_hulls, 700);

namespace {

constexpr hs::query closed{.touch = hs::touching::hits};
const std::vector<float> triangle_x{0, 4, 0}, triangle_y{0, 0, 3};
const hs::polygon triangle{.x = triangle_x, .y = triangle_y};

TEST(sweep_hulls, many_against_many_finds_the_nearest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::sweep_hulls, trial::asked::many_many, 700);
}

TEST(sweep_hulls, a_ray_meets_a_wall_half_way) {
  const hs::hit h = hs::cast_nearest(hs::segment{{0, 0}, {8, 0}}, hs::segment{{4, -1}, {0, 2}});
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{4, 0}));
  EXPECT_EQ(hs::cast_nearest(hs::segment{{8, 0}, {-8, 0}}, hs::segment{{4, -1}, {0, 2}}).normal, (hs::vec2{1, 0}));
  EXPECT_FALSE(hs::cast_any(hs::segment{{0, 1}, {8, 0}}, hs::segment{{4, -1}, {0, 2}})) << "it passes the end";
  EXPECT_TRUE(hs::cast_any(hs::segment{{0, 1}, {8, 0}}, hs::segment{{4, -1}, {0, 2}}, closed));
  EXPECT_FALSE(hs::cast_any(hs::segment{{0, 0}, {4, 0}}, hs::segment{{4, -1}, {0, 2}})) << "it arrives at the end";
  EXPECT_EQ(hs::cast_nearest(hs::segment{{0, 0}, {8, 0}}, hs::segment{{2, 0}, {4, 0}}, closed).time, 0.25f)
      << "along the wall, to its end";
}

TEST(sweep_hulls, rays_meet_capsules_rotated_boxes_and_polygons) {
  const hs::hit cap = hs::cast_nearest(hs::segment{{-9, 0}, {10, 0}}, hs::capsule{{0, 0}, {0, 5}, 1});
  EXPECT_EQ(cap.time, 0.8f);
  EXPECT_EQ(cap.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(cap.position, (hs::vec2{-1, 0}));
  const hs::hit turned = hs::cast_nearest(hs::segment{{0, 9}, {0, -10}}, hs::obb{{0, 0}, {3, 1}, {0, 1}});
  EXPECT_EQ(turned.time, 0.6f);
  EXPECT_EQ(turned.normal, (hs::vec2{0, 1}));
  const hs::hit side = hs::cast_nearest(hs::segment{{5, 5.5f}, {-6, -8}}, triangle);
  EXPECT_EQ(side.time, 0.5f);
  EXPECT_EQ(side.normal, (hs::vec2{0.6f, 0.8f}));
  EXPECT_EQ(side.position, (hs::vec2{2, 1.5f}));
}

TEST(sweep_hulls, a_moving_circle_meets_a_segment_at_its_side_and_at_its_end) {
  const hs::segment wall{{5, -1}, {0, 2}};
  const hs::hit side = hs::sweep_nearest(hs::circle{{0, 0}, 1}, hs::vec2{8, 0}, wall);
  EXPECT_EQ(side.time, 0.5f);
  EXPECT_EQ(side.position, (hs::vec2{5, 0}));
  const hs::hit end = hs::sweep_nearest(hs::circle{{0, 5}, 5}, hs::vec2{4, 0}, wall);
  EXPECT_EQ(end.time, 0.5f) << "(2, 5) is five from (5, 1)";
  EXPECT_EQ(end.normal, (hs::vec2{-0.6f, 0.8f}));
  EXPECT_EQ(end.position, (hs::vec2{5, 1}));
  EXPECT_FALSE(hs::sweep_any(hs::circle{{0, 2}, 1}, hs::vec2{8, 0}, wall)) << "it passes and touches";
  EXPECT_TRUE(hs::sweep_any(hs::circle{{0, 2}, 1}, hs::vec2{8, 0}, wall, closed));
}

TEST(sweep_hulls, both_may_move_and_what_moves_together_does_not_meet) {
  const hs::capsule a{{0, 0}, {0, 2}, 1};
  EXPECT_EQ(hs::sweep_nearest(a, hs::vec2{4, 0}, hs::moving(triangle, hs::vec2{4, 0})).index, 0u)
      << "they overlap already";
  const hs::capsule left{{-6, 1}, {0, 1}, 1};
  EXPECT_FALSE(hs::sweep_any(left, hs::vec2{9, 9}, hs::moving(triangle, hs::vec2{9, 9})));
  const hs::hit h = hs::sweep_nearest(left, hs::vec2{5, 0}, hs::moving(triangle, hs::vec2{-5, 0}));
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position.x, -2.5f);
}

TEST(sweep_hulls, a_start_in_overlap_hits_or_not_as_asked) {
  const hs::capsule a{{-1, 1}, {0, 1}, 2};
  const auto any = [&](hs::vec2 d, hs::start_overlap start) { return hs::sweep_any(a, d, triangle, {.start = start}); };
  const hs::hit h = hs::sweep_nearest(a, hs::vec2{-1, 0}, triangle);
  EXPECT_EQ(h.time, 0);
  EXPECT_EQ(h.flags, hs::started);
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_FALSE(any({1, 0}, hs::start_overlap::ignored));
  EXPECT_TRUE(any({1, 0}, hs::start_overlap::hits_unless_leaving));
  EXPECT_FALSE(any({-1, 0}, hs::start_overlap::hits_unless_leaving));
}

// Of width 2^-149, which no double has beside a coordinate of 5: the line from (5, 9) to (-3, 3), but for a hair.
TEST(sweep_hulls, a_rotated_box_as_thin_as_a_float_can_be_meets_a_point_at_the_time_of_its_side) {
  const hs::obb thin{{1, 6}, {5, 0x1p-149f}, {-0x1.99999ap-1f, -0x1.333334p-1f}};
  for (const hs::isa isa : hs::supported_isas()) {
    const trial::forced here(isa);
    const hs::hit h = hs::sweep_nearest(thin, hs::vec2{1, 0}, hs::vec2{0, 5});
    ASSERT_TRUE(h) << hs::name(isa);
    EXPECT_NEAR(h.time, 1 / 3.0, 0x1p-24) << hs::name(isa);
    EXPECT_NEAR(h.normal.x, -0.6f, 0x1p-22) << hs::name(isa);
    EXPECT_NEAR(h.normal.y, 0.8f, 0x1p-22) << hs::name(isa);
  }
}

TEST(sweep_hulls, where_points_meet_points_the_normal_is_against_the_motion) {
  for (const hs::isa isa : hs::supported_isas()) {
    const trial::forced here(isa);
    const hs::obb dot{{1, -1}, {0, 0}, {1, 0}};
    const hs::hit h = hs::sweep_nearest(hs::circle{{2, -6}, 0}, hs::vec2{-1, 5}, dot, closed);
    ASSERT_TRUE(h) << hs::name(isa);
    EXPECT_EQ(h.time, 1) << hs::name(isa);
    EXPECT_NEAR(h.normal.x, 1 / std::sqrt(26.0), 0x1p-24) << hs::name(isa);
    EXPECT_NEAR(h.normal.y, -5 / std::sqrt(26.0), 0x1p-24) << hs::name(isa);
    EXPECT_EQ(h.position, (hs::vec2{1, -1})) << hs::name(isa);
    const hs::hit end_on = hs::cast_nearest(hs::segment{{-8, 0}, {16, 0}}, hs::segment{{8, 0}, {-4, 0}}, closed);
    EXPECT_EQ(end_on.time, 0.75f) << hs::name(isa);
    EXPECT_EQ(end_on.normal, (hs::vec2{-1, 0})) << hs::name(isa) << ": along a line, to its end";
    const hs::hit still = hs::sweep_nearest(hs::circle{{1, -1}, 0}, hs::vec2{0, 0}, dot, closed);
    EXPECT_EQ(still.normal, (hs::vec2{0, 1})) << hs::name(isa) << ": nothing moves";
  }
}

// As of boxes: which side of a comes first in its order depends on the hand.
TEST(sweep_hulls, of_sides_met_at_one_time_the_one_that_faces_along_y_is_told_from_either_hand) {
  constexpr std::size_t n = 40;
  for (const hs::isa which : hs::supported_isas())
    for (const float s : {1.0f, -1.0f})
      for (const float up : {1.0f, -1.0f}) {
        const trial::forced on(which);
        const std::vector<float> x(n, 3 * s), y(n, up), hx(n, 2), hy(n, 1), one(n, 1), zero(n, 0);
        const hs::obbs floor{.x = x, .y = y, .half_x = hx, .half_y = hy, .axis_x = one, .axis_y = zero};
        const hs::box mover = hs::box::from_center({-2 * s, -2 * up}, {1, 1});
        const hs::vec2 step{4 * s, 2 * up};
        const hs::hit right =
            hs::sweep_nearest(mover, step, hs::centred_boxes{.x = x, .y = y, .half_x = hx, .half_y = hy}, closed);
        ASSERT_EQ(right.normal, (hs::vec2{0, -up})) << "boxes";
        const auto told = [&](const auto& a, const auto& b) {
          std::vector<float> time(n), nx(n), ny(n);
          std::vector<hs::index> index(n);
          hs::sweep(a, step, b, {.index = index, .time = time, .normal_x = nx, .normal_y = ny}, closed);
          for (std::size_t i = 0; i < n; ++i)
            EXPECT_EQ((hs::vec2{nx[i], ny[i]}), right.normal) << i << " on " << hs::name(which) << ", to " << s;
          EXPECT_EQ(time[0], right.time);
        };
        told(mover, floor);
        told(hs::obb{{-2 * s, -2 * up}, {1, 1}, {1, 0}}, floor);
        told(hs::obb{{-2 * s, -2 * up}, {1, 1}, {0, 1}}, floor);
        const hs::box block = hs::box::from_center({3 * s, up}, {2, 1});
        EXPECT_EQ(hs::sweep_nearest(hs::obb{{-2 * s, -2 * up}, {1, 1}, {-1, 0}}, step, block, closed).normal,
                  right.normal);
        const std::vector<float> tx{1 * s, 5 * s, 5 * s}, ty{0, 0, 2 * up};  // a ramp, its end at the corner
        const hs::polygon ramp{.x = tx, .y = ty};
        EXPECT_EQ(hs::sweep_nearest(mover, step, ramp, closed).normal, right.normal) << s << ", " << up;
        // Hardly closing on one of the sides, so that it is told in numbers that do not round.
        const hs::hit slow = hs::sweep_nearest(hs::obb{{-2 * s, -up - up * 0x1p-13f}, {1, 1}, {1, 0}},
                                               {4 * s, up * 0x1p-12f}, block, closed);
        EXPECT_EQ(slow.normal, right.normal) << s << ", " << up;
      }
}

TEST(sweep_hulls, normals_have_length_1_however_small_the_radii_are) {
  for (const float radius : {1.0f, 1e-3f, 1e-9f, 1e-12f, 1e-30f, 0x1p-120f})
    for (const float y : {0.0f, 0.6f, -0.9f}) {
      const hs::capsule wall{{3, 0}, {1, 0}, radius};
      const hs::circle c{{-1000.125f, y * radius}, 0};
      const hs::hit truth = hs::sweep_nearest(c, hs::vec2{70000, 0}, wall, trial::by_reference());
      for (const hs::isa isa : hs::supported_isas()) {
        const trial::forced here(isa);
        const hs::hit h = hs::sweep_nearest(c, hs::vec2{70000, 0}, wall);
        ASSERT_TRUE(h == truth) << hs::name(isa) << ", radius " << radius;
        const double ny = static_cast<double>(c.center.y) / static_cast<double>(radius);
        EXPECT_NEAR(h.normal.x, -std::sqrt(1 - ny * ny), 0x1p-22) << radius;
        EXPECT_NEAR(h.normal.y, ny, 0x1p-22) << radius;
        EXPECT_NEAR(h.time, (1003.125 - radius * std::sqrt(1 - ny * ny)) / 70000, 0x1p-29) << radius;
      }
    }
}

// At the time of a hit two shapes are next to each other; before it they do not overlap.
TEST(sweep_hulls, at_its_time_a_mover_touches_and_a_little_earlier_it_does_not_overlap) {
  trial::rng r(0x5e);
  const trial::family& game = trial::valid_families()[0];
  std::size_t hits = 0;
  for (std::size_t i = 0; i < trial::cases(60000); ++i) {
    const float angle = r.real(-4, 4);
    const hs::capsule a{trial::draw_position<2>(game, r), trial::draw_step<2>(game, r), r.one_in(3) ? 0 : r.real(0, 9)};
    const hs::obb b{
        trial::draw_position<2>(game, r), {r.real(1, 20), r.real(1, 20)}, {std::cos(angle), std::sin(angle)}};
    const hs::vec2 d = trial::draw_step<2>(game, r);
    const hs::hit h = hs::sweep_nearest(a, d, b);
    if (!h || h.flags & hs::started) continue;
    ++hits;
    const float length = std::sqrt(d.x * d.x + d.y * d.y);
    const auto moved = [&](float t) {
      return hs::capsule{{a.start.x + t * d.x, a.start.y + t * d.y}, a.delta, a.radius};
    };
    const float before = h.time - 0.01f / length;
    EXPECT_FALSE(before > 0 && hs::overlap_any(moved(before), b)) << i;
    hs::capsule wider = moved(h.time);
    wider.radius += 0.01f;
    EXPECT_TRUE(hs::overlap_any(wider, b)) << i << ": not even near at " << h.time;
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, trial::cases(60000) / 20);
  }
}

// The position of a hit, and of a contact, is on both: a crate that lands on a floor leaves its mark under itself.
struct somewhere {
  hs::vec2 by;
  hs::vec2 operator()(hs::vec2 p) const { return {p.x + by.x, p.y + by.y}; }
  hs::box operator()(const hs::box& b) const { return {(*this)(b.min), (*this)(b.max)}; }
  hs::segment operator()(const hs::segment& s) const { return {(*this)(s.start), s.delta}; }
  hs::capsule operator()(const hs::capsule& c) const { return {(*this)(c.start), c.delta, c.radius}; }
  hs::obb operator()(const hs::obb& b) const { return {(*this)(b.center), b.half, b.axis}; }
};
template <class A, class B> void expect_on_both(const A& a, hs::vec2 d, const B& b, std::size_t& hits) {
  constexpr float near = 1e-4f;
  const hs::hit h = hs::sweep_nearest(a, d, b);
  if (h && !(h.flags & hs::started)) {
    ++hits;
    EXPECT_LE(hs::distance(h.position, b), near);
    EXPECT_LE(hs::distance(h.position, somewhere{{h.time * d.x, h.time * d.y}}(a)), near);
  }
  if (const hs::contact2 c = hs::contact_deepest(a, b)) {
    ++hits;
    EXPECT_LE(hs::distance(c.position, b), near);
    EXPECT_LE(hs::distance(c.position, somewhere{c.push}(a)), near);
  }
}

// Whole numbers, and turned by three axes alone: most sides lie along others.
TEST(sweep_hulls, the_place_of_a_hit_or_contact_is_on_both) {
  trial::rng r(0x5f);
  std::size_t hits = 0;
  const auto whole = [&](int from, int to) { return static_cast<float>(r.whole(from, to)); };
  const auto with_any = [&](const auto& f) {
    const hs::vec2 at{whole(-9, 9), whole(-9, 9)}, size{whole(1, 6), whole(1, 6)};
    const hs::vec2 axis = r.one_in(3) ? hs::vec2{0.6f, 0.8f} : r.one_in(2) ? hs::vec2{0, -1} : hs::vec2{1, 0};
    const hs::vec2 along{10 * axis.x, 10 * axis.y};
    switch (r.below(4)) {
      case 0: return f(hs::box{at, {at.x + size.x, at.y + size.y}});
      case 1: return f(hs::segment{at, along});
      case 2: return f(hs::capsule{at, along, size.x / 2});
      default: return f(hs::obb{at, size, axis});
    }
  };
  for (std::size_t i = 0; i < trial::cases(20000); ++i)
    with_any([&](const auto& a) {
      with_any([&](const auto& b) { expect_on_both(a, {whole(-12, 12), whole(-12, 12)}, b, hits); });
    });
  EXPECT_GT(hits, trial::cases(20000) / 4);
}
TEST(sweep_hulls, a_crate_that_lands_on_a_long_floor_touches_it_under_itself) {
  const hs::box crate{{40, 0}, {50, 10}}, sunk{{40, 12}, {50, 22}};
  const std::vector<float> x{-100, 100, 100, -100}, y{20, 20, 30, 30};
  const hs::obb plank{{0, 25}, {100, 5}};
  for (const hs::isa which : hs::supported_isas()) {
    const hs::query q{.on = which};
    EXPECT_EQ(hs::sweep_nearest(crate, {0, 20}, plank, q).position, (hs::vec2{45, 20})) << hs::name(which);
    EXPECT_EQ(hs::sweep_nearest(crate, {0, 20}, hs::polygon{x, y}, q).position, (hs::vec2{45, 20})) << hs::name(which);
    EXPECT_EQ(hs::contact_deepest(sunk, plank, q).position, (hs::vec2{45, 20})) << hs::name(which);
    EXPECT_EQ(hs::sweep_nearest(plank, {0, -20}, crate, q).position, (hs::vec2{45, 10})) << hs::name(which);
  }
}

// A laser that fades to nothing, a plank as thin: doubles see a corner where there is a side, and it is told.
TEST(sweep_hulls, a_side_too_short_for_doubles_is_met_where_it_is) {
  const hs::box wall{{0, 0}, {1, 8}};
  for (const hs::isa which : hs::supported_isas()) {
    const trial::forced on(which);
    for (const float length : {0x1p-40f, 0x1p-51f, 0x1p-60f, 0x1p-149f}) {
      const hs::segment fading{{-1, 5}, {0, -length}};
      const hs::hit h = hs::sweep_nearest(fading, hs::vec2{4, 0}, wall);
      EXPECT_EQ(h.time, 0.25f) << hs::name(which);
      EXPECT_EQ(h.position, (hs::vec2{0, 5})) << length << " on " << hs::name(which);
      const hs::obb plank{{16, 4}, {length, 4}, {1, 0}};
      const hs::contact2 out = hs::contact_deepest(plank, hs::box{{0, -20}, {1000, 4}});
      EXPECT_EQ(out.depth, 4) << hs::name(which);
      EXPECT_EQ(out.position.x, 16) << length << " on " << hs::name(which);
    }
  }
}

}  // namespace
