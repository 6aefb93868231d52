// Rays in static worlds: 10,000 of them, 100,000 boxes; ns a ray, and ms to build.
#pragma once

#include <cstddef>

/// How many answers were wrong.
std::size_t rays();
