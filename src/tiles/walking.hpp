// What walkers have in common, whatever they walk among: a body, the place beside a face, the way up to a hit.
#pragma once

#include <cmath>

#include "../core/contract.hpp"
#include "../reference/expansion.hpp"
#include "../reference/shapes.hpp"
#include "level.hpp"
#include "lines.hpp"

#include <hitscan/contact.hpp>
#include <hitscan/move_and_slide.hpp>
#include <hitscan/overlap.hpp>
#include <hitscan/respond.hpp>
#include <hitscan/sweep.hpp>
#include <hitscan/tiles.hpp>

namespace hitscan {
namespace {

using detail::textbook::finite;

constexpr int tries = 8;  // pushes, each clear of all that is overlapped by then, before a way out is given up
constexpr std::size_t at_once = 16;  // obstacles a push clears at least, if there are so many

inline bool against(vec2 a, vec2 b) noexcept {  // a . b < 0; the sign of a sum of two exact products is exact
  return double{a.x} * double{b.x} + double{a.y} * double{b.y} < 0;
}

// ---- bodies --------------------------------------------------------------------------------------------------------

// Who walks: a box with half extents, or a circle with its radius in both of them.
struct body {
  vec2 half;
  bool round = false;

  float reach(int k) const noexcept { return half[k]; }
  // Does it, with its centre at c, clear a face on the lower or higher side of it?
  bool clears(int k, float c, float face, bool lower) const noexcept {
    if (!round) return lower ? c + half[k] <= face : c - half[k] >= face;
    const detail::two rim = lower ? detail::two_sum(c, half[k]) : detail::two_diff(c, half[k]);  // not rounded
    const detail::two line{face, 0};
    return lower ? !detail::less(line, rim) : !detail::less(rim, line);
  }
};
inline body disc(float radius) noexcept { return {{radius, radius}, true}; }

// At a place. as(f) is f(the box or circle that it is there).
struct placed {
  body who;
  vec2 center;
  template <class F> FORCED auto as(const F& f) const noexcept {
    const vec2 c = center, h = who.half;
    if (!who.round) [[likely]]
      return f(box{{c.x - h.x, c.y - h.y}, {c.x + h.x, c.y + h.y}});  // box::from_center, without a call
    return f(circle{c, h.x});
  }
};
FORCED box swept_bounds(const placed& a, vec2 step = {}) noexcept {
  return a.as([&](const auto& shape) { return swept_bounds(shape, step); });
}

// Is all of it where there are floats? What reaches beyond them meets nothing, which is no way out.
inline bool within_floats(const body& a, vec2 c) noexcept {
  bool all = true;
  for (int k = 0; k < 2; ++k) all = all && finite(c[k] - a.reach(k)) && finite(c[k] + a.reach(k));
  return all;
}
// The centre on axis k from which the body just clears a face, on its lower or higher side: where that is no float,
// one of the two around it, and the nearer to the face if from there the rounded edge clears it.
FORCED float beside(const body& a, int k, float face, bool lower) noexcept {
  const float c = lower ? face - a.reach(k) : face + a.reach(k);
  const detail::two truth = lower ? detail::two_diff(face, a.reach(k)) : detail::two_sum(face, a.reach(k));
  const bool above = detail::less(truth, {c, 0});
  if (!finite(c) || (!above && !detail::less({c, 0}, truth))) return c;
  const float other = std::nextafter(c, above ? -FLT_MAX : FLT_MAX), nearer = above == lower ? c : other;
  return a.clears(k, nearer, face, lower) ? nearer : above == lower ? other : c;
}
// Flush with the face of a wall that was met, if it is level. `to`: where a hair is left to go; whose body is thinner
// than that stays there, as it could come through something thinner still.
FORCED bool flush_with(const body& a, vec2 from, vec2 to, const hit& h, vec2& out) noexcept {
  const int k = h.normal.x == 0 ? 1 : 0;
  if (!h || h.normal[1 - k] != 0) return false;
  const bool lower = h.normal[k] < 0;
  const float c = beside(a, k, h.position[k], lower);
  out = to, out[k] = (lower ? c < from[k] : c > from[k]) ? from[k] : c;  // never back
  return std::fabs(out[k] - to[k]) < a.reach(k) + a.reach(k);
}

// A step that just misses a face may round to a place beyond it, and from there a face that is solid from one side lets
// everybody through: back by the last bit, if that is enough. The face may have moved, from `before` to `after`.
//
//     before       exactly      rounded        back
//       __           __
//      (  )         (  )           __           __
//       ""           ""           (  )         (  )
//     -------      -------      ---""---     --""---
ONCE inline float not_past(const body& a, int k, float from, float before, float to, float after, bool lower) noexcept {
  if (!a.clears(k, from, before, lower) || a.clears(k, to, after, lower)) return to;
  const float back = std::nextafter(to, lower ? -FLT_MAX : FLT_MAX);
  return a.clears(k, back, after, lower) ? back : to;
}
// face(axis, is it the lower one?) for those that are solid from one side.
template <class Face> FORCED void each_one_way(std::uint8_t sides, const Face& face) noexcept {
  if (sides & one_way_min_x) face(0, true);
  if (sides & one_way_max_x) face(0, false);
  if (sides & one_way_min_y) face(1, true);
  if (sides & one_way_max_y) face(1, false);
}
// Of all faces of a box.
ONCE inline vec2 not_past(const body& a, vec2 from, const box& before, vec2 to, const box& after,
                          std::uint8_t sides) noexcept {
  each_one_way(sides, [&](int k, bool lower) {
    const float was = lower ? before.min[k] : before.max[k], is = lower ? after.min[k] : after.max[k];
    to[k] = not_past(a, k, from[k], was, to[k], is, lower);
  });
  return to;
}
// Does a way lead past a face of a box that stands?
ONCE inline bool past(const body& a, vec2 from, vec2 to, const box& b, std::uint8_t sides) noexcept {
  bool any = false;
  each_one_way(sides, [&](int k, bool lower) {
    const float face = lower ? b.min[k] : b.max[k];
    any |= a.clears(k, from[k], face, lower) && !a.clears(k, to[k], face, lower);
  });
  return any;
}
// tile(its box, its sides) for the one-way tiles about a body.
template <class Tile>
FORCED void each_one_way_tile(const body& a, vec2 at, const tile_map& map, const Tile& tile) noexcept {
  if (map.tiles.empty() || !map.valid()) return;
  const box around = swept_bounds(placed{a, at});
  const range columns = about({map.origin.x, map.cell.x, map.width}, double{around.min.x}, double{around.max.x}),
              rows = about({map.origin.y, map.cell.y, map.height}, double{around.min.y}, double{around.max.y});
  for (std::uint32_t y = rows.first; y < rows.end; ++y)
    for (std::uint32_t x = columns.first; x < columns.end; ++x)
      if (const std::uint8_t sides = map.at(x, y); sides & ~tile_solid && !(sides & tile_solid))
        tile(map.tile(x, y), sides);
}
ONCE inline vec2 not_past(const body& a, vec2 from, vec2 to, const tile_map& map) noexcept {
  each_one_way_tile(a, to, map, [&](const box& b, std::uint8_t sides) { to = not_past(a, from, b, to, b, sides); });
  return to;
}
// Has a front come to an edge of this axis of a map, give or take four times what rounding does to both? If not, it is
// past no face by rounding.
ONCE inline bool at_an_edge(float reach, float from, float to, float origin, float cell, std::uint32_t count) noexcept {
  if (from == to) return false;
  const double front = double{to} + (from < to ? reach : -reach) - origin, tiles = front / cell;
  if (!(tiles > -1 && tiles < count + 1.0)) return false;
  const double room = (std::fabs(double{origin}) + double{cell} * (count + 1.0) + reach) * 0x1p-21;
  const double past = front - double{cell} * std::floor(tiles);
  return past <= room || cell - past <= room;
}
FORCED bool at_an_edge(const body& a, vec2 from, vec2 to, const tile_map& map) noexcept {
  return at_an_edge(a.reach(0), from.x, to.x, map.origin.x, map.cell.x, map.width) ||
         at_an_edge(a.reach(1), from.y, to.y, map.origin.y, map.cell.y, map.height);
}

// ---- two single shapes ---------------------------------------------------------------------------------------------

// As the queries of that name, with no options but those that walkers have: what all others take is left out.
template <class A, class B> hit first_hit(const A& a, vec2 step, const B& b, const query& q) noexcept {
  if constexpr (detail::two_singles<detail::sweep_verb, A, B, vec2>())
    return detail::to_hit<vec2>(detail::run_nearest(detail::lowered_singles<detail::sweep_verb>(q, a, b, step)));
  else
    return sweep_nearest(a, step, b, q);
}
template <class A, class B> bool overlapping(const A& a, const B& b, const query& q) noexcept {
  if constexpr (detail::two_singles<detail::overlap_verb, A, B>())
    return detail::run_any(detail::lowered_singles<detail::overlap_verb>(q, a, b));
  else
    return overlap_any(a, b, q);
}
template <class A, class B> contact2 deepest(const A& a, const B& b, const query& q) noexcept {
  if constexpr (detail::two_singles<detail::contact_verb, A, B>())
    return detail::to_contact<vec2>(detail::run_deepest(detail::lowered_singles<detail::contact_verb>(q, a, b)));
  else
    return contact_deepest(a, b, q);
}

// ---- the way up to a hit -------------------------------------------------------------------------------------------

// Flush with what was met. Where that is not free, as far as `reach` of the step, or as much less as it takes to be
// free: by 2^-22 of the way, then twice that and so on. Where rounding would lead past a face that is solid from one
// side, beside that face; where this is not free, it was no place either. `gone`: the part of the step that is used up.
// Where it had to give way that is less than the hit's time, lest a walker on a floor lose what it wanted along it.
template <class Walker, class Hit>
ONCE vec2 go(const Walker& w, vec2 from, vec2 step, const Hit& h, float& gone) noexcept {
  const float reach = h ? safe_time(h.time) : 1;
  const auto moved = [&](float t) { return vec2{from.x + t * step.x, from.y + t * step.y}; };
  const auto fits = [&](vec2& to) {
    to = w.not_past_faces(from, to);
    return w.free(to, h);
  };
  vec2 to = moved(reach);
  gone = h.time;
  if (vec2 beside; w.flush(from, to, h, beside) && fits(beside)) return beside;
  if (fits(to)) return to;
  // NOLINTNEXTLINE(clang-analyzer-security.FloatLoopCounter): doubling is exact
  for (float back = 0x1p-22f; back < 1; back *= 2) {
    to = moved(gone = reach * (1 - back));
    if (fits(to)) return to;
  }
  gone = 0;
  return from;
}

// ---- many ----------------------------------------------------------------------------------------------------------

// Walkers of either shape. There are as many as the shortest of their columns has; the flags of nobody are 0.
struct crowd {
  std::span<float> x, y, dx, dy;
  std::span<std::uint8_t> flags;
  column half[2];  // of a body
  bool round;
  std::size_t n;

  explicit crowd(const walkers& w) noexcept : crowd(w, w.half_x, w.half_y, false) {}
  explicit crowd(const round_walkers& w) noexcept : crowd(w, w.radius, w.radius, true) {}

  body who(std::size_t i) const noexcept { return {{half[0][i], half[1][i]}, round}; }
  vec2 at(std::size_t i) const noexcept { return {x[i], y[i]}; }
  vec2 step(std::size_t i) const noexcept { return {dx[i], dy[i]}; }
  void put(std::size_t i, const walked& r, walk_counts& sum) const noexcept {
    x[i] = r.center.x, y[i] = r.center.y, dx[i] = r.step.x, dy[i] = r.step.y;
    if (!flags.empty()) flags[i] = r.flags;
    sum.contacts += static_cast<std::size_t>(r.contacts);
    sum.recovered += (r.flags & recovered) != 0, sum.stuck += (r.flags & stuck) != 0;
  }

  // What an engine can tell of walkers from `first` on, at_once of them if there are so many; one(i) for those that it
  // leaves open.
  template <class One>
  void walk_some(const detail::tiled::kernels& kernels, const detail::tiled::level& on, std::size_t first, int contacts,
                 const detail::tiled::ground& under, walk_counts& sum, const One& one) const noexcept {
    constexpr std::size_t at_once = detail::tiled::at_once;
    const std::size_t here = n - first < at_once ? n - first : at_once;
    std::uint32_t open[at_once];
    float copies[2 * at_once], *space = copies;
    const detail::tiled::walk_tally tally =
        kernels.walk({.on = on,
                      .discs = round,
                      .reach = {feed_from(half[0], first, here, space), feed_from(half[1], first, here, space)},
                      .at = {x.data() + first, y.data() + first},
                      .step = {dx.data() + first, dy.data() + first},
                      .flags = flags.empty() ? nullptr : flags.data() + first,
                      .n = static_cast<std::uint32_t>(here),
                      .contacts = contacts,
                      .open = open,
                      .under = under});
    sum.contacts += tally.contacts;
    for (std::uint32_t k = 0; k < tally.open; ++k) one(first + open[k]);
  }

 private:
  template <class Walkers>
  crowd(const Walkers& w, const column& half_x, const column& half_y, bool round_) noexcept
      : x(w.x), y(w.y), dx(w.dx), dy(w.dy), flags(w.flags), half{half_x, half_y}, round(round_), n(count()) {
    for (std::size_t i = n; i < flags.size(); ++i) flags[i] = 0;
  }
  ONCE std::size_t count() const noexcept {
    detail::columns_at_work columns("move_and_slide");
    columns.take(x.size()), columns.take(y.size()), columns.take(dx.size()), columns.take(dy.size());
    columns.take(half[0]), columns.take(half[1]);
    if (!flags.empty()) columns.take(flags.size());
    return columns.count();
  }
};

}  // namespace
}  // namespace hitscan
