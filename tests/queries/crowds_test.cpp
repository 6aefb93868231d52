// So many hits that whole words of boxes, or of pairs of them, are told at once (lanes.hpp, "straight through words"):
// to the reference's bits, in particular where boxes lie as near to the motion's edge as the roundings of that are. And
// so few that a sample of the first registers finds one of them or none.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <hitscan/hitscan.hpp>
#include <string>
#include <vector>

#include "../support/columns.hpp"
#include "../support/differential.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

float nudged(float x, int ulps) {
  for (; ulps > 0; --ulps) x = std::nextafterf(x, HUGE_VALF);
  for (; ulps < 0; ++ulps) x = std::nextafterf(x, -HUGE_VALF);
  return x;
}

template <int D> auto boxes_of(const std::vector<float> (&column)[2 * D], hs::layer_column layers) {
  if constexpr (D == 2)
    return hs::boxes{.min_x = column[0], .min_y = column[1], .max_x = column[2], .max_y = column[3], .layers = layers};
  else
    return hs::boxes3{.min_x = column[0],
                      .min_y = column[1],
                      .min_z = column[2],
                      .max_x = column[3],
                      .max_y = column[4],
                      .max_z = column[5],
                      .layers = layers};
}
template <int D> auto motions_of(const std::vector<float> (&column)[D]) {
  if constexpr (D == 2)
    return hs::motions{.dx = column[0], .dy = column[1]};
  else
    return hs::motions3{.dx = column[0], .dy = column[1], .dz = column[2]};
}

template <int D> struct crowd {
  std::array<float, D> low, high, step;  // the mover
  std::vector<float> column[2 * D];      // of the boxes: lows, then highs

  // Most boxes are crossed. One in `aimed` has a corner just where the mover's corner comes by, but for a few ulps; one
  // in `spoiled` is no box.
  crowd(std::size_t n, bool point, bool whole_numbers, std::uint32_t aimed, std::uint32_t spoiled, rng& r) {
    const float size = r.one_in(3) ? 1e6f : r.one_in(3) ? 1e-6f : 1000;
    const auto number = [&](float x) { return whole_numbers ? std::round(x * 8) * size / 8000 : x * size / 1000; };
    for (int k = 0; k < D; ++k) {
      low[k] = number(r.real(-300, 300));
      high[k] = point ? low[k] : low[k] + number(r.real(0, 60));
      step[k] = number((r.one_in(2) ? 1 : -1) * r.real(r.one_in(8) ? 0.2f : 100, 2000));
      if (step[k] == 0) step[k] = size / 1000;
    }
    for (auto& c : column) c.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const float t = r.real(-0.2f, 1.2f), off = number(r.one_in(2) ? 150 : 20);
      const bool at_corner = aimed && r.one_in(aimed);
      for (int k = 0; k < D; ++k) {
        const float there = low[k] + t * step[k];
        float from = there + number(r.real(-1, 0.7f)) * off / number(1), to = from + number(r.real(0, 100));
        if (whole_numbers) from = number(from * 1000 / size), to = number(to * 1000 / size);
        if (at_corner) {  // an edge of a meets an edge of b at about t
          const bool near = r.one_in(2);
          const float edge = (step[k] > 0) == near ? high[k] + t * step[k] : low[k] + t * step[k];
          const float width = number(r.real(0, 90));
          const bool lower = (step[k] > 0) == near;
          from = nudged(lower ? edge : edge - width, static_cast<int>(r.below(7)) - 3);
          to = lower ? from + width : nudged(edge, static_cast<int>(r.below(7)) - 3);
        }
        column[k][i] = from, column[D + k][i] = to;
      }
      if (spoiled && r.one_in(spoiled)) {
        const float odd[] = {NAN, HUGE_VALF, -HUGE_VALF, 3e38f, -3e38f, -0.0f, 0.0f};
        const std::size_t c = r.below(2 * D);
        if (r.one_in(3))  // inverted, by less than the mover is wide or by more
          column[D + c % D][i] =
              column[c % D][i] - (high[c % D] - low[c % D]) * (r.one_in(2) ? 0.5f : 2) - size * 1e-3f;
        else
          column[c][i] = odd[r.below(7)];
      }
    }
  }
  auto boxes(hs::layer_column layers) const { return boxes_of<D>(column, layers); }
  auto mover() const {
    if constexpr (D == 2)
      return hs::box{{low[0], low[1]}, {high[0], high[1]}};
    else
      return hs::box3{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
  }
  auto motion() const {
    if constexpr (D == 2)
      return hs::vec2{step[0], step[1]};
    else
      return hs::vec3{step[0], step[1], step[2]};
  }
};

template <int D> void crowds_are_told_like_the_reference(std::uint64_t seed) {
  rng r(seed);
  constexpr std::size_t sizes[] = {160, 191, 192, 250, 320, 513, 1024, 1100, 2500};
  std::size_t lanes = 0, hits = 0;
  for (std::size_t c = 0; c < cases(1500); ++c) {
    const std::size_t n = sizes[r.below(9)];
    const bool point = r.one_in(2);
    const std::uint32_t aimed = r.one_in(3) ? 0 : 1 + r.below(40), spoiled = r.one_in(2) ? 0 : 1 + r.below(300);
    const crowd<D> it(n, point, r.one_in(3), aimed, spoiled, r);
    hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
    if (r.one_in(4)) q.start = static_cast<hs::start_overlap>(r.below(3));
    if (r.one_in(4)) q.until = r.real(0, 1);
    std::vector<std::uint32_t> layers(n);
    for (std::uint32_t& l : layers) l = 1 + r.below(3);
    const auto boxes = it.boxes(r.one_in(3) ? hs::layer_column(layers) : hs::layer_column());
    if (r.one_in(2)) q.layers = 2;
    std::vector<std::uint64_t> right((n + 63) / 64), got(right.size());
    std::vector<float> right_time(n), time(n);
    const auto reference = by_reference(q);
    hs::sweep_mask(it.mover(), it.motion(), boxes, right, reference);
    hs::sweep_times(it.mover(), it.motion(), boxes, right_time, reference);
    const auto right_first = hs::sweep_nearest(it.mover(), it.motion(), boxes, reference);
    for (const std::uint64_t w : right) hits += static_cast<std::size_t>(__builtin_popcountll(w));
    lanes += n;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      const std::string what = std::string(hs::name(which)) + ", case " + std::to_string(c) + " of " +
                               std::to_string(n) + (point ? ", a point" : ", a box");
      got.assign(got.size(), ~std::uint64_t{0});
      hs::sweep_mask(it.mover(), it.motion(), boxes, got, q);
      hs::sweep_times(it.mover(), it.motion(), boxes, time, q);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(got[i / 64] >> (i % 64) & 1, right[i / 64] >> (i % 64) & 1) << what << ", lane " << i;
        ASSERT_TRUE(same_bits(time[i], right_time[i])) << what << ", lane " << i << ": " << time[i];
      }
      const auto first = hs::sweep_nearest(it.mover(), it.motion(), boxes, q);
      ASSERT_EQ(first.index, right_first.index) << what << ": the first hit, at " << first.time;
      ASSERT_TRUE(same_bits(first.time, right_first.time) && first.flags == right_first.flags) << what;
      ASSERT_TRUE(first.normal == right_first.normal && first.position == right_first.position) << what;
    }
  }
  if (whole_run()) {
    EXPECT_GT(hits * 4, lanes) << "or it is no crowd";
    EXPECT_LT(hits * 10, lanes * 9);
  }
}

// n pairs: crowds of a few boxes, one after another, each box with a copy of its crowd's mover. Both may move; one axis
// or all may rest.
template <int D> struct crowded_pairs {
  std::vector<float> a[2 * D], b[2 * D], da[D], db[D];

  crowded_pairs(std::size_t n, std::uint32_t aimed, std::uint32_t spoiled, bool both, rng& r) {
    const std::uint32_t resting = r.one_in(2) ? 0 : 1 + r.below(12);
    while (a[0].size() < n) {
      const crowd<D> some(1 + r.below(40), r.one_in(3), r.one_in(3), aimed, spoiled, r);
      for (std::size_t i = 0; i < some.column[0].size() && a[0].size() < n; ++i) {
        const bool rests = resting && r.one_in(resting), swaps = spoiled && r.one_in(spoiled);
        for (int k = 0; k < D; ++k) {
          a[k].push_back(swaps ? some.high[k] : some.low[k]), a[D + k].push_back(swaps ? some.low[k] : some.high[k]);
          b[k].push_back(some.column[k][i]), b[D + k].push_back(some.column[D + k][i]);
          const float step = rests && r.one_in(2) ? (r.one_in(2) ? 0.0f : -0.0f) : some.step[k];
          const float own = both ? std::round(r.real(-2, 2)) * some.step[k] : 0;
          da[k].push_back(step + own), db[k].push_back(own);
          if (spoiled && r.one_in(4 * spoiled)) da[k].back() = r.one_in(2) ? NAN : r.one_in(2) ? HUGE_VALF : -3e38f;
        }
        if (aimed && r.one_in(aimed)) {  // it just touches: where the way ends, or begins and leads away
          const std::size_t k = r.below(D);
          const bool up = some.step[k] > 0, ends = r.one_in(2);
          const float face = (up == ends ? some.high[k] : some.low[k]) + (ends ? some.step[k] : 0);
          const float width = std::fabs(some.step[k]);
          b[k].back() = up == ends ? face : face - width, b[D + k].back() = up == ends ? face + width : face;
        }
      }
    }
  }
};

template <int D> void crowded_pairs_are_told_like_the_reference(std::uint64_t seed) {
  rng r(seed);
  constexpr std::size_t sizes[] = {128, 160, 191, 192, 250, 320, 513, 1024, 1100, 2500};
  std::size_t lanes = 0, hits = 0;
  for (std::size_t c = 0; c < cases(1500); ++c) {
    const std::size_t n = sizes[r.below(10)];
    const std::uint32_t aimed = r.one_in(3) ? 0 : 1 + r.below(40), spoiled = r.one_in(2) ? 0 : 1 + r.below(300);
    const bool both = r.one_in(3);
    const crowded_pairs<D> it(n, aimed, spoiled, both, r);
    hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
    if (r.one_in(4)) q.start = static_cast<hs::start_overlap>(r.below(3));
    if (r.one_in(4)) q.until = r.real(0, 1);
    std::vector<std::uint32_t> layers(n);
    for (std::uint32_t& l : layers) l = 1 + r.below(3);
    if (r.one_in(2)) q.layers = 2;
    std::vector<hs::index> first(n), second(n);
    for (std::size_t i = 0; i < n; ++i) first[i] = second[i] = static_cast<hs::index>(i * 7 % n);
    if (r.one_in(4)) q.pairs = {first, second};
    const auto a = boxes_of<D>(it.a, hs::layer_column()),
               b = boxes_of<D>(it.b, r.one_in(3) ? hs::layer_column(layers) : hs::layer_column());
    const auto da = motions_of<D>(it.da), db = motions_of<D>(it.db);
    const auto ask = [&](std::vector<std::uint64_t>& words, std::vector<float>& time, const hs::query& by) {
      words.assign((n + 63) / 64, ~std::uint64_t{0}), time.assign(n, -1);
      if (both)
        hs::sweep_each_mask(a, da, hs::moving(b, db), words, by),
            hs::sweep_each_times(a, da, hs::moving(b, db), time, by);
      else
        hs::sweep_each_mask(a, da, b, words, by), hs::sweep_each_times(a, da, b, time, by);
    };
    std::vector<std::uint64_t> right, got;
    std::vector<float> right_time, time;
    ask(right, right_time, by_reference(q));
    for (const std::uint64_t w : right) hits += static_cast<std::size_t>(__builtin_popcountll(w));
    lanes += n;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      ask(got, time, q);
      for (std::size_t i = 0; i < n; ++i) {
        const std::string what =
            std::string(hs::name(which)) + ", case " + std::to_string(c) + ", pair " + std::to_string(i);
        ASSERT_EQ(got[i / 64] >> (i % 64) & 1, right[i / 64] >> (i % 64) & 1) << what;
        ASSERT_TRUE(same_bits(time[i], right_time[i])) << what << ": " << time[i] << " for " << right_time[i];
      }
    }
  }
  if (whole_run()) {
    EXPECT_GT(hits * 5, lanes) << "or it is no crowd";
    EXPECT_LT(hits * 10, lanes * 9);
  }
}

// All is far away but item i and, with a second one, item i + 37.
TEST(crowds, few_are_found_wherever_they_stand) {
  constexpr std::size_t n = 700;
  const hs::box by{{0, 0}, {8, 8}};
  const hs::vec2 step{4, 3};
  std::vector<float> low(n, 1000), high(n, 1004), middle(n, 1002), size(n, 2), x(n, 1), y(n, 0);
  const hs::boxes boxes{.min_x = low, .min_y = low, .max_x = high, .max_y = high};
  const hs::circles circles{.x = middle, .y = middle, .radius = size};
  const hs::obbs turned{.x = middle, .y = middle, .half_x = size, .half_y = size, .axis_x = x, .axis_y = y};
  const auto put = [&](std::size_t i, float at) { low[i] = at, high[i] = at + 4, middle[i] = at + 2; };
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (std::size_t i = 0; i < 400; ++i)
      for (const bool two : {false, true}) {
        std::vector<std::uint64_t> right((n + 63) / 64), got(right.size());
        put(i, 3), right[i / 64] |= std::uint64_t{1} << (i % 64);
        if (two) put(i + 37, 2), right[(i + 37) / 64] |= std::uint64_t{1} << ((i + 37) % 64);
        const auto asked = [&](const char* what, auto ask) {
          got.assign(got.size(), ~std::uint64_t{0});
          ask();
          EXPECT_EQ(got, right) << hs::name(which) << ", " << what << ", item " << i << (two ? " and another" : "");
        };
        asked("overlap of boxes", [&] { hs::overlap_mask(by, boxes, got); });
        asked("overlap of circles", [&] { hs::overlap_mask(by, circles, got); });
        asked("overlap of a circle", [&] { hs::overlap_mask(hs::circle{{4, 4}, 4}, boxes, got); });
        asked("overlap of rotated boxes", [&] { hs::overlap_mask(by, turned, got); });
        asked("sweep of a box", [&] { hs::sweep_mask(by, step, boxes, got); });
        asked("sweep of a circle", [&] { hs::sweep_mask(hs::circle{{4, 4}, 4}, step, circles, got); });
        asked("sweep to rotated boxes", [&] { hs::sweep_mask(by, step, turned, got); });
        if (HasFailure()) return;
        put(i, 1000), put(i + 37, 1000);
      }
  }
}

// Boxes about a circle, whose nearest corner is its radius away but for a few ulps: from radii whose squares are
// subnormal up to those that overflow.
template <int D> void crowds_about_circles_are_told_like_the_reference(std::uint64_t seed) {
  using shape = std::conditional_t<D == 2, hs::circle, hs::sphere>;
  rng r(seed);
  std::size_t met = 0, asked = 0;
  for (std::size_t round = 0; round < cases(20000) / 10; ++round) {
    const std::size_t n = 384 + r.below(200);
    const float scale = std::ldexp(1.0f, r.one_in(3) ? 0 : static_cast<int>(r.below(150)) - 80);
    shape by{};
    by.radius = r.real(0.5f, 2) * scale;
    for (int k = 0; k < D; ++k) by.center[k] = r.one_in(2) ? 0 : r.real(-8, 8) * scale;
    std::vector<float> column[2 * D];
    for (auto& c : column) c.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const bool aimed = r.one_in(r.one_in(2) ? 2 : 40);
      double left = static_cast<double>(by.radius) * by.radius;
      for (int k = 0; k < D; ++k) {
        double gap = std::sqrt(left) * (k == D - 1 ? 1 : static_cast<double>(r.real(0, 1)));
        left -= gap * gap;
        if (!aimed) gap *= static_cast<double>(r.real(0, 1.5f));
        const float to = nudged(static_cast<float>(gap), aimed ? static_cast<int>(r.below(7)) - 3 : 0);
        const bool below = r.one_in(2);
        const float corner = below ? by.center[k] - to : by.center[k] + to, size = r.real(0, 3) * scale;
        column[k][i] = below ? corner - size : corner, column[D + k][i] = below ? corner : corner + size;
      }
      if (r.one_in(500)) std::swap(column[0][i], column[D][i]);
    }
    const auto boxes = boxes_of<D>(column, {});
    const hs::touching touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses;
    std::vector<std::uint64_t> right((n + 63) / 64), got(right.size());
    hs::overlap_mask(by, boxes, right, {.touch = touch, .on = hs::isa::scalar});
    for (const std::uint64_t word : right) met += static_cast<std::size_t>(std::popcount(word));
    asked += n;
    for (const hs::isa which : hs::supported_isas()) {
      hs::overlap_mask(by, boxes, got, {.touch = touch, .on = which});
      ASSERT_EQ(got, right) << hs::name(which) << ", round " << round << ", scale " << scale;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(met, asked / 10);
    EXPECT_LT(met, asked - asked / 10);
  }
}

TEST(crowds, of_boxes_are_told_like_the_reference_in_2D) { crowds_are_told_like_the_reference<2>(1); }
TEST(crowds, of_boxes_are_told_like_the_reference_in_3D) { crowds_are_told_like_the_reference<3>(2); }
TEST(crowds, of_pairs_are_told_like_the_reference_in_2D) { crowded_pairs_are_told_like_the_reference<2>(3); }
TEST(crowds, of_pairs_are_told_like_the_reference_in_3D) { crowded_pairs_are_told_like_the_reference<3>(4); }

TEST(crowds, about_a_circle_are_told_like_the_reference) { crowds_about_circles_are_told_like_the_reference<2>(5); }
TEST(crowds, about_a_sphere_are_told_like_the_reference) { crowds_about_circles_are_told_like_the_reference<3>(6); }

// As the bullets of a gun lie: hit after hit is sooner, and then the last ones are asked for a bound. Whole numbers, so
// that many are as soon as others, at faces and at corners; some take no part.
TEST(crowds, from_far_to_near_give_the_first_hit_of_the_reference) {
  rng r(7);
  std::size_t found = 0, corners = 0;
  for (std::size_t c = 0; c < cases(400); ++c) {
    const std::size_t n = 1 + r.below(c % 8 == 0 ? 2600 : 300);
    const int spread = r.whole(1, 12), one_in = r.whole(2, 40);
    const float steep = r.one_in(3) ? 1 : 0;
    std::vector<float> column[4], radius;
    std::vector<std::uint32_t> layers;
    for (std::size_t i = 0; i < n; ++i) {
      const float along = r.one_in(20) ? static_cast<float>(r.whole(0, 400))
                                       : std::floor(400 * static_cast<float>(n - 1 - i) / static_cast<float>(n));
      column[0].push_back(along), column[1].push_back(steep * along + static_cast<float>(r.whole(-spread, spread)));
      column[2].push_back(along + static_cast<float>(r.whole(0, 3)));
      column[3].push_back(column[1].back() + static_cast<float>(r.whole(0, 3)));
      radius.push_back(static_cast<float>(r.whole(0, 3)));
      layers.push_back(r.one_in(static_cast<std::uint32_t>(one_in)) ? 1 : 2);
    }
    const hs::layer_column which = r.one_in(2) ? hs::layer_column(layers) : hs::layer_column();
    const hs::boxes walls = boxes_of<2>(column, which);
    const hs::circles balls{.x = column[0], .y = column[1], .radius = radius, .layers = which};
    const hs::vec2 way{500, steep > 0 ? 500 : static_cast<float>(r.whole(-3, 3))}, from{-5, -5 * steep};
    const hs::box crate{{-6, from.y - 1}, {-4, from.y + 1}};
    const hs::circle ball{from, 2};
    const hs::segment ray{from, way};
    hs::query q{.start = static_cast<hs::start_overlap>(r.below(3)), .layers = r.one_in(2) ? 1u : 3u};
    if (r.one_in(2)) q.touch = hs::touching::hits;
    if (r.one_in(4)) q.until = r.real(0, 1);
    const auto ask = [&](hs::isa by) {
      q.on = by;
      return std::array<hs::hit, 6>{hs::cast_nearest(ray, walls, q),         hs::cast_nearest(ray, balls, q),
                                    hs::sweep_nearest(crate, way, walls, q), hs::sweep_nearest(crate, way, balls, q),
                                    hs::sweep_nearest(ball, way, walls, q),  hs::sweep_nearest(ball, way, balls, q)};
    };
    const auto right = ask(hs::isa::scalar);
    for (const hs::isa by : hs::supported_isas()) {
      const auto got = ask(by);
      for (std::size_t k = 0; k < got.size(); ++k) {
        EXPECT_EQ(got[k].index, right[k].index) << "query " << k << " of " << n << " on " << hs::name(by);
        EXPECT_TRUE(same_bits(got[k].time, right[k].time)) << "query " << k << " on " << hs::name(by);
        EXPECT_EQ(got[k].normal, right[k].normal) << "query " << k << " on " << hs::name(by);
        EXPECT_EQ(got[k].position, right[k].position) << "query " << k << " on " << hs::name(by);
        EXPECT_EQ(got[k].flags, right[k].flags) << "query " << k << " on " << hs::name(by);
      }
      if (HasFailure()) return;
    }
    for (const hs::hit& h : right) found += h.index != hs::none, corners += (h.flags & hs::corner) != 0;
  }
  if (whole_run()) {
    EXPECT_GT(found, 1000u);
    EXPECT_GT(corners, 10u);
  }
}

}  // namespace
