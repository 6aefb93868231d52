// Draws docs/frame.svg, the README's picture: one frame, all of whose answers are the library's. What the ship sees
// (cast_nearest), where bullets meet walls on their way (sweep_nearest, of many), which of them are near (overlap).
#include <hitscan/hitscan.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

int main() {
  std::uint64_t seed = 7;
  const auto random = [&](int low, int high) {  // whole numbers: the same picture wherever this runs
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(high - low + 1)));
  };
  const std::vector<float> left{60, 210, 420, 520, 120, 330, 480}, top{50, 30, 60, 170, 230, 270, 290},
      right{120, 230, 500, 550, 250, 350, 580}, bottom{90, 130, 80, 260, 250, 330, 310};
  const hs::boxes walls{.min_x = left, .min_y = top, .max_x = right, .max_y = bottom};
  std::vector<float> x, y, dx, dy;
  while (x.size() < 220) {
    const hs::circle one{{random(4, 636), random(4, 356)}, 3};
    const hs::vec2 step{random(-40, 40), random(-40, 40)};
    if (hs::overlap_any(one, walls)) continue;
    x.push_back(one.center.x), y.push_back(one.center.y), dx.push_back(step.x), dy.push_back(step.y);
  }
  const std::size_t n = x.size();
  const hs::circle ship{{300, 190}, 6};

  const hs::circles bullets{.x = x, .y = y, .radius = 3.0f};
  std::vector<hs::index> wall(n), near_ones(n);
  std::vector<float> time(n), met_x(n), met_y(n);
  hs::sweep_nearest(bullets, hs::motions{.dx = dx, .dy = dy}, walls,
                    {.index = wall, .time = time, .position_x = met_x, .position_y = met_y});
  std::vector<bool> close(n);
  for (const hs::index i : hs::overlap(bullets, hs::circle{ship.center, 60}, near_ones)) close[i] = true;

  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" fill=\"none\">\n"
      "<rect width=\"640\" height=\"360\" fill=\"#0d1320\"/>\n");
  std::printf("<path stroke=\"#2b5a80\" stroke-width=\".6\" d=\"");
  for (int k = 0; k < 96; ++k) {  // around a square: no sines, which differ from machine to machine
    const int side = k / 24, along = k % 24 * 50 - 600;
    const hs::vec2 to{static_cast<float>(side == 0   ? along
                                         : side == 1 ? 600
                                         : side == 2 ? -along
                                                     : -600),
                      static_cast<float>(side == 0   ? -600
                                         : side == 1 ? along
                                         : side == 2 ? 600
                                                     : -along)};
    const hs::hit seen = hs::cast_nearest(hs::segment{ship.center, to}, walls);
    const hs::vec2 end = seen ? seen.position : hs::vec2{ship.center.x + to.x, ship.center.y + to.y};
    std::printf("M300 190L%.1f %.1f", static_cast<double>(end.x), static_cast<double>(end.y));
  }
  std::printf("\"/>\n");
  for (std::size_t i = 0; i < left.size(); ++i)
    std::printf("<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" fill=\"#5b6472\"/>\n",
                static_cast<double>(left[i]), static_cast<double>(top[i]), static_cast<double>(right[i] - left[i]),
                static_cast<double>(bottom[i] - top[i]));
  for (std::size_t i = 0; i < n; ++i) {
    const bool stopped = wall[i] != hs::none && time[i] > 0;
    const double t = stopped ? static_cast<double>(time[i]) : 1;
    std::printf("<path stroke=\"#8a93a3\" stroke-width=\".8\" d=\"M%.0f %.0fl%.1f %.1f\"/>", static_cast<double>(x[i]),
                static_cast<double>(y[i]), t * static_cast<double>(dx[i]), t * static_cast<double>(dy[i]));
    std::printf("<circle cx=\"%.0f\" cy=\"%.0f\" r=\"3\" fill=\"%s\"/>", static_cast<double>(x[i]),
                static_cast<double>(y[i]), close[i] ? "#ff5d73" : "#ffd166");
    if (stopped)
      std::printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"#6ee7b7\"/>", static_cast<double>(met_x[i]),
                  static_cast<double>(met_y[i]));
    std::printf("\n");
  }
  std::printf(
      "<circle cx=\"300\" cy=\"190\" r=\"60\" stroke=\"#ff5d73\" stroke-dasharray=\"3 3\"/>"
      "<circle cx=\"300\" cy=\"190\" r=\"6\" fill=\"#7cc4ff\"/>\n</svg>\n");
}
