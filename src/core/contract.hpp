// Are contracts checked in this build? In a Debug build, or with HITSCAN_CHECKS=1; HITSCAN_CHECKS=0 turns them off.
#pragma once

namespace hitscan::detail {

#if defined(HITSCAN_CHECKS)
inline constexpr bool checked_build = HITSCAN_CHECKS != 0;
#elif defined(NDEBUG)
inline constexpr bool checked_build = false;
#else
inline constexpr bool checked_build = true;
#endif

}  // namespace hitscan::detail
