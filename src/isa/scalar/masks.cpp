// Two bit masks over each other, a row at a time and 64 pixels at a time:
//
//        a  |01101110|10010...      64 bits of each from the same place on, whatever the shift: taken from one word or
//        b      |0110|11101101|     two. Bits behind the common width are cut off, and so are those behind a mask's.
#include "../../masks/pixels.hpp"

#include "../../core/bits.hpp"

namespace hitscan::detail {
namespace {

using namespace pixels;

// each(64 common bits) until it returns false.
template <class Each> void each_word(const sheet& a, const sheet& b, const Each& each) noexcept {
  const common c = between(a, b);
  if (c.empty()) return;
  for (std::int64_t y = c.y0; y < c.y1; ++y) {
    const std::uint64_t* const row_a = a.words + static_cast<std::size_t>(y - a.y) * a.row;
    const std::uint64_t* const row_b = b.words + static_cast<std::size_t>(y - b.y) * b.row;
    for (std::int64_t x = c.x0; x < c.x1; x += 64)
      if (!each(bits_from(row_a, a.row, static_cast<std::size_t>(x - a.x)) &
                bits_from(row_b, b.row, static_cast<std::size_t>(x - b.x)) & first_bits(c.x1 - x)))
        return;
  }
}

bool any(const sheet& a, const sheet& b) noexcept {
  bool found = false;
  each_word(a, b, [&](std::uint64_t both) { return !(found = both != 0); });
  return found;
}
std::size_t count(const sheet& a, const sheet& b) noexcept {
  std::size_t n = 0;
  each_word(a, b, [&](std::uint64_t both) {
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
