// touching::half_open: a box has its lower edges and not its upper ones. What is in what is said here by comparing the
// inputs as they stand; and in every partition of the plane each point is in exactly one box, tile or cell.
#include <gtest/gtest.h>

#include <set>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
using words = std::vector<std::uint64_t>;
using list = std::vector<hs::index>;

constexpr hs::query halves{.touch = hs::touching::half_open};

const float awkward[] = {0.0f,
                         -0.0f,
                         1.0f,
                         -1.0f,
                         1e-45f,
                         -1e-45f,
                         1.17549435e-38f,
                         -1.17549435e-38f,
                         largest,
                         -largest,
                         one_ulp_down(1.0f),
                         one_ulp_up(1.0f),
                         one_ulp_down(largest),
                         16777216.0f,
                         infinity,
                         -infinity,
                         not_a_number};
float draw_edge(const family& f, rng& r) {
  return r.one_in(2) ? awkward[r.below(static_cast<std::uint32_t>(std::size(awkward)))] : f.draw(f.position, r);
}

template <int D> bool truth(const vector_of<D>& p, const box_of<D>& b) {
  for (int k = 0; k < D; ++k)
    if (!(std::isfinite(b.min[k]) && std::isfinite(b.max[k]) && b.min[k] <= p[k] && p[k] < b.max[k])) return false;
  return true;
}

// What every form says of a question whose items are those of `expected`.
template <class Any, class Count, class Mask, class List>
void check_forms(const std::vector<bool>& expected, const Any& any, const Count& count, const Mask& mask,
                 const List& which) {
  const std::size_t n = expected.size();
  list right;
  words bits(hs::mask_words(n));
  for (std::size_t i = 0; i < n; ++i)
    if (expected[i]) right.push_back(static_cast<hs::index>(i)), bits[i / 64] |= std::uint64_t{1} << (i % 64);
  words got(hs::mask_words(n), 0x123456789abcdefu);
  mask(got);
  ASSERT_EQ(got, bits) << n << " items";
  list room(n + 1);
  const hs::found who = which(room);
  ASSERT_EQ(list(who.begin(), who.end()), right);
  ASSERT_EQ(any(), !right.empty());
  ASSERT_EQ(count(), right.size());
}
#define CHECK_FORMS(expected, verb, a, b, q)                                                        \
  check_forms(                                                                                      \
      expected, [&] { return hs::verb##_any(a, b, q); }, [&] { return hs::verb##_count(a, b, q); }, \
      [&](words& w) { hs::verb##_mask(a, b, w, q); }, [&](list& out) { return hs::verb(a, b, out, q); })

template <int D> void compares_inputs() {
  std::size_t hits = 0, total = 0;
  for (const family& f : families()) {
    rng r(41);
    for (std::size_t round = 0; round < cases(60); ++round) {
      const std::size_t n = round % 9 == 8 ? 1000 + r.below(2100) : r.below(140);
      vectors<D> at;
      box_columns<D> around;
      centred_columns<D> centred;
      for (std::size_t i = 0; i < n; ++i) {
        vector_of<D> p, c, h;
        box_of<D> b;
        for (int k = 0; k < D; ++k) {
          b.min[k] = draw_edge(f, r), b.max[k] = draw_edge(f, r);
          if (b.max[k] < b.min[k] && !r.one_in(9)) std::swap(b.min[k], b.max[k]);
          const std::uint32_t kind = r.below(5);
          p[k] = kind == 0 ? b.min[k] : kind == 1 ? b.max[k] : kind == 2 ? one_ulp_down(b.max[k]) : draw_edge(f, r);
          if (kind == 4 && std::isfinite(b.min[k]) && std::isfinite(b.max[k])) p[k] = b.min[k] / 2 + b.max[k] / 2;
          c[k] = p[k], h[k] = r.one_in(3) ? draw_edge(f, r) : std::fabs(draw_edge(f, r));
        }
        at.push(p), around.push(b), centred.push(c, h);
      }
      const std::size_t other = n ? r.below(static_cast<std::uint32_t>(n)) : 0;
      const vector_of<D> p = n ? at[other] : vector_of<D>{};
      const box_of<D> b = n ? around[other] : box_of<D>{};
      std::vector<bool> in_one(n), has_one(n), each(n), has_centred(n), each_centred(n), by_pair;
      list first, second;
      for (std::size_t i = 0; i < n; ++i) {
        box_of<D> c;
        for (int k = 0; k < D; ++k)
          c.min[k] = centred.center[i][k] - centred.half[i][k], c.max[k] = centred.center[i][k] + centred.half[i][k];
        in_one[i] = truth<D>(at[i], b), has_one[i] = truth<D>(p, around[i]), each[i] = truth<D>(at[i], around[i]);
        has_centred[i] = truth<D>(p, c), each_centred[i] = truth<D>(at[i], c);
        hits += each[i] + in_one[i], total += 2;
        first.push_back(r.below(static_cast<std::uint32_t>(n)));
        second.push_back(r.one_in(2) ? first.back() : r.below(static_cast<std::uint32_t>(n)));
        by_pair.push_back(truth<D>(at[first[i]], around[second[i]]));
      }
      const auto points = at.as_points();
      const auto boxes = around.view();
      const auto middles = centred.view();
      const auto check = [&](const hs::query& q) {
        SCOPED_TRACE(std::string(f.name) + ", round " + std::to_string(round) + ", " + text(p) + " " + text(b));
        CHECK_FORMS(in_one, overlap, points, b, q);
        CHECK_FORMS(in_one, overlap, b, points, q);
        CHECK_FORMS(in_one, inside, points, b, q);
        CHECK_FORMS(has_one, overlap, p, boxes, q);
        CHECK_FORMS(has_one, overlap, boxes, p, q);
        CHECK_FORMS(has_one, inside, p, boxes, q);
        CHECK_FORMS(has_centred, overlap, p, middles, q);
        CHECK_FORMS(has_centred, inside, p, middles, q);
        CHECK_FORMS(each, overlap_each, points, boxes, q);
        CHECK_FORMS(each, overlap_each, boxes, points, q);
        CHECK_FORMS(each, inside_each, points, boxes, q);
        CHECK_FORMS(each_centred, overlap_each, points, middles, q);
        CHECK_FORMS(in_one, overlap_each, points, b, q);
        CHECK_FORMS(has_one, inside_each, p, boxes, q);
        CHECK_FORMS(by_pair, overlap_each, points, boxes, by_pairs({first, second}, q));
        CHECK_FORMS(by_pair, overlap_each, boxes, points, by_pairs({second, first}, q));
        CHECK_FORMS(by_pair, inside_each, points, boxes, by_pairs({first, second}, q));
        for (std::size_t i = 0; i < n && i < 3; ++i) {  // two single ones
          ASSERT_EQ(hs::overlap_any(at[i], around[i], q), each[i]);
          ASSERT_EQ(hs::inside_any(at[i], around[i], q), each[i]);
        }
      };
      check(by_reference(halves));
      on_every_isa([&] { check(halves); });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 20);
    EXPECT_LT(hits, total - total / 20);
  }
}
TEST(half_open, is_what_comparing_says_in_every_form_on_every_isa_2d) { compares_inputs<2>(); }
TEST(half_open, is_what_comparing_says_in_every_form_on_every_isa_3d) { compares_inputs<3>(); }

TEST(half_open, a_point_on_a_shared_edge_is_in_the_box_above_it_alone) {
  const std::vector<float> low{0, 1, 2, -1}, high{1, 2, 3, -0.0f};
  const hs::boxes row{.min_x = low, .min_y = 0.0f, .max_x = high, .max_y = 1.0f};
  on_every_isa([&] {
    words out(1);
    hs::overlap_mask(hs::vec2{1, 0}, row, out, halves);
    EXPECT_EQ(out[0], 0b0010u);
    hs::overlap_mask(hs::vec2{0, 0}, row, out, halves);
    EXPECT_EQ(out[0], 0b0001u) << "-0 and +0 are one number";
    hs::overlap_mask(hs::vec2{-0.0f, 0.5f}, row, out, halves);
    EXPECT_EQ(out[0], 0b0001u);
    hs::overlap_mask(hs::vec2{1, 1}, row, out, halves);
    EXPECT_EQ(out[0], 0u) << "the upper edge is another row's";
    EXPECT_FALSE(hs::overlap_any(hs::vec2{1, 1}, hs::box{{1, 1}, {1, 1}}, halves)) << "nothing is in an empty box";
  });
}

// Lines that cut an axis, and what may stand on them.
std::vector<float> cuts(const family& f, rng& r) {
  std::set<float> lines{-largest, largest};
  while (lines.size() < 9) {
    const float x = draw_edge(f, r);
    if (std::isfinite(x)) lines.insert(x);
  }
  return {lines.begin(), lines.end()};
}

TEST(half_open, each_point_of_the_plane_is_in_exactly_one_box_of_a_partition) {
  for (const family& f : families()) {
    if (f.spoiled) continue;
    rng r(43);
    for (std::size_t round = 0; round < cases(12); ++round) {
      const std::vector<float> xs = cuts(f, r), ys = cuts(f, r);
      box_columns<2> parts;
      for (std::size_t y = 0; y + 1 < ys.size(); ++y)
        for (std::size_t x = 0; x + 1 < xs.size(); ++x) parts.push({{xs[x], ys[y]}, {xs[x + 1], ys[y + 1]}});
      vectors<2> at;
      for (int i = 0; i < 70; ++i) {
        const auto on = [&](const std::vector<float>& lines) {
          const float x = lines[r.below(static_cast<std::uint32_t>(lines.size() - 1))];
          const float y = r.one_in(2) ? x : x == -largest || r.one_in(2) ? one_ulp_up(x) : one_ulp_down(x);
          return y == largest ? x : y;
        };
        at.push({on(xs), on(ys)});
      }
      hs::world world;
      on_every_isa([&] {
        for (std::size_t i = 0; i < at.size(); ++i)
          ASSERT_EQ(hs::overlap_count(at[i], parts.view(), halves), 1u) << f.name << text(at[i]);
        world.rebuild(parts.view());
        for (const hs::method by : {hs::method::brute, hs::method::grid}) {
          hs::query q = halves;
          q.by = by;
          list first(at.size() * 4), second(first);
          const hs::found_pairs met = world.overlap_pairs(at.as_points(), {first, second}, q);
          ASSERT_EQ(met.total, at.size()) << f.name << ", world, " << hs::name(by);
          std::vector<std::size_t> starts(at.size() + 1);
          ASSERT_EQ(world.overlap(at.as_points(), hs::list_columns{starts, second}, q), at.size());
          for (std::size_t i = 0; i < at.size(); ++i) {
            ASSERT_EQ(met.pairs.first[i], i);
            ASSERT_EQ(starts[i], i);
            ASSERT_TRUE(truth<2>(at[i], parts[second[i]])) << text(at[i]);
          }
        }
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(half_open, each_point_of_a_map_is_in_exactly_one_tile_and_one_cell) {
  const std::vector<std::uint8_t> full(35, hs::tile_solid);
  rng r(47);
  for (const hs::vec2 cell : {hs::vec2{16, 16}, {0.1f, 0.3f}, {1e-30f, 7}, {1e30f, 3.3f}})
    for (const hs::vec2 origin : {hs::vec2{0, 0}, {-17.3f, 1e6f}, {-3 * cell.x, -2 * cell.y}}) {
      const hs::tile_map map{.width = 7, .height = 5, .cell = cell, .origin = origin, .tiles = full};
      const hs::cells cells(map);
      const hs::box last = map.tile(6, 4);
      for (int i = 0; i < 300; ++i) {
        const hs::box some = map.tile(r.below(7), r.below(5));
        const auto on = [&](float low, float high) {
          const float x = r.one_in(2) ? low : high;
          return r.one_in(2) ? x : r.one_in(2) ? one_ulp_up(x) : one_ulp_down(x);
        };
        const hs::vec2 p{on(some.min.x, some.max.x), on(some.min.y, some.max.y)};
        const bool in = p.x >= origin.x && p.x < last.max.x && p.y >= origin.y && p.y < last.max.y;
        list who(4, 99);
        on_every_isa([&] {
          ASSERT_EQ(map.overlap_count(p, halves), in ? 1u : 0u) << text(p);
          ASSERT_EQ(map.overlap_any(p, halves), in) << text(p);
          const hs::found tile = map.overlap(p, who, halves);
          ASSERT_EQ(tile.total, in ? 1u : 0u);
          if (in) {
            ASSERT_TRUE(truth<2>(p, map.tile(who[0] % 7, who[0] / 7))) << text(p);
          }
          ASSERT_EQ(cells.overlap_count(p, halves), in ? 1u : 0u) << text(p);
          ASSERT_EQ(cells.overlap_any(p, halves), in) << text(p);
        });
      }
    }
}

TEST(half_open, a_point_meets_tiles_as_a_box_without_extent_does) {
  const std::vector<std::uint64_t> bits{0b1011};
  const hs::tile_map map{.width = 2, .height = 2, .cell = {8, 8}, .bits = bits};
  for (const hs::vec2 p : {hs::vec2{4, 4}, {8, 8}, {8, 4}, {0, 0}, {12, 12}, {4, 12}, {16, 16}, {not_a_number, 1}})
    for (const auto touch : {hs::touching::misses, hs::touching::hits}) {
      list a(4), b(4);
      const hs::found one = map.overlap(p, a, {.touch = touch}),
                      other = map.overlap(hs::box{p, p}, b, {.touch = touch});
      EXPECT_EQ(list(one.begin(), one.end()), list(other.begin(), other.end())) << text(p);
      EXPECT_EQ(map.overlap_count(p, {.touch = touch}), other.total);
      EXPECT_EQ(map.overlap_any(p, {.touch = touch}), other.total != 0);
    }
  EXPECT_EQ(map.overlap_count(hs::vec2{8, 8}, {.touch = hs::touching::hits}), 3u);
  EXPECT_EQ(map.overlap_count(hs::vec2{8, 8}, halves), 1u);
  EXPECT_EQ(map.overlap_count(hs::vec2{4, 12}, halves), 0u) << "that tile is free";
}

}  // namespace
