// A million particles: those near something are picked out, and what the engine leaves in doubt is asked about
// together.
#include <hitscan/particles.hpp>

#include <algorithm>

#include <hitscan/overlap.hpp>
#include <hitscan/respond.hpp>

#include "../core/forced.hpp"
#include "../tiles/lines.hpp"
#include "../tiles/tiled.hpp"
#include "../world/first_hits/cell_lists.hpp"
#include "../world/jobs.hpp"
#include "../world/kernels.hpp"
#include "../world/rays/nested_grid_build.hpp"
#include "../world/views.hpp"

namespace hitscan {
namespace {

using namespace detail::broad;
using detail::particle_wall;

constexpr std::size_t at_a_time = 65536;  // particles, whose columns then stay in the cache

std::size_t count_of(const particles& p) noexcept {
  detail::columns_at_work all("integrate_and_deflect");
  all.take(p.x.size()), all.take(p.y.size()), all.take(p.dx.size()), all.take(p.dy.size());
  return all.count();
}

bool is_ball(const particle_rules& r) noexcept { return r.restitution == 1 && r.friction == 0; }
// Whether the engine may turn them by itself: it knows balls, and tells nothing of what they hit.
bool is_plain(const particle_rules& r) noexcept {
  return is_ball(r) && r.wall.empty() && r.kind.empty() && r.normal_x.empty() && r.normal_y.empty() && r.hits.empty();
}
// What is told of those that hit nothing, as far as there is room.
void write_nothing(const particle_rules& r, std::size_t n) noexcept {
  const auto write = [n](auto to, auto what) { std::fill_n(to.begin(), std::min(n, to.size()), what); };
  write(r.wall, none), write(r.kind, none), write(r.normal_x, 0.0f), write(r.normal_y, 0.0f);
  write(r.hits, std::uint8_t{0});
}

// Whether who misses boxes, and began in nothing, ends in nothing: semantics.md, section 10.
bool clear_of_boxes(const query& q) noexcept {
  return q.padding.x == 0 && q.padding.y == 0 && q.until >= 1 &&
         !(q.touch == touching::hits && q.start == start_overlap::ignored);
}

// So few are sooner asked one by one than all items marked for them.
constexpr bool few_among(std::size_t n, std::size_t items) noexcept { return 4 * n < items; }

bool only_boxes(const world_body& g) noexcept {
  for (std::size_t k = 0; k < g.views; ++k)
    if (g.view(k).bounds.what != detail::kind::corners) return false;
  return true;
}

ONCE bool filed(const world_body& all) noexcept {
  for (std::size_t k = 0; k < all.views; ++k)
    if (!all.view(k).filed.done()) return false;
  return true;
}

// What particles ask of their walls, in one lane.
struct walls_of {
  std::span<const particle_wall> all;
  workspace& space;

  void ask(std::size_t which, const segments& s, const hit_columns& hits, const query& q) const {
    if (all[which].tiles) return all[which].tiles->cast_nearest(s, hits, q);
    query prepared = q;
    if (!filed(lender::of(*all[which].items))) prepared.by = method::grid;  // a tree would need memory now
    all[which].items->cast_nearest(s, hits, prepared, space);
  }
  // Circles have no edges that are floats.
  bool misses_are_clear(std::size_t which, const query& q) const noexcept {
    const world* const items = all[which].items;
    return clear_of_boxes(q) && (!items || only_boxes(lender::of(*items)));
  }
  // Who is in a one-way tile passes: so who was stopped by one has to stay outside.
  bool let_in(std::size_t which, index hit, vec2 at, const query& q) const noexcept {
    const tile_map* const map = all[which].tiles;
    if (!map || hit == none) return false;
    const std::uint32_t x = hit % map->width, y = hit / map->width;
    return !(map->at(x, y) & tile_solid) &&
           overlap_any(box::from_center(at, {q.padding.x, q.padding.y}), map->tile(x, y));
  }
};

// Columns of those that have to be asked about, `room` of them at most.
struct close_ones {
  enum { x, y, step_x, step_y, number, made, dx, dy, time, normal_x, normal_y, rest_x, rest_y, to_x, to_y, columns };
  enum { look_x = dx, look_y = dy };  // free by then
  // Of the next of several walls, free as long as they are asked; flags are bytes.
  enum { next_time = to_x, next_x = dx, next_y = dy, flags = rest_x, next_flags = rest_y };
  static constexpr float begun = -1;  // in place of how many bounces they have made: who began in something
  float* words;
  index *hit, *seen, *list;
  index *kind = nullptr, *next = nullptr;  // of several walls: which of them is hit
  std::size_t room;

  close_ones(memory& s, std::size_t most, bool several)
      : words(s.flying.need((columns + (several ? 5 : 3)) * (most + width))), room(most + width) {
    hit = reinterpret_cast<index*>((*this)[columns]);
    seen = hit + room, list = seen + room;
    if (several) kind = list + room, next = kind + room;
  }
  float* operator[](int column) const noexcept { return words + static_cast<std::size_t>(column) * room; }

  // n of them are there: where they are, what is left of their steps, numbers, bounces made. Moves them. Returns how
  // many turn round that had not yet.
  std::size_t finish(const particles& p, std::size_t n, const query& q, const particle_rules& rules,
                     const walls_of& walls) const {
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
          if (!rules.kind.empty()) rules.kind[i] = kind_of(k);
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
  index kind_of(std::size_t k) const noexcept { return kind ? kind[k] : 0; }

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
  void ask(std::size_t from, std::size_t to, const query& q, const walls_of& walls) const {
    if (from == to) return;
    const auto some = [&](int c) { return std::span<float>((*this)[c] + from, to - from); };
    const auto bytes = [&](int c) { return std::span(reinterpret_cast<std::uint8_t*>((*this)[c]) + from, to - from); };
    const segments ways{.x = some(x), .y = some(y), .dx = some(step_x), .dy = some(step_y)};
    hit_columns first{
        .index = {hit + from, to - from}, .time = some(time), .normal_x = some(normal_x), .normal_y = some(normal_y)};
    if (!kind) return walls.ask(0, ways, first, q);
    first.flags = bytes(flags);
    walls.ask(0, ways, first, q);
    std::fill(kind + from, kind + to, 0u);
    const hit_columns other{.index = {next + from, to - from},
                            .time = some(next_time),
                            .normal_x = some(next_x),
                            .normal_y = some(next_y),
                            .flags = bytes(next_flags)};
    for (std::size_t w = 1; w < walls.all.size(); ++w) {
      walls.ask(w, ways, other, q);
      for (std::size_t k = 0; k < to - from; ++k) {
        float until = 0;
        if (other.index[k] == none || !detail::comes_first(other.time[k], other.flags[k], first.index[k] == none,
                                                           first.time[k], first.flags[k], until))
          continue;
        first.index[k] = other.index[k], first.time[k] = other.time[k], first.flags[k] = other.flags[k];
        first.normal_x[k] = other.normal_x[k], first.normal_y[k] = other.normal_y[k];
        kind[from + k] = static_cast<index>(w);
      }
    }
  }

  // Where n of them come to by this leg: as far as their hits allow, or as much less as it takes to be in nothing.
  void go(std::size_t n, const query& q, const walls_of& walls) const {
    const auto listed = [&](const auto& which, std::size_t count = 0) {
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
    some = within(some, some, x, q, walls);
    for (std::size_t l = 0; l < some; ++l) bounced[list[l]] = begun;
    for (std::size_t k = 0; k < n; ++k) move(k, 1);
    const std::size_t met = listed([&](std::size_t k) { return bounced[k] != begun && hit[k] != none; });
    bool clear = true;
    for (std::size_t w = 0; w < walls.all.size(); ++w) clear &= walls.misses_are_clear(w, q);
    some = clear ? met : listed([&](std::size_t k) { return bounced[k] != begun && hit[k] == none; }, met);
    some = within(some, met, to_x, q, walls);
    for (float back = 0x1p-22f; some; back *= 2) {
      for (std::size_t l = 0; l < some; ++l) move(list[l], back < 1 ? 1 - back : 0);
      if (back >= 1) break;
      some = within(some, some, to_x, q, walls);
    }
  }
  // Leaves on the list, of so many, who is in something at the places in columns c and c + 1. Returns how many. Those
  // from `met` on have hit nothing.
  std::size_t within(std::size_t n, std::size_t met, int c, const query& q, const walls_of& walls) const {
    if (n == 0) return 0;
    for (int k = 0; k < 2; ++k)
      for (std::size_t l = 0; l < n; ++l) (*this)[look_x + k][l] = (*this)[c + k][list[l]];
    const float* const at[2] = {(*this)[look_x], (*this)[look_y]};
    for (std::size_t w = 0; w < walls.all.size(); ++w) {
      const std::size_t some = walls.misses_are_clear(w, q) ? met : n;
      index* const in = w ? next : seen;
      if (w == 0) std::fill(seen + some, seen + n, none);
      if (some)  // who does not move hits what it is in
        walls.ask(w, segments{.x = std::span(at[0], some), .y = std::span(at[1], some), .dx = 0.0f, .dy = 0.0f},
                  {.index = {in, some}}, {.layers = q.layers, .padding = q.padding});
      for (std::size_t l = 0; w && l < some; ++l) seen[l] = seen[l] == none ? next[l] : seen[l];
    }
    std::size_t left = 0;
    for (std::size_t l = 0; l < n; ++l) {
      const bool in =
          seen[l] != none || (c == to_x && walls.let_in(kind_of(list[l]), hit[list[l]], {at[0][l], at[1][l]}, q));
      if (in) list[left++] = list[l];
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
  some.kind = some_of(r.kind, first, first + n);
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

void tell(const char* wrong) noexcept {
  if (detail::checked_build) detail::report_breach("integrate_and_deflect", wrong);
}

// Options that mean nothing here: are there any? Then that has been told, and nobody moves.
bool refused(const query& q, const particle_rules& r, float dt) noexcept {
  const char* wrong = detail::tile_options(q);
  for (const float number : {dt, r.restitution, r.friction, r.gravity.x, r.gravity.y})
    if (!std::isfinite(number)) wrong = "a time step and rules of particles are finite";
  if (q.touch == touching::half_open) wrong = detail::half_open_is_for_points;
  if (wrong) tell(wrong);
  return wrong;
}

// How many of n there is room to tell of.
std::size_t fitting(const particle_rules& r, std::size_t n) noexcept {
  detail::least_room least{""};
  least.take("particle_rules.wall", r.wall.size()), least.take("particle_rules.kind", r.kind.size());
  least.take("particle_rules.normal_x", r.normal_x.size()), least.take("particle_rules.normal_y", r.normal_y.size());
  least.take("particle_rules.hits", r.hits.size());
  if (least.capacity >= n) return n;
  if (detail::checked_build)
    detail::report_lengths("integrate_and_deflect", least.column, least.capacity, "the batch", n);
  return least.capacity;
}

const char* wrong_with(const world_body& all) noexcept {
  for (std::size_t k = 0; k < all.views; ++k) {
    const world_body& g = all.view(k);
    if (!g.items.count) continue;
    if (g.dims != 2) return "walls of particles are 2D";
    if (g.by.present) return "walls of particles stand still";
    if (g.hulls()) return "walls of particles are boxes or circles";
  }
  return nullptr;
}

// f(flags, box of the tile) for each tile that is not free, in the order of their indices.
template <class F> void each_tile(const tile_map map, F f) {  // a copy: nothing that f writes is in it
  const lines across{map.origin.x, map.cell.x, map.width}, down{map.origin.y, map.cell.y, map.height};
  std::size_t i = 0;
  for (std::uint32_t y = 0; y < map.height; ++y)
    for (std::uint32_t x = 0; x < map.width; ++x, ++i) {
      const std::uint8_t flags = map.tiles.empty() ? map.bits[i / 64] >> (i % 64) & 1 : map.tiles[i];
      if (flags) f(flags, across.edge(x), across.edge(x + 1), down.edge(y), down.edge(y + 1));
    }
}

// The rows of the grid: those of each wall in the order of its items, after those of the walls before.
std::size_t rows_of(const world_body& g) noexcept {
  const world_body& last = g.view(g.views - 1);
  return last.from + last.items.count;
}
// f(row, whether the engine can tell what is sure of it, edges) for all that can be hit.
template <class F> void each_row(std::span<const particle_wall> walls, const query& q, F f) {
  std::size_t at = 0;
  for (const particle_wall& w : walls)
    if (w.items) {
      const world_body& all = lender::of(*w.items);
      for (std::size_t k = 0; k < all.views; ++k) {
        world_body& g = all.view(k);
        const item_columns& items = g.as_list();
        const bool sure = plain_boxes(g, q);
        for (std::uint32_t i = 0; i < items.count; ++i)
          f(at + g.from + items.number[i], sure, items.edge[0][i], items.edge[1][i], items.edge[2][i],
            items.edge[3][i]);
      }
      at += rows_of(all);
    } else if (w.tiles->valid()) {
      const bool sure = plain(q) && q.layers != 0;
      each_tile(*w.tiles, [&](std::uint8_t flags, float min_x, float max_x, float min_y, float max_y) {
        if (min_x >= -FLT_MAX && max_x <= FLT_MAX && min_y >= -FLT_MAX && max_y <= FLT_MAX)
          f(at, sure && flags == tile_solid, min_x, max_x, min_y, max_y);
        ++at;
      });
    }
}

}  // namespace

std::size_t detail::fly_among(const particles& p, float dt, std::span<const particle_wall> walls, const query& q,
                              const workers& with, const particle_rules& asked) {
  const default_float_state here;
  const world* owner = nullptr;  // the first world, if there is one
  for (const particle_wall& w : walls) owner = owner ? owner : w.items;
  const lease crew(with, owner ? &lender::of(*owner) : nullptr);
  const workers& c = crew.now;
  const std::size_t there = hitscan::count_of(p), n = fitting(asked, there), most = std::min(n, at_a_time);
  const bool several = walls.size() > 1;
  write_nothing(asked, there);
  if (refused(q, asked, dt) || short_of_workspaces(c)) return 0;
  for (const particle_wall& w : walls)
    if (const char* wrong = w.items ? wrong_with(lender::of(*w.items)) : nullptr) return tell(wrong), 0;

  std::size_t rows = 0;
  bool gridded = true;
  for (std::size_t k = 0; k < lanes_of(c); ++k) close_ones(memory_of(c, k), most, several);
  for (const particle_wall& w : walls)
    if (w.items) {
      world_body& all = lender::of(*w.items);
      // Items that few ask again, or that many were asked about one by one, are filed: then any method is there.
      const std::size_t flown = all.flown.load(std::memory_order_relaxed), items_of_all = rows_of(all);
      const bool few = few_among(n, items_of_all), file = flown != 0 && (few || 3 * flown >= items_of_all);
      for (std::size_t v = 0; v < all.views; ++v) {
        world_body& g = all.view(v);
        const item_columns& items = g.as_list();
        if (items.count >= worth_a_bvh) g.as_bvh(c);
        if (file) g.as_rays();
        for (std::size_t k = 0; k < lanes_of(c); ++k) {  // before anything moves: it may throw
          memory& s = memory_of(c, k);
          s.for_firsts(most + 1, items.count, 2), s.numbers_of(most + 1);
          s.tree.need(most + 1), s.cells.need(nested_grid_body::most_starts);
          if (all.views > 1) s.shelf.need(bytes_of_firsts(most + 1));
        }
      }
      if (few) filed(all) ? void(gridded = false) : all.note_flown(n);
      rows += items_of_all;
    } else if (tiled::there(*w.tiles)) {  // worth a grid only for many particles; one that is not valid hits nothing
      std::size_t tiles = 0;
      gridded = gridded && std::size_t{w.tiles->width} * w.tiles->height <= 16 * n;
      if (gridded) each_tile(*w.tiles, [&](std::uint8_t, float, float, float, float) { ++tiles; });
      gridded = gridded && tiles <= n, rows += tiles;
    }

  cell_memory& s = memory_of(c, 0).grid;
  item_edges among(s, gridded ? rows : 0);
  const bool turned = is_plain(asked);  // by the engine, what is sure
  bool sure = false, unsure = false;
  if (gridded)
    each_row(walls, q, [&](std::size_t at, bool known, float min_x, float max_x, float min_y, float max_y) {
      sure |= known, unsure |= !known, among.put(at, min_x, max_x, min_y, max_y);
    });
  among.bound();
  const steps_of step(p, n, dt, q);
  cell_lists cells(among, n, step.reach, step.grow, s);
  cells.mark(s);
  if (gridded && ((sure && turned) || n >= 4 * rows)) {
    // Of boxes without end, nothing but a miss is sure. Circles may reach beyond the floats.
    const auto end = [](float edge) { return std::fabs(edge) < FLT_MAX ? edge : std::copysign(HUGE_VALF, edge); };
    if (unsure || !turned)
      each_row(walls, q, [&](std::size_t at, bool known, float, float, float min_y, float max_y) {
        if (!known || !turned) among.put(at, -HUGE_VALF, HUGE_VALF, end(min_y), end(max_y));
      });
    cells.list(s, c);
  }
  if (!gridded) cells.ask_about_all();
  const without_grid aside(c);
  const particle_kernels& kernel = of<particle_kernels>(active_engine());
  particle_rules rules = asked;
  rules.bounces = std::clamp(asked.bounces, 1, 1000000);
  return fly(p, n, rules, c, [&](const particles& some, const particle_rules& told, std::size_t lane) {
    for (int k = 0; k < 2; ++k)
      if (const float by = (k ? rules.gravity.y : rules.gravity.x) * dt; by != 0)
        for (float& v : k ? some.dy : some.dx) v += by;
    const close_ones close(memory_of(c, lane), most, several);
    const flight_request r{cells.map,
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
    for (const particle_wall& w : walls)
      if (w.items) lender::of(*w.items).note_flown(t.left);
    return t.turned + close.finish(some, t.left, q, told, {walls, c.spaces[lane]});
  });
}

std::size_t integrate_and_deflect(const particles& p, float dt, const world& walls, const query& q, const workers& with,
                                  const particle_rules& rules) {
  const particle_wall one = walls;
  return detail::fly_among(p, dt, {&one, 1}, q, with, rules);
}
std::size_t integrate_and_deflect(const particles& p, float dt, const tile_map& walls, const query& q,
                                  const workers& with, const particle_rules& rules) {
  const particle_wall one = walls;
  return detail::fly_among(p, dt, {&one, 1}, q, with, rules);
}

}  // namespace hitscan
