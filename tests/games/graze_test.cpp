// Hit and near in one pass, and what left the field.
#include <gtest/gtest.h>

#include <algorithm>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
using words = std::vector<std::uint64_t>;

bool bit(const words& w, std::size_t i) { return w[i / 64] >> (i % 64) & 1; }

constexpr std::size_t lengths[] = {0, 1, 63, 64, 65, 1000, 4095, 4096, 4097, 9001};

// Random bullets of every family, as the overlaps say of each.
template <int D> void as_two_overlaps() {
  std::size_t hits = 0, grazes = 0, total = 0;
  for (const family& f : families()) {
    rng r(11);
    for (const std::size_t n : lengths) {
      circle_columns<D> bullets;
      std::vector<std::uint32_t> layers;
      for (std::size_t i = 0; i < n; ++i) bullets.push(draw_circle<D>(f, r)), layers.push_back(r.below(4));
      const circle_of<D> ship = draw_circle<D>(f, r);
      const float near = r.one_in(4) ? f.draw(f.extent, r) : ship.radius * 2;
      auto view = bullets.view();
      if (r.one_in(2)) view.layers = layers;
      const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses, .layers = r.below(4)};
      words inside(hs::mask_words(n)), around(hs::mask_words(n)), seen(hs::mask_words(n)), old(hs::mask_words(n));
      hs::overlap_mask(view, ship, inside, by_reference(q));
      hs::overlap_mask(view, circle_of<D>{ship.center, near}, around, by_reference(q));
      for (auto& w : old) w = r.next() & r.next();
      std::vector<hs::index> expected_hits, expected_near;
      for (std::size_t i = 0; i < n; ++i) {
        if (bit(inside, i)) expected_hits.push_back(static_cast<hs::index>(i));
        if (bit(around, i) && !bit(inside, i) && !bit(old, i)) expected_near.push_back(static_cast<hs::index>(i));
      }
      hits += expected_hits.size(), grazes += expected_near.size(), total += n;
      on_every_isa([&] {
        words a(hs::mask_words(n), ~0u), b(hs::mask_words(n), ~0u);
        seen = old;
        const hs::graze_counts counts = hs::graze_mask(view, ship, near, a, b, seen, q);
        ASSERT_EQ(counts, (hs::graze_counts{expected_hits.size(), expected_near.size()})) << f.name << n;
        for (std::size_t i = 0; i < n; ++i) {
          const bool grazed = bit(around, i) && !bit(inside, i) && !bit(old, i);
          ASSERT_EQ(bit(a, i), bit(inside, i)) << f.name << ' ' << text(bullets[i]) << text(ship);
          ASSERT_EQ(bit(b, i), grazed) << f.name << ' ' << text(bullets[i]) << text(ship) << hex(near);
          ASSERT_EQ(bit(seen, i), bit(old, i) || grazed);
        }
        seen = old;
        std::vector<hs::index> first(n), second(n);
        const hs::grazed lists = hs::graze(view, ship, near, first, second, seen, q);
        ASSERT_TRUE(lists.hits.complete() && lists.close.complete());
        ASSERT_EQ(std::vector<hs::index>(lists.hits.begin(), lists.hits.end()), expected_hits);
        ASSERT_EQ(std::vector<hs::index>(lists.close.begin(), lists.close.end()), expected_near);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 50);
    EXPECT_GT(grazes, total / 50);
    EXPECT_LT(hits + grazes, total / 2);
  }
}
TEST(graze, answers_like_two_overlaps_2d) { as_two_overlaps<2>(); }
TEST(graze, answers_like_two_overlaps_3d) { as_two_overlaps<3>(); }

// Fast bullets: who meets the ship on the way, and who comes near it and does not. The definition, on the reference.
template <int D, class Bullets, class Draw> void on_their_way(const Draw& draw) {
  std::size_t hits = 0, grazes = 0, total = 0;
  for (const family& f : families()) {
    rng r(12);
    for (const std::size_t n : {0, 1, 64, 65, 1000, 4097, 300, 301, 302, 303}) {
      Bullets bullets;
      vectors<D> ways;
      std::vector<std::uint32_t> layers;
      for (std::size_t i = 0; i < n; ++i)
        bullets.push(draw(f, r)), ways.push(draw_step<D>(f, r)), layers.push_back(r.below(8));
      const circle_of<D> ship = draw_circle<D>(f, r);
      const float reach = r.one_in(3) ? f.draw(f.extent, r) : r.one_in(4) ? one_ulp_up(ship.radius) : ship.radius * 2;
      const vector_of<D> ship_step = draw_step<D>(f, r);
      auto view = bullets.view();
      if (r.one_in(2)) view.layers = layers;
      const hs::query q = draw_query(r);
      const auto steps = ways.as_motions();
      const bool sails = r.one_in(2);
      words inside(hs::mask_words(n)), around(hs::mask_words(n)), seen(hs::mask_words(n)), old(hs::mask_words(n));
      const circle_of<D> ring{ship.center, reach};
      const vector_of<D> sailed = sails ? ship_step : vector_of<D>{};
      hs::sweep_mask(view, steps, hs::moving(ship, sailed), inside, by_reference(q));
      hs::sweep_mask(view, steps, hs::moving(ring, sailed), around, by_reference(q));
      for (auto& w : old) w = r.next() & r.next();
      std::vector<hs::index> expected_hits, expected_near;
      for (std::size_t i = 0; i < n; ++i) {
        if (bit(inside, i)) expected_hits.push_back(static_cast<hs::index>(i));
        if (bit(around, i) && !bit(inside, i) && !bit(old, i)) expected_near.push_back(static_cast<hs::index>(i));
      }
      hits += expected_hits.size(), grazes += expected_near.size(), total += n;
      on_every_isa([&] {
        words a(hs::mask_words(n), ~0u), b(hs::mask_words(n), ~0u);
        seen = old;
        const hs::graze_counts counts =
            sails ? hs::graze_mask(view, steps, hs::moving(ship, ship_step), reach, a, b, seen, q)
                  : hs::graze_mask(view, steps, ship, reach, a, b, seen, q);
        ASSERT_EQ(counts, (hs::graze_counts{expected_hits.size(), expected_near.size()})) << f.name << n;
        for (std::size_t i = 0; i < n; ++i) {
          const bool grazed = bit(around, i) && !bit(inside, i) && !bit(old, i);
          ASSERT_EQ(bit(a, i), bit(inside, i)) << f.name << ' ' << i << text(ways[i]) << text(ship);
          ASSERT_EQ(bit(b, i), grazed) << f.name << ' ' << i << text(ways[i]) << text(ship) << hex(reach);
          ASSERT_EQ(bit(seen, i), bit(old, i) || grazed);
        }
        seen = old;
        std::vector<hs::index> first(n), second(n);
        const hs::grazed lists =
            sails ? hs::graze(view, steps, hs::moving(ship, ship_step), reach, first, second, seen, q)
                  : hs::graze(view, steps, ship, reach, first, second, seen, q);
        ASSERT_TRUE(lists.hits.complete() && lists.close.complete());
        ASSERT_EQ(std::vector<hs::index>(lists.hits.begin(), lists.hits.end()), expected_hits);
        ASSERT_EQ(std::vector<hs::index>(lists.close.begin(), lists.close.end()), expected_near);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 50);
    EXPECT_GT(grazes, total / 50);
    EXPECT_LT(hits + grazes, total / 2);
  }
}
TEST(graze, fast_circles_graze_on_their_way_as_two_sweeps_say_2d) {
  on_their_way<2, circle_columns<2>>([](const family& f, rng& r) { return draw_circle<2>(f, r); });
}
TEST(graze, fast_spheres_graze_on_their_way_as_two_sweeps_say_3d) {
  on_their_way<3, circle_columns<3>>([](const family& f, rng& r) { return draw_circle<3>(f, r); });
}
TEST(graze, fast_boxes_graze_on_their_way_as_two_sweeps_say) {
  on_their_way<2, box_columns<2>>([](const family& f, rng& r) { return draw_box<2>(f, r); });
}

TEST(graze, a_bullet_that_flies_by_within_a_frame_grazes_and_one_that_is_let_go_by_the_ring_still_hits) {
  on_every_isa([] {
    const std::vector<float> x{-500, -500, -500, 6}, y{0, 5, 20, 0}, dx{1000, 1000, 1000, -3};
    const hs::circles bullets{.x = x, .y = y, .radius = 1.0f};
    const hs::motions steps{.dx = dx, .dy = 0.0f};
    const hs::circle ship{{0, 0}, 3};
    words hit(1), near(1);
    EXPECT_EQ(hs::graze_mask(bullets, steps, ship, 9, hit, near), (hs::graze_counts{2, 1}));
    EXPECT_EQ(hit[0], 0b1001u);
    EXPECT_EQ(near[0], 0b0010u);
    EXPECT_EQ(hs::graze_mask(bullets, ship, 9, hit, near), (hs::graze_counts{0, 1})) << "at rest but one is near";
    // Alone in its block: in the ring from the start, which is ignored, and into the ship.
    const hs::circle one{{6, 0}, 1};
    EXPECT_EQ(hs::graze_mask(hs::circles{.x = std::span(x).subspan(3), .y = 0.0f, .radius = 1.0f}, hs::vec2{-3, 0},
                             ship, 9, hit, near, {}, {.start = hs::start_overlap::ignored}),
              (hs::graze_counts{1, 0}));
    EXPECT_EQ(one.radius, 1);
    // The ship flies, the bullets stand.
    EXPECT_EQ(hs::graze_mask(hs::points{.x = y, .y = 0.0f}, hs::vec2{0, 0},
                             hs::moving(hs::circle{{4, -900}, 2}, hs::vec2{0, 2000}), 6, hit, near),
              (hs::graze_counts{1, 2}));
  });
}

TEST(graze, what_grazed_once_does_not_graze_again_until_it_is_forgotten) {
  on_every_isa([] {
    const std::vector<float> x{0, 5, 9, 30};
    const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f};
    const hs::circle ship{{0, 0}, 2};
    words seen(1);
    std::vector<hs::index> hits(4), near(4);
    const auto ask = [&] { return hs::graze(bullets, ship, 9, hits, near, seen); };
    EXPECT_EQ(ask().close.total, 2u);
    EXPECT_EQ(near[0], 1u);
    EXPECT_EQ(near[1], 2u);
    EXPECT_EQ(seen[0], 6u) << "what hit does not count as grazed";
    EXPECT_EQ(ask().close.total, 0u);
    EXPECT_EQ(ask().hits.total, 1u) << "hits have no memory";
    seen[0] = 0;
    EXPECT_EQ(ask().close.total, 2u);
  });
}

TEST(graze, what_did_not_fit_is_counted_and_comes_next_time) {
  const std::vector<float> x{4, 5, 6, 7};
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f};
  words seen(1);
  std::vector<hs::index> near(3);
  EXPECT_EQ(hs::graze(bullets, hs::circle{{0, 0}, 1}, 20, {}, near, seen).close.total, 4u);
  EXPECT_EQ(seen[0], 7u);
  const hs::grazed rest = hs::graze(bullets, hs::circle{{0, 0}, 1}, 20, {}, near, seen);
  EXPECT_EQ(rest.close.total, 1u);
  EXPECT_EQ(near[0], 3u);
}

TEST(graze, a_near_radius_that_is_smaller_or_no_number_still_leaves_the_hits) {
  const std::vector<float> x(5000, 3.0f);
  const hs::points dots{.x = x, .y = 0.0f};
  for (const float near : {1.0f, -1.0f, not_a_number, infinity}) {
    words a(79), b(79);
    EXPECT_EQ(hs::graze_mask(dots, hs::circle{{0, 0}, 4}, near, a, b), (hs::graze_counts{5000, 0}));
  }
  words a(79), b(79);
  EXPECT_EQ(hs::graze_mask(dots, hs::circle{{not_a_number, 0}, 4}, 9, a, b), hs::graze_counts{});
}

TEST(graze, boxes_graze_too) {
  const std::vector<float> left{0, 5, 20}, right{2, 6, 22};
  const hs::boxes all{.min_x = left, .min_y = -1.0f, .max_x = right, .max_y = 1.0f};
  words a(1), b(1);
  on_every_isa([&] {
    EXPECT_EQ(hs::graze_mask(all, hs::circle{{1, 0}, 2}, 5, a, b), (hs::graze_counts{1, 1}));
    EXPECT_EQ(a[0], 1u);
    EXPECT_EQ(b[0], 2u);
  });
}

// Of one bullet by itself the answer is that of a view of it, whatever its shape: it is asked about, not the ship.
template <class One, class View> void one_grazes_as_a_view_of_it(const One& one, const View& view, hs::vec2 step) {
  words hit(1), close(1);
  for (const float x : {0.0f, 4.0f, 8.0f, 9.5f, 30.0f}) {
    const hs::circle ship{{x, 0}, 2};
    const hs::graze_counts all = hs::graze_mask(view, ship, 6, hit, close);
    EXPECT_EQ(hs::graze_mask(one, ship, 6, hit, close), all) << x;
    EXPECT_EQ(hit[0], all.hits);
    EXPECT_EQ(close[0], all.close);
    const hs::graze_counts swept = hs::graze_mask(view, step, ship, 6, hit, close);
    EXPECT_EQ(hs::graze_mask(one, step, ship, 6, hit, close), swept) << x;
    EXPECT_EQ(hs::graze_mask(one, step, hs::moving(ship, hs::vec2{1, 1}), 6, hit, close),
              hs::graze_mask(view, step, hs::moving(ship, hs::vec2{1, 1}), 6, hit, close))
        << x;
    const hs::box field{{x - 3, -3}, {x + 3, 3}};
    hs::index who[1];
    EXPECT_EQ(hs::cull(one, field, 1, who).total, hs::cull(view, field, 1, who).total) << x;
    const std::size_t out = hs::cull_mask(view, field, 1, hit);
    EXPECT_EQ(hs::cull_mask(one, field, 1, hit), out) << x;
    EXPECT_EQ(hit[0], out);
  }
}
TEST(graze, one_bullet_by_itself) {
  const std::vector<float> x{1}, y{0.5f}, r{1}, to{2}, zero{0}, unit{1};
  const hs::vec2 step{3, 0};
  on_every_isa([&] {
    one_grazes_as_a_view_of_it(hs::vec2{1, 0.5f}, hs::points{.x = x, .y = y}, step);
    one_grazes_as_a_view_of_it(hs::circle{{1, 0.5f}, 1}, hs::circles{.x = x, .y = y, .radius = r}, step);
    one_grazes_as_a_view_of_it(hs::box{{1, 0.5f}, {2, 1}}, hs::boxes{.min_x = x, .min_y = y, .max_x = to, .max_y = r},
                               step);
    one_grazes_as_a_view_of_it(hs::segment{{1, 0.5f}, {2, 1}}, hs::segments{.x = x, .y = y, .dx = to, .dy = r}, step);
    one_grazes_as_a_view_of_it(hs::capsule{{1, 0.5f}, {2, 1}, 1},
                               hs::capsules{.x = x, .y = y, .dx = to, .dy = r, .radius = r}, step);
    one_grazes_as_a_view_of_it(hs::obb{{1, 0.5f}, {2, 1}, {1, 0}},
                               hs::obbs{.x = x, .y = y, .half_x = to, .half_y = r, .axis_x = unit, .axis_y = zero},
                               step);
    hs::index a[1], b[1];
    const hs::grazed g = hs::graze(hs::circle{{10, 0}, 1}, hs::circle{{0, 0}, 2}, 20, a, b);
    EXPECT_EQ(g.hits.total, 0u);
    EXPECT_EQ(g.close.total, 1u);
    EXPECT_EQ(hs::cull(hs::circle{{10, 5}, 1}, hs::box{{100, 100}, {200, 200}}, 0, a).total, 1u);
    for (const float margin : {0.0f, 3.0f})
      EXPECT_EQ(hs::cull(hs::vec2{1, 1}, hs::box{{5, 5}, {2, 2}}, margin, a).total, 0u) << "no field, nobody leaves it";
  });
}

// Links of a laser, whose nodes and layers stand in a ring.
TEST(cull, links_of_a_ring_leave_by_their_own_layers) {
  rng r(7);
  for (int round = 0; round < 200; ++round) {
    const hs::index nodes = 2 + r.below(200), first = r.below(nodes);
    std::vector<float> x(nodes), y(nodes), turned_x(nodes), turned_y(nodes);
    std::vector<std::uint32_t> layers(nodes), turned(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
      turned_x[i] = x[(first + i) % nodes] = static_cast<float>(r.below(30)),
      turned_y[i] = y[(first + i) % nodes] = static_cast<float>(r.below(30)),
      turned[i] = layers[(first + i) % nodes] = r.below(4);
    hs::chain ring{.x = x, .y = y, .radius = 1.0f, .first = first},
        straight{.x = turned_x, .y = turned_y, .radius = 1.0f};
    ring.length = nodes, ring.layers = layers, straight.layers = turned;
    const hs::box field{{10, 10}, {20, 20}};
    const hs::query q{.layers = 1 + r.below(3)};
    on_every_isa([&] {
      words a(hs::mask_words(nodes)), b(hs::mask_words(nodes)), c(a), d(a);
      const std::size_t expected = hs::cull_mask(straight, field, 0, a, q);
      ASSERT_EQ(hs::cull_mask(ring, field, 0, b, q), expected);
      ASSERT_EQ(a, b);
      std::vector<hs::index> who(nodes);
      ASSERT_EQ(hs::cull(ring, field, 0, who, q).total, expected);
      hs::overlap_mask(straight, field, c, {.touch = hs::touching::hits, .layers = q.layers});
      for (std::size_t i = 0; i + 1 < nodes; ++i) ASSERT_EQ(bit(a, i), (turned[i] & q.layers) != 0 && !bit(c, i)) << i;
      ASSERT_EQ(hs::graze_mask(ring, hs::circle{{15, 15}, 3}, 8, a, b, {}, q),
                hs::graze_mask(straight, hs::circle{{15, 15}, 3}, 8, c, d, {}, q));
      ASSERT_EQ(a, c);
      ASSERT_EQ(b, d);
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// ---- cull ----------------------------------------------------------------------------------------------------------

template <class Columns, class Draw> void culls_the_complement(const Draw& draw) {
  std::size_t out_count = 0, total = 0;
  for (const family& f : families()) {
    rng r(23);
    for (const std::size_t n : lengths) {
      Columns items;
      for (std::size_t i = 0; i < n; ++i) items.push(draw(f, r));
      const hs::box field = draw_box<2>(f, r);
      const float margin = f.draw(f.extent, r);
      hs::box grown = field;
      for (int k = 0; k < 2; ++k) grown.min[k] = field.min[k] - margin, grown.max[k] = field.max[k] + margin;
      bool good = true;
      for (int k = 0; k < 2; ++k)
        good &= grown.min[k] - grown.max[k] <= 0 && std::isfinite(grown.min[k]) && std::isfinite(grown.max[k]);
      std::vector<std::uint32_t> layers(n);
      for (auto& l : layers) l = r.below(4);
      auto view = items.view();
      if (r.one_in(2)) view.layers = layers;
      const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses, .layers = 1 + r.below(3)};
      words in(hs::mask_words(n)), expected(hs::mask_words(n));
      hs::overlap_mask(view, grown, in, by_reference(q));
      std::vector<hs::index> list;
      for (std::size_t i = 0; i < n; ++i) {
        const bool asked = view.layers.absent() || (layers[i] & q.layers);
        if (!good || bit(in, i) || !asked) continue;
        expected[i / 64] |= std::uint64_t{1} << (i % 64), list.push_back(static_cast<hs::index>(i));
      }
      out_count += list.size(), total += n;
      on_every_isa([&] {
        words got(hs::mask_words(n), ~0u);
        ASSERT_EQ(hs::cull_mask(view, field, margin, got, q), list.size()) << f.name << n;
        ASSERT_EQ(got, expected) << f.name << ' ' << n;
        std::vector<hs::index> which(n);
        const hs::found who = hs::cull(view, field, margin, which, q);
        ASSERT_EQ(std::vector<hs::index>(who.begin(), who.end()), list);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(out_count, total / 20);
    EXPECT_LT(out_count, total - total / 20);
  }
}
TEST(cull, finds_the_circles_that_do_not_overlap_the_grown_field) {
  culls_the_complement<circle_columns<2>>([](const family& f, rng& r) { return draw_circle<2>(f, r); });
}
TEST(cull, finds_the_boxes_that_do_not_overlap_the_grown_field) {
  culls_the_complement<box_columns<2>>([](const family& f, rng& r) { return draw_box<2>(f, r); });
}

TEST(cull, touching_stays_and_what_can_never_hit_goes) {
  const std::vector<float> x{-1, -2, 5, 11, 11.5f, not_a_number, infinity};
  const hs::points dots{.x = x, .y = 5.0f};
  const hs::box field{{0, 0}, {10, 10}};
  words out(1);
  on_every_isa([&] {
    EXPECT_EQ(hs::cull_mask(dots, field, 1, out), 4u);
    EXPECT_EQ(out[0], 0b1110010u);
    EXPECT_EQ(hs::cull_mask(dots, field, 1, out, {.touch = hs::touching::misses}), 6u) << "open: touching is out";
    EXPECT_EQ(hs::cull_mask(dots, field, 1, out, {.layers = 1}), 4u) << "other options say nothing about touching";
    for (const float margin : {not_a_number, infinity, -20.0f}) {
      EXPECT_EQ(hs::cull_mask(dots, field, margin, out), 0u) << "no field, nobody leaves it";
    }
    std::vector<hs::index> two(2);
    const hs::found who = hs::cull(dots, field, 1, two);
    EXPECT_EQ(who.written, 2u);
    EXPECT_EQ(who.total, 4u);
  });
}

// Whatever edge of it is no number, and whichever axis it is upside down on.
TEST(cull, of_a_field_that_is_none_nothing_leaves) {
  const std::vector<float> x{-20, 0, 20};
  const hs::circles flat{.x = x, .y = 0.0f, .radius = 1.0f};
  const hs::spheres solid{.x = x, .y = 0.0f, .z = 0.0f, .radius = 1.0f};
  const hs::box field{{-10, -10}, {10, 10}};
  const hs::box3 room{{-10, -10, -10}, {10, 10, 10}};
  words out(1);
  hs::index gone[3];
  on_every_isa([&] {
    EXPECT_EQ(hs::cull(flat, field, 0, gone).total, 2u);
    EXPECT_EQ(hs::cull(solid, room, 0, gone).total, 2u);
    for (int k = 0; k < 3; ++k)
      for (const float bad : {not_a_number, infinity, -infinity, 11.0f}) {
        hs::box3 low = room, high = room;
        low.min[k] = bad, high.max[k] = bad == 11 ? -11 : bad;
        for (const hs::box3& none : {low, high}) {
          EXPECT_EQ(hs::cull(solid, none, 0, gone).total, 0u) << bad << " on axis " << k;
          if (k == 2) continue;
          const hs::box two{{none.min.x, none.min.y}, {none.max.x, none.max.y}};
          EXPECT_EQ(hs::cull(flat, two, 0, gone).total, 0u) << bad << " on axis " << k;
          EXPECT_EQ(hs::cull_mask(flat, two, 0, out), 0u) << bad << " on axis " << k;
        }
      }
  });
}

TEST(cull, no_limit_of_time_counts_where_nothing_moves_and_none_for_grazes) {
  const std::vector<float> x{0, 3, 5, 30};
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f};
  const hs::circle ship{{0, 0}, 1};
  const hs::box field{{-10, -10}, {10, 10}};
  words hit(1), near(1);
  hs::index a[4], b[4];
  on_every_isa([&] {
    for (const float until : {0.5f, 0.0f, -1.0f, not_a_number}) {
      EXPECT_EQ(hs::cull(bullets, field, 0, a, {.until = until}).total, 1u) << until;
      EXPECT_EQ(hs::cull_mask(bullets, field, 0, hit, {.until = until}), 1u) << until;
      EXPECT_EQ(hit[0], 8u) << until;
      EXPECT_EQ(hs::graze_mask(bullets, ship, 6, hit, near, {}, {.until = until}), (hs::graze_counts{1, 2})) << until;
      const hs::grazed g = hs::graze(bullets, ship, 6, a, b, {}, {.until = until});
      EXPECT_EQ(g.hits.total, 1u) << until;
      EXPECT_EQ(g.close.total, 2u) << until;
    }
  });
}

TEST(graze, what_is_counted_as_close_becomes_seen_whichever_masks_are_wanted) {
  const std::vector<float> x{3, 30};
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f};
  for (const bool hits : {false, true}) {
    words hit(1), seen(1, 0);
    const auto ask = [&] {
      return hs::graze_mask(bullets, hs::circle{{0, 0}, 1}, 3, hits ? std::span(hit) : std::span<std::uint64_t>{}, {},
                            seen);
    };
    EXPECT_EQ(ask().close, 1u);
    EXPECT_EQ(seen[0], 1u);
    EXPECT_EQ(ask().close, 0u);
  }
}

TEST(graze, masks_of_unequal_length_are_written_to_their_ends) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  const std::vector<float> x(300, 0.0f);
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f};
  on_every_isa([&] {
    words hit(5, ~std::uint64_t{0}), near(2, ~std::uint64_t{0});
    const std::size_t hits = hs::graze_mask(bullets, hs::circle{{0, 0}, 1}, 2, hit, near).hits;
    const bool told = hs::detail::checks_in_use() != hs::detail::checks::none;  // then nothing is found
    EXPECT_EQ(hits, told ? 0u : 128u);
    EXPECT_EQ(hit, told ? words(5, 0) : (words{~std::uint64_t{0}, ~std::uint64_t{0}, 0, 0, 0}));
    EXPECT_EQ(near, words(2, 0));
  });
}

TEST(cull, on_one_layer_that_nobody_asks_about_nobody_leaves) {
  const std::vector<float> x{0, 30};
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f, .layers = 2u};
  std::vector<std::uint64_t> out(1);
  hs::index gone[2];
  on_every_isa([&] {
    EXPECT_EQ(hs::cull(bullets, hs::box{{-9, -9}, {9, 9}}, 0, gone, {.layers = 1}).total, 0u);
    EXPECT_EQ(hs::cull_mask(bullets, hs::box{{-9, -9}, {9, 9}}, 0, out, {.layers = 1}), 0u);
    EXPECT_EQ(hs::cull(bullets, hs::box{{-9, -9}, {9, 9}}, 0, gone, {.layers = 3}).total, 1u);
  });
}

TEST(cull, reads_no_layer_behind_the_last) {
  arena memory(2, 4096);
  const auto layers = memory.input<std::uint32_t>(5, place::at_end);
  std::fill(layers.begin(), layers.end(), 1u);
  const std::vector<float> x(5, 30.0f);
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f, .layers = std::span<const std::uint32_t>(layers)};
  hs::index gone[5];
  on_every_isa([&] { EXPECT_EQ(hs::cull(bullets, hs::box{{-9, -9}, {9, 9}}, 0, gone).total, 5u); });
}

}  // namespace
