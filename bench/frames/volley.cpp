// n shots at a crowd of enemies: the first that each shot meets on its way.
#include <algorithm>

#include "../opponents/plain_broad.hpp"
#include "frames.hpp"

namespace frames {
namespace {

class volley_scene final : public scene {
 public:
  explicit volley_scene(std::size_t n)
      : n_(n),
        m_(std::clamp<std::size_t>(n / 16, 1, 1024)),
        shots_(crowd(scenes::bullets(), n, 21)),
        enemies_(crowd(scenes::walls(), m_, 22)),
        shot_objects_(things(shots_)),
        enemy_objects_(things(enemies_)),
        who_(n),
        time_(n),
        naive_who_(n),
        naive_time_(n) {}

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    world_.rebuild(enemies_.boxes(first, m_));
    world_.sweep_nearest(shots_.boxes(first, n_), shots_.motions(first, n_, false), {.index = who_, .time = time_});
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(std::span<const hs::index>(who_)), h.add(std::span<const float>(time_));
    return h.value();
  }

  void naive(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    for (std::size_t i = 0; i < n_; ++i) {
      const thing& s = shot_objects_[first + i];
      naive_who_[i] = hs::none, naive_time_[i] = 1;
      for (std::size_t j = 0; j < m_; ++j) {
        const thing& e = enemy_objects_[first + j];
        const float t = plain::enters(s.x - s.half_x, s.y - s.half_y, s.x + s.half_x, s.y + s.half_y, s.dx, s.dy,
                                      e.x - e.half_x, e.y - e.half_y, e.x + e.half_x, e.y + e.half_y, naive_time_[i]);
        if (t < naive_time_[i]) naive_time_[i] = t, naive_who_[i] = static_cast<hs::index>(j);
      }
    }
  }
  std::size_t differences() const override { return column_differences(time_, naive_time_, 1e-3f); }

 private:
  std::size_t n_, m_;
  scenes::crowd<2> shots_, enemies_;
  std::vector<thing> shot_objects_, enemy_objects_;
  hs::world world_;
  std::vector<hs::index> who_;
  std::vector<float> time_;
  std::vector<hs::index> naive_who_;
  std::vector<float> naive_time_;
};

}  // namespace

std::unique_ptr<scene> volley(std::size_t n) { return std::make_unique<volley_scene>(n); }

}  // namespace frames
