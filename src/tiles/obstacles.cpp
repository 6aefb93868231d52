// move_and_slide in a level of all kinds. As without slopes the loop goes up to what is met and along it; here it knows
// floors from walls, and platforms have moved before.
//
//       \  n                   up        A walker on a slope is kept a hair away from it, for the slope's normal
//     ___\/___ hair            |         is rounded: along it one would come into the slope, be stopped, and again,
//         \   \                          until the contacts are used up. On floors that hair is straight up, lest a
//          \ o--\                        walker that stands creep down the slope, a hair a frame.
#include "tiled.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "../core/float_state.hpp"
#include "../reference/overlap_boxes.hpp"
#include "../reference/overlap_circles_boxes.hpp"
#include "../reference/sweep_boxes.hpp"
#include "../reference/sweep_circles_boxes.hpp"
#include "one_way.hpp"
#include "walking.hpp"

#include <hitscan/contact.hpp>
#include <hitscan/obstacles.hpp>
#include <hitscan/overlap.hpp>
#include <hitscan/sweep.hpp>

namespace hitscan {
namespace {

using namespace detail::textbook;
using detail::in_default_state;
using box2 = box_at<2>;
using circle2 = circle_at<2>;

bool overlap(const box2& a, const box2& b) noexcept { return overlap_boxes<2>(a, b, touching::misses); }
bool overlap(const circle2& a, const box2& b) noexcept { return overlap_circles_boxes<2>(a, b, touching::misses); }
ONCE bool overlap(const placed& a, const box2& b) noexcept {
  return a.as([&](const auto& shape) { return overlap(numbers_of(shape), b); });
}
moment<2> sweep(const box2& a, const float (&da)[2], const box2& b, const float (&db)[2]) noexcept {
  return sweep_boxes<2>(a, da, b, db, {touching::misses, start_overlap::hits});
}
moment<2> sweep(const circle2& a, const float (&da)[2], const box2& b, const float (&db)[2]) noexcept {
  return sweep_circles_boxes<2>(a, da, b, db, {touching::misses, start_overlap::hits});
}
// The same of a box that is solid from some sides.
ONCE moment<2> sweep(const placed& a, const float (&da)[2], const box2& b, const float (&db)[2],
                     std::uint8_t sides) noexcept {
  return a.as([&](const auto& shape) {
    const float d[2] = {da[0] - db[0], da[1] - db[1]};
    const auto one = numbers_of(shape);
    moment<2> m = sweep(one, da, b, db);
    m.hit = m.hit && ((sides & tile_solid) || stopped_by_face(sides, one, d, b, m));
    return m;
  });
}

double dot(vec2 a, vec2 b) noexcept { return double{a.x} * double{b.x} + double{a.y} * double{b.y}; }
vec2 scaled(vec2 v, double by) noexcept {
  return {static_cast<float>(double{v.x} * by), static_cast<float>(double{v.y} * by)};
}
vec2 moved(vec2 at, vec2 by) noexcept { return {at.x + by.x, at.y + by.y}; }
bool slanted(vec2 normal) noexcept { return normal.x != 0 && normal.y != 0; }
vec2 across(vec2 v, vec2 up) noexcept { return slide(slide(v, up), scaled(up, -1)); }

// on_floor, on_wall or on_ceiling. Products of two floats are exact in double, and so is their sum as an expansion.
ONCE std::uint8_t side_of(vec2 n, const level_options& o) noexcept {
  detail::expansion<4> rise;
  rise.add(double{n.x} * double{o.up.x}), rise.add(double{n.y} * double{o.up.y});
  const int upward = rise.sign();
  if (upward == 0) return on_wall;
  const std::uint8_t level = upward > 0 ? on_floor : on_ceiling;
  if (!finite(o.steepest)) return level;
  detail::expansion<4> run;
  run.add(double{n.x} * double{o.up.y}), run.add(-double{n.y} * double{o.up.x});
  detail::expansion<16> over;  // |run| - steepest |rise|
  for (int i = 0; i < run.size(); ++i) over.add(run.sign() * run[i]);
  for (int i = 0; i < rise.size(); ++i) over.add(detail::two_product(-upward * rise[i], double{o.steepest}));
  return over.sign() > 0 ? std::uint8_t{on_wall} : level;
}

constexpr unsigned of(obstacle kind) noexcept { return static_cast<unsigned>(kind); }

ONCE bool any_given(std::span<const column> columns) noexcept {
  for (const column& c : columns)
    if (!c.absent()) return true;
  return false;
}
template <class View> bool given(const View& view) noexcept { return any_given(view.columns()) && view.size() != 0; }
bool given(const polygons& view) noexcept { return view.size() != 0; }

box item(const boxes& v, index i) noexcept { return {{v.min_x[i], v.min_y[i]}, {v.max_x[i], v.max_y[i]}}; }
circle item(const circles& v, index i) noexcept { return {{v.x[i], v.y[i]}, v.radius[i]}; }
segment item(const segments& v, index i) noexcept { return {{v.x[i], v.y[i]}, {v.dx[i], v.dy[i]}}; }
obb item(const obbs& v, index i) noexcept {
  return {{v.x[i], v.y[i]}, {v.half_x[i], v.half_y[i]}, {v.axis_x[i], v.axis_y[i]}};
}
polygon item(const polygons& v, index i) noexcept {
  const std::size_t first = v.offsets[i], count = v.offsets[i + 1] - first;
  return {v.x.subspan(first, count), v.y.subspan(first, count)};
}

// f(kind, view) for all that stands, but tiles, until it says false.
template <class F> bool each_kind(const obstacles& level, const F& f) noexcept {
  return f(obstacle::boxes, level.boxes) && f(obstacle::circles, level.circles) &&
         f(obstacle::segments, level.segments) && f(obstacle::obbs, level.obbs) &&
         f(obstacle::polygons, level.polygons);
}

constexpr std::size_t most_near = 4 * at_once;  // things that are listed for a walker

// ---- platforms -----------------------------------------------------------------------------------------------------

struct lifts {
  const platforms& all;
  const level_options& o;
  std::size_t n = 0;
  bool steps = false;  // do they move at all?
  bool after = false;  // are they where they are when the frame ends?
  bool some = false;   // only those that are listed are looked at
  index few[most_near];
  std::size_t listed = 0;

  lifts(const platforms& all_, const level_options& o_) noexcept : all(all_), o(o_) {
    if (!given(all.boxes)) return;
    n = all.boxes.size();
    steps = !all.steps.dx.absent() || !all.steps.dy.absent();
    std::size_t most = n;
    const auto take = [&](bool many, std::size_t size) {
      if (!many) return;
      if (size < n) n = size;
      if (size > most) most = size;
    };
    for (const column& c : all.boxes.columns()) take(!c.one(), c.many() ? c.size() : 0);
    take(all.boxes.layers.many(), all.boxes.layers.size());
    if (steps)
      for (const column& c : all.steps.columns()) take(!c.one(), c.many() ? c.size() : 0);
    take(!all.sides.empty(), all.sides.size());
    if (detail::checked_build && n != most)
      detail::report_lengths("move_and_slide: platforms", "the shortest column", n, "the longest", most);
  }
  ONCE std::uint8_t sides(std::size_t i) const noexcept {  // 0: it is not there
    const std::uint8_t s = all.sides.empty() ? std::uint8_t{tile_solid} : all.sides[i];
    const std::uint32_t on = all.boxes.layers.absent() ? ~0u : all.boxes.layers[i];
    const bool dropped = !(s & tile_solid) && (on & o.drop_through);
    const bool goes_nowhere = steps && !valid(at(i, true));  // its step is no step, or too long
    return (on & o.layers) && !dropped && !goes_nowhere ? s : std::uint8_t{0};
  }
  vec2 step(std::size_t i) const noexcept { return steps ? vec2{all.steps.dx[i], all.steps.dy[i]} : vec2{}; }
  box2 at(std::size_t i, bool later) const noexcept {
    const boxes& b = all.boxes;
    box2 p{{b.min_x[i], b.min_y[i]}, {b.max_x[i], b.max_y[i]}};
    const vec2 by = later ? step(i) : vec2{};
    for (int k = 0; k < 2; ++k) p.min[k] += by[k], p.max[k] += by[k];
    return p;
  }
  box2 at(std::size_t i) const noexcept { return at(i, after); }

  // Bounds of the way of one in this frame.
  box way(std::size_t i) const noexcept {
    const box2 p = at(i, false);
    const vec2 by = step(i);
    const auto back = [&](int k) { return p.min[k] + (by[k] < 0 ? by[k] : 0); };
    const auto ahead = [&](int k) { return p.max[k] + (by[k] > 0 ? by[k] : 0); };
    return {{back(0), back(1)}, {ahead(0), ahead(1)}};
  }
  // Those that come to touch `around` in this frame; all of them, if it is no box or they are too many to be listed.
  void list(const box2& around) noexcept {
    listed = 0, some = valid(around);
    for (std::size_t i = 0; some && i < n; ++i) {
      const box2 b = numbers_of(way(i));
      bool comes = true;
      for (int k = 0; k < 2; ++k) comes &= b.min[k] <= around.max[k] && around.min[k] <= b.max[k];
      if (!comes) continue;
      if (listed == std::size(few)) return void(some = false);
      few[listed++] = static_cast<index>(i);
    }
  }
  void list(std::span<const index> near) noexcept {
    listed = near.size(), some = true;
    std::copy(near.begin(), near.end(), few);
  }
  std::size_t size() const noexcept { return some ? listed : n; }
  std::size_t operator[](std::size_t k) const noexcept { return some ? few[k] : k; }
  // each(i, sides, box) for those that touch `around`, until it says false. Those that move are left out on demand.
  template <class Each> bool near(const box& around, bool moving_too, const Each& each) const noexcept {
    for (std::size_t m = 0; m < size(); ++m) {
      const std::size_t i = (*this)[m];
      const box2 p = at(i);
      if (!(p.min[0] <= around.max.x && around.min.x <= p.max[0] && p.min[1] <= around.max.y &&
            around.min.y <= p.max[1]) ||
          !valid(p))
        continue;
      const std::uint8_t s = sides(i);
      if (s == 0 || (!moving_too && step(i) != vec2{})) continue;
      if (!each(i, s, p)) return false;
    }
    return true;
  }
};

// ---- what stands around many walkers -------------------------------------------------------------------------------

// Bounds of all that is given, made once for many: one look then says what there is near a walker.
class bounds_of_all {
  static constexpr std::size_t kinds = of(obstacle::platforms) + 1;

 public:
  bounds_of_all(const obstacles& level, const lifts& platforms) noexcept {
    const auto take = [&](obstacle kind, std::size_t count, const auto& bounds) {
      if (count > most - n_) all_ = false;
      if (count == 0 || count > most - n_) return;  // broken ones and so many are asked themselves
      begin_[of(kind)] = static_cast<index>(n_), end_[of(kind)] = static_cast<index>(n_ + count);
      for (index i = 0; i < count; ++i) add(bounds(i));
    };
    each_kind(level, [&](obstacle kind, const auto& view) {
      all_ &= !given(view) || sound(view);
      take(kind, given(view) && sound(view) ? view.size() : 0, [&](index i) { return bounds_of(view, i); });
      return true;
    });
    take(obstacle::platforms, platforms.n, [&](index i) { return platforms.way(i); });
  }
  bool any() const noexcept { return n_ != 0; }
  bool all() const noexcept { return all_; }  // is nothing left out?
  // Who is near something, of those that keep to `around`, a bit each: the larger side is asked about in one go.
  void near_any(const boxes& around, std::uint64_t* words) const noexcept {
    const std::size_t n = around.size(), count = (n + 63) / 64;
    for (std::size_t w = 0; w < count; ++w) words[w] = 0;
    if (n < n_) {
      told to;
      for (std::size_t i = 0; i < n; ++i) {
        const box a{{around.min_x[i], around.min_y[i]}, {around.max_x[i], around.max_y[i]}};
        words[i / 64] |= std::uint64_t{!near(a, to) || to.end[kinds - 1] != 0} << (i % 64);
      }
      return;
    }
    std::uint64_t some[detail::tiled::at_once / 64];
    for (std::size_t i = 0; i < n_; ++i) {
      const box b{{edge_[0][i], edge_[1][i]}, {edge_[2][i], edge_[3][i]}};
      overlap_mask(b, around, std::span(some, count), {.touch = touching::hits});
      for (std::size_t w = 0; w < count; ++w) words[w] |= some[w];
    }
  }
  bool lists(obstacle kind) const noexcept { return begin_[of(kind)] < end_[of(kind)]; }
  // Those that touch `around`, kind by kind; false: they are too many to be told.
  struct told {
    index item[most_near];
    std::size_t end[kinds];  // of each kind
    std::size_t others() const noexcept { return end[of(obstacle::polygons)]; }
    std::span<const index> of_kind(obstacle kind) const noexcept {
      return std::span(item).first(end[of(kind)]).subspan(end[of(kind) - 1]);
    }
  };
  bool near(const box& around, told& to) const noexcept {
    const found f = overlap(around, view(), to.item, {.touch = touching::hits});
    if (f.total > f.size()) return false;
    std::size_t i = 0;
    for (std::size_t kind = 0; kind < kinds; to.end[kind++] = i)
      for (; i < f.size() && lists(static_cast<obstacle>(kind)) && to.item[i] < end_[kind]; ++i)
        to.item[i] -= begin_[kind];
    return true;
  }

 private:
  static constexpr std::size_t most = 2048;  // they are on the stack

  // Are all columns there, and as long as each other?
  static bool fits(const layer_column& layers, std::size_t n) noexcept { return !layers.many() || layers.size() == n; }
  static bool sound(const polygons& v) noexcept { return v.x.size() == v.y.size() && fits(v.layers, v.size()); }
  ONCE static bool sound(std::span<const column> columns, const layer_column& layers, std::size_t n) noexcept {
    bool all = fits(layers, n);
    for (const column& c : columns) all &= c.one() || (c.many() && c.size() == n);
    return all;
  }
  template <class View> static bool sound(const View& v) noexcept { return sound(v.columns(), v.layers, v.size()); }
  static box bounds_of(const segments& v, index i) noexcept { return swept_bounds(item(v, i)); }
  static box bounds_of(const polygons& v, index i) noexcept {
    const bool there = v.offsets[i] < v.offsets[i + 1] && v.offsets[i + 1] <= v.x.size();
    return there ? swept_bounds(item(v, i), {}) : box{{1, 1}, {0, 0}};
  }
  template <class View> static box bounds_of(const View& v, index i) noexcept { return swept_bounds(item(v, i), {}); }
  boxes view() const noexcept {
    const auto column = [&](int c) { return std::span<const float>(edge_[c], n_); };
    return {column(0), column(1), column(2), column(3)};
  }
  void add(const box& b) noexcept {
    edge_[0][n_] = b.min.x, edge_[1][n_] = b.min.y, edge_[2][n_] = b.max.x, edge_[3][n_] = b.max.y, ++n_;
  }

  std::size_t n_ = 0;
  bool all_ = true;
  index begin_[kinds]{}, end_[kinds]{};
  float edge_[4][most];
};

// ---- a walker ------------------------------------------------------------------------------------------------------

float largest(vec2 v) noexcept {
  const float x = std::fabs(v.x), y = std::fabs(v.y);
  return x > y ? x : y;
}
// What rounding of centres, edges and normals may take off the distance from what is slanted, four times.
float hair_of(const body& who, vec2 c, vec2 step) noexcept {
  const double sum = std::fabs(double{c.x}) + std::fabs(double{c.y}) + double{who.reach(0)} + double{who.reach(1)} +
                     double{largest(step)};
  return static_cast<float>(sum * 0x1p-20);
}
// What slopes lift by, twice; and how far one may get or look in a frame, where no hair is longer than a quarter.
float near_of(const body& who, vec2 c, vec2 step) noexcept { return 16 * hair_of(who, c, step); }
float far_of(vec2 step, float near, const level_options& o) noexcept {
  const float contacts = static_cast<float>(o.contacts > 0 ? o.contacts : 1);
  return std::fabs(step.x) + std::fabs(step.y) + o.snap + (4 + 2 * contacts) * near;
}

struct level_walker {
  const obstacles& level;
  const level_options& o;
  body who;
  query q;
  lifts platforms;
  bool moving_too = true;       // platforms that move are in the way as well
  const bounds_of_all* bounds;  // null: of one walker
  bounds_of_all::told near;
  bool told = false;  // is what is near known, of the kinds that have bounds?
  bool asked[of(obstacle::platforms)]{};
  vec2 up{};  // of length 1

  level_walker(const obstacles& level_, const lifts& platforms_, const bounds_of_all* bounds_, const level_options& o_,
               const body& who_) noexcept
      : level(level_), o(o_), who(who_), q{.layers = o_.layers}, platforms(platforms_), bounds(bounds_) {
    const double length = std::sqrt(dot(o.up, o.up));
    up = scaled(o.up, 1 / length);
  }

  placed at(vec2 c) const noexcept { return {who, c}; }
  float hair(vec2 c, vec2 step) const noexcept { return hair_of(who, c, step); }
  // Who is not could be moved past something by that much.
  bool larger_than(float hairs) const noexcept { return who.reach(0) > hairs && who.reach(1) > hairs; }

  // ---- what is there? ----

  // So many that a look at each takes longer than the way through them.
  bool many_tiles(const box& around) const noexcept {
    const tile_map& map = *level.tiles;
    const double wide = double{around.max.x} - double{around.min.x}, high = double{around.max.y} - double{around.min.y};
    return !(wide * high < 256 * double{map.cell.x} * double{map.cell.y});
  }
  // Which tiles, views and items are to be asked: those within so far of it, or, without a number, all.
  ONCE void look_around(vec2 c, float far = FLT_MAX) noexcept {
    const box around = swept_bounds(at(c)).grown(far);
    const bool all = far == FLT_MAX || !valid(numbers_of(around));
    const bool seen = bounds && !all && bounds->any() && bounds->near(around, near);
    told = seen && near.others() <= at_once;  // more are sooner asked in one go
    if (seen && bounds->lists(obstacle::platforms))
      platforms.list(near.of_kind(obstacle::platforms));
    else
      platforms.list(numbers_of(around));
    asked[of(obstacle::tiles)] =
        level.tiles && o.layers != 0 && (all || many_tiles(around) || detail::tiled::anything_in(*level.tiles, around));
    each_kind(level, [&](obstacle kind, const auto& view) {
      const bool listed = told && bounds->lists(kind);
      asked[of(kind)] =
          listed ? near.of_kind(kind).size() != 0
                 : given(view) && (all || overlap_any(around, view, {.touch = touching::hits, .layers = o.layers}));
      return true;
    });
  }
  // f(kind, view) for these, until it says false.
  template <class F> bool each_view(const F& f) const noexcept {
    return each_kind(level, [&](obstacle kind, const auto& view) { return !asked[of(kind)] || f(kind, view); });
  }
  // f(kind, view or single item, number of that item or none), until it says false: the items that are near where that
  // is known.
  template <class F> bool each_near(const F& f) const noexcept {
    return each_view([&](obstacle kind, const auto& view) {
      if (!told || !bounds->lists(kind)) return f(kind, view, none);
      for (const index i : near.of_kind(kind)) {
        const std::uint32_t on = view.layers.absent() ? ~0u : view.layers[i];
        if ((on & o.layers) && !f(kind, item(view, i), i)) return false;
      }
      return true;
    });
  }
  bool among_tiles() const noexcept { return asked[of(obstacle::tiles)]; }

  ONCE mixed_hit meet(vec2 c, vec2 step) const noexcept {
    mixed_hit best;
    query ask = q;
    const placed a = at(c);
    const auto take = [&](obstacle kind, const hit& h, index number = none) {
      if (!h || !detail::comes_first(h.time, h.flags, !best, best.time, best.flags, ask.until)) return;
      static_cast<hit&>(best) = h, best.view = of(kind);
      if (number != none) best.index = number;
    };
    if (among_tiles())
      take(obstacle::tiles, a.as([&](const auto& shape) {
        return o.drop_through ? detail::tiled::sweep_solid(*level.tiles, shape, step, ask)
                              : level.tiles->sweep_nearest(shape, step, ask);
      }));
    each_near([&](obstacle kind, const auto& one, index number) {
      return take(kind, a.as([&](const auto& shape) { return first_hit(shape, step, one, ask); }), number), true;
    });
    if (platforms.n) {
      const float d[2] = {step.x, step.y};
      platforms.near(swept_bounds(a, step), moving_too, [&](std::size_t i, std::uint8_t sides, const box2& p) {
        const moment<2> m = sweep(a, d, p, {0, 0}, sides);
        if (m.hit)
          take(obstacle::platforms,
               {.time = m.time,
                .normal = {m.normal[0], m.normal[1]},
                .position = {m.position[0], m.position[1]},
                .index = static_cast<index>(i),
                .flags = static_cast<std::uint8_t>((m.corner ? corner : 0) | (m.started ? started : 0))});
        return true;
      });
    }
    return best;
  }
  mixed_hit floor_within(vec2 c, float far) const noexcept {
    const mixed_hit h = meet(c, scaled(up, -double{far}));
    return h && side_of(h.normal, o) == on_floor ? h : mixed_hit{};
  }

  // Nothing solid overlaps it there; nor, if that is solid from one side, what has just been hit.
  ONCE bool free(vec2 c, const mixed_hit& h) const noexcept {
    const placed a = at(c);
    if (among_tiles() && a.as([&](const auto& shape) { return level.tiles->overlap_any(shape, q); })) return false;
    const bool none_in = each_near([&](obstacle, const auto& one, index) {
      return !a.as([&](const auto& shape) { return overlapping(shape, one, q); });
    });
    if (!none_in) return false;
    if (h && h.view == of(obstacle::tiles)) {
      const std::uint32_t x = h.index % level.tiles->width, y = h.index / level.tiles->width;
      if (!(level.tiles->at(x, y) & tile_solid) && overlap(a, numbers_of(level.tiles->tile(x, y)))) return false;
    }
    return platforms.n == 0 ||
           platforms.near(swept_bounds(a), moving_too, [&](std::size_t i, std::uint8_t sides, const box2& p) {
             const bool counts = (sides & tile_solid) || (h && h.view == of(obstacle::platforms) && h.index == i);
             return !counts || !overlap(a, p);
           });
  }
  // Where the place beside a floor is no float, what is left of a float to it is met again in each frame: who comes no
  // closer stays where it is, lest it creep by the part of gravity that leads along the floor.
  ONCE bool flush(vec2 from, vec2 to, const hit& h, vec2& out) const noexcept {
    if (!flush_with(who, from, to, h, out)) return false;
    if (const int k = h.normal.x == 0 ? 1 : 0; out[k] == from[k]) out = from;
    return !through_a_face(to, out);
  }
  ONCE vec2 gone_up_to(vec2 from, vec2 step, const mixed_hit& h, float& gone) const noexcept {
    const vec2 to = go(*this, from, step, h, gone);
    if (to == from) gone = 0;
    return to;
  }

  ONCE vec2 not_past_faces(vec2 from, vec2 to) const noexcept {
    if (among_tiles() && !o.drop_through && at_an_edge(who, from, to, *level.tiles))
      to = not_past(who, from, to, *level.tiles);
    return not_past_platforms(from, to, platforms.after);
  }
  // platform(number, its sides, its box) for the one-way platforms about it.
  template <class Platform> void each_one_way_platform(vec2 c, const Platform& platform) const noexcept {
    if (platforms.size() == 0 || platforms.all.sides.empty()) return;
    platforms.near(swept_bounds(at(c)), moving_too, [&](std::size_t i, std::uint8_t sides, const box2& p) {
      if (!(sides & tile_solid)) platform(i, sides, box{{p.min[0], p.min[1]}, {p.max[0], p.max[1]}});
      return true;
    });
  }
  // Does a way of hairs lead past a face that is solid from one side? Or, of what is round and has rolled over its end,
  // back into what has the face?
  ONCE bool through_a_face(vec2 from, vec2 to) const noexcept {
    bool any = false;
    const auto look = [&](const box& b, std::uint8_t sides) {
      any |= past(who, from, to, b, sides);
      if (any || !who.round || !overlap(at(to), numbers_of(b)) || overlap(at(from), numbers_of(b))) return;
      each_one_way(sides, [&](int k, bool lower) { any |= lower ? from[k] <= b.min[k] : from[k] >= b.max[k]; });
    };
    if (among_tiles() && !o.drop_through) each_one_way_tile(who, to, *level.tiles, look);
    each_one_way_platform(to, [&](std::size_t, std::uint8_t sides, const box& p) { look(p, sides); });
    return any;
  }
  // `since`: they were where they are now when it was at `from`.
  vec2 not_past_platforms(vec2 from, vec2 to, bool since) const noexcept {
    each_one_way_platform(to, [&](std::size_t i, std::uint8_t sides, const box& p) {
      const box2 was = platforms.at(i, since);
      to = not_past(who, from, {{was.min[0], was.min[1]}, {was.max[0], was.max[1]}}, to, p, sides);
    });
    return to;
  }
  // May it be moved by hairs, which are less than its size, past what it has met and all that is there?
  ONCE bool gives_way(vec2 from, vec2 to, const mixed_hit& h) const noexcept {
    return free(to, h) && !through_a_face(from, to);
  }

  // ---- out of what it starts in ----

  // take(box) for tiles and platforms, some of those that overlap it there.
  template <class Take> void each_box(vec2 c, const Take& take) const noexcept {
    const placed a = at(c);
    index room[at_once];
    if (among_tiles())
      for (const index i : a.as([&](const auto& shape) { return level.tiles->overlap(shape, room, q); }))
        take(level.tiles->tile(i % level.tiles->width, i / level.tiles->width));
    platforms.near(swept_bounds(a), moving_too, [&](std::size_t, std::uint8_t sides, const box2& p) {
      if ((sides & tile_solid) && overlap(a, p)) take(box{{p.min[0], p.min[1]}, {p.max[0], p.max[1]}});
      return true;
    });
  }
  template <class What> contact2 deepest_in(vec2 c, const What& what) const noexcept {
    return at(c).as([&](const auto& shape) { return deepest(shape, what, q); });
  }
  // By what it is deepest in, and again.
  [[gnu::cold]] bool pushed_out(vec2 from, vec2& out) const noexcept {
    out = from;
    for (int n = 0; n < tries; ++n) {
      contact2 deepest;
      const auto take = [&](const contact2& c) {
        if (c && (!deepest || c.depth > deepest.depth)) deepest = c;
      };
      each_box(out, [&](const box& b) { take(deepest_in(out, b)); });
      each_view([&](obstacle, const auto& view) { return take(deepest_in(out, view)), true; });
      if (!deepest) break;
      out = moved(out, deepest.push);
    }
    return within_floats(who, out) && free(out, {});
  }
  // Straight to one side, past all that is there.
  [[gnu::cold]] ONCE bool way_out(vec2 from, int k, bool lower, vec2& out) const noexcept {
    out = from;
    for (int n = 0; n < tries; ++n) {
      bool any = false;
      float face = 0;
      const auto take = [&](const box& b) {
        const float f = lower ? b.min[k] : b.max[k];
        if (!any || (lower ? f < face : f > face)) any = true, face = f;
      };
      each_box(out, take);
      each_view([&](obstacle, const auto& view) {
        index room[at_once];
        const found in = at(out).as([&](const auto& shape) { return hitscan::overlap(shape, view, room, q); });
        for (const index i : in) take(swept_bounds(item(view, i), {}));
        return true;
      });
      if (!any) return within_floats(who, out) && free(out, {});
      out[k] = beside(who, k, face, lower);
    }
    return false;
  }
  [[gnu::cold]] ONCE bool recover(vec2& center) const noexcept {
    const vec2 from = center;
    double least = -1;
    const auto take = [&](bool found, vec2 to) {
      const double x = double{to.x} - from.x, y = double{to.y} - from.y, way = x * x + y * y;
      if (found && (least < 0 || way < least)) least = way, center = to;
    };
    vec2 out;
    for (const int k : {1, 0})
      for (const bool lower : {false, true}) {
        const bool found = way_out(from, k, lower, out);
        take(found, out);
      }
    const bool found = pushed_out(from, out);
    take(found, out);
    return least >= 0;
  }

  // ---- along what is met ----

  // What is met, or by who starts some hairs higher: where pieces of ground do not meet to the last bit, or a corner
  // comes exactly to a corner, the way leads over what looks like a wall. `c` is then the higher place.
  mixed_hit meet_over_seams(vec2& c, vec2 step, bool& tried) const noexcept {
    const mixed_hit h = meet(c, step);
    if (tried || !h || side_of(h.normal, o) != on_wall) return h;
    tried = true;
    const float high = 4 * hair(c, step);
    const vec2 above = moved(c, scaled(up, double{high}));
    if (!larger_than(high) || !gives_way(c, above, {})) return h;
    const mixed_hit over = meet(above, step);
    const bool further = !over || (over.time - h.time) * largest(step) > 2 * high;
    const bool leans = over && dot(over.normal, up) > dot(h.normal, up) + 0x1p-8;
    if (!further && !leans) return h;
    c = above;
    return over;
  }

  // A hair away from what is slanted, or has stopped it though it did not lead into it: see above.
  ONCE vec2 beside_slope(vec2 c, vec2 left, const mixed_hit& h, std::uint8_t side) const noexcept {
    if ((h.normal.x == 0 || h.normal.y == 0) && against(left, h.normal)) return c;
    const float far = hair(c, left);
    if (!larger_than(far)) return c;
    const double rise = dot(h.normal, up);
    const vec2 by =
        side == on_floor ? scaled(up, double{far} / (rise > 0x1p-4 ? rise : 0x1p-4)) : scaled(h.normal, double{far});
    const vec2 to = moved(c, by);
    return gives_way(c, to, h) ? to : c;
  }
  // Does a step want nothing but what floors take off?
  bool only_falls(vec2 step, vec2 wish) const noexcept {
    return o.stop_on_floors && largest(wish) <= 0x1p-22f * largest(step);
  }
  // Is it above this slope, `far` away, by no more than the hair that it was lifted by, twice? There it stands.
  bool stands_above(vec2 c, vec2 step, const mixed_hit& h, double far) const noexcept {
    return h && slanted(h.normal) && far * dot(h.normal, up) <= 2 * double{hair(c, step)};
  }
  // Was it on this slope already, but for what rounding and hairs come to?
  bool rests(vec2 from, vec2 to, const mixed_hit& h, vec2 step) const noexcept {
    const float near = hair(from, step);
    return slanted(h.normal) && std::fabs(to.x - from.x) <= near && std::fabs(to.y - from.y) <= near;
  }
  // What is left of a motion along what it has met. Who walks into a wall that leans away does not climb it.
  ONCE vec2 turned(vec2 v, vec2 normal, std::uint8_t side) const noexcept {
    if (side == on_floor) return slide(o.stop_on_floors ? slide(v, o.up) : v, normal);
    const vec2 along = slide(v, normal);
    const double rise = dot(v, up);
    if (side == on_wall && dot(along, up) > (rise > 0 ? rise : 0)) return slide(v, across(normal, o.up));
    return along;
  }
  // By `by` among what stands still, along what is met. True if something was. Who rides on a floor that goes by as
  // much does not go deeper into it than that.
  ONCE bool shove(vec2& c, vec2 by, vec2 floor = {}) noexcept {
    look_around(c);
    bool over_a_seam = false;
    for (int n = 0; n < 4 && by != vec2{}; ++n) {
      mixed_hit h = meet_over_seams(c, by, over_a_seam);
      float gone = 1;
      c = gone_up_to(c, by, h, gone);
      if (!h) return n > 0;
      c = beside_slope(c, by, h, on_wall), h.time = gone;
      const vec2 rest = scaled(by, 1 - double{gone});
      by = slide(by, h);
      if (const vec2 beside{by.x - rest.x, by.y - rest.y}; dot(beside, floor) < 0) {
        by = moved(rest, slide(beside, floor));
        if (dot(by, h.normal) < 0) break;
      }
    }
    return true;
  }

  // ---- platforms move ----

  // By hairs to the place that is flush, so that nobody rounds into what is solid from one side. Who is smaller than
  // that looks whether there is anything on the way.
  ONCE void settle(vec2& c, int k, float place, float near) const noexcept {
    vec2 to = c, by{};
    to[k] = place, by[k] = place - c[k];
    if (std::fabs(by[k]) <= near && gives_way(c, to, {}) && (larger_than(std::fabs(by[k])) || !meet(c, by))) c = to;
  }
  // The way out of platform i, which has moved into its way: the face it came with, or the least way out.
  struct way {
    vec2 by{};
    int axis = -1;  // along which it leads to this place
    float place = 0;
  };
  ONCE bool pushed_by(std::size_t i, std::uint8_t sides, vec2 from, vec2 c, way& out_of_it) const noexcept {
    const vec2 step = platforms.step(i), went{c.x - from.x, c.y - from.y};
    const float mine[2] = {went.x, went.y}, its[2] = {step.x, step.y};
    const box2 before = platforms.at(i, false), end = platforms.at(i, true);
    if (!valid(before) || !valid(end)) return false;
    const moment<2> m = sweep(at(from), mine, before, its, sides);
    const bool met = m.hit && !m.started;
    const bool in = overlap(at(c), end) && ((sides & tile_solid) || met);
    if (!met && !in) return false;
    const box last{{end.min[0], end.min[1]}, {end.max[0], end.max[1]}};
    const contact2 out = in ? deepest_in(c, last) : contact2{};
    const vec2 n = met ? vec2{m.normal[0], m.normal[1]} : out.normal;
    if (who.round && in && dot(out.normal, n) > 0) return out_of_it = {out.push}, true;
    // By the face that met it. What is round may have been met by a corner that has gone past since: by the other face.
    const int first = std::fabs(n.y) >= std::fabs(n.x) ? 1 : 0;
    for (const int k : {first, 1 - first}) {
      const bool lower = n[k] < 0;
      const float place = beside(who, k, lower ? end.min[k] : end.max[k], lower);
      if (in || (lower ? c[k] > place : c[k] < place)) {
        out_of_it = {{}, k, place}, out_of_it.by[k] = place - c[k];
        return true;
      }
      if (!who.round || n[1 - k] == 0 || !(sides & tile_solid)) break;
    }
    return false;
  }
  // Could it go there before platform i moves, and not be met there? Then it has given way, be it earlier or later.
  ONCE bool out_of_its_way(std::size_t i, vec2 from, vec2 c) const noexcept {
    const vec2 step = platforms.step(i);
    const float went[2] = {c.x - from.x, c.y - from.y}, its[2] = {step.x, step.y}, stays[2] = {0, 0};
    const box2 before = platforms.at(i, false);
    return !sweep(at(from), went, before, stays, tile_solid).hit && !sweep(at(c), stays, before, its, tile_solid).hit;
  }
  // Is who stood on a floor of this normal below it now? What is round may roll over its end and be beside it.
  [[gnu::cold]] ONCE bool beyond(vec2 normal, vec2 c, const box2& p) const noexcept {
    const int k = normal.x == 0 ? 1 : 0;
    const float side = c[1 - k], reach = who.round ? 0 : who.reach(1 - k);
    return normal[1 - k] == 0 && side - reach < p.max[1 - k] && p.min[1 - k] < side + reach &&
           !who.clears(k, c[k], normal[k] < 0 ? p.min[k] : p.max[k], normal[k] < 0);
  }
  void carry(vec2& c, const mixed_hit& floor, walked& r) noexcept {
    const vec2 from = c;
    const bool rides = floor && floor.view == of(obstacle::platforms) && platforms.step(floor.index) != vec2{};
    if (rides) {
      const vec2 step = platforms.step(floor.index), n = floor.normal;
      moving_too = false, shove(c, step, n);
      if (const int k = n.x == 0 ? 1 : 0; n[1 - k] == 0) {
        const box2 end = platforms.at(floor.index, true);
        settle(c, k, beside(who, k, n[k] < 0 ? end.min[k] : end.max[k], n[k] < 0), 8 * hair(c, step));
      }
      moving_too = true;
      r.flags |= carried;
    }
    platforms.after = true;
    // Along a slope a push gains less than it wants: the next one is as much longer.
    for (int n = 0; n < 2 * tries; ++n) {
      bool any = false;
      for (std::size_t m = 0; m < platforms.size(); ++m) {
        const std::size_t i = platforms[m];
        const std::uint8_t sides = platforms.sides(i);
        way out;
        if (sides == 0 || platforms.step(i) == vec2{} || !pushed_by(i, sides, from, c, out)) continue;
        const vec2 was = c, by = out.by;
        moving_too = false;
        if (shove(c, by)) {
          const vec2 got{c.x - was.x, c.y - was.y};
          const double share = dot(got, by) / dot(by, by);
          if (share > 0.05 && share < 0.999) shove(c, scaled(by, (1 - share) / share));
        }
        if (out.axis >= 0) settle(c, out.axis, out.place, hair(c, by));
        moving_too = true;
        if (!(c == was)) any = true, r.flags |= carried;
      }
      if (!any) break;
    }
    if (const vec2 back = not_past_platforms(from, c, false); !(back == c) && free(back, {})) c = back;
    bool in = !free(c, {});
    way out;
    for (std::size_t m = 0; m < platforms.size() && !in; ++m) {  // or it has passed over
      const std::size_t i = platforms[m];
      in = (platforms.sides(i) & tile_solid) && platforms.step(i) != vec2{} && pushed_by(i, tile_solid, from, c, out) &&
           largest(out.by) > 8 * hair(c, out.by) &&
           ((rides && floor.index == i && beyond(floor.normal, c, platforms.at(i, true))) ||
            !out_of_its_way(i, from, c));
    }
    if (in) r.flags |= crushed | carried;
  }

  // ---- a frame ----

  void tell(walked& r, const mixed_hit& h, std::uint8_t side) const noexcept {
    const auto n = static_cast<std::size_t>(r.contacts++);
    r.flags |= side;
    if (n < o.met.size()) o.met[n] = {static_cast<obstacle>(h.view), h.index, h.normal, h.position, side};
  }

  walked walk(vec2 center, vec2 step) noexcept {
    walked r{center, step};
    const float near = near_of(who, center, step);
    const auto look_from = [&](vec2 at) {
      const float there = near_of(who, at, step);  // a hair may be larger where a contact leads
      look_around(at, far_of(step, there > near ? there : near, o));
    };
    look_from(center);
    if (!free(center, {})) {
      look_around(center);
      if (!recover(r.center)) {
        r.step = {}, r.flags = stuck;
        return r;
      }
      r.flags = recovered;
    }
    vec2& c = r.center;
    const bool rises = against(scaled(step, -1), o.up);
    // Twice as far as it may have been left above a floor: on the way to the origin hairs become less.
    const mixed_hit below = floor_within(c, 2 * near);
    const vec2 start = c;
    bool grounded = bool{below};
    if (platforms.steps) carry(c, below, r);
    if (r.flags & crushed) {
      r.step = {};
      return r;
    }
    if (!(c == center)) look_from(c);
    vec2 left = step, wish = step;
    mixed_hit floor;
    bool over_a_seam = !grounded;  // nobody in the air gets over one
    while (left != vec2{}) {
      const vec2 from = c;
      const mixed_hit h = meet_over_seams(c, left, over_a_seam);
      float gone = 1;
      c = gone_up_to(c, left, h, gone);
      if (!h) {
        if (from == start && only_falls(step, slide(wish, o.up)) &&
            stands_above(from, step, below, double{below.time} * 2 * near))
          c = from, r.step = {}, floor = below, tell(r, below, on_floor);
        break;
      }
      const std::uint8_t side = side_of(h.normal, o);
      c = beside_slope(c, left, h, side);
      if (side == on_floor) {
        if (o.stop_on_floors) wish = slide(wish, o.up);
        if (only_falls(step, wish)) {  // by gravity alone nobody goes along it
          if (grounded && rests(from, c, h, left)) c = from;
          left = r.step = {};
        }
        floor = h, over_a_seam &= grounded, grounded = true;
      }
      r.step = side == on_floor && o.stop_on_floors ? slide(r.step, o.up) : turned(r.step, h.normal, side);
      left = turned(scaled(left, double{1 - gone}), h.normal, side);
      if (against(r.step, wish)) r.step = {};
      if (against(left, wish)) left = {};
      tell(r, h, side);
      if (r.contacts >= o.contacts) break;
    }
    if (grounded && !rises) to_the_floor(r, floor, near);
    return r;
  }
  void to_the_floor(walked& r, const mixed_hit& floor, float near) const noexcept {
    const float far = o.snap + near;
    const mixed_hit h = floor_within(r.center, far);
    if (!h) return;
    if (h.time * far > (slanted(h.normal) ? near : 0x1p-4f * near)) {  // of what is level by more than one hair
      const vec2 by = scaled(up, -double{far});
      float gone = 1;
      r.center = beside_slope(go(*this, r.center, by, h, gone), by, h, on_floor);
    }
    if (h.view != floor.view || h.index != floor.index) tell(r, h, on_floor);
  }
};

bool refused(const level_options& o) noexcept {
  const bool fine =
      finite(o.up.x) && finite(o.up.y) && o.up != vec2{} && o.steepest >= 0 && o.snap >= 0 && finite(o.snap);
  if (detail::checked_build && !fine)
    detail::report_breach("hitscan: move_and_slide: up has a length, steepest and snap are numbers of 0 and more");
  return !fine;
}

// `platforms`: those of the level, as they are when the frame begins; null: nobody moves.
walked walk_level(const body& who, vec2 center, vec2 step, const obstacles& level, const lifts* platforms,
                  const bounds_of_all* bounds, const level_options& o) noexcept {
  walked r{center, step};
  bool moves = platforms && placed{who, center}.as([](const auto& shape) { return valid(numbers_of(shape)); }) &&
               finite(step.x) && finite(step.y);
  for (int k = 0; k < 2; ++k) moves = moves && finite(center[k]) && who.reach(k) >= 0;
  if (moves) r = level_walker(level, *platforms, bounds, o, who).walk(center, step);
  for (std::size_t i = static_cast<std::size_t>(r.contacts); i < o.met.size(); ++i) o.met[i] = {};
  return r;
}
walked walk_one(const body& who, vec2 center, vec2 step, const obstacles& level, const level_options& o) noexcept {
  return in_default_state([&] {
    const lifts platforms(level.platforms, o);
    return walk_level(who, center, step, level, refused(o) ? nullptr : &platforms, nullptr, o);
  });
}

// ---- many walkers --------------------------------------------------------------------------------------------------

// What can be asked about those that are near tiles alone, where up is along an axis; null: nothing.
const detail::tiled::kernels* engine_of(const obstacles& level, const level_options& o,
                                        detail::tiled::level& on) noexcept {
  const bool upright = (o.up.x == 0 && std::fabs(o.up.y) == 1) || (o.up.y == 0 && std::fabs(o.up.x) == 1);
  if (!level.tiles || !upright || o.layers == 0 || !detail::tiled::there(*level.tiles)) return nullptr;
  return level_of(*level.tiles, on);
}
// From walker `first` on, at_once at most: those that the engine leaves open, or are near more than tiles, by one(i).
template <class One>
void walk_some(const detail::tiled::kernels& kernels, const detail::tiled::level& on, const crowd& all,
               const bounds_of_all& bounds, const level_options& o, std::size_t first, walk_counts& sum,
               const One& one) noexcept {
  constexpr std::size_t at_once = detail::tiled::at_once;
  const std::size_t n = std::min(all.n - first, at_once);
  float near[at_once], edge[4][at_once];
  for (std::size_t i = 0; i < n; ++i) {
    const body b = all.who(first + i);
    const vec2 c = all.at(first + i), step = all.step(first + i);
    near[i] = near_of(b, c, step);
    const float far = far_of(step, near[i], o);
    for (int k = 0; k < 2; ++k) edge[k][i] = c[k] - (b.reach(k) + far), edge[2 + k][i] = c[k] + (b.reach(k) + far);
  }
  std::uint64_t busy[at_once / 64];
  const auto column = [&](int k) { return std::span<const float>(edge[k], n); };
  bounds.near_any({column(0), column(1), column(2), column(3)}, busy);
  for (std::size_t i = 0; i < n; ++i)
    if (busy[i / 64] >> (i % 64) & 1) near[i] = std::numeric_limits<float>::quiet_NaN();
  const int axis = o.up.x == 0 ? 1 : 0;
  all.walk_some(kernels, on, first, o.contacts,
                {.near = near,
                 .axis = axis,
                 .down = -o.up[axis],
                 .snap = o.snap,
                 .stop_on_floors = o.stop_on_floors,
                 .met_floor = on_floor,
                 .met_wall = on_wall,
                 .met_ceiling = on_ceiling},
                sum, one);
}

walk_counts walk_all(const crowd& all, const obstacles& level, const level_options& o) noexcept {
  const detail::default_float_state here;
  walk_counts sum{.walkers = all.n};
  const lifts platforms(level.platforms, o);
  const lifts* const given = refused(o) ? nullptr : &platforms;
  std::optional<bounds_of_all> bounds;
  if (given && all.n > 1) bounds.emplace(level, platforms);
  const std::size_t each = all.n ? o.met.size() / all.n : 0;
  for (std::size_t i = each * all.n; i < o.met.size(); ++i) o.met[i] = {};
  level_options mine = o;
  const auto one = [&](std::size_t i) {
    mine.met = o.met.subspan(i * each, each);
    all.put(i, walk_level(all.who(i), all.at(i), all.step(i), level, given, bounds ? &*bounds : nullptr, mine), sum);
  };
  detail::tiled::level on;
  const detail::tiled::kernels* const kernels =
      each == 0 && bounds && bounds->all() ? engine_of(level, o, on) : nullptr;
  if (kernels)
    for (std::size_t i = 0; i < all.n; i += detail::tiled::at_once)
      walk_some(*kernels, on, all, *bounds, o, i, sum, one);
  else
    for (std::size_t i = 0; i < all.n; ++i) one(i);
  return sum;
}

}  // namespace

walked move_and_slide(vec2 center, vec2 half, vec2 step, const obstacles& level, const level_options& o) noexcept {
  return walk_one({half}, center, step, level, o);
}
walked move_and_slide(const circle& a, vec2 step, const obstacles& level, const level_options& o) noexcept {
  return walk_one(disc(a.radius), a.center, step, level, o);
}
walk_counts move_and_slide(const walkers& all, const obstacles& level, const level_options& o) noexcept {
  return walk_all(crowd(all), level, o);
}
walk_counts move_and_slide(const round_walkers& all, const obstacles& level, const level_options& o) noexcept {
  return walk_all(crowd(all), level, o);
}

}  // namespace hitscan
