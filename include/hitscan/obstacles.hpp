// Walkers in a level of everything at once: tiles, boxes, circles, segments, rotated boxes and polygons, with slopes,
// platforms that move, and platforms that are solid from one side.
//
//   const hs::obstacles level{.tiles = &map, .polygons = hills, .platforms = {.boxes = lifts, .steps = lift_steps}};
//   const hs::walked w = hs::move_and_slide(hero, half, step, level, {.snap = 8});
//   if (w.flags & hs::on_floor) jumps = 2;
//
//         o-->      ____               floor     no steeper than `steepest`: walked up and down, stood on
//      _______     /    |              wall      steeper than that: along it nobody gains height
//             \   /     |    =====     ceiling   as a floor, upside down
//              \_/      |________      =====     a platform: it carries, pushes, and may be solid from above only
//
// A frame of one walker, in this order:
//   1. Out of what it starts in, the shortest way that is found (`recovered`), or it stays there (`stuck`).
//   2. The platforms move. Who stands on one goes along, up to what stands still, as if that were its step; who is in
//      the way of one is pushed by the face that meets it (`carried`), by all of the way that face has left, be it past
//      its corner sooner. What stops who is carried is not among what it met. Who cannot give way is `crushed`: it
//      stays where it has been pressed to, the platform is in it or has passed over it, and it makes no step of its
//      own. What is solid from some sides only crushes nobody: who cannot give way is let through.
//   3. The step, as move_and_slide makes it: up to what is met, along it, and again. On a floor gravity ends: what the
//      step has against `up` is lost, what it has across leads along the floor, and who only falls stays where it met
//      it. (`stop_on_floors` = false: it slides.) What a steep wall has turned aside before may lead up a floor.
//      Along means the part that leads there: up a slope of 45 degrees it comes half as far across. Who wants the same
//      speed everywhere asks for a longer step on a slope; `met` has its normal.
//   4. Down to the floor again, by `snap` at most, if it stood on a floor and the step does not lead up.
//
// Guaranteed as without slopes: who is in nothing when a frame begins is in nothing when it ends, but who is crushed,
// which is told (and who stays because its step is no number: it meets not even what comes over it); and the same bits
// everywhere. Platforms count where they are: at their edges before, at fl(edge + step), edge by edge, after. In what
// is solid from some sides only one may be.
// Walls may be slanted, and centres round. So beside what is not level a walker keeps a hair's distance, 2^-20 of its
// coordinates, extents and step; it may be moved against its wish by that much; to stand is to be within 16 hairs, or,
// when a frame begins, within 32.
// One that a floor has stopped, and that wants to go nowhere else, or down alone, stays at the same floats.
#pragma once

#include "move_and_slide.hpp"

namespace hitscan {

/// Kinds of obstacles, in the order in which they come first when they are met at the same time.
enum class obstacle : std::uint8_t { tiles, boxes, circles, segments, obbs, polygons, platforms };

/// Boxes that are more than walls. All of them, with `steps`, move by so much in the frame that is walked: they are
/// where they were before it, and after it `boxes` are to be at fl(edge + step).
struct platforms {
  hitscan::boxes boxes{};
  motions steps{};                        ///< left out: they stand
  std::span<const std::uint8_t> sides{};  ///< tile_flag bits of each, as of a tile; left out: all are solid
};

/// What is in the way: whatever is given. It is asked in turn, so what is large is better a tile map.
struct obstacles {
  const tile_map* tiles = nullptr;
  hitscan::boxes boxes{};
  hitscan::circles circles{};
  hitscan::segments segments{};
  hitscan::obbs obbs{};
  hitscan::polygons polygons{};
  hitscan::platforms platforms{};
};

/// One thing that a walker met.
struct walk_contact {
  obstacle kind{};
  hitscan::index index = none;  ///< in its view; y * width + x of tiles
  vec2 normal{}, position{};
  std::uint8_t flag = 0;  ///< on_floor, on_wall or on_ceiling; 0: nothing, there were no more
  friend constexpr bool operator==(const walk_contact&, const walk_contact&) = default;
};

/// How a level is walked. Where `steepest` or `snap` is no number or negative, `snap` is infinite, or `up` has
/// no length, nobody moves.
struct level_options {
  int contacts = 4;            ///< in a frame, 1 at least; what is left of the step after that is lost
  std::uint32_t layers = ~0u;  ///< of what can be met
  vec2 up{0, -1};              ///< away from the floor; of any length. As it is here, y points down
  /// A floor rises by at most so much for each 1 it goes across: 1 is 45 degrees, infinity takes all that faces up.
  /// Decided without rounding for the normal n that is told: |n x up| <= steepest n.up, and n.up > 0.
  float steepest = 1;
  float snap = 0;                  ///< `steepest` times the longest step keeps one on every slope
  bool stop_on_floors = true;      ///< gravity moves nobody along a floor
  std::uint32_t drop_through = 0;  ///< what is solid from some sides only and on such a layer (tiles are on each) is
                                   ///< not there for this frame
  /// What was met, in order, with the floor that it was put down on as the last, if that is another one; all others
  /// are written as nothing. walked::contacts says how many there were. Of many walkers: met.size() / n for each.
  std::span<walk_contact> met{};
};

/// A box, or a circle, in a level. `step` of the answer is without what it lost to floors, walls and ceilings, and
/// without what carried it. A walker that is no valid shape, or whose step is not finite, stays and meets nothing.
[[nodiscard]] walked move_and_slide(vec2 center, vec2 half, vec2 step, const obstacles& level,
                                    const level_options& options = {}) noexcept;
[[nodiscard]] walked move_and_slide(const circle& a, vec2 step, const obstacles& level,
                                    const level_options& options = {}) noexcept;
/// Many of them: none is in another's way. Where no more than 2048 things are in the level, tiles apart, each walker
/// asks only those near it; a kind that goes beyond that is asked whole by each. Boxes that are near tiles alone, up
/// along an axis and of length 1, are walked a register at a time if nothing is told to `met`; others one by one.
walk_counts move_and_slide(const walkers& all, const obstacles& level, const level_options& options = {}) noexcept;
walk_counts move_and_slide(const round_walkers& all, const obstacles& level,
                           const level_options& options = {}) noexcept;

}  // namespace hitscan
