// A million particles: those near something are picked out, and what the engine leaves in doubt is asked about
// together.
#include <hitscan/particles.hpp>

#include <cfloat>
#include <cmath>
#include <hitscan/respond.hpp>

#include "../games/lines.hpp"
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

// The items that stand in the way: min x, max x, min y, max y of each in the order of their numbers, and an empty row
// behind the last one. Rows of what is not valid are empty, too.
struct obstacles {
  float* row;
  std::uint32_t end;
  double low[2]{HUGE_VAL, HUGE_VAL}, high[2]{-HUGE_VAL, -HUGE_VAL};

  obstacles(space& s, std::size_t count) : row(s.tree.need((count + 1) * 4)), end(static_cast<std::uint32_t>(count)) {
    for (std::size_t i = 0; i <= count; ++i) put(i, HUGE_VALF, -HUGE_VALF, HUGE_VALF, -HUGE_VALF);
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

class charted {
 public:
  // For so many particles; with lists if they may be of use.
  charted(const obstacles& among, const particles& p, std::size_t n, float dt, const query& q, bool listed, space& s)
      : among_(among), places_(s.pairs.need(among.end)) {
    reach(p, n, dt, q);
    std::size_t most = std::clamp<std::size_t>(std::max<std::size_t>(n, 8 * std::size_t{among.end}), 1024, most_marks);
    const std::size_t budget = n + 4096 + 4 * std::size_t{among.end};
    while (lay_out(most), place_all() > budget && most > 32) most /= 4;
    mark(s);
    if (listed) list(budget, s);
  }
  void ask_about_all() noexcept { map.reach[0] = -1, has_lists = false; }
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
      if (!(among_.low[k] <= among_.high[k])) continue;
      grow_[k] += (std::max(std::fabs(among_.low[k]), std::fabs(among_.high[k])) + grow_[k]) * 0x1p-21 + 0x1p-130;
      from_[k] = among_.low[k] - grow_[k], length_[k] = among_.high[k] + grow_[k] - from_[k];
    }
  }
  static float to_float(double x) noexcept {
    return std::fabs(x) <= double{FLT_MAX} ? static_cast<float>(x) : x < 0 ? -HUGE_VALF : HUGE_VALF;
  }
  float grown(float x, int k, int way) const noexcept {  // outward, whatever is rounded
    return to_float(static_cast<double>(x) + way * (grow_[k] * (1 + 0x1p-20)));
  }

  // About so many cells, none much smaller than a step.
  void lay_out(std::size_t most) noexcept {
    for (int k = 0; k < 2; ++k) {
      const double other = length_[1 - k], own = length_[k], all = static_cast<double>(most);
      const double even = own > 0 && other > 0 ? std::sqrt(all) * std::sqrt(own) / std::sqrt(other) : all;
      const double small = map.reach[k] > 0 ? 4 * own / static_cast<double>(map.reach[k]) : even;
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

  // Which cells each item takes: 16 bits a number.
  struct area {
    std::size_t from[2], to[2];
  };
  area area_of(std::size_t i, int shift = 0) const noexcept {
    const auto part = [&](int k) { return static_cast<std::size_t>(places_[i] >> (16 * k) & 0xffff) >> shift; };
    return {{part(0), part(1)}, {part(2), part(3)}};
  }
  // Returns how many words there are to mark.
  std::size_t place_all() noexcept {
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
  void mark(space& s) {
    std::uint32_t* const marks = s.marks.need(line_ / 32 * cells_[1]);
    std::fill_n(marks, line_ / 32 * cells_[1], 0u);
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

  // Who is marked where, on cells that are several of those: unless the lists become long.
  void list(std::size_t budget, space& s) {
    const std::size_t most = 4096 + 16 * std::size_t{among_.end};
    int shift = 0;
    const auto wide = [&](int k) { return ((cells_[k] - 1) >> shift) + 1; };
    while (wide(0) * wide(1) > most) ++shift;
    std::size_t entries;
    for (;; ++shift) {
      entries = 0;
      among_.each([&](std::size_t i, const float*) {
        const area a = area_of(i, shift);
        entries += (a.to[0] - a.from[0] + 1) * (a.to[1] - a.from[1] + 1);
      });
      if (entries <= budget || wide(0) * wide(1) == 1) break;
    }
    // How long each list is, then where the next item goes on it; each is closed by `end`.
    const std::size_t line = wide(0), cells = line * wide(1);
    std::uint32_t* const start = s.counts.need(cells);
    std::fill_n(start, cells, 1u);
    const auto each_entry = [&](auto f) {
      among_.each([&](std::size_t i, const float*) {
        const area a = area_of(i, shift);
        for (std::size_t y = a.from[1]; y <= a.to[1]; ++y)
          for (std::size_t x = a.from[0]; x <= a.to[0]; ++x) f(i, start[y * line + x]);
      });
    };
    each_entry([](std::size_t, std::uint32_t& count) { ++count; });
    double squares = 0;
    std::uint32_t sum = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      const std::uint32_t here = start[c];
      start[c] = sum, sum += here, squares += static_cast<double>(here) * here;
    }
    if (squares > 32.0 * (static_cast<double>(entries) + static_cast<double>(cells))) return;
    std::uint32_t* const item = s.digits.need(sum);
    each_entry([&](std::size_t i, std::uint32_t& next) { item[next++] = static_cast<std::uint32_t>(i); });
    // Each start has moved to the end of its list, which is where the next one starts, less one.
    std::uint32_t begin = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      const std::uint32_t stop = start[c];
      item[stop] = among_.end, start[c] = begin, begin = stop + 1;
    }
    lists = {std::ldexp(1.0f, -shift), static_cast<float>(line), start, item, among_.row, among_.end};
    has_lists = true;
  }

  const obstacles& among_;
  std::uint64_t* const places_;
  double grow_[2]{}, from_[2]{}, length_[2]{};
  std::size_t cells_[2]{1, 1}, line_ = 32;
};

// Whether the engine can tell what is sure: of boxes, asked about without limits.
bool plain(const query& q) noexcept {
  return q.until >= 1 && q.padding.x >= 0 && q.padding.x <= FLT_MAX && q.padding.y >= 0 && q.padding.y <= FLT_MAX;
}
bool plain_boxes(const grid_body& g, const query& q) noexcept {
  return g.items.what == detail::kind::corners && !g.items.layer_data && (g.items.layer_one & q.layers) != 0 &&
         plain(q);
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

// Those that the engine leaves in doubt are asked about by ask(segments, hits, lane).
template <class Ask>
std::size_t fly_charted(const charted& chart, const particles& p, std::size_t n, float dt, const query& q,
                        const detail::crew& c, std::size_t most, const Ask& ask) {
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
    return t.turned +
           close.finish(some, t.left, [&](const segments& asked, const hit_columns& hits) { ask(asked, hits, lane); });
  });
}

std::size_t fly_among(const grid& walls, const particles& p, float dt, const query& q, const detail::crew& c) {
  if (short_of_spaces(c)) return 0;
  const grid_body& g = lender::of(walls);
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  if (g.dims != 2 && g.over.levels) {
    breach("hitscan: a grid of another dimension");
    return 0;
  }
  obstacles among(space_of(c, 0), g.over.levels ? g.items.count : 0);
  for (std::uint32_t b = 0; b < g.over.blocks; ++b) {
    const float* const block = g.over.leaf + b * static_cast<std::size_t>(block_words(2));
    for (int j = 0; j < width && block[j] <= block[width + j]; ++j) {
      std::uint32_t number;
      std::memcpy(&number, block + 4 * width + j, sizeof number);
      among.put(number, block[j], block[width + j], block[2 * width + j], block[3 * width + j]);
    }
  }
  among.bound();
  const charted chart(among, p, n, dt, q, plain_boxes(g, q), space_of(c, 0));
  for (std::size_t k = 0; k < lanes_of(c); ++k) {  // before anything moves: it may throw
    space& s = space_of(c, k);
    close_ones(s, most), s.for_order(most + 1, 2), s.list.need(6 * (std::size_t{g.over.items} + 2 * width));
  }
  return fly_charted(chart, p, n, dt, q, c, most,
                     [&](const segments& asked, const hit_columns& hits, std::size_t lane) {
                       walls.cast_nearest(asked, hits, q, c.spaces[lane]);
                     });
}

// f(flags, box of the tile) for each tile that is not free, in the order of their indices.
template <class F> void each_tile(const tile_map& map, F f) {
  const lines across{map.origin.x, map.cell.x, map.width}, down{map.origin.y, map.cell.y, map.height};
  std::size_t i = 0;
  for (std::uint32_t y = 0; y < map.height; ++y)
    for (std::uint32_t x = 0; x < map.width; ++x, ++i) {
      const std::uint8_t flags = map.tiles.empty() ? map.bits[i / 64] >> (i % 64) & 1 : map.tiles[i];
      if (flags) f(flags, across.edge(x), across.edge(x + 1), down.edge(y), down.edge(y + 1));
    }
}

std::size_t fly_among(const tile_map& walls, const particles& p, float dt, const query& q, const detail::crew& c) {
  if (short_of_spaces(c)) return 0;
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  for (std::size_t k = 0; k < lanes_of(c); ++k) close_ones(space_of(c, k), most);
  space& s = space_of(c, 0);
  // Worth a chart only for many particles. Nothing is hit by a map that is not valid.
  bool drawn = walls.valid() && std::size_t{walls.width} * walls.height <= 16 * n, one_way = false;
  std::size_t tiles = 0;
  if (drawn)
    each_tile(walls, [&](std::uint8_t flags, float, float, float, float) { ++tiles, one_way |= flags != tile_solid; });
  drawn = drawn && tiles <= n;
  if (!drawn) tiles = 0;
  obstacles among(s, tiles);
  const auto put_all = [&](const auto& box_of) {
    std::size_t at = 0;
    if (tiles)
      each_tile(walls, [&](std::uint8_t flags, float min_x, float max_x, float min_y, float max_y) {
        box_of(at++, flags, min_x, max_x, min_y, max_y);
      });
  };
  put_all([&](std::size_t at, std::uint8_t, float min_x, float max_x, float min_y, float max_y) {
    if (min_x >= -FLT_MAX && max_x <= FLT_MAX && min_y >= -FLT_MAX && max_y <= FLT_MAX)
      among.put(at, min_x, max_x, min_y, max_y);
  });
  among.bound();
  charted chart(among, p, n, dt, q, plain(q) && q.layers != 0, s);
  if (!drawn) chart.ask_about_all();
  if (one_way)  // about boxes without end nothing is sure
    put_all([&](std::size_t at, std::uint8_t flags, float, float, float, float) {
      if (flags != tile_solid) among.put(at, -HUGE_VALF, HUGE_VALF, -HUGE_VALF, HUGE_VALF);
    });
  return fly_charted(chart, p, n, dt, q, c, most, [&](const segments& asked, const hit_columns& hits, std::size_t) {
    walls.cast_nearest(asked, hits, q);
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
