// Exact comparison in double arithmetic, a register of lanes at a time: for the few lanes the float filter leaves open.
//
// The product of two floats is exact in double (48 bits, 2^-298 .. 2^256). The difference of two doubles is a pair
// (h, l), h = fl(a - b) and l its error, found without loss by Knuth's TwoSum. Two such pairs compare exactly: unequal
// h decide because rounding is monotone; behind equal h stand the exact remainders. Nothing over- or underflows.
#pragma once

#include "simd.hpp"

namespace hitscan::detail {
namespace {

template <class R> struct difference_pair {
  R h, l;
};

template <class R> FORCED difference_pair<R> difference(R a, R b) {
  const R h = a - b, v = h - a;
  return {h, (a - (h - v)) - (b + v)};
}

template <class R> FORCED auto less(difference_pair<R> x, difference_pair<R> y, bool or_equal) {
  return (x.h < y.h) | ((x.h == y.h) & (or_equal ? x.l <= y.l : x.l < y.l));
}

// An expansion: a sum of doubles that do not overlap, smallest first (Shewchuk, Adaptive Precision Floating-Point
// Arithmetic, 1997, Grow-Expansion). Its sign is the sign of its last nonzero part.
template <class R, int N> struct expansion {
  R part[N];
  int size = 0;
  FORCED void add(R b) {
    for (int k = 0; k < size; ++k) {
      const R t = b + part[k], v = t - b;
      part[k] = (b - (t - v)) + (part[k] - v);
      b = t;
    }
    part[size++] = b;
  }
  FORCED R sign() const {
    R lead(0.);
    for (int k = 0; k < size; ++k) lead = xsimd::select(part[k] != R(0.), part[k], lead);
    return lead;
  }
};

template <class R> FORCED auto finite_double(R x) { return magnitude(x) <= R((double)largest); }  // x came from a float
template <class R> FORCED auto interval(R low, R high) {
  return (low <= high) & finite_double(low) & finite_double(high);
}

}  // namespace
}  // namespace hitscan::detail
