// Many against many: what among these meets what, and what does each of those hit first?
//
//   hs::grid grid;                                              // keeps its memory from frame to frame
//   grid.rebuild(enemies);                                      // copies what it needs: the view may go
//   grid.sweep_nearest(bullets, steps, out);                    // each bullet's first enemy; bullets are in no grid
//   hs::found_pairs met = grid.overlap_pairs({ first, second });
//
// The answers are those of brute force to the last bit - index, time, normal, position, flags, order -, whatever the
// sizes, the places and the speeds. No bounds of a world, cell size or longest step need to be given: items are sorted
// into blocks of neighbours, and a block's true bounds decide what is asked. See docs/broadphase.md.
//
//   rebuild         boxes, centred boxes, points, circles and their 3D twins
//   overlap_pairs   (out)                      each pair of items that overlap, once: lower index first, ascending
//   overlap_pairs   (others, out)              pairs (index of others, item), ascending
//   overlap_pairs_unordered  (out)             the same pairs in no particular order, without the cost of sorting them
//   overlap         (others, lists)            the same as a list for each of the others
//   sweep_nearest   (movers, motions, columns) dense: the first item each mover hits, as hs::sweep_nearest
//   cast_nearest    (segments, columns)        dense: the first item each segment enters, as hs::cast_nearest
//   nearest         (points, radius, columns)  dense: the item nearest to each point, within the radius
//   nearest_k       (points, k, radius, lists) the k nearest, or as many as there are within the radius
//
// Any of these kinds may ask about any other. Of points among points, and of rays at points, which the flat queries
// leave out, the items are boxes without extent. `until` and `start` are for what moves, and mean nothing to overlaps.
// A 3D question about 2D items, or the other way round, is a contract breach (query.hpp). After a breach of what is
// asked every output says that there is nothing; if only an output is too short, the rows that all have are answered.
//
// How far an item is: of boxes the distance from corners, of circles to the rim; 0 within. Distances are doubles, each
// operation rounded once (of boxes the squares are compared), and handed out as floats; of equal ones the lowest index
// is nearer. At the very radius counts when touching does. An infinite radius has no end.
//
// Memory grows when it has to and is kept: the second frame of the same sizes allocates nothing. Growing may throw
// std::bad_alloc; nothing else here throws. Queries with a `workspace` of the caller's own are const: any number of
// threads may ask one grid at a time, each with its own workspace. With an executor (threads.hpp) and several
// workspaces one query is answered by as many jobs at a time, to the same bits.
#pragma once

#include <memory>

#include "detail/forms.hpp"
#include "threads.hpp"

namespace hitscan {

/// Where pairs are written: the shorter span is the capacity.
struct pair_columns {
  std::span<index> first, second;
};

/// Which pairs: the written prefix of your columns. Like snprintf: `total` says how many there are.
struct found_pairs {
  index_pairs pairs{};
  std::size_t total = 0;
  constexpr std::size_t written() const noexcept { return pairs.first.size(); }
  constexpr bool complete() const noexcept { return written() == total; }
};

/// Where lists are written: list i is items[starts[i]] up to items[starts[i + 1]]. starts has one entry more than there
/// are lists; items beyond its room are counted, not written.
struct list_columns {
  std::span<std::size_t> starts;
  std::span<index> items;
};

/// Where the nearest item of each point goes, and how far it is (infinite: none, with index `none`). What is not wanted
/// stays empty.
struct near_columns {
  std::span<hitscan::index> index{};
  std::span<float> distance{};
};

/// The same for several of each: list i is items[starts[i]] up to items[starts[i + 1]], the nearest first. starts has
/// one entry more than there are points; what is beyond the room of items or distance is counted, not written.
struct near_lists {
  std::span<std::size_t> starts;
  std::span<index> items{};
  std::span<float> distance{};
};

namespace detail {
template <class S>
concept grid_shape = boxlike<S> || roundish<S>;  // what a grid holds, and what may ask it
template <class S>
concept only_round = shape<S> && is_circle<S>;
}  // namespace detail

namespace detail::broad {
struct grid_body;
struct memory;
struct body_of_grid {
  void operator()(grid_body*) const noexcept;
};
struct lender;
struct release_of_memory {
  void operator()(memory*) const noexcept;
};
}  // namespace detail::broad

/// Memory that queries work in. One a thread.
class workspace {
 public:
  workspace();
  ~workspace();
  workspace(workspace&&) noexcept;
  workspace& operator=(workspace&&) noexcept;
  std::size_t bytes() const noexcept;  ///< what it holds

 private:
  friend struct detail::broad::lender;
  std::unique_ptr<detail::broad::memory, detail::broad::release_of_memory> body_;
};

namespace detail {
struct crew {  // who answers a query: as many jobs at a time as there are spaces
  const executor* run;
  std::span<workspace> spaces;
};
}  // namespace detail

class grid {
 public:
  grid();
  ~grid();
  grid(grid&&) noexcept;
  grid& operator=(grid&&) noexcept;

  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  void rebuild(const S& items) {
    rebuild(lowered_alone(items, {}));
  }

  std::size_t size() const noexcept;   ///< items, bad ones included
  std::size_t bytes() const noexcept;  ///< memory it holds, its own workspace included

  // ---- who meets whom ----
  found_pairs overlap_pairs(const pair_columns& out, const query& q = {}) { return overlap_pairs(out, q, own_); }
  found_pairs overlap_pairs(const pair_columns& out, const query& q, workspace& w) const {
    return pairs_within(out, q, {nullptr, {&w, 1}});
  }
  found_pairs overlap_pairs(const pair_columns& out, const query& q, const executor& run,
                            std::span<workspace> spaces) const {
    return pairs_within(out, q, {&run, spaces});
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  found_pairs overlap_pairs(const S& others, const pair_columns& out, const query& q = {}) {
    return overlap_pairs(others, out, q, own_);
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
  /// The pairs of overlap_pairs(out), lower index first, in no particular order. When they
  /// do not fit, any of them are left out.
  found_pairs overlap_pairs_unordered(const pair_columns& out, const query& q = {}) const;
  /// As pairs of (index of others, item), a list an index. Returns how many items there are in all lists.
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural)
  std::size_t overlap(const S& others, const list_columns& out, const query& q = {}) {
    return overlap(others, out, q, own_);
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
    sweep_nearest(movers, motions, out, q, own_);
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
    cast_nearest(segments, out, q, own_);
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

  // ---- what is near ----
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  void nearest(const S& points, float radius, const near_columns& out, const query& q = {}) {
    nearest(points, radius, out, q, own_);
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  void nearest(const S& points, float radius, const near_columns& out, const query& q, workspace& w) const {
    near_of(lowered_alone(points, q), radius, out, w);
  }
  /// Returns how many items there are in all lists.
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  std::size_t nearest_k(const S& points, std::size_t k, float radius, const near_lists& out, const query& q = {}) {
    return nearest_k(points, k, radius, out, q, own_);
  }
  template <detail::grid_shape S>
  requires(detail::shape_traits<S>::plural && detail::is_point<S>)
  std::size_t nearest_k(const S& points, std::size_t k, float radius, const near_lists& out, const query& q,
                        workspace& w) const {
    return near_k_of(lowered_alone(points, q), k, radius, out, w);
  }

 private:
  friend struct detail::broad::lender;
  // One side of a request.
  template <class S> static detail::request lowered_alone(const S& items, const query& q) noexcept {
    detail::request r;
    detail::put_options(r, detail::test::overlap_boxes, detail::shape_traits<S>::dims, q);
    detail::put_shape(r.a, items, r);
    detail::refuse_view_options(r, q);
    return r;
  }
  // A verb, lowered with a single one in place of the items: what they are is known at run time alone. A point is one
  // to circles, and a box without extent to all others.
  template <class Verb, class S, class... M>
  void lower(detail::request& r, const query& q, const S& who, const M&... motions) const {
    using vector = detail::vector_for<S>;
    const auto meet = [&](const auto& other) { Verb::lower(r, q, who, motions..., other); };
    bool points = false;
    if constexpr (detail::only_round<S>)
      if (!round() && of_points()) points = true, meet(vector{});
    if (round())
      meet(basic_circle<vector>{});
    else if (!points)
      meet(basic_box<vector>{});
    detail::refuse_view_options(r, q);
  }
  template <class S> detail::request lowered(const S& others, const query& q) const {
    detail::request r;
    lower<detail::overlap_verb>(r, q, others);
    return r;
  }
  template <class S, class M> detail::request lowered(const S& movers, const M& motions, const query& q) const {
    detail::request r;
    lower<detail::sweep_verb>(r, q, movers, motions);
    return r;
  }
  template <class S> detail::request lowered_rays(const S& segments, const query& q) const {
    detail::request r;
    lower<detail::cast_verb>(r, q, segments);
    return r;
  }
  friend class tree;   // a grid that files its items for rays
  friend class world;  // one that sorts them when that pays

  bool round() const noexcept;           // circles are in it
  bool of_points() const noexcept;       // ... or points
  void rebuild(const detail::request&);  // copies, then sorts
  void copy(const detail::request&);
  void sort();
  found_pairs pairs_within(const pair_columns&, const query&, const detail::crew&) const;
  found_pairs pairs_of(const detail::request&, const pair_columns&, const detail::crew&) const;
  std::size_t lists_of(const detail::request&, const list_columns&, const detail::crew&) const;
  void firsts_of(const detail::request&, const hit_columns3&, const detail::crew&) const;
  void near_of(const detail::request&, float radius, const near_columns&, workspace&) const;
  std::size_t near_k_of(const detail::request&, std::size_t k, float radius, const near_lists&, workspace&) const;
  bool k_nearest(const detail::request&, std::size_t n, std::size_t wanted, float radius, const void* sink,
                 workspace&) const;

  std::unique_ptr<detail::broad::grid_body, detail::broad::body_of_grid> body_;
  workspace own_;
};

}  // namespace hitscan
