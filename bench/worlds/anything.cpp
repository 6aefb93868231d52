#include "anything.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <hitscan/hitscan.hpp>
#include <vector>

#include "scenes.hpp"

namespace {

namespace hs = hitscan;

constexpr std::size_t items = 4000, asking = 100000;
constexpr double per_point = 1e6 / static_cast<double>(asking);  // ms to ns each

// Boxes 16 to 48 wide that cover so much of the field; points anywhere, boxes of 16 around them, and lines of sight of
// 200 from them.
template <int D> struct scene {
  std::vector<float> low[D], high[D], at[D], step[D], size;

  explicit scene(double cover) {
    std::mt19937 bits(3);
    const auto real = [&](float a, float b) { return a + (b - a) * (static_cast<float>(bits() >> 8) * 0x1p-24f); };
    const float side = 32 * static_cast<float>(std::pow(static_cast<double>(items) / cover, 1.0 / D));
    for (std::size_t i = 0; i < items; ++i)
      for (int k = 0; k < D; ++k) low[k].push_back(real(0, side)), high[k].push_back(low[k].back() + real(16, 48));
    for (std::size_t i = 0; i < asking; ++i) {
      const float angle = real(0, 6.2831853f), up = D == 3 ? real(-1, 1) : 0, flat = 200 * std::sqrt(1 - up * up);
      const float way[] = {flat * std::cos(angle), flat * std::sin(angle), 200 * up};
      for (int k = 0; k < D; ++k) at[k].push_back(real(0, side)), step[k].push_back(way[k]);
    }
    size.assign(asking, 8);
  }
  auto walls() const {
    if constexpr (D == 2)
      return hs::boxes{.min_x = low[0], .min_y = low[1], .max_x = high[0], .max_y = high[1]};
    else
      return hs::boxes3{
          .min_x = low[0], .min_y = low[1], .min_z = low[2], .max_x = high[0], .max_y = high[1], .max_z = high[2]};
  }
  auto points() const {
    if constexpr (D == 2)
      return hs::points{.x = at[0], .y = at[1]};
    else
      return hs::points3{.x = at[0], .y = at[1], .z = at[2]};
  }
  auto boxes() const {
    if constexpr (D == 2)
      return hs::centred_boxes{.x = at[0], .y = at[1], .half_x = size, .half_y = size};
    else
      return hs::centred_boxes3{.x = at[0], .y = at[1], .z = at[2], .half_x = size, .half_y = size, .half_z = size};
  }
  auto sights() const {
    if constexpr (D == 2)
      return hs::segments{.x = at[0], .y = at[1], .dx = step[0], .dy = step[1]};
    else
      return hs::segments3{.x = at[0], .y = at[1], .z = at[2], .dx = step[0], .dy = step[1], .dz = step[2]};
  }
};

// `before` is how it was asked without masks; right[i] says what that found.
template <class Before, class Ask, class Right>
std::size_t row(int dims, const char* cover, const char* name, const Before& before, const Ask& ask,
                const Right& right) {
  std::vector<std::uint64_t> words(hs::mask_words(asking));
  const double was = per_point * many::best_ms(many::equal_rounds, before);
  std::printf("%dD %-7s %-22s %9.1f", dims, cover, name, was);
  std::size_t wrong = 0, met = 0;
  double ns = 0;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    std::printf(" %9.1f", ns = per_point * many::best_ms(many::equal_rounds, [&] { ask(words); }));
    met = 0;
    for (std::size_t i = 0; i < asking; ++i) wrong += (words[i / 64] >> i % 64 & 1) != right(i);
    for (const std::uint64_t w : words) met += static_cast<std::size_t>(std::popcount(w));
  }
  std::printf("  x %.1f  %zu do%s\n", was / ns, met, wrong ? "  WRONG" : "");
  return wrong;
}

template <int D> std::size_t scenes(double cover, const char* name) {
  const scene<D> s(cover);
  hs::world stays, fresh;
  std::vector<std::size_t> starts(asking + 1);
  std::vector<hs::index> first(asking);
  std::size_t wrong = 0;
  const auto listed = [&](std::size_t i) { return starts[i] != starts[i + 1]; };
  stays.rebuild(s.walls());
  using words = std::vector<std::uint64_t>;
  wrong += row(
      D, name, "points",
      [&] {
        (void)stays.overlap(s.points(), {starts, {}});
      },
      [&](words& to) { stays.overlap_mask(s.points(), to); }, listed);
  wrong += row(
      D, name, "points, walls rebuilt",
      [&] {
        fresh.rebuild(s.walls()), (void)fresh.overlap(s.points(), {starts, {}});
      },
      [&](words& to) { fresh.rebuild(s.walls()), fresh.overlap_mask(s.points(), to); }, listed);
  wrong += row(
      D, name, "boxes",
      [&] {
        (void)stays.overlap(s.boxes(), {starts, {}});
      },
      [&](words& to) { stays.overlap_mask(s.boxes(), to); }, listed);
  wrong += row(
      D, name, "lines of sight", [&] { stays.cast_nearest(s.sights(), {.index = first}); },
      [&](words& to) { stays.cast_mask(s.sights(), to); }, [&](std::size_t i) { return first[i] != hs::none; });
  return wrong;
}

}  // namespace

std::size_t anything() {
  std::printf("%-33s %9s", "ns each: does it meet anything?", "unmasked");
  for (const hs::isa which : hs::supported_isas()) std::printf(" %9s", hs::name(which));
  std::printf("\n");
  return scenes<2>(.4, "crowded") + scenes<2>(.05, "sparse") + scenes<3>(.4, "crowded") + scenes<3>(.05, "sparse");
}
