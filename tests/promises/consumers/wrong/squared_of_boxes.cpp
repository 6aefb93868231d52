// says: overlap_squared(circles or points, center, reach2
#include "given.hpp"

int main() {
  hs::index room[1];
  hs::overlap_squared(hs::boxes{}, hs::vec2{1, 2}, 4.0f, room);
}
