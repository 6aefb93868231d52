#include "exact.hpp"

#include <initializer_list>

#include "contact_circles_boxes.hpp"
#include "expansion.hpp"
#include "sweep_boxes.hpp"

// Each polynomial is written as a sum of products of input floats: a product of two is exact in a double, a product of
// four takes one two_product. Adding them up as an expansion is slow (a microsecond at worst) but cannot err.
//
// Ties come from grids, though, and there m = p - c fits in a float again. Then squares of it are plain doubles, and a
// few operations do: these are the `plain` branches. Each checks what it relies on (rounding errors that are zero).

namespace hitscan::detail {
namespace {

constexpr double square(double x) noexcept { return x * x; }
bool fits_float(double x) noexcept { return static_cast<double>(static_cast<float>(x)) == x; }

template <int N> int sign_of_sum(const double (&term)[N], int n) noexcept {
  double sum = 0, size = 0;
  for (int i = 0; i < n; ++i) sum += term[i], size += term[i] < 0 ? -term[i] : term[i];
  // n - 1 additions, each off by at most 2^-53 of `size`
  if ((sum < 0 ? -sum : sum) > size * (N * 0x1p-52)) return sign(sum);
  expansion<N> exact;
  for (int i = 0; i < n; ++i) exact.add(term[i]);
  return exact.sign();
}

}  // namespace

int sign_of_distance(int dims, const float* p, const float* q, float ra, float rb) noexcept {
  const two r = two_sum(ra, rb);
  bool plain = r.low == 0 && fits_float(r.high);
  double squares[4];
  for (int k = 0; k < dims; ++k) {
    const two m = two_diff(p[k], q[k]);
    plain &= m.low == 0 && fits_float(m.high);
    squares[k] = square(m.high);
  }
  squares[dims] = -square(r.high);
  if (plain) return sign_of_sum(squares, dims + 1);

  double terms[12];  // p^2 - 2 p q + q^2 on every axis, and -(ra + rb)^2
  int n = 0;
  for (int k = 0; k < dims; ++k) {
    const double x = p[k], y = q[k];
    for (const double term : {x * x, -2 * x * y, y * y}) terms[n++] = term;
  }
  const double a = ra, b = rb;
  for (const double term : {-a * a, -2 * a * b, -b * b}) terms[n++] = term;
  return sign_of_sum(terms, n);
}

int sign_of_end_distance(int dims, const float* c, const float* p, const float* d, float ra, float rb) noexcept {
  const two r = two_sum(ra, rb);
  bool plain = r.low == 0 && fits_float(r.high);
  double squares[4];
  for (int k = 0; k < dims; ++k) {
    const two m = two_diff(p[k], c[k]), e = two_diff(m.high, d[k]);
    plain &= m.low == 0 && e.low == 0 && fits_float(e.high);
    squares[k] = square(e.high);
  }
  squares[dims] = -square(r.high);
  if (plain) return sign_of_sum(squares, dims + 1);

  double terms[21];  // (p - c - d)^2 multiplied out on every axis, and -(ra + rb)^2
  int n = 0;
  for (int k = 0; k < dims; ++k) {
    const double x = p[k], y = c[k], z = d[k];
    for (const double term : {x * x, y * y, z * z, -2 * x * y, -2 * x * z, 2 * y * z}) terms[n++] = term;
  }
  const double a = ra, b = rb;
  for (const double term : {-a * a, -2 * a * b, -b * b}) terms[n++] = term;
  return sign_of_sum(terms, n);
}

int sign_of_dot(int dims, const float* p, const float* c, const float* d) noexcept {
  double terms[6];
  int n = 0;
  for (int k = 0; k < dims; ++k) {
    const double x = p[k], y = c[k], z = d[k];
    for (const double term : {x * z, -y * z}) terms[n++] = term;
  }
  return sign_of_sum(terms, n);
}

int sign_of_dot_minus_square(int dims, const float* p, const float* c, const float* d) noexcept {
  double terms[9];
  int n = 0;
  for (int k = 0; k < dims; ++k) {
    const double x = p[k], y = c[k], z = d[k];
    for (const double term : {x * z, -y * z, -z * z}) terms[n++] = term;
  }
  return sign_of_sum(terms, n);
}

namespace {

// The line when m, R, d.d and every m_i d_j - m_j d_i are doubles: *known is false when one of them is not.
int sign_of_plain_line(int dims, const float* c, const float* p, const float* d, two r, bool* known) noexcept {
  bool plain = r.low == 0 && fits_float(r.high);
  double m[3], dd = 0;
  for (int k = 0; k < dims; ++k) {
    const two gap = two_diff(p[k], c[k]);
    const two sum = two_sum(dd, square(d[k]));
    plain &= gap.low == 0 && fits_float(gap.high) && sum.low == 0;
    m[k] = gap.high, dd = sum.high;
  }
  double cross[3];
  int pairs = 0;
  for (int i = 0; i < dims; ++i)
    for (int j = i + 1; j < dims; ++j) {
      const two e = two_diff(m[i] * d[j], m[j] * d[i]);
      plain &= e.low == 0;
      cross[pairs++] = e.high;
    }
  *known = plain;
  if (!plain) return 0;

  const two reach = two_product(square(r.high), dd);
  if (pairs == 1) {
    const two apart = two_product(cross[0], cross[0]);
    return less(reach, apart) - less(apart, reach);
  }
  const double far = square(cross[0]) + square(cross[1]) + square(cross[2]);
  const double off = far - reach.high;
  if ((off < 0 ? -off : off) > 0x1p-49 * (far + reach.high)) return sign(off);
  expansion<8> difference;
  difference.add({-reach.high, -reach.low});
  for (int i = 0; i < pairs; ++i) difference.add(two_product(cross[i], cross[i]));
  return difference.sign();
}

}  // namespace

int sign_of_line_circle(int dims, const float* c, const float* p, const float* d, float ra, float rb) noexcept {
  bool known;
  const int quick = sign_of_plain_line(dims, c, p, d, two_sum(ra, rb), &known);
  if (known) return quick;

  expansion<78> difference;  // three axis pairs of ten products, and nine, each of two doubles
  for (int i = 0; i < dims; ++i)
    for (int j = i + 1; j < dims; ++j) {
      const double di = d[i], dj = d[j];
      expansion<4> cross;
      for (const double term : {p[i] * dj, -c[i] * dj, -p[j] * di, c[j] * di}) cross.add(term);
      for (int s = 0; s < cross.size(); ++s) {
        difference.add(two_product(cross[s], cross[s]));
        for (int t = 0; t < s; ++t) difference.add(two_product(2 * cross[s], cross[t]));
      }
    }
  const double a = ra, b = rb;
  for (const double rr : {-a * a, -2 * a * b, -b * b})
    for (int k = 0; k < dims; ++k) difference.add(two_product(rr, square(d[k])));
  return difference.sign();
}

// ---- circle and box --------------------------------------------------------------------------------------------

namespace {

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
  expansion<62> sum;  // three axes of ten products of two doubles each, and the last
  const double p = at.p, q = at.q, length = at.length;
  for (int k = 0; k < dims; ++k) {
    expansion<4> out;
    for (const double term : {min[k] * length, -c[k] * length, -p * d[k], q * d[k]}) out.add(term);
    if (out.sign() <= 0) {
      out = {};
      for (const double term : {p * d[k], -q * d[k], -max[k] * length, c[k] * length}) out.add(term);
      if (out.sign() <= 0) continue;
    }
    for (int s = 0; s < out.size(); ++s) {
      sum.add(two_product(out[s], out[s]));
      for (int t = 0; t < s; ++t) sum.add(two_product(2 * out[s], out[t]));
    }
  }
  const two reach = two_product(square(r), square(length));
  sum.add({-reach.high, -reach.low});
  return sum.sign();
}

// Sign of (edge - c) d.d - (m.d) step: is a coordinate that starts at c and moves by step below the edge, at, or above,
// when the sum over the `active` axes is level? m.d and d.d are sums over those; their terms are given.
int sign_of_edge_when_level(float edge, float c, float step, const double* md, int mds, const double* dd,
                            int dds) noexcept {
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

// The least sum of gap^2 over the motion, against r^2. It is a convex function of time: least at an end, where an edge
// is crossed, or between such moments where it is level, if it is so anywhere.
int sign_of_least_gap(int dims, const float* c, const float* d, const float* min, const float* max, float r) noexcept {
  int least = 1;
  const auto ask = [&](instant at) {
    const int sign = sign_of_gap_at(dims, c, d, min, max, r, at);
    if (sign < least) least = sign;
  };
  ask({0, 0, 1}), ask({1, 0, 1});
  for (int k = 0; k < dims; ++k) {
    const float length = d[k] < 0 ? -d[k] : d[k];
    for (const float* const edge : {min, max}) {
      const instant at = d[k] < 0 ? instant{c[k], edge[k], length} : instant{edge[k], c[k], length};
      if (length > 0 && at.p >= at.q && !less(two{length, 0}, two_diff(at.p, at.q))) ask(at);
    }
  }
  if (least < 0) return least;

  // Where it is level: which axes count there? Try all ways; at most one is consistent. With one axis only the moments
  // above have it.
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
    if (active < 2) continue;
    bool moves = false;
    for (int j = 0; j < active; ++j) moves |= step[j] != 0;
    if (!moves || sign_of_dot(active, edge, from, step) < 0 || sign_of_dot_minus_square(active, edge, from, step) > 0)
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
  const int sign = sign_of_least_gap(dims, c, d, min, max, r);
  return closed ? sign <= 0 : sign < 0;
}

}  // namespace hitscan::detail
