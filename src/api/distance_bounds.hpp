// Distances of which only those within a limit count.
#pragma once

#include <cstddef>
#include <cstdint>

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

/// Of all items of b; see src/reference/distance.hpp.
using distances_fn = bool (*)(const request&, float limit, bool how_far, float* out, std::uint64_t* near) noexcept;

constexpr std::size_t bounded = 256;  // items at a time
/// A bit for each of n items, from `first` on, whose bounds are no further than the limit. `boxes` tells how far these
/// are.
struct within_bounds {
  std::uint64_t words[bounded / 64];
  within_bounds(const request& r, std::size_t first, std::size_t n, float limit, distances_fn boxes) noexcept;
};

}  // namespace hitscan::detail
