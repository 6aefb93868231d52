// says: a level is boxes, a tile_map, obstacles
#include "given.hpp"

int main() { (void)hs::move_and_slide({4, 4}, {2, 2}, {1, 2}, hs::obbs{}); }
