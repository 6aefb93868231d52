// A chain of nodes: its links are capsules, and as a whole it is one shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr hs::query closed{.touch = hs::touching::hits};

struct nodes {
  std::vector<float> x, y, radius;
  std::vector<std::uint32_t> layers;
  void push(float at_x, float at_y, float r) { x.push_back(at_x), y.push_back(at_y), radius.push_back(r); }
  hs::chain view() const {
    hs::chain c{.x = x, .y = y, .radius = radius};
    if (!layers.empty()) c.layers = layers;
    return c;
  }
};

// The same by hand.
struct links {
  std::vector<float> x, y, dx, dy, radius;
  std::vector<std::uint32_t> layers;
  explicit links(const nodes& from) {
    for (std::size_t i = 0; i + 1 < from.x.size(); ++i) {
      x.push_back(from.x[i]), y.push_back(from.y[i]), radius.push_back(from.radius[i]);
      dx.push_back(from.x[i + 1] - from.x[i]), dy.push_back(from.y[i + 1] - from.y[i]);
      if (!from.layers.empty()) layers.push_back(from.layers[i]);
    }
  }
  hs::capsules view() const {
    hs::capsules c{.x = x, .y = y, .dx = dx, .dy = dy, .radius = radius};
    if (!layers.empty()) c.layers = layers;
    return c;
  }
};

nodes random_chain(const family& f, rng& r, std::size_t n) {
  nodes c;
  const bool layered = r.one_in(3);
  for (std::size_t i = 0; i < n; ++i) {
    c.push(f.draw(f.position, r), f.draw(f.position, r), r.one_in(5) ? -1 : r.one_in(4) ? 0 : f.draw(f.extent, r));
    if (layered) c.layers.push_back(1u << r.below(3));
  }
  return c;
}

bool same(const hs::hit& a, const hs::hit& b) {
  return a == b && same_bits(a.time, b.time) && same_bits(a.position.x, b.position.x) &&
         same_bits(a.position.y, b.position.y);
}

// Everything that one shape can ask of the links.
template <class A> void links_are_capsules(const A& a, hs::vec2 step, const nodes& c, const hs::query& q) {
  const links by_hand(c);
  const hs::chain laser = c.view();
  const hs::capsules truth = by_hand.view();
  const std::size_t n = truth.size();
  ASSERT_EQ(laser.size(), n);
  std::vector<hs::index> room(n + 1), expected(n + 1);
  const auto same_lists = [&](const hs::found& got, const hs::found& all) {
    EXPECT_EQ(std::vector<hs::index>(got.begin(), got.end()), std::vector<hs::index>(all.begin(), all.end()));
    EXPECT_EQ(got.total, all.total);
  };
  same_lists(hs::overlap(a, laser, room, q), hs::overlap(a, truth, expected, q));
  same_lists(hs::overlap(laser, a, room, q), hs::overlap(truth, a, expected, q));
  same_lists(hs::overlap(a, laser, room, by_reference(q)), hs::overlap(a, truth, expected, q));
  same_lists(hs::sweep(a, step, laser, room, q), hs::sweep(a, step, truth, expected, q));
  same_lists(hs::sweep(laser, step, a, room, q), hs::sweep(truth, step, a, expected, q));
  EXPECT_EQ(hs::overlap_any(a, laser, q), hs::overlap_any(a, truth, q));
  EXPECT_EQ(hs::overlap_count(a, laser, q), hs::overlap_count(a, truth, q));
  std::vector<std::uint64_t> words(hs::mask_words(n)), bits(hs::mask_words(n));
  hs::overlap_mask(a, laser, words, q), hs::overlap_mask(a, truth, bits, q);
  EXPECT_EQ(words, bits);
  EXPECT_EQ(hs::contact_deepest(a, laser, q), hs::contact_deepest(a, truth, q));
  EXPECT_TRUE(same(hs::sweep_nearest(a, step, laser, q), hs::sweep_nearest(a, step, truth, q)));
  EXPECT_TRUE(same(hs::sweep_nearest(a, step, laser, by_reference(q)), hs::sweep_nearest(a, step, truth, q)));
  EXPECT_TRUE(same(hs::sweep_nearest(laser, step, a, q), hs::sweep_nearest(truth, step, a, q)));
}

TEST(chain, its_links_are_capsules_for_whoever_asks) {
  rng r(71);
  const std::vector<float> x{-4, 4, 0}, y{-4, -3, 5};
  std::size_t hits = 0, rounds = cases(400);
  for (std::size_t round = 0; round < rounds; ++round) {
    const family& f = families()[r.below(static_cast<std::uint32_t>(families().size()))];
    const nodes c = random_chain(f, r, r.below(40));
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                      .start = static_cast<hs::start_overlap>(r.below(3)),
                      .layers = r.one_in(2) ? 3u : ~0u};
    const hs::vec2 at = draw_position<2>(f, r), step = draw_step<2>(f, r), half{f.draw(f.extent, r), 1};
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      links_are_capsules(at, step, c, q);
      links_are_capsules(draw_circle<2>(f, r), step, c, q);
      links_are_capsules(draw_box<2>(f, r), step, c, q);
      links_are_capsules(hs::capsule{at, step, 2}, step, c, q);
      links_are_capsules(hs::obb{at, half, {0.6f, 0.8f}}, step, c, q);
      links_are_capsules(hs::polygon{.x = x, .y = y}, step, c, q);
      if (testing::Test::HasFailure()) FAIL() << hs::name(isa) << ", " << f.name << ", round " << round;
    }
    hits += hs::overlap_count(hs::circle{at, half.x}, c.view());
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, rounds / 8);
  }
}

TEST(chain, a_gap_and_a_dead_end_let_pass_and_the_ends_are_round) {
  nodes laser;  // along the x axis, with a hole from 10 to 20
  laser.push(0, 0, 2), laser.push(10, 0, -1), laser.push(20, 0, 1), laser.push(30, 0, 99);
  const auto in = [&](float x, float y, float radius, const hs::query& q) {
    const hs::circle c{{x, y}, radius};
    const bool truth = hs::overlap_any(c, laser.view(), by_reference(q));
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      EXPECT_EQ(hs::overlap_any(c, laser.view(), q), truth) << hs::name(isa);
    }
    return truth;
  };
  EXPECT_TRUE(in(5, 2.5f, 1, {}));
  EXPECT_TRUE(in(11, 0, 0, {})) << "the round end of link 0";
  EXPECT_FALSE(in(15, 0, 3, {})) << "in the gap, between two round ends";
  EXPECT_TRUE(in(15, 0, 3, closed));
  EXPECT_FALSE(in(25, 2, 1, {})) << "link 2 has the radius of node 2";
  EXPECT_TRUE(in(25, 2, 1, closed));
  EXPECT_FALSE(in(35, 0, 4, {})) << "the radius of the last node is not read";
  EXPECT_EQ(hs::sweep_nearest(hs::circle{{15, -8}, 1}, hs::vec2{0, 16}, laser.view()), hs::hit{});
  const hs::hit h = hs::sweep_nearest(hs::circle{{25, -10}, 1}, hs::vec2{0, 16}, laser.view());
  EXPECT_EQ(h.index, 2u);
  EXPECT_EQ(h.time, 0.5f);
  EXPECT_EQ(h.normal, (hs::vec2{0, -1}));
  EXPECT_EQ(hs::cast_nearest(hs::segment{{40, 0}, {-20, 0}}, laser.view()).time, 0.45f);
}

// ---- a ring buffer -------------------------------------------------------------------------------------------------

// Nodes of `c` where a game's ring has them, with others around.
struct ring {
  nodes entries;
  hs::index first, length;
  ring(const nodes& c, rng& r) {
    const std::size_t n = c.x.size(), room = n + (r.one_in(2) ? 0 : r.below(6));
    for (std::size_t i = 0; i < room; ++i) entries.push(r.real(-9, 9), not_a_number, 99);
    if (!c.layers.empty()) entries.layers.assign(room, ~0u);
    first = room ? r.below(static_cast<std::uint32_t>(room)) : 0;
    length = room == n && r.one_in(2) ? hs::none : static_cast<hs::index>(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = (first + i) % room;
      entries.x[at] = c.x[i], entries.y[at] = c.y[i], entries.radius[at] = c.radius[i];
      if (!c.layers.empty()) entries.layers[at] = c.layers[i];
    }
  }
  hs::chain view() const {
    hs::chain v = entries.view();
    v.first = first, v.length = length;
    return v;
  }
};

template <class A>
void a_ring_is_the_chain(const A& a, hs::vec2 step, const hs::chain& laser, const hs::chain& truth,
                         const hs::query& q) {
  const std::size_t n = truth.size();
  ASSERT_EQ(laser.size(), n);
  std::vector<hs::index> room(n + 1), expected(n + 1);
  const auto same_lists = [&](const hs::found& got, const hs::found& all) {
    EXPECT_EQ(std::vector<hs::index>(got.begin(), got.end()), std::vector<hs::index>(all.begin(), all.end()));
    EXPECT_EQ(got.total, all.total);
  };
  same_lists(hs::overlap(a, laser, room, q), hs::overlap(a, truth, expected, q));
  same_lists(hs::overlap(laser, a, room, q), hs::overlap(truth, a, expected, q));
  same_lists(hs::sweep(a, step, laser, room, q), hs::sweep(a, step, truth, expected, q));
  same_lists(hs::sweep(laser, step, a, room, q), hs::sweep(truth, step, a, expected, q));
  EXPECT_EQ(hs::overlap_any(a, laser, q), hs::overlap_any(a, truth, q));
  EXPECT_EQ(hs::overlap_count(a, laser, q), hs::overlap_count(a, truth, q));
  EXPECT_EQ(hs::overlap_any(a, hs::whole(laser), q), hs::overlap_any(a, truth, q));
  std::vector<std::uint64_t> words(hs::mask_words(n)), bits(hs::mask_words(n));
  hs::overlap_mask(a, laser, words, q), hs::overlap_mask(a, truth, bits, q);
  EXPECT_EQ(words, bits);
  EXPECT_EQ(hs::contact_deepest(a, laser, q), hs::contact_deepest(a, truth, q));
  EXPECT_TRUE(same(hs::sweep_nearest(a, step, laser, q), hs::sweep_nearest(a, step, truth, q)));
  EXPECT_TRUE(same(hs::sweep_nearest(laser, step, a, q), hs::sweep_nearest(truth, step, a, q)));
  EXPECT_TRUE(same(hs::cast_nearest(hs::segment{{0, 0}, step}, laser, q),
                   hs::cast_nearest(hs::segment{{0, 0}, step}, truth, q)));
  std::vector<float> time(n), when(n);
  hs::sweep_times(a, step, laser, time, q), hs::sweep_times(a, step, truth, when, q);
  EXPECT_EQ(time, when);
  hs::distance_each(a, laser, time), hs::distance_each(a, truth, when);
  EXPECT_EQ(time, when);
  EXPECT_EQ(hs::distance_nearest(a, laser), hs::distance_nearest(a, truth));
  EXPECT_EQ(hs::validate(laser), hs::validate(truth));
}

TEST(chain, a_ring_buffer_that_goes_round_its_end_answers_like_its_copy_in_a_row) {
  rng r(72);
  std::size_t hits = 0, turns = 0, rounds = cases(120);
  for (std::size_t round = 0; round < rounds; ++round) {
    const family& f = families()[r.below(static_cast<std::uint32_t>(families().size()))];
    const nodes c = random_chain(f, r, r.one_in(20) ? 900 + r.below(900) : r.below(40));
    const ring game(c, r);
    const hs::chain laser = game.view(), truth = c.view();
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                      .start = static_cast<hs::start_overlap>(r.below(3)),
                      .layers = r.one_in(2) ? 3u : ~0u};
    const hs::vec2 at = draw_position<2>(f, r), step = draw_step<2>(f, r);
    const hs::circle ball = draw_circle<2>(f, r);
    turns += laser.nodes() > 0 && laser.entry(laser.nodes() - 1) < game.first;
    hits += hs::overlap_count(ball, truth);
    circle_columns<2> bullets;
    vectors<2> steps;
    for (int i = 0; i < 70; ++i) bullets.push(draw_circle<2>(f, r)), steps.push(draw_step<2>(f, r));
    std::vector<hs::index> room(80), expected(80), pick_link(80), pick_bullet(80);
    for (auto& i : pick_link) i = truth.size() ? r.below(static_cast<std::uint32_t>(truth.size())) : 0;
    for (auto& i : pick_bullet) i = r.below(70);
    if (truth.size() == 0) pick_link.clear(), pick_bullet.clear();
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      a_ring_is_the_chain(at, step, laser, truth, q);
      a_ring_is_the_chain(ball, step, laser, truth, q);
      a_ring_is_the_chain(hs::capsule{at, step, 2}, step, laser, truth, q);
      // Bullets ask for the laser, and each for its nearest link; pairs pick their links.
      hs::overlap(bullets.view(), hs::whole(laser), room, q),
          hs::overlap(bullets.view(), hs::whole(truth), expected, q);
      EXPECT_EQ(room, expected);
      EXPECT_EQ(hs::sweep_count(bullets.view(), steps.as_motions(), hs::whole(laser), q),
                hs::sweep_count(bullets.view(), steps.as_motions(), hs::whole(truth), q));
      records<2> got(70), all(70);
      hs::sweep_nearest(bullets.view(), steps.as_motions(), laser, got.columns(), q);
      hs::sweep_nearest(bullets.view(), steps.as_motions(), truth, all.columns(), q);
      EXPECT_EQ(got.index, all.index);
      EXPECT_EQ(got.time, all.time);
      std::vector<std::uint64_t> words(2), bits(2);
      hs::overlap_each_mask(bullets.view(), laser, words, by_pairs({pick_bullet, pick_link}, q));
      hs::overlap_each_mask(bullets.view(), truth, bits, by_pairs({pick_bullet, pick_link}, q));
      EXPECT_EQ(words, bits);
      hs::world ring_world, row_world;
      ring_world.rebuild(laser), row_world.rebuild(truth);
      ring_world.sweep_nearest(bullets.view(), steps.as_motions(), got.columns());
      row_world.sweep_nearest(bullets.view(), steps.as_motions(), all.columns());
      EXPECT_EQ(got.index, all.index);
      EXPECT_EQ(got.time, all.time);
      records<2> link(laser.size()), links(laser.size());  // the laser asks
      hs::world targets;
      targets.rebuild(bullets.view());
      targets.sweep_nearest(laser, step, link.columns()), targets.sweep_nearest(truth, step, links.columns());
      EXPECT_EQ(link.index, links.index);
      if (testing::Test::HasFailure()) FAIL() << hs::name(isa) << ", " << f.name << ", round " << round;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, rounds / 8);
    EXPECT_GT(turns, rounds / 4);
  }
}

TEST(chain, a_ring_that_begins_or_ends_beyond_its_nodes_is_refused_in_words) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "nobody looks, or it ends here";
  static std::string said;
  hs::set_breach_handler([](const char* what) { said = what; });
  nodes c;
  for (int i = 0; i < 4; ++i) c.push(static_cast<float>(i), 0, 1);
  for (const auto& [first, length] : {std::pair<hs::index, hs::index>{4, hs::none}, {0, 5}, {9, 2}}) {
    hs::chain bad = c.view();
    bad.first = first, bad.length = length, said.clear();
    EXPECT_EQ(bad.size(), 0u);
    EXPECT_EQ(hs::overlap_count(hs::circle{{0, 0}, 9}, bad), 0u);
    EXPECT_EQ(said, "hitscan: overlap_count: chain::first and length lead beyond its nodes");
    EXPECT_EQ(hs::validate(bad), 0u);
    EXPECT_EQ(said, "hitscan: validate: chain::first and length lead beyond its nodes");
  }
  hs::set_breach_handler(nullptr);
}

TEST(chain, of_fewer_than_two_nodes_there_is_no_link) {
  nodes none, one, two;
  one.push(0, 0, 5);
  two.push(0, 0, 5), two.push(0, 0, 5);
  EXPECT_EQ(none.view().size() + one.view().size(), 0u);
  EXPECT_EQ(two.view().size(), 1u);
  const hs::circle all{{0, 0}, 9};
  std::vector<float> x(70), out(70);
  const hs::circles many{.x = x, .y = 0.0f, .radius = 1.0f};
  std::vector<std::uint64_t> words{~0ull, ~0ull};
  for (const hs::chain& c : {none.view(), one.view(), hs::chain{.x = 0.0f, .y = 0.0f, .radius = 5.0f}}) {
    EXPECT_EQ(c.size(), 0u);
    EXPECT_FALSE(hs::overlap_any(all, c) || hs::overlap_any(many, hs::whole(c)) ||
                 hs::sweep_any(all, hs::vec2{1, 1}, c));
    EXPECT_EQ(hs::overlap_count(all, c) + hs::overlap_count(many, hs::whole(c)), 0u);
    words = {~0ull, ~0ull};
    hs::overlap_mask(many, hs::whole(c), words);
    EXPECT_EQ(words, (std::vector<std::uint64_t>{0, 0}));
  }
  EXPECT_TRUE(hs::overlap_any(all, two.view())) << "a link of no length is a disc";
  EXPECT_EQ(hs::overlap_count(many, hs::whole(two.view())), 70u);
}

TEST(chain, a_node_that_is_no_number_takes_its_two_links_and_no_more) {
  for (const float bad : {not_a_number, infinity, -infinity}) {
    nodes c;
    for (int i = 0; i < 6; ++i) c.push(10.0f * static_cast<float>(i), 0, 1);
    c.x[2] = bad;
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      std::vector<hs::index> room(9);
      const hs::found who = hs::overlap(hs::box{{-9, -9}, {99, 9}}, c.view(), room);
      EXPECT_EQ(std::vector<hs::index>(who.begin(), who.end()), (std::vector<hs::index>{0, 3, 4}));
    }
    EXPECT_EQ(hs::validate(c.view()), 1u);
    c.radius[1] = c.radius[2] = -1;
    EXPECT_EQ(hs::validate(c.view()), hs::none) << "dead on purpose";
  }
  nodes far;
  far.push(-largest, 0, 1), far.push(largest, 0, 1);
  EXPECT_FALSE(hs::overlap_any(hs::circle{{0, 0}, 5}, far.view())) << "its length is not a float";
  EXPECT_EQ(hs::validate(far.view()), 0u);
}

// ---- as one shape --------------------------------------------------------------------------------------------------

std::vector<hs::index> indices_of(std::span<const std::uint64_t> words) {
  std::vector<hs::index> all;
  for (std::size_t i = 0; i < words.size() * 64; ++i)
    if (words[i / 64] >> i % 64 & 1) all.push_back(static_cast<hs::index>(i));
  return all;
}

TEST(chain, many_bullets_ask_whether_they_are_in_the_laser) {
  rng r(73);
  std::size_t hits = 0, items = 0;
  const std::size_t rounds = cases(30);
  for (std::size_t round = 0; round < rounds; ++round) {
    const family& f = families()[r.below(static_cast<std::uint32_t>(families().size()))];
    const std::size_t n = r.one_in(4) ? 4000 + r.below(9000) : r.below(300);
    const nodes c = random_chain(f, r, r.below(12));
    const links by_hand(c);
    circle_columns<2> bullets;
    vectors<2> steps;
    std::vector<std::uint32_t> layers;
    for (std::size_t i = 0; i < n; ++i) {
      bullets.push(draw_circle<2>(f, r)), steps.push(draw_step<2>(f, r)), layers.push_back(1u << r.below(3));
    }
    hs::circles view = bullets.view();
    if (r.one_in(2)) view.layers = layers;
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                      .layers = r.one_in(2) ? 3u : ~0u};
    std::vector<hs::index> truth, truth_swept;
    for (std::size_t i = 0; i < n; ++i) {
      const hs::circles one{.x = view.x[i],
                            .y = view.y[i],
                            .radius = view.radius[i],
                            .layers = view.layers.many() ? hs::layer_column(layers[i]) : hs::layer_column()};
      if (hs::overlap_each_any(one, by_hand.view(), q)) truth.push_back(static_cast<hs::index>(i));
      if (hs::sweep_each_any(one, steps[i], by_hand.view(), q)) truth_swept.push_back(static_cast<hs::index>(i));
    }
    hits += truth.size(), items += n;
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      std::vector<std::uint64_t> words(hs::mask_words(n) + 1, ~0ull);
      const std::span<std::uint64_t> used = std::span(words).first(hs::mask_words(n));
      hs::overlap_mask(view, hs::whole(c.view()), used, q);
      ASSERT_EQ(indices_of(used), truth) << hs::name(isa) << ", " << f.name << ", round " << round;
      EXPECT_EQ(words.back(), ~0ull);
      hs::overlap_mask(hs::whole(c.view()), view, used, q);
      ASSERT_EQ(indices_of(used), truth) << "the other way round";
      hs::sweep_mask(view, steps.as_motions(), hs::whole(c.view()), used, q);
      ASSERT_EQ(indices_of(used), truth_swept) << "in motion";
      EXPECT_EQ(hs::overlap_any(view, hs::whole(c.view()), q), !truth.empty());
      EXPECT_EQ(hs::overlap_count(view, hs::whole(c.view()), q), truth.size());
      EXPECT_EQ(hs::sweep_count(view, steps.as_motions(), hs::whole(c.view()), q), truth_swept.size());
      for (const std::size_t capacity : {n, truth.size(), truth.size() / 2, std::size_t{0}}) {
        std::vector<hs::index> room(capacity + 1, 12345);
        const hs::found who = hs::overlap(view, hs::whole(c.view()), std::span(room).first(capacity), q);
        ASSERT_EQ(who.total, truth.size());
        ASSERT_EQ(who.written, std::min(capacity, truth.size()));
        ASSERT_TRUE(std::equal(who.begin(), who.end(), truth.begin()));
        ASSERT_EQ(room.back(), 12345u) << "beyond its buffer";
      }
    }
    std::vector<std::uint64_t> words(hs::mask_words(n));
    hs::overlap_mask(view, hs::whole(c.view()), words, by_reference(q));
    ASSERT_EQ(indices_of(words), truth);
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, items / 100);
  }
  EXPECT_LT(hits, items - items / 10);
}

TEST(chain, each_bullet_learns_which_link_it_meets_first_and_which_is_deepest) {
  nodes laser;
  laser.push(0, 0, 1), laser.push(10, 0, 1), laser.push(10, 10, 1), laser.push(0, 10, 1);
  const std::vector<float> x{5, 5, 14, 50}, y{-5, 5, 5, 50}, dx{0, 0, -8, 1}, dy{8, 8, 0, 1};
  records<2> out(4);
  hs::sweep_nearest(hs::circles{.x = x, .y = y, .radius = 1.0f}, hs::motions{.dx = dx, .dy = dy}, laser.view(),
                    out.columns());
  EXPECT_EQ(out.index, (std::vector<hs::index>{0, 2, 1, hs::none}));
  EXPECT_EQ(out.time, (std::vector<float>{0.375f, 0.375f, 0.25f, 1}));
  std::vector<hs::index> link(4);
  std::vector<float> depth(4);
  hs::contact_deepest(hs::circles{.x = x, .y = y, .radius = 5.0f}, laser.view(),
                      hs::contact_columns{.index = link, .depth = depth});
  EXPECT_EQ(link, (std::vector<hs::index>{0, 0, 1, hs::none})) << "all three links are as deep: the lowest";
  EXPECT_EQ(depth[2], 2);
}

}  // namespace
