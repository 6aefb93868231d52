// What the golden hashes are made with: a digest a query, and the forms that the verbs share.
#pragma once

#include <bit>
#include <concepts>
#include <deque>
#include <string_view>
#include <tuple>

#include "../../tests/support/outputs.hpp"
#include "../../tests/support/verbs.hpp"
#include "golden.hpp"
#include "scenes.hpp"

namespace golden {

namespace hs = hitscan;

class digest {
 public:
  void add(std::unsigned_integral auto v) noexcept { mix(v); }
  void mix(std::uint64_t v) noexcept { state_ = std::rotl((state_ ^ v) * 0x9e3779b97f4a7c15u, 29); }
  /// What comes of NaN is NaN, but which one differs between a CPU and its emulators.
  void add(float v) noexcept { mix(v == v ? std::bit_cast<std::uint32_t>(v) : 0x7fc00000u); }
  template <class V>
  requires requires { V::dims; }
  void add(const V& v) noexcept {
    for (int k = 0; k < V::dims; ++k) add(v[k]);
  }
  template <class T> void add_all(const std::vector<T>& all) noexcept { add_first(all, all.size()); }
  template <class T> void add_first(const std::vector<T>& all, std::size_t n) noexcept {
    for (std::size_t i = 0; i < n; ++i) add(all[i]);
  }
  std::uint64_t value() const noexcept { return state_ ^ (state_ >> 31); }

 private:
  std::uint64_t state_ = 0x6a09e667f3bcc908u;
};

// One digest a query, in the order in which the queries first appear.
class ledger {
 public:
  digest& operator()(std::string_view verb, const char* form) {
    const std::string name = std::string(verb) + form;
    for (auto& [key, value] : rows_)
      if (key == name) return value;
    return rows_.emplace_back(name, digest{}).second;
  }
  std::vector<entry> entries() const {
    std::vector<entry> out;
    for (const auto& [key, value] : rows_) out.push_back({key, value.value()});
    return out;
  }

 private:
  std::deque<std::pair<std::string, digest>> rows_;  // a digest stays where it is
};

// What is done around every query: see hashes_within.
struct around_queries {
  void (*enter)() = nullptr;
  void (*leave)() = nullptr;
};
inline around_queries around;
struct within {
  within() {
    if (around.enter) around.enter();
  }
  ~within() {
    if (around.leave) around.leave();
  }
};

constexpr std::size_t crowd_size = 203;  // not a multiple of any register or word
constexpr std::size_t askers = 6;        // one-against-many queries a scene

// Room for any answer, refilled with a pattern before each query: what a query forgets to write shows.
struct room {
  std::vector<hs::index> index;
  std::vector<float> column[7];
  std::vector<std::uint8_t> flags;
  std::vector<std::uint64_t> words;

  explicit room(std::size_t n) : index(n, 0xdeadbeef), flags(n, 0xab), words(hs::mask_words(n), 0xabababababababab) {
    for (auto& c : column) c.assign(n, -77.0f);
  }
  template <int D> auto columns() { return trial::hits_over<D>(index, column, flags); }
  // Lists: the written prefix alone, since what lies behind it, within the caller's buffer, is nobody's promise.
  void add_to(digest& d, std::size_t n) const {
    d.add_first(index, n), d.add_first(flags, n);
    for (const auto& c : column) d.add_first(c, n);
  }
};

inline void add_found(digest& d, const hs::found& f, const room& out) {
  d.add(f.total), d.add(f.written);
  d.add_first(out.index, f.written);
}

// The forms every verb has. Two lists: one with room for all, one too short.
template <class Any, class Count, class Mask, class List, class... S>
void ask_static(ledger& to, std::string_view name, const Any& any, const Count& count, const Mask& mask,
                const List& list, std::size_t n, const hs::query& q, const S&... s) {
  const within here;
  to(name, "_any").add(unsigned{any(s..., q)});
  to(name, "_count").add(std::uint64_t{count(s..., q)});
  room words(n);
  mask(s..., std::span(words.words), q);
  to(name, "_mask").add_all(words.words);
  for (const std::size_t capacity : {n, n / 16}) {
    room out(capacity);
    const hs::found f = list(s..., std::span(out.index), q);
    add_found(to(name, ""), f, out);
  }
}

template <class Times, class... S>
void ask_times(ledger& to, std::string_view name, const Times& times, std::size_t n, const hs::query& q,
               const S&... s) {
  const within here;
  room out(n);
  times(s..., hs::times_out(out.column[0], out.words), q);
  to(name, "_times").add_all(out.column[0]);
  to(name, "_times").add_all(out.words);
}

template <class Hit> void add_hit(digest& d, const Hit& h) {
  d.add(h.index), d.add(h.flags), d.add(h.time);
  d.add(h.normal), d.add(h.position);
}

// One against many.
template <class Verb, class... S>
void flat(ledger& to, std::string_view name, const Verb& verb, std::size_t n, const hs::query& q, const S&... s) {
  ask_static(to, name, verb.any, verb.count, verb.mask, verb.list, n, q, s...);
  if constexpr (requires { verb.times; }) {
    constexpr int dims = hs::detail::dims_of<std::tuple_element_t<0, std::tuple<S...>>>();
    ask_times(to, name, verb.times, n, q, s...);
    const within here;
    add_hit(to(name, "_nearest"), verb.nearest(s..., q));
    for (const std::size_t capacity : {n, n / 16}) {
      room out(capacity);
      const hs::found f = verb.list(s..., out.columns<dims>(), q);
      to(name, "").add(f.total), out.add_to(to(name, ""), f.written);
    }
  }
}

// Item by item, and by index pairs.
template <class Verb, class... S>
void each(ledger& to, std::string_view name, const Verb& verb, const hs::index_pairs& pairs, std::size_t n,
          const hs::query& options, const S&... s) {
  hs::query paired = options;
  paired.pairs = pairs;
  for (const hs::query& q : {options, paired}) {
    ask_static(to, name, verb.each_any, verb.each_count, verb.each_mask, verb.pairwise, n, q, s...);
    if constexpr (requires { verb.each_times; }) {
      constexpr int dims = hs::detail::dims_of<std::tuple_element_t<0, std::tuple<S...>>>();
      ask_times(to, name, verb.each_times, n, q, s...);
      const within here;
      add_hit(to(name, "_nearest"), verb.each_nearest(s..., q));
      room out(n);
      verb.pairwise(s..., out.columns<dims>(), q);
      out.add_to(to(name, ""), n);
    }
  }
}

template <class Verb, class... S>
void many(ledger& to, std::string_view name, const Verb& verb, std::size_t n, const hs::query& q, const S&... s) {
  constexpr int dims = hs::detail::dims_of<std::tuple_element_t<0, std::tuple<S...>>>();
  const within here;
  room out(n);
  verb.nearest(s..., out.columns<dims>(), q);
  out.add_to(to(name, "_nearest"), n);
}

/// The options that every scene is asked with. Inside and cull, too, are asked whether touching hits or misses.
inline constexpr hs::query options[] = {
    {.touch = hs::touching::misses},
    {.touch = hs::touching::hits},
    {.touch = hs::touching::hits, .start = hs::start_overlap::ignored, .layers = 5},
    {.touch = hs::touching::misses, .start = hs::start_overlap::hits_unless_leaving, .until = 0.375f}};

/// Calls each(a, b, options) for every pair of scenes and all options, with layers where the options look at them.
template <int D, class Each> void each_scene(std::uint64_t seed, const Each& each, std::size_t most = 5) {
  const scenes::recipe pairs[][2] = {{scenes::bullets(), scenes::walls()},
                                     {scenes::screens(), scenes::walls()},
                                     {scenes::close_up(), scenes::close_up()},
                                     {scenes::tiles(), scenes::tiles()},
                                     {scenes::gauntlet(), scenes::gauntlet()}};
  for (const auto& [who, whom] : pairs) {
    if (most-- == 0) return;
    auto a = scenes::make<D>(who, crowd_size + 1, ++seed);
    auto b = scenes::make<D>(whom, crowd_size + 1, ++seed);
    for (const hs::query& q : options) {
      for (auto* c : {&a, &b}) {
        c->layers.clear();
        for (std::size_t i = 0; q.layers != ~0u && i < c->size(); ++i)
          c->layers.push_back(static_cast<std::uint32_t>(i % 7 + (c == &a)));
      }
      each(a, b, q);
    }
  }
}

// What is asked beside the verbs for points, boxes and circles: one file each.
void hulls_and_contacts(ledger&);
void games(ledger&);
void worlds(ledger&);

}  // namespace golden
