#include "memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#elif defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

namespace trial {
namespace {

constexpr unsigned char canary = 0xa5;
constexpr std::size_t watched_bytes = 192;  // three AVX-512 registers either side

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "tests/support/memory: %s\n", why);
  std::abort();
}

// Memory of the system's that traps when touched; `open` gives a part of it away; `leave` gives all of it back.
#if defined(__unix__) || defined(__APPLE__)
std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
void* reserve(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}
bool open(void* at, std::size_t bytes) { return mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0; }
void leave(void* memory, std::size_t bytes) { munmap(memory, bytes); }
#elif defined(_WIN32)
std::size_t page_size() {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwPageSize;
}
void* reserve(std::size_t bytes) { return VirtualAlloc(nullptr, bytes, MEM_RESERVE, PAGE_NOACCESS); }
bool open(void* at, std::size_t bytes) { return VirtualAlloc(at, bytes, MEM_COMMIT, PAGE_READWRITE) != nullptr; }
void leave(void* memory, std::size_t) { VirtualFree(memory, 0, MEM_RELEASE); }
#else  // no pages to trap on: the canaries remain
std::size_t page_size() { return 256; }
void* reserve(std::size_t bytes) { return std::calloc(bytes, 1); }
bool open(void*, std::size_t) { return true; }
void leave(void* memory, std::size_t) { std::free(memory); }
#endif

}  // namespace

arena::arena(int slots, std::size_t bytes_a_slot) : count_(static_cast<std::size_t>(slots)) {
  page_ = page_size();
  slot_ = (bytes_a_slot + page_ - 1) / page_ * page_;
  base_ = static_cast<unsigned char*>(reserve(count_ * (slot_ + page_) + page_));  // guard, slot, guard, ..., guard
  if (!base_) give_up("out of memory");
  for (std::size_t s = 0; s < count_; ++s)
    if (!open(base_ + page_ + s * (slot_ + page_), slot_)) give_up("out of memory");
}

arena::~arena() { leave(base_, count_ * (slot_ + page_) + page_); }

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
