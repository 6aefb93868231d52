// What a hull reaches on either axis, in doubles: these hold products of floats, and no sum of floats is infinite.
#include "bounds.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/items.hpp"
#include "kernels.hpp"

namespace hitscan::detail::broad {
namespace {

struct reach {
  double low, high;
  double sum;  // of all sizes that went into it
};

// A node, perhaps another, and a radius around them.
reach around(double from, double to, double radius) noexcept {
  return {std::min(from, to) - radius, std::max(from, to) + radius,
          std::fabs(from) + std::fabs(to) + std::fabs(radius)};
}

reach reach_of(const side& s, std::size_t i, int k) noexcept {
  const auto column = [&](int c) { return double{at(s.column[c], i)}; };
  switch (s.what) {
    case kind::segment: return around(column(k), column(k) + column(2 + k), 0);
    case kind::capsule: return around(column(k), column(k) + column(2 + k), column(4));
    case kind::chain: return around(column(k), column(2 + k), column(4));
    case kind::obb: {  // half axes u and w (semantics.md, section 1), of which w is turned
      const double u = column(2) * column(4 + k), w = column(3) * column(5 - k);
      return around(column(k), column(k), std::fabs(u) + std::fabs(w));
    }
    default: {
      const outlines one = outline_of(s.outline, i);
      const float* const corner = k ? one.y : one.x;
      if (one.corners == 0) return {0, 0, NAN};
      reach all = around(double{corner[0]}, double{corner[0]}, 0);
      for (std::size_t c = 1; c < one.corners; ++c) {
        const double x = double{corner[c]};
        all = {std::min(all.low, x), std::max(all.high, x), all.sum + std::fabs(x)};
      }
      return all;
    }
  }
}

}  // namespace

side boxes_around(const side& items, const motion& by, int dims, taking_in what, room<float>& edges) {
  side box = items;
  box.what = kind::corners;
  if (has_own_bounds(items.what)) {
    const std::size_t room = wider_room(items.count);
    float* const to = edges.need(2 * static_cast<std::size_t>(dims) * room);
    of<list_kernels>(active_engine()).widen(items, by, dims, what == taking_in::way, to);
    for (std::size_t c = 0; c < 2 * static_cast<std::size_t>(dims); ++c) box.column[c] = {to + c * room, 0};
    return box;
  }
  const bool moves = by.present && what != taking_in::shape;
  bool same = items.what != kind::polygon || !items.outline.offsets;  // one shape, however many it stands for
  for (int c = 0; c < columns_of(items.what, dims); ++c) same = same && !items.column[c].data;
  for (int k = 0; moves && k < dims; ++k) same = same && !by.column[k].data;
  const std::size_t n = same ? 1 : items.count;
  float* const to = edges.need(2 * static_cast<std::size_t>(dims) * n);
  for (std::size_t i = 0; i < n && items.count; ++i)
    for (int k = 0; k < dims; ++k) {
      reach r = reach_of(items, i, k);
      if (moves) {
        const double d = double{at(by.column[k], i)};
        r.sum += std::fabs(d);
        if (what == taking_in::way) r.low += std::min(d, 0.0), r.high += std::max(d, 0.0);
      }
      const double slack = r.sum < HUGE_VAL ? r.sum * 0x1p-22 + 0x1p-140 : double{NAN};
      to[static_cast<std::size_t>(2 * k) * n + i] = static_cast<float>(std::max(r.low - slack, double{-FLT_MAX}));
      to[static_cast<std::size_t>(2 * k + 1) * n + i] = static_cast<float>(std::min(r.high + slack, double{FLT_MAX}));
    }
  for (std::size_t c = 0; c < 2 * static_cast<std::size_t>(dims); ++c)
    box.column[c] = same && items.count ? feed{nullptr, to[c]} : feed{to + c * n, 0};
  return box;
}

}  // namespace hitscan::detail::broad
