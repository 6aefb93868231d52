// Tile maps against brute force over the boxes of all their solid tiles.
#include <gtest/gtest.h>

#include <hitscan/cells.hpp>

#include <algorithm>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// A map with its tiles, and the boxes of the solid ones.
struct world {
  hs::tile_map map;
  std::vector<std::uint8_t> tiles;
  std::vector<std::uint64_t> bits;
  box_columns<2> boxes;
  std::vector<hs::index> index_of_box;

  world(std::uint32_t width, std::uint32_t height, hs::vec2 cell, hs::vec2 origin) : tiles(width * height) {
    map = {.width = width, .height = height, .cell = cell, .origin = origin};
  }
  void finish(bool as_bits) {
    bits.assign(hs::mask_words(tiles.size()), 0);
    map.tiles = as_bits ? std::span<const std::uint8_t>{} : tiles, map.bits = bits;
    for (hs::index i = 0; i < static_cast<hs::index>(tiles.size()); ++i)
      if (tiles[i] & hs::tile_solid) {
        bits[i / 64] |= std::uint64_t{1} << (i % 64);
        boxes.push(map.tile(i % map.width, i / map.width)), index_of_box.push_back(i);
      }
  }
  hs::hit named(hs::hit h) const {  // brute force speaks of boxes
    if (h) h.index = index_of_box[h.index];
    return h;
  }
};

// What one-way tiles do to a motion is another test's matter; in what is overlapped they are not.
world random_world(rng& r, std::uint32_t widest = 24, bool with_one_way_tiles = false) {
  constexpr float sizes[] = {1, 16, 0.1f, 3, 1e-3f, 0x1p-140f, 1e37f, 7.3f};
  const float size = sizes[r.below(8)];
  const hs::vec2 cell{size, r.one_in(3) ? size * 0.7f : size};
  const float far = r.one_in(3)   ? 0
                    : r.one_in(2) ? size * static_cast<float>(r.whole(-20, 20))
                                  : r.real(-9, 9) * size * 1e5f;
  world w(1 + r.below(widest), 1 + r.below(24), cell, {r.one_in(4) ? 0.0f : far, far});
  const std::uint32_t sparse = 1 + r.below(6);
  for (auto& t : w.tiles) {
    t = r.one_in(sparse) ? hs::tile_solid : 0;
    if (with_one_way_tiles) t |= static_cast<std::uint8_t>(r.below(128) << 1);
  }
  w.finish(r.one_in(2));
  return w;
}

// A coordinate around the map: on an edge, an ulp off one, or anywhere.
float place_on(const world& w, int k, rng& r) {
  const std::uint32_t n = k == 0 ? w.map.width : w.map.height;
  const std::uint32_t i = r.below(n);
  const hs::box t = w.map.tile(k == 0 ? i : 0, k == 0 ? 0 : i);
  switch (r.below(4)) {
    case 0: return t.min[k];
    case 1: return r.one_in(2) ? one_ulp_up(t.max[k]) : one_ulp_down(t.min[k]);
    default: return t.min[k] + w.map.cell[k] * r.real(-4, 4);
  }
}

struct question {
  hs::box a;
  hs::vec2 step;
  hs::query q;
};
question ask_about(const world& w, rng& r) {
  question s{};
  for (int k = 0; k < 2; ++k) {
    s.a.min[k] = place_on(w, k, r);
    const float end = r.one_in(3) ? place_on(w, k, r) : s.a.min[k] + w.map.cell[k] * r.real(0, 2);
    s.a.max[k] = r.one_in(8) || !(end >= s.a.min[k]) ? s.a.min[k] : end;
    switch (r.below(6)) {
      case 0: s.step[k] = r.one_in(2) ? 0.0f : -0.0f; break;
      case 1: s.step[k] = place_on(w, k, r) - s.a.max[k]; break;
      case 2: s.step[k] = w.map.cell[k] * static_cast<float>(r.whole(-9, 9)); break;
      case 3: s.step[k] = w.map.cell[k] * r.real(-100, 100); break;
      default: s.step[k] = w.map.cell[k] * r.real(-6, 6); break;
    }
  }
  if (r.one_in(6)) s.step.y = s.step.x;
  if (r.one_in(60)) s.step[r.whole(0, 1)] = r.one_in(2) ? largest : -largest;
  if (r.one_in(100)) s.a.min[r.whole(0, 1)] = r.one_in(2) ? not_a_number : infinity;
  if (r.one_in(100)) s.step[r.whole(0, 1)] = r.one_in(2) ? not_a_number : -infinity;
  s.q.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses;
  s.q.start = static_cast<hs::start_overlap>(r.below(3));
  if (r.one_in(4)) s.q.until = r.real(0, 1.1f);
  return s;
}

std::string text(const world& w, const question& s) {
  std::string t = std::to_string(w.map.width) + "x" + std::to_string(w.map.height) + " cell " + trial::text(w.map.cell);
  return t + " origin " + trial::text(w.map.origin) + " box " + trial::text(s.a) + " step " + trial::text(s.step);
}

TEST(tiles, a_sweep_gives_the_bits_of_brute_force_over_all_solid_tiles) {
  rng r(41);
  std::size_t hits = 0, corners = 0, started = 0, total = 0;
  for (std::size_t round = 0; round < cases(1500); ++round) {
    const world w = random_world(r);
    for (int k = 0; k < 40; ++k, ++total) {
      const question s = ask_about(w, r);
      const hs::hit truth = w.named(hs::sweep_nearest(s.a, s.step, w.boxes.view(), s.q));
      const hs::hit got = w.map.sweep_nearest(s.a, s.step, s.q);
      ASSERT_EQ(got, truth) << trial::text(got) << " is not " << trial::text(truth) << '\n' << text(w, s);
      ASSERT_TRUE(same_bits(got.position.x, truth.position.x) && same_bits(got.position.y, truth.position.y));
      hits += static_cast<bool>(got), corners += got.flags & hs::corner, started += (got.flags & hs::started) != 0;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 4);
    EXPECT_LT(hits, total - total / 8);
    EXPECT_GT(corners, total / 2000);
    EXPECT_GT(started, total / 20);
  }
}

TEST(tiles, a_circle_gets_the_bits_of_brute_force_over_all_solid_tiles) {
  rng r(42);
  std::size_t hits = 0, started = 0, slanted = 0, total = 0;
  for (std::size_t round = 0; round < cases(1500); ++round) {
    const world w = random_world(r);
    for (int k = 0; k < 40; ++k, ++total) {
      const question s = ask_about(w, r);
      const float size = w.map.cell.x;
      hs::circle c{s.a.min, r.one_in(5) ? 0 : r.one_in(3) ? size * 0.5f : size * r.real(0, 3)};
      if (r.one_in(4)) c.center.y -= c.radius;  // on an edge, or an ulp beside it
      if (r.one_in(100)) c.radius = r.one_in(2) ? not_a_number : -1;
      const hs::hit truth = w.named(hs::sweep_nearest(c, s.step, w.boxes.view(), s.q));
      const hs::hit got = w.map.sweep_nearest(c, s.step, s.q);
      ASSERT_EQ(got, truth) << trial::text(got) << " is not " << trial::text(truth) << '\n'
                            << text(w, s) << " circle " << trial::text(c);
      ASSERT_TRUE(same_bits(got.position.x, truth.position.x) && same_bits(got.position.y, truth.position.y));
      hits += static_cast<bool>(got), started += (got.flags & hs::started) != 0;
      slanted += got.normal.x != 0 && got.normal.y != 0;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 4);
    EXPECT_LT(hits, total - total / 8);
    EXPECT_GT(started, total / 20);
    EXPECT_GT(slanted, total / 100) << "round corners were met";
  }
}

TEST(tiles, a_cast_gives_the_bits_of_brute_force_thin_or_thick) {
  rng r(43);
  std::size_t hits = 0, total = 0;
  for (std::size_t round = 0; round < cases(1000); ++round) {
    const world w = random_world(r);
    for (int k = 0; k < 40; ++k, ++total) {
      question s = ask_about(w, r);
      if (r.one_in(3)) s.q.padding = {w.map.cell.x * r.real(0, 1), w.map.cell.y * r.real(0, 1), 0};
      const hs::segment line{s.a.min, s.step};
      const hs::hit truth = w.named(hs::cast_nearest(line, w.boxes.view(), s.q));
      const hs::hit got = w.map.cast_nearest(line, s.q);
      ASSERT_EQ(got, truth) << trial::text(got) << " is not " << trial::text(truth) << '\n' << text(w, s);
      hits += static_cast<bool>(got);
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 5);
    EXPECT_LT(hits, total - total / 8);
  }
}

// A ray goes from cell to cell as long as it is known which comes next. Here is what leaves that in doubt: starts and
// ends on lines between tiles or an ulp beside, ways through corners, along lines, from outside of the map, past it.
// Tiles that are solid from some sides are asked each as a map of its own.
TEST(tiles, a_ray_far_through_an_open_map_gets_the_bits_of_brute_force) {
  rng r(44);
  std::size_t hits = 0, at_corners = 0, far = 0, total = 0;
  for (std::size_t round = 0; round < cases(400); ++round) {
    constexpr float sizes[] = {16, 1, 0.1f, 7.3f};
    const bool exact = r.one_in(2), one_way = exact && r.one_in(2);
    const float size = sizes[r.below(exact ? 2 : 4)];
    world w(1 + r.below(200), 1 + r.below(60), {size, r.one_in(3) ? size * 0.5f : size}, {});
    for (int k = 0; k < 2; ++k)
      if (const float far_off = r.one_in(4) ? 8192 : 1; r.one_in(2))
        w.map.origin[k] = far_off * size * (exact ? static_cast<float>(r.whole(-40, 40)) : r.real(-40, 40));
    const std::uint32_t count = w.map.width * w.map.height, some = r.below(1 + count / 40);
    for (std::uint32_t i = 0; i < some; ++i)
      w.tiles[r.below(count)] = static_cast<std::uint8_t>(one_way && r.one_in(2) ? r.below(16) << 1 : 1u);
    w.finish(!one_way && r.one_in(2));
    const auto some_place = [&](int k) {
      const std::uint32_t n = k == 0 ? w.map.width : w.map.height;
      const float at =
          static_cast<float>(r.one_in(6) ? r.whole(-9, static_cast<int>(n) + 9) : r.whole(0, static_cast<int>(n)));
      const float line = w.map.origin[k] + w.map.cell[k] * at;
      switch (r.below(6)) {
        case 0: return line;
        case 1: return r.one_in(2) ? one_ulp_up(line) : one_ulp_down(line);
        case 2: return line + w.map.cell[k] * r.real(0, 1);
        default: return line + w.map.cell[k] * 0.5f;
      }
    };
    for (int j = 0; j < 40; ++j, ++total) {
      hs::segment s{{some_place(0), some_place(1)}, {}};
      s.delta = {some_place(0) - s.start.x, some_place(1) - s.start.y};
      if (r.one_in(4)) s.delta[r.whole(0, 1)] = 0;
      if (r.one_in(4)) s.delta.y = (r.one_in(2) ? s.delta.x : -s.delta.x) * w.map.cell.y / w.map.cell.x;
      if (const float longer = static_cast<float>(1u << r.below(24)); r.one_in(12))
        s.delta = {s.delta.x * longer, s.delta.y * longer};
      hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                  .start = static_cast<hs::start_overlap>(r.below(3))};
      if (r.one_in(4)) q.until = r.real(0, 1.1f);
      hs::hit truth = w.named(hs::cast_nearest(s, w.boxes.view(), q));
      for (hs::index i = 0; one_way && i < count; ++i) {
        if (w.tiles[i] == 0 || w.tiles[i] & hs::tile_solid) continue;
        const hs::box b = w.map.tile(i % w.map.width, i / w.map.width);
        hs::hit h =
            hs::tile_map{.width = 1, .height = 1, .cell = w.map.cell, .origin = b.min, .tiles = {&w.tiles[i], 1}}
                .cast_nearest(s, q);
        if (!h) continue;
        h.index = i;
        const auto rank = [](const hs::hit& x) { return std::tuple(x.time, x.flags & hs::corner, x.index); };
        if (!truth || rank(h) < rank(truth)) truth = h;
      }
      const hs::hit got = w.map.cast_nearest(s, q);
      ASSERT_EQ(got, truth) << trial::text(got) << " is not " << trial::text(truth) << '\n'
                            << text(w, {{s.start, s.start}, s.delta, q});
      hits += static_cast<bool>(got), at_corners += got && got.flags & hs::corner;
      far += std::abs(s.delta.x) * got.time > 20 * w.map.cell.x;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 10);
    EXPECT_GT(at_corners, total / 400);
    EXPECT_GT(far, total / 4);
    EXPECT_LT(hits, total - total / 4);
  }
}

TEST(tiles, an_overlap_finds_what_brute_force_finds) {
  rng r(47);
  std::size_t found_all = 0, total = 0;
  for (std::size_t round = 0; round < cases(1000); ++round) {
    const world w = random_world(r, r.one_in(3) ? 200 : 24, r.one_in(2));  // rows of more than a word of 64
    std::vector<hs::index> list(w.tiles.size()), truth(w.tiles.size());
    const auto check = [&](const auto& shape, const hs::query& q) {
      const hs::found all = hs::overlap(shape, w.boxes.view(), truth, q);
      for (std::size_t i = 0; i < all.written; ++i) truth[i] = w.index_of_box[truth[i]];
      const hs::found got = w.map.overlap(shape, list, q);
      ASSERT_EQ(std::vector<hs::index>(got.begin(), got.end()), std::vector<hs::index>(all.begin(), all.end()))
          << trial::text(shape);
      ASSERT_EQ(w.map.overlap_any(shape, q), all.total != 0);
      ASSERT_EQ(w.map.overlap_count(shape, q), all.total);
      const std::size_t room = 1 + r.below(static_cast<std::uint32_t>(list.size()));
      const hs::found some = w.map.overlap(shape, std::span(list).first(room), q);
      ASSERT_EQ(some.total, all.total);
      ASSERT_EQ(std::vector<hs::index>(some.begin(), some.end()),
                std::vector<hs::index>(truth.begin(), truth.begin() + std::min(all.total, room)));
      found_all += all.total, ++total;
    };
    for (int k = 0; k < 20; ++k) {
      const question s = ask_about(w, r);
      check(s.a, {.touch = s.q.touch});
      check(hs::circle{s.a.min, r.one_in(5) ? 0 : w.map.cell.x * r.real(0, 4)}, {.touch = s.q.touch});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(found_all, total);
  }
}

TEST(tiles, that_end_beyond_all_floats_are_overlapped_by_nothing) {
  world w(40, 3, {1e37f, 1e37f}, {});
  std::fill(w.tiles.begin(), w.tiles.end(), std::uint8_t{hs::tile_solid});
  for (const bool bits : {false, true}) {
    w.finish(bits);
    const hs::box all{{-largest, -largest}, {largest, largest}}, last{{3.39e38f, 1e37f}, {largest, 2e37f}};
    EXPECT_EQ(w.map.overlap_count(all), 3 * 34u) << "the 35th begins at 3.4e38 and ends nowhere";
    EXPECT_EQ(w.map.overlap_count(last), 1u);
  }
}

TEST(tiles, many_movers_get_the_answers_of_one_at_a_time) {
  rng r(53);
  const world w = random_world(r);
  constexpr std::size_t n = 300;
  box_columns<2> boxes;
  centred_columns<2> centred;
  segment_columns<2> lines;
  vectors<2> steps;
  std::vector<std::uint32_t> layers;
  for (std::size_t i = 0; i < n; ++i) {
    const question s = ask_about(w, r);
    boxes.push(s.a), steps.push(s.step), lines.push({s.a.min, s.step}), layers.push_back(r.below(2));
    centred.push(s.a.min, {w.map.cell.x * r.real(0, 1), w.map.cell.y * r.real(0, 1)});
  }
  records<2> out(n);
  auto view = boxes.view();
  view.layers = layers;
  w.map.sweep_nearest(view, steps.as_motions(), out.columns());
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(out[i], layers[i] ? w.map.sweep_nearest(boxes[i], steps[i]) : hs::hit{}) << i;
  w.map.sweep_nearest(centred.view(), steps.as_motions(), out.columns());
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(out[i], w.map.sweep_nearest(hs::box::from_center(centred.center[i], centred.half[i]), steps[i])) << i;
  auto round = hs::circles{.x = boxes.min.axis[0], .y = boxes.min.axis[1], .radius = w.map.cell.x};
  round.layers = layers;
  w.map.sweep_nearest(round, steps.as_motions(), out.columns());
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(out[i], layers[i] ? w.map.sweep_nearest(hs::circle{boxes[i].min, w.map.cell.x}, steps[i]) : hs::hit{})
        << i;
  w.map.cast_nearest(lines.view(), out.columns());
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], w.map.cast_nearest(lines[i])) << i;
  std::vector<float> time(7, 5.0f);
  if (hs::detail::checks_enabled()) return;
  w.map.sweep_nearest(view, steps.as_motions(), {.time = time});
  const bool told = hs::detail::checks_in_use() != hs::detail::checks::none;  // then nothing is found
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_EQ(time[i], !told && layers[i] ? w.map.sweep_nearest(boxes[i], steps[i]).time : 1);
}

// Short motions, many of which end or start on an edge: what registers of lanes decide, and where they must not.
question short_way(const world& w, rng& r) {
  question s{};
  const bool level = r.one_in(3);  // on the very lines of the map
  for (int k = 0; k < 2; ++k) {
    const float cell = w.map.cell[k], half = cell * 0.5f;
    s.a.min[k] = level || r.one_in(5) ? place_on(w, k, r) : w.map.tile(0, 0).min[k] + cell * r.real(-2, 26);
    const float size = level ? half * static_cast<float>(r.below(4)) : cell * r.real(0, 1.5f);
    s.a.max[k] = s.a.min[k] + (r.one_in(9) ? 0 : size);
    s.step[k] = r.one_in(6) ? (r.one_in(2) ? 0.0f : -0.0f)
                : level     ? half * static_cast<float>(r.whole(-4, 4))
                            : cell * r.real(-1.5f, 1.5f);
    if (r.one_in(7)) s.step[k] = place_on(w, k, r) - (r.one_in(2) ? s.a.max[k] : s.a.min[k]);
  }
  if (r.one_in(9)) s.step.y = s.step.x;
  if (r.one_in(30)) s.step = {r.one_in(2) ? 1e-42f : -1e-42f, 0};  // quotients are infinite
  if (r.one_in(150)) s.a.min[r.whole(0, 1)] = r.one_in(2) ? not_a_number : -infinity;
  if (r.one_in(150)) s.step[r.whole(0, 1)] = r.one_in(2) ? not_a_number : largest;
  return s;
}

bool same(const hs::hit& a, const hs::hit& b) {
  return a == b && same_bits(a.position.x, b.position.x) && same_bits(a.position.y, b.position.y) &&
         same_bits(a.normal.x, b.normal.x) && same_bits(a.normal.y, b.normal.y);
}

TEST(tiles, batches_of_any_length_on_every_isa_give_the_bits_of_one_at_a_time) {
  rng r(54);
  std::size_t hits = 0, total = 0;
  for (std::size_t round = 0; round < cases(400); ++round) {
    world w = random_world(r);
    if (r.one_in(3) && !w.map.tiles.empty())
      for (auto& t : w.tiles) t = r.one_in(9) ? static_cast<std::uint8_t>(2u << r.below(6)) : t;
    const std::size_t n = r.one_in(20) ? 1024 + r.below(1200) : 1 + r.below(90);
    hs::query q{.touch = r.one_in(3) ? hs::touching::hits : hs::touching::misses,
                .start = r.one_in(2) ? hs::start_overlap::hits : static_cast<hs::start_overlap>(r.below(3))};
    if (r.one_in(4)) q.until = r.real(0, 1.1f);
    hs::query thick = q;  // casts alone
    if (r.one_in(2)) thick.padding = {w.map.cell.x * r.real(0, 1), w.map.cell.y * r.real(0, 1), 0};
    box_columns<2> boxes;
    centred_columns<2> centred;
    segment_columns<2> lines;
    vectors<2> steps;
    std::vector<std::uint32_t> layers;
    std::vector<float> radius;
    for (std::size_t i = 0; i < n; ++i) {
      const question s = short_way(w, r);
      boxes.push(s.a), steps.push(s.step), lines.push({s.a.min, s.step}), layers.push_back(r.below(9));
      centred.push(s.a.min, {s.a.max.x - s.a.min.x, s.a.max.y - s.a.min.y});
      radius.push_back(r.one_in(40) ? -1 : w.map.cell.x * r.real(0, 1));
    }
    auto layered = boxes.view();
    if (r.one_in(2)) layered.layers = layers;
    const hs::circles round_ones{.x = boxes.min.axis[0], .y = boxes.min.axis[1], .radius = radius};
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      records<2> out(n);
      const auto check = [&](const char* what, const auto& one) {
        for (std::size_t i = 0; i < n; ++i) {
          const hs::hit truth = one(i);
          ASSERT_TRUE(same(out[i], truth)) << what << " on " << hs::name(which) << ", " << i << " of " << n << ": "
                                           << trial::text(out[i]) << " is not " << trial::text(truth) << '\n'
                                           << text(w, {boxes[i], steps[i], thick});
          hits += static_cast<bool>(truth), ++total;
        }
      };
      w.map.sweep_nearest(layered, steps.as_motions(), out.columns(), q);
      check("boxes", [&](std::size_t i) {
        return layered.layers.absent() || layers[i] ? w.map.sweep_nearest(boxes[i], steps[i], q) : hs::hit{};
      });
      w.map.sweep_nearest(centred.view(), steps.as_motions(), out.columns(), q);
      check("centred boxes", [&](std::size_t i) {
        return w.map.sweep_nearest(hs::box::from_center(centred.center[i], centred.half[i]), steps[i], q);
      });
      w.map.sweep_nearest(round_ones, steps.as_motions(), out.columns(), q);
      check("circles", [&](std::size_t i) {
        return w.map.sweep_nearest(hs::circle{boxes[i].min, radius[i]}, steps[i], q);
      });
      w.map.cast_nearest(lines.view(), out.columns(), thick);
      check("segments", [&](std::size_t i) { return w.map.cast_nearest(lines[i], thick); });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 5);
    EXPECT_LT(hits, total - total / 5);
  }
}

// From tile to tile in registers: along axes and diagonals, from lines and past corners an ulp inside or beside, off
// the map and to its last tile.
TEST(tiles, long_rays_on_every_isa_get_the_bits_of_one_at_a_time) {
  rng r(56);
  std::size_t hits = 0, total = 0;
  for (std::size_t round = 0; round < cases(6000); ++round) {
    constexpr float sizes[] = {1, 16, 0.1f, 3, 7.3f};
    const std::uint32_t width = 1 + r.below(r.one_in(8) ? 2000 : 60), height = 1 + r.below(r.one_in(3) ? 3 : 60),
                        one_in = r.one_in(2) ? 4 : 60;
    std::vector<std::uint8_t> tiles(width * height);
    std::vector<std::uint64_t> bits(tiles.size() / 64 + 1);
    const bool sides = r.one_in(4);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      tiles[i] = r.one_in(one_in)       ? hs::tile_solid
                 : sides && r.one_in(9) ? static_cast<std::uint8_t>(2u << r.below(4))
                                        : 0;
      if (tiles[i] == hs::tile_solid) bits[i / 64] |= std::uint64_t{1} << i % 64;
    }
    hs::tile_map map{.width = width, .height = height, .cell = {sizes[r.below(5)], sizes[r.below(5)]}};
    if (r.one_in(2)) map.origin = {map.cell.x * r.real(-1000, 1000), map.cell.y * r.real(-1000, 1000)};
    if (r.one_in(4))
      map.bits = bits;
    else
      map.tiles = tiles;
    const auto place = [&](float x, float y) {
      return hs::vec2{map.origin.x + map.cell.x * x, map.origin.y + map.cell.y * y};
    };
    const auto across = static_cast<float>(width), down = static_cast<float>(height);
    hs::query q{.touch = r.one_in(3) ? hs::touching::hits : hs::touching::misses,
                .start = r.one_in(2) ? hs::start_overlap::hits : static_cast<hs::start_overlap>(r.below(3))};
    if (r.one_in(4)) q.until = r.real(0, 1.1f);
    const std::size_t n = 1 + r.below(90);
    segment_columns<2> rays;
    for (std::size_t i = 0; i < n; ++i) {
      hs::vec2 from = place(across * r.real(-0.02f, 1.02f), down * r.real(-0.02f, 1.02f));
      if (r.one_in(6))
        from =
            place(std::floor(across * r.real(0, 1)) + 0.5f, std::floor(down * r.real(0, 1)) + (r.one_in(2) ? 0.5f : 0));
      const float length = r.one_in(2) ? r.real(0, 12) : r.real(0, 150), angle = r.real(0, 6.3f);
      hs::vec2 by{map.cell.x * length * std::cos(angle), map.cell.y * length * std::sin(angle)};
      const auto line = [&](int k) {  // one of them, as a rule a near one
        const float there = (from[k] - map.origin[k]) / map.cell[k] + (r.one_in(4) ? r.real(-150, 150) : r.real(-9, 9));
        return map.origin[k] + map.cell[k] * std::floor(there);
      };
      switch (r.below(7)) {
        case 0: by[static_cast<int>(r.below(2))] = r.one_in(2) ? 0.0f : -0.0f; break;
        case 1: by.y = (r.one_in(2) ? 1.0f : -1.0f) * by.x / map.cell.x * map.cell.y; break;
        case 2: {  // through the corner of a tile, and on
          const hs::vec2 corner{line(0), line(1)};
          by = r.one_in(2) ? 2.0f * (corner - from) : corner - from;
          for (std::uint32_t k = r.below(3); k > 0; --k) by.x = r.one_in(2) ? one_ulp_up(by.x) : one_ulp_down(by.x);
          break;
        }
        case 3: {  // to a line
          const int k = r.whole(0, 1);
          by[k] = line(k) - from[k];
          for (std::uint32_t ulps = r.below(3); ulps > 0; --ulps)
            by[k] = r.one_in(2) ? one_ulp_up(by[k]) : one_ulp_down(by[k]);
          break;
        }
        case 4:
          if (r.one_in(4)) by = r.real(10, 1e5f) * by;
          if (r.one_in(16)) by[r.whole(0, 1)] = r.one_in(2) ? 3e38f : -3e38f;
          if (r.one_in(8)) by[r.whole(0, 1)] = r.one_in(2) ? 1e-40f : -1e-38f;
      }
      rays.push({from, by});
    }
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      records<2> out(n);
      map.cast_nearest(rays.view(), out.columns(), q);
      for (std::size_t i = 0; i < n; ++i) {
        const hs::hit truth = map.cast_nearest(rays[i], q);
        ASSERT_TRUE(same(out[i], truth)) << "round " << round << " on " << hs::name(which) << ", " << i << " of " << n
                                         << ": " << trial::text(out[i]) << " is not " << trial::text(truth);
        hits += static_cast<bool>(truth), ++total;
      }
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 5);
    EXPECT_LT(hits, total - total / 5);
  }
}

// Ways past the corners of tiles, an ulp inside or beside: here the filter of the lanes must leave room for its
// rounding.
TEST(tiles, what_is_aimed_at_the_corners_of_tiles_gets_the_bits_of_one_at_a_time_on_every_isa) {
  rng r(55);
  std::size_t hits = 0, total = 0;
  for (std::size_t round = 0; round < cases(400); ++round) {
    constexpr float sizes[] = {1, 16, 0.1f, 3, 7.3f};
    const float size = sizes[r.below(5)];
    const std::uint32_t width = 4 + r.below(20), height = 4 + r.below(20), zero[] = {r.below(width), r.below(height)};
    world w(width, height, {size, r.one_in(3) ? size * 0.7f : size}, {});
    const bool about_zero = !r.one_in(4);  // where a way is as exact as floats can be, and products round
    for (int k = 0; k < 2; ++k)
      w.map.origin[k] = about_zero ? -w.map.cell[k] * static_cast<float>(zero[k]) : size * r.real(-30, 30);
    for (auto& t : w.tiles) t = r.one_in(5) ? hs::tile_solid : 0;
    w.tiles[zero[1] * width + zero[0]] = hs::tile_solid;
    w.finish(r.one_in(2));
    const hs::query q{.touch = r.one_in(3) ? hs::touching::hits : hs::touching::misses};
    constexpr std::size_t n = 256;
    segment_columns<2> lines;
    box_columns<2> boxes;
    centred_columns<2> centred;
    vectors<2> steps;
    for (std::size_t i = 0; i < n; ++i) {
      const hs::box t = about_zero ? w.map.tile(zero[0], zero[1]) : w.map.tile(r.below(width), r.below(height));
      const hs::vec2 corner{r.one_in(2) ? t.min.x : t.max.x, r.one_in(2) ? t.min.y : t.max.y},
          step{w.map.cell.x * r.real(-1.4f, 1.4f), w.map.cell.y * r.real(-1.4f, 1.4f)};
      const float when = r.real(0.05f, 0.95f);
      hs::vec2 from{corner.x - when * step.x, corner.y - when * step.y};
      if (r.one_in(3)) from.x = r.one_in(2) ? one_ulp_up(from.x) : one_ulp_down(from.x);
      const float wide = w.map.cell.x * r.real(0, 1), high = w.map.cell.y * r.real(0, 1);
      const bool left = r.one_in(2), up = r.one_in(2);  // which of the mover's corners it is
      lines.push({from, step}), steps.push(step);
      boxes.push({{left ? from.x : from.x - wide, up ? from.y : from.y - high},
                  {left ? from.x + wide : from.x, up ? from.y + high : from.y}});
      const hs::vec2 half{0.5f * wide, 0.5f * high};
      centred.push({left ? from.x + half.x : from.x - half.x, up ? from.y + half.y : from.y - half.y}, half);
    }
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      records<2> out(n);
      const auto check = [&](const char* what, const auto& one) {
        for (std::size_t i = 0; i < n; ++i) {
          const hs::hit truth = one(i);
          ASSERT_TRUE(same(out[i], truth))
              << what << " on " << hs::name(which) << ", " << i << " of " << n << ": " << trial::text(out[i])
              << " is not " << trial::text(truth) << ", from " << trial::text(lines[i].start) << '\n'
              << text(w, {boxes[i], steps[i], q});
          hits += static_cast<bool>(truth), ++total;
        }
      };
      w.map.cast_nearest(lines.view(), out.columns(), q);
      check("segments", [&](std::size_t i) { return w.map.cast_nearest(lines[i], q); });
      w.map.sweep_nearest(boxes.view(), steps.as_motions(), out.columns(), q);
      check("boxes", [&](std::size_t i) { return w.map.sweep_nearest(boxes[i], steps[i], q); });
      w.map.sweep_nearest(centred.view(), steps.as_motions(), out.columns(), q);
      check("centred boxes", [&](std::size_t i) {
        return w.map.sweep_nearest(hs::box::from_center(centred.center[i], centred.half[i]), steps[i], q);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 10);
    EXPECT_LT(hits, total - total / 10);
  }
}

// ---- by hand -------------------------------------------------------------------------------------------------------

// '#' solid, '^' lands on (one way, y down), '<' stops what moves to the right.
world drawn(std::initializer_list<const char*> rows) {
  const auto width = static_cast<std::uint32_t>(std::string(*rows.begin()).size());
  world w(width, static_cast<std::uint32_t>(rows.size()), {16, 16}, {});
  std::size_t i = 0;
  for (const char* row : rows)
    for (; *row; ++row)
      w.tiles[i++] = *row == '#'   ? hs::tile_solid
                     : *row == '^' ? hs::one_way_min_y
                     : *row == '<' ? hs::one_way_min_x
                                   : 0;
  w.finish(false);
  return w;
}

TEST(tiles, sliding_along_a_floor_or_down_a_wall_catches_on_no_seam) {
  const world w = drawn({"#.......", "#.......", "#.......", "########"});
  const hs::box on_floor{{20, 40}, {28, 48}};
  EXPECT_FALSE(w.map.sweep_nearest(on_floor, {90, 0}));
  const hs::hit floor = w.map.sweep_nearest(on_floor, {90, 1});
  EXPECT_EQ(floor.normal, (hs::vec2{0, -1}));
  const hs::hit wall = w.map.sweep_nearest({{16, 0}, {20, 4}}, {-3, 30});
  EXPECT_EQ(wall.normal, (hs::vec2{1, 0})) << "pressed against it, and falling along it";
  EXPECT_FALSE(w.map.sweep_nearest({{16, 0}, {20, 4}}, {0, 44})) << "falls until it touches the floor";
}

TEST(tiles, a_segment_along_an_edge_or_through_a_corner_follows_the_choice_of_touching) {
  const world w = drawn({"...", ".#.", "..."});
  for (const hs::segment s :
       {hs::segment{{0, 16}, {48, 0}}, {{32, 0}, {0, 48}}, {{0, 32}, {16, -16}}, {{16, 32}, {16, 16}}}) {
    EXPECT_FALSE(w.map.cast_nearest(s)) << trial::text(s.start);
    EXPECT_EQ(w.map.cast_nearest(s, {.touch = hs::touching::hits}).index, 4u) << trial::text(s.start);
  }
  EXPECT_EQ(w.map.cast_nearest({{0, 24}, {48, 0}}).time, 16.0f / 48);
  EXPECT_EQ(w.map.cast_nearest({{0, 0}, {48, 48}}).flags, hs::corner);
}

TEST(tiles, a_one_way_tile_stops_only_what_comes_from_outside_against_its_normal) {
  const world w = drawn({"....", "....", ".^^.", "...."});
  const hs::hit landed = w.map.sweep_nearest({{20, 10}, {28, 30}}, {0, 8});
  EXPECT_EQ(landed.index, 9u);
  EXPECT_EQ(landed.time, 0.25f);
  EXPECT_EQ(landed.normal, (hs::vec2{0, -1}));
  EXPECT_TRUE(w.map.sweep_nearest({{20, 10}, {28, 32}}, {0, 8})) << "standing on it";
  EXPECT_FALSE(w.map.sweep_nearest({{20, 10}, {28, 32.5f}}, {0, 8})) << "inside of it";
  EXPECT_FALSE(w.map.sweep_nearest({{20, 50}, {28, 60}}, {0, -40})) << "from below";
  EXPECT_FALSE(w.map.sweep_nearest({{0, 34}, {8, 40}}, {60, 0})) << "from the side";
  EXPECT_FALSE(w.map.sweep_nearest({{0, 20}, {8, 30}}, {30, 16})) << "it is below the edge before it gets there";
  EXPECT_TRUE(w.map.sweep_nearest({{0, 20}, {8, 30}}, {60, 4})) << "it is there before it is below the edge";
  EXPECT_FALSE(w.map.sweep_nearest({{17, 10}, {20, 32}}, {20, 0})) << "walking on it";
  EXPECT_FALSE(w.map.overlap_any(hs::box{{20, 33}, {28, 40}}));
  const hs::hit diagonal = w.map.sweep_nearest({{8, 24}, {12, 28}}, {8, 8});
  EXPECT_EQ(diagonal.normal, (hs::vec2{0, -1})) << "both at once: it lands";
  EXPECT_EQ(diagonal.flags, hs::corner);
  const world side = drawn({"...", ".<.", "..."});
  EXPECT_EQ(side.map.sweep_nearest({{0, 20}, {8, 24}}, {16, 16}).normal, (hs::vec2{-1, 0}));
  EXPECT_FALSE(side.map.sweep_nearest({{40, 20}, {44, 24}}, {-40, 0}));
  EXPECT_EQ(side.map.sweep_nearest({{12, 12}, {14, 14}}, {4, 4}).normal, (hs::vec2{-1, 0})) << "both at once";
  EXPECT_FALSE(w.map.cast_nearest({{24, 40}, {0, -20}}));
  EXPECT_TRUE(w.map.cast_nearest({{24, 20}, {0, 20}}));
  EXPECT_TRUE(w.map.sweep_nearest({{20, 10}, {28, 32}}, {0, 8}, {.touch = hs::touching::hits})) << "closed, standing";
}

// All four faces alike, for boxes, circles and points.
TEST(tiles, each_face_that_is_solid_from_one_side_stops_what_comes_from_there_and_nothing_else) {
  const std::pair<hs::tile_flag, hs::vec2> faces[] = {{hs::one_way_min_x, {-1, 0}},
                                                      {hs::one_way_max_x, {1, 0}},
                                                      {hs::one_way_min_y, {0, -1}},
                                                      {hs::one_way_max_y, {0, 1}}};
  for (const auto& [flag, normal] : faces) {
    world w(3, 3, {16, 16}, {});
    w.tiles[4] = flag;
    w.finish(false);
    const auto hits = [&](float far, float size, float by, hs::vec2 n, hs::touching touch) {  // off the middle
      const hs::vec2 at{24 + far * n.x, 24 + far * n.y}, step{by * n.x, by * n.y};
      const hs::query q{.touch = touch};
      const hs::hit box = w.map.sweep_nearest(hs::box::from_center(at, {size, size}), step, q);
      const hs::hit circle = w.map.sweep_nearest(hs::circle{at, size}, step, q);
      EXPECT_EQ(box.index, circle.index) << trial::text(at) << " by " << by;
      if (box) {
        EXPECT_EQ(box.normal, n);
        EXPECT_EQ(circle.normal, n);
      }
      return static_cast<bool>(box);
    };
    for (const float size : {0.0f, 4.0f})
      for (const auto touch : {hs::touching::misses, hs::touching::hits}) {
        for (const float by : {0.5f, 20.0f}) {
          EXPECT_TRUE(hits(8 + size, size, -by, normal, touch)) << "standing on it";
          EXPECT_FALSE(hits(8 + size, size, by, normal, touch)) << "standing on it, and going away";
          EXPECT_FALSE(hits(7.5f + size, size, -by, normal, touch)) << "half in";
        }
        EXPECT_TRUE(hits(10 + size, size, -20, normal, touch));
        for (const auto& [other, from] : faces)
          if (other != flag) {
            EXPECT_FALSE(hits(10 + size, size, -40, from, touch)) << int{flag} << " from " << int{other};
          }
      }
  }
}

TEST(tiles, a_circle_rolls_over_the_seams_of_a_floor) {
  const world w = drawn({"........", "........", "########"});
  const float top = w.map.tile(0, 2).min.y;
  rng r(44);
  for (std::size_t k = 0; k < cases(20000); ++k) {
    const float radius = r.real(1, 12), step = r.real(-60, 60);
    hs::circle c{{r.real(20, 100), 0}, radius};
    c.center.y = top - radius;
    while (w.map.overlap_any(c)) c.center.y = one_ulp_down(c.center.y);
    ASSERT_FALSE(w.map.sweep_nearest(c, {step, 0})) << trial::text(c) << " by " << step;
    const hs::hit h = w.map.sweep_nearest(c, {step, 3});
    ASSERT_TRUE(h);
    ASSERT_EQ(h.normal, (hs::vec2{0, -1})) << trial::text(c) << " by " << step;
  }
}

TEST(tiles, a_one_way_tile_stops_a_circle_from_its_side_alone) {
  const world w = drawn({"...", ".^.", "..."});  // one_way_min_y at (16, 16), 16 wide
  EXPECT_EQ(w.map.sweep_nearest(hs::circle{{24, 8}, 4}, {0, 20}).time, 0.2f);
  EXPECT_EQ(w.map.sweep_nearest(hs::circle{{24, 8}, 4}, {0, 20}).normal, (hs::vec2{0, -1}));
  EXPECT_EQ(w.map.sweep_nearest(hs::circle{{24, 12}, 4}, {0, 20}).time, 0) << "standing on it";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{24, 12.5f}, 4}, {0, 20})) << "half in";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{24, 40}, 4}, {0, -40})) << "from below";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{4, 24}, 4}, {40, 0})) << "from the side";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{4, 24}, 4}, {40, 4})) << "from the side, falling";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{20, 12}, 4}, {9, 0})) << "rolling on it";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{10, 8}, 5}, {0, 20})) << "past its end";
  const hs::hit end = w.map.sweep_nearest(hs::circle{{13, 8}, 5}, {0, 20});
  EXPECT_EQ(end.time, 0.2f) << "(13, 12) is five from (16, 16)";
  EXPECT_EQ(end.normal, (hs::vec2{-0.6f, -0.8f})) << "it may roll off";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{4, 10}, 5}, {20, 20})) << "its centre is below the line by then";
  EXPECT_EQ(w.map.sweep_nearest(hs::circle{{13, 12}, 5}, {0, 20}).time, 0) << "lying on its end";
  EXPECT_EQ(w.map.sweep_nearest(hs::circle{{13, 11.5f}, 5}, {0, 20}).normal, end.normal)
      << "a little above, and below the line";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{13, 12.25f}, 5}, {0, 20})) << "in its end";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{13, 12}, 5}, {20, 0})) << "along the line";
  EXPECT_FALSE(w.map.sweep_nearest(hs::circle{{10, 17}, 5}, {20, 1})) << "its centre is below the line already";
  EXPECT_TRUE(w.map.sweep_nearest(hs::circle{{24, 8}, 0}, {0, 20})) << "a point";
  EXPECT_FALSE(w.map.overlap_any(hs::circle{{24, 24}, 4}));
}

// Wherever it comes down on a row of platforms, at whatever angle, it does not get through at a seam.
TEST(tiles, a_circle_does_not_fall_through_between_two_one_way_tiles) {
  const world w = drawn({"....", "^^^^", "...."});
  rng r(45);
  for (std::size_t k = 0; k < cases(40000); ++k) {
    const float radius = r.one_in(3)   ? 0
                         : r.one_in(2) ? r.real(0, 1e-3f)
                                       : r.real(0, 6),
                seam = r.one_in(2) ? 16.0f : 32.0f;
    const hs::vec2 step{r.real(-9, 9), r.real(4, 30)};
    const float drop = r.real(0.1f, 3.5f), down = (16 - radius - drop);
    hs::circle c{{0, down}, radius};
    c.center.x = seam - step.x * (drop / step.y);
    if (r.one_in(2)) c.center.x = r.one_in(2) ? one_ulp_up(c.center.x) : one_ulp_down(c.center.x);
    ASSERT_TRUE(w.map.sweep_nearest(c, step)) << trial::text(c) << " by " << trial::text(step);
  }
}

TEST(tiles, a_map_that_is_none_hits_nothing) {
  const auto before = hs::set_breach_handler([](const char*) {});  // that some have too few tiles is told
  std::vector<std::uint8_t> tiles(12, hs::tile_solid);
  const hs::tile_map good{.width = 4, .height = 3, .tiles = tiles};
  const hs::box a{{-9, -9}, {9, 9}};
  EXPECT_TRUE(good.overlap_any(a));
  std::vector<hs::tile_map> bad(9, good);
  bad[0].width = 0, bad[1].height = 0, bad[2].height = 4, bad[3].cell.x = 0, bad[4].cell.y = -1;
  bad[5].cell.x = not_a_number, bad[6].origin.y = infinity, bad[7].width = (1u << 24) + 1, bad[8] = {};
  for (const hs::tile_map& m : bad) {
    EXPECT_FALSE(m.valid());
    EXPECT_FALSE(m.overlap_any(a) || m.sweep_nearest(a, {1, 1}) || m.cast_nearest({{-1, 1}, {9, 0}}));
    EXPECT_EQ(m.at(0, 0), 0);
    records<2> out(3);
    EXPECT_FALSE(m.sweep_nearest(hs::circle{{0, 0}, 9}, {1, 1}));
    m.sweep_nearest(hs::centred_boxes{.x = std::vector<float>(3), .y = 0.0f, .half_x = 1.0f, .half_y = 1.0f},
                    {.dx = 1.0f, .dy = 0.0f}, out.columns());
    EXPECT_EQ(out[2], hs::hit{});
  }
  EXPECT_EQ(good.at(3, 2), hs::tile_solid);
  EXPECT_EQ(good.at(4, 2), 0);
  hs::set_breach_handler(before);
}

// As wide and as high as is promised, and not by one more.
TEST(tiles, a_map_has_two_to_the_24_tiles_a_row_at_most) {
  constexpr std::uint32_t most = 1u << 24;
  std::vector<std::uint64_t> bits(most / 64 + 1);
  bits[most / 64 - 1] = std::uint64_t{1} << 63;
  const hs::tile_map wide{.width = most, .height = 1, .bits = bits}, high{.width = 1, .height = most, .bits = bits};
  EXPECT_TRUE(wide.valid() && high.valid());
  EXPECT_EQ(wide.at(most - 1, 0), hs::tile_solid);
  EXPECT_EQ(wide.cast_nearest({{0, 0.5f}, {0x1p24f, 0}}).index, most - 1);
  EXPECT_EQ(high.cast_nearest({{0.5f, 0}, {0, 0x1p24f}}).index, most - 1);
  EXPECT_FALSE((hs::tile_map{.width = most + 1, .height = 1, .bits = bits}).valid());
  EXPECT_FALSE((hs::tile_map{.width = 1, .height = most + 1, .bits = bits}).valid());
}

// Whatever is wrong, no record is what it was before: columns of unequal length, a map that is none, layers on which
// nobody is, a limit that nothing reaches.
TEST(tiles, every_record_is_written_whatever_is_wrong) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  const std::vector<std::uint8_t> tiles(12, hs::tile_solid);
  const hs::tile_map good{.width = 4, .height = 3, .tiles = tiles}, bad{.width = 4, .height = 4, .tiles = tiles};
  const std::vector<float> nine(9, 0.5f), five(5, 0.5f);
  const std::vector<std::uint32_t> nobody(9, 0);
  const bool told = hs::detail::checks_in_use() != hs::detail::checks::none;  // a breach: then nothing is found
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    const auto check = [&](const char* what, std::size_t asked, bool hits, const auto& ask) {
      records<2> out(9);
      for (auto* c : {&out.time, &out.normal[0], &out.normal[1], &out.position[0], &out.position[1]}) c->assign(9, -7);
      out.index.assign(9, 77), out.flags.assign(9, 77);
      ask(out.columns());
      for (std::size_t i = 0; i < 9; ++i)
        if (i < asked && hits)
          EXPECT_TRUE(out[i] && out.index[i] != 77) << what << ", " << i << " on " << hs::name(which);
        else
          EXPECT_EQ(out[i], hs::hit{}) << what << ", " << i << " on " << hs::name(which);
    };
    const auto boxes = [&](const auto& x, const auto& dx, const hs::tile_map& map, const hs::query& q,
                           const hs::layer_column& layers = {}) {
      return [&, q, layers](const hs::hit_columns& out) {
        map.sweep_nearest(hs::boxes{.min_x = x, .min_y = -1.0f, .max_x = x, .max_y = 2.0f, .layers = layers},
                          {.dx = dx, .dy = 1.0f}, out, q);
      };
    };
    check("five steps for nine", 5, !told, boxes(nine, five, good, {}));
    check("nine steps for five", 5, !told, boxes(five, nine, good, {}));
    check("no map", 9, false, boxes(nine, nine, bad, {}));
    check("no map, and five steps", 5, false, boxes(nine, five, bad, {}));
    check("no layer", 9, false, boxes(nine, nine, good, {.layers = 0}));
    check("nobody's layer", 9, false, boxes(nine, nine, good, {}, nobody));
    check("no time", 9, false, boxes(nine, nine, good, {.until = 0}));
    check("a time that is none", 9, false, boxes(nine, nine, good, {.until = not_a_number}));
    const auto circles = [&](const auto& x, const auto& dx, const hs::tile_map& map) {
      return [&](const hs::hit_columns& out) {
        map.sweep_nearest(hs::circles{.x = x, .y = 0.0f, .radius = 1.0f}, {.dx = dx, .dy = 1.0f}, out);
      };
    };
    check("five steps for nine circles", 5, !told, circles(nine, five, good));
    check("circles on no map", 9, false, circles(nine, nine, bad));
    check("nine lines, five ends", 5, !told, [&](const hs::hit_columns& out) {
      good.cast_nearest(hs::segments{.x = nine, .y = 0.5f, .dx = five, .dy = 1.0f}, out);
    });
    check("a column that is too short", 4, !told, [&](hs::hit_columns out) {
      out.time = out.time.first(4);
      boxes(nine, nine, good, {})(out);
      std::fill_n(out.time.data() + 4, 5, 1.0f);  // these nobody asked for
    });
    records<2> none(9);
    none.index.assign(9, 77);
    const std::vector<float> nothing;
    boxes(nothing, 1.0f, good, {})(none.columns());
    EXPECT_EQ(none.index, std::vector<hs::index>(9, 77)) << "an empty batch has no records";
  }
}

TEST(tiles, where_nothing_moves_no_limit_of_time_counts) {
  const world w = drawn({"....", ".##.", ".##."});
  const hs::box box{{20, 20}, {40, 40}};
  const hs::circle circle{{32, 32}, 5};
  hs::index room[12];
  const hs::cells cells(w.map);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (const float until : {0.5f, 0.0f, -1.0f, not_a_number}) {
      const hs::query q{.until = until};
      EXPECT_EQ(w.map.overlap_count(box, q), 4u) << until;
      EXPECT_EQ(w.map.overlap(circle, room, q).total, 4u) << until;
      EXPECT_TRUE(w.map.overlap_any(box, q)) << until;
      EXPECT_EQ(cells.overlap_count(box, q), 4u) << until << " on " << hs::name(which);
      EXPECT_TRUE(cells.overlap_any(circle, q)) << until << " on " << hs::name(which);
      EXPECT_TRUE(cells.overlap_any(cells, q)) << until << " on " << hs::name(which);
      EXPECT_EQ(cells.overlap(cells, room, q).total, 4u) << until << " on " << hs::name(which);
      EXPECT_EQ(cells.contact(circle, {.index = room}, q).total, 4u) << until << " on " << hs::name(which);
      EXPECT_TRUE(cells.contact_deepest(circle, q)) << until << " on " << hs::name(which);
    }
  }
}

TEST(tiles, a_huge_motion_over_a_huge_map_looks_only_along_its_way) {
  constexpr std::uint32_t size = 4096;
  world w(size, size, {1, 1}, {});
  w.tiles[size * size - 1] = hs::tile_solid;
  w.finish(false);
  for (int k = 0; k < 300; ++k) {  // by looking at every tile this would take hours
    const hs::hit h = w.map.sweep_nearest({{0.25f, 0.25f}, {0.75f, 0.75f}}, {8192, 8192});
    ASSERT_EQ(h.index, size * size - 1);
    ASSERT_FALSE(w.map.sweep_nearest({{0.25f, 0.25f}, {0.75f, 0.75f}}, {largest, largest / 2}));
    ASSERT_FALSE(w.map.cast_nearest({{-1e9f, 5}, {largest, 0}}));
  }
}

TEST(tiles, that_have_no_width_are_passed_by_what_has_none_as_a_box_is) {
  const std::vector<std::uint8_t> one{hs::tile_solid};
  const hs::tile_map map{.width = 1, .height = 1, .cell = {1, 16}, .origin = {1e8f, 0}, .tiles = one};
  const hs::segment ray{{1e8f - 128, 8}, {256, 0}};
  for (const auto touch : {hs::touching::misses, hs::touching::hits})
    EXPECT_EQ(bool(map.cast_nearest(ray, {.touch = touch})),
              bool(hs::cast_nearest(ray, map.tile(0, 0), {.touch = touch})));
}

}  // namespace
