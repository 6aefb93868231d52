// Pairs of a world's items, and of others with them: how they are put together, whatever is asked about each pair. What
// overlaps and what meets on its way are files of their own, so that a program gets no more kernels than it asks.
#pragma once

#include "meeting.hpp"
#include "views.hpp"

namespace hitscan::detail::broad {

// Where pairs are written, and, if they meet on their way, when and how.
struct told_columns : meeting_columns {
  std::span<std::uint8_t> flags{};  // none, or as long as the times
};

// Finds the pairs of one view of which a test says so (pairs.cpp); the same, and when they meet (meetings.cpp).
using finder = found_pairs(world_body&, const meeting_of&, bool in_order, const told_columns&, const query&,
                           const workers&);
found_pairs find_pairs(world_body&, const meeting_of&, bool in_order, const told_columns&, const query&,
                       const workers&);
found_pairs find_meetings(world_body&, const meeting_of&, bool in_order, const told_columns&, const query&,
                          const workers&);

// Pairs of a world's items among themselves: question(a, b, q) is what those of view a are asked about those of b.
using question = request(const world_body& a, const world_body& b, const query&) noexcept;
found_pairs pairs_within(world_body&, question*, finder*, bool in_order, const told_columns&, const query&,
                         const workers&);
// Pairs of others with them, ascending.
found_pairs pairs_with(world_body&, const asker&, finder*, const told_columns&, const query&, const workers&);

// The items of one view among themselves, or those of a with those of b.
template <test Boxes, test Circles, test Both, test Hulls>
request between(const world_body& a, const world_body& b, const query& q) noexcept {
  request r;
  const auto put = [&]<test T>(std::integral_constant<test, T>) {
    a.dims == 2 ? put_options<T, 2>(r, q) : put_options<T, 3>(r, q);
  };
  const auto is_box = [](const world_body& g) { return !g.round() && g.items.what != kind::point; };
  if (const world_body& hulls = a.hulls() ? a : b; hulls.hulls()) {
    put_options(r, Hulls, 2, q);
    r.kernel = is_sweep(Hulls) ? hulls.hull_tests->sweep : hulls.hull_tests->overlap;
  } else if (!a.round() && !b.round())
    put(std::integral_constant<test, Boxes>{});
  else if (is_box(a) || is_box(b))
    put(std::integral_constant<test, Both>{}), r.flip = b.round();
  else
    put(std::integral_constant<test, Circles>{});
  refuse_view_options(r, q);
  a.put_items(r.flip ? r.b : r.a, r.test), (r.flip ? r.db : r.da) = a.by;
  return r;
}

}  // namespace hitscan::detail::broad
