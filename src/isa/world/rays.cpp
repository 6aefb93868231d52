// Rays through cells within cells: what is held against a register of boxes at once.
#include "../../world/rays/traverse.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

template <int D, bool Rays> constexpr ray_steps steps = steps_of_rays<W, D, Rays>();

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(ray_kernels, {broad::steps<2, false>, broad::steps<2, true>},
              {broad::steps<3, false>, broad::steps<3, true>})
