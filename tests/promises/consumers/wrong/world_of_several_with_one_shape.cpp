// says: a world of several is made of 1 to 16 views of shapes
#include "given.hpp"

int main() {
  hs::world world;
  world.rebuild(hs::several(circles, ship));
}
