// Does a moving circle meet a box, and when? Seen from the box only the circle moves, by d = fl(da - db). Its centre is
// a point that runs along d, and it hits when the point comes nearer to the box than the radius: when it enters the box
// grown by the radius, whose corners are round (Ericson, Real-Time Collision Detection, 5.5.7).
//
//         .------------------.           Mirrored so that nothing moves to the left, a centre that starts at 0 is at
//        /                    \          t L on each axis and the box lies from low to high. How far outside it is:
//       |    +------------+    |             gap(t) = max(low - t L, t L - high, 0)
//       |    |     b      |    |             f(t)   = sum of gap(t)^2
//       |    +------------+    |
//  c ----\---------------------/--->     Hit: f(t) < r^2 for some t in [0, 1], or, when r = 0, strictly inside b at
//         `------------------'           some t. Closed: f(t) <= r^2.
//
// f is convex, and made of parabolas. They change where the centre crosses the line of an edge, at low / L and at high
// / L of each axis: 2 D moments. So a walk over these finds the parabola that holds the least value, or the one on
// which f falls below r^2: it begins at the last of them where f still falls (and is no less than r^2). On it some axes
// are below or above the box, w_k = low or high, the others count nothing:
//
//         f(t) = sum (w_k - t L_k)^2,   least at t = w.L / L.L,   = r^2 at (|w|^2 - r^2) / (w.L + root)
//
// with root^2 = r^2 L.L - |w x L|^2, as for two circles. No corner is a special case, and no axis either: one that
// rests is below, above or between for ever. There is nothing in the square around a corner that the round corner
// leaves free: there the gaps of two axes count.
//
// The decision. The walk may err: by the choice of a neighbouring parabola where f hardly falls, which costs as much as
// an error of the slope, and by rounding. Both stay below 32 * 2^-53 (sum of 2 L_k + gap_k, + r)^2; 2^-44 of that is
// sixteen times as much. What is nearer to r^2 goes to exact arithmetic, which asks f at all of its 2 D + 2 moments and
// at the only place where it can be level: polynomials of degree 4 in the input (exact_circles_boxes.cpp).
#pragma once

#include <limits>

#include "contact_circles_boxes.hpp"

namespace hitscan::detail::textbook {

// A parabola of f, from one moment to the next, and the axes that count on it.
template <int D> struct stretch {
  double from = 0, to = 1;
  double w[D], l[D], wl = 0, ll = 0;
};

template <int D> struct path {
  double low[D], high[D], length[D], enter[D], leave[D];

  path(const circle_at<D>& a, const float (&d)[D], const box_at<D>& b) noexcept {
    constexpr double never = std::numeric_limits<double>::infinity();
    for (int k = 0; k < D; ++k) {
      const double c = a.center[k], min = b.min[k], max = b.max[k], step = d[k];
      length[k] = step < 0 ? 0 - step : step;
      low[k] = step < 0 ? c - max : min - c;
      high[k] = step < 0 ? c - min : max - c;
      const bool moves = length[k] > 0;
      enter[k] = moves ? low[k] / length[k] : low[k] > 0 ? never : 0 - never;
      leave[k] = moves ? high[k] / length[k] : high[k] < 0 ? 0 - never : never;
    }
  }

  double gap(int k, double t) const noexcept {
    const double below = low[k] - t * length[k], above = t * length[k] - high[k];
    const double out = below > above ? below : above;
    return out > 0 ? out : 0;
  }
  double distance2(double t) const noexcept {
    double sum = 0;
    for (int k = 0; k < D; ++k) sum += gap(k, t) * gap(k, t);
    return sum;
  }
  bool falls(double t) const noexcept {  // f' < 0
    double slope = 0;
    for (int k = 0; k < D; ++k) {
      const double below = low[k] - t * length[k], above = t * length[k] - high[k];
      slope += length[k] * ((above > 0 ? above : 0) - (below > 0 ? below : 0));
    }
    return slope < 0;
  }

  // Where f falls below `level`; with level 0, where it is least.
  stretch<D> find(double level) const noexcept {
    stretch<D> s;
    for (int k = 0; k < D; ++k)
      for (const double t : {enter[k], leave[k]})
        if (t > s.from && t < 1 && falls(t) && distance2(t) >= level) s.from = t;
    for (int k = 0; k < D; ++k)
      for (const double t : {enter[k], leave[k]})
        if (t > s.from && t < s.to) s.to = t;
    for (int k = 0; k < D; ++k) {
      const bool below = enter[k] > s.from, above = !(leave[k] > s.from);
      s.w[k] = below ? low[k] : above ? high[k] : 0;
      s.l[k] = below || above ? length[k] : 0;
      s.wl += s.w[k] * s.l[k], s.ll += s.l[k] * s.l[k];
    }
    return s;
  }
  static double within(const stretch<D>& s, double t) noexcept {
    t = t > s.from ? t : s.from;
    return t < s.to ? t : s.to;
  }

  // The sign of least f - r^2, or 0 when a double cannot tell.
  int compare(double r) const noexcept {
    const stretch<D> s = find(0);
    const double t = within(s, s.ll > 0 ? s.wl / s.ll : s.from);
    double size = r;
    for (int k = 0; k < D; ++k) size += 2 * length[k] + gap(k, t);
    const double off = distance2(t) - r * r, room = 0x1p-44 * (size * size);
    return off > room ? 1 : off < 0 - room ? -1 : 0;
  }

  double entry(double r) const noexcept {
    const double rr = r * r;
    const stretch<D> s = find(rr);
    double ww = 0, xx = 0;
    for (int k = 0; k < D; ++k) ww += s.w[k] * s.w[k];
    for (int i = 0; i < D; ++i)
      for (int j = i + 1; j < D; ++j) {
        const double e = s.w[i] * s.l[j] - s.w[j] * s.l[i];
        xx += e * e;
      }
    const double over = ww - rr, disc = rr * s.ll - xx, q = s.wl + std::sqrt(disc > 0 ? disc : 0.0);
    return within(s, over > 0 && q > 0 ? over / q : s.from);
  }
};

// a: the circle; with rule.flip it is the box that asks.
template <int D>
moment<D> sweep_circles_boxes(const circle_at<D>& a, const float (&da)[D], const box_at<D>& b, const float (&db)[D],
                              const rules& rule) noexcept {
  moment<D> m;
  float d[D];
  for (int k = 0; k < D; ++k) {
    d[k] = da[k] - db[k];
    if (!finite(d[k])) return m;
  }
  for (int k = 0; k < D; ++k) {
    const double c = a.center[k];
    if (out_of_reach(b.min[k] - c, c - b.max[k], d[k], a.radius)) return m;
  }
  const bool closed = rule.touch == touching::hits;
  const path<D> way(a, d, b);
  const bool started = overlap_circles_boxes(a, b, rule.touch);
  if (!started) {
    const int sign = way.compare(a.radius);
    if (sign > 0 || (sign == 0 && !circle_sweep_meets_box(D, a.center, d, b.min, b.max, a.radius, closed))) return m;
  }
  if (started && rule.start != start_overlap::hits)
    if (rule.start == start_overlap::ignored || circle_leaves_box(D, a.center, d, b.min, b.max)) return m;
  m.hit = true, m.started = started;
  if (!rule.told) return m;

  m.time = m.started ? 0 : static_cast<float>(way.entry(a.radius));

  // Where both are then: the normal is the way out of the box.
  const double t = m.time;
  double center[D], min[D], max[D];
  for (int k = 0; k < D; ++k) {
    center[k] = a.center[k] + t * da[k];
    min[k] = b.min[k] + t * db[k], max[k] = b.max[k] + t * db[k];
  }
  const exit_from_box<D> out = leave_box(center, min, max);
  for (int k = 0; k < D; ++k) {
    const double N = rule.flip ? 0 - out.N[k] : out.N[k];
    m.normal[k] = static_cast<float>(N);
    m.position[k] = static_cast<float>(out.from[k]);
    // A start in overlap: as contact_circles_boxes has it; but a point that asks is where it is.
    if (m.started && rule.flip) m.position[k] = static_cast<float>(is_point(b) ? min[k] : center[k] + a.radius * N);
    if (m.started && !rule.flip && a.radius == 0) m.position[k] = static_cast<float>(center[k]);
  }
  return m;
}

// In the library once: exact_circles_boxes.cpp.
extern template moment<2> sweep_circles_boxes(const circle_at<2>&, const float (&)[2], const box_at<2>&,
                                              const float (&)[2], const rules&) noexcept;
extern template moment<3> sweep_circles_boxes(const circle_at<3>&, const float (&)[3], const box_at<3>&,
                                              const float (&)[3], const rules&) noexcept;

}  // namespace hitscan::detail::textbook
