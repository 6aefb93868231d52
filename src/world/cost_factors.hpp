// What the terms of cost.hpp take, in microseconds: printed by `hitscan_many fit`, on each instruction set; NEON is
// taken for SSE2. By hand, since too little is dearer there than too much: grid's last, of few among very many items
// (several times what was printed), and the last of filing, of clusters (twice). Of scalar some are of an earlier map.
#pragma once

#include "cost.hpp"

namespace hitscan::detail::broad {

constexpr cost_factors of_scalar{{0.150f, 0.0177f, 1.00e-09f, 0.0178f, 0.000835f},
                                 {0.0338f, 1.00e-09f, 0.0247f, 0.00486f, 0.0253f},
                                 {0.449f, 0.0472f, 0.113f, 1.00e-09f, 0.00149f, 0.00285f, 0.0104f, 0.114f, 0.003f},
                                 {0.160f, 1.00e-09f, 0.187f, 0.0424f, 0.171f, 0.0232f, 0.0180f, 0.0151f},
                                 {0.156f, 0.0109f, 0.00841f, 0.0205f},
                                 {0.0609f, 0.0177f, 0.00580f, 0.0552f},
                                 {0.0215f, 0.00388f},
                                 {1.00e-09f, 0.0551f}};
constexpr cost_factors of_sse2{{0.151f, 0.0512f, 0.0170f, 0.000194f, 0.000357f},
                               {0.310f, 0.0189f, 0.00104f, 0.00233f, 0.00646f},
                               {0.501f, 0.0159f, 0.0233f, 1.00e-09f, 0.00111f, 0.000713f, 0.00626f, 0.0727f, 0.0012f},
                               {0.197f, 0.0113f, 0.0569f, 0.0174f, 0.0273f, 0.00337f, 0.0214f, 0.0195f},
                               {0.166f, 0.00459f, 0.00853f, 0.00540f},
                               {0.0760f, 0.0169f, 0.00925f, 0.0826f},
                               {0.0468f, 0.000133f},
                               {0.109f, 0.0169f}};
constexpr cost_factors of_avx2{
    {0.147f, 0.0482f, 0.0151f, 0.000122f, 0.000239f},
    {0.236f, 0.0423f, 0.000469f, 0.00148f, 0.00480f},
    {0.476f, 0.00931f, 0.0109f, 1.00e-09f, 0.000869f, 0.000284f, 0.00622f, 0.0549f, 0.000472f},
    {0.195f, 0.00761f, 0.0481f, 0.0159f, 0.0260f, 0.00218f, 0.0203f, 0.0193f},
    {0.118f, 0.00167f, 0.00381f, 0.00556f},
    {0.0759f, 0.0164f, 0.00720f, 0.0834f},
    {0.0461f, 7.52e-05f},
    {0.106f, 0.0134f}};
constexpr cost_factors of_avx512{
    {0.152f, 0.0433f, 0.0304f, 0.000123f, 0.000189f},
    {0.205f, 0.0519f, 0.000339f, 0.00166f, 0.00459f},
    {0.527f, 0.00883f, 0.0101f, 1.00e-09f, 0.000835f, 0.000259f, 0.00761f, 0.0609f, 0.000427f},
    {0.200f, 0.00811f, 0.0505f, 0.0180f, 0.0276f, 0.00188f, 0.0156f, 0.0239f},
    {0.105f, 0.00162f, 0.00413f, 0.00612f},
    {0.0960f, 0.0162f, 0.0111f, 0.0850f},
    {0.0518f, 7.37e-05f},
    {0.110f, 0.0153f}};

constexpr const cost_factors* fitted[isa_count] = {&of_scalar, &of_sse2, &of_avx2, &of_avx512, &of_sse2};

}  // namespace hitscan::detail::broad
