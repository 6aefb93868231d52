// Where filters by floats have to leave room for their roundings: touches at corners, and targets that are reached
// within a few units in the last place of each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>
#include <numeric>

#include "../support/differential.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

template <int D> auto no_details(records<D>& to) {
  auto c = to.columns();
  c.normal_x = c.normal_y = c.position_x = c.position_y = {};
  if constexpr (D == 3) c.normal_z = c.position_z = {};
  return c;
}

// One axis is entered at the very moment that another is left, after u / s of a step whose parts have no exact
// reciprocals. Closed that is a hit, whatever is rounded on the way there, and open it is none.
template <int D> void try_corners(std::uint64_t seed) {
  rng r(seed);
  constexpr int odd[] = {3, 5, 6, 7, 9, 11, 13, 14, 15, 17, 19, 21, 23, 25, 27, 29};
  const std::size_t n = cases(1000);
  box_columns<D> movers, items;
  vectors<D> steps;
  std::vector<float> times;
  for (std::size_t i = 0; i < n; ++i) {
    const int s = r.whole(1, 40), u = r.whole(1, s), enters = static_cast<int>(r.below(D));
    vector_of<D> step, low, high, item_low, item_high;
    int leaves = static_cast<int>(r.below(D - 1));
    leaves += leaves >= enters;
    for (int k = 0; k < D; ++k) {
      const int per = odd[r.below(16)], corner = k == enters || k == leaves;
      const float way = static_cast<float>(per * u);  // where its corner is at u / s
      const float at = static_cast<float>(4096 * (k == 0   ? i % 64
                                                  : k == 1 ? i / 64
                                                           : 0)),
                  size = static_cast<float>(r.whole(1, 9));
      step[k] = static_cast<float>(per * s);
      low[k] = at, high[k] = at + size;
      // Entered: its face is ahead of the front. Left: its face is ahead of the back.
      item_low[k] = k == enters ? high[k] + way : k == leaves ? low[k] + way - size : at - 900;
      item_high[k] = k == leaves ? low[k] + way : corner ? item_low[k] + size : at + 1900;
      if (r.one_in(2)) {  // and all that in a mirror
        const auto mirror = [&](float& a, float& b) {
          const float left = 2 * at - b;
          b = 2 * at - a, a = left;
        };
        mirror(low[k], high[k]), mirror(item_low[k], item_high[k]), step[k] = -step[k];
      }
    }
    movers.push({low, high}), items.push({item_low, item_high}), steps.push(step);
    times.push_back(static_cast<float>(u) / static_cast<float>(s));
  }
  all_ways them;
  records<D> got(n);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    them.fill(items.view());
    for (const bool closed : {true, false})
      for (const bool details : {true, false})
        them.each([&](auto& structure, const char* name) {
          const auto out = details ? got.columns() : no_details(got);
          structure.sweep_nearest(movers.view(), steps.as_motions(), out,
                                  {.touch = closed ? hs::touching::hits : hs::touching::misses});
          for (std::size_t i = 0; i < n; ++i)
            ASSERT_TRUE(got.index[i] == (closed ? i : hs::none) && same_bits(got.time[i], closed ? times[i] : 1))
                << D << "D, " << name << " on " << hs::name(which) << (closed ? ", closed, " : ", open, ") << i
                << " hits " << got.index[i] << " at " << hex(got.time[i]) << ", not at " << hex(times[i]);
        });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(margins, of_all_structures_keep_touches_at_corners_in_any_direction_in_2D) { try_corners<2>(1); }
TEST(margins, of_all_structures_keep_touches_at_corners_in_any_direction_in_3D) { try_corners<3>(2); }

// Walls across each axis, which all are reached within some units of each other; who is first depends on roundings.
template <int D> void try_near_ties(std::size_t movers, std::size_t rounds, std::uint64_t seed) {
  rng r(seed);
  std::size_t close = 0;
  all_ways them;
  records<D> right(movers), got(movers);
  for (std::size_t round = 0; round < rounds; ++round) {
    vector_of<D> gap;
    box_columns<D> walls;
    const int first = static_cast<int>(r.below(D));  // the lowest number is not always on the same axis
    for (int k = 0; k < D; ++k) gap[k] = r.real(0.5f, 40);
    for (int j = 0; j < D; ++j) {
      const int k = (first + j) % D;
      box_of<D> wall;
      for (int a = 0; a < D; ++a) wall.min[a] = -500, wall.max[a] = 500;
      wall.min[k] = gap[k], wall.max[k] = gap[k] + r.real(0.5f, 90);
      walls.push(wall);
    }
    box_columns<D> bodies;
    vectors<D> steps;
    for (std::size_t i = 0; i < movers; ++i) {
      const float time = r.real(0.05f, 1.1f);
      box_of<D> b;
      vector_of<D> d;
      for (int k = 0; k < D; ++k) {
        b.min[k] = r.real(-9, -1), b.max[k] = 0;
        d[k] = gap[k] / time;
        for (int ulps = r.whole(-4, 4); ulps; ulps += ulps < 0 ? 1 : -1)
          d[k] = ulps < 0 ? one_ulp_down(d[k]) : one_ulp_up(d[k]);
      }
      bodies.push(b), steps.push(d);
    }
    hs::query q;
    if (r.one_in(3)) q.touch = hs::touching::hits;
    hs::sweep_nearest(bodies.view(), steps.as_motions(), walls.view(), right.columns(), by_reference(q));
    for (std::size_t i = 0; i < movers; ++i) {
      const auto time_of = [&](std::size_t wall) {
        return hs::sweep_nearest(bodies[i], steps[i], walls[wall], q).time;
      };
      close += std::fabs(time_of(0) - time_of(1)) <= 0x1p-20f * time_of(0);
    }
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      them.fill(walls.view());
      for (const bool details : {true, false})
        them.each([&](auto& structure, const char* name) {
          std::fill(got.index.begin(), got.index.end(), 7u);
          structure.sweep_nearest(bodies.view(), steps.as_motions(), details ? got.columns() : no_details(got), q);
          for (std::size_t i = 0; i < movers; ++i)
            ASSERT_TRUE(got.index[i] == right.index[i] && same_bits(got.time[i], right.time[i]) &&
                        got.flags[i] == right.flags[i])
                << D << "D, " << name << " on " << hs::name(which) << ", " << i << " of " << movers << ": "
                << got.index[i] << " at " << hex(got.time[i]) << ", not " << right.index[i] << " at "
                << hex(right.time[i]);
        });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(close, movers * rounds * 9 / 10);
}

TEST(margins, of_all_structures_tell_targets_apart_that_are_reached_almost_together_in_2D) {
  try_near_ties<2>(100, cases(80), 3);
}
TEST(margins, of_all_structures_tell_targets_apart_that_are_reached_almost_together_in_3D) {
  try_near_ties<3>(100, cases(80), 4);
}
TEST(margins, of_cell_lists_tell_targets_apart_that_are_reached_almost_together) {
  try_near_ties<2>(cases(20000), 1, 5);
}

// Both move, and touch at the very end of their ways, or are a few units short of that: what their ways come to is
// rounded otherwise than the difference of their motions.
TEST(margins, of_ways_keep_touches_at_the_end_of_two_motions) {
  rng r(31);
  const std::size_t n = cases(2000);
  box_columns<2> movers, items;
  vectors<2> steps, ways;
  for (std::size_t i = 0; i < n; ++i) {
    const float y = static_cast<float>(8 * i), low = r.real(-4000, 4000), size = r.real(1, 50);
    const float way = r.one_in(3) ? 0 : r.real(-900, 900), step = way + r.real(10, 2000);
    float edge = low + way - step;  // of the mover, which is behind
    for (int k = r.whole(-2, 2); k != 0; k += k < 0 ? 1 : -1) edge = std::nextafter(edge, k < 0 ? -largest : largest);
    const float tail = edge - size, other = low + size;
    const bool mirror = r.one_in(2);
    movers.push(mirror ? box_of<2>{{-edge, y}, {-tail, y + 4}} : box_of<2>{{tail, y}, {edge, y + 4}});
    items.push(mirror ? box_of<2>{{-other, y}, {-low, y + 4}} : box_of<2>{{low, y}, {other, y + 4}});
    steps.push({mirror ? -step : step, 0.0f}), ways.push({mirror ? -way : way, 0.0f});
  }
  records<2> right(n), got(n);
  const hs::query q{.touch = hs::touching::hits};
  hs::sweep_nearest(movers.view(), steps.as_motions(), hs::moving(items.view(), ways.as_motions()), right.columns(),
                    by_reference(q));
  const auto hit = n - static_cast<std::size_t>(std::count(right.index.begin(), right.index.end(), hs::none));
  if (whole_run()) {
    EXPECT_GT(hit, n / 5);
    EXPECT_LT(hit, n - n / 5);
  }
  all_ways them;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    them.fill(items.view(), ways.as_motions());
    them.each([&](world_by& s, const char* name) {
      s.sweep_nearest(movers.view(), steps.as_motions(), got.columns(), q);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(got[i], right[i]) << name << " on " << hs::name(which) << ", " << i << ": at " << hex(got.time[i])
                                    << ", not at " << hex(right.time[i]);
    });
    if (HasFatalFailure()) return;
  }
}

// Each of n who ask touches its own of n items, by each way, on every ISA.
template <class Items, class Who>
void expect_pairs_of_equals(std::size_t n, const Items& items, const Who& who, const std::string& what) {
  std::vector<hs::index> all(n), first(n), second(n);
  std::iota(all.begin(), all.end(), 0u);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    all_ways them;
    them.fill(items);
    them.each([&](world_by& w, const char* name) {
      const std::size_t total = w.overlap_pairs(who, {first, second}, {.touch = hs::touching::hits}).total;
      EXPECT_EQ(total, n) << what << name << " on " << hs::name(which);
      EXPECT_EQ(first, all) << what << name << " on " << hs::name(which);
      EXPECT_EQ(second, all) << what << name << " on " << hs::name(which);
    });
  }
}

// A capsule ends at -1 + 2^-60, which no double is, and reaches beyond 0 by that much. What begins half as far from 0
// is met, though the sum of its rounded end and its radius is 0.
TEST(margins, of_hulls_keep_what_the_sums_of_their_bounds_round_away) {
  constexpr std::size_t n = 100;
  std::vector<float> y;
  box_columns<2> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const float at = static_cast<float>(8 * i);
    y.push_back(at), boxes.push({{0x1p-61f, at - 0.5f}, {4, at + 0.5f}});
  }
  const hs::capsules pins{.x = -1.0f, .y = y, .dx = 0x1p-60f, .dy = 0.0f, .radius = 1.0f};
  expect_pairs_of_equals(n, pins, boxes.view(), "capsules, ");
  expect_pairs_of_equals(n, boxes.view(), pins, "boxes, ");
}

// The half axes of a rotated box are rounded, here upward, so that its corner is at 0 where products of doubles end
// short of it: by a share of what is added up, and where numbers are tiny by nearly one.
TEST(margins, of_rotated_boxes_keep_what_their_rounded_axes_reach) {
  constexpr std::size_t n = 100;
  std::vector<float> y;
  box_columns<2> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const float at = static_cast<float>(8 * i);
    y.push_back(at), boxes.push({{0, at - 0.5f}, {4, at + 0.5f}});
  }
  constexpr float smallest = std::numeric_limits<float>::denorm_min();
  float longer = 1.1f;
  while (double{1.3f * longer} - double{1.3f} * double{longer} < 0x1p-26) longer = std::nextafter(longer, 2.0f);
  for (const float half : {1.3f, smallest}) {
    const float axis = half > 1 ? longer : 0.6f;
    const hs::obbs turned{
        .x = -2 * (half * axis), .y = y, .half_x = half, .half_y = half, .axis_x = axis, .axis_y = axis};
    expect_pairs_of_equals(n, turned, boxes.view(), half > 1 ? "rotated boxes, " : "tiny ones, ");
    expect_pairs_of_equals(n, boxes.view(), turned, "boxes, ");
  }
}

// By a corner, which they touch and do not hit, to a wall behind it.
TEST(margins, of_cells_let_pass_by_a_corner_who_hits_what_is_behind_it) {
  rng r(15);
  const std::size_t n = 2000;
  box_columns<2> movers, walls;
  vectors<2> steps;
  for (std::size_t i = 0; i < n; ++i) {
    const float y = 100 * static_cast<float>(i % 64), x = 200 * static_cast<float>(i / 64);
    const auto a = static_cast<float>(r.whole(1, 9)), b = static_cast<float>(r.whole(1, 9)),
               k = static_cast<float>(r.whole(1, 5));
    movers.push({{x, y}, {x + 1, y + 1}});
    steps.push(hs::vec2{7 * a, 7 * b});
    // Its lower right corner passes the upper left one of a box, or the other way round.
    if (r.one_in(2))
      walls.push({{x + 1 + k * a, y + k * b - 3}, {x + 60, y + k * b}});
    else
      walls.push({{x + k * a - 3, y + 1 + k * b}, {x + k * a, y + 80}});
    walls.push({{x + 6.5f * a + 1, y + 6.5f * b}, {x + 90, y + 6.5f * b + 9}});
  }
  std::vector<hs::index> brute(n), grid(n);
  on_every_isa([&] {
    hs::world w;
    w.rebuild(walls.view());
    w.sweep_nearest(movers.view(), steps.as_motions(), {.index = brute}, {.by = hs::method::brute});
    w.sweep_nearest(movers.view(), steps.as_motions(), {.index = grid}, {.by = hs::method::grid});
    EXPECT_EQ(grid, brute);
  });
}

// A ray begins where the top of a circle is rounded to, and goes up less than the circle does beyond that.
TEST(margins, of_circles_keep_what_their_rounded_edges_lose) {
  rng r(9);
  circle_columns<2> balls;
  vectors<2> from, steps;
  while (balls.size() < 64) {
    const float y = r.real(1, 2), radius = r.real(0.2f, 0.6f), x = 8 * static_cast<float>(balls.size());
    const float top = y + radius;
    const double lost = double{y} + double{radius} - double{top};
    if (lost < 0x1p-25) continue;
    balls.push({{x, y}, radius}), from.push(hs::vec2{x - 1, top}), steps.push(hs::vec2{2, static_cast<float>(lost)});
  }
  const std::size_t n = balls.size();
  std::vector<hs::index> right(n), got(n);
  hs::sweep_nearest(from.as_points(), steps.as_motions(), balls.view(), {.index = right}, {.on = hs::isa::scalar});
  EXPECT_EQ(std::count(right.begin(), right.end(), hs::none), 0);
  on_every_isa([&] {
    all_ways them;
    them.fill(balls.view());
    them.each([&](world_by& w, const char* name) {
      w.sweep_nearest(from.as_points(), steps.as_motions(), {.index = got}, {});
      EXPECT_EQ(got, right) << name;
    });
  });
}

}  // namespace
