// World against brute force, whatever is picked: the same first hits, pairs and lists, to the bit, on every ISA.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>
#include <optional>

#include "../support/counted_new.hpp"
#include "../support/differential.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct answers {
  std::vector<hs::index> index, first, second, items;
  std::vector<float> time, x, y, distance;
  std::vector<std::uint8_t> flags;
  std::vector<std::size_t> starts;
  std::size_t total = 0;
  answers(std::size_t n, std::size_t room)
      : index(n, 5u),
        first(room, 7u),
        second(room, 7u),
        items(room, 7u),
        time(n),
        x(n),
        y(n),
        distance(n),
        flags(n),
        starts(n + 1) {}
  hs::hit_columns columns() { return {.index = index, .time = time, .normal_x = x, .position_y = y, .flags = flags}; }
  bool operator==(const answers&) const = default;
};

// Everything that can be asked, written down one after the other.
template <class W, class... Space>
std::vector<answers> ask(W& world, const crowd<2>& who, bool round, const hs::query& q, std::size_t room,
                         Space&... space) {
  std::vector<answers> all(6, answers(who.size(), room));
  world.sweep_nearest(who.circles(true), who.steps(), all[0].columns(), q, space...);
  world.cast_nearest(who.rays(false), all[1].columns(), q, space...);
  const hs::found_pairs met = world.overlap_pairs({all[2].first, all[2].second}, q, space...);
  all[2].total = met.total;
  all[3].total = world.overlap_pairs(who.circles(true), {all[3].first, all[3].second}, q, space...).total;
  all[4].total = world.overlap(who.boxes(false), {all[4].starts, all[4].items}, q, space...);
  if (!round) world.sweep_nearest(who.boxes(false), who.steps(), all[4].columns(), q, space...);
  world.nearest(who.points(), 30, {all[5].index, all[5].distance}, q, space...);
  all[5].total = world.nearest_k(who.points(), 3, 30, {all[5].starts, all[5].items}, q, space...);
  // What is beyond what was found may be anything.
  for (std::size_t k = 2; k < all.size(); ++k)
    for (auto* const column : {&all[k].first, &all[k].second, &all[k].items})
      column->resize(std::min(column->size(), all[k].total));
  return all;
}

constexpr hs::method methods[] = {hs::method::brute, hs::method::grid, hs::method::tree};

void try_world(layout kind, std::size_t n, std::size_t m, rng& r, hs::world& w) {
  const float side = 12 * std::sqrt(static_cast<float>(m + 1));
  const auto world = draw_crowd<2>(kind, m, side, 0, r), who = draw_crowd<2>(kind, n, side, r.one_in(2) ? side : 20, r);
  const bool round = r.one_in(2);
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (r.one_in(3)) q.start = r.one_in(2) ? hs::start_overlap::ignored : hs::start_overlap::hits_unless_leaving;
  if (r.one_in(4)) q.until = r.real(0, 1.2f);
  if (r.one_in(4)) q.layers = 1 + r.below(7);
  const std::size_t room = r.one_in(3) ? 9 : 4000;
  const auto fill = [&](auto& s) { round ? s.rebuild(world.circles(true)) : s.rebuild(world.boxes(true)); };
  // The right answers: the scalar reference where there is one, and those by grid, which grid_test holds to it.
  by_grid g;
  fill(g);
  const auto right = ask(g, who, round, q, room);
  answers flat = right[0], flat_rays = right[1];
  round ? hs::sweep_nearest(who.circles(true), who.steps(), world.circles(true), flat.columns(), by_reference(q))
        : hs::sweep_nearest(who.circles(true), who.steps(), world.boxes(true), flat.columns(), by_reference(q));
  round ? hs::cast_nearest(who.rays(false), world.circles(true), flat_rays.columns(), by_reference(q))
        : hs::cast_nearest(who.rays(false), world.boxes(true), flat_rays.columns(), by_reference(q));
  EXPECT_TRUE(flat == right[0] && flat_rays == right[1]);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    const std::string what = std::string(name_of(kind)) + ", " + std::to_string(n) + " against " + std::to_string(m) +
                             (round ? " circles" : " boxes") + " on " + hs::name(which);
    const auto same = [&](const std::vector<answers>& got, const char* how) {
      for (std::size_t k = 0; k < got.size(); ++k)
        EXPECT_TRUE(got[k] == right[k]) << what << ", " << how << ": " << k << ", " << got[k].total << " for "
                                        << right[k].total;
    };
    fill(w);
    EXPECT_EQ(w.size(), m);
    same(ask(w, who, round, q, room), "as it likes");
    hs::workspace space;
    for (const hs::method by : methods) {
      world_by one(by);
      fill(one);
      same(ask(one, who, round, q, room), hs::name(by));
      same(ask(one, who, round, q, room, space), "a workspace of its own");
      same(ask(w, who, round, q, room, space), "a workspace, as it likes");
    }
  }
}

TEST(world, answers_as_brute_force_does_whatever_is_picked) {
  rng r(1);
  hs::world w;
  constexpr std::size_t sizes[] = {0, 1, 2, 3, 17, 60, 200};
  for (int k = 0; k < static_cast<int>(layout::count); ++k)
    for (std::size_t c = 0; c < cases(24); ++c) {
      try_world(static_cast<layout>(k), sizes[1 + r.below(5)], sizes[r.below(7)], r, w);
      if (testing::Test::HasFailure()) return;
    }
}

// Few items are asked about thousands, a block of these at a time: at the seams of words, blocks and of what is few.
TEST(world, of_few_items_answers_thousands_as_brute_force_does) {
  rng r(3);
  hs::world w;
  for (const auto& [n, m] : {std::pair(1025, 1), {2113, 2}, {1023, 64}, {1025, 65}, {1024, 256}, {1088, 257}}) {
    try_world(layout::uniform, static_cast<std::size_t>(n), static_cast<std::size_t>(m), r, w);
    try_world(layout::clustered, static_cast<std::size_t>(n), static_cast<std::size_t>(m), r, w);
    if (testing::Test::HasFailure()) return;
  }
}

// What motions promise of the longest step steers no world: whoever breaks it gets the same answers by every method.
TEST(world, takes_no_promise_about_the_longest_step) {
  rng r(4);
  constexpr std::size_t n = 1100, m = 9;
  const auto items = draw_crowd<2>(layout::uniform, m, 300, 0, r), who = draw_crowd<2>(layout::uniform, n, 300, 90, r);
  const auto ask = [&](hs::method by, float promised, std::vector<std::uint64_t>& words) {
    hs::motions steps = who.steps();
    steps.longest = promised;
    answers got(n, 0);
    hs::world w;
    w.rebuild(items.boxes(false));
    w.sweep_nearest(who.boxes(false), steps, got.columns(), {.by = by});
    words.assign(hs::mask_words(n), 0), w.sweep_mask(who.boxes(false), steps, words, {.by = by});
    return got;
  };
  std::vector<std::uint64_t> right_words, words;
  const answers right = ask(hs::method::grid, -1, right_words);
  EXPECT_LT(std::count(right.index.begin(), right.index.end(), hs::none), std::ptrdiff_t{n} - 100);
  for (const hs::method by : methods) {
    EXPECT_TRUE(ask(by, 1, words) == right) << hs::name(by);
    EXPECT_EQ(words, right_words) << hs::name(by);
  }
}

// Nor does one of those that move in it.
TEST(world, takes_no_promise_about_the_longest_step_of_its_items) {
  rng r(23);
  constexpr std::size_t n = 9, m = 1100;
  const auto items = draw_crowd<2>(layout::uniform, m, 300, 90, r), who = draw_crowd<2>(layout::uniform, n, 300, 90, r);
  const auto ask = [&](hs::method by, float promised, const auto& shapes_of) {
    hs::motions steps = items.steps();
    steps.longest = promised;
    answers got(n, 3000);
    hs::world w;
    w.rebuild(hs::moving(shapes_of(items), steps));
    const hs::query q{.by = by};
    w.sweep_nearest(shapes_of(who), who.steps(), got.columns(), q);
    got.total = w.sweep_pairs(shapes_of(who), who.steps(), {got.first, got.second}, q).total;
    for (auto* const column : {&got.first, &got.second}) column->resize(std::min(column->size(), got.total));
    return got;
  };
  const auto boxes = [](const crowd<2>& of) { return of.boxes(false); };
  const auto circles = [](const crowd<2>& of) { return of.circles(false); };
  for (const hs::method by : methods) {
    EXPECT_TRUE(ask(by, 1, boxes) == ask(hs::method::grid, -1, boxes)) << "boxes by " << hs::name(by);
    EXPECT_TRUE(ask(by, 1, circles) == ask(hs::method::grid, -1, circles)) << "circles by " << hs::name(by);
  }
}

TEST(world, in_three_dimensions_answers_alike) {
  rng r(2);
  hs::world w;
  for (std::size_t c = 0; c < cases(40); ++c) {
    const std::size_t n = 40, m = 1 + r.below(300);
    const auto world = draw_crowd<3>(layout::sizes, m, 400, 0, r), who = draw_crowd<3>(layout::uniform, n, 400, 90, r);
    records<3> right(n), got(n);
    hs::sweep_nearest(who.circles(false), who.steps(), world.boxes(false), right.columns(), by_reference());
    for (const hs::method by : methods) {
      w.rebuild(world.boxes(false));
      w.sweep_nearest(who.circles(false), who.steps(), got.columns(), {.by = by});
      EXPECT_EQ(w.used(), by);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_TRUE(got[i].index == right[i].index && same_bits(got[i].time, right[i].time)) << hs::name(by);
    }
  }
}

// Without registers brute force is hardly ever the quickest.
bool registers() { return hs::active_isa() != hs::isa::scalar; }

TEST(world, sorts_when_that_pays_and_not_before) {
  rng r(3);
  const auto many = draw_crowd<2>(layout::uniform, 3000, 3000, 0, r),
             who = draw_crowd<2>(layout::uniform, 1, 3000, 9, r);
  const auto crowd_of = draw_crowd<2>(layout::uniform, 30000, 3000, 9, r);
  hs::world w;
  answers few(1, 0), more(30000, 0);
  for (int frame = 0; frame < 3; ++frame) {
    w.rebuild(many.boxes(false));
    w.sweep_nearest(who.circles(false), who.steps(), few.columns());
    if (registers()) {  // else it is quicker to sieve them
      EXPECT_EQ(w.used(), hs::method::brute) << "one mover, items new in every frame";
    }
  }
  int asked = 0;
  while (w.used() == hs::method::brute && asked < 100000) {
    w.sweep_nearest(who.circles(false), who.steps(), few.columns());
    ++asked;
  }
  EXPECT_NE(w.used(), hs::method::brute) << "items that stay";
  if (registers()) {
    EXPECT_GT(asked, 10);
  }
  w.rebuild(many.boxes(false));
  w.sweep_nearest(crowd_of.circles(false), crowd_of.steps(), more.columns());
  EXPECT_EQ(w.used(), hs::method::grid) << "tens of thousands of short motions";
}

// A field may be as wide as floats can be, or hardly at all: times do not depend on it, nor does what is picked.
TEST(world, picks_alike_in_fields_of_all_sizes) {
  const auto column = [](std::uint64_t seed, std::size_t n, float most, float scale) {
    rng r(seed);
    std::vector<float> v(n);
    for (float& x : v) x = scale * r.real(-most, most);
    return v;
  };
  for (const std::size_t items : {300ul, 3000ul})
    for (const std::size_t asking : {20ul, 1000ul}) {
      std::vector<hs::index> index(asking);
      std::optional<hs::method> first;
      for (const float scale : {1.0f, 0x1p-100f, 0x1p110f}) {
        const auto x = column(1, items, 450, scale), y = column(2, items, 400, scale),
                   from_x = column(3, asking, 450, scale), from_y = column(4, asking, 350, scale),
                   dx = column(5, asking, 30, scale), dy = column(6, asking, 20, scale);
        hs::world w;
        w.rebuild(hs::points{.x = x, .y = y});
        w.sweep_nearest(hs::circles{.x = from_x, .y = from_y, .radius = 4 * scale}, hs::motions{.dx = dx, .dy = dy},
                        {.index = index});
        if (!first) first = w.used();
        EXPECT_STREQ(hs::name(w.used()), hs::name(*first)) << items << " items, " << asking << " ask, times " << scale;
      }
    }
}

TEST(world, allocates_nothing_once_warm) {
  rng r(4);
  hs::world of_all[3], w;
  const auto items = draw_crowd<2>(layout::uniform, 2000, 900, 0, r);
  const auto who = draw_crowd<2>(layout::uniform, 500, 900, 30, r);
  answers to(500, 60000);
  hs::workspace space;
  const auto frame = [&] {
    for (const hs::method by : methods) {
      const hs::query q{.by = by};
      hs::world& one = of_all[static_cast<int>(by)];
      one.rebuild(items.boxes(true));
      one.sweep_nearest(who.circles(false), who.steps(), to.columns(), q);
      one.cast_nearest(who.rays(false), to.columns(), q);
      EXPECT_GT(one.overlap_pairs({to.first, to.second}, q).total, 0u);
      EXPECT_GT(one.overlap(who.circles(false), {to.starts, to.items}, q), 0u);
      one.nearest(who.points(), 30, {.index = to.index});
      one.rebuild(items.circles(true));
      one.sweep_nearest(who.boxes(false), who.steps(), to.columns(), q);
      one.rebuild(items.points());
      one.sweep_nearest(who.circles(false), who.steps(), to.columns(), q);
      one.nearest(who.points(), 30, {.index = to.index}, {}, space);
    }
    w.rebuild(items.boxes(true));
    for (int k = 0; k < 5; ++k) w.sweep_nearest(who.circles(false), who.steps(), to.columns());
  };
  const std::size_t at_first = allocations;
  frame();
  EXPECT_GT(allocations, at_first);
  const std::size_t before = allocations;
  frame(), frame();
  EXPECT_EQ(allocations, before);
}

TEST(world, of_items_that_move_may_be_given_as_moving) {
  rng r(77);
  const crowd<2> items = draw_crowd<2>(layout::uniform, 60, 200, 30, r),
                 who = draw_crowd<2>(layout::uniform, 90, 200, 9, r);
  hs::world one, other;
  one.rebuild(items.boxes(true), items.steps()), other.rebuild(hs::moving(items.boxes(true), items.steps()));
  std::vector<hs::index> a(90), b(90);
  one.sweep_nearest(who.boxes(false), who.steps(), {.index = a});
  other.sweep_nearest(who.boxes(false), who.steps(), {.index = b});
  EXPECT_EQ(a, b);
  EXPECT_LT(std::count(a.begin(), a.end(), hs::none), 80);
}

TEST(world, moved_from_is_empty_and_may_be_filled_again) {
  const std::vector<float> x{0, 5};
  const hs::circles discs{.x = x, .y = x, .radius = 1.0f};
  hs::world a;
  a.rebuild(discs);
  hs::world b(std::move(a)), c;
  c.rebuild(hs::several(hs::boxes{.min_x = x, .min_y = x, .max_x = 9.0f, .max_y = 9.0f}, discs));
  c = std::move(b);  // what was in it is nowhere then
  hs::world* const same = &c;
  c = std::move(*same);
  hs::workspace one, two(std::move(one));
  std::uint64_t word = 9;
  EXPECT_EQ(c.size(), 2u);
  for (hs::world* w : {&a, &b}) {  // NOLINT(bugprone-use-after-move): it is what is asked about
    EXPECT_EQ(w->size(), 0u);
    w->overlap_mask(discs, {&word, 1}, {}, one);
    EXPECT_EQ(word, 0u);
    w->rebuild(discs);
    w->overlap_mask(discs, {&word, 1}, {}, two);
    EXPECT_EQ(word, 3u);
  }
}

// It was never built, or what was in it has moved: no items, of whatever dimension. Moving takes no memory, so that it
// cannot fail.
TEST(world, without_items_has_no_dimension_and_moves_without_memory) {
  static std::string said;
  said.clear();
  const auto before = hs::set_breach_handler([](const char* what) { said += what; });
  rng r(78);
  constexpr std::size_t n = 80;  // more than it takes to be sorted
  const crowd<2> flat = draw_crowd<2>(layout::uniform, n, 20, 9, r);
  const crowd<3> deep = draw_crowd<3>(layout::uniform, n, 20, 9, r);
  std::vector<hs::index> index(n), second(n);
  std::vector<std::size_t> starts(n + 1);
  std::uint64_t words[2];
  hs::world built, was_deep;
  built.rebuild(flat.boxes(false)), was_deep.rebuild(deep.boxes(false));
  hs::workspace used;
  built.overlap_mask(flat.boxes(false), words, {}, used);
  const std::size_t allocated = allocations;
  hs::world never, taken(std::move(was_deep)), into(std::move(built));
  into = std::move(taken);
  hs::workspace other(std::move(used));
  EXPECT_EQ(allocations, allocated);
  const auto nothing = [&](const hs::world& w, const auto& who) {
    for (const bool layered : {false, true})
      for (const hs::method by : methods) {
        const hs::query q{.by = by};
        std::fill(index.begin(), index.end(), 7u), std::fill(starts.begin(), starts.end(), 7u), words[0] = words[1] = 9;
        w.overlap_mask(who.boxes(layered), words, q, used);
        EXPECT_EQ(words[0] | words[1], 0u);
        w.sweep_nearest(who.circles(layered), who.steps(), {.index = index}, q);
        EXPECT_EQ(index, std::vector<hs::index>(n, hs::none));
        EXPECT_EQ(w.overlap(who.circles(layered), {starts, index}, q), 0u);
        EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
        EXPECT_EQ(w.overlap_pairs(who.boxes(layered), {index, second}, q).total, 0u);
        EXPECT_EQ(w.overlap_pairs({index, second}, q).total, 0u);
        EXPECT_EQ(w.sweep_in_order(who.boxes(layered), who.steps(), 3, {starts, index}, q), 0u);
        if (by == hs::method::brute) continue;  // not known of what is near
        auto points = who.points();
        if (layered) points.layers = who.layers;
        index[0] = 7, w.nearest(points, 99, {index}, q);
        EXPECT_EQ(index, std::vector<hs::index>(n, hs::none));
        starts[n] = 7;
        EXPECT_EQ(w.nearest_k(points, 3, 99, {starts, index}, q), 0u);
        EXPECT_EQ(starts, std::vector<std::size_t>(n + 1));
      }
    EXPECT_EQ(w.size() + w.bytes(), 0u);
  };
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (const hs::world* w : {&never, &was_deep, &built})  // NOLINT(bugprone-use-after-move): that is what it is about
      nothing(*w, flat), nothing(*w, deep);
  }
  taken.overlap_mask(flat.boxes(false), words), taken.overlap_mask(deep.boxes(false), words);
  EXPECT_EQ(taken.size(), 0u);
  EXPECT_EQ(said, "");
  hs::set_breach_handler(before);
}

TEST(world, of_more_items_than_an_index_can_name_are_refused) {
  if (hs::detail::checks_in_use() == hs::detail::checks::none) GTEST_SKIP() << "nobody looks";
  static std::string said;
  const auto before = hs::set_breach_handler([](const char* what) { said = what; });
  const auto heard = [] { return std::exchange(said, "").find("more items than an index can name") != said.npos; };
  const float one = 0;
  const auto many = hs::strided(&one, std::size_t{1} << 40, 0), as_many = hs::strided(&one, std::size_t{1} << 62, 0);
  std::vector<hs::index> index(9), second(9);
  EXPECT_EQ(hs::overlap_count(hs::circle{{0, 0}, 1}, hs::circles{.x = many, .y = 0.0f, .radius = 1.0f}), 0u);
  EXPECT_TRUE(heard());
  EXPECT_FALSE(hs::cast_nearest(hs::segment{{-9, 0}, {9, 0}}, hs::circles{.x = many, .y = many, .radius = 1.0f}));
  EXPECT_TRUE(heard());
  hs::world w;
  w.rebuild(hs::circles{.x = many, .y = 0.0f, .radius = 1.0f});
  EXPECT_TRUE(heard());
  EXPECT_EQ(w.size(), 0u);
  const float place[] = {0, 1};
  w.rebuild(hs::circles{.x = place, .y = 0.0f, .radius = 1.0f});
  for (const auto& x : {many, as_many}) {
    EXPECT_EQ(w.overlap_pairs(hs::circles{.x = x, .y = 0.0f, .radius = 1.0f}, {index, second}).total, 0u);
    EXPECT_TRUE(heard());
    EXPECT_EQ(w.overlap_pairs(hs::boxes{x, 0.0f, 1.0f, 1.0f}, {index, second}).total, 0u);
    EXPECT_TRUE(heard());
    w.nearest(hs::points{.x = x, .y = x}, 9, {index});
    EXPECT_TRUE(heard());
    EXPECT_EQ(hs::cull(hs::circles{.x = x, .y = 0.0f, .radius = 1.0f}, hs::box{{0, 0}, {1, 1}}, 0, index).total, 0u);
    EXPECT_TRUE(heard());
    EXPECT_EQ(hs::distance_nearest(hs::vec2{0, 0}, hs::points{.x = x, .y = 0.0f}), hs::nearest_item{});
    EXPECT_TRUE(heard());
  }
  w.rebuild(hs::several(hs::points{.x = hs::strided(&one, hs::none, 0), .y = 0.0f}, hs::points{.x = place, .y = 0.0f}));
  EXPECT_TRUE(heard());
  EXPECT_EQ(w.size(), 0u);
  hs::set_breach_handler(before);
}

// A step between values may be negative, or none: nothing is read beside them, nor taken for others.
TEST(world, masks_of_columns_with_gaps_are_those_of_columns) {
  rng r(81);
  constexpr std::size_t n = 300;
  const crowd<2> items = draw_crowd<2>(layout::uniform, 400, 60, 3, r),
                 who = draw_crowd<2>(layout::uniform, n, 60, 3, r);
  const auto backwards = [](const std::vector<float>& v) { return std::vector<float>(v.rbegin(), v.rend()); };
  const auto &x = who.circle.center.axis[0], &y = who.circle.center.axis[1];
  const auto &dx = who.ray.delta.axis[0], &dy = who.ray.delta.axis[1];
  const std::vector<float> bx = backwards(x), by = backwards(y), bdx = backwards(dx), bdy = backwards(dy);
  const auto from_behind = [](const std::vector<float>& v) { return hs::strided(&v.back(), v.size(), -4); };
  hs::world w;
  w.rebuild(items.boxes(false));
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    std::vector<std::uint64_t> plain(hs::mask_words(n)), gaps(hs::mask_words(n));
    w.sweep_mask(hs::points{.x = bx, .y = by}, hs::motions{.dx = bdx, .dy = bdy}, plain);
    w.sweep_mask(hs::points{.x = from_behind(x), .y = from_behind(y)},
                 hs::motions{.dx = from_behind(dx), .dy = from_behind(dy)}, gaps);
    ASSERT_EQ(gaps, plain);
    w.sweep_mask(hs::points{.x = hs::strided(x.data(), n, 0), .y = from_behind(y)},
                 hs::motions{.dx = from_behind(dx), .dy = from_behind(dy)}, gaps);
    const std::vector<float> same(n, x[0]);
    w.sweep_mask(hs::points{.x = same, .y = by}, hs::motions{.dx = bdx, .dy = bdy}, plain);
    ASSERT_EQ(gaps, plain);
  }
}

TEST(world, of_a_view_that_lacks_a_column_finds_nothing) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "nobody looks, or it ends here";
  static std::string said;
  hs::set_breach_handler([](const char* what) { said = what; });
  const std::vector<float> low{-1, 4}, high{1, 6};
  hs::world w;
  w.rebuild(hs::boxes{.min_x = low, .min_y = low, .max_x = high, .max_y = {}});
  EXPECT_NE(said.find("max_y"), std::string::npos) << said;
  std::uint64_t word = 9;
  w.overlap_mask(hs::circles{.x = low, .y = 0.0f, .radius = 1.0f}, {&word, 1});
  EXPECT_EQ(word, 0u);
  EXPECT_EQ(w.size(), 0u);
  hs::set_breach_handler(nullptr);
}

TEST(world, of_nothing_finds_nothing) {
  const std::vector<float> x{1, 2};
  std::vector<hs::index> index(2, 5u);
  hs::world w;
  for (const hs::method by : methods) {
    const hs::query q{.by = by};
    w.cast_nearest(hs::segments{.x = x, .y = x, .dx = 1.0f, .dy = 1.0f}, {.index = index}, q);
    EXPECT_EQ(index, (std::vector<hs::index>(2, hs::none)));
    EXPECT_EQ(w.overlap_pairs({index, index}, q).total, 0u);
    w.rebuild(hs::boxes{.min_x = x, .min_y = x, .max_x = not_a_number, .max_y = x});
    w.cast_nearest(hs::segments{.x = x, .y = x, .dx = 1.0f, .dy = 1.0f}, {.index = index}, q);
    EXPECT_EQ(index, (std::vector<hs::index>(2, hs::none)));
    w.rebuild(hs::boxes{.min_x = std::span<const float>{}, .min_y = 0.0f, .max_x = 1.0f, .max_y = 1.0f});
  }
}

// One shape stands for many, as steps say: each of these goes its own way.
TEST(world, of_one_shape_that_goes_many_ways) {
  rng r(21);
  constexpr std::size_t n = 300;
  const auto some = draw_crowd<2>(layout::uniform, n, 400, 300, r);
  const hs::capsules pin{.x = 200.0f, .y = 200.0f, .dx = 6.0f, .dy = 1.0f, .radius = 1.0f};
  std::vector<hs::index> first(n * n), second(n * n), right_first(n * n), right_second(n * n);
  on_every_isa([&] {
    hs::world items, pins;
    items.rebuild(some.boxes(false));
    pins.rebuild(hs::moving(pin, some.steps()));
    ASSERT_EQ(pins.size(), n);
    const auto ask = [&](const auto& question) {
      const std::size_t right =
          question(hs::meeting_columns{right_first, right_second}, hs::query{.by = hs::method::brute}).total;
      const std::size_t got = question(hs::meeting_columns{first, second}, hs::query{.by = hs::method::grid}).total;
      ASSERT_EQ(got, right);
      EXPECT_GT(right, 100u);
      EXPECT_TRUE(std::equal(first.begin(), first.begin() + got, right_first.begin()));
      EXPECT_TRUE(std::equal(second.begin(), second.begin() + got, right_second.begin()));
    };
    ask([&](const auto& out, const auto& q) { return items.sweep_pairs(pin, some.steps(), out, q); });
    ask([&](const auto& out, const auto& q) { return pins.sweep_pairs(some.boxes(false), some.steps(), out, q); });
  });
}

}  // namespace
