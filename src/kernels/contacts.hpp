// What kernels of contacts with circles share: depth, margin and push along a unit vector, in double, by halves of a
// register. The order of operations is that of src/reference/contact_circles.hpp.
#pragma once

#include "../lanes/lanes.hpp"

namespace hitscan::detail {
namespace {

// A way out: unit vector, the point that is left behind, how far the centre is from it, and for which reach.
template <class R, int D> struct way {
  R N[D], from[D], distance, reach;
};

template <class R> FORCED R depth_of(R reach, R distance) { return larger(reach - distance, R(0.)); }

// How much more than the depth to push.
template <int D, class R> FORCED R push_margin(const R* N, const R* from, R reach) {
  R sum = reach;
  each_axis<D>([&](auto k) INLINED { sum = sum + magnitude(N[k] * from[k]); });
  return R(0x1p-22) * sum + R(0x1p-147);
}

// Runs half(h, out) for both halves of a register, which writes D results of each kind as doubles, and narrows them.
template <class A, int D> struct contact_halves {
  doubles<A> normal[D], position[D], push[D];
};
template <class A, int D, class Half> FORCED pushing_contact<A, D> both_halves(Half half) {
  contact_halves<A, D> low, high;
  half(0, low), half(1, high);
  pushing_contact<A, D> c;
  each_axis<D>([&](auto k) INLINED {
    c.normal[k] = to_floats<A>(low.normal[k], high.normal[k]);
    c.position[k] = to_floats<A>(low.position[k], high.position[k]);
    c.push[k] = to_floats<A>(low.push[k], high.push[k]);
  });
  return c;
}

}  // namespace
}  // namespace hitscan::detail
