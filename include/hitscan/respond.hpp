// What to do after a query: how far one may go, and going there. These are the library's own functions so that a user's
// compiler cannot fuse the same arithmetic differently on two machines.
#pragma once

#include "query.hpp"
#include "results.hpp"

namespace hitscan {

/// fl(t * (1 - 2^-22)), or 0 where that is subnormal: how much of the motion may be made after a hit at time t. A box
/// whose *edges* move by edge + fl(safe_time(t) * d) does not overlap (open) the box it hit, at any coordinate (proof:
/// docs/semantics.md).
[[nodiscard]] float safe_time(float time) noexcept;

/// The moving box after its hit: every edge at edge + fl(safe_time * d); the whole motion when there is no hit.
/// After a hit it does not overlap what it hit; after a miss it overlaps nothing the query asked about, if that looked
/// at the whole motion and at starts in overlap (until 1, start_overlap::hits).
[[nodiscard]] box advance(const box& a, vec2 da, const hit& h) noexcept;
[[nodiscard]] box3 advance(const box3& a, vec3 da, const hit3& h) noexcept;
[[nodiscard]] vec2 advance(vec2 point, vec2 da, const hit& h) noexcept;
[[nodiscard]] vec3 advance(vec3 point, vec3 da, const hit3& h) noexcept;

/// The moving circle after its hit on b, which stands. Centres round with their coordinates, edges do not: so
/// this one looks where it lands, and takes a step back until circle and circle do not overlap (open). At the latest
/// that is where it started; a circle that started in overlap stays there.
[[nodiscard]] circle advance(const circle& a, vec2 da, const hit& h, const circle& b) noexcept;
[[nodiscard]] sphere advance(const sphere& a, vec3 da, const hit3& h, const sphere& b) noexcept;
[[nodiscard]] circle advance(const circle& a, vec2 da, const hit& h, const box& b) noexcept;
[[nodiscard]] sphere advance(const sphere& a, vec3 da, const hit3& h, const box3& b) noexcept;
/// A box that hit a circle, likewise. Its edges move as they do without b, but how near they may come is for b to say.
[[nodiscard]] box advance(const box& a, vec2 da, const hit& h, const circle& b) noexcept;
[[nodiscard]] box3 advance(const box3& a, vec3 da, const hit3& h, const sphere& b) noexcept;
/// Two bodies, each where it is then.
template <class A, class B> struct both_places {
  A a;
  B b;
};
/// Where two bodies are that both move, after a hit of sweep_nearest(a, da, moving(b, db)) or its like: each at the
/// safe time on its way, and a little earlier where rounding both would put one into the other. If they did not overlap
/// (open) at the start, they do not overlap there. Without a hit both make the whole of their motions, likewise.
[[nodiscard]] both_places<box, box> advance(const box& a, vec2 da, const hit& h, const box& b, vec2 db) noexcept;
[[nodiscard]] both_places<box3, box3> advance(const box3& a, vec3 da, const hit3& h, const box3& b, vec3 db) noexcept;
[[nodiscard]] both_places<circle, circle> advance(const circle& a, vec2 da, const hit& h, const circle& b,
                                                  vec2 db) noexcept;
[[nodiscard]] both_places<sphere, sphere> advance(const sphere& a, vec3 da, const hit3& h, const sphere& b,
                                                  vec3 db) noexcept;
[[nodiscard]] both_places<circle, box> advance(const circle& a, vec2 da, const hit& h, const box& b, vec2 db) noexcept;
[[nodiscard]] both_places<sphere, box3> advance(const sphere& a, vec3 da, const hit3& h, const box3& b,
                                                vec3 db) noexcept;
[[nodiscard]] both_places<box, circle> advance(const box& a, vec2 da, const hit& h, const circle& b, vec2 db) noexcept;
[[nodiscard]] both_places<box3, sphere> advance(const box3& a, vec3 da, const hit3& h, const sphere& b,
                                                vec3 db) noexcept;
/// The same for a box kept as centre and half extent: the new centre, such that box::from_center(it, half) does not
/// overlap b.
[[nodiscard]] vec2 advance_center(vec2 center, vec2 half, vec2 da, const hit& h, const box& b) noexcept;
[[nodiscard]] vec3 advance_center(vec3 center, vec3 half, vec3 da, const hit3& h, const box3& b) noexcept;

/// The shape moved by contact::push, every edge or centre as fl(x + push): it no longer overlaps (open) what it was in
/// contact with, and touches it but for a hair. Without a contact the shape stays where it is. What to push is what
/// asked: the first argument of `contact`.
[[nodiscard]] box push_out(const box& a, const contact2& c) noexcept;
[[nodiscard]] box3 push_out(const box3& a, const contact3& c) noexcept;
[[nodiscard]] circle push_out(const circle& a, const contact2& c) noexcept;
[[nodiscard]] sphere push_out(const sphere& a, const contact3& c) noexcept;
[[nodiscard]] segment push_out(const segment& a, const contact2& c) noexcept;
[[nodiscard]] capsule push_out(const capsule& a, const contact2& c) noexcept;
[[nodiscard]] obb push_out(const obb& a, const contact2& c) noexcept;
[[nodiscard]] vec2 push_out(vec2 point, const contact2& c) noexcept;
[[nodiscard]] vec3 push_out(vec3 point, const contact3& c) noexcept;

/// Whole batches of edges or centres on one axis: out[i] = x[i] + push[i], where push is what contact_each wrote, 0
/// without a contact. x may be the very array that out is. Does as many as the shortest span has and returns that
/// number.
std::size_t push_out(column x, column push, std::span<float> out) noexcept;
template <class No = void> box push_out(...) {
  static_assert(detail::never<No>,
                "hitscan: push_out(a, the contact that a has), 2D with 2D; or of columns (x, push, out)");
  return {};
}

/// Whole batches of edges or centres on one axis: out[i] = x[i] + fl(safe_time(time[i]) * d[i]), where time is what
/// sweep_times gave; with time absent, the whole motion. `who` is the column of indices that sweep_each and the
/// `_nearest` of many write: where it is `none` the whole motion is made, so that each ends where `advance` of its hit
/// would put it. Without it a miss stays 2^-22 of its way short, since a hit, too, may round to time 1. x may be the
/// very array that out is. Advances as many as the shortest span has and returns that number.
std::size_t advance(column x, column d, column time, std::span<float> out, std::span<const index> who = {}) noexcept;
template <class No = void> box advance(...) {
  static_assert(detail::never<No>,
                "hitscan: advance(a, its step, hit) of boxes and points, 2D with 2D; where a circle is "
                "or both move (a, its step, hit, b [, its step]); of columns (x, d, time, out, who)");
  return {};
}
template <class No = void> box advance(detail::anything, vec2, ...) { return advance<No>(0); }

// ---- what is left of a motion ----------------------------------------------------------------------------------
// A hit at `time` leaves 1 - time of the step. Three answers, for any wall, not only for one along an axis. The normal
// points from the wall to who moves (as hit::normal does) and need not be of exactly unit length.
//
//        \       deflect   a ball: the part into the wall is turned round    v - 2 (v.n) n
//         \   .
//          \ .   slide     a walker: the part into the wall is lost          v - (v.n) n
//     ------*---->
//      wall      push      a runner: as fast as before, along the wall       (v - (v.n) n) at the speed |v|
//
// What does not lead into the wall, v.n >= 0, stays as it is. A push straight into the wall stays where it is, for no
// way along it is better than the other: straight is what differs from n by less than 2^-22, which a normal of floats
// cannot tell from it. Any other moves at full speed; who wants 2 of (3, 4) at a wall across x with half of the step
// left, rather than 2.5, wants slide.
//
// Guaranteed, to the last bit and not up to an epsilon: none of the three leads into the wall (result . n >= 0), and
// slide and push never go against the wish (result . v >= 0). Where rounding would break that, they stay. Computed in
// double, with n.n divided out, in one stated order of operations, and rounded once: the same bits everywhere.
// A normal of zero is no wall. What is not finite does not move. In braces a normal says its type, as in
// slide(v, vec2{0, -1}), since it could be the first members of a hit as well.

/// The velocity that a wall with this normal leaves: of a ball ...
[[nodiscard]] vec2 deflect(vec2 velocity, vec2 normal) noexcept;
[[nodiscard]] vec3 deflect(vec3 velocity, vec3 normal) noexcept;
/// ... of a walker ...
[[nodiscard]] vec2 slide(vec2 velocity, vec2 normal) noexcept;
[[nodiscard]] vec3 slide(vec3 velocity, vec3 normal) noexcept;
/// ... and of a runner.
[[nodiscard]] vec2 push(vec2 velocity, vec2 normal) noexcept;
[[nodiscard]] vec3 push(vec3 velocity, vec3 normal) noexcept;

/// The same of a step and its hit, times what the hit left of it: the step to make next. Zero when there was no hit.
[[nodiscard]] vec2 deflect(vec2 step, const hit& h) noexcept;
[[nodiscard]] vec3 deflect(vec3 step, const hit3& h) noexcept;
[[nodiscard]] vec2 slide(vec2 step, const hit& h) noexcept;
[[nodiscard]] vec3 slide(vec3 step, const hit3& h) noexcept;
[[nodiscard]] vec2 push(vec2 step, const hit& h) noexcept;
[[nodiscard]] vec3 push(vec3 step, const hit3& h) noexcept;

/// What is between slide (restitution 0) and deflect (1): so much of the speed into the wall comes back, and friction
/// takes so much of the speed along it. Restitution may be more than 1 (a bumper), friction is 0 to 1; what is less, or
/// NaN, counts as 0.
[[nodiscard]] vec2 bounce(vec2 velocity, vec2 normal, float restitution, float friction = 0) noexcept;
[[nodiscard]] vec3 bounce(vec3 velocity, vec3 normal, float restitution, float friction = 0) noexcept;
/// The same of a step and its hit, times what the hit left of it.
[[nodiscard]] vec2 bounce(vec2 step, const hit& h, float restitution, float friction = 0) noexcept;
[[nodiscard]] vec3 bounce(vec3 step, const hit3& h, float restitution, float friction = 0) noexcept;
template <class No = void> vec2 bounce(...) {
  static_assert(detail::never<No>,
                "hitscan: bounce(velocity, normal, restitution, friction), or (step, its hit, restitution, friction)");
  return {};
}

/// Whole batches, over the dense columns that `sweep_each` and the `_nearest` of many write: normals are needed;
/// without a time column, the steps are velocities and all of them is left. The outputs may be the very arrays that the
/// steps are. Does as many as the shortest span has and returns that number.
std::size_t deflect(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy) noexcept;
std::size_t slide(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy) noexcept;
std::size_t push(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy) noexcept;
std::size_t deflect(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                    std::span<float> dz) noexcept;
std::size_t slide(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                  std::span<float> dz) noexcept;
std::size_t push(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                 std::span<float> dz) noexcept;
template <class No = void> vec2 deflect(...) {
  static_assert(
      detail::never<No>,
      "hitscan: deflect(velocity, normal) or (step, its hit), 2D with 2D; or of columns (steps, hits, dx, dy [, dz])");
  return {};
}
template <class No = void> vec2 slide(...) {
  static_assert(
      detail::never<No>,
      "hitscan: slide(velocity, normal) or (step, its hit), 2D with 2D; or of columns (steps, hits, dx, dy [, dz])");
  return {};
}
template <class No = void> vec2 push(...) {
  static_assert(
      detail::never<No>,
      "hitscan: push(velocity, normal) or (step, its hit), 2D with 2D; or of columns (steps, hits, dx, dy [, dz])");
  return {};
}

/// Particles in a field: each makes its step and is thrown back by the walls, however often, and its step is turned
/// round where that happened an odd number of times. Afterwards it lies within the walls, `radius` away (absent: 0).
/// One that lies outside starts at the nearest wall; on an axis with no room for it, it lies in the middle of the
/// field, and its step stays. Particles whose position or step is not finite, or whose radius is none, stay as they
/// are, and so does everything when the field is no valid box. Does as many as the shortest span has and returns that
/// number.
std::size_t bounce_inside(const box& field, column radius, std::span<float> x, std::span<float> y, std::span<float> dx,
                          std::span<float> dy) noexcept;
std::size_t bounce_inside(const box3& field, column radius, std::span<float> x, std::span<float> y, std::span<float> z,
                          std::span<float> dx, std::span<float> dy, std::span<float> dz) noexcept;
template <class No = void> std::size_t bounce_inside(...) {
  static_assert(detail::never<No>,
                "hitscan: bounce_inside(box, radius, x, y, dx, dy), or (box3, radius, x, y, z, dx, dy, dz)");
  return {};
}

/// The box around a whole motion, rounded outward: whatever a query can hit within it overlaps or touches these bounds.
[[nodiscard]] box swept_bounds(const box& a, vec2 da) noexcept;
[[nodiscard]] box3 swept_bounds(const box3& a, vec3 da) noexcept;
[[nodiscard]] box swept_bounds(const circle& a, vec2 da) noexcept;
[[nodiscard]] box3 swept_bounds(const sphere& a, vec3 da) noexcept;
[[nodiscard]] box swept_bounds(const segment& s) noexcept;
[[nodiscard]] box3 swept_bounds(const segment3& s) noexcept;
[[nodiscard]] box swept_bounds(const segment& s, vec2 ds) noexcept;
[[nodiscard]] box swept_bounds(const capsule& a, vec2 da) noexcept;
[[nodiscard]] box swept_bounds(const obb& a, vec2 da) noexcept;
[[nodiscard]] box swept_bounds(const polygon& a, vec2 da) noexcept;
template <class No = void> box swept_bounds(...) {
  static_assert(detail::never<No>, "hitscan: swept_bounds(one shape, its motion), 2D with 2D");
  return {};
}

}  // namespace hitscan
