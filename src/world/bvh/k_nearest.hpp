// The items nearest to a point: down a BVH, what is nearer first, until the rest is surely farther.
//
//        .-------.        How far a node's children are at least is found for 16 at a time, in floats, a little less
//       /  [k]    \       than it is. A child goes on when that is no more than the worst that is still wanted; items
//      |    p - - -|-[j]  of a block that do are measured in double, one by one: that is what decides, and what
//       \         /       everybody compares with. Where one is wanted, the least of a block bounds the others first.
//        '-------'
//
// What is measured: for a box the square of the distance, from gaps in double, squared and added from the first axis
// up; for a circle the root of that to its centre, less its radius. 0 within. IEEE all the way: the same bits
// everywhere.
#pragma once

#include "build.hpp"
#include "k_nearest_rules.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V, int D> class neighbours {
 public:
  neighbours(const bvh& over, const near_rules& rules, near_item* kept, const near_sink& sink)
      : over_(over), rules_(rules), kept_(kept), sink_(sink) {
    round_ = rules.items->what == kind::circle;
    simple_ = !round_ && rules.wanted == 1 && !rules.items->layer_data;
  }

  void run(const side& points, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      float worst = 0;  // NaN once a coordinate is not finite
      for (int k = 0; k < D; ++k) {
        const feed& f = points.column[k];
        at_[k] = f.data ? f.data[i] : f.one;
        worst = worst + (at_[k] - at_[k]);
      }
      layers_ = (points.layer_data ? points.layer_data[i] : points.layer_one) & rules_.layers;
      have_ = 0;
      limit(rules_.reach);
      if (worst == 0 && over_.levels > 0) node(over_.levels, 0);
      sink_.take(sink_.owner, i, kept_, have_);
    }
  }

 private:
  // Nothing farther than that is wanted: as a float, and a little more.
  FORCED void limit(double key) {
    const double square = (round_ ? key * key : key) * (1 + 0x1p-20);
    limit_ = square < 0x1p120 ? (float)square + 0x1p-120f : far_away;
  }

  // How far the 16 of a node or a block are at least, squared; one bit for each that is not too far.
  FORCED u32 measure(const float* columns, float* least) const {
    u32 m = 0;
    for (int j = 0; j < width; j += V::size) {
      V sum(0.f);
      for (int k = 0; k < D; ++k) {
        const V p(at_[k]), below = V::load_unaligned(columns + 2 * k * width + j) - p,
                           above = p - V::load_unaligned(columns + (2 * k + 1) * width + j);
        const V gap = pick(below > above, below, above), outside = pick(gap > V(0.f), gap, V(0.f));
        sum = sum + outside * outside;
      }
      sum = sum * V(1 - 0x1p-19f);
      sum.store_unaligned(least + j);
      m |= bits(sum <= V(limit_)) << j;
    }
    return m;
  }

  // Those of 16 that are no farther.
  FORCED static u32 within(const float* least, float most) {
    u32 m = 0;
    for (int j = 0; j < width; j += V::size) m |= bits(V::load_unaligned(least + j) <= V(most)) << j;
    return m;
  }

  __attribute__((noinline)) void node(int level, u32 i) {
    alignas(64) float least[width];
    u32 m = measure(over_.node[level - 1] + (std::size_t)i * node_words(D), least);
    // Spare lanes are infinitely far, which is not too far when nothing is.
    const u32 below = level == 1 ? over_.blocks : over_.nodes[level - 2], first = i * width;
    if (below - first < (u32)width) m &= (1u << (below - first)) - 1;
    while (m) {
      int next = __builtin_ctz(m);
      if (m & (m - 1))
        if (const u32 nearest = m & within(least, least_of<width>(least))) next = __builtin_ctz(nearest);
      m &= ~(1u << next), least[next] = far_away;
      if (level > 1)
        node(level - 1, first + (u32)next);
      else
        block(over_.leaf + (std::size_t)(first + (u32)next) * block_words(D));
      if (m) m &= within(least, limit_);
    }
  }

  FORCED void block(const float* columns) {
    alignas(64) float least[width];
    u32 m = measure(columns, least);
    // The one with the least bound is not much farther than that: others may not be nearer.
    if (simple_ && (m & (m - 1))) m &= within(least, least_of<width>(least) * (1 + 0x1p-17f) + 0x1p-120f);
    for (; m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      const index who = float_as_word(columns[2 * D * width + j]);
      if (who == none || !(layers_ & float_as_word(columns[(2 * D + 1) * width + j]))) continue;
      double sum = 0;
      for (int k = 0; k < D; ++k) {
        const double p = at_[k];
        double lo = columns[2 * k * width + j], hi = columns[(2 * k + 1) * width + j];
        if (round_) {
          const feed& f = rules_.items->column[k];
          lo = hi = f.data ? f.data[who] : f.one;
        }
        const double below = lo - p, above = p - hi, gap = below > above ? below : above;
        if (gap > 0) sum += gap * gap;
      }
      if (round_) {
        const feed& f = rules_.items->column[D];
        sum = __builtin_sqrt(sum) - (double)(f.data ? f.data[who] : f.one);
        sum = sum > 0 ? sum : 0;
      }
      if (sum < rules_.reach || (rules_.closed && sum == rules_.reach)) keep(who, sum);
    }
  }

  // The nearest so far, in order.
  FORCED void keep(index who, double key) {
    if (have_ == rules_.wanted) {
      const near_item& last = kept_[have_ - 1];
      if (last.key < key || (last.key == key && last.item < who)) return;
      --have_;
    }
    std::size_t at = have_++;
    for (; at > 0 && (key < kept_[at - 1].key || (key == kept_[at - 1].key && who < kept_[at - 1].item)); --at)
      kept_[at] = kept_[at - 1];
    kept_[at] = {key, who};
    if (have_ == rules_.wanted) limit(kept_[have_ - 1].key);
  }

  const bvh& over_;
  const near_rules rules_;
  near_item* const kept_;
  const near_sink sink_;
  bool round_, simple_;
  std::size_t have_ = 0;
  u32 layers_ = 0;
  float at_[D], limit_ = 0;
};

template <class V, int D>
void k_nearest(const bvh& over, const side& points, std::size_t n, const near_rules& rules, near_item* kept,
               const near_sink& sink) {
  neighbours<V, D>(over, rules, kept, sink).run(points, n);
}

}  // namespace
}  // namespace hitscan::detail::broad
