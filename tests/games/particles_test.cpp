// Particles among boxes, circles and tiles, against the definition: one at a time by the reference.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct swarm {
  std::vector<float> x, y, dx, dy;
  hs::particles all() { return {x, y, dx, dy}; }
};
enum class mood {
  usual,
  fast,
  some_fast,
  far,
  spoiled,
  whole,
  count
};  // whole: on whole numbers, so that much touches

swarm draw(mood m, std::size_t n, float field, rng& r) {
  swarm s;
  for (std::size_t i = 0; i < n; ++i) {
    float speed = m == mood::fast || (m == mood::some_fast && r.one_in(20)) ? 3000.0f : 60.0f, x = r.real(0, field),
          y = r.real(0, field), dx = r.real(-speed, speed), dy = r.one_in(8) ? 0.0f : r.real(-speed, speed);
    if (m == mood::far && r.one_in(5)) x *= 1e30f, dy *= 1e25f;
    if (m == mood::spoiled && r.one_in(3)) {
      const float bad[] = {not_a_number, infinity, -infinity, largest, -largest};
      (r.one_in(2) ? r.one_in(2) ? x : y : r.one_in(2) ? dx : dy) = bad[r.below(5)];
    }
    if (m == mood::whole) {
      x = std::floor(x / 8) * 8, y = std::floor(y / 8) * 8, dx = 8 * static_cast<float>(r.below(5)) - 16,
      dy = r.one_in(3) ? dx : 8 * static_cast<float>(r.below(5)) - 16;
      if (dx == 0 && r.one_in(2)) dx = -0.0f;
      if (dy == 0 && r.one_in(2)) dy = -0.0f;
    }
    s.x.push_back(x), s.y.push_back(y), s.dx.push_back(dx), s.dy.push_back(dy);
  }
  return s;
}

bool alike(float a, float b) { return same_bits(a, b) || (a != a && b != b); }

// The definition. `ask` is cast_nearest of one segment.
template <class Ask> std::size_t one_by_one(swarm& s, float dt, const Ask& ask) {
  std::size_t hits = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    const hs::vec2 at{s.x[i], s.y[i]}, velocity{s.dx[i], s.dy[i]}, step{velocity.x * dt, velocity.y * dt};
    const hs::hit h = ask(hs::segment{at, step});
    const hs::vec2 there = hs::advance(at, step, h);
    s.x[i] = there.x, s.y[i] = there.y;
    if (!h) continue;
    const hs::vec2 rest = hs::deflect(step, h), turned = hs::deflect(velocity, h.normal);
    s.x[i] = there.x + rest.x, s.y[i] = there.y + rest.y, s.dx[i] = turned.x, s.dy[i] = turned.y;
    ++hits;
  }
  return hits;
}

void expect_same(const swarm& got, const swarm& right, const std::string& what) {
  for (std::size_t i = 0; i < got.x.size(); ++i)
    ASSERT_TRUE(alike(got.x[i], right.x[i]) && alike(got.y[i], right.y[i]) && alike(got.dx[i], right.dx[i]) &&
                alike(got.dy[i], right.dy[i]))
        << what << ", particle " << i << " is at " << hex(got.x[i]) << ", " << hex(got.y[i]) << ", not at "
        << hex(right.x[i]) << ", " << hex(right.y[i]);
}

hs::query draw_query(rng& r) {
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (r.one_in(3)) q.start = hs::start_overlap::hits_unless_leaving;
  if (r.one_in(3)) q.padding = {r.real(0, 3), r.one_in(2) ? 0 : r.real(0, 3), 0};
  if (r.one_in(9)) q.start = hs::start_overlap::ignored;
  if (r.one_in(5)) q.until = r.real(0, 1);
  return q;
}

TEST(particles, fly_among_boxes_and_circles_as_one_by_one) {
  rng r(1);
  hs::grid g;
  hs::workspace w;
  std::size_t hits = 0;
  for (int k = 0; k < static_cast<int>(mood::count); ++k)
    for (std::size_t c = 0; c < cases(300); ++c) {
      const std::size_t sizes[] = {0, 1, 15, 16, 17, 100, 700};
      const std::size_t n = sizes[r.below(7)], m = r.below(r.one_in(4) ? 200 : 60);
      const float field = r.one_in(3) ? 3000 : 300;
      swarm start = draw(static_cast<mood>(k), n, field, r);
      std::vector<float> x, y, size;
      for (std::size_t i = 0; i < m; ++i) {
        x.push_back(r.real(0, field)), y.push_back(r.real(0, field));
        size.push_back(r.one_in(10) ? 100.0f : r.one_in(10) ? 0.0f : r.real(1, 20));
      }
      if (static_cast<mood>(k) == mood::far && m) size[0] = 1e33f;
      std::vector<float> half(m, 4.0f);
      if (static_cast<mood>(k) == mood::whole)
        for (std::size_t i = 0; i < m; ++i) {
          x[i] = std::floor(x[i] / 8) * 8, y[i] = std::floor(y[i] / 8) * 8;
          size[i] = r.one_in(9) ? 0.0f : 8.0f, half[i] = r.one_in(9) ? 0.0f : 8.0f;
          if (i && r.one_in(5)) x[i] = x[i - 1], y[i] = y[i - 1];
        }
      else if (m > 30 && r.one_in(8))  // a crowd: longer lists than are gone through
        for (std::size_t i = 0; i < m; ++i) x[i] = x[0], y[i] = y[0];
      const bool round = r.one_in(3);
      hs::query q = draw_query(r);
      if (round) q.padding = {};
      const hs::circles discs{.x = x, .y = y, .radius = size};
      const hs::centred_boxes boxes{.x = x, .y = y, .half_x = size, .half_y = half};
      const float dt = r.one_in(4) || (static_cast<mood>(k) == mood::whole && !r.one_in(4)) ? 1.0f
                       : r.one_in(8)                                                        ? -0.1f
                                                                                            : r.real(0, 0.2f);
      swarm right = start;
      std::size_t turned = 0;
      if (m)
        turned = one_by_one(right, dt, [&](const hs::segment& s) {
          return round ? hs::reference::cast_nearest(s, discs, q) : hs::reference::cast_nearest(s, boxes, q);
        });
      else
        one_by_one(right, dt, [](const hs::segment&) { return hs::hit{}; });
      hits += turned;
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        round ? g.rebuild(discs) : g.rebuild(boxes);
        swarm got = start;
        ASSERT_EQ(hs::integrate_and_deflect(got.all(), dt, g, w, q), turned);
        expect_same(got, right, "mood " + std::to_string(k) + " on " + hs::name(which));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  if (whole_run()) {
    EXPECT_GT(hits, 1000u);
  }
}

// A face comes before a corner that is reached at the same time, whichever box has the lower number.
TEST(particles, turn_round_at_a_face_before_a_corner) {
  const float corner[] = {8, 8, 24, 24}, wall[] = {8, 0, 20, 10};
  for (const hs::isa which : hs::supported_isas())
    for (const bool swapped : {false, true}) {
      const forced on(which);
      const auto column = [&](int c) {
        return std::vector{(swapped ? wall : corner)[c], (swapped ? corner : wall)[c]};
      };
      const auto x0 = column(0), y0 = column(1), x1 = column(2), y1 = column(3);
      hs::grid g;
      g.rebuild(hs::boxes{.min_x = x0, .min_y = y0, .max_x = x1, .max_y = y1});
      swarm s{{0}, {0}, {16}, {16}};
      hs::workspace w;
      EXPECT_EQ(hs::integrate_and_deflect(s.all(), 1, g, w), 1u);
      EXPECT_EQ(s.dx[0], -16) << hs::name(which) << swapped;
      EXPECT_EQ(s.dy[0], 16) << hs::name(which) << swapped;
    }
}

TEST(particles, fly_among_tiles_as_one_by_one) {
  rng r(2);
  hs::workspace w;
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(400); ++c) {
    const bool by_bits = r.one_in(4);
    std::vector<std::uint8_t> tiles(20 * 15);
    for (std::uint8_t& t : tiles) t = r.one_in(4) ? hs::tile_solid : r.one_in(9) ? hs::one_way_min_y : 0;
    std::vector<std::uint64_t> bits(5);
    for (std::size_t i = 0; i < tiles.size(); ++i) bits[i / 64] |= std::uint64_t{tiles[i] == hs::tile_solid} << i % 64;
    hs::tile_map map{.width = 20, .height = 15, .cell = {16, 16}};
    if (r.one_in(3)) map.origin = {r.real(-50, 50), r.real(-50, 50)}, map.cell = {r.real(5, 20), 16.1f};
    by_bits ? void(map.bits = bits) : void(map.tiles = tiles);
    const hs::query q = draw_query(r);
    const mood m = static_cast<mood>(r.below(static_cast<unsigned>(mood::count)));
    // Few of them are not worth a map of what is occupied.
    const swarm start = draw(m, r.one_in(4) ? 10 : 300, 320, r);
    const float dt = m == mood::whole ? 1.0f : 0.1f;
    swarm right = start;
    const std::size_t turned = one_by_one(right, dt, [&](const hs::segment& s) { return map.cast_nearest(s, q); });
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      swarm got = start;
      ASSERT_EQ(hs::integrate_and_deflect(got.all(), dt, map, w, q), turned);
      expect_same(got, right, std::string("tiles on ") + hs::name(which));
      if (testing::Test::HasFatalFailure()) return;
    }
    hits += turned;
  }
  if (whole_run()) {
    EXPECT_GT(hits, 1000u);
  }
}

// More than are taken at a time, and columns of different lengths.
TEST(particles, are_as_many_as_the_shortest_column_says) {
  rng r(3);
  const std::size_t n = 65536 + 40;
  swarm start = draw(mood::usual, n, 2000, r);
  std::vector<float> x, y;
  for (int i = 0; i < 200; ++i) x.push_back(r.real(0, 2000)), y.push_back(r.real(0, 2000));
  const hs::centred_boxes boxes{.x = x, .y = y, .half_x = 10.0f, .half_y = 20.0f};
  hs::grid g;
  g.rebuild(boxes);
  hs::workspace w;
  swarm right = start, got = start;
  const std::size_t turned = one_by_one(right, 0.1f, [&](const hs::segment& s) { return hs::cast_nearest(s, boxes); });
  EXPECT_GT(turned, 500u);
  EXPECT_EQ(hs::integrate_and_deflect(got.all(), 0.1f, g, w), turned);
  expect_same(got, right, "many");
#if !defined(HITSCAN_CHECKS) && defined(NDEBUG)  // a build with checks says so instead
  got = start, right = start;
  right.x.resize(100), right.y.resize(100), right.dx.resize(100), right.dy.resize(100);
  one_by_one(right, 0.1f, [&](const hs::segment& s) { return hs::cast_nearest(s, boxes); });
  hs::integrate_and_deflect({got.x, got.y, std::span(got.dx).first(100), got.dy}, 0.1f, g, w);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got.x[i], i < 100 ? right.x[i] : start.x[i]) << i;
#endif
}

}  // namespace
