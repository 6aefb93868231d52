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
// NOLINTNEXTLINE(clang-analyzer-core.*): of what overlaps or meets both are known
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
bool nearest_points(const hull& a, const hull& b, way_out& way) noexcept {
  double least = -1;
  const auto look = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < sides_of(of); ++i) {
      const line_at line = line_of(of, i);
      for (int j = 0; j < corners_of(other); ++j) {
        const point_at p = point_of(other, j);
        double m[2], away[2];  // the corner as the side sees it
        for (int k = 0; k < 2; ++k) m[k] = p.x[k] - line.from[k];
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
double size_of(const hull& a, const hull& b) noexcept { return size_of(a) + size_of(b); }

constexpr double grain = 0x1p-46;  // of the size: more than corners, gaps and reaches are off by

way_out way_between(const hull& a, const hull& b, double size) noexcept {
  way_out way, apart;
  const bool sides = least_way(a, b, way);
  const double reach = static_cast<double>(a.radius) + b.radius;
  // Cores that do not overlap, or by no more than doubles can tell: from point to point, unless these are as near as
  // that, or nearly so: of what is 2^-38 apart the direction is 2^-12 off, and a push that way would be 2^-25 short.
  if (!sides || way.depth <= grain * size) {
    const bool two_places = nearest_points(a, b, apart);
    if (two_places && (!sides || reach - apart.depth > 0x1p-38 * (size + reach))) return apart;
    for (int k = 0; k < 2 && !sides; ++k) way.at[k] = apart.at[k];  // in one place nothing is left but up
  }
  way.depth = way.depth + reach;
  return way;
}

// Of the corners that lie farthest to one side, from where to where along it.
struct stretch {
  double low = 0, high = 0;
};
double along(const double (&N)[2], const double (&p)[2]) noexcept { return N[0] * p[1] - N[1] * p[0]; }
stretch foremost(const hull& h, const double (&N)[2], bool ahead, double room) noexcept {
  stretch s;
  double most = 0;
  for (int j = 0; j < corners_of(h); ++j) {
    const point_at p = point_of(h, j);
    const double far = ahead ? dot(N, p.x) : 0 - dot(N, p.x), here = along(N, p.x);
    if (j == 0 || far > most + room)
      most = far, s = {here, here};
    else if (far >= most - room)
      s.low = here < s.low ? here : s.low, s.high = here > s.high ? here : s.high;
  }
  return s;
}

// Sides that lie on each other touch in the middle of the stretch that both have; a has moved so far by then. Else they
// touch at a corner, whose place is known, unless it is a side too short for doubles: that was told by a corner of the
// other one, wherever that is.
void to_middle(way_out& way, const hull& a, const hull& b, double size, const double (&moved)[2]) noexcept {
  if (a.what == core::dot || b.what == core::dot) return;
  const double room = grain * size, shift = along(way.N, moved);
  const stretch of_a = foremost(a, way.N, false, room), of_b = foremost(b, way.N, true, room);
  const bool both = of_a.low < of_a.high && of_b.low < of_b.high;
  const double low_a = of_a.low + shift, high_a = of_a.high + shift;
  const double low = low_a > of_b.low ? low_a : of_b.low, high = high_a < of_b.high ? high_a : of_b.high;
  const double rest = (low + high) * 0.5 - along(way.N, way.at);
  if (!both && !(low <= high && std::fabs(rest) > 0x1p-36 * ((size + a.radius) + b.radius))) return;
  way.at[0] = way.at[0] - rest * way.N[1], way.at[1] = way.at[1] + rest * way.N[0];
}

}  // namespace

hull_moment hulls_contact(const hull& a, const hull& b) noexcept {
  const double of_a[2] = {size_of(a, 0), size_of(a, 1)}, of_b[2] = {size_of(b, 0), size_of(b, 1)};
  const double size = (of_a[0] + of_a[1]) + (of_b[0] + of_b[1]);
  way_out way = way_between(a, b, size);
  to_middle(way, a, b, size, {0, 0});
  const double depth = way.depth > 0 ? way.depth : 0, rb = b.radius;
  // What corners may lose when they round (contact_circles.hpp): 2^-24 of themselves and of the push, which has lost as
  // much already.
  double lost = static_cast<double>(a.radius) + rb + depth;
  for (int k = 0; k < 2; ++k) lost += std::fabs(way.N[k]) * (of_a[k] + of_b[k]);
  const double push = depth + (0x1p-22 * lost + 0x1p-147);

  hull_moment m;
  m.time = 0 - static_cast<float>(depth);
  for (int k = 0; k < 2; ++k) {
    m.normal[k] = static_cast<float>(way.N[k]);
    m.position[k] = static_cast<float>(way.at[k] + rb * way.N[k]);
    m.push[k] = static_cast<float>(way.N[k] * push);
  }
  return m;
}

namespace {

// A place in both of two cores that overlap: the middle of the longest piece of a side of a that is in b, which is what
// its sides and its bounds hold. No side of a comes by b: then b lies within a, or a has no sides and lies within b.
point_at common_place(const hull& a, const hull& b) noexcept {
  double low[2]{}, high[2]{}, most = -0x1p-30;  // what only just crosses may come out as less than nothing
  for (int j = 0; j < corners_of(b); ++j)
    for (int k = 0; k < 2; ++k) {
      const double x = point_of(b, j).x[k];
      if (j == 0 || x < low[k]) low[k] = x;
      if (j == 0 || x > high[k]) high[k] = x;
    }
  point_at place = point_of(edges_of(a) ? b : a, 0);
  for (int i = 0; i < edges_of(a); ++i) {
    const line_at side = line_of(a, i);
    double from = 0, to = 1;
    const auto keep_below = [&](double gap, double speed) {  // where gap + t speed <= 0
      const double t = (0 - gap) / speed;
      if (speed > 0 && t < to) to = t;
      if (speed < 0 && t > from) from = t;
      if (speed == 0 && gap > 0) to = -1;
    };
    for (int k = 0; k < 2; ++k)
      keep_below(side.from[k] - high[k], side.along[k]), keep_below(low[k] - side.from[k], 0 - side.along[k]);
    for (int j = 0; j < edges_of(b); ++j) {
      const line_at line = line_of(b, j);
      const double m[2] = {side.from[0] - line.from[0], side.from[1] - line.from[1]};
      if (line.length2 > 0) keep_below(dot(line.out, m), dot(line.out, side.along));
    }
    if (!(to - from > most)) continue;
    most = to - from;
    for (int k = 0; k < 2; ++k) place.x[k] = side.from[k] + (from + to) / 2 * side.along[k];
  }
  // Or by less than doubles can tell: then it is where they are nearest.
  way_out near;
  if (most < 0 && edges_of(a)) {
    nearest_points(a, b, near);
    if (0 - near.depth <= 0x1p-38 * size_of(a, b)) return {{near.at[0], near.at[1]}};
  }
  return place;
}

}  // namespace

hull_gap hulls_apart(const hull& a, const hull& b, bool told) noexcept {
  hull_gap gap{.overlap = hulls_overlap(a, b, true)};
  if (gap.overlap && !told) return gap;
  hull core_a = a, core_b = b;
  core_a.radius = core_b.radius = 0;
  way_out way;
  if (gap.overlap && hulls_overlap(core_a, core_b, false)) {
    const point_at place = common_place(core_a, core_b);
    way.at[0] = place.x[0], way.at[1] = place.x[1];
  } else if (nearest_points(core_a, core_b, way)) {  // else nearer than doubles can tell
    gap.length = 0 - way.depth;
  }
  for (int k = 0; k < 2; ++k) gap.b[k] = way.at[k], gap.a[k] = way.at[k] + gap.length * way.N[k];
  return gap;
}

// ---- when --------------------------------------------------------------------------------------------------------

namespace {

// The moment of entry, with a way out that is of that moment. `sure`: doubles suffice, see below.
//
// How good a time is, before it is rounded to float: within 2^-36 (size / |d|) + 2^-40 t of the true one, size being
// that of both hulls and radii. A double knows how far a corner is from a line to 2^-48 of the size, and what closes at
// more than 2^-10 of the speed turns that into 2^-38 (size / |d|). What closes more slowly, a graze, and radii so small
// that a double hardly sees them beside the size are settled in numbers that do not round.
struct entry {
  double time = -1;
  way_out way;
  bool known = false, sure = true;
};

constexpr double slowest = 0x1p-20;  // the square of the least share of the speed; the least share of a radius

// The side that has been passed last, or the corner that is met first: what the rest is told from.
struct touch_at {
  double N[2];        // of any length
  double corner[2];   // of the one that has not the side
  bool on_b = false;  // the side is b's
};

// Of sides that are passed at one time the one counts that faces more along the last axis, as of boxes: which of them
// comes first depends on the hand.
bool faces_more_along_y(const double (&out)[2], const touch_at& touch) noexcept {
  return std::fabs(out[1]) * std::fabs(touch.N[0]) > std::fabs(touch.N[1]) * std::fabs(out[0]);
}

way_out way_of(const touch_at& touch, double time, const double (&d)[2], double reach) noexcept {
  way_out way;
  const double length = std::sqrt(dot(touch.N, touch.N));
  for (int k = 0; k < 2; ++k) {
    way.N[k] = touch.N[k] / length;  // b's frame: a's corner goes along d
    way.at[k] = touch.on_b ? (touch.corner[k] + time * d[k]) - reach * way.N[k] : touch.corner[k];
  }
  return way;
}

// Cores without radius: a convex thing is entered when the last of its sides is passed, like the slabs of a box (Cyrus
// and Beck 1978).
entry enter_sides(const hull& a, const hull& b, const double (&d)[2], double size) noexcept {
  entry best;
  touch_at touch;
  const double dd = dot(d, d);
  const auto try_sides = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < edges_of(of); ++i) {
      const line_at line = line_of(of, i);
      if (line.length2 == 0) continue;
      const double speed = of_a ? dot(line.out, d) : 0 - dot(line.out, d);
      int corner = 0;
      const double gap = gap_to(line, other, corner);
      const double room = grain * size * (std::fabs(line.out[0]) + std::fabs(line.out[1]));
      // Not behind, and hardly closing: its moment may be nothing but rounding.
      if (gap > 0 - room && !(speed * speed > slowest * line.length2 * dd)) best.sure = false;
      if (!(speed > 0)) continue;
      const double time = gap / speed;
      if (best.known && !(time > best.time || (time == best.time && faces_more_along_y(line.out, touch)))) continue;
      best.known = true, best.time = time, touch.on_b = !of_a;
      const point_at p = point_of(other, corner);
      for (int k = 0; k < 2; ++k) touch.N[k] = of_a ? 0 - line.out[k] : line.out[k], touch.corner[k] = p.x[k];
    }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  best.sure = best.sure && best.known;
  if (best.known) best.way = way_of(touch, best.time, d, 0);
  return best;
}

// With a radius: the first of all corners to reach a side moved out by it, or to come so near to another corner.
entry enter_round(const hull& a, const hull& b, const double (&d)[2], double size) noexcept {
  const double reach = static_cast<double>(a.radius) + b.radius, dd = dot(d, d);
  entry best;
  touch_at touch;
  const auto candidate = [&](double time, double x, double y, const point_at& corner, bool on_b) {
    if (!(time >= 0) || (best.known && !(time < best.time))) return;
    best.known = true, best.time = time;
    touch = {{x, y}, {corner.x[0], corner.x[1]}, on_b};
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
        double then[2];  // the corner at that time as the side sees it
        for (int k = 0; k < 2; ++k) then[k] = of_a ? m[k] - time * d[k] : m[k] + time * d[k];
        const double foot = dot(then, line.along);
        if (!(foot >= 0 && foot <= line.length2)) continue;
        candidate(time, of_a ? 0 - line.out[0] : line.out[0], of_a ? 0 - line.out[1] : line.out[1], p, !of_a);
      }
    }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  // As circles meet: sweep_circles.hpp. Then |m - time d| = reach, and d.d times that vector is, without its
  // cancellation, root d + e (d_y, -d_x): what it has along d, and across it.
  for (int i = 0; i < corners_of(a); ++i)
    for (int j = 0; j < corners_of(b); ++j) {
      const point_at p = point_of(a, i), q = point_of(b, j);
      const double m[2] = {q.x[0] - p.x[0], q.x[1] - p.x[1]};
      const double e = m[0] * d[1] - m[1] * d[0], s = dot(m, m) - reach * reach, md = dot(m, d);
      const double disc = reach * reach * dd - e * e;
      if (!(disc >= 0) || !(md > 0)) continue;
      const double root = std::sqrt(disc);
      candidate(s / (md + root), 0 - (root * d[0] + e * d[1]), e * d[0] - root * d[1], q, false);
    }
  if (!best.known) return best.sure = false, best;
  best.way = way_of(touch, best.time, d, reach);

  // Is that so? They touch there, and a line across the normal has kept them apart so far.
  size += reach;
  const double speed = 0 - dot(best.way.N, d);
  double low = 0, high = 0;  // along the normal: the least of a's corners, the most of b's
  for (int i = 0; i < corners_of(a); ++i) {
    const double at = dot(best.way.N, point_of(a, i).x);
    low = i == 0 || at < low ? at : low;
  }
  for (int j = 0; j < corners_of(b); ++j) {
    const double at = dot(best.way.N, point_of(b, j).x);
    high = j == 0 || at > high ? at : high;
  }
  const double way = best.time * speed, room = grain * (size + way);
  best.sure =
      reach >= slowest * size && speed > 0 && speed * speed >= slowest * dd && (low - high) - way >= reach - room;
  return best;
}

// ---- when, without rounding --------------------------------------------------------------------------------------

// The same with every polynomial in numbers that do not round: its sign is right, and as a double it is good to 2^-50
// of itself. Only then come quotients and roots, none of which cancels.

struct line_between {          // a side as a corner of the other one sees it
  number<1> e[2], m[2], v[2];  // along the side; from its start to the corner; how the corner moves
  number<2> gap() const noexcept { return e[1] * m[0] - e[0] * m[1]; }
  number<2> speed() const noexcept { return e[0] * v[1] - e[1] * v[0]; }  // of closing
};
line_between see(const hull& of, int i, const hull& other, int j, const double (&d)[2], bool of_a) noexcept {
  const edge_of edge = edge_from(of, i);
  const corner_at from = corner_of(of, i), to = corner_of(other, j);
  line_between s;
  for (int k = 0; k < 2; ++k) {
    const float step = static_cast<float>(d[k]);
    s.e[k] = exact_edge(edge, k), s.m[k] = exact_gap(to, from, k), s.v[k] = number<1>(of_a ? 0 - step : step);
  }
  return s;
}

void tell_side(touch_at& touch, const hull& of, int i, const hull& other, int corner, bool of_a) noexcept {
  const line_at line = line_of(of, i);
  const point_at p = point_of(other, corner);
  for (int k = 0; k < 2; ++k) touch.N[k] = of_a ? 0 - line.out[k] : line.out[k], touch.corner[k] = p.x[k];
  touch.on_b = !of_a;
}

entry enter_sides_exactly(const hull& a, const hull& b, const double (&d)[2]) noexcept {
  entry best;
  touch_at touch;
  number<2> best_gap, best_speed;
  const auto try_sides = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < edges_of(of); ++i) {
      if (!has_length(edge_from(of, i))) continue;
      number<2> speed, gap;
      int corner = 0;
      for (int j = 0; j < corners_of(other); ++j) {
        const line_between s = see(of, i, other, j, d, of_a);
        if (j == 0 && (speed = s.speed()).sign() <= 0) break;
        const number<2> here = s.gap();
        if (j == 0 || compare(here, gap) < 0) gap = here, corner = j;
      }
      if (speed.sign() <= 0) continue;
      const int later = best.known ? compare(gap * best_speed, best_gap * speed) : 1;
      if (later < 0 || (later == 0 && !faces_more_along_y(line_of(of, i).out, touch))) continue;
      best.known = true, best_gap = gap, best_speed = speed;
      tell_side(touch, of, i, other, corner, of_a);
    }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  if (!best.known) {  // no side is in the way: points, or lines along the motion. The normal is against it
    for (int i = 0; i < corners_of(a); ++i)
      for (int j = 0; j < corners_of(b); ++j) {
        number<2> gap;
        for (int k = 0; k < 2; ++k)
          gap += exact_gap(corner_of(b, j), corner_of(a, i), k) * number<1>(static_cast<float>(d[k]));
        if (best.known && compare(gap, best_gap) >= 0) continue;
        best.known = true, best_gap = gap;
        const point_at q = point_of(b, j);
        touch = {{0 - d[0], 0 - d[1]}, {q.x[0], q.x[1]}, false};
      }
    for (const double step : d) best_speed += number<1>(static_cast<float>(step)) * number<1>(static_cast<float>(step));
  }
  best.time = best_gap.rounded() / best_speed.rounded();
  best.way = way_of(touch, best.time, d, 0);
  return best;
}

// The sign of |e| x - r y, by squares.
int compare_lengths(const number<2>& ee, const number<2>& x, const number<1>& r, const number<2>& y) noexcept {
  const int side_x = x.sign(), side_y = y.sign();
  if (side_x != side_y || side_x == 0) return side_x - side_y;
  return side_x * compare(x * x * ee, y * y * (r * r));
}

entry enter_round_exactly(const hull& a, const hull& b, const double (&d)[2]) noexcept {
  const number<1> reach = number<1>(a.radius) + number<1>(b.radius);
  const number<1> dx(static_cast<float>(d[0])), dy(static_cast<float>(d[1]));
  const number<2> reach2 = reach * reach, dd = dx * dx + dy * dy;
  entry best;
  touch_at touch;
  const auto try_sides = [&](const hull& of, const hull& other, bool of_a) {
    for (int i = 0; i < edges_of(of); ++i) {
      if (!has_length(edge_from(of, i))) continue;
      for (int j = 0; j < corners_of(other); ++j) {
        const line_between s = see(of, i, other, j, d, of_a);
        const number<2> speed = s.speed(), gap = s.gap();
        if (speed.sign() <= 0) break;
        if (gap.sign() <= 0) continue;
        const number<2> ee = s.e[0] * s.e[0] + s.e[1] * s.e[1];
        const number<4> inner = reach2 * ee, over = gap * gap - inner;  // the corner is outside: |gap| > reach |e|
        if (over.sign() < 0) continue;
        // At time (gap - reach |e|) / speed the corner is beside the side, between its ends:
        // |e| (m x v) >= reach (v.e) at the start, and <= at the end.
        const number<2> along = s.v[0] * s.e[0] + s.v[1] * s.e[1];
        const number<2> start = s.m[0] * s.v[1] - s.m[1] * s.v[0];
        const number<2> end = (s.m[0] - s.e[0]) * s.v[1] - (s.m[1] - s.e[1]) * s.v[0];
        if (compare_lengths(ee, start, reach, along) < 0 || compare_lengths(ee, end, reach, along) > 0) continue;
        const double time = over.rounded() / ((gap.rounded() + std::sqrt(inner.rounded())) * speed.rounded());
        if (best.known && !(time < best.time)) continue;
        best.known = true, best.time = time;
        tell_side(touch, of, i, other, j, of_a);
      }
    }
  };
  try_sides(a, b, true), try_sides(b, a, false);
  for (int i = 0; i < corners_of(a); ++i)
    for (int j = 0; j < corners_of(b); ++j) {
      const number<1> x = exact_gap(corner_of(b, j), corner_of(a, i), 0),
                      y = exact_gap(corner_of(b, j), corner_of(a, i), 1);
      const number<2> md = x * dx + y * dy, cross = x * dy - y * dx;
      if (md.sign() <= 0) continue;
      const number<4> disc = reach2 * dd - cross * cross;
      if (disc.sign() < 0) continue;
      const double s = (x * x + y * y - reach2).rounded(), root = std::sqrt(disc.rounded()), e = cross.rounded();
      const double time = s / (md.rounded() + root);
      if (!(time >= 0) || (best.known && !(time < best.time))) continue;
      best.known = true, best.time = time;
      const point_at q = point_of(b, j);
      touch = {{0 - (root * d[0] + e * d[1]), e * d[0] - root * d[1]}, {q.x[0], q.x[1]}, false};
    }
  if (!best.known) return enter_sides_exactly(a, b, d);  // of corners that are not convex
  best.way = way_of(touch, best.time, d, reach.rounded());
  return best;
}

}  // namespace

bool hulls_moment(const hull& a, const float (&da)[2], const hull& b, const float (&db)[2], start_overlap start,
                  bool closed, hull_moment& out) noexcept {
  const double d[2] = {da[0] - db[0], da[1] - db[1]};  // rounded to float, once
  out = {};
  out.started = hulls_overlap(a, b, closed);
  const double size = size_of(a, b);
  entry e;
  if (out.started) {
    if (start == start_overlap::ignored) return false;
    e.time = 0, e.way = way_between(a, b, size);
    if (start == start_overlap::hits_unless_leaving && dot(e.way.N, d) >= 0) return false;
  } else {
    const bool round = a.radius > 0 || b.radius > 0;
    e = round ? enter_round(a, b, d, size) : enter_sides(a, b, d, size);
    if (!e.sure) e = round ? enter_round_exactly(a, b, d) : enter_sides_exactly(a, b, d);
  }
  const double t = e.time > 0 ? (e.time < 1 ? e.time : 1) : 0;
  out.time = static_cast<float>(t);
  to_middle(e.way, a, b, size, {out.started ? 0 : t * d[0], out.started ? 0 : t * d[1]});
  const double rb = b.radius;
  for (int k = 0; k < 2; ++k) {
    out.normal[k] = static_cast<float>(e.way.N[k]);
    out.position[k] = static_cast<float>((e.way.at[k] + rb * e.way.N[k]) + static_cast<double>(out.time) * db[k]);
    // A point that starts inside is where it is.
    if (out.started && a.what == core::dot && !(a.radius > 0)) out.position[k] = a.at[k] + 0.0f;
  }
  return true;
}

}  // namespace hitscan::detail
