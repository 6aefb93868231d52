// Pixel masks against the naive loop over pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/detail/forms.hpp>
#include <hitscan/isa.hpp>
#include <hitscan/masks.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "../support/differential.hpp"
#include "../support/memory.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct sprite {
  std::vector<std::uint64_t> words;
  hs::pixel_mask mask;
  sprite(std::uint32_t width, std::uint32_t height, std::uint32_t sparse, rng& r)
      : words(hs::pixel_mask::words_needed(width, height)) {
    for (std::uint64_t& w : words) {
      w = r.next();  // garbage behind the width stays
      for (std::uint32_t k = 1; k < sparse; ++k) w &= r.next();
    }
    mask = {.width = width, .height = height, .words = words};
  }
};

// Everything there is to know about two masks, pixel by pixel.
struct truth {
  std::size_t count = 0;
  hs::pixel first{};
  hs::pixel_box area{};
  truth(const hs::pixel_mask& a, const hs::pixel_mask& b) {
    for (std::int64_t y = a.y; y < a.y + std::int64_t{a.height}; ++y)
      for (std::int64_t x = a.x; x < a.x + std::int64_t{a.width}; ++x) {
        const std::int64_t bx = x - b.x, by = y - b.y;
        if (bx < 0 || by < 0 || bx >= b.width || by >= b.height) continue;
        if (!a.at(static_cast<std::uint32_t>(x - a.x), static_cast<std::uint32_t>(y - a.y)) ||
            !b.at(static_cast<std::uint32_t>(bx), static_cast<std::uint32_t>(by)))
          continue;
        if (count++ == 0) first = {x, y}, area = {{x, y}, {x, y}};
        area.min.x = std::min(area.min.x, x), area.max.x = std::max(area.max.x, x + 1), area.max.y = y + 1;
      }
  }
};

void check(const hs::pixel_mask& a, const hs::pixel_mask& b) {
  const truth t(a, b);
  for (const hs::isa which : hs::supported_isas()) {
    const trial::forced isa(which);
    ASSERT_EQ(a.overlap_any(b), t.count != 0)
        << hs::name(which) << ' ' << a.width << " with " << b.width << " at " << b.x - a.x << ',' << b.y - a.y;
    ASSERT_EQ(a.overlap_count(b), t.count) << hs::name(which);
  }
  ASSERT_EQ(a.overlap_any(b), t.count != 0);
  ASSERT_EQ(a.overlap_count(b), t.count) << a.width << " with " << b.width << " at " << b.x - a.x << ',' << b.y - a.y;
  hs::pixel first{-7, -7};
  ASSERT_EQ(a.overlap_first(b, first), t.count != 0);
  ASSERT_EQ(first, t.count ? t.first : (hs::pixel{-7, -7}));
  ASSERT_EQ(a.overlap_box(b), t.area);
}

TEST(masks, every_width_up_to_130_at_every_shift_is_what_the_pixels_say) {
  rng r(71);
  std::size_t empty = 0, full = 0;
  for (std::uint32_t width = 1; width <= 130; ++width) {
    const sprite a(width, 3, 1 + r.below(6), r), b(1 + r.below(130), 2, 1 + r.below(6), r);
    for (int x = -static_cast<int>(b.mask.width) - 1; x <= static_cast<int>(width) + 1; ++x) {
      const hs::pixel_mask moved = b.mask.moved_to(x, r.whole(-2, 3));
      check(a.mask, moved);
      check(moved, a.mask);
      if (testing::Test::HasFatalFailure()) return;
      a.mask.overlap_any(moved) ? ++full : ++empty;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(full, 2000u);
    EXPECT_GT(empty, 500u);
  }
}

TEST(masks, tall_and_wide_ones_fill_registers) {
  rng r(72);
  for (std::size_t i = 0; i < cases(1200); ++i) {
    const auto size = [&](int most) { return static_cast<std::uint32_t>(r.whole(1, r.one_in(4) ? most : most / 8)); };
    const std::uint32_t width = size(800), height = size(50);
    const sprite a(width, height, 1 + r.below(12), r);
    const sprite b(r.one_in(2) ? width : size(800), size(50), 1 + r.below(12), r);
    const int dx = static_cast<int>(width), dy = static_cast<int>(height);
    check(a.mask, b.mask.moved_to(r.whole(-dx / 2, dx / 2), r.whole(-dy / 2, dy / 2)));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(masks, more_pixels_than_a_sum_of_16_bits_has_room_for) {
  const std::vector<std::uint64_t> solid(hs::pixel_mask::words_needed(2100, 2100), ~std::uint64_t{0});
  for (const std::uint32_t width : {2100u, 500u, 64u}) {
    const hs::pixel_mask m{.width = width, .height = 2100, .words = solid};
    for (const hs::isa which : hs::supported_isas()) {
      const trial::forced isa(which);
      EXPECT_EQ(m.overlap_count(m), std::size_t{width} * 2100) << hs::name(which);
      EXPECT_EQ(m.overlap_count(m.moved_to(3, -5)), std::size_t{width - 3} * 2095) << hs::name(which);
    }
  }
}

TEST(masks, nothing_outside_of_the_words_is_read) {
  arena memory(8, 8192);
  rng r(73);
  for (const std::uint32_t width : {1u, 63u, 64u, 65u, 127u, 128u, 129u, 513u, 640u, 1023u}) {
    memory.release();
    const std::uint32_t height = width > 500 ? 37 : 4;
    const auto words = memory.input<std::uint64_t>(hs::pixel_mask::words_needed(width, height), place::at_end);
    for (auto& w : words) w = r.next() & r.next();
    const hs::pixel_mask a{.width = width, .height = height, .words = words};
    for (int x = -130; x<130; x += width> 500 ? 7 : 1) check(a, a.moved_to(x, r.whole(-3, 3)));
  }
}

TEST(masks, nothing_outside_of_the_words_is_read_where_rows_differ_in_length) {
  arena memory(8, 8192);
  rng r(74);
  for (const std::uint32_t width : {256u, 260u, 512u, 575u, 576u}) {
    memory.release();
    const auto sheet = [&](std::uint32_t wide) {
      const auto words = memory.input<std::uint64_t>(hs::pixel_mask::words_needed(wide, 2), place::at_end);
      for (auto& w : words) w = r.next();
      return hs::pixel_mask{.width = wide, .height = 2, .words = words};
    };
    const hs::pixel_mask narrow = sheet(width), wide = sheet(1100);
    for (int x = -640; x <= 1100; x += 20) {
      check(wide, narrow.moved_to(x, r.whole(-1, 1)));
      check(narrow, wide.moved_to(-x, r.whole(-1, 1)));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(masks, many_places_get_the_answers_of_one_at_a_time) {
  rng r(79);
  for (const std::uint32_t size : {16u, 32u, 64u, 65u, 128u}) {
    const sprite a(size, size, 3, r), b(size / 2, size, 3, r);
    const int far = static_cast<int>(size) + 9;
    const hs::pixel_mask here = a.mask.moved_to(1000, -1000);
    std::vector<std::int32_t> xs, ys;
    for (int i = 0; i < 700; ++i) xs.push_back(1000 + r.whole(-far, far)), ys.push_back(-1000 + r.whole(-far, far));
    std::vector<hs::index> expected, list(700), few(3);
    for (std::size_t i = 0; i < xs.size(); ++i)
      if (truth(here, b.mask.moved_to(xs[i], ys[i])).count) expected.push_back(static_cast<hs::index>(i));
    std::vector<std::uint64_t> words(11, ~std::uint64_t{0});
    ASSERT_EQ(here.overlap_mask(b.mask, xs, ys, words), expected.size());
    for (hs::index i = 0; i < 704; ++i)
      ASSERT_EQ(words[i / 64] >> (i % 64) & 1, std::binary_search(expected.begin(), expected.end(), i)) << i;
    const hs::found all = here.overlap(b.mask, xs, ys, list), some = here.overlap(b.mask, xs, ys, few);
    ASSERT_EQ(std::vector<hs::index>(all.begin(), all.end()), expected);
    ASSERT_EQ(some.written, std::min<std::size_t>(3, expected.size()));
    ASSERT_EQ(some.total, expected.size());
    ASSERT_EQ(here.overlap_count(b.mask, xs, ys), expected.size());
    ASSERT_GT(expected.size(), 10u);
    ASSERT_LT(expected.size(), 690u);
  }
}

TEST(masks, places_of_any_number_on_every_isa_are_those_of_the_reference) {
  rng r(80);
  const sprite a(37, 21, 3, r), b(30, 33, 4, r);
  constexpr std::int32_t first = std::numeric_limits<std::int32_t>::min(),
                         last = std::numeric_limits<std::int32_t>::max();
  arena memory(4, 1 << 16);
  std::size_t hits = 0;
  for (std::size_t n = 0; n < 200; ++n)
    for (const std::int32_t corner : {0, first, last - 20}) {
      const hs::pixel_mask here = a.mask.moved_to(corner, corner);
      memory.release();
      const auto xs = memory.input<std::int32_t>(n, place::at_end), ys = memory.input<std::int32_t>(n, place::at_end);
      const auto near = [&] {
        const std::int64_t at = std::int64_t{corner} + r.whole(-40, 40);
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(at, first, last));
      };
      for (std::size_t i = 0; i < n; ++i) xs[i] = near(), ys[i] = r.one_in(20) ? (r.one_in(2) ? first : last) : near();
      for (const int one : {0, 1, 2}) {
        const hs::place_column cx = one == 1 ? hs::place_column(near()) : hs::place_column(xs);
        const hs::place_column cy = one == 2 ? hs::place_column(near()) : hs::place_column(ys);
        std::vector<std::uint64_t> expected((n + 63) / 64);
        for (const hs::isa which : hs::supported_isas()) {
          const trial::forced isa(which);
          std::vector<std::uint64_t> words(expected.size(), ~std::uint64_t{0});
          const std::size_t total = here.overlap_mask(b.mask, cx, cy, words);
          if (which == hs::isa::scalar) expected = words, hits += total;
          ASSERT_EQ(words, expected) << hs::name(which) << ' ' << n << " from " << corner;
        }
      }
    }
  EXPECT_GT(hits, 1000u);
}

TEST(masks, a_lone_pixel_is_met_wherever_it_lies_in_a_wide_row) {
  constexpr std::uint32_t width = 1700;
  const std::vector<std::uint64_t> solid(hs::pixel_mask::words_needed(width, 3), ~std::uint64_t{0});
  for (std::uint32_t x = 0; x < width; x += 31) {
    std::vector<std::uint64_t> words(solid.size());
    words[hs::pixel_mask::words_per_row(width) + x / 64] = std::uint64_t{1} << (x % 64);
    const hs::pixel_mask dot{.width = width, .height = 3, .words = words};
    check(dot, {.width = width, .height = 3, .words = solid, .x = -5});
    check({.width = width - 70, .height = 3, .words = solid, .x = 3, .y = 1}, dot);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(masks, of_more_places_than_a_block_holds_each_has_its_own_answer) {
  rng r(81);
  const sprite a(20, 20, 3, r), b(12, 9, 3, r);
  const hs::pixel_mask here = a.mask.moved_to(500, -300);
  constexpr std::size_t n = 9000;
  std::vector<std::int32_t> xs(n), ys(n);
  for (std::size_t i = 0; i < n; ++i) xs[i] = 500 + r.whole(-30, 30), ys[i] = -300 + r.whole(-30, 30);
  for (const int one : {0, 1, 2}) {
    const hs::place_column cx = one == 1 ? hs::place_column(505) : hs::place_column(xs);
    const hs::place_column cy = one == 2 ? hs::place_column(-295) : hs::place_column(ys);
    std::vector<std::uint64_t> expected(hs::mask_words(n)), words(expected.size());
    std::vector<hs::index> who, list(n);
    for (std::size_t i = 0; i < n; ++i)
      if (here.overlap_any(b.mask.moved_to(cx[i], cy[i])))
        expected[i / 64] |= std::uint64_t{1} << (i % 64), who.push_back(static_cast<hs::index>(i));
    ASSERT_GT(who.size(), n / 20);
    for (const hs::isa which : hs::supported_isas()) {
      const trial::forced isa(which);
      EXPECT_EQ(here.overlap_mask(b.mask, cx, cy, words), who.size()) << hs::name(which);
      EXPECT_EQ(words, expected) << hs::name(which);
      const hs::found all = here.overlap(b.mask, cx, cy, list);
      EXPECT_EQ(std::vector<hs::index>(all.begin(), all.end()), who) << hs::name(which);
      EXPECT_EQ(here.overlap(b.mask, cx, cy, std::span(list).first(5)).total, who.size()) << hs::name(which);
    }
  }
}

TEST(masks, the_normal_leads_out_of_what_was_hit) {
  const std::vector<std::uint64_t> solid(40, ~std::uint64_t{0});
  const hs::pixel_mask wall{.width = 40, .height = 40, .words = solid}, ball{.width = 8, .height = 8, .words = solid};
  EXPECT_EQ(ball.moved_to(-5, 10).overlap_normal(wall), (hs::vec2{-1, 0}));
  EXPECT_EQ(ball.moved_to(37, 10).overlap_normal(wall), (hs::vec2{1, 0}));
  EXPECT_EQ(ball.moved_to(10, -6).overlap_normal(wall), (hs::vec2{0, -1}));
  EXPECT_EQ(ball.moved_to(10, 38).overlap_normal(wall), (hs::vec2{0, 1}));
  const hs::vec2 diagonal = ball.moved_to(-4, -4).overlap_normal(wall);
  EXPECT_EQ(diagonal.x, diagonal.y);
  EXPECT_NEAR(diagonal.x, -0.70710678, 1e-6);
  EXPECT_EQ(ball.moved_to(10, 10).overlap_normal(wall), hs::vec2{}) << "deep inside no way is better than another";
  EXPECT_EQ(ball.moved_to(100, 10).overlap_normal(wall), hs::vec2{});
  EXPECT_EQ(ball.moved_to(-8, 10).overlap_normal(wall), hs::vec2{}) << "beside it no pixel is common";
  constexpr std::int32_t last = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(ball.moved_to(last, 0).overlap_normal(wall.moved_to(last, -9)), (hs::vec2{-1, 0}))
      << "both at the end of the world";
  EXPECT_EQ(ball.moved_to(last - 5, 0).overlap_normal(wall.moved_to(last, -9)), (hs::vec2{-1, 0}));
}

TEST(masks, at_the_ends_of_the_world_a_normal_is_what_it_is_in_the_middle) {
  rng r(82);
  const sprite a(9, 7, 2, r), b(8, 11, 2, r);
  constexpr std::int64_t first = std::numeric_limits<std::int32_t>::min(),
                         last = std::numeric_limits<std::int32_t>::max();
  std::size_t asked = 0;
  for (const std::int64_t at_x : {first, last})
    for (const std::int64_t at_y : {first, last})
      for (int dx = -9; dx <= 9; ++dx)
        for (int dy = -9; dy <= 9; ++dy) {
          const auto there = [&](const hs::pixel_mask& m, int x, int y) {
            return m.moved_to(static_cast<std::int32_t>(at_x + x), static_cast<std::int32_t>(at_y + y));
          };
          if (at_x + dx < first || at_x + dx > last || at_y + dy < first || at_y + dy > last) continue;
          const hs::pixel_mask moved = b.mask.moved_to(dx, dy);
          ASSERT_EQ(there(a.mask, 0, 0).overlap_normal(there(b.mask, dx, dy)), a.mask.overlap_normal(moved))
              << dx << ',' << dy << " from " << at_x << ',' << at_y;
          ASSERT_EQ(there(b.mask, dx, dy).overlap_normal(there(a.mask, 0, 0)), moved.overlap_normal(a.mask))
              << dx << ',' << dy << " from " << at_x << ',' << at_y;
          ++asked;
        }
  EXPECT_EQ(asked, 400u);
}

TEST(masks, an_alpha_image_becomes_a_mask) {
  rng r(83);
  for (std::uint32_t width = 1; width < 140; width += 7) {
    const std::uint32_t height = 5;
    const std::size_t step = 1 + r.below(4), stride = width * step + r.below(9);
    std::vector<std::uint8_t> bytes((height - 1) * stride + (width - 1) * step + 1);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(r.below(256));
    std::vector<std::uint64_t> words(hs::pixel_mask::words_needed(width, height), ~std::uint64_t{0});
    const hs::alpha_image image{.bytes = bytes, .width = width, .height = height, .stride = stride, .step = step};
    const hs::pixel_mask m = hs::from_alpha(image, 100, words);
    ASSERT_EQ(m.width, width);
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) ASSERT_EQ(m.at(x, y), bytes[y * stride + x * step] >= 100);
    hs::alpha_image cut = image;
    cut.bytes = std::span(bytes).first(bytes.size() - 1);
    EXPECT_EQ(hs::from_alpha(cut, 100, words).width, 0u) << "it ends before its last pixel";
    EXPECT_EQ(hs::from_alpha(image, 100, std::span(words).first(words.size() - 1)).width, 0u);
    cut = image, cut.stride = static_cast<std::size_t>(-1);
    EXPECT_EQ(hs::from_alpha(cut, 100, words).width, 0u);
  }
}

TEST(masks, an_image_of_one_row_or_pixel_and_steps_that_overflow) {
  const std::vector<std::uint8_t> bytes{200, 0, 200, 0, 200};
  std::vector<std::uint64_t> words(3);
  const hs::alpha_image row{.bytes = bytes, .width = 3, .height = 1, .stride = 5, .step = 2};
  const hs::pixel_mask m = hs::from_alpha(row, 100, words);
  EXPECT_TRUE(m.at(0, 0) && m.at(1, 0) && m.at(2, 0));
  EXPECT_EQ(hs::from_alpha({.bytes = bytes, .width = 1, .height = 3, .stride = 2}, 100, words).height, 3u);
  EXPECT_EQ(hs::from_alpha({.bytes = {}, .width = 1, .height = 1, .stride = 1}, 0, words).width, 0u);
  const hs::pixel_mask side_by_side = hs::from_alpha({.bytes = bytes, .width = 1, .height = 2, .step = 2}, 100, words);
  EXPECT_TRUE(side_by_side.at(0, 0) && side_by_side.at(0, 1)) << "rows without a gap";
  EXPECT_FALSE(hs::from_alpha({.bytes = bytes, .width = 2, .height = 2}, 100, words).at(1, 1));
  constexpr std::size_t half = ~std::size_t{0} / 2 + 1;  // twice that is 0
  hs::alpha_image wild = row;
  wild.step = half;
  EXPECT_EQ(hs::from_alpha(wild, 100, words).width, 0u);
  wild = row, wild.height = 3, wild.step = 1, wild.stride = half;
  EXPECT_EQ(hs::from_alpha(wild, 100, words).width, 0u);
}

TEST(masks, are_at_most_2_to_the_24_wide_and_high_and_have_no_pixel_outside_of_that) {
  constexpr std::uint32_t most = 1u << 24;
  EXPECT_TRUE((hs::pixel_mask{.width = most}.valid()));
  EXPECT_TRUE((hs::pixel_mask{.height = most}.valid()));
  EXPECT_FALSE((hs::pixel_mask{.width = most + 1}.valid()));
  EXPECT_FALSE((hs::pixel_mask{.height = most + 1}.valid()));
  const std::vector<std::uint64_t> words(12, ~std::uint64_t{0});  // more than it needs
  const hs::pixel_mask m{.width = 70, .height = 3, .words = words};
  EXPECT_TRUE(m.at(69, 2));
  EXPECT_FALSE(m.at(70, 2) || m.at(69, 3));
}

TEST(masks, one_that_is_not_valid_has_no_pixels) {
  const auto before = hs::set_breach_handler([](const char*) {});  // too few words are told
  const std::vector<std::uint64_t> words(3, ~std::uint64_t{0});
  const hs::pixel_mask good{.width = 64, .height = 3, .words = words};
  for (const hs::pixel_mask& bad : {hs::pixel_mask{.width = 65, .height = 3, .words = words},
                                    {.width = 64, .height = 4, .words = words},
                                    {.width = 0, .height = 3, .words = words},
                                    {.width = 1u << 31, .height = 1u << 31, .words = words},
                                    {}}) {
    EXPECT_FALSE(good.overlap_any(bad) || bad.overlap_any(good) || bad.at(0, 0));
    EXPECT_EQ(good.overlap_box(bad), hs::pixel_box{});
  }
  constexpr std::int32_t first = std::numeric_limits<std::int32_t>::min(),
                         last = std::numeric_limits<std::int32_t>::max();
  EXPECT_FALSE(good.moved_to(first, 0).overlap_any(good.moved_to(last, 0)));
  EXPECT_EQ(good.moved_to(last, last).overlap_count(good.moved_to(last, last)), 192u);
  hs::set_breach_handler(before);
}

TEST(masks, a_mask_of_places_is_written_to_its_end_whatever_is_wrong) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  const std::vector<std::uint64_t> words(3, ~std::uint64_t{0});
  const hs::pixel_mask good{.width = 64, .height = 3, .words = words}, bad{.width = 64, .height = 4, .words = words};
  const std::vector<std::int32_t> many(200, 0), few(70, 0);
  const bool told = hs::detail::checks_in_use() != hs::detail::checks::none;
  const std::vector<std::uint64_t> of_few{told ? 0 : ~std::uint64_t{0}, told ? 0u : 63u, 0, 0};
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    std::vector<std::uint64_t> out(4, ~std::uint64_t{0});
    EXPECT_EQ(good.overlap_mask(good, many, few, out), told ? 0u : 70u);
    EXPECT_EQ(out, of_few) << hs::name(which);
    out.assign(4, ~std::uint64_t{0});
    EXPECT_EQ(good.overlap_mask(bad, many, many, out), 0u);
    EXPECT_EQ(out, std::vector<std::uint64_t>(4, 0)) << hs::name(which);
    for (const bool of_x : {false, true}) {
      out.assign(4, ~std::uint64_t{0});
      EXPECT_EQ(of_x ? good.overlap_mask(good, {}, many, out) : good.overlap_mask(good, many, {}, out), 0u)
          << "no column, no places";
      EXPECT_EQ(out, std::vector<std::uint64_t>(4, 0)) << hs::name(which);
    }
    out.assign(4, ~std::uint64_t{0});
    EXPECT_EQ(good.overlap_mask(good, few, many, out), told ? 0u : 70u);
    EXPECT_EQ(out, of_few) << hs::name(which);
    out.assign(2, 5);
    EXPECT_EQ(good.overlap_mask(good, many, many, out), told ? 0u : 128u) << "too few words";
    EXPECT_EQ(out, std::vector<std::uint64_t>(2, told ? 0 : ~std::uint64_t{0})) << hs::name(which);
  }
}

}  // namespace
