// What has to be inlined: a call would cost more than what it does, or hand registers through memory.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#error "hitscan needs GCC or Clang"
#endif
#define FORCED inline __attribute__((always_inline))
#define INLINED __attribute__((always_inline))
