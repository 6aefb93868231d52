// sweep, circles that grow.
#include "../harness/suite.hpp"

namespace bench {
namespace {
constexpr auto& sweep = verbs::sweep;
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
  s.add({.verb = "sweep", .scene = "blast_circles", .bytes = 12, .most = 262144}, sweep, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("ship", scenes::ship()), w, all = w->circles(0, n)](std::size_t k) {
      return std::make_tuple(hs::growing(q->circle[k % scenes::fresh], 60), q->step[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "sweep", .scene = "growing_circles_pairs", .bytes = 44, .each = true, .most = 16384}, sweep,
        [](std::size_t n) {
          const auto a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n);
          return [a, b, n, pairs = scenes::shuffled_pairs(n + scenes::fresh, n, 31),
                  grown = hs::growing(a->circles(0, n), std::span(a->half[0]).first(n))](std::size_t k) {
            return std::tuple(grown, a->motions(0, n, false), b->circles(0, n), pairs.part(k % scenes::fresh, n));
          };
        });
}

}  // namespace bench
