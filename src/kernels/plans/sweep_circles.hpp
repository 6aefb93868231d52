// What sweep_circles.cpp asks of one circle and of many.
#pragma once

#include "sides.hpp"

namespace hitscan::detail {

struct sweep_circle_one_state {
  float c[3], d[3], ra, rb;  // rb: where all items share it
  float low[3], high[3];     // bounds of the motion, with rb where it is shared
  float grow;                // what item radii are taken times
  start_overlap start;
  bool closed;
};

struct sweep_circle_many_state {
  float p[3], item_r, one_r, step[3];
  float low[3], high[3];
  start_overlap start;
  bool closed, flip;  // flip: the one is who asks
};

// Bounds of the motion up to time `until`.
template <int D> void bound_circle_mover(sweep_circle_one_state& s, float until) noexcept;

// One moves, many stand. Not ok: no hit.
struct circles_at_rest {
  bool ok, one_radius;
};
template <int D> circles_at_rest put_sweep_circle_one(const request& r, plan& p) noexcept;

// Many move, all of one radius. Fast: no step is longer than is known. Not ok: no hit.
struct moving_circles {
  bool ok, fast;
};
template <int D> moving_circles put_sweep_circle_many(const request& r, plan& p) noexcept;

}  // namespace hitscan::detail
