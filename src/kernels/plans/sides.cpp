#include "sides.hpp"

namespace hitscan::detail {

template <int D> void widen_by(const float* min, const float* max, float r, float* low, float* high) noexcept {
  for (int k = 0; k < D; ++k) low[k] = down(min[k] - r), high[k] = up(max[k] + r);
}
template void widen_by<2>(const float*, const float*, float, float*, float*) noexcept;
template void widen_by<3>(const float*, const float*, float, float*, float*) noexcept;

}  // namespace hitscan::detail
