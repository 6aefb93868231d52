// A padded segment is a box that moves: cast with query::padding gives the very bits of the sweep of centred boxes, of
// the same half extents, against every shape, in every form and way.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <string>

#include "../support/answers.hpp"
#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
namespace hd = hitscan::detail;

constexpr std::size_t n = 21;

// Segments, as such and as what they sweep.
template <int D> struct rays {
  segment_columns<D> cuts;
  vectors<D> half;  // all alike
  centred_columns<D> boxes;

  rays(rng& r, const family& f, vector_of<D> padding) {
    for (std::size_t i = 0; i < n; ++i) {
      cuts.push({draw_position<D>(f, r), draw_step<D>(f, r)});
      boxes.push(cuts.start[i], padding);
    }
  }
  auto box(std::size_t i, vector_of<D> padding) const { return box_of<D>::from_center(cuts.start[i], padding); }
};

template <class Request> void expect_same_answers(const Request& cast, const Request& sweep, const char* what) {
  EXPECT_EQ(answers(hd::reference_engine(), cast), answers(hd::reference_engine(), sweep)) << what << ", reference";
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    EXPECT_EQ(answers(hd::active_engine(), cast), answers(hd::reference_engine(), sweep))
        << what << ", " << hs::name(isa);
  }
}

// The same question in two words: a segment, or a box by its delta, against b.
template <hd::batch_shape How, class Cut, class Box, class Delta, class B>
void same(const char* what, const hs::query& thick, const hs::query& q, const Cut& cut, const Box& box,
          const Delta& delta, const B& b) {
  const hd::request x = hd::lowered<hd::cast_verb, How>(thick, cut, b),
                    y = hd::lowered<hd::sweep_verb, How>(q, box, b, delta);
  EXPECT_EQ(x.breach, nullptr) << what;
  expect_same_answers(x, y, what);
}

template <int D, class Items, class One>
void same_against(const char* what, const rays<D>& a, const Items& items, const One& one, vector_of<D> by,
                  const hs::query& q, vector_of<D> padding, rng& r) {
  hs::query thick = q;
  thick.padding = padding;
  const auto cuts = a.cuts.view();
  const auto boxes = a.boxes.view();
  const auto steps = a.cuts.delta.as_motions();
  const std::size_t i = r.below(n);
  const auto box = a.box(i, padding);
  const auto cut = a.cuts[i];
  same<hd::flat>(what, thick, q, cut, box, cut.delta, items);
  same<hd::flat>(what, thick, q, cut, box, cut.delta, hs::moving(items, by));
  same<hd::flat>(what, thick, q, cuts, boxes, steps, one);
  same<hd::flat>(what, thick, q, cuts, boxes, steps, hs::moving(one, by));
  same<hd::each>(what, thick, q, cuts, boxes, steps, items);
  same<hd::each>(what, thick, q, cuts, boxes, steps, hs::moving(items, steps));
  std::vector<hs::index> first, second;
  for (std::size_t k = 0; k < 30; ++k) first.push_back(r.below(n)), second.push_back(r.below(n));
  const hs::index_pairs pairs{first, second};
  same<hd::each>(what, by_pairs(pairs, thick), by_pairs(pairs, q), cuts, boxes, steps, items);

  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    SCOPED_TRACE(std::string(what).append(", nearest of many, ").append(hs::name(isa)));
    records<D> got(n), right(n);
    hs::cast_nearest(cuts, items, got.columns(), thick);
    hs::sweep_nearest(boxes, steps, items, right.columns(), by_reference(q));
    for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(got[k], right[k]) << "segment " << k;
  }
}

TEST(padding, a_padded_cast_is_the_sweep_of_a_box_against_every_shape) {
  std::size_t met = 0;
  for (std::size_t i = 0; i < cases(40) && !testing::Test::HasFailure(); ++i) {
    const family& f = families()[i % families().size()];
    SCOPED_TRACE(std::string(f.name).append(", case ").append(std::to_string(i)));
    rng r(0xbad + i);
    const hs::query q = draw_query(r);
    const auto both = [&]<int D>(std::integral_constant<int, D>) {
      vector_of<D> padding = draw_vector<D>(f.extent, f, r);
      if (r.one_in(3)) padding[0] = 0;
      if (padding == vector_of<D>{}) padding[1] = 1;
      const rays<D> a(r, f, padding);
      box_columns<D> boxes;
      circle_columns<D> circles;
      centred_columns<D> centred;
      for (std::size_t k = 0; k < n; ++k) {
        boxes.push(draw_box<D>(f, r)), circles.push(draw_circle<D>(f, r));
        centred.push(draw_position<D>(f, r), draw_vector<D>(f.extent, f, r));
      }
      const vector_of<D> by = draw_step<D>(f, r);
      same_against<D>("boxes", a, boxes.view(), boxes[3], by, q, padding, r);
      same_against<D>("circles", a, circles.view(), circles[3], by, q, padding, r);
      same_against<D>("centred boxes", a, centred.view(), boxes[3], by, q, padding, r);
      if constexpr (D == 2) {
        const auto& c = circles.center.axis;
        const auto &dx = a.cuts.delta.axis[0], &dy = a.cuts.delta.axis[1];
        const hs::capsules capsules{.x = c[0], .y = c[1], .dx = dx, .dy = dy, .radius = circles.radius};
        const hs::obbs obbs{
            .x = c[0], .y = c[1], .half_x = circles.radius, .half_y = 1.0f, .axis_x = 0.6f, .axis_y = 0.8f};
        const hs::capsule capsule{circles[3].center, a.cuts[4].delta, circles[3].radius};
        const hs::obb obb{circles[3].center, {circles[3].radius, 1}, {0.6f, 0.8f}};
        same_against<2>("capsules", a, capsules, capsule, by, q, padding, r);
        same_against<2>("obbs", a, obbs, obb, by, q, padding, r);
        same_against<2>("segments", a, hs::segments{.x = c[0], .y = c[1], .dx = dx, .dy = dy}, obb, by, q, padding, r);
        hs::query thick = q;
        thick.padding = padding;
        const hs::chain chain{.x = c[0], .y = c[1], .radius = circles.radius};
        same<hd::flat>("chain", thick, q, a.cuts[0], a.box(0, padding), a.cuts[0].delta, chain);
        std::uint64_t got[1], right[1];  // a chain as a whole
        hs::cast_mask(a.cuts.view(), hs::whole(chain), got, thick);
        hs::sweep_mask(a.boxes.view(), a.cuts.delta.as_motions(), hs::whole(chain), right, by_reference(q));
        EXPECT_EQ(got[0], right[0]);
        met += right[0] != 0;
        EXPECT_EQ(hs::cast_count(a.cuts.view(), hs::whole(chain), thick),
                  static_cast<std::size_t>(std::popcount(right[0])));
        EXPECT_EQ(hs::cast_any(a.cuts.view(), hs::whole(chain), thick), right[0] != 0);
        const auto round = circles.view();
        const auto square = boxes.view();
        const auto all = hs::several(round, square, obbs);
        EXPECT_EQ(hs::cast_nearest(a.cuts[1], all, thick),
                  hs::sweep_nearest(a.box(1, padding), a.cuts[1].delta, all, q));
      }
    };
    both(std::integral_constant<int, 2>{}), both(std::integral_constant<int, 3>{});
  }
  EXPECT_GT(met, 0u);
}

TEST(padding, half_extents_are_given_in_either_dimension) {
  const hs::segment cut{{0, 0}, {10, 0}};
  const hs::circle ball{{5, 4}, 2};
  EXPECT_FALSE(hs::cast_any(cut, ball)) << "passes at 4, with a radius of 2";
  EXPECT_TRUE(hs::cast_any(cut, ball, {.padding = {3, 3}}));
  EXPECT_TRUE(hs::cast_any(cut, ball, {.padding = hs::vec2{3, 3}}));
  EXPECT_TRUE(hs::cast_any(cut, ball, {.padding = hs::vec3{3, 3, 0}}));
  EXPECT_FALSE(hs::cast_any(cut, ball, {.padding = {2, 2}})) << "touches";
  EXPECT_FALSE(hs::cast_any(cut, ball, {.padding = {0, 0, 9}})) << "there is no third axis";
  const hs::hit h = hs::cast_nearest(cut, ball, {.padding = {1, 4}});
  EXPECT_EQ(h.normal, (hs::vec2{-1, 0})) << "the box asks";
  EXPECT_EQ(h.time, 0.2f);
  EXPECT_EQ(h.position, (hs::vec2{3, 4})) << "its right face, at 0.2";
  EXPECT_TRUE(hs::cast_any(hs::segment3{{0, 0, 0}, {10, 0, 0}}, hs::sphere{{5, 0, 4}, 2}, {.padding = {1, 1, 3}}));
}

static_assert(!std::is_convertible_v<float, hs::half_extents>, "one number is no size");

// Where edges are rounded, a little less than nothing is gone: it counts all the same.
TEST(padding, of_a_negative_size_that_rounding_swallows_nothing_hits) {
  const hs::segment far{{0x1p24f, 0}, {10, 0}};
  const hs::box wall{{0x1p24f + 4, -5}, {0x1p24f + 8, 5}};
  const hs::circle disc{{0x1p24f + 6, 0}, 2};
  const std::vector<std::uint8_t> solid(4, hs::tile_solid);
  const hs::tile_map map{.width = 2, .height = 2, .cell = {8, 8}, .origin = {0x1p24f + 4, -8}, .tiles = solid};
  const std::vector<float> x(9, 0x1p24f);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (const float size : {-0.25f, -smallest, not_a_number, -0.0f, 0.25f}) {
      const bool hits = size == 0 || size > 0;
      const hs::query q{.padding = hs::vec2{size, 1}};
      EXPECT_EQ(hs::cast_any(far, wall, q), hits) << size;
      EXPECT_EQ(hs::cast_any(far, disc, q), hits) << size;
      EXPECT_EQ(bool{map.cast_nearest(far, q)}, hits) << size;
      EXPECT_EQ(bool{hs::cells(map).cast_nearest(far, q)}, hits) << size;
      std::vector<hs::index> who(9);
      map.cast_nearest(hs::segments{.x = x, .y = 0.0f, .dx = 10.0f, .dy = 0.0f}, {.index = who}, q);
      EXPECT_EQ(who[8] != hs::none, hits) << size;
    }
  }
}

TEST(padding, of_a_negative_or_unknown_size_nothing_hits) {
  const hs::segment cut{{0, 4}, {10, 0}};
  const hs::box wall{{4, 0}, {6, 8}};
  const hs::circle ball{{5, 4}, 2};
  const hs::obb turned{{5, 4}, {2, 2}, {0.6f, 0.8f}};
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const float bad : {-1.0f, not_a_number, infinity})
      for (const hs::query& q : {hs::query{.padding = {bad, bad}}, hs::query{.padding = {1, bad}}}) {
        EXPECT_FALSE(hs::cast_any(cut, wall, q)) << hs::name(isa) << bad;
        EXPECT_FALSE(hs::cast_any(cut, ball, q)) << hs::name(isa) << bad;
        EXPECT_FALSE(hs::cast_any(cut, turned, q)) << hs::name(isa) << bad;
      }
    EXPECT_TRUE(hs::cast_any(cut, wall, {.padding = {-0.0f, 0}})) << "a point";
  }
}

}  // namespace
