// says: the third argument is no shape
#include "given.hpp"

int main() { (void)hs::sweep(ship, {8, 3}, std::array{ship, ship}, room); }
