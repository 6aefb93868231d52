// cast and sweep, rounded hulls.
#include "turned.hpp"

namespace bench {
namespace {
constexpr auto& cast = hs::detail::cast_of<hs::detail::active_choice>;
constexpr auto& sweep = hs::detail::sweep_of<hs::detail::active_choice>;
}  // namespace

void sweep_hulls(suite& s);
void sweep_hulls(suite& s) {
  s.add({.verb = "cast", .scene = "ray_rotated_boxes", .bytes = 24}, cast, [](std::size_t n) {
    const auto w = turned("walls", scenes::walls(), n);
    return [q = askers2("ray", scenes::rays(300)), w, all = w->obbs(0, n)](std::size_t k) {
      return std::make_tuple(q->segment[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "circle_segments", .bytes = 16}, sweep, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), w, all = w->segments(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], q->step[k % scenes::fresh], std::cref(all));
    };
  });
}

}  // namespace bench
