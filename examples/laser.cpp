// A curved laser that bends through the field and has a hole in it: who is in it, where it is met, how to get out. Then
// a blast that grows while everything moves.
#include <hitscan/hitscan.hpp>

#include <cstdint>
#include <cstdio>

namespace hs = hitscan;

int main() {
  // Nodes from the boss outwards. A link has the radius of the node it starts from; below 0 it is dead.
  const float x[] = {0, 30, 60, 90, 120, 150}, y[] = {0, 20, 25, 25, 20, 0}, width[] = {2, 4, 5, -1, 4, 2};
  const hs::chain laser{.x = x, .y = y, .radius = width};

  // The player: which links, what a dash meets first, the way out.
  hs::index room[5];
  for (hs::index link : hs::overlap(hs::circle{{45, 28}, 3}, laser, room)) std::printf("in link %u\n", link);
  const hs::hit met = hs::sweep_nearest(hs::circle{{75, 60}, 3}, {0, -64}, laser);
  std::printf("straight up through the middle: link %u at %.3f of the dash\n", met.index, met.time);
  const hs::hit through = hs::sweep_nearest(hs::circle{{105, 60}, 3}, {0, -64}, laser);
  std::printf("through the hole: %s\n", through ? "no" : "free");
  const hs::contact2 way_out = hs::contact_deepest(hs::circle{{45, 28}, 3}, laser);
  std::printf("out by (%.2f, %.2f)\n", way_out.push.x, way_out.push.y);

  // Shots, many of them: each is in the laser or not, whatever link. It absorbs them.
  const float shot_x[] = {10, 45, 75, 100, 130}, shot_y[] = {10, 20, 33, 40, 12};
  const hs::circles shots{.x = shot_x, .y = shot_y, .radius = 2.0f};
  std::uint64_t absorbed[hs::mask_words(5)];
  hs::overlap_mask(shots, hs::whole(laser), absorbed);
  std::printf("absorbed: %llx, %zu of 5\n", static_cast<unsigned long long>(absorbed[0]),
              hs::overlap_count(shots, hs::whole(laser)));

  // A blast whose radius goes from 4 to 34 within this frame: what flies into it, and what cannot get away in time.
  const float shot_dx[] = {0, 0, -10, 10, -50}, shot_dy[] = {9, -9, 0, 0, 38};
  const hs::motions steps{.dx = shot_dx, .dy = shot_dy};
  const hs::circle blast{{80, 50}, 4};
  std::printf("caught by the blast: %zu of 5, and %zu if it did not grow\n",
              hs::sweep_count(shots, steps, hs::growing(blast, 30)), hs::sweep_count(shots, steps, blast));
}
