#include "crossover.hpp"

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

// Both ways write the same columns, so that their answers can be compared.
hs::hit_columns all_columns(results& r) {
  return {.index = r.list,
          .time = r.times,
          .normal_x = r.normal_x,
          .normal_y = r.normal_y,
          .position_x = r.position_x,
          .position_y = r.position_y,
          .flags = r.flags};
}

// The reference answers by brute force; then the two ways on `which`.
instance two_ways(hs::isa which, const std::shared_ptr<results>& out, const std::function<void(std::size_t)>& brute,
                  const std::function<void(std::size_t)>& grid) {
  const std::string isa = hs::name(which);
  return {.exact = out,
          .plain = nullptr,
          .variants = {{.label = "scalar", .library = true, .which = hs::isa::scalar, .run = brute},
                       {.label = "brute-" + isa, .library = true, .which = which, .run = brute},
                       {.label = "grid-" + isa, .library = true, .which = which, .run = grid}},
          .answer = nullptr,
          .compare = nullptr,
          .golden = nullptr};
}

// n bullets, each looks for the first of m walls. Walls stay as dense as 256 in one field are.
row first_hits(hs::isa which, std::size_t n, std::size_t m) {
  const auto open = [=] {
    float factor = 1;
    for (std::size_t room = 256; room < m; room *= 4) factor *= 2;
    const auto walls = crowd2("crossing walls", scenes::spread(scenes::walls(), factor), m);
    const auto movers = crowd2("crossing bullets", scenes::spread(scenes::bullets(), factor), n);
    auto out = std::make_shared<results>(form::records, n);
    out->count = n;
    const auto world = std::make_shared<hs::world>();
    const auto ask = [=](std::size_t k, const auto& query) {
      const std::size_t first = k % scenes::fresh;
      out->count = n;
      query(movers->boxes(first, n), movers->motions(first, n, false), walls->boxes(0, m), all_columns(*out));
    };
    return two_ways(
        which, out, [=](std::size_t k) { ask(k, [](const auto&... all) { hs::sweep_nearest(all...); }); },
        [=](std::size_t k) {
          ask(k, [&](const auto& a, const auto& steps, const auto& b, const auto& to) {
            world->rebuild(b);
            world->sweep_nearest(a, steps, to, {.by = hs::method::grid});
          });
        });
  };
  const std::string isa = hs::name(which);
  return {.query = "sweep_nearest",
          .scene = "crossing",
          .kernel = "",
          .what = form::records,
          .n = n,
          .bytes = 0,
          .labels = {"scalar", "brute-" + isa, "grid-" + isa},
          .open = open,
          .m = m};
}

}  // namespace

bool is_crossover(const row& r) { return r.m > 0 && r.scene == "crossing"; }

std::vector<row> crossover_rows(const options& o) {
  std::vector<row> out;
  const hs::isa which = best_wanted(o);
  if (which == hs::isa::scalar || !o.filter.empty() || !o.sizes.empty()) return out;
  for (std::size_t m = o.quick ? 64 : 16; m <= 4096; m *= o.quick ? 8 : 4)
    for (std::size_t n = 16; n <= 16384; n *= 4)
      if (n * m <= std::size_t{1} << 22) out.push_back(first_hits(which, n, m));
  return out;
}

std::vector<crossover> crossovers(const std::vector<measured>& all) {
  struct point {
    double n, ratio;  // brute / grid
  };
  std::vector<crossover> out;
  std::vector<std::vector<point>> points;
  for (const measured& m : all) {
    if (!is_crossover(*m.what)) continue;
    const auto starting = [&](const char* with) {
      return std::ranges::find_if(m.variants, [&](const timing& t) { return t.label.starts_with(with); });
    };
    const timing &brute = *starting("brute-"), &grid = *starting("grid-");
    auto at =
        std::ranges::find_if(out, [&](const crossover& c) { return c.query == m.what->query && c.m == m.what->m; });
    if (at == out.end()) {
      out.push_back({.query = m.what->query,
                     .scene = m.what->scene,
                     .isa = grid.label.substr(grid.label.find('-') + 1),
                     .m = m.what->m,
                     .n = 0});
      points.emplace_back();
      at = out.end() - 1;
    }
    points[static_cast<std::size_t>(at - out.begin())].push_back(
        {static_cast<double>(m.what->n), brute.median() / grid.median()});
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::vector<point>& p = points[i];
    std::ranges::sort(p, {}, &point::n);
    // The last time that the grid becomes the faster one: small numbers are noisy.
    std::size_t k = p.size();
    while (k > 0 && p[k - 1].ratio >= 1) --k;
    if (k == p.size()) continue;
    out[i].always = k == 0;
    out[i].n = p[k].n;
    if (k > 0) {
      const double low = std::log(p[k - 1].ratio), high = std::log(p[k].ratio);
      out[i].n = p[k - 1].n * std::pow(p[k].n / p[k - 1].n, -low / (high - low));
    }
  }
  return out;
}

}  // namespace bench
