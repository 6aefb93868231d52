// Particles that are near nothing make their step; the others are handed out.
//
// A map of cells says what is occupied. A motion that stays within two by two cells, which is nearly every one, is
// looked up once: a byte a cell, a bit for each of the four ways to lie there. Rounding is monotone, so what touches
// shares a cell with what it touches.
#pragma once

#include "first.hpp"

namespace hitscan::detail::broad {
namespace {

// The cell of a coordinate: the same steps for items (grid.cpp fills the map) and particles.
template <class V> FORCED V cell_on(const drift_map& map, int k, V x) {
  V t = (x - V(map.low[k])) * V(map.scale[k]);
  t = pick(t > V(0.f), t, V(0.f));
  return whole(pick(t < V(map.last[k]), t, V(map.last[k])));
}

template <class V> u32 drift_all(const drift_request& r) {
  u32 left = 0;
  alignas(64) float at[2][width], to[2][width], step[2][width], number[width];
  alignas(64) u32 cell[width], way[width];
  for (std::size_t i = 0; i < r.n; i += width) {
    const std::size_t here = r.n - i < width ? r.n - i : width;
    for (int k = 0; k < 2; ++k)
      if (here == width) {
        for (int j = 0; j < width; j += V::size) {
          V::load_unaligned(r.at[k] + i + j).store_unaligned(at[k] + j);
          (V::load_unaligned(r.velocity[k] + i + j) * V(r.dt)).store_unaligned(step[k] + j);
        }
      } else
        for (std::size_t j = 0; j < width; ++j)
          at[k][j] = j < here ? r.at[k][i + j] : 0, step[k][j] = j < here ? r.velocity[k][i + j] * r.dt : 0;
    u32 close = 0;
    for (int j = 0; j < width; j += V::size) {
      V base(0.f), ways(0.f), span(0.f);
      for (int k = 1; k >= 0; --k) {
        const V from = V::load_unaligned(at[k] + j), end = from + V::load_unaligned(step[k] + j);
        end.store_unaligned(to[k] + j);
        V low = pick(end < from, end, from), high = pick(end > from, end, from);
        low = low - ((magnitude(low) + V(r.padding[k])) * V(0x1p-22f) + V(r.padding[k]) + V(0x1p-140f));
        high = high + ((magnitude(high) + V(r.padding[k])) * V(0x1p-22f) + V(r.padding[k]) + V(0x1p-140f));
        const V first = cell_on(r.map, k, low), beyond = cell_on(r.map, k, high) - first;
        base = base * V(r.map.last[0] + 1) + first, ways = ways + ways + beyond;
        span = pick(beyond > span, beyond, span);
      }
      const auto wide = span > V(1.f);
      put_whole(base, cell + j), put_whole(pick(wide, V(0.f), ways), way + j);
      close |= bits(wide) << j;
    }
    for (int j = 0; j < width; ++j) close |= (u32)(r.map.cells[cell[j]] >> way[j] & 1) << j;
    if (here == width) {
      for (int k = 0; k < 2; ++k)
        for (int j = 0; j < width; j += V::size) V::load_unaligned(to[k] + j).store_unaligned(r.at[k] + i + j);
    } else {
      for (int k = 0; k < 2; ++k)
        for (std::size_t j = 0; j < here; ++j) r.at[k][i + j] = to[k][j];
      close &= (1u << here) - 1;
    }
    if (close == 0) continue;
    for (int j = 0; j < width; ++j) number[j] = word_as_float((u32)i + (u32)j);
    for (int k = 0; k < 2; ++k)
      put_lanes(at[k], close, r.out[k] + left), put_lanes(step[k], close, r.out[2 + k] + left);
    put_lanes(number, close, r.out[4] + left);
    left += (u32)__builtin_popcount(close);
  }
  return left;
}

}  // namespace
}  // namespace hitscan::detail::broad
