// says: swept_bounds(one shape, its motion)
#include "given.hpp"

int main() { (void)hs::swept_bounds(circles, hs::vec2{1, 2}); }
