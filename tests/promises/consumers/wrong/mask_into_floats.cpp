// says: span
#include "given.hpp"

int main() {
  float f[4];
  hs::overlap_mask(circles, ship, f);
}
