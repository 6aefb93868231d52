// Particles among boxes, circles and tiles, against the definition: one at a time by the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <hitscan/hitscan.hpp>

#include "../support/columns.hpp"
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

// Walls, as the definition asks them.
struct definition {
  std::function<hs::mixed_hit(const hs::segment&, const hs::query&)> meet;
  std::function<bool(hs::vec2)> within;
  std::function<bool(const hs::mixed_hit&, hs::vec2)> let_in = [](const hs::mixed_hit&, hs::vec2) { return false; };
};
hs::mixed_hit of_wall(unsigned which, const hs::hit& h) {
  hs::mixed_hit m;
  static_cast<hs::hit&>(m) = h;
  if (h) m.view = which;
  return m;
}
// Several walls: the first hit of all, in what is in any of them.
definition among(const std::vector<definition>& all) {
  return {[=](const hs::segment& s, const hs::query& as) {
            hs::mixed_hit best;
            for (unsigned w = 0; w < all.size(); ++w) {
              const hs::hit h = all[w].meet(s, as);
              const bool face = !(h.flags & hs::corner) && (best.flags & hs::corner);
              if (h && (!best || h.time < best.time || (h.time == best.time && face))) best = of_wall(w, h);
            }
            return best;
          },
          [=](hs::vec2 at) {
            return std::any_of(all.begin(), all.end(), [&](const definition& d) { return d.within(at); });
          },
          [=](const hs::mixed_hit& h, hs::vec2 at) { return h && all[h.view].let_in(h, at); }};
}
hs::vec2 half_of(const hs::query& q) { return {q.padding.x, q.padding.y}; }
definition among(const hs::centred_boxes& all, const hs::query& q) {
  return {
      [=](const hs::segment& s, const hs::query& as) { return of_wall(0, hs::cast_nearest(s, all, by_reference(as))); },
      [=](hs::vec2 at) {
        return hs::overlap_any(hs::box::from_center(at, half_of(q)), all, {.layers = q.layers, .on = hs::isa::scalar});
      }};
}
definition among(const hs::circles& all, const hs::query& q) {
  return {
      [=](const hs::segment& s, const hs::query& as) { return of_wall(0, hs::cast_nearest(s, all, by_reference(as))); },
      [=](hs::vec2 at) {
        const hs::query as{.layers = q.layers, .on = hs::isa::scalar};
        return hs::overlap_any(hs::circle{at, 0}, all, as) ||
               hs::overlap_any(hs::box::from_center(at, half_of(q)), all, as);
      }};
}
definition among(const hs::tile_map& map, const hs::query& q) {
  return {[=](const hs::segment& s, const hs::query& as) { return of_wall(0, map.cast_nearest(s, as)); },
          [=](hs::vec2 at) { return map.overlap_any(hs::box::from_center(at, half_of(q)), {.layers = q.layers}); },
          [=](const hs::mixed_hit& h, hs::vec2 at) {
            if (!h) return false;
            const std::uint32_t x = h.index % map.width, y = h.index / map.width;
            return !(map.at(x, y) & hs::tile_solid) &&
                   hs::overlap_any(hs::box::from_center(at, half_of(q)), map.tile(x, y));
          }};
}

// Rules, and room for what they tell.
struct told {
  hs::particle_rules rules;
  std::vector<hs::index> wall, kind;
  std::vector<float> normal_x, normal_y;
  std::vector<std::uint8_t> hits;
  explicit told(const hs::particle_rules& r = {}) : rules(r) {}
  bool wanted = false;
  // Nothing of what is there from before may be left.
  const hs::particle_rules& of(std::size_t n) {
    if (!wanted) return rules;
    wall.assign(n, 7), kind.assign(n, 7), normal_x.assign(n, 7), normal_y.assign(n, 7), hits.assign(n, 77);
    rules.wall = wall, rules.kind = kind, rules.normal_x = normal_x, rules.normal_y = normal_y, rules.hits = hits;
    return rules;
  }
};
told draw_rules(rng& r) {
  told t;
  if (r.one_in(2)) t.rules.bounces = r.whole(0, 9);
  if (r.one_in(3)) t.rules.restitution = r.one_in(3) ? 0.0f : r.one_in(8) ? 1.5f : r.real(0, 1);
  if (r.one_in(4)) t.rules.friction = r.one_in(4) ? 1.0f : r.real(0, 1);
  if (r.one_in(3)) t.rules.gravity = {r.one_in(2) ? 0.0f : r.real(-50, 50), r.real(-500, 500)};
  t.wanted = r.one_in(3);
  return t;
}

// The definition.
std::size_t one_by_one(swarm& s, float dt, const definition& walls, const hs::query& q, told& says) {
  const hs::particle_rules& rules = says.of(s.x.size());
  const bool ball = rules.restitution == 1 && rules.friction == 0;
  std::size_t turned = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    hs::vec2 at{s.x[i], s.y[i]}, velocity{s.dx[i], s.dy[i]};
    if (rules.gravity.x != 0) velocity.x += rules.gravity.x * dt;
    if (rules.gravity.y != 0) velocity.y += rules.gravity.y * dt;
    hs::vec2 rest{velocity.x * dt, velocity.y * dt};
    if (says.wanted) says.wall[i] = says.kind[i] = hs::none, says.normal_x[i] = says.normal_y[i] = 0, says.hits[i] = 0;
    const bool begun = walls.within(at);
    hs::query as = q;
    for (int n = 0; n < std::max(rules.bounces, 1); ++n) {
      const hs::mixed_hit h = walls.meet(hs::segment{at, rest}, as);
      const float reach = h ? hs::safe_time(h.time) : 1;
      const auto moved = [&](float t) { return hs::vec2{at.x + t * rest.x, at.y + t * rest.y}; };
      const auto in = [&](hs::vec2 there) { return !begun && (walls.within(there) || walls.let_in(h, there)); };
      hs::vec2 there = moved(reach);
      for (float back = 0x1p-22f; back <= 1 && in(there); back *= 2) there = moved(reach * (1 - back));
      at = there;
      if (!h) break;
      turned += n == 0;
      if (says.wanted) {
        if (n == 0)
          says.wall[i] = h.index, says.kind[i] = h.view, says.normal_x[i] = h.normal.x, says.normal_y[i] = h.normal.y;
        ++says.hits[i];
      }
      velocity =
          ball ? hs::deflect(velocity, h.normal) : hs::bounce(velocity, h.normal, rules.restitution, rules.friction);
      rest = ball ? hs::deflect(rest, h) : hs::bounce(rest, h, rules.restitution, rules.friction);
      if (begun) {
        at = {at.x + rest.x, at.y + rest.y};
        break;
      }
      if (q.start == hs::start_overlap::hits) as.start = hs::start_overlap::hits_unless_leaving;
    }
    s.x[i] = at.x, s.y[i] = at.y, s.dx[i] = velocity.x, s.dy[i] = velocity.y;
  }
  return turned;
}

std::size_t one_by_one(swarm& s, float dt, const definition& walls, const hs::query& q = {}) {
  told nothing;
  return one_by_one(s, dt, walls, q, nothing);
}

void expect_same(const told& got, const told& right, const std::string& what) {
  for (std::size_t i = 0; i < got.wall.size(); ++i)
    ASSERT_TRUE(got.wall[i] == right.wall[i] && got.kind[i] == right.kind[i] && got.hits[i] == right.hits[i] &&
                same_bits(got.normal_x[i], right.normal_x[i]) && same_bits(got.normal_y[i], right.normal_y[i]))
        << what << ", particle " << i << " hit " << got.wall[i] << " of " << got.kind[i] << ", not " << right.wall[i]
        << " of " << right.kind[i] << ", " << int{got.hits[i]} << " times, not " << int{right.hits[i]};
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
  hs::world g;
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
      told rules = draw_rules(r), saying = rules;
      const std::size_t turned = one_by_one(right, dt, round ? among(discs, q) : among(boxes, q), q, rules);
      hits += turned;
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        round ? g.rebuild(discs) : g.rebuild(boxes);
        swarm got = start;
        ASSERT_EQ(hs::integrate_and_deflect(got.all(), dt, g, q, w, saying.of(n)), turned);
        expect_same(got, right, "mood " + std::to_string(k) + " on " + hs::name(which));
        expect_same(saying, rules, "mood " + std::to_string(k) + " on " + hs::name(which));
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
      hs::world g;
      g.rebuild(hs::boxes{.min_x = x0, .min_y = y0, .max_x = x1, .max_y = y1});
      swarm s{{0}, {0}, {16}, {16}};
      hs::workspace w;
      EXPECT_EQ(hs::integrate_and_deflect(s.all(), 1, g, {}, w), 1u);
      EXPECT_EQ(s.dx[0], -16) << hs::name(which) << swapped;
      EXPECT_EQ(s.dy[0], 16) << hs::name(which) << swapped;
    }
}

// Bounds are floats, and end where those do; a circle need not.
TEST(particles, meet_circles_that_reach_beyond_the_floats) {
  for (const float side : {1.0f, -1.0f}) {
    const std::vector<float> x{0}, y{side * 3e38f};
    const hs::circles disc{.x = x, .y = y, .radius = 1e38f};
    const auto all = [](float v) { return std::vector<float>(8, v); };  // as many as are worth a list
    const swarm start{all(0), all(side * largest), all(1e29f), all(0)};
    swarm right = start;
    ASSERT_EQ(one_by_one(right, 1, among(disc, {})), 8u);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      hs::world g;
      g.rebuild(disc);
      swarm got = start;
      EXPECT_EQ(hs::integrate_and_deflect(got.all(), 1, g), 8u) << hs::name(which);
      expect_same(got, right, hs::name(which));
    }
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
    told rules = draw_rules(r), saying = rules;
    const std::size_t turned = one_by_one(right, dt, among(map, q), q, rules);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      swarm got = start;
      ASSERT_EQ(hs::integrate_and_deflect(got.all(), dt, map, q, w, saying.of(start.x.size())), turned);
      expect_same(got, right, std::string("tiles on ") + hs::name(which));
      expect_same(saying, rules, std::string("tiles on ") + hs::name(which));
      if (testing::Test::HasFatalFailure()) return;
    }
    hits += turned;
  }
  if (whole_run()) {
    EXPECT_GT(hits, 1000u);
  }
}

// ---- several walls -------------------------------------------------------------------------------------------------

// Tiles, boxes and circles in one another's way, in any order, some of them empty, some with layers.
TEST(particles, fly_among_several_walls_as_one_by_one) {
  rng r(15);
  hs::workspace spaces[3];
  const auto two_and_one = [](std::size_t jobs, hs::job j) {  // no two at a time: the order is all that is mixed up
    for (std::size_t i = jobs; i-- > 0;) j(i);
  };
  hs::world g, other, round, nothing, mixed;
  std::size_t hits = 0, hits_of[3] = {}, thick = 0;
  for (int k = 0; k < static_cast<int>(mood::count); ++k)
    for (std::size_t c = 0; c < cases(250); ++c) {
      const mood m = static_cast<mood>(k);
      const auto draw_items = [&](std::vector<float>& x, std::vector<float>& y, std::vector<float>& size) {
        for (std::size_t n = r.one_in(6) ? 0 : r.below(40); n-- > 0;) {
          x.push_back(r.real(0, 320)), y.push_back(r.real(0, 240));
          size.push_back(r.one_in(10) ? 60.0f : r.one_in(10) ? 0.0f : r.real(1, 12));
          if (m == mood::whole) {
            x.back() = std::floor(x.back() / 8) * 8, y.back() = std::floor(y.back() / 8) * 8;
            size.back() = r.one_in(9) ? 0.0f : 8.0f;
          }
          if (m == mood::far && r.one_in(9)) size.back() = 1e33f;
          if (m == mood::spoiled && r.one_in(5)) x.back() = not_a_number;
        }
      };
      std::vector<float> x, y, size, cx, cy, radius, ox, oy, half;
      draw_items(x, y, size), draw_items(cx, cy, radius), draw_items(ox, oy, half);
      std::vector<std::uint32_t> layers(x.size());
      for (std::uint32_t& l : layers) l = 1 + r.below(3);
      const bool layered = r.one_in(4);
      hs::centred_boxes boxes{.x = x, .y = y, .half_x = size, .half_y = size};
      if (layered) boxes.layers = layers;
      const hs::centred_boxes more{.x = ox, .y = oy, .half_x = half, .half_y = 8.0f};
      const hs::circles discs{.x = cx, .y = cy, .radius = radius};
      std::vector<std::uint8_t> tiles(20 * 15);
      for (std::uint8_t& t : tiles) t = r.one_in(9) ? hs::tile_solid : r.one_in(15) ? hs::one_way_min_y : 0;
      hs::tile_map map{.width = 20, .height = 15, .cell = {16, 16}, .tiles = tiles};
      if (r.one_in(3)) map.origin = {r.real(-50, 50), r.real(-50, 50)}, map.cell = {r.real(5, 20), 16.1f};
      if (r.one_in(9)) map = {};

      hs::query q = draw_query(r);
      if (layered) q.layers = 1 + r.below(3);
      const swarm start = draw(m, r.one_in(4) ? 10 : r.one_in(3) ? 700 : 200, 320, r);
      const std::size_t n = start.x.size();
      const float dt = m == mood::whole ? 1.0f : r.one_in(8) ? -0.1f : 0.1f;
      told rules = draw_rules(r), saying = rules;
      const definition of_boxes = among(boxes, q), of_more = among(more, q), of_discs = among(discs, q),
                       of_map = among(map, q);
      const int order = r.whole(0, 7);
      const definition all = order == 0   ? among({of_boxes, of_discs, of_map})
                             : order == 1 ? among({of_map, of_discs, of_boxes})
                             : order == 2 ? among({of_discs, of_boxes})
                             : order == 3 ? among({of_boxes, of_map})
                             : order == 4 ? among({of_more, of_boxes, of_discs, of_more})
                             : order == 5 ? among({of_map, of_map, of_more})
                             : order == 6 ? among({of_discs})
                                          : among({of_map, of_more, of_discs, of_boxes});
      const auto fly = [&](const hs::particles& p, const hs::particle_rules& say, const hs::workers& with) {
        switch (order) {
          case 0: return hs::integrate_and_deflect(p, dt, hs::several(g, round, map), q, with, say);
          case 1: return hs::integrate_and_deflect(p, dt, hs::several(map, round, g), q, with, say);
          case 2: return hs::integrate_and_deflect(p, dt, hs::several(round, g), q, with, say);
          case 3: return hs::integrate_and_deflect(p, dt, hs::several(g, map, nothing), q, with, say);
          case 4: return hs::integrate_and_deflect(p, dt, hs::several(other, g, round, other), q, with, say);
          case 5: return hs::integrate_and_deflect(p, dt, hs::several(map, map, other), q, with, say);
          case 6: return hs::integrate_and_deflect(p, dt, hs::several(round), q, with, say);
          default: return hs::integrate_and_deflect(p, dt, hs::several(map, mixed), q, with, say);
        }
      };
      swarm right = start;
      const std::size_t turned = one_by_one(right, dt, all, q, rules);
      if (order == 7)  // a world of several views is one wall, and its indices go on from view to view
        for (std::size_t i = 0; i < rules.kind.size(); ++i)
          if (rules.kind[i] != hs::none && rules.kind[i] > 1) {
            rules.wall[i] += static_cast<hs::index>(rules.kind[i] == 2 ? ox.size() : ox.size() + cx.size());
            rules.kind[i] = 1;
          }
      for (const hs::index w : rules.kind) hits_of[0] += w == 0, hits_of[1] += w == 1, hits_of[2] += w == 2;
      hits += turned, thick += q.padding.x > 0 && order != 3 ? turned : 0;
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        g.rebuild(boxes), other.rebuild(more), round.rebuild(discs), mixed.rebuild(hs::several(more, discs, boxes));
        const int jobs = r.whole(0, 2);
        const std::string text = "order " + std::to_string(order) + ", mood " + std::to_string(k) + ", " +
                                 std::to_string(jobs) + " workspaces on " + hs::name(which);
        const hs::workers with = jobs == 0   ? hs::workers{}
                                 : jobs == 1 ? hs::workers{spaces[0]}
                                             : hs::workers{two_and_one, spaces};
        swarm got = start;
        ASSERT_EQ(fly(got.all(), saying.of(n), with), turned) << text;
        expect_same(got, right, text), expect_same(saying, rules, text);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  if (whole_run()) {
    EXPECT_GT(hits, 1000u);
    EXPECT_GT(thick, 1000u);
    for (const std::size_t of : hits_of) EXPECT_GT(of, 300u);
  }
}

// All three have a face at x = 8, and the second box only a corner that is reached at the same time: the first wall is
// hit, but never the corner.
TEST(particles, hit_the_first_of_several_walls_and_a_face_before_a_corner) {
  hs::world nothing, wall, pillar, corner;
  wall.rebuild(hs::boxes{.min_x = 8.0f, .min_y = std::vector{-20.0f}, .max_x = 20.0f, .max_y = 20.0f});
  pillar.rebuild(hs::circles{.x = std::vector{16.0f}, .y = 0.0f, .radius = 8.0f});
  corner.rebuild(hs::boxes{.min_x = 8.0f, .min_y = std::vector{8.0f}, .max_x = 24.0f, .max_y = 24.0f});
  const std::uint8_t tiles[] = {0, hs::tile_solid};
  const hs::tile_map map{.width = 2, .height = 1, .cell = {8, 40}, .origin = {0, -20}, .tiles = tiles};
  const auto expect = [](const char* what, const auto& walls, bool diagonal, hs::index kind, hs::index item) {
    for (const hs::isa which : hs::supported_isas())
      for (const int outputs : {0, 1, 2}) {
        const forced on(which);
        swarm s{{0}, {0}, {16}, {diagonal ? 16.0f : 0.0f}};
        hs::index met = 7, of = 7;
        hs::particle_rules rules;
        if (outputs > 0) rules.kind = {&of, 1};
        if (outputs > 1) rules.wall = {&met, 1};
        EXPECT_EQ(hs::integrate_and_deflect(s.all(), 1, walls, {}, {}, rules), 1u);
        EXPECT_EQ(s.dx[0], -16) << what << " on " << hs::name(which);
        EXPECT_EQ(s.dy[0], diagonal ? 16 : 0) << what << " on " << hs::name(which);
        EXPECT_EQ(of, outputs > 0 ? kind : 7) << what << " on " << hs::name(which);
        EXPECT_EQ(met, outputs > 1 ? item : 7) << what << " on " << hs::name(which);
      }
  };
  expect("box, circle, tile", hs::several(wall, pillar, map), false, 0, 0);
  expect("circle, tile, box", hs::several(pillar, map, wall), false, 0, 0);
  expect("tile, box, circle", hs::several(map, wall, pillar), false, 0, 1);
  expect("nothing, box", hs::several(nothing, wall), false, 1, 0);
  expect("corner, box", hs::several(corner, wall), true, 1, 0);
  expect("corner, tile, box", hs::several(corner, map, wall), true, 1, 1);
  expect("box, corner", hs::several(wall, corner), true, 0, 0);
  expect("corner, corner, box", hs::several(corner, corner, wall), true, 2, 0);
}

// A layer that all walls share counts as one of their own does, though no engine looks at it.
TEST(particles, fly_through_walls_on_the_one_layer_that_is_not_asked_for) {
  const std::vector<float> low{-10, 0};
  hs::boxes wall{.min_x = 10.0f, .min_y = low, .max_x = 20.0f, .max_y = 10.0f};
  wall.layers = 2u;
  hs::world g;
  g.rebuild(wall);
  hs::workspace w;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (const std::uint32_t layers : {1u, 2u, 0u, 6u}) {
      const bool turns = (layers & 2) != 0;
      swarm s;
      for (int i = 0; i < 100; ++i) s.x.push_back(0), s.y.push_back(5), s.dx.push_back(16), s.dy.push_back(0);
      EXPECT_EQ(hs::integrate_and_deflect(s.all(), 1, g, {.layers = layers}, w), turns ? 100u : 0u) << layers;
      EXPECT_EQ(s.dx, std::vector<float>(100, turns ? -16.0f : 16.0f)) << layers << " on " << hs::name(which);
    }
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
  hs::world g;
  g.rebuild(boxes);
  hs::workspace w;
  swarm right = start, got = start;
  const std::size_t turned = one_by_one(right, 0.1f, among(boxes, {}));
  EXPECT_GT(turned, 500u);
  EXPECT_EQ(hs::integrate_and_deflect(got.all(), 0.1f, g, {}, w), turned);
  expect_same(got, right, "many");
  told rules, saying;
  rules.wanted = saying.wanted = true, right = got = start;
  one_by_one(right, 0.1f, among({among(boxes, {}), among(boxes, {})}), {}, rules);
  EXPECT_EQ(hs::integrate_and_deflect(got.all(), 0.1f, hs::several(g, g), {}, w, saying.of(n)), turned);
  expect_same(got, right, "many, twice the same walls"), expect_same(saying, rules, "many, twice the same walls");
#if !defined(HITSCAN_CHECKS) && defined(NDEBUG)  // a build with checks says so instead
  got = start, right = start;
  right.x.resize(100), right.y.resize(100), right.dx.resize(100), right.dy.resize(100);
  one_by_one(right, 0.1f, among(boxes, {}));
  hs::integrate_and_deflect({got.x, got.y, std::span(got.dx).first(100), got.dy}, 0.1f, g, {}, w);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got.x[i], i < 100 ? right.x[i] : start.x[i]) << i;
#endif
}

// ---- closed rooms --------------------------------------------------------------------------------------------------

enum class made_of { tiles, boxes, circles, all };  // all: walls of tiles, and in the room some of each
const char* name_of(made_of m) {
  return m == made_of::tiles ? "tiles" : m == made_of::boxes ? "boxes" : m == made_of::circles ? "circles" : "all";
}
struct place_of_room {
  float origin, cell;
};

// 24 x 20 cells, walls all around, one cell in twelve inside taken as well.
class room {
 public:
  static constexpr std::uint32_t wide = 24, high = 20;

  room(made_of what, place_of_room where, rng& r) : what_(what), tiles_(wide * high) {
    map_ = {.width = wide, .height = high, .cell = {where.cell, where.cell}, .origin = {where.origin, where.origin}};
    for (std::uint32_t y = 0; y < high; ++y)
      for (std::uint32_t x = 0; x < wide; ++x) {
        const bool wall = x == 0 || y == 0 || x + 1 == wide || y + 1 == high;
        if (!wall && !r.one_in(12)) continue;
        const auto kind = what != made_of::all ? what : wall ? made_of::tiles : static_cast<made_of>(r.below(3));
        if (what != made_of::all || kind == made_of::tiles) tiles_[y * wide + x] = hs::tile_solid;
        if (what == made_of::all && kind == made_of::tiles) continue;
        const hs::box b = map_.tile(x, y);
        if (kind == made_of::circles) {  // those of walls overlap their neighbours
          x_.push_back(0.5f * b.min.x + 0.5f * b.max.x), y_.push_back(0.5f * b.min.y + 0.5f * b.max.y);
          size_.push_back(where.cell * (wall ? 0.6f : r.real(0.2f, 0.7f)));
        } else if (!wall) {  // of any size
          const float part = r.one_in(3) ? 1 : r.real(0.1f, 1);
          add({b.min, {b.min.x + part * (b.max.x - b.min.x), b.min.y + part * (b.max.y - b.min.y)}});
        }
      }
    map_.tiles = tiles_;
    low_ = map_.tile(1, 1).min, high_ = map_.tile(wide - 2, high - 2).max;
    const hs::box last = map_.tile(wide - 1, high - 1);
    if (what != made_of::all) {
      add({map_.origin, {low_.x, last.max.y}}), add({{high_.x, map_.origin.y}, last.max});
      add({map_.origin, {last.max.x, low_.y}}), add({{map_.origin.x, high_.y}, last.max});
    }
    if (what == made_of::circles || what == made_of::all) round_.rebuild(circles());
    if (what == made_of::boxes || what == made_of::all) g_.rebuild(boxes());
  }

  std::size_t fly(const hs::particles& p, float dt, const hs::query& q, hs::workspace& w,
                  const hs::particle_rules& rules = {}) const {
    if (what_ == made_of::all) return hs::integrate_and_deflect(p, dt, hs::several(g_, map_, round_), q, w, rules);
    if (what_ == made_of::tiles) return hs::integrate_and_deflect(p, dt, map_, q, w, rules);
    return hs::integrate_and_deflect(p, dt, what_ == made_of::boxes ? g_ : round_, q, w, rules);
  }
  definition walls(const hs::query& q) const {
    if (what_ == made_of::tiles) return among(map_, q);
    if (what_ == made_of::circles) return among(circles(), q);
    if (what_ == made_of::all) return among({walls_of_boxes(q), among(map_, q), among(circles(), q)});
    return walls_of_boxes(q);
  }
  definition walls_of_boxes(const hs::query& q) const {
    return {[this](const hs::segment& s, const hs::query& as) {
              return of_wall(0, hs::cast_nearest(s, boxes(), by_reference(as)));
            },
            [this, q](hs::vec2 at) {
              return hs::overlap_any(hs::box::from_center(at, half_of(q)), boxes(),
                                     {.layers = q.layers, .on = hs::isa::scalar});
            }};
  }
  bool within(hs::vec2 at, hs::vec2 half) const {
    if (what_ == made_of::circles) return hs::overlap_any(hs::circle{at, 0}, circles());
    const hs::box here = hs::box::from_center(at, half);
    if (what_ == made_of::boxes) return hs::overlap_any(here, boxes());
    const bool all = what_ == made_of::all;
    return map_.overlap_any(here) || (all && (hs::overlap_any(here, boxes()) || hs::overlap_any(here, circles())));
  }
  // How many points are in something, and how many out of the room.
  std::size_t count_within(const swarm& s, hs::workspace& w) const {
    const hs::points all{.x = s.x, .y = s.y};
    std::vector<std::size_t> starts(s.x.size() + 1);
    std::size_t n = 0;
    if (what_ == made_of::boxes || what_ == made_of::all) n += g_.overlap(all, {.starts = starts, .items = {}}, {}, w);
    if (what_ == made_of::circles || what_ == made_of::all)
      n += round_.overlap(all, {.starts = starts, .items = {}}, {}, w);
    if (what_ == made_of::tiles || what_ == made_of::all)
      for (std::size_t i = 0; i < s.x.size(); ++i) n += map_.overlap_any(hs::box{{s.x[i], s.y[i]}, {s.x[i], s.y[i]}});
    return n;
  }
  std::size_t count_out(const swarm& s) const {
    // A wall of circles ends where their centres are.
    const float off = what_ == made_of::circles ? 0.5f * map_.cell.x : 0;
    std::size_t n = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i)
      n += !(low_.x - off <= s.x[i] && s.x[i] <= high_.x + off && low_.y - off <= s.y[i] && s.y[i] <= high_.y + off);
    return n;
  }

  // Particles in nothing, some of them in a corner or moving along an axis. Speeds are those of cells of 16.
  swarm draw(std::size_t n, float speed, hs::vec2 half, rng& r) const {
    swarm s;
    const float v = speed * map_.cell.x / 16;
    while (s.x.size() < n) {
      hs::vec2 at{r.real(low_.x, high_.x), r.real(low_.y, high_.y)};
      const bool cornered = r.one_in(20);  // exactly along a seam of tiles a point is in neither: not that as well
      if (cornered) at = {r.one_in(2) ? low_.x : high_.x, r.one_in(2) ? low_.y : high_.y};
      if (within(at, half)) continue;
      const float a = r.real(0, 6.2831853f);
      float dx = v * std::cos(a), dy = v * std::sin(a);
      if (!cornered && r.one_in(10)) (r.one_in(2) ? dx : dy) = r.one_in(2) ? 0.0f : -0.0f;
      s.x.push_back(at.x), s.y.push_back(at.y), s.dx.push_back(dx), s.dy.push_back(dy);
    }
    return s;
  }

 private:
  void add(const hs::box& b) {
    min_x_.push_back(b.min.x), min_y_.push_back(b.min.y), max_x_.push_back(b.max.x), max_y_.push_back(b.max.y);
  }
  hs::circles circles() const { return {.x = x_, .y = y_, .radius = size_}; }
  hs::boxes boxes() const { return {.min_x = min_x_, .min_y = min_y_, .max_x = max_x_, .max_y = max_y_}; }

  made_of what_;
  std::vector<std::uint8_t> tiles_;
  std::vector<float> x_, y_, size_, min_x_, min_y_, max_x_, max_y_;
  hs::tile_map map_;
  hs::world g_, round_;
  hs::vec2 low_, high_;
};

// HITSCAN_CASES=10000000 is 100,000 particles and 10,000 frames.
void stay_in(made_of what, const hs::particle_rules& rules = {}, hs::vec2 half = {}) {
  rng r(11);
  hs::workspace w;
  const std::size_t n = std::min<std::size_t>(cases(1000), 100000), frames = cases(100);
  for (const float speed : {200.0f, 600.0f, 1500.0f, 4000.0f}) {
    const room all(what, {0, 16}, r);
    swarm s = all.draw(n, speed, half, r);
    std::size_t turned = 0;
    for (std::size_t f = 0; f < frames; ++f) {
      turned += all.fly(s.all(), 1 / 60.0f, {.padding = {half.x, half.y}}, w, rules);
      ASSERT_EQ(all.count_within(s, w), 0u) << "in " << name_of(what) << " at " << speed << " after frame " << f;
      ASSERT_EQ(all.count_out(s), 0u) << "out of " << name_of(what) << " at " << speed << " after frame " << f;
    }
    if (whole_run()) {
      EXPECT_GT(turned, n) << name_of(what) << speed;
    }
  }
}
#if !defined(HITSCAN_CHECKS) && defined(NDEBUG)  // a build with checks says so instead
TEST(particles, stop_at_the_shortest_column_whichever_it_is) {
  const hs::world nothing;
  hs::workspace w;
  for (int k = 0; k < 4; ++k) {
    std::vector<float> c[4];
    for (auto& column : c) column.assign(40, 1.0f);
    std::span<float> some[4] = {c[0], c[1], c[2], c[3]};
    some[k] = some[k].first(7);
    hs::integrate_and_deflect({some[0], some[1], some[2], some[3]}, 1, nothing, {}, w);
    for (std::size_t i = 0; i < 40; ++i)
      for (int axis : {0, 1}) ASSERT_EQ(c[axis][i], i < 7 ? 2.0f : 1.0f) << "column " << k << ", particle " << i;
  }
}
#endif

TEST(particles, stay_in_a_room_of_tiles) { stay_in(made_of::tiles); }
TEST(particles, stay_in_a_room_of_boxes) { stay_in(made_of::boxes); }
TEST(particles, stay_in_a_room_of_circles) { stay_in(made_of::circles); }
TEST(particles, stay_in_a_room_of_tiles_with_boxes_and_circles) { stay_in(made_of::all); }
// Who slides along a floor comes to the seam of the next wall: so these have some extent.
TEST(particles, that_fall_and_lose_speed_stay_in_their_rooms) {
  for (const made_of what : {made_of::tiles, made_of::boxes, made_of::circles, made_of::all})
    for (const float restitution : {0.0f, 0.7f})
      stay_in(what, {.restitution = restitution, .friction = 0.1f, .gravity = {30, 900}},
              what == made_of::circles ? hs::vec2{} : hs::vec2{0.25f, 0.5f});
}

// Whatever the options: who begins a frame in nothing ends it in nothing; and all bits are those of the definition.
TEST(particles, that_are_in_nothing_end_in_nothing_at_any_place_size_and_speed_with_any_option) {
  rng r(12);
  hs::workspace w;
  std::size_t turned = 0, thick = 0, given_up = 0;
  for (std::size_t c = 0; c < cases(240); ++c) {
    const place_of_room places[] = {{0, 16}, {1e5f, 16}, {-3e4f, 1}, {1e5f, 1}, {0.1f, 0.37f}, {-7, 300}};
    const auto what = static_cast<made_of>(c % 4);
    const place_of_room where = places[r.below(6)];
    const room all(what, where, r);
    hs::query q = r.one_in(3) ? hs::query{} : draw_query(r);
    if (!r.one_in(3)) q.until = 1;
    q.padding.x *= where.cell / 16, q.padding.y *= where.cell / 16;
    if (what == made_of::circles) q.padding = {};
    const float dts[] = {1 / 60.0f, 0.013f, 1 / 3.0f}, speeds[] = {60, 200, 600, 1500, 4000};
    const float dt = dts[r.below(3)], speed = speeds[r.below(5)];
    told rules = draw_rules(r), saying = rules;
    swarm right = all.draw(r.one_in(3) ? 17 : 200, speed, half_of(q), r);
    for (int f = 0; f < 6; ++f) {
      const swarm before = right;
      const std::size_t hits = one_by_one(right, dt, all.walls(q), q, rules);
      const std::string text = name_of(what) + std::string(" at ") + hex(where.origin) + " of " + hex(where.cell) +
                               ", frame " + std::to_string(f) + ", speed " + hex(speed) + " on ";
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        swarm got = before;
        ASSERT_EQ(all.fly(got.all(), dt, q, w, saying.of(got.x.size())), hits) << text << hs::name(which);
        expect_same(saying, rules, text + hs::name(which));
        expect_same(got, right, text + hs::name(which));
        if (testing::Test::HasFatalFailure()) return;
      }
      for (std::size_t i = 0; i < right.x.size(); ++i)
        ASSERT_FALSE(all.within({right.x[i], right.y[i]}, half_of(q)))
            << text << "every ISA: particle " << i << " from " << hex(before.x[i]) << ", " << hex(before.y[i])
            << " is at " << hex(right.x[i]) << ", " << hex(right.y[i]);
      turned += hits, thick += q.padding.x > 0 ? hits : 0;
      given_up += all.count_out(right);
    }
  }
  if (whole_run()) {
    EXPECT_GT(turned, 1000u);
    EXPECT_GT(thick, 100u);
  }
  EXPECT_LT(given_up, turned + 100) << "only `until` lets anybody out";
}

// Platforms: who was in one would fall through, so thick particles must not round into what stopped them.
TEST(particles, that_a_one_way_tile_stops_stay_out_of_it) {
  rng r(14);
  hs::workspace w;
  const hs::world nothing;
  std::size_t stopped = 0;
  for (std::size_t c = 0; c < cases(60); ++c) {
    const std::vector<std::uint8_t> tiles(16, hs::one_way_min_y);
    const hs::tile_map map{.width = 16,
                           .height = 1,
                           .cell = {r.real(3, 20), 16.1f},
                           .origin = {r.real(-9, 9), r.real(1, 90)},
                           .tiles = tiles};
    const hs::query q{.padding = {r.real(0, 2), r.real(0.1f, 2), 0}};
    swarm start;
    for (int i = 0; i < 200; ++i) {
      start.x.push_back(map.origin.x + r.real(0, 16) * map.cell.x), start.y.push_back(map.origin.y - r.real(2, 9));
      start.dx.push_back(r.real(-9, 9)), start.dy.push_back(r.real(5, 20));
    }
    swarm right = start;
    told rules({.bounces = r.whole(1, 2)});
    const std::size_t hits = one_by_one(right, 1, among(map, q), q, rules);
    stopped += hits;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      swarm got = start;
      ASSERT_EQ(c % 2 ? hs::integrate_and_deflect(got.all(), 1, map, q, w, rules.rules)
                      : hs::integrate_and_deflect(got.all(), 1, hs::several(nothing, map), q, w, rules.rules),
                hits);
      expect_same(got, right, std::string("platforms on ") + hs::name(which));
      if (testing::Test::HasFatalFailure()) return;
    }
    for (std::size_t i = 0; i < right.x.size(); ++i) {
      if (right.x[i] <= map.tile(0, 0).min.x || right.x[i] >= map.tile(15, 0).max.x || right.dy[i] > 0) continue;
      ASSERT_LE(hs::box::from_center({right.x[i], right.y[i]}, half_of(q)).max.y, map.origin.y)
          << "every ISA: particle " << i << " from " << hex(start.x[i]) << ", " << hex(start.y[i]);
    }
  }
  EXPECT_GT(stopped, 0u);
}

// ---- what the engine decides by itself ------------------------------------------------------------------------------

// Aimed at corners, give or take some ulps: what is told without asking has to be certain. Around the origin, where
// even the gaps round.
TEST(particles, aimed_at_corners_fly_as_one_by_one) {
  rng r(13);
  hs::workspace w;
  hs::world g;
  std::size_t turned = 0, missed = 0;
  for (std::size_t c = 0; c < cases(40); ++c) {
    const std::size_t m = 9, n = 1000;
    std::vector<float> x, y;
    for (std::size_t i = 0; i < m; ++i) x.push_back(r.real(-9, 9)), y.push_back(r.real(-9, 9));
    const hs::centred_boxes boxes{.x = x, .y = y, .half_x = 1.3f, .half_y = 0.7f};
    g.rebuild(boxes);
    swarm start;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = r.below(static_cast<unsigned>(m));
      const float to_x = r.one_in(2) ? x[at] - 1.3f : x[at] + 1.3f, to_y = r.one_in(2) ? y[at] - 0.7f : y[at] + 0.7f;
      const float from_x = to_x + r.real(-4, 4), from_y = to_y + r.real(-4, 4), part = r.real(0.1f, 0.9f);
      float dx = (to_x - from_x) / part, dy = (to_y - from_y) / part;
      for (int u = r.whole(0, 2); u > 0; --u) dx = one_ulp_up(dx);
      for (int u = r.whole(0, 2); u > 0; --u) dy = one_ulp_down(dy);
      start.x.push_back(from_x), start.y.push_back(from_y), start.dx.push_back(dx), start.dy.push_back(dy);
    }
    swarm right = start;
    const std::size_t hits = one_by_one(right, 1, among(boxes, {}));
    turned += hits, missed += n - hits;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      swarm got = start;
      ASSERT_EQ(hs::integrate_and_deflect(got.all(), 1, g, {}, w), hits) << hs::name(which);
      expect_same(got, right, std::string("corners on ") + hs::name(which));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(turned, missed / 8);
  EXPECT_GT(missed, turned / 8);
}

// Whom the engine leaves in doubt is asked about together: one, none, or all of them. A corner that is reached on both
// axes at once is in doubt, a face is not.
TEST(particles, in_doubt_may_be_one_or_none_or_all) {
  const std::vector<float> x{100}, y{100};
  const hs::centred_boxes wall{.x = x, .y = y, .half_x = 8.0f, .half_y = 8.0f};
  hs::world g;
  g.rebuild(wall);
  hs::workspace w;
  for (const std::size_t n : {1u, 2u, 15u, 16u, 17u, 64u, 300u})
    for (const std::size_t doubtful : {std::size_t{0}, std::size_t{1}, n})
      for (const std::size_t where : {std::size_t{0}, n / 2, n - 1}) {
        swarm start;
        for (std::size_t i = 0; i < n; ++i) {
          const bool corner = doubtful == n || (doubtful == 1 && i == where);
          start.x.push_back(corner ? 88 : 90), start.y.push_back(corner ? 88 : 93 + static_cast<float>(i % 8));
          start.dx.push_back(8), start.dy.push_back(corner ? 8.0f : 0.5f);
        }
        swarm right = start;
        ASSERT_EQ(one_by_one(right, 1, among(wall, {})), n);
        for (const hs::isa which : hs::supported_isas()) {
          const forced on(which);
          swarm got = start;
          EXPECT_EQ(hs::integrate_and_deflect(got.all(), 1, g, {}, w), n) << n << ", " << doubtful << " in doubt";
          expect_same(got, right,
                      std::to_string(doubtful) + " of " + std::to_string(n) + " in doubt on " + hs::name(which));
          if (testing::Test::HasFatalFailure()) return;
        }
      }
}

// Items that stay are filed once they have been flown among: few who come back are asked one by one, and who is left in
// doubt by another method. To the same bits.
TEST(particles, fly_among_items_that_stay_as_among_new_ones) {
  struct scene {
    std::size_t n, items;
    float speed, padding;
  };
  for (const hs::isa which : hs::supported_isas())
    for (const bool round : {false, true})
      for (const scene& s :
           {scene{40, 400, 40, 0}, scene{40, 400, 900, 3}, scene{700, 2500, 100, 0}, scene{2000, 60000, 200, 0}}) {
        if (s.items > 10000 && (round || which == hs::isa::scalar)) continue;  // once each is enough
        const forced on(which);
        rng r(61);
        circle_columns<2> walls;
        const float field = 12 * std::sqrt(static_cast<float>(s.items));
        for (std::size_t i = 0; i < s.items; ++i) walls.push({{r.real(0, field), r.real(0, field)}, r.real(1, 3)});
        const std::vector<std::uint8_t> tiles(64, hs::tile_solid);
        const hs::tile_map map{.width = 8, .height = 8, .cell = {5, 5}, .origin = {50, 50}, .tiles = tiles};
        hs::world kept, fresh;
        const auto rebuild = [&](hs::world& g) {
          const auto all = walls.view();
          round ? g.rebuild(all)
                : g.rebuild(hs::centred_boxes{.x = all.x, .y = all.y, .half_x = all.radius, .half_y = all.radius});
        };
        rebuild(kept);
        swarm flying = draw(mood::usual, s.n, field, r);
        for (std::size_t i = 0; i < s.n; ++i) flying.dx[i] *= s.speed / 60, flying.dy[i] *= s.speed / 60;
        const hs::query q{.padding = {s.padding, s.padding}};
        for (int frame = 0; frame < 3; ++frame) {
          swarm right = flying;
          rebuild(fresh);
          const std::size_t turned = hs::integrate_and_deflect(right.all(), 1, hs::several(fresh, map), q);
          EXPECT_GT(turned, 0u);
          ASSERT_EQ(hs::integrate_and_deflect(flying.all(), 1, hs::several(kept, map), q), turned);
          expect_same(flying, right,
                      std::to_string(s.n) + " among " + std::to_string(s.items) + ", frame " + std::to_string(frame) +
                          " on " + hs::name(which));
          if (testing::Test::HasFatalFailure()) return;
        }
        EXPECT_GT(kept.bytes(), fresh.bytes()) << "nothing was filed";
      }
}

// Tens of thousands that go farther than most (or so it looks: nobody who is asked how far they go is one) are looked
// for in cells of their own, on which few are near anything. The cells of those who come later are another matter.
TEST(particles, that_are_looked_for_in_cells_leave_the_cells_of_the_next_ones_alone) {
  rng r(51);
  const std::size_t half = 65536, n = 2 * half;
  box_columns<2> walls;
  for (int i = 0; i < 200; ++i) {
    const float x = r.real(0, 900), y = r.real(0, 900);
    walls.push({{x, y}, {x + r.real(2, 40), y + r.real(2, 40)}});
  }
  const swarm near = draw(mood::usual, half, 900, r);
  swarm start;
  for (std::size_t i = 0; i < half; ++i) {
    const bool slow = i % (n / 256 + 1) == 0;
    start.x.push_back(r.real(5000, 9000)), start.y.push_back(r.real(5000, 9000));
    start.dx.push_back(slow ? 30.0f : 4000.0f), start.dy.push_back(slow ? 30.0f : r.real(100, 4000));
  }
  const auto append = [](std::vector<float>& to, const std::vector<float>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(start.x, near.x), append(start.y, near.y), append(start.dx, near.dx), append(start.dy, near.dy);
  hs::world g;
  g.rebuild(walls.view());
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    hs::workspace w;
    swarm got = start, right = near;
    const std::size_t turned = hs::integrate_and_deflect(right.all(), 0.5f, g, {}, w);
    EXPECT_GT(turned, half / 20);
    EXPECT_EQ(hs::integrate_and_deflect(got.all(), 0.5f, g, {}, w), turned) << hs::name(which);
    for (std::size_t i = 0; i < half; ++i)
      ASSERT_TRUE(same_bits(got.x[half + i], right.x[i]) && same_bits(got.y[half + i], right.y[i]) &&
                  same_bits(got.dx[half + i], right.dx[i]) && same_bits(got.dy[half + i], right.dy[i]))
          << i << " on " << hs::name(which);
  }
}

TEST(particles, that_bounce_more_often_than_a_byte_can_tell_say_255) {
  const std::vector<float> min_x{-1, 1}, max_x{0, 2};
  hs::world walls;
  walls.rebuild(hs::boxes{.min_x = min_x, .min_y = -9.0f, .max_x = max_x, .max_y = 9.0f});
  std::vector<float> x{0.5f}, y{0}, dx{1000}, dy{0};
  std::vector<std::uint8_t> hits(1);
  hs::integrate_and_deflect({x, y, dx, dy}, 1, walls, {}, {}, {.bounces = 400, .hits = hits});
  EXPECT_EQ(hits[0], 255);
}

TEST(particles, whom_nothing_can_stop_in_time_leave_what_they_are_in) {
  const std::vector<float> min_x{0}, max_x{2};
  hs::world walls;
  walls.rebuild(hs::boxes{.min_x = min_x, .min_y = -9.0f, .max_x = max_x, .max_y = 9.0f});
  std::vector<float> x{1}, y{0}, dx{0.5f}, dy{0};
  hs::integrate_and_deflect({x, y, dx, dy}, 1, walls, {.until = 0});
  EXPECT_EQ(x[0], 1.5f);
}

}  // namespace
