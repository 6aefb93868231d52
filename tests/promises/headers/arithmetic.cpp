// Calls with products for arguments, which a compiler that may fuse would fuse with sums in the headers. Compiled with
// several flags, and called by arithmetic_test.cpp with the same numbers.
#include <hitscan/hitscan.hpp>

#include <cstring>
#include <vector>

#define NAMED(flags) answers_##flags
#define NAME(flags) NAMED(flags)

std::vector<std::uint32_t> NAME(FLAGS)(const std::vector<float>& numbers);

std::vector<std::uint32_t> NAME(FLAGS)(const std::vector<float>& numbers) {
  namespace hs = hitscan;
  std::vector<std::uint32_t> out;
  const auto add = [&](float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    out.push_back(bits);
  };
  const auto add_box = [&](const auto& b) {
    for (int k = 0; k < decltype(b.min)::dims; ++k) add(b.min[k]), add(b.max[k]);
  };
  std::vector<hs::index> room(8);
  const std::vector<float> x{0, 1, 2, 3, 4, 5, 6, 7};
  for (std::size_t i = 0; i + 3 < numbers.size(); ++i) {
    const float a = numbers[i], b = numbers[i + 1], c = numbers[i + 2], d = numbers[i + 3];
    add_box(hs::box::from_center({a * b, b * c}, {c, c * d}));
    add_box(hs::box::from_corner({a * b, b * c}, {c, c * d}));
    add_box(hs::box3::from_center({a * b, b * c, c * d}, {c, d, a}));
    add_box(hs::box3::from_corner({a * b, b * c, c * d}, {c, d, a * a}));
    // Edges of the field at a * b, items that touch it, and a margin that is a product.
    const float edge[] = {c};
    out.push_back(static_cast<std::uint32_t>(
        hs::cull(hs::points{.x = edge, .y = 0.0f}, hs::box{{a * b, -9}, {99, 9}}, b * d, room).total));
    out.push_back(static_cast<std::uint32_t>(
        hs::graze(hs::points{.x = x, .y = x}, hs::circle{{a * b, c * d}, 1}, b * d, room, {}).close.total));
    add(hs::safe_time(a * b)), add(hs::deflect(hs::vec2{a * b, c * d}, hs::vec2{b * d, a * c}).x);
    add(hs::advance(hs::vec2{a * b, c}, hs::vec2{d, a * a}, hs::hit{}).x);
    add(hs::hit{.time = a * b}.at({c, d}, {b * c, d * a}).x), add(hs::hit3{.time = c}.at({a, b, d}, {a, b, d}).z);
  }
  // A touch: the depth is 0, and not -0. And a hit that several views have at the same time.
  const hs::contact2 touch =
      hs::contact_deepest(hs::box{{0, 0}, {1, 1}}, hs::boxes{1.0f, 0.0f, 2.0f, 1.0f}, {.touch = hs::touching::hits});
  add(touch.depth), out.push_back(touch.index);
  add(hs::contact_deepest(hs::box{{0, 0}, {1, 1}}, hs::boxes{8.0f, 8.0f, 9.0f, 9.0f}).depth);
  const auto first =
      hs::cast_nearest(hs::segment{{0, 0}, {8, 0}},
                       hs::several(hs::circle{{4, 0}, 1}, hs::box{{3, -1}, {4, 1}}, hs::circle{{2, 0}, 0x1p-140f}));
  add(first.time), out.push_back(first.view);
  return out;
}
