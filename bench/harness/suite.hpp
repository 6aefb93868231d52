// What can be measured: rows of (query, scene, number of items), each opened only when its turn comes. A row's variants
// are every ISA this machine runs, and the plain loops where there are some.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <hitscan/hitscan.hpp>

#include "../../tests/support/verbs.hpp"
#include "../opponents/baseline.hpp"
#include "../scenes/scenes.hpp"

namespace bench {

namespace hs = hitscan;

enum class form : std::uint8_t { any, count, mask, list, times, records, nearest };
inline constexpr form all_forms[] = {form::any,   form::count,   form::mask,   form::list,
                                     form::times, form::records, form::nearest};
const char* suffix(form f) noexcept;  // "_any", ...; the list has none

/// Where answers go: the library's, or a plain loop's. Room for what the form writes, and no more.
struct results {
  results(form f, std::size_t n);
  bool any = false;
  std::size_t count = 0;
  std::vector<std::uint64_t> words;
  std::vector<hs::index> list;
  std::vector<float> times, normal_x, normal_y, normal_z, position_x, position_y, position_z;
  std::vector<std::uint8_t> flags, bytes;
  hs::index nearest = hs::none;
  float nearest_time = 1;

  void spoil();  // so that what a query fails to write is seen
};

/// All bits of the answer.
std::uint64_t digest(form f, const results& r);
/// Plain loops round: a few answers may differ, at most one in 1000. Returns what is wrong, or nothing.
std::string compare_plain(form f, std::size_t n, const results& exact, const results& plain);

struct variant {
  std::string label;    // scalar, plain, native, sse2, ...
  bool library = true;  // runs on `which`
  hs::isa which{};
  std::function<void(std::size_t)> run;  // input number k
};

struct instance {
  std::shared_ptr<results> exact, plain;
  std::vector<variant> variants;
  std::function<std::uint64_t()> answer;  // all bits of the library's last answer; empty: those of `exact`
  std::function<std::string()> compare;   // what is wrong with the plain loop's answer; empty: `plain` against `exact`
  std::function<std::uint64_t()> golden;  // of the ISA in use; empty: the row has no hash of its own
};

struct row {
  std::string query, scene;
  std::string kernel;  // of the headline table; empty: not in it
  form what;
  std::size_t n;
  double bytes;                     // an item that has to be read at least
  std::vector<std::string> labels;  // of the variants it will have
  std::function<instance()> open;
  std::size_t m = 0;  // many against many: how many on the other side
  std::string name(const std::string& variant) const;
};

using plain_run = std::function<void(const baseline::loops&, std::size_t k, results&)>;
using plain_forms = std::function<std::map<form, plain_run>(std::size_t n)>;

/// One scene of a verb, before it is spread over forms and sizes.
struct spec {
  std::string verb, scene;
  double bytes;
  std::map<form, std::string> headline{};           // which forms are in the headline table, and as what
  bool each = false;                                // item by item: the query is called verb_each...
  std::size_t most = static_cast<std::size_t>(-1);  // items; beyond this it measures something else
};

/// A row that is no form of a verb, but asks and writes in its own way.
struct own_spec {
  std::string query, scene;
  form what;  // how answers are kept and compared
  double bytes;
  std::size_t most = 262144;  // items
  bool plain = true;          // is there a plain loop?
};
struct own_calls {
  std::function<void(std::size_t k, results&)> library;
  std::function<void(std::size_t k, results&)> reference{};  // absent: the same call on the scalar engine
  plain_run plain{};
};

class suite {
 public:
  std::vector<row> rows;
  std::vector<std::size_t> sizes;  // how many items

  /// `make(n)` gives the calls of a row of n items.
  void add_own(const own_spec& s, const std::function<own_calls(std::size_t n)>& make);

  /// `make(n)` gives a function from k to the tuple of subjects; `plain(n)` the plain loops of some forms.
  template <class Verb, class Make> void add(const spec& s, const Verb& verb, Make make, plain_forms plain = nullptr) {
    for (const std::size_t n : sizes)
      for (const form f : all_forms)
        if (n <= s.most) add_row(s, verb, f, n, make, plain);
  }

 private:
  template <class Verb, class Make>
  void add_row(const spec& s, const Verb& verb, form f, std::size_t n, Make make, plain_forms plain) {
    if constexpr (!requires { verb.times; })
      if (f == form::times || f == form::records || f == form::nearest) return;
    const auto named = s.headline.find(f);
    rows.push_back({.query = s.verb + (s.each ? "_each" : "") + suffix(f),
                    .scene = s.scene,
                    .kernel = named == s.headline.end() ? "" : named->second,
                    .what = f,
                    .n = n,
                    .bytes = s.bytes,
                    .labels = labels_of(loop_of(f, plain, 1) != nullptr),
                    .open = [f, n, s, &verb, make, plain] {
                      auto out = std::make_shared<results>(f, n);
                      auto subjects = make(n);
                      const auto run = [f, each = s.each, &verb, subjects, out](std::size_t k) {
                        answer(f, each, verb, *out, subjects(k));
                      };
                      return assemble(f, n, out, run, run, loop_of(f, plain, n));
                    }});
  }

  static std::vector<std::string> labels_of(bool plain);
  static plain_run loop_of(form f, const plain_forms& plain, std::size_t n);
  static instance assemble(form f, std::size_t n, std::shared_ptr<results> out,
                           std::function<void(std::size_t)> reference, std::function<void(std::size_t)> run,
                           const plain_run& plain);

  // Subjects as the verb takes them; index pairs may stand behind them.
  template <class Verb, class... S>
  static void answer(form f, bool each, const Verb& verb, results& out, const std::tuple<S...>& subjects) {
    constexpr std::size_t last = sizeof...(S) - 1;
    constexpr bool paired = std::is_same_v<std::tuple_element_t<last, std::tuple<S...>>, hs::index_pairs>;
    hs::query q;
    if constexpr (paired) q.pairs = std::get<last>(subjects);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr bool one_many =
          !paired && verbs::one_many<Verb, std::remove_cvref_t<std::tuple_element_t<I, std::tuple<S...>>>...>;
      if constexpr (one_many)
        if (!each)
          return ask<true>(f, verb.any, verb.count, verb.mask, verb.list, verb, out, q, std::get<I>(subjects)...);
      if constexpr (requires { verb.each_any; }) {
        constexpr bool in_step =
            verbs::in_step<Verb, std::remove_cvref_t<std::tuple_element_t<I, std::tuple<S...>>>...>;
        static_assert(in_step || one_many, "nobody asks that");
        if constexpr (in_step)
          ask<false>(f, verb.each_any, verb.each_count, verb.each_mask, verb.pairwise, verb, out, q,
                     std::get<I>(subjects)...);
      } else
        static_assert(one_many, "nobody asks that");
    }(std::make_index_sequence<sizeof...(S) - paired>());
  }

  template <bool flat, class Any, class Count, class Mask, class List, class Verb, class A, class... S>
  static void ask(form f, const Any& any, const Count& count, const Mask& mask, const List& list, const Verb& verb,
                  results& out, const hs::query& q, const A& a, const S&... s) {
    switch (f) {
      case form::any: out.any = any(a, s..., q); return;
      case form::count: out.count = count(a, s..., q); return;
      case form::mask: mask(a, s..., std::span(out.words), q); return;
      case form::list: out.count = list(a, s..., std::span(out.list), q).total; return;
      default: break;
    }
    if constexpr (requires { verb.times; }) {
      if (f == form::times) {
        if constexpr (flat)
          verb.times(a, s..., out.times, q);
        else
          verb.each_times(a, s..., out.times, q);
      } else if (f == form::records) {
        if constexpr (flat)
          out.count = list(a, s..., columns<A>(out), q).total;
        else
          list(a, s..., columns<A>(out), q), out.count = out.times.size();
      } else if constexpr (flat) {
        const auto h = verb.nearest(a, s..., q);
        out.nearest = h.index, out.nearest_time = h.time;
      } else {
        const auto h = verb.each_nearest(a, s..., q);
        out.nearest = h.index, out.nearest_time = h.time;
      }
    }
  }

  template <class A> static auto columns(results& r) {
    if constexpr (hs::detail::dims_of<A>() == 2)
      return hs::hit_columns{.index = r.list,
                             .time = r.times,
                             .normal_x = r.normal_x,
                             .normal_y = r.normal_y,
                             .position_x = r.position_x,
                             .position_y = r.position_y,
                             .flags = r.flags};
    else
      return hs::hit_columns3{.index = r.list,
                              .time = r.times,
                              .normal_x = r.normal_x,
                              .normal_y = r.normal_y,
                              .normal_z = r.normal_z,
                              .position_x = r.position_x,
                              .position_y = r.position_y,
                              .position_z = r.position_z,
                              .flags = r.flags};
  }
};

/// A crowd of n items and some to spare, made once a size and shared by all rows.
std::shared_ptr<const scenes::crowd<2>> crowd2(const char* name, const scenes::recipe& r, std::size_t n);
std::shared_ptr<const scenes::crowd<3>> crowd3(const char* name, const scenes::recipe& r, std::size_t n);
/// The `scenes::fresh` askers of a scene, as values: to fetch one costs no more than it must.
template <int D> struct askers {
  using vector = decltype(scenes::crowd<D>().point_at(0));
  explicit askers(const scenes::crowd<D>& c);
  std::vector<vector> point, step;
  std::vector<hs::basic_box<vector>> box;
  std::vector<hs::basic_circle<vector>> circle;
  std::vector<hs::basic_segment<vector>> segment;
};
std::shared_ptr<const askers<2>> askers2(const char* name, const scenes::recipe& r);
std::shared_ptr<const askers<3>> askers3(const char* name, const scenes::recipe& r);
void forget_crowds();  // frees those that no open row uses

// One function a test: bench/rows/<test>.cpp.
void overlap_boxes(suite&);
void inside_boxes(suite&);
void overlap_circles(suite&);
void overlap_circles_boxes(suite&);
void sweep_boxes(suite&);
void sweep_circles(suite&);
void sweep_growing_boxes(suite&);
void sweep_growing_circles(suite&);
void sweep_circles_boxes(suite&);
void contact_boxes(suite&);
void contact_circles(suite&);
void contact_circles_boxes(suite&);
void overlap_hulls(suite&);
void contact_hulls(suite&);
void sweep_hulls(suite&);
// And one a family of what is made of them, or of nothing of the kind.
void respond(suite&);
void distance(suite&);
void game_frame(suite&);
void tiles(suite&);
void pixel_masks(suite&);
void small_calls(suite&);
suite everything(std::vector<std::size_t> sizes);
std::vector<std::size_t> level_sizes();  // one a cache

// From the scenes to the plain loops.
baseline::rects rects_of(const scenes::crowd<2>& c, std::size_t first = 0);
baseline::moves moves_of(const scenes::crowd<2>& c, std::size_t first = 0);
baseline::spots spots_of(const scenes::crowd<2>& c, std::size_t first = 0);
baseline::rect rect_of(const hs::box& b);
baseline::rect rect_of(hs::vec2 point);
baseline::move move_of(hs::vec2 v);
baseline::disc disc_of(const hs::circle& c);
baseline::touched touched_of(results& r);

}  // namespace bench
