#include <hitscan/hitscan.hpp>

#include <cstdio>

namespace hs = hitscan;

int main() {
  const float x[] = {100, 200, 300, 400}, y[] = {50, 50, 50, 90}, dx[] = {0, -40, -240, 0};  // four bullets
  const hs::circles bullets{.x = x, .y = y, .radius = 4.0f};  // your columns, or one value for all
  const hs::motions steps{.dx = dx, .dy = 0.0f};              // how each moves in this frame
  const hs::circle ship{{104, 50}, 6};

  hs::index room[4];
  for (hs::index i : hs::overlap(bullets, ship, room)) std::printf("bullet %u is in the ship\n", i);
  const hs::hit first = hs::sweep_nearest(bullets, steps, ship, {.start = hs::start_overlap::ignored});
  std::printf("bullet %u comes next, at %.4f of the frame\n", first.index, first.time);
}
