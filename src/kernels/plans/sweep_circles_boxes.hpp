// What sweep_circles_boxes.cpp asks of one circle, or of one box.
#pragma once

#include "sides.hpp"

namespace hitscan::detail {

struct sweep_circles_boxes_state {
  double from[3], to[3];        // of one mover against many that stand: where it is at first,
  float d[3], low[3], high[3];  // how far it goes, and the bounds of its motion
  start_overlap start;
  bool closed, flip;
};

// Bounds of the motion up to time `until`.
template <int D> void bound_way(sweep_circles_boxes_state& s, float until) noexcept;

}  // namespace hitscan::detail
