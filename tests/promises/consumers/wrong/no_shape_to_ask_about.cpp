// says: the second argument is no shape
#include "given.hpp"

int main() { (void)hs::overlap_any(ship, room); }
