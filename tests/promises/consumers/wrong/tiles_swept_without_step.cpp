// says: sweep_nearest(a box or circle, its step)
#include "given.hpp"

int main() { (void)hs::tile_map{}.sweep_nearest(ship); }
