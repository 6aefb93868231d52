// The public face of the broadphase: keeps the items, lends memory to the kernels, and has every pair they suspect
// decided by the same tests that brute force runs.
#include <hitscan/grid.hpp>

#include <algorithm>
#include <atomic>

#include "../core/contract.hpp"
#include "../core/items.hpp"
#include "jobs.hpp"
#include "rays/nested_grid_build.hpp"

namespace hitscan {
namespace {

using namespace detail;
using namespace detail::broad;

constexpr motion standing{};

// ---- pairs that overlap ----------------------------------------------------------------------------------------

// The two sides as they were asked about, and which of the request's sides asks.
struct meeting_of {
  const engine& e;
  request r;     // of the overlap; one of its sides asks, the other holds the items
  bool swapped;  // b asks: others are boxes, items are circles
  bool self;
  const side& asks() const noexcept { return swapped ? r.b : r.a; }
  const side& items() const noexcept { return swapped ? r.a : r.b; }
};

// What pairs are written to, by several jobs at a time, in no order.
struct pair_heap {
  index *first, *second;
  std::size_t capacity;
  std::atomic<std::size_t> total{0};

  void add(const index* a, const index* b, std::size_t n) noexcept {
    const std::size_t at = total.fetch_add(n, std::memory_order_relaxed);
    if (at >= capacity) return;
    n = std::min(n, capacity - at);
    std::copy(a, a + n, first + at), std::copy(b, b + n, second + at);
  }
};

// Takes suspects, and keeps those that are pairs; or counts them by their first.
struct collector {
  const meeting_of& m;
  pair_heap& heap;
  index below = none;               // keep firsts below this
  std::uint32_t* counts = nullptr;  // count, and keep none
  index hits[pair_room], first[pair_room], second[pair_room];

  collector(const meeting_of& what, pair_heap& to) noexcept : m(what), heap(to) {}

  static void take(void* owner, const index* a, const index* b, std::uint32_t n, const float*) {
    static_cast<collector*>(owner)->add(a, b, n);
  }
  void add(const index* a, const index* b, std::size_t n) noexcept {
    if (m.r.test != test::overlap_boxes) {  // the boxes of circles have not said it all
      request each = m.r;
      each.batch = batch::each, each.n = n;
      each.first = m.swapped ? b : a, each.second = m.swapped ? a : b;
      records out;
      out.index = hits;
      n = m.e.list(each, out, pair_room).written;
      for (std::size_t k = 0; k < n; ++k) first[k] = a[hits[k]], second[k] = b[hits[k]];
      a = first, b = second;
    }
    if (counts) {
      for (std::size_t k = 0; k < n; ++k) ++counts[a[k]];
    } else if (below != none) {
      std::size_t kept = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const index x = a[k], y = b[k];
        if (x < below) first[kept] = x, second[kept] = y, ++kept;
      }
      heap.add(first, second, kept);
    } else
      heap.add(a, b, n);
  }
};

// Ascending seconds of one that asks, up to n of them.
void list_one(const meeting_of& m, index who, index* out, std::size_t n) noexcept {
  request r = m.r;
  const std::size_t from = m.self ? static_cast<std::size_t>(who) + 1 : 0;
  side& asks = m.swapped ? r.b : r.a;
  side& items = m.swapped ? r.a : r.b;
  asks = item_of(m.asks(), who, r.dims);
  items = from_item(m.items(), from, r.dims);
  r.batch = m.swapped ? batch::many_one : batch::one_many;
  r.n = items.count, r.first = r.second = nullptr;
  records to;
  to.index = out;
  if (r.n == 0) return;
  const tally t = m.e.list(r, to, n);
  for (std::size_t k = 0; k < t.written; ++k) out[k] += static_cast<index>(from);
}

// Pairs of which the firsts lie in a range: what a heap holds, and where they go in order.
struct heap_of_pairs {
  std::size_t n;
  index from, firsts;   // the range
  std::uint32_t* ends;  // room for an end a first
  std::uint32_t* keys;  // ... and a key a pair, which may be `second`
  index *first, *second;
};

// Some lists, one by one: as they are, or in order.
void write_lists(const heap_of_pairs& h, std::uint32_t from, std::uint32_t to, std::uint32_t mask, bool in_order) {
  for (std::uint32_t i = from; i < to; ++i) {
    const std::uint32_t start = i ? h.ends[i - 1] : 0, end = h.ends[i];
    for (std::uint32_t k = start; k < end; ++k) h.first[k] = h.from + i, h.second[k] = h.keys[k] & mask;
    if (in_order && end - start > 1) std::sort(h.second + start, h.second + end);
  }
}

// The same, or by registers where they are short enough.
void write_all(const heap_of_pairs& h, std::uint32_t from, std::uint32_t to, bool in_order) {
  if (!in_order) return write_lists(h, from, to, none, false);
  const lists_request lists{h.keys, h.ends, 0, h.from, to, h.first, h.second};
  const kernels& k = broad::of(active_engine());
  for (; (from = k.lists(lists, from)) < to; from += list_group)
    write_lists(h, from, std::min(from + list_group, to), number_mask, true);
}

// Files n things in slots, by so many jobs, in the order they have: put(place, slot, i). slot_of(i) is a thing's slot;
// afterwards the last job's counters are where slots end.
template <class Counters, class Slot, class Put>
void file(const crew& c, std::size_t jobs, std::size_t n, std::size_t slots, const Counters& counters_of,
          const Slot& slot_of, const Put& put) {
  spread(c, jobs, [&](std::size_t k, std::size_t) {
    std::uint32_t* const ends = counters_of(k);
    std::fill_n(ends, slots, 0u);
    const range_of mine(n, jobs, k);
    const Slot slot = slot_of;  // a copy: what is written could be what another's holds
    for (std::size_t i = mine.from; i < mine.to; ++i) ++ends[slot(i)];
  });
  std::uint32_t sum = 0;
  const auto start = [&sum](std::uint32_t& end) {
    const std::uint32_t here = end;
    end = sum, sum += here;
  };
  if (jobs == 1) {
    std::uint32_t* const ends = counters_of(0);
    for (std::size_t h = 0; h < slots; ++h) start(ends[h]);
  } else
    for (std::size_t h = 0; h < slots; ++h)
      for (std::size_t k = 0; k < jobs; ++k) start(counters_of(k)[h]);
  spread(c, jobs, [&](std::size_t k, std::size_t) {
    std::uint32_t* const ends = counters_of(k);
    const range_of mine(n, jobs, k);
    const Slot slot = slot_of;
    const Put to = put;
    for (std::size_t i = mine.from; i < mine.to; ++i) {
      const std::uint32_t s = slot(i);
      to(ends[s]++, s, i);
    }
  });
}

// Into ascending order of firsts, and if wanted of seconds within. Pairs' spatial order is the one that keeps in the
// cache what they are counted and listed by, up to half a million firsts; beyond, and for more threads than it pays for
// to have counters of all firsts, they go into heaps of neighbouring firsts before.
void order_firsts(index* first, index* second, std::size_t n, std::size_t asking, bool lists_too, const crew& c) {
  constexpr int most_bits = 10, alone_bits = 19, heap_bits = 15;  // more heaps than that would not stay in the cache
  const std::size_t parts = lanes_of(c);
  const std::uint32_t places = lists_too ? list_group - 1 : 0;
  const auto counters = [&c](std::size_t k) { return memory_of(c, k).digits.get(); };
  const auto counters_for = [&](std::size_t slots) {  // before jobs run: it may throw
    for (std::size_t k = 0; k < parts; ++k) memory_of(c, k).digits.need(slots);
  };
  int bits = 0;
  while (asking > std::size_t{1} << bits) ++bits;
  if (bits <= alone_bits && (parts == 1 || asking * parts * parts < 4 * n)) {
    counters_for(asking);
    std::uint32_t* const keys = memory_of(c, 0).pairs.need(n);
    const auto put = [=](std::uint32_t to, std::uint32_t slot, std::size_t i) {
      keys[to] = (slot & places) << number_bits | second[i];
    };
    file(
        c, parts, n, asking, counters, [first](std::size_t i) { return first[i]; }, put);
    const heap_of_pairs all{n, 0, static_cast<index>(asking), counters(parts - 1), keys, first, second};
    const std::size_t groups = (asking + list_group - 1) / list_group;
    const std::size_t shares = parts > 1 ? std::min(groups, 8 * parts) : 1;
    spread(c, shares, [&](std::size_t k, std::size_t) {
      const range_of mine(groups, shares, k);
      write_all(all, static_cast<std::uint32_t>(mine.from * list_group),
                static_cast<std::uint32_t>(std::min(mine.to * list_group, asking)), lists_too);
    });
    return;
  }
  int shift = std::max(heap_bits, bits - most_bits);
  while (shift > 8 && (asking - 1) >> shift < 4 * parts - 1) --shift;
  const std::size_t heaps = ((asking - 1) >> shift) + 1, size = std::size_t{1} << shift;
  counters_for(heaps + size);
  std::uint32_t* const pairs = memory_of(c, 0).pairs.need(2 * n);
  file(
      c, parts, n, heaps, counters, [=](std::size_t i) { return first[i] >> shift; },
      [=](std::uint32_t to, std::uint32_t, std::size_t i) {
        const index pair[] = {first[i], second[i]};
        std::memcpy(pairs + std::size_t{2} * to, pair, sizeof pair);
      });
  const std::uint32_t* const ends = counters(parts - 1);
  spread(c, heaps, [&](std::size_t k, std::size_t lane) {
    const std::size_t from = k ? ends[k - 1] : 0, base = k << shift;
    const std::uint32_t* const heap = pairs + 2 * from;
    const index start = static_cast<index>(base), firsts = static_cast<index>(std::min(size, asking - base));
    const heap_of_pairs h{ends[k] - from, start,        firsts,       counters(lane) + heaps,
                          second + from,  first + from, second + from};
    file(
        c, 1, h.n, firsts, [&](std::size_t) { return h.ends; }, [=](std::size_t i) { return heap[2 * i] - start; },
        [=](std::uint32_t to, std::uint32_t slot, std::size_t i) {
          h.keys[to] = (slot & places) << number_bits | heap[2 * i + 1];
        });
    write_all(h, 0, firsts, lists_too);
  });
}

// Pairs into ascending order. Where lists are long, by second first: then they fill up in order.
void sort_pairs(index* first, index* second, std::size_t n, std::size_t asking, std::size_t numbers, const crew& c) {
  const bool wide = numbers > std::size_t{1} << number_bits;  // no room in a key for anything else
  const bool twice = wide || (n / 16 > asking && n > numbers / 8);
  if (n == 0) return;
  if (twice) order_firsts(second, first, n, numbers, false, c);
  order_firsts(first, second, n, asking, !twice, c);
}

join_rules rules_of(const meeting_of& m) noexcept {
  return {m.r.touch == touching::hits || m.r.test != test::overlap_boxes, layered(m.r.a, m.r.b), m.r.layers};
}

// Hands all suspects of a join to collectors, one a job; `tune` makes them ready.
template <class Tune>
void join_all(const meeting_of& m, const bvh& asks, const bvh* items, const crew& c, pair_heap& heap, Tune tune) {
  const std::size_t nodes = asks.levels ? asks.nodes[0] : 0, lanes = lanes_of(c);
  const std::size_t parts = lanes > 1 ? std::min(nodes, 8 * lanes) : 1;
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(nodes, parts, k);
    collector to(m, heap);
    tune(to);
    of(m.e).join(asks, items, static_cast<std::uint32_t>(mine.from), static_cast<std::uint32_t>(mine.to), rules_of(m),
                 {&to, collector::take});
  });
}

// All pairs in ascending order. Returns how many there are; as many of them as fit are written, the lowest. Only when
// they do not fit, the first workspace's counts say how many there are of each first.
std::size_t ordered_pairs(const meeting_of& m, const bvh& asks, const bvh* items, const crew& c, index* first,
                          index* second, std::size_t capacity) {
  if (capacity > 0xffffffffu) capacity = 0xffffffffu;
  pair_heap all{first, second, capacity};
  join_all(m, asks, items, c, all, [](collector&) {});
  const std::size_t total = all.total, asking = m.asks().count, numbers = m.items().count;
  if (total <= capacity) {
    sort_pairs(first, second, total, asking, numbers, c);
    return total;
  }
  // What does not fit: those of the highest firsts. The first one that is cut is asked by itself.
  const crew one{nullptr, c.spaces};
  std::uint32_t* const counts = memory_of(c, 0).counts.need(asking);
  std::fill_n(counts, asking, 0u);
  join_all(m, asks, items, one, all, [&](collector& to) { to.counts = counts; });
  std::size_t cut = 0, kept = 0;
  while (kept + counts[cut] <= capacity) kept += counts[cut++];
  all.total = 0;
  if (kept) join_all(m, asks, items, one, all, [&](collector& to) { to.below = static_cast<index>(cut); });
  sort_pairs(first, second, kept, asking, numbers, c);
  if (kept < capacity) list_one(m, static_cast<index>(cut), second + kept, capacity - kept);
  std::fill(first + kept, first + capacity, static_cast<index>(cut));
  return total;
}

found_pairs found_in(const pair_columns& out, std::size_t total) noexcept {
  const std::size_t written = std::min({total, out.first.size(), out.second.size()});
  return {{out.first.first(written), out.second.first(written)}, total};
}

// The asking side's BVH, built in a workspace.
struct asker {
  meeting_of m;
  bvh over;
  bool nothing;

  asker(const request& r, const grid_body& g, bool round, memory& s)
      : m{active_engine(), r, round && r.test == test::overlap_circles_boxes, false}, nothing(true) {
    const char* const wrong = g.wrong_with(r);
    if (wrong) say_wrong(r, wrong);
    if (wrong) return;
    g.put_items(m.swapped ? m.r.a : m.r.b, r.test);
    stand_still(m.r);
    if (apart(m.r)) return;
    nothing = false;
    const std::size_t n = m.asks().count;
    float* const tree = s.tree.need(bvh_words(n, g.dims));
    const sort_memory to = s.for_order(n, g.dims);
    const std::uint32_t valid = of(m.e).order(m.asks(), standing, g.dims, to);
    of(m.e).build(to.rows, valid, g.dims, tree, over);
  }
};

}  // namespace

// ---- lifetime --------------------------------------------------------------------------------------------------

void body_of_grid::operator()(grid_body* b) const noexcept { delete b; }
void release_of_memory::operator()(memory* s) const noexcept { delete s; }

workspace::workspace() : body_(new memory) {}
workspace::~workspace() = default;
workspace::workspace(workspace&&) noexcept = default;
workspace& workspace::operator=(workspace&&) noexcept = default;
std::size_t workspace::bytes() const noexcept { return body_ ? body_->bytes() : 0; }

grid::grid() : body_(new grid_body) {}
grid::~grid() = default;
grid::grid(grid&&) noexcept = default;
grid& grid::operator=(grid&&) noexcept = default;

std::size_t grid::size() const noexcept { return body_->items.count; }
std::size_t grid::bytes() const noexcept {
  return body_->columns.bytes() + body_->tree.bytes() + body_->lists.bytes() + body_->layers.bytes() + own_.bytes() +
         (body_->rays ? body_->rays->bytes() : 0);
}
bool grid::round() const noexcept { return body_->items.what == kind::circle; }
bool grid::of_points() const noexcept { return body_->points; }

// ---- building --------------------------------------------------------------------------------------------------

void grid::rebuild(const request& r) {
  copy(r);
  sort();
}

void grid::copy(const request& r) {
  const default_float_state here;
  if (r.breach && checked_build) report_breach(r, "rebuild", "");
  grid_body& g = *body_;
  const side& from = r.a;
  const std::size_t n = std::min<std::size_t>(from.count, none);
  const int dims = r.dims;
  g.items.count = 0, g.over = {}, g.listed = {};  // should memory run out, it is empty
  if (g.rays) g.rays->clear();
  const bool round = from.what == kind::circle;
  const int columns = round ? dims + 1 : 2 * dims;
  float* const data = g.columns.need(n * static_cast<std::size_t>(columns));
  std::uint32_t* const layers = from.layer_data ? g.layers.need(n) : nullptr;

  const auto fill = [n](float* to, const feed& f) {
    if (f.data)
      std::copy(f.data, f.data + n, to);
    else
      std::fill_n(to, n, f.one);
  };
  for (int c = 0; c < columns; ++c) {
    float* const to = data + static_cast<std::size_t>(c) * n;
    g.items.column[c] = {to, 0};
    if (from.what == kind::centred) {
      const feed &centre = from.column[c / 2], &half = from.column[dims + c / 2];
      for (std::size_t i = 0; i < n; ++i) to[i] = c % 2 ? at(centre, i) + at(half, i) : at(centre, i) - at(half, i);
    } else
      fill(to, from.column[from.what == kind::point ? c / 2 : c]);
  }
  if (layers) std::copy(from.layer_data, from.layer_data + n, layers);
  g.dims = dims;
  g.items.what = round ? kind::circle : kind::corners, g.points = from.what == kind::point;
  g.items.layer_data = layers, g.items.layer_one = from.layer_one;
  g.items.spans = true, g.items.count = n;
}

void grid::sort() {
  const default_float_state here;
  grid_body& g = *body_;
  float* const tree = g.tree.need(bvh_words(g.items.count, g.dims));
  float* const lists = g.lists.need(item_column_words(g.items.count, g.dims));
  const sort_memory memory = lender::of(own_).for_order(g.items.count, g.dims);
  const broad::kernels& k = broad::of(active_engine());
  k.list_items(g.items, g.dims, lists, g.listed);
  const std::uint32_t valid = k.order(g.items, standing, g.dims, memory);
  k.build(memory.rows, valid, g.dims, tree, g.over);
}

// ---- asking ----------------------------------------------------------------------------------------------------

// The items among themselves.
static meeting_of itself(const grid_body& g, const query& q) noexcept {
  const bool round = g.items.what == kind::circle;
  meeting_of m{active_engine(), {}, false, true};
  put_overlap(m.r, round, g.dims, q);
  refuse_view_options(m.r, q);
  stand_still(m.r);
  m.r.a = m.r.b = g.items;
  return m;
}

found_pairs grid::pairs_within(const pair_columns& out, const query& q, const crew& c) const {
  const default_float_state here;
  if (short_of_workspaces(c)) return {};
  const meeting_of m = itself(*body_, q);
  if (refused(m.r) || apart(m.r)) return {};
  const std::size_t capacity = std::min(out.first.size(), out.second.size());
  return found_in(out, ordered_pairs(m, body_->over, nullptr, c, out.first.data(), out.second.data(), capacity));
}

found_pairs grid::overlap_pairs_unordered(const pair_columns& out, const query& q) const {
  const default_float_state here;
  const meeting_of m = itself(*body_, q);
  if (refused(m.r) || apart(m.r)) return {};
  pair_heap all{out.first.data(), out.second.data(), std::min(out.first.size(), out.second.size())};
  join_all(m, body_->over, nullptr, {nullptr, {}}, all, [](collector&) {});
  return found_in(out, all.total);
}

found_pairs grid::pairs_of(const request& r, const pair_columns& out, const crew& c) const {
  const default_float_state here;
  if (short_of_workspaces(c)) return {};
  const asker a(r, *body_, round(), memory_of(c, 0));
  if (a.nothing) return {};
  const std::size_t capacity = std::min(out.first.size(), out.second.size());
  return found_in(out, ordered_pairs(a.m, a.over, &body_->over, c, out.first.data(), out.second.data(), capacity));
}

std::size_t grid::lists_of(const request& r, const list_columns& out, const crew& c) const {
  const default_float_state here;
  std::fill(out.starts.begin(), out.starts.end(), std::size_t{0});
  if (short_of_workspaces(c)) return 0;
  memory& s = memory_of(c, 0);
  const asker a(r, *body_, round(), s);
  if (a.nothing) return 0;
  const std::size_t asked = a.m.asks().count, capacity = out.items.size();
  if (out.starts.size() <= asked) breach("hitscan: starts need one entry more than there are lists");
  index* const firsts = s.firsts.need(capacity);
  const std::size_t total = ordered_pairs(a.m, a.over, &body_->over, c, firsts, out.items.data(), capacity);
  if (total > capacity) {
    const std::uint32_t* const counts = s.counts.get();
    std::size_t sum = 0;
    for (std::size_t i = 0; i < out.starts.size(); ++i) {
      out.starts[i] = sum;
      if (i < asked) sum += counts[i];
    }
    return total;
  }
  // A list starts at the first pair of its own or a later one; those behind the last pair are empty.
  const std::size_t parts = lanes_of(c) > 1 ? std::min(total, 8 * lanes_of(c)) : 1;
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(total, parts, k);
    for (std::size_t at = mine.from; at < mine.to; ++at) {
      const std::size_t own = std::min<std::size_t>(firsts[at] + std::size_t{1}, out.starts.size());
      for (std::size_t i = at ? firsts[at - 1] + std::size_t{1} : 0; i < own; ++i) out.starts[i] = at;
    }
  });
  const std::size_t last = total ? firsts[total - 1] + std::size_t{1} : 0;
  for (std::size_t i = last; i < out.starts.size(); ++i) out.starts[i] = total;
  return total;
}

}  // namespace hitscan
