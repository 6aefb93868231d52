// says: the first argument is no shape
#include "given.hpp"

int main() { (void)hs::distance(3, ship); }
