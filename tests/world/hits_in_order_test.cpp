// What pierces: all that each mover hits, in its order, as the pairs of brute force have it; by each method, in one
// view and several, at rest and moving, cut to k and to the room there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>
#include <tuple>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct met {
  std::size_t who;
  float time;
  bool corner;
  hs::index item;
  auto order() const { return std::tuple(who, time, corner, item); }
};

// All that these hit of one view, by pairs of the reference.
template <int D, shape_kind Who, class Movers, class Steps, class Items>
void hits_of(const Movers& movers, const Steps& steps, const Items& items, std::size_t count, hs::index from,
             const hs::query& q, std::vector<met>& to) {
  std::vector<hs::index> first, second;
  for (hs::index i = 0; i < movers.size(); ++i)
    for (hs::index j = 0; j < count; ++j) first.push_back(i), second.push_back(j);
  records<D> each(first.size());
  const hs::query pairs = by_pairs({first, second}, by_reference(q));
  if constexpr (Who == shape_kind::rays)
    hs::cast_each(movers, items, each.columns(), pairs);
  else
    hs::sweep_each(movers, steps, items, each.columns(), pairs);
  for (std::size_t k = 0; k < first.size(); ++k)
    if (each.index[k] != hs::none)
      to.push_back({first[k], each.time[k], (each.flags[k] & hs::corner) != 0, from + second[k]});
}

template <shape_kind Who, class World, class Movers, class Steps>
std::size_t ask(const World& w, const Movers& movers, const Steps& steps, std::size_t k, const hs::hit_lists& out,
                const hs::query& q, const hs::workers& by) {
  if constexpr (Who == shape_kind::rays)
    return w.cast_in_order(movers, k, out, q, by);
  else
    return w.sweep_in_order(movers, steps, k, out, q, by);
}

// Lists of `all`, in order, are what a world answers with k, and with less room than there is.
template <shape_kind Who, class Movers, class Steps>
void expect_lists(std::vector<met> all, const Movers& movers, const Steps& steps, std::size_t n, const hs::query& q,
                  all_ways& them, const std::string& what) {
  std::sort(all.begin(), all.end(), [](const met& a, const met& b) { return a.order() < b.order(); });
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{3}, ~std::size_t{0}}) {
    std::vector<std::size_t> ends(n + 1), starts(n + 1, 77u);
    std::vector<met> cut;
    for (std::size_t i = 0, at = 0; i < n; ++i) {
      for (std::size_t j = 0; at < all.size() && all[at].who == i; ++at, ++j)
        if (j < k) cut.push_back(all[at]);
      ends[i + 1] = cut.size();
    }
    for (const std::size_t room : {cut.size() + 2, cut.size() / 2})
      them.each_and_shared([&](world_by& w, const char* name, const hs::workers& by) {
        std::vector<hs::index> items(room, 7u);
        std::vector<float> time(room, 7.0f);
        starts.assign(n + 1, 77u);
        ASSERT_EQ(ask<Who>(w, movers, steps, k, {starts, items, time}, q, by), cut.size()) << what << ", " << name;
        ASSERT_EQ(starts, ends) << what << ", " << name;
        for (std::size_t j = 0; j < room; ++j) {
          const bool there = j < cut.size();
          ASSERT_TRUE(items[j] == (there ? cut[j].item : 7u) && same_bits(time[j], there ? cut[j].time : 7.0f))
              << what << ", " << name << ", " << j << " of k = " << k << ": " << items[j] << " at " << hex(time[j])
              << (there ? ", not " + std::to_string(cut[j].item) + " at " + hex(cut[j].time) : ", where nothing is");
        }
        ASSERT_EQ(ask<Who>(w, movers, steps, k, {starts, {}, time}, q, by), cut.size()) << what << ", times alone";
      });
    if (testing::Test::HasFatalFailure()) return;
  }
}

hs::query some_query(rng& r) {
  hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
              .start = static_cast<hs::start_overlap>(r.below(3))};
  if (r.one_in(3)) q.layers = 1 + r.below(7);
  if (r.one_in(3)) q.until = r.real(0, 1);
  return q;
}

template <int D, shape_kind Who, shape_kind What> void try_order(std::uint64_t seed) {
  rng r(seed);
  std::size_t hits = 0;
  all_ways them;
  for (int k = 0; k < static_cast<int>(layout::count); ++k)
    for (int turn = 0; turn < 2; ++turn) {
      const auto kind = static_cast<layout>(k);
      const std::size_t n = 1 + r.below(20), m = 1 + r.below(60);
      const float side = 9 * std::sqrt(static_cast<float>(m));
      const auto world = draw_crowd<D>(kind, m, side, 12, r), who = draw_crowd<D>(kind, n, side, side, r);
      const hs::query q = some_query(r);
      const bool moving = r.one_in(2);
      const auto movers = who.as(kind_constant<Who>{}, r.one_in(2));
      const auto items = world.as(kind_constant<What>{}, r.one_in(2));
      std::vector<met> all;
      const auto steps = who.steps();
      moving ? hits_of<D, Who>(movers, steps, hs::moving(items, world.steps()), m, 0, q, all)
             : hits_of<D, Who>(movers, steps, items, m, 0, q, all);
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        moving ? them.fill(items, world.steps()) : them.fill(items);
        expect_lists<Who>(all, movers, steps, n, q, them,
                          std::string(name_of(Who)) + " through " + name_of(What) + ", " + std::to_string(D) + "D, " +
                              name_of(kind) + " on " + hs::name(which));
        if (testing::Test::HasFatalFailure()) return;
      }
      hits += all.size();
    }
  EXPECT_GT(hits, 100u) << "too few to say anything";
}

TEST(hits_in_order, are_those_of_brute_force_in_2D) {
  using enum shape_kind;
  try_order<2, points, boxes>(1), try_order<2, boxes, boxes>(2), try_order<2, circles, boxes>(3);
  try_order<2, boxes, circles>(4), try_order<2, circles, circles>(5), try_order<2, rays, boxes>(6);
  try_order<2, rays, circles>(7), try_order<2, capsules, obbs>(8), try_order<2, rays, polygons>(9);
}
TEST(hits_in_order, are_those_of_brute_force_in_3D) {
  using enum shape_kind;
  try_order<3, points, boxes>(10), try_order<3, boxes, boxes>(11), try_order<3, circles, boxes>(12);
  try_order<3, boxes, circles>(13), try_order<3, rays, boxes>(14), try_order<3, rays, circles>(15);
}

TEST(hits_in_order, are_those_of_several_views_as_of_one_list) {
  rng r(16);
  std::size_t hits = 0;
  all_ways them;
  for (int k = 0; k < static_cast<int>(layout::count); ++k) {
    const auto kind = static_cast<layout>(k);
    const auto a = draw_crowd<2>(kind, 30, 50, 12, r), b = draw_crowd<2>(kind, 20, 50, 12, r),
               c = draw_crowd<2>(kind, 25, 50, 12, r), who = draw_crowd<2>(kind, 20, 50, 50, r);
    const hs::query q = some_query(r);
    std::vector<met> all;
    const auto movers = who.circles(true);
    hits_of<2, shape_kind::circles>(movers, who.steps(), a.boxes(true), 30, 0, q, all);
    hits_of<2, shape_kind::circles>(movers, who.steps(), hs::moving(b.circles(false), b.steps()), 20, 30, q, all);
    hits_of<2, shape_kind::circles>(movers, who.steps(), c.as(kind_constant<shape_kind::segments>{}, true), 25, 50, q,
                                    all);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      them.fill(hs::several(a.boxes(true), hs::moving(b.circles(false), b.steps()),
                            c.as(kind_constant<shape_kind::segments>{}, true)));
      expect_lists<shape_kind::circles>(all, movers, who.steps(), 20, q, them,
                                        std::string("several, ") + name_of(kind) + " on " + hs::name(which));
      if (testing::Test::HasFatalFailure()) return;
    }
    hits += all.size();
  }
  EXPECT_GT(hits, 100u) << "too few to say anything";
}

// The flat query for one of them says the same; threads too.
TEST(hits_in_order, of_each_are_what_the_flat_query_says_of_it_whoever_works) {
  rng r(17);
  constexpr std::size_t n = 300;
  const auto world = draw_crowd<2>(layout::tiles, 500, 150, 0, r), who = draw_crowd<2>(layout::tiles, n, 150, 90, r);
  hs::world w;
  w.rebuild(world.boxes(true));
  std::vector<std::size_t> starts(n + 1);
  std::vector<hs::index> items(n * 4);
  std::vector<float> time(n * 4);
  const auto run = [](std::size_t jobs, hs::job job) {
    for (std::size_t i = jobs; i-- > 0;) job(i);  // in another order than one would
  };
  const hs::executor by(run);
  std::vector<hs::workspace> spaces(3);
  for (const hs::workers& with : {hs::workers(), hs::workers(spaces[0]), hs::workers(by, spaces)}) {
    const hs::query q{.layers = 3};
    std::fill(items.begin(), items.end(), 7u);
    const std::size_t total = w.sweep_in_order(who.boxes(false), who.steps(), 4, {starts, items, time}, q, with);
    EXPECT_GT(total, n);
    ASSERT_EQ(starts[n], total);
    for (std::size_t i = 0; i < n; ++i) {
      hs::hit flat[4];
      const hs::box one{{who.box.min.axis[0][i], who.box.min.axis[1][i]},
                        {who.box.max.axis[0][i], who.box.max.axis[1][i]}};
      const hs::found f = hs::sweep_in_order(one, hs::vec2{who.ray.delta.axis[0][i], who.ray.delta.axis[1][i]},
                                             world.boxes(true), flat, q);
      ASSERT_EQ(starts[i + 1] - starts[i], f.written) << i;
      for (std::size_t j = 0; j < f.written; ++j)
        ASSERT_TRUE(items[starts[i] + j] == flat[j].index && same_bits(time[starts[i] + j], flat[j].time))
            << i << ", " << j << ": " << items[starts[i] + j] << ", not " << flat[j].index;
    }
  }
}

}  // namespace
