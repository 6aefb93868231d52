// Every public name, for every kind of argument it takes: the same answer as its twin in hitscan::reference, and the
// forms agree with each other. (Bits and inputs in depth: the tests of each kernel.)
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t n = 67;  // one word of a mask, and a little

// Two namespaces with the same names, as objects.
#define TRIAL_VERB(verb)                                                  \
  struct verb##_active {                                                  \
    static constexpr auto& list = hs::verb;                               \
    static constexpr auto& any = hs::verb##_any;                          \
    static constexpr auto& count = hs::verb##_count;                      \
    static constexpr auto& mask = hs::verb##_mask;                        \
    static constexpr auto& each = hs::verb##_each;                        \
    static constexpr auto& each_any = hs::verb##_each_any;                \
    static constexpr auto& each_count = hs::verb##_each_count;            \
    static constexpr auto& each_mask = hs::verb##_each_mask;              \
  };                                                                      \
  struct verb##_reference {                                               \
    static constexpr auto& list = hs::reference::verb;                    \
    static constexpr auto& any = hs::reference::verb##_any;               \
    static constexpr auto& count = hs::reference::verb##_count;           \
    static constexpr auto& mask = hs::reference::verb##_mask;             \
    static constexpr auto& each = hs::reference::verb##_each;             \
    static constexpr auto& each_any = hs::reference::verb##_each_any;     \
    static constexpr auto& each_count = hs::reference::verb##_each_count; \
    static constexpr auto& each_mask = hs::reference::verb##_each_mask;   \
  }
#define TRIAL_MOVING_VERB(verb)                                               \
  TRIAL_VERB(verb);                                                           \
  struct verb##_active_too {                                                  \
    static constexpr auto& times = hs::verb##_times;                          \
    static constexpr auto& nearest = hs::verb##_nearest;                      \
    static constexpr auto& each_times = hs::verb##_each_times;                \
    static constexpr auto& each_nearest = hs::verb##_each_nearest;            \
  };                                                                          \
  struct verb##_reference_too {                                               \
    static constexpr auto& times = hs::reference::verb##_times;               \
    static constexpr auto& nearest = hs::reference::verb##_nearest;           \
    static constexpr auto& each_times = hs::reference::verb##_each_times;     \
    static constexpr auto& each_nearest = hs::reference::verb##_each_nearest; \
  }
TRIAL_VERB(overlap);
TRIAL_VERB(inside);
TRIAL_MOVING_VERB(cast);
TRIAL_MOVING_VERB(sweep);

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

template <class Verb, class... S> sets flat_sets(const S&... s) {
  sets out;
  out.any = Verb::any(s...), out.count = Verb::count(s...);
  Verb::mask(s..., out.words);
  out.list.resize(Verb::list(s..., out.list).written);
  out.expect_consistent();
  return out;
}
template <class Verb, class... S> sets each_sets(const S&... s) {
  sets out;
  out.any = Verb::each_any(s...), out.count = Verb::each_count(s...);
  Verb::each_mask(s..., out.words);
  out.list.resize(Verb::each(s..., out.list).written);
  out.expect_consistent();
  return out;
}

std::size_t hits_seen = 0;

template <class Active, class Reference, class... S> void same_flat(const S&... s) {
  const sets got = flat_sets<Active>(s...);
  EXPECT_EQ(got, flat_sets<Reference>(s...));
  hits_seen += got.count;
}
template <class Active, class Reference, class... S> void same_each(const S&... s) {
  const sets got = each_sets<Active>(s...);
  EXPECT_EQ(got, each_sets<Reference>(s...));
  hits_seen += got.count;
}

template <int D, class Active, class Reference, class... S> void same_times(const S&... s) {
  std::vector<float> got(n), expected(n), masked(n);
  std::vector<std::uint64_t> words(hs::mask_words(n));
  Active::times(s..., got), Reference::times(s..., expected), Active::times(s..., {masked, words});
  EXPECT_EQ(got, expected);
  EXPECT_EQ(masked, expected);
  EXPECT_EQ(Active::nearest(s...), Reference::nearest(s...));
  const hit_of<D> first = Active::nearest(s...);
  for (std::size_t i = 0; i < n; ++i) EXPECT_LE(first.time, got[i]);
  EXPECT_TRUE(!first || got[first.index] == first.time);
}
template <int D, class List, class Times, class ReferenceList, class... S> void same_records(const S&... s) {
  records<D> got(n), expected(n);
  const hs::found a = List::list(s..., got.columns()), b = ReferenceList::list(s..., expected.columns());
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
  EXPECT_EQ(Times::nearest(s...), nearest) << "the nearest is the first of the records";
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
      same_flat<overlap_active, overlap_reference>(many, one);
      same_flat<overlap_active, overlap_reference>(one, many);
      EXPECT_EQ(flat_sets<overlap_active>(many, one), flat_sets<overlap_active>(one, many)) << "overlap is symmetric";
    };
    both_ways(w.corners.view(), w.ship), both_ways(w.corners.view(), w.point), both_ways(w.corners.view(), w.disc);
    both_ways(w.centred.view(), w.ship), both_ways(w.centred.view(), w.disc), both_ways(w.at.as_points(), w.ship);
    both_ways(w.at.as_points(), w.disc), both_ways(w.round.view(), w.ship), both_ways(w.round.view(), w.disc),
        both_ways(w.round.view(), w.point);
    same_each<overlap_active, overlap_reference>(w.corners.view(), w.centred.view());
    same_each<overlap_active, overlap_reference>(w.corners.view(), w.round.view(), w.pairs());
    same_each<overlap_active, overlap_reference>(w.round.view(), w.corners.view(), hs::index_pairs{w.second, w.first});
    EXPECT_EQ(each_sets<overlap_active>(w.corners.view(), w.round.view(), w.pairs()),
              each_sets<overlap_active>(w.round.view(), w.corners.view(), hs::index_pairs{w.second, w.first}));
    same_each<overlap_active, overlap_reference>(w.round.view(), w.at.as_points(), w.pairs());
    same_each<overlap_active, overlap_reference>(w.round.view(), w.disc);
    EXPECT_EQ(hs::overlap_count(w.round.view(), w.disc, closed),
              hs::reference::overlap_count(w.round.view(), w.disc, closed));
  });
}

TEST(api, inside_takes_boxes_and_points_in_boxes) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    same_flat<inside_active, inside_reference>(w.corners.view(), w.ship);
    same_flat<inside_active, inside_reference>(w.ship, w.corners.view());
    same_flat<inside_active, inside_reference>(w.point, w.centred.view());
    same_flat<inside_active, inside_reference>(w.at.as_points(), w.ship);
    same_each<inside_active, inside_reference>(w.at.as_points(), w.corners.view());
    same_each<inside_active, inside_reference>(w.corners.view(), w.centred.view(), w.pairs());
    EXPECT_EQ(hs::inside_count(w.at.as_points(), w.ship), hs::inside_count(w.at.as_points(), w.ship, closed))
        << "closed by default";
  });
}

// All that a moving verb offers for one set of subjects, flat.
template <int D, class Active, class ActiveToo, class Reference, class ReferenceToo, class... S>
void all_flat(const S&... s) {
  same_flat<Active, Reference>(s...);
  same_times<D, ActiveToo, ReferenceToo>(s...);
  same_records<D, Active, ActiveToo, Reference>(s...);
}
template <int D, class Active, class ActiveToo, class Reference, class ReferenceToo, class... S>
void all_each(const S&... s) {
  same_each<Active, Reference>(s...);
  records<D> got(n), expected(n);
  Active::each(s..., got.columns()), Reference::each(s..., expected.columns());
  std::vector<float> times(n);
  ActiveToo::each_times(s..., times);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(got[i], expected[i]) << text(got[i]) << " is not " << text(expected[i]);
    EXPECT_TRUE(same_bits(times[i], got[i].time));
  }
  EXPECT_EQ(ActiveToo::each_nearest(s...), ReferenceToo::each_nearest(s...));
}

TEST(api, cast_takes_segments_at_boxes_and_circles_that_may_move) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto flat = []<class... S>(const S&... s) {
      all_flat<D, cast_active, cast_active_too, cast_reference, cast_reference_too>(s...);
    };
    const auto each = []<class... S>(const S&... s) {
      all_each<D, cast_active, cast_active_too, cast_reference, cast_reference_too>(s...);
    };
    flat(w.cut, w.corners.view()), flat(w.cut, w.centred.view()), flat(w.cut, w.round.view());
    flat(w.cuts.view(), w.ship), flat(w.cuts.view(), w.disc);
    flat(w.cut, w.corners.view(), w.steps.as_motions()), flat(w.cut, w.corners.view(), w.step),
        flat(w.cut, w.ship, w.steps.as_motions());
    flat(w.cut, w.round.view(), w.steps.as_motions()), flat(w.cuts.view(), w.disc, w.step);
    each(w.cuts.view(), w.corners.view()), each(w.cuts.view(), w.round.view(), w.steps.as_motions());
    each(w.cuts.view(), w.centred.view(), w.pairs()),
        each(w.cuts.view(), w.corners.view(), w.steps.as_motions(), w.pairs());
  });
}

TEST(api, sweep_takes_boxes_and_circles_one_or_both_of_which_move) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto flat = []<class... S>(const S&... s) {
      all_flat<D, sweep_active, sweep_active_too, sweep_reference, sweep_reference_too>(s...);
    };
    const auto each = []<class... S>(const S&... s) {
      all_each<D, sweep_active, sweep_active_too, sweep_reference, sweep_reference_too>(s...);
    };
    const auto steps = w.steps.as_motions();
    flat(w.ship, w.step, w.corners.view()), flat(w.ship, w.step, w.centred.view()),
        flat(w.ship, w.step, w.at.as_points());
    flat(w.corners.view(), steps, w.ship), flat(w.centred.view(), steps, w.ship),
        flat(w.at.as_points(), w.step, w.ship);
    flat(w.ship, steps, w.ship), flat(w.ship, w.step, w.corners.view(), steps),
        flat(w.corners.view(), steps, w.point, w.step);
    flat(w.disc, w.step, w.round.view()), flat(w.disc, w.step, w.at.as_points()), flat(w.round.view(), steps, w.disc);
    flat(w.point, w.step, w.round.view(), steps), flat(w.round.view(), steps, w.disc, w.step);
    each(w.corners.view(), steps, w.centred.view()), each(w.round.view(), steps, w.round.view(), w.step);
    each(w.corners.view(), steps, w.corners.view(), w.pairs()),
        each(w.round.view(), w.step, w.at.as_points(), steps, w.pairs());
    each(w.ship, steps, w.corners.view(), w.pairs());
  });
}

TEST(api, the_nearest_of_many_for_each_of_many_is_one_query_after_the_other) {
  everywhere([]<int D>(const world<D>& w, std::integral_constant<int, D>) {
    const auto steps = w.steps.as_motions();
    records<D> cast(n), swept(n), circles(n);
    hs::cast_nearest(w.cuts.view(), w.corners.view(), cast.columns());
    hs::sweep_nearest(w.corners.view(), steps, w.corners.view(), w.step, swept.columns());
    hs::sweep_nearest(w.round.view(), steps, w.round.view(), circles.columns());
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(cast[i], hs::reference::cast_nearest(w.cuts[i], w.corners.view()));
      EXPECT_EQ(swept[i], hs::reference::sweep_nearest(w.corners[i], w.steps[i], w.corners.view(), w.step));
      EXPECT_EQ(circles[i], hs::reference::sweep_nearest(w.round[i], w.steps[i], w.round.view()));
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
      const std::size_t expected = hs::reference::cast_count(w.cut, w.corners.view(), q);
      hits_seen += expected;
      std::vector<hs::index> out(n);
      std::vector<std::uint64_t> words(hs::mask_words(n));
      hs::cast_mask(w.cut, w.corners.view(), words, q);
      EXPECT_EQ(hs::cast_count(w.cut, w.corners.view(), q), expected);
      EXPECT_EQ(hs::cast_any(w.cut, w.corners.view(), q), expected > 0);
      EXPECT_EQ(hs::cast(w.cut, w.corners.view(), out, q).total, expected);
      EXPECT_EQ(static_cast<std::size_t>(std::popcount(words[0]) + std::popcount(words[1])), expected);
      EXPECT_EQ(hs::cast_nearest(w.cut, w.corners.view(), q), hs::reference::cast_nearest(w.cut, w.corners.view(), q));
    }
  });
}

}  // namespace
