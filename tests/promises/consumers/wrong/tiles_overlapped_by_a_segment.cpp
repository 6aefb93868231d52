// says: tiles overlap one point, box or circle
#include "given.hpp"

int main() { (void)hs::tile_map{}.overlap(hs::segment{}, room); }
