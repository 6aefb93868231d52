// Boxes around what has none of its own, or moves: by these it is looked for among many.
//
//        _.-''-.            Somewhat larger than they need be: by more than sums and roundings come to, so that none is
//    +-.'------'-+          flat, and whoever overlaps or touches the shape overlaps the box. What can never hit has a
//    | '-.__.-'  |          box of NaN, which nobody meets.
#pragma once

#include "../core/items.hpp"
#include "memory.hpp"

namespace hitscan::detail::broad {

inline bool has_own_bounds(kind what) noexcept { return what <= kind::circle; }

struct interval {
  double low, high;
};
/// Where item i of these is, on axis k.
inline interval interval_of(const side& s, std::size_t i, int dims, int k) noexcept {
  const auto column = [&](int c) { return double{at(s.column[c], i)}; };
  if (s.what == kind::corners) return {column(2 * k), column(2 * k + 1)};
  if (s.what == kind::point) return {column(k), column(k)};
  const double extra = column(s.what == kind::circle ? dims : dims + k);
  return {column(k) - extra, column(k) + extra};
}

/// What else a box takes in: nothing, the rounding of the difference of two motions, or the whole way.
enum class taking_in : std::uint8_t { shape, rounding, way };

/// The same items as corners, which are put into `edges`.
side boxes_around(const side& items, const motion& by, int dims, taking_in what, room<float>& edges);

}  // namespace hitscan::detail::broad
