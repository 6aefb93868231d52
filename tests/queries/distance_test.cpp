// How far apart: every form, on every ISA, is what `distance` says of two, bit for bit. How good that is, asks
// distance_oracle.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/memory.hpp"
#include "../support/polygons.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
using list = std::vector<hs::index>;

struct asked_far {
  std::size_t items = 0, zero = 0, infinite = 0;
};

// Distances from a to the items of `many`, item(i) being the i-th by itself, with layers of their own.
template <class A, class View, class Item>
void check_forms(const A& a, View many, std::size_t n, const Item& item, rng& r, asked_far& count) {
  std::vector<std::uint32_t> layers(n);
  for (std::uint32_t& l : layers) l = r.below(4);
  hs::query q;
  if (r.one_in(2) && n > 0) many.layers = layers;
  if (r.one_in(3)) q.layers = 1 + r.below(3);
  std::vector<float> truth(n);
  hs::nearest_item best;
  for (std::size_t i = 0; i < n; ++i) {
    const bool there = many.layers.absent() || (layers[i] & q.layers);
    truth[i] = there ? hs::distance(a, item(i)) : infinity;
    if (truth[i] < best.distance) best = {static_cast<hs::index>(i), truth[i]};
    ++count.items, count.zero += truth[i] == 0, count.infinite += truth[i] == infinity;
  }
  const float limit = n > 0 && r.one_in(2) ? truth[r.below(static_cast<std::uint32_t>(n))] : r.real(0, 100);
  const auto check = [&](hs::query o) {
    std::vector<float> out(n + 1, 77);  // at any alignment, and no further
    hs::distance_each(a, many, std::span(out).first(n), o);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_TRUE(same_bits(out[i], truth[i]))
          << "item " << i << " of " << n << ": " << hex(out[i]) << ", not " << hex(truth[i]);
    ASSERT_EQ(out[n], 77);
    const hs::nearest_item first = hs::distance_nearest(a, many, o);
    ASSERT_EQ(first.index, best.index);
    ASSERT_TRUE(same_bits(first.distance, best.distance));
    for (const auto touch : {hs::touching::misses, hs::touching::hits})
      for (const float within : {limit, infinity, 0.0f, -1.0f, not_a_number}) {
        list right;
        for (std::size_t i = 0; i < n; ++i)
          if (truth[i] < within || (touch == hs::touching::hits && truth[i] == within && truth[i] < infinity))
            right.push_back(static_cast<hs::index>(i));
        o.touch = touch;
        list room(right.size() / 2 + 1), all(n + 1);
        const hs::found some = hs::distance_within(a, many, within, room, o),
                        who = hs::distance_within(a, many, within, all, o);
        ASSERT_EQ(list(who.begin(), who.end()), right) << "within " << hex(within);
        ASSERT_EQ(some.total, right.size());
        ASSERT_EQ(some.written, std::min(right.size(), room.size()));
      }
  };
  check(by_reference(q));
  on_every_isa([&] { check(q); });
}

std::size_t draw_length(rng& r, std::size_t round) {
  return round % 7 == 2 ? 1000 + r.below(1200) : r.below(round % 2 ? 40 : 140);
}

template <int D> void masses() {
  asked_far count;
  for (const family& f : families()) {
    rng r(67);
    for (std::size_t round = 0; round < cases(18); ++round) {
      const std::size_t n = draw_length(r, round);
      vectors<D> at;
      box_columns<D> boxes;
      centred_columns<D> centred;
      circle_columns<D> circles;
      for (std::size_t i = 0; i < n; ++i) {
        at.push(draw_position<D>(f, r)), boxes.push(draw_box<D>(f, r)), circles.push(draw_circle<D>(f, r));
        centred.push(draw_position<D>(f, r), draw_box<D>(f, r).max);
      }
      const auto from = [&](const auto& a) {
        SCOPED_TRACE(std::string(f.name) + ", round " + std::to_string(round) + ", from " + text(a));
        check_forms(
            a, at.as_points(), n, [&](std::size_t i) { return at[i]; }, r, count);
        check_forms(
            a, boxes.view(), n, [&](std::size_t i) { return boxes[i]; }, r, count);
        check_forms(
            a, circles.view(), n, [&](std::size_t i) { return circles[i]; }, r, count);
        check_forms(
            a, centred.view(), n,
            [&](std::size_t i) { return box_of<D>::from_center(centred.center[i], centred.half[i]); }, r, count);
      };
      from(draw_position<D>(f, r)), from(draw_box<D>(f, r)), from(draw_circle<D>(f, r));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(count.zero, count.items / 20);
    EXPECT_LT(count.zero + count.infinite, count.items * 19 / 20);
  }
}
TEST(distance, of_points_boxes_and_circles_has_the_bits_of_two_in_every_form_2d) { masses<2>(); }
TEST(distance, of_points_boxes_and_circles_has_the_bits_of_two_in_every_form_3d) { masses<3>(); }

TEST(distance, of_all_other_shapes_has_the_bits_of_two_in_every_form) {
  asked_far count;
  for (const family& f : families()) {
    rng r(71);
    for (std::size_t round = 0; round < cases(4); ++round) {
      const std::size_t n = r.one_in(8) ? 250 + r.below(40) : r.below(40);
      segment_columns<2> lines;
      segment_columns<3> lines3;
      std::vector<float> radius, half_x, half_y, axis_x, axis_y, x, y;
      std::vector<std::uint32_t> offsets{0};
      for (std::size_t i = 0; i < n; ++i) {
        lines.push({draw_position<2>(f, r), draw_step<2>(f, r)}),
            lines3.push({draw_position<3>(f, r), draw_step<3>(f, r)});
        radius.push_back(f.draw(f.extent, r)), half_x.push_back(f.draw(f.extent, r)),
            half_y.push_back(f.draw(f.extent, r));
        axis_x.push_back(r.real(-1, 1)), axis_y.push_back(r.real(-1, 1));
        const polygon_points p = draw_polygon(f, r);
        x.insert(x.end(), p.x.begin(), p.x.end()), y.insert(y.end(), p.y.begin(), p.y.end());
        offsets.push_back(static_cast<std::uint32_t>(x.size()));
      }
      const auto& start = lines.start.axis;
      const auto& delta = lines.delta.axis;
      const polygon_points ring = draw_polygon(f, r);
      const auto obb_at = [&](std::size_t i) {
        return hs::obb{lines.start[i], {half_x[i], half_y[i]}, {axis_x[i], axis_y[i]}};
      };
      const auto from = [&](const auto& a) {
        SCOPED_TRACE(std::string(f.name) + ", round " + std::to_string(round));
        check_forms(
            a, lines.view(), n, [&](std::size_t i) { return lines[i]; }, r, count);
        check_forms(
            a, hs::capsules{start[0], start[1], delta[0], delta[1], radius}, n,
            [&](std::size_t i) {
              return hs::capsule{lines.start[i], lines.delta[i], radius[i]};
            },
            r, count);
        check_forms(a, hs::obbs{start[0], start[1], half_x, half_y, axis_x, axis_y}, n, obb_at, r, count);
        check_forms(
            a, hs::polygons{x, y, offsets}, n,
            [&](std::size_t i) {
              const std::size_t at = offsets[i], corners = offsets[i + 1] - at;
              return hs::polygon{std::span(x).subspan(at, corners), std::span(y).subspan(at, corners)};
            },
            r, count);
      };
      from(draw_position<2>(f, r)), from(draw_box<2>(f, r)), from(draw_circle<2>(f, r));
      from(hs::polygon{ring.x, ring.y}), from(hs::capsule{draw_position<2>(f, r), draw_step<2>(f, r), 1});
      const hs::vec2 half = draw_position<2>(f, r);
      from(hs::obb{draw_position<2>(f, r), {std::fabs(half.x), std::fabs(half.y)}, {r.real(-1, 1), r.real(-1, 1)}});
      const hs::segment line{draw_position<2>(f, r), draw_step<2>(f, r)};
      check_forms(
          line, lines.view(), n, [&](std::size_t i) { return lines[i]; }, r, count);
      check_forms(
          line, hs::circles{start[0], start[1], radius}, n,
          [&](std::size_t i) {
            return hs::circle{lines.start[i], radius[i]};
          },
          r, count);
      const hs::segment3 line3{draw_position<3>(f, r), draw_step<3>(f, r)};
      const auto lines_at = [&](std::size_t i) { return lines3[i]; };
      check_forms(line3, lines3.view(), n, lines_at, r, count);
      check_forms(draw_box<3>(f, r), lines3.view(), n, lines_at, r, count);
      check_forms(
          line3, hs::spheres{start[0], start[1], delta[0], radius}, n,
          [&](std::size_t i) {
            return hs::sphere{{start[0][i], start[1][i], delta[0][i]}, radius[i]};
          },
          r, count);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(count.zero, count.items / 50);
    EXPECT_LT(count.zero + count.infinite, count.items * 19 / 20);
  }
}

// Columns of an array of structs, all of them or some.
template <class A, class View> void same_of_structs(const A& a, const View& plain, const View& gaps, std::size_t n) {
  on_every_isa([&] {
    std::vector<float> right(n), got(n, 77);
    hs::distance_each(a, plain, right);
    hs::distance_each(a, gaps, got);
    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(same_bits(got[i], right[i])) << i << " of " << n;
    EXPECT_EQ(hs::distance_nearest(a, gaps), hs::distance_nearest(a, plain)) << n;
    list near(n), of_structs(n);
    const std::size_t found = hs::distance_within(a, plain, 60, near).total;
    ASSERT_EQ(hs::distance_within(a, gaps, 60, of_structs).total, found) << n;
    ASSERT_EQ(of_structs, near) << n;
  });
}
TEST(distance, of_an_array_of_structs_is_that_of_columns) {
  struct item {
    float v[6];
    std::uint32_t layer;
  };
  rng r(5);
  for (const std::size_t n : {0u, 1u, 17u, 130u, 3000u, 9000u}) {
    std::vector<item> all(n);
    std::vector<float> column[6];
    std::vector<std::uint32_t> layers;
    for (item& it : all) {
      for (int c = 0; c < 6; ++c) it.v[c] = r.real(c < 2 ? -300.0f : 1.0f, c < 2 ? 300.0f : 30.0f);
      it.layer = r.below(2);
      for (int c = 0; c < 6; ++c) column[c].push_back(it.v[c]);
      layers.push_back(it.layer);
    }
    const auto gap = [&](int c) { return hs::strided(n ? &all[0].v[c] : nullptr, n, sizeof(item)); };
    const auto layer_gap = hs::strided(n ? &all[0].layer : nullptr, n, sizeof(item));
    const hs::circle ship{{3, 4}, 5};
    const std::span<const float> x = column[0], y = column[1], z = column[2];
    same_of_structs(ship, hs::circles{.x = x, .y = y, .radius = z, .layers = layers},
                    hs::circles{.x = gap(0), .y = gap(1), .radius = gap(2), .layers = layer_gap}, n);
    same_of_structs(ship, hs::centred_boxes{.x = x, .y = y, .half_x = z, .half_y = column[3]},
                    hs::centred_boxes{.x = gap(0), .y = y, .half_x = gap(2), .half_y = column[3]}, n);
    same_of_structs(ship, hs::capsules{.x = x, .y = y, .dx = z, .dy = column[3], .radius = column[4]},
                    hs::capsules{.x = gap(0), .y = gap(1), .dx = gap(2), .dy = gap(3), .radius = gap(4)}, n);
    same_of_structs(hs::sphere{{3, 4, 5}, 5},
                    hs::segments3{.x = x, .y = y, .z = z, .dx = column[3], .dy = column[4], .dz = column[5]},
                    hs::segments3{.x = gap(0), .y = gap(1), .z = gap(2), .dx = gap(3), .dy = gap(4), .dz = gap(5)}, n);
  }
}

TEST(distance, of_a_view_on_no_layer_that_is_asked_about_is_infinite) {
  const std::vector<float> x{2, 1};
  const hs::circles some{.x = x, .y = 0.0f, .radius = 1.0f, .layers = 2u};
  on_every_isa([&] {
    std::vector<float> out(2, 7);
    list who(2);
    hs::distance_each(hs::vec2{0, 0}, some, out, {.layers = 6});
    EXPECT_EQ(out, (std::vector<float>{1, 0}));
    hs::distance_each(hs::vec2{0, 0}, some, out, {.layers = 4});
    EXPECT_EQ(out, std::vector<float>(2, infinity));
    EXPECT_EQ(hs::distance_nearest(hs::vec2{0, 0}, some, {.layers = 4}), hs::nearest_item{});
    EXPECT_EQ(hs::distance_within(hs::vec2{0, 0}, some, 9, who, {.layers = 4}).total, 0u);
  });
}

TEST(distance, squares_that_round_up_to_the_least_float_leave_nobody_out) {
  const float gap = 0x1.0c8p-75f;  // its square is a bit more than half of it
  const std::vector<float> x(9, gap);
  list who(9);
  on_every_isa([&] {
    EXPECT_EQ(hs::distance_within(hs::vec2{0, 0}, hs::points{.x = x, .y = x}, 1.5f * gap, who).total, 9u);
  });
}

// No float tells the square of 2^64: what comes to less than that may be much further away than a limit.
TEST(distance, whose_square_no_float_can_tell_is_told_exactly) {
  const hs::circle a{{-0x1.2487ap+58f, -0x1.1987ap+58f}, 0x1p63f};
  const hs::circles one{.x = 0x1.5a5f3p+63f, .y = 0x1.67a69p+63f, .radius = 0x1p63f};
  list who(1);
  on_every_isa([&] {
    EXPECT_EQ(hs::distance_within(a, one, 1000, who).total, 0u);
    EXPECT_EQ(hs::distance_within(a, one, 0x1p40f, who).total, 1u);
    EXPECT_GT(hs::distance_nearest(a, one).distance, 0x1p39f);
  });
}

TEST(distance, of_columns_that_end_where_their_memory_does_reads_nothing_behind) {
  arena memory(4, 4096);
  for (std::size_t n = 0; n < 40; ++n) {
    memory.release();
    const auto x = memory.input<float>(n, place::at_end), y = memory.input<float>(n, place::at_end),
               radius = memory.input<float>(n, place::at_end), out = memory.output<float>(n, place::at_end);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i) + 3, y[i] = 0, radius[i] = 1;
    on_every_isa([&] {
      hs::distance_each(hs::vec2{0, 0}, hs::circles{.x = x, .y = y, .radius = radius}, out);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], static_cast<float>(i) + 2) << i << " of " << n;
      ASSERT_TRUE(memory.intact());
    });
  }
}

TEST(distance, of_hulls_whose_columns_end_where_their_memory_does_reads_nothing_behind) {
  arena memory(10, 4096);
  for (std::size_t n = 0; n < 40; ++n) {
    memory.release();
    const auto column = [&] { return memory.input<float>(n, place::at_end); };
    const auto x = column(), y = column(), dx = column(), dy = column(), radius = column();
    const auto corner_x = memory.input<float>(3 * n, place::at_end),
               corner_y = memory.input<float>(3 * n, place::at_end);
    const auto offsets = memory.input<hs::index>(n + 1, place::at_end);
    const auto out = memory.output<float>(n, place::at_end), rings = memory.output<float>(n, place::at_end);
    offsets[0] = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const float at = static_cast<float>(i) + 3;
      x[i] = at, y[i] = -1, dx[i] = 0, dy[i] = 3, radius[i] = 1, offsets[i + 1] = static_cast<hs::index>(3 * i + 3);
      corner_x[3 * i] = corner_x[3 * i + 2] = at, corner_x[3 * i + 1] = at + 1;
      corner_y[3 * i] = corner_y[3 * i + 1] = -1, corner_y[3 * i + 2] = 3;
    }
    on_every_isa([&] {
      hs::distance_each(hs::vec2{0, 0}, hs::capsules{x, y, dx, dy, radius}, out);
      hs::distance_each(hs::vec2{0, 0}, hs::polygons{corner_x, corner_y, offsets}, rings);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(out[i], static_cast<float>(i) + 2) << i << " of " << n;
        ASSERT_EQ(rings[i], static_cast<float>(i) + 3) << i << " of " << n;
      }
      ASSERT_TRUE(memory.intact());
    });
  }
}

// Beside a slanted side a double mostly misses where they touch by its last bit.
TEST(distance, of_circles_that_touch_slanted_capsules_is_nothing) {
  std::vector<float> x, y;
  for (const auto& [a, b, c] : {std::array{3.0f, 4.0f, 5.0f}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}})
    for (float length = 2; length < 20; ++length) {
      x.clear(), y.clear();
      const hs::capsule line{{7, 9}, {length * a, length * b}, c};
      for (float along = 0; along <= length; ++along)
        for (const float way : {2.0f, -2.0f})
          x.push_back(7 + along * a - way * b), y.push_back(9 + along * b + way * a);
      std::vector<float> out(x.size());
      on_every_isa([&] {
        hs::distance_each(line, hs::circles{.x = x, .y = y, .radius = c}, out);
        EXPECT_EQ(out, std::vector<float>(x.size(), 0)) << c << ", " << length;
        hs::distance_each(line, hs::circles{.x = x, .y = y, .radius = 0.5f * c}, out);
        EXPECT_EQ(out, std::vector<float>(x.size(), 0.5f * c)) << c << ", " << length;
      });
    }
}

// Sides and bounds of what is not convex may contradict each other: all engines believe the same.
TEST(distance, of_polygons_that_are_not_convex_is_the_same_on_all_engines) {
  rng r(9);
  for (std::size_t round = 0; round < cases(400); ++round) {
    const std::size_t n = r.below(40);
    std::vector<float> x, y, right(n), got(n);
    std::vector<hs::index> offsets{0};
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint32_t corners = r.below(r.one_in(3) ? 20 : 6), j = 0; j < corners; ++j)
        x.push_back(r.real(0, 9)), y.push_back(r.real(0, 9));
      offsets.push_back(static_cast<hs::index>(x.size()));
    }
    const float at_x = r.real(-12, 12), at_y = r.real(-12, 12);
    std::vector<float> own_x, own_y;
    for (std::uint32_t corners = 3 + r.below(4), j = 0; j < corners; ++j)
      own_x.push_back(at_x + r.real(0, 9)), own_y.push_back(at_y + r.real(0, 9));
    const hs::polygons all{x, y, offsets};
    const auto same = [&](const auto& a) {
      hs::distance_each(a, all, right, {.on = hs::isa::scalar});
      for (const hs::isa on : hs::supported_isas()) {
        hs::distance_each(a, all, got, {.on = on});
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_TRUE(same_bits(got[i], right[i])) << hs::name(on) << ", round " << round << ", item " << i;
      }
    };
    same(hs::circle{{r.real(-9, 18), r.real(-9, 18)}, r.real(0, 5)}), same(hs::polygon{own_x, own_y});
    same(hs::box::from_corner({r.real(-9, 18), r.real(-9, 18)}, {r.real(0, 9), r.real(0, 9)}));
  }
}

TEST(distance, of_polygons_no_side_of_which_separates_them_but_whose_bounds_do_is_that_of_the_reference) {
  const std::vector<float> ax{-.0251f, -.1174f, .9674f, -.8249f}, ay{-.9452f, -.9673f, -.5867f, -.0901f};
  const std::vector<float> bx{-.9034f, .171f, -.7383f, -.6681f}, by{-2.4026f, -1.0565f, -1.7114f, -.9719f};
  const hs::polygon a{ax, ay};
  std::vector<float> x, y;
  std::vector<hs::index> offsets{0};
  for (int i = 0; i < 9; ++i) {
    x.insert(x.end(), bx.begin(), bx.end()), y.insert(y.end(), by.begin(), by.end());
    offsets.push_back(static_cast<hs::index>(x.size()));
  }
  const float right = hs::distance(a, hs::polygon{bx, by});
  EXPECT_GT(right, 0);
  on_every_isa([&] {
    std::vector<float> out(9);
    hs::distance_each(a, hs::polygons{x, y, offsets}, out);
    EXPECT_EQ(out, std::vector<float>(9, right));
  });
}

TEST(distance, is_what_a_ruler_says) {
  const hs::circle ball{{0, 0}, 2};
  EXPECT_EQ(hs::distance(ball, hs::vec2{5, 0}), 3);
  EXPECT_EQ(hs::distance(hs::vec2{3, 4}, hs::vec2{0, 0}), 5);
  EXPECT_EQ(hs::distance(hs::box{{1, 1}, {2, 2}}, hs::box{{5, 5}, {6, 6}}), std::sqrt(18.0f));
  EXPECT_EQ(hs::distance(hs::box{{1, 1}, {2, 2}}, hs::box{{2, 2}, {6, 6}}), 0) << "they touch";
  EXPECT_EQ(hs::distance(hs::obb{{0, 0}, {1, 1}}, hs::segment{{3, -9}, {0, 20}}), 2);
  EXPECT_EQ(hs::distance(hs::capsule{{0, 0}, {10, 0}, 1}, hs::circle{{5, 5}, 1}), 3);
  EXPECT_EQ(hs::distance(hs::box3{{0, 0, 0}, {1, 1, 1}}, hs::sphere{{0.5f, 0.5f, 4}, 1}), 2);
  EXPECT_EQ(hs::distance(hs::segment3{{0, 0, 0}, {4, 0, 0}}, hs::segment3{{2, 3, -2}, {0, 0, 4}}), 3) << "they cross";
  const hs::closest2 c = hs::closest(ball, hs::box{{5, -1}, {9, 1}});
  EXPECT_EQ(c, (hs::closest2{3, {2, 0}, {5, 0}}));
  const hs::closest2 back = hs::closest(hs::box{{5, -1}, {9, 1}}, ball);
  EXPECT_EQ(back, (hs::closest2{3, {5, 0}, {2, 0}}));
  const hs::closest3 sky = hs::closest(hs::segment3{{0, 0, 5}, {4, 0, 0}}, hs::box3{{1, -1, 0}, {2, 1, 1}});
  EXPECT_EQ(sky.distance, 4);
  EXPECT_EQ(sky.on_a.z, 5);
  EXPECT_EQ(sky.on_b.z, 1);
}

TEST(distance, of_what_is_no_shape_is_infinite_and_nobody_is_near_it) {
  const std::vector<float> x{not_a_number, infinity, 3, -largest, 3};
  const hs::circles some{.x = x, .y = 0.0f, .radius = 1.0f};
  on_every_isa([&] {
    for (const hs::vec2 bad : {hs::vec2{not_a_number, 0}, {0, infinity}, {-infinity, 0}}) {
      EXPECT_EQ(hs::distance(bad, hs::circle{{0, 0}, 1}), infinity);
      EXPECT_EQ(hs::closest(hs::circle{{0, 0}, 1}, bad), hs::closest2{});
      EXPECT_EQ(hs::distance_nearest(bad, some), hs::nearest_item{});
      std::vector<float> out(5, 7);
      hs::distance_each(bad, some, out);
      EXPECT_EQ(out, std::vector<float>(5, infinity));
      list who(5);
      EXPECT_EQ(hs::distance_within(bad, some, infinity, who).total, 0u);
    }
    for (const float radius : {-1.0f, infinity, not_a_number}) {
      std::vector<float> out(5, 7);
      hs::distance_each(hs::circle{{0, 0}, radius}, some, out);
      EXPECT_EQ(out, std::vector<float>(5, infinity)) << radius;
    }
    EXPECT_EQ(hs::distance(hs::circle{{0, 0}, -1}, hs::vec2{0, 0}), infinity);
    EXPECT_EQ(hs::distance(hs::box{{1, 0}, {0, 1}}, hs::vec2{0, 0}), infinity);
    EXPECT_EQ(hs::distance(hs::vec2{-largest, 0}, hs::vec2{largest, 0}), infinity) << "further than any float says";
    const hs::nearest_item first = hs::distance_nearest(hs::vec2{0, 0}, some);
    EXPECT_EQ(first, (hs::nearest_item{2, 2})) << "of two as near, the first";
    EXPECT_EQ(hs::distance_nearest(hs::vec2{0, 0}, hs::circles{.x = std::span(x).first(2), .y = 0.0f, .radius = 1.0f}),
              hs::nearest_item{});
  });
}

// What overlaps by less than doubles can tell has a place in common all the same.
TEST(closest, of_what_overlaps_by_next_to_nothing_is_on_both) {
  const auto expect = [](const auto& a, const auto& b, hs::vec2 low, hs::vec2 high) {
    const auto check = [&](const auto& one, const auto& other) {
      const auto found = hs::closest(one, other);
      EXPECT_EQ(found.distance, 0);
      for (const hs::vec2 p : {found.on_a, found.on_b})
        EXPECT_TRUE(low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y) << p.x << ' ' << p.y;
    };
    check(a, b), check(b, a);
  };
  expect(hs::obb{{1, 3}, {4, 3}, {1, 1.08e-19f}}, hs::box{{0, -2}, {3, 0}}, {0, 0}, {3, 0});
  expect(hs::capsule{{2, 3}, {-1, 0}, 0}, hs::obb{{0, 0}, {1, 1}, {3, 1e-16f}}, {1, 3}, {2, 3});
  expect(hs::box{{0, 0}, {9, 9}}, hs::obb{{4, 4}, {1, 1}, {1, 0}}, {3, 3}, {5, 5});
}

TEST(distance, a_thick_chain_is_near_by_its_radius) {
  const std::vector<float> x{10, 12, 14}, y{0, 0, 0};
  const hs::chain thick{.x = x, .y = y, .radius = 5.0f};
  hs::index room[2];
  on_every_isa([&] { EXPECT_EQ(hs::distance_within(hs::obb{{0, 0}, {1, 1}, {1, 0}}, thick, 4.5f, room).total, 1u); });
}

}  // namespace
