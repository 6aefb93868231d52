// The tree against brute force: the same first hits and the same pairs, to the bit, on every ISA, whatever the world.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

template <int D> auto no_details(records<D>& to) {
  std::conditional_t<D == 2, hs::hit_columns, hs::hit_columns3> c{};
  c.index = to.index, c.time = to.time, c.flags = to.flags;
  return c;
}

template <int D> void expect_same(records<D>& got, records<D>& right, bool details, const std::string& what) {
  for (std::size_t i = 0; i < right.index.size(); ++i) {
    const hit_of<D> x = got[i], y = right[i];
    bool same = x.index == y.index && same_bits(x.time, y.time) && x.flags == y.flags;
    for (int k = 0; details && k < D; ++k)
      same = same && same_bits(x.normal[k], y.normal[k]) && same_bits(x.position[k], y.position[k]);
    ASSERT_TRUE(same) << what << ", " << i << " hits " << x.index << " at " << hex(x.time) << ", not " << y.index
                      << " at " << hex(y.time);
  }
}

std::string text(layout k, std::size_t n, std::size_t m) {
  return std::string(name_of(k)) + ", " + std::to_string(n) + " against " + std::to_string(m);
}
std::string text(layout k, std::size_t n, std::size_t m, hs::isa which) {
  return text(k, n, m) + " on " + hs::name(which);
}

// Asks a question of any kind, with options of any kind. How many hits there are.
template <int D>
std::size_t compare(const crowd<D>& world, const crowd<D>& who, const std::string& what, rng& r, by_tree& t) {
  const std::size_t n = who.size();
  hs::query q = draw_query(r);
  const bool layers = r.one_in(4);
  records<D> right(n), got(n);
  const auto on_every_isa = [&](const auto& items, const auto& ask) {
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      t.rebuild(items);
      for (const bool details : {true, false}) {
        std::fill(got.index.begin(), got.index.end(), 5u), std::fill(got.time.begin(), got.time.end(), -1.0f);
        std::fill(got.flags.begin(), got.flags.end(), std::uint8_t{9});
        ask(details ? got.columns() : no_details(got));
        expect_same<D>(got, right, details, what + " on " + hs::name(which));
      }
    }
  };
  const auto cast = [&](const auto& items) {
    hs::cast_nearest(who.rays(layers), items, right.columns(), by_reference(q));
    on_every_isa(items, [&](const auto& out) { t.cast_nearest(who.rays(layers), out, q); });
  };
  const auto sweep = [&](const auto& movers, const auto& items) {
    hs::sweep_nearest(movers, who.steps(), items, right.columns(), by_reference(q));
    on_every_isa(items, [&](const auto& out) { t.sweep_nearest(movers, who.steps(), out, q); });
  };
  switch (r.below(6)) {
    case 0:
      if (r.one_in(2)) q.padding = {3, 2, 1};
      [[fallthrough]];
    case 1: cast(world.boxes(layers)); break;
    case 2: cast(world.circles(layers)); break;
    case 3: sweep(who.boxes(layers), world.boxes(layers)); break;
    case 4: sweep(who.circles(layers), world.circles(layers)); break;
    default: sweep(who.circles(layers), world.boxes(layers));
  }
  return n - static_cast<std::size_t>(std::count(right.index.begin(), right.index.end(), hs::none));
}

template <int D> std::size_t try_firsts(layout kind, std::size_t n, std::size_t m, rng& r, by_tree& t) {
  const float side = 12 * std::sqrt(static_cast<float>(m + 1));
  const auto world = draw_crowd<D>(kind, m, side, 0, r);
  const auto who = draw_crowd<D>(kind, n, side, r.one_in(2) ? side : 20, r);
  return compare<D>(world, who, text(kind, n, m), r, t);
}

// What is in a small field goes into one of some clusters on a large one; steps lead into one of them, or further, or
// not as far.
template <int D> void scatter(crowd<D>& world, crowd<D>& who, std::size_t clusters, float field, rng& r) {
  vectors<D> centre;
  for (std::size_t k = 0; k < clusters; ++k) {
    vector_of<D> c;
    for (int a = 0; a < D; ++a) c[a] = r.real(-field, field);
    centre.push(c);
  }
  const auto any = [&] { return centre[r.below(static_cast<std::uint32_t>(clusters))]; };
  for (std::size_t i = 0; i < world.size(); ++i) {
    const vector_of<D> c = any();
    for (int a = 0; a < D; ++a)
      world.box.min.axis[a][i] += c[a], world.box.max.axis[a][i] += c[a], world.circle.center.axis[a][i] += c[a];
  }
  for (std::size_t i = 0; i < who.size(); ++i) {
    const vector_of<D> from = any(), to = any();
    const float far = r.one_in(3) ? 1 : r.real(.8f, 1.5f);
    const bool along = r.one_in(8);
    for (int a = 0; a < D; ++a) {
      who.box.min.axis[a][i] += from[a], who.box.max.axis[a][i] += from[a], who.circle.center.axis[a][i] += from[a];
      who.ray.start.axis[a][i] += from[a];
      if (who.ray.delta.axis[a][i] != 0 && !along) who.ray.delta.axis[a][i] += (to[a] - from[a]) * far;
    }
  }
}

constexpr std::size_t sizes[] = {0, 1, 2, 7, 8, 9, 33, 100, 400};

TEST(tree, finds_the_first_hits_of_brute_force_in_every_world) {
  rng r(1);
  by_tree t;
  for (int k = 0; k < static_cast<int>(layout::count); ++k) {
    const auto kind = static_cast<layout>(k);
    std::size_t hits = 0;
    for (std::size_t c = 0; c < cases(400); ++c) {
      const std::size_t n = c == 0 ? 60 : sizes[r.below(7)], m = c == 0 ? 400 : sizes[r.below(std::size(sizes))];
      hits += c % 3 ? try_firsts<2>(kind, n, m, r, t) : try_firsts<3>(kind, n, m, r, t);
      if (testing::Test::HasFatalFailure()) return;
    }
    if (whole_run()) {
      EXPECT_GT(hits, 0u) << name_of(kind);
    }
  }
}

// Thousands: grids within grids, wide cells, empty columns that are skipped.
TEST(tree, finds_the_first_hits_of_brute_force_among_thousands) {
  for (const layout kind : {layout::uniform, layout::clustered, layout::one_spot, layout::one_line, layout::sizes,
                            layout::tiles, layout::fast, layout::upright, layout::far, layout::bad}) {
    rng r(2);
    const std::size_t n = cases(1500), m = cases(20000);  // so many are sorted
    const float side = kind == layout::clustered ? 20000 : 3000;
    const auto world = draw_crowd<2>(kind, m, side, 0, r);
    const auto who = draw_crowd<2>(kind == layout::one_spot ? layout::uniform : kind, n, side, side, r);
    records<2> right(n), got(n);
    hs::cast_nearest(who.rays(false), world.boxes(false), right.columns());
    by_tree t;
    t.rebuild(world.boxes(false));
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      t.cast_nearest(who.rays(false), got.columns());
      expect_same<2>(got, right, true, text(kind, n, m, which));
      std::fill(got.index.begin(), got.index.end(), 5u);
      t.cast_nearest(who.rays(false), no_details(got));
      expect_same<2>(got, right, false, text(kind, n, m, which));
    }
    hs::sweep_nearest(who.circles(false), who.steps(), world.circles(false), right.columns());
    t.rebuild(world.circles(false));
    t.sweep_nearest(who.circles(false), who.steps(), got.columns());
    expect_same<2>(got, right, true, text(kind, n, m, hs::active_isa()) + ", circles");
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Tight clusters in empty space, crowds in which everything overlaps, both on islands a million apart: bundles.
TEST(tree, finds_the_first_hits_of_brute_force_in_clusters_in_empty_space) {
  rng r(8);
  by_tree t;
  for (const layout kind :
       {layout::uniform, layout::one_spot, layout::sizes, layout::tiles, layout::upright, layout::far, layout::bad}) {
    std::size_t hits = 0;
    for (std::size_t c = 0; c < cases(60); ++c) {
      const std::size_t n = 60, m = c == 0 ? 4000 : 1 + r.below(1200), clusters = 1 + r.below(r.one_in(2) ? 5 : 200);
      const float field = r.one_in(3) ? 1e6f : r.one_in(2) ? 3e4f : 2e3f, narrow = r.one_in(2) ? 10 : 60;
      const auto one = [&]<int D>(std::integral_constant<int, D>) {
        auto world = draw_crowd<D>(kind, m, narrow, 0, r), who = draw_crowd<D>(kind, n, narrow, narrow, r);
        scatter<D>(world, who, clusters, field, r);
        return compare<D>(world, who, text(kind, n, m) + " in " + std::to_string(clusters) + " clusters", r, t);
      };
      hits += c % 3 ? one(std::integral_constant<int, 2>{}) : one(std::integral_constant<int, 3>{});
      if (testing::Test::HasFatalFailure()) return;
    }
    if (whole_run()) {
      EXPECT_GT(hits, 0u) << name_of(kind);
    }
  }
}

// Boxes on a field, but for one clearing; the crowd that asks stands where `place` says.
template <int D, class Place>
void try_around_a_clearing(std::size_t n, std::size_t m, float side, float clear, rng& r, const Place& place,
                           const char* what) {
  crowd<D> world, who = draw_crowd<D>(layout::uniform, n, 1, side, r);
  while (world.size() < m) {
    const crowd<D> more = draw_crowd<D>(layout::uniform, 1, side, 0, r);
    const vector_of<D> at = more.circle.center[0];
    float away = 0;
    for (int k = 0; k < D; ++k) away += (at[k] - side / 2) * (at[k] - side / 2);
    if (away < clear * clear) continue;
    world.box.push(more.box[0]), world.circle.push(more.circle[0]), world.layers.push_back(1);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const vector_of<D> at = place(i);
    const float near = r.one_in(2) ? 0.1f : 1;  // many stay close to where they start
    for (int k = 0; k < D; ++k) {
      const float move = at[k] - who.circle.center.axis[k][i];
      who.circle.center.axis[k][i] += move, who.ray.start.axis[k][i] += move, who.ray.delta.axis[k][i] *= near;
      who.box.min.axis[k][i] += move, who.box.max.axis[k][i] += move;
    }
  }
  // One in so many is compared: brute force takes its time.
  std::vector<std::size_t> compared;
  std::vector<hit_of<D>> rays, bodies;
  std::size_t hits = 0;
  for (std::size_t i = 0; i<n; i += n> 1000 ? 8 : 1) {
    compared.push_back(i);
    rays.push_back(hs::cast_nearest(who.ray[i], world.boxes(false)));
    bodies.push_back(hs::sweep_nearest(who.box[i], who.ray.delta[i], world.boxes(false)));
    hits += rays.back().index != hs::none;
  }
  if (whole_run()) {
    EXPECT_GT(hits, compared.size() / 6) << what;
  }
  records<D> got(n);
  const auto same = [&](const std::vector<hit_of<D>>& right, bool details, const std::string& how) {
    for (std::size_t k = 0; k < right.size(); ++k) {
      hit_of<D> x = got[compared[k]], y = right[k];
      if (!details) x.normal = y.normal = x.position = y.position = {};
      ASSERT_EQ(x, y) << what << ", " << how << ", " << compared[k] << ": " << trial::text(x) << ", not "
                      << trial::text(y);
    }
  };
  by_tree t;
  t.rebuild(world.boxes(false));
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (const bool details : {true, false}) {
      t.cast_nearest(who.rays(false), details ? got.columns() : no_details(got));
      same(rays, details, std::string("rays on ") + hs::name(which));
      t.sweep_nearest(who.boxes(false), who.steps(), details ? got.columns() : no_details(got));
      same(bodies, details, std::string("boxes on ") + hs::name(which));
    }
  }
}

// Empty cells say how far it is to the next that is not.
TEST(tree, crosses_an_empty_clearing_to_its_edge_and_no_further) {
  rng r(9);
  for (const float clear : {50.0f, 200.0f, 600.0f}) {
    const auto within = [&]<int D>(std::integral_constant<int, D>, float side, float around) {
      return [&r, side, around](std::size_t) {
        vector_of<D> at;
        for (int k = 0; k < D; ++k) at[k] = side / 2 + r.real(-around, around) * 0.6f;
        return at;
      };
    };
    try_around_a_clearing<2>(300, cases(20000), 3000, clear, r,
                             within(std::integral_constant<int, 2>{}, 3000.0f, clear), "2D clearing");
    try_around_a_clearing<3>(100, cases(20000), 500, clear / 4, r,
                             within(std::integral_constant<int, 3>{}, 500.0f, clear / 4), "3D clearing");
    if (testing::Test::HasFatalFailure()) return;
  }
}

// From 1024 movers on, in a world of more than a megabyte, they are taken in the order of the cells they start in.
TEST(tree, answers_crowds_that_all_start_in_its_first_cell_or_in_its_last) {
  rng r(10);
  const auto corner_of = [&]<int D>(std::integral_constant<int, D>, float side, int which) {
    return [&r, side, which](std::size_t i) {
      const bool last = which == 2 ? i % 2 != 0 : which != 0;
      vector_of<D> at;
      for (int k = 0; k < D; ++k) at[k] = last ? side - r.real(-10, 20) : r.real(-10, 20);
      return at;
    };
  };
  for (const int which : {0, 1, 2}) {
    const char* const what = which == 0 ? "first cell" : which == 1 ? "last cell" : "first and last cell";
    try_around_a_clearing<2>(1100, cases(60000), 4000, 0, r, corner_of(std::integral_constant<int, 2>{}, 4000.f, which),
                             what);
    try_around_a_clearing<3>(1100, cases(60000), 600, 0, r, corner_of(std::integral_constant<int, 3>{}, 600.f, which),
                             what);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// A million in one spot, boxes as large as floats go, lines across everything: slow at worst, and right.
TEST(tree, survives_a_crowd_in_one_spot_giants_and_outliers) {
  rng r(4);
  const std::size_t n = cases(1000000), asked = 20;
  box_columns<2> world;
  for (std::size_t i = 0; i < n; ++i) {
    const float x = i % 3 ? 5 : r.real(0, 10), size = i % 3 ? 1 : 1e-3f;
    box_of<2> b{{x, x}, {x + size, x + size}};
    if (i % 1000 == 7) b = {{x * 1e30f, -1e36f}, {largest, 1}};
    if (i % 1000 == 8) b = {{-1e6f, x}, {1e6f, x}};
    world.push(b);
  }
  const auto who = draw_crowd<2>(layout::upright, asked, 20, 40, r);
  records<2> right(asked), got(asked);
  hs::cast_nearest(who.rays(false), world.view(), right.columns());
  by_tree t;
  t.rebuild(world.view());
  t.cast_nearest(who.rays(false), got.columns());
  expect_same<2>(got, right, true, "a crowd");
  EXPECT_LT(t.bytes(), 900 * n + 100000);
}

TEST(tree, of_nothing_finds_nothing) {
  by_tree t;
  std::vector<float> x{1, 2}, time(2, 9.0f);
  const hs::segments rays{.x = x, .y = x, .dx = 1.0f, .dy = 1.0f};
  t.cast_nearest(rays, {.time = time});
  EXPECT_EQ(time, (std::vector<float>{1, 1}));
  t.rebuild(hs::boxes{.min_x = x, .min_y = x, .max_x = not_a_number, .max_y = x});
  time = {9, 9};
  t.cast_nearest(rays, {.time = time});
  EXPECT_EQ(time, (std::vector<float>{1, 1}));
}

// Times and flags of all ways, told without contacts, are those of brute force.
template <class Items>
void expect_first(const box_columns<2>& movers, const vectors<2>& steps, const Items& items, const hs::query& q) {
  const std::size_t n = movers.size();
  records<2> right(n), got(n);
  hs::sweep_nearest(movers.view(), steps.as_motions(), items, right.columns(), by_reference(q));
  on_every_isa([&] {
    all_ways them;
    them.fill(items);
    them.each([&](world_by& w, const char* name) {
      w.sweep_nearest(movers.view(), steps.as_motions(), {.index = got.index, .time = got.time, .flags = got.flags}, q);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_TRUE(got.index[i] == right.index[i] && same_bits(got.time[i], right.time[i]) &&
                    got.flags[i] == right.flags[i])
            << name << ", " << i << ": " << got.index[i] << " at " << got.time[i] << ", not " << right.index[i];
    });
  });
}

// Who touches at the start, and moves in.
TEST(tree, tells_what_touches_at_the_start_as_brute_force_does) {
  box_columns<2> walls, movers;
  vectors<2> steps;
  for (int i = 0; i < 8; ++i) {
    const float y = 20 * static_cast<float>(i);
    walls.push({{1, y + (i % 2 ? 0.0f : 1.0f)}, {5, y + 6}}), walls.push({{-3, y - 4}, {0.5f, y + 0.5f}});
    movers.push({{0, y}, {1, y + 1}}), steps.push(hs::vec2{2, i < 4 ? 2.0f : 0.5f});
    if (i % 4 < 2) movers.push({{0.75f, y + 0.75f}, {1, y + 1}}), steps.push(hs::vec2{2, 2});
  }
  for (const hs::touching touch : {hs::touching::misses, hs::touching::hits})
    expect_first(movers, steps, walls.view(), {.touch = touch});
}

// What is reached at `until` is not reached by then.
TEST(tree, ends_before_what_is_reached_at_its_end) {
  box_columns<2> walls, movers;
  vectors<2> steps;
  for (int i = 0; i < 8; ++i) {
    const float y = 20 * static_cast<float>(i);
    walls.push({{9, y - 4}, {12, y + 6}}), movers.push({{0, y}, {1, y + 1}}),
        steps.push(hs::vec2{i < 4 ? 16.0f : 16.5f, 0.25f});
  }
  expect_first(movers, steps, walls.view(), {.until = 0.5f});
}

}  // namespace
