// Does moving box a meet box b while one or both change their size, and when? Over the frame a's half extent grows by
// ga and b's by gb, so that every edge has a motion of its own. Seen from b, a moves by d = fl(da - db); what closes
// are two gaps an axis, each at a rate that is a sum of floats which nobody adds up:
//
//        +---+                               gap(t) = a.min - b.max + t (d - ga - gb)
//       .| a |. ----> d   .+-------+.        gap(t) = b.min - a.max + t (- d - ga - gb)
//        +---+            .|   b   |.
//                          +-------+         They hit when all gaps are below 0 at one moment t of [0, 1].
//
// A gap that is open at the start and not at the end closes at some moment; one that is closed at the start only opens
// at some moment. Each gap's time is an interval, and so is [0, 1]; intervals that meet two by two have a moment in
// common (Helly). So it takes: no gap is open at both ends, and each that closes, i, does so before each that opens, j:
//
//        gap_i / -rate_i  <  gap_j / -rate_j          gap_i rate_j  <  gap_j rate_i
//
// Sums of five floats and sums of twelve products of two: exact, a double first and an expansion for what that cannot
// tell. |gap| is good to 2^-53 of itself, a rate to 2^-52 of |d| + |ga| + |gb|.
//
// A box may shrink to a point, and no further: one that would is not valid. Time, normal and corner are those of
// sweep_boxes, of quotients in double rounded to float: the gaps that close last.
#pragma once

#include <cmath>

#include "contact_boxes.hpp"
#include "number.hpp"

namespace hitscan::detail::textbook {

template <int D> struct growing_box_at {
  box_at<D> box;
  float grow[D];  // of the half extent, over the frame
};

template <int D> bool valid(const growing_box_at<D>& b) noexcept {
  bool ok = valid(b.box);
  for (int k = 0; k < D; ++k) {
    const two width = two_diff(b.box.max[k], b.box.min[k]);
    const double end = width.high + 2 * static_cast<double>(b.grow[k]);  // unequal parts decide, as in less()
    ok &= finite(b.grow[k]) && (end > 0 || (end == 0 && width.low >= 0));
  }
  return ok;
}

// p - q, and by t later p - q + t (way - ga - gb).
struct closing_gap {
  float p, q, way, ga, gb;
  double size() const noexcept { return static_cast<double>(p) - q; }
  double rate() const noexcept { return (static_cast<double>(way) - ga) - gb; }
  double most() const noexcept { return (std::fabs(static_cast<double>(way)) + std::fabs(ga)) + std::fabs(gb); }
  // With what the two differences lose: growth may cancel the way, and is all there is then.
  double rate_to_tell() const noexcept {
    const two once = two_diff(way, ga), twice = two_diff(once.high, gb);
    return twice.high + (once.low + twice.low);
  }
};

inline int sign_at_end(const closing_gap& x) noexcept {
  const double end = x.size() + x.rate();
  if (std::fabs(end) > 0x1p-50 * (std::fabs(x.size()) + x.most())) return end < 0 ? -1 : 1;
  return (number<1>(x.p) - x.q + x.way - x.ga - x.gb).sign();
}
inline int sign_of_rate(const closing_gap& x) noexcept {
  const double rate = x.rate();
  if (std::fabs(rate) > 0x1p-50 * x.most()) return rate < 0 ? -1 : 1;
  return (number<1>(x.way) - x.ga - x.gb).sign();
}
// gap_i rate_j - gap_j rate_i
inline int compare_moments(const closing_gap& i, const closing_gap& j) noexcept {
  const double off = i.size() * j.rate() - j.size() * i.rate();
  if (std::fabs(off) > 0x1p-49 * (std::fabs(i.size()) * j.most() + std::fabs(j.size()) * i.most()))
    return off < 0 ? -1 : 1;
  return compare((number<1>(i.p) - i.q) * (number<1>(j.way) - j.ga - j.gb),
                 (number<1>(j.p) - j.q) * (number<1>(i.way) - i.ga - i.gb));
}

template <int D>
moment<D> sweep_growing_boxes(const growing_box_at<D>& a, const float (&da)[D], const growing_box_at<D>& b,
                              const float (&db)[D], const rules& rule) noexcept {
  const touching touch = rule.touch;
  closing_gap gap[2 * D];  // of axis k: 2 k, a above b; 2 k + 1, below
  bool open[2 * D], shut_at_end[2 * D];
  for (int k = 0; k < D; ++k) {
    const float d = da[k] - db[k];
    if (!finite(d)) return {};
    gap[2 * k] = {a.box.min[k], b.box.max[k], d, a.grow[k], b.grow[k]};
    gap[2 * k + 1] = {b.box.min[k], a.box.max[k], 0 - d, a.grow[k], b.grow[k]};
  }
  moment<D> m;
  m.started = true;
  for (int i = 0; i < 2 * D; ++i) {
    open[i] = !before(gap[i].p, gap[i].q, touch);
    shut_at_end[i] = before(sign_at_end(gap[i]), 0, touch);
    if (open[i] && !shut_at_end[i]) return {};
    m.started &= !open[i];
  }
  for (int i = 0; i < 2 * D; ++i)
    for (int j = 0; j < 2 * D; ++j)
      if (open[i] && !shut_at_end[j] && !before(compare_moments(gap[i], gap[j]), 0, touch)) return {};
  m.hit = true;

  const way_out push = shortest_push(a.box, b.box);
  if (m.started && rule.start != start_overlap::hits)
    if (rule.start == start_overlap::ignored || sign_of_rate(gap[2 * push.axis + (push.sign < 0)]) >= 0) return {};
  if (!rule.told) return m;

  // The gaps that close last; of equal ones the later axis.
  int last = 2 * push.axis + (push.sign < 0), axes = 0;
  float closed_at[2 * D];
  for (int i = 0; i < 2 * D; ++i) {
    const double size = gap[i].size(), t = size > 0 ? size / (0 - gap[i].rate_to_tell()) : 0;
    closed_at[i] = open[i] ? static_cast<float>(t < 1 ? t : 1) : -1.0f;
    if (i == 0 || closed_at[i] > m.time) m.time = closed_at[i];
    if (open[i] && closed_at[i] == m.time) last = i;
  }
  for (int k = 0; k < D; ++k) axes += !m.started && (closed_at[2 * k] == m.time || closed_at[2 * k + 1] == m.time);
  m.corner = axes > 1;
  if (m.started) m.time = 0;

  // Where: on the face that was hit; along it, the middle of what the two share at that time. A point that starts
  // inside is where it is.
  const int face = last / 2;
  const bool stays = m.started && is_point(a.box);
  const double t = m.time;
  m.normal[face] = last % 2 ? -1.0f : 1.0f;
  for (int k = 0; k < D; ++k) {
    const double low_a = a.box.min[k] + t * (static_cast<double>(da[k]) - a.grow[k]);
    const double high_a = a.box.max[k] + t * (static_cast<double>(da[k]) + a.grow[k]);
    const double low_b = b.box.min[k] + t * (static_cast<double>(db[k]) - b.grow[k]);
    const double high_b = b.box.max[k] + t * (static_cast<double>(db[k]) + b.grow[k]);
    const bool above = open[2 * k] && closed_at[2 * k] == m.time,
               below = open[2 * k + 1] && closed_at[2 * k + 1] == m.time;
    if (stays)
      m.position[k] = static_cast<float>(low_a);
    else if (k == face || (m.corner && (above || below)))
      m.position[k] = static_cast<float>((k == face ? last % 2 == 0 : above) ? high_b : low_b);
    else
      m.position[k] =
          static_cast<float>(0.5 * (low_a > low_b ? low_a : low_b) + 0.5 * (high_a < high_b ? high_a : high_b));
  }
  return m;
}

// In the library once: growing.cpp.
extern template moment<2> sweep_growing_boxes(const growing_box_at<2>&, const float (&)[2], const growing_box_at<2>&,
                                              const float (&)[2], const rules&) noexcept;
extern template moment<3> sweep_growing_boxes(const growing_box_at<3>&, const float (&)[3], const growing_box_at<3>&,
                                              const float (&)[3], const rules&) noexcept;

}  // namespace hitscan::detail::textbook
