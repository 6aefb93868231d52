// Sorting items into blocks, and bounds above them.
#include "../../world/bvh/build.hpp"
#include "../../world/bvh/spatial_sort.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

void choose_cells(sort_request& r) { r.dims == 2 ? choose_cells<V, 2>(r) : choose_cells<V, 3>(r); }
void count_cells(const sort_request& r, std::size_t from, std::size_t to, u32* counts) {
  r.dims == 2 ? count_cells<V, 2>(r, from, to, counts) : count_cells<V, 3>(r, from, to, counts);
}
void put_rows(const sort_request& r, std::size_t from, std::size_t to, const u32* counts) {
  r.dims == 2 ? put_rows<V, 2>(r, from, to, counts) : put_rows<V, 3>(r, from, to, counts);
}
void sort_crowds(const sort_request& r, u32 from, u32 to, const u32* ends, u32* counters) {
  r.dims == 2 ? sort_crowds<V, 2>(r, 0, from, to, ends, counters, 0)
              : sort_crowds<V, 3>(r, 0, from, to, ends, counters, 0);
}
void build_blocks(const float* rows, u32 from, u32 to, const bvh& p) {
  p.dims == 2 ? build_blocks<V, 2>(rows, from, to, p) : build_blocks<V, 3>(rows, from, to, p);
}
void build_nodes(const bvh& p) { p.dims == 2 ? build_nodes<2>(p) : build_nodes<3>(p); }

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(sort_kernels, broad::choose_cells, broad::count_cells, broad::put_rows, broad::sort_crowds,
              broad::build_blocks, broad::build_nodes)
