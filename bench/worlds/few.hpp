// Bullets against a handful of enemies, as in most games: a world beside the loop over both that anybody would write.
#pragma once

#include <cstddef>

/// How many answers were wrong.
std::size_t few();
