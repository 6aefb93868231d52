// says: of several views each has motions of its own
#include "given.hpp"

int main() {
  hs::world world;
  world.rebuild(hs::several(circles, circles), steps);
}
