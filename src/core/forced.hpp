// FORCED, INLINED: what has to be inlined, since a call would cost more than what it does, or hand registers through
// memory. ONCE: what is large and seldom asked: one copy in the object, not one a caller nor one a constant argument.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#error "hitscan needs GCC or Clang"
#endif
#define FORCED inline __attribute__((always_inline))
#define INLINED __attribute__((always_inline))
#if defined(__clang__)
#define ONCE __attribute__((noinline))
#else
#define ONCE __attribute__((noinline, noclone))
#endif
// In a loop that is seldom run: keeps the compiler from making registers of what one index reaches.
#define ONE_BY_ONE(i) __asm__("" : "+r"(i))
