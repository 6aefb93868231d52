// The README's six questions, word for word: tools/check_readme.cmake holds its code against this file. Each is asked
// of a scene so small that the answer can be seen by eye; what comes out is checked.
#include <hitscan/hitscan.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace hs = hitscan;

namespace {

int wrong = 0;
void expect(bool right, const char* what) {
  if (right) return;
  std::printf("not as the README has it: %s\n", what);
  ++wrong;
}

void which_overlap() {
  const std::vector<float> x{100, 200, 300}, y{50, 50, 50};
  std::size_t hurt = 0;
  const hs::circles bullets{.x = x, .y = y, .radius = 4.0f};
  std::vector<hs::index> room(x.size());
  for (const hs::index i : hs::overlap(bullets, hs::circle{{104, 50}, 6}, room)) hurt += i + 1;
  const bool any = hs::overlap_any(hs::box{{0, 0}, {10, 10}}, hs::box{{8, 2}, {20, 12}});  // single against single
  expect(hurt == 1 && any, "overlap");
}

void when_do_they_meet() {
  const std::vector<float> x{0, 60}, y{0, 0};
  const hs::boxes walls{.min_x = x, .min_y = y, .max_x = 70.0f, .max_y = 40.0f};
  const hs::box hero{{-30, 10}, {-20, 20}};
  const hs::vec2 step{40, 0};
  const hs::hit met = hs::sweep_nearest(hero, step, walls);  // met.index 0, met.time 0.5
  const hs::box there = hs::advance(hero, step, met);        // up to it, certainly not in it
  const hs::vec2 rest = hs::slide(step, met);                // what is left of the step, along the wall
  const hs::hit seen = hs::cast_nearest(hs::segment{{-50, 20}, {100, 0}}, walls);  // a ray; padding makes it thick
  expect(met.index == 0 && met.time == 0.5f && there.max.x <= 0 && rest == hs::vec2{} && seen.time == 0.5f, "sweep");
}

void how_far_out() {
  const std::vector<float> x{0, 100}, y{0, 0};
  const hs::circles rocks{.x = x, .y = y, .radius = 10.0f};
  hs::circle ship{{12, 0}, 4};
  const hs::contact2 deepest = hs::contact_deepest(ship, rocks);  // depth 2, normal (1, 0)
  ship = hs::push_out(ship, deepest);                             // out of that rock, and touching it but for a hair
  expect(deepest.index == 0 && ship.center.x >= 14 && !hs::overlap_any(ship, rocks), "contact");
}

void many_against_many() {
  const std::vector<float> wall_x{40, 90}, x{0, 0, 70}, y{0, 50, 0}, dx{100, 100, 10};
  const hs::boxes walls{.min_x = wall_x, .min_y = -10.0f, .max_x = 100.0f, .max_y = 10.0f};
  std::vector<hs::index> hit(x.size());
  std::vector<float> time(x.size());
  hs::world world;
  world.rebuild(walls);
  world.cast_nearest(hs::segments{.x = x, .y = y, .dx = dx, .dy = 0.0f}, {.index = hit, .time = time});
  expect(hit == std::vector<hs::index>{0, hs::none, 0} && time[0] == 0.4f && time[1] == 1, "world");
}

void on_a_tile_map() {
  const std::uint8_t o = 0, s = hs::tile_solid;
  const std::vector<std::uint8_t> tiles{o, o, o, o,   // a floor, and a step up at its end
                                        o, o, o, s,   //
                                        s, s, s, s};  //
  const hs::tile_map map{.width = 4, .height = 3, .cell = {16, 16}, .tiles = tiles};
  const hs::walked after = hs::move_and_slide({8, 20}, {5, 8}, {60, 30}, map);  // falls, lands, runs into the step
  const bool on_floor = after.flags & hs::met_above_y;                          // y points down here
  expect(after.center == hs::vec2{43, 24} && on_floor, "tile map");
}

void a_frame_of_bullets() {
  std::vector<float> x{100, 118, 900}, y{50, 50, 50}, dx{3, 0, 4}, dy{0, 0, 0};
  std::vector<hs::index> room(x.size()), near(x.size());
  std::vector<std::uint64_t> grazed(hs::mask_words(x.size())), gone(hs::mask_words(x.size()));
  const hs::circle ship{{104, 50}, 6};
  const hs::circles bullets{.x = x, .y = y, .radius = 4.0f};
  const hs::grazed g = hs::graze(bullets, ship, 24, room, near, grazed);  // who hits, who grazes: each once
  hs::cull_mask(bullets, hs::box{{0, 0}, {640, 480}}, 32, gone);          // who left the field, by a margin
  hs::erase(gone, x, y, dx, dy, hs::bit_column{grazed});                  // from all columns at once, in order
  expect(g.hits.size() == 1 && g.close.size() == 1 && x.size() == 2, "a frame of bullets");
}

}  // namespace

int main() {
  which_overlap(), when_do_they_meet(), how_far_out(), many_against_many(), on_a_tile_map(), a_frame_of_bullets();
  std::printf("%d of 6 answers differ from the README's\n", wrong);
  return wrong;
}
