// overlap, rounded hulls: lasers, rotated boxes, polygons.
#include <algorithm>

#include "turned.hpp"

namespace bench {
namespace {

constexpr auto& overlap = verbs::overlap;

// One circle against n of what `view` makes of turned walls; `rows` makes the same for the plain loops.
template <class View, class Rows, class Mask, class List>
void bomb_against(suite& s, const char* scene, double bytes, View view, Rows rows, Mask mask, List list) {
  s.add(
      {.verb = "overlap", .scene = scene, .bytes = bytes, .most = 262144}, overlap,
      [=](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        return [q = askers2("bomb", scenes::bombs()), w, all = view(*w, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [=](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        const auto disc = [q = askers2("bomb", scenes::bombs())](std::size_t k) {
          return disc_of(q->circle[k % scenes::fresh]);
        };
        return std::map<form, plain_run>{
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { (p.*mask)(disc(k), rows(*w), n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = (p.*list)(disc(k), rows(*w), n, r.list.data());
             }}};
      });
}

void capsules_and_obbs(suite& s) {
  bomb_against(
      s, "player_capsules", 20, [](const auto& w, std::size_t n) { return w.capsules(0, n); },
      [](const auto& w) { return rods_of(w); }, &baseline::loops::circle_rods_mask, &baseline::loops::circle_rods_list);
  s.add(
      {.verb = "overlap", .scene = "laser_bullets", .bytes = 8, .most = 262144}, overlap,
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        return [q = askers2("laser", scenes::rays(600)), b, all = b->circles(0, n)](std::size_t k) {
          const hs::segment& line = q->segment[k % scenes::fresh];
          return std::make_tuple(hs::capsule{line.start, line.delta, 12}, std::cref(all));
        };
      },
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const auto rod = [q = askers2("laser", scenes::rays(600))](std::size_t k) {
          const hs::segment& line = q->segment[k % scenes::fresh];
          return baseline::rod{line.start.x, line.start.y, line.delta.x, line.delta.y, 12};
        };
        return std::map<form, plain_run>{{form::mask,
                                          [=](const baseline::loops& p, std::size_t k, results& r) {
                                            p.rod_circles_mask(rod(k), spots_of(*b), b->radius[0], n, r.bytes.data());
                                          }},
                                         {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
                                            r.count = p.rod_circles_list(rod(k), spots_of(*b), b->radius[0], n,
                                                                         r.list.data());
                                          }}};
      });
  bomb_against(
      s, "bomb_obbs", 24, [](const auto& w, std::size_t n) { return w.obbs(0, n); },
      [](const auto& w) { return turned_boxes_of(w); }, &baseline::loops::circle_turned_mask,
      &baseline::loops::circle_turned_list);
  s.add(
      {.verb = "overlap", .scene = "obbs_close", .bytes = 48, .each = true, .most = 16384}, overlap,
      [](std::size_t n) {
        return [a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n),
                n](std::size_t k) { return std::tuple(a->obbs(k % scenes::fresh, n), b->obbs(0, n)); };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{
            {form::mask, [a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n),
                          n](const baseline::loops& p, std::size_t k, results& r) {
               p.turned_pairs_mask(turned_boxes_of(*a, k % scenes::fresh), turned_boxes_of(*b), n, r.bytes.data());
             }}};
      });
}

// A curved laser of n links and some to spare: each node a little further on than the one before, turning slowly,
// thrown back at the edges of the field.
struct curve {
  std::vector<float> x, y, radius, dx, dy;  // nodes, and the links as the plain loops know them
  explicit curve(std::size_t links) {
    const std::shared_ptr<const scenes::crowd<2>> bends = crowd2("walls", scenes::walls(), links);
    float at[2] = {960, 540}, way[2] = {0, 0};
    const float field[2] = {1920, 1080};
    for (std::size_t i = 0; i <= links + scenes::fresh; ++i) {
      x.push_back(at[0]), y.push_back(at[1]), radius.push_back(2 + static_cast<float>(i % 8) * 0.5f);
      for (int k = 0; k < 2; ++k) {
        way[k] = 0.9375f * way[k] + bends->step[k][i % (links + scenes::fresh)];
        if (at[k] + way[k] < 0 || at[k] + way[k] > field[k]) way[k] = 0 - way[k];
        at[k] += way[k];
      }
    }
    for (std::size_t i = 0; i + 1 < x.size(); ++i) dx.push_back(x[i + 1] - x[i]), dy.push_back(y[i + 1] - y[i]);
  }
  hs::chain chain(std::size_t first, std::size_t links) const {
    const auto part = [&](const std::vector<float>& v) { return std::span(v).subspan(first, links + 1); };
    return {.x = part(x), .y = part(y), .radius = part(radius)};
  }
  baseline::rods rods() const { return {x.data(), y.data(), dx.data(), dy.data(), radius.data()}; }
};

void chains(suite& s) {
  const auto curved = [](std::size_t n) { return std::make_shared<const curve>(n); };
  const auto disc = [q = askers2("ship", scenes::ship())](std::size_t k) {
    return disc_of(q->circle[k % scenes::fresh]);
  };
  s.add(
      {.verb = "overlap", .scene = "player_chain", .bytes = 12, .most = 262144}, overlap,
      [=](std::size_t n) {
        const auto c = curved(n);
        return [q = askers2("ship", scenes::ship()), c, all = c->chain(0, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [=](std::size_t n) {
        const auto c = curved(n);
        return std::map<form, plain_run>{
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.circle_rods_mask(disc(k), c->rods(), n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.circle_rods_list(disc(k), c->rods(), n, r.list.data());
             }}};
      });
  // Which bullets are in the laser, wherever in it: question k is the laser from node k on.
  constexpr std::size_t links = 127;
  s.add_own({.query = "overlap_mask", .scene = "bullets_chain", .what = form::mask, .bytes = 8, .most = 16384},
            [=](std::size_t n) {
              const auto b = crowd2("bullets", scenes::bullets(), n);
              const auto c = curved(links);
              const auto some = std::make_shared<std::vector<std::uint8_t>>(n);
              const auto answer = [=, all = b->circles(0, n)](const hs::query& q) {
                return [=](std::size_t k, results& r) {
                  hs::overlap_mask(all, hs::whole(c->chain(k % scenes::fresh, links)), r.words, q);
                };
              };
              return own_calls{.library = answer({}),
                               .reference = answer({.on = hs::isa::scalar}),
                               .plain = [=](const baseline::loops& p, std::size_t k, results& r) {
                                 std::ranges::fill(r.bytes, std::uint8_t{0});
                                 for (std::size_t i = k % scenes::fresh, end = i + links; i < end; ++i) {
                                   p.rod_circles_mask({c->x[i], c->y[i], c->dx[i], c->dy[i], c->radius[i]},
                                                      spots_of(*b), b->radius[0], n, some->data());
                                   for (std::size_t j = 0; j < n; ++j) r.bytes[j] |= (*some)[j];
                                 }
                               }};
            });
}

void polygons(suite& s) {
  s.add(
      {.verb = "overlap", .scene = "polygon_polygons", .bytes = 48, .most = 16384}, overlap,
      [](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        return [q = turned("asking lookout", scenes::lookouts(), 0), w, all = w->polygons(0, n)](std::size_t k) {
          return std::make_tuple(q->polygon_at(k % scenes::fresh), std::cref(all));
        };
      },
      [](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        const auto one = [q = turned("asking lookout", scenes::lookouts(), 0)](std::size_t k) {
          return outline_of(q->polygon_at(k % scenes::fresh));
        };
        return std::map<form, plain_run>{
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.polygon_polygons_mask(one(k), outlines_of(*w), n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.polygon_polygons_list(one(k), outlines_of(*w), n, r.list.data());
             }}};
      });
  s.add(
      {.verb = "overlap", .scene = "polygon_bullets", .bytes = 8, .most = 262144}, overlap,
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        return [q = turned("asking bomb", scenes::bombs(), 0), b, all = b->circles(0, n)](std::size_t k) {
          return std::make_tuple(q->polygon_at(k % scenes::fresh), std::cref(all));
        };
      },
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const auto one = [q = turned("asking bomb", scenes::bombs(), 0)](std::size_t k) {
          return outline_of(q->polygon_at(k % scenes::fresh));
        };
        return std::map<form, plain_run>{
            {form::mask,
             [=](const baseline::loops& p, std::size_t k, results& r) {
               p.polygon_circles_mask(one(k), spots_of(*b), b->radius[0], n, r.bytes.data());
             }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.polygon_circles_list(one(k), spots_of(*b), b->radius[0], n, r.list.data());
             }}};
      });
  s.add(
      {.verb = "overlap", .scene = "polygon_pairs", .bytes = 104, .each = true, .most = 16384}, overlap,
      [](std::size_t n) {
        return [p = std::make_shared<const polygon_pairs>(n), n](std::size_t k) {
          return std::tuple(p->a->polygons(0, n), p->b->polygons(0, n), p->part(k));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{{form::mask, [all = std::make_shared<const polygon_pairs>(n), n](
                                                          const baseline::loops& p, std::size_t k, results& r) {
                                            const hs::index_pairs part = all->part(k);
                                            p.polygon_pairs_mask(outlines_of(*all->a), outlines_of(*all->b),
                                                                 part.first.data(), part.second.data(), n,
                                                                 r.bytes.data());
                                          }}};
      });
}

}  // namespace

void overlap_hulls(suite& s) {
  capsules_and_obbs(s);
  chains(s);
  polygons(s);
}

}  // namespace bench
