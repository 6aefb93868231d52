// What the kernels of shapes that grow share: one lane as plain data, for the exact step.
//
// Columns: those of a, its step, its growth, then the same of b. A side that is the same for all items is a buffer in
// L1, so one kernel serves every batch.
#pragma once

#include "../lanes/feeds.hpp"
#include "../reference/growing.hpp"
#include "motions.hpp"

namespace hitscan::detail {
namespace {

// K says: which, shape (columns of a shape), growths. Columns of a side: shape, step, growth.
template <class K, int D> struct growing_lanes {
  template <class In> static void lone(const In& in, int first, int lane, growing_body& body) {
    int c = first;
    for (int k = 0; k < K::shape; ++k) body.at[k] = in.lane(c++, lane);
    for (int k = 0; k < D; ++k) body.step[k] = in.lane(c++, lane);
    for (int k = 0; k < K::growths; ++k) body.grow[k] = in.lane(c++, lane);
  }
  template <class In> static growing_verdict settle_lane(const sweep_pairs_state& s, const In& in, int lane) {
    growing_body a, b;
    lone(in, 0, lane, a), lone(in, K::other, lane, b);
    return growing_meet(K::which, D, a, b, s.start, s.closed);
  }
  template <class In> static FORCED u32 exact(const sweep_pairs_state& s, const In& in, u32 open) {
    u32 hits = 0;
    for (; open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      hits |= (u32)settle_lane(s, in, j).hit << j;
    }
    return hits;
  }
};

}  // namespace
}  // namespace hitscan::detail
