// sweep, circles that grow.
#include "suite.hpp"

namespace bench {
namespace {
constexpr auto& sweep = hs::detail::sweep_of<hs::detail::active_choice>;
}  // namespace

void sweep_growing_circles(suite& s) {
  s.add({.verb = "sweep", .scene = "bullets_blast", .bytes = 16}, sweep, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("ship", scenes::ship()), b, all = b->circles(0, n),
            steps = b->motions(0, n, false)](std::size_t k) {
      return std::make_tuple(std::cref(all), std::cref(steps), hs::growing(q->circle[k % scenes::fresh], 20));
    };
  });
  s.add({.verb = "sweep", .scene = "growing_circles_close", .bytes = 36, .each = true}, sweep, [](std::size_t n) {
    return
        [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n), n](std::size_t k) {
          const std::size_t shift = k % scenes::fresh;
          return std::tuple(hs::growing(a->circles(shift, n), std::span(a->half[0]).subspan(shift, n)),
                            a->motions(shift, n, false), b->circles(0, n));
        };
  });
}

}  // namespace bench
