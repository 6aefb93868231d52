// Outward to floats: the nearest one, and a step back where it went past. What a difference of doubles rounds off
// (two_diff) says on which side of a float the exact one lies; it matters only where the double is that float.
#include <bit>
#include <cmath>
#include <limits>

#include <hitscan/round.hpp>

#include "../core/float_state.hpp"
#include "../reference/expansion.hpp"

namespace hitscan {
namespace {

constexpr double largest = std::numeric_limits<float>::max(), infinite = std::numeric_limits<double>::infinity();

// The largest float that is not above x - origin.
float down(double x, double origin) noexcept {
  const detail::two d = detail::two_diff(x, origin);
  if (d.high > largest) return static_cast<float>(x == infinite || origin == 0 - infinite ? infinite : largest);
  if (d.high < 0 - largest) return static_cast<float>(0 - infinite);
  const float near = static_cast<float>(d.high);
  if (!(near > d.high || (near == d.high && d.low < 0))) return near;  // NaN, too
  // A zero is the negative one here.
  const auto bits = std::bit_cast<std::uint32_t>(near);
  return std::bit_cast<float>(near > 0 ? bits - 1 : bits + 1);
}

}  // namespace

float round_down(double x, double origin) noexcept {
  return detail::in_default_state([&] { return down(x, origin); });
}
float round_up(double x, double origin) noexcept {
  return detail::in_default_state([&] { return 0 - down(0 - x, 0 - origin); });
}

void detail::round_all(const double* from, std::size_t n, double origin, bool up, float* to) noexcept {
  const default_float_state here;
  here.take(origin);
  for (std::size_t i = 0; i < n; ++i) to[i] = up ? 0 - down(0 - from[i], 0 - origin) : down(from[i], origin);
}

}  // namespace hitscan
