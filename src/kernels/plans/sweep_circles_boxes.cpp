#include "sweep_circles_boxes.hpp"

namespace hitscan::detail {

// A time is only good to some 2^-24 of all lengths, in distance (grazing
// hits), so a bound that comes from a time leaves a hundred times as much room. The rest is rounding, in double.
template <int D> void bound_way(sweep_circles_boxes_state& s, float until) noexcept {
  const bool by_time = until < 0.99f;
  double lengths = 0;
  for (int k = 0; k < D; ++k) lengths += length_of(s.d[k]);
  for (int k = 0; k < D; ++k) {
    const float d = s.d[k], part = part_of(length_of(d), until);
    const double from = length_of(s.from[k]), to = length_of(s.to[k]), size = (from > to ? from : to) + lengths;
    const double room = size * (by_time ? 0x1p-17 : 0x1p-40) + 0x1p-140;
    s.high[k] = up((float)(s.to[k] + kept_if(d > 0, part) + room));
    s.low[k] = down((float)(s.from[k] - kept_if(d < 0, part) - room));
  }
}

template void bound_way<2>(sweep_circles_boxes_state&, float) noexcept;
template void bound_way<3>(sweep_circles_boxes_state&, float) noexcept;

}  // namespace hitscan::detail
