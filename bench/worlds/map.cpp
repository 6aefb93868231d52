#include "map.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <hitscan/hitscan.hpp>
#include <random>
#include <vector>

#include "../opponents/plain_broad.hpp"

namespace {

namespace hs = hitscan;

enum class asked { moves, rays, pairs };
constexpr const char* names[] = {"short", "rays", "pairs"};

struct world_map {
  plain::boxes items;
  std::vector<float> x, y, dx, dy;  // who asks, and how far it goes
  hs::boxes view() const {
    return {.min_x = items.min_x, .min_y = items.min_y, .max_x = items.max_x, .max_y = items.max_y};
  }
};

// Items 16 to 48 wide, one in 64 x 64 of the field: a sixteenth of that in `sparse`, nine tenths of them in twenty
// clusters in `clustered`, 2 to 200 wide in `sizes`. Short: 4 to 16 a frame, of boxes 8 x 8. Long: rays of half the
// field.
world_map draw(const char* name, asked what, std::size_t n, std::size_t m) {
  world_map w;
  std::mt19937 bits(9);
  const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  const float side = (is("sparse") ? 1024.0f : 64.0f) * std::sqrt(static_cast<float>(m));
  std::vector<float> cluster;
  for (int k = 0; k < 40; ++k) cluster.push_back(real(0, side));
  for (std::size_t i = 0; i < m; ++i) {
    float x = real(0, side), y = real(0, side);
    if (is("clustered") && bits() % 10) {
      const unsigned k = bits() % 20;
      x = cluster[k] + real(-side, side) / 40, y = cluster[k + 20] + real(-side, side) / 40;
    }
    const float half = is("sizes") ? std::exp2(real(0, 6.64f)) : real(8, 24);
    w.items.min_x.push_back(x - half), w.items.max_x.push_back(x + half);
    w.items.min_y.push_back(y - half), w.items.max_y.push_back(y + half);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const float a = real(0, 6.2831853f), far = what == asked::rays ? side / 2 : real(4, 16);
    w.x.push_back(real(0, side)), w.y.push_back(real(0, side));
    w.dx.push_back(far * std::cos(a)), w.dy.push_back(far * std::sin(a));
  }
  return w;
}

// The best of many, in microseconds: as many as fit into `spend` milliseconds, and one at least.
template <class F> double best_us(double spend, F run) {
  using clock = std::chrono::steady_clock;
  double best = 1e30, sum = 0;
  for (int k = 0; k < 1 || (sum < 1e3 * spend && k < 4000); ++k) {
    const auto before = clock::now();
    run();
    const double us = std::chrono::duration<double, std::micro>(clock::now() - before).count();
    best = us < best ? us : best, sum += us;
  }
  return best;
}

struct answers {
  std::vector<hs::index> index, second;
  std::vector<float> time;
  std::size_t total = 0;
  explicit answers(std::size_t n) : index(n), second(n), time(n) {}
  hs::hit_columns columns() { return {.index = index, .time = time}; }
  // Beyond what was found may be anything.
  bool operator==(const answers& o) const {
    const auto same = [&](const auto& a, const auto& b, std::size_t n) {
      return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n), b.begin());
    };
    return total == o.total && same(index, o.index, total ? total : index.size()) && same(second, o.second, total) &&
           time == o.time;
  }
};

struct worst_case {
  double ratio = 0;
  char where[96] = "";
};

constexpr double most_pairs = 2e7;  // beyond, brute force is not tried
constexpr double most_rays = 1e9;   // beyond, rays take a grid seconds
constexpr double spend = 1;         // ms a figure and turn
constexpr int turns = 5;            // the four take turns: what disturbs one disturbs all

std::size_t one_cell(const char* name, asked what, std::size_t n, std::size_t m, worst_case& worst, worst_case& tiny) {
  const world_map s = draw(name, what, n, m);
  const hs::boxes items = s.view();
  const hs::centred_boxes movers{.x = s.x, .y = s.y, .half_x = 4.0f, .half_y = 4.0f};
  const hs::motions steps{.dx = s.dx, .dy = s.dy};
  const hs::segments segments{.x = s.x, .y = s.y, .dx = s.dx, .dy = s.dy};
  const auto ask = [&](auto& who, answers& to) {
    if (what == asked::pairs)
      to.total = who.overlap_pairs({to.index, to.second}).total;
    else if (what == asked::rays)
      who.cast_nearest(segments, to.columns());
    else
      who.sweep_nearest(movers, steps, to.columns());
  };
  const bool brute = static_cast<double>(n) * static_cast<double>(m) <= most_pairs;
  hs::world flat, chosen;
  hs::grid g;
  hs::tree t;
  const std::size_t room = what == asked::pairs ? 400 * n : n;  // more than there are
  // One place that all write to: another may be a better one.
  answers out(room), by_brute(room), by_grid(room), by_tree(room), by_world(room);
  flat.use(hs::method::brute);
  std::size_t wrong = 0;
  for (const bool kept : {false, true}) {
    flat.rebuild(items), g.rebuild(items), t.build(items), chosen.rebuild(items);
    const auto fresh = [&](auto build, auto query) {
      return best_us(spend, [&] {
        if (!kept) build();
        query();
      });
    };
    // Items that stay are sorted once that has paid: that is over before the clock starts.
    if (kept) (void)best_us(80 * spend, [&] { ask(chosen, out); });
    double b = 1e30, gu = 1e30, tu = 1e30, wu = 1e30;
    const auto less = [](double& best, double now) { best = std::min(best, now); };
    for (int k = 0; k < turns; ++k) {
      if (brute) less(b, fresh([&] { flat.rebuild(items); }, [&] { ask(flat, out); })), by_brute = out;
      less(gu, fresh([&] { g.rebuild(items); }, [&] { ask(g, out); })), by_grid = out;
      less(tu, fresh([&] { t.build(items); }, [&] { ask(t, out); })), by_tree = out;
      less(wu, fresh([&] { chosen.rebuild(items); }, [&] { ask(chosen, out); })), by_world = out;
    }
    wrong += !(by_grid == by_tree) + !(by_grid == by_world) + (brute && !(by_grid == by_brute));
    const double best = std::min({b, gu, tu}), ratio = wu / best;
    char where[96];
    std::snprintf(where, sizeof where, "%-9s %-5s %-7s %7zu %7zu", name, names[static_cast<int>(what)],
                  kept ? "kept" : "rebuilt", n, m);
    std::printf("%s %11.2f %11.2f %11.2f %11.2f  %-5s %5.2f%s\n", where, brute ? b : 0.0, gu, tu, wu,
                hs::name(chosen.used()), ratio,
                wrong         ? "  WRONG"
                : ratio > 1.2 ? "  *"
                              : "");
    worst_case& of = best < 1 ? tiny : worst;
    if (ratio > of.ratio) of.ratio = ratio, std::memcpy(of.where, where, sizeof where);
  }
  return wrong;
}

}  // namespace

std::size_t map(const char* only) {
  std::size_t wrong = 0;
  worst_case worst, tiny;  // below a microsecond the clock's own steps count
  std::printf("%-9s %-5s %-7s %7s %7s %11s %11s %11s %11s  picks ratio   us on %s\n", "map", "", "items", "asking",
              "items", "brute", "grid", "tree", "world", hs::name(hs::active_isa()));
  for (const char* name : {"uniform", "clustered", "sparse", "sizes"})
    for (const asked what : {asked::moves, asked::rays, asked::pairs})
      for (const std::size_t m : {10ul, 100ul, 1000ul, 10000ul, 100000ul})
        for (const std::size_t n : {1ul, 10ul, 100ul, 1000ul, 10000ul, 100000ul}) {
          const bool sensible = what == asked::moves ||
                                (what == asked::pairs ? n == m && n <= 10000
                                                      : static_cast<double>(n) * static_cast<double>(m) <= most_rays);
          if (sensible && (!only || std::strcmp(only, name) == 0)) wrong += one_cell(name, what, n, m, worst, tiny);
        }
  std::printf("worst below 1 us: %s  %.2f\nworst: %s  %.2f\n", tiny.where, tiny.ratio, worst.where, worst.ratio);
  return wrong;
}
