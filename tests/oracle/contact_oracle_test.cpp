// Contacts against rational arithmetic, on every ISA: that there is one exactly where shapes overlap, how deep it is,
// and that the push takes the overlap away, at any coordinate.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace trial {
template <class V> verdict overlap_verdict(const hitscan::basic_box<V>& b, const hitscan::basic_circle<V>& c) {
  return overlap_verdict(c, b);
}
}  // namespace trial

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t batch = 509;  // a prime: no register width or block fits it

// Contacts of item i of a with item i of b.
template <int D> struct contacts {
  std::vector<hs::index> index;
  std::vector<float> time, normal[D], position[D], push[D];

  template <class A, class B> contacts(const A& a, const B& b, std::size_t n, const hs::query& q) : index(n), time(n) {
    for (int k = 0; k < D; ++k) normal[k].resize(n), position[k].resize(n), push[k].resize(n);
    hs::contact_each(a, b, contacts_in<D>(*this), q);
  }
  hs::basic_contact<vector_of<D>> operator[](std::size_t i) const {
    hs::basic_contact<vector_of<D>> c{.depth = time[i], .index = index[i]};
    for (int k = 0; k < D; ++k) c.normal[k] = normal[k][i], c.position[k] = position[k][i], c.push[k] = push[k][i];
    return c;
  }
};

// Pairs that draw(random) makes, until there are enough: on every ISA, open and closed, judge(a, b, contact) of each.
template <int D, class A, class B, class Draw, class Judge>
void check(std::uint64_t seed, std::size_t how_many, const Draw& draw, const Judge& judge) {
  rng r(seed);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    A a;
    B b;
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) draw(r, a, b);
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
        const contacts<D> found(a.view(), b.view(), a.size(), {.touch = touch});
        for (std::size_t i = 0; i < a.size() && !testing::Test::HasFailure(); ++i) {
          SCOPED_TRACE(std::string(hs::name(isa)) + (touch == hs::touching::hits ? ", closed" : ", open") + "\n  a " +
                       text(a[i]) + "\n  b " + text(b[i]) + "\n  push " + text(found[i].push));
          const verdict v = overlap_verdict(a[i], b[i]);
          EXPECT_EQ(touch == hs::touching::hits ? v.closed : v.open, static_cast<bool>(found[i]));
          if (found[i]) judge(a[i], b[i], found[i]);
        }
      }
    }
  }
}

template <class Body> void every_family(const Body& body) {
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    body(f, std::integral_constant<int, 2>{});
    body(f, std::integral_constant<int, 3>{});
    if (testing::Test::HasFailure()) return;
  }
}

std::size_t share(std::size_t usual) { return cases(usual) / (2 * valid_families().size()) + 1; }

template <class V> bool finite(const V& v) {
  bool ok = true;
  for (int k = 0; k < V::dims; ++k) ok &= std::isfinite(v[k]);
  return ok;
}
template <class V> bool finite(const hs::basic_box<V>& b) { return finite(b.min) && finite(b.max); }
template <class V> bool finite(const hs::basic_circle<V>& c) { return finite(c.center); }

// Pushed, a does not overlap b. Where it was pushed out of the range of float there is nothing to compare.
template <class A, class B, class C> void clears(const A& a, const B& b, const C& c) {
  const A out = hs::push_out(a, c);
  EXPECT_FALSE(finite(out) && overlap_verdict(out, b).open) << text(out);
}

mpf_class root(const mpq_class& x) {
  constexpr unsigned bits = 1024;
  return sqrt(mpf_class(x, bits));
}

// A computed depth: one rounding to float, and what a dozen operations in double lose of the lengths they meet.
void near(float depth, const mpf_class& truth, const mpf_class& lengths) {
  if (std::isinf(depth)) return;  // more than a float holds
  const mpf_class off = abs(mpf_class(static_cast<double>(depth), 1024) - truth);
  EXPECT_LE(off, ulp(depth) * 0.5 + lengths * 0x1p-48) << hex(depth) << ", not " << truth.get_d();
}

TEST(contact_oracle, boxes_leave_by_the_least_depth_and_the_push_clears) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    check<D, box_columns<D>, box_columns<D>>(
        0x1a0 + D, share(30000),
        [&](rng& r, auto& a, auto& b) { a.push(draw_box<D>(f, r)), b.push(draw_box<D>(f, r)); },
        [](const auto& a, const auto& b, const auto& c) {
          mpq_class least = -1;
          for (int k = 0; k < D; ++k)
            for (const mpq_class& way :
                 {mpq_class(exact(a.max[k]) - exact(b.min[k])), mpq_class(exact(b.max[k]) - exact(a.min[k]))})
              if (least < 0 || way < least) least = way;
          if (std::isfinite(c.depth)) {
            const mpq_class off = abs(exact(c.depth) - least);
            EXPECT_LE(off, mpq_class(ulp(c.depth) * 0.5)) << hex(c.depth);
          }
          int axes = 0;
          for (int k = 0; k < D; ++k) axes += c.normal[k] != 0;
          EXPECT_EQ(axes, 1);
          clears(a, b, c);
        });
  });
}

TEST(contact_oracle, circles_leave_along_their_centres_and_the_push_clears) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    check<D, circle_columns<D>, circle_columns<D>>(
        0x1a4 + D, share(30000),
        [&](rng& r, auto& a, auto& b) { a.push(draw_circle<D>(f, r)), b.push(draw_circle<D>(f, r)); },
        [](const auto& a, const auto& b, const auto& c) {
          mpq_class sum = 0;
          for (int k = 0; k < D; ++k) {
            const mpq_class x = exact(a.center[k]) - exact(b.center[k]);
            sum += x * x;
          }
          const mpf_class reach(exact(a.radius) + exact(b.radius), 1024), length = root(sum);
          near(c.depth, reach - length, reach);
          clears(a, b, c);
        });
  });
}

TEST(contact_oracle, circles_and_boxes_leave_each_other_by_the_shortest_way_and_the_push_clears) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    const auto depth = [](const auto& a, const auto& b, float got) {  // of a circle in a box
      mpq_class sum = 0, least = -1;
      for (int k = 0; k < D; ++k) {
        const mpq_class x = exact(a.center[k]), low = exact(b.min[k]), high = exact(b.max[k]);
        const mpq_class off = x - std::clamp(x, low, high);
        sum += off * off;
        for (const mpq_class& way : {mpq_class(x - low), mpq_class(high - x)})
          if (least < 0 || way < least) least = way;
      }
      const mpf_class radius(exact(a.radius), 1024);
      if (sum > 0)
        near(got, radius - root(sum), radius);
      else
        near(got, radius + mpf_class(least, 1024), radius + mpf_class(least, 1024));
    };
    check<D, circle_columns<D>, box_columns<D>>(
        0x1a8 + D, share(30000),
        [&](rng& r, auto& a, auto& b) { a.push(draw_circle<D>(f, r)), b.push(draw_box<D>(f, r)); },
        [&](const auto& a, const auto& b, const auto& c) { depth(a, b, c.depth), clears(a, b, c); });
    check<D, box_columns<D>, circle_columns<D>>(
        0x1ac + D, share(30000),
        [&](rng& r, auto& a, auto& b) { a.push(draw_box<D>(f, r)), b.push(draw_circle<D>(f, r)); },
        [&](const auto& a, const auto& b, const auto& c) { depth(b, a, c.depth), clears(a, b, c); });
  });
}

// Two that ask about each other are equally deep; the ways out are opposite, unless several are equally short.
TEST(contact_oracle, two_that_ask_about_each_other_get_opposite_answers) {
  const auto opposite = [](const auto& there, const auto& back) {
    bool yes = true;
    for (int k = 0; k < there.normal.dims; ++k) yes &= there.normal[k] == 0 - back.normal[k];
    return yes;
  };
  int same_way = 0, pairs = 0;
  every_family([&]<int D>(const family& f, std::integral_constant<int, D>) {
    rng r(0x1b0 + D);
    for (std::size_t i = 0; i < share(30000); ++i) {
      const box_of<D> b = draw_box<D>(f, r), box = draw_box<D>(f, r);
      const circle_of<D> c = draw_circle<D>(f, r), other = draw_circle<D>(f, r);
      const auto compare = [&](const auto& x, const auto& y, bool always) {
        const auto there = hs::contact_deepest(x, y), back = hs::contact_deepest(y, x);
        EXPECT_EQ(there.index, back.index);
        EXPECT_EQ(there.depth, back.depth) << text(x) << text(y);
        if (!there) return;
        ++pairs, same_way += !opposite(there, back);
        EXPECT_TRUE(!always || opposite(there, back)) << text(x) << text(y);
      };
      compare(b, box, false), compare(c, other, c.center != other.center), compare(c, b, true);
    }
  });
  if (trial::whole_run()) {
    EXPECT_GT(pairs, 100);
  }
  EXPECT_LT(same_way, pairs / 4);
}

// Pushing needs its margins: with the depth alone some still overlap.
TEST(contact_oracle, the_depth_alone_would_not_be_enough) {
  rng r(0x1b8);
  int boxes = 0, circles = 0, both = 0;
  const auto stuck = [](const auto& a, const auto& b) {
    auto c = hs::contact_deepest(a, b);
    for (int k = 0; k < 2; ++k) c.push[k] = c.normal[k] * c.depth;
    const auto out = hs::push_out(a, c);
    return c && finite(out) && overlap_verdict(out, b).open;
  };
  for (const family& f : valid_families())
    for (int i = 0; i < 4000; ++i) {
      const box_of<2> b = draw_box<2>(f, r), box = draw_box<2>(f, r);
      const circle_of<2> c = draw_circle<2>(f, r), other = draw_circle<2>(f, r);
      boxes += stuck(b, box), circles += stuck(c, other), both += stuck(c, b);
    }
  if (trial::whole_run()) {
    EXPECT_GT(boxes, 0);
    EXPECT_GT(circles, 0);
    EXPECT_GT(both, 0);
  }
}

}  // namespace
