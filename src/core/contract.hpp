// What is looked at in this build. HITSCAN_CHECKS=1 stops at a broken contract, as Debug builds do; HITSCAN_CHECKS=0
// looks at nothing; without it contracts are looked at and a breach is told.
#pragma once

#include <cstddef>

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

#if defined(HITSCAN_CHECKS)
inline constexpr checks checks_here = HITSCAN_CHECKS != 0 ? checks::stop : checks::none;
#elif defined(NDEBUG)
inline constexpr checks checks_here = checks::say;
#else
inline constexpr checks checks_here = checks::stop;
#endif
inline constexpr bool checked_build = checks_here != checks::none;   // lengths are looked at, once a call
inline constexpr bool looks_at_items = checks_here == checks::stop;  // ... and what takes a look at every item

/// "hitscan: <query>: <what> has <has> values, <other> has <other_has>"
[[gnu::cold]] void report_lengths(const char* query, const char* what, std::size_t has, const char* other,
                                  std::size_t other_has) noexcept;

}  // namespace hitscan::detail
