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

/// Is the contract broken, or is there more than an index can name? Then that has been told.
[[gnu::cold]] void tell_broken(const request& r, const char* query, const char* form) noexcept;
inline bool broken(const request& r, const char* query, const char* form) noexcept {
  if (!checked_build || !(r.breach || r.n > none)) [[likely]]
    return false;
  tell_broken(r, query, form);
  return true;
}

/// Columns that are worked on one value after the other: the shortest says how many there are, and one that is missing
/// that there are none. An output may be longer than they are. If they do not agree, count() tells.
class columns_at_work {
 public:
  explicit columns_at_work(const char* query) noexcept : query_(query) {}
  void take(std::size_t size) noexcept { n_ = size < n_ ? size : n_, most_ = size > most_ ? size : most_; }
  void take(const column& c) noexcept;
  void put(std::size_t size) noexcept { room_ = size < room_ ? size : room_; }
  std::size_t count() const noexcept {
    if (!missing_ && (most_ == n_ || most_ == 0) && most_ <= room_) [[likely]]
      return n_ < room_ ? n_ : room_;
    if (checked_build) tell();
    return missing_ ? 0 : n_ < room_ ? n_ : room_;
  }

 private:
  [[gnu::cold]] void tell() const noexcept;
  const char* query_;
  std::size_t n_ = static_cast<std::size_t>(-1), most_ = 0, room_ = n_;
  bool missing_ = false;
};

}  // namespace hitscan::detail
