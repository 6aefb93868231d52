#include "traverse.hpp"

namespace hitscan::detail::broad {
namespace {

template <int D>
void traverse_in(const ray_kernels& kernels, const nested_grid& world, const side& movers, const motion& by,
                 const index* order, std::size_t n, const traverse_rules& rules, const pair_sink& sink) {
  const ray_steps(&steps)[2] = D == 2 ? kernels.in_2d : kernels.in_3d;
  if (movers.what == kind::point && world.items->what != kind::circle)
    traverser<D, true>(world, movers, by, rules, sink, steps[1]).run(order, n);
  else
    traverser<D, false>(world, movers, by, rules, sink, steps[0]).run(order, n);
}

}  // namespace

void traverse(const ray_kernels& kernels, const nested_grid& world, const side& movers, const motion& by,
              const index* order, std::size_t n, const traverse_rules& rules, const pair_sink& sink) {
  world.dims == 2 ? traverse_in<2>(kernels, world, movers, by, order, n, rules, sink)
                  : traverse_in<3>(kernels, world, movers, by, order, n, rules, sink);
}

}  // namespace hitscan::detail::broad
