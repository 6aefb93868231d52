// Single shapes drawn from a family.
#pragma once

#include "columns.hpp"
#include "families.hpp"

namespace trial {

template <int D> vector_of<D> draw_vector(float (*from)(rng&), const family& f, rng& r) {
  vector_of<D> v;
  for (int k = 0; k < D; ++k) v[k] = f.draw(from, r);
  return v;
}
template <int D> vector_of<D> draw_position(const family& f, rng& r) { return draw_vector<D>(f.position, f, r); }
template <int D> vector_of<D> draw_step(const family& f, rng& r) { return draw_vector<D>(f.step, f, r); }

/// Valid unless the family is spoiled: a corner that would overflow stays at the largest float.
template <int D> box_of<D> draw_box(const family& f, rng& r) {
  box_of<D> b{draw_position<D>(f, r), {}};
  for (int k = 0; k < D; ++k) {
    const float max = b.min[k] + f.draw(f.extent, r);
    b.max[k] = f.spoiled || std::isfinite(max) ? max : largest;
  }
  return b;
}
template <int D> circle_of<D> draw_circle(const family& f, rng& r) {
  return {draw_position<D>(f, r), f.draw(f.extent, r)};
}

template <class V>
std::string text(const V& v)
requires(V::dims > 0)
{
  std::string t("{");
  for (int k = 0; k < V::dims; ++k) t.append(k ? ", " : "").append(hex(v[k]));
  return t.append("}");
}
template <class V> std::string text(const hitscan::basic_box<V>& b) {
  return std::string("{").append(text(b.min)).append(", ").append(text(b.max)).append("}");
}
template <class V> std::string text(const hitscan::basic_circle<V>& c) {
  return std::string("{").append(text(c.center)).append(", ").append(hex(c.radius)).append("}");
}
template <class V> std::string text(const hitscan::basic_hit<V>& h) {
  std::string t("{index ");
  t.append(h.index == hitscan::none ? "none" : std::to_string(h.index)).append(", time ").append(hex(h.time));
  t.append(", normal ").append(text(h.normal)).append(", position ").append(text(h.position));
  return t.append(", flags ").append(std::to_string(h.flags)).append("}");
}

/// Options of any kind.
inline hitscan::query draw_query(rng& r) {
  hitscan::query q;
  if (r.one_in(2)) q.touch = hitscan::touching::hits;
  if (r.one_in(3))
    q.start = r.one_in(2) ? hitscan::start_overlap::ignored : hitscan::start_overlap::hits_unless_leaving;
  if (r.one_in(4)) q.until = r.real(0, 1.2f);
  if (r.one_in(4)) q.layers = 1 + r.below(7);
  return q;
}

}  // namespace trial
