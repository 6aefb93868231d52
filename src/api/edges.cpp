// Columns of centres or corners made to columns of edges.
#include <hitscan/views.hpp>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/forced.hpp"

namespace hitscan {
namespace {

// Both values are read before either is written: any output may be the very array an input is.
template <class Edges>
std::size_t put_edges(const char* query, column a, column b, std::span<float> min, std::span<float> max,
                      const Edges& edges_of) noexcept {
  const detail::default_float_state here;
  detail::columns_at_work all(query);
  all.take(a), all.take(b), all.put(min.size()), all.put(max.size());
  const std::size_t n = all.count();
  float *const low = min.data(), *const high = max.data();
  const auto put = [&](std::size_t i, float x, float y) { edges_of(x, y, low[i], high[i]); };
  if (a.span() && b.span()) {  // as a rule; the compiler's own vectors do
    const float *const x = a.data(), *const y = b.data();
    for (std::size_t i = 0; i < n; ++i) put(i, x[i], y[i]);
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      ONE_BY_ONE(i);
      put(i, a[i], b[i]);
    }
  }
  return n;
}

}  // namespace

std::size_t from_center(column center, column half, std::span<float> min, std::span<float> max) noexcept {
  return put_edges("from_center", center, half, min, max,
                   [](float c, float h, float& low, float& high) { low = c - h, high = c + h; });
}
std::size_t from_corner(column corner, column size, std::span<float> min, std::span<float> max) noexcept {
  return put_edges("from_corner", corner, size, min, max,
                   [](float c, float s, float& low, float& high) { low = c, high = c + s; });
}

}  // namespace hitscan
