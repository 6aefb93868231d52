// Bullets move, and a bomb takes those in its circle out of the game.
#include "frames.hpp"

namespace frames {
namespace {

class bomb_scene final : public scene {
 public:
  explicit bomb_scene(std::size_t n)
      : n_(n),
        bullets_(crowd(scenes::bullets(), n, 31)),
        bombs_(crowd(scenes::bombs(), 0, 32)),
        objects_(things(bullets_)) {
    for (auto* column : {&x_, &y_, &dx_, &dy_}) column->resize(n);
    room_.resize(n), items_.reserve(n), naive_items_.reserve(n), left_objects_.reserve(n);
  }

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const auto from = [&](const std::vector<float>& v) { return v.data() + first; };
    const float *x = from(bullets_.center[0]), *y = from(bullets_.center[1]);
    const float *dx = from(bullets_.step[0]), *dy = from(bullets_.step[1]);
    for (std::size_t i = 0; i < n_; ++i) x_[i] = x[i] + dx[i], y_[i] = y[i] + dy[i], dx_[i] = dx[i], dy_[i] = dy[i];
    items_.clear();
    const hs::circles moved{.x = x_, .y = y_, .radius = bullets_.radius[0]};
    const hs::cancelled c = hs::cancel(
        moved, bombs_.circle_at(first), room_, {}, [&](hs::index i) { items_.push_back(i); }, std::span(x_),
        std::span(y_), std::span(dx_), std::span(dy_));  // spans are not resized
    left_ = c.left;
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(std::span<const hs::index>(items_));
    for (const auto* column : {&x_, &y_, &dx_, &dy_}) h.add(std::span<const float>(*column).first(left_));
    return h.value();
  }

  void naive(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const hs::circle bomb = bombs_.circle_at(first);
    naive_items_.clear(), left_objects_.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      thing b = objects_[first + i];
      b.x += b.dx, b.y += b.dy;
      const float dx = b.x - bomb.center.x, dy = b.y - bomb.center.y, reach = b.radius + bomb.radius;
      if (dx * dx + dy * dy < reach * reach)
        naive_items_.push_back(static_cast<hs::index>(i));
      else
        left_objects_.push_back(b);
    }
  }
  std::size_t differences() const override { return list_differences(items_, naive_items_); }

 private:
  std::size_t n_, left_ = 0;
  scenes::crowd<2> bullets_, bombs_;
  std::vector<thing> objects_, left_objects_;
  std::vector<float> x_, y_, dx_, dy_;
  std::vector<hs::index> room_, items_, naive_items_;
};

}  // namespace

std::unique_ptr<scene> bomb(std::size_t n) { return std::make_unique<bomb_scene>(n); }

}  // namespace frames
