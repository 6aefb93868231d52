// When have they parted again? Like sweep_boxes and sweep_circles, of which these are the other ends: of boxes the
// earliest f / L of the axes on which there is motion, of circles the greater root of |m - t d| = R. The motion is not
// over at time 1 there: what stays inside for the whole frame leaves later, and never if nothing moves.
//
//        +---+   L = |d|
//        | a |------------>
//        +---+     +-------+          f / L is one rounded difference and one rounded quotient, as n / L is: equal
//        |---------f-------|          rationals are equal floats. Two axes may round past each other: who asks
//                                     takes the later of time and exit.
#pragma once

#include <cmath>

#include "sweep_boxes.hpp"
#include "sweep_circles.hpp"

namespace hitscan::detail::textbook {

template <int D> float exit_of(const box_at<D>& a, const box_at<D>& b, const float (&d)[D]) noexcept {
  axis_gaps axis[D];
  gaps_of(a, b, d, axis);
  float first = INFINITY;
  for (const axis_gaps& x : axis) {
    if (!(x.length > 0)) continue;
    const float gap = x.r - x.s;  // beyond all floats it need not be when it is divided
    const float quotient =
        gap <= FLT_MAX
            ? gap / x.length
            : static_cast<float>((static_cast<double>(x.r) - static_cast<double>(x.s)) / static_cast<double>(x.length));
    if (quotient < first) first = quotient;
  }
  return first;
}

// Nothing cancels that matters: floats leave 2^-24 of R between m and the rim, or what |m|^2 - R^2 loses as well.
template <int D> float exit_of(const circle_at<D>& a, const circle_at<D>& b, const float (&d)[D]) noexcept {
  const approach<D> x(a, d, b);
  if (x.dd == 0) return INFINITY;
  const double disc = x.rr * x.dd - x.xx, root = std::sqrt(disc > 0 ? disc : 0.0);
  return static_cast<float>((x.md + root) / x.dd);
}

}  // namespace hitscan::detail::textbook
