// Stable removal, a register at a time: what stays of a register moves to its front, and all of it is stored.
//
//     bits    1 1 0 1 0 0 1 1          `to` never lies behind `from`, so what a store writes too much is what has been
//     from    a b C d E F g h   ->     read already, and the next store covers it.
//     to      a b d g h . . .
//
// For items of 4 and 8 bytes, where an instruction set can move lanes as bits say (`compresses`).
#include "../dispatch/engines.hpp"
#include "../lanes/simd.hpp"

namespace hitscan::detail {
namespace {

template <class A, int Bytes> void keep_items(const keep_request& r) {
  u8* to = r.to;
  const u8* from = r.from;
  std::size_t i = 0;
  for (; i + 64 <= r.n; i += 64, from += 64 * Bytes) to = pack<A, Bytes, 64>(to, from, r.kept[i / 64]);
  if (i < r.n) pack_one_by_one<Bytes>(to, from, r.kept[i / 64]);
}

// False: nothing beats moving items one by one.
template <class A> bool keep_of(const keep_request& r) noexcept {
  if constexpr (compresses<A>) r.bytes == 4 ? keep_items<A, 4>(r) : keep_items<A, 8>(r);
  return compresses<A>;
}

}  // namespace

namespace HITSCAN_ISA {
bool keep(const keep_request& r) noexcept;
bool keep(const keep_request& r) noexcept { return keep_of<HITSCAN_ARCH>(r); }
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
