// A million particles: those near something are picked out, and what the engine leaves in doubt is asked about
// together.
#include <hitscan/particles.hpp>

#include <hitscan/overlap.hpp>
#include <hitscan/respond.hpp>

#include "../tiles/lines.hpp"
#include "../world/first_hits/cell_lists.hpp"
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

bool is_ball(const particle_rules& r) noexcept { return r.restitution == 1 && r.friction == 0; }
// Whether the engine may turn them by itself: it knows balls, and tells nothing of what they hit.
bool is_plain(const particle_rules& r) noexcept {
  return is_ball(r) && r.wall.empty() && r.normal_x.empty() && r.normal_y.empty() && r.hits.empty();
}
// What is told of those that hit nothing.
void write_nothing(const particle_rules& r, std::size_t n) noexcept {
  if (!r.wall.empty()) std::fill_n(r.wall.data(), n, none);
  if (!r.normal_x.empty()) std::fill_n(r.normal_x.data(), n, 0.0f);
  if (!r.normal_y.empty()) std::fill_n(r.normal_y.data(), n, 0.0f);
  if (!r.hits.empty()) std::fill_n(r.hits.data(), n, std::uint8_t{0});
}

// Columns of those that have to be asked about, `room` of them at most.
struct close_ones {
  enum { x, y, step_x, step_y, number, made, dx, dy, time, normal_x, normal_y, rest_x, rest_y, to_x, to_y, columns };
  enum { look_x = dx, look_y = dy };  // free by then
  static constexpr float begun = -1;  // in place of how many bounces they have made: who began in something
  float* words;
  index *hit, *seen, *list;
  std::size_t room;

  close_ones(memory& s, std::size_t most)
      : words(s.flying.need(columns * (most + width))), hit(s.firsts.need(3 * (most + width))), room(most + width) {
    seen = hit + room, list = seen + room;
  }
  float* operator[](int column) const noexcept { return words + static_cast<std::size_t>(column) * room; }

  // n of them are there: where they are, what is left of their steps, numbers, bounces made. Moves them. Returns how
  // many turn round that had not yet.
  template <class Walls>
  std::size_t finish(const particles& p, std::size_t n, const query& q, const particle_rules& rules,
                     const Walls& walls) const {
    const bool deflects = is_ball(rules);
    query again = q;
    if (q.start == start_overlap::hits) again.start = start_overlap::hits_unless_leaving;
    // Where nothing touches, and they are in nothing by then, that is the same.
    std::size_t first = q.touch == touching::hits && q.start == start_overlap::hits ? put_fresh_ones_first(n) : n;
    std::size_t turned = 0;
    for (; n; first = 0) {
      const auto of = [&](int c) { return std::span<float>((*this)[c], n); };
      const hit_columns hits{.index = {hit, n}, .time = of(time), .normal_x = of(normal_x), .normal_y = of(normal_y)};
      ask(0, first, q, walls), ask(first, n, again, walls);
      const hit_columns faces{.normal_x = of(normal_x), .normal_y = of(normal_y)};
      if (deflects)
        deflect(motions{.dx = of(step_x), .dy = of(step_y)}, hits, of(rest_x), of(rest_y));
      else
        turn_all(n, step_x, rest_x, rules, time);
      go(n, q, walls);
      for (std::size_t k = 0; k < n; ++k) of(dx)[k] = p.dx[who(k)], of(dy)[k] = p.dy[who(k)];
      if (deflects)
        deflect(motions{.dx = of(dx), .dy = of(dy)}, faces, of(dx), of(dy));
      else
        turn_all(n, dx, dx, rules);
      std::size_t left = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const auto mine = [&](int c) { return (*this)[c][k]; };
        const index i = who(k);
        p.x[i] = mine(to_x), p.y[i] = mine(to_y);
        if (hit[k] == none) continue;
        if (mine(made) <= 0) {
          if (!rules.wall.empty()) rules.wall[i] = hit[k];
          if (!rules.normal_x.empty()) rules.normal_x[i] = mine(normal_x);
          if (!rules.normal_y.empty()) rules.normal_y[i] = mine(normal_y);
        }
        if (!rules.hits.empty()) rules.hits[i] += rules.hits[i] < 255;
        p.dx[i] = mine(dx), p.dy[i] = mine(dy), turned += mine(made) <= 0;
        if (mine(made) == begun) {
          p.x[i] += mine(rest_x), p.y[i] += mine(rest_y);
        } else if (mine(made) + 1 < static_cast<float>(rules.bounces)) {
          const float next[] = {mine(to_x), mine(to_y), mine(rest_x), mine(rest_y), mine(number), mine(made) + 1};
          for (int c = 0; c <= made; ++c) (*this)[c][left] = next[c];
          ++left;
        }
      }
      n = left;
    }
    return turned;
  }

 private:
  index who(std::size_t k) const noexcept { return static_cast<index>((*this)[number][k]); }

  // What the walls leave of columns c and c + 1, into columns to and to + 1; of what is left after the hit, if a time
  // says so. Nothing of who hits nothing.
  void turn_all(std::size_t n, int c, int to, const particle_rules& rules, int at = columns) const noexcept {
    for (std::size_t k = 0; k < n; ++k) {
      hitscan::hit h;
      h.index = at == columns ? 0 : hit[k], h.time = at == columns ? 0 : (*this)[at][k];
      h.normal = {(*this)[normal_x][k], (*this)[normal_y][k]};
      const vec2 v = bounce({(*this)[c][k], (*this)[c + 1][k]}, h, rules.restitution, rules.friction);
      (*this)[to][k] = v.x, (*this)[to + 1][k] = v.y;
    }
  }
  // Those that have not bounced yet. Returns how many.
  std::size_t put_fresh_ones_first(std::size_t n) const noexcept {
    std::size_t first = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if ((*this)[made][k] != 0) continue;
      for (int c = 0; c <= made; ++c) std::swap((*this)[c][first], (*this)[c][k]);
      ++first;
    }
    return first;
  }
  template <class Walls> void ask(std::size_t from, std::size_t to, const query& q, const Walls& walls) const {
    if (from == to) return;
    const auto some = [&](int c) { return std::span<float>((*this)[c] + from, to - from); };
    walls.ask(
        segments{.x = some(x), .y = some(y), .dx = some(step_x), .dy = some(step_y)},
        {.index = {hit + from, to - from}, .time = some(time), .normal_x = some(normal_x), .normal_y = some(normal_y)},
        q);
  }

  // Where n of them come to by this leg: as far as their hits allow, or as much less as it takes to be in nothing.
  template <class Walls> void go(std::size_t n, const query& q, const Walls& walls) const {
    const auto listed = [&](const auto& which) {
      std::size_t count = 0;
      for (std::size_t k = 0; k < n; ++k)
        if (which(k)) list[count++] = static_cast<index>(k);
      return count;
    };
    const auto move = [&](std::size_t k, float part) {
      const float t = (hit[k] == none ? 1 : safe_time((*this)[time][k])) * part;
      for (int c = 0; c < 2; ++c) (*this)[to_x + c][k] = (*this)[x + c][k] + t * (*this)[step_x + c][k];
    };
    float* const bounced = (*this)[made];
    // A start in something is a hit at time 0, unless somebody asked otherwise.
    const bool told = q.start == start_overlap::hits && q.until > 0;
    std::size_t some =
        listed([&](std::size_t k) { return bounced[k] == 0 && (!told || (hit[k] != none && (*this)[time][k] == 0)); });
    some = within(some, x, q, walls);
    for (std::size_t l = 0; l < some; ++l) bounced[list[l]] = begun;
    for (std::size_t k = 0; k < n; ++k) move(k, 1);
    const bool clear = walls.misses_are_clear(q);
    some = listed([&](std::size_t k) { return bounced[k] != begun && !(clear && hit[k] == none); });
    some = within(some, to_x, q, walls);
    for (float back = 0x1p-22f; some; back *= 2) {
      for (std::size_t l = 0; l < some; ++l) move(list[l], back < 1 ? 1 - back : 0);
      if (back >= 1) break;
      some = within(some, to_x, q, walls);
    }
  }
  // Leaves on the list, of so many, who is in something at the places in columns c and c + 1. Returns how many.
  template <class Walls> std::size_t within(std::size_t n, int c, const query& q, const Walls& walls) const {
    if (n == 0) return 0;
    for (int k = 0; k < 2; ++k)
      for (std::size_t l = 0; l < n; ++l) (*this)[look_x + k][l] = (*this)[c + k][list[l]];
    const auto of = [&](int k) { return std::span<float>((*this)[k], n); };
    walls.ask(segments{.x = of(look_x), .y = of(look_y), .dx = 0.0f, .dy = 0.0f}, {.index = {seen, n}},
              {.layers = q.layers, .padding = q.padding});  // who does not move hits what it is in
    std::size_t left = 0;
    for (std::size_t l = 0; l < n; ++l) {
      const vec2 at{of(look_x)[l], of(look_y)[l]};
      if (seen[l] != none || (c == to_x && walls.let_in(hit[list[l]], at, q))) list[left++] = list[l];
    }
    return left;
  }
};

particles from(const particles& p, std::size_t first, std::size_t n) noexcept {
  return {p.x.subspan(first, n), p.y.subspan(first, n), p.dx.subspan(first, n), p.dy.subspan(first, n)};
}
particle_rules from(const particle_rules& r, std::size_t first, std::size_t n) noexcept {
  particle_rules some = r;
  some.wall = some_of(r.wall, first, first + n), some.hits = some_of(r.hits, first, first + n);
  some.normal_x = some_of(r.normal_x, first, first + n), some.normal_y = some_of(r.normal_y, first, first + n);
  return some;
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
// Whether who misses boxes, and began in nothing, ends in nothing: semantics.md, section 10.
bool clear_of_boxes(const query& q) noexcept {
  return q.padding.x == 0 && q.padding.y == 0 && q.until >= 1 &&
         !(q.touch == touching::hits && q.start == start_overlap::ignored);
}
bool plain_boxes(const world_body& g, const query& q) noexcept {
  return g.bounds.what == detail::kind::corners && !g.items.layer_data && (g.items.layer_one & q.layers) != 0 &&
         plain(q);
}

// f(some of them, lane) for all particles, by as many jobs at a time as there are workspaces. Returns the sum.
template <class F>
std::size_t fly(const particles& p, std::size_t n, const particle_rules& rules, const workers& c, F f) {
  const std::size_t lanes = lanes_of(c);
  const std::size_t size = lanes > 1 ? std::clamp<std::size_t>(n / (4 * lanes), 4096, at_a_time) : at_a_time;
  std::atomic<std::size_t> turned{0};
  spread(c, (n + size - 1) / size, [&](std::size_t k, std::size_t lane) {
    const std::size_t first = k * size, count = std::min(n - first, size);
    turned.fetch_add(f(from(p, first, count), from(rules, first, count), lane), std::memory_order_relaxed);
  });
  return turned;
}

// walls.ask(segments, hits, query, lane) is cast_nearest, for those that the engine leaves in doubt.
template <class Walls>
std::size_t fly_charted(const charted& chart, const particles& p, std::size_t n, float dt, const query& q,
                        const particle_rules& asked, const workers& c, std::size_t most, const Walls& walls) {
  const kernels& kernel = detail::broad::of(detail::active_engine());
  particle_rules rules = asked;
  rules.bounces = std::clamp(asked.bounces, 1, 1000000);
  write_nothing(rules, n);
  return fly(p, n, rules, c, [&](const particles& some, const particle_rules& told, std::size_t lane) {
    for (int k = 0; k < 2; ++k)
      if (const float by = (k ? rules.gravity.y : rules.gravity.x) * dt; by != 0)
        for (float& v : k ? some.dy : some.dx) v += by;
    const close_ones close(memory_of(c, lane), most);
    const flight_request r{chart.map,
                           {some.x.data(), some.y.data()},
                           {some.dx.data(), some.dy.data()},
                           some.x.size(),
                           dt,
                           {q.padding.x, q.padding.y},
                           q.start == start_overlap::hits,
                           q.touch == touching::hits,
                           rules.bounces,
                           {close[0], close[1], close[2], close[3], close[4], close[5]}};
    const flight_tally t = kernel.fly(r);
    return t.turned + close.finish(some, t.left, q, told, walls.in(lane));
  });
}

// What particles ask of their walls, in one lane.
struct among_items {
  const world& walls;
  const workers& crew;
  std::size_t lane = 0;

  among_items in(std::size_t of) const noexcept { return {walls, crew, of}; }
  void ask(const segments& s, const hit_columns& hits, const query& q) const {
    query sorted = q;
    sorted.by = method::grid;
    walls.cast_nearest(s, hits, sorted, crew.spaces[lane]);
  }
  // Circles have no edges that are floats.
  bool misses_are_clear(const query& q) const noexcept {
    return lender::of(walls).bounds.what == detail::kind::corners && clear_of_boxes(q);
  }
  bool let_in(index, vec2, const query&) const noexcept { return false; }
};
struct among_tiles {
  const tile_map& walls;

  among_tiles in(std::size_t) const noexcept { return *this; }
  void ask(const segments& s, const hit_columns& hits, const query& q) const noexcept {
    walls.cast_nearest(s, hits, q);
  }
  bool misses_are_clear(const query& q) const noexcept { return clear_of_boxes(q); }
  // Who is in a one-way tile passes: so who was stopped by one has to stay outside.
  bool let_in(index hit, vec2 at, const query& q) const noexcept {
    if (hit == none) return false;
    const std::uint32_t x = hit % walls.width, y = hit / walls.width;
    return !(walls.at(x, y) & tile_solid) &&
           overlap_any(box::from_center(at, {q.padding.x, q.padding.y}), walls.tile(x, y));
  }
};

// Options that mean nothing here, or columns without room: are there any? Then that has been told, and nobody moves.
bool refused(const query& q, const particle_rules& r, std::size_t n) noexcept {
  const char* wrong = detail::tile_options(q);
  for (const std::size_t room : {r.wall.size(), r.normal_x.size(), r.normal_y.size(), r.hits.size()})
    if (room && room < n) wrong = "hitscan: an output is shorter than the batch";
  if (q.touch == touching::half_open) wrong = detail::half_open_is_for_points;
  if (wrong) breach(wrong);
  return wrong;
}

std::size_t fly_among(const world& walls, const particles& p, float dt, const query& q, const particle_rules& rules,
                      const workers& c) {
  const detail::default_float_state here;
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  if (refused(q, rules, n) || short_of_workspaces(c)) return 0;
  world_body& g = lender::of(walls);
  if (g.views > 1) {
    breach("hitscan: walls of particles are one view, not several");
    return 0;
  }
  if (g.items.count && (g.dims != 2 || g.hulls() || g.by.present)) {
    breach(g.dims != 2    ? "hitscan: walls of particles are 2D"
           : g.by.present ? "hitscan: walls of particles stand still"
                          : "hitscan: walls of particles are boxes or circles");
    return 0;
  }
  const item_columns& items = g.as_list();
  if (items.count >= worth_a_bvh) g.as_bvh(memory_of(c, 0));
  for (std::size_t k = 0; k < lanes_of(c); ++k) {  // before anything moves: it may throw
    memory& s = memory_of(c, k);
    close_ones(s, most), s.for_firsts(most + 1, items.count, 2), s.numbers_of(most + 1);
  }
  cell_memory& s = memory_of(c, 0).chart;
  const obstacles among(s, items);
  const steps_of step(p, n, dt, q);
  charted chart(among, n, step.reach, step.grow, s);
  chart.mark(s);
  if (plain_boxes(g, q) && is_plain(rules)) chart.list(s, c);
  const uncharted aside(c);
  return fly_charted(chart, p, n, dt, q, rules, c, most, among_items{walls, c});
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

std::size_t fly_among(const tile_map& walls, const particles& p, float dt, const query& q, const particle_rules& rules,
                      const workers& c) {
  const detail::default_float_state here;
  const std::size_t n = count_of(p), most = std::min(n, at_a_time);
  if (refused(q, rules, n) || short_of_workspaces(c)) return 0;
  for (std::size_t k = 0; k < lanes_of(c); ++k) close_ones(memory_of(c, k), most);
  // Worth a chart only for many particles. Nothing is hit by a map that is not valid.
  bool drawn = walls.valid() && std::size_t{walls.width} * walls.height <= 16 * n, one_way = false;
  std::size_t tiles = 0;
  if (drawn)
    each_tile(walls, [&](std::uint8_t flags, float, float, float, float) { ++tiles, one_way |= flags != tile_solid; });
  drawn = drawn && tiles <= n;
  if (!drawn) tiles = 0;
  cell_memory& s = memory_of(c, 0).chart;
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
  if (plain(q) && q.layers != 0 && is_plain(rules)) chart.list(s, c);
  if (!drawn) chart.ask_about_all();
  return fly_charted(chart, p, n, dt, q, rules, c, most, among_tiles{walls});
}

}  // namespace

std::size_t integrate_and_deflect(const particles& p, float dt, const world& walls, const query& q, const workers& with,
                                  const particle_rules& rules) {
  return fly_among(walls, p, dt, q, rules, lease(with, &lender::of(walls)).now);
}
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, const query& q,
                                  const workers& with, const particle_rules& rules) {
  return fly_among(walls, p, dt, q, rules, lease(with).now);
}

}  // namespace hitscan
