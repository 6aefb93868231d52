// Many against many on any CPU: the same code as every ISA runs, over one float at a time. It only chooses which pairs
// are asked about; brute force is what it is tested against.
#include "../world.cpp"  // NOLINT(bugprone-suspicious-include): it is its twin

namespace hitscan::detail {
extern const broad::kernels broad_scalar;
constinit const broad::kernels broad_scalar = broad::table;
}  // namespace hitscan::detail
