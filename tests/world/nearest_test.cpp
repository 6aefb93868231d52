// The nearest items against brute force: the same items, in the same order, the same distances to the bit, on every
// ISA.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>
#include <numeric>

#include "../support/differential.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct near_one {
  double key;
  hs::index item;
  float distance;
  bool operator<(const near_one& o) const { return key != o.key ? key < o.key : item < o.item; }
};

// As the header says it: every item, one by one.
template <int D>
std::vector<near_one> brute(const crowd<D>& world, bool round, std::uint32_t layers, const vector_of<D>& p,
                            float radius, bool closed) {
  std::vector<near_one> all;
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(p[k])) return all;
  for (std::size_t i = 0; i < world.size(); ++i) {
    double sum = 0;
    bool ok = layers == ~0u || (world.layers[i] & layers);  // ~0: nobody has a column of them
    const float r = world.circle.radius[i];
    for (int k = 0; k < D; ++k) {
      const float lo = round ? world.circle.center.axis[k][i] : world.box.min.axis[k][i],
                  hi = round ? lo : world.box.max.axis[k][i];
      ok = ok && std::isfinite(lo) && std::isfinite(hi) && lo <= hi;
      const double gap = std::max({double(lo) - double(p[k]), double(p[k]) - double(hi), 0.0});
      sum += gap * gap;
    }
    if (round) ok = ok && std::isfinite(r) && r >= 0, sum = std::max(std::sqrt(sum) - double(r), 0.0);
    const double reach = round ? double(radius) : double(radius) * double(radius);
    if (ok && (sum < reach || (closed && sum == reach)))
      all.push_back({sum, static_cast<hs::index>(i), static_cast<float>(round ? sum : std::sqrt(sum))});
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class View> View with(View v, bool layered, const std::vector<std::uint32_t>& layers) {
  if (layered) v.layers = layers;
  return v;
}

template <int D, class Structure>
std::size_t try_near(layout kind, std::size_t n, std::size_t m, rng& r, Structure& s) {
  const float side = 12 * std::sqrt(static_cast<float>(m + 1));
  const auto world = draw_crowd<D>(kind, m, side, 0, r), who = draw_crowd<D>(kind, n, side, 0, r);
  const bool round = r.one_in(2), layered = r.one_in(3), own_layers = r.one_in(4);
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (layered) q.layers = 1 + r.below(7);
  const float radii[] = {0, 8, 20, side, infinity};
  const float radius = radii[r.below(5)];
  const std::size_t k = 1 + r.below(r.one_in(2) ? 3 : r.one_in(8) ? 900 : 40);
  std::vector<hs::index> index(n), items, many(n * k);
  std::vector<float> distance(n), distances(n * k);
  std::vector<std::size_t> starts(n + 1);
  std::vector<std::vector<near_one>> right;
  std::size_t found = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t own = own_layers ? who.layers[i] : ~0u, layers = layered ? q.layers & own : own ? ~0u : 0;
    right.push_back(brute<D>(world, round, layers, who.circle.center[i], radius, q.touch == hs::touching::hits));
    found += right.back().size();
  }
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    const std::string what = std::string(name_of(kind)) + (round ? ", circles" : ", boxes") + " on " + hs::name(which);
    round ? s.rebuild(world.circles(layered)) : s.rebuild(world.boxes(layered));
    const auto points = with(who.points(), own_layers, who.layers);
    s.nearest(points, radius, {index, distance}, q);
    const std::size_t room = r.one_in(3) ? many.size() / 2 : many.size();
    std::fill(many.begin(), many.end(), 7u);
    const std::size_t total = s.nearest_k(points, k, radius, {starts, std::span(many).first(room), distances}, q);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto& all = right[i];
      EXPECT_EQ(index[i], all.empty() ? hs::none : all[0].item) << what;
      EXPECT_TRUE(same_bits(distance[i], all.empty() ? infinity : all[0].distance)) << what;
      EXPECT_EQ(starts[i], sum) << what;
      for (std::size_t j = 0; j < std::min(k, all.size()); ++j, ++sum) {
        if (sum < room) {
          EXPECT_EQ(many[sum], all[j].item) << what;
        }
        EXPECT_TRUE(same_bits(distances[sum], all[j].distance)) << what;
      }
    }
    EXPECT_EQ(starts[n], sum) << what;
    EXPECT_EQ(total, sum) << what;
    for (std::size_t j = room; j < many.size(); ++j) EXPECT_EQ(many[j], 7u) << "written beyond its room";
  }
  return found;
}

TEST(nearest, finds_what_brute_force_finds_in_every_world) {
  rng r(1);
  hs::world g;
  for (int k = 0; k < static_cast<int>(layout::count); ++k) {
    const auto kind = static_cast<layout>(k);
    std::size_t found = 0;
    for (std::size_t c = 0; c < cases(600); ++c) {
      constexpr std::size_t sizes[] = {0, 1, 2, 15, 16, 17, 60, 300, 900};
      // Many who ask do so in spatial order, several at a time.
      const std::size_t n = r.one_in(8) ? 64 + r.below(90) : 1 + r.below(12), m = c == 0 ? 900 : sizes[r.below(9)];
      found += c % 2 ? try_near<2>(kind, n, m, r, g) : try_near<3>(kind, n, m, r, g);
      if (testing::Test::HasFailure()) return;
    }
    if (whole_run()) {
      EXPECT_GT(found, 0u) << name_of(kind);
    }
  }
}

// Whoever runs jobs: here one after the other, the last one first.
struct backwards {
  void operator()(std::size_t jobs, hs::job job) {
    while (jobs > 0) job(--jobs);
  }
};

// Items ask about each other: brute force, without itself. By one thread and by three, with room and without.
template <int D> std::size_t try_selves(layout kind, std::size_t m, rng& r, hs::world& s) {
  const float side = (r.one_in(3) ? 3 : 12) * std::sqrt(static_cast<float>(m + 1));
  auto world = draw_crowd<D>(kind, m, side, 0, r);
  const bool round = r.one_in(2), layered = r.one_in(4), tiled = r.one_in(4), alike = r.one_in(2);
  for (std::size_t i = 0; i < m; ++i) {
    if (!round || alike) world.circle.radius[i] = round ? 2.5f : 0;
    for (int k = 0; k < D && tiled; ++k)  // many are as far as others
      world.circle.center.axis[k][i] = std::round(world.circle.center.axis[k][i] / 8) * 8;
  }
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (layered) q.layers = 1 + r.below(7);
  const float radii[] = {0, 8, 20, side, infinity};
  const float radius = radii[r.below(5)];
  const std::size_t k = 1 + r.below(r.one_in(2) ? 12 : r.one_in(16) ? 900 : 40);
  std::vector<std::vector<near_one>> right(m);
  std::size_t all = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const float own = world.circle.radius[i];
    if (round && !(std::isfinite(own) && own >= 0)) continue;
    right[i] = brute<D>(world, true, (layered ? q.layers & world.layers[i] : ~0u), world.circle.center[i], radius,
                        q.touch == hs::touching::hits);
    std::erase_if(right[i], [&](const near_one& o) { return o.item == i; });
    if (right[i].size() > k) right[i].resize(k);
    all += right[i].size();
  }
  std::vector<hs::index> index(m), items(m * k);
  std::vector<float> distance(m), distances(m * k);
  std::vector<std::size_t> starts(m + 1);
  backwards three;
  std::vector<hs::workspace> spaces(3);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    const std::string what = std::string(name_of(kind)) + (round ? ", circles" : ", points") + " on " + hs::name(which);
    if (round)
      s.rebuild(world.circles(layered));
    else
      s.rebuild(with(world.points(), layered, world.layers));
    for (const bool threads : {false, true}) {
      const hs::workers by = threads ? hs::workers(three, spaces) : hs::workers();
      s.nearest(radius, {index, distance}, q, by);
      for (std::size_t i = 0; i < m; ++i) {
        EXPECT_EQ(index[i], right[i].empty() ? hs::none : right[i][0].item) << what;
        EXPECT_TRUE(same_bits(distance[i], right[i].empty() ? infinity : right[i][0].distance)) << what;
      }
      for (const std::size_t room : {items.size(), items.size() / 2}) {
        std::fill(items.begin(), items.end(), 7u);
        EXPECT_EQ(s.nearest_k(k, radius, {starts, std::span(items).first(room), distances}, q, by), all) << what;
        std::size_t at = 0;
        for (std::size_t i = 0; i < m; ++i) {
          EXPECT_EQ(starts[i], at) << what;
          for (const near_one& o : right[i]) {
            if (at < room) {
              EXPECT_EQ(items[at], o.item) << what;
            }
            EXPECT_TRUE(same_bits(distances[at++], o.distance)) << what;
          }
        }
        EXPECT_EQ(starts[m], at) << what;
      }
    }
    if (testing::Test::HasFailure()) return 0;
  }
  return all;
}

TEST(nearest, items_find_their_neighbours_and_not_themselves) {
  rng r(2);
  hs::world g;
  std::size_t found = 0;
  for (std::size_t c = 0; c < cases(150); ++c) {
    constexpr std::size_t sizes[] = {0, 1, 2, 15, 16, 17, 60, 100, 300, 700};
    const auto kind = static_cast<layout>(r.below(static_cast<std::uint32_t>(layout::count)));
    found += c % 2 ? try_selves<2>(kind, sizes[r.below(10)], r, g) : try_selves<3>(kind, sizes[r.below(10)], r, g);
    if (testing::Test::HasFailure()) FAIL() << "round " << c;
  }
  if (whole_run()) {
    EXPECT_GT(found, 0u);
  }
}

// Even fields, which are searched by rings of cells: shapes of one size and of several, ties, who asks from afar, items
// of one layer, circles that cover their neighbours, what is no item, and the items themselves.
template <int D> void try_even(rng& r) {
  const std::size_t m = 200 + r.below(1800), n = 1 + r.below(60), k = 1 + r.below(24);
  const float unit = std::ldexp(1.0f, r.one_in(3) ? static_cast<int>(r.below(60)) - 30 : 0);
  const float side = 10 * unit * std::pow(static_cast<float>(m), 1.0f / D);
  const float away = r.one_in(4) ? side * std::ldexp(1.0f, static_cast<int>(r.below(12))) : 0;
  const bool round = !r.one_in(3), alike = r.one_in(2), tied = r.one_in(3), layered = r.one_in(4),
             one_layer = r.one_in(3);
  constexpr float sizes[] = {0, 1, 6, 16};
  const float size = unit * sizes[r.below(4)];
  auto world = draw_crowd<D>(layout::uniform, m, 1, 0, r), who = draw_crowd<D>(layout::uniform, n, 1, 0, r);
  const auto place = [&](float from, float to) {
    const float x = r.real(from * side, to * side);
    return away + (tied ? std::floor(x / (4 * unit)) * 4 * unit : x);
  };
  for (std::size_t i = 0; i < m; ++i) {
    const float own = alike ? size : r.one_in(15) ? size : r.real(0, 0.1f) * size;  // a few reach far
    world.circle.radius[i] = own;
    for (int c = 0; c < D; ++c) {
      const float x = place(0, 1);
      world.circle.center.axis[c][i] = world.box.min.axis[c][i] = x;
      world.box.max.axis[c][i] = x + 2 * own;
    }
    if (r.one_in(20)) world.layers[i] = 0;
  }
  for (std::size_t i = r.below(90); i < m; i += 1 + r.below(300)) {  // and some are none
    constexpr float bad[] = {-1, not_a_number, infinity};
    world.circle.radius[i] = bad[r.below(3)];
    world.box.max.axis[0][i] = r.one_in(2) ? bad[1 + r.below(2)] : world.box.min.axis[0][i] - unit;
    if (r.one_in(4)) world.circle.center.axis[D - 1][i] = world.box.min.axis[D - 1][i] = -bad[1 + r.below(2)];
  }
  for (std::size_t i = 0; i < n; ++i)
    for (int c = 0; c < D; ++c) who.circle.center.axis[c][i] = r.one_in(20) ? place(-20, 20) : place(-0.1f, 1.1f);
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (layered || one_layer) q.layers = 1 + r.below(7);
  const float radii[] = {0, 4 * unit, 20 * unit, infinity, infinity};
  const float radius = radii[r.below(5)];
  const bool closed = q.touch == hs::touching::hits, selves = round && r.one_in(3);
  const std::size_t rows = selves ? m : n;
  std::vector<std::vector<near_one>> right(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto& from = selves ? world : who;
    const std::uint32_t own = !layered ? (one_layer && !selves ? 2u : ~0u) : from.layers[i];
    const std::uint32_t with_all = one_layer ? 3u : ~0u;
    const std::uint32_t mask = selves && one_layer ? 3u : own;
    const float rim = world.circle.radius[selves ? i : 0];
    if (!(mask & with_all & q.layers) || (selves && !(rim >= 0 && rim < infinity))) continue;
    right[i] =
        brute<D>(world, round, layered && !one_layer ? q.layers & own : ~0u, from.circle.center[i], radius, closed);
    if (selves) std::erase_if(right[i], [&](const near_one& o) { return o.item == i; });
    if (right[i].size() > k) right[i].resize(k);
  }
  std::vector<hs::index> index(rows), items(rows * k);
  std::vector<float> distance(rows), distances(rows * k);
  std::vector<std::size_t> starts(rows + 1);
  backwards three;
  std::vector<hs::workspace> spaces(3);
  hs::world s;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    const std::string what = std::string(round ? "circles" : "boxes") + " on " + hs::name(which);
    const auto of = [&](auto view, const auto& layers) {
      if (one_layer)
        view.layers = 3u;
      else if (layered)
        view.layers = layers;
      return view;
    };
    round ? s.rebuild(of(world.circles(false), world.layers)) : s.rebuild(of(world.boxes(false), world.layers));
    auto points = who.points();
    if (layered)
      points.layers = who.layers;
    else if (one_layer)
      points.layers = 2u;
    const hs::workers by = r.one_in(2) ? hs::workers(three, spaces) : hs::workers();
    std::size_t total = 0;
    if (selves) {
      s.nearest(radius, {index, distance}, q, by);
      total = s.nearest_k(k, radius, {starts, items, distances}, q, by);
    } else {
      s.nearest(points, radius, {index, distance}, q, by);
      total = s.nearest_k(points, k, radius, {starts, items, distances}, q, by);
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      ASSERT_EQ(index[i], right[i].empty() ? hs::none : right[i][0].item) << what << ", " << i;
      ASSERT_TRUE(same_bits(distance[i], right[i].empty() ? infinity : right[i][0].distance)) << what << ", " << i;
      ASSERT_EQ(starts[i], at) << what;
      for (const near_one& o : right[i]) {
        ASSERT_EQ(items[at], o.item) << what << ", " << i;
        ASSERT_TRUE(same_bits(distances[at++], o.distance)) << what << ", " << i;
      }
    }
    ASSERT_EQ(total, at) << what;
  }
}

TEST(nearest, finds_in_even_fields_what_brute_force_finds) {
  rng r(9);
  for (std::size_t c = 0; c < cases(150); ++c) {
    c % 2 ? try_even<2>(r) : try_even<3>(r);
    if (testing::Test::HasFailure()) FAIL() << "round " << c;
  }
}

// Where squares of floats are subnormal or none: the root of such a square says little.
TEST(nearest, of_tiny_places_is_measured_in_double) {
  rng r(4);
  for (int power = -90; power <= -55; ++power) {
    constexpr std::size_t n = 200;
    const float scale = std::ldexp(1.0f, power);
    std::vector<float> at[3], radius;
    for (std::size_t i = 0; i < n; ++i) {
      for (auto& column : at) column.push_back(scale * r.real(0, 1));
      radius.push_back(scale * r.real(0, 0.1f));
    }
    std::vector<hs::index> right(n, hs::none), got(n);
    for (std::size_t i = 0; i < n; ++i) {
      double best = INFINITY;
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (const auto& column : at) {
          const double gap = double{column[i]} - double{column[j]};
          sum += gap * gap;
        }
        const double key = std::max(0.0, std::sqrt(sum) - double{radius[j]});
        if (i != j && key < best) best = key, right[i] = static_cast<hs::index>(j);
      }
    }
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      hs::world w;
      w.rebuild(hs::spheres{.x = at[0], .y = at[1], .z = at[2], .radius = radius});
      w.nearest(INFINITY, {.index = got});
      EXPECT_EQ(got, right) << hs::name(which) << ", 2^" << power;
    }
  }
}

// Layers of one value: whatever the ways to ask, all items take part or none.
TEST(nearest, on_other_layers_nothing_is_near) {
  std::vector<float> x(100), y(100);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i), y[i] = static_cast<float>(i % 7);
  std::vector<hs::index> index(x.size());
  std::vector<std::size_t> starts(x.size() + 1);
  for (const hs::isa which : hs::supported_isas())
    for (const std::size_t askers : {std::size_t{3}, x.size()})  // one by one, and in spatial order
      for (const std::uint32_t theirs : {1u, 2u})
        for (const std::uint32_t mine : {1u, 2u})
          for (const std::uint32_t asked : {0u, 1u, 3u}) {
            const forced on(which);
            hs::world w;
            w.rebuild(hs::circles{.x = x, .y = y, .radius = 1.0f, .layers = theirs});
            const hs::points who{.x = std::span(x).first(askers), .y = std::span(y).first(askers), .layers = mine};
            const hs::query q{.layers = asked};
            const bool meet = theirs & mine & asked, among_themselves = theirs & asked;
            w.nearest(who, 1e9f, {.index = std::span(index).first(askers)}, q);
            for (std::size_t i = 0; i < askers; ++i) ASSERT_EQ(index[i] != hs::none, meet) << hs::name(which);
            ASSERT_EQ(w.nearest_k(who, 2, 1e9f, {std::span(starts).first(askers + 1)}, q), meet ? 2 * askers : 0);
            w.nearest(1e9f, {.index = index}, q);
            for (const hs::index i : index) ASSERT_EQ(i != hs::none, among_themselves) << hs::name(which);
            ASSERT_EQ(w.nearest_k(2, 1e9f, {starts}, q), among_themselves ? 2 * x.size() : 0) << hs::name(which);
          }
}

TEST(nearest, boxes_and_worlds_of_several_views_are_not_asked_about_themselves) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "nobody looks, or it ends here";
  static std::string said;
  hs::set_breach_handler([](const char* what) { said = what; });
  const std::vector<float> x{0, 10, 20};
  const hs::circles discs{.x = x, .y = x, .radius = 1.0f};
  hs::world g;
  for (const bool several : {false, true}) {
    if (several)
      g.rebuild(hs::several(discs, hs::points{.x = x, .y = x}));
    else
      g.rebuild(hs::centred_boxes{.x = x, .y = x, .half_x = 1.0f, .half_y = 1.0f});
    std::vector<hs::index> index(6, 5u);
    std::vector<std::size_t> starts(7, 9);
    said.clear(), g.nearest(99, {.index = index});
    EXPECT_NE(said.find("points and circles alone"), std::string::npos) << said;
    EXPECT_EQ(index, (std::vector<hs::index>(6, hs::none)));
    said.clear();
    EXPECT_EQ(g.nearest_k(2, 99, {starts}), 0u);
    EXPECT_NE(said.find("points and circles alone"), std::string::npos) << said;
    EXPECT_EQ(starts, (std::vector<std::size_t>(7, 0)));
  }
  hs::set_breach_handler(nullptr);
}

TEST(nearest, writes_only_what_is_wanted_and_finds_nothing_in_nothing) {
  const std::vector<float> x{0, 10, 20};
  hs::world g;
  std::vector<hs::index> index(3, 5u);
  std::vector<float> distance(3, -1.0f);
  g.nearest(hs::points{.x = x, .y = x}, infinity, {index, distance});
  EXPECT_EQ(index, (std::vector<hs::index>(3, hs::none)));
  EXPECT_EQ(distance, (std::vector<float>(3, infinity)));
  g.rebuild(hs::circles{.x = x, .y = 0.0f, .radius = 1.0f});
  const hs::points one{.x = std::span(x).first(1), .y = 3.0f};
  g.nearest(one, 2, {.index = index});
  EXPECT_EQ(index[0], hs::none) << "at the radius is not within it";
  g.nearest(one, 2, {.distance = distance}, {.touch = hs::touching::hits});
  EXPECT_EQ(distance[0], 2.0f);
  EXPECT_EQ(distance[1], infinity) << "written beyond the batch";
  for (const float bad : {-1.0f, not_a_number}) {
    index[0] = 5;
    g.nearest(one, bad, {.index = index});
    EXPECT_EQ(index[0], hs::none);
  }
  std::vector<std::size_t> starts(2, 9);
  EXPECT_EQ(g.nearest_k(one, 0, 100, {starts}), 0u);
  EXPECT_EQ(starts, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(g.nearest_k(one, 100, infinity, {starts}), 3u);
}

// Several are as far away as floats can tell: doubles say which is nearest, of one who asks and of many.
TEST(nearest, tells_those_apart_that_are_almost_as_far) {
  rng r(6);
  constexpr std::size_t m = 12;
  for (int round = 0; round < 60; ++round) {
    std::vector<float> x, y;
    double best = INFINITY;
    hs::index right = hs::none;
    for (std::size_t i = 0; i < m; ++i) {
      const double angle = double{r.real(0, 6.28f)};
      x.push_back(static_cast<float>(5 * std::cos(angle))), y.push_back(static_cast<float>(5 * std::sin(angle)));
      const double sum = double{x[i]} * double{x[i]} + double{y[i]} * double{y[i]};
      if (sum < best) best = sum, right = static_cast<hs::index>(i);
    }
    on_every_isa([&] {
      hs::world w;
      w.rebuild(hs::points{x, y});
      for (const std::size_t n : {1, 80}) {
        const std::vector<float> zero(n);
        std::vector<hs::index> got(n);
        w.nearest(hs::points{zero, zero}, 99, {got});
        EXPECT_EQ(got, std::vector<hs::index>(n, right));
      }
    });
  }
}

TEST(nearest, of_circles_of_which_the_last_is_larger) {
  std::vector<float> x(100), radius(100, 1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  for (float& at : x) at *= 10;
  radius.back() = 695;
  std::vector<hs::index> got(100);
  std::vector<float> far(100);
  on_every_isa([&] {
    hs::world w;
    w.rebuild(hs::circles{.x = x, .y = 0.0f, .radius = radius});
    w.nearest(hs::points{x, 3.0f}, 99, {got, far});
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_EQ(got[i], i < 30 ? i : far[i] == 0 ? 99u : i) << i << far[i];
      EXPECT_EQ(far[i], i < 30 ? 2.0f : 0.0f) << i;
    }
  });
}

// Lists as long as their shorter column; those of one column alone.
TEST(nearest, lists_of_several_views_fit_into_columns_of_any_length) {
  rng r(7);
  const auto a = draw_crowd<2>(layout::uniform, 60, 50, 0, r), b = draw_crowd<2>(layout::uniform, 60, 50, 0, r);
  hs::world w;
  w.rebuild(hs::several(a.boxes(false), b.circles(false)));
  constexpr std::size_t n = 20, room = 60;
  std::vector<float> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = r.real(0, 50), y[i] = r.real(0, 50);
  std::vector<hs::index> item(room), some(room);
  std::vector<float> far(room), farther(room);
  std::vector<std::size_t> starts(n + 1), other(n + 1);
  on_every_isa([&] {
    const std::size_t all = w.nearest_k(hs::points{x, y}, 3, 99, {starts, item, far});
    ASSERT_EQ(all, room);
    std::fill(farther.begin(), farther.end(), -1.0f);
    EXPECT_EQ(w.nearest_k(hs::points{x, y}, 3, 99, {other, some, std::span(farther).first(10)}), all);
    EXPECT_EQ(some, item);
    EXPECT_TRUE(std::equal(far.begin(), far.begin() + 10, farther.begin()));
    EXPECT_EQ(std::count(farther.begin(), farther.end(), -1.0f), 50);
    EXPECT_EQ(w.nearest_k(hs::points{x, y}, 3, 99, {other, {}, farther}), all);
    EXPECT_EQ(farther, far);
  });
}

// Who is no circle has no neighbours, also where lists do not fit.
TEST(nearest, of_circles_that_are_none_is_nothing_where_lists_do_not_fit) {
  std::vector<float> x(40), radius(40, 1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  radius[7] = -1, radius[9] = not_a_number;
  std::vector<hs::index> item(200), some(20);
  std::vector<std::size_t> starts(41), other(41);
  on_every_isa([&] {
    hs::world w;
    w.rebuild(hs::circles{.x = x, .y = 0.0f, .radius = radius});
    const std::size_t all = w.nearest_k(5, 99, {starts, item});
    EXPECT_EQ(starts[8] - starts[7] + starts[10] - starts[9], 0u);
    EXPECT_EQ(w.nearest_k(5, 99, {other, some}), all);
    EXPECT_EQ(other, starts);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), item.begin()));
  });
}

}  // namespace
