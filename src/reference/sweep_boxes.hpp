// Does moving box a meet box b, and when? Seen from b, only a moves, by d = fl(da - db). Per axis, mirrored so that the
// motion goes to the right, there is a near gap n to close before the shadows overlap and a far gap f after which they
// have parted:
//
//        +---+   L = |d|                     overlap lasts from  t = n / L  to  t = f / L  on this axis
//        | a |------------>
//        +---+     +-------+                 They hit when these intervals and [0, 1] have a moment in common:
//            |--n--|   b   |                 n < L and f > 0 on every axis, and the entry of one axis lies before
//        |---------f-------|                 the exit of the other, n_i L_j < f_j L_i, for every two axes.
//
// This is the slab test (Kay and Kajiya 1986) without its divisions: nothing is 0 * inf, and every product n_i L_j is
// p_i L_j - q_i L_j, a difference of two exact doubles, so the decision is exact.
//   An axis at rest needs no case of its own: with L_i = 0 the pair tests say n_i < 0 < f_i. Two axes at rest would ask
// 0 < 0 of each other; they are asked by n < L and f > 0 alone. Two shapes without extent on one axis never overlap
// there for longer than a moment: not a hit, unless touching is.
//
// The time is the latest entry, one rounded division per axis; equal quotients of inputs are equal after rounding, so
// the last axis to be entered - the normal - and corners come out the same everywhere. What starts in overlap enters
// nothing: its normal is the way out that contact_boxes has, or sliding along it could hold someone in for good.
#pragma once

#include "contact_boxes.hpp"
#include "expansion.hpp"

namespace hitscan::detail::textbook {

// One axis of the motion, mirrored so that it goes to the right: near gap n = p - q, far gap f = r - s.
struct axis_gaps {
  float p, q, r, s, length;
};

inline bool less(two a, two b, touching touch) noexcept {
  return touch == touching::hits ? !detail::less(b, a) : detail::less(a, b);
}

// n < L and f > 0. Rounding is monotone: only where n comes out as L must it be known exactly.
inline bool meets_alone(const axis_gaps& x, touching touch) noexcept {
  const float n = x.p - x.q;
  return (n < x.length || (n == x.length && less(two_diff(x.p, x.q), two{x.length, 0}, touch))) &&
         before(x.s, x.r, touch);
}

// n_i L_j < f_j L_i: i is entered before j is left.
inline bool enters_before_exit(const axis_gaps& i, const axis_gaps& j, touching touch) noexcept {
  const double li = i.length, lj = j.length;
  return less(two_diff(i.p * lj, i.q * lj), two_diff(j.r * li, j.s * li), touch);
}

template <int D>
bool sweep_boxes_hit(const box_at<D>& a, const box_at<D>& b, const axis_gaps (&axis)[D], touching touch) noexcept {
  for (int k = 0; k < D; ++k) {
    if (!meets_alone(axis[k], touch)) return false;
    if (touch == touching::misses && a.min[k] == a.max[k] && b.min[k] == b.max[k]) return false;
  }
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j)
      if (i != j && (axis[i].length > 0 || axis[j].length > 0) && !enters_before_exit(axis[i], axis[j], touch))
        return false;
  return true;
}

template <int D>
void gaps_of(const box_at<D>& a, const box_at<D>& b, const float (&d)[D], axis_gaps (&axis)[D]) noexcept {
  for (int k = 0; k < D; ++k) {
    const box_at<D>&behind = d[k] < 0 ? b : a, &ahead = d[k] < 0 ? a : b;
    axis[k] = {ahead.min[k], behind.max[k], ahead.max[k], behind.min[k], d[k] < 0 ? -d[k] : d[k]};
  }
}

// When they meet, if they hit.
template <int D> struct entry {
  float quotient[D]{}, latest = 0;
  int last = -1;  // the last axis to be entered; -1: nothing moves
  float time = 0;
  bool started = true, corner = false;
};
template <int D> entry<D> entry_of(const axis_gaps (&axis)[D], touching touch) noexcept {
  entry<D> e;
  for (int k = 0; k < D; ++k) {
    const float gap = axis[k].p - axis[k].q;
    e.started &= before(gap, 0.0f, touch);
    if (!(axis[k].length > 0)) continue;
    e.quotient[k] = gap / axis[k].length;
    if (e.last < 0 || e.quotient[k] >= e.latest) e.latest = e.quotient[k], e.last = k;
  }
  e.time = e.last >= 0 && e.latest > 0 ? e.latest : 0;
  int entered = 0;  // how many axes at that very moment
  for (int k = 0; k < D; ++k) entered += axis[k].length > 0 && e.quotient[k] == e.latest;
  e.corner = entered > 1 && !e.started;
  return e;
}

// When and where, if they hit.
template <int D>
moment<D> sweep_boxes_moment(const box_at<D>& a, const float (&da)[D], const box_at<D>& b, const float (&db)[D],
                             const float (&d)[D], const axis_gaps (&axis)[D], const rules& rule) noexcept {
  const auto [quotient, latest, last, time, started, corner] = entry_of(axis, rule.touch);
  moment<D> m;
  const way_out push = started ? shortest_push(a, b) : way_out{};
  if (started && rule.start != start_overlap::hits)
    if (rule.start == start_overlap::ignored || push.sign * d[push.axis] >= 0) return m;
  m.hit = true;
  m.time = time, m.started = started, m.corner = corner;

  const int face = started ? push.axis : last;  // what rests and hits has started inside
  m.normal[face] = started ? push.sign : d[face] < 0 ? 1.0f : -1.0f;

  // Where: on the face that was hit, exactly; along it, the middle of what the two share at that time. A point that
  // starts inside is where it is.
  const bool stays = started && is_point(a);
  for (int k = 0; k < D; ++k) {
    const bool on_face = k == face || (m.corner && axis[k].length > 0 && quotient[k] == latest);
    const float moved_a = m.time * da[k], moved_b = m.time * db[k];
    if (stays) {
      m.position[k] = a.min[k] + moved_a;
    } else if (on_face) {
      const bool upper = started ? push.sign > 0 : d[k] < 0;
      m.position[k] = (upper ? b.max[k] : b.min[k]) + moved_b;
    } else {
      const float low_a = a.min[k] + moved_a, low_b = b.min[k] + moved_b;
      const float high_a = a.max[k] + moved_a, high_b = b.max[k] + moved_b;
      const float low = low_a > low_b ? low_a : low_b, high = high_a < high_b ? high_a : high_b;
      m.position[k] = 0.5f * low + 0.5f * high;
    }
  }
  return m;
}

template <int D>
moment<D> sweep_boxes(const box_at<D>& a, const float (&da)[D], const box_at<D>& b, const float (&db)[D],
                      const rules& rule) noexcept {
  float d[D];
  axis_gaps axis[D];
  for (int k = 0; k < D; ++k) {
    d[k] = da[k] - db[k];
    if (!finite(d[k])) return {};
  }
  gaps_of(a, b, d, axis);
  if (!sweep_boxes_hit(a, b, axis, rule.touch)) return {};
  if (!rule.told && rule.start == start_overlap::hits) return {.hit = true};
  return sweep_boxes_moment(a, da, b, db, d, axis, rule);
}

// In the library once: sweep_boxes.cpp.
extern template moment<2> sweep_boxes(const box_at<2>&, const float (&)[2], const box_at<2>&, const float (&)[2],
                                      const rules&) noexcept;
extern template moment<3> sweep_boxes(const box_at<3>&, const float (&)[3], const box_at<3>&, const float (&)[3],
                                      const rules&) noexcept;

}  // namespace hitscan::detail::textbook
