// Counts what operator new is asked for, in the whole program. For one file of a test program.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(_WIN32)
#include <malloc.h>
#endif

namespace trial {
inline std::atomic<std::size_t> allocations{0};
// The largest alignment asked for; and the sum of those of all that is there, which is wrong ever after once something
// is given back by another one than it was asked by.
inline std::atomic<std::size_t> widest{0}, alignments{0};
// Memory has run out for whoever asks for more than that.
inline std::atomic<std::size_t> most_at_once{static_cast<std::size_t>(-1)};

inline void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  if (size > most_at_once) throw std::bad_alloc();
  const std::size_t whole = (size + alignment) / alignment * alignment;
#if defined(_WIN32)
  if (void* const p = _aligned_malloc(whole, alignment)) return p;
#else
  if (void* const p = std::aligned_alloc(alignment, whole)) return p;
#endif
  std::abort();
}
inline void uncounted(void* p) {
#if defined(_WIN32)
  _aligned_free(p);
#else
  std::free(p);
#endif
}
}  // namespace trial

[[gnu::noinline]] void* operator new(std::size_t size) { return trial::counted(size, 16); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t a) {
  const auto alignment = static_cast<std::size_t>(a);
  trial::alignments += alignment;
  if (alignment > trial::widest) trial::widest = alignment;
  return trial::counted(size, alignment);
}
void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { trial::uncounted(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t a) noexcept {
  trial::alignments -= static_cast<std::size_t>(a);
  trial::uncounted(p);
}
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t, std::align_val_t a) noexcept { operator delete(p, a); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }
