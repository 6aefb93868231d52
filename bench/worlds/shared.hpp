// The same queries by one thread and by two: milliseconds on the wall, and whether the answers are the same.
#pragma once

#include <cstddef>

/// How many answers differed.
std::size_t shared();
