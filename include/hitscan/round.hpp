// Doubles and integers as floats, rounded outward: what bounds something in numbers of the game bounds it in floats.
//
//     double      -----[min=========max]-----        min is rounded down and max up, so the box of floats holds the
//     float       |---[|----|----|----|]---|         other one, and is larger by less than a float's step on each side
//
//   hs::round_down(min_x, x0), hs::round_up(max_x, x1);                     // std::vector<double>, or <int>, ...
//   const hs::boxes walls{.min_x = x0, .min_y = y0, .max_x = x1, .max_y = y1};
//
// In a large world coordinates are doubles, and queries are asked around a floating origin, the camera say: all that
// is asked about is handed over as what lies between it and the origin. That difference is rounded once, outward, as if
// it had been exact: no double stands between. So boxes hold what they held, and whoever overlaps still does, however
// far out; what lies apart may touch. Where positions are multiples of some 2^-k, and so is the origin, differences
// below 2^(24-k) are floats: then nothing is rounded at all.
#pragma once

#include <concepts>
#include <ranges>
#include <span>
#include <type_traits>

#include "detail/language.hpp"

namespace hitscan {

namespace detail {
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8;
template <class T>
concept arithmetic = integer<T> || std::floating_point<T>;
template <class R>
concept arithmetic_range = std::ranges::contiguous_range<R> && arithmetic<std::ranges::range_value_t<R>>;

/// A double on the same side of every float: beyond 2^53 a bit stands for all that are too low for a double.
template <arithmetic T> constexpr double to_double(T x) noexcept {
  if constexpr (std::integral<T> && sizeof(T) > 4) {
    constexpr T whole = T{1} << 53, low = 0xfff, some = 0x800;
    if (x > whole || (std::is_signed_v<T> && x < T{0} - whole)) x = (x & ~low) | ((x & low) != 0 ? some : T{0});
  }
  static_assert(!std::floating_point<T> || sizeof(T) <= sizeof(double),
                "hitscan: there is nothing wider than a double");
  return static_cast<double>(x);
}
void round_all(const double* from, std::size_t n, double origin, bool up, float* to) noexcept;
template <arithmetic_range R>
std::size_t round_all(const R& from, double origin, bool up, std::span<float> to) noexcept {
  const auto* const data = std::ranges::data(from);
  const std::size_t n = std::ranges::size(from) < to.size() ? std::ranges::size(from) : to.size();
  if constexpr (std::same_as<std::ranges::range_value_t<R>, double>) {
    round_all(data, n, origin, up, to.data());
  } else {
    constexpr std::size_t block = 128;
    double some[block];
    for (std::size_t first = 0; first < n; first += block) {
      const std::size_t here = n - first < block ? n - first : block;
      for (std::size_t i = 0; i < here; ++i) some[i] = to_double(data[first + i]);
      round_all(some, here, origin, up, to.data() + first);
    }
  }
  return n;
}
}  // namespace detail

/// The largest float that is not above x - origin, and the smallest that is not below: exact, whatever is between.
/// Beyond the floats that is infinite on the one side, the largest float on the other; NaN stays NaN.
[[nodiscard]] float round_down(double x, double origin = 0) noexcept;
[[nodiscard]] float round_up(double x, double origin = 0) noexcept;
/// The same of integers, to the last one.
template <detail::integer T> [[nodiscard]] float round_down(T x) noexcept { return round_down(detail::to_double(x)); }
template <detail::integer T> [[nodiscard]] float round_up(T x) noexcept { return round_up(detail::to_double(x)); }
/// What is wider than a double would be rounded on the way to one.
template <class T>
requires(std::is_arithmetic_v<T> && sizeof(T) > 8)
float round_down(T x, double origin = 0) = delete;
template <class T>
requires(std::is_arithmetic_v<T> && sizeof(T) > 8)
float round_up(T x, double origin = 0) = delete;

/// Whole columns, of doubles or of any integers: as many items as the shorter has. Returns that number. Integers of 64
/// bits beyond 2^53 and an origin other than 0 do not go together: a double is all there is between them.
template <detail::arithmetic_range R>
std::size_t round_down(const R& from, std::span<float> to, double origin = 0) noexcept {
  return detail::round_all(from, origin, false, to);
}
template <detail::arithmetic_range R>
std::size_t round_up(const R& from, std::span<float> to, double origin = 0) noexcept {
  return detail::round_all(from, origin, true, to);
}

}  // namespace hitscan
