// Which of the many against many an engine has, part by part: a program needs those parts that it asks, and no other.
#pragma once

#include "../dispatch/by_isa.hpp"
#include "broad.hpp"

// Each is made in src/isa/world, once an instruction set and once over one float at a time, for any CPU.
#define HITSCAN_PART(part)                                                                 \
  namespace scalar {                                                                       \
  extern const broad::part part;                                                           \
  }                                                                                        \
  HITSCAN_DECLARE_BY_ISA(extern const detail::broad::part part)                            \
  template <> inline const broad::part& broad::of<broad::part>(const engine& e) noexcept { \
    static constexpr const part* all[isa_count] = HITSCAN_BY_ISA(&scalar::part, part);     \
    return *all[static_cast<int>(e.which)];                                                \
  }

namespace hitscan::detail {
namespace broad {
template <class Part> const Part& of(const engine& e) noexcept;  // its own
}

HITSCAN_PART(sort_kernels)
HITSCAN_PART(list_kernels)
HITSCAN_PART(join_kernels)
HITSCAN_PART(first_kernels)
HITSCAN_PART(particle_kernels)
HITSCAN_PART(ray_kernels)
HITSCAN_PART(standing_kernels)
HITSCAN_PART(near_kernels)

}  // namespace hitscan::detail

#undef HITSCAN_PART
