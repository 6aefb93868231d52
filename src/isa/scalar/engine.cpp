// The reference as an engine: the fallback on any CPU, and what every SIMD engine must agree with to the bit. Its
// answers are those of src/reference/forms.hpp, test by test.
#include "../../dispatch/engines.hpp"

namespace hitscan::detail {
namespace {

bool any(const request& r) noexcept { return r.kernel->any(r); }
std::size_t count(const request& r) noexcept { return r.kernel->count(r); }
void mask(const request& r, std::uint64_t* words) noexcept { r.kernel->mask(r, words); }
void times(const request& r, float* time, std::uint64_t* words) noexcept { r.kernel->times(r, time, words); }
tally list(const request& r, const records& out, std::size_t capacity) noexcept {
  return r.kernel->list(r, out, capacity);
}
outcome nearest(const request& r) noexcept { return r.kernel->nearest(r); }
void each(const request& r, const records& out) noexcept { r.kernel->each(r, out); }

}  // namespace

constinit const engine engine_scalar{.which = isa::scalar,
                                     .lanes = 1,
                                     .any = any,
                                     .count = count,
                                     .mask = mask,
                                     .times = times,
                                     .list = list,
                                     .nearest = nearest,
                                     .each = each};

}  // namespace hitscan::detail
