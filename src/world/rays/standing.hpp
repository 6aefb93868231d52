// Who stands in grids within a grid: does it meet anything?
//
//        +----+----+----+        A point is in one cell, a box in a few: these are the very cells of whatever it
//        |    |    | [] |        meets, since items are filed by the same sums, which are monotone. 32 boxes of a cell
//        +----+----+----+        are held against it at a time, and the first that it meets surely is the answer: where
//        |    | [.]|    |        bounds are the shapes, any of them. All others go out as pairs for the exact test to
//        +----+----+----+        decide; after each 64 of them it is asked whether that was enough.
//
// Behind a cell's last block the next one's are read: true boxes as well, so that whoever is in one of them meets it.
#pragma once

#include "../../lanes/registers.hpp"
#include "nested_grid.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V, int D> class standing {
 public:
  standing(const nested_grid& world, const side& who, const standing_rules& rules, const pair_sink& sink)
      : world_(world),
        who_(who),
        rules_(rules),
        sink_(sink),
        plain_(rules.sure && !rules.layered && !rules.half_open) {}

  void run(std::size_t n) {
    const nested_cell root = world_.root;
    const bool points = root.blocks == of_node && who_.what == kind::point && tame(world_.node[root.first]);
    for (std::size_t i = 0; i < n; i += word) {
      from_ = i, rules_.words[i / word] = 0;
      if (root.blocks == 0) continue;
      const u32 some = n - i < word ? (u32)(n - i) : word;
      const std::uint64_t m = !points         ? all_in(root, some)
                              : rules_.closed ? points_in<true>(world_.node[root.first], some)
                                              : points_in<false>(world_.node[root.first], some);
      rules_.words[i / word] |= m;
    }
    flush();
  }

 private:
  static constexpr u32 word = 64, at_once = nested_at_once, enough = 64;
  static constexpr int lanes = V::size < lane_width ? (int)V::size : lane_width;

  // ---- who stands there ----
  static float read(const feed& f, std::size_t i) { return f.data ? f.data[i] : f.one; }
  // Number j of these. Is it valid?
  bool load(u32 j) {
    const std::size_t i = from_ + j;
    bool ok = true;
    mover_ = j, asked_ = 0;
    for (int k = 0; k < D; ++k) {
      float lo, hi;
      if (who_.what == kind::corners)
        lo = read(who_.column[2 * k], i), hi = read(who_.column[2 * k + 1], i);
      else {
        const float c = read(who_.column[k], i), half = who_.what == kind::centred ? read(who_.column[D + k], i) : 0;
        lo = c - half, hi = c + half;
      }
      ok &= (lo <= hi) & (lo - lo == 0) & (hi - hi == 0);
      lo_[k] = lo, hi_[k] = hi;
    }
    return ok;
  }
  std::uint64_t all_in(const nested_cell& root, u32 n) {
    std::uint64_t m = 0;
    for (u32 j = 0; j < n; ++j)
      if (load(j)) m |= (std::uint64_t)enter(root) << j;
    return m;
  }

  // ---- points in the first grid ----
  // Do floats tell a point's cell? Items are filed wider than what these sums are off by, 2^-10 of a cell.
  static bool tame(const nested_node& top) {
    bool all = true;
    for (int k = 0; k < D; ++k)
      all &= (top.low[k] > -0x1p100) & (top.low[k] < 0x1p100) & (top.per[k] > 0x1p-88) & (top.per[k] < 0x1p100);
    return all;
  }
  // The cells of all of them are found first. What is not finite has one as well, and meets nothing.
  template <bool Closed> __attribute__((noinline)) std::uint64_t points_in(const nested_node& top, u32 n) {
    alignas(64) float made[D][word];
    const float* x[D];
    u32 at[word], part[word], stride = 1;
    for (int k = 0; k < D; stride *= top.count[k], ++k) {
      const feed& f = who_.column[k];
      x[k] = f.data + from_;
      if (n < word || !f.data) {
        for (u32 j = 0; j < word; ++j) made[k][j] = j < n ? read(f, from_ + j) : 0;
        x[k] = made[k];
      }
      const V low((float)top.low[k]), per((float)top.per[k]), last((float)(top.count[k] - 1)), zero(0.f);
      for (u32 j = 0; j < word; j += V::size)
        put_whole(ordered_min(ordered_max((V::load_unaligned(x[k] + j) - low) * per, zero), last), (k ? part : at) + j);
      for (u32 j = 0; k && j < word; ++j) at[j] += stride * part[j];
    }
    const nested_cell *const cells = world_.cell + top.first, wide = cells[stride];
    const float* const block = world_.block;
    const std::uint64_t all = ~std::uint64_t{0} >> (word - n);
    std::uint64_t m = 0, nodes = plain_ ? 0 : all;
    // Who is in a box, and how many there are, nobody foresees: no branch is about that. Where there are no blocks,
    // some others' are looked at.
    std::uint64_t more = plain_ ? all : 0;
    for (u32 done = 0; more; done += at_once) {
      std::uint64_t next = 0;
      for (; more; more &= more - 1) {
        const u32 j = (u32)__builtin_ctzll(more);
        const nested_cell c = cells[at[j]];
        V p[D];
        for (int k = 0; k < D; ++k) p[k] = V(x[k][j]);
        const bool blocks = c.blocks - 1 < of_sah_node - 1;
        const std::size_t first = blocks ? c.first + done : 0;
        m |= (std::uint64_t)(bits(met_some<Closed>(block + first * nested_block_words(D), p, p)) != 0) << j;
        next |= (std::uint64_t)(blocks & (c.blocks > done + at_once)) << j;
        nodes |= (std::uint64_t)(c.blocks >= of_sah_node) << j;
      }
      more = next & ~m;
    }
    if (wide.blocks) nodes = all;
    for (nodes &= ~m; nodes; nodes &= nodes - 1) {
      const u32 j = (u32)__builtin_ctzll(nodes);
      const nested_cell c = cells[at[j]];
      load(j);
      m |= (std::uint64_t)(((!plain_ || c.blocks >= of_sah_node) && enter(c)) || enter(wide)) << j;
    }
    return m;
  }

  // ---- nodes and cells: is it settled that something is met? ----
  bool enter(const nested_cell& c) {
    if (c.blocks == 0) return false;
    if (__builtin_expect(c.blocks >= of_sah_node, 0))
      return c.blocks == of_node ? enter_node(world_.node[c.first])
                                 : enter_sah_node(world_.sah_node + (std::size_t)c.first * sah_words(D));
    return meet(world_.block + (std::size_t)c.first * nested_block_words(D), c.blocks);
  }
  static u32 cell_at(double x, u32 count) { return x > 0 ? x < (double)(count - 1) ? (u32)(int)x : count - 1 : 0; }
  __attribute__((noinline)) bool enter_node(const nested_node& n) {
    u32 first[3]{}, last[3]{}, all = 1;
    for (int k = 0; k < D; ++k) {
      first[k] = cell_at(((double)lo_[k] - n.low[k]) * n.per[k], n.count[k]);
      last[k] = cell_at(((double)hi_[k] - n.low[k]) * n.per[k], n.count[k]);
      all *= n.count[k];
    }
    const nested_cell* const cells = world_.cell + n.first;
    if (enter(cells[all])) return true;
    for (u32 z = first[2]; z <= last[2]; ++z)
      for (u32 y = first[1]; y <= last[1]; ++y) {
        const nested_cell* const row = cells + ((std::size_t)z * n.count[1] + y) * n.count[0];
        for (u32 x = first[0]; x <= last[0];) {
          const nested_cell& c = row[x];
          if (enter(c)) return true;
          x += c.blocks ? 1 : c.first;
        }
      }
    return false;
  }
  __attribute__((noinline)) bool enter_sah_node(const float* sah_node) {
    const float *const first = sah_node + 2 * D * sah_width, *const blocks = first + sah_width;
    u32 m = 0;
    for (int j = 0; j < sah_width; j += lanes) {
      auto on = V(0.f) == V(0.f);
      for (int k = 0; k < D; ++k)
        on = on & (V::load_unaligned(sah_node + 2 * k * sah_width + j) <= V(hi_[k])) &
             (V::load_unaligned(sah_node + (2 * k + 1) * sah_width + j) >= V(lo_[k]));
      m |= bits(on) << j;
    }
    for (; m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      if (enter({float_as_word(first[j]), float_as_word(blocks[j])})) return true;
    }
    return false;
  }

  // ---- blocks ----
  template <bool Closed> FORCED static auto in_order(V a, V b) {
    if constexpr (Closed)
      return a <= b;
    else
      return a < b;
  }
  template <bool Closed> FORCED static auto met(const float* lane, const V* low, const V* high) {
    const auto axis = [&](int k) INLINED {
      return in_order<Closed>(V::load_unaligned(lane + 2 * k * lane_width), high[k]) &
             in_order<Closed>(low[k], V::load_unaligned(lane + (2 * k + 1) * lane_width));
    };
    auto on = axis(0);
    for (int k = 1; k < D; ++k) on = on & axis(k);
    return on;
  }
  FORCED static const float* lane_at(const float* blocks, u32 j) {
    return blocks + j / lane_width * nested_block_words(D) + j % lane_width;
  }
  template <bool Closed> FORCED static auto met_some(const float* blocks, const V* low, const V* high) {
    auto any = met<Closed>(blocks, low, high);
#pragma GCC unroll 8
    for (u32 j = lanes; j < at_once * lane_width; j += lanes) any = any | met<Closed>(lane_at(blocks, j), low, high);
    return any;
  }
  // Who touches a box is asked about.
  __attribute__((noinline)) bool meet(const float* blocks, u32 n) {
    V low[D], high[D];
    for (int k = 0; k < D; ++k) low[k] = V(lo_[k]), high[k] = V(hi_[k]);
    for (;; n -= at_once, blocks += at_once * nested_block_words(D)) {
      if (bits(met_some<true>(blocks, low, high)))
        for (u32 j = 0; j < at_once * lane_width; j += lanes)
          for (u32 m = bits(met<true>(lane_at(blocks, j), low, high)); m; m &= m - 1)
            if (meets(lane_at(blocks, j + (u32)__builtin_ctz(m)))) return true;
      if (n <= at_once) return false;
    }
  }
  bool meets(const float* lane) {
    const index who = float_as_word(lane[2 * D * lane_width]);
    const std::size_t i = from_ + mover_;
    if (rules_.layered) {
      const side& items = *world_.items;
      const u32 mine = who_.layer_data ? who_.layer_data[i] : who_.layer_one;
      const u32 its = items.layer_data ? items.layer_data[who] : items.layer_one;
      if (!(mine & its & rules_.layers)) return false;
    }
    if (rules_.sure) {
      bool within = true;
      for (int k = 0; k < D; ++k)
        within &= (lane[2 * k * lane_width] < hi_[k]) & (lo_[k] < lane[(2 * k + 1) * lane_width]);
      if (within || !rules_.half_open) return within || rules_.closed;
    }
    if (pairs_ == pair_room) flush();
    first_[pairs_] = (index)i, second_[pairs_] = who, ++pairs_;
    if (++asked_ < enough) return false;
    flush(), asked_ = 0;
    return rules_.words[i / word] >> i % word & 1;
  }
  void flush() {
    if (pairs_) sink_.take(sink_.owner, first_, second_, pairs_, nullptr);
    pairs_ = 0;
  }

  const nested_grid& world_;
  const side& who_;
  const standing_rules rules_;
  const pair_sink sink_;
  const bool plain_;  // whose bounds meet is through
  std::size_t from_ = 0;
  u32 mover_ = 0, asked_ = 0, pairs_ = 0;
  float lo_[D], hi_[D];
  index first_[pair_room], second_[pair_room];
};

template <class V, int D>
void stand(const nested_grid& world, const side& who, std::size_t n, const standing_rules& rules,
           const pair_sink& sink) {
  standing<V, D>(world, who, rules, sink).run(n);
}

}  // namespace
}  // namespace hitscan::detail::broad
