// Corners and edges of hulls, as sums of floats that nobody has added up. For the files that decide and that tell.
#pragma once

#include "hulls.hpp"
#include "number.hpp"

namespace hitscan::detail {
namespace {

struct corner_at {  // the sum of three floats on each axis, and a fourth where it has moved
  float part[2][4];
};
struct edge_of {  // from one corner to the next: the sum of two floats on each axis
  float part[2][2];
};

inline int corners_of(const hull& h) noexcept {
  switch (h.what) {
    case core::dot: return 1;
    case core::bar: return 2;
    case core::ring: return h.corners;
    default: return 4;
  }
}
inline int edges_of(const hull& h) noexcept { return h.what == core::dot ? 0 : corners_of(h); }
// A bar has two edges, there and back, to be on either side of; to be near, one is enough.
inline int sides_of(const hull& h) noexcept { return h.what == core::bar ? 1 : edges_of(h); }
inline int after(const hull& h, int corner) noexcept { return corner + 1 < corners_of(h) ? corner + 1 : 0; }

// A ring that is given clockwise is read backwards; its first corner stays the first.
inline int given_as(const hull& h, int j) noexcept { return h.clockwise && j > 0 ? h.corners - j : j; }

// Corners go round counter-clockwise: of a box, lower left, lower right, upper right, upper left.
inline bool right(int j) noexcept { return j == 1 || j == 2; }
inline bool upper(int j) noexcept { return j >= 2; }

inline corner_at corner_of(const hull& h, int j) noexcept {
  const float* const at = h.at;
  switch (h.what) {
    case core::dot: return {{{at[0], 0, 0, 0}, {at[1], 0, 0, 0}}};
    case core::bar: return {{{at[0], j == 0 ? 0 : at[2], 0, 0}, {at[1], j == 0 ? 0 : at[3], 0, 0}}};
    case core::box: return {{{at[right(j)], 0, 0, 0}, {at[2 + upper(j)], 0, 0, 0}}};
    case core::ring: {
      const int i = given_as(h, j);
      return {{{h.x[i], 0, 0, 0}, {h.y[i], 0, 0, 0}}};
    }
    case core::tilted: break;
  }
  const float u = right(j) ? 1.0f : -1.0f, w = upper(j) ? 1.0f : -1.0f;
  return {{{at[0], u * at[2], -w * at[5], 0}, {at[1], u * at[3], w * at[4], 0}}};
}
inline corner_at moved(corner_at c, const float (&d)[2]) noexcept {
  c.part[0][3] = d[0], c.part[1][3] = d[1];
  return c;
}

inline edge_of edge_from(const hull& h, int j) noexcept {
  const float* const at = h.at;
  const float back = j >= 2 ? -1.0f : 1.0f;
  switch (h.what) {
    case core::dot: break;
    case core::bar: {
      const float way = j == 0 ? 1.0f : -1.0f;
      return {{{way * at[2], 0}, {way * at[3], 0}}};
    }
    case core::box:
      if (j % 2 == 0) return {{{back * at[1], -back * at[0]}, {0, 0}}};
      return {{{0, 0}, {back * at[3], -back * at[2]}}};
    case core::tilted:
      if (j % 2 == 0) return {{{back * at[2], back * at[2]}, {back * at[3], back * at[3]}}};
      return {{{-back * at[5], -back * at[5]}, {back * at[4], back * at[4]}}};
    case core::ring: {
      const int from = given_as(h, j), to = given_as(h, after(h, j));
      return {{{h.x[to], -h.x[from]}, {h.y[to], -h.y[from]}}};
    }
  }
  return {};
}

inline bool has_length(const edge_of& e) noexcept {
  return e.part[0][0] != -e.part[0][1] || e.part[1][0] != -e.part[1][1];
}

inline double in_double(const corner_at& c, int k) noexcept {
  return ((static_cast<double>(c.part[k][0]) + c.part[k][1]) + c.part[k][2]) + c.part[k][3];
}
inline double in_double(const edge_of& e, int k) noexcept { return static_cast<double>(e.part[k][0]) + e.part[k][1]; }

inline number<1> exact_gap(const corner_at& p, const corner_at& from, int k) noexcept {
  number<1> sum;
  for (const float x : p.part[k]) sum += number<1>(x);
  for (const float x : from.part[k]) sum -= number<1>(x);
  return sum;
}
inline number<1> exact_edge(const edge_of& e, int k) noexcept {
  return number<1>(e.part[k][0]) + number<1>(e.part[k][1]);
}

}  // namespace
}  // namespace hitscan::detail
