// One item of a side by itself, or a side, a motion and records from an item on.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail::broad {

inline float at(const feed& column, std::size_t i) noexcept {
  if (!column.data) return column.one;
  return column.gap == 0 ? column.data[i] : value_behind(column.data, i, column.gap);
}

// Where value i of column c stands: of a chain in a ring that of the next node, too, may lie behind its end.
inline std::size_t turned(const side& s, int c, std::size_t i) noexcept {
  if (s.what != kind::chain || !s.ring) return i;
  const std::size_t node = i + (c == 2 || c == 3);
  return node < s.wrap ? i : i - s.ring;
}
inline float at(const side& s, int c, std::size_t i) noexcept {
  const feed& f = s.column[c];
  return f.data ? value_behind(f.data, turned(s, c, i), f.gap) : f.one;
}
inline std::uint32_t layers_at(const side& s, std::size_t i) noexcept {
  return s.layer_data ? value_behind(s.layer_data, turned(s, 0, i), s.layer_gap) : s.layer_one;
}

// One polygon of them; offsets that lead nowhere leave it without corners.
inline outlines outline_of(const outlines& all, std::size_t i) noexcept {
  if (!all.offsets) return all;
  const index from = all.offsets[i], to = all.offsets[i + 1];
  if (from > to || to > all.corners) return {all.x, all.y, 0, nullptr};
  return {all.x + from, all.y + from, to - from, nullptr};
}

inline side item_of(const side& s, std::size_t i, int dims) noexcept {
  side one = s;
  one.count = 1, one.spans = false, one.layer_data = nullptr;
  if (s.layer_data) one.layer_one = layers_at(s, i);
  for (int c = 0; c < columns_of(s.what, dims); ++c) one.column[c] = {nullptr, at(s.column[c], i)};
  if (s.what == kind::polygon) one.outline = outline_of(s.outline, i);
  return one;
}
/// Makes `one`, a copy of `all` whose count is 1, its item i. Only values change from turn to turn: src/core/items.cpp.
void single_out(const request& r, const side& all, const motion& moves, std::size_t i, side& one,
                motion& move) noexcept;
inline void make_single(side& one, motion& move) noexcept {
  one.count = 1, one.layer_data = nullptr, one.spans = false;
  move.longest = -1;  // the one step is at hand, no promise about it is needed
}

/// A side or a motion without its first i items.
void skip(side& s, std::size_t i, int dims) noexcept;
inline void skip(motion& m, std::size_t i, int dims) noexcept {
  for (int k = 0; m.present && k < dims; ++k)
    if (m.column[k].data) m.column[k].data += i;
}
inline side from_item(side s, std::size_t i, int dims) noexcept {
  skip(s, i, dims);
  return s;
}
inline motion item_of(motion m, std::size_t i, int dims) noexcept {
  for (int k = 0; k < dims; ++k) m.column[k] = {nullptr, at(m.column[k], i)};
  return m;
}
inline motion from_item(motion m, std::size_t i, int dims) noexcept {
  skip(m, i, dims);
  return m;
}
inline records from_item(records r, std::size_t i) noexcept {
  const auto skip = [i](auto*& column) {
    if (column) column += i;
  };
  skip(r.index), skip(r.time), skip(r.flags);
  for (int k = 0; k < 3; ++k) skip(r.normal[k]), skip(r.position[k]), skip(r.push[k]);
  return r;
}

/// What there is to tell of item i, to the columns that are wanted.
void put(const records& to, std::size_t i, const outcome& o) noexcept;

/// One of what stands on a side of a request, a or b, against all of the other side. The request is copied once.
class one_against_many {
 public:
  one_against_many(const request& all, bool b) noexcept : all_(all), one_(all), b_(b) {
    one_.batch = b ? batch::many_one : batch::one_many, one_.n = (b ? all.a : all.b).count;
    one_.first = one_.second = nullptr;
    make_single(b ? one_.b : one_.a, b ? one_.db : one_.da);
  }
  one_against_many(const one_against_many&) = delete;
  one_against_many& operator=(const one_against_many&) = delete;
  // The other side, too, loses its first i items.
  void skip_others(std::size_t i) noexcept {
    skip(b_ ? one_.a : one_.b, i, one_.dims), skip(b_ ? one_.da : one_.db, i, one_.dims), one_.n -= i;
  }
  const request& at(std::size_t i) noexcept {
    if (b_)
      single_out(all_, all_.b, all_.db, i, one_.b, one_.db);
    else
      single_out(all_, all_.a, all_.da, i, one_.a, one_.da);
    return one_;
  }

 private:
  const request& all_;
  request one_;
  bool b_;
};

inline bool layered(const side& a, const side& b) noexcept { return a.layer_data || b.layer_data; }
// Nobody shares a layer with anybody.
inline bool apart(const side& a, const side& b, std::uint32_t layers) noexcept {
  return a.count == 0 || b.count == 0 || (!layered(a, b) && !(a.layer_one & b.layer_one & layers));
}
inline bool apart(const request& r) noexcept { return apart(r.a, r.b, r.layers); }

}  // namespace hitscan::detail::broad
