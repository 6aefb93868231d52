// says: the order is who asks, how it moves, against whom
#include "given.hpp"

int main() { (void)hs::sweep(circles, ship, steps, room); }
