// A program whose world holds boxes and is asked who overlaps whom: nothing that moves, nobody's first hit.
#include <hitscan/hitscan.hpp>

namespace hs = hitscan;

int main(int arguments, char**) {
  const float x[] = {1, 2, 3}, y[] = {1, 2, static_cast<float>(arguments)};
  hs::index first[3], second[3];
  hs::world world;
  world.rebuild(hs::boxes{.min_x = x, .min_y = y, .max_x = 9.0f, .max_y = 9.0f});
  return world.overlap_pairs({first, second}).total == 3 ? 0 : 1;
}
