// Every question that brute force answers, asked of a world by each of its methods: all kinds of things, all options,
// in 2D and 3D, to the bit, on every ISA. And what is refused: no output is left as it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/function_ref.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// Options of every kind, one after the other: 2 x 3 x 2 x 2 of them.
struct options {
  hs::query q;
  bool layered;
  hs::layer_column asks{}, asked{};  // or one value for all who ask, or are asked about
  template <class V> V on(V who) const {
    if (asks.one()) who.layers = asks;
    return who;
  }
  template <class V> V among(V items) const {
    if (asked.one()) items.layers = asked;
    return items;
  }
};
constexpr unsigned option_count = 24;
options option(unsigned i, rng& r) {
  options o;
  o.q.touch = i % 2 ? hs::touching::hits : hs::touching::misses;
  o.q.start = static_cast<hs::start_overlap>(i / 2 % 3);
  o.layered = i / 6 % 2 != 0;
  if (r.one_in(5)) o.asks = 1 + r.below(3);
  if (r.one_in(5)) o.asked = 1 + r.below(3);
  if (o.layered && !r.one_in(4)) o.q.layers = 1 + r.below(7);
  if (i / 12) o.q.until = r.one_in(8) ? 0 : r.real(0, 1);
  return o;
}
std::string text(const options& o) {
  std::string t(o.q.touch == hs::touching::hits ? "closed" : "open");
  t.append(", start ").append(std::to_string(static_cast<int>(o.q.start)));
  t.append(", until ").append(hex(o.q.until)).append(", layers ").append(std::to_string(o.q.layers));
  if (o.asks.one()) t.append(", asks on ").append(std::to_string(o.asks.value()));
  if (o.asked.one()) t.append(", asked on ").append(std::to_string(o.asked.value()));
  return t.append(o.layered ? " of some" : " of all");
}

std::string text(shape_kind who, const char* meets, shape_kind what, int dims, layout kind, const options& o) {
  std::string t(name_of(who));
  return t.append(meets)
             .append(name_of(what))
             .append(dims == 2 ? ", 2D, " : ", 3D, ")
             .append(name_of(kind))
             .append(", ") +
         text(o);
}

// ---- first hits ------------------------------------------------------------------------------------------------

template <int D> void spoil(records<D>& to) {
  std::fill(to.index.begin(), to.index.end(), 7u), std::fill(to.time.begin(), to.time.end(), 7.0f);
  std::fill(to.flags.begin(), to.flags.end(), std::uint8_t{7});
  for (int k = 0; k < D; ++k)
    std::fill(to.normal[k].begin(), to.normal[k].end(), 7.0f),
        std::fill(to.position[k].begin(), to.position[k].end(), 7.0f);
}
template <int D> auto no_details(records<D>& to) {
  auto c = to.columns();
  c.normal_x = c.normal_y = c.position_x = c.position_y = {};
  if constexpr (D == 3) c.normal_z = c.position_z = {};
  return c;
}

// Compared in functions of their own, since whoever asks whom is a template.
template <int D>
void expect_firsts(const records<D>& got, const records<D>& right, bool details,
                   const function_ref<std::string()>& what) {
  for (std::size_t i = 0; i < right.index.size(); ++i) {
    const hit_of<D> x = got[i], y = right[i];
    bool same = x.index == y.index && same_bits(x.time, y.time) && x.flags == y.flags;
    for (int k = 0; details && k < D; ++k)
      same = same && same_bits(x.normal[k], y.normal[k]) && same_bits(x.position[k], y.position[k]);
    ASSERT_TRUE(same) << what() << (details ? "" : ", without details") << ", " << i << " of " << right.index.size()
                      << ": " << trial::text(x) << ", not " << trial::text(y);
  }
}

// By each method on each ISA, with details and without.
template <int D>
void expect_firsts(
    const records<D>& right, all_ways& them, const function_ref<void()>& fill,
    const function_ref<void(world_by&, const decltype(records<D>(0).columns())&, const hs::workers&)>& ask,
    const std::string& what) {
  records<D> got(right.index.size());
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    fill();
    for (const bool details : {true, false})
      them.each_and_shared([&](world_by& structure, const char* name, const hs::workers& space) {
        spoil(got);
        ask(structure, details ? got.columns() : no_details(got), space);
        expect_firsts<D>(got, right, details, [&] { return what + ", " + name + " on " + hs::name(which); });
      });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// What the flat queries of two views say. Points among points they are not asked about: these are boxes then.
template <int D, shape_kind Who, shape_kind What>
void brute_force(const crowd<D>& who, kind_constant<Who> asks, const crowd<D>& world, kind_constant<What> asked,
                 const options& o, bool moving, records<D>& to) {
  const auto movers = o.on(who.as(asks, o.layered));
  const auto items = [&] {
    if constexpr (What == shape_kind::points && (Who == shape_kind::points || Who == shape_kind::rays))
      return o.among(world.specks(o.layered));
    else
      return o.among(world.as(asked, o.layered));
  }();
  const auto ask = [&](const auto& these) {
    if constexpr (Who == shape_kind::rays)
      hs::cast_nearest(movers, these, to.columns(), by_reference(o.q));
    else
      hs::sweep_nearest(movers, who.steps(), these, to.columns(), by_reference(o.q));
  };
  moving ? ask(hs::moving(items, world.steps())) : ask(items);
}

template <int D, shape_kind Who, shape_kind What>
std::size_t try_firsts(kind_constant<Who> asks, kind_constant<What> asked, layout kind, options o, rng& r,
                       all_ways& them) {
  if (Who == shape_kind::rays && What != shape_kind::circles && r.one_in(2)) o.q.padding = {3, 2, 1};
  constexpr std::size_t sizes[] = {1, 17, 40, 40, 130};
  const std::size_t n = 24, m = sizes[r.below(5)];
  const float side = 9 * std::sqrt(static_cast<float>(m));
  const bool moving = r.one_in(3);
  const auto world = draw_crowd<D>(kind, m, side, moving ? (r.one_in(2) ? 300 : 9) : 0, r),
             who = draw_crowd<D>(kind, n, side, r.one_in(3) ? side : 12, r);
  records<D> right(n);
  brute_force<D>(who, asks, world, asked, o, moving, right);
  const auto movers = o.on(who.as(asks, o.layered));
  expect_firsts<D>(
      right, them,
      [&] {
        moving ? them.fill(o.among(world.as(asked, o.layered)), world.steps())
               : them.fill(o.among(world.as(asked, o.layered)));
      },
      [&](world_by& structure, const auto& out, const hs::workers& space) {
        if constexpr (Who == shape_kind::rays)
          structure.cast_nearest(movers, out, o.q, space);
        else
          structure.sweep_nearest(movers, who.steps(), out, o.q, space);
      },
      text(Who, " at ", What, D, kind, o) + (moving ? ", of items that move" : ""));
  if (testing::Test::HasFatalFailure()) return 0;
  return n - static_cast<std::size_t>(std::count(right.index.begin(), right.index.end(), hs::none));
}

// try_it(who, what, layout, options, random, worlds) of all pairs of kinds, so many times each. It tells how much was
// found: of a pair in 2D more than `enough` in all, or too little has been looked at.
template <int D, bool RaysAsk, class Try>
void of_every_pair(std::uint64_t seed, std::size_t times, std::size_t enough, const Try& try_it) {
  rng r(seed);
  all_ways them;
  std::size_t turn = 0;
  for (const shape_kind who : every_kind)
    for (const shape_kind what : every_kind)
      with_kind(who, [&](auto asks) {
        with_kind(what, [&](auto asked) {
          constexpr bool among_rays = asked.value == shape_kind::rays || (asks.value == shape_kind::rays && !RaysAsk);
          if constexpr (!among_rays && there_are<D, asks.value, asked.value>) {
            std::size_t found = 0;
            for (std::size_t c = 0; c < cases(times); ++c, ++turn) {
              const options o = option(static_cast<unsigned>(times < option_count ? turn : c) % option_count, r);
              found +=
                  try_it(asks, asked, static_cast<layout>(turn % static_cast<std::size_t>(layout::count)), o, r, them);
              if (testing::Test::HasFatalFailure()) return;
            }
            if (whole_run() && D == 2) {
              EXPECT_GT(found, what == shape_kind::points ? 1u : enough) << name_of(who) << " at " << name_of(what);
            }
          }
        });
      });
}
template <int D> void every_first_hit(std::uint64_t seed) {
  of_every_pair<D, true>(seed, option_count / 2, 10, [](auto&&... all) { return try_firsts<D>(all...); });
}
TEST(questions, have_the_first_hits_of_brute_force_whoever_asks_whom_in_2D) { every_first_hit<2>(1); }
TEST(questions, have_the_first_hits_of_brute_force_whoever_asks_whom_in_3D) { every_first_hit<3>(2); }

// One body with many motions, and many bodies with one.
TEST(questions, of_one_body_with_many_motions_and_of_many_with_one_are_answered) {
  rng r(10);
  all_ways them;
  const std::size_t n = 200;
  const auto world = draw_crowd<2>(layout::uniform, 60, 60, 0, r), who = draw_crowd<2>(layout::uniform, n, 60, 60, r);
  const auto compare = [&](const auto& items, const auto& movers, const auto& motions) {
    records<2> right(n), got(n);
    hs::sweep_nearest(movers, motions, items, right.columns(), by_reference());
    EXPECT_GT(n - static_cast<std::size_t>(std::count(right.index.begin(), right.index.end(), hs::none)), n / 4);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      them.fill(items);
      them.each_and_shared([&](world_by& s, const char* name, const hs::workers& space) {
        spoil(got);
        s.sweep_nearest(movers, motions, got.columns(), {}, space);
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_EQ(got[i], right[i]) << name << " on " << hs::name(which) << ", " << i;
      });
    }
  };
  const hs::box body{{28, 28}, {33, 31}};
  const hs::circle ball{{30, 30}, 4};
  const hs::vec2 step{30, -20};
  compare(world.boxes(false), body, who.steps()), compare(world.circles(false), body, who.steps());
  compare(world.boxes(false), ball, who.steps()), compare(world.circles(false), ball, who.steps());
  compare(world.points(), ball, who.steps()), compare(world.points(), body, who.steps());
  compare(world.boxes(false), who.boxes(false), step), compare(world.circles(false), who.boxes(false), step);
  compare(world.boxes(false), who.circles(false), step), compare(world.points(), who.circles(false), step);
}

// ---- overlaps --------------------------------------------------------------------------------------------------

struct pairs_of_indices {
  std::vector<hs::index> first, second;
};

// What is the same whoever asks whom stands in functions that are no templates: there are some forty pairs of kinds.

// All pairs, one by one; within one crowd those of which the first is the lower.
pairs_of_indices all_indices(std::size_t a, std::size_t b, bool self) {
  pairs_of_indices all;
  for (std::size_t i = 0; i < a; ++i)
    for (std::size_t j = self ? i + 1 : 0; j < b; ++j)
      all.first.push_back(static_cast<hs::index>(i)), all.second.push_back(static_cast<hs::index>(j));
  return all;
}
using found_by = function_ref<hs::found(std::span<hs::index>, const hs::query&)>;
pairs_of_indices those_met(const pairs_of_indices& all, const hs::query& q, const found_by& overlap_each) {
  pairs_of_indices met;
  std::vector<hs::index> hits(all.first.size());
  for (const hs::index k : overlap_each(hits, by_pairs({all.first, all.second}, by_reference(q))))
    met.first.push_back(all.first[k]), met.second.push_back(all.second[k]);
  return met;
}
template <class A, class B> pairs_of_indices all_pairs(const A& a, const B& b, bool self, const hs::query& q) {
  return those_met(all_indices(a.size(), b.size(), self), q,
                   [&](std::span<hs::index> hits, const hs::query& o) { return hs::overlap_each(a, b, hits, o); });
}

void expect_pairs(const pairs_of_indices& right, std::size_t total, const std::vector<hs::index>& first,
                  const std::vector<hs::index>& second, const function_ref<std::string()>& what) {
  ASSERT_EQ(total, right.first.size()) << what();
  const auto written = static_cast<std::ptrdiff_t>(std::min(total, second.size()));
  ASSERT_TRUE(first.empty() || std::equal(right.first.begin(), right.first.begin() + written, first.begin())) << what();
  ASSERT_TRUE(std::equal(right.second.begin(), right.second.begin() + written, second.begin())) << what();
}

// By each method on each ISA: pairs of `n` who ask, their lists, and pairs within, in their order and in any.
void expect_overlaps(const pairs_of_indices& right, const pairs_of_indices& among, std::size_t n, std::size_t room,
                     const hs::query& q, all_ways& them, const function_ref<void()>& fill,
                     const function_ref<std::size_t(world_by&, const hs::pair_columns&, const hs::workers&)>& pairs,
                     const function_ref<std::size_t(world_by&, const hs::list_columns&, const hs::workers&)>& lists,
                     const std::string& what) {
  std::vector<std::size_t> ends(n + 1), starts(n + 1);
  for (const hs::index i : right.first) ++ends[i + 1];
  for (std::size_t i = 0; i < n; ++i) ends[i + 1] += ends[i];
  pairs_of_indices got;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    fill();
    them.each_and_shared([&](world_by& structure, const char* name, const hs::workers& space) {
      const auto same = [&](const pairs_of_indices& it, std::size_t total, const std::vector<hs::index>& first,
                            const std::vector<hs::index>& second, const char* form) {
        expect_pairs(it, total, first, second,
                     [&] { return std::string(form) + " of " + what + ", " + name + " on " + hs::name(which); });
      };
      got.first.assign(room, 7u), got.second.assign(room, 7u);
      std::size_t total = pairs(structure, {got.first, got.second}, space);
      same(right, total, got.first, got.second, "pairs");
      got.second.assign(room, 7u), starts.assign(n + 1, 77u);
      total = lists(structure, {starts, got.second}, space);
      same(right, total, {}, got.second, "lists");
      ASSERT_EQ(starts, ends) << name;
      got.first.assign(among.first.size(), 7u), got.second.assign(among.first.size(), 7u);
      total = structure.overlap_pairs({got.first, got.second}, q, space).total;
      same(among, total, got.first, got.second, "pairs within");
      total = structure.overlap_pairs_unordered({got.first, got.second}, q, space).total;
      std::vector<std::pair<hs::index, hs::index>> sorted;
      for (std::size_t k = 0; k < std::min(total, got.first.size()); ++k)
        sorted.emplace_back(got.first[k], got.second[k]);
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t k = 0; k < sorted.size(); ++k) got.first[k] = sorted[k].first, got.second[k] = sorted[k].second;
      same(among, total, got.first, got.second, "unordered pairs within");
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Pairs, lists and pairs among the items themselves, whatever `until` and `start` say: nothing moves.
template <int D, shape_kind Who, shape_kind What>
std::size_t try_overlaps(kind_constant<Who> asks, kind_constant<What> asked, layout kind, const options& o, rng& r,
                         all_ways& them) {
  const std::size_t n = 1 + r.below(30), m = r.one_in(6) ? 130 : 1 + r.below(40);
  const float side = 8 * std::sqrt(static_cast<float>(m));
  const auto world = draw_crowd<D>(kind, m, side, 0, r), who = draw_crowd<D>(kind, n, side, 0, r);
  const auto others = o.on(who.as(asks, o.layered));
  const auto items = o.among(world.as(asked, o.layered));
  const hs::query standing{.touch = o.q.touch, .layers = o.q.layers};
  const pairs_of_indices right = [&] {
    if constexpr (Who == shape_kind::points && What == shape_kind::points)
      return all_pairs(others, o.among(world.specks(o.layered)), false, standing);
    else
      return all_pairs(others, items, false, standing);
  }();
  const pairs_of_indices among = [&] {
    if constexpr (What == shape_kind::points)
      return all_pairs(items, o.among(world.specks(o.layered)), true, standing);
    else
      return all_pairs(items, items, true, standing);
  }();
  const std::size_t room = r.one_in(3) ? right.first.size() / 2 : right.first.size() + 3;
  expect_overlaps(
      right, among, n, room, o.q, them, [&] { them.fill(items); },
      [&](world_by& w, const hs::pair_columns& to, const hs::workers& space) {
        return w.overlap_pairs(others, to, o.q, space).total;
      },
      [&](world_by& w, const hs::list_columns& to, const hs::workers& space) {
        return w.overlap(others, to, o.q, space);
      },
      text(Who, " and ", What, D, kind, o));
  return testing::Test::HasFatalFailure() ? 0 : right.first.size();
}

template <int D> void every_overlap(std::uint64_t seed) {
  of_every_pair<D, false>(seed, option_count / 2, 2, [](auto&&... all) { return try_overlaps<D>(all...); });
}
TEST(questions, have_the_overlaps_of_brute_force_whoever_asks_whom_in_2D) { every_overlap<2>(3); }
TEST(questions, have_the_overlaps_of_brute_force_whoever_asks_whom_in_3D) { every_overlap<3>(4); }

// ---- who meets whom on the way ----------------------------------------------------------------------------------

struct meetings {
  std::vector<hs::index> first, second;
  std::vector<float> time;
};
void expect_meetings(const meetings& right, std::size_t room, const function_ref<std::string()>& what,
                     const function_ref<hs::found_pairs(const hs::meeting_columns&)>& ask) {
  meetings got{std::vector<hs::index>(room, 7u), std::vector<hs::index>(room, 7u), std::vector<float>(room, 7.0f)};
  const hs::found_pairs f = ask({got.first, got.second, got.time});
  ASSERT_EQ(f.total, right.first.size()) << what();
  for (std::size_t k = 0; k < room; ++k) {
    if (k >= f.total) {
      ASSERT_EQ(got.time[k], 7.0f) << what() << ", written beyond what was found";
      continue;
    }
    ASSERT_TRUE(got.first[k] == right.first[k] && got.second[k] == right.second[k] &&
                same_bits(got.time[k], right.time[k]))
        << what() << ", " << k << ": " << got.first[k] << " meets " << got.second[k] << " at " << hex(got.time[k])
        << ", not " << right.first[k] << " meets " << right.second[k] << " at " << hex(right.time[k]);
  }
}

using swept_by = function_ref<hs::found(std::span<hs::index>, std::span<float>, const hs::query&)>;
meetings those_meeting(const pairs_of_indices& all, const hs::query& options, const swept_by& sweep_each) {
  meetings met;
  std::vector<hs::index> hits(all.first.size());
  std::vector<float> times(all.first.size());
  for (const hs::index k : sweep_each(hits, times, by_pairs({all.first, all.second}, by_reference(options))))
    met.first.push_back(all.first[k]), met.second.push_back(all.second[k]), met.time.push_back(times[k]);
  return met;
}

// By each method on each ISA, with room for all and for half of them.
using meet_by = function_ref<hs::found_pairs(world_by&, const hs::meeting_columns&, const hs::workers&)>;
void expect_meetings(const meetings& right, const meetings& among, const hs::query& q, all_ways& them,
                     const function_ref<void()>& fill, const meet_by& ask, const std::string& what) {
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    fill();
    them.each_and_shared([&](world_by& structure, const char* name, const hs::workers& space) {
      const auto same = [&](const meetings& it, std::size_t part, const char* form, const auto& columns) {
        expect_meetings(
            it, it.first.size() / part + (part == 1 ? 3 : 0),
            [&] { return std::string(form) + " of " + what + ", " + name + " on " + hs::name(which); }, columns);
      };
      for (const std::size_t part : {1u, 2u}) {
        same(right, part, "meetings", [&](const hs::meeting_columns& to) { return ask(structure, to, space); });
        same(among, part, "meetings within",
             [&](const hs::meeting_columns& to) { return structure.sweep_pairs(to, q, space); });
      }
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Pairs and times of things that all move, or of which one side does; among themselves, and of two crowds.
template <int D, shape_kind Who, shape_kind What>
std::size_t try_meetings(kind_constant<Who> asks, kind_constant<What> asked, layout kind, const options& o, rng& r,
                         all_ways& them) {
  const std::size_t n = 1 + r.below(30), m = 1 + r.below(60);
  const float side = 20 * std::sqrt(static_cast<float>(m)), far = r.one_in(3) ? side : 12;
  const bool moving = !r.one_in(4);
  const auto world = draw_crowd<D>(kind, m, side, far, r), who = draw_crowd<D>(kind, n, side, far, r);
  const auto others = o.on(who.as(asks, o.layered));
  const auto items = o.among(world.as(asked, o.layered));
  const auto specks = o.among(world.specks(o.layered));
  const auto all_pairs = [&](const auto& a, const auto& by, const auto& b, bool self) {
    vectors<D> still;
    for (std::size_t i = 0; i < a.size(); ++i) still.push({});
    const auto steps = moving || !self ? by : still.as_motions();
    return those_meeting(all_indices(a.size(), b.size(), self), o.q,
                         [&](std::span<hs::index> hits, std::span<float> times, const hs::query& q) {
                           const auto ask = [&](const auto& these) {
                             hs::sweep_each_times(a, steps, these, times, q);
                             return hs::sweep_each(a, steps, these, hits, q);
                           };
                           return moving ? ask(hs::moving(b, world.steps())) : ask(b);
                         });
  };
  constexpr bool two_points = Who == shape_kind::points && What == shape_kind::points;
  const meetings right = [&] {
    if constexpr (two_points)
      return all_pairs(others, who.steps(), specks, false);
    else
      return all_pairs(others, who.steps(), items, false);
  }();
  const meetings among = [&] {
    if constexpr (What == shape_kind::points)
      return all_pairs(specks, world.steps(), specks, true);
    else
      return all_pairs(items, world.steps(), items, true);
  }();
  expect_meetings(
      right, among, o.q, them, [&] { moving ? them.fill(items, world.steps()) : them.fill(items); },
      [&](world_by& w, const hs::meeting_columns& to, const hs::workers& space) {
        return w.sweep_pairs(others, who.steps(), to, o.q, space);
      },
      text(Who, " and ", What, D, kind, o) + (moving ? "" : ", items at rest"));
  return testing::Test::HasFatalFailure() ? 0 : right.first.size() + among.first.size();
}

template <int D> void every_meeting(std::uint64_t seed) {
  of_every_pair<D, false>(seed, option_count / 4, 2, [](auto&&... all) { return try_meetings<D>(all...); });
}
TEST(questions, have_the_meetings_of_brute_force_whoever_meets_whom_in_2D) { every_meeting<2>(13); }
TEST(questions, have_the_meetings_of_brute_force_whoever_meets_whom_in_3D) { every_meeting<3>(14); }

// ---- what is refused -------------------------------------------------------------------------------------------

// Contracts that are broken, in a build that looks.
class refusals : public testing::Test {
 protected:
  void SetUp() override {
    told = 0;
    before_ = hs::set_breach_handler([](const char* message) { told += message != nullptr; });
  }
  void TearDown() override { hs::set_breach_handler(before_); }
  static void expect_told(const std::string& what) {
    if (hs::detail::checks_in_use() != hs::detail::checks::none) {
      EXPECT_GT(told, 0u) << what;
    }
    told = 0;
  }
  static inline std::size_t told;

 private:
  hs::breach_handler before_ = nullptr;
};

template <int D> void expect_nothing(const records<D>& got, std::size_t from, const std::string& what) {
  for (std::size_t i = from; i < got.index.size(); ++i) {
    const hit_of<D> nothing{};
    EXPECT_TRUE(got[i] == nothing) << what << ", " << i << ": " << trial::text(got[i]);
  }
}

// Asks everything that there is, and expects nothing everywhere.
template <int D> void expect_refusals(const world_by& s, const char* name, const hs::workers& space) {
  rng r(7);
  const std::size_t n = 5;
  const auto who = draw_crowd<D>(layout::uniform, n, 20, 20, r);
  for (const shape_kind kind : every_kind)
    with_kind(kind, [&](auto asks) {
      if constexpr (there_are<D, asks.value>) {
        const std::string what = std::string(name) + ", asked by " + name_of(kind) + " in " + std::to_string(D) + "D";
        records<D> got(n);
        spoil(got);
        const auto movers = who.as(asks, false);
        if constexpr (asks.value == shape_kind::rays)
          s.cast_nearest(movers, got.columns(), {}, space);
        else
          s.sweep_nearest(movers, who.steps(), got.columns(), {}, space);
        expect_nothing(got, 0, what);
        if constexpr (asks.value != shape_kind::rays) {
          std::vector<hs::index> first(9, 7u), second(9, 7u);
          std::vector<std::size_t> starts(n + 1, 7u);
          EXPECT_EQ(s.overlap_pairs(movers, {first, second}, {}, space).total, 0u) << what;
          EXPECT_EQ(s.overlap(movers, {starts, second}, {}, space), 0u) << what;
          EXPECT_EQ(starts, std::vector<std::size_t>(n + 1)) << what;
        }
        if constexpr (asks.value == shape_kind::points) {
          std::vector<hs::index> index(n, 7u), items(9, 7u);
          std::vector<float> distance(n, 7.0f);
          std::vector<std::size_t> starts(n + 1, 7u);
          s.nearest(movers, 99, {index, distance}, {}, space);
          EXPECT_EQ(index, std::vector<hs::index>(n, hs::none)) << what;
          EXPECT_EQ(distance, std::vector<float>(n, infinity)) << what;
          EXPECT_EQ(s.nearest_k(movers, 2, 99, {starts, items}, {}, space), 0u) << what;
          EXPECT_EQ(starts, std::vector<std::size_t>(n + 1)) << what;
        }
      }
    });
}

TEST_F(refusals, of_3D_questions_about_2D_and_the_other_way_round_say_so_and_find_nothing) {
  rng r(5);
  all_ways them;
  for (const shape_kind kind : every_kind)
    with_kind(kind, [&](auto asked) {
      if constexpr (asked.value != shape_kind::rays) {
        const auto flat = draw_crowd<2>(layout::uniform, 30, 20, 0, r);
        them.fill(flat.as(asked, false));
        them.each_and_shared([&](world_by& s, const char* name, const hs::workers& space) {
          expect_refusals<3>(s, name, space), expect_told(name);
        });
        if constexpr (there_are<3, asked.value>) {
          const auto deep = draw_crowd<3>(layout::uniform, 30, 20, 0, r);
          them.fill(deep.as(asked, false));
          them.each_and_shared([&](world_by& s, const char* name, const hs::workers& space) {
            expect_refusals<2>(s, name, space), expect_told(name);
          });
        }
      }
    });
}

TEST_F(refusals, of_broken_contracts_leave_no_output_as_it_was) {
  if (hs::detail::checks_in_use() == hs::detail::checks::none) GTEST_SKIP() << "nobody looks";
  rng r(6);
  const std::size_t n = 8;
  const auto world = draw_crowd<2>(layout::uniform, 60, 30, 0, r), who = draw_crowd<2>(layout::uniform, n, 30, 30, r);
  const auto in_a_row = [&](auto items, auto broken, auto short_of) {
    all_ways them;
    them.fill(items);
    them.each_and_shared([&](world_by& s, const char* name, const hs::workers& space) {
      records<2> got(n);
      spoil(got);
      s.sweep_nearest(broken, who.steps(), got.columns(), {}, space);
      expect_nothing(got, 0, std::string(name) + ", columns that differ in length"), expect_told(name);
      spoil(got);
      auto motions = who.steps();
      motions.dy = std::span(who.ray.delta.axis[1]).first(3);
      s.sweep_nearest(short_of, motions, got.columns(), {}, space);
      expect_nothing(got, 0, std::string(name) + ", too few motions"), expect_told(name);
      // Columns of which one is too short.
      spoil(got);
      auto out = got.columns();
      out.time = out.time.first(3);
      told = 0;
      s.sweep_nearest(short_of, who.steps(), out, {}, space);
      for (std::size_t i = 3; i < n; ++i) {
        EXPECT_EQ(got.time[i], 7.0f) << name << ", written beyond its end";
        got.time[i] = 1;
      }
      expect_nothing(got, 0, std::string(name) + ", a column that is too short"), expect_told(name);
    });
  };
  auto circles = who.circles(false);
  circles.y = std::span(who.circle.center.axis[1]).first(4);
  auto boxes = who.boxes(false);
  boxes.max_y = std::span(who.box.max.axis[1]).first(4);
  in_a_row(world.boxes(false), circles, who.circles(false));
  in_a_row(world.circles(false), boxes, who.boxes(false));
  // Nobody to work in.
  all_ways them;
  them.fill(world.circles(false));
  const auto run = [](std::size_t jobs, hs::job job) {
    for (std::size_t i = 0; i < jobs; ++i) job(i);
  };
  const hs::executor by(run);
  std::vector<std::size_t> starts(n + 1, 7u);
  std::vector<hs::index> first(9), second(9);
  records<2> got(n);
  spoil(got);
  them.world[1].sweep_nearest(who.boxes(false), who.steps(), got.columns(), {}, {by, {}});
  expect_nothing(got, 0, "no workspace"), expect_told("no workspace");
  EXPECT_EQ(them.world[1].overlap(who.boxes(false), {starts, second}, {}, {by, {}}), 0u);
  EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
  EXPECT_EQ(them.world[1].overlap_pairs(who.boxes(false), {first, second}, {}, {by, {}}).total, 0u);
  EXPECT_EQ(them.world[1].overlap_pairs({first, second}, {}, {by, {}}).total, 0u);
}

TEST_F(refusals, of_what_is_near_say_what_is_not_known_and_find_nothing) {
  rng r(8);
  const auto some = draw_crowd<2>(layout::uniform, 30, 20, 0, r);
  const auto nothing = [&](const hs::world& w, const hs::query& q, const char* what) {
    std::vector<hs::index> index(30, 7u), items(60, 7u);
    std::vector<float> distance(30, 7.0f);
    std::vector<std::size_t> starts(31, 7u);
    w.nearest(some.points(), 99, {index, distance}, q);
    EXPECT_EQ(index, std::vector<hs::index>(30, hs::none)) << what;
    EXPECT_EQ(distance, std::vector<float>(30, infinity)) << what;
    expect_told(what);
    EXPECT_EQ(w.nearest_k(some.points(), 2, 99, {starts, items}, q), 0u) << what;
    EXPECT_EQ(starts, std::vector<std::size_t>(31)) << what;
    expect_told(what);
  };
  hs::world w;
  w.rebuild(some.as(kind_constant<shape_kind::capsules>{}, false));
  nothing(w, {}, "of capsules");
  w.rebuild(some.boxes(false));
  nothing(w, {.by = hs::method::brute}, "by brute force");
}

// A chain's links are its items, and a polygon that moves in many ways is one.
TEST(questions, of_links_and_of_one_polygon_with_many_steps_are_answered) {
  rng r(12);
  const std::size_t n = 150;
  const auto who = draw_crowd<2>(layout::uniform, n, 90, 60, r);
  std::vector<float> x, y, radius;
  for (int i = 0; i < 41; ++i)
    x.push_back(2.0f * static_cast<float>(i)), y.push_back(r.real(30, 60)), radius.push_back(r.one_in(5) ? -1 : 2);
  const hs::chain laser{.x = x, .y = y, .radius = radius};
  const float corner_x[] = {40, 50, 45}, corner_y[] = {40, 41, 49};
  const hs::polygon three{corner_x, corner_y};
  records<2> right(n), got(n), turned(n);
  hs::sweep_nearest(who.circles(false), who.steps(), laser, right.columns(), by_reference());
  hs::sweep_nearest(three, who.steps(), laser, turned.columns(), by_reference());
  EXPECT_GT(n - static_cast<std::size_t>(std::count(right.index.begin(), right.index.end(), hs::none)), n / 4);
  EXPECT_GT(n - static_cast<std::size_t>(std::count(turned.index.begin(), turned.index.end(), hs::none)), n / 4);
  all_ways them;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    them.fill(laser);
    them.each_and_shared([&](world_by& s, const char* name, const hs::workers& space) {
      s.sweep_nearest(who.circles(false), who.steps(), got.columns(), {}, space);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got[i], right[i]) << name << " on " << hs::name(which) << ", " << i;
      s.sweep_nearest(three, who.steps(), got.columns(), {}, space);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(got[i], turned[i]) << name << " on " << hs::name(which) << ", " << i;
    });
  }
}

TEST(questions, of_padded_rays_at_circles_are_sweeps_of_boxes) {
  rng r(9);
  const std::size_t n = 40;
  const auto world = draw_crowd<2>(layout::uniform, 40, 600, 0, r), who = draw_crowd<2>(layout::uniform, n, 600, 90, r);
  all_ways them;
  them.fill(world.circles(false));
  const hs::query thick{.padding = {3, 1}};
  records<2> right(n);
  hs::cast_nearest(who.rays(false), world.circles(false), right.columns(), thick);
  EXPECT_GT(std::count(right.index.begin(), right.index.end(), hs::none), 0);
  EXPECT_LT(std::count(right.index.begin(), right.index.end(), hs::none), 40);
  them.each_and_shared([&](world_by& s, const char* name, const hs::workers& space) {
    records<2> got(n);
    spoil(got);
    s.cast_nearest(who.rays(false), got.columns(), thick, space);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(got[i], right[i]) << name << ", ray " << i;
  });
}

}  // namespace
