// Pixel masks: the engines compare the words; what is asked of them, and what needs to know where the words lie, is
// here.
#include <bit>
#include <cmath>

#include "../core/bits.hpp"
#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../dispatch/by_isa.hpp"
#include "pixels.hpp"

#include <hitscan/detail/request.hpp>
#include <hitscan/masks.hpp>

namespace hitscan {

namespace detail {
extern const pixels::kernels pixels_scalar;  // src/isa/scalar/masks.cpp
HITSCAN_DECLARE_BY_ISA(extern const detail::pixels::kernels pixels)

static constexpr const pixels::kernels* sheets[isa_count] = HITSCAN_BY_ISA(&pixels_scalar, pixels);
}  // namespace detail

namespace {

using wide = std::int64_t;
using detail::bits_set;
using namespace detail::pixels;
using namespace detail::words_of_bits;

// Is that a mask? Where its words are too few, that is told.
[[gnu::noinline]] bool sound(const pixel_mask& m) noexcept {
  if (m.valid()) [[likely]]
    return true;
  const std::size_t needed = pixel_mask::words_needed(m.width, m.height);
  if (detail::checked_build && m.words.size() < needed)
    detail::report_lengths("pixel_mask", "words", m.words.size(), "the mask", needed);
  return false;
}

// Nothing at all of a mask that is not valid.
sheet sheet_of(const pixel_mask& m) noexcept {
  const bool valid = sound(m);
  return {m.words.data(),
          pixel_mask::words_per_row(m.width),
          valid ? wide{m.width} : 0,
          valid ? wide{m.height} : 0,
          m.x,
          m.y};
}

// each(first place, words, how many words) for every block of places.
template <class Each>
void each_block(const pixel_mask& a, const pixel_mask& b, const place_column& xs, const place_column& ys, std::size_t n,
                const Each& each) noexcept {
  const sheet sa = sheet_of(a), sb = sheet_of(b);
  word hit[block_words];
  for (std::size_t first = 0; first < n; first += block) {
    const std::size_t here = n - first < block ? n - first : block;
    const places at{xs.many() ? xs.data() + first : nullptr, ys.many() ? ys.data() + first : nullptr,
                    xs.many() ? 0 : xs[0], ys.many() ? 0 : ys[0], here};
    detail::of_active(detail::sheets)->places(sa, sb, at, hit);
    each(first, static_cast<const word*>(hit), (here + 63) / 64);
  }
}

// Of how many places; 0 where that is told to be wrong.
std::size_t many(const place_column& xs, const place_column& ys) noexcept {
  if (detail::checked_build) {
    const auto missing = [](const place_column& c) { return c.absent() || c.null(); };
    if (missing(xs) || missing(ys)) return detail::report_breach("pixel_mask", "a column is missing"), 0;
    if (xs.many() && ys.many() && xs.size() != ys.size())
      return detail::report_lengths("pixel_mask", "ys", ys.size(), "xs", xs.size()), 0;
  }
  if (xs.gap() != 0 || ys.gap() != 0) {
    if (detail::checked_build) detail::report_breach("pixel_mask", "places stand side by side");
    return 0;
  }
  std::size_t n = xs.absent() || ys.absent() ? 0 : 1;
  if (n != 0 && (xs.many() || ys.many())) {
    n = xs.many() ? xs.size() : ys.size();
    if (ys.many() && ys.size() < n) n = ys.size();
  }
  if (n > none) {
    if (detail::checked_build) detail::report_breach("pixel_mask", detail::too_many_items);
    return 0;
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
  return detail::of_active(detail::sheets)->any(sheet_of(*this), sheet_of(b));
}
std::size_t pixel_mask::overlap_count(const pixel_mask& b) const noexcept {
  return detail::of_active(detail::sheets)->count(sheet_of(*this), sheet_of(b));
}
bool pixel_mask::overlap_first(const pixel_mask& b, pixel& out) const noexcept {
  bool any = false;
  each_common(sheet_of(*this), sheet_of(b), [&](word both, wide at_x, wide at_y) {
    if (!both) return true;
    out = {at_x + std::countr_zero(both), at_y}, any = true;
    return false;
  });
  return any;
}
pixel_box pixel_mask::overlap_box(const pixel_mask& b) const noexcept {
  pixel_box r;
  bool any = false;
  each_common(sheet_of(*this), sheet_of(b), [&](word both, wide at_x, wide at_y) {
    if (!both) return true;
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
// They overlap: so it is not at the other end of those.
vec2 pixel_mask::overlap_normal(const pixel_mask& b) const noexcept {
  const auto count_with_b_at = [&](int dx, int dy) {
    const auto fits = [](wide v) { return v == static_cast<std::int32_t>(v); };
    if (fits(wide{b.x} + dx) && fits(wide{b.y} + dy)) return overlap_count(b.moved_to(b.x + dx, b.y + dy));
    return moved_to(x - dx, y - dy).overlap_count(b);
  };
  if (!overlap_any(b)) return {};
  const std::size_t right = count_with_b_at(1, 0), left = count_with_b_at(-1, 0);
  const std::size_t down = count_with_b_at(0, 1), up = count_with_b_at(0, -1);
  return detail::in_default_state([&]() -> vec2 {
    const double gx = static_cast<double>(right) - static_cast<double>(left);
    const double gy = static_cast<double>(down) - static_cast<double>(up);
    const double length = std::sqrt(gx * gx + gy * gy);
    if (!(length > 0)) return {};
    return {static_cast<float>(gx / length), static_cast<float>(gy / length)};
  });
}

std::size_t pixel_mask::overlap_mask(const pixel_mask& b, const place_column& xs, const place_column& ys,
                                     std::span<word> out) const noexcept {
  std::size_t count = 0;
  const std::size_t n = many(xs, ys), room = shorter(n, out);
  if (detail::checked_build && room < n) {
    detail::report_lengths("pixel_mask::overlap_mask", "mask", room, "the batch", n);
    for (word& w : out) w = 0;
    return 0;
  }
  for (const place_column* c : {&xs, &ys})  // where they differ in length
    for (std::size_t w = (room + 63) / 64; c->many() && w < (c->size() + 63) / 64 && w < out.size(); ++w) out[w] = 0;
  each_block(*this, b, xs, ys, room, [&](std::size_t first, const word* hit, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) out[first / 64 + w] = hit[w], count += bits_set(hit[w]);
  });
  return count;
}
found pixel_mask::overlap(const pixel_mask& b, const place_column& xs, const place_column& ys,
                          std::span<index> out) const noexcept {
  writer list(out);
  each_block(*this, b, xs, ys, many(xs, ys), [&](std::size_t first, const word* hit, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) list.put(hit[w], first + 64 * w);
  });
  return list.result();
}
std::size_t pixel_mask::overlap_count(const pixel_mask& b, const place_column& xs,
                                      const place_column& ys) const noexcept {
  return overlap(b, xs, ys, {}).total;
}

pixel_mask from_alpha(const alpha_image& image, std::uint8_t threshold, std::span<word> words) noexcept {
  const std::size_t stride = image.stride != 0 ? image.stride : image.width * image.step;
  pixel_mask m{.width = image.width, .height = image.height, .words = words};
  if (!m.valid() || m.width == 0 || m.height == 0) return {};
  // The last byte that is read lies at (height - 1) * stride + (width - 1) * step: compared without an overflow.
  const std::size_t size = image.bytes.size(), across = m.width - 1, down = m.height - 1;
  const bool fits = size != 0 && (across == 0 || image.step <= (size - 1) / across) &&
                    (down == 0 || stride <= (size - 1 - across * image.step) / down);
  if (!fits) return {};
  const std::size_t row_words = pixel_mask::words_per_row(m.width);
  for (std::size_t py = 0; py < m.height; ++py) {
    for (std::size_t w = 0; w < row_words; ++w) {
      const std::uint8_t* const first = &image.bytes[py * stride + 64 * w * image.step];
      const std::size_t n = m.width - 64 * w < 64 ? m.width - 64 * w : 64;
      word bits = 0;
      for (std::size_t px = 0; px < n; ++px) bits |= word{first[px * image.step] >= threshold} << px;
      words[py * row_words + w] = bits;
    }
  }
  return m;
}

}  // namespace hitscan
