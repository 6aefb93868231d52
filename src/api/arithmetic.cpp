// The sums, differences and comparisons of the headers: here they have the library's flags, and the default state.
#include <hitscan/graze.hpp>
#include <hitscan/shapes.hpp>

#include "../core/float_state.hpp"

namespace hitscan::detail {
namespace {

template <class V> void around(const V& center, const V& half, V& min, V& max) noexcept {
  const default_float_state here;
  for (int k = 0; k < V::dims; ++k) min[k] = center[k] - half[k], max[k] = center[k] + half[k];
}
template <class V> void beyond(const V& corner, const V& size, V& max) noexcept {
  const default_float_state here;
  for (int k = 0; k < V::dims; ++k) max[k] = corner[k] + size[k];
}
template <class V> basic_box<V> outset(const basic_box<V>& field, float margin) noexcept {
  return in_default_state([&] {
    basic_box<V> b;
    for (int k = 0; k < V::dims; ++k) b.min[k] = field.min[k] - margin, b.max[k] = field.max[k] + margin;
    return b;
  });
}

}  // namespace

void edges_around(const vec2& center, const vec2& half, vec2& min, vec2& max) noexcept {
  around(center, half, min, max);
}
void edges_around(const vec3& center, const vec3& half, vec3& min, vec3& max) noexcept {
  around(center, half, min, max);
}
void far_edges(const vec2& corner, const vec2& size, vec2& max) noexcept { beyond(corner, size, max); }
void far_edges(const vec3& corner, const vec3& size, vec3& max) noexcept { beyond(corner, size, max); }

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
