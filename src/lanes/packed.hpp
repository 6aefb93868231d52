// Items of a scan that lie apart, side by side in columns of their own.
//
//     items   . . x . . . . . | . . . . . . . . | x . . . . x . .       two registers, three of them
//     packed  x x x
//
// A few cycles each, so that what takes long is done for all lanes of a register, not for one in sixteen.
#pragma once

#include "lanes.hpp"

namespace hitscan::detail::HITSCAN_ISA {

struct packed_items {
  static constexpr unsigned most = 256;
  alignas(64) u32 item[most];  // ascending
  alignas(64) float row[max_columns][most];
  const float* column[max_columns];
  unsigned count, whole;  // so many items; so many lanes, the last of which are the first item again
};

// Of so many columns; `item` and `count` are there. src/isa/packed.cpp
void pack_items(packed_items& p, const float* const* columns, int count);

// Is that worth it, of so many items in so many registers? Half a register of them is packed, and what comes of it put
// where it belongs, in the time that what is slow takes for one.
constexpr bool pays_to_pack(unsigned items, unsigned registers) {
  constexpr unsigned lanes = floats<HITSCAN_ARCH>::size;
  return items <= packed_items::most && registers > (items + lanes - 1) / lanes + 2 * items / lanes;
}

}  // namespace hitscan::detail::HITSCAN_ISA
