// What every machine must answer, frame by frame. To renew after a deliberate change of meaning:
// hitscan_bench --golden, and say in the commit why the bits changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace frames {

struct value {
  std::string_view scene;
  std::size_t n;
  std::uint64_t hash;
};

inline constexpr value values[] = {
    {"curtain", 640, 0x83a4e4225c986ca9},        {"curtain", 4000, 0x64e74e0e3010465c},
    {"curtain", 10000, 0x6ecea0ac17c5a909},      {"curtain", 32000, 0x791e477dc486b263},
    {"curtain", 100000, 0x0a1999463cbe34ba},     {"curtain", 1000000, 0x3179f2df6a664e7c},
    {"volley", 640, 0x72c1770fb23f977e},         {"volley", 4000, 0x5a406b929b8c5706},
    {"volley", 10000, 0xa7263aa3bf9e3de3},       {"volley", 32000, 0x49a035ca2a34453e},
    {"volley", 100000, 0xf87cd9ab8630457e},      {"volley", 1000000, 0x70b92ca008150ae1},
    {"bomb", 640, 0x8933b033d78fe359},           {"bomb", 4000, 0x0ce5b02f52dbf535},
    {"bomb", 10000, 0x41b233f83e35d6af},         {"bomb", 32000, 0xf06e7d57f4526bab},
    {"bomb", 100000, 0xa89d9e5745000cee},        {"bomb", 1000000, 0x3e9dac68d036f4e3},
    {"laser", 640, 0x7172dbd3eafef85a},          {"laser", 4000, 0xcdeb6cf75b2dd6cf},
    {"laser", 10000, 0x440fe5cb3af024c5},        {"laser", 32000, 0xdd31ed558d295394},
    {"laser", 100000, 0x8aafcbf13428d4b4},       {"laser", 1000000, 0x7ce7aabeb5003715},
    {"horde", 640, 0x732dfe2e4d06f82c},          {"horde", 4000, 0x34b1e6da477c5762},
    {"horde", 10000, 0x972f223688f4b19b},        {"horde", 32000, 0x88ccaccd6e45d731},
    {"horde", 100000, 0x5ec7d8fc4a204249},       {"horde", 1000000, 0xa3ed85974eb2f654},
    {"seams", 640, 0x3128d462421cbd67},          {"seams", 4000, 0xb17a0166a1999a8c},
    {"seams", 10000, 0xc416d982e308d12d},        {"seams", 32000, 0x1767d0d2a66e7a9e},
    {"seams", 100000, 0xf874da4a99020ecb},       {"seams", 1000000, 0xf7d786f2bdb28a66},
    {"gauntlet", 640, 0xfdaaa76a7ab4d140},       {"gauntlet", 4000, 0x906647eb37763660},
    {"gauntlet", 10000, 0xfb9249b1dd80c626},     {"gauntlet", 32000, 0x4e7bdefda67fa470},
    {"gauntlet", 100000, 0x80cb830417bdde8b},    {"gauntlet", 1000000, 0x21b4c9c22bcc518b},
    {"plain_crowd", 640, 0x885c1c9a58f76177},    {"plain_crowd", 4000, 0x1aaab046d001e8f3},
    {"plain_crowd", 10000, 0xe219c96a9da926a3},  {"plain_crowd", 32000, 0xb133391fbf1f1cca},
    {"plain_crowd", 100000, 0x3e48b642b8612f1f}, {"plain_crowd", 1000000, 0xce446b46229d8138},
    {"tiles", 640, 0x057911099247ee69},          {"tiles", 4000, 0x0b5dd01de4c7785c},
    {"tiles", 10000, 0x7d57b0fc1c1aa59b},        {"tiles", 32000, 0x906f9709337e9318},
    {"tiles", 100000, 0xdf4f79c9206e8456},       {"tiles", 1000000, 0xbe6f43ea34abeb3c},
    {"sprites", 640, 0xe321c9702836c987},        {"sprites", 4000, 0x3612c399e879227a},
    {"sprites", 10000, 0x8884bdae4525493a},      {"sprites", 32000, 0x8d2ab667f403dffd},
    {"sprites", 100000, 0xadd5190b6502d390},     {"sprites", 1000000, 0xab6d6f3e58db6d0e},
};

}  // namespace frames
