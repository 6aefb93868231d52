// says: (a, its motion, b or moving(b, its), indices or columns)
#include "given.hpp"

int main() { (void)hs::sweep(circles, steps, ship); }
