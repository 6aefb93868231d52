// says: integrate_and_deflect(particles, dt, a world or a tile_map
#include "given.hpp"

int main() { hs::integrate_and_deflect({here, here, here, here}, 1, hs::boxes{x, x, x, x}); }
