// Who meets whom: pairs and lists of them, from bounds that meet, each decided by the test that brute force runs; or by
// that alone.
#include <hitscan/world.hpp>

#include <algorithm>
#include <atomic>
#include <optional>

#include "../core/contract.hpp"
#include "../core/forced.hpp"
#include "cost.hpp"
#include "near_items.hpp"
#include "pairs.hpp"

namespace hitscan {
namespace {

using namespace detail;
using namespace detail::broad;

// ---- pairs that overlap ----------------------------------------------------------------------------------------

// What pairs are written to, by several jobs at a time, in no order.
struct pair_heap {
  index *first, *second;
  std::size_t capacity;
  std::atomic<std::size_t> total{0};

  void add(const index* a, const index* b, std::size_t n) noexcept {
    const std::size_t at = total.fetch_add(n, std::memory_order_relaxed);
    if (at >= capacity) return;
    n = std::min(n, capacity - at);
    if (a == first + at) return;  // there already
    std::copy(a, a + n, first + at), std::copy(b, b + n, second + at);
  }
};

// Takes suspects, and keeps those that are pairs; or counts them by their first.
struct collector {
  const meeting_of& m;
  pair_heap& heap;
  const ways_in_parts* parts = nullptr;  // suspects are these, or who asks
  index below = none;                    // keep firsts below this
  std::uint32_t* counts = nullptr;       // count, and keep none
  index hits[pair_room], first[pair_room], second[pair_room];

  collector(const meeting_of& what, pair_heap& to) noexcept : m(what), heap(to) {}

  static void take(void* owner, const index* a, const index* b, std::uint32_t n, const float*) {
    static_cast<collector*>(owner)->add(a, b, n);
  }
  join_rules rules(bool alone) const noexcept {
    join_rules r = rules_of(m);
    if (alone && boxes_say_it_all(m.r) && !counts && below == none)
      r.first = heap.first, r.second = heap.second, r.room = heap.capacity;
    return r;
  }
  // Of pairs of a part and an item those of movers and items. Who meets several parts of a way counts with the first of
  // these: none in between is missed, as the parts' edges only go on along the way.
  ONCE std::size_t keep_first_parts(const index* part, const index* item, std::size_t n) noexcept {
    const side& items = parts->items;
    const bool round = items.what == kind::circle;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const index p = part[i], who = parts->mover[p], b = item[i];
      const auto column = [&](int c) {
        const feed& f = items.column[c];
        return double{*(f.data ? f.data + b : &f.one)};  // without gaps
      };
      bool here = true, before = p && parts->mover[p - 1] == who;
      for (int k = 0; k < parts->dims; ++k) {
        const double x = column(round ? k : 2 * k), y = column(round ? parts->dims : 2 * k + 1);
        const double low = round ? x - y : x, high = round ? x + y : y;
        const float *const from = parts->edge[2 * k] + p, *const to = parts->edge[2 * k + 1] + p;
        here &= low <= double{*to} && double{*from} <= high;
        before = before && low <= double{to[-1]} && double{from[-1]} <= high;
      }
      first[kept] = who, second[kept] = b;
      kept += here && !before;
    }
    return kept;
  }
  void add(const index* a, const index* b, std::size_t n) noexcept {
    if (parts) n = keep_first_parts(a, b, n), a = first, b = second;
    if (!boxes_say_it_all(m.r)) {
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

// Ascending items that one of those who ask meets, up to n of them; the request's are those from item `from` on.
tally list_one(const engine& e, const request& one, std::size_t from, index* out, std::size_t n) noexcept {
  if (one.n == 0) return {0, 0};
  records to;
  to.index = out;
  const tally t = e.list(one, to, n);
  for (std::size_t k = 0; from && k < t.written; ++k) out[k] += static_cast<index>(from);
  return t;
}

// Brute force: one list after the other, or of few items one pair. list(i, from, n, before) hears where n of list i are
// that is not empty, and how many came before them. Returns how many there are in all.
template <class List>
std::size_t list_all(const meeting_of& m, index* out, std::size_t capacity, const List& list) noexcept {
  struct {
    index* out;
    std::size_t capacity;
    const List& list;
    std::size_t written = 0, total = 0;
  } to{out, capacity, list};
  if (!m.self && few(m.items().count, m.asks().count)) {
    const auto take = [](void* owner, const index* a, const index* b, std::uint32_t n, const float*) {
      auto& own = *static_cast<decltype(&to)>(owner);
      for (std::uint32_t k = 0; k < n; ++k) {
        const std::size_t fits = own.written < own.capacity;
        if (fits) own.out[own.written] = b[k];
        own.list(a[k], own.written, fits, own.total++), own.written += fits;
      }
    };
    pairs_with_few(m, 0, m.asks().count, {&to, take});
    return to.total;
  }
  one_against_many one(m.r, m.swapped);
  for (std::size_t i = 0; i < m.asks().count; ++i) {
    const request& r = one.at(i);
    if (m.self) one.skip_others(1);
    const tally t = list_one(m.e, r, m.self ? i + 1 : 0, out + to.written, capacity - to.written);
    if (t.total) list(i, to.written, t.written, to.total);
    to.written += t.written, to.total += t.total;
  }
  return to.total;
}

// Some lists: as they are, or in order.
void write_lists(const lists_request& r, std::uint32_t from, bool in_order) {
  if (in_order) return of<join_kernels>(active_engine()).lists(r, from);
  for (std::uint32_t i = from, k = from ? r.ends[from - 1] : r.start; i < r.lists; ++i)
    for (; k < r.ends[i]; ++k) r.first[k] = r.list + i, r.second[k] = r.keys[k];
}

// Files n things in slots, by so many jobs, in the order they have: put(place, slot, i). slot_of(i) is a thing's slot;
// afterwards the last job's counters are where slots end.
template <class Counters, class Slot, class Put>
void file(const workers& c, std::size_t jobs, std::size_t n, std::size_t slots, const Counters& counters_of,
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
void order_firsts(index* first, index* second, std::size_t n, std::size_t asking, std::size_t numbers, bool lists_too,
                  const workers& c) {
  constexpr int most_bits = 10, alone_bits = 19, heap_bits = 15;  // more heaps than that would not stay in the cache
  const std::size_t parts = lanes_of(c);
  const std::uint32_t places = lists_too ? list_group - 1 : 0;
  const auto counters = [&c](std::size_t k) { return memory_of(c, k).digits.get(); };
  const std::size_t mark_words = lists_too ? numbers / 32 + 1 : 0, all_marks = mark_words + mark_words / 32 + 1;
  const auto counters_for = [&](std::size_t slots) {  // before jobs run: it may throw
    for (std::size_t k = 0; k < parts; ++k)
      std::fill_n(memory_of(c, k).digits.need(slots + all_marks) + slots, all_marks, 0u);
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
    const std::size_t groups = (asking + list_group - 1) / list_group;
    const std::size_t shares = parts > 1 ? std::min(groups, 8 * parts) : 1;
    spread(c, shares, [&](std::size_t k, std::size_t lane) {
      const range_of mine(groups, shares, k);
      std::uint32_t* const marks = counters(lane) + asking;
      const auto to = static_cast<std::uint32_t>(std::min(mine.to * list_group, asking));
      write_lists({keys, counters(parts - 1), 0, 0, to, first, second, marks, marks + mark_words},
                  static_cast<std::uint32_t>(mine.from * list_group), lists_too);
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
    std::uint32_t *const ends_here = counters(lane) + heaps, *const marks = ends_here + size,
                         *const keys = second + from;
    file(
        c, 1, ends[k] - from, firsts, [=](std::size_t) { return ends_here; },
        [=](std::size_t i) { return heap[2 * i] - start; },
        [=](std::uint32_t to, std::uint32_t slot, std::size_t i) {
          keys[to] = (slot & places) << number_bits | heap[2 * i + 1];
        });
    write_lists({keys, ends_here, 0, start, firsts, first + from, keys, marks, marks + mark_words}, 0, lists_too);
  });
}

// Pairs into ascending order. Where lists are long, by second first: then they fill up in order.
void sort_pairs(index* first, index* second, std::size_t n, std::size_t asking, std::size_t numbers, const workers& c) {
  const bool wide = numbers > std::size_t{1} << number_bits;  // no room in a key for anything else
  const std::size_t long_ones = 8 * static_cast<std::size_t>(std::max(active_engine().lanes, 4));  // by registers
  const bool twice = wide || (n / long_ones > asking && n > numbers / 8);
  if (n == 0) return;
  if (twice) order_firsts(second, first, n, numbers, asking, false, c);
  order_firsts(first, second, n, asking, numbers, !twice, c);
}

// Who may meet whom: items of their own, or none; and whether who asks is in parts.
struct suspects {
  const bvh &asks, *items;
  const ways_in_parts* parts;
};
// Hands all of a join to collectors, one a job; `tune` makes them ready.
template <class Tune>
void join_all(const meeting_of& m, const suspects& of_these, const workers& c, pair_heap& heap, Tune tune) {
  const bvh &asks = of_these.asks, *const items = of_these.items;
  const std::size_t nodes = asks.levels ? asks.nodes[0] : 0, lanes = lanes_of(c);
  const std::size_t parts = lanes > 1 ? std::min(nodes, 8 * lanes) : 1;
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(nodes, parts, k);
    collector to(m, heap);
    to.parts = of_these.parts;
    tune(to);
    of<join_kernels>(m.e).join(asks, items, static_cast<std::uint32_t>(mine.from), static_cast<std::uint32_t>(mine.to),
                               to.rules(parts == 1), {&to, collector::take});
  });
}

// All pairs in ascending order. Returns how many there are; as many of them as fit are written, the lowest. Only when
// they do not fit, the first workspace's counts say how many there are of each first.
std::size_t ordered_pairs(const meeting_of& m, const suspects& of_these, const workers& c, index* first, index* second,
                          std::size_t capacity) {
  pair_heap all{first, second, capacity};
  join_all(m, of_these, c, all, [](collector&) {});
  const std::size_t total = all.total, asking = m.asks().count, numbers = m.items().count;
  if (total <= capacity) {
    sort_pairs(first, second, total, asking, numbers, c);
    return total;
  }
  // What does not fit: those of the highest firsts. The first one that is cut is asked by itself.
  const workers one(c.spaces[0]);
  std::uint32_t* const counts = memory_of(c, 0).counts.need(asking);
  std::fill_n(counts, asking, 0u);
  join_all(m, of_these, one, all, [&](collector& to) { to.counts = counts; });
  std::size_t cut = 0, kept = 0;
  while (kept + counts[cut] <= capacity) kept += counts[cut++];
  all.total = 0;
  if (kept) join_all(m, of_these, one, all, [&](collector& to) { to.below = static_cast<index>(cut); });
  sort_pairs(first, second, kept, asking, numbers, c);
  one_against_many last(m.r, m.swapped);
  if (m.self) last.skip_others(cut + 1);
  if (kept < capacity) list_one(m.e, last.at(cut), m.self ? cut + 1 : 0, second + kept, capacity - kept);
  std::fill(first + kept, first + capacity, static_cast<index>(cut));
  return total;
}

// For how many, of as many as can be ordered.
std::size_t room_in(const told_columns& out) noexcept {
  return std::min<std::size_t>({out.first.size(), out.second.size(), none});
}
found_pairs found_in(const told_columns& out, std::size_t total) noexcept {
  const std::size_t written = std::min(total, room_in(out));
  return {{out.first.first(written), out.second.first(written)}, written, total};
}

way_of_pairs way_for(world_body& g, const meeting_of& m, const query& q) noexcept {
  const way_of_pairs way = way_for_pairs(g, m.asks(), m.steps(), m.self, m.sweeps(), q.by);
  g.note(m.asks().count, way.brute ? method::brute : method::grid);
  return way;
}

}  // namespace

found_pairs broad::find_pairs(world_body& g, const meeting_of& m, bool in_order, const told_columns& out,
                              const query& q, const workers& with) {
  if (apart(m.r)) return {};
  const lease lent(with, &g);
  const workers& c = lent.now;
  if (short_of_workspaces(c)) return {};
  if (m.r.strided) {
    meeting_of closed = m;
    closed.close_gaps(memory_of(c, 0));
    return find_pairs(g, closed, in_order, out, q, c);
  }
  index *const first = out.first.data(), *const second = out.second.data();
  const std::size_t capacity = room_in(out);
  const way_of_pairs way = way_for(g, m, q);
  if (way.brute)
    return found_in(out, list_all(m, second, capacity, [&](std::size_t i, std::size_t at, std::size_t n, std::size_t) {
                      std::fill_n(first + at, n, static_cast<index>(i));
                    }));
  const side bounds = m.self ? m.asks() : bounds_of(m, g.dims, c);
  const bvh items = bvh_for(g, m, bounds, way.sifted, c);
  std::optional<ways_in_parts> parts;
  if (way.part > 0) {
    const side start = has_own_bounds(m.asks().what)
                           ? m.asks()
                           : boxes_around(m.asks(), m.steps(), g.dims, taking_in::rounding, memory_of(c, 0).edges);
    parts.emplace(start, m.steps(), g.ways, g.dims, way.part, memory_of(c, 0).grid);
  }
  const bvh who = m.self ? items : bvh_of(m, parts ? parts->bounds : bounds, g.dims, c);
  const suspects of_these{who, m.self ? nullptr : &items, parts ? &*parts : nullptr};
  if (in_order && capacity) return found_in(out, ordered_pairs(m, of_these, c, first, second, capacity));
  pair_heap all{first, second, capacity};
  join_all(m, of_these, c, all, [](collector&) {});
  return found_in(out, all.total);
}

namespace {

// ---- of several views ------------------------------------------------------------------------------------------

// What is written of them so far. The shortest column is the capacity.
struct merged {
  const told_columns& out;
  std::size_t capacity, written = 0, total = 0;

  explicit merged(const told_columns& to) noexcept
      : out(to), capacity(std::min({to.first.size(), to.second.size(), to.time.empty() ? none : to.time.size()})) {}
  told_columns rest() const noexcept {
    const std::size_t n = capacity - written;
    return {{out.first.subspan(written, n), out.second.subspan(written, n),
             out.time.empty() ? out.time : out.time.subspan(written, n)}};
  }
  // Behind what is there, ascending pairs of the views from `from` on, of which ask(view, columns) tells one view's.
  // The firsts have their numbers from `firsts` on.
  template <class Ask> void add(const world_body& g, std::size_t from, index firsts, const workers& c, const Ask& ask) {
    struct run {
      told_columns has;
      std::size_t n, at;
      index who() const noexcept { return has.first[at]; }
    } all[world::most_views];
    const std::size_t room = capacity - written;
    shelf s(memory_of(c, 0), (g.views - from) * shelf::bytes_of<index, index, float, std::uint8_t>(room));
    for (std::size_t k = from; k < g.views; ++k) {
      run& r = all[k];
      r = {{{s.take<index>(room), s.take<index>(room), {}}}, 0, 0};
      if (!out.time.empty()) r.has.time = s.take<float>(room);
      if (!out.flags.empty()) r.has.flags = s.take<std::uint8_t>(room);
      const found_pairs met = ask(g.view(k), r.has);
      r.n = met.written, total += met.total;
    }
    while (written < capacity) {
      run* next = nullptr;
      for (std::size_t k = from; k < g.views; ++k)
        if (run& r = all[k]; r.at < r.n && (!next || r.who() < next->who())) next = &r;
      if (!next) return;
      const index numbers = g.view(static_cast<std::size_t>(next - all)).from;
      for (const index who = next->who(); written < capacity && next->at < next->n && next->who() == who; ++written) {
        out.first[written] = firsts + who, out.second[written] = numbers + next->has.second[next->at];
        if (!out.time.empty()) out.time[written] = next->has.time[next->at];
        if (!out.flags.empty()) out.flags[written] = next->has.flags[next->at];
        ++next->at;
      }
    }
  }
  found_pairs found() const noexcept { return {{out.first.first(written), out.second.first(written)}, written, total}; }
};

std::size_t lists(world_body& g, const request& r, const list_columns& out, const query& q, const workers& with) {
  std::fill(out.starts.begin(), out.starts.end(), std::size_t{0});
  if (refused(g, r, " of a world")) return 0;
  meeting_of m(r, g, false);
  const std::size_t asked = m.asks().count, capacity = std::min<std::size_t>(out.items.size(), none);
  if (short_of_starts(r.verb, "", out.starts, asked) || apart(m.r)) return 0;
  const lease lent(with, &g);
  const workers& c = lent.now;
  if (short_of_workspaces(c)) return 0;
  m.close_gaps(memory_of(c, 0));
  const way_of_pairs way = way_for(g, m, q);
  if (way.brute) {
    std::size_t next = 0;  // a list starts where those before it end
    const auto start = [&](std::size_t end, std::size_t at) {
      for (; next < std::min(end, out.starts.size()); ++next) out.starts[next] = at;
    };
    const std::size_t all =
        list_all(m, out.items.data(), capacity,
                 [&](std::size_t i, std::size_t, std::size_t, std::size_t before) { start(i + 1, before); });
    start(out.starts.size(), all);
    return all;
  }
  memory& s = memory_of(c, 0);
  const side bounds = bounds_of(m, g.dims, c);
  const bvh items = bvh_for(g, m, bounds, way.sifted, c), who = bvh_of(m, bounds, g.dims, c);
  index* const firsts = s.firsts.need(capacity);
  const std::size_t total = ordered_pairs(m, {who, &items, nullptr}, c, firsts, out.items.data(), capacity);
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

}  // namespace

static constexpr const char* pairs_form = "_pairs of a world";

// The items of a world among themselves.
found_pairs broad::pairs_within(world_body& g, question* between, finder* find, bool in_order, const told_columns& out,
                                const query& q, const workers& with) {
  const default_float_state here;
  request first = between(g, g, q);  // options mean the same to all kinds
  first.verb = is_sweep(first.test) ? "sweep" : "overlap";
  if (first.breach) return say_wrong(first, first.breach, pairs_form), found_pairs{};
  if (g.views == 1) return find(g, {first, g, true}, in_order, out, q, with);
  const lease lent(with, &g);
  const workers& c = lent.now;
  if (short_of_workspaces(c)) return {};
  merged all(out);
  for (std::size_t k = 0; k < g.views; ++k) {
    world_body& a = g.view(k);
    const auto ask = [&](world_body& b, const told_columns& to) {
      return find(b, {between(a, b, q), b, &a == &b}, in_order, to, q, c);
    };
    if (in_order)
      all.add(g, k, a.from, c, ask);
    else
      for (std::size_t j = k; j < g.views; ++j) {
        world_body& b = g.view(j);
        const found_pairs met = ask(b, all.rest());
        for (std::size_t i = all.written; i < all.written + met.written; ++i)
          out.first[i] += a.from, out.second[i] += b.from;
        all.written += met.written, all.total += met.total;
      }
  }
  return all.found();
}

// Others with the items.
found_pairs broad::pairs_with(world_body& g, const asker& who, finder* find, const told_columns& out, const query& q,
                              const workers& with) {
  const default_float_state here;
  if (g.views == 1) {
    const request r = asked_of(g, who);
    return refused(g, r, pairs_form) ? found_pairs{} : find(g, {r, g, false}, true, out, q, with);
  }
  if (refused(g, who, pairs_form)) return {};
  const lease lent(with, &g);
  if (short_of_workspaces(lent.now)) return {};
  merged all(out);
  all.add(g, 0, 0, lent.now, [&](world_body& one, const told_columns& to) {
    return find(one, {asked_of(one, who), one, false}, true, to, q, lent.now);
  });
  return all.found();
}

found_pairs world::pairs_of(const asker& who, const pair_columns& out, const query& q, const workers& with) const {
  return pairs_with(lender::of(*this), who, find_pairs, {{out.first, out.second}}, q, with);
}
std::size_t world::lists_of(const asker& who, const list_columns& out, const query& q, const workers& with) const {
  const default_float_state here;
  world_body& g = lender::of(*this);
  const request first = asked_of(g, who);
  if (g.views == 1) return lists(g, first, out, q, with);
  if (world_body* const no = who_refuses(g, who)) return lists(*no, asked_of(*no, who), out, q, with);
  const lease lent(with, &g);
  if (short_of_workspaces(lent.now)) return std::fill(out.starts.begin(), out.starts.end(), std::size_t{0}), 0;
  const std::size_t n = meeting_of(first, g, false).asks().count, room = out.items.size();
  if (short_of_starts(first.verb, "", out.starts, n)) return 0;
  list_columns each[most_views];
  shelf s(memory_of(lent.now, 0), g.views * (shelf::bytes_of<std::size_t>(n + 1) + shelf::bytes_of<index>(room)));
  for (std::size_t k = 0; k < g.views; ++k) {
    world_body& one = g.view(k);
    each[k] = {s.take<std::size_t>(n + 1), s.take<index>(room)};
    lists(one, asked_of(one, who), each[k], q, lent.now);
  }
  std::size_t total = 0;
  for (std::size_t i = 0; i < std::max(n, out.starts.size()); ++i) {
    if (i < out.starts.size()) out.starts[i] = total;
    for (std::size_t k = 0; i < n && k < g.views; ++k) {
      const std::size_t from = each[k].starts[i], count = each[k].starts[i + 1] - from;
      for (std::size_t at = 0; at < count && total + at < room; ++at)
        out.items[total + at] = g.view(k).from + each[k].items[from + at];
      total += count;
    }
  }
  return total;
}

}  // namespace hitscan
