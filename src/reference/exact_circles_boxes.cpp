// Circle and box, decided: the half of exact.hpp that programs without such pairs do not need.
#include <initializer_list>

#include "contact_circles_boxes.hpp"
#include "exact.hpp"
#include "expansion.hpp"
#include "sweep_boxes.hpp"
#include "sweep_circles_boxes.hpp"

namespace hitscan::detail {
namespace {

constexpr double square(double x) noexcept { return x * x; }

using textbook::box_at;
using textbook::circle_at;

template <int D> circle_at<D> circle_of(const float* c, float r) noexcept {
  circle_at<D> circle;
  for (int k = 0; k < D; ++k) circle.center[k] = c[k];
  circle.radius = r;
  return circle;
}
template <int D> box_at<D> box_of(const float* min, const float* max) noexcept {
  box_at<D> box;
  for (int k = 0; k < D; ++k) box.min[k] = min[k], box.max[k] = max[k];
  return box;
}

template <int D> bool leaves(const float* c, const float* d, const float* min, const float* max) noexcept {
  float nearest[D];
  double center[D], low[D], high[D], dot = 0;
  bool within = true;
  for (int k = 0; k < D; ++k) {
    nearest[k] = c[k] < min[k] ? min[k] : c[k] > max[k] ? max[k] : c[k];
    within &= nearest[k] == c[k];
    center[k] = c[k], low[k] = min[k], high[k] = max[k];
  }
  if (!within) return sign_of_dot(D, c, nearest, d) >= 0;
  const textbook::exit_from_box<D> out = textbook::leave_box(center, low, high);
  for (int k = 0; k < D; ++k) dot += out.N[k] * static_cast<double>(d[k]);  // one axis: nothing rounds
  return dot >= 0;
}

// A point against a box without the radius that would make a ball of it: boxes know that.
template <int D> bool point_meets_box(const float* c, const float* d, const float* min, const float* max) noexcept {
  float still[D]{}, step[D];
  for (int k = 0; k < D; ++k) step[k] = d[k];
  return textbook::sweep_boxes(box_of<D>(c, c), step, box_of<D>(min, max), still,
                               {touching::misses, start_overlap::hits})
      .hit;
}

// The moment (p - q) / length, in [0, 1].
struct instant {
  float p, q, length;
};

// sum of gap^2 - r^2 at a moment, times length^2, which keeps the sign.
int sign_of_gap_at(int dims, const float* c, const float* d, const float* min, const float* max, float r,
                   instant at) noexcept {
  expansion<4> gap[3];
  double far = 0;
  const double p = at.p, q = at.q, length = at.length;
  for (int k = 0; k < dims; ++k) {
    expansion<4>& out = gap[k];
    for (const double term : {min[k] * length, -c[k] * length, -p * d[k], q * d[k]}) out.add(term);
    if (out.sign() <= 0) {
      out = {};
      for (const double term : {p * d[k], -q * d[k], -max[k] * length, c[k] * length}) out.add(term);
      if (out.sign() <= 0) out = {};
    }
    far += square(out.rounded());
  }
  const two reach = two_product(square(r), square(length));
  // Squares of what is off by 2^-49 of itself, and two sums: off by less than 2^-47 of `far`; `reach` by 2^-53.
  if (const int sure = sign_beyond(0x1p-46, far, -reach.high)) return sure;

  expansion<62> sum;  // three axes of ten products of two doubles each, and the last
  for (int k = 0; k < dims; ++k) sum.add_square(gap[k]);
  sum.add({-reach.high, -reach.low});
  return sum.sign();
}

// Sign of (edge - c) d.d - (m.d) step: is a coordinate that starts at c and moves by step below the edge, at, or above,
// when the sum over the `active` axes is level? m.d and d.d are sums over those; their terms are given.
int sign_of_edge_when_level(float edge, float c, float step, const double* md, int mds, const double* dd,
                            int dds) noexcept {
  double about[9];  // each off by 2^-52 of itself, and eight sums: less than 2^-49 of all sizes
  for (int i = 0; i < dds; ++i) about[i] = dd[i] * (double{edge} - double{c});
  for (int i = 0; i < mds; ++i) about[dds + i] = -md[i] * step;
  if (const int sure = sign_beyond(0x1p-48, about, dds + mds)) return sure;

  expansion<24> sum;
  for (int i = 0; i < dds; ++i) {
    sum.add(two_product(dd[i], edge));
    const two back = two_product(dd[i], c);
    sum.add({-back.high, -back.low});
  }
  for (int i = 0; i < mds; ++i) {
    const two way = two_product(md[i], step);
    sum.add({-way.high, -way.low});
  }
  return sum.sign();
}

// The least sum of gap^2 over the motion, against r^2: its sign, or the first one found that is `enough`. It is a
// convex function of time: least at an end, where an edge is crossed, or between such moments where it is level, if it
// is so anywhere.
int sign_of_least_gap(int dims, const float* c, const float* d, const float* min, const float* max, float r,
                      int enough) noexcept {
  int least = 1, axes = 0;
  const auto ask = [&](instant at) {
    if (least <= enough) return;
    const int sign = sign_of_gap_at(dims, c, d, min, max, r, at);
    if (sign < least) least = sign;
  };
  ask({0, 0, 1}), ask({1, 0, 1});
  for (int k = 0; k < dims; ++k) {
    const float length = d[k] < 0 ? -d[k] : d[k];
    axes += length > 0;
    for (const float* const edge : {min, max}) {
      const instant at = d[k] < 0 ? instant{c[k], edge[k], length} : instant{edge[k], c[k], length};
      if (length > 0 && at.p >= at.q && !less(two{length, 0}, two_diff(at.p, at.q))) ask(at);
    }
  }
  if (least <= enough || axes < 2) return least;  // along one axis it is least at one of these moments

  // Where it is level: which axes count there? Try all ways; at most one is consistent. With one that moves only the
  // moments above have it.
  int ways = 1;
  for (int k = 0; k < dims; ++k) ways *= 3;
  for (int way = 0; way < ways; ++way) {
    float from[3], edge[3], step[3];
    double md[6], dd[3];
    int state[3], active = 0, mds = 0;
    for (int k = 0, rest = way; k < dims; ++k, rest /= 3) {
      state[k] = rest % 3;  // 0: between, 1: below, 2: above
      if (state[k] == 0) continue;
      from[active] = c[k], edge[active] = state[k] == 1 ? min[k] : max[k], step[active] = d[k];
      const double x = edge[active], y = c[k], z = d[k];
      md[mds++] = x * z, md[mds++] = -y * z, dd[active] = z * z;
      ++active;
    }
    int moving = 0;
    for (int j = 0; j < active; ++j) moving += step[j] != 0;
    if (moving < 2 || sign_of_dot(active, edge, from, step) < 0 ||
        sign_of_dot_minus_square(active, edge, from, step) > 0)
      continue;
    bool consistent = true;
    for (int k = 0; k < dims; ++k) {
      const int below = sign_of_edge_when_level(min[k], c[k], d[k], md, mds, dd, active);
      const int above = sign_of_edge_when_level(max[k], c[k], d[k], md, mds, dd, active);
      consistent &= state[k] == 1 ? below >= 0 : state[k] == 2 ? above <= 0 : below <= 0 && above >= 0;
    }
    if (consistent) return sign_of_line_circle(active, from, edge, step, r, 0);
  }
  return least;
}

}  // namespace

bool circle_meets_box(int dims, const float* c, const float* min, const float* max, float r, bool closed) noexcept {
  const touching touch = closed ? touching::hits : touching::misses;
  return dims == 2 ? textbook::overlap_circles_boxes(circle_of<2>(c, r), box_of<2>(min, max), touch)
                   : textbook::overlap_circles_boxes(circle_of<3>(c, r), box_of<3>(min, max), touch);
}

bool circle_leaves_box(int dims, const float* c, const float* d, const float* min, const float* max) noexcept {
  return dims == 2 ? leaves<2>(c, d, min, max) : leaves<3>(c, d, min, max);
}

bool circle_sweep_meets_box(int dims, const float* c, const float* d, const float* min, const float* max, float r,
                            bool closed) noexcept {
  if (r == 0 && !closed) return dims == 2 ? point_meets_box<2>(c, d, min, max) : point_meets_box<3>(c, d, min, max);
  const int enough = closed ? 0 : -1;
  return sign_of_least_gap(dims, c, d, min, max, r, enough) <= enough;
}

}  // namespace hitscan::detail

namespace hitscan::detail::textbook {
template moment<2> sweep_circles_boxes(const circle_at<2>&, const float (&)[2], const box_at<2>&, const float (&)[2],
                                       const rules&) noexcept;
template moment<3> sweep_circles_boxes(const circle_at<3>&, const float (&)[3], const box_at<3>&, const float (&)[3],
                                       const rules&) noexcept;
}  // namespace hitscan::detail::textbook
