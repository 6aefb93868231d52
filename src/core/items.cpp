#include "items.hpp"

namespace hitscan::detail::broad {

void single_out(const request& r, const side& all, const motion& moves, std::size_t i, side& one,
                motion& move) noexcept {
  const int dims = r.dims, growths = growths_of(r.test, dims);
  for (int k = 0; k < growths; ++k)
    if (const feed& from = all.grow[k]; from.data) one.grow[k] = {nullptr, at(from, i)};
  const int columns = columns_of(all.what, dims), steps = moves.present ? dims : 0;
  for (int c = 0; c < columns; ++c)
    if (all.column[c].data) one.column[c] = {nullptr, at(all, c, i)};
  for (int k = 0; k < steps; ++k)
    if (const feed& from = moves.column[k]; from.data) move.column[k] = {nullptr, at(from, i)};
  if (all.layer_data) one.layer_one = layers_at(all, i);
  if (all.what == kind::polygon) one.outline = outline_of(all.outline, i);
}

void skip(side& s, std::size_t i, int dims) noexcept {
  s.count -= i;
  if (s.layer_data) s.layer_data += i;
  for (int c = 0; c < columns_of(s.what, dims); ++c)
    if (s.column[c].data) s.column[c].data += i;
  if (s.what == kind::polygon && s.outline.offsets) s.outline.offsets += i;
}

void put(const records& to, std::size_t i, const outcome& o) noexcept {
  if (to.index) to.index[i] = o.index;
  if (to.time) to.time[i] = o.time;
  if (to.flags) to.flags[i] = o.flags;
  for (int k = 0; k < 3; ++k) {
    if (to.normal[k]) to.normal[k][i] = o.normal[k];
    if (to.position[k]) to.position[k][i] = o.position[k];
    if (to.push[k]) to.push[k][i] = o.push[k];
  }
}

}  // namespace hitscan::detail::broad
