// A static world, asked by rays: walls, terrain, whatever stays where it is while thousands of rays and shots cross it.
//
//   hs::tree world;
//   world.build(walls);                                   // milliseconds for 100,000; copies what it needs
//   world.cast_nearest(rays, { .index = who, .time = when });
//   world.sweep_nearest(shots, steps, out);
//   world.refit(walls);                                   // they moved
//   std::vector<std::byte> file(world.save({}));
//   world.save(file);                                     // and world.load(file), elsewhere
//
// It is asked as a grid is (grid.hpp): the same queries, options, outputs and ties, and the same bits as brute force.
// What differs is how: a grid takes movers in packets, which is best where many short motions are neighbours and all is
// sorted again in every frame; a tree takes each ray by itself from its start to its first hit, which is best where
// rays are long, and in worlds that are crowded here and empty there. See docs/broadphase.md.
//
// Memory grows when it has to and is kept. Building and loading may throw std::bad_alloc, and so may the first queries
// of a workspace; nothing else here throws. Queries with a `workspace` of the caller's own are const: any number of
// threads may ask one tree at a time, each with its own.
#pragma once

#include <cstddef>
#include <span>

#include "grid.hpp"

namespace hitscan {

class tree : private grid {
 public:
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  void build(const S& items) {
    build(lowered_alone(items, {}));
  }
  /// The same items, in the same order, have moved, grown or changed their layers: build, and a contract that there are
  /// as many as before. It takes as long and allocates nothing; whatever has moved, queries stay as fast as after
  /// build.
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  void refit(const S& items) {
    refit(lowered_alone(items, {}));
  }

  /// Writes the world into `to`, or nothing if there is too little room. Returns how many bytes it takes.
  std::size_t save(std::span<std::byte> to) const noexcept;
  /// Takes over what save has written, on whatever machine of the same byte order. False, and nothing is changed, if
  /// these are not exactly the bytes of a world. Only items are stored: what they are sorted into is built anew, in
  /// milliseconds, so there is nothing in them that could lead a query astray.
  bool load(std::span<const std::byte> from);

  using grid::bytes;
  using grid::cast_nearest;
  using grid::nearest;
  using grid::nearest_k;
  using grid::overlap;
  using grid::overlap_pairs;
  using grid::overlap_pairs_unordered;
  using grid::size;
  using grid::sweep_nearest;

 private:
  void build(const detail::request&);
  void refit(const detail::request&);
};

}  // namespace hitscan
