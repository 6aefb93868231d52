// Pixel masks: sprites that overlap where both have a pixel, and not where their boxes do.
//
//        . # # .         a bit a pixel, row by row; each row starts at a word of its own:
//        # # # #         pixel (x, y) is bit x % 64 of word y * words_per_row(width) + x / 64.
//        . # # . # .     Bits behind the width say nothing. (x, y) of a mask is where its pixel (0, 0) lies; y goes the
//            . # # #     way your rows go.
//
// Integers all the way, so exact by nature. A register of pixels is compared at a time, at any shift. Where a sprite
// stands between pixels, std::floor says which one it is drawn at; one that is drawn mirrored has a mask of its own. A
// mask that is not valid has no pixels (too few words are told); masks may lie anywhere that 32 bits can say.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "results.hpp"
#include "views.hpp"

namespace hitscan {

struct pixel {
  std::int64_t x = 0, y = 0;
  friend constexpr bool operator==(const pixel&, const pixel&) = default;
};
/// Pixels from min up to, and without, max; empty when nothing overlaps.
struct pixel_box {
  pixel min, max;
  friend constexpr bool operator==(const pixel_box&, const pixel_box&) = default;
};
using place_column = basic_column<std::int32_t>;  ///< one after the other, without steps

struct pixel_mask {
  std::uint32_t width = 0, height = 0;
  std::span<const std::uint64_t> words{};
  std::int32_t x = 0, y = 0;

  static constexpr std::size_t words_per_row(std::uint32_t width) noexcept {
    return (static_cast<std::size_t>(width) + 63) / 64;
  }
  static constexpr std::size_t words_needed(std::uint32_t width, std::uint32_t height) noexcept {
    return words_per_row(width) * height;
  }
  /// At most 2^24 wide and high, with enough words.
  [[nodiscard]] bool valid() const noexcept;
  /// Is there a pixel, counted from this mask's corner? Outside of it there is none.
  [[nodiscard]] bool at(std::uint32_t px, std::uint32_t py) const noexcept;
  /// The same mask elsewhere, at whole pixels.
  [[nodiscard]] constexpr pixel_mask moved_to(std::int32_t to_x, std::int32_t to_y) const noexcept {
    pixel_mask m = *this;
    m.x = to_x, m.y = to_y;
    return m;
  }
  template <class X, class Y>
  requires(std::floating_point<X> || std::floating_point<Y>)
  constexpr pixel_mask moved_to(X, Y) const noexcept {
    static_assert(!std::floating_point<X> && !std::floating_point<Y>,
                  "hitscan: a mask lies at whole pixels: std::floor says which, as an int");
    return {};
  }

  [[nodiscard]] bool overlap_any(const pixel_mask& b) const noexcept;
  [[nodiscard]] std::size_t overlap_count(const pixel_mask& b) const noexcept;
  /// The first common pixel in reading order, where it lies. False when there is none; then `out` is not written.
  bool overlap_first(const pixel_mask& b, pixel& out) const noexcept;
  /// The smallest box around all common pixels.
  [[nodiscard]] pixel_box overlap_box(const pixel_mask& b) const noexcept;
  /// Which way this mask gets out of b: along this, the number of common pixels falls. The gradient of that number, by
  /// moving b one pixel each way, as a unit vector; zero where there is none, as deep inside of a solid b, and where no
  /// pixel is common.
  [[nodiscard]] vec2 overlap_normal(const pixel_mask& b) const noexcept;

  // This mask against one mask b in many places: where b's corner lies, item by item. A box is compared first.
  std::size_t overlap_mask(const pixel_mask& b, const place_column& xs, const place_column& ys,
                           std::span<std::uint64_t> out) const noexcept;  ///< one bit a place; returns how many hit
  found overlap(const pixel_mask& b, const place_column& xs, const place_column& ys,
                std::span<index> out) const noexcept;
  [[nodiscard]] std::size_t overlap_count(const pixel_mask& b, const place_column& xs,
                                          const place_column& ys) const noexcept;  ///< places that hit
};

/// An image's bytes of alpha: one every `step` bytes (4 in RGBA, from the first pixel's alpha on), rows `stride` bytes
/// apart; 0: they follow each other, width * step.
struct alpha_image {
  std::span<const std::uint8_t> bytes;
  std::uint32_t width = 0, height = 0;
  std::size_t stride = 0, step = 1;
};
/// A mask of all pixels with alpha >= threshold (a threshold of 0: all pixels), written to the caller's words. An image
/// that ends before its last pixel, or too few words, give an empty mask.
pixel_mask from_alpha(const alpha_image& image, std::uint8_t threshold, std::span<std::uint64_t> words) noexcept;

}  // namespace hitscan
