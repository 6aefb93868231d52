// Does each of 100,000 meet anything among 4000 boxes, in 2D and 3D? ns each.
#pragma once

#include <cstddef>

/// How many answers were wrong.
std::size_t anything();
