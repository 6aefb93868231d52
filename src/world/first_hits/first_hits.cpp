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
#include "../meeting.hpp"
#include "../rays/nested_grid_build.hpp"
#include "../views.hpp"
#include "cell_lists.hpp"

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
  side bounds;  // of who asks: the same, or corners
  reach_of_all reach;
  records to;
  const workers& c;
  std::size_t n, lanes, parts, most;  // movers, jobs at a time, parts and movers in the largest
  bool by_layer;
  bool loose;  // bounds are boxes around: their times are nobody's times
  bool any;    // whether is enough: any index that is not none

  question(world_body& body, const meeting_of& asked, const records& answers, const workers& who, bool whether)
      : g(body), e(asked.e), m(asked), bounds(m.asks()), to(answers), c(who), n(bounds.count), lanes(lanes_of(c)) {
    if (g.by.present || !has_own_bounds(bounds.what))
      bounds = boxes_around(bounds, m.steps(), g.dims, g.by.present ? taking_in::rounding : taking_in::shape,
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
      ask(s.pairs, s.around, m.swapped ? s.pairs.db : s.pairs.da, s.answers, memory_of(c, lane));
    });
  }
  // f(workspace) of those that jobs will use: for what may throw, before they run.
  template <class F> void each_space(F f) const {
    for (std::size_t k = 0; k < std::min(lanes, parts); ++k) f(memory_of(c, k));
  }
};

// ---- one by one, in a tree -------------------------------------------------------------------------------------

void walk_all(const question& q) {
  const nested_grid_body& rays = q.g.as_rays();
  const nested_grid world = rays.view(q.g.ways, q.g.dims);
  const bool settle = q.m.r.test == test::sweep_boxes && !q.loose && !q.to.details();
  const bool sorted = rays.sorts(q.most);
  if (sorted)
    q.each_space(
        [&](memory& s) { s.keys.need(q.most), s.cells.need(nested_grid_body::most_starts), s.firsts.need(q.most); });
  q.each_part([&](const request& pairs, const side& movers, const motion& by, const records& answers, memory& s) {
    clear(answers, movers.count);
    nearest_of found(q.e, pairs, answers);
    const bool inside_counts = q.m.r.start == start_overlap::hits;
    const traverse_rules rules{q.by_layer, q.m.r.layers, q.loose ? 1 : q.m.r.until, inside_counts, !q.loose, settle,
                               q.any,      answers};
    if (sorted) rays.sort(movers, q.g.dims, s.keys.get(), s.cells.get(), s.firsts.get());
    traverse(of<ray_kernels>(q.e), world, movers, by, sorted ? s.firsts.get() : nullptr, movers.count, rules,
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

// How far those who come by reach from their middle, and where they are: a sample.
struct sizes_of {
  float reach[2];
  double grow[2];
  const side& who;
  const motion& by;

  sizes_of(const side& coming, const motion& steps) noexcept : who(coming), by(steps) {}
  void measure() noexcept {
    for (int k = 0; k < 2; ++k) {
      reach[k] = reach_of(who.count, [&](std::size_t i) {
        const ends e = ends_of(i, k);
        return 0.5 * (e.high - e.low);
      });
      grow[k] = double{reach[k]};
    }
  }
  // Are few movers near anything? Where many are, by their own bounds alone, nobody needs to know how far all reach.
  bool few_near(const question& q) noexcept {
    if (!at_most_five(q, [](const ends& e, int) { return 0.5 * (e.high - e.low); })) return false;
    measure();
    return at_most_five(q, [&](const ends&, int k) { return grow[k]; });
  }

 private:
  struct ends {
    double low, high;  // of its motion
  };
  ends ends_of(std::size_t i, int k) const noexcept {
    const auto column = [&](int c) { return double{at(who.column[c], i)}; };
    double low, high;
    if (who.what == kind::corners)
      low = column(2 * k), high = column(2 * k + 1);
    else if (who.what == kind::point)
      low = high = column(k);
    else {
      const double extra = column(who.what == kind::circle ? 2 : 2 + k);
      low = column(k) - extra, high = column(k) + extra;
    }
    const double d = by.present ? double{at(by.column[k], i)} : 0;
    return {low + std::min(d, 0.0), high + std::max(d, 0.0)};
  }
  // Of sixteen, whose bounds are so far around the middle of their motions.
  template <class Far> bool at_most_five(const question& q, const Far& far) const noexcept {
    int near = 0;
    for (std::size_t s = 0; s < 16 && near <= 5; ++s) {
      float low[2], high[2];
      for (int k = 0; k < 2; ++k) {
        const ends e = ends_of(who.count / 16 * s, k);
        low[k] = static_cast<float>(0.5 * (e.low + e.high) - far(e, k));
        high[k] = static_cast<float>(0.5 * (e.low + e.high) + far(e, k));
      }
      near += of<first_kernels>(q.e).any_meets(q.g.list, 2, low, high);
    }
    return near <= 5;
  }
};

// Marks around items, or around ways, for so many that come by.
[[gnu::noinline]] cell_grid marks_around(const item_edges& among, std::size_t n, const sizes_of& size,
                                         cell_memory& own) {
  cell_lists marks(among, n, size.reach, size.grow, own);
  marks.mark(own);
  return marks.map;
}

// Boxes around the ways of movers, in parts that are not much longer than `length`.
item_edges around_ways(const question& q, double length, std::size_t most, cell_memory& own) {
  const motion& by = q.m.steps();
  const std::size_t lane = wider_room(q.n);
  float* const start = own.near.need(4 * lane);
  of<list_kernels>(q.e).widen(q.bounds, by, 2, false, start);  // by as much as a sum with their steps is off
  const auto step = [&](std::size_t i, int k) { return by.present ? double{at(by.column[k], i)} : 0; };
  const auto parts = [&](std::size_t i) {
    const double far = std::max(std::fabs(step(i, 0)), std::fabs(step(i, 1)));
    return far > length && far <= FLT_MAX ? static_cast<std::size_t>(std::min(far / length, 63.0)) + 1 : 1;
  };
  std::size_t all;
  for (;; length *= 4) {
    all = 0;
    for (std::size_t i = 0; i < q.n; ++i) all += parts(i);
    if (all <= q.n + most) break;
  }
  item_edges around(own, all);
  for (std::size_t i = 0, to = 0; i < q.n; ++i)
    for (std::size_t n = parts(i), part = 0; part < n; ++part) {
      float edge[4];
      for (int k = 0; k < 2; ++k) {
        const double d = step(i, k) / static_cast<double>(n), at = d * static_cast<double>(part);
        const float *const low = start + static_cast<std::size_t>(2 * k) * lane, *const high = low + lane;
        edge[2 * k] = static_cast<float>(std::max(low[i] + (at + std::min(d, 0.0)), double{-FLT_MAX}));
        edge[2 * k + 1] = static_cast<float>(std::min(high[i] + (at + std::max(d, 0.0)), double{FLT_MAX}));
      }
      around.put(to++, edge[0], edge[1], edge[2], edge[3]);
    }
  around.bound();
  return around;
}

// Few ask among many new items: only those are listed that are near the way of any. It is the sieve of movers the other
// way round: marked is where movers come by, and items are looked for in the cells of their middles.
item_columns items_near(const question& q, cell_memory& own) {
  const side& all = q.g.ways;
  const motion none_moves{};
  sizes_of size(all, none_moves);
  size.measure();
  const double apart = std::max({q.g.as_field().spacing, size.reach[0], size.reach[1]});
  const item_edges around = around_ways(q, apart > 0 ? 4 * apart : HUGE_VAL, all.count / 4, own);
  const cell_grid map = marks_around(around, all.count, size, own);

  const std::size_t room = all.count + width;
  float* const columns = own.near.need(6 * room);
  side near = all;
  near.what = kind::corners;
  sieve_request sift{all, none_moves, {}, map, {}, nullptr, nullptr};
  for (std::size_t c = 0; c < 4; ++c) sift.out[c] = columns + c * room, near.column[c] = {sift.out[c], 0};
  sift.number = reinterpret_cast<std::uint32_t*>(columns + 4 * room), sift.layers = sift.number + room;
  if (all.layer_data) near.layer_data = sift.layers;
  near.count = of<first_kernels>(q.e).sieve(sift);
  item_columns listed;
  float* const words = own.near_list.need(item_column_words(near.count, 2));
  of<list_kernels>(q.e).list_items(near, 2, words, listed);
  const auto number = reinterpret_cast<std::uint32_t*>(words + 4 * item_column_room(near.count));
  for (std::uint32_t i = 0; i < listed.count; ++i) number[i] = sift.number[number[i]];
  return listed;
}

void ask_all(const question& q) {
  memory& first = memory_of(q.c, 0);
  static constexpr bvh none_yet{};
  const bool sorted = q.g.sorted.done() && !q.g.by.present;
  const bvh& over = sorted || descends(q.g, q.n) ? q.g.as_bvh(q.c) : none_yet;
  const bool sifted = sifts(q.g, q.m.r) && !first.grid.taken;
  const item_columns items = sifted ? items_near(q, first.grid) : q.g.as_list();
  q.each_space([&](memory& s) { s.for_firsts(q.most, items.count, q.g.dims), s.numbers_of(q.most); });
  // Marks are made once, for all parts.
  cell_memory& own = first.grid;
  std::optional<cell_grid> marks;
  std::optional<item_edges> among;
  if (q.g.dims == 2 && q.n >= 2048 && items.count >= 16 && !own.taken && !sifted) {
    sizes_of size(q.bounds, q.m.steps());
    if (size.few_near(q)) {
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
      const int steps = points ? 2 : 4;
      for (int c = 0; c < steps + 2; ++c) {
        near.out[c] = ask.memory.spare + static_cast<std::size_t>(c) * room;
        (c < steps ? ask.movers.column[c] : ask.by.column[c - steps]) = {near.out[c], 0};
      }
      near.layers = reinterpret_cast<std::uint32_t*>(ask.memory.spare + 6 * room);
      ask.movers.what = points ? kind::point : kind::corners, ask.by.present = true;
      if (movers.layer_data) ask.movers.layer_data = near.layers;
      ask.movers.count = of<first_kernels>(q.e).sieve(near), ask.numbers = near.number;
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
  const bool no = refused(g, told);
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
  const method by = method_for(g, m.r, options.by);
  g.note(n, by);
  if (by == method::brute) return ask_flat(m, want.to, out, lent.now);
  const question q(g, m, want.to, lent.now, whether);
  by == method::tree ? walk_all(q) : ask_all(q);
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
  world_body& g = *body_;
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
