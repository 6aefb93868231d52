// What is met on the way, in its order: the list of all hits, sorted, from the first on.
#include <gtest/gtest.h>

#include <algorithm>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

template <class Hit> bool same(const Hit& x, const Hit& y) {
  bool bits = x.index == y.index && x.flags == y.flags && same_bits(x.time, y.time);
  for (int k = 0; k < decltype(x.normal)::dims; ++k)
    bits = bits && same_bits(x.normal[k], y.normal[k]) && same_bits(x.position[k], y.position[k]);
  return bits;
}

// The textbook: all of them, as the reference lists them, sorted.
template <int D, class List> std::vector<hit_of<D>> sorted(std::size_t n, const List& list) {
  records<D> room(n);
  const hs::found all = list(room.columns());
  std::vector<hit_of<D>> hits;
  for (std::size_t i = 0; i < all.written; ++i) hits.push_back(room[i]);
  std::stable_sort(hits.begin(), hits.end(), [](const auto& x, const auto& y) {
    return x.time != y.time ? x.time < y.time : (x.flags & hs::corner) < (y.flags & hs::corner);
  });
  return hits;
}

struct tally {
  std::size_t hits = 0, ties = 0;
};

// ask(room, options) of as many as fit; list(columns, options) of all.
template <int D, class Ask, class List, class Nearest>
void is_the_sorted_list(std::size_t n, const hs::query& q, rng& r, tally& seen, const Ask& ask, const List& list,
                        const Nearest& nearest) {
  const auto truth = sorted<D>(n, [&](const auto& to) { return list(to, by_reference(q)); });
  seen.hits += truth.size();
  for (std::size_t i = 1; i < truth.size(); ++i) seen.ties += truth[i].time == truth[i - 1].time;
  const std::size_t some = r.below(9);
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const std::size_t room : {n + 2, some, truth.size(), std::size_t{1}, std::size_t{0}}) {
      const hit_of<D> mark{.time = 77, .index = 12345};
      std::vector<hit_of<D>> out(room + 1, mark);
      const hs::found got = ask(std::span(out).first(room), q);
      ASSERT_EQ(got.total, truth.size()) << hs::name(isa) << ", room " << room << " of " << n;
      ASSERT_EQ(got.written, std::min(room, truth.size()));
      ASSERT_EQ(got.size(), 0u) << "the indices are in the hits";
      for (std::size_t i = 0; i < room + 1; ++i)
        ASSERT_TRUE(same(out[i], i < got.written ? truth[i] : mark))
            << hs::name(isa) << ", item " << i << " of room " << room << "\n"
            << text(out[i]) << "\n"
            << text(i < got.written ? truth[i] : mark);
      if (got.written) {
        ASSERT_TRUE(same(out[0], nearest(q))) << "the first is the nearest";
      }
    }
  }
}

std::size_t draw_length(rng& r) {
  constexpr std::size_t lengths[] = {0, 1, 2, 63, 64, 65, 300, 1023, 1024, 1025, 2100};
  return lengths[r.below(11)];
}

template <int D> void in_its_order(tally& seen) {
  const std::size_t rounds = cases(6);
  for (const family& f : families()) {
    rng r(91);
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::size_t n = draw_length(r);
      box_columns<D> walls;
      circle_columns<D> rocks;
      segment_columns<D> beams;
      vectors<D> steps;
      std::vector<std::uint32_t> layers;
      for (std::size_t i = 0; i < n; ++i) {
        walls.push(draw_box<D>(f, r)), rocks.push(draw_circle<D>(f, r)), steps.push(draw_step<D>(f, r));
        beams.push({draw_position<D>(f, r), draw_step<D>(f, r)}), layers.push_back(r.below(8));
      }
      const hs::query q = draw_query(r);
      auto many_walls = walls.view();
      auto many_rocks = rocks.view();
      if (r.one_in(2)) many_walls.layers = layers, many_rocks.layers = layers;
      const auto check = [&](const auto& a, const auto& by, const auto& b) {
        if (testing::Test::HasFailure()) return;
        is_the_sorted_list<D>(
            n, q, r, seen, [&](const auto& out, const hs::query& o) { return hs::sweep_in_order(a, by, b, out, o); },
            [&](const auto& to, const hs::query& o) { return hs::sweep(a, by, b, to, o); },
            [&](const hs::query& o) { return hs::sweep_nearest(a, by, b, o); });
      };
      const box_of<D> box = draw_box<D>(f, r);
      const circle_of<D> ball = draw_circle<D>(f, r);
      const vector_of<D> at = draw_position<D>(f, r), step = draw_step<D>(f, r), other = draw_step<D>(f, r);
      check(box, step, many_walls), check(box, step, many_rocks), check(ball, step, many_walls);
      check(ball, step, many_rocks), check(at, step, many_walls);
      check(many_walls, steps.as_motions(), box), check(many_rocks, steps.as_motions(), hs::moving(box, other));
      check(box, step, hs::moving(many_walls, steps.as_motions())), check(ball, steps.as_motions(), box);
      check(ball, step, hs::growing(many_rocks, 0.5f));
      const segment_of<D> beam{at, step};
      hs::query thick = q;
      if (r.one_in(2)) thick.padding = hs::half_extents{1, 2, D == 3 ? 1.5f : 0};
      const auto check_cast = [&](const auto& a, const auto& b) {
        if (testing::Test::HasFailure()) return;
        is_the_sorted_list<D>(
            n, thick, r, seen, [&](const auto& out, const hs::query& o) { return hs::cast_in_order(a, b, out, o); },
            [&](const auto& to, const hs::query& o) { return hs::cast(a, b, to, o); },
            [&](const hs::query& o) { return hs::cast_nearest(a, b, o); });
      };
      check_cast(beam, many_walls), check_cast(beam, many_rocks), check_cast(beams.view(), box);
      if constexpr (D == 2) {
        const hs::capsules limbs{.x = rocks.center.axis[0],
                                 .y = rocks.center.axis[1],
                                 .dx = steps.axis[0],
                                 .dy = steps.axis[1],
                                 .radius = rocks.radius};
        check(ball, step, limbs), check(limbs, steps.as_motions(), box), check_cast(beam, limbs);
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << f.name << ", round " << round;
    }
  }
}
TEST(in_order, gives_the_sorted_list_of_all_hits_2d) {
  tally seen;
  in_its_order<2>(seen);
  if (trial::whole_run()) {
    EXPECT_GT(seen.hits, 10000u);
    EXPECT_GT(seen.ties, 1000u);
  }
}
TEST(in_order, gives_the_sorted_list_of_all_hits_3d) {
  tally seen;
  in_its_order<3>(seen);
  if (trial::whole_run()) {
    EXPECT_GT(seen.hits, 10000u);
    EXPECT_GT(seen.ties, 1000u);
  }
}

TEST(in_order, columns_with_gaps_and_polygons_are_pierced_like_all_others) {
  rng r(92);
  struct item {
    float x, y, radius, other;
    std::uint32_t layers;
  };
  for (std::size_t round = 0; round < cases(30); ++round) {
    const std::size_t n = draw_length(r);
    std::vector<item> items(n);
    std::vector<float> x(n), y(n), radius(n), corner_x, corner_y;
    std::vector<std::uint32_t> layers(n), offsets{0};
    for (std::size_t i = 0; i < n; ++i) {
      items[i] = {r.real(-60, 60), r.real(-60, 60), r.real(-1, 9), 0, r.below(4)};
      x[i] = items[i].x, y[i] = items[i].y, radius[i] = items[i].radius, layers[i] = items[i].layers;
      for (const float dx : {0.0f, 5.0f, 2.0f}) corner_x.push_back(x[i] + dx), corner_y.push_back(y[i] + dx * dx);
      offsets.push_back(static_cast<std::uint32_t>(corner_x.size()));
    }
    const hs::circle ball{{r.real(-60, 60), r.real(-60, 60)}, 3};
    const hs::vec2 step{r.real(-90, 90), r.real(-90, 90)};
    const hs::circles plain{.x = x, .y = y, .radius = radius, .layers = layers};
    const hs::circles gaps{.x = hs::strided(items, &item::x),
                           .y = hs::strided(items, &item::y),
                           .radius = hs::strided(items, &item::radius),
                           .layers = hs::strided(items, &item::layers)};
    const hs::polygons shards{.x = corner_x, .y = corner_y, .offsets = offsets, .layers = layers};
    const hs::query q{.layers = 1};
    std::vector<hs::hit> a(20), b(20);
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      const hs::found one = hs::sweep_in_order(ball, step, plain, a, q),
                      two = hs::sweep_in_order(ball, step, gaps, b, q);
      ASSERT_EQ(one.total, two.total);
      ASSERT_EQ(one.written, two.written);
      for (std::size_t i = 0; i < one.written; ++i) ASSERT_TRUE(same(a[i], b[i])) << text(a[i]) << text(b[i]);
    }
    tally seen;
    is_the_sorted_list<2>(
        n, q, r, seen,
        [&](const auto& out, const hs::query& o) { return hs::sweep_in_order(ball, step, shards, out, o); },
        [&](const auto& to, const hs::query& o) { return hs::sweep(ball, step, shards, to, o); },
        [&](const hs::query& o) { return hs::sweep_nearest(ball, step, shards, o); });
    if (testing::Test::HasFailure()) return;
  }
}

TEST(in_order, a_shot_pierces_three_enemies_one_behind_the_other) {
  const std::vector<float> x{50, 20, 40, 30, 20};
  const hs::circles enemies{.x = x, .y = 0.0f, .radius = 2.0f};
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    hs::hit met[3];
    const hs::found all = hs::sweep_in_order(hs::vec2{0, 0}, hs::vec2{100, 0}, enemies, met);
    EXPECT_EQ(all.written, 3u);
    EXPECT_EQ(all.total, 5u);
    EXPECT_EQ(met[0].index, 1u) << "of two at the same time the first";
    EXPECT_EQ(met[1].index, 4u);
    EXPECT_EQ(met[2].index, 3u);
    EXPECT_EQ(met[2].time, 0.28f);
    EXPECT_EQ(met[2].delta({100, 0}), (hs::vec2{0.28f * 100, 0}));
  }
}

TEST(in_order, nothing_is_found_after_a_broken_contract) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "nobody looks, or it ends here";
  static std::string said;
  hs::set_breach_handler([](const char* what) { said = what; });
  const std::vector<float> x(5), y(4);
  const hs::index pair[1] = {0};
  hs::hit met[3];
  const hs::circle ball{{0, 0}, 9};
  EXPECT_EQ(hs::sweep_in_order(ball, hs::vec2{1, 0}, hs::circles{.x = x, .y = y, .radius = 1.0f}, met).total, 0u);
  EXPECT_EQ(said, "hitscan: sweep_in_order: circles.y has 4 values, x has 5");
  const hs::circles sound{.x = x, .y = 0.0f, .radius = 1.0f};
  for (const hs::query& wrong : {hs::query{.pairs = {pair, pair}}, hs::query{.padding = hs::vec2{1, 1}},
                                 hs::query{.by = hs::method::tree}, hs::query{.touch = hs::touching::half_open}}) {
    said.clear();
    EXPECT_EQ(hs::sweep_in_order(ball, hs::vec2{1, 0}, sound, met, wrong).total, 0u);
    EXPECT_NE(said, "");
  }
  hs::set_breach_handler(nullptr);
}

}  // namespace
