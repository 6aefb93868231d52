// Items as columns of bounds, as they are or somewhat larger.
#include "../../world/first_hits/sieve.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

void list_all(const side& s, int dims, float* words, item_columns& to) {
  dims == 2 ? list_items<V, 2>(s, words, to) : list_items<V, 3>(s, words, to);
}
void make_wider(const side& s, const motion& m, int dims, bool way, float* edges) {
  dims == 2 ? widen<V, 2>(s, m, way, edges) : widen<V, 3>(s, m, way, edges);
}

}  // namespace
}  // namespace hitscan::detail::broad

namespace hitscan::detail::HITSCAN_ISA {

using broad::stage, broad::V;

void stage_checked(const side& s, const motion& m, std::size_t first, std::size_t n, std::size_t ahead, stage<2>& to) {
  broad::stage_here<V, 2>(s, m, first, n, ahead, to);
}
void stage_checked(const side& s, const motion& m, std::size_t first, std::size_t n, std::size_t ahead, stage<3>& to) {
  broad::stage_here<V, 3>(s, m, first, n, ahead, to);
}
void stage_all(const side& s, const motion& m, std::size_t first, std::size_t n, std::size_t ahead, stage<2>& to) {
  broad::stage_here<V, 2, false>(s, m, first, n, ahead, to);
}
void stage_all(const side& s, const motion& m, std::size_t first, std::size_t n, std::size_t ahead, stage<3>& to) {
  broad::stage_here<V, 3, false>(s, m, first, n, ahead, to);
}

}  // namespace hitscan::detail::HITSCAN_ISA

HITSCAN_TABLE(list_kernels, broad::list_all, broad::make_wider)
