// The reference as an engine: the fallback on any CPU, and what every SIMD engine must agree with to the bit. Its
// answers are those of src/reference/forms.hpp, test by test.
#include "../../dispatch/engines.hpp"

namespace hitscan::detail {

constinit const engine engine_scalar{
    .which = isa::scalar,
    .lanes = 1,
    .any = [](const request& r) noexcept { return r.kernel->any(r); },
    .count = [](const request& r) noexcept { return r.kernel->count(r); },
    .mask = [](const request& r, std::uint64_t* words) noexcept { r.kernel->mask(r, words); },
    .times = [](const request& r, float* time, std::uint64_t* words) noexcept { r.kernel->times(r, time, words); },
    .list = [](const request& r, const records& to, std::size_t room) noexcept { return r.kernel->list(r, to, room); },
    .nearest = [](const request& r) noexcept { return r.kernel->nearest(r); },
    .each = [](const request& r, const records& to) noexcept { r.kernel->each(r, to); }};

}  // namespace hitscan::detail
