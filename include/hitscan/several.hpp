// Lists of different shapes asked as one: the nearest of all, and in which of the lists it is.
//
//   const hs::mixed_hit h = hs::sweep_nearest(ball, step, hs::several(walls, pillars, ship));
//   if (h && h.view == 1) ring(h.index);                                              // a pillar
//
// One mover, or one segment with cast_nearest, against any number of views or single shapes, each of which stands or is
// moving(shape, steps). The order is that of every nearest, with the view before the index: lowest time; a face before
// a corner; first view; lowest index.
// Many movers ask a world that is made of several views (world.hpp).
#pragma once

#include <tuple>

#include "results.hpp"

namespace hitscan {

/// A hit, and which of the views it is in: 0 is the first. `index` counts within that view.
template <class V> struct basic_mixed_hit : basic_hit<V> {
  unsigned view = none;
  friend constexpr bool operator==(const basic_mixed_hit&, const basic_mixed_hit&) = default;
};
using mixed_hit = basic_mixed_hit<vec2>;
using mixed_hit3 = basic_mixed_hit<vec3>;

/// Refers to its views: for use within the call.
template <class... Views> struct several_views {
  std::tuple<const Views&...> all;
};
/// Views, or single shapes, to be asked as one list.
template <class... Views> constexpr several_views<Views...> several(const Views&... views) noexcept {
  return {std::tuple<const Views&...>(views...)};
}

}  // namespace hitscan
