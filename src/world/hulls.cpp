// The tests that worlds of capsules, rotated boxes and their like bring along.
#include <hitscan/world.hpp>

namespace hitscan::detail {

constinit const hull_kernels kernels_of_hulls = {kernel_of<test::overlap_hulls, 2>(),
                                                 kernel_of<test::sweep_hulls, 2>()};

}  // namespace hitscan::detail
