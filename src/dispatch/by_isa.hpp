// What there is once an ISA, as a table in the order of `enum class isa`: null where this build has none.
//
// Whoever writes such a table needs all that is in it, and so does every program that needs him. So a table stands with
// those who use it, and in no place where others would find it.
#pragma once

#include <hitscan/detail/request.hpp>

#ifdef HITSCAN_HAVE_SSE2
#define HITSCAN_IF_SSE2(x) x
#else
#define HITSCAN_IF_SSE2(x) nullptr
#endif
#ifdef HITSCAN_HAVE_AVX2
#define HITSCAN_IF_AVX2(x) x
#else
#define HITSCAN_IF_AVX2(x) nullptr
#endif
#ifdef HITSCAN_HAVE_AVX512
#define HITSCAN_IF_AVX512(x) x
#else
#define HITSCAN_IF_AVX512(x) nullptr
#endif
#ifdef HITSCAN_HAVE_NEON64
#define HITSCAN_IF_NEON64(x) x
#else
#define HITSCAN_IF_NEON64(x) nullptr
#endif
#ifdef HITSCAN_HAVE_WASM
#define HITSCAN_IF_WASM(x) x
#else
#define HITSCAN_IF_WASM(x) nullptr
#endif

// In namespace hitscan::detail: declares something in the namespace of each ISA; and the table of it.
#define HITSCAN_DECLARE_BY_ISA(...) \
  namespace sse2 {                  \
  __VA_ARGS__;                      \
  }                                 \
  namespace avx2 {                  \
  __VA_ARGS__;                      \
  }                                 \
  namespace avx512 {                \
  __VA_ARGS__;                      \
  }                                 \
  namespace neon64 {                \
  __VA_ARGS__;                      \
  }                                 \
  namespace wasm {                  \
  __VA_ARGS__;                      \
  }
#define HITSCAN_BY_ISA(scalar, name)                                                                      \
  {                                                                                                       \
    scalar, HITSCAN_IF_SSE2(&sse2::name), HITSCAN_IF_AVX2(&avx2::name), HITSCAN_IF_AVX512(&avx512::name), \
        HITSCAN_IF_NEON64(&neon64::name), HITSCAN_IF_WASM(&wasm::name)                                    \
  }

namespace hitscan::detail {
template <class T> T of_active(T const (&table)[isa_count]) noexcept {
  return table[static_cast<int>(active_engine().which)];
}
}  // namespace hitscan::detail
