// Who of many is near few: sieved by marks around these.
#include "near_items.hpp"

#include <bit>

#include "../core/forced.hpp"
#include "cost.hpp"

namespace hitscan::detail::broad {
namespace {

// Boxes around the ways of movers, in parts that are not much longer than `length`, and no more than n + most of them.
class parts_of_ways {
 public:
  std::size_t count;

  parts_of_ways(const side& who, const motion& steps, int dims, double length, std::size_t most, cell_memory& own)
      : n_(who.count),
        lane_(wider_room(n_)),
        axes_(static_cast<std::size_t>(dims)),
        start_(own.near.need(2 * axes_ * lane_)),
        by_(steps),
        length_(length) {
    of<list_kernels>(active_engine()).widen(who, by_, dims, false, start_);  // by as much as a sum with steps is off
    for (;; length_ *= 4) {
      count = 0;
      for (std::size_t i = 0; i < n_; ++i) count += parts_of(i);
      if (count <= n_ + most) break;
    }
  }
  // Along each way. Edge c of part i is edge[c * lane + i * step], and of whom it is at mover[i], where that is wanted.
  ONCE void write(float* edge, std::size_t lane, std::size_t step, std::uint32_t* mover) const noexcept {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t parts = parts_of(i), part = 0; part < parts; ++part, edge += step) {
        for (std::size_t k = 0; k < axes_; ++k) {
          const double d = along(i, k) / static_cast<double>(parts), at = d * static_cast<double>(part);
          const float *const low = start_ + 2 * k * lane_, *const high = low + lane_;
          edge[2 * k * lane] = static_cast<float>(std::max(low[i] + (at + std::min(d, 0.0)), double{-FLT_MAX}));
          edge[(2 * k + 1) * lane] = static_cast<float>(std::min(high[i] + (at + std::max(d, 0.0)), double{FLT_MAX}));
        }
        if (mover) *mover++ = static_cast<std::uint32_t>(i);
      }
  }

 private:
  double along(std::size_t i, std::size_t k) const noexcept { return by_.present ? double{at(by_.column[k], i)} : 0; }
  std::size_t parts_of(std::size_t i) const noexcept {
    double far = 0;
    for (std::size_t k = 0; k < axes_; ++k) far = std::max(far, std::fabs(along(i, k)));
    return far > length_ && far <= FLT_MAX ? static_cast<std::size_t>(std::min(far / length_, 63.0)) + 1 : 1;
  }

  const std::size_t n_, lane_, axes_;
  float* const start_;
  const motion& by_;
  double length_;
};

// Are so many of a sample near that it is quicker to look at all of them?
bool too_many_near(sieve_request sift, float share) noexcept {
  constexpr std::size_t parts = 16;
  const side items = sift.movers;
  std::uint32_t near = 0;
  for (std::size_t k = 0; k < parts; ++k) {
    sift.movers = from_item(items, items.count / parts * k, 2), sift.movers.count = width;
    near += of<list_kernels>(active_engine()).sieve(sift);
  }
  return static_cast<float>(near) > share * parts * width;
}

}  // namespace

cell_grid marks_around(const item_edges& among, std::size_t n, const sizes_of& size, cell_memory& own) {
  cell_lists marks(among, n, size.reach, size.grow, own);
  marks.mark(own);
  return marks.map;
}

bool items_near(world_body& g, const side& items, const side& who, const motion& by, float share, cell_memory& own,
                near_items& near) {
  const motion none_moves{};
  sizes_of size(items, none_moves);
  size.measure();
  const double apart = std::max({g.as_field().spacing, size.reach[0], size.reach[1]});
  const parts_of_ways ways(who, by, 2, apart > 0 ? 4 * apart : HUGE_VAL, items.count / 4, own);
  item_edges around(own, ways.count);
  ways.write(around.row, 1, 4, nullptr);
  around.bound();
  const cell_grid map = marks_around(around, items.count, size, own);

  const std::size_t room = items.count + width;
  float* const columns = own.near.need(6 * room);
  near = {items, reinterpret_cast<std::uint32_t*>(columns + 4 * room)};
  near.bounds.what = kind::corners;
  sieve_request sift{items, none_moves, {}, map, {}, near.number, near.number + room};
  for (std::size_t c = 0; c < 4; ++c) sift.out[c] = columns + c * room, near.bounds.column[c] = {sift.out[c], 0};
  if (items.layer_data) near.bounds.layer_data = sift.layers;
  if (too_many_near(sift, share)) return false;
  near.bounds.count = of<list_kernels>(active_engine()).sieve(sift);
  return true;
}

ways_in_parts::ways_in_parts(const side& who, const motion& by, const side& among, int axes, double length,
                             cell_memory& own)
    : items(among), bounds(who), dims(axes) {
  const parts_of_ways ways(who, by, dims, length, 32 * who.count, own);
  const std::size_t n = ways.count, edges = 2 * static_cast<std::size_t>(dims);
  float* const column = own.items.need(edges * n);
  mover = own.starts.need(2 * n);
  ways.write(column, n, 1, mover);
  bounds.what = kind::corners, bounds.count = n, bounds.spans = true;
  for (std::size_t c = 0; c < edges; ++c) edge[c] = column + c * n, bounds.column[c] = {edge[c], 0};
  if (!who.layer_data) return;
  std::uint32_t* const layers = mover + n;
  for (std::size_t i = 0; i < n; ++i) layers[i] = layers_at(who, mover[i]);
  bounds.layer_data = layers, bounds.layer_gap = 0;
}

bvh bvh_for(world_body& g, const meeting_of& m, const side& who, bool sifted, const workers& c) {
  const bool ways = m.sweeps();
  memory& s = memory_of(c, 0);
  near_items near;
  if (!sifted || !items_near(g, ways ? g.ways : g.bounds, who, {}, near_of_pairs + 0.1f, s.grid, near))
    return ways ? g.as_bvh_of_ways(c) : g.as_bvh(c);
  const bvh sorted = sorted_bvh(of<sort_kernels>(m.e), near.bounds, 2, s, s.grid.near_list, c);
  for (std::uint32_t i = 0; i < sorted.items; ++i) {
    float& number = sorted.leaf[i / width * block_words(2) + 4 * width + i % width];
    number = std::bit_cast<float>(near.number[std::bit_cast<std::uint32_t>(number)]);
  }
  return sorted;
}

}  // namespace hitscan::detail::broad
