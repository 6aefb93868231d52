// How far apart? Between two shapes, from one to each of many, the nearest, and those within a distance.
//
//     .--.  on_a          on_b +------+      2D: any two of point, circle, box, segment, capsule, obb, polygon
//    ( a  )x - - distance - - x|  b   |      3D: any two of point, sphere, box, segment
//     '--'                     +------+      What overlaps or touches is 0 apart.
//
//   hs::distance(ship, wall)                                  hs::closest(ship, wall).on_b
//   hs::distance_each(ship, enemies, distances)               hs::distance_nearest(ship, enemies).index
//   hs::distance_within(ship, enemies, 100.0f, indices)
//
// Who asks is one shape, whom it asks about a view of many; a chain's items are its links. Computed in double, each
// operation rounded once, and rounded to float at the end: the same bits everywhere (docs/semantics.md, section 13).
// What is not valid, on none of the layers, or further away than any float says is infinitely far: never nearest, and
// within no distance.
#pragma once

#include <bit>

#include "detail/forms.hpp"

namespace hitscan {
namespace detail {
inline constexpr float infinitely_far = std::bit_cast<float>(0x7f800000u);  // else clang warns under -ffast-math
}  // namespace detail

/// How far, and from where to where: a point of each shape. Of two that overlap, one that both have.
template <class V> struct basic_closest {
  float distance = detail::infinitely_far;
  V on_a{}, on_b{};
  friend constexpr bool operator==(const basic_closest&, const basic_closest&) = default;
};
using closest2 = basic_closest<vec2>;
using closest3 = basic_closest<vec3>;

/// Which item is nearest, and how far it is.
struct nearest_item {
  hitscan::index index = none;
  float distance = detail::infinitely_far;
  constexpr explicit operator bool() const noexcept { return index != none; }
  friend constexpr bool operator==(const nearest_item&, const nearest_item&) = default;
};

namespace detail {
float run_distance(const request& r) noexcept;
closest3 run_closest(const request& r) noexcept;
// Those of hulls by each ISA's registers: who asks about none of them needs none of it.
using far_fn = void (*)(const request&, const std::uint64_t* asked, float* out) noexcept;
extern const far_fn hull_distances[isa_count];
void run_distance_each(const engine& e, const request& r, const far_fn* by_isa, std::span<float> out) noexcept;
nearest_item run_distance_nearest(const engine& e, const request& r, const far_fn* by_isa) noexcept;
found run_distance_within(const engine& e, const request& r, const far_fn* by_isa, float within,
                          std::span<index> out) noexcept;

template <class S>
concept somewhere = shape<S> || some_segments<S>;
inline constexpr const char* touching_is_for_within = "hitscan: how far things are is the same whether touching hits";

// Segments of space are no `shape`: no other query asks about them.
template <somewhere S> void put_place(side& s, const S& v, request& r) noexcept {
  if constexpr (shape<S>) {
    put_shape(s, v, r);
  } else {
    motion delta;
    put_segments(s, delta, v, {}, r);
    s.what = kind::segment;
    for (int k = 0; k < 3; ++k) s.column[3 + k] = delta.column[k];
  }
}

template <class S> constexpr bool far_hull() noexcept {
  if constexpr (shape<S>) return is_hull<S>;
  return false;
}
template <class A, class B> constexpr const far_fn* far_by_isa() noexcept {
  if constexpr (far_hull<A>() || far_hull<B>()) return hull_distances;
  return nullptr;
}

enum class how_far { pair, each, within };
template <how_far How, class A, class B> request lowered_far(const A& a, const B& b, const query& q = {}) noexcept {
  request r;
  constexpr bool shapes[] = {somewhere<A>, somewhere<B>};
  static_assert(shapes[0], "hitscan: the first argument is no shape and no view of shapes");
  static_assert(shapes[1], "hitscan: the second argument is no shape and no view of shapes");
  if constexpr (shapes[0] && shapes[1]) {
    using asks = subject<A>;
    using asked = subject<B>;
    constexpr bool same = asks::dims == asked::dims, pair = !asks::plural && !asked::plural;
    static_assert(same, "hitscan: one of these is 2D and the other 3D");
    static_assert(How != how_far::pair || pair, "hitscan: how far two shapes are apart; of many it is distance_each");
    static_assert(How == how_far::pair || !asks::plural, "hitscan: who asks how far many are is one shape");
    static_assert(How == how_far::pair || !pair,
                  "hitscan: whom it asks about is a view of many; of two it is distance");
    put_options(r, test::overlap_boxes, asks::dims, q);  // for its layers and complaints
    put_place(r.a, a, r), put_place(r.b, b, r);
    put_batch(r, batch::one_many, nullptr);
    r.verb = "distance";
    if (How != how_far::pair) refuse_pairs(r, q), refuse_by_and_unknown_isa(r, q);
    if (How == how_far::each && q.touch == touching::hits) r.breach = touching_is_for_within;
  }
  return r;
}
}  // namespace detail

/// How far a and b are apart: 0 if they overlap or touch, infinite if one is no valid shape.
template <class A, class B> [[nodiscard]] float distance(const A& a, const B& b) noexcept {
  return detail::run_distance(detail::lowered_far<detail::how_far::pair>(a, b));
}

/// The same, and the two points that are that far apart.
template <class A, class B>
[[nodiscard]] basic_closest<detail::vector_for<A>> closest(const A& a, const B& b) noexcept {
  const closest3 c = detail::run_closest(detail::lowered_far<detail::how_far::pair>(a, b));
  basic_closest<detail::vector_for<A>> to{.distance = c.distance};
  for (int k = 0; k < detail::dims_of<A>(); ++k) to.on_a[k] = c.on_a[k], to.on_b[k] = c.on_b[k];
  return to;
}

/// How far a is from each of many: as many floats. Nothing is decided here, so touching::hits is refused, as it is by
/// distance_nearest: all are infinitely far then.
template <class A, class B>
void distance_each(const A& a, const B& many, std::span<float> out, const query& options = {}) noexcept {
  detail::run_distance_each(detail::engine_of(options), detail::lowered_far<detail::how_far::each>(a, many, options),
                            detail::far_by_isa<A, B>(), out);
}

/// Which of many is nearest to a; of several as near as distance_each can say, the first.
template <class A, class B>
[[nodiscard]] nearest_item distance_nearest(const A& a, const B& many, const query& options = {}) noexcept {
  return detail::run_distance_nearest(detail::engine_of(options),
                                      detail::lowered_far<detail::how_far::each>(a, many, options),
                                      detail::far_by_isa<A, B>());
}

/// Which of many are nearer to a than `within`, or as near when touching hits: indices, ascending. What does not fit
/// is counted.
template <class A, class B>
found distance_within(const A& a, const B& many, float within, std::span<index> out,
                      const query& options = {}) noexcept {
  return detail::run_distance_within(detail::engine_of(options),
                                     detail::lowered_far<detail::how_far::within>(a, many, options),
                                     detail::far_by_isa<A, B>(), within, out);
}

}  // namespace hitscan
