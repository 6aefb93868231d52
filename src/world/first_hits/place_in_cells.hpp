// Where on a grid of cells (broad.hpp) a register of movers is looked for.
#pragma once

#include "../bvh/spatial_sort.hpp"

namespace hitscan::detail::broad {
namespace {

// In cells, from the first one on; what is beyond the grid is in its outermost ones.
template <class V> FORCED V place_on(const cell_grid& map, int k, V middle) {
  const V t = (middle - V(map.low[k])) * V(map.scale[k]);
  return ordered_min(ordered_max(t, V(0.f)), V(map.last[k]));
}
// One bit for each that is in a marked cell.
template <class V> FORCED u32 marked_at(const cell_grid& map, const V (&place)[2]) {
  return marked(map.marks, whole(place[1]) * V(map.line) + whole(place[0]));
}
// Its list: the number of the first row, as bits, and how many there are.
template <class V> struct list_of_rows {
  V start, length;
};
template <class V> FORCED list_of_rows<V> list_at(const cell_grid& map, const V (&place)[2]) {
  typedef u32 words __attribute__((vector_size(4 * V::size)));
  const V row = whole(place[1] * V(map.share)), column = whole(place[0] * V(map.share));
  alignas(64) u32 cell[V::size];
  put_whole(row * V(map.list_line) + column, cell);
  V list;
  __builtin_memcpy(&list, cell, sizeof list);
  list = words_at(map.start, list);
  words w;
  __builtin_memcpy(&w, &list, sizeof w);
  const words starts = w / (long_list + 1), lengths = w & long_list;
  const auto as_floats = __builtin_convertvector(lengths, quads<(int)V::size>);
  list_of_rows<V> found;
  __builtin_memcpy(&found.start, &starts, sizeof starts), __builtin_memcpy(&found.length, &as_floats, sizeof starts);
  return found;
}

}  // namespace
}  // namespace hitscan::detail::broad
