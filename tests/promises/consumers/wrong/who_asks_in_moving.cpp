// says: sweep_nearest(a, its motion, b, options)
#include "given.hpp"

int main() { (void)hs::sweep_nearest(hs::moving(circles, steps), ship); }
