// Items of every shape ask about a chain as one shape; the truth is each link, a capsule, asked by itself.
#include <gtest/gtest.h>

#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/polygons.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct thing {  // numbers for whatever shape
  float v[6], dx, dy;
  std::uint32_t layers;
};

struct scene {
  std::vector<thing> items;
  std::vector<float> x, y, radius, dx, dy;  // nodes; the motion of links
  std::vector<std::uint32_t> layers;        // of nodes
  std::vector<float> corner_x, corner_y;
  std::vector<hs::index> offsets{0};
};

// Anything, crowds and few in a wide field, at every size of coordinate.
scene random_scene(rng& r, std::size_t n, std::size_t nodes) {
  scene s;
  const family& f = families()[r.below(static_cast<std::uint32_t>(families().size()))];
  const bool few = n < 70 && nodes < 40;  // what is huge or tiny is settled pair by pair
  const float unit = std::ldexp(1.0f, few && r.one_in(2) ? r.whole(-148, 115) : 0),
              field = r.one_in(4) ? 60.0f : 2000.0f;
  const bool anything = (n < 70 || nodes < 10) && r.one_in(2);
  const float size = r.one_in(8) ? field : 12;
  const auto position = [&] { return anything ? f.draw(f.position, r) : r.real(-field, field) * unit; };
  const auto extent = [&] { return anything ? f.draw(f.extent, r) : r.one_in(9) ? 0 : r.real(-0.1f, size) * unit; };
  const auto step = [&] { return anything ? f.draw(f.step, r) : r.one_in(9) ? 0 : r.real(-30, 30) * unit; };
  const auto spoil = [&](float v) {
    return r.one_in(200) ? std::array{not_a_number, infinity, -infinity, largest, -largest}[r.below(5)] : v;
  };
  for (std::size_t i = 0; i < n; ++i) {
    thing t{};
    for (int k = 0; k < 6; ++k) t.v[k] = spoil(k < 2 ? position() : extent());
    t.dx = spoil(step()), t.dy = spoil(step()), t.layers = 1u << r.below(3);
    s.items.push_back(t);
    const polygon_points p = n < 700 ? draw_polygon(f, r) : polygon_points{};
    s.corner_x.insert(s.corner_x.end(), p.x.begin(), p.x.end());
    s.corner_y.insert(s.corner_y.end(), p.y.begin(), p.y.end());
    s.offsets.push_back(static_cast<hs::index>(s.corner_x.size()));
  }
  float x = position(), y = position();
  for (std::size_t i = 0; i < nodes; ++i) {
    s.x.push_back(spoil(x)), s.y.push_back(spoil(y)), s.radius.push_back(r.one_in(9) ? -1 : spoil(extent()));
    s.dx.push_back(spoil(step())), s.dy.push_back(spoil(step())), s.layers.push_back(1u << r.below(3));
    x = anything ? position() : x + step(), y = anything ? position() : y + step();
  }
  return s;
}

using words = std::vector<std::uint64_t>;

// The same nodes in a ring, here and there.
hs::chain chain_of(const scene& s, rng& r, scene& ring, bool layered) {
  const std::size_t n = s.x.size(), room = n + r.below(4), first = room ? r.below(static_cast<std::uint32_t>(room)) : 0;
  const bool turn = r.one_in(2);
  for (auto* column : {&ring.x, &ring.y, &ring.radius}) column->assign(room, 7.0f);
  ring.layers.assign(room, ~0u);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = (first + i) % room;
    ring.x[at] = s.x[i], ring.y[at] = s.y[i], ring.radius[at] = s.radius[i], ring.layers[at] = s.layers[i];
  }
  hs::chain c = turn ? hs::chain{.x = ring.x, .y = ring.y, .radius = ring.radius}
                     : hs::chain{.x = s.x, .y = s.y, .radius = s.radius};
  if (layered) c.layers = turn ? ring.layers : s.layers;
  if (turn) c.first = static_cast<hs::index>(first), c.length = static_cast<hs::index>(n);
  return c;
}

struct question {
  const scene& s;
  hs::chain laser;
  bool layered;
  hs::query q;
  std::size_t hits = 0, nobody = 0;

  hs::query on_layers_of(std::size_t link) const {
    hs::query one = q;
    if (layered) one.layers &= s.layers[link];
    return one;
  }
  hs::capsule link(std::size_t i) const {
    return {{s.x[i], s.y[i]}, {s.x[i + 1] - s.x[i], s.y[i + 1] - s.y[i]}, s.radius[i]};
  }

  // ask(link, words, query) of one link, the others of all of them.
  template <class One, class Mask, class Any, class Count, class List>
  void hold(const char* what, std::size_t n, const One& one, const Mask& mask, const Any& any, const Count& count,
            const List& list) {
    words truth(hs::mask_words(n)), some(hs::mask_words(n)), got(hs::mask_words(n) + 1, ~0ull);
    for (std::size_t i = 0; i < laser.size(); ++i) {
      one(i, some, on_layers_of(i));
      for (std::size_t w = 0; w < some.size(); ++w) truth[w] |= some[w];
    }
    std::vector<hs::index> who;
    for (std::size_t i = 0; i < n; ++i)
      if (truth[i / 64] >> i % 64 & 1) who.push_back(static_cast<hs::index>(i));
    hits += who.size(), nobody += n - who.size();
    std::vector<hs::index> room(n + 1, 4711);
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      mask(std::span(got).first(truth.size()));
      ASSERT_TRUE(std::equal(truth.begin(), truth.end(), got.begin())) << what << ", mask, " << hs::name(isa);
      ASSERT_EQ(got.back(), ~0ull);
      ASSERT_EQ(any(), !who.empty()) << what << ", " << hs::name(isa);
      ASSERT_EQ(count(), who.size()) << what << ", " << hs::name(isa);
      const hs::found f = list(std::span(room).first(n));
      ASSERT_EQ(std::vector<hs::index>(f.begin(), f.end()), who) << what << ", list, " << hs::name(isa);
    }
  }

  template <class View> void overlaps(const char* what, const View& items) {
    const auto all = hs::whole(laser);
    hold(
        what, s.items.size(),
        [&](std::size_t i, words& to, const hs::query& on) { hs::overlap_mask(items, link(i), to, on); },
        [&](std::span<std::uint64_t> to) { hs::overlap_mask(items, all, to, q); },
        [&] { return hs::overlap_any(all, items, q); }, [&] { return hs::overlap_count(items, all, q); },
        [&](std::span<hs::index> to) { return hs::overlap(all, items, to, q); });
  }
  template <class View> void sweeps(const char* what, const View& items, const hs::motions& steps) {
    const auto all = hs::whole(laser);
    hold(
        what, s.items.size(),
        [&](std::size_t i, words& to, const hs::query& on) { hs::sweep_mask(items, steps, link(i), to, on); },
        [&](std::span<std::uint64_t> to) { hs::sweep_mask(items, steps, all, to, q); },
        [&] { return hs::sweep_any(items, steps, all, q); }, [&] { return hs::sweep_count(items, steps, all, q); },
        [&](std::span<hs::index> to) { return hs::sweep(items, steps, all, to, q); });
    const std::size_t links = laser.size();
    const hs::motions ways{.dx = std::span(s.dx).first(links), .dy = std::span(s.dy).first(links)};
    const auto moved = hs::moving(all, ways);
    hold(
        what, s.items.size(),
        [&](std::size_t i, words& to, const hs::query& on) {
          hs::sweep_mask(items, steps, hs::moving(link(i), hs::vec2{s.dx[i], s.dy[i]}), to, on);
        },
        [&](std::span<std::uint64_t> to) { hs::sweep_mask(items, steps, moved, to, q); },
        [&] { return hs::sweep_any(items, steps, moved, q); }, [&] { return hs::sweep_count(items, steps, moved, q); },
        [&](std::span<hs::index> to) { return hs::sweep(items, steps, moved, to, q); });
  }
  void casts(const char* what, const hs::segments& rays) {
    const auto all = hs::whole(laser);
    hold(
        what, s.items.size(),
        [&](std::size_t i, words& to, const hs::query& on) { hs::cast_mask(rays, link(i), to, on); },
        [&](std::span<std::uint64_t> to) { hs::cast_mask(rays, all, to, q); },
        [&] { return hs::cast_any(rays, all, q); }, [&] { return hs::cast_count(rays, all, q); },
        [&](std::span<hs::index> to) { return hs::cast(rays, all, to, q); });
  }
};

// Asks of every shape for which now() says so.
template <class Now>
void ask_of_shapes(question& ask, const scene& s, bool gaps, bool item_layers, bool same, rng& r, const Now& now) {
  const std::size_t n = s.items.size();
  std::vector<float> spans[8];
  std::vector<std::uint32_t> layers;
  for (const thing& t : s.items) {
    for (int k = 0; k < 6; ++k) spans[k].push_back(t.v[k]);
    spans[6].push_back(t.dx), spans[7].push_back(t.dy), layers.push_back(t.layers);
  }
  const auto column = [&](int k) -> hs::column {
    if (same && k == 2) return s.items[0].v[2];
    if (!gaps) return spans[k];
    return hs::strided(k == 6 ? &s.items[0].dx : k == 7 ? &s.items[0].dy : &s.items[0].v[k], n, sizeof(thing));
  };
  const hs::layer_column on = !item_layers ? hs::layer_column()
                              : gaps       ? hs::strided(&s.items[0].layers, n, sizeof(thing))
                                           : hs::layer_column(layers);
  const hs::motions steps{.dx = column(6), .dy = column(7)};
  const hs::points points{.x = column(0), .y = column(1), .layers = on};
  const hs::circles circles{.x = column(0), .y = column(1), .radius = column(2), .layers = on};
  std::vector<float> max_x, max_y;
  for (const thing& t : s.items) max_x.push_back(t.v[0] + t.v[2]), max_y.push_back(t.v[1] + t.v[3]);
  const hs::boxes boxes{.min_x = column(0), .min_y = column(1), .max_x = max_x, .max_y = max_y, .layers = on};
  const hs::centred_boxes centred{
      .x = column(0), .y = column(1), .half_x = column(2), .half_y = column(3), .layers = on};
  const hs::segments segments{.x = column(0), .y = column(1), .dx = column(6), .dy = column(7), .layers = on};
  const hs::capsules capsules{
      .x = column(0), .y = column(1), .dx = column(6), .dy = column(7), .radius = column(2), .layers = on};
  const hs::obbs obbs{.x = column(0),
                      .y = column(1),
                      .half_x = column(2),
                      .half_y = column(3),
                      .axis_x = column(4),
                      .axis_y = column(5),
                      .layers = on};
  const hs::polygons polygons{.x = s.corner_x, .y = s.corner_y, .offsets = s.offsets, .layers = on};
  if (now()) ask.overlaps("points", points), ask.sweeps("points", points, steps);
  if (now()) ask.overlaps("circles", circles), ask.sweeps("circles", circles, steps);
  if (now()) ask.overlaps("boxes", boxes), ask.sweeps("boxes", boxes, steps);
  if (now()) ask.overlaps("centred boxes", centred), ask.sweeps("centred boxes", centred, steps);
  if (now()) ask.overlaps("segments", segments), ask.sweeps("segments", segments, steps);
  if (now()) ask.overlaps("capsules", capsules), ask.sweeps("capsules", capsules, steps);
  if (now()) ask.overlaps("rotated boxes", obbs), ask.sweeps("rotated boxes", obbs, steps);
  if (n < 700 && now()) ask.overlaps("polygons", polygons), ask.sweeps("polygons", polygons, steps);
  ask.casts("rays", segments);
  ask.q.padding = {r.real(0, 9), r.real(0, 9)};
  ask.casts("rays with padding", segments);
}

TEST(whole_chain, every_shape_meets_it_where_it_meets_a_link) {
  rng r(1407);
  std::size_t hits = 0, nobody = 0;
  const std::size_t rounds = cases(15);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t around[] = {1, 16, 17, 64, 300, 512, 700, 1100};
    const std::size_t n = r.one_in(20) ? 4090 + r.below(700) : around[r.below(8)] + r.below(4);
    const scene s = random_scene(r, n, r.one_in(3) ? 60 + r.below(100) : r.below(40)), empty;
    scene ring;
    const bool layered = r.one_in(2), gaps = r.one_in(2), item_layers = r.one_in(2), same = r.one_in(5);
    hs::query q = draw_query(r);
    question ask{s, chain_of(s, r, ring, layered), layered, q};
    ask_of_shapes(ask, s, gaps, item_layers, same, r, [&] { return r.one_in(3); });
    if (testing::Test::HasFailure()) FAIL() << "round " << round << ", " << n << " items, " << s.x.size() << " nodes";
    hits += ask.hits, nobody += ask.nobody;
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, nobody / 50);
    EXPECT_GT(nobody, hits / 50);
  }
}

TEST(whole_chain, what_is_long_or_large_meets_links_far_from_its_middle) {
  rng r(1409);
  std::size_t hits = 0;
  for (int round = 0; round < 20; ++round) {
    scene s, ring;
    const float size = round % 2 ? 150 : 40;
    for (int i = 0; i < 90; ++i) {
      thing t{{r.real(-900, 900), r.real(-900, 900), r.real(0, size), r.real(0, size), r.real(-1, 1), r.real(-1, 1)},
              r.real(-size, size),
              r.real(-size, size),
              1};
      s.items.push_back(t);
      const float around = r.real(0, 6);
      for (int c = 0; c < 3; ++c) {
        s.corner_x.push_back(t.v[0] + size * std::cos(around + 2.1f * static_cast<float>(c)));
        s.corner_y.push_back(t.v[1] + size * std::sin(around + 2.1f * static_cast<float>(c)));
      }
      s.offsets.push_back(static_cast<hs::index>(s.corner_x.size()));
    }
    for (int i = 0; i < 24; ++i) {
      s.x.push_back(r.real(-900, 900)), s.y.push_back(r.real(-900, 900)), s.radius.push_back(r.real(0, 20));
      s.dx.push_back(r.real(-60, 60)), s.dy.push_back(r.real(-60, 60)), s.layers.push_back(1);
      for (auto* column : {&s.x, &s.y, &s.radius, &s.dx, &s.dy}) column->push_back(column->back() + r.real(-30, 30));
      s.radius.back() = -1, s.layers.push_back(1);  // no link from here to the next pair of nodes
    }
    question ask{s, chain_of(s, r, ring, false), false, {}};
    ask_of_shapes(ask, s, false, false, false, r, [] { return true; });
    if (testing::Test::HasFailure()) FAIL() << "round " << round;
    hits += ask.hits;
  }
  EXPECT_GT(hits, 2000u);
}

TEST(whole_chain, edges_further_apart_than_any_float_keep_their_order) {
  const float far = 0.3f * largest;
  const std::vector<float> x{-far, -far, far, far}, radius{0.35f * largest, -1, 0.35f * largest, 0};
  std::vector<float> at(40);
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = (i % 2 ? 0.5f : -0.9f) * largest;
  std::vector<std::uint64_t> words(1);
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    hs::overlap_mask(hs::circles{.x = at, .y = 0.0f, .radius = 1.0f}, hs::whole({.x = x, .y = 0.0f, .radius = radius}),
                     words);
    EXPECT_EQ(words[0], 0xaaaaaaaaaau) << "the odd ones: " << hs::name(isa);
  }
}

TEST(whole_chain, what_large_coordinates_round_off_leaves_nobody_out) {
  const float far = 0x1p24f;  // where floats are 2 apart: 3 beyond it becomes 4
  const std::vector<float> y{0, 10, 0, 10, 90, 99}, radius{0, -1, 0, -1, 0, 0}, beside(20, 5.0f);
  const auto hits = [&](float origin, float link, float step) {
    const std::vector<float> x{origin, origin, link, link, origin + 254, origin + 254};
    return hs::sweep_count(hs::circles{.x = far + 4, .y = beside, .radius = 1.0f}, hs::motions{.dx = step, .dy = 0.0f},
                           hs::whole({.x = x, .y = y, .radius = radius}), {.touch = hs::touching::hits});
  };
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    EXPECT_EQ(hits(0, 3.5f, -far), 20u) << "it ends between 3 and 5: " << hs::name(isa);
    EXPECT_EQ(hits(far, far + 2, -1), 20u) << "it ends between 2 and 4: " << hs::name(isa);
  }
}

// Nodes ten apart, a link of radius 1 between each two, unless only one is a link; items lie on nodes, or beside them.
void hit_where_they_lie(std::size_t links, std::size_t items, std::size_t only, std::size_t on_it) {
  std::vector<float> x(links + 1), radius(links + 1, only < links ? -1.0f : 1.0f), at(items), y(items);
  for (std::size_t i = 0; i <= links; ++i) x[i] = 10 * static_cast<float>(i);
  if (only < links) radius[only] = 1;
  words truth(hs::mask_words(items)), got(truth.size());
  std::vector<hs::index> who, list(items);
  for (std::size_t i = 0; i < items; ++i) {
    const bool hits = on_it == items || i == on_it;
    at[i] = 10 * static_cast<float>(only < links ? only : i * 7 % links), y[i] = hits ? 0.0f : 4.0f;
    if (hits) truth[i / 64] |= std::uint64_t{1} << i % 64, who.push_back(static_cast<hs::index>(i));
  }
  const auto laser = hs::whole({.x = x, .y = 0.0f, .radius = radius});
  const hs::points dots{.x = at, .y = y};
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    hs::overlap_mask(dots, laser, got);
    ASSERT_EQ(got, truth) << hs::name(isa);
    ASSERT_EQ(hs::overlap_any(dots, laser), !who.empty()) << hs::name(isa);
    const hs::found f = hs::overlap(dots, laser, list);
    ASSERT_EQ(std::vector<hs::index>(f.begin(), f.end()), who) << hs::name(isa);
  }
}
TEST(whole_chain, every_item_meets_every_link_however_many_there_are) {
  for (const std::size_t links : {1u, 64u, 130u, 5000u})
    for (const std::size_t items : {1u, 16u, 17u, 600u, 1100u}) {
      SCOPED_TRACE(std::to_string(links) + " links, " + std::to_string(items) + " items");
      hit_where_they_lie(links, items, links, items);
      for (const std::size_t item : {std::size_t{0}, items / 2, items - 1}) {
        hit_where_they_lie(links, items, links, item);
        for (const std::size_t link : {std::size_t{0}, links / 2, std::min<std::size_t>(links - 1, 63), links - 1})
          hit_where_they_lie(links, items, link, item);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
}

TEST(whole_chain, long_items_meet_a_few_links_at_their_far_ends) {
  std::vector<float> x, node_x, radius;
  for (int i = 0; i < 40; ++i) x.push_back(100 * static_cast<float>(i));
  for (const float at : {500.0f, 2000.0f, 3000.0f})
    for (const float side : {-1.0f, 1.0f}) node_x.push_back(at + side), radius.push_back(0 - side);
  const auto laser = hs::whole({.x = node_x, .y = 1090.0f, .radius = radius});
  const std::uint64_t hit = 1ull << 5 | 1ull << 20 | 1ull << 30;
  std::vector<std::uint64_t> words(1);
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    hs::overlap_mask(hs::segments{.x = x, .y = 1000.0f, .dx = 0.0f, .dy = 100.0f}, laser, words);
    EXPECT_EQ(words[0], hit) << hs::name(isa);
    hs::overlap_mask(hs::capsules{.x = x, .y = 1000.0f, .dx = 0.0f, .dy = 100.0f, .radius = 1.0f}, laser, words);
    EXPECT_EQ(words[0], hit) << hs::name(isa);
  }
}

TEST(whole_chain, a_link_without_any_width_at_the_origin_is_met) {
  const std::vector<float> x{0, 0}, y{0, 10}, beside(20, 5.0f);
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    EXPECT_EQ(hs::overlap_count(hs::circles{.x = 0.5f, .y = beside, .radius = 1.0f},
                                hs::whole({.x = x, .y = y, .radius = 0.0f})),
              20u);
  }
}

TEST(whole_chain, of_more_pairs_than_are_asked_at_a_time_each_has_its_answer) {
  std::vector<float> x, y, at, height;
  for (int i = 0; i <= 64; ++i) x.push_back(10.0f * static_cast<float>(i)), y.push_back(0);
  rng r(5);
  for (int i = 0; i < 512; ++i) at.push_back(r.real(5, 600)), height.push_back(r.real(0, 20));
  const hs::chain line{.x = x, .y = y, .radius = 1.0f};
  const hs::circles dots{.x = at, .y = height, .radius = 10.0f};
  std::vector<std::uint64_t> out(8);
  on_every_isa([&] {
    hs::overlap_mask(dots, hs::whole(line), out);
    for (std::size_t i = 0; i < at.size(); ++i)
      ASSERT_EQ(out[i / 64] >> (i % 64) & 1, std::uint64_t{height[i] < 11}) << i;
  });
}

}  // namespace
