// The scenes that benchmarks and golden hashes share. Every number comes from integers by exact or once-rounded IEEE
// operations, so a scene is the same on every machine, compiler and contraction flag.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hitscan/hitscan.hpp>

namespace scenes {

namespace hs = hitscan;

/// splitmix64. <random>'s distributions differ between standard libraries, so there are none here.
class rng {
 public:
  explicit rng(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept;
  std::uint32_t below(std::uint32_t n) noexcept;  // 0 .. n - 1
  float uniform(float low, float high) noexcept;  // on a grid of 2^24 steps

 private:
  std::uint64_t state_;
};

enum class flavour : std::uint8_t {
  field,    // real numbers: ties are as good as absent
  across,   // starts in one corner of the field, ends in the opposite one
  tiles,    // multiples of `grid`: full of exact ties
  gauntlet  // NaN, infinities, denormals, signed zeros, huge and inverted things
};

struct recipe {
  flavour how = flavour::field;
  float low[3]{}, high[3]{};            // where centres lie
  float half_low[3]{}, half_high[3]{};  // half extents; the radius is one of axis 0
  float speed_low = 0, speed_high = 0;  // length of a step
  float end[3]{};                       // across: where motions end, give or take speed_low .. speed_high
  float grid = 16;                      // tiles: a power of two
  bool one_size = false;                // all items share the half extent and radius of the first
};

/// A crowd: N things that can be looked at as points, boxes, centred boxes, circles or segments, and as moving.
template <int D> struct crowd {
  std::vector<float> center[D], half[D], min[D], max[D], radius, step[D];
  std::vector<std::uint32_t> layers;  // golden scenes only; a benchmark asks without
  float longest = 0;
  bool one_size = false;

  std::size_t size() const noexcept { return radius.size(); }

  // Views of n items from `first` on.
  auto points(std::size_t first, std::size_t n) const;
  auto boxes(std::size_t first, std::size_t n) const;
  auto centred(std::size_t first, std::size_t n) const;  // half extents as one value when one_size
  auto circles(std::size_t first, std::size_t n) const;  // the radius likewise
  auto segments(std::size_t first, std::size_t n) const;
  auto motions(std::size_t first, std::size_t n, bool promise_longest) const;  // a gauntlet promises nothing

  // One item as a value.
  auto point_at(std::size_t i) const;
  auto box_at(std::size_t i) const;
  auto circle_at(std::size_t i) const;
  auto segment_at(std::size_t i) const;
  auto step_at(std::size_t i) const;
};

template <int D> crowd<D> make(const recipe& r, std::size_t n, std::uint64_t seed);

/// A crowd's things as capsules along their steps, as turned boxes and as polygons of 3 .. 8 corners, from within their
/// radius. What of these would be no polygon has two corners. The crowd has to outlive it.
struct hulls {
  const crowd<2>* c;
  std::vector<float> axis[2], corner[2];
  std::vector<hs::index> offsets;

  explicit hulls(const crowd<2>& from);

  // Views of n items from `first` on.
  hs::capsules capsules(std::size_t first, std::size_t n) const;
  hs::obbs obbs(std::size_t first, std::size_t n) const;
  hs::polygons polygons(std::size_t first, std::size_t n) const;

  // One item as a value.
  hs::capsule capsule_at(std::size_t i) const;
  hs::obb obb_at(std::size_t i) const;
  hs::polygon polygon_at(std::size_t i) const;
};

// ---- recipes: a 1920 x 1080 field, 600 deep in 3D ---------------------------------------------------------------

recipe walls();     // boxes of 16 .. 48, drifting by 1 .. 4
recipe bullets();   // 8 wide, all of one size, moving by 4 .. 16
recipe ship();      // 12 wide, moving by 2 .. 6
recipe bombs();     // circles of radius 60 .. 120
recipe lookouts();  // query boxes of 40 x 40
recipe screens();   // query boxes that 38 % of walls() overlap
recipe rays(float length);
recipe diagonals();
recipe close_up();  // 30 wide things in 100 x 100, moving by 4 .. 16: a third of all pairs meet
recipe tiles();     // a map of 16 px tiles, everything on the grid
recipe gauntlet();

/// The same things in a field that is `factor` times as wide: n of them are then as dense as n / factor^2 were.
recipe spread(recipe r, float factor);

// ---- sizes: which cache the columns of a scene fit into ----------------------------------------------------------

struct level {
  const char* name;
  std::size_t n;
};
inline constexpr level levels[] = {{"L1", 1024}, {"L2", 16384}, {"L3", 262144}, {"DRAM", 4194304}};

/// Different questions to cycle through. With 256 of them and 1024 items, a Zen 4 still learns which registers have
/// hits, and reads up to three times too fast.
inline constexpr std::size_t fresh = 4096;

/// Pairs (i, j) of 0 .. n - 1, shuffled without order or locality.
struct pair_list {
  std::vector<hs::index> first, second;
  hs::index_pairs part(std::size_t offset, std::size_t n) const {
    return {std::span(first).subspan(offset, n), std::span(second).first(n)};
  }
};
pair_list shuffled_pairs(std::size_t n, std::size_t items, std::uint64_t seed);

// ---- views -------------------------------------------------------------------------------------------------------

namespace detail {
inline std::span<const float> part(const std::vector<float>& v, std::size_t first, std::size_t n) {
  return std::span(v).subspan(first, n);
}
inline hs::column part_or_one(const std::vector<float>& v, std::size_t first, std::size_t n, bool one) {
  return one ? hs::column(v[0]) : hs::column(part(v, first, n));
}
inline hs::layer_column layers(const std::vector<std::uint32_t>& v, std::size_t first, std::size_t n) {
  return v.empty() ? hs::layer_column() : hs::layer_column(std::span<const std::uint32_t>(v).subspan(first, n));
}
template <int D> using vector = std::conditional_t<D == 2, hs::vec2, hs::vec3>;
template <int D> vector<D> vector_at(const std::vector<float> (&columns)[D], std::size_t i) {
  vector<D> v;
  for (int k = 0; k < D; ++k) v[k] = columns[k][i];
  return v;
}
// An aggregate of D (or twice D) columns and the rest, in the order in which hitscan's views declare them.
template <class View2, class View3, int D, class... Rest> auto view(const hs::column (&a)[D], const Rest&... rest) {
  if constexpr (D == 2)
    return View2{a[0], a[1], rest...};
  else
    return View3{a[0], a[1], a[2], rest...};
}
template <class View2, class View3, int D, class... Rest>
auto view(const hs::column (&a)[D], const hs::column (&b)[D], const Rest&... rest) {
  if constexpr (D == 2)
    return View2{a[0], a[1], b[0], b[1], rest...};
  else
    return View3{a[0], a[1], a[2], b[0], b[1], b[2], rest...};
}
template <int D> struct axes {  // the D spans of one quantity
  hs::column c[D];
  axes(const std::vector<float> (&v)[D], std::size_t first, std::size_t n, bool one = false) {
    for (int k = 0; k < D; ++k) c[k] = part_or_one(v[k], first, n, one);
  }
};
}  // namespace detail

template <int D> auto crowd<D>::points(std::size_t first, std::size_t n) const {
  return detail::view<hs::points, hs::points3>(detail::axes<D>(center, first, n).c, detail::layers(layers, first, n));
}
template <int D> auto crowd<D>::boxes(std::size_t first, std::size_t n) const {
  return detail::view<hs::boxes, hs::boxes3>(detail::axes<D>(min, first, n).c, detail::axes<D>(max, first, n).c,
                                             detail::layers(layers, first, n));
}
template <int D> auto crowd<D>::centred(std::size_t first, std::size_t n) const {
  return detail::view<hs::centred_boxes, hs::centred_boxes3>(detail::axes<D>(center, first, n).c,
                                                             detail::axes<D>(half, first, n, one_size).c,
                                                             detail::layers(layers, first, n));
}
template <int D> auto crowd<D>::circles(std::size_t first, std::size_t n) const {
  return detail::view<hs::circles, hs::spheres>(detail::axes<D>(center, first, n).c,
                                                detail::part_or_one(radius, first, n, one_size),
                                                detail::layers(layers, first, n));
}
template <int D> auto crowd<D>::segments(std::size_t first, std::size_t n) const {
  return detail::view<hs::segments, hs::segments3>(detail::axes<D>(center, first, n).c,
                                                   detail::axes<D>(step, first, n).c, detail::layers(layers, first, n));
}
template <int D> auto crowd<D>::motions(std::size_t first, std::size_t n, bool promise_longest) const {
  return detail::view<hs::motions, hs::motions3>(detail::axes<D>(step, first, n).c,
                                                 promise_longest && longest < 1e6f ? longest : -1.0f);
}

template <int D> auto crowd<D>::point_at(std::size_t i) const { return detail::vector_at(center, i); }
template <int D> auto crowd<D>::box_at(std::size_t i) const {
  return hs::basic_box<detail::vector<D>>{detail::vector_at(min, i), detail::vector_at(max, i)};
}
template <int D> auto crowd<D>::circle_at(std::size_t i) const {
  return hs::basic_circle<detail::vector<D>>{detail::vector_at(center, i), radius[i]};
}
template <int D> auto crowd<D>::segment_at(std::size_t i) const {
  return hs::basic_segment<detail::vector<D>>{detail::vector_at(center, i), detail::vector_at(step, i)};
}
template <int D> auto crowd<D>::step_at(std::size_t i) const { return detail::vector_at(step, i); }

}  // namespace scenes
