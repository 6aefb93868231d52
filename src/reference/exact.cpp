#include "exact.hpp"

#include <initializer_list>

#include "expansion.hpp"

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
  // n - 1 additions, each off by at most 2^-53 of all sizes
  if (const int sure = sign_beyond(N * 0x1p-52, term, n)) return sure;
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
  if (const int sure = sign_beyond(0x1p-49, far, -reach.high)) return sure;
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

  expansion<4> cross[3];
  double far = 0, dd = 0;
  int pairs = 0;
  for (int i = 0; i < dims; ++i) {
    dd += square(d[i]);
    for (int j = i + 1; j < dims; ++j) {
      const double di = d[i], dj = d[j];
      for (const double term : {p[i] * dj, -c[i] * dj, -p[j] * di, c[j] * di}) cross[pairs].add(term);
      far += square(cross[pairs++].rounded());
    }
  }
  const double a = ra, b = rb;
  // Squares of what is off by 2^-49 of itself, and two sums: off by less than 2^-47 of `far`; the rest by 2^-50.
  if (const int sure = sign_beyond(0x1p-46, far, -square(a + b) * dd)) return sure;

  expansion<78> difference;  // three axis pairs of ten products, and nine, each of two doubles
  for (int i = 0; i < pairs; ++i) difference.add_square(cross[i]);
  for (const double rr : {-a * a, -2 * a * b, -b * b})
    for (int k = 0; k < dims; ++k) difference.add(two_product(rr, square(d[k])));
  return difference.sign();
}

}  // namespace hitscan::detail
