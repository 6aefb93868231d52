// says: who asks has its motion next
#include "given.hpp"

int main() {
  hs::world world;
  world.sweep_nearest(circles, circles, {.index = room});
}
