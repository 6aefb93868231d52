// Who stands in cells within cells.
#include "../../world/rays/standing.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

void stand_in_grid(const nested_grid& world, const side& who, std::size_t n, const standing_rules& rules,
                   const pair_sink& sink) {
  world.dims == 2 ? stand<W, 2>(world, who, n, rules, sink) : stand<W, 3>(world, who, n, rules, sink);
}

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(standing_kernels, broad::stand_in_grid)
