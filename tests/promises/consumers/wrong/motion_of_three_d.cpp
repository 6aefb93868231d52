// says: a shape and its motion are 2D and 3D
#include "given.hpp"

int main() { (void)hs::sweep_any(circles, hs::vec3{1, 0, 0}, ship); }
