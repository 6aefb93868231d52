// overlap, circles with boxes (K5).
#include "../harness/suite.hpp"

namespace bench {
namespace {
constexpr auto& overlap = verbs::overlap;
}

void overlap_circles_boxes(suite& s) {
  s.add(
      {.verb = "overlap", .scene = "bomb_walls", .bytes = 16, .headline = {{form::mask, "K5"}}}, overlap,
      [](std::size_t n) {
        const auto w = crowd2("walls", scenes::walls(), n);
        return [q = askers2("bomb", scenes::bombs()), w, all = w->boxes(0, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [](std::size_t n) {
        const auto q = askers2("bomb", scenes::bombs());
        const auto w = crowd2("walls", scenes::walls(), n);
        const auto circle = [q](std::size_t k) { return disc_of(q->circle[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.circle_boxes_mask(circle(k), rects_of(*w), n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.circle_boxes_list(circle(k), rects_of(*w), n, r.list.data());
             }}};
      });
  s.add({.verb = "overlap", .scene = "bullets_wall", .bytes = 8}, overlap, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("wall", scenes::walls()), b, all = b->circles(0, n)](std::size_t k) {
      return std::make_tuple(std::cref(all), q->box[k % scenes::fresh]);
    };
  });
  s.add({.verb = "overlap", .scene = "circle_tile_map", .bytes = 16}, overlap, [](std::size_t n) {
    const auto c = crowd2("tiles", scenes::tiles(), n);
    return [q = askers2("tile", scenes::tiles()), c, all = c->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "circles_boxes_close", .bytes = 28, .each = true}, overlap, [](std::size_t n) {
    return [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n),
            n](std::size_t k) { return std::tuple(a->circles(k % scenes::fresh, n), b->boxes(0, n)); };
  });
}

}  // namespace bench
