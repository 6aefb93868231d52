// overlap_hulls: the cores overlap, or are nearer than the radii.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"

namespace hs = hitscan;

TRIAL_DIFFERENTIAL_TESTS(overlap_hulls, 2500);

namespace {

constexpr hs::query closed{.touch = hs::touching::hits};

struct corners {
  std::vector<float> x, y;
  hs::polygon view() const { return {.x = x, .y = y}; }
};
const corners triangle{{0, 4, 0}, {0, 0, 3}};

// What holds of a pair holds of the pair turned round.
template <class A, class B> void expect(const A& a, const B& b, bool open, bool touching) {
  for (const hs::isa isa : hs::supported_isas()) {
    const trial::forced here(isa);
    EXPECT_EQ(hs::overlap_any(a, b), open) << hs::name(isa);
    EXPECT_EQ(hs::overlap_any(b, a), open) << hs::name(isa);
    EXPECT_EQ(hs::overlap_any(a, b, closed), touching) << hs::name(isa);
    EXPECT_EQ(hs::overlap_any(b, a, closed), touching) << hs::name(isa);
  }
}

TEST(overlap_hulls, a_thick_laser_hits_what_is_nearer_than_the_radii) {
  const hs::capsule laser{{0, 0}, {30, 40}, 2};
  expect(laser, hs::circle{{15 + 4, 20 - 3}, 3}, false, true);  // beside it, at a distance of 5
  expect(laser, hs::circle{{15 + 4, 20 - 3}, 3.0000002384185791f}, true, true);
  expect(laser, hs::circle{{-3, -4}, 3}, false, true);  // behind its start
  expect(laser, hs::circle{{33, 44}, 3}, false, true);  // beyond its end
  expect(laser, hs::vec2{1.25f, -1.5f}, true, true);
  expect(laser, hs::box{{-9, -9}, {-2, 9}}, false, true);
  expect(laser, hs::segment{{-2, 7}, {0, -14}}, false, true);
  expect(laser, hs::capsule{{0, -5}, {0, -9}, 3}, false, true);
  EXPECT_EQ(hs::overlap_count(
                hs::capsules{.x = 0.0f, .y = std::vector<float>{0, 5, 6, 7}, .dx = 9.0f, .dy = 0.0f, .radius = 2.0f},
                hs::circle{{3, 2}, 1}),
            1u)
      << "one player among many lasers";
}

TEST(overlap_hulls, crossing_segments_overlap_and_parallel_ones_only_touch) {
  const hs::segment flat{{0, 0}, {4, 0}};
  expect(flat, hs::segment{{1, -1}, {1, 2}}, true, true);
  expect(flat, hs::segment{{1, 0}, {1, 2}}, false, true);   // a T
  expect(flat, hs::segment{{2, 0}, {9, 0}}, false, true);   // on one line, overlapping
  expect(flat, hs::segment{{4, 0}, {9, 0}}, false, true);   // end to end
  expect(flat, hs::segment{{5, 0}, {9, 0}}, false, false);  // on one line, apart
  expect(flat, hs::segment{{0, 1}, {4, 0}}, false, false);
  expect(flat, hs::vec2{3, 0}, false, true);
  expect(flat, hs::segment{{3, 0}, {0, 0}}, false, true);  // of no length
}

TEST(overlap_hulls, a_box_turned_by_a_right_angle_is_the_box_turned_by_a_right_angle) {
  const hs::obb turned{{1, 2}, {3, 1}, {0, 1}};
  const hs::box same{{0, -1}, {2, 5}};
  for (float x = -2; x <= 4; x += 0.5f)
    for (float y = -3; y <= 7; y += 0.5f) {
      const hs::box unit{{x, y}, {x + 0.5f, y + 0.5f}};
      expect(turned, unit, hs::overlap_any(same, unit), hs::overlap_any(same, unit, closed));
      const hs::circle c{{x, y}, 0.5f};
      expect(turned, c, hs::overlap_any(same, c), hs::overlap_any(same, c, closed));
    }
}

TEST(overlap_hulls, boxes_turned_by_a_three_four_five_angle_touch_exactly) {
  const hs::obb a{{0, 0}, {10, 5}, {0.75f, 1}};  // an axis of length 5/4: half extents of 12.5 and 6.25
  expect(a, hs::vec2{7.5f - 5, 10 + 3.75f}, false, true);
  expect(a, hs::obb{{15, 20}, {10, 5}, {0.75f, 1}}, false, true);
  expect(a, hs::circle{{-5 * 2, 3.75f * 2}, 6.25f}, false, true);
  expect(a, hs::circle{{-5 * 2, 3.75f * 2}, 6.25000095367431640625f}, true, true);
}

TEST(overlap_hulls, polygons_meet_at_corners_and_sides) {
  expect(triangle.view(), hs::vec2{1, 1}, true, true);
  expect(triangle.view(), hs::vec2{2, 1.5f}, false, true);
  expect(triangle.view(), hs::circle{{2 + 3, 1.5f + 4}, 5}, false, true);
  expect(triangle.view(), hs::box{{2, 1.5f}, {9, 9}}, false, true);
  expect(triangle.view(), hs::segment{{0, 3}, {4, -3}}, false, true);
  const corners next{{4, 8, 4}, {0, 3, 3}};
  expect(triangle.view(), next.view(), false, true);
  const corners ring{{-1, 0, 1, 2, 2, 1, 0, -1, -2, -2}, {-2, -2.25f, -2, -1, 1, 2, 2.25f, 2, 1, -1}};
  ASSERT_TRUE(hs::validate(ring.view()));
  expect(ring.view(), triangle.view(), true, true);
  expect(ring.view(), hs::circle{{3, 0}, 1}, false, true);
}

TEST(overlap_hulls, a_circle_within_a_polygon_overlaps_whatever_its_size) {
  for (const float r : {0.0f, trial::smallest, 0.5f, 99.0f}) expect(triangle.view(), hs::circle{{1, 1}, r}, true, true);
}

TEST(overlap_hulls, what_is_no_shape_never_hits) {
  const float bad[] = {trial::not_a_number, trial::infinity, -trial::infinity};
  const hs::box all{{-trial::largest, -trial::largest}, {trial::largest, trial::largest}};
  expect(all, hs::capsule{{0, 0}, {1, 1}, 1}, true, true);
  expect(all, hs::capsule{{0, 0}, {1, 1}, -1}, false, false);
  expect(all, hs::obb{{0, 0}, {1, -1}, {1, 0}}, false, false);
  expect(all, hs::obb{{0, 0}, {-1, -1}, {1, 0}}, false, false);
  const hs::circle round{{0, 0}, 9};  // decided in another way than by boxes
  expect(round, hs::capsule{{0, 0}, {1, 1}, 1}, true, true);
  expect(round, hs::capsule{{0, 0}, {1, 1}, -1}, false, false);
  expect(round, hs::obb{{0, 0}, {1, 1}, {1, 0}}, true, true);
  expect(round, hs::obb{{0, 0}, {1, -1}, {1, 0}}, false, false);
  expect(round, hs::obb{{0, 0}, {-1, 1}, {1, 0}}, false, false);
  expect(hs::circle{{0, 0}, -1}, hs::obb{{0, 0}, {9, 9}, {1, 0}}, false, false);
  expect(hs::circle{{0, 0}, -1}, hs::capsule{{0, 0}, {9, 9}, 9}, false, false);
  for (const float x : bad) {
    expect(all, hs::capsule{{x, 0}, {1, 1}, 1}, false, false);
    expect(all, hs::capsule{{0, 0}, {1, x}, 1}, false, false);
    expect(all, hs::capsule{{0, 0}, {1, 1}, x}, false, false);
    expect(all, hs::segment{{0, x}, {1, 1}}, false, false);
    expect(all, hs::obb{{0, x}, {1, 1}, {1, 0}}, false, false);
    expect(all, hs::obb{{0, 0}, {x, 1}, {1, 0}}, false, false);
    expect(all, hs::obb{{0, 0}, {1, 1}, {x, 0}}, false, false);
    expect(all, corners{{0, 4, 0}, {0, 0, x}}.view(), false, false);
  }
  expect(all, corners{{0, 4}, {0, 0}}.view(), false, false);
  expect(all, corners{}.view(), false, false);
  const std::vector<float> x{0, 4, 0, 9}, y{0, 0, 4, 9};
  const std::vector<hs::index> offsets{0, 3, 2, 7, 0xffffffff};
  std::vector<hs::index> room(9);
  const hs::found who = hs::overlap(hs::polygons{.x = x, .y = y, .offsets = offsets}, all, room);
  EXPECT_EQ(who.total, 1u) << "the others run backwards, or beyond the corners";
  EXPECT_EQ(room[0], 0u);
}

// Circles as far from rotated boxes and capsules as their radii, but for a little; far away and near, at all sizes, and
// boxes by axes of all lengths.
TEST(overlap_hulls, a_circle_at_the_border_is_in_or_out_as_the_reference_has_it) {
  trial::rng r(5);
  const auto real = [&](double low, double high) { return low + (high - low) * r.whole(0, 1 << 30) / (1 << 30); };
  const auto power = [&](double low, double high) { return std::exp2(real(low, high)); };
  constexpr std::size_t n = 77;
  struct {
    std::vector<float> x = std::vector<float>(n), y = x, p = x, q = x, ax = x, ay = x, radius = x;
  } boxes, bars;
  int hits = 0, misses = 0;
  for (int round = 0; round < static_cast<int>(trial::cases(5000)); ++round) {
    const double place = power(-20, 22), size = power(-8, 8), length = round % 3 == 0 ? power(-25, 25) : 1;
    const hs::circle c{{(float)real(-place, place), (float)real(-place, place)}, (float)(size * power(-4, 4))};
    for (std::size_t i = 0; i < n; ++i) {
      const double way = real(0, 6.2831853), turn = real(0, 6.2831853), nearly = 1 + real(-1, 1) * power(-24, 0);
      const double cos = std::cos(turn), sin = std::sin(turn), half[2] = {real(0, size), real(0, size)};
      // Outward from a side of the box, or from a corner, by the radius.
      const double far = c.radius * nearly,
                   at[2] = {i % 3 ? half[0] + far * (i % 2 ? 1 : std::cos(way)) : real(0, half[0]),
                            i % 3 ? i % 2 ? 0 : half[1] + far * std::sin(way) : half[1] + far};
      boxes.x[i] = (float)(c.center.x - (at[0] * cos - at[1] * sin));
      boxes.y[i] = (float)(c.center.y - (at[0] * sin + at[1] * cos));
      boxes.p[i] = (float)(half[0] / length), boxes.q[i] = (float)(half[1] / length);
      boxes.ax[i] = (float)(cos * length), boxes.ay[i] = (float)(sin * length);
      // From a place along the capsule, across it or, from an end, anyhow.
      const double along = i % 3 ? real(0, 1) : 0, reach = (c.radius + half[1]) * nearly, out = i % 3 ? turn : way;
      bars.p[i] = i % 7 ? (float)(half[0] * cos) : 0, bars.q[i] = i % 7 ? (float)(half[0] * sin) : 0;
      bars.x[i] = (float)(c.center.x + reach * std::sin(out)) - (float)along * bars.p[i];
      bars.y[i] = (float)(c.center.y - reach * std::cos(out)) - (float)along * bars.q[i];
      bars.radius[i] = (float)half[1];
      if (i % 16 == 8) boxes.p[i] *= -1, bars.radius[i] *= -1;
      if (i % 16 == 12) boxes.q[i] *= -1;
    }
    const hs::obbs turned{
        .x = boxes.x, .y = boxes.y, .half_x = boxes.p, .half_y = boxes.q, .axis_x = boxes.ax, .axis_y = boxes.ay};
    const hs::capsules rods{.x = bars.x, .y = bars.y, .dx = bars.p, .dy = bars.q, .radius = bars.radius};
    const auto all = [&](const auto& many, const char* what) {
      std::vector<std::uint64_t> right(hs::mask_words(n)), words(right.size());
      hs::overlap_mask(c, many, right, {.on = hs::isa::scalar});
      for (const std::uint64_t w : right) hits += std::popcount(w);
      misses += (int)n;
      for (const hs::isa isa : hs::supported_isas()) {
        hs::overlap_mask(c, many, words, {.on = isa});
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_EQ(right[i / 64] >> i % 64 & 1, words[i / 64] >> i % 64 & 1)
              << what << ' ' << i << " of round " << round << ", " << hs::name(isa);
      }
    };
    all(turned, "box"), all(rods, "capsule");
  }
  misses -= hits;
  EXPECT_GT(hits, misses / 4) << "these are no test";
  EXPECT_GT(misses, hits / 4) << "these are no test";
}

// With normals scaled to length 1, hundreds of pairs of small whole triangles that touch come out apart or overlapping.
TEST(overlap_hulls, triangles_of_whole_numbers_touch_where_normals_of_length_1_would_err) {
  trial::rng r(3);
  struct tri {
    float x[3], y[3];
  };
  const auto draw = [&] {
    tri t;
    float area;
    do {
      for (int j = 0; j < 3; ++j)
        t.x[j] = static_cast<float>(r.whole(-6, 6)), t.y[j] = static_cast<float>(r.whole(-6, 6));
      area = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (t.y[1] - t.y[0]) * (t.x[2] - t.x[0]);
    } while (area == 0);
    if (area < 0) std::swap(t.x[1], t.x[2]), std::swap(t.y[1], t.y[2]);
    return t;
  };
  const auto separated = [](const tri& a, const tri& b, bool scaled) {  // <= : touching is apart
    for (int i = 0; i < 3; ++i) {
      float nx = a.y[(i + 1) % 3] - a.y[i], ny = a.x[i] - a.x[(i + 1) % 3];
      if (scaled) {
        const float length = std::sqrt(nx * nx + ny * ny);
        nx /= length, ny /= length;
      }
      float reach = -trial::infinity, least = trial::infinity;
      for (int j = 0; j < 3; ++j) {
        reach = std::max(reach, a.x[j] * nx + a.y[j] * ny);
        least = std::min(least, b.x[j] * nx + b.y[j] * ny);
      }
      if (reach <= least) return true;
    }
    return false;
  };
  std::vector<float> ax, ay, bx, by;
  std::vector<hs::index> offsets{0};
  std::vector<bool> truth;
  int would_err = 0;
  for (int i = 0; i < 60000; ++i) {
    const tri a = draw(), b = draw();
    truth.push_back(!separated(a, b, false) && !separated(b, a, false));
    would_err += truth.back() != (!separated(a, b, true) && !separated(b, a, true));
    ax.insert(ax.end(), a.x, a.x + 3), ay.insert(ay.end(), a.y, a.y + 3);
    bx.insert(bx.end(), b.x, b.x + 3), by.insert(by.end(), b.y, b.y + 3);
    offsets.push_back(offsets.back() + 3);
  }
  if (trial::whole_run()) {
    EXPECT_GT(would_err, 50) << "these triangles are no test";
  }
  const hs::polygons as{.x = ax, .y = ay, .offsets = offsets}, bs{.x = bx, .y = by, .offsets = offsets};
  ASSERT_EQ(hs::validate(as), hs::none);
  for (const hs::isa isa : hs::supported_isas()) {
    const trial::forced here(isa);
    std::vector<std::uint64_t> words(hs::mask_words(truth.size()));
    hs::overlap_each_mask(as, bs, words);
    for (std::size_t i = 0; i < truth.size(); ++i) ASSERT_EQ(truth[i], words[i / 64] >> i % 64 & 1) << "pair " << i;
  }
}

// "Some answer" is the same one on every engine and in every batch, also where bounds alone are apart.
TEST(overlap_hulls, what_is_not_convex_gets_one_answer_everywhere) {
  trial::rng r(1729);
  int hits = 0;
  for (int round = 0; round < static_cast<int>(trial::cases(2000)); ++round) {
    corners all, few{{r.real(-100, 100), r.real(2e4f, 4e4f), r.real(-4e4f, -2e4f)},
                     {r.real(-500, -100), r.real(-1e5f, -5e4f), r.real(-1e5f, -5e4f)}};
    std::vector<hs::index> offsets{0};
    const float spike = std::ldexp(1.0f, r.whole(0, 99));
    for (int i = 0; i < 65; ++i) {
      for (int n = r.whole(4, 7); n > 0; --n) {
        all.x.push_back(r.real(-1000, 1000));
        all.y.push_back(r.real(-100, 3000) * (n == 2 ? spike : 1.0f));
      }
      offsets.push_back(static_cast<hs::index>(all.x.size()));
    }
    const hs::polygons odd{.x = all.x, .y = all.y, .offsets = offsets};
    const hs::capsule beam{{few.x[0], few.y[0]}, {few.x[1], -spike}, 3};
    const auto same = [&](const auto& a, const hs::vec2& step) {
      for (const hs::isa isa : hs::supported_isas()) {
        std::uint64_t now[2], then[2], reference[2];
        hs::overlap_mask(a, odd, now, {.on = isa});
        hs::overlap_mask(a, odd, reference, {.on = hs::isa::scalar});
        ASSERT_TRUE(now[0] == reference[0] && now[1] == reference[1]) << hs::name(isa) << ", round " << round;
        hs::sweep_mask(a, step, odd, then, {.on = isa});
        hs::sweep_mask(a, step, odd, reference, {.on = hs::isa::scalar});
        ASSERT_TRUE(then[0] == reference[0] && then[1] == reference[1]) << hs::name(isa) << ", round " << round;
        hits += std::popcount(now[0]) + std::popcount(then[0]);
        for (unsigned i = 0; i < 64; ++i) {
          const hs::index from = offsets[i], n = offsets[i + 1] - from;
          const hs::polygon b{std::span(all.x).subspan(from, n), std::span(all.y).subspan(from, n)};
          ASSERT_EQ(hs::overlap_any(a, b, {.on = isa}), now[0] >> i & 1) << hs::name(isa) << ", round " << round;
        }
      }
    };
    same(hs::polygon{few.x, few.y}, {r.real(-50, 50), r.real(-50, 90)});
    same(beam, {r.real(-50, 50), r.real(-50, 90)});
    same(hs::box{{-900, -5000}, {900, r.real(-120, -20)}}, {5, r.real(-50, 90)});
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, 0);
  }
}

// ---- corners on sides ----------------------------------------------------------------------------------------------

// Two shapes of which a corner of one comes to a side or a corner of the other, but for some floats and as far away as
// the radii are, wherever that is: what registers are sure of, and what they leave open, is what the reference says.
struct outline {
  double x[4], y[4], radius = 0;
  int corners;
};
outline outline_of(const hs::capsule& a) {
  return {{a.start.x, double{a.start.x} + a.delta.x}, {a.start.y, double{a.start.y} + a.delta.y}, a.radius, 2};
}
outline outline_of(const hs::circle& a) { return {{a.center.x}, {a.center.y}, a.radius, 1}; }
outline outline_of(const hs::box& a) {
  return {{a.min.x, a.max.x, a.max.x, a.min.x}, {a.min.y, a.min.y, a.max.y, a.max.y}, 0, 4};
}
outline outline_of(const hs::obb& a) {
  outline o{{}, {}, 0, 4};
  for (int i = 0; i < 4; ++i) {
    const double u = i % 3 ? 1 : -1, w = i / 2 ? 1 : -1;
    o.x[i] = a.center.x + u * (a.half.x * a.axis.x) - w * (a.half.y * a.axis.y);
    o.y[i] = a.center.y + u * (a.half.x * a.axis.y) + w * (a.half.y * a.axis.x);
  }
  return o;
}
struct triangle_at {
  std::array<float, 3> x, y;
  operator hs::polygon() const { return {.x = x, .y = y}; }
};
outline outline_of(const triangle_at& a) { return {{a.x[0], a.x[1], a.x[2]}, {a.y[0], a.y[1], a.y[2]}, 0, 3}; }
triangle_at moved(triangle_at a, hs::vec2 by) {
  for (std::size_t k = 0; k < 3; ++k) a.x[k] += by.x, a.y[k] += by.y;
  return a;
}
hs::capsule moved(hs::capsule a, hs::vec2 by) { return a.start = a.start + by, a; }
hs::circle moved(hs::circle a, hs::vec2 by) { return a.center = a.center + by, a; }
hs::obb moved(hs::obb a, hs::vec2 by) { return a.center = a.center + by, a; }
hs::box moved(const hs::box& a, hs::vec2 by) { return {a.min + by, a.max + by}; }

template <class Shape> const Shape& asker(const Shape& a) { return a; }
hs::polygon asker(const triangle_at& a) { return a; }

struct touching_shapes {
  trial::rng r;
  float size, length;
  explicit touching_shapes(std::uint64_t seed) : r(seed) {
    size = std::ldexp(1.0f, r.whole(-6, 5)), length = size * (r.one_in(5) ? std::ldexp(1.0f, -r.whole(0, 19)) : 1);
  }
  hs::vec2 direction() {
    const float angle = r.one_in(4) ? static_cast<float>(r.below(8)) * 0.785398163f : r.real(0, 6.3f);
    return {std::cos(angle), std::sin(angle)};
  }
  hs::capsule bar(hs::vec2 at, bool round) {
    return {at, (r.one_in(8) ? 0 : r.real(0, length)) * direction(), round ? r.real(0, size / 2) : 0};
  }
  hs::obb turned(hs::vec2 at) { return {at, {r.real(0, size), r.real(0, r.one_in(4) ? length : size)}, direction()}; }
  hs::box box(hs::vec2 at) { return hs::box::from_corner(at, {r.real(0, size), r.real(0, size)}); }
  triangle_at triangle(hs::vec2 at) {
    const hs::vec2 b = at + r.real(0, length) * direction(), c = at + r.real(0, size) * direction();
    return {{at.x, b.x, c.x}, {at.y, b.y, c.y}};
  }
  hs::circle dot(hs::vec2 at) { return {at, r.one_in(2) ? r.real(0, size / 2) : 0}; }

  // By how much b has to be moved so that some corner of it is where it just touches a.
  hs::vec2 way_to_touch(const outline& a, const outline& b) {
    const int from = r.whole(0, a.corners - 1), to = (from + 1) % a.corners, corner = r.whole(0, b.corners - 1);
    const double t = r.one_in(3) ? 0 : r.real(0, 1), dx = a.x[to] - a.x[from], dy = a.y[to] - a.y[from];
    const double length = std::hypot(dx, dy), reach = (a.radius + b.radius) * (r.one_in(2) ? 1 : -1);
    const hs::vec2 any = direction();
    const bool beside = length > 0 && !r.one_in(3);
    const double nx = beside ? -dy / length : any.x, ny = beside ? dx / length : any.y;
    const hs::vec2 off = r.one_in(3) ? hs::vec2{r.real(-2, 2) * size, r.real(-2, 2) * size} : hs::vec2{};
    return {static_cast<float>(a.x[from] + t * dx + reach * nx - b.x[corner]) + off.x,
            static_cast<float>(a.y[from] + t * dy + reach * ny - b.y[corner]) + off.y};
  }
  void nudge(float& x) {
    for (int n = r.whole(-2, 2); n != 0; n -= n > 0 ? 1 : -1) x = n > 0 ? trial::one_ulp_up(x) : trial::one_ulp_down(x);
  }
};

TEST(overlap_hulls, corners_on_sides_are_told_as_by_the_reference_wherever_they_are) {
  constexpr std::size_t n = 64;
  std::size_t hits = 0, asked = 0;
  for (std::size_t round = 0; round < trial::cases(60000); ++round) {
    touching_shapes s(round);
    trial::rng& r = s.r;
    const float far = std::ldexp(1.0f, r.whole(-10, 23));
    const hs::vec2 at{r.one_in(4) ? 0 : r.real(-far, far), r.one_in(4) ? 0 : r.real(-far, far)};
    const hs::vec2 step{r.real(-3, 3) * s.size, r.one_in(5) ? 0 : r.real(-3, 3) * s.size};
    const auto ask = [&](const auto& a, const auto& b) {
      for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
        std::uint64_t over, met, is;
        hs::overlap_mask(a, b, std::span(&over, 1), {.touch = touch, .on = hs::isa::scalar});
        hs::sweep_mask(a, step, b, std::span(&met, 1), {.touch = touch, .on = hs::isa::scalar});
        hits += static_cast<std::size_t>(std::popcount(over) + std::popcount(met)), asked += 2 * n;
        for (const hs::isa on : hs::supported_isas()) {
          hs::overlap_mask(a, b, std::span(&is, 1), {.touch = touch, .on = on});
          ASSERT_EQ(over, is) << hs::name(on) << ", round " << round << ", overlap of others " << (over ^ is);
          hs::sweep_mask(a, step, b, std::span(&is, 1), {.touch = touch, .on = on});
          ASSERT_EQ(met, is) << hs::name(on) << ", round " << round << ", sweep of others " << (met ^ is);
        }
      }
      float far_away[n], told[n];
      hs::distance_each(a, b, far_away, {.on = hs::isa::scalar});
      for (const hs::isa on : hs::supported_isas()) {
        hs::distance_each(a, b, told, {.on = on});
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_TRUE(trial::same_bits(told[i], far_away[i]))
              << hs::name(on) << ", round " << round << ", item " << i << " is " << trial::hex(told[i]) << " away, not "
              << trial::hex(far_away[i]);
      }
    };
    const auto against = [&](const auto& a) {
      const outline of_a = outline_of(a);
      std::vector<float> c[6];
      const auto row = [&](std::initializer_list<float> values) {
        int k = 0;
        for (float v : values) {
          if (k < 2) s.nudge(v);
          c[k++].push_back(v);
        }
      };
      const bool round_ones = r.one_in(2);
      const std::uint32_t kind = r.below(5);
      for (std::size_t i = 0; i < n; ++i) {
        const auto there = [&](const auto& b) { return moved(b, s.way_to_touch(of_a, outline_of(b))); };
        if (kind == 0) {
          const hs::capsule b = there(s.bar(at, round_ones));
          row({b.start.x, b.start.y, b.delta.x, b.delta.y, b.radius});
        } else if (kind == 1) {
          const hs::obb b = there(s.turned(at));
          row({b.center.x, b.center.y, b.half.x, b.half.y, b.axis.x, b.axis.y});
        } else if (kind == 4) {
          const triangle_at b = there(s.triangle(at));
          for (std::size_t k = 0; k < 3; ++k) row({b.x[k], b.y[k]});
        } else if (kind == 2) {
          const hs::box b = there(s.box(at));
          row({b.min.x, b.min.y, b.max.x, b.max.y});
        } else {
          const hs::circle b = there(s.dot(at));
          row({b.center.x, b.center.y, b.radius});
        }
      }
      const auto& who = asker(a);
      if (kind == 0) ask(who, hs::capsules{.x = c[0], .y = c[1], .dx = c[2], .dy = c[3], .radius = c[4]});
      if (kind == 1)
        ask(who, hs::obbs{.x = c[0], .y = c[1], .half_x = c[2], .half_y = c[3], .axis_x = c[4], .axis_y = c[5]});
      if (kind == 2) ask(who, hs::boxes{.min_x = c[0], .min_y = c[1], .max_x = c[2], .max_y = c[3]});
      std::vector<hs::index> offsets;
      for (hs::index k = 0; kind == 4 && k <= n; ++k) offsets.push_back(3 * k);
      if (kind == 4) ask(who, hs::polygons{.x = c[0], .y = c[1], .offsets = offsets});
      if (kind == 3) ask(who, hs::circles{.x = c[0], .y = c[1], .radius = c[2]});
    };
    switch (r.below(5)) {
      case 0: against(s.bar(at, r.one_in(2))); break;
      case 1: against(s.turned(at)); break;
      case 2: against(s.box(at)); break;
      case 3: against(s.triangle(at)); break;
      default: against(s.dot(at)); break;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(hits, asked / 10);
  EXPECT_LT(hits, asked - asked / 4);
}

}  // namespace
