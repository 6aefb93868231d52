// Finding the item that can never hit, by the reference's own rules.

#include <hitscan/views.hpp>

#include <tuple>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../reference/hulls.hpp"
#include "../reference/sweep_growing_boxes.hpp"
#include "../reference/sweep_growing_circles.hpp"

namespace hitscan {
namespace {

using detail::default_float_state;
using detail::textbook::finite;

// The first of n items that lacks a value, which is told; or none.
[[gnu::noinline]] index lacking(std::span<const column> columns, std::size_t n) noexcept {
  std::size_t most = 0;
  bool missing = false;
  detail::columns_at_work given("validate");
  for (const column& c : columns) {
    given.take(c), missing |= c.absent() || c.null();
    if (c.many() && c.size() > most) most = c.size();
  }
  if (missing) return detail::report_breach("validate", "a column is missing"), 0;
  if (most <= n) return none;
  (void)given.count();  // says so
  return static_cast<index>(n);
}

template <class View, class Good> index first_bad(const View& v, const Good& good) noexcept {
  const auto columns = v.columns();
  const std::size_t n = v.size();
  const index lacks = lacking(columns, n);
  if (lacks == 0) return 0;
  const default_float_state here;
  for (std::size_t i = 0; i < n; ++i)
    if (!good(columns, i)) return static_cast<index>(i);
  return lacks;
}

template <class View> index all_finite(const View& v) noexcept {
  return first_bad(v, [](const auto& columns, std::size_t i) {
    bool ok = true;
    for (const column& c : columns) ok &= finite(c[i]);
    return ok;
  });
}

// One item out of its columns.
using detail::textbook::box_at;
using detail::textbook::circle_at;
constexpr auto read_corners = []<int D>(const auto& columns, std::size_t i, box_at<D>& box) {
  for (int k = 0; k < D; ++k) box.min[k] = columns[2 * k][i], box.max[k] = columns[2 * k + 1][i];
};
constexpr auto read_centred = []<int D>(const auto& columns, std::size_t i, box_at<D>& box) {
  for (int k = 0; k < D; ++k) {
    const float center = columns[k][i], half = columns[D + k][i];
    box.min[k] = center - half, box.max[k] = center + half;
  }
};
constexpr auto read_circle = []<int D>(const auto& columns, std::size_t i, circle_at<D>& circle) {
  for (int k = 0; k < D; ++k) circle.center[k] = columns[k][i];
  circle.radius = columns[D][i];
};

template <class Item, class View, class Load> index good(const View& v, const Load& load) noexcept {
  return first_bad(v, [&](const auto& columns, std::size_t i) {
    Item item;
    load(columns, i, item);
    return valid(item);
  });
}

// The columns of a shape, and behind them those of its growth.
template <class View, std::size_t N> struct with_growth {
  const growing_shape<View, N>& all;
  auto columns() const noexcept {
    constexpr std::size_t first = std::tuple_size_v<decltype(all.shape.columns())>;
    std::array<column, first + N> both;
    const auto shape = all.shape.columns();
    for (std::size_t c = 0; c < first + N; ++c) both[c] = c < first ? shape[c] : all.by[c - first];
    return both;
  }
  std::size_t size() const noexcept { return detail::count_of(columns()); }
};
template <int D, class View, std::size_t N, class Load>
index good_growing_boxes(const growing_shape<View, N>& v, const Load& load) noexcept {
  return good<detail::textbook::growing_box_at<D>>(with_growth<View, N>{v},
                                                   [&](const auto& columns, std::size_t i, auto& b) {
                                                     load(columns, i, b.box);
                                                     for (std::size_t k = 0; k < N; ++k) b.grow[k] = v.by[k][i];
                                                   });
}
template <int D, class View> index good_growing_circles(const growing_shape<View, 1>& v) noexcept {
  return good<detail::textbook::growing_circle_at<D>>(with_growth<View, 1>{v},
                                                      [&](const auto& columns, std::size_t i, auto& c) {
                                                        read_circle(columns, i, c.circle);
                                                        c.grow = v.by[0][i];
                                                      });
}

template <class View> index good_steps(const View& v) noexcept {
  const float longest = v.longest;
  return first_bad(v, [longest](const auto& columns, std::size_t i) {
    bool ok = true;
    for (const column& c : columns) {
      const float step = c[i];
      ok &= finite(step) && !(longest >= 0 && (step > longest || step < -longest));
    }
    return ok;
  });
}

}  // namespace

index validate(const points& v) noexcept { return all_finite(v); }
index validate(const points3& v) noexcept { return all_finite(v); }
index validate(const boxes& v) noexcept { return good<box_at<2>>(v, read_corners); }
index validate(const boxes3& v) noexcept { return good<box_at<3>>(v, read_corners); }
index validate(const centred_boxes& v) noexcept { return good<box_at<2>>(v, read_centred); }
index validate(const centred_boxes3& v) noexcept { return good<box_at<3>>(v, read_centred); }
index validate(const circles& v) noexcept { return good<circle_at<2>>(v, read_circle); }
index validate(const spheres& v) noexcept { return good<circle_at<3>>(v, read_circle); }
index validate(const segments& v) noexcept { return all_finite(v); }
index validate(const segments3& v) noexcept { return all_finite(v); }
index validate(const capsules& v) noexcept {
  return first_bad(v, [](const auto& columns, std::size_t i) {
    const float radius = columns[4][i];
    bool ok = radius >= 0 && finite(radius);
    for (int c = 0; c < 4; ++c) ok &= finite(columns[c][i]);
    return ok;
  });
}
index validate(const obbs& v) noexcept {
  return first_bad(v, [](const auto& columns, std::size_t i) {
    bool ok = columns[2][i] >= 0 && columns[3][i] >= 0;
    for (int k = 0; k < 4; ++k) ok &= finite(columns[k][i]) && finite(columns[2 + k / 2][i] * columns[4 + k % 2][i]);
    return ok;
  });
}
index validate(const chain& v) noexcept {
  const std::size_t entries = v.entries();
  const index lacks = lacking(v.columns(), entries);
  if (lacks == 0) return 0;
  if ((v.first != 0 && v.first >= entries) || (v.length != none && v.length > entries))
    return detail::report_breach("validate", "chain::first and length lead beyond its nodes"), 0;
  const default_float_state here;
  const auto good = [&](std::size_t i, std::size_t next) {
    const float delta_x = v.x[next] - v.x[i], delta_y = v.y[next] - v.y[i];
    return finite(v.x[i]) && finite(v.y[i]) && finite(delta_x) && finite(delta_y) && finite(v.radius[i]);
  };
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!(v.radius[v.entry(i)] < 0) && !good(v.entry(i), v.entry(i + 1))) return static_cast<index>(i);
  return lacks == none ? none : lacks - 1;  // of its last node
}
// Corners that have both coordinates; others are told.
static std::size_t corners_of(std::span<const float> x, std::span<const float> y) noexcept {
  if (x.size() != y.size()) detail::report_lengths("validate", "polygon.y", y.size(), "x", x.size());
  const std::size_t least = x.size() < y.size() ? x.size() : y.size();
  return x.data() && y.data() ? least : 0;
}
index validate(const polygons& v) noexcept {
  const default_float_state here;
  const std::size_t corners = corners_of(v.x, v.y);
  for (std::size_t i = 0; i < v.size(); ++i) {
    detail::hull h;
    detail::read_outline({v.x.data(), v.y.data(), corners, v.offsets.data()}, i, h);
    if (!detail::convex_ring(h)) return static_cast<index>(i);
  }
  return none;
}
bool validate(const polygon& v) noexcept {
  const default_float_state here;
  detail::hull h;
  detail::read_outline({v.x.data(), v.y.data(), corners_of(v.x, v.y), nullptr}, 0, h);
  return v.x.size() == v.y.size() && detail::convex_ring(h);
}
index validate(const growing_shape<boxes, 2>& v) noexcept { return good_growing_boxes<2>(v, read_corners); }
index validate(const growing_shape<boxes3, 3>& v) noexcept { return good_growing_boxes<3>(v, read_corners); }
index validate(const growing_shape<centred_boxes, 2>& v) noexcept { return good_growing_boxes<2>(v, read_centred); }
index validate(const growing_shape<centred_boxes3, 3>& v) noexcept { return good_growing_boxes<3>(v, read_centred); }
index validate(const growing_shape<circles, 1>& v) noexcept { return good_growing_circles<2>(v); }
index validate(const growing_shape<spheres, 1>& v) noexcept { return good_growing_circles<3>(v); }
index validate(const motions& v) noexcept { return good_steps(v); }
index validate(const motions3& v) noexcept { return good_steps(v); }

}  // namespace hitscan
