// A world by brute force, by grid, by tree and as it thinks best, over sizes, distributions and lengths of motions:
// which is quickest where, and does it know?
#pragma once

#include <cstddef>

/// How many answers were wrong.
std::size_t map(const char* only);

/// The same on every instruction set, and then the factors of src/world/cost_factors.hpp that fit what was measured.
std::size_t fit();
