// Which of the many against many an engine has: programs without a world do not need it.
#include "../dispatch/by_isa.hpp"
#include "broad.hpp"

namespace hitscan::detail {

extern const broad::kernels broad_scalar;  // src/isa/scalar/world.cpp
HITSCAN_DECLARE_BY_ISA(extern const detail::broad::kernels broad)

const broad::kernels& broad::of(const engine& e) noexcept {
  static constexpr const kernels* all[isa_count] = HITSCAN_BY_ISA(&broad_scalar, broad);
  return *all[static_cast<int>(e.which)];
}

}  // namespace hitscan::detail
