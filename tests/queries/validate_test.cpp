// validate: the first item that can never hit anything.
#include <gtest/gtest.h>

#include "../support/columns.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t n = 37;
const std::vector<float> zeros(n, 0.0f), ones(n, 1.0f);

// Every column in turn gets `bad` at item i, which must then be the answer; `make` builds the view of all columns.
template <std::size_t Columns, class Make>
void each_column_is_looked_at(std::array<float, Columns> good, std::initializer_list<float> bad, const Make& make) {
  std::array<std::vector<float>, Columns> columns;
  for (std::size_t c = 0; c < Columns; ++c) columns[c].assign(n, good[c]);
  EXPECT_EQ(hs::validate(make(columns)), hs::none);
  for (std::size_t c = 0; c < Columns; ++c)
    for (const float x : bad)
      for (const std::size_t i : {std::size_t{0}, n / 2, n - 1}) {
        columns[c][i] = x;
        EXPECT_EQ(hs::validate(make(columns)), i) << "column " << c << " is " << hex(x);
        columns[c][n - 1] = x;
        EXPECT_EQ(hs::validate(make(columns)), i) << "the first of two";
        columns[c][i] = columns[c][n - 1] = good[c];
      }
}

TEST(validate, finds_what_is_not_finite_in_any_column_of_any_view) {
  const auto bad = {not_a_number, infinity, -infinity};
  each_column_is_looked_at<2>({1, 2}, bad, [](auto& c) { return hs::points{.x = c[0], .y = c[1]}; });
  each_column_is_looked_at<3>({1, 2, 3}, bad, [](auto& c) { return hs::points3{.x = c[0], .y = c[1], .z = c[2]}; });
  each_column_is_looked_at<4>(
      {0, 0, 1, 1}, bad, [](auto& c) { return hs::boxes{.min_x = c[0], .min_y = c[1], .max_x = c[2], .max_y = c[3]}; });
  each_column_is_looked_at<6>({0, 0, 0, 1, 1, 1}, bad, [](auto& c) {
    return hs::boxes3{.min_x = c[0], .min_y = c[1], .min_z = c[2], .max_x = c[3], .max_y = c[4], .max_z = c[5]};
  });
  each_column_is_looked_at<4>({0, 0, 1, 1}, bad, [](auto& c) {
    return hs::centred_boxes{.x = c[0], .y = c[1], .half_x = c[2], .half_y = c[3]};
  });
  each_column_is_looked_at<6>({0, 0, 0, 1, 1, 1}, bad, [](auto& c) {
    return hs::centred_boxes3{.x = c[0], .y = c[1], .z = c[2], .half_x = c[3], .half_y = c[4], .half_z = c[5]};
  });
  each_column_is_looked_at<3>({0, 0, 1}, bad,
                              [](auto& c) { return hs::circles{.x = c[0], .y = c[1], .radius = c[2]}; });
  each_column_is_looked_at<4>({0, 0, 0, 1}, bad,
                              [](auto& c) { return hs::spheres{.x = c[0], .y = c[1], .z = c[2], .radius = c[3]}; });
  each_column_is_looked_at<4>({0, 0, 1, 1}, bad,
                              [](auto& c) { return hs::segments{.x = c[0], .y = c[1], .dx = c[2], .dy = c[3]}; });
  each_column_is_looked_at<6>({0, 0, 0, 1, 1, 1}, bad, [](auto& c) {
    return hs::segments3{.x = c[0], .y = c[1], .z = c[2], .dx = c[3], .dy = c[4], .dz = c[5]};
  });
  each_column_is_looked_at<2>({1, 1}, bad, [](auto& c) { return hs::motions{.dx = c[0], .dy = c[1]}; });
  each_column_is_looked_at<3>({1, 1, 1}, bad, [](auto& c) { return hs::motions3{.dx = c[0], .dy = c[1], .dz = c[2]}; });
}

TEST(validate, finds_capsules_and_rotated_boxes_that_are_none) {
  const auto bad = {not_a_number, infinity, -infinity};
  each_column_is_looked_at<5>({1, 1, 1, 1, 1}, bad, [](auto& c) {
    return hs::capsules{.x = c[0], .y = c[1], .dx = c[2], .dy = c[3], .radius = c[4]};
  });
  each_column_is_looked_at<6>({1, 1, 1, 1, 1, 1}, bad, [](auto& c) {
    return hs::obbs{.x = c[0], .y = c[1], .half_x = c[2], .half_y = c[3], .axis_x = c[4], .axis_y = c[5]};
  });
  std::vector<float> size = ones;
  size[3] = -0.0f, size[4] = 0, size[9] = -smallest;
  EXPECT_EQ(hs::validate(hs::capsules{.x = 0.0f, .y = 0.0f, .dx = 1.0f, .dy = 1.0f, .radius = size}), 9u);
  EXPECT_EQ(
      hs::validate(hs::obbs{.x = 0.0f, .y = 0.0f, .half_x = size, .half_y = 1.0f, .axis_x = 1.0f, .axis_y = 0.0f}), 9u);
  EXPECT_EQ(
      hs::validate(hs::obbs{.x = 0.0f, .y = 0.0f, .half_x = 1.0f, .half_y = size, .axis_x = 1.0f, .axis_y = 0.0f}), 9u);
  EXPECT_EQ(
      hs::validate(hs::obbs{.x = zeros, .y = 0.0f, .half_x = 1.0f, .half_y = largest, .axis_x = 0.0f, .axis_y = 2.0f}),
      0u)
      << "its corners would not be finite";
}

TEST(validate, finds_polygons_that_are_not_convex_whichever_way_round_they_are_given) {
  const auto good = [](std::vector<float> x, std::vector<float> y) {
    const bool alone = hs::validate(hs::polygon{.x = x, .y = y});
    const std::vector<hs::index> offsets{0, static_cast<hs::index>(x.size())};
    EXPECT_EQ(hs::validate(hs::polygons{.x = x, .y = y, .offsets = offsets}), alone ? hs::none : 0u);
    return alone;
  };
  EXPECT_TRUE(good({0, 1, 0}, {0, 0, 1}));
  EXPECT_TRUE(good({0, 1, 2, 2, 0}, {0, 0, 0, 2, 2})) << "a corner in the middle of a side";
  EXPECT_TRUE(good({0, 0, 1}, {0, 1, 0})) << "clockwise";
  EXPECT_TRUE(good({0, 0, 2, 2, 1}, {0, 2, 2, 0, 0})) << "clockwise, with a corner in the middle of a side";
  EXPECT_TRUE(good({1, 1, 1 + 0x1p-23f}, {1, 1 + 0x1p-23f, 1})) << "clockwise";
  EXPECT_TRUE(good({largest, -largest, 0}, {-largest, -largest, largest})) << "clockwise";
  EXPECT_TRUE(good({0, 0, smallest}, {0, smallest, 0})) << "clockwise";
  EXPECT_FALSE(good({0, 0, 1, 4}, {0, 4, 1, 0})) << "concave and clockwise";
  EXPECT_FALSE(good({-8, 3, 3, -8, 10}, {-6, 10, -10, 6, 0})) << "a star turns right everywhere, twice round";
  EXPECT_FALSE(good({0, 0, 1, 1}, {0, 0, 1, 0})) << "a corner twice, at the start";
  EXPECT_FALSE(good({0, 1}, {0, 1}));
  EXPECT_FALSE(good({}, {}));
  EXPECT_FALSE(good({0, 1, 2}, {0, 1, 2})) << "no area";
  EXPECT_FALSE(good({0, 2, 1}, {0, 0, 0})) << "there and back";
  EXPECT_FALSE(good({0, 4, 1, 0}, {0, 0, 1, 4})) << "concave";
  EXPECT_FALSE(good({0, 1, 1, 0}, {0, 0, 0, 1})) << "a corner twice";
  EXPECT_FALSE(good({0, 2, -1, 1, 1}, {0, 2, 2, 0, 3})) << "crosses itself";
  EXPECT_FALSE(good({0, 10, 3, 5, 8, 2}, {0, 0, 9, -4, 8, 8})) << "crosses itself";
  EXPECT_FALSE(good({10, -8, 3, 3, -8}, {0, 6, -10, 10, -6})) << "a star turns left everywhere, twice round";
  EXPECT_FALSE(good({0, 1, not_a_number}, {0, 0, 1}));
  EXPECT_FALSE(good({0, 1, 0}, {0, 0, infinity}));
  EXPECT_TRUE(good({1, 1 + 0x1p-23f, 1}, {1, 1, 1 + 0x1p-23f}));
  EXPECT_FALSE(good({0, 1 + 0x1p-23f, 2, 0}, {0, 1, 2 - 0x1p-22f, 2})) << "a hair to the right";
  EXPECT_TRUE(good({-largest, largest, 0}, {-largest, -largest, largest}));

  const std::vector<float> x{0, 1, 0, 5, 6, 5}, y{0, 0, 1, 5, 5, 6};
  const auto first_bad = [&](std::vector<hs::index> offsets) {
    return hs::validate(hs::polygons{.x = x, .y = y, .offsets = offsets});
  };
  EXPECT_EQ(first_bad({0, 3, 6}), hs::none);
  EXPECT_EQ(first_bad({0, 3, 7}), 1u);
  EXPECT_EQ(first_bad({0, 3, 5}), 1u);
  EXPECT_EQ(first_bad({3, 0, 3}), 0u);
  EXPECT_EQ(first_bad({0, 0xffffffffu}), 0u);
  EXPECT_EQ(first_bad({0}), hs::none);
  EXPECT_EQ(first_bad({}), hs::none);
}

TEST(validate, finds_inverted_boxes_and_negative_radii_and_lets_shapes_without_extent_pass) {
  std::vector<float> edge = ones;
  edge[5] = 0, edge[7] = -smallest;
  EXPECT_EQ(hs::validate(hs::boxes{.min_x = zeros, .min_y = 0.0f, .max_x = edge, .max_y = 1.0f}), 7u)
      << "0 to 0 is a line";
  EXPECT_EQ(hs::validate(hs::boxes{.min_x = 0.0f, .min_y = zeros, .max_x = 1.0f, .max_y = edge}), 7u);
  EXPECT_EQ(hs::validate(
                hs::boxes3{.min_x = 0.0f, .min_y = 0.0f, .min_z = zeros, .max_x = 1.0f, .max_y = 1.0f, .max_z = edge}),
            7u);
  EXPECT_EQ(hs::validate(hs::centred_boxes{.x = 0.0f, .y = 0.0f, .half_x = edge, .half_y = 1.0f}), 7u);
  EXPECT_EQ(
      hs::validate(hs::centred_boxes3{.x = 0.0f, .y = 0.0f, .z = 0.0f, .half_x = 1.0f, .half_y = 1.0f, .half_z = edge}),
      7u);
  EXPECT_EQ(hs::validate(hs::circles{.x = 0.0f, .y = 0.0f, .radius = edge}), 7u);
  EXPECT_EQ(hs::validate(hs::spheres{.x = 0.0f, .y = 0.0f, .z = 0.0f, .radius = edge}), 7u);
  edge[3] = -0.0f, edge[7] = 1;
  EXPECT_EQ(hs::validate(hs::circles{.x = 0.0f, .y = 0.0f, .radius = edge}), hs::none) << "-0 equals 0";
}

TEST(validate, judges_centred_boxes_by_their_rounded_edges) {
  EXPECT_EQ(hs::validate(hs::centred_boxes{.x = 1.0f, .y = 0.0f, .half_x = -0x1p-30f, .half_y = 1.0f}), hs::none)
      << "a half extent lost in rounding leaves a line";
  EXPECT_EQ(hs::validate(hs::centred_boxes{.x = largest, .y = 0.0f, .half_x = largest, .half_y = 1.0f}), 0u)
      << "an edge overflows";
}

TEST(validate, finds_the_first_step_that_breaks_the_promise) {
  std::vector<float> steps = ones;
  steps[9] = -2, steps[11] = 3;
  EXPECT_EQ(hs::validate(hs::motions{.dx = steps, .dy = 0.0f}), hs::none) << "no promise";
  EXPECT_EQ(hs::validate(hs::motions{.dx = steps, .dy = 0.0f, .longest = 3}), hs::none);
  EXPECT_EQ(hs::validate(hs::motions{.dx = steps, .dy = 0.0f, .longest = 2}), 11u);
  EXPECT_EQ(hs::validate(hs::motions3{.dx = 0.0f, .dy = 0.0f, .dz = steps, .longest = 1}), 9u);
}

TEST(validate, an_empty_view_is_fine_and_one_value_for_all_is_one_item) {
  const std::vector<float> nothing;
  EXPECT_EQ(hs::validate(hs::points{.x = nothing, .y = nothing}), hs::none);
  EXPECT_EQ(hs::validate(hs::circles{.x = nothing, .y = nothing, .radius = not_a_number}), hs::none)
      << "there is no item";
  EXPECT_EQ(hs::validate(hs::circles{.x = zeros, .y = zeros, .radius = -1.0f}), 0u);
  EXPECT_EQ(hs::validate(hs::points{.x = 1.0f, .y = not_a_number}), 0u);
}

TEST(validate, looks_at_every_item_of_what_grows_alike) {
  std::vector<float> radius{1, 1, 1, -1}, high{1, 1, 1, -1};
  EXPECT_EQ(hs::validate(hs::growing(hs::circles{.x = 0.0f, .y = 0.0f, .radius = radius}, 2.0f)), 3u);
  const hs::boxes boxes{.min_x = 0.0f, .min_y = 0.0f, .max_x = high, .max_y = 1.0f};
  EXPECT_EQ(hs::validate(hs::growing(boxes, 2.0f, 2.0f)), 3u);
  radius[3] = high[3] = 1;
  EXPECT_EQ(hs::validate(hs::growing(hs::circles{.x = 0.0f, .y = 0.0f, .radius = radius}, 2.0f)), hs::none);
}

TEST(validate, a_chain_as_thin_as_a_line_is_looked_at_as_well) {
  std::vector<float> x{0, 1, 2, not_a_number};
  const std::vector<float> y(4, 0.0f);
  for (const float radius : {0.0f, -0.0f, 1.0f})
    EXPECT_EQ(hs::validate(hs::chain{.x = x, .y = y, .radius = radius}), 2u) << radius;
}

TEST(validate, a_polygon_whose_columns_differ_in_length_is_none) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  const std::vector<float> x{0, 4, 4, not_a_number}, y{0, 0, 4, not_a_number};
  EXPECT_TRUE(hs::validate(hs::polygon{.x = std::span(x).first(3), .y = std::span(y).first(3)}));
  EXPECT_FALSE(hs::validate(hs::polygon{.x = std::span(x).first(3), .y = y}));
  EXPECT_FALSE(hs::validate(hs::polygon{.x = x, .y = std::span(y).first(3)}));
  EXPECT_FALSE(hs::validate(hs::polygon{.x = x, .y = y}));
}

TEST(validate, agrees_with_what_queries_do) {
  // What validate passes hits something that covers everything; what it finds hits nothing.
  rng r(5);
  std::size_t bad = 0;
  for (std::size_t i = 0; i < cases(2000); ++i) {
    constexpr float some[] = {0,         -0.0f,   1,        -1,       2,         smallest,
                              -smallest, largest, -largest, infinity, -infinity, not_a_number};
    const auto draw = [&] { return r.one_in(2) ? r.real(-3, 3) : some[r.below(std::size(some))]; };
    const hs::box all{{-largest, -largest}, {largest, largest}};
    const hs::query closed{.touch = hs::touching::hits};
    const hs::box b{{draw(), draw()}, {draw(), draw()}};
    const bool valid =
        hs::validate(hs::boxes{.min_x = b.min.x, .min_y = b.min.y, .max_x = b.max.x, .max_y = b.max.y}) == hs::none;
    EXPECT_EQ(hs::overlap_any(b, all, closed), valid);
    const hs::circle c{{draw(), draw()}, draw()};
    const bool valid_circle =
        hs::validate(hs::circles{.x = c.center.x, .y = c.center.y, .radius = c.radius}) == hs::none;
    EXPECT_EQ(hs::overlap_any(c, all, closed), valid_circle);
    bad += !valid + !valid_circle;
  }
  if (trial::whole_run()) {
    EXPECT_GT(bad, 0u);
  }
}

TEST(validate, finds_a_link_that_is_too_long_on_either_axis) {
  const std::vector<float> flat{0, 1, 2}, far{-largest, largest, largest};
  EXPECT_EQ(hs::validate(hs::chain{.x = far, .y = flat, .radius = 1.0f}), 0u);
  EXPECT_EQ(hs::validate(hs::chain{.x = flat, .y = far, .radius = 1.0f}), 0u);
}

}  // namespace
