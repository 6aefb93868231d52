// A program whose world holds boxes and is asked for first hits: no shapes of other kinds, no pairs, no particles.
#include <hitscan/hitscan.hpp>

namespace hs = hitscan;

int main(int arguments, char**) {
  const float x[] = {1, 2, 3}, y[] = {1, 2, static_cast<float>(arguments)};
  const hs::boxes boxes{.min_x = x, .min_y = y, .max_x = 9.0f, .max_y = 9.0f};
  hs::index first[3];
  hs::world world;
  world.rebuild(boxes);
  world.sweep_nearest(hs::boxes{.min_x = x, .min_y = y, .max_x = x, .max_y = y}, hs::motions{.dx = 9.0f, .dy = 9.0f},
                      {.index = first});
  return first[0] == 0 && first[2] != hs::none ? 0 : 1;
}
