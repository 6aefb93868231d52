// A million particles: those near something are picked out, and what the engine leaves in doubt is asked about
// together.
#include <hitscan/particles.hpp>

#include <hitscan/respond.hpp>

#include "../tiles/lines.hpp"
#include "../world/first_hits/chart.hpp"
#include "../world/jobs.hpp"

namespace hitscan {
namespace {

using namespace detail::broad;

constexpr std::size_t at_a_time = 65536;  // particles, whose columns then stay in the cache

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

// How long a step may be, and how much larger that makes an item: by half a step and the padding.
struct steps_of {
  float reach[2];
  double grow[2];

  steps_of(const particles& p, std::size_t n, float dt, const query& q) noexcept {
    const std::span<float> column[2] = {p.dx, p.dy};
    for (int k = 0; k < 2; ++k) {
      reach[k] = reach_of(n, [&](std::size_t i) { return std::fabs(double{column[k][i] * dt}); });
      const float pad = k ? q.padding.y : q.padding.x;
      grow[k] = 0.5 * double{reach[k]} + (pad > 0 ? double{pad} : 0.0);
    }
  }
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
  const detail::default_float_state here;
  if (short_of_spaces(c)) return 0;
  const grid_body& g = lender::of(walls);
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  if (g.dims != 2 && g.over.levels) {
    breach("hitscan: a grid of another dimension");
    return 0;
  }
  for (std::size_t k = 0; k < lanes_of(c); ++k) {  // before anything moves: it may throw
    space& s = space_of(c, k);
    close_ones(s, most), s.for_firsts(most + 1, g.over.items, 2);
  }
  chart_space& s = space_of(c, 0).chart;
  const obstacles among(s, g);
  const steps_of step(p, n, dt, q);
  charted chart(among, n, step.reach, step.grow, s);
  chart.mark(s);
  if (plain_boxes(g, q)) chart.list(s, c);
  const uncharted aside(c);
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
  const detail::default_float_state here;
  if (short_of_spaces(c)) return 0;
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  for (std::size_t k = 0; k < lanes_of(c); ++k) close_ones(space_of(c, k), most);
  // Worth a chart only for many particles. Nothing is hit by a map that is not valid.
  bool drawn = walls.valid() && std::size_t{walls.width} * walls.height <= 16 * n, one_way = false;
  std::size_t tiles = 0;
  if (drawn)
    each_tile(walls, [&](std::uint8_t flags, float, float, float, float) { ++tiles, one_way |= flags != tile_solid; });
  drawn = drawn && tiles <= n;
  if (!drawn) tiles = 0;
  chart_space& s = space_of(c, 0).chart;
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
  const steps_of step(p, n, dt, q);
  charted chart(among, n, step.reach, step.grow, s);
  chart.mark(s);
  if (one_way)  // about boxes without end nothing is sure
    put_all([&](std::size_t at, std::uint8_t flags, float, float, float, float) {
      if (flags != tile_solid) among.put(at, -HUGE_VALF, HUGE_VALF, -HUGE_VALF, HUGE_VALF);
    });
  if (plain(q) && q.layers != 0) chart.list(s, c);
  if (!drawn) chart.ask_about_all();
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
