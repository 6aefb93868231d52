// n circles crowd each other: all pairs that overlap, each pushed apart by half of what it overlaps.
#include <cmath>

#include "frames.hpp"

namespace frames {
namespace {

constexpr std::size_t room = 640;          // circles in a field of 1920 x 1080; more have a wider one
constexpr std::size_t most_naive = 10000;  // the double loop over 100000 takes seconds a frame

class horde_scene final : public scene {
 public:
  explicit horde_scene(std::size_t n)
      : n_(n),
        crowd_(crowd(scenes::walls(), n, 51, room)),
        objects_(things(crowd_)),
        first_(8 * n),
        second_(8 * n),
        x_(n),
        y_(n) {
    naive_first_.reserve(8 * n), naive_second_.reserve(8 * n);
  }

  void library(std::size_t k) override {
    start_ = k % scenes::fresh;
    world_.rebuild(crowd_.circles(start_, n_));
    const hs::found_pairs met = world_.overlap_pairs({first_, second_});
    met_ = met.total;
    push_apart({first_.data(), met.written}, {second_.data(), met.written});
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(std::uint64_t{met_});
    h.add(std::span<const hs::index>(first_).first(met_)), h.add(std::span<const hs::index>(second_).first(met_));
    h.add(std::span<const float>(x_)), h.add(std::span<const float>(y_));
    return h.value();
  }

  bool has_naive() const override { return n_ <= most_naive; }
  void naive(std::size_t k) override {
    start_ = k % scenes::fresh;
    naive_first_.clear(), naive_second_.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      const thing& a = objects_[start_ + i];
      for (std::size_t j = i + 1; j < n_; ++j) {
        const thing& b = objects_[start_ + j];
        const float dx = b.x - a.x, dy = b.y - a.y, reach = a.radius + b.radius;
        if (dx * dx + dy * dy < reach * reach)
          naive_first_.push_back(static_cast<hs::index>(i)), naive_second_.push_back(static_cast<hs::index>(j));
      }
    }
    push_apart(naive_first_, naive_second_);
  }
  std::size_t differences() const override {
    return met_ > naive_first_.size() ? met_ - naive_first_.size() : naive_first_.size() - met_;
  }

 private:
  // The same for both: what is compared is the finding.
  void push_apart(std::span<const hs::index> first, std::span<const hs::index> second) {
    for (std::size_t i = 0; i < n_; ++i) x_[i] = crowd_.center[0][start_ + i], y_[i] = crowd_.center[1][start_ + i];
    for (std::size_t p = 0; p < first.size(); ++p) {
      const thing &a = objects_[start_ + first[p]], &b = objects_[start_ + second[p]];
      const float dx = b.x - a.x, dy = b.y - a.y, distance = std::sqrt(dx * dx + dy * dy);
      if (distance == 0) continue;
      const float share = (a.radius + b.radius - distance) / distance * 0.5f;
      x_[first[p]] -= share * dx, y_[first[p]] -= share * dy;
      x_[second[p]] += share * dx, y_[second[p]] += share * dy;
    }
  }

  std::size_t n_, start_ = 0, met_ = 0;
  scenes::crowd<2> crowd_;
  std::vector<thing> objects_;
  hs::world world_;
  std::vector<hs::index> first_, second_, naive_first_, naive_second_;
  std::vector<float> x_, y_;
};

}  // namespace

std::unique_ptr<scene> horde(std::size_t n) { return std::make_unique<horde_scene>(n); }

}  // namespace frames
