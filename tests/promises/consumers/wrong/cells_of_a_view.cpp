// says: cells overlap one shape of the plane, or other cells
#include "given.hpp"

int main() { (void)hs::cells(hs::tile_map{}).overlap_any(circles); }
