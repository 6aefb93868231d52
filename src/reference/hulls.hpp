// Rounded convex hulls: every shape of the plane that has corners or a radius, in one form.
//
//     dot            bar              quad             ring
//      .            .------.         .-------.          .---.
//     ( )          (        )        |       |         /     \       a core of 1, 2, 4 or n corners,
//      '            '------'         '-------'         \_____/       and everything within `radius` of it
//   point, circle   segment, capsule  box, obb          polygon
//
// Plain data and declarations only, so that a kernel may include this without leaving an inline copy behind: it settles
// here what its filter leaves open.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

enum class core : std::uint8_t {
  dot,     // at: x, y
  bar,     // at: x, y, dx, dy       from (x, y) to (x + dx, y + dy), a sum that is not rounded
  box,     // at: min_x, max_x, min_y, max_y
  tilted,  // at: x, y, ux, uy, wx, wy    a rotated box: (x, y) +- (ux, uy) +- (-wy, wx), sums that are not rounded
  ring     // corners: convex, read counter-clockwise from the first, whichever way round they are given
};

struct hull {
  core what;
  float at[6];
  float radius;
  const float *x, *y;      // of a ring
  int corners;             // of a ring; below 3: not a polygon
  bool clockwise = false;  // of a ring, as given
};

/// The corners of polygon i; none when it lies beyond them.
struct ring_span {
  std::size_t first;
  int corners;
};
namespace {  // everyone's own copy: the objects of two ISAs share no function
[[gnu::always_inline]] inline ring_span span_of_ring(const outlines& from, std::size_t i) noexcept {
  std::size_t first = 0, last = from.corners;
  if (from.offsets) first = from.offsets[i], last = from.offsets[i + 1];
  const bool fits = first <= last && last <= from.corners && last - first <= 0x7fffffff;
  return fits ? ring_span{first, static_cast<int>(last - first)} : ring_span{0, 0};
}
}  // namespace
/// Do n corners, convex and in this order, go round clockwise? Exact. The first three that are not on one line say so.
bool runs_clockwise(const float* x, const float* y, int n) noexcept;
/// Polygon i as a ring; of no corners when it lies beyond them.
void read_outline(const outlines& from, std::size_t i, hull& h) noexcept;
// Item i of any side whose shapes are hulls.
void read_hull(const side& s, std::size_t i, hull& h) noexcept;

/// Finite, radius >= 0, min <= max, three corners or more. That a ring is convex is taken on trust.
bool valid_hull(const hull& h) noexcept;

/// Convex, of an area that is not 0, no corner twice: what a ring should be. Corners in the middle of a side are fine,
/// and so are both ways round. Exact.
bool convex_ring(const hull& h) noexcept;

/// Do two valid hulls overlap, or touch when that counts? Exact for every finite float. Not for two dots.
bool hulls_overlap(const hull& a, const hull& b, bool closed) noexcept;

/// Does a, moving by d, come to overlap b? Exact: what a sweeps is a hull too. It is a hit to pass through what has no
/// inside, such as a point through a segment, though at no moment they overlap.
bool hulls_meet(const hull& a, const hull& b, const float (&d)[2], bool closed) noexcept;

/// What there is to tell of a pair that hits. In double, each operation rounded once: the same bits everywhere.
struct hull_moment {
  float time = 1;
  bool started = false;
  float normal[2]{}, position[2]{}, push[2]{};
};
/// Of two that overlap: the least way out of b for a; `time` is -depth.
hull_moment hulls_contact(const hull& a, const hull& b) noexcept;
/// The nearest points of the cores of two that are not both dots; where the cores overlap, one that both have. And do
/// the two overlap or touch? That is exact; if so, the points are left out unless `told`.
struct hull_gap {
  double a[2]{}, b[2]{}, length = 0;
  bool overlap;
};
hull_gap hulls_apart(const hull& a, const hull& b, bool told) noexcept;
/// Of two that meet, a moving by da and b by db: when and where. False if they overlap at the start and `start` does
/// not want such hits.
bool hulls_moment(const hull& a, const float (&da)[2], const hull& b, const float (&db)[2], start_overlap start,
                  bool closed, hull_moment& out) noexcept;

}  // namespace hitscan::detail
