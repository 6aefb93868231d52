// Pairs of bounds that meet, and lists in order.
#include "../../world/bvh/join.hpp"
#include "../../world/bvh/sort_lists.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

void join_bvhs(const bvh& a, const bvh* b, u32 from, u32 to, const join_rules& rules, const pair_sink& sink) {
  a.dims == 2 ? join<V, 2>(a, b, from, to, rules, sink) : join<V, 3>(a, b, from, to, rules, sink);
}
void lists_in_order(const lists_request& r, u32 from) { order_lists<V>(r, from); }

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(join_kernels, broad::join_bvhs, broad::lists_in_order)
