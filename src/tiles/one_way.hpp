// Boxes that are solid from some sides only: which hits of them count.
#pragma once

#include "../reference/overlap_circles_boxes.hpp"
#include "../reference/shapes.hpp"

#include <hitscan/tiles.hpp>

namespace hitscan {
namespace {

inline detail::textbook::box_at<2> numbers_of(const box& b) noexcept {
  return {{b.min.x, b.min.y}, {b.max.x, b.max.y}};
}
inline detail::textbook::circle_at<2> numbers_of(const circle& c) noexcept {
  return {{c.center.x, c.center.y}, c.radius};
}

// Which axis of a one-way tile may stop a motion by d, and from which side. each(axis, low side) -> is it this one?
template <class Each> FORCED bool any_face(std::uint8_t flags, const float (&d)[2], const Each& each) noexcept {
  for (int k = 0; k < 2; ++k) {
    const bool low = flags & (k == 0 ? one_way_min_x : one_way_min_y);
    const bool high = flags & (k == 0 ? one_way_max_x : one_way_max_y);
    if (low && d[k] > 0 ? each(k, true) : high && d[k] < 0 && each(k, false)) return true;
  }
  return false;
}

// A hit of a box counts where it enters by that face, and last.
ONCE inline bool stopped_by_face(std::uint8_t flags, const detail::textbook::box_at<2>& a, const float (&d)[2],
                                 const detail::textbook::box_at<2>& tile, detail::textbook::moment<2>& m) noexcept {
  return any_face(flags, d, [&](int k, bool low_side) {
    const float gap = low_side ? tile.min[k] - a.max[k] : a.min[k] - tile.max[k];
    if (!(gap >= 0) || gap / (low_side ? d[k] : -d[k]) != m.time) return false;
    for (int j = 0; j < 2; ++j) m.normal[j] = j != k ? 0.0f : low_side ? -1.0f : 1.0f;
    return true;
  });
}

// One of a circle counts where its centre starts beyond the line of that face and is still there, so that the face has
// stopped it, or one of its two ends; who starts in the box passes. Times are rounded.
FORCED bool stopped_by_face(std::uint8_t flags, const detail::textbook::circle_at<2>& a, const float (&d)[2],
                            const detail::textbook::box_at<2>& tile, detail::textbook::moment<2>& m) noexcept {
  return any_face(flags, d, [&](int k, bool low_side) {
    const double c = a.center[k], face = low_side ? tile.min[k] : tile.max[k];
    return (low_side ? c <= face : c >= face) && m.time * (1 - 0x1p-22) <= (face - c) / d[k] &&
           (m.time > 0 || !detail::textbook::overlap_circles_boxes<2>(a, tile, touching::misses));
  });
}

}  // namespace
}  // namespace hitscan
