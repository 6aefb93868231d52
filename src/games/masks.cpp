// Two bit masks over each other. Only what both boxes cover is looked at, a row at a time and 64 pixels at a time:
//
//        a  |01101110|10010...      64 bits of each from the same place on, whatever the shift: taken from one word or
//        b      |0110|11101101|     two. Bits behind the common width are cut off, and so are those behind a mask's.
#include <bit>
#include <cmath>

#include "../api/contract.hpp"

#include <hitscan/detail/request.hpp>
#include <hitscan/masks.hpp>

namespace hitscan {
namespace {

using word = std::uint64_t;
using wide = std::int64_t;

// Where both have room for pixels. 64-bit integers, so that no corner overflows.
struct common {
  wide x0, y0, x1, y1;
  bool empty() const noexcept { return x0 >= x1 || y0 >= y1; }
};
common between(const pixel_mask& a, const pixel_mask& b) noexcept {
  const wide ax = wide{a.x} + a.width, bx = wide{b.x} + b.width, ay = wide{a.y} + a.height, by = wide{b.y} + b.height;
  return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, ax < bx ? ax : bx, ay < by ? ay : by};
}

// 64 bits from bit `at` of a row on; those beyond its words are 0.
word bits_from(const word* row, std::size_t words, std::size_t at) noexcept {
  const std::size_t w = at / 64, shift = at % 64;
  const word low = row[w] >> shift;
  return shift == 0 || w + 1 >= words ? low : low | row[w + 1] << (64 - shift);
}

// each(common bits, x, y): the 64 pixels from (x, y) on. Until it returns false.
template <class Each> void each_common(const pixel_mask& a, const pixel_mask& b, const Each& each) noexcept {
  const common c = between(a, b);
  if (c.empty() || !a.valid() || !b.valid()) return;
  const std::size_t words_a = pixel_mask::words_per_row(a.width), words_b = pixel_mask::words_per_row(b.width);
  for (wide y = c.y0; y < c.y1; ++y) {
    const word* const row_a = a.words.data() + static_cast<std::size_t>(y - a.y) * words_a;
    const word* const row_b = b.words.data() + static_cast<std::size_t>(y - b.y) * words_b;
    for (wide x = c.x0; x < c.x1; x += 64) {
      word both = bits_from(row_a, words_a, static_cast<std::size_t>(x - a.x)) &
                  bits_from(row_b, words_b, static_cast<std::size_t>(x - b.x));
      if (c.x1 - x < 64) both &= (word{1} << (c.x1 - x)) - 1;
      if (both && !each(both, x, y)) return;
    }
  }
}

// hit(i) for every place at which b is over a.
template <class Hit>
void each_place(const pixel_mask& a, const pixel_mask& b, const place_column& xs, const place_column& ys, std::size_t n,
                const Hit& hit) noexcept {
  for (std::size_t i = 0; i < n; ++i)
    if (a.overlap_any(b.moved_to(xs[i], ys[i]))) hit(i);
}

std::size_t places(const place_column& xs, const place_column& ys) noexcept {
  if (detail::checked_build && xs.many() && ys.many() && xs.size() != ys.size())
    detail::report_breach("hitscan: the columns of places differ in length");
  std::size_t n = xs.absent() || ys.absent() ? 0 : 1;
  if (n != 0 && (xs.many() || ys.many())) {
    n = xs.many() ? xs.size() : ys.size();
    if (ys.many() && ys.size() < n) n = ys.size();
  }
  return n;
}

}  // namespace

bool pixel_mask::valid() const noexcept {
  return width <= 1u << 24 && height <= 1u << 24 && words.size() >= words_needed(width, height);
}
bool pixel_mask::at(std::uint32_t px, std::uint32_t py) const noexcept {
  return valid() && px < width && py < height && (words[words_per_row(width) * py + px / 64] >> (px % 64) & 1);
}

bool pixel_mask::overlap_any(const pixel_mask& b) const noexcept {
  bool any = false;
  each_common(*this, b, [&](word, wide, wide) {
    any = true;
    return false;
  });
  return any;
}
std::size_t pixel_mask::overlap_count(const pixel_mask& b) const noexcept {
  std::size_t count = 0;
  each_common(*this, b, [&](word both, wide, wide) {
    count += static_cast<std::size_t>(std::popcount(both));
    return true;
  });
  return count;
}
bool pixel_mask::overlap_first(const pixel_mask& b, pixel& out) const noexcept {
  bool any = false;
  each_common(*this, b, [&](word both, wide at_x, wide at_y) {
    out = {at_x + std::countr_zero(both), at_y}, any = true;
    return false;
  });
  return any;
}
pixel_box pixel_mask::overlap_box(const pixel_mask& b) const noexcept {
  pixel_box r;
  bool any = false;
  each_common(*this, b, [&](word both, wide at_x, wide at_y) {
    const wide first = at_x + std::countr_zero(both), end = at_x + 64 - std::countl_zero(both);
    if (!any) r = {{first, at_y}, {end, at_y}}, any = true;
    if (first < r.min.x) r.min.x = first;
    if (end > r.max.x) r.max.x = end;
    r.max.y = at_y + 1;
    return true;
  });
  return r;
}

// A place one pixel away may not exist in 32 bits: then this mask is moved the other way instead, which is the same.
vec2 pixel_mask::overlap_normal(const pixel_mask& b) const noexcept {
  const auto count_with_b_at = [&](int dx, int dy) {
    const auto fits = [](wide v) { return v == static_cast<std::int32_t>(v); };
    if (fits(wide{b.x} + dx) && fits(wide{b.y} + dy)) return overlap_count(b.moved_to(b.x + dx, b.y + dy));
    if (fits(wide{x} - dx) && fits(wide{y} - dy)) return moved_to(x - dx, y - dy).overlap_count(b);
    return std::size_t{0};
  };
  if (!overlap_any(b)) return {};
  const double gx = static_cast<double>(count_with_b_at(1, 0)) - static_cast<double>(count_with_b_at(-1, 0));
  const double gy = static_cast<double>(count_with_b_at(0, 1)) - static_cast<double>(count_with_b_at(0, -1));
  const double length = std::sqrt(gx * gx + gy * gy);
  if (!(length > 0)) return {};
  return {static_cast<float>(gx / length), static_cast<float>(gy / length)};
}

std::size_t pixel_mask::overlap_mask(const pixel_mask& b, const place_column& xs, const place_column& ys,
                                     std::span<word> out) const noexcept {
  std::size_t n = places(xs, ys), count = 0;
  if (out.size() < (n + 63) / 64) {
    if (detail::checked_build) detail::report_breach("hitscan: a mask is shorter than the batch");
    n = out.size() * 64;
  }
  for (std::size_t w = 0; w < (n + 63) / 64; ++w) out[w] = 0;
  each_place(*this, b, xs, ys, n, [&](std::size_t i) { out[i / 64] |= word{1} << (i % 64), ++count; });
  return count;
}
found pixel_mask::overlap(const pixel_mask& b, const place_column& xs, const place_column& ys,
                          std::span<index> out) const noexcept {
  std::size_t total = 0;
  each_place(*this, b, xs, ys, places(xs, ys), [&](std::size_t i) {
    if (total < out.size()) out[total] = static_cast<index>(i);
    ++total;
  });
  return {out.data(), total < out.size() ? total : out.size(), total};
}
std::size_t pixel_mask::overlap_count(const pixel_mask& b, const place_column& xs,
                                      const place_column& ys) const noexcept {
  return overlap(b, xs, ys, {}).total;
}

pixel_mask from_alpha(const alpha_image& image, std::uint8_t threshold, std::span<word> words) noexcept {
  pixel_mask m{.width = image.width, .height = image.height, .words = words};
  if (!m.valid() || m.width == 0 || m.height == 0) return {};
  // The last byte that is read lies at (height - 1) * stride + (width - 1) * step: compared without an overflow.
  const std::size_t size = image.bytes.size(), across = m.width - 1, down = m.height - 1;
  const bool fits = size != 0 && (across == 0 || image.step <= (size - 1) / across) &&
                    (down == 0 || image.stride <= (size - 1 - across * image.step) / down);
  if (!fits) return {};
  const std::size_t row_words = pixel_mask::words_per_row(m.width);
  for (std::size_t py = 0; py < m.height; ++py) {
    for (std::size_t w = 0; w < row_words; ++w) words[py * row_words + w] = 0;
    for (std::size_t px = 0; px < m.width; ++px)
      if (image.bytes[py * image.stride + px * image.step] >= threshold)
        words[py * row_words + px / 64] |= word{1} << (px % 64);
  }
  return m;
}

}  // namespace hitscan
