// says: tiles overlap one point, box or circle
#include "given.hpp"

int main() { return hs::tile_map{}.overlap_any(hs::polygon{x, x}); }
