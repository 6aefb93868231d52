// A static world as grids and SAH nodes within each other, in plain data: what a ray goes through in one descent.
//
//   +----+----+----+----+     A node is a grid over the true bounds of what is in it. A cell holds blocks of 8 boxes,
//   | .  |    |####|  . |     or, when there are many, a node of its own: bounds and cells fitted to them. Items are in
//   +----+----+----+----+     every cell they reach into. What would be in too many is in the node's `wide` cell, one
//   |    | .  | .  |    |     for all, which may be a node as well, with larger cells.
//   +----+----+----+----+
//
// Where space is mostly empty, or everything overlaps, a *SAH node* stands in place of a node: 16 cells, each with
// bounds, which may be SAH nodes again.
//
// Nothing about cells is exact, and nothing needs to be: items are filed a little wider than they are, a ray looks a
// little further than it goes, and both by more than roundings come to.
#pragma once

#include "../broad.hpp"

namespace hitscan::detail::broad {

constexpr int lane_width = 8;               // items a block, on every ISA
constexpr int sah_width = 16;               // cells a SAH node
constexpr std::uint32_t of_node = ~0u;      // cell::blocks: `first` is a node
constexpr std::uint32_t of_sah_node = ~1u;  // or a SAH node
constexpr int deepest = 12;                 // nodes within nodes
constexpr double cell_room = 1.0 / 256;     // how much wider than they are items are filed, and rays look, in cells
constexpr int most_cells_an_axis = 4096;

// A block: min and max of each axis in turn, 8 of each, then numbers. Spare lanes are empty, as in a BVH.
constexpr int nested_block_words(int dims) noexcept { return (2 * dims + 1) * lane_width; }

// A SAH node: the true bounds of 16 cells, min and max of each axis in turn, then `first` and `blocks` of each. Spare
// ones are empty.
constexpr int sah_words(int dims) noexcept { return (2 * dims + 2) * sah_width; }

// A cell's blocks may be read so many at a time: behind the last of all are empty ones.
constexpr std::uint32_t nested_at_once = 4;

struct nested_cell {
  std::uint32_t first, blocks;  // without blocks, `first` is how many columns further on there is nothing either
};

struct nested_node {
  double low[3], per[3];   // where the grid begins; cells a unit
  double pitch[3];         // units a cell
  std::uint32_t count[3];  // cells
  std::uint32_t first;     // its cells, axis 0 fastest, and behind them the wide one
};

struct nested_grid {
  int dims = 2;
  nested_cell root{0, 0};
  const nested_node* node = nullptr;
  const nested_cell* cell = nullptr;
  const float* sah_node = nullptr;
  const float* block = nullptr;
  const side* items = nullptr;  // as they were given: circles are rounder than their boxes
};

struct traverse_rules {
  bool layered;
  std::uint32_t layers;
  float until;
  bool inside_counts;  // starts in overlap are hits
  bool sure;           // what is known of bounds says something of hits
  bool settle;         // boxes, and no normals or positions are wanted: what is clear is answered here
  bool any;            // it is enough to know whether: the first sure hit ends it, and is told as index 0
  records answers;     // where
};

// Who stands there, asking whether anything is met.
struct standing_rules {
  bool closed;           // bounds that touch meet
  bool half_open;        // ... but whether that counts is for the exact test
  bool sure;             // bounds are the shapes
  bool layered;          // compare layers
  std::uint32_t layers;  // of the query
  std::uint64_t* words;  // a bit each, which who takes the pairs may set
};

}  // namespace hitscan::detail::broad
