// hs::world beside other libraries, brute force and the grid of an afternoon, in one run: ./run bench --peers
//
//   hitscan_peers [file]      prints the table; writes it as JSON as well
//
// Milliseconds a frame on one thread, everything rebuilt in every frame; the best of five rounds, for all alike. All
// are asked the same, and their answers are compared before their times are believed. The least of a row has a star;
// behind it stands by how much the best of the others is slower than hitscan (below 1: it wins, and the row says so).
#include "peers.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

#include "../harness/facts.hpp"
#include "../worlds/rays.hpp"

namespace {

using namespace many;

std::vector<const peer*> found() {
  return {
#if defined(HAVE_BOX2D)
    &box2d,
#endif
#if defined(HAVE_BOOST)
        &boost_rtree,
#endif
#if defined(HAVE_CHIPMUNK)
        &chipmunk,
#endif
#if defined(HAVE_EMBREE)
        &embree,
#endif
  };
}

std::string json;  // rows of the file

// One row of the file: who took how long, null where nobody asked.
void note(const std::string& what, const char* scene, std::size_t n, std::size_t m, const char* unit,
          const std::vector<std::pair<std::string, double>>& times, bool right) {
  const auto number = [](double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return x < 0 ? std::string("null") : std::string(text);
  };
  json += (json.empty() ? "" : ",\n") + std::string("{\"query\": \"") + what + "\", \"scene\": \"" + scene +
          "\", \"asking\": " + std::to_string(n) + ", \"items\": " + std::to_string(m) + ", \"unit\": \"" + unit +
          "\", \"right\": " + (right ? "true" : "false") + ", \"times\": {";
  for (std::size_t k = 0; k < times.size(); ++k)
    json += (k ? ", \"" : "\"") + times[k].first + "\": " + number(times[k].second);
  json += "}}";
}

constexpr const char* usual[] = {"hitscan", "brute", "brute SIMD", "plain grid"};

struct row {
  std::vector<double> ms;  // hitscan's first; negative: not asked
  std::vector<bool> right;
  void add(double time, bool same) { ms.push_back(time), right.push_back(same); }
  bool print(const char* what, const char* name, std::size_t n, std::size_t m) const {
    std::vector<std::pair<std::string, double>> times;
    const std::vector<const peer*> peers = found();
    for (std::size_t k = 0; k < ms.size(); ++k)
      times.emplace_back(k < std::size(usual) ? usual[k] : peers[k - std::size(usual)]->name, right[k] ? ms[k] : -1);
    note(what, name, n, m, "ms", times, right[0]);
    std::size_t least = 0, other = 0;
    for (std::size_t k = 1; k < ms.size(); ++k) {
      if (ms[k] < 0 || !right[k]) continue;
      if (ms[k] < ms[least]) least = k;
      if (other == 0 || ms[k] < ms[other]) other = k;
    }
    std::printf("%-16s %8zu %6zu", name, n, m);
    bool fine = true;
    for (std::size_t k = 0; k < ms.size(); ++k) {
      fine = fine && (ms[k] < 0 || right[k]);
      if (ms[k] < 0)
        std::printf(" %13s ", "-");
      else
        std::printf(" %13.3f%s", ms[k], !right[k] ? "!" : k == least ? "*" : " ");
    }
    std::printf("  x %.1f%s\n", other ? ms[other] / ms[0] : 0.0, least ? "  hitscan is not the fastest" : "");
    return fine;
  }
};

bool first_hits(const char* name, std::size_t n, std::size_t m) {
  const scene s = draw(name, n, m);
  std::vector<std::uint32_t> index(n), who(n);
  std::vector<float> time(n), when(n);
  const hs::motions steps{.dx = s.dx, .dy = s.dy};
  plain::grid cells;
  row r;
  hs::world w;
  const double ours = best_ms(equal_rounds, [&] {
    w.rebuild(view(s.targets));
    w.sweep_nearest(view(s.movers), steps, {.index = index, .time = time});
  });
  // Plain code rounds, so a graze may differ; but all plain code alike.
  const double grid_ms = best_ms(equal_rounds, [&] {
    cells.build(s.targets, s.cell, 0, 0, s.width, s.height);
    plain::first_hits(s.movers, s.dx, s.dy, s.targets, cells, who.data(), when.data());
  });
  std::size_t differ = 0;
  for (std::size_t i = 0; i < n; ++i) differ += std::fabs(time[i] - when[i]) > 1e-4f;
  r.add(ours, differ <= n / 1000);
  const bool few = n * m <= 20000000;
  std::vector<std::uint32_t> i2(n);
  std::vector<float> t2(n);
  const auto compared = [&](double ms) {
    std::size_t off = 0;
    for (std::size_t i = 0; i < n; ++i) off += t2[i] != when[i];
    r.add(ms, off == 0);
  };
  if (few) {
    compared(
        best_ms(equal_rounds, [&] { plain::first_hits_brute(s.movers, s.dx, s.dy, s.targets, i2.data(), t2.data()); }));
    r.add(best_ms(equal_rounds,
                  [&] { hs::sweep_nearest(view(s.movers), steps, view(s.targets), {.index = i2, .time = t2}); }),
          true);
    r.right.back() = i2 == index && t2 == time;
  } else
    r.add(-1, true), r.add(-1, true);
  r.add(grid_ms, true);
  for (const peer* p : found()) compared(best_ms(equal_rounds, [&] { p->first(s, i2.data(), t2.data()); }));
  return r.print("first hits", name, n, m);
}

bool pairs(const char* name, std::size_t n, float least, float greatest) {
  const plain::boxes b = crowd(n, least, greatest);
  const float width = std::sqrt(static_cast<float>(n)) * 20;
  std::vector<std::uint32_t> first, second;
  plain::grid cells;
  const double grid_ms = best_ms(equal_rounds, [&] {
    cells.build(b, 32, 0, 0, width, width);
    plain::overlaps(b, cells, first, second);
  });
  const std::size_t all = first.size();
  hs::world w;
  std::size_t met = 0;
  row r;
  r.add(best_ms(equal_rounds,
                [&] {
                  w.rebuild(view(b));
                  met = w.overlap_pairs_unordered({first, second}).total;
                }),
        true);
  r.right[0] = met == all;
  std::size_t n2 = 0;
  if (n <= 10000) {
    const double scalar = best_ms(equal_rounds, [&] {
      n2 = 0;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) n2 += overlap(b, i, j);
    });
    r.add(scalar, n2 == all);
    const double vectors = best_ms(equal_rounds, [&] {
      n2 = 0;
      for (std::size_t i = 0; i < n; ++i)
        n2 += hs::overlap_count(hs::box{{b.min_x[i], b.min_y[i]}, {b.max_x[i], b.max_y[i]}}, view(b)) - 1;
      n2 /= 2;
    });
    r.add(vectors, n2 == all);
  } else
    r.add(-1, true), r.add(-1, true);
  r.add(grid_ms, true);
  for (const peer* p : found()) {
    const double ms = best_ms(equal_rounds, [&] { n2 = p->pairs(b); });
    r.add(ms, n2 == all);
  }
  return r.print("overlapping pairs", name, n, all);
}

// What a number means nothing without, named as in bench.json.
std::string about() {
  const std::time_t t = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&t));
  return std::string("\"date\": \"") + date + "\", \"commit\": \"" + bench::commit() + "\", \"cpu_model\": \"" +
         bench::cpu_model() + "\", \"compiler\": \"" + bench::compiler() + "\", \"isa\": \"" +
         hs::name(hs::active_isa()) + '"';
}

// Nanoseconds an item while the world grows with what is in it.
void growth() {
  std::printf("\nns an item, the world growing with it\n%9s %14s %14s %14s %14s\n", "items", "first: hitscan",
              "plain grid", "pairs: hitscan", "plain grid");
  for (const std::size_t n : {1000ul, 3000ul, 10000ul, 30000ul, 100000ul, 300000ul, 1000000ul}) {
    // A mover for each item, all in boxes of one density.
    const plain::boxes b = crowd(n, 8, 16);
    const float width = std::sqrt(static_cast<float>(n)) * 20;
    std::vector<float> d(n, 6.0f), time(n);
    std::vector<std::uint32_t> index(n), first, second;
    plain::boxes targets;
    for (std::size_t i = 0; i < n; i += 10)
      targets.min_x.push_back(b.min_x[i]), targets.min_y.push_back(b.min_y[i]), targets.max_x.push_back(b.max_x[i]),
          targets.max_y.push_back(b.max_y[i]);
    const int rounds = n < 100000 ? 9 : 3;
    hs::world w;
    plain::grid cells;
    const double each = 1e6 / static_cast<double>(n);
    const double ours = best_ms(rounds, [&] {
      w.rebuild(view(targets));
      w.sweep_nearest(view(b), hs::motions{.dx = d, .dy = d}, {.index = index, .time = time});
    });
    const double theirs = best_ms(rounds, [&] {
      cells.build(targets, 32, 0, 0, width, width);
      plain::first_hits(b, d, d, targets, cells, index.data(), time.data());
    });
    const double all = best_ms(rounds, [&] {
      cells.build(b, 32, 0, 0, width, width);
      plain::overlaps(b, cells, first, second);
    });
    const double met = best_ms(rounds, [&] {
      w.rebuild(view(b));
      (void)w.overlap_pairs_unordered({first, second});
    });
    note("growth: first hits", "uniform", n, n / 10, "ns an item",
         {{"hitscan", ours * each}, {"plain grid", theirs * each}}, true);
    note("growth: overlapping pairs", "uniform", n, n, "ns an item",
         {{"hitscan", met * each}, {"plain grid", all * each}}, true);
    std::printf("%9zu %14.1f %14.1f %14.1f %14.1f\n", n, ours * each, theirs * each, met * each, all * each);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("ms a frame, one thread, %s; ! = other answers than the plain grid\n%-16s %8s %6s",
              hs::name(hs::active_isa()), "", "asking", "items");
  for (const char* name : usual) std::printf(" %13s ", name);
  for (const peer* p : found()) std::printf(" %13s ", p->name);
  std::printf("\n");
  bool fine = first_hits("uniform", 1000, 100);
  fine &= first_hits("uniform", 10000, 1000);
  fine &= first_hits("uniform", 100000, 1000);
  fine &= first_hits("uniform", 100000, 10000);
  for (const char* name : {"clustered", "sizes", "fast", "sparse"}) fine &= first_hits(name, 100000, 1000);
  std::printf("overlapping pairs: those that meet in place of items\n");
  fine &= pairs("uniform", 10000, 8, 16);
  fine &= pairs("uniform", 100000, 8, 16);
  fine &= pairs("sizes", 100000, 1, 25);
  std::printf("\nfirst hits of 10,000 rays in static worlds of 100,000 boxes: build in ms, ns a ray\n");
  std::vector<ray_times> cast;
  fine &= rays(cast) == 0;
  for (const ray_times& t : cast)
    note("rays, static world", t.world.c_str(), 10000, 100000, "ns a ray",
         {{"hitscan", t.tree}, {"plain grid", t.plain}, {"Embree", t.embree}}, true);
  growth();
  if (argc > 1) {
    std::FILE* const file = std::fopen(argv[1], "w");
    if (!file) return std::perror(argv[1]), 1;
    std::fprintf(file, "{%s, \"rows\": [\n%s\n]}\n", about().c_str(), json.c_str());
    std::fclose(file);
  }
  if (!fine) std::printf("\nerror: not all gave the same answers\n");
  return fine ? 0 : 1;
}
