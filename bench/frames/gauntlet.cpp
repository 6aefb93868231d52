// Nothing but edge cases - NaN, infinities, denormals, exact ties -; and the same questions asked of ordinary things,
// to see what the edges cost. There is no naive loop for edge cases: it would be wrong.
#include "frames.hpp"

namespace frames {
namespace {

class crowd_scene final : public scene {
 public:
  crowd_scene(std::size_t n, bool nasty)
      : n_(n),
        crowd_(crowd(nasty ? scenes::gauntlet() : scenes::bullets(), n, 71)),
        askers_(crowd(nasty ? scenes::gauntlet() : scenes::walls(), 0, 72)),
        overlaps_(n),
        meets_(n) {}

  void library(std::size_t k) override {
    const std::size_t first = k % scenes::fresh;
    overlapping_ = hs::overlap(crowd_.circles(first, n_), askers_.circle_at(first), overlaps_);
    meeting_ = hs::sweep(crowd_.boxes(first, n_), crowd_.motions(first, n_, false), askers_.box_at(first), meets_);
  }
  std::uint64_t answer() const override {
    hash h;
    h.add(overlapping_), h.add(meeting_);
    return h.value();
  }
  bool has_naive() const override { return false; }

 private:
  std::size_t n_;
  scenes::crowd<2> crowd_, askers_;
  std::vector<hs::index> overlaps_, meets_;
  hs::found overlapping_, meeting_;
};

}  // namespace

std::unique_ptr<scene> gauntlet(std::size_t n) { return std::make_unique<crowd_scene>(n, true); }
std::unique_ptr<scene> plain_crowd(std::size_t n) { return std::make_unique<crowd_scene>(n, false); }

}  // namespace frames
