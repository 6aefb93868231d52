// All pairs of items whose boxes meet: two BVHs, or one with itself, descended together.
//
//        a           Nodes just above the blocks go down the other BVH one after the other, so that threads can
//       / \          share them. What does not meet is left behind with all that is in it. Down at two blocks, the
//      a1  a2        items of one that meet the other's bounds are held against all 16 of the other at once. Where
//                    registers pack their lanes, pairs are written straight away, without a branch; elsewhere a mask an
//                    item is written down, and decoded later, several at a time.
//
// Boxes are compared with boxes: no arithmetic, so the answer is exact. For circles it is a list of suspects.
#pragma once

#include "build.hpp"

namespace hitscan::detail::broad {
namespace {

template <int D> struct extent {
  float low[D], high[D];
};

// The bounds of a block's or node's 16 lanes. Where registers are wide they are read once: what stands in memory would
// be read again after each pair that is written.
template <class V, int D> class sixteen {
 public:
  FORCED explicit sixteen(const float* columns) : columns_(columns) {
    if constexpr (kept)
      for (int c = 0; c < 2 * D; ++c)
        for (int j = 0; j < registers; ++j) bound_[c][j] = read(c, j);
  }
  // One bit for each that meets e.
  template <bool Closed> FORCED u32 meeting(const extent<D>& e) const {
    u32 mask = 0;
    for (int j = 0; j < registers; ++j) {
      const auto on = [&](int k) INLINED {
        const V low = bound(2 * k, j), high = bound(2 * k + 1, j);
        if constexpr (Closed)
          return (low <= V(e.high[k])) & (high >= V(e.low[k]));
        else
          return (low < V(e.high[k])) & (high > V(e.low[k]));
      };
      auto m = on(0);
      for (int k = 1; k < D; ++k) m = m & on(k);
      mask |= bits(m) << j * (int)V::size;
    }
    return mask;
  }

 private:
  static constexpr bool kept = V::size >= 8;
  static constexpr int registers = width / (int)V::size;
  FORCED V read(int c, int j) const { return V::load_unaligned(columns_ + c * width + j * (int)V::size); }
  FORCED V bound(int c, int j) const {
    if constexpr (kept)
      return bound_[c][j];
    else
      return read(c, j);
  }
  const float* const columns_;
  V bound_[kept ? 2 * D : 1][registers];
};
template <class V, int D> FORCED u32 meeting(const float* columns, const extent<D>& e) {
  return sixteen<V, D>(columns).template meeting<true>(e);
}

template <int D> FORCED extent<D> lane_of(const float* columns, int j) {
  extent<D> e;
  for (int k = 0; k < D; ++k) e.low[k] = columns[2 * k * width + j], e.high[k] = columns[(2 * k + 1) * width + j];
  return e;
}
FORCED index number_at(const float* numbers, int j) { return float_as_word(numbers[j]); }

template <class V, int D> class joiner {
 public:
  joiner(const bvh& a, const bvh& b, bool self, const join_rules& rules, const pair_sink& sink)
      : a_(a), b_(b), self_(self), rules_(rules), sink_(sink) {
    if (rules.room > pair_room + width)
      to_ = {rules.first, rules.second, 0}, room_ = rules.room < none ? (u32)rules.room - width : none - width;
  }

  void run(u32 from, u32 to) {
    if (a_.levels == 0 || b_.levels == 0) return;
    for (u32 i = from; i < to; ++i) {
      const extent<D> e = extent_of(a_, i);
      told_before_ = told_;
      if (self_) alone(i);
      if (b_.levels > 1)
        down(b_.levels, 0, i, e);
      else if (!self_)
        nodes(i, 0, extent_of(b_, 0));
    }
    if constexpr (!packs) decode();
    flush();
  }

 private:
  static constexpr bool packs = V::size >= 8;
  static constexpr u32 mask_room = packs ? 1 : 512;
  static constexpr u32 lanes = V::size < 4 ? 4 : V::size;
  typedef u32 words __attribute__((vector_size(4 * lanes))), four __attribute__((vector_size(16)));
  struct places {
    index *first, *second;
    u32 n;  // so many are written
  };
  struct meet {
    u32 item;  // of a: its block and its lane
    u32 block, mask;
  };

  static const float* node_at(const bvh& p, int level, u32 i) {
    if (level < 1) __builtin_unreachable();  // level 0 are the blocks
    return p.node[level - 1] + (std::size_t)i * node_words(D);
  }
  static const float* block_at(const bvh& p, u32 i) { return p.leaf + (std::size_t)i * block_words(D); }

  static extent<D> extent_of(const bvh& p, u32 i) {  // of a node of level 1
    extent<D> e;
    bounds_of<D>(node_at(p, 1, i), e.low, e.high);
    return e;
  }

  // Node i of a's level 1 with those of b's that are below node n; within one BVH with those that come after it.
  __attribute__((noinline)) void down(int level, u32 n, u32 i, const extent<D>& e) {
    if (level < 2) __builtin_unreachable();
    const float* const node = node_at(b_, level, n);
    const int shift = 4 * (level - 2);
    for (u32 m = meeting<V>(node, e); m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      const u32 child = n * width + (u32)j;
      if (self_ && child < i >> shift) continue;
      if (level > 2)
        down(level - 1, child, i, e);
      else if (!self_ || child > i)
        nodes(i, child, lane_of<D>(node, j));
    }
  }
  // Two nodes of level 1.
  FORCED void nodes(u32 a, u32 b, const extent<D>& eb) {
    const float *const mine = node_at(a_, 1, a), *const others = node_at(b_, 1, b);
    for (u32 m = meeting<V>(mine, eb); m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      blocks(a * width + (u32)j, b * width, others, meeting<V>(others, lane_of<D>(mine, j)));
    }
  }
  // A node of level 1 with itself.
  void alone(u32 i) {
    const float* const node = node_at(a_, 1, i);
    const u32 first = i * width, here = a_.blocks - first < width ? a_.blocks - first : width;
    for (u32 j = 0; j < here; ++j) {
      within(first + j);
      blocks(first + j, first, node, meeting<V>(node, lane_of<D>(node, (int)j)) & ~1u << j);
    }
  }
  // A block with itself.
  ONCE void within(u32 i) {
    make_room();
    const float* const block = block_at(a_, i);
    const sixteen<V, D> others(block);
    places to = to_;
    for (int j = 0; j < width; ++j) note(block, i, j, others, block, i, ~1u << j, to);
    to_ = to;
  }
  // Block a with those of a node that are in m; the first one has number `first`.
  ONCE void blocks(u32 a, u32 first, const float* node, u32 m) {
    const float* const block = block_at(a_, a);
    u32 told = told_before_, known = 0;  // pairs have gone out so often, and who had met somebody by then
    for (; m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      u32 asks = meeting<V>(block, lane_of<D>(node, j)) & ~known;
      if (asks == 0) continue;
      if (rules_.met && told != told_) {
        told = told_, known = rules_.who_has_met(rules_.met, block + 2 * D * width), asks &= ~known;
        if (known == (1u << width) - 1) return;
        if (asks == 0) continue;
      }
      make_room();
      const u32 b = first + (u32)j;
      const float* const other = block_at(b_, b);
      const sixteen<V, D> others(other);
      places to = to_;
      do note(block, a, __builtin_ctz(asks), others, other, b, ~0u, to);
      while (asks &= asks - 1);
      to_ = to;
    }
  }

  FORCED void make_room() {  // for two blocks, of which each item may meet all
    if constexpr (packs) {
      if (__builtin_expect(to_.n > room_ - width * width, 0)) flush();
    } else if (__builtin_expect(noted_ > (rules_.met ? 64 : mask_room) - width, 0)) {
      decode();
    }
  }
  // Item j of block a against all of block b: pairs are written, or the masks of those who meet anything.
  FORCED void note(const float* block, u32 a, int j, const sixteen<V, D>& others, const float* other, u32 b, u32 among,
                   places& to) {
    const extent<D> e = lane_of<D>(block, j);
    const u32 m = among & (rules_.closed ? others.template meeting<true>(e) : others.template meeting<false>(e));
    if constexpr (packs) {
      put(block + 2 * D * width + j, other + 2 * D * width, m, to);
    } else {
      meets_[noted_] = {a * width + (u32)j, b, m};
      noted_ += m != 0;
    }
  }
  void decode() {
    places to = to_;
    for (u32 i = 0; i < noted_; ++i) {
      const meet& from = meets_[i];
      if (to.n + width > room_) to_ = to, flush(), to = to_;
      put(block_at(a_, from.item / width) + 2 * D * width + from.item % width, block_at(b_, from.block) + 2 * D * width,
          from.mask, to);
    }
    to_ = to, noted_ = 0;
  }

  // Writes the pairs of one with those of 16 others that are in m; numbers are followed by layers. What is written
  // behind them is overwritten by the next.
  FORCED void put(const float* asks, const float* numbers, u32 m, places& to) {
    if (__builtin_expect(rules_.layered, 0)) m = sharing(asks[width], numbers + width, m);
    const words number = words{} + float_as_word(*asks);
    const u32 more = bits_set(m);
    if constexpr (packs)
      each_packed(numbers, m, [&](auto some, u32 n) INLINED { put_words(number, (words)some, to, n); });
    else
      for (u32 k = 0; k < more; k += lanes) {
        const auto next = [&]() INLINED {  // at the end what is behind the numbers, whatever it is
          const index i = number_at(numbers, __builtin_ctz(m | 1u << width));
          return m &= m - 1, i;
        };
        const four others{next(), next(), next(), next()};
        words other;
        __builtin_memcpy(&other, &others, sizeof others);
        put_words(number, other, to, k);
      }
    to.n += more;
  }
  // Within one BVH the lower number goes first.
  FORCED void put_words(words number, words other, const places& to, u32 k) {
    words first = number, second = other;
    if (!packs) {
      const words swap = (words)(other < number) & (words{} - (u32)self_);
      first = (other & swap) | (number & ~swap), second = (number & swap) | (other & ~swap);
    } else if (self_)
      first = other < number ? other : number, second = other < number ? number : other;
    __builtin_memcpy(to.first + to.n + k, &first, sizeof first);
    __builtin_memcpy(to.second + to.n + k, &second, sizeof second);
  }
  // Those of m that share a layer with the query and with the one who asks.
  ONCE u32 sharing(float mine, const float* layers, u32 m) const {
    for (u32 left = m; left; left &= left - 1)
      if (!(float_as_word(mine) & float_as_word(layers[__builtin_ctz(left)]) & rules_.layers)) m &= ~(left & -left);
    return m;
  }
  void flush() {
    if (to_.n) sink_.take(sink_.owner, to_.first, to_.second, to_.n, nullptr);
    to_ = {first_, second_, 0}, room_ = own_room(), ++told_;
  }

  // Where it counts who has met somebody, that is told soon.
  u32 own_room() const { return rules_.met ? 2 * width * width : pair_room; }

  const bvh &a_, &b_;
  const bool self_;
  const join_rules rules_;
  const pair_sink sink_;
  places to_{first_, second_, 0};  // the caller's own, as long as there is room, or those below
  u32 room_ = own_room(), noted_ = 0, told_ = 0, told_before_ = 0;
  meet meets_[mask_room];
  index first_[pair_room + width], second_[pair_room + width];
};

template <class V, int D>
void join(const bvh& a, const bvh* b, u32 from, u32 to, const join_rules& rules, const pair_sink& sink) {
  joiner<V, D>(a, b ? *b : a, b == nullptr, rules, sink).run(from, to);
}

}  // namespace
}  // namespace hitscan::detail::broad
