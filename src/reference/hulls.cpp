#include "hulls.hpp"

#include <cfloat>
#include <climits>
#include <cmath>

#include "hull_corners.hpp"

// Every question is the sign of a polynomial. A double with a bound on its error answers most of them; numbers without
// rounding answer the rest. The bound: a coordinate is the sum of at most eight floats, then come a product and a sum,
// so fewer than 16 roundings of 2^-53 of `size`, the same expression with all its terms positive. Nothing overflows,
// and nothing underflows: products of two floats are at least 2^-298, of four 2^-596.

namespace hitscan::detail {
namespace {

constexpr double doubt = 0x1p-48;

// ---- a corner as seen from the start of an edge ------------------------------------------------------------------

struct sight {
  corner_at p, from;
  edge_of e;
  double m[2], m_size[2], d[2], d_size[2];  // p - from and e, in double; the sizes of their terms

  sight(const corner_at& p_, const corner_at& from_, const edge_of& e_) noexcept : p(p_), from(from_), e(e_) {
    for (int k = 0; k < 2; ++k) {
      const auto size = [k](const auto& c) {
        double sum = 0;
        for (const float x : c.part[k]) sum += std::fabs(static_cast<double>(x));
        return sum;
      };
      m[k] = in_double(p, k) - in_double(from, k), m_size[k] = size(p) + size(from);
      d[k] = in_double(e, k), d_size[k] = size(e);
    }
  }
};

number<2> exact_cross(const sight& s) noexcept {
  return exact_edge(s.e, 0) * exact_gap(s.p, s.from, 1) - exact_edge(s.e, 1) * exact_gap(s.p, s.from, 0);
}

bool certain(double x, double size) noexcept { return std::fabs(x) > doubt * size; }

// On which side of the edge's line does p lie? +1: to the left, where the hull is.
int side_of(const sight& s) noexcept {
  const double cross = s.d[0] * s.m[1] - s.d[1] * s.m[0];
  if (certain(cross, s.d_size[0] * s.m_size[1] + s.d_size[1] * s.m_size[0])) return sign(cross);
  return exact_cross(s).sign();
}

// Is p ahead of the edge's start, seen along the edge?
int ahead_of(const sight& s) noexcept {
  const double dot = s.d[0] * s.m[0] + s.d[1] * s.m[1];
  if (certain(dot, s.d_size[0] * s.m_size[0] + s.d_size[1] * s.m_size[1])) return sign(dot);
  return (exact_edge(s.e, 0) * exact_gap(s.p, s.from, 0) + exact_edge(s.e, 1) * exact_gap(s.p, s.from, 1)).sign();
}

// |p - from|^2 - (ra + rb)^2
int compare_distance(const sight& s, float ra, float rb) noexcept {
  const double r = static_cast<double>(ra) + rb, rr = r * r;
  const double off = s.m[0] * s.m[0] + s.m[1] * s.m[1] - rr;
  if (certain(off, s.m_size[0] * s.m_size[0] + s.m_size[1] * s.m_size[1] + rr)) return sign(off);
  const number<1> x = exact_gap(s.p, s.from, 0), y = exact_gap(s.p, s.from, 1), reach = number<1>(ra) + number<1>(rb);
  return compare(x * x + y * y, reach * reach);
}

// The square of p's distance to the edge's line, less (ra + rb)^2: times |e|^2, that is (e x m)^2 - (ra + rb)^2 |e|^2.
int compare_line_distance(const sight& s, float ra, float rb) noexcept {
  const double r = static_cast<double>(ra) + rb;
  const double cross = s.d[0] * s.m[1] - s.d[1] * s.m[0];
  const double size = s.d_size[0] * s.m_size[1] + s.d_size[1] * s.m_size[0];
  const double reach = r * r * (s.d[0] * s.d[0] + s.d[1] * s.d[1]);
  const double reach_size = r * r * (s.d_size[0] * s.d_size[0] + s.d_size[1] * s.d_size[1]);
  const double off = cross * cross - reach;
  if (certain(off, size * size + reach_size)) return sign(off);
  const number<1> x = exact_edge(s.e, 0), y = exact_edge(s.e, 1), exact_r = number<1>(ra) + number<1>(rb);
  const number<2> exact = exact_cross(s);
  return compare(exact * exact, exact_r * exact_r * (x * x + y * y));
}

// p's distance to the edge, against ra + rb. The nearest point is one of its ends, or lies on it.
int compare_edge_distance(const corner_at& p, const corner_at& from, const corner_at& to, const edge_of& e, float ra,
                          float rb) noexcept {
  const sight start(p, from, e), end(p, to, e);
  if (ahead_of(start) <= 0) return compare_distance(start, ra, rb);
  if (ahead_of(end) >= 0) return compare_distance(end, ra, rb);
  return compare_line_distance(start, ra, rb);
}

// ---- two hulls ---------------------------------------------------------------------------------------------------

// How the corners of b lie to the edges of a. +1: no edge of a separates them; -1: one does, and with room; 0: one
// does, but they touch its line. `edges` counts those that have a length.
int apart(const hull& a, const hull& b, int& edges) noexcept {
  int least = 1;
  for (int i = 0; i < edges_of(a) && least >= 0; ++i) {
    const edge_of e = edge_from(a, i);
    if (!has_length(e)) continue;
    ++edges;
    const corner_at from = corner_of(a, i);
    int most = -1;
    for (int j = 0; j < corners_of(b) && most < 1; ++j) {
      const int side = side_of(sight(corner_of(b, j), from, e));
      if (side > most) most = side;
    }
    if (most < least) least = most;
  }
  return least;
}

// Is a corner of b within ra + rb of an edge of a?
bool near(const hull& a, const hull& b, bool closed) noexcept {
  for (int i = 0; i < sides_of(a); ++i) {
    const edge_of e = edge_from(a, i);
    const corner_at from = corner_of(a, i), to = corner_of(a, after(a, i));
    for (int j = 0; j < corners_of(b); ++j) {
      const int off = compare_edge_distance(corner_of(b, j), from, to, e, a.radius, b.radius);
      if (off < 0 || (closed && off == 0)) return true;
    }
  }
  return false;
}

}  // namespace

bool hulls_overlap(const hull& a, const hull& b, bool closed) noexcept {
  int edges = 0;
  int cores = apart(a, b, edges);
  if (cores >= 0) {
    const int other = apart(b, a, edges);
    if (other < cores) cores = other;
  }
  if (cores > 0 && edges > 0) return true;
  const bool rounded = a.radius > 0 || b.radius > 0;
  if (!rounded && (cores < 0 || !closed)) return false;
  return near(a, b, closed) || near(b, a, closed);
}

// ---- in motion ---------------------------------------------------------------------------------------------------

namespace {

// The same as apart, of what a sweeps while it moves by d and of b: their edges, a's at both ends, and the motion.
int swept_apart(const hull& a, const hull& b, const float (&d)[2], int& edges) noexcept {
  const float back[2] = {-d[0], -d[1]};
  int least = 1;
  const auto edges_between = [&](const hull& x, const hull& y,
                                 const float(&step)[2]) {  // y moves by step, as x sees it
    for (int i = 0; i < edges_of(x) && least >= 0; ++i) {
      const edge_of e = edge_from(x, i);
      if (!has_length(e)) continue;
      ++edges;
      const corner_at from = corner_of(x, i);
      int most = -1;
      for (int j = 0; j < corners_of(y) && most < 1; ++j) {
        const corner_at p = corner_of(y, j);
        const int first = side_of(sight(p, from, e)), last = side_of(sight(moved(p, step), from, e));
        if (first > most) most = first;
        if (last > most) most = last;
      }
      if (most < least) least = most;
    }
  };
  edges_between(a, b, back), edges_between(b, a, d);
  if (least < 0 || (d[0] == 0 && d[1] == 0)) return least;
  ++edges;
  int low = 1, high = -1;
  for (int i = 0; i < corners_of(a); ++i)
    for (int j = 0; j < corners_of(b); ++j) {
      const int side = side_of(sight(corner_of(b, j), corner_of(a, i), {{{d[0], 0}, {d[1], 0}}}));
      low = side < low ? side : low, high = side > high ? side : high;
    }
  const int across = high < -low ? high : -low;
  return across < least ? across : least;
}

// Is b within ra + rb of what the corners of a run along?
bool swept_near(const hull& a, const hull& b, const float (&d)[2], bool closed) noexcept {
  const edge_of way{{{d[0], 0}, {d[1], 0}}};
  const auto within = [&](const corner_at& p, const corner_at& from, const corner_at& to, const edge_of& e) {
    const int off = compare_edge_distance(p, from, to, e, a.radius, b.radius);
    return off < 0 || (closed && off == 0);
  };
  for (int i = 0; i < corners_of(a); ++i) {
    const corner_at from = corner_of(a, i), to = moved(from, d);
    for (int j = 0; j < corners_of(b); ++j)
      if (within(corner_of(b, j), from, to, way)) return true;
    for (int j = 0; j < sides_of(b); ++j)
      if (within(to, corner_of(b, j), corner_of(b, after(b, j)), edge_from(b, j))) return true;
  }
  const float back[2] = {-d[0], -d[1]};
  for (int i = 0; i < sides_of(a); ++i)
    for (int j = 0; j < corners_of(b); ++j)
      if (within(moved(corner_of(b, j), back), corner_of(a, i), corner_of(a, after(a, i)), edge_from(a, i)))
        return true;
  return false;
}

}  // namespace

bool hulls_meet(const hull& a, const hull& b, const float (&d)[2], bool closed) noexcept {
  int edges = 0;
  const int cores = swept_apart(a, b, d, edges);
  if (cores > 0 && edges > 0) return true;
  const bool rounded = a.radius > 0 || b.radius > 0;
  if (!rounded && (cores < 0 || !closed)) return false;
  return near(a, b, closed) || near(b, a, closed) || swept_near(a, b, d, closed);
}

// ---- what is a hull ----------------------------------------------------------------------------------------------

namespace {
bool finite(float x) noexcept { return x >= -FLT_MAX && x <= FLT_MAX; }
}  // namespace

// A fan of triangles from the first corner: those of a convex polygon all turn the same way, or not at all.
bool runs_clockwise(const float* x, const float* y, int n) noexcept {
  const auto seen = [&](int i) { return edge_of{{{x[i], -x[0]}, {y[i], -y[0]}}}; };
  for (int i = 0; i < n; ++i)
    if (!finite(x[i]) || !finite(y[i])) return false;  // no polygon, and nothing for exact numbers
  for (int i = 1; i + 1 < n; ++i) {
    const corner_at first{{{x[0], 0, 0, 0}, {y[0], 0, 0, 0}}}, next{{{x[i + 1], 0, 0, 0}, {y[i + 1], 0, 0, 0}}};
    if (const int side = side_of(sight(next, first, seen(i)))) return side < 0;
  }
  return false;
}

void read_outline(const outlines& from, std::size_t i, hull& h) noexcept {
  const ring_span ring = span_of_ring(from, i);
  h.what = core::ring, h.radius = 0;
  h.x = from.x + ring.first, h.y = from.y + ring.first, h.corners = ring.corners;
  h.clockwise = runs_clockwise(h.x, h.y, h.corners);
}

bool valid_hull(const hull& h) noexcept {
  bool ok = h.radius >= 0 && finite(h.radius);
  if (h.what == core::ring) {
    ok &= h.corners >= 3;
    for (int j = 0; j < h.corners; ++j) ok &= finite(h.x[j]) && finite(h.y[j]);
    return ok;
  }
  const int floats = h.what == core::dot ? 2 : h.what == core::tilted ? 6 : 4;
  for (int j = 0; j < floats; ++j) ok &= finite(h.at[j]);
  if (h.what == core::box) ok &= h.at[0] <= h.at[1] && h.at[2] <= h.at[3];
  return ok;
}

// No corner turns right or back, and the way round turns once: an outline that turns left everywhere but goes round
// twice crosses itself. Going round once means that the edges' directions come by the same direction, say +x, just
// once.
bool convex_ring(const hull& h) noexcept {
  if (h.what != core::ring || !valid_hull(h)) return false;
  int turns = 0;
  const auto rising = [](const edge_of& e) {  // direction in [0, 180) degrees
    const float dy0 = e.part[1][0], dy1 = -e.part[1][1];
    return dy0 > dy1 || (dy0 == dy1 && e.part[0][0] > -e.part[0][1]);
  };
  for (int i = 0; i < h.corners; ++i) {
    const int next = after(h, i), last = after(h, next);
    const edge_of e = edge_from(h, i);
    if (!has_length(e)) return false;
    const sight onward(corner_of(h, last), corner_of(h, next), e);
    const int turn = side_of(onward);
    if (turn < 0 || (turn == 0 && ahead_of(onward) <= 0)) return false;
    turns += !rising(e) && rising(edge_from(h, next));
  }
  return turns == 1;
}

}  // namespace hitscan::detail
