// says: (a, its motion, b or moving(b, its) [, columns])
#include "given.hpp"

int main() { (void)hs::sweep_nearest(hs::moving(circles, steps), ship); }
