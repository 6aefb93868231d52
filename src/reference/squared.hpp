// Is a centre nearer than the root of a number the caller gave?
//
//       x - - - - - .        sum (item_k - center_k)^2 < reach2
//        item     center     <= where touching hits. reach2 is a float as it stands: no root, no square is taken of it.
//
// A double decides all but near ties: the sum of squares is within 6 * 2^-53 of the truth (every term is positive).
// What is left is a sum of products of two floats each, exact in double, added up as an expansion.
#pragma once

#include "expansion.hpp"
#include "shapes.hpp"

#include <hitscan/detail/request.hpp>

namespace hitscan::detail::textbook {

template <int D> bool squared(const squared_request& r, std::size_t i) noexcept {
  const auto at = [i](const feed& column) { return column.data ? column.data[i] : column.one; };
  const float reach2 = at(r.reach2);
  float p[D];
  bool ok = reach2 >= 0 && finite(reach2);
  for (int k = 0; k < D; ++k) p[k] = at(r.item[k]), ok &= finite(p[k]) && finite(r.center[k]);
  if (!ok) return false;

  const double reach = reach2;
  double distance = 0;
  for (int k = 0; k < D; ++k) {
    const double m = static_cast<double>(p[k]) - static_cast<double>(r.center[k]);
    distance += m * m;
  }
  if (distance < reach * (1 - 0x1p-48)) return true;
  if (distance > reach * (1 + 0x1p-48)) return false;

  expansion<3 * D + 1> exact;
  for (int k = 0; k < D; ++k) {
    const double x = p[k], y = r.center[k];
    exact.add(x * x), exact.add(-2 * x * y), exact.add(y * y);
  }
  exact.add(-reach);
  return r.closed ? exact.sign() <= 0 : exact.sign() < 0;
}

}  // namespace hitscan::detail::textbook
