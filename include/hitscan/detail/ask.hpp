// From a public call to a request. The subjects are who asks, [how it moves], and against whom; what is said about one
// of them - moving(b, db), whole(laser), growing(b, by) - is taken off here, and what cannot be asked gets its reason.
#pragma once

#include "../several.hpp"
#include "verbs.hpp"

namespace hitscan {

struct tile_map;
struct pixel_mask;
class cells;
class world;

namespace detail {
template <class S, class M> struct moving_shape {
  S shape;
  M by;
};
struct whole_chain {
  chain links;
};

// A subject, and what is said about it.
template <class T> struct subject {};
template <class T, int Dims, bool Plural> struct plain_subject {
  using shape = T;
  static constexpr int dims = Dims;
  static constexpr bool plural = Plural, moves = false, whole = false;
};
template <shape T> struct subject<T> : plain_subject<T, shape_traits<T>::dims, shape_traits<T>::plural> {};
template <some_segments T>
requires(!shape<T>)
struct subject<T> : plain_subject<T, segment_traits<T>::dims, segment_traits<T>::plural> {};
template <class S, std::size_t N> struct subject<growing_shape<S, N>> : subject<S> {
  using shape = growing_shape<S, N>;
};
template <> struct subject<whole_chain> : subject<chain> {
  static constexpr bool plural = false, whole = true;
};
template <class S, class M> struct subject<moving_shape<S, M>> : subject<S> {
  using motion = M;
  static constexpr bool plural = subject<S>::plural || (motion_traits<M>::plural && !subject<S>::whole), moves = true;
};

template <class T>
inline constexpr bool asks_itself = std::is_same_v<T, tile_map> || std::is_same_v<T, cells> ||
                                    std::is_same_v<T, world> || std::is_same_v<T, pixel_mask>;
template <class T> inline constexpr bool is_several = false;
template <class... Views> inline constexpr bool is_several<several_views<Views...>> = true;
template <class T> inline constexpr bool is_dot = false;
template <shape T> inline constexpr bool is_dot<T> = is_point<T>;
template <class S, class M> inline constexpr bool is_dot<moving_shape<S, M>> = is_dot<S>;

template <class T> constexpr const T& bare(const T& t) noexcept { return t; }
constexpr const chain& bare(const whole_chain& t) noexcept { return t.links; }
template <class S, class M> constexpr const auto& bare(const moving_shape<S, M>& t) noexcept { return bare(t.shape); }

template <class T> inline constexpr bool is_subject = requires { subject<T>::dims; };
template <class A, class B> inline constexpr bool two_points = false;
template <class A, class B>
requires(is_subject<A> && is_subject<B>)
inline constexpr bool two_points<A, B> = is_dot<A> && is_dot<B>;

template <class A> constexpr int dims_of() noexcept {  // of what is no shape, too: it gets its sentence elsewhere
  if constexpr (is_subject<A>)
    return subject<A>::dims;
  else
    return 2;
}
template <class A> using vector_for = std::conditional_t<dims_of<A>() == 2, vec2, vec3>;
}  // namespace detail

/// What can be asked: a shape, a view of many, and either with what is said about it.
template <class T>
concept any_shape = detail::is_subject<T>;
/// What A can be asked about: anything but that of two points one meets the other, which they never do. What else makes
/// no question is refused in words, when it is asked.
template <class T, class A>
concept meets = !detail::two_points<A, T>;

/// The same shape, or view, on its way: sweep(bullets, steps, moving(enemies, enemy_steps), ...).
template <any_shape S, detail::some_motion M = detail::vector_for<S>>
requires(!detail::subject<S>::moves)
constexpr detail::moving_shape<S, M> moving(const S& shape, const M& by) noexcept {
  return {shape, by};
}

/// A chain as one shape, whatever link: overlap_mask(bullets, whole(laser), words) asks of the bullets.
constexpr detail::whole_chain whole(const chain& links) noexcept { return {links}; }

namespace detail {

// ---- what can be asked -----------------------------------------------------------------------------------------

// One side is many; the same, and there is more to tell of a hit than that it is one; the same, and it is the first one
// that is asked about, be it many or not; both go in step; both are many.
enum batch_shape { flat, told, of_first, each, many };

template <class Verb, class A, class B, class... By> constexpr bool lowers() noexcept {
  using x = typename subject<A>::shape;
  using y = typename subject<B>::shape;
  if constexpr (subject<B>::moves)
    return asks<Verb, x, By..., y, typename subject<B>::motion>;
  else
    return asks<Verb, x, By..., y>;
}
template <class A, class... By> constexpr bool is_many() noexcept {
  return !subject<A>::whole && (subject<A>::plural || (motion_traits<By>::plural || ...));
}

// Why this cannot be asked, if so. By: the motion of who asks, if there is one. (A call with too many or too few
// arguments is none of these: where a name has several functions it comes to one that is deleted, since whatever is
// passed for `...` fits worst, and the compiler shows that line, which ends with how the call goes.)
enum class obstacle {
  none,
  not_asked_so,
  no_shape,
  no_other,
  no_third,
  order,
  dimensions,
  motion,
  moves_first,
  question,
  views,
  chain_and_view,
  no_view,
  wholes,
  whole
};
template <class Verb, batch_shape How, class A, class B, class... By> constexpr obstacle obstacle_between() noexcept {
  constexpr bool whole = subject<A>::whole || subject<B>::whole;
  constexpr bool a = is_many<A, By...>(), b = is_many<B>();
  if constexpr (subject<A>::dims != subject<B>::dims) return obstacle::dimensions;
  if constexpr (!((motion_traits<By>::dims == subject<A>::dims) && ...)) return obstacle::motion;
  if constexpr (subject<A>::moves) return obstacle::moves_first;
  if constexpr (!subject<A>::moves)
    if constexpr (!lowers<Verb, A, B, By...>()) return obstacle::question;
  if constexpr (subject<A>::whole && subject<B>::whole) return obstacle::wholes;
  if constexpr (How < each && a && b)
    return is_chain<typename subject<A>::shape> || is_chain<typename subject<B>::shape> ? obstacle::chain_and_view
                                                                                        : obstacle::views;
  if constexpr (How != flat && whole) return obstacle::whole;
  if constexpr (How == each ? !(a || b) : How == many && !(a && b)) return obstacle::no_view;
  return obstacle::none;
}
template <class Verb, batch_shape How, class A, class B, class... By> constexpr obstacle obstacle_of() noexcept {
  if constexpr (asks_itself<A> || asks_itself<B> || (asks_itself<By> || ...))
    return obstacle::not_asked_so;
  else if constexpr (!is_subject<A>)
    return obstacle::no_shape;
  else if constexpr (!(some_motion<By> && ...))
    return obstacle::order;
  else if constexpr (!is_subject<B>)
    return sizeof...(By) > 0 ? obstacle::no_third : obstacle::no_other;
  else
    return obstacle_between<Verb, How, A, B, By...>();
}
template <class Verb, batch_shape How, class A, class B, class... By>
concept can_ask = obstacle_of<Verb, How, A, B, By...>() == obstacle::none;
template <obstacle A, obstacle B> inline constexpr bool differ = A != B;  // of a comparison compilers say too much

// ---- the request -----------------------------------------------------------------------------------------------

template <class Verb, batch_shape How, class A, class B, class... By>
request lowered(const query& q, const A& a, const B& b, const By&... by) noexcept {
  constexpr obstacle why = obstacle_of<Verb, How, A, B, By...>();
  static_assert(differ<why, obstacle::not_asked_so>,
                "hitscan: tile maps, cells, pixel masks and worlds have queries of their own: map.cast_nearest(ray)");
  static_assert(differ<why, obstacle::no_shape>,
                "hitscan: the first argument is no shape and no view of shapes (several are for _nearest and worlds)");
  static_assert(differ<why, obstacle::no_other>,
                "hitscan: the second argument is no shape and no view of shapes (several are for _nearest and worlds)");
  static_assert(differ<why, obstacle::no_third>,
                "hitscan: the third argument is no shape and no view of shapes (several are for _nearest and worlds)");
  static_assert(differ<why, obstacle::order>, "hitscan: the order is who asks, how it moves, against whom");
  static_assert(differ<why, obstacle::dimensions>, "hitscan: one of these is 2D and the other 3D");
  static_assert(differ<why, obstacle::motion>, "hitscan: a shape and its motion are 2D and 3D");
  static_assert(differ<why, obstacle::moves_first>,
                "hitscan: moving() is for whom is asked about; who asks has its motion next");
  static_assert(differ<why, obstacle::question>, "hitscan: there is no such question about these two shapes");
  static_assert(differ<why, obstacle::views>,
                "hitscan: both are views, or one in many steps; item with item is _each, each with all is a world's");
  static_assert(differ<why, obstacle::chain_and_view>, "hitscan: both are views; a chain as one shape is whole(chain)");
  static_assert(differ<why, obstacle::wholes>, "hitscan: one of them can be a whole chain, not both");
  static_assert(differ<why, obstacle::whole>,
                "hitscan: a whole chain is asked about by any, count, mask and list alone");
  static_assert(differ<why, obstacle::no_view>, "hitscan: neither is a view");
  request r;
  if constexpr (why == obstacle::none) {
    if constexpr (subject<B>::moves)
      Verb::lower(r, q, bare(a), by..., bare(b), b.by);
    else
      Verb::lower(r, q, bare(a), by..., bare(b));
    r.verb = Verb::name;
    // Did lower put b first? The types say so, but for casts: padding does.
    const bool swaps = Verb::template swaps<typename subject<A>::shape, typename subject<B>::shape> ||
                       (std::is_same_v<Verb, cast_verb> && r.flip);
    r.whole = subject<A>::whole || subject<B>::whole;
    if constexpr (How == each) {
      put_batch(r, batch::each, q.pairs.given ? &q.pairs : nullptr);
      if (swaps && r.first) {
        const index* const first = r.first;
        r.first = r.second, r.second = first;
      }
    } else {
      // Whose items are counted: those of the many; of two views those of who asks; never the links of a whole chain.
      constexpr bool of_a = How == of_first || How == many || is_many<A, By...>() || subject<B>::whole;
      constexpr bool of_b = !of_a && (is_many<B>() || subject<A>::whole);
      put_batch(r, (swaps ? of_b : of_a) ? batch::many_one : batch::one_many, nullptr);
      refuse_pairs(r, q);
    }
    refuse_by_and_unknown_isa(r, q);
  }
  return r;
}

// ---- two single shapes -----------------------------------------------------------------------------------------

template <class T> constexpr bool is_simple() noexcept {  // neither a hull nor growing
  if constexpr (shape<T>)
    return !is_hull<T>;
  else
    return false;
}
template <class Verb, class A, class B, class... By> constexpr bool two_singles() noexcept {
  if constexpr (obstacle_of<Verb, flat, A, B, By...>() == obstacle::none) {
    constexpr bool single = !is_many<A, By...>() && !is_many<B>() && !subject<A>::whole && !subject<B>::whole;
    constexpr bool a_point_moves = std::is_same_v<Verb, cast_verb>;  // that is what a segment is then
    return single && is_simple<typename subject<B>::shape>() &&
           (a_point_moves || is_simple<typename subject<A>::shape>());
  } else {
    return false;
  }
}
// None but those that `singles` has.
constexpr bool plain_options(const query& q) noexcept {
  return q.touch != touching::half_open && !q.pairs.given && !q.on && !q.by && !thickens<3>(q.padding);
}
template <class Verb, class A, class B, class... By>
singles lowered_singles(const query& q, const A& a, const B& b, const By&... by) noexcept {
  singles r;
  if constexpr (subject<B>::moves)
    Verb::lower(r, q, bare(a), by..., bare(b), b.by);
  else
    Verb::lower(r, q, bare(a), by..., bare(b));
  return r;
}

}  // namespace detail
}  // namespace hitscan
