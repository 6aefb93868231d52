// Does box a lie inside box b?
//
//        +----------------+
//        | b  +-----+     |           b.min <= a.min  and  a.max <= b.max   on every axis (touching hits),
//        |    |  a  |     |           <  when it does not: then a may not be flush with a side of b.
//        |    +-----+     |
//        +----------------+           Only inputs are compared: exact as it stands.
#pragma once

#include "shapes.hpp"

namespace hitscan::detail::textbook {

template <int D> bool inside_boxes(const box_at<D>& a, const box_at<D>& b, touching touch) noexcept {
  if (touch == touching::half_open) [[unlikely]]
    return half_open(a, b);
  bool hit = true;
  for (int k = 0; k < D; ++k) hit &= before(b.min[k], a.min[k], touch), hit &= before(a.max[k], b.max[k], touch);
  return hit;
}

}  // namespace hitscan::detail::textbook
