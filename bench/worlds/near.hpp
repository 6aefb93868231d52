// The nearest box of each of 10,000 points, among 100,000 boxes; ns a point.
#pragma once

#include <cstddef>

/// How many answers were wrong.
std::size_t nearest();
