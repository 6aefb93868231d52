// What is nearest to points.
#include "../../world/bvh/k_nearest.hpp"
#include "../../world/rings/ring_walk.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

void nearest_items(const bvh& over, const side& points, std::size_t n, const near_rules& rules, near_item* kept,
                   const near_sink& sink) {
  over.dims == 2 ? k_nearest<V, 2>(over, points, n, rules, kept, sink)
                 : k_nearest<V, 3>(over, points, n, rules, kept, sink);
}

#if defined(HITSCAN_ARCH)
constexpr auto walk = walk_rings<V>;
#else
constexpr auto walk = nullptr;
#endif

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(near_kernels, broad::nearest_items, broad::walk)
