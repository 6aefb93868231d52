// The public face of nearest: what is in a world, and how far is it?
#include <hitscan/world.hpp>

#include <algorithm>
#include <cmath>

#include "../../core/float_state.hpp"
#include "../../core/items.hpp"
#include "../cost.hpp"
#include "../kernels.hpp"
#include "../rings/uniform_grid.hpp"
#include "../views.hpp"
#include "k_nearest_rules.hpp"
#include "sort.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

static bool nearer(const near_item& a, const near_item& b) noexcept {
  return a.key < b.key || (a.key == b.key && a.item < b.item);
}
// Cold: for size.
[[gnu::cold]] static std::size_t keep_in_heap(near_item* heap, std::size_t have, std::size_t wanted,
                                              const near_item& one) noexcept {
  if (have == wanted) {
    if (!nearer(one, *heap)) return have;
    std::pop_heap(heap, heap + have--, nearer);
  }
  heap[have++] = one;
  std::push_heap(heap, heap + have, nearer);
  return have;
}
[[gnu::cold]] void broad::sort_heap(near_item* heap, std::size_t n) noexcept { std::sort_heap(heap, heap + n, nearer); }
std::size_t broad::keep_nearest(near_item* kept, std::size_t have, std::size_t wanted, const near_item& one) noexcept {
  if (wanted > most_in_order) return keep_in_heap(kept, have, wanted, one);
  if (have == wanted) {
    if (!nearer(one, kept[have - 1])) return have;
    --have;
  }
  std::size_t at = have++;
  for (; at > 0 && nearer(one, kept[at - 1]); --at) kept[at] = kept[at - 1];
  kept[at] = one;
  return have;
}

namespace {

double distance_of(double key, bool round) noexcept { return round ? key : std::sqrt(key); }
void put(std::span<float> distance, std::span<double> exact, std::size_t at, double d) noexcept {
  if (at < distance.size()) distance[at] = static_cast<float>(d);
  if (at < exact.size()) exact[at] = d;
}

// Where answers go. Distances as doubles are for comparing those of several views.
struct dense {  // one a point
  std::span<index> item;
  std::span<float> distance;
  std::span<double> exact;
  bool round;
  static void take(void* owner, std::size_t point, const near_item* found, std::size_t n) {
    const dense& to = *static_cast<const dense*>(owner);
    if (!to.item.empty()) to.item[point] = n ? found->item : none;
    put(to.distance, to.exact, point, n ? distance_of(found->key, to.round) : HUGE_VAL);
  }
};

struct listed {
  std::span<std::size_t> starts;
  std::span<index> item;
  std::span<float> distance;
  std::span<double> exact;
  bool round;
  std::size_t total = 0;
  static void take(void* owner, std::size_t point, const near_item* found, std::size_t n) {
    listed& to = *static_cast<listed*>(owner);
    if (point < to.starts.size()) to.starts[point] = to.total;
    for (std::size_t k = 0; k < n; ++k, ++to.total) {
      if (to.total < to.item.size()) to.item[to.total] = found[k].item;
      put(to.distance, to.exact, to.total, distance_of(found[k].key, to.round));
    }
  }
};

// The same in any order, with room for as many as are wanted a point; then they move up.
struct slots {
  near_lists to;
  std::span<double> exact;
  std::size_t most;
  bool round;
  static void take(void* owner, std::size_t point, const near_item* found, std::size_t n) {
    const slots& s = *static_cast<const slots*>(owner);
    s.to.starts[point] = n;
    for (std::size_t k = 0, at = point * s.most; k < n; ++k, ++at) {
      if (!s.to.items.empty()) s.to.items[at] = found[k].item;
      put(s.to.distance, s.exact, at, distance_of(found[k].key, s.round));
    }
  }
  std::size_t move_up(std::size_t points) const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < points; ++i) {
      const std::size_t n = to.starts[i], from = i * most;
      to.starts[i] = total;
      if (from == total) {  // everybody before has as many as were wanted
        total += n;
        continue;
      }
      for (std::size_t k = 0; k < n; ++k, ++total) {
        if (!to.items.empty()) to.items[total] = to.items[from + k];
        if (!to.distance.empty()) to.distance[total] = to.distance[from + k];
        if (!exact.empty()) exact[total] = exact[from + k];
      }
    }
    return total;
  }
};

// A question, and whether it is the items themselves that ask.
struct near_request : request {
  bool selves = false;
};

// What is wrong with a question, in words.
const char* wrong_with(const world_body& g, const request& r, const query& q) noexcept {
  if (const char* const wrong = g.wrong_with(r)) return wrong;
  if (g.hulls()) return "what is near is known of points, boxes and circles alone";
  return q.by == method::brute ? "what is near is looked for among sorted items, not by brute force" : nullptr;
}

near_rules rules_of(const world_body& g, const near_request& r, std::size_t wanted, double reach) noexcept {
  return {.items = &g.bounds,
          .reach = g.round() ? reach : reach * reach,
          .closed = r.touch == touching::hits,
          .layers = r.layers,
          .wanted = std::min(wanted, std::max<std::size_t>(g.items.count, 1)),
          .selves = r.selves};
}

// Is nothing near anyone, whoever is where? Of layers that are one value each this is known at once; otherwise each
// pair is asked about its own.
bool nothing_near(const world_body& g, const near_request& r, std::size_t wanted, float radius, const workers& c) {
  return !(radius >= 0) || wanted == 0 || apart(r.a, g.items, r.layers) || short_of_workspaces(c);
}

constexpr std::size_t worth_a_part = 256;  // points
std::size_t parts_of(std::size_t n, const workers& c) noexcept {
  const std::size_t lanes = lanes_of(c);
  return lanes > 1 ? std::min(n / worth_a_part + 1, 8 * lanes) : 1;
}

// Points without gaps.
side points_of(const near_request& r, const workers& c) {
  side points = r.a;
  motion standing{};
  if (r.strided) close_gaps(points, standing, r.dims, memory_of(c, 0));
  return points;
}

// Of n points, or of those that `which` names, each by itself down the BVH.
void ask_each(world_body& g, const side& points, const index* which, std::size_t n, const near_rules& rules,
              const workers& c, const near_sink& to, std::size_t parts) {
  const bvh& over = g.as_bvh(c);
  const std::size_t words = rules.wanted * sizeof(near_item) / sizeof(float);
  for (std::size_t k = 0; k < std::min(lanes_of(c), parts); ++k) memory_of(c, k).list.need(words);
  spread(c, parts, [&](std::size_t k, std::size_t lane) {
    const range_of mine(n, parts, k);
    near_item* const kept = reinterpret_cast<near_item*>(memory_of(c, lane).list.get());
    near_rules own = rules;
    for (std::size_t i = mine.from, count = which ? 1 : mine.to - i; i < mine.to; i += count) {
      own.from = which ? which[i] : i;
      of<near_kernels>(active_engine()).k_nearest(over, from_item(points, own.from, g.dims), count, own, kept, to);
    }
  });
}

// Are those who ask dense enough among the items, so that a register of neighbours has much in common? They have the
// more, the more is wanted.
bool worth_sorting(const world_body& g, const near_request& r, std::size_t n, std::size_t wanted) noexcept {
  const auto lanes = static_cast<std::size_t>(active_engine().lanes);
  return r.selves || (n >= 64 && n * lanes >= g.items.count * (wanted > 1 ? 1 : 4));
}

// The radius that all circles have, or NaN.
float one_radius(const side& circles, int dims) noexcept {
  const feed& radius = circles.column[dims];
  if (circles.count == 0) return NAN;
  const float first = at(radius, 0);
  for (std::size_t i = 1; i < circles.count; ++i)
    if (!(at(radius, i) == first)) return NAN;
  return first;
}

// Asks about all points in spatial order, several at a time; `to` hears of each that can be near anything.
void ask_sorted(world_body& g, const near_request& r, std::size_t n, std::size_t wanted, float radius, const workers& c,
                const near_sink& to) {
  g.note(n, method::grid);
  const bvh& over = g.as_bvh(c);
  near_rules rules = rules_of(g, r, wanted, radius);
  rules.sorted = true, rules.radius = g.round() ? one_radius(g.bounds, g.dims) : 0;
  side points = points_of(r, c);
  std::size_t all = over.items;
  if (!r.selves) {
    memory& s = memory_of(c, 0);
    points.count = n;
    all = sort_items(of<sort_kernels>(active_engine()), points, r.dims, s, c), rules.rows = s.rows.get();
  }
  const std::size_t parts = parts_of(all, c);
  for (std::size_t k = 0; k < std::min(lanes_of(c), parts); ++k)
    memory_of(c, k).list.need(rules.wanted * sizeof(near_item) / sizeof(float));
  spread(c, parts, [&](std::size_t k, std::size_t lane) {
    const range_of blocks(blocks_of(all), parts, k);
    const std::size_t from = blocks.from * width, end = std::min(blocks.to * width, all);
    near_rules own = rules;
    own.from = from;
    of<near_kernels>(active_engine())
        .k_nearest(over, points, end - from, own, reinterpret_cast<near_item*>(memory_of(c, lane).list.get()), to);
  });
}

// What a walk through rings of cells takes besides.
void look_ahead(const uniform_grid& g, near_rules& rules) noexcept {
  const bool round = rules.items->what == kind::circle, apart = g.what == uniform_grid::shape::circles;
  const float wanted = static_cast<float>(rules.wanted), some = wanted + 1.2f * std::sqrt(wanted) + 0.5f;
  const float cells = some / g.a_cell;  // in so many these should be
  rules.likely = std::max(g.radius, g.side * (g.dims == 3 ? std::cbrt(cells / 4.19f) : std::sqrt(cells / 3.14f)));
  rules.first_ring = 1 + static_cast<int>(std::min((rules.likely + g.reach) / (g.side * nearly), 7.0f));
  // Of circles of one size as far as their middles.
  double key = rules.reach;
  if (round && !apart) key = (key + double{g.radius}) * (key + double{g.radius});
  key *= 1 + 0x1p-18;
  rules.limit = key < 0x1p120 ? static_cast<float>(key) + 0x1p-120f : HUGE_VALF;
  if (apart) rules.limit = with_room(g, rules.limit);
}

// Asks about all points by rings of cells, and about those that have no answer there, if these are no more than a
// quarter, the BVH, one by one. False: this is not the way, and nothing that was said counts.
bool ask_rings(world_body& g, const near_request& r, std::size_t n, std::size_t wanted, float radius, const workers& c,
               const near_sink& to) {
  constexpr std::size_t most_wanted = 24, looks_a_sort = 32, few = 16;
  if (wanted > most_wanted) return false;
  const auto width = static_cast<std::size_t>(active_engine().lanes);
  // Of few items, and of one of a few dozen times as many who ask, a wide register of neighbours finds it sooner.
  const bool dense = wanted == 1 && !r.selves && width >= 8 && n / 32 > g.items.count;
  if ((dense || g.items.count < 12 * width) && worth_sorting(g, r, n, wanted)) return false;
  if (!g.gridded.done() && g.sorted.done() && stay_for(g, n) * looks_a_sort < g.items.count) return false;
  const auto walk = of<near_kernels>(active_engine()).walk_rings;
  if (!walk) return false;
  const uniform_grid& cells = g.as_grid(c);
  if (!cells.fits) return false;
  near_rules rules = rules_of(g, r, wanted, radius);
  look_ahead(cells, rules);
  const side points = points_of(r, c);
  const std::size_t all = r.selves ? cells.items : n, parts = parts_of(all, c);
  index* const left = memory_of(c, 0).pairs.need(all + parts);
  index* const left_of = left + all;
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(all, parts, k);
    index lost = 0;
    for (std::size_t i = mine.from; i < mine.to; ++i) {
      i = walk(cells, points, i, mine.to, rules, to);
      if (i < mine.to) left[mine.from + lost++] = r.selves ? cells.number[i] : static_cast<index>(i);
      if (lost > few && lost > (i - mine.from) / 4) return void(left_of[k] = none);
    }
    left_of[k] = lost;
  });
  std::size_t lost = 0;
  for (std::size_t k = 0; k < parts; ++k) {
    if (left_of[k] == none) return false;
    lost = static_cast<std::size_t>(std::copy_n(left + range_of(all, parts, k).from, left_of[k], left + lost) - left);
  }
  g.note(n, method::grid);
  if (lost == 0) return true;
  ask_each(g, points, left, lost, rules, c, to, parts_of(lost, c));
  return true;
}

// By whichever way. `to` may have heard of who has nobody near, or not.
void ask(world_body& g, const near_request& r, std::size_t n, std::size_t wanted, float radius, const workers& c,
         const near_sink& to, bool in_order) {
  if (nothing_near(g, r, wanted, radius, c)) return;
  if (!in_order && ask_rings(g, r, n, wanted, radius, c, to)) return;
  if (!in_order && worth_sorting(g, r, n, wanted)) return ask_sorted(g, r, n, wanted, radius, c, to);
  g.note(n, method::grid);
  ask_each(g, points_of(r, c), nullptr, n, rules_of(g, r, wanted, radius), c, to, in_order ? 1 : parts_of(n, c));
}

// Of the items of one view.
void near(world_body& g, const near_request& r, float radius, const near_columns& out, std::span<double> exact,
          const query& q, const workers& with) {
  const char* const wrong = wrong_with(g, r, q);
  if (wrong) say_wrong(r, wrong);
  std::size_t n = wrong ? 0 : r.a.count;
  least_room least{"near_columns"};
  least.take("near_columns.index", out.index.size()), least.take("near_columns.distance", out.distance.size());
  if (least.room() < n) {
    too_short(nullptr, "nearest", least.column, least.room(), n);
    n = checked_build ? 0 : least.room();
  }
  const std::size_t rows = wrong ? all_rows : r.a.count;  // columns may differ in length
  for (std::size_t i = n; i < std::min(rows, out.index.size()); ++i) out.index[i] = none;
  for (std::size_t i = n; i < std::min(rows, out.distance.size()); ++i) out.distance[i] = HUGE_VALF;
  if (n == 0) return;
  const lease lent(with, &g);
  const auto nobody = [n](const auto& column, auto value) {
    std::fill_n(column.begin(), std::min(n, column.size()), value);
  };
  nobody(out.index, none), nobody(out.distance, HUGE_VALF), nobody(exact, HUGE_VAL);
  dense all{out.index, out.distance, exact, g.round()};
  ask(g, r, n, 1, radius, lent.now, {&all, dense::take}, false);
}

std::size_t near_k(world_body& g, const near_request& r, std::size_t k, float radius, const near_lists& out,
                   std::span<double> exact, const query& q, const workers& with) {
  const char* const wrong = wrong_with(g, r, q);
  if (wrong) say_wrong(r, wrong);
  const bool no = wrong || short_of_starts(nullptr, "nearest_k", out.starts, r.a.count);
  std::fill(out.starts.begin(), out.starts.end(), std::size_t{0});
  if (no || k == 0) return 0;
  const lease lent(with, &g);
  const std::size_t n = r.a.count, most = std::clamp<std::size_t>(k, 1, std::max<std::size_t>(g.items.count, 1));
  const auto fits = [&](const auto& column) { return column.empty() || column.size() / most >= n; };
  // Lists begin where they would if all points had as many as are wanted, in any order, and then move up; without room
  // for that they are made one after the other.
  std::size_t total = 0;
  if (out.starts.size() > n && fits(out.items) && fits(out.distance)) {
    slots all{out, exact, most, g.round()};
    ask(g, r, n, k, radius, lent.now, {&all, slots::take}, false);
    total = all.move_up(n);
  } else {
    listed all{out.starts, out.items, out.distance, exact, g.round()};
    ask(g, r, n, k, radius, lent.now, {&all, listed::take}, true);
    total = all.total;
  }
  for (std::size_t i = n; i < out.starts.size(); ++i) out.starts[i] = total;
  return total;
}

// The first of several views that what is near is not known of, or null: what it says is said of all.
world_body* who_refuses(world_body& g, const request& r, const query& q) noexcept {
  for (std::size_t k = 0; k < g.views; ++k)
    if (wrong_with(g.view(k), r, q)) return &g.view(k);
  return nullptr;
}

// Items as the points that they ask from.
near_request selves_of(const world_body& g, const request& asked) noexcept {
  near_request r{asked, true};
  if (g.views > 1 || !(g.round() || g.items.what == kind::point))
    r.breach = "what is near to themselves is known of points and circles alone, one view of them";
  r.dims = static_cast<std::uint8_t>(g.dims), r.strided = false, r.a = g.items, r.n = r.a.count;
  r.a.what = kind::point;
  return r;
}

}  // namespace

void world::near_of(const request& asked, float radius, const near_columns& out, const query& q, const workers& with,
                    bool selves) const {
  const default_float_state here;
  here.take(radius);
  world_body& g = lender::of(*this);
  const near_request r = selves ? selves_of(g, asked) : near_request{asked};
  if (g.views == 1) return near(g, r, radius, out, {}, q, with);
  if (world_body* const no = who_refuses(g, r, q)) return near(*no, r, radius, out, {}, q, with);
  if (out.index.empty() && out.distance.empty()) return near(g, r, radius, out, {}, q, with);
  const lease lent(with, &g);
  const std::size_t n = r.a.count;
  const auto room_of = [n](const auto& column) { return column.empty() ? n : std::min(n, column.size()); };
  const std::size_t room = std::min(room_of(out.index), room_of(out.distance));
  if (short_of_workspaces(lent.now)) {
    std::fill(out.index.begin(), out.index.end(), none), std::fill(out.distance.begin(), out.distance.end(), HUGE_VALF);
    return;
  }
  shelf rows(memory_of(lent.now, 0), 2 * shelf::bytes_of<double, index, float>(n));
  std::span<double> nearest, distance;
  near_columns best = out, other;
  pair_up(rows, n, nearest, distance, true), pair_up(rows, n, best.index, other.index, true);
  pair_up(rows, n, best.distance, other.distance, false);
  near(g, r, radius, best, nearest, q, lent.now);
  if (room < n && checked_build) return;  // has been told
  for (std::size_t k = 1; k < g.views; ++k) {
    near(g.view(k), r, radius, other, distance, q, lent.now);
    for (std::size_t i = 0; i < room; ++i) {
      if (other.index[i] == none || (best.index[i] != none && !(distance[i] < nearest[i]))) continue;
      best.index[i] = g.view(k).from + other.index[i], nearest[i] = distance[i];
      if (!best.distance.empty()) best.distance[i] = other.distance[i];
    }
  }
}

std::size_t world::near_k_of(const request& asked, std::size_t k, float radius, const near_lists& out, const query& q,
                             const workers& with, bool selves) const {
  const default_float_state here;
  here.take(radius);
  world_body& g = lender::of(*this);
  const near_request r = selves ? selves_of(g, asked) : near_request{asked};
  if (g.views == 1) return near_k(g, r, k, radius, out, {}, q, with);
  if (world_body* const no = who_refuses(g, r, q)) return near_k(*no, r, k, radius, out, {}, q, with);
  std::fill(out.starts.begin(), out.starts.end(), std::size_t{0});
  const lease lent(with, &g);
  if (short_of_workspaces(lent.now)) return 0;
  const std::size_t n = r.a.count, room = std::max(out.items.size(), out.distance.size());
  if (short_of_starts(nullptr, "nearest_k", out.starts, n)) return 0;
  struct view_lists {
    near_lists has;
    std::span<double> exact;
    index from;
    std::size_t at;
  } each[most_views];
  shelf s(memory_of(lent.now, 0),
          g.views * (shelf::bytes_of<std::size_t>(n + 1) + shelf::bytes_of<index, double>(room)));
  for (std::size_t v = 0; v < g.views; ++v) {
    world_body& one = g.view(v);
    each[v] = {{s.take<std::size_t>(n + 1), s.take<index>(room), {}}, s.take<double>(room), one.from, 0};
    near_k(one, r, k, radius, each[v].has, each[v].exact, q, lent.now);
  }
  std::size_t total = 0;
  for (std::size_t i = 0; i < std::max(n, out.starts.size()); ++i) {
    if (i < out.starts.size()) out.starts[i] = total;
    if (i >= n) continue;
    std::size_t left = 0;
    for (std::size_t v = 0; v < g.views; ++v) {
      const std::size_t from = each[v].has.starts[i];
      each[v].at = from, left += each[v].has.starts[i + 1] - from;
    }
    const std::size_t end = total + std::min(left, k);
    for (; total < end && total < room; ++total) {
      view_lists* next = nullptr;
      for (std::size_t v = 0; v < g.views; ++v)
        if (view_lists& l = each[v]; l.at < l.has.starts[i + 1] && (!next || l.exact[l.at] < next->exact[next->at]))
          next = &l;
      if (total < out.items.size()) out.items[total] = next->from + next->has.items[next->at];
      if (total < out.distance.size()) out.distance[total] = static_cast<float>(next->exact[next->at]);
      ++next->at;
    }
    total = end;
  }
  return total;
}

}  // namespace hitscan
