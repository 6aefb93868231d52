// The broadphase against brute force: the same pairs, lists and first hits, to the bit, on every ISA, whatever the
// scene. Brute force is the scalar reference, one item at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <hitscan/hitscan.hpp>
#include <utility>

#include "../support/by_method.hpp"
#include "../support/columns.hpp"
#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/random.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// ---- scenes ----------------------------------------------------------------------------------------------------

enum class scene_kind {
  uniform,
  clustered,
  one_spot,
  one_line,
  mixed_sizes,
  tiles,
  fast,
  some_fast,
  straight,
  islands,
  stragglers,
  far_and_wide,
  tiny,
  nearly_still,
  spoiled,
  count
};
const char* name_of(scene_kind k) {
  constexpr const char* names[] = {"uniform",    "clustered",    "one spot",  "one line",     "mixed sizes",
                                   "tiles",      "fast",         "some fast", "straight",     "islands",
                                   "stragglers", "far and wide", "tiny",      "nearly still", "spoiled"};
  return names[static_cast<int>(k)];
}

template <int D> struct things {
  vectors<D> low, high, center, step, half;
  std::vector<float> radius;
  std::vector<std::uint32_t> layers;
  std::size_t size() const { return radius.size(); }

  auto boxes(bool layered) const {
    auto v = box_columns<D>{low, high};
    (void)v;
    if constexpr (D == 2)
      return hs::boxes{.min_x = low.axis[0],
                       .min_y = low.axis[1],
                       .max_x = high.axis[0],
                       .max_y = high.axis[1],
                       .layers = on(layered)};
    else
      return hs::boxes3{.min_x = low.axis[0],
                        .min_y = low.axis[1],
                        .min_z = low.axis[2],
                        .max_x = high.axis[0],
                        .max_y = high.axis[1],
                        .max_z = high.axis[2],
                        .layers = on(layered)};
  }
  auto centred(bool layered) const {
    if constexpr (D == 2)
      return hs::centred_boxes{.x = center.axis[0],
                               .y = center.axis[1],
                               .half_x = half.axis[0],
                               .half_y = half.axis[1],
                               .layers = on(layered)};
    else
      return hs::centred_boxes3{.x = center.axis[0],
                                .y = center.axis[1],
                                .z = center.axis[2],
                                .half_x = half.axis[0],
                                .half_y = half.axis[1],
                                .half_z = half.axis[2],
                                .layers = on(layered)};
  }
  auto points(bool layered) const {
    if constexpr (D == 2)
      return hs::points{.x = center.axis[0], .y = center.axis[1], .layers = on(layered)};
    else
      return hs::points3{.x = center.axis[0], .y = center.axis[1], .z = center.axis[2], .layers = on(layered)};
  }
  auto circles(bool layered) const {
    if constexpr (D == 2)
      return hs::circles{.x = center.axis[0], .y = center.axis[1], .radius = radius, .layers = on(layered)};
    else
      return hs::spheres{
          .x = center.axis[0], .y = center.axis[1], .z = center.axis[2], .radius = radius, .layers = on(layered)};
  }
  auto segments(bool layered) const {
    if constexpr (D == 2)
      return hs::segments{
          .x = center.axis[0], .y = center.axis[1], .dx = step.axis[0], .dy = step.axis[1], .layers = on(layered)};
    else
      return hs::segments3{.x = center.axis[0],
                           .y = center.axis[1],
                           .z = center.axis[2],
                           .dx = step.axis[0],
                           .dy = step.axis[1],
                           .dz = step.axis[2],
                           .layers = on(layered)};
  }

 private:
  hs::layer_column on(bool layered) const { return layered ? hs::layer_column(layers) : hs::layer_column(); }
};

template <int D> things<D> draw(scene_kind kind, std::size_t n, rng& r) {
  things<D> t;
  const float field = 40 * std::sqrt(static_cast<float>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    float size = r.real(4, 40), speed = 20, scale = 1;
    vector_of<D> c, d;
    for (int k = 0; k < D; ++k) c[k] = r.real(0, field);
    switch (kind) {
      case scene_kind::clustered:
        if (!r.one_in(10))
          for (int k = 0; k < D; ++k) c[k] = field / 3 + c[k] / 5;
        break;
      case scene_kind::one_spot:
        for (int k = 0; k < D; ++k) c[k] = r.one_in(2) ? 100 : 100 + r.real(-1, 1);
        break;
      case scene_kind::one_line: c[static_cast<int>(r.below(2))] = 7; break;
      case scene_kind::mixed_sizes: size = std::exp2(r.real(0, 10)); break;
      case scene_kind::tiles:
        size = r.one_in(3) ? 16 : 8;
        for (int k = 0; k < D; ++k) c[k] = 8 * std::floor(c[k] / 24);  // close enough for many ties
        break;
      case scene_kind::fast: speed = 2000; break;
      case scene_kind::some_fast: speed = r.one_in(50) ? 3000.0f : 10.0f; break;
      case scene_kind::islands:
        for (int k = 0; k < D; ++k) c[k] = c[k] / 10 + 1e5f * static_cast<float>(r.below(3));
        break;
      case scene_kind::stragglers:
        if (r.one_in(90)) c[static_cast<int>(r.below(D))] *= r.one_in(2) ? 1e3f : -1e7f;
        break;
      case scene_kind::far_and_wide:
        if (r.one_in(8)) scale = r.one_in(2) ? 1e30f : 1e36f;
        if (r.one_in(20)) size = 1e37f;
        break;
      case scene_kind::tiny: scale = r.one_in(2) ? 0x1p-140f : 0x1p-135f; break;
      default: break;
    }
    for (int k = 0; k < D; ++k) d[k] = r.real(-speed, speed);
    if (kind == scene_kind::tiles)
      for (int k = 0; k < D; ++k) d[k] = 4 * static_cast<float>(r.whole(-4, 4));
    if (kind == scene_kind::straight) d[static_cast<int>(r.below(D))] = r.one_in(2) ? 0.0f : -0.0f;
    if (kind == scene_kind::nearly_still)
      for (int k = 0; k < D; ++k) d[k] *= r.one_in(3) ? 1e-30f : r.one_in(2) ? 0.0f : 1e-44f;
    vector_of<D> half, low, high;
    for (int k = 0; k < D; ++k) {
      half[k] = size * (r.one_in(20) ? 0.0f : r.one_in(2) ? 0.5f : 0.25f);
      if (kind == scene_kind::tiles) half[k] = size / 2;
      c[k] *= scale, half[k] *= scale < 1 ? scale : 1, d[k] *= scale < 1 ? scale : 1;
    }
    float radius = size / 2 * (scale < 1 ? scale : 1);
    if (kind == scene_kind::spoiled && r.one_in(3)) {
      const float bad[] = {not_a_number, infinity, -infinity, largest, -1, -largest};
      const float b = bad[r.below(6)];
      switch (r.below(4)) {
        case 0: c[static_cast<int>(r.below(D))] = b; break;
        case 1: half[static_cast<int>(r.below(D))] = b; break;
        case 2: d[static_cast<int>(r.below(D))] = b; break;
        default: radius = b; break;
      }
    }
    for (int k = 0; k < D; ++k) low[k] = c[k] - half[k], high[k] = c[k] + half[k];
    t.low.push(low), t.high.push(high), t.center.push(c), t.step.push(d), t.half.push(half);
    t.radius.push_back(radius);
    t.layers.push_back(1u << r.below(3));
  }
  return t;
}

// ---- brute force -----------------------------------------------------------------------------------------------

using pair_list = std::vector<std::pair<hs::index, hs::index>>;

// Pairs (i of a, j of b); within one: i < j.
template <class A, class B> pair_list all_pairs(const A& a, const B& b, bool self, const hs::query& q) {
  pair_list pairs;
  const std::size_t n = a.size(), m = b.size();
  std::vector<hs::index> first, second, hits(m);
  for (std::size_t i = 0; i < n; ++i) {
    first.assign(m, static_cast<hs::index>(i)), second.clear();
    for (std::size_t j = 0; j < m; ++j) second.push_back(static_cast<hs::index>(j));
    const hs::found f = hs::overlap_each(a, b, hits, by_pairs({first, second}, by_reference(q)));
    for (hs::index k : f)
      if (!self || k > i) pairs.emplace_back(static_cast<hs::index>(i), k);
  }
  return pairs;
}

std::string scene_text(scene_kind k, std::size_t n, std::size_t m, hs::isa which) {
  return std::string(name_of(k)) + ", " + std::to_string(n) + " and " + std::to_string(m) + " on " + hs::name(which);
}

// Asks for pairs with room for all, for some and for none; true when all is as it should be.
template <class Ask> void expect_pairs(const pair_list& all, rng& r, Ask ask, const std::string& what) {
  for (const std::size_t room : std::initializer_list<std::size_t>{all.size(), all.size() + 7, all.size() / 2,
                                                                   all.empty() ? 0 : r.below(all.size())}) {
    std::vector<hs::index> first(room + 1, 77), second(room + 1, 77);
    const hs::found_pairs f = ask(hs::pair_columns{std::span(first).first(room), std::span(second).first(room)});
    ASSERT_EQ(f.total, all.size()) << what;
    ASSERT_EQ(f.written, std::min(room, all.size())) << what;
    EXPECT_EQ(f.complete(), room >= all.size());
    for (std::size_t k = 0; k < f.written; ++k) {
      ASSERT_EQ(first[k], all[k].first) << what << ", pair " << k << " of " << all.size();
      ASSERT_EQ(second[k], all[k].second) << what << ", pair " << k << " of " << all.size();
    }
    ASSERT_EQ(first[room], 77u) << "written beyond its room";
    ASSERT_EQ(second[room], 77u) << "written beyond its room";
  }
}

template <int D> std::size_t try_pairs(scene_kind kind, std::size_t n, std::size_t m, rng& r, by_grid& g) {
  const things<D> a = draw<D>(kind, n, r), b = draw<D>(kind, m, r);
  const hs::query q = draw_query(r);
  const bool layers = r.one_in(3);
  std::size_t found = 0;
  const auto self = [&](const auto& view) {
    const pair_list all = all_pairs(view, view, true, q);
    found += all.size();
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      g.rebuild(view);
      expect_pairs(
          all, r, [&](const hs::pair_columns& out) { return g.overlap_pairs(out, q); },
          scene_text(kind, view.size(), 0, which));
      std::vector<hs::index> first(all.size() + 1), second(all.size() + 1);
      const hs::found_pairs f = g.overlap_pairs_unordered({first, second}, q);
      pair_list sorted;
      for (std::size_t k = 0; k < f.written; ++k) sorted.emplace_back(first[k], second[k]);
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(f.total, all.size());
      ASSERT_TRUE(sorted == all) << scene_text(kind, view.size(), 0, which);
    }
  };
  const auto both = [&](const auto& others, const auto& items) {
    const pair_list all = all_pairs(others, items, false, q);
    found += all.size();
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      g.rebuild(items);
      const std::string what = scene_text(kind, others.size(), items.size(), which);
      expect_pairs(
          all, r, [&](const hs::pair_columns& out) { return g.overlap_pairs(others, out, q); }, what);
      const std::size_t room = r.one_in(2) ? all.size() : all.size() / 2;
      std::vector<std::size_t> starts(others.size() + 1);
      std::vector<hs::index> items_of(room);
      ASSERT_EQ(g.overlap(others, hs::list_columns{starts, items_of}, q), all.size()) << what;
      ASSERT_EQ(starts.back(), all.size());
      for (std::size_t i = 0; i < others.size(); ++i)
        for (std::size_t k = starts[i]; k < starts[i + 1]; ++k) {
          ASSERT_EQ(all[k].first, i);
          if (k < room) {
            ASSERT_EQ(items_of[k], all[k].second) << what;
          }
        }
    }
  };
  switch (r.below(6)) {
    case 0: self(a.boxes(layers)); break;
    case 1: self(a.centred(layers)); break;
    case 2: self(a.circles(layers)); break;
    case 3: r.one_in(2) ? both(a.boxes(layers), b.centred(layers)) : both(a.points(layers), b.boxes(layers)); break;
    case 4: r.one_in(2) ? both(a.circles(layers), b.boxes(layers)) : both(a.boxes(layers), b.circles(layers)); break;
    default: r.one_in(2) ? both(a.circles(layers), b.circles(layers)) : both(a.points(layers), b.circles(layers));
  }
  return found;
}

template <int D> void expect_same(records<D>& got, records<D>& right, const std::string& what, std::size_t& hits) {
  for (std::size_t i = 0; i < right.index.size(); ++i) {
    const hit_of<D> x = got[i], y = right[i];
    bool same = x.index == y.index && same_bits(x.time, y.time) && x.flags == y.flags;
    for (int k = 0; k < D; ++k)
      same = same && same_bits(x.normal[k], y.normal[k]) && same_bits(x.position[k], y.position[k]);
    ASSERT_TRUE(same) << what << ", mover " << i << ": item " << x.index << " at " << hex(x.time) << ", not " << y.index
                      << " at " << hex(y.time);
    hits += y.index != hs::none;
  }
}

template <int D> auto short_columns(records<D>& to) {
  std::conditional_t<D == 2, hs::hit_columns, hs::hit_columns3> c{};
  c.index = to.index, c.time = to.time, c.flags = to.flags;
  return c;
}

template <int D> std::size_t try_firsts(scene_kind kind, std::size_t n, std::size_t m, rng& r, by_grid& g) {
  const things<D> a = draw<D>(kind, n, r), b = draw<D>(kind, m, r);
  hs::query q = draw_query(r);
  const bool layers = r.one_in(4);
  std::size_t hits = 0;
  records<D> right(n), got(n);
  const auto steps = a.step.as_motions();
  const auto sweep = [&](const auto& movers, const auto& items) {
    hs::sweep_nearest(movers, steps, items, right.columns(), by_reference(q));
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      g.rebuild(items);
      std::fill(got.index.begin(), got.index.end(), 5u), std::fill(got.time.begin(), got.time.end(), -1.0f);
      g.sweep_nearest(movers, steps, got.columns(), q);
      expect_same<D>(got, right, scene_text(kind, n, m, which), hits);
      // Without normals and positions most movers are settled on another way.
      std::fill(got.index.begin(), got.index.end(), 5u), std::fill(got.time.begin(), got.time.end(), -1.0f);
      std::fill(got.flags.begin(), got.flags.end(), std::uint8_t{9});
      g.sweep_nearest(movers, steps, short_columns(got), q);
      expect_same<D>(got, right, scene_text(kind, n, m, which) + ", without details", hits);
    }
  };
  const auto cast = [&](const auto& rays, const auto& items) {
    hs::cast_nearest(rays, items, right.columns(), by_reference(q));
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      g.rebuild(items);
      g.cast_nearest(rays, got.columns(), q);
      expect_same<D>(got, right, scene_text(kind, n, m, which), hits);
    }
  };
  switch (r.below(6)) {
    case 0: sweep(a.boxes(layers), b.boxes(layers)); break;
    case 1: sweep(a.centred(layers), b.centred(layers)); break;
    case 2: r.one_in(2) ? sweep(a.points(layers), b.boxes(layers)) : sweep(a.boxes(layers), b.points(layers)); break;
    case 3: sweep(a.circles(layers), b.circles(layers)); break;
    case 4: cast(a.segments(layers), b.circles(layers)); break;
    default:
      if (r.one_in(3)) q.padding = {3, 2, 1};
      cast(a.segments(layers), b.boxes(layers));
  }
  return hits;
}

constexpr std::size_t sizes[] = {0, 1, 2, 3, 15, 16, 17, 40, 100, 257, 600};
std::size_t draw_size(rng& r) { return sizes[r.below(std::size(sizes))]; }

// ---- tests -----------------------------------------------------------------------------------------------------

TEST(grid, finds_the_overlapping_pairs_of_brute_force_in_every_scene) {
  rng r(1);
  by_grid g;
  for (int k = 0; k < static_cast<int>(scene_kind::count); ++k) {
    const auto kind = static_cast<scene_kind>(k);
    std::size_t found = 0;
    for (std::size_t c = 0; c < cases(40); ++c) {
      const std::size_t n = c == 0 ? 300 : draw_size(r), m = c == 0 ? 300 : draw_size(r);
      found += c % 3 ? try_pairs<2>(kind, n, m, r, g) : try_pairs<3>(kind, n, m, r, g);
      if (testing::Test::HasFatalFailure()) return;
    }
    if (trial::whole_run()) {
      EXPECT_GT(found, 0u) << name_of(kind);
    }
  }
}

TEST(grid, finds_the_first_hits_of_brute_force_in_every_scene) {
  rng r(2);
  by_grid g;
  for (int k = 0; k < static_cast<int>(scene_kind::count); ++k) {
    const auto kind = static_cast<scene_kind>(k);
    std::size_t hits = 0;
    for (std::size_t c = 0; c < cases(40); ++c) {
      const std::size_t n = c == 0 ? 300 : draw_size(r), m = c == 0 ? 300 : draw_size(r);
      hits += c % 3 ? try_firsts<2>(kind, n, m, r, g) : try_firsts<3>(kind, n, m, r, g);
      if (testing::Test::HasFatalFailure()) return;
    }
    if (trial::whole_run()) {
      EXPECT_GT(hits, 0u) << name_of(kind);
    }
  }
}

// Larger than the differential tests dare: several levels, crowds, samples.
TEST(grid, finds_the_first_hits_of_brute_force_among_thousands) {
  for (const scene_kind kind :
       {scene_kind::uniform, scene_kind::clustered, scene_kind::islands, scene_kind::stragglers,
        scene_kind::mixed_sizes, scene_kind::tiles, scene_kind::some_fast, scene_kind::spoiled}) {
    rng r(3);
    const std::size_t n = cases(9000), m = cases(6000);
    const things<2> a = draw<2>(kind, n, r), b = draw<2>(kind, m, r);
    records<2> right(n), got(n);
    hs::sweep_nearest(a.centred(false), a.step.as_motions(), b.boxes(false), right.columns());
    by_grid g;
    g.rebuild(b.boxes(false));
    g.sweep_nearest(a.centred(false), a.step.as_motions(), got.columns());
    std::size_t hits = 0;
    expect_same<2>(got, right, scene_text(kind, n, m, hs::active_isa()), hits);
    if (trial::whole_run()) {
      EXPECT_GT(hits, n / 100) << name_of(kind);
    }
    std::fill(got.index.begin(), got.index.end(), 5u);
    g.sweep_nearest(a.centred(false), a.step.as_motions(), short_columns(got));
    expect_same<2>(got, right, scene_text(kind, n, m, hs::active_isa()) + ", without details", hits);

    pair_list pairs;
    std::vector<hs::index> list(m), first(400000), second(400000);
    const auto boxes = b.boxes(false);
    for (std::size_t i = 0; i < m; ++i)
      for (const hs::index j : hs::overlap(box_of<2>{b.low[i], b.high[i]}, boxes, list))
        if (j > i) pairs.emplace_back(static_cast<hs::index>(i), j);
    const hs::found_pairs f = g.overlap_pairs({first, second});
    ASSERT_EQ(f.total, pairs.size()) << name_of(kind);
    for (std::size_t k = 0; k < f.written; ++k) ASSERT_EQ(pairs[k], std::pair(first[k], second[k])) << name_of(kind);
  }
}

template <int D> void try_stragglers() {
  rng r(4);
  const std::size_t n = cases(20000), m = cases(12000);
  const things<D> a = draw<D>(scene_kind::stragglers, n, r), b = draw<D>(scene_kind::mixed_sizes, m, r);
  records<D> right(n), got(n);
  by_grid g;
  std::size_t hits = 0;
  const auto both = [&](const auto& movers, const auto& items) {
    hs::sweep_nearest(movers, a.step.as_motions(), items, right.columns());
    g.rebuild(items);
    g.sweep_nearest(movers, a.step.as_motions(), got.columns());
    expect_same<D>(got, right, scene_text(scene_kind::stragglers, n, m, hs::active_isa()), hits);
  };
  both(a.boxes(true), b.boxes(true)), both(a.circles(true), b.circles(true)), both(a.points(false), b.boxes(true));
  if (trial::whole_run()) {
    EXPECT_GT(hits, n / 20);
  }
}
// All but some are in one cell, on layers: lists that hardly become shorter.
TEST(grid, finds_the_first_hits_of_brute_force_where_some_are_far_away) { try_stragglers<2>(), try_stragglers<3>(); }

// Movers are sorted some thousands at a time.
TEST(grid, finds_the_first_hits_of_more_movers_than_it_sorts_at_a_time) {
  rng r(6);
  const std::size_t n = 131072 + 77, m = 1000;
  const things<2> a = draw<2>(scene_kind::uniform, n, r), b = draw<2>(scene_kind::mixed_sizes, m, r);
  records<2> right(n), got(n);
  hs::sweep_nearest(a.circles(false), a.step.as_motions(), b.circles(false), right.columns());
  by_grid g;
  g.rebuild(b.circles(false));
  g.sweep_nearest(a.circles(false), a.step.as_motions(), got.columns());
  std::size_t hits = 0;
  expect_same<2>(got, right, "many movers", hits);
  EXPECT_GT(hits, 100u);
  hs::sweep_nearest(a.boxes(false), a.step.as_motions(), b.boxes(false), right.columns());
  g.rebuild(b.boxes(false));
  g.sweep_nearest(a.boxes(false), a.step.as_motions(), got.columns());
  expect_same<2>(got, right, "many movers", hits);
  std::fill(got.index.begin(), got.index.end(), 5u);
  g.sweep_nearest(a.boxes(false), a.step.as_motions(), short_columns(got));
  expect_same<2>(got, right, "many movers, without details", hits);
}

TEST(grid, writes_no_further_than_its_outputs_and_the_wanted_columns) {
  rng r(4);
  const things<2> a = draw<2>(scene_kind::uniform, 200, r), b = draw<2>(scene_kind::mixed_sizes, 200, r);
  by_grid g;
  g.rebuild(b.boxes(false));
  records<2> right(200), got(200);
  hs::sweep_nearest(a.boxes(false), a.step.as_motions(), b.boxes(false), right.columns(), by_reference());
  g.sweep_nearest(a.boxes(false), a.step.as_motions(), hs::hit_columns{.index = got.index});
  EXPECT_EQ(got.index, right.index);
  g.sweep_nearest(a.boxes(false), a.step.as_motions(), hs::hit_columns{.time = got.time, .normal_y = got.normal[1]});
  EXPECT_EQ(got.time, right.time);
  EXPECT_EQ(got.normal[1], right.normal[1]);
}

TEST(grid, says_started_of_what_touches_at_the_start_when_touching_hits) {
  const std::vector<float> zero{0}, one{1}, two{2};
  by_grid g;
  g.rebuild(hs::boxes{.min_x = one, .min_y = zero, .max_x = two, .max_y = one});
  const hs::boxes mover{.min_x = zero, .min_y = zero, .max_x = one, .max_y = one};
  std::vector<hs::index> index(1);
  std::vector<float> time(1);
  std::vector<std::uint8_t> flags(1);
  const hs::motions step{.dx = 4.0f, .dy = 1.0f};
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    g.sweep_nearest(mover, step, {.index = index, .time = time, .flags = flags}, {.touch = hs::touching::hits});
    EXPECT_EQ(index[0], 0u);
    EXPECT_EQ(time[0], 0.0f);
    EXPECT_EQ(flags[0], hs::started);
    g.sweep_nearest(mover, step, {.index = index, .time = time, .flags = flags});
    EXPECT_EQ(index[0], 0u);
    EXPECT_EQ(flags[0], 0);
  }
}

TEST(grid, of_nothing_and_asked_by_nothing_finds_nothing) {
  by_grid g;
  std::vector<hs::index> first(4), second(4);
  EXPECT_EQ(g.overlap_pairs({first, second}).total, 0u);
  const std::vector<float> none_at_all;
  g.rebuild(hs::circles{.x = none_at_all, .y = none_at_all, .radius = 1.0f});
  EXPECT_EQ(g.size(), 0u);
  EXPECT_EQ(g.overlap_pairs({first, second}).total, 0u);
  std::vector<float> x{1, 2}, time(2, 9.0f);
  g.cast_nearest(hs::segments{.x = x, .y = x, .dx = 1.0f, .dy = 1.0f}, {.time = time});
  EXPECT_EQ(time, (std::vector<float>{1, 1}));
  g.rebuild(hs::circles{.x = x, .y = x, .radius = 1.0f});
  EXPECT_EQ(g.overlap_pairs({first, second}).total, 1u);
}

// Boxes in spots, of which each meets all others there: lists of up to seven hundred, most of them short.
TEST(grid, orders_pairs_of_short_and_long_lists_and_writes_no_further) {
  rng r(8);
  for (const std::size_t n : {std::size_t{63}, std::size_t{64}, std::size_t{5000}, cases(600000)}) {
    std::vector<hs::index> who(n);
    for (std::size_t i = 0; i < n; ++i) who[i] = static_cast<hs::index>(i);
    for (std::size_t i = n; i > 1; --i) std::swap(who[i - 1], who[r.below(static_cast<std::uint32_t>(i))]);
    std::vector<float> x(n), y(n);
    std::vector<std::pair<hs::index, hs::index>> right;
    for (std::size_t from = 0, spot = 0; from < n; ++spot) {
      const std::uint32_t most = spot % 20000 == 5 ? 700 : spot % 97 == 1 ? 120 : 9;
      const std::size_t size = std::min<std::size_t>(n - from, most > 120 ? 200 + r.below(500) : 1 + r.below(most));
      for (std::size_t i = from; i < from + size; ++i) {
        x[who[i]] = static_cast<float>(spot) + r.real(0, 0.2f), y[who[i]] = r.real(0, 0.2f);
        for (std::size_t j = i + 1; j < from + size; ++j) right.push_back(std::minmax(who[i], who[j]));
      }
      from += size;
    }
    std::sort(right.begin(), right.end());
    std::vector<hs::index> first(right.size() + 16), second(right.size() + 16);
    by_grid g;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      g.rebuild(hs::centred_boxes{.x = x, .y = y, .half_x = 0.25f, .half_y = 0.25f});
      std::fill(first.begin(), first.end(), hs::none), std::fill(second.begin(), second.end(), hs::none);
      const hs::found_pairs f =
          g.overlap_pairs({std::span(first).first(right.size()), std::span(second).first(right.size())});
      ASSERT_EQ(f.total, right.size());
      for (std::size_t k = 0; k < right.size(); ++k) {
        ASSERT_EQ(first[k], right[k].first) << k << " of " << n << " on " << hs::name(which);
        ASSERT_EQ(second[k], right[k].second) << k << " of " << n << " on " << hs::name(which);
      }
      for (std::size_t k = right.size(); k < first.size(); ++k)
        ASSERT_TRUE(first[k] == hs::none && second[k] == hs::none) << n << " on " << hs::name(which);
    }
  }
}

// Coordinates and sizes that would blow up a uniform grid: the time it takes is that of its pairs.
TEST(grid, survives_a_hundred_thousand_items_in_one_cell_a_giant_and_an_outlier) {
  rng r(5);
  const std::size_t n = std::max<std::size_t>(cases(100000), 100);
  std::vector<float> low_x, low_y, high_x, high_y;
  for (std::size_t i = 0; i < n; ++i) {
    float x = r.real(0, 1), y = r.real(0, 1), size = 1e-4f;
    if (i % 1000 == 7) x *= 1e30f, y *= -1e36f;
    if (i == 5) x = y = -3e38f, size = largest;
    low_x.push_back(x), low_y.push_back(y), high_x.push_back(x + size), high_y.push_back(y + size);
  }
  const hs::boxes items{.min_x = low_x, .min_y = low_y, .max_x = high_x, .max_y = high_y};
  by_grid g;
  g.rebuild(items);
  std::vector<hs::index> first(20 * n), second(20 * n), list(n);
  const hs::found_pairs f = g.overlap_pairs({first, second});
  ASSERT_TRUE(f.complete());
  EXPECT_GT(f.total, n / 2);
  for (std::size_t i = 0; i < n; i += n / 50 + 1) {
    const hs::found one = hs::overlap(box_of<2>{{low_x[i], low_y[i]}, {high_x[i], high_y[i]}}, items, list);
    std::vector<hs::index> right;
    for (const hs::index j : one)
      if (j > i) right.push_back(j);
    const auto range = std::equal_range(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(f.total),
                                        static_cast<hs::index>(i));
    const std::vector<hs::index> got(second.begin() + (range.first - first.begin()),
                                     second.begin() + (range.second - first.begin()));
    ASSERT_EQ(got, right) << i;
  }
}

TEST(pairs, of_long_ways_are_told_once) {
  box_columns<2> items, movers;
  vectors<2> steps;
  rng r(3);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x)
      items.push(hs::box{{10.0f * static_cast<float>(x), 10.0f * static_cast<float>(y)},
                         {10.0f * static_cast<float>(x) + 6, 10.0f * static_cast<float>(y) + 6}});
  for (int i = 0; i < 300; ++i) {
    const hs::vec2 at{r.real(0, 300), r.real(0, 300)};
    movers.push(hs::box{at, {at.x + 9, at.y + 9}}), steps.push(hs::vec2{r.real(200, 400), r.real(200, 400)});
  }
  hs::world w;
  w.rebuild(items.view());
  const std::size_t n = 300 * 4096;
  std::vector<hs::index> a(n), b(n), c(n), d(n);
  const std::size_t brute =
      w.sweep_pairs(movers.view(), steps.as_motions(), {.first = a, .second = b}, {.by = hs::method::brute}).total;
  const std::size_t grid =
      w.sweep_pairs(movers.view(), steps.as_motions(), {.first = c, .second = d}, {.by = hs::method::grid}).total;
  ASSERT_EQ(brute, grid);
  for (auto* const column : {&a, &b, &c, &d}) column->resize(brute);  // behind that is no answer
  EXPECT_EQ(a, c);
  EXPECT_EQ(b, d);
}

TEST(pairs, that_meet_are_no_more_than_there_are_times_for) {
  rng r(8);
  const auto some = draw_crowd<2>(layout::uniform, 200, 100, 20, r),
             more = draw_crowd<2>(layout::uniform, 100, 100, 20, r);
  hs::world one, two;
  one.rebuild(hs::moving(some.boxes(false), some.steps()));
  two.rebuild(hs::several(hs::moving(some.boxes(false), some.steps()), hs::moving(more.circles(false), more.steps())));
  std::vector<hs::index> first(9), second(9), right(9);
  std::vector<float> time(9);
  for (const hs::world* const w : {&one, &two})
    for (const hs::method by : {hs::method::brute, hs::method::grid}) {
      const auto ask = [&](std::size_t room, bool theirs) {
        std::fill(time.begin(), time.end(), -1.0f);
        const hs::meeting_columns out{first, second, std::span(time).first(room)};
        const hs::query q{.by = by};
        return theirs ? w->sweep_pairs(more.boxes(false), more.steps(), out, q) : w->sweep_pairs(out, q);
      };
      for (const bool theirs : {false, true}) {
        const std::size_t total = ask(9, theirs).total;
        right = first;
        ASSERT_GT(total, 9u);
        const hs::found_pairs got = ask(5, theirs);
        EXPECT_EQ(got.written, 5u);
        EXPECT_EQ(got.total, total);
        EXPECT_TRUE(std::equal(got.pairs.first.begin(), got.pairs.first.end(), right.begin()));
        EXPECT_TRUE(std::all_of(time.begin() + 5, time.end(), [](float t) { return t == -1; }));
        EXPECT_TRUE(std::all_of(time.begin(), time.begin() + 5, [](float t) { return t >= 0; }));
      }
    }
}

// The last part of a way that leaves the floats ends where these do.
TEST(pairs, of_ways_that_leave_the_floats_are_found_up_to_there) {
  box_columns<2> items, movers;
  vectors<2> steps;
  rng r(4);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      const float left = -3.35e38f + 3.3e36f * static_cast<float>(x), low = 3.3e36f * static_cast<float>(y);
      items.push(hs::box{{left, low}, {left + 1e36f, low + 1e36f}});
    }
  for (int i = 0; i < 100; ++i) {
    const hs::vec2 at{r.real(-1.5f, -1.4f) * 1e38f, r.real(0.2f, 1.8f) * 1e38f};
    movers.push(hs::box{at, {at.x + 1e36f, at.y + 1e36f}});
    steps.push(hs::vec2{r.real(-2.5f, -1.9f) * 1e38f, r.real(-0.2f, 0.2f) * 1e38f});
  }
  hs::world w;
  w.rebuild(items.view());
  const std::size_t n = 100 * 4096;
  std::vector<hs::index> a(n), b(n), c(n), d(n);
  const std::size_t brute =
      w.sweep_pairs(movers.view(), steps.as_motions(), {.first = a, .second = b}, {.by = hs::method::brute}).total;
  const std::size_t grid =
      w.sweep_pairs(movers.view(), steps.as_motions(), {.first = c, .second = d}, {.by = hs::method::grid}).total;
  EXPECT_GT(brute, 0u);
  ASSERT_EQ(brute, grid);
  for (auto* const column : {&a, &b, &c, &d}) column->resize(brute);
  EXPECT_EQ(a, c);
  EXPECT_EQ(b, d);
}

// Lists of more than 256 are ordered by marks, which are clear at first, whatever an earlier question counted there.
TEST(grid, orders_long_lists_in_memory_that_was_used_before) {
  constexpr std::size_t n = 500, room = 640 * 640;
  box_columns<2> crowd, items, asking;
  for (std::size_t i = 0; i < 640; ++i) crowd.push({{0, 0}, {1, 1}});
  for (std::size_t i = 0; i < n; ++i) {
    const float x = static_cast<float>(i % 25), y = static_cast<float>(i / 25);
    items.push({{x, y}, {x + 0.5f, y + 0.5f}}), asking.push(i + 1 < n ? items[i] : box_of<2>{{0, 0}, {99, 99}});
  }
  std::vector<hs::index> first(room), second(room), right_first(room), right_second(room);
  on_every_isa([&] {
    hs::workspace space;
    hs::world before, w;
    before.rebuild(crowd.view()), w.rebuild(items.view());
    EXPECT_EQ(before.overlap_pairs(crowd.view(), {first, second}, {.by = hs::method::grid}, space).total, room);
    const std::size_t right =
        w.overlap_pairs(asking.view(), {right_first, right_second}, {.by = hs::method::brute}).total;
    std::fill(second.begin(), second.end(), 7u);
    const hs::pair_columns out{first, std::span(second).first(right)};
    ASSERT_EQ(w.overlap_pairs(asking.view(), out, {.by = hs::method::grid}, space).total, right);
    EXPECT_EQ(std::count(second.begin() + static_cast<std::ptrdiff_t>(right), second.end(), 7u),
              static_cast<std::ptrdiff_t>(room - right));
    EXPECT_TRUE(std::equal(first.begin(), first.begin() + right, right_first.begin()));
    EXPECT_TRUE(std::equal(second.begin(), second.begin() + right, right_second.begin()));
  });
}

}  // namespace
