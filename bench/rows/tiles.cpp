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
  std::vector<std::uint8_t> tiles;
  std::vector<float> min_x, min_y, max_x, max_y;  // of the solid ones

  level_map() : tiles(std::size_t{width} * height) {
    scenes::rng random(29);
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        if (random.below(5) != 0) continue;
        tiles[std::size_t{y} * width + x] = hs::tile_solid;
        const hs::box b = map().tile(x, y);
        min_x.push_back(b.min.x), min_y.push_back(b.min.y), max_x.push_back(b.max.x), max_y.push_back(b.max.y);
      }
  }
  hs::tile_map map() const { return {.width = width, .height = height, .cell = {cell, cell}, .tiles = tiles}; }
  hs::boxes boxes() const { return {.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y}; }
  baseline::tile_grid grid() const { return {tiles.data(), width, height, cell}; }
};

// Question k: the movers begin at item k. A longer list would only make the reference slower.
template <class Ask> void add(suite& s, const char* query, const char* scene, form what, double bytes, const Ask& ask) {
  s.add_own({.query = query, .scene = scene, .what = what, .bytes = bytes, .most = 1024}, [=](std::size_t n) {
    return ask(n, std::make_shared<const level_map>(), crowd2("walls", scenes::walls(), n));
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
  s.add_own(
      {.query = "tiles_walk", .scene = "bullets", .what = form::records, .bytes = 16, .plain = false},
      [](std::size_t n) {
        const auto l = std::make_shared<const level_map>();
        const auto c = crowd2("bullets", scenes::bullets(), n);
        const float half = c->half[0][0];
        const auto starts = std::make_shared<std::array<std::vector<float>, 2>>();
        for (std::size_t i = 0; i < c->size(); ++i) {
          const hs::vec2 at = hs::move_and_slide({c->center[0][i], c->center[1][i]}, {half, half}, {}, l->map()).center;
          (*starts)[0].push_back(at.x), (*starts)[1].push_back(at.y);
        }
        const auto walk = [=](const auto& go) {
          return [=](std::size_t k, results& r) {
            const std::size_t from = k % scenes::fresh;
            const auto load = [=](const std::vector<float>& column, std::vector<float>& to) {
              std::copy_n(column.begin() + static_cast<std::ptrdiff_t>(from), n, to.begin());
            };
            load((*starts)[0], r.normal_x), load((*starts)[1], r.normal_y);
            load(c->step[0], r.position_x), load(c->step[1], r.position_y);
            r.count = n, go(r);
          };
        };
        return own_calls{.library = walk([=](results& r) {
                           hs::move_and_slide(hs::walkers{.x = r.normal_x,
                                                          .y = r.normal_y,
                                                          .dx = r.position_x,
                                                          .dy = r.position_y,
                                                          .half_x = half,
                                                          .half_y = half,
                                                          .flags = r.flags},
                                              l->map());
                         }),
                         .reference = walk([=](results& r) {
                           for (std::size_t i = 0; i < n; ++i) {
                             const hs::walked w = hs::move_and_slide({r.normal_x[i], r.normal_y[i]}, {half, half},
                                                                     {r.position_x[i], r.position_y[i]}, l->map());
                             r.normal_x[i] = w.center.x, r.normal_y[i] = w.center.y;
                             r.position_x[i] = w.step.x, r.position_y[i] = w.step.y, r.flags[i] = w.flags;
                           }
                         })};
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
