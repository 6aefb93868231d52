// cast and sweep, rounded hulls.
#include "turned.hpp"

namespace bench {
namespace {
constexpr auto& cast = verbs::cast;
constexpr auto& sweep = verbs::sweep;
}  // namespace

void sweep_hulls(suite& s) {
  s.add(
      {.verb = "cast", .scene = "ray_obbs", .bytes = 24, .most = 262144}, cast,
      [](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        return [q = askers2("ray", scenes::rays(300)), w, all = w->obbs(0, n)](std::size_t k) {
          return std::make_tuple(q->segment[k % scenes::fresh], std::cref(all));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{
            {form::times, [q = askers2("ray", scenes::rays(300)), w = turned("walls", scenes::walls(), n), n](
                              const baseline::loops& p, std::size_t k, results& r) {
               const hs::segment& line = q->segment[k % scenes::fresh];
               p.cast_turned_times(rect_of(line.start), move_of(line.delta), turned_boxes_of(*w), n, r.times.data());
             }}};
      });
  s.add({.verb = "sweep", .scene = "circle_segments", .bytes = 16, .most = 262144}, sweep, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), w, all = w->segments(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add(
      {.verb = "sweep", .scene = "polygon_polygons", .bytes = 48, .most = 16384}, sweep,
      [](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        return [q = turned("asking lookout", scenes::lookouts(), 0), w, all = w->polygons(0, n)](std::size_t k) {
          const std::size_t i = k % scenes::fresh;
          return std::make_tuple(q->polygon_at(i), q->c->step_at(i), std::cref(all));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{
            {form::times, [q = turned("asking lookout", scenes::lookouts(), 0), w = turned("walls", scenes::walls(), n),
                           n](const baseline::loops& p, std::size_t k, results& r) {
               const std::size_t i = k % scenes::fresh;
               p.polygon_sweep_times(outline_of(q->polygon_at(i)), move_of(q->c->step_at(i)), outlines_of(*w), n,
                                     r.times.data());
             }}};
      });
  s.add({.verb = "sweep", .scene = "obbs_close", .bytes = 56, .each = true, .most = 16384}, sweep, [](std::size_t n) {
    return
        [a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n), n](std::size_t k) {
          const std::size_t shift = k % scenes::fresh;
          return std::tuple(a->obbs(shift, n), a->c->motions(shift, n, false), b->obbs(0, n));
        };
  });
  s.add({.verb = "sweep", .scene = "capsules_close", .bytes = 48, .each = true, .most = 16384}, sweep,
        [](std::size_t n) {
          return [a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n),
                  n](std::size_t k) {
            const std::size_t shift = k % scenes::fresh;
            return std::tuple(a->capsules(shift, n), a->c->motions(shift, n, false), b->capsules(0, n));
          };
        });
  s.add({.verb = "sweep", .scene = "polygon_pairs", .bytes = 120, .each = true, .most = 16384}, sweep,
        [](std::size_t n) {
          return [p = std::make_shared<const polygon_pairs>(n), n](std::size_t k) {
            return std::tuple(p->a->polygons(0, n), p->a->c->motions(0, n, false), p->b->polygons(0, n), p->part(k));
          };
        });
}

}  // namespace bench
