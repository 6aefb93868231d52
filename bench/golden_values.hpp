// What every machine must answer. To renew after a deliberate change of meaning: hitscan_bench --golden, and say in the
// commit why the bits changed.
#pragma once

#include <array>
#include <cstdint>

namespace golden {

struct value {
  const char* query;
  std::uint64_t hash;
};

inline constexpr std::array<value, 52> values{{
    {"overlap_any", 0x6167211f451b6375},
    {"overlap_count", 0x93832f665eff6ba4},
    {"overlap_mask", 0xe3af5258656fb9b9},
    {"overlap", 0xb96e67a24cd3a12b},
    {"inside_any", 0xa67877ddbe64a01d},
    {"inside_count", 0x0bd199b8a4f2e221},
    {"inside_mask", 0x95677212c54f6617},
    {"inside", 0x4b358a5a2acf50de},
    {"cast_any", 0x32eaac9b7749f668},
    {"cast_count", 0x3dd1875dea3496dc},
    {"cast_mask", 0x2dfe3df3a1484649},
    {"cast", 0xf3904d9b045254a9},
    {"cast_times", 0x98a73e0245703c45},
    {"cast_nearest", 0x3dddf7b446734c76},
    {"sweep_any", 0xbe85fa1d67064fb1},
    {"sweep_count", 0x09055a8e6e712f39},
    {"sweep_mask", 0x4aa4bf6500b4d3c7},
    {"sweep", 0x1ae2be024a60237c},
    {"sweep_times", 0x856e24af60e5e8c4},
    {"sweep_nearest", 0xec8eb30cf8d664f8},
    {"overlap_each_any", 0x6568be17378451d5},
    {"overlap_each_count", 0x3009e6f29a36e1fc},
    {"overlap_each_mask", 0x30932c7df3ff122a},
    {"overlap_each", 0x175c983ef67ae5ef},
    {"inside_each_any", 0xb82364e086f20dc7},
    {"inside_each_count", 0x46f0e3ed7c717a03},
    {"inside_each_mask", 0xa510881434b516e1},
    {"inside_each", 0x598fbe204a0edddc},
    {"cast_each_any", 0x79b9a93b667d9e31},
    {"cast_each_count", 0x0bf5277e348da4d2},
    {"cast_each_mask", 0x6187ed098b96296f},
    {"cast_each", 0x983b14dc2923344b},
    {"cast_each_times", 0x8e1c6a509ce26aba},
    {"cast_each_nearest", 0x8673657dd2317a44},
    {"sweep_each_any", 0x30a6e229f711de79},
    {"sweep_each_count", 0x0fdc062dbbc30211},
    {"sweep_each_mask", 0x2dda30b895d575c6},
    {"sweep_each", 0x1537735c061543db},
    {"sweep_each_times", 0x13b257b2394cf33d},
    {"sweep_each_nearest", 0xc755bdf2b53a7ac7},
    {"sweep_growing_any", 0x5e8acb494775c46b},
    {"sweep_growing_count", 0x441375ef705a3c2b},
    {"sweep_growing_mask", 0x95cb06413249f30e},
    {"sweep_growing", 0x328c138ce6513637},
    {"sweep_growing_times", 0x37bbcacf8d330c7c},
    {"sweep_growing_nearest", 0xc877a6d215005187},
    {"sweep_growing_each_any", 0x8dd69435661fca66},
    {"sweep_growing_each_count", 0xb29e7e0f9ad8e0f3},
    {"sweep_growing_each_mask", 0x136900c9ba30c4dd},
    {"sweep_growing_each", 0x23c65e84a7ff2343},
    {"sweep_growing_each_times", 0x0f532456f7219282},
    {"sweep_growing_each_nearest", 0xfa5eea27e1b19e36},
}};

}  // namespace golden
