// Ten thousand frames of a shoot-em-up: shots that fly at enemies that fly as well. A world of moving enemies tells
// which of them each shot meets first, and when within the frame - a shot that is faster than an enemy is wide passes
// none by -, and which enemies meet each other. Ends with a hash of all it saw, the same on every machine.
#include <hitscan/hitscan.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr std::size_t enemies = 300, shots = 600;
constexpr float width = 1920, height = 1080;

struct game {
  std::vector<float> x, y, dx, dy, size;         // enemies
  std::vector<float> at_x, at_y, to_x, to_y;     // shots, and how far each flies in a frame
  std::vector<hs::index> target, first, second;  // what a shot meets; who meets whom
  std::vector<float> when, when_met;
  hs::world world;
  std::uint64_t seed = 1, hash = 14695981039346656037u;
  std::size_t hits = 0, meetings = 0;

  float random(int low, int high) {  // whole numbers: alike wherever this runs
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(high - low + 1)));
  }
  void note(std::uint32_t value) { hash = (hash ^ value) * 1099511628211u; }

  void enter(std::size_t i) {  // at the top
    x[i] = random(0, 1920), y[i] = random(-200, 0), dx[i] = random(-6, 6), dy[i] = random(1, 5),
    size[i] = random(8, 20);
  }
  void fire(std::size_t i) {  // from below, up to ten times as fast as a shot is wide
    at_x[i] = random(0, 1920), at_y[i] = random(900, 1080), to_x[i] = random(-12, 12), to_y[i] = random(-60, -20);
  }
  void start() {
    for (auto* column : {&x, &y, &dx, &dy, &size}) column->resize(enemies);
    for (auto* column : {&at_x, &at_y, &to_x, &to_y, &when}) column->resize(shots);
    target.resize(shots), first.resize(4 * enemies), second.resize(4 * enemies), when_met.resize(4 * enemies);
    for (std::size_t i = 0; i < enemies; ++i) enter(i), y[i] = random(0, 800);
    for (std::size_t i = 0; i < shots; ++i) fire(i), at_y[i] = random(0, 1080);
  }

  void frame() {
    const hs::circles ships{.x = x, .y = y, .radius = size};
    const hs::motions ways{.dx = dx, .dy = dy};
    const hs::circles bolts{.x = at_x, .y = at_y, .radius = 3.0f};
    const hs::motions steps{.dx = to_x, .dy = to_y};
    world.rebuild(ships, ways);

    // The first enemy that each shot meets; of several shots at one enemy all count.
    world.sweep_nearest(bolts, steps, {.index = target, .time = when});
    // Enemies that meet on their ways turn away from each other.
    const hs::found_pairs met =
        world.sweep_pairs({first, second, when_met}, {.start = hs::start_overlap::hits_unless_leaving});

    for (std::size_t k = 0; k < met.written; ++k) {
      const hs::index a = first[k], b = second[k];
      note(a), note(b), note(std::bit_cast<std::uint32_t>(when_met[k]));
      if ((x[a] < x[b]) != (dx[a] < dx[b])) std::swap(dx[a], dx[b]);
    }
    meetings += met.total;
    for (std::size_t i = 0; i < enemies; ++i) {
      x[i] += dx[i], y[i] += dy[i];
      if (x[i] < 0 || x[i] > width) dx[i] = 0 - dx[i];
      if (y[i] > height) enter(i);
    }
    for (std::size_t i = 0; i < shots; ++i) {
      at_x[i] += to_x[i], at_y[i] += to_y[i];
      if (target[i] != hs::none) ++hits, note(target[i]), note(std::bit_cast<std::uint32_t>(when[i])), enter(target[i]);
      if (target[i] != hs::none || at_y[i] < 0) fire(i);
    }
  }

  // Is that what one shot after the other says, enemy by enemy?
  bool is_right() const {
    const hs::circles ships{.x = x, .y = y, .radius = size};
    const hs::motions ways{.dx = dx, .dy = dy};
    std::vector<hs::index> one(shots);
    std::vector<float> time(shots);
    hs::world fresh;
    fresh.rebuild(ships, ways);
    fresh.sweep_nearest(hs::circles{.x = at_x, .y = at_y, .radius = 3.0f}, hs::motions{.dx = to_x, .dy = to_y},
                        {.index = one, .time = time});
    for (std::size_t i = 0; i < shots; ++i) {
      const hs::hit h =
          hs::sweep_nearest(hs::circle{{at_x[i], at_y[i]}, 3}, hs::vec2{to_x[i], to_y[i]}, hs::moving(ships, ways));
      if (h.index != one[i] || h.time != time[i]) return false;
    }
    return true;
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
  std::printf("%zu hits, %zu meetings of enemies, %zu frames wrong\n", g.hits, g.meetings, wrong);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(g.hash), hs::name(hs::active_isa()));
  return wrong ? 1 : 0;
}
