// says: where a circle is or both move (a, its step, hit, b
#include "given.hpp"

int main() { (void)hs::advance(hs::circle{{1, 1}, 1}, {1, 2}, hs::hit{}); }
