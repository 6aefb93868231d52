// The code of docs/guide.md, word for word: tools/check_blocks.cmake holds the page against this file. Each piece is
// asked of a scene so small that the answer can be seen by eye; what comes out is checked.
#include <hitscan/hitscan.hpp>

#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

int wrong = 0;
void expect(bool right, const char* what) {
  if (right) return;
  std::printf("not as the guide has it: %s\n", what);
  ++wrong;
}

void two_shapes() {
  const hs::box a{{0, 0}, {16, 16}}, b = hs::box::from_corner({12, 4}, {16, 16});
  hs::circle ball{{40, 8}, 5};
  hs::vec2 step{-60, 0};
  const bool now = hs::overlap_any(a, b);              // do they overlap?
  const hs::box both = hs::intersection(a, b);         // where: {12, 4} to {16, 16}
  const hs::contact2 out = hs::contact_deepest(a, b);  // how to part them: out.depth is 4, a goes by out.push
  const hs::hit h = hs::sweep_nearest(ball, step, b);  // when they meet: h.time, h.normal, h.position
  const float gap = hs::distance(ball, b);             // how far apart: 7
  const hs::segment sight{{0, 30}, {40, -30}};         // from its start, so far
  const hs::hit seen = hs::cast_nearest(sight, b);     // what it meets, and when
  expect(now && both == hs::box{{12, 4}, {16, 16}} && out.depth == 4 && gap == 7 && seen, "two shapes");
  expect(h && h.time == 7 / 60.0f && h.normal == hs::vec2{1, 0} && h.position == hs::vec2{28, 8}, "a hit");

  ball = hs::advance(ball, step, h, b);  // up to it, certainly not in it
  step = hs::slide(step, h);             // what is left along the wall; deflect is for a ball, push for a runner
  expect(ball.center.x >= 33 && ball.center.x < 33.001f && step == hs::vec2{0, 0}, "what to do with a hit");
}

void both_move() {
  const hs::box car{{0, 0}, {4, 2}}, truck{{24, 0}, {32, 2}};
  const hs::vec2 car_step{10, 0}, truck_step{-30, 0};
  const hs::hit crash = hs::sweep_nearest(car, car_step, hs::moving(truck, truck_step));
  const auto [car_there, truck_there] = hs::advance(car, car_step, crash, truck, truck_step);
  const hs::vec2 made = crash.delta(car_step);                                         // how far the car came
  const float through = hs::sweep_exit(car, car_step, hs::moving(truck, truck_step));  // when they would have parted
  expect(crash.time == 0.5f && made == hs::vec2{5, 0} && through == 0.8f, "two that move");
  expect(!hs::overlap_any(car_there, truck_there) && car_there.max.x > 8.999f, "both places");
}

void one_against_many() {
  const hs::circle ship{{100, 50}, 10};
  std::size_t burnt = 0;
  const auto burn = [&](hs::index i) { burnt += i + 1; };

  struct bullet {
    float x, y, radius, dx, dy;
  };
  std::vector<bullet> b{{90, 50, 4, 0, 0}, {300, 50, 4, 0, 0}, {-400, 50, 4, 900, 0}};
  // for (std::size_t i = 0; i < b.size(); ++i)
  //   if (CheckCollisionCircles({b[i].x, b[i].y}, b[i].radius, ship.center, ship.radius)) burn(i);
  const hs::circles bullets{
      .x = hs::strided(b, &bullet::x), .y = hs::strided(b, &bullet::y), .radius = hs::strided(b, &bullet::radius)};
  std::vector<hs::index> room(b.size());
  for (const hs::index i : hs::overlap(bullets, ship, room)) burn(i);
  expect(burnt == 1, "one against many");

  const hs::motions steps{.dx = hs::strided(b, &bullet::dx), .dy = hs::strided(b, &bullet::dy)};
  const bool dead = hs::sweep_any(bullets, steps, ship);  // none is too fast to be seen
  const hs::hit first = hs::sweep_nearest(ship, {250, 0}, bullets);
  std::vector<hs::hit> pierced(8);
  const hs::found all = hs::sweep_in_order(ship, {250, 0}, bullets, pierced);
  expect(dead && first.index == 0 && all.written == 2 && pierced[1].index == 1, "what moves");

  const hs::vec2 ship_step{5, 0};
  std::vector<std::uint64_t> hit(hs::mask_words(b.size()));
  hs::sweep_mask(bullets, steps, hs::moving(ship, ship_step), hit);  // a bit a bullet
  hs::erase(hit, b);                                                 // all these are gone
  expect(b.size() == 1 && b[0].x == 300, "masses");
}

void worlds() {
  const std::vector<float> left{0, 10, 50}, top{0, 5, 0}, right{20, 30, 60}, bottom{10, 20, 10};
  const std::vector<float> shot_x{-10, 70}, shot_y{4, 6}, shot_dx{20, -80};
  const hs::points shots{.x = shot_x, .y = shot_y};
  const hs::motions shot_steps{.dx = shot_dx, .dy = 0.0f};
  std::vector<hs::index> what(2), first(8), second(8);
  std::vector<float> when(2);

  hs::world walls;  // keep it: it keeps its memory
  walls.rebuild(hs::boxes{.min_x = left, .min_y = top, .max_x = right, .max_y = bottom});
  walls.sweep_nearest(shots, shot_steps, {.index = what, .time = when});  // the first wall of each shot
  const hs::found_pairs met = walls.overlap_pairs({first, second});       // which walls overlap each other
  expect(what[0] == 0 && when[0] == 0.5f && what[1] == 2 && when[1] == 0.125f && met.total == 1, "a world");
}

}  // namespace

int main() {
  two_shapes(), both_move(), one_against_many(), worlds();
  std::printf("%d answers differ from the guide's\n", wrong);
  return wrong;
}
