// The items nearest to a point, where they are in cells of one size: those around it, then those around these.
//
//     +---+---+---+---+---+      Whatever is not in the 3 x 3 cells around who asks is at least a cell's side away. A
//     |   | . |   |.  |   |      row of them is one range of columns: a register of items at a time, how far each is
//     +---+===+===+===+---+      is written down. Those no farther than what is wanted, and a little more, are
//     | . # . | . |  .# . |      measured in double. What may be farther than a side needs the next ring; who is far
//     +---#---+---+---#---+      from everybody needs the BVH.
//     |   # . | ? |   #   |
//     +---#---+---+---#---+      Of several, a circle in which a few more than wanted should be is tried first, and
//     |  .# . |   | . #   |      made larger until they are.
//     +---+===+===+===+---+
//
// What is measured, and what decides, is what the BVH has: bvh/k_nearest.hpp.
#pragma once

#include "../bvh/k_nearest.hpp"
#include "uniform_grid.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V> class ring_walk {
 public:
  ring_walk(const uniform_grid& over, const near_rules& rules, const near_sink& sink)
      : over_(over),
        rules_(rules),
        sink_(sink),
        deep_(over.dims == 3),
        boxes_(over.what == uniform_grid::shape::boxes),
        round_(rules.items->what == kind::circle),
        apart_(over.what == uniform_grid::shape::circles),
        radius_(over.dims),
        hub_(over.radius * over.radius) {}

  // Of who is the first to the last but one; of items themselves that is their place in the grid. Returns who could not
  // be answered, or `to`.
  std::size_t run(const side& points, std::size_t first, std::size_t to) {
    const u32* const their_layers = rules_.selves ? over_.layers : points.layer_data;
    feed who[3]{};
    for (int k = 0; k < over_.dims; ++k) who[k] = rules_.selves ? feed{over_.column[k], 0, 0} : points.column[k];
    for (std::size_t i = first; i < to; ++i) {
      quad at{};  // as a register: three numbers that have just been written are not read as one
      for (int k = 0; k < 3; ++k) at[k] = at_[k] = who[k].data ? who[k].data[i] : who[k].one;
      self_ = i, number_ = rules_.selves ? over_.number[i] : (index)i;
      layers_ = (their_layers ? their_layers[i] : points.layer_one) & rules_.layers &
                (over_.layers ? ~0u : rules_.items->layer_one);
      found_ = 0;
      const quad zero = at - at;  // NaN of what is not finite
      if (zero[0] + zero[1] + zero[2] == 0 && layers_ && !one(at)) return i;
      order();
    }
    return to;
  }

 private:
  static constexpr int most_found = 64, most_seen = 1024, lanes = V::size, at_once = lanes < 4 ? 2 : lanes / 2;
  typedef double doubles __attribute__((vector_size(8 * at_once), aligned(8), may_alias));
  typedef std::int64_t words __attribute__((vector_size(8 * at_once)));
  typedef int four_whole __attribute__((vector_size(16)));

  bool one(quad at) {
    const quad none{}, last = load_quad(over_.last);
    const quad cell = least(greatest((at - load_quad(over_.low)) * load_quad(over_.per_unit), none), last);
    const quad middle = __builtin_convertvector(__builtin_convertvector(cell, four_whole), quad);
    for (int ring = rules_.first_ring; ring < rules_.first_ring + 3; ++ring) {
      const quad low = middle - (float)ring, high = middle + (float)ring;
      const four_whole from = __builtin_convertvector(greatest(low, none), four_whole),
                       to = __builtin_convertvector(least(high, last), four_whole),
                       inside = (low > none) | (high < last);
      const bool all = !(inside[0] | inside[1] | inside[2]);
      seen_ = 0, least_ = V(__builtin_inff());
      for (int z = from[2]; z <= to[2]; ++z)
        for (int y = from[1]; y <= to[1]; ++y) {
          const u32* const row = over_.starts + (std::size_t)(z * over_.rows + y) * (u32)over_.row;
          const u32 first = row[from[0]], end = row[to[0] + 1];
          if ((u32)seen_ + (end - first) > (u32)most_seen) return false;
          look(first, end);
        }
      // What is not among these is at least so far, as keys are compared.
      const float gap = (float)ring * over_.side * nearly - over_.reach, near = gap > 0 ? gap : 0;
      const float beyond = all ? 0x1p120f : apart_ ? near : near * near * (1 - 0x1p-17f);
      if (settle(beyond)) return true;
      if (all) return false;  // infinitely far
    }
    return false;
  }

  // Items first..end - 1: how far they are. Of dots no nearer than their rim, of circles a little more than they are.
  FORCED void look(u32 first, u32 end) {
    for (u32 j = first; j < end; j += lanes) {
      const V x0 = gap(0, j), x1 = gap(1, j);
      V x = x0 * x0 + x1 * x1;
      if (deep_) {
        const V x2 = gap(2, j);
        x = x + x2 * x2;
      }
      if (apart_) {
        const V middle = root_of(x), radius = V::load_unaligned(over_.column[radius_] + j);
        x = greatest(middle - radius, V(0.f)) + (middle + radius) * V(0x1p-20f) + V(0x1p-73f);
      } else
        x = greatest(x, V(hub_));
      u32 out = end - j < lanes ? ~0u << (end - j) : 0;  // who does not count
      if (rules_.selves && self_ - j < lanes) out |= 1u << (self_ - j);
      if (over_.layers) out |= ~bits(shares_bits(V::load_unaligned((const float*)over_.layers + j), layers_));
      if (out) x = pick(lanes_in(out, x), V(__builtin_inff()), x);
      x.store_unaligned(far_ + seen_);
      place_[seen_ / lanes] = j, seen_ += lanes;
      least_ = least(least_, x);
    }
  }
  FORCED V gap(int k, u32 j) const {
    const V at(at_[k]);
    if (!boxes_) return V::load_unaligned(over_.column[k] + j) - at;
    const V below = V::load_unaligned(over_.column[2 * k] + j) - at,
            above = at - V::load_unaligned(over_.column[2 * k + 1] + j);
    return greatest(greatest(below, above), V(0.f));
  }

  ONCE int no_farther(float than) const {
    u32 n = 0;
    for (int j = 0; j < seen_; j += lanes) n += bits_set(bits(V::load_unaligned(far_ + j) <= V(than)));
    return (int)n;
  }

  // Is what is wanted among those that were seen, or nothing else within reach? Then it is found.
  FORCED bool settle(float beyond) {
    const float most = beyond < rules_.limit ? beyond : rules_.limit;
    const int wanted = (int)rules_.wanted;
    float within;
    if (wanted == 1) {
      alignas(64) float least[lanes];
      least_.store_unaligned(least);
      within = least_of<lanes>(least);
      if (!(within <= most)) return rules_.limit <= beyond;
    } else {
      int n = 0;
      for (float far = rules_.likely;; far *= 1.25f) {
        const float inner = far > over_.reach ? far - over_.reach : 0;
        within = apart_ ? inner : inner * inner;
        if (within < hub_) within = hub_;
        if (!(within < most)) within = most;
        n = no_farther(within);
        if (n >= wanted || within >= most) break;
      }
      if (n < wanted && !(rules_.limit <= beyond)) return false;
      for (int turn = 0; n > most_found && turn < 8; ++turn) {
        const float nearer = within * 0.7f;
        const int fewer = no_farther(nearer);
        if (fewer < wanted) break;
        within = nearer, n = fewer;
      }
    }
    return gather(apart_ ? with_room(over_, within) : within * (1 + 0x1p-18f) + 0x1p-120f);
  }

  // Those no farther than that, measured in double. False: too many.
  FORCED bool gather(float within) {
    u32 of[most_found + 16];
    u32 n = 0;
    for (int b = 0; b < seen_; b += lanes) {
      const u32 m = bits(V::load_unaligned(far_ + b) <= V(within)), here = bits_set(m);
      if (!m) continue;
      if (n + here > most_found) return false;
      put_numbers(place_[b / lanes], m, of + n), n += here;
    }
    for (u32 i = 0; i < n; ++i) {
      const double far = exact(of[i]);
      key_[found_] = far, item_[found_] = over_.number[of[i]];
      found_ += far < rules_.reach || (rules_.closed && far == rules_.reach);
    }
    return true;
  }
  FORCED double exact(u32 j) const {
    const double x0 = exact_gap(0, j), x1 = exact_gap(1, j);
    double sum = x0 * x0 + x1 * x1;
    if (deep_) {
      const double x2 = exact_gap(2, j);
      sum = sum + x2 * x2;
    }
    if (!round_) return sum;
    sum = __builtin_sqrt(sum) - (double)(apart_ ? over_.column[radius_][j] : over_.radius);
    return sum > 0 ? sum : 0;
  }
  FORCED double exact_gap(int k, u32 j) const {
    const double at = at_[k];
    if (!boxes_) return over_.column[k][j] - at;
    const double below = over_.column[2 * k][j] - at, above = at - over_.column[2 * k + 1][j];
    const double gap = below > above ? below : above;
    return gap > 0 ? gap : 0;
  }

  // Hands out the nearest in order: by how far they are, where no two are as far.
  FORCED void order() {
    near_item sorted[most_found];
    std::int64_t place[most_found];
    if (found_ < 2 || rules_.wanted == 1) {
      sorted[0] = {key_[0], item_[0]};
      for (int i = 1; i < found_; ++i)
        if (key_[i] < sorted[0].key || (key_[i] == sorted[0].key && item_[i] < sorted[0].item))
          sorted[0] = {key_[i], item_[i]};
      return sink_.take(sink_.owner, number_, sorted, (std::size_t)(found_ > 0));
    }
    for (int i = found_; i % at_once; ++i) key_[i] = __builtin_inf();
    std::uint64_t places = 0;
    for (int i = 0; i < found_; i += at_once) {
      const doubles key = *(const doubles*)(key_ + i);
      words before{};  // as negative numbers
      for (int j = 0; j < found_; ++j) before += (words)(key_[j] < key);
      __builtin_memcpy(place + i, &before, sizeof before);
    }
    for (int i = 0; i < found_; ++i) sorted[-place[i]] = {key_[i], item_[i]}, places |= std::uint64_t{1} << -place[i];
    const auto n = (std::size_t)found_;
    if (bits_set(places) != (u32)n) {
      ranked all[most_found];
      for (int i = 0; i < found_; ++i) all[i] = ranked_as(__builtin_bit_cast(std::uint64_t, key_[i]), item_[i]);
      put_in_order(all, (u32)n, sorted);
    }
    sink_.take(sink_.owner, number_, sorted, n < rules_.wanted ? n : rules_.wanted);
  }

  const uniform_grid& over_;
  const near_rules rules_;
  const near_sink sink_;
  const bool deep_, boxes_, round_, apart_;  // 3D; what they are; circles of several sizes
  const int radius_;
  const float hub_;  // nobody is nearer to dots than their rim
  float at_[3];
  u32 layers_ = 0;
  std::size_t self_ = 0;
  index number_ = none;
  V least_;
  int seen_ = 0, found_ = 0;
  alignas(64) float far_[most_seen + lanes];
  u32 place_[most_seen / lanes + 1];
  double key_[most_found]{};  // of those that were found
  index item_[most_found]{};
};

// Of who asks the first that could not be answered, or `to`.
template <class V>
std::size_t walk_rings(const uniform_grid& over, const side& points, std::size_t from, std::size_t to,
                       const near_rules& rules, const near_sink& sink) {
  ring_walk<V> walk(over, rules, sink);
  return walk.run(points, from, to);
}

}  // namespace
}  // namespace hitscan::detail::broad
