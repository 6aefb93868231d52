// says: deleted
#include "given.hpp"

int main() {
  const double d[3]{};
  (void)hs::overlap_any(hs::circles{.x = d, .y = 0.0f, .radius = 1.0f}, ship);
}
