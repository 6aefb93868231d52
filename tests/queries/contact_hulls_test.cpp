// contact_hulls: overlap_hulls, and the least way out.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(contact_hulls, 1000);

TEST(contact_hulls, many_against_many_finds_the_deepest_of_each_like_the_reference) {
  trial::differ_from_reference(hs::detail::test::contact_hulls, trial::asked::many_many, 700);
}

TEST(contact_hulls, a_capsule_leaves_a_box_by_the_nearest_side) {
  const hs::box floor{{-10, -2}, {10, 0}};
  const hs::contact2 c = hs::contact_deepest(hs::capsule{{-1, 0.5f}, {2, 0}, 1}, floor);
  EXPECT_EQ(c.depth, 0.5f);
  EXPECT_EQ(c.normal, (hs::vec2{0, 1}));
  EXPECT_EQ(c.position.y, 0);
  const hs::contact2 within = hs::contact_deepest(hs::capsule{{-1, -0.5f}, {2, 0}, 1}, floor);
  EXPECT_EQ(within.depth, 1.5f);
  EXPECT_EQ(within.normal, (hs::vec2{0, 1}));
}

TEST(contact_hulls, the_way_out_points_from_b_to_a_whoever_asks) {
  const hs::obb a{{0, 0}, {2, 1}, {0, 1}};  // from (-1, -2) to (1, 2)
  const hs::segment b{{0.75f, -9}, {0, 18}};
  const hs::contact2 c = hs::contact_deepest(a, b), back = hs::contact_deepest(b, a);
  EXPECT_EQ(c.depth, 0.25f);
  EXPECT_EQ(c.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(back.depth, 0.25f);
  EXPECT_EQ(back.normal, (hs::vec2{1, 0}));
}

TEST(contact_hulls, a_circle_at_the_corner_of_a_polygon_is_pushed_along_the_line_between_them) {
  const std::vector<float> x{0, 4, 0}, y{0, 0, 3};
  const hs::contact2 c = hs::contact_deepest(hs::circle{{-3, -4}, 6}, hs::polygon{.x = x, .y = y});
  EXPECT_EQ(c.depth, 1);
  EXPECT_EQ(c.normal, (hs::vec2{-0.6f, -0.8f}));
  EXPECT_EQ(c.position, (hs::vec2{0, 0}));
}

// Up, from where they are, on every ISA: they have no sides, and no line leads from one to the other.
TEST(contact_hulls, cores_in_one_place_touch_there) {
  const hs::circle disc{{2, -3}, 4};
  const auto expect = [&](const auto& core, const char* what) {
    const hs::contact2 in = hs::contact_deepest(disc, core), back = hs::contact_deepest(core, disc);
    EXPECT_EQ(in.normal, (hs::vec2{0, 1})) << what;
    EXPECT_EQ(in.position.x, 2) << what;
    EXPECT_EQ(back.position, (hs::vec2{2, 1})) << what;
    EXPECT_EQ(hs::sweep_nearest(disc, hs::vec2{1, 0}, core).position.x, 2) << what;
  };
  expect(hs::capsule{{2, -3}, {0, 0}, 1}, "capsule"), expect(hs::segment{{2, -3}, {0, 0}}, "segment");
  expect(hs::obb{{2, -3}, {0, 0}, {1, 0}}, "rotated box");
  const std::vector<float> x(19, 2.0f), y(19, -3.0f), none(19, 0.0f);
  const hs::capsules dots{.x = x, .y = y, .dx = none, .dy = none, .radius = 1.0f};
  for (const hs::isa which : hs::supported_isas()) {
    const trial::forced on(which);
    std::vector<hs::index> who(x.size());
    std::vector<float> depth(x.size()), place_x(x.size()), place_y(x.size());
    hs::contact(disc, dots, {.index = who, .depth = depth, .position_x = place_x, .position_y = place_y});
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_TRUE(depth[i] == 5 && place_x[i] == 2 && place_y[i] == -2) << hs::name(which) << ' ' << i;
  }
}

// A core's far end may be no double: what is beside it by less than that is beside it.
TEST(contact_hulls, who_is_above_a_capsule_that_leans_by_next_to_nothing_goes_up) {
  const hs::vec2 up{0, 1};
  for (const float lean : {3.10039494e-11f, 1e-12f, 1e-15f, 1e-20f}) {
    const hs::vec2 at{17026.0938f, -5};
    const hs::contact2 in = hs::contact_deepest(at, hs::capsule{{at.x, -6}, {lean, -19}, 7});
    EXPECT_EQ(in.depth, 6) << lean;
    EXPECT_EQ(in.normal.y, 1) << lean;
    const hs::contact2 on = hs::contact_deepest(hs::vec2{-4, 1}, hs::capsule{{-4, 0}, {lean * 1e-5f, -4}, 1},
                                                {.touch = hs::touching::hits});
    EXPECT_TRUE(on && on.depth == 0 && on.normal == up) << lean;
  }
}

// Whatever overlaps no longer does after its push: starts moved as a user would, in float.
// Nor where what lies within the radii comes nearly to one place, so that doubles hardly know the way from one to the
// other.
TEST(contact_hulls, what_is_pushed_out_of_nearly_the_same_place_no_longer_overlaps) {
  using trial::hex;
  trial::rng r(64);
  for (std::size_t round = 0; round < trial::cases(40000); ++round) {
    const float tiny = std::ldexp(r.real(-1, 1), r.whole(-50, -8)), size = std::ldexp(1.0f, r.whole(0, 14));
    const hs::capsule a{{-size * r.real(0, 1), tiny}, {size * r.real(1, 2), tiny * r.real(-2, 2)}, size * r.real(0, 1)};
    const hs::vec2 c{size * r.real(-0.5f, 0.5f), r.one_in(2) ? 0.0f : tiny * r.real(-1, 1)};
    const hs::circle disc{c, size * r.real(0.01f, 1)};
    const hs::capsule other{{c.x, 0}, {size * r.real(-1, 1), tiny * r.real(-1, 1)}, disc.radius};
    const hs::obb turned{c, {disc.radius, disc.radius}, {1, tiny / size}};
    const auto gone = [&](const auto& one, const auto& two, const char* what) {
      const hs::contact2 in = hs::contact_deepest(one, two);
      ASSERT_FALSE(in && hs::overlap_any(hs::push_out(one, in), two)) << what << ' ' << hex(tiny) << ' ' << size;
    };
    gone(a, disc, "circle"), gone(disc, a, "of a circle"), gone(a, other, "capsule"), gone(a, turned, "turned box");
    gone(turned, a, "of a turned box"), gone(hs::segment{a.start, a.delta}, other, "of a segment");
  }
}

TEST(contact_hulls, what_is_pushed_no_longer_overlaps) {
  trial::rng r(0xc0);
  std::size_t pushed = 0;
  for (const trial::family& f : trial::valid_families())
    for (std::size_t i = 0; i < trial::cases(40000) / 14; ++i) {
      const auto at = [&] { return trial::draw_position<2>(f, r); };
      const auto step = [&] { return trial::draw_step<2>(f, r); };
      const auto size = [&] { return f.draw(f.extent, r); };
      const float angle = r.real(-4, 4);
      const auto check = [&](const auto& a, const auto& b) {
        const hs::contact2 c = hs::contact_deepest(a, b);
        const auto to = hs::push_out(a, c);
        const float sum = [](const auto& shape) {
          if constexpr (requires { shape.start; })
            return shape.start.x + shape.start.y;
          else
            return shape.center.x + shape.center.y;
        }(to);
        if (!c || !std::isfinite(sum)) return;
        ++pushed;
        EXPECT_FALSE(hs::overlap_any(to, b)) << f.name << ", pushed by " << trial::text(c.push);
      };
      const hs::capsule capsule{at(), step(), size()};
      const hs::obb turned{at(), {size(), size()}, {std::cos(angle), std::sin(angle)}};
      const hs::segment line{at(), step()};
      const hs::box wall = trial::draw_box<2>(f, r);
      check(capsule, turned), check(capsule, line), check(capsule, wall);
      check(turned, capsule), check(turned, line), check(turned, wall);
      check(line, capsule), check(line, turned);
      if (testing::Test::HasFailure()) return;
    }
  if (trial::whole_run()) {
    EXPECT_GT(pushed, trial::cases(40000));
  }
}
