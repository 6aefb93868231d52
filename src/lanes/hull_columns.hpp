// The columns of rounded hulls: hull_columns.cpp has it once for all instruction sets.
//
//   corners   columns                              shapes
//   1         x, y, radius                         point, circle
//   2         x, y, dx, dy, radius                 segment, capsule
//   4         min_x, max_x, min_y, max_y, 0, 0     box, centred box
//             x, y, half_x, half_y, axis_x, _y     rotated box: (x, y) +- (ux, uy) +- (-wy, wx), where u and w are
//                                                  fl(half_x axis) and fl(half_y axis)
//   many      its bounds as a box, its number      polygon: bounds turn most away, what is left reads its corners
#pragma once

#include "../core/forced.hpp"
#include "../reference/hulls.hpp"
#include "plan.hpp"

namespace hitscan::detail {
namespace {

constexpr int many_corners = 0;

FORCED core core_of(const side& s) {
  switch (s.what) {
    case kind::point:
    case kind::circle: return core::dot;
    case kind::segment:
    case kind::capsule:
    case kind::chain: return core::bar;
    case kind::obb: return core::tilted;
    case kind::polygon: return core::ring;
    default: return core::box;
  }
}
FORCED int corners_of(core c) { return c == core::dot ? 1 : c == core::bar ? 2 : c == core::ring ? many_corners : 4; }
FORCED bool may_be_round(const side& s) {
  return s.what == kind::circle || s.what == kind::capsule || s.what == kind::chain;
}
constexpr int hull_columns(int corners) { return corners == 1 ? 3 : corners == 4 ? 6 : 5; }

}  // namespace

// The hull of these columns at `at`, for the exact code.
void lone_hull(const float* const* column, std::size_t at, core what, const outlines* from, hull& h) noexcept;
// Puts a side into a plan. Returns the next column.
int put_hull(plan& p, int at, const side& s, const index* pick, std::size_t limit) noexcept;

}  // namespace hitscan::detail
