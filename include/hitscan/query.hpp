// The options of every query, one small struct, and what happens when a contract is broken.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "isa.hpp"
#include "views.hpp"

namespace hitscan {

/// Is touching a hit? `misses`: every inequality is strict, so boxes that lie flush slide along each other.
/// `half_open`: a box has its lower edges and not its upper ones, so that a point is in exactly one of boxes that lie
/// side by side, and of tiles. Of points in boxes (overlap, inside, cull), or that ask a world of boxes; else refused.
/// `usual`: what the query says by itself; inside and cull count it as a hit, all others do not.
enum class touching : std::uint8_t { misses, hits, half_open, usual };

/// What a moving query does with things that overlap before they move. Who is itself in the view that it asks meets
/// itself there, at once, unless that is ignored.
enum class start_overlap : std::uint8_t {
  hits,                ///< a hit at time 0, flagged `started`
  ignored,             ///< no hit at all, for this frame
  hits_unless_leaving  ///< ignored when the motion does not lead deeper: push-out direction . motion >= 0. Two circles
                       ///< with one centre have no such direction: ignored
};

/// Item first[i] of who asks with item second[i] of what it asks about: none at all, if there are none. An index beyond
/// its view is a contract breach; without checks such a pair never hits.
struct index_pairs {
  std::span<const index> first{}, second{};
  bool given = false;  ///< false: nobody spoke of pairs
  constexpr index_pairs() = default;
  constexpr index_pairs(std::span<const index> first_, std::span<const index> second_) noexcept
      : first(first_), second(second_), given(true) {}
};

/// How a world answers (world.hpp): by asking every item, among sorted items, or among items filed for single rays.
enum class method : std::uint8_t { brute, grid, tree };

/// Questions in which nothing moves (overlap, inside, contact, distance, nearest, cull) look at neither `start` nor
/// `until`: nothing of theirs starts or ends.
struct query {
  touching touch = touching::usual;
  start_overlap start = start_overlap::hits;
  std::uint32_t layers = ~0u;  ///< an item takes part when item.layers & layers; a pair when both share such a layer
  float until = 1;             ///< moving queries: below 1, only hits with time < until count; NaN: none do
  half_extents padding{};      ///< casts and particles: as thick as a box of these half extents, a vec2 or vec3;
                               ///< z counts in 3D, and is 0 of a vec2; nothing hits when one is negative or NaN.
                               ///< Elsewhere it is a breach
  index_pairs pairs{};         ///< queries with _each: not item i with item i, but first[i] with second[i]
  std::optional<isa> on{};     ///< queries of views: who answers, isa::scalar is the reference; none: the active ISA
  std::optional<method> by{};  ///< queries of a world: how it answers; none: as it thinks best
};

namespace detail {
constexpr touching touch_of(const query& q, touching usual = touching::misses) noexcept {
  return q.touch == touching::usual ? usual : q.touch;
}
constexpr query closed(query q) noexcept {  // by default, as inside is
  q.touch = touch_of(q, touching::hits);
  return q;
}
}  // namespace detail

/// Called on every contract breach with a sentence that says which: a column that is missing or of another length than
/// its neighbours, an output that is too short. Such a query finds nothing: its outputs are filled with that (bits 0,
/// index `none`, time 1, totals 0).
///
///   hitscan: overlap_mask: circles.radius has 3 values, x has 4
///
/// Without a handler the sentence goes to stderr: the first of each kind, and the program goes on; in Debug builds of
/// the library, or with HITSCAN_CHECKS=ON, the program ends there. A library built with HITSCAN_CHECKS=OFF looks at
/// nothing and works on the shortest length. None of them ever reads or writes out of bounds.
/// It may be called on any thread that asks a query, and in the default floating-point state. Returns the previous
/// handler; a null pointer restores the default.
using breach_handler = void (*)(const char* message);
breach_handler set_breach_handler(breach_handler handler) noexcept;

}  // namespace hitscan
