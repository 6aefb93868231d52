// What the terms of cost.hpp take, in microseconds: printed by `hitscan_many fit`, on each instruction set; NEON
// is taken for SSE2.
#pragma once

#include "cost.hpp"

namespace hitscan::detail::broad {

constexpr cost_factors of_scalar{{0.129f, 1.00e-09f, 0.0638f, 0.0185f, 0.00175f},
                                 {0.449f, 0.0472f, 0.113f, 1.00e-09f, 0.00149f, 0.00285f, 0.0104f, 0.114f, 0.000269f},
                                 {0.160f, 1.00e-09f, 0.187f, 0.0424f, 0.171f, 0.0232f, 0.0180f, 0.0151f},
                                 {0.156f, 0.0109f, 0.00841f, 0.0205f},
                                 {0.0609f, 0.0177f, 0.00580f, 0.0552f},
                                 {0.0681f, 0.00361f},
                                 {1.00e-09f, 0.0551f}};
constexpr cost_factors of_sse2{{0.0805f, 0.0652f, 0.0772f, 0.000208f, 0.000700f},
                               {0.395f, 0.0147f, 0.0255f, 1.00e-09f, 0.00108f, 0.000679f, 0.00658f, 0.0402f, 0.000534f},
                               {0.174f, 0.00221f, 0.0618f, 0.0210f, 0.0343f, 0.00502f, 0.0247f, 0.0194f},
                               {0.0639f, 0.00497f, 0.00614f, 0.00708f},
                               {1.00e-09f, 0.0246f, 0.0259f, 0.0982f},
                               {0.0975f, 0.000154f},
                               {0.0752f, 0.0178f}};
constexpr cost_factors of_avx2{
    {0.0782f, 0.0679f, 0.0646f, 0.000147f, 0.000313f},
    {0.402f, 0.00927f, 0.0132f, 1.00e-09f, 0.000819f, 0.000277f, 0.00676f, 0.0299f, 0.000472f},
    {0.176f, 1.00e-09f, 0.0549f, 0.0174f, 0.0344f, 0.00347f, 0.0154f, 0.0209f},
    {0.0552f, 0.00156f, 0.00332f, 0.00824f},
    {1.00e-09f, 0.0252f, 0.0260f, 0.0896f},
    {0.0982f, 8.98e-05f},
    {0.0818f, 0.0128f}};
constexpr cost_factors of_avx512{
    {0.0742f, 0.0621f, 0.0788f, 0.000145f, 0.000212f},
    {0.429f, 0.00795f, 0.0102f, 1.00e-09f, 0.000825f, 0.000260f, 0.00806f, 0.0320f, 0.000427f},
    {0.173f, 0.000113f, 0.0537f, 0.0190f, 0.0350f, 0.00320f, 0.0145f, 0.0223f},
    {0.0724f, 0.00133f, 0.00321f, 0.00770f},
    {1.00e-09f, 0.0239f, 0.0280f, 0.0821f},
    {0.102f, 8.17e-05f},
    {0.0861f, 0.0146f}};

constexpr const cost_factors* fitted[isa_count] = {&of_scalar, &of_sse2, &of_avx2, &of_avx512, &of_sse2};

}  // namespace hitscan::detail::broad
