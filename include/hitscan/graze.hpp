// Hit and close in one pass, and what left the field: questions a shooter asks of all its bullets in every frame.
//
//         . - - .          hit    overlaps the ship itself
//       '    _    '        close  does not, but overlaps the circle of radius `reach` around its centre: it grazes
//      |    (_)  o |
//       '  ship   '        A bullet grazes once: give a bit a bullet as memory, `seen`. What is seen already is not
//         ' - - '          reported again, what is reported becomes seen. Clear the bits to let them graze again.
//
// With steps it is about the whole way of the frame: hit is who meets the ship, close is who comes within `reach` and
// does not. The ship may move: moving(ship, its step).
//
// Exact, as the overlaps are that these consist of, or the sweeps, and with their options: touching, layers; where
// something moves, starts in overlap and `until`, of both sweeps.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

/// How many hit, how many graze.
struct graze_counts {
  std::size_t hits = 0, close = 0;
  friend constexpr bool operator==(const graze_counts&, const graze_counts&) = default;
};
/// Which hit, which graze. Each as overlap lists them: ascending, and nothing is lost in silence.
struct grazed {
  found hits, close;
};

namespace detail {
struct graze_out {
  bool masks = false;  // a bit each, or lists
  std::span<std::uint64_t> hit_words{}, close_words{}, seen{};
  std::span<index> hits{}, close{};
};
// `hit` and `close`, overlaps or sweeps, differ in the radius alone, which are `radius` and `reach`.
grazed run_graze(const engine& e, const request& hit, const request& close, float radius, float reach,
                 const graze_out& out) noexcept;
std::size_t run_cull_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept;
found run_cull(const engine& e, const request& r, std::span<index> out) noexcept;

// Growing does not make a field of what is none.
template <class V> basic_box<V> widened(const basic_box<V>& field, float margin) noexcept {
  for (int k = 0; k < V::dims; ++k)
    if (below(field.max[k], field.min[k])) return field;
  return field.grown(margin);
}
template <class V> constexpr basic_circle<V> wider(const basic_circle<V>& ship, float reach) noexcept {
  return {ship.center, reach};
}
template <class V>
constexpr moving_shape<basic_circle<V>, V> wider(const moving_shape<basic_circle<V>, V>& ship, float reach) noexcept {
  return {{ship.shape.center, reach}, ship.by};
}
template <class S>
concept some_ship = requires(const S& ship) { wider(ship, 0.0f); };
}  // namespace detail

/// Which bullets hit the ship, and which are within `reach` of its centre without hitting it. Bullets are of any
/// shape that a circle meets, in 2D or 3D. Only what was written to `close` becomes seen: what did not fit comes next
/// time. Without `seen` nobody is remembered.
template <class A, class V>
grazed graze(const A& bullets, const basic_circle<V>& ship, float reach, std::span<index> hits, std::span<index> close,
             std::span<std::uint64_t> seen = {}, const query& options = {}) noexcept {
  return detail::run_graze(
      detail::engine_of(options), detail::lowered<detail::overlap_verb, detail::of_first>(options, bullets, ship),
      detail::lowered<detail::overlap_verb, detail::of_first>(options, bullets, detail::wider(ship, reach)),
      ship.radius, reach, {.seen = seen, .hits = hits, .close = close});
}
/// The same as one bit a bullet each; without words those bits are not wanted. Returns how many.
template <class A, class V>
graze_counts graze_mask(const A& bullets, const basic_circle<V>& ship, float reach, std::span<std::uint64_t> hit_words,
                        std::span<std::uint64_t> close_words, std::span<std::uint64_t> seen = {},
                        const query& options = {}) noexcept {
  const grazed g = detail::run_graze(
      detail::engine_of(options), detail::lowered<detail::overlap_verb, detail::of_first>(options, bullets, ship),
      detail::lowered<detail::overlap_verb, detail::of_first>(options, bullets, detail::wider(ship, reach)),
      ship.radius, reach, {.masks = true, .hit_words = hit_words, .close_words = close_words, .seen = seen});
  return {g.hits.total, g.close.total};
}

/// The same of bullets that move, one step each or all by one, so that none is too fast to be seen: which meet the ship
/// within the frame, and which come within `reach` of its centre without meeting it. The ship stands or is moving(ship,
/// its step). In terms of the masks of two sweeps with the same options: close & ~hit.
template <class A, detail::some_motion M, detail::some_ship S>
grazed graze(const A& bullets, const M& steps, const S& ship, float reach, std::span<index> hits,
             std::span<index> close, std::span<std::uint64_t> seen = {}, const query& options = {}) noexcept {
  return detail::run_graze(
      detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::of_first>(options, bullets, ship, steps),
      detail::lowered<detail::sweep_verb, detail::of_first>(options, bullets, detail::wider(ship, reach), steps),
      detail::bare(ship).radius, reach, {.seen = seen, .hits = hits, .close = close});
}
/// The same as one bit a bullet each; without words those bits are not wanted. Returns how many.
template <class A, detail::some_motion M, detail::some_ship S>
graze_counts graze_mask(const A& bullets, const M& steps, const S& ship, float reach,
                        std::span<std::uint64_t> hit_words, std::span<std::uint64_t> close_words,
                        std::span<std::uint64_t> seen = {}, const query& options = {}) noexcept {
  const grazed g = detail::run_graze(
      detail::engine_of(options), detail::lowered<detail::sweep_verb, detail::of_first>(options, bullets, ship, steps),
      detail::lowered<detail::sweep_verb, detail::of_first>(options, bullets, detail::wider(ship, reach), steps),
      detail::bare(ship).radius, reach,
      {.masks = true, .hit_words = hit_words, .close_words = close_words, .seen = seen});
  return {g.hits.total, g.close.total};
}
template <class No = void> grazed graze(...) {
  static_assert(detail::never<No>,
                "hitscan: graze(bullets, [steps,] a circle, reach, room for hits, room for close ones [, seen])");
  return {};
}
template <class No = void> graze_counts graze_mask(...) {
  static_assert(detail::never<No>,
                "hitscan: graze_mask(bullets, [steps,] a circle, reach, words of hits, words of close ones [, seen])");
  return {};
}

/// Which items do not overlap the field, grown by `margin` on all sides (edges fl(min - margin) and fl(max + margin)).
/// Touching it counts as in, unless the options say otherwise. What can never hit anything is out as well; what is on
/// none of the options' layers is left alone. With a field that is no valid box, as it is or grown, or a margin that is
/// no number, nothing is out: losing all bullets is no answer to a NaN.
template <class A, class V>
found cull(const A& items, const basic_box<V>& field, float margin, std::span<index> out,
           const query& options = {}) noexcept {
  return detail::run_cull(detail::engine_of(options),
                          detail::lowered<detail::overlap_verb, detail::of_first>(detail::closed(options), items,
                                                                                  detail::widened(field, margin)),
                          out);
}
/// The same as one bit an item. Returns how many.
template <class A, class V>
std::size_t cull_mask(const A& items, const basic_box<V>& field, float margin, std::span<std::uint64_t> words,
                      const query& options = {}) noexcept {
  return detail::run_cull_mask(detail::engine_of(options),
                               detail::lowered<detail::overlap_verb, detail::of_first>(detail::closed(options), items,
                                                                                       detail::widened(field, margin)),
                               words);
}

}  // namespace hitscan
