// Ten thousand frames of a game whose things are structs, as most games have them, and stay so: the ten lines that tell
// the library of them are `views`. Shots fly at ships; which shot meets which ship first, which of them graze the
// player on the way, and who left the field is asked of the structs as they are. Ends with a hash of all it saw, the
// same on every machine.
#include <hitscan/hitscan.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

struct vec {
  float x, y;
};
struct shot {  // 32 bytes
  vec at, step;
  float radius;
  std::uint32_t layers;  // 0: not there, its place is taken by the next one fired
  int sprite, age;
};
struct ship {  // 20 bytes
  float x, y, half;
  int life, kind;
};

constexpr std::size_t shots = 700, ships = 120;
constexpr std::uint32_t flying = 1;

// ---- the ten lines ---------------------------------------------------------------------------------------------

hs::circles circles_of(const std::vector<shot>& s) {
  const auto column = [&](const auto& first) { return hs::strided(&first, s.size(), sizeof(shot)); };
  return {.x = column(s[0].at.x), .y = column(s[0].at.y), .radius = column(s[0].radius), .layers = column(s[0].layers)};
}
hs::motions steps_of(const std::vector<shot>& s) {
  return {.dx = hs::strided(&s[0].step.x, s.size(), sizeof(shot)),
          .dy = hs::strided(&s[0].step.y, s.size(), sizeof(shot))};
}
hs::centred_boxes boxes_of(const std::vector<ship>& s) {
  const auto half = hs::strided(s, &ship::half);
  return {.x = hs::strided(s, &ship::x), .y = hs::strided(s, &ship::y), .half_x = half, .half_y = half};
}

// ---- the game --------------------------------------------------------------------------------------------------

struct game {
  std::vector<shot> fired{shots};
  std::vector<ship> fleet{ships};
  hs::circle player{{320, 440}, 4};
  std::vector<hs::index> target, room, close;
  std::vector<float> when;
  std::vector<std::uint64_t> seen;
  hs::world world;
  std::uint64_t seed = 7, hash = 14695981039346656037u;
  std::size_t hits = 0, grazes = 0, gone = 0;

  float random(int low, int high) {  // whole numbers: alike wherever this runs
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(high - low + 1)));
  }
  void note(std::uint32_t value) { hash = (hash ^ value) * 1099511628211u; }

  void fire(shot& s) {
    s = {{random(0, 640), random(0, 480)}, {random(-9, 9), random(-30, 30)}, random(1, 4), flying, 0, 0};
    seen[static_cast<std::size_t>(&s - fired.data()) / 64] &= ~(1ull << (&s - fired.data()) % 64);
  }
  void enter(ship& s) { s = {random(0, 640), random(0, 200), random(5, 12), 3, 0}; }

  void start() {
    target.resize(shots), room.resize(shots), close.resize(shots), when.resize(shots);
    seen.resize(hs::mask_words(shots));
    for (shot& s : fired) fire(s);
    for (ship& s : fleet) enter(s);
  }

  void frame() {
    const hs::circles bullets = circles_of(fired);
    const hs::motions steps = steps_of(fired);
    world.rebuild(boxes_of(fleet));
    world.sweep_nearest(bullets, steps, {.index = target, .time = when});
    const hs::grazed near = hs::graze(bullets, player, 24, room, close, seen);
    for (const hs::index i : near.close) ++grazes, note(i);
    for (const hs::index i : near.hits) note(i), fired[i].layers = 0;
    for (std::size_t i = 0; i < shots; ++i) {
      shot& s = fired[i];
      s.at.x += s.step.x, s.at.y += s.step.y, ++s.age;
      if (s.layers == 0 || target[i] == hs::none) continue;
      ++hits, note(target[i]), note(std::bit_cast<std::uint32_t>(when[i])), s.layers = 0;
      if (--fleet[target[i]].life == 0) enter(fleet[target[i]]);
    }
    const hs::found out = hs::cull(bullets, hs::box{{0, 0}, {640, 480}}, 16, room);
    for (const hs::index i : out) ++gone, note(i), fired[i].layers = 0;
    for (shot& s : fired)
      if (s.layers == 0 && random(0, 3) == 0) fire(s);
    for (ship& s : fleet) s.x += random(-2, 2);
  }

  // Is that what columns of their own say?
  bool is_right() const {
    std::vector<float> x, y, r, dx, dy;
    std::vector<std::uint32_t> layers;
    for (const shot& s : fired) {
      x.push_back(s.at.x), y.push_back(s.at.y), r.push_back(s.radius), dx.push_back(s.step.x), dy.push_back(s.step.y);
      layers.push_back(s.layers);
    }
    const hs::circles columns{.x = x, .y = y, .radius = r, .layers = layers};
    std::vector<hs::index> expected(shots), got(shots);
    const hs::found a = hs::overlap(columns, player, expected), b = hs::overlap(circles_of(fired), player, got);
    const hs::box base{{200, 400}, {440, 480}};
    return a.total == b.total && expected == got &&
           hs::sweep_nearest(columns, hs::motions{.dx = dx, .dy = dy}, base) ==
               hs::sweep_nearest(circles_of(fired), steps_of(fired), base);
  }
};

}  // namespace

int main() {
  game g;
  g.start();
  std::size_t wrong = 0;
  for (int frame = 0; frame < 10000; ++frame) {
    if (frame % 100 == 0) wrong += !g.is_right();
    g.frame();
  }
  std::printf("%zu hits, %zu grazes, %zu out of the field, %zu frames wrong\n", g.hits, g.grazes, g.gone, wrong);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(g.hash), hs::name(hs::active_isa()));
  return wrong ? 1 : 0;
}
