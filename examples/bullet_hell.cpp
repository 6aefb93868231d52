// A few hundred frames of a bullet hell: a ship, two thousand bullets of two colours, pillars that stop both. It shows
// overlap, sweep_times, sweep_nearest, sweep_each, cast_nearest, layers and advance, and ends with a hash of all it
// saw: the same on every machine, compiler and instruction set.
#include <hitscan/hitscan.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr std::size_t bullet_count = 2000, wall_count = 24;
constexpr float width = 1280, height = 720;
constexpr std::uint32_t red = 1, blue = 2;  // the ship's shield takes blue bullets

struct game {
  std::vector<float> x, y, dx, dy, time, nx, ny;  // bullets: your columns, in whatever order you like
  std::vector<std::uint32_t> colour;
  std::vector<hs::index> hit_wall, hurt;
  std::vector<float> wall_x0, wall_y0, wall_x1, wall_y1;
  hs::circle ship{{620, 530}, 5};
  std::uint64_t seed = 1, hash = 14695981039346656037u;
  std::size_t hits = 0, absorbed = 0, bounced = 0, stops = 0, seen = 0;

  float random(int low, int high) {  // whole numbers: alike wherever this runs
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(low + static_cast<int>((seed >> 33) % static_cast<unsigned>(high - low + 1)));
  }
  void note(std::uint32_t value) { hash = (hash ^ value) * 1099511628211u; }
  void note(float value) { note(std::bit_cast<std::uint32_t>(value)); }

  void spawn(std::size_t i) {
    x[i] = random(0, 1280), y[i] = random(0, 200), dx[i] = random(-6, 6), dy[i] = random(2, 9);
    colour[i] = random(0, 3) == 0 ? blue : red;
  }
  void start() {
    for (auto* column : {&x, &y, &dx, &dy, &time, &nx, &ny}) column->resize(bullet_count);
    colour.resize(bullet_count), hit_wall.resize(bullet_count), hurt.resize(bullet_count);
    for (std::size_t i = 0; i < bullet_count; ++i) spawn(i);
    for (std::size_t i = 0; i < wall_count; ++i) {
      wall_x0.push_back(static_cast<float>(i % 8) * 160 + 40), wall_y0.push_back(static_cast<float>(i / 8) * 150 + 210);
      wall_x1.push_back(wall_x0[i] + 24), wall_y1.push_back(wall_y0[i] + 40);
    }
  }

  void frame(int number) {
    const hs::circles bullets{.x = x, .y = y, .radius = 4.0f, .layers = colour};
    const hs::centred_boxes squares{.x = x, .y = y, .half_x = 4.0f, .half_y = 4.0f};  // against walls they are boxes
    const hs::motions steps{.dx = dx, .dy = dy};
    const hs::boxes walls{.min_x = wall_x0, .min_y = wall_y0, .max_x = wall_x1, .max_y = wall_y1};

    // The shield: blue bullets in a wide circle are gone. Layers choose inside the query.
    const hs::circle shield{ship.center, 40};
    for (const hs::index i : hs::overlap(bullets, shield, hurt, {.layers = blue})) ++absorbed, note(i), spawn(i);

    // The ship: every red bullet that meets it on its way, the first of all, and whether it dies.
    const hs::vec2 ship_step{number / 64 % 2 == 0 ? 3.0f : -3.0f, 0};
    for (const hs::index i : hs::sweep(bullets, steps, hs::moving(ship, ship_step), hurt, {.layers = red}))
      ++hits, note(i);
    const hs::hit first = hs::sweep_nearest(bullets, steps, hs::moving(ship, ship_step), {.layers = red});
    if (first) note(first.index), note(first.time);

    // Every bullet against all walls: the nearest of each. Stop there, and turn.
    hs::sweep_nearest(squares, steps, walls, {.index = hit_wall, .time = time, .normal_x = nx, .normal_y = ny});
    hs::advance(x, dx, time, x, hit_wall), hs::advance(y, dy, time, y, hit_wall);
    for (std::size_t i = 0; i < bullet_count; ++i) {
      if (hit_wall[i] != hs::none) {
        ++bounced;
        if (nx[i] != 0) dx[i] = 0 - dx[i];
        if (ny[i] != 0) dy[i] = 0 - dy[i];
      }
      if (x[i] < 0 || x[i] > width || y[i] > height || y[i] < 0) spawn(i);
    }

    // The ship moves, but not through walls; and it looks ahead, up and to the right.
    const hs::box hull = hs::box::from_center(ship.center, {12, 12});
    const hs::hit stop = hs::sweep_nearest(hull, ship_step, walls);
    const hs::box after = hs::advance(hull, ship_step, stop);
    ship.center.x = 0.5f * after.min.x + 0.5f * after.max.x;
    stops += stop ? 1 : 0;
    const hs::hit view = hs::cast_nearest(hs::segment{ship.center, {200, -300}}, walls);
    seen += view ? 1 : 0, note(view.time), note(ship.center.x);
  }
};

}  // namespace

int main() {
  game g;
  g.start();
  for (int frame = 0; frame < 300; ++frame) g.frame(frame);
  for (const auto* column : {&g.x, &g.y, &g.dx, &g.dy})
    for (const float v : *column) g.note(v);
  std::printf("%zu hits, %zu absorbed, %zu bounces, %zu stops, a wall in sight in %zu of 300 frames\n", g.hits,
              g.absorbed, g.bounced, g.stops, g.seen);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(g.hash), hs::name(hs::active_isa()));
}
