// sweep_growing_circles: circles that move and change their radius.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace hs = hitscan;
using trial::by_reference;

TRIAL_DIFFERENTIAL_TESTS(sweep_growing_circles, 2500);
TEST(sweep_growing_circles, many_against_many_gives_the_bits_of_the_reference) {
  TRIAL_DIFFERENTIAL_TEST(sweep_growing_circles, many_many, 800);
}

namespace {

constexpr hs::query closed{.touch = hs::touching::hits};
constexpr hs::vec2 still{0, 0};

TEST(sweep_growing_circles, an_explosion_reaches_what_stands_around_it) {
  const hs::circle blast{{0, 0}, 1}, ship{{6, 8}, 2};
  const hs::hit h = hs::sweep_nearest(ship, still, hs::growing(blast, 14));
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{0.6f, 0.8f}));
  EXPECT_FLOAT_EQ(h.position.x, 4.8f);
  EXPECT_FALSE(hs::sweep_any(ship, still, hs::growing(blast, 7))) << "it arrives at the end";
  EXPECT_TRUE(hs::sweep_any(ship, still, hs::growing(blast, 7), closed));
  EXPECT_FALSE(hs::sweep_any(ship, hs::vec2{6, 8}, hs::growing(blast, 10))) << "it runs away as fast";
  EXPECT_TRUE(hs::sweep_any(ship, hs::vec2{3, 4}, hs::growing(blast, 14)));
  EXPECT_TRUE(hs::sweep_any(hs::vec2{6, 8}, still, hs::growing(blast, 9.5f)));
}

TEST(sweep_growing_circles, both_may_move_and_grow) {
  const hs::hit h = hs::sweep_nearest(hs::growing(hs::circle{{-10, 0}, 1}, 2), hs::vec2{8, 0},
                                      hs::moving(hs::growing(hs::circle{{10, 0}, 1}, 6), hs::vec2{-20, 0}));
  EXPECT_EQ(h.time, 0.5f) << "18 apart, closing by 8 + 20 + 2 + 6";
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(h.position, (hs::vec2{-4, 0}));
}

TEST(sweep_growing_circles, one_that_shrinks_lets_pass) {
  const hs::circle gate{{0, 0}, 5}, bullet{{-30, 3}, 1};
  EXPECT_TRUE(hs::sweep_any(bullet, hs::vec2{40, 0}, gate));
  EXPECT_FALSE(hs::sweep_any(bullet, hs::vec2{40, 0}, hs::growing(gate, -5)));
  EXPECT_TRUE(hs::sweep_any(bullet, hs::vec2{40, 0}, hs::growing(gate, -2)));
  EXPECT_FALSE(hs::sweep_any(bullet, hs::vec2{40, 0}, hs::growing(gate, -5.5f), closed)) << "less than nothing";
}

TEST(sweep_growing_circles, the_start_of_an_overlap_is_left_when_it_does_not_become_deeper) {
  const hs::circle a{{0, 0}, 3}, b{{4, 0}, 3};
  const auto any = [&](float grow, hs::vec2 d, hs::start_overlap start) {
    return hs::sweep_any(hs::growing(a, grow), d, b, {.start = start});
  };
  using enum hs::start_overlap;
  EXPECT_EQ(hs::sweep_nearest(hs::growing(a, 1), still, b).flags, hs::started);
  EXPECT_FALSE(any(1, {5, 0}, ignored));
  EXPECT_TRUE(any(1, {0, 0}, hits_unless_leaving));
  EXPECT_TRUE(any(1, {-1, 0}, hits_unless_leaving)) << "|m|^2 falls by 2 * 4, (R)^2 grows by 2 * 6";
  EXPECT_FALSE(any(1, {-1.5f, 0}, hits_unless_leaving));
  EXPECT_FALSE(any(-1, {1.5f, 0}, hits_unless_leaving));
}

TEST(sweep_growing_circles, with_no_growth_it_is_sweep_circles) {
  trial::rng r(0x92);
  std::size_t hits = 0;
  const std::size_t rounds = trial::cases(20000);
  for (std::size_t i = 0; i < rounds; ++i) {
    const trial::family& f = trial::families()[i % trial::families().size()];
    const hs::sphere a = trial::draw_circle<3>(f, r), b = trial::draw_circle<3>(f, r);
    const hs::vec3 d = trial::draw_step<3>(f, r);
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
    const hs::hit3 plain = hs::sweep_nearest(a, d, b, q), grown = hs::sweep_nearest(hs::growing(a, 0), d, b, q);
    ASSERT_EQ(static_cast<bool>(plain), static_cast<bool>(grown)) << f.name << trial::text(a) << trial::text(b);
    hits += static_cast<bool>(plain);
    ASSERT_TRUE(std::fabs(plain.time - grown.time) <= 1e-3f) << plain.time << " and " << grown.time;
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, rounds / 50);
  }
}

TEST(sweep_growing_circles, what_is_no_shape_at_either_end_never_hits) {
  const hs::circle all{{0, 0}, trial::largest}, a{{0, 0}, 1};
  EXPECT_TRUE(hs::sweep_any(hs::growing(a, -1), still, all));
  for (const float bad : {trial::not_a_number, trial::infinity, -trial::infinity, -1.0000001f}) {
    EXPECT_FALSE(hs::sweep_any(hs::growing(a, bad), still, all, closed)) << bad;
    EXPECT_FALSE(hs::sweep_any(all, still, hs::growing(a, bad), closed)) << bad;
    const std::vector<float> some{0, 1, bad}, x(3);
    const hs::circles view{.x = x, .y = 0.0f, .radius = 1.0f};
    EXPECT_EQ(hs::validate(hs::growing(view, some)), 2u);
    EXPECT_EQ(hs::sweep_count(hs::growing(view, some), still, all, closed), 2u);
  }
}

TEST(sweep_growing_circles, views_grow_by_columns_or_by_one_value_for_all) {
  const std::vector<float> x{0, 10, 20, 30}, grow{0, 0, 9, 0};
  const hs::circles rings{.x = x, .y = 0.0f, .radius = 1.0f};
  const hs::circle target{{14, 0}, 1};
  std::vector<hs::index> room(4);
  const hs::found some = hs::sweep(hs::growing(rings, grow), still, target, room);
  ASSERT_EQ(some.total, 1u);
  EXPECT_EQ(room[0], 2u);
  EXPECT_EQ(hs::sweep_count(hs::growing(rings, 6.0f), still, target), 2u);
  EXPECT_EQ(hs::sweep_count(target, still, hs::growing(rings, 6.0f)), 2u);
  EXPECT_EQ(hs::sweep_count(target, still, hs::growing(rings, 6.0f), by_reference()), 2u);
  // One that stands and many that grow apart.
  EXPECT_EQ(hs::sweep_count(hs::growing(hs::circle{{0, 0}, 1}, 50), still, rings), 4u);
  EXPECT_EQ(hs::sweep_each_count(hs::growing(rings, grow), still, hs::circles{.x = x, .y = 5.0f, .radius = 1.0f}), 1u);
}

}  // namespace
