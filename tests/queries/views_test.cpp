// Views, columns, converters and results: the small types around the queries.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "../support/columns.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

TEST(views, a_column_is_a_span_or_one_value_or_absent) {
  const hs::column absent, one = 4.0f;
  EXPECT_TRUE(absent.absent() && !absent.one() && !absent.many());
  EXPECT_TRUE(one.one() && !one.absent() && !one.many());
  EXPECT_EQ(one.value(), 4);
  EXPECT_EQ(one[12345], 4);
  std::vector<float> three{1, 2, 3};
  const std::array<float, 2> two{5, 6};
  float plain[4] = {7, 8, 9, 10};
  const hs::column from_vector = three, from_array = two, from_plain = plain,
                   from_span = std::span<const float>(three).first(1);
  EXPECT_TRUE(from_vector.many());
  EXPECT_EQ(from_vector.size(), 3u);
  EXPECT_EQ(from_vector.data(), three.data());
  EXPECT_EQ(from_array[1], 6);
  EXPECT_EQ(from_plain.size(), 4u);
  EXPECT_EQ(from_span.size(), 1u);
  const std::vector<float> nothing;
  EXPECT_TRUE(hs::column(nothing).many()) << "an empty span has no item; it is not absent";
  EXPECT_EQ(hs::column(nothing).size(), 0u);
}

TEST(views, a_view_is_as_long_as_its_spans) {
  const std::vector<float> five(5), seven(7), nothing;
  EXPECT_EQ((hs::circles{.x = five, .y = five, .radius = 1.0f}.size()), 5u);
  EXPECT_EQ((hs::circles{.x = five, .y = seven, .radius = 1.0f}.size()), 5u) << "the shortest";
  EXPECT_EQ((hs::circles{.x = 1.0f, .y = 1.0f, .radius = seven}.size()), 7u);
  EXPECT_EQ((hs::circles{.x = 1.0f, .y = 1.0f, .radius = 1.0f}.size()), 1u);
  EXPECT_EQ((hs::circles{.x = nothing, .y = nothing, .radius = 1.0f}.size()), 0u);
}

TEST(views, list_their_columns_in_the_order_of_the_kernels) {
  const hs::boxes3 b{.min_x = 1.0f, .min_y = 2.0f, .min_z = 3.0f, .max_x = 4.0f, .max_y = 5.0f, .max_z = 6.0f};
  const float boxes[] = {1, 4, 2, 5, 3, 6};
  for (std::size_t c = 0; c < 6; ++c) EXPECT_EQ(b.columns()[c].value(), boxes[c]);
  const hs::centred_boxes m{.x = 1.0f, .y = 2.0f, .half_x = 3.0f, .half_y = 4.0f};
  for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(m.columns()[c].value(), static_cast<float>(c + 1));
}

TEST(views, the_same_shapes_in_other_clothes_have_the_same_answers) {
  rng r(11);
  box_columns<2> corners;
  centred_columns<2> centred;
  circle_columns<2> round;
  vectors<2> at, steps;
  const std::size_t n = 131;
  for (std::size_t i = 0; i < n; ++i) {
    const hs::vec2 c{r.real(-20, 20), r.real(-20, 20)}, h{r.real(0, 3), r.real(0, 3)};
    centred.push(c, h), corners.push(hs::box::from_center(c, h)), at.push(c), round.push({c, 0}),
        steps.push({r.real(-9, 9), r.real(-9, 9)});
  }
  const hs::box ship{{-6, -5}, {7, 6}};
  const hs::circle disc{{1, 1}, 6};
  std::vector<hs::index> first(n), second(n);
  const auto same = [&](const hs::found& x, const hs::found& y) {
    EXPECT_GT(x.total, 0u);
    EXPECT_LT(x.total, n);
    EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin(), y.end()));
  };
  same(hs::overlap(corners.view(), ship, first), hs::overlap(centred.view(), ship, second));
  same(hs::overlap(at.as_points(), disc, first), hs::overlap(round.view(), disc, second));
  same(hs::overlap(ship, corners.view(), first), hs::overlap(corners.view(), ship, second));
  same(hs::overlap(disc, corners.view(), first), hs::overlap(centred.view(), disc, second));
  same(hs::sweep(corners.view(), steps.as_motions(), ship, first),
       hs::sweep(centred.view(), steps.as_motions(), ship, second));
  // A segment is a point that moves; padding makes it a box that moves.
  const hs::segments cut{.x = at.axis[0], .y = at.axis[1], .dx = steps.axis[0], .dy = steps.axis[1]};
  same(hs::cast(cut, ship, first), hs::sweep(at.as_points(), steps.as_motions(), ship, second));
  same(hs::cast(cut, disc, first), hs::sweep(at.as_points(), steps.as_motions(), disc, second));
  const hs::centred_boxes thick{.x = at.axis[0], .y = at.axis[1], .half_x = 1.5f, .half_y = 0.5f};
  same(hs::cast(cut, ship, first, {.padding = {1.5f, 0.5f, 0}}), hs::sweep(thick, steps.as_motions(), ship, second));
  // One motion for all, and one that stands still.
  same(hs::sweep(corners.view(), hs::vec2{3, 1}, ship, first),
       hs::sweep(corners.view(), hs::motions{.dx = 3.0f, .dy = 1.0f, .longest = 3}, ship, second));
  same(hs::sweep(corners.view(), steps.as_motions(), hs::moving(ship, hs::vec2{}), first),
       hs::sweep(corners.view(), steps.as_motions(), ship, second));
}

TEST(views, layers_join_items_and_query) {
  const std::vector<float> x{0, 0, 0, 0};
  const std::vector<std::uint32_t> bits{1, 2, 3, 0};
  const hs::circles items{.x = x, .y = 0.0f, .radius = 1.0f, .layers = bits};
  const hs::circle ship{{0, 0}, 1};
  EXPECT_EQ(hs::overlap_count(items, ship), 3u) << "an item on no layer never takes part";
  EXPECT_EQ(hs::overlap_count(items, ship, {.layers = 2}), 2u);
  EXPECT_EQ(hs::overlap_count(items, ship, {.layers = 4}), 0u);
  const hs::circles others{.x = x, .y = 0.0f, .radius = 1.0f, .layers = 2u};
  EXPECT_EQ(hs::overlap_each_count(items, others), 2u) << "both sides must share a layer";
  EXPECT_EQ(hs::overlap_each_count(items, others, {.layers = 1}), 0u);
}

TEST(views, converters_round_like_single_boxes) {
  rng r(3);
  const std::size_t n = 100;
  std::vector<float> c(n), h(n), low(n), high(n);
  for (std::size_t i = 0; i < n; ++i) c[i] = r.real(-1000, 1000), h[i] = r.real(0, 1);
  EXPECT_EQ(hs::from_center(c, h, low, high), n);
  for (std::size_t i = 0; i < n; ++i) {
    const hs::box b = hs::box::from_center({c[i], 0}, {h[i], 0});
    EXPECT_TRUE(same_bits(low[i], b.min.x) && same_bits(high[i], b.max.x));
  }
  EXPECT_EQ(hs::from_corner(c, h, low, high), n);
  for (std::size_t i = 0; i < n; ++i) {
    const hs::box b = hs::box::from_corner({c[i], 0}, {h[i], 0});
    EXPECT_TRUE(same_bits(low[i], b.min.x) && same_bits(high[i], b.max.x));
  }
}

TEST(views, converters_may_work_in_place_and_stop_at_the_shortest) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  std::vector<float> c{10, 20, 30}, expected_low{8, 18, 30}, high(3, -1);
  const std::vector<float> original = c;
  EXPECT_EQ(hs::from_center(c, 2.0f, std::span(c).first(2), high), 2u) << "in place, one half extent for all";
  EXPECT_EQ(c, expected_low);
  EXPECT_EQ(high, (std::vector<float>{12, 22, -1})) << "nothing is written beyond the shortest";
  c = original;
  std::vector<float> h{1, 2, 3};
  EXPECT_EQ(hs::from_center(c, h, c, h), 3u) << "both in place";
  EXPECT_EQ(c, (std::vector<float>{9, 18, 27}));
  EXPECT_EQ(h, (std::vector<float>{11, 22, 33}));
  EXPECT_EQ(hs::from_corner(original, std::span<const float>(h).first(1), c, high), 1u);
}

TEST(views, found_is_the_written_prefix_and_knows_the_total) {
  const std::vector<float> x{0, 5, 0, 5, 0};
  const hs::circles items{.x = x, .y = 0.0f, .radius = 1.0f};
  std::array<hs::index, 5> out{};
  const hs::found all = hs::overlap(items, hs::circle{{0, 0}, 1}, out);
  EXPECT_TRUE(all.complete());
  EXPECT_EQ((std::vector<hs::index>(all.begin(), all.end())), (std::vector<hs::index>{0, 2, 4}));
  const hs::found some = hs::overlap(items, hs::circle{{0, 0}, 1}, std::span(out).first(2));
  EXPECT_FALSE(some.complete());
  EXPECT_EQ(some.total, 3u);
  EXPECT_EQ((std::vector<hs::index>(some.begin(), some.end())), (std::vector<hs::index>{0, 2}));
  const hs::found counted = hs::overlap(items, hs::circle{{0, 0}, 1}, {});
  EXPECT_EQ(counted.total, 3u);
  EXPECT_EQ(counted.begin(), counted.end());
}

TEST(views, small_results) {
  EXPECT_FALSE(hs::hit{});
  EXPECT_TRUE((hs::hit3{.index = 0}));
  EXPECT_EQ(hs::mask_words(0), 0u);
  EXPECT_EQ(hs::mask_words(1), 1u);
  EXPECT_EQ(hs::mask_words(64), 1u);
  EXPECT_EQ(hs::mask_words(65), 2u);
}

// ---- what can be asked at all ------------------------------------------------------------------------------------

// What is refused in words cannot be seen by a requires-expression, so these ask what refuses it.
namespace hd = hs::detail;
template <class A, class B> constexpr bool can_overlap = hd::can_ask<hd::overlap_verb, hd::flat, A, B>;
template <class A, class B> constexpr bool can_overlap_each = hd::can_ask<hd::overlap_verb, hd::each, A, B>;
template <class A, class B> constexpr bool can_be_inside = hd::can_ask<hd::inside_verb, hd::flat, A, B>;
template <class A, class B> constexpr bool can_cast = hd::can_ask<hd::cast_verb, hd::flat, A, B>;
template <class A, class M, class B> constexpr bool can_sweep = hd::can_ask<hd::sweep_verb, hd::flat, A, B, M>;
template <class A, class M, class B> constexpr bool can_sweep_each = hd::can_ask<hd::sweep_verb, hd::each, A, B, M>;
template <class A, class M, class B>
concept can_call_sweep = requires(const A& a, const M& by, const B& b, std::span<std::uint64_t> words) {
  hs::sweep_each_mask(a, by, b, words);
};
static_assert(can_call_sweep<hs::points, hs::motions, hs::boxes> &&
              !can_call_sweep<hs::points, hs::motions, hs::points>);

static_assert(can_overlap<hs::box, hs::boxes> && can_overlap<hs::boxes, hs::vec2> &&
              can_overlap<hs::points3, hs::box3>);
static_assert(can_overlap<hs::circles, hs::box> && can_overlap<hs::box, hs::circles> &&
              can_overlap<hs::centred_boxes3, hs::sphere>);
static_assert(can_overlap<hs::circle, hs::circle>, "one with one is fine");
static_assert(!can_overlap<hs::points, hs::vec2>, "points have nothing to overlap with");
static_assert(!can_overlap<hs::boxes, hs::box3> && !can_overlap<hs::circles, hs::sphere>, "2D and 3D do not mix");
static_assert(!can_overlap<hs::boxes, hs::boxes>, "two views: item by item, or a broadphase");
static_assert(can_overlap_each<hs::boxes, hs::boxes> && can_overlap_each<hs::boxes, hs::circle>);
static_assert(can_overlap_each<hs::boxes, hs::circles> && !can_overlap_each<hs::box, hs::box>);
static_assert(can_be_inside<hs::points, hs::box> && can_be_inside<hs::box, hs::centred_boxes>);
static_assert(!can_be_inside<hs::circles, hs::box> && !can_be_inside<hs::boxes, hs::vec2>);
static_assert(can_cast<hs::segment, hs::boxes> && can_cast<hs::segments, hs::circle> &&
              can_cast<hs::segment3, hd::moving_shape<hs::spheres, hs::motions3>>);
static_assert(!can_cast<hs::segment, hs::points> && !can_cast<hs::segment, hs::boxes3> &&
              !can_cast<hs::boxes, hs::segment>);
static_assert(can_sweep<hs::box, hs::vec2, hs::boxes> &&
              can_sweep<hs::boxes, hs::motions, hd::moving_shape<hs::box, hs::vec2>>);
static_assert(can_sweep<hs::vec2, hs::vec2, hs::circles> && can_sweep<hs::circle, hs::motions, hs::circle>);
static_assert(!can_sweep<hs::box, hs::boxes, hs::vec2>, "a sweep says how things move, next to who asks");
static_assert(can_sweep<hs::circle, hs::vec2, hs::boxes> && can_sweep<hs::box, hs::vec2, hs::circles>);
static_assert(!can_sweep<hs::box, hs::vec3, hs::boxes> && !can_sweep<hs::vec2, hs::vec2, hs::points>);
static_assert(can_sweep_each<hs::box, hs::motions, hd::moving_shape<hs::boxes, hs::motions>>);

TEST(columns, edges_may_take_the_place_of_either_input) {
  const std::vector<float> at{10, 20}, size{1, 2};
  std::vector<float> a = at, b = size;
  hs::from_center(a, b, b, a);
  EXPECT_EQ(b, (std::vector<float>{9, 18}));
  EXPECT_EQ(a, (std::vector<float>{11, 22}));
  a = at, b = size;
  hs::from_corner(a, b, b, a);
  EXPECT_EQ(b, at);
  EXPECT_EQ(a, (std::vector<float>{11, 22}));
}

}  // namespace
