// Requests some of whose columns have gaps between their values, as those of an array of structs have: asked by blocks,
// of which such columns are copied side by side.
//
//     structs   x y r . . x y r . . x y r . .      one block's columns take 16 kB: they are in the first cache when
//     block     x x x ...  y y y ...  r r r ...    they are asked about, and kernels meet plain columns alone
//
// What stands in spans already is not copied; of index pairs all is, as the pairs pick it, and of a chain whose nodes
// stand in a ring and go round its end.
#pragma once

#include "bits.hpp"

namespace hitscan::detail {

constexpr std::size_t block_floats = 4096;

/// n values from item `first` on, side by side.
void gather(const feed& from, std::size_t first, std::size_t n, float* to) noexcept;

/// Columns of a block that are copied.
std::size_t copied_columns(const request& r) noexcept;
/// How many items, or pairs, are asked at a time: whole words of a mask, at most words_of_bits::block, or one.
std::size_t block_of(const request& r) noexcept;
/// The request about n of them from `first` on; copies stand in `space`.
void put_block(const request& r, std::size_t first, std::size_t n, std::byte* space, request& part) noexcept;

/// each(request about some items, the first of them) for all of them in turn, until it returns false; at most so many.
template <class Each>
void each_block(const request& r, std::size_t n, const Each& each,
                std::size_t longest = words_of_bits::block) noexcept {
  alignas(64) std::byte space[4 * block_floats];
  const std::size_t block = block_of(r), most = block < longest ? block : longest;
  for (std::size_t first = 0; first < n; first += most) {
    request part;
    put_block(r, first, n - first < most ? n - first : most, space, part);
    if (!each(part, first)) return;
  }
}

}  // namespace hitscan::detail
