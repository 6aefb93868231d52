// Many movers among many items: every mover's first hit, or the pairs among which it is.
//
//    +----+----+----+----+      1. Movers are sorted into cells, 32 to 64 to each, by the middle of their motions.
//    |o-> | o  |    |t1  |      2. A row of cells takes the items that meet its movers' motions, in ascending order,
//    |  o->\   | o->|    |         from those of the eight rows around it, these from all.
//    +----+----+----+----+      3. A cell's movers are held against those of its row that meet theirs, found as they
//    | t2 |o-> |    |    |         are needed: a mover that starts in one is through (judge.hpp).
//    +----+----+----+----+
//
// Cells with a crowd and a long list are divided again, and so are all where hundreds of thousands are sorted at a
// time: first into cells of as many as stay in the cache. Who moves much farther than most is taken apart, on cells of
// its own. Where most motions are longer than what they could meet is wide, they are taken in slices: who hits nothing
// in the first part of its motion goes on to the next. In 3D cells are boxes, and a layer of them stands for the eight
// rows.
//
// Few movers among many items that stay are not sorted: each goes down the BVH by itself. Among new items these are
// sieved first (first_hits.cpp).
//
// All of this steers speed alone: a list is complete whatever the cells are.
#pragma once

#include "sieve.hpp"

namespace hitscan::detail::broad {
namespace {

// All of space, or (-1) none of it.
template <int D> FORCED extent<D> span_of(float way) {
  extent<D> e;
  for (int k = 0; k < D; ++k) e.low[k] = -way * far_away, e.high[k] = way * far_away;
  return e;
}

// Of what is no NaN.
FORCED double larger_of(double a, double b) { return a > b ? a : b; }
FORCED double smaller_of(double a, double b) { return a < b ? a : b; }

// What is done with registers of lanes is of an instruction set: the steps at the end, over V.
template <int D> class cell_search {
  static constexpr int deepest = 6;
  static constexpr u32 crowd = 320, worth_dividing = 16;  // movers of a cell, and candidates
  static constexpr u32 worth_parts = 160;                 // candidates of a row
  static constexpr int part_of_line = 8;                  // cells
  static constexpr u32 worth_two_sorts = 262144;          // movers: cells of so many as stay in the cache, then of few
  static constexpr double sorted_first = 65536;

 public:
  cell_search(const first_request& r, judge_state<D>& judging, const cell_steps& steps)
      : r_(r),
        steps_(steps),
        arena_(r.memory.lists),
        left_(r.memory.list_words),
        free_(r.memory.spare),
        of_(r.reach),
        words(of_.words),
        all_(all_of<D>(r.items)),
        judge_(judging) {
    judge_.doubted.lay_out(take(item_column_room(r.items.count) * (2 * D + 2)), r.items.count);
    picks_ = (u32*)take(r.items.count + 2 * width);
  }

  void run() {
    if (r_.movers.count == 0 || all_.count == 0) return;
    if (r_.movers.count <= all_.count / 16 && r_.over->levels > 0) return one_by_one();
    steps_.sample(this);
    choose_cells();
    choose_slices();
    if (r_.movers.count >= worth_two_sorts) divide(field_, (double)r_.movers.count, sorted_first, division_);
    steps_.file(this);
    float* const rows = r_.memory.rows;
    end_rows(rows, r_.movers.count);
    const u32 near = ends_[division_.all - 1], all = ends_[division_.all];
    cells(rows, ends_, all_, 0);
    if (all > near) among_all(rows + (std::size_t)near * words, all - near);
    for (int k = 1; k < slices_ && judge_.later(); ++k) {
      judge_.part = {(float)k / (float)slices_ * 0.9999f, (float)(k + 1) / (float)slices_, false, k == slices_ - 1};
      among_all(rows, judge_.take_later(rows));
    }
    judge_.part = {};
    if (const u32 n = judge_.take_whole(rows)) among_all(rows, n);
    judge_.flush();
  }

 private:
  // Places are quarters of the middle of a motion, or of its part in question, so that nothing overflows.
  struct division {
    float low[D], scale[D], last[D], part;  // part: a quarter of how far the middle is along the motion
    int count[D], axis[D];                  // axis[0]: that of a row of cells
    u32 all;
    float fast;  // who moves farther on some axis is taken apart
  };

  // Few movers among very many items: each by itself, but for those about whom there is too much to find.
  void one_by_one() {
    float* const rows = r_.memory.rows;
    const side& from = r_.movers;
    u32 n = 0, left = 0;
    stage<D> s;
    for (std::size_t i = 0; i < from.count; i += width) {
      steps_.stage(from, r_.by, i, from.count - i, &s);
      for (u32 lanes = s.ok; lanes; lanes &= lanes - 1) {
        const u32 j = (u32)__builtin_ctz(lanes), at = (u32)i + j;
        of_.put(rows + (std::size_t)n++ * words, s, j, r_.numbers ? r_.numbers[at] : at,
                from.layer_data ? from.layer_data[at] : from.layer_one);
      }
    }
    end_rows(rows, n);
    for (u32 i = 0; i < n; ++i) {
      const float* const row = rows + (std::size_t)i * words;
      const moment before = now();
      candidates<D> list;
      if (!descend(swept(row, 1), 1, list))
        of_.copy(rows + (std::size_t)left++ * words, row);
      else if (list.count)
        against(row, 1, list, span_of<D>(1));
      go_back(before);
    }
    if (left) among_all(rows, left);
    judge_.flush();
  }

  // Behind the last row of a table, whose registers are read whole, stand numbers that nobody asks about.
  void end_rows(float* rows, std::size_t n) const {
    float* const end = rows + n * words;
    for (u32 k = 0; k < width * words; ++k) end[k] = 0;
  }

  // ---- memory: taken from the front, given back by going back ----
  typedef int int_quad __attribute__((vector_size(16)));
  struct moment {
    float* at;
    std::size_t left;
  };
  moment now() const { return {arena_, left_}; }
  void go_back(const moment& m) { arena_ = m.at, left_ = m.left; }
  float* take(std::size_t n) {
    n = (n + width - 1) / width * width;
    if (n > left_) return nullptr;
    float* const here = arena_;
    arena_ += n, left_ -= n;
    return here;
  }
  static std::size_t memory_for_cells(const division& c) { return ((std::size_t)c.all + width) * (4 * D + 1); }

  // ---- cells ----
  struct field {  // of places
    float low[D], high[D];
    double moved = 0;  // the sum of motions on their longest axis
    u32 count = 0;
  };
  static float fast_of(const field& f) {
    const double mean = f.count ? f.moved / f.count : 0;
    return 4 * mean < 1e37 ? (float)(4 * mean) + 1e-30f : most;
  }
  // A row's numbers, an axis a lane. What is in the other lanes means nothing, but is a number of the row: its index
  // would be a subnormal float, and a product with one costs some CPUs 150 cycles.
  struct parts {
    quad both, wide, step;  // the sum of the edges, and their difference
    FORCED parts(const mover_rows<D>& of, const float* row) {
      const quad q = load_quad(row);
      if (of.reach.present) {
        wide = quad{};
        if constexpr (D == 2)
          both = __builtin_shufflevector(q, q, 0, 1, 1, 1), step = __builtin_shufflevector(q, q, 2, 3, 3, 3);
        else
          both = __builtin_shufflevector(q, q, 0, 1, 2, 2),
          step = __builtin_shufflevector(q, load_quad(row + 4), 3, 4, 5, 5);
        both = both + both;
        return;
      }
      const quad r = load_quad(row + 4);
      const quad low = __builtin_shufflevector(q, r, 0, 2, 4, 4), high = __builtin_shufflevector(q, r, 1, 3, 5, 5);
      both = low + high, wide = high - low;
      if constexpr (D == 2)
        step = __builtin_shufflevector(r, r, 0, 1, 1, 1);
      else
        step = __builtin_shufflevector(r, load_quad(row + 8), 2, 3, 4, 4);
    }
    FORCED quad place(float along) const { return both * 0.125f + step * along; }
    FORCED quad moved() const { return greatest(step, -step); }
  };
  FORCED static float most_of(quad q) {
    float m = q[0];
    for (int k = 1; k < D; ++k) m = q[k] > m ? q[k] : m;
    return m;
  }
  // About so many cells, as long as wide.
  static void divide(const field& f, double n, double each, division& c) {
    double length[D];
    bool counts[D];
    int axes = 0;
    for (int k = 0; k < D; ++k) {
      length[k] = (double)f.high[k] - (double)f.low[k];
      counts[k] = length[k] > 0, axes += counts[k];
    }
    const double most = larger_of(1, smaller_of(n / each, 16000));
    double side = 0;
    for (int turn = 0; turn < D && axes; ++turn) {
      double log_of = -__builtin_log(most);
      for (int k = 0; k < D; ++k)
        if (counts[k]) log_of += __builtin_log(length[k]);
      side = __builtin_exp(log_of / axes);
      bool changed = false;
      for (int k = 0; k < D; ++k)
        if (counts[k] && length[k] < side && axes > 1) counts[k] = false, --axes, changed = true;
      if (!changed) break;
    }
    c.all = 1;
    for (int k = 0; k < D; ++k) {
      const double cut = counts[k] && side > 0 ? length[k] / side : 0;
      c.count[k] = (int)smaller_of(cut, most) + 1;
      c.all *= (u32)c.count[k];
      c.low[k] = f.low[k], c.last[k] = (float)(c.count[k] - 1);
      const double per = c.count[k] > 1 ? c.count[k] / length[k] * 0.99999 : 0;
      c.scale[k] = per < 1e30 ? (float)per : 0;
    }
    int along = 0;  // rows are along it, unless that made too many of them
    for (int k = 0; k < D; ++k) {
      c.axis[k] = k;
      if (c.count[k] > 4 * c.count[along]) along = k;
    }
    c.axis[along] = 0, c.axis[0] = along;
  }
  // ---- sorting all ----
  void choose_cells() {
    // Smaller cells have shorter lists. Many of them are slow to sort into; where there are more items than movers,
    // their lists cost more than they do.
    const double n = (double)r_.movers.count, items = all_.count, most = larger_of(32, smaller_of(64, n / 1024));
    const double each = items > n ? larger_of(items < 50000 ? width : 32, most * n / items) : most;
    divide(field_, n, each, division_);
    division_.fast = fast_of(field_), division_.part = 0.125f;
  }
  // Slices pay where motions are longer than cells and what is in them, and lists are long.
  void choose_slices() {
    const u32 n = all_.count, seen = n < 64 ? n : 64;
    double wide = 0, area = 1, side = 0;
    for (u32 q = 0; q < seen; ++q) {
      const u32 at = (u32)((std::size_t)q * n / seen);
      double longest = 0;
      for (int k = 0; k < D; ++k)
        longest = larger_of(longest, (double)all_.edge[2 * k + 1][at] - (double)all_.edge[2 * k][at]);
      wide += longest / seen;
    }
    const double mean = field_.count ? field_.moved / field_.count : 0;
    for (int k = 0; k < D; ++k) {
      const double length = 4 * ((double)field_.high[k] - (double)field_.low[k]);
      side = larger_of(side, length / division_.count[k]), area *= larger_of(length, 1e-30);
    }
    const double spacing = D == 2 ? __builtin_sqrt(area / n) : __builtin_cbrt(area / n);
    const double reach = mean + side + wide, listed = n * (D == 2 ? reach * reach : reach * reach * reach) / area;
    const double many = mean / larger_of(larger_of(side, wide), spacing / 2);
    slices_ = !r_.rules.prune || !(many > 1) || listed < 64 ? 1 : many > 16 ? 16 : (int)many;
    if (slices_ == 1) return;
    judge_.part = {0, 1.f / (float)slices_, false, false};
    division_.part = 0.125f / (float)slices_;
  }
  // ---- lists ----
  FORCED extent<D> swept(const float* rows, u32 n) const {
    extent<D> e;
    steps_.sweep(this, rows, n, &e);
    return e;
  }
  // False: there is no memory for it, or `of` is as good. Needed: `of` has no rows, which all are held against.
  __attribute__((noinline)) bool filter(const candidates<D>& of, const extent<D>& e, candidates<D>& to, bool rows,
                                        bool needed) {
    const moment before = now();
    return steps_.filter(this, &of, &e, &to, rows) &&
           (left_ >= 2 * words_of(of.count) || make_room(before, of.count, to, needed));
  }
  static std::size_t words_of(u32 count) { return item_column_room(count) * candidates<D>::words; }
  // Memory becomes short, as lists have not become much shorter: those of a crowd, while somebody is far away. A list
  // of more than half of another one is done without, and another takes no more than it needs.
  __attribute__((noinline)) bool make_room(const moment& before, u32 of_count, candidates<D>& to, bool needed) {
    go_back(before);
    if (!needed && 2 * to.count > of_count) return false;
    candidates<D> closer;
    closer.lay_out(take(words_of(to.count)), to.count), closer.count = to.count;
    const std::size_t n = item_column_room(to.count) * sizeof(float);
    for (int c = 0; c < 2 * D; ++c) __builtin_memmove(closer.edge[c], to.edge[c], n);
    __builtin_memmove(closer.number, to.number, n), __builtin_memmove(closer.layers, to.layers, n);
    __builtin_memmove(closer.row, to.row, n * item_row_words(D));
    to = closer;
    return true;
  }
  FORCED void against(const float* rows, u32 n, const candidates<D>& list, const extent<D>& bounds) {
    steps_.against(this, rows, n, &list, &bounds);
  }
  // And what was rounded on the way; a part's ends are off by as much as the motion is long, up to 32 times its own.
  FORCED extent<D> with_room(extent<D> e, float of_whole) const {
    const float share = judge_.part.whole ? of_whole : 0x1p-17f;
    for (int k = 0; k < D; ++k) {
      const float lo = e.low[k], hi = e.high[k], a = lo < 0 ? -lo : lo, b = hi < 0 ? -hi : hi;
      const float room = (a > b ? a : b) * share + 0x1p-140f;
      e.low[k] = lo - room, e.high[k] = hi + room;
    }
    return e;
  }
  FORCED static void unite(extent<D>& a, const extent<D>& b) {
    for (int k = 0; k < D; ++k)
      a.low[k] = b.low[k] < a.low[k] ? b.low[k] : a.low[k], a.high[k] = b.high[k] > a.high[k] ? b.high[k] : a.high[k];
  }

  // The same of all items for few movers, who would not pay for a look at each item: down the BVH, and into order.
  // False: that does not pay, or there is no memory for it.
  bool descend(extent<D> e, u32 movers, candidates<D>& to) {
    const bvh& over = *r_.over;
    for (int k = 0; k < D; ++k)  // empty lanes of a block are at infinity
      e.low[k] = e.low[k] > -most ? e.low[k] : -most, e.high[k] = e.high[k] < most ? e.high[k] : most;
    const u32 most_found = all_.count / 64;
    if (movers > most_found || most_found < 2 * width || over.levels == 0) return false;
    const moment before = now();
    u32* here = (u32*)take(most_found + 2 * width);
    u32* below = (u32*)take(most_found + 2 * width);
    if (!here || !below) return go_back(before), false;
    u32 n = 1;
    here[0] = 0;
    for (int level = over.levels; level >= 0; --level) {
      const u32 found = steps_.descend(this, level, here, n, &e, below, most_found);
      if (found == none) return go_back(before), false;
      u32* const above = here;
      here = below, below = above, n = found;
    }
    sort_numbers(here, below, n);
    float* const memory = take(item_column_room(n) * candidates<D>::words);
    if (!memory) return go_back(before), false;
    to.lay_out(memory, n);
    const bool all_valid = all_.number[all_.count - 1] == all_.count - 1;
    for (u32 k = 0; k < n; ++k) {
      u32 at = here[k];
      if (!all_valid) {  // those before it that are not are not listed
        u32 first = 0, end = all_.count;
        while (end - first > 1) (all_.number[(first + end) / 2] <= here[k] ? first : end) = (first + end) / 2;
        at = first;
      }
      for (int c = 0; c < 2 * D; ++c) to.edge[c][k] = all_.edge[c][at];
      to.number[k] = here[k];
      if (r_.rules.layered) to.layers[k] = all_.layers[at];
    }
    to.count = n, to.close(), to.make_rows();
    return true;
  }
  // By merging runs, each twice as long as the last. `spare` is as long.
  static void sort_numbers(u32* numbers, u32* spare, u32 n) {
    u32 *from = numbers, *to = spare;
    for (u32 run = 1; run < n; run *= 2) {
      for (u32 start = 0; start < n; start += 2 * run) {
        const u32 middle = start + run < n ? start + run : n, end = middle + run < n ? middle + run : n;
        for (u32 a = start, b = middle, k = start; k < end; ++k)
          to[k] = a < middle && (b == end || from[a] < from[b]) ? from[a++] : from[b++];
      }
      u32* const other = from;
      from = to, to = other;
    }
    if (from != numbers) __builtin_memcpy(numbers, from, n * sizeof(u32));
  }
  bool list_for(const candidates<D>& of, const extent<D>& e, u32 movers, candidates<D>& to, bool needed) {
    return (&of == &all_ && descend(e, movers, to)) || filter(of, e, to, true, needed);
  }

  // Cells one after the other, a row of them at a time. ends[k] is where cell k ends.
  void cells(float* rows, const u32* ends, const candidates<D>& list, int depth) {
    const division c = division_;
    const int wide = c.count[c.axis[0]], lines = (int)(c.all / (u32)wide);
    const int step = D == 3 ? c.count[c.axis[1]] : lines < 8 ? lines : 8;
    const moment before = now();
    extent<D>* const bounds = (extent<D>*)take((std::size_t)wide * (u32)step * 2 * D);
    extent<D>* const of_line = (extent<D>*)take((std::size_t)step * 2 * D);
    u32* const from = (u32*)take((std::size_t)step + 1);
    const moment bands = now();
    u32 at = 0;
    for (int first = 0; first < lines; first += step, go_back(bands)) {
      const int here = lines - first < step ? lines - first : step;
      const u32 start = at;
      extent<D> band = span_of<D>(-1);
      for (int y = 0; y < here; ++y) {
        const u32* const end = ends + (std::size_t)(first + y) * (u32)wide;
        of_line[y] = span_of<D>(-1), from[y] = at;
        for (int x = 0; x < wide; ++x) {
          if (end[x] == at) continue;
          const extent<D> e = swept(rows + (std::size_t)at * words, end[x] - at);
          bounds[y * wide + x] = e, unite(of_line[y], e), at = end[x];
        }
        unite(band, of_line[y]);
      }
      from[here] = at;
      if (at == start) continue;
      candidates<D> of_band;
      const bool banded = list.count >= 512 && lines > 2 && filter(list, band, of_band, false, false);
      const moment row = now();
      for (int y = 0; y < here; ++y, go_back(row)) {
        const u32 n = from[y + 1] - from[y];
        if (n == 0) continue;
        candidates<D> of_row;
        const bool listed = list_for(banded ? of_band : list, of_line[y], n, of_row, !list.row);
        if (listed && of_row.count == 0)
          judge_.pass(rows + (std::size_t)from[y] * words, n);
        else
          line(rows, ends + (std::size_t)(first + y) * (u32)wide, from[y], wide, bounds + y * wide,
               listed ? of_row : list, depth);
      }
    }
    go_back(before);
  }
  // A row of cells. Of a long list each few of them have a part of their own, so that each cell looks at less; where
  // few movers look at all, it takes longer to make, unless the row is long: then parts have parts.
  void line(float* rows, const u32* ends, u32 at, int wide, const extent<D>* bounds, const candidates<D>& list,
            int depth) {
    const bool pays = list.count >= worth_parts && list.count <= 2 * (ends[wide - 1] - at);
    const bool deep = list.count >= worth_parts && wide > 8 * part_of_line;
    const int some = deep ? (wide + 7) / 8 : pays && wide > 2 * part_of_line ? part_of_line : wide;
    for (int x = 0; x < wide; x += some) {
      const int here = wide - x < some ? wide - x : some;
      const u32 end = ends[x + here - 1];
      if (end == at) continue;
      const moment before = now();
      extent<D> around = span_of<D>(-1);
      u32 from = at;
      for (int k = x; some < wide && k < x + here; from = ends[k++])
        if (ends[k] != from) unite(around, bounds[k]);
      candidates<D> part;
      const bool own = some < wide && filter(list, around, part, true, false);
      if (own && part.count == 0)
        judge_.pass(rows + (std::size_t)at * words, end - at);
      else if (own && deep)
        line(rows, ends + x, at, here, bounds + x, part, depth);
      else
        some_cells(rows, ends + x, at, here, bounds + x, own ? part : list, depth);
      at = end, go_back(before);
    }
  }
  FORCED void some_cells(float* rows, const u32* ends, u32 at, int wide, const extent<D>* bounds,
                         const candidates<D>& list, int depth) {
    for (int x = 0; x < wide; ++x) {
      const u32 n = ends[x] - at;
      float* const here = rows + (std::size_t)at * words;
      at = ends[x];
      if (n == 0) continue;
      if (__builtin_expect(n >= crowd, 0) && depth < deepest && list.count >= worth_dividing) {
        const moment before = now();
        candidates<D> own;
        const candidates<D>& near = filter(list, bounds[x], own, true, false) ? own : list;
        const bool divided = near.count >= worth_dividing;
        if (divided) again(here, n, near, bounds[x], depth + 1);
        go_back(before);
        if (divided) continue;
      }
      against(here, n, list, bounds[x]);
    }
  }

  // Rows that stand anywhere, against what meets their motions.
  void among_all(float* rows, u32 n) {
    const moment before = now();
    candidates<D> list;
    const extent<D> bounds = swept(rows, n);
    list_for(all_, bounds, n, list, true);
    again(rows, n, list, bounds, 0);
    go_back(before);
  }
  // Rows sorted again, on cells of their own, if that pays and there is memory for it. They move to free rows, and
  // crowds among them to where they were.
  __attribute__((noinline)) void again(float* rows, u32 n, const candidates<D>& list, const extent<D>& bounds,
                                       int depth) {
    if (list.count == 0) return judge_.pass(rows, n);
    const division outer = division_;
    const moment before = now();
    float* const sorted = free_;
    if (const u32* const ends = sort_again(rows, sorted, n, list)) {
      if (sorted == r_.memory.spare && n > ended_) end_rows(sorted, ended_ = n);  // what is below may be others'
      free_ = rows, rows = sorted;
      const u32 near = ends[division_.all - 1], far = n - near;
      float* const apart = rows + (std::size_t)near * words;
      cells(rows, ends, list, depth);
      if (far >= 32 && near > 0 && depth < deepest)
        again(apart, far, list, swept(apart, far), depth + 1);
      else
        for (u32 i = 0; i < far; i += width) {
          const u32 some = far - i < width ? far - i : width;
          against(apart + (std::size_t)i * words, some, list, swept(apart + (std::size_t)i * words, some));
        }
      free_ = sorted;
    } else
      against(rows, n, list, bounds);
    division_ = outer, go_back(before);
  }
  // Null: they stay as they are.
  const u32* sort_again(const float* rows, float* to, u32 n, const candidates<D>& list) {
    division c;
    c.part = 0.125f * (judge_.part.from + judge_.part.to);
    const quad last = quad{} + most;
    quad low = last, high = -last, wide{}, along{}, farthest{};
    double moved = 0;
    u32 looked = 0;
    for (u32 i = 0; i < n; i += n / 256 + 1, ++looked) {  // a sample: who is beyond it goes into the outermost cells
      const parts row(of_, rows + (std::size_t)i * words);
      const quad at = row.place(c.part), far = row.moved();
      low = least(low, at), high = greatest(high, at), farthest = greatest(farthest, far);
      wide += row.wide, along += far, moved += most_of(far);
    }
    field f;
    for (int k = 0; k < D; ++k) {
      f.low[k] = low[k], f.high[k] = high[k];
      if (of_.reach.present) wide[k] = 2 * of_.reach.up[k] * (float)looked;
    }
    f.moved = moved, f.count = looked;
    // How much narrower would the bounds of a cell's motions be than what they meet is wide?
    const u32 seen = list.count < 64 ? list.count : 64;
    double gain = 0;
    for (int k = 0; k < D; ++k) {
      const double from = 4.0 * low[k], to = 4.0 * high[k], size = wide[k] / (float)looked;
      double met = size + along[k] / (float)looked * (judge_.part.to - judge_.part.from);
      for (u32 q = 0; q < seen; ++q) {
        const u32 at = (u32)((std::size_t)q * list.count / seen);
        const double first = larger_of(list.edge[2 * k][at], from - size / 2),
                     end = smaller_of(list.edge[2 * k + 1][at], to + size / 2);
        met += larger_of(0, end - first) / seen;
      }
      gain = larger_of(gain, (to - from) / (to - from + met));
    }
    c.fast = fast_of(f);
    if (!(gain > 0.35) && !(most_of(farthest) > c.fast)) return nullptr;
    divide(f, n, n < 128 ? 32 : n < 256 ? n / 4 : 64, c);
    u32* const ends = (u32*)take(c.all + 2);
    if (!ends || left_ < memory_for_cells(c)) return nullptr;
    u32* const keys = r_.memory.keys;
    for (u32 k = 0; k < c.all + 2; ++k) ends[k] = 0;
    quad scale{}, start{}, end{};
    for (int k = 0; k < D; ++k) scale[k] = c.scale[k], start[k] = c.low[k], end[k] = c.last[k];
    for (u32 i = 0; i < n; ++i) {
      const parts row(of_, rows + (std::size_t)i * words);
      const auto at =
          __builtin_convertvector(least(greatest((row.place(c.part) - start) * scale, quad{}), end), int_quad);
      u32 cell = 0;
      for (int k = D - 1; k >= 0; --k) cell = cell * (u32)c.count[c.axis[k]] + (u32)at[c.axis[k]];
      ++ends[(keys[i] = most_of(row.moved()) <= c.fast ? cell : c.all) + 1];
    }
    for (u32 k = 1; k < c.all + 2; ++k) ends[k] += ends[k - 1];
    const auto move = [&]<u32 Words>() INLINED {
      for (u32 i = 0; i < n; ++i)
        __builtin_memcpy(to + (std::size_t)ends[keys[i]]++ * Words, rows + (std::size_t)i * Words, 4 * Words);
    };
    if (of_.reach.present)
      move.template operator()<2 * D + 2>();
    else
      move.template operator()<row_words(D)>();
    division_ = c;
    return ends;
  }

 public:
  // ---- the steps of an instruction set ----
  // Of a sample of blocks.
  template <class V> FORCED void sample() {
    const std::size_t n = r_.movers.count, step = n > 2048 ? n / 128 / width * width : width;
    V low[D], high[D], moved(0.f);
    for (int k = 0; k < D; ++k) low[k] = V(most), high[k] = V(-most);
    stage<D> s;
    for (std::size_t i = 0; i < n; i += step) {
      stage_items<V, D>(r_.movers, r_.by, i, n - i, s);
      field_.count += bits_set(s.ok);
      for (int j = 0; j < width; j += V::size) {
        const auto there = lanes_in(s.ok >> j, moved);
        V longest(0.f);
        for (int k = 0; k < D; ++k) {
          const V at = place_of(s, k, j, V(0.125f));
          low[k] = least(low[k], pick(there, at, V(most))), high[k] = greatest(high[k], pick(there, at, V(-most)));
          longest = greatest(longest, magnitude(V::load_unaligned(s.at[2 * D + k] + j)));
        }
        moved = moved + pick(there, longest, V(0.f));
      }
    }
    alignas(64) float each[V::size];
    moved.store_unaligned(each);
    for (const float far : each) field_.moved += far;
    for (int k = 0; k < D; ++k) {
      low[k].store_unaligned(each), field_.low[k] = least_of<(int)V::size>(each);
      high[k].store_unaligned(each), field_.high[k] = greatest_of<(int)V::size>(each);
      if (field_.count == 0) field_.low[k] = field_.high[k] = 0;
    }
  }
  template <class V> FORCED static V place_of(const stage<D>& s, int k, int j, V part) {
    const V lo = V::load_unaligned(s.at[2 * k] + j), hi = V::load_unaligned(s.at[2 * k + 1] + j);
    return lo * V(0.125f) + hi * V(0.125f) + part * V::load_unaligned(s.at[2 * D + k] + j);
  }
  // Who is in which cell; ends_[c] is where cell c ends. Behind the cells come those taken apart.
  template <class V> FORCED void file() {
    const std::size_t n = r_.movers.count;
    const division c = division_;
    ends_ = (u32*)take(c.all + 3);
    u32* const keys = r_.memory.keys;
    for (u32 k = 0; k < c.all + 3; ++k) ends_[k] = 0;
    stage<D> s;
    std::size_t counted = 0;
    const bool points = of_.reach.present, here = stand_by<D>(r_.movers, r_.by);
    for (std::size_t i = 0; i < n; i += width) {
      if (points)
        stage_points<V, D>(r_.movers, r_.by, here, i, n - i, s);
      else
        stage_items<V, D>(r_.movers, r_.by, i, n - i, s);
      for (int j = 0; j < width; j += V::size) {
        V cell(0.f), longest(0.f), farthest(0.f);
        auto valid = V(0.f) == V(0.f);
        for (int turn = D - 1; turn >= 0; --turn) {
          const int k = c.axis[turn];
          const V t = (place_of(s, k, j, V(c.part)) - V(c.low[k])) * V(c.scale[k]);
          const V inside = least(greatest(t, V(0.f)), V(c.last[k]));
          cell = cell * V((float)c.count[k]) + whole(inside);
          const V far = magnitude(V::load_unaligned(s.at[2 * D + k] + j));
          longest = greatest(longest, far);
          if (points) valid = valid & (magnitude(V::load_unaligned(s.at[2 * k] + j)) <= V(most)) & (far <= V(most));
        }
        cell = pick(longest <= V(c.fast), cell, V((float)c.all));
        put_whole(pick(valid, cell, V((float)(c.all + 1))), keys + i + j);
      }
      for (u32 bad = ~s.ok & 0xffffu; bad; bad &= bad - 1) keys[i + (u32)__builtin_ctz(bad)] = c.all + 1;
      if (i % (64 * width) != 63 * width && i + width < n) continue;
      u32* const ends = ends_ + 1;
      const std::size_t end = i + width < n ? i + width : n;
#pragma GCC unroll 8
      for (std::size_t k = counted; k < end; ++k) ++ends[keys[k]];  // keys first: a counter is found sooner
      counted = end;
    }
    for (u32 k = 1; k < c.all + 3; ++k) ends_[k] += ends_[k - 1];
    float* const rows = r_.memory.rows;
    const auto write = [&]<bool Points, u32 Words>() INLINED {
      put_rows<V, D, Points>(
          r_.movers, r_.by, r_.numbers, 0, n,
          [=, ends = ends_](std::size_t i) INLINED { return rows + (std::size_t)ends[keys[i]] * Words; },
          [=, ends = ends_](std::size_t i) INLINED { return rows + (std::size_t)ends[keys[i]]++ * Words; });
    };
    if (of_.reach.present)
      write.template operator()<true, 2 * D + 2>();
    else
      write.template operator()<false, row_words(D)>();
  }
  // Bounds of some motions, or of that part of them.
  template <class V> FORCED extent<D> bounds_of(const float* rows, u32 n) const {
    struct ends {
      quad low, high;
    };
    if (of_.reach.present) return by_middles<V>(rows, n);
    const quad last = quad{} + far_away;
    ends even[2] = {{last, -last}, {last, -last}}, odd[2] = {{last, -last}, {last, -last}};
    const bool whole_motion = judge_.part.whole;
    const float from = judge_.part.from, to = judge_.part.to;
    const auto add = [&](ends& e, quad at, quad by) INLINED {
      const quad a = whole_motion ? at : at + by * from, b = whole_motion ? at + by : at + by * to;
      e.low = least(e.low, least(a, b)), e.high = greatest(e.high, greatest(a, b));
    };
    const auto add_row = [&](ends(&e)[2], const float* row) INLINED {
      const quad q = load_quad(row), r = load_quad(row + 4);
      add(e[0], q, D == 2 ? __builtin_shufflevector(r, r, 0, 0, 1, 1) : __builtin_shufflevector(r, r, 2, 2, 3, 3));
      if constexpr (D == 3) add(e[1], r, quad{} + row[8]);
    };
    for (u32 i = 0; i + 1 < n; i += 2)  // by turns: one need not wait for the other
      add_row(even, rows + (std::size_t)i * words), add_row(odd, rows + (std::size_t)(i + 1) * words);
    if (n % 2) add_row(even, rows + (std::size_t)(n - 1) * words);
    extent<D> e;
    for (int k = 0; k < D; ++k) {
      e.low[k] = least(even[k / 2].low, odd[k / 2].low)[2 * (k % 2)];
      e.high[k] = greatest(even[k / 2].high, odd[k / 2].high)[2 * (k % 2) + 1];
    }
    return with_room(e, 0x1p-22f);
  }
  // Of movers of one size: bounds of their middles, a register of rows at a time, and around these how far all reach.
  template <class V> FORCED extent<D> by_middles(const float* rows, u32 n) const {
    constexpr u32 words = 2 * D + 2, group = V::size < 4 ? 1 : V::size / 4;
    const quad last = quad{} + far_away;
    quad low[2] = {last, last}, high[2] = {-last, -last};
    const bool whole_motion = judge_.part.whole;
    const float from = judge_.part.from, to = judge_.part.to;
    const auto add_row = [&](int turn, const float* row) INLINED {
      const quad q = load_quad(row);
      const quad by = D == 2 ? __builtin_shufflevector(q, q, 2, 3, 3, 3)
                             : __builtin_shufflevector(q, load_quad(row + 4), 3, 4, 5, 5);
      const quad a = whole_motion ? q : q + by * from, b = whole_motion ? q + by : q + by * to;
      low[turn] = least(low[turn], least(a, b)), high[turn] = greatest(high[turn], greatest(a, b));
    };
    u32 i = 0;
    if constexpr (group > 1) {
      V lows(far_away), highs(-far_away);
      const auto rows_at = [&]<int... K>(const float* row, std::integer_sequence<int, K...>)
                               INLINED { return side_by_side(load_quad(row + K * words)...); };
      const auto steps_of = [&]<int... J>(auto q, auto r, std::integer_sequence<int, J...>) INLINED {
        return __builtin_shufflevector(q, r,
                                       (D == 2  ? J / 4 * 4 + (J % 4 ? 3 : 2)
                                        : J % 4 ? J / 4 * 4 + (J % 4 == 1 ? 0 : 1) + (int)V::size
                                                : J + 3)...);
      };
      const auto add_rows = [&](const float* row, bool whole_way) INLINED {
        const auto q = rows_at(row, std::make_integer_sequence<int, group>{});
        auto r = q;
        if constexpr (D == 3) r = rows_at(row + 4, std::make_integer_sequence<int, group>{});
        const auto d = steps_of(q, r, std::make_integer_sequence<int, (int)V::size>{});
        V at, by;
        __builtin_memcpy(&at, &q, sizeof at), __builtin_memcpy(&by, &d, sizeof by);
        const V a = whole_way ? at : at + by * V(from), b = whole_way ? at + by : at + by * V(to);
        lows = least(lows, least(a, b)), highs = greatest(highs, greatest(a, b));
      };
      if (whole_motion)
        for (; i + group <= n; i += group) add_rows(rows + (std::size_t)i * words, true);
      else
        for (; i + group <= n; i += group) add_rows(rows + (std::size_t)i * words, false);
      alignas(64) float each[2][V::size];
      lows.store_unaligned(each[0]), highs.store_unaligned(each[1]);
      for (u32 k = 0; k < group; ++k)
        low[0] = least(low[0], load_quad(each[0] + 4 * k)), high[0] = greatest(high[0], load_quad(each[1] + 4 * k));
    } else
      for (; i + 1 < n; i += 2)  // by turns: one need not wait for the other
        add_row(0, rows + (std::size_t)i * words), add_row(1, rows + (std::size_t)(i + 1) * words);
    for (; i < n; ++i) add_row(0, rows + (std::size_t)i * words);
    low[0] = least(low[0], low[1]), high[0] = greatest(high[0], high[1]);
    extent<D> e;
    for (int k = 0; k < D; ++k) e.low[k] = low[0][k] - of_.reach.down[k], e.high[k] = high[0][k] + of_.reach.up[k];
    return with_room(e, 0x1p-21f);  // to reach is rounded as well
  }
  // Those of a list that meet e, as a list. False: there is no memory for it.
  template <class V>
  FORCED bool those_that_meet(const candidates<D>& of, const extent<D>& e, candidates<D>& to, bool rows) {
    float* const memory = take(item_column_room(of.count) * candidates<D>::words);
    if (!memory) return false;
    to.lay_out(memory, of.count);
    u32 n = 0;
    const float* from[2 * D + 2];
    float* here[2 * D + 2];
    for (int c = 0; c < 2 * D; ++c) from[c] = of.edge[c], here[c] = to.edge[c];
    from[2 * D] = (const float*)of.number, here[2 * D] = (float*)to.number;
    from[2 * D + 1] = (const float*)of.layers, here[2 * D + 1] = (float*)to.layers;
    for (u32 k = 0; k < of.count; k += width) {
      u32 m = of.template meeting<V>(k, e);
      if (of.count - k < width) m &= (1u << (of.count - k)) - 1;
      if (m == 0) continue;
      HITSCAN_ISA::put_columns(from, k, m, here, n, 2 * D + (r_.rules.layered ? 2 : 1));
      n += bits_set(m);
    }
    to.count = n, to.close();
    if (rows) to.make_rows();
    return true;
  }
  // Of nodes of a level, or of blocks, those below or the items that meet e. None: more than `most_found`.
  template <class V>
  FORCED u32 below_that_meet(int level, const u32* here, u32 n, const extent<D>& e, u32* below, u32 most_found) const {
    const bvh& over = *r_.over;
    u32 found = 0;
    for (u32 q = 0; q < n; ++q) {
      if (found > most_found) return none;
      const float* const node = level ? over.node[level - 1] + (std::size_t)here[q] * node_words(D)
                                      : over.leaf + (std::size_t)here[q] * block_words(D);
      const u32 m = meeting<V>(node, e);
      if (level)
        put_numbers(here[q] * width, m, below + found);
      else
        put_lanes(node + 2 * D * width, m, (float*)below + found);
      found += bits_set(m);
    }
    return found;
  }
  template <class V>
  FORCED void hold_against(const float* rows, u32 n, const candidates<D>& list, const extent<D>& bounds) {
    picks<V, D> near{list, bounds, picks_};
    if (near.more(2 * width))
      static_cast<judge<V, D>&>(judge_).against(rows, n, near);
    else
      judge_.pass(rows, n);
  }

 private:
  const first_request& r_;
  const cell_steps& steps_;
  float* arena_;
  std::size_t left_;
  float* free_;    // rows that nobody needs: as many as are sorted next
  u32 ended_ = 0;  // rows that stood in the spare table, at most
  const mover_rows<D> of_;
  const u32 words;
  candidates<D> all_;
  u32* picks_;
  judge_state<D>& judge_;
  field field_;
  division division_{};
  u32* ends_ = nullptr;
  int slices_ = 1;
};

// What an instruction set has of it.
template <class V, int D> constexpr cell_steps steps_of_cells() {
  using S = cell_search<D>;
  return {[](const side& movers, const motion& by, std::size_t first, std::size_t n, void* to) {
            stage_items<V, D>(movers, by, first, n, *static_cast<stage<D>*>(to));
          },
          [](void* self) { static_cast<S*>(self)->template sample<V>(); },
          [](void* self) { static_cast<S*>(self)->template file<V>(); },
          [](const void* self, const float* rows, u32 n, void* e) {
            *static_cast<extent<D>*>(e) = static_cast<const S*>(self)->template bounds_of<V>(rows, n);
          },
          [](void* self, const void* of, const void* e, void* to, bool rows) {
            return static_cast<S*>(self)->template those_that_meet<V>(*static_cast<const candidates<D>*>(of),
                                                                      *static_cast<const extent<D>*>(e),
                                                                      *static_cast<candidates<D>*>(to), rows);
          },
          [](const void* self, int level, const u32* here, u32 n, const void* e, u32* below, u32 most_found) {
            return static_cast<const S*>(self)->template below_that_meet<V>(
                level, here, n, *static_cast<const extent<D>*>(e), below, most_found);
          },
          [](void* self, const float* rows, u32 n, const void* list, const void* bounds) {
            static_cast<S*>(self)->template hold_against<V>(rows, n, *static_cast<const candidates<D>*>(list),
                                                            *static_cast<const extent<D>*>(bounds));
          }};
}
template <class V, int D> constexpr cell_steps cell_steps_of = steps_of_cells<V, D>();
template <class V, int D> void search_cells(const first_request& r, const pair_sink& sink) {
  judge<V, D> judging(r.rules, mover_rows<D>(r.reach), r.items.odd, sink, r.memory.aside, (u32)r.movers.count);
  broad::search_cells(r, D, static_cast<judge_state<D>*>(&judging), cell_steps_of<V, D>);
}

}  // namespace
}  // namespace hitscan::detail::broad
