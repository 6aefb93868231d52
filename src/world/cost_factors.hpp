// What the terms of cost.hpp take, in microseconds: printed by `hitscan_many fit`, on each instruction set; NEON is
// taken for SSE2. Of an earlier map are grid's last, about very many items, and of scalar all but the first two rows.
// The last of filing, about clusters, is twice what was printed: too little is dearer there than too much.
#pragma once

#include "cost.hpp"

namespace hitscan::detail::broad {

constexpr cost_factors of_scalar{{0.175f, 0.00194f, 0.0252f, 0.0175f, 0.000974f},
                                 {0.0881f, 1.00e-09f, 0.0238f, 0.00586f, 0.0254f},
                                 {0.449f, 0.0472f, 0.113f, 1.00e-09f, 0.00149f, 0.00285f, 0.0104f, 0.114f, 0.000269f},
                                 {0.160f, 1.00e-09f, 0.187f, 0.0424f, 0.171f, 0.0232f, 0.0180f, 0.0151f},
                                 {0.156f, 0.0109f, 0.00841f, 0.0205f},
                                 {0.0609f, 0.0177f, 0.00580f, 0.0552f},
                                 {0.0681f, 0.00361f},
                                 {1.00e-09f, 0.0551f}};
constexpr cost_factors of_sse2{{0.171f, 0.0506f, 0.0140f, 0.000193f, 0.000375f},
                               {0.314f, 0.0522f, 0.000990f, 0.00209f, 0.00769f},
                               {0.491f, 0.0152f, 0.0235f, 1.00e-09f, 0.00115f, 0.000647f, 0.00591f, 0.0697f, 0.000534f},
                               {0.192f, 0.00995f, 0.0536f, 0.0189f, 0.0261f, 0.00351f, 0.0233f, 0.0196f},
                               {0.120f, 0.00457f, 0.00781f, 0.00461f},
                               {0.0914f, 0.0159f, 0.00557f, 0.0944f},
                               {0.0757f, 0.000138f},
                               {0.100f, 0.0166f}};
constexpr cost_factors of_avx2{
    {0.167f, 0.0466f, 0.0184f, 0.000123f, 0.000232f},
    {0.301f, 0.0597f, 0.000453f, 0.00152f, 0.00559f},
    {0.471f, 0.00942f, 0.0106f, 1.00e-09f, 0.000884f, 0.000279f, 0.00637f, 0.0589f, 0.000472f},
    {0.194f, 0.00708f, 0.0487f, 0.0172f, 0.0252f, 0.00195f, 0.0263f, 0.0204f},
    {0.103f, 0.00165f, 0.00386f, 0.00652f},
    {0.0788f, 0.0157f, 0.00679f, 0.0928f},
    {0.0804f, 7.26e-05f},
    {0.107f, 0.0133f}};
constexpr cost_factors of_avx512{
    {0.168f, 0.0416f, 0.0302f, 0.000119f, 0.000174f},
    {0.306f, 0.0530f, 0.000331f, 0.00172f, 0.00506f},
    {0.496f, 0.00845f, 0.00915f, 1.00e-09f, 0.000833f, 0.000250f, 0.00722f, 0.0584f, 0.000427f},
    {0.193f, 0.00768f, 0.0492f, 0.0170f, 0.0268f, 0.00196f, 0.0197f, 0.0181f},
    {0.0812f, 0.00143f, 0.00395f, 0.00515f},
    {0.0805f, 0.0157f, 0.00761f, 0.0862f},
    {0.0792f, 8.06e-05f},
    {0.111f, 0.0151f}};

constexpr const cost_factors* fitted[isa_count] = {&of_scalar, &of_sse2, &of_avx2, &of_avx512, &of_sse2};

}  // namespace hitscan::detail::broad
