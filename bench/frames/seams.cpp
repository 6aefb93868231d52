// Walkers press down on a floor that is one tile high and slide along it: nobody may stick to a seam.
#include <algorithm>
#include <cmath>

#include "frames.hpp"

namespace frames {
namespace {

constexpr std::uint32_t wide = 256, high = 16;
constexpr float cell = 16, half = 6;

class seams_scene final : public scene {
 public:
  explicit seams_scene(std::size_t n)
      : n_(n), crowd_(crowd(scenes::bullets(), n, 61)), floor_(std::size_t{wide} * high, 0) {
    for (std::uint32_t row = 3; row < high; row += 4)
      std::fill_n(floor_.begin() + std::size_t{row} * wide, wide, std::uint8_t{hs::tile_solid});
    map_ = {.width = wide, .height = high, .cell = {cell, cell}, .tiles = floor_};
    for (auto* column : {&x_, &y_, &dx_, &dy_, &from_x_, &from_y_, &naive_x_, &naive_y_}) column->resize(n);
  }

  void library(std::size_t k) override {
    place(k);
    x_ = from_x_, y_ = from_y_;
    for (std::size_t i = 0; i < n_; ++i) dx_[i] = step(i), dy_[i] = 4;
    counts_ =
        hs::move_and_slide(hs::walkers{.x = x_, .y = y_, .dx = dx_, .dy = dy_, .half_x = half, .half_y = half}, map_);
  }
  std::uint64_t answer() const override {
    hash h;
    for (const auto* column : {&x_, &y_, &dx_, &dy_}) h.add(std::span<const float>(*column));
    h.add(std::uint64_t{counts_.contacts}), h.add(std::uint64_t{counts_.stuck});
    return h.value();
  }

  // Axis by axis, against the tiles around; on a level floor that is right.
  void naive(std::size_t k) override {
    place(k);
    for (std::size_t i = 0; i < n_; ++i) {
      float x = from_x_[i] + step(i), y = from_y_[i];
      if (overlaps(x, y)) x = from_x_[i];
      if (!overlaps(x, y + 4)) y += 4;
      naive_x_[i] = x, naive_y_[i] = y;
    }
  }
  std::size_t differences() const override {
    return column_differences(x_, naive_x_, 1e-2f) + column_differences(y_, naive_y_, 1e-2f);
  }

 private:
  float step(std::size_t i) const { return crowd_.step[0][start_ + i]; }
  void place(std::size_t k) {
    start_ = k % scenes::fresh;
    for (std::size_t i = 0; i < n_; ++i) {
      from_x_[i] = 64 + crowd_.center[0][start_ + i];
      from_y_[i] = static_cast<float>(3 + 4 * (i % 4)) * cell - half;  // stands on the floor
    }
  }
  bool overlaps(float x, float y) const {
    const int x0 = static_cast<int>((x - half) / cell), x1 = static_cast<int>((x + half) / cell);
    const int y0 = static_cast<int>((y - half) / cell), y1 = static_cast<int>((y + half) / cell);
    for (int r = std::max(y0, 0); r <= std::min(y1, int{high} - 1); ++r)
      for (int c = std::max(x0, 0); c <= std::min(x1, int{wide} - 1); ++c) {
        if (!floor_[static_cast<std::size_t>(r) * wide + static_cast<std::size_t>(c)]) continue;
        const float left = static_cast<float>(c) * cell, top = static_cast<float>(r) * cell;
        if (x - half < left + cell && left < x + half && y - half < top + cell && top < y + half) return true;
      }
    return false;
  }

  std::size_t n_, start_ = 0;
  scenes::crowd<2> crowd_;
  std::vector<std::uint8_t> floor_;
  hs::tile_map map_;
  std::vector<float> x_, y_, dx_, dy_, from_x_, from_y_, naive_x_, naive_y_;
  hs::walk_counts counts_;
};

}  // namespace

std::unique_ptr<scene> seams(std::size_t n) { return std::make_unique<seams_scene>(n); }

}  // namespace frames
