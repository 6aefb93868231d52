// Numbers without rounding against rational arithmetic: sums, differences and products up to the sixth degree, their
// signs and what they are as doubles; of floats from the smallest to the largest, and of what cancels to the last bit.
#include <gtest/gtest.h>

#include <vector>

#include "../support/oracle.hpp"
#include "reference/number.hpp"

namespace {

using namespace trial;
using hitscan::detail::number;

// Any finite float, or of few bits, or near another: what cancels.
float draw(rng& r) {
  switch (r.below(6)) {
    case 0: return static_cast<float>(r.whole(-3, 3));
    case 1: return std::ldexp(static_cast<float>(r.whole(-9, 9)), r.whole(-149, 120));
    case 2: return r.one_in(2) ? smallest : -largest;
    case 3: return r.one_in(2) ? one_ulp_up(1) : -one_ulp_down(1);
    default: break;
  }
  for (;;)
    if (const float any = std::bit_cast<float>(static_cast<std::uint32_t>(r.next())); std::isfinite(any)) return any;
}

// A number and what it has to be.
template <int N> struct twin {
  number<N> it;
  mpq_class exact;
};
twin<1> drawn(rng& r) {
  const float x = draw(r);
  return {number<1>(x), exact(x)};
}
template <int N, int M> twin<N + M> operator*(const twin<N>& x, const twin<M>& y) {
  return {x.it * y.it, x.exact * y.exact};
}
template <int N> twin<N> operator+(const twin<N>& x, const twin<N>& y) { return {x.it + y.it, x.exact + y.exact}; }
template <int N> twin<N> operator-(const twin<N>& x, const twin<N>& y) { return {x.it - y.it, x.exact - y.exact}; }

struct seen {
  std::size_t zero = 0, negative = 0, positive = 0;
};
template <int N> void expect_exact(const twin<N>& x, seen& tally) {
  const int right = sgn(x.exact);
  ++(right < 0 ? tally.negative : right > 0 ? tally.positive : tally.zero);
  ASSERT_EQ(x.it.sign(), right) << "degree " << N << ": " << x.exact;
  const mpq_class off = abs(mpq_class(x.it.rounded()) - x.exact);  // parts are added up from the smallest
  ASSERT_LE(off * mpq_class(0x1p52), abs(x.exact)) << "degree " << N << ": " << x.exact;
}

TEST(number_oracle, sums_and_products_are_exact_up_to_the_sixth_degree) {
  rng r(0x9b);
  seen tally;
  for (std::size_t c = 0; c < cases(4000); ++c) {
    const auto a = drawn(r), b = drawn(r), d = drawn(r), e = drawn(r);
    const auto cross = (a - b) * d - (d - e) * b;
    const auto square = cross * cross - a * b * (d * e);
    const auto cube = square * cross + a * (d - b) * (e + a) * cross * d;
    expect_exact(a + b, tally), expect_exact(cross, tally), expect_exact(a * b * e - d * d * a, tally);
    expect_exact(square, tally), expect_exact(square * (a + d), tally), expect_exact(cube, tally);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_EQ(compare(cross.it, (d * e).it), sgn(cross.exact - d.exact * e.exact));
  }
  if (whole_run()) {
    EXPECT_GT(std::min({tally.zero, tally.negative, tally.positive}), cases(4000) / 40);
  }
}

// Two ways to the same polynomial differ by 0, and by one float more or less by that one: (a + b)(a - b) = aa - bb.
TEST(number_oracle, what_cancels_to_the_last_bit_leaves_what_does_not) {
  rng r(0x9c);
  seen tally;
  for (std::size_t c = 0; c < cases(4000); ++c) {
    const auto a = drawn(r), b = drawn(r), d = drawn(r);
    const float speck = r.one_in(2) ? smallest : -smallest;
    const twin<1> least{number<1>(speck), exact(speck)}, one{number<1>(1), 1};
    const auto nothing = (a + b) * (a - b) - (a * a - b * b);
    ASSERT_EQ(nothing.it.sign(), 0);
    ASSERT_EQ(nothing.it.rounded(), 0);
    expect_exact(nothing * (a * d) + least * least * least * one, tally);
    expect_exact((a + b) * (a + b) * (a - b) * d * d * a - (a * a - b * b) * (a + b) * d * d * a +
                     least * least * least * least * least * one,
                 tally);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(tally.zero, 0u);
  if (whole_run()) {
    EXPECT_GT(std::min(tally.negative, tally.positive), cases(4000) / 2);
  }
}

// Floats from the smallest exponent to the largest in one sum, its sixth power, and that taken away again.
TEST(number_oracle, holds_floats_of_all_exponents_at_once) {
  const int far = 30;  // bits from one to the next: no double has three of them
  std::vector<float> scale;
  for (int power = -149; power < 128; power += far) scale.push_back(std::ldexp(1.0f, power));
  twin<1> sum{number<1>(0.0f), 0};
  for (const float x : scale) sum = sum + twin<1>{number<1>(x), exact(x)};
  seen tally;
  const auto square = sum * sum;
  const auto third = square * sum;
  expect_exact(sum, tally), expect_exact(square, tally), expect_exact(third * third, tally);
  auto left = third * third;
  for (const float x : scale) left = left - twin<1>{number<1>(x), exact(x)} * (square * third);
  expect_exact(left, tally);
  EXPECT_EQ(tally.positive, 3u);
  EXPECT_EQ(tally.zero, 1u);
}

}  // namespace
