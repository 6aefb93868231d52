// What the wrong calls are made with. Each of them is refused in at most 15 lines that say what the first line of its
// file says.
#pragma once

#include <hitscan/hitscan.hpp>

namespace hs = hitscan;

const float x[] = {1, 2, 3};
hs::index room[3];
float here[3];
std::uint64_t words[1];
const hs::circles circles{.x = x, .y = x, .radius = 4.0f};
const hs::motions steps{.dx = x, .dy = 0.0f};
const hs::chain laser{.x = x, .y = x, .radius = 1.0f};
const hs::box ship{{0, 0}, {8, 8}};
const hs::box3 cube{{0, 0, 0}, {8, 8, 8}};
