#include "scenes.hpp"

#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

namespace scenes {

std::uint64_t rng::next() noexcept {  // Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint32_t rng::below(std::uint32_t n) noexcept { return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32); }

// The product of two 24-bit numbers is exact in double: fused or not, the one sum rounds alike.
float rng::uniform(float low, float high) noexcept {
  const float width = high - low;
  const double u = static_cast<double>(next() >> 40) * 0x1p-24;
  return static_cast<float>(static_cast<double>(low) + static_cast<double>(width) * u);
}

namespace {

// Where comparisons go wrong, in one row: semantics.md, sections 1 and 9.
constexpr std::uint32_t nasty_bits[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x3f800000,
    0xbf800000, 0x41800000, 0xc1800000, 0x42000000, 0xc2000000, 0x3dcccccd, 0x3eaaaaab, 0x40400000,
    0x40e00000, 0x41a80000, 0x4b800000, 0xcb800001, 0x5f000000, 0x20000000, 0x7e967699, 0x7f7fffff,
    0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x3f800001, 0x3f7fffff, 0x42c80000};
static_assert(std::size(nasty_bits) == 32);

float nasty(rng& random) noexcept { return std::bit_cast<float>(nasty_bits[random.below(32)]); }

float snapped(float x, float grid) noexcept { return std::floor(x / grid) * grid; }  // grid: a power of two, so exact

// A step of random direction. u and v have 24 bits: their squares are exact in double and the sum rounds once.
template <int D> void any_direction(rng& random, float length, float (&step)[D]) {
  for (;;) {
    double at[D], square = 0;
    for (int k = 0; k < D; ++k) at[k] = random.uniform(-1, 1), square += at[k] * at[k];
    if (square > 1 || square < 0x1p-6) continue;
    const double scale = static_cast<double>(length) / std::sqrt(square);
    for (int k = 0; k < D; ++k) step[k] = static_cast<float>(at[k] * scale);
    return;
  }
}

template <int D> struct thing {
  float center[D], half[D], min[D], max[D], radius, step[D];
};

template <int D> thing<D> usual_thing(const recipe& r, rng& random) {
  thing<D> t;
  for (int k = 0; k < D; ++k) t.center[k] = random.uniform(r.low[k], r.high[k]);
  for (int k = 0; k < D; ++k) t.half[k] = random.uniform(r.half_low[k], r.half_high[k]);
  if (r.how == flavour::across)
    for (int k = 0; k < D; ++k) t.step[k] = r.end[k] + random.uniform(r.speed_low, r.speed_high) - t.center[k];
  else
    any_direction<D>(random, random.uniform(r.speed_low, r.speed_high), t.step);
  if (r.how == flavour::tiles)
    for (int k = 0; k < D; ++k) {
      t.center[k] = snapped(t.center[k], r.grid);
      t.half[k] = snapped(t.half[k], r.grid / 2);
      t.step[k] = snapped(t.step[k], r.grid);
    }
  t.radius = t.half[0];
  return t;
}

template <int D> thing<D> nasty_thing(rng& random) {
  thing<D> t;
  for (int k = 0; k < D; ++k) t.center[k] = nasty(random), t.half[k] = nasty(random), t.step[k] = nasty(random);
  for (int k = 0; k < D; ++k) {
    t.min[k] = nasty(random), t.max[k] = nasty(random);
    if (t.max[k] < t.min[k] && random.below(8) != 0) std::swap(t.min[k], t.max[k]);  // most are valid
  }
  t.radius = nasty(random);
  return t;
}

recipe in_field() { return {.low = {0, 0, 0}, .high = {1920, 1080, 600}}; }

void extent(recipe& r, float low, float high) {
  for (int k = 0; k < 3; ++k) r.half_low[k] = low / 2, r.half_high[k] = high / 2;
}

}  // namespace

template <int D> crowd<D> make(const recipe& r, std::size_t n, std::uint64_t seed) {
  rng random(seed);
  crowd<D> c;
  c.one_size = r.one_size;
  c.radius.resize(n);
  for (int k = 0; k < D; ++k)
    for (auto* v : {&c.center[k], &c.half[k], &c.min[k], &c.max[k], &c.step[k]}) v->resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    thing<D> t = r.how == flavour::gauntlet ? nasty_thing<D>(random) : usual_thing<D>(r, random);
    if (r.how != flavour::gauntlet)
      for (int k = 0; k < D; ++k) {
        if (r.one_size && i > 0) t.half[k] = c.half[k][0];
        t.min[k] = t.center[k] - t.half[k], t.max[k] = t.center[k] + t.half[k];
      }
    if (r.one_size && i > 0) t.radius = c.radius[0];
    for (int k = 0; k < D; ++k) {
      c.center[k][i] = t.center[k], c.half[k][i] = t.half[k];
      c.min[k][i] = t.min[k], c.max[k][i] = t.max[k], c.step[k][i] = t.step[k];
      if (std::fabs(t.step[k]) > c.longest) c.longest = std::fabs(t.step[k]);
    }
    c.radius[i] = t.radius;
  }
  return c;
}
template crowd<2> make<2>(const recipe&, std::size_t, std::uint64_t);
template crowd<3> make<3>(const recipe&, std::size_t, std::uint64_t);

// Angles from 2^16 tangents of half of them, so without a function of libm. On the grid, quarter turns: ties.
hulls::hulls(const crowd<2>& from) : c(&from), offsets{0} {
  constexpr float s = 0.70710678f;
  constexpr float octagon[8][2] = {{1, 0}, {s, s}, {0, 1}, {-s, s}, {-1, 0}, {-s, -s}, {0, -1}, {s, -s}};
  for (std::size_t i = 0; i < c->size(); ++i) {
    const bool gridded = std::floor(c->center[0][i]) == c->center[0][i];
    const double t = gridded ? static_cast<double>(i % 2) : static_cast<double>(i * 40503 % 65536) / 32768 - 1;
    const auto cos = static_cast<float>((1 - t * t) / (1 + t * t)), sin = static_cast<float>(2 * t / (1 + t * t));
    axis[0].push_back(cos), axis[1].push_back(sin);

    const std::size_t corners = 3 + i % 6, first = corner[0].size();
    for (std::size_t k = 0; k < corners; ++k) {
      const auto& at = octagon[k * 8 / corners];
      const float turned[2] = {static_cast<float>(static_cast<double>(cos) * at[0] - static_cast<double>(sin) * at[1]),
                               static_cast<float>(static_cast<double>(sin) * at[0] + static_cast<double>(cos) * at[1])};
      for (int j = 0; j < 2; ++j) {
        const float out = c->radius[i] * turned[j];
        corner[j].push_back(c->center[j][i] + out);
      }
    }
    const hs::polygon made{.x = std::span(corner[0]).subspan(first), .y = std::span(corner[1]).subspan(first)};
    if (!hs::validate(made))
      for (auto& v : corner) v.resize(first + 2);
    offsets.push_back(static_cast<hs::index>(corner[0].size()));
  }
}
hs::capsules hulls::capsules(std::size_t first, std::size_t n) const {
  using detail::part;
  return {.x = part(c->center[0], first, n),
          .y = part(c->center[1], first, n),
          .dx = part(c->step[0], first, n),
          .dy = part(c->step[1], first, n),
          .radius = part(c->radius, first, n),
          .layers = detail::layers(c->layers, first, n)};
}
hs::obbs hulls::obbs(std::size_t first, std::size_t n) const {
  using detail::part;
  return {.x = part(c->center[0], first, n),
          .y = part(c->center[1], first, n),
          .half_x = part(c->half[0], first, n),
          .half_y = part(c->half[1], first, n),
          .axis_x = part(axis[0], first, n),
          .axis_y = part(axis[1], first, n),
          .layers = detail::layers(c->layers, first, n)};
}
hs::polygons hulls::polygons(std::size_t first, std::size_t n) const {
  return {.x = corner[0],
          .y = corner[1],
          .offsets = std::span(offsets).subspan(first, n + 1),
          .layers = detail::layers(c->layers, first, n)};
}
hs::capsule hulls::capsule_at(std::size_t i) const { return {c->point_at(i), c->step_at(i), c->radius[i]}; }
hs::obb hulls::obb_at(std::size_t i) const {
  return {c->point_at(i), {c->half[0][i], c->half[1][i]}, {axis[0][i], axis[1][i]}};
}
hs::polygon hulls::polygon_at(std::size_t i) const {
  const std::size_t first = offsets[i], count = offsets[i + 1] - first;
  return {.x = std::span(corner[0]).subspan(first, count), .y = std::span(corner[1]).subspan(first, count)};
}

recipe walls() {
  recipe r = in_field();
  extent(r, 16, 48);
  r.speed_low = 1, r.speed_high = 4;
  return r;
}
recipe bullets() {
  recipe r = in_field();
  extent(r, 8, 8);
  r.speed_low = 4, r.speed_high = 16, r.one_size = true;
  return r;
}
recipe ship() {
  recipe r = in_field();
  extent(r, 12, 12);
  r.speed_low = 2, r.speed_high = 6;
  return r;
}
recipe bombs() {
  recipe r = in_field();
  extent(r, 120, 240);
  r.speed_low = 1, r.speed_high = 4;
  return r;
}
recipe lookouts() {
  recipe r = in_field();
  extent(r, 40, 40);
  r.speed_low = 4, r.speed_high = 16;
  return r;
}
recipe screens() {  // (1152 + 32) / 1920 = (634 + 32) / 1080 = 0.617, whose square is 0.38
  recipe r{.low = {600, 330, 300}, .high = {1320, 750, 300}, .half_low = {576, 317, 300}, .half_high = {576, 317, 300}};
  r.speed_low = 4, r.speed_high = 16;
  return r;
}
recipe rays(float length) {
  recipe r{.low = {480, 270, 150}, .high = {1440, 810, 450}};
  r.speed_low = r.speed_high = length;
  return r;
}
recipe diagonals() {
  recipe r{.how = flavour::across, .high = {100, 60, 30}, .end = {1870, 1050, 585}};
  r.speed_low = -30, r.speed_high = 30;
  return r;
}
recipe close_up() {
  recipe r{.low = {0, 0, 0}, .high = {100, 100, 100}};
  extent(r, 20, 40);
  r.speed_low = 4, r.speed_high = 16;
  return r;
}
recipe tiles() {
  recipe r{.how = flavour::tiles, .high = {256, 256, 64}};
  extent(r, 16, 48);
  r.speed_low = 16, r.speed_high = 64;
  return r;
}
recipe gauntlet() { return {.how = flavour::gauntlet}; }

recipe spread(recipe r, float factor) {  // factor: a power of two, so exact
  for (int k = 0; k < 3; ++k) r.low[k] *= factor, r.high[k] *= factor, r.end[k] *= factor;
  return r;
}

pair_list shuffled_pairs(std::size_t n, std::size_t items, std::uint64_t seed) {
  rng random(seed);
  pair_list p;
  p.first.resize(n), p.second.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    p.first[i] = random.below(static_cast<std::uint32_t>(items));
    p.second[i] = random.below(static_cast<std::uint32_t>(items));
  }
  return p;
}

}  // namespace scenes
