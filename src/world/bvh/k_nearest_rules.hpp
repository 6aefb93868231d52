// The items nearest to points, in plain data.
#pragma once

#include "../broad.hpp"

namespace hitscan::detail::broad {

struct near_item {
  double key;  // of boxes the square of the distance, of circles the distance
  index item;
};
// The nearest so far: in order, or, where more than so many are wanted, a heap with the farthest in front. Returns how
// many there are with one more.
constexpr std::size_t most_in_order = 512;
std::size_t keep_nearest(near_item* kept, std::size_t have, std::size_t wanted, const near_item& one) noexcept;
void sort_heap(near_item* heap, std::size_t n) noexcept;

struct near_rules {
  const side* items;
  double reach;  // as a key: nothing farther is wanted
  bool closed;   // what is just as far is
  std::uint32_t layers;
  std::size_t wanted;   // of each point; at least 1
  bool selves = false;  // items ask, each of all but itself
  bool sorted = false;  // who asks does so in spatial order: items in theirs, points as rows (order)
  const float* rows = nullptr;
  float radius = 0;      // that all circles have, or NaN
  std::size_t from = 0;  // the first of these who asks, or the first item
  // By rings of cells: as far as a few more than wanted should be, the ring to begin with, and the reach as a float.
  float likely = 0, limit = 0;
  int first_ring = 1;
};

// Gets what was found for a point, the nearest first.
struct near_sink {
  void* owner;
  void (*take)(void* owner, std::size_t point, const near_item* found, std::size_t n);
};

}  // namespace hitscan::detail::broad
