// says: segments are cast
#include "given.hpp"

int main() {
  hs::world world;
  world.cast_nearest(circles, {.index = room});
}
