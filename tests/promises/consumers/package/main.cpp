#include <hitscan/hitscan.hpp>

#include <cstdio>
#include <vector>

namespace hs = hitscan;

int main() {
  const std::vector<float> x{0, 5, 100}, y{0, 0, 0};
  const hs::circles bullets{.x = x, .y = y, .radius = 4.0f};
  const hs::circle ship{{2, 0}, 1};
  std::printf("consumer saw %d hits on %s\n", static_cast<int>(hs::overlap_count(bullets, ship)),
              hs::name(hs::active_isa()));
}
