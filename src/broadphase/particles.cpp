// A million particles: those near something are picked out, asked about together, and turned round.
#include <hitscan/particles.hpp>

#include <algorithm>
#include <cmath>
#include <hitscan/respond.hpp>

#include "../api/contract.hpp"
#include "space.hpp"

namespace hitscan {
namespace {

using namespace detail::broad;

constexpr std::size_t at_a_time = 65536;  // particles, whose columns then stay in the cache
constexpr std::size_t most_cells_of_map = 65536;

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
  index who(std::size_t k) const noexcept {
    index i;
    std::memcpy(&i, (*this)[number] + k, sizeof i);
    return i;
  }
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

// How far a usual particle goes: cells about as large are rarely left by more than one.
double usual_step(const particles& p, std::size_t n, float dt, const query& q) noexcept {
  double sum = 0, seen = 0;
  for (std::size_t i = 0; i < n; i += n / 256 + 1) {
    const double length = std::max(std::fabs(p.dx[i] * dt), std::fabs(p.dy[i] * dt));
    if (length < 1e30) sum += length, ++seen;
  }
  return (seen > 0 ? sum / seen : 0) + 2 * static_cast<double>(std::max(q.padding.x, q.padding.y));
}

drift_map map_of(const pyramid& over, std::size_t n, double step, space& s) {
  drift_map map{};
  std::size_t wide = 1, high = 1;
  if (over.levels) {
    double low[2], length[2];
    const float* const top = over.node[over.levels - 1];
    for (int k = 0; k < 2; ++k) {
      low[k] = *std::min_element(top + 2 * k * width, top + (2 * k + 1) * width);
      length[k] = *std::max_element(top + (2 * k + 1) * width, top + (2 * k + 2) * width) - low[k];
    }
    const double most = static_cast<double>(std::clamp<std::size_t>(n / 4, 64, most_cells_of_map));
    double cell = 1.75 * step;
    for (int turn = 0; turn < 200 && (length[0] / cell + 1) * (length[1] / cell + 1) > most; ++turn)
      cell = std::max(cell * 1.25, std::sqrt(length[0]) * std::sqrt(length[1] / most));
    wide = static_cast<std::size_t>(std::clamp(length[0] / cell, 0.0, most - 1)) + 1;
    high = static_cast<std::size_t>(std::clamp(length[1] / cell, 0.0, most - 1)) + 1;
    if (!(cell > 0) || wide * high > most_cells_of_map) wide = high = 1;
    for (int k = 0; k < 2; ++k) {
      map.low[k] = static_cast<float>(low[k]);
      const double per = static_cast<double>(k ? high : wide) / length[k];
      map.scale[k] = per < 1e30 ? static_cast<float>(per) : 0;
      map.last[k] = static_cast<float>((k ? high : wide) - 1);
    }
  }
  // Items add 1 where they begin and take it off where they end; sums over both axes say what is covered.
  const std::size_t line = wide + 1;
  auto* const edges = s.counts.need(line * (high + 1));
  std::fill_n(edges, line * (high + 1), 0u);
  for (std::uint32_t b = 0; b < over.blocks; ++b) {
    const float* const block = over.leaf + b * static_cast<std::size_t>(block_words(2));
    for (int j = 0; j < width && block[j] <= block[width + j]; ++j) {
      const std::size_t x0 = cell_on(map, 0, block[j]), x1 = cell_on(map, 0, block[width + j]) + 1;
      const std::size_t y0 = cell_on(map, 1, block[2 * width + j]), y1 = cell_on(map, 1, block[3 * width + j]) + 1;
      ++edges[y0 * line + x0], --edges[y0 * line + x1], --edges[y1 * line + x0], ++edges[y1 * line + x1];
    }
  }
  std::uint8_t* const cells = s.map.need(wide * high);
  for (std::size_t y = 0; y < high; ++y) {
    std::uint32_t sum = 0;
    for (std::size_t x = 0; x < wide; ++x) {
      sum += edges[y * line + x];
      edges[y * line + x] = sum + (y ? edges[(y - 1) * line + x] : 0);
      cells[y * wide + x] = edges[y * line + x] != 0;
    }
  }
  for (std::size_t y = 0; y < high; ++y)
    for (std::size_t x = 0; x < wide; ++x) {
      const auto at = [&](std::size_t dx, std::size_t dy) {
        return x + dx < wide && y + dy < high ? cells[(y + dy) * wide + x + dx] & 1 : 0;
      };
      const int own = at(0, 0), right = at(1, 0), below = at(0, 1), across = at(1, 1);
      cells[y * wide + x] = static_cast<std::uint8_t>(own | (own | right) << 1 | (own | below) << 2 |
                                                      (own | right | below | across) << 3);
    }
  map.cells = cells;
  return map;
}

}  // namespace

std::size_t integrate_and_deflect(const particles& p, float dt, const grid& walls, workspace& w, const query& q) {
  const grid_body& g = lender::of(walls);
  const std::size_t n = count_of(p);
  if (g.dims != 2 && g.over.levels) {
    if (detail::checked_build) detail::report_breach("hitscan: a grid of another dimension");
    return 0;
  }
  space& s = lender::of(w);
  const close_ones close(s, std::min(n, at_a_time));
  const drift_map map = map_of(g.over, n, usual_step(p, n, dt, q), s);
  const kernels& k = *detail::active_engine().broad;
  std::size_t turned = 0;
  for (std::size_t i = 0; i < n; i += at_a_time) {
    const std::size_t here = std::min(n - i, at_a_time);
    const particles some = from(p, i, here);
    const drift_request r{map,
                          {some.x.data(), some.y.data()},
                          {some.dx.data(), some.dy.data()},
                          here,
                          dt,
                          {q.padding.x, q.padding.y},
                          {close[0], close[1], close[2], close[3], close[4]}};
    turned += close.finish(some, k.drift(r), [&](const segments& asked, const hit_columns& hits) {
      walls.cast_nearest(asked, hits, q, w);
    });
  }
  return turned;
}

std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, workspace& w, const query& q) {
  const std::size_t n = count_of(p);
  const close_ones close(lender::of(w), std::min(n, at_a_time));
  std::size_t turned = 0;
  for (std::size_t i = 0; i < n; i += at_a_time) {
    const std::size_t here = std::min(n - i, at_a_time);
    const particles some = from(p, i, here);
    for (std::size_t k = 0; k < here; ++k) {
      const index number = static_cast<index>(k);
      std::memcpy(close[close_ones::number] + k, &number, sizeof number);
      close[close_ones::x][k] = some.x[k], close[close_ones::y][k] = some.y[k];
      const float step_x = some.dx[k] * dt, step_y = some.dy[k] * dt;
      close[close_ones::step_x][k] = step_x, close[close_ones::step_y][k] = step_y;
      some.x[k] = some.x[k] + step_x, some.y[k] = some.y[k] + step_y;
    }
    turned += close.finish(some, here,
                           [&](const segments& asked, const hit_columns& hits) { walls.cast_nearest(asked, hits, q); });
  }
  return turned;
}

}  // namespace hitscan
