// The items nearest to points, in plain data.
#pragma once

#include "../broad.hpp"

namespace hitscan::detail::broad {

struct near_item {
  double key;  // of boxes the square of the distance, of circles the distance
  index item;
};

struct near_rules {
  const side* items;
  double reach;  // as a key: nothing farther is wanted
  bool closed;   // what is just as far is
  std::uint32_t layers;
  std::size_t wanted;  // of each point; at least 1
};

// Gets what was found for a point, the nearest first.
struct near_sink {
  void* owner;
  void (*take)(void* owner, std::size_t point, const near_item* found, std::size_t n);
};

}  // namespace hitscan::detail::broad
