// A world of several views against brute force over all of them as one list: the same first hits, pairs, lists, times
// and near ones, to the bit, on every ISA. And what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <hitscan/hitscan.hpp>

#include "../support/counted_new.hpp"
#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// Items of several kinds. Each list is drawn for itself, or all are alike: then everything ties. In some all views but
// the first move.
template <int D, shape_kind... What> struct mixture {
  static constexpr std::size_t views = sizeof...(What);
  std::array<crowd<D>, views> part;
  std::array<bool, views> layered{};
  std::array<hs::index, views + 1> from{};  // where the numbers of a view begin
  bool moving;

  mixture(layout kind, float side, float far, rng& r) : moving(r.one_in(2)) {
    const bool alike = r.one_in(3);
    for (std::size_t k = 0; k < views; ++k) {
      layered[k] = r.one_in(2);
      part[k] = alike && k ? part[0] : draw_crowd<D>(kind, r.one_in(5) ? 0 : r.below(30), side, far, r);
      from[k + 1] = from[k] + static_cast<hs::index>(part[k].size());
    }
  }
  bool moves(std::size_t k) const { return moving && k > 0; }
  void fill(auto& world) const { fill(world, std::make_index_sequence<views>()); }
  // f(number, kind) of each view.
  void each(const auto& f) const {
    std::size_t k = 0;
    (f(k++, kind_constant<What>{}), ...);
  }
  // A view for the flat queries: they do not know points among points, which are boxes without extent then.
  template <shape_kind Who, shape_kind K> auto asked_by(kind_constant<K> kind, std::size_t k) const {
    constexpr bool dot = Who == shape_kind::points || Who == shape_kind::rays;
    if constexpr (K == shape_kind::points && dot)
      return part[k].specks(layered[k]);
    else
      return part[k].as(kind, layered[k]);
  }
  vectors<D> steps_of(std::size_t k) const {
    vectors<D> steps = part[k].ray.delta;
    if (!moves(k))
      for (auto& axis : steps.axis) std::fill(axis.begin(), axis.end(), 0.0f);
    return steps;
  }

 private:
  template <std::size_t K, shape_kind Kind> auto on_its_way() const {
    if constexpr (K == 0)
      return part[K].as(kind_constant<Kind>{}, layered[K]);
    else
      return hs::moving(part[K].as(kind_constant<Kind>{}, layered[K]), part[K].steps());
  }
  template <std::size_t... K> void fill(auto& world, std::index_sequence<K...>) const {
    moving ? world.fill(hs::several(on_its_way<K, What>()...))
           : world.fill(hs::several(part[K].as(kind_constant<What>{}, layered[K])...));
  }
};

hs::query draw_options(rng& r) {
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (r.one_in(2)) q.start = r.one_in(2) ? hs::start_overlap::ignored : hs::start_overlap::hits_unless_leaving;
  if (r.one_in(4)) q.until = r.real(0, 1.2f);
  if (r.one_in(3)) q.layers = 1 + r.below(7);
  return q;
}

// One of each, by each method, in the world's memory, in a workspace and by two jobs, on each ISA.
template <class Mixture, class F> void everywhere(const Mixture& items, all_ways& them, const F& ask) {
  const auto run = [](std::size_t jobs, hs::job job) {
    for (std::size_t i = 0; i < jobs; ++i) job(i);
  };
  const hs::executor by(run);
  static hs::workspace two[2];
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    items.fill(them);
    const auto named = [&](world_by& w, const char* name, const hs::workers& with) {
      EXPECT_EQ(w.size(), items.from.back());
      ask(w, std::string(name) + " on " + hs::name(which) + (items.moving ? ", of items that move" : ""), with);
    };
    them.each_and_shared(named);
    them.each([&](world_by& w, const char* name) { named(w, name, {by, two}); });
    if (testing::Test::HasFailure()) return;
  }
}

// ---- first hits ------------------------------------------------------------------------------------------------

// Compared in functions of their own, since whoever asks whom is a template.
template <int D>
void expect_firsts(const records<D>& got, const records<D>& right, bool details,
                   const std::function<std::string()>& what) {
  for (std::size_t i = 0; i < right.index.size(); ++i)
    if (details)
      ASSERT_EQ(got[i], right[i]) << what() << ", " << i << ": " << text(got[i]) << ", not " << text(right[i]);
    else
      ASSERT_EQ(got.index[i], right.index[i]) << what() << ", the index alone, " << i;
}

template <int D, shape_kind Who, shape_kind... What> std::size_t try_firsts(layout kind, rng& r, all_ways& them) {
  const std::size_t n = 12;
  const float side = 60;
  const mixture<D, What...> items(kind, side, r.one_in(2) ? 60 : 9, r);
  const auto who = draw_crowd<D>(kind, n, side, r.one_in(2) ? side : 12, r);
  hs::query q = draw_options(r);
  if (Who == shape_kind::rays && r.one_in(3)) q.padding = {3, 2, 1};
  const auto movers = who.as(kind_constant<Who>{}, r.one_in(2));
  const auto ask = [&](const auto& all, const auto& to, const hs::query& options, const auto&... with) {
    if constexpr (Who == shape_kind::rays)
      hs::cast_nearest(movers, all, to, options, with...);
    else
      hs::sweep_nearest(movers, who.steps(), all, to, options, with...);
  };
  records<D> right(n), view(n), got(n);
  for (std::size_t i = 0; i < n; ++i) right.index[i] = hs::none, right.time[i] = 1;
  items.each([&](std::size_t k, auto what) {
    const auto list = items.template asked_by<Who>(what, k);
    items.moves(k) ? ask(hs::moving(list, items.part[k].steps()), view.columns(), by_reference(q))
                   : ask(list, view.columns(), by_reference(q));
    for (std::size_t i = 0; i < n; ++i) {
      const hit_of<D> a = right[i], b = view[i];
      const auto key = [](const hit_of<D>& h) { return std::pair(h.time, h.flags & hs::corner); };
      if (!b || (a && !(key(b) < key(a)))) continue;
      right.index[i] = items.from[k] + b.index, right.time[i] = b.time, right.flags[i] = b.flags;
      for (int axis = 0; axis < D; ++axis)
        right.normal[axis][i] = b.normal[axis], right.position[axis][i] = b.position[axis];
    }
  });
  everywhere(items, them, [&](world_by& w, const std::string& name, const hs::workers& with) {
    for (const bool details : {true, false}) {
      std::fill(got.index.begin(), got.index.end(), 7u);
      auto out = got.columns();
      if (!details) out = {.index = got.index};
      if constexpr (Who == shape_kind::rays)
        w.cast_nearest(movers, out, q, with);
      else
        w.sweep_nearest(movers, who.steps(), out, q, with);
      expect_firsts(got, right, details, [&] {
        return std::string(name_of(Who)) + ", " + std::to_string(D) + "D, " + name + ", " + name_of(kind);
      });
    }
    std::uint64_t mask[1] = {~std::uint64_t{0}}, hit = 0;
    if constexpr (Who == shape_kind::rays)
      w.cast_mask(movers, mask, q, with);
    else
      w.sweep_mask(movers, who.steps(), mask, q, with);
    for (std::size_t i = 0; i < n; ++i) hit |= std::uint64_t{right.index[i] != hs::none} << i;
    ASSERT_EQ(mask[0], hit) << name_of(Who) << ", " << D << "D, the mask, " << name << ", " << name_of(kind);
  });
  return n - static_cast<std::size_t>(std::count(right.index.begin(), right.index.end(), hs::none));
}

// ---- pairs, lists and meetings ---------------------------------------------------------------------------------

struct meeting {
  hs::index first, second;
  float time;
  auto operator<=>(const meeting&) const = default;
};

// `room`: for so many.
void expect_meetings(const std::vector<meeting>& right, bool sweeps, bool in_order, std::size_t room,
                     const std::string& what, const std::function<hs::found_pairs(const hs::meeting_columns&)>& ask) {
  std::vector<hs::index> first(room, 7u), second(room, 7u);
  std::vector<float> time(room, sweeps ? 7.0f : 0.0f);
  const hs::found_pairs f = ask(hs::meeting_columns{first, second, time});
  ASSERT_EQ(f.total, right.size()) << what;
  ASSERT_EQ(f.written, std::min(room, f.total)) << what;
  std::vector<meeting> got;
  for (std::size_t k = 0; k < f.written; ++k) got.push_back({first[k], second[k], time[k]});
  if (!in_order) std::sort(got.begin(), got.end());
  for (std::size_t k = 0; k < got.size(); ++k)
    ASSERT_TRUE(got[k].first == right[k].first && got[k].second == right[k].second &&
                same_bits(got[k].time, right[k].time))
        << what << ", " << k << ": " << got[k].first << " meets " << got[k].second << " at " << hex(got[k].time)
        << ", not " << right[k].first << " meets " << right[k].second << " at " << hex(right[k].time);
  for (std::size_t k = f.written; k < room; ++k) ASSERT_EQ(first[k], 7u) << what << ", beyond what was found";
}

// Of two lists, one by one; of one with itself those of which the first is the lower.
template <int D, class A, class B>
void meet(const A& a, const vectors<D>* a_steps, hs::index a_from, const B& b, const vectors<D>* b_steps,
          hs::index b_from, bool self, const hs::query& q, std::vector<meeting>& all) {
  std::vector<hs::index> first, second;
  for (hs::index i = 0; i < a.size(); ++i)
    for (hs::index j = self ? i + 1 : 0; j < b.size(); ++j) first.push_back(i), second.push_back(j);
  std::vector<hs::index> hits(first.size());
  std::vector<float> times(first.size(), 0.0f);
  const hs::query each = by_pairs({first, second}, by_reference(q));
  std::size_t n = 0;
  if (a_steps) {
    const auto moving = hs::moving(b, b_steps->as_motions());
    hs::sweep_each_times(a, a_steps->as_motions(), moving, times, each);
    n = hs::sweep_each(a, a_steps->as_motions(), moving, hits, each).size();
  } else
    n = hs::overlap_each(a, b, hits, each).size();
  for (std::size_t k = 0; k < n; ++k)
    all.push_back({a_from + first[hits[k]], b_from + second[hits[k]], times[hits[k]]});
}

template <int D, shape_kind Who, shape_kind... What> std::size_t try_pairs(layout kind, rng& r, all_ways& them) {
  const float side = 50;
  const mixture<D, What...> items(kind, side, r.one_in(3) ? 60 : 9, r);
  const auto who = draw_crowd<D>(kind, 1 + r.below(20), side, r.one_in(2) ? side : 12, r);
  const std::size_t n = who.size();
  const hs::query q = draw_options(r);
  const auto others = who.as(kind_constant<Who>{}, r.one_in(2));
  std::vector<meeting> with[2], among[2];  // overlaps, meetings on the way
  for (const bool sweeps : {false, true}) {
    items.each([&](std::size_t k, auto what) {
      const vectors<D> steps = items.steps_of(k);
      meet<D>(others, sweeps ? &who.ray.delta : nullptr, 0, items.template asked_by<Who>(what, k), &steps,
              items.from[k], false, q, with[sweeps]);
      items.each([&](std::size_t j, auto other) {
        const vectors<D> other_steps = items.steps_of(j);
        if (j >= k)
          meet<D>(items.part[k].as(what, items.layered[k]), sweeps ? &steps : nullptr, items.from[k],
                  items.template asked_by<what.value>(other, j), &other_steps, items.from[j], j == k, q, among[sweeps]);
      });
    });
    std::sort(with[sweeps].begin(), with[sweeps].end()), std::sort(among[sweeps].begin(), among[sweeps].end());
  }
  const std::size_t cut = 1 + r.below(3);
  std::vector<std::size_t> ends(n + 1), starts(n + 1);
  for (const meeting& m : with[0]) ++ends[m.first + 1];
  for (std::size_t i = 0; i < n; ++i) ends[i + 1] += ends[i];
  everywhere(items, them, [&](world_by& w, const std::string& name, const hs::workers& by) {
    const auto same = [&](const std::vector<meeting>& right, bool sweeps, bool in_order, const char* form,
                          const auto& ask) {
      expect_meetings(
          right, sweeps, in_order, in_order ? right.size() / cut + (cut == 1 ? 3 : 0) : right.size(),
          std::string(form) + ", " + name_of(Who) + ", " + std::to_string(D) + "D, " + name + ", " + name_of(kind),
          ask);
    };
    using columns = hs::meeting_columns;
    same(with[0], false, true, "pairs", [&](const columns& to) {
      return w.overlap_pairs(others, {to.first, to.second}, q, by);
    });
    same(among[0], false, true, "pairs within", [&](const columns& to) {
      return w.overlap_pairs({to.first, to.second}, q, by);
    });
    same(among[0], false, false, "unordered pairs within", [&](const columns& to) {
      return w.overlap_pairs_unordered({to.first, to.second}, q, by);
    });
    same(with[1], true, true, "meetings",
         [&](const columns& to) { return w.sweep_pairs(others, who.steps(), to, q, by); });
    same(among[1], true, true, "meetings within", [&](const columns& to) { return w.sweep_pairs(to, q, by); });
    std::uint64_t mask[1] = {~std::uint64_t{0}}, met = 0;
    for (const meeting& m : with[0]) met |= std::uint64_t{1} << m.first;
    w.overlap_mask(others, mask, q, by);
    ASSERT_EQ(mask[0], met) << name_of(Who) << ", " << D << "D, the mask, " << name << ", " << name_of(kind);
    std::vector<hs::index> listed(with[0].size() / cut, 7u);
    std::fill(starts.begin(), starts.end(), 77u);
    ASSERT_EQ(w.overlap(others, {starts, listed}, q, by), with[0].size()) << name;
    ASSERT_EQ(starts, ends) << name;
    for (std::size_t k = 0; k < listed.size(); ++k) ASSERT_EQ(listed[k], with[0][k].second) << name << ", lists, " << k;
  });
  return with[0].size() + among[0].size() + with[1].size() + among[1].size();
}

// ---- what is near ----------------------------------------------------------------------------------------------

struct near_one {
  double distance;
  std::size_t view;
  double key;  // of boxes the square
  hs::index item;
  auto operator<=>(const near_one&) const = default;
};

template <int D, shape_kind... What> std::size_t try_near(layout kind, rng& r, all_ways& them) {
  const float side = 60, radii[] = {0, 8, 20, side, infinity}, radius = radii[r.below(5)];
  const mixture<D, What...> items(kind, side, 9, r);
  const auto who = draw_crowd<D>(kind, 1 + r.below(12), side, 0, r);
  const std::size_t n = who.size(), k = r.below(r.one_in(2) ? 4 : 40);
  const hs::query q = draw_options(r);
  std::vector<std::vector<near_one>> right(n);
  std::size_t found = 0, listed = 0;
  items.each([&](std::size_t v, auto what) {
    constexpr bool round = what.value == shape_kind::circles, dot = what.value == shape_kind::points || round;
    const crowd<D>& all = items.part[v];
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t p = 0; p < n; ++p) {
        double sum = 0;
        bool ok = !items.layered[v] ? q.layers != 0 : (all.layers[i] & q.layers) != 0;
        for (int a = 0; a < D; ++a) {
          const float x = who.circle.center[p][a];
          float low = dot ? all.circle.center[i][a] : all.box.min.axis[a][i], high = dot ? low : all.box.max.axis[a][i];
          if constexpr (what.value == shape_kind::centred) {
            const auto &c = all.middle.center.axis[a], &half = all.middle.half.axis[a];
            low = c[i] - half[i], high = c[i] + half[i];
          }
          ok = ok && std::isfinite(x) && std::isfinite(low) && std::isfinite(high) && low <= high;
          const double gap = std::max({double(low) - double(x), double(x) - double(high), 0.0});
          sum += gap * gap;
        }
        if (round) {
          const float wide = all.circle.radius[i];
          ok = ok && std::isfinite(wide) && wide >= 0, sum = std::max(std::sqrt(sum) - double(wide), 0.0);
        }
        const double reach = round ? double(radius) : double(radius) * double(radius);
        if (ok && (sum < reach || (q.touch == hs::touching::hits && sum == reach)))
          right[p].push_back({round ? sum : std::sqrt(sum), v, sum, items.from[v] + static_cast<hs::index>(i)});
      }
  });
  for (auto& all : right) std::sort(all.begin(), all.end()), found += all.size(), listed += std::min(k, all.size());
  std::vector<hs::index> index(n);
  std::vector<float> distance(n);
  std::vector<std::size_t> starts(n + 1);
  const std::size_t room = r.one_in(3) ? listed / 2 : listed + 2;
  everywhere(items, them, [&](world_by& w, const std::string& name, const hs::workers& with) {
    if (name.starts_with("by brute")) return;  // is refused
    const std::string what = name + ", " + name_of(kind);
    w.nearest(who.points(), radius, {index, distance}, q, with);
    std::vector<hs::index> many(room, 7u);
    std::vector<float> far(room, 7.0f);
    ASSERT_EQ(w.nearest_k(who.points(), k, radius, {starts, many, far}, q, with), listed) << what;
    std::size_t at = 0;
    for (std::size_t p = 0; p < n; ++p) {
      const auto& all = right[p];
      ASSERT_EQ(index[p], all.empty() ? hs::none : all[0].item) << what << ", point " << p;
      ASSERT_TRUE(same_bits(distance[p], all.empty() ? infinity : static_cast<float>(all[0].distance))) << what;
      ASSERT_EQ(starts[p], at) << what;
      for (std::size_t j = 0; j < std::min(k, all.size()); ++j, ++at) {
        if (at >= room) continue;
        ASSERT_EQ(many[at], all[j].item) << what << ", point " << p << ", " << j << " of " << k;
        ASSERT_TRUE(same_bits(far[at], static_cast<float>(all[j].distance))) << what;
      }
    }
    ASSERT_EQ(starts[n], listed) << what;
    for (; at < room; ++at) ASSERT_EQ(many[at], 7u) << what << ", beyond what was found";
  });
  return found;
}

// ---- all of it -------------------------------------------------------------------------------------------------

using enum shape_kind;

// try_it(layout, random, worlds) in every layout, in turn.
template <class F> void many_times(std::uint64_t seed, std::size_t times, const F& try_it) {
  rng r(seed);
  all_ways them;
  std::size_t found = 0;
  for (std::size_t c = 0; c < cases(times); ++c) {
    found += try_it(static_cast<layout>(c % static_cast<std::size_t>(layout::count)), r, them);
    if (testing::Test::HasFailure()) return;
  }
  if (whole_run()) {
    EXPECT_GT(found, times) << "too little is hit";
  }
}

TEST(mixed, first_hits_are_those_of_brute_force_over_all_views) {
  const auto of_all = [](auto who) {
    constexpr shape_kind k = decltype(who)::value;
    many_times(1, 11, [](auto&&... a) { return try_firsts<2, k, boxes, circles, obbs>(a...); });
    many_times(2, 11, [](auto&&... a) { return try_firsts<2, k, points, centred, segments, boxes>(a...); });
    many_times(3, 11, [](auto&&... a) { return try_firsts<2, k, circles, points, polygons, capsules>(a...); });
    if constexpr (there_are<3, k>)
      many_times(4, 11, [](auto&&... a) { return try_firsts<3, k, circles, boxes, points, centred>(a...); });
  };
  for (const shape_kind k : every_kind) with_kind(k, of_all);
}

TEST(mixed, pairs_lists_and_meetings_are_those_of_brute_force_over_all_views) {
  const auto of_all = [](auto who) {
    constexpr shape_kind k = decltype(who)::value;
    if constexpr (k != rays) {
      many_times(5, 11, [](auto&&... a) { return try_pairs<2, k, boxes, circles, obbs>(a...); });
      many_times(6, 11, [](auto&&... a) { return try_pairs<2, k, points, centred, segments, points>(a...); });
      many_times(7, 11, [](auto&&... a) { return try_pairs<2, k, circles, points, polygons, capsules>(a...); });
      if constexpr (there_are<3, k>)
        many_times(8, 11, [](auto&&... a) { return try_pairs<3, k, circles, boxes, points, circles>(a...); });
    }
  };
  for (const shape_kind k : every_kind) with_kind(k, of_all);
}

TEST(mixed, what_is_near_is_what_brute_force_over_all_views_finds) {
  many_times(9, 330, [](auto&&... a) { return try_near<2, boxes, circles, points>(a...); });
  many_times(10, 330, [](auto&&... a) { return try_near<3, circles, centred, circles, boxes>(a...); });
}

TEST(mixed, at_equal_times_a_face_goes_before_a_corner_and_then_the_first_view) {
  const float low[] = {2}, high[] = {3}, far[] = {9}, zero[] = {0}, one[] = {1}, two[] = {2};
  const hs::boxes corner{.min_x = low, .min_y = low, .max_x = high, .max_y = high},
      face{.min_x = low, .min_y = zero, .max_x = high, .max_y = far};
  const hs::centred_boxes same{.x = 2.5f, .y = 2.5f, .half_x = 0.5f, .half_y = one};
  const hs::boxes mover{.min_x = zero, .min_y = zero, .max_x = one, .max_y = one};
  const auto first = [&](const auto& views) {
    hs::world w;
    w.rebuild(views);
    hs::index index[] = {7};
    w.sweep_nearest(mover, hs::motions{.dx = two, .dy = two}, {.index = index});
    return index[0];
  };
  EXPECT_EQ(first(hs::several(corner, face)), 1u);
  EXPECT_EQ(first(hs::several(face, corner)), 0u);
  EXPECT_EQ(first(hs::several(corner, corner, corner)), 0u);
  EXPECT_EQ(first(hs::several(same, face)), 0u);
}

template <int D> void meet_in_either_order() {
  rng r(12);
  const auto a = draw_crowd<D>(layout::uniform, 80, 40, 0, r), b = draw_crowd<D>(layout::uniform, 90, 40, 0, r);
  hs::world rounds, squares, both[2];
  rounds.rebuild(a.circles(false)), squares.rebuild(b.boxes(false));
  both[0].rebuild(hs::several(a.circles(false), b.boxes(false)));
  both[1].rebuild(hs::several(b.boxes(false), a.circles(false)));
  const std::size_t between = squares.overlap_pairs(a.circles(false), {}).total;
  ASSERT_GT(between, 20u);
  const std::size_t all = rounds.overlap_pairs({}).total + squares.overlap_pairs({}).total + between;
  for (const hs::world& w : both)
    for (const hs::method by : {hs::method::brute, hs::method::grid}) {
      EXPECT_EQ(w.overlap_pairs({}, {.by = by}).total, all) << hs::name(by);
      EXPECT_EQ(w.sweep_pairs({}, {.by = by}).total, all) << hs::name(by) << ", as they stand";
    }
}
TEST(mixed, circles_and_boxes_meet_whichever_view_comes_first) { meet_in_either_order<2>(), meet_in_either_order<3>(); }

TEST(mixed, one_view_after_several_is_a_world_of_one_again_and_memory_stays) {
  rng r(11);
  const auto items = draw_crowd<2>(layout::uniform, 900, 600, 0, r),
             who = draw_crowd<2>(layout::uniform, 200, 600, 30, r);
  hs::world w, alone;
  hs::workspace space;
  std::vector<hs::index> index(200), plain(200), first(60000), second(60000);
  std::vector<float> when(60000);
  std::vector<std::size_t> starts(201);
  std::vector<std::uint64_t> mask(hs::mask_words(200));
  const auto ask = [&](const hs::workers& with) {
    for (const hs::method by : {hs::method::brute, hs::method::grid, hs::method::tree}) {
      const hs::query q{.by = by};
      w.sweep_nearest(who.circles(false), who.steps(), {.index = index}, q, with);
      w.cast_nearest(who.rays(false), {.index = index}, q, with);
      EXPECT_GT(w.overlap_pairs({first, second}, q, with).total, 0u);
      EXPECT_GT(w.overlap_pairs_unordered({first, second}, q, with).total, 0u);
      EXPECT_GT(w.overlap_pairs(who.boxes(false), {first, second}, q, with).total, 0u);
      EXPECT_GT(w.sweep_pairs({first, second, when}, q, with).total, 0u);
      EXPECT_GT(w.overlap(who.circles(false), {starts, second}, q, with), 0u);
      EXPECT_GT(w.sweep_in_order(who.circles(false), who.steps(), 3, {starts, second, when}, q, with), 0u);
      w.overlap_mask(who.circles(false), mask, q, with), w.cast_mask(who.rays(false), mask, q, with);
      w.sweep_mask(who.boxes(false), who.steps(), mask, q, with);
    }
    w.nearest(who.points(), 30, {.index = index}, {}, with);
    EXPECT_GT(w.nearest_k(who.points(), 3, 30, {starts, second}, {}, with), 0u);
  };
  const auto frame = [&] {
    w.rebuild(hs::several(items.boxes(true), hs::moving(items.circles(false), items.steps()), items.points()));
    EXPECT_EQ(w.size(), 2700u);
    ask({}), ask(space);
    w.rebuild(items.circles(false));
    EXPECT_EQ(w.size(), 900u);
    w.sweep_nearest(who.circles(false), who.steps(), {.index = index});
  };
  frame();
  const std::size_t before = allocations, held = w.bytes();
  frame(), frame();
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(w.bytes(), held);
  hs::world both, boxes;
  both.rebuild(hs::several(items.boxes(true), items.circles(false)));
  boxes.rebuild(items.boxes(true)), alone.rebuild(items.circles(false));
  EXPECT_GE(both.bytes(), boxes.bytes() + alone.bytes());
  alone.sweep_nearest(who.circles(false), who.steps(), {.index = plain});
  EXPECT_EQ(index, plain);
}

// ---- what is refused -------------------------------------------------------------------------------------------

class mixed_refusals : public testing::Test {
 protected:
  void SetUp() override {
    said.clear();
    before_ = hs::set_breach_handler([](const char* message) { said.emplace_back(message); });
  }
  void TearDown() override { hs::set_breach_handler(before_); }
  // Once, whatever is refused.
  static void expect(const char* what) {
    ASSERT_EQ(said.size(), 1u) << what;
    EXPECT_NE(said[0].find(what), std::string::npos) << said[0];
    said.clear();
  }
  static inline std::vector<std::string> said;

 private:
  hs::breach_handler before_ = nullptr;
};

TEST_F(mixed_refusals, say_once_what_one_of_the_views_does_not_know_and_find_nothing) {
  if (hs::detail::checks_in_use() == hs::detail::checks::none) GTEST_SKIP() << "nobody looks";
  rng r(12);
  const auto some = draw_crowd<2>(layout::uniform, 30, 20, 5, r);
  const auto deep = draw_crowd<3>(layout::uniform, 30, 20, 5, r);
  const auto by = [&](auto kind) { return some.as(kind, false); };
  const std::size_t n = 30;
  std::vector<hs::index> index(n), second(99);
  std::vector<float> time(n);
  std::vector<std::size_t> starts(n + 1);
  const auto spoil = [&] {
    std::fill(index.begin(), index.end(), 7u), std::fill(time.begin(), time.end(), 7.0f);
    std::fill(starts.begin(), starts.end(), 7u);
  };
  const auto nothing = [&](const char* what, std::size_t total) {
    EXPECT_EQ(total, 0u);
    expect(what);
  };
  hs::world w;
  w.rebuild(hs::several(some.circles(false), by(kind_constant<capsules>{}), some.points()));
  spoil(), w.nearest(some.points(), 99, {index, time});
  nothing("nearest of a world: what is near is known of points, boxes and circles alone", 0);
  EXPECT_EQ(index, std::vector<hs::index>(n, hs::none));
  EXPECT_EQ(time, std::vector<float>(n, infinity));
  nothing("nearest_k of a world: what is near is known of points, boxes and circles alone",
          w.nearest_k(some.points(), 2, 99, {starts, second}));
  EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
  // In 3D.
  spoil(), w.sweep_nearest(deep.boxes(false), deep.steps(), {.index = index, .time = time});
  nothing("sweep_nearest of a world: a 3D question", 0);
  EXPECT_EQ(index, std::vector<hs::index>(n, hs::none));
  EXPECT_EQ(time, std::vector<float>(n, 1));
  nothing("overlap_pairs of a world: a 3D question", w.overlap_pairs(deep.boxes(false), {index, second}).total);
  spoil(), nothing("overlap of a world: a 3D question", w.overlap(deep.boxes(false), {starts, second}));
  EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
  // Options that mean nothing here, and those that mean nothing to one of them.
  const hs::query half_open{.touch = hs::touching::half_open}, thick{.padding = {1, 1}};
  nothing("half-open", w.overlap_pairs({index, second}, half_open).total);
  nothing("half-open", w.overlap_pairs(some.points(), {index, second}, half_open).total);
  nothing("sweep_pairs of a world: padding is for casts", w.sweep_pairs({index, second}, thick).total);
  std::uint64_t word = 9;
  w.overlap_mask(deep.boxes(false), {&word, 1});
  nothing("overlap_mask of a world: a 3D question", static_cast<std::size_t>(word));
  spoil(), nothing("sweep_in_order of a world: a 3D question",
                   w.sweep_in_order(deep.boxes(false), deep.steps(), 3, {starts, second}));
  EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
  // Outputs that are too short.
  spoil(), w.sweep_nearest(some.boxes(false), some.steps(), {.index = index, .time = std::span(time).first(3)});
  nothing("a world: hit_columns.time has 3 values", 0);
  EXPECT_EQ(index, std::vector<hs::index>(n, hs::none));
  EXPECT_EQ(time[3], 7.0f) << "written beyond its end";
  const std::span<std::size_t> few = std::span(starts).first(9);
  const auto no_lists = [&](const char* what, std::size_t total) {
    nothing(what, total);
    EXPECT_EQ(std::count(few.begin(), few.end(), std::size_t{0}), 9) << what;
    EXPECT_EQ(starts[9], 7u) << "written beyond its end";
  };
  spoil(), no_lists("overlap of a world: starts has 9 values", w.overlap(some.boxes(false), {few, second}));
  spoil(),
      no_lists("cast_in_order of a world: starts has 9 values", w.cast_in_order(some.rays(false), 2, {few, second}));
  // One too few is too few: a list for each of them has one end more.
  const std::span<std::size_t> no_end = std::span(starts).first(n);
  const std::string no_room = "a world: starts has " + std::to_string(n) + " values";
  spoil(), nothing(no_room.c_str(), w.overlap(some.boxes(false), {no_end, second}));
  spoil(), nothing(no_room.c_str(), w.cast_in_order(some.rays(false), 2, {no_end, second}));
  hs::world near;
  near.rebuild(hs::several(some.circles(false), some.points()));
  spoil(), no_lists("nearest_k of a world: starts has 9 values", near.nearest_k(some.points(), 2, 99, {few, second}));
  near.rebuild(some.points());
  spoil(), no_lists("nearest_k of a world: starts has 9 values", near.nearest_k(some.points(), 2, 99, {few, second}));
  spoil(), no_lists("overlap of a world: starts has 9 values", near.overlap(some.boxes(false), {few, second}));
  // Nobody to work in.
  const auto run = [](std::size_t jobs, hs::job job) {
    for (std::size_t i = 0; i < jobs; ++i) job(i);
  };
  const hs::executor with(run);
  spoil(), nothing("a workspace each", w.overlap(some.boxes(false), {starts, second}, {}, {with, {}}));
  EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
  spoil(), nothing("a workspace each", w.cast_in_order(some.rays(false), 2, {starts, second}, {}, {with, {}}));
  EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
  nothing("a workspace each", w.overlap_pairs({index, second}, {}, {with, {}}).total);
  nothing("a workspace each", w.overlap_pairs(some.boxes(false), {index, second}, {}, {with, {}}).total);
  spoil(), w.cast_nearest(some.rays(false), {.index = index}, {}, {with, {}});
  nothing("a workspace each", 0);
  EXPECT_EQ(index, std::vector<hs::index>(n, hs::none));
  // What is built of one view that is broken.
  auto broken = some.boxes(false);
  broken.max_y = std::span(some.box.max.axis[1]).first(4);
  w.rebuild(hs::several(some.circles(false), broken));
  expect("boxes.max_y has 4 values");
  // All that particles do not know is refused, wherever it stands.
  w.rebuild(hs::several(some.boxes(false), by(kind_constant<capsules>{})));
  std::vector<float> x(4, 1.0f);
  EXPECT_EQ(hs::integrate_and_deflect({x, x, x, x}, 1, w), 0u);
  expect("boxes or circles");
  EXPECT_EQ(x, std::vector<float>(4, 1.0f));
}

// Where nobody checks, as many are asked as there is room for. The other views know more movers than that, and what
// they hit is nobody's.
TEST(mixed, first_hits_that_do_not_fit_are_not_written) {
  if (hs::detail::checks_in_use() != hs::detail::checks::none) GTEST_SKIP() << "nothing is written at all";
  rng r(33);
  const std::size_t n = 200, room = 67;
  const crowd<2> some = draw_crowd<2>(layout::uniform, n, 60, 40, r),
                 near = draw_crowd<2>(layout::one_spot, 4, 60, 0, r),
                 all = draw_crowd<2>(layout::uniform, 300, 60, 0, r);
  hs::world w;
  w.rebuild(hs::several(near.boxes(false), all.circles(false), all.boxes(false)));
  records<2> right(n), got(n);
  w.sweep_nearest(some.boxes(false), some.steps(), right.columns());
  std::fill(got.index.begin(), got.index.end(), 7u), std::fill(got.time.begin(), got.time.end(), 7.0f);
  hs::hit_columns out{};
  out.index = std::span(got.index).first(room), out.time = got.time;
  w.sweep_nearest(some.boxes(false), some.steps(), out);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < room; ++i) {
    ASSERT_EQ(got.index[i], right.index[i]) << i;
    ASSERT_TRUE(same_bits(got.time[i], right.time[i])) << i;
    hits += right.index[i] != hs::none;
  }
  EXPECT_GT(hits, 0u);
  for (std::size_t i = room; i < n; ++i) {
    ASSERT_EQ(got.index[i], 7u) << "written beyond its end, at " << i;
    ASSERT_EQ(got.time[i], 1.0f) << i << ", who is not asked, hits nothing";
  }
}

// Memory runs out while it is built: nothing is left of what was there, in any view.
TEST(mixed, is_empty_when_there_is_no_memory_for_its_views) {
  rng r(34);
  const crowd<2> few = draw_crowd<2>(layout::uniform, 20, 60, 0, r),
                 many = draw_crowd<2>(layout::uniform, 5000, 60, 0, r);
  for (const bool first : {false, true}) {
    hs::world w;
    w.rebuild(hs::several(few.boxes(false), few.circles(false), few.points()));
    most_at_once = 10000;
    EXPECT_THROW(first ? w.rebuild(many.boxes(false)) : w.rebuild(hs::several(few.boxes(false), many.circles(false))),
                 std::bad_alloc);
    most_at_once = static_cast<std::size_t>(-1);
    EXPECT_EQ(w.size(), 0u);
    std::vector<hs::index> item(20, 7u);
    w.nearest(few.points(), 99, {item});
    EXPECT_EQ(item, std::vector<hs::index>(20, hs::none));
  }
}

}  // namespace
