// Faults of well-known versions of these algorithms, each as a sentence about what is right. Every one is asked on each
// ISA, and of eight equal items, so that it goes through registers and not through a tail alone.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t copies = 19;
constexpr hs::query closed{.touch = hs::touching::hits};

template <class Columns, class Shape> Columns many(const Shape& s) {
  Columns c;
  for (std::size_t i = 0; i < copies; ++i) c.push(s);
  return c;
}

// The one answer that all copies have to agree on.
hs::hit agreed(const records<2>& out, std::size_t n) {
  hs::hit first = out[0];
  for (std::size_t i = 0; i < n; ++i) {
    hs::hit other = out[i];
    EXPECT_EQ(other.index, first ? i : hs::none);
    other.index = first.index;
    EXPECT_EQ(other, first) << text(other) << " is not " << text(first);
  }
  return first;
}

hs::hit cast(const hs::segment& s, const hs::box& b, const hs::query& q = {}) {
  const auto walls = many<box_columns<2>>(b);
  records<2> out(copies);
  EXPECT_EQ(hs::cast_any(s, b, q), hs::cast_count(s, walls.view(), q) == copies);
  hs::cast_each(many<segment_columns<2>>(s).view(), walls.view(), out.columns(), q);
  return agreed(out, copies);
}

hs::hit sweep(const hs::box& a, hs::vec2 da, const hs::box& b, const hs::query& q = {}, hs::vec2 db = {}) {
  const auto movers = many<box_columns<2>>(a);
  const auto walls = many<box_columns<2>>(b);
  const auto steps = many<vectors<2>>(da), wall_steps = many<vectors<2>>(db);
  records<2> out(copies);
  hs::sweep_each(movers.view(), steps.as_motions(), hs::moving(walls.view(), wall_steps.as_motions()), out.columns(),
                 q);
  const hs::hit h = agreed(out, copies);
  EXPECT_EQ(static_cast<bool>(h),
            hs::sweep_count(a, da, hs::moving(walls.view(), wall_steps.as_motions()), q) == copies);
  return h;
}

constexpr hs::box block{{-16, -16}, {16, 16}};  // half 16 at the origin
constexpr hs::box from_size(float x, float y, float w, float h) { return hs::box::from_corner({x, y}, {w, h}); }

TEST(faults, a_segment_exactly_along_an_edge_is_no_hit_and_its_time_is_no_nan) {
  on_every_isa([] {
    for (const float zero : {0.0f, -0.0f}) {
      for (const hs::segment s : {hs::segment{{-32, -16}, {64, zero}},
                                  {{-32, 16}, {64, zero}},
                                  {{-100, -16}, {10, zero}},
                                  {{-16, -32}, {zero, 64}},
                                  {{16, -32}, {zero, 64}},
                                  {{32, 16}, {-64, zero}}}) {
        EXPECT_EQ(cast(s, block), hs::hit{}) << text(s.start);
      }
      const hs::hit touch = cast({{-32, 16}, {64, zero}}, block, closed);
      EXPECT_TRUE(touch) << "closed, it is a touch";
      EXPECT_EQ(touch.time, 0.25f);
      EXPECT_FALSE(cast({{-100, -16}, {10, zero}}, block, closed)) << "it ends far away";
    }
  });
}

TEST(faults, a_tiny_displacement_keeps_its_axis) {
  on_every_isa([] {
    for (const float tiny : {1e-30f, 1e-38f, 0x1p-140f, 0x1p-148f}) {
      const hs::hit h = cast({{0, 0}, {tiny, 2 * tiny}}, {{-1, tiny}, {1, 1}});
      EXPECT_TRUE(h);
      EXPECT_EQ(h.time, 0.5f) << hex(tiny);
      EXPECT_EQ(h.normal, (hs::vec2{0, -1})) << hex(tiny);
      const hs::hit g = cast({{0, 0}, {-2 * tiny, tiny}}, {{-1, -1}, {-tiny, 1}});
      EXPECT_EQ(g.time, 0.5f) << hex(tiny);
      EXPECT_EQ(g.normal, (hs::vec2{1, 0})) << hex(tiny);
    }
  });
}

TEST(faults, a_grazed_corner_and_an_edge_run_are_treated_alike) {
  on_every_isa([] {
    for (const hs::segment s : {hs::segment{{0, -32}, {32, 32}}, {{-32, 16}, {64, 0}}}) {
      EXPECT_FALSE(cast(s, block));
      EXPECT_TRUE(cast(s, block, closed));
    }
  });
}

TEST(faults, a_box_that_starts_a_little_deep_can_leave) {
  on_every_isa([] {
    const hs::box deep{{15.9f, -1}, {17.9f, 1}};
    const hs::hit stuck = sweep(deep, {5, 0}, block);
    EXPECT_TRUE(stuck);
    EXPECT_EQ(stuck.time, 0);
    EXPECT_EQ(stuck.flags & hs::started, hs::started);
    EXPECT_FALSE(sweep(deep, {5, 0}, block, {.start = hs::start_overlap::ignored}));
    EXPECT_FALSE(sweep(deep, {5, 0}, block, {.start = hs::start_overlap::hits_unless_leaving}));
    EXPECT_FALSE(sweep(deep, {0, 5}, block, {.start = hs::start_overlap::hits_unless_leaving})) << "not deeper";
    EXPECT_TRUE(sweep(deep, {-5, 0}, block, {.start = hs::start_overlap::hits_unless_leaving})) << "deeper";
    EXPECT_FALSE(sweep(deep, {-5, 0}, block, {.start = hs::start_overlap::ignored}));
  });
}

TEST(faults, touching_and_moving_away_or_along_is_no_hit_and_moving_in_is_one_at_time_zero) {
  on_every_isa([] {
    const hs::box flush{{16, -1}, {18, 1}};
    EXPECT_FALSE(sweep(flush, {5, 0}, block));
    EXPECT_FALSE(sweep(flush, {0, 5}, block));
    EXPECT_FALSE(sweep(flush, {0, 0}, block));
    const hs::hit in = sweep(flush, {-5, 1}, block);
    EXPECT_TRUE(in);
    EXPECT_EQ(in.time, 0);
    EXPECT_EQ(in.normal, (hs::vec2{1, 0}));
    EXPECT_EQ(in.flags & hs::started, 0) << "touching is no overlap";
  });
}

TEST(faults, a_hit_at_a_quarter_is_at_exactly_a_quarter_and_the_safe_time_is_shorter) {
  on_every_isa([] {
    const hs::hit h = sweep({{0, 0}, {1, 1}}, {8, 0}, {{3, -5}, {4, 5}});
    EXPECT_EQ(h.time, 0.25f);
    EXPECT_LT(hs::safe_time(h.time), h.time) << "an epsilon in time must not vanish";
  });
  for (const float t : {1.0f, 0.75f, 0.3f, 1e-3f, 1e-30f}) EXPECT_LT(hs::safe_time(t), t);
  EXPECT_EQ(hs::safe_time(0), 0);
}

TEST(faults, sliding_flush_along_a_floor_meets_no_ghost_at_the_seam) {
  on_every_isa([] {
    EXPECT_FALSE(sweep(from_size(0, 0, 1, 1), {10, 0}, from_size(3, 1, 5, 1)));
    EXPECT_FALSE(sweep(from_size(0, 0, 1, 1), {10, -0.0f}, from_size(3, 1, 5, 1)));
    EXPECT_TRUE(sweep(from_size(0, 0, 1, 1), {10, 0}, from_size(3, one_ulp_down(1), 5, 1))) << "one ulp into the floor";
  });
}

TEST(faults, an_axis_without_motion_decides_by_where_things_are) {
  on_every_isa([] {
    for (const float zero : {0.0f, -0.0f}) {
      EXPECT_FALSE(sweep(from_size(0, 0, 1, 1), {10, zero}, from_size(5, 3, 1, 1))) << "apart on the axis at rest";
      const hs::hit inside = sweep(from_size(0, 0, 2, 2), {zero, 1}, from_size(1, 1, 2, 2));
      EXPECT_TRUE(inside) << "a start inside, with one axis at rest";
      EXPECT_EQ(inside.flags & hs::started, hs::started);
      EXPECT_EQ(inside.time, 0);
      EXPECT_EQ(inside.normal, (hs::vec2{0, -1})) << "an axis at rest takes the normal only when all rest";
      EXPECT_TRUE(sweep(from_size(0, 0, 2, 2), {zero, zero}, from_size(1, 1, 2, 2)).flags & hs::started);
    }
  });
}

TEST(faults, none_and_at_the_very_end_can_be_told_apart) {
  on_every_isa([] {
    const hs::box a = from_size(0, 0, 1, 1), b = from_size(5, 0, 1, 1);
    EXPECT_EQ(sweep(a, {4, 0}, b), hs::hit{}) << "arriving at t = 1 is a touch";
    const hs::hit arrived = sweep(a, {4, 0}, b, closed);
    EXPECT_TRUE(arrived);
    EXPECT_EQ(arrived.time, 1);
    // A real hit whose time rounds to 1, next to a miss: the mask of `times` tells.
    const float step = 0x1.000002p+30f;  // the wall is one ulp of 2^30 nearer than that
    box_columns<2> walls;
    walls.push({{0x1p+30f + 64, -1}, {0x1p+31f, 1}}), walls.push({{step, -1}, {0x1p+31f, 1}});
    std::vector<float> times(2);
    std::vector<std::uint64_t> words(1);
    hs::cast_times(hs::segment{{0, 0}, {step, 0}}, walls.view(), {times, words});
    EXPECT_EQ(words[0], 1u);
    EXPECT_EQ(times[1], 1);
    EXPECT_EQ(times[0], (0x1p+30f + 64) / step);
  });
}

TEST(faults, two_moving_boxes_meet_at_a_quarter_and_not_a_little_later) {
  on_every_isa([] {
    const hs::box a = hs::box::from_center({32, 21}, {1, 3}), wall = hs::box::from_center({30, 36}, {4, 3});
    EXPECT_EQ(sweep(a, {-26, 36}, wall).time, 0.25f);
    EXPECT_EQ(sweep(a, {-20, 20}, wall, {}, {6, -16}).time, 0.25f) << "the same relative motion, shared between both";
  });
}

TEST(faults, shapes_without_extent_on_the_same_axis_never_hit_when_open) {
  on_every_isa([] {
    const hs::box line{{0, -5}, {0, 5}}, point{{-3, 0}, {-3, 0}}, thin{{-3, 0}, {-1, 0}};
    EXPECT_FALSE(sweep(point, {10, 0}, line)) << "a point through a line of no width";
    EXPECT_TRUE(sweep(point, {10, 0}, line, closed));
    EXPECT_TRUE(sweep(thin, {10, 0}, line)) << "something with an extent across it";
    EXPECT_FALSE(hs::overlap_any(line, line));
    EXPECT_TRUE(hs::overlap_any(line, line, closed));
    EXPECT_FALSE(hs::sweep_any(hs::circle{{-3, 0}, 0}, hs::vec2{10, 0}, hs::circle{{0, 0}, 0}));
    EXPECT_TRUE(hs::sweep_any(hs::circle{{-3, 0}, 0}, hs::vec2{10, 0}, hs::circle{{0, 0}, 0}, closed));
  });
}

TEST(faults, equal_fractions_of_different_numbers_are_a_tie) {
  // 3/1 and 21/7 round equally under division and differently under multiplication by a reciprocal.
  on_every_isa([] {
    int corners = 0;
    for (int scale = 1; scale < 200; ++scale) {
      const auto s = static_cast<float>(scale);
      const hs::hit h = cast({{0, 0}, {9, 9 * s}}, {{3, 3 * s}, {100, 100 * s}});
      EXPECT_TRUE(h);
      corners += (h.flags & hs::corner) != 0;
      EXPECT_EQ(h.normal, (hs::vec2{0, -1})) << "equal: the later axis";
    }
    EXPECT_EQ(corners, 199);
  });
}

TEST(faults, nan_infinite_inverted_and_negative_shapes_never_hit) {
  on_every_isa([] {
    const hs::box good{{-1, -1}, {1, 1}};
    for (const float bad : {not_a_number, infinity, -infinity}) {
      for (int k = 0; k < 2; ++k) {
        hs::box b = good;
        b.min[k] = bad;
        EXPECT_FALSE(sweep(good, {1, 1}, b, closed)) << text(b);
        EXPECT_FALSE(sweep(b, {1, 1}, good, closed)) << text(b);
        b = good, b.max[k] = bad;
        EXPECT_FALSE(sweep(good, {1, 1}, b, closed)) << text(b);
        EXPECT_FALSE(hs::overlap_any(b, good, closed)) << text(b);
        EXPECT_FALSE(hs::inside_any(good, b)) << text(b);
        hs::vec2 d{1, 1};
        d[k] = bad;
        EXPECT_FALSE(sweep(good, d, good, closed)) << text(d);
        hs::circle c{{0, 0}, 1};
        c.center[k] = bad;
        EXPECT_FALSE(hs::overlap_any(c, good, closed)) << text(c);
        EXPECT_FALSE(hs::sweep_any(c, hs::vec2{1, 0}, hs::circle{{0, 0}, 1}, closed)) << text(c);
      }
      EXPECT_FALSE(hs::overlap_any(hs::circle{{0, 0}, bad}, good, closed));
      EXPECT_FALSE(hs::overlap_any(hs::circle{{0, 0}, bad}, hs::circle{{0, 0}, 1}, closed));
    }
    EXPECT_FALSE(sweep({{1, -1}, {-1, 1}}, {0, 0}, good, closed)) << "inverted";
    EXPECT_FALSE(hs::overlap_any(hs::box{{0.5f, -1}, {-0.5f, 1}}, good, closed)) << "inverted";
    EXPECT_FALSE(hs::overlap_any(hs::circle{{0, 0}, -1}, good, closed)) << "negative radius";
    EXPECT_FALSE(hs::overlap_any(hs::circle{{0, 0}, -1}, hs::circle{{0, 0}, 5}, closed)) << "negative radius";
    EXPECT_FALSE(sweep(good, {largest, 0}, good, closed, {-largest, 0})) << "the relative motion overflows";
  });
}

}  // namespace
