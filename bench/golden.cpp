#include "golden.hpp"

#include <bit>
#include <concepts>
#include <cstdio>
#include <string_view>
#include <tuple>

#include "golden_values.hpp"
#include "scenes.hpp"

namespace golden {
namespace {

namespace hs = hitscan;
using hs::detail::active_choice;

class digest {
 public:
  void add(std::unsigned_integral auto v) noexcept { mix(v); }
  void mix(std::uint64_t v) noexcept { state_ = std::rotl((state_ ^ v) * 0x9e3779b97f4a7c15u, 29); }
  void add(float v) noexcept { mix(std::bit_cast<std::uint32_t>(v)); }
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
  std::vector<std::pair<std::string, digest>> rows_;
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
  template <int D> auto columns() {
    auto& c = column;
    if constexpr (D == 2)
      return hs::hit_columns{.index = index,
                             .time = c[0],
                             .normal_x = c[1],
                             .normal_y = c[2],
                             .position_x = c[3],
                             .position_y = c[4],
                             .flags = flags};
    else
      return hs::hit_columns3{.index = index,
                              .time = c[0],
                              .normal_x = c[1],
                              .normal_y = c[2],
                              .normal_z = c[3],
                              .position_x = c[4],
                              .position_y = c[5],
                              .position_z = c[6],
                              .flags = flags};
  }
  // Lists: the written prefix alone, since what lies behind it, within the caller's buffer, is nobody's promise.
  void add_to(digest& d, std::size_t n) const {
    d.add_first(index, n), d.add_first(flags, n);
    for (const auto& c : column) d.add_first(c, n);
  }
};

void add_found(digest& d, const hs::found& f, const room& out) {
  d.add(f.total), d.add(f.written);
  d.add_first(out.index, f.written);
}

// The forms every verb has. Two lists: one with room for all, one too short.
template <class Any, class Count, class Mask, class List, class... S>
void ask_static(ledger& to, std::string_view name, const Any& any, const Count& count, const Mask& mask,
                const List& list, std::size_t n, const hs::query& q, const S&... s) {
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
    constexpr int dims = hs::detail::dims_of_subject<std::tuple_element_t<0, std::tuple<S...>>>::dims;
    ask_times(to, name, verb.times, n, q, s...);
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
          const hs::query& q, const S&... s) {
  const auto ask = [&](const auto&... subject) {
    if constexpr (requires { verb.pairwise; }) {
      constexpr int dims = hs::detail::dims_of_subject<std::tuple_element_t<0, std::tuple<S...>>>::dims;
      ask_static(to, name, verb.each_any, verb.each_count, verb.each_mask, verb.pairwise, n, q, subject...);
      ask_times(to, name, verb.each_times, n, q, subject...);
      add_hit(to(name, "_nearest"), verb.each_nearest(subject..., q));
      room out(n);
      verb.pairwise(subject..., out.columns<dims>(), q);
      out.add_to(to(name, ""), n);
    } else {
      ask_static(to, name, verb.each_any, verb.each_count, verb.each_mask, verb.each_list, n, q, subject...);
    }
  };
  ask(s...);
  ask(s..., pairs);
}

template <class Verb, class... S>
void many(ledger& to, std::string_view name, const Verb& verb, std::size_t n, const hs::query& q, const S&... s) {
  constexpr int dims = hs::detail::dims_of_subject<std::tuple_element_t<0, std::tuple<S...>>>::dims;
  room out(n);
  verb.nearest(s..., out.columns<dims>(), q);
  out.add_to(to(name, "_nearest"), n);
}

// Who meets whom and grows, or shrinks: by half extents of who asks, by steps of the others.
template <int D>
void growing_scene(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  constexpr auto& sweep = hs::detail::sweep_of<active_choice>;
  const std::size_t n = crowd_size;
  const auto grow_boxes = [&](const auto& boxes, const std::vector<float>(&by)[D], std::size_t first) {
    const scenes::detail::axes<D> g(by, first, n);
    if constexpr (D == 2)
      return hs::growing(boxes, g.c[0], g.c[1]);
    else
      return hs::growing(boxes, g.c[0], g.c[1], g.c[2]);
  };
  const auto boxes_a = grow_boxes(a.boxes(0, n), a.half, 0), boxes = grow_boxes(b.centred(1, n), b.step, 1);
  const auto circles_a = hs::growing(a.circles(0, n), scenes::detail::part(a.half[0], 0, n));
  const auto circles = hs::growing(b.circles(1, n), scenes::detail::part(b.step[0], 1, n));
  const auto steps_a = a.motions(0, n, true), steps = b.motions(1, n, false);
  for (std::size_t i = 0; i < askers; ++i) {
    const auto step = a.step_at(i);
    flat(to, "sweep_growing", sweep, n, q, a.box_at(i), step, boxes);
    flat(to, "sweep_growing", sweep, n, q, boxes_a, steps_a, b.box_at(i), step);
    flat(to, "sweep_growing", sweep, n, q, a.circle_at(i), step, circles, steps);
    flat(to, "sweep_growing", sweep, n, q, circles_a, steps_a, b.point_at(i));
  }
  const scenes::pair_list shuffled = scenes::shuffled_pairs(n, n, 98);
  const hs::index_pairs pairs = shuffled.part(0, n);
  each(to, "sweep_growing_each", sweep, pairs, n, q, boxes_a, steps_a, boxes, steps);
  each(to, "sweep_growing_each", sweep, pairs, n, q, circles_a, steps_a, circles);
}

// Who meets whom.
template <int D> void scene(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  constexpr auto& overlap = hs::detail::overlap_of<active_choice>;
  constexpr auto& inside = hs::detail::inside_of<active_choice>;
  constexpr auto& cast = hs::detail::cast_of<active_choice>;
  constexpr auto& sweep = hs::detail::sweep_of<active_choice>;
  const std::size_t n = crowd_size;
  const auto boxes = b.boxes(1, n), boxes_a = a.boxes(0, n);  // from the second on: no alignment to rely on
  const auto centred = b.centred(1, n), centred_a = a.centred(0, n);
  const auto circles = b.circles(1, n), circles_a = a.circles(0, n);
  const auto points_a = a.points(0, n);
  const auto segments_a = a.segments(0, n);
  const auto steps_a = a.motions(0, n, false), steps_a_promised = a.motions(0, n, true);
  const auto steps = b.motions(1, n, false);

  for (std::size_t i = 0; i < askers; ++i) {
    const auto box = a.box_at(i);
    const auto circle = a.circle_at(i);
    const auto point = a.point_at(i);
    const auto segment = a.segment_at(i);
    const auto step = a.step_at(i);

    flat(to, "overlap", overlap, n, q, box, boxes);
    flat(to, "overlap", overlap, n, q, centred, box);
    flat(to, "overlap", overlap, n, q, point, boxes);
    flat(to, "overlap", overlap, n, q, points_a, box);
    flat(to, "overlap", overlap, n, q, circle, circles);
    flat(to, "overlap", overlap, n, q, points_a, circle);
    flat(to, "overlap", overlap, n, q, circle, boxes);
    flat(to, "overlap", overlap, n, q, circles, box);
    flat(to, "overlap", overlap, n, q, box, circles);
    flat(to, "overlap", overlap, n, q, circle, centred);

    flat(to, "inside", inside, n, q, boxes, box);
    flat(to, "inside", inside, n, q, box, boxes);
    flat(to, "inside", inside, n, q, centred, box);
    flat(to, "inside", inside, n, q, points_a, box);

    flat(to, "cast", cast, n, q, segment, boxes);
    flat(to, "cast", cast, n, q, segment, centred);
    flat(to, "cast", cast, n, q, segment, circles);
    flat(to, "cast", cast, n, q, segments_a, box);
    flat(to, "cast", cast, n, q, segments_a, circle);
    flat(to, "cast", cast, n, q, segment, boxes, steps);
    hs::query thick = q;
    thick.padding = {2, 3, 4};
    flat(to, "cast", cast, n, thick, segment, boxes);

    flat(to, "sweep", sweep, n, q, box, step, boxes);
    flat(to, "sweep", sweep, n, q, box, step, centred, steps);
    flat(to, "sweep", sweep, n, q, boxes_a, steps_a, box);
    flat(to, "sweep", sweep, n, q, boxes_a, steps_a_promised, box, step);
    flat(to, "sweep", sweep, n, q, centred_a, steps_a_promised, box);
    flat(to, "sweep", sweep, n, q, points_a, steps_a, box);
    flat(to, "sweep", sweep, n, q, circles_a, steps_a_promised, circle);
    flat(to, "sweep", sweep, n, q, circle, step, circles);
    flat(to, "sweep", sweep, n, q, circle, step, circles, steps);
    flat(to, "sweep", sweep, n, q, points_a, steps_a, circle);
  }

  const scenes::pair_list shuffled = scenes::shuffled_pairs(n, n, 99);
  const hs::index_pairs pairs = shuffled.part(0, n);
  each(to, "overlap_each", overlap, pairs, n, q, boxes_a, boxes);
  each(to, "overlap_each", overlap, pairs, n, q, points_a, centred);
  each(to, "overlap_each", overlap, pairs, n, q, circles_a, circles);
  each(to, "overlap_each", overlap, pairs, n, q, boxes_a, circles);
  each(to, "inside_each", inside, pairs, n, q, centred, boxes_a);
  each(to, "cast_each", cast, pairs, n, q, segments_a, boxes);
  each(to, "cast_each", cast, pairs, n, q, segments_a, circles);
  each(to, "sweep_each", sweep, pairs, n, q, boxes_a, steps_a, boxes);
  each(to, "sweep_each", sweep, pairs, n, q, centred_a, steps_a, boxes, steps);
  each(to, "sweep_each", sweep, pairs, n, q, circles_a, steps_a, circles);

  const std::size_t few = 9;
  many(to, "cast", cast, few, q, a.segments(0, few), boxes);
  many(to, "sweep", sweep, few, q, a.boxes(0, few), a.motions(0, few, false), boxes);
  many(to, "sweep", sweep, few, q, a.circles(0, few), a.motions(0, few, false), circles, steps);
}

template <int D, class Each> void every_scene(const Each& each) {
  constexpr hs::query options[] = {{},
                                   {.touch = hs::touching::hits},
                                   {.touch = hs::touching::hits, .start = hs::start_overlap::ignored, .layers = 5},
                                   {.start = hs::start_overlap::hits_unless_leaving, .until = 0.375f}};
  const scenes::recipe pairs[][2] = {{scenes::bullets(), scenes::walls()},
                                     {scenes::screens(), scenes::walls()},
                                     {scenes::close_up(), scenes::close_up()},
                                     {scenes::tiles(), scenes::tiles()},
                                     {scenes::gauntlet(), scenes::gauntlet()}};
  std::uint64_t seed = 1000 * D;
  for (const auto& [who, whom] : pairs) {
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

}  // namespace

std::vector<entry> hashes() {
  ledger all;
  const auto of_a_size = [&](const auto& a, const auto& b, const hs::query& q) { scene(all, a, b, q); };
  every_scene<2>(of_a_size), every_scene<3>(of_a_size);
  const auto growing = [&](const auto& a, const auto& b, const hs::query& q) { growing_scene(all, a, b, q); };
  every_scene<2>(growing), every_scene<3>(growing);
  return all.entries();
}

std::uint64_t total(const std::vector<entry>& entries) noexcept {
  digest all;
  for (const entry& e : entries) {
    for (const char c : e.query) all.add(static_cast<unsigned char>(c));
    all.add(e.hash);
  }
  return all.value();
}

std::vector<entry> expected() {
  std::vector<entry> out;
  for (const value& v : values) out.push_back({v.query, v.hash});
  return out;
}

std::string difference(const std::vector<entry>& got, const std::vector<entry>& want) {
  std::string out;
  const auto say = [&](const std::string& query, const char* what, std::uint64_t a, std::uint64_t b) {
    char line[160];
    std::snprintf(line, sizeof line, "  %-22s %s %016llx, expected %016llx\n", query.c_str(), what,
                  static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
    out += line;
  };
  for (std::size_t i = 0; i < got.size() || i < want.size(); ++i) {
    if (i >= want.size())
      say(got[i].query, "is new:", got[i].hash, 0);
    else if (i >= got.size())
      say(want[i].query, "is missing:", 0, want[i].hash);
    else if (got[i].query != want[i].query)
      say(got[i].query, "is not in its place:", got[i].hash, want[i].hash);
    else if (got[i].hash != want[i].hash)
      say(got[i].query, "is", got[i].hash, want[i].hash);
  }
  return out;
}

}  // namespace golden
