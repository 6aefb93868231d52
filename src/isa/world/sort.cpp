// Sorting items into blocks: what goes over registers of lanes.
#include "../../world/bvh/build.hpp"
#include "../../world/bvh/spatial_sort.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

template <int D> constexpr sort_steps sort_steps_in() {
  return {[](const side& items, std::size_t first, std::size_t n, void* to) {
            stage_items<V, D>(items, {}, first, n, *static_cast<stage<D>*>(to));
          },
          [](const float* rows, void* to) { stage_rows<V, D>(rows, *static_cast<stage<D>*>(to)); },
          [](surveyed& seen, const void* items) { add_all<V, D>(seen, *static_cast<const stage<D>*>(items)); },
          [](const sort_cells& c, const void* items, u32* out) {
            cells_of<V, D>(c, *static_cast<const stage<D>*>(items), out);
          },
          put_rows<V, D>,
          build_blocks<V, D>};
}

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(sort_kernels, broad::sort_steps_in<2>(), broad::sort_steps_in<3>())
