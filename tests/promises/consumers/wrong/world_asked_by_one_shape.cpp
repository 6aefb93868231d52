// says: a world is asked by many
#include "given.hpp"

int main() {
  hs::world world;
  world.sweep_nearest(ship, hs::vec2{1, 0}, {.index = room});
}
