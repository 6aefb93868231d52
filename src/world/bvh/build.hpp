// From sorted rows to a BVH: rows turn into columns, 16 at a time, and bounds are taken of these. Those of the levels
// above are in sort.cpp.
#pragma once

#include "spatial_sort.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr float far_away = __builtin_inff();

// Up to 16 rows to columns `Stride` apart: corners, then (Steps) steps, then numbers and layers. Lanes behind the last
// row are empty. Reads 16 rows, unless there are none. Columns are written as registers, since they may be read at
// once.
template <class V, int D, bool Steps, int Stride = width>
FORCED void to_columns(const float* rows, u32 n, float* block) {
  constexpr int words = row_words(D), columns = (Steps ? 3 : 2) * D, skipped = Steps ? 0 : D;
  constexpr int lanes = V::size < 4 ? 4 : (int)V::size;
  const u32 here = n < width ? n : width;
  for (int j = 0; j < width && here; j += lanes)
    for (int w = 0; w < words; w += 4) {
      quads<lanes> x[4];
      load_columns<lanes>(x, [&](int row) INLINED { return rows + (j + row) * words + w; });
      for (int q = 0; q < 4; ++q) {
        const int c = w + q;
        if (c < columns)
          __builtin_memcpy(block + c * Stride + j, &x[q], sizeof x[q]);
        else if (c >= columns + skipped && c < 3 * D + 2)
          __builtin_memcpy(block + (c - skipped) * Stride + j, &x[q], sizeof x[q]);
      }
    }
  for (u32 j = here; j < width; ++j) {
    for (int c = 0; c < columns; ++c) block[c * Stride + (int)j] = c >= 2 * D ? 0 : c % 2 ? -far_away : far_away;
    block[columns * Stride + (int)j] = word_as_float(none), block[(columns + 1) * Stride + (int)j] = 0;
  }
}

// The bounds of a block's or a node's 16 lanes. Empty lanes do not count.
template <int D> FORCED void bounds_of(const float* columns, float* low, float* high) {
  for (int k = 0; k < D; ++k)
    low[k] = least_of<width>(columns + 2 * k * width), high[k] = greatest_of<width>(columns + (2 * k + 1) * width);
}

// The bounds of child number `child`, whose columns are there; nothing's without.
template <int D> FORCED void put_child(float* level, u32 child, const float* columns) {
  float low[D], high[D];
  if (columns)
    bounds_of<D>(columns, low, high);
  else
    for (int k = 0; k < D; ++k) low[k] = far_away, high[k] = -far_away;
  float* const node = level + (std::size_t)(child / width) * node_words(D) + child % width;
  for (int k = 0; k < D; ++k) node[2 * k * width] = low[k], node[(2 * k + 1) * width] = high[k];
}

template <class V, int D> void build_blocks(const float* rows, u32 from, u32 to, const bvh& p) {
  for (u32 b = from * width; b < to * width; ++b) {
    float* const leaf = b < p.blocks ? p.leaf + (std::size_t)b * block_words(D) : nullptr;
    if (leaf) to_columns<V, D, false>(rows + (std::size_t)b * width * row_words(D), p.items - b * width, leaf);
    put_child<D>(p.node[0], b, leaf);
  }
}

}  // namespace
}  // namespace hitscan::detail::broad
