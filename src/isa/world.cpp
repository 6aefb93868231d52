// Many against many on one ISA, or on any CPU (scalar/world.cpp): one function for 2D and 3D.
#include "../particles/fly.hpp"
#include "../world/bvh/k_nearest.hpp"
#include "../world/bvh/sort_lists.hpp"
#include "../world/first_hits/cells.hpp"
#include "../world/rays/standing.hpp"
#include "../world/rays/traverse.hpp"

namespace hitscan::detail::broad {
namespace {

// V, and W of at most 8 lanes.
#if !defined(HITSCAN_ARCH)
using V = one;
using W = one;
#elif defined(__AVX512BW__)
using V = floats<HITSCAN_ARCH>;
using W = floats<xsimd::avx2>;
#else
using V = floats<HITSCAN_ARCH>;
using W = V;
#endif

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
void join_bvhs(const bvh& a, const bvh* b, u32 from, u32 to, const join_rules& rules, const pair_sink& sink) {
  a.dims == 2 ? join<V, 2>(a, b, from, to, rules, sink) : join<V, 3>(a, b, from, to, rules, sink);
}
void lists_in_order(const lists_request& r, u32 from) { order_lists<V>(r, from); }
void list_all(const side& s, int dims, float* words, item_columns& to) {
  dims == 2 ? list_items<V, 2>(s, words, to) : list_items<V, 3>(s, words, to);
}
void make_wider(const side& s, const motion& m, int dims, bool way, float* edges) {
  dims == 2 ? widen<V, 2>(s, m, way, edges) : widen<V, 3>(s, m, way, edges);
}
bool any_of_them_meets(const item_columns& items, int dims, const float* low, const float* high) {
  return dims == 2 ? any_meets<V, 2>(items, low, high) : any_meets<V, 3>(items, low, high);
}
u32 near_ones(const sieve_request& r) { return sieve<V>(r); }
void first_of_movers(const first_request& r, int dims, const pair_sink& sink) {
  dims == 2 ? cell_search<V, 2>(r, sink).run() : cell_search<V, 3>(r, sink).run();
}
flight_tally fly_particles(const flight_request& r) { return fly_all<V>(r); }
void traverse_grid(const nested_grid& world, const side& movers, const motion& by, const index* order, std::size_t n,
                   const traverse_rules& rules, const pair_sink& sink) {
  world.dims == 2 ? traverse<W, 2>(world, movers, by, order, n, rules, sink)
                  : traverse<W, 3>(world, movers, by, order, n, rules, sink);
}
void stand_in_grid(const nested_grid& world, const side& who, std::size_t n, const standing_rules& rules,
                   const pair_sink& sink) {
  world.dims == 2 ? stand<W, 2>(world, who, n, rules, sink) : stand<W, 3>(world, who, n, rules, sink);
}
void nearest_items(const bvh& over, const side& points, std::size_t n, const near_rules& rules, near_item* kept,
                   const near_sink& sink) {
  over.dims == 2 ? k_nearest<V, 2>(over, points, n, rules, kept, sink)
                 : k_nearest<V, 3>(over, points, n, rules, kept, sink);
}

constexpr kernels table = {choose_cells,      count_cells,  put_rows,        sort_crowds,   build_blocks,
                           build_nodes,       join_bvhs,    lists_in_order,  list_all,      make_wider,
                           any_of_them_meets, near_ones,    first_of_movers, fly_particles, traverse_grid,
                           stand_in_grid,     nearest_items};

}  // namespace
}  // namespace hitscan::detail::broad

#if defined(HITSCAN_ARCH)
namespace hitscan::detail::HITSCAN_ISA {
extern const detail::broad::kernels broad;
constinit const detail::broad::kernels broad = detail::broad::table;
}  // namespace hitscan::detail::HITSCAN_ISA
#endif
