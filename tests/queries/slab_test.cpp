// What src/lanes/slab.hpp says of its two times, held against arithmetic that does not round: the margins of all
// filters that divide by a reciprocal rest on it.
#include "lanes/slab.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../support/random.hpp"

namespace {

using namespace hitscan::detail;
using trial::cases, trial::rng;

// One axis: an edge, where the mover starts, how far it goes, all of them multiples of one power of two, so that wider
// floats hold gaps and their products with lengths exactly.
struct passage {
  float edge, origin, length;
  float quotient() const { return slab_time(one(edge - origin), one(length), truth{true}).v; }
  float about() const { return about_slab_time(one(edge), one(origin), one(1 / length)).v; }
  long double gap() const { return static_cast<long double>(edge) - origin; }
};
int apart(float a, float b) { return static_cast<int>(float_as_word(a)) - static_cast<int>(float_as_word(b)); }

// Gaps of a few to all 25 bits, of which the last one is rounded away now and then.
passage draw(rng& r, float scale) {
  const auto of_bits = [&](int n) { return static_cast<float>(r.whole(1, (1 << n) - 1)); };
  passage p{};
  p.length = of_bits(24) * scale;
  p.origin = -of_bits(r.whole(1, 24)) * scale;
  p.edge = of_bits(r.whole(1, 24)) * scale;
  return p;
}

TEST(slab, about_is_four_units_from_the_exact_time_at_most) {
  rng r(41);
  int worst = 0, wrong = 0;
  for (std::size_t i = 0; i < cases(1000000); ++i) {
    const passage p = draw(r, std::ldexp(1.0f, r.whole(-60, 20)));
    const int off = std::abs(apart(p.about(), p.quotient()));
    const float exact = static_cast<float>(p.gap() / p.length);
    wrong += off > 4 || std::abs(apart(p.about(), exact)) > 4 || std::abs(apart(p.quotient(), exact)) > 2;
    worst = std::max(worst, off);
  }
  EXPECT_EQ(wrong, 0);
  if (trial::whole_run()) {
    EXPECT_GE(worst, 1) << "they never differ: what is tested here?";
  }
}

TEST(slab, two_that_are_more_than_eight_units_apart_are_in_order) {
  rng r(42);
  std::size_t told = 0, close = 0, wrong = 0;
  for (std::size_t i = 0; i < cases(1000000); ++i) {
    const passage a = draw(r, 1);
    passage b = draw(r, 1);
    // The edge of b that is reached when a's is, or a few steps from it.
    const float edge = std::round(b.origin + a.about() * b.length) + static_cast<float>(r.whole(-9, 9));
    if (!(edge > 0 && edge < 0x1p24f)) continue;
    b.edge = edge;
    const int between = apart(a.about(), b.about());
    const long double first = a.gap() * b.length, second = b.gap() * a.length;  // the order of exact times
    close += std::abs(between) <= 8;
    if (std::abs(between) <= 8) continue;
    ++told;
    wrong += (between < 0) != (first < second) || (between < 0) != (a.quotient() < b.quotient());
  }
  EXPECT_EQ(wrong, 0u);
  if (trial::whole_run()) {
    EXPECT_GT(told, 1000u);
    EXPECT_GT(close, 1000u);
  }
}

TEST(slab, an_axis_at_rest_is_entered_before_all_time) {
  for (const float gap : {-3.0f, 0.0f, 5.0f, 3e38f})
    EXPECT_EQ(slab_time(one(gap), one(0.0f), truth{false}).v, -HUGE_VALF) << gap;
}

}  // namespace
