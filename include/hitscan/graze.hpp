// Hit and near in one pass, and what left the field: questions a shooter asks of all its bullets in every frame.
//
//         . - - .          hit    overlaps the ship itself
//       '    _    '        near   does not, but overlaps the circle of radius `near` around it: it grazes
//      |    (_)  o |
//       '  ship   '        A bullet grazes once: give a bit a bullet as memory, `seen`. What is seen already is not
//         ' - - '          reported again, what is reported becomes seen. Clear the bits to let them graze again.
//
// Exact, as the overlaps are that these consist of, and with their options: touching, layers.
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
  std::span<std::uint64_t> hit_words{}, close_words{}, seen{};
  std::span<index> hits{}, close{};
};
// `hit` and `close` differ in the radius alone, which are `radius` and `reach`.
grazed run_graze(const engine& e, const request& hit, const request& close, float radius, float reach,
                 const graze_out& out) noexcept;
std::size_t run_cull_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept;
found run_cull(const engine& e, const request& r, std::span<index> out) noexcept;

template <class A, class V>
concept grazes = shape<A> && shape_traits<A>::plural && asks_flat<overlap_verb, A, basic_circle<V>>;

template <class Engine> struct graze_verb {
  template <class V, grazes<V> A>
  static grazed ask(const A& bullets, const basic_circle<V>& ship, float reach, const graze_out& out,
                    const query& q) noexcept {
    request hit, close;
    ask_flat<overlap_verb>(hit, q, bullets, ship);
    ask_flat<overlap_verb>(close, q, bullets, basic_circle<V>{ship.center, reach});
    return run_graze(Engine::get(), hit, close, ship.radius, reach, out);
  }
};
template <class Engine> struct graze_list {
  template <class V, grazes<V> A>
  grazed operator()(const A& bullets, const basic_circle<V>& ship, float reach, std::span<index> hits,
                    std::span<index> close, std::span<std::uint64_t> seen = {}, const query& q = {}) const noexcept {
    return graze_verb<Engine>::ask(bullets, ship, reach, {.seen = seen, .hits = hits, .close = close}, q);
  }
};
template <class Engine> struct graze_mask {
  template <class V, grazes<V> A>
  graze_counts operator()(const A& bullets, const basic_circle<V>& ship, float reach,
                          std::span<std::uint64_t> hit_words, std::span<std::uint64_t> close_words,
                          std::span<std::uint64_t> seen = {}, const query& q = {}) const noexcept {
    const grazed g = graze_verb<Engine>::ask(bullets, ship, reach,
                                             {.hit_words = hit_words, .close_words = close_words, .seen = seen}, q);
    return {g.hits.total, g.close.total};
  }
};

// The field with its margin; what does not overlap it is out. A field that is no box, or a margin that is no number,
// culls nothing: losing all bullets is no answer to a NaN.
box grown(const box& field, float margin) noexcept;  // in the library, as every sum of floats
box3 grown(const box3& field, float margin) noexcept;
template <class A, class V>
concept culls = shape<A> && shape_traits<A>::plural && asks_flat<overlap_verb, A, basic_box<V>>;

template <class Engine> struct cull_list {
  template <class V, culls<V> A>
  found operator()(const A& items, const basic_box<V>& field, float margin, std::span<index> out,
                   const query& q = closed_by_default::options) const noexcept {
    request r;
    ask_flat<overlap_verb>(r, q, items, grown(field, margin));
    return run_cull(Engine::get(), r, out);
  }
};
template <class Engine> struct cull_mask {
  template <class V, culls<V> A>
  std::size_t operator()(const A& items, const basic_box<V>& field, float margin, std::span<std::uint64_t> words,
                         const query& q = closed_by_default::options) const noexcept {
    request r;
    ask_flat<overlap_verb>(r, q, items, grown(field, margin));
    return run_cull_mask(Engine::get(), r, words);
  }
};
template <class Engine> inline constexpr graze_list<Engine> graze_list_of{};
template <class Engine> inline constexpr graze_mask<Engine> graze_mask_of{};
template <class Engine> inline constexpr cull_list<Engine> cull_list_of{};
template <class Engine> inline constexpr cull_mask<Engine> cull_mask_of{};
}  // namespace detail

/// graze(bullets, ship, near, hits, close, [seen], [options]) -> grazed: two lists of indices. Bullets are circles,
/// points, boxes or centred boxes, in 2D or 3D. Only what was written to `close` becomes seen: what did not fit
/// comes next time.
inline constexpr auto& graze = detail::graze_list_of<detail::active_choice>;
/// graze_mask(bullets, ship, near, hit_words, close_words, [seen], [options]) -> graze_counts. One bit a bullet each.
inline constexpr auto& graze_mask = detail::graze_mask_of<detail::active_choice>;

/// cull(items, field, margin, indices, [options]) -> found: which items do not overlap the field, grown by `margin` on
/// all sides (edges fl(min - margin) and fl(max + margin)). Touching it counts as in, unless the options say otherwise.
/// What can never hit anything is out as well; what is on none of the options' layers is left alone. With a field that
/// is no valid box, nothing is out.
inline constexpr auto& cull = detail::cull_list_of<detail::active_choice>;
/// cull_mask(items, field, margin, words, [options]) -> how many; one bit an item.
inline constexpr auto& cull_mask = detail::cull_mask_of<detail::active_choice>;

namespace reference {
inline constexpr auto& graze = detail::graze_list_of<detail::reference_choice>;
inline constexpr auto& graze_mask = detail::graze_mask_of<detail::reference_choice>;
inline constexpr auto& cull = detail::cull_list_of<detail::reference_choice>;
inline constexpr auto& cull_mask = detail::cull_mask_of<detail::reference_choice>;
}  // namespace reference

}  // namespace hitscan
