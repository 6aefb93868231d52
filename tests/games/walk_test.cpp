// move_and_slide: nobody through a wall, nobody stuck at a seam, nobody against their wish.
#include <gtest/gtest.h>

#include <algorithm>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

double dot(hs::vec2 a, hs::vec2 b) { return double{a.x} * double{b.x} + double{a.y} * double{b.y}; }

// ---- ten thousand walkers ------------------------------------------------------------------------------------------

constexpr std::uint32_t width = 96, height = 64;
constexpr float tile = 16;

// Rooms with thick and thin walls, steps, pillars; closed towards the outside and, some of them, towards each other.
struct dungeon {
  std::vector<std::uint8_t> tiles;
  std::vector<int> room;  // connected free tiles; -1: solid
  hs::tile_map map;

  explicit dungeon(rng& r) : tiles(width * height), room(width * height, -1) {
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        const bool wall = x == 0 || y == 0 || x + 1 == width || y + 1 == height || x % 24 == 0 || y % 16 == 0;
        const bool clutter = r.one_in(9) || (y % 16 == 15 && r.one_in(3));
        tiles[y * width + x] = wall || clutter ? hs::tile_solid : r.one_in(40) ? hs::one_way_min_y : 0;
      }
    for (int door = 0; door < 8; ++door) tiles[(3 + r.below(9)) * width + 24] = 0;
    map = {.width = width, .height = height, .cell = {tile, tile}, .origin = {-100, 37}, .tiles = tiles};
    int rooms = 0;
    for (std::uint32_t i = 0; i < tiles.size(); ++i)
      if (room[i] < 0 && !(tiles[i] & hs::tile_solid)) fill(i, rooms++);
  }
  void fill(std::uint32_t from, int name) {
    std::vector<std::uint32_t> open{from};
    room[from] = name;
    while (!open.empty()) {
      const std::uint32_t i = open.back();
      open.pop_back();
      for (const std::uint32_t next : {i - 1, i + 1, i - width, i + width})  // the border is solid
        if (!(tiles[next] & hs::tile_solid) && room[next] < 0) room[next] = name, open.push_back(next);
    }
  }
  int room_at(float x, float y) const {
    const auto column = static_cast<std::uint32_t>((x - map.origin.x) / tile);
    const auto row = static_cast<std::uint32_t>((y - map.origin.y) / tile);
    return column < width && row < height ? room[row * width + column] : -1;
  }
};

// What differs between boxes and discs.
struct box_crowd {
  static constexpr float against = 0;  // the wish, at most
  std::vector<float> half_x, half_y;
  void push(rng& r) { half_x.push_back(r.real(2, 7)), half_y.push_back(r.real(2, 7)); }
  void pop() { half_x.pop_back(), half_y.pop_back(); }
  hs::box at(std::size_t i, hs::vec2 c) const { return hs::box::from_center(c, {half_x[i], half_y[i]}); }
  auto walkers(std::vector<float>& x, std::vector<float>& y, std::vector<float>& dx, std::vector<float>& dy,
               std::vector<std::uint8_t>& flags) const {
    return hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half_x, .half_y = half_y, .flags = flags};
  }
};
struct disc_crowd {
  static constexpr float against = 1e-3f;  // a slanted wall turns the rounding of a centre against it
  std::vector<float> radius;
  void push(rng& r) { radius.push_back(r.real(2, 7)); }
  void pop() { radius.pop_back(); }
  hs::circle at(std::size_t i, hs::vec2 c) const { return {c, radius[i]}; }
  auto walkers(std::vector<float>& x, std::vector<float>& y, std::vector<float>& dx, std::vector<float>& dy,
               std::vector<std::uint8_t>& flags) const {
    return hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = radius, .flags = flags};
  }
};

template <class Crowd> void ten_thousand_frames(std::size_t n, std::size_t frames) {
  rng r(61);
  const dungeon d(r);
  Crowd crowd;
  std::vector<float> x, y, dx(n), dy(n);
  std::vector<std::uint8_t> flags(n);
  while (x.size() < n) {
    const hs::vec2 c{r.real(-100, -100 + tile * width), r.real(37, 37 + tile * height)};
    crowd.push(r);
    if (d.map.overlap_any(crowd.at(x.size(), c)))
      crowd.pop();
    else
      x.push_back(c.x), y.push_back(c.y);
  }
  std::vector<int> home(n);
  for (std::size_t i = 0; i < n; ++i) home[i] = d.room_at(x[i], y[i]);
  const auto all = crowd.walkers(x, y, dx, dy, flags);
  std::vector<float> wish_x(n), speed_y(n);
  std::size_t contacts = 0, on_floor = 0, held_up = 0;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const std::vector<float> old_x = x, old_y = y;
    for (std::size_t i = 0; i < n; ++i) {
      if (r.one_in(20)) wish_x[i] = r.one_in(4) ? 0 : r.real(-6, 6);
      if (r.one_in(60)) speed_y[i] = r.real(-14, 0);
      if (r.one_in(500)) wish_x[i] = r.real(-400, 400);
      dx[i] = wish_x[i], dy[i] = speed_y[i];
    }
    const hs::walk_counts sum = hs::move_and_slide(all, d.map);
    ASSERT_EQ(sum.walkers, n);
    ASSERT_EQ(sum.stuck + sum.recovered, 0u);
    contacts += sum.contacts;
    for (std::size_t i = 0; i < n; ++i) {
      const hs::vec2 c{x[i], y[i]}, was{old_x[i], old_y[i]}, wish{wish_x[i], speed_y[i]};
      ASSERT_FALSE(d.map.overlap_any(crowd.at(i, c))) << text(c) << " in frame " << frame;
      ASSERT_EQ(d.room_at(c.x, c.y), home[i]) << text(was) << " to " << text(c) << " in frame " << frame;
      const double room = double{Crowd::against} * std::sqrt(dot(wish, wish));
      ASSERT_GE(dot({c.x - was.x, c.y - was.y}, wish), -room) << "against the wish";
      ASSERT_GE(dot({dx[i], dy[i]}, wish), 0);
      // On a floor, and nothing in the way along it: then it has to get there.
      const auto before = crowd.at(i, was);
      if (flags[i] == hs::met_above_y && wish.x != 0 && !d.map.sweep_nearest(before, {wish.x, 0})) {
        const hs::hit floor = d.map.sweep_nearest(before, {0, wish.y});
        if (floor && floor.normal.x == 0 && floor.time * wish.y < 1e-4f) {
          ++on_floor;
          held_up += std::fabs((c.x - was.x) - wish.x) > 1e-3f;
        }
      }
      speed_y[i] = std::min(dy[i] + 0.5f, 9.0f);
    }
  }
  EXPECT_EQ(held_up, 0u) << "of " << on_floor;
  if (whole_run()) {
    EXPECT_GT(on_floor, n * frames / 20) << "or the test would say nothing";
    EXPECT_GT(contacts, n * frames / 4);
  }
}

// HITSCAN_CASES=5000000: ten thousand frames.
TEST(walk, of_ten_thousand_walkers_none_gets_stuck_and_none_through) {
  ten_thousand_frames<box_crowd>(10000, cases(200));
}
TEST(walk, of_as_many_round_ones_none_gets_stuck_and_none_through) {
  ten_thousand_frames<disc_crowd>(10000, cases(100));
}

// ---- holes of their own size --------------------------------------------------------------------------------------

// A wall with a tunnel at the height of the floor, or a floor with a shaft at the foot of the wall: each one tile wide.
// Four ways round. The floor's line and the wall's are `far` tiles from 0.
//
//     . . . # # #        . . . # # #
//     . . . . . .        . . . # # #
//     # # # # # #        # # . # # #
struct hole {
  static constexpr std::uint32_t columns = 12, rows = 8, wall = 6, floor = 5;
  bool shaft, left, up;
  float cell, far;
  std::vector<std::uint8_t> tiles;
  hs::tile_map map;
  box_columns<2> boxes;

  hole(bool shaft_, bool left_, bool up_, float cell_, float far_, std::uint8_t ground = hs::tile_solid)
      : shaft(shaft_), left(left_), up(up_), cell(cell_), far(far_), tiles(columns * rows) {
    for (std::uint32_t y = 0; y < rows; ++y)
      for (std::uint32_t x = 0; x < columns; ++x) {
        const bool below = y >= floor, behind = x >= wall;
        const bool solid = shaft ? (below && x + 1 != wall) || behind : below || (behind && y + 1 != floor);
        const std::uint32_t column = left ? columns - 1 - x : x, row = up ? rows - 1 - y : y;
        if (solid) tiles[row * columns + column] = below && !behind ? ground : std::uint8_t{hs::tile_solid};
      }
    map = {.width = columns, .height = rows, .cell = {cell, cell}, .tiles = tiles};
    map.origin.x = cell * (far - static_cast<float>(left ? columns - wall : wall));
    map.origin.y = cell * (far - static_cast<float>(up ? rows - floor : floor));
    for (std::uint32_t i = 0; i < columns * rows; ++i)
      if (tiles[i]) boxes.push(map.tile(i % columns, i / columns));
  }
  float to_x(float tiles_on) const { return cell * (far + (left ? -tiles_on : tiles_on)); }
  float to_y(float tiles_down) const { return cell * (far + (up ? -tiles_down : tiles_down)); }
  // By more than half, which is further than anybody comes who does not fit.
  bool is_in(float x, float y) const {
    const float on = left ? to_x(0) - x : x - to_x(0), down = up ? to_y(0) - y : y - to_y(0);
    return shaft ? down > 0.25f * cell : on > 0.25f * cell;
  }
};
std::string name_of(const hole& w) {
  return std::string(w.shaft ? "shaft" : "tunnel") + (w.left ? ", to the left" : "") + (w.up ? ", falling up" : "") +
         ", tiles of " + std::to_string(w.cell) + ", " + std::to_string(w.far) + " tiles from 0";
}

// n walkers of the tile's size, each with a speed and a gravity of its own: how many are not in after 600 frames.
// step(x, y, dx, dy) is a frame of all.
template <class Step> std::size_t kept_out(const hole& w, std::size_t n, const Step& step) {
  std::vector<float> x(n, w.to_x(-4.5f)), y(n, w.to_y(-4.87f)), dx(n), dy(n), fall(n);
  std::vector<bool> in(n);
  std::size_t out = n;
  const auto ways = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
  for (int frame = 0; frame < 600 && out > 0; ++frame) {
    for (std::size_t i = 0; i < n; ++i) {
      const float share = static_cast<float>(i / ways) / static_cast<float>(ways),
                  other = static_cast<float>(i % ways) / static_cast<float>(ways);
      const float speed = w.cell * (0.0131f + 1.37f * share), gravity = w.cell * (0.0017f + 0.31f * other);
      dx[i] = w.left ? -speed : speed, dy[i] = fall[i] + (w.up ? -gravity : gravity);
    }
    step(x, y, dx, dy);
    fall = dy;
    for (std::size_t i = 0; i < n; ++i)
      if (!in[i] && w.is_in(x[i], y[i])) in[i] = true, --out;
  }
  return out;
}

constexpr struct {
  float cell, far;
} layouts[] = {{1, 1}, {8, 1}, {10, 1}, {16, -1}, {32, 32}, {16, 37}, {10, 128}};

template <class Each> void each_hole(const Each& each) {
  for (const auto& l : layouts)
    for (const bool shaft : {false, true})
      for (const bool left : {false, true})
        for (const bool up : {false, true}) each(shaft, left, up, l.cell, l.far);
}

TEST(walk, who_is_as_large_as_a_tile_gets_into_every_hole_of_a_tile) {
  each_hole([&](bool shaft, bool left, bool up, float cell, float far) {
    const hole w(shaft, left, up, cell, far);
    const float half = cell * 0.5f;
    const std::size_t n = cases(left || up ? 64 : 640);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      const std::size_t out = kept_out(w, n, [&](auto& x, auto& y, auto& dx, auto& dy) {
        hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half, .half_y = half}, w.map);
      });
      EXPECT_EQ(out, 0u) << "of " << n << " boxes, " << name_of(w) << ", on " << hs::name(which);
    }
    const std::size_t out = kept_out(w, cases(36), [&](auto& x, auto& y, auto& dx, auto& dy) {
      hs::move_and_slide(hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = half}, w.map);
    });
    EXPECT_EQ(out, 0u) << "of " << cases(36) << " circles, " << name_of(w);
  });
}

TEST(walk, who_is_as_large_as_a_gap_between_boxes_gets_into_it) {
  each_hole([&](bool shaft, bool left, bool up, float cell, float far) {
    const hole w(shaft, left, up, cell, far);
    const float half = cell * 0.5f;
    const std::size_t boxes = kept_out(w, cases(36), [&](auto& x, auto& y, auto& dx, auto& dy) {
      hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half, .half_y = half},
                         w.boxes.view());
    });
    EXPECT_EQ(boxes, 0u) << "of " << cases(36) << " boxes, " << name_of(w);
    const std::size_t circles = kept_out(w, cases(36), [&](auto& x, auto& y, auto& dx, auto& dy) {
      hs::move_and_slide(hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = half}, w.boxes.view());
    });
    EXPECT_EQ(circles, 0u) << "of " << cases(36) << " circles, " << name_of(w);
  });
}

// ... and with floors, walls and ceilings told apart.
TEST(walk, who_is_as_large_as_a_hole_gets_into_it_among_obstacles) {
  each_hole([&](bool shaft, bool left, bool up, float cell, float far) {
    const hole w(shaft, left, up, cell, far);
    const float half = cell * 0.5f;
    for (const bool tiles : {false, true}) {
      const hs::obstacles level = tiles ? hs::obstacles{.tiles = &w.map} : hs::obstacles{.boxes = w.boxes.view()};
      const hs::level_options o{.up = {0, up ? 1.0f : -1.0f}, .snap = tiles ? 0 : 0.05f * cell};
      const std::size_t boxes = kept_out(w, cases(36), [&](auto& x, auto& y, auto& dx, auto& dy) {
        hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half, .half_y = half}, level, o);
      });
      EXPECT_EQ(boxes, 0u) << "of " << cases(36) << " boxes, " << name_of(w);
      const std::size_t circles = kept_out(w, cases(36), [&](auto& x, auto& y, auto& dx, auto& dy) {
        hs::move_and_slide(hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = half}, level, o);
      });
      EXPECT_EQ(circles, 0u) << "of " << cases(36) << " circles, " << name_of(w);
    }
  });
}

TEST(walk, who_stands_on_one_way_tiles_gets_into_a_tunnel_of_its_size) {
  for (const auto& l : layouts)
    for (const bool left : {false, true})
      for (const bool up : {false, true}) {
        const hole w(false, left, up, l.cell, l.far, up ? hs::one_way_max_y : hs::one_way_min_y);
        const float half = l.cell * 0.5f;
        const std::size_t boxes = kept_out(w, cases(100), [&](auto& x, auto& y, auto& dx, auto& dy) {
          hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half, .half_y = half}, w.map);
        });
        EXPECT_EQ(boxes, 0u) << "of " << cases(100) << " boxes, " << name_of(w);
        const std::size_t circles = kept_out(w, cases(36), [&](auto& x, auto& y, auto& dx, auto& dy) {
          hs::move_and_slide(hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = half}, w.map);
        });
        EXPECT_EQ(circles, 0u) << "of " << cases(36) << " circles, " << name_of(w);
      }
}

// Tiles and places of any size: edges and halves are rounded, and not every float is there. Where there is one from
// which nothing overlaps, and the walker is not larger than the tunnel, it gets in; in no case is it in a tile.
TEST(walk, a_tunnel_with_a_float_to_be_at_is_entered_wherever_it_lies) {
  rng r(63);
  std::size_t entered = 0, none = 0;
  for (std::size_t round = 0; round < cases(600); ++round) {
    const bool left = r.one_in(2), up = r.one_in(2);
    hole w(false, left, up, r.one_in(3) ? 0.1f : r.real(0.01f, 40), 0);
    w.map.origin = {w.cell * r.real(-30, 30), w.cell * r.real(-1, 1) * (r.one_in(2) ? 9.0f : 300.0f)};
    const hs::box tunnel =
        w.map.tile(left ? hole::columns - 1 - hole::wall : hole::wall, up ? hole::rows - hole::floor : hole::floor - 1);
    float half = (tunnel.max.y - tunnel.min.y) * 0.5f;
    for (int n = r.whole(-2, 2); n != 0; n += n < 0 ? 1 : -1) half = n < 0 ? one_ulp_down(half) : one_ulp_up(half);
    const auto fits = [&](float y, bool disc) {
      if (disc) return double{y} - double{half} >= tunnel.min.y && double{y} + double{half} <= tunnel.max.y;
      return y - half >= tunnel.min.y && y + half <= tunnel.max.y;
    };
    bool somewhere[2] = {false, false};
    for (float y : {tunnel.min.y + half, tunnel.max.y - half}) {
      for (int n = 0; n < 3; ++n) y = one_ulp_down(y);
      for (int n = 0; n < 7; ++n, y = one_ulp_up(y))
        for (const bool disc : {false, true}) somewhere[disc] = somewhere[disc] || fits(y, disc);
    }
    const bool not_larger = 2 * double{half} <= double{tunnel.max.y} - double{tunnel.min.y};
    constexpr std::size_t n = 9;
    const float wide = 0.3f * w.cell, on = left ? -w.cell : w.cell, down = up ? -w.cell : w.cell,
                wall = left ? tunnel.max.x : tunnel.min.x, ground = up ? tunnel.min.y : tunnel.max.y;
    for (const bool disc : {false, true}) {
      std::vector<float> x(n, wall - 3 * on), y(n, ground - 1.9f * down), dx(n), dy(n), speed, gravity, fall(n);
      for (std::size_t i = 0; i < n; ++i)
        speed.push_back(on * r.real(0.1f, 0.5f)), gravity.push_back(r.real(0.01f, 0.4f));
      for (int frame = 0; frame < 70; ++frame) {
        for (std::size_t i = 0; i < n; ++i) dx[i] = speed[i], dy[i] = fall[i] + down * gravity[i];
        if (disc)
          hs::move_and_slide(hs::round_walkers{.x = x, .y = y, .dx = dx, .dy = dy, .radius = half}, w.map);
        else
          hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = wide, .half_y = half}, w.map);
        fall = dy;
        for (std::size_t i = 0; i < n; ++i)
          if (disc ? w.map.overlap_any(hs::circle{{x[i], y[i]}, half})
                   : w.map.overlap_any(hs::box::from_center({x[i], y[i]}, {wide, half})))
            FAIL() << text(hs::vec2{x[i], y[i]}) << " overlaps a tile, half " << hex(half) << ", origin "
                   << text(w.map.origin) << ", cell " << hex(w.cell);
      }
      for (std::size_t i = 0; i < n; ++i) {
        const bool in = left ? x[i] < wall : x[i] > wall;
        if (disc || not_larger) {
          ASSERT_EQ(in, somewhere[disc]) << (disc ? "disc " : "box ") << text(hs::vec2{x[i], y[i]}) << ", half "
                                         << hex(half) << ", tunnel " << text(tunnel) << ", step " << hex(speed[i])
                                         << ' ' << hex(gravity[i]) << (left ? " to the left" : "") << (up ? " up" : "");
        }
        ++(in ? entered : none);
      }
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(entered, none / 5);
    EXPECT_GT(none, entered / 5);
  }
}

// What is flush with both could go on along the line between them. A point, and a box that rounds to one, stays a hair
// away from the floor, as it is thinner than that hair.
//
//     . #
//     # .
TEST(walk, a_point_comes_through_no_corner_at_which_two_tiles_meet) {
  const std::vector<std::uint8_t> tiles{0, hs::tile_solid, hs::tile_solid, 0};
  const hs::tile_map map{.width = 2, .height = 2, .cell = {16, 16}, .tiles = tiles};
  const hs::vec2 from{8, 0.5f}, step{12, 20};
  for (const float half : {0.0f, 1e-8f}) {
    const hs::walked w = hs::move_and_slide(from, {half, half}, step, map);
    EXPECT_LE(w.center.x, 16) << half;
    EXPECT_LT(w.center.y, 16) << half;
    EXPECT_EQ(w.flags, hs::met_above_y | hs::met_above_x) << half;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      std::vector<float> x(9, from.x), y(9, from.y), dx(9, step.x), dy(9, step.y);
      hs::move_and_slide(hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = half, .half_y = half}, map);
      EXPECT_EQ(x, std::vector<float>(9, w.center.x)) << hs::name(which);
      EXPECT_EQ(y, std::vector<float>(9, w.center.y)) << hs::name(which);
    }
  }
  const hs::walked box = hs::move_and_slide(from, {0.25f, 0.25f}, step, map);
  EXPECT_EQ(box.center, (hs::vec2{15.75f, 15.75f})) << "flush with both, and held by both";
}

// ---- one walker ----------------------------------------------------------------------------------------------------

TEST(walk, a_wall_costs_what_leads_into_it_and_a_niche_ends_the_frame) {
  const std::vector<float> min_x{10, 0}, min_y{-50, 20}, max_x{20, 40}, max_y{50, 30};
  const hs::boxes world{.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y};
  const hs::walked along = hs::move_and_slide({0, 0}, {1, 1}, {16, 8}, world);
  EXPECT_NEAR(along.center.x, 9, 1e-5);
  EXPECT_LE(along.center.x + 1, 10);
  EXPECT_NEAR(along.center.y, 8, 1e-5);
  EXPECT_EQ(along.step, (hs::vec2{0, 8}));
  EXPECT_EQ(along.contacts, 1);
  EXPECT_EQ(along.flags, hs::met_above_x);
  const hs::walked niche = hs::move_and_slide({5, 10}, {1, 1}, {16, 16}, world);
  EXPECT_NEAR(niche.center.x, 9, 1e-5);
  EXPECT_NEAR(niche.center.y, 19, 1e-5);
  EXPECT_EQ(niche.step, hs::vec2{});
  EXPECT_EQ(niche.flags, hs::met_above_x | hs::met_above_y);
  const hs::walked tired = hs::move_and_slide({5, 10}, {1, 1}, {16, 16}, world, {.contacts = 1});
  EXPECT_EQ(tired.contacts, 1);
  EXPECT_LT(tired.center.y, 15) << "the rest of the step is lost";
  EXPECT_EQ(hs::move_and_slide({0, 0}, {1, 1}, {3, 4}, world), (hs::walked{{3, 4}, {3, 4}}));
}

TEST(walk, who_starts_inside_gets_out_the_shortest_way_and_then_walks) {
  const std::vector<std::uint8_t> row(8, hs::tile_solid);
  const hs::tile_map floor{.width = 8, .height = 1, .cell = {16, 16}, .tiles = row};
  const hs::walked up = hs::move_and_slide({64, -3}, {5, 5}, {10, 0}, floor);  // two deep, over a seam
  EXPECT_EQ(up.flags, hs::recovered);
  EXPECT_EQ(up.center, (hs::vec2{74, -5})) << "out of the floor, not along it";
  const hs::walked tie = hs::move_and_slide({64, 8}, {1, 1}, {0, 0}, floor);
  EXPECT_EQ(tie.center, (hs::vec2{64, 17})) << "equal ways: the higher side";
  box_columns<2> cross;  // four arms of boxes that overlap: no end of them within a few pushes
  for (int k = -30; k < 30; ++k) {
    const auto at = static_cast<float>(k);
    cross.push({{at, -1}, {at + 2, 1}}), cross.push({{-1, at}, {1, at + 2}});
  }
  const hs::walked lost = hs::move_and_slide({0, 0}, {0.5f, 0.5f}, {3, 0}, cross.view());
  EXPECT_EQ(lost.flags, hs::stuck);
  EXPECT_EQ(lost.center, hs::vec2{});
  EXPECT_EQ(lost.step, hs::vec2{});
}

// Along the line of the centres, no further than it takes.
TEST(walk, a_disc_that_starts_in_another_comes_out_beside_it) {
  const float x[] = {10}, y[] = {20}, radius[] = {5};
  const hs::circles pillar{x, y, radius};
  const auto out_of = [&](hs::vec2 from) { return hs::move_and_slide(hs::circle{from, 2}, {0, 0}, pillar); };
  for (const float sx : {1.0f, -1.0f})
    for (const float sy : {1.0f, -1.0f}) {
      const hs::walked r = out_of({10 + sx * 0.3f, 20 + sy * 0.4f});
      EXPECT_EQ(r.flags, hs::recovered);
      EXPECT_NEAR(r.center.x, 10 + sx * 0.6f * 7, 1e-4f);
      EXPECT_NEAR(r.center.y, 20 + sy * 0.8f * 7, 1e-4f);
    }
  const hs::walked middle = out_of({10, 20});
  EXPECT_EQ(middle.center.x, 10) << "there is no such line: upwards";
  EXPECT_NEAR(middle.center.y, 27, 1e-4f);
}

// By the nearest of the four faces, wherever the box lies.
TEST(walk, who_starts_in_a_box_comes_out_flush_with_its_nearest_face) {
  for (const float sx : {1.0f, -1.0f})
    for (const float sy : {1.0f, -1.0f}) {
      box_columns<2> one;
      one.push({{sx * 120 - 20, sy * 220 - 20}, {sx * 120 + 20, sy * 220 + 20}});
      const auto out_of = [&](hs::vec2 from) {
        const hs::vec2 middle{sx * 120, sy * 220};
        const hs::walked r = hs::move_and_slide({middle.x + from.x, middle.y + from.y}, {1, 2}, {0, 0}, one.view());
        EXPECT_EQ(r.flags, hs::recovered);
        return hs::vec2{r.center.x - middle.x, r.center.y - middle.y};
      };
      EXPECT_EQ(out_of({-17, 1}), (hs::vec2{-21, 1}));
      EXPECT_EQ(out_of({17, 1}), (hs::vec2{21, 1}));
      EXPECT_EQ(out_of({1, -17}), (hs::vec2{1, -22}));
      EXPECT_EQ(out_of({1, 17}), (hs::vec2{1, 22}));
    }
}

// Straight out of what it is deepest in: by its nearest face, and on a floor of two boxes not along the seam.
TEST(walk, a_disc_that_starts_in_a_box_comes_straight_out) {
  const auto check = [](const box_columns<2>& all, hs::vec2 from, hs::vec2 to) {
    const hs::walked r = hs::move_and_slide(hs::circle{from, 2}, {0, 0}, all.view());
    EXPECT_EQ(r.flags, hs::recovered) << text(from);
    EXPECT_NEAR(r.center.x, to.x, 1e-4f) << text(from);
    EXPECT_NEAR(r.center.y, to.y, 1e-4f) << text(from);
  };
  box_columns<2> one, floor;
  one.push({{100, 200}, {140, 240}});
  check(one, {103, 221}, {98, 221}), check(one, {137, 221}, {142, 221});
  check(one, {121, 203}, {121, 198}), check(one, {121, 237}, {121, 242});
  for (const float x : {-1.0f, 1.0f})  // past a corner, which is nearer than any line beside the box
    for (const float y : {-1.0f, 1.0f})
      check(one, {120 + x * 20.6f, 220 + y * 20.8f}, {120 + x * 21.2f, 220 + y * 21.6f});
  floor.push({{0, 10}, {10, 20}}), floor.push({{10, 10}, {20, 20}});
  check(floor, {9, 9}, {9, 8}), check(floor, {11, 9}, {11, 8});
}

// Where one side has no end, the other is tried still.
TEST(walk, who_gets_out_to_no_end_on_one_side_gets_out_on_the_other) {
  for (const int k : {0, 1})
    for (const int side : {1, -1}) {
      box_columns<2> row;  // from -30 to 2 on axis k, or turned round
      for (int i = -30; i <= 0; ++i) {
        hs::box b{{-9, -9}, {9, 9}};
        b.min[k] = static_cast<float>(side > 0 ? i : -i - 2), b.max[k] = b.min[k] + 2;
        row.push(b);
      }
      hs::vec2 from{}, to{};
      from[k] = 0.5f * static_cast<float>(side), to[k] = 3.0f * static_cast<float>(side);
      const hs::walked r = hs::move_and_slide(from, {1, 1}, {0, 0}, row.view());
      EXPECT_EQ(r.flags, hs::recovered);
      EXPECT_EQ(r.center, to) << "axis " << k << ", side " << side;
    }
}

TEST(walk, random_starts_end_free_boxes_among_boxes_and_discs_among_both) {
  rng r(67);
  std::size_t recovered = 0, stuck = 0, contacts = 0;
  for (std::size_t round = 0; round < cases(1500); ++round) {
    box_columns<2> boxes;
    circle_columns<2> circles;
    for (int k = r.whole(1, 12); k > 0; --k) {
      boxes.push(hs::box::from_corner({r.real(-40, 40), r.real(-40, 40)}, {r.real(0, 20), r.real(0, 20)}));
      circles.push({{r.real(-40, 40), r.real(-40, 40)}, r.real(0, 8)});
    }
    const hs::vec2 c{r.real(-40, 40), r.real(-40, 40)}, h{r.real(0, 4), r.real(0, 4)},
        step{r.real(-90, 90), r.real(-90, 90)};
    const auto check = [&](const hs::walked& w, bool started, bool ended) {
      contacts += static_cast<std::size_t>(w.contacts);
      ASSERT_EQ((w.flags & (hs::recovered | hs::stuck)) != 0, started);
      recovered += (w.flags & hs::recovered) != 0, stuck += (w.flags & hs::stuck) != 0;
      ASSERT_EQ(ended, (w.flags & hs::stuck) != 0) << text(c) << text(step) << text(w.center);
      ASSERT_GE(dot(w.step, step), 0);
      if (!started) {
        ASSERT_GE(dot({w.center.x - c.x, w.center.y - c.y}, step), -1e-3);
      }
    };
    const hs::walked b = hs::move_and_slide(c, h, step, boxes.view());
    check(b, hs::overlap_any(hs::box::from_center(c, h), boxes.view()),
          hs::overlap_any(hs::box::from_center(b.center, h), boxes.view()));
    const hs::circle disc{c, h.x};
    const hs::walked among = hs::move_and_slide(disc, step, boxes.view());
    check(among, hs::overlap_any(disc, boxes.view()), hs::overlap_any(hs::circle{among.center, h.x}, boxes.view()));
    const hs::walked d = hs::move_and_slide(disc, step, circles.view());
    check(d, hs::overlap_any(disc, circles.view()), hs::overlap_any(hs::circle{d.center, h.x}, circles.view()));
    if (testing::Test::HasFatalFailure()) return;
  }
  if (trial::whole_run()) {
    EXPECT_GT(recovered, 0u);
    EXPECT_LT(stuck, recovered / 10);
    EXPECT_GT(contacts, cases(1500) / 2);
  }
}

TEST(walk, a_disc_rolls_over_an_edge_and_out_of_a_floor) {
  const std::vector<std::uint8_t> row(8, hs::tile_solid);
  const hs::tile_map floor{.width = 8, .height = 1, .cell = {16, 16}, .tiles = row};
  const hs::walked up = hs::move_and_slide(hs::circle{{64, -3}, 5}, {10, 0}, floor);  // two deep, over a seam
  EXPECT_EQ(up.flags, hs::recovered);
  EXPECT_NEAR(up.center.x, 74, 1e-4);
  EXPECT_NEAR(up.center.y, -5, 1e-4);
  const hs::walked deep = hs::move_and_slide(hs::circle{{64, 4}, 1}, {0, 0}, floor);  // within, on a seam
  EXPECT_EQ(deep.flags, hs::recovered);
  EXPECT_FALSE(floor.overlap_any(hs::circle{deep.center, 1}));
  EXPECT_NEAR(deep.center.y, -1, 1e-4);
  const hs::walked off = hs::move_and_slide(hs::circle{{-3, -8}, 5}, {0, 10}, floor);  // on the edge: down beside it
  EXPECT_LT(off.center.x, -3);
  EXPECT_GT(off.center.y, -4);
  EXPECT_EQ(off.flags, hs::met_above_y | hs::met_above_x);
}

TEST(walk, many_discs_get_the_answers_of_one_at_a_time) {
  rng r(69);
  box_columns<2> boxes;
  circle_columns<2> circles;
  for (int k = 0; k < 9; ++k) {
    boxes.push(hs::box::from_corner({r.real(-40, 40), r.real(-40, 40)}, {r.real(0, 20), r.real(0, 20)}));
    circles.push({{r.real(-40, 40), r.real(-40, 40)}, r.real(0, 8)});
  }
  std::vector<std::uint8_t> tiles(36);
  for (auto& t : tiles) t = r.one_in(3) ? hs::tile_solid : 0;
  const hs::tile_map map{.width = 6, .height = 6, .cell = {16, 16}, .origin = {-48, -48}, .tiles = tiles};
  constexpr std::size_t n = 200;
  std::vector<float> x, y, dx, dy, radius;
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(r.real(-40, 40)), y.push_back(r.real(-40, 40)), radius.push_back(r.real(0, 4));
    dx.push_back(r.real(-40, 40)), dy.push_back(r.real(-40, 40));
  }
  const auto check = [&](const auto& world) {
    auto new_x = x, new_y = y, new_dx = dx, new_dy = dy;
    std::vector<std::uint8_t> flags(n);
    const hs::walk_counts sum = hs::move_and_slide(
        hs::round_walkers{.x = new_x, .y = new_y, .dx = new_dx, .dy = new_dy, .radius = radius, .flags = flags}, world);
    std::size_t contacts = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const hs::walked w = hs::move_and_slide(hs::circle{{x[i], y[i]}, radius[i]}, {dx[i], dy[i]}, world);
      ASSERT_EQ(w.center, (hs::vec2{new_x[i], new_y[i]})) << i;
      ASSERT_EQ(w.step, (hs::vec2{new_dx[i], new_dy[i]})) << i;
      ASSERT_EQ(w.flags, flags[i]) << i;
      contacts += static_cast<std::size_t>(w.contacts);
    }
    EXPECT_EQ(sum.contacts, contacts);
    EXPECT_EQ(sum.walkers, n);
    EXPECT_GT(contacts, n / 4);
  };
  check(boxes.view()), check(circles.view()), check(map);
}

// Walkers on the lines of a map and between, by whole and by any steps, frame after frame, so that most stand
// somewhere; some steps end on a line, or some ulps off. Of half the maps tiles are solid from any sides.
TEST(walk, crowds_on_tiles_get_the_bits_of_one_at_a_time_on_every_isa) {
  rng r(70);
  std::size_t contacts = 0, total = 0;
  for (std::size_t round = 0; round < cases(60); ++round) {
    dungeon d(r);
    const std::size_t n = r.one_in(4) ? 1025 + r.below(900) : 1 + r.below(100);
    const bool whole = r.one_in(2);
    if (r.one_in(2))
      for (auto& t : d.tiles)
        if (!(t & hs::tile_solid) && r.one_in(4)) t = static_cast<std::uint8_t>(r.below(16) << 1);
    const auto off_by_ulps = [&](float c) {
      for (int n = r.whole(-3, 3); n != 0; n += n < 0 ? 1 : -1) c = n < 0 ? one_ulp_down(c) : one_ulp_up(c);
      return c;
    };
    const auto line = [&](int axis) { return d.map.tile(r.below(width), r.below(height)).min[axis]; };
    const hs::walk_options o{.contacts = r.one_in(4) ? static_cast<int>(r.below(3)) : 4};
    std::vector<float> x, y, half;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(d.map.origin.x +
                  (whole ? static_cast<float>(r.below(2 * width)) * 8 : r.real(-20, width * tile + 20)));
      y.push_back(d.map.origin.y + (whole ? static_cast<float>(r.below(2 * height)) * 8 : r.real(-20, height * tile)));
      half.push_back(whole ? static_cast<float>(1 + r.below(8)) : r.one_in(12) ? 0 : r.real(0, 9));
      if (!r.one_in(6)) continue;  // beside a line, and some ulps off
      auto& c = r.one_in(2) ? x : y;
      const float at = line(&c == &x ? 0 : 1);
      c.back() = off_by_ulps(r.one_in(2) ? at - half.back() : at + half.back());
    }
    const std::vector<float> other = r.one_in(2) ? half : std::vector<float>(half.rbegin(), half.rend());
    for (int frame = 0; frame < 4; ++frame) {
      std::vector<float> dx, dy;
      for (std::size_t i = 0; i < n; ++i) {
        for (auto* v : {&dx, &dy})
          v->push_back(r.one_in(5) ? (r.one_in(2) ? 0.0f : -0.0f)
                       : whole     ? static_cast<float>(r.whole(-9, 9))
                                   : r.real(-9, 9));
        if (r.one_in(3)) dy.back() = 4;
        const int axis = r.below(2) == 0 ? 0 : 1;
        const float c = axis == 0 ? x[i] : y[i], reach = axis == 0 ? half[i] : other[i];
        for (int tries = r.one_in(3) ? 40 : 0; tries > 0; --tries)  // until one is not far
          if (const float way = r.one_in(2) ? line(axis) - (c + reach) : line(axis) - (c - reach); std::abs(way) < 20)
            (axis == 0 ? dx : dy).back() = off_by_ulps(way), tries = 0;
        if (r.one_in(200)) dx.back() = r.one_in(2) ? not_a_number : 1e9f;
      }
      std::vector<hs::walked> truth[2];
      for (std::size_t i = 0; i < n; ++i) {
        truth[0].push_back(hs::move_and_slide({x[i], y[i]}, {half[i], other[i]}, {dx[i], dy[i]}, d.map, o));
        truth[1].push_back(hs::move_and_slide(hs::circle{{x[i], y[i]}, half[i]}, {dx[i], dy[i]}, d.map, o));
      }
      auto new_x = x, new_y = y;
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        for (const int disc : {1, 0}) {
          new_x = x, new_y = y;
          auto new_dx = dx, new_dy = dy;
          std::vector<std::uint8_t> flags(n, 77);
          const hs::walk_counts sum =
              disc ? hs::move_and_slide(hs::round_walkers{new_x, new_y, new_dx, new_dy, half, flags}, d.map, o)
                   : hs::move_and_slide(hs::walkers{new_x, new_y, new_dx, new_dy, half, other, flags}, d.map, o);
          hs::walk_counts want{.walkers = n};
          for (std::size_t i = 0; i < n; ++i) {
            const hs::walked& w = truth[disc][i];
            ASSERT_TRUE(same_bits(new_x[i], w.center.x) && same_bits(new_y[i], w.center.y) &&
                        same_bits(new_dx[i], w.step.x) && same_bits(new_dy[i], w.step.y) && flags[i] == w.flags)
                << hs::name(which) << ", " << (disc ? "disc " : "box ") << i << " at " << text(hs::vec2{x[i], y[i]})
                << " size " << half[i] << " by " << text(hs::vec2{dx[i], dy[i]}) << " comes to "
                << text(hs::vec2{new_x[i], new_y[i]}) << ", not " << text(w.center);
            want.contacts += static_cast<std::size_t>(w.contacts);
            want.recovered += (w.flags & hs::recovered) != 0, want.stuck += (w.flags & hs::stuck) != 0;
          }
          ASSERT_EQ(sum.contacts, want.contacts);
          ASSERT_EQ(sum.recovered, want.recovered);
          ASSERT_EQ(sum.stuck, want.stuck);
          ASSERT_EQ(sum.walkers, n);
          contacts += sum.contacts, total += n;
        }
      }
      x = new_x, y = new_y;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(contacts, total / 5);
  }
}

// Of a crowd as of one, on tiles as well: with no layer at all nothing is met.
TEST(walk, crowds_without_a_layer_meet_nothing) {
  const std::vector<std::uint8_t> solid(64, hs::tile_solid);
  const hs::tile_map map{.width = 8, .height = 8, .cell = {16, 16}, .tiles = solid};
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    std::vector<float> x(40, -20.0f), y(40, 20.0f), dx(40, 30.0f), dy(40, 5.0f);
    std::vector<std::uint8_t> flags(40, 77);
    const hs::walk_counts met = hs::move_and_slide(hs::walkers{x, y, dx, dy, 4.0f, 4.0f, flags}, map, {.layers = 0});
    EXPECT_EQ(met.contacts + met.recovered + met.stuck, 0u) << hs::name(which);
    EXPECT_EQ(x, std::vector<float>(40, 10.0f)) << hs::name(which);
    EXPECT_EQ(y, std::vector<float>(40, 25.0f)) << hs::name(which);
    EXPECT_EQ(flags, std::vector<std::uint8_t>(40, 0)) << hs::name(which);
  }
}

// At the seam of two tiles it may touch a corner, as its time rounds: no side is met on a flat floor.
TEST(walk, a_disc_that_lands_on_a_seam_meets_the_floor_alone) {
  const std::vector<std::uint8_t> solid(20, 1);
  const hs::tile_map floor{.width = 20, .height = 1, .cell = {16, 16}, .origin = {0, 160}, .tiles = solid};
  for (int x = 20; x < 300; ++x)
    for (int dx = -12; dx <= 12; ++dx)
      for (const float dy : {20.0f, 33.0f}) {
        const auto after =
            hs::move_and_slide(hs::circle{{static_cast<float>(x), 143}, 5}, {static_cast<float>(dx), dy}, floor);
        ASSERT_EQ(after.flags, hs::met_above_y) << x << ' ' << dx << ' ' << dy;
        ASSERT_NEAR(after.step.x, dx, 1e-5) << x << ' ' << dx << ' ' << dy;
      }
}

TEST(walk, a_disc_lands_on_a_platform_rolls_along_it_and_jumps_through_it) {
  const std::vector<std::uint8_t> tiles{0, 0, 0, 0, hs::one_way_min_y, hs::one_way_min_y, 0, 0, 0};
  const hs::tile_map map{.width = 3, .height = 3, .cell = {16, 16}, .tiles = tiles};
  hs::walked w{{20, 8}, {}};
  for (int frame = 0; frame < 200; ++frame) w = hs::move_and_slide(hs::circle{w.center, 3}, {0.1f, 1.7f}, map);
  EXPECT_NEAR(w.center.y, 13, 1e-4) << "two hundred frames on the platform";
  EXPECT_EQ(w.flags, hs::met_above_y);
  EXPECT_NEAR(w.center.x, 40, 1e-3);
  EXPECT_EQ(hs::move_and_slide(hs::circle{{24, 40}, 3}, {0, -36}, map).center.y, 4);
}

TEST(walk, a_platform_is_landed_on_from_above_and_jumped_through_from_below) {
  const std::vector<std::uint8_t> tiles{0, 0, 0, 0, hs::one_way_min_y, hs::one_way_min_y, 0, 0, 0};
  const hs::tile_map map{.width = 3, .height = 3, .cell = {16, 16}, .tiles = tiles};
  hs::walked w{{20, 8}, {}};
  for (int frame = 0; frame < 200; ++frame) w = hs::move_and_slide(w.center, {3, 3}, {0.1f, 1.7f}, map);
  EXPECT_NEAR(w.center.y, 13, 1e-4) << "two hundred frames on the platform";
  EXPECT_EQ(w.flags, hs::met_above_y);
  EXPECT_NEAR(w.center.x, 40, 1e-3);
  EXPECT_EQ(hs::move_and_slide({24, 40}, {3, 3}, {0, -36}, map).center.y, 4);
}

TEST(walk, the_flags_of_nobody_are_none) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  const std::vector<std::uint8_t> tiles(9, hs::tile_solid);
  const hs::tile_map map{.width = 3, .height = 3, .tiles = tiles};
  std::vector<float> x(8, 1.5f), y(8, -2.0f), dx(8, 0.0f), dy(5, 9.0f);
  std::vector<std::uint8_t> flags(8, 77);
  const hs::walk_counts sum = hs::move_and_slide(
      hs::walkers{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = 1.0f, .half_y = 1.0f, .flags = flags}, map);
  EXPECT_EQ(sum.walkers, 5u);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(flags[i], i < 5 ? hs::met_above_y : 0) << i;
}

TEST(walk, a_way_out_does_not_lead_beyond_all_floats) {
  const std::vector<float> low{-largest}, high{largest}, zero{0}, wide{2e38f};
  const hs::boxes everything{low, low, high, high};
  for (const float half : {1e32f, 1e33f, 3e38f})
    for (const bool round : {false, true}) {
      const hs::walked r = round ? hs::move_and_slide(hs::circle{{0, 0}, half}, hs::vec2{1, 0}, everything)
                                 : hs::move_and_slide(hs::vec2{0, 0}, {half, half}, {1, 0}, everything);
      EXPECT_EQ(r.flags, hs::stuck) << half << (round ? ", round" : "");
      EXPECT_EQ(r.center, hs::vec2{});
    }
  const hs::walked r = hs::move_and_slide(hs::circle{{0, 0}, 2e38f}, hs::vec2{1, 0}, hs::circles{zero, zero, wide});
  EXPECT_EQ(r.flags, hs::stuck);
  EXPECT_EQ(r.center, hs::vec2{});
}

TEST(walk, what_is_not_finite_stays_and_meets_nothing) {
  const std::vector<std::uint8_t> tiles(9, hs::tile_solid);
  const hs::tile_map map{.width = 3, .height = 3, .cell = {16, 16}, .tiles = tiles};
  for (const float bad : {not_a_number, infinity}) {
    const hs::walked w = hs::move_and_slide({-20, 8}, {1, 1}, {bad, 0}, map);
    EXPECT_EQ(w.center, (hs::vec2{-20, 8}));
    EXPECT_EQ(w.contacts, 0);
    EXPECT_EQ(hs::move_and_slide({-20, 8}, {bad, 1}, {2, 0}, map).center, (hs::vec2{-18, 8})) << "it never hits";
  }
  EXPECT_LE(hs::move_and_slide({-20, 8}, {1, 1}, {largest, 0}, map).center.x, -1);
  EXPECT_LE(hs::move_and_slide(hs::circle{{-20, 8}, 1}, {largest, 0}, map).center.x, -1);
  for (const float bad : {not_a_number, infinity, -1.0f})
    EXPECT_EQ(hs::move_and_slide(hs::circle{{-20, 8}, bad}, {2, 0}, map).center, (hs::vec2{-18, 8})) << bad;
}

// Balls roll on a floor that is solid from above alone, against the corner of a block. Where they touch both there is a
// place that rounds into the floor or into the block: it is no place.
TEST(walk, balls_are_not_wedged_into_a_floor_that_is_solid_from_one_side) {
  rng r(9);
  std::vector<std::uint8_t> tiles(30 * 12);
  tiles[8 * 30 + 10] = hs::tile_solid;
  std::fill_n(tiles.begin() + 10 * 30, 30, hs::one_way_min_y);
  for (const float origin : {0.0f, 1000.0f, 100000.0f}) {
    const hs::tile_map map{.width = 30, .height = 12, .cell = {16, 16}, .origin = {origin, origin}, .tiles = tiles};
    const float floor = origin + 160;
    for (std::size_t c = 0; c < cases(1000); ++c) {
      const float radius = r.real(8.1f, 15.9f), speed = r.real(-3, -0.3f);
      const hs::circle start{{origin + 178 + radius + r.real(0, 8), floor - radius - 0.5f}, radius};
      hs::circle ball[2] = {start, start};
      float fall[2] = {0, 0};
      for (int frame = 0; frame < 40; ++frame)
        for (const bool with_obstacles : {false, true}) {
          hs::circle& b = ball[with_obstacles];
          float& down = fall[with_obstacles];
          down += 0.375f;
          const hs::walked w = with_obstacles ? hs::move_and_slide(b, {speed, down}, hs::obstacles{.tiles = &map})
                                              : hs::move_and_slide(b, {speed, down}, map);
          b.center = w.center, down = w.step.y;
          ASSERT_LT(b.center.y + radius, floor + 0.05f + 1e-6f * origin)
              << (with_obstacles ? "obstacles" : "tile_map") << ", round " << c << ", frame " << frame;
        }
    }
  }
}

TEST(walk, who_is_nearer_than_flush_stays_there) {
  const std::vector<float> min_x{1024}, max_x{1100}, min_y{-2000}, max_y{2000};
  const hs::boxes wall{.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y};
  EXPECT_EQ(hs::move_and_slide({0x1p-15f, 0}, {1024, 1024}, {1, 0}, wall).center.x, 0x1p-15f);
}

TEST(walk, a_ball_that_was_stopped_by_a_one_way_tile_is_not_in_it) {
  const std::vector<std::uint8_t> ledge{0, hs::one_way_min_y, 0};
  rng r(11);
  std::size_t met = 0;
  for (std::size_t round = 0; round < cases(200000); ++round) {
    const hs::tile_map map{.width = 3,
                           .height = 1,
                           .cell = {16, 16},
                           .origin = {r.real(-3e4f, 3e4f), r.real(-3e4f, 3e4f)},
                           .tiles = ledge};
    const hs::box tile = map.tile(1, 0);
    const float radius = r.real(1, 8);
    const float side = r.one_in(2) ? tile.min.x - r.real(0, radius) : tile.max.x + r.real(0, radius);
    const hs::circle ball{{side, tile.min.y - radius - r.real(0, 9)}, radius};
    const hs::walked w = hs::move_and_slide(ball, {r.real(-2, 2), r.real(0, 20)}, map, {.contacts = 1});
    if (w.contacts == 0) continue;
    ++met;
    ASSERT_FALSE(hs::overlap_any(hs::circle{w.center, radius}, tile)) << round;
  }
  EXPECT_GT(met, cases(200000) / 20);
}

}  // namespace
