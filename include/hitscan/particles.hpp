// A million particles that fly and bounce: one call a frame.
//
//   hs::world walls;                                                    // or a hs::tile_map
//   walls.rebuild(boxes);
//   hs::integrate_and_deflect({x, y, dx, dy}, dt, walls);               // positions and velocities change in place
//
//   hs::integrate_and_deflect({x, y, dx, dy}, dt, hs::several(walls, pillars, map));        // worlds and maps together
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
// start_overlap::hits is hits_unless_leaving, so that what is touched and left lets go. With query::padding a particle
// is as thick as a box: box::from_center(position, padding).
//
// Guaranteed: who is in nothing when a frame begins is in nothing when it ends (overlaps nothing, in the sense of
// touching::misses), at any speed, size and place, whatever the options. So a position that rounds into something gives
// way: it is position + t * rest, t being safe_time(hit.time) or, without a hit, 1; then that times 1 - 2^-22, times
// 1 - 2^-21 and so on, at last 0. Likewise one that rounds into the one-way tile that was hit. Who is in something when
// a frame begins is turned once, by what it hits, and makes its rest without asking. (A point that moves exactly along
// the seam of two walls, or through a corner that is all they share, is in neither; one with any padding is.)
//
// Several walls are one: the hit is the first of all, in the order of several.hpp (lowest time, a face before a corner,
// first wall, lowest index), and who is in nothing is in none of them. Far from all of them that costs nothing; near
// circles, and with rules, all walls are asked one after the other.
//
// These functions, one particle at a time, are the definition; this gives the same bits. Most particles are near
// nothing: a map of what is occupied sees that, and only the others are asked about. Few of them among what stays go
// down what is filed, one by one. Its memory is the world's, or the workspace's that is handed over: a tile map keeps
// none, so that without one (map, {}, my_workspace) each call allocates what it needs.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "several.hpp"
#include "tiles.hpp"
#include "world.hpp"

namespace hitscan {

/// Positions and velocities; the shortest span, or output of the rules, says how many there are.
struct particles {
  std::span<float> x, y, dx, dy;
};

/// What else may happen to them. Where it is not as it is here, those near something are turned one by one: dearer for
/// these, free for the others.
struct particle_rules {
  int bounces = 4;        ///< a frame; fewer than 1 are 1, more than a million are a million
  float restitution = 1;  ///< of the speed into a wall: 0 slides along it, 1 is a ball, more a bumper (hs::bounce)
  float friction = 0;     ///< what a hit takes of the speed along the wall: 0 to 1; more is 1
  vec2 gravity{};         ///< added to the velocities, times dt, before they move
  /// Outputs, none of them needed: the first wall that is hit (an index of the world's items, y * width + x of tiles,
  /// `none`), its normal (0) and how often something is hit (255: that often or more). Who dies on a hit is who has a
  /// wall: rules {.bounces = 1, .restitution = 0} leave it there, compact() takes it out.
  std::span<index> wall{};
  std::span<float> normal_x{}, normal_y{};
  std::span<std::uint8_t> hits{};
  std::span<index> kind{};  ///< an output as well: which of several(...) has that wall, 0 the first (`none`)
};

namespace detail {
struct particle_wall {  // one of the two
  const world* items = nullptr;
  const tile_map* tiles = nullptr;
  particle_wall(const world& w) noexcept : items(&w) {}
  particle_wall(const tile_map& t) noexcept : tiles(&t) {}
};
std::size_t fly_among(const particles& p, float dt, std::span<const particle_wall> walls, const query& q,
                      const workers& with, const particle_rules& rules);
}  // namespace detail

/// Returns how many hit something. Positions and velocities that are not finite hit nothing (and an infinite velocity
/// times a `dt` of 0 is NaN); nobody moves if `dt` or a number of the rules is not finite. By as many jobs at a time as
/// there are workers, to the same bits. May throw std::bad_alloc as long as memory grows, before anything has moved.
/// Walls are 2D boxes, points or circles that stand still, or tiles; `by` is refused, as the rest is for the world to
/// choose. With little restitution give particles some padding: who slides along a floor comes to the seam of a wall.
/// Gravity comes first, then the bounce: nobody comes to rest by itself; with a restitution of 1 energy grows by some
/// hundredths in ten thousand frames.
std::size_t integrate_and_deflect(const particles& p, float dt, const world& walls, const query& q = {},
                                  const workers& with = {}, const particle_rules& rules = {});
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, const query& q = {},
                                  const workers& with = {}, const particle_rules& rules = {});
template <class No = void> std::size_t integrate_and_deflect(const particles&, float, detail::anything, ...) {
  static_assert(detail::never<No>,
                "hitscan: integrate_and_deflect(particles, dt, a world or a tile_map, or several(...) of these)");
  return 0;
}
/// Among worlds and tile maps together, any number of each: several(boxes, circles, map). A world of several views is
/// one of them, and its indices go on from view to view.
template <class... Walls>
std::size_t integrate_and_deflect(const particles& p, float dt, const several_views<Walls...>& walls,
                                  const query& q = {}, const workers& with = {}, const particle_rules& rules = {}) {
  constexpr bool known = sizeof...(Walls) > 0 && (std::convertible_to<const Walls&, detail::particle_wall> && ...);
  static_assert(known, "hitscan: particles fly among worlds and tile maps: several(boxes, circles, map)");
  if constexpr (known)
    return std::apply(
        [&](const Walls&... each) {
          const detail::particle_wall all[] = {each...};
          return detail::fly_among(p, dt, all, q, with, rules);
        },
        walls.all);
  else
    return 0;
}

}  // namespace hitscan
