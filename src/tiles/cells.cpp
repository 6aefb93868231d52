// Which cells are around a shape: on each axis those between the edges of its bounds (lines.hpp), which never leave out
// one that it overlaps or touches. What is true of them is for the verbs to say.
#include <hitscan/cells.hpp>

#include <algorithm>
#include <bit>
#include <tuple>

#include "../core/float_state.hpp"
#include "../reference/shapes.hpp"
#include "lines.hpp"
#include "tiled.hpp"

namespace hitscan {

namespace {
constexpr std::int64_t furthest = 1 << 24;  // whole floats are exact up to here

bool fits(std::int32_t from, std::uint32_t size) noexcept {
  return from >= -furthest && from + std::int64_t{size} <= furthest;
}
}  // namespace

// ---- where the cells are -------------------------------------------------------------------------------------------

cells::cells(const tile_map& map) noexcept {
  if (!detail::in_default_state([&] { return detail::tiled::there(map); })) return;
  width_ = map.width, height_ = map.height, row_ = map.width, cell_ = map.cell, origin_ = map.origin;
  if (map.tiles.empty())
    bits_ = map.bits.data();
  else
    tiles_ = map.tiles.data();
}
cells::cells(const pixel_mask& mask) noexcept {
  if (!mask.valid() || !fits(mask.x, mask.width) || !fits(mask.y, mask.height)) {
    (void)mask.overlap_any({});  // says if its words are too few
    return;
  }
  width_ = mask.width, height_ = mask.height, row_ = pixel_mask::words_per_row(mask.width) * 64;
  origin_ = {static_cast<float>(mask.x), static_cast<float>(mask.y)};
  bits_ = mask.words.data();
}

// Of row y from x up to `end`, which it is if there is none.
std::uint32_t cells::first_solid(std::uint32_t x, std::uint32_t end, std::uint32_t y) const noexcept {
  const std::size_t row = y * row_;
  if (tiles_) {
    while (x < end && !(tiles_[row + x] & tile_solid)) ++x;
    return x;
  }
  while (x < end) {
    const std::size_t i = row + x;
    if (const std::uint64_t rest = bits_[i / 64] >> (i % 64)) {
      x += static_cast<std::uint32_t>(std::countr_zero(rest));
      break;
    }
    x += static_cast<std::uint32_t>(64 - i % 64);
  }
  return x < end ? x : end;
}
// The same from behind; x if there is none.
std::uint32_t cells::after_last_solid(std::uint32_t x, std::uint32_t end, std::uint32_t y) const noexcept {
  const std::size_t row = y * row_;
  if (tiles_) {
    while (x < end && !(tiles_[row + end - 1] & tile_solid)) --end;
    return end;
  }
  while (x < end) {
    const std::size_t i = row + end - 1;
    const std::uint64_t rest = bits_[i / 64] << (63 - i % 64);
    const std::size_t less = rest ? static_cast<std::size_t>(std::countl_zero(rest)) : i % 64 + 1;
    if (less >= end - x) return x;
    end -= static_cast<std::uint32_t>(less);
    if (rest) break;
  }
  return end;
}

namespace detail {

constexpr std::uint32_t few = 16;  // columns that are sooner looked at than told apart

// Which cells of a row are about what goes along a way while it is in the row: t1 to t2 of the way.
//
//    t1 = (row - high) / step, t2 = (row + 1 - low) / step, in cells; with more room than doubles round by.
[[gnu::noinline]] static range in_row(std::uint32_t y, range all, const boxed_way& along, const lines& across,
                                      const lines& down) noexcept {
  const double per = down.tiles_per_unit, step = double{along.step.y} * per;
  double low = (double{along.start.min.y} - down.origin) * per, high = (double{along.start.max.y} - down.origin) * per;
  const double room = down.room + (std::fabs(low) + std::fabs(high) + std::fabs(step)) * 0x1p-40;
  low -= room, high += room;
  const double enters = (step > 0 ? y - high : y + 1.0 - low) / step,
               leaves = (step > 0 ? y + 1.0 - low : y - high) / step;
  const double from = std::max(enters, 0.0), to = std::min(leaves, 1.0);
  if (!(from <= to)) return all;  // rounded: whatever is in the row
  const double dx = along.step.x, left = double{along.start.min.x} + std::min(dx * from, dx * to),
               right = double{along.start.max.x} + std::max(dx * from, dx * to),
               slack = (std::fabs(left) + std::fabs(right) + std::fabs(dx)) * 0x1p-40;
  return intersection(about(across, left - slack, right + slack), all);  // none where it has left the map
}

cell_walk::cell_walk(const cells& world, const boxed_way& along, order by) noexcept : world_(world), along_(along) {
  const default_float_state here;
  room_ = by == order::seek ? few : cell_block::room;
  back_ = by == order::seek && (along.step.y < 0 || (along.step.y == 0 && along.step.x < 0));
  const box bounds = along.step == vec2{} ? along.start : swept_bounds(along.start, along.step);
  const textbook::box_at<2> b{{bounds.min.x, bounds.min.y}, {bounds.max.x, bounds.max.y}};
  if (!textbook::valid(b) || world.width_ == 0 || world.height_ == 0) return;
  const lines across{world.origin_.x, world.cell_.x, world.width_}, down{world.origin_.y, world.cell_.y, world.height_};
  const range columns = about(across, double{b.min[0]}, double{b.max[0]});
  const range rows = about(down, double{b.min[1]}, double{b.max[1]});
  if (columns.first == columns.end) return;
  first_x_ = columns.first, end_x_ = columns.end, y_ = rows.first, end_y_ = rows.end;
  begin_row();
}

void cell_walk::begin_row() noexcept {
  range row{first_x_, end_x_};
  if (row.end - row.first > few && along_.step.y != 0 && y_ < end_y_)
    row = in_row(back_ ? end_y_ - 1 : y_, row, along_, {world_.origin_.x, world_.cell_.x, world_.width_},
                 {world_.origin_.y, world_.cell_.y, world_.height_});
  x_ = row.first, row_end_ = row.end;
}

bool cell_walk::next(cell_block& out) noexcept {
  const default_float_state here;
  const cells world = world_;  // not read again for what is written to the block
  const lines across{world.origin_.x, world.cell_.x, world.width_}, down{world.origin_.y, world.cell_.y, world.height_};
  const std::uint32_t room = room_;
  room_ = std::min(2 * room, cell_block::room);
  out.count = 0;
  for (; y_ < end_y_; back_ ? --end_y_ : ++y_, begin_row()) {
    const std::uint32_t y = back_ ? end_y_ - 1 : y_;
    const float top = down.edge(y), bottom = down.edge(y + 1);
    std::uint32_t x = x_, end = row_end_;
    while (x < end && out.count < room) {
      back_ ? end = world.after_last_solid(x, end, y) : x = world.first_solid(x, end, y);
      if (x >= end) break;
      const std::uint32_t column = back_ ? --end : x++;
      const std::uint32_t i = back_ ? room - 1 - out.count : out.count;  // in ascending order in any case
      ++out.count;
      out.who[i] = static_cast<index>(static_cast<std::size_t>(y) * world.width_ + column);
      out.min_x[i] = across.edge(column), out.max_x[i] = across.edge(column + 1);
      out.min_y[i] = top, out.max_y[i] = bottom;
    }
    x_ = x, row_end_ = end;
    if (out.count == room) return found_ = true;
  }
  if (const std::uint32_t n = out.count; back_ && n != 0) {
    std::copy(out.who + room - n, out.who + room, out.who);
    for (float* const edges : {out.min_x, out.min_y, out.max_x, out.max_y})
      std::copy(edges + room - n, edges + room, edges);
  }
  found_ |= out.count != 0;
  return out.count != 0;
}

// The order of blocks is not that of indices: at one time, both faces or corners, the lower one is the first.
void cell_walk::take(const cell_block& from, hit h, hit& best, query& q) noexcept {
  const default_float_state here;
  h.index = from.who[h.index];
  const auto place = [](const hit& a) { return std::tuple(a.time, a.flags & corner, a.index); };
  if (best && place(best) < place(h)) return;
  const bool sooner = !best || h.time < best.time;
  best = h;
  if (!sooner) return;
  q.until = std::min(q.until, std::nextafter(h.time, 2.0f));  // one at the same time may yet be the first
  // How far it gets by then, with more room than times may be early by: of circles that is 2^-22 of size and way.
  const vec2 low = along_.start.min, high = along_.start.max, step = along_.step;
  const double early = 0x1p-16 * (double{high.x} - low.x + high.y - low.y + std::fabs(step.x) + std::fabs(step.y));
  const auto reached = [&](const lines& l, float least, float most, float by) {
    const double way = double{by} * h.time;
    return about(l, least + std::min(way, 0.0) - early, most + std::max(way, 0.0) + early);
  };
  const range columns = reached({world_.origin_.x, world_.cell_.x, world_.width_}, low.x, high.x, step.x);
  const range rows = reached({world_.origin_.y, world_.cell_.y, world_.height_}, low.y, high.y, step.y);
  first_x_ = std::max(first_x_, columns.first), end_x_ = std::min(end_x_, columns.end);
  x_ = std::max(x_, columns.first), row_end_ = std::min(row_end_, columns.end);
  y_ = std::max(y_, rows.first), end_y_ = std::min(end_y_, rows.end);
}

}  // namespace detail

// ---- two worlds ----------------------------------------------------------------------------------------------------

namespace {

// each(cell of a) for those that overlap a cell of b, until it returns false.
template <class Each>
void each_common(const cells& a, const cells& b, const box& of_b, const query& q, const Each& each) {
  query others = q;
  if (others.on.reset(); !detail::plain_options(others)) return (void)b.overlap_any(box{}, q);  // refused: said once
  detail::cell_walk walk(a, {of_b});
  for (detail::cell_block some; walk.next(some);)
    for (std::size_t i = 0; i < some.count; ++i) {
      const box one{{some.min_x[i], some.min_y[i]}, {some.max_x[i], some.max_y[i]}};
      if (b.overlap_any(one, q) && !each(some.who[i])) return;
    }
  walk.look_at(q, [&](const boxes&) { (void)b.overlap_any(box{}, q); });
}

}  // namespace

bool cells::overlap_any(const cells& other, const query& q) const noexcept {
  bool any = false;
  each_common(*this, other, other.bounds(), q, [&](index) { return any = true, false; });
  return any;
}
found cells::overlap(const cells& other, std::span<index> out, const query& q) const noexcept {
  found all{out.data(), 0, 0};
  each_common(*this, other, other.bounds(), q, [&](index i) { return add(all, out, i), true; });
  return all;
}
std::size_t cells::overlap_count(const cells& other, const query& q) const noexcept {
  return overlap(other, {}, q).total;
}

box cells::bounds() const noexcept {
  return detail::in_default_state([&] {
    const lines across{origin_.x, cell_.x, width_}, down{origin_.y, cell_.y, height_};
    box b{{across.edge(0), down.edge(0)}, {across.edge(width_), down.edge(height_)}};
    for (int k = 0; k < 2; ++k)  // what lies beyond is no cell
      if (b.max[k] > FLT_MAX) b.max[k] = FLT_MAX;
    return b;
  });
}

// ---- contacts and casts --------------------------------------------------------------------------------------------

contact_columns cells::contact_room::columns() noexcept {
  return {.index = who,
          .depth = number[0],
          .normal_x = number[1],
          .normal_y = number[2],
          .position_x = number[3],
          .position_y = number[4],
          .push_x = number[5],
          .push_y = number[6]};
}
void cells::contact_room::put(const contact_columns& out, const detail::cell_block& b, std::size_t count,
                              found& all) const noexcept {
  const std::span<float> to[] = {out.depth,      out.normal_x, out.normal_y, out.position_x,
                                 out.position_y, out.push_x,   out.push_y};
  std::size_t room = static_cast<std::size_t>(-1);
  const auto shortest = [&](std::size_t size) {
    if (size != 0 && size < room) room = size;
  };
  shortest(out.index.size());
  for (const auto& column : to) shortest(column.size());
  if (room == static_cast<std::size_t>(-1)) room = 0;
  for (std::size_t i = 0; i < count; ++i, ++all.total) {
    if (all.total >= room) continue;
    if (!out.index.empty()) out.index[all.written] = b.who[who[i]];
    for (int c = 0; c < 7; ++c)
      if (!to[c].empty()) to[c][all.written] = number[c][i];
    ++all.written;
  }
}

hit cells::cast_nearest(const segment& s, const query& q) const noexcept {
  const box start = box::from_center(s.start, {q.padding.x, q.padding.y});
  return first_of({start, s.delta}, q, [&](const boxes& b, const query& o) { return hitscan::cast_nearest(s, b, o); });
}

}  // namespace hitscan
