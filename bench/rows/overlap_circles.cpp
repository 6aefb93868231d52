// overlap, circles with circles (K5): a curtain of bullets around one ship, and bombs that take a part of it.
#include "../harness/suite.hpp"

namespace bench {
namespace {

constexpr auto& overlap = verbs::overlap;

// One circle asks about n bullets, all of one radius.
void asks_bullets(suite& s, const spec& what, const scenes::recipe& asker) {
  const std::string scene = what.scene;
  s.add(
      what, overlap,
      [=](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        return [q = askers2(scene.c_str(), asker), b, all = b->circles(0, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [=](std::size_t n) {
        const auto q = askers2(scene.c_str(), asker);
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const float radius = b->radius[0];
        const auto circle = [q](std::size_t k) { return disc_of(q->circle[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::any, [=](const baseline::loops& p, std::size_t k,
                            results& r) { r.any = p.circles_any(circle(k), spots_of(*b), radius, n); }},
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.circles_mask(circle(k), spots_of(*b), radius, n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.circles_list(circle(k), spots_of(*b), radius, n, r.list.data());
             }}};
      });
}

// The same bullets as a game has them that keeps structs.
struct bullet {
  float x, y, radius, dx, dy, spare[3];
};
std::vector<bullet> structs_of(const scenes::crowd<2>& c, std::size_t n) {
  std::vector<bullet> all;
  for (std::size_t i = 0; i < n; ++i) {
    const hs::circle o = c.circle_at(i);
    all.push_back({o.center.x, o.center.y, o.radius, 0, 0, {}});
  }
  return all;
}

}  // namespace

void overlap_circles(suite& s) {
  asks_bullets(
      s, {.verb = "overlap", .scene = "ship_curtain", .bytes = 8, .headline = {{form::mask, "K5"}, {form::list, "K5"}}},
      scenes::ship());
  asks_bullets(s, {.verb = "overlap", .scene = "bomb_curtain", .bytes = 8}, scenes::bombs());

  // Three columns of structs of 32 bytes, beside ship_curtain's two: what copying them costs.
  s.add({.verb = "overlap", .scene = "ship_curtain_structs", .bytes = 32}, overlap, [](std::size_t n) {
    const auto b = std::make_shared<const std::vector<bullet>>(structs_of(*crowd2("bullets", scenes::bullets(), n), n));
    const hs::circles all{
        .x = hs::strided(*b, &bullet::x), .y = hs::strided(*b, &bullet::y), .radius = hs::strided(*b, &bullet::radius)};
    return [q = askers2("ship_curtain_structs", scenes::ship()), b, all](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "bomb_circles", .bytes = 12}, overlap, [](std::size_t n) {
    const auto c = crowd2("walls", scenes::walls(), n);
    return [q = askers2("bomb", scenes::bombs()), c, all = c->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "circle_tiles", .bytes = 12}, overlap, [](std::size_t n) {
    const auto c = crowd2("tiles", scenes::tiles(), n);
    return [q = askers2("tile", scenes::tiles()), c, all = c->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "bomb_spheres", .bytes = 16}, overlap, [](std::size_t n) {
    const auto c = crowd3("walls", scenes::walls(), n);
    return [q = askers3("bomb", scenes::bombs()), c, all = c->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "circles_close", .bytes = 24, .each = true}, overlap, [](std::size_t n) {
    return [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n),
            n](std::size_t k) { return std::tuple(a->circles(k % scenes::fresh, n), b->circles(0, n)); };
  });
}

}  // namespace bench
