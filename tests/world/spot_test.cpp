// First hits of many movers among few items, which are looked for on a chart: the same as brute force finds, to the
// bit, on every ISA.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/columns.hpp"
#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/random.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t many = 6007;  // as few as may be worth a chart, and no whole register at the end

// Asks for the first hits on every ISA, with details and without; returns how often that took a chart. Charts take
// memory, which those who ask layer by layer, and so go without, do not need.
template <class Movers>
std::size_t expect_same(const crowd<2>& movers, const Movers& as, const crowd<2>& items, const hs::query& q,
                        const std::string& what, std::size_t& hits) {
  const std::size_t n = movers.size();
  records<2> right(n), got(n);
  hs::sweep_nearest(as, movers.steps(), items.boxes(false), right.columns(), by_reference(q));
  for (const hs::index i : right.index) hits += i != hs::none;
  std::size_t charts = 0;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    hs::grid g;
    hs::workspace charted, plain;
    g.rebuild(items.boxes(true));
    g.sweep_nearest(as, movers.steps(), hs::hit_columns{.index = got.index}, q, plain);
    g.rebuild(items.boxes(false));
    for (const bool details : {true, false}) {
      std::fill(got.index.begin(), got.index.end(), 5u), std::fill(got.time.begin(), got.time.end(), -1.0f);
      std::fill(got.flags.begin(), got.flags.end(), std::uint8_t{9});
      details ? g.sweep_nearest(as, movers.steps(), got.columns(), q, charted)
              : g.sweep_nearest(as, movers.steps(),
                                hs::hit_columns{.index = got.index, .time = got.time, .flags = got.flags}, q, charted);
      for (std::size_t i = 0; i < n; ++i) {
        bool same =
            got.index[i] == right.index[i] && same_bits(got.time[i], right.time[i]) && got.flags[i] == right.flags[i];
        for (int k = 0; details && k < 2; ++k)
          same = same && same_bits(got.normal[k][i], right.normal[k][i]) &&
                 same_bits(got.position[k][i], right.position[k][i]);
        EXPECT_TRUE(same) << what << " on " << hs::name(which) << (details ? "" : ", without details") << ", mover "
                          << i << " of " << n << ": item " << got.index[i] << " at " << hex(got.time[i]) << ", not "
                          << right.index[i] << " at " << hex(right.time[i]);
        if (!same) return charts;
      }
    }
    charts += charted.bytes() > plain.bytes();
  }
  return charts;
}

TEST(spot, finds_the_first_hits_of_brute_force_in_every_scene) {
  rng r(1);
  for (int k = 0; k < static_cast<int>(layout::count); ++k) {
    const auto kind = static_cast<layout>(k);
    std::size_t hits = 0, charts = 0;
    for (std::size_t c = 0; c < cases(24); ++c) {
      const std::size_t m = 1 + r.below(c % 2 ? 12 : 70);
      const float side = 300, far = r.one_in(2) ? 8 : 60;
      const crowd<2> movers = draw_crowd<2>(r.one_in(3) ? layout::uniform : kind, many, side, far, r),
                     items = draw_crowd<2>(kind, m, side, 0, r);
      hs::query q = draw_query(r);
      if (!r.one_in(4)) q.start = hs::start_overlap::hits, q.layers = ~0u;
      const std::string what = std::string(name_of(kind)) + ", " + std::to_string(m) + " items";
      charts += r.one_in(3) ? expect_same(movers, movers.points(), items, q, what, hits)
                            : expect_same(movers, movers.boxes(false), items, q, what, hits);
      if (testing::Test::HasFailure()) return;
    }
    if (trial::whole_run()) {
      EXPECT_GT(hits, 0u) << name_of(kind);
      EXPECT_GT(charts, 0u) << name_of(kind);
    }
  }
}

// Where a list is longer than is written, and where a few movers reach farther than a chart says anything about.
TEST(spot, finds_the_first_hits_in_crowds_and_of_those_that_reach_far) {
  rng r(2);
  std::size_t hits = 0, charts = 0;
  for (std::size_t c = 0; c < cases(12); ++c) {
    const float side = c % 2 ? 4000 : 250;  // most cells are free, and none
    crowd<2> movers = draw_crowd<2>(layout::uniform, 5 * many, side, 10, r),
             items = draw_crowd<2>(layout::uniform, 80, side, 0, r);
    const crowd<2> heap = draw_crowd<2>(layout::uniform, 70, 5, 0, r);
    for (std::size_t i = 0; i < heap.size(); ++i) {
      const box_of<2> b = heap.box[i];
      items.box.push(b), items.circle.push(heap.circle[i]), items.ray.push(heap.ray[i]), items.layers.push_back(1);
    }
    for (std::size_t i = 0; i < movers.size(); ++i)
      if (r.one_in(60))
        for (int k = 0; k < 2; ++k)
          movers.ray.delta.axis[static_cast<std::size_t>(k)][i] *= r.one_in(2) ? 300.0f : 1e30f;
    hs::query q;
    if (r.one_in(2)) q.until = r.real(0, 1);
    charts += expect_same(movers, movers.boxes(false), items, q, "a heap", hits);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, 0u);
  EXPECT_GT(charts, 0u);
}

// How far a chart looks is taken from a sample of the movers. Of those that it leaves over there may be none, one, or
// all of them: where everybody's step is too long to be sampled, it looks no way at all.
TEST(spot, leaves_over_none_or_one_or_all) {
  rng r(3);
  constexpr std::size_t sampled = many / 256 + 1;  // each so many-th
  for (const float side : {4000.0f, 250.0f})       // most cells are free, and none
    for (const std::size_t left : {std::size_t{0}, std::size_t{1}, many}) {
      std::size_t hits = 0, charts = 0;
      for (const std::size_t where : {std::size_t{5}, many / 2, many - 1}) {
        static_assert(5 % sampled && many / 2 % sampled && (many - 1) % sampled);
        crowd<2> movers = draw_crowd<2>(layout::uniform, many, side, 8, r),
                 items = draw_crowd<2>(layout::uniform, 40, side, 0, r);
        for (std::size_t i = 0; i < many; ++i)
          if (left == many || (left == 1 && i == where))
            movers.ray.delta.axis[0][i] = i % 2 ? 3e30f : -3e30f, movers.ray.delta.axis[1][i] = 0.25f;
        if (left == 1) {  // it does hit something, far away
          for (int k = 0; k < 2; ++k) items.box.min.axis[static_cast<std::size_t>(k)][7] = -9000;
          items.box.max.axis[0][7] = -8000, items.box.max.axis[1][7] = 9000;
          items.box.min.axis[0][8] = 8000, items.box.max.axis[0][8] = 9000;
          items.box.min.axis[1][8] = -9000, items.box.max.axis[1][8] = 9000;
        }
        charts += expect_same(movers, movers.points(), items, {}, std::to_string(left) + " left over", hits);
        if (testing::Test::HasFailure()) return;
      }
      EXPECT_GT(hits, 0u) << left;
      EXPECT_GT(charts, 0u) << left << " left over, " << side;
    }
}

}  // namespace
