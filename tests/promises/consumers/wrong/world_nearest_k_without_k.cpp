// says: nearest_k([points,] k, radius, lists)
#include "given.hpp"

int main() { hs::world().nearest_k(hs::near_lists{}); }
