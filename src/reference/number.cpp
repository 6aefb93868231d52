#include "number.hpp"

namespace hitscan::detail {

int add_many(double* part, int size, const double* x, int n, double sign) noexcept {
  return add_parts(part, size, x, n, sign);
}
int put_products(double* part, const double* x, int n, const double* y, int m) noexcept {
  int size = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const two p = two_product(x[i], y[j]);
      size = grow(part, size, p.low), size = grow(part, size, p.high);
    }
  return size;
}
double rounded(const double* part, int size) noexcept {
  double all = 0;
  for (int i = 0; i < size; ++i) all += part[i];
  return all;
}

}  // namespace hitscan::detail
