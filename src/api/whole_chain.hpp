// Who of many is in a chain, asked as one shape.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

/// Puts the bits of those of n items from `first` on that hit some link into `hits`, which are 0; without `hits`, is
/// there anyone? One side of the request is a chain; at most words_of_bits::block items.
bool ask_whole_chain(const engine& e, const request& r, std::size_t first, std::size_t n, std::uint64_t* hits) noexcept;

}  // namespace hitscan::detail
