// says: tile_flag bits need a byte a tile
#include "given.hpp"

int main() {
  const unsigned gids[] = {1, 2, 3};
  hs::tiles_from(
      gids, [](unsigned gid) { return gid == 1 ? hs::tile_solid : hs::one_way_min_y; }, words);
}
