// says: cast_nearest(a segment)
#include "given.hpp"

int main() { (void)hs::tile_map{}.cast_nearest(ship); }
