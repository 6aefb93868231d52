// Every public name, for every kind of argument it takes: the same answer as the reference's, and the
// forms agree with each other. (Bits and inputs in depth: the tests of each kernel.)
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/verbs.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t n = 67;  // one word of a mask, and a little

struct sets {
  std::vector<hs::index> list = std::vector<hs::index>(n);
  std::vector<std::uint64_t> words = std::vector<std::uint64_t>(hs::mask_words(n));
  std::size_t count = 0;
  bool any = false;
  friend bool operator==(const sets&, const sets&) = default;

  // The forms of one answer tell the same.
  void expect_consistent() const {
    EXPECT_EQ(any, count > 0);
    EXPECT_EQ(list.size(), count);
    std::size_t k = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (words[i / 64] >> i % 64 & 1) {
        ASSERT_LT(k, count);
        EXPECT_EQ(list[k++], i);
      }
    EXPECT_EQ(k, count);
  }
};

template <class Verb, class... S> sets flat_sets(const Verb& verb, const hs::query& q, const S&... s) {
  sets out;
  out.any = verb.any(s..., q), out.count = verb.count(s..., q);
  verb.mask(s..., out.words, q);
  out.list.resize(verb.list(s..., out.list, q).written);
  out.expect_consistent();
  return out;
}
template <class Verb, class... S> sets each_sets(const Verb& verb, const hs::query& q, const S&... s) {
  sets out;
  out.any = verb.each_any(s..., q), out.count = verb.each_count(s..., q);
  verb.each_mask(s..., out.words, q);
  out.list.resize(verb.pairwise(s..., out.list, q).written);
  out.expect_consistent();
  return out;
}

std::size_t hits_seen = 0;

template <class Verb, class... S> void same_flat(const Verb& verb, const S&... s) {
  const sets got = flat_sets(verb, hs::query{}, s...);
  EXPECT_EQ(got, flat_sets(verb, by_reference(hs::query{}), s...));
  hits_seen += got.count;
}
template <class Verb, class... S> void same_each(const Verb& verb, const hs::query& q, const S&... s) {
  const sets got = each_sets(verb, q, s...);
  EXPECT_EQ(got, each_sets(verb, by_reference(q), s...));
  hits_seen += got.count;
}

template <int D, class Verb, class... S> void same_times(const Verb& verb, const S&... s) {
  std::vector<float> got(n), expected(n), masked(n);
  std::vector<std::uint64_t> words(hs::mask_words(n));
  verb.times(s..., got), verb.times(s..., expected, by_reference()), verb.times(s..., hs::times_out(masked, words));
  EXPECT_EQ(got, expected);
  EXPECT_EQ(masked, expected);
  EXPECT_EQ(verb.nearest(s...), verb.nearest(s..., by_reference()));
  const hit_of<D> first = verb.nearest(s...);
  for (std::size_t i = 0; i < n; ++i) EXPECT_LE(first.time, got[i]);
  EXPECT_TRUE(!first || got[first.index] == first.time);
}
template <int D, class Verb, class... S> void same_records(const Verb& verb, const S&... s) {
  records<D> got(n), expected(n);
  const hs::found a = verb.list(s..., got.columns()), b = verb.list(s..., expected.columns(), by_reference());
  ASSERT_EQ(a.total, b.total);
  ASSERT_EQ(a.written, a.total);
  hit_of<D> nearest;
  for (std::size_t i = 0; i < a.total; ++i) {
    EXPECT_EQ(got[i], expected[i]) << text(got[i]) << " is not " << text(expected[i]);
    const hit_of<D> h = got[i];
    if (h.time < nearest.time || !nearest ||
        (h.time == nearest.time && (nearest.flags & hs::corner) && !(h.flags & hs::corner)))
      nearest = h;
  }
  EXPECT_EQ(verb.nearest(s...), nearest) << "the nearest is the first of the records";
}

// Everything there is of one dimension.
template <int D> struct world {
  box_columns<D> corners;
  centred_columns<D> centred;
  circle_columns<D> round;
  segment_columns<D> cuts;
  vectors<D> at, steps;
  box_of<D> ship;
  circle_of<D> disc;
  segment_of<D> cut;
  vector_of<D> step, point;
  std::vector<hs::index> first, second;

  explicit world(std::uint64_t seed) {
    rng r(seed);
    const family& f = families()[1 + r.below(2)];  // integers: ties and touches
    for (std::size_t i = 0; i < n; ++i) {
      corners.push(draw_box<D>(f, r)), centred.push(draw_position<D>(f, r), draw_vector<D>(f.extent, f, r));
      round.push(draw_circle<D>(f, r)), cuts.push({draw_position<D>(f, r), draw_step<D>(f, r)});
      at.push(draw_position<D>(f, r)), steps.push(draw_step<D>(f, r));
      first.push_back(r.below(n)), second.push_back(r.below(n));
    }
    ship = draw_box<D>(f, r), disc = draw_circle<D>(f, r), cut = {draw_position<D>(f, r), draw_step<D>(f, r)};
    step = draw_step<D>(f, r), point = draw_position<D>(f, r);
  }
  hs::index_pairs pairs() const { return {first, second}; }
};

// body(world, dimension) in 2D and 3D, on every ISA.
template <class Body> void everywhere(const Body& body) {
  hits_seen = 0;
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    SCOPED_TRACE(hs::name(isa));
    for (std::uint64_t seed = 0; seed < cases(20) + 2; ++seed) {
      body(world<2>(seed), std::integral_constant<int, 2>{});
      body(world<3>(seed), std::integral_constant<int, 3>{});
      if (testing::Test::HasFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits_seen, 100u);
  }
}

constexpr hs::query closed{.touch = hs::touching::hits};

TEST(api, overlap_takes_boxes_centred_boxes_points_and_circles_either_way_round) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto both_ways = [](const auto& many, const auto& one) {
      same_flat(verbs::overlap, many, one);
      same_flat(verbs::overlap, one, many);
      EXPECT_EQ(flat_sets(verbs::overlap, {}, many, one), flat_sets(verbs::overlap, {}, one, many))
          << "overlap is symmetric";
    };
    both_ways(w.corners.view(), w.ship), both_ways(w.corners.view(), w.point), both_ways(w.corners.view(), w.disc);
    both_ways(w.centred.view(), w.ship), both_ways(w.centred.view(), w.disc), both_ways(w.at.as_points(), w.ship);
    both_ways(w.at.as_points(), w.disc), both_ways(w.round.view(), w.ship), both_ways(w.round.view(), w.disc),
        both_ways(w.round.view(), w.point);
    same_each(verbs::overlap, hs::query{}, w.corners.view(), w.centred.view());
    same_each(verbs::overlap, by_pairs(w.pairs(), hs::query{}), w.corners.view(), w.round.view());
    same_each(verbs::overlap, by_pairs(hs::index_pairs{w.second, w.first}, hs::query{}), w.round.view(),
              w.corners.view());
    EXPECT_EQ(each_sets(verbs::overlap, by_pairs(w.pairs()), w.corners.view(), w.round.view()),
              each_sets(verbs::overlap, by_pairs({w.second, w.first}), w.round.view(), w.corners.view()));
    same_each(verbs::overlap, by_pairs(w.pairs(), hs::query{}), w.round.view(), w.at.as_points());
    same_each(verbs::overlap, hs::query{}, w.round.view(), w.disc);
    EXPECT_EQ(hs::overlap_count(w.round.view(), w.disc, closed),
              hs::overlap_count(w.round.view(), w.disc, by_reference(closed)));
  });
}

TEST(api, inside_takes_boxes_and_points_in_boxes) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    same_flat(verbs::inside, w.corners.view(), w.ship);
    same_flat(verbs::inside, w.ship, w.corners.view());
    same_flat(verbs::inside, w.point, w.centred.view());
    same_flat(verbs::inside, w.at.as_points(), w.ship);
    same_each(verbs::inside, hs::query{}, w.at.as_points(), w.corners.view());
    same_each(verbs::inside, by_pairs(w.pairs(), hs::query{}), w.corners.view(), w.centred.view());
    EXPECT_EQ(hs::inside_count(w.at.as_points(), w.ship), hs::inside_count(w.at.as_points(), w.ship, closed))
        << "closed by default";
  });
}

// All that a moving verb offers for one set of subjects, flat.
template <int D, class Verb, class... S> void all_flat(const Verb& verb, const S&... s) {
  same_flat(verb, s...);
  same_times<D>(verb, s...);
  same_records<D>(verb, s...);
}
template <int D, class Verb, class... S> void all_each(const Verb& verb, const hs::query& q, const S&... s) {
  same_each(verb, q, s...);
  records<D> got(n), expected(n);
  verb.pairwise(s..., got.columns(), q), verb.pairwise(s..., expected.columns(), by_reference(q));
  std::vector<float> times(n);
  verb.each_times(s..., times, q);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(got[i], expected[i]) << text(got[i]) << " is not " << text(expected[i]);
    EXPECT_TRUE(same_bits(times[i], got[i].time));
  }
  EXPECT_EQ(verb.each_nearest(s..., q), verb.each_nearest(s..., by_reference(q)));
}

TEST(api, cast_takes_segments_at_boxes_and_circles_that_may_move) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto flat = []<class... S>(const S&... s) { all_flat<D>(verbs::cast, s...); };
    const auto each = []<class... S>(const hs::query& q, const S&... s) { all_each<D>(verbs::cast, q, s...); };
    const hs::query pairs = by_pairs(w.pairs());
    flat(w.cut, w.corners.view()), flat(w.cut, w.centred.view()), flat(w.cut, w.round.view());
    flat(w.cuts.view(), w.ship), flat(w.cuts.view(), w.disc);
    const auto steps = w.steps.as_motions();
    flat(w.cut, hs::moving(w.corners.view(), steps)), flat(w.cut, hs::moving(w.corners.view(), w.step)),
        flat(w.cut, hs::moving(w.ship, steps));
    flat(w.cut, hs::moving(w.round.view(), steps)), flat(w.cuts.view(), hs::moving(w.disc, w.step));
    each({}, w.cuts.view(), w.corners.view()), each({}, w.cuts.view(), hs::moving(w.round.view(), steps));
    each(pairs, w.cuts.view(), w.centred.view()), each(pairs, w.cuts.view(), hs::moving(w.corners.view(), steps));
  });
}

TEST(api, sweep_takes_boxes_and_circles_one_or_both_of_which_move) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto flat = []<class... S>(const S&... s) { all_flat<D>(verbs::sweep, s...); };
    const auto each = []<class... S>(const hs::query& q, const S&... s) { all_each<D>(verbs::sweep, q, s...); };
    const hs::query pairs = by_pairs(w.pairs());
    const auto steps = w.steps.as_motions();
    flat(w.ship, w.step, w.corners.view()), flat(w.ship, w.step, w.centred.view()),
        flat(w.ship, w.step, w.at.as_points());
    flat(w.corners.view(), steps, w.ship), flat(w.centred.view(), steps, w.ship),
        flat(w.at.as_points(), w.step, w.ship);
    flat(w.ship, steps, w.ship), flat(w.ship, w.step, hs::moving(w.corners.view(), steps)),
        flat(w.corners.view(), steps, hs::moving(w.point, w.step));
    flat(w.disc, w.step, w.round.view()), flat(w.disc, w.step, w.at.as_points()), flat(w.round.view(), steps, w.disc);
    flat(w.point, w.step, hs::moving(w.round.view(), steps));
    flat(w.round.view(), steps, hs::moving(w.disc, w.step));
    each({}, w.corners.view(), steps, w.centred.view());
    each({}, w.round.view(), steps, hs::moving(w.round.view(), w.step));
    each(pairs, w.corners.view(), steps, w.corners.view());
    each(pairs, w.round.view(), w.step, hs::moving(w.at.as_points(), steps));
    each(pairs, w.ship, steps, w.corners.view());
  });
}

TEST(api, a_step_may_be_written_in_braces) {
  const std::vector<float> low{20}, high{30};
  const hs::boxes walls{.min_x = low, .min_y = low, .max_x = high, .max_y = high};
  const hs::boxes3 blocks{.min_x = low, .min_y = low, .min_z = low, .max_x = high, .max_y = high, .max_z = high};
  const hs::box shot{{0, 0}, {10, 10}};
  EXPECT_EQ(hs::sweep_nearest(shot, {20, 20}, walls).time, 0.5f);
  EXPECT_EQ(hs::sweep_nearest(walls, {-20, -20}, shot).time, 0.5f);
  EXPECT_EQ(hs::sweep_nearest(hs::box3{{0, 0, 0}, {10, 10, 10}}, {40, 40, 40}, blocks).time, 0.25f);
  EXPECT_EQ(hs::sweep_nearest(shot, {10, 10}, hs::moving(walls, {-10, -10})).time, 0.5f);
  EXPECT_EQ(hs::cast_nearest({{10, 10}, {20, 20}}, walls).time, 0.5f) << "and so may a segment";
  EXPECT_EQ(hs::sweep_exit(shot, {60, 60}, hs::box{{20, 20}, {30, 30}}), 0.5f);
  std::vector<hs::hit> met(1);
  EXPECT_EQ(hs::sweep_in_order(shot, {20, 20}, walls, met).total, 1u);
}

TEST(api, the_nearest_of_many_for_each_of_many_is_one_query_after_the_other) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto steps = w.steps.as_motions();
    records<D> cast(n), swept(n), circles(n);
    hs::cast_nearest(w.cuts.view(), w.corners.view(), cast.columns());
    hs::sweep_nearest(w.corners.view(), steps, hs::moving(w.corners.view(), w.step), swept.columns());
    hs::sweep_nearest(w.round.view(), steps, w.round.view(), circles.columns());
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(cast[i], hs::cast_nearest(w.cuts[i], w.corners.view(), by_reference()));
      EXPECT_EQ(swept[i],
                hs::sweep_nearest(w.corners[i], w.steps[i], hs::moving(w.corners.view(), w.step), by_reference()));
      EXPECT_EQ(circles[i], hs::sweep_nearest(w.round[i], w.steps[i], w.round.view(), by_reference()));
      hits_seen += static_cast<bool>(cast[i]);
    }
  });
}

TEST(api, options_reach_the_engine_through_every_name) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    for (const hs::query& q : {closed,
                               hs::query{.start = hs::start_overlap::ignored},
                               {.start = hs::start_overlap::hits_unless_leaving},
                               {.layers = 0},
                               {.until = 0.5f},
                               {.padding = {1, 1, 1}}}) {
      const std::size_t expected = hs::cast_count(w.cut, w.corners.view(), by_reference(q));
      hits_seen += expected;
      std::vector<hs::index> out(n);
      std::vector<std::uint64_t> words(hs::mask_words(n));
      hs::cast_mask(w.cut, w.corners.view(), words, q);
      EXPECT_EQ(hs::cast_count(w.cut, w.corners.view(), q), expected);
      EXPECT_EQ(hs::cast_any(w.cut, w.corners.view(), q), expected > 0);
      EXPECT_EQ(hs::cast(w.cut, w.corners.view(), out, q).total, expected);
      EXPECT_EQ(static_cast<std::size_t>(std::popcount(words[0]) + std::popcount(words[1])), expected);
      EXPECT_EQ(hs::cast_nearest(w.cut, w.corners.view(), q),
                hs::cast_nearest(w.cut, w.corners.view(), by_reference(q)));
    }
  });
}

}  // namespace
