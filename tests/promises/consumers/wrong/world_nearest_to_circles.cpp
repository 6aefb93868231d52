// says: what is near is asked by a view of points
#include "given.hpp"

int main() {
  hs::world world;
  world.nearest(circles, 9, {.index = room});
}
