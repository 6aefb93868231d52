// says: of boxes and points, 2D with 2D
#include "given.hpp"

int main() { (void)hs::advance(ship, {1, 2}, hs::hit3{}); }
