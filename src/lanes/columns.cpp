#include "columns.hpp"

namespace hitscan::detail {

alignas(64) constinit const float zeros[chunk]{};

template <int D> void put_other_corners(plan& p, int at, const side& s, const index* pick, std::size_t limit) noexcept {
  for (int k = 0; k < D; ++k) {
    const int low = at + 2 * k, high = low + 1;
    if (s.what == kind::corners)
      put_column(p, low, s.column[2 * k], pick, limit), put_column(p, high, s.column[2 * k + 1], pick, limit);
    else if (s.what == kind::centred) {
      p.from[low] = {source::minus, s.column[k], s.column[D + k], pick, limit, nullptr};
      p.from[high] = {source::plus, s.column[k], s.column[D + k], pick, limit, nullptr};
      p.written |= 3u << low;
    } else
      put_column(p, low, s.column[k], pick, limit), put_column(p, high, s.column[k], pick, limit);
  }
}
template <int D> void put_other_circles(plan& p, int at, const side& s, const index* pick, std::size_t limit) noexcept {
  for (int k = 0; k < D; ++k) put_column(p, at + k, s.column[k], pick, limit);
  put_column(p, at + D, s.what == kind::circle ? s.column[D] : feed{nullptr, 0}, pick, limit);
}
template <int D> void put_other_steps(plan& p, int at, const motion& m, const index* pick, std::size_t limit) noexcept {
  for (int k = 0; k < D; ++k) put_column(p, at + k, m.present ? m.column[k] : feed{nullptr, 0}, pick, limit);
}
template <int D> void put_pairs(plan& p, const request& r, const pair_columns& what) noexcept {
  int at = 0;
  const auto put = [&](const side& s, const motion& m, const index* pick, bool circle, bool steps) {
    const std::size_t limit = limit_of(s);
    at = circle ? put_circles<D>(p, at, s, pick, limit) : put_corners<D>(p, at, s, pick, limit);
    if (steps) at = put_steps<D>(p, at, m, pick, limit);
    for (int k = 0; k < what.growth; ++k) put_column(p, at++, s.grow[k], pick, limit);
  };
  put(r.a, r.da, r.first, what.a_circle, what.a_steps);
  put(r.b, r.db, r.second, what.b_circle, what.b_steps);
  p.columns = at;
}
#define HITSCAN_PUT(D)                                                                             \
  template void put_other_corners<D>(plan&, int, const side&, const index*, std::size_t) noexcept; \
  template void put_other_circles<D>(plan&, int, const side&, const index*, std::size_t) noexcept; \
  template void put_other_steps<D>(plan&, int, const motion&, const index*, std::size_t) noexcept; \
  template void put_pairs<D>(plan&, const request&, const pair_columns&) noexcept;
HITSCAN_PUT(2)
HITSCAN_PUT(3)

void reorder(plan& p, const int* order, int n) noexcept {
  const float* at[max_columns];
  source from[max_columns];
  const std::uint32_t written = p.written;
  for (int c = 0; c < n; ++c)
    if (written >> c & 1)
      from[c] = p.from[c];
    else
      at[c] = p.at[c];
  p.written &= ~((1u << n) - 1);
  for (int c = 0; c < n; ++c)
    if (written >> order[c] & 1)
      p.from[c] = from[order[c]], p.written |= 1u << c;
    else
      p.at[c] = at[order[c]];
}

}  // namespace hitscan::detail
