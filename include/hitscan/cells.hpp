// Any shape of the plane against a world of cells: the solid tiles of a tile map, or the pixels of a mask.
//
//        # # . .  ___       A cell is a box: a tile as tile_map::tile says, pixel (px, py) of a mask from (x + px, y +
//        # # . ./   /       py) to one more on both axes. The answers are those of overlap, contact, cast and sweep
//        . . . /___/        over the boxes of all solid cells, to the last bit, index included: row * width + column.
//        . # # # .          Only cells around the shape are looked at, on the instruction set in use.
//
//   const hs::cells world(map);                                   // or hs::cells sprite(mask)
//   if (world.overlap_any(laser)) ...                             // vec2, box, circle, segment, capsule, obb, polygon
//   const hs::hit h = world.sweep_nearest(ship_polygon, step);
//   if (world.overlap_any(hs::cells(mask))) ...                   // a sprite and the tiles, or two of anything
//
// One-way tiles are not solid; who stands on them asks the tile_map. Boxes, segments that begin on the map, and many
// movers at a time are quicker there, two masks by themselves (masks.hpp). A world that is not valid, or a mask with a
// pixel further than 2^24 from 0, has no cells. Nothing is copied: the map's tiles or the mask's words must outlive it.
#pragma once

#include "cast.hpp"
#include "contact.hpp"
#include "masks.hpp"
#include "overlap.hpp"
#include "respond.hpp"
#include "sweep.hpp"
#include "tiles.hpp"

namespace hitscan {

class cells;

namespace detail {
template <class S>
concept plane_shape = shape<S> && shape_traits<S>::dims == 2 && !shape_traits<S>::plural;

// Some of the solid cells, as columns of boxes.
struct cell_block {
  static constexpr std::uint32_t room = 128;
  std::uint32_t count = 0;
  index who[room];
  float min_x[room], min_y[room], max_x[room], max_y[room];
  hitscan::boxes boxes() const noexcept {
    return {.min_x = std::span(min_x, count),
            .min_y = std::span(min_y, count),
            .max_x = std::span(max_x, count),
            .max_y = std::span(max_y, count)};
  }
};
// Where something is: in a box that goes along a way. Of what is long and thin that is less than its bounds.
struct boxed_way {
  box start;
  vec2 step{};
};
// The solid cells that overlap or touch such a way, in ascending order, a block at a time; or, of `seek`, for who looks
// for the first of them: blocks in the order of the way, as far as that goes by rows.
class cell_walk {
 public:
  enum class order { ascending, seek };
  cell_walk(const cells& world, const boxed_way& along, order by = order::ascending) noexcept;
  bool next(cell_block& out) noexcept;  // false: no more; else at least one
  // Of a block's first hit, which becomes the best if it goes before that: then nothing later is looked at any more.
  void take(const cell_block& from, hit h, hit& best, query& q) noexcept;
  // Options that mean nothing are refused by the query of a block: where there is none it is asked of no boxes.
  template <class Ask> void look_at(const query& q, const Ask& ask) const noexcept {
    if (!found_ && !plain_options(q)) [[unlikely]]
      ask(cell_block{}.boxes());
  }

 private:
  void begin_row() noexcept;

  const cells& world_;
  const boxed_way along_;
  std::uint32_t first_x_ = 0, end_x_ = 0;                  // of all rows
  std::uint32_t y_ = 0, end_y_ = 0, x_ = 0, row_end_ = 0;  // what is left: of rows, and of this one
  std::uint32_t room_;                                     // of the next block
  bool back_ = false, found_ = false;                      // back_: the last are the next
};

template <plane_shape S> box bounds_of(const S& a) noexcept {
  if constexpr (is_point<S>)
    return {a, a};
  else
    return swept_bounds(a, {});
}
template <plane_shape S> boxed_way way_of(const S& a) noexcept {
  if constexpr (std::is_same_v<S, segment>)
    return {{a.start, a.start}, a.delta};
  else if constexpr (std::is_same_v<S, capsule>)
    return {swept_bounds(circle{a.start, a.radius}, {}), a.delta};
  else
    return {bounds_of(a)};
}
}  // namespace detail

class cells {
 public:
  explicit cells(const tile_map& map) noexcept;
  explicit cells(const pixel_mask& mask) noexcept;

  // Which cells a shape, or any cell of another world, overlaps.
  template <detail::plane_shape S> [[nodiscard]] bool overlap_any(const S& a, const query& q = {}) const noexcept {
    detail::cell_walk walk(*this, detail::way_of(a), detail::cell_walk::order::seek);
    for (detail::cell_block b; walk.next(b);)
      if (hitscan::overlap_any(a, b.boxes(), q)) return true;
    walk.look_at(q, [&](const boxes& no) { (void)hitscan::overlap_any(a, no, q); });
    return false;
  }
  template <detail::plane_shape S>
  [[nodiscard]] std::size_t overlap_count(const S& a, const query& q = {}) const noexcept {
    return overlap(a, std::span<index>{}, q).total;
  }
  template <detail::plane_shape S> found overlap(const S& a, std::span<index> out, const query& q = {}) const noexcept {
    detail::cell_walk walk(*this, detail::way_of(a));
    found all{out.data(), 0, 0};
    index hits[detail::cell_block::room];
    for (detail::cell_block b; walk.next(b);)
      for (const index i : hitscan::overlap(a, b.boxes(), std::span<index>(hits), q)) add(all, out, b.who[i]);
    walk.look_at(q, [&](const boxes& no) { hitscan::overlap(a, no, std::span<index>(hits), q); });
    return all;
  }
  [[nodiscard]] bool overlap_any(const cells& other, const query& q = {}) const noexcept;
  [[nodiscard]] std::size_t overlap_count(const cells& other, const query& q = {}) const noexcept;
  found overlap(const cells& other, std::span<index> out, const query& q = {}) const noexcept;
  template <class No = void> bool overlap_any(const detail::anything&, ...) const { return overlap<No>(0).total; }
  template <class No = void> std::size_t overlap_count(const detail::anything&, ...) const {
    return overlap<No>(0).total;
  }
  template <class No = void> found overlap(...) const {
    static_assert(detail::never<No>,
                  "hitscan: cells overlap one shape of the plane, or other cells: overlap(it, room for indices)");
    return {};
  }

  // How far a shape is inside of each of them, and of the one it is deepest in.
  template <detail::plane_shape S>
  found contact(const S& a, const contact_columns& out, const query& q = {}) const noexcept {
    detail::cell_walk walk(*this, detail::way_of(a));
    contact_room room;
    found all{out.index.data(), 0, 0};
    for (detail::cell_block b; walk.next(b);) {
      const found some = hitscan::contact(a, b.boxes(), room.columns(), q);
      room.put(out, b, some.total, all);
    }
    walk.look_at(q, [&](const boxes& no) { hitscan::contact(a, no, room.columns(), q); });
    return all;
  }
  template <detail::plane_shape S>
  [[nodiscard]] contact2 contact_deepest(const S& a, const query& q = {}) const noexcept {
    detail::cell_walk walk(*this, detail::way_of(a));
    contact2 best;
    for (detail::cell_block b; walk.next(b);) {
      contact2 c = hitscan::contact_deepest(a, b.boxes(), q);
      if (!c || (best && !detail::deeper(c.depth, best.depth))) continue;
      c.index = b.who[c.index], best = c;
    }
    walk.look_at(q, [&](const boxes& no) { (void)hitscan::contact_deepest(a, no, q); });
    return best;
  }

  // The first of them on the way of a shape, or of a segment (as thick as query::padding says).
  template <detail::plane_shape S>
  [[nodiscard]] hit sweep_nearest(const S& a, vec2 step, const query& q = {}) const noexcept {
    return first_of({detail::bounds_of(a), step}, q,
                    [&](const boxes& b, const query& o) { return hitscan::sweep_nearest(a, step, b, o); });
  }
  [[nodiscard]] hit cast_nearest(const segment& s, const query& q = {}) const noexcept;

 private:
  friend class detail::cell_walk;

  struct contact_room {
    index who[detail::cell_block::room];
    float number[7][detail::cell_block::room];
    contact_columns columns() noexcept;
    void put(const contact_columns& out, const detail::cell_block& b, std::size_t count, found& all) const noexcept;
  };
  static void add(found& all, std::span<index> out, index i) noexcept {
    if (all.total < out.size()) out[all.written++] = i;
    ++all.total;
  }
  template <class Ask> hit first_of(const detail::boxed_way& along, query q, const Ask& ask) const noexcept {
    detail::cell_walk walk(*this, along, detail::cell_walk::order::seek);
    hit best;
    for (detail::cell_block b; walk.next(b);)
      if (const hit h = ask(b.boxes(), q)) walk.take(b, h, best, q);
    walk.look_at(q, [&](const boxes& no) { ask(no, q); });
    return best;
  }
  std::uint32_t first_solid(std::uint32_t x, std::uint32_t end, std::uint32_t y) const noexcept;
  std::uint32_t after_last_solid(std::uint32_t x, std::uint32_t end, std::uint32_t y) const noexcept;
  box bounds() const noexcept;

  std::uint32_t width_ = 0, height_ = 0;  // 0: no cells
  std::size_t row_ = 0;                   // bits from row to row
  vec2 cell_{1, 1}, origin_{};
  const std::uint8_t* tiles_ = nullptr;  // a byte a cell, or
  const std::uint64_t* bits_ = nullptr;  // a bit a cell
};

}  // namespace hitscan
