// sse2: every x86-64. Compiled with the flags of cmake/isa.cmake's row; the only external symbol is the engine.
#define HITSCAN_ISA sse2
#define HITSCAN_ARCH xsimd::sse2
#include "../dispatch/engines.hpp"
#include "../kernels/engine.hpp"

constinit const hitscan::detail::engine hitscan::detail::engine_sse2 = engine_for_this_isa;
