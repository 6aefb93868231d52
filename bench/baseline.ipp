// The body of baseline_native.cpp and baseline_x86_64.cpp: makes the table HITSCAN_PLAIN, called HITSCAN_PLAIN_NAME.
#include "baseline.hpp"

// Help that costs no correctness: without these two, g++ vectorises neither the roots nor many of the comparisons.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-math-errno", "no-trapping-math")
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

// ---- the forms ---------------------------------------------------------------------------------------------------

template <class Test> bool any(const Test& test, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (test(i)) return true;
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
template <class Test> size_t list(const Test& test, size_t n, uint32_t* HITSCAN_RESTRICT out) {
  size_t found = 0;
  for (size_t i = 0; i < n; ++i) {
    out[found] = static_cast<uint32_t>(i);  // without a branch: hits are not foreseeable
    found += test(i);
  }
  return found;
}
template <class Test> void times(const Test& test, size_t n, float* HITSCAN_RESTRICT out) {
  HITSCAN_VECTORISE
  for (size_t i = 0; i < n; ++i) out[i] = test.time(i);
}
template <class Test> best nearest(const Test& test, size_t n) {
  best b{1.0f, nobody};
  for (size_t i = 0; i < n; ++i)
    if (test(i) && test.time(i) < b.time) b = {test.time(i), static_cast<uint32_t>(i)};
  return b;
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
std::uint64_t read(const float* from, size_t n) {  // eight independent chains of the widest xor there is
  typedef std::uint64_t wide __attribute__((vector_size(64), aligned(4), may_alias));
  wide sum[8] = {};
  size_t i = 0;
  for (; i + 128 <= n; i += 128) {
    const wide* const at = reinterpret_cast<const wide*>(from + i);
    for (int k = 0; k < 8; ++k) sum[k] ^= at[k];
  }
  for (int k = 1; k < 8; ++k) sum[0] ^= sum[k];
  std::uint64_t all = 0;
  for (int k = 0; k < 8; ++k) all ^= sum[0][k];
  return all;
}
#else
std::uint64_t read(const float* from, size_t n) {
  float sum[8] = {};
  for (size_t i = 0; i + 8 <= n; i += 8)
    for (int k = 0; k < 8; ++k) sum[k] += from[i + k];
  return static_cast<std::uint64_t>(sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7]);
}
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
    .centred_movers_mask = [](const spots& a, float hx, float hy, const moves& d, const rect& b, size_t n,
                              uint8_t* out) { mask(points_against_box(a, hx, hy, d, b), n, out); },
    .centred_movers_times = [](const spots& a, float hx, float hy, const moves& d, const rect& b, size_t n,
                               float* out) { times(points_against_box(a, hx, hy, d, b), n, out); },
    .centred_movers_list = [](const spots& a, float hx, float hy, const moves& d, const rect& b, size_t n,
                              uint32_t* out) { return list(points_against_box(a, hx, hy, d, b), n, out); },
    .pairs_times = pairs_times,
    .indexed_pairs_times = indexed_pairs_times,
    .circle_movers_mask = [](const spots& a, float r, const moves& d, const disc& b, size_t n,
                             uint8_t* out) { mask(make(a, r, d, b), n, out); },
    .circle_movers_times = [](const spots& a, float r, const moves& d, const disc& b, size_t n,
                              float* out) { times(make(a, r, d, b), n, out); },
    .read = read};

}  // namespace baseline
