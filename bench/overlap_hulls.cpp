// overlap, rounded hulls: lasers, rotated boxes, polygons.
#include "turned.hpp"

namespace bench {
namespace {

constexpr auto& overlap = hs::detail::overlap_of<hs::detail::active_choice>;

}  // namespace

void overlap_hulls(suite& s);
void overlap_hulls(suite& s) {
  s.add({.verb = "overlap", .scene = "player_lasers", .bytes = 20}, overlap, [](std::size_t n) {
    const auto w = turned("walls", scenes::walls(), n);
    return [q = askers2("bomb", scenes::bombs()), w, all = w->capsules(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "laser_bullets", .bytes = 8}, overlap, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("laser", scenes::rays(600)), b, all = b->circles(0, n)](std::size_t k) {
      const hs::segment& line = q->segment[k % scenes::fresh];
      return std::make_tuple(hs::capsule{line.start, line.delta, 12}, std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "bomb_rotated_boxes", .bytes = 24}, overlap, [](std::size_t n) {
    const auto w = turned("walls", scenes::walls(), n);
    return [q = askers2("bomb", scenes::bombs()), w, all = w->obbs(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "rotated_boxes_close", .bytes = 48, .each = true}, overlap, [](std::size_t n) {
    return [a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n),
            n](std::size_t) { return std::tuple(a->obbs(0, n), b->obbs(0, n)); };
  });
  s.add({.verb = "overlap", .scene = "box_triangles", .bytes = 28}, overlap, [](std::size_t n) {
    const auto w = turned("walls", scenes::walls(), n);
    return [q = askers2("lookout", scenes::lookouts()), w, all = w->triangles(n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], std::cref(all));
    };
  });
}

}  // namespace bench
