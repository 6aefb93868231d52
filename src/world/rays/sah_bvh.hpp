// Nodes: a hierarchy of bounds over cells or items, where most space is empty or where cells would copy too much.
//
// A range of parts is split where the surface area heuristic has it: that half whose bounds a line meets twice as often
// may hold half as many (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007: centres are sorted
// into 16 bins an axis). The largest ranges are split again until there are 16, which make one SAH node.
#pragma once

#include <algorithm>
#include <cmath>

#include "nested_grid_build.hpp"

namespace hitscan::detail::broad {

template <int D> double surface(const double* length) {  // half of it
  if constexpr (D == 2)
    return length[0] + length[1];
  else
    return length[0] * length[1] + length[1] * length[2] + length[2] * length[0];
}

// make(from, n): the cell that parts from .. from + n - 1, `most` at most, become.
template <int D, class Make> class sah_builder {
 public:
  sah_builder(nested_grid_body& to, std::size_t most, Make make) : to_(to), most_(most), make_(make) {}

  nested_cell sah_node(std::size_t from, std::size_t n, int depth = 0) {
    if (n <= most_) return make_(from, n);
    range of[sah_width];
    int have = 1;
    of[0] = range_of(from, n);
    while (have < sah_width) {
      int widest = -1;
      for (int k = 0; k < have; ++k)
        if (of[k].n > most_ && (widest < 0 || of[k].weight > of[widest].weight)) widest = k;
      if (widest < 0) break;
      const range r = of[widest];
      const std::size_t left = depth < even_from ? divide(r) : r.n / 2;
      of[widest] = range_of(r.from, left), of[have++] = range_of(r.from + left, r.n - left);
    }
    constexpr int words = sah_words(D);
    const std::size_t at = to_.sah_nodes.size();
    to_.sah_nodes.add(words);
    for (int k = 0; k < sah_width; ++k) {
      const nested_cell c = k < have ? sah_node(of[k].from, of[k].n, depth + 1) : nested_cell{0, 0};
      float* const b = to_.sah_nodes.data() + at + k;
      for (int a = 0; a < 2 * D; ++a) b[a * sah_width] = k < have ? of[k].bounds[a] : a % 2 ? -HUGE_VALF : HUGE_VALF;
      std::memcpy(b + 2 * D * sah_width, &c.first, 4), std::memcpy(b + (2 * D + 1) * sah_width, &c.blocks, 4);
    }
    return {static_cast<std::uint32_t>(at / words), of_sah_node};
  }

 private:
  static constexpr int bins = 16;
  static constexpr int even_from = 16;  // SAH nodes within SAH nodes: from there on, whatever the bounds, in halves

  struct range {
    std::size_t from, n;
    double weight;  // how often a line meets it, times how many are in it
    float bounds[2 * D];
  };

  static void start(float* b) {
    for (int k = 0; k < D; ++k) b[2 * k] = HUGE_VALF, b[2 * k + 1] = -HUGE_VALF;
  }
  static void include(float* b, const float* more) {
    for (int k = 0; k < D; ++k) {
      b[2 * k] = std::min(b[2 * k], more[2 * k]), b[2 * k + 1] = std::max(b[2 * k + 1], more[2 * k + 1]);
    }
  }
  static double surface_of(const float* b) {
    double length[D];
    for (int k = 0; k < D; ++k) length[k] = static_cast<double>(b[2 * k + 1]) - b[2 * k];
    return surface<D>(length);
  }
  static double centre(const in_sah_nodes& p, int k) {
    return static_cast<double>(p.bounds[2 * k]) + p.bounds[2 * k + 1];
  }

  range range_of(std::size_t from, std::size_t n) const {
    range r{from, n, 0, {}};
    start(r.bounds);
    for (std::size_t i = from; i < from + n; ++i) include(r.bounds, to_.parts.data()[i].bounds);
    r.weight = surface_of(r.bounds) * static_cast<double>(n);
    return r;
  }

  // Brings what is to be in the first half to the front. How many they are.
  std::size_t divide(const range& r) {
    in_sah_nodes* const part = to_.parts.data() + r.from;
    double low[D], high[D], scale[D];
    for (int k = 0; k < D; ++k) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
    for (std::size_t i = 0; i < r.n; ++i)
      for (int k = 0; k < D; ++k) {
        const double c = centre(part[i], k);
        low[k] = std::min(low[k], c), high[k] = std::max(high[k], c);
      }
    for (int k = 0; k < D; ++k) scale[k] = high[k] > low[k] ? bins / (high[k] - low[k]) : 0;
    const auto bin_of = [&](const in_sah_nodes& p, int k) {
      const int b = static_cast<int>((centre(p, k) - low[k]) * scale[k]);
      return b < bins - 1 ? b : bins - 1;
    };

    struct bin {
      std::size_t n;
      float bounds[2 * D];
    } bin[D][bins];
    for (auto& axis : bin)
      for (auto& b : axis) b.n = 0, start(b.bounds);
    for (std::size_t i = 0; i < r.n; ++i)
      for (int k = 0; k < D; ++k) {
        auto& b = bin[k][bin_of(part[i], k)];
        ++b.n, include(b.bounds, part[i].bounds);
      }
    double least = HUGE_VAL;
    int axis = 0, cut = -1;
    for (int k = 0; k < D; ++k) {
      double right[bins];
      float b[2 * D];
      std::size_t n = 0;
      start(b);
      for (int j = bins - 1; j > 0; --j) {
        n += bin[k][j].n, include(b, bin[k][j].bounds);
        right[j] = n ? surface_of(b) * static_cast<double>(n) : -1;
      }
      start(b), n = 0;
      for (int j = 0; j + 1 < bins; ++j) {
        n += bin[k][j].n, include(b, bin[k][j].bounds);
        if (n == 0 || right[j + 1] < 0) continue;
        const double cost = surface_of(b) * static_cast<double>(n) + right[j + 1];
        if (cost < least) least = cost, axis = k, cut = j;
      }
    }
    if (cut < 0) return r.n / 2;  // all in one place
    in_sah_nodes* const mid =
        std::partition(part, part + r.n, [&](const in_sah_nodes& p) { return bin_of(p, axis) <= cut; });
    return static_cast<std::size_t>(mid - part);
  }

  nested_grid_body& to_;
  const std::size_t most_;
  const Make make_;
};

}  // namespace hitscan::detail::broad
