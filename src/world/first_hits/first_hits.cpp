// First hits of many movers, one by one, in packets or on a chart; every pair that these suspect is decided by the same
// test that brute force runs.
#include <hitscan/grid.hpp>

#include <algorithm>
#include <utility>

#include "../../core/items.hpp"
#include "../rays/nested_grid_build.hpp"
#include "cell_lists.hpp"

namespace hitscan {
namespace {

using namespace detail;
using namespace detail::broad;

// How many movers are sorted at a time. Sorted and asked before the next are, they stay in the cache: rows, columns and
// keys of 24576 are 1.4 MB, of 2 MB of L2. More at a time are closer neighbours, which pays where there are many items:
// of a million among 100,000, 131,072 at a time take 32 ns each and 524,288 at a time 20 to 24.
constexpr std::size_t portion_of(std::size_t items) noexcept {
  return items <= 1500 ? 24576 : std::clamp<std::size_t>(6 * items, 131072, 524288);
}

// Takes pairs, has them told exactly, and keeps the nearest of each mover. All pairs of one come in succession.
struct nearest_of {
  const engine& e;
  request each;  // a: who asks, unless that is a box and b a circle
  records to;
  bool details;
  index mover = none;
  outcome best{};
  index item[pair_room];
  float time[pair_room], normal[3][pair_room], position[3][pair_room];
  std::uint8_t flag[pair_room];

  nearest_of(const engine& with, const request& pairs, const records& out) noexcept
      : e(with), each(pairs), to(out), details(out.details()) {
    if (each.flip) std::swap(each.a, each.b), std::swap(each.da, each.db);
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
  void flush() noexcept {
    if (best.index == none) return;
    if (to.index) to.index[mover] = best.index;
    if (to.time) to.time[mover] = best.time;
    if (to.flags) to.flags[mover] = best.flags;
    for (int k = 0; k < 3; ++k) {
      if (to.normal[k]) to.normal[k][mover] = best.normal[k];
      if (to.position[k]) to.position[k][mover] = best.position[k];
    }
    best = {};
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

// Pointers to the wanted columns; the shortest of them is how many movers are asked about.
struct wanted {
  records to;
  std::size_t capacity = static_cast<std::size_t>(-1);

  explicit wanted(const hit_columns3& c) noexcept {
    take(to.index, c.index), take(to.time, c.time), take(to.flags, c.flags);
    take(to.normal[0], c.normal_x), take(to.normal[1], c.normal_y), take(to.normal[2], c.normal_z);
    take(to.position[0], c.position_x), take(to.position[1], c.position_y), take(to.position[2], c.position_z);
  }
  bool nothing() const noexcept { return capacity == static_cast<std::size_t>(-1); }

 private:
  template <class T> void take(T*& pointer, std::span<T> column) noexcept {
    if (column.empty()) return;
    pointer = column.data();
    if (column.size() < capacity) capacity = column.size();
  }
};

// What is asked, cut into parts for jobs.
struct question {
  const grid_body& g;
  const engine& e;
  request r;  // a: who asks, b: the items
  records to;
  const crew& c;
  std::size_t n, lanes, parts, most;  // movers, jobs at a time, parts and movers in the largest
  bool by_layer;

  question(const grid_body& body, const request& asked, const records& answers, const crew& who) noexcept
      : g(body), e(active_engine()), r(asked), to(answers), c(who), n(r.a.count), lanes(lanes_of(c)) {
    const std::size_t portion = portion_of(g.over.items);
    const std::size_t turns = lanes > 1 && n > 4096 ? (n / lanes + 1) / portion + 1 : 0;
    parts = turns ? turns * lanes : (n + portion - 1) / portion, most = n / parts + 1;
    r.batch = batch::each, by_layer = layered(r.a, r.b);
  }
  // ask(some of the movers, as a request of their own, where their answers go, workspace) for all of them.
  template <class Ask> void each_part(Ask ask) const {
    spread(c, parts, [&](std::size_t k, std::size_t lane) {
      const range_of mine(n, parts, k);
      request part = r;
      part.a = from_item(r.a, mine.from, g.dims), part.da = from_item(r.da, mine.from, g.dims);
      part.a.count = mine.to - mine.from;
      ask(part, from_item(to, mine.from), memory_of(c, lane));
    });
  }
  // f(workspace) of those that jobs will use: for what may throw, before they run.
  template <class F> void each_space(F f) const {
    for (std::size_t k = 0; k < std::min(lanes, parts); ++k) f(memory_of(c, k));
  }
};

// ---- one by one, in a tree -------------------------------------------------------------------------------------

void walk_all(const question& q) {
  const nested_grid world = q.g.rays->view(q.g.items, q.g.dims);
  const bool settle = q.r.test == test::sweep_boxes && !q.to.details();
  const bool sorted = q.g.rays->sorts(q.most);
  if (sorted)
    q.each_space(
        [&](memory& s) { s.keys.need(q.most), s.cells.need(nested_grid_body::most_starts), s.firsts.need(q.most); });
  q.each_part([&](const request& part, const records& answers, memory& s) {
    clear(answers, part.a.count);
    nearest_of found(q.e, part, answers);
    const traverse_rules rules{q.by_layer, q.r.layers, q.r.until, q.r.start == start_overlap::hits, settle, answers};
    if (sorted) q.g.rays->sort(part.a, q.g.dims, s.keys.get(), s.cells.get(), s.firsts.get());
    q.e.broad->traverse(world, part.a, part.da, sorted ? s.firsts.get() : nullptr, part.a.count, rules,
                        {&found, nearest_of::take});
    found.flush();
  });
}

// ---- sorted into packets, which go down the BVH ---------------------------------------------------------------

first_rules rules_of(const question& q) noexcept {
  const bool boxes = q.r.test == test::sweep_boxes;
  const bool prune = boxes && !q.by_layer && q.r.start == start_overlap::hits;
  return {boxes, prune, q.by_layer, q.r.layers, q.r.until, prune && q.g.items.count < 0x7f800000u, q.to.details(), {}};
}

void ask_packets(const question& q, const request& part, const records& answers, memory& s) {
  const sort_memory to = s.for_order(q.most, q.g.dims);
  const std::uint32_t movers = q.e.broad->order(part.a, part.da, q.g.dims, to);
  nearest_of found(q.e, part, answers);
  first_rules rules = rules_of(q);
  rules.answers = answers;
  q.e.broad->first(to.rows, movers, q.g.over, rules, {s.list.get(), memory::list_room(q.g.over.items)},
                   {&found, nearest_of::take});
  found.flush();
}

// ---- on a chart ------------------------------------------------------------------------------------------------

// What decides whether a chart pays.
struct outlook {
  double close = 0;    // the share of movers that are near anything
  double listed = 0;   // on the list that a mover is held against
  double begun = 0;    // the share of those in which it starts: the first of them ends the search
  double entries = 0;  // on all lists together
};

// In nanoseconds, as measured on an AVX-512 Xeon. Narrower registers take longer to ask, but not to draw: with them a
// chart pays somewhat earlier than this says.
bool chart_pays(std::size_t movers, std::size_t items, const outlook& o) noexcept {
  const double packet = 4 + 1.15 * std::log10(static_cast<double>(items)) + std::min(1.5, o.listed) + 0.47 * o.listed;
  // Those near nothing are left out where they are most. A register goes on until the last of its lanes is through.
  const double taken = o.close < 0.5 ? std::max(o.close, 0.01) : 1, listed = o.listed / taken, begun = o.begun * listed;
  const double rounds = taken * std::min(1.6 * listed, 2.6 * (listed + 1) / (begun + 1));
  const double cached = 65536;  // more than that do not stay near
  const double spot = 2 + 1.4 * rounds + 1.2 * std::max(0.0, 2 * o.entries / cached - 2);
  const double drawing = 14000 + 44 * static_cast<double>(items) + 2.4 * o.entries;
  return static_cast<double>(movers) * (packet - spot) > drawing;
}

// How far movers reach from their middle, and where they are: a sample.
struct sizes_of {
  float reach[2];
  double grow[2];
  const request& r;
  const std::size_t n;

  sizes_of(const request& asked, std::size_t count) noexcept : r(asked), n(count) {
    for (int k = 0; k < 2; ++k) {
      reach[k] = reach_of(n, [&](std::size_t i) {
        const ends e = ends_of(i, k);
        return 0.5 * (e.high - e.low);
      });
      grow[k] = double{reach[k]};
    }
  }
  // From a look at a few movers and items.
  outlook look_at(const grid_body& g) const noexcept {
    const bvh& p = g.over;
    const float* const top = p.node[p.levels - 1];
    double field = 1, cell = 0.25 * grow[0] * grow[1];
    for (int k = 0; k < 2; ++k) {
      const float* const low = top + 2 * k * width;
      field *= double{*std::max_element(low + width, low + 2 * width)} - double{*std::min_element(low, low + width)} +
               2 * grow[k];
    }
    cell = std::max(cell, field / static_cast<double>(charted::most_lists(p.items)));
    const double side = std::sqrt(cell);
    const std::size_t asked = std::clamp<std::size_t>(n / 512, 4, 32);
    double body[2]{};  // how large movers are
    for (std::size_t s = 0; s < asked; ++s)
      for (int k = 0; k < 2; ++k) {
        const ends e = ends_of(n / asked * s, k);
        if (e.to - e.from < 1e30) body[k] += (e.to - e.from) / static_cast<double>(asked);
      }
    double areas = 0, cores = 0, seen = 0;
    for (std::uint32_t b = 0; b < p.blocks; b += p.blocks / 8 + 1) {
      const float* const block = p.leaf + b * static_cast<std::size_t>(block_words(2));
      for (int j = 0; j < width && block[j] <= block[width + j]; ++j, ++seen) {
        double area = 1, core = 1;
        for (int k = 0; k < 2; ++k) {
          const double length = double{block[(2 * k + 1) * width + j]} - double{block[2 * k * width + j]};
          area *= length + 2 * grow[k] + side, core *= length + body[k];
        }
        areas += area, cores += core;
      }
    }
    counts_of all;
    std::size_t close = 0;
    for (std::size_t s = 0; s < asked; ++s) {
      where at;
      for (int k = 0; k < 2; ++k) {
        const ends e = ends_of(n / asked * s, k);
        const double middle = 0.5 * e.low + 0.5 * e.high, room = grow[k] + 0.5 * side;
        at.low[k] = middle - room, at.high[k] = middle + room, at.from[k] = e.from, at.to[k] = e.to;
      }
      const std::size_t before = all.near;
      count_near(p, p.levels, 0, at, all);
      close += all.near > before;
    }
    const auto each = [&](std::size_t count) { return static_cast<double>(count) / static_cast<double>(asked); };
    // Cells are coarser than that, by up to two on either axis, and more where there would be too many entries.
    const double entries = 0.7 * static_cast<double>(p.items) * areas / seen / cell;
    return {each(close), each(all.near), std::max(cores / areas, all.near ? each(all.begun) / each(all.near) : 0),
            std::min(entries, static_cast<double>(charted::most_entries(n, p.items)))};
  }
  // And at the lists that those movers will be held against.
  void look_at(const charted& chart, outlook& o) const noexcept {
    std::size_t listed = 0, close = 0, seen = 0;
    for (std::size_t i = 0; i < n; i += n / 256 + 1, ++seen) {
      const ends x = ends_of(i, 0), y = ends_of(i, 1);
      const std::size_t here = chart.listed_at(static_cast<float>(0.5 * x.low + 0.5 * x.high),
                                               static_cast<float>(0.5 * y.low + 0.5 * y.high));
      listed += here, close += here != 0;
    }
    o.listed = static_cast<double>(listed) / static_cast<double>(seen);
    o.close = static_cast<double>(close) / static_cast<double>(seen);
  }

 private:
  struct where {
    double low[2], high[2], from[2], to[2];  // what is near it, and where it is
  };
  struct counts_of {
    std::size_t near = 0, begun = 0;
  };
  // The items of a node that are near, and those that it starts in; as many as it takes to know that they are too many.
  static void count_near(const bvh& p, int level, std::size_t i, const where& at, counts_of& sum) noexcept {
    const float* const c = level ? p.node[level - 1] + i * node_words(2) : p.leaf + i * block_words(2);
    for (int j = 0; j < width; ++j) {
      const auto meets = [&](const double* low, const double* high) {
        return c[j] <= high[0] && c[width + j] >= low[0] && c[2 * width + j] <= high[1] && c[3 * width + j] >= low[1];
      };
      if (!meets(at.low, at.high) || sum.near > 8192) continue;
      if (level)
        count_near(p, level - 1, i * width + static_cast<std::size_t>(j), at, sum);
      else
        ++sum.near, sum.begun += meets(at.from, at.to);
    }
  }
  struct ends {
    double low, high, from, to;  // of its motion, and where it starts
  };
  ends ends_of(std::size_t i, int k) const noexcept {
    const auto column = [&](int c) { return double{at(r.a.column[c], i)}; };
    double low, high;
    if (r.a.what == kind::corners)
      low = column(2 * k), high = column(2 * k + 1);
    else if (r.a.what == kind::point)
      low = high = column(k);
    else
      low = column(k) - column(2 + k), high = column(k) + column(2 + k);
    const double d = r.da.present ? double{at(r.da.column[k], i)} : 0;
    return {low + std::min(d, 0.0), high + std::max(d, 0.0), low, high};
  }
};

// Movers that a chart says nothing about: their columns, and what is found about them.
struct left_over {
  enum { time = 7, normal = 8, position = 10, columns = 12 };
  float* words;
  index* hit;
  std::size_t room;

  left_over(memory& s, std::size_t most)
      : words(s.flying.need(columns * (most + width) + most / 4 + 1)), hit(s.firsts.need(most)), room(most + width) {}
  float* operator[](int column) const noexcept { return words + static_cast<std::size_t>(column) * room; }

  // ask(request, records) about n of them, and files the answers with the others.
  template <class Ask> void finish(request r, const records& to, std::size_t n, const Ask& ask) const {
    r.a.what = kind::corners, r.a.count = n;
    for (int c = 0; c < 4; ++c) r.a.column[c] = {(*this)[c], 0};
    for (int k = 0; k < 2; ++k) r.da.column[k] = {(*this)[4 + k], 0};
    r.da.present = true;
    records found;
    std::uint8_t* const flags = reinterpret_cast<std::uint8_t*>((*this)[columns]);
    found.index = hit, found.time = (*this)[time], found.flags = flags;
    for (int k = 0; k < 2; ++k) {
      if (to.normal[k]) found.normal[k] = (*this)[normal + k];
      if (to.position[k]) found.position[k] = (*this)[position + k];
    }
    std::fill_n(hit, n, none);
    ask(r, found);
    for (std::size_t k = 0; k < n; ++k) {
      if (hit[k] == none) continue;
      index i;
      std::memcpy(&i, (*this)[6] + k, sizeof i);
      if (to.index) to.index[i] = hit[k];
      if (to.time) to.time[i] = found.time[k];
      if (to.flags) to.flags[i] = flags[k];
      for (int d = 0; d < 2; ++d) {
        if (to.normal[d]) to.normal[d][i] = found.normal[d][k];
        if (to.position[d]) to.position[d][i] = found.position[d][k];
      }
    }
  }
};

// False: it would not pay, or there is none to be had.
bool ask_chart(const question& q) {
  const first_rules rules = rules_of(q);
  cell_memory& own = memory_of(q.c, 0).chart;
  const std::size_t items = q.g.over.items;
  if (!rules.settle || q.g.dims != 2 || items == 0 || own.taken || !chart_pays(q.n, items, {})) return false;
  const sizes_of size(q.r, q.n);
  outlook seen = size.look_at(q.g);
  if (!chart_pays(q.n, items, seen)) return false;
  const obstacles among(own, q.g);
  charted chart(among, q.n, size.reach, size.grow, own);
  seen.entries = static_cast<double>(chart.divide());
  chart.count(own, q.c);
  size.look_at(chart, seen);
  if (chart_pays(q.n, items, seen)) chart.fill(own, q.c);
  if (!chart.map.start) return false;
  if (!chart.map.crowded) chart.mark(own);
  q.each_space([&](memory& s) { left_over(s, q.most); });
  q.each_part([&](const request& part, const records& answers, memory& s) {
    if (rules.details || !chart.map.crowded) clear(answers, part.a.count);
    nearest_of found(q.e, part, answers);
    first_rules mine = rules;
    mine.answers = answers;
    const left_over rest(s, q.most);
    chart_request asked{part.a, part.da, chart.map, {}};
    for (int i = 0; i < 7; ++i) asked.out[i] = rest[i];
    const std::size_t left = q.e.broad->spot(asked, mine, {&found, nearest_of::take});
    found.flush();
    if (left) rest.finish(part, answers, left, [&](const request& r, const records& to) { ask_packets(q, r, to, s); });
  });
  return true;
}

}  // namespace

void grid::firsts_of(const request& asked, const hit_columns3& out, const crew& c) const {
  const default_float_state here;
  const grid_body& g = *body_;
  const wanted want(out);
  const char* const wrong = g.wrong_with(asked);
  if (wrong) say_wrong(asked, wrong);
  if (wrong || (short_of_workspaces(c) && !want.nothing())) return write_nothing(out, 0, all_rows);
  if (want.nothing()) return;
  request r = asked;
  if (r.flip) std::swap(r.a, r.b), std::swap(r.da, r.db);
  if (r.a.count > want.capacity) {
    breach("hitscan: an output is shorter than the batch");
    if (checked_build) return write_nothing(out, 0, all_rows);
    write_nothing(out, want.capacity, r.a.count);
    r.a.count = want.capacity;
  }
  g.put_items(r.b, r.test), r.db.present = false;
  if (r.a.count == 0 || !(r.until > 0) || apart(r)) return clear(want.to, r.a.count);
  const question q(g, r, want.to, c);
  if (g.rays) return walk_all(q);
  q.each_space([&](memory& s) { s.for_firsts(q.most, g.over.items, g.dims); });
  if (ask_chart(q)) return;
  q.each_part([&](const request& part, const records& answers, memory& s) {
    clear(answers, part.a.count);
    ask_packets(q, part, answers, s);
  });
}

}  // namespace hitscan
