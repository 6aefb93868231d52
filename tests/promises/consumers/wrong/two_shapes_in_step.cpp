// says: neither is a view
#include "given.hpp"

int main() { (void)hs::overlap_each_any(ship, ship); }
