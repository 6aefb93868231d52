// The verbs: which types each accepts, and the test they become. A verb has one function,
//   lower(request, options, subjects...)
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

// A pair as its test takes it: of a circle and a box the circle goes first.
template <test T, class A, class B> void put_static(auto& r, const query& q, const A& a, const B& b) noexcept {
  constexpr bool point_in_box = (T == test::overlap_boxes || T == test::inside_boxes) && (is_point<A> || is_point<B>);
  put_options<T, shape_traits<A>::dims>(r, q, point_in_box);
  if constexpr (circle_and_box<B, A>)
    put_shape(r.b, a, r), put_shape(r.a, b, r);
  else
    put_shape(r.a, a, r), put_shape(r.b, b, r);
}

struct overlap_verb {
  static constexpr const char* name = "overlap";
  template <shape A, shape B>
  requires(box_pair<A, B> || circle_pair<A, B> || circle_and_box<A, B> || circle_and_box<B, A> || hull_pair<A, B>)
  static void lower(auto& r, const query& q, const A& a, const B& b) noexcept {
    if constexpr (box_pair<A, B>)
      put_static<test::overlap_boxes>(r, q, a, b);
    else if constexpr (circle_pair<A, B>)
      put_static<test::overlap_circles>(r, q, a, b);
    else if constexpr (hull_pair<A, B>)
      put_static<test::overlap_hulls>(r, q, a, b);
    else
      put_static<test::overlap_circles_boxes>(r, q, a, b);
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
  static void lower(auto& r, const query& q, const A& a, const B& b) noexcept {
    if constexpr (box_pair<A, B>)
      put_static<test::contact_boxes>(r, q, a, b);
    else if constexpr (circle_pair<A, B>)
      put_static<test::contact_circles>(r, q, a, b);
    else if constexpr (hull_pair<A, B>)
      put_static<test::contact_hulls>(r, q, a, b);
    else
      put_static<test::contact_circles_boxes>(r, q, a, b);
    r.flip = swaps<A, B>;
  }
  template <class A, class B> static constexpr bool swaps = overlap_verb::swaps<A, B>;
};

struct inside_verb {
  static constexpr const char* name = "inside";
  template <shape A, shape B>
  requires(box_pair<A, B> && is_box<B>)
  static void lower(auto& r, const query& q, const A& a, const B& b) noexcept {
    put_static<test::inside_boxes>(r, q, a, b);
  }
  template <class A, class B> static constexpr bool swaps = false;
};

// A segment is a point that moves; with padding, the sweep of a box.
struct cast_verb {
  static constexpr const char* name = "cast";
  template <some_segments A, shape B>
  requires(is_box<B> && same_dims<segment_traits<A>, shape_traits<B>>)
  static void lower(auto& r, const query& q, const A& a, const B& b) noexcept {
    put_cast<test::sweep_boxes>(r, q, a, b);
  }
  template <some_segments A, shape B>
  requires(is_circle<B> && same_dims<segment_traits<A>, shape_traits<B>>)
  static void lower(auto& r, const query& q, const A& a, const B& b) noexcept {
    constexpr int dims = segment_traits<A>::dims;
    if (!thickens<dims>(q.padding)) return put_cast<test::sweep_circles>(r, q, a, b);
    put_cast_options<test::sweep_circles_boxes, dims>(r, q);  // the circle goes first, the segment still asks
    put_segments(r.b, r.db, a, q.padding, r);
    put_shape(r.a, b, r);
    r.flip = true;
  }
  template <some_segments A, shape B>
  requires(is_hull<B> && same_dims<segment_traits<A>, shape_traits<B>>)
  static void lower(auto& r, const query& q, const A& a, const B& b) noexcept {
    put_cast<test::sweep_hulls>(r, q, a, b);
  }
  template <some_segments A, shape B, some_motion DB>
  requires(moves<B, DB> &&
           requires(request& r, const query& q, const A& a, const B& b) { cast_verb::lower(r, q, a, b); })
  static void lower(auto& r, const query& q, const A& a, const B& b, const DB& db) noexcept {
    lower(r, q, a, b);
    if (r.flip)
      put_motion(r.da, r.a, db, r);
    else
      put_motion(r.db, r.b, db, r);
  }

  template <test T, class A, class B> static void put_cast(auto& r, const query& q, const A& a, const B& b) noexcept {
    put_cast_options<T, segment_traits<A>::dims>(r, q);
    put_segments(r.a, r.da, a, q.padding, r);
    put_shape(r.b, b, r);
  }
  // At circles with padding, which is known at run time alone: see request::flip.
  template <class A, class B> static constexpr bool swaps = false;
};

struct sweep_verb {
  static constexpr const char* name = "sweep";
  template <shape A, some_motion DA, shape B>
  requires(box_pair<A, B> && moves<A, DA>)
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static<test::sweep_boxes>(r, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <shape A, some_motion DA, shape B>
  requires(circle_pair<A, B> && moves<A, DA>)
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static<test::sweep_circles>(r, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <shape A, some_motion DA, shape B>
  requires(circle_and_box<A, B> && moves<A, DA>)
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static<test::sweep_circles_boxes>(r, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <shape A, some_motion DA, shape B>
  requires(circle_and_box<B, A> && moves<A, DA>)  // the circle goes first, the box still asks
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static<test::sweep_circles_boxes>(r, q, a, b);
    put_motion(r.db, r.b, da, r);
    r.flip = true;
  }
  template <shape A, some_motion DA, shape B>
  requires(hull_pair<A, B> && moves<A, DA>)
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    put_static<test::sweep_hulls>(r, q, a, b);
    put_motion(r.da, r.a, da, r);
  }
  template <class A, some_motion DA, class B>
  requires(growing_pair<A, B> && moves<plain_of<A>, DA>)
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b) noexcept {
    constexpr test which = box_pair<plain_of<A>, plain_of<B>> ? test::sweep_growing_boxes : test::sweep_growing_circles;
    put_static<which>(r, q, plain(a), plain(b));
    put_motion(r.da, r.a, da, r);
    const int growths = growths_of(which, r.dims);
    put_growth(r.a, a, growths, r), put_growth(r.b, b, growths, r);
  }
  template <class A, some_motion DA, class B, some_motion DB>
  requires(moves<plain_of<B>, DB> && requires(request& r, const query& q, const A& a, const DA& da,
                                              const B& b) { sweep_verb::lower(r, q, a, da, b); })
  static void lower(auto& r, const query& q, const A& a, const DA& da, const B& b, const DB& db) noexcept {
    lower(r, q, a, da, b);
    if constexpr (swaps<A, B>)
      put_motion(r.da, r.a, db, r);
    else
      put_motion(r.db, r.b, db, r);
  }
  template <class A, class B> static constexpr bool swaps = is_box<plain_of<A>> && is_circle<plain_of<B>>;
};

template <class Verb, class... S>
concept asks = requires(request& r, const query& q, const S&... s) { Verb::lower(r, q, s...); };

}  // namespace hitscan::detail
