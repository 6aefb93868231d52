// Golden hashes of worlds: tile maps, walkers, pixel masks, cells, and many against many.
#include <algorithm>
#include <cmath>

#include "golden_ledger.hpp"

namespace golden {
namespace {

// ---- tiles: a map of 16 px tiles under the scenes ----------------------------------------------------------------

struct map_of_tiles {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> bits;
  static constexpr std::uint32_t width = 37, height = 29;

  explicit map_of_tiles(std::uint64_t seed) : bytes(width * height), bits(hs::mask_words(width * height)) {
    scenes::rng random(seed);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::uint32_t r = random.below(40);
      bytes[i] = static_cast<std::uint8_t>(r < 32 ? (r % 4 == 0) : 1u << (r % 5));
      if (bytes[i] & hs::tile_solid) bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  hs::tile_map map(hs::vec2 cell, hs::vec2 origin) const {
    return {.width = width, .height = height, .cell = cell, .origin = origin, .tiles = bytes};
  }
  hs::tile_map bit_map(hs::vec2 cell, hs::vec2 origin) const {
    return {.width = width, .height = height, .cell = cell, .origin = origin, .bits = bits};
  }
};

void tiles(ledger& to, const scenes::crowd<2>& a, const hs::query& q) {
  const std::size_t n = crowd_size;
  const map_of_tiles made(a.size());
  for (const hs::tile_map& map : {made.map({16, 16}, {}), made.bit_map({51.9f, 37.25f}, {-3.1f, 0.7f})}) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto overlap = [&](const auto& shape) {
        to("tiles_overlap", "_any").add(unsigned{map.overlap_any(shape, q)});
        to("tiles_overlap", "_count").add(map.overlap_count(shape, q));
        for (const std::size_t capacity : {n, std::size_t{2}}) {
          room out(capacity);
          add_found(to("tiles_overlap", ""), map.overlap(shape, out.index, q), out);
        }
      };
      overlap(a.box_at(i)), overlap(a.circle_at(i));
      add_hit(to("tiles_sweep", "_nearest"), map.sweep_nearest(a.box_at(i), a.step_at(i), q));
      add_hit(to("tiles_cast", "_nearest"), map.cast_nearest(a.segment_at(i), q));
    }
    hs::query thick = q;
    thick.padding = {2, 3, 0};
    room swept(n), centred(n), cast(n);
    const auto steps = a.motions(0, n, false);
    map.sweep_nearest(a.boxes(0, n), steps, swept.columns<2>(), q);
    map.sweep_nearest(a.centred(0, n), steps, centred.columns<2>(), q);
    map.cast_nearest(a.segments(0, n), cast.columns<2>(), thick);
    swept.add_to(to("tiles_sweep", "_nearest"), n), centred.add_to(to("tiles_sweep", "_nearest"), n);
    cast.add_to(to("tiles_cast", "_nearest"), n);
  }
}

// ---- walkers -----------------------------------------------------------------------------------------------------

void add_walked(digest& d, const hs::walked& w) {
  d.add(w.center), d.add(w.step);
  d.add(static_cast<std::uint32_t>(w.contacts)), d.add(w.flags);
}
void walkers(ledger& to, const scenes::crowd<2>& a, const scenes::crowd<2>& b, const hs::query& q) {
  const std::size_t n = crowd_size;
  const map_of_tiles made(b.size());
  const hs::tile_map map = made.map({16, 16}, {});
  const hs::walk_options options{.contacts = 3, .layers = q.layers};
  for (std::size_t i = 0; i < n; i += 4)
    add_walked(to("walk", "_circles"), hs::move_and_slide(a.circle_at(i), a.step_at(i), b.circles(0, n), options));
  const auto many = [&](const char* form, const auto& world) {
    std::vector<float> x = a.center[0], y = a.center[1], dx = a.step[0], dy = a.step[1];
    std::vector<std::uint8_t> flags(x.size(), 0xab);
    const hs::walkers all{.x = x, .y = y, .dx = dx, .dy = dy, .half_x = a.half[0], .half_y = a.half[1], .flags = flags};
    digest& d = to("walk", form);
    for (int frame = 0; frame < 2; ++frame) {
      const hs::walk_counts c = hs::move_and_slide(all, world, options);
      d.add(c.walkers), d.add(c.contacts), d.add(c.recovered), d.add(c.stuck);
      for (const auto* v : {&x, &y, &dx, &dy}) d.add_all(*v);
      d.add_all(flags);
    }
  };
  many("_boxes", b.boxes(0, n));
  many("_tiles", map);
}

// ---- pixel masks ---------------------------------------------------------------------------------------------------

void add_pixel(digest& d, const hs::pixel& p) {
  d.add(static_cast<std::uint64_t>(p.x)), d.add(static_cast<std::uint64_t>(p.y));
}
void masks(ledger& to) {
  scenes::rng random(8000);
  const std::uint32_t sizes[][2] = {{1, 1}, {16, 16}, {63, 9}, {64, 20}, {65, 33}, {130, 47}, {0, 5}};
  std::vector<std::vector<std::uint64_t>> words;
  std::vector<hs::pixel_mask> all;
  for (const auto& [width, height] : sizes)
    for (const std::uint32_t every : {1u, 3u, 40u}) {
      std::vector<std::uint8_t> alpha(std::size_t{width} * height);
      for (auto& v : alpha)
        v = static_cast<std::uint8_t>(random.below(every) == 0 ? 200 + random.below(56) : random.below(100));
      words.emplace_back(hs::pixel_mask::words_needed(width, height));
      all.push_back(
          hs::from_alpha({.bytes = alpha, .width = width, .height = height, .stride = width}, 128, words.back()));
      to("pixels", "_from_alpha").add_all(words.back());
    }
  constexpr std::size_t n = 150;
  std::vector<std::int32_t> xs(n), ys(n);
  for (std::size_t i = 0; i < n; ++i) {
    xs[i] = static_cast<std::int32_t>(random.below(260)) - 130,
    ys[i] = static_cast<std::int32_t>(random.below(100)) - 50;
    if (i % 37 == 0) xs[i] = i % 2 ? INT32_MAX : INT32_MIN;
  }
  for (const hs::pixel_mask& a : all)
    for (const hs::pixel_mask& b : all) {
      room mask(n), list(n / 16);
      to("pixels_overlap", "_mask").add(a.overlap_mask(b, xs, ys, mask.words));
      to("pixels_overlap", "_mask").add_all(mask.words);
      add_found(to("pixels_overlap", ""), a.overlap(b, xs, ys, list.index), list);
      to("pixels_overlap", "_count").add(a.overlap_count(b, xs, ys));
      for (std::size_t i = 0; i < 12; ++i) {
        const hs::pixel_mask there = b.moved_to(xs[i], ys[i]);
        to("pixels_overlap", "_any").add(unsigned{a.overlap_any(there)});
        to("pixels_overlap", "_count").add(a.overlap_count(there));
        hs::pixel first{-1, -1};
        to("pixels_overlap", "_first").add(unsigned{a.overlap_first(there, first)});
        add_pixel(to("pixels_overlap", "_first"), first);
        const hs::pixel_box common = a.overlap_box(there);
        add_pixel(to("pixels_overlap", "_box"), common.min), add_pixel(to("pixels_overlap", "_box"), common.max);
        to("pixels_overlap", "_normal").add(a.overlap_normal(there));
      }
    }
}

// ---- any shape against cells ---------------------------------------------------------------------------------------

void cells(ledger& to, const scenes::crowd<2>& a, const hs::query& q) {
  const scenes::hulls turned(a);
  const map_of_tiles made(a.size());
  std::vector<std::uint64_t> words(hs::pixel_mask::words_needed(100, 90));
  scenes::rng random(a.size());
  for (auto& w : words) w = random.next() & random.next();
  const hs::pixel_mask mask{.width = 100, .height = 90, .words = words, .x = 20, .y = 10};
  const hs::cells worlds[] = {hs::cells(made.map({51.9f, 37.25f}, {-3.1f, 0.7f})), hs::cells(mask)};
  for (const hs::cells& world : worlds)
    for (std::size_t i = 0; i < crowd_size; i += 9) {
      const auto ask = [&](const auto& shape) {
        room list(40), records(40);
        to("cells_overlap", "_any").add(unsigned{world.overlap_any(shape, q)});
        add_found(to("cells_overlap", ""), world.overlap(shape, list.index, q), list);
        const hs::found f = world.contact(shape, trial::contacts_over<2>(records.index, records.column), q);
        to("cells_contact", "").add(f.total), records.add_to(to("cells_contact", ""), f.written);
        const hs::contact2 deepest = world.contact_deepest(shape, q);
        to("cells_contact", "_deepest").add(deepest.index), to("cells_contact", "_deepest").add(deepest.depth);
        to("cells_contact", "_deepest").add(deepest.push);
        add_hit(to("cells_sweep", "_nearest"), world.sweep_nearest(shape, a.step_at(i), q));
      };
      ask(a.point_at(i)), ask(a.box_at(i)), ask(a.circle_at(i)), ask(a.segment_at(i));
      ask(turned.capsule_at(i)), ask(turned.obb_at(i)), ask(turned.polygon_at(i));
      add_hit(to("cells_cast", "_nearest"), world.cast_nearest(a.segment_at(i), q));
    }
  room common(crowd_size);
  add_found(to("cells_overlap", "_cells"), worlds[0].overlap(worlds[1], common.index, q), common);
}

// ---- many against many ---------------------------------------------------------------------------------------------

void add_pairs(digest& d, const hs::found_pairs& f) {
  d.add(f.total), d.add(f.written);
  for (std::size_t i = 0; i < f.written; ++i) d.add(f.pairs.first[i]), d.add(f.pairs.second[i]);
}
// By grid; first hits by tree as well.
template <int D> void grids(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& with) {
  const std::size_t n = crowd_size;
  hs::query q = with;
  q.by = hs::method::grid;
  hs::world world;
  const auto ask = [&](const auto& items, const auto& others) {
    world.rebuild(items);
    for (const std::size_t capacity : {n * n, n / 4}) {
      std::vector<hs::index> first(capacity, 0xdeadbeef), second(capacity, 0xdeadbeef);
      add_pairs(to("grid_overlap", "_pairs"), world.overlap_pairs({first, second}, q));
      add_pairs(to("grid_overlap", "_pairs"), world.overlap_pairs(others, {first, second}, q));
      std::vector<std::size_t> starts(n + 1, 77);
      std::fill(first.begin(), first.end(), 0xdeadbeef);
      const std::size_t total = world.overlap(others, {starts, first}, q);
      digest& d = to("grid_overlap", "_lists");
      d.add(total), d.add_all(starts), d.add_first(first, total < capacity ? total : capacity);
    }
  };
  const auto boxes = b.boxes(1, n), boxes_a = a.boxes(0, n);
  const auto circles = b.circles(1, n), circles_a = a.circles(0, n);
  const auto steps = a.motions(0, n, false);
  const auto first_hits = [&](const auto& movers) {
    const auto add = [&](hs::method by, digest& sweeps, digest& casts) {
      room swept(n), cast(n);
      q.by = by;
      world.sweep_nearest(movers, steps, swept.columns<D>(), q);
      world.cast_nearest(a.segments(0, n), cast.columns<D>(), q);
      swept.add_to(sweeps, n), cast.add_to(casts, n);
    };
    digest &sweeps = to("grid_sweep", "_nearest"), &casts = to("grid_cast", "_nearest");
    digest tree_sweeps = sweeps, tree_casts = casts;
    add(hs::method::tree, tree_sweeps, tree_casts), add(hs::method::grid, sweeps, casts);
    if (tree_sweeps.value() != sweeps.value()) sweeps.add(tree_sweeps.value());  // one value stands for both
    if (tree_casts.value() != casts.value()) casts.add(tree_casts.value());
  };
  ask(boxes, boxes_a), first_hits(boxes_a), first_hits(circles_a);
  ask(circles, circles_a), first_hits(circles_a);
  ask(b.centred(1, n), circles_a);
}

// What is near: boxes and circles, by grid and by tree.
template <int D> void nears(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& with) {
  const std::size_t n = crowd_size, several = 5;
  const auto points = a.points(0, n);
  hs::world world;
  const auto ask = [&](const auto& items, hs::method by) {
    hs::query q = with;
    q.by = by;
    world.rebuild(items);
    for (const float radius : {24.0f, HUGE_VALF}) {
      room one(n), some(n * several);
      world.nearest(points, radius, {.index = one.index, .distance = one.column[0]}, q);
      one.add_to(to("nearest", ""), n);
      std::vector<std::size_t> starts(n + 1, 77);
      const hs::near_lists lists{.starts = starts, .items = some.index, .distance = some.column[0]};
      to("nearest", "_k").add(world.nearest_k(points, several, radius, lists, q));
      to("nearest", "_k").add_all(starts), some.add_to(to("nearest", "_k"), starts[n]);
    }
  };
  const auto boxes = b.boxes(1, n);
  const auto circles = b.circles(1, n);
  ask(boxes, hs::method::grid), ask(circles, hs::method::tree);
  ask(circles, hs::method::grid), ask(boxes, hs::method::tree);
}

}  // namespace

void worlds(ledger& to) {
  each_scene<2>(9000, [&](const auto& a, const auto& b, const hs::query& q) {
    tiles(to, a, q);
    walkers(to, a, b, q);
    grids(to, a, b, q), nears(to, a, b, q);
  });
  each_scene<3>(9500,
                [&](const auto& a, const auto& b, const hs::query& q) { grids(to, a, b, q), nears(to, a, b, q); });
  masks(to);
  each_scene<2>(9000, [&](const auto& a, const auto&, const hs::query& q) { cells(to, a, q); });
}

}  // namespace golden
