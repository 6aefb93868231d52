// The steps of one counting sort, each in even parts.
//
//   items   |- part 0 -|- part 1 -|     each counts who is in which cell: then it is known where the first of a part's
//   cells   | 0 1 | 0 1 | 0   | 0 1|    own goes in each cell, and they are put there side by side. The order is that
//                                       of one part for all, however many there are.
#include "sort.hpp"

#include <cmath>

#include "../jobs.hpp"

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

std::uint32_t sort_items(const sort_kernels& k, const side& items, int dims, memory& s, const workers& c) {
  constexpr std::size_t worth_a_part = 4096;
  const std::size_t n = items.count, groups = blocks_of(n);
  const std::size_t parts = std::clamp<std::size_t>(n / worth_a_part, 1, lanes_of(c));
  const std::size_t table = row_table_words(n, dims), each = most_cells(n);
  sort_request r{items, dims, s.rows.need(table), s.spare.need(table), s.keys.need(key_words(n)), {}};
  std::uint32_t* const counts = s.cells.need(parts * (each + crowd_words(0)) + crowd_words(n));
  k.choose_cells(r);
  const std::uint32_t all = r.cells.base[size_classes];  // cells; behind them one of what is not valid
  const auto by_parts = [&](auto f) {
    spread(c, parts, [&](std::size_t part, std::size_t) {
      const range_of mine(groups, parts, part);
      f(part, mine.from * width, std::min(mine.to * width, n));
    });
  };
  by_parts(
      [&](std::size_t part, std::size_t from, std::size_t to) { k.count_cells(r, from, to, counts + part * each); });
  std::uint32_t sum = 0, valid = 0;
  for (std::uint32_t cell = 0; cell <= all; ++cell) {
    valid = sum;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::uint32_t here = counts[part * each + cell];
      counts[part * each + cell] = sum, sum += here;
    }
  }
  by_parts([&](std::size_t part, std::size_t from, std::size_t to) { k.put_rows(r, from, to, counts + part * each); });
  // Cells in even parts of the rows. Of a part that begins at a row the counters begin where as many rows end theirs.
  const auto cell_of_row = [&](std::size_t row) {
    return static_cast<std::uint32_t>(std::lower_bound(counts, counts + all, row) - counts);
  };
  spread(c, parts, [&](std::size_t part, std::size_t) {
    const range_of mine(valid, parts, part);
    const std::uint32_t from = cell_of_row(mine.from), to = part + 1 < parts ? cell_of_row(mine.to) : all;
    k.sort_crowds(r, from, to, counts + 1, counts + parts * each + part * crowd_words(0) + crowd_words(counts[from]));
  });
  return valid;
}

bvh sorted_bvh(const sort_kernels& k, const side& items, int dims, memory& s, room<float>& to, const workers& c) {
  const std::uint32_t n = sort_items(k, items, dims, s, c);
  const bvh over = laid_out(to.need(bvh_words(items.count, dims)), n, dims);
  const std::size_t nodes = n ? over.nodes[0] : 0, parts = std::clamp<std::size_t>(nodes / 16, 1, lanes_of(c));
  spread(c, parts, [&](std::size_t part, std::size_t) {
    const range_of mine(nodes, parts, part);
    k.build_blocks(s.rows.get(), static_cast<std::uint32_t>(mine.from), static_cast<std::uint32_t>(mine.to), over);
  });
  k.build_nodes(over);
  return over;
}

}  // namespace hitscan::detail::broad
