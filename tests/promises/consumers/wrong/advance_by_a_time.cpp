// says: advance(a, its step, hit)
#include "given.hpp"

int main() { (void)hs::advance(ship, hs::vec2{1, 2}, 0.5f); }
