// Two sides of which one asks whom of the other it meets: what is known of them before anything is looked for.
#pragma once

#include "../core/items.hpp"
#include "bounds.hpp"
#include "bvh/sort.hpp"
#include "jobs.hpp"
#include "kernels.hpp"

namespace hitscan::detail::broad {

// The two sides as they were asked about, and which of the request's sides asks. On their ways, if it is a sweep.
struct meeting_of {
  const engine& e;
  request r;     // one of its sides asks, the other holds the items
  bool swapped;  // b asks: others are boxes, items are circles
  bool self;

  // The same, of others whose columns have gaps.
  meeting_of(const meeting_of& m, memory& s) : meeting_of(m) {
    close_gaps(swapped ? r.b : r.a, swapped ? r.db : r.da, r.dims, s), r.strided = false;
  }
  // Others with the items, or these among themselves.
  meeting_of(const request& asked, const world_body& g, bool within) noexcept
      : e(active_engine()),
        r(asked),
        swapped(asked.flip || (g.round() && asked.test == test::overlap_circles_boxes)),
        self(within) {
    g.put_items(swapped ? r.a : r.b, r.test);
    if (self) r.a = r.b;
    if (sweeps()) {
      (swapped ? r.da : r.db) = g.by;
      if (self) r.da = g.by;
    } else
      r.until = 1, r.start = start_overlap::hits, r.da.present = r.db.present = false;
  }
  bool sweeps() const noexcept { return is_sweep(r.test); }
  const side& asks() const noexcept { return swapped ? r.b : r.a; }
  const side& items() const noexcept { return swapped ? r.a : r.b; }
};

// Are bounds that meet a pair? Those of circles have not said it all, nor of a point that one edge counts for.
inline bool boxes_say_it_all(const request& r) noexcept {
  return r.test == test::overlap_boxes && r.touch != touching::half_open;
}

inline join_rules rules_of(const meeting_of& m) noexcept {
  return {m.r.touch == touching::hits || !boxes_say_it_all(m.r), layered(m.r.a, m.r.b), m.r.layers};
}

// The asking side's BVH, built in the first workspace.
inline bvh bvh_of(const meeting_of& m, int dims, const workers& c) {
  memory& s = memory_of(c, 0);
  side who = m.asks();
  if (m.sweeps() || !has_own_bounds(who.what))
    who = boxes_around(who, m.swapped ? m.r.db : m.r.da, dims, m.sweeps() ? taking_in::way : taking_in::shape, s.edges);
  return sorted_bvh(of<sort_kernels>(m.e), who, dims, s, s.tree, c);
}

}  // namespace hitscan::detail::broad
