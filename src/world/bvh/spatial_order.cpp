// Spatial order for the caller's own columns.
#include <hitscan/order.hpp>

#include <algorithm>

#include "../../core/contract.hpp"
#include "../../core/float_state.hpp"
#include "../kernels.hpp"
#include "sort.hpp"

namespace hitscan::detail {

std::size_t run_order(const request& r, std::span<index> order, workspace& w) {
  const default_float_state here;
  const std::size_t n = std::min<std::size_t>(r.a.count, none);
  const bool no = r.breach || r.a.count > none;
  if (no && checked_build) tell_broken(r, "spatial_order", "");
  if (no || order.size() < n) {
    if (!no && checked_build) report_lengths("spatial_order", "the order", order.size(), "the view", n);
    return no ? 0 : n;
  }
  broad::memory& s = broad::lender::of(w);
  side items = r.a;
  motion standing{};
  if (r.strided) broad::close_gaps(items, standing, r.dims, s);
  std::uint32_t* const there = s.counts.need(n / 32 + 1);  // a bit for each valid item
  std::fill_n(there, n / 32 + 1, 0u);
  items.count = n;
  const std::size_t valid = broad::sort_items(broad::of<broad::sort_kernels>(active_engine()), items, r.dims, s, {});
  const float* const rows = s.rows.get();
  for (std::size_t k = 0; k < valid; ++k) {
    index i;
    std::memcpy(&i, rows + k * static_cast<std::size_t>(broad::row_words(r.dims)) + 3 * r.dims, sizeof i);
    order[k] = i, there[i / 32] |= 1u << (i % 32);
  }
  std::size_t k = valid;
  for (std::size_t i = 0; k < n && i < n; ++i)
    if (!(there[i / 32] >> (i % 32) & 1)) order[k++] = static_cast<index>(i);
  return n;
}

namespace {

// One size an item, known when this is compiled where it is a usual one.
template <std::size_t Bytes>
void gather(std::span<const index> order, unsigned char* data, unsigned char* scratch, std::size_t bytes) noexcept {
  const std::size_t size = Bytes ? Bytes : bytes;
  for (std::size_t k = 0; k < order.size(); ++k) std::memcpy(scratch + k * size, data + order[k] * size, size);
  std::memcpy(data, scratch, order.size() * size);
}
void gather_bits(std::span<const index> order, std::uint64_t* words, unsigned char* scratch) noexcept {
  for (std::size_t w = 0; 64 * w < order.size(); ++w) {
    std::uint64_t bits = 0;
    for (std::size_t k = 64 * w; k < order.size() && k < 64 * w + 64; ++k)
      bits |= (words[order[k] / 64] >> (order[k] % 64) & 1) << (k % 64);
    std::memcpy(scratch + 8 * w, &bits, 8);
  }
  const std::size_t whole = order.size() / 64, rest = order.size() % 64;
  std::uint64_t last = 0;
  if (rest) std::memcpy(&last, scratch + 8 * whole, 8);
  std::memcpy(words, scratch, 8 * whole);
  if (rest) words[whole] = (words[whole] >> rest << rest) | last;
}

}  // namespace

bool run_apply(std::span<const index> order, std::span<std::byte> scratch, const column_ref* columns,
               std::size_t count) noexcept {
  const std::size_t n = order.size();
  bool fits = true;
  for (std::size_t c = 0; c < count; ++c) {
    const std::size_t bytes = columns[c].bytes ? n * columns[c].bytes : (n + 63) / 64 * 8;
    fits = fits && columns[c].count >= n && scratch.size() >= bytes;
  }
  for (const index i : order) fits = fits && i < n;
  if (!fits) {
    if (checked_build) report_breach("apply", "an order, a column or the scratch memory does not fit the others");
    return false;
  }
  auto* const to = reinterpret_cast<unsigned char*>(scratch.data());
  for (std::size_t c = 0; c < count && n; ++c) {
    auto* const data = static_cast<unsigned char*>(columns[c].data);
    switch (columns[c].bytes) {
      case 0: gather_bits(order, static_cast<std::uint64_t*>(columns[c].data), to); break;
      case 1: gather<1>(order, data, to, 1); break;
      case 2: gather<2>(order, data, to, 2); break;
      case 4: gather<4>(order, data, to, 4); break;
      case 8: gather<8>(order, data, to, 8); break;
      default: gather<0>(order, data, to, columns[c].bytes); break;
    }
  }
  return true;
}

}  // namespace hitscan::detail
