// What kernels with motion share.
#pragma once

#include "../lanes/feeds.hpp"

namespace hitscan::detail {
namespace {

struct sweep_pairs_state {
  start_overlap start;
  bool closed;
};

FORCED bool stands(const motion& m, int dims) {  // -0 would show in a contact position
  bool still = true;
  for (int k = 0; m.present && k < dims; ++k) still = still && !m.column[k].data && float_as_word(m.column[k].one) == 0;
  return still;
}
// fl(da - db), a float also where it is computed in double.
template <class A> FORCED floats<A> relative_step(floats<A> a, floats<A> b) { return a - b; }
template <class A> FORCED doubles<A> relative_step(doubles<A> a, doubles<A> b) { return to_float_and_back(a - b); }

// The columns of pairs as they stand; what has none stands still.
template <class K, class To> FORCED void place_pair(const float* const* own, To& to) {
  for (int c = 0; c < K::columns; ++c) to.column(c, own[c]);
  for (int c = K::columns; c < K::pairs::columns; ++c) to.zero(c);
}

FORCED float step_for_all(const motion& m, int k) { return m.present ? m.column[k].one : 0; }
FORCED bool finite_steps(const float* d, int dims) {
  bool ok = true;
  for (int k = 0; k < dims; ++k) ok = ok && finite(d[k]);
  return ok;
}

// How far a motion of this length gets by `until`: a little too far, so that a tie survives. Times are rounded, by up
// to half of the smallest denormal too.
FORCED float part_of(float length, float until) {
  return until < 0.99f ? up((float)(length * (until * (1 + 0x1p-20) + 0x1p-148))) : length;
}

}  // namespace
}  // namespace hitscan::detail
