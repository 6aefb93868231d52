// What kernels with motion share.
#pragma once

#include "../lanes/feeds.hpp"
#include "plans/sides.hpp"

namespace hitscan::detail {
namespace {

// fl(da - db), a float also where it is computed in double.
template <class A> FORCED floats<A> relative_step(floats<A> a, floats<A> b) { return a - b; }
template <class A> FORCED doubles<A> relative_step(doubles<A> a, doubles<A> b) { return to_float_and_back(a - b); }

// The columns of pairs as they stand; what has none stands still.
template <class K, class To> FORCED void place_pair(const float* const* own, To& to) {
  for (int c = 0; c < K::columns; ++c) to.column(c, own[c]);
  for (int c = K::columns; c < K::pairs::columns; ++c) to.zero(c);
}

}  // namespace
}  // namespace hitscan::detail
