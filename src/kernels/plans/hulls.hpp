// What kernels of hulls ask, and what is asked of one pair after the other: of any two hulls, by the exact scalar code.
#pragma once

#include "../../lanes/hull_columns.hpp"
#include "sides.hpp"

namespace hitscan::detail {

// What two hulls of given corner counts ask of items: functions, as what they cost is more than a call, so that all
// else of a kernel is in its object once, and contacts take those of overlaps. The first notes the registers from..to
// in which something is near, and which lanes; `each` without a branch, where that would be guessed wrong. The second
// says of a register's near lanes which may hit and, 16 bits higher, which surely do. Where there is no second, the
// first notes which may hit, and which surely do.
struct hull_asks {
  unsigned (*near)(const void* state, const float* const* column, std::size_t from, std::size_t to, bool each,
                   std::uint16_t* at, std::uint16_t* lanes, std::uint16_t* sure);
  std::uint32_t (*test)(const void* state, const float* const* column, std::size_t at, std::uint32_t close);
};
// As scan_steps of plan.hpp: who decides, and who tells.
struct hull_steps {
  decltype(doubts::decide) decide;
  moments_fn moments;
};

struct hulls_state {
  hull_asks ask;
  int columns;
  core a, b;
  bool closed, round, swap;  // swap: `a` here is b of the question
  start_overlap start;
  const outlines *outline_a, *outline_b;
};

// Columns: those of a, of b; of a sweep then the step of a, the step of b.
constexpr int most_hull_columns = 16;
namespace {
FORCED int other_hull(const hulls_state& s) { return hull_columns(corners_of(s.a)); }  // b's first column
FORCED int steps_of(const hulls_state& s) { return other_hull(s) + hull_columns(corners_of(s.b)); }
}  // namespace

// The one with fewer corners goes first: `swap` says that this is b.
void put_hulls(const request& r, plan& p, hulls_state& s) noexcept;
void put_moving_hulls(const request& r, plan& p, hulls_state& s) noexcept;

// As doubts::decide, and what there is to tell of one pair.
std::uint32_t decide_overlap_hulls(const void* state, const float* const* column, std::size_t at, std::uint32_t open);
std::uint32_t decide_sweep_hulls(const void* state, const float* const* column, std::size_t at, std::uint32_t open);
hull_moment contact_of_hulls(const hulls_state& s, const float* const* column, std::size_t at) noexcept;
hull_moment moment_of_hulls(const hulls_state& s, const float* const* column, std::size_t at) noexcept;
float distance_of_hulls(const hulls_state& s, const float* const* column, std::size_t at) noexcept;

}  // namespace hitscan::detail
