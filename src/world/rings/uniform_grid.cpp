// Items into cells: a counting sort.
#include "uniform_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "../../lanes/quads.hpp"
#include "../jobs.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr float a_cell = 2;
constexpr std::size_t crowded = 12;  // times as many where an item is as on average: these are no even cells
constexpr std::size_t behind = 16;   // numbers that may be read there
constexpr float most = std::numeric_limits<float>::max();

// The side of cells of which there are so many, and their number an axis. False: no floats can tell them apart.
bool lay_out(const field& seen, std::size_t items, uniform_grid& g) noexcept {
  const double cells = std::max(1.0, static_cast<double>(items) / a_cell);
  double side = 0, length = 0, farthest = 0;
  bool counts[3]{};
  int axes = g.dims;
  for (int k = 0; k < g.dims; ++k) {
    counts[k] = true, length = std::max(length, double{seen.extent[k]});
    farthest = std::max({farthest, std::abs(double{seen.low[k]}), std::abs(double{seen.low[k]} + seen.extent[k])});
  }
  if (!(length > 0x1p-40 && length < 0x1p50)) return false;
  // An axis shorter than a cell does not count.
  for (bool changed = true; changed;) {
    changed = false;
    double volume = 1 / cells;
    for (int k = 0; k < g.dims; ++k) volume *= counts[k] ? double{seen.extent[k]} : 1;
    side = axes == 1 ? volume : axes == 2 ? std::sqrt(volume) : std::cbrt(volume);
    for (int k = 0; k < g.dims; ++k)
      if (axes > 1 && counts[k] && !(seen.extent[k] > side)) counts[k] = false, --axes, changed = true;
  }
  side = std::max(side, double{seen.size} / 2);
  if (!(side > farthest * 0x1p-13 && side >= length * 0x1p-13 && side < 0x1p50)) return false;
  g.side = static_cast<float>(side);
  for (int k = 0; k < g.dims; ++k) {
    g.low[k] = seen.low[k];
    if (counts[k]) g.per_unit[k] = static_cast<float>(1 / side), g.last[k] = std::floor(seen.extent[k] * g.per_unit[k]);
  }
  g.row = 1 + static_cast<int>(g.last[0]), g.rows = 1 + static_cast<int>(g.last[1]);
  return true;
}

typedef std::int32_t four_whole __attribute__((vector_size(16)));

// Of four items the cells of their middles, how far they go beyond these, and whether they can meet anything.
struct four_items {
  four_whole cell, valid;
  quad half;
};
quad four_of(const float* column, std::size_t i, std::size_t n) noexcept {
  if (i + 4 <= n) return load_quad(column + i);
  float some[4]{NAN, NAN, NAN, NAN};  // no items
  std::copy(column + i, column + n, some);
  return load_quad(some);
}
four_items four_from(const side& items, std::size_t i, const uniform_grid& g) noexcept {
  const bool round = items.what == kind::circle;
  const quad none{}, limit = none + most;
  four_items f{{}, ~four_whole{}, {}};
  if (round)
    f.half = four_of(items.column[g.dims].data, i, items.count), f.valid = (f.half >= none) & (f.half <= limit);
  for (int k = g.dims - 1; k >= 0; --k) {
    const quad low = four_of(items.column[round ? k : 2 * k].data, i, items.count),
               high = round ? low : four_of(items.column[2 * k + 1].data, i, items.count);
    f.valid &= (low <= high) & (low >= -limit) & (high <= limit);
    const quad middle = 0.5f * low + 0.5f * high;
    if (!round) f.half = greatest(0.5f * high - 0.5f * low, f.half);
    const quad t = least(greatest((middle - g.low[k]) * g.per_unit[k], none), none + g.last[k]);
    f.cell = f.cell * (k == 0 ? g.row : g.rows) + __builtin_convertvector(t, four_whole);
  }
  return f;
}

// Items to their places, C columns.
template <int C>
void file(const float* const* from, float* const* to, const std::uint32_t* keys, std::size_t n, std::uint32_t* next,
          std::uint32_t* number) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t at = next[keys[i]]++;
    for (int c = 0; c < C; ++c) to[c][at] = from[c][i];
    number[at] = static_cast<std::uint32_t>(i);
  }
}

// Of a view of points, circles or boxes, whose field has been seen. `for_keys`: of the moment.
void fill(const side& items, int dims, const field& seen, room<std::uint32_t>& for_keys, room<float>& columns,
          room<std::uint32_t>& words, uniform_grid& g) {
  g = {}, g.dims = dims;
  const std::size_t n = items.count, room_for = n + behind;
  if (seen.crowding >= 0.5f || !lay_out(seen, n, g)) return;
  const std::size_t row = static_cast<std::size_t>(g.row), rows = static_cast<std::size_t>(g.rows);
  const std::size_t cells = row * rows * (static_cast<std::size_t>(g.last[2]) + 1);
  // Behind all cells is one of what is not valid.
  std::uint32_t* const keys = for_keys.need(n + 4);
  std::uint32_t* const starts = words.need(cells + 3 + (items.layer_data ? 2 : 1) * room_for);
  std::fill_n(starts, cells + 3, 0u);
  const bool round = items.what == kind::circle;
  const auto nowhere = static_cast<std::int32_t>(cells);
  quad most_half{}, least_half = most_half + most;
  for (std::size_t i = 0; i < n; i += 4) {
    const four_items f = four_from(items, i, g);
    const four_whole key = f.valid ? f.cell : four_whole{} + nowhere;
    std::memcpy(keys + i, &key, sizeof key);
    most_half = f.valid ? greatest(most_half, f.half) : most_half;
    least_half = f.valid ? least(least_half, f.half) : least_half;
  }
  for (std::size_t i = 0; items.layer_data && i < n; ++i)  // who is on no layer meets nobody
    if (!items.layer_data[i]) keys[i] = static_cast<std::uint32_t>(cells);
  for (std::size_t i = 0; i < n; ++i) ++starts[keys[i] + 2];
  g.items = static_cast<std::uint32_t>(n) - starts[cells + 2];
  if (g.items == 0) return;
  float halves[8];
  store_quad(halves, most_half), store_quad(halves + 4, least_half);
  const float reach = *std::max_element(halves, halves + 4), least_reach = *std::min_element(halves + 4, halves + 8);
  const bool dots = reach == least_reach && (round || reach == 0);
  g.what = dots ? uniform_grid::shape::dots : round ? uniform_grid::shape::circles : uniform_grid::shape::boxes;
  dots ? g.radius = reach : g.reach = reach;
  g.a_cell = static_cast<float>(g.items) / static_cast<float>(cells);
  if (g.reach > 1.5f * g.side) return;
  std::uint64_t squares = 0;
  for (std::size_t c = 2; c < cells + 2; ++c)
    squares += std::uint64_t{starts[c]} * starts[c], starts[c] += starts[c - 1];
  if (static_cast<double>(squares) > (1 + static_cast<double>(g.a_cell)) * crowded * g.items) return;

  const int own = dots ? dims : round ? dims + 1 : 2 * dims;
  float* const to = columns.need(static_cast<std::size_t>(own) * room_for);
  float* into[6]{};
  const float* from[6]{};
  for (int c = 0; c < own; ++c) {
    into[c] = to + static_cast<std::size_t>(c) * room_for, g.column[c] = into[c];
    from[c] = items.column[dots && !round ? 2 * c : c].data;
    std::fill_n(into[c] + n, behind, 0.0f);
  }
  std::uint32_t *const number = starts + cells + 3, *const layers = number + room_for;
  (own == 2 ? file<2> : own == 3 ? file<3> : own == 4 ? file<4> : file<6>)(from, into, keys, n, starts + 1, number);
  if (items.layer_data) {
    for (std::size_t i = 0; i < n; ++i) layers[i] = items.layer_data[number[i]];
    std::fill_n(layers + n, behind, 0u);
    g.layers = layers;
  }
  g.starts = starts, g.number = number, g.fits = true;
}

}  // namespace

const uniform_grid& world_body::as_grid(const workers& c) {
  const field& where = as_field();
  gridded.run(making, [&] {
    if (!cells) cells.reset(new uniform_grid);
    fill(bounds, dims, where, memory_of(c, 0).keys, in_cells, cell_words, *cells);
  });
  return *cells;
}

}  // namespace hitscan::detail::broad
