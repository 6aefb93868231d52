// What sweep_boxes.cpp asks of one box and of many.
#pragma once

#include "sides.hpp"

namespace hitscan::detail {

struct sweep_one_state {
  float a_min[3], a_max[3], d[3];
  float low[3], high[3];                    // the bounds of the motion, rounded outward
  float edge_in[3], edge_out[3];            // the edges of a that meet b's near and far edges
  float inverse[3], bias[3];                // 1 / d; 1 on an axis at rest, so that it never leaves first
  float in[3], out[3], last, margin, room;  // of the sketch: M, and M2
  bool sketch, point;                       // may it be used, and has a no extent?
  start_overlap start;
  bool closed, usable;  // usable: 1 / d is neither denormal nor infinite
  bool alone;           // the test says all that near does: no axis rests, no time limit
};

struct sweep_many_state {
  float b_min[3], b_max[3], half[3], half_up[3];
  float low[3], high[3];  // what near compares with; with a longest step known, out by as much
  float step[3];          // the one's own motion
  start_overlap start;
  bool closed, flip;  // flip: the one is who asks
};

namespace {

// Bounds of the motion up to time `until`. On a resting axis they are the policy itself: strict < against high is exact
// for open, and for closed once high is one step further out.
template <int D> ONCE void bound_mover(sweep_one_state& s, float until) {
  s.alone = s.usable && !(until < 0.99f);
  s.last = (until < 0.99f ? until * (1 + 0x1p-20f) + 0x1p-40f : 1) - s.margin;
  for (int k = 0; k < D; ++k) {
    const float d = s.d[k], part = part_of(length_of(d), until);
    const bool rests = d == 0;
    s.alone = s.alone & !rests;
    const float high = s.a_max[k] + kept_if(d > 0, part), low = s.a_min[k] - kept_if(d < 0, part);
    s.high[k] = rests && !s.closed ? high : up(high);
    s.low[k] = rests && !s.closed ? low : down(low);
  }
}

}  // namespace

// One moves, many stand. `sketched`: these are enough for a sketch, which fuses products or does not. False: no hit.
template <int D> bool put_sweep_one(const request& r, plan& p, bool sketched, bool fuses) noexcept;

// Many move. Fast: no step is longer than is known. Not ok: no hit.
struct many_movers {
  bool ok, centred, fast;
};
template <int D> many_movers put_sweep_many(const request& r, plan& p) noexcept;

}  // namespace hitscan::detail
