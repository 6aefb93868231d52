// Particles bounce in a tile map: each moves up to the first tile on its way and turns round there.
#include <algorithm>

#include "../opponents/plain_broad.hpp"
#include "frames.hpp"

namespace frames {
namespace {

constexpr std::uint32_t wide = 512, high = 512;
constexpr float cell = 16;

class tiles_scene final : public scene {
 public:
  explicit tiles_scene(std::size_t n) : n_(n), map_bytes_(std::size_t{wide} * high) {
    scenes::rng random(81);
    for (std::uint8_t& t : map_bytes_) t = random.below(8) == 0 ? std::uint8_t{hs::tile_solid} : std::uint8_t{0};
    map_ = {.width = wide, .height = high, .cell = {cell, cell}, .tiles = map_bytes_};
    scenes::recipe r = scenes::bullets();
    for (int axis = 0; axis < 2; ++axis) r.low[axis] = 64, r.high[axis] = wide * cell - 64;
    crowd_ = crowd(r, n, 82);
    objects_ = things(crowd_);
    for (auto* column : {&time_, &nx_, &ny_, &x_, &y_, &dx_, &dy_, &naive_time_}) column->resize(n);
    who_.resize(n);
  }

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const hs::motions steps = crowd_.motions(first, n_, false);
    const hs::hit_columns hits{.index = who_, .time = time_, .normal_x = nx_, .normal_y = ny_};
    map_.sweep_nearest(crowd_.centred(first, n_), steps, hits);
    hs::advance(steps_of(crowd_.center[0], first), steps_of(crowd_.step[0], first), time_, x_);
    hs::advance(steps_of(crowd_.center[1], first), steps_of(crowd_.step[1], first), time_, y_);
    hs::deflect(steps, hits, dx_, dy_);
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(std::span<const hs::index>(who_));
    for (const auto* column : {&time_, &x_, &y_, &dx_, &dy_}) h.add(std::span<const float>(*column));
    return h.value();
  }

  void naive(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    for (std::size_t i = 0; i < n_; ++i) {
      const thing& p = objects_[first + i];
      const float x0 = p.x - p.half_x, y0 = p.y - p.half_y, x1 = p.x + p.half_x, y1 = p.y + p.half_y;
      const int c0 = std::max(0, static_cast<int>((x0 + std::min(p.dx, 0.0f)) / cell));
      const int c1 = std::min(int{wide} - 1, static_cast<int>((x1 + std::max(p.dx, 0.0f)) / cell));
      const int r0 = std::max(0, static_cast<int>((y0 + std::min(p.dy, 0.0f)) / cell));
      const int r1 = std::min(int{high} - 1, static_cast<int>((y1 + std::max(p.dy, 0.0f)) / cell));
      float best = 1;
      for (int r = r0; r <= r1; ++r)
        for (int c = c0; c <= c1; ++c)
          if (map_bytes_[static_cast<std::size_t>(r) * wide + static_cast<std::size_t>(c)]) {
            const float left = static_cast<float>(c) * cell, top = static_cast<float>(r) * cell;
            best = plain::enters(x0, y0, x1, y1, p.dx, p.dy, left, top, left + cell, top + cell, best);
          }
      naive_time_[i] = best;
    }
  }
  std::size_t differences() const override { return column_differences(time_, naive_time_, 1e-3f); }

 private:
  std::span<const float> steps_of(const std::vector<float>& v, std::size_t first) const {
    return std::span(v).subspan(first, n_);
  }
  std::size_t n_;
  std::vector<std::uint8_t> map_bytes_;
  hs::tile_map map_;
  scenes::crowd<2> crowd_;
  std::vector<thing> objects_;
  std::vector<float> time_, nx_, ny_, x_, y_, dx_, dy_, naive_time_;
  std::vector<hs::index> who_;
};

}  // namespace

std::unique_ptr<scene> tiles(std::size_t n) { return std::make_unique<tiles_scene>(n); }

}  // namespace frames
