// The public functions of each verb as objects that can be handed on: the one list of forms from which hashes, rows of
// the benchmark and tests go through them all.
#pragma once

#include <hitscan/hitscan.hpp>
#include <utility>

namespace verbs {

// A function template as an object.
#define VERBS_FORM(member, function) \
  static constexpr auto member = []<class... S>(S&&... s) { return hitscan::function(std::forward<S>(s)...); }
#define VERBS_COMMON(verb)                     \
  using lowers = hitscan::detail::verb##_verb; \
  VERBS_FORM(list, verb);                      \
  VERBS_FORM(any, verb##_any);                 \
  VERBS_FORM(count, verb##_count);             \
  VERBS_FORM(mask, verb##_mask);               \
  VERBS_FORM(pairwise, verb##_each);           \
  VERBS_FORM(each_any, verb##_each_any);       \
  VERBS_FORM(each_count, verb##_each_count);   \
  VERBS_FORM(each_mask, verb##_each_mask)
#define VERBS_STATIC(verb) \
  struct verb##_forms {    \
    VERBS_COMMON(verb);    \
  };                       \
  inline constexpr verb##_forms verb {}
#define VERBS_MOVING(verb)                         \
  struct verb##_forms {                            \
    VERBS_COMMON(verb);                            \
    VERBS_FORM(times, verb##_times);               \
    VERBS_FORM(nearest, verb##_nearest);           \
    VERBS_FORM(each_times, verb##_each_times);     \
    VERBS_FORM(each_nearest, verb##_each_nearest); \
  };                                               \
  inline constexpr verb##_forms verb {}

VERBS_STATIC(overlap);
VERBS_STATIC(inside);
VERBS_MOVING(cast);
VERBS_MOVING(sweep);

struct contact_forms {
  using lowers = hitscan::detail::contact_verb;
  VERBS_FORM(list, contact);
  VERBS_FORM(deepest, contact_deepest);
  VERBS_FORM(pairwise, contact_each);
};
inline constexpr contact_forms contact{};

struct squared_forms {
  VERBS_FORM(list, overlap_squared);
  VERBS_FORM(any, overlap_squared_any);
  VERBS_FORM(count, overlap_squared_count);
  VERBS_FORM(mask, overlap_squared_mask);
};
inline constexpr squared_forms squared{};

/// Can these subjects - a, [its motion], b - be asked one against many, or in step, item with item?
template <class Forms, class... S> inline constexpr bool one_many = false;
template <class Forms, class... S> inline constexpr bool in_step = false;
template <class Forms, class A, class B>
inline constexpr bool one_many<Forms, A, B> =
    hitscan::detail::can_ask<typename Forms::lowers, hitscan::detail::flat, A, B>;
template <class Forms, class A, class M, class B>
inline constexpr bool one_many<Forms, A, M, B> =
    hitscan::detail::can_ask<typename Forms::lowers, hitscan::detail::flat, A, B, M>;
template <class Forms, class A, class B>
inline constexpr bool in_step<Forms, A, B> =
    hitscan::detail::can_ask<typename Forms::lowers, hitscan::detail::each, A, B>;
template <class Forms, class A, class M, class B>
inline constexpr bool in_step<Forms, A, M, B> =
    hitscan::detail::can_ask<typename Forms::lowers, hitscan::detail::each, A, B, M>;

#undef VERBS_COMMON
#undef VERBS_STATIC
#undef VERBS_MOVING
#undef VERBS_FORM

}  // namespace verbs
