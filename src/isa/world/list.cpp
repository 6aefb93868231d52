// Items as columns of bounds, as they are or somewhat larger; and those that are near something.
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
u32 near_ones(const sieve_request& r) { return sieve<V>(r); }

}  // namespace
}  // namespace hitscan::detail::broad

namespace hitscan::detail::HITSCAN_ISA {

using broad::stage, broad::V;

void stage_items(const side& s, const motion& m, std::size_t first, std::size_t n, bool check, stage<2>& to) {
  broad::stage_here<V>(s, m, first, n, check, to);
}
void stage_items(const side& s, const motion& m, std::size_t first, std::size_t n, bool check, stage<3>& to) {
  broad::stage_here<V>(s, m, first, n, check, to);
}
void put_columns(const float* const* from, std::size_t at, u32 mask, float* const* to, u32 n, int columns) {
  for (int c = 0; c < columns; ++c) put_lanes(from[c] + at, mask, to[c] + n);
}

}  // namespace hitscan::detail::HITSCAN_ISA

HITSCAN_TABLE(list_kernels, broad::list_all, broad::make_wider, broad::near_ones)
