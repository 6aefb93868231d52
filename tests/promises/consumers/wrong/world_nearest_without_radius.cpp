// says: nearest([points,] radius, columns)
#include "given.hpp"

int main() { hs::world().nearest(hs::vec2{}, room); }
