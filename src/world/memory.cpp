// Where rooms' memory comes from.
//
// A million items are put in order by writing each to its own place, and of 4 kB pages a processor knows where some two
// thousand are: nearly each of these writes looks for its page first. A huge page of 2 MB is as many as 512.
#include "memory.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace hitscan::detail::broad {
namespace {

constexpr std::size_t huge = std::size_t{1} << 21;

std::align_val_t alignment(std::size_t bytes) noexcept { return std::align_val_t{bytes < 2 * huge ? 64 : huge}; }

}  // namespace

void pages::grow(std::size_t bytes) {
  leave();  // first, so that the two are not there at a time
  bytes += bytes / 4;
  data_ = ::operator new(bytes, alignment(bytes)), bytes_ = bytes;
#if defined(MADV_HUGEPAGE)
  if (bytes >= 2 * huge) madvise(data_, bytes, MADV_HUGEPAGE);  // advice: where it is not taken, all goes on as before
#endif
}
void pages::extend(std::size_t bytes, std::size_t kept) {
  pages larger;
  larger.grow(bytes);
  if (kept) std::memcpy(larger.data_, data_, kept);
  *this = std::move(larger);
}
void pages::leave() noexcept {
  if (data_) ::operator delete(data_, alignment(bytes_));
  data_ = nullptr, bytes_ = 0;
}

}  // namespace hitscan::detail::broad
