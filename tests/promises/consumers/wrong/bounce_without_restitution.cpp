// says: bounce(velocity, normal, restitution, friction)
#include "given.hpp"

int main() { (void)hs::bounce(hs::vec2{1, 2}, hs::hit{}); }
