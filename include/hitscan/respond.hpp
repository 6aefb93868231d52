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
/// After a hit it does not overlap what it hit; after a miss it overlaps nothing the query asked about.
[[nodiscard]] box advance(const box& a, vec2 da, const hit& h) noexcept;
[[nodiscard]] box3 advance(const box3& a, vec3 da, const hit3& h) noexcept;
[[nodiscard]] vec2 advance(vec2 point, vec2 da, const hit& h) noexcept;
[[nodiscard]] vec3 advance(vec3 point, vec3 da, const hit3& h) noexcept;

/// The moving circle's centre after its hit on b, which stands. Centres round with their coordinates, edges do not: so
/// this one looks where it lands, and takes a step back until circle and circle do not overlap (open). At the latest
/// that is where it started; a circle that started in overlap stays there.
[[nodiscard]] circle advance(const circle& a, vec2 da, const hit& h, const circle& b) noexcept;
[[nodiscard]] sphere advance(const sphere& a, vec3 da, const hit3& h, const sphere& b) noexcept;
/// The same for a box kept as centre and half extent: the new centre, such that box::from_center(it, half) does not
/// overlap b.
[[nodiscard]] vec2 advance_center(vec2 center, vec2 half, vec2 da, const hit& h, const box& b) noexcept;
[[nodiscard]] vec3 advance_center(vec3 center, vec3 half, vec3 da, const hit3& h, const box3& b) noexcept;

/// Whole batches of edges or centres on one axis: out[i] = x[i] + fl(safe_time(time[i]) * d[i]), where time is what
/// sweep_times gave; with time absent, the whole motion. x may be the very array that out is. Advances as many as the
/// shortest span has and returns that number.
std::size_t advance(column x, column d, column time, std::span<float> out) noexcept;

/// The box around a whole motion, rounded outward: whatever a query can hit within it overlaps or touches these bounds.
[[nodiscard]] box swept_bounds(const box& a, vec2 da) noexcept;
[[nodiscard]] box3 swept_bounds(const box3& a, vec3 da) noexcept;
[[nodiscard]] box swept_bounds(const circle& a, vec2 da) noexcept;
[[nodiscard]] box3 swept_bounds(const sphere& a, vec3 da) noexcept;
[[nodiscard]] box swept_bounds(const segment& s) noexcept;
[[nodiscard]] box3 swept_bounds(const segment3& s) noexcept;

}  // namespace hitscan
