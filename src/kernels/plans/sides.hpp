// What the plans of several tests ask of a side or of a motion.
#pragma once

#include "../../core/floats.hpp"
#include "../../lanes/columns.hpp"

namespace hitscan::detail {

// In floats: low is less than min - r, high more than max + r.
template <int D> void widen_by(const float* min, const float* max, float r, float* low, float* high) noexcept;

namespace {

struct sweep_pairs_state {
  start_overlap start;
  bool closed;
};

inline bool valid_box(const side& s, int dims, float* low, float* high) {  // one box: its edges, and whether it is one
  if (s.what == kind::corners)
    for (int k = 0; k < dims; ++k) low[k] = s.column[2 * k].one, high[k] = s.column[2 * k + 1].one;
  else if (s.what == kind::centred)
    for (int k = 0; k < dims; ++k)
      low[k] = s.column[k].one - s.column[dims + k].one, high[k] = s.column[k].one + s.column[dims + k].one;
  else
    for (int k = 0; k < dims; ++k) low[k] = high[k] = s.column[k].one;
  bool valid = true;
  for (int k = 0; k < dims; ++k) valid = valid & (low[k] >= -largest) & (low[k] <= high[k]) & (high[k] <= largest);
  return valid;
}

FORCED bool one_half_for_all(const side& s, int dims) {
  if (s.what != kind::centred) return false;
  for (int k = 0; k < dims; ++k)
    if (s.column[dims + k].data) return false;
  return true;
}

template <class S> FORCED void put_half(S& s, const side& many, int dims, int k) {
  s.half[k] = many.what == kind::centred ? many.column[dims + k].one : 0.f;
  s.half_up[k] = many.what == kind::centred ? s.half[k] : -0.f;
}

inline bool valid_circle(const side& s, int dims, float* c, float& r) {
  r = s.what == kind::circle ? s.column[dims].one : 0;
  bool valid = r >= 0 && finite(r);
  for (int k = 0; k < dims; ++k) c[k] = s.column[k].one, valid = valid && finite(c[k]);
  return valid;
}
FORCED bool one_radius_for_all(const side& s, int dims) { return s.what != kind::circle || !s.column[dims].data; }
FORCED float radius_for_all(const side& s, int dims) { return s.what == kind::circle ? s.column[dims].one : 0; }

FORCED bool stands(const motion& m, int dims) {  // -0 would show in a contact position
  bool still = true;
  for (int k = 0; m.present && k < dims; ++k) still = still && !m.column[k].data && float_as_word(m.column[k].one) == 0;
  return still;
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
