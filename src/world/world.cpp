// The items of a world, and what is made of them when somebody asks.
#include <hitscan/world.hpp>

#include <algorithm>
#include <cstdio>

#include "../core/contract.hpp"
#include "../core/items.hpp"
#include "../core/strided.hpp"
#include "bounds.hpp"
#include "bvh/sort.hpp"
#include "jobs.hpp"
#include "kernels.hpp"
#include "rays/nested_grid_build.hpp"
#include "rings/uniform_grid.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

const char* name(method which) noexcept {
  return which == method::brute ? "brute" : which == method::grid ? "grid" : "tree";
}

void release_of_body::operator()(world_body* b) const noexcept { delete b; }
void release_of_memory::operator()(memory* s) const noexcept { delete s; }
void release_of_grid::operator()(uniform_grid* g) const noexcept { delete g; }
void release_of_rays::operator()(nested_grid_body* b) const noexcept { delete b; }

[[gnu::noinline]] world_body::world_body() noexcept = default;

memory& lender::of(workspace& w) {
  if (!w.body_) w.body_.reset(new memory);
  return *w.body_;
}
world_body& lender::of(const world& w) noexcept {
  static world_body nothing;  // of all worlds that have no items yet; of what these ask it keeps the memory alone
  return w.body_ ? *w.body_ : nothing;
}

workspace::workspace() noexcept = default;
workspace::~workspace() = default;
// Who has been moved from may be used again, in other memory.
workspace::workspace(workspace&& other) noexcept = default;
workspace& workspace::operator=(workspace&& other) noexcept {
  body_.swap(other.body_);
  return *this;
}
std::size_t workspace::bytes() const noexcept { return body_ ? body_->bytes() : 0; }

world::world() noexcept = default;
world::~world() = default;
world::world(world&& other) noexcept = default;
world& world::operator=(world&& other) noexcept {
  if (this == &other) return *this;
  body_.swap(other.body_);
  if (other.body_) other.body_->forget(), other.body_->views = 1;  // it is empty
  return *this;
}

std::size_t world::size() const noexcept {
  const world_body &g = lender::of(*this), &last = g.view(g.views - 1);
  return last.from + last.items.count;
}
std::size_t world::bytes() const noexcept {
  if (!body_) return 0;
  std::size_t sum = body_->bytes();
  for (const auto& other : body_->more) sum += other ? other->bytes() : 0;
  return sum;
}
method world::used() const noexcept { return body_ ? body_->used.load(std::memory_order_relaxed) : method::brute; }

void world::rebuild_from(std::span<const request> each, const hull_kernels* hulls) {
  const default_float_state here;
  std::uint64_t all = 0;
  for (const request& r : each) {
    if (!r.breach)
      all += std::min(std::uint64_t{r.a.count}, std::uint64_t{none} + 1);
    else if (checked_build)
      report_breach(r, "rebuild", "");
  }
  if (all > none && checked_build) report_breach("rebuild", too_many_items);
  if (!body_) body_.reset(new world_body);
  world_body& g = *body_;
  g.forget(), g.views = 1;  // should memory run out, it is empty
  for (std::size_t k = each.size(); k-- > 0;) {
    if (k && !g.more[k - 1]) g.more[k - 1].reset(new world_body);
    request items = each[k];
    if (items.breach || all > none) items.a.count = 0;  // as a flat query finds nothing
    g.view(k).take(items), g.view(k).hull_tests = hulls;
  }
  g.views = each.size();
  for (std::size_t k = 1; k < g.views; ++k) {
    world_body &before = g.view(k - 1), &one = g.view(k);
    one.from = before.from + static_cast<index>(before.items.count);
  }
}

namespace detail::broad {

const char* world_body::wrong_with(const request& r) const noexcept {
  if (r.breach) return r.breach;
  const bool second = r.flip || (round() && r.test == test::overlap_circles_boxes);  // the circle goes first
  if ((second ? r.b : r.a).count > none) return too_many_items;
  if (r.touch == touching::half_open && items.what == kind::point) return half_open_is_for_points;
  return r.dims == dims || !built ? nullptr : "a 3D question about 2D items, or the other way round";
}
void say_wrong(const request& r, const char* wrong, const char* form) noexcept {
  if (!checked_build) return;
  request told = r;
  told.breach = wrong;
  report_breach(told, r.verb, form);
}
bool short_of_workspaces(const workers& c) {
  if (checked_build && c.spaces.empty()) report_breach("workers", "several threads need a workspace each");
  for (workspace& each : c.spaces) lender::of(each);
  return c.spaces.empty();
}

static void report_output(const char* verb, const char* form, const char* what, std::size_t has, const char* other,
                          std::size_t other_has) noexcept {
  char query[64];
  std::snprintf(query, sizeof query, "%s%s of a world", verb ? verb : "", form);
  report_lengths(query, what, has, other, other_has);
}
void too_short(const char* verb, const char* form, const char* column, std::size_t room, std::size_t n) noexcept {
  if (checked_build) report_output(verb, form, column, room, "the batch", n);
}
bool short_of_starts(const char* verb, const char* form, std::span<std::size_t> starts, std::size_t lists) noexcept {
  if (!checked_build || starts.size() > lists) return false;
  report_output(verb, form, "starts", starts.size(), "the batch, and one more,", lists + 1);
  std::fill(starts.begin(), starts.end(), std::size_t{0});
  return true;
}

static void copy(const feed& from, float* to, std::size_t first, std::size_t end) noexcept {
  from.gap != 0 ? gather(from, first, end - first, to + first)
  : from.data   ? (void)std::copy(from.data + first, from.data + end, to + first)
                : (void)std::fill(to + first, to + end, from.one);
}
static void copy(const side& from, int c, float* to, std::size_t first, std::size_t end) noexcept {
  if (from.what != kind::chain || !from.ring) return copy(from.column[c], to, first, end);
  for (std::size_t i = first; i < end; ++i) to[i] = at(from, c, i);
}
static void copy(const side& from, std::uint32_t* to, std::size_t first, std::size_t end) noexcept {
  for (std::size_t i = first; i < end; ++i) to[i] = layers_at(from, i);
}

void close_gaps(side& who, motion& by, int dims, memory& s) {
  const std::size_t n = who.count;
  float* to = s.asking.need(n * static_cast<std::size_t>(columns_of(who.what, dims) + (by.present ? dims : 0)));
  const bool ring = who.what == kind::chain && who.ring;
  for (int c = 0; c < columns_of(who.what, dims); ++c)
    if (ring || who.column[c].gap != 0) copy(who, c, to, 0, n), who.column[c] = {to, 0}, to += n;
  for (int k = 0; k < dims && by.present; ++k)
    if (feed& f = by.column[k]; f.gap != 0) copy(f, to, 0, n), f = {to, 0}, to += n;
  if (who.layer_data && (ring || who.layer_gap != 0)) {
    std::uint32_t* const layers = s.asking_layers.need(n);
    copy(who, layers, 0, n), who.layer_data = layers, who.layer_gap = 0;
  }
  if (ring) who.ring = 0;
}

std::size_t world_body::bytes() const noexcept {
  return columns.bytes() + corners.bytes() + steps.bytes() + edges.bytes() + way_edges.bytes() + way_tree.bytes() +
         tree.bytes() + lists.bytes() + in_cells.bytes() + cell_words.bytes() + layers.bytes() + offsets.bytes() +
         own.bytes() + (rays ? rays->bytes() : 0);
}

void world_body::forget() noexcept {
  items = bounds = ways = {}, by = {};
  over = over_ways = {}, list = {};
  built = false;
  for (once* const made : {&surveyed, &listed, &sorted, &swept, &filed, &gridded}) made->forget();
  if (rays) rays->clear();
}

// A copy of the items, each column without gaps. Centred boxes become corners.
void world_body::take(const request& r) {
  before = asked.exchange(0, std::memory_order_relaxed), flown.store(0, std::memory_order_relaxed);
  forget();
  const side& from = r.a;
  const std::size_t n = from.count;
  dims = r.dims, built = true;
  const bool centred = from.what == kind::centred;
  const int wide = columns_of(from.what, dims);
  float* const data = columns.need(n * static_cast<std::size_t>(wide));
  side mine = from;
  if (centred) mine.what = kind::corners;
  motion steps_of = r.da.present ? r.da : motion{};
  const bool moves = steps_of.present;
  float* const step = moves ? steps.need(n * static_cast<std::size_t>(dims)) : nullptr;
  std::uint32_t* const layer = from.layer_data ? layers.need(n) : nullptr;
  // An array of structs comes through the cache once.
  for (std::size_t first = 0, end = 0; end < n; first = end) {
    end = r.strided ? std::min(n, first + 512) : n;
    for (int c = 0; c < wide; ++c) {
      float* const to = data + static_cast<std::size_t>(c) * n;
      if (centred) {
        const feed &x = from.column[c / 2], &half = from.column[dims + c / 2];
        for (std::size_t i = first; i < end; ++i) to[i] = c % 2 ? at(x, i) + at(half, i) : at(x, i) - at(half, i);
      } else
        copy(from, c, to, first, end);
    }
    for (int k = 0; k < dims && moves; ++k) copy(r.da.column[k], step + static_cast<std::size_t>(k) * n, first, end);
    if (from.layer_data) copy(from, layer, first, end);
  }
  for (int c = 0; c < wide; ++c) mine.column[c] = {data + static_cast<std::size_t>(c) * n, 0};
  if (from.layer_data) mine.layer_data = layer, mine.layer_gap = 0;
  if (from.what == kind::polygon) {
    const outlines& all = from.outline;
    float* const x = corners.need(2 * all.corners);
    float* const y = x + all.corners;
    std::copy(all.x, all.x + all.corners, x), std::copy(all.y, all.y + all.corners, y);
    mine.outline = {x, y, all.corners, nullptr};
    if (n) mine.outline.offsets = std::copy_n(all.offsets, n + 1, offsets.need(n + 1)) - (n + 1);
  }
  mine.spans = true, mine.count = n, mine.ring = 0;

  side around = mine;
  if (mine.what == kind::point) {
    around.what = kind::corners;
    for (int c = 0; c < 2 * dims; ++c) around.column[c] = mine.column[c / 2];
  } else if (!has_own_bounds(mine.what))
    around = boxes_around(mine, {}, dims, taking_in::shape, edges);
  if (moves) {
    for (int k = 0; k < dims; ++k) steps_of.column[k] = {step + static_cast<std::size_t>(k) * n, 0};
    steps_of.longest = -1;
  }
  ways = steps_of.present ? boxes_around(mine, steps_of, dims, taking_in::way, way_edges) : around;
  items = mine, by = steps_of, bounds = around;
}

const item_columns& world_body::as_list() {
  listed.run(making, [this] {
    float* const words = lists.need(item_column_words(items.count, dims));
    of<list_kernels>(active_engine()).list_items(ways, dims, words, list);
  });
  return list;
}

// Several threads make it in a workspace, in what the last one left, and then it is handed over: nobody may have to
// wait while an executor runs, which may have that thread in mind.
void world_body::sort(const side& who, room<float>& words, once& made, bvh& to, const workers& c) {
  if (made.done()) return;
  memory& s = memory_of(c, 0);
  const sort_kernels& k = of<sort_kernels>(active_engine());
  if (lanes_of(c) == 1) return made.run(making, [&] { to = sorted_bvh(k, who, dims, s, words, c); });
  made.alone(making, [&] {
    if (s.next_tree.bytes() < words.bytes()) std::swap(words, s.next_tree);
  });
  if (made.done()) return;  // by whom it has waited for
  const bvh mine = sorted_bvh(k, who, dims, s, s.next_tree, c);
  made.run(making, [&] { std::swap(words, s.next_tree), to = mine; });
}
const bvh& world_body::as_bvh(const workers& c) {
  sort(bounds, tree, sorted, over, c);
  return over;
}
const bvh& world_body::as_bvh_of_ways(const workers& c) {
  if (!by.present) return as_bvh(c);
  sort(ways, way_tree, swept, over_ways, c);
  return over_ways;
}

const nested_grid_body& world_body::as_rays() {
  filed.run(making, [this] {
    if (!rays) rays.reset(new nested_grid_body);
    rays->build(ways, dims);
  });
  return *rays;
}

}  // namespace detail::broad
}  // namespace hitscan
