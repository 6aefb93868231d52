// A caller's own squared threshold.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "reference/expansion.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
using words = std::vector<std::uint64_t>;

// The sign of |p - q|^2 - reach2 with no filter in front: every product of two floats is exact in double.
template <int D> int truth(const vector_of<D>& p, const vector_of<D>& q, float reach2) {
  hs::detail::expansion<12> sum;
  for (int k = 0; k < D; ++k) {
    const double x = p[k], y = q[k];
    sum.add(x * x), sum.add(-2 * x * y), sum.add(y * y);
  }
  sum.add(-static_cast<double>(reach2));
  return sum.sign();
}

template <int D> void decides_exactly() {
  std::size_t hits = 0, touches = 0, total = 0;
  for (const family& f : families()) {
    rng r(29);
    for (std::size_t round = 0; round < cases(60); ++round) {
      const std::size_t n = round % 5 == 4 ? 4096 + r.below(300) : r.below(200);
      vectors<D> at;
      std::vector<float> reach;
      std::vector<std::uint32_t> layers;
      const vector_of<D> center = draw_position<D>(f, r);
      for (std::size_t i = 0; i < n; ++i) {
        at.push(draw_position<D>(f, r));
        float r2 = f.draw(f.extent, r) * f.draw(f.extent, r);
        if (r.one_in(2)) {  // next to a tie
          double sum = 0;
          for (int k = 0; k < D; ++k)
            sum += (double{at[i][k]} - double{center[k]}) * (double{at[i][k]} - double{center[k]});
          r2 = static_cast<float>(sum < 3e38 ? sum : 3e38);
          if (r.one_in(2)) r2 = r.one_in(2) ? one_ulp_up(r2) : one_ulp_down(r2);
        }
        reach.push_back(r.one_in(40) ? -0.0f : r2), layers.push_back(r.below(4));
      }
      auto view = at.as_points();
      if (r.one_in(3)) view.layers = layers;
      const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses, .layers = 1 + r.below(3)};
      const bool one = r.one_in(3) && n > 0;
      const hs::column reach2 = one ? hs::column(reach[0]) : hs::column(reach);
      words expected(hs::mask_words(n));
      std::vector<hs::index> list;
      for (std::size_t i = 0; i < n; ++i) {
        const float r2 = reach2[i];
        bool ok = r2 >= 0 && r2 <= largest && (view.layers.absent() || (layers[i] & q.layers));
        for (int k = 0; k < D; ++k) ok &= std::isfinite(at[i][k]) && std::isfinite(center[k]);
        if (!ok) continue;
        const int sign = truth<D>(at[i], center, r2);
        touches += sign == 0;
        if (sign > 0 || (sign == 0 && q.touch == hs::touching::misses)) continue;
        expected[i / 64] |= std::uint64_t{1} << (i % 64), list.push_back(static_cast<hs::index>(i));
      }
      hits += list.size(), total += n;
      const auto check = [&](const hs::query& o) {
        words got(hs::mask_words(n), ~0u);
        hs::overlap_squared_mask(view, center, reach2, got, o);
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_EQ(got[i / 64] >> (i % 64) & 1, expected[i / 64] >> (i % 64) & 1)
              << f.name << ", item " << i << ' ' << text(at[i]) << text(center) << hex(reach2[i]);
        ASSERT_EQ(got, expected);
        std::vector<hs::index> which(n);
        const hs::found who = hs::overlap_squared(view, center, reach2, which, o);
        ASSERT_EQ(std::vector<hs::index>(who.begin(), who.end()), list);
        ASSERT_EQ(hs::overlap_squared_any(view, center, reach2, o), !list.empty());
        ASSERT_EQ(hs::overlap_squared_count(view, center, reach2, o), list.size());
      };
      check(by_reference(q));
      on_every_isa([&] { check(q); });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 10);
    EXPECT_LT(hits, total - total / 10);
    EXPECT_GT(touches, total / 100);
  }
}
TEST(squared, decides_what_exact_arithmetic_decides_2d) { decides_exactly<2>(); }
TEST(squared, decides_what_exact_arithmetic_decides_3d) { decides_exactly<3>(); }

TEST(squared, radii_are_not_looked_at_and_touching_is_a_choice) {
  const std::vector<float> x{0, 3, 5, 6}, sum_of_squares{25, 25, 25, 36.000004f};
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 100.0f};
  words out(1);
  on_every_isa([&] {
    hs::overlap_squared_mask(bullets, hs::vec2{0, 0}, sum_of_squares, out);
    EXPECT_EQ(out[0], 0b1011u);
    EXPECT_EQ(hs::overlap_squared_count(bullets, hs::vec2{0, 0}, 25.0f, {.touch = hs::touching::hits}), 3u);
    EXPECT_EQ(hs::overlap_squared_count(bullets, hs::vec2{0, 0}, -0.0f, {.touch = hs::touching::hits}), 1u);
    for (const float bad : {-1.0f, infinity, not_a_number})
      EXPECT_FALSE(hs::overlap_squared_any(bullets, hs::vec2{0, 0}, bad, {.touch = hs::touching::hits}));
    EXPECT_FALSE(hs::overlap_squared_any(bullets, hs::vec2{0, not_a_number}, 1e9f));
    std::vector<hs::index> one(1);
    const hs::found who = hs::overlap_squared(bullets, hs::vec2{0, 0}, 30.0f, one);
    EXPECT_EQ(who.written, 1u);
    EXPECT_EQ(who.total, 3u);
  });
}

TEST(squared, who_is_on_no_layer_that_is_asked_about_is_not_there) {
  const std::vector<float> x{0, 3, 5};
  const hs::circles bullets{.x = x, .y = 0.0f, .radius = 1.0f, .layers = 2u};
  std::vector<std::uint64_t> out(1, ~std::uint64_t{0});
  hs::index room[3];
  on_every_isa([&] {
    hs::overlap_squared_mask(bullets, hs::vec2{0, 0}, 100.0f, out, {.layers = 1});
    EXPECT_EQ(out[0], 0u);
    EXPECT_EQ(hs::overlap_squared(bullets, hs::vec2{0, 0}, 100.0f, room, {.layers = 1}).total, 0u);
    EXPECT_EQ(hs::overlap_squared_count(bullets, hs::vec2{0, 0}, 100.0f, {.layers = 3}), 3u);
  });
}

}  // namespace
