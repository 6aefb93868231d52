// says: a shape and its motion are 2D and 3D
#include "given.hpp"

int main() {
  hs::world world;
  world.sweep_nearest(circles, hs::vec3{1, 0, 0}, {.index = room});
}
