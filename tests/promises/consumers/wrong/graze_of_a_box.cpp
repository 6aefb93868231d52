// says: graze(bullets, [steps,] a circle, reach
#include "given.hpp"

int main() { (void)hs::graze(circles, ship, 2.0f, room, room); }
