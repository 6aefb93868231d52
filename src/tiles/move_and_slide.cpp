// move_and_slide. The loop knows no world; a world answers three questions: what is met first, is this place free, and
// how does one get out of here.
#include <cmath>

#include "../core/float_state.hpp"
#include "walking.hpp"

#include <hitscan/contact.hpp>
#include <hitscan/move_and_slide.hpp>
#include <hitscan/overlap.hpp>
#include <hitscan/respond.hpp>
#include <hitscan/sweep.hpp>

namespace hitscan {
namespace {

using detail::in_default_state;
using detail::textbook::finite;

constexpr std::size_t few = 4;  // what is there to do for each request takes longer than so many walkers

// ---- worlds of boxes -----------------------------------------------------------------------------------------------

struct among_boxes {
  const boxes& all;
  query q;
  template <class Shape> hit meet(const Shape& a, vec2 step) const noexcept { return sweep_nearest(a, step, all, q); }
  template <class Shape> found overlapped(const Shape& a, std::span<index> out) const noexcept {
    return overlap(a, all, out, q);
  }
  template <class Shape> bool free(const Shape& a, const hit&) const noexcept { return !overlap_any(a, all, q); }
  vec2 not_past_faces(const body&, vec2, vec2 to) const noexcept { return to; }
  box obstacle(index i) const noexcept { return {{all.min_x[i], all.min_y[i]}, {all.max_x[i], all.max_y[i]}}; }
};
struct among_tiles {
  const tile_map& map;
  query q;
  template <class Shape> hit meet(const Shape& a, vec2 step) const noexcept { return map.sweep_nearest(a, step, q); }
  template <class Shape> found overlapped(const Shape& a, std::span<index> out) const noexcept {
    return map.overlap(a, out, q);
  }
  // A one-way tile is free to be in, but not to get into from where it stops: so what was hit is looked at by itself.
  template <class Shape> bool free(const Shape& a, const hit& h) const noexcept {
    if (map.overlap_any(a, q)) return false;
    return !h || (map.at(h.index % map.width, h.index / map.width) & tile_solid) ||
           !overlapping(a, obstacle(h.index), {});
  }
  vec2 not_past_faces(const body& a, vec2 from, vec2 to) const noexcept {
    return q.layers != 0 && at_an_edge(a, from, to, map) ? not_past(a, from, to, map) : to;
  }
  box obstacle(index i) const noexcept { return map.tile(i % map.width, i / map.width); }
};

template <class World> struct walker_among {
  const World& world;
  body who;

  placed at(vec2 c) const noexcept { return {who, c}; }
  hit meet(vec2 c, vec2 step) const noexcept {
    return at(c).as([&](const auto& a) { return world.meet(a, step); });
  }
  bool free(vec2 c, const hit& h) const noexcept {
    return at(c).as([&](const auto& a) { return world.free(a, h); });
  }
  found overlapped(vec2 c, std::span<index> out) const noexcept {
    return at(c).as([&](const auto& a) { return world.overlapped(a, out); });
  }

  bool flush(vec2 from, vec2 to, const hit& h, vec2& out) const noexcept { return flush_with(who, from, to, h, out); }
  vec2 not_past_faces(vec2 from, vec2 to) const noexcept { return world.not_past_faces(who, from, to); }
  [[gnu::cold]] bool way_out(vec2 from, int k, bool lower, vec2& out) const noexcept {
    out = from;
    for (int n = 0; n < tries; ++n) {
      index room[at_once];
      const found in = overlapped(out, room);
      if (in.total == 0) return within_floats(who, out);
      float face = 0;
      for (std::size_t i = 0; i < in.written; ++i) {
        const box b = world.obstacle(in.data[i]);
        const float f = lower ? b.min[k] : b.max[k];
        if (i == 0 || (lower ? f < face : f > face)) face = f;
      }
      out[k] = beside(who, k, face, lower);
    }
    return false;
  }
  // Out of what it is deepest in, and again. Among tiles that are not alone this may lead from one into the next.
  [[gnu::cold]] bool pushed_out(vec2 from, vec2& out) const noexcept {
    out = from;
    for (int n = 0; n < tries; ++n) {
      index room[at_once];
      const found in = overlapped(out, room);
      if (in.total == 0) return within_floats(who, out);
      contact2 deepest;
      for (std::size_t i = 0; i < in.written; ++i) {
        const box b = world.obstacle(in.data[i]);
        const contact2 c = at(out).as([&](const auto& a) { return contact_deepest(a, b); });
        if (!deepest || c.depth > deepest.depth) deepest = c;
      }
      out = {out.x + deepest.push.x, out.y + deepest.push.y};
    }
    return within_floats(who, out) && free(out, {});
  }
  // The shortest of the four ways; of equal ones the later axis, the higher side. What is round tries the line to the
  // nearest point first.
  [[gnu::cold]] bool recover(vec2& center) const noexcept {
    if (vec2 out; who.round && pushed_out(center, out)) return center = out, true;
    bool any = false;
    float least = 0;
    const vec2 from = center;
    for (int k = 0; k < 2; ++k)
      for (const bool lower : {true, false}) {
        vec2 out;
        if (!way_out(from, k, lower, out)) continue;
        const float way = std::fabs(out[k] - from[k]);
        if (!any || way <= least) any = true, least = way, center = out;
      }
    return any;
  }
};

// ---- a world of circles --------------------------------------------------------------------------------------------

struct circle_walker {
  const circles& all;
  query q;
  float radius;

  hit meet(vec2 c, vec2 step) const noexcept { return sweep_nearest(circle{c, radius}, step, all, q); }
  bool free(vec2 c, const hit&) const noexcept { return !overlap_any(circle{c, radius}, all, q); }
  bool flush(vec2, vec2, const hit&, vec2&) const noexcept { return false; }  // nothing is level here
  vec2 not_past_faces(vec2, vec2 to) const noexcept { return to; }
  // From one circle after the other, along the line of the centres.
  [[gnu::cold]] bool recover(vec2& center) const noexcept {
    for (int n = 0; n < tries; ++n) {
      index room[1];
      const found in = overlap(circle{center, radius}, all, room, q);
      if (in.total == 0) return within_floats(disc(radius), center);
      const index i = room[0];
      const double bx = all.x[i], by = all.y[i], x = double{center.x} - bx, y = double{center.y} - by;
      const double length = std::sqrt(x * x + y * y);
      const double reach = (double{radius} + double{all.radius[i]}) * (1 + 0x1p-20);
      center = {static_cast<float>(bx + (length > 0 ? x / length : 0) * reach),
                static_cast<float>(by + (length > 0 ? y / length : 1) * reach)};
    }
    return within_floats(disc(radius), center) && free(center, {});
  }
};

// ---- the loop ------------------------------------------------------------------------------------------------------

// Where two tiles meet a circle may touch the corner of one in place of the side of the other, as times round: that is
// no side met.
std::uint8_t side_met(vec2 normal) noexcept {
  constexpr float slant = 0x1p-10f;
  return static_cast<std::uint8_t>((normal.x > slant ? met_below_x : 0) | (normal.x < -slant ? met_above_x : 0) |
                                   (normal.y > slant ? met_below_y : 0) | (normal.y < -slant ? met_above_y : 0));
}

template <class Walker> walked walk(const Walker& w, vec2 center, vec2 step, int contacts) noexcept {
  walked r{center, step};
  if (!finite(center.x) || !finite(center.y) || !finite(step.x) || !finite(step.y)) return r;
  if (!w.free(r.center, {})) {
    if (!w.recover(r.center)) {
      r.center = center, r.step = {}, r.flags = stuck;
      return r;
    }
    r.flags = recovered;
  }
  vec2 left = step;
  while (left != vec2{}) {
    hit h = w.meet(r.center, left);
    float gone = 1;
    r.center = go(w, r.center, left, h, gone);
    if (!h) break;
    h.time = gone;
    r.flags |= side_met(h.normal);
    r.step = slide(r.step, h.normal), left = slide(left, h);
    if (against(r.step, step)) r.step = {};
    if (against(left, step)) left = {};
    if (++r.contacts >= contacts) break;
  }
  return r;
}

template <class World>
walked walk_among(const World& world, const body& who, vec2 center, vec2 step, const walk_options& o) noexcept {
  return in_default_state([&] { return walk(walker_among<World>{world, who}, center, step, o.contacts); });
}

// one(i) -> walked. `tiles`: the world, if it is made of them.
template <class One>
walk_counts walk_all(const crowd& all, const tile_map* tiles, const walk_options& o, const One& one) noexcept {
  const detail::default_float_state here;
  walk_counts sum{.walkers = all.n};
  const auto each = [&](std::size_t i) { all.put(i, one(i), sum); };
  detail::tiled::level on;
  const detail::tiled::kernels* const kernels =
      tiles && all.n >= few && o.layers != 0 && detail::tiled::there(*tiles) ? level_of(*tiles, on) : nullptr;
  if (kernels)
    for (std::size_t i = 0; i < all.n; i += detail::tiled::at_once)
      all.walk_some(*kernels, on, i, o.contacts, {}, sum, each);
  else
    for (std::size_t i = 0; i < all.n; ++i) each(i);
  return sum;
}

const tile_map* map_of(const among_tiles& w) noexcept { return &w.map; }
const tile_map* map_of(const among_boxes&) noexcept { return nullptr; }

template <class World> walk_counts walk_each(const World& world, const crowd& all, const walk_options& o) noexcept {
  return walk_all(all, map_of(world), o,
                  [&](std::size_t i) { return walk_among(world, all.who(i), all.at(i), all.step(i), o); });
}

among_boxes among(const boxes& world, const walk_options& o) noexcept { return {world, {.layers = o.layers}}; }
among_tiles among(const tile_map& world, const walk_options& o) noexcept { return {world, {.layers = o.layers}}; }

}  // namespace

walked move_and_slide(vec2 center, vec2 half, vec2 step, const boxes& world, const walk_options& o) noexcept {
  return walk_among(among(world, o), {half}, center, step, o);
}
walked move_and_slide(vec2 center, vec2 half, vec2 step, const tile_map& world, const walk_options& o) noexcept {
  return walk_among(among(world, o), {half}, center, step, o);
}
walked move_and_slide(const circle& a, vec2 step, const boxes& world, const walk_options& o) noexcept {
  return walk_among(among(world, o), disc(a.radius), a.center, step, o);
}
walked move_and_slide(const circle& a, vec2 step, const tile_map& world, const walk_options& o) noexcept {
  return walk_among(among(world, o), disc(a.radius), a.center, step, o);
}
walked move_and_slide(const circle& a, vec2 step, const circles& world, const walk_options& o) noexcept {
  return in_default_state([&] {
    return walk(circle_walker{world, {.layers = o.layers}, a.radius}, a.center, step, o.contacts);
  });
}
walk_counts move_and_slide(const walkers& all, const boxes& world, const walk_options& o) noexcept {
  return walk_each(among(world, o), crowd(all), o);
}
walk_counts move_and_slide(const walkers& all, const tile_map& world, const walk_options& o) noexcept {
  return walk_each(among(world, o), crowd(all), o);
}
walk_counts move_and_slide(const round_walkers& all, const boxes& world, const walk_options& o) noexcept {
  return walk_each(among(world, o), crowd(all), o);
}
walk_counts move_and_slide(const round_walkers& all, const tile_map& world, const walk_options& o) noexcept {
  return walk_each(among(world, o), crowd(all), o);
}
walk_counts move_and_slide(const round_walkers& all, const circles& world, const walk_options& o) noexcept {
  const crowd who(all);
  return walk_all(who, nullptr, o, [&](std::size_t i) {
    return move_and_slide(circle{who.at(i), all.radius[i]}, who.step(i), world, o);
  });
}

}  // namespace hitscan
