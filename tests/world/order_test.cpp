// Spatial order, and bringing columns into it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <hitscan/isa.hpp>
#include <hitscan/order.hpp>
#include <numeric>

#include "../support/differential.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct places {
  std::vector<float> x, y, half;
  places(std::size_t n, bool spoiled, rng& r) {
    for (std::size_t i = 0; i < n; ++i) {
      const bool bad = spoiled && r.one_in(4);
      x.push_back(r.real(0, 1000)), y.push_back(bad ? not_a_number : r.real(0, 1000));
      half.push_back(r.one_in(9) ? -1.0f : r.real(1, 9));
    }
  }
};

bool permutes(std::vector<hs::index> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t k = 0; k < order.size(); ++k)
    if (order[k] != k) return false;
  return true;
}

TEST(order, names_every_item_once_and_the_same_on_every_isa) {
  rng r(1);
  hs::workspace w;
  for (const std::size_t n : {0ul, 1ul, 2ul, 15ul, 16ul, 17ul, 300ul, 5000ul})
    for (const bool spoiled : {false, true}) {
      const places p(n, spoiled, r);
      std::vector<hs::index> first;
      for (const hs::isa which : hs::supported_isas()) {
        const forced on(which);
        std::vector<hs::index> order(n, 7);
        ASSERT_EQ(hs::spatial_order(hs::points{.x = p.x, .y = p.y}, order, w), n);
        ASSERT_TRUE(permutes(order)) << n;
        // Those that can never hit come last, ascending.
        const auto valid = [&](hs::index i) { return p.y[i] == p.y[i]; };
        const auto bad = std::find_if_not(order.begin(), order.end(), valid);
        EXPECT_TRUE(std::none_of(bad, order.end(), valid));
        EXPECT_TRUE(std::is_sorted(bad, order.end()));
        if (first.empty()) first = order;
        ASSERT_EQ(order, first) << n << " on " << hs::name(which);
        std::vector<hs::index> boxes(n);
        ASSERT_EQ(hs::spatial_order(hs::centred_boxes{.x = p.x, .y = p.y, .half_x = p.half, .half_y = 1.0f}, boxes, w),
                  n);
        ASSERT_TRUE(permutes(boxes));
      }
    }
}

TEST(order, brings_neighbours_together) {
  rng r(2);
  const std::size_t n = 4096;
  const places p(n, false, r);
  std::vector<hs::index> order(n);
  hs::workspace w;
  hs::spatial_order(hs::points{.x = p.x, .y = p.y}, order, w);
  double before = 0, after = 0;  // the way from each to the next
  for (std::size_t k = 1; k < n; ++k) {
    before += std::hypot(p.x[k] - p.x[k - 1], p.y[k] - p.y[k - 1]);
    after += std::hypot(p.x[order[k]] - p.x[order[k - 1]], p.y[order[k]] - p.y[order[k - 1]]);
  }
  EXPECT_LT(after, before / 8);  // 521 a step at random, 46 in cells of 88
}

struct big {
  std::array<std::uint32_t, 3> data;
};

TEST(order, is_applied_to_columns_of_every_width) {
  rng r(3);
  for (const std::size_t n : {0ul, 1ul, 63ul, 64ul, 65ul, 500ul}) {
    std::vector<hs::index> order(n);
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = n; i-- > 1;) std::swap(order[i], order[r.below(static_cast<unsigned>(i + 1))]);
    std::vector<std::uint8_t> byte(n);
    std::vector<std::uint16_t> half(n);
    std::vector<float> x(n);
    std::vector<double> y(n);
    std::vector<big> sprite(n);
    std::vector<std::uint64_t> bits(n / 64 + 1);
    for (std::size_t i = 0; i < n; ++i) {
      byte[i] = static_cast<std::uint8_t>(i * 37), half[i] = static_cast<std::uint16_t>(i * 91);
      x[i] = static_cast<float>(i), y[i] = static_cast<double>(i), sprite[i].data[2] = static_cast<std::uint32_t>(i);
      if (r.one_in(2)) bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    const auto bits_before = bits;
    std::vector<std::byte> scratch(n * sizeof(big));
    ASSERT_TRUE(hs::apply(order, scratch, byte, half, x, y, sprite, hs::bit_column{bits}));
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = order[k];
      ASSERT_EQ(byte[k], static_cast<std::uint8_t>(i * 37));
      ASSERT_EQ(half[k], static_cast<std::uint16_t>(i * 91));
      ASSERT_EQ(x[k], static_cast<float>(i));
      ASSERT_EQ(y[k], static_cast<double>(i));
      ASSERT_EQ(sprite[k].data[2], i);
      ASSERT_EQ(bits[k / 64] >> (k % 64) & 1, bits_before[i / 64] >> (i % 64) & 1);
    }
  }
}

// Of a column of bits the last word may hold more than there are items: what is behind them stays.
TEST(order, leaves_bits_behind_the_last_item_alone) {
  for (const std::size_t n : {1, 5, 63, 64, 65, 100}) {
    std::vector<hs::index> back(n);
    for (std::size_t i = 0; i < n; ++i) back[i] = static_cast<hs::index>(n - 1 - i);
    for (const std::uint64_t behind : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      std::vector<std::uint64_t> words(2, behind);
      const auto bit = [&](std::size_t i) { return (words[i / 64] >> (i % 64) & 1) != 0; };
      for (std::size_t i = 0; i < n; ++i) {
        words[i / 64] &= ~(std::uint64_t{1} << (i % 64));
        if (i % 3 == 0) words[i / 64] |= std::uint64_t{1} << (i % 64);
      }
      std::vector<std::byte> scratch(16);
      ASSERT_TRUE(hs::apply(back, scratch, hs::bit_column{words})) << n;
      for (std::size_t i = 0; i < 128; ++i)
        ASSERT_EQ(bit(i), i < n ? (n - 1 - i) % 3 == 0 : behind != 0) << i << " of " << n;
    }
  }
}

// A row of bits is copied in whole words.
TEST(order, of_bits_takes_scratch_memory_of_whole_words) {
  std::vector<hs::index> order(65);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<std::uint64_t> bits(2);
  std::vector<std::byte> scratch(16);
  const auto before = hs::set_breach_handler([](const char*) {});
  EXPECT_FALSE(hs::apply(order, std::span(scratch).first(15), hs::bit_column{bits}));
  EXPECT_FALSE(hs::apply(order, std::span(scratch).first(8), hs::bit_column{bits}));
  EXPECT_TRUE(hs::apply(order, scratch, hs::bit_column{bits}));
  hs::set_breach_handler(before);
}

#if !defined(HITSCAN_CHECKS) && defined(NDEBUG)  // a build with checks says so instead
TEST(order, changes_nothing_that_does_not_fit) {
  std::vector<float> x{1, 2, 3};
  std::vector<hs::index> order{2, 1, 0}, wrong{2, 3, 0}, few(2, 9);
  std::vector<std::byte> scratch(12);
  EXPECT_FALSE(hs::apply(order, std::span(scratch).first(11), x));
  EXPECT_FALSE(hs::apply(wrong, scratch, x));
  EXPECT_FALSE(hs::apply(order, scratch, std::span(x).first(2)));
  EXPECT_EQ(x, (std::vector<float>{1, 2, 3}));
  EXPECT_TRUE(hs::apply(order, scratch, x));
  EXPECT_EQ(x, (std::vector<float>{3, 2, 1}));
  hs::workspace w;
  EXPECT_EQ(hs::spatial_order(hs::points{.x = x, .y = x}, few, w), 3u);
  EXPECT_EQ(few, (std::vector<hs::index>{9, 9}));
}
#endif

}  // namespace
