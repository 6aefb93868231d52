// says: growing(box, a vec2)
#include "given.hpp"

int main() { (void)hs::growing(ship, 1.0f); }
