// First hits of many movers among many items, which are sorted into cells: the same as brute force finds, to the bit,
// on every ISA. Each case is one that the cells, their lists, the slices of long motions or the judge could get wrong.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include <algorithm>

#include "../support/columns.hpp"
#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/random.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t many = 6007;  // no whole register at the end, and enough for marks
// Brute force looks at all of them, and takes long where a short run is asked for: emulated, or with ASan.
std::size_t crowd_size(std::size_t usual) { return whole_run() ? usual : usual / 3; }

// Asks for the first hits on every ISA, with details and without, layer by layer or not. Adds up how many hit.
template <int D, class Movers>
void expect_same(const crowd<D>& movers, const Movers& as, const crowd<D>& items, const hs::query& q,
                 const std::string& what, std::size_t& hits, int before = 0) {
  const std::size_t n = movers.size();
  records<D> right(n), got(n);
  for (const bool layered : {false, true}) {
    // By brute force, of the widest instruction set: that it says what the reference says is tested elsewhere, and this
    // one asks it of millions of pairs.
    hs::sweep_nearest(as, movers.steps(), items.boxes(layered), right.columns(), q);
    for (const hs::index i : right.index) hits += i != hs::none;
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      by_grid g;
      hs::workspace w;
      g.rebuild(items.boxes(layered));
      for (int k = 0; k < before; ++k) g.sweep_nearest(as, movers.steps(), {.index = got.index}, q, w);
      for (const bool details : {true, false}) {
        std::fill(got.index.begin(), got.index.end(), 5u), std::fill(got.time.begin(), got.time.end(), -1.0f);
        std::fill(got.flags.begin(), got.flags.end(), std::uint8_t{9});
        auto some = got.columns();
        if (!details) some = {}, some.index = got.index, some.time = got.time, some.flags = got.flags;
        g.sweep_nearest(as, movers.steps(), some, q, w);
        for (std::size_t i = 0; i < n; ++i) {
          bool same =
              got.index[i] == right.index[i] && same_bits(got.time[i], right.time[i]) && got.flags[i] == right.flags[i];
          for (int k = 0; details && k < D; ++k)
            same = same && same_bits(got.normal[k][i], right.normal[k][i]) &&
                   same_bits(got.position[k][i], right.position[k][i]);
          EXPECT_TRUE(same) << what << " on " << hs::name(which) << (details ? "" : ", without details")
                            << (layered ? ", by layers" : "") << ", mover " << i << " of " << n << ": item "
                            << got.index[i] << " at " << hex(got.time[i]) << " flags " << int{got.flags[i]} << ", not "
                            << right.index[i] << " at " << hex(right.time[i]) << " flags " << int{right.flags[i]};
          if (!same) return;
        }
      }
    }
  }
}

// The same movers as boxes of all sizes, and all of one size, whose rows are shorter: boxes, circles and points. A
// column may hold that size, and nearly do so.
constexpr std::size_t forms = 6;
template <int D>
void expect_same_as(std::size_t form, const crowd<D>& movers, const crowd<D>& items, const hs::query& q,
                    const std::string& what, std::size_t& hits, int before = 0) {
  const bool layered = form >= forms;
  auto boxes = movers.centred(layered);
  auto circles = movers.circles(layered);
  boxes.half_x = 2.0f, boxes.half_y = 1.0f, circles.radius = 2.0f;
  if constexpr (D == 3) boxes.half_z = 0.75f;
  switch (form % forms) {
    case 0: return expect_same<D>(movers, movers.boxes(layered), items, q, what, hits, before);
    case 1: return expect_same<D>(movers, boxes, items, q, what + ", boxes of one size", hits, before);
    case 2: return expect_same<D>(movers, circles, items, q, what + ", circles of one size", hits, before);
    case 3:
    case 4: {
      std::vector<float> twos(movers.size(), 2.0f);
      boxes.half_x = twos, circles.radius = twos;
      if (form % forms == 3)
        return expect_same<D>(movers, boxes, items, q, what + ", boxes of a column's size", hits, before);
      twos.back() = 40;
      return expect_same<D>(movers, circles, items, q, what + ", circles of one size but for the last", hits, before);
    }
    default:
      return expect_same<D>(movers, movers.as(kind_constant<shape_kind::points>{}, layered), items, q,
                            what + ", points", hits, before);
  }
}

template <int D> void ask_in_every_layout(std::size_t n, std::size_t most_items, std::uint64_t seed) {
  rng r(seed);
  for (int k = 0; k < static_cast<int>(layout::count); ++k) {
    const auto kind = static_cast<layout>(k);
    std::size_t hits = 0;
    for (std::size_t c = 0; c < cases(4); ++c) {
      const std::size_t m = 1 + r.below(static_cast<std::uint32_t>(c % 2 ? 12 : most_items));
      const float side = 300, far = r.one_in(2) ? 8 : 60;
      const crowd<D> movers = draw_crowd<D>(r.one_in(3) ? layout::uniform : kind, n, side, far, r),
                     items = draw_crowd<D>(kind, m, side, 0, r);
      hs::query q = draw_query(r);
      if (!r.one_in(4)) q.start = hs::start_overlap::hits;
      const std::string what = std::string(name_of(kind)) + ", " + std::to_string(m) + " items";
      if (r.one_in(5))
        expect_same<D>(movers, movers.centred(false), items, q, what, hits);
      else
        expect_same_as<D>(r.below(2 * forms), movers, items, q, what, hits);
      if (testing::Test::HasFailure()) return;
    }
    if (trial::whole_run()) {
      EXPECT_GT(hits, 0u) << name_of(kind);
    }
  }
}

TEST(first_hits, are_those_of_brute_force_in_every_scene) { ask_in_every_layout<2>(many, 300, 1); }
TEST(first_hits, are_those_of_brute_force_in_every_scene_in_3d) {
  ask_in_every_layout<3>(trial::whole_run() ? 2003 : 603, 300, 2);
}

// Far more items than movers, and far fewer.
TEST(first_hits, are_found_among_many_more_items_than_movers) {
  ask_in_every_layout<2>(37, 3000, 3);
  ask_in_every_layout<3>(37, 3000, 4);
}

// Few movers among so many items that they do not look at each: new ones are sifted by marks around all ways, which a
// long way has in parts; items that stay are sorted.
TEST(first_hits, of_few_are_found_without_a_look_at_each_item) {
  rng r(10);
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(2); ++c)
    for (const layout kind : {layout::uniform, layout::tiles, layout::bad, layout::far}) {
      const crowd<2> items = draw_crowd<2>(kind, crowd_size(20000), 4000, 0, r);
      for (const std::size_t n : {1, 7, 40, 300}) {
        crowd<2> movers = draw_crowd<2>(kind, n, r.one_in(2) ? 4000.0f : 60.0f, r.one_in(2) ? 300.0f : 8.0f, r);
        if (n == 7) movers.ray.delta.axis[0][3] = 3e38f;
        hs::query q = draw_query(r);
        if (!r.one_in(4)) q.start = hs::start_overlap::hits;
        const std::size_t form = r.below(2 * forms);
        expect_same_as<2>(form, movers, items, q, std::string("few, ") + name_of(kind), hits);
        expect_same_as<2>(form, movers, items, q, std::string("few, ") + name_of(kind) + ", sorted", hits, 5);
        if (testing::Test::HasFailure()) return;
      }
    }
  EXPECT_GT(hits, 0u);
}

// Some ways go through all of the field, some items lie all over it, and some of either are nowhere or at its far ends.
TEST(first_hits, of_few_that_go_far_are_found_among_items_of_all_sizes) {
  rng r(14);
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(2 * forms); ++c) {
    const float side = c % 3 ? 100000 : 4000;
    crowd<2> items = draw_crowd<2>(c % 4 == 3 ? layout::clustered : layout::uniform, 6007, side, 0, r),
             movers = draw_crowd<2>(layout::uniform, 41, side, 8, r);
    const auto axis_of = [&](auto& columns, std::size_t i) -> float& { return columns.axis[r.below(2)][i]; };
    for (std::size_t i = 0; i < movers.size(); ++i)
      if (r.one_in(3)) {
        for (std::size_t k = 0; k < 2; ++k) movers.ray.delta.axis[k][i] = r.real(-side, side);
        if (r.one_in(12)) axis_of(movers.ray.delta, i) = r.one_in(2) ? -3e38f : NAN;
      }
    for (std::size_t i = 0; i < items.size(); ++i)
      if (r.one_in(500)) {
        axis_of(items.box.max, i) += r.real(0, 4000), axis_of(items.box.min, i) -= r.real(0, 100);
        if (r.one_in(3)) axis_of(items.box.min, i) = r.one_in(2) ? -3e38f : -INFINITY;
        if (r.one_in(3)) axis_of(items.box.max, i) = r.one_in(2) ? 3e38f : NAN;
      }
    expect_same_as<2>(c, movers, items, draw_query(r), "ways through all of it", hits);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, 0u);
}

// Nothing says how far items are apart, or how large they are.
TEST(first_hits, of_few_are_found_among_points_on_a_line_or_in_one_place) {
  rng r(17);
  constexpr std::size_t n = 300;
  std::vector<float> y(5000), x(n), from(n), dx(n), dy(n, 0.0f);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<float>(r.below(700));
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = r.real(-90, 90), from[i] = static_cast<float>(r.below(700)), dx[i] = i ? r.real(-3000, 3000) : 3e38f;
  const std::vector<float> place(y.size(), from[3]);
  const hs::segments ways{.x = x, .y = from, .dx = dx, .dy = dy};
  for (const bool line : {true, false})
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      hs::world w;
      w.rebuild(hs::points{.x = 100.0f, .y = line ? y : place});
      std::vector<hs::index> right(n), got(n, 5u);
      const hs::query closed{.touch = hs::touching::hits, .by = hs::method::brute};
      w.cast_nearest(ways, {.index = right}, closed);
      w.cast_nearest(ways, {.index = got}, {.touch = hs::touching::hits, .by = hs::method::grid});
      EXPECT_EQ(got, right) << hs::name(which) << (line ? ", a line" : ", one place");
      EXPECT_LT(std::count(right.begin(), right.end(), hs::none), std::ptrdiff_t{n});
    }
}

// A field with one row of cells, along any axis: parts of a row have parts.
template <int D> void ask_along_each_axis(std::size_t n, std::size_t m, std::uint64_t seed) {
  rng r(seed);
  for (std::size_t along = 0; along < D; ++along) {
    std::size_t hits = 0;
    crowd<D> movers = draw_crowd<D>(layout::uniform, n, 4, 8, r), items = draw_crowd<D>(layout::uniform, m, 4, 0, r);
    const auto stretch = [&](crowd<D>& all) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        const float at = r.real(0, 30) * static_cast<float>(m), half = r.real(1, 12);
        all.box.min.axis[along][i] = at - half, all.box.max.axis[along][i] = at + half;
        all.middle.center.axis[along][i] = all.circle.center.axis[along][i] = at;
      }
    };
    stretch(movers), stretch(items);
    for (std::size_t i = 0; i < n; ++i)
      if (i % 100 == 0) movers.ray.delta.axis[along][i] *= 1000;
    for (const std::size_t form : {0u, 1u, 2u, 5u})
      expect_same_as<D>(form, movers, items, {}, "along axis " + std::to_string(along), hits);
    EXPECT_GT(hits, 0u);
  }
}
TEST(first_hits, are_found_in_fields_that_are_long_and_thin) {
  ask_along_each_axis<2>(crowd_size(9001), crowd_size(6007), 15);
  ask_along_each_axis<3>(crowd_size(6001), crowd_size(3001), 16);
}

// Motions much longer than items and cells are wide, through long lists, are taken in slices: hits in every part, at
// the ends of parts, and none.
TEST(first_hits, of_long_motions_are_found_in_whatever_part_they_are) {
  rng r(5);
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(forms); ++c)
    for (const layout kind : {layout::uniform, layout::tiles, layout::sizes, layout::upright}) {
      const crowd<2> movers = draw_crowd<2>(kind == layout::sizes ? layout::uniform : kind, 3001, 2000, 600, r),
                     items = draw_crowd<2>(kind, 1500, 2000, 0, r);
      hs::query q;
      if (r.one_in(2)) q.until = r.real(0.1f, 1), q.touch = hs::touching::hits;
      expect_same_as<2>(c, movers, items, q, std::string("long, ") + name_of(kind), hits);
      if (testing::Test::HasFailure()) return;
    }
  EXPECT_GT(hits, 0u);
}

// One in fifty goes through all of the field: those go by tree, the others by grid, by one workspace or by several.
template <int D> void ask_with_few_fast_ones(std::size_t n, std::size_t m, float side, std::uint64_t seed) {
  rng r(seed);
  crowd<D> movers = draw_crowd<D>(layout::uniform, n, side, 8, r),
           items = draw_crowd<D>(layout::uniform, m, side, 9, r);
  for (std::size_t i = 0; i < n; i += 1 + r.below(99))
    for (std::size_t k = 0; k < D; ++k) movers.ray.delta.axis[k][i] = r.real(-side, side);
  movers.ray.delta.axis[1][n - 1] = 3e38f, movers.ray.delta.axis[0][n - 2] = NAN;
  const auto run = [](std::size_t jobs, hs::job job) {
    for (std::size_t i = jobs; i-- > 0;) job(i);
  };
  const hs::executor by(run);
  std::vector<hs::workspace> three(3);
  auto circles = movers.circles(true);
  circles.radius = 2.0f;
  const auto expect = [&](const auto& as, bool moving, const hs::query& q) {
    records<D> right(n), got(n);
    const auto boxes = items.boxes(true);
    const auto fill = [&](hs::world& w) { moving ? w.rebuild(boxes, items.steps()) : w.rebuild(boxes); };
    hs::query flat = q;
    flat.by = hs::method::brute;
    hs::world all;
    fill(all), all.sweep_nearest(as, movers.steps(), right.columns(), flat);
    EXPECT_LT(std::count(right.index.begin(), right.index.end(), hs::none), static_cast<std::ptrdiff_t>(n));
    for (const hs::isa which : hs::supported_isas()) {
      const forced on(which);
      for (const hs::workers& with : {hs::workers{}, hs::workers{by, three}}) {
        hs::world w;
        fill(w);
        const std::size_t before = w.bytes();
        std::fill(got.index.begin(), got.index.end(), 5u), std::fill(got.time.begin(), got.time.end(), -1.0f);
        w.sweep_nearest(as, movers.steps(), got.columns(), q, with);
        EXPECT_EQ(w.used(), hs::method::grid) << hs::name(which);
        EXPECT_GT(w.bytes() - before, 80 * m) << "nothing was filed on " << hs::name(which);
        for (std::size_t i = 0; i < n; ++i) {
          bool same =
              got.index[i] == right.index[i] && same_bits(got.time[i], right.time[i]) && got.flags[i] == right.flags[i];
          for (int k = 0; k < D; ++k)
            same = same && same_bits(got.normal[k][i], right.normal[k][i]) &&
                   same_bits(got.position[k][i], right.position[k][i]);
          ASSERT_TRUE(same) << D << "D on " << hs::name(which) << (moving ? ", moving" : "") << ", mover " << i << ": "
                            << got.index[i] << " at " << hex(got.time[i]) << ", not " << right.index[i] << " at "
                            << hex(right.time[i]);
        }
        std::vector<std::uint64_t> mask(hs::mask_words(n));
        w.sweep_mask(as, movers.steps(), mask, q, with);
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_EQ(mask[i / 64] >> i % 64 & 1, right.index[i] != hs::none) << "mask, " << i;
      }
    }
  };
  hs::query q;
  expect(movers.boxes(true), false, q);
  expect(circles, false, {.touch = hs::touching::hits, .layers = 5, .until = 0.7f});
  q.start = hs::start_overlap::ignored;
  expect(movers.boxes(false), true, q);
}
TEST(first_hits, of_few_that_go_much_farther_are_found_by_tree) {
  ask_with_few_fast_ones<2>(5001, 5000, 3000, 18);
  ask_with_few_fast_ones<3>(5001, 5000, 500, 19);
}

// Crowds on a wide field are divided again, and again; a heap of items is a long list that no division makes shorter.
TEST(first_hits, are_found_in_crowds_within_crowds) {
  rng r(6);
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(forms); ++c) {
    crowd<2> movers = draw_crowd<2>(layout::uniform, crowd_size(5 * many), 1, 4, r),
             items = draw_crowd<2>(layout::uniform, 900, 1, 0, r);
    const auto put = [&](crowd<2>& all, std::size_t i, float x, float y) {
      const float half = 1 + r.real(0, 3);
      all.box.min.axis[0][i] = x - half, all.box.max.axis[0][i] = x + half;
      all.box.min.axis[1][i] = y - half, all.box.max.axis[1][i] = y + half;
      all.middle.center.axis[0][i] = all.circle.center.axis[0][i] = x;
      all.middle.center.axis[1][i] = all.circle.center.axis[1][i] = y;
    };
    const auto somewhere = [&](crowd<2>& all) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        const float island = static_cast<float>(r.below(5)), wide = r.one_in(2) ? 3.0f : 300.0f;
        put(all, i, 1e6f * island + r.real(0, wide), 3e5f * island + r.real(0, wide));
      }
    };
    somewhere(movers), somewhere(items);
    expect_same_as<2>(c, movers, items, {}, "islands", hits);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, 0u);
}

// So many among so many are sorted twice. Brute force would take minutes: what a tree finds is checked elsewhere.
TEST(first_hits, of_very_many_among_very_many_are_those_of_a_tree) {
  if (!whole_run()) GTEST_SKIP() << "takes long";
  rng r(13);
  for (const layout kind : {layout::uniform, layout::tiles}) {
    const crowd<2> movers = draw_crowd<2>(kind, 270000, 2500, 12, r), items = draw_crowd<2>(kind, 46000, 2500, 0, r);
    const auto expect = [&](const auto& as) {
      std::vector<hs::index> right(movers.size()), got(movers.size());
      std::vector<float> when(movers.size()), time(movers.size());
      for (const hs::isa which : hs::supported_isas()) {
        if (which == hs::isa::scalar) continue;
        const forced on(which);
        hs::world w;
        w.rebuild(items.boxes(false));
        w.sweep_nearest(as, movers.steps(), {.index = right, .time = when}, {.by = hs::method::tree});
        w.sweep_nearest(as, movers.steps(), {.index = got, .time = time}, {.by = hs::method::grid});
        EXPECT_LT(std::count(right.begin(), right.end(), hs::none), 200000);
        for (std::size_t i = 0; i < movers.size(); ++i)
          ASSERT_TRUE(got[i] == right[i] && same_bits(time[i], when[i]))
              << name_of(kind) << " on " << hs::name(which) << ", mover " << i << ": item " << got[i] << " at "
              << hex(time[i]) << ", not " << right[i] << " at " << hex(when[i]);
      }
    };
    auto circles = movers.circles(false);
    circles.radius = 2.0f;
    expect(movers.boxes(false)), expect(circles);
  }
}

// Most movers are near nothing, which marks tell; some reach farther than marks were drawn for.
TEST(first_hits, are_found_where_few_are_near_anything) {
  rng r(7);
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(2 * forms); ++c) {
    crowd<2> movers = draw_crowd<2>(layout::uniform, many, 4000, 8, r),
             items = draw_crowd<2>(layout::uniform, 40, 4000, 0, r);
    for (std::size_t i = 0; i < many; ++i)
      if (c < forms || r.one_in(60))
        for (std::size_t k = 0; k < 2; ++k) movers.ray.delta.axis[k][i] *= r.one_in(2) ? 300.0f : 1e30f;
    hs::query q;
    if (r.one_in(2)) q.until = r.real(0, 1);
    expect_same_as<2>(c, movers, items, q, "sparse", hits);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, 0u);
}

// Marks are drawn for how far nearly all reach from their middle: large ones, and some go farther.
TEST(first_hits, of_large_ones_of_which_some_go_farther_are_found_where_few_are_near_anything) {
  rng r(12);
  std::size_t hits = 0;
  for (const bool round : {false, true}) {
    crowd<2> movers = draw_crowd<2>(layout::uniform, crowd_size(3 * many), 8000, 8, r),
             items = draw_crowd<2>(layout::uniform, 300, 8000, 0, r);
    for (std::size_t i = 0; i < movers.size(); ++i)
      if (r.one_in(60))
        for (std::size_t k = 0; k < 2; ++k) movers.ray.delta.axis[k][i] = r.real(-300, 300);
    auto boxes = movers.centred(false);
    auto circles = movers.circles(false);
    boxes.half_x = boxes.half_y = 100.0f, circles.radius = 100.0f;
    if (round)
      expect_same<2>(movers, circles, items, {}, "large circles", hits);
    else
      expect_same<2>(movers, boxes, items, {}, "large boxes", hits);
  }
  EXPECT_GT(hits, 0u);
}

// One mover, in the last place and in between, goes as far as all others together; or all do.
TEST(first_hits, of_one_or_all_that_go_far_are_found) {
  rng r(8);
  for (const float side : {4000.0f, 250.0f})
    for (const std::size_t far : {std::size_t{0}, std::size_t{1}, many}) {
      std::size_t hits = 0;
      for (const std::size_t where : {std::size_t{5}, many / 2, many - 1}) {
        crowd<2> movers = draw_crowd<2>(layout::uniform, many, side, 8, r),
                 items = draw_crowd<2>(layout::uniform, 40, side, 0, r);
        for (std::size_t i = 0; i < many; ++i)
          if (far == many || (far == 1 && i == where))
            movers.ray.delta.axis[0][i] = i % 2 ? 3e30f : -3e30f, movers.ray.delta.axis[1][i] = 0.25f;
        for (std::size_t k = 0; k < 2; ++k) items.box.min.axis[k][7] = -9000;
        items.box.max.axis[0][7] = -8000, items.box.max.axis[1][7] = 9000;
        items.box.min.axis[0][8] = 8000, items.box.max.axis[0][8] = 9000;
        items.box.min.axis[1][8] = -9000, items.box.max.axis[1][8] = 9000;
        expect_same<2>(movers, movers.points(), items, {}, std::to_string(far) + " go far", hits);
        if (testing::Test::HasFailure()) return;
      }
      EXPECT_GT(hits, 0u) << far << ", " << side;
    }
}

// Whole numbers: faces, edges and corners meet at the start, at the end and at the same time as others, or rest.
// Each mover is near one or two of them, or of many; one cell's list is longer than what two places on it are told by.
TEST(first_hits, among_thousands_that_move_are_found_whatever_how_many_a_mover_is_near) {
  rng r(11);
  for (const bool sparse : {true, false}) {
    const float side = sparse ? 9000 : 700;
    const auto items = draw_crowd<2>(layout::uniform, many, side, 9, r),
               who = draw_crowd<2>(layout::uniform, 41, side, sparse ? side : 200, r);
    records<2> right(41), got(41);
    for (const bool layered : {false, true}) {
      const hs::query q{.touch = layered ? hs::touching::hits : hs::touching::misses, .layers = layered ? 3u : ~0u};
      const auto expect = [&](const auto& boxes, auto&& ask) {
        ask([&](const auto& movers, const auto& steps) {
          hs::sweep_nearest(movers, steps, hs::moving(boxes, items.steps()), right.columns(), by_reference(q));
        });
        EXPECT_LT(std::count(right.index.begin(), right.index.end(), hs::none), 36);
        for (const hs::isa which : hs::supported_isas()) {
          const forced on(which);
          by_grid g;
          g.rebuild(boxes, items.steps());
          ask([&](const auto& movers, const auto& steps) { g.sweep_nearest(movers, steps, got.columns(), q); });
          for (std::size_t i = 0; i < 41; ++i)
            ASSERT_EQ(got[i], right[i]) << hs::name(which) << (sparse ? ", sparse" : ", dense") << ", mover " << i
                                        << ": " << text(got[i]) << ", not " << text(right[i]);
        }
      };
      const auto boxes = [&](const auto& ask) { ask(who.boxes(layered), who.steps()); };
      const auto circles = [&](const auto& ask) { ask(who.circles(layered), who.steps()); };
      expect(items.boxes(layered), boxes), expect(items.boxes(layered), circles);
      expect(items.circles(layered), circles);
    }
  }
}

TEST(first_hits, that_touch_start_or_tie_are_those_of_brute_force) {
  rng r(9);
  std::size_t hits = 0;
  for (std::size_t c = 0; c < cases(12); ++c) {
    crowd<2> movers = draw_crowd<2>(layout::uniform, 3001, 1, 1, r),
             items = draw_crowd<2>(layout::uniform, 200, 1, 0, r);
    const auto draw = [&](crowd<2>& all, int most_half, int step) {
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t k = 0; k < 2; ++k) {
          const float at = static_cast<float>(r.whole(-20, 20)), half = static_cast<float>(r.whole(0, most_half));
          all.box.min.axis[k][i] = at - half, all.box.max.axis[k][i] = at + half;
          all.middle.center.axis[k][i] = all.circle.center.axis[k][i] = r.one_in(4) ? -0.0f : at;
          all.ray.delta.axis[k][i] = static_cast<float>(r.whole(-step, step));
          if (r.one_in(4)) all.ray.delta.axis[k][i] = -0.0f;
        }
    };
    draw(movers, c % 3 ? 2 : 0, 6), draw(items, 2, 0);
    if (c % 4 == 3)  // a gap that is nearly none
      for (std::size_t i = 0; i < items.size(); i += 3)
        items.box.max.axis[i % 2][i] = r.one_in(2) ? 0x1p-149f : 0x1p-127f;
    hs::query q = draw_query(r);
    if (!r.one_in(4)) q.start = hs::start_overlap::hits;
    expect_same_as<2>(c % forms, movers, items, q, "whole numbers", hits);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, 0u);
}

// A negative size is none, be it everybody's: whoever has it is no box, and hits nothing.
TEST(first_hits, of_boxes_that_all_have_a_negative_size_are_none) {
  rng r(12);
  const crowd<2> movers = draw_crowd<2>(layout::uniform, 2500, 100, 60, r),
                 items = draw_crowd<2>(layout::uniform, 200, 100, 0, r);
  for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
    const hs::query q{.touch = touch, .start = hs::start_overlap::hits};
    for (const float half_y : {1.0f, -1.0f}) {
      auto boxes = movers.centred(false);
      boxes.half_x = -2.0f, boxes.half_y = half_y;
      std::size_t hits = 0;
      expect_same<2>(movers, boxes, items, q, "boxes of a negative size", hits);
      EXPECT_EQ(hits, 0u);
    }
  }
}

// Balls of one size whose edges are rounded by more than what decides: they come from far and barely reach what they
// hit, where next to nothing aside makes motions that are asked by their bounds; or they barely move far from the
// origin, near more than two.
TEST(first_hits, of_balls_are_found_where_rounding_their_edges_would_decide) {
  rng r(5);
  for (const bool slow : {false, true})
    for (const float aside : {0.0f, 1e-20f, -8e-19f, 1e-3f})
      for (const std::size_t of_each : {1ul, 5ul}) {
        constexpr std::size_t n = 300;
        const float radius = 0.3f;
        std::vector<float> x, y, dy, at_x, at_y;
        for (std::size_t i = 0; i < n; ++i) {
          const float gap = r.real(0, 2e-4f);
          x.push_back(4 * static_cast<float>(i)), y.push_back(r.real(500, 1500));
          dy.push_back(slow ? -gap * r.real(0.7f, 1.3f) : -y[i]);
          for (std::size_t k = 0; k < of_each; ++k) {
            at_x.push_back(x[i] + aside);
            at_y.push_back(slow ? y[i] - radius - gap : -radius * (1 - r.real(0, 1e-5f)));
          }
        }
        const hs::circles balls{.x = x, .y = y, .radius = radius};
        const hs::motions steps{.dx = aside, .dy = dy};
        const hs::points places{at_x, at_y};
        std::vector<hs::index> right(n), got(n);
        hs::sweep_nearest(balls, steps, places, {.index = right}, {.on = hs::isa::scalar});
        EXPECT_GT(n - static_cast<std::size_t>(std::count(right.begin(), right.end(), hs::none)), n / 4);
        for (const hs::isa which : hs::supported_isas()) {
          const forced on(which);
          hs::world w;
          w.rebuild(places);
          w.sweep_nearest(balls, steps, {.index = got}, {.by = hs::method::grid});
          EXPECT_EQ(got, right) << hs::name(which) << (slow ? ", slow" : ", from far") << ", aside by " << aside << ", "
                                << of_each << " below each";
        }
      }
}

TEST(first_hits, of_many_on_layers_of_whom_few_are_near) {
  box_columns<2> items, movers;
  vectors<2> steps;
  std::vector<std::uint32_t> its, theirs;
  rng r(9);
  for (int i = 0; i < 200; ++i) {
    const hs::vec2 at{r.real(0, 90), r.real(0, 90)};
    items.push(hs::box{at, {at.x + 4, at.y + 4}}), its.push_back(1 + r.below(3));
  }
  for (int i = 0; i < 8192; ++i) {
    const hs::vec2 at{r.real(0, 1000), r.real(0, 1000)};
    movers.push(hs::box{at, {at.x + r.real(0, 2), at.y + 1}}), steps.push(hs::vec2{r.real(-5, 5), r.real(-5, 5)});
    theirs.push_back(1 + r.below(3));
  }
  auto walls = items.view(), who = movers.view();
  walls.layers = its, who.layers = theirs;
  hs::world w;
  w.rebuild(walls);
  std::vector<hs::index> brute(8192), grid(8192);
  on_every_isa([&] {
    for (const std::uint32_t layers : {1u, 2u, 3u}) {
      w.sweep_nearest(who, steps.as_motions(), {.index = brute}, {.layers = layers, .by = hs::method::brute});
      w.sweep_nearest(who, steps.as_motions(), {.index = grid}, {.layers = layers, .by = hs::method::grid});
      ASSERT_EQ(brute, grid) << layers;
    }
  });
}

// Where they are at the start has been sorted by another question: it says nothing of where they are later.
TEST(first_hits, of_few_among_items_that_move_do_not_go_by_where_these_start) {
  rng r(12);
  const auto items = draw_crowd<2>(layout::uniform, 4000, 2500, 300, r),
             few = draw_crowd<2>(layout::uniform, 40, 2500, 9, r);
  std::vector<hs::index> brute(40), grid(40), first(40), second(40);
  on_every_isa([&] {
    hs::world w;
    w.rebuild(hs::moving(items.boxes(false), items.steps()));
    w.overlap_pairs(few.boxes(false), {first, second}, {.by = hs::method::grid});
    w.sweep_nearest(few.boxes(false), few.steps(), {.index = brute}, {.by = hs::method::brute});
    w.sweep_nearest(few.boxes(false), few.steps(), {.index = grid}, {.by = hs::method::grid});
    EXPECT_EQ(grid, brute);
  });
}

// A gap of 2^-149 divided by a step of 2^20 is no float: that they overlap at the start is told by the gap's sign.
TEST(first_hits, of_movers_at_zero_start_in_tiny_overlaps) {
  constexpr std::size_t n = 64;
  constexpr float tiny = std::numeric_limits<float>::denorm_min();
  box_columns<2> walls, movers;
  vectors<2> steps;
  for (std::size_t i = 0; i < n; ++i) {
    const float y = static_cast<float>(8 * i) + 1;
    const bool apart = i % 2;
    walls.push({{apart ? tiny : -tiny, y}, {5, y + 2}}), movers.push({{-1, y}, {0, y + 2}}),
        steps.push({0x1p20f, 0.5f});
  }
  records<2> right(n), got(n);
  on_every_isa([&] {
    all_ways them;
    them.fill(walls.view());
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      const hs::query q{.touch = touch};
      hs::sweep_nearest(movers.view(), steps.as_motions(), walls.view(), right.columns(), by_reference(q));
      them.each([&](world_by& w, const char* name) {
        hs::hit_columns out = got.columns();
        out.normal_x = out.normal_y = out.position_x = out.position_y = {};
        w.sweep_nearest(movers.view(), steps.as_motions(), out, q);
        for (std::size_t i = 0; i < n; ++i)
          EXPECT_TRUE(got.index[i] == right.index[i] && same_bits(got.time[i], right.time[i]) &&
                      got.flags[i] == right.flags[i])
              << name << ", " << i;
      });
    }
  });
}

// Points at -0, beside which they stay.
TEST(first_hits, of_points_at_minus_zero_are_there) {
  constexpr std::size_t n = 128;
  std::vector<float> x(n), y(n, -0.0f), dx(n), dy(n, -0.0f);
  box_columns<2> walls;
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<float>(i), dx[i] = 0.75f, walls.push({{x[i] + 0.5f, -1}, {x[i] + 0.6f, i % 2 ? 1.0f : -0.0f}});
  const hs::points who{.x = x, .y = y};
  records<2> right(n), got(n);
  on_every_isa([&] {
    all_ways them;
    them.fill(walls.view());
    const hs::query q{.touch = hs::touching::hits};
    hs::sweep_nearest(who, hs::motions{.dx = dx, .dy = dy}, walls.view(), right.columns(), by_reference(q));
    them.each([&](world_by& w, const char* name) {
      w.sweep_nearest(who, hs::motions{.dx = dx, .dy = dy}, got.columns(), q);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(got[i], right[i]) << name << ", " << i;
        EXPECT_EQ(std::signbit(got[i].position.y), std::signbit(right[i].position.y)) << name << ", " << i;
      }
    });
  });
}

// Of a list of thousands the places of two do not fit into one float.
TEST(first_hits, of_long_ways_among_thousands_of_specks) {
  rng r(14);
  constexpr std::size_t n = 300, m = 9000;
  circle_columns<2> specks;
  vectors<2> from, steps;
  for (std::size_t i = 0; i < m; ++i) specks.push({{r.real(0, 1000), r.real(0, 1000)}, 0.05f});
  for (std::size_t i = 0; i < n; ++i) {
    from.push(hs::vec2{r.real(100, 900), r.real(100, 900)});
    steps.push(hs::vec2{r.one_in(2) ? 600.0f : -600.0f, r.one_in(2) ? 500.0f : -500.0f});
  }
  std::vector<hs::index> brute(n), grid(n);
  on_every_isa([&] {
    hs::world w;
    w.rebuild(specks.view());
    w.sweep_nearest(from.as_points(), steps.as_motions(), {.index = brute}, {.by = hs::method::brute});
    w.sweep_nearest(from.as_points(), steps.as_motions(), {.index = grid}, {.by = hs::method::grid});
    EXPECT_EQ(grid, brute);
  });
  EXPECT_GT(n - static_cast<std::size_t>(std::count(brute.begin(), brute.end(), hs::none)), n / 4);
}

// No time is before one that is no number.
TEST(first_hits, until_no_number_are_none) {
  rng r(13);
  const auto items = draw_crowd<2>(layout::uniform, 500, 300, 0, r),
             who = draw_crowd<2>(layout::uniform, 100, 300, 30, r);
  std::vector<hs::index> got(100);
  on_every_isa([&] {
    all_ways them;
    them.fill(items.boxes(false));
    them.each([&](world_by& w, const char* name) {
      std::fill(got.begin(), got.end(), 7u);
      w.sweep_nearest(who.boxes(false), who.steps(), {.index = got}, {.until = not_a_number});
      EXPECT_EQ(got, std::vector<hs::index>(100, hs::none)) << name;
    });
  });
}

}  // namespace
