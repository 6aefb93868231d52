// What there is to tell of two hulls that hit: the way out, and when and where they meet. In double, in the order in
// which it is written here; nothing in it decides whether they hit.
#include <cmath>

#include "hull_corners.hpp"

namespace hitscan::detail {
namespace {

struct point_at {
  double x[2];
};
point_at point_of(const hull& h, int j) noexcept {
  const corner_at c = corner_of(h, j);
  return {{in_double(c, 0), in_double(c, 1)}};
}
double dot(const double (&a)[2], const double (&b)[2]) noexcept { return a[0] * b[0] + a[1] * b[1]; }

// An edge as a line: a point of it, its direction, and the normal that points out of the hull (its right).
struct line_at {
  double from[2], along[2], out[2], length2;
};
line_at line_of(const hull& h, int i) noexcept {
  const edge_of e = edge_from(h, i);
  const point_at p = point_of(h, i);
  line_at line{{p.x[0], p.x[1]}, {in_double(e, 0), in_double(e, 1)}, {}, 0};
  line.out[0] = line.along[1], line.out[1] = 0 - line.along[0];
  line.length2 = dot(line.along, line.along);
  return line;
}

// How far, in units of |out|, the nearest corner of h is outside the line; `corner` is the first such.
double gap_to(const line_at& line, const hull& h, int& corner) noexcept {
  double least = 0;
  for (int j = 0; j < corners_of(h); ++j) {
    const point_at p = point_of(h, j);
    const double m[2] = {p.x[0] - line.from[0], p.x[1] - line.from[1]};
    const double gap = dot(line.out, m);
    if (j == 0 || gap < least) least = gap, corner = j;
  }
  return least;
}

// ---- the way out -------------------------------------------------------------------------------------------------

struct way_out {
  double N[2]{0, 1};  // from b to a
  double depth = 0;
  double at[2]{};  // on b's core
};

// Through the side that takes the least: gap^2 / |out|^2, compared crosswise. a's sides before b's, in their order.
bool least_way(const hull& a, const hull& b, way_out& way) noexcept {
  bool any = false;
  double gap2 = 0, length2 = 1;
  const auto try_sides = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < edges_of(of); ++i) {
      const line_at line = line_of(of, i);
      if (line.length2 == 0) continue;
      int corner = 0;
      const double gap = gap_to(line, other, corner), inside = gap < 0 ? 0 - gap : 0;
      if (any && !(inside * inside * length2 < gap2 * line.length2)) continue;
      any = true, gap2 = inside * inside, length2 = line.length2;
      const double length = std::sqrt(line.length2);
      way.depth = inside / length;
      const point_at p = point_of(other, corner);
      for (int k = 0; k < 2; ++k) {
        const double out = line.out[k] / length;
        way.N[k] = of_a ? 0 - out : out;
        way.at[k] = of_a ? p.x[k] : p.x[k] + way.depth * out;  // a's corner, once it is out
      }
    }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  return any;
}

// From b's nearest point to a's. False when they are in one place, or the other way round inside each other.
bool nearest_points(const hull& a, const hull& b, const double (&shift)[2], way_out& way) noexcept {
  double least = -1;
  const auto look = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < sides_of(of); ++i) {
      const line_at line = line_of(of, i);
      for (int j = 0; j < corners_of(other); ++j) {
        const point_at p = point_of(other, j);
        double m[2], away[2];  // the corner as the side sees it; a is shifted
        for (int k = 0; k < 2; ++k)
          m[k] = of_a ? (p.x[k] - shift[k]) - line.from[k] : (p.x[k] + shift[k]) - line.from[k];
        double t = line.length2 > 0 ? dot(m, line.along) / line.length2 : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        for (int k = 0; k < 2; ++k) away[k] = m[k] - t * line.along[k];
        const double distance = dot(away, away);
        if (least >= 0 && !(distance < least)) continue;
        least = distance;
        for (int k = 0; k < 2; ++k) {
          way.N[k] = of_a ? 0 - away[k] : away[k];
          way.at[k] = of_a ? p.x[k] : line.from[k] + t * line.along[k];
        }
      }
    }
  };
  look(a, b, true), look(b, a, false);
  const double length = std::sqrt(least > 0 ? least : 0);
  if (!(length > 0)) return false;
  for (double& n : way.N) n = n / length;
  way.depth = (static_cast<double>(a.radius) + b.radius) - length;
  return true;
}

// The largest of the floats that make up its corners.
double size_of(const hull& h, int k) noexcept {
  double most = 0;
  for (int j = 0; j < corners_of(h); ++j)
    for (const float x : corner_of(h, j).part[k]) {
      const double size = std::fabs(static_cast<double>(x));
      most = size > most ? size : most;
    }
  return most;
}
double size_of(const hull& h) noexcept { return size_of(h, 0) + size_of(h, 1); }

way_out way_between(const hull& a, const hull& b) noexcept {
  const double still[2] = {0, 0};
  way_out way, apart;
  const bool sides = least_way(a, b, way);
  const double reach = static_cast<double>(a.radius) + b.radius;
  // Cores that do not overlap: from point to point, unless they touch as far as doubles can tell. (Of dots and the like
  // in one place nothing is left but up.)
  if ((!sides || way.depth == 0) && nearest_points(a, b, still, apart))
    if (!sides || reach - apart.depth > 0x1p-45 * (size_of(a) + size_of(b) + reach)) return apart;
  way.depth = way.depth + reach;
  return way;
}

}  // namespace

hull_moment hulls_contact(const hull& a, const hull& b) noexcept {
  const way_out way = way_between(a, b);
  const double depth = way.depth > 0 ? way.depth : 0, rb = b.radius;
  // What a's corners may lose when they round: see contact_circles.hpp. Sums of floats here, so twice that.
  double size = static_cast<double>(a.radius) + rb + depth;
  for (int k = 0; k < 2; ++k) size += std::fabs(way.N[k]) * (4 * size_of(a, k) + 4 * size_of(b, k));
  const double push = depth + (0x1p-21 * size + 0x1p-147);

  hull_moment m;
  m.time = 0 - static_cast<float>(depth);
  for (int k = 0; k < 2; ++k) {
    m.normal[k] = static_cast<float>(way.N[k]);
    m.position[k] = static_cast<float>(way.at[k] + rb * way.N[k]);
    m.push[k] = static_cast<float>(way.N[k] * push);
  }
  return m;
}

// ---- when --------------------------------------------------------------------------------------------------------

namespace {

// The moment of entry, with a way out that is of that moment.
struct entry {
  double time = -1;
  way_out way;
  bool known = false;
};

// Cores without radius: a convex thing is entered when the last of its sides is passed, like the slabs of a box (Cyrus
// and Beck 1978). The ends of what has no width are sides, too: of a bar, a box and a rotated box each edge's direction
// is tried as well.
entry enter_sides(const hull& a, const hull& b, const double (&d)[2]) noexcept {
  entry best;
  const auto try_sides = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < edges_of(of); ++i)
      for (int turn = 0; turn < (of.what == core::ring ? 1 : 2); ++turn) {
        line_at line = line_of(of, i);
        if (line.length2 == 0) continue;
        if (turn == 1) {  // the end that the edge runs to
          const point_at end = point_of(of, after(of, i));
          for (int k = 0; k < 2; ++k) line.from[k] = end.x[k], line.out[k] = line.along[k];
        }
        const double speed = of_a ? dot(line.out, d) : 0 - dot(line.out, d);
        if (!(speed > 0)) continue;
        int corner = 0;
        const double time = gap_to(line, other, corner) / speed;
        if (best.known && !(time > best.time)) continue;
        best.known = true, best.time = time;
        const double length = std::sqrt(line.length2);
        const point_at p = point_of(other, corner);
        for (int k = 0; k < 2; ++k) {
          const double out = line.out[k] / length;
          best.way.N[k] = of_a ? 0 - out : out;
          best.way.at[k] = of_a ? p.x[k] : p.x[k] + time * d[k];  // in b's frame
        }
      }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  return best;
}

// With a radius: the first of all corners to reach a side moved out by it, or to come so near to another corner.
entry enter_round(const hull& a, const hull& b, const double (&d)[2]) noexcept {
  const double reach = static_cast<double>(a.radius) + b.radius;
  entry best;
  const auto candidate = [&](double time, const double(&N)[2], const double(&at)[2]) {
    if (!(time >= 0) || (best.known && !(time < best.time))) return;
    best.known = true, best.time = time;
    for (int k = 0; k < 2; ++k) best.way.N[k] = N[k], best.way.at[k] = at[k];
  };
  const auto try_sides = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < edges_of(of); ++i) {
      const line_at line = line_of(of, i);
      const double speed = of_a ? dot(line.out, d) : 0 - dot(line.out, d), length = std::sqrt(line.length2);
      if (!(speed > 0)) continue;
      for (int j = 0; j < corners_of(other); ++j) {
        const point_at p = point_of(other, j);
        const double m[2] = {p.x[0] - line.from[0], p.x[1] - line.from[1]};
        const double time = (dot(line.out, m) - reach * length) / speed;
        double then[2], N[2], at[2];  // the corner at that time as the side sees it
        for (int k = 0; k < 2; ++k) then[k] = of_a ? m[k] - time * d[k] : m[k] + time * d[k];
        const double foot = dot(then, line.along);
        if (!(foot >= 0 && foot <= line.length2)) continue;
        for (int k = 0; k < 2; ++k) {
          const double out = line.out[k] / length;
          N[k] = of_a ? 0 - out : out;
          at[k] = of_a ? p.x[k] : (p.x[k] + time * d[k]) - reach * out;
        }
        candidate(time, N, at);
      }
    }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  const double dd = dot(d, d);
  for (int i = 0; i < corners_of(a); ++i)
    for (int j = 0; j < corners_of(b); ++j) {  // as circles meet: sweep_circles.hpp
      const point_at p = point_of(a, i), q = point_of(b, j);
      const double m[2] = {q.x[0] - p.x[0], q.x[1] - p.x[1]};
      const double e = m[0] * d[1] - m[1] * d[0], s = dot(m, m) - reach * reach, md = dot(m, d);
      const double disc = reach * reach * dd - e * e;
      if (!(disc >= 0) || !(md > 0)) continue;
      const double time = s / (md + std::sqrt(disc));
      double N[2];
      for (int k = 0; k < 2; ++k) N[k] = (time * d[k] - m[k]) / reach;
      candidate(time, N, q.x);
    }
  return best;
}

// When rounding has hidden the moment: of a few, the one at which they are nearest. They touch then, or graze.
entry nearest_moment(const hull& a, const hull& b, const double (&d)[2]) noexcept {
  const double dd = dot(d, d);
  entry best;
  double least = 0;
  const auto look = [&](double time) {
    time = time > 0 ? (time < 1 ? time : 1) : 0;
    const double shift[2] = {time * d[0], time * d[1]};
    way_out way;
    const double off =
        nearest_points(a, b, shift, way) ? 0 - way.depth : 0 - (static_cast<double>(a.radius) + b.radius);
    if (best.known && !(off < least)) return;
    best.known = true, least = off, best.time = time, best.way = way;
  };
  look(0);
  for (int i = 0; dd > 0 && i < corners_of(a); ++i)
    for (int j = 0; j < corners_of(b); ++j) {
      const point_at p = point_of(a, i), q = point_of(b, j);
      const double m[2] = {q.x[0] - p.x[0], q.x[1] - p.x[1]};
      look(dot(m, d) / dd);
    }
  look(1);
  return best;
}

}  // namespace

bool hulls_moment(const hull& a, const float (&da)[2], const hull& b, const float (&db)[2], start_overlap start,
                  bool closed, hull_moment& out) noexcept {
  const double d[2] = {da[0] - db[0], da[1] - db[1]};  // rounded to float, once
  out = {};
  out.started = hulls_overlap(a, b, closed);
  entry e;
  if (out.started) {
    if (start == start_overlap::ignored) return false;
    e.time = 0, e.way = way_between(a, b);
    if (start == start_overlap::hits_unless_leaving && dot(e.way.N, d) >= 0) return false;
  } else {
    e = a.radius > 0 || b.radius > 0 ? enter_round(a, b, d) : enter_sides(a, b, d);
    if (!e.known) e = nearest_moment(a, b, d);
  }
  const double t = e.time > 0 ? (e.time < 1 ? e.time : 1) : 0;
  out.time = static_cast<float>(t);
  const double rb = b.radius;
  for (int k = 0; k < 2; ++k) {
    out.normal[k] = static_cast<float>(e.way.N[k]);
    out.position[k] = static_cast<float>((e.way.at[k] + rb * e.way.N[k]) + static_cast<double>(out.time) * db[k]);
  }
  return true;
}

}  // namespace hitscan::detail
