// Doubles and integers into floats, rounded outward; arrays in pages; tiles out of an editor's numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <hitscan/hitscan.hpp>
#include <limits>
#include <vector>

#include "../support/float_states.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr float largest = std::numeric_limits<float>::max(), tiny = std::numeric_limits<float>::denorm_min();
constexpr float infinite = std::numeric_limits<float>::infinity();

// By definition: a float, and no other between it and what was rounded. Long doubles hold differences of doubles here.
void expect_outward(long double exact, float down, float up, double told) {
  EXPECT_LE(static_cast<long double>(down), exact) << told;
  EXPECT_GE(static_cast<long double>(up), exact) << told;
  if (static_cast<long double>(down) != exact) {
    EXPECT_GT(static_cast<long double>(std::nextafter(down, infinite)), exact) << told;
    EXPECT_EQ(std::nextafter(down, infinite), up) << told;
  } else {
    EXPECT_EQ(down, up) << told;
  }
}

TEST(round, doubles_of_all_sizes_go_to_the_next_float_outward) {
  rng r(1);
  for (int i = 0; i < 100000; ++i) {
    double x = std::ldexp(1 + r.real(0, 1) + std::ldexp(static_cast<double>(r.below(1u << 30)), -54),
                          static_cast<int>(r.below(290)) - 160);
    if (r.one_in(3)) x = static_cast<double>(static_cast<float>(x));
    if (r.one_in(2)) x = -x;
    if (std::fabs(x) <= static_cast<double>(largest)) expect_outward(x, hs::round_down(x), hs::round_up(x), x);
  }
}

TEST(round, ends_of_the_range) {
  const double far = std::numeric_limits<double>::max(), inf = std::numeric_limits<double>::infinity();
  const double least = std::numeric_limits<double>::denorm_min(), nan = std::nan("");
  EXPECT_EQ(hs::round_down(far), largest);
  EXPECT_EQ(hs::round_up(far), infinite);
  EXPECT_EQ(hs::round_down(-far), -infinite);
  EXPECT_EQ(hs::round_up(-far), -largest);
  EXPECT_EQ(hs::round_down(double{largest} * (1 + 0x1p-30)), largest) << "a float's half step below infinity";
  EXPECT_EQ(hs::round_down(-double{largest}), -largest);
  EXPECT_EQ(hs::round_up(double{largest}), largest);
  EXPECT_EQ(hs::round_down(double{largest}, 1e-20), std::nextafter(largest, 0.0f)) << "a hair less than it";
  EXPECT_EQ(hs::round_up(-double{largest}, -1e-20), -std::nextafter(largest, 0.0f));
  EXPECT_EQ(hs::round_down(inf), infinite);
  EXPECT_EQ(hs::round_up(-inf), -infinite);
  EXPECT_EQ(hs::round_down(least), 0.0f);
  EXPECT_EQ(hs::round_up(least), tiny);
  EXPECT_EQ(hs::round_down(-least), -tiny);
  EXPECT_EQ(hs::round_up(-least), 0.0f);
  EXPECT_EQ(hs::round_down(0x1.8p-149), tiny);
  EXPECT_EQ(hs::round_up(0x1.8p-149), 2 * tiny);
  EXPECT_EQ(hs::round_down(-0x1.8p-149), -2 * tiny);
  EXPECT_TRUE(std::isnan(hs::round_down(nan)) && std::isnan(hs::round_up(nan)) && std::isnan(hs::round_up(inf, inf)));
  EXPECT_EQ(hs::round_down(far, -far), largest) << "a difference that no double holds";
  EXPECT_EQ(hs::round_up(far, -far), infinite);
  EXPECT_EQ(hs::round_down(1.0, -inf), infinite);
}

TEST(round, integers_to_the_last_one) {
  EXPECT_EQ(hs::round_down(16777217), 16777216.0f);
  EXPECT_EQ(hs::round_up(16777217), 16777218.0f);
  EXPECT_EQ(hs::round_down(-16777217), -16777218.0f);
  EXPECT_EQ(hs::round_down(std::uint8_t{200}), 200.0f);
  const std::int64_t high = std::numeric_limits<std::int64_t>::max(), low = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(hs::round_up(high), 0x1p63f);
  EXPECT_EQ(hs::round_down(high), 0x1p63f - 0x1p39f);
  EXPECT_EQ(hs::round_down(low), -0x1p63f);
  EXPECT_EQ(hs::round_up(low + 1), -0x1p63f + 0x1p39f);
  EXPECT_EQ(hs::round_up(std::numeric_limits<std::uint64_t>::max()), 0x1p64f);
  for (const int k : {53, 54, 60, 62})
    for (const std::int64_t off : {-1, 0, 1, 2, 4095, 4096}) {
      const std::int64_t x = (std::int64_t{1} << k) + off;  // beyond 2^53 a double does not have the last bits
      expect_outward(static_cast<long double>(x), hs::round_down(x), hs::round_up(x), static_cast<double>(x));
      expect_outward(-static_cast<long double>(x), hs::round_down(-x), hs::round_up(-x), static_cast<double>(-x));
    }
}

// What the double rounds off of a difference decides where it is a float.
template <class T>
concept rounds = requires(T x) { hs::round_up(x), hs::round_down(x); };
static_assert(rounds<double> && rounds<float> && rounds<std::int64_t> && rounds<unsigned char>);
static_assert(!rounds<long double>, "it would be rounded to a double first");

TEST(round, around_an_origin_differences_are_rounded_once) {
  EXPECT_EQ(hs::round_down(0x1p60, 1.0), 0x1p60f - 0x1p36f);
  EXPECT_EQ(hs::round_up(0x1p60, 1.0), 0x1p60f);
  EXPECT_EQ(hs::round_up(0x1p60, -1.0), 0x1p60f + 0x1p37f);
  rng r(2);
  for (int i = 0; i < 100000; ++i) {  // the difference fits into 64 bits: a long double has it exactly
    const double origin = std::ldexp(static_cast<double>(r.below(1u << 31)), 20) + r.below(1u << 20);
    const double x = std::ldexp(static_cast<double>(r.below(1u << 31)), static_cast<int>(r.below(20)) - 10);
    if constexpr (std::numeric_limits<long double>::digits >= 64)
      expect_outward(static_cast<long double>(x) - origin, hs::round_down(x, origin), hs::round_up(x, origin), x);
  }
}

TEST(round, columns_of_any_numbers_are_as_long_as_the_shorter) {
  const std::vector<double> d{0.1, -0.1, 1e300, 7};
  const std::vector<int> whole{16777217, -16777217, 3};
  std::vector<long long> many(300, (1ll << 60) + 1);
  std::vector<float> out(4, -9.0f), up(300);
  EXPECT_EQ(hs::round_down(d, std::span(out).first(3)), 3u);
  EXPECT_EQ(out, (std::vector<float>{hs::round_down(0.1), hs::round_down(-0.1), largest, -9.0f}));
  EXPECT_EQ(hs::round_up(whole, out), 3u);
  EXPECT_EQ(out, (std::vector<float>{16777218.0f, -16777216.0f, 3.0f, -9.0f}));
  EXPECT_EQ(hs::round_up(many, up), 300u);
  EXPECT_EQ(up[299], 0x1p60f + 0x1p37f);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = (1ll << 30) + static_cast<long long>(i * i);
  EXPECT_EQ(hs::round_down(many, up, 7.0), 300u);
  for (std::size_t i = 0; i < many.size(); ++i) EXPECT_EQ(up[i], hs::round_down(many[i], 7.0)) << i;
  EXPECT_EQ(hs::round_up(d, out, 0.1), 4u);
  EXPECT_EQ(out[0], 0.0f);
}

TEST(round, the_callers_floating_point_state_is_not_seen) {
  const std::vector<double> d{0x1p-149, -0x1.8p-149, 0.1, 1e-300};
  std::vector<float> expected(4), out(4);
  hs::round_down(d, expected);
  for (const float_state& state : float_states) {
    {
      const in_float_state here(state.control);
      hs::round_down(d, out);
    }
    EXPECT_EQ(std::memcmp(out.data(), expected.data(), sizeof(float) * out.size()), 0) << state.name;
  }
}

// ---- pages -----------------------------------------------------------------------------------------------------

TEST(pages, lists_and_the_nearest_are_those_of_one_array) {
  rng r(5);
  for (const std::size_t n : {0, 1, 63, 64, 65, 128, 1000}) {
    std::vector<float> x(n), y(n), dx(n);
    std::vector<std::uint32_t> layers(n);
    const auto whole = [&] { return static_cast<float>(r.whole(-9, 9)); };  // so that some come at the same time
    for (std::size_t i = 0; i < n; ++i)
      x[i] = whole(), y[i] = whole(), dx[i] = whole(), layers[i] = r.one_in(4) ? 0 : ~0u;  // holes
    const hs::circles all{.x = x, .y = y, .radius = 1.0f, .layers = layers};
    const hs::motions steps{.dx = dx, .dy = 0.0f};
    const hs::circle ship{{0, 0}, 4};
    for (const std::size_t room : {n, n / 3, std::size_t{0}})
      for (const std::size_t page : {64, 7, 5000, 0}) {
        std::vector<hs::index> expected(room), got(room);
        const hs::found f = hs::overlap(all, ship, expected);
        const hs::found g = hs::in_pages(n, page, got, [&](std::size_t first, std::size_t count, auto rest) {
          return hs::overlap(hs::part(all, first, count), ship, rest);
        });
        EXPECT_EQ(g.total, f.total) << n << " in pages of " << page;
        EXPECT_EQ(g.written, f.written);
        EXPECT_TRUE(std::equal(g.begin(), g.end(), f.begin(), f.end())) << n << " in pages of " << page;
        for (const hs::index i : g) EXPECT_NE(layers[i], 0u) << "a hole hits";
        const auto first_hit = [&](std::size_t first, std::size_t count, const hs::query& q) {
          return hs::sweep_nearest(hs::part(all, first, count), hs::part(steps, first, count), ship, q);
        };
        EXPECT_EQ(hs::nearest_in_pages(n, page, {.until = 0.8f}, first_hit),
                  hs::sweep_nearest(all, steps, ship, {.until = 0.8f}));
      }
  }
}

TEST(pages, of_hits_at_the_same_time_a_face_comes_before_corners_and_else_the_first) {
  std::vector<int> of_face{0, 0, 1, 1};
  do {
    std::vector<float> min_y, max_y;
    for (const int face : of_face) min_y.push_back(face ? 0.0f : 10.0f), max_y.push_back(face ? 30.0f : 11.0f);
    const hs::boxes all{.min_x = 10.0f, .min_y = min_y, .max_x = 11.0f, .max_y = max_y};
    const auto first_of = [&](std::size_t from, std::size_t count, const hs::query& q) {
      return hs::sweep_nearest(hs::box{{0, 0}, {1, 1}}, hs::vec2{18, 18}, hs::part(all, from, count), q);
    };
    for (const std::size_t n : {2, 4}) {
      const hs::hit right = first_of(0, n, {});
      EXPECT_EQ(right.time, 0.5f);
      for (const std::size_t page : {1, 2, 3}) EXPECT_EQ(hs::nearest_in_pages(n, page, {}, first_of), right) << page;
    }
  } while (std::next_permutation(of_face.begin(), of_face.end()));
}

// ---- tiles -----------------------------------------------------------------------------------------------------

TEST(tiles_from, any_integers_become_flags_or_bits) {
  std::vector<std::uint32_t> gids(70);
  for (std::size_t i = 0; i < gids.size(); ++i) gids[i] = static_cast<std::uint32_t>(i % 5) | 0x80000000u;  // flipped
  std::vector<std::uint8_t> bytes(72, 9), whole(70);
  const auto flags = [](std::uint32_t gid) {
    const std::uint32_t tile = gid & 0x0fffffff;
    return tile == 1 ? hs::tile_solid : tile == 2 ? hs::one_way_min_y : hs::tile_flag{};
  };
  EXPECT_EQ(hs::tiles_from(gids, flags, bytes), 70u);
  for (std::size_t i = 0; i < 72; ++i) EXPECT_EQ(bytes[i], i >= 70 ? 0 : i % 5 == 1 ? 1 : i % 5 == 2 ? 8 : 0) << i;
  const auto solid = [](auto gid) { return (gid & 0x0fffffff) == 1; };
  std::vector<std::uint64_t> bits(3, ~0ull);
  EXPECT_EQ(hs::tiles_from(gids, solid, bits), 70u);
  for (std::size_t i = 0; i < 192; ++i) EXPECT_EQ(bits[i / 64] >> i % 64 & 1, i < 70 && i % 5 == 1) << i;
  EXPECT_EQ(hs::tiles_from(gids, solid, std::span(bits).first(1)), 64u);
  EXPECT_EQ(hs::tiles_from(
                std::vector<std::int16_t>{0, -1, 1}, [](int t) { return t != 0; }, whole),
            3u);
  EXPECT_EQ(whole[1], hs::tile_solid);
  const hs::tile_map map{.width = 10, .height = 7, .tiles = std::span(bytes).first(70)};
  EXPECT_TRUE(map.overlap_any(hs::box{{1.2f, 0.2f}, {1.4f, 0.4f}}));
}

}  // namespace
