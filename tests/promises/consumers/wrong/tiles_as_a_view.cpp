// says: have queries of their own: map.cast_nearest(ray)
#include "given.hpp"

int main() {
  const hs::tile_map map{.width = 1, .height = 1, .cell = {16, 16}, .bits = words};
  return hs::cast_nearest(hs::segment{{0, 0}, {9, 9}}, map) ? 1 : 0;
}
