#include "hull_columns.hpp"

#include "../core/words.hpp"

#include "columns.hpp"

namespace hitscan::detail {

int put_hull(plan& p, int at, const side& s, const index* pick, std::size_t limit) noexcept {
  const feed nothing{nullptr, 0};
  switch (core_of(s)) {
    case core::dot: return put_circles<2>(p, at, s, pick, limit);
    case core::bar:
      for (int c = 0; c < 4; ++c) put_column(p, at + c, s.column[c], pick, limit);
      put_column(p, at + 4, s.what == kind::segment ? nothing : s.column[4], pick, limit);
      if (s.what == kind::chain) {
        for (int k = 0; k < 2; ++k)
          p.from[at + 2 + k] = {source::minus, s.column[2 + k], s.column[k], pick, limit, nullptr};
        p.written |= 0xcu << at;
      }
      break;
    case core::box:
      put_corners<2>(p, at, s, pick, limit);
      for (int c = 4; c < 6; ++c) put_column(p, at + c, nothing, pick, limit);
      break;
    case core::tilted:
      for (int c = 0; c < 6; ++c) put_column(p, at + c, s.column[c], pick, limit);
      break;
    case core::ring:
      for (int c = 0; c < 5; ++c)
        p.from[at + c] = {static_cast<decltype(source::op)>(source::low_x + c), {}, {}, pick, limit, &s.outline};
      p.written |= 0x1fu << at;
      break;
  }
  return at + hull_columns(corners_of(core_of(s)));
}

void lone_hull(const float* const* column, std::size_t at, core what, const outlines* from, hull& h) noexcept {
  if (what == core::ring) return read_outline(*from, float_as_word(column[4][at]), h);
  const int floats = what == core::dot ? 2 : what == core::tilted ? 6 : 4;
  h.what = what, h.radius = 0;
  for (int k = 0; k < floats; ++k) h.at[k] = column[k][at];
  for (int k = 2; k < 6 && what == core::tilted; ++k) {
    const float half = column[1 + k / 2][at];
    h.at[k] = half >= 0 ? half * column[4 + k % 2][at] : __builtin_nanf("");
  }
  if (what == core::dot || what == core::bar) h.radius = column[floats][at];
}

}  // namespace hitscan::detail
