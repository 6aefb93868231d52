// Files items into grids within grids: see nested_grid.hpp. Scalar, and the same for every ISA.
#pragma once

#include <utility>

#include "../memory.hpp"
#include "nested_grid.hpp"

namespace hitscan::detail::broad {

// A column that grows at its end, keeps its memory, and is aligned to cache lines.
template <class T> class pile {
 public:
  T* add(std::size_t n) {  // n more, not initialised
    if (size_ + n > room_.bytes() / sizeof(T)) room_.extend(size_ + n + size_ / 2, size_);
    size_ += n;
    return room_.get() + (size_ - n);
  }
  void shrink(std::size_t n) noexcept { size_ = n; }
  T* data() noexcept { return room_.get(); }
  const T* data() const noexcept { return room_.get(); }
  std::size_t size() const noexcept { return size_; }
  std::size_t bytes() const noexcept { return room_.bytes(); }

 private:
  room<T> room_;
  std::size_t size_ = 0;
};

// What goes into a SAH node: bounds, and a cell or an item. First the lows of all axes, then the highs with the other
// sign: what holds two of them is the minimum of each.
struct in_sah_nodes {
  float bounds[6];
  nested_cell cell;
};

struct cell_range {  // of one item: the cells of each axis
  std::uint16_t first[3], last[3];
};

struct nested_grid_body {
  nested_cell root{0, 0};
  pile<nested_node> nodes;
  pile<nested_cell> cells;
  pile<float> sah_nodes;
  pile<float> blocks;
  pile<in_sah_nodes> parts;  // what is still to be in SAH nodes
  room<float> bounds;        // of items while they are filed, as in_sah_nodes has them
  pile<index> lists;         // what is still to be filed
  pile<cell_range> ranges;   // in which cells

  void clear() noexcept { root = {0, 0}; }  // traversals then find nothing
  void build(const side& items, int dims);
  nested_grid view(const side& items, int dims) const noexcept;
  // Movers that start near each other read the same memory. Is it worth bringing so many together?
  bool sorts(std::size_t movers) const noexcept;
  // The order of where they start: which is k-th. Room for a key each, and for `most_starts` counters.
  static constexpr std::size_t most_starts = 4096;
  void sort(const side& movers, int dims, std::uint32_t* keys, std::uint32_t* counts, index* order) const noexcept;
  std::size_t bytes() const noexcept {
    return nodes.bytes() + cells.bytes() + sah_nodes.bytes() + blocks.bytes() + parts.bytes() + bounds.bytes() +
           lists.bytes() + ranges.bytes();
  }
};

}  // namespace hitscan::detail::broad
