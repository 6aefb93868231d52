// Lasers are chains of capsules: of every 17 chains of 128 nodes, one is a bundle of straight beams, 16 are curved.
#include <algorithm>

#include "frames.hpp"

namespace frames {
namespace {

constexpr std::size_t nodes = 128, period = 17;

class laser_scene final : public scene {
 public:
  explicit laser_scene(std::size_t n) : n_(n), ships_(crowd(scenes::ship(), 0, 42)), hits_(n) {
    const std::size_t all = n + scenes::fresh;
    const scenes::crowd<2> starts = scenes::make<2>(scenes::walls(), all, 41);
    for (auto* column : {&x_, &y_, &dx_, &dy_, &radius_}) column->resize(all);
    for (std::size_t i = 0; i < all; ++i) {
      const bool straight = i / nodes % period == 0, head = i % nodes == 0;
      const float turn = straight ? 60.0f : 1.0f;  // steps are 1 to 4 long
      x_[i] = straight || head ? starts.center[0][i] : x_[i - 1] + dx_[i - 1];
      y_[i] = straight || head ? starts.center[1][i] : y_[i - 1] + dy_[i - 1];
      // A curved beam turns slowly: most of its direction is that of the node before.
      const float keep = straight || head ? 0.0f : 0.9375f;
      dx_[i] = turn * starts.step[0][i] + (keep > 0 ? keep * dx_[i - 1] : 0.0f);
      dy_[i] = turn * starts.step[1][i] + (keep > 0 ? keep * dy_[i - 1] : 0.0f);
      radius_[i] = 2 + static_cast<float>(i % nodes % 8) * 0.5f;
    }
    for (std::size_t i = 0; i < all; ++i)
      objects_.push_back({.x = x_[i], .y = y_[i], .dx = dx_[i], .dy = dy_[i], .radius = radius_[i]});
    naive_hits_.reserve(n);
  }

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const auto part = [&](const std::vector<float>& v) { return std::span<const float>(v).subspan(first, n_); };
    const hs::capsules beams{.x = part(x_), .y = part(y_), .dx = part(dx_), .dy = part(dy_), .radius = part(radius_)};
    found_ = hs::overlap(beams, ships_.circle_at(first), hits_);
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(found_);
    return h.value();
  }

  void naive(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const hs::circle ship = ships_.circle_at(first);
    naive_hits_.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      const thing& b = objects_[first + i];
      const float mx = ship.center.x - b.x, my = ship.center.y - b.y, square = b.dx * b.dx + b.dy * b.dy;
      const float t = square > 0 ? std::clamp((mx * b.dx + my * b.dy) / square, 0.0f, 1.0f) : 0.0f;
      const float ex = mx - t * b.dx, ey = my - t * b.dy, reach = b.radius + ship.radius;
      if (ex * ex + ey * ey < reach * reach) naive_hits_.push_back(static_cast<hs::index>(i));
    }
  }
  std::size_t differences() const override { return list_differences({found_.begin(), found_.end()}, naive_hits_); }

 private:
  std::size_t n_;
  scenes::crowd<2> ships_;
  std::vector<float> x_, y_, dx_, dy_, radius_;
  std::vector<thing> objects_;
  std::vector<hs::index> hits_, naive_hits_;
  hs::found found_;
};

}  // namespace

std::unique_ptr<scene> laser(std::size_t n) { return std::make_unique<laser_scene>(n); }

}  // namespace frames
