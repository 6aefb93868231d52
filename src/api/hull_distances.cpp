// Who tells how far hulls are from one another. By itself, so that a program that asks about none of them has none.
#include <hitscan/distance.hpp>

#include "../dispatch/by_isa.hpp"

namespace hitscan::detail {

HITSCAN_DECLARE_BY_ISA(void distances_of_hulls(const request&, const std::uint64_t* asked, float* out) noexcept)

constinit const far_fn hull_distances[isa_count] = HITSCAN_BY_ISA(nullptr, distances_of_hulls);

}  // namespace hitscan::detail
