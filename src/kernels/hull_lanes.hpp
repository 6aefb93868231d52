// Hulls of one kind, a lane each, in registers of doubles: what kernels share that tell how deep, when and how far.
// Each operation is that of src/reference/hull_moments.cpp, in its order, so the bits are the same. Where that takes a
// branch, lanes are selected. The functions are in an object once an instruction set: src/isa/hull_lanes.cpp.
#pragma once

#include "../lanes/wide_lanes.hpp"
#include "hull_pairs.hpp"

namespace hitscan::detail {

namespace HITSCAN_ISA {
using hull_reals = doubles<HITSCAN_ARCH>;
using hull_flags = decltype(hull_reals() < hull_reals());

// A ring that has fewer corners than others repeats its first.
struct hull_lanes {
  hull_reals corner[2][most_corners], edge[2][most_corners];  // edge i: from corner i to the next
  hull_reals radius, size[2], count;                          // size: the largest of the floats that make up corners
  int corners, edges, sides;
};
struct way_out {
  hull_reals N[2], depth, at[2];
};

// The lanes from item `at` on, of the columns of hull_columns.hpp that begin with these.
void read_hulls(const float* const* column, std::size_t at, core what, hull_lanes& f);
void read_rings(const ring_figure<floats<HITSCAN_ARCH>>& from, int half, hull_lanes& f);
// The way out of b for a. Also says who certainly overlaps, and who certainly does not; of `wanted` lanes.
void way_between(const hull_lanes& a, const hull_lanes& b, u32 wanted, way_out& way, hull_flags& meets,
                 hull_flags& misses);
// Sides that lie on each other touch in the middle of the stretch that both have; one too short for doubles, there.
void to_middle(const hull_lanes& a, const hull_lanes& b, const hull_reals (&moved)[2], way_out& way);
}  // namespace HITSCAN_ISA

namespace {

struct hull_maths {
  using F = floats<HITSCAN_ARCH>;
  using R = HITSCAN_ISA::hull_reals;
  using B = HITSCAN_ISA::hull_flags;
  using figures = HITSCAN_ISA::hull_lanes;
  using way_out = HITSCAN_ISA::way_out;
  static constexpr u32 half_lanes = (1u << R::size) - 1;
  static constexpr double grain = 0x1p-46;
  static FORCED B all() { return R(0.) == R(0.); }
  static FORCED B no() { return R(0.) != R(0.); }
  static FORCED R dot(const R (&a)[2], const R (&b)[2]) { return a[0] * b[0] + a[1] * b[1]; }
  static FORCED void pick(B which, R& old, R x) { old = xsimd::select(which, x, old); }
  static FORCED R size_of(const figures& a, const figures& b) {
    return (a.size[0] + a.size[1]) + (b.size[0] + b.size[1]);
  }

  struct line_at {
    R from[2], along[2], out[2], length2;
  };
  static FORCED line_at line_of(const figures& f, int i) {
    line_at line;
    for (int k = 0; k < 2; ++k) line.from[k] = f.corner[k][i], line.along[k] = f.edge[k][i];
    line.out[0] = line.along[1], line.out[1] = R(0.) - line.along[0];
    line.length2 = dot(line.along, line.along);
    return line;
  }
  // How far the nearest corner of f is outside, in units of |out|, and where that corner is.
  static FORCED R gap_to(const line_at& line, const figures& f, R (&at)[2]) {
    R least(0.);
    for (int j = 0; j < f.corners; ++j) {
      const R gap = line.out[0] * (f.corner[0][j] - line.from[0]) + line.out[1] * (f.corner[1][j] - line.from[1]);
      const B nearer = j == 0 ? all() : gap < least;
      pick(nearer, least, gap);
      for (int k = 0; k < 2; ++k) pick(nearer, at[k], f.corner[k][j]);
    }
    return least;
  }
};

}  // namespace
}  // namespace hitscan::detail
