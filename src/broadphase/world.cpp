// One face for brute force, grid and tree: who is asked is a guess at times, and every answer is the same.
#include <hitscan/world.hpp>

#include <algorithm>
#include <cmath>

#include "../api/contract.hpp"
#include "nest_build.hpp"
#include "sides.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

namespace {

constexpr std::size_t sampled = 32;

// How wide the field of the items is, on its widest axis, and how far it is from one to the next: of a sample. 0 where
// nothing can be said.
detail::field survey(const side& s, int dims) noexcept {
  const std::size_t step = s.count / sampled + 1;
  float volume = 1, across = 0;
  for (int k = 0; k < dims; ++k) {
    const feed& f = s.column[s.what == kind::circle ? k : 2 * k];
    float low = HUGE_VALF, high = -HUGE_VALF;
    for (std::size_t i = 0; i < s.count; i += step) {
      const float x = at(f, i);
      if (!std::isfinite(x)) continue;
      low = std::min(low, x), high = std::max(high, x);
    }
    const float extent = high > low ? high - low : 0.0f;
    across = std::max(across, extent);
    volume *= extent;
  }
  if (!(volume > 0) || !std::isfinite(volume)) return {0, 0, true};
  const float each = volume / static_cast<float>(s.count);
  return {dims == 2 ? std::sqrt(each) : std::cbrt(each), across, true};
}

// How far a sample of the movers goes, on the axis it goes farthest on.
float travel(const request& r) noexcept {
  if (!r.da.present) return 0;
  const std::size_t n = r.a.count, step = n / sampled + 1;
  float sum = 0, seen = 0;
  for (std::size_t i = 0; i < n; i += step) {
    float far = 0;
    for (int k = 0; k < r.dims; ++k) far = std::max(far, std::abs(at(r.da.column[k], i)));
    if (std::isfinite(far)) sum += far, seen += 1;
  }
  return seen > 0 ? sum / seen : 0;
}

// What the methods take, in microseconds, as bench/many/map.cpp measures them; what counts is how they compare.
// n ask m items; a motion crosses `share` of the field and is `reach` times as long as it is from item to item.
struct estimate {
  float brute, grid, tree;
};
// How much longer registers of so many lanes take for a row of bounds than those of 16. One: the reference.
float by_lanes(int lanes) noexcept { return lanes > 1 ? 0.75f + 4 / static_cast<float>(lanes) : 20.0f; }
constexpr float square(float x) noexcept { return x * x; }

estimate to_ask(float n, float m, float reach, float share) noexcept {
  const float lanes = by_lanes(active_engine().lanes), long_ones = std::min(1.0f, reach);
  estimate t;
  // A call for each, and a bit for each pair; long motions hit many, and each hit costs.
  t.brute = n * (0.08f + 0.01f * long_ones + m * (0.00012f + 0.00009f * long_ones) * lanes +
                 0.2f * long_ones * std::min(1.0f, m / 500) * std::min(1.0f, n / 500));
  // Herds of 32 look at the items within their bounds, all of which is a share of the field.
  // Those go through a register at a time, and by a filter that long registers are best at.
  const float scanned = 20 / static_cast<float>(active_engine().lanes) - 0.25f;
  const float herds = std::max(1.0f, n / 32), wide = n > 1 ? 16 / std::sqrt(n) : 0.0f,
              part = square(std::min(1.0f, wide + 2 * share));
  t.grid = 0.4f + n * (n > 50000 ? 0.016f : 0.01f) +
           herds * part * m * scanned * (0.0034f - 0.0006f * long_ones) * (1 + std::min(2.0f, 500 / n));
  // One descent each.
  const float crowd = n > 50000 ? 0.01f + 0.05f * long_ones : n > 5000 ? 0.02f * long_ones : 0.0f;
  t.tree = 0.035f + n * (m < 50 ? 0.035f : n > 500 ? 0.08f + 0.04f * long_ones + crowd : 0.06f + 0.015f * long_ones);
  return t;
}
// Of which tables that no cache holds are the dearer ones.
float to_sort(float m) noexcept { return 0.3f + m * (m > 30000 ? 0.013f : 0.0055f); }
float to_file(float m) noexcept { return 0.4f + m * (m > 30000 ? 0.06f : 0.04f); }

method cheapest(const estimate& t) noexcept {
  if (t.brute <= t.grid && t.brute <= t.tree) return method::brute;
  return t.grid <= t.tree ? method::grid : method::tree;
}

}  // namespace

const char* name(method which) noexcept {
  return which == method::brute ? "brute" : which == method::grid ? "grid" : "tree";
}

method advice(std::size_t asking, std::size_t items, float reach, std::size_t frames) noexcept {
  const float n = static_cast<float>(asking), m = static_cast<float>(items);
  if (!(reach >= 0)) reach = 1;
  if (asking == 0 || items == 0) return method::brute;
  estimate t = to_ask(n, m, reach, reach / std::sqrt(m));
  const float stay = static_cast<float>(std::max<std::size_t>(frames, 1));
  t.grid += to_sort(m) / stay, t.tree += to_file(m) / stay;
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
  if (which == method::grid) sort_once();
  if (which != method::tree || nested_) return;
  grid_body &from = *body_, &g = *filed_.body_;
  if (!g.rays) g.rays.reset(new nest_body);
  g.dims = from.dims, g.items = from.items;
  g.rays->build(g.items, g.dims);
  nested_ = true;
}

void world::expect_sorted() const noexcept {
  if (checked_build && !sorted_) report_breach("hitscan: a world is asked what is near before it is prepared for it");
}

// ---- choosing --------------------------------------------------------------------------------------------------

// Sorting is shared out among as many queries as these items have seen by now, or those before them in all: it is never
// paid for twice over, and not at all where items are new in every frame.
method world::first_method(const request& r, bool may_sort, field& seen) const noexcept {
  if (fixed_) return wanted_;
  const std::size_t asking = r.a.count, items = size();
  const std::size_t stay = std::max(before_, asked_ + asking);
  const bool rays = r.a.what == kind::point;  // most likely: what has a size moves on by little
  // Looking closer would take longer than the answer.
  if (asking * items < 32 || r.dims != body_->dims)
    return rays && (nested_ || (may_sort && asking && stay / asking > 64)) ? method::tree : method::brute;
  const float n = static_cast<float>(asking), m = static_cast<float>(items);
  float reach = rays ? 1.0f : 0.2f, share = 0.1f;
  if (asking > 16 && items > 64) {
    if (!seen.known) seen = survey(body_->items, body_->dims);
    const float far = travel(r);
    reach = seen.spacing > 0 ? far / seen.spacing : 1.0f, share = seen.across > 0 ? far / seen.across : 1.0f;
  }
  estimate t = to_ask(n, m, reach, share);
  const float queries = std::max(1.0f, static_cast<float>(stay) / n);
  if (!sorted_) t.grid = may_sort ? t.grid + to_sort(m) / queries : HUGE_VALF;
  if (!nested_) t.tree = may_sort ? t.tree + to_file(m) / queries : HUGE_VALF;
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
  const float brute = n * (0.04f + m * (within ? 0.0001f : 0.0002f) * by_lanes(active_engine().lanes));
  const float queries = std::max(1.0f, static_cast<float>(std::max(before_, asked_ + asking)) / n);
  const float by_grid = 0.2f + 0.012f * n + (within ? 0.0f : 0.004f * m) + (sorted_ ? 0.0f : to_sort(m) / queries);
  return brute <= by_grid;
}

void world::settle(std::size_t asking, bool within) {
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
  if (!sound(r)) return grid::firsts_of(r, out, c);  // which says so, and finds nothing
  request all = r;
  all.b = body_->items, all.db.present = false;
  all.batch = batch::many_one, all.n = r.a.count;
  run_nearest_many(active_engine(), all, out);
}

void world::firsts_of(const request& r, const hit_columns3& out) {
  used_ = first_method(r, true, field_);
  asked_ += r.a.count;
  prepare(used_);
  firsts_by(used_, r, out, {nullptr, {&own_, 1}});
}

void world::firsts_of(const request& r, const hit_columns3& out, const crew& c) const {
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
  put_options(r, round() ? test::overlap_circles : test::overlap_boxes, body_->dims, q);
  r.da = r.db = {};
  flat_lists lists(r, body_->items, body_->items, false, true);
  return flat_pairs(lists, out);
}

found_pairs world::pairs_within(const pair_columns& out, const query& q, const crew& c) const {
  return pairs_by_brute(size(), true, false) ? flat_within(out, q) : grid::pairs_within(out, q, c);
}
found_pairs world::overlap_pairs_unordered(const pair_columns& out, const query& q) {
  settle(size(), true);
  return pairs_by_brute(size(), true, false) ? flat_within(out, q) : grid::overlap_pairs_unordered(out, q);
}

// Whether the grid has to say what is wrong with it.
bool world::sound(const request& r) const noexcept { return !r.breach && r.dims == body_->dims; }

found_pairs world::pairs_of(const request& r, const pair_columns& out, const crew& c) const {
  if (!sound(r) || !pairs_by_brute(asking_in(r), false, false)) return grid::pairs_of(r, out, c);
  const bool swapped = turned(r);
  flat_lists lists(r, swapped ? r.b : r.a, body_->items, swapped, false);
  return flat_pairs(lists, out);
}

std::size_t world::lists_of(const request& r, const list_columns& out, const crew& c) const {
  if (!sound(r) || !pairs_by_brute(asking_in(r), false, false)) return grid::lists_of(r, out, c);
  const bool swapped = turned(r);
  flat_lists lists(r, swapped ? r.b : r.a, body_->items, swapped, false);
  if (checked_build && out.starts.size() <= lists.asks.count)
    report_breach("hitscan: starts need one entry more than there are lists");
  for (std::size_t i = 0; i < std::max(lists.asks.count, out.starts.size()); ++i) {
    if (i < out.starts.size()) out.starts[i] = lists.total;
    if (i < lists.asks.count) lists.list(i, out.items.data(), out.items.size());
  }
  return lists.total;
}

}  // namespace hitscan
