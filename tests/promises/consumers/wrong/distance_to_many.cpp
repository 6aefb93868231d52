// says: of many it is distance_each
#include "given.hpp"

int main() { return hs::closest(ship, circles).distance > 0; }
