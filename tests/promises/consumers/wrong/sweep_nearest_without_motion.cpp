// says: (a, its motion, b or moving(b, its) [, columns])
#include "given.hpp"

int main() { (void)hs::sweep_nearest(circles, ship); }
