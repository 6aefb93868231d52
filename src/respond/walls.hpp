// What a wall leaves of a motion: one lane of it, for the engines. Plain data and a declaration.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

/// Of step v at a wall of normal n, with `left` of the step left. 2 or 3 floats each.
void wall_answer(int dims, const float* v, const float* n, float left, wall what, float* out) noexcept;

}  // namespace hitscan::detail
