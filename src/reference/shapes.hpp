// The reference's own values: one box, one circle, one answer. An axis is an index.
#pragma once

#include <cfloat>

#include "../core/forced.hpp"

#include <hitscan/query.hpp>
#include <hitscan/results.hpp>

namespace hitscan::detail::textbook {

template <int D> struct box_at {
  float min[D], max[D];
};

template <int D> struct circle_at {
  float center[D];
  float radius;
};

// Does it hit, and when, and where? Functions that tell have one of a name, and return that alone: with a `return {}`
// beside it GCC 12 makes it elsewhere and copies it, which waits for what was just written.
template <int D> struct moment {
  bool hit = false;
  float time = 1;
  bool corner = false, started = false;
  float normal[D]{}, position[D]{};
  float push[D]{};  // of contacts, whose time is -depth
};

// What the tests need to know of a query's options.
struct rules {
  touching touch;
  start_overlap start;
  bool flip = false;  // it is b who asks
  bool told = true;   // false: nobody asks when and where
};

// Comparisons with NaN are false: written this way round, these need no test for it. `&`, since a branch that is
// guessed wrong takes longer than all of them.
inline bool finite(float x) noexcept { return (x >= -FLT_MAX) & (x <= FLT_MAX); }

template <int D> bool valid(const box_at<D>& b) noexcept {
  bool ok = true;
  for (int k = 0; k < D; ++k) ok &= (b.min[k] >= -FLT_MAX) & (b.min[k] <= b.max[k]) & (b.max[k] <= FLT_MAX);
  return ok;
}
template <int D> bool valid(const circle_at<D>& c) noexcept {
  bool ok = (c.radius >= 0) & (c.radius <= FLT_MAX);
  for (int k = 0; k < D; ++k) ok &= finite(c.center[k]);
  return ok;
}

template <int D> bool is_point(const box_at<D>& b) noexcept {
  for (int k = 0; k < D; ++k)
    if (b.min[k] != b.max[k]) return false;
  return true;
}

// A point, whichever it is, in a box that has its lower edges and not its upper ones. Nothing is in one without extent.
// Seldom asked, and out of the way of what is asked often.
template <int D> ONCE bool half_open(const box_at<D>& a, const box_at<D>& b) noexcept {
  const bool swap = !is_point(a);
  const box_at<D>&p = swap ? b : a, &box = swap ? a : b;
  bool in = true;
  for (int k = 0; k < D; ++k) in &= (box.min[k] <= p.min[k]) & (p.min[k] < box.max[k]);
  return in;
}

// On one axis: `ahead` is the gap from one up to the other before they move, `behind` the gap down to it (one of them
// is below 0, or both), `step` the motion and `size` how far they reach themselves, in double. Can they never meet?
// A gap is rounded once and a reach, which adds up three floats, twice: both are within 2^-52 of themselves, so that
// this is sure.
inline bool out_of_reach(double ahead, double behind, double step, double size) noexcept {
  constexpr double room = 1 + 0x1p-50;
  return ahead > ((step > 0 ? step : 0) + size) * room || behind > ((step < 0 ? 0 - step : 0) + size) * room;
}

// a < b, or a <= b when touching hits.
template <class T> bool before(T a, T b, touching touch) noexcept { return touch == touching::hits ? a <= b : a < b; }

}  // namespace hitscan::detail::textbook
