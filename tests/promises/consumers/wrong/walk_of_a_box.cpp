// says: move_and_slide(center, half, step, level)
#include "given.hpp"

int main() { (void)hs::move_and_slide(ship, {1, 2}, hs::tile_map{}); }
