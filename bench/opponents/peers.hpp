// Other libraries' broadphases, each asked what a world is asked, in the way its manual says is fast. Everything is
// rebuilt in every frame, as in a game where everything moves. What they call near is decided by the same code.
#pragma once

#include "../worlds/scenes.hpp"

namespace many {

struct peer {
  const char* name;
  /// The first target of each mover, ~0 for none, and when.
  void (*first)(const scene&, std::uint32_t* index, float* time);
  std::size_t (*pairs)(const plain::boxes&);  ///< how many overlap
};
extern const peer box2d, boost_rtree, chipmunk, embree;  // those that were found: HAVE_BOX2D, ...

/// near(x0, y0, x1, y1, f) calls f(i) for each target that may overlap these bounds.
template <class Near> void first_by(const scene& s, std::uint32_t* index, float* time, Near near) {
  for (std::size_t i = 0; i < s.movers.size(); ++i) {
    const float x0 = s.movers.min_x[i], y0 = s.movers.min_y[i], x1 = s.movers.max_x[i], y1 = s.movers.max_y[i];
    const float dx = s.dx[i], dy = s.dy[i];
    float best = 1;
    std::uint32_t who = ~0u;
    near(std::min(x0, x0 + dx), std::min(y0, y0 + dy), std::max(x1, x1 + dx), std::max(y1, y1 + dy),
         [&](std::size_t j) {
           const float t = plain::enters(x0, y0, x1, y1, dx, dy, s.targets, j, best);
           if (t < best) best = t, who = static_cast<std::uint32_t>(j);
         });
    index[i] = who, time[i] = best;
  }
}
inline bool overlap(const plain::boxes& b, std::size_t i, std::size_t j) {
  return b.min_x[i] < b.max_x[j] && b.min_x[j] < b.max_x[i] && b.min_y[i] < b.max_y[j] && b.min_y[j] < b.max_y[i];
}
template <class Near> std::size_t pairs_by(const plain::boxes& b, Near near) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    near(b.min_x[i], b.min_y[i], b.max_x[i], b.max_y[i], [&](std::size_t j) { n += j > i && overlap(b, i, j); });
  return n;
}

/// A structure that is made of boxes and whose near() is as above, as a peer.
template <class Structure> constexpr peer peer_by(const char* name) {
  return {name,
          [](const scene& s, std::uint32_t* index, float* time) {
            const Structure all(s.targets);
            first_by(s, index, time, all.near());
          },
          [](const plain::boxes& b) {
            const Structure all(b);
            return pairs_by(b, all.near());
          }};
}

}  // namespace many
