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
  std::int32_t layer_gap;
  bool strided;  // some column has gaps
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
  refuse_pairs(r, o), refuse_by_and_unknown_isa(r, o);
  squared_question q{};
  q.r.dims = r.dims, q.r.closed = o.touch == touching::hits, q.r.n = r.a.count;
  for (int k = 0; k < shape_traits<A>::dims; ++k) q.r.item[k] = r.a.column[k], q.r.center[k] = center[k];
  q.r.reach2 = {reach2.data(), reach2.value(), reach2.gap()};
  q.layer_gap = r.a.layer_gap, q.strided = r.strided || reach2.gap() != 0;
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
}  // namespace detail

/// Which items: indices, ascending. What does not fit is counted.
template <detail::has_centers A>
found overlap_squared(const A& items, const detail::center_of<A>& center, const column& reach2, std::span<index> out,
                      const query& options = {}) noexcept {
  return detail::run_squared_list(detail::engine_of(options), detail::lower_squared(items, center, reach2, options),
                                  out);
}
/// Is there one?
template <detail::has_centers A>
[[nodiscard]] bool overlap_squared_any(const A& items, const detail::center_of<A>& center, const column& reach2,
                                       const query& options = {}) noexcept {
  return detail::run_squared_any(detail::engine_of(options), detail::lower_squared(items, center, reach2, options));
}
/// How many.
template <detail::has_centers A>
[[nodiscard]] std::size_t overlap_squared_count(const A& items, const detail::center_of<A>& center,
                                                const column& reach2, const query& options = {}) noexcept {
  return detail::run_squared_count(detail::engine_of(options), detail::lower_squared(items, center, reach2, options));
}
/// One bit an item.
template <detail::has_centers A>
void overlap_squared_mask(const A& items, const detail::center_of<A>& center, const column& reach2,
                          std::span<std::uint64_t> words, const query& options = {}) noexcept {
  detail::run_squared_mask(detail::engine_of(options), detail::lower_squared(items, center, reach2, options), words);
}
template <class No = void> found overlap_squared(...) {
  static_assert(detail::never<No>, "hitscan: overlap_squared(circles or points, center, reach2, room for indices)");
  return {};
}
template <class No = void> bool overlap_squared_any(...) { return overlap_squared<No>(0).total; }
template <class No = void> std::size_t overlap_squared_count(...) { return overlap_squared<No>(0).total; }
template <class No = void> void overlap_squared_mask(...) { overlap_squared<No>(0); }

}  // namespace hitscan
