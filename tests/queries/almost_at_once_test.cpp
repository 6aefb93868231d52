// The first of many that are met almost at once: times an ulp or two apart, and the same times, of faces and corners.
// Who is first bounds what follows (lanes.hpp, "the first hit"), and these bounds must not cut off who comes just
// before, or at the same time by a face.
#include <gtest/gtest.h>

#include <cmath>
#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/columns.hpp"
#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

float nudged(float x, std::uint32_t ulps) {
  for (; ulps > 0; --ulps) x = std::nextafterf(x, HUGE_VALF);
  return x;
}

// Things at about the same distance ahead of a mover at the origin, which goes the same way on every axis.
template <int D> struct wall {
  box_columns<D> boxes;
  circle_columns<D> circles;
  std::vector<std::uint32_t> layers;

  wall(std::size_t n, float gap, rng& r) {
    const std::uint32_t spread = r.one_in(2) ? 3 : 200;
    for (std::size_t i = 0; i < n; ++i) {
      box_of<D> b;
      circle_of<D> c;
      const std::uint32_t face = r.below(D);
      for (std::uint32_t k = 0; k < D; ++k) {
        // Ahead on one axis, or on several at the same time: a corner.
        const bool ahead = k == face || r.one_in(3);
        b.min[static_cast<int>(k)] = ahead ? nudged(gap, r.below(spread)) : -gap * r.real(1, 2);
        b.max[static_cast<int>(k)] = 3 * gap;
        c.center[static_cast<int>(k)] = ahead ? nudged(2 * gap, r.below(spread)) : 0;
      }
      c.radius = r.one_in(4) ? nudged(gap, r.below(spread)) : gap;
      if (r.one_in(20)) b.max[0] = -HUGE_VALF, c.radius = NAN;
      boxes.push(b), circles.push(c), layers.push_back(r.one_in(4) ? 1 : 2);
    }
  }
};

template <class View> View with_layers(View v, const std::vector<std::uint32_t>& layers, bool wanted) {
  if (wanted) v.layers = layers;
  return v;
}

template <int D> void first_is_first(std::uint32_t seed) {
  rng r(seed);
  std::size_t found = 0, corners = 0;
  for (std::size_t n = 0; n < cases(1000) && !testing::Test::HasFailure(); ++n) {
    const float gap = r.real(0.5f, 100), step = gap * r.real(1, 4);
    const wall<D> w(1 + r.below(r.one_in(4) ? 2000 : 100), gap, r);
    hs::query q = draw_query(r);
    if (r.one_in(2)) q.layers = 2;
    vector_of<D> by, half;
    for (int k = 0; k < D; ++k) by[k] = step, half[k] = 0;
    const bool layered = r.one_in(3);
    const auto boxes = with_layers(w.boxes.view(), w.layers, layered);
    auto circles = with_layers(w.circles.view(), w.layers, layered);
    if (r.one_in(2)) circles.radius = gap;
    const box_of<D> box{{}, half};
    const segment_of<D> ray{{}, by};
    const circle_of<D> ball{{}, r.one_in(3) ? 0 : gap / 8};
    const auto same = [&](const char* what, const hs::isa isa, const hit_of<D>& got, const hit_of<D>& expected) {
      EXPECT_EQ(text(got), text(expected)) << what << ", " << hs::name(isa) << ", " << w.layers.size() << " items";
      found += static_cast<bool>(expected), corners += (expected.flags & hs::corner) != 0;
    };
    const hs::query slow = by_reference(q);
    const auto of_box = hs::sweep_nearest(box, by, boxes, slow), of_ray = hs::cast_nearest(ray, boxes, slow),
               of_ball = hs::sweep_nearest(ball, by, circles, slow),
               of_ball_at_boxes = hs::sweep_nearest(ball, by, boxes, slow);
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      same("box", isa, hs::sweep_nearest(box, by, boxes, q), of_box);
      same("ray", isa, hs::cast_nearest(ray, boxes, q), of_ray);
      same("ball", isa, hs::sweep_nearest(ball, by, circles, q), of_ball);
      same("ball at boxes", isa, hs::sweep_nearest(ball, by, boxes, q), of_ball_at_boxes);
    }
  }
  if (!whole_run()) return;
  EXPECT_GT(found, cases(1000));
  EXPECT_GT(corners, cases(10));
}

TEST(almost_at_once, the_first_is_the_references_in_2d) { first_is_first<2>(0xf1257); }
TEST(almost_at_once, the_first_is_the_references_in_3d) { first_is_first<3>(0xf1258); }

}  // namespace
