// A program that asks three things, and has to get no more than these three from the library.
#include <cstdio>
#include <hitscan/hitscan.hpp>

namespace hs = hitscan;

int main(int arguments, char**) {
  const float x[] = {1, 2, 3}, y[] = {1, 2, static_cast<float>(arguments)};
  const hs::circles circles{.x = x, .y = y, .radius = 1.0f};
  const hs::boxes boxes{.min_x = x, .min_y = y, .max_x = 9.0f, .max_y = 9.0f};
  hs::index room[3];
  const std::size_t inside = hs::overlap_count(circles, hs::circle{{0, 0}, 2});
  const hs::hit first = hs::sweep_nearest(hs::box{{-5, -5}, {-4, -4}}, hs::vec2{10, 10}, boxes);
  const hs::found near = hs::overlap(hs::box{{0, 0}, {2, 2}}, boxes, room);
  std::printf("%zu %g %zu\n", inside, static_cast<double>(first.time), near.total);
  return inside == 2 && first.index == 0 && near.total == 1 ? 0 : 1;
}
