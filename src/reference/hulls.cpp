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

constexpr double share_of_doubt = 0x1p-48;

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

bool certain(double x, double size) noexcept { return std::fabs(x) > share_of_doubt * size; }

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

// Bounds of a core in double, each within some roundings of `rounded`, or without any; no corner's parts add up to more
// than `size` on any axis. Most pairs that are asked about are apart by these alone.
struct bounds {
  double low[2], high[2], size = 0, rounded;

  explicit bounds(const hull& h) noexcept {
    for (int k = 0; k < 2; ++k) {
      double from = h.what == core::ring ? 0 : h.at[k], to = from, cancels = 0;
      switch (h.what) {
        case core::dot: break;
        case core::bar: {
          const double way = h.at[2 + k];
          (way < 0 ? from : to) += way, cancels = std::fabs(way);
          break;
        }
        case core::box: from = h.at[2 * k], to = h.at[2 * k + 1]; break;
        case core::tilted: {
          const double half = std::fabs(static_cast<double>(h.at[2 + k])) + std::fabs(static_cast<double>(h.at[5 - k]));
          from -= half, to += half;
          break;
        }
        case core::ring: {
          const float* const at = k == 0 ? h.x : h.y;
          float least = at[0], most = at[0];
          for (int j = 1; j < h.corners; ++j) least = at[j] < least ? at[j] : least, most = at[j] > most ? at[j] : most;
          from = least, to = most;
          break;
        }
      }
      const double parts = (-from > to ? -from : to) + cancels;
      low[k] = from, high[k] = to, size = parts > size ? parts : size;
    }
    rounded = h.what == core::bar || h.what == core::tilted ? size : 0;
  }
};
double length_of(const float (&d)[2]) noexcept {  // no less than its length
  return std::fabs(static_cast<double>(d[0])) + std::fabs(static_cast<double>(d[1]));
}
// Are they apart on some axis already, by more than the radii, while a moves by d? Kernels ask this first, and polygons
// that are not convex, of which no edge separates anything, may be apart by it alone: so there is no room for what does
// not round.
bool bounds_apart(const hull& a, const bounds& in_a, const hull& b, const bounds& in_b, const float (&d)[2]) noexcept {
  double reach = static_cast<double>(a.radius) + b.radius;
  reach += 0x1p-48 * (in_a.rounded + in_b.rounded + reach + length_of(d));
  for (int k = 0; k < 2; ++k)
    if (in_a.low[k] - in_b.high[k] > reach + (d[k] < 0 ? -d[k] : 0) ||
        in_b.low[k] - in_a.high[k] > reach + (d[k] > 0 ? d[k] : 0))
      return true;
  return false;
}

// The corners of a hull in double, made once: most pairs that are near are told by these.
struct rough {
  static constexpr int most = 16;
  const hull& h;
  double x[most][2], size;  // of its bounds

  rough(const hull& h_, const bounds& in) noexcept : h(h_), size(in.size) {
    for (int j = 0, n = corners_of(h); j < n && few(); ++j) {
      const corner_at c = corner_of(h, j);
      for (int k = 0; k < 2; ++k) x[j][k] = in_double(c, k);
    }
  }
  bool few() const noexcept { return corners_of(h) <= most; }
  const double (&at(int j) const noexcept)[2] { return x[j]; }
};
// With M the sizes of both and of the motion, edges are at most 2 M and corners M from each other, each off by less
// than 10 u M (u = 2^-53), and so is a cross product of theirs, with what the motion adds to it, by less than 70 u M^2:
// what is beyond 128 is certain.
double doubt_of(const rough& a, const rough& b, double motion) noexcept {
  const double size = a.size + b.size + motion;
  return a.few() && b.few() ? 0x1p-46 * (size * size) : HUGE_VAL;
}
// side_of corner j of b, moved by `step`, to edge i of a.
int exact_side_of(const rough& a, int i, const edge_of& e, const rough& b, int j, const float (&step)[2]) noexcept {
  return side_of(sight(moved(corner_of(b.h, j), step), corner_of(a.h, i), e));
}
// The same in double, of one that stands: within what doubt_of says.
double about_side_of(const rough& a, int i, const double (&e)[2], const rough& b, int j) noexcept {
  // NOLINTNEXTLINE(clang-analyzer-core.*): both have so many corners
  return e[0] * (b.x[j][1] - a.x[i][1]) - e[1] * (b.x[j][0] - a.x[i][0]);
}

// How the corners of b lie to the edges of a. +1: no edge of a separates them; -1: one does, and with room; 0: one
// does, but they touch its line. `edges` counts those that have a length. Where b moves, its corners at both ends.
int apart(const rough& a, const rough& b, const float* step, double doubt, int& edges) noexcept {
  const float still[2] = {0, 0}, by[2] = {step ? step[0] : 0, step ? step[1] : 0};
  const bool few = doubt < HUGE_VAL;
  int least = 1;
  for (int i = 0, n = edges_of(a.h); i < n && least >= 0; ++i) {
    const edge_of edge = edge_from(a.h, i);
    if (!has_length(edge)) continue;
    ++edges;
    const double e[2] = {in_double(edge, 0), in_double(edge, 1)}, turn = e[0] * by[1] - e[1] * by[0];
    const double further = turn > 0 ? turn : 0;  // the end that lies further to the left says it for both
    int most = -1;
    for (int j = 0, m = corners_of(b.h); j < m && most < 1; ++j) {
      const double side = few ? about_side_of(a, i, e, b, j) + further : 0;
      if (side < -doubt) continue;
      int exact = 1;
      if (!(side > doubt)) {
        exact = exact_side_of(a, i, edge, b, j, still);
        if (const int last = step ? exact_side_of(a, i, edge, b, j, by) : -1; last > exact) exact = last;
      }
      most = exact > most ? exact : most;
    }
    least = most < least ? most : least;
  }
  return least;
}

// compare_edge_distance in double; 0: not certain. The doubts of products of two and of four, as above.
struct rough_reach {
  double reach, doubt, doubt2;

  rough_reach(const rough& a, const rough& b, double motion) noexcept
      : reach(static_cast<double>(a.h.radius) + b.h.radius), doubt(doubt_of(a, b, motion + reach)) {
    const double size = a.size + b.size + (motion + reach);
    doubt2 = 0x1p-42 * (size * size * size * size);
  }
  bool known() const noexcept { return doubt < HUGE_VAL; }
  int compare(const double (&p)[2], const double (&from)[2], const double (&to)[2],
              const edge_of& edge) const noexcept {
    const double e[2] = {in_double(edge, 0), in_double(edge, 1)};
    const double m[2] = {p[0] - from[0], p[1] - from[1]}, n[2] = {p[0] - to[0], p[1] - to[1]};
    const double ahead = e[0] * m[0] + e[1] * m[1], beyond = e[0] * n[0] + e[1] * n[1];
    if (!(std::fabs(ahead) > doubt && std::fabs(beyond) > doubt)) return 0;
    const auto told = [](double off, double unsure) { return std::fabs(off) > unsure ? sign(off) : 0; };
    if (ahead < 0) return told(m[0] * m[0] + m[1] * m[1] - reach * reach, doubt);
    if (beyond > 0) return told(n[0] * n[0] + n[1] * n[1] - reach * reach, doubt);
    const double cross = e[0] * m[1] - e[1] * m[0];
    return told(cross * cross - reach * reach * (e[0] * e[0] + e[1] * e[1]), doubt2);
  }
};

// Is a corner of b within ra + rb of an edge of a?
bool near(const rough& a, const rough& b, bool closed) noexcept {
  const rough_reach in_double(a, b, 0);
  for (int i = 0; i < sides_of(a.h); ++i) {
    const edge_of e = edge_from(a.h, i);
    const int next = after(a.h, i);
    for (int j = 0; j < corners_of(b.h); ++j) {
      int off = in_double.known() ? in_double.compare(b.at(j), a.at(i), a.at(next), e) : 0;
      if (off == 0)
        off = compare_edge_distance(corner_of(b.h, j), corner_of(a.h, i), corner_of(a.h, next), e, a.h.radius,
                                    b.h.radius);
      if (off < 0 || (closed && off == 0)) return true;
    }
  }
  return false;
}

}  // namespace

bool hulls_overlap(const hull& a, const hull& b, bool closed) noexcept {
  const bounds in_a(a), in_b(b);
  if (bounds_apart(a, in_a, b, in_b, {0, 0})) return false;
  const rough p(a, in_a), q(b, in_b);
  const double doubt = doubt_of(p, q, 0);
  int edges = 0;
  int cores = apart(p, q, nullptr, doubt, edges);
  if (cores >= 0) {
    const int other = apart(q, p, nullptr, doubt, edges);
    if (other < cores) cores = other;
  }
  if (cores > 0 && edges > 0) return true;
  const bool rounded = a.radius > 0 || b.radius > 0;
  if (!rounded && (cores < 0 || !closed)) return false;
  return near(p, q, closed) || near(q, p, closed);
}

// ---- in motion ---------------------------------------------------------------------------------------------------

namespace {

// The same as apart, of what a sweeps while it moves by d and of b: their edges, a's at both ends, and the motion.
int swept_apart(const rough& p, const rough& q, const float (&d)[2], int& edges) noexcept {
  const float back[2] = {-d[0], -d[1]}, still[2] = {0, 0};
  const double doubt = doubt_of(p, q, length_of(d));
  int least = apart(p, q, back, doubt, edges);
  if (least >= 0)
    if (const int other = apart(q, p, d, doubt, edges); other < least) least = other;
  if (least < 0 || (d[0] == 0 && d[1] == 0)) return least;
  ++edges;
  const edge_of way{{{d[0], 0}, {d[1], 0}}};
  const double e[2] = {d[0], d[1]};
  int low = 1, high = -1;
  for (int i = 0; i < corners_of(p.h); ++i)
    for (int j = 0; j < corners_of(q.h); ++j) {
      const double about = doubt < HUGE_VAL ? about_side_of(p, i, e, q, j) : 0;
      const int side = std::fabs(about) > doubt ? sign(about) : exact_side_of(p, i, way, q, j, still);
      low = side < low ? side : low, high = side > high ? side : high;
    }
  const int across = high < -low ? high : -low;
  return across < least ? across : least;
}

// Is b within ra + rb of what the corners of a run along?
bool swept_near(const rough& a, const rough& b, const float (&d)[2], bool closed) noexcept {
  const edge_of way{{{d[0], 0}, {d[1], 0}}};
  const float still[2] = {0, 0}, back[2] = {-d[0], -d[1]};
  const rough_reach in_double(a, b, length_of(d));
  struct place {  // corner j of a hull, moved by so much
    const rough& of;
    int j;
    const float (&by)[2];
    corner_at exact() const noexcept { return moved(corner_of(of.h, j), by); }
  };
  const auto within = [&](const place& p, const place& from, const place& to, const edge_of& e) {
    int off = 0;
    if (in_double.known()) {
      // NOLINTNEXTLINE(clang-analyzer-core.*): both have so many corners
      const auto at = [](const place& c, int k) { return c.of.x[c.j][k] + c.by[k]; };
      off = in_double.compare({at(p, 0), at(p, 1)}, {at(from, 0), at(from, 1)}, {at(to, 0), at(to, 1)}, e);
    }
    if (off == 0) off = compare_edge_distance(p.exact(), from.exact(), to.exact(), e, a.h.radius, b.h.radius);
    return off < 0 || (closed && off == 0);
  };
  for (int i = 0; i < corners_of(a.h); ++i) {
    for (int j = 0; j < corners_of(b.h); ++j)
      if (within({b, j, still}, {a, i, still}, {a, i, d}, way)) return true;
    for (int j = 0; j < sides_of(b.h); ++j)
      if (within({a, i, d}, {b, j, still}, {b, after(b.h, j), still}, edge_from(b.h, j))) return true;
  }
  for (int i = 0; i < sides_of(a.h); ++i)
    for (int j = 0; j < corners_of(b.h); ++j)
      if (within({b, j, back}, {a, i, still}, {a, after(a.h, i), still}, edge_from(a.h, i))) return true;
  return false;
}

}  // namespace

bool hulls_meet(const hull& a, const hull& b, const float (&d)[2], bool closed) noexcept {
  const bounds in_a(a), in_b(b);
  if (bounds_apart(a, in_a, b, in_b, d)) return false;
  const rough p(a, in_a), q(b, in_b);
  int edges = 0;
  const int cores = swept_apart(p, q, d, edges);
  if (cores > 0 && edges > 0) return true;
  const bool rounded = a.radius > 0 || b.radius > 0;
  if (!rounded && (cores < 0 || !closed)) return false;
  return near(p, q, closed) || near(q, p, closed) || swept_near(p, q, d, closed);
}

// ---- what is a hull ----------------------------------------------------------------------------------------------

namespace {
bool finite(float x) noexcept { return std::fabs(x) <= FLT_MAX; }
}  // namespace

// A fan of triangles from the first corner: those of a convex polygon all turn the same way, or not at all.
bool runs_clockwise(const float* x, const float* y, int n) noexcept {
  if (n > 2) {  // mostly the first in double says it: differences, products and their sum have a rounding each
    const double e[2] = {static_cast<double>(x[1]) - x[0], static_cast<double>(y[1]) - y[0]};
    const double m[2] = {static_cast<double>(x[2]) - x[0], static_cast<double>(y[2]) - y[0]};
    const double one = e[0] * m[1], other = e[1] * m[0];
    if (certain(one - other, std::fabs(one) + std::fabs(other))) return one < other;
  }
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

void read_hull(const side& s, std::size_t item, hull& h) noexcept {
  const auto at = [&](const feed& c) { return c.data ? c.data[item] : c.one; };
  const auto take = [&](core what, int floats) {
    h.what = what, h.radius = 0;
    for (int c = 0; c < floats; ++c) h.at[c] = at(s.column[c]);
  };
  switch (s.what) {
    case kind::point: return take(core::dot, 2);
    case kind::circle: take(core::dot, 2), h.radius = at(s.column[2]); return;
    case kind::segment: return take(core::bar, 4);
    case kind::capsule: take(core::bar, 4), h.radius = at(s.column[4]); return;
    case kind::chain:
      take(core::bar, 4), h.radius = at(s.column[4]);
      for (int k = 0; k < 2; ++k) h.at[2 + k] = h.at[2 + k] - h.at[k];
      return;
    case kind::corners: return take(core::box, 4);
    case kind::centred:
      take(core::box, 4);
      for (int k = 0; k < 2; ++k) {
        const float c = at(s.column[k]), half = at(s.column[2 + k]);
        h.at[2 * k] = c - half, h.at[2 * k + 1] = c + half;
      }
      return;
    case kind::obb:
      take(core::tilted, 2);
      for (int k = 0; k < 4; ++k) {
        const float half = at(s.column[2 + k / 2]);
        h.at[2 + k] = half >= 0 ? half * at(s.column[4 + k % 2]) : NAN;
      }
      return;
    case kind::polygon: return read_outline(s.outline, item, h);
  }
}

}  // namespace hitscan::detail
