// cast and sweep, boxes (K1, K2, K3, K6).
#include "../harness/suite.hpp"

namespace bench {
namespace {

constexpr auto& cast = verbs::cast;
constexpr auto& sweep = verbs::sweep;

// Walls in the field; or, `spread`, in a wider one that grows with n. Among ever more walls in one field everything
// starts in overlap, and a search for the nearest ends at once.
struct world {
  bool spread;
  float factor(std::size_t n) const {
    float f = spread ? 4 : 1;
    for (std::size_t room = scenes::levels[0].n; spread && room < n; room *= 4) f *= 2;
    return f;
  }
  auto walls(std::size_t n) const {
    return crowd2(spread ? "walls apart" : "walls", scenes::spread(scenes::walls(), factor(n)), n);
  }
  auto askers(const scenes::recipe& r, std::size_t n) const { return askers2("mover", scenes::spread(r, factor(n))); }
};

// The plain loops of one moving box against n walls. `start(k)` and `motion(k)` are the asker.
template <class Start, class Motion>
std::map<form, plain_run> plain_mover(const world& in, std::size_t n, Start start, Motion motion) {
  const auto w = in.walls(n);
  return {
      {form::mask, [=](const baseline::loops& p, std::size_t k,
                       results& r) { p.sweep_boxes_mask(start(k), motion(k), rects_of(*w), n, r.bytes.data()); }},
      {form::list,
       [=](const baseline::loops& p, std::size_t k, results& r) {
         r.count = p.sweep_boxes_list(start(k), motion(k), rects_of(*w), n, r.list.data());
       }},
      {form::nearest,
       [=](const baseline::loops& p, std::size_t k, results& r) {
         const baseline::best b = p.sweep_boxes_nearest(start(k), motion(k), rects_of(*w), n);
         r.nearest = b.index, r.nearest_time = b.time;
       }},
  };
}

void ray_walls(suite& s, const spec& what, const scenes::recipe& asker, world in) {
  s.add(
      what, cast,
      [=](std::size_t n) {
        const auto w = in.walls(n);
        return [q = in.askers(asker, n), w, all = w->boxes(0, n)](std::size_t k) {
          return std::make_tuple(q->segment[k % scenes::fresh], std::cref(all));
        };
      },
      [=](std::size_t n) {
        const auto q = in.askers(asker, n);
        return plain_mover(
            in, n, [q](std::size_t k) { return rect_of(q->point[k % scenes::fresh]); },
            [q](std::size_t k) { return move_of(q->step[k % scenes::fresh]); });
      });
}

void mover_walls(suite& s, const spec& what, world in) {
  s.add(
      what, sweep,
      [=](std::size_t n) {
        const auto w = in.walls(n);
        return [q = in.askers(scenes::bullets(), n), w, all = w->boxes(0, n)](std::size_t k) {
          return std::make_tuple(q->box[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
        };
      },
      [=](std::size_t n) {
        const auto q = in.askers(scenes::bullets(), n);
        return plain_mover(
            in, n, [q](std::size_t k) { return rect_of(q->box[k % scenes::fresh]); },
            [q](std::size_t k) { return move_of(q->step[k % scenes::fresh]); });
      });
}

// n bullets fly at one ship.
void bullets_ship(suite& s) {
  s.add(
      {.verb = "sweep", .scene = "bullets_ship", .bytes = 24, .headline = {{form::mask, "K3"}}}, sweep,
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        return [q = askers2("ship", scenes::ship()), b, all = b->boxes(0, n),
                steps = b->motions(0, n, false)](std::size_t k) {
          return std::make_tuple(std::cref(all), std::cref(steps), q->box[k % scenes::fresh]);
        };
      },
      [](std::size_t n) {
        const auto q = askers2("ship", scenes::ship());
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const auto box = [q](std::size_t k) { return rect_of(q->box[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.movers_mask(rects_of(*b), moves_of(*b), box(k), n, r.bytes.data()); }},
            {form::times, [=](const baseline::loops& p, std::size_t k,
                              results& r) { p.movers_times(rects_of(*b), moves_of(*b), box(k), n, r.times.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.movers_list(rects_of(*b), moves_of(*b), box(k), n, r.list.data());
             }}};
      });
  // Centres, one size, a promised longest step: the steps of those far away are never read.
  s.add(
      {.verb = "sweep",
       .scene = "centres_ship",
       .bytes = 8,
       .headline = {{form::mask, "K3"}, {form::times, "K3"}, {form::list, "K3"}}},
      sweep,
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        return [q = askers2("ship", scenes::ship()), b, all = b->centred(0, n),
                steps = b->motions(0, n, true)](std::size_t k) {
          return std::make_tuple(std::cref(all), std::cref(steps), q->box[k % scenes::fresh]);
        };
      },
      [](std::size_t n) {
        const auto q = askers2("ship", scenes::ship());
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const float hx = b->half[0][0], hy = b->half[1][0];
        const auto box = [q](std::size_t k) { return rect_of(q->box[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::mask,
             [=](const baseline::loops& p, std::size_t k, results& r) {
               p.centred_movers_mask(spots_of(*b), hx, hy, moves_of(*b), b->longest, box(k), n, r.bytes.data());
             }},
            {form::times,
             [=](const baseline::loops& p, std::size_t k, results& r) {
               p.centred_movers_times(spots_of(*b), hx, hy, moves_of(*b), b->longest, box(k), n, r.times.data());
             }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count =
                   p.centred_movers_list(spots_of(*b), hx, hy, moves_of(*b), b->longest, box(k), n, r.list.data());
             }}};
      });
  s.add({.verb = "sweep", .scene = "bullets_moving_ship", .bytes = 24}, sweep, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return
        [q = askers2("ship", scenes::ship()), b, all = b->boxes(0, n), steps = b->motions(0, n, false)](std::size_t k) {
          return std::make_tuple(std::cref(all), std::cref(steps),
                                 hs::moving(q->box[k % scenes::fresh], q->step[k % scenes::fresh]));
        };
  });
}

// Item i with item i: one side is shifted by k, so every call has new pairs.
void pairs(suite& s, const spec& what, const char* a_name, const scenes::recipe& a_recipe, const char* b_name,
           const scenes::recipe& b_recipe) {
  const std::string an = a_name, bn = b_name;
  s.add(
      what, sweep,
      [=](std::size_t n) {
        return [a = crowd2(an.c_str(), a_recipe, n), b = crowd2(bn.c_str(), b_recipe, n), n](std::size_t k) {
          const std::size_t shift = k % scenes::fresh;
          return std::tuple(a->boxes(shift, n), a->motions(shift, n, false), b->boxes(0, n));
        };
      },
      [=](std::size_t n) {
        const auto a = crowd2(an.c_str(), a_recipe, n), b = crowd2(bn.c_str(), b_recipe, n);
        return std::map<form, plain_run>{{form::times, [=](const baseline::loops& p, std::size_t k, results& r) {
                                            const std::size_t shift = k % scenes::fresh;
                                            p.pairs_times(rects_of(*a, shift), moves_of(*a, shift), rects_of(*b), n,
                                                          r.times.data());
                                          }}};
      });
}

// Shuffled pairs. In memory they measure the page tables: a hundred nanoseconds a pair, whoever asks.
void indexed_pairs(suite& s) {
  const auto list_of = [](std::size_t n) {
    return std::make_shared<const scenes::pair_list>(scenes::shuffled_pairs(n + scenes::fresh, n, 4711));
  };
  s.add(
      {.verb = "sweep",
       .scene = "indexed",
       .bytes = 48,
       .headline = {{form::times, "K6"}},
       .each = true,
       .most = 262144},
      sweep,
      [=](std::size_t n) {
        return [a = crowd2("bullets", scenes::bullets(), n), b = crowd2("walls", scenes::walls(), n), p = list_of(n),
                n](std::size_t k) {
          return std::tuple(a->boxes(0, n), a->motions(0, n, false), b->boxes(0, n), p->part(k % scenes::fresh, n));
        };
      },
      [=](std::size_t n) {
        const auto a = crowd2("bullets", scenes::bullets(), n), b = crowd2("walls", scenes::walls(), n);
        const auto list = list_of(n);
        return std::map<form, plain_run>{{form::times, [=](const baseline::loops& p, std::size_t k, results& r) {
                                            p.indexed_pairs_times(rects_of(*a), moves_of(*a), rects_of(*b),
                                                                  list->first.data() + k % scenes::fresh,
                                                                  list->second.data(), n, r.times.data());
                                          }}};
      });
}

// The hard case: the mover is over each wall in x at the very moment when it no longer is in y. No filter can decide
// that; each lane is asked exactly.
void ties(suite& s) {
  struct walls {
    std::vector<float> min_x, min_y, max_x, max_y;
  };
  s.add({.verb = "sweep", .scene = "ties", .bytes = 16}, sweep, [](std::size_t n) {
    const auto w = std::make_shared<walls>();
    scenes::rng r(29);
    const auto sixteenths = [&](std::uint32_t most) { return static_cast<float>(1 + r.below(most)) / 16; };
    for (std::size_t i = 0; i < n; ++i) {
      const float y = sixteenths(8000) + 64, x = y + 8;
      w->max_y.push_back(y), w->min_y.push_back(y - sixteenths(500));
      w->min_x.push_back(x), w->max_x.push_back(x + sixteenths(500));
    }
    const hs::boxes all{.min_x = w->min_x, .min_y = w->min_y, .max_x = w->max_x, .max_y = w->max_y};
    return [w, all](std::size_t k) {
      const float at = static_cast<float>(k % 64);
      return std::make_tuple(hs::box{{at, at}, {at + 8, at + 8}}, hs::vec2{1024, 1024}, std::cref(all));
    };
  });
}

}  // namespace

void sweep_boxes(suite& s) {
  const world dense{.spread = false}, spread{.spread = true};
  mover_walls(s, {.verb = "sweep", .scene = "bullet_walls", .bytes = 16, .headline = {{form::mask, "K1"}}}, dense);
  ray_walls(s, {.verb = "cast", .scene = "ray522_walls", .bytes = 16, .headline = {{form::mask, "K1"}}},
            scenes::rays(522), dense);
  ray_walls(s, {.verb = "cast", .scene = "diagonal_walls", .bytes = 16, .headline = {{form::mask, "K1"}}},
            scenes::diagonals(), dense);
  mover_walls(s, {.verb = "sweep", .scene = "bullet_apart", .bytes = 16, .headline = {{form::nearest, "K2"}}}, spread);
  ray_walls(s, {.verb = "cast", .scene = "diagonal_apart", .bytes = 16, .headline = {{form::nearest, "K2"}}},
            scenes::diagonals(), spread);
  bullets_ship(s);
  pairs(s, {.verb = "sweep", .scene = "boxes_apart", .bytes = 40, .headline = {{form::times, "K6"}}, .each = true},
        "bullets", scenes::bullets(), "walls", scenes::walls());
  pairs(s, {.verb = "sweep", .scene = "boxes_close", .bytes = 40, .headline = {{form::times, "K6"}}, .each = true},
        "close a", scenes::close_up(), "close b", scenes::close_up());
  indexed_pairs(s);

  ties(s);
  s.add({.verb = "sweep", .scene = "tile_tiles", .bytes = 16}, sweep, [](std::size_t n) {
    const auto c = crowd2("tiles", scenes::tiles(), n);
    return [q = askers2("tile", scenes::tiles()), c, all = c->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "tiles", .bytes = 40, .each = true}, sweep, [](std::size_t n) {
    return [a = crowd2("tiles a", scenes::tiles(), n), b = crowd2("tiles", scenes::tiles(), n), n](std::size_t k) {
      const std::size_t shift = k % scenes::fresh;
      return std::tuple(a->boxes(shift, n), a->motions(shift, n, false), b->boxes(0, n));
    };
  });
  s.add({.verb = "sweep", .scene = "bullet_walls_3d", .bytes = 24}, sweep, [](std::size_t n) {
    const auto w = crowd3("walls", scenes::walls(), n);
    return [q = askers3("bullet", scenes::bullets()), w, all = w->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "cast", .scene = "rays_wall", .bytes = 16}, cast, [](std::size_t n) {
    const auto c = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("wall", scenes::walls()), c, all = c->segments(0, n)](std::size_t k) {
      return std::make_tuple(std::cref(all), q->box[k % scenes::fresh]);
    };
  });
}

}  // namespace bench
