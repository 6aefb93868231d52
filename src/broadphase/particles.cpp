// A million particles: those near something are picked out, and what the engine leaves in doubt is asked about
// together.
#include <hitscan/particles.hpp>

#include <cfloat>
#include <cmath>
#include <hitscan/respond.hpp>

#include "jobs.hpp"

namespace hitscan {
namespace {

using namespace detail::broad;

constexpr std::size_t at_a_time = 65536;  // particles, whose columns then stay in the cache
constexpr std::size_t most_marks = 262144;

std::size_t count_of(const particles& p) noexcept {
  const std::size_t n = std::min({p.x.size(), p.y.size(), p.dx.size(), p.dy.size()});
  if (detail::checked_build && std::max({p.x.size(), p.y.size(), p.dx.size(), p.dy.size()}) != n)
    detail::report_breach("hitscan: the columns of particles differ in length");
  return n;
}

// Columns of those that have to be asked about, `room` of them at most.
struct close_ones {
  enum { x, y, step_x, step_y, number, dx, dy, time, normal_x, normal_y, rest_x, rest_y, columns };
  float* words;
  index* hit;
  std::size_t room;

  close_ones(space& s, std::size_t most)
      : words(s.flying.need(columns * (most + width))), hit(s.firsts.need(most)), room(most + width) {}
  float* operator[](int column) const noexcept { return words + static_cast<std::size_t>(column) * room; }

  // n of them are there: positions, steps and numbers. Asks what they hit and moves those that do.
  template <class Walls> std::size_t finish(const particles& p, std::size_t n, const Walls& ask) const {
    if (n == 0) return 0;
    const auto of = [&](int c) { return std::span<float>((*this)[c], n); };
    for (std::size_t k = 0; k < n; ++k) {
      const index i = who(k);
      of(dx)[k] = p.dx[i], of(dy)[k] = p.dy[i];
    }
    const hit_columns hits{.index = {hit, n}, .time = of(time), .normal_x = of(normal_x), .normal_y = of(normal_y)};
    ask(segments{.x = of(x), .y = of(y), .dx = of(step_x), .dy = of(step_y)}, hits);
    deflect(motions{.dx = of(step_x), .dy = of(step_y)}, hits, of(rest_x), of(rest_y));
    const hit_columns walls{.normal_x = of(normal_x), .normal_y = of(normal_y)};
    deflect(motions{.dx = of(dx), .dy = of(dy)}, walls, of(dx), of(dy));
    std::size_t turned = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (hit[k] == none) continue;
      const index i = who(k);
      const float t = safe_time(of(time)[k]);
      p.x[i] = (of(x)[k] + t * of(step_x)[k]) + of(rest_x)[k];
      p.y[i] = (of(y)[k] + t * of(step_y)[k]) + of(rest_y)[k];
      p.dx[i] = of(dx)[k], p.dy[i] = of(dy)[k], ++turned;
    }
    return turned;
  }
  index who(std::size_t k) const noexcept { return static_cast<index>((*this)[number][k]); }
};

particles from(const particles& p, std::size_t first, std::size_t n) noexcept {
  return {p.x.subspan(first, n), p.y.subspan(first, n), p.dx.subspan(first, n), p.dy.subspan(first, n)};
}

// ---- the map of what is occupied -------------------------------------------------------------------------------

// As drift.hpp has it.
std::size_t cell_on(const drift_map& map, int k, float x) noexcept {
  const float t = (x - map.low[k]) * map.scale[k];
  return t > 0 ? static_cast<std::size_t>(t < map.last[k] ? t : map.last[k]) : 0;
}

// f(block, lane) for each item.
template <class F> void each_item(const pyramid& over, F f) {
  for (std::uint32_t b = 0; b < over.blocks; ++b) {
    const float* const block = over.leaf + b * static_cast<std::size_t>(block_words(2));
    for (int j = 0; j < width && block[j] <= block[width + j]; ++j) f(block, j);
  }
}

class charted {
 public:
  // For so many particles among these items; with lists if they may be of use.
  charted(const pyramid& over, const particles& p, std::size_t n, float dt, const query& q, bool listed, space& s)
      : over_(over) {
    reach(p, n, dt, q);
    std::size_t most = std::clamp<std::size_t>(n, 1024, most_marks);
    const std::size_t budget = n + 4096 + 2 * std::size_t{over.items};
    while (lay_out(most), most > 32 && words_to_mark() > budget) most /= 4;
    mark(s);
    if (listed && over.levels && over.items <= 2 * n + 1024) list(budget, s);
  }
  drift_map map{};
  drift_lists lists{};
  bool has_lists = false;

 private:
  // How long a step may be, and how much larger that makes an item: a few steps may be too long.
  void reach(const particles& p, std::size_t n, float dt, const query& q) noexcept {
    const std::span<float> column[2] = {p.dx, p.dy};
    for (int k = 0; k < 2; ++k) {
      double sum = 0, seen = 0, longest = 0;
      for (std::size_t i = 0; i < n; i += n / 256 + 1) {
        const double length = std::fabs(column[k][i] * dt);
        if (length < 1e30) sum += length, longest = std::max(longest, length), ++seen;
      }
      map.reach[k] = static_cast<float>(seen > 0 ? 1.125 * std::min(longest, 6 * sum / seen) : 0);
      // Half a step and the padding on either side, and what floats may have rounded on the way there.
      const float pad = k ? q.padding.y : q.padding.x;
      grow_[k] = 0.5 * static_cast<double>(map.reach[k]) + (pad > 0 ? static_cast<double>(pad) : 0.0);
      if (over_.levels == 0) continue;
      const float* const top = over_.node[over_.levels - 1];
      const double low = *std::min_element(top + 2 * k * width, top + (2 * k + 1) * width),
                   high = *std::max_element(top + (2 * k + 1) * width, top + (2 * k + 2) * width);
      grow_[k] += (std::max(std::fabs(low), std::fabs(high)) + grow_[k]) * 0x1p-21 + 0x1p-130;
      from_[k] = low - grow_[k], length_[k] = high + grow_[k] - from_[k];
    }
  }
  float grown(float x, int k, int way) const noexcept {  // outward, whatever is rounded
    const double to = static_cast<double>(x) + way * (grow_[k] * (1 + 0x1p-20));
    return static_cast<float>(to < -1e300 ? -HUGE_VAL : to > 1e300 ? HUGE_VAL : to);
  }

  // About so many cells, none much smaller than a step.
  void lay_out(std::size_t most) noexcept {
    for (int k = 0; k < 2; ++k) {
      const double other = length_[1 - k], own = length_[k];
      const double even = own > 0 && other > 0
                              ? std::sqrt(static_cast<double>(most)) * std::sqrt(own) / std::sqrt(other)
                              : static_cast<double>(most);
      const double small = map.reach[k] > 0 ? 4 * own / static_cast<double>(map.reach[k]) : even;
      const double cells = std::clamp(std::min(even, small), 1.0, static_cast<double>(most));
      cells_[k] = own < 1e38 ? static_cast<std::size_t>(cells) : 1;
    }
    cells_[1] = std::max<std::size_t>(1, std::min(cells_[1], most / cells_[0]));
    for (int k = 0; k < 2; ++k) {  // with an empty one at either end
      const double per = static_cast<double>(cells_[k]) / length_[k];
      map.scale[k] = cells_[k] > 1 && per < 1e30 ? static_cast<float>(per) : 0;
      cells_[k] = map.scale[k] > 0 ? cells_[k] + 2 : 1;
      map.low[k] = static_cast<float>(map.scale[k] > 0 ? from_[k] - 1 / per : from_[k]);
      map.last[k] = static_cast<float>(cells_[k] - 1);
    }
    line_ = (cells_[0] + 31) / 32 * 32;
    map.line = static_cast<float>(line_);
  }

  struct area {
    std::size_t from[2], to[2];
  };
  area area_of(const float* block, int j, int shift = 0) const noexcept {
    area a;
    for (int k = 0; k < 2; ++k) {
      a.from[k] = map.scale[k] > 0 ? cell_on(map, k, grown(block[2 * k * width + j], k, -1)) >> shift : 0;
      a.to[k] = map.scale[k] > 0 ? cell_on(map, k, grown(block[(2 * k + 1) * width + j], k, 1)) >> shift : 0;
    }
    return a;
  }
  std::size_t words_to_mark() const noexcept {
    std::size_t sum = 0;
    each_item(over_, [&](const float* block, int j) {
      const area a = area_of(block, j);
      sum += (a.to[1] - a.from[1] + 1) * (a.to[0] / 32 - a.from[0] / 32 + 1);
    });
    return sum;
  }
  void mark(space& s) {
    std::uint32_t* const marks = s.marks.need(line_ / 32 * cells_[1]);
    std::fill_n(marks, line_ / 32 * cells_[1], 0u);
    each_item(over_, [&](const float* block, int j) {
      const area a = area_of(block, j);
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

  // Who is marked where, on cells that are four by four of those, or more: unless the lists become long.
  void list(std::size_t budget, space& s) {
    std::size_t entries = 0;
    int shift = 2;
    const auto wide = [&](int k) { return ((cells_[k] - 1) >> shift) + 1; };
    for (;; ++shift) {
      entries = 0;
      each_item(over_, [&](const float* block, int j) {
        const area a = area_of(block, j, shift);
        entries += (a.to[0] - a.from[0] + 1) * (a.to[1] - a.from[1] + 1);
      });
      if (entries <= budget || wide(0) * wide(1) == 1) break;
    }
    const std::size_t line = wide(0), cells = line * wide(1);
    std::uint32_t end = 0;
    each_item(over_, [&](const float* block, int j) { end = std::max(end, number_of(block, j) + 1); });
    // How long each list is, then where the next item goes on it; each is closed by `end`.
    std::uint32_t* const start = s.counts.need(cells + 1);
    std::fill_n(start, cells + 1, 1u);
    const auto each_cell = [&](const area& a, auto f) {
      for (std::size_t y = a.from[1]; y <= a.to[1]; ++y)
        for (std::size_t x = a.from[0]; x <= a.to[0]; ++x) f(start[y * line + x]);
    };
    each_item(over_, [&](const float* block, int j) {
      each_cell(area_of(block, j, shift), [](std::uint32_t& count) { ++count; });
    });
    double squares = 0;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      const std::uint32_t here = start[i];
      start[i] = sum, sum += here, squares += static_cast<double>(here) * here;
    }
    if (squares > 32.0 * (static_cast<double>(entries) + static_cast<double>(cells))) return;
    float* const row = s.tree.need((std::size_t{end} + 1) * 4);
    for (std::size_t i = 0; i <= end; ++i)
      row[4 * i] = row[4 * i + 2] = HUGE_VALF, row[4 * i + 1] = row[4 * i + 3] = -HUGE_VALF;
    each_item(over_, [&](const float* block, int j) {
      float* const to = row + 4 * std::size_t{number_of(block, j)};
      for (int c = 0; c < 4; ++c) to[c] = block[c * width + j];
    });
    std::uint32_t* const item = s.digits.need(sum);
    for (std::uint32_t i = 0; i < end; ++i) {
      const float* const from = row + 4 * std::size_t{i};
      if (!(from[0] <= from[1])) continue;
      float block[4 * width];
      for (int c = 0; c < 4; ++c) block[c * width] = from[c];
      each_cell(area_of(block, 0, shift), [&](std::uint32_t& at) { item[at++] = i; });
    }
    // Each start has moved to the end of its list, which is where the next one starts, less one.
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      const std::uint32_t stop = start[i];
      item[stop] = end, start[i] = begin, begin = stop + 1;
    }
    lists = {std::ldexp(1.0f, -shift), static_cast<float>(line), start, item, row, end};
    has_lists = true;
  }
  static std::uint32_t number_of(const float* block, int j) noexcept {
    std::uint32_t i;
    std::memcpy(&i, block + 4 * width + j, sizeof i);
    return i;
  }

  const pyramid& over_;
  double grow_[2]{}, from_[2]{}, length_[2]{};
  std::size_t cells_[2]{1, 1}, line_ = 32;
};

// Whether the engine can tell what is sure: of boxes, asked about without limits.
bool plain_boxes(const grid_body& g, const query& q) noexcept {
  return g.items.what == detail::kind::corners && !g.items.layer_data && (g.items.layer_one & q.layers) != 0 &&
         q.until >= 1 && q.padding.x >= 0 && q.padding.x <= FLT_MAX && q.padding.y >= 0 && q.padding.y <= FLT_MAX;
}

// f(some of them, lane) for all particles, by as many jobs at a time as there are workspaces. Returns the sum.
template <class F> std::size_t fly(const particles& p, std::size_t n, const detail::crew& c, F f) {
  const std::size_t lanes = lanes_of(c);
  const std::size_t size = lanes > 1 ? std::clamp<std::size_t>(n / (4 * lanes), 4096, at_a_time) : at_a_time;
  std::atomic<std::size_t> turned{0};
  spread(c, (n + size - 1) / size, [&](std::size_t k, std::size_t lane) {
    turned.fetch_add(f(from(p, k * size, std::min(n - k * size, size)), lane), std::memory_order_relaxed);
  });
  return turned;
}

std::size_t fly_among(const grid& walls, const particles& p, float dt, const query& q, const detail::crew& c) {
  if (short_of_spaces(c)) return 0;
  const grid_body& g = lender::of(walls);
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  if (g.dims != 2 && g.over.levels) {
    breach("hitscan: a grid of another dimension");
    return 0;
  }
  const charted chart(g.over, p, n, dt, q, plain_boxes(g, q), space_of(c, 0));
  for (std::size_t k = 0; k < lanes_of(c); ++k) {  // before anything moves: it may throw
    space& s = space_of(c, k);
    close_ones(s, most), s.for_order(most + 1, 2), s.list.need(6 * (std::size_t{g.over.items} + 2 * width));
  }
  const kernels& kernel = *detail::active_engine().broad;
  return fly(p, n, c, [&](const particles& some, std::size_t lane) {
    const close_ones close(space_of(c, lane), most);
    const drift_request r{chart.map,
                          chart.has_lists ? &chart.lists : nullptr,
                          {some.x.data(), some.y.data()},
                          {some.dx.data(), some.dy.data()},
                          some.x.size(),
                          dt,
                          {q.padding.x, q.padding.y},
                          q.start == start_overlap::hits,
                          {close[0], close[1], close[2], close[3], close[4]}};
    const drift_tally t = kernel.drift(r);
    return t.turned + close.finish(some, t.left, [&](const segments& asked, const hit_columns& hits) {
      walls.cast_nearest(asked, hits, q, c.spaces[lane]);
    });
  });
}

std::size_t fly_among(const tile_map& walls, const particles& p, float dt, const query& q, const detail::crew& c) {
  if (short_of_spaces(c)) return 0;
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  for (std::size_t k = 0; k < lanes_of(c); ++k) close_ones(space_of(c, k), most);
  return fly(p, n, c, [&](const particles& some, std::size_t lane) {
    const close_ones close(space_of(c, lane), most);
    const std::size_t here = some.x.size();
    for (std::size_t k = 0; k < here; ++k) {
      close[close_ones::number][k] = static_cast<float>(k);
      close[close_ones::x][k] = some.x[k], close[close_ones::y][k] = some.y[k];
      const float step_x = some.dx[k] * dt, step_y = some.dy[k] * dt;
      close[close_ones::step_x][k] = step_x, close[close_ones::step_y][k] = step_y;
      some.x[k] = some.x[k] + step_x, some.y[k] = some.y[k] + step_y;
    }
    return close.finish(some, here,
                        [&](const segments& asked, const hit_columns& hits) { walls.cast_nearest(asked, hits, q); });
  });
}

}  // namespace

std::size_t integrate_and_deflect(const particles& p, float dt, const grid& walls, workspace& w, const query& q) {
  return fly_among(walls, p, dt, q, {nullptr, {&w, 1}});
}
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, workspace& w, const query& q) {
  return fly_among(walls, p, dt, q, {nullptr, {&w, 1}});
}
std::size_t integrate_and_deflect(const particles& p, float dt, const grid& walls, const query& q, const executor& run,
                                  std::span<workspace> spaces) {
  return fly_among(walls, p, dt, q, {&run, spaces});
}
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, const query& q,
                                  const executor& run, std::span<workspace> spaces) {
  return fly_among(walls, p, dt, q, {&run, spaces});
}

}  // namespace hitscan
