// Where the columns of a plan come from. None of it is of an instruction set: columns.cpp has it once for all.
#pragma once

#include "../core/forced.hpp"
#include "plan.hpp"

namespace hitscan::detail {

// Puts a side's columns into a plan as corners (2D), as circles (D + 1), as steps (D). Returns the next column.
template <int D>
int put_corners(plan& p, int at, const side& s, const index* pick = nullptr, std::size_t limit = 0) noexcept;
template <int D>
int put_circles(plan& p, int at, const side& s, const index* pick = nullptr, std::size_t limit = 0) noexcept;
template <int D>
int put_steps(plan& p, int at, const motion& m, const index* pick = nullptr, std::size_t limit = 0) noexcept;
// Column c becomes what column order[c] was.
void reorder(plan& p, const int* order, int n) noexcept;

namespace {

FORCED void put_column(plan& p, int c, feed x, const index* pick = nullptr, std::size_t limit = 0) {
  if (x.data && !pick)
    p.at[c] = x.data;
  else
    p.from[c] = {source::plain, x, {nullptr, 0}, pick, limit, nullptr}, p.written |= 1u << c;
}

}  // namespace
}  // namespace hitscan::detail
