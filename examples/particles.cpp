// Ten thousand frames of fountains: sparks that fall, bounce off boxes, circles and tiles - all of them in one call -,
// lose speed and die: in water at once, elsewhere after some bounces. Now and then a burst, twenty thousand of them.
// Nobody is ever inside of anything. Ends with a hash of all it saw, the same on every machine.
#include <hitscan/hitscan.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr std::uint32_t wide = 40, high = 16;
constexpr const char* rows[high] = {"########################################",  //
                                    "#......................................#",  //
                                    "#......................................#",  //
                                    "#....###.......................===.....#",  // = is solid from above
                                    "#......................................#",  //
                                    "#..............###.....................#",  //
                                    "#......................................#",  //
                                    "#.........................#............#",  //
                                    "#.........................##...........#",  //
                                    "##....................................##",  //
                                    "###..................................###",  //
                                    "#......======..........................#",  //
                                    "#......................................#",  //
                                    "#.................##...................#",  //
                                    "#~~~~~~~~~~#......##........#~~~~~~~~~~#",  // ~ is water
                                    "########################################"};
constexpr float dt = 1 / 60.0f;
constexpr hs::vec2 half{0.5f, 0.5f};  // of a spark
constexpr hs::index in_boxes = 0, in_tiles = 2;

struct toy {
  std::vector<float> x, y, dx, dy;  // sparks
  std::vector<std::uint8_t> life;   // bounces that are left
  std::vector<hs::index> wall, kind, gone;
  std::vector<std::uint8_t> hits;

  std::vector<std::uint8_t> tiles;
  hs::tile_map map;
  std::vector<float> box_x{90, 200, 330, 470, 560}, box_y{120, 60, 180, 90, 170}, box_w{22, 9, 30, 14, 8};
  std::vector<float> pin_x, pin_y, pin_r;
  hs::world boxes, pins;
  std::uint64_t seed = 1, hash = 14695981039346656037u;
  std::size_t most = 0, born = 0, drowned = 0, worn = 0, off_boxes = 0, wrong = 0;

  float random(int low, int up) {  // whole numbers: alike wherever this runs
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(up - low + 1)));
  }
  void note(std::uint32_t value) { hash = (hash ^ value) * 1099511628211u; }

  hs::centred_boxes all_boxes() const { return {.x = box_x, .y = box_y, .half_x = box_w, .half_y = 6.0f}; }
  hs::circles all_pins() const { return {.x = pin_x, .y = pin_y, .radius = pin_r}; }
  toy() {
    tiles.resize(wide * high);
    for (std::uint32_t i = 0; i < wide * high; ++i) {
      const char c = rows[i / wide][i % wide];
      tiles[i] = static_cast<std::uint8_t>(c == '.' ? 0 : c == '=' ? hs::one_way_min_y : hs::tile_solid);
    }
    map = {.width = wide, .height = high, .cell = {16, 16}, .tiles = tiles};
    for (int i = 0; i < 24; ++i)  // a board of pins
      pin_x.push_back(static_cast<float>(140 + i % 8 * 50 + i / 8 * 25)),
          pin_y.push_back(static_cast<float>(100 + i / 8 * 40)), pin_r.push_back(static_cast<float>(3 + i % 3 * 2));
    boxes.rebuild(all_boxes()), pins.rebuild(all_pins());
  }

  void spout(int count) {
    constexpr float mouth_x[] = {200, 320.5f, 430}, mouth_y[] = {215, 200, 215};
    for (int k = 0; k < count; ++k, ++born) {
      x.push_back(mouth_x[born % 3]), y.push_back(mouth_y[born % 3]);
      dx.push_back(random(-150, 150)), dy.push_back(random(-520, -150)), life.push_back(8);
    }
  }
  void frame(int number) {
    spout(number % 1000 < 40 ? 520 : 5);
    const std::size_t n = x.size();
    wall.resize(n), kind.resize(n), hits.resize(n), gone.clear();

    // All of them, among all three, and what each hit first: which of the three, and which item or tile of it.
    hs::integrate_and_deflect({x, y, dx, dy}, dt, hs::several(boxes, pins, map), {.padding = {half.x, half.y}}, {},
                              {.bounces = 3,
                               .restitution = 0.6f,
                               .friction = 0.05f,
                               .gravity = {0, 500},
                               .wall = wall,
                               .hits = hits,
                               .kind = kind});

    for (std::size_t i = 0; i < n; ++i) {
      off_boxes += kind[i] == in_boxes;
      const bool wet = kind[i] == in_tiles && rows[wall[i] / wide][wall[i] % wide] == '~';
      life[i] = static_cast<std::uint8_t>(life[i] - std::min(life[i], hits[i]));
      if (wet || life[i] == 0) gone.push_back(static_cast<hs::index>(i)), ++(wet ? drowned : worn);
    }
    if (number % 25 == 20)
      for (std::size_t i = 0; i < n; ++i) {
        wrong += inside({x[i], y[i]});
        note(std::bit_cast<std::uint32_t>(x[i])), note(std::bit_cast<std::uint32_t>(dy[i])), note(kind[i]);
      }
    hs::erase(gone, x, y, dx, dy, life);  // compact(), and the vectors are as short as what is left
    note(static_cast<std::uint32_t>(gone.size())), most = std::max(most, n);
  }
  // Asked of each kind by itself.
  bool inside(hs::vec2 at) const {
    const hs::box spark = hs::box::from_center(at, half);
    return hs::overlap_any(spark, all_boxes()) || hs::overlap_any(spark, all_pins()) || map.overlap_any(spark);
  }
};

}  // namespace

int main() {
  toy t;
  for (int frame = 0; frame < 10000; ++frame) t.frame(frame);
  std::printf("%zu sparks, %zu at a time; %zu drowned, %zu worn out, %zu bounces off boxes\n", t.born, t.most,
              t.drowned, t.worn, t.off_boxes);
  std::printf("%zu inside of something\n", t.wrong);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(t.hash), hs::name(hs::active_isa()));
  return t.wrong ? 1 : 0;
}
