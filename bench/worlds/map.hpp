// Brute force, grid, tree and world over sizes, distributions and lengths of motions: which is quickest where, and does
// world know?
#pragma once

#include <cstddef>

/// How many answers were wrong.
std::size_t map(const char* only);
