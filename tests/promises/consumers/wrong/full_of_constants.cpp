// says: span
#include "given.hpp"

int main() {
  const hs::index full[3]{};
  (void)hs::overlap(circles, ship, full);
}
