// Two bit masks over each other, a row at a time and 64 pixels at a time:
//
//        a  |01101110|10010...      64 bits of each from the same place on, whatever the shift: taken from one word or
//        b      |0110|11101101|     two. Bits behind the common width are cut off, and so are those behind a mask's.
#include "../../masks/pixels.hpp"

#include "../../core/bits.hpp"

namespace hitscan::detail {
namespace {

using namespace pixels;

bool any(const sheet& a, const sheet& b) noexcept {
  bool found = false;
  each_common(a, b, [&](std::uint64_t both, std::int64_t, std::int64_t) { return !(found = both != 0); });
  return found;
}
std::size_t count(const sheet& a, const sheet& b) noexcept {
  std::size_t n = 0;
  each_common(a, b, [&](std::uint64_t both, std::int64_t, std::int64_t) {
    n += bits_set(both);
    return true;
  });
  return n;
}
void everywhere(const sheet& a, const sheet& b, const places& at, std::uint64_t* words) noexcept {
  for (std::size_t w = 0; w < (at.n + 63) / 64; ++w) words[w] = 0;
  sheet there = b;
  for (std::size_t i = 0; i < at.n; ++i) {
    there.x = at.x ? at.x[i] : at.x_one, there.y = at.y ? at.y[i] : at.y_one;
    if (any(a, there)) words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

}  // namespace

extern const pixels::kernels pixels_scalar;
constinit const pixels::kernels pixels_scalar{any, count, everywhere};

}  // namespace hitscan::detail
