// How far a point is from each of many, and which is the nearest.
#include "turned.hpp"

namespace bench {
namespace {

// `crowd(n)` has them, `all(crowd)` is the view; the plain loops are told the same by each(p, at, crowd, ...) and
// first(...).
template <class Crowd, class All, class Each>
void distances_each(suite& s, const char* scene, Crowd crowd, double bytes, All all, Each each) {
  s.add_own({.query = "distance_each", .scene = scene, .what = form::times, .bytes = bytes}, [=](std::size_t n) {
    const auto c = crowd(n);
    const auto q = askers2("ship", scenes::ship());
    return own_calls{.library =
                         [=, c = c, many = all(*c, n)](std::size_t k, results& r) {
                           hs::distance_each(q->point[k % scenes::fresh], many, std::span(r.times));
                         },
                     .reference = {},
                     .plain = [=](const baseline::loops& p, std::size_t k,
                                  results& r) { each(p, q->point[k % scenes::fresh], *c, n, r.times.data()); }};
  });
}
template <class All, class Each, class First>
void distances(suite& s, const char* scene, const char* crowd, scenes::recipe (*recipe)(), double bytes, All all,
               Each each, First first) {
  const auto asked = [=](std::size_t n) {
    return std::pair(crowd2(crowd, recipe(), n), askers2("ship", scenes::ship()));
  };
  distances_each(
      s, scene, [=](std::size_t n) { return crowd2(crowd, recipe(), n); }, bytes, all, each);
  s.add_own({.query = "distance_nearest", .scene = scene, .what = form::nearest, .bytes = bytes}, [=](std::size_t n) {
    const auto [c, q] = asked(n);
    return own_calls{.library =
                         [=, many = all(*c, n), c = c, q = q](std::size_t k, results& r) {
                           const hs::nearest_item best = hs::distance_nearest(q->point[k % scenes::fresh], many);
                           r.nearest = best.index, r.nearest_time = best.distance;
                         },
                     .reference = {},
                     .plain =
                         [=, c = c, q = q](const baseline::loops& p, std::size_t k, results& r) {
                           const baseline::best best = first(p, q->point[k % scenes::fresh], *c, n);
                           r.nearest = best.index, r.nearest_time = best.time;
                         }};
  });
}

}  // namespace

void distance(suite& s) {
  distances(
      s, "ship_walls", "walls", scenes::walls, 16, [](const auto& c, std::size_t n) { return c.boxes(0, n); },
      [](const baseline::loops& p, hs::vec2 at, const auto& c, std::size_t n, float* out) {
        p.distances_boxes(at.x, at.y, rects_of(c), n, out);
      },
      [](const baseline::loops& p, hs::vec2 at, const auto& c, std::size_t n) {
        return p.nearest_box(at.x, at.y, rects_of(c), n);
      });
  distances(
      s, "ship_bullets", "bullets", scenes::bullets, 8, [](const auto& c, std::size_t n) { return c.circles(0, n); },
      [](const baseline::loops& p, hs::vec2 at, const auto& c, std::size_t n, float* out) {
        p.distances_spots(at.x, at.y, spots_of(c), c.radius[0], n, out);
      },
      [](const baseline::loops& p, hs::vec2 at, const auto& c, std::size_t n) {
        return p.nearest_spot(at.x, at.y, spots_of(c), c.radius[0], n);
      });
  distances_each(
      s, "ship_capsules", [](std::size_t n) { return turned("walls", scenes::walls(), n); }, 20,
      [](const auto& w, std::size_t n) { return w.capsules(0, n); },
      [](const baseline::loops& p, hs::vec2 at, const auto& w, std::size_t n, float* out) {
        p.distances_rods(at.x, at.y, rods_of(w), n, out);
      });
}

}  // namespace bench
