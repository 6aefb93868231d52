// Who of many is near few: sieved by marks around these.
#include "near_items.hpp"

#include <bit>

#include "cost.hpp"

namespace hitscan::detail::broad {
namespace {

// Boxes around the ways of movers, in parts that are not much longer than `length`, and no more than n + most of them.
// With room to say so: whose they are.
item_edges around_ways(const side& who, const motion& by, double length, std::size_t most, cell_memory& own,
                       room<std::uint32_t>* whose = nullptr) {
  const std::size_t n = who.count, lane = wider_room(n);
  float* const start = own.near.need(4 * lane);
  of<list_kernels>(active_engine()).widen(who, by, 2, false, start);  // by as much as a sum with their steps is off
  const auto step = [&](std::size_t i, int k) { return by.present ? double{at(by.column[k], i)} : 0; };
  const auto parts_of = [&](std::size_t i) {
    const double far = std::max(std::fabs(step(i, 0)), std::fabs(step(i, 1)));
    return far > length && far <= FLT_MAX ? static_cast<std::size_t>(std::min(far / length, 63.0)) + 1 : 1;
  };
  std::size_t all;
  for (;; length *= 4) {
    all = 0;
    for (std::size_t i = 0; i < n; ++i) all += parts_of(i);
    if (all <= n + most) break;
  }
  item_edges around(own, all);
  std::uint32_t* const mover = whose ? whose->need(all) : nullptr;
  for (std::size_t i = 0, to = 0; i < n; ++i)
    for (std::size_t parts = parts_of(i), part = 0; part < parts; ++part) {
      float edge[4];
      for (int k = 0; k < 2; ++k) {
        const double d = step(i, k) / static_cast<double>(parts), at = d * static_cast<double>(part);
        const float *const low = start + static_cast<std::size_t>(2 * k) * lane, *const high = low + lane;
        edge[2 * k] = static_cast<float>(std::max(low[i] + (at + std::min(d, 0.0)), double{-FLT_MAX}));
        edge[2 * k + 1] = static_cast<float>(std::min(high[i] + (at + std::max(d, 0.0)), double{FLT_MAX}));
      }
      if (mover) mover[to] = static_cast<std::uint32_t>(i);
      around.put(to++, edge[0], edge[1], edge[2], edge[3]);
    }
  around.bound();
  return around;
}

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
  const item_edges around = around_ways(who, by, apart > 0 ? 4 * apart : HUGE_VAL, items.count / 4, own);
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

ways_in_parts::ways_in_parts(const side& who, const motion& by, const side& among, double length, cell_memory& own)
    : items(among), bounds(who) {
  const item_edges around = around_ways(who, by, length, 32 * who.count, own, &own.starts);
  const std::size_t n = around.end;
  float* const edges = own.near.need(4 * n);
  std::uint32_t* const layers = own.marks.need(n);
  mover = own.starts.get();
  bounds.what = kind::corners, bounds.count = n, bounds.spans = true;
  for (std::size_t c = 0; c < 4; ++c) edge[c] = edges + c * n, bounds.column[c] = {edge[c], 0};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < 4; ++c) edges[c * n + i] = around.row[4 * i + c];
    layers[i] = layers_at(who, mover[i]);
  }
  if (who.layer_data) bounds.layer_data = layers, bounds.layer_gap = 0;
}

bvh bvh_for(world_body& g, const meeting_of& m, const side& who, bool sifted, const workers& c) {
  const bool ways = m.sweeps() && g.by.present;
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
