// One mover among so many hits that whole words of boxes are told at once (lanes.hpp, "straight through words"): to the
// reference's bits, in particular where boxes lie as near to the motion's edge as the roundings of that are.
#include <gtest/gtest.h>

#include <array>
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
  auto boxes(hs::layer_column layers) const {
    if constexpr (D == 2)
      return hs::boxes{
          .min_x = column[0], .min_y = column[1], .max_x = column[2], .max_y = column[3], .layers = layers};
    else
      return hs::boxes3{.min_x = column[0],
                        .min_y = column[1],
                        .min_z = column[2],
                        .max_x = column[3],
                        .max_y = column[4],
                        .max_z = column[5],
                        .layers = layers};
  }
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

TEST(crowds, of_boxes_are_told_like_the_reference_in_2D) { crowds_are_told_like_the_reference<2>(1); }
TEST(crowds, of_boxes_are_told_like_the_reference_in_3D) { crowds_are_told_like_the_reference<3>(2); }

}  // namespace
