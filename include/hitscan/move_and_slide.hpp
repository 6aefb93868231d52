// A frame of walking: go as far as the way is free, slide along what is met, up to a few contacts; and get out first if
// the frame starts inside of something.
//
//          a -->.                   1. out of whatever it overlaps, the shortest way (of a box: along an axis)
//                \                  2. sweep; go up to the hit; lose the part of the rest that leads into it
//     #########   \ * --> b         3. again, until nothing is left of the step or the contacts are used up
//     #########    ########
//
// Guaranteed: who overlaps nothing when a frame begins overlaps nothing when it ends (every place is looked at before
// it is taken, since centres round as they move). No motion leads against the wish: of boxes not by an ulp, of circles,
// whose walls may be slanted, by no more than centres round. Nobody sticks to the seams of tiles. The same bits
// everywhere.
//
// A mover ends flush with what stops it wherever a float can say so: its centre is face - h or face + h, or, where that
// is no float, of the two floats around it the nearer to the face from which the edge does not pass it. So it gets into
// a hole of its own size. (Walls of boxes and tiles; and not who is thinner than the last 2^-22 of its step, as that
// could come through something thinner still.) Where that place is not free it stays short of it, by a hair or an ulp:
// which is not taken from the way along the wall.
//
// A walker is a centre and a half extent, the box from fl(c - h) to fl(c + h), or a circle: its size never drifts. One
// that is no valid shape meets nothing: it makes its step here, and stays among `obstacles`. One without extent on an
// axis, or whose extent is rounded away where it is, passes where two walls meet, as it is in neither.
#pragma once

#include "tiles.hpp"
#include "views.hpp"

namespace hitscan {

/// What a walker met in a frame, in bits. What a circle meets slantwise counts on both axes, less than a thousandth of
/// an axis aside.
enum walk_flag : std::uint8_t {
  met_below_x = 1,  ///< stopped, or slowed down, while moving towards lower x
  met_above_x = 2,  ///< ... towards higher x
  met_below_y = 4,  ///< ... towards lower y: the ceiling when y points down
  met_above_y = 8,  ///< ... towards higher y: the floor when y points down
  recovered = 16,   ///< it started in overlap, and was put beside it
  stuck = 32,       ///< it started in overlap, and no way out was found in eight pushes: it has not moved

  // Among `obstacles` (obstacles.hpp), whose `up` says what a floor is. Where y points down these are the sides above.
  on_floor = met_above_y,               ///< it met a floor, or stands on one
  on_wall = met_below_x | met_above_x,  ///< it met what is neither floor nor ceiling: both bits
  on_ceiling = met_below_y,             ///< it met a ceiling
  carried = 64,                         ///< a platform took it along, or pushed it
  crushed = 128                         ///< ... and there was no room: a solid platform is in it, or has passed over it
};

struct walk_options {
  int contacts = 4;            ///< in a frame, 1 at least; what is left of the step after that is lost
  std::uint32_t layers = ~0u;  ///< of what can be met
};

/// Where a walker is after a frame; and its step without what it lost to walls, which is what a velocity should become.
struct walked {
  vec2 center, step;
  int contacts = 0;
  std::uint8_t flags = 0;
  friend constexpr bool operator==(const walked&, const walked&) = default;
};

/// A box among boxes, or on a tile map.
[[nodiscard]] walked move_and_slide(vec2 center, vec2 half, vec2 step, const boxes& world,
                                    const walk_options& options = {}) noexcept;
[[nodiscard]] walked move_and_slide(vec2 center, vec2 half, vec2 step, const tile_map& world,
                                    const walk_options& options = {}) noexcept;
/// A circle among boxes, on a tile map, among circles.
[[nodiscard]] walked move_and_slide(const circle& a, vec2 step, const boxes& world,
                                    const walk_options& options = {}) noexcept;
[[nodiscard]] walked move_and_slide(const circle& a, vec2 step, const tile_map& world,
                                    const walk_options& options = {}) noexcept;
[[nodiscard]] walked move_and_slide(const circle& a, vec2 step, const circles& world,
                                    const walk_options& options = {}) noexcept;

/// Many walkers, in place: centres and steps become those after the frame. Flags are written where wanted.
struct walkers {
  std::span<float> x, y, dx, dy;
  column half_x, half_y;
  std::span<std::uint8_t> flags{};
};
struct round_walkers {
  std::span<float> x, y, dx, dy;
  column radius;
  std::span<std::uint8_t> flags{};
};
/// How many did what.
struct walk_counts {
  std::size_t walkers = 0, contacts = 0, recovered = 0, stuck = 0;
};
/// All walkers, one by one: none is in another's way.
walk_counts move_and_slide(const walkers& all, const boxes& world, const walk_options& options = {}) noexcept;
walk_counts move_and_slide(const walkers& all, const tile_map& world, const walk_options& options = {}) noexcept;
walk_counts move_and_slide(const round_walkers& all, const boxes& world, const walk_options& options = {}) noexcept;
walk_counts move_and_slide(const round_walkers& all, const tile_map& world, const walk_options& options = {}) noexcept;
walk_counts move_and_slide(const round_walkers& all, const circles& world, const walk_options& options = {}) noexcept;
template <class No = void> walked move_and_slide(...) {
  static_assert(detail::never<No>,
                "hitscan: move_and_slide(center, half, step, level), (circle, step, level) or "
                "(walkers, level); a level is boxes, a tile_map, obstacles; of circles, circles, too");
  return {};
}
template <class No = void> walked move_and_slide(detail::anything, vec2, detail::anything, ...) {
  return move_and_slide<No>(0);
}
template <class No = void> walked move_and_slide(vec2, vec2, vec2, detail::anything, ...) {
  return move_and_slide<No>(0);
}

}  // namespace hitscan
