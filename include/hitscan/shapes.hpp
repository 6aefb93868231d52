// Shapes as values: one box, one circle, one segment. Their plurals, views over your arrays, are in views.hpp.
//
// 2D and 3D are one source: a shape is written once over its vector type, and the two names are aliases.
#pragma once

#include "detail/language.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace hitscan {

/// Half extents of either dimension, which vec2 and vec3 become by themselves: see query::padding.
struct half_extents {
  float x = 0, y = 0, z = 0;
  constexpr half_extents() noexcept = default;
  constexpr half_extents(float x_, float y_, float z_ = 0) noexcept
      : x(x_), y(y_), z(z_) {}  // one number is none of them
  constexpr float operator[](int axis) const noexcept { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr bool operator==(const half_extents&, const half_extents&) = default;
};

/// + - * of vec2 and vec3 are what you would write out: plain IEEE arithmetic, one operation an axis, in your program,
/// with its flags and its rounding (a compiler that may fuses p + t * v). The library computes nothing with them.
struct vec2 {
  static constexpr int dims = 2;
  float x = 0, y = 0;
  constexpr operator half_extents() const noexcept { return {x, y, 0}; }
  constexpr float& operator[](int axis) noexcept { return axis == 0 ? x : y; }
  constexpr float operator[](int axis) const noexcept { return axis == 0 ? x : y; }
  friend constexpr bool operator==(const vec2&, const vec2&) = default;
  friend constexpr vec2 operator+(vec2 a, vec2 b) noexcept { return {a.x + b.x, a.y + b.y}; }
  friend constexpr vec2 operator-(vec2 a, vec2 b) noexcept { return {a.x - b.x, a.y - b.y}; }
  friend constexpr vec2 operator*(vec2 a, float s) noexcept { return {a.x * s, a.y * s}; }
  friend constexpr vec2 operator*(float s, vec2 a) noexcept { return a * s; }
};

struct vec3 {
  static constexpr int dims = 3;
  float x = 0, y = 0, z = 0;
  constexpr operator half_extents() const noexcept { return {x, y, z}; }
  constexpr float& operator[](int axis) noexcept { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr float operator[](int axis) const noexcept { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr bool operator==(const vec3&, const vec3&) = default;
  friend constexpr vec3 operator+(vec3 a, vec3 b) noexcept { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr vec3 operator-(vec3 a, vec3 b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr vec3 operator*(vec3 a, float s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr vec3 operator*(float s, vec3 a) noexcept { return a * s; }
};

namespace detail {
// Sums and differences, rounded by the library: your compiler may fuse them with a product of yours, and your program
// may round in another way.
template <class V> struct edges {
  V min, max;
};
edges<vec2> edges_around(vec2 center, vec2 half) noexcept;
edges<vec3> edges_around(vec3 center, vec3 half) noexcept;
vec2 far_edges(vec2 corner, vec2 size) noexcept;
vec3 far_edges(vec3 corner, vec3 size) noexcept;
vec2 direction_of(float radians) noexcept;
}  // namespace detail

template <class V> struct basic_box;
namespace detail {
basic_box<vec2> grown(const basic_box<vec2>& field, float margin) noexcept;
basic_box<vec3> grown(const basic_box<vec3>& field, float margin) noexcept;
}  // namespace detail

/// An axis-aligned box. Corners are its canonical form: gaps between boxes are then differences of two inputs.
/// Valid: finite, min <= max on every axis. Any other box never hits anything (see `validate`).
template <class V> struct basic_box {
  V min, max;

  /// The box with edges fl(center - half) and fl(center + half): rounded once, here; the result *is* the box.
  static constexpr basic_box from_center(V center, V half) noexcept {
    if (!std::is_constant_evaluated()) {
      const detail::edges<V> e = detail::edges_around(center, half);
      return {e.min, e.max};
    }
    basic_box b{};
    for (int k = 0; k < V::dims; ++k) b.min[k] = center[k] - half[k], b.max[k] = center[k] + half[k];
    return b;
  }
  /// The box from `corner` to fl(corner + size).
  static constexpr basic_box from_corner(V corner, V size) noexcept {
    if (!std::is_constant_evaluated()) return {corner, detail::far_edges(corner, size)};
    basic_box b{corner, {}};
    for (int k = 0; k < V::dims; ++k) b.max[k] = corner[k] + size[k];
    return b;
  }
  /// This box, larger by `margin` on every side: edges fl(min - margin) and fl(max + margin).
  basic_box grown(float margin) const noexcept { return detail::grown(*this, margin); }
  friend constexpr bool operator==(const basic_box&, const basic_box&) = default;
};
using box = basic_box<vec2>;
using box3 = basic_box<vec3>;

namespace detail {
// By bits, for programs that take subnormals for 0, or trap at them: is it NaN, and a < b?
constexpr bool is_nan(float x) noexcept { return (std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) > 0x7f800000u; }
constexpr bool below(float a, float b) noexcept {
  const auto rank = [](float x) {
    const auto w = std::bit_cast<std::int32_t>(x);
    return w < 0 ? -(w & 0x7fffffff) : w;
  };
  return !is_nan(a) && !is_nan(b) && rank(a) < rank(b);
}
}  // namespace detail

/// What two boxes have in common: edges of theirs, nothing is rounded; if they touch, a flat box. Of boxes that are
/// apart, or one that is NaN, no valid box, so that nothing hits it. An infinite edge cuts nothing off.
template <class V> constexpr basic_box<V> intersection(const basic_box<V>& a, const basic_box<V>& b) noexcept {
  basic_box<V> both{};
  for (int k = 0; k < V::dims; ++k) {
    both.min[k] = detail::below(b.min[k], a.min[k]) || detail::is_nan(a.min[k]) ? a.min[k] : b.min[k];
    both.max[k] = detail::below(a.max[k], b.max[k]) || detail::is_nan(a.max[k]) ? a.max[k] : b.max[k];
  }
  return both;
}
/// The smallest box that holds both: edges of theirs, nothing is rounded. With one that is NaN, no valid box.
template <class V> constexpr basic_box<V> united(const basic_box<V>& a, const basic_box<V>& b) noexcept {
  basic_box<V> all{};
  for (int k = 0; k < V::dims; ++k) {
    all.min[k] = detail::below(a.min[k], b.min[k]) || detail::is_nan(a.min[k]) ? a.min[k] : b.min[k];
    all.max[k] = detail::below(b.max[k], a.max[k]) || detail::is_nan(a.max[k]) ? a.max[k] : b.max[k];
  }
  return all;
}

/// A circle or sphere. Valid: finite, radius >= 0.
template <class V> struct basic_circle {
  V center;
  float radius = 0;
  friend constexpr bool operator==(const basic_circle&, const basic_circle&) = default;
};
using circle = basic_circle<vec2>;
using sphere = basic_circle<vec3>;

/// From `start` to `start + delta`. A hit's time is a fraction of delta.
template <class V> struct basic_segment {
  V start, delta;
  friend constexpr bool operator==(const basic_segment&, const basic_segment&) = default;
};
using segment = basic_segment<vec2>;
using segment3 = basic_segment<vec3>;

/// Everything within `radius` of a segment: a thick laser, a limb. Valid: finite, radius >= 0.
struct capsule {
  vec2 start, delta;
  float radius = 0;
  friend constexpr bool operator==(const capsule&, const capsule&) = default;
};

/// Of a rotated box's first side. No number becomes one: of an angle there is obb::from_angle.
struct direction : vec2 {
  constexpr direction(vec2 v) noexcept : vec2(v) {}
  constexpr direction(float along_x, float along_y) noexcept : vec2{along_x, along_y} {}
};

/// A box turned by an angle: axis = (cos, sin) of it. With u = fl(half.x * axis) and w = fl(half.y * axis) its corners
/// are center +- u +- (-w.y, w.x), sums that are not rounded: that parallelogram *is* the shape, and answers are exact
/// for it. An axis that is not of length 1 scales it. Valid: finite (u and w, too), half >= 0.
struct obb {
  vec2 center, half;
  direction axis{1, 0};

  /// Turned by that many radians, counter-clockwise where y points up: the same bits on every machine, each of cosine
  /// and sine within .501 units in the last place. Beyond 2^20 radians (a hundred thousand turns) or NaN: no valid box.
  static obb from_angle(vec2 center, vec2 half, float radians) noexcept {
    return {center, half, detail::direction_of(radians)};
  }
  friend constexpr bool operator==(const obb&, const obb&) = default;
};

}  // namespace hitscan
