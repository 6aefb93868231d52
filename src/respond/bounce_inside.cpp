// Particles between walls. Reflections are not made one by one: unfold them, and the particle flies straight through
// mirror images of the field, of which every second one is turned round.
//
//      |  field  | mirror  |  field  |         u = way from the low wall, w = width
//      |    *----|---------|--> u    |         m = u mod 2w;  m <= w: that is where it is
//      0         w        2w        3w                        m > w: in a mirror, at 2w - m, going back
//
// At an edge of two images it has just arrived, and belongs to the one it came from.
//
// In double, each operation rounded once, in the order written here; fmod is exact by IEEE 754, however large u is. The
// middle of a particle flies between walls that are `radius` nearer, and not by a rounding less.
#include <cmath>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "../dispatch/by_isa.hpp"
#include "../reference/shapes.hpp"
#include "walls.hpp"

#include <hitscan/detail/request.hpp>
#include <hitscan/respond.hpp>

namespace hitscan {

namespace detail {
HITSCAN_DECLARE_BY_ISA(void bounce(const bounce_request&) noexcept)

static void bounce_one_by_one(const bounce_request& r) noexcept {
  for (std::size_t i = 0; i < r.n; ++i) bounce_item(r, i);
}
static constexpr void (*bouncers[isa_count])(const bounce_request&) noexcept = HITSCAN_BY_ISA(bounce_one_by_one,
                                                                                              bounce);
}  // namespace detail

namespace {

using detail::textbook::finite;

float clamped(float x, float low, float high) noexcept { return x < low ? low : x > high ? high : x; }

// The least float that a + b is not above: round_up of two floats, as the lanes have it. What the nearest one loses
// (two_sum) is exact.
float raised(float a, float b) noexcept {
  const float s = a + b, from_b = s - a, lost = (a - (s - from_b)) + (b - from_b);
  return lost > 0 ? std::nextafter(s, HUGE_VALF) : s;
}

template <int D>
std::size_t bounce_all(const float (&min)[D], const float (&max)[D], column radius, const std::span<float> (&at)[D],
                       const std::span<float> (&step)[D]) noexcept {
  const detail::default_float_state here;
  detail::columns_at_work all("bounce_inside");
  bool valid = true;
  for (int k = 0; k < D; ++k) {
    all.take(at[k].size()), all.take(step[k].size());
    valid &= finite(min[k]) && finite(max[k]) && min[k] <= max[k];
  }
  if (!radius.absent()) all.take(radius);
  const std::size_t n = all.count();
  if (!valid) return n;
  detail::bounce_request r{.dims = D,
                           .min = {},
                           .max = {},
                           .radius = {radius.data(), radius.value(), radius.gap()},
                           .at = {},
                           .step = {},
                           .n = n};
  for (int k = 0; k < D; ++k) r.min[k] = min[k], r.max[k] = max[k], r.at[k] = at[k].data(), r.step[k] = step[k].data();
  radius.gap() != 0 ? detail::bounce_one_by_one(r) : detail::of_active(detail::bouncers)(r);
  return n;
}

}  // namespace

void detail::bounce_axis(float low, float high, float& x, float& dx) noexcept {
  x = clamped(x, low, high);
  const double width = static_cast<double>(high) - static_cast<double>(low), twice = 2 * width;
  double way = (static_cast<double>(x) - static_cast<double>(low)) + static_cast<double>(dx);
  if (way < 0 || way > width) {
    if (!(width > 0)) return;  // between the walls there is no way to go
    bool turned;               // who arrives at a wall is not thrown back there before the next frame
    if (way < 0) {
      if (way < 0 - width) way = std::fmod(way, twice);
      turned = way < 0 && way >= 0 - width;
      if (way < 0) way += twice;
    } else {
      if (way > twice) way = std::fmod(way, twice);
      if (way == 0) way = twice;
      turned = way > width;
    }
    if (way > width) way = twice - way;
    if (turned) dx = 0 - dx;
  }
  x = clamped(static_cast<float>(static_cast<double>(low) + way), low, high);
}

void detail::bounce_item(const bounce_request& r, std::size_t i) noexcept {
  const float radius = broad::at(r.radius, i);
  bool ok = radius >= 0 && finite(radius);
  for (int k = 0; k < r.dims; ++k) ok &= finite(r.at[k][i]) && finite(r.step[k][i]);
  for (int k = 0; ok && k < r.dims; ++k) {
    const float low = raised(r.min[k], radius), high = 0 - raised(0 - r.max[k], radius);
    if (low <= high)
      bounce_axis(low, high, r.at[k][i], r.step[k][i]);
    else  // no room: halves of what is tiny round, so the middle may have to be put back
      r.at[k][i] = clamped(0.5f * r.min[k] + 0.5f * r.max[k], r.min[k], r.max[k]);
  }
}

std::size_t bounce_inside(const box& field, column radius, std::span<float> x, std::span<float> y, std::span<float> dx,
                          std::span<float> dy) noexcept {
  return bounce_all<2>({field.min.x, field.min.y}, {field.max.x, field.max.y}, radius, {x, y}, {dx, dy});
}
std::size_t bounce_inside(const box3& field, column radius, std::span<float> x, std::span<float> y, std::span<float> z,
                          std::span<float> dx, std::span<float> dy, std::span<float> dz) noexcept {
  return bounce_all<3>({field.min.x, field.min.y, field.min.z}, {field.max.x, field.max.y, field.max.z}, radius,
                       {x, y, z}, {dx, dy, dz});
}

}  // namespace hitscan
