// A view of a vector that is gone at the end of the line. GONE: with it; else what is fine and looks alike.
#include <hitscan/hitscan.hpp>

#include <array>
#include <vector>

std::vector<float> made();

std::size_t ask(const std::vector<float>& x);
std::size_t ask(const std::vector<float>& x) {
  const std::array<float, 2> few{1, 2};
  const float plain[] = {1, 2};
#ifdef GONE
  const hitscan::circles view{.x = made(), .y = x, .radius = 1.0f};
#else
  const hitscan::circles view{.x = std::span(x), .y = std::span<const float>(x).first(1), .radius = few};
  const hitscan::points more{.x = plain, .y = x};
  if (hitscan::overlap_any(hitscan::points{.x = made(), .y = made()}, hitscan::circle{})) return more.size();
#endif
  return hitscan::overlap_count(view, hitscan::circle{});
}
