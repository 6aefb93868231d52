// What the compiler has to be told, and what it can do. Every public header includes this one before it says anything.
#pragma once

// One sentence instead of hundreds: nothing but a file that is missing ends a translation unit.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "hitscan needs C++20: compile with -std=c++20 (GCC, Clang) or /std:c++20 (MSVC), or newer"
#include <hitscan_needs_cpp20>
#endif

// A program under -ffast-math gets the library's answers all the same: arithmetic on floats is in the library, which
// has flags of its own and sets the floating-point state aside. What its headers leave to your compiler are comparisons
// with == of shapes, hits and contacts (fast-math may take a NaN for equal, and flushing subnormals for 0), + - * of
// vec2 and vec3, and box::from_center and from_corner where they are part of a constant expression. Who knows that
// defines HITSCAN_ALLOW_FAST_MATH.
#if defined(__FAST_MATH__) && !defined(HITSCAN_ALLOW_FAST_MATH)
#error "hitscan: under -ffast-math what you compute around it is not exact; define HITSCAN_ALLOW_FAST_MATH to go on"
#endif

// A view made of a temporary would outlive it: compilers that can, say so.
#if defined(__clang__) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define HITSCAN_LIFETIMEBOUND [[clang::lifetimebound]]
#endif
#elif defined(_MSC_VER) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(msvc::lifetimebound)
#define HITSCAN_LIFETIMEBOUND [[msvc::lifetimebound]]
#endif
#endif
#ifndef HITSCAN_LIFETIMEBOUND
#define HITSCAN_LIFETIMEBOUND
#endif

namespace hitscan::detail {
// What has many overloads has one more, which takes what none of the others does and asserts this: the compiler then
// says how the call goes, and not each call there is. Braces fit no `...`; behind this they fit a vec2.
template <class> inline constexpr bool never = false;
struct anything {
  template <class T> anything(const T&);
};
}  // namespace hitscan::detail
