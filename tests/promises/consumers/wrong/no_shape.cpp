// says: the first argument is no shape
#include "given.hpp"

int main() { (void)hs::overlap(3, ship, room); }
