// Many against many on any CPU: the same code as every ISA runs, over one float at a time. It only chooses which pairs
// are asked about; brute force is what it is tested against.
#include "../world.cpp"

#include "../../dispatch/engines.hpp"

namespace hitscan::detail {
constinit const broad::kernels broad_scalar = broad::table;
}  // namespace hitscan::detail
