// Counts what operator new is asked for, in the whole program. For one file of a test program.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace trial {
inline std::atomic<std::size_t> allocations{0};

inline void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t whole = (size + alignment) / alignment * alignment;
  if (void* const p = std::aligned_alloc(alignment, whole)) return p;
  std::abort();
}
}  // namespace trial

[[gnu::noinline]] void* operator new(std::size_t size) { return trial::counted(size, 16); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t a) {
  return trial::counted(size, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }
