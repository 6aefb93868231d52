// What sweep_circles_boxes.cpp asks of one circle.
#pragma once

#include "sides.hpp"

namespace hitscan::detail {

struct sweep_circles_boxes_state {
  float c[3], d[3], radius, low[3], high[3];  // of one mover against many that stand, and the bounds of its motion
  start_overlap start;
  bool closed, flip;
};

// Bounds of the motion up to time `until`.
template <int D> void bound_circle(sweep_circles_boxes_state& s, float until) noexcept;

}  // namespace hitscan::detail
