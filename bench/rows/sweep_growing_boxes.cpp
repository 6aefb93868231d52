// sweep, boxes that grow.
#include "../harness/suite.hpp"

namespace bench {
namespace {
constexpr auto& sweep = verbs::sweep;
}  // namespace

void sweep_growing_boxes(suite& s) {
  s.add({.verb = "sweep", .scene = "bullets_growing_box", .bytes = 24}, sweep, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return
        [q = askers2("ship", scenes::ship()), b, all = b->boxes(0, n), steps = b->motions(0, n, false)](std::size_t k) {
          return std::make_tuple(std::cref(all), std::cref(steps), hs::growing(q->box[k % scenes::fresh], {20, 12}));
        };
  });
  s.add({.verb = "sweep", .scene = "growing_boxes_close", .bytes = 48, .each = true}, sweep, [](std::size_t n) {
    return
        [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n), n](std::size_t k) {
          const std::size_t shift = k % scenes::fresh;
          const auto by = [&](int axis) { return std::span(a->half[axis]).subspan(shift, n); };
          return std::tuple(hs::growing(a->boxes(shift, n), by(0), by(1)), a->motions(shift, n, false), b->boxes(0, n));
        };
  });
  s.add({.verb = "sweep", .scene = "box_growing_boxes", .bytes = 24, .most = 262144}, sweep, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), w,
            all = hs::growing(w->boxes(0, n), std::span(w->half[0]).first(n), 2.0f)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "growing_boxes_pairs", .bytes = 56, .each = true, .most = 16384}, sweep,
        [](std::size_t n) {
          const auto a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n);
          return [a, b, n, pairs = scenes::shuffled_pairs(n + scenes::fresh, n, 31),
                  grown = hs::growing(a->boxes(0, n), std::span(a->half[0]).first(n), std::span(a->half[1]).first(n))](
                     std::size_t k) {
            return std::tuple(grown, a->motions(0, n, false), b->boxes(0, n), pairs.part(k % scenes::fresh, n));
          };
        });
}

}  // namespace bench
