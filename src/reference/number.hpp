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

template <int N> class number {
  static_assert(N >= 1 && N <= 6);
  static constexpr int capacity = (277 * N + 16) / 2 + 1;

 public:
  number() noexcept = default;  // 0
  number(float x) noexcept
  requires(N == 1)
  {
    sum_.add(x);
  }
  number(const number& other) noexcept { *this = other; }
  number& operator=(const number& other) noexcept {  // only the parts there are
    sum_.assign(other.sum_);
    return *this;
  }

  int sign() const noexcept { return sum_.sign(); }
  double rounded() const noexcept { return sum_.rounded(); }

  number& operator+=(const number& other) noexcept {
    for (int i = 0; i < other.sum_.size(); ++i) sum_.add(other.sum_[i]);
    return *this;
  }
  number& operator-=(const number& other) noexcept {
    for (int i = 0; i < other.sum_.size(); ++i) sum_.add(-other.sum_[i]);
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
  template <int M> friend number<N + M> operator*(const number& x, const number<M>& y) noexcept {
    number<N + M> product;
    for (int i = 0; i < x.parts().size(); ++i)
      for (int j = 0; j < y.parts().size(); ++j) product.add(two_product(x.parts()[i], y.parts()[j]));
    return product;
  }
  friend int compare(const number& x, const number& y) noexcept { return (x - y).sign(); }

  const expansion<capacity>& parts() const noexcept { return sum_; }
  void add(two x) noexcept { sum_.add(x); }

 private:
  expansion<capacity> sum_;
};

}  // namespace hitscan::detail
