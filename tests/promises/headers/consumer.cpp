// A program that uses a bit of everything, for what its compiler says about the headers.
#include <hitscan/hitscan.hpp>

#include <array>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr hs::box fixed = hs::box::from_center({1, 2}, {3, 4});
static_assert(fixed == hs::box::from_corner({-2, -2}, {6, 8}));
static_assert(hs::intersection(fixed, fixed) == hs::united(fixed, fixed));

template <class A, class B> std::size_t overlaps(const A& a, const B& b, std::span<hs::index> room) {
  std::array<std::uint64_t, 4> words{};
  hs::overlap_mask(a, b, words);
  return hs::overlap(a, b, room).total + hs::overlap_count(a, b) + (hs::overlap_any(a, b) ? 1 : 0) + words[0];
}
template <class A, class M, class B> std::size_t sweeps(const A& a, const M& m, const B& b, std::span<float> times) {
  hs::sweep_times(a, m, b, times);
  return hs::sweep_count(a, m, b) + hs::sweep_nearest(a, m, b).index;
}

}  // namespace

std::size_t consume(const std::vector<float>& x, std::span<float> out, std::span<hs::index> room,
                    const hs::executor& run);
std::size_t consume(const std::vector<float>& x, std::span<float> out, std::span<hs::index> room,
                    const hs::executor& run) {
  const hs::circle ball{{1, 2}, 3};
  const hs::sphere globe{{1, 2, 3}, 4};
  const hs::box box = hs::box::from_center({out[0] * out[1], 0}, {1, 1});
  const hs::box3 cube = hs::box3::from_corner({0, 0, 0}, {1, 1, 1});
  const std::vector<std::uint32_t> layers(x.size(), 1u), offsets{0, 3};
  const hs::circles circles{.x = x, .y = x, .radius = 4.0f, .layers = layers};
  const hs::boxes boxes{.min_x = x, .min_y = x, .max_x = 1.0f, .max_y = std::span(x)};
  const hs::boxes3 cubes{.min_x = x, .min_y = x, .min_z = x, .max_x = 1.0f, .max_y = 1.0f, .max_z = 1.0f};
  const hs::centred_boxes centred{.x = x, .y = x, .half_x = 1.0f, .half_y = 1.0f};
  const hs::segments lines{.x = x, .y = x, .dx = x, .dy = x};
  const hs::segments3 lines3{.x = x, .y = x, .z = x, .dx = x, .dy = x, .dz = x};
  const hs::capsules limbs{.x = x, .y = x, .dx = x, .dy = x, .radius = x};
  const hs::obbs turned{.x = x, .y = x, .half_x = x, .half_y = x, .axis_x = 1.0f, .axis_y = 0.0f};
  const hs::polygons corners{.x = x, .y = x, .offsets = offsets};
  const hs::chain whip{.x = x, .y = x, .radius = x};
  const hs::motions steps{.dx = x, .dy = x};
  const hs::motions3 steps3{.dx = x, .dy = x, .dz = x};
  const hs::hit_columns hits{.index = room, .time = out};
  const hs::contact_columns contacts{.index = room, .depth = out};
  std::vector<std::uint64_t> words(hs::mask_words(x.size()));

  std::size_t sum = overlaps(circles, ball, room) + overlaps(boxes, box, room) + overlaps(centred, ball, room) +
                    overlaps(cubes, cube, room) + overlaps(limbs, box, room) + overlaps(turned, ball, room) +
                    overlaps(corners, box, room) + overlaps(circles, hs::whole(whip), room) +
                    overlaps(lines, ball, room);
  sum += sweeps(circles, steps, box, out) + sweeps(boxes, steps, ball, out) + sweeps(cubes, steps3, cube, out) +
         sweeps(turned, steps, ball, out) + sweeps(hs::growing(circles, x), steps, ball, out) +
         sweeps(hs::growing(boxes, x, x), steps, box, out) +
         sweeps(hs::growing(box, {1, 1}), hs::vec2{1, 1}, boxes, out);
  sum +=
      hs::cast_count(lines, box, {.padding = {1, 1, 0}}) + hs::cast_count(lines3, cube) + hs::cast_count(lines, ball);
  sum += hs::inside_count(centred, box) + hs::overlap_each_count(circles, boxes);
  sum += hs::sweep_each_count(boxes, steps, centred, {.pairs = {room, room}});
  hs::sweep_each(circles, steps, hs::moving(boxes, steps), hits), hs::sweep_nearest(circles, steps, boxes, hits);
  hs::contact_each(circles, boxes, contacts), hs::contact_deepest(circles, boxes, contacts);
  sum += hs::contact(circles, box, contacts).total + hs::contact_deepest(turned, ball).index;
  sum += hs::sweep_nearest(ball, hs::vec2{1, 1}, hs::several(boxes, circles, turned)).view;
  const hs::vec2 there = hs::cast_nearest(lines, ball, {.on = hs::isa::scalar}).at(ball.center, {1, 1});
  sum += hs::overlap(circles, hs::circle{(there + ball.center) * 0.5f - there, 1}, room).span().size();
  sum += hs::graze(circles, ball, out[0] * 2, room, room).close.total +
         hs::graze_mask(circles, ball, 3, words, words).close;
  sum += hs::cull(boxes, box, out[0] * out[1], room).total + hs::overlap_squared_count(circles, ball.center, x);
  hs::distance_each(ball, boxes, out), sum += hs::distance_within(box, limbs, hs::distance(ball, box), room).total;
  sum +=
      hs::distance_nearest(ball.center, circles).index + (hs::closest(cube, globe).on_b.x > hs::distance(cube, globe));
  const hs::cells world(hs::tile_map{.width = 1, .height = 1});
  sum += world.overlap(ball, room).total + world.contact_deepest(box).index + world.sweep_nearest(ball, {1, 1}).index;
  hs::world grid, any, deep;
  hs::workspace space;
  grid.rebuild(boxes), any.rebuild(circles), deep.rebuild(cubes);
  sum += grid.overlap_pairs({room, room}).total + grid.overlap(circles, {.starts = {}, .items = room});
  grid.sweep_nearest(circles, steps, hits), any.cast_nearest(lines, hits),
      any.sweep_nearest(turned, steps, hits, {.by = hs::method::tree}, {run, {&space, 1}});
  grid.nearest(hs::points{.x = x, .y = x}, 3, {.index = room});
  sum += hs::spatial_order(circles, room, space) + hs::compact(room, out) + hs::validate(circles);
  hs::in_ranges(run, sum, 64,
                [&](std::size_t first, std::size_t n) { hs::overlap_mask(hs::part(circles, first, n), ball, words); });
  sum += hs::overlap_count(hs::spheres{.x = x, .y = x, .z = x, .radius = x}, globe);
  return sum;
}
