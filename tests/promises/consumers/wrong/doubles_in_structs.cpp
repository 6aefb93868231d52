// says: columns are of floats, layers of std::uint32_t
#include "given.hpp"

struct bullet {
  double x, y;
};
int main() {
  const bullet all[3]{};
  (void)hs::overlap_any(hs::circles{.x = hs::strided(all, &bullet::x), .y = 0.0f, .radius = 1.0f}, ship);
}
