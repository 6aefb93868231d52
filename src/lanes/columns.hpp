// Where the columns of a plan come from. None of it is of an instruction set: columns.cpp has it once for all.
#pragma once

#include "../core/forced.hpp"
#include "plan.hpp"

namespace hitscan::detail {

// What put_corners, put_circles and put_steps are for columns that are not all spans as they are.
template <int D> void put_other_corners(plan& p, int at, const side& s, const index* pick, std::size_t limit) noexcept;
template <int D> void put_other_circles(plan& p, int at, const side& s, const index* pick, std::size_t limit) noexcept;
template <int D> void put_other_steps(plan& p, int at, const motion& m, const index* pick, std::size_t limit) noexcept;
// All columns of pairs: of a its corners or circle, its steps, its growth; then those of b.
struct pair_columns {
  bool a_circle = false, b_circle = false, a_steps = false, b_steps = false;
  int growth = 0;  // columns of each
};
template <int D> void put_pairs(plan& p, const request& r, const pair_columns& what) noexcept;
// Column c becomes what column order[c] was.
void reorder(plan& p, const int* order, int n) noexcept;

namespace {

template <class S> FORCED S& state_of(plan& p) {
  static_assert(sizeof(S) <= sizeof(p.state));
  return *reinterpret_cast<S*>(p.state);
}

// Picks must lie below a side's count; a side of one value for all has every index.
FORCED std::size_t limit_of(const side& s) { return s.spans ? s.count : ~(std::size_t)0; }

// The first n columns of a plan, and no more.
FORCED void keep_columns(plan& p, int n) { p.columns = n, p.written &= (1u << n) - 1; }

FORCED void put_column(plan& p, int c, feed x, const index* pick = nullptr, std::size_t limit = 0) {
  if (x.data && !pick)
    p.at[c] = x.data;
  else
    p.from[c] = {source::plain, x, {nullptr, 0}, pick, limit, nullptr}, p.written |= 1u << c;
}

// N spans as they are, which is what most columns are. False: some of them are none.
template <int N> FORCED bool put_spans(plan& p, int at, const feed* from) {
  bool all = true;
  for (int c = 0; c < N; ++c) p.at[at + c] = from[c].data, all &= from[c].data != nullptr;
  return all;
}
// Puts a side's columns into a plan as corners (2D), as circles (D + 1), as steps (D). Returns the next column.
template <int D>
FORCED int put_corners(plan& p, int at, const side& s, const index* pick = nullptr, std::size_t limit = 0) {
  if (s.what != kind::corners || pick || !put_spans<2 * D>(p, at, s.column))
    put_other_corners<D>(p, at, s, pick, limit);
  return at + 2 * D;
}
template <int D>
FORCED int put_circles(plan& p, int at, const side& s, const index* pick = nullptr, std::size_t limit = 0) {
  if (s.what != kind::circle || pick || !put_spans<D + 1>(p, at, s.column)) put_other_circles<D>(p, at, s, pick, limit);
  return at + D + 1;
}
template <int D>
FORCED int put_steps(plan& p, int at, const motion& m, const index* pick = nullptr, std::size_t limit = 0) {
  if (!m.present || pick || !put_spans<D>(p, at, m.column)) put_other_steps<D>(p, at, m, pick, limit);
  return at + D;
}

}  // namespace
}  // namespace hitscan::detail
