// Files items into grids within grids.
//
// The pitch of a grid follows from how many there are and how large they are, so that a cell ends up with about as many
// as a ray likes to see at a time. Where most cells would be empty, fewer and larger ones are made: what is crowded in
// them is divided again, over its own bounds. Where rays would still pass many cells before they hit, the cells are
// in SAH nodes in place of a grid; where cells would copy items too often, the items are.
#include <algorithm>
#include <bit>
#include <cmath>

#include "sah_bvh.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr std::size_t many = 64;         // more items than this in one cell are divided again
constexpr double at_top = 24;            // items a cell of the first grid, about
constexpr double further = 8;            // and of those within
constexpr double dense = 3;              // what would be copied more often goes into SAH nodes
constexpr double worth_bundling = 1.2;   // so does what a ray passes more cells of, times the logarithm of those in use
constexpr std::size_t cached = 1 << 20;  // bytes: a world that is no larger stays in the L2 cache
constexpr std::size_t few = 32;          // items a cell in use, about: then without cells
constexpr std::size_t most_copies = 6;   // of an item, on average, in one node
constexpr std::size_t most_in_all = 16;  // and in all: then the rest goes into SAH nodes

typedef double pair __attribute__((vector_size(16)));
typedef int two __attribute__((vector_size(8)));

template <int D> struct filer {
  const float* bounds;  // 2 D an item, as in_sah_nodes has them
  nested_grid_body& to;
  std::size_t room;  // words of blocks from where on there are no more cells

  using range = cell_range;
  static std::size_t cells_of(const range& r) {
    std::size_t n = 1;
    for (int k = 0; k < D; ++k) n *= static_cast<std::size_t>(r.last[k] - r.first[k] + 1);
    return n;
  }
  struct extent_of {
    double low[D], high[D];
  };

  const float* bounds_of(index item) const { return bounds + static_cast<std::size_t>(item) * 2 * D; }

  // How many cells the item is in, and which. The product is made here: what was just put into halves of words cannot
  // be read as words yet.
  std::size_t find_range(const nested_node& n, index item, range& r) const {
    const float* const b = bounds_of(item);
    std::size_t all = 1;
    for (int k = 0; k < D; k += 2) {
      const int more = k + 1 < D;
      const pair low{b[k], b[k + more]}, high{-b[D + k], -b[D + k + more]};
      const two first = cells_at(n, low, -cell_room, k, k + more), last = cells_at(n, high, cell_room, k, k + more);
      for (int j = 0; j <= more; ++j) {
        r.first[k + j] = static_cast<std::uint16_t>(first[j]), r.last[k + j] = static_cast<std::uint16_t>(last[j]);
        all *= static_cast<std::size_t>(last[j] - first[j] + 1);
      }
    }
    return all;
  }
  static two cells_at(const nested_node& n, const pair& edge, double room, int i, int j) {
    const pair none{}, last{static_cast<double>(n.count[i] - 1), static_cast<double>(n.count[j] - 1)};
    const pair x = (edge - pair{n.low[i], n.low[j]}) * pair{n.per[i], n.per[j]} + room, y = x > none ? x : none;
    return __builtin_convertvector(y < last ? y : last, two);
  }
  template <class F> static void each_cell(const nested_node& n, const range& r, F f) {
    if constexpr (D == 2) {
      for (std::uint32_t row = r.first[1]; row <= r.last[1]; ++row)
        for (std::uint32_t x = r.first[0]; x <= r.last[0]; ++x) f(row * n.count[0] + x);
    } else {
      for (int z = r.first[2]; z <= r.last[2]; ++z)
        for (int y = r.first[1]; y <= r.last[1]; ++y)
          for (int x = r.first[0]; x <= r.last[0]; ++x)
            f((static_cast<std::uint32_t>(z) * n.count[1] + static_cast<std::uint32_t>(y)) * n.count[0] +
              static_cast<std::uint32_t>(x));
    }
  }

  // Cells over `box`, for n items that measure `usual`, `wanted` a cell. How many cells there are.
  static std::size_t choose(nested_node& node, const extent_of& box, const double* usual, double n, double wanted) {
    double length[D], pitch = 0;
    bool counts[D];
    int axes = 0;
    for (int k = 0; k < D; ++k) length[k] = box.high[k] - box.low[k], counts[k] = length[k] > 0, axes += counts[k];
    for (int turn = 0; turn < D && axes; ++turn) {
      double logs = 0;
      for (int k = 0; k < D; ++k)
        if (counts[k]) logs += std::log2(length[k]);
      pitch = std::exp2((logs + std::log2(wanted / n)) / axes);
      bool changed = false;
      for (int k = 0; k < D; ++k)
        if (counts[k] && length[k] < pitch && axes > 1) counts[k] = false, --axes, changed = true;
      if (!changed) break;
    }
    std::size_t all = 1;
    for (int k = 0; k < D; ++k) {
      // Items that are as large as cells are in several of them: smaller cells hold as many then, down to their size.
      const double side = std::max(pitch - usual[k], std::min(pitch, 2 * usual[k]));
      double c = counts[k] && side > 0 ? length[k] / side : 1;
      c = c < 1 ? 1 : std::min<double>(c, most_cells_an_axis);
      node.count[k] = static_cast<std::uint32_t>(c);
      node.low[k] = box.low[k];
      const double per = length[k] > 0 ? node.count[k] / length[k] : 1;
      node.per[k] = per < 1e300 ? per : 1e300, node.pitch[k] = 1 / node.per[k];
      all *= node.count[k];
    }
    for (int k = D; k < 3; ++k) node.count[k] = 1, node.low[k] = 0, node.per[k] = node.pitch[k] = 1;
    return all;
  }

  // Items as SAH nodes, blocks at their ends: no item in more than one of them.
  nested_cell items_in_sah_nodes(const index* list, std::size_t n) {
    const std::size_t mine = to.parts.size();
    in_sah_nodes* const part = to.parts.add(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::memcpy(part[i].bounds, bounds_of(list[i]), sizeof(float) * 2 * D);
      part[i].cell = {list[i], 0};
    }
    const auto make = [&](std::size_t from, std::size_t count) {
      index some[2 * lane_width];
      for (std::size_t i = 0; i < count; ++i) some[i] = to.parts.data()[from + i].cell.first;
      return blocks_of(some, count);
    };
    const nested_cell all = sah_builder<D, decltype(make)>(to, 2 * lane_width, make).sah_node(mine, n);
    to.parts.shrink(mine);
    return all;
  }
  // Cells that were filed, one by one.
  nested_cell cells_in_sah_nodes(std::size_t from) {
    const auto make = [&](std::size_t at, std::size_t) { return to.parts.data()[at].cell; };
    const nested_cell all = sah_builder<D, decltype(make)>(to, 1, make).sah_node(from, to.parts.size() - from);
    to.parts.shrink(from);
    return all;
  }
  // The bounds of what is in a list, as far as it is in `within`.
  void add_part(const nested_cell& c, std::size_t from, std::size_t n, const extent_of& within) {
    if (n == 0) return;
    in_sah_nodes p;
    p.cell = c;
    for (int k = 0; k < D; ++k) {
      float low = HUGE_VALF, high = -HUGE_VALF;
      for (std::size_t i = from; i < from + n; ++i) {
        const float* const b = bounds_of(to.lists.data()[i]);
        low = std::min(low, b[k]), high = std::max(high, -b[D + k]);
      }
      if (static_cast<double>(low) < within.low[k])
        low = std::nextafterf(static_cast<float>(within.low[k]), -HUGE_VALF);
      if (static_cast<double>(high) > within.high[k])
        high = std::nextafterf(static_cast<float>(within.high[k]), HUGE_VALF);
      p.bounds[k] = low, p.bounds[D + k] = -high;
    }
    *to.parts.add(1) = p;
  }

  nested_cell blocks_of(const index* list, std::size_t n) {
    constexpr int words = nested_block_words(D);
    const std::size_t blocks = (n + lane_width - 1) / lane_width;
    const nested_cell c{static_cast<std::uint32_t>(to.blocks.size() / words), static_cast<std::uint32_t>(blocks)};
    float* out = to.blocks.add(blocks * words);
    for (std::size_t i = 0; i < n; i += lane_width, out += words)
      for (int j = 0; j < lane_width; ++j) {
        const bool there = i + static_cast<std::size_t>(j) < n;
        const index item = there ? list[i + static_cast<std::size_t>(j)] : none;
        for (int k = 0; k < D; ++k) {
          out[2 * k * lane_width + j] = there ? bounds_of(item)[k] : HUGE_VALF;
          out[(2 * k + 1) * lane_width + j] = there ? -bounds_of(item)[D + k] : -HUGE_VALF;
        }
        std::memcpy(out + 2 * D * lane_width + j, &item, 4);
      }
    return c;
  }

  void empty_block() {
    float* const out = to.blocks.add(nested_block_words(D));
    for (int j = 0; j < lane_width; ++j) {
      for (int c = 0; c < 2 * D; ++c) out[c * lane_width + j] = c % 2 ? -HUGE_VALF : HUGE_VALF;
      std::memcpy(out + 2 * D * lane_width + j, &none, 4);
    }
  }

  // In empty cells: how far the next one that is not empty is, along the axes or aslant. Once up, once down.
  static void measure_emptiness(const nested_node& n, nested_cell* cells) {
    const int count[3] = {static_cast<int>(n.count[0]), static_cast<int>(n.count[1]), static_cast<int>(n.count[2])};
    const auto at = [&](int x, int y, int z) -> nested_cell& { return cells[(z * count[1] + y) * count[0] + x]; };
    for (const int way : {-1, 1})
      for (int i = 0; i < count[2]; ++i)
        for (int j = 0; j < count[1]; ++j)
          for (int k = 0; k < count[0]; ++k) {
            const int z = way < 0 ? i : count[2] - 1 - i, y = way < 0 ? j : count[1] - 1 - j,
                      x = way < 0 ? k : count[0] - 1 - k;
            nested_cell& c = at(x, y, z);
            if (c.blocks) continue;
            std::uint32_t least = way < 0 ? most_cells_an_axis : c.first;
            for (int dz = -1; dz <= 1; ++dz)
              for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                  if ((dz ? dz : dy ? dy : dx) != way) continue;  // those that were visited before
                  if (x + dx < 0 || x + dx >= count[0] || y + dy < 0 || y + dy >= count[1] || z + dz < 0 ||
                      z + dz >= count[2])
                    continue;
                  const nested_cell& o = at(x + dx, y + dy, z + dz);
                  least = std::min(least, o.blocks ? 1 : o.first + 1);
                }
            c.first = least;
          }
  }

  // A grid over some items, while it is made.
  struct plan {
    nested_node node;
    std::size_t cells, used;        // how many; with something in them
    std::size_t most_each, copied;  // of how many cells at most an item may be part; how often all are filed
    std::size_t ranges, lists, wide_from, wide;
  };

  void measure(std::size_t from, std::size_t n, const extent_of& within, extent_of& box, double* usual) const {
    struct {  // of two axes: what is looked at, what was found; highs with the other sign
      pair within_low, within_high, low, high, length;
    } of[D - 1];
    for (int k = 0; k < D - 1; ++k) {
      of[k].within_low = pair{within.low[k], within.low[k + 1]};
      of[k].within_high = pair{-within.high[k], -within.high[k + 1]};
      of[k].low = of[k].high = pair{HUGE_VAL, HUGE_VAL}, of[k].length = pair{};
    }
    const index* const list = to.lists.data() + from;
    for (std::size_t i = 0; i < n; ++i) {
      const float* const b = bounds_of(list[i]);
      for (int k = 0; k < D - 1; ++k) {
        auto& f = of[k];
        pair low{b[k], b[k + 1]}, high{b[D + k], b[D + k + 1]};
        low = low > f.within_low ? low : f.within_low, high = high > f.within_high ? high : f.within_high;
        f.low = low < f.low ? low : f.low, f.high = high < f.high ? high : f.high;
        f.length -= low + high;
      }
    }
    for (int k = 0; k < D; ++k) {
      const auto& f = of[k / 2];
      const int at = k - k / 2;
      box.low[k] = f.low[at], box.high[k] = -f.high[at];
      usual[k] = std::max<double>(f.length[at], 0) / static_cast<double>(n);
    }
  }

  // Chooses cells, and counts what will be in them. The cells of each item are kept until they are sorted into.
  void lay(plan& p, std::size_t from, std::size_t n, const extent_of& box, const double* usual, double wanted,
           bool top) {
    for (int turn = 0;; ++turn) {
      p.cells = choose(p.node, box, usual, static_cast<double>(n), wanted);
      p.node.first = static_cast<std::uint32_t>(to.cells.size());
      nested_cell* const c = to.cells.add(p.cells + 1);
      std::fill(c, c + p.cells + 1, nested_cell{0, 0});
      // How many cells an item may be in: as many as keep their sum within bounds.
      std::size_t copies[33]{};
      p.ranges = to.ranges.size();
      range* const all = to.ranges.add(n);
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t here = find_range(p.node, to.lists.data()[from + i], all[i]);
        copies[std::min(static_cast<int>(std::bit_width((2 * here - 1) | 1)) - 1, 32)] += here;  // no branch for one
      }
      int log = 0;
      p.copied = 0;
      for (; log < 33 && p.copied + copies[log] <= most_copies * n && (log < 7 || !top); ++log) p.copied += copies[log];
      p.most_each = log ? std::size_t{1} << (log - 1) : 0;
      for (std::size_t i = 0; i < n; ++i)
        if (cells_of(all[i]) <= p.most_each) each_cell(p.node, all[i], [&](std::uint32_t at) { ++c[at].blocks; });
      p.used = 0;
      for (std::size_t k = 0; k < p.cells; ++k) p.used += c[k].blocks > 0;
      if (turn > 0 || p.cells < 256 || p.used * 64 > p.cells) return;
      wanted *= static_cast<double>(p.cells) / static_cast<double>(std::max<std::size_t>(32 * p.used, 64));
      to.cells.shrink(p.node.first), to.ranges.shrink(p.ranges);
    }
  }

  // Counts become places, then the list of each cell: `first` is behind its end.
  void sort_into(plan& p, std::size_t from, std::size_t n) {
    p.lists = to.lists.size();
    nested_cell* const c = to.cells.data() + p.node.first;
    std::size_t sum = 0;
    for (std::size_t k = 0; k < p.cells; ++k) c[k].first = static_cast<std::uint32_t>(sum), sum += c[k].blocks;
    to.lists.add(sum);
    index* const lists = to.lists.data() + p.lists;
    p.wide = 0;
    const range* const all = to.ranges.data() + p.ranges;
    for (std::size_t i = 0; i < n; ++i) {
      const index item = to.lists.data()[from + i];
      if (cells_of(all[i]) > p.most_each)
        ++p.wide;
      else
        each_cell(p.node, all[i], [&](std::uint32_t at) { lists[c[at].first++] = item; });
    }
    p.wide_from = to.lists.size();
    to.lists.add(p.wide);
    for (std::size_t i = 0, put = p.wide_from; i < n && p.wide; ++i)
      if (cells_of(all[i]) > p.most_each) to.lists.data()[put++] = to.lists.data()[from + i];
    to.ranges.shrink(p.ranges);
    measure_emptiness(p.node, c);
  }

  // f(cell number, where its list begins, how long it is, where it is), of each cell with something in it.
  template <class F> void each_list(const plan& p, const extent_of& within, F f) {
    for (std::size_t k = 0; k < p.cells; ++k) {
      const nested_cell counted = to.cells.data()[p.node.first + k];
      if (counted.blocks == 0) continue;
      std::size_t left = k;
      extent_of part;
      for (int a = 0; a < D; ++a) {
        const double i = static_cast<double>(left % p.node.count[a]);
        left /= p.node.count[a];
        part.low[a] = i == 0 ? within.low[a] : p.node.low[a] + (i - 4 * cell_room) / p.node.per[a];
        part.high[a] =
            i + 1 == p.node.count[a] ? within.high[a] : p.node.low[a] + (i + 1 + 4 * cell_room) / p.node.per[a];
      }
      f(k, p.lists + counted.first - counted.blocks, counted.blocks, part);
    }
  }

  // How many cells a long ray would come by, before it hits something or is through. A line meets what lies in a field
  // as often as their surfaces compare.
  double cells_on_the_way(const plan& p, const extent_of& box, const extent_of& within) {
    double steps = 0, all = 0;
    const nested_cell* const c = to.cells.data() + p.node.first;
    for (std::size_t k = 0; k < p.cells; ++k) steps += c[k].blocks ? 1 : 1. / c[k].first;
    for (int k = 0; k < D; ++k) all += p.node.count[k];
    steps *= all / static_cast<double>(p.cells) * .64;
    if (steps < worth_bundling * std::log2(static_cast<double>(p.used) + 1)) return steps;
    double length[D];
    for (int k = 0; k < D; ++k) length[k] = box.high[k] - box.low[k];
    const double field = surface<D>(length);
    double hits = 0;
    const std::size_t every = p.used < 1024 ? 1 : 4;  // of so many lists one is looked at
    std::size_t seen = 0;
    each_list(p, within, [&](std::size_t, std::size_t from, std::size_t n, const extent_of& part) {
      if (seen++ % every) return;
      extent_of there;
      double usual[D];
      measure(from, n, part, there, usual);
      for (int k = 0; k < D; ++k) length[k] = there.high[k] - there.low[k];
      const double lump = surface<D>(length), items = surface<D>(usual) * static_cast<double>(n);
      if (lump > 0) hits += static_cast<double>(every) * lump / field * (1 - std::exp(-items / lump));
    });
    return hits > 0x1p-20 ? steps * (1 - std::exp(-hits)) / hits : steps;
  }

  // Items lists[from], n of them, as far as they are in `within`: blocks, a node of their own, or SAH nodes. The list
  // stays.
  nested_cell file(std::size_t from, std::size_t n, const extent_of& within, int depth) {
    if (n <= many && depth > 0) return n ? blocks_of(to.lists.data() + from, n) : nested_cell{0, 0};
    if (depth >= deepest || to.blocks.size() >= room) return items_in_sah_nodes(to.lists.data() + from, n);
    plan p;
    extent_of box;
    double usual[D];
    measure(from, n, within, box, usual);
    lay(p, from, n, box, usual, depth == 0 ? at_top : further, depth == 0);
    if (p.cells == 1 || p.most_each == 0 || static_cast<double>(p.copied) > dense * static_cast<double>(n)) {
      to.cells.shrink(p.node.first), to.ranges.shrink(p.ranges);
      return n <= many ? blocks_of(to.lists.data() + from, n) : items_in_sah_nodes(to.lists.data() + from, n);
    }
    sort_into(p, from, n);
    const bool sah_nodes =
        cells_on_the_way(p, box, within) > worth_bundling * std::log2(static_cast<double>(p.used) + 1);
    if (sah_nodes) {
      to.cells.shrink(p.node.first), to.lists.shrink(p.lists);
      if (n <= few * p.used) return items_in_sah_nodes(to.lists.data() + from, n);
      lay(p, from, n, box, usual, further, depth == 0);
      sort_into(p, from, n);
    }
    const std::size_t my_parts = to.parts.size();
    const std::uint32_t self = static_cast<std::uint32_t>(to.nodes.size());
    if (!sah_nodes) *to.nodes.add(1) = p.node;

    // Each cell's list is filed, unless nothing would come of it.
    const auto filed = [&](std::size_t k, std::size_t start, std::size_t here, const extent_of& part) {
      const nested_cell c = file(start, here, part, here == n ? deepest : depth + 1);
      to.cells.data()[p.node.first + k] = c;
      if (sah_nodes) add_part(c, start, here, part);
    };
    each_list(p, within, filed);
    filed(p.cells, p.wide_from, p.wide, within);
    to.lists.shrink(p.lists);
    return sah_nodes ? cells_in_sah_nodes(my_parts) : nested_cell{self, of_node};
  }
};

template <int D> void build_nested_grid(const side& items, nested_grid_body& to) {
  to.nodes.shrink(0), to.cells.shrink(0), to.sah_nodes.shrink(0), to.parts.shrink(0), to.blocks.shrink(0),
      to.lists.shrink(0), to.ranges.shrink(0);
  constexpr float most = 3.40282347e38f;
  const std::size_t n = items.count;
  float* const bounds = to.bounds.need(n * 2 * D);
  index* const list = to.lists.add(n);
  std::size_t valid = 0;
  const float* column[2 * D];
  std::size_t step[2 * D];  // none, where one value stands for all
  const bool circles = items.what == kind::circle;
  for (int c = 0; c < (circles ? D + 1 : 2 * D); ++c) {
    const feed& f = items.column[c];
    column[c] = f.data ? f.data : &f.one, step[c] = f.data ? 1 : 0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    float* const b = bounds + i * 2 * D;
    bool ok = true;
    for (int k = 0; k < D; ++k) {
      float low, high;
      if (circles) {  // a little wider than it is, and within the floats
        const float c = column[k][i * step[k]], r = column[D][i * step[D]],
                    room = (std::fabs(c) + r) * 0x1p-22f + 0x1p-140f;
        ok &= std::isfinite(c) && std::isfinite(r) && r >= 0;
        low = std::max(c - r - room, -most), high = std::min(c + r + room, most);
      } else
        low = column[2 * k][i * step[2 * k]], high = column[2 * k + 1][i * step[2 * k + 1]];
      ok &= (low <= high) & (low >= -most) & (high <= most);
      b[k] = low, b[D + k] = -high;
    }
    list[valid] = static_cast<index>(i), valid += ok;
  }
  typename filer<D>::extent_of all;
  for (int k = 0; k < D; ++k) all.low[k] = -HUGE_VAL, all.high[k] = HUGE_VAL;
  filer<D> f{bounds, to, most_in_all * valid * nested_block_words(D) / lane_width};
  to.root = f.file(0, valid, all, 0);
  for (std::uint32_t k = 1; k < nested_at_once; ++k) f.empty_block();
}

}  // namespace

void nested_grid_body::build(const side& items, int dims) {
  dims == 2 ? build_nested_grid<2>(items, *this) : build_nested_grid<3>(items, *this);
}

nested_grid nested_grid_body::view(const side& items, int dims) const noexcept {
  return {dims, root, nodes.data(), cells.data(), sah_nodes.data(), blocks.data(), &items};
}

bool nested_grid_body::sorts(
    std::size_t movers) const noexcept {  // long ways from SAH node to SAH node have nothing in common
  return root.blocks == of_node && movers >= 1024 &&
         (blocks.size() + sah_nodes.size()) * sizeof(float) + cells.size() * sizeof(nested_cell) > cached;
}

// A counting sort by cells: of the first grid, put together until they are few.
void nested_grid_body::sort(const side& movers, int dims, std::uint32_t* keys, std::uint32_t* counts,
                            index* order) const noexcept {
  const nested_node& grid = nodes.data()[root.first];
  const std::size_t n = movers.count;
  std::fill(keys, keys + n, 0u);
  std::uint32_t all = 1;
  const float side = dims == 2 ? 64 : 16;
  for (int k = 0; k < dims; ++k) {
    const feed& f = movers.column[movers.what == kind::corners ? 2 * k : k];
    const float count = std::min(side, static_cast<float>(grid.count[k])), last = count - 1,
                low = static_cast<float>(grid.low[k]),
                per = static_cast<float>(grid.per[k] / static_cast<double>(grid.count[k])) * count;
    for (std::size_t i = 0; i < n; ++i) {
      const float x = ((f.data ? f.data[i] : f.one) - low) * per;
      keys[i] += all * static_cast<std::uint32_t>(x > 0 ? x < last ? x : last : 0);
    }
    all *= static_cast<std::uint32_t>(count);
  }
  std::fill(counts, counts + all, 0u);
  for (std::size_t i = 0; i < n; ++i) ++counts[keys[i]];
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k < all; ++k) {
    const std::uint32_t here = counts[k];
    counts[k] = sum, sum += here;
  }
  for (std::size_t i = 0; i < n; ++i) order[counts[keys[i]]++] = static_cast<index>(i);
}

}  // namespace hitscan::detail::broad
