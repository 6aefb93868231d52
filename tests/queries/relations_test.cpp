// What must not matter: the order of the input, where the origin is, which way an axis points, who is called a, which
// scale is used, and which ISA was chosen.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t batch = 301;

// A batch of pairs that move, boxes or circles.
template <int D, class Columns> struct pairs {
  static constexpr int dims = D;
  static constexpr bool boxes = std::is_same_v<Columns, box_columns<D>>;
  Columns a, b;
  vectors<D> d;

  records<D> swept(const hs::query& q) const {
    records<D> out(a.size());
    hs::sweep_each(a.view(), d.as_motions(), b.view(), out.columns(), q);
    return out;
  }
};
template <int D> using box_pairs = pairs<D, box_columns<D>>;
template <int D> using circle_pairs = pairs<D, circle_columns<D>>;

template <class P> P draw_pairs(const family& f, rng& r, std::size_t n = batch) {
  P p;
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (P::boxes)
      p.a.push(draw_box<P::dims>(f, r)), p.b.push(draw_box<P::dims>(f, r));
    else
      p.a.push(draw_circle<P::dims>(f, r)), p.b.push(draw_circle<P::dims>(f, r));
    p.d.push(draw_step<P::dims>(f, r));
  }
  return p;
}

const family& family_called(std::string_view name) {
  for (const family& f : families())
    if (f.name == name) return f;
  ADD_FAILURE() << "no family is called " << name;
  return families()[0];
}

// body(pairs, options) for boxes and circles, 2D and 3D, open and closed, families and ISAs.
template <class Body> void everywhere(std::initializer_list<std::string_view> names, const Body& body) {
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const std::string_view name : names) {
      SCOPED_TRACE(std::string(hs::name(isa)).append(", ").append(name));
      rng r(0x3e1a);
      for (std::size_t round = 0; round < cases(8); ++round) {
        for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
          const hs::query q{.touch = touch};
          body(draw_pairs<box_pairs<2>>(family_called(name), r), q);
          body(draw_pairs<box_pairs<3>>(family_called(name), r), q);
          body(draw_pairs<circle_pairs<2>>(family_called(name), r), q);
          body(draw_pairs<circle_pairs<3>>(family_called(name), r), q);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

// f applied to every coordinate of axis k.
template <class P, class F> void map_axis(P& p, int k, const F& f) {
  if constexpr (P::boxes) {
    for (auto* c : {&p.a, &p.b})
      for (auto* edges : {&c->min, &c->max})
        std::transform(edges->axis[k].begin(), edges->axis[k].end(), edges->axis[k].begin(), f);
  } else {
    for (auto* c : {&p.a, &p.b})
      std::transform(c->center.axis[k].begin(), c->center.axis[k].end(), c->center.axis[k].begin(), f);
  }
}

TEST(relations, an_item_has_the_same_answer_wherever_it_stands_in_the_batch) {
  rng shuffle(77);
  everywhere({"tiny integer grid", "game with specials", "every magnitude"},
             [&]<class P>(const P& p, const hs::query& q) {
               std::vector<hs::index> order(batch);
               std::iota(order.begin(), order.end(), 0);
               for (std::size_t i = batch; i > 1; --i)
                 std::swap(order[i - 1], order[shuffle.below(static_cast<std::uint32_t>(i))]);
               P moved;
               for (const hs::index i : order) moved.a.push(p.a[i]), moved.b.push(p.b[i]), moved.d.push(p.d[i]);
               const auto before = p.swept(q), after = moved.swept(q);
               for (std::size_t i = 0; i < batch; ++i) {
                 auto expected = before[order[i]], got = after[i];
                 EXPECT_EQ(static_cast<bool>(expected), static_cast<bool>(got));
                 expected.index = got.index;
                 EXPECT_EQ(got, expected) << text(got) << " was " << text(expected);
               }
               // And by index pairs, in that order, over the columns as they were.
               records<P::dims> paired(batch);
               hs::sweep_each(p.a.view(), p.d.as_motions(), p.b.view(), paired.columns(), by_pairs({order, order}, q));
               for (std::size_t i = 0; i < batch; ++i)
                 EXPECT_EQ(paired[i], after[i]) << text(paired[i]) << " is not " << text(after[i]);
             });
}

TEST(relations, one_against_many_says_of_each_what_item_by_item_says) {
  everywhere({"tiny integer grid", "game with specials", "a few ulps apart"},
             []<class P>(const P& p, const hs::query& q) {
               P fixed;  // the first a and its step, for everyone
               for (std::size_t i = 0; i < batch; ++i) fixed.a.push(p.a[0]), fixed.b.push(p.b[i]), fixed.d.push(p.d[0]);
               const auto each = fixed.swept(q);
               records<P::dims> listed(batch);
               const hs::found some = hs::sweep(p.a[0], p.d[0], p.b.view(), listed.columns(), q);
               std::size_t k = 0;
               for (std::size_t i = 0; i < batch; ++i) {
                 if (!each[i]) continue;
                 ASSERT_LT(k, some.written);
                 EXPECT_EQ(listed[k], each[i]) << text(listed[k]) << " is not " << text(each[i]);
                 ++k;
               }
               EXPECT_EQ(k, some.total);
             });
}

TEST(relations, in_a_mirror_everything_is_mirrored_and_nothing_else_changes) {
  everywhere({"tiny integer grid", "game", "every magnitude", "huge", "denormal"},
             []<class P>(const P& p, const hs::query& q) {
               const auto before = p.swept(q);
               for (int k = 0; k < P::dims; ++k) {
                 P mirrored = p;
                 const auto negate = [](float x) { return -x; };
                 map_axis(mirrored, k, negate);
                 if constexpr (P::boxes)
                   for (auto* c : {&mirrored.a, &mirrored.b}) std::swap(c->min.axis[k], c->max.axis[k]);
                 std::transform(p.d.axis[k].begin(), p.d.axis[k].end(), mirrored.d.axis[k].begin(), negate);
                 const auto after = mirrored.swept(q);
                 for (std::size_t i = 0; i < batch; ++i) {
                   EXPECT_EQ(before.index[i], after.index[i]);
                   EXPECT_TRUE(same_bits(before.time[i], after.time[i]))
                       << hex(before.time[i]) << " became " << hex(after.time[i]);
                   EXPECT_EQ(before.flags[i], after.flags[i]);
                   if (before.flags[i] & hs::started) continue;  // inside, ties go to one side: no mirror there
                   for (int j = 0; j < P::dims; ++j)
                     EXPECT_EQ(after.normal[j][i], j == k ? -before.normal[j][i] : before.normal[j][i]);
                 }
               }
             });
}

TEST(relations, axes_have_no_rank_in_what_hits_and_when) {
  everywhere({"tiny integer grid", "game", "every magnitude", "a hair apart"},
             []<class P>(const P& p, const hs::query& q) {
               P turned = p;
               const auto rotate = [](auto& v) { std::rotate(v.axis, v.axis + 1, v.axis + P::dims); };
               rotate(turned.d);
               for (auto* c : {&turned.a, &turned.b}) {
                 if constexpr (P::boxes)
                   rotate(c->min), rotate(c->max);
                 else
                   rotate(c->center);
               }
               const auto before = p.swept(q), after = turned.swept(q);
               for (std::size_t i = 0; i < batch; ++i) {
                 EXPECT_EQ(before.index[i], after.index[i]);
                 EXPECT_EQ(before.flags[i], after.flags[i]);
                 EXPECT_TRUE(!P::boxes || same_bits(before.time[i], after.time[i]))
                     << "a circle's time adds axis by axis, a box's not";
               }
             });
}

// Nothing was lost when x became y = fl(scale x).
bool lossless(float x, float y, float scale) { return y / scale == x; }
template <class V>
bool lossless(const V& x, const V& y, float scale)
requires(V::dims > 0)
{
  bool all = true;
  for (int k = 0; k < V::dims; ++k) all &= lossless(x[k], y[k], scale);
  return all;
}
template <class V> bool lossless(const hs::basic_box<V>& x, const hs::basic_box<V>& y, float scale) {
  return lossless(x.min, y.min, scale) && lossless(x.max, y.max, scale);
}
template <class V> bool lossless(const hs::basic_circle<V>& x, const hs::basic_circle<V>& y, float scale) {
  return lossless(x.center, y.center, scale) && lossless(x.radius, y.radius, scale);
}

TEST(relations, a_power_of_two_scales_places_and_leaves_times_alone) {
  everywhere({"tiny integer grid", "one ulp off the grid", "game", "tile map", "a few ulps apart"},
             []<class P>(const P& p, const hs::query& q) {
               const auto before = p.swept(q);
               for (const float scale : {0x1p-20f, 0x1p+11f, 0x1p+60f}) {
                 P scaled = p;
                 const auto times = [scale](float x) { return x * scale; };
                 for (int k = 0; k < P::dims; ++k) {
                   map_axis(scaled, k, times);
                   std::transform(p.d.axis[k].begin(), p.d.axis[k].end(), scaled.d.axis[k].begin(), times);
                 }
                 if constexpr (!P::boxes)
                   for (auto* c : {&scaled.a, &scaled.b})
                     std::transform(c->radius.begin(), c->radius.end(), c->radius.begin(), times);
                 const auto after = scaled.swept(q);
                 for (std::size_t i = 0; i < batch; ++i) {
                   // An ulp above 0 is lost by scaling down.
                   const bool exact = lossless(p.d[i], scaled.d[i], scale) && lossless(p.a[i], scaled.a[i], scale) &&
                                      lossless(p.b[i], scaled.b[i], scale);
                   if (!exact) continue;
                   EXPECT_EQ(before.index[i], after.index[i]);
                   EXPECT_TRUE(same_bits(before.time[i], after.time[i]))
                       << hex(before.time[i]) << " became " << hex(after.time[i]);
                   EXPECT_EQ(before.flags[i], after.flags[i]);
                   for (int k = 0; k < P::dims; ++k) EXPECT_TRUE(same_bits(before.normal[k][i], after.normal[k][i]));
                 }
               }
             });
}

TEST(relations, where_no_difference_rounds_a_translation_changes_no_time) {
  everywhere({"tiny integer grid", "tile map"}, []<class P>(const P& p, const hs::query& q) {
    const auto before = p.swept(q);
    for (const float by : {64.0f, -1024.0f, 65536.0f}) {
      P shifted = p;
      for (int k = 0; k < P::dims; ++k) map_axis(shifted, k, [by](float x) { return x + by; });
      const auto after = shifted.swept(q);
      for (std::size_t i = 0; i < batch; ++i) {
        EXPECT_EQ(before.index[i], after.index[i]);
        EXPECT_TRUE(same_bits(before.time[i], after.time[i]))
            << hex(before.time[i]) << " became " << hex(after.time[i]);
        EXPECT_EQ(before.flags[i], after.flags[i]);
        for (int k = 0; k < P::dims && P::boxes; ++k) EXPECT_TRUE(same_bits(before.normal[k][i], after.normal[k][i]));
      }
    }
  });
}

TEST(relations, who_is_called_a_only_turns_the_normal_round) {
  everywhere({"tiny integer grid", "game", "every magnitude", "huge"}, []<class P>(const P& p, const hs::query& q) {
    P swapped{p.b, p.a, p.d};
    for (auto& axis : swapped.d.axis)
      for (float& d : axis) d = -d;
    const auto before = p.swept(q), after = swapped.swept(q);
    for (std::size_t i = 0; i < batch; ++i) {
      EXPECT_EQ(before.index[i], after.index[i]);
      EXPECT_TRUE(same_bits(before.time[i], after.time[i])) << hex(before.time[i]) << " became " << hex(after.time[i]);
      EXPECT_EQ(before.flags[i], after.flags[i]);
      if (!P::boxes || (before.flags[i] & hs::started)) continue;  // inside, ties go to one side
      for (int k = 0; k < P::dims; ++k) EXPECT_EQ(after.normal[k][i], -before.normal[k][i]);
    }
  });
}

TEST(relations, closed_without_open_is_exactly_touching) {
  // Growing either shape by the least there is turns a touch into a hit; shrinking it turns it into a miss.
  std::size_t touches = 0;
  everywhere({"tiny integer grid"}, [&]<class P>(const P& p, const hs::query& q) {
    if (q.touch == hs::touching::hits) return;
    const auto open = p.swept({}), closed = p.swept({.touch = hs::touching::hits});
    P grown = p;
    if constexpr (P::boxes) {
      for (int k = 0; k < P::dims; ++k) {
        for (float& x : grown.a.min.axis[k]) x = one_ulp_down(x);
        for (float& x : grown.a.max.axis[k]) x = one_ulp_up(x);
      }
    } else {
      for (float& x : grown.a.radius) x = one_ulp_up(x);
    }
    const auto larger = grown.swept({});
    for (std::size_t i = 0; i < batch; ++i) {
      EXPECT_TRUE(closed[i] || !open[i]) << "open hits are closed hits";
      if (!closed[i] || open[i]) continue;
      ++touches;
      EXPECT_TRUE(larger[i]) << text(p.a[i]) << text(p.d[i]) << text(p.b[i]);
    }
  });
  if (trial::whole_run()) {
    EXPECT_GT(touches, 100u);
  }
}

TEST(relations, the_natural_isa_and_every_forced_one_answer_alike) {
  const hs::isa natural = hs::active_isa();
  rng r(0x15a);
  const auto p = draw_pairs<box_pairs<3>>(family_called("game"), r, 4099);
  const auto c = draw_pairs<circle_pairs<2>>(family_called("tiny integer grid"), r, 4099);
  const auto boxes = p.swept({});
  const auto circles = c.swept({});
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    ASSERT_EQ(hs::active_isa(), isa);
    const auto boxes_here = p.swept({});
    const auto circles_here = c.swept({});
    EXPECT_EQ(boxes_here.index, boxes.index) << hs::name(isa);
    EXPECT_EQ(boxes_here.time, boxes.time) << hs::name(isa);
    EXPECT_EQ(circles_here.index, circles.index) << hs::name(isa);
    EXPECT_EQ(circles_here.time, circles.time) << hs::name(isa);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(boxes_here.position[k], boxes.position[k]) << hs::name(isa);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(circles_here.normal[k], circles.normal[k]) << hs::name(isa);
  }
  EXPECT_EQ(hs::active_isa(), natural);
}

}  // namespace
