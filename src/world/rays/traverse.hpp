// One mover through the grids within a grid, front to back: the items that may be its first hit.
//
//        +----+----+----+----+        Columns of cells across the axis of most motion are taken one after another; in
//      o-|->  |    |    |    |        each the cells between where the mover comes in and where it goes out. 8 boxes of
//        +---\+----+----+----+        a cell are held against the mover at once: slabs by a reciprocal, good to a few
//        |    |\ > | [] |    |        roundings, 16 units are given. Whatever perhaps hits is written down. What surely
//        +----+----+----+----+        hits bounds the time from then on, and ends it all when no column is nearer.
//
// What was written down and is not later than that goes out as pairs, for the exact test to decide. `Sure` is judged in
// double, box by box: strictly, so that touching and starts in overlap are left to the exact test. A circle is surely
// hit when the box within it is.
//
// Movers and boxes so large or so far that doubles cannot say in which cell they are, are held against all the cells.
#pragma once

#include <hitscan/results.hpp>

#include "../../lanes/slab.hpp"
#include "../bvh/spatial_sort.hpp"
#include "nested_grid.hpp"

namespace hitscan::detail::broad {
namespace {

// Rays: points against boxes, which is most of what is asked: much is then the same, or need not be looked at.
// What is held against a register of boxes at once is of an instruction set: meet and enter_sah_node, over V.
template <int D, bool Rays> class traverser {
 public:
  traverser(const nested_grid& world, const side& movers, const motion& by, const traverse_rules& rules,
            const pair_sink& sink, const ray_steps& kernel)
      : world_(world), movers_(movers), steps_(by), rules_(rules), sink_(sink), kernel_(kernel) {
    enter_node_ = [](void* self, const nested_node& n) { static_cast<traverser*>(self)->enter_node(n); };
    latest_ = rules.until < 1 ? nudged(rules.until) : 1;
    round_mover_ = movers.what == kind::circle, round_item_ = world.items->what == kind::circle;
    floor_ = round_mover_ || round_item_ || rules.layered || !rules.sure ? 3 : rules.inside_counts ? 0 : 0x1p-126f;
    if (round_mover_ || round_item_) latest_ = latest_ + grazing < 1 ? latest_ + grazing : 1;
    sooner_ = !rules.any ? -1 : rules.until < 1 ? rules.until : 2;
  }

  void run(const index* order, std::size_t n) {
    if (world_.root.blocks == 0) return;
    for (std::size_t i = 0; i < n; ++i) {
      mover_ = order ? order[i] : (index)i;
      foresee(order, i, n);
      if (!load()) continue;
      noted_ = 0, by_ = latest_, sent_ = false, start_ = none;
      enter_cell(world_.root);
      if (noted_ && !settle()) put_pairs();
    }
    flush();
  }

 private:
  template <class V> static constexpr int lanes_of = V::size < lane_width ? (int)V::size : lane_width;
  static constexpr u32 most_at_once = 8;  // blocks
  static constexpr u32 note_room = 64;
  using u8 = std::uint8_t;
  enum : u8 { unsure, hits, starts };  // what is known of a note: a hit after the start, one from the start

  static float nudged(float x) { return x > 0 ? word_as_float(float_as_word(x) + 16) : 0; }
  static float read(const feed& f, std::size_t i) { return f.data ? f.data[i] : f.one; }

  // What the next movers will read is fetched meanwhile: the cells where they start, then the blocks there.
  FORCED void foresee(const index* order, std::size_t i, std::size_t n) {
    if (world_.root.blocks != of_node) return;
    if (order && i + 24 < n) {
      const index later = order[i + 24];
      for (int c = 0; c < columns_of_movers(); ++c) fetch(movers_.column[c], later);
      for (int k = 0; k < D && steps_.present; ++k) fetch(steps_.column[k], later);
      if (rules_.settle && rules_.answers.index) __builtin_prefetch(rules_.answers.index + later, 1);
      if (rules_.settle && rules_.answers.time) __builtin_prefetch(rules_.answers.time + later, 1);
    }
    const nested_cell* const soon = ahead_[i % 4];
    if (i + 8 < n) __builtin_prefetch(ahead_[i % 4] = start_of(order ? order[i + 8] : (index)(i + 8)));
    if (i + 4 < n && soon) fetch(*soon);
  }
  int columns_of_movers() const {
    return movers_.what == kind::point ? D : movers_.what == kind::circle ? D + 1 : 2 * D;
  }
  FORCED static void fetch(const feed& f, index i) {
    if (f.data) __builtin_prefetch(f.data + i);
  }
  FORCED void fetch(const nested_cell& c) const {  // of an empty one whatever is there
    const auto at = c.blocks == of_node ? reinterpret_cast<std::uintptr_t>(world_.node + c.first)
                    : c.blocks == of_sah_node
                        ? reinterpret_cast<std::uintptr_t>(world_.sah_node + (std::size_t)c.first * sah_words(D))
                        : reinterpret_cast<std::uintptr_t>(world_.block + (std::size_t)c.first * nested_block_words(D));
#pragma GCC unroll 10
    for (int k = 0; k < 10; ++k) __builtin_prefetch(reinterpret_cast<const void*>(at + 64u * (unsigned)k));
  }
  FORCED const nested_cell* start_of(index i) const {
    const nested_node& root = world_.node[world_.root.first];
    std::size_t at = 0;
    for (int k = D - 1; k >= 0; --k) {
      const float x = read(movers_.column[movers_.what == kind::corners ? 2 * k : k], i);
      const float cell = (x - (float)root.low[k]) * (float)root.per[k], last = (float)(root.count[k] - 1);
      at = at * root.count[k] + (std::size_t)(int)(cell > 0 ? cell < last ? cell : last : 0);
    }
    return world_.cell + root.first + at;
  }

  // ---- the mover ----
  static float next_up(float x) {  // of what is finite
    const u32 w = float_as_word(x);
    return word_as_float(x == 0 ? 1 : x > 0 ? w + 1 : w - 1);
  }
  FORCED bool load() {
    const std::size_t i = mover_;
    float worst = 0;  // NaN once something is not finite
    bool ok = true, tame = true, rests = false;
    for (int k = 0; k < D; ++k) {
      float lo, hi;
      if constexpr (Rays)
        lo = hi = read(movers_.column[k], i);
      else
        ok &= extent_of(k, i, lo, hi);
      const float d = (steps_.present ? read(steps_.column[k], i) : 0) + 0.f;  // -0 is 0
      const float length = d < 0 ? 0 - d : d;
      worst = worst + (lo - lo) + (hi - hi) + (d - d);
      tame &= (length == 0) | ((length > 0x1p-63f) & (length < 0x1p63f));
      rests |= length == 0;
      tame &= (lo > -0x1p126f) & (hi < 0x1p126f);
      const int back = d < 0;
      low_[k] = lo, high_[k] = hi, step_[k] = d;
      near_[k] = (2 * k + back) * lane_width, far_[k] = (2 * k + 1 - back) * lane_width;
      near_edge_[k] = !Rays && back ? lo : hi, far_edge_[k] = !Rays && back ? hi : lo;
      per_step_[k] = 1. / (double)d;
      if (length == 0)  // at rest: what is apart is met never, and what touches is not apart
        near_edge_[k] = next_up(hi), far_edge_[k] = 0 - next_up(0 - lo);
      inverse_[k] = (float)per_step_[k];
    }
    wild_ = !tame, resting_ = rests;
    return ok & (worst == 0);
  }
  FORCED bool extent_of(int k, std::size_t i, float& lo, float& hi) {
    slack_[k] = 0;
    if (movers_.what == kind::corners) {
      lo = read(movers_.column[2 * k], i), hi = read(movers_.column[2 * k + 1], i);
      return lo <= hi;
    }
    const float c = read(movers_.column[k], i);
    lo = hi = c;
    if (movers_.what == kind::centred) {
      const float h = read(movers_.column[D + k], i);
      lo = c - h, hi = c + h;
    }
    if (!round_mover_) return lo <= hi;
    const float r = read(movers_.column[D], i), room = ((c < 0 ? 0 - c : c) + r) * 0x1p-22f + 0x1p-140f;
    lo = c - r - room, hi = c + r + room;
    lo = lo > -most ? lo : -most, hi = hi < most ? hi : most;
    slack_[k] = r * within, center_[k] = c;
    return r >= 0 && r - r == 0 && c - c == 0;
  }

  // ---- nodes and cells ----
  __attribute__((noinline)) void enter_node(const nested_node& n) {
    const nested_cell* const cells = world_.cell + n.first;
    u32 all = 1, stride[D];
    for (int k = 0; k < D; ++k) stride[k] = all, all *= n.count[k];

    // In cells of this grid. While is it over it?
    double lo[D], hi[D], d[D], size[D], from = 0, until = by_;
    bool lost = wild_;
    int major = 0;
    for (int k = 0; k < D; ++k) {
      lo[k] = (low_[k] - n.low[k]) * n.per[k], hi[k] = Rays ? lo[k] : (high_[k] - n.low[k]) * n.per[k],
      d[k] = step_[k] * n.per[k];
      size[k] = (double)n.count[k];
      lost |= !(lo[k] > -0x1p36 && hi[k] < 0x1p36 && d[k] > -0x1p36 && d[k] < 0x1p36);
      if (size_of(d[k]) > size_of(d[major])) major = k;
      const double per = per_step_[k] * n.pitch[k], ahead = (0 - cell_room - hi[k]) * per,
                   behind = (size[k] + cell_room - lo[k]) * per;
      const double in = d[k] < 0 ? behind : ahead, out = d[k] < 0 ? ahead : behind;
      from = in > from ? in : from, until = out < until ? out : until;
    }
    if (__builtin_expect(lost, 0)) {
      for (u32 c = 0; c <= all; ++c) enter_cell(cells[c]);
      return;
    }
    if (!(from <= until)) return;
    enter_cell(cells[all]);  // what is large is often hit early
    if constexpr (D == 2)
      columns_of(n, cells, stride, lo, hi, d, size, from, until, major, 1 - major, 1 - major);
    else
      columns_of(n, cells, stride, lo, hi, d, size, from, until, major, major == 0 ? 1 : 0, major == 2 ? 1 : 2);
  }
  FORCED static double size_of(double x) { return __builtin_fabs(x); }

  // Backwards is seen in a mirror.
  FORCED void columns_of(const nested_node& n, const nested_cell* cells, const u32* stride, double* lo, double* hi,
                         double* d, const double* size, double start, double end, int m, int a, int b) {
    const bool back = d[m] < 0;
    const std::ptrdiff_t along = back ? 0 - (std::ptrdiff_t)stride[m] : (std::ptrdiff_t)stride[m];
    cells -= back ? (std::ptrdiff_t)(size[m] - 1) * along : 0;
    const double per = step_[m] == 0 ? 0 : size_of(per_step_[m]) * n.pitch[m], low = lo[m], high = hi[m];
    lo[m] = back ? size[m] - high : low, hi[m] = back ? size[m] - low : high, d[m] = size_of(d[m]);
    const double first = lo[m] + d[m] * start - 2 * cell_room, reach = hi[m] + d[m] * end + 2 * cell_room;
    const int last = (int)(reach < size[m] - 1 ? reach : size[m] - 1);
    for (int i = first > 0 ? (int)first : 0; i <= last; ++i) {
      double in = ((double)i - cell_room - hi[m]) * per, out = ((double)(i + 1) + cell_room - lo[m]) * per;
      in = in > start ? in : start;
      if (in > by_) return;
      out = d[m] > 0 && out < end ? out : end;
      int first_a, last_a;
      if (!rows_of(lo[a], hi[a], d[a], size[a], in, out, first_a, last_a)) continue;
      const nested_cell* const column = cells + i * along;
      u32 skip = most_cells_an_axis;
      if constexpr (D == 2) {
        if (i < last) {  // where it will come out of this one: the next one's blocks are fetched meanwhile
          const double row = lo[a] + d[a] * out;
          fetch(column[along + (std::ptrdiff_t)(row > 0 ? row < size[a] - 1 ? row : size[a] - 1 : 0) *
                                   (std::ptrdiff_t)stride[a]]);
        }
        rows(column, stride[a], d[a], first_a, last_a, skip);
      } else {
        int first_b, last_b;
        if (!rows_of(lo[b], hi[b], d[b], size[b], in, out, first_b, last_b)) continue;
        for (int j = first_b; j <= last_b; ++j)
          rows(column + (std::size_t)j * stride[b], stride[a], d[a], first_a, last_a, skip);
      }
      // Nothing within so many columns and, as it moves no faster across them, within as many rows.
      if (skip > 1) i += (int)skip - 1;
    }
  }
  // The cells from first to last that a mover is over between two moments.
  FORCED bool rows_of(double lo, double hi, double d, double size, double in, double out, int& first, int& last) {
    const double p = d * in, q = d * out;
    const double low = lo + (p < q ? p : q) - cell_room, high = hi + (p < q ? q : p) + cell_room;
    if (!(high >= 0) || !(low <= size)) return false;
    first = (int)(low > 0 ? low : 0), last = (int)(high < size - 1 ? high : size - 1);
    if (first > last) first = last;
    return true;
  }
  FORCED void rows(const nested_cell* column, u32 stride, double d, int first, int last, u32& skip) {
    const std::ptrdiff_t by = d < 0 ? 0 - (std::ptrdiff_t)stride : (std::ptrdiff_t)stride;
    const nested_cell* c = column + (std::ptrdiff_t)(d < 0 ? last : first) * (std::ptrdiff_t)stride;
    for (int r = first; r <= last; ++r, c += by) {
      if (c->blocks == 0) {
        skip = c->first < skip ? c->first : skip;
        continue;
      }
      skip = 0;
      enter_cell(*c);
    }
  }
  FORCED void enter_cell(const nested_cell& c) {
    if (c.blocks == 0) return;
    if (__builtin_expect(c.blocks >= of_sah_node, 0))
      return c.blocks == of_node ? enter_node_(this, world_.node[c.first])
                                 : kernel_.enter_sah_node(this, world_.sah_node + (std::size_t)c.first * sah_words(D));
    kernel_.meet(this, world_.block + (std::size_t)c.first * nested_block_words(D), c.blocks);
  }

 public:
  // ---- SAH nodes ----
  // Bounds pass the test of any box within them: each step of it is monotone.
  template <class V> FORCED void enter_sah_node(const float* sah_node) {
    constexpr int lanes = lanes_of<V>;
    const float *const first = sah_node + 2 * D * sah_width, *const blocks = first + sah_width;
    const auto enter = [&](int j) { enter_cell({float_as_word(first[j]), float_as_word(blocks[j])}); };
    if (__builtin_expect(wild_, 0)) {
      for (int j = 0; j < sah_width; ++j) enter(j);
      return;
    }
    alignas(64) float when[sah_width];
    u32 m = 0;
    for (int j = 0; j < sah_width; j += lanes) {
      V early(0.f), leave(by_);
      for (int k = 0; k < D; ++k) {
        const int back = step_[k] < 0;
        const auto edge = [&](int c) { return V::load_unaligned(sah_node + (2 * k + c) * sah_width + j); };
        early = ordered_max(about_slab_time(edge(back), V(near_edge_[k]), V(inverse_[k])), early);
        leave = ordered_min(about_slab_time(edge(1 - back), V(far_edge_[k]), V(inverse_[k])), leave);
      }
      early = ordered_max(nudge(early, -16), V(0.f));
      early.store_unaligned(when + j);
      m |= bits(early <= leave) << j;
    }
    while (m) {  // what begins earlier first
      int next = __builtin_ctz(m);
      for (u32 rest = m & (m - 1); rest; rest &= rest - 1) {
        const int j = __builtin_ctz(rest);
        next = when[j] < when[next] ? j : next;
      }
      if (when[next] > by_) return;
      m &= ~(1u << next);
      enter(next);
    }
  }

  // ---- blocks ----
  // Two at a time: most cells have no more than four, and a loop that runs as often every time is foreseen. The second
  // may be the next cell's; behind the last block is an empty one.
  template <class V> FORCED void meet(const float* blocks, u32 n) {
    for (;; n -= most_at_once, blocks += most_at_once * nested_block_words(D)) {
      meet_some<V>(blocks, n < most_at_once ? n : most_at_once);
      if (n <= most_at_once) return;
    }
  }
  template <class V> FORCED void meet_some(const float* blocks, u32 n) {
    constexpr int lanes = lanes_of<V>;
    alignas(64) float when[most_at_once * lane_width], out[most_at_once * lane_width];
    std::uint64_t m = 0;
    const int all = (int)((n + 1) / 2 * 2 * lane_width);
    const auto at = [&](int i) {
      const u32 j = (u32)i;
      return blocks + j / lane_width * nested_block_words(D) + j % lane_width;
    };
    if (__builtin_expect(wild_, 0)) {
      for (int j = 0; j < all; ++j) when[j] = 0;
      for (int j = 0; j < all; j += lanes) {
        const float* const block = at(j);
        auto on = V(0.f) == V(0.f);
        for (int k = 0; k < D; ++k)
          on = on &
               (V::load_unaligned(block + 2 * k * lane_width) <=
                V(ceiling(back_of(k) ? high_[k] : high_[k] + step_[k]))) &
               (V::load_unaligned(block + (2 * k + 1) * lane_width) >=
                V(-ceiling(back_of(k) ? 0 - (low_[k] + step_[k]) : 0 - low_[k])));
        m |= (std::uint64_t)bits(on) << j;
      }
    } else {
      V inverse[D], near_edge[D], far_edge[D];
      for (int k = 0; k < D; ++k)
        inverse[k] = V(inverse_[k]), near_edge[k] = V(near_edge_[k]), far_edge[k] = V(far_edge_[k]);
      const V zero(0.f), until(by_);
      for (int j = 0; j < all; j += 2 * lane_width)
        for (int i = j; i < j + 2 * lane_width; i += lanes) {
          const float* const block = at(i);
          V early = zero, leave = until;
          for (int k = 0; k < D; ++k) {
            early = ordered_max(about_slab_time(V::load_unaligned(block + near_[k]), near_edge[k], inverse[k]), early);
            leave = ordered_min(about_slab_time(V::load_unaligned(block + far_[k]), far_edge[k], inverse[k]), leave);
          }
          early = ordered_max(nudge(early, -16), zero);
          early.store_unaligned(when + i), leave.store_unaligned(out + i);
          m |= (std::uint64_t)bits(early <= leave) << i;
        }
      if (!m) return;
      if (m & (m - 1)) m &= not_behind<V>(blocks, all, when, out);
    }
    for (; m; m &= m - 1) {
      const int j = __builtin_ctzll(m);
      note(at(j), when[j]);
    }
  }
  // What surely hits bounds the others: which are not later than that?
  template <class V>
  FORCED std::uint64_t not_behind(const float* blocks, int all, const float* when, const float* out) {
    constexpr int lanes = lanes_of<V>;
    alignas(64) float least[lanes];
    V bound(by_);
    const V floor(floor_);
    for (int i = 0; i < all; i += lanes) {
      const V early = V::load_unaligned(when + i), late = nudge(early, 32);
      auto sure = (late < nudge(V::load_unaligned(out + i), -16)) & (early >= floor);
      if (__builtin_expect(resting_, 0)) {
        const float* const block = blocks + i / lane_width * nested_block_words(D) + i % lane_width;
        for (int k = 0; k < D; ++k)
          if (step_[k] == 0)
            sure = sure & (V::load_unaligned(block + 2 * k * lane_width) < V((float)high_[k])) &
                   (V::load_unaligned(block + (2 * k + 1) * lane_width) > V((float)low_[k]));
      }
      bound = ordered_min(bound, pick(sure, late, bound));
    }
    bound.store_unaligned(least);
    float by = least[0];
    for (int j = 1; j < lanes; ++j) by = least[j] < by ? least[j] : by;
    if (by < by_ && by < sooner_) return end_it(), 0;
    by_ = by;
    std::uint64_t close = 0;
    for (int j = 0; j < all; j += lanes) close |= (std::uint64_t)bits(V::load_unaligned(when + j) <= V(by)) << j;
    return close;
  }

 private:
  bool back_of(int k) const { return step_[k] < 0; }
  static float ceiling(double x) {  // a float that is no less, but for what is beyond them all
    if (x >= (double)most) return most;
    if (x <= -(double)most) return -most;
    const float f = (float)x;
    return f + (f < 0 ? 0 - f : f) * 0x1p-22f + 0x1p-140f;
  }

  FORCED void note(const float* lane, float when) {
    const index who = float_as_word(lane[2 * D * lane_width]);
    if (who >= start_) return;  // nothing comes before a start in overlap but one with a lower number
    const side& items = *world_.items;
    if (rules_.layered) {
      const u32 mine = movers_.layer_data ? movers_.layer_data[mover_] : movers_.layer_one;
      const u32 its = items.layer_data ? items.layer_data[who] : items.layer_one;
      if (!(mine & its & rules_.layers)) return;
    }
    if (__builtin_expect(noted_ == note_room, 0)) make_room();
    const u32 slot = noted_++;
    item_[slot] = who, early_[slot] = when, kind_[slot] = unsure, lane_[slot] = lane;
    if (__builtin_expect(wild_ | !rules_.sure, 0)) return;

    double in = -infinite, out = 2, room_in_time = 0;
    for (int k = 0; k < D; ++k) {
      double lo = lane[2 * k * lane_width], hi = lane[(2 * k + 1) * lane_width], l = low_[k], h = high_[k];
      if (!Rays && (round_item_ || round_mover_)) {
        double room = 0;
        if (round_mover_) l = center_[k] - slack_[k], h = center_[k] + slack_[k], room += slack_[k];
        if (round_item_) {
          const double c = read(items.column[k], who), r = (double)read(items.column[D], who) * within;
          lo = c - r, hi = c + r, room += r;
        }
        // What these sums are off by has to be far less than what a circle is wider than the box within it.
        const double far = (lo < 0 ? 0 - lo : lo) + (l < 0 ? 0 - l : l) + (step_[k] < 0 ? 0 - step_[k] : step_[k]);
        if (!(room * 0x1p-8 > far * 0x1p-48)) return;
      }
      if (step_[k] == 0) {
        if (!(lo < h && l < hi)) return;
        continue;
      }
      double t, u;
      if constexpr (Rays) {
        t = ((double)lane[near_[k]] - l) * per_step_[k], u = ((double)lane[far_[k]] - l) * per_step_[k];
      } else {
        if (round_mover_ || round_item_)
          room_in_time += grazing + grazing * (slack_[k] + (round_item_ ? hi - lo : 0)) * size_of(per_step_[k]);
        const bool back = step_[k] < 0;
        t = (back ? hi - l : lo - h) * per_step_[k], u = (back ? lo - h : hi - l) * per_step_[k];
      }
      in = t > in ? t : in, out = u < out ? u : out;
    }
    // One condition, no branch: which way it goes nobody foresees. Where starts in overlap do not count, the box around
    // has to be apart at the start.
    const double late = (in > 0 ? in * (1 + 0x1p-40) : 0) + room_in_time;
    const bool sure = (late < out * (1 - 0x1p-40)) & (late < by_) & ((when > 0) | rules_.inside_counts);
    start_ = ((in < 0) & (out > 0) & rules_.inside_counts) ? who : start_;
    const float bound = word_as_float(float_as_word((float)late) + 16);
    kind_[slot] = (u8)(sure ? in < 0 ? starts : hits : unsure);
    by_ = (sure & (bound < by_)) ? bound : by_;
    if (sure & (bound < sooner_)) end_it();
  }
  // Somebody is hit, and no more is wanted: nothing that may come is soon enough.
  void end_it() { put(0, 0, 0), noted_ = 0, by_ = -1; }
  __attribute__((noinline)) void make_room() {
    u32 kept = 0;
    for (u32 k = 0; k < noted_; ++k)
      if (early_[k] <= by_) {
        item_[kept] = item_[k], early_[kept] = early_[k], kind_[kept] = kind_[k], lane_[kept] = lane_[k];
        ++kept;
      }
    if (kept > note_room / 2) {
      for (u32 k = 0; k < kept; ++k) put_pair(item_[k]);
      kept = 0, sent_ = true;
    }
    noted_ = kept;
  }

  // ---- the end of a traversal ----
  // Answers if what was noted is enough: all that may be first overlap from the start, or just one is left.
  FORCED bool settle() {
    if (!rules_.settle || sent_) return false;
    u32 found = note_room;
    for (u32 k = 0; k < noted_; ++k) {
      if (!(early_[k] <= by_)) continue;
      if (kind_[k] == unsure) return false;
      if (found == note_room)
        found = k;  // NOLINT(bugprone-branch-clone): the first, or a lower one
      else if (item_[k] == item_[found])
        continue;
      else if (kind_[k] != starts || kind_[found] != starts)
        return false;
      else if (item_[k] < item_[found])
        found = k;
    }
    if (found == note_room) return true;
    if (kind_[found] == starts) {
      put(item_[found], 0, started);
      return true;
    }
    float latest = -1;
    int entered = 0;
    for (int k = 0; k < D; ++k) {
      if (step_[k] == 0) continue;
      const bool back = step_[k] < 0;
      const float edge = lane_[found][near_[k]], gap = back ? near_edge_[k] - edge : edge - near_edge_[k];
      const float q = gap / (float)(back ? 0 - step_[k] : step_[k]);
      if (q > latest)
        latest = q, entered = 1;
      else
        entered += q == latest;
    }
    if (!(latest > 0)) return false;  // touching at the start: that depends on the policy
    if (rules_.until >= 1 || latest < rules_.until) put(item_[found], latest, entered > 1 ? (u8)corner : (u8)0);
    return true;
  }
  FORCED void put(index item, float time, u8 flags) {
    const records& to = rules_.answers;
    if (to.index) to.index[mover_] = item;
    if (to.time) to.time[mover_] = time;
    if (to.flags) to.flags[mover_] = flags;
  }
  FORCED void put_pairs() {
    for (u32 k = 0; k < noted_; ++k)
      if (early_[k] <= by_ && !again(k)) put_pair(item_[k]);
  }
  FORCED bool again(u32 k) const {  // one item in several cells: no harm, but work
    for (u32 j = k; j-- > 0 && k - j <= 4;)
      if (item_[j] == item_[k]) return true;
    return false;
  }
  FORCED void put_pair(index item) {
    if (__builtin_expect(pairs_ == pair_room, 0)) flush();
    first_[pairs_] = mover_, second_[pairs_] = item, ++pairs_;
  }
  void flush() {
    if (pairs_) sink_.take(sink_.owner, first_, second_, pairs_, nullptr);
    pairs_ = 0;
  }

  static constexpr double infinite = __builtin_inf();
  // The times of circles are roots: where one grazes, good to 2^-25 of how far apart they are, how far it goes and how
  // large they are, which may be more than a small circle measures. So much room, in time.
  static constexpr float grazing = 0x1p-19f;
  static constexpr double within = D == 2 ? 0.7 : 0.57;  // a box of that half extent is within the circle

  const nested_grid& world_;
  const side& movers_;
  const motion& steps_;
  const traverse_rules rules_;
  const pair_sink sink_;
  const ray_steps& kernel_;
  void (*enter_node_)(void* self, const nested_node&);
  bool round_mover_, round_item_, wild_ = false, resting_ = false, sent_ = false;
  float latest_, by_ = 1;
  float sooner_;  // a sure hit before that is enough; -1: it never is
  float floor_;   // how early a hit may be, for its box to say that it is one: 3 is never
  index mover_ = 0;
  u32 noted_ = 0, pairs_ = 0;
  index start_ = none;  // the lowest that surely overlaps from the start
  const nested_cell* ahead_[4]{};
  int near_[D], far_[D];
  float near_edge_[D], far_edge_[D], inverse_[D];
  double low_[D], high_[D], step_[D], slack_[D], center_[D], per_step_[D];
  index item_[note_room];
  float early_[note_room];
  const float* lane_[note_room];
  u8 kind_[note_room];
  index first_[pair_room], second_[pair_room];
};

// What an instruction set has of it.
template <class V, int D, bool Rays> constexpr ray_steps steps_of_rays() {
  using T = traverser<D, Rays>;
  return {[](void* self, const float* blocks, u32 n) { static_cast<T*>(self)->template meet<V>(blocks, n); },
          [](void* self, const float* sah_node) { static_cast<T*>(self)->template enter_sah_node<V>(sah_node); }};
}

}  // namespace
}  // namespace hitscan::detail::broad
