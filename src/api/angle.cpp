// Cosine and sine by a fixed series of double operations, so that they are the same on every machine; those of the C
// library are not.
//
// The angle is cut into n quarter turns and a rest of at most an eighth of a turn. pi / 2 is given in two parts, of
// which the first has 33 bits: up to 2^20 radians n has 20, so n times it is exact, and what is left of the angle is
// off by less than 2^-52 of itself. Of the rest the Taylor series are summed until a term is less than 2^-53; rounding
// to float is all that is left to see.
#include <hitscan/shapes.hpp>

#include <limits>

#include "../core/float_state.hpp"

namespace hitscan::detail {
namespace {

constexpr double quarter = 0x1.921fb544p+0, rest_of_quarter = 0x1.0b4611a626331p-34, per_quarter = 0x1.45f306dc9c883p-1;

// 1 - x^2 / 2! + x^4 / 4! ..., and the like for the sine, of x^2 = s.
double cosine(double s) noexcept {
  double sum = 0;
  for (int k = 16; k >= 2; k -= 2) sum = (sum + 1) * -s / (k * (k - 1));
  return 1 + sum;
}
double sine(double x, double s) noexcept {
  double sum = 0;
  for (int k = 17; k >= 3; k -= 2) sum = (sum + 1) * -s / (k * (k - 1));
  return x + x * sum;
}

}  // namespace

vec2 direction_of(float radians) noexcept {
  return in_default_state([=]() -> vec2 {
    const double angle = radians;
    if (!(angle >= -0x1p20 && angle <= 0x1p20)) {
      constexpr float nan = std::numeric_limits<float>::quiet_NaN();
      return {nan, nan};
    }
    const int turns = static_cast<int>(angle * per_quarter + (angle < 0 ? -0.5 : 0.5));
    const double x = (angle - turns * quarter) - turns * rest_of_quarter;
    const float c = static_cast<float>(cosine(x * x)), s = static_cast<float>(sine(x, x * x));
    switch (turns & 3) {
      case 0: return {c, s};
      case 1: return {-s, c};
      case 2: return {-c, -s};
      default: return {s, -c};
    }
  });
}

}  // namespace hitscan::detail
