// Crowds as capsules, turned boxes and polygons; and how the plain loops see them.
#pragma once

#include "../harness/suite.hpp"

namespace bench {

struct turned_crowd : scenes::hulls {
  std::shared_ptr<const scenes::crowd<2>> kept;
  explicit turned_crowd(std::shared_ptr<const scenes::crowd<2>> from) : scenes::hulls(*from), kept(std::move(from)) {}
};
/// n of them and `scenes::fresh` to spare.
inline auto turned(const char* name, const scenes::recipe& r, std::size_t n) {
  return std::make_shared<const turned_crowd>(crowd2(name, r, n));
}

inline baseline::rods rods_of(const scenes::hulls& h) {
  const scenes::crowd<2>& c = *h.c;
  return {c.center[0].data(), c.center[1].data(), c.step[0].data(), c.step[1].data(), c.radius.data()};
}
inline baseline::turned_boxes turned_boxes_of(const scenes::hulls& h, std::size_t first = 0) {
  const scenes::crowd<2>& c = *h.c;
  return {&c.center[0][first], &c.center[1][first], &c.half[0][first],
          &c.half[1][first],   &h.axis[0][first],   &h.axis[1][first]};
}
inline baseline::outlines outlines_of(const scenes::hulls& h, std::size_t first = 0) {
  return {h.corner[0].data(), h.corner[1].data(), &h.offsets[first]};
}
inline baseline::outline outline_of(const hs::polygon& p) {
  return {p.x.data(), p.y.data(), static_cast<std::uint32_t>(p.x.size())};
}

/// Polygons by shuffled index pairs, another part of the list for each question.
struct polygon_pairs {
  std::shared_ptr<const turned_crowd> a, b;
  scenes::pair_list pairs;
  std::size_t n;
  explicit polygon_pairs(std::size_t items)
      : a(turned("close a", scenes::close_up(), items)),
        b(turned("close b", scenes::close_up(), items)),
        pairs(scenes::shuffled_pairs(items + scenes::fresh, items, 31)),
        n(items) {}
  hs::index_pairs part(std::size_t k) const { return pairs.part(k % scenes::fresh, n); }
};

}  // namespace bench
