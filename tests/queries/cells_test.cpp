// Shapes against the solid tiles of maps and the pixels of masks: brute force over the boxes of all of them.
#include <gtest/gtest.h>

#include <algorithm>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/outputs.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// A world, and the boxes of its solid cells as the public functions of maps and masks tell them.
struct world {
  std::vector<std::uint8_t> tiles;
  std::vector<std::uint64_t> bits;
  hs::tile_map map;
  hs::pixel_mask mask;
  box_columns<2> boxes;
  std::vector<hs::index> index_of_box;
  hs::vec2 cell, corner, end;
  bool pixels;

  hs::cells cells() const { return pixels ? hs::cells(mask) : hs::cells(map); }
  void push(std::uint32_t x, std::uint32_t y, std::uint32_t width, const hs::box& b) {
    boxes.push(b), index_of_box.push_back(y * width + x);
  }
};

world random_world(rng& r) {
  world w;
  const std::uint32_t width = 1 + r.below(r.one_in(3) ? 90 : 12), height = 1 + r.below(r.one_in(3) ? 40 : 12);
  const std::uint32_t sparse = 1 + r.below(5);
  w.pixels = r.one_in(2);
  if (w.pixels) {
    w.bits.resize(hs::pixel_mask::words_needed(width, height));
    for (auto& v : w.bits) {
      v = r.next();  // behind the width, too
      for (std::uint32_t k = 1; k < sparse; ++k) v &= r.next();
    }
    const int far = r.one_in(8) ? (1 << 24) - 90 : 40;
    w.mask = {.width = width, .height = height, .words = w.bits, .x = r.whole(-far, far), .y = r.whole(-far, far)};
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        const hs::vec2 at{static_cast<float>(w.mask.x + std::int32_t(x)),
                          static_cast<float>(w.mask.y + std::int32_t(y))};
        if (w.mask.at(x, y)) w.push(x, y, width, {at, {at.x + 1, at.y + 1}});
      }
    w.cell = {1, 1}, w.corner = {static_cast<float>(w.mask.x), static_cast<float>(w.mask.y)};
  } else {
    constexpr float sizes[] = {16, 1, 0.1f, 7.3f, 1e-3f, 0x1p-140f, 1e37f};
    const float size = sizes[r.below(r.one_in(3) ? 7 : 4)];
    w.cell = {size, r.one_in(3) ? size * 0.7f : size};
    w.corner = {r.one_in(2) ? 0.0f : size * r.real(-9, 9), r.one_in(2) ? 0.0f : size * r.real(-1e5f, 1e5f)};
    w.tiles.resize(width * height);
    for (auto& t : w.tiles) t = r.one_in(sparse) ? hs::tile_solid : r.one_in(9) ? hs::one_way_min_y : 0;
    w.map = {.width = width, .height = height, .cell = w.cell, .origin = w.corner, .tiles = w.tiles};
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x)
        if (w.map.at(x, y) & hs::tile_solid) w.push(x, y, width, w.map.tile(x, y));
  }
  w.end = {w.corner.x + w.cell.x * static_cast<float>(width), w.corner.y + w.cell.y * static_cast<float>(height)};
  return w;
}

// On a grid line, beside one, or anywhere around.
float place(const world& w, int k, rng& r) {
  const float lines = (w.end[k] - w.corner[k]) / w.cell[k];
  const float at = w.corner[k] + w.cell[k] * std::floor(r.real(-1, lines + 1));
  switch (r.below(4)) {
    case 0: return at;
    case 1: return r.one_in(2) ? one_ulp_up(at) : one_ulp_down(at);
    default: return at + w.cell[k] * r.real(-1, 1);
  }
}
hs::vec2 place(const world& w, rng& r) { return {place(w, 0, r), place(w, 1, r)}; }
hs::vec2 way(const world& w, rng& r) {
  hs::vec2 d{w.cell.x * r.real(-4, 4), w.cell.y * r.real(-4, 4)};
  if (r.one_in(3)) d[r.whole(0, 1)] = 0;
  if (r.one_in(3)) {
    const int far = r.one_in(3) ? 60 : 9;  // further than that, a row is looked at along the way
    d = {w.cell.x * static_cast<float>(r.whole(-far, far)), w.cell.y * static_cast<float>(r.whole(-far, far))};
    if (r.one_in(3)) d.y *= r.real(-1e-5f, 1e-5f);  // all but level: where it comes to a row, rounding decides
  }
  if (r.one_in(20)) d = {w.end.x - w.corner.x, w.end.y - w.corner.y};
  if (r.one_in(80)) d[r.whole(0, 1)] = r.one_in(2) ? not_a_number : r.one_in(2) ? infinity : largest;
  return d;
}

// Calls test(shape) with one of each kind. Some are no valid shapes.
template <class Test> void each_shape(const world& w, rng& r, const Test& test) {
  const float size = r.one_in(10) ? w.cell.x * 30 : w.cell.x * r.real(0, 3);
  hs::vec2 at = place(w, r);
  if (r.one_in(60)) at[r.whole(0, 1)] = r.one_in(2) ? not_a_number : -infinity;
  test(at);
  test(hs::box{at, r.one_in(5) ? place(w, r) : hs::vec2{at.x + size, at.y + size}});
  test(hs::circle{at, r.one_in(20) ? -size : size});
  test(hs::segment{at, way(w, r)});
  test(hs::capsule{at, way(w, r), r.one_in(4) ? 0.0f : size});
  const float t = r.real(-1, 1), cos = (1 - t * t) / (1 + t * t), sin = 2 * t / (1 + t * t);
  test(hs::obb{at, {size, w.cell.y * r.real(0, 2)}, r.one_in(3) ? hs::vec2{0, -1} : hs::vec2{cos, sin}});
  const float x[] = {at.x, at.x + size, at.x + size * 0.6f, at.x - size * 0.2f};
  const float y[] = {at.y, at.y, at.y + size, at.y + size * 0.8f};
  const std::size_t corners = r.one_in(20) ? 2 : 3 + r.below(2);
  test(hs::polygon{.x = std::span(x, corners), .y = std::span(y, corners)});
}

hs::query options(rng& r) {
  hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
              .start = static_cast<hs::start_overlap>(r.below(3))};
  if (r.one_in(5)) q.until = r.real(0, 1.1f);
  if (r.one_in(20)) q.layers = 0;
  return q;
}

// Runs test(world, its cells, random, options) on every ISA in turn.
template <class Test> void in_worlds(std::uint64_t seed, std::size_t usual, const Test& test) {
  rng r(seed);
  const auto isas = hs::supported_isas();
  for (std::size_t round = 0; round < cases(usual) && !testing::Test::HasFatalFailure(); ++round) {
    const forced isa(isas[round % isas.size()]);
    const world w = random_world(r);
    for (int k = 0; k < 4; ++k) test(w, w.cells(), r, options(r));
  }
}

TEST(cells, shapes_overlap_those_that_brute_force_says) {
  std::size_t hits = 0, many = 0;
  in_worlds(101, 6000, [&](const world& w, const hs::cells& cells, rng& r, const hs::query& q) {
    each_shape(w, r, [&](const auto& a) {
      std::vector<hs::index> want(w.boxes.size());
      want.resize(hs::overlap(a, w.boxes.view(), want, by_reference(q)).written);
      for (auto& i : want) i = w.index_of_box[i];
      std::vector<hs::index> got(r.one_in(3) ? want.size() / 2 : want.size() + 3, 77);
      const hs::found f = cells.overlap(a, got, q);
      ASSERT_EQ(f.total, want.size());
      ASSERT_EQ(f.written, std::min(want.size(), got.size()));
      ASSERT_TRUE(std::equal(f.begin(), f.end(), want.begin()));
      ASSERT_EQ(cells.overlap_any(a, q), !want.empty());
      ASSERT_EQ(cells.overlap_count(a, q), want.size());
      hits += !want.empty(), many += want.size() > 128;
    });
  });
  if (trial::whole_run()) {
    EXPECT_GT(hits, 30000u);
    EXPECT_GT(many, 300u);
  }
}

struct contact_room {
  std::vector<hs::index> index;
  std::vector<float> c[7];
  explicit contact_room(std::size_t n) : index(n, 77) {
    for (auto& v : c) v.assign(n, -77.0f);
  }
  hs::contact_columns columns() { return contacts_over<2>(index, c); }
};

TEST(cells, contacts_are_those_of_brute_force_and_the_deepest_is_one_of_them) {
  std::size_t hits = 0;
  in_worlds(103, 3000, [&](const world& w, const hs::cells& cells, rng& r, const hs::query& q) {
    each_shape(w, r, [&](const auto& a) {
      const std::size_t n = w.boxes.size();
      contact_room want(n), got(r.one_in(3) ? n / 4 : n);
      const hs::found truth = hs::contact(a, w.boxes.view(), want.columns(), by_reference(q));
      const hs::found f = cells.contact(a, got.columns(), q);
      ASSERT_EQ(f.total, truth.total);
      ASSERT_EQ(f.written, std::min(truth.total, got.index.size()));
      for (std::size_t i = 0; i < f.written; ++i) {
        ASSERT_EQ(got.index[i], w.index_of_box[want.index[i]]);
        for (int k = 0; k < 7; ++k) ASSERT_TRUE(same_bits(got.c[k][i], want.c[k][i])) << k;
      }
      for (std::size_t i = f.written; i < got.index.size(); ++i) ASSERT_EQ(got.index[i], 77u);
      hs::contact2 deepest = hs::contact_deepest(a, w.boxes.view(), by_reference(q));
      if (deepest) deepest.index = w.index_of_box[deepest.index];
      const hs::contact2 found = cells.contact_deepest(a, q);
      ASSERT_EQ(found.index, deepest.index);
      ASSERT_TRUE(same_bits(found.depth, deepest.depth) && same_bits(found.push.x, deepest.push.x));
      hits += f.total != 0;
    });
  });
  if (trial::whole_run()) {
    EXPECT_GT(hits, 15000u);
  }
}

void same_hit(hs::hit want, const hs::hit& got, const world& w) {
  if (want) want.index = w.index_of_box[want.index];
  ASSERT_EQ(got.index, want.index) << trial::text(got) << " is not " << trial::text(want);
  ASSERT_EQ(got.flags, want.flags);
  for (int k = 0; k < 2; ++k)
    ASSERT_TRUE(same_bits(got.normal[k], want.normal[k]) && same_bits(got.position[k], want.position[k]));
  ASSERT_TRUE(same_bits(got.time, want.time)) << trial::text(got) << " is not " << trial::text(want);
}

TEST(cells, the_first_on_a_shapes_way_is_that_of_brute_force) {
  std::size_t hits = 0, total = 0;
  in_worlds(107, 4000, [&](const world& w, const hs::cells& cells, rng& r, const hs::query& q) {
    each_shape(w, r, [&](const auto& a) {
      const hs::vec2 step = way(w, r);
      const hs::hit got = cells.sweep_nearest(a, step, q);
      same_hit(hs::sweep_nearest(a, step, w.boxes.view(), by_reference(q)), got, w);
      hits += static_cast<bool>(got), ++total;
    });
  });
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 4);
    EXPECT_LT(hits, total - total / 8);
  }
}

TEST(cells, a_cast_is_that_of_brute_force_thin_or_thick) {
  std::size_t hits = 0;
  in_worlds(109, 10000, [&](const world& w, const hs::cells& cells, rng& r, hs::query q) {
    if (r.one_in(3)) q.padding = {w.cell.x * r.real(-0.1f, 1), w.cell.y * r.real(0, 1), 0};
    const hs::segment line{place(w, r), way(w, r)};
    const hs::hit got = cells.cast_nearest(line, q);
    same_hit(hs::cast_nearest(line, w.boxes.view(), by_reference(q)), got, w);
    hits += static_cast<bool>(got);
  });
  if (trial::whole_run()) {
    EXPECT_GT(hits, 5000u);
  }
}

TEST(cells, two_worlds_overlap_where_their_cells_do) {
  std::size_t hits = 0, total = 0;
  rng r(113);
  for (std::size_t round = 0; round < cases(1500); ++round, ++total) {
    const world a = random_world(r);
    world b = random_world(r);
    const auto apart = [&] {
      return b.end.x < a.corner.x || b.end.y < a.corner.y || a.end.x < b.corner.x || a.end.y < b.corner.y;
    };
    for (int k = 0; k < 40 && apart(); ++k) b = random_world(r);
    if (a.boxes.size() > 400 || b.boxes.size() > 400) continue;
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
    std::vector<hs::index> want;
    for (std::size_t i = 0; i < a.boxes.size(); ++i)
      if (hs::overlap_any(a.boxes[i], b.boxes.view(), by_reference(q))) want.push_back(a.index_of_box[i]);
    std::vector<hs::index> got(a.boxes.size() + 1);
    const hs::found f = a.cells().overlap(b.cells(), got, q);
    ASSERT_EQ(f.total, want.size());
    ASSERT_TRUE(std::equal(f.begin(), f.end(), want.begin()));
    ASSERT_EQ(a.cells().overlap_any(b.cells(), q), !want.empty());
    ASSERT_EQ(b.cells().overlap_any(a.cells(), q), !want.empty());
    ASSERT_EQ(a.cells().overlap_count(b.cells(), q), want.size());
    hits += !want.empty();
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 5);
    EXPECT_LT(hits, total - total / 50);
  }
}

// Cells are asked in blocks of 128: the corner is the last of one, the face the first of the next.
TEST(cells, a_face_goes_before_a_corner_that_was_found_first) {
  std::vector<std::uint8_t> tiles(202 * 12);
  const auto at = [&](std::size_t x, std::size_t y) -> std::uint8_t& { return tiles[202 * y + x]; };
  for (std::size_t x = 0; x < 127; ++x) at(x, 7) = hs::tile_solid;  // reached, but not entered
  at(201, 8) = at(201, 9) = hs::tile_solid;
  const hs::cells world(hs::tile_map{.width = 202, .height = 12, .tiles = tiles});
  const hs::hit h = world.sweep_nearest(hs::box{{0, 10}, {200, 11}}, {2, -2});
  EXPECT_EQ(h.index, 202u * 9 + 201);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.flags, 0);
}

TEST(cells, of_what_is_not_valid_there_are_none) {
  const auto before = hs::set_breach_handler([](const char*) {});  // that one has too few words is told
  const std::vector<std::uint64_t> words(4, ~0ull);
  const hs::box everything{{-largest, -largest}, {largest, largest}};
  const hs::pixel_mask good{.width = 70, .height = 2, .words = words};
  EXPECT_EQ(hs::cells(good).overlap_count(everything), 140u);
  hs::pixel_mask bad = good;
  bad.height = 3;  // too few words
  EXPECT_FALSE(hs::cells(bad).overlap_any(everything));
  EXPECT_FALSE(hs::cells(hs::pixel_mask{}).overlap_any(everything));
  EXPECT_FALSE(hs::cells(hs::tile_map{}).overlap_any(everything));
  EXPECT_FALSE(hs::cells(good).overlap_any(hs::cells(hs::tile_map{})));
  EXPECT_EQ(hs::cells(good.moved_to((1 << 24) - 70, -(1 << 24))).overlap_count(everything), 140u);
  EXPECT_FALSE(hs::cells(good.moved_to((1 << 24) - 69, 0)).overlap_any(everything));
  EXPECT_FALSE(hs::cells(good.moved_to(0, -(1 << 24) - 1)).overlap_any(everything));
  EXPECT_FALSE(hs::cells(good.moved_to(INT32_MAX, INT32_MIN)).overlap_any(everything));
  hs::set_breach_handler(before);
}

// As many as the shortest column has room for, whichever that is, and if it is the only one.
TEST(cells, contacts_are_written_as_far_as_the_shortest_column_goes) {
  const std::vector<std::uint8_t> solid(6, hs::tile_solid);
  const hs::tile_map map{.width = 6, .height = 1, .tiles = solid};
  const hs::cells cells(map);
  const hs::box all{{0.5f, 0.5f}, {5.5f, 0.75f}};
  for (const std::size_t n : {0u, 1u, 4u, 6u, 9u}) {
    std::vector<hs::index> who(n, 77);
    const hs::found alone = cells.contact(all, {.index = who});
    EXPECT_EQ(alone.total, 6u);
    EXPECT_EQ(alone.written, std::min<std::size_t>(n, 6));
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(who[i], i < 6 ? i : 77u);
  }
  if (hs::detail::checks_in_use() != hs::detail::checks::none) return;  // columns that differ in length are told
  for (const bool index : {true, false}) {
    std::vector<hs::index> who(6, 77);
    std::vector<float> depth(6, -7.0f), push(6, -7.0f);
    const std::size_t room = index ? 2 : 3;
    hs::contact_columns out{.index = who, .depth = depth, .push_y = push};
    if (index)
      out.index = out.index.first(2);
    else
      out.push_y = out.push_y.first(3);
    const hs::found some = cells.contact(all, out);
    EXPECT_EQ(some.total, 6u);
    EXPECT_EQ(some.written, room);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(who[i], i < room ? i : 77u) << i;
      EXPECT_EQ(depth[i] == -7, i >= room) << i;
      EXPECT_EQ(push[i] == -7, i >= room) << i;
    }
  }
}

TEST(cells, of_a_map_of_bits_answer_as_those_of_bytes) {
  rng r(7);
  for (std::size_t round = 0; round < cases(20000); ++round) {
    const std::uint32_t w = 1 + r.below(r.one_in(3) ? 90 : 12), h = 1 + r.below(12), sparse = 1 + r.below(9);
    std::vector<std::uint8_t> bytes(w * h);
    std::vector<std::uint64_t> bits(hs::mask_words(w * h));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if (r.one_in(sparse)) bytes[i] = hs::tile_solid, bits[i / 64] |= std::uint64_t{1} << (i % 64);
    const hs::tile_map a{.width = w, .height = h, .cell = {8, 8}, .tiles = bytes},
        b{.width = w, .height = h, .cell = {8, 8}, .bits = bits};
    const auto place = [&] {
      return hs::vec2{r.real(-20, 8 * static_cast<float>(w) + 20), r.real(-20, 8 * static_cast<float>(h) + 20)};
    };
    const hs::box shape{{place()}, {place()}};
    const hs::circle ball{place(), r.real(0, 30)};
    const hs::vec2 step{r.real(-300, 300), r.one_in(3) ? 0.0f : r.real(-300, 300)};
    ASSERT_EQ(hs::cells(a).overlap_count(shape), hs::cells(b).overlap_count(shape));
    ASSERT_EQ(hs::cells(a).overlap_count(ball), hs::cells(b).overlap_count(ball));
    ASSERT_EQ(hs::cells(a).sweep_nearest(ball, step), hs::cells(b).sweep_nearest(ball, step));
    ASSERT_EQ(hs::cells(a).cast_nearest({ball.center, step}), hs::cells(b).cast_nearest({ball.center, step}));
  }
}

TEST(cells, a_face_goes_before_a_corner_of_a_later_block) {
  const std::vector<std::uint8_t> wall(40, hs::tile_solid);
  const hs::tile_map map{.width = 1, .height = 40, .cell = {8, 8}, .tiles = wall};
  const hs::hit h = hs::cells(map).sweep_nearest(hs::box{{-4, 11 * 8}, {0, 26 * 8}}, {1, -8});
  EXPECT_EQ(h.index, 11u);
  EXPECT_FALSE(h.flags & hs::corner);
}

TEST(cells, of_a_world_that_ends_beyond_all_floats_overlap_others) {
  const std::vector<std::uint8_t> one(90, hs::tile_solid);
  const hs::tile_map huge{.width = 90, .height = 1, .cell = {1e37f, 16}, .tiles = one},
      small{.width = 9, .height = 1, .cell = {16, 16}, .tiles = one};
  EXPECT_EQ(hs::cells(small).overlap_count(hs::cells(huge)), 9u);
}

}  // namespace
