// Going out of what one is in. Why a plain sum is enough is shown in src/reference/contact_boxes.hpp (edges) and
// contact_circles.hpp (centres).
#include <hitscan/respond.hpp>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"

namespace hitscan {

using detail::in_default_state;

namespace {

template <class V> V pushed(V at, V by) noexcept {
  for (int k = 0; k < V::dims; ++k) at[k] = at[k] + by[k];
  return at;
}

}  // namespace

box push_out(const box& a, const contact2& c) noexcept {
  return in_default_state([&] { return box{pushed(a.min, c.push), pushed(a.max, c.push)}; });
}
box3 push_out(const box3& a, const contact3& c) noexcept {
  return in_default_state([&] { return box3{pushed(a.min, c.push), pushed(a.max, c.push)}; });
}
circle push_out(const circle& a, const contact2& c) noexcept {
  return in_default_state([&] { return circle{pushed(a.center, c.push), a.radius}; });
}
sphere push_out(const sphere& a, const contact3& c) noexcept {
  return in_default_state([&] { return sphere{pushed(a.center, c.push), a.radius}; });
}
segment push_out(const segment& a, const contact2& c) noexcept {
  return in_default_state([&] { return segment{pushed(a.start, c.push), a.delta}; });
}
capsule push_out(const capsule& a, const contact2& c) noexcept {
  return in_default_state([&] { return capsule{pushed(a.start, c.push), a.delta, a.radius}; });
}
obb push_out(const obb& a, const contact2& c) noexcept {
  return in_default_state([&] { return obb{pushed(a.center, c.push), a.half, a.axis}; });
}
vec2 push_out(vec2 point, const contact2& c) noexcept {
  return in_default_state([&] { return pushed(point, c.push); });
}
vec3 push_out(vec3 point, const contact3& c) noexcept {
  return in_default_state([&] { return pushed(point, c.push); });
}

std::size_t push_out(column x, column push, std::span<float> out) noexcept {
  const detail::default_float_state here;
  detail::columns_at_work all("push_out");
  all.take(x), all.take(push), all.put(out.size());
  const std::size_t n = all.count();
  const auto add = [&](const auto& at, const auto& by) {  // a loop for each kind of columns
    for (std::size_t i = 0; i < n; ++i) out[i] = at(i) + by(i);
  };
  const auto with = [&](const auto& at) {
    push.span() ? add(at, [p = push.data()](std::size_t i) { return p[i]; })
                : add(at, [one = push.value()](std::size_t) { return one; });
  };
  if (x.gap() != 0 || push.gap() != 0)
    add([&](std::size_t i) { return x[i]; }, [&](std::size_t i) { return push[i]; });
  else
    x.span() ? with([p = x.data()](std::size_t i) { return p[i]; })
             : with([one = x.value()](std::size_t) { return one; });
  return n;
}

}  // namespace hitscan
