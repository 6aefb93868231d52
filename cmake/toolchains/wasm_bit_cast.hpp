// Debian 12's Emscripten, 3.1.6, comes with libc++ 13, which lacks this of what hitscan asks of C++20.
#pragma once

#include <bit>
#include <version>

#if !defined(__cpp_lib_bit_cast)
namespace std {
template <class To, class From> constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
}  // namespace std
#endif
