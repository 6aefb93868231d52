// The steps of one counting sort, each in even parts.
//
//   items   |- part 0 -|- part 1 -|     each counts who is in which cell: then it is known where the first of a part's
//   cells   | 0 1 | 0 1 | 0   | 0 1|    own goes in each cell, and they are put there side by side. The order is that
//                                       of one part for all, however many there are.
#include "sort.hpp"

#include "../jobs.hpp"

namespace hitscan::detail::broad {

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
