// Two single shapes are asked by a way of their own, past views and engines. They have to say what the reference says
// of the same shape as one of a view, whatever the shapes and the options.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// A view of the same shape twice.
template <int D> box_columns<D> twice(const box_of<D>& b) {
  box_columns<D> c;
  return c.push(b), c.push(b), c;
}
template <int D> circle_columns<D> twice(const circle_of<D>& b) {
  circle_columns<D> c;
  return c.push(b), c.push(b), c;
}
template <class Columns> auto view_of(const Columns& c) { return c.view(); }
template <int D> auto view_of(const vectors<D>& c) { return c.as_points(); }
template <int D> vectors<D> twice(const vector_of<D>& p) {
  vectors<D> c;
  return c.push(p), c.push(p), c;
}

template <int D> struct asked {
  const family& f;
  rng& r;
  hs::query q;

  hs::query reference() const { return by_reference(q); }
  void hits(const char* what, bool got, std::size_t of_two) const {
    EXPECT_EQ(got, of_two == 2) << what << ", " << D << "D, " << f.name << "; of a view of two " << of_two;
  }
  // Equal but for the NaN that a place may be: then both are.
  void same(const char* what, const hit_of<D>& got, const hit_of<D>& expected) const {
    EXPECT_EQ(text(got), text(expected)) << what << ", " << D << "D, " << f.name;
  }

  template <class A, class B> void overlap(const A& a, const B& b) const {
    const auto two = twice<D>(b);
    hits("overlap", hs::overlap_any(a, b, q), hs::overlap_count(a, view_of(two), reference()));
  }
  template <class A, class B> void inside(const A& a, const B& b) const {
    const auto two = twice<D>(b);
    hits("inside", hs::inside_any(a, b, q), hs::inside_count(a, view_of(two), reference()));
  }
  template <class A, class B> void sweep(const A& a, const B& b) const {
    const auto two = twice<D>(b);
    const auto by = draw_step<D>(f, r), its = draw_step<D>(f, r);
    hits("sweep", hs::sweep_any(a, by, b, q), hs::sweep_count(a, by, view_of(two), reference()));
    same("sweep", hs::sweep_nearest(a, by, b, q), hs::sweep_nearest(a, by, view_of(two), reference()));
    const auto moving = hs::moving(b, its);
    const auto moving_two = hs::moving(view_of(two), its);
    hits("sweep, both move", hs::sweep_any(a, by, moving, q), hs::sweep_count(a, by, moving_two, reference()));
    same("sweep, both move", hs::sweep_nearest(a, by, moving, q), hs::sweep_nearest(a, by, moving_two, reference()));
  }
  template <class B> void cast(const segment_of<D>& a, const B& b) const {
    const auto two = twice<D>(b);
    const auto its = draw_step<D>(f, r);
    hits("cast", hs::cast_any(a, b, q), hs::cast_count(a, view_of(two), reference()));
    same("cast", hs::cast_nearest(a, b, q), hs::cast_nearest(a, view_of(two), reference()));
    same("cast, it moves", hs::cast_nearest(a, hs::moving(b, its), q),
         hs::cast_nearest(a, hs::moving(view_of(two), its), reference()));
  }
  template <class A, class B> void contact(const A& a, const B& b) const {
    const auto two = twice<D>(b);
    const auto got = hs::contact_deepest(a, b, q), expected = hs::contact_deepest(a, view_of(two), reference());
    EXPECT_EQ(got.index, expected.index) << D << "D, " << f.name;
    EXPECT_EQ(hex(got.depth), hex(expected.depth)) << D << "D, " << f.name;
    EXPECT_EQ(text(got.normal), text(expected.normal)) << D << "D, " << f.name;
    EXPECT_EQ(text(got.position), text(expected.position)) << D << "D, " << f.name;
    EXPECT_EQ(text(got.push), text(expected.push)) << D << "D, " << f.name;
  }

  void all() const {
    const auto b = draw_box<D>(f, r), b2 = draw_box<D>(f, r);
    const auto c = draw_circle<D>(f, r), c2 = draw_circle<D>(f, r);
    const auto p = draw_position<D>(f, r);
    const segment_of<D> ray{draw_position<D>(f, r), draw_step<D>(f, r)};
    const auto both_ways = [&](const auto& x, const auto& y) {
      overlap(x, y), overlap(y, x), sweep(x, y), sweep(y, x), contact(x, y), contact(y, x);
    };
    both_ways(b, b2), both_ways(b, p), both_ways(c, c2), both_ways(c, p), both_ways(b, c);
    inside(b, b2), inside(p, b);
    cast(ray, b), cast(ray, c);
  }
};

template <int D> void of_all_families(std::size_t rounds) {
  for (const family& f : families()) {
    rng r(0x51e6);
    for (std::size_t n = 0; n < rounds; ++n) {
      const asked<D> a{f, r, draw_query(r)};
      a.all();
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(singles, say_what_the_reference_says_of_a_view_in_2d) { of_all_families<2>(cases(400)); }
TEST(singles, say_what_the_reference_says_of_a_view_in_3d) { of_all_families<3>(cases(200)); }

TEST(singles, refuse_what_views_refuse) {
  if (hs::detail::checks_in_use() == hs::detail::checks::none) GTEST_SKIP() << "nobody looks";
  const hs::box a{{0, 0}, {2, 2}}, b{{1, 1}, {3, 3}};
  const hs::breach_handler before = hs::set_breach_handler([](const char*) {});
  const hs::index zero[] = {0};
  EXPECT_TRUE(hs::overlap_any(a, b));
  EXPECT_FALSE(hs::overlap_any(a, b, {.padding = {1, 1}}));
  EXPECT_FALSE(hs::overlap_any(a, b, {.pairs = {zero, zero}}));
  EXPECT_FALSE(hs::overlap_any(a, b, {.by = hs::method::grid}));
  EXPECT_FALSE(hs::overlap_any(a, b, {.touch = hs::touching::half_open}));
  EXPECT_TRUE(hs::overlap_any(a, hs::vec2{1, 1}, {.touch = hs::touching::half_open}));
  EXPECT_TRUE(hs::overlap_any(a, b, {.on = hs::isa::scalar}));
  EXPECT_FALSE(hs::overlap_any(a, b, {.layers = 0}));
  EXPECT_EQ(hs::sweep_nearest(a, hs::vec2{1, 0}, b, {.padding = {1, 1}}).index, hs::none);
  EXPECT_EQ(hs::contact_deepest(a, b, {.padding = {1, 1}}).index, hs::none);
  // A thick segment is no single point that moves.
  const hs::segment beside{{-1, -0.5f}, {4, 0}};
  EXPECT_FALSE(hs::cast_any(beside, a));
  EXPECT_TRUE(hs::cast_any(beside, a, {.padding = {1, 1}}));
  hs::set_breach_handler(before);
}

}  // namespace
