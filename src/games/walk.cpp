// move_and_slide. The loop knows no world; a world answers three questions: what is met first, is this place free, and
// how does one get out of here.
#include <cmath>

#include "../api/contract.hpp"
#include "../reference/expansion.hpp"
#include "../reference/shapes.hpp"

#include <hitscan/overlap.hpp>
#include <hitscan/respond.hpp>
#include <hitscan/sweep.hpp>
#include <hitscan/walk.hpp>

namespace hitscan {
namespace {

using detail::textbook::finite;

constexpr int tries = 8;  // pushes, each clear of all that is overlapped by then, before a way out is given up
constexpr std::size_t at_once = 16;  // obstacles a push clears at least, if there are so many

bool against(vec2 a, vec2 b) noexcept {  // a . b < 0; the sign of a sum of two exact products is exact
  return double{a.x} * double{b.x} + double{a.y} * double{b.y} < 0;
}

// ---- worlds of boxes -----------------------------------------------------------------------------------------------

struct among_boxes {
  const boxes& all;
  query q;
  hit meet(const box& a, vec2 step) const noexcept { return sweep_nearest(a, step, all, q); }
  found overlapped(const box& a, std::span<index> out) const noexcept { return overlap(a, all, out, q); }
  box obstacle(index i) const noexcept { return {{all.min_x[i], all.min_y[i]}, {all.max_x[i], all.max_y[i]}}; }
};
struct among_tiles {
  const tile_map& map;
  query q;
  hit meet(const box& a, vec2 step) const noexcept { return map.sweep_nearest(a, step, q); }
  found overlapped(const box& a, std::span<index> out) const noexcept { return map.overlap(a, out, q); }
  box obstacle(index i) const noexcept { return map.tile(i % map.width, i / map.width); }
};

template <class World> struct box_walker {
  const World& world;
  vec2 half;

  box at(vec2 c) const noexcept { return box::from_center(c, half); }
  hit meet(vec2 c, vec2 step) const noexcept { return world.meet(at(c), step); }
  // A one-way tile is free to be in, but not to get into from where it stops: so what was hit is looked at by itself.
  bool free(vec2 c, const hit& h) const noexcept {
    if (world.overlapped(at(c), {}).total != 0) return false;
    return !h || !overlap_any(at(c), world.obstacle(h.index));
  }

  // The centre on axis k from which the box just clears a face, on its lower or higher side.
  float beside(int k, float face, bool lower) const noexcept {
    float c = lower ? face - half[k] : face + half[k];
    for (int n = 0; n < 4 && finite(c) && (lower ? c + half[k] > face : c - half[k] < face); ++n)
      c = std::nextafter(c, lower ? -FLT_MAX : FLT_MAX);
    return c;
  }
  bool way_out(vec2 from, int k, bool lower, vec2& out) const noexcept {
    out = from;
    for (int n = 0; n < tries; ++n) {
      index room[at_once];
      const found in = world.overlapped(at(out), room);
      if (in.total == 0) return true;
      float face = 0;
      for (std::size_t i = 0; i < in.written; ++i) {
        const box b = world.obstacle(in.data[i]);
        const float f = lower ? b.min[k] : b.max[k];
        if (i == 0 || (lower ? f < face : f > face)) face = f;
      }
      out[k] = beside(k, face, lower);
    }
    return false;
  }
  // The shortest of the four ways; of equal ones the later axis, the higher side.
  bool recover(vec2& center) const noexcept {
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
  bool recover(vec2& center) const noexcept {  // from one circle after the other, along the line of the centres
    for (int n = 0; n < tries; ++n) {
      index room[1];
      const found in = overlap(circle{center, radius}, all, room, q);
      if (in.total == 0) return true;
      const index i = room[0];
      const double bx = all.x[i], by = all.y[i], x = double{center.x} - bx, y = double{center.y} - by;
      const double length = std::sqrt(x * x + y * y);
      const double reach = (double{radius} + double{all.radius[i]}) * (1 + 0x1p-20);
      center = {static_cast<float>(bx + (length > 0 ? x / length : 0) * reach),
                static_cast<float>(by + (length > 0 ? y / length : 1) * reach)};
    }
    return free(center, {});
  }
};

// ---- the loop ------------------------------------------------------------------------------------------------------

// As far as `reach` of the step, or as much less as it takes to be free: by 2^-22 of the way, then twice that and so
// on.
template <class Walker> vec2 go(const Walker& w, vec2 from, vec2 step, const hit& h) noexcept {
  const float reach = h ? safe_time(h.time) : 1;
  const auto moved = [&](float t) { return vec2{from.x + t * step.x, from.y + t * step.y}; };
  vec2 to = moved(reach);
  if (w.free(to, h)) return to;
  for (float back = 0x1p-22f; back < 1; back *= 2) {
    to = moved(reach * (1 - back));
    if (w.free(to, h)) return to;
  }
  return from;
}

std::uint8_t side_met(vec2 normal) noexcept {
  return static_cast<std::uint8_t>((normal.x > 0 ? met_below_x : 0) | (normal.x < 0 ? met_above_x : 0) |
                                   (normal.y > 0 ? met_below_y : 0) | (normal.y < 0 ? met_above_y : 0));
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
    const hit h = w.meet(r.center, left);
    r.center = go(w, r.center, left, h);
    if (!h) break;
    r.flags |= side_met(h.normal);
    r.step = slide(r.step, h.normal), left = slide(left, h);
    if (against(r.step, step)) r.step = {};
    if (against(left, step)) left = {};
    if (++r.contacts >= contacts) break;
  }
  return r;
}

template <class World>
walked walk_box(const World& world, vec2 center, vec2 half, vec2 step, const walk_options& o) noexcept {
  return walk(box_walker<World>{world, half}, center, step, o.contacts);
}

template <class World> walk_counts walk_all(const World& world, const walkers& all, const walk_options& o) noexcept {
  std::size_t n = all.x.size();
  bool agreed = true;
  const auto take = [&](std::size_t size) {
    agreed &= size == n;
    if (size < n) n = size;
  };
  take(all.y.size()), take(all.dx.size()), take(all.dy.size());
  for (const column& c : {all.half_x, all.half_y})
    if (!c.one()) take(c.many() ? c.size() : 0);
  if (!all.flags.empty()) take(all.flags.size());
  if (detail::checked_build && !agreed) detail::report_breach("hitscan: the columns of walkers differ in length");
  walk_counts sum;
  for (std::size_t i = 0; i < n; ++i) {
    const walked r = walk_box(world, {all.x[i], all.y[i]}, {all.half_x[i], all.half_y[i]}, {all.dx[i], all.dy[i]}, o);
    all.x[i] = r.center.x, all.y[i] = r.center.y, all.dx[i] = r.step.x, all.dy[i] = r.step.y;
    if (!all.flags.empty()) all.flags[i] = r.flags;
    sum.contacts += static_cast<std::size_t>(r.contacts);
    sum.recovered += (r.flags & recovered) != 0, sum.stuck += (r.flags & stuck) != 0;
  }
  sum.walkers = n;
  return sum;
}

}  // namespace

walked move_and_slide(vec2 center, vec2 half, vec2 step, const boxes& world, const walk_options& o) noexcept {
  return walk_box(among_boxes{world, {.layers = o.layers}}, center, half, step, o);
}
walked move_and_slide(vec2 center, vec2 half, vec2 step, const tile_map& world, const walk_options& o) noexcept {
  return walk_box(among_tiles{world, {.layers = o.layers}}, center, half, step, o);
}
walked move_and_slide(const circle& a, vec2 step, const circles& world, const walk_options& o) noexcept {
  return walk(circle_walker{world, {.layers = o.layers}, a.radius}, a.center, step, o.contacts);
}
walk_counts move_and_slide(const walkers& all, const boxes& world, const walk_options& o) noexcept {
  return walk_all(among_boxes{world, {.layers = o.layers}}, all, o);
}
walk_counts move_and_slide(const walkers& all, const tile_map& world, const walk_options& o) noexcept {
  return walk_all(among_tiles{world, {.layers = o.layers}}, all, o);
}

}  // namespace hitscan
