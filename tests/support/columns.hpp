// Columns that own their floats, for tests that use the public views: one template for 2D and 3D.
#pragma once

#include <hitscan/hitscan.hpp>
#include <type_traits>
#include <vector>

#include "outputs.hpp"

namespace trial {

/// The same question to the scalar reference, or item by item about these pairs.
inline hitscan::query by_reference(hitscan::query q = {}) {
  q.on = hitscan::isa::scalar;
  return q;
}
inline hitscan::query by_pairs(const hitscan::index_pairs& pairs, hitscan::query q = {}) {
  q.pairs = pairs;
  return q;
}

template <int D> using vector_of = std::conditional_t<D == 2, hitscan::vec2, hitscan::vec3>;
template <int D> using box_of = hitscan::basic_box<vector_of<D>>;
template <int D> using circle_of = hitscan::basic_circle<vector_of<D>>;
template <int D> using segment_of = hitscan::basic_segment<vector_of<D>>;
template <int D> using hit_of = hitscan::basic_hit<vector_of<D>>;

template <int D> struct vectors {
  std::vector<float> axis[D];
  void push(const vector_of<D>& v) {
    for (int k = 0; k < D; ++k) axis[k].push_back(v[k]);
  }
  vector_of<D> operator[](std::size_t i) const {
    vector_of<D> v;
    for (int k = 0; k < D; ++k) v[k] = axis[k][i];
    return v;
  }
  std::size_t size() const { return axis[0].size(); }
  auto as_motions() const {
    if constexpr (D == 2)
      return hitscan::motions{.dx = axis[0], .dy = axis[1]};
    else
      return hitscan::motions3{.dx = axis[0], .dy = axis[1], .dz = axis[2]};
  }
  auto as_points() const {
    if constexpr (D == 2)
      return hitscan::points{.x = axis[0], .y = axis[1]};
    else
      return hitscan::points3{.x = axis[0], .y = axis[1], .z = axis[2]};
  }
};

template <int D> struct box_columns {
  vectors<D> min, max;
  void push(const box_of<D>& b) { min.push(b.min), max.push(b.max); }
  box_of<D> operator[](std::size_t i) const { return {min[i], max[i]}; }
  std::size_t size() const { return min.size(); }
  auto view() const {
    if constexpr (D == 2)
      return hitscan::boxes{.min_x = min.axis[0], .min_y = min.axis[1], .max_x = max.axis[0], .max_y = max.axis[1]};
    else
      return hitscan::boxes3{.min_x = min.axis[0],
                             .min_y = min.axis[1],
                             .min_z = min.axis[2],
                             .max_x = max.axis[0],
                             .max_y = max.axis[1],
                             .max_z = max.axis[2]};
  }
};

template <int D> struct centred_columns {
  vectors<D> center, half;
  void push(const vector_of<D>& c, const vector_of<D>& h) { center.push(c), half.push(h); }
  auto view() const {
    if constexpr (D == 2)
      return hitscan::centred_boxes{
          .x = center.axis[0], .y = center.axis[1], .half_x = half.axis[0], .half_y = half.axis[1]};
    else
      return hitscan::centred_boxes3{.x = center.axis[0],
                                     .y = center.axis[1],
                                     .z = center.axis[2],
                                     .half_x = half.axis[0],
                                     .half_y = half.axis[1],
                                     .half_z = half.axis[2]};
  }
};

template <int D> struct circle_columns {
  vectors<D> center;
  std::vector<float> radius;
  void push(const circle_of<D>& c) { center.push(c.center), radius.push_back(c.radius); }
  circle_of<D> operator[](std::size_t i) const { return {center[i], radius[i]}; }
  std::size_t size() const { return radius.size(); }
  auto view() const {
    if constexpr (D == 2)
      return hitscan::circles{.x = center.axis[0], .y = center.axis[1], .radius = radius};
    else
      return hitscan::spheres{.x = center.axis[0], .y = center.axis[1], .z = center.axis[2], .radius = radius};
  }
};

template <int D> struct segment_columns {
  vectors<D> start, delta;
  void push(const segment_of<D>& s) { start.push(s.start), delta.push(s.delta); }
  segment_of<D> operator[](std::size_t i) const { return {start[i], delta[i]}; }
  std::size_t size() const { return start.size(); }
  auto view() const {
    if constexpr (D == 2)
      return hitscan::segments{.x = start.axis[0], .y = start.axis[1], .dx = delta.axis[0], .dy = delta.axis[1]};
    else
      return hitscan::segments3{.x = start.axis[0],
                                .y = start.axis[1],
                                .z = start.axis[2],
                                .dx = delta.axis[0],
                                .dy = delta.axis[1],
                                .dz = delta.axis[2]};
  }
};

/// Room for n records of a moving query.
template <int D> struct records {
  std::vector<hitscan::index> index;
  std::vector<float> time, normal[D], position[D];
  std::vector<std::uint8_t> flags;

  explicit records(std::size_t n) : index(n), time(n), flags(n) {
    for (int k = 0; k < D; ++k) normal[k].resize(n), position[k].resize(n);
  }
  auto columns() { return hits_in<D>(*this); }
  hit_of<D> operator[](std::size_t i) const {
    hit_of<D> h{.time = time[i], .index = index[i], .flags = flags[i]};
    for (int k = 0; k < D; ++k) h.normal[k] = normal[k][i], h.position[k] = position[k][i];
    return h;
  }
};

}  // namespace trial
