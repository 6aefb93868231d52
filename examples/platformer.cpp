// Ten thousand frames of a little platformer: ground and steps of tiles, a hill, a lift, a shuttle that is solid from
// above only and dropped through, a press. Forty who walk, jump and fall. Nobody is ever inside of anything, but who is
// crushed, which is told. Ends with a hash of all it saw, the same on every machine.
#include <hitscan/hitscan.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr std::uint32_t wide = 40, high = 12;
constexpr const char* rows[high] = {"########################################",  //
                                    "#......................................#",  //
                                    "#......................................#",  //
                                    "#...............................####...#",  //
                                    "#......................................#",  //
                                    "#........====..........................#",  // = is solid from above
                                    "#......................................#",  //
                                    "#.....................####.............#",  //
                                    "#.......................#..............#",  //
                                    "#.......................#............###",  //
                                    "#.......................#...........####",  //
                                    "########################################"};
constexpr std::size_t walkers = 40, lifts = 3;
constexpr hs::vec2 half{5, 7};
constexpr std::uint32_t droppable = 2;  // a layer

struct game {
  std::vector<std::uint8_t> tiles;
  hs::tile_map map;
  // A hill of two slopes, gentle and steep, and a level top; the last one is too steep to walk on.
  std::vector<float> hill_x{64, 144, 144, 144, 200, 200, 144, 200, 240, 200};
  std::vector<float> hill_y{176, 136, 176, 136, 136, 176, 176, 136, 176, 176};
  std::vector<std::uint32_t> hills{0, 3, 7, 10};
  // lift, shuttle, press; on which axis each moves, and between which places
  std::vector<float> min_x{300, 80, 460}, min_y{150, 60, 60}, max_x{340, 130, 520}, max_y{156, 64, 100};
  std::vector<float> step_x{0, 1.5f, 0}, step_y{-0.8f, 0, 1.1f};
  std::vector<std::uint8_t> sides{hs::tile_solid, hs::one_way_min_y, hs::tile_solid};
  std::vector<std::uint32_t> layers{1, droppable, 1};
  float from[lifts] = {70, 60, 40}, to[lifts] = {165, 330, 130};

  std::vector<float> x, y, dx, dy, wish;
  std::vector<std::uint8_t> flags;
  std::uint64_t seed = 1, hash = 14695981039346656037u;
  std::size_t wrong = 0, stood = 0, rode = 0, crushed = 0;

  float random(int low, int up) {  // whole numbers: alike wherever this runs
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(up - low + 1)));
  }
  void note(std::uint32_t value) { hash = (hash ^ value) * 1099511628211u; }

  hs::obstacles level() const {
    return {.tiles = &map,
            .polygons = {.x = hill_x, .y = hill_y, .offsets = hills},
            .platforms = {
                .boxes = {min_x, min_y, max_x, max_y, layers}, .steps = {.dx = step_x, .dy = step_y}, .sides = sides}};
  }
  // Asked of the parts, one by one.
  bool inside(hs::vec2 center) const {
    const hs::box b = hs::box::from_center(center, half);
    bool in = map.overlap_any(b) || hs::overlap_any(b, level().polygons);
    for (std::size_t i = 0; i < lifts; ++i)
      in |= sides[i] == hs::tile_solid && hs::overlap_any(b, hs::box{{min_x[i], min_y[i]}, {max_x[i], max_y[i]}});
    return in;
  }
  void enter(std::size_t i) {
    do x[i] = random(30, 600), y[i] = random(24, 170);
    while (inside({x[i], y[i]}));
    dy[i] = 0;
  }
  game() {
    tiles.resize(wide * high);
    for (std::uint32_t i = 0; i < wide * high; ++i) {
      const char c = rows[i / wide][i % wide];
      tiles[i] = static_cast<std::uint8_t>(c == '#' ? hs::tile_solid : c == '=' ? hs::one_way_min_y : 0);
    }
    map = {.width = wide, .height = high, .cell = {16, 16}, .tiles = tiles};
    for (auto* column : {&x, &y, &dx, &dy, &wish}) column->resize(walkers);
    flags.resize(walkers);
    for (std::size_t i = 0; i < walkers; ++i) enter(i);
  }

  void frame(int number) {
    for (std::size_t i = 0; i < lifts; ++i) {  // to and fro
      const float at = step_x[i] != 0 ? min_x[i] : min_y[i];
      float& by = step_x[i] != 0 ? step_x[i] : step_y[i];
      by = at < from[i] ? std::fabs(by) : at > to[i] ? -std::fabs(by) : by;
    }
    for (std::size_t i = 0; i < walkers; ++i) {
      if (random(0, 40) == 0) wish[i] = random(-3, 3);
      const bool jumps = (flags[i] & hs::on_floor) && random(0, 60) == 0;
      dx[i] = wish[i], dy[i] = jumps ? -7 : dy[i] < 8 ? dy[i] + 0.375f : 8;
    }

    // All of them: carried and pushed first, then each by its step, along floors and walls, and down to the floor.
    const hs::level_options rules{.snap = 6, .drop_through = number % 100 < 5 ? droppable : 0};
    hs::move_and_slide(hs::walkers{x, y, dx, dy, half.x, half.y, flags}, level(), rules);
    for (std::size_t i = 0; i < lifts; ++i) {
      min_x[i] += step_x[i], max_x[i] += step_x[i], min_y[i] += step_y[i], max_y[i] += step_y[i];
    }

    for (std::size_t i = 0; i < walkers; ++i) {
      note(std::bit_cast<std::uint32_t>(x[i])), note(std::bit_cast<std::uint32_t>(y[i])), note(flags[i]);
      stood += (flags[i] & hs::on_floor) != 0, rode += (flags[i] & hs::carried) != 0;
      if (flags[i] & hs::crushed)
        ++crushed, enter(i);
      else
        wrong += inside({x[i], y[i]}) || (flags[i] & (hs::recovered | hs::stuck));
    }
  }
};

}  // namespace

int main() {
  game g;
  for (int frame = 0; frame < 10000; ++frame) g.frame(frame);
  std::printf("%zu times on a floor, %zu carried, %zu crushed, %zu inside of something\n", g.stood, g.rode, g.crushed,
              g.wrong);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(g.hash), hs::name(hs::active_isa()));
  return g.wrong ? 1 : 0;
}
