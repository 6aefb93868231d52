// Walkers in a level of all kinds: in nothing before, in nothing after; floors, walls, ceilings; platforms that move.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// A level that owns its columns.
struct world_of_all {
  std::vector<std::uint8_t> tiles;
  hs::tile_map map;
  box_columns<2> boxes, lifts;
  vectors<2> lift_steps;
  std::vector<std::uint8_t> lift_sides;
  std::vector<std::uint32_t> lift_layers;
  circle_columns<2> circles;
  vectors<2> starts, deltas;              // segments
  vectors<2> centers, halves, axes;       // rotated boxes
  std::vector<float> corner_x, corner_y;  // polygons
  std::vector<std::uint32_t> offsets{0};

  void lift(const hs::box& b, hs::vec2 step, std::uint8_t sides = hs::tile_solid, std::uint32_t layers = 1) {
    lifts.push(b), lift_steps.push(step), lift_sides.push_back(sides), lift_layers.push_back(layers);
  }
  void line(hs::vec2 from, hs::vec2 to) { starts.push(from), deltas.push({to.x - from.x, to.y - from.y}); }
  void turned(const hs::obb& b) { centers.push(b.center), halves.push(b.half), axes.push(b.axis); }
  void hull(const std::vector<hs::vec2>& corners) {
    for (const hs::vec2& c : corners) corner_x.push_back(c.x), corner_y.push_back(c.y);
    offsets.push_back(static_cast<std::uint32_t>(corner_x.size()));
  }
  hs::obstacles view() const {
    hs::obstacles o;
    if (!tiles.empty()) o.tiles = &map;
    if (boxes.size()) o.boxes = boxes.view();
    if (lifts.size()) {
      o.platforms = {.boxes = lifts.view(), .steps = lift_steps.as_motions(), .sides = lift_sides};
      o.platforms.boxes.layers = lift_layers;
    }
    if (circles.size()) o.circles = circles.view();
    if (starts.size())
      o.segments = {.x = starts.axis[0], .y = starts.axis[1], .dx = deltas.axis[0], .dy = deltas.axis[1]};
    if (centers.size())
      o.obbs = {.x = centers.axis[0],
                .y = centers.axis[1],
                .half_x = halves.axis[0],
                .half_y = halves.axis[1],
                .axis_x = axes.axis[0],
                .axis_y = axes.axis[1]};
    o.polygons = {.x = corner_x, .y = corner_y, .offsets = offsets};
    return o;
  }
  // What a frame makes of the platforms.
  void move_lifts() {
    for (std::size_t i = 0; i < lifts.size(); ++i)
      for (int k = 0; k < 2; ++k) {
        lifts.min.axis[k][i] += lift_steps.axis[k][i], lifts.max.axis[k][i] += lift_steps.axis[k][i];
      }
  }
  // Asked of the parts one by one. -1: nothing; else which kind.
  static constexpr int in_a_lift = static_cast<int>(hs::obstacle::platforms);
  template <class Shape> int inside(const Shape& a) const {
    const hs::obstacles o = view();
    if (o.tiles && o.tiles->overlap_any(a)) return 0;
    if (boxes.size() && hs::overlap_any(a, o.boxes)) return 1;
    if (circles.size() && hs::overlap_any(a, o.circles)) return 2;
    if (starts.size() && hs::overlap_any(a, o.segments)) return 3;
    if (centers.size() && hs::overlap_any(a, o.obbs)) return 4;
    if (o.polygons.size() && hs::overlap_any(a, o.polygons)) return 5;
    for (std::size_t i = 0; i < lifts.size(); ++i)
      if ((lift_sides[i] & hs::tile_solid) && hs::overlap_any(a, lifts[i])) return in_a_lift;
    return -1;
  }
};

// ---- floors, walls, ceilings ---------------------------------------------------------------------------------------

// Level ground to x = 0, a slope that falls by `ratio` for each 1 across to x = 200, and ground again. Of that kind.
world_of_all hill(float ratio, int kind) {
  world_of_all w;
  const float drop = 200 * ratio;
  w.boxes.push({{-900, 0}, {0, 40}}), w.boxes.push({{200, drop}, {900, drop + 40}});
  if (kind == 0) w.hull({{0, 0}, {200, drop}, {200, drop + 40}, {0, drop + 40}});
  if (kind == 1) w.line({0, 0}, {200, drop});
  if (kind == 2) {  // its upper side is the slope
    const float length = std::sqrt(1 + ratio * ratio);
    const hs::vec2 axis{1 / length, ratio / length};
    w.turned({{100 - 10 * axis.y, drop / 2 + 10 * axis.x}, {100 * length, 10}, axis});
  }
  return w;
}

template <class Each> void both_bodies(const Each& each) {
  each(
      "box",
      [](hs::vec2 c, hs::vec2 step, const hs::obstacles& l, const hs::level_options& o) {
        return hs::move_and_slide(c, {5, 8}, step, l, o);
      },
      [](hs::vec2 c) {
        return hs::box::from_center(c, {5, 8});
      });
  each(
      "circle",
      [](hs::vec2 c, hs::vec2 step, const hs::obstacles& l, const hs::level_options& o) {
        return hs::move_and_slide(hs::circle{c, 8}, step, l, o);
      },
      [](hs::vec2 c) {
        return hs::circle{c, 8};
      });
}

TEST(obstacles, who_walks_down_a_slope_and_up_again_stays_on_the_floor_in_every_frame) {
  for (const float ratio : {0.1f, 0.37f, 0.5f, 1.0f})
    for (int kind = 0; kind < 3; ++kind)
      both_bodies([&](const char* name, const auto& walk, const auto& at) {
        const world_of_all w = hill(ratio, kind);
        hs::vec2 c{-100, -8};
        float fall = 0;
        for (int frame = 0; frame < 500; ++frame) {
          const float speed = frame < 200 ? 2.0f : -2.0f;
          const hs::walked r = walk(c, {speed, fall + 0.5f}, w.view(), {.snap = 3});
          const std::string where = std::string(name) + ", kind " + std::to_string(kind) + ", ratio " +
                                    std::to_string(ratio) + ", frame " + std::to_string(frame) + ", at " + text(c);
          ASSERT_TRUE(r.flags & hs::on_floor) << where;
          ASSERT_FALSE(r.flags & (hs::on_wall | hs::on_ceiling | hs::recovered | hs::stuck)) << where;
          ASSERT_EQ(w.inside(at(r.center)), -1) << where;
          ASSERT_GT((r.center.x - c.x) / speed, ratio > 0.9f ? 0.4f : 0.7f) << "held up, " << where;
          c = r.center, fall = r.step.y;
        }
        EXPECT_LT(c.x, 0) << name;
      });
}

TEST(obstacles, who_stands_on_a_slope_stays_where_it_stands) {
  for (int kind = 0; kind < 3; ++kind)
    both_bodies([&](const char* name, const auto& walk, const auto&) {
      const world_of_all w = hill(0.8f, kind);
      hs::vec2 c{100, 20};
      float fall = 0;
      hs::vec2 first{};
      for (int frame = 0; frame < 1000; ++frame) {
        const hs::walked r = walk(c, {0, fall + 0.5f}, w.view(), {});
        c = r.center, fall = r.step.y;
        if (frame == 100) first = c;
        if (frame > 100) {
          ASSERT_EQ(c, first) << name << ", kind " << kind << ", frame " << frame;
          ASSERT_TRUE(r.flags & hs::on_floor);
          ASSERT_EQ(r.step, hs::vec2{});
        }
      }
      EXPECT_EQ(c.x, 100);
      const hs::walked slides = walk(c, {0, 4}, w.view(), {.stop_on_floors = false});
      EXPECT_GT(slides.center.x, c.x + 1) << "asked to, it slides";
    });
}

TEST(obstacles, what_is_steeper_than_asked_is_a_wall) {
  world_of_all w;
  w.boxes.push({{-200, 0}, {0, 40}});
  w.hull({{0, 0}, {100, -100}, {100, 0}});  // rises by 1 for each 1
  for (const float steepest : {0.999f, 1.0f}) {
    hs::vec2 c{-40, -8};
    std::uint8_t met = 0;
    for (int frame = 0; frame < 60; ++frame) {
      const hs::walked r = hs::move_and_slide(c, {5, 8}, {3, 1}, w.view(), {.steepest = steepest, .snap = 4});
      c = r.center, met |= r.flags;
      ASSERT_EQ(w.inside(hs::box::from_center(c, {5, 8})), -1);
    }
    if (steepest < 1) {
      EXPECT_TRUE(met & hs::on_wall);
      EXPECT_NEAR(c.x, -5, 1e-2);
      EXPECT_NEAR(c.y, -8, 1e-2) << "nobody climbs a wall";
      const hs::walked jump = hs::move_and_slide({-10, -20}, {5, 8}, {30, -5}, w.view(), {.steepest = steepest});
      EXPECT_GE(jump.center.y, -25.01f) << "nor gains height along it";
    } else {
      EXPECT_FALSE(met & hs::on_wall);
      EXPECT_GT(c.x, 30);
      EXPECT_LT(c.y, -40);
    }
  }
  // A ceiling, and any way up.
  const hs::box slab{{-50, -50}, {50, -40}};
  world_of_all above;
  above.boxes.push(slab);
  EXPECT_EQ(hs::move_and_slide({0, 0}, {5, 8}, {0, -60}, above.view()).flags, hs::on_ceiling);
  EXPECT_EQ(hs::move_and_slide({0, 0}, {5, 8}, {0, -60}, above.view(), {.up = {0, 7}}).flags, hs::on_floor);
  EXPECT_EQ(hs::move_and_slide({0, 0}, {5, 8}, {0, -60}, above.view(), {.up = {1, 0}}).flags, hs::on_wall);
  EXPECT_EQ(
      hs::move_and_slide({0, 0}, {5, 8}, {0, -60}, above.view(), {.up = {1, -1e-30f}, .steepest = infinity}).flags,
      hs::on_ceiling);
}

TEST(obstacles, a_floor_is_decided_without_rounding) {
  world_of_all w;
  w.circles.push({{0, 0}, 10});
  rng r(81);
  std::size_t floors = 0, walls = 0;
  for (std::size_t n = 0; n < cases(3000); ++n) {
    const hs::vec2 up{r.real(-1, 1), r.real(-1, 1)};
    hs::walk_contact met[1];
    const hs::vec2 from{r.real(-30, 30), r.real(-30, 30)};
    if (w.inside(hs::circle{from, 1}) >= 0) continue;
    static_cast<void>(
        hs::move_and_slide(hs::circle{from, 1}, {-from.x, -from.y}, w.view(), {.contacts = 1, .up = up, .met = met}));
    ASSERT_EQ(met[0].kind, hs::obstacle::circles);
    const long double x = met[0].normal.x, y = met[0].normal.y, rise = x * up.x + y * up.y,
                      run = std::fabs(x * up.y - y * up.x);
    // The ratio at which it is just a floor, as floats have it: one of its neighbours is too little.
    float ratio = static_cast<float>(run / std::fabs(rise));
    if (!std::isfinite(ratio)) continue;
    for (int k = -1; k <= 1; ++k) {
      const float steepest = k < 0 ? one_ulp_down(ratio) : k > 0 ? one_ulp_up(ratio) : ratio;
      static_cast<void>(hs::move_and_slide(hs::circle{from, 1}, {-from.x, -from.y}, w.view(),
                                           {.contacts = 1, .up = up, .steepest = steepest, .met = met}));
      const bool level = run <= static_cast<long double>(steepest) * std::fabs(rise);
      ASSERT_EQ(met[0].flag, !level     ? hs::on_wall
                             : rise > 0 ? hs::on_floor
                                        : hs::on_ceiling)
          << text(met[0].normal) << " up " << text(up) << " ratio " << hex(steepest);
      ++(level ? floors : walls);
    }
  }
  if (whole_run()) {
    EXPECT_GT(std::min(floors, walls), cases(3000) / 2);
  }
}

// Ground of pieces of all kinds whose ends meet to within some ulps: no piece stops who walks over its seam.
TEST(obstacles, seams_between_kinds_stop_nobody) {
  rng r(82);
  std::size_t walked = 0;
  for (std::size_t round = 0; round < cases(120); ++round) {
    world_of_all w;
    const float far = r.one_in(3) ? 3000 : 100;
    float x = far, y = r.real(-50, 50);
    for (int piece = 0; piece < 12; ++piece) {
      const float wide = r.real(20, 60), rise = piece % 3 == 0 ? 0.0f : wide * r.real(-0.9f, 0.9f);
      const hs::vec2 a{x, y}, b{x + wide, y + rise};
      const float off = [&] {  // some ulps up or down
        float v = b.y;
        for (int n = r.whole(-2, 2); n; n += n < 0 ? 1 : -1) v = n < 0 ? one_ulp_down(v) : one_ulp_up(v);
        return v;
      }();
      if (rise == 0 && r.one_in(2))
        w.boxes.push({a, {b.x, b.y + 30}});
      else if (r.one_in(2))
        w.hull({a, b, {b.x, std::max(a.y, b.y) + 30}, {a.x, std::max(a.y, b.y) + 30}});
      else
        w.line(a, b);
      x = b.x, y = off;
    }
    both_bodies([&](const char* name, const auto& walk, const auto& at) {
      hs::vec2 c{far + 10, -100};
      float fall = 0;
      for (int frame = 0; frame < 400 && c.x < x - 10; ++frame) {
        const bool lands = frame < 60;
        const hs::walked s = walk(c, {lands ? 0.0f : 3.0f, fall + 1}, w.view(), {.snap = 4});
        ASSERT_EQ(w.inside(at(s.center)), -1) << name << " at " << text(s.center);
        if (!lands) {
          ASSERT_TRUE(s.flags & hs::on_floor) << name << " round " << round << " at " << text(c);
          ASSERT_GT(s.center.x - c.x, 0.5f) << name << " round " << round << " is held up at " << text(c);
          ASSERT_EQ(s.flags & hs::on_wall, 0) << name << " round " << round << " at " << text(c);
        }
        c = s.center, fall = s.step.y;
      }
      EXPECT_GE(c.x, x - 10) << name << " round " << round;
      ++walked;
    });
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(walked, 2 * cases(120));
}

// ---- platforms -----------------------------------------------------------------------------------------------------

// It is not there, neither in its way nor below it nor to be recovered from; the other one is.
TEST(platforms, with_a_step_that_is_none_are_not_there) {
  for (const float bad : {not_a_number, infinity, -infinity, largest})
    for (const bool across : {false, true}) {
      const float far = bad == largest ? largest : 0;  // a step from there leads beyond
      const std::vector<float> min_x{0, 0}, min_y{0, 30}, max_x{across && far > 0 ? far : 20, 20};
      const std::vector<float> max_y{!across && far > 0 ? far : 10, 40};
      const std::vector<float> dx{across ? bad : 0, 0}, dy{across ? 0 : bad, 0};
      const hs::obstacles level{.platforms = {.boxes = {min_x, min_y, max_x, max_y}, .steps = {.dx = dx, .dy = dy}}};
      hs::vec2 c{10, -6};
      for (int f = 0; f < 40; ++f) {
        const hs::walked w = hs::move_and_slide(c, {2, 2}, {0, 2}, level);
        EXPECT_EQ(w.center, (hs::vec2{10, std::min(c.y + 2, 28.0f)})) << bad << ", frame " << f;
        EXPECT_FALSE(w.flags & hs::recovered) << bad << ", frame " << f;
        c = w.center;
      }
    }
}

TEST(obstacles, a_platform_carries_who_stands_on_it) {
  rng r(83);
  for (std::size_t round = 0; round < cases(60); ++round)
    for (const std::uint8_t sides : {std::uint8_t{hs::tile_solid}, std::uint8_t{hs::one_way_min_y}})
      both_bodies([&](const char* name, const auto& walk, const auto& at) {
        world_of_all w;
        const float x = r.real(-500, 500), y = r.real(-500, 500);
        w.lift({{x - 30, y}, {x + 30, y + 10}}, {}, sides);
        hs::vec2 c{x + 3, y - 8.5f};
        float fall = 0;
        for (int frame = 0; frame < 200; ++frame) {
          const hs::vec2 lift = frame < 5 ? hs::vec2{} : hs::vec2{r.real(-4, 4), r.real(-4, 4)};
          w.lift_steps.axis[0][0] = lift.x, w.lift_steps.axis[1][0] = lift.y;
          const hs::walked s = walk(c, {0, fall + 0.4f}, w.view(), {});
          w.move_lifts();
          ASSERT_EQ(w.inside(at(s.center)), -1) << name;
          if (frame > 4) {
            ASSERT_TRUE(s.flags & hs::on_floor) << name << " frame " << frame << (sides == 1 ? "" : ", one-way");
            ASSERT_TRUE(s.flags & hs::carried);
            ASSERT_FALSE(s.flags & (hs::crushed | hs::recovered));
            ASSERT_NEAR(s.center.x - c.x, lift.x, 1e-3) << name << " frame " << frame;
          }
          c = s.center, fall = s.step.y;
        }
        EXPECT_NEAR(c.y, w.lifts[0].min.y - 8, 1e-2) << name;
      });
}

// Gravity anew in each frame, as games have it, onto slopes and balls whose normals are rounded.
TEST(obstacles, who_only_falls_comes_to_rest_on_whatever_is_a_floor) {
  rng r(5);
  for (int round = 0; round < 400; ++round) {
    world_of_all w;
    const float far = round % 2 ? 2000.0f : 20.0f, x = r.real(-far, far), y = r.real(-far, far), size = r.real(1, 9);
    if (round % 3 == 0)
      w.circles.push({{x, y}, size});
    else if (round % 3 == 1)
      w.hull({{x - size, y}, {x + size, y}, {x + size, y - 2 * size * (r.one_in(2) ? 1 : r.real(0, 1))}});
    else
      w.turned(hs::obb::from_angle({x, y}, {size, size / 2}, r.real(-0.7f, 0.7f)));
    const hs::vec2 half{r.real(0.1f, 3), r.real(0.1f, 3)};
    const float fall = std::ldexp(1.0f, r.whole(-4, 3));
    for (const bool disc : {false, true}) {
      const std::string where =
          (disc ? "circle, round " : "box, round ") + std::to_string(round) + " falls by " + std::to_string(fall);
      hs::vec2 c{x + size * r.real(-0.3f, 0.3f), y - 2 * size - 20};
      int rests = 0;
      for (int frame = 0; frame < 3000 && rests < 300 && c.y < y + 20; ++frame) {
        const hs::walked s = disc ? hs::move_and_slide(hs::circle{c, half.x}, {0, fall}, w.view())
                                  : hs::move_and_slide(c, half, {0, fall}, w.view());
        const float hairs = (std::fabs(c.x) + std::fabs(c.y) + 6 + fall) * 0x1p-18f;
        ASSERT_GE(s.center.y, c.y - hairs) << where << ": it rose";
        ASSERT_TRUE(rests == 0 || s.center == c) << where << ": it had come to rest";
        rests = s.center == c && (s.flags & hs::on_floor) ? rests + 1 : 0, c = s.center;
      }
      ASSERT_TRUE(rests == 300 || c.y >= y + 20) << where << " at " << text(c);
    }
  }
}

// Far away, where a hair is long, gravity may be less than the hair that one is kept above a slope: that is no fall.
TEST(obstacles, who_stands_on_a_slope_far_away_stays_by_whatever_gravity) {
  rng r(7);
  int rested = 0;
  const int rounds = static_cast<int>(cases(400));
  for (int round = 0; round < rounds; ++round) {
    const float far = std::ldexp(1.0f, r.whole(3, 20)), size = std::max(20.0f, far / 1000), x = far * r.real(-1, 1),
                y = far * r.real(-1, 1), rise = size * r.real(-1.8f, 1.8f);
    world_of_all w;
    if (round % 4 == 0) w.line({x - size, y - rise}, {x + size, y + rise});
    if (round % 4 == 1) w.hull({{x - size, y - rise}, {x + size, y + rise}, {x, y + 3 * size}});
    if (round % 4 == 2) w.turned(hs::obb::from_angle({x, y}, {size, size}, r.real(-0.7f, 0.7f)));
    if (round % 4 == 3) w.circles.push({{x + r.real(-0.5f, 0.5f) * size, y + size}, size});
    const hs::vec2 half{size * r.real(0.05f, 0.4f), size * r.real(0.05f, 0.4f)};
    const float hair = (std::fabs(x) + std::fabs(y)) * 0x1p-20f,
                gravity = hair * std::ldexp(r.real(1, 2), r.whole(-4, 4));
    const hs::level_options o{.steepest = r.one_in(2) ? 2.0f : infinity, .snap = r.one_in(2) ? 0 : size / 5};
    for (const bool disc : {false, true}) {
      hs::vec2 c{x, y - 3 * size}, last{};
      float fall = size / 10;
      for (int frame = 0; frame < 300 && c.y < y + 4 * size; ++frame) {
        const hs::vec2 step{0, fall + gravity};
        const hs::walked s = disc ? hs::move_and_slide(hs::circle{c, half.x}, step, w.view(), o)
                                  : hs::move_and_slide(c, half, step, w.view(), o);
        c = s.center, fall = s.step.y;
        if (frame == 200) last = c;
        if (frame < 200 || !(s.flags & hs::on_floor)) continue;
        ASSERT_EQ(c, last) << (disc ? "circle, " : "box, ") << "round " << round << ", frame " << frame
                           << ": gravity of hairs " << gravity / hair;
        ASSERT_LE(s.step.y, gravity + 4 * hair) << "it falls faster and faster";
        rested += frame == 299;
      }
    }
  }
  EXPECT_GT(rested, rounds);
}

// A steep wall turns it towards a floor that rises: gravity alone leads nobody up there.
// Hairs are for what is slanted: above a level floor nobody hangs in the air, however far away it is.
TEST(obstacles, who_comes_near_a_level_floor_far_away_lands_on_it) {
  for (const float at : {0.0f, 1000.0f, 46000.0f, -300000.0f})
    for (const bool round : {false, true})
      for (const float gravity : {0x1p-30f, 0x1p-4f, 0.6f}) {
        const std::vector<float> low_x{at - 10}, low_y{0}, high_x{at + 10}, high_y{4};
        const hs::obstacles level{.boxes = {low_x, low_y, high_x, high_y}};
        const float hair = 0x1p-20f * (std::fabs(at) + 4 + gravity);
        for (float above = 0x1p-12f; above < 1; above *= 1.5f) {
          hs::vec2 c{at, -1 - above};
          bool landed = false;
          for (int frame = 0; frame < 40 && !landed; ++frame) {
            const hs::vec2 step{0, gravity};
            const hs::walked w = round ? hs::move_and_slide(hs::circle{c, 1}, step, level)
                                       : hs::move_and_slide(c, hs::vec2{1, 1}, step, level);
            landed = w.flags & hs::on_floor;
            ASSERT_TRUE(!landed || w.center.y >= -1 - hair) << at << ", " << above << " above it, at " << w.center.y;
            c = w.center;
          }
          const float falls_in_40 = 39 * gravity;
          EXPECT_TRUE(landed || falls_in_40 < above) << at << ", " << above << " above it";
        }
      }
}

// The front corner of who comes down on a level floor of several blocks comes to a seam of it.
TEST(obstacles, who_lands_with_a_corner_on_a_seam_is_not_stopped_by_it_from_either_hand) {
  for (const float s : {1.0f, -1.0f}) {
    const std::vector<float> x{3 * s, -1 * s}, y{1, 1}, half_x{2, 2}, half_y{1, 1}, one{1, 1}, zero{0, 0};
    const hs::obstacles level{.obbs = {x, y, half_x, half_y, one, zero}};
    const hs::walked w = hs::move_and_slide(hs::vec2{-2 * s, -2}, hs::vec2{1, 1}, hs::vec2{4 * s, 2}, level);
    EXPECT_EQ(w.center.y, -1);
    EXPECT_NEAR(w.center.x, 2 * s, 1e-6f);
    EXPECT_EQ(w.step, (hs::vec2{4 * s, 0}));
    EXPECT_EQ(w.flags, hs::on_floor);
  }
}

TEST(obstacles, who_only_falls_climbs_no_floor_beyond_a_wall) {
  world_of_all w;
  w.hull({{0, 0}, {20, 30}, {0, 30}}), w.hull({{10, 34}, {40, 34}, {40, 4}});
  both_bodies([&](const char* name, const auto& walk, const auto&) {
    for (const float fall : {0.5f, 1.0f, 4.0f, 16.0f}) {
      hs::vec2 c{12, -40};
      for (int frame = 0; frame < 400; ++frame) {
        const hs::walked s = walk(c, {0, fall}, w.view(), {});
        ASSERT_GE(s.center.y, c.y) << name << " falls by " << fall << " at " << text(c);
        c = s.center;
      }
      EXPECT_GT(c.x, 14) << name;
      EXPECT_EQ(walk(c, {0, fall}, w.view(), {}).center, c) << name;
    }
  });
}

TEST(obstacles, to_snap_by_steepest_times_the_step_keeps_one_on_every_slope) {
  for (const float ratio : {0.25f, 0.5f, 1.0f, 3.0f})
    both_bodies([&](const char* name, const auto& walk, const auto&) {
      world_of_all w;
      w.hull({{0, 899 * ratio}, {900, 899 * ratio}, {900, 0}});  // a normal of exactly `steepest` may round beyond it
      for (const float speed : {0.25f, 1.0f, 1.5f, 4.0f})
        for (const float fall : {0.0f, 0.25f}) {
          hs::vec2 c{800, 100 * ratio - 90};
          for (int frame = 0; frame < 100; ++frame) c = walk(c, {0, 4}, w.view(), {.steepest = ratio}).center;
          for (int frame = 0; frame < 100; ++frame) {
            const hs::walked s = walk(c, {-speed, fall}, w.view(), {.steepest = ratio, .snap = ratio * speed});
            ASSERT_TRUE(s.flags & hs::on_floor)
                << name << " ratio " << ratio << " speed " << speed << " frame " << frame;
            c = s.center;
          }
        }
    });
}

TEST(obstacles, what_is_solid_from_some_sides_crushes_nobody) {
  for (const std::uint8_t sides : {hs::tile_solid, hs::one_way_min_y})
    both_bodies([&](const char* name, const auto& walk, const auto&) {
      world_of_all w;
      w.lift({{-20, 0}, {20, 2}}, {0, -0.5f}, sides);
      const hs::vec2 c{0, -8};  // on it, and right under a ceiling
      w.boxes.push({{-30, -20}, {30, -16}});
      const hs::walked s = walk(c, {0, 0.25f}, w.view(), {});
      EXPECT_TRUE(s.flags & hs::carried) << name;
      EXPECT_EQ(bool(s.flags & hs::crushed), sides == hs::tile_solid) << name;
      if (sides != hs::tile_solid) {
        EXPECT_GT(s.center.y, c.y) << name << ": it is let through";
      }
    });
}

// So far out that eight hairs, which may lie between a platform and who stands on it, are more than the walker is high.
TEST(obstacles, a_platform_that_sinks_takes_nobody_through_what_stands_still) {
  for (const float half : {0.0f, 0.25f})
    for (const int still : {0, 1, 2}) {
      if (half == 0 && still == 1) continue;  // a point and a line have nothing in common but a point
      world_of_all w;
      w.lift({{99960, 99999}, {100040, 100004}}, {0, 2});
      if (still == 1) w.line({99950, 100000}, {100050, 100000});
      if (still == 2) w.boxes.push({{99950, 100000}, {100050, 100000.25f}});
      const hs::walked s = hs::move_and_slide({100000, 99998.75f - half}, {half, half}, {}, w.view());
      EXPECT_TRUE(s.flags & hs::carried) << half << ' ' << still;
      EXPECT_EQ(s.center.y + half, still == 0 ? 100001 : 100000) << half << ' ' << still;
    }
}

TEST(obstacles, a_platform_pushes_who_is_in_its_way_and_crushes_who_cannot_go) {
  for (int axis = 0; axis < 2; ++axis)
    for (const float way : {-1.0f, 1.0f})
      both_bodies([&](const char* name, const auto& walk, const auto& at) {
        for (const float speed : {0.7f, 3.0f, 55.0f}) {  // the last would be past it in a frame
          world_of_all w;
          hs::box ram{{-10, -10}, {10, 10}}, wall{{-40, -40}, {40, 40}};
          const auto shift = [&](hs::box& b, float by) { b.min[axis] += by, b.max[axis] += by; };
          shift(ram, -30 * way), shift(wall, 140 * way);
          hs::vec2 step{};
          step[axis] = speed * way;
          w.lift(ram, step), w.boxes.push(wall);
          hs::vec2 c{};
          bool crushed = false;
          float last = 0;
          for (int frame = 0; frame < 300 && !crushed; ++frame) {
            const hs::walked s = walk(c, {}, w.view(), {});
            w.move_lifts();
            crushed = s.flags & hs::crushed;
            const int in = w.inside(at(s.center));
            ASSERT_TRUE(crushed ? in == w.in_a_lift || speed > 10 : in == -1) << name << " frame " << frame;
            ASSERT_GE((s.center[axis] - last) * way, 0);
            ASSERT_EQ(s.center[1 - axis], 0);
            if (crushed) {
              EXPECT_TRUE(s.flags & hs::carried) << name;
              EXPECT_EQ(s.step, hs::vec2{});
            }
            c = s.center, last = c[axis];
          }
          EXPECT_TRUE(crushed) << name << " axis " << axis << " way " << way << " speed " << speed;
          EXPECT_GT(c[axis] * way, 80) << "as far as it went";
        }
      });
}

TEST(obstacles, in_a_shaft_of_its_own_width_a_lift_crushes_nobody_before_the_ceiling) {
  rng r(90);
  for (std::size_t round = 0; round < cases(40); ++round)
    for (const bool disc : {false, true}) {
      world_of_all w;
      const float x = static_cast<float>(r.whole(-900, 900)), floor = r.real(200, 900);
      w.boxes.push({{x - 40, -50}, {x - 8, 1000}}), w.boxes.push({{x + 8, -50}, {x + 40, 1000}});
      w.boxes.push({{x - 40, -60}, {x + 40, -50}});
      w.lift({{x - 8, floor}, {x + 8, floor + 5}}, {0, r.real(-6, -0.3f)});
      hs::vec2 c{x, floor - 8};
      for (int frame = 0; frame < 4000; ++frame) {
        const hs::vec2 step{r.real(-3, 3), 1};
        const hs::walked s =
            disc ? hs::move_and_slide(hs::circle{c, 8}, step, w.view()) : hs::move_and_slide(c, {8, 8}, step, w.view());
        if (s.flags & hs::crushed) break;
        w.move_lifts();
        ASSERT_EQ(disc ? w.inside(hs::circle{s.center, 8}) : w.inside(hs::box::from_center(s.center, {8, 8})), -1);
        ASSERT_TRUE(s.flags & hs::carried) << (disc ? "circle" : "box") << " at " << text(c);
        ASSERT_TRUE(s.flags & hs::on_floor) << (disc ? "circle" : "box") << " at " << text(c);
        c = s.center;
      }
      EXPECT_NEAR(c.y, -42, 6) << (disc ? "circle" : "box") << " round " << round;
    }
}

TEST(obstacles, a_platform_pushes_up_a_slope_as_far_as_it_goes) {
  for (const float ratio : {0.75f, 2.5f})
    both_bodies([&](const char* name, const auto& walk, const auto& at) {
      world_of_all w;
      w.boxes.push({{-200, 0}, {20, 40}}), w.hull({{20, 0}, {220, -200 * ratio}, {220, 0}});
      w.lift({{-60, -600}, {-20, -2}}, {3, 0});
      hs::vec2 c{0, -8};
      for (int frame = 0; frame < 60; ++frame) {
        const hs::walked s = walk(c, {0, 1}, w.view(), {});
        w.move_lifts();
        ASSERT_FALSE(s.flags & hs::crushed) << name << " frame " << frame << " at " << text(c) << " up " << ratio;
        ASSERT_EQ(w.inside(at(s.center)), -1) << name << " frame " << frame << " up " << ratio;
        c = s.center;
      }
      EXPECT_GT(c.x, 120) << name;
      EXPECT_LT(c.y, -60) << name;
    });
}

// On the edge of what is solid from above, as centres round: who came into it would fall through.
TEST(obstacles, nobody_rounds_into_what_is_solid_from_above) {
  rng r(88);
  std::size_t on_edge = 0;
  for (std::size_t round = 0; round < cases(3000); ++round) {
    world_of_all w;
    const float x = r.real(-30000, 30000), y = r.real(-30000, 30000);
    const hs::box platform{{x - 90, y}, {x, y + 9}};
    w.lift(platform, {}, hs::one_way_min_y);
    const hs::vec2 c{x + r.real(-1, 2.5f), y - r.real(3, 5)}, step{r.real(-1, 1), r.real(2, 4)};
    const hs::level_options o{.contacts = 1};
    const hs::walked disc = hs::move_and_slide(hs::circle{c, 3}, step, w.view(), o);
    ASSERT_TRUE(disc.contacts == 0 || !hs::overlap_any(hs::circle{disc.center, 3}, platform)) << text(c) << text(step);
    const hs::vec2 half{3, r.real(0, 3)};
    const hs::walked box = hs::move_and_slide(c, half, step, w.view(), o);
    ASSERT_TRUE(box.contacts == 0 || !hs::overlap_any(hs::box::from_center(box.center, half), platform)) << text(c);
    on_edge += disc.contacts != 0 && disc.center.x > x;
  }
  if (whole_run()) {
    EXPECT_GT(on_edge, cases(3000) / 5);
  }
}

// A ball on the end of what is solid from above reaches below its line.
TEST(obstacles, a_ball_lies_on_the_end_of_what_is_solid_from_above) {
  rng r(89);
  for (std::size_t round = 0; round < cases(2000); ++round) {
    world_of_all lifted, tiled;
    const float radius = r.real(0.5f, 8);
    tiled.tiles = {hs::one_way_min_y};
    tiled.map = {.width = 1, .height = 1, .cell = {10, 3}, .origin = {r.real(-99, 99), r.real(-99, 99)}};
    tiled.map.tiles = tiled.tiles;
    const hs::box b = tiled.map.tile(0, 0);
    lifted.lift(b, {}, hs::one_way_min_y);
    const hs::vec2 over{b.min.x - r.real(0.1f, 0.6f) * radius, b.min.y - r.real(1, 4) * radius};
    for (const world_of_all* w : {&lifted, &tiled})
      for (const float snap : {0.0f, 2.0f}) {
        hs::circle ball{over, radius};
        hs::vec2 was{};
        int stood = 0;
        for (int frame = 0; frame < 90; ++frame) {
          const hs::walked s = hs::move_and_slide(ball, {0, 0.5f}, w->view(), {.snap = snap});
          ASSERT_TRUE(stood == 0 || s.flags & hs::on_floor) << text(over) << radius << " frame " << frame;
          ASSERT_TRUE(stood < 2 || s.center == was) << text(over) << radius << " frame " << frame;
          stood += s.flags & hs::on_floor ? 1 : 0;
          was = ball.center = s.center;
        }
        ASSERT_GT(stood, 20) << text(over) << radius;
        ASSERT_FALSE(hs::overlap_any(ball, b)) << text(over) << radius;
      }
  }
}

hs::vec2 among_many(hs::vec2 at, hs::vec2 half, hs::vec2 step, const hs::tile_map& map) {
  std::array<float, 7> x, y, dx, dy;
  x.fill(at.x), y.fill(at.y), dx.fill(step.x), dy.fill(step.y);
  hs::move_and_slide({.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half.x, .half_y = half.y}, map);
  const hs::vec2 alone = hs::move_and_slide(at, half, step, map).center;
  EXPECT_TRUE((hs::vec2{x[6], y[6]} == alone))
      << text(at) << text(half) << text(step) << text(hs::vec2{x[6], y[6]}) << text(alone);
  return {x[6], y[6]};
}

// A motion that just misses such a face rounds to a place beyond it: the next one would start inside and go through.
// On each side, of platforms at rest and on their way, of tiles by themselves and in a level.
TEST(obstacles, who_just_misses_what_is_solid_from_one_side_does_not_fall_through) {
  rng r(90);
  for (std::size_t round = 0; round < cases(20000); ++round) {
    const int k = static_cast<int>(round % 2), s = round / 2 % 2 ? 1 : -1, kind = static_cast<int>(round / 4 % 4);
    const std::uint8_t side = s > 0 ? (k ? hs::one_way_min_y : hs::one_way_min_x)  //
                                    : (k ? hs::one_way_max_y : hs::one_way_max_x);
    const float far = r.one_in(2) ? 100000 : 4100, size = r.real(1, 4), lifts = kind == 1 ? r.real(-0.5f, 0.5f) : 0;
    hs::vec2 corner{r.real(-far, far), r.real(-far, far)}, c, step{}, lift{};
    const std::vector<std::uint8_t> tiles{side};
    const hs::tile_map map{.width = 1, .height = 1, .cell = {64, 64}, .origin = corner, .tiles = tiles};
    hs::box platform = map.tile(0, 0);
    world_of_all w;
    lift[k] = lifts;
    if (kind < 2) w.lift(platform, lift, side);
    if (kind == 2) w.tiles = tiles, w.map = map;
    const auto face = [&] {
      if (kind >= 2) return s > 0 ? platform.min[k] : platform.max[k];
      const hs::box p = w.lifts[0];
      return s > 0 ? p.min[k] : p.max[k];
    };
    c[1 - k] = corner[1 - k] + 32, c[k] = face() - static_cast<float>(s) * (size + r.real(0.1f, 1));
    step[k] = static_cast<float>(double{face() + lifts} - (double{c[k]} + s * double{size}));
    for (std::uint32_t less = r.below(4); less--;) step[k] = std::nextafter(step[k], 0.0f);
    if (step[k] * static_cast<float>(s) <= 0) continue;
    const hs::vec2 start = c, first = step;
    hs::vec2 disc = c, box = c;
    for (int frame = 0; frame < 12; ++frame) {
      const hs::obstacles level = w.view();
      disc = kind == 3 ? hs::move_and_slide(hs::circle{disc, size}, step, map).center
                       : hs::move_and_slide(hs::circle{disc, size}, step, level).center;
      box = kind == 3 ? among_many(box, {size, size}, step, map)
                      : hs::move_and_slide(box, {size, size}, step, level).center;
      w.move_lifts();
      step[k] = static_cast<float>(s) * 0.6f;
    }
    for (const hs::vec2 at : {disc, box})
      ASSERT_LT(s * (double{at[k]} - face()) + double{size}, 0.1)
          << (at == disc ? "disc" : "box") << ", kind " << kind << ", axis " << k << ", side " << s << text(start)
          << text(first) << " size " << size << " lift " << lifts;
  }
}

// What leans over the floor that one stands on, tiles or a platform, presses nobody through it.
TEST(obstacles, who_is_wedged_against_what_leans_over_does_not_fall_through_what_is_solid_from_above) {
  rng r(91);
  for (std::size_t round = 0; round < cases(600); ++round) {
    const bool tiles = round % 2, corner = round / 2 % 2, disc = round / 4 % 2;
    const float size = static_cast<float>(r.whole(4, 12)), lean = r.real(1, 60), far = r.one_in(4) ? 3000.0f : 0.0f;
    world_of_all w;
    if (tiles) {
      w.tiles.assign(25 * 4, 0);
      for (int x = 0; x < 25; ++x) w.tiles[x + 25] = hs::one_way_min_y;
      w.map = {.width = 25, .height = 4, .cell = {16, 16}, .origin = {far, 84}, .tiles = w.tiles};
    } else {
      w.lift({{far, 100}, {far + 400, 116}}, {}, hs::one_way_min_y);
    }
    const float gap = size * r.real(0.1f, 1.9f), wall = far + 200;
    if (corner)
      w.boxes.push({{wall, 0}, {wall + 100, 100 - gap}});
    else
      w.hull({{wall, 100}, {wall + 200, 100}, {wall + 200, 0}, {wall - lean, 0}});
    hs::vec2 c{far + 120, 100 - size};
    float fall = 0;
    for (int frame = 0; frame < 80; ++frame) {
      const hs::vec2 step{r.one_in(3) ? r.real(0, 9) : 3, fall + 0.5f};
      const hs::walked k = disc ? hs::move_and_slide(hs::circle{c, size}, step, w.view())
                                : hs::move_and_slide(c, {size, size}, step, w.view());
      c = k.center, fall = k.step.y;
      ASSERT_LT(double{c.y} + size, 100.01)
          << (tiles ? "tiles" : "platform") << (corner ? ", corner" : ", leaning") << (disc ? ", disc " : ", box ")
          << size << " gap " << gap << " lean " << lean << " frame " << frame << text(c);
    }
    EXPECT_GT(c.x, far + 130);
  }
}

// Solid ground whose top is a few floats below that of a platform beside it: the times of both round alike, and flush
// with the ground one would be past the face of the platform.
TEST(obstacles, who_lands_on_solid_ground_stays_above_what_is_a_float_higher) {
  rng r(95);
  for (std::size_t round = 0; round < cases(3000); ++round) {
    const float size = r.real(1, 60), top = r.one_in(2) ? 20.0f : 100.0f;
    float ground = top;
    for (int floats = r.whole(1, 16); floats > 0; --floats) ground = std::nextafter(ground, infinity);
    world_of_all w;
    const bool tiles = r.one_in(3);
    if (tiles) {
      w.tiles = {hs::tile_solid};
      w.map = {.width = 1, .height = 1, .cell = {60, 60}, .origin = {-50, ground}, .tiles = w.tiles};
    } else {
      w.boxes.push({{-50, ground}, {10, ground + 30}});
    }
    w.lift({{0, top}, {200, top + 4}}, {}, hs::one_way_min_y);
    const bool disc = r.one_in(2);
    hs::vec2 c{5, top - size - r.real(1, 400)};
    const auto walk = [&](hs::vec2 step) {
      c = disc ? hs::move_and_slide(hs::circle{c, size}, step, w.view(), {.snap = 4}).center
               : hs::move_and_slide(c, {size, size}, step, w.view(), {.snap = 4}).center;
    };
    walk({0, r.real(400, 1000)});
    for (int frame = 0; frame < 20; ++frame) walk({2, 5});
    ASSERT_LE(double{c.y} + size, double{top} + 1e-4)
        << (disc ? "disc " : "box ") << size << (tiles ? " on tiles" : "");
  }
}

// Far away: it rolls a hair over the end of the platform, and what leans over presses it back a hair.
TEST(obstacles, a_ball_at_the_end_of_what_is_solid_from_above_is_not_pressed_into_it) {
  rng r(96);
  std::size_t rolled = 0;
  for (std::size_t round = 0; round < cases(20000); ++round) {
    const float far = r.one_in(4) ? 1e4f : 1e6f, radius = r.real(1, 16), end = far + r.real(0, 1);
    world_of_all w;
    const float face = -10.0f + r.real(0, 1);
    w.lift({{far - 50, face}, {end, 20}}, {}, hs::one_way_min_y);
    hs::obb wall = hs::obb::from_angle({end + radius * r.real(-0.2f, 1.2f) + 20, -10}, {30, 2}, r.real(0.3f, 1.5f));
    wall.center.y -= r.real(-10, 10);
    w.turned(wall);
    float y = face - radius;
    while (double{y} + radius > face) y = std::nextafter(y, -infinity);
    hs::circle ball{{far - 20, y}, radius};
    if (hs::overlap_any(ball, wall)) continue;
    for (int frame = 0; frame < 6 && ball.center.x < end; ++frame) {
      const bool above = double{ball.center.y} + radius <= face;
      ball.center = hs::move_and_slide(ball, hs::vec2{r.real(2, 30), 0.5f}, w.view()).center;
      ASSERT_TRUE(!above || ball.center.x >= end || double{ball.center.y} + radius <= face)
          << text(ball.center) << " radius " << radius << ", face " << face << " up to " << end;
      rolled += above;
    }
  }
  EXPECT_TRUE(rolled > 10000 || !whole_run()) << rolled;
}

// Hairs, by which one gets over seams, may be more than a small walker, or one that is fast or far away.
TEST(obstacles, nobody_gets_through_a_ceiling_by_hairs) {
  rng r(92);
  for (std::size_t round = 0; round < cases(4000); ++round) {
    const float far = r.one_in(2) ? 0.0f : static_cast<float>(r.whole(1, 16)) * 65536;
    const float speed = std::ldexp(r.real(1, 2), r.whole(0, 24)) * (r.one_in(2) ? 1.0f : -1.0f);
    world_of_all w;  // a room whose walls are 1 thick
    for (const hs::box& b : {hs::box{{-10, 1}, {10, 2}}, hs::box{{-10, -1}, {10, 0}}, hs::box{{-10, -1}, {-9, 2}},
                             hs::box{{9, -1}, {10, 2}}})
      w.boxes.push({{b.min.x + far, b.min.y}, {b.max.x + far, b.max.y}});
    const bool disc = r.one_in(2);
    hs::vec2 c{far + static_cast<float>(r.whole(-8, 8)), 0.75f};
    for (int frame = 0; frame < 4; ++frame) {
      const hs::vec2 step{speed, r.one_in(2) ? 0.0f : r.real(-1, 1) * speed};
      c = disc ? hs::move_and_slide(hs::circle{c, 0.25f}, step, w.view()).center
               : hs::move_and_slide(c, {0.25f, 0.25f}, step, w.view()).center;
      ASSERT_TRUE(std::fabs(double{c.x} - far) < 9 && c.y > 0 && c.y < 1)
          << (disc ? "disc" : "box") << " at " << far << " by " << speed << text(c);
    }
  }
}

// Where the place beside a floor is no float there is a part of one left to it, which each frame meets again.
TEST(obstacles, who_stands_stays_at_the_same_floats_whichever_way_is_up) {
  rng r(93);
  for (std::size_t round = 0; round < cases(300); ++round) {
    const float far = r.one_in(2) ? 1000000.0f : static_cast<float>(r.whole(-300, 300)), size = r.real(0.5f, 9);
    world_of_all w;
    w.boxes.push({{far - 200, far}, {far + 200, far + 10}});
    const hs::vec2 up{r.real(-0.9f, 0.9f), -1}, step{up.x * -0.5f, 0.5f};
    hs::vec2 c{far + r.real(-9, 9), far - size - r.real(0, 2)}, stood{};
    for (int frame = 0; frame < 400; ++frame) {
      const hs::walked k = hs::move_and_slide(hs::circle{c, size}, step, w.view(), {.up = up});
      c = k.center;
      if (frame == 100) stood = c;
      if (frame <= 100) continue;
      ASSERT_EQ(c, stood) << "frame " << frame << ", size " << size << ", up " << text(up);
      ASSERT_TRUE(k.flags & hs::on_floor);
    }
  }
}

// Its corner may have met a circle and gone past before the frame ends.
TEST(platforms, do_not_pass_through_what_is_round_untold) {
  rng r(94);
  std::size_t met = 0;
  for (std::size_t round = 0; round < cases(20000); ++round) {
    const float radius = r.real(2, 12);
    const hs::vec2 min{r.real(-30, 30), r.real(-80, 80)}, size{r.real(1, 40), r.real(1, 40)},
        step{r.real(-40, 40), r.real(-90, 90)};
    const hs::box b{min, {min.x + size.x, min.y + size.y}};
    const hs::circle disc{{0, 0}, radius};
    const hs::hit h = hs::sweep_nearest(b, step, disc);
    if (!h || (h.flags & hs::started) || h.time > 0.999f) continue;
    // By how much the corner that comes nearest is inside: a graze may be a matter of rounding.
    double deepest = 0;
    for (int i = 0; i <= 64; ++i) {
      const float t = static_cast<float>(i) / 64;
      const hs::contact2 in = hs::contact_deepest(
          disc, hs::box{{b.min.x + t * step.x, b.min.y + t * step.y}, {b.max.x + t * step.x, b.max.y + t * step.y}});
      if (in) deepest = std::max(deepest, double{in.depth});
    }
    if (deepest < 0.01) continue;
    ++met;
    world_of_all w;
    w.lift(b, step);
    const hs::walked k = hs::move_and_slide(disc, hs::vec2{0, 0}, w.view());
    ASSERT_TRUE(k.flags & (hs::carried | hs::crushed)) << text(min) << text(size) << text(step) << radius;
  }
  EXPECT_TRUE(met > 500 || !whole_run()) << met;
}

// Who gives way to a corner that comes down beside it, or to a face that leaves it sideways, has not been passed over.
TEST(platforms, crush_nobody_who_is_out_of_their_way) {
  world_of_all w;
  w.boxes.push({{-100, 0}, {100, 50}});
  w.lift({{-20, -20}, {-3.9f, -5}}, {0, 2});
  const hs::circle ball{{0, -4}, 4};
  for (const float step : {0.0f, 1.0f}) {
    const hs::walked k = hs::move_and_slide(ball, {step, 0}, w.view());
    EXPECT_TRUE(k.flags & hs::carried);
    EXPECT_FALSE(k.flags & hs::crushed);
    EXPECT_FALSE(hs::overlap_any(hs::circle{k.center, 4}, hs::box{{-20, -18}, {-3.9f, -3}}));
    EXPECT_NEAR(k.center.x, 0.1f + step, 1e-3f);
  }
  world_of_all narrow;
  narrow.boxes.push({{-50, -50}, {4, 50}});
  narrow.lift({{10, 0}, {20, 10}}, {-10, 2});
  const hs::walked k = hs::move_and_slide({8, -.5f}, {1, 1}, {0, 0}, narrow.view());
  EXPECT_TRUE(k.flags & hs::carried);
  EXPECT_FALSE(k.flags & hs::crushed);
  EXPECT_FALSE(hs::overlap_any(hs::box::from_center(k.center, {1, 1}), hs::box{{0, 2}, {10, 12}}));
  // One that cannot get out of it is.
  world_of_all shut;
  shut.boxes.push({{-50, -50}, {4, 50}});
  shut.lift({{10, -10}, {20, 10}}, {-10, 0});
  EXPECT_TRUE(hs::move_and_slide({8, 0}, {1, 1}, {0, 0}, shut.view()).flags & hs::crushed);
}

// A lift goes up and sideways under a ceiling, whether that stands or moves: who rides is between them, and then below.
TEST(platforms, pass_nobody_who_rides_untold) {
  struct scene {
    hs::box lift, ceiling;
    hs::vec2 by, its, c, half;
  };
  const scene all[] = {
      {{{40, 52}, {47, 54}}, {{29, 36}, {46, 47}}, {6, -14}, {-1, 1}, {50, 50}, {6, 2}},
      {{{29, 71}, {46, 75}}, {{38, 42}, {75, 49}}, {75, -78}, {-5, 0}, {40, 66}, {5, 5}},
      {{{29, 71}, {46, 75}}, {{38, 42}, {75, 49}}, {20, -20}, {-5, 0}, {40, 66}, {5, 5}},
  };
  for (const scene& s : all)
    for (const float moves : {0.0f, 1.0f}) {
      world_of_all w;
      w.lift(s.lift, s.by), w.lift(s.ceiling, {moves * s.its.x, moves * s.its.y});
      const hs::walked k = hs::move_and_slide(s.c, s.half, {}, w.view());
      EXPECT_TRUE(k.flags & hs::crushed) << text(s.by) << moves << " ends at" << text(k.center);
    }
}

TEST(obstacles, from_above_only_or_from_any_side_and_dropped_through_by_layer) {
  const hs::vec2 half{4, 4};
  const struct {
    std::uint8_t side;
    hs::vec2 from, step;
  } ways[] = {{hs::one_way_min_y, {0, -20}, {0, 40}},
              {hs::one_way_max_y, {0, 20}, {0, -40}},
              {hs::one_way_min_x, {-20, 0}, {40, 0}},
              {hs::one_way_max_x, {20, 0}, {-40, 0}}};
  for (const auto& way : ways)
    for (const auto& other : ways)
      for (const bool tile : {false, true}) {
        world_of_all w;
        if (tile) {
          w.tiles.assign(9, 0), w.tiles[4] = way.side;
          w.map = {.width = 3, .height = 3, .cell = {10, 10}, .origin = {-15, -15}, .tiles = w.tiles};
        } else {
          w.lift({{-5, -5}, {5, 5}}, {}, way.side, 4);
        }
        const bool stops = way.side == other.side;
        for (const std::uint32_t drop : {0u, 3u, 4u, ~0u}) {
          const bool there = !(drop & (tile ? ~0u : 4u));
          const hs::walked s = hs::move_and_slide(other.from, half, other.step, w.view(), {.drop_through = drop});
          const float gone = std::fabs(s.center.x - other.from.x) + std::fabs(s.center.y - other.from.y);
          EXPECT_EQ(gone, stops && there ? 11 : 40)
              << (tile ? "tile " : "platform ") << int{way.side} << " drop " << drop;
          const hs::walked d =
              hs::move_and_slide(hs::circle{other.from, 4}, other.step, w.view(), {.drop_through = drop});
          const float rolled = std::fabs(d.center.x - other.from.x) + std::fabs(d.center.y - other.from.y);
          EXPECT_EQ(rolled, stops && there ? 11 : 40) << "circle, " << int{way.side} << " drop " << drop;
        }
      }
  // What is solid is not dropped through.
  world_of_all solid;
  solid.lift({{-5, -5}, {5, 5}}, {}, hs::tile_solid, 4);
  EXPECT_EQ(hs::move_and_slide({0, -20}, half, {0, 40}, solid.view(), {.drop_through = ~0u}).center.y, -9);
  EXPECT_EQ(hs::move_and_slide({0, -20}, half, {0, 40}, solid.view(), {.layers = ~4u}).center.y, 20) << "other layers";
}

// ---- what is told --------------------------------------------------------------------------------------------------

TEST(obstacles, what_was_met_is_told_in_order_with_kind_index_normal_and_side) {
  world_of_all w;
  w.boxes.push({{500, 500}, {501, 501}}), w.boxes.push({{-50, 10}, {100, 20}});
  w.line({30, -50}, {30, 50});
  hs::walk_contact met[3];
  const hs::walked s = hs::move_and_slide({0, 0}, {2, 2}, {60, 30}, w.view(), {.met = met});
  EXPECT_EQ(s.contacts, 2);
  EXPECT_EQ(s.flags, hs::on_floor | hs::on_wall);
  EXPECT_EQ(met[0].kind, hs::obstacle::boxes);
  EXPECT_EQ(met[0].index, 1u);
  EXPECT_EQ(met[0].normal, (hs::vec2{0, -1}));
  EXPECT_EQ(met[0].position.y, 10);
  EXPECT_EQ(met[0].flag, hs::on_floor);
  EXPECT_EQ(met[1].kind, hs::obstacle::segments);
  EXPECT_EQ(met[1].index, 0u);
  EXPECT_EQ(met[1].normal, (hs::vec2{-1, 0}));
  EXPECT_EQ(met[1].flag, hs::on_wall);
  EXPECT_EQ(met[2], hs::walk_contact{}) << "all others are written";
  hs::walk_contact one[1];
  const hs::walked told = hs::move_and_slide({0, 0}, {2, 2}, {60, 30}, w.view(), {.met = one});
  EXPECT_EQ(told.contacts, 2) << "more than there was room for";
  EXPECT_EQ(one[0], met[0]);
  EXPECT_EQ(hs::move_and_slide({0, 0}, {2, 2}, {60, 30}, w.view(), {.contacts = 1, .met = met}).contacts, 1);
}

TEST(obstacles, of_kinds_met_at_the_same_time_the_first_is_told) {
  const hs::box wall{{10, -10}, {20, 10}};
  world_of_all w;
  const auto met_first = [&] {
    hs::walk_contact met[1];
    static_cast<void>(hs::move_and_slide({0, 0}, {2, 2}, {60, 0}, w.view(), {.met = met}));
    return met[0].kind;
  };
  w.lift(wall, {});
  EXPECT_EQ(met_first(), hs::obstacle::platforms);
  w.hull({{10, -10}, {20, -10}, {20, 10}, {10, 10}});
  EXPECT_EQ(met_first(), hs::obstacle::polygons);
  w.turned({{15, 0}, {5, 10}, {1, 0}});
  EXPECT_EQ(met_first(), hs::obstacle::obbs);
  w.line({10, -10}, {10, 10});
  EXPECT_EQ(met_first(), hs::obstacle::segments);
  w.circles.push({{15, 0}, 5});
  EXPECT_EQ(met_first(), hs::obstacle::circles);
  w.boxes.push(wall);
  EXPECT_EQ(met_first(), hs::obstacle::boxes);
  w.tiles.assign(1, hs::tile_solid);
  w.map = {.width = 1, .height = 1, .cell = {10, 20}, .origin = {10, -10}, .tiles = w.tiles};
  EXPECT_EQ(met_first(), hs::obstacle::tiles);
}

TEST(obstacles, who_starts_in_the_middle_of_many_finds_a_way_out) {
  world_of_all w;
  w.tiles.assign(99, hs::tile_solid);
  w.map = {.width = 11, .height = 9, .cell = {16, 16}, .tiles = w.tiles};
  const hs::walked s = hs::move_and_slide({88, 71}, {5, 5}, {1, 0}, w.view());
  EXPECT_EQ(s.flags, hs::recovered | hs::on_floor);
  EXPECT_EQ(s.center, (hs::vec2{89, -5})) << "up, the shortest way, and then the step";
  EXPECT_EQ(hs::move_and_slide({88, 73}, {5, 5}, {1, 0}, w.view()).center, (hs::vec2{89, 149}));
  w.hull({{60, -30}, {110, -30}, {85, 1}});
  const hs::walked round = hs::move_and_slide(hs::circle{{85, -20}, 4}, {}, w.view());
  EXPECT_TRUE(round.flags & hs::recovered);
  EXPECT_EQ(w.inside(hs::circle{round.center, 4}), -1);
}

// By the nearest face, whatever it is made of and wherever it lies.
TEST(obstacles, who_starts_in_what_has_level_faces_comes_out_flush_with_the_nearest) {
  for (const float sx : {1.0f, -1.0f})
    for (const float sy : {1.0f, -1.0f}) {
      const hs::vec2 middle{sx * 120, sy * 220};
      const hs::box b{{middle.x - 20, middle.y - 20}, {middle.x + 20, middle.y + 20}};
      world_of_all box, tile, lift, moving;
      box.boxes.push(b), lift.lift(b, {}), moving.lift({b.min, {b.max.x, b.max.y}}, {0, 0}), moving.lift({}, {1, 0});
      tile.tiles = {hs::tile_solid};
      tile.map = {.width = 1, .height = 1, .cell = {40, 40}, .origin = b.min, .tiles = tile.tiles};
      for (const world_of_all* w : {&box, &tile, &lift, &moving})
        for (const auto& [from, to] : {std::pair{hs::vec2{-17, 1}, hs::vec2{-21, 1}},
                                       {{17, 1}, {21, 1}},
                                       {{1, -17}, {1, -22}},
                                       {{1, 17}, {1, 22}}}) {
          const hs::walked r = hs::move_and_slide({middle.x + from.x, middle.y + from.y}, {1, 2}, {}, w->view());
          EXPECT_TRUE(r.flags & hs::recovered);
          EXPECT_EQ(r.center, (hs::vec2{middle.x + to.x, middle.y + to.y}));
        }
    }
}

// Who jumps against a wall that leans over is turned back by it, and does not rise on as if it were upright.
TEST(obstacles, a_wall_that_leans_over_takes_what_leads_into_it) {
  world_of_all w;
  w.line({10, 0}, {-14, -32});  // its normal is (-0.8, 0.6)
  const hs::walked r = hs::move_and_slide({0, -2}, {1, 1}, {5, -10}, w.view());
  EXPECT_EQ(r.flags, hs::on_wall);
  EXPECT_EQ(r.contacts, 1);
  EXPECT_NEAR(r.step.x, -3, 1e-4f);
  EXPECT_NEAR(r.step.y, -4, 1e-4f);
}

// Out of what is solid alone: what is solid from some sides, or only touches, is not left as well.
TEST(obstacles, who_gets_out_of_a_box_goes_no_further_than_that) {
  for (const bool one_way : {true, false}) {
    world_of_all w;
    w.boxes.push({{100, 100}, {140, 140}});
    if (one_way)
      w.lift({{90, 90}, {110, 150}}, {}, hs::one_way_min_y);
    else
      w.lift({{90, 122}, {110, 150}}, {});  // below the feet
    const hs::walked r = hs::move_and_slide({103, 120}, {1, 2}, {}, w.view());
    EXPECT_TRUE(r.flags & hs::recovered);
    EXPECT_EQ(r.center, (hs::vec2{99, 120})) << one_way;
  }
}

// However steep a floor may be: what faces neither up nor down is a wall.
TEST(obstacles, what_is_upright_is_a_wall_even_where_all_that_faces_up_is_a_floor) {
  world_of_all w;
  w.boxes.push({{10, -50}, {20, 50}});
  for (const float steepest : {0.0f, 1.0f, infinity})
    for (const float up : {-1.0f, 1.0f}) {
      const hs::walked r = hs::move_and_slide({0, 0}, {1, 1}, {20, 0}, w.view(), {.up = {0, up}, .steepest = steepest});
      EXPECT_EQ(r.flags, hs::on_wall) << steepest << " up " << up;
    }
}

// Past a corner, which is nearer than any line beside it.
TEST(obstacles, a_disc_that_starts_over_a_corner_comes_out_past_it) {
  world_of_all box, tile, lift;
  const hs::box b{{100, 200}, {140, 240}};
  box.boxes.push(b), lift.lift(b, {});
  tile.tiles = {hs::tile_solid};
  tile.map = {.width = 1, .height = 1, .cell = {40, 40}, .origin = b.min, .tiles = tile.tiles};
  for (const world_of_all* w : {&box, &tile, &lift})
    for (const float x : {-1.0f, 1.0f})
      for (const float y : {-1.0f, 1.0f}) {
        const hs::walked r = hs::move_and_slide(hs::circle{{120 + x * 20.6f, 220 + y * 20.8f}, 2}, {}, w->view());
        EXPECT_TRUE(r.flags & hs::recovered);
        EXPECT_NEAR(r.center.x, 120 + x * 21.2f, 1e-3f);
        EXPECT_NEAR(r.center.y, 220 + y * 21.6f, 1e-3f);
      }
}

// Straight out by the only side on which there is an end.
TEST(obstacles, who_starts_in_a_long_row_gets_out_at_its_end) {
  for (const int k : {0, 1})
    for (const int side : {1, -1}) {
      world_of_all w;  // from -30 to 2 on axis k, or turned round
      for (int i = -30; i <= 0; ++i) {
        hs::box b{{-9, -9}, {9, 9}};
        b.min[k] = static_cast<float>(side > 0 ? i : -i - 2), b.max[k] = b.min[k] + 2;
        w.boxes.push(b);
      }
      hs::vec2 from{}, to{};
      from[k] = 0.5f * static_cast<float>(side), to[k] = 3.0f * static_cast<float>(side);
      const hs::walked r = hs::move_and_slide(from, {1, 1}, {}, w.view());
      EXPECT_TRUE(r.flags & hs::recovered);
      EXPECT_EQ(r.center, to) << "axis " << k << ", side " << side;
    }
}

// ---- worlds of everything ------------------------------------------------------------------------------------------

world_of_all random_world(rng& r, bool with_lifts, hs::vec2 middle = {}) {
  world_of_all w;
  const auto near = [&] { return hs::vec2{middle.x + r.real(-60, 60), middle.y + r.real(-60, 60)}; };
  const auto some = [&](const auto& make) {
    if (r.one_in(3)) return;
    for (int n = r.whole(1, 4); n > 0; --n) make();
  };
  some([&] { w.boxes.push(hs::box::from_corner(near(), {r.real(0, 20), r.real(0, 20)})); });
  some([&] { w.circles.push({near(), r.real(0, 9)}); });
  some([&] { w.line(near(), near()); });
  some([&] { w.turned(hs::obb::from_angle(near(), {r.real(0, 15), r.real(0, 15)}, r.real(-4, 4))); });
  some([&] {
    const hs::vec2 c = near();
    const float wide = r.real(1, 20), high = r.real(1, 20), lean = r.real(-9, 9);
    w.hull({{c.x, c.y}, {c.x + wide, c.y + lean}, {c.x + wide + lean, c.y + high + 9}});
  });
  if (r.one_in(2)) {
    w.tiles.resize(36);
    for (auto& t : w.tiles)
      t = r.one_in(5) ? hs::tile_solid : r.one_in(9) ? static_cast<std::uint8_t>(r.below(31) & 30) : 0;
    w.map = {.width = 6, .height = 6, .cell = {20, 20}, .origin = {middle.x - 60, middle.y - 60}, .tiles = w.tiles};
  }
  for (int n = !with_lifts ? 0 : r.one_in(9) ? 20 : r.whole(1, 4); n > 0; --n)
    w.lift(hs::box::from_corner(near(), {r.real(0, 30), r.real(0, 12)}),
           r.one_in(4) ? hs::vec2{} : hs::vec2{r.real(-8, 8), r.real(-8, 8)},
           r.one_in(3) ? static_cast<std::uint8_t>(1 + r.below(31)) : std::uint8_t{hs::tile_solid}, 1 + r.below(3));
  return w;
}
hs::level_options random_options(rng& r) {
  hs::level_options o;
  if (r.one_in(4)) o.contacts = r.whole(0, 6);
  if (r.one_in(3)) o.up = {r.real(-2, 2), r.real(0.1f, 2)};
  if (r.one_in(2)) o.steepest = r.one_in(5) ? infinity : r.real(0, 3);
  if (r.one_in(2)) o.snap = r.real(0, 9);
  if (r.one_in(3)) o.stop_on_floors = false;
  if (r.one_in(5)) o.drop_through = r.below(4);
  return o;
}

TEST(obstacles, in_nothing_before_and_in_nothing_after_in_worlds_of_all_kinds_on_every_isa) {
  rng r(84);
  std::size_t frames = 0, met = 0, recovered = 0, stuck = 0, crushed = 0, carried = 0;
  for (std::size_t round = 0; round < cases(700); ++round) {
    const hs::vec2 middle = r.one_in(2) ? hs::vec2{} : hs::vec2{r.real(-9000, 9000), r.real(-9000, 9000)};
    world_of_all w = random_world(r, r.one_in(2), middle);
    const hs::vec2 half{r.real(0, 5), r.real(0, 5)};
    const bool disc = r.one_in(2);
    const auto anywhere = [&] { return hs::vec2{middle.x + r.real(-60, 60), middle.y + r.real(-60, 60)}; };
    hs::vec2 c = anywhere();
    for (int frame = 0; frame < 12; ++frame) {
      const hs::level_options o = random_options(r);
      const hs::vec2 step = r.one_in(6) ? hs::vec2{} : hs::vec2{r.real(-12, 12), r.real(-12, 12)};
      const auto inside = [&](hs::vec2 at) {
        return disc ? w.inside(hs::circle{at, half.x}) : w.inside(hs::box::from_center(at, half));
      };
      const bool in = inside(c) >= 0;
      hs::walked s, first;
      hs::walk_contact told[8], first_told[8];
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        hs::level_options with = o;
        with.met = told;
        s = disc ? hs::move_and_slide(hs::circle{c, half.x}, step, w.view(), with)
                 : hs::move_and_slide(c, half, step, w.view(), with);
        if (which == hs::supported_isas().front()) first = s, std::copy_n(told, 8, first_told);
        ASSERT_TRUE(same_bits(s.center.x, first.center.x) && same_bits(s.center.y, first.center.y) &&
                    same_bits(s.step.x, first.step.x) && same_bits(s.step.y, first.step.y) && s.flags == first.flags)
            << hs::name(which) << " " << text(s.center) << " not " << text(first.center);
        ASSERT_TRUE(std::equal(told, told + 8, first_told)) << hs::name(which);
      }
      w.move_lifts();
      ++frames, met += static_cast<std::size_t>(s.contacts);
      recovered += (s.flags & hs::recovered) != 0, stuck += (s.flags & hs::stuck) != 0;
      crushed += (s.flags & hs::crushed) != 0, carried += (s.flags & hs::carried) != 0;
      const std::string where = "round " + std::to_string(round) + ", frame " + std::to_string(frame) + ", " +
                                (disc ? "circle" : "box") + " from " + text(c) + " half " + text(half) + " by " +
                                text(step) + " to " + text(s.center);
      ASSERT_EQ(in, (s.flags & (hs::recovered | hs::stuck)) != 0) << where;
      const int now = inside(s.center);
      if (!(s.flags & hs::stuck)) {
        ASSERT_TRUE(now == -1 || (now == w.in_a_lift && (s.flags & hs::crushed))) << where << " is in " << now;
      }
      if (!in && !(s.flags & (hs::carried | hs::crushed))) {
        double wish_x = step.x, wish_y = step.y;
        if ((s.flags & hs::on_floor) && o.stop_on_floors) {  // what leads down is lost there
          const double rise = (wish_x * o.up.x + wish_y * o.up.y) / (double{o.up.x} * o.up.x + double{o.up.y} * o.up.y);
          if (rise < 0) wish_x -= rise * o.up.x, wish_y -= rise * o.up.y;
        }
        const double along = (double{s.center.x} - c.x) * wish_x + (double{s.center.y} - c.y) * wish_y;
        const double hairs = 0x1p-16 * (std::fabs(double{c.x}) + std::fabs(double{c.y}) + 30);
        const double room = (double{o.snap} + hairs) * std::hypot(step.x, step.y);
        const double before = (double{s.center.x} - c.x) * step.x + (double{s.center.y} - c.y) * step.y;
        ASSERT_GE(std::max(along, before), -room) << where << ": against the wish";
      }
      for (int k = s.contacts; k < 8; ++k) ASSERT_EQ(told[k], hs::walk_contact{}) << where;
      c = s.flags & hs::stuck ? anywhere() : s.center;
    }
  }
  if (whole_run()) {
    EXPECT_GT(met, frames / 5) << "or the test would say nothing";
    EXPECT_GT(carried, frames / 100);
    EXPECT_GT(crushed, 0u);
    EXPECT_LT(crushed + stuck, frames / 20);
    EXPECT_GT(recovered, 20u);
  }
}

TEST(obstacles, what_is_met_first_is_the_nearest_of_all_kinds) {
  rng r(89);
  std::size_t met = 0;
  for (std::size_t round = 0; round < cases(4000); ++round) {
    const world_of_all w = random_world(r, true);
    const hs::circle a{{r.real(-60, 60), r.real(-60, 60)}, r.real(0, 5)};
    if (w.inside(a) >= 0) continue;
    const hs::vec2 step{r.real(-60, 60), r.real(-60, 60)};
    hs::walk_contact told[1];
    hs::obstacles level = w.view();
    level.platforms.steps = {}, level.platforms.sides = {};
    if (hs::overlap_any(a, level.platforms.boxes)) continue;
    static_cast<void>(
        hs::move_and_slide(a, step, level, {.contacts = 1, .up = {0.3f, -1}, .steepest = infinity, .met = told}));
    hs::hit nearest;
    auto kind = hs::obstacle::tiles;
    const auto take = [&](hs::obstacle k, const hs::hit& h) {
      if (h && (!nearest || h.time < nearest.time)) nearest = h, kind = k;
    };
    if (level.tiles) take(hs::obstacle::tiles, level.tiles->sweep_nearest(a, step));
    if (w.boxes.size()) take(hs::obstacle::boxes, hs::sweep_nearest(a, step, level.boxes));
    if (w.circles.size()) take(hs::obstacle::circles, hs::sweep_nearest(a, step, level.circles));
    if (w.starts.size()) take(hs::obstacle::segments, hs::sweep_nearest(a, step, level.segments));
    if (w.centers.size()) take(hs::obstacle::obbs, hs::sweep_nearest(a, step, level.obbs));
    if (level.polygons.size()) take(hs::obstacle::polygons, hs::sweep_nearest(a, step, level.polygons));
    take(hs::obstacle::platforms, hs::sweep_nearest(a, step, level.platforms.boxes));
    const hs::walk_contact want =
        !nearest ? hs::walk_contact{}
                 : hs::walk_contact{kind, nearest.index, nearest.normal, nearest.position, told[0].flag};
    ASSERT_EQ(told[0], want) << "round " << round << " " << text(a) << " by " << text(step) << " kind " << int(kind);
    met += nearest ? 1 : 0;
  }
  if (whole_run()) {
    EXPECT_GT(met, cases(4000) / 5);
  }
}

TEST(obstacles, many_get_the_answers_of_one_at_a_time) {
  rng r(85);
  for (std::size_t round = 0; round < cases(60); ++round) {
    const world_of_all w = random_world(r, true);
    hs::level_options o = random_options(r);
    constexpr std::size_t n = 25, each = 3;
    std::vector<float> x, y, dx, dy, half, other;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(r.real(-60, 60)), y.push_back(r.real(-60, 60)), half.push_back(r.real(0, 5));
      dx.push_back(r.real(-9, 9)), dy.push_back(r.real(-9, 9)), other.push_back(r.real(0, 5));
    }
    for (const bool disc : {false, true}) {
      auto new_x = x, new_y = y, new_dx = dx, new_dy = dy;
      std::vector<std::uint8_t> flags(n, 77);
      std::vector<hs::walk_contact> met(n * each + 2, {.flag = 9});
      o.met = met;
      const hs::walk_counts sum =
          disc ? hs::move_and_slide(hs::round_walkers{new_x, new_y, new_dx, new_dy, half, flags}, w.view(), o)
               : hs::move_and_slide(hs::walkers{new_x, new_y, new_dx, new_dy, half, other, flags}, w.view(), o);
      EXPECT_EQ(sum.walkers, n);
      std::size_t contacts = 0;
      for (std::size_t i = 0; i < n; ++i) {
        hs::walk_contact one[each];
        o.met = one;
        const hs::walked s = disc ? hs::move_and_slide(hs::circle{{x[i], y[i]}, half[i]}, {dx[i], dy[i]}, w.view(), o)
                                  : hs::move_and_slide({x[i], y[i]}, {half[i], other[i]}, {dx[i], dy[i]}, w.view(), o);
        ASSERT_EQ(s.center, (hs::vec2{new_x[i], new_y[i]})) << i;
        ASSERT_EQ(s.step, (hs::vec2{new_dx[i], new_dy[i]})) << i;
        ASSERT_EQ(s.flags, flags[i]) << i;
        ASSERT_TRUE(std::equal(one, one + each, met.begin() + static_cast<std::ptrdiff_t>(i * each))) << i;
        contacts += static_cast<std::size_t>(s.contacts);
      }
      EXPECT_EQ(sum.contacts, contacts);
      EXPECT_EQ(met[n * each], hs::walk_contact{}) << "of nobody";
    }
  }
}

// ---- a level ------------------------------------------------------------------------------------------------------

// Walls and steps of tiles, hills of polygons and lines, boulders, a turned slab; lifts up and down, to and fro, two of
// them one-way; a press.
struct playground : world_of_all {
  static constexpr std::uint32_t wide = 60, high = 20;
  static constexpr float cell = 16;
  std::vector<float> from, to;  // of each lift, along the axis that it moves on
  std::vector<int> axis;

  playground() {
    tiles.assign(wide * high, 0);
    for (std::uint32_t y = 0; y < high; ++y)
      for (std::uint32_t x = 0; x < wide; ++x) {
        const bool border = x == 0 || x + 1 == wide || y == 0 || y + 1 == high;
        const bool stairs = x > 50 && y + x - 50 > high + 3 && x < 56;
        if (border || stairs) tiles[y * wide + x] = hs::tile_solid;
      }
    for (std::uint32_t x = 20; x < 26; ++x) tiles[13 * wide + x] = hs::one_way_min_y;
    map = {.width = wide, .height = high, .cell = {cell, cell}, .tiles = tiles};
    const float ground = cell * (high - 1);
    hull({{64, ground}, {128, ground - 40}, {160, ground - 40}, {160, ground}});                // up, level,
    line({160, ground - 40}, {208, ground - 0.5f}), line({208, ground - 0.5f}, {240, ground});  // and down a line
    hull({{300, ground}, {330, ground - 60}, {345, ground}});                                   // too steep
    circles.push({{420, ground + 6}, 30}), circles.push({{450, ground + 2}, 20});               // bumps
    turned(hs::obb::from_angle({520, ground - 10}, {40, 6}, 0.5f));
    boxes.push({{600, ground - 9}, {640, ground}});
    press({{660, ground - 110}, {700, ground - 70}}, {0, 1.3f}, ground - 110, ground - 60);
    press({{720, ground - 30}, {770, ground - 22}}, {0, -1.7f}, ground - 190, ground - 28);
    press({{100, ground - 100}, {150, ground - 92}}, {2.3f, 0}, 80, 500);
    press({{320, ground - 150}, {380, ground - 142}}, {-1.1f, 0}, 200, 600, hs::one_way_min_y);
    press({{520, ground - 60}, {560, ground - 55}}, {0, -0.9f}, ground - 200, ground - 50, hs::one_way_min_y);
    press({{40, ground - 20}, {50, ground - 1}}, {0.6f, 0}, 20, 60);
  }
  void press(const hs::box& b, hs::vec2 step, float low, float up, std::uint8_t sides = hs::tile_solid) {
    lift(b, step, sides, 2), axis.push_back(step.x == 0 ? 1 : 0), from.push_back(low), to.push_back(up);
  }
  void turn_round() {
    for (std::size_t i = 0; i < lifts.size(); ++i) {
      float& by = lift_steps.axis[axis[i]][i];
      const float at = lifts.min.axis[axis[i]][i];
      if (at < from[i]) by = std::fabs(by);
      if (at > to[i]) by = -std::fabs(by);
    }
  }
};

struct play {
  std::uint64_t hash = 14695981039346656037u;
  std::size_t crushed = 0, carried = 0, floors = 0, walls = 0, ceilings = 0, held_up = 0, walked = 0;
};
template <bool Disc> play play_in(std::size_t frames) {
  constexpr std::size_t n = 12;
  rng r(87);
  playground w;
  play p;
  std::vector<float> x(n), y(n), dx(n), dy(n), half_x(n), half_y(n), wish(n);
  std::vector<std::uint8_t> flags(n);
  const auto inside = [&](std::size_t i, hs::vec2 c) {
    return Disc ? w.inside(hs::circle{c, half_x[i]}) : w.inside(hs::box::from_center(c, {half_x[i], half_y[i]}));
  };
  const auto enter = [&](std::size_t i) {
    do half_x[i] = r.real(3, 7), half_y[i] = r.real(4, 9), x[i] = r.real(20, 940), y[i] = r.real(20, 280);
    while (inside(i, {x[i], y[i]}) >= 0);
    dy[i] = 0;
  };
  for (std::size_t i = 0; i < n; ++i) enter(i);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    w.turn_round();
    const auto old_x = x;
    for (std::size_t i = 0; i < n; ++i) {
      if (r.one_in(50)) wish[i] = r.one_in(5) ? 0 : r.real(-3, 3);
      if ((flags[i] & hs::on_floor) && r.one_in(40)) dy[i] = r.real(-9, -3);
      dx[i] = wish[i], dy[i] = std::min(dy[i] + 0.4f, 9.0f);
    }
    const std::vector<float> fall = dy;
    const hs::level_options o{.snap = 4, .drop_through = frame % 90 < 4 ? 2u : 0u};
    const hs::walk_counts sum = Disc
                                    ? hs::move_and_slide(hs::round_walkers{x, y, dx, dy, half_x, flags}, w.view(), o)
                                    : hs::move_and_slide(hs::walkers{x, y, dx, dy, half_x, half_y, flags}, w.view(), o);
    w.move_lifts();
    EXPECT_EQ(sum.stuck + sum.recovered, 0u) << "frame " << frame;
    for (std::size_t i = 0; i < n; ++i) {
      for (const float v : {x[i], y[i], dx[i], dy[i]})
        p.hash = (p.hash ^ std::bit_cast<std::uint32_t>(v)) * 1099511628211u;
      p.hash = (p.hash ^ flags[i]) * 1099511628211u;
      p.floors += (flags[i] & hs::on_floor) != 0, p.walls += (flags[i] & hs::on_wall) != 0;
      p.ceilings += (flags[i] & hs::on_ceiling) != 0, p.carried += (flags[i] & hs::carried) != 0;
      if (flags[i] & hs::crushed) {
        ++p.crushed, enter(i);
        continue;
      }
      const int in = inside(i, {x[i], y[i]});
      EXPECT_EQ(in, -1) << "walker " << i << ", frame " << frame << " at " << text(hs::vec2{x[i], y[i]});
      if (in >= 0) return p;
      if (flags[i] == hs::on_floor && wish[i] != 0 && fall[i] > 0) {  // nothing but a floor: then it has to get on
        ++p.walked, p.held_up += (x[i] - old_x[i]) / wish[i] < 0.3f;
      }
    }
  }
  return p;
}
template <bool Disc> void plays_alike() {
  const std::size_t frames = cases(10000);
  const play p = play_in<Disc>(frames);
  EXPECT_EQ(p.held_up, 0u) << "of " << p.walked;
  if (whole_run()) {
    EXPECT_GT(p.crushed, 0u);
    EXPECT_GT(p.carried, frames / 8);
    EXPECT_GT(p.floors, 5 * frames);
    EXPECT_GT(p.walls, frames / 2);
    EXPECT_GT(p.ceilings, 10u);
    EXPECT_GT(p.walked, frames);
  }
  const std::uint64_t truth = play_in<Disc>(frames / 10).hash;
  for (const hs::isa which : hs::supported_isas()) {
    if (testing::Test::HasFailure()) return;
    const forced on(which);
    EXPECT_EQ(play_in<Disc>(frames / 10).hash, truth) << hs::name(which);
  }
}

TEST(obstacles, ten_thousand_frames_of_a_level_nobody_is_inside_anything_and_nobody_is_held_up) {
  plays_alike<false>();
}
TEST(obstacles, ten_thousand_frames_of_round_ones_likewise) { plays_alike<true>(); }

// ---- many ----------------------------------------------------------------------------------------------------------

// Levels as above, with what has no bounds in floats, what is no shape, layers, crowds at one place, and more than can
// be told at once.
TEST(obstacles, each_of_many_walks_as_if_it_were_alone_on_every_isa) {
  rng r(91);
  std::size_t met = 0, recovered = 0, crowds = 0;
  for (std::size_t round = 0; round < cases(400); ++round) {
    world_of_all w = random_world(r, r.one_in(3), {});
    if (r.one_in(4)) w.circles.push({{2e38f, r.real(-60, 60)}, 2e38f});
    if (r.one_in(4)) w.circles.push({{0, 0}, r.one_in(2) ? not_a_number : -1.0f});
    if (r.one_in(4)) w.boxes.push({{-largest, 50}, {largest, largest}});
    if (r.one_in(4)) w.boxes.push({{9, 9}, {-9, -9}});
    if (r.one_in(4)) w.hull({{not_a_number, 0}, {1, 1}, {2, 0}});
    if (r.one_in(4)) w.hull({{1, 1}, {2, 0}});
    if (r.one_in(8)) w.offsets.push_back(~0u), w.offsets.push_back(static_cast<std::uint32_t>(w.corner_x.size()));
    const bool crowd = r.one_in(5);
    crowds += crowd;
    for (int n = !crowd ? 0 : r.one_in(2) ? 20 : 600; n > 0; --n)
      w.circles.push({{r.real(-60, 60), r.real(-60, 60)}, r.real(0, 2)});
    hs::obstacles level = w.view();
    std::vector<std::uint32_t> layers(w.circles.size());
    for (std::uint32_t& l : layers) l = r.below(4);
    if (w.circles.size() && r.one_in(2)) level.circles.layers = layers;
    if (w.boxes.size() && r.one_in(3)) level.boxes.layers = 1 + r.below(3);
    hs::level_options o = random_options(r);
    if (r.one_in(2)) o.layers = r.below(4);

    constexpr std::size_t n = 12, each = 5;
    std::vector<float> x(n), y(n), dx(n), dy(n), half(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = r.real(-60, 60), y[i] = r.real(-60, 60), half[i] = r.real(0, 5);
      dx[i] = r.one_in(6) ? 0 : r.real(-12, 12), dy[i] = r.one_in(30) ? 1e30f : r.real(-12, 12);
    }
    const bool disc = r.one_in(2);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      std::vector<float> at[4] = {x, y, dx, dy};
      std::vector<std::uint8_t> flags(n);
      std::vector<hs::walk_contact> told(n * each);
      hs::level_options with = o;
      with.met = told;
      const hs::walk_counts sum =
          disc
              ? hs::move_and_slide(
                    hs::round_walkers{.x = at[0], .y = at[1], .dx = at[2], .dy = at[3], .radius = half, .flags = flags},
                    level, with)
              : hs::move_and_slide(hs::walkers{.x = at[0],
                                               .y = at[1],
                                               .dx = at[2],
                                               .dy = at[3],
                                               .half_x = half,
                                               .half_y = half,
                                               .flags = flags},
                                   level, with);
      met += sum.contacts, recovered += sum.recovered;
      for (std::size_t i = 0; i < n; ++i) {
        hs::walk_contact alone[each];
        with.met = alone;
        const hs::walked s = disc ? hs::move_and_slide(hs::circle{{x[i], y[i]}, half[i]}, {dx[i], dy[i]}, level, with)
                                  : hs::move_and_slide({x[i], y[i]}, {half[i], half[i]}, {dx[i], dy[i]}, level, with);
        ASSERT_TRUE(same_bits(s.center.x, at[0][i]) && same_bits(s.center.y, at[1][i]) &&
                    same_bits(s.step.x, at[2][i]) && same_bits(s.step.y, at[3][i]) && s.flags == flags[i] &&
                    std::equal(alone, alone + each, &told[i * each]))
            << "round " << round << ", " << hs::name(which) << ": " << (disc ? "circle " : "box ") << i << " from "
            << text(hs::vec2{x[i], y[i]}) << " by " << text(hs::vec2{dx[i], dy[i]}) << ": " << at[0][i] << ", "
            << at[1][i] << ", alone " << text(s.center);
      }
    }
  }
  if (whole_run()) {
    EXPECT_GT(met, 1000u);
    EXPECT_GT(recovered, 100u);
    EXPECT_GT(crowds, 10u);
  }
}

// Where most are near tiles alone these are walked by registers: rooms and stairs of tiles, some of them solid from
// some sides, with little else in between, for a dozen frames, so that many stand, lean on walls, and are put down
// again.
TEST(obstacles, each_of_many_on_tiles_walks_as_if_it_were_alone_on_every_isa) {
  rng r(93);
  std::size_t floors = 0, walls = 0, ceilings = 0, put_down = 0, in_the_air = 0;
  for (std::size_t round = 0; round < cases(240); ++round) {
    world_of_all w;
    const std::uint32_t width = 3 + r.below(30), height = 3 + r.below(20), sparse = 2 + r.below(12);
    const std::uint32_t from_sides = r.one_in(3) ? 1 + r.below(9) : 0;
    w.tiles.assign(std::size_t{width} * height, 0);
    for (std::uint32_t i = 0; i < w.tiles.size(); ++i) {
      const bool border = i % width == 0 || i % width + 1 == width || i < width || i >= w.tiles.size() - width;
      if (border || r.one_in(sparse)) w.tiles[i] = hs::tile_solid;
      if (from_sides && r.one_in(from_sides * 4)) w.tiles[i] = static_cast<std::uint8_t>(2 * r.below(16));
    }
    const float cell = r.one_in(2) ? 16 : r.real(3, 40);
    // Far away hairs are no shorter than tiles by much, and some a wall is a seam.
    hs::vec2 origin;
    if (r.one_in(2)) origin = {cell * r.real(-90, 90), cell * r.real(-9, 9)};
    if (r.one_in(6)) origin = {cell * (r.one_in(2) ? 1 : -1) * r.real(2e4f, 5e4f), cell * r.real(-9, 9)};
    w.map = {.width = width,
             .height = height,
             .cell = {cell, r.one_in(3) ? cell * 0.7f : cell},
             .origin = origin,
             .tiles = w.tiles};
    const hs::vec2 size{w.map.cell.x * static_cast<float>(width), w.map.cell.y * static_cast<float>(height)};
    const auto place = [&](int k) {
      const float any = origin[k] + r.real(0, size[k]);
      return r.one_in(2) ? any : origin[k] + w.map.cell[k] * std::floor((any - origin[k]) / w.map.cell[k]);
    };
    for (std::uint32_t k = r.one_in(3) ? r.below(6) : 0; k > 0; --k) {
      const hs::vec2 at{place(0), place(1)};
      if (k % 2) w.circles.push({at, r.real(0, cell)});
      if (k % 3) w.hull({at, {at.x + cell, at.y}, {at.x + cell / 2, at.y - cell / 2}});
      if (k == 5) w.lift({at, {at.x + cell, at.y + 2}}, {r.real(-1, 1), r.real(-1, 1)});
    }
    hs::level_options o = random_options(r);
    const float one = r.one_in(2) ? 1.0f : -1.0f;
    if (!r.one_in(8)) o.up = r.one_in(2) ? hs::vec2{0, -1} : r.one_in(2) ? hs::vec2{one, 0} : hs::vec2{0, one};
    const hs::vec2 up = o.up, down{-up.x, -up.y};

    const bool disc = r.one_in(4);
    const std::size_t n = 4 + r.below(r.one_in(4) ? 90 : 30);
    std::vector<float> x(n), y(n), half_x(n), half_y(n), fall(n), run(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = place(0), y[i] = place(1), half_x[i] = r.one_in(9) ? 0 : cell * r.real(0.1f, 0.8f);
      half_y[i] = r.one_in(4) ? half_x[i] : cell * r.real(0.05f, 0.8f), run[i] = cell * r.real(-0.3f, 0.3f);
      if (r.one_in(5)) run[i] = r.one_in(2) ? 0.0f : -0.0f;
      if (r.one_in(9)) run[i] *= 1e-7f;
      if (disc && r.one_in(2)) half_x[i] *= 0.2f;
      if (r.one_in(50)) half_x[i] = r.one_in(2) ? not_a_number : -1.0f;
    }
    for (int frame = 0; frame < 12; ++frame) {
      std::vector<float> dx(n), dy(n);
      for (std::size_t i = 0; i < n; ++i) {
        fall[i] = r.one_in(12) ? -cell * r.real(0, 0.5f) : r.one_in(9) ? 0 : std::min(fall[i] + cell / 40, cell);
        dx[i] = down.x * fall[i] + std::fabs(up.y) * run[i], dy[i] = down.y * fall[i] + std::fabs(up.x) * run[i];
        if (r.one_in(60)) x[i] = place(0), y[i] = place(1);
        if (r.one_in(300)) dx[i] = not_a_number;
      }
      std::vector<float> end[4];
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        std::vector<float> at[4] = {x, y, dx, dy};
        std::vector<std::uint8_t> flags(n, 99);
        const hs::walk_counts sum =
            disc ? hs::move_and_slide(hs::round_walkers{at[0], at[1], at[2], at[3], half_x, flags}, w.view(), o)
                 : hs::move_and_slide(hs::walkers{at[0], at[1], at[2], at[3], half_x, half_y, flags}, w.view(), o);
        hs::walk_counts alone{.walkers = n};
        for (std::size_t i = 0; i < n; ++i) {
          const hs::vec2 step{dx[i], dy[i]};
          const hs::walked s = disc ? hs::move_and_slide(hs::circle{{x[i], y[i]}, half_x[i]}, step, w.view(), o)
                                    : hs::move_and_slide({x[i], y[i]}, {half_x[i], half_y[i]}, step, w.view(), o);
          const bool same = same_bits(s.center.x, at[0][i]) && same_bits(s.center.y, at[1][i]) &&
                            same_bits(s.step.x, at[2][i]) && same_bits(s.step.y, at[3][i]) && s.flags == flags[i];
          ASSERT_TRUE(same) << "round " << round << ", frame " << frame << ", " << hs::name(which) << ": "
                            << (disc ? "circle " : "box ") << i << " from " << text(hs::vec2{x[i], y[i]}) << " by "
                            << text(hs::vec2{dx[i], dy[i]}) << " to " << at[0][i] << ", " << at[1][i] << " left "
                            << at[2][i] << ", " << at[3][i] << " flags " << int{flags[i]} << ", alone "
                            << text(s.center) << " left " << text(s.step) << " flags " << int{s.flags};
          alone.contacts += static_cast<std::size_t>(s.contacts);
          alone.recovered += (s.flags & hs::recovered) != 0, alone.stuck += (s.flags & hs::stuck) != 0;
          floors += (s.flags & hs::on_floor) != 0, walls += (s.flags & hs::on_wall) != 0;
          ceilings += (s.flags & hs::on_ceiling) != 0, in_the_air += s.flags == 0;
          put_down += s.flags == hs::on_floor && dx[i] * up.x + dy[i] * up.y == 0;
        }
        ASSERT_EQ(sum.contacts, alone.contacts) << "round " << round << ", frame " << frame;
        ASSERT_EQ(sum.recovered, alone.recovered);
        ASSERT_EQ(sum.stuck, alone.stuck);
        for (int k = 0; k < 4; ++k) end[k] = at[k];
      }
      x = end[0], y = end[1];
      for (std::size_t i = 0; i < n; ++i)
        if (end[2][i] * down.x + end[3][i] * down.y == 0) fall[i] = 0;
      w.move_lifts();
    }
  }
  if (whole_run()) {
    EXPECT_GT(floors, 30000u);
    EXPECT_GT(walls, 10000u);
    EXPECT_GT(ceilings, 3000u);
    EXPECT_GT(put_down, 2000u);
    EXPECT_GT(in_the_air, 20000u);
  }
}

// One of two, the other far off, and the same by itself; true if they end alike.
bool alike(const hs::obstacles& level, hs::vec2 c, hs::vec2 half, hs::vec2 step, const hs::level_options& o = {}) {
  float x[] = {c.x, 1e7f}, y[] = {c.y, 1e7f}, dx[] = {step.x, 0}, dy[] = {step.y, 0};
  hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half.x, .half_y = half.y}, level, o);
  const hs::walked alone = hs::move_and_slide(c, half, step, level, o);
  return same_bits(alone.center.x, x[0]) && same_bits(alone.center.y, y[0]) && same_bits(alone.step.x, dx[0]) &&
         same_bits(alone.step.y, dy[0]);
}

// Far away a hair is long: what is looked at then is what is around where the walker has come to.
TEST(obstacles, who_recovers_to_a_place_far_away_sees_what_is_there) {
  world_of_all w;
  w.boxes.push({{-1e6f, -1e6f}, {1e6f, 1e6f}}), w.boxes.push({{1.5f, -1000001.5f}, {3, -1e6f}});
  w.boxes.push({{-5, -1000005.5f}, {5, -1000004}});
  const hs::walked s = hs::move_and_slide({0, -10}, {1, 1}, {1, 0}, w.view());
  EXPECT_TRUE(s.flags & hs::recovered);
  EXPECT_EQ(w.inside(hs::box::from_center(s.center, {1, 1})), -1);
  EXPECT_EQ(s.center.x, 0.5f);
  EXPECT_TRUE(alike(w.view(), {0, -10}, {1, 1}, {1, 0}));

  world_of_all t;  // what it must not rise into is a tile
  t.boxes.push({{-1e6f, -1e6f}, {1e6f, 1e6f}}), t.boxes.push({{1.5f, -1000001.5f}, {3, -1e6f}});
  t.tiles = {hs::tile_solid};
  t.map = {.width = 1, .height = 1, .cell = {10, 1.5f}, .origin = {-5, -1000005.5f}, .tiles = t.tiles};
  const hs::walked u = hs::move_and_slide({0, -10}, {1, 1}, {1, 0}, t.view());
  EXPECT_EQ(t.inside(hs::box::from_center(u.center, {1, 1})), -1);
  EXPECT_EQ(u.center.x, 0.5f);
}

// What is around so long a step does not end where floats do: then all is asked.
TEST(obstacles, who_goes_as_far_as_floats_reach_still_meets_what_is_near) {
  world_of_all box, circle, line, turned, tile, lift;
  box.boxes.push({{1000, -1e6f}, {2000, 1e6f}});
  circle.circles.push({{1e6f, 0}, 999000});
  line.line({1000, -1e6f}, {1000, 1e6f});
  turned.turned({{1500, 0}, {1e6f, 500}, {0, 1}});
  tile.tiles = {hs::tile_solid};
  tile.map = {.width = 1, .height = 1, .cell = {1000, 2e6f}, .origin = {1000, -1e6f}, .tiles = tile.tiles};
  lift.lift({{1000, -1e6f}, {2000, 1e6f}}, {});
  for (const world_of_all* w : {&box, &circle, &line, &turned, &tile, &lift})
    for (const float down : {1e38f, -1e38f}) {
      const hs::walked r = hs::move_and_slide({0, 0}, {1, 1}, {3e38f, down}, w->view(), {.contacts = 1});
      EXPECT_EQ(r.contacts, 1);
      EXPECT_NEAR(r.center.x, 999, 1);
      EXPECT_TRUE(alike(w->view(), {0, 0}, {1, 1}, {3e38f, down}, {.contacts = 1}));
    }
}

TEST(obstacles, layers_may_be_all_that_there_are_many_of) {
  const std::uint32_t layers[] = {2, 1};
  hs::obstacles level;
  level.circles = {.x = 5.0f, .y = 0.0f, .radius = 1.0f};
  level.circles.layers = layers;
  const hs::level_options o{.layers = 1};
  EXPECT_LT(hs::move_and_slide({0, 0}, {1, 1}, {9, 0}, level, o).center.x, 9);
  EXPECT_TRUE(alike(level, {0, 0}, {1, 1}, {9, 0}, o));
}

TEST(obstacles, columns_that_do_not_agree_are_what_they_are_to_one_walker) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a breach ends the program";
  const hs::breach_handler before = hs::set_breach_handler([](const char*) {});
  const std::vector<float> low(8, 5.0f), high(8, 6.0f), zero(8, -1.0f), one(8, 1.0f);
  const std::vector<std::uint32_t> layers(4, 1);
  const auto same = [&](const hs::boxes& boxes, const hs::polygons& polygons) {
    hs::obstacles level;
    level.boxes = boxes, level.polygons = polygons;
    return alike(level, {0, 0}, {1, 1}, {9, 0});
  };
  const hs::boxes whole{.min_x = low, .min_y = zero, .max_x = high, .max_y = one};
  EXPECT_TRUE(same(whole, {}));
  hs::boxes few = whole;
  few.layers = layers;
  EXPECT_TRUE(same(few, {}));
  few = whole, few.max_y = {};
  EXPECT_TRUE(same(few, {}));
  few = whole, few.min_x = std::span(low).first(3);
  EXPECT_TRUE(same(few, {}));
  const float x[] = {5, 6, 6, 5}, y[] = {-1, -1, 1};
  const std::uint32_t offsets[] = {0, 3, 4};
  EXPECT_TRUE(same({}, {.x = x, .y = y, .offsets = offsets}));
  hs::set_breach_handler(before);
}

// ---- what is no input ----------------------------------------------------------------------------------------------

TEST(obstacles, what_is_no_number_moves_nobody_and_crashes_nothing) {
  world_of_all w = [] {
    rng r(86);
    return random_world(r, true);
  }();
  for (const float bad : {not_a_number, infinity, -infinity}) {
    const auto stays = [&](const hs::walked& s, hs::vec2 c) {
      EXPECT_TRUE(same_bits(s.center.x, c.x) && same_bits(s.center.y, c.y));
      EXPECT_EQ(s.contacts, 0);
      EXPECT_EQ(s.flags, 0);
    };
    stays(hs::move_and_slide({200, 0}, {1, 1}, {bad, 0}, w.view()), {200, 0});
    stays(hs::move_and_slide({200, 0}, {1, bad}, {1, 0}, w.view()), {200, 0});
    stays(hs::move_and_slide({bad, 0}, {1, 1}, {1, 0}, w.view()), {bad, 0});
    stays(hs::move_and_slide({200, 0}, {-1, 1}, {1, 0}, w.view()), {200, 0});
    stays(hs::move_and_slide(hs::circle{{200, 0}, bad}, {1, 0}, w.view()), {200, 0});
    stays(hs::move_and_slide(hs::circle{{200, 0}, -1}, {1, 0}, w.view()), {200, 0});
    w.lift({{-5, bad}, {5, 5}}, {1, 1}), w.lift({{150, -50}, {160, 50}}, {bad, 0});
    w.line({bad, 0}, {1, 1}), w.circles.push({{0, 0}, bad}), w.hull({{bad, 0}, {1, 1}, {2, 0}});
    EXPECT_GT(hs::move_and_slide({200, 0}, {1, 1}, {-9, 0}, w.view()).center.x, 150);
  }
  EXPECT_EQ(hs::move_and_slide({1, 2}, {1, 1}, {3, 4}, hs::obstacles{}).center, (hs::vec2{4, 6}))
      << "nothing is in the way";
  const hs::walked far = hs::move_and_slide({200, 0}, {1, 1}, {largest, 0}, w.view());
  EXPECT_TRUE(std::isfinite(far.center.x));
}

int told = 0;
TEST(obstacles, options_that_mean_nothing_are_told_and_nobody_moves) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "nobody looks, or it ends here";
  const hs::breach_handler before =
      hs::set_breach_handler([](const char* words) { told += std::string(words).find("hitscan: ") == 0; });
  const world_of_all w = hill(0.5f, 0);
  hs::walk_contact met[2] = {{.flag = 9}, {.flag = 9}};
  const hs::level_options wrong[] = {{.up = {0, 0}},         {.up = {not_a_number, 0}},  {.up = {0, infinity}},
                                     {.steepest = -1},       {.steepest = not_a_number}, {.snap = -1},
                                     {.snap = not_a_number}, {.snap = infinity}};
  int breaches = 0;
  for (hs::level_options o : wrong) {
    o.met = met, met[0].flag = 9, told = 0;
    EXPECT_EQ(hs::move_and_slide({-100, -8}, {5, 8}, {3, 1}, w.view(), o).center, (hs::vec2{-100, -8}));
    EXPECT_EQ(told, 1) << "option " << breaches;
    EXPECT_EQ(met[0], hs::walk_contact{});
    ++breaches;
  }
  world_of_all short_of = w;
  short_of.lift({{0, 0}, {1, 1}}, {}), short_of.lift({{9, 0}, {11, 1}}, {}), short_of.lift_sides.pop_back();
  told = 0;
  static_cast<void>(hs::move_and_slide({-100, -8}, {5, 8}, {3, 1}, short_of.view()));
  EXPECT_EQ(told, 1) << "columns of platforms that differ";
  hs::set_breach_handler(before);
}

// A ball stands on a platform that moves level, and the corner of a block is in the way of riding along. Along the
// corner it would go down, into what it stands on: it stays.
TEST(obstacles, a_ball_that_cannot_ride_along_stays_on_its_platform) {
  for (const std::uint8_t sides : {hs::tile_solid, hs::one_way_min_y})
    for (float corner = 84.2f; corner < 86; corner += 0.1f)
      for (float step = -4; step < -1; step += 0.25f) {
        const hs::boxes block{.min_x = 50.0f, .min_y = 50.0f, .max_x = 97.0f, .max_y = corner};
        float left = 0, right = 300;
        hs::circle ball{{109, 92}, 8};
        for (int frame = 0; frame < 15; ++frame) {
          const hs::platforms lift{
              .boxes = {.min_x = std::span(&left, 1), .min_y = 100.0f, .max_x = std::span(&right, 1), .max_y = 104.0f},
              .steps = {.dx = step, .dy = 0.0f},
              .sides = std::span(&sides, 1)};
          const hs::walked w =
              hs::move_and_slide(ball, {0, 0.375f}, hs::obstacles{.boxes = block, .platforms = lift}, {});
          left += step, right += step, ball.center = w.center;
          ASSERT_FALSE(w.flags & hs::crushed) << corner << ", by " << step << ", frame " << frame;
          ASSERT_TRUE(w.flags & hs::on_floor) << corner << ", by " << step << ", frame " << frame;
          ASSERT_FALSE(hs::overlap_any(ball, hs::box{{left, 100}, {right, 104}}));
          ASSERT_FALSE(hs::overlap_any(ball, block));
        }
      }
}

// On the way to the origin numbers become smaller, and with them what counts as standing: who was told to be on a floor
// stands on it in the next frame, too, and is put down by snap.
TEST(obstacles, who_walks_down_towards_the_origin_stays_on_its_slope) {
  rng r(6);
  for (std::size_t c = 0; c < cases(300); ++c) {
    const float slope = r.real(0.05f, 0.09f), speed = r.real(0.3f, 1), gravity = r.real(0.01f, 0.05f),
                far = r.real(3000, 5000);
    const hs::segments hill{.x = far, .y = 0.0f, .dx = -far, .dy = far * slope};
    const hs::vec2 half{9, 5};
    hs::vec2 at{far - 30, 21 * slope - 12};
    float down = 0;
    bool landed = false;
    for (int frame = 0; frame < 1200; ++frame) {
      down += gravity;
      const hs::walked w =
          hs::move_and_slide(at, half, {landed ? -speed : 0.0f, down}, hs::obstacles{.segments = hill}, {.snap = 12});
      const bool on = w.flags & hs::on_floor;
      ASSERT_TRUE(on || !landed) << "round " << c << ", frame " << frame;
      landed |= on, at = w.center, down = w.step.y;
    }
    ASSERT_TRUE(landed);
  }
}

// As many as bounds are kept of, and more: each of many walks as it does alone.
TEST(obstacles, many_among_many_platforms_walk_as_each_does) {
  rng r(8);
  for (const std::size_t lifts : {3ul, 300ul, 3000ul}) {
    constexpr std::size_t n = 40;
    const float width = 3 * std::sqrt(static_cast<float>(lifts)) * 40;
    std::vector<float> left, top, right, bottom, dx, dy, x, y, step_x, step_y;
    std::vector<std::uint8_t> sides, flags(n);
    for (std::size_t i = 0; i < lifts; ++i) {
      left.push_back(r.real(0, width)), top.push_back(r.real(0, width));
      right.push_back(left[i] + r.real(10, 80)), bottom.push_back(top[i] + r.real(3, 12));
      dx.push_back(r.one_in(2) ? 0 : r.real(-4, 4)), dy.push_back(r.one_in(2) ? 0 : r.real(-4, 4));
      sides.push_back(r.one_in(3) ? hs::one_way_min_y : hs::tile_solid);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t on = r.below(static_cast<std::uint32_t>(lifts));
      x.push_back(left[on] + r.real(0, 10)), y.push_back(top[on] - 8);
    }
    std::size_t rides = 0;
    for (int frame = 0; frame < 20; ++frame) {
      const hs::platforms all{.boxes = {.min_x = left, .min_y = top, .max_x = right, .max_y = bottom},
                              .steps = {.dx = dx, .dy = dy},
                              .sides = sides};
      const hs::obstacles level{.boxes = {.min_x = 0.0f, .min_y = width, .max_x = width, .max_y = width + 9},
                                .platforms = all};
      step_x.assign(n, 1), step_y.assign(n, 2);
      std::vector<hs::walked> each;
      for (std::size_t i = 0; i < n; ++i)
        each.push_back(hs::move_and_slide({x[i], y[i]}, {6, 8}, {step_x[i], step_y[i]}, level));
      (void)hs::move_and_slide(
          hs::walkers{.x = x, .y = y, .dx = step_x, .dy = step_y, .half_x = 6.0f, .half_y = 8.0f, .flags = flags},
          level);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ((hs::vec2{x[i], y[i]}), each[i].center) << lifts << " platforms, frame " << frame << ", walker " << i;
        ASSERT_EQ((hs::vec2{step_x[i], step_y[i]}), each[i].step);
        ASSERT_EQ(flags[i], each[i].flags);
        rides += (flags[i] & hs::carried) != 0;
      }
      for (std::size_t i = 0; i < lifts; ++i) left[i] += dx[i], right[i] += dx[i], top[i] += dy[i], bottom[i] += dy[i];
    }
    EXPECT_GT(rides, 20u) << lifts;
  }
}

// By a hair it would be put back in front of the tile's upper side.
TEST(obstacles, tiles_on_no_layer_that_is_asked_about_are_not_there) {
  const std::vector<std::uint8_t> tiles{hs::one_way_min_y};
  const hs::tile_map map{.width = 1, .height = 1, .cell = {16, 16}, .tiles = tiles};
  const hs::vec2 at{8, -7.5f}, step{0, 3.5f + 0x1p-22f};
  const hs::walked free = hs::move_and_slide(at, {4, 4}, step, hs::obstacles{}, {.layers = 0});
  EXPECT_GT(free.center.y, -4);
  EXPECT_EQ(hs::move_and_slide(at, {4, 4}, step, map, {.layers = 0}).center, free.center);
  EXPECT_EQ(hs::move_and_slide(at, {4, 4}, step, hs::obstacles{.tiles = &map}, {.layers = 0}).center, free.center);
}

TEST(platforms, of_more_than_are_listed_the_last_still_stops_a_walker) {
  std::vector<float> min_x(100, 4), max_x(100, 5), min_y(100, -1), max_y(100, 1);
  min_x.back() = -2, max_x.back() = 2, min_y.back() = 5, max_y.back() = 6;
  hs::obstacles level;
  level.platforms.boxes = {.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y};
  const hs::walked w = hs::move_and_slide({0, 0}, {1, 1}, {0, 20}, level, hs::level_options{.up = {0, -1}});
  EXPECT_EQ(w.center, (hs::vec2{0, 4}));
}

}  // namespace
