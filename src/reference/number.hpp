// Polynomials in floats, added and multiplied without rounding: what a decision is made with when doubles cannot tell.
//
//   const number<2> cross = (p.x - a.x) * e.y - (p.y - a.y) * e.x;      cross.sign()
//
// The parameter is the degree. It bounds everything. A float is a multiple of 2^-149 below 2^128, so a polynomial of
// degree N with fewer than 2^16 terms is a multiple of 2^-149N below 2^(128N + 16). Its parts are not zero and not
// adjacent (Shewchuk 1997, theorem 10: there is a zero bit between any two of them, as sums round to even), so there
// are never more than half as many parts as bits. For N <= 6 no part is subnormal and none overflows, not even when
// two_product splits it.
#pragma once

#include "expansion.hpp"

namespace hitscan::detail {

// Arithmetic on parts, the largest last. Each returns how many parts there are then.
//
// Shewchuk's growing of an expansion, zeros left out. Not expansion's own: as one function for both the reference's
// responses take 6 to 12 % more instructions.
inline int grow(double* part, int size, double x) noexcept {
  int kept = 0;
  for (int i = 0; i < size; ++i) {
    const two s = two_sum(x, part[i]);
    x = s.high;
    if (s.low != 0) part[kept++] = s.low;
  }
  if (x != 0) part[kept++] = x;
  return kept;
}
// To `size` parts those of sign * x are added.
inline int add_parts(double* part, int size, const double* x, int n, double sign) noexcept {
  for (int i = 0; i < n; ++i) size = grow(part, size, sign * x[i]);
  return size;
}
// In number.cpp, which takes longer: that for high degrees, which are seldom asked for; the products of two.
int add_many(double* part, int size, const double* x, int n, double sign) noexcept;
int put_products(double* part, const double* x, int n, const double* y, int m) noexcept;
double rounded(const double* part, int size) noexcept;

template <int N> class number {
  static_assert(N >= 1 && N <= 6);
  static constexpr bool seldom = N > 2;
  static constexpr int capacity = (277 * N + 16) / 2 + 1;

 public:
  number() noexcept = default;  // 0
  number(float x) noexcept
  requires(N == 1)
  {
    if (x != 0) part_[0] = x, size_ = 1;
  }
  number(const number& other) noexcept { *this = other; }
  // Only the parts there are; of itself, too.
  number& operator=(const number& other) noexcept {  // NOLINT(bugprone-unhandled-self-assignment)
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) part_[i] = other.part_[i];
    return *this;
  }

  int sign() const noexcept { return size_ == 0 ? 0 : part_[size_ - 1] > 0 ? 1 : -1; }
  double rounded() const noexcept { return detail::rounded(part_, size_); }

  number& operator+=(const number& other) noexcept {
    size_ = (seldom ? add_many : add_parts)(part_, size_, other.part_, other.size_, 1);
    return *this;
  }
  number& operator-=(const number& other) noexcept {
    size_ = (seldom ? add_many : add_parts)(part_, size_, other.part_, other.size_, -1);
    return *this;
  }
  friend number operator+(const number& x, const number& y) noexcept {
    number sum = x;
    sum += y;
    return sum;
  }
  friend number operator-(const number& x, const number& y) noexcept {
    number difference = x;
    difference -= y;
    return difference;
  }
  template <int M> number<N + M> operator*(const number<M>& y) const noexcept {
    number<N + M> product;
    product.size_ = put_products(product.part_, part_, size_, y.part_, y.size_);
    return product;
  }
  friend int compare(const number& x, const number& y) noexcept { return (x - y).sign(); }

 private:
  template <int M> friend class number;
  double part_[capacity];
  int size_ = 0;
};

}  // namespace hitscan::detail
