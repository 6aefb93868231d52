// says: one of these is 2D and the other 3D
#include "given.hpp"

int main() { return hs::distance(ship, cube) > 0; }
