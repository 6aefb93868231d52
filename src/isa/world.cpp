// Many against many on one ISA, or on any CPU (scalar/world.cpp): one function for 2D and 3D.
#include "../particles/drift.hpp"
#include "../world/bvh/lists.hpp"
#include "../world/bvh/nearest.hpp"
#include "../world/first_hits/spot.hpp"
#include "../world/rays/walk.hpp"

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

u32 order_items(const side& s, const motion& m, int dims, const order_space& space) {
  return dims == 2 ? order<V, 2>(s, m, space) : order<V, 3>(s, m, space);
}
void build_pyramid(const float* rows, u32 items, int dims, float* words, pyramid& p) {
  dims == 2 ? build<V, 2>(rows, items, words, p) : build<V, 3>(rows, items, words, p);
}
void join_pyramids(const pyramid& a, const pyramid* b, u32 from, u32 to, const join_rules& rules,
                   const pair_sink& sink) {
  a.dims == 2 ? join<V, 2>(a, b, from, to, rules, sink) : join<V, 3>(a, b, from, to, rules, sink);
}
u32 lists_in_order(const lists_request& r, u32 from) { return order_lists<V>(r, from); }
void first_of_movers(const float* rows, u32 movers, const pyramid& p, const first_rules& rules,
                     const candidate_space& space, const pair_sink& sink) {
  p.dims == 2 ? first<V, 2>(rows, movers, p, rules, space, sink) : first<V, 3>(rows, movers, p, rules, space, sink);
}
u32 spot_movers(const chart_request& r, const first_rules& rules, const pair_sink& sink) {
  return spot<V>(r, rules, sink);
}
drift_tally drift_particles(const drift_request& r) { return drift_all<V>(r); }
void walk_nest(const nest& world, const side& movers, const motion& by, const index* order, std::size_t n,
               const walk_rules& rules, const pair_sink& sink) {
  world.dims == 2 ? walk<W, 2>(world, movers, by, order, n, rules, sink)
                  : walk<W, 3>(world, movers, by, order, n, rules, sink);
}
void seek_nearest(const pyramid& over, const side& points, std::size_t n, const near_rules& rules, near_item* kept,
                  const near_sink& sink) {
  over.dims == 2 ? seek<W, 2>(over, points, n, rules, kept, sink) : seek<W, 3>(over, points, n, rules, kept, sink);
}

constexpr kernels table = {order_items, build_pyramid,   join_pyramids, lists_in_order, first_of_movers,
                           spot_movers, drift_particles, walk_nest,     seek_nearest};

}  // namespace
}  // namespace hitscan::detail::broad

#if defined(HITSCAN_ARCH)
namespace hitscan::detail::HITSCAN_ISA {
extern const detail::broad::kernels broad;
constinit const detail::broad::kernels broad = detail::broad::table;
}  // namespace hitscan::detail::HITSCAN_ISA
#endif
