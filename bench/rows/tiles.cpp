// Many movers on a tile map: 60 x 34 tiles of 32 under the field, a fifth of them solid. Batches of movers and walkers
// are dispatched, what asks one at a time is not; the reference asks about the boxes of all solid tiles.
#include <algorithm>
#include <array>

#include "one_by_one.hpp"
#include "turned.hpp"

namespace bench {
namespace {

struct level_map {
  static constexpr std::uint32_t width = 60, height = 34;
  static constexpr float cell = 32;
  std::vector<std::uint8_t> tiles, thin;
  std::vector<float> min_x, min_y, max_x, max_y;  // of the solid ones
  std::vector<float> pillar_x, pillar_y, hill_x, hill_y;
  std::vector<hs::index> hill_begin{0};
  hs::tile_map whole;

  level_map() : tiles(std::size_t{width} * height), thin(tiles) {
    scenes::rng random(29);
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        if (random.below(5) != 0) continue;
        tiles[std::size_t{y} * width + x] = hs::tile_solid;
        thin[std::size_t{y} * width + x] = x % 2 ? hs::tile_solid : hs::one_way_min_y;
        const hs::box b = map().tile(x, y);
        min_x.push_back(b.min.x), min_y.push_back(b.min.y), max_x.push_back(b.max.x), max_y.push_back(b.max.y);
      }
    const auto below = [&](std::uint32_t n) { return static_cast<float>(random.below(n)); };
    for (int k = 0; k < 8; ++k) {
      pillar_x.push_back(below(1900)), pillar_y.push_back(below(1050));
      const float x = below(1800), y = below(1000);
      for (const float dx : {0.0f, 120.0f, 60.0f}) hill_x.push_back(x + dx);
      for (const float dy : {40.0f, 40.0f, 0.0f}) hill_y.push_back(y + dy);
      hill_begin.push_back(static_cast<hs::index>(hill_x.size()));
    }
    whole = map();
  }
  hs::tile_map map() const { return {.width = width, .height = height, .cell = {cell, cell}, .tiles = tiles}; }
  // The same for walkers: half of them solid from above alone, or with hills and pillars.
  hs::tile_map platforms() const { return {.width = width, .height = height, .cell = {cell, cell}, .tiles = thin}; }
  hs::obstacles all() const { return {.tiles = &whole, .circles = pillars(), .polygons = hills()}; }
  hs::circles pillars() const { return {.x = pillar_x, .y = pillar_y, .radius = 20.0f}; }
  hs::polygons hills() const { return {.x = hill_x, .y = hill_y, .offsets = hill_begin}; }
  hs::boxes boxes() const { return {.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y}; }
  baseline::tile_grid grid() const { return {tiles.data(), width, height, cell}; }
};

// Question k: the movers begin at item k. A longer list would only make the reference slower.
template <class Ask> void add(suite& s, const char* query, const char* scene, form what, double bytes, const Ask& ask) {
  s.add_own({.query = query, .scene = scene, .what = what, .bytes = bytes, .most = 1024}, [=](std::size_t n) {
    return ask(n, std::make_shared<const level_map>(), crowd2("walls", scenes::walls(), n));
  });
}

// Bullets k.. of the crowd as what moves: its columns stand in those of the answer.
void load(const scenes::crowd<2>& c, std::size_t k, std::size_t n, results& r) {
  const auto from = static_cast<std::ptrdiff_t>(k);
  const auto take = [=](const std::vector<float>& column, std::vector<float>& to) {
    std::copy_n(column.begin() + from, n, to.begin());
  };
  take(c.center[0], r.normal_x), take(c.center[1], r.normal_y);
  take(c.step[0], r.position_x), take(c.step[1], r.position_y), r.count = n;
}

// world(level) -> what is walked in.
template <class World> void walkers(suite& s, const char* query, const World& world) {
  s.add_own(
      {.query = query, .scene = "bullets", .what = form::records, .bytes = 16, .plain = false}, [=](std::size_t n) {
        const auto l = std::make_shared<const level_map>();
        auto c = std::make_shared<scenes::crowd<2>>(*crowd2("bullets", scenes::bullets(), n));
        const float half = c->half[0][0];
        for (std::size_t i = 0; i < c->size(); ++i) {
          float &x = c->center[0][i], &y = c->center[1][i];
          const hs::vec2 at = hs::move_and_slide({x, y}, {half, half}, {}, world(*l)).center;
          x = at.x, y = at.y;
        }
        return own_calls{.library =
                             [=](std::size_t k, results& r) {
                               load(*c, k % scenes::fresh, n, r);
                               hs::move_and_slide(hs::walkers{.x = r.normal_x,
                                                              .y = r.normal_y,
                                                              .dx = r.position_x,
                                                              .dy = r.position_y,
                                                              .half_x = half,
                                                              .half_y = half,
                                                              .flags = r.flags},
                                                  world(*l));
                             },
                         .reference =
                             [=](std::size_t k, results& r) {
                               load(*c, k % scenes::fresh, n, r);
                               const auto in = world(*l);
                               for (std::size_t i = 0; i < n; ++i) {
                                 const hs::walked w = hs::move_and_slide({r.normal_x[i], r.normal_y[i]}, {half, half},
                                                                         {r.position_x[i], r.position_y[i]}, in);
                                 r.normal_x[i] = w.center.x, r.normal_y[i] = w.center.y;
                                 r.position_x[i] = w.step.x, r.position_y[i] = w.step.y, r.flags[i] = w.flags;
                               }
                             }};
      });
}

}  // namespace

void tiles(suite& s) {
  using level = std::shared_ptr<const level_map>;
  using movers = std::shared_ptr<const scenes::crowd<2>>;
  add(s, "tiles_sweep_nearest", "boxes", form::times, 24, [](std::size_t n, const level& l, const movers& c) {
    return own_calls{.library =
                         [=](std::size_t k, results& r) {
                           const std::size_t from = k % scenes::fresh;
                           l->map().sweep_nearest(c->boxes(from, n), c->motions(from, n, false), {.time = r.times});
                         },
                     .reference =
                         [=](std::size_t k, results& r) {
                           const std::size_t from = k % scenes::fresh;
                           hs::sweep_nearest(c->boxes(from, n), c->motions(from, n, false), l->boxes(),
                                             {.time = r.times}, {.on = hs::isa::scalar});
                         },
                     .plain =
                         [=](const baseline::loops& p, std::size_t k, results& r) {
                           const std::size_t from = k % scenes::fresh;
                           p.tiles_sweep(l->grid(), rects_of(*c, from), moves_of(*c, from), n, r.times.data());
                         }};
  });
  add(s, "tiles_overlap_any", "boxes", form::mask, 16, [](std::size_t n, const level& l, const movers& c) {
    return own_calls{
        .library =
            [=](std::size_t k, results& r) {
              const std::size_t from = k % scenes::fresh;
              const hs::tile_map map = l->map();
              for (std::size_t w = 0; w < r.words.size(); ++w) {
                std::uint64_t bits = 0;
                for (std::size_t i = 64 * w; i < 64 * w + 64 && i < n; ++i)
                  bits |= std::uint64_t{map.overlap_any(c->box_at(from + i))} << (i % 64);
                r.words[w] = bits;
              }
            },
        .reference = bits_of_each(
            n, [=](std::size_t i) { return hs::overlap_any(c->box_at(i), l->boxes(), {.on = hs::isa::scalar}); }),
        .plain = [=](const baseline::loops& p, std::size_t k,
                     results& r) { p.tiles_overlap(l->grid(), rects_of(*c, k % scenes::fresh), n, r.bytes.data()); }};
  });
  s.add_own({.query = "tiles_cast_nearest", .scene = "rays", .what = form::times, .bytes = 16, .most = 1024},
            [](std::size_t n) {
              const auto l = std::make_shared<const level_map>();
              const auto c = crowd2("rays", scenes::rays(300), n);
              return own_calls{.library =
                                   [=](std::size_t k, results& r) {
                                     l->map().cast_nearest(c->segments(k % scenes::fresh, n), {.time = r.times});
                                   },
                               .reference =
                                   [=](std::size_t k, results& r) {
                                     hs::cast_nearest(c->segments(k % scenes::fresh, n), l->boxes(), {.time = r.times},
                                                      {.on = hs::isa::scalar});
                                   },
                               .plain =
                                   [=](const baseline::loops& p, std::size_t k, results& r) {
                                     const std::size_t from = k % scenes::fresh;
                                     p.tiles_cast(l->grid(), spots_of(*c, from), moves_of(*c, from), n, r.times.data());
                                   }};
            });

  // Walkers that start where they are free, many at once against one at a time.
  walkers(s, "tiles_walk", [](const level_map& l) { return l.map(); });
  walkers(s, "tiles_walk_one_way", [](const level_map& l) { return l.platforms(); });
  walkers(s, "level_walk", [](const level_map& l) { return l.all(); });

  // Particles among tiles and circles at once, for a frame.
  s.add_own(
      {.query = "particles_among_several", .scene = "bullets", .what = form::records, .bytes = 16, .plain = false},
      [](std::size_t n) {
        const auto l = std::make_shared<const level_map>();
        const auto c = crowd2("bullets", scenes::bullets(), n);
        const auto pillars = std::make_shared<hs::world>();
        pillars->rebuild(l->pillars());
        return own_calls{.library = [=](std::size_t k, results& r) {
          load(*c, k % scenes::fresh, n, r);
          r.count =
              hs::integrate_and_deflect({.x = r.normal_x, .y = r.normal_y, .dx = r.position_x, .dy = r.position_y}, 1,
                                        hs::several(l->map(), *pillars));
        }};
      });

  // The same map as a world of cells, which any shape may ask.
  const auto cells = [&](const char* query, const char* scene, form what, double bytes, const auto& answer) {
    s.add_own({.query = query, .scene = scene, .what = what, .bytes = bytes, .most = 1024, .plain = false},
              [=](std::size_t n) {
                const auto l = std::make_shared<const level_map>();
                return answer(n, l, turned("walls", scenes::walls(), n));
              });
  };
  cells("tiles_cells_overlap_any", "capsules", form::mask, 20, [](std::size_t n, const level& l, const auto& c) {
    return own_calls{
        .library = bits_of_each(n, [=](std::size_t i) { return hs::cells(l->map()).overlap_any(c->capsule_at(i)); }),
        .reference = bits_of_each(
            n, [=](std::size_t i) { return hs::overlap_any(c->capsule_at(i), l->boxes(), {.on = hs::isa::scalar}); })};
  });
  cells("tiles_cells_sweep_nearest", "polygons", form::times, 48, [](std::size_t n, const level& l, const auto& c) {
    const auto time = [=](const auto& first) {
      return number_of_each(n, [=](std::size_t i) { return first(c->polygon_at(i), c->c->step_at(i)).time; });
    };
    return own_calls{.library = time([=](const auto&... a) { return hs::cells(l->map()).sweep_nearest(a...); }),
                     .reference = time([=](const auto&... a) {
                       return hs::sweep_nearest(a..., l->boxes(), hs::query{.on = hs::isa::scalar});
                     })};
  });
  cells("tiles_cells_contact_deepest", "obbs", form::times, 24, [](std::size_t n, const level& l, const auto& c) {
    const auto depth = [=](const auto& deepest) {
      return number_of_each(n, [=](std::size_t i) { return deepest(c->obb_at(i)).depth; });
    };
    return own_calls{.library = depth([=](const hs::obb& a) { return hs::cells(l->map()).contact_deepest(a); }),
                     .reference = depth([=](const hs::obb& a) {
                       return hs::contact_deepest(a, l->boxes(), {.on = hs::isa::scalar});
                     })};
  });
}

}  // namespace bench
