// Two sides of which one asks whom of the other it meets: what is known of them before anything is looked for.
#pragma once

#include <algorithm>

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

  // The columns of others may have gaps: then they become copies without.
  void close_gaps(memory& s) {
    if (r.strided) broad::close_gaps(swapped ? r.b : r.a, swapped ? r.db : r.da, r.dims, s), r.strided = false;
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
      (swapped ? r.db : r.da).longest = -1;  // no method goes by a promise, since most do not look at it
      if (self) r.da = g.by;
    } else
      r.until = 1, r.start = start_overlap::hits, r.da.present = r.db.present = false;
  }
  bool sweeps() const noexcept { return is_sweep(r.test); }
  side& asks() noexcept { return swapped ? r.b : r.a; }
  const side& asks() const noexcept { return swapped ? r.b : r.a; }
  const motion& steps() const noexcept { return swapped ? r.db : r.da; }  // of who asks
  const side& items() const noexcept { return swapped ? r.a : r.b; }
};

// Are bounds that meet a pair? Those of circles have not said it all, nor of a point that one edge counts for.
inline bool boxes_say_it_all(const request& r) noexcept {
  return r.test == test::overlap_boxes && r.touch != touching::half_open;
}

inline join_rules rules_of(const meeting_of& m) noexcept {
  return {m.r.touch == touching::hits || !boxes_say_it_all(m.r), layered(m.r.a, m.r.b), m.r.layers};
}

// Those who ask from..to - 1, as a request of their own.
inline request part_of(const meeting_of& m, std::size_t from, std::size_t to) noexcept {
  request part = m.r;
  side& asks = m.swapped ? part.b : part.a;
  motion& by = m.swapped ? part.db : part.da;
  asks = from_item(asks, from, part.dims), asks.count = to - from;
  if (by.present) by = from_item(by, from, part.dims);
  part.n = to - from, part.first = part.second = nullptr;
  return part;
}
// Where items are fewer than who asks, each of them is asked about all of these, or a block of them that stays in the
// cache: ask(from, item, request of many against one) for those from..from + n - 1, items ascending.
template <class Ask>
void item_by_item(const meeting_of& m, std::size_t from, std::size_t end, const Ask& ask) noexcept {
  for (std::size_t at = from; at < end; at += block_of_many) {
    const request block = part_of(m, at, std::min(end, at + block_of_many));
    one_against_many one(block, !m.swapped);
    for (std::size_t k = 0; k < m.items().count; ++k) ask(at, k, one.at(k));
  }
}

// Of few items: the pairs of those who ask from..end - 1 with them, ascending (few_items.cpp).
void pairs_with_few(const meeting_of&, std::size_t from, std::size_t end, const pair_sink&) noexcept;

// Bounds of who asks, of all their way if it is a sweep; and their BVH. Both in the first workspace.
inline side bounds_of(const meeting_of& m, int dims, const workers& c) {
  const side& who = m.asks();
  if (!m.sweeps() && has_own_bounds(who.what)) return who;
  return boxes_around(who, m.steps(), dims, m.sweeps() ? taking_in::way : taking_in::shape, memory_of(c, 0).edges);
}
inline bvh bvh_of(const meeting_of& m, const side& bounds, int dims, const workers& c) {
  memory& s = memory_of(c, 0);
  return sorted_bvh(of<sort_kernels>(m.e), bounds, dims, s, s.tree, c);
}

}  // namespace hitscan::detail::broad
