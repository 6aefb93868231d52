// says: whom it asks about is a view of many
#include "given.hpp"

int main() { return hs::distance_nearest(ship, ship).index == 0; }
