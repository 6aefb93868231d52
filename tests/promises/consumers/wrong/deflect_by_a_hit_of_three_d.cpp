// says: deflect(velocity, normal) or (step, its hit), 2D with 2D
#include "given.hpp"

int main() { (void)hs::deflect(hs::vec2{1, 2}, hs::hit3{}); }
