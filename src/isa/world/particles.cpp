// Particles fly.
#include "../../particles/fly.hpp"
#include "part.hpp"

namespace hitscan::detail::broad {
namespace {

flight_tally fly_particles(const flight_request& r) { return fly_all<V>(r); }

}  // namespace
}  // namespace hitscan::detail::broad

HITSCAN_TABLE(particle_kernels, broad::fly_particles)
