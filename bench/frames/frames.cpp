#include "frames.hpp"

#include <algorithm>
#include <cmath>

#include "values.hpp"

namespace frames {

std::span<const kind> kinds() {
  static constexpr kind all[] = {
      {"curtain", "n bullets: which hit the ship, which graze it, which left the field", curtain},
      {"volley", "n shots fly at n/16 enemies, 1024 at most: the first that each meets", volley},
      {"bomb", "n bullets move; a bomb takes those in its circle out of all columns", bomb},
      {"laser", "n pieces of straight and curved lasers against the ship", laser},
      {"horde", "n circles: all pairs that overlap, pushed apart", horde},
      {"seams", "n walkers slide along a floor of tiles", seams},
      {"gauntlet", "n edge cases: what overlaps and what meets an edge case", gauntlet},
      {"plain_crowd", "the gauntlet's questions asked of ordinary things", plain_crowd},
      {"tiles", "n particles bounce in a map of 512 x 512 tiles", tiles},
      {"sprites", "n sprites against one, pixel by pixel", sprites},
  };
  return all;
}

std::uint64_t golden(scene& s) {
  hash h;
  for (const std::size_t k : {0, 1, 77}) s.library(k), h.add(s.answer());
  return h.value();
}

std::uint64_t expected(const std::string& name, std::size_t n) {
  for (const value& v : values)
    if (v.scene == name && v.n == n) return v.hash;
  return 0;
}

std::vector<thing> things(const scenes::crowd<2>& c) {
  std::vector<thing> out(c.size());
  for (std::size_t i = 0; i < c.size(); ++i)
    out[i] = {.x = c.center[0][i],
              .y = c.center[1][i],
              .dx = c.step[0][i],
              .dy = c.step[1][i],
              .half_x = c.half[0][i],
              .half_y = c.half[1][i],
              .radius = c.radius[i]};
  return out;
}

float factor(std::size_t n, std::size_t room) {
  float f = 1;
  for (; room < n; room *= 4) f *= 2;
  return f;
}

scenes::crowd<2> crowd(scenes::recipe r, std::size_t n, std::uint64_t seed, std::size_t room) {
  return scenes::make<2>(scenes::spread(r, factor(n, room)), n + scenes::fresh, seed);
}

std::size_t list_differences(std::span<const hs::index> a, std::span<const hs::index> b) {
  std::size_t i = 0, j = 0, differ = 0;
  while (i < a.size() || j < b.size()) {
    const std::uint64_t x = i < a.size() ? a[i] : ~0ull, y = j < b.size() ? b[j] : ~0ull;
    i += x <= y, j += y <= x, differ += x != y;
  }
  return differ;
}

std::size_t column_differences(std::span<const float> a, std::span<const float> b, float allowed) {
  std::size_t differ = a.size() != b.size() ? 1 : 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) differ += !(std::fabs(a[i] - b[i]) <= allowed);
  return differ;
}

}  // namespace frames
