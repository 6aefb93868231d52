// The sums, differences and comparisons of the headers: here they have the library's flags, and the default state.
#include <hitscan/graze.hpp>
#include <hitscan/results.hpp>
#include <hitscan/shapes.hpp>

#include "../core/float_state.hpp"

namespace hitscan::detail {
namespace {

template <class V> edges<V> around(V center, V half) noexcept {
  return in_default_state([=] {
    edges<V> e;
    for (int k = 0; k < V::dims; ++k) e.min[k] = center[k] - half[k], e.max[k] = center[k] + half[k];
    return e;
  });
}
template <class V> V beyond(V corner, V size) noexcept {
  return in_default_state([=] {
    V far;
    for (int k = 0; k < V::dims; ++k) far[k] = corner[k] + size[k];
    return far;
  });
}
template <class V> V along(V start, V by, float time) noexcept {
  return in_default_state([=] {
    V place;
    for (int k = 0; k < V::dims; ++k) place[k] = start[k] + time * by[k];
    return place;
  });
}
template <class V> basic_box<V> outset(const basic_box<V>& field, float margin) noexcept {
  return in_default_state([&] {
    basic_box<V> b;
    for (int k = 0; k < V::dims; ++k) b.min[k] = field.min[k] - margin, b.max[k] = field.max[k] + margin;
    return b;
  });
}

}  // namespace

edges<vec2> edges_around(vec2 center, vec2 half) noexcept { return around(center, half); }
edges<vec3> edges_around(vec3 center, vec3 half) noexcept { return around(center, half); }
vec2 far_edges(vec2 corner, vec2 size) noexcept { return beyond(corner, size); }
vec3 far_edges(vec3 corner, vec3 size) noexcept { return beyond(corner, size); }

vec2 place_at(vec2 start, vec2 by, float time) noexcept { return along(start, by, time); }
vec3 place_at(vec3 start, vec3 by, float time) noexcept { return along(start, by, time); }

box grown(const box& field, float margin) noexcept { return outset(field, margin); }
box3 grown(const box3& field, float margin) noexcept { return outset(field, margin); }

bool comes_first(float time, std::uint8_t flags, bool first, float best_time, std::uint8_t best_flags,
                 float& until) noexcept {
  return in_default_state([&] {
    if (!first && !(time < best_time || (time == best_time && (best_flags & corner) && !(flags & corner))))
      return false;
    // A corner gives way to a face at the same time, which a limit at that time would leave out.
    if (!(flags & corner) && time < until) until = time;
    return true;
  });
}
bool deeper(float depth, float best) noexcept {
  return in_default_state([&] { return depth > best; });
}

}  // namespace hitscan::detail
