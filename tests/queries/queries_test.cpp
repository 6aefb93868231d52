// Every cell of the tables in docs/queries.md, asked once: `ctest -R queries_table` compares the lists below with them.
//
// All shapes lie over the same place, so every cell that can hit has a hit; what the tables mark as senseless does not
// compile.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

namespace {

namespace hs = hitscan;

// ---- one of each, and a view of one of each ------------------------------------------------------------------------

constexpr float ring_x[] = {0, 10, 5}, ring_y[] = {0, 0, 10};
constexpr hs::index ring_offsets[] = {0, 3};
constexpr std::uint64_t pixels[] = {~0ull, ~0ull};
constexpr std::uint8_t solid[] = {hs::tile_solid, hs::tile_solid};

struct point {  // between the two segments, on no seam of pixels or tiles
  static constexpr hs::vec2 one{4.5f, 4.1f};
  static hs::points many() { return {.x = 4.5f, .y = 4.1f}; }
};
struct box {
  static constexpr hs::box one{{1, 1}, {9, 9}};
  static hs::boxes many() { return {.min_x = 1.0f, .min_y = 1.0f, .max_x = 9.0f, .max_y = 9.0f}; }
};
struct circle {
  static constexpr hs::circle one{{5, 5}, 3};
  static hs::circles many() { return {.x = 5.0f, .y = 5.0f, .radius = 3.0f}; }
};
struct segment {
  static constexpr hs::segment one{{2, 3}, {6, 2}};
  static hs::segments many() { return {.x = 2.0f, .y = 5.0f, .dx = 6.0f, .dy = -2.0f}; }  // crosses `one`
};
struct capsule {
  static constexpr hs::capsule one{{2, 3}, {6, 2}, 1};
  static hs::capsules many() { return {.x = 2.0f, .y = 5.0f, .dx = 6.0f, .dy = -2.0f, .radius = 1.0f}; }
};
struct obb {
  static constexpr hs::obb one{{5, 4}, {3, 2}, {0.8f, 0.6f}};
  static hs::obbs many() {
    return {.x = 5.0f, .y = 4.0f, .half_x = 3.0f, .half_y = 2.0f, .axis_x = 0.6f, .axis_y = 0.8f};
  }
};
struct polygon {
  static inline const hs::polygon one{.x = ring_x, .y = ring_y};
  static hs::polygons many() { return {.x = ring_x, .y = ring_y, .offsets = ring_offsets}; }
};
struct pixel_mask {
  static inline const hs::pixel_mask one{.width = 9, .height = 2, .words = pixels, .y = 3};
  static hs::pixel_mask many() { return one; }
};
struct tile_map {
  static inline const hs::tile_map one{.width = 2, .height = 1, .cell = {5, 10}, .tiles = solid};
  static hs::tile_map many() { return one; }
};

template <class T> constexpr bool is_world = std::is_same_v<T, hs::pixel_mask> || std::is_same_v<T, hs::tile_map>;
template <class T> constexpr bool is_map = std::is_same_v<T, hs::tile_map>;

// ---- the verbs, as they are spelt for a pair -----------------------------------------------------------------------

struct overlap {
  template <class A, class B>
  requires(is_world<A> || is_world<B> || hs::detail::can_ask<hs::detail::overlap_verb, hs::detail::flat, A, B>)
  static bool ask(const A& a, const B& b, const hs::query& q) {
    if constexpr (std::is_same_v<A, hs::pixel_mask> && std::is_same_v<B, hs::pixel_mask>)
      return a.overlap_any(b);
    else if constexpr (is_world<A> && is_world<B>)
      return hs::cells(a).overlap_any(hs::cells(b), q);
    else if constexpr (is_world<A>)
      return ask(b, a, q);
    else if constexpr (is_map<B> && (std::is_same_v<A, hs::box> || std::is_same_v<A, hs::circle>))
      return b.overlap_any(a, q);
    else if constexpr (is_world<B>)
      return hs::cells(b).overlap_any(a, q);
    else
      return hs::overlap_any(a, b, q);
  }
};
struct contact {
  template <class A, class B>
  requires((!is_world<A> && is_world<B>) || (std::is_same_v<A, hs::pixel_mask> && std::is_same_v<B, hs::pixel_mask>) ||
           hs::detail::can_ask<hs::detail::contact_verb, hs::detail::flat, A, B>)
  static bool ask(const A& a, const B& b, const hs::query& q) {
    if constexpr (std::is_same_v<A, hs::pixel_mask>)
      return a.overlap_normal(b.moved_to(b.x + 4, b.y)) == hs::vec2{-1, 0};  // one over the other has no way out
    else if constexpr (is_world<B>)
      return static_cast<bool>(hs::cells(b).contact_deepest(a, q));
    else
      return static_cast<bool>(hs::contact_deepest(a, b, q));
  }
};
struct sweep {
  template <class A, class B>
  requires((!is_world<A> && is_world<B>) ||
           hs::detail::can_ask<hs::detail::sweep_verb, hs::detail::flat, A, B, hs::vec2>)
  static bool ask(const A& a, const B& b, const hs::query& q) {
    constexpr hs::vec2 step{0.1f, 1};
    if constexpr (is_map<B> && std::is_same_v<A, hs::box>)
      return static_cast<bool>(b.sweep_nearest(a, step, q));
    else if constexpr (is_world<B>)
      return static_cast<bool>(hs::cells(b).sweep_nearest(a, step, q));
    else
      return static_cast<bool>(hs::sweep_nearest(a, step, b, q));
  }
};
struct cast {
  template <class A, class B>
  requires(std::is_same_v<A, hs::segment> &&
           (is_world<B> || hs::detail::can_ask<hs::detail::cast_verb, hs::detail::flat, A, B>))
  static bool ask(const A& a, const B& b, const hs::query& q) {
    if constexpr (is_map<B>)
      return static_cast<bool>(b.cast_nearest(a, q));
    else if constexpr (is_world<B>)
      return static_cast<bool>(hs::cells(b).cast_nearest(a, q));
    else
      return static_cast<bool>(hs::cast_nearest(a, b, q));
  }
};

template <class Verb, class A, class B>
constexpr bool can_ask = requires(const A& a, const B& b, const hs::query& q) { Verb::ask(a, b, q); };

// Open, and closed.
template <class Verb, class A, class B> void expect_hit(const char* cell) {
  const auto b = [] {
    if constexpr (is_world<std::remove_cvref_t<decltype(A::one)>>)  // of worlds and shapes, one of each
      return B::one;
    else
      return B::many();
  }();
  EXPECT_TRUE(Verb::ask(A::one, b, {.touch = hs::touching::hits})) << cell;
  EXPECT_TRUE(Verb::ask(A::one, b, {})) << cell;
}

// A point on a segment: neither has an inside, so all they do is touch.
template <class Verb> void expect_touch(const char* cell) {
  constexpr hs::vec2 on{5, 4};
  const hs::points all{.x = 5.0f, .y = 4.0f};
  EXPECT_FALSE(Verb::ask(on, segment::many(), {}) || Verb::ask(segment::one, all, {})) << cell;
  EXPECT_TRUE(Verb::ask(on, segment::many(), {.touch = hs::touching::hits})) << cell;
  EXPECT_TRUE(Verb::ask(segment::one, all, {.touch = hs::touching::hits})) << cell;
}
template <> void expect_hit<overlap, point, segment>(const char* cell) { expect_touch<overlap>(cell); }
template <> void expect_hit<overlap, segment, point>(const char* cell) { expect_touch<overlap>(cell); }
template <> void expect_hit<contact, point, segment>(const char* cell) { expect_touch<contact>(cell); }
template <> void expect_hit<contact, segment, point>(const char* cell) { expect_touch<contact>(cell); }

#define CELL(verb, a, b) expect_hit<verb, a, b>(#verb " " #a " " #b)
#define NO_CELL(verb, a, b) \
  static_assert(!can_ask<verb, std::remove_cvref_t<decltype(a::one)>, decltype(b::many())>, #verb " " #a " " #b)

TEST(queries, every_cell_overlaps) {
  CELL(overlap, point, box);
  CELL(overlap, point, circle);
  CELL(overlap, point, segment);
  CELL(overlap, point, capsule);
  CELL(overlap, point, obb);
  CELL(overlap, point, polygon);
  CELL(overlap, point, pixel_mask);
  CELL(overlap, point, tile_map);
  CELL(overlap, box, point);
  CELL(overlap, box, box);
  CELL(overlap, box, circle);
  CELL(overlap, box, segment);
  CELL(overlap, box, capsule);
  CELL(overlap, box, obb);
  CELL(overlap, box, polygon);
  CELL(overlap, box, pixel_mask);
  CELL(overlap, box, tile_map);
  CELL(overlap, circle, point);
  CELL(overlap, circle, box);
  CELL(overlap, circle, circle);
  CELL(overlap, circle, segment);
  CELL(overlap, circle, capsule);
  CELL(overlap, circle, obb);
  CELL(overlap, circle, polygon);
  CELL(overlap, circle, pixel_mask);
  CELL(overlap, circle, tile_map);
  CELL(overlap, segment, point);
  CELL(overlap, segment, box);
  CELL(overlap, segment, circle);
  CELL(overlap, segment, segment);
  CELL(overlap, segment, capsule);
  CELL(overlap, segment, obb);
  CELL(overlap, segment, polygon);
  CELL(overlap, segment, pixel_mask);
  CELL(overlap, segment, tile_map);
  CELL(overlap, capsule, point);
  CELL(overlap, capsule, box);
  CELL(overlap, capsule, circle);
  CELL(overlap, capsule, segment);
  CELL(overlap, capsule, capsule);
  CELL(overlap, capsule, obb);
  CELL(overlap, capsule, polygon);
  CELL(overlap, capsule, pixel_mask);
  CELL(overlap, capsule, tile_map);
  CELL(overlap, obb, point);
  CELL(overlap, obb, box);
  CELL(overlap, obb, circle);
  CELL(overlap, obb, segment);
  CELL(overlap, obb, capsule);
  CELL(overlap, obb, obb);
  CELL(overlap, obb, polygon);
  CELL(overlap, obb, pixel_mask);
  CELL(overlap, obb, tile_map);
  CELL(overlap, polygon, point);
  CELL(overlap, polygon, box);
  CELL(overlap, polygon, circle);
  CELL(overlap, polygon, segment);
  CELL(overlap, polygon, capsule);
  CELL(overlap, polygon, obb);
  CELL(overlap, polygon, polygon);
  CELL(overlap, polygon, pixel_mask);
  CELL(overlap, polygon, tile_map);
  CELL(overlap, pixel_mask, point);
  CELL(overlap, pixel_mask, box);
  CELL(overlap, pixel_mask, circle);
  CELL(overlap, pixel_mask, segment);
  CELL(overlap, pixel_mask, capsule);
  CELL(overlap, pixel_mask, obb);
  CELL(overlap, pixel_mask, polygon);
  CELL(overlap, pixel_mask, pixel_mask);
  CELL(overlap, pixel_mask, tile_map);
  CELL(overlap, tile_map, point);
  CELL(overlap, tile_map, box);
  CELL(overlap, tile_map, circle);
  CELL(overlap, tile_map, segment);
  CELL(overlap, tile_map, capsule);
  CELL(overlap, tile_map, obb);
  CELL(overlap, tile_map, polygon);
  CELL(overlap, tile_map, pixel_mask);
  CELL(overlap, tile_map, tile_map);
  NO_CELL(overlap, point, point);
}

TEST(queries, every_cell_has_a_contact) {
  CELL(contact, point, box);
  CELL(contact, point, circle);
  CELL(contact, point, segment);
  CELL(contact, point, capsule);
  CELL(contact, point, obb);
  CELL(contact, point, polygon);
  CELL(contact, point, pixel_mask);
  CELL(contact, point, tile_map);
  CELL(contact, box, point);
  CELL(contact, box, box);
  CELL(contact, box, circle);
  CELL(contact, box, segment);
  CELL(contact, box, capsule);
  CELL(contact, box, obb);
  CELL(contact, box, polygon);
  CELL(contact, box, pixel_mask);
  CELL(contact, box, tile_map);
  CELL(contact, circle, point);
  CELL(contact, circle, box);
  CELL(contact, circle, circle);
  CELL(contact, circle, segment);
  CELL(contact, circle, capsule);
  CELL(contact, circle, obb);
  CELL(contact, circle, polygon);
  CELL(contact, circle, pixel_mask);
  CELL(contact, circle, tile_map);
  CELL(contact, segment, point);
  CELL(contact, segment, box);
  CELL(contact, segment, circle);
  CELL(contact, segment, segment);
  CELL(contact, segment, capsule);
  CELL(contact, segment, obb);
  CELL(contact, segment, polygon);
  CELL(contact, segment, pixel_mask);
  CELL(contact, segment, tile_map);
  CELL(contact, capsule, point);
  CELL(contact, capsule, box);
  CELL(contact, capsule, circle);
  CELL(contact, capsule, segment);
  CELL(contact, capsule, capsule);
  CELL(contact, capsule, obb);
  CELL(contact, capsule, polygon);
  CELL(contact, capsule, pixel_mask);
  CELL(contact, capsule, tile_map);
  CELL(contact, obb, point);
  CELL(contact, obb, box);
  CELL(contact, obb, circle);
  CELL(contact, obb, segment);
  CELL(contact, obb, capsule);
  CELL(contact, obb, obb);
  CELL(contact, obb, polygon);
  CELL(contact, obb, pixel_mask);
  CELL(contact, obb, tile_map);
  CELL(contact, polygon, point);
  CELL(contact, polygon, box);
  CELL(contact, polygon, circle);
  CELL(contact, polygon, segment);
  CELL(contact, polygon, capsule);
  CELL(contact, polygon, obb);
  CELL(contact, polygon, polygon);
  CELL(contact, polygon, pixel_mask);
  CELL(contact, polygon, tile_map);
  CELL(contact, pixel_mask, pixel_mask);
  NO_CELL(contact, point, point);
  NO_CELL(contact, pixel_mask, point);
  NO_CELL(contact, pixel_mask, box);
  NO_CELL(contact, pixel_mask, circle);
  NO_CELL(contact, pixel_mask, segment);
  NO_CELL(contact, pixel_mask, capsule);
  NO_CELL(contact, pixel_mask, obb);
  NO_CELL(contact, pixel_mask, polygon);
  NO_CELL(contact, pixel_mask, tile_map);
  NO_CELL(contact, tile_map, point);
  NO_CELL(contact, tile_map, box);
  NO_CELL(contact, tile_map, circle);
  NO_CELL(contact, tile_map, segment);
  NO_CELL(contact, tile_map, capsule);
  NO_CELL(contact, tile_map, obb);
  NO_CELL(contact, tile_map, polygon);
  NO_CELL(contact, tile_map, pixel_mask);
  NO_CELL(contact, tile_map, tile_map);
}

TEST(queries, every_cell_is_met) {
  CELL(sweep, point, box);
  CELL(sweep, point, circle);
  CELL(sweep, point, segment);
  CELL(sweep, point, capsule);
  CELL(sweep, point, obb);
  CELL(sweep, point, polygon);
  CELL(sweep, point, pixel_mask);
  CELL(sweep, point, tile_map);
  CELL(sweep, box, point);
  CELL(sweep, box, box);
  CELL(sweep, box, circle);
  CELL(sweep, box, segment);
  CELL(sweep, box, capsule);
  CELL(sweep, box, obb);
  CELL(sweep, box, polygon);
  CELL(sweep, box, pixel_mask);
  CELL(sweep, box, tile_map);
  CELL(sweep, circle, point);
  CELL(sweep, circle, box);
  CELL(sweep, circle, circle);
  CELL(sweep, circle, segment);
  CELL(sweep, circle, capsule);
  CELL(sweep, circle, obb);
  CELL(sweep, circle, polygon);
  CELL(sweep, circle, pixel_mask);
  CELL(sweep, circle, tile_map);
  CELL(sweep, segment, point);
  CELL(sweep, segment, box);
  CELL(sweep, segment, circle);
  CELL(sweep, segment, segment);
  CELL(sweep, segment, capsule);
  CELL(sweep, segment, obb);
  CELL(sweep, segment, polygon);
  CELL(sweep, segment, pixel_mask);
  CELL(sweep, segment, tile_map);
  CELL(sweep, capsule, point);
  CELL(sweep, capsule, box);
  CELL(sweep, capsule, circle);
  CELL(sweep, capsule, segment);
  CELL(sweep, capsule, capsule);
  CELL(sweep, capsule, obb);
  CELL(sweep, capsule, polygon);
  CELL(sweep, capsule, pixel_mask);
  CELL(sweep, capsule, tile_map);
  CELL(sweep, obb, point);
  CELL(sweep, obb, box);
  CELL(sweep, obb, circle);
  CELL(sweep, obb, segment);
  CELL(sweep, obb, capsule);
  CELL(sweep, obb, obb);
  CELL(sweep, obb, polygon);
  CELL(sweep, obb, pixel_mask);
  CELL(sweep, obb, tile_map);
  CELL(sweep, polygon, point);
  CELL(sweep, polygon, box);
  CELL(sweep, polygon, circle);
  CELL(sweep, polygon, segment);
  CELL(sweep, polygon, capsule);
  CELL(sweep, polygon, obb);
  CELL(sweep, polygon, polygon);
  CELL(sweep, polygon, pixel_mask);
  CELL(sweep, polygon, tile_map);
  NO_CELL(sweep, point, point);
  NO_CELL(sweep, pixel_mask, point);
  NO_CELL(sweep, pixel_mask, box);
  NO_CELL(sweep, pixel_mask, circle);
  NO_CELL(sweep, pixel_mask, segment);
  NO_CELL(sweep, pixel_mask, capsule);
  NO_CELL(sweep, pixel_mask, obb);
  NO_CELL(sweep, pixel_mask, polygon);
  NO_CELL(sweep, pixel_mask, pixel_mask);
  NO_CELL(sweep, pixel_mask, tile_map);
  NO_CELL(sweep, tile_map, point);
  NO_CELL(sweep, tile_map, box);
  NO_CELL(sweep, tile_map, circle);
  NO_CELL(sweep, tile_map, segment);
  NO_CELL(sweep, tile_map, capsule);
  NO_CELL(sweep, tile_map, obb);
  NO_CELL(sweep, tile_map, polygon);
  NO_CELL(sweep, tile_map, pixel_mask);
  NO_CELL(sweep, tile_map, tile_map);
}

TEST(queries, every_cell_is_entered) {
  CELL(cast, segment, box);
  CELL(cast, segment, circle);
  CELL(cast, segment, segment);
  CELL(cast, segment, capsule);
  CELL(cast, segment, obb);
  CELL(cast, segment, polygon);
  CELL(cast, segment, pixel_mask);
  CELL(cast, segment, tile_map);
  NO_CELL(cast, segment, point);
}

}  // namespace
