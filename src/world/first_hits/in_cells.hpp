// First hits of movers that come by in great numbers, unsorted: each is looked for on a chart.
//
//    marks                      lists        1. In which cell is the middle of the bounds of its motion? Where most
//    whether . . # # . .        .   |  a  |     cells are free, most movers find theirs unmarked, and are done; the
//    looking . . # # . .        ----+-----+--   others are kept together until they fill registers.
//    pays    . o-># # .         b   | o b |  2. They are taken a register at a time, each lane against the list of
//                                               its own cell. From there on all is as it is in a packet (packets.hpp).
//
// Lists are ascending: the first target that a mover starts in is the one of the lowest number.
#pragma once

#include "packets.hpp"
#include "place_in_cells.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V> class charted_hits : movers_of<V, 2> {
  using base = movers_of<V, 2>;
  using base::at, base::column_, base::lane_bits, base::lanes, base::list, base::listed_, base::nobody, base::rules_;
  typedef u32 words __attribute__((vector_size(4 * V::size)));

 public:
  charted_hits(const chart_request& r, const first_rules& rules, const pair_sink& sink)
      : base(rules, {own_list_, list_room}, sink), r_(r) {
    for (int j = 0; j < 2 * width; ++j) kept_[7][j] = 0;
    column_[7] = kept_[7];
  }

  u32 run() {
    r_.map.crowded ? all() : the_close();
    this->flush();
    return left_;
  }

 private:
  static constexpr u32 list_room = long_list + 1 + width;
  enum { number = 6, start = 8, length = 9 };

  // ---- who is looked for, and where ----
  struct spots {
    alignas(64) float start[width], length[width];  // of the list: a number of a row, and a whole number
    u32 marked, there;
  };
  // Of 16 movers. Those that reach too far are handed out.
  FORCED void find(const stage<2>& items, std::size_t i, spots& to) {
    const chart& map = r_.map;
    u32 beyond = 0;
    to.marked = 0;
    for (int j = 0; j < width; j += lanes) {
      V place[2];
      auto near = V(0.f) == V(0.f);
      for (int k = 0; k < 2; ++k) {
        const V lo = V::load_unaligned(items.at[2 * k] + j), hi = V::load_unaligned(items.at[2 * k + 1] + j);
        const V d = V::load_unaligned(items.at[4 + k] + j);
        const V low = (lo + pick(d < V(0.f), d, V(0.f))) * V(0.5f), high = (hi + pick(d > V(0.f), d, V(0.f))) * V(0.5f);
        near = near & (high - low <= V(map.reach[k]));
        place[k] = place_on(map, k, low + high);
      }
      if (!map.crowded) to.marked |= marked_at(map, place) << j;
      const auto list = list_at(map, place);
      list.start.store_unaligned(to.start + j), list.length.store_unaligned(to.length + j);
      beyond |= (~bits(near) & lane_bits) << j;
    }
    beyond &= items.ok, to.there = items.ok & ~beyond;
    if (__builtin_expect(to.there != 0xffff, 0))
      for (int j = 0; j < width; ++j) to.length[j] = to.there >> j & 1 ? to.length[j] : 0;
    for (; beyond; beyond &= beyond - 1) {
      const int j = __builtin_ctz(beyond);
      for (int c = 0; c < 6; ++c) r_.out[c][left_] = items.at[c][j];
      r_.out[6][left_++] = word_as_float((u32)i + (u32)j);
    }
  }

  // Where they stand.
  void all() {
    stage<2> items;
    spots at;
    alignas(64) float numbers[width];
    const std::size_t n = r_.movers.count;
    column_[number] = numbers;
    for (i_ = 0; i_ < n; i_ += width) {
      stage_items<V, 2>(r_.movers, r_.by, i_, n - i_, 8 * width, items);
      find(items, i_, at);
      if (!rules_.details) no_hits(n - i_);
      if (at.there == 0) continue;
      for (int c = 0; c < 6; ++c) column_[c] = items.at[c];
      number_all(i_, numbers);
      judge<true>(at.start, at.length, at.there);
    }
  }
  FORCED static void store_words(V words, u32* to) { __builtin_memcpy(to, &words, sizeof words); }
  // Written here, where it soon will be written again.
  FORCED void no_hits(std::size_t left) {
    const records& to = rules_.answers;
    const std::size_t n = left < width ? left : width;
    if (to.flags)
      for (std::size_t j = 0; j < n; ++j) to.flags[i_ + j] = 0;
    if (n < width) {
      for (std::size_t j = 0; j < n; ++j) {
        if (to.index) to.index[i_ + j] = none;
        if (to.time) to.time[i_ + j] = 1;
      }
      return;
    }
    for (int j = 0; j < width; j += lanes) {
      if (to.index) store_words(V(word_as_float(none)), to.index + i_ + j);
      if (to.time) V(1.f).store_unaligned(to.time + i_ + j);
    }
  }
  FORCED static void number_all(std::size_t first, float* to) {
    for (int j = 0; j < width; j += lanes) {
      const auto some = numbers_from<lanes>((u32)first + (u32)j, std::make_integer_sequence<u32, lanes>{});
      __builtin_memcpy(to + j, &some, sizeof some);
    }
  }

  // Those near something, kept together.
  void the_close() {
    stage<2> items;
    spots at;
    u32 kept = 0;
    for (int c = 0; c < 7; ++c) column_[c] = kept_[c];
    const std::size_t n = r_.movers.count;
    for (std::size_t i = 0; i < n; i += width) {
      stage_items<V, 2>(r_.movers, r_.by, i, n - i, 8 * width, items);
      find(items, i, at);
      const u32 close = at.marked & at.there;
      if (close == 0) continue;
      for (int c = 0; c < 6; ++c) put_lanes(items.at[c], close, kept_[c] + kept);
      alignas(64) float numbers[width];
      number_all(i, numbers);
      put_lanes(numbers, close, kept_[number] + kept);
      put_lanes(at.start, close, kept_[start] + kept), put_lanes(at.length, close, kept_[length] + kept);
      kept += (u32)__builtin_popcount(close);
      if (kept < width) continue;
      judge_kept(width);
      kept -= width;
      for (float* column : kept_)
        for (int j = 0; j < width; j += lanes) V::load_unaligned(column + width + j).store_unaligned(column + j);
    }
    if (kept == 0) return;
    for (float* column : kept_)
      for (u32 j = kept; j < width; ++j) column[j] = 0;
    judge_kept(kept);
  }
  FORCED void judge_kept(u32 n) { judge<false>(kept_[start], kept_[length], n < width ? (1u << n) - 1 : 0xffffu); }

  // ---- what they hit ----
  template <bool InPlace> FORCED void judge(const float* starts, const float* lengths, u32 there) {
    for (int j = 0; j < width; j += lanes, there >>= lanes)
      if (there & lane_bits) judge_lanes<InPlace>(j, starts + j, lengths + j, there & lane_bits);
  }
  template <bool InPlace> FORCED void judge_lanes(int j, const float* starts, const float* lengths, u32 there) {
    alignas(64) u32 first[lanes];
    __builtin_memcpy(first, starts, sizeof first);
    V listed = V::load_unaligned(lengths);
    const auto too_long = listed == V((float)long_list);
    if (const u32 long_ones = bits(too_long) & there; __builtin_expect(long_ones != 0, 0))
      there &= ~long_ones, hand_out(j, long_ones), listed = pick(too_long, V(0.f), listed);

    const bool whole = i_ + width <= r_.movers.count;
    typename base::watch seen;
    const auto ways = this->prepare(j, seen.inverse);
    seen.rests = (ways.resting & there) != 0;
    this->begin(seen, j);
    const V latest(this->latest_);
    for (u32 round = 0;; ++round) {
      const auto has = listed > V((float)round);
      // Until it is known what they start in: nothing further down the list comes before that.
      if ((bits(has) & ~bits(ordered_gt(V(word_as_float(nobody)), seen.lowest)) & there) == 0) break;
      V edge[4];
      to_four_columns(r_.map.row + 4 * round, first, edge);
      const V near[2] = {edge[0], edge[2]}, far[2] = {edge[1], edge[3]}, slot(word_as_float(round));
      this->hold(seen, j, latest, near, far, slot, slot, has);
    }
    const auto known = this->conclude(seen, latest);
    u32 suspects = (bits(known.begun | known.later) | ways.wild) & there;
    if (suspects == 0) return;
    if (!rules_.details) {
      V gap[2];
      for (int k = 0; k < 2; ++k) gap[k] = pick(seen.inverse[k] < V(0.f), V(0.f) - seen.gap[k], seen.gap[k]);
      const auto met = this->time_of(j, gap);
      const V item = number_of(pick(known.begun, seen.lowest, seen.who), starts);
      const V time = pick(known.begun, V(0.f), met.time);
      const auto told = known.sure | (known.clear & met.ahead);
      const auto hit = told & (known.begun | (met.time < V(rules_.until)) | (V(rules_.until) >= V(1.f)));
      const u32 answered = bits(told) & suspects & ~ways.wild;
      suspects &= ~answered;
      if (InPlace && __builtin_expect((ways.wild & there) == 0 && whole, 1)) {
        const std::size_t i = i_ + (std::size_t)j;
        if (rules_.answers.index) store_words(pick(hit, item, V(word_as_float(none))), rules_.answers.index + i);
        if (rules_.answers.time) pick(hit, time, V(1.f)).store_unaligned(rules_.answers.time + i);
        if (rules_.answers.flags) put_flags(i, bits(hit) & there, bits(known.begun), bits(met.corner));
      } else {
        alignas(64) float items[lanes], times[lanes];
        item.store_unaligned(items), time.store_unaligned(times);
        const u32 begun = bits(known.begun), corners = bits(met.corner);
        for (u32 hits = bits(hit) & answered; hits; hits &= hits - 1) {
          const int l = __builtin_ctz(hits);
          this->put(float_as_word(column_[number][j + l]), items[l], times[l],
                    flags_of(begun >> l & 1, corners >> l & 1));
        }
      }
    }
    if (__builtin_expect(suspects != 0, 0)) ask(j, suspects, ways.wild, seen, known.by, first, lengths);
  }

  FORCED V number_of(V slot, const float* starts) const {
    words row, from;
    __builtin_memcpy(&row, &slot, sizeof row), __builtin_memcpy(&from, starts, sizeof from);
    row += from;
    __builtin_memcpy(&slot, &row, sizeof row);
    return words_at(r_.map.number, slot);
  }
  static std::uint8_t flags_of(u32 begun, u32 on_corner) {
    return begun ? (std::uint8_t)started : on_corner ? (std::uint8_t)corner : (std::uint8_t)0;
  }
  __attribute__((noinline)) void put_flags(std::size_t i, u32 hits, u32 begun, u32 corners) {
    for (; hits; hits &= hits - 1) {
      const int l = __builtin_ctz(hits);
      rules_.answers.flags[i + (std::size_t)l] = flags_of(begun >> l & 1, corners >> l & 1);
    }
  }
  __attribute__((noinline)) void hand_out(int j, u32 which) {
    for (; which; which &= which - 1, ++left_)
      for (int c = 0; c < 7; ++c) r_.out[c][left_] = column_[c][j + __builtin_ctz(which)];
  }
  __attribute__((noinline)) void ask(int j, u32 suspects, u32 wild, const typename base::watch& seen, const V& by,
                                     const u32* first, const float* lengths) {
    alignas(64) float when[lanes], inverse[2][lanes];
    by.store_unaligned(when);
    for (int k = 0; k < 2; ++k) seen.inverse[k].store_unaligned(inverse[k]);
    for (; suspects; suspects &= suspects - 1) {
      const int l = __builtin_ctz(suspects);
      listed_ = (u32)lengths[l];
      for (u32 t = 0; t < listed_; ++t) {
        for (int c = 0; c < 4; ++c) list(c)[t] = r_.map.row[(std::size_t)(first[l] + t) * 4 + (std::size_t)c];
        list(4)[t] = word_as_float(r_.map.number[first[l] + t]);
      }
      this->fill_up();
      this->pick_pairs(j + l, {(wild >> l & 1) != 0, {inverse[0][l], inverse[1][l]}, when[l]});
    }
  }

  const chart_request& r_;
  std::size_t i_ = 0;
  u32 left_ = 0;
  alignas(64) float kept_[10][2 * width], own_list_[6 * list_room];
};

template <class V> u32 spot(const chart_request& r, const first_rules& rules, const pair_sink& sink) {
  return charted_hits<V>(r, rules, sink).run();
}

}  // namespace
}  // namespace hitscan::detail::broad
