// says: a world is made of a view of shapes
#include "given.hpp"

int main() {
  hs::world world;
  world.rebuild(ship);
}
