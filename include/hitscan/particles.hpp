// A million particles that fly and bounce: one call a frame.
//
//   hs::grid walls;                                                     // or a hs::tile_map
//   walls.rebuild(boxes);
//   hs::integrate_and_deflect({x, y, dx, dy}, dt, walls, workspace);    // positions and velocities change in place
//
// Each particle makes its step. Where something is in the way it goes up to it, and the time left in the other
// direction:
//
//          .        step      fl(velocity * dt)
//       \  |        hit       cast_nearest of the step, as thick as query::padding says
//        \ | rest   there     advance(position, step, hit)
//         \|        rest      deflect(step, hit), not asked about again
//     -----*----    position  fl(there + rest), velocity deflect(velocity, normal)
//
// These functions, one particle at a time, are the definition; this gives the same bits. Most particles are near
// nothing: a map of what is occupied sees that, and only the others are asked about.
#pragma once

#include <cstddef>
#include <span>

#include "grid.hpp"
#include "tiles.hpp"

namespace hitscan {

/// Positions and velocities; the shortest span says how many there are.
struct particles {
  std::span<float> x, y, dx, dy;
};

/// Returns how many hit something. Positions and velocities that are not finite hit nothing. May throw std::bad_alloc
/// as long as the workspace grows, before anything has moved.
std::size_t integrate_and_deflect(const particles& p, float dt, const grid& walls, workspace& w, const query& q = {});
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, workspace& w,
                                  const query& q = {});

/// The same by as many jobs at a time as there are workspaces (threads.hpp): the same bits.
std::size_t integrate_and_deflect(const particles& p, float dt, const grid& walls, const query& q, const executor& run,
                                  std::span<workspace> spaces);
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, const query& q,
                                  const executor& run, std::span<workspace> spaces);

}  // namespace hitscan
