// Rays through cells within cells.
#include "../../world/rays/traverse.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

void traverse_grid(const nested_grid& world, const side& movers, const motion& by, const index* order, std::size_t n,
                   const traverse_rules& rules, const pair_sink& sink) {
  world.dims == 2 ? traverse<W, 2>(world, movers, by, order, n, rules, sink)
                  : traverse<W, 3>(world, movers, by, order, n, rules, sink);
}

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(ray_kernels, broad::traverse_grid)
