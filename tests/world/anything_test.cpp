// Does it meet anything? The masks of a world against all pairs one by one: whoever asks whom, by each way, with each
// option, in 2D and 3D, on every ISA; in worlds of thousands against lists and first hits. And what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
using words = std::vector<std::uint64_t>;

constexpr std::uint64_t spoilt = 0x5a5a5a5a5a5a5a5au;

struct asked_pairs {
  std::vector<hs::index> first, second;
  asked_pairs(std::size_t n, std::size_t m) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < m; ++j)
        first.push_back(static_cast<hs::index>(i)), second.push_back(static_cast<hs::index>(j));
  }
};

// The words of n, and one behind them that nobody may touch.
void expect_words(const words& right, words got, std::size_t n, const std::string& what) {
  ASSERT_EQ(got.size(), hs::mask_words(n) + 1);
  ASSERT_EQ(got.back(), spoilt) << what << ", written beyond its end";
  for (std::size_t i = 0; i < 64 * hs::mask_words(n); ++i)
    ASSERT_EQ(got[i / 64] >> i % 64 & 1, right[i / 64] >> i % 64 & 1) << what << ", " << i << " of " << n;
}

// Movers, and items of another kind: overlaps, sweeps and casts.
template <int D, shape_kind Who, shape_kind What>
std::size_t try_masks(kind_constant<Who> asks, kind_constant<What> asked, layout kind, rng& r, all_ways& them) {
  constexpr std::size_t sizes[] = {1, 20, 63, 64, 65, 130}, items_of[] = {0, 1, 8, 33, 70, 140};
  const std::size_t n = sizes[r.below(6)], m = items_of[r.below(6)];
  const float side = (r.one_in(2) ? 8.0f : 14.0f) * std::sqrt(static_cast<float>(m) + 1);
  const bool moving = r.one_in(3), layered = r.one_in(2);
  const auto world = draw_crowd<D>(kind, m, side, moving ? (r.one_in(2) ? 300.0f : 9.0f) : 0.0f, r),
             who = draw_crowd<D>(kind, n, side, r.one_in(3) ? side : 12, r);
  constexpr bool dots = (Who == shape_kind::points || Who == shape_kind::rays) && What == shape_kind::points;
  constexpr bool is_box = What == shape_kind::boxes || What == shape_kind::centred;
  const auto others = who.as(asks, layered);
  const auto given = world.as(asked, layered);
  const auto items = [&] {
    if constexpr (dots)
      return world.specks(layered);
    else
      return given;
  }();
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  q.start = static_cast<hs::start_overlap>(r.below(3));
  if (r.one_in(2)) q.layers = 1 + r.below(7);
  if (r.one_in(3)) q.until = r.one_in(6) ? 0 : r.real(0, 1.2f);
  hs::query standing = q;
  if (Who == shape_kind::points && is_box && r.one_in(2)) standing.touch = hs::touching::half_open;
  hs::query thick = q;
  if (Who == shape_kind::rays && r.one_in(3)) thick.padding = {3, 2, 1};

  const asked_pairs all(n, m);
  const auto mask_of = [&](const hs::query& options, const auto& ask) {
    words mask(hs::mask_words(n));
    std::vector<hs::index> hits(all.first.size());
    for (const hs::index k : ask(std::span(hits), by_pairs({all.first, all.second}, by_reference(options))))
      mask[all.first[k] / 64] |= std::uint64_t{1} << all.first[k] % 64;
    return mask;
  };
  const words on_the_way = mask_of(thick, [&](std::span<hs::index> hits, const hs::query& each) {
    const auto ask = [&](const auto& these) {
      if constexpr (Who == shape_kind::rays)
        return hs::cast_each(others, these, hits, each);
      else
        return hs::sweep_each(others, who.steps(), these, hits, each);
    };
    return moving ? ask(hs::moving(items, world.steps())) : ask(items);
  });
  words at_rest(hs::mask_words(n));
  if constexpr (Who != shape_kind::rays)
    at_rest = mask_of(standing, [&](std::span<hs::index> hits, hs::query each) {
      each.until = 1, each.start = hs::start_overlap::hits;
      return hs::overlap_each(others, items, hits, each);
    });
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    moving ? them.fill(given, world.steps()) : them.fill(given);
    them.each_and_shared([&](world_by& w, const char* name, const hs::workers& space) {
      const auto same = [&](const words& right, const char* form, const auto& ask) {
        words got(hs::mask_words(n) + 1, spoilt);
        ask(std::span(got).first(hs::mask_words(n)));
        expect_words(right, got, n,
                     std::string(form) + " of " + name_of(Who) + " and " + std::to_string(m) + " " + name_of(What) +
                         ", " + std::to_string(D) + "D, " + name + " on " + hs::name(which) + ", " + name_of(kind) +
                         (moving ? ", moving" : "") + (layered ? ", layered" : "") + ", touch " +
                         std::to_string(static_cast<int>(standing.touch)) + ", start " +
                         std::to_string(static_cast<int>(q.start)) + ", until " + hex(q.until));
      };
      if constexpr (Who == shape_kind::rays)
        same(on_the_way, "casts", [&](std::span<std::uint64_t> to) { w.cast_mask(others, to, thick, space); });
      else {
        same(on_the_way, "sweeps",
             [&](std::span<std::uint64_t> to) { w.sweep_mask(others, who.steps(), to, q, space); });
        same(at_rest, "overlaps", [&](std::span<std::uint64_t> to) { w.overlap_mask(others, to, standing, space); });
      }
    });
    if (testing::Test::HasFatalFailure()) return 0;
  }
  std::size_t hits = 0;
  for (std::size_t i = 0; i < n; ++i) hits += (on_the_way[i / 64] >> i % 64 & 1) + (at_rest[i / 64] >> i % 64 & 1);
  return hits;
}

template <int D> void every_pair(std::uint64_t seed) {
  rng r(seed);
  all_ways them;
  for (const shape_kind who : every_kind)
    for (const shape_kind what : every_kind)
      with_kind(who, [&](auto asks) {
        with_kind(what, [&](auto asked) {
          if constexpr (asked.value != shape_kind::rays && there_are<D, asks.value, asked.value>) {
            std::size_t found = 0;
            for (std::size_t c = 0; c < cases(11); ++c) {
              found +=
                  try_masks<D>(asks, asked, static_cast<layout>(c % static_cast<std::size_t>(layout::count)), r, them);
              if (testing::Test::HasFatalFailure()) return;
            }
            if (whole_run() && D == 2) {
              EXPECT_GE(found, who == what && what == shape_kind::points ? 0u
                               : what == shape_kind::points              ? 2u
                                                                         : 10u)
                  << name_of(who) << " at " << name_of(what);
            }
          }
        });
      });
}
TEST(anything, is_met_as_pairs_say_whoever_asks_whom_in_2D) { every_pair<2>(1); }
TEST(anything, is_met_as_pairs_say_whoever_asks_whom_in_3D) { every_pair<3>(2); }

// ---- heaps: who has met somebody is asked about no others -----------------------------------------------------------

// n who ask, m items in one place and some beside it, where there may be more: each as it is met by itself.
template <int D> void try_heap(std::size_t n, std::size_t m, rng& r) {
  const float side = r.one_in(2) ? 12.0f : 60.0f, apart = static_cast<float>(r.below(3)) * 40;
  auto world = draw_crowd<D>(layout::uniform, m, side, 0, r), who = draw_crowd<D>(layout::uniform, n, side, 12, r);
  for (std::size_t i = 0; i < n; ++i)  // in runs, as they may be filed, and one by one
    if (i / 100 % 3 == 1 || r.one_in(4)) who.circle.center.axis[0][i] += apart;
  const bool layered = r.one_in(3), round = r.one_in(2);
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  q.start = static_cast<hs::start_overlap>(r.below(3));
  const auto expected = [&](const auto& ask) {
    words mask(hs::mask_words(n));
    for (std::size_t i = 0; i < n; ++i) mask[i / 64] |= std::uint64_t{ask(i)} << i % 64;
    return mask;
  };
  const auto compare = [&](const auto& items) {
    const auto all = who.circles(layered);
    const auto steps = who.steps();
    hs::query standing = q;
    standing.start = hs::start_overlap::hits;
    const auto one = [&](std::size_t i) { return hs::part(all, i, 1); };
    const words at_rest = expected([&](std::size_t i) {
      bool met = false;
      for (std::size_t k = 0; k < m && !met; ++k) met = hs::overlap_each_any(one(i), hs::part(items, k, 1), standing);
      return met;
    });
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      all_ways them;
      them.fill(items);
      them.each([&](world_by& w, const char* name) {
        const auto same = [&](const words& right, const char* form, const auto& ask) {
          words got(hs::mask_words(n) + 1, spoilt);
          ask(std::span(got).first(hs::mask_words(n)));
          expect_words(right, got, n,
                       std::string(form) + " of " + std::to_string(n) + " and " + std::to_string(m) +
                           (round ? " circles, " : " boxes, ") + std::to_string(D) + "D, " + name + " on " +
                           hs::name(which) + (layered ? ", layered" : "") + ", " + hex(apart) + " apart");
        };
        same(at_rest, "overlaps", [&](std::span<std::uint64_t> to) { w.overlap_mask(all, to, standing); });
        std::vector<hs::index> first(n);
        std::vector<float> time(n);
        hs::query flat = q;
        flat.by = hs::method::brute;
        them.world[0].sweep_nearest(all, steps, {.index = first, .time = time}, flat);
        const words on_the_way = expected([&](std::size_t i) { return first[i] != hs::none; });
        same(on_the_way, "sweeps", [&](std::span<std::uint64_t> to) { w.sweep_mask(all, steps, to, q); });
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  };
  round ? compare(world.circles(layered)) : compare(world.boxes(layered));
}
TEST(anything, is_met_in_heaps_by_whoever_meets_it) {
  rng r(7);
  for (std::size_t c = 0; c < std::min<std::size_t>(cases(1), 12); ++c)
    for (const std::size_t m : {3ul, 40ul, 700ul}) {
      try_heap<2>(1100 + r.below(300), m, r);
      if (testing::Test::HasFatalFailure()) return;
      try_heap<3>(m / 2 + 1 + r.below(70), m, r);
      if (testing::Test::HasFatalFailure()) return;
    }
}

// ---- thousands of items: cells within cells, SAH nodes, wide ones ---------------------------------------------------

template <int D> void try_many(layout kind, std::size_t m, rng& r) {
  const std::size_t n = 200 + r.below(70);
  const float side = (D == 2 ? 14.0f * std::sqrt(static_cast<float>(m)) : 12.0f * std::cbrt(static_cast<float>(m)));
  const auto world = draw_crowd<D>(kind, m, side, 0, r);
  const auto who = draw_crowd<D>(r.one_in(3) ? layout::uniform : kind, n, side, r.one_in(2) ? 12 : side / 3, r);
  const bool layered = r.one_in(3);
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (r.one_in(3)) q.start = hs::start_overlap::ignored;
  if (r.one_in(3)) q.until = r.real(0.1f, 1);
  const auto compare = [&](const auto& items, bool boxes) {
    all_ways them;
    std::vector<std::size_t> starts(n + 1);
    std::vector<hs::index> first(n);
    std::vector<float> when(n);
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      them.fill(items);
      const auto same = [&](const auto& others, hs::query standing, const char* name) {
        (void)them.world[1].overlap(others, {starts, {}}, standing);
        for (int k = 1; k < 4; ++k) {
          words got(hs::mask_words(n), spoilt);
          them.world[k].overlap_mask(others, got, standing);
          for (std::size_t i = 0; i < 64 * got.size(); ++i)
            ASSERT_EQ(got[i / 64] >> i % 64 & 1, i < n && starts[i] != starts[i + 1])
                << name << ", " << D << "D, way " << k << " on " << hs::name(which) << ", " << name_of(kind) << ", "
                << i << " of " << n << " among " << m << (layered ? ", layered" : "");
        }
      };
      same(who.as(kind_constant<shape_kind::points>{}, layered), q, "points");
      if (boxes) {
        hs::query half = q;
        half.touch = hs::touching::half_open;
        same(who.as(kind_constant<shape_kind::points>{}, layered), half, "points, half open");
      }
      same(who.boxes(layered), q, "boxes"), same(who.centred(layered), q, "centred boxes");
      same(who.circles(layered), q, "circles");
      if constexpr (D == 2) same(who.as(kind_constant<shape_kind::capsules>{}, layered), q, "capsules");
      const auto same_firsts = [&](const char* name, const auto& nearest, const auto& mask) {
        const auto compare_until = [&](float until) {
          hs::query how = q;
          how.until = until, how.by = hs::method::grid;
          nearest(how);
          for (const hs::method by : {hs::method::grid, hs::method::tree}) {
            words got(hs::mask_words(n), spoilt);
            how.by = by;
            mask(got, how);
            for (std::size_t i = 0; i < 64 * got.size(); ++i)
              ASSERT_EQ(got[i / 64] >> i % 64 & 1, i < n && first[i] != hs::none)
                  << name << ", " << D << "D, by " << hs::name(by) << " on " << hs::name(which) << ", " << name_of(kind)
                  << ", until " << hex(until) << ", " << i << " of " << n << " among " << m;
          }
        };
        compare_until(q.until);
        // Just when one of them hits, and as soon as a float can say after that.
        std::vector<float> hits;
        for (std::size_t i = 0; i < n; ++i)
          if (first[i] != hs::none && when[i] > 0) hits.push_back(when[i]);
        for (std::size_t k = 0; k < 2 && !hits.empty(); ++k) {
          const float at = hits[r.below(static_cast<std::uint32_t>(hits.size()))];
          compare_until(at), compare_until(std::nextafter(at, 2.0f));
        }
      };
      const hs::world& w = them.world[3];
      same_firsts(
          "rays", [&](const hs::query& o) { w.cast_nearest(who.rays(layered), {.index = first, .time = when}, o); },
          [&](words& to, const hs::query& o) { w.cast_mask(who.rays(layered), to, o); });
      same_firsts(
          "boxes on their way",
          [&](const hs::query& o) {
            w.sweep_nearest(who.boxes(layered), who.steps(), {.index = first, .time = when}, o);
          },
          [&](words& to, const hs::query& o) { w.sweep_mask(who.boxes(layered), who.steps(), to, o); });
      same_firsts(
          "circles on their way",
          [&](const hs::query& o) {
            w.sweep_nearest(who.circles(layered), who.steps(), {.index = first, .time = when}, o);
          },
          [&](words& to, const hs::query& o) { w.sweep_mask(who.circles(layered), who.steps(), to, o); });
      if (testing::Test::HasFatalFailure()) return;
    }
  };
  compare(world.boxes(layered), true);
  if (!testing::Test::HasFatalFailure()) compare(world.circles(layered), false);
}
TEST(anything, is_met_among_thousands_as_lists_and_first_hits_say) {
  rng r(3);
  for (std::size_t c = 0; c < cases(11); ++c) {
    const layout kind = static_cast<layout>(c % static_cast<std::size_t>(layout::count));
    const std::size_t m = kind == layout::one_spot ? 300 : 400 + r.below(700);
    try_many<2>(kind, m, r);
    if (!HasFatalFailure()) try_many<3>(kind, m, r);
    if (HasFatalFailure()) return;
  }
}

// ---- on the edge ------------------------------------------------------------------------------------------------

// Tiles side by side: points on their edges, and on the edges of the cells that they are filed in.
TEST(anything, is_met_on_edges_as_touching_has_it) {
  std::vector<float> x, y, px, py;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j)
      if ((i + j) % 3) x.push_back(static_cast<float>(8 * i)), y.push_back(static_cast<float>(8 * j));
  std::vector<float> right(x), top(y);
  for (float& v : right) v += 8;
  for (float& v : top) v += 8;
  for (int i = -2; i < 66; ++i)
    for (int j = -2; j < 66; ++j) px.push_back(static_cast<float>(4 * i)), py.push_back(static_cast<float>(4 * j));
  const hs::boxes tiles{.min_x = x, .min_y = y, .max_x = right, .max_y = top};
  const hs::points at{.x = px, .y = py};
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    all_ways them;
    them.fill(tiles);
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits, hs::touching::half_open})
      them.each([&](world_by& w, const char* name) {
        words got(hs::mask_words(px.size()));
        w.overlap_mask(at, got, {.touch = touch});
        for (std::size_t i = 0; i < px.size(); ++i) {
          bool is = false;
          for (std::size_t k = 0; k < x.size(); ++k)
            is = is ||
                 (touch == hs::touching::misses ? x[k] < px[i] && px[i] < right[k] && y[k] < py[i] && py[i] < top[k]
                  : touch == hs::touching::hits ? x[k] <= px[i] && px[i] <= right[k] && y[k] <= py[i] && py[i] <= top[k]
                                                : x[k] <= px[i] && px[i] < right[k] && y[k] <= py[i] && py[i] < top[k]);
          ASSERT_EQ(got[i / 64] >> i % 64 & 1, is)
              << name << " on " << hs::name(which) << ", " << px[i] << ", " << py[i];
        }
      });
  }
}

// ---- what is refused -------------------------------------------------------------------------------------------

class anything_refused : public testing::Test {
 protected:
  void SetUp() override {
    told = 0;
    before_ = hs::set_breach_handler([](const char* message) { told += message != nullptr; });
  }
  void TearDown() override { hs::set_breach_handler(before_); }
  static void expect_nothing(const words& got, const std::string& what) {
    if (hs::detail::checks_in_use() != hs::detail::checks::none) {
      EXPECT_GT(told, 0u) << what;
      EXPECT_EQ(got, words(got.size())) << what;
    }
    told = 0;
  }
  static inline std::size_t told;

 private:
  hs::breach_handler before_ = nullptr;
};

TEST_F(anything_refused, says_so_and_leaves_no_word_as_it_was) {
  rng r(4);
  const std::size_t n = 130;
  const auto flat = draw_crowd<2>(layout::uniform, n, 60, 20, r);
  const auto deep = draw_crowd<3>(layout::uniform, n, 60, 20, r);
  all_ways them;
  them.fill(flat.boxes(false));
  const auto nothing = [&](const std::string& what, std::size_t room, const auto& ask) {
    words got(room, spoilt);
    ask(got);
    expect_nothing(got, what);
  };
  them.each_and_shared([&](world_by& w, const char* name, const hs::workers& space) {
    const std::string of = std::string(name) + ", ";
    const std::size_t all = hs::mask_words(n);
    nothing(of + "3D points", all, [&](words& to) { w.overlap_mask(deep.points(), to, {}, space); });
    nothing(of + "3D boxes", all, [&](words& to) { w.sweep_mask(deep.boxes(false), deep.steps(), to, {}, space); });
    nothing(of + "3D rays", all, [&](words& to) { w.cast_mask(deep.rays(false), to, {}, space); });
    nothing(of + "too few words", all - 1, [&](words& to) { w.overlap_mask(flat.points(), to, {}, space); });
    nothing(of + "too few words of rays", all - 1, [&](words& to) { w.cast_mask(flat.rays(false), to, {}, space); });
    nothing(of + "half open boxes on their way", all, [&](words& to) {
      w.sweep_mask(flat.boxes(false), flat.steps(), to, {.touch = hs::touching::half_open}, space);
    });
    auto broken = flat.boxes(false);
    broken.max_y = std::span(flat.box.max.axis[1]).first(4);
    nothing(of + "columns that differ in length", all, [&](words& to) { w.overlap_mask(broken, to, {}, space); });
  });
  const auto run = [](std::size_t jobs, hs::job job) {
    for (std::size_t i = 0; i < jobs; ++i) job(i);
  };
  const hs::executor by(run);
  nothing("no workspace", 3, [&](words& to) { them.world[1].overlap_mask(flat.points(), to, {}, {by, {}}); });
  nothing("no workspace, rays", 3, [&](words& to) { them.world[2].cast_mask(flat.rays(false), to, {}, {by, {}}); });
  // Of several views one has no answer. An empty world has: nothing is met.
  hs::world w;
  w.rebuild(hs::several(flat.circles(false), flat.boxes(false)));
  nothing("one of several", 3,
          [&](words& to) { w.overlap_mask(flat.circles(false), to, {.touch = hs::touching::half_open}); });
  hs::world empty;
  words got(3, spoilt);
  empty.overlap_mask(flat.points(), got);
  EXPECT_EQ(got, words(3));
  EXPECT_EQ(told, 0u);
}

// A giant in more cells than it is filed in is in none of them: whoever is in it and in nothing small finds it too.
TEST(anything, is_met_where_there_is_a_giant_alone) {
  constexpr int across = 70;
  box_columns<2> items;
  std::vector<float> x, y;
  for (int i = 0; i < across * across; ++i) {
    const float left = static_cast<float>(10 * (i % across)), low = static_cast<float>(10 * (i / across));
    items.push({{left, low}, {left + 1, low + 1}});
    if (i % 4 == 0) x.push_back(left + 5), y.push_back(low + 5);
  }
  items.push({{103, 53}, {597, 647}});
  const std::size_t n = x.size();
  std::vector<std::uint64_t> right(hs::mask_words(n)), got(right.size());
  for (std::size_t i = 0; i < n; ++i)
    if (x[i] > 103 && x[i] < 597 && y[i] > 53 && y[i] < 647) right[i / 64] |= std::uint64_t{1} << i % 64;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    all_ways them;
    them.fill(items.view());
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits})
      them.each([&](world_by& w, const char* name) {
        w.overlap_mask(hs::points{.x = x, .y = y}, got, {.touch = touch});
        EXPECT_EQ(got, right) << "points " << name << " on " << hs::name(which);
        w.overlap_mask(hs::boxes{.min_x = x, .min_y = y, .max_x = x, .max_y = y}, got, {.touch = touch});
        EXPECT_EQ(got, right) << "boxes " << name << " on " << hs::name(which);
      });
  }
}

}  // namespace
