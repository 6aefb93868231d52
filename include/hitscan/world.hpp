// Many against many: what among these meets what, and what does each of those hit first?
//
//   hs::world enemies;                                              // keeps its memory from frame to frame
//   enemies.rebuild(boxes);                                         // copies what it needs: the view may go; with
//                                                                   // motions, if they move: rebuild(boxes, ways)
//   enemies.sweep_nearest(bullets, steps, { .index = who });        // each bullet's first enemy
//   hs::found_pairs met = enemies.overlap_pairs({ first, second });
//
// The answers are those of brute force to the last bit - index, time, normal, position, flags, order -, whatever the
// sizes, the places and the speeds. No bounds of a world, cell size or longest step need to be given. In 2D any shape
// may be in it, and any other ask it; in 3D boxes, points and spheres, and segments that ask.
//
// How it answers is its own affair, or that of query::by:
//
//   brute  every item is asked: nothing has to be sorted first. A few movers, or a few items
//   grid   items sorted into blocks, movers into cells: many short motions among items that are new in every frame
//   tree   items filed for single rays: long motions, and items that stay for several frames, and whether points are in
//          any; to pairs, lists and what is met in order the same as grid, and used() says so then. What is near is
//          always looked for among sorted items, and cannot be asked by brute force
//
// Views of different shapes make one world, too: rebuild(hs::several(walls, pillars, beams)). Whatever is asked, one
// question meets them all, as if they were one list: the first view has indices 0 to n0 - 1, the second n0 to
// n0 + n1 - 1, and so on; equal times have a face before a corner, and then the lowest index. Some of them move:
// several(walls, hs::moving(enemies, steps)). What one of the shapes has no answer to none of them answers. A view that
// lacks a column is told by rebuild, and has no items: the indices of those behind it begin sooner. Each view
// is sorted, and asked, by itself: a view of all boxes is better than several views of boxes. What is near is compared
// across views by the distances as doubles; of equal ones the first view is nearer.
//
// By itself it looks at a sample of a few dozen items and motions, at how many there are, at what is sorted already,
// and at how often the items before these were asked (docs/broadphase.md, "Which one", has the figures). Nothing is
// sorted before a query needs it, and then once.
//
// Every query is const, and any number of threads may ask one world at a time; what is not sorted yet the first of
// them sorts, and the others wait, or sort as well. Only `rebuild` and `bytes` want the world for themselves. Memory is
// kept: a second frame like the first allocates nothing. Later ones may where items come to crowd, or the choice goes
// another way for the first time. Growing may throw std::bad_alloc, nothing else here throws:
// a world whose `rebuild` throws is empty, and a query that throws can be asked again (what its outputs hold says
// nothing). A world that was never built, or was moved from, has no items, in 2D and 3D. It is moved and swapped, not
// copied, and what it holds of memory a new one gives back: `world = hs::world();`.
//
// Points among points, and rays at points, which the flat queries leave out, are taken for boxes without extent.
// `until` and `start` are for what moves, and mean nothing to overlaps. A 3D question about 2D items, or the other way
// round, is a contract breach (query.hpp), and so is an output that is too short: then all outputs say that there is
// nothing.
#pragma once

#include <memory>

#include "detail/forms.hpp"
#include "several.hpp"
#include "threads.hpp"

namespace hitscan {

[[nodiscard]] const char* name(method which) noexcept;  ///< "brute", "grid", "tree"

/// Where pairs are written: the shorter span is the capacity.
struct pair_columns {
  std::span<index> first, second;
};

/// Where pairs that meet on their way are written, and when they do; the shortest span is the capacity. Nobody who does
/// not want to know when needs a column for it.
struct meeting_columns {
  std::span<index> first, second;
  std::span<float> time{};
};

/// Which pairs: the written prefix of your columns. Like snprintf: `total` says how many there are.
struct found_pairs {
  index_pairs pairs{};
  std::size_t written = 0, total = 0;
  constexpr bool complete() const noexcept { return written == total; }
};

/// Where lists are written: list i is items[starts[i]] up to items[starts[i + 1]]. starts has one entry more than there
/// are lists; items beyond its room are counted, not written. What is behind the last entry of any list or column of a
/// world may be written over, as that of hs::found is.
struct list_columns {
  std::span<std::size_t> starts;
  std::span<index> items;
};

/// Where the nearest item of each point goes, and how far it is (with index `none` infinite, and where it is beyond all
/// floats). What is not wanted stays empty; with neither there is no room.
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

/// Where hits are written in their order: list i is items[starts[i]] up to items[starts[i + 1]], the first hit first,
/// and their times beside them. starts has one entry more than there are movers; what is beyond the room of items or
/// time is counted, not written.
struct hit_lists {
  std::span<std::size_t> starts;
  std::span<index> items{};
  std::span<float> time{};
};

namespace detail::broad {
struct world_body;
struct memory;
struct lender;
struct release_of_body {
  void operator()(world_body*) const noexcept;
};
struct release_of_memory {
  void operator()(memory*) const noexcept;
};
}  // namespace detail::broad

/// Memory that queries work in. One a thread.
class workspace {
 public:
  workspace() noexcept;
  ~workspace();
  workspace(workspace&&) noexcept;
  workspace& operator=(workspace&&) noexcept;
  std::size_t bytes() const noexcept;  ///< what it holds

 private:
  friend struct detail::broad::lender;
  std::unique_ptr<detail::broad::memory, detail::broad::release_of_memory> body_;
};

/// Who answers a query, and in what memory. Nobody named: this thread, in the world's own memory (in some of the
/// moment's while another query has that). A workspace: this thread in that memory. An executor (threads.hpp) and
/// several workspaces: as many jobs at a time as there are workspaces, to the same bits. Without any that is a breach.
struct workers {
  std::optional<executor> run{};
  std::span<workspace> spaces{};
  workers() = default;
  workers(workspace& one) noexcept : spaces(&one, 1) {}
  workers(const executor& jobs, std::span<workspace> each) noexcept : run(jobs), spaces(each) {}
};

namespace detail {

template <class S> constexpr bool many_shapes() noexcept {
  if constexpr (shape<S>)
    return shape_traits<S>::plural;
  else
    return false;
}
// The tests of what is neither box nor circle. A world that holds such brings them along, so that no other needs them.
struct hull_kernels {
  const kernel *overlap, *sweep;
};
extern const hull_kernels kernels_of_hulls;
template <class S> inline constexpr bool holds_hulls = is_hull<S>;
template <class S, class M> inline constexpr bool holds_hulls<moving_shape<S, M>> = is_hull<S>;
template <class... S> const hull_kernels* hulls_among() noexcept {
  if constexpr ((holds_hulls<S> || ...))
    return &kernels_of_hulls;
  else
    return nullptr;
}
// A request of which the world knows the kernel.
struct hull_request : request {};
template <test T, int D> void put_cast_options(hull_request& r, const query& q) noexcept {
  put_cast_options(r, T, D, q), r.kernel = nullptr;
}
template <test T, int D> void put_options(hull_request& r, const query& q, bool point_in_box = false) noexcept {
  put_options(r, T, D, q, point_in_box), r.kernel = nullptr;
}

// A verb, lowered with a single one of what a world holds in place of its items: that is known at run time alone. To
// boxes, and to whoever else has no question about points, a point is a box without extent.
template <class Verb, class S, class... M>
request lowered_to(kind held, const query& q, const S& who, const M&... motions) noexcept {
  using vector = vector_for<S>;
  request r;
  const auto meet = [&](const auto& other) { Verb::lower(r, q, who, motions..., other); };
  const auto meet_plain = [&] {
    if constexpr (asks<Verb, S, M..., vector>)
      if (held == kind::point && !is_box<S>) return meet(vector{});
    held == kind::circle ? meet(basic_circle<vector>{}) : meet(basic_box<vector>{});
  };
  if (vector::dims == 3 || held <= kind::circle)
    meet_plain();
  else if constexpr (vector::dims == 2) {
    hull_request one;
    Verb::lower(one, q, who, motions..., obb{});
    r = one;
  }
  refuse_view_options(r, q);
  r.verb = Verb::name;
  return r;
}
// One side of a request.
template <class S> request lowered_alone(const S& items, const query& q) noexcept {
  request r;
  put_options(r, test::overlap_boxes, shape_traits<S>::dims, q);
  put_shape(r.a, items, r);
  refuse_view_options(r, q);
  return r;
}
template <class S, class M> request lowered_items(const S& items, const M& motions) noexcept {
  request r = lowered_alone(items, {});
  put_motion(r.da, r.a, motions, r);
  return r;
}
template <class S> request lowered_items(const S& items) noexcept { return lowered_alone(items, {}); }
template <class S, class M> request lowered_items(const moving_shape<S, M>& items) noexcept {
  return lowered_items(items.shape, items.by);
}
template <class T> inline constexpr bool are_items = many_shapes<T>();
template <class S, class M>
inline constexpr bool are_items<moving_shape<S, M>> = many_shapes<S>() && same_dims<subject<S>, motion_traits<M>>;

// Who asks, to be lowered with each of the kinds that a world holds. Refers to what it is made of.
class asker {
 public:
  template <class F>
  explicit asker(const F& lower) noexcept
      : with_(&lower), lower_([](const void* with, kind held) { return (*static_cast<const F*>(with))(held); }) {}
  request at(kind held, const hull_kernels* hulls) const {
    request r = lower_(with_, held);
    if (!r.kernel && hulls) r.kernel = is_sweep(r.test) ? hulls->sweep : hulls->overlap;
    return r;
  }

 private:
  const void* with_;
  request (*lower_)(const void* with, kind held);
};

}  // namespace detail

class world {
 public:
  world() noexcept;
  ~world();
  world(world&&) noexcept;
  world& operator=(world&&) noexcept;
  world(const world&) = delete;  // a world is not state: copy your columns, and rebuild another one from these
  world& operator=(const world&) = delete;  // the same

  /// Takes over a copy of these items, in place of those before. A view of any shape: boxes, centred boxes, points,
  /// circles; in 2D segments, capsules, links of a chain, rotated boxes, polygons. Of empty columns: none.
  template <class S> void rebuild(const S& items) {
    static_assert(detail::many_shapes<S>(),
                  "hitscan: a world is made of a view of shapes: boxes, circles, capsules ...");
    if constexpr (detail::many_shapes<S>())
      rebuild_from(std::array{detail::lowered_items(items)}, detail::hulls_among<S>());
  }

  /// The same of items that move in this frame, each by its motion or all by one. Sweeps and casts meet them on their
  /// way, as sweep_nearest(movers, steps, moving(item, step)) does. Overlaps, and what is near, are about the start.
  template <class S, class M> void rebuild(const S& items, const M& motions) {
    static_assert(detail::many_shapes<S>(),
                  "hitscan: a world is made of a view of shapes: boxes, circles, capsules ...");
    static_assert(detail::some_motion<M>, "hitscan: items have their motions next: rebuild(items, motions)");
    if constexpr (detail::many_shapes<S>() && detail::some_motion<M>) {
      constexpr bool same = detail::motion_traits<M>::dims == detail::shape_traits<S>::dims;
      static_assert(same, "hitscan: a shape and its motion are 2D and 3D");
      if constexpr (same) rebuild_from(std::array{detail::lowered_items(items, motions)}, detail::hulls_among<S>());
    }
  }
  template <class S, class M> void rebuild(const detail::moving_shape<S, M>& items) { rebuild(items.shape, items.by); }

  /// The same of up to 16 views, of any shapes, each of which stands or is moving(items, motions).
  template <class... Views> void rebuild(const several_views<Views...>& views) {
    constexpr bool known = (detail::are_items<Views> && ...) && sizeof...(Views) > 0 && sizeof...(Views) <= most_views;
    static_assert(known, "hitscan: a world of several is made of 1 to 16 views of shapes, or of moving(view, motions)");
    if constexpr (known) {
      constexpr int dims = detail::subject<std::tuple_element_t<0, std::tuple<Views...>>>::dims;
      constexpr bool same = ((detail::subject<Views>::dims == dims) && ...);
      static_assert(same, "hitscan: some of these are 2D and some 3D");
      if constexpr (same)
        std::apply(
            [&](const auto&... each) {
              rebuild_from(std::array{detail::lowered_items(each)...}, detail::hulls_among<Views...>());
            },
            views.all);
    }
  }
  template <class... Views, class M> void rebuild(const several_views<Views...>&, const M&) {
    static_assert(sizeof(M) == 0, "hitscan: of several views each has motions of its own: moving(items, motions)");
  }
  template <class No = void> void rebuild(...) {
    static_assert(detail::never<No>, "hitscan: rebuild(items), rebuild(items, motions) or rebuild(several(views ...))");
  }
  static constexpr std::size_t most_views = 16;  ///< that rebuild takes

  std::size_t size() const noexcept;   ///< items, bad ones included
  std::size_t bytes() const noexcept;  ///< memory it holds; not while others ask, who may be getting some
  method used() const noexcept;        ///< what the last query was answered by; of several views, the first of them

  // ---- who meets whom ----

  /// Each pair of items that overlap, once: lower index first, ascending.
  found_pairs overlap_pairs(const pair_columns& out, const query& q = {}, const workers& with = {}) const;

  /// The same pairs in no particular order, without the cost of sorting them. When they do not fit, any are left out.
  found_pairs overlap_pairs_unordered(const pair_columns& out, const query& q = {}, const workers& with = {}) const;

  /// Pairs (index of others, item), ascending.
  template <class S>
  found_pairs overlap_pairs(const S& others, const pair_columns& out, const query& q = {},
                            const workers& with = {}) const {
    return pairs_of(detail::asker(asking<detail::overlap_verb>(q, others)), out, q, with);
  }
  template <class S> found_pairs overlap_pairs(const S&, ...) const = delete;  // overlap_pairs([others,] columns)

  /// The same as a list for each of the others. Returns how many items there are in all lists.
  template <class S>
  std::size_t overlap(const S& others, const list_columns& out, const query& q = {}, const workers& with = {}) const {
    return lists_of(detail::asker(asking<detail::overlap_verb>(q, others)), out, q, with);
  }

  // ---- does it meet anything? ----
  //
  // Bit i of the words (mask_words of them; spare bits are 0) for number i of who asks. Too few words are a contract
  // breach: they are all 0 then. Of items that move, overlaps are about the start.

  /// Which of the others overlap any item: points in walls, places to spawn at.
  template <class S>
  void overlap_mask(const S& others, std::span<std::uint64_t> words, const query& q = {},
                    const workers& with = {}) const {
    mask_of(detail::asker(asking<detail::overlap_verb>(q, others)), words, q, with);
  }

  /// Which movers hit any item on their way.
  template <class S, class M>
  void sweep_mask(const S& movers, const M& motions, std::span<std::uint64_t> words, const query& q = {},
                  const workers& with = {}) const {
    mask_of(detail::asker(asking<detail::sweep_verb>(q, movers, motions)), words, q, with);
  }

  /// Which segments any item is in the way of: the others are lines of sight.
  template <class S>
  void cast_mask(const S& segments, std::span<std::uint64_t> words, const query& q = {},
                 const workers& with = {}) const {
    mask_of(detail::asker(asking<detail::cast_verb>(q, segments)), words, q, with);
  }

  // ---- who meets whom on the way ----

  /// Each pair of items that meet during the frame, as hs::sweep tells of the two: lower index first, ascending.
  found_pairs sweep_pairs(const meeting_columns& out, const query& q = {}, const workers& with = {}) const;

  /// Pairs (index of movers, item) that meet during the frame, ascending.
  template <class S, class M>
  found_pairs sweep_pairs(const S& movers, const M& motions, const meeting_columns& out, const query& q = {},
                          const workers& with = {}) const {
    return meetings_of(detail::asker(asking<detail::sweep_verb>(q, movers, motions)), out, q, with);
  }
  template <class S> found_pairs sweep_pairs(const S&, ...) const = delete;  // sweep_pairs([movers, motions,] columns)

  // ---- the first hit of each ----

  /// Dense: the first item that each mover hits, as hs::sweep_nearest has it.
  template <class S, class M>
  void sweep_nearest(const S& movers, const M& motions, const detail::columns_for<S>& out, const query& q = {},
                     const workers& with = {}) const {
    firsts_of(detail::asker(asking<detail::sweep_verb>(q, movers, motions)), detail::widen(out), q, with);
  }

  /// Dense: the first item that each segment enters, as hs::cast_nearest has it.
  template <class S>
  void cast_nearest(const S& segments, const detail::columns_for<S>& out, const query& q = {},
                    const workers& with = {}) const {
    firsts_of(detail::asker(asking<detail::cast_verb>(q, segments)), detail::widen(out), q, with);
  }

  // ---- what pierces ----

  /// The first k items that each mover hits on its way, as hs::sweep_in_order has them: its list begins with the hit
  /// of sweep_nearest. Returns how many there are in all lists. All that is met is found before lists are cut, in 21
  /// bytes a meeting (13 more a view of several): where ways are long and crowded, `until` keeps it short.
  template <class S, class M>
  std::size_t sweep_in_order(const S& movers, const M& motions, std::size_t k, const hit_lists& out,
                             const query& q = {}, const workers& with = {}) const {
    return in_order_of(detail::asker(asking<detail::sweep_verb>(q, movers, motions)), k, out, q, with);
  }

  /// The first k items that each segment enters, as hs::cast_in_order has them: beams that pierce.
  template <class S>
  std::size_t cast_in_order(const S& segments, std::size_t k, const hit_lists& out, const query& q = {},
                            const workers& with = {}) const {
    return in_order_of(detail::asker(asking<detail::cast_verb>(q, segments)), k, out, q, with);
  }

  // ---- what is near ----

  /// Dense: the item nearest to each point, within the radius. How far an item is: of boxes the distance from corners,
  /// of circles to the rim; 0 within. Distances are doubles, each operation rounded once (points and boxes compare
  /// squares), and handed out as floats; of equal ones the lowest index is nearer. At the very radius counts when
  /// touching does. An infinite radius has no end. Of segments and all that 2D has beyond boxes and circles it is not
  /// known: asking is a contract breach.
  template <class S>
  void nearest(const S& points, float radius, const near_columns& out, const query& q = {},
               const workers& with = {}) const {
    near_of(lowered_points(q, points, "nearest"), radius, out, q, with);
  }

  /// The k nearest, or as many as there are within the radius. Returns how many items there are in all lists.
  template <class S>
  std::size_t nearest_k(const S& points, std::size_t k, float radius, const near_lists& out, const query& q = {},
                        const workers& with = {}) const {
    return near_k_of(lowered_points(q, points, "nearest_k"), k, radius, out, q, with);
  }

  /// Dense: the other item nearest to each item, as nearest has it, from where each is: points, and circles from their
  /// centre, so how far it is to the other one's rim. Other items in the same place count. Of worlds of several views,
  /// and of other shapes, it is not known: asking is a contract breach.
  void nearest(float radius, const near_columns& out, const query& q = {}, const workers& with = {}) const {
    near_of(lowered_points(q, points{.x = 0.0f, .y = 0.0f}, "nearest"), radius, out, q, with, true);
  }

  /// The k nearest others of each item. Quickest when items and distance have room for k of each.
  std::size_t nearest_k(std::size_t k, float radius, const near_lists& out, const query& q = {},
                        const workers& with = {}) const {
    return near_k_of(lowered_points(q, points{.x = 0.0f, .y = 0.0f}, "nearest_k"), k, radius, out, q, with, true);
  }
  template <class No = void> void nearest(...) const {
    static_assert(detail::never<No>, "hitscan: nearest([points,] radius, columns), a record for each");
  }
  template <class No = void> std::size_t nearest_k(...) const {
    static_assert(detail::never<No>, "hitscan: nearest_k([points,] k, radius, lists)");
    return 0;
  }

 private:
  friend struct detail::broad::lender;
  template <class Verb, class S, class... M>
  static auto asking(const query& q, const S& who, const M&... motions) noexcept {
    constexpr bool casts = std::is_same_v<Verb, detail::cast_verb>;
    constexpr bool known = casts ? detail::some_segments<S> : detail::shape<S>;
    static_assert(!casts || known, "hitscan: segments are cast");
    static_assert(casts || known, "hitscan: the first argument is no view of shapes");
    constexpr bool moved = (detail::some_motion<M> && ...);
    static_assert(!known || moved, "hitscan: who asks has its motion next: sweep_nearest(movers, motions, columns)");
    if constexpr (known && moved) {
      constexpr bool many = detail::is_many<S, M...>();
      static_assert(many, "hitscan: neither is a view; a world is asked by many");
      constexpr bool same = ((detail::motion_traits<M>::dims == detail::subject<S>::dims) && ...);
      static_assert(same, "hitscan: a shape and its motion are 2D and 3D");
      if constexpr (many && same)
        return [&](detail::kind held) { return detail::lowered_to<Verb>(held, q, who, motions...); };
      else
        return [](detail::kind) { return detail::request{}; };
    } else
      return [](detail::kind) { return detail::request{}; };
  }
  template <class S> static detail::request lowered_points(const query& q, const S& points, const char* verb) noexcept {
    constexpr bool known = detail::many_shapes<S>() && detail::is_dot<S>;
    static_assert(known, "hitscan: what is near is asked by a view of points");
    detail::request r{};
    if constexpr (known) r = detail::lowered_alone(points, q);
    r.verb = verb;
    return r;
  }

  void rebuild_from(std::span<const detail::request> each, const detail::hull_kernels*);
  found_pairs pairs_of(const detail::asker&, const pair_columns&, const query&, const workers&) const;
  found_pairs meetings_of(const detail::asker&, const meeting_columns&, const query&, const workers&) const;
  std::size_t lists_of(const detail::asker&, const list_columns&, const query&, const workers&) const;
  std::size_t in_order_of(const detail::asker&, std::size_t k, const hit_lists&, const query&, const workers&) const;
  void mask_of(const detail::asker&, std::span<std::uint64_t>, const query&, const workers&) const;
  void firsts_of(const detail::asker&, const hit_columns3&, const query&, const workers&) const;
  void near_of(const detail::request&, float radius, const near_columns&, const query&, const workers&,
               bool selves = false) const;
  std::size_t near_k_of(const detail::request&, std::size_t k, float radius, const near_lists&, const query&,
                        const workers&, bool selves = false) const;

  std::unique_ptr<detail::broad::world_body, detail::broad::release_of_body> body_;
};

}  // namespace hitscan
