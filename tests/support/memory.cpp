#include "memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#define TRIAL_HAS_PAGES 1
#endif

namespace trial {
namespace {

constexpr unsigned char canary = 0xa5;
constexpr std::size_t watched_bytes = 192;  // three AVX-512 registers either side

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "tests/support/memory: %s\n", why);
  std::abort();
}

}  // namespace

arena::arena(int slots, std::size_t bytes_a_slot) : count_(static_cast<std::size_t>(slots)) {
#if TRIAL_HAS_PAGES
  page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  slot_ = (bytes_a_slot + page_ - 1) / page_ * page_;
  const std::size_t all = count_ * (slot_ + page_) + page_;  // guard, slot, guard, slot, ..., guard
  void* const memory = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) give_up("mmap failed");
  base_ = static_cast<unsigned char*>(memory);
  for (std::size_t s = 0; s < count_; ++s)
    if (mprotect(base_ + page_ + s * (slot_ + page_), slot_, PROT_READ | PROT_WRITE) != 0) give_up("mprotect failed");
#else  // no pages to trap on: the canaries remain
  page_ = 256, slot_ = (bytes_a_slot + 255) / 256 * 256;
  base_ = static_cast<unsigned char*>(std::calloc(count_ * (slot_ + page_) + page_, 1));
  if (!base_) give_up("out of memory");
#endif
}

arena::~arena() {
#if TRIAL_HAS_PAGES
  munmap(base_, count_ * (slot_ + page_) + page_);
#else
  std::free(base_);
#endif
}

unsigned char* arena::take(std::size_t bytes, std::size_t align, place where, bool watch) {
  if (next_ == count_) give_up("out of slots");
  if (bytes + 4 * align > slot_) give_up("slot too small");
  unsigned char* const slot = base_ + page_ + next_ * (slot_ + page_);
  unsigned char* at = slot;
  if (where == place::at_end) at = slot + slot_ - bytes;
  if (where == place::shifted) at = slot + slot_ - bytes - (1 + next_ % 3) * align;
  ++next_;
  if (watch) {
    const std::size_t before = static_cast<std::size_t>(at - slot), after = slot_ - before - bytes;
    watched w{};
    w.from = at - (before < watched_bytes ? before : watched_bytes);
    w.begin = at, w.end = at + bytes;
    w.to = w.end + (after < watched_bytes ? after : watched_bytes);
    std::memset(const_cast<unsigned char*>(w.from), canary, static_cast<std::size_t>(w.to - w.from));
    watched_.push_back(w);
  }
  return at;
}

bool arena::intact() const noexcept {
  for (const watched& w : watched_) {
    for (const unsigned char* p = w.from; p != w.begin; ++p)
      if (*p != canary) return false;
    for (const unsigned char* p = w.end; p != w.to; ++p)
      if (*p != canary) return false;
  }
  return true;
}

void arena::release(mark to) {
  next_ = to.slots;
  watched_.resize(to.outputs);
}

}  // namespace trial
