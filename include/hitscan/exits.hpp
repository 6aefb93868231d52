// When does it end? Beside the time of a hit, the time at which both have parted again: how long a beam is inside, a
// train on a switch.
//
//        time          exit                float until = hs::cast_exit(beam, wall);
//   o-----|------------|------>            const hs::found all = hs::sweep(train, step, switches, room);
//         +------------+                   hs::sweep_exits(train, step, switches, all.span(), exits);
//
// Boxes, centred boxes and points with boxes, segments with boxes, and circles and points with circles; both may move.
// The motion goes on behind time 1: an exit of 1.5 is in the middle of the next frame, if all goes on as it does, and
// infinite if nothing moves. Who wants the end within this frame takes the lesser of it and 1. It is never less than
// the time of the hit; what does not hit has exit 1, as it has time 1.
//
// Only what was found is asked, one by one: sweeps and casts that want no exits pay nothing for them.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

namespace detail {
float run_exit(const request& r) noexcept;
// Dense: both are views, and it is item k and item who[k].
void run_exits(const request& r, bool dense, std::span<const index> who, std::span<float> out) noexcept;

template <class A, class B> constexpr bool part_again() noexcept {
  if constexpr (is_subject<A> && is_subject<B>) {
    using x = typename subject<A>::shape;
    using y = typename subject<B>::shape;
    if constexpr (some_segments<x> && shape<y>)
      return is_box<y> || is_circle<y>;
    else if constexpr (shape<x> && shape<y>)
      return box_pair<x, y> || circle_pair<x, y>;
    else
      return false;
  } else {
    return true;  // that is told in other words
  }
}

template <class A, class B, class... By> inline constexpr bool both_many = is_many<A, By...>() && is_many<B>();

// Both are single; one is many, or both are. A padded cast at circles is no sweep of circles.
template <class Verb, bool Single, class A, class B, class... By>
request lowered_exit(const query& q, const A& a, const B& b, const By&... by) noexcept {
  constexpr bool known = part_again<A, B>();
  static_assert(known,
                "hitscan: exits are of boxes, points and segments with boxes, and of circles, points and "
                "segments with circles");
  request r;
  if constexpr (known) {
    static_assert(!Single || !(is_many<A, By...>() || is_many<B>()),
                  "hitscan: one exit is of two single shapes; of those found it is _exits");
    r = lowered < Verb, both_many<A, B, By...> ? many : told > (q, a, b, by...);
    if (r.test == test::sweep_circles_boxes) r.breach = "hitscan: there are no exits of padded segments from circles";
  }
  return r;
}
}  // namespace detail

/// When a single shape has parted from another again; 1 if they do not meet.
template <class A, class M = detail::vector_for<A>, meets<A> B>
[[nodiscard]] float sweep_exit(const A& a, const M& by, const B& b, const query& options = {}) noexcept {
  return detail::run_exit(detail::lowered_exit<detail::sweep_verb, true>(options, a, b, by));
}
/// The same for hits that were found, as one more column: exits[k] is that of item who[k] of the view, as `sweep` with
/// the same options lists them; of two views that of item k and of item who[k], as `sweep_nearest` of many, or
/// `sweep_each` without pairs, writes them. 1 where who[k] is `none`, and beyond the end of who.
template <class A, class M = detail::vector_for<A>, meets<A> B>
void sweep_exits(const A& a, const M& by, const B& b, std::span<const index> who, std::span<float> exits,
                 const query& options = {}) noexcept {
  detail::run_exits(detail::lowered_exit<detail::sweep_verb, false>(options, a, b, by), detail::both_many<A, B, M>, who,
                    exits);
}

/// When a segment, or what goes along it, leaves; 1 if it does not enter. Beyond 1: it ends inside.
template <class A, meets<A> B>
[[nodiscard]] float cast_exit(const A& a, const B& b, const query& options = {}) noexcept {
  return detail::run_exit(detail::lowered_exit<detail::cast_verb, true>(options, a, b));
}
/// The same for hits that were found, as sweep_exits does it.
template <class A, meets<A> B>
void cast_exits(const A& a, const B& b, std::span<const index> who, std::span<float> exits,
                const query& options = {}) noexcept {
  detail::run_exits(detail::lowered_exit<detail::cast_verb, false>(options, a, b), detail::both_many<A, B>, who, exits);
}

}  // namespace hitscan
