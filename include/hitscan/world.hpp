// Many against many for those who do not want to choose: brute force, grid and tree behind one face.
//
//   hs::world world;                                             // keeps its memory from frame to frame
//   world.rebuild(enemies);                                      // copies what it needs; sorts nothing yet
//   world.sweep_nearest(bullets, steps, { .index = who });       // sorts first, if that is quicker
//
// It is asked as a grid is (grid.hpp): the same queries, options, outputs and ties, and the same bits whatever is
// picked. What is picked:
//
//   brute  every item is asked: nothing has to be sorted first. A few movers, or a few items
//   grid   items sorted, movers taken in packets: many short motions among items that are new in every frame
//   tree   items filed for single rays: long motions, and items that stay for several frames
//
// For each call world looks at a sample of a few dozen items and motions, at how many there are, at what is sorted
// already, and at how often the items before these were asked. advice() is the same judgement from numbers of yours.
// It steers time alone: docs/broadphase.md, "Which one", has the figures.
//
// Queries without a `workspace` sort when it pays, so they are not const and are one thread's. Queries with a workspace
// of the caller's own are const: any number of threads may ask at a time. They sort nothing, and choose among brute
// force and what is sorted by then: call `prepare` first.
//
// Memory grows when it has to and is kept. Growing may throw std::bad_alloc; nothing else here throws.
#pragma once

#include "grid.hpp"

namespace hitscan {

enum class method : std::uint8_t { brute, grid, tree };

[[nodiscard]] const char* name(method which) noexcept;  ///< "brute", "grid", "tree"

/// Which one for the first hits of `asking` movers among `items`, on the instruction set in use. `reach`: how long a
/// motion is, in distances from an item to the next (the root of the area there is for each). `frames`: for how many
/// frames the items stay.
[[nodiscard]] method advice(std::size_t asking, std::size_t items, float reach = 1, std::size_t frames = 1) noexcept;

namespace detail {
struct field {  // what a sample of the items says: how far from one to the next, how wide the field and an item are,
                // and whether they crowd (1) or are spread (0)
  float spacing = 0, across = 0, size = 0, crowding = 0;
  bool known = false;
};
}  // namespace detail

class world : private grid {
 public:
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  void rebuild(const S& items) {
    renew(lowered_alone(items, {}));
  }

  /// Sorts the items for that method now, not when a query first needs it.
  void prepare(method);
  /// From now on that one and no other (a const query: where it is prepared), or what seems best again.
  void use(method which) noexcept { fixed_ = true, wanted_ = which; }
  void choose() noexcept { fixed_ = false; }
  /// What the last query without a workspace of yours was answered by.
  method used() const noexcept { return used_; }

  std::size_t bytes() const noexcept { return grid::bytes() + filed_.bytes(); }
  using grid::size;

  // ---- who meets whom ----
  found_pairs overlap_pairs(const pair_columns& out, const query& q = {}) {
    settle(size(), true);
    return pairs_within(out, q, {nullptr, {&own_, 1}});
  }
  found_pairs overlap_pairs(const pair_columns& out, const query& q, workspace& w) const {
    return pairs_within(out, q, {nullptr, {&w, 1}});
  }
  found_pairs overlap_pairs(const pair_columns& out, const query& q, const executor& run,
                            std::span<workspace> spaces) const {
    return pairs_within(out, q, {&run, spaces});
  }
  found_pairs overlap_pairs_unordered(const pair_columns& out, const query& q = {});
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  found_pairs overlap_pairs(const S& others, const pair_columns& out, const query& q = {}) {
    const detail::request r = lowered(others, q);
    settle(asking_in(r), false);
    return pairs_of(r, out, {nullptr, {&own_, 1}});
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  found_pairs overlap_pairs(const S& others, const pair_columns& out, const query& q, workspace& w) const {
    return pairs_of(lowered(others, q), out, {nullptr, {&w, 1}});
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  found_pairs overlap_pairs(const S& others, const pair_columns& out, const query& q, const executor& run,
                            std::span<workspace> spaces) const {
    return pairs_of(lowered(others, q), out, {&run, spaces});
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  std::size_t overlap(const S& others, const list_columns& out, const query& q = {}) {
    const detail::request r = lowered(others, q);
    settle(asking_in(r), false);
    return lists_of(r, out, {nullptr, {&own_, 1}});
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  std::size_t overlap(const S& others, const list_columns& out, const query& q, workspace& w) const {
    return lists_of(lowered(others, q), out, {nullptr, {&w, 1}});
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  std::size_t overlap(const S& others, const list_columns& out, const query& q, const executor& run,
                      std::span<workspace> spaces) const {
    return lists_of(lowered(others, q), out, {&run, spaces});
  }

  // ---- the first hit of each ----
  template <detail::grid_shape S, detail::some_motion M>
  requires(detail::moves<S, M> && (detail::shape_traits<S>::plural || detail::motion_traits<M>::plural))
  void sweep_nearest(const S& movers, const M& motions, const detail::columns_for<S>& out, const query& q = {}) {
    firsts_of(lowered(movers, motions, q), detail::widen(out));
  }
  template <detail::grid_shape S, detail::some_motion M>
  requires(detail::moves<S, M> && (detail::shape_traits<S>::plural || detail::motion_traits<M>::plural))
  void sweep_nearest(const S& movers, const M& motions, const detail::columns_for<S>& out, const query& q,
                     workspace& w) const {
    firsts_of(lowered(movers, motions, q), detail::widen(out), {nullptr, {&w, 1}});
  }
  template <detail::grid_shape S, detail::some_motion M>
  requires(detail::moves<S, M> && (detail::shape_traits<S>::plural || detail::motion_traits<M>::plural))
  void sweep_nearest(const S& movers, const M& motions, const detail::columns_for<S>& out, const query& q,
                     const executor& run, std::span<workspace> spaces) const {
    firsts_of(lowered(movers, motions, q), detail::widen(out), {&run, spaces});
  }
  template <detail::some_segments S>
  requires(detail::segment_traits<S>::plural)
  void cast_nearest(const S& segments, const detail::columns_for<S>& out, const query& q = {}) {
    firsts_of(lowered_rays(segments, q), detail::widen(out));
  }
  template <detail::some_segments S>
  requires(detail::segment_traits<S>::plural)
  void cast_nearest(const S& segments, const detail::columns_for<S>& out, const query& q, workspace& w) const {
    firsts_of(lowered_rays(segments, q), detail::widen(out), {nullptr, {&w, 1}});
  }
  template <detail::some_segments S>
  requires(detail::segment_traits<S>::plural)
  void cast_nearest(const S& segments, const detail::columns_for<S>& out, const query& q, const executor& run,
                    std::span<workspace> spaces) const {
    firsts_of(lowered_rays(segments, q), detail::widen(out), {&run, spaces});
  }

  // ---- what is near: always sorted; with a workspace of the caller's own in it, unless that is prepared ----
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  void nearest(const S& points, float radius, const near_columns& out, const query& q = {}) {
    sort_once();
    grid::nearest(points, radius, out, q, own_);
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  void nearest(const S& points, float radius, const near_columns& out, const query& q, workspace& w) const {
    grid::nearest(points, radius, out, q, w);
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  std::size_t nearest_k(const S& points, std::size_t k, float radius, const near_lists& out, const query& q = {}) {
    sort_once();
    return grid::nearest_k(points, k, radius, out, q, own_);
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  std::size_t nearest_k(const S& points, std::size_t k, float radius, const near_lists& out, const query& q,
                        workspace& w) const {
    return grid::nearest_k(points, k, radius, out, q, w);
  }

 private:
  void renew(const detail::request&);
  void sort_once();
  void settle(std::size_t asking, bool within);  // overlaps: sorts if it pays
  method first_method(const detail::request&, bool may_sort, detail::field&) const noexcept;
  bool pairs_by_brute(std::size_t asking, bool within, bool may_sort) const noexcept;
  bool turned(const detail::request&) const noexcept;
  std::size_t asking_in(const detail::request&) const noexcept;
  found_pairs flat_within(const pair_columns&, const query&) const;
  found_pairs pairs_within(const pair_columns&, const query&, const detail::crew&) const;
  found_pairs pairs_of(const detail::request&, const pair_columns&, const detail::crew&) const;
  std::size_t lists_of(const detail::request&, const list_columns&, const detail::crew&) const;
  void firsts_of(const detail::request&, const hit_columns3&);
  void firsts_of(const detail::request&, const hit_columns3&, const detail::crew&) const;
  void firsts_by(method, const detail::request&, const hit_columns3&, const detail::crew&) const;

  grid filed_;  // the same items, filed for rays: it looks at this one's columns
  bool sorted_ = false, nested_ = false, fixed_ = false;
  method wanted_ = method::brute, used_ = method::brute;
  std::size_t asked_ = 0, before_ = 0;  // how many asked these items, and those before them
  detail::field field_;
};

}  // namespace hitscan
