// Makes the grid of 2D items (broad.hpp) for those that come by in great numbers.
//
//    marks: . . # # . .      lists:  .   |  a  |           Items are marked and listed as much larger as a motion
//           . . # # . .              ----+-----+--         reaches from its middle. So whoever meets one finds it in
//           . . # # . .              b   | a b |           the one cell in which that middle is.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../jobs.hpp"

namespace hitscan::detail::broad {

// The items that stand in the way: min x, max x, min y, max y of each in the order of their numbers. Rows of what is
// not valid are empty.
struct item_edges {
  float* row;
  std::uint32_t end;
  double low[2]{HUGE_VAL, HUGE_VAL}, high[2]{-HUGE_VAL, -HUGE_VAL};

  item_edges(cell_memory& s, std::size_t count) : row(s.items.need(count * 4)), end(static_cast<std::uint32_t>(count)) {
    for (std::size_t i = 0; i < count; ++i) put(i, HUGE_VALF, -HUGE_VALF, HUGE_VALF, -HUGE_VALF);
  }
  item_edges(cell_memory& s, const item_columns& items)
      : item_edges(s, items.count ? std::size_t{items.number[items.count - 1]} + 1 : 0) {
    for (std::uint32_t i = 0; i < items.count; ++i)
      put(items.number[i], items.edge[0][i], items.edge[1][i], items.edge[2][i], items.edge[3][i]);
    bound();
  }
  void put(std::size_t i, float min_x, float max_x, float min_y, float max_y) noexcept {
    float* const to = row + 4 * i;
    to[0] = min_x, to[1] = max_x, to[2] = min_y, to[3] = max_y;
  }
  template <class F> void each(F f) const {
    for (std::size_t i = 0; i < end; ++i)
      if (row[4 * i] <= row[4 * i + 1]) f(i, row + 4 * i);
  }
  void bound() noexcept {
    each([this](std::size_t, const float* r) {
      for (int k = 0; k < 2; ++k)
        low[k] = std::min(low[k], double{r[2 * k]}), high[k] = std::max(high[k], double{r[2 * k + 1]});
    });
  }
};

// How far n motions reach on an axis, far_of(i) being how far one does. From a sample, and so that all but a few do not
// reach farther: those few are asked about otherwise.
template <class F> float reach_of(std::size_t n, F far_of) {
  constexpr std::size_t most = 256;
  double far[most];
  std::size_t seen = 0;
  for (std::size_t i = 0; i < n && seen < most; i += n / most + 1) {
    const double length = far_of(i);
    if (length < 1e30) far[seen++] = length;
  }
  if (seen == 0) return 0;
  double* const last = far + (seen - 1 - seen / 40);
  std::nth_element(far, last, far + seen);
  const double nearly_all = *last, all = *std::max_element(last, far + seen);
  return static_cast<float>(all < 1.5 * nearly_all ? 1.125 * all : 1.0625 * nearly_all);
}

class cell_lists {
 public:
  // For n that come by, whose motions take up `grow` on either side of their middle. Nothing is marked or listed yet.
  cell_lists(const item_edges& among, std::size_t n, const float (&reach)[2], const double (&grow)[2], cell_memory&);
  void mark(cell_memory&);

  static constexpr std::size_t most_entries(std::size_t n, std::size_t items) noexcept { return n + 4096 + 4 * items; }
  static constexpr std::size_t most_lists(std::size_t items) noexcept { return 4096 + 16 * items; }
  // Chooses the cells that have lists, which are several of those that are marked. Returns how many entries there are.
  std::size_t divide() noexcept;
  // How many there are on each list.
  void count(cell_memory&, const workers&);
  // Writes the lists.
  void fill(cell_memory&, const workers&);
  // All of that, unless most lists are long.
  void list(cell_memory&, const workers&);
  void ask_about_all() noexcept { map.reach[0] = -1, map.start = nullptr; }
  cell_grid map{};

 private:
  // Which cells each item takes: 16 bits a number.
  struct area {
    std::size_t from[2], to[2];
  };
  area area_of(std::size_t i, int shift = 0) const noexcept {
    const auto part = [&](int k) { return static_cast<std::size_t>(places_[i] >> (16 * k) & 0xffff) >> shift; };
    return {{part(0), part(1)}, {part(2), part(3)}};
  }
  float grown(float x, int k, int way) const noexcept;
  void lay_out(std::size_t most) noexcept;
  std::size_t place_all() noexcept;
  template <class F> void each_entry(const workers&, F);

  const item_edges& among_;
  const std::size_t budget_;
  std::uint64_t* const places_;
  double grow_[2]{}, finest_[2]{}, from_[2]{}, length_[2]{};
  std::size_t cells_[2]{1, 1}, line_ = 32, list_line_ = 1, lists_ = 1, entries_ = 0;
  std::uint32_t* start_ = nullptr;
  int shift_ = 0;
};

// For as long as it lives, what is asked in these workspaces goes without a grid: one is being looked at.
class without_grid {
 public:
  explicit without_grid(const workers& c) noexcept : crew_(c) { set(true); }
  ~without_grid() { set(false); }
  without_grid(const without_grid&) = delete;
  without_grid& operator=(const without_grid&) = delete;

 private:
  void set(bool taken) const noexcept {
    for (std::size_t k = 0; k < lanes_of(crew_); ++k) memory_of(crew_, k).grid.taken = taken;
  }
  const workers& crew_;
};

}  // namespace hitscan::detail::broad
