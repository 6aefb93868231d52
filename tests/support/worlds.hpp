// Worlds to look things up in, and who asks: places, sizes and steps in every way that a spatial structure may dislike.
#pragma once

#include <cmath>
#include <utility>

#include "by_method.hpp"
#include "columns.hpp"
#include "random.hpp"

namespace trial {

enum class layout : std::uint8_t {
  uniform,
  clustered,
  one_spot,
  one_line,
  sizes,
  tiles,
  fast,
  upright,
  far,
  tiny,
  bad,
  count
};
inline const char* name_of(layout k) {
  constexpr const char* names[] = {"uniform", "clustered", "one spot", "one line", "sizes 1:1000", "tiles",
                                   "fast",    "upright",   "far",      "tiny",     "bad"};
  return names[static_cast<int>(k)];
}

/// What a world holds, and who asks it. Rays ask only; those from segments on are in 2D alone.
enum class shape_kind : std::uint8_t { points, boxes, centred, circles, rays, segments, capsules, obbs, polygons };
inline constexpr shape_kind every_kind[] = {shape_kind::points,   shape_kind::boxes, shape_kind::centred,
                                            shape_kind::circles,  shape_kind::rays,  shape_kind::segments,
                                            shape_kind::capsules, shape_kind::obbs,  shape_kind::polygons};
inline const char* name_of(shape_kind k) {
  constexpr const char* names[] = {"points",   "boxes",    "centred boxes", "circles", "rays",
                                   "segments", "capsules", "obbs",          "polygons"};
  return names[static_cast<int>(k)];
}
template <shape_kind K> using kind_constant = std::integral_constant<shape_kind, K>;
template <int D, shape_kind... K> inline constexpr bool there_are = D == 2 || ((K < shape_kind::segments) && ...);

/// f(kind_constant<k>).
template <class F> auto with_kind(shape_kind k, const F& f) {
  switch (k) {
    case shape_kind::points: return f(kind_constant<shape_kind::points>{});
    case shape_kind::boxes: return f(kind_constant<shape_kind::boxes>{});
    case shape_kind::centred: return f(kind_constant<shape_kind::centred>{});
    case shape_kind::circles: return f(kind_constant<shape_kind::circles>{});
    case shape_kind::segments: return f(kind_constant<shape_kind::segments>{});
    case shape_kind::capsules: return f(kind_constant<shape_kind::capsules>{});
    case shape_kind::obbs: return f(kind_constant<shape_kind::obbs>{});
    case shape_kind::polygons: return f(kind_constant<shape_kind::polygons>{});
    default: return f(kind_constant<shape_kind::rays>{});
  }
}

/// Things that are box, centred box, circle, point and ray at a time; in 2D segment, capsule, rotated box and polygon.
template <int D> struct crowd {
  box_columns<D> box, speck;  // speck: the point, as a box without extent
  centred_columns<D> middle;
  circle_columns<D> circle;
  segment_columns<D> ray;
  struct {
    std::vector<float> dx, dy, half_x, half_y, axis_x, axis_y, corner_x, corner_y;
    std::vector<hitscan::index> offsets{0};
  } hull;
  std::vector<std::uint32_t> layers;
  std::size_t size() const { return layers.size(); }

  auto boxes(bool layered) const { return with(box.view(), layered); }
  auto circles(bool layered) const { return with(circle.view(), layered); }
  auto rays(bool layered) const { return with(ray.view(), layered); }
  auto steps() const { return ray.delta.as_motions(); }
  auto points() const { return circle.center.as_points(); }
  auto centred(bool layered) const { return with(middle.view(), layered); }
  auto specks(bool layered) const { return with(speck.view(), layered); }
  template <shape_kind K> auto as(kind_constant<K>, bool layered) const {
    if constexpr (K == shape_kind::points)
      return with(points(), layered);
    else if constexpr (K == shape_kind::boxes)
      return boxes(layered);
    else if constexpr (K == shape_kind::centred)
      return centred(layered);
    else if constexpr (K == shape_kind::circles)
      return circles(layered);
    else if constexpr (K == shape_kind::rays)
      return rays(layered);
    else
      return hulls(kind_constant<K>{}, layered);
  }

  // By its number one is turned in one of five ways; a segment is a diagonal of its box.
  void add_hull(const box_of<2>& b, const vector_of<2>& half) {
    constexpr float axes[][2] = {{1, 0}, {0.6f, 0.8f}, {-0.8f, 0.6f}, {0.3f, 1.2f}, {0, -1}};
    const float* const axis = axes[hull.dx.size() % 5];
    hull.dx.push_back(axis[0] * 2 * half[0]), hull.dy.push_back(axis[1] * 2 * half[1]);
    hull.half_x.push_back(half[0]), hull.half_y.push_back(half[1]);
    hull.axis_x.push_back(axis[0]), hull.axis_y.push_back(axis[1]);
    const float x[] = {b.min[0], b.max[0], b.max[0], b.min[0]}, y[] = {b.min[1], b.min[1], b.max[1], b.max[1]};
    const int corners = hull.dx.size() % 2 ? 4 : 3;
    hull.corner_x.insert(hull.corner_x.end(), x, x + corners),
        hull.corner_y.insert(hull.corner_y.end(), y, y + corners);
    hull.offsets.push_back(static_cast<hitscan::index>(hull.corner_x.size()));
  }

 private:
  template <shape_kind K> auto hulls(kind_constant<K>, bool layered) const {
    const auto &x = circle.center.axis[0], &y = circle.center.axis[1];
    if constexpr (K == shape_kind::segments)
      return with(hitscan::segments{.x = x, .y = y, .dx = hull.dx, .dy = hull.dy}, layered);
    else if constexpr (K == shape_kind::capsules)
      return with(hitscan::capsules{.x = x, .y = y, .dx = hull.dx, .dy = hull.dy, .radius = circle.radius}, layered);
    else if constexpr (K == shape_kind::obbs)
      return with(hitscan::obbs{.x = x,
                                .y = y,
                                .half_x = hull.half_x,
                                .half_y = hull.half_y,
                                .axis_x = hull.axis_x,
                                .axis_y = hull.axis_y},
                  layered);
    else
      return with(hitscan::polygons{.x = hull.corner_x, .y = hull.corner_y, .offsets = hull.offsets}, layered);
  }
  template <class View> View with(View v, bool layered) const {
    if (layered) v.layers = hitscan::layer_column(layers);
    return v;
  }
};

/// n things on a field of `side`, that move `far` at most.
template <int D> crowd<D> draw_crowd(layout kind, std::size_t n, float side, float far, rng& r) {
  crowd<D> all;
  for (std::size_t i = 0; i < n; ++i) {
    float size = r.real(2, 20), reach = far, scale = 1;
    vector_of<D> c, d, low, high, halves;
    for (int k = 0; k < D; ++k) c[k] = r.real(0, side);
    switch (kind) {
      case layout::clustered:
        if (!r.one_in(10))
          for (int k = 0; k < D; ++k) c[k] = side / 3 + std::floor(c[k] * 3 / side) * side / 7 + r.real(0, side / 500);
        size /= 8;
        break;
      case layout::one_spot:
        for (int k = 0; k < D; ++k) c[k] = side / 2;
        size = r.one_in(2) ? 8 : size;
        break;
      case layout::one_line: c[static_cast<int>(r.below(D))] = side / 2; break;
      case layout::sizes: size = std::exp2(r.real(0, 10)); break;
      case layout::tiles:
        for (int k = 0; k < D; ++k) c[k] = 8 * std::floor(c[k] / 16);
        size = r.one_in(3) ? 16 : 8;
        break;
      case layout::fast: reach = r.one_in(2) ? 1e6f : r.one_in(2) ? 1e18f : 1e30f; break;
      case layout::far:
        if (r.one_in(8)) scale = r.one_in(2) ? 1e30f : 1e36f;
        if (r.one_in(20)) size = 1e37f;
        break;
      case layout::tiny: scale = 0x1p-138f; break;
      default: break;
    }
    for (int k = 0; k < D; ++k) d[k] = r.real(-reach, reach);
    if (kind == layout::upright || r.one_in(8)) d[static_cast<int>(r.below(D))] = r.one_in(2) ? 0.0f : -0.0f;
    if (kind == layout::upright && r.one_in(5)) d = {};
    if (kind == layout::tiles)
      for (int k = 0; k < D; ++k) d[k] = 8 * static_cast<float>(r.whole(-6, 6));
    float radius = size / 2;
    for (int k = 0; k < D; ++k) {
      float half = size * (r.one_in(20) ? 0.0f : r.one_in(2) ? 0.5f : 0.25f);
      if (kind == layout::tiles) half = size / 2;
      if (scale < 1) half *= scale, d[k] *= scale;
      c[k] *= scale, low[k] = c[k] - half, high[k] = c[k] + half, halves[k] = half;
    }
    if (scale < 1) radius *= scale;
    if (kind == layout::bad && r.one_in(3)) {
      const float wrong[] = {not_a_number, infinity, -infinity, largest, -largest};
      const float b = wrong[r.below(5)];
      const int k = static_cast<int>(r.below(D));
      switch (r.below(5)) {
        case 0: c[k] = b; break;
        case 1: low[k] = b; break;
        case 2: high[k] = b; break;
        case 3: d[k] = b; break;
        default: radius = r.one_in(2) ? -1 : b;
      }
    }
    if constexpr (D == 2) all.add_hull({low, high}, halves);
    all.box.push({low, high}), all.middle.push(c, halves), all.speck.push({c, c}), all.circle.push({c, radius}),
        all.ray.push({c, d});
    all.layers.push_back(r.one_in(12) ? 0 : 1u << r.below(3));
  }
  return all;
}

/// Worlds that answer by one method or as they think best, all with the same items.
struct all_ways {
  world_by world[4]{world_by(hitscan::method::brute), world_by(hitscan::method::grid), world_by(hitscan::method::tree),
                    world_by({})};
  hitscan::workspace space;

  template <class... V> void fill(const V&... items) {  // and their motions
    for (world_by& w : world) w.rebuild(items...);
  }
  /// ask(world, name).
  template <class F> void each(const F& ask) {
    for (int k = 0; k < 4; ++k) ask(world[k], names[k]);
  }
  /// ask(world, name, workers): in the world's own memory, and in a workspace.
  template <class F> void each_and_shared(const F& ask) {
    for (const hitscan::workers& with : {hitscan::workers(), hitscan::workers(space)})
      for (int k = 0; k < 4; ++k) ask(world[k], names[k], with);
  }

 private:
  static constexpr const char* names[] = {"by brute force", "by grid", "by tree", "as it likes"};
};

}  // namespace trial
