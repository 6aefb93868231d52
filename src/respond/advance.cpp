// Going as far as a hit allows. Why edges may simply be moved, and centres may not, is in docs/semantics.md.

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/forced.hpp"
#include "../reference/overlap_boxes.hpp"
#include "../reference/overlap_circles_boxes.hpp"

#include <hitscan/respond.hpp>

namespace hitscan {

using detail::in_default_state;

namespace {

inline float safe(float time) noexcept {     // in a loop: not a call
  const float part = time * 0x1.fffff8p-1f;  // 1 - 2^-22
  return part >= FLT_MIN ? part : 0;         // a subnormal is not smaller by that factor; NaN, negative: stay
}

}  // namespace

float safe_time(float time) noexcept {
  return in_default_state([&] { return safe(time); });
}

namespace {

using detail::textbook::box_at;
using detail::textbook::circle_at;

template <class V> V moved(V at, V by, float t) noexcept {
  for (int k = 0; k < V::dims; ++k) at[k] = at[k] + t * by[k];
  return at;
}

template <class V> float reach_of(const basic_hit<V>& h) noexcept { return h ? safe(h.time) : 1; }

template <class V> basic_box<V> advance_edges(const basic_box<V>& a, V da, const basic_hit<V>& h) noexcept {
  const float t = reach_of(h);
  return {moved(a.min, da, t), moved(a.max, da, t)};
}

// Centres: an edge of the moved shape is then fl(c - h) of a rounded c, and may end up an ulp inside. So look, and go
// back by 2^-22 of the way, then twice that and so on: two dozen looks at most, and at last no step at all. at(t) is
// the shape at that time.
template <class V, class At, class Overlaps>
auto advance_looking(const basic_hit<V>& h, const At& at, const Overlaps& overlaps) noexcept {
  const float reach = reach_of(h);
  const auto from = at(0.0f);
  auto to = at(reach);
  if (overlaps(from)) return h ? from : to;  // no hit: a start in overlap that was let go
  for (float back = 0x1p-22f; back < 1 && overlaps(to); back *= 2) to = at(reach * (1 - back));
  return overlaps(to) ? from : to;
}
template <class V, class Overlaps>
V advance_looking(V from, V by, const basic_hit<V>& h, const Overlaps& overlaps) noexcept {
  return advance_looking(
      h, [&](float t) { return t == 0 ? from : moved(from, by, t); }, overlaps);
}

template <class V> circle_at<V::dims> plain(V center, float radius) noexcept {
  circle_at<V::dims> c;
  for (int k = 0; k < V::dims; ++k) c.center[k] = center[k];
  c.radius = radius;
  return c;
}
template <class V> box_at<V::dims> plain(const basic_box<V>& from) noexcept {
  box_at<V::dims> b;
  for (int k = 0; k < V::dims; ++k) b.min[k] = from.min[k], b.max[k] = from.max[k];
  return b;
}

template <class V> ONCE bool meet(const basic_circle<V>& a, const basic_circle<V>& b) noexcept {
  const auto here = plain(a.center, a.radius), there = plain(b.center, b.radius);
  return valid(here) && valid(there) && overlap_circles(here, there, touching::misses);
}
template <class V>
basic_circle<V> advance_circle(const basic_circle<V>& a, V da, const basic_hit<V>& h,
                               const basic_circle<V>& b) noexcept {
  const auto overlaps = [&](V center) { return meet(basic_circle<V>{center, a.radius}, b); };
  return {advance_looking(a.center, da, h, overlaps), a.radius};
}

template <class V> bool meet(const basic_circle<V>& circle, const basic_box<V>& box) noexcept {
  const auto round = plain(circle.center, circle.radius);
  const auto flat = plain(box);
  return valid(round) && valid(flat) && overlap_circles_boxes(round, flat, touching::misses);
}
template <class V>
basic_circle<V> advance_to_box(const basic_circle<V>& a, V da, const basic_hit<V>& h, const basic_box<V>& b) noexcept {
  const auto overlaps = [&](V center) { return meet(basic_circle<V>{center, a.radius}, b); };
  return {advance_looking(a.center, da, h, overlaps), a.radius};
}
template <class V> basic_box<V> placed(const basic_box<V>& a, V by, float t) noexcept {
  return t == 0 ? a : basic_box<V>{moved(a.min, by, t), moved(a.max, by, t)};
}
template <class V>
basic_box<V> advance_to_circle(const basic_box<V>& a, V da, const basic_hit<V>& h, const basic_circle<V>& b) noexcept {
  return advance_looking(
      h, [&](float t) { return placed(a, da, t); }, [&](const basic_box<V>& box) { return meet(b, box); });
}

// Of both bodies, looked at several times.
template <class V> bool meet(const basic_box<V>& box, const basic_circle<V>& circle) noexcept {
  return meet(circle, box);
}
template <class V> ONCE bool meet(const basic_box<V>& a, const basic_box<V>& b) noexcept {
  const auto here = plain(a), there = plain(b);
  return valid(here) && valid(there) && overlap_boxes(here, there, touching::misses);
}
template <class V> basic_circle<V> placed(const basic_circle<V>& a, V by, float t) noexcept {
  return t == 0 ? a : basic_circle<V>{moved(a.center, by, t), a.radius};
}
template <class A, class B, class V>
both_places<A, B> advance_both(const A& a, V da, const basic_hit<V>& h, const B& b, V db) noexcept {
  const auto at = [&](float t) { return both_places<A, B>{placed(a, da, t), placed(b, db, t)}; };
  return advance_looking(h, at, [](const both_places<A, B>& both) { return meet(both.a, both.b); });
}

template <class V> V advance_centred(V center, V half, V da, const basic_hit<V>& h, const basic_box<V>& b) noexcept {
  const auto there = plain(b);
  const auto overlaps = [&](V c) {
    box_at<V::dims> here;  // box::from_center, without a call
    for (int k = 0; k < V::dims; ++k) here.min[k] = c[k] - half[k], here.max[k] = c[k] + half[k];
    return valid(here) && valid(there) && overlap_boxes(here, there, touching::misses);
  };
  return advance_looking(center, da, h, overlaps);
}

}  // namespace

box advance(const box& a, vec2 da, const hit& h) noexcept {
  return in_default_state([&] { return advance_edges(a, da, h); });
}
box3 advance(const box3& a, vec3 da, const hit3& h) noexcept {
  return in_default_state([&] { return advance_edges(a, da, h); });
}
vec2 advance(vec2 point, vec2 da, const hit& h) noexcept {
  return in_default_state([&] { return moved(point, da, reach_of(h)); });
}
vec3 advance(vec3 point, vec3 da, const hit3& h) noexcept {
  return in_default_state([&] { return moved(point, da, reach_of(h)); });
}

circle advance(const circle& a, vec2 da, const hit& h, const circle& b) noexcept {
  return in_default_state([&] { return advance_circle(a, da, h, b); });
}
sphere advance(const sphere& a, vec3 da, const hit3& h, const sphere& b) noexcept {
  return in_default_state([&] { return advance_circle(a, da, h, b); });
}

circle advance(const circle& a, vec2 da, const hit& h, const box& b) noexcept {
  return in_default_state([&] { return advance_to_box(a, da, h, b); });
}
sphere advance(const sphere& a, vec3 da, const hit3& h, const box3& b) noexcept {
  return in_default_state([&] { return advance_to_box(a, da, h, b); });
}
box advance(const box& a, vec2 da, const hit& h, const circle& b) noexcept {
  return in_default_state([&] { return advance_to_circle(a, da, h, b); });
}
box3 advance(const box3& a, vec3 da, const hit3& h, const sphere& b) noexcept {
  return in_default_state([&] { return advance_to_circle(a, da, h, b); });
}

both_places<box, box> advance(const box& a, vec2 da, const hit& h, const box& b, vec2 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<box3, box3> advance(const box3& a, vec3 da, const hit3& h, const box3& b, vec3 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<circle, circle> advance(const circle& a, vec2 da, const hit& h, const circle& b, vec2 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<sphere, sphere> advance(const sphere& a, vec3 da, const hit3& h, const sphere& b, vec3 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<circle, box> advance(const circle& a, vec2 da, const hit& h, const box& b, vec2 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<sphere, box3> advance(const sphere& a, vec3 da, const hit3& h, const box3& b, vec3 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<box, circle> advance(const box& a, vec2 da, const hit& h, const circle& b, vec2 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}
both_places<box3, sphere> advance(const box3& a, vec3 da, const hit3& h, const sphere& b, vec3 db) noexcept {
  return in_default_state([&] { return advance_both(a, da, h, b, db); });
}

vec2 advance_center(vec2 center, vec2 half, vec2 da, const hit& h, const box& b) noexcept {
  return in_default_state([&] { return advance_centred(center, half, da, h, b); });
}
vec3 advance_center(vec3 center, vec3 half, vec3 da, const hit3& h, const box3& b) noexcept {
  return in_default_state([&] { return advance_centred(center, half, da, h, b); });
}

std::size_t advance(column x, column d, column time, std::span<float> out, std::span<const index> who) noexcept {
  const detail::default_float_state here;
  const bool told = !who.empty();
  detail::columns_at_work all("advance");
  all.take(x), all.take(d), all.put(out.size());
  if (!time.absent()) all.take(time);  // the whole motion
  if (told) all.take(who.size());
  const std::size_t n = all.count();
  if (x.span() && d.span() && time.span()) {  // as a rule; the compiler's own vectors do
    const float *const from = x.data(), *const way = d.data(), *const until = time.data();
    const index* const hit = who.data();
    float* const to = out.data();
    if (told)
      for (std::size_t i = 0; i < n; ++i) {
        const float reach = safe(until[i]);  // worked out for all: no branch
        to[i] = from[i] + (hit[i] == none ? 1 : reach) * way[i];
      }
    else
      for (std::size_t i = 0; i < n; ++i) to[i] = from[i] + safe(until[i]) * way[i];
    return n;
  }
  const bool whole = time.absent();
  for (std::size_t i = 0; i < n; ++i) {
    ONE_BY_ONE(i);
    const float t = whole || (told && who[i] == none) ? 1 : safe(time[i]);
    out[i] = x[i] + t * d[i];
  }
  return n;
}

}  // namespace hitscan
