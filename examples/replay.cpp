// What the same bits on every CPU are good for: a replay is a seed and a byte of input a frame. A little shooter is
// played for ten thousand frames, with a hash of all its state in each; then played again from the bytes alone on every
// engine that this machine has, and from a state saved half-way. Two players who send each other their bytes see the
// same game likewise (lockstep), and the first frame whose hashes differ is where one of them went wrong.
#include <hitscan/hitscan.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr std::size_t frames = 10000, enemies = 48;
constexpr hs::vec2 half{7, 7};  // of the ship, and of enemies
enum input : std::uint8_t { left = 1, right = 2, up = 4, down = 8, fire = 16 };

// The level never changes: so it is no part of the state. A border, and pillars.
const std::vector<float> min_x{0, 624, 0, 0, 100, 220, 220, 340, 400, 520},
    min_y{0, 0, 0, 344, 90, 60, 240, 130, 290, 70};
const std::vector<float> max_x{16, 640, 640, 640, 140, 300, 240, 380, 490, 530},
    max_y{360, 360, 16, 360, 270, 80, 344, 220, 300, 200};
const hs::boxes walls{.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y};

// What queries work in; nothing of it is state.
struct scratch {
  hs::world level, targets;
  std::vector<hs::index> target, wall, gone;
  std::vector<float> when, when_wall;
  scratch() { level.rebuild(walls); }
};

// All there is to save, and to send to who joins later: copies are plain.
struct game {
  std::uint64_t seed;
  hs::vec2 ship{50, 180};
  std::vector<float> x, y, dx, dy;                      // enemies
  std::vector<float> shot_x, shot_y, shot_dx, shot_dy;  // shots
  std::uint32_t heat = 0, shot_down = 0, rammed = 0, wrong = 0;

  explicit game(std::uint64_t start) : seed(start) {
    for (auto* column : {&x, &y, &dx, &dy}) column->resize(enemies);
    for (std::size_t i = 0; i < enemies; ++i) enter(i);
  }
  float random(int low, int most) {  // whole numbers, and the seed is state as well
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(most - low + 1)));
  }
  static bool inside(hs::vec2 at) { return hs::overlap_any(hs::box::from_center(at, half), walls); }
  void enter(std::size_t i) {
    do x[i] = random(300, 600), y[i] = random(30, 330);
    while (inside({x[i], y[i]}));
    dx[i] = random(-4, -1), dy[i] = random(-3, 3);
  }

  void frame(std::uint8_t keys, scratch& s) {
    // The ship walks along walls, and fires two shots to either side of straight ahead.
    const hs::vec2 wish{(keys & right ? 3.0f : 0.0f) - (keys & left ? 3.0f : 0.0f),
                        (keys & down ? 3.0f : 0.0f) - (keys & up ? 3.0f : 0.0f)};
    ship = hs::move_and_slide(ship, half, wish, walls).center;
    heat -= heat > 0;
    if ((keys & fire) && heat == 0)
      for (const float side : {-1.0f, 1.0f})
        shot_x.push_back(ship.x), shot_y.push_back(ship.y), shot_dx.push_back(24), shot_dy.push_back(side), heat = 6;

    // What each shot meets on its way: an enemy, a wall, or neither. A wall that comes first is in its way.
    const std::size_t n = shot_x.size();
    const hs::segments ways{.x = shot_x, .y = shot_y, .dx = shot_dx, .dy = shot_dy};
    s.target.resize(n), s.wall.resize(n), s.when.resize(n), s.when_wall.resize(n), s.gone.clear();
    s.targets.rebuild(hs::centred_boxes{.x = x, .y = y, .half_x = half.x, .half_y = half.y});
    s.targets.cast_nearest(ways, {.index = s.target, .time = s.when});
    s.level.cast_nearest(ways, {.index = s.wall, .time = s.when_wall});
    for (std::size_t k = 0; k < n; ++k) {
      const bool behind = s.wall[k] != hs::none && s.when_wall[k] <= s.when[k];
      if (s.target[k] != hs::none && !behind) ++shot_down, enter(s.target[k]);
      if (s.target[k] != hs::none || s.wall[k] != hs::none) s.gone.push_back(static_cast<hs::index>(k));
      shot_x[k] += shot_dx[k], shot_y[k] += shot_dy[k];
    }
    hs::erase(s.gone, shot_x, shot_y, shot_dx, shot_dy);

    // Enemies bounce off the walls; one that rams the ship comes again from elsewhere.
    hs::integrate_and_deflect({x, y, dx, dy}, 1, s.level, {.padding = {half.x, half.y}});
    s.gone.resize(enemies);
    const hs::centred_boxes crowd{.x = x, .y = y, .half_x = half.x, .half_y = half.y};
    for (const hs::index i : hs::overlap(crowd, hs::box::from_center(ship, half), s.gone)) ++rammed, enter(i);
    wrong += inside(ship);
    for (std::size_t i = 0; i < enemies; ++i) wrong += inside({x[i], y[i]});
  }

  std::uint64_t hash() const {
    std::uint64_t h = 14695981039346656037u;
    const auto note = [&](std::uint64_t value) { h = (h ^ value) * 1099511628211u; };
    for (const auto* column : {&x, &y, &dx, &dy, &shot_x, &shot_y, &shot_dx, &shot_dy})
      for (const float v : *column) note(std::bit_cast<std::uint32_t>(v));
    note(seed), note(std::bit_cast<std::uint32_t>(ship.x)), note(std::bit_cast<std::uint32_t>(ship.y));
    note(heat), note(shot_down), note(rammed);
    return h;
  }

  // Who plays: not part of the game. Goes for one enemy after the other, and back when it is near.
  std::uint8_t player(std::size_t number) const {
    const std::size_t of = number / 60 % enemies;
    unsigned keys = y[of] < ship.y - 4 ? up : y[of] > ship.y + 4 ? down : fire;
    keys |= x[of] < ship.x + 60 ? left : x[of] > ship.x + 120 ? right : fire;
    return static_cast<std::uint8_t>(keys);
  }
};

}  // namespace

int main() {
  constexpr std::uint64_t seed = 2026;
  std::vector<std::uint8_t> record(frames);  // the seed and these are the replay
  std::vector<std::uint64_t> hashes(frames);
  scratch work;
  game g(seed), saved = g;
  for (std::size_t f = 0; f < frames; ++f) {
    if (f == frames / 2) saved = g;
    g.frame(record[f] = g.player(f), work);
    hashes[f] = g.hash();
  }

  std::size_t differ = 0, inside = g.wrong, engines = 0;
  const auto play_again = [&](game again, std::size_t from) {
    scratch other;
    for (std::size_t f = from; f < frames; ++f) again.frame(record[f], other), differ += again.hash() != hashes[f];
    inside += again.wrong;
  };
  const hs::isa usual = hs::active_isa();
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which), ++engines;
    play_again(game(seed), 0), play_again(saved, frames / 2);
  }
  hs::force_isa(usual);
  std::printf("%u shot down, rammed %u times; again on %zu engines, from the start and from the middle:\n", g.shot_down,
              g.rammed, engines);
  std::printf("%zu frames differ, %zu inside of something\n", differ, inside);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(hashes.back()), hs::name(hs::active_isa()));
  return differ || inside ? 1 : 0;
}
