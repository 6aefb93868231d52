// The box around a whole motion. Every edge is rounded outward, so the bounds hold the swept set of real numbers.
//
//     +---+- - - - - +---+       low  = lower edge, moved by d where d < 0
//     | a |  ----->  |   |       high = upper edge, moved by d where d > 0
//     +---+- - - - - +---+
//
// Where the motion leaves the range of float, the bounds end at -FLT_MAX and FLT_MAX: infinite edges would make an
// invalid box, which hits nothing, while every valid shape ends at FLT_MAX at the latest and so overlaps or touches the
// bounds still. What can never hit (invalid shape, motion not finite) has bounds of NaN, which hit nothing either.
#include <cmath>
#include <initializer_list>
#include <limits>

#include "../core/float_state.hpp"
#include "../reference/expansion.hpp"
#include "../reference/shapes.hpp"

#include <hitscan/respond.hpp>

namespace hitscan {
namespace {

using detail::in_default_state;
using detail::textbook::finite;

// edge + min(d, 0) - radius, rounded down: to the nearest float, then one further where that was up.
float low_end(float edge, float d, float radius) noexcept {
  const detail::two to = detail::two_sum(edge, d < 0 ? d : 0), low = detail::two_sum(to.high, 0 - radius);
  if (to.low == 0 && low.low == 0 && low.high >= -FLT_MAX) [[likely]] {  // a double holds it
    const float rounded = static_cast<float>(low.high);
    return double{rounded} > low.high ? std::nextafter(rounded, -FLT_MAX) : rounded;
  }
  detail::expansion<4> exact;
  for (const double term : {double{edge}, d < 0 ? double{d} : 0.0, 0 - double{radius}}) exact.add(term);
  double about = 0;
  for (int i = 0; i < exact.size(); ++i) about += exact[i];
  if (about < -FLT_MAX) return -FLT_MAX;
  const float rounded = static_cast<float>(about);
  exact.add(-double{rounded});
  return exact.sign() < 0 ? std::nextafter(rounded, -FLT_MAX) : rounded;
}
float high_end(float edge, float d, float radius) noexcept { return 0 - low_end(0 - edge, 0 - d, radius); }

template <class V> basic_box<V> bounds(V min, V max, float radius, V d) noexcept {
  bool ok = radius >= 0 && finite(radius);
  for (int k = 0; k < V::dims; ++k) ok &= finite(min[k]) && finite(max[k]) && min[k] <= max[k] && finite(d[k]);
  basic_box<V> b;
  for (int k = 0; k < V::dims; ++k) {
    b.min[k] = ok ? low_end(min[k], d[k], radius) : std::numeric_limits<float>::quiet_NaN();
    b.max[k] = ok ? high_end(max[k], d[k], radius) : std::numeric_limits<float>::quiet_NaN();
  }
  return b;
}

// What a moving shape covers, from what it covers at rest.
box moving(const box& still, vec2 da) noexcept { return bounds(still.min, still.max, 0, da); }

}  // namespace

box swept_bounds(const box& a, vec2 da) noexcept {
  return in_default_state([&] { return bounds(a.min, a.max, 0, da); });
}
box3 swept_bounds(const box3& a, vec3 da) noexcept {
  return in_default_state([&] { return bounds(a.min, a.max, 0, da); });
}
box swept_bounds(const circle& a, vec2 da) noexcept {
  return in_default_state([&] { return bounds(a.center, a.center, a.radius, da); });
}
box3 swept_bounds(const sphere& a, vec3 da) noexcept {
  return in_default_state([&] { return bounds(a.center, a.center, a.radius, da); });
}
box swept_bounds(const segment& s) noexcept {
  return in_default_state([&] { return bounds(s.start, s.start, 0, s.delta); });
}
box3 swept_bounds(const segment3& s) noexcept {
  return in_default_state([&] { return bounds(s.start, s.start, 0, s.delta); });
}
box swept_bounds(const segment& s, vec2 ds) noexcept {
  return in_default_state([&] { return moving(swept_bounds(s), ds); });
}
static box bounds_of(const capsule& a, vec2 da) noexcept {
  const box axis = swept_bounds(segment{a.start, a.delta});
  return bounds(axis.min, axis.max, a.radius, da);
}
static box bounds_of(const obb& a, vec2 da) noexcept {
  const float u[2] = {a.half.x * a.axis.x, a.half.x * a.axis.y}, w[2] = {a.half.y * a.axis.x, a.half.y * a.axis.y};
  if (!(a.half.x >= 0) || !(a.half.y >= 0)) return moving({{1, 1}, {0, 0}}, da);  // no box: bounds of NaN
  const box along = bounds(a.center, a.center, 0, {std::fabs(u[0]), std::fabs(u[1])});
  const box back = bounds(along.min, along.max, 0, {0 - std::fabs(u[0]), 0 - std::fabs(u[1])});
  const box across = bounds(back.min, back.max, 0, {std::fabs(w[1]), std::fabs(w[0])});
  return moving(bounds(across.min, across.max, 0, {0 - std::fabs(w[1]), 0 - std::fabs(w[0])}), da);
}
static box bounds_of(const polygon& a, vec2 da) noexcept {
  const std::size_t n = a.x.size() < a.y.size() ? a.x.size() : a.y.size();
  if (n < 3) return moving({{1, 1}, {0, 0}}, da);
  box all{{a.x[0], a.y[0]}, {a.x[0], a.y[0]}};
  bool ok = true;
  for (std::size_t i = 0; i < n; ++i) {
    const vec2 at{a.x[i], a.y[i]};
    for (int k = 0; k < 2; ++k) {
      ok &= finite(at[k]);
      if (at[k] < all.min[k]) all.min[k] = at[k];
      if (at[k] > all.max[k]) all.max[k] = at[k];
    }
  }
  return moving(ok ? all : box{{1, 1}, {0, 0}}, da);
}

box swept_bounds(const capsule& a, vec2 da) noexcept {
  return in_default_state([&] { return bounds_of(a, da); });
}
box swept_bounds(const obb& a, vec2 da) noexcept {
  return in_default_state([&] { return bounds_of(a, da); });
}
box swept_bounds(const polygon& a, vec2 da) noexcept {
  return in_default_state([&] { return bounds_of(a, da); });
}

}  // namespace hitscan
