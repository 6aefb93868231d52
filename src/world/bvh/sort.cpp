// The steps of one counting sort, each in even parts.
//
//   items   |- part 0 -|- part 1 -|     each counts who is in which cell: then it is known where the first of a part's
//   cells   | 0 1 | 0 1 | 0   | 0 1|    own goes in each cell, and they are put there side by side. The order is that
//                                       of one part for all, however many there are.
#include "sort.hpp"

#include <algorithm>
#include <cmath>

#include "../jobs.hpp"
#include "build.hpp"

namespace hitscan::detail::broad {

// How finely to sort: items in a square of one pitch, and columns it is cut into, so that a cell holds a block. More
// cells make better blocks, and cost cache misses: every cell is written to by turns.
constexpr std::uint32_t items_a_square = 32, columns_a_square = 2;

void lay_out_cells(const surveyed& seen, int dims, std::size_t items, std::size_t room, sort_cells& c) noexcept {
  // The pitch: the side of a square that holds items_a_square. An axis shorter than the pitch does not count.
  double length[3], pitch = 0;
  bool counts[3];
  int axes = 0;
  const double squares = items > items_a_square ? static_cast<double>(items) / items_a_square : 1;
  for (int k = 0; k < dims; ++k) {
    length[k] = seen.count ? double{seen.high[k]} - double{seen.low[k]} : 0;
    counts[k] = length[k] > 0, axes += counts[k];
    c.low[k] = seen.count ? seen.low[k] : 0;
  }
  c.hopeless = axes == 0;
  for (int turn = 0; turn < dims && axes; ++turn) {
    double volume = 1;
    for (int k = 0; k < dims; ++k)
      if (counts[k]) volume *= length[k] / 1e20;  // 1e20: three axes of the largest floats stay a double
    volume /= squares;
    pitch = axes == 1 ? volume : axes == 2 ? std::sqrt(volume) : std::cbrt(volume);
    pitch *= 1e20;
    bool changed = false;
    for (int k = 0; k < dims; ++k)
      if (counts[k] && length[k] < pitch && axes > 1) counts[k] = false, --axes, changed = true;
    if (!changed) break;
  }
  if (!(pitch > 0)) c.hopeless = true, pitch = 1;
  double total = 1;
  for (int k = 0; k < dims; ++k) {
    double cut = counts[k] && !c.hopeless ? length[k] / pitch : 1;
    if (k == 0 && counts[0]) cut *= columns_a_square;
    if (!(cut < 4e6)) cut = 4e6;
    c.count[0][k] = cut < 1 ? 1 : static_cast<int>(cut) + 1;
    total *= c.count[0][k];
  }
  // Never more than there is room for, nor than numbers that floats tell apart.
  const double limit = static_cast<double>(std::min<std::size_t>(room, 6000000)) * 0.72 - 16;
  for (int k = 0; total > limit && k < 64; ++k) {
    int widest = 0;
    for (int j = 1; j < dims; ++j)
      if (c.count[0][j] > c.count[0][widest]) widest = j;
    total /= c.count[0][widest];
    c.count[0][widest] = (c.count[0][widest] + 1) / 2;
    total *= c.count[0][widest];
  }
  std::uint32_t at = 0;
  for (int s = 0; s < size_classes; ++s) {
    std::uint32_t all = 1;
    for (int k = 0; k < dims; ++k) {
      c.count[s][k] = ((c.count[0][k] - 1) >> (2 * s)) + 1;
      all *= static_cast<std::uint32_t>(c.count[s][k]);
    }
    c.base[s] = at, at += all;
  }
  c.base[size_classes] = at;
  for (int k = 0; k < dims; ++k) {
    c.last[k] = static_cast<float>(c.count[0][k] - 1);
    const double per = length[k] > 0 ? c.count[0][k] / length[k] : 0;
    c.scale[k] = per < 1e38 ? static_cast<float>(per) : 1e38f;
  }
  // Class 0 goes up to twice the pitch (kept as half centres are: by half), or twice the usual size.
  const double usual =
      seen.count ? std::ldexp(1.0, static_cast<int>(seen.logs / static_cast<long long>(seen.count)) + 1) : 0;
  const double base = std::max(2 * pitch, usual);
  c.small = base < 1e38 ? static_cast<float>(2 * base) : surveyed::most;
}

namespace {

constexpr u32 crowd_size = 256;  // a cell with more is sorted again

// 16 rows at a time, then one by one: those behind them may be another thread's.
template <int D, class Sixteen, class One>
FORCED void each_row(const sort_steps& k, const float* rows, u32 n, Sixteen sixteen, One one) {
  constexpr std::size_t words = row_words(D);
  stage<D> items;
  u32 i = 0;
  for (; i + width <= n; i += width) k.stage_rows(rows + i * words, &items), sixteen(i, items);
  for (; i < n; ++i) {
    float centre[D], side;
    where_of<D>(rows + i * words, centre, side), one(i, centre, side);
  }
}

template <int D>
__attribute__((noinline)) void sort_crowds(const sort_steps& k, const sort_request& r, u32 first_row, u32 from, u32 to,
                                           const u32* ends, u32* counts, int depth);

// Rows that are in one cell, sorted again where they stand.
template <int D>
__attribute__((noinline)) void sort_rows(const sort_steps& k, const sort_request& r, u32 first, u32 n, u32* counts,
                                         int depth) {
  constexpr int words = row_words(D);
  float* const rows = r.rows + (std::size_t)first * words;
  float* const spare = r.spare + (std::size_t)first * words;
  u32* const keys = r.keys + first;
  surveyed seen;
  each_row<D>(
      k, rows, n, [&](u32, const stage<D>& items) INLINED { k.survey(seen, &items); },
      [&](u32, const float* centre, float side) INLINED { add<D>(seen, centre, side); });
  sort_cells c;
  lay_out_cells(seen, D, n, most_cells(n), c);
  if (c.hopeless) return;
  for (u32 i = 0; i <= c.base[classes]; ++i) counts[i] = 0;
  each_row<D>(
      k, rows, n, [&](u32 i, const stage<D>& items) INLINED { k.cells(c, &items, keys + i); },
      [&](u32 i, const float* centre, float side) INLINED { keys[i] = cell_of<D>(c, centre, side); });
  for (u32 i = 0; i < n; ++i) ++counts[keys[i]];
  u32 sum = 0;
  for (u32 i = 0; i < c.base[classes]; ++i) {
    const u32 here = counts[i];
    if (here == n) return;  // no step further
    counts[i] = sum, sum += here;
  }
  for (u32 i = 0; i < n; ++i)
    copy_row<D>(spare + (std::size_t)counts[keys[i]]++ * words, rows + (std::size_t)i * words);
  __builtin_memcpy(rows, spare, (std::size_t)n * words * sizeof(float));
  sort_crowds<D>(k, r, first, 0, c.base[classes], counts, counts + c.base[classes] + 1, depth);
}

// Cells from..to - 1; ends are counted from first_row on.
template <int D>
__attribute__((noinline)) void sort_crowds(const sort_steps& k, const sort_request& r, u32 first_row, u32 from, u32 to,
                                           const u32* ends, u32* counts, int depth) {
  if (depth >= max_depth) return;
  u32 start = from ? ends[from - 1] : 0;
  for (u32 i = from; i < to; ++i) {
    const u32 end = ends[i];
    if (__builtin_expect(end - start > crowd_size, 0))
      sort_rows<D>(k, r, first_row + start, end - start, counts, depth + 1);
    start = end;
  }
}

template <int D> void choose_cells(const sort_steps& k, sort_request& r) {
  const std::size_t n = r.items.count;
  stage<D> items;
  surveyed seen;
  // A sample of blocks: all of a few, some of many.
  const std::size_t stride = (n / 2048 + 1) * width;
  for (std::size_t i = 0; i < n; i += stride) {
    k.stage(r.items, i, n - i, &items);
    k.survey(seen, &items);
  }
  lay_out_cells(seen, D, n, most_cells(n), r.cells);
}

template <int D>
void count_cells(const sort_steps& k, const sort_request& r, std::size_t first, std::size_t end, u32* counts) {
  const sort_cells& c = r.cells;
  u32* const before = before_of(r);
  stage<D> items;
  for (u32 i = 0; i <= c.base[classes]; ++i) counts[i] = 0;
  constexpr std::size_t some = 64 * width;  // keys first: a counter is found sooner than its key is made
  for (std::size_t from = first; from < end; from += some) {
    const std::size_t to = end - from < some ? from + (end - from + width - 1) / width * width : from + some;
    for (std::size_t i = from; i < to; i += width) {
      u32* const key = r.keys + i;
      k.stage(r.items, i, r.items.count - i, &items);
      k.cells(c, &items, key);
      for (u32 bad = ~items.ok & 0xffffu; bad; bad &= bad - 1) key[__builtin_ctz(bad)] = c.base[classes];
    }
    for (std::size_t i = from; i < to; ++i) before[i] = counts[r.keys[i]]++;
  }
}

template <int D> void build_nodes(const bvh& p) {
  for (int level = 1; level < p.levels; ++level)
    for (u32 child = 0; child < p.nodes[level] * width; ++child)
      put_child<D>(p.node[level], child,
                   child < p.nodes[level - 1] ? p.node[level - 1] + (std::size_t)child * node_words(D) : nullptr);
}

}  // namespace

std::uint32_t sort_items(const sort_kernels& k, const side& items, int dims, memory& s, const workers& c) {
  constexpr std::size_t worth_a_part = 4096;
  const std::size_t n = items.count, groups = blocks_of(n);
  const std::size_t parts = std::clamp<std::size_t>(n / worth_a_part, 1, lanes_of(c));
  const std::size_t table = row_table_words(n, dims), each = most_cells(n);
  sort_request r{items, s.rows.need(table), s.spare.need(table), s.keys.need(key_words(n)), {}};
  std::uint32_t* const counts = s.cells.need(parts * (each + crowd_words(0)) + crowd_words(n));
  const sort_steps& steps = dims == 2 ? k.in_2d : k.in_3d;
  dims == 2 ? choose_cells<2>(steps, r) : choose_cells<3>(steps, r);
  const std::uint32_t all = r.cells.base[size_classes];  // cells; behind them one of what is not valid
  const auto by_parts = [&](auto f) {
    spread(c, parts, [&](std::size_t part, std::size_t) {
      const range_of mine(groups, parts, part);
      f(part, mine.from * width, std::min(mine.to * width, n));
    });
  };
  by_parts([&](std::size_t part, std::size_t from, std::size_t to) {
    (dims == 2 ? count_cells<2> : count_cells<3>)(steps, r, from, to, counts + part * each);
  });
  std::uint32_t sum = 0, valid = 0;
  for (std::uint32_t cell = 0; cell <= all; ++cell) {
    valid = sum;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::uint32_t here = counts[part * each + cell];
      counts[part * each + cell] = sum, sum += here;
    }
  }
  by_parts(
      [&](std::size_t part, std::size_t from, std::size_t to) { steps.put_rows(r, from, to, counts + part * each); });
  // Cells in even parts of the rows. Of a part that begins at a row the counters begin where as many rows end theirs.
  const auto cell_of_row = [&](std::size_t row) {
    return static_cast<std::uint32_t>(std::lower_bound(counts, counts + all, row) - counts);
  };
  spread(c, parts, [&](std::size_t part, std::size_t) {
    const range_of mine(valid, parts, part);
    const std::uint32_t from = cell_of_row(mine.from), to = part + 1 < parts ? cell_of_row(mine.to) : all;
    std::uint32_t* const counters = counts + parts * each + part * crowd_words(0) + crowd_words(counts[from]);
    (dims == 2 ? sort_crowds<2> : sort_crowds<3>)(steps, r, 0, from, to, counts + 1, counters, 0);
  });
  return valid;
}

bvh sorted_bvh(const sort_kernels& k, const side& items, int dims, memory& s, room<float>& to, const workers& c) {
  const std::uint32_t n = sort_items(k, items, dims, s, c);
  const bvh over = laid_out(to.need(bvh_words(items.count, dims)), n, dims);
  const std::size_t nodes = n ? over.nodes[0] : 0, parts = std::clamp<std::size_t>(nodes / 16, 1, lanes_of(c));
  spread(c, parts, [&](std::size_t part, std::size_t) {
    const range_of mine(nodes, parts, part);
    (dims == 2 ? k.in_2d : k.in_3d)
        .build_blocks(s.rows.get(), static_cast<std::uint32_t>(mine.from), static_cast<std::uint32_t>(mine.to), over);
  });
  dims == 2 ? build_nodes<2>(over) : build_nodes<3>(over);
  return over;
}

}  // namespace hitscan::detail::broad
