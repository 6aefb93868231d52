// What the terms of cost.hpp take, in microseconds: printed by `hitscan_many fit`, on each instruction set; NEON is
// taken for SSE2. By hand, since too little is dearer there than too much: grid's fourth, of rows that look at many new
// items (kept ones, which are fitted, do not tell), its last, of few among very many items (several times what was
// printed), and the last of filing, of clusters (twice). Of scalar others are of an earlier map.
#pragma once

#include "cost.hpp"

namespace hitscan::detail::broad {

constexpr cost_factors of_scalar{{0.150f, 0.0177f, 1.00e-09f, 0.0178f, 0.000835f},
                                 {0.0338f, 1.00e-09f, 0.0247f, 0.00486f, 0.0253f},
                                 {0.449f, 0.0472f, 0.113f, 0.004f, 0.00149f, 0.00285f, 0.0104f, 0.114f, 0.003f},
                                 {0.160f, 1.00e-09f, 0.187f, 0.0424f, 0.171f, 0.0232f, 0.0180f, 0.0151f},
                                 {0.156f, 0.0109f, 0.00841f, 0.0205f},
                                 {0.0609f, 0.0177f, 0.00580f, 0.0552f},
                                 {0.0215f, 0.00388f},
                                 {1.00e-09f, 0.0551f}};
constexpr cost_factors of_sse2{{0.141f, 0.0504f, 0.0155f, 0.000185f, 0.000366f},
                               {0.297f, 0.0228f, 0.00101f, 0.00187f, 0.00697f},
                               {0.458f, 0.0106f, 0.0229f, 0.0015f, 0.00114f, 0.000859f, 0.0101f, 0.0643f, 0.0012f},
                               {0.184f, 0.0102f, 0.0541f, 0.0182f, 0.0252f, 0.00352f, 0.0212f, 0.0192f},
                               {0.118f, 0.00479f, 0.00421f, 0.00656f},
                               {0.0785f, 0.0156f, 0.00736f, 0.0826f},
                               {0.0445f, 0.000132f},
                               {0.0868f, 0.0176f}};
constexpr cost_factors of_avx2{{0.153f, 0.0474f, 0.0154f, 0.000121f, 0.000236f},
                               {0.234f, 0.0422f, 0.000460f, 0.00138f, 0.00486f},
                               {0.466f, 0.00727f, 0.0138f, 0.0005f, 0.000762f, 0.000374f, 0.0117f, 0.0469f, 0.0005f},
                               {0.187f, 0.00760f, 0.0476f, 0.0162f, 0.0253f, 0.00220f, 0.0207f, 0.0174f},
                               {0.121f, 0.00180f, 0.00441f, 0.00554f},
                               {0.0855f, 0.0153f, 0.00772f, 0.0834f},
                               {0.0474f, 7.04e-05f},
                               {0.0941f, 0.0140f}};
constexpr cost_factors of_avx512{{0.143f, 0.0419f, 0.0297f, 0.000119f, 0.000177f},
                                 {0.230f, 0.0390f, 0.000333f, 0.00160f, 0.00427f},
                                 {0.481f, 0.00621f, 0.0131f, 0.00045f, 0.000693f, 0.000367f, 0.0112f, 0.0490f, 0.0004f},
                                 {0.188f, 0.00807f, 0.0483f, 0.0163f, 0.0281f, 0.00220f, 0.0195f, 0.0187f},
                                 {0.0966f, 0.00157f, 0.00445f, 0.00587f},
                                 {0.0757f, 0.0156f, 0.00725f, 0.0850f},
                                 {0.0488f, 7.80e-05f},
                                 {0.0881f, 0.0163f}};

constexpr const cost_factors* fitted[isa_count] = {&of_scalar, &of_sse2, &of_avx2, &of_avx512, &of_sse2, &of_sse2};

}  // namespace hitscan::detail::broad
