// says: one of these is 2D and the other 3D
#include "given.hpp"

int main() { (void)hs::overlap_any(circles, cube, {.layers = 3}); }
