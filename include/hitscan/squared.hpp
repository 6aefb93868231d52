// Circles and points within a distance whose square is yours: |item - center|^2 < reach2.
//
// overlap takes (r1 + r2)^2; some games compare with r1^2 + r2^2 instead, or with a table of their own, and want their
// old hits to the bit. reach2 is one number for all or a column, and is used as it stands; the items' own radii are not
// looked at. Exact for every finite float; `<=` with touching::hits. A reach2 that is negative, infinite or NaN never
// hits. The forms, options and outputs are those of overlap; layers count, too.
//
//   overlap_squared(bullets, ship.center, 36.0f, indices);
//   overlap_squared_any(...), overlap_squared_count(...), overlap_squared_mask(..., words)
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

namespace detail {
struct squared_question {
  squared_request r;
  const std::uint32_t* layer_data;
  std::uint32_t layer_one, layers;
  const char* breach;
  complaint wrong;
};
bool run_squared_any(const engine& e, const squared_question& q) noexcept;
std::size_t run_squared_count(const engine& e, const squared_question& q) noexcept;
void run_squared_mask(const engine& e, const squared_question& q, std::span<std::uint64_t> words) noexcept;
found run_squared_list(const engine& e, const squared_question& q, std::span<index> out) noexcept;

template <class A>
concept has_centers = shape<A> && shape_traits<A>::plural && (is_circle<A> || is_point<A>);
template <class A> using center_of = std::conditional_t<shape_traits<A>::dims == 2, vec2, vec3>;

template <has_centers A>
squared_question lower_squared(const A& items, const center_of<A>& center, const column& reach2,
                               const query& o) noexcept {
  request r;  // for its columns, layers and complaints
  put_options(r, test::overlap_circles, shape_traits<A>::dims, o);
  put_shape(r.a, items, r);
  squared_question q{};
  q.r.dims = r.dims, q.r.closed = o.touch == touching::hits, q.r.n = r.a.count;
  for (int k = 0; k < shape_traits<A>::dims; ++k) q.r.item[k] = r.a.column[k], q.r.center[k] = center[k];
  q.r.reach2 = {reach2.many() ? reach2.data() : nullptr, reach2.value()};
  q.layer_data = r.a.layer_data, q.layer_one = r.a.layer_one, q.layers = o.layers;
  if (reach2.absent()) note_columns(r, "reach2 reach2", &reach2, 1), q.r.n = 0;
  if (reach2.many() && reach2.size() != q.r.n) {
    if (r.a.spans) note_lengths(r, {"reach2", label_of(r.a.what, r.dims), -1, -1, reach2.size(), r.a.count});
    if (!r.a.spans || reach2.size() < q.r.n) q.r.n = reach2.size();
  }
  q.breach = r.breach;
  if (r.breach) q.wrong = r.wrong;
  return q;
}

template <class Engine> struct squared_list {
  template <has_centers A>
  found operator()(const A& items, const center_of<A>& center, const column& reach2, std::span<index> out,
                   const query& q = {}) const noexcept {
    return run_squared_list(Engine::get(), lower_squared(items, center, reach2, q), out);
  }
};
template <class Engine> struct squared_mask {
  template <has_centers A>
  void operator()(const A& items, const center_of<A>& center, const column& reach2, std::span<std::uint64_t> words,
                  const query& q = {}) const noexcept {
    run_squared_mask(Engine::get(), lower_squared(items, center, reach2, q), words);
  }
};
template <class Engine> struct squared_any {
  template <has_centers A>
  [[nodiscard]] bool operator()(const A& items, const center_of<A>& center, const column& reach2,
                                const query& q = {}) const noexcept {
    return run_squared_any(Engine::get(), lower_squared(items, center, reach2, q));
  }
};
template <class Engine> struct squared_count {
  template <has_centers A>
  [[nodiscard]] std::size_t operator()(const A& items, const center_of<A>& center, const column& reach2,
                                       const query& q = {}) const noexcept {
    return run_squared_count(Engine::get(), lower_squared(items, center, reach2, q));
  }
};
template <class Engine> struct squared_queries {
  squared_list<Engine> list;
  squared_any<Engine> any;
  squared_count<Engine> count;
  squared_mask<Engine> mask;
};
template <class Engine> inline constexpr squared_queries<Engine> squared_of{};
}  // namespace detail

inline constexpr auto& overlap_squared = detail::squared_of<detail::active_choice>.list;
inline constexpr auto& overlap_squared_any = detail::squared_of<detail::active_choice>.any;
inline constexpr auto& overlap_squared_count = detail::squared_of<detail::active_choice>.count;
inline constexpr auto& overlap_squared_mask = detail::squared_of<detail::active_choice>.mask;

namespace reference {
inline constexpr auto& overlap_squared = detail::squared_of<detail::reference_choice>.list;
inline constexpr auto& overlap_squared_any = detail::squared_of<detail::reference_choice>.any;
inline constexpr auto& overlap_squared_count = detail::squared_of<detail::reference_choice>.count;
inline constexpr auto& overlap_squared_mask = detail::squared_of<detail::reference_choice>.mask;
}  // namespace reference

}  // namespace hitscan
