// The opponent of the broadphase: what a good programmer writes in an afternoon. A grid of square cells over the field,
// filled by a counting sort in every frame; a mover walks the cells its motion covers. Scalar, and as a compiler makes
// the most of it. Decisions as games take them: the slab test by division, no rule for ties but the first found.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plain {

struct boxes {  // corners as columns
  std::vector<float> min_x, min_y, max_x, max_y;
  std::size_t size() const { return min_x.size(); }
};

struct grid {
  float origin_x = 0, origin_y = 0, per = 1;  // cells a unit
  int wide = 1, high = 1;
  std::vector<std::uint32_t> start, item;

  int column(float x) const { return std::clamp(static_cast<int>((x - origin_x) * per), 0, wide - 1); }
  int row(float y) const { return std::clamp(static_cast<int>((y - origin_y) * per), 0, high - 1); }
  template <class F> void each_cell(float x0, float y0, float x1, float y1, F f) const {
    const int c0 = column(x0), c1 = column(x1), r0 = row(y0), r1 = row(y1);
    for (int r = r0; r <= r1; ++r)
      for (int c = c0; c <= c1; ++c)
        f(static_cast<std::size_t>(r) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(c));
  }

  void build(const boxes& b, float cell, float x0, float y0, float x1, float y1) {
    origin_x = x0, origin_y = y0, per = 1 / cell;
    wide = static_cast<int>((x1 - x0) * per) + 1, high = static_cast<int>((y1 - y0) * per) + 1;
    start.assign(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high) + 1, 0);
    for (std::size_t i = 0; i < b.size(); ++i)
      each_cell(b.min_x[i], b.min_y[i], b.max_x[i], b.max_y[i], [&](std::size_t c) { ++start[c]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& s : start) sum += s, s = sum;
    item.resize(sum);
    for (std::size_t i = b.size(); i-- > 0;)
      each_cell(b.min_x[i], b.min_y[i], b.max_x[i], b.max_y[i],
                [&](std::size_t c) { item[--start[c]] = static_cast<std::uint32_t>(i); });
  }
};

/// Does a box that moves by (dx, dy) enter another one before `best`? The entry if so, else `best`.
inline float enters(float x0, float y0, float x1, float y1, float dx, float dy, float bx0, float by0, float bx1,
                    float by1, float best) {
  float in = 0, out = best;
  const auto slab = [&](float low, float high, float d, float b_low, float b_high) {
    if (d == 0) {
      if (!(low < b_high && b_low < high)) out = -1;
      return;
    }
    float near = (b_low - high) / d, far = (b_high - low) / d;
    if (near > far) std::swap(near, far);
    in = std::max(in, near), out = std::min(out, far);
  };
  slab(x0, x1, dx, bx0, bx1);
  slab(y0, y1, dy, by0, by1);
  return in < out ? in : best;
}
inline float enters(float x0, float y0, float x1, float y1, float dx, float dy, const boxes& b, std::size_t j,
                    float best) {
  return enters(x0, y0, x1, y1, dx, dy, b.min_x[j], b.min_y[j], b.max_x[j], b.max_y[j], best);
}

/// The first target of each mover: index (~0 = none) and time.
inline void first_hits(const boxes& movers, const std::vector<float>& dx, const std::vector<float>& dy,
                       const boxes& targets, const grid& g, std::uint32_t* index, float* time) {
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const float x0 = movers.min_x[i], y0 = movers.min_y[i], x1 = movers.max_x[i], y1 = movers.max_y[i];
    float best = 1;
    std::uint32_t who = ~0u;
    g.each_cell(std::min(x0, x0 + dx[i]), std::min(y0, y0 + dy[i]), std::max(x1, x1 + dx[i]), std::max(y1, y1 + dy[i]),
                [&](std::size_t c) {
                  for (std::uint32_t k = g.start[c]; k < g.start[c + 1]; ++k) {
                    const float t = enters(x0, y0, x1, y1, dx[i], dy[i], targets, g.item[k], best);
                    if (t < best) best = t, who = g.item[k];
                  }
                });
    index[i] = who, time[i] = best;
  }
}

/// Particles make their step; one that meets a target goes up to it and the time left back. Returns how many did.
/// near(x0, y0, x1, y1, f): f(target) of each that may be in there.
template <class Near>
std::size_t bounce_among(std::vector<float>& x, std::vector<float>& y, std::vector<float>& dx, std::vector<float>& dy,
                         float dt, const boxes& targets, const Near& near) {
  std::size_t hits = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float sx = dx[i] * dt, sy = dy[i] * dt, x0 = x[i], y0 = y[i];
    float best = 1;
    std::uint32_t who = ~0u;
    near(std::min(x0, x0 + sx), std::min(y0, y0 + sy), std::max(x0, x0 + sx), std::max(y0, y0 + sy),
         [&](std::uint32_t j) {
           const float t = enters(x0, y0, x0, y0, sx, sy, targets, j, best);
           if (t < best) best = t, who = j;
         });
    x[i] = x0 + best * sx, y[i] = y0 + best * sy;
    if (who == ~0u) continue;
    const auto entry = [](float at, float s, float low, float high) {
      return s > 0 ? (low - at) / s : s < 0 ? (high - at) / s : -1e30f;
    };
    const bool on_x =
        entry(x0, sx, targets.min_x[who], targets.max_x[who]) > entry(y0, sy, targets.min_y[who], targets.max_y[who]);
    float &d = on_x ? dx[i] : dy[i], &at = on_x ? x[i] : y[i], &other = on_x ? y[i] : x[i];
    d = -d, at += (1 - best) * d * dt, other += (1 - best) * (on_x ? sy : sx), ++hits;
  }
  return hits;
}
inline std::size_t bounce(std::vector<float>& x, std::vector<float>& y, std::vector<float>& dx, std::vector<float>& dy,
                          float dt, const boxes& targets, const grid& g) {
  return bounce_among(x, y, dx, dy, dt, targets, [&](float x0, float y0, float x1, float y1, auto f) {
    g.each_cell(x0, y0, x1, y1, [&](std::size_t c) {
      for (std::uint32_t k = g.start[c]; k < g.start[c + 1]; ++k) f(g.item[k]);
    });
  });
}

/// First hits without a grid.
inline void first_hits_brute(const boxes& movers, const std::vector<float>& dx, const std::vector<float>& dy,
                             const boxes& targets, std::uint32_t* index, float* time) {
  for (std::size_t i = 0; i < movers.size(); ++i) {
    float best = 1;
    std::uint32_t who = ~0u;
    for (std::size_t j = 0; j < targets.size(); ++j) {
      const float t =
          enters(movers.min_x[i], movers.min_y[i], movers.max_x[i], movers.max_y[i], dx[i], dy[i], targets, j, best);
      if (t < best) best = t, who = static_cast<std::uint32_t>(j);
    }
    index[i] = who, time[i] = best;
  }
}

/// All pairs that overlap, in no order. A pair is told in the one cell that holds the lower corner of what they share.
inline std::size_t overlaps(const boxes& b, const grid& g, std::vector<std::uint32_t>& first,
                            std::vector<std::uint32_t>& second) {
  first.clear(), second.clear();
  for (int r = 0; r < g.high; ++r)
    for (int c = 0; c < g.wide; ++c) {
      const std::size_t cell =
          static_cast<std::size_t>(r) * static_cast<std::size_t>(g.wide) + static_cast<std::size_t>(c);
      for (std::uint32_t k = g.start[cell]; k < g.start[cell + 1]; ++k)
        for (std::uint32_t l = k + 1; l < g.start[cell + 1]; ++l) {
          const std::uint32_t i = g.item[k], j = g.item[l];
          if (!(b.min_x[i] < b.max_x[j] && b.min_x[j] < b.max_x[i] && b.min_y[i] < b.max_y[j] &&
                b.min_y[j] < b.max_y[i]))
            continue;
          if (g.column(std::max(b.min_x[i], b.min_x[j])) != c || g.row(std::max(b.min_y[i], b.min_y[j])) != r) continue;
          first.push_back(i), second.push_back(j);
        }
    }
  return first.size();
}

/// Pairs into ascending order, the lower number first, as one does it in a line.
inline void sort(std::vector<std::uint32_t>& first, std::vector<std::uint32_t>& second,
                 std::vector<std::uint64_t>& keys) {
  keys.resize(first.size());
  for (std::size_t k = 0; k < keys.size(); ++k)
    keys[k] = std::uint64_t{std::min(first[k], second[k])} << 32 | std::max(first[k], second[k]);
  std::sort(keys.begin(), keys.end());
  for (std::size_t k = 0; k < keys.size(); ++k)
    first[k] = static_cast<std::uint32_t>(keys[k] >> 32), second[k] = static_cast<std::uint32_t>(keys[k]);
}

}  // namespace plain
