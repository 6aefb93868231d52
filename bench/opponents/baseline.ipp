// The body of baseline_native.cpp and baseline_x86_64.cpp: makes the table HITSCAN_PLAIN, called HITSCAN_PLAIN_NAME.
#include <cstring>

#include "baseline.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#define HITSCAN_VECTORISE _Pragma("GCC ivdep")
#elif defined(__clang__)
#define HITSCAN_VECTORISE _Pragma("clang loop vectorize(enable)")
#else
#define HITSCAN_VECTORISE
#endif
#if defined(_MSC_VER)
#define HITSCAN_RESTRICT __restrict
#define HITSCAN_SQRT(x) sqrtf(x)
#include <math.h>
#else
#define HITSCAN_RESTRICT __restrict__
#define HITSCAN_SQRT(x) __builtin_sqrtf(x)
#endif

namespace baseline {
namespace {  // two copies of one source: nothing may be shared between them

#if defined(__GNUC__)
#define HITSCAN_INLINE [[gnu::always_inline]] inline
#else
#define HITSCAN_INLINE inline
#endif

using std::size_t;
using std::uint32_t;
using std::uint8_t;
constexpr uint32_t nobody = 0xffffffffu;

HITSCAN_INLINE float least(float a, float b) { return b < a ? b : a; }
HITSCAN_INLINE float most(float a, float b) { return a < b ? b : a; }

// ---- one test a struct: hoisted state, and a predicate for item i ------------------------------------------------

struct box_against_boxes {
  rect q;
  const float *HITSCAN_RESTRICT x0, *HITSCAN_RESTRICT y0, *HITSCAN_RESTRICT x1, *HITSCAN_RESTRICT y1;
  HITSCAN_INLINE bool operator()(size_t i) const {
    return (x0[i] < q.max_x) & (q.min_x < x1[i]) & (y0[i] < q.max_y) & (q.min_y < y1[i]);
  }
};
struct boxes_inside_box {
  rect q;
  const float *HITSCAN_RESTRICT x0, *HITSCAN_RESTRICT y0, *HITSCAN_RESTRICT x1, *HITSCAN_RESTRICT y1;
  HITSCAN_INLINE bool operator()(size_t i) const {
    return (q.min_x <= x0[i]) & (x1[i] <= q.max_x) & (q.min_y <= y0[i]) & (y1[i] <= q.max_y);
  }
};
struct circle_against_circles {
  float x, y, reach2;
  const float *HITSCAN_RESTRICT cx, *HITSCAN_RESTRICT cy;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float dx = cx[i] - x, dy = cy[i] - y;
    return dx * dx + dy * dy < reach2;
  }
};
struct circle_against_boxes {
  float x, y, r2;
  const float *HITSCAN_RESTRICT x0, *HITSCAN_RESTRICT y0, *HITSCAN_RESTRICT x1, *HITSCAN_RESTRICT y1;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float dx = x - least(most(x, x0[i]), x1[i]), dy = y - least(most(y, y0[i]), y1[i]);
    return dx * dx + dy * dy < r2;
  }
};

// The slab test; the sign of the motion picks near and far columns once.
struct mover_against_boxes {
  float lead_x, trail_x, lead_y, trail_y, inv_x, inv_y;
  const float *HITSCAN_RESTRICT near_x, *HITSCAN_RESTRICT far_x, *HITSCAN_RESTRICT near_y, *HITSCAN_RESTRICT far_y;
  mover_against_boxes(const rect& a, const move& d, const rects& b)
      : lead_x(d.dx < 0 ? a.min_x : a.max_x),
        trail_x(d.dx < 0 ? a.max_x : a.min_x),
        lead_y(d.dy < 0 ? a.min_y : a.max_y),
        trail_y(d.dy < 0 ? a.max_y : a.min_y),
        inv_x(1 / d.dx),
        inv_y(1 / d.dy),
        near_x(d.dx < 0 ? b.max_x : b.min_x),
        far_x(d.dx < 0 ? b.min_x : b.max_x),
        near_y(d.dy < 0 ? b.max_y : b.min_y),
        far_y(d.dy < 0 ? b.min_y : b.max_y) {}
  HITSCAN_INLINE float enter(size_t i) const {
    return most(most((near_x[i] - lead_x) * inv_x, (near_y[i] - lead_y) * inv_y), 0.0f);
  }
  HITSCAN_INLINE float leave(size_t i) const {
    return least(least((far_x[i] - trail_x) * inv_x, (far_y[i] - trail_y) * inv_y), 1.0f);
  }
  HITSCAN_INLINE bool operator()(size_t i) const { return enter(i) < leave(i); }
  HITSCAN_INLINE float time(size_t i) const { return enter(i); }
};

// Every item has its own motion: one division an axis, the slabs sorted by min and max.
HITSCAN_INLINE void slabs(float dx, float dy, float nx, float fx, float ny, float fy, float& enter, float& leave) {
  const float ix = 1 / dx, iy = 1 / dy;
  const float ax = nx * ix, bx = fx * ix, ay = ny * iy, by = fy * iy;
  enter = most(most(least(ax, bx), least(ay, by)), 0.0f);
  leave = least(least(most(ax, bx), most(ay, by)), 1.0f);
}
struct movers_against_box {
  rect q;
  const float *HITSCAN_RESTRICT x0, *HITSCAN_RESTRICT y0, *HITSCAN_RESTRICT x1, *HITSCAN_RESTRICT y1;
  const float *HITSCAN_RESTRICT dx, *HITSCAN_RESTRICT dy;
  HITSCAN_INLINE void both(size_t i, float& enter, float& leave) const {
    slabs(dx[i], dy[i], q.min_x - x1[i], q.max_x - x0[i], q.min_y - y1[i], q.max_y - y0[i], enter, leave);
  }
  HITSCAN_INLINE bool operator()(size_t i) const {
    float enter, leave;
    both(i, enter, leave);
    return enter < leave;
  }
  HITSCAN_INLINE float time(size_t i) const {
    float enter, leave;
    both(i, enter, leave);
    return enter < leave ? enter : 1.0f;
  }
};
struct points_against_box {
  rect q;  // grown by the half extents
  const float *HITSCAN_RESTRICT x, *HITSCAN_RESTRICT y, *HITSCAN_RESTRICT dx, *HITSCAN_RESTRICT dy;
  points_against_box(const spots& s, float hx, float hy, const moves& d, const rect& b)
      : q{b.min_x - hx, b.min_y - hy, b.max_x + hx, b.max_y + hy}, x(s.x), y(s.y), dx(d.dx), dy(d.dy) {}
  HITSCAN_INLINE void both(size_t i, float& enter, float& leave) const {
    slabs(dx[i], dy[i], q.min_x - x[i], q.max_x - x[i], q.min_y - y[i], q.max_y - y[i], enter, leave);
  }
  HITSCAN_INLINE bool operator()(size_t i) const {
    float enter, leave;
    both(i, enter, leave);
    return enter < leave;
  }
  HITSCAN_INLINE float time(size_t i) const {
    float enter, leave;
    both(i, enter, leave);
    return enter < leave ? enter : 1.0f;
  }
};

// Those that a longest step, which is promised, might take to the box: steps of all others are never read.
struct points_near_box {
  rect q;
  const float *HITSCAN_RESTRICT x, *HITSCAN_RESTRICT y;
  points_near_box(const points_against_box& t, float longest)
      : q{t.q.min_x - longest, t.q.min_y - longest, t.q.max_x + longest, t.q.max_y + longest}, x(t.x), y(t.y) {}
  HITSCAN_INLINE bool operator()(size_t i) const {
    return (q.min_x < x[i]) & (x[i] < q.max_x) & (q.min_y < y[i]) & (y[i] < q.max_y);
  }
};

// |m - t d|^2 = reach^2, the earlier root; a start inside enters at 0.
struct circles_against_circle {
  float cx, cy, reach2;
  const float *HITSCAN_RESTRICT x, *HITSCAN_RESTRICT y, *HITSCAN_RESTRICT dx, *HITSCAN_RESTRICT dy;
  HITSCAN_INLINE void both(size_t i, float& enter, bool& hit) const {
    const float mx = cx - x[i], my = cy - y[i];
    const float a = dx[i] * dx[i] + dy[i] * dy[i], b = mx * dx[i] + my * dy[i], c = mx * mx + my * my - reach2;
    const float disc = b * b - a * c;
    const float t = (b - HITSCAN_SQRT(most(disc, 0.0f))) / a;
    const bool inside = c < 0;
    enter = inside ? 0.0f : t;
    hit = inside | ((disc > 0) & (t > 0) & (t < 1));
  }
  HITSCAN_INLINE bool operator()(size_t i) const {  // without the root: inside, ends inside, or passes by closely
    const float mx = cx - x[i], my = cy - y[i];
    const float a = dx[i] * dx[i] + dy[i] * dy[i], b = mx * dx[i] + my * dy[i];
    const float ex = mx - dx[i], ey = my - dy[i], cross = mx * dy[i] - my * dx[i];
    return (mx * mx + my * my < reach2) | (ex * ex + ey * ey < reach2) |
           ((b > 0) & (b < a) & (cross * cross < reach2 * a));
  }
  HITSCAN_INLINE float time(size_t i) const {
    float enter;
    bool hit;
    both(i, enter, hit);
    return hit ? enter : 1.0f;
  }
};

struct boxes_from_point {
  float x, y;
  rects b;
  HITSCAN_INLINE float squared(size_t i) const {
    const float dx = most(most(b.min_x[i] - x, x - b.max_x[i]), 0.0f);
    const float dy = most(most(b.min_y[i] - y, y - b.max_y[i]), 0.0f);
    return dx * dx + dy * dy;
  }
  HITSCAN_INLINE float told(float squared) const { return HITSCAN_SQRT(squared); }
  HITSCAN_INLINE float time(size_t i) const { return told(squared(i)); }
};
struct spots_from_point {
  float x, y, radius;
  spots b;
  HITSCAN_INLINE float squared(size_t i) const {
    const float dx = b.x[i] - x, dy = b.y[i] - y;
    return dx * dx + dy * dy;
  }
  HITSCAN_INLINE float told(float squared) const { return most(HITSCAN_SQRT(squared) - radius, 0.0f); }
  HITSCAN_INLINE float time(size_t i) const { return told(squared(i)); }
};

struct squared_against_points {
  float x, y, reach2;
  const float *HITSCAN_RESTRICT cx, *HITSCAN_RESTRICT cy;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float dx = cx[i] - x, dy = cy[i] - y;
    return dx * dx + dy * dy < reach2;
  }
};
struct circles_outside_box {
  rect q;
  float r2;
  const float *HITSCAN_RESTRICT cx, *HITSCAN_RESTRICT cy;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float dx = cx[i] - least(most(cx[i], q.min_x), q.max_x), dy = cy[i] - least(most(cy[i], q.min_y), q.max_y);
    return !(dx * dx + dy * dy <= r2);
  }
};

// The point of a segment that is nearest to a centre.
HITSCAN_INLINE float away2(float mx, float my, float dx, float dy) {  // m: centre - start
  const float dd = dx * dx + dy * dy, md = mx * dx + my * dy;
  const float t = least(most(md / most(dd, 1e-30f), 0.0f), 1.0f);
  const float ex = mx - t * dx, ey = my - t * dy;
  return ex * ex + ey * ey;
}
struct rod_against_circles {
  rod q;
  float reach2;
  const float *HITSCAN_RESTRICT x, *HITSCAN_RESTRICT y;
  HITSCAN_INLINE bool operator()(size_t i) const { return away2(x[i] - q.x, y[i] - q.y, q.dx, q.dy) < reach2; }
};
struct circle_against_rods {
  disc q;
  rods all;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float reach = q.radius + all.radius[i];
    return away2(q.x - all.x[i], q.y - all.y[i], all.dx[i], all.dy[i]) < reach * reach;
  }
};
struct rods_from_point {
  float x, y;
  rods all;
  HITSCAN_INLINE float time(size_t i) const {
    const float far2 = away2(x - all.x[i], y - all.y[i], all.dx[i], all.dy[i]);
    return most(HITSCAN_SQRT(far2) - all.radius[i], 0.0f);
  }
};
struct circle_against_turned {
  disc q;
  turned_boxes all;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float mx = q.x - all.x[i], my = q.y - all.y[i], c = all.axis_x[i], s = all.axis_y[i];
    const float px = mx * c + my * s, py = my * c - mx * s, hx = all.half_x[i], hy = all.half_y[i];
    const float ex = px - least(most(px, -hx), hx), ey = py - least(most(py, -hy), hy);
    return ex * ex + ey * ey < q.radius * q.radius;
  }
};
HITSCAN_INLINE float size_of(float x) { return x < 0 ? -x : x; }
struct pairs_of_turned {  // four axes, no branch
  turned_boxes a, b;
  HITSCAN_INLINE bool operator()(size_t i) const {
    const float mx = b.x[i] - a.x[i], my = b.y[i] - a.y[i];
    const float c = a.axis_x[i], s = a.axis_y[i], e = b.axis_x[i], f = b.axis_y[i];
    const float cos = size_of(c * e + s * f), sin = size_of(c * f - s * e);
    const float ahx = a.half_x[i], ahy = a.half_y[i], bhx = b.half_x[i], bhy = b.half_y[i];
    const float on_a[2] = {size_of(mx * c + my * s), size_of(my * c - mx * s)};
    const float on_b[2] = {size_of(mx * e + my * f), size_of(my * e - mx * f)};
    return (on_a[0] < ahx + bhx * cos + bhy * sin) & (on_a[1] < ahy + bhx * sin + bhy * cos) &
           (on_b[0] < bhx + ahx * cos + ahy * sin) & (on_b[1] < bhy + ahx * sin + ahy * cos);
  }
};
struct ray_against_turned {
  float x, y, dx, dy;
  turned_boxes all;
  HITSCAN_INLINE float time(size_t i) const {
    const float mx = x - all.x[i], my = y - all.y[i], c = all.axis_x[i], s = all.axis_y[i];
    const float px = mx * c + my * s, py = my * c - mx * s;
    float enter, leave;
    slabs(dx * c + dy * s, dy * c - dx * s, -all.half_x[i] - px, all.half_x[i] - px, -all.half_y[i] - py,
          all.half_y[i] - py, enter, leave);
    return enter < leave ? enter : 1.0f;
  }
};

// Convex polygons by separating axes: the normals of one's sides, on which it lies at 0 and less.
HITSCAN_INLINE outline one_of(const outlines& all, size_t i) {
  const uint32_t first = all.offsets[i];
  return {all.x + first, all.y + first, all.offsets[i + 1] - first};
}
struct reach_along {
  float low, high;
};
HITSCAN_INLINE reach_along along(const outline& p, float nx, float ny) {
  reach_along r{p.x[0] * nx + p.y[0] * ny, 0};
  r.high = r.low;
  for (uint32_t k = 1; k < p.corners; ++k) {
    const float at = p.x[k] * nx + p.y[k] * ny;
    r.low = least(r.low, at), r.high = most(r.high, at);
  }
  return r;
}
template <class Axis> bool every_axis(const outline& p, const Axis& axis) {  // until one returns false
  for (uint32_t k = 0; k < p.corners; ++k) {
    const uint32_t next = k + 1 == p.corners ? 0 : k + 1;
    const float nx = p.y[next] - p.y[k], ny = p.x[k] - p.x[next];  // outwards
    if (!axis(nx, ny, p.x[k] * nx + p.y[k] * ny)) return false;
  }
  return true;
}
bool none_separates(const outline& a, const outline& b) {
  return every_axis(a, [&](float nx, float ny, float rim) { return along(b, nx, ny).low < rim; });
}
bool polygons_overlap(const outline& a, const outline& b) { return none_separates(a, b) && none_separates(b, a); }
struct polygon_against_polygons {
  outline q;
  outlines all;
  bool operator()(size_t i) const { return polygons_overlap(q, one_of(all, i)); }
};
struct polygon_against_circles {
  outline q;
  float radius;
  const float *x, *y;
  bool operator()(size_t i) const {
    bool inside = true, near = false;
    for (uint32_t k = 0; k < q.corners; ++k) {
      const uint32_t next = k + 1 == q.corners ? 0 : k + 1;
      const float dx = q.x[next] - q.x[k], dy = q.y[next] - q.y[k], mx = x[i] - q.x[k], my = y[i] - q.y[k];
      inside &= dx * my - dy * mx > 0;
      near |= away2(mx, my, dx, dy) < radius * radius;
    }
    return inside | near;
  }
};
struct indexed_polygons {
  outlines a, b;
  const uint32_t *first, *second;
  bool operator()(size_t i) const { return polygons_overlap(one_of(a, first[i]), one_of(b, second[i])); }
};
struct moving_polygon {
  outline q;
  move d;
  outlines all;
  float time(size_t i) const {
    const outline b = one_of(all, i);
    float enter = 0, leave = 1;
    const auto axis = [&](float nx, float ny) {
      const reach_along p = along(q, nx, ny), o = along(b, nx, ny);
      const float v = d.dx * nx + d.dy * ny;
      if (v == 0) return p.low < o.high && o.low < p.high;
      const float t0 = (o.low - p.high) / v, t1 = (o.high - p.low) / v;
      enter = most(enter, least(t0, t1)), leave = least(leave, most(t0, t1));
      return enter < leave;
    };
    const auto both = [&](float nx, float ny, float) { return axis(nx, ny); };
    return every_axis(q, both) && every_axis(b, both) ? enter : 1.0f;
  }
};

// ---- contacts: how deep (not below 0), which way out, where ------------------------------------------------------

struct way_out {
  float depth, nx, ny, px, py;
};
HITSCAN_INLINE float middle(float a, float b, float c, float d) { return (most(a, b) + least(c, d)) * 0.5f; }
struct box_in_boxes {
  rect q;
  rects all;
  HITSCAN_INLINE bool operator()(size_t i, way_out& w) const {
    const float right = all.max_x[i] - q.min_x, left = q.max_x - all.min_x[i];
    const float up = all.max_y[i] - q.min_y, down = q.max_y - all.min_y[i];
    const float across = least(right, left), along_y = least(up, down);
    if (!(across > 0) || !(along_y > 0)) return false;
    const float mx = middle(q.min_x, all.min_x[i], q.max_x, all.max_x[i]);
    const float my = middle(q.min_y, all.min_y[i], q.max_y, all.max_y[i]);
    if (across < along_y)
      w = {across, right <= left ? 1.0f : -1.0f, 0, right <= left ? all.max_x[i] : all.min_x[i], my};
    else
      w = {along_y, 0, up <= down ? 1.0f : -1.0f, mx, up <= down ? all.max_y[i] : all.min_y[i]};
    return true;
  }
};
struct circle_in_circles {
  disc q;
  float radius;
  const float *x, *y;
  HITSCAN_INLINE bool operator()(size_t i, way_out& w) const {
    const float dx = q.x - x[i], dy = q.y - y[i], reach = q.radius + radius, square = dx * dx + dy * dy;
    if (!(square < reach * reach)) return false;
    const float length = HITSCAN_SQRT(square), nx = length > 0 ? dx / length : 0, ny = length > 0 ? dy / length : 1;
    w = {reach - length, nx, ny, x[i] + radius * nx, y[i] + radius * ny};
    return true;
  }
};
// A circle in a box around 0, in the box's own frame.
HITSCAN_INLINE bool in_frame(float x, float y, float radius, float hx, float hy, way_out& w) {
  const float px = least(most(x, -hx), hx), py = least(most(y, -hy), hy), dx = x - px, dy = y - py;
  const float square = dx * dx + dy * dy;
  if (square > 0) {
    if (!(square < radius * radius)) return false;
    const float length = HITSCAN_SQRT(square);
    w = {radius - length, dx / length, dy / length, px, py};
    return true;
  }
  const float out_x = hx - size_of(x), out_y = hy - size_of(y);
  if (!(out_x > 0) || !(out_y > 0)) return false;
  if (out_x < out_y)
    w = {radius + out_x, x < 0 ? -1.0f : 1.0f, 0, x < 0 ? -hx : hx, y};
  else
    w = {radius + out_y, 0, y < 0 ? -1.0f : 1.0f, x, y < 0 ? -hy : hy};
  return true;
}
struct circle_in_boxes {
  disc q;
  rects all;
  HITSCAN_INLINE bool operator()(size_t i, way_out& w) const {
    const float cx = (all.min_x[i] + all.max_x[i]) * 0.5f, cy = (all.min_y[i] + all.max_y[i]) * 0.5f;
    if (!in_frame(q.x - cx, q.y - cy, q.radius, all.max_x[i] - cx, all.max_y[i] - cy, w)) return false;
    w.px += cx, w.py += cy;
    return true;
  }
};
struct circle_in_turned {
  disc q;
  turned_boxes all;
  HITSCAN_INLINE bool operator()(size_t i, way_out& w) const {
    const float mx = q.x - all.x[i], my = q.y - all.y[i], c = all.axis_x[i], s = all.axis_y[i];
    way_out at;
    if (!in_frame(mx * c + my * s, my * c - mx * s, q.radius, all.half_x[i], all.half_y[i], at)) return false;
    w = {at.depth, at.nx * c - at.ny * s, at.nx * s + at.ny * c, all.x[i] + at.px * c - at.py * s,
         all.y[i] + at.px * s + at.py * c};
    return true;
  }
};
struct polygon_in_polygons {
  outline q;
  outlines all;
  bool operator()(size_t i, way_out& w) const {
    const outline b = one_of(all, i);
    w = {3.4e38f, 0, 0, 0, 0};
    const auto look = [&](float side, const outline& other) {
      return [&w, side, &other](float nx, float ny, float rim) {
        const float inside = rim - along(other, nx, ny).low;
        if (!(inside > 0)) return false;
        const float length = HITSCAN_SQRT(nx * nx + ny * ny), depth = inside / length;
        if (depth < w.depth) w.depth = depth, w.nx = side * nx / length, w.ny = side * ny / length;
        return true;
      };
    };
    return every_axis(q, look(-1, b)) && every_axis(b, look(1, q));
  }
};

// ---- the forms ---------------------------------------------------------------------------------------------------

template <class Test> bool any(const Test& test, size_t n) {
  for (size_t i = 0; i < n;) {  // a loop that may end at any item is not vectorised
    const size_t stop = n - i < 64 ? n : i + 64;
    uint32_t some = 0;
    for (; i < stop; ++i) some |= test(i);
    if (some) return true;
  }
  return false;
}
template <class Test> size_t count(const Test& test, size_t n) {
  size_t total = 0;
  for (size_t i = 0; i < n;) {  // short inner sums keep the lanes narrow
    const size_t stop = n - i < 4096 ? n : i + 4096;
    uint32_t part = 0;
    for (; i < stop; ++i) part += test(i);
    total += part;
  }
  return total;
}
template <class Test> void mask(const Test& test, size_t n, uint8_t* HITSCAN_RESTRICT out) {
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) out[i] = test(i);
}
constexpr size_t block = 1024;
// each(i, hit) for the items of those eights that have a hit: hardly any, mostly.
template <class Each> HITSCAN_INLINE void each_near_hit(const uint8_t* hits, size_t first, size_t n, const Each& each) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, hits + i, 8);
    if (!eight) continue;
    for (size_t k = i; k < i + 8; ++k) each(first + k, hits[k]);
  }
  for (; i < n; ++i) each(first + i, hits[i]);
}
// A loop that appends, or keeps the best, is not vectorised: a byte an item of a block, then those that hit.
template <class Test, class Each> HITSCAN_INLINE void in_two_passes(const Test& test, size_t n, const Each& each) {
  uint8_t hits[block];
  for (size_t first = 0; first < n; first += block) {
    const size_t some = n - first < block ? n - first : block;
    mask([&](size_t i) { return test(first + i); }, some, hits);
    each_near_hit(hits, first, some, each);
  }
}
template <class Test> size_t list(const Test& test, size_t n, uint32_t* HITSCAN_RESTRICT out) {
  size_t found = 0;
  in_two_passes(test, n, [&](size_t i, uint8_t hit) {
    out[found] = static_cast<uint32_t>(i);  // without a branch: hits are not foreseeable
    found += hit;
  });
  return found;
}
template <class Test> void times(const Test& test, size_t n, float* HITSCAN_RESTRICT out) {
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) out[i] = test.time(i);
}
// Of many, a promised longest step tells most that they stay away: the others alone are asked in full.
void mask_of_near(const points_against_box& test, float longest, size_t n, uint8_t* HITSCAN_RESTRICT out) {
  const points_near_box near(test, longest);
  for (size_t first = 0; first < n; first += block) {
    const size_t some = n - first < block ? n - first : block;
    mask([&](size_t i) { return near(first + i); }, some, out + first);
    each_near_hit(out + first, first, some, [&](size_t i, uint8_t hit) {
      if (hit) out[i] = test(i);
    });
  }
}
void times_of_near(const points_against_box& test, float longest, size_t n, float* HITSCAN_RESTRICT out) {
  const points_near_box near(test, longest);
  for (size_t first = 0; first < n; first += block) {
    const size_t some = n - first < block ? n - first : block;
    for (size_t i = first; i < first + some; ++i) out[i] = 1;
    in_two_passes([&](size_t i) { return near(first + i); }, some,
                  [&](size_t i, uint8_t hit) {
                    if (hit) out[first + i] = test.time(first + i);
                  });
  }
}
size_t list_of_near(const points_against_box& test, float longest, size_t n, uint32_t* HITSCAN_RESTRICT out) {
  size_t found = 0;
  in_two_passes(points_near_box(test, longest), n, [&](size_t i, uint8_t hit) {
    if (hit && test(i)) out[found++] = static_cast<uint32_t>(i);
  });
  return found;
}
template <class Test> best least_of(const Test& test, size_t n) {  // of squares; one root at the end
  best b{test.squared(0), 0};
  in_two_passes([&](size_t i) { return test.squared(i) < b.time; }, n,
                [&](size_t i, uint8_t) {
                  if (const float square = test.squared(i); square < b.time) b = {square, static_cast<uint32_t>(i)};
                });
  b.time = test.told(b.time);
  return b;
}
template <class Test> best nearest(const Test& test, size_t n) {
  best b{1.0f, nobody};
  in_two_passes(test, n, [&](size_t i, uint8_t hit) {
    if (hit && test.time(i) < b.time) b = {test.time(i), static_cast<uint32_t>(i)};
  });
  return b;
}

HITSCAN_INLINE void note(const touched& out, size_t& found, size_t i, const way_out& w) {
  out.index[found] = static_cast<uint32_t>(i), out.depth[found] = w.depth;
  out.normal_x[found] = w.nx, out.normal_y[found] = w.ny;
  if (out.position_x) out.position_x[found] = w.px, out.position_y[found] = w.py;
  ++found;
}
template <class Test> size_t contacts(const Test& test, size_t n, const touched& out) {
  size_t found = 0;
  way_out w;
  for (size_t i = 0; i < n; ++i)
    if (test(i, w)) note(out, found, i, w);
  return found;
}
// `near` asks whether they touch, which is vectorised; `test` which way out.
template <class Near, class Test> size_t contacts(const Near& near, const Test& test, size_t n, const touched& out) {
  size_t found = 0;
  way_out w;
  in_two_passes(near, n, [&](size_t i, uint8_t hit) {
    if (hit && test(i, w)) note(out, found, i, w);
  });
  return found;
}

// ---- what is left of a step --------------------------------------------------------------------------------------

// rest(v.n) says what becomes of the part along the normal: v - n * rest.
template <class Rest>
HITSCAN_INLINE void left_of(const moves& d, const moves& normals, const float* HITSCAN_RESTRICT time, size_t n,
                            float* HITSCAN_RESTRICT to_x, float* HITSCAN_RESTRICT to_y, const Rest& rest) {
  const float *HITSCAN_RESTRICT dx = d.dx, *HITSCAN_RESTRICT dy = d.dy, *HITSCAN_RESTRICT nx = normals.dx,
                                *HITSCAN_RESTRICT ny = normals.dy;
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) {
    const float part = least(dx[i] * nx[i] + dy[i] * ny[i], 0.0f), left = 1 - time[i];
    float x, y;
    rest(dx[i], dy[i], nx[i], ny[i], part, x, y);
    to_x[i] = left * x, to_y[i] = left * y;
  }
}
void deflect(const moves& d, const moves& normals, const float* time, size_t n, float* dx, float* dy) {
  left_of(d, normals, time, n, dx, dy, [](float vx, float vy, float nx, float ny, float part, float& x, float& y) {
    x = vx - 2 * part * nx, y = vy - 2 * part * ny;
  });
}
void slide(const moves& d, const moves& normals, const float* time, size_t n, float* dx, float* dy) {
  left_of(d, normals, time, n, dx, dy, [](float vx, float vy, float nx, float ny, float part, float& x, float& y) {
    x = vx - part * nx, y = vy - part * ny;
  });
}
void push(const moves& d, const moves& normals, const float* time, size_t n, float* dx, float* dy) {
  left_of(d, normals, time, n, dx, dy, [](float vx, float vy, float nx, float ny, float part, float& x, float& y) {
    const float sx = vx - part * nx, sy = vy - part * ny, left = sx * sx + sy * sy;
    const float scale = left > 0 ? HITSCAN_SQRT((vx * vx + vy * vy) / left) : 0.0f;
    x = sx * scale, y = sy * scale;
  });
}
// One axis; a step is shorter than the field is wide.
void bounce(float low, float high, float radius, size_t n, float* HITSCAN_RESTRICT x, float* HITSCAN_RESTRICT dx) {
  const float from = low + radius, to = high - radius;
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) {
    const float start = least(most(x[i], from), to), moved = start + dx[i];
    const bool under = moved<from, over = moved> to;
    x[i] = under ? from + (from - moved) : over ? to - (moved - to) : moved;
    dx[i] = (under | over) ? -dx[i] : dx[i];
  }
}

// ---- a game's frame ----------------------------------------------------------------------------------------------

void graze(const disc& ship, float near, const spots& all, float radius, size_t n, uint8_t* HITSCAN_RESTRICT hit,
           uint8_t* HITSCAN_RESTRICT grazes) {
  const float *HITSCAN_RESTRICT x = all.x, *HITSCAN_RESTRICT y = all.y;
  const float inner = (ship.radius + radius) * (ship.radius + radius), outer = (near + radius) * (near + radius);
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) {
    const float dx = x[i] - ship.x, dy = y[i] - ship.y, square = dx * dx + dy * dy;
    hit[i] = square < inner, grazes[i] = (square < outer) & !(square < inner);
  }
}
size_t compact(const std::uint64_t* removed, size_t n, float* const* columns, size_t count) {
  size_t left = n;
  for (size_t c = 0; c < count; ++c) {
    float* const v = columns[c];
    left = 0;
    for (size_t i = 0; i < n; ++i) {
      v[left] = v[i];
      left += !(removed[i / 64] >> (i % 64) & 1);
    }
  }
  return left;
}

// ---- tiles and pixels --------------------------------------------------------------------------------------------

struct span_of_tiles {
  int first, last;
};
// The tiles that an open interval meets.
HITSCAN_INLINE span_of_tiles tiles_between(float low, float high, float cell, uint32_t count) {
  const float a = low / cell, b = high / cell;
  const int first = a <= 0 ? 0 : static_cast<int>(least(a, 1e6f)), most_of = static_cast<int>(count) - 1;
  const int last = b <= 0 ? -1 : static_cast<int>(least(b, 1e6f));
  return {first, last < most_of ? last : most_of};
}
template <class Each> void each_tile(const tile_grid& g, const rect& r, const Each& each) {  // solid ones
  const span_of_tiles xs = tiles_between(r.min_x, r.max_x, g.cell, g.width);
  const span_of_tiles ys = tiles_between(r.min_y, r.max_y, g.cell, g.height);
  for (int y = ys.first; y <= ys.last; ++y)
    for (int x = xs.first; x <= xs.last; ++x)
      if (g.tiles[static_cast<size_t>(y) * g.width + static_cast<size_t>(x)])
        each(static_cast<float>(x) * g.cell, static_cast<float>(y) * g.cell);
}
void tiles_overlap(const tile_grid& g, const rects& a, size_t n, uint8_t* out) {
  for (size_t i = 0; i < n; ++i) {
    const rect r{a.min_x[i], a.min_y[i], a.max_x[i], a.max_y[i]};
    uint8_t any = 0;
    each_tile(g, r, [&](float, float) { any = 1; });
    out[i] = any;
  }
}
void tiles_sweep(const tile_grid& g, const rects& a, const moves& d, size_t n, float* out) {
  for (size_t i = 0; i < n; ++i) {
    const float dx = d.dx[i], dy = d.dy[i];
    const rect all{least(a.min_x[i], a.min_x[i] + dx), least(a.min_y[i], a.min_y[i] + dy),
                   most(a.max_x[i], a.max_x[i] + dx), most(a.max_y[i], a.max_y[i] + dy)};
    float first = 1;
    each_tile(g, all, [&](float x, float y) {
      float enter, leave;
      slabs(dx, dy, x - a.max_x[i], x + g.cell - a.min_x[i], y - a.max_y[i], y + g.cell - a.min_y[i], enter, leave);
      if (enter < leave) first = least(first, enter);
    });
    out[i] = first;
  }
}
// After Amanatides and Woo 1987.
void tiles_cast(const tile_grid& g, const spots& a, const moves& d, size_t n, float* out) {
  const auto solid = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < static_cast<int>(g.width) && y < static_cast<int>(g.height) &&
           g.tiles[static_cast<size_t>(y) * g.width + static_cast<size_t>(x)];
  };
  const auto cell_of = [&](float x) {
    const float at = x / g.cell;
    return static_cast<int>(at) - (at < 0);
  };
  for (size_t i = 0; i < n; ++i) {
    const float dx = d.dx[i], dy = d.dy[i];
    int x = cell_of(a.x[i]), y = cell_of(a.y[i]);
    const int step_x = dx < 0 ? -1 : 1, step_y = dy < 0 ? -1 : 1;
    const float each_x = dx == 0 ? 2 : g.cell / size_of(dx), each_y = dy == 0 ? 2 : g.cell / size_of(dy);
    float at_x = dx == 0 ? 2 : (static_cast<float>(x + (dx > 0)) * g.cell - a.x[i]) / dx;
    float at_y = dy == 0 ? 2 : (static_cast<float>(y + (dy > 0)) * g.cell - a.y[i]) / dy;
    float t = 0;
    while (t < 1 && !solid(x, y))
      if (at_x < at_y)
        t = at_x, at_x += each_x, x += step_x;
      else
        t = at_y, at_y += each_y, y += step_y;
    out[i] = least(t, 1.0f);
  }
}

template <class Each>
bool each_common_word(const bitmap& a, const bitmap& b, std::int32_t bx, std::int32_t by, const Each& each) {
  const std::int32_t x0 = bx > 0 ? bx : 0, y0 = by > 0 ? by : 0;
  const std::int32_t x1 = bx + b.width < a.width ? bx + b.width : a.width;
  const std::int32_t y1 = by + b.height < a.height ? by + b.height : a.height;
  const std::int32_t words_a = (a.width + 63) / 64, words_b = (b.width + 63) / 64;
  const auto bits = [](const std::uint64_t* row, std::int32_t words, std::int32_t at) {
    const std::int32_t w = at / 64, shift = at % 64;
    std::uint64_t v = row[w] >> shift;
    if (shift && w + 1 < words) v |= row[w + 1] << (64 - shift);
    return v;
  };
  for (std::int32_t y = y0; y < y1; ++y)
    for (std::int32_t x = x0; x < x1; x += 64) {
      std::uint64_t both = bits(a.words + static_cast<std::ptrdiff_t>(y) * words_a, words_a, x) &
                           bits(b.words + static_cast<std::ptrdiff_t>(y - by) * words_b, words_b, x - bx);
      if (x1 - x < 64) both &= (std::uint64_t{1} << (x1 - x)) - 1;
      if (both && !each(both)) return false;
    }
  return true;
}
void bitmaps_mask(const bitmap& a, const bitmap& b, const std::int32_t* x, const std::int32_t* y, size_t n,
                  uint8_t* out) {
  for (size_t i = 0; i < n; ++i) out[i] = !each_common_word(a, b, x[i], y[i], [](std::uint64_t) { return false; });
}
size_t bitmaps_count(const bitmap& a, const bitmap& b, std::int32_t x, std::int32_t y) {
  size_t count = 0;
  each_common_word(a, b, x, y, [&](std::uint64_t v) {
    for (; v; v &= v - 1) ++count;
    return true;
  });
  return count;
}

// ---- the table ---------------------------------------------------------------------------------------------------

box_against_boxes make(const rect& a, const rects& b) { return {a, b.min_x, b.min_y, b.max_x, b.max_y}; }
boxes_inside_box make_inside(const rects& a, const rect& b) { return {b, a.min_x, a.min_y, a.max_x, a.max_y}; }
circle_against_circles make(const disc& a, const spots& b, float radius) {
  const float reach = a.radius + radius;
  return {a.x, a.y, reach * reach, b.x, b.y};
}
circle_against_boxes make(const disc& a, const rects& b) {
  return {a.x, a.y, a.radius * a.radius, b.min_x, b.min_y, b.max_x, b.max_y};
}
movers_against_box make(const rects& a, const moves& d, const rect& b) {
  return {b, a.min_x, a.min_y, a.max_x, a.max_y, d.dx, d.dy};
}
circles_against_circle make(const spots& a, float radius, const moves& d, const disc& b) {
  const float reach = b.radius + radius;
  return {b.x, b.y, reach * reach, a.x, a.y, d.dx, d.dy};
}

rod_against_circles make(const rod& a, const spots& b, float radius) {
  const float reach = a.radius + radius;
  return {a, reach * reach, b.x, b.y};
}

void pairs_times(const rects& a, const moves& d, const rects& b, size_t n, float* HITSCAN_RESTRICT out) {
  const float *HITSCAN_RESTRICT ax0 = a.min_x, *HITSCAN_RESTRICT ay0 = a.min_y, *HITSCAN_RESTRICT ax1 = a.max_x,
                                *HITSCAN_RESTRICT ay1 = a.max_y, *HITSCAN_RESTRICT dx = d.dx,
                                *HITSCAN_RESTRICT dy = d.dy, *HITSCAN_RESTRICT bx0 = b.min_x,
                                *HITSCAN_RESTRICT by0 = b.min_y, *HITSCAN_RESTRICT bx1 = b.max_x,
                                *HITSCAN_RESTRICT by1 = b.max_y;
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) {
    float enter, leave;
    slabs(dx[i], dy[i], bx0[i] - ax1[i], bx1[i] - ax0[i], by0[i] - ay1[i], by1[i] - ay0[i], enter, leave);
    out[i] = enter < leave ? enter : 1.0f;
  }
}
void indexed_pairs_times(const rects& a, const moves& d, const rects& b, const uint32_t* HITSCAN_RESTRICT first,
                         const uint32_t* HITSCAN_RESTRICT second, size_t n, float* HITSCAN_RESTRICT out) {
  HITSCAN_VECTORISE
  for (size_t k = 0; k < n; ++k) {
    const uint32_t i = first[k], j = second[k];
    float enter, leave;
    slabs(d.dx[i], d.dy[i], b.min_x[j] - a.max_x[i], b.max_x[j] - a.min_x[i], b.min_y[j] - a.max_y[i],
          b.max_y[j] - a.min_y[i], enter, leave);
    out[k] = enter < leave ? enter : 1.0f;
  }
}

#if defined(__GNUC__)
// Independent chains of the widest xor there is, over four streams, as the columns of a query are: some CPUs fetch
// ahead within a page only, and read one stream at half the speed.
std::uint64_t read(const float* from, size_t part) {
  typedef std::uint64_t wide __attribute__((vector_size(64), aligned(4), may_alias));
  wide sum[2 * read_streams] = {};
  for (size_t i = 0; i < part; i += read_step)
    for (size_t s = 0; s < read_streams; ++s) {
      const wide* const at = reinterpret_cast<const wide*>(from + s * part + i);
      sum[2 * s] ^= at[0], sum[2 * s + 1] ^= at[1];
    }
  for (size_t k = 1; k < 2 * read_streams; ++k) sum[0] ^= sum[k];
  std::uint64_t all = 0;
  for (int k = 0; k < 8; ++k) all ^= sum[0][k];
  return all;
}

double multiply_add(size_t rounds) {
#if defined(__AVX512F__)
  constexpr size_t bytes = 64;
#elif defined(__AVX__)
  constexpr size_t bytes = 32;
#else
  constexpr size_t bytes = 16;
#endif
  typedef float wide __attribute__((vector_size(bytes)));
  constexpr int chains = 12;  // two constants beside them: fits into 16 registers
  wide chain[chains] = {};
  wide factor = wide{} + 0.5f, term = wide{} + 1.0f;
  asm("" : "+m"(factor), "+m"(term));  // the compiler must not know them
  for (size_t i = 0; i < rounds; ++i)
    for (int k = 0; k < chains; ++k) chain[k] = chain[k] * factor + term;
  for (int k = 1; k < chains; ++k) chain[0] += chain[k];
  asm volatile("" : : "m"(chain[0]));
  return 2.0 * chains * static_cast<double>(bytes / sizeof(float)) * static_cast<double>(rounds);
}
#else
std::uint64_t read(const float* from, size_t part) {
  float sum[8] = {};
  for (size_t i = 0; i < read_streams * part; i += 8)
    for (int k = 0; k < 8; ++k) sum[k] += from[i + k];
  return static_cast<std::uint64_t>(sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7]);
}
double multiply_add(size_t) { return 0; }
#endif

}  // namespace

const loops HITSCAN_PLAIN = {
    .name = HITSCAN_PLAIN_NAME,
    .boxes_any = [](const rect& a, const rects& b, size_t n) { return any(make(a, b), n); },
    .boxes_count = [](const rect& a, const rects& b, size_t n) { return count(make(a, b), n); },
    .boxes_mask = [](const rect& a, const rects& b, size_t n, uint8_t* out) { mask(make(a, b), n, out); },
    .boxes_list = [](const rect& a, const rects& b, size_t n, uint32_t* out) { return list(make(a, b), n, out); },
    .inside_mask = [](const rects& a, const rect& b, size_t n, uint8_t* out) { mask(make_inside(a, b), n, out); },
    .inside_list = [](const rects& a, const rect& b, size_t n,
                      uint32_t* out) { return list(make_inside(a, b), n, out); },
    .circles_any = [](const disc& a, const spots& b, float r, size_t n) { return any(make(a, b, r), n); },
    .circles_mask = [](const disc& a, const spots& b, float r, size_t n, uint8_t* out) { mask(make(a, b, r), n, out); },
    .circles_list = [](const disc& a, const spots& b, float r, size_t n,
                       uint32_t* out) { return list(make(a, b, r), n, out); },
    .circle_boxes_mask = [](const disc& a, const rects& b, size_t n, uint8_t* out) { mask(make(a, b), n, out); },
    .circle_boxes_list = [](const disc& a, const rects& b, size_t n,
                            uint32_t* out) { return list(make(a, b), n, out); },
    .sweep_boxes_mask = [](const rect& a, const move& d, const rects& b, size_t n,
                           uint8_t* out) { mask(mover_against_boxes(a, d, b), n, out); },
    .sweep_boxes_list = [](const rect& a, const move& d, const rects& b, size_t n,
                           uint32_t* out) { return list(mover_against_boxes(a, d, b), n, out); },
    .sweep_boxes_nearest = [](const rect& a, const move& d, const rects& b,
                              size_t n) { return nearest(mover_against_boxes(a, d, b), n); },
    .movers_mask = [](const rects& a, const moves& d, const rect& b, size_t n,
                      uint8_t* out) { mask(make(a, d, b), n, out); },
    .movers_times = [](const rects& a, const moves& d, const rect& b, size_t n,
                       float* out) { times(make(a, d, b), n, out); },
    .movers_list = [](const rects& a, const moves& d, const rect& b, size_t n,
                      uint32_t* out) { return list(make(a, d, b), n, out); },
    .centred_movers_mask = [](const spots& a, float hx, float hy, const moves& d, float longest, const rect& b,
                              size_t n,
                              uint8_t* out) { mask_of_near(points_against_box(a, hx, hy, d, b), longest, n, out); },
    .centred_movers_times = [](const spots& a, float hx, float hy, const moves& d, float longest, const rect& b,
                               size_t n,
                               float* out) { times_of_near(points_against_box(a, hx, hy, d, b), longest, n, out); },
    .centred_movers_list =
        [](const spots& a, float hx, float hy, const moves& d, float longest, const rect& b, size_t n, uint32_t* out) {
          return list_of_near(points_against_box(a, hx, hy, d, b), longest, n, out);
        },
    .pairs_times = pairs_times,
    .indexed_pairs_times = indexed_pairs_times,
    .circle_movers_mask = [](const spots& a, float r, const moves& d, const disc& b, size_t n,
                             uint8_t* out) { mask(make(a, r, d, b), n, out); },
    .circle_movers_times = [](const spots& a, float r, const moves& d, const disc& b, size_t n,
                              float* out) { times(make(a, r, d, b), n, out); },
    .contact_boxes =
        [](const rect& a, const rects& b, size_t n, const touched& out) {
          return contacts(make(a, b), box_in_boxes{a, b}, n, out);
        },
    .contact_circles =
        [](const disc& a, const spots& b, float r, size_t n, const touched& out) {
          return contacts(make(a, b, r), circle_in_circles{a, r, b.x, b.y}, n, out);
        },
    .contact_circle_boxes =
        [](const disc& a, const rects& b, size_t n, const touched& out) {
          return contacts(make(a, b), circle_in_boxes{a, b}, n, out);
        },
    .contact_circle_turned =
        [](const disc& a, const turned_boxes& b, size_t n, const touched& out) {
          return contacts(circle_against_turned{a, b}, circle_in_turned{a, b}, n, out);
        },
    .contact_polygons =
        [](const outline& a, const outlines& b, size_t n, const touched& out) {
          return contacts(polygon_in_polygons{a, b}, n, out);
        },
    .rod_circles_mask = [](const rod& a, const spots& b, float r, size_t n,
                           uint8_t* out) { mask(make(a, b, r), n, out); },
    .rod_circles_list = [](const rod& a, const spots& b, float r, size_t n,
                           uint32_t* out) { return list(make(a, b, r), n, out); },
    .circle_rods_mask =
        [](const disc& a, const rods& b, size_t n, uint8_t* out) {
          mask(circle_against_rods{a, b}, n, out);
        },
    .circle_rods_list =
        [](const disc& a, const rods& b, size_t n, uint32_t* out) {
          return list(circle_against_rods{a, b}, n, out);
        },
    .circle_turned_mask =
        [](const disc& a, const turned_boxes& b, size_t n, uint8_t* out) {
          mask(circle_against_turned{a, b}, n, out);
        },
    .circle_turned_list =
        [](const disc& a, const turned_boxes& b, size_t n, uint32_t* out) {
          return list(circle_against_turned{a, b}, n, out);
        },
    .turned_pairs_mask =
        [](const turned_boxes& a, const turned_boxes& b, size_t n, uint8_t* out) {
          mask(pairs_of_turned{a, b}, n, out);
        },
    .cast_turned_times =
        [](const rect& a, const move& d, const turned_boxes& b, size_t n, float* out) {
          times(ray_against_turned{a.min_x, a.min_y, d.dx, d.dy, b}, n, out);
        },
    .polygon_polygons_mask =
        [](const outline& a, const outlines& b, size_t n, uint8_t* out) {
          mask(polygon_against_polygons{a, b}, n, out);
        },
    .polygon_polygons_list =
        [](const outline& a, const outlines& b, size_t n, uint32_t* out) {
          return list(polygon_against_polygons{a, b}, n, out);
        },
    .polygon_circles_mask =
        [](const outline& a, const spots& b, float r, size_t n, uint8_t* out) {
          mask(polygon_against_circles{a, r, b.x, b.y}, n, out);
        },
    .polygon_circles_list =
        [](const outline& a, const spots& b, float r, size_t n, uint32_t* out) {
          return list(polygon_against_circles{a, r, b.x, b.y}, n, out);
        },
    .polygon_pairs_mask =
        [](const outlines& a, const outlines& b, const uint32_t* first, const uint32_t* second, size_t n,
           uint8_t* out) {
          mask(indexed_polygons{a, b, first, second}, n, out);
        },
    .polygon_sweep_times =
        [](const outline& a, const move& d, const outlines& b, size_t n, float* out) {
          times(moving_polygon{a, d, b}, n, out);
        },
    .deflect = deflect,
    .slide = slide,
    .push = push,
    .bounce = bounce,
    .distances_boxes =
        [](float x, float y, const rects& b, size_t n, float* out) {
          times(boxes_from_point{x, y, b}, n, out);
        },
    .distances_spots =
        [](float x, float y, const spots& b, float radius, size_t n, float* out) {
          times(spots_from_point{x, y, radius, b}, n, out);
        },
    .distances_rods =
        [](float x, float y, const rods& b, size_t n, float* out) {
          times(rods_from_point{x, y, b}, n, out);
        },
    .nearest_box =
        [](float x, float y, const rects& b, size_t n) {
          return least_of(boxes_from_point{x, y, b}, n);
        },
    .nearest_spot =
        [](float x, float y, const spots& b, float radius, size_t n) {
          return least_of(spots_from_point{x, y, radius, b}, n);
        },
    .squared_mask =
        [](const disc& c, const spots& b, size_t n, uint8_t* out) {
          mask(squared_against_points{c.x, c.y, c.radius, b.x, b.y}, n, out);
        },
    .graze = graze,
    .cull_mask =
        [](const rect& field, const spots& b, float r, size_t n, uint8_t* out) {
          mask(circles_outside_box{field, r * r, b.x, b.y}, n, out);
        },
    .compact = compact,
    .tiles_overlap = tiles_overlap,
    .tiles_sweep = tiles_sweep,
    .tiles_cast = tiles_cast,
    .bitmaps_mask = bitmaps_mask,
    .bitmaps_count = bitmaps_count,
    .read = read,
    .multiply_add = multiply_add};

}  // namespace baseline
