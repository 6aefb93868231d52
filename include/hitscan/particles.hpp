// A million particles that fly and bounce: one call a frame.
//
//   hs::world walls;                                                    // or a hs::tile_map
//   walls.rebuild(boxes);
//   hs::integrate_and_deflect({x, y, dx, dy}, dt, walls);               // positions and velocities change in place
//
// Each particle makes its step. Where something is in the way it goes up to it, and the time left in the other
// direction; where something is in the way again, again:
//
//          .        rest      = velocity * dt
//       \  |        hit       = cast_nearest(segment{position, rest}, walls, q)
//        \ | rest   position  = advance(position, rest, hit)
//         \|        velocity  = deflect(velocity, hit.normal)
//     -----*----    rest      = deflect(rest, hit), from which all but the first line is done once more
//
// (with rules: velocity + gravity * dt first, and bounce with the wall's restitution and friction in place of deflect)
//
// until nothing is hit, or for `bounces` times: the last one ends at the wall. From the second time on
// start_overlap::hits lets go what is touched and left. With query::padding a particle is as thick as a box:
// box::from_center(position, padding).
//
// Guaranteed: who is in nothing when a frame begins is in nothing when it ends (overlaps nothing, in the sense of
// touching::misses), at any speed, size and place, whatever the options. So a position that rounds into something gives
// way: it is position + t * rest, t being safe_time(hit.time) or, without a hit, 1; then that times 1 - 2^-22, times
// 1 - 2^-21 and so on, at last 0. Likewise one that rounds into the one-way tile that was hit. Who is in something when
// a frame begins is turned once, by what it hits, and makes its rest without asking. (A point that moves exactly along
// the seam of two walls, or through a corner that is all they share, is in neither; one with any padding is.)
//
// These functions, one particle at a time, are the definition; this gives the same bits. Most particles are near
// nothing: a map of what is occupied sees that, and only the others are asked about.
#pragma once

#include <cstddef>
#include <span>

#include "tiles.hpp"
#include "world.hpp"

namespace hitscan {

/// Positions and velocities; the shortest span says how many there are.
struct particles {
  std::span<float> x, y, dx, dy;
};

/// What else may happen to them. Where it is not as it is here, those near something are turned one by one: dearer for
/// these, free for the others.
struct particle_rules {
  int bounces = 4;        ///< a frame; fewer than 1 are 1, more than a million are a million
  float restitution = 1;  ///< of the speed into a wall: 0 slides along it, 1 is a ball, more a bumper (hs::bounce)
  float friction = 0;     ///< what a hit takes of the speed along the wall: 0 to 1
  vec2 gravity{};         ///< added to the velocities, times dt, before they move
  /// Outputs, none of them needed: the first wall that is hit (an index of the world's items, y * width + x of tiles,
  /// `none`), its normal (0) and how often something is hit (255: that often or more). Who dies on a hit is who has a
  /// wall: rules {.bounces = 1, .restitution = 0} leave it there, compact() takes it out.
  std::span<index> wall{};
  std::span<float> normal_x{}, normal_y{};
  std::span<std::uint8_t> hits{};
};

/// Returns how many hit something. Positions and velocities that are not finite hit nothing. By as many jobs at a time
/// as there are workers, to the same bits. May throw std::bad_alloc as long as memory grows, before anything has moved.
/// Walls are 2D boxes, points or circles that stand still, or tiles; there is one way to ask them, so `by` has no
/// meaning. With little restitution give particles some padding: who slides along a floor comes to the seam of a wall.
std::size_t integrate_and_deflect(const particles& p, float dt, const world& walls, const query& q = {},
                                  const workers& with = {}, const particle_rules& rules = {});
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, const query& q = {},
                                  const workers& with = {}, const particle_rules& rules = {});

}  // namespace hitscan
