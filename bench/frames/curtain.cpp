// One ship among n bullets: hit, graze, gone.
#include "frames.hpp"

namespace frames {
namespace {

constexpr float near = 24, margin = 16;
constexpr hs::box field{{32, 32}, {1888, 1048}};

class curtain_scene final : public scene {
 public:
  explicit curtain_scene(std::size_t n)
      : n_(n),
        bullets_(crowd(scenes::bullets(), n, 11)),
        ships_(crowd(scenes::ship(), 0, 12)),
        objects_(things(bullets_)) {
    for (auto* list : {&hits_, &near_, &gone_}) list->resize(n);
    for (auto* list : {&naive_hits_, &naive_near_, &naive_gone_}) list->reserve(n);
  }

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const hs::circles bullets = bullets_.circles(first, n_);
    grazed_ = hs::graze(bullets, ships_.circle_at(first), near, hits_, near_);
    culled_ = hs::cull(bullets, field, margin, gone_);
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(grazed_.hits), h.add(grazed_.close), h.add(culled_);
    return h.value();
  }

  void naive(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    const hs::circle ship = ships_.circle_at(first);
    naive_hits_.clear(), naive_near_.clear(), naive_gone_.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      const thing& b = objects_[first + i];
      const float dx = b.x - ship.center.x, dy = b.y - ship.center.y, square = dx * dx + dy * dy;
      const float hit = b.radius + ship.radius, graze = b.radius + near;
      if (square < hit * hit)
        naive_hits_.push_back(static_cast<hs::index>(i));
      else if (square < graze * graze)
        naive_near_.push_back(static_cast<hs::index>(i));
      if (b.x + b.radius < field.min.x - margin || b.x - b.radius > field.max.x + margin ||
          b.y + b.radius < field.min.y - margin || b.y - b.radius > field.max.y + margin)
        naive_gone_.push_back(static_cast<hs::index>(i));
    }
  }
  std::size_t differences() const override {
    return list_differences(grazed_.hits, naive_hits_) + list_differences(grazed_.close, naive_near_) +
           list_differences(culled_, naive_gone_);
  }

 private:
  static std::size_t list_differences(const hs::found& a, std::span<const hs::index> b) {
    return frames::list_differences({a.begin(), a.end()}, b);
  }
  std::size_t n_;
  scenes::crowd<2> bullets_, ships_;
  std::vector<thing> objects_;
  std::vector<hs::index> hits_, near_, gone_, naive_hits_, naive_near_, naive_gone_;
  hs::grazed grazed_;
  hs::found culled_;
};

}  // namespace

std::unique_ptr<scene> curtain(std::size_t n) { return std::make_unique<curtain_scene>(n); }

}  // namespace frames
