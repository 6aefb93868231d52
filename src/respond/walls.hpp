// What walls do, one lane at a time, for the engines. Plain data and declarations.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

/// Of step v at a wall of normal n, with `left` of the step left. 2 or 3 floats each.
void wall_answer(int dims, const float* v, const float* n, float left, wall what, float* out) noexcept;

/// One axis of a particle between walls at `low` and `high`, low <= high.
void bounce_axis(float low, float high, float& x, float& dx) noexcept;
/// All of particle i.
void bounce_item(const bounce_request& r, std::size_t i) noexcept;

}  // namespace hitscan::detail
