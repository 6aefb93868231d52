// avx2: AVX2 without FMA: products are never fused. Compiled with the flags of cmake/isa.cmake's row; the only external
// symbol is the engine.
#define HITSCAN_ISA avx2
#define HITSCAN_ARCH xsimd::avx2
#include "../dispatch/engines.hpp"
#include "../kernels/engine.hpp"

constinit const hitscan::detail::engine hitscan::detail::engine_avx2 = engine_for_this_isa;
