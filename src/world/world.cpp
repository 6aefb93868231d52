// One face for brute force, grid and tree: who is asked is a guess at times, and every answer is the same.
#include <hitscan/world.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "jobs.hpp"
#include "rays/nested_grid_build.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

namespace {

constexpr std::size_t sampled = 64;

// Of a sample of the items: how wide their field is, on its widest axis, how far it is from one to the next, how large
// they are, and whether they crowd. Zeros where nothing can be said.
detail::field survey(const side& s, int dims) noexcept {
  const bool many = s.count >= 256;  // among fewer it would take longer than it is good for
  const std::size_t step = s.count / (many ? sampled : sampled / 2) + 1;
  float volume = 1, across = 0, sizes = 0, seen = 0;
  std::uint8_t column[2][sampled]{};
  for (int k = 0; k < dims; ++k) {
    const bool round = s.what == kind::circle;
    const feed &from = s.column[round ? k : 2 * k], &to = s.column[round ? dims : 2 * k + 1];
    float low = HUGE_VALF, high = -HUGE_VALF;
    for (std::size_t i = 0; i < s.count; i += step) {
      const float x = at(from, i), size = round ? 2 * at(to, i) : at(to, i) - x;
      if (!std::isfinite(x)) continue;
      low = std::min(low, x), high = std::max(high, x);
      if (size >= 0 && std::isfinite(size)) sizes += size, seen += 1;
    }
    const float extent = high > low ? high - low : 0.0f;
    across = std::max(across, extent);
    volume *= extent;
    for (std::size_t i = 0; many && k < 2 && i < s.count; i += step) {
      const float x = (at(from, i) - low) / extent * 8;
      column[k][i / step] = static_cast<std::uint8_t>(x > 0 ? std::min(x, 7.0f) : 0.0f);
    }
  }
  if (!(volume > 0) || !std::isfinite(volume)) return {0, 0, 0, 0, true};
  const float each = volume / static_cast<float>(s.count), spacing = dims == 2 ? std::sqrt(each) : std::cbrt(each);
  const float size = seen > 0 ? sizes / seen : 0.0f;
  if (!many) return {spacing, across, size, 0, true};
  // Thrown at random they would come into so many of 64 squares: a quarter less is no chance.
  std::uint64_t squares = 0;
  std::size_t thrown = 0;
  for (std::size_t i = 0; i < s.count; i += step, ++thrown)
    squares |= std::uint64_t{1} << (8 * column[1][thrown] + column[0][thrown]);
  const float by_chance = 64 - 64 * std::exp(static_cast<float>(thrown) / -64);
  const float missed = 0.9f - static_cast<float>(std::popcount(squares)) / by_chance;
  return {spacing, across, size, std::clamp(3 * missed, 0.0f, 1.0f), true};
}

// How far a sample of the movers goes, on the axis it goes farthest on.
float travel(const request& r) noexcept {
  const motion& by = r.flip ? r.db : r.da;
  if (!by.present) return 0;
  const std::size_t n = who_asks(r).count, step = n / 32 + 1;
  float sum = 0, seen = 0;
  for (std::size_t i = 0; i < n; i += step) {
    float far = 0;
    for (int k = 0; k < r.dims; ++k) far = std::max(far, std::abs(at(by.column[k], i)));
    if (std::isfinite(far)) sum += far, seen += 1;
  }
  return seen > 0 ? sum / seen : 0;
}

// What motions are among the items.
struct outlook {
  float reach, share;  // how long they are: in distances from item to item, and as a share of the field
  float meets, hit;    // how many items lie on the way of one, and how many movers hit any, about
  float crowding;      // 0: items are evenly spread, 1: they are in clusters
  int dims;

  // Items are as wide as `size` distances from one to the next.
  outlook(int axes, float far, float part_of_field, float size, float crowded = 0) noexcept
      : reach(std::min(1e6f, far)), share(std::min(1e6f, part_of_field)), crowding(crowded), dims(axes) {
    const float wide = std::min(1e6f, size), front = dims == 2 ? wide : wide * wide;
    meets = reach * front, hit = std::min(1.0f, meets + front * wide);
  }
};

// What the methods take, in microseconds, as bench/worlds/map.cpp measures them; what counts is how they compare.
// n ask m items, on registers of so many lanes.
struct estimate {
  float brute, grid, tree;
};
float lanes_in_use() noexcept { return static_cast<float>(active_engine().lanes); }
// How long a row of bounds takes: a part of it goes with the register. Without registers each pair is tested in full.
float by_lanes(float lanes) noexcept { return lanes > 1 ? 0.67f + 5 / lanes : 130.0f; }
constexpr float square(float x) noexcept { return x * x; }

estimate to_ask(float n, float m, const outlook& o) noexcept {
  const float lanes = lanes_in_use();
  estimate t;
  // A call for each and a bit for each pair; more where motions are long, as the bounds of more pairs meet, until a hit
  // makes the rest of the way short.
  const float met = std::min(1.0f, 2 * o.share) / (1 + 0.18f * o.meets);
  t.brute = n * (0.075f + 0.023f * o.hit + m * (0.00011f + 0.00032f * met) * by_lanes(lanes));
  // Movers are sorted. Packets of 32 are as wide as their share of the field and their motions make them; they are held
  // against the items within their bounds, as far as those are within the field, a register at a time.
  const float own = std::min(1.0f, 32 / n),
              wide = std::min(2.0f, 1.3f * (o.dims == 2 ? std::sqrt(own) : std::cbrt(own)) + 0.9f * o.share);
  const float within = wide - square(wide) / 4, part = o.dims == 2 ? square(within) : square(within) * within;
  t.grid = 0.42f + n * (0.0027f + 0.065f / lanes) + std::max(1.0f, n / 32) * part * m * 0.16f / lanes;
  // One descent each, into a single block where items are few. Branches of thousands of movers are not foreseen; empty
  // cells on a long way are many, and so are SAH nodes among clusters.
  t.tree = 0.11f + n * (0.0045f + 0.026f / lanes + 0.046f * std::min(1.0f, m / 100) + 0.022f * o.hit +
                        0.023f * n / (n + 2000) + std::min(0.06f, 0.0015f * o.reach) / (1 + o.meets) +
                        0.055f * std::min(1.0f, o.reach) * o.crowding * m / (m + 1000));
  return t;
}
// Tables that no cache holds are the dearer ones, most of all where clusters are sorted over again.
float to_sort(float m, float crowding) noexcept {
  const float beyond = std::min(1.0f, m / 100000);
  return 0.25f + m * (0.004f + 0.013f / lanes_in_use() + 0.0032f * beyond) * (1 + crowding * beyond);
}
// Clusters are grids within grids, and in SAH nodes: the more items, the more of that.
float to_file(float m, float crowding) noexcept {
  return m * (0.022f + 0.024f * m / (m + 10000)) * (1 + 2.7f * crowding * m / (m + 1000));
}

method cheapest(const estimate& t) noexcept {
  if (t.brute <= t.grid && t.brute <= t.tree) return method::brute;
  return t.grid <= t.tree ? method::grid : method::tree;
}

}  // namespace

const char* name(method which) noexcept {
  return which == method::brute ? "brute" : which == method::grid ? "grid" : "tree";
}

method advice(std::size_t asking, std::size_t items, float reach, std::size_t frames) noexcept {
  const default_float_state here;
  here.take(reach);
  const float n = static_cast<float>(asking), m = static_cast<float>(items);
  if (!(reach >= 0)) reach = 1;
  if (asking == 0 || items == 0) return method::brute;
  const outlook usual(2, reach, reach / std::sqrt(m), 0.5f);  // items that cover a quarter of the field
  estimate t = to_ask(n, m, usual);
  const float stay = static_cast<float>(std::max<std::size_t>(frames, 1));
  t.grid += to_sort(m, 0) / stay, t.tree += to_file(m, 0) / stay;
  return cheapest(t);
}

// ---- sorting ---------------------------------------------------------------------------------------------------

void world::renew(const request& r) {
  sorted_ = nested_ = false;
  before_ = asked_, asked_ = 0;
  field_.known = false;
  if (filed_.body_->rays) filed_.body_->rays->clear();
  filed_.body_->items.count = 0;
  copy(r);
}

void world::sort_once() {
  if (!sorted_) sort();
  sorted_ = true;
}

void world::prepare(method which) {
  const default_float_state here;
  if (which != method::brute && !field_.known) field_ = survey(body_->items, body_->dims);  // const queries cannot
  if (which == method::grid) sort_once();
  if (which != method::tree || nested_) return;
  grid_body &from = *body_, &g = *filed_.body_;
  if (!g.rays) g.rays.reset(new nested_grid_body);
  g.dims = from.dims, g.items = from.items, g.points = from.points;
  g.rays->build(g.items, g.dims);
  nested_ = true;
}

// ---- choosing --------------------------------------------------------------------------------------------------

// Sorting is shared out among as many queries as these items have seen by now, or those before them in all: it is never
// paid for twice over, and not at all where items are new in every frame.
method world::first_method(const request& r, bool may_sort, field& seen) const noexcept {
  if (fixed_) return wanted_;
  const side& who = who_asks(r);
  const std::size_t asking = who.count, items = size();
  const std::size_t stay = std::max(before_, asked_ + asking);
  const bool rays = who.what == kind::point;  // most likely: what has a size moves on by little
  // Looking closer would take longer than the answer.
  if (asking * items < 32 || r.dims != body_->dims)
    return rays && (nested_ || (may_sort && asking && stay / asking > 64)) ? method::tree : method::brute;
  const float n = static_cast<float>(asking), m = static_cast<float>(items);
  outlook o(body_->dims, rays ? 1.0f : 0.2f, 0.1f, 0.5f);
  if (asking > 16 && asking * items >= 1000) {
    if (!seen.known) seen = survey(body_->items, body_->dims);
    const float far = travel(r);
    o = seen.spacing > 0
            ? outlook(body_->dims, far / seen.spacing, far / seen.across, seen.size / seen.spacing, seen.crowding)
            : outlook(body_->dims, 1, 1, 0.5f);
  }
  estimate t = to_ask(n, m, o);
  const float queries = std::max(1.0f, static_cast<float>(stay) / n);
  if (!sorted_) t.grid = may_sort ? t.grid + to_sort(m, o.crowding) / queries : HUGE_VALF;
  if (!nested_) t.tree = may_sort ? t.tree + to_file(m, o.crowding) / queries : HUGE_VALF;
  return cheapest(t);
}

// Boxes that ask about circles are the second side of the request.
bool world::turned(const request& r) const noexcept { return round() && r.test == test::overlap_circles_boxes; }
std::size_t world::asking_in(const request& r) const noexcept { return turned(r) ? r.b.count : r.a.count; }

// Pairs by brute force: one list for each that asks. Sorting has no rival that files items, so it is yes or no.
bool world::pairs_by_brute(std::size_t asking, bool within, bool may_sort) const noexcept {
  if (!sorted_ && !may_sort) return true;
  if (fixed_) return wanted_ == method::brute;
  const float n = static_cast<float>(asking), m = static_cast<float>(size());
  const float brute = n * (0.04f + m * (within ? 0.0001f : 0.0002f) * by_lanes(lanes_in_use()));
  const float queries = std::max(1.0f, static_cast<float>(std::max(before_, asked_ + asking)) / n);
  const float by_grid = 0.2f + 0.012f * n + (within ? 0.0f : 0.004f * m) + (sorted_ ? 0.0f : to_sort(m, 0) / queries);
  return brute <= by_grid;
}

void world::settle(std::size_t asking, bool within) {
  const default_float_state here;
  if (asking == 0) return;
  const bool brute = pairs_by_brute(asking, within, true);
  asked_ += asking;
  if (!brute) sort_once();
  used_ = brute ? method::brute : method::grid;
}

// ---- asking ----------------------------------------------------------------------------------------------------

void world::firsts_by(method which, const request& r, const hit_columns3& out, const crew& c) const {
  if (which == method::tree && nested_) return filed_.firsts_of(r, out, c);
  if (which != method::brute && sorted_) return grid::firsts_of(r, out, c);
  if (body_->wrong_with(r)) return grid::firsts_of(r, out, c);  // which says so, and finds nothing
  request all = r;
  const std::size_t n = who_asks(r).count;
  body_->put_items(r.flip ? all.a : all.b, r.test), (r.flip ? all.da : all.db).present = false;
  all.batch = r.flip ? batch::one_many : batch::many_one, all.n = n;
  if (const std::size_t rows = rows_in(out); rows < n) write_nothing(out, rows, n);
  run_nearest_many(active_engine(), all, out);
}

void world::firsts_of(const request& r, const hit_columns3& out) {
  const default_float_state here;
  used_ = first_method(r, true, field_);
  asked_ += who_asks(r).count;
  prepare(used_);
  firsts_by(used_, r, out, {nullptr, {&own_, 1}});
}

void world::firsts_of(const request& r, const hit_columns3& out, const crew& c) const {
  const default_float_state here;
  detail::field seen = field_;
  firsts_by(first_method(r, false, seen), r, out, c);
}

namespace {

// Which items each of those who ask overlaps, ascending: what does not fit is counted.
struct flat_lists {
  const engine& e = active_engine();
  request one;
  bool swapped, self;
  const side asks, items;
  std::size_t written = 0, total = 0;

  flat_lists(const request& r, const side& who, const side& whom, bool turned, bool within) noexcept
      : one(r), swapped(turned), self(within), asks(who), items(whom) {
    one.batch = swapped ? batch::many_one : batch::one_many, one.first = one.second = nullptr;
    stand_still(one);
  }
  // Of one of them, into what room there is. Returns how many fit.
  std::size_t list(std::size_t i, index* out, std::size_t room) noexcept {
    const std::size_t from = self ? i + 1 : 0;
    (swapped ? one.b : one.a) = item_of(asks, i, one.dims);
    (swapped ? one.a : one.b) = from_item(items, from, one.dims);
    one.n = items.count - from;
    if (one.n == 0) return 0;
    records to;
    to.index = out + written;
    const tally t = e.list(one, to, room - written);
    for (std::size_t k = 0; self && k < t.written; ++k) to.index[k] += static_cast<index>(from);
    written += t.written, total += t.total;
    return t.written;
  }
};

found_pairs flat_pairs(flat_lists& lists, const pair_columns& out) noexcept {
  const std::size_t room = std::min(out.first.size(), out.second.size());
  for (std::size_t i = 0; i < lists.asks.count; ++i) {
    index* const first = out.first.data() + lists.written;
    std::fill_n(first, lists.list(i, out.second.data(), room), static_cast<index>(i));
  }
  return {{out.first.first(lists.written), out.second.first(lists.written)}, lists.total};
}

}  // namespace

found_pairs world::flat_within(const pair_columns& out, const query& q) const {
  request r;
  put_overlap(r, round(), body_->dims, q);
  refuse_view_options(r, q);
  if (refused(r)) return {};
  r.da = r.db = {};
  flat_lists lists(r, body_->items, body_->items, false, true);
  return flat_pairs(lists, out);
}

found_pairs world::pairs_within(const pair_columns& out, const query& q, const crew& c) const {
  const default_float_state here;
  return pairs_by_brute(size(), true, false) ? flat_within(out, q) : grid::pairs_within(out, q, c);
}
found_pairs world::overlap_pairs_unordered(const pair_columns& out, const query& q) {
  const default_float_state here;
  settle(size(), true);
  return pairs_by_brute(size(), true, false) ? flat_within(out, q) : grid::overlap_pairs_unordered(out, q);
}

found_pairs world::pairs_of(const request& r, const pair_columns& out, const crew& c) const {
  const default_float_state here;
  if (body_->wrong_with(r) || !pairs_by_brute(asking_in(r), false, false)) return grid::pairs_of(r, out, c);
  const bool swapped = turned(r);
  side items;
  body_->put_items(items, r.test);
  flat_lists lists(r, swapped ? r.b : r.a, items, swapped, false);
  return flat_pairs(lists, out);
}

std::size_t world::lists_of(const request& r, const list_columns& out, const crew& c) const {
  const default_float_state here;
  if (body_->wrong_with(r) || !pairs_by_brute(asking_in(r), false, false)) return grid::lists_of(r, out, c);
  const bool swapped = turned(r);
  side items;
  body_->put_items(items, r.test);
  flat_lists lists(r, swapped ? r.b : r.a, items, swapped, false);
  if (checked_build && out.starts.size() <= lists.asks.count)
    report_breach("hitscan: starts need one entry more than there are lists");
  for (std::size_t i = 0; i < std::max(lists.asks.count, out.starts.size()); ++i) {
    if (i < out.starts.size()) out.starts[i] = lists.total;
    if (i < lists.asks.count) lists.list(i, out.items.data(), out.items.size());
  }
  return lists.total;
}

}  // namespace hitscan
