// says: move_and_slide(center, half, step, level)
#include "given.hpp"

int main() {
  const hs::world level;
  (void)hs::move_and_slide({0, 0}, {1, 1}, {1, 1}, level);
}
