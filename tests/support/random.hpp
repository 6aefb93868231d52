// Random numbers that are the same on every machine, and the few float tools the tests share.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

namespace trial {

/// splitmix64 (Steele, Lea, Flood 2014): std:: distributions differ between standard libraries, this does not.
class rng {
 public:
  explicit rng(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t n) noexcept { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
  bool one_in(std::uint32_t n) noexcept { return below(n) == 0; }
  int whole(int low, int high) noexcept {
    return low + static_cast<int>(below(static_cast<std::uint32_t>(high - low + 1)));
  }
  float real(float low, float high) noexcept {
    const float unit = static_cast<float>(next() >> 40) * 0x1p-24f;
    return low + (high - low) * unit;
  }

 private:
  std::uint64_t state_;
};

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
inline constexpr float largest = std::numeric_limits<float>::max();
inline constexpr float smallest = std::numeric_limits<float>::denorm_min();

inline bool same_bits(float x, float y) noexcept {
  return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
}
inline float one_ulp_up(float x) noexcept { return std::nextafterf(x, infinity); }
inline float one_ulp_down(float x) noexcept { return std::nextafterf(x, -infinity); }

/// The distance between x and the next float of greater magnitude.
inline double ulp(double x) noexcept {
  const double magnitude = std::fabs(x);
  if (magnitude < 0x1p-126) return 0x1p-149;
  return std::ldexp(1.0, std::ilogb(magnitude) - 23);
}

/// Exact and readable: paste it back into a test.
inline std::string hex(float x) {
  char text[40];
  std::snprintf(text, sizeof text, std::isfinite(x) ? "%af" : "%f", static_cast<double>(x));
  return text;
}

/// How many random cases to try: `usual` when HITSCAN_CASES is 100000 or not set, in proportion otherwise. `./run test`
/// asks for a fifth, emulated CPUs for less, `./run prove` for more.
inline std::size_t cases(std::size_t usual) {
  const char* const asked = std::getenv("HITSCAN_CASES");
  const double scale = asked ? std::atof(asked) / 100000.0 : 1.0;
  const double scaled = static_cast<double>(usual) * (scale > 0 ? scale : 1.0);
  return scaled < 1 ? 1 : static_cast<std::size_t>(scaled);
}

/// Whether the run is long enough for a test to ask how often something came up, and so whether it tests anything.
inline bool whole_run() { return cases(1000) >= 1000; }

/// Whether it is so short that all is slow here: emulated, or with what sanitizers compile in.
inline bool slow_run() { return cases(1000) < 200; }

}  // namespace trial
