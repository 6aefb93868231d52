// The result forms: one function object each, for every verb, for the engine in use and for the reference alike.
// Subjects are two to four: who asks, [how it moves], against whom, [how that moves].
#pragma once

#include <span>

#include "verbs.hpp"

namespace hitscan::detail {

struct active_choice {
  static const engine& get() noexcept { return active_engine(); }
};
struct reference_choice {
  static const engine& get() noexcept { return reference_engine(); }
};

inline bool checks_enabled() noexcept { return checks_in_use() == checks::stop; }  // does a breach end the program?

// What stands between a lowered request and the engine: contracts, capacities, empty batches. In the library.
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
found run_records(const engine& e, const request& r, const contact_columns3& out) noexcept;
void run_nearest_many(const engine& e, const request& r, const contact_columns3& out) noexcept;

// The same of requests whose one side is a chain: an item hits when it hits any of the links.
bool run_whole_any(const engine& e, const request& r) noexcept;
std::size_t run_whole_count(const engine& e, const request& r) noexcept;
void run_whole_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept;
found run_whole_list(const engine& e, const request& r, std::span<index> out) noexcept;
void run_each(const engine& e, const request& r, const contact_columns3& out) noexcept;

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

template <class S> struct dims_of_subject {};
template <shape S> struct dims_of_subject<S> {
  static constexpr int dims = shape_traits<S>::dims;
};
template <class S, std::size_t N> struct dims_of_subject<growing_shape<S, N>> : dims_of_subject<S> {};
template <some_segments S>
requires(!shape<S>)
struct dims_of_subject<S> {
  static constexpr int dims = segment_traits<S>::dims;
};
template <class A> using columns_for = std::conditional_t<dims_of_subject<A>::dims == 2, hit_columns, hit_columns3>;
template <class A> using vector_for = std::conditional_t<dims_of_subject<A>::dims == 2, vec2, vec3>;

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

// How a verb is asked: one against many (either way round), many against many, or item by item.
template <class Verb> struct flat {
  template <class... S> static constexpr bool accepts = asks_flat<Verb, S...>;
  template <class... S> static void lower(request& r, const query& q, const S&... s) noexcept {
    ask_flat<Verb>(r, q, s...);
  }
};
template <class Verb> struct many {
  template <class... S> static constexpr bool accepts = asks_many<Verb, S...>;
  template <class... S> static void lower(request& r, const query& q, const S&... s) noexcept {
    ask_flat<Verb>(r, q, s...);
  }
};
template <class Verb> struct whole {
  template <class... S> static constexpr bool accepts = asks_whole<Verb, S...>;
  template <class... S> static void lower(request& r, const query& q, const S&... s) noexcept {
    ask_whole<Verb>(r, q, s...);
  }
};
template <class Verb> struct each {  // an index_pairs may stand behind the subjects
  template <class... S> struct ends_in_pairs : std::false_type {};
  template <class A, class B> struct ends_in_pairs<A, B, index_pairs> : std::bool_constant<asks_each<Verb, A, B>> {};
  template <class A, class B, class C>
  struct ends_in_pairs<A, B, C, index_pairs> : std::bool_constant<asks_each<Verb, A, B, C>> {};
  template <class A, class B, class C, class D>
  struct ends_in_pairs<A, B, C, D, index_pairs> : std::bool_constant<asks_each<Verb, A, B, C, D>> {};

  template <class... S> static constexpr bool accepts = asks_each<Verb, S...> || ends_in_pairs<S...>::value;
  template <class A, class B> static void lower(request& r, const query& q, const A& a, const B& b) noexcept {
    ask_each<Verb>(r, q, nullptr, a, b);
  }
  template <class A, class B, class C>
  static void lower(request& r, const query& q, const A& a, const B& b, const C& c) noexcept {
    if constexpr (std::is_same_v<C, index_pairs>)
      ask_each<Verb>(r, q, &c, a, b);
    else
      ask_each<Verb>(r, q, nullptr, a, b, c);
  }
  template <class A, class B, class C, class D>
  static void lower(request& r, const query& q, const A& a, const B& b, const C& c, const D& d) noexcept {
    if constexpr (std::is_same_v<D, index_pairs>)
      ask_each<Verb>(r, q, &d, a, b, c);
    else
      ask_each<Verb>(r, q, nullptr, a, b, c, d);
  }
  template <class A, class B, class C, class D>
  static void lower(request& r, const query& q, const A& a, const B& b, const C& c, const D& d,
                    const index_pairs& p) noexcept {
    ask_each<Verb>(r, q, &p, a, b, c, d);
  }
};

struct usual {
  static constexpr query options{};
};
struct closed_by_default {
  static constexpr query options{.touch = touching::hits};
};

// A form without output: form(subjects..., options).
template <class Engine, class Ask, class Form, class Defaults = usual> struct asking {
  template <class A, class B>
  requires(Ask::template accepts<A, B>)
  [[nodiscard]] auto operator()(const A& a, const B& b, const query& q = Defaults::options) const noexcept {
    return run(q, a, b);
  }
  template <class A, class B, class C>
  requires(Ask::template accepts<A, B, C>)
  [[nodiscard]] auto operator()(const A& a, const B& b, const C& c, const query& q = Defaults::options) const noexcept {
    return run(q, a, b, c);
  }
  template <class A, class B, class C, class D>
  requires(Ask::template accepts<A, B, C, D>)
  [[nodiscard]] auto operator()(const A& a, const B& b, const C& c, const D& d,
                                const query& q = Defaults::options) const noexcept {
    return run(q, a, b, c, d);
  }
  template <class A, class B, class C, class D>
  requires(Ask::template accepts<A, B, C, D, index_pairs>)
  [[nodiscard]] auto operator()(const A& a, const B& b, const C& c, const D& d, const index_pairs& p,
                                const query& q = Defaults::options) const noexcept {
    return run(q, a, b, c, d, p);
  }

 private:
  template <class A, class... S> static auto run(const query& q, const A& a, const S&... s) noexcept {
    request r;
    Ask::lower(r, q, a, s...);
    return Form::template run<A>(Engine::get(), r);
  }
};

// A form that writes: form(subjects..., output, options).
template <class Engine, class Ask, class Form, class Defaults = usual> struct writing {
  template <class A> using out = typename Form::template out<A>;
  template <class A, class B>
  requires(Ask::template accepts<A, B>)
  auto operator()(const A& a, const B& b, const out<A>& o, const query& q = Defaults::options) const noexcept {
    return run(o, q, a, b);
  }
  template <class A, class B, class C>
  requires(Ask::template accepts<A, B, C>)
  auto operator()(const A& a, const B& b, const C& c, const out<A>& o,
                  const query& q = Defaults::options) const noexcept {
    return run(o, q, a, b, c);
  }
  template <class A, class B, class C, class D>
  requires(Ask::template accepts<A, B, C, D>)
  auto operator()(const A& a, const B& b, const C& c, const D& d, const out<A>& o,
                  const query& q = Defaults::options) const noexcept {
    return run(o, q, a, b, c, d);
  }
  template <class A, class B, class C, class D>
  requires(Ask::template accepts<A, B, C, D, index_pairs>)
  auto operator()(const A& a, const B& b, const C& c, const D& d, const index_pairs& p, const out<A>& o,
                  const query& q = Defaults::options) const noexcept {
    return run(o, q, a, b, c, d, p);
  }

 private:
  template <class A, class... S> static auto run(const out<A>& o, const query& q, const A& a, const S&... s) noexcept {
    request r;
    Ask::lower(r, q, a, s...);
    return Form::template run<A>(Engine::get(), r, o);
  }
};

// ---- the forms -------------------------------------------------------------------------------------------------

struct any_form {
  template <class> static bool run(const engine& e, const request& r) noexcept { return run_any(e, r); }
};
struct count_form {
  template <class> static std::size_t run(const engine& e, const request& r) noexcept { return run_count(e, r); }
};
struct mask_form {
  template <class> using out = std::span<std::uint64_t>;
  template <class> static void run(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept {
    run_mask(e, r, words);
  }
};
struct times_form {
  template <class> using out = times_out;
  template <class> static void run(const engine& e, const request& r, const times_out& o) noexcept {
    run_times(e, r, o);
  }
};
struct list_form {
  template <class> using out = std::span<index>;
  template <class> static found run(const engine& e, const request& r, std::span<index> o) noexcept {
    return run_list(e, r, o);
  }
};
struct records_form {
  template <class A> using out = columns_for<A>;
  template <class A> static found run(const engine& e, const request& r, const out<A>& o) noexcept {
    return run_records(e, r, widen(o));
  }
};
struct nearest_form {
  template <class A> static basic_hit<vector_for<A>> run(const engine& e, const request& r) noexcept {
    return to_hit<vector_for<A>>(run_nearest(e, r));
  }
};
struct nearest_many_form {
  template <class A> using out = columns_for<A>;
  template <class A> static void run(const engine& e, const request& r, const out<A>& o) noexcept {
    run_nearest_many(e, r, widen(o));
  }
};
struct each_form {
  template <class A> using out = columns_for<A>;
  template <class A> static void run(const engine& e, const request& r, const out<A>& o) noexcept {
    run_each(e, r, widen(o));
  }
};

// The forms in which a chain can be one shape.
struct whole_any_form {
  template <class> static bool run(const engine& e, const request& r) noexcept { return run_whole_any(e, r); }
};
struct whole_count_form {
  template <class> static std::size_t run(const engine& e, const request& r) noexcept { return run_whole_count(e, r); }
};
struct whole_mask_form {
  template <class> using out = std::span<std::uint64_t>;
  template <class> static void run(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept {
    run_whole_mask(e, r, words);
  }
};
struct whole_list_form {
  template <class> using out = std::span<index>;
  template <class> static found run(const engine& e, const request& r, std::span<index> o) noexcept {
    return run_whole_list(e, r, o);
  }
};

// The forms of contact: the same with other columns.
struct contacts_form {
  template <class A> using out = std::conditional_t<dims_of_subject<A>::dims == 2, contact_columns, contact_columns3>;
  template <class A> static found run(const engine& e, const request& r, const out<A>& o) noexcept {
    return run_records(e, r, widen(o));
  }
};
struct deepest_form {
  template <class A> static basic_contact<vector_for<A>> run(const engine& e, const request& r) noexcept {
    return to_contact<vector_for<A>>(run_deepest(e, r));
  }
};
struct deepest_many_form {
  template <class A> using out = contacts_form::out<A>;
  template <class A> static void run(const engine& e, const request& r, const out<A>& o) noexcept {
    run_nearest_many(e, r, widen(o));
  }
};
struct contact_each_form {
  template <class A> using out = contacts_form::out<A>;
  template <class A> static void run(const engine& e, const request& r, const out<A>& o) noexcept {
    run_each(e, r, widen(o));
  }
};

// Several forms under one name, told apart by what they are given to write to.
template <class... Forms> struct all_of : Forms... {
  using Forms::operator()...;
};

// The four that give a bit or an index an item.
template <class Engine, class Verb, class Defaults = usual>
using any_of =
    all_of<asking<Engine, flat<Verb>, any_form, Defaults>, asking<Engine, whole<Verb>, whole_any_form, Defaults>>;
template <class Engine, class Verb, class Defaults = usual>
using count_of_hits =
    all_of<asking<Engine, flat<Verb>, count_form, Defaults>, asking<Engine, whole<Verb>, whole_count_form, Defaults>>;
template <class Engine, class Verb, class Defaults = usual>
using mask_of =
    all_of<writing<Engine, flat<Verb>, mask_form, Defaults>, writing<Engine, whole<Verb>, whole_mask_form, Defaults>>;
template <class Engine, class Verb, class Defaults = usual>
using list_of =
    all_of<writing<Engine, flat<Verb>, list_form, Defaults>, writing<Engine, whole<Verb>, whole_list_form, Defaults>>;

}  // namespace hitscan::detail
