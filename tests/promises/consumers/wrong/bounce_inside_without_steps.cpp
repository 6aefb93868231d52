// says: bounce_inside(box, radius, x, y, dx, dy)
#include "given.hpp"

int main() { hs::bounce_inside(ship, 1.0f, here, here); }
