// Moving circles and boxes against rational arithmetic, on every ISA. The distance to a box is a convex function of
// time; its least value is found by trying every time at which it could lie, and asking there.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t batch = 509;  // a prime: no register width or block fits it

template <int D> struct truth : verdict {
  mpq_class c[D], d[D], low[D], high[D], r;
  std::vector<mpq_class> moments;  // ends, crossings of edges, and where the distance to an edge or a corner is least

  truth(const circle_of<D>& a, const vector_of<D>& step, const box_of<D>& b) : r(exact(a.radius)) {
    for (int k = 0; k < D; ++k)
      c[k] = exact(a.center[k]), d[k] = exact(step[k]), low[k] = exact(b.min[k]), high[k] = exact(b.max[k]);
    moments = {0, 1};
    const auto add = [&](const mpq_class& t) {
      if (t > 0 && t < 1) moments.push_back(t);
    };
    int ways = 1;
    for (int k = 0; k < D; ++k) ways *= 3;
    for (int way = 1; way < ways; ++way) {
      mpq_class md = 0, dd = 0;
      for (int k = 0, rest = way; k < D; ++k, rest /= 3)
        if (rest % 3 != 0) md += ((rest % 3 == 1 ? low[k] : high[k]) - c[k]) * d[k], dd += d[k] * d[k];
      if (dd > 0) add(md / dd);
    }
    mpq_class least = distance2(0);
    for (const mpq_class& t : moments) least = std::min(least, distance2(t));
    const mpq_class rr = r * r;
    const box_of<D> point{a.center, a.center};
    open = least < rr || sweep_verdict(point, b, step).open;
    closed = least <= rr;
    const verdict now = overlap_verdict(a, b);
    open_at_start = now.open, closed_at_start = now.closed;
  }
  mpq_class distance2(const mpq_class& t) const {
    mpq_class sum = 0;
    for (int k = 0; k < D; ++k) {
      const mpq_class x = c[k] + t * d[k], off = x - std::clamp(x, low[k], high[k]);
      sum += off * off;
    }
    return sum;
  }
  double distance(const mpq_class& t) const { return mpf_class(sqrt(mpf_class(distance2(t), 512))).get_d(); }
};

template <int D> struct pairs {
  circle_columns<D> a;
  vectors<D> step;
  box_columns<D> b;
};

template <int D> void check_batch(const pairs<D>& p) {
  const std::size_t n = p.a.size();
  std::vector<truth<D>> truths;
  for (std::size_t i = 0; i < n; ++i) truths.emplace_back(p.a[i], p.step[i], p.b[i]);
  vectors<D> back;  // the box moves the other way: the same motion, but for the sign
  for (std::size_t i = 0; i < n; ++i) {
    vector_of<D> v;
    for (int k = 0; k < D; ++k) v[k] = 0 - p.step[i][k];
    back.push(v);
  }
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      const bool closed = touch == hs::touching::hits;
      records<D> out(n);
      hs::sweep_each(p.a.view(), p.step.as_motions(), p.b.view(), out.columns(), {.touch = touch});
      std::vector<std::uint64_t> words(hs::mask_words(n));
      hs::sweep_each_mask(p.b.view(), back.as_motions(), p.a.view(), std::span(words), {.touch = touch});
      for (std::size_t i = 0; i < n && !testing::Test::HasFailure(); ++i) {
        const truth<D>& t = truths[i];
        const hit_of<D> h = out[i];
        SCOPED_TRACE(std::string(hs::name(isa)) + (closed ? ", closed" : ", open") + "\n  a " + text(p.a[i]) +
                     "\n  moves " + text(p.step[i]) + "\n  b " + text(p.b[i]) + "\n  " + text(h));
        EXPECT_EQ(static_cast<bool>(h), closed ? t.closed : t.open);
        EXPECT_EQ(words[i / 64] >> i % 64 & 1, h ? 1u : 0u) << "the box asks";
        if (!h) continue;
        EXPECT_EQ((h.flags & hs::started) != 0, closed ? t.closed_at_start : t.open_at_start);
        if (h.flags & hs::started) {
          EXPECT_EQ(h.time, 0);
          continue;
        }
        // At that time they touch, and not before.
        double size = t.r.get_d();
        for (int k = 0; k < D; ++k) size += 2 * std::fabs(static_cast<double>(p.step[i][k]));
        const double room = 0x1p-22 * size, radius = t.r.get_d();
        EXPECT_NEAR(t.distance(exact(h.time)), radius, room);
        for (const mpq_class& moment : t.moments)
          EXPECT_TRUE(moment >= exact(h.time) || t.distance(moment) >= radius - room)
              << "before, at " << moment.get_d();
      }
    }
  }
}

template <int D, class Draw> void check(std::uint64_t seed, std::size_t how_many, const Draw& draw) {
  rng r(seed);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    pairs<D> p;
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) {
      circle_of<D> a;
      vector_of<D> d;
      box_of<D> b;
      draw(r, a, d, b);
      p.a.push(a), p.step.push(d), p.b.push(b);
    }
    check_batch(p);
  }
}

TEST(sweep_circles_boxes_oracle, circles_meet_boxes_exactly_when_rational_arithmetic_says_so) {
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    const auto all = [&]<int D>(std::integral_constant<int, D>) {
      check<D>(0x2a0 + D, cases(30000) / (2 * valid_families().size()) + 1, [&](rng& r, auto& a, auto& d, auto& b) {
        a = draw_circle<D>(f, r), d = draw_step<D>(f, r), b = draw_box<D>(f, r);
      });
    };
    all(std::integral_constant<int, 2>{}), all(std::integral_constant<int, 3>{});
    if (HasFailure()) return;
  }
}

// A circle that touches a corner or, in 3D, an edge, exactly or but for one ulp: passing, at the start, at the end.
template <int D> void touched(std::size_t how_many) {
  check<D>(0x2b0 + D, how_many, [](rng& r, circle_of<D>& a, vector_of<D>& d, box_of<D>& b) {
    circle_of<D> corner;
    do {
      touch_circles<D>(r, a, d, corner);
      a.radius = a.radius + corner.radius;
    } while (!std::isfinite(a.radius));
    for (int k = 0; k < D; ++k) {  // the box lies beyond the corner as seen from the circle, as far as one can tell
      const float size = std::fabs(a.radius) * static_cast<float>(r.whole(0, 3));
      const float x = corner.center[k], to = x < a.center[k] ? x - size : x + size;
      b.min[k] = std::min(x, to), b.max[k] = std::max(x, to);
      if (!(std::isfinite(b.min[k]) && std::isfinite(b.max[k]))) b.min[k] = b.max[k] = x;
    }
    nudge_one(r, a.center[0], a.center[1], b.min[0], b.max[1], d[0], a.radius);
    a.radius = std::fabs(a.radius);
    for (int k = 0; k < D; ++k) b.max[k] = std::max(b.min[k], b.max[k]);
  });
}
TEST(sweep_circles_boxes_oracle, circles_that_touch_a_corner_within_one_ulp_are_decided_exactly) {
  touched<2>(cases(12000));
  touched<3>(cases(12000));
}

bool overlap(const circle_of<2>& a, const box_of<2>& b) {  // what has left the range of float overlaps nothing
  const float all[] = {a.center.x, a.center.y, b.min.x, b.min.y, b.max.x, b.max.y};
  for (const float x : all)
    if (!std::isfinite(x)) return false;
  return overlap_verdict(a, b).open;
}

TEST(sweep_circles_boxes_oracle, who_advances_up_to_a_hit_does_not_overlap_what_it_hit) {
  int hits = 0;
  rng r(0x2c0);
  for (const family& f : valid_families())
    for (std::size_t i = 0; i < cases(2000); ++i) {
      const circle_of<2> a = draw_circle<2>(f, r);
      const box_of<2> b = draw_box<2>(f, r);
      const vector_of<2> d = draw_step<2>(f, r);
      const hs::hit ball = hs::sweep_nearest(a, d, b), box = hs::sweep_nearest(b, d, a);
      if (ball && !(ball.flags & hs::started)) {
        ++hits;
        EXPECT_FALSE(overlap(hs::advance(a, d, ball, b), b)) << text(a) << text(d) << text(b);
      }
      const bool stuck = box && !(box.flags & hs::started) && overlap(a, hs::advance(b, d, box, a));
      EXPECT_FALSE(stuck) << text(b) << text(d) << text(a);
    }
  if (trial::whole_run()) {
    EXPECT_GT(hits, 500);
  }
}

}  // namespace
