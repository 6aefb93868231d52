// says: sweep(a, its motion, b, indices or columns, options)
#include "given.hpp"

int main() { (void)hs::sweep(circles, steps, ship); }
