// The verbs: which types each accepts, and the test they become. A verb has one function,
//   lower(request, options, batch, subjects...)
// whose constraints say what can be asked. The forms (forms.hpp) do the rest, for all verbs alike.
#pragma once

#include "lower.hpp"

namespace hitscan::detail {

template <class T>
concept boxlike = shape<T> && (is_box<T> || is_point<T>);  // box, centred box, point
template <class T>
concept roundish = shape<T> && (is_circle<T> || is_point<T>);  // circle, point
template <class A, class B>
concept box_pair =
    boxlike<A> && boxlike<B> && same_dims<shape_traits<A>, shape_traits<B>> && !(is_point<A> && is_point<B>);
template <class A, class B>
concept circle_pair =
    roundish<A> && roundish<B> && same_dims<shape_traits<A>, shape_traits<B>> && (is_circle<A> || is_circle<B>);
template <class A, class B>
concept circle_and_box = is_circle<A> && is_box<B> && same_dims<shape_traits<A>, shape_traits<B>>;

template <class A, class B>
concept hull_pair = shape<A> && shape<B> && same_dims<shape_traits<A>, shape_traits<B>> && (is_hull<A> || is_hull<B>);

template <class A, class B>
concept plainly_a_pair = box_pair<plain_of<A>, plain_of<B>> || circle_pair<plain_of<A>, plain_of<B>>;
template <class A, class B>
concept growing_pair = plainly_a_pair<A, B> && (grows<A> || grows<B>);

template <class S, class M>
concept moves = same_dims<shape_traits<S>, motion_traits<M>>;

template <class A, class B> void put_static(request& r, test which, const query& q, const A& a, const B& b) noexcept {
  put_options(r, which, shape_traits<A>::dims, q);
  put_shape(r.a, a, r);
  put_shape(r.b, b, r);
}

struct overlap_verb {
  static constexpr const char* name = "overlap";
  template <shape A, shape B>
  requires box_pair<A, B>
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_static(r, test::overlap_boxes, q, a, b);
  }
  template <shape A, shape B>
  requires circle_pair<A, B>
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_static(r, test::overlap_circles, q, a, b);
  }
  template <shape A, shape B>
  requires circle_and_box<A, B>
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_static(r, test::overlap_circles_boxes, q, a, b);
  }
  template <shape A, shape B>
  requires circle_and_box<B, A>  // symmetric: the circle goes first
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_options(r, test::overlap_circles_boxes, shape_traits<A>::dims, q);
    put_shape(r.b, a, r);
    put_shape(r.a, b, r);
  }
  template <shape A, shape B>
  requires hull_pair<A, B>
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_static(r, test::overlap_hulls, q, a, b);
  }
  // Did lower swap the sides? Then "a is many" reads "b is many".
  template <class A, class B> static constexpr bool swaps = is_box<A> && is_circle<B>;
};
template <class A, class B>
concept asks_overlap =
    requires(request& r, const query& q, const A& a, const B& b) { overlap_verb::lower(r, q, a, b); };

// What overlap can be asked about, except that contacts of circles with boxes say whom to push.
struct contact_verb {
  static constexpr const char* name = "contact";
  template <class A, class B>
  requires asks_overlap<A, B>
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    overlap_verb::lower(r, q, a, b);
    r.test = r.test == test::overlap_boxes     ? test::contact_boxes
             : r.test == test::overlap_circles ? test::contact_circles
             : r.test == test::overlap_hulls   ? test::contact_hulls
                                               : test::contact_circles_boxes;
    r.flip = swaps<A, B>;
  }
  template <class A, class B> static constexpr bool swaps = overlap_verb::swaps<A, B>;
};

struct inside_verb {
  static constexpr const char* name = "inside";
  template <shape A, shape B>
  requires(box_pair<A, B> && is_box<B>)
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_static(r, test::inside_boxes, q, a, b);
  }
  template <class A, class B> static constexpr bool swaps = false;
};

// A segment is a point that moves; with padding, the sweep of a box.
struct cast_verb {
  static constexpr const char* name = "cast";
  template <some_segments A, shape B>
  requires(is_box<B> && same_dims<segment_traits<A>, shape_traits<B>>)
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_cast(r, test::sweep_boxes, q, a, b);
  }
  template <some_segments A, shape B>
  requires(is_circle<B> && same_dims<segment_traits<A>, shape_traits<B>>)
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    constexpr int dims = segment_traits<A>::dims;
    if (!thickens<dims>(q.padding)) return put_cast(r, test::sweep_circles, q, a, b);
    put_cast_options(r, test::sweep_circles_boxes, dims, q);  // the circle goes first, the segment still asks
    put_segments(r.b, r.db, a, q.padding, r);
    put_shape(r.a, b, r);
    r.flip = true;
  }
  template <some_segments A, shape B>
  requires(is_hull<B> && same_dims<segment_traits<A>, shape_traits<B>>)
  static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    put_cast(r, test::sweep_hulls, q, a, b);
  }
  template <some_segments A, shape B, some_motion DB>
  requires(moves<B, DB> &&
           requires(request& r, const query& q, const A& a, const B& b) { cast_verb::lower(r, q, a, b); })
  static void lower(request& r, const query& q, const A& a, const B& b, const DB& db) noexcept {
    lower(r, q, a, b);
    if (r.flip)
      put_motion(r.da, r.a, db, r);
    else
      put_motion(r.db, r.b, db, r);
  }

 private:
  template <class A, class B>
  static void put_cast(request& r, test which, const query& q, const A& a, const B& b) noexcept {
    put_cast_options(r, which, segment_traits<A>::dims, q);
    put_segments(r.a, r.da, a, q.padding, r);
    put_shape(r.b, b, r);
  }
};

struct sweep_verb {
  static constexpr const char* name = "sweep";
  template <shape A, some_motion DA, shape B>
  requires(box_pair<A, B> && moves<A, DA>)
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static(r, test::sweep_boxes, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <shape A, some_motion DA, shape B>
  requires(circle_pair<A, B> && moves<A, DA>)
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static(r, test::sweep_circles, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <shape A, some_motion DA, shape B>
  requires(circle_and_box<A, B> && moves<A, DA>)
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static(r, test::sweep_circles_boxes, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <shape A, some_motion DA, shape B>
  requires(circle_and_box<B, A> && moves<A, DA>)  // the circle goes first, the box still asks
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_options(r, test::sweep_circles_boxes, shape_traits<A>::dims, q);
    put_shape(r.b, a, r);
    put_shape(r.a, b, r);
    put_motion(r.db, r.b, da, r);
    r.flip = true;
  }
  template <shape A, some_motion DA, shape B>
  requires(hull_pair<A, B> && moves<A, DA>)
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static(r, test::sweep_hulls, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <class A, some_motion DA, class B>
  requires(growing_pair<A, B> && moves<plain_of<A>, DA>)
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    constexpr test which = box_pair<plain_of<A>, plain_of<B>> ? test::sweep_growing_boxes : test::sweep_growing_circles;
    put_static(r, which, q, plain(a), plain(b));
    put_motion(r.da, r.a, da, r);
    const int growths = growths_of(which, r.dims);
    put_growth(r.a, a, growths, r), put_growth(r.b, b, growths, r);
  }
  template <class A, some_motion DA, class B, some_motion DB>
  requires(moves<plain_of<B>, DB> && requires(request& r, const query& q, const A& a, const DA& da,
                                              const B& b) { sweep_verb::lower(r, q, a, da, b); })
  static void lower(request& r, const query& q, const A& a, const DA& da, const B& b, const DB& db) noexcept {
    lower(r, q, a, da, b);
    if constexpr (swaps<A, DA, B>)
      put_motion(r.da, r.a, db, r);
    else
      put_motion(r.db, r.b, db, r);
  }
  template <class A, class DA, class B, class... DB>
  static constexpr bool swaps = is_box<plain_of<A>> && is_circle<plain_of<B>>;
};

template <class Verb, class... S>
concept asks = requires(request& r, const query& q, const S&... s) { Verb::lower(r, q, s...); };

// ---- which side is many ----------------------------------------------------------------------------------------
// Subjects come in the order a, [its motion], b, [its motion].

struct sides {
  bool a, b;
};

template <class A, class B> constexpr sides many_sides() noexcept { return {plural<A>(), plural<B>()}; }
template <class A, class X, class Y> constexpr sides many_sides() noexcept {
  if constexpr (some_segments<A> && !some_motion<X>)
    return {plural<A>(), plural<X>() || motion_traits<Y>::plural};
  else
    return {plural<A>() || motion_traits<X>::plural, plural<Y>()};
}
template <class A, class DA, class B, class DB> constexpr sides many_sides() noexcept {
  return {plural<A>() || motion_traits<DA>::plural, plural<B>() || motion_traits<DB>::plural};
}

// Which of the two is a chain.
template <class A, class B> constexpr sides chain_sides() noexcept { return {is_chain<A>, is_chain<B>}; }
template <class A, class X, class Y> constexpr sides chain_sides() noexcept {
  return {is_chain<A>, is_chain<X> || is_chain<Y>};
}
template <class A, class DA, class B, class DB> constexpr sides chain_sides() noexcept { return chain_sides<A, B>(); }

template <class Verb, class... S>
concept asks_flat = asks<Verb, S...> && !(many_sides<S...>().a && many_sides<S...>().b);
template <class Verb, class... S>
concept asks_many = asks<Verb, S...> && many_sides<S...>().a && many_sides<S...>().b;
template <class Verb, class... S>  // a view against a chain as a whole
concept asks_whole = asks_many<Verb, S...> && (chain_sides<S...>().a != chain_sides<S...>().b);
template <class Verb, class... S>
concept asks_each = asks<Verb, S...> && (many_sides<S...>().a || many_sides<S...>().b);

// Did lower swap the sides? The types say so, but for casts: padding does.
template <class Verb, class... S> constexpr bool swapped(const request& r) noexcept {
  if constexpr (requires { Verb::template swaps<S...>; })
    return Verb::template swaps<S...>;
  else
    return r.flip;
}

// One against many, either way round.
template <class Verb, class... S> void ask_flat(request& r, const query& q, const S&... s) noexcept {
  Verb::lower(r, q, s...);
  r.verb = Verb::name;
  constexpr sides many = many_sides<S...>();
  const bool items_of_a = many.a && many.b         ? !r.flip
                          : swapped<Verb, S...>(r) ? many.b
                                                   : many.a;  // many against many: of who asks
  put_batch(r, items_of_a ? batch::many_one : batch::one_many, nullptr);
}
// Many against a chain as one shape: the items are the others, and the one is whatever link.
template <class Verb, class... S> void ask_whole(request& r, const query& q, const S&... s) noexcept {
  Verb::lower(r, q, s...);  // never swaps the sides: that takes a box and a circle
  r.verb = Verb::name;
  put_batch(r, chain_sides<S...>().a ? batch::one_many : batch::many_one, nullptr);
}
// Item by item, or by index pairs.
template <class Verb, class... S>
void ask_each(request& r, const query& q, const index_pairs* pairs, const S&... s) noexcept {
  Verb::lower(r, q, s...);
  r.verb = Verb::name;
  put_batch(r, batch::each, pairs);
  if (swapped<Verb, S...>(r) && r.first) {
    const index* const first = r.first;
    r.first = r.second, r.second = first;
  }
}

}  // namespace hitscan::detail
