// What movers hit first of some candidates: registers of neighbours, held against one candidate after the other.
//
//   x  |---------------|       An axis' edges are reached after t1 = (b.min - a.max) / d and t2 = (b.max - a.min) / d,
//   y      |-------|           whichever comes first. Inside on all axes from E0, the last entry, to X, the first
//          E0      X           exit or the time of what is hit so far. E = max(E0, 0): it is hit if E < X.
//
// A reciprocal makes these times good to 7 units in the last place: one each of the gap and of the product, 5.25 of the
// reciprocal with one step of Newton's. As signed integers two such times that are more than 16 units apart are in the
// order of the exact ones, and their rounded quotients are, too. Whoever saw two that are nearer is in doubt. That is
// noted at each step and asked about once, at the end; those in doubt are held against the list one by one, and what
// they perhaps hit no later than they surely hit something goes out as pairs, to the exact test.
//
// Signs need no margin: a gap is negative exactly if its rounded value is, as long as no product vanishes, which is
// seen to by keeping out what is tiny or huge (`wild` movers: they are in doubt about everything). So a negative E0
// means in overlap from the start. Candidates come in ascending order: nothing comes before the first of these, and
// with open boxes no doubt about an earlier one matters (it is hit later, or not at all).
//
// On an axis at rest the reciprocal is 2^127 and the gaps' signs are all that is left of times: it is entered at 0 or
// before, and left later than 0, exactly if there is a hit. For open boxes the high edge is a unit further in to that
// end, for closed ones the low edge a unit further out.
#pragma once

#include <hitscan/results.hpp>

#include "../../lanes/slab.hpp"
#include "../bvh/join.hpp"

namespace hitscan::detail::broad {
namespace {

// The end of a motion, a little further out than it may have been rounded. Keeps order.
FORCED float wider(float end, float outward) { return end + outward * ((end < 0 ? -end : end) * 0x1p-22f + 0x1p-140f); }

constexpr float tiny = 0x1p-80f;  // less than that, and not zero, is no length to reckon with

// Candidates as columns, for finding those that meet some bounds, and as rows of edges, for being held against.
// 16 spare ones behind the last are at infinity: nobody hits them.
template <int D> struct candidates {
  float* edge[2 * D];
  u32 *number, *layers;
  float* row;
  u32 count = 0;

  static constexpr std::size_t words = 2 * D + 2 + item_row_words(D);  // of one
  FORCED void lay_out(float* at, u32 items) {
    const std::size_t room = item_column_room(items);
    for (int c = 0; c < 2 * D; ++c) edge[c] = at + (std::size_t)c * room;
    number = (u32*)at + 2 * D * room, layers = number + room, row = at + (2 * D + 2) * room;
  }
  FORCED void close() {
    for (int c = 0; c < 2 * D; ++c)
      for (int j = 0; j < width; ++j) edge[c][count + (u32)j] = far_away;
  }
  FORCED void make_rows() {
    for (u32 k = 0; k <= count; k += 4)
      for (int half = 0; half < D; half += 2) {
        quad x[4] = {load_quad(edge[2 * half] + k), load_quad(edge[2 * half + 1] + k), quad{}, quad{}};
        if (2 * half + 2 < 2 * D) x[2] = load_quad(edge[2 * half + 2] + k), x[3] = load_quad(edge[2 * half + 3] + k);
        transpose(x[0], x[1], x[2], x[3]);
        for (u32 j = 0; j < 4; ++j) store_quad(row + (std::size_t)(k + j) * item_row_words(D) + 2 * half, x[j]);
      }
  }
  // Of 16, who meets those bounds?
  template <class V> FORCED u32 meeting(u32 k, const extent<D>& e) const {
    u32 mask = 0;
    for (int j = 0; j < width; j += V::size) {
      const auto on = [&](int d) INLINED {
        return (V::load_unaligned(edge[2 * d] + k + j) < V(e.high[d])) &
               (V::load_unaligned(edge[2 * d + 1] + k + j) > V(e.low[d]));
      };
      auto m = on(0);
      for (int d = 1; d < D; ++d) m = m & on(d);
      mask |= bits(m) << j;
    }
    return mask;
  }
};

// Those of a list that meet some bounds: their places, found as far down as anybody asks.
template <class V, int D> struct picks {
  const candidates<D>& of;
  const extent<D> bounds;
  u32* const at;  // as many as there are candidates, and 16
  u32 count = 0, seen = 0;

  FORCED bool more(u32 wanted) {
    const u32 before = count, enough = wanted < none - before ? before + wanted : none;
    for (; seen < of.count && count < enough; seen += width) {
      u32 m = of.template meeting<V>(seen, bounds);
      if (of.count - seen < width) m &= (1u << (of.count - seen)) - 1;
      put_numbers(seen, m, at + count);
      count += bits_set(m);
    }
    return count > before;
  }
};

// The rows of movers: edges, step, number, layers. Of those of one size: middle, step, number, layers.
template <int D> struct mover_rows {
  const reach_of_all reach;
  const int steps;  // where the step is
  const u32 words;  // from one to the next

  FORCED explicit mover_rows(const reach_of_all& r)
      : reach(r), steps(r.present ? D : 2 * D), words((u32)(r.present ? 2 * D + 2 : row_words(D))) {}
  FORCED float low(const float* row, int k) const { return reach.present ? row[k] - reach.down[k] : row[2 * k]; }
  FORCED float high(const float* row, int k) const { return reach.present ? row[k] + reach.up[k] : row[2 * k + 1]; }
  FORCED u32 number(const float* row) const { return float_as_word(row[steps + D]); }
  FORCED u32 layers(const float* row) const { return float_as_word(row[steps + D + 1]); }
  FORCED void copy(float* to, const float* from, std::size_t n = 1) const {
    __builtin_memcpy(to, from, n * words * sizeof(float));
  }
  FORCED void put(float* row, const stage<D>& s, u32 lane, u32 number, u32 layers) const {
    for (int k = 0; k < D; ++k) {
      row[steps + k] = s.at[2 * D + k][lane];
      if (reach.present)
        row[k] = s.at[2 * k][lane];
      else
        row[2 * k] = s.at[2 * k][lane], row[2 * k + 1] = s.at[2 * k + 1][lane];
    }
    row[steps + D] = word_as_float(number), row[steps + D + 1] = word_as_float(layers);
  }
};

// What becomes of those who are not through.
struct slice {
  float from = 0, to = 1;  // of their motions, which is what they are held against the list for
  bool whole = true, last = true;
};

// What a judge knows of all movers, whatever the registers.
template <int D> class judge_state {
 public:
  // put_aside: rows of those who are held against something once more: from the front who is through with this slice,
  // from the back who is in doubt and has to be asked about the whole of its motion.
  judge_state(const first_rules& rules, const mover_rows<D>& of, bool odd_items, const pair_sink& sink,
              float* put_aside, u32 room)
      : rules_(rules), of_(of), sink_(sink), aside_(put_aside), room_(room), odd_(odd_items) {}

  slice part;
  candidates<D> doubted;  // columns alone: room for all items
  u32 later() const { return later_; }
  // Moves them there, and says how many they are.
  u32 take_later(float* rows) {
    const u32 n = later_;
    of_.copy(rows, aside_, n), later_ = 0;
    return n;
  }
  u32 take_whole(float* rows) {
    const u32 n = whole_;
    of_.copy(rows, aside_ + (std::size_t)(room_ - n) * of_.words, n), whole_ = 0;
    return n;
  }
  // They meet nothing in this part of their motions.
  void pass(const float* rows, u32 n) {
    if (part.last) return;
    of_.copy(aside_ + (std::size_t)later_ * of_.words, rows, n), later_ += n;
  }
  void flush() {
    if (pairs_) sink_.take(sink_.owner, first_, second_, pairs_, rules_.boxes ? pair_[0] : nullptr);
    pairs_ = 0;
  }

 protected:
  FORCED void add_pair(const float* row, const candidates<D>& of, u32 at) {
    if (__builtin_expect(pairs_ == pair_room, 0)) flush();
    first_[pairs_] = of_.number(row), second_[pairs_] = of.number[at];
    if (rules_.boxes) {
      for (int k = 0; k < D; ++k)
        pair_[2 * k][pairs_] = of_.low(row, k), pair_[2 * k + 1][pairs_] = of_.high(row, k),
                  pair_[2 * D + k][pairs_] = row[of_.steps + k];
      for (int c = 0; c < 2 * D; ++c) pair_[3 * D + c][pairs_] = of.edge[c][at];
    }
    ++pairs_;
  }

  const first_rules rules_;
  const mover_rows<D> of_;
  const pair_sink sink_;
  float* const aside_;
  const u32 room_;
  const bool odd_;
  bool listed_ = false;
  u32 later_ = 0, whole_ = 0, pairs_ = 0;
  index first_[pair_room], second_[pair_room];
  alignas(64) float pair_[pair_columns_of(D)][pair_room];
};

template <class V, int D> class judge : public judge_state<D> {
  static constexpr int lanes = (int)V::size, packs = 2;
  static constexpr u32 lane_bits = lanes < 32 ? (1u << lanes) - 1 : ~0u;
  using state = judge_state<D>;
  using state::rules_, state::of_, state::aside_, state::room_, state::odd_, state::listed_, state::later_,
      state::whole_, state::add_pair;

 public:
  using state::state, state::part, state::doubted;

  void against(const float* rows, u32 n, picks<V, D>& list) {
    listed_ = false;
    u32 k = 0;
    for (; k + lanes < n; k += packs * lanes) some<packs>(rows + (std::size_t)k * of_.words, n - k, list);
    if (k < n) some<1>(rows + (std::size_t)k * of_.words, n - k, list);
  }

 private:
  // ---- a register of movers ----
  struct pack {
    V low[D], high[D], step[D], inverse[D], layers;
    u32 wild = 0, there = 0;
  };
  struct held {
    // Since when what they hit first so far, and who that is on the list. By bounds alone: 2, less how many are perhaps
    // hit, and the last two of these as one number.
    V best, slot;
    near_misses<V> doubt;
  };
  static constexpr float slow = 0x1p-60f, fast = 0x1p40f, far = 0x1p60f, at_rest = 0x1p127f;
  static constexpr float two_slots = 4096;  // two numbers below that are one float

  // By name, no loop: an array that a loop goes over is kept in memory.
  template <class F> FORCED static void on_axes(F f) {
    f(std::integral_constant<int, 0>{}), f(std::integral_constant<int, 1>{});
    if constexpr (D == 3) f(std::integral_constant<int, 2>{});
  }
  // Words From..To - 1 of rows, as columns; To: a multiple of four.
  template <int Stride, int From, int To> FORCED static void columns_of(const float* rows, V* at) {
    if constexpr (lanes == 1)
      for (int w = From; w < To; ++w) at[w] = V(rows[w]);
    else
#pragma GCC unroll 3
      for (int w = From; w < To; w += 4) {
        quads<lanes> x[4];
        load_columns<lanes>(x, [&](int lane) INLINED { return rows + lane * Stride + w; });
#pragma GCC unroll 4
        for (int c = 0; c < 4; ++c) __builtin_memcpy(&at[w + c], &x[c], sizeof x[c]);
      }
  }
  FORCED void read(const float* rows, V (&low)[D], V (&high)[D], V (&step)[D], V& layers) const {
    if (of_.reach.present) {
      V at[8];
      columns_of<2 * D + 2, 0, D == 2 ? 4 : 8>(rows, at);
      if (D == 2 && __builtin_expect(rules_.layered, 0)) columns_of<2 * D + 2, 4, 8>(rows, at);
      on_axes([&](auto k) INLINED {
        low[k] = at[k] - V(of_.reach.down[k]), high[k] = at[k] + V(of_.reach.up[k]), step[k] = at[D + k];
      });
      if (rules_.layered) layers = at[2 * D + 1];
    } else {
      V at[row_words(D)];
      columns_of<row_words(D), 0, row_words(D)>(rows, at);
      on_axes([&](auto k) INLINED { low[k] = at[2 * k], high[k] = at[2 * k + 1], step[k] = at[2 * D + k]; });
      layers = at[3 * D + 1];
    }
  }
  FORCED void load(pack& p, const float* rows, u32 n) const {
    V low[D], high[D], step[D];  // not where p is: who looks at p comes later
    read(rows, low, high, step, p.layers);
    p.there = n < (u32)lanes ? (1u << n) - 1 : lane_bits;
    V largest(0.f), smallest(far), longest(0.f), shortest(fast);
    on_axes([&](auto k) INLINED {
      const V lo = magnitude(low[k]), hi = magnitude(high[k]), length = magnitude(step[k]);
      largest = greatest(largest, greatest(lo, hi)), smallest = least(smallest, least(lo, hi));
      longest = greatest(longest, length), shortest = least(shortest, length);
      p.low[k] = low[k], p.high[k] = high[k], p.step[k] = step[k], p.inverse[k] = about_inverse(step[k]);
    });
    const auto plain = (largest < V(far)) & (smallest >= V(tiny)) & (longest < V(fast)) & (shortest > V(slow));
    if (__builtin_expect((bits(plain) & lane_bits) != lane_bits, 0)) load_carefully(p);
    if (!rules_.prune)
      for (int k = 0; k < D; ++k) {  // these are only bounds: somewhat larger ones, whatever is rounded
        p.low[k] = p.low[k] - (magnitude(p.low[k]) * V(0x1p-22f) + V(tiny));
        p.high[k] = p.high[k] + (magnitude(p.high[k]) * V(0x1p-22f) + V(tiny));
      }
  }
  // Some rest, or are where care is due. Zero is no tiny number, unless there are tiny items: then a gap to it may be.
  __attribute__((noinline)) void load_carefully(pack& p) const {
    V largest(0.f), smallest(1.f);
    const V of_zero(odd_ ? 0.f : 1.f);
    auto tame = V(0.f) == V(0.f);
    for (int k = 0; k < D; ++k) {
      const V lo = p.low[k], hi = p.high[k], d = p.step[k], length = magnitude(d);
      const auto rests = length == V(0.f), moves = (length > V(slow)) & (length < V(fast));
      tame = tame & (rests | moves);
      p.inverse[k] = pick(moves, about_inverse(pick(moves, d, V(1.f))), V(at_rest));
      for (const V edge : {lo, hi}) {
        const V size = magnitude(edge);
        largest = greatest(largest, size), smallest = least(smallest, pick(size == V(0.f), of_zero, size));
      }
      if (!rules_.prune) continue;
      const auto below = [](V x) INLINED { return pick(x < V(0.f), nudge(x, 1), nudge(x, -1)); };
      if (rules_.closed) {
        tame = tame & (~rests | (magnitude(lo) >= V(tiny)));
        p.low[k] = pick(rests, below(lo), lo);
      } else {
        tame = tame & (~rests | (magnitude(hi) >= V(tiny)));
        if (odd_) tame = tame & (~rests | (lo < hi));
        p.high[k] = pick(rests, below(hi), hi);
      }
    }
    tame = tame & (largest < V(far));
    if (rules_.prune) tame = tame & (smallest >= V(tiny));
    p.wild = ~bits(tame) & p.there;
  }
  // Nobody has hit anything. Who is not there, or wild, has nothing to look for.
  FORCED void begin(const pack& p, held& h) const {
    V best(!rules_.prune ? 2 : rules_.until < 1 ? rules_.until : 1);
    const u32 through = p.wild | (~p.there & lane_bits);
    if (through) best = pick(lanes_in(through, best), V(-1.f), best);
    h.best = best, h.slot = V(0.f), h.doubt = {};
  }
  // Is anything surely hit, and what of that first? Or, where bounds are all there is: what is perhaps hit?
  template <bool Sure>
  FORCED void hold(const pack& p, held& h, const V (&low)[D], const V (&high)[D], V slot, bool careful,
                   u32 layers) const {
    V in, out;
    for (int k = 0; k < D; ++k) {
      const V t1 = about_slab_time(low[k], p.high[k], p.inverse[k]),
              t2 = about_slab_time(high[k], p.low[k], p.inverse[k]);
      in = k ? greatest(in, least(t1, t2)) : least(t1, t2), out = k ? least(out, greatest(t1, t2)) : greatest(t1, t2);
    }
    const V enter = ordered_max(in, V(0.f));
    if constexpr (!Sure) {
      const V leave = least(out, V(rules_.until < 1 ? rules_.until : 1));
      const auto perhaps = ordered_max(nudge(enter, -16), V(0.f)) <= leave;
      h.slot = pick(perhaps, h.slot * V(two_slots) + slot, h.slot);
      h.best = h.best - pick(perhaps, V(1.f), V(0.f));
      return;
    }
    V leave = least(out, h.best);
    if (careful) {
      leave = leave + V(0.f);  // no -0: with closed boxes leaving at 0 may be a hit
      if (rules_.layered) leave = pick(shares_bits(p.layers, layers & rules_.layers), leave, V(-1.f));
    }
    h.doubt.note(leave, enter);
    keep_sooner(enter, leave, in, slot, h.best, h.slot);
  }
  // Careful: closed boxes, or layers.
  template <int N, bool Sure, bool Careful>
  FORCED void hold_all(const pack (&p)[N], held (&h)[N], picks<V, D>& list) const {
    const candidates<D>& of = list.of;
    held a, b;  // by name: they stay in registers
    begin(p[0], a), begin(p[N - 1], b);
    const pack* here = p;
    for (u32 q = 0; q < list.count || list.more(2 * width);) {
      const u32 end = q + 4 < list.count ? q + 4 : list.count;
      for (; q < end; ++q) {
        const u32 at = list.at[q];
        const float* const row = of.row + (std::size_t)at * item_row_words(D);
        V low[D], high[D];
        for (int k = 0; k < D; ++k) low[k] = V(row[2 * k]), high[k] = V(row[2 * k + 1]);
        const V slot(Sure ? word_as_float(q) : (float)q);
        const u32 layers = Careful && rules_.layered ? of.layers[at] : 0;
        if constexpr (lanes < 16) __asm__("" : "+r"(here));  // few registers: read where it is, not from a copy
        hold<Sure>(here[0], a, low, high, slot, Careful, layers);
        if constexpr (N == 2) hold<Sure>(here[N - 1], b, low, high, slot, Careful, layers);
      }
      u32 open = ~bits(sign_set(a.best));
      if constexpr (N == 2) open |= ~bits(sign_set(b.best));
      if ((open & lane_bits) == 0) break;
    }
    h[0] = a;
    if constexpr (N == 2) h[1] = b;
  }
  template <int N> __attribute__((noinline)) void some(const float* rows, u32 n, picks<V, D>& list) {
    pack p[N];
    held h[N];
    for (int i = 0; i < N; ++i) {
      const u32 before = (u32)(i * lanes);
      load(p[i], rows + (std::size_t)before * of_.words, n > before ? n - before : 0);
    }
    if (!rules_.prune)
      hold_all<N, false, false>(p, h, list);
    else if (__builtin_expect(rules_.closed || rules_.layered, 0))
      hold_all<N, true, true>(p, h, list);
    else
      hold_all<N, true, false>(p, h, list);
    for (int i = 0; i < N; ++i)
      if (p[i].there) tell(p[i], h[i], rows + (std::size_t)(i * lanes) * of_.words, list);
  }

  // ---- what is known of them ----
  FORCED void tell(const pack& p, const held& h, const float* rows, picks<V, D>& list) {
    u32 hits, doubted, few = 0;  // few: one or two are perhaps hit
    if (rules_.prune) {
      const u32 through = bits(sign_set(h.best));
      hits = bits(h.best < V(rules_.until < 1 ? rules_.until : 1)) & p.there & ~p.wild;
      doubted = p.wild | (h.doubt.any() & p.there & ~(rules_.closed ? 0 : through));
    } else {
      hits = 0, doubted = bits(sign_set(h.best)) & p.there;
      (list.count <= (u32)two_slots ? few : doubted) |= bits(h.best < V(2.f)) & p.there & ~doubted;
    }
    if ((hits | doubted | few) == 0 && part.last) return;
    if (few) tell_few(h.best, h.slot, rows, list, few);
    if (hits | doubted | (part.last ? 0 : lane_bits)) tell_each(p, h.slot, rows, list, hits, doubted);
  }
  __attribute__((noinline)) void tell_few(const V& best, const V& slot, const float* rows, const picks<V, D>& list,
                                          u32 few) {
    alignas(64) float left[lanes], slots[lanes];
    best.store_unaligned(left), slot.store_unaligned(slots);
    for (; few; few &= few - 1) {
      const u32 j = (u32)__builtin_ctz(few);
      const float* const row = rows + j * of_.words;
      u32 both = (u32)slots[j];
      for (int k = (int)left[j]; k < 2; ++k, both /= (u32)two_slots) {
        const u32 at = list.at[both % (u32)two_slots];
        if (!rules_.layered || of_.layers(row) & rules_.layers & list.of.layers[at]) add_pair(row, list.of, at);
      }
    }
  }
  __attribute__((noinline)) void tell_each(const pack& p, const V& slot, const float* rows, picks<V, D>& list, u32 hits,
                                           u32 doubted) {
    const candidates<D>& of = list.of;
    alignas(64) u32 at[lanes]{};
    alignas(64) float time[lanes]{};
    u32 begun = 0, corners = 0;
    if (hits) {
      alignas(64) float slots[lanes];
      slot.store_unaligned(slots);
#pragma GCC unroll 16
      for (int j = 0; j < lanes; ++j) at[j] = list.at[float_as_word(slots[j])];
      const auto when = time_of(p, of, at);
      when.time.store_unaligned(time);
      begun = when.begun & hits, corners = when.corner & hits;
      // What only touches at the start depends on the rules.
      doubted |= hits & when.touches & (rules_.closed ? lane_bits : corners);
    }
    hits &= ~doubted;
    if (!part.last) {
      for (u32 j = 0; j < (u32)lanes; ++j) {
        if (!(p.there >> j & 1) || (hits >> j & 1 && time[j] <= part.to * 0.999999f)) continue;
        hits &= ~(1u << j);
        of_.copy(aside_ + (std::size_t)(doubted >> j & 1 ? room_ - ++whole_ : later_++) * of_.words,
                 rows + j * of_.words);
      }
      doubted = 0;
    }
    index* const items = rules_.answers.index;
    float* const times = rules_.answers.time;
    std::uint8_t* const flags = rules_.answers.flags;
    const float* const numbers = rows + of_.steps + D;
    const std::size_t stride = of_.words;
    const u32* const number = of.number;
    for (u32 left = hits; left; left &= left - 1) {
      const std::size_t j = (std::size_t)__builtin_ctz(left);
      if (__builtin_expect(rules_.details, 0)) {
        add_pair(rows + j * stride, of, at[j]);
        continue;
      }
      const std::size_t mover = float_as_word(numbers[j * stride]);
      if (items) items[mover] = number[at[j]];
      if (times) times[mover] = time[j];
      if (flags) flags[mover] = begun >> j & 1 ? started : corners >> j & 1 ? corner : 0;
    }
    for (; __builtin_expect(doubted != 0, 0); doubted &= doubted - 1) {
      const u32 j = (u32)__builtin_ctz(doubted);
      ask(rows + j * of_.words, p.wild >> j & 1, list);
    }
  }
  // The exact test's division, of the gaps to what they hit.
  struct meeting_time {
    V time;
    u32 begun, touches, corner;
  };
  FORCED meeting_time time_of(const pack& p, const candidates<D>& of, const u32* at) const {
    V edge[item_row_words(D)];
    u32 which[lanes];
#pragma GCC unroll 16
    for (int j = 0; j < lanes; ++j) which[j] = at[j] * (item_row_words(D) / 4);
    for (u32 w = 0; w < item_row_words(D); w += 4) {
      V part_of[4];
      to_four_columns(of.row + w, which, part_of);
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) edge[w + (u32)c] = part_of[c];
    }
    V q[D], last(-far_away);
    for (int k = 0; k < D; ++k) {
      const V d = p.step[k], length = magnitude(d);
      const V gap = pick(d < V(0.f), p.low[k] - edge[2 * k + 1], edge[2 * k] - p.high[k]);
      q[k] = slab_time(gap, length, length != V(0.f)), last = greatest(q[k], last);
    }
    const u32 begun = bits(last < V(0.f)) & lane_bits, touches = bits(last == V(0.f)) & lane_bits;
    u32 corner = 0;
    if (touches || rules_.answers.flags) {
      u32 before = 0;
      for (int k = 0; k < D; ++k) {
        const u32 now = bits(q[k] == last);
        corner |= before & now, before |= now;
      }
    }
    return {greatest(last, V(0.f)), begun, touches, corner & ~begun & lane_bits};
  }

  // ---- one mover in doubt ----
  __attribute__((noinline)) void ask(const float* row, bool wild, picks<V, D>& list) {
    if (!listed_) {  // once a list, whoever asks: its candidates side by side
      while (list.more(none)) {
      }
      const candidates<D>& of = list.of;
      for (u32 k = 0; k < list.count; ++k) {
        const u32 at = list.at[k];
        for (int c = 0; c < 2 * D; ++c) doubted.edge[c][k] = of.edge[c][at];
        doubted.number[k] = of.number[at];
        if (rules_.layered) doubted.layers[k] = of.layers[at];
      }
      doubted.count = list.count, doubted.close(), listed_ = true;
    }
    V low[D], high[D], inverse[D], edge_in[D], edge_out[D];
    const float *near[D], *beyond[D];
    u32 by_bounds = wild ? ~0u : 0;  // axes that are asked by the bounds of the motion alone
    for (int k = 0; k < D; ++k) {
      float lo = of_.low(row, k), hi = of_.high(row, k);
      const float d = row[of_.steps + k];
      const bool back = d < 0;
      if (!rules_.prune) lo = wider(lo, -1), hi = wider(hi, 1);  // bounds alone, rounded where they start
      low[k] = V(wider(lo + (back ? d : 0), -1)), high[k] = V(wider(hi + (d > 0 ? d : 0), 1));
      inverse[k] = V(d != 0 ? 1 / d : 1);
      near[k] = doubted.edge[back ? 2 * k + 1 : 2 * k], beyond[k] = doubted.edge[back ? 2 * k : 2 * k + 1];
      edge_in[k] = V(back ? lo : hi), edge_out[k] = V(back ? hi : lo);
      if (d == 0) by_bounds |= 1u << k;
    }
    const u32 layers = of_.layers(row) & rules_.layers;
    V by(rules_.until < 1 ? rules_.until : 1);
    // First by when something is surely hit, where that says anything; then whatever is perhaps hit by then.
    const bool surely = rules_.prune && !rules_.layered && by_bounds == 0;
    for (int turn = surely ? 0 : 1; turn < 2; ++turn) {
      for (u32 t = 0; t < doubted.count; t += (u32)lanes) {
        auto meets = V(0.f) == V(0.f);
        V enter(0.f), leave = by;
        for (int k = 0; k < D; ++k) {
          if (by_bounds >> k & 1)
            meets = meets & (V::load_unaligned(doubted.edge[2 * k] + t) <= high[k]) &
                    (V::load_unaligned(doubted.edge[2 * k + 1] + t) >= low[k]);
          else {
            enter = ordered_max(about_slab_time(V::load_unaligned(near[k] + t), edge_in[k], inverse[k]), enter);
            leave = ordered_min(about_slab_time(V::load_unaligned(beyond[k] + t), edge_out[k], inverse[k]), leave);
          }
        }
        if (turn == 0) {
          by = pick(ordered_gt(leave, nudge(enter, 16)), nudge(enter, 16), by);
          continue;
        }
        u32 m = bits(meets & (ordered_max(nudge(enter, -16), V(0.f)) <= leave)) & lane_bits;
        if (doubted.count - t < (u32)lanes) m &= (1u << (doubted.count - t)) - 1;
        for (; m; m &= m - 1) {
          const u32 i = t + (u32)__builtin_ctz(m);
          if (!rules_.layered || layers & doubted.layers[i]) add_pair(row, doubted, i);
        }
      }
      if (turn == 0) {
        alignas(64) float each[lanes];
        by.store_unaligned(each), by = V(least_of<lanes>(each));
      }
    }
  }
};

}  // namespace
}  // namespace hitscan::detail::broad
