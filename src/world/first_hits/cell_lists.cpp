// The cells around items: how many, which of them each item takes, their marks and their lists.
#include "cell_lists.hpp"

#include <algorithm>

namespace hitscan::detail::broad {
namespace {

constexpr std::size_t most_marks = 262144, spare_rows = long_list + 1;

// As the engines have it.
std::size_t cell_on(const cell_grid& map, int k, float x) noexcept {
  const float t = (x - map.low[k]) * map.scale[k];
  return t > 0 ? static_cast<std::size_t>(t < map.last[k] ? t : map.last[k]) : 0;
}
float to_float(double x) noexcept {
  return std::fabs(x) <= double{FLT_MAX} ? static_cast<float>(x) : x < 0 ? -HUGE_VALF : HUGE_VALF;
}

}  // namespace

float cell_lists::grown(float x, int k, int way) const noexcept {  // outward, whatever is rounded
  return to_float(static_cast<double>(x) + way * (grow_[k] * (1 + 0x1p-20)));
}

// About so many cells, none much smaller than what items grow by.
void cell_lists::lay_out(std::size_t most) noexcept {
  for (int k = 0; k < 2; ++k) {
    const double other = length_[1 - k], own = length_[k], all = static_cast<double>(most);
    const double even = own > 0 && other > 0 ? std::sqrt(all) * std::sqrt(own) / std::sqrt(other) : all;
    const double small = finest_[k] > 0 ? 2 * own / finest_[k] : even;
    const double cells = std::clamp(std::min(even, small), 1.0, std::min(all, 65000.0));
    cells_[k] = own < 1e38 ? static_cast<std::size_t>(cells) : 1;
  }
  cells_[1] = std::max<std::size_t>(1, std::min(cells_[1], most / cells_[0]));
  for (int k = 0; k < 2; ++k) {  // with an empty one at either end
    const double per = static_cast<double>(cells_[k]) / length_[k];
    map.scale[k] = cells_[k] > 1 && per < 1e30 ? static_cast<float>(per) : 0;
    cells_[k] = map.scale[k] > 0 ? cells_[k] + 2 : 1;
    map.low[k] = to_float(map.scale[k] > 0 ? from_[k] - 1 / per : from_[k]);
    map.last[k] = static_cast<float>(cells_[k] - 1);
  }
  line_ = (cells_[0] + 31) / 32 * 32;
  map.line = static_cast<float>(line_);
}

// Returns how many words there are to mark.
std::size_t cell_lists::place_all() noexcept {
  std::size_t sum = 0;
  among_.each([&](std::size_t i, const float* row) {
    std::uint64_t cell[4];  // x and y of the first, x and y of the last
    for (int c = 0; c < 4; ++c) {
      const int k = c & 1, side = c >> 1;
      cell[c] = map.scale[k] > 0 ? cell_on(map, k, grown(row[2 * k + side], k, 2 * side - 1)) : 0;
    }
    places_[i] = cell[0] | cell[1] << 16 | cell[2] << 32 | cell[3] << 48;
    sum += (cell[3] - cell[1] + 1) * (cell[2] / 32 - cell[0] / 32 + 1);
  });
  return sum;
}

cell_lists::cell_lists(const item_edges& among, std::size_t n, const float (&reach)[2], const double (&grow)[2],
                       cell_memory& s)
    : among_(among), budget_(most_entries(n, among.end)), places_(s.places.need(among.end)) {
  for (int k = 0; k < 2; ++k) {
    map.reach[k] = reach[k], grow_[k] = finest_[k] = grow[k];
    if (!(among_.low[k] <= among_.high[k])) continue;
    // What floats may have rounded on the way there.
    grow_[k] += (std::max(std::fabs(among_.low[k]), std::fabs(among_.high[k])) + grow_[k]) * 0x1p-21 + 0x1p-130;
    // A hair beyond what is marked, so that the cells at either end stay empty, whatever is rounded.
    const double length = among_.high[k] - among_.low[k] + 2 * grow_[k], hair = length * 0x1p-18;
    from_[k] = among_.low[k] - grow_[k] - hair, length_[k] = length + 2 * hair;
  }
  std::size_t most = std::clamp<std::size_t>(std::max<std::size_t>(n, 8 * std::size_t{among.end}), 1024, most_marks);
  while (lay_out(most), place_all() > budget_ && most > 32) most /= 4;
}

void cell_lists::mark(cell_memory& s) {
  const std::size_t words = line_ / 32 * cells_[1];
  std::uint32_t* const marks = s.marks.need(words);
  std::fill_n(marks, words, 0u);
  among_.each([&](std::size_t i, const float*) {
    const area a = area_of(i);
    const std::size_t first = a.from[0] / 32, last = a.to[0] / 32;
    const std::uint32_t head = ~0u << a.from[0] % 32, tail = ~0u >> (31 - a.to[0] % 32);
    for (std::size_t y = a.from[1]; y <= a.to[1]; ++y) {
      std::uint32_t* const row = marks + y * (line_ / 32);
      row[first] |= first == last ? head & tail : head;
      for (std::size_t w = first + 1; w < last; ++w) row[w] = ~0u;
      if (first != last) row[last] |= tail;
    }
  });
  map.marks = marks;
}

std::size_t cell_lists::divide() noexcept {
  const std::size_t most = most_lists(among_.end);
  const auto wide = [&](int k) { return ((cells_[k] - 1) >> shift_) + 1; };
  while (wide(0) * wide(1) > most) ++shift_;
  for (;; ++shift_) {
    entries_ = 0;
    among_.each([&](std::size_t i, const float*) {
      const area a = area_of(i, shift_);
      entries_ += (a.to[0] - a.from[0] + 1) * (a.to[1] - a.from[1] + 1);
    });
    if (entries_ <= budget_ || wide(0) * wide(1) == 1) break;
  }
  list_line_ = wide(0), lists_ = list_line_ * wide(1);
  map.share = std::ldexp(1.0f, -shift_), map.list_line = static_cast<float>(list_line_);
  return entries_;
}

// f(number, row, what is kept of the list) for each item and list it is on. Several jobs share out rows of lists.
template <class F> void cell_lists::each_entry(const workers& c, F f) {
  const std::size_t parts = entries_ < 4096 ? 1 : lanes_of(c);
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of rows(lists_ / list_line_, parts, k);
    among_.each([&](std::size_t i, const float* row) {
      const area a = area_of(i, shift_);
      const std::size_t end = std::min(a.to[1] + 1, rows.to);
      for (std::size_t y = std::max(a.from[1], rows.from); y < end; ++y)
        for (std::size_t x = a.from[0]; x <= a.to[0]; ++x) f(i, row, start_[y * list_line_ + x]);
    });
  });
}

void cell_lists::count(cell_memory& s, const workers& c) {
  start_ = s.starts.need(lists_);
  std::fill_n(start_, lists_, 0u);
  each_entry(c, [](std::size_t, const float*, std::uint32_t& count) { ++count; });
}

void cell_lists::fill(cell_memory& s, const workers& c) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < lists_; ++i) {
    const std::uint32_t here = start_[i];
    start_[i] = static_cast<std::uint32_t>(sum) * (long_list + 1) + (here < long_list ? 0 : long_list);
    sum += here < long_list ? here : 0;
  }
  if (sum >= 1u << 26) return;
  float* const rows = s.rows.need((sum + spare_rows) * 4);
  std::uint32_t* const number = s.numbers.need(sum + spare_rows);
  each_entry(c, [&](std::size_t i, const float* row, std::uint32_t& next) {
    const std::uint32_t length = next % (long_list + 1);
    if (length == long_list) return;
    const std::size_t to = next / (long_list + 1) + length;
    std::memcpy(rows + 4 * to, row, 4 * sizeof(float)), number[to] = static_cast<std::uint32_t>(i), ++next;
  });
  for (std::size_t i = sum; i < sum + spare_rows; ++i) {
    rows[4 * i] = rows[4 * i + 2] = HUGE_VALF, rows[4 * i + 1] = rows[4 * i + 3] = -HUGE_VALF, number[i] = 0;
  }
  map.start = start_, map.row = rows, map.number = number;
}

void cell_lists::list(cell_memory& s, const workers& c) {
  divide(), count(s, c);
  std::uint64_t squares = 0;
  for (std::size_t i = 0; i < lists_; ++i) squares += std::uint64_t{start_[i]} * start_[i];
  if (squares <= 32 * (entries_ + lists_)) fill(s, c);
}

}  // namespace hitscan::detail::broad
