// says: arguments
#include "given.hpp"

int main() { (void)hs::overlap(circles, ship); }
