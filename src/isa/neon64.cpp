// neon64: every AArch64. Compiled with the flags of cmake/isa.cmake's row; the only external symbol is the engine.
#define HITSCAN_ISA neon64
#define HITSCAN_ARCH xsimd::neon64
#include "../dispatch/engines.hpp"
#include "../kernels/engine.hpp"

constinit const hitscan::detail::engine hitscan::detail::engine_neon64 = engine_for_this_isa;
