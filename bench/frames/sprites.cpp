// One large sprite against n small ones: who has a pixel in common with it?
#include <algorithm>

#include "frames.hpp"

namespace frames {
namespace {

constexpr std::uint32_t large = 128, small = 32;

// A ring: most of what the boxes say is wrong.
std::vector<std::uint8_t> ring(std::uint32_t size) {
  std::vector<std::uint8_t> out(std::size_t{size} * size);
  const int middle = static_cast<int>(size) - 1, outer = middle * middle, inner = outer / 4;  // in half pixels
  for (std::uint32_t y = 0; y < size; ++y)
    for (std::uint32_t x = 0; x < size; ++x) {
      const int dx = 2 * static_cast<int>(x) - middle, dy = 2 * static_cast<int>(y) - middle,
                square = dx * dx + dy * dy;
      out[std::size_t{y} * size + x] = square <= outer && square >= inner ? 255 : 0;
    }
  return out;
}

class sprites_scene final : public scene {
 public:
  explicit sprites_scene(std::size_t n)
      : n_(n),
        large_bytes_(ring(large)),
        small_bytes_(ring(small)),
        large_words_(hs::pixel_mask::words_needed(large, large)),
        small_words_(hs::pixel_mask::words_needed(small, small)),
        hits_(n) {
    large_mask_ = hs::from_alpha({large_bytes_, large, large, large}, 128, large_words_);
    small_mask_ = hs::from_alpha({small_bytes_, small, small, small}, 128, small_words_);
    scenes::rng random(91);
    for (std::size_t i = 0; i < n + scenes::fresh; ++i) {
      xs_.push_back(static_cast<std::int32_t>(random.below(1920)));
      ys_.push_back(static_cast<std::int32_t>(random.below(1080)));
      objects_.push_back({.x = static_cast<float>(xs_[i]), .y = static_cast<float>(ys_[i])});
    }
    for (std::size_t i = 0; i < scenes::fresh; ++i)
      places_.push_back({static_cast<std::int32_t>(random.below(1800)), static_cast<std::int32_t>(random.below(960))});
    naive_hits_.reserve(n);
  }

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const auto part = [&](const std::vector<std::int32_t>& v) {
      return std::span<const std::int32_t>(v).subspan(first, n_);
    };
    found_ = large_mask_.moved_to(places_[first].x, places_[first].y).overlap(small_mask_, part(xs_), part(ys_), hits_);
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(found_);
    return h.value();
  }

  void naive(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    naive_hits_.clear();
    for (std::size_t i = 0; i < n_; ++i)
      if (common(objects_[first + i], places_[first].x, places_[first].y))
        naive_hits_.push_back(static_cast<hs::index>(i));
  }
  std::size_t differences() const override { return list_differences({found_.begin(), found_.end()}, naive_hits_); }

 private:
  struct place {
    std::int32_t x, y;
  };
  // Boxes first, then the bytes of alpha in what they share.
  bool common(const thing& t, int x, int y) const {
    const int at_x = static_cast<int>(t.x), at_y = static_cast<int>(t.y);
    const int x0 = std::max(at_x, x), x1 = std::min(at_x + int{small}, x + int{large});
    const int y0 = std::max(at_y, y), y1 = std::min(at_y + int{small}, y + int{large});
    for (int py = y0; py < y1; ++py)
      for (int px = x0; px < x1; ++px)
        if (large_bytes_[static_cast<std::size_t>(py - y) * large + static_cast<std::size_t>(px - x)] >= 128 &&
            small_bytes_[static_cast<std::size_t>(py - at_y) * small + static_cast<std::size_t>(px - at_x)] >= 128)
          return true;
    return false;
  }

  std::size_t n_;
  std::vector<std::uint8_t> large_bytes_, small_bytes_;
  std::vector<std::uint64_t> large_words_, small_words_;
  hs::pixel_mask large_mask_, small_mask_;
  std::vector<std::int32_t> xs_, ys_;
  std::vector<thing> objects_;
  std::vector<place> places_;
  std::vector<hs::index> hits_, naive_hits_;
  hs::found found_;
};

}  // namespace

std::unique_ptr<scene> sprites(std::size_t n) { return std::make_unique<sprites_scene>(n); }

}  // namespace frames
