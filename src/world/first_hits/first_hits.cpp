// First hits of many movers: by brute force, one by one in a tree, or sorted into cells. Every pair that these suspect
// is decided by the test that brute force runs.
#include <hitscan/world.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

#include "../../core/items.hpp"
#include "../bounds.hpp"
#include "../cost.hpp"
#include "../kernels.hpp"
#include "../near_items.hpp"
#include "../rays/nested_grid_build.hpp"
#include "../views.hpp"

namespace hitscan {
namespace {

using namespace detail;
using namespace detail::broad;

// How many movers are sorted at a time. More are closer neighbours, with fewer items to each; fewer stay in the cache:
// of 65536 rows and keys are 2.4 MB, of twice as many in short rows 3.7 MB (docs/dead_ends.md has other numbers). Among
// many items lists are what takes time, so more movers share them.
constexpr std::size_t portion_of(std::size_t items, bool short_rows) noexcept {
  return std::clamp<std::size_t>(6 * items, short_rows || items > 1500 ? 131072 : 65536, 524288);
}

// Is it the same number for all of n > 0 items? A view of many may say so in a column.
bool is_one_number(const feed& f, std::size_t n) noexcept {
  return !f.data || std::memcmp(f.data, f.data + 1, (n - 1) * sizeof(float)) == 0;
}

// Movers of one size are asked as the points in their middles, whose rows are shorter. Not present: they are not.
reach_of_all shared_reach(const side& movers, int dims) noexcept {
  reach_of_all r{};
  const bool round = movers.what == kind::circle;
  r.present = movers.what != kind::corners;
  for (int k = 0; k < dims && r.present; ++k) {
    if (movers.what == kind::point) {
      r.down[k] = 0, r.up[k] = -0.0f;  // an edge at -0 stays there
      continue;
    }
    const feed& half = movers.column[dims + (round ? 0 : k)];
    const float size = at(half, 0);
    if (!(size >= 0 && size < 0x1p60f) || !is_one_number(half, movers.count)) return {};
    r.down[k] = r.up[k] = round ? size * (1 + 0x1p-20f) + 0x1p-130f : size;
  }
  return r;
}

// Takes pairs, has them told exactly, and keeps the nearest of each mover. All pairs of one come in succession.
struct nearest_of {
  const engine& e;
  request each;
  records to;
  bool details;
  index mover = none;
  outcome best{};
  index item[pair_room];
  float time[pair_room], normal[3][pair_room], position[3][pair_room];
  std::uint8_t flag[pair_room];

  [[gnu::noinline]] nearest_of(const engine& with, const request& pairs, const records& out) noexcept
      : e(with), each(pairs), to(out), details(out.details()) {
    each.batch = batch::each;
  }

  static void take(void* owner, const index* a, const index* b, std::uint32_t n, const float* columns) {
    static_cast<nearest_of*>(owner)->add(a, b, n, columns);
  }
  void add(const index* a, const index* b, std::uint32_t n, const float* columns) noexcept {
    records out;
    out.index = item, out.time = time, out.flags = flag;
    for (int k = 0; details && k < each.dims; ++k) out.normal[k] = normal[k], out.position[k] = position[k];
    each.n = n;
    if (columns)
      use(columns, n);
    else
      each.first = each.flip ? b : a, each.second = each.flip ? a : b;
    e.each(each, out);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (a[i] != mover) flush(), mover = a[i];
      if (item[i] == none || !better(time[i], flag[i], b[i])) continue;
      best.index = b[i], best.time = time[i], best.flags = flag[i];
      for (int k = 0; details && k < each.dims; ++k) best.normal[k] = normal[k][i], best.position[k] = position[k][i];
    }
  }
  // Boxes come with their pairs: nothing has to be gathered, and layers have been asked about.
  void use(const float* columns, std::uint32_t n) noexcept {
    const int dims = each.dims;
    side plain = each.a;
    plain.what = kind::corners, plain.spans = true, plain.count = n;
    plain.layer_data = nullptr, plain.layer_one = ~0u, each.layers = ~0u;
    each.a = each.b = plain;
    const auto column = [&](int c) { return feed{columns + static_cast<std::size_t>(c) * pair_room, 0}; };
    for (int c = 0; c < 2 * dims; ++c) each.a.column[c] = column(c), each.b.column[c] = column(3 * dims + c);
    for (int k = 0; k < dims; ++k) each.da.column[k] = column(2 * dims + k);
    each.da.present = true, each.first = each.second = nullptr;
  }
  // Lowest time; at equal times a face before a corner; then the lowest index.
  bool better(float t, std::uint8_t f, index who) const noexcept {
    if (best.index == none || t != best.time) return best.index == none || t < best.time;
    if ((f ^ best.flags) & corner) return !(f & corner);
    return who < best.index;
  }
  [[gnu::noinline]] void flush() noexcept {
    if (best.index == none) return;
    put(to, mover, best), best = {};
  }
};

// Nobody hits anything.
void clear(const records& to, std::size_t n) noexcept {
  if (to.index) std::fill_n(to.index, n, none);
  if (to.time) std::fill_n(to.time, n, 1.0f);
  if (to.flags) std::fill_n(to.flags, n, std::uint8_t{0});
  for (int k = 0; k < 3; ++k) {
    if (to.normal[k]) std::fill_n(to.normal[k], n, 0.0f);
    if (to.position[k]) std::fill_n(to.position[k], n, 0.0f);
  }
}

// What is asked, cut into parts for jobs.
struct question {
  world_body& g;
  const engine& e;
  const meeting_of& m;
  side bounds;   // of who asks: the same, or corners
  motion steps;  // and how they move
  reach_of_all reach;
  records to;
  const workers& c;
  std::size_t n, lanes, parts, most;  // movers, jobs at a time, parts and movers in the largest
  bool by_layer;
  bool loose;  // bounds are boxes around: their times are nobody's times
  bool any;    // whether is enough: any index that is not none

  question(world_body& body, const meeting_of& asked, const records& answers, const workers& who, bool whether)
      : g(body),
        e(asked.e),
        m(asked),
        bounds(m.asks()),
        steps(m.steps()),
        to(answers),
        c(who),
        n(bounds.count),
        lanes(lanes_of(c)) {
    if (g.by.present || !has_own_bounds(bounds.what))
      bounds = boxes_around(bounds, steps, g.dims, g.by.present ? taking_in::rounding : taking_in::shape,
                            memory_of(c, 0).edges);
    reach = shared_reach(bounds, g.dims);
    const std::size_t portion = portion_of(g.items.count, reach.present);
    const std::size_t turns = lanes > 1 && n > 4096 ? (n / lanes + 1) / portion + 1 : 0;
    parts = turns ? turns * lanes : (n + portion - 1) / portion, most = n / parts + 1;
    by_layer = layered(m.r.a, m.r.b);
    loose = g.by.present || m.r.test == test::sweep_hulls, any = whether;
  }
  // Some of the movers, as a request of their own; their bounds, and where answers go.
  struct share {
    request pairs;
    side around;
    records answers;
  };
  [[gnu::noinline]] share share_of(std::size_t k) const noexcept {
    const range_of mine(n, parts, k);
    share s{part_of(m, mine.from, mine.to), from_item(bounds, mine.from, g.dims), from_item(to, mine.from)};
    s.around.count = mine.to - mine.from;
    return s;
  }
  // ask(pairs of them, bounds, steps, answers, workspace) for all of them.
  template <class Ask> void each_part(Ask ask) const {
    spread(c, parts, [&](std::size_t k, std::size_t lane) {
      const share s = share_of(k);
      const motion by = steps.present ? from_item(steps, range_of(n, parts, k).from, g.dims) : steps;
      ask(s.pairs, s.around, by, s.answers, memory_of(c, lane));
    });
  }
  // f(workspace) of those that jobs will use: for what may throw, before they run.
  template <class F> void each_space(F f) const {
    for (std::size_t k = 0; k < std::min(lanes, parts); ++k) f(memory_of(c, k));
  }
};

// ---- one by one, in a tree -------------------------------------------------------------------------------------

// Which of n: their numbers to `to`. Returns how many.
std::size_t faster_than(float beyond, const motion& by, std::size_t n, int dims, index* to) noexcept {
  std::size_t found = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (length_of(by, i, dims) > beyond) to[found++] = static_cast<index>(i);
  return found;
}

// All of them, or those who move farther than that.
void walk(const question& q, float beyond = -1) {
  const nested_grid_body& rays = q.g.as_rays();
  const nested_grid world = rays.view(q.g.ways, q.g.dims);
  const bool settle = q.m.r.test == test::sweep_boxes && !q.loose && !q.to.details();
  const bool all = beyond < 0, sorted = all && rays.sorts(q.most);
  if (sorted) q.each_space([&](memory& s) { s.keys.need(q.most), s.cells.need(nested_grid_body::most_starts); });
  if (sorted || !all) q.each_space([&](memory& s) { s.firsts.need(q.most); });
  q.each_part([&](const request& pairs, const side& movers, const motion& by, const records& answers, memory& s) {
    std::size_t n = movers.count;
    if (all)
      clear(answers, n);
    else
      n = faster_than(beyond, by, n, q.g.dims, s.firsts.get());
    nearest_of found(q.e, pairs, answers);
    const bool inside_counts = q.m.r.start == start_overlap::hits;
    const traverse_rules rules{q.by_layer, q.m.r.layers, q.loose ? 1 : q.m.r.until, inside_counts, !q.loose, settle,
                               q.any,      answers};
    if (sorted) rays.sort(movers, q.g.dims, s.keys.get(), s.cells.get(), s.firsts.get());
    traverse(of<ray_kernels>(q.e), world, movers, by, sorted || !all ? s.firsts.get() : nullptr, n, rules,
             {&found, nearest_of::take});
    found.flush();
  });
}

// ---- many, sorted into cells -----------------------------------------------------------------------------------

first_rules rules_of(const question& q, const records& answers) noexcept {
  const bool boxes = q.m.r.test == test::sweep_boxes && !q.loose, prune = boxes && q.m.r.start == start_overlap::hits;
  const bool closed = q.m.r.touch == touching::hits;
  const float until = q.loose ? 1 : q.m.r.until;
  return {boxes, prune, closed, q.by_layer, q.m.r.layers, until, q.to.details(), answers};
}

// Few ask among many new items: only those are listed that are near the way of any.
item_columns listed(const near_items& near, const question& q, cell_memory& own) {
  item_columns list;
  float* const words = own.near_list.need(item_column_words(near.bounds.count, 2));
  of<list_kernels>(q.e).list_items(near.bounds, 2, words, list);
  const auto number = reinterpret_cast<std::uint32_t*>(words + 4 * item_column_room(near.bounds.count));
  for (std::uint32_t i = 0; i < list.count; ++i) number[i] = near.number[number[i]];
  return list;
}

// The others' steps: those of whoever moves farther are no numbers, so that nobody looks for them.
motion without_faster(float beyond, const question& q) {
  motion slow = q.steps;
  float* const x = memory_of(q.c, 0).tree.need(q.n);
  for (std::size_t i = 0; i < q.n; ++i) x[i] = length_of(slow, i, q.g.dims) > beyond ? NAN : at(slow.column[0], i);
  slow.column[0] = {x, 0};
  return slow;
}

void ask_all(const question& q) {
  memory& first = memory_of(q.c, 0);
  static constexpr bvh none_yet{};
  const bool sorted = q.g.sorted.done() && !q.g.by.present;
  const bvh& over = sorted || descends(q.g, q.n) ? q.g.as_bvh(q.c) : none_yet;
  near_items near;
  const bool sifted = !first.grid.taken && sifts(q.g, q.m.asks(), q.steps, sorted, near_of_firsts) &&
                      items_near(q.g, q.g.ways, q.bounds, q.steps, 0.75f, first.grid, near);
  const item_columns items = sifted ? listed(near, q, first.grid) : q.g.as_list();
  q.each_space([&](memory& s) { s.for_firsts(q.most, items.count, q.g.dims), s.numbers_of(q.most); });
  // Marks are made once, for all parts.
  cell_memory& own = first.grid;
  std::optional<cell_grid> marks;
  std::optional<item_edges> among;
  if (q.g.dims == 2 && q.n >= 2048 && items.count >= 16 && !own.taken && !sifted) {
    sizes_of size(q.bounds, q.steps);
    if (size.few_near(q.e, q.g.list)) {
      among.emplace(own, items);
      marks = marks_around(*among, q.n, size, own);
    }
  }
  q.each_part([&](const request& pairs, const side& movers, const motion& by, const records& answers, memory& s) {
    clear(answers, movers.count);
    nearest_of found(q.e, pairs, answers);
    const std::size_t n = movers.count;
    first_request ask{
        movers, by, q.reach, nullptr, items, &over, rules_of(q, answers), s.for_firsts(q.most, items.count, q.g.dims)};
    const bool points = q.reach.present;
    if (points) ask.movers.what = kind::point;
    if (marks) {
      const std::size_t room = n + width;
      sieve_request near{ask.movers, by, q.reach, *marks, {}, s.numbers_of(q.most), {}};
      const int edges = points ? 2 : 4;
      for (int c = 0; c < edges + 2; ++c) {
        near.out[c] = ask.memory.spare + static_cast<std::size_t>(c) * room;
        (c < edges ? ask.movers.column[c] : ask.by.column[c - edges]) = {near.out[c], 0};
      }
      near.layers = reinterpret_cast<std::uint32_t*>(ask.memory.spare + 6 * room);
      ask.movers.what = points ? kind::point : kind::corners, ask.by.present = true;
      if (movers.layer_data) ask.movers.layer_data = near.layers;
      ask.movers.count = of<list_kernels>(q.e).sieve(near), ask.numbers = near.number;
    }
    of<first_kernels>(q.e).first_hits(ask, q.g.dims, {&found, nearest_of::take});
    found.flush();
  });
}

// ---- all by brute force ----------------------------------------------------------------------------------------

void ask_flat(const meeting_of& m, const records& to, const hit_columns3& out, const workers& c) {
  const std::size_t n = m.asks().count, items = m.items().count, lanes = lanes_of(c);
  const std::size_t pairs = n * std::max<std::size_t>(items, 1);
  const std::size_t parts = lanes > 1 ? std::clamp<std::size_t>(pairs / 65536, 1, std::min(n, 8 * lanes)) : 1;
  if (few(items, n))
    return spread(c, parts, [&](std::size_t k, std::size_t) {
      const range_of mine(n, parts, k);
      clear(from_item(to, mine.from), mine.to - mine.from);
      nearest_of found(m.e, m.r, to);
      pairs_with_few(m, mine.from, mine.to, {&found, nearest_of::take});
      found.flush();
    });
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(n, parts, k);
    const auto own = [&](const auto& column) { return some_of(column, mine.from, mine.to); };
    run_nearest_many(m.e, part_of(m, mine.from, mine.to),
                     {.index = own(out.index),
                      .time = own(out.time),
                      .normal_x = own(out.normal_x),
                      .normal_y = own(out.normal_y),
                      .normal_z = own(out.normal_z),
                      .position_x = own(out.position_x),
                      .position_y = own(out.position_y),
                      .position_z = own(out.position_z),
                      .flags = own(out.flags)});
  });
}

}  // namespace

void detail::broad::firsts(world_body& g, const request& told, const hit_columns3& out, const query& options,
                           const workers& with, bool whether) {
  const wanted want(out);
  const bool no = refused(g, told, "_nearest of a world");
  const lease lent(with, &g);
  if (no || short_of_workspaces(lent.now)) return write_nothing(out, 0, all_rows);
  meeting_of m(told, g, false);
  m.close_gaps(memory_of(lent.now, 0));
  if (m.asks().count > want.room()) {
    too_short(told.verb, "_nearest", want.column, want.room(), m.asks().count);
    if (checked_build) return write_nothing(out, 0, all_rows);
    write_nothing(out, want.room(), m.asks().count);
    m.asks().count = want.room();
  }
  const std::size_t n = m.asks().count;
  if (n == 0 || !(m.r.until > 0) || apart(m.r)) return clear(want.to, n);
  float beyond;
  const method by = method_for(g, m.r, options.by, beyond, whether);
  g.note(n, by);
  if (by == method::brute) return ask_flat(m, want.to, out, lent.now);
  question q(g, m, want.to, lent.now, whether);
  if (by == method::tree) return walk(q);
  if (!(beyond < HUGE_VALF)) return ask_all(q);
  q.steps = without_faster(beyond, q), ask_all(q);
  q.steps = m.steps(), walk(q, beyond);
}

namespace {

// What is nearer among the items of another view, which have their numbers from `from` on.
void keep_nearer(const hit_columns3& best, const hit_columns3& other, index from, std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    const float t = other.time[i], b = best.time[i];
    const bool face = (best.flags[i] & corner) && !(other.flags[i] & corner);
    if (other.index[i] == none || (best.index[i] != none && !(t < b || (t == b && face)))) continue;
    best.index[i] = from + other.index[i], best.time[i] = t, best.flags[i] = other.flags[i];
    const auto take = [i](std::span<float> to, std::span<float> its) {
      if (!to.empty()) to[i] = its[i];
    };
    take(best.normal_x, other.normal_x), take(best.normal_y, other.normal_y), take(best.normal_z, other.normal_z);
    take(best.position_x, other.position_x), take(best.position_y, other.position_y);
    take(best.position_z, other.position_z);
  }
}

}  // namespace

void world::firsts_of(const asker& who, const hit_columns3& out, const query& q, const workers& with) const {
  const default_float_state here;
  world_body& g = lender::of(*this);
  const request first = asked_of(g, who);
  if (g.views == 1) return firsts(g, first, out, q, with);
  if (world_body* const no = who_refuses(g, who)) return firsts(*no, asked_of(*no, who), out, q, with);
  const std::size_t room = wanted(out).room();
  if (room == 0) return firsts(g, first, out, q, with);
  const lease lent(with, &g);
  if (short_of_workspaces(lent.now)) return write_nothing(out, 0, all_rows);
  const std::size_t n = who_asks(first).count;
  shelf rows(memory_of(lent.now, 0), bytes_of_firsts(n));
  hit_columns3 best = out, other;
  pair_up(rows, n, best.index, other.index, true), pair_up(rows, n, best.time, other.time, true);
  pair_up(rows, n, best.flags, other.flags, true);
  for (const auto column : {&hit_columns3::normal_x, &hit_columns3::normal_y, &hit_columns3::normal_z,
                            &hit_columns3::position_x, &hit_columns3::position_y, &hit_columns3::position_z})
    pair_up(rows, n, best.*column, other.*column, false);
  firsts(g, first, best, q, lent.now);
  if (n > room && checked_build) return;  // has been told
  for (std::size_t k = 1; k < g.views; ++k) {
    world_body& one = g.view(k);
    firsts(one, asked_of(one, who), other, q, lent.now);
    keep_nearer(best, other, one.from, std::min(n, room));
  }
}

}  // namespace hitscan
