// Shapes that grow, decided one pair at a time: what a kernel's filter leaves open. Plain data and a
// declaration only, so that a kernel may include this without leaving an inline copy behind.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

struct growing_body {
  float at[6];    // box: min and max of each axis in turn; circle: centre, radius
  float step[3];  // motion
  float grow[3];  // of the half extents; of the radius
};

struct growing_verdict {
  bool hit, started;
};

/// Which is sweep_growing_boxes or sweep_growing_circles: its answer. What is not valid never hits.
growing_verdict growing_meet(test which, int dims, const growing_body& a, const growing_body& b, start_overlap start,
                             bool closed) noexcept;

}  // namespace hitscan::detail
