// avx512: F, CD, DQ, BW and VL. Compiled with the flags of cmake/isa.cmake's row; the only external symbol is the
// engine.
#define HITSCAN_ISA avx512
#define HITSCAN_ARCH xsimd::avx512bw
#include "../dispatch/engines.hpp"
#include "../kernels/engine.hpp"

constinit const hitscan::detail::engine hitscan::detail::engine_avx512 = engine_for_this_isa;
