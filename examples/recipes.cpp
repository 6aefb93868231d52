// The code of docs/cookbook.md, word for word: tools/check_blocks.cmake holds the page against this file. Each piece is
// asked of a scene so small that the answer can be seen by eye; what comes out is checked.
#include <hitscan/hitscan.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

int wrong = 0;
void expect(bool right, const char* what) {
  if (right) return;
  std::printf("not as the cookbook has it: %s\n", what);
  ++wrong;
}

constexpr int burnt = 9;
const hs::circle ship{{100, 50}, 6};

struct bullet {
  float x, y, dx, dy;
  int sprite;
};

void array_of_structs() {
  std::vector<bullet> b{{104, 50, 0, 0, 1}, {200, 50, 0, 0, 1}};
  std::vector<hs::index> room(b.size());

  const hs::circles shots{.x = hs::strided(b, &bullet::x), .y = hs::strided(b, &bullet::y), .radius = 4.0f};
  for (const hs::index i : hs::overlap(shots, ship, room)) b[i].sprite = burnt;
  expect(b[0].sprite == burnt && b[1].sprite == 1, "structs");
}

void pages() {
  const std::size_t count = 1030;
  std::vector<std::vector<float>> columns(4, std::vector<float>(1024, 500.0f));
  const float *const x[] = {columns[0].data(), columns[1].data()}, *const y[] = {columns[2].data(), columns[3].data()};
  std::vector<std::uint32_t> all(1024, ~0u);
  const std::uint32_t* const alive[] = {all.data(), all.data()};
  columns[1][5] = 100, columns[3][5] = 50;
  std::vector<hs::index> room(count);

  const hs::found hit = hs::in_pages(count, 1024, room, [&](std::size_t first, std::size_t n, auto rest) {
    const std::size_t p = first / 1024;  // x[p]: a pointer to the page, as EnTT has them
    const std::span px(x[p], n), py(y[p], n);
    const std::span there(alive[p], n);
    return hs::overlap(hs::circles{.x = px, .y = py, .radius = 4.0f, .layers = there}, ship, rest);
  });
  expect(hit.size() == 1 && hit[0] == 1029, "pages");
}

void doubles() {
  const std::vector<double> min_x{0.1}, max_x{0.3};
  const std::vector<int> min_y{16777217}, max_y{16777217};
  std::vector<float> x0(1), x1(1), y0(1), y1(1);

  hs::round_down(min_x, x0), hs::round_up(max_x, x1);  // std::vector<double>, or of any integers, into floats
  hs::round_down(min_y, y0), hs::round_up(max_y, y1);
  const hs::boxes walls{.min_x = x0, .min_y = y0, .max_x = x1, .max_y = y1};
  expect(walls.size() == 1 && x0[0] <= 0.1 && x1[0] >= 0.3 && y0[0] == 16777216 && y1[0] == 16777218, "doubles");
}

void floating_origin() {
  struct {
    double x, y;
  } const camera{1e9, 2e9}, ship{1e9 + 100.25, 2e9 - 3};
  const std::vector<double> min_x{1e9 + 50}, max_x{1e9 + 60.5};
  std::vector<float> x0(1), x1(1);

  const double ox = camera.x, oy = camera.y;  // the same origin for all that is asked in one query
  hs::round_down(min_x, x0, ox), hs::round_up(max_x, x1, ox);
  const hs::vec2 at{static_cast<float>(ship.x - ox), static_cast<float>(ship.y - oy)};
  expect(x0[0] == 50 && x1[0] == 60.5f && at == hs::vec2{100.25f, -3}, "origin");
}

void tiles_of_an_editor() {
  const std::vector<std::uint32_t> layer{0, 7, 0x80000007, 0};
  const std::uint8_t kind[] = {0, 0, 0, 0, 0, 0, 0, hs::tile_solid};
  const int w = 2, h = 2;

  std::vector<std::uint8_t> tiles(layer.size());  // Tiled: gids of 32 bits, the highest four say how a tile is flipped
  hs::tiles_from(
      layer, [&](std::uint32_t gid) { return kind[gid & 0x0fffffff]; }, tiles);  // tile_flag bits of each
  const hs::tile_map map{.width = w, .height = h, .cell = {16, 16}, .tiles = tiles};
  expect(map.overlap_any(hs::box{{20, 2}, {22, 4}}) && !map.overlap_any(hs::box{{2, 2}, {4, 4}}), "tiles");
}

void piercing() {
  const std::vector<float> x{50, 20, 40, 30};
  const hs::circles enemies{.x = x, .y = 0.0f, .radius = 2.0f};
  const hs::circle shot{{0, 0}, 1};
  const hs::vec2 step{100, 0};
  std::vector<hs::index> hurt_ones;
  const auto hurt = [&](hs::index i) { hurt_ones.push_back(i); };

  hs::hit met[3];  // it pierces three at most
  const hs::found all = hs::sweep_in_order(shot, step, enemies, met);
  for (const hs::hit& h : std::span(met).first(all.written)) hurt(h.index);
  expect(hurt_ones == std::vector<hs::index>{1, 3, 2} && all.total == 4, "piercing");

  const std::vector<float> from{0, 45};
  const hs::circles shots{.x = from, .y = 0.0f, .radius = 1.0f};
  const hs::motions steps{.dx = 100.0f, .dy = 0.0f};
  hs::world world;
  world.rebuild(enemies), hurt_ones.clear();

  std::vector<std::size_t> starts(shots.size() + 1);
  std::vector<hs::index> pierced(3 * shots.size());
  std::vector<float> when(3 * shots.size());
  world.sweep_in_order(shots, steps, 3, {.starts = starts, .items = pierced, .time = when});
  for (std::size_t s = 0; s < shots.size(); ++s)
    for (std::size_t i = starts[s]; i < starts[s + 1]; ++i) hurt(pierced[i]);
  expect(hurt_ones == std::vector<hs::index>{1, 3, 2, 0} && starts[1] == 3 && when[3] < when[2], "piercing by many");
}

void grazing() {
  const std::vector<float> x{-500, -500, 500}, y{50, 65, 90}, dx{1000, 1000, 0};
  const hs::circles bullets{.x = x, .y = y, .radius = 4.0f};
  const hs::motions steps{.dx = dx, .dy = 0.0f};
  std::vector<hs::index> hit(3), near(3);
  std::vector<std::uint64_t> seen(1);

  const hs::grazed g = hs::graze(bullets, steps, ship, 24, hit, near, seen);  // comes within 24 during the frame
  expect(g.hits.size() == 1 && hit[0] == 0 && g.close.size() == 1 && near[0] == 1 && seen[0] == 2, "grazing");
}

void curved_laser() {
  std::vector<float> ring_x(8), ring_y(8);
  std::size_t head = 0, count = 0;
  const auto grow = [&](float x, float y) {  // a node in front; the last one goes when the ring is full
    head = (head + 7) % 8, ring_x[head] = x, ring_y[head] = y, count = count < 8 ? count + 1 : 8;
  };
  for (int i = 0; i < 11; ++i) grow(static_cast<float>(10 * i), 50);

  const hs::chain laser{.x = ring_x,
                        .y = ring_y,
                        .radius = 3.0f,
                        .first = static_cast<hs::index>(head),     // where its front stands in your ring
                        .length = static_cast<hs::index>(count)};  // how many nodes there are, from there on
  const bool burnt_by_it = hs::overlap_any(ship, hs::whole(laser));
  const hs::hit link = hs::sweep_nearest(hs::circle{{65, 0}, 4}, {0, 90}, laser);
  const std::size_t node = laser.entry(link.index);  // which begins that link
  expect(burnt_by_it && link.index == 3 && ring_x[node] == 70 && laser.size() == 7, "a laser in a ring");
}

void leading_a_target() {
  const hs::vec2 archer{0, 0}, target{100, 0}, target_step{0, 3};
  const float arrow_speed = 5, frames = 100;
  hs::vec2 aim{};

  // The arrow is somewhere on a circle that grows around the archer: when does the target meet that?
  const hs::hit meets =
      hs::sweep_nearest(target, target_step * frames, hs::growing(hs::circle{archer, 0}, arrow_speed * frames));
  if (meets) aim = target + target_step * (frames * meets.time);  // within so many frames, or not at all
  expect(meets && aim.x == 100 && aim.y > 74.9f && aim.y < 75.1f, "leading a target");
}

void when_it_ends() {
  const std::vector<float> x{20, 60, 70};
  const hs::boxes walls{.min_x = x, .min_y = 0.0f, .max_x = 80.0f, .max_y = 10.0f};
  const hs::segment beam{{0, 5}, {100, 0}};
  std::vector<hs::index> who(3);
  std::vector<float> in(3), out(3);

  const hs::found met = hs::cast(beam, walls, {.index = who, .time = in});
  hs::cast_exits(beam, walls, met.span(), out);  // it is in wall who[k] from in[k] to out[k]
  expect(met.size() == 3 && in[0] == 0.2f && out[0] == 0.8f && in[2] == 0.7f, "exits");
}

void particles() {
  hs::world walls;
  walls.rebuild(hs::boxes{.min_x = -50.0f, .min_y = 20.0f, .max_x = 50.0f, .max_y = 40.0f});
  std::vector<float> x{0, 200}, y{18, 0}, dx{0, 0}, dy{60, 60};
  const float dt = 0.1f;

  std::vector<hs::index> wall(x.size());
  hs::integrate_and_deflect({x, y, dx, dy}, dt, walls, {.padding = {1, 1}}, {},
                            {.bounces = 2, .restitution = 0.4f, .friction = 0.1f, .gravity = {0, 900}, .wall = wall});
  expect(wall[0] == 0 && wall[1] == hs::none && y[0] <= 19 && dy[0] <= 0 && y[1] > 6, "particles");
}

void how_far() {
  const std::vector<float> x{150, 90, 400};
  const hs::circles enemies{.x = x, .y = 50.0f, .radius = 5.0f}, guards = enemies;
  const hs::vec2 noise{100, 50}, hook{0, 0}, ear{0, 50}, mouse{16, 3};
  const hs::box wall{{10, -5}, {20, 5}};
  std::vector<hs::index> room(9);
  std::vector<float> distances(3);
  const std::vector<std::uint8_t> tiles{hs::tile_solid, hs::tile_solid};
  const hs::tile_map map{.width = 2, .height = 1, .cell = {16, 16}, .tiles = tiles};
  std::size_t awake = 0;
  const auto wake = [&](hs::index) { ++awake; };

  const hs::nearest_item enemy = hs::distance_nearest(ship, enemies);               // .index, .distance
  for (const hs::index i : hs::distance_within(noise, guards, 200, room)) wake(i);  // all in hearing range
  const auto rope = hs::closest(hook, wall);                                        // from rope.on_a to rope.on_b
  hs::distance_each(ear, enemies, distances);                                       // a volume for each sound
  const hs::found tile = map.overlap(mouse, room, {.touch = hs::touching::half_open});
  expect(enemy.index == 1 && awake == 2 && rope.distance == 10 && distances[0] == 145, "how far");
  expect(tile.size() == 1 && tile[0] == 1, "the tile under the mouse");
}

void sprites() {
  const std::vector<std::uint8_t> rgba{0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 200};
  const std::vector<std::uint64_t> stone{1};
  const hs::pixel_mask rock{.width = 1, .height = 1, .words = stone, .x = 10, .y = 7};
  const std::vector<std::int32_t> xs{1, 0, 1}, ys{0, 0, 1};
  std::vector<hs::index> room(3);
  const hs::vec2 at{9.7f, 5.99f};
  bool crashed = false;
  const auto crash = [&] { crashed = true; };
  std::size_t falls = 0;
  const auto fall = [&](hs::index) { ++falls; };

  const hs::alpha_image image{.bytes = std::span(rgba).subspan(3), .width = 2, .height = 2, .step = 4};
  std::vector<std::uint64_t> words(hs::pixel_mask::words_needed(image.width, image.height));
  const hs::pixel_mask hero = hs::from_alpha(image, 128, words);  // once, when it is loaded
  const auto whole = [](float place) { return static_cast<std::int32_t>(std::floor(place)); };
  if (hero.moved_to(whole(at.x), whole(at.y)).overlap_any(rock)) crash();  // both have a pixel there
  const bool shot = hs::cells(hero.moved_to(whole(at.x), whole(at.y))).overlap_any(hs::circle{{11, 6}, 1});
  for (const hs::index i : hero.moved_to(0, 0).overlap(rock, xs, ys, room)) fall(i);  // against one rock in many places
  expect(!crashed && shot && falls == 2, "sprites");
}

void platformer() {
  const std::vector<std::uint8_t> tiles{0, 0, 0, 0, hs::tile_solid, hs::tile_solid, hs::tile_solid, hs::tile_solid};
  const hs::tile_map map{.width = 4, .height = 2, .cell = {16, 16}, .tiles = tiles};
  const hs::polygons hills{};
  std::vector<float> lift_x0{40}, lift_x1{56};
  const std::vector<float> lift_dx{-2}, lift_dy{0};
  const std::vector<std::uint8_t> lift_sides{hs::tile_solid};
  const hs::boxes lifts{.min_x = lift_x0, .min_y = 0.0f, .max_x = lift_x1, .max_y = 4.0f};
  hs::vec2 hero{8, 10};
  const hs::vec2 half{3, 5};
  const float dx = 2, gravity = 3;
  float dy = 0;
  constexpr std::uint32_t thin_ones = 2;
  bool ducks = false, may_jump = false, dead = false;
  const auto die = [&] { dead = true; };

  const hs::obstacles level{
      .tiles = &map,
      .polygons = hills,
      .platforms = {.boxes = lifts, .steps = {.dx = lift_dx, .dy = lift_dy}, .sides = lift_sides}};
  hs::walk_contact met[4];
  dy += gravity;  // a frame of the hero; y points down
  const hs::walked w =
      hs::move_and_slide(hero, half, {dx, dy}, level, {.snap = 6, .drop_through = ducks ? thin_ones : 0u, .met = met});
  hero = w.center, dy = w.step.y;
  if (w.flags & hs::on_floor) may_jump = true;
  if (w.flags & hs::crushed) die();
  for (std::size_t i = 0; i < lifts.size(); ++i) lift_x0[i] += lift_dx[i], lift_x1[i] += lift_dx[i];  // and y
  expect(may_jump && !dead && hero.x > 9.99f && hero.y == 11 && dy == 0, "a platformer");
  expect(met[0].kind == hs::obstacle::tiles && met[0].flag == hs::on_floor && lift_x0[0] == 38, "what it met");
}

}  // namespace

int main() {
  array_of_structs(), pages(), doubles(), floating_origin(), tiles_of_an_editor(), piercing(), grazing();
  curved_laser(), leading_a_target(), when_it_ends(), particles(), how_far(), sprites(), platformer();
  std::printf("%d answers differ from the cookbook's\n", wrong);
  return wrong;
}
