// What a kernel has to know of two pixel masks: plain data, and what every engine does with it. The scalar engine's are
// in src/isa/scalar/masks.cpp, the others' in src/isa/masks.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hitscan::detail::pixels {

struct sheet {  // a valid mask
  const std::uint64_t* words;
  std::size_t row;  // words a row
  std::int64_t width, height, x, y;
};
struct places {  // where b's corner lies, item by item; null: one for all
  const std::int32_t *x, *y;
  std::int32_t x_one, y_one;
  std::size_t n;
};

// One ISA.
struct kernels {
  bool (*any)(const sheet& a, const sheet& b) noexcept;
  std::size_t (*count)(const sheet& a, const sheet& b) noexcept;
  // A bit a place; the spare bits of the last word are 0. Where b itself lies does not matter.
  void (*places)(const sheet& a, const sheet& b, const pixels::places&, std::uint64_t* words) noexcept;
};

namespace {  // everyone's own copy: the objects of two ISAs share no function

// Where both have room for pixels. 64-bit integers, so that no corner overflows.
struct common {
  std::int64_t x0, y0, x1, y1;
  [[gnu::always_inline]] constexpr bool empty() const noexcept { return x0 >= x1 || y0 >= y1; }
};
[[gnu::always_inline]] inline common between(const sheet& a, const sheet& b) noexcept {
  const std::int64_t ax = a.x + a.width, bx = b.x + b.width, ay = a.y + a.height, by = b.y + b.height;
  return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, ax < bx ? ax : bx, ay < by ? ay : by};
}

// 64 bits from bit `at` of a row on; those beyond its words are 0.
[[gnu::always_inline]] inline std::uint64_t bits_from(const std::uint64_t* row, std::size_t words,
                                                      std::size_t at) noexcept {
  const std::size_t w = at / 64, shift = at % 64;
  const std::uint64_t low = row[w] >> shift;
  return shift == 0 || w + 1 >= words ? low : low | row[w + 1] << (64 - shift);
}
// The lowest n bits, of at least one.
[[gnu::always_inline]] inline std::uint64_t first_bits(std::int64_t n) noexcept {
  return n < 64 ? (std::uint64_t{1} << n) - 1 : ~std::uint64_t{0};
}

// each(64 common bits, x, y), of the pixels from (x, y) on, until it returns false.
template <class Each> void each_common(const sheet& a, const sheet& b, const Each& each) noexcept {
  const common c = between(a, b);
  if (c.empty()) return;
  for (std::int64_t y = c.y0; y < c.y1; ++y) {
    const std::uint64_t* const row_a = a.words + static_cast<std::size_t>(y - a.y) * a.row;
    const std::uint64_t* const row_b = b.words + static_cast<std::size_t>(y - b.y) * b.row;
    for (std::int64_t x = c.x0; x < c.x1; x += 64)
      if (!each(bits_from(row_a, a.row, static_cast<std::size_t>(x - a.x)) &
                    bits_from(row_b, b.row, static_cast<std::size_t>(x - b.x)) & first_bits(c.x1 - x),
                x, y))
        return;
  }
}

}  // namespace

}  // namespace hitscan::detail::pixels
