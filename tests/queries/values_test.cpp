// What is handed in and given back: vectors, lists of indices, and hits that say where the mover is then.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <hitscan/hitscan.hpp>
#include <ranges>
#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// ---- vectors -------------------------------------------------------------------------------------------------------

static_assert(hs::vec2{1, 2} + hs::vec2{3, 5} == hs::vec2{4, 7});
static_assert(hs::vec2{1, 2} - hs::vec2{3, 5} == hs::vec2{-2, -3});
static_assert(hs::vec2{1, 2} * 3 == hs::vec2{3, 6} && 3 * hs::vec2{1, 2} == hs::vec2{3, 6});
static_assert(hs::vec3{1, 2, 4} + hs::vec3{3, 5, 7} == hs::vec3{4, 7, 11});
static_assert(hs::vec3{1, 2, 4} - hs::vec3{3, 5, 8} == hs::vec3{-2, -3, -4});
static_assert(hs::vec3{1, 2, 4} * 3 == hs::vec3{3, 6, 12} && 3 * hs::vec3{1, 2, 4} == hs::vec3{3, 6, 12});
static_assert(hs::half_extents(hs::vec3{1, 2, 4})[1] == 2 && hs::half_extents(hs::vec3{1, 2, 4})[2] == 4);
static_assert(hs::vec2{1, 2} != hs::vec2{1, 3} && hs::vec3{1, 2, 3} != hs::vec3{1, 2, 4});

TEST(values, each_axis_of_a_sum_of_vectors_is_one_rounded_operation) {
  rng r(0x7ec);
  for (std::size_t i = 0; i < cases(2000); ++i) {
    const family& f = families()[i % families().size()];
    const hs::vec3 a = draw_position<3>(f, r), b = draw_step<3>(f, r);
    const float s = r.real(-3, 3);
    const hs::vec3 sum = a + b, less = a - b, times = a * s;
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(same_bits(sum[k], a[k] + b[k]) || std::isnan(sum[k]));
      EXPECT_TRUE(same_bits(less[k], a[k] - b[k]) || std::isnan(less[k]));
      EXPECT_TRUE(same_bits(times[k], a[k] * s) || std::isnan(times[k]));
    }
  }
}

// ---- boxes that are made of boxes, and of angles --------------------------------------------------------------------

constexpr hs::box left{{0, 0}, {4, 4}}, right{{3, -1}, {9, 2}}, beyond{{5, 0}, {6, 1}};
static_assert(hs::intersection(left, right) == hs::box{{3, 0}, {4, 2}});
static_assert(hs::intersection(right, left) == hs::box{{3, 0}, {4, 2}});
static_assert(hs::intersection(hs::box{{-infinity, -infinity}, {infinity, infinity}}, left) == left);
static_assert(hs::intersection(left, hs::box{{-infinity, -infinity}, {infinity, infinity}}) == left);
static_assert(hs::united(left, right) == hs::box{{0, -1}, {9, 4}});
static_assert(hs::united(hs::box3{{0, 0, 0}, {1, 1, 1}}, hs::box3{{2, -1, 0}, {3, 0, 5}}) ==
              hs::box3{{0, -1, 0}, {3, 1, 5}});

TEST(values, an_intersection_is_what_both_overlap_and_nothing_where_they_are_apart) {
  rng r(0x1e7);
  for (std::size_t i = 0; i < cases(3000); ++i) {
    const auto draw = [&] {
      const hs::vec2 at{static_cast<float>(r.whole(-5, 5)), static_cast<float>(r.whole(-5, 5))};
      return hs::box{at, at + hs::vec2{static_cast<float>(r.whole(1, 6)), static_cast<float>(r.whole(1, 6))}};
    };
    const hs::box a = draw(), b = draw(), probe = draw();
    const hs::box common = hs::intersection(a, b), all = hs::united(a, b);
    EXPECT_EQ(hs::overlap_any(a, b), common.min.x < common.max.x && common.min.y < common.max.y);
    // Of boxes, three that meet two by two have something in common. Two that touch have a line, which may meet others.
    if (hs::overlap_any(a, b)) {
      EXPECT_EQ(hs::overlap_any(common, probe), hs::overlap_any(a, probe) && hs::overlap_any(b, probe));
    }
    EXPECT_EQ(hs::intersection(all, a), a);
    EXPECT_EQ(hs::intersection(all, b), b);
  }
}

TEST(values, boxes_made_of_what_is_apart_or_nan_never_hit) {
  const hs::box everything{{-1e30f, -1e30f}, {1e30f, 1e30f}};
  EXPECT_FALSE(hs::overlap_any(hs::intersection(left, beyond), everything));
  for (int corner = 0; corner < 8; ++corner) {
    hs::box bad = left;
    (corner & 2 ? bad.min : bad.max)[corner % 2] = corner < 4 ? not_a_number : -not_a_number;
    EXPECT_FALSE(hs::overlap_any(hs::intersection(bad, left), everything)) << corner;
    EXPECT_FALSE(hs::overlap_any(hs::intersection(left, bad), everything)) << corner;
    EXPECT_FALSE(hs::overlap_any(hs::united(bad, left), everything)) << corner;
    EXPECT_FALSE(hs::overlap_any(hs::united(left, bad), everything)) << corner;
  }
  EXPECT_EQ(left.grown(1), (hs::box{{-1, -1}, {5, 5}}));
  EXPECT_EQ(left.grown(-3).min.x, 3);  // and max is 1: no box
  EXPECT_FALSE(hs::overlap_any(left.grown(-3), everything));
  EXPECT_FALSE(hs::overlap_any(left.grown(not_a_number), everything));
}

template <int D> void each_axis_has_its_edges() {
  rng r(0xe9);
  for (std::size_t i = 0; i < 200; ++i) {
    vector_of<D> at, size;
    for (int k = 0; k < D; ++k) at[k] = r.real(-9, 9), size[k] = r.real(0, 5);
    const float margin = r.real(-1, 3);
    const auto around = box_of<D>::from_center(at, size), from = box_of<D>::from_corner(at, size),
               grown = from.grown(margin);
    for (int k = 0; k < D; ++k) {
      EXPECT_EQ(around.min[k], at[k] - size[k]);
      EXPECT_EQ(around.max[k], at[k] + size[k]);
      EXPECT_EQ(from.min[k], at[k]);
      EXPECT_EQ(from.max[k], at[k] + size[k]);
      EXPECT_EQ(grown.min[k], from.min[k] - margin);
      EXPECT_EQ(grown.max[k], from.max[k] + margin);
    }
  }
}
TEST(values, each_axis_of_a_box_has_edges_of_its_own) {
  each_axis_has_its_edges<2>();
  each_axis_has_its_edges<3>();
}

// A quarter of a turn is no float: the nearest ones have a cosine of their distance from it.
TEST(values, angles_are_turned_into_directions_to_the_last_bit) {
  const auto direction = [](float radians) { return hs::obb::from_angle({1, 2}, {3, 4}, radians).axis; };
  EXPECT_EQ(hs::obb::from_angle({1, 2}, {3, 4}, 0), (hs::obb{{1, 2}, {3, 4}, {1, 0}}));
  EXPECT_EQ(direction(0x1.921fb6p+0f).x, -0x1.777a5cp-25f);
  EXPECT_EQ(direction(0x1.921fb6p+0f).y, 1);
  EXPECT_EQ(direction(0x1p-149f).y, 0x1p-149f);
  std::uint32_t hash = 2166136261u;
  rng r(0xa0);
  for (std::size_t i = 0; i < 20000; ++i) {
    const float radians = i % 2 ? r.real(-8, 8) : std::ldexp(r.real(-1, 1), static_cast<int>(i % 21));
    const hs::vec2 axis = direction(radians);
    const long double right[] = {std::cos(static_cast<long double>(radians)),
                                 std::sin(static_cast<long double>(radians))};
    for (int k = 0; k < 2; ++k) {
      const long double unit = std::ldexp(1.0L, std::max(-149, std::ilogb(right[k]) - 23));
      EXPECT_LE(std::fabs(axis[k] - right[k]), 0.501L * unit) << hex(radians) << ", " << k;
      hash = (hash ^ std::bit_cast<std::uint32_t>(axis[k])) * 16777619u;
    }
  }
  EXPECT_EQ(hash, 0x380cf090u) << "other bits than on other machines";
  for (const float wrong : {not_a_number, infinity, -infinity, 0x1.000002p20f}) {
    EXPECT_TRUE(std::isnan(direction(wrong).x) && std::isnan(direction(wrong).y)) << wrong;
    EXPECT_FALSE(hs::overlap_any(hs::obb::from_angle({0, 0}, {9, 9}, wrong), hs::circle{{0, 0}, 1}));
  }
  EXPECT_FALSE(std::isnan(direction(0x1p20f).x) || std::isnan(direction(-0x1p20f).x));
}

// ---- lists ---------------------------------------------------------------------------------------------------------

static_assert(std::ranges::contiguous_range<hs::found> && std::ranges::sized_range<hs::found>);
static_assert(std::ranges::borrowed_range<hs::found>, "its indices are in the caller's buffer");

TEST(values, a_list_is_a_range_of_what_is_written) {
  const std::vector<float> x{0, 5, 1, 9, 2};
  const hs::circles crowd{.x = x, .y = 0.0f, .radius = 0.5f};
  const hs::circle near{{1, 0}, 1};
  std::vector<hs::index> room(5);
  const hs::found all = hs::overlap(crowd, near, room);
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], 0u);
  EXPECT_EQ(all[2], 4u);
  EXPECT_EQ(all.span().data(), room.data());
  EXPECT_EQ(all.span().size(), 3u);
#if defined(__cpp_lib_ranges)
  EXPECT_TRUE(std::ranges::equal(all, std::vector<hs::index>{0, 2, 4}));
  EXPECT_EQ(*std::ranges::find(hs::overlap(crowd, near, room), 2u), 2u) << "the iterator outlives the list";
#endif
  const std::span<const hs::index> indices = all;
  EXPECT_EQ(indices.size(), 3u);

  const hs::found some = hs::overlap(crowd, near, std::span(room).first(2));
  EXPECT_EQ(some.size(), 2u);
  EXPECT_EQ(some.total, 3u);
  EXPECT_FALSE(some.complete());
  const hs::found none = hs::overlap(crowd, near, {});
  EXPECT_EQ(none.size(), 0u);
  EXPECT_TRUE(std::ranges::empty(none));
}

TEST(values, records_without_indices_are_a_list_of_none) {
  const std::vector<float> x{0, 5, 1};
  std::vector<float> when(3);
  const hs::found f = hs::sweep(hs::circle{{-9, 0}, 1}, hs::vec2{20, 0}, hs::circles{.x = x, .y = 0.0f, .radius = 1.0f},
                                {.time = when});
  EXPECT_EQ(f.written, 3u);
  EXPECT_EQ(f.size(), 0u);
  EXPECT_EQ(f.begin(), f.end());
  EXPECT_TRUE(f.span().empty());
}

// ---- hits ----------------------------------------------------------------------------------------------------------

TEST(values, a_hit_says_where_the_mover_is_then) {
  const hs::hit h = hs::sweep_nearest(hs::circle{{0, 0}, 1}, hs::vec2{10, 5}, hs::box{{6, -50}, {7, 50}});
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.at({0, 0}, {10, 5}), (hs::vec2{5, 2.5f}));
  EXPECT_EQ(hs::hit{}.at({1, 2}, {10, 5}), (hs::vec2{11, 7})) << "without a hit, the end of its way";
  const hs::hit3 h3 = hs::cast_nearest(hs::segment3{{0, 0, 8}, {4, 0, -4}}, hs::sphere{{8, 0, 0}, 4});
  EXPECT_FALSE(h3);
  EXPECT_EQ(h3.at({0, 0, 8}, {4, 0, -4}), (hs::vec3{4, 0, 4}));
  EXPECT_EQ(hs::hit3{.time = 0.25f}.at({0, 1, 8}, {4, 8, -4}), (hs::vec3{1, 3, 7}));
  EXPECT_EQ(hs::hit3{.time = 0.25f}.delta({4, 8, -4}), (hs::vec3{1, 2, -1}));
}

TEST(values, where_a_point_is_when_it_hits_a_wall_across_its_way_is_where_they_touch) {
  rng r(0xa7);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < cases(2000); ++i) {
    const hs::segment ray{{r.real(-9, 0), r.real(-9, 9)}, {r.real(1, 40), r.real(-9, 9)}};
    const float wall = r.real(1, 20);
    const hs::hit h = hs::cast_nearest(ray, hs::box{{wall, -100}, {wall + 1, 100}});
    if (!h) continue;
    ++hits;
    const hs::vec2 at = h.at(ray.start, ray.delta);
    EXPECT_NEAR(at.x, wall, 1e-5f);
    EXPECT_NEAR(at.y, h.position.y, 1e-5f);
    EXPECT_TRUE(same_bits(at.y, static_cast<float>(ray.start.y + static_cast<float>(h.time * ray.delta.y))));
  }
  EXPECT_GT(hits, cases(2000) / 4);
}

}  // namespace
