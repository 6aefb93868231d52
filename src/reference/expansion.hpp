// Exact sums of doubles. An expansion is a sum nobody has added up: doubles of growing size that do not overlap, so the
// last one has the sign of the whole.
//
// After Dekker 1971 (two_product, split), Knuth TAOCP 2, 4.2.2 (two_sum), and Shewchuk 1997, "Adaptive precision
// floating-point arithmetic and fast robust geometric predicates" (growing an expansion, leaving zeros out).
//
// Why nothing is lost at the ends of the range: a float is a multiple of 2^-149 and below 2^128. Products of two are
// multiples of 2^-298 and exact in a double (48 bits); products of four are multiples of 2^-596 and below 2^512. So no
// double here is subnormal, none overflows, and every error term fits.
#pragma once

namespace hitscan::detail {

struct two {  // high + low, exactly; high is the rounded result
  double high, low;
};

inline two two_sum(double a, double b) noexcept {
  const double s = a + b;
  const double from_b = s - a, from_a = s - from_b;
  return {s, (a - from_a) + (b - from_b)};
}

inline two two_diff(double a, double b) noexcept {
  const double s = a - b;
  const double from_b = a - s, from_a = s + from_b;
  return {s, (a - from_a) + (from_b - b)};
}

// 26 bits and the rest: products of halves are exact.
inline two split(double a) noexcept {
  const double far = 134217729.0 * a;  // 2^27 + 1
  const double high = far - (far - a);
  return {high, a - high};
}

inline two two_product(double a, double b) noexcept {
  const double p = a * b;
  const two x = split(a), y = split(b);
  return {p, x.low * y.low - (((p - x.high * y.high) - x.low * y.high) - x.high * y.low)};
}

/// a < b for exact pairs made by the functions above. Rounding is monotone, so unequal high parts decide.
inline bool less(two a, two b) noexcept { return a.high < b.high || (a.high == b.high && a.low < b.low); }

inline int sign(double x) noexcept { return (x > 0) - (x < 0); }

/// Sign of a sum of doubles when it is larger than `off` times the sum of their sizes; otherwise 0, it may be any.
inline int sign_beyond(double off, const double* term, int n) noexcept {
  double sum = 0, size = 0;
  for (int i = 0; i < n; ++i) sum += term[i], size += term[i] < 0 ? -term[i] : term[i];
  return (sum < 0 ? -sum : sum) > size * off ? sign(sum) : 0;
}
inline int sign_beyond(double off, double a, double b) noexcept {
  const double term[] = {a, b};
  return sign_beyond(off, term, 2);
}

template <int Capacity>  // one place for every double ever added
class expansion {
 public:
  void add(double x) noexcept {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      const two s = two_sum(x, part_[i]);
      x = s.high;
      if (s.low != 0) part_[kept++] = s.low;
    }
    if (x != 0) part_[kept++] = x;
    size_ = kept;
  }
  void add(two x) noexcept { add(x.low), add(x.high); }

  template <int N> void add_square(const expansion<N>& x) noexcept {  // takes two places for each product of two parts
    for (int s = 0; s < x.size(); ++s) {
      add(two_product(x[s], x[s]));
      for (int t = 0; t < s; ++t) add(two_product(2 * x[s], x[t]));
    }
  }

  int size() const noexcept { return size_; }
  /// The whole, but for some 2^-49 of it: by Shewchuk's theorem 10 at least one bit lies between two parts, so all that
  /// are below the largest come to two thirds of its last bit.
  double rounded() const noexcept {
    double sum = 0;
    for (int i = 0; i < size_; ++i) sum += part_[i];
    return sum;
  }
  double operator[](int i) const noexcept { return part_[i]; }
  int sign() const noexcept { return size_ == 0 ? 0 : part_[size_ - 1] > 0 ? 1 : -1; }

 private:
  double part_[Capacity];
  int size_ = 0;
};

}  // namespace hitscan::detail
