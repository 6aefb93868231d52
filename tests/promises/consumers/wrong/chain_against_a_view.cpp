// says: a chain as one shape is whole(chain)
#include "given.hpp"

int main() { (void)hs::overlap_any(circles, laser); }
