// First hits of many movers, cell by cell.
#include "../../world/first_hits/cells.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

bool any_of_them_meets(const item_columns& items, int dims, const float* low, const float* high) {
  return dims == 2 ? any_meets<V, 2>(items, low, high) : any_meets<V, 3>(items, low, high);
}
void first_of_movers(const first_request& r, int dims, const pair_sink& sink) {
  dims == 2 ? search_cells<V, 2>(r, sink) : search_cells<V, 3>(r, sink);
}

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(first_kernels, broad::any_of_them_meets, broad::first_of_movers)
