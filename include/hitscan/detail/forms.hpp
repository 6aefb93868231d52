// The result forms: what a request is run through, and how its answers are handed over. In all of them the question
// is asked of the engine that is active, or of the one that query::on names.
#pragma once

#include <span>

#include "ask.hpp"

namespace hitscan::detail {

inline bool checks_enabled() noexcept { return checks_in_use() == checks::stop; }  // does a breach end the program?

// What stands between a request and the engine: contracts, capacities, empty batches. In the library.
bool run_any(const engine& e, const request& r) noexcept;
std::size_t run_count(const engine& e, const request& r) noexcept;
void run_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept;
void run_times(const engine& e, const request& r, const times_out& out) noexcept;
found run_list(const engine& e, const request& r, std::span<index> out) noexcept;
found run_records(const engine& e, const request& r, const hit_columns3& out) noexcept;
outcome run_nearest(const engine& e, const request& r) noexcept;
outcome run_deepest(const engine& e, const request& r) noexcept;  // in place of the time, the depth
void run_nearest_many(const engine& e, const request& r, const hit_columns3& out) noexcept;
void run_each(const engine& e, const request& r, const hit_columns3& out) noexcept;
found run_in_order(const engine& e, const request& r, std::span<hit> out) noexcept;
found run_in_order(const engine& e, const request& r, std::span<hit3> out) noexcept;
found run_records(const engine& e, const request& r, const contact_columns3& out) noexcept;
void run_nearest_many(const engine& e, const request& r, const contact_columns3& out) noexcept;
void run_each(const engine& e, const request& r, const contact_columns3& out) noexcept;

// Two single shapes with plain options, in the forms that they are mostly asked in.
bool run_any(const singles& r) noexcept;
outcome run_nearest(const singles& r) noexcept;
outcome run_deepest(const singles& r) noexcept;

// Of the nearest in several lists, one after the other: is a hit nearer than the best so far? `until` is then where the
// next list ends. And which of two depths is the greater. In the library, since a program may compare subnormals as 0.
bool comes_first(float time, std::uint8_t flags, bool first, float best_time, std::uint8_t best_flags,
                 float& until) noexcept;
bool deeper(float depth, float best) noexcept;

inline const hit_columns3& widen(const hit_columns3& c) noexcept { return c; }
inline hit_columns3 widen(const hit_columns& c) noexcept {
  return {.index = c.index,
          .time = c.time,
          .normal_x = c.normal_x,
          .normal_y = c.normal_y,
          .position_x = c.position_x,
          .position_y = c.position_y,
          .flags = c.flags};
}

inline const contact_columns3& widen(const contact_columns3& c) noexcept { return c; }
inline contact_columns3 widen(const contact_columns& c) noexcept {
  return {.index = c.index,
          .depth = c.depth,
          .normal_x = c.normal_x,
          .normal_y = c.normal_y,
          .position_x = c.position_x,
          .position_y = c.position_y,
          .push_x = c.push_x,
          .push_y = c.push_y};
}

template <class A> using columns_for = std::conditional_t<dims_of<A>() == 2, hit_columns, hit_columns3>;
template <class A> using contacts_for = std::conditional_t<dims_of<A>() == 2, contact_columns, contact_columns3>;
template <class A, class B>  // several(...) views tell which of them it is
using hit_for = std::conditional_t<is_several<B>, basic_mixed_hit<vector_for<A>>, basic_hit<vector_for<A>>>;

template <class V> basic_hit<V> to_hit(const outcome& o) noexcept {
  basic_hit<V> h{.time = o.time, .index = o.index, .flags = o.flags};
  for (int k = 0; k < V::dims; ++k) h.normal[k] = o.normal[k], h.position[k] = o.position[k];
  return h;
}

template <class V> basic_contact<V> to_contact(const outcome& o) noexcept {
  basic_contact<V> c{.depth = o.time, .index = o.index};
  for (int k = 0; k < V::dims; ++k) c.normal[k] = o.normal[k], c.position[k] = o.position[k], c.push[k] = o.push[k];
  return c;
}

// The nearest over several views: one after the other, each asked only about what comes before the best so far.
template <class Verb, class... Views, class A, class... By>
auto nearest_of(query q, const A& a, const several_views<Views...>& views, const By&... by) noexcept {
  static_assert(!subject<A>::plural && (!motion_traits<By>::plural && ...), "hitscan: one asks about several views");
  basic_mixed_hit<vector_for<A>> best;
  unsigned view = 0;
  const auto ask = [&](const auto& others) {
    const auto h = to_hit<vector_for<A>>(run_nearest(engine_of(q), lowered<Verb, told>(q, a, others, by...)));
    if (h && comes_first(h.time, h.flags, !best, best.time, best.flags, q.until))
      static_cast<basic_hit<vector_for<A>>&>(best) = h, best.view = view;
    ++view;
  };
  std::apply([&](const auto&... others) { (ask(others), ...); }, views.all);
  return best;
}
template <class Verb, class A, class B, class... By>
auto nearest_of(const query& q, const A& a, const B& b, const By&... by) noexcept {
  if constexpr (two_singles<Verb, A, B, By...>())
    if (plain_options(q)) return to_hit<vector_for<A>>(run_nearest(lowered_singles<Verb>(q, a, b, by...)));
  return to_hit<vector_for<A>>(run_nearest(engine_of(q), lowered<Verb, told>(q, a, b, by...)));
}

}  // namespace hitscan::detail
