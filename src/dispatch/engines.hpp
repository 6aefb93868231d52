// Every engine there can be. Which of them this build has is said by cmake/isa.cmake (HITSCAN_HAVE_...).
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail {

extern const engine engine_scalar;  // src/isa/scalar/engine.cpp
extern const engine engine_sse2, engine_avx2, engine_avx512, engine_neon64,
    engine_wasm;  // src/isa/engine.cpp

}  // namespace hitscan::detail
