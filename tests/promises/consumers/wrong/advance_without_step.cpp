// says: advance(a, its step, hit)
#include "given.hpp"

int main() { (void)hs::advance(ship, hs::hit{}); }
