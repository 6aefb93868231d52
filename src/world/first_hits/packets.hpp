// Many movers against many targets: the pairs among which each mover's first hit is.
//
//    32 movers that are neighbours                1. The bounds of all their motions go down the targets' BVH:
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
// d, t1 first if d > 0 (sweep_boxes has the picture). A reciprocal makes that good to a few roundings, 16 units of room
// are given. On an axis at rest the gaps' signs are all that matters. Movers whose steps are too long or too short for
// a reciprocal are `wild`: all that meets the bounds of their motion is a perhaps.
#pragma once

#include <hitscan/results.hpp>
#include <type_traits>

#include "../bvh/join.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr u32 packet = 2 * width;  // movers at a time

// What packets and lone movers have in common: a register of movers against its targets, and one mover against a list.
// Movers are columns: corners, step, number, layers.
template <class V, int D> class movers_of {
 protected:
  static constexpr int lanes = (int)V::size, columns = 3 * D + 2;
  static constexpr u32 lane_bits = lanes < 32 ? (1u << lanes) - 1 : ~0u;
  static constexpr u32 nobody = 0x7f800000u;  // more than any number or time: as signed integers and as floats
  using flags_of_lanes = decltype(V(0.f) < V(0.f));

  movers_of(const first_rules& rules, const candidate_memory& memory, const pair_sink& sink)
      : rules_(rules), memory_(memory), sink_(sink) {
    latest_ = rules.until < 1 ? nudged(rules.until) : 1;
  }

  static float nudged(float x) { return x > 0 ? word_as_float(float_as_word(x) + 16) : 0; }
  // The end of a motion, a little further out than it may have been rounded. Keeps order.
  static float wider(float end, float outward) {
    return end + outward * ((end < 0 ? -end : end) * 0x1p-22f + 0x1p-140f);
  }

  const float* column(int c) const { return column_[c]; }
  FORCED V at(int c, int j) const { return V::load_unaligned(column(c) + j); }

  // ---- a register of movers ----
  // Who moves in a way that slabs tell nothing about, and who rests on some axis?
  struct ways {
    u32 wild, resting;
  };
  FORCED ways prepare(int j, V (&inverse)[D]) const {
    ways w{0, 0};
    for (int k = 0; k < D; ++k) {
      const V lo = at(2 * k, j), hi = at(2 * k + 1, j), d = at(2 * D + k, j), length = magnitude(d);
      const auto still = length == V(0.f);
      const auto tame = (length > V(0x1p-63f)) & (length < V(0x1p63f));
      // Where floats end, items are cut off at the largest: their edges say nothing about when.
      const auto at_the_end = (magnitude(lo) >= V(0x1p126f)) | (magnitude(hi) >= V(0x1p126f));
      w.wild |= (~bits(still | tame) | bits(at_the_end)) & lane_bits;
      w.resting |= bits(still);
      inverse[k] = pick(tame, about_inverse(pick(tame, d, V(1.f))), V(1.f));
    }
    return w;
  }

  // What was seen so far. lowest: the target of the lowest number in which they start.
  //
  // first and second: when are the two earliest met of those that a mover perhaps hits and does not start in? They are
  // told apart if 33 units lie between them: 16 for each, and one. As signed integers all of it compares.
  struct watch {
    V low[D], high[D], inverse[D];
    V first, second, who, leaves, lowest;
    V gap[D];  // where targets differ: to the edge of `who` that is met, against or along the axis
    bool rests;
  };
  FORCED void begin(watch& w, int j) const {
    w.first = w.second = w.lowest = V(word_as_float(nobody)), w.who = w.leaves = V(0.f);
    for (int k = 0; k < D; ++k) w.low[k] = at(2 * k, j), w.high[k] = at(2 * k + 1, j), w.gap[k] = V(0.f);
  }
  // Against the box from near to far: one for all, or one each of those that `has`.
  struct all_have {};
  template <class Has>
  FORCED void hold(watch& w, int j, V latest, const V (&near)[D], const V (&far)[D], V number, V slot, Has has) const {
    const V nothing(word_as_float(nobody));
    V last(0.f), leave = latest;
    auto touches = V(0.f) == V(0.f), meets = touches;
    V gap[D];
    for (int k = 0; k < D; ++k) {
      const V below = near[k] - w.high[k], above = far[k] - w.low[k];
      V t1 = below * w.inverse[k], t2 = above * w.inverse[k];
      gap[k] = pick(w.inverse[k] < V(0.f), above, below);
      if (__builtin_expect(w.rests, 0)) {
        const auto moves = at(2 * D + k, j) != V(0.f);
        t1 = pick(moves, t1, V(-1.f)), t2 = pick(moves, t2, V(far_away));
        touches = touches & (moves | ((below <= V(0.f)) & (above >= V(0.f))));
        meets = meets & (moves | ((below < V(0.f)) & (above > V(0.f))));
      }
      const V in = least(t1, t2);  // whichever way it goes
      last = k == 0 ? in : greatest(last, in);
      leave = ordered_min(greatest(t1, t2), leave);
    }
    const V enter = ordered_max(last, V(0.f)), early = ordered_max(nudge(enter, -16), V(0.f));
    auto maybe = early <= leave, starts = (last < V(0.f)) & (leave > V(0.f));
    if constexpr (!std::is_same_v<Has, all_have>) maybe = maybe & has, starts = starts & has;
    if (__builtin_expect(w.rests, 0)) {
      maybe = maybe & touches, starts = starts & meets;
      leave = pick(meets, leave, V(0.f));  // nothing that it touches is surely hit
    }
    w.lowest = pick(starts & ordered_gt(w.lowest, number), number, w.lowest);  // numbers are no floats
    const V when = pick(maybe & ~starts, enter, nothing);
    w.second = ordered_min(w.second, ordered_max(w.first, when));
    const auto sooner = ordered_gt(w.first, when);
    w.who = pick(sooner, slot, w.who), w.leaves = pick(sooner, leave, w.leaves);
    if constexpr (!std::is_same_v<Has, all_have>)
      for (int k = 0; k < D; ++k) w.gap[k] = pick(sooner, gap[k], w.gap[k]);
    w.first = ordered_min(w.first, when);
  }
  // All targets were seen: what is known.
  struct verdict {
    flags_of_lanes begun, later;  // they start in one, and they perhaps meet one later
    flags_of_lanes sure, clear;   // of those: it counts from the start, and who is met first
    V by;                         // by then something is hit for sure
  };
  FORCED verdict conclude(const watch& w, V latest) const {
    const V nothing(word_as_float(nobody));
    const auto begun = ordered_gt(nothing, w.lowest), later = ordered_gt(nothing, w.first);
    const V late = nudge(pick(later, w.first, V(0.f)), 16);
    const auto surely = later & ordered_gt(w.leaves, late);
    const auto known = surely & ordered_gt(w.second, nudge(late, 17));
    return {begun, later, begun & ordered_gt(w.first, V(word_as_float(16))), known & ~begun,
            rules_.prune ? pick(begun, V(word_as_float(16)), pick(surely, late, latest)) : latest};
  }

  // When edges are met that are so far away, as the exact test has it, and of whom that is to be believed.
  struct meeting_time {
    V time;
    flags_of_lanes corner, ahead;  // what only touches at the start depends on the policy
  };
  FORCED meeting_time time_of(int j, const V (&gap)[D]) const {
    V last(-far_away);
    auto both = V(0.f) != V(0.f);
    for (int k = 0; k < D; ++k) {
      const V length = magnitude(at(2 * D + k, j));
      const auto moves = length != V(0.f);
      const V q = pick(moves, quotient(gap[k], pick(moves, length, V(1.f))), V(-far_away));
      both = (both & ~(q > last)) | ((q == last) & moves);
      last = pick(q > last, q, last);
    }
    return {last, both, last > V(0.f)};
  }
  FORCED void put(index mover, float number, float time, std::uint8_t flags) {
    const records& to = rules_.answers;
    if (to.index) to.index[mover] = float_as_word(number);
    if (to.time) to.time[mover] = time;
    if (to.flags) to.flags[mover] = flags;
  }

  // ---- one mover against the list ----
  float* list(int column) const { return memory_.words + (std::size_t)column * memory_.room; }
  // Empty lanes behind the last, so that whole registers can be read.
  FORCED void fill_up() {
    for (int k = 0; k < D; ++k)
      for (u32 j = 0; j < width; ++j) list(2 * k)[listed_ + j] = far_away, list(2 * k + 1)[listed_ + j] = -far_away;
  }

  // What is known of mover j.
  struct suspect {
    bool wild;
    float inverse[D], by;
  };
  __attribute__((noinline)) void pick_pairs(int j, const suspect& s) {
    const u32 layers = float_as_word(column(3 * D + 1)[j]) & rules_.layers;
    u32 by_bounds = s.wild ? ~0u : 0;  // axes that are asked by the bounds of the motion alone
    const float* target_layers = list(2 * D + 1);
    V low[D], high[D], inverse[D];
    const float *near[D], *far[D];
    V near_edge[D], far_edge[D];
    for (int k = 0; k < D; ++k) {
      const bool back = s.inverse[k] < 0;
      inverse[k] = V(s.inverse[k]);
      near[k] = list(back ? 2 * k + 1 : 2 * k), far[k] = list(back ? 2 * k : 2 * k + 1);
      near_edge[k] = V(column(back ? 2 * k : 2 * k + 1)[j]), far_edge[k] = V(column(back ? 2 * k + 1 : 2 * k)[j]);
      const float d = column(2 * D + k)[j];
      low[k] = V(wider(column(2 * k)[j] + (d < 0 ? d : 0), -1));
      high[k] = V(wider(column(2 * k + 1)[j] + (d > 0 ? d : 0), 1));
      if (column(2 * D + k)[j] == 0) by_bounds |= 1u << k;
    }
    const V by(s.wild ? latest_ : s.by);
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
    first_[pairs_] = float_as_word(column(3 * D)[j]), second_[pairs_] = float_as_word(list(2 * D)[t]);
    if (rules_.boxes) {
      for (int c = 0; c < 3 * D; ++c) pair_[c][pairs_] = column(c)[j];
      for (int c = 0; c < 2 * D; ++c) pair_[3 * D + c][pairs_] = list(c)[t];
    }
    ++pairs_;
  }
  void flush() {
    if (pairs_) sink_.take(sink_.owner, first_, second_, pairs_, rules_.boxes ? pair_[0] : nullptr);
    pairs_ = 0;
  }

  const first_rules rules_;
  const candidate_memory memory_;
  const pair_sink sink_;
  const float* column_[columns];
  float latest_;
  u32 listed_ = 0;

 private:
  u32 pairs_ = 0;
  index first_[pair_room], second_[pair_room];
  alignas(64) float pair_[pair_columns_of(D)][pair_room];
};

// Packets of sorted movers: one list for each packet.
template <class V, int D> class first_hits : movers_of<V, D> {
  using base = movers_of<V, D>;
  using base::at, base::lane_bits, base::lanes, base::list, base::listed_, base::nobody, base::rules_, base::wider;

 public:
  first_hits(const bvh& targets, const first_rules& rules, const candidate_memory& memory, const pair_sink& sink)
      : base(rules, memory, sink), targets_(targets) {
    for (int c = 0; c < base::columns; ++c) this->column_[c] = mover_[c];
  }

  void run(const float* rows, u32 movers) {
    if (targets_.levels == 0) return;
    for (u32 i = 0; i < movers; i += packet) {
      const u32 here = movers - i < packet ? movers - i : packet;
      const float* const row = rows + (std::size_t)i * row_words(D);
      for (u32 w = 0; w < packet * row_words(D); w += 16) __builtin_prefetch(row + packet * row_words(D) + w);
      load(row, here);
      collect();
      if (listed_ == 0) continue;
      wild_ = resting_ = begun_ = clear_ = 0;
      for (int j = 0; j < (int)packet; j += lanes) {
        V inverse[D];
        const auto [wild, resting] = this->prepare(j, inverse);
        wild_ |= wild << j, resting_ |= resting << j;
        for (int k = 0; k < D; ++k) inverse[k].store_unaligned(inverse_[k] + j);
      }
      const u32 there = here < 32 ? (1u << here) - 1 : ~0u;
      wild_ &= there, resting_ &= there;
      u32 suspects = wild_;
      for (int g = 0; g < (int)packet; g += group) suspects |= sift(g) << g;
      suspects &= there;
      if (rules_.settle) suspects &= ~settle(suspects & ~wild_);
      if (suspects) this->fill_up();
      for (; suspects; suspects &= suspects - 1) {
        const int j = __builtin_ctz(suspects);
        typename base::suspect s{(wild_ >> j & 1) != 0, {}, by_[j]};
        for (int k = 0; k < D; ++k) s.inverse[k] = inverse_[k][j];
        this->pick_pairs(j, s);
      }
    }
    this->flush();
  }

 private:
  static constexpr int group = lanes < 8 ? lanes : lanes > 8 ? 2 * lanes : 8, registers = group / lanes;

  // Where they are and where their motions reach.
  FORCED void load(const float* rows, u32 n) {
    for (u32 h = 0; h < packet; h += width)
      to_columns<V, D, true, packet>(rows + (std::size_t)h * row_words(D), n > h ? n - h : 0, mover_[0] + h);
    for (int k = 0; k < D; ++k) {
      V least(far_away), greatest(-far_away);
      for (int j = 0; j < (int)packet; j += lanes) {
        const V d = at(2 * D + k, j);
        const V from = at(2 * k, j) + pick(d < V(0.f), d, V(0.f)), to = at(2 * k + 1, j) + pick(d > V(0.f), d, V(0.f));
        least = pick(from < least, from, least), greatest = pick(to > greatest, to, greatest);
      }
      alignas(64) float a[width], b[width];
      least.store_unaligned(a), greatest.store_unaligned(b);
      const float from = wider(least_of<lanes>(a), -1), to = wider(greatest_of<lanes>(b), 1);
      bounds_.low[k] = from > -most ? from : -most, bounds_.high[k] = to < most ? to : most;
    }
  }

  // ---- the list ----
  // Level by level, without branches on what meets: nobody can tell.
  FORCED void collect() {
    u32 *here = (u32*)list(2 * D + 2), *below = here + this->memory_.room / 2, n = 1;
    here[0] = 0;
    for (int level = targets_.levels; level > 0; --level) {
      u32 found = 0;
      for (u32 q = 0; q < n; ++q) {
        const float* const node = targets_.node[level - 1] + (std::size_t)here[q] * node_words(D);
        const u32 m = meeting<V, D, true>(node, bounds_);
        put_numbers(here[q] * width, m, below + found);
        found += (u32)__builtin_popcount(m);
      }
      u32* const above = here;
      here = below, below = above, n = found;
    }
    listed_ = 0;
    const int columns = 2 * D + (rules_.layered ? 2 : 1);
    for (u32 q = 0; q < n; ++q) {
      const float* const block = targets_.leaf + (std::size_t)here[q] * block_words(D);
      const u32 m = meeting<V, D, true>(block, bounds_);
      for (int c = 0; c < columns; ++c) put_lanes(block + c * width, m, list(c) + listed_);
      listed_ += (u32)__builtin_popcount(m);
    }
  }
  // All targets on the list against the movers g..g + group - 1. Who of them perhaps hits something?
  FORCED u32 sift(int g) {
    const V latest(this->latest_);
    typename base::watch w[registers];
    const bool rests = (resting_ >> g & group_bits) != 0;
    for (int r = 0; r < registers; ++r) {
      this->begin(w[r], g + r * lanes), w[r].rests = rests;
      for (int k = 0; k < D; ++k) w[r].inverse[k] = V::load_unaligned(inverse_[k] + g + r * lanes);
    }
    const float* edge[2 * D];
    for (int c = 0; c < 2 * D; ++c) edge[c] = list(c);
    const float* const numbers = list(2 * D);
    for (u32 t = 0; t < listed_; ++t) {
      V near[D], far[D];
      for (int k = 0; k < D; ++k) near[k] = V(edge[2 * k][t]), far[k] = V(edge[2 * k + 1][t]);
      const V number(numbers[t]), slot(word_as_float(t));
      for (int r = 0; r < registers; ++r)
        this->hold(w[r], g + r * lanes, latest, near, far, number, slot, typename base::all_have{});
    }
    u32 suspects = 0;
    for (int r = 0; r < registers; ++r) {
      const int j = g + r * lanes;
      const auto seen = this->conclude(w[r], latest);
      seen.by.store_unaligned(by_ + j);
      w[r].who.store_unaligned(who_ + j), w[r].lowest.store_unaligned(lowest_ + j);
      begun_ |= bits(seen.sure) << j, clear_ |= bits(seen.clear) << j;
      suspects |= bits(seen.begun | seen.later) << (r * lanes);
    }
    return suspects;
  }

  // Answers for those of the movers about whom enough was seen, and says who they are. The others have to be asked
  // about one by one.
  FORCED u32 settle(u32 movers) {
    const u32 begun = begun_ & movers;
    u32 clear = clear_ & movers;
    if (rules_.details) {  // times come with the normals
      for (u32 left = begun | clear; left; left &= left - 1) {
        const int j = __builtin_ctz(left);
        u32 t = float_as_word(who_[j]);
        if (begun >> j & 1)
          for (t = 0; float_as_word(list(2 * D)[t]) != float_as_word(lowest_[j]);) ++t;
        this->add_pair(j, t);
      }
      return begun | clear;
    }
    u32 corners = 0, ahead = 0, soon = 0;
    for (int j = 0; j < (int)packet; j += lanes) {
      const V who = V::load_unaligned(who_ + j), lowest = V::load_unaligned(lowest_ + j);
      V gap[D];
      for (int k = 0; k < D; ++k)
        gap[k] = pick(at(2 * D + k, j) < V(0.f), at(2 * k, j) - look_up(list(2 * k + 1), listed_, who),
                      look_up(list(2 * k), listed_, who) - at(2 * k + 1, j));
      const auto met = this->time_of(j, gap);
      const auto start = ordered_gt(V(word_as_float(nobody)), lowest);
      pick(start, V(0.f), met.time).store_unaligned(time_ + j);
      pick(start, lowest, look_up(list(2 * D), listed_, who)).store_unaligned(item_ + j);
      corners |= (bits(met.corner) & lane_bits) << j;
      ahead |= bits(met.ahead) << j, soon |= bits(met.time < V(rules_.until)) << j;
    }
    clear &= ahead;
    for (u32 left = begun | (rules_.until >= 1 ? clear : clear & soon); left; left &= left - 1) {
      const int j = __builtin_ctz(left);
      this->put(float_as_word(mover_[3 * D][j]), item_[j], time_[j],
                begun >> j & 1     ? (std::uint8_t)started
                : corners >> j & 1 ? (std::uint8_t)corner
                                   : (std::uint8_t)0);
    }
    return begun | clear;
  }

  static constexpr u32 group_bits = group < 32 ? (1u << group) - 1 : ~0u;

  const bvh& targets_;
  extent<D> bounds_;
  u32 wild_ = 0, resting_ = 0, begun_ = 0, clear_ = 0;
  alignas(64) float mover_[base::columns][packet], inverse_[D][packet], by_[packet], who_[packet], lowest_[packet],
      time_[packet], item_[packet];
};

template <class V, int D>
void first(const float* rows, u32 movers, const bvh& targets, const first_rules& rules, const candidate_memory& memory,
           const pair_sink& sink) {
  first_hits<V, D>(targets, rules, memory, sink).run(rows, movers);
}

}  // namespace
}  // namespace hitscan::detail::broad
