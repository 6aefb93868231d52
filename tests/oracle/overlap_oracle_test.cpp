// Static questions against rational arithmetic, on every ISA.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t batch = 509;  // a prime: no register width or block fits it

// Asks about item i of a and item i of b, all of them, on every ISA, open and closed.
template <class A, class B, class Ask, class Judge>
void check(const A& a, const B& b, const Ask& ask_mask, const Judge& judge) {
  std::vector<verdict> truth;
  for (std::size_t i = 0; i < a.size(); ++i) truth.push_back(judge(a[i], b[i]));
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      std::vector<std::uint64_t> words(hs::mask_words(a.size()));
      ask_mask(a.view(), b.view(), std::span(words), hs::query{.touch = touch});
      for (std::size_t i = 0; i < a.size(); ++i) {
        const bool expected = touch == hs::touching::hits ? truth[i].closed : truth[i].open;
        EXPECT_EQ(expected, static_cast<bool>(words[i / 64] >> i % 64 & 1))
            << hs::name(isa) << ", " << (touch == hs::touching::hits ? "closed" : "open") << ", item " << i << "\n  a "
            << text(a[i]) << "\n  b " << text(b[i]);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

const auto overlap_mask = [](const auto& a, const auto& b, std::span<std::uint64_t> words, const hs::query& q) {
  hs::overlap_each_mask(a, b, words, q);
};
const auto inside_mask = [](const auto& a, const auto& b, std::span<std::uint64_t> words, const hs::query& q) {
  hs::inside_each_mask(a, b, words, q);
};
const auto overlaps = [](const auto& a, const auto& b) { return overlap_verdict(a, b); };

// Batches of pairs that make_pair(random, a, b) fills, until there are enough.
template <class A, class B, class Make, class Check>
void batches(std::uint64_t seed, std::size_t how_many, const Make& make_pair, const Check& check_batch) {
  rng r(seed);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    A a;
    B b;
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) make_pair(r, a, b);
    check_batch(a, b);
  }
}

std::size_t share(std::size_t usual) { return cases(usual) / (2 * valid_families().size()) + 1; }

// Runs `body` for every family in 2D and 3D.
template <class Body> void every_family(const Body& body) {
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    body(f, std::integral_constant<int, 2>{});
    body(f, std::integral_constant<int, 3>{});
    if (testing::Test::HasFailure()) return;
  }
}

TEST(overlap_oracle, boxes_overlap_exactly_when_rational_arithmetic_says_so) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    batches<box_columns<D>, box_columns<D>>(
        0xa0 + D, share(80000), [&](rng& r, auto& a, auto& b) { a.push(draw_box<D>(f, r)), b.push(draw_box<D>(f, r)); },
        [](const auto& a, const auto& b) { check(a, b, overlap_mask, overlaps); });
  });
}

TEST(overlap_oracle, boxes_lie_inside_exactly_when_rational_arithmetic_says_so) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    batches<box_columns<D>, box_columns<D>>(
        0xa4 + D, share(60000),
        [&](rng& r, auto& a, auto& b) {
          const box_of<D> outer = draw_box<D>(f, r);
          box_of<D> inner = draw_box<D>(f, r);
          for (int k = 0; k < D; ++k)  // few boxes lie inside others by chance: share an edge or two
            switch (r.below(5)) {
              case 0: inner.min[k] = outer.min[k], inner.max[k] = outer.max[k]; break;
              case 1: inner.min[k] = inner.max[k] = outer.max[k]; break;
              case 2: inner.min[k] = inner.max[k] = std::min(largest, one_ulp_up(outer.min[k])); break;
              default: break;
            }
          a.push(inner), b.push(outer);
        },
        [](const auto& a, const auto& b) {
          check(a, b, inside_mask, [](const auto& x, const auto& y) { return inside_verdict(x, y); });
        });
  });
}

TEST(overlap_oracle, circles_overlap_exactly_when_rational_arithmetic_says_so) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    batches<circle_columns<D>, circle_columns<D>>(
        0xa8 + D, share(80000),
        [&](rng& r, auto& a, auto& b) { a.push(draw_circle<D>(f, r)), b.push(draw_circle<D>(f, r)); },
        [](const auto& a, const auto& b) { check(a, b, overlap_mask, overlaps); });
  });
}

TEST(overlap_oracle, circles_overlap_boxes_exactly_when_rational_arithmetic_says_so) {
  every_family([]<int D>(const family& f, std::integral_constant<int, D>) {
    batches<circle_columns<D>, box_columns<D>>(
        0xac + D, share(80000),
        [&](rng& r, auto& a, auto& b) { a.push(draw_circle<D>(f, r)), b.push(draw_box<D>(f, r)); },
        [](const auto& a, const auto& b) {
          check(a, b, overlap_mask, overlaps);
          check(b, a, overlap_mask, [](const auto& box, const auto& circle) { return overlap_verdict(circle, box); });
        });
  });
}

// Two circles, and a circle and a box's corner, at almost or exactly the distance that decides.
template <int D> void touched(std::size_t how_many) {
  batches<circle_columns<D>, circle_columns<D>>(
      0xf0 + D, how_many,
      [](rng& r, auto& a, auto& b) {
        circle_of<D> p, q;
        vector_of<D> d;
        touch_circles<D>(r, p, d, q);
        if constexpr (D == 2)
          nudge_one(r, p.center.x, p.center.y, q.center.x, q.center.y, p.radius, q.radius);
        else
          nudge_one(r, p.center.x, p.center.y, p.center.z, q.center.x, q.center.y, q.center.z, p.radius, q.radius);
        p.radius = std::fabs(p.radius), q.radius = std::fabs(q.radius);
        a.push(p), b.push(q);
      },
      [](const auto& a, const auto& b) { check(a, b, overlap_mask, overlaps); });
  batches<circle_columns<D>, box_columns<D>>(
      0xf4 + D, how_many,
      [](rng& r, auto& a, auto& b) {
        float x, y, z;
        triple(r, x, y, z);
        double far_x = x, far_y = y;
        if (r.one_in(2)) almost_triple(r, z, far_x, far_y);
        const float unit = std::ldexp(1.0f, r.one_in(3) ? r.whole(-120, 80) : r.whole(-20, 20));
        circle_of<D> p{{}, z * unit};
        box_of<D> q;
        const int i = r.whole(0, D - 1), j = (i + 1) % D;
        for (int k = 0; k < D; ++k) q.min[k] = -unit, q.max[k] = unit;
        const auto corner_at = [&](int k, double at) {  // the corner next to the circle, which is near the origin
          const float size = static_cast<float>(r.whole(0, 9)) * unit;
          float high, low;
          split(at, high, low);
          high *= unit, p.center[k] = -low * unit;
          q.min[k] = at < 0 ? high - size : high, q.max[k] = at < 0 ? high : high + size;
        };
        corner_at(i, far_x), corner_at(j, far_y);
        nudge_one(r, p.center[0], p.center[1], q.min[i], q.max[i], p.radius, p.radius);
        p.radius = std::fabs(p.radius);
        for (int k = 0; k < D; ++k) q.max[k] = std::max(q.min[k], q.max[k]);
        a.push(p), b.push(q);
      },
      [](const auto& a, const auto& b) { check(a, b, overlap_mask, overlaps); });
}

TEST(overlap_oracle, circles_that_touch_within_one_ulp_are_decided_exactly) {
  touched<2>(cases(20000));
  touched<3>(cases(20000));
}

}  // namespace
