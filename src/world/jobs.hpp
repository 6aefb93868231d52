// One query, answered by several jobs at a time.
#pragma once

#include <algorithm>
#include <atomic>

#include "../core/contract.hpp"
#include "space.hpp"

namespace hitscan::detail::broad {

inline void breach(const char* message) noexcept {
  if (checked_build) report_breach(message);
}

inline bool short_of_spaces(const crew& c) noexcept {
  if (c.spaces.empty()) breach("hitscan: several threads need a workspace each");
  return c.spaces.empty();
}

// f(k, lane) for each k below parts, side by side: no two at a time in one lane.
template <class F> void spread(const crew& c, std::size_t parts, F f) {
  const std::size_t lanes = c.run ? std::min(c.spaces.size(), parts) : 1;
  struct shared {
    F& f;
    std::size_t parts;
    std::atomic<std::size_t> next{0};
  } all{f, parts};
  const job each{[](void* data, std::size_t lane) {
                   shared& s = *static_cast<shared*>(data);
                   for (std::size_t k; (k = s.next.fetch_add(1, std::memory_order_relaxed)) < s.parts;) s.f(k, lane);
                 },
                 &all};
  lanes > 1 ? (*c.run)(lanes, each) : each(0);
}
// Part k of n things in `parts` even ranges.
struct range_of {
  std::size_t from, to;
  range_of(std::size_t n, std::size_t parts, std::size_t k) noexcept
      : from(n / parts * k + std::min(k, n % parts)), to(from + n / parts + (k < n % parts)) {}
};
inline space& space_of(const crew& c, std::size_t k) noexcept { return lender::of(c.spaces[k]); }
inline std::size_t lanes_of(const crew& c) noexcept { return c.run ? c.spaces.size() : 1; }

}  // namespace hitscan::detail::broad
