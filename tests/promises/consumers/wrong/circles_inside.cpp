// says: there is no such question about these two shapes
#include "given.hpp"

int main() { (void)hs::inside_any(circles, ship); }
