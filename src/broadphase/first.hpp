// Many movers against many targets: the pairs among which each mover's first hit is.
//
//    32 movers that are neighbours                1. The bounds of all their motions go down the targets' pyramid:
//    +- - - - - - - - -+                             what meets them is a short list.
//    |  o->   o->  [t1]|   [t3]                   2. The movers stand in registers, every target on the list is held
//    |    o-> [t2] o-> |                             against all of them: slabs by a reciprocal. Per mover: does
//    +- - - - - - - - -+                             anything perhaps hit, and by when is something surely hit?
//                                                 3. A mover with a "perhaps" is held against the list alone. What it
//                                                    perhaps hits no later than that goes out as a pair.
//
// The pairs are a superset of the first hits, and the exact test of pairs has the last word. So a filter that is good
// to a few roundings is enough, and may only err towards "perhaps". Two cases need no more than what step 2 has seen,
// and are answered at once when nobody asks for normals and positions: a mover surely in overlap at the start (time 0,
// the lowest number), and one with a hit that is sure and clearly the first (its time is two divisions).
//
// Per axis, with d the step: the target's edges are reached after t1 = (b.min - a.max) / d and t2 = (b.max - a.min) /
// d, t1 first if d > 0 (sweep_boxes has the picture). A reciprocal makes that good to four roundings, 16 units of room
// are given. On an axis at rest the gaps' signs are all that matters. Movers whose steps are too long or too short for
// a reciprocal are `wild`: all that meets the bounds of their motion is a perhaps.
#pragma once

#include <hitscan/results.hpp>

#include "join.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr u32 herd = 2 * width;  // movers at a time

template <class V, int D> class first_hits {
 public:
  first_hits(const pyramid& targets, const first_rules& rules, const candidate_space& space, const pair_sink& sink)
      : targets_(targets), rules_(rules), space_(space), sink_(sink) {
    latest_ = rules.until < 1 ? nudged(rules.until) : 1;
  }

  void run(const float* rows, u32 movers) {
    if (targets_.levels == 0) return;
    for (u32 i = 0; i < movers; i += herd) {
      const u32 here = movers - i < herd ? movers - i : herd;
      load(rows + (std::size_t)i * row_words(D), here);
      listed_ = 0;
      collect(targets_.levels, 0);
      if (listed_ == 0) continue;
      prepare(here);
      fill_up();
      in_doubt_ = at_start_ = 0;
      u32 suspects = wild_;
      for (int g = 0; g < (int)herd; g += group) suspects |= sift(g) << g;
      if (rules_.settle) suspects &= ~settle(suspects & ~wild_);
      for (; suspects; suspects &= suspects - 1) pick_pairs(__builtin_ctz(suspects));
    }
    flush();
  }

 private:
  static constexpr int lanes = (int)V::size, group = lanes < 8 ? lanes : lanes > 8 ? 2 * lanes : 8;
  static constexpr int registers = group / lanes;

  static constexpr u32 nobody = 0x7fffffffu;  // more than any number: as signed integers they compare

  static float nudged(float x) { return x > 0 ? word_as_float(float_as_word(x) + 16) : 0; }

  // ---- the movers ----
  // Where they are and where their motions reach.
  FORCED void load(const float* rows, u32 n) {
    for (u32 h = 0; h < herd; h += width)
      to_columns<D, true, herd>(rows + (std::size_t)h * row_words(D), n > h ? n - h : 0, mover_[0] + h);
    for (int k = 0; k < D; ++k) {
      V least(far_away), greatest(-far_away);
      for (int j = 0; j < (int)herd; j += lanes) {
        // a little wider than they may have been rounded
        const V lo = at(2 * k, j), hi = at(2 * k + 1, j), d = at(2 * D + k, j);
        V from = lo + pick(d < V(0.f), d, V(0.f)), to = hi + pick(d > V(0.f), d, V(0.f));
        from = from - (magnitude(from) * V(0x1p-22f) + V(0x1p-140f));
        to = to + (magnitude(to) * V(0x1p-22f) + V(0x1p-140f));
        from.store_unaligned(from_[k] + j), to.store_unaligned(to_[k] + j);
        least = pick(from < least, from, least), greatest = pick(to > greatest, to, greatest);
      }
      alignas(64) float a[width], b[width];
      least.store_unaligned(a), greatest.store_unaligned(b);
      const float from = least_of<lanes>(a), to = greatest_of<lanes>(b);
      bounds_.low[k] = from > -most ? from : -most, bounds_.high[k] = to < most ? to : most;
    }
  }
  // What is asked of movers near something.
  FORCED void prepare(u32 n) {
    wild_ = resting_ = 0;
    for (int k = 0; k < D; ++k)
      for (int j = 0; j < (int)herd; j += lanes) {
        const V lo = at(2 * k, j), hi = at(2 * k + 1, j), d = at(2 * D + k, j), length = magnitude(d);
        const auto still = length == V(0.f);
        const auto tame = (length > V(0x1p-63f)) & (length < V(0x1p63f));
        // Where floats end, items are cut off at the largest: their edges say nothing about when.
        const auto at_the_end = (magnitude(lo) >= V(0x1p126f)) | (magnitude(hi) >= V(0x1p126f));
        wild_ |= ((~bits(still | tame) | bits(at_the_end)) & lane_bits) << j;
        resting_ |= bits(still) << j;
        pick(tame, quotient(V(1.f), pick(tame, d, V(1.f))), V(1.f)).store_unaligned(inverse_[k] + j);
      }
    const u32 there = n < 32 ? (1u << n) - 1 : ~0u;
    wild_ &= there, resting_ &= there;
  }
  FORCED V at(int column, int j) const { return V::load_unaligned(mover_[column] + j); }

  // ---- the list ----
  float* list(int column) const { return space_.words + (std::size_t)column * space_.room; }
  __attribute__((noinline)) void collect(int level, u32 i) {
    const float* const node = targets_.node[level - 1] + (std::size_t)i * node_words(D);
    for (u32 m = meeting<V, D, true>(node, bounds_); m; m &= m - 1) {
      const u32 child = i * width + (u32)__builtin_ctz(m);
      if (level > 1)
        collect(level - 1, child);
      else
        take_block(targets_.leaf + (std::size_t)child * block_words(D));
    }
  }
  FORCED void take_block(const float* block) {
    const u32 m = meeting<V, D, true>(block, bounds_);
    if (m == 0) return;
    for (int c = 0; c < 2 * D + 2; ++c) put_lanes(block + c * width, m, list(c) + listed_);
    listed_ += (u32)__builtin_popcount(m);
  }
  // Empty lanes behind the last, so that whole registers can be read.
  FORCED void fill_up() {
    for (int k = 0; k < D; ++k)
      for (u32 j = 0; j < width; ++j) list(2 * k)[listed_ + j] = far_away, list(2 * k + 1)[listed_ + j] = -far_away;
  }

  // ---- all targets on the list against a group of movers ----
  // Who of the movers g..g + group - 1 perhaps hits something? Leaves in by_ when something is surely hit.
  FORCED u32 sift(int g) {
    const bool prune = rules_.prune, rests = (resting_ >> g & group_bits) != 0;
    V low[registers][D], high[registers][D], inverse[registers][D], by[registers];
    V who[registers], lowest[registers];
    decltype(V(0.f) < V(0.f)) perhaps[registers], back[registers][D], doubt[registers], at_start[registers];
    for (int r = 0; r < registers; ++r) {
      const int j = g + r * lanes;
      by[r] = V(latest_), perhaps[r] = doubt[r] = at_start[r] = V(0.f) < V(0.f);
      who[r] = lowest[r] = V(word_as_float(nobody));
      for (int k = 0; k < D; ++k) {
        low[r][k] = at(2 * k, j), high[r][k] = at(2 * k + 1, j), inverse[r][k] = V::load_unaligned(inverse_[k] + j);
        back[r][k] = inverse[r][k] < V(0.f);
      }
    }
    const float* edge[2 * D];
    for (int c = 0; c < 2 * D; ++c) edge[c] = list(c);
    const float* const numbers = list(2 * D);
    for (u32 t = 0; t < listed_; ++t) {
      V near[D], far[D];
      for (int k = 0; k < D; ++k) near[k] = V(edge[2 * k][t]), far[k] = V(edge[2 * k + 1][t]);
      const V number(numbers[t]), slot(word_as_float(t));
      for (int r = 0; r < registers; ++r) {
        V last(0.f), leave = by[r];
        auto touches = V(0.f) == V(0.f), meets = touches;
        for (int k = 0; k < D; ++k) {
          const V below = near[k] - high[r][k], above = far[k] - low[r][k];
          V t1 = below * inverse[r][k], t2 = above * inverse[r][k];
          if (__builtin_expect(rests, 0)) {
            const auto moves = at(2 * D + k, g + r * lanes) != V(0.f);
            t1 = pick(moves, t1, V(-1.f)), t2 = pick(moves, t2, V(far_away));
            touches = touches & (moves | ((below <= V(0.f)) & (above >= V(0.f))));
            meets = meets & (moves | ((below < V(0.f)) & (above > V(0.f))));
          }
          const V in = pick(back[r][k], t2, t1);
          last = k == 0 ? in : pick(in > last, in, last);  // of two zeros either: they compare alike
          leave = ordered_min(pick(back[r][k], t1, t2), leave);
        }
        const V enter = ordered_max(last, V(0.f)), early = ordered_max(nudge(enter, -16), V(0.f));
        auto maybe = early <= leave;
        if (__builtin_expect(rests, 0)) maybe = maybe & touches;
        perhaps[r] = perhaps[r] | maybe;
        if (prune) {
          const V late = nudge(enter, 16);
          auto surely = ordered_gt(leave, late);
          auto starts = (last < V(0.f)) & (leave > V(0.f));
          if (__builtin_expect(rests, 0)) surely = surely & meets, starts = starts & meets;
          // In doubt: what is not surely a hit before all others, and not surely behind them.
          at_start[r] = at_start[r] | (maybe & (early == V(0.f)) & ~starts);
          doubt[r] = doubt[r] | (maybe & (ordered_gt(nudge(late, 33), by[r]) | ~surely));
          who[r] = pick(surely, slot, who[r]);
          lowest[r] = pick(starts & ordered_gt(lowest[r], number), number, lowest[r]);
          by[r] = pick(surely, late, by[r]);
        }
      }
    }
    u32 suspects = 0;
    for (int r = 0; r < registers; ++r) {
      const int j = g + r * lanes;
      by[r].store_unaligned(by_ + j), who[r].store_unaligned(who_ + j), lowest[r].store_unaligned(lowest_ + j);
      suspects |= bits(perhaps[r]) << (r * lanes);
      in_doubt_ |= bits(doubt[r]) << j, at_start_ |= bits(at_start[r]) << j;
    }
    return suspects;
  }

  // ---- movers that are settled ----
  // Answers for those of the movers about whom enough was seen, and says who they are. The others have to be asked
  // about one by one.
  FORCED u32 settle(u32 movers) {
    u32 begun = 0, clear = 0;
    for (int j = 0; j < (int)herd; j += lanes) {
      const V nothing(word_as_float(nobody));
      begun |= bits(ordered_gt(nothing, V::load_unaligned(lowest_ + j))) << j;
      clear |= bits(ordered_gt(nothing, V::load_unaligned(who_ + j))) << j;
    }
    clear &= movers & ~begun & ~in_doubt_, begun &= movers & ~at_start_;
    for (u32 left = begun; left; left &= left - 1) {
      const int j = __builtin_ctz(left);
      const u32 item = float_as_word(lowest_[j]);
      if (rules_.details) {
        u32 t = 0;
        while (float_as_word(list(2 * D)[t]) != item) ++t;
        add_pair(j, t);
      } else
        put(j, item, 0, started);
    }
    if (clear == 0) return begun;
    if (rules_.details) {  // times come with the normals
      for (u32 left = clear; left; left &= left - 1) {
        const int j = __builtin_ctz(left);
        add_pair(j, float_as_word(who_[j]));
      }
      return begun | clear;
    }
    for (u32 left = clear; left; left &= left - 1) {
      const int j = __builtin_ctz(left);
      const u32 t = float_as_word(who_[j]);
      for (int k = 0; k < D; ++k) {
        const bool back = mover_[2 * D + k][j] < 0;
        gap_[k][j] = back ? mover_[2 * k][j] - list(2 * k + 1)[t] : list(2 * k)[t] - mover_[2 * k + 1][j];
      }
    }
    u32 corners = 0, ahead = 0, soon = 0;  // what only touches at the start depends on the policy
    for (int j = 0; j < (int)herd; j += lanes) {
      V last(-far_away);
      u32 both = 0;
      for (int k = 0; k < D; ++k) {
        const V length = magnitude(at(2 * D + k, j));
        const auto moves = length != V(0.f);
        const V q = pick(moves, quotient(V::load_unaligned(gap_[k] + j), pick(moves, length, V(1.f))), V(-far_away));
        both = (both & ~bits(q > last)) | bits((q == last) & moves);
        last = pick(q > last, q, last);
      }
      last.store_unaligned(time_ + j);
      corners |= (both & lane_bits) << j;
      ahead |= bits(last > V(0.f)) << j, soon |= bits(last < V(rules_.until)) << j;
    }
    clear &= ahead;
    for (u32 left = rules_.until >= 1 ? clear : clear & soon; left; left &= left - 1) {
      const int j = __builtin_ctz(left);
      put(j, float_as_word(list(2 * D)[float_as_word(who_[j])]), time_[j],
          corners >> j & 1 ? (std::uint8_t)corner : (std::uint8_t)0);
    }
    return begun | clear;
  }
  FORCED void put(int j, index item, float time, std::uint8_t flags) {
    const records& to = rules_.answers;
    const index mover = float_as_word(mover_[3 * D][j]);
    if (to.index) to.index[mover] = item;
    if (to.time) to.time[mover] = time;
    if (to.flags) to.flags[mover] = flags;
  }

  // ---- one mover against the list ----
  __attribute__((noinline)) void pick_pairs(int j) {
    const u32 layers = float_as_word(mover_[3 * D + 1][j]) & rules_.layers;
    u32 by_bounds = wild_ >> j & 1 ? ~0u : 0;  // axes that are asked by the bounds of the motion alone
    const float* target_layers = list(2 * D + 1);
    V low[D], high[D], inverse[D];
    const float *near[D], *far[D];
    V near_edge[D], far_edge[D];
    for (int k = 0; k < D; ++k) {
      const bool back = inverse_[k][j] < 0;
      inverse[k] = V(inverse_[k][j]);
      near[k] = list(back ? 2 * k + 1 : 2 * k), far[k] = list(back ? 2 * k : 2 * k + 1);
      near_edge[k] = V(mover_[back ? 2 * k : 2 * k + 1][j]), far_edge[k] = V(mover_[back ? 2 * k + 1 : 2 * k][j]);
      low[k] = V(from_[k][j]), high[k] = V(to_[k][j]);
      if (mover_[2 * D + k][j] == 0) by_bounds |= 1u << k;
    }
    const V by(wild_ >> j & 1 ? latest_ : by_[j]);
    for (u32 t = 0; t < listed_; t += (u32)lanes) {
      auto hits = V(0.f) == V(0.f);
      V enter(0.f), leave = by;
      for (int k = 0; k < D; ++k) {
        if (by_bounds >> k & 1)
          hits = hits & (V::load_unaligned(list(2 * k) + t) <= high[k]) &
                 (V::load_unaligned(list(2 * k + 1) + t) >= low[k]);
        else {
          enter = ordered_max((V::load_unaligned(near[k] + t) - near_edge[k]) * inverse[k], enter);
          leave = ordered_min((V::load_unaligned(far[k] + t) - far_edge[k]) * inverse[k], leave);
        }
      }
      u32 m = bits(hits & (ordered_max(nudge(enter, -16), V(0.f)) <= leave));
      for (; m; m &= m - 1) {
        const u32 i = t + (u32)__builtin_ctz(m);
        if (i >= listed_ || (rules_.layered && !(layers & float_as_word(target_layers[i])))) continue;
        add_pair(j, i);
      }
    }
  }
  // Mover j and the item at t on the list.
  FORCED void add_pair(int j, u32 t) {
    if (__builtin_expect(pairs_ == pair_room, 0)) flush();
    first_[pairs_] = float_as_word(mover_[3 * D][j]), second_[pairs_] = float_as_word(list(2 * D)[t]);
    if (rules_.boxes) {
      for (int c = 0; c < 3 * D; ++c) column_[c][pairs_] = mover_[c][j];
      for (int c = 0; c < 2 * D; ++c) column_[3 * D + c][pairs_] = list(c)[t];
    }
    ++pairs_;
  }
  void flush() {
    if (pairs_) sink_.take(sink_.owner, first_, second_, pairs_, rules_.boxes ? column_[0] : nullptr);
    pairs_ = 0;
  }

  static constexpr u32 lane_bits = lanes < 32 ? (1u << lanes) - 1 : ~0u;
  static constexpr u32 group_bits = group < 32 ? (1u << group) - 1 : ~0u;

  const pyramid& targets_;
  const first_rules rules_;
  const candidate_space space_;
  const pair_sink sink_;
  float latest_;
  u32 listed_ = 0, wild_ = 0, resting_ = 0, in_doubt_ = 0, at_start_ = 0, pairs_ = 0;
  extent<D> bounds_;
  alignas(64) float mover_[3 * D + 2][herd], inverse_[D][herd], from_[D][herd], to_[D][herd], by_[herd], who_[herd],
      lowest_[herd], gap_[D][herd], time_[herd];
  index first_[pair_room], second_[pair_room];
  alignas(64) float column_[pair_columns_of(D)][pair_room];
};

template <class V, int D>
void first(const float* rows, u32 movers, const pyramid& targets, const first_rules& rules,
           const candidate_space& space, const pair_sink& sink) {
  first_hits<V, D>(targets, rules, space, sink).run(rows, movers);
}

}  // namespace
}  // namespace hitscan::detail::broad
