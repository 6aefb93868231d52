#include "map.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <hitscan/hitscan.hpp>
#include <random>
#include <vector>

#include "../../src/world/cost.hpp"
#include "../opponents/plain_broad.hpp"

namespace {

namespace hs = hitscan;

enum class asked { moves, long_moves, rays, pairs };
constexpr const char* names[] = {"short", "long", "rays", "pairs"};

struct world_map {
  plain::boxes items;
  std::vector<float> x, y, dx, dy;  // who asks, and how far it goes
  hs::boxes view() const {
    return {.min_x = items.min_x, .min_y = items.min_y, .max_x = items.max_x, .max_y = items.max_y};
  }
};

// Items 16 to 48 wide, one in 64 x 64 of the field: a sixteenth of that in `sparse`, nine tenths of them in twenty
// clusters in `clustered`, 2 to 200 wide in `sizes`. Short: 4 to 16 a frame, of boxes 8 x 8. Long: 100 to 400. Rays:
// half the field.
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
    const float a = real(0, 6.2831853f), far = what == asked::rays         ? side / 2
                                               : what == asked::long_moves ? real(100, 400)
                                                                           : real(4, 16);
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

// A world that answers one way, or as it thinks best. The first query after rebuild sorts or files what it needs.
struct way {
  std::optional<hs::method> by;
  answers got;
  hs::world world{};
  double us = 1e30;
};

double most_pairs() { return hs::active_isa() == hs::isa::scalar ? 1e6 : 2e7; }  // beyond, brute force is not tried
constexpr double most_rays = 1e9;                                                // beyond, rays take a grid seconds
constexpr double spend = 1;                                                      // ms a figure and turn
constexpr int turns = 5;  // the four take turns: what disturbs one disturbs all

// What a question took by brute force (0: not tried), grid and tree, of items new and kept.
struct measured {
  asked what;
  double n, m, fresh[3], kept[3];
  bool descending;  // kept, the few of many are asked by the BVH, which those that are new do without
  hs::detail::broad::question_terms terms;
};

std::size_t one_cell(const char* name, asked what, std::size_t n, std::size_t m, worst_case& worst, worst_case& tiny,
                     std::vector<measured>& all) {
  const world_map s = draw(name, what, n, m);
  const hs::boxes items = s.view();
  const hs::centred_boxes movers{.x = s.x, .y = s.y, .half_x = 4.0f, .half_y = 4.0f};
  const hs::motions steps{.dx = s.dx, .dy = s.dy};
  const hs::segments segments{.x = s.x, .y = s.y, .dx = s.dx, .dy = s.dy};
  const answers empty(what == asked::pairs ? 400 * n : n);  // more than there are
  answers out = empty;                                      // one place that all write to: another may be a better one
  const auto ask = [&](const way& w) {
    if (what == asked::pairs)
      out.total = w.world.overlap_pairs({out.index, out.second}, {.by = w.by}).total;
    else if (what == asked::rays)
      w.world.cast_nearest(segments, out.columns(), {.by = w.by});
    else
      w.world.sweep_nearest(movers, steps, out.columns(), {.by = w.by});
  };
  const bool few = static_cast<double>(n) * static_cast<double>(m) <= most_pairs();
  way ways[] = {{hs::method::brute, empty}, {hs::method::grid, empty}, {hs::method::tree, empty}, {{}, empty}};
  const std::span<way> tried = std::span(ways).subspan(few ? 0 : 1);
  const way &brute = ways[0], &grid = ways[1], &tree = ways[2], &chosen = ways[3];
  std::size_t wrong = 0;
  measured row{
      what, static_cast<double>(n), static_cast<double>(m), {}, {}, 16 * n <= m && m >= hs::detail::broad::worth_a_bvh,
      {}};
  for (const bool kept : {false, true}) {
    const auto frame = [&](way& w) {
      if (!kept) w.world.rebuild(items);
      ask(w);
    };
    for (way& w : tried) {
      w.us = 1e30;
      w.world.rebuild(items);
      // Items that stay are sorted once, or once that has paid: that is over before the clock starts.
      if (kept) (void)best_us(w.by ? 0 : 80 * spend, [&] { frame(w); });
    }
    for (int k = 0; k < turns; ++k)
      for (way& w : tried) w.us = std::min(w.us, best_us(spend, [&] { frame(w); })), w.got = out;
    for (const way& w : tried) wrong += !(w.got == grid.got);
    double* const us = kept ? row.kept : row.fresh;
    us[0] = few ? brute.us : 0, us[1] = grid.us, us[2] = tree.us;
    const double best = std::min({brute.us, grid.us, tree.us}), ratio = chosen.us / best;
    char where[96];
    std::snprintf(where, sizeof where, "%-9s %-5s %-7s %7zu %7zu", name, names[static_cast<int>(what)],
                  kept ? "kept" : "rebuilt", n, m);
    std::printf("%s %11.2f %11.2f %11.2f %11.2f  %-5s %5.2f%s\n", where, few ? brute.us : 0.0, grid.us, tree.us,
                chosen.us, hs::name(chosen.world.used()), ratio,
                wrong         ? "  WRONG"
                : ratio > 1.2 ? "  *"
                              : "");
    worst_case& of = best < 1 ? tiny : worst;
    if (ratio > of.ratio) of.ratio = ratio, std::memcpy(of.where, where, sizeof where);
  }
  const hs::detail::kind corners = hs::detail::kind::corners;
  row.terms = hs::detail::broad::terms_of(
      hs::detail::broad::lender::of(chosen.world),
      what == asked::rays ? hs::detail::lowered_to<hs::detail::cast_verb>(corners, {}, segments)
                          : hs::detail::lowered_to<hs::detail::sweep_verb>(corners, {}, movers, steps),
      row.descending);
  all.push_back(row);
  return wrong;
}

std::size_t map_of(const char* only, std::vector<measured>& all) {
  std::size_t wrong = 0;
  worst_case worst, tiny;  // below a microsecond the clock's own steps count
  std::printf("%-9s %-5s %-7s %7s %7s %11s %11s %11s %11s  picks ratio   us on %s\n", "map", "", "items", "asking",
              "items", "brute", "grid", "tree", "world", hs::name(hs::active_isa()));
  for (const char* name : {"uniform", "clustered", "sparse", "sizes"})
    for (const asked what : {asked::moves, asked::long_moves, asked::rays, asked::pairs})
      for (const std::size_t m : {3ul, 10ul, 100ul, 1000ul, 10000ul, 100000ul})
        for (const std::size_t n : {1ul, 10ul, 100ul, 1000ul, 10000ul, 100000ul}) {
          const bool sensible =
              what == asked::moves || what == asked::long_moves ||
              (what == asked::pairs ? n == m : static_cast<double>(n) * static_cast<double>(m) <= most_rays);
          // The scalar reference takes its time: of it smaller maps have to do.
          if (n * m > 100000000 && hs::active_isa() == hs::isa::scalar) continue;
          if (sensible && (!only || std::strcmp(only, name) == 0))
            wrong += one_cell(name, what, n, m, worst, tiny, all);
        }
  std::printf("worst below 1 us: %s  %.2f\nworst: %s  %.2f\n", tiny.where, tiny.ratio, worst.where, worst.ratio);
  return wrong;
}

// Factors, none of them negative, that make the sums of terms come near the times: too little by half is as bad as
// twice too much. So squares of what they are off by are weighed by time and sum, which takes a few turns; in each of
// them one factor after the other is made the best that it can be.
template <std::size_t N> class fitting {
 public:
  void add(const std::array<float, N>& terms, double us) {
    if (us > 0.02) rows_.push_back({terms, us, us});  // less is the clock's own steps
  }
  void print() {
    double factor[N]{};
    for (int turn = 0; turn < 30; ++turn) {
      double square[N][N]{}, sum[N]{};
      for (const row& r : rows_)
        for (std::size_t i = 0; i < N; ++i) {
          for (std::size_t k = 0; k < N; ++k)
            square[i][k] += double{r.terms[i]} * double{r.terms[k]} / (r.us * r.about);
          sum[i] += double{r.terms[i]} / r.about;
        }
      for (int step = 0; step < 3000; ++step)
        for (std::size_t i = 0; i < N; ++i) {
          double rest = sum[i];
          for (std::size_t k = 0; k < N; ++k) rest -= k == i ? 0 : square[i][k] * factor[k];
          factor[i] = square[i][i] > 0 ? std::max(0.0, rest / square[i][i]) : 0;
        }
      for (row& r : rows_) {
        double now = 0;
        for (std::size_t i = 0; i < N; ++i) now += factor[i] * double{r.terms[i]};
        r.about = std::sqrt(r.about * std::max(now, r.us / 50));
      }
    }
    std::printf("{");
    for (std::size_t i = 0; i < N; ++i) std::printf("%s%#.3gf", i ? ", " : "", factor[i] + 1e-9);
    std::printf("}");
  }

 private:
  struct row {
    std::array<float, N> terms;
    double us, about;
  };
  std::vector<row> rows_;
};

void print_fit(const std::vector<measured>& all) {
  fitting<5> brute, few;
  fitting<9> grid;
  fitting<8> tree;
  fitting<4> list, file;
  fitting<2> flat_pairs, sorted_pairs;
  for (const measured& r : all) {
    const double copy = r.kept[0] > 0 ? r.fresh[0] - r.kept[0] : 0;
    if (r.what == asked::pairs) {
      const float n = static_cast<float>(r.n);
      if (r.kept[0] > 0) flat_pairs.add({n, n * n}, r.kept[0]);
      sorted_pairs.add({1, n}, r.kept[1]);
      // What is made first: pairs need all items sorted, first hits of new ones but listed.
      if (r.fresh[1] > 1.1 * r.kept[1]) list.add(r.terms.list, r.fresh[1] - r.kept[1]);
      continue;
    }
    if (r.kept[0] > 0 && hs::detail::broad::few(static_cast<std::size_t>(r.m), static_cast<std::size_t>(r.n)))
      few.add(r.terms.few, r.kept[0]);
    else if (r.kept[0] > 0)
      brute.add(r.terms.brute, r.kept[0]);
    const bool sifts = !r.descending && 8 * r.n <= r.m && r.m >= double{hs::detail::broad::worth_a_bvh};
    if (!sifts) grid.add(r.terms.grid, r.kept[1]);  // who looks at all items each time is told by `list` as well
    tree.add(r.terms.tree, r.kept[2]);
    // The same, where it is not lost in the noise of what is asked.
    const double listing = r.fresh[1] - r.kept[1] - copy, filing = r.fresh[2] - r.kept[2] - copy;
    if (r.kept[0] > 0 && !r.descending && listing > 0.1 * r.kept[1])
      list.add({r.terms.list[0], r.terms.list[1], 0, 0}, listing);
    if (r.kept[0] > 0 && filing > 0.1 * r.kept[2]) file.add(r.terms.file, filing);
  }
  std::printf("constexpr cost_factors of_%s{\n", hs::name(hs::active_isa()));
  const char* between = "    ";
  const auto put = [&](auto& f) { std::printf("%s", between), f.print(), between = ",\n    "; };
  put(brute), put(few), put(grid), put(tree), put(list), put(file), put(flat_pairs), put(sorted_pairs);
  std::printf("};\n");
}

}  // namespace

std::size_t map(const char* only) {
  std::vector<measured> all;
  return map_of(only, all);
}

std::size_t fit() {
  std::size_t wrong = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::vector<measured> all;
    wrong += map_of(nullptr, all);
    print_fit(all);
  }
  return wrong;
}
