// Walking over a tile map. A motion is followed column by column; in each column, the rows that the mover can touch
// while its shadow lies on that column:
//
//        |     |  ...|.....|            t0  when it enters the column        rows from  y + t0 dy
//        |  ...|.....| 2,1 |            t1  when it has left it                   to    y + t1 dy,
//     ...|.....| 1,1 |     |
//     a--|->   |     |     |            widened by what doubles may have rounded: a tile too many is only looked at.
//
// What is looked at is decided by the reference's own sweep of box or circle and tile, so the answer is its answer.
// With each hit the motion that is left to look at becomes shorter: it ends where no tile beyond is met by that time.
// Of boxes that is where the shadow is then, since their time is no less than fl(gap / |d|); circles may be a little
// early. (After Amanatides and Woo 1987, who walk a line; a box is as wide as it is, and the order of equal times is
// settled by comparing, not by the order of the walk.)
#include <bit>
#include <cmath>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/outputs.hpp"
#include "../core/words.hpp"
#include "../dispatch/by_isa.hpp"
#include "../reference/overlap_boxes.hpp"
#include "../reference/overlap_circles_boxes.hpp"
#include "../reference/question.hpp"
#include "../reference/sweep_boxes.hpp"
#include "../reference/sweep_circles_boxes.hpp"
#include "level.hpp"
#include "lines.hpp"
#include "one_way.hpp"

#include <hitscan/detail/forms.hpp>
#include <hitscan/tiles.hpp>

namespace hitscan {

namespace detail {
HITSCAN_DECLARE_BY_ISA(extern const detail::tiled::kernels tiled)

static constexpr const tiled::kernels* all_tiled[isa_count] = HITSCAN_BY_ISA(nullptr, tiled);
const tiled::kernels* tiled::active() noexcept { return of_active(all_tiled); }
}  // namespace detail

namespace {

using detail::in_default_state;
using namespace detail::textbook;
using box2 = box_at<2>;

constexpr std::uint32_t most = 1u << 24;  // indices are exact floats up to here

inline bool is_sound(const tile_map& m) noexcept {  // asked by every query: not a call
  if (m.width == 0 || m.height == 0 || m.width > most || m.height > most) return false;
  const std::uint64_t count = static_cast<std::uint64_t>(m.width) * m.height;
  const bool enough = m.tiles.empty() ? m.bits.size() >= (count + 63) / 64 : m.tiles.size() >= count;
  return enough && count <= 1u << 31 && m.cell.x > 0 && m.cell.y > 0 && finite(m.cell.x) && finite(m.cell.y) &&
         finite(m.origin.x) && finite(m.origin.y);
}

// Nothing can be asked about this map. That some tiles of it are missing is told, as of any column, and that a tile has
// no size, as in .cell = {16}; what is no map in another way hits nothing, as any shape that is none.
[[gnu::cold, gnu::noinline]] void tell_unsound(const tile_map& m) noexcept {
  const bool by_bits = m.tiles.empty() && !m.bits.empty();
  const std::uint64_t count = static_cast<std::uint64_t>(m.width) * m.height,
                      given = by_bits ? std::uint64_t{m.bits.size()} * 64 : m.tiles.size();
  if (!detail::checked_build || count == 0) return;
  if (given < count)
    detail::report_lengths("tile_map", by_bits ? "bits" : "tiles", given, "width x height", count);
  else if (!(m.cell.x > 0 && m.cell.y > 0))
    detail::report_breach("tile_map", "a cell has no width or height");
}
inline bool is_there(const tile_map& m) noexcept {
  if (is_sound(m)) [[likely]]
    return true;
  tell_unsound(m);
  return false;
}

struct grid_of_tiles {
  lines axis[2];
  const tile_map& map;
  explicit grid_of_tiles(const tile_map& m) noexcept
      : axis{{m.origin.x, m.cell.x, m.width}, {m.origin.y, m.cell.y, m.height}}, map(m) {}

  std::size_t index_of(std::uint32_t x, std::uint32_t y) const noexcept {
    return static_cast<std::size_t>(y) * map.width + x;
  }
  std::uint8_t flags(std::size_t i) const noexcept {
    return map.tiles.empty() ? map.bits[i / 64] >> (i % 64) & 1 : map.tiles[i];
  }
  box2 tile(std::uint32_t x, std::uint32_t y) const noexcept {
    return {{axis[0].edge(x), axis[1].edge(y)}, {axis[0].edge(x + 1), axis[1].edge(y + 1)}};
  }
};
// The same without its one-way tiles, for who drops through them.
struct grid_of_solids : grid_of_tiles {
  using grid_of_tiles::grid_of_tiles;
  std::uint8_t flags(std::size_t i) const noexcept { return grid_of_tiles::flags(i) & tile_solid; }
};

// How far doubles may be off where they stand for y + t dy: a few 2^-53 of each part.
double slack(double low, double high, double way) noexcept {
  return (std::fabs(low) + std::fabs(high) + std::fabs(way)) * 0x1p-48;
}

// ---- overlap -------------------------------------------------------------------------------------------------------

// What is overlapped: whether anything is, how many, or which.
struct overlapped {
  std::span<index> list{};
  bool any_will_do = false;
  std::size_t total = 0;

  bool take(std::size_t i) noexcept {  // false: that is enough
    if (total < list.size()) list[total] = static_cast<index>(i);
    return ++total, !any_will_do;
  }
};

// Every solid tile that `meets` says yes to, in ascending order.
template <class Meets>
void take_tiles(const grid_of_tiles& g, const range (&reach)[2], const Meets& meets, overlapped& to) noexcept {
  for (std::uint32_t y = reach[1].first; y < reach[1].end; ++y)
    for (std::uint32_t x = reach[0].first; x < reach[0].end; ++x) {
      const std::size_t i = g.index_of(x, y);
      if (!(g.flags(i) & tile_solid)) continue;
      const box2 tile = g.tile(x, y);
      if (valid(tile) && meets(tile) && !to.take(i)) return;
    }
}

// Solid tiles of a row, up to 64 of them from tile i on, a bit each.
std::uint64_t solid_at(const tile_map& map, std::size_t i, std::uint32_t n) noexcept {
  std::uint64_t solid = 0;
  if (map.tiles.empty()) {
    solid = map.bits[i / 64] >> i % 64;
    if (i % 64 + n > 64) solid |= map.bits[i / 64 + 1] << (64 - i % 64);
  } else {
    std::uint32_t j = 0;
    for (; j + 8 <= n; j += 8) {  // the lowest bits of eight bytes, moved to the top side by side
      std::uint64_t eight = 0;
      for (std::uint32_t k = 0; k < 8; ++k) eight |= std::uint64_t{map.tiles[i + j + k]} << 8 * k;
      solid |= ((eight & 0x0101010101010101u) * 0x0102040810204080u >> 56) << j;
    }
    for (; j < n; ++j) solid |= std::uint64_t{map.tiles[i + j]} % 2 << j;
  }
  static_assert(tile_solid == 1);
  return n < 64 ? solid & ((std::uint64_t{1} << n) - 1) : solid;
}

// Whether a box overlaps a tile is decided axis by axis, and edges never decrease: those that it does overlap are a
// rectangle, in which every solid tile counts.
[[gnu::noinline]] void take_rectangle(const tile_map& map, const box& a, touching touch, overlapped& to) noexcept {
  const grid_of_tiles g(map);
  range reach[2];
  for (int k = 0; k < 2; ++k) {
    const auto meets = [&](std::uint32_t i) {
      const box_at<1> tile{{g.axis[k].edge(i)}, {g.axis[k].edge(i + 1)}};
      return valid(tile) && overlap_or_hold<1>({{a.min[k]}, {a.max[k]}}, tile, touch);
    };
    range& r = reach[k] = about(g.axis[k], double{a.min[k]}, double{a.max[k]});
    while (r.first < r.end && !meets(r.first)) ++r.first;
    while (r.first < r.end && !meets(r.end - 1)) --r.end;
  }
  const std::uint32_t some = to.any_will_do ? 8 : 64;  // where much is solid, the first one is near
  for (std::uint32_t y = reach[1].first; y < reach[1].end; ++y)
    for (std::uint32_t x = reach[0].first; x < reach[0].end; x += some) {
      const std::size_t i = static_cast<std::size_t>(y) * map.width + x;
      const std::uint32_t left = reach[0].end - x;
      std::uint64_t solid = solid_at(map, i, left < some ? left : some);
      for (; solid && to.total < to.list.size(); solid &= solid - 1)
        to.take(i + static_cast<std::size_t>(std::countr_zero(solid)));
      to.total += detail::bits_set(solid);
      if (to.any_will_do && to.total) return;
    }
}

// The map is valid.
void overlap_tiles(const tile_map& map, const box& a, touching touch, overlapped& to) noexcept {
  const box2 b{{a.min.x, a.min.y}, {a.max.x, a.max.y}};
  if (!valid(b)) return;
  const grid_of_tiles g(map);
  range reach[2];
  for (int k = 0; k < 2; ++k) reach[k] = about(g.axis[k], double{b.min[k]}, double{b.max[k]});
  if (std::uint64_t{reach[0].end - reach[0].first} * (reach[1].end - reach[1].first) > 32)
    return take_rectangle(map, a, touch, to);
  take_tiles(
      g, reach, [&](const box2& tile) { return overlap_or_hold<2>(b, tile, touch); }, to);
}
void overlap_tiles(const tile_map& map, vec2 a, touching touch, overlapped& to) noexcept {
  overlap_tiles(map, box{a, a}, touch, to);
}
void overlap_tiles(const tile_map& map, const circle& a, touching touch, overlapped& to) noexcept {
  const circle_at<2> c{{a.center.x, a.center.y}, a.radius};
  if (!valid(c)) return;
  const grid_of_tiles g(map);
  range reach[2];
  for (int k = 0; k < 2; ++k) {
    const double far = double{c.radius} + slack(c.center[k], c.radius, 0);
    reach[k] = about(g.axis[k], double{c.center[k]} - far, double{c.center[k]} + far);
  }
  take_tiles(
      g, reach, [&](const box2& tile) { return overlap_circles_boxes<2>(c, tile, touch); }, to);
}

constexpr char sweeps[] = "tile_map::sweep_nearest", casts[] = "tile_map::cast_nearest";

// Options that mean nothing here, such as padding, which is for casts: are there any? Then that has been told, and
// nothing is found.
bool refused(const char* verb, const query& q, bool cast = false, bool point = false) noexcept {
  const bool thick = !cast && detail::thickens<3>(q.padding), half_open = !point && q.touch == touching::half_open;
  if (!detail::checked_build ||
      !(int{thick} | int{half_open} | int{q.pairs.given} | int{q.on.has_value()} | int{q.by.has_value()})) [[likely]]
    return false;
  detail::report_breach(verb, thick       ? detail::padding_is_for_casts
                              : half_open ? detail::half_open_is_for_points
                                          : detail::tile_options(q));
  return true;
}

template <class Shape> void take(const tile_map& map, const Shape& a, const query& q, overlapped& to) noexcept {
  if (refused("tile_map::overlap", q, false, std::is_same_v<Shape, vec2>) || !is_there(map) || q.layers == 0) return;
  overlap_tiles(map, a, detail::touch_of(q), to);
}
template <class Shape> bool any_of(const tile_map& map, const Shape& a, const query& q) noexcept {
  overlapped any{.any_will_do = true};
  take(map, a, q, any);
  return any.total != 0;
}
template <class Shape>
found list_of(const tile_map& map, const Shape& a, std::span<index> out, const query& q) noexcept {
  overlapped all{.list = out};
  take(map, a, q, all);
  return {out.data(), all.total < out.size() ? all.total : out.size(), all.total};
}

// ---- sweep ---------------------------------------------------------------------------------------------------------

struct box_mover {
  const box2& a;
  const float (&d)[2];
  const double length[2] = {std::fabs(double{d[0]}), std::fabs(double{d[1]})};
  const bool back[2] = {d[0] < 0, d[1] < 0};

  double low(int k) const noexcept { return a.min[k]; }
  double high(int k) const noexcept { return a.max[k]; }
  static constexpr double early = 0;  // no tile is met before the shadows do
  // The reference's decision, where products in double leave no doubt: two roundings of 2^-53 a side.
  enum class verdict { no, yes, open };
  verdict judge(const box2& tile, touching touch) const noexcept {
    double n[2], f[2];  // the gaps of sweep_boxes.hpp; their signs are exact
    for (int k = 0; k < 2; ++k) {
      const double below = double{tile.min[k]} - a.max[k], above = double{tile.max[k]} - a.min[k];
      n[k] = back[k] ? -above : below, f[k] = back[k] ? -below : above;
    }
    const bool closed = touch == touching::hits;
    for (int k = 0; k < 2; ++k)
      if (n[k] > length[k] || f[k] < 0 || (!closed && (f[k] == 0 || (n[k] == 0 && length[k] == 0)))) return verdict::no;
    const double enter[2] = {n[0] * length[1], n[1] * length[0]}, leave[2] = {f[1] * length[0], f[0] * length[1]};
    bool yes = true;
    for (int k = 0; k < 2; ++k) {
      const double apart = leave[k] - enter[k], doubt = 0x1p-50 * (leave[k] + std::fabs(enter[k]));
      if (apart < -doubt) return verdict::no;
      yes = yes && apart > doubt && n[k] < length[k] && f[k] > 0 && n[k] < f[k];
    }
    return yes ? verdict::yes : verdict::open;
  }
  bool meets(const box2& tile, touching touch, axis_gaps (&axis)[2]) const noexcept {
    const verdict v = judge(tile, touch);
    if (v == verdict::no) return false;
    gaps_of(a, tile, d, axis);
    return v == verdict::yes || sweep_boxes_hit(a, tile, axis, touch);
  }
  moment<2> meet(const box2& tile, const rules& rule) const noexcept {
    axis_gaps axis[2];
    return meets(tile, rule.touch, axis) ? sweep_boxes_moment(a, d, tile, {0, 0}, d, axis, rule) : moment<2>{};
  }
  // As much of the moment as decides which tile is the nearest. Starts in overlap hit.
  static constexpr bool quick = true;
  moment<2> meet_when(const box2& tile, touching touch) const noexcept {
    moment<2> m;
    // Inside all gaps are on the near side of 0, and what is entered then is not yet left.
    if (overlap_boxes<2>(a, tile, touch)) return m.hit = true, m.time = 0, m.started = true, m;
    axis_gaps axis[2];
    if (!meets(tile, touch, axis)) return m;
    m.hit = true;
    const entry<2> e = entry_of(axis, touch);
    m.time = e.time, m.corner = e.corner, m.started = e.started;
    return m;
  }
  moment<2> known(const box2& tile, const rules& rule) const noexcept {  // all of it, of a tile that is met
    axis_gaps axis[2];
    gaps_of(a, tile, d, axis);
    return sweep_boxes_moment(a, d, tile, {0, 0}, d, axis, rule);
  }
  bool stopped(std::uint8_t flags, const box2& tile, moment<2>& m) const noexcept {
    return stopped_by_face(flags, a, d, tile, m);
  }
};

struct circle_mover {
  const circle_at<2>& a;
  const float (&d)[2];
  static constexpr bool quick = false;

  double low(int k) const noexcept { return double{a.center[k]} - a.radius; }
  double high(int k) const noexcept { return double{a.center[k]} + a.radius; }
  // At the time of a hit the circle is as near as 2^-22 (r + 2 sum of |d|): so much may it be early.
  const double early = 0x1p-20 * (a.radius + std::fabs(double{d[0]}) + std::fabs(double{d[1]}));
  moment<2> meet(const box2& tile, const rules& rule) const noexcept {
    return sweep_circles_boxes<2>(a, d, tile, {0, 0}, rule);
  }
  bool stopped(std::uint8_t flags, const box2& tile, moment<2>& m) const noexcept {
    return stopped_by_face(flags, a, d, tile, m);
  }
};

template <class Grid, class Mover> struct walker {
  const Grid& g;
  const Mover& a;
  const float (&d)[2];
  const query& q;
  moment<2> best{};
  index who = none;
  bool best_is_brief = false, short_way = false;
  double low[2]{}, high[2]{}, way[2]{}, room[2]{}, early[2]{};  // in tiles; room: what rounding may hide at the start
  double reach = 1;  // the part of the motion on which something nearer may be
  range left[2]{};   // what the mover touches on that part

  // What rounding may hide once it has gone that far: of a huge motion, little as long as it is near. Times may be
  // early as well: that matters once a part of the motion is left out for its time.
  double room_after(int k, double by) const noexcept {
    return room[k] + std::fabs(by) * 0x1p-48 + (reach < 1 ? early[k] : 0);
  }
  void shorten(double t) noexcept {
    reach = t;
    for (int k = 0; k < 2; ++k) {
      const double by = way[k] * t, off = room_after(k, by);
      left[k] = between(g.axis[k], low[k] + (by < 0 ? by : 0) - off, high[k] + (by > 0 ? by : 0) + off);
    }
  }
  // No tile that the mover reaches later has a time of t or less: quotients of floats are good to 2^-22, and to 2^-140
  // where they underflow.
  static double after(float t) noexcept {
    const double later = double{t} * (1 + 0x1p-20) + 0x1p-140;
    return later < 1 ? later : 1;
  }

  void look(std::uint32_t x, std::uint32_t y) noexcept {
    const std::size_t i = g.index_of(x, y);
    if (const std::uint8_t flags = g.flags(i)) look_at(x, y, i, flags);
  }
  void look_at(std::uint32_t x, std::uint32_t y, std::size_t i, std::uint8_t flags) noexcept {
    const box2 tile = g.tile(x, y);
    if (!valid(tile)) return;
    const bool solid = flags & tile_solid;
    moment<2> m;
    bool brief = false;
    if constexpr (Mover::quick) brief = solid && q.start == start_overlap::hits;
    if constexpr (Mover::quick)
      if (brief) m = a.meet_when(tile, detail::touch_of(q));
    if (!brief) m = a.meet(tile, {detail::touch_of(q), q.start});
    if (!m.hit || !(q.until >= 1 || m.time < q.until)) return;
    if (!solid && !a.stopped(flags, tile, m)) return;
    const bool equal = m.time == best.time && m.corner == best.corner;
    if (who != none && !nearer(m, best) && !(equal && i < who)) return;
    const bool sooner = who == none || m.time < best.time;
    best = m, who = static_cast<index>(i), best_is_brief = brief;
    if (sooner && !short_way) shorten(after(m.time));
  }
  // What the nearest tile's record has beyond the time and flags.
  void complete() noexcept {
    if constexpr (Mover::quick)
      if (best_is_brief) best = a.known(g.tile(who % g.map.width, who / g.map.width), {detail::touch_of(q), q.start});
  }

  // The rows to look at while the mover's shadow is on column x.
  range rows_at(std::uint32_t x, double columns_a_way) const noexcept {
    if (way[0] == 0) return left[1];
    const double near = way[0] > 0 ? x - high[0] : low[0] - x - 1, far = way[0] > 0 ? x + 1 - low[0] : high[0] - x;
    const double beside = room_after(0, 0);
    double t0 = (near - beside) * columns_a_way, t1 = (far + beside) * columns_a_way;
    t0 = t0 > 0 ? t0 : 0, t1 = t1 < reach ? t1 : reach;
    const double from = way[1] * t0, to = way[1] * t1, off = room_after(1, std::fabs(from) + std::fabs(to));
    return intersection(
        left[1], between(g.axis[1], low[1] + (from < to ? from : to) - off, high[1] + (from < to ? to : from) + off));
  }

  // The next in the direction of the motion, as long as there are some left; these become fewer with each hit.
  template <class Each> void go(int k, range all, const Each& each) const noexcept {
    const bool down = way[k] < 0;
    for (std::uint32_t i = down ? all.end - 1 : all.first; i >= left[k].first && i < left[k].end;
         i += down ? -1u : 1u) {
      if (i < all.first || i >= all.end) return;
      each(i);
    }
  }

  struct course {                  // of a point
    double at[2], each[2], doubt;  // when it crosses the next line of each axis, and how long to another one
    std::uint32_t cell[2];
  };
  double ends() const noexcept { return q.until < 1 ? double{q.until} : 1; }
  // A point goes from cell to cell as a line is drawn (Amanatides and Woo 1987); true if that leaves no doubt which
  // tile it meets first. Where there is doubt which cells it enters all are looked at, as the reference decides:
  //
  //     |     |   ,*            at the start: the cells on both sides of a line that it is on, or almost;
  //     +-----+-,*--            later: the three behind a corner that it goes through, or almost.
  //     |   ,*|*  |
  //     | *'  |   |             What is met there is met before anything that is entered at the next line, if that is
  //     +-----+----             further away than the doubt. From outside it starts where it enters the map.
  //
  // Moments are parts of the motion.
  ONCE bool follow() noexcept {
    double at[2], each[2], doubt = 0x1p-18;
    std::uint32_t cell[2];
    bool plain = true;
    for (int k = 0; k < 2; ++k) {
      const double off = room_after(k, way[k]);
      plain = plain && low[k] > off && low[k] < g.axis[k].count - off;
      cell[k] = plain ? static_cast<std::uint32_t>(static_cast<std::int64_t>(low[k])) : 0;
      const double in = low[k] - cell[k];
      plain = plain && in > off && in < 1 - off;
      at[k] = each[k] = 4;
      if (way[k] == 0) continue;
      each[k] = 1 / std::fabs(way[k]);
      at[k] = (way[k] > 0 ? 1 - in : in) * each[k], doubt += 4 * off * each[k];
    }
    if (!plain) [[unlikely]] {
      course c;
      if (!start_in_doubt(c)) return false;
      if (c.cell[0] == none) return true;
      // Copied: what another function has seen the address of stays in no register.
      for (int k = 0; k < 2; ++k) at[k] = c.at[k], each[k] = c.each[k], cell[k] = c.cell[k];
      doubt = c.doubt;
    }
    const double beyond = ends() + doubt;
    const bool simple = q.until >= 1 && q.start == start_overlap::hits;
    const std::uint32_t turn[2] = {way[0] < 0 ? -1u : 1u, way[1] < 0 ? -1u : 1u};
    const auto width = static_cast<std::ptrdiff_t>(g.map.width);
    const std::ptrdiff_t step[2] = {way[0] < 0 ? -1 : 1, way[1] < 0 ? -width : width};
    for (std::size_t i = g.index_of(cell[0], cell[1]);;) {
      if (const std::uint8_t flags = g.flags(i)) [[unlikely]] {
        const box2 tile = g.tile(cell[0], cell[1]);
        if (simple && flags & tile_solid && valid(tile)) {  // as most are: the same in place
          const moment<2> m = a.meet_when(tile, detail::touch_of(q));
          if (m.hit) return best = m, who = static_cast<index>(i), best_is_brief = true;
        } else if (look_about(cell[0], cell[1])) {
          return true;
        }
      }
      const bool second = !(at[0] < at[1]);
      if ((second ? at[1] : at[0]) > beyond) return true;
      if (!(std::fabs(at[0] - at[1]) > doubt)) [[unlikely]] {
        if (!(each[0] > 4 * doubt && each[1] > 4 * doubt)) return short_way = false;
        const std::uint32_t x = cell[0] + turn[0], y = cell[1] + turn[1];
        const std::size_t beside = i + static_cast<std::size_t>(step[0]), behind = static_cast<std::size_t>(step[1]);
        if (x >= g.axis[0].count || y >= g.axis[1].count ||
            (g.flags(i + behind) | g.flags(beside) | g.flags(beside + behind))) {
          look_about(x, cell[1]), look_about(cell[0], y), look_about(x, y);
          if (who != none) return true;
        }
      }
      at[0] += second ? 0 : each[0], at[1] += second ? each[1] : 0;
      cell[0] += second ? 0 : turn[0], cell[1] += second ? turn[1] : 0;
      i += static_cast<std::size_t>(second ? step[1] : step[0]);
      if (cell[0] >= g.axis[0].count || cell[1] >= g.axis[1].count) return true;
    }
  }
  // Is there a tile, and is it met? As far as is known then nothing is left out for being later.
  ONCE bool look_about(std::uint32_t x, std::uint32_t y) noexcept {
    short_way = true;
    if (x < g.axis[0].count && y < g.axis[1].count) look(x, y);
    return who != none;
  }
  // Where the course begins if not surely inside of a cell; false: too much is in doubt. Without a cell: that was all.
  // Places are in tiles from the side of the map that the motion comes from.
  [[gnu::cold]] ONCE bool start_in_doubt(course& to) noexcept {
    double place[2], off[2], doubt = 0x1p-18, begin = 0;
    int from = -1;  // where it enters the map
    to.cell[0] = none;
    for (int k = 0; k < 2; ++k) {
      const double count = g.axis[k].count;
      off[k] = room_after(k, way[k]), to.each[k] = way[k] == 0 ? 4 : 1 / std::fabs(way[k]);
      place[k] = way[k] < 0 ? count - low[k] : low[k];
      if (!(off[k] < 0.125)) return false;
      if (place[k] > count + off[k] || (way[k] == 0 && place[k] < -off[k])) return true;  // it never enters
      if (way[k] == 0) continue;
      doubt += 4 * off[k] * to.each[k];
      if (-place[k] * to.each[k] > begin) begin = -place[k] * to.each[k], from = k;
    }
    to.doubt = doubt;
    if (begin > ends() + doubt) return true;
    if (!(begin > doubt)) begin = 0, from = -1;
    std::uint32_t cell[2], turn[2], behind[2], ahead[2];
    for (int k = 0; k < 2; ++k) {
      const std::uint32_t count = g.axis[k].count;
      const double speed = std::fabs(way[k]), blur = off[k] + (from < 0 ? 0 : doubt * speed);
      const double now = k == from ? 0 : place[k] + begin * speed;
      if (now > count + blur) return true;
      std::uint32_t c = now > 0 ? static_cast<std::uint32_t>(static_cast<std::int64_t>(now)) : 0;
      c = c < count ? c : count - 1;
      const double in = now - c, left = (1 - in) * to.each[k];
      behind[k] = in <= blur, ahead[k] = left <= doubt && speed > 0;
      if (way[k] == 0 ? behind[k] || in >= 1 - blur : ahead[k] && !(to.each[k] > 4 * doubt)) return false;
      to.at[k] = way[k] == 0 ? 4 : begin + left;
      cell[k] = way[k] < 0 ? count - 1 - c : c, turn[k] = way[k] < 0 ? -1u : 1u;
    }
    if (ahead[0] != ahead[1] && !(std::fabs(to.at[0] - to.at[1]) > doubt)) return false;
    for (std::uint32_t y = 0; y <= behind[1] + ahead[1]; ++y)
      for (std::uint32_t x = 0; x <= behind[0] + ahead[0]; ++x)
        look_about(cell[0] + (x - behind[0]) * turn[0], cell[1] + (y - behind[1]) * turn[1]);
    for (int k = 0; k < 2; ++k)
      if (ahead[k]) to.at[k] += to.each[k], cell[k] += turn[k];
    if (who == none && cell[0] < g.axis[0].count && cell[1] < g.axis[1].count)
      to.cell[0] = cell[0], to.cell[1] = cell[1];
    return true;
  }

  void walk() noexcept {
    for (int k = 0; k < 2; ++k) {
      const lines& l = g.axis[k];
      const double size = l.tiles_per_unit;
      low[k] = (a.low(k) - l.origin) * size, high[k] = (a.high(k) - l.origin) * size, way[k] = d[k] * size;
      room[k] = l.room + slack(a.low(k), a.high(k), 0) * size, early[k] = a.early * size;
    }
    if constexpr (Mover::quick && std::is_same_v<Grid, grid_of_tiles>)
      if (is_point(a.a) && follow()) return;
    look_along();
  }
  ONCE void look_along() noexcept {
    shorten(q.until < 1 ? after(q.until) : 1);
    const range columns = left[0], rows = left[1];
    const std::uint64_t width = columns.end - columns.first, height = rows.end - rows.first;
    if (width * height <= few) {  // most motions are short: to look at all is less than to walk
      short_way = true;
      for (std::uint32_t y = rows.first; y < rows.end; ++y)
        for (std::uint32_t x = columns.first; x < columns.end; ++x) {
          look(x, y);
          if (best.time == 0 && !best.corner) return;  // in the order of the indices: nothing is nearer
        }
      return;
    }
    const double columns_a_way = 1 / std::fabs(way[0]);
    go(0, columns, [&](std::uint32_t x) { go(1, rows_at(x, columns_a_way), [&](std::uint32_t y) { look(x, y); }); });
  }
  static constexpr std::uint64_t few = 12;
};

template <class Walker> hit to_hit(const Walker& w) noexcept {
  hit h;
  if (w.who == none) return h;
  h.time = w.best.time, h.index = w.who, h.flags = flags_of(w.best);
  h.normal = {w.best.normal[0], w.best.normal[1]}, h.position = {w.best.position[0], w.best.position[1]};
  return h;
}

box_mover mover_of(const box2& a, const float (&d)[2]) noexcept { return {a, d}; }
circle_mover mover_of(const circle_at<2>& a, const float (&d)[2]) noexcept { return {a, d}; }

// The map is valid.
template <class Grid, class Shape>
hit sweep(const Grid& g, const Shape& a, vec2 step, const query& q, std::uint32_t layers, bool where = true) noexcept {
  const float d[2] = {step.x, step.y};
  if (!valid(a) || !finite(d[0]) || !finite(d[1]) || !(q.until > 0) || !(q.layers & layers)) return {};
  const auto mover = mover_of(a, d);
  walker<Grid, decltype(mover_of(a, d))> w{g, mover, d, q};
  w.walk();
  if (where) w.complete();
  return to_hit(w);
}

box2 around(float x, float y, float half_x, float half_y) noexcept {
  return {{x - half_x, y - half_y}, {x + half_x, y + half_y}};
}
box2 start_of(float x, float y, const query& q) noexcept {  // without padding: a point, copied so that -0 stays -0
  if (!detail::thickens<2>(q.padding)) return {{x, y}, {x, y}};
  return around(x, y, detail::half_extent(q.padding.x), detail::half_extent(q.padding.y));
}

std::uint32_t layers_of(const layer_column& c, std::size_t i) noexcept { return c.absent() ? ~0u : c[i]; }

void put(const hit_columns& out, std::size_t i, const hit& h) noexcept {
  if (!out.index.empty()) out.index[i] = h.index;
  if (!out.time.empty()) out.time[i] = h.time;
  if (!out.normal_x.empty()) out.normal_x[i] = h.normal.x;
  if (!out.normal_y.empty()) out.normal_y[i] = h.normal.y;
  if (!out.position_x.empty()) out.position_x[i] = h.position.x;
  if (!out.position_y.empty()) out.position_y[i] = h.position.y;
  if (!out.flags.empty()) out.flags[i] = h.flags;
}

// What nobody has asked about, where columns differ in length: no hit.
void put_none(const hit_columns& out, std::size_t from, std::size_t end) noexcept {
  const auto fill = [&](const auto& column, auto value) {
    for (std::size_t i = from; i < end && i < column.size(); ++i) column[i] = value;
  };
  fill(out.index, none), fill(out.time, 1.0f), fill(out.flags, std::uint8_t{0});
  fill(out.normal_x, 0.0f), fill(out.normal_y, 0.0f), fill(out.position_x, 0.0f), fill(out.position_y, 0.0f);
}

constexpr std::size_t few = 4;  // what is there to do for each request takes longer than so many movers

// What the engine makes of items first..first + n - 1, at_once at most; the rest by one(i) -> hit.
template <class One>
void some_of(const detail::tiled::kernels& kernels, const detail::tiled::level& on, detail::tiled::form what,
             std::span<const column> shape, const layer_column& layers, const motions& steps, const hit_columns& out,
             const query& q, std::size_t first, std::size_t n, const One& one) noexcept {
  float copies[6 * detail::tiled::at_once], *space = copies;
  detail::tiled::sweep_request r{.on = on,
                                 .what = what,
                                 .shape = {},
                                 .step = {feed_from(steps.dx, first, n, space), feed_from(steps.dy, first, n, space)},
                                 .n = static_cast<std::uint32_t>(n),
                                 .closed = q.touch == touching::hits,
                                 .from_inside = q.start == start_overlap::hits,
                                 .until = q.until,
                                 .out = {},
                                 .open = nullptr};
  for (std::size_t k = 0; k < shape.size(); ++k) r.shape[k] = feed_from(shape[k], first, n, space);
  const auto at = [first](const auto& span) { return span.empty() ? nullptr : span.data() + first; };
  r.out.index = at(out.index), r.out.time = at(out.time), r.out.flags = at(out.flags);
  r.out.normal[0] = at(out.normal_x), r.out.normal[1] = at(out.normal_y);
  r.out.position[0] = at(out.position_x), r.out.position[1] = at(out.position_y);
  std::uint32_t open[detail::tiled::at_once];
  r.open = open;
  const std::uint32_t left = kernels.sweep(r);
  for (std::uint32_t k = 0; k < left; ++k) put(out, first + open[k], one(first + open[k]));
  if (layers.many())
    for (std::size_t i = first; i < first + n; ++i)
      if (!(layers[i] & q.layers)) put(out, i, {});
}

// Columns as they were asked about: they have to be there and of one length.
struct asked {
  const char *query, *label;  // of the view
  std::span<const column> view, steps;
  const layer_column& layers;

  // f(column or layers), for all of them.
  template <class F> void each(const F& f) const noexcept {
    for (const column& c : view) f(c);
    for (const column& c : steps) f(c);
    f(layers);
  }
  bool sound() const noexcept {
    std::size_t n = static_cast<std::size_t>(-1);
    bool all = true;
    for (const std::span<const column> columns : {view, steps})
      for (const column& c : columns) all &= !c.absent();
    each([&](const auto& c) {
      if (!c.many()) return;
      if (n != static_cast<std::size_t>(-1)) all &= c.size() == n;
      n = c.size();
    });
    return all;
  }
  [[gnu::cold]] void tell() const noexcept {
    detail::request r{};
    const auto length = [](std::span<const column> columns) {
      for (const column& c : columns)
        if (c.many()) return c.size();
      return std::size_t{1};
    };
    detail::note_columns(r, label, view.data(), view.size());
    detail::note_columns(r, "motions dx dy", steps.data(), steps.size());
    if (layers.many() && layers.size() != length(view))
      detail::note_lengths(r, {"layers", label, -1, -1, layers.size(), length(view)});
    detail::note_lengths(r, {"motions", label, -1, -1, length(steps), length(view)});
    detail::report_breach(r, query, "");
  }
};

// `shape`: the columns of that form. For as many as there are, or, where nobody looks at columns, as are in the
// shortest of them.
void sweep_all(const asked& from, const tile_map& map, detail::tiled::form what, std::span<const column> shape,
               const motions& steps, const hit_columns& out, const query& q) noexcept {
  const detail::default_float_state here;
  std::size_t n = static_cast<std::size_t>(-1), longest = 0;
  from.each([&](const auto& c) {
    if (!c.many()) return;
    n = c.size() < n ? c.size() : n, longest = c.size() > longest ? c.size() : longest;
  });
  if (n == static_cast<std::size_t>(-1)) n = longest = 1;
  const detail::wanted want(detail::widen(out));
  bool fine = !refused(from.query, q) && is_there(map);
  if (detail::checked_build) {
    if (!from.sound()) from.tell(), fine = false;
    if (want.room() < longest)
      detail::report_lengths(from.query, want.column, want.room(), "the batch", longest), fine = false;
  }
  if (!fine) return put_none(out, 0, longest);
  if (want.room() < n) n = want.room();
  put_none(out, n, longest);
  const grid_of_tiles g(map);
  const bool where =
      !out.normal_x.empty() || !out.normal_y.empty() || !out.position_x.empty() || !out.position_y.empty();
  const auto one = [&](std::size_t i) {
    using enum detail::tiled::form;
    const auto at = [&](std::size_t c) { return shape[c][i]; };
    const vec2 step{steps.dx[i], steps.dy[i]};
    const std::uint32_t layers = layers_of(from.layers, i);
    if (what == discs) return sweep(g, circle_at<2>{{at(0), at(1)}, at(2)}, step, q, layers, where);
    const box2 a = what == corners ? box2{{at(0), at(2)}, {at(1), at(3)}}
                   : what == spots ? box2{{at(0), at(1)}, {at(0), at(1)}}  // copied so that -0 stays -0
                                   : around(at(0), at(1), at(2), at(3));
    return sweep(g, a, step, q, layers, where);
  };
  detail::tiled::level on;
  const detail::tiled::kernels* const kernels =
      n >= few && q.until > 0 && (from.layers.many() || layers_of(from.layers, 0) & q.layers) ? level_of(map, on)
                                                                                              : nullptr;
  if (kernels) {
    for (std::size_t i = 0; i < n; i += detail::tiled::at_once)
      some_of(*kernels, on, what, shape, from.layers, steps, out, q, i,
              n - i < detail::tiled::at_once ? n - i : detail::tiled::at_once, one);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) put(out, i, one(i));
}
template <class View>
void sweep_view(const char* label, const tile_map& map, detail::tiled::form what, const View& a, const motions& steps,
                const hit_columns& out, const query& q) noexcept {
  const auto view = a.columns();
  const auto by = steps.columns();
  sweep_all({sweeps, label, view, by, a.layers}, map, what, view, steps, out, q);
}

}  // namespace

// ---- the map -------------------------------------------------------------------------------------------------------

bool tile_map::valid() const noexcept {
  return in_default_state([&] { return is_sound(*this); });
}
box tile_map::tile(std::uint32_t x, std::uint32_t y) const noexcept {
  return in_default_state([&]() -> box {
    const box2 b = grid_of_tiles(*this).tile(x, y);
    return {{b.min[0], b.min[1]}, {b.max[0], b.max[1]}};
  });
}
std::uint8_t tile_map::at(std::uint32_t x, std::uint32_t y) const noexcept {
  return in_default_state([&]() -> std::uint8_t {
    if (!is_sound(*this) || x >= width || y >= height) return 0;
    const grid_of_tiles g(*this);
    return g.flags(g.index_of(x, y));
  });
}

bool tile_map::overlap_any(vec2 a, const query& q) const noexcept {
  return in_default_state([&] { return any_of(*this, a, q); });
}
bool tile_map::overlap_any(const box& a, const query& q) const noexcept {
  return in_default_state([&] { return any_of(*this, a, q); });
}
bool tile_map::overlap_any(const circle& a, const query& q) const noexcept {
  return in_default_state([&] { return any_of(*this, a, q); });
}
std::size_t tile_map::overlap_count(vec2 a, const query& q) const noexcept {
  return in_default_state([&] { return list_of(*this, a, {}, q).total; });
}
std::size_t tile_map::overlap_count(const box& a, const query& q) const noexcept {
  return in_default_state([&] { return list_of(*this, a, {}, q).total; });
}
std::size_t tile_map::overlap_count(const circle& a, const query& q) const noexcept {
  return in_default_state([&] { return list_of(*this, a, {}, q).total; });
}
found tile_map::overlap(vec2 a, std::span<index> out, const query& q) const noexcept {
  return in_default_state([&] { return list_of(*this, a, out, q); });
}
found tile_map::overlap(const box& a, std::span<index> out, const query& q) const noexcept {
  return in_default_state([&] { return list_of(*this, a, out, q); });
}
found tile_map::overlap(const circle& a, std::span<index> out, const query& q) const noexcept {
  return in_default_state([&] { return list_of(*this, a, out, q); });
}

hit tile_map::sweep_nearest(const box& a, vec2 step, const query& q) const noexcept {
  return in_default_state([&]() -> hit {
    if (refused(sweeps, q) || !is_there(*this)) return {};
    return sweep(grid_of_tiles(*this), numbers_of(a), step, q, ~0u);
  });
}
hit tile_map::sweep_nearest(const circle& a, vec2 step, const query& q) const noexcept {
  return in_default_state([&]() -> hit {
    if (refused(sweeps, q) || !is_there(*this)) return {};
    return sweep(grid_of_tiles(*this), numbers_of(a), step, q, ~0u);
  });
}
bool detail::tiled::there(const tile_map& map) noexcept { return is_there(map); }
hit detail::tiled::sweep_solid(const tile_map& map, const box& a, vec2 step, const query& q) noexcept {
  if (!is_there(map)) return {};
  return sweep(grid_of_solids(map), numbers_of(a), step, q, ~0u);
}
hit detail::tiled::sweep_solid(const tile_map& map, const circle& a, vec2 step, const query& q) noexcept {
  if (!is_there(map)) return {};
  return sweep(grid_of_solids(map), numbers_of(a), step, q, ~0u);
}
bool detail::tiled::anything_in(const tile_map& map, const box& around) noexcept {
  if (!is_there(map)) return false;
  const grid_of_tiles g(map);
  const range columns = about(g.axis[0], double{around.min.x}, double{around.max.x});
  const range rows = about(g.axis[1], double{around.min.y}, double{around.max.y});
  for (std::uint32_t y = rows.first; y < rows.end; ++y)
    for (std::uint32_t x = columns.first; x < columns.end; ++x)
      if (g.flags(g.index_of(x, y))) return true;
  return false;
}
hit tile_map::cast_nearest(const segment& s, const query& q) const noexcept {
  return in_default_state([&]() -> hit {
    if (refused(casts, q, true) || !is_there(*this)) return {};
    return sweep(grid_of_tiles(*this), start_of(s.start.x, s.start.y, q), s.delta, q, ~0u);
  });
}

void tile_map::sweep_nearest(const boxes& a, const motions& steps, const hit_columns& out,
                             const query& q) const noexcept {
  sweep_view(detail::label_of(detail::kind::corners, 2), *this, detail::tiled::form::corners, a, steps, out, q);
}
void tile_map::sweep_nearest(const centred_boxes& a, const motions& steps, const hit_columns& out,
                             const query& q) const noexcept {
  sweep_view(detail::label_of(detail::kind::centred, 2), *this, detail::tiled::form::centred, a, steps, out, q);
}
void tile_map::sweep_nearest(const circles& a, const motions& steps, const hit_columns& out,
                             const query& q) const noexcept {
  sweep_view(detail::label_of(detail::kind::circle, 2), *this, detail::tiled::form::discs, a, steps, out, q);
}
void tile_map::cast_nearest(const segments& s, const hit_columns& out, const query& q) const noexcept {
  const motions steps{.dx = s.dx, .dy = s.dy};
  query each = q;  // has the size itself
  each.padding = {};
  const std::array<column, 4> columns = s.columns();
  const bool thick = detail::thickens<2>(q.padding);
  const std::array<column, 4> shape{s.x, s.y, detail::half_extent(q.padding.x), detail::half_extent(q.padding.y)};
  sweep_all({casts, detail::label_of(detail::kind::segment, 2), columns, {}, s.layers}, *this,
            thick ? detail::tiled::form::centred : detail::tiled::form::spots, std::span(shape).first(thick ? 4 : 2),
            steps, out, each);
}

}  // namespace hitscan
