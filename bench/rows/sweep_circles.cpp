// cast and sweep, circles.
#include "../harness/suite.hpp"

namespace bench {
namespace {
constexpr auto& cast = verbs::cast;
constexpr auto& sweep = verbs::sweep;
}  // namespace

void sweep_circles(suite& s) {
  s.add(
      {.verb = "sweep", .scene = "circles_ship", .bytes = 16, .headline = {{form::mask, "K7"}, {form::times, "K7"}}},
      sweep,
      [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        return [q = askers2("ship", scenes::ship()), b, all = b->circles(0, n),
                steps = b->motions(0, n, false)](std::size_t k) {
          return std::make_tuple(std::cref(all), std::cref(steps), q->circle[k % scenes::fresh]);
        };
      },
      [](std::size_t n) {
        const auto q = askers2("ship", scenes::ship());
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const float radius = b->radius[0];
        const auto circle = [q](std::size_t k) { return disc_of(q->circle[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::mask,
             [=](const baseline::loops& p, std::size_t k, results& r) {
               p.circle_movers_mask(spots_of(*b), radius, moves_of(*b), circle(k), n, r.bytes.data());
             }},
            {form::times, [=](const baseline::loops& p, std::size_t k, results& r) {
               p.circle_movers_times(spots_of(*b), radius, moves_of(*b), circle(k), n, r.times.data());
             }}};
      });
  s.add({.verb = "sweep", .scene = "circles_promised_ship", .bytes = 8}, sweep, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("ship", scenes::ship()), b, all = b->circles(0, n),
            steps = b->motions(0, n, true)](std::size_t k) {
      return std::make_tuple(std::cref(all), std::cref(steps), q->circle[k % scenes::fresh]);
    };
  });
  s.add({.verb = "sweep", .scene = "circle_circles", .bytes = 12}, sweep, [](std::size_t n) {
    const auto c = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), c, all = c->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "cast", .scene = "ray522_circles", .bytes = 12}, cast, [](std::size_t n) {
    const auto c = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ray522_walls", scenes::rays(522)), c, all = c->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->segment[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "sphere_spheres", .bytes = 16}, sweep, [](std::size_t n) {
    const auto c = crowd3("walls", scenes::walls(), n);
    return [q = askers3("ship", scenes::ship()), c, all = c->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "circles_close", .bytes = 32, .each = true}, sweep, [](std::size_t n) {
    return
        [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n), n](std::size_t k) {
          const std::size_t shift = k % scenes::fresh;
          return std::tuple(a->circles(shift, n), a->motions(shift, n, false), b->circles(0, n));
        };
  });
}

}  // namespace bench
