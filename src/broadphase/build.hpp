// From sorted rows to a pyramid: rows turn into columns, 16 at a time, and bounds are taken level by level.
#pragma once

#include "order.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr float far_away = __builtin_inff();

// Rows to columns: corners, then (Steps) steps, then numbers and layers. Lanes behind the last row are empty.
template <int D, bool Steps> FORCED void to_columns(const float* rows, u32 n, float* block) {
  constexpr int words = row_words(D), columns = (Steps ? 3 : 2) * D;
  const u32 here = n < width ? n : width;
  for (u32 j = 0; j < here; ++j) {
    const float* const row = rows + (std::size_t)j * words;
    for (int c = 0; c < columns; ++c) block[c * width + (int)j] = row[c];
    block[columns * width + (int)j] = row[3 * D], block[(columns + 1) * width + (int)j] = row[3 * D + 1];
  }
  for (u32 j = here; j < width; ++j) {
    for (int c = 0; c < columns; ++c) block[c * width + (int)j] = c >= 2 * D ? 0 : c % 2 ? -far_away : far_away;
    block[columns * width + (int)j] = word_as_float(none), block[(columns + 1) * width + (int)j] = 0;
  }
}

// The bounds of a block's or a node's 16 lanes. Empty lanes do not count.
template <class V, int D> FORCED void bounds_of(const float* columns, float* low, float* high) {
  for (int k = 0; k < D; ++k) {
    alignas(64) float least[width], largest_of[width];
    const float *const lows = columns + 2 * k * width, *const highs = lows + width;
    V a = V::load_unaligned(lows), b = V::load_unaligned(highs);
    for (int j = V::size; j < width; j += V::size) {
      const V x = V::load_unaligned(lows + j), y = V::load_unaligned(highs + j);
      a = pick(x < a, x, a), b = pick(y > b, y, b);
    }
    a.store_unaligned(least), b.store_unaligned(largest_of);
    for (int step = (int)V::size / 2; step > 0; step /= 2)
      for (int j = 0; j < step; ++j) {
        if (least[j + step] < least[j]) least[j] = least[j + step];
        if (largest_of[j + step] > largest_of[j]) largest_of[j] = largest_of[j + step];
      }
    low[k] = least[0], high[k] = largest_of[0];
  }
}

template <class V, int D> void build(const float* rows, u32 items, float* words, pyramid& p) {
  p.dims = D, p.levels = 0, p.items = items, p.blocks = (u32)blocks_of(items);
  if (items == 0) return;
  p.leaf = words, words += (std::size_t)p.blocks * block_words(D);
  for (u32 b = 0; b < p.blocks; ++b)
    to_columns<D, false>(rows + (std::size_t)b * width * row_words(D), items - b * width,
                         p.leaf + (std::size_t)b * block_words(D));
  u32 below = p.blocks;
  const float* from = p.leaf;
  std::size_t size = block_words(D);
  do {
    const u32 nodes = (below + width - 1) / width;
    float* const level = words;
    words += (std::size_t)nodes * node_words(D);
    for (u32 child = 0; child < nodes * width; ++child) {
      float low[D], high[D];
      if (child < below)
        bounds_of<V, D>(from + child * size, low, high);
      else
        for (int k = 0; k < D; ++k) low[k] = far_away, high[k] = -far_away;
      float* const node = level + (std::size_t)(child / width) * node_words(D) + child % width;
      for (int k = 0; k < D; ++k) node[2 * k * width] = low[k], node[(2 * k + 1) * width] = high[k];
    }
    p.node[p.levels] = level, p.nodes[p.levels] = nodes, ++p.levels;
    from = level, size = node_words(D), below = nodes;
  } while (below > 1);
}

}  // namespace
}  // namespace hitscan::detail::broad
