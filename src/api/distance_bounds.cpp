// Boxes around shapes are no further apart than these are, and how far boxes are apart is known at once:
//
//        +-----------+          +-------+
//        | a       / |          | .-.   |       Only shapes whose boxes are within the limit are asked about
//        |       /   |<-------->| | b\  |       themselves.
//        +-----------+          +-------+
//
// These are in floats, many at a time and in no memory of their own; a world's (world/bounds.cpp) are in doubles.
#include "distance_bounds.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/items.hpp"

namespace hitscan::detail {
namespace {

struct box_edges {
  alignas(64) float low[3][bounded], high[3][bounded], size[bounded];

  // Between two values, and as much on either side.
  struct reach {
    float from, to, more;
  };
  template <class Reach> void put(int k, std::size_t n, const Reach& reach_of) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
      const reach r = reach_of(i);
      low[k][i] = (r.from < r.to ? r.from : r.to) - r.more, high[k][i] = (r.from < r.to ? r.to : r.from) + r.more;
      size[i] += std::fabs(r.from) + std::fabs(r.to) + std::fabs(r.more);
    }
  }
  // Somewhat larger, by more than sums of floats are off and than is taken for no distance. As far as floats go.
  void widen(int dims, std::size_t n) noexcept {
    for (int k = 0; k < dims; ++k)
      for (std::size_t i = 0; i < n; ++i) {
        const float slack = size[i] * 0x1p-20f + 0x1p-120f, down = low[k][i] - slack, up = high[k][i] + slack;
        low[k][i] = down < -FLT_MAX ? -FLT_MAX : down, high[k][i] = up > FLT_MAX ? FLT_MAX : up;
      }
  }
};
void put_bounds(const side& s, int dims, std::size_t n, box_edges& to) noexcept {
  std::fill_n(to.size, n, 0.0f);
  for (int k = 0; k < dims; ++k) {
    using reach = box_edges::reach;
    const auto put = [&](const auto& reach_of) { to.put(k, n, reach_of); };
    const auto at = [](const feed& f, std::size_t i) { return f.data ? f.data[i] : f.one; };
    const feed *const c = s.column, &x = c[k];
    switch (s.what) {
      case kind::point: put([&](std::size_t i) { return reach{at(x, i), at(x, i), 0}; }); break;
      case kind::corners: put([&](std::size_t i) { return reach{at(c[2 * k], i), at(c[2 * k + 1], i), 0}; }); break;
      case kind::centred: put([&](std::size_t i) { return reach{at(x, i), at(x, i), at(c[dims + k], i)}; }); break;
      case kind::circle: put([&](std::size_t i) { return reach{at(x, i), at(x, i), at(c[dims], i)}; }); break;
      case kind::segment: put([&](std::size_t i) { return reach{at(x, i), at(x, i) + at(c[dims + k], i), 0}; }); break;
      case kind::capsule:
        put([&](std::size_t i) { return reach{at(x, i), at(x, i) + at(c[2 + k], i), at(c[4], i)}; });
        break;
      case kind::chain: put([&](std::size_t i) { return reach{at(x, i), at(c[2 + k], i), at(c[4], i)}; }); break;
      case kind::obb:  // half axes u and w (semantics.md, section 1), of which w is turned
        put([&](std::size_t i) {
          const float u = at(c[2], i) * at(c[4 + k], i), w = at(c[3], i) * at(c[5 - k], i);
          return reach{at(x, i), at(x, i), std::fabs(u) + std::fabs(w)};
        });
        break;
      case kind::polygon:
        put([&](std::size_t i) {
          const outlines one = broad::outline_of(s.outline, i);
          const float* const corner = k ? one.y : one.x;
          reach all{HUGE_VALF, -HUGE_VALF, 0};
          for (index j = 0; j < one.corners; ++j) all = {std::min(all.from, corner[j]), std::max(all.to, corner[j]), 0};
          return all;
        });
        break;
    }
  }
  to.widen(dims, n);
}
void take_bounds(side& s, int dims, const box_edges& of, bool one) noexcept {
  s.what = kind::corners, s.layer_data = nullptr;
  for (int k = 0; k < dims; ++k) {
    s.column[2 * k] = one ? feed{nullptr, of.low[k][0]} : feed{of.low[k], 0};
    s.column[2 * k + 1] = one ? feed{nullptr, of.high[k][0]} : feed{of.high[k], 0};
  }
}

}  // namespace

within_bounds::within_bounds(const request& r, std::size_t first, std::size_t n, float limit,
                             distances_fn boxes) noexcept
    : words{} {
  box_edges of_a, of_b;
  float apart[bounded];
  request around = r;
  broad::skip(around.b, first, r.dims), around.n = n;
  put_bounds(r.a, r.dims, 1, of_a), put_bounds(around.b, r.dims, n, of_b);
  take_bounds(around.a, r.dims, of_a, true), take_bounds(around.b, r.dims, of_b, false);
  boxes(around, limit * (1 + 0x1p-20f) + 0x1p-120f, false, apart, words);
}

}  // namespace hitscan::detail
