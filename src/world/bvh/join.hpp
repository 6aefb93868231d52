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
      : a_(a), b_(b), self_(self), rules_(rules), sink_(sink) {}

  void run(u32 from, u32 to) {
    if (a_.levels == 0 || b_.levels == 0) return;
    for (u32 i = from; i < to; ++i) {
      extent<D> e;
      bounds_of<D>(node_at(a_, 1, i), e.low, e.high);
      if (self_)
        alone(1, i), later(a_.levels, 0, i, e);
      else
        down_b(1, i, b_.levels, 0, e);
    }
    if constexpr (!packs) decode();
    flush();
  }

 private:
  static constexpr bool packs = V::size >= 8;
  static constexpr u32 mask_room = packs ? 1 : 512;
  static constexpr u32 lanes = V::size < 4 ? 4 : V::size;
  typedef u32 words __attribute__((vector_size(4 * lanes))), four __attribute__((vector_size(16)));
  struct meet {
    u32 item;  // of a: its block and its lane
    u32 block, mask;
  };

  const float* node_at(const bvh& p, int level, u32 i) const {
    if (level < 1) __builtin_unreachable();  // level 0 are the blocks
    return p.node[level - 1] + (std::size_t)i * node_words(D);
  }
  const float* block_at(const bvh& p, u32 i) const { return p.leaf + (std::size_t)i * block_words(D); }

  // Node i of level 1 with those of its level that come after it, as far as they are below node n.
  __attribute__((noinline)) void later(int level, u32 n, u32 i, const extent<D>& e) {
    if (level < 2) return;
    const float* const node = node_at(a_, level, n);
    const int shift = 4 * (level - 2);
    for (u32 m = meeting<V>(node, e); m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      const u32 child = n * width + (u32)j;
      if (child < i >> shift) continue;
      if (level > 2)
        later(level - 1, child, i, e);
      else if (child > i)
        pair(1, i, 1, child, e, lane_of<D>(node, j));
    }
  }

  // A node with itself.
  __attribute__((noinline)) void alone(int level, u32 i) {
    if (level == 0) {
      make_room();
      const float* const block = block_at(a_, i);
      const sixteen<V, D> others(block);
      u32 n = noted_;
      for (int j = 0; j < width; ++j) note(block, i, j, others, block, i, ~1u << j, n);
      noted_ = n;
      return;
    }
    const float* const node = node_at(a_, level, i);
    const u32 below = level == 1 ? a_.blocks : a_.nodes[level - 2], first = i * width;
    const int here = below - first < width ? (int)(below - first) : width;
    for (int j = 0; j < here; ++j) {
      alone(level - 1, first + (u32)j);
      const extent<D> e = lane_of<D>(node, j);
      for (u32 m = meeting<V>(node, e) & ~1u << j; m; m &= m - 1) {
        const int other = __builtin_ctz(m);
        pair(level - 1, first + (u32)j, level - 1, first + (u32)other, e, lane_of<D>(node, other));
      }
    }
  }

  // Two nodes that meet, the higher one goes down first.
  __attribute__((noinline)) void pair(int la, u32 a, int lb, u32 b, const extent<D>& ea, const extent<D>& eb) {
    if (la == 0 && lb == 0) return blocks(a, b, eb);
    if (lb > la) return down_b(la, a, lb, b, ea);
    const float* const node = node_at(a_, la, a);
    for (u32 m = meeting<V>(node, eb); m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      const extent<D> e = lane_of<D>(node, j);
      const u32 child = a * width + (u32)j;
      if (lb > 0)
        down_b(la - 1, child, lb, b, e);
      else
        pair(la - 1, child, lb, b, e, eb);
    }
  }
  FORCED void down_b(int la, u32 a, int lb, u32 b, const extent<D>& ea) {
    const float* const node = node_at(b_, lb, b);
    for (u32 m = meeting<V>(node, ea); m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      pair(la, a, lb - 1, b * width + (u32)j, ea, lane_of<D>(node, j));
    }
  }

  FORCED void blocks(u32 a, u32 b, const extent<D>& eb) {
    const float *const block = block_at(a_, a), *const other = block_at(b_, b);
    u32 m = meeting<V>(block, eb);
    if (m == 0) return;
    make_room();
    const sixteen<V, D> others(other);
    u32 n = noted_;
    do note(block, a, __builtin_ctz(m), others, other, b, ~0u, n);
    while (m &= m - 1);
    noted_ = n;
  }

  FORCED void make_room() {  // for two blocks, of which each item may meet all
    if constexpr (packs) {
      if (__builtin_expect(noted_ > pair_room - width * width, 0)) flush();
    } else if (__builtin_expect(noted_ > mask_room - width, 0)) {
      decode();
    }
  }
  // Item j of block a against all of block b: n counts the pairs written, or the masks of those who meet anything.
  FORCED void note(const float* block, u32 a, int j, const sixteen<V, D>& others, const float* other, u32 b, u32 among,
                   u32& n) {
    const extent<D> e = lane_of<D>(block, j);
    const u32 m = among & (rules_.closed ? others.template meeting<true>(e) : others.template meeting<false>(e));
    if constexpr (packs) {
      n += put(block + 2 * D * width + j, other + 2 * D * width, m, n);
    } else {
      meets_[n] = {a * width + (u32)j, b, m};
      n += m != 0;
    }
  }
  void decode() {
    const u32 n = noted_;
    noted_ = 0;
    for (u32 i = 0; i < n; ++i) {
      const meet& from = meets_[i];
      if (pairs_ + width > pair_room) flush();
      pairs_ += put(block_at(a_, from.item / width) + 2 * D * width + from.item % width,
                    block_at(b_, from.block) + 2 * D * width, from.mask, pairs_);
    }
  }

  // Writes the pairs of one with those of 16 others that are in m, from place `at` on; numbers are followed by layers.
  // Returns how many: what is written behind them is overwritten by the next.
  FORCED u32 put(const float* asks, const float* numbers, u32 m, u32 at) {
    if (__builtin_expect(rules_.layered, 0)) m = sharing(asks[width], numbers + width, m);
    const u32 more = bits_set(m);
    const words number = words{} + float_as_word(*asks), turn = words{} - (u32)self_;
    float low[width], high[width];
    for (u32 k = 0; k < (packs ? width : more); k += lanes) {  // within one BVH the lower number goes first
      words other;
      if constexpr (packs)
        __builtin_memcpy(&other, numbers + k, sizeof other);
      else {
        const auto next = [&]() INLINED {  // at the end what is behind the numbers, whatever it is
          const index i = number_at(numbers, __builtin_ctz(m | 1u << width));
          return m &= m - 1, i;
        };
        const four others{next(), next(), next(), next()};
        __builtin_memcpy(&other, &others, sizeof others);
      }
      const words swap = (words)(other < number) & turn, first = (other & swap) | (number & ~swap),
                  second = (number & swap) | (other & ~swap);
      __builtin_memcpy(packs ? low + k : (float*)(first_ + at + k), &first, sizeof first);
      __builtin_memcpy(packs ? high + k : (float*)(second_ + at + k), &second, sizeof second);
    }
    if constexpr (packs) put_lanes(low, m, (float*)(first_ + at)), put_lanes(high, m, (float*)(second_ + at));
    return more;
  }
  // Those of m that share a layer with the query and with the one who asks.
  ONCE u32 sharing(float mine, const float* layers, u32 m) const {
    for (u32 left = m; left; left &= left - 1)
      if (!(float_as_word(mine) & float_as_word(layers[__builtin_ctz(left)]) & rules_.layers)) m &= ~(left & -left);
    return m;
  }
  void flush() {
    u32& n = packs ? noted_ : pairs_;
    if (n) sink_.take(sink_.owner, first_, second_, n, nullptr);
    n = 0;
  }

  const bvh &a_, &b_;
  const bool self_;
  const join_rules rules_;
  const pair_sink sink_;
  u32 noted_ = 0, pairs_ = 0;  // of those that pack, pairs; else masks, and the pairs they were
  meet meets_[mask_room];
  index first_[pair_room + width], second_[pair_room + width];
};

template <class V, int D>
void join(const bvh& a, const bvh* b, u32 from, u32 to, const join_rules& rules, const pair_sink& sink) {
  joiner<V, D>(a, b ? *b : a, b == nullptr, rules, sink).run(from, to);
}

}  // namespace
}  // namespace hitscan::detail::broad
