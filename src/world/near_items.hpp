// Many come by few, or few by many: marks around the few say who of the many is near any.
//
//    . . # # . .     Marked are the cells around items, or around the ways of those who ask. Of the others a look at
//    . . # # . .     one cell, that of its middle, tells whether it may be near: movers are sieved so, and items where
//    . o-># # . .    few ask among many.
#pragma once

#include <algorithm>

#include "first_hits/cell_lists.hpp"
#include "meeting.hpp"

namespace hitscan::detail::broad {

// How far those who come by reach from their middle, and where they are: a sample.
struct sizes_of {
  float reach[2];
  double grow[2];
  const side& who;
  const motion& by;

  sizes_of(const side& coming, const motion& steps) noexcept : who(coming), by(steps) {}
  void measure() noexcept {
    for (int k = 0; k < 2; ++k) {
      reach[k] = reach_of(who.count, [&](std::size_t i) {
        const interval e = ends_of(i, k);
        return 0.5 * (e.high - e.low);
      });
      grow[k] = double{reach[k]};
    }
  }
  // Are few of them near anything? Where many are, by their own bounds alone, nobody needs to know how far all reach.
  bool few_near(const engine& e, const item_columns& items) noexcept {
    if (!at_most_five(e, items, [](const interval& x, int) { return 0.5 * (x.high - x.low); })) return false;
    measure();
    return at_most_five(e, items, [&](const interval&, int k) { return grow[k]; });
  }

 private:
  interval ends_of(std::size_t i, int k) const noexcept {  // of its motion
    const interval here = interval_of(who, i, 2, k);
    const double d = by.present ? double{at(by.column[k], i)} : 0;
    return {here.low + std::min(d, 0.0), here.high + std::max(d, 0.0)};
  }
  // Of sixteen, whose bounds are so far around the middle of their motions.
  template <class Far> bool at_most_five(const engine& e, const item_columns& items, const Far& far) const noexcept {
    int near = 0;
    for (std::size_t s = 0; s < 16 && near <= 5; ++s) {
      float low[2], high[2];
      for (int k = 0; k < 2; ++k) {
        const interval x = ends_of(who.count / 16 * s, k);
        low[k] = static_cast<float>(0.5 * (x.low + x.high) - far(x, k));
        high[k] = static_cast<float>(0.5 * (x.low + x.high) + far(x, k));
      }
      near += of<first_kernels>(e).any_meets(items, 2, low, high);
    }
    return near <= 5;
  }
};

// Marks around so many boxes, for n that come by.
cell_grid marks_around(const item_edges& among, std::size_t n, const sizes_of& size, cell_memory& own);

// Those of 2D items that are near the way of any who asks: their bounds, and their numbers. False: of a sample more
// than that share is.
struct near_items {
  side bounds;
  std::uint32_t* number;
};
bool items_near(world_body&, const side& items, const side& who, const motion& by, float share, cell_memory& own,
                near_items&);

// Long ways in parts, so that bounds hold fewer items that are not near.
struct ways_in_parts {
  const side& items;  // as they are looked for
  side bounds;
  int dims;
  const float* edge[6];
  std::uint32_t* mover;  // whose part it is

  ways_in_parts(const side& who, const motion& by, const side& among, int dims, double length, cell_memory& own);
};

// The BVH of all items, on their ways if it is a sweep; or, if they are to be sifted, of those near who asks.
bvh bvh_for(world_body&, const meeting_of&, const side& who, bool sifted, const workers&);

}  // namespace hitscan::detail::broad
