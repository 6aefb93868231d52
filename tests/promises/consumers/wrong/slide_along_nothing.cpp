// says: slide(velocity, normal) or (step, its hit)
#include "given.hpp"

int main() { (void)hs::slide(hs::vec2{1, 2}); }
