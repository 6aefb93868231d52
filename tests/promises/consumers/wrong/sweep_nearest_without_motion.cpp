// says: sweep_nearest(a, its motion, b, options)
#include "given.hpp"

int main() { (void)hs::sweep_nearest(circles, ship); }
