// Registers of floats, N of them, that are read as two registers of doubles each.
#pragma once

#include "simd.hpp"

namespace hitscan::detail {
namespace {

template <class A, int N> struct wide_lanes {
  using F = floats<A>;
  using R = doubles<A>;
  static constexpr int W = F::size;
  alignas(64) float of[N][W];
  FORCED R half(int k, int h) const { return widen(of[k] + h * (int)R::size, typename R::register_type{}); }
  FORCED void put(int k, F x) { x.store_aligned(of[k]); }
  FORCED F get(int k) const { return F::load_aligned(of[k]); }
};

}  // namespace
}  // namespace hitscan::detail
