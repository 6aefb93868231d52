// Before movers are sorted: the items they are held against, as plain columns, and which movers are near any at all.
//
//    marks  . . # # . .     Where most of a world is empty most movers need no more than a look: is the cell marked in
//           . . # # . .     which the middle of their motion is? Those who find it marked, and those who reach farther
//           . o-># # . .    than marks say, are kept, side by side.
#pragma once

#include "judge.hpp"
#include "place_in_cells.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V, int D> void list_items(const side& s, float* words, item_columns& to) {
  const std::size_t room = item_column_room(s.count);
  float* edge[2 * D];
  for (int c = 0; c < 2 * D; ++c) to.edge[c] = edge[c] = words + (std::size_t)c * room;
  u32 *const number = (u32*)words + 2 * D * room, *const layers = number + room;
  to.number = number, to.layers = layers, to.odd = false;
  u32 n = 0;
  stage<D> items;
  for (std::size_t i = 0; i < s.count; i += width) {
    stage_items<V, D>(s, {}, i, s.count - i, items);
    u32 odd = 0;
    for (int j = 0; j < width; j += V::size)
      for (int k = 0; k < D; ++k) {
        const V lo = V::load_unaligned(items.at[2 * k] + j), hi = V::load_unaligned(items.at[2 * k + 1] + j);
        const auto too_small = [](V x) INLINED { return (magnitude(x) < V(tiny)) & (x != V(0.f)); };
        odd |= bits(too_small(lo) | too_small(hi) | (lo == hi)) << j;
      }
    to.odd |= (odd & items.ok) != 0;
    HITSCAN_ISA::put_columns(items.at, 0, items.ok, edge, n, 2 * D);
    put_numbers((u32)i, items.ok, number + n);
    for (u32 left = items.ok, k = n; left; left &= left - 1, ++k)
      layers[k] = s.layer_data ? s.layer_data[i + (u32)__builtin_ctz(left)] : s.layer_one;
    n += bits_set(items.ok);
  }
  for (u32 j = n; j < n + width; ++j) {  // registers are read whole
    for (int c = 0; c < 2 * D; ++c) edge[c][j] = far_away;
    number[j] = layers[j] = 0;
  }
  to.count = n;
}

// By twice what bounds.cpp adds to what it reckons in doubles.
template <class V, int D> void widen(const side& s, const motion& m, bool way, float* edges) {
  const std::size_t room = wider_room(s.count);
  stage<D> items;
  for (std::size_t i = 0; i < s.count; i += width) {
    stage_items<V, D>(s, m, i, s.count - i, items);
    for (int k = 0; k < D; ++k) {
      float *const low = edges + (std::size_t)(2 * k) * room + i, *const high = low + room;
      for (int j = 0; j < width; j += V::size) {
        V lo = V::load_unaligned(items.at[2 * k] + j), hi = V::load_unaligned(items.at[2 * k + 1] + j);
        const V d = V::load_unaligned(items.at[2 * D + k] + j);
        const V slack = (magnitude(lo) + magnitude(hi) + magnitude(d)) * V(0x1p-21f) + V(0x1p-140f);
        if (way) lo = lo + pick(d < V(0.f), d, V(0.f)), hi = hi + pick(d > V(0.f), d, V(0.f));
        lo = lo - slack, hi = hi + slack;  // within the floats, where they leave them
        pick(lo > V(-most), lo, V(-most)).store_unaligned(low + j);
        pick(hi < V(most), hi, V(most)).store_unaligned(high + j);
      }
      for (u32 bad = ~items.ok & 0xffffu; bad; bad &= bad - 1)
        low[__builtin_ctz(bad)] = high[__builtin_ctz(bad)] = __builtin_nanf("");
    }
  }
}

template <int D> candidates<D> all_of(const item_columns& items) {
  candidates<D> all;
  for (int c = 0; c < 2 * D; ++c) all.edge[c] = const_cast<float*>(items.edge[c]);
  all.number = const_cast<u32*>(items.number), all.layers = const_cast<u32*>(items.layers);
  all.row = nullptr, all.count = items.count;
  return all;
}

template <class V, int D> bool any_meets(const item_columns& items, const float* low, const float* high) {
  const candidates<D> all = all_of<D>(items);
  extent<D> e;
  for (int k = 0; k < D; ++k) e.low[k] = low[k], e.high[k] = high[k];
  for (u32 k = 0; k < all.count; k += width)
    if (all.template meeting<V>(k, e)) return true;
  return false;
}

template <class V> u32 sieve(const sieve_request& r) {
  constexpr u32 lane_bits = V::size < 32 ? (1u << V::size) - 1 : ~0u;
  stage<2> s;
  u32 kept = 0;
  const std::size_t n = r.movers.count;
  const bool here = r.reach.present && stand_by<2>(r.movers, r.by);
  const int columns = r.out[4] ? 6 : 4;
  for (std::size_t i = 0; i < n; i += width) {
    stage_points<V, 2>(r.movers, r.by, here, i, n - i, s);  // who is not valid is dropped later
    u32 near = 0;
    for (int j = 0; j < width; j += V::size) {
      V at[2];
      auto tells = V(0.f) == V(0.f);
      for (int k = 0; k < 2; ++k) {
        const V lo = V::load_unaligned(s.at[2 * k] + j), hi = V::load_unaligned(s.at[2 * k + 1] + j);
        const V d = V::load_unaligned(s.at[4 + k] + j);
        const V size = hi - lo + V(r.reach.up[k] + r.reach.down[k]);
        tells = tells & (size + magnitude(d) <= V(2 * r.map.reach[k]));
        at[k] = place_on(r.map, k, lo * V(0.5f) + hi * V(0.5f) + d * V(0.5f));
      }
      near |= (marked_at(r.map, at) | (~bits(tells) & lane_bits)) << j;
    }
    if ((near &= s.ok) == 0) continue;
    if (r.reach.present) s.at[1] = s.at[2], s.at[2] = s.at[4], s.at[3] = s.at[5];
    HITSCAN_ISA::put_columns(s.at, 0, near, r.out, kept, columns);
    put_numbers((u32)i, near, r.number + kept);
    if (r.movers.layer_data)
      for (u32 left = near, k = kept; left; left &= left - 1, ++k)
        r.layers[k] = r.movers.layer_data[i + (u32)__builtin_ctz(left)];
    kept += bits_set(near);
  }
  return kept;
}

}  // namespace
}  // namespace hitscan::detail::broad
