// sweep, circles with boxes.
#include "../harness/suite.hpp"

namespace bench {
namespace {
constexpr auto& sweep = verbs::sweep;
}

void sweep_circles_boxes(suite& s);
void sweep_circles_boxes(suite& s) {
  s.add({.verb = "sweep", .scene = "ball_boxes", .bytes = 16}, sweep, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), w, all = w->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "bullets_wall", .bytes = 16}, sweep, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("wall", scenes::walls()), b, all = b->circles(0, n), steps = b->motions(0, n, false)](
               std::size_t k) { return std::make_tuple(std::cref(all), std::cref(steps), q->box[k % scenes::fresh]); };
  });
  s.add({.verb = "sweep", .scene = "box_balls", .bytes = 12}, sweep, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), w, all = w->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "balls_boxes_close", .bytes = 36, .each = true}, sweep, [](std::size_t n) {
    return
        [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n), n](std::size_t k) {
          const std::size_t shift = k % scenes::fresh;
          return std::tuple(a->circles(shift, n), a->motions(shift, n, false), b->boxes(0, n));
        };
  });
}

}  // namespace bench
