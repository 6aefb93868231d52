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

  nested_cell sah_node(std::size_t from, std::size_t n) {
    range r{from, n, 0, {}, {}};
    for (std::size_t i = from; i < from + n; ++i) include(r, to_.parts.data()[i]);
    return sah_node(r, 0);
  }

 private:
  static constexpr int most_bins = 16;
  static constexpr std::size_t for_all_bins = 64;  // parts; fewer have half as many
  static constexpr int even_from = 16;  // SAH nodes within SAH nodes: from there on, whatever the bounds, in halves

  typedef float four __attribute__((vector_size(16)));
  static constexpr four nowhere{HUGE_VALF, HUGE_VALF, HUGE_VALF, HUGE_VALF};

  // The bounds of several: 2 D floats as in_sah_nodes has them, in 3D with those in the middle twice.
  struct box {
    four v[D - 1];
    box() {
      for (four& x : v) x = nowhere;
    }
    explicit box(const float* bounds) {
      for (int k = 0; k < D - 1; ++k) std::memcpy(v + k, bounds + 2 * k, sizeof(four));
    }
    void include(const box& b) {
      for (int k = 0; k < D - 1; ++k) v[k] = b.v[k] < v[k] ? b.v[k] : v[k];
    }
    float operator[](int i) const { return i < 4 ? v[0][i] : v[D - 2][i - 2]; }
    double surface() const {
      double length[D];
      for (int k = 0; k < D; ++k) length[k] = -(static_cast<double>((*this)[k]) + (*this)[D + k]);
      return broad::surface<D>(length);
    }
  };

  struct range {
    std::size_t from, n;
    double weight;  // how often a line meets it, times how many are in it
    box bounds, centres;
  };

  // A quarter of the sum of both edges: within the floats, and so is the difference of two.
  static float centre(const in_sah_nodes& p, int k) { return .25f * p.bounds[k] - .25f * p.bounds[D + k]; }

  static void include(range& r, const in_sah_nodes& p) {
    r.bounds.include(box(p.bounds));
    include_centre(r, p);
  }
  static void include_centre(range& r, const in_sah_nodes& p) {
    const float x = centre(p, 0), y = centre(p, 1), z = centre(p, D - 1);
    box c;  // not by way of memory: four floats just written there cannot be read as one register yet
    if constexpr (D == 2)
      c.v[0] = four{x, y, -x, -y};
    else
      c.v[0] = four{x, y, z, -x}, c.v[1] = four{z, -x, -y, -z};
    r.centres.include(c);
  }

  nested_cell sah_node(const range& all, int depth) {
    if (all.n <= most_) return make_(all.from, all.n);
    range of[sah_width];
    int have = 1;
    of[0] = all;
    while (have < sah_width) {
      int widest = -1;
      for (int k = 0; k < have; ++k)
        if (of[k].n > most_ && (widest < 0 || of[k].weight > of[widest].weight)) widest = k;
      if (widest < 0) break;
      const range r = of[widest];
      divide(r, of[widest], of[have++], depth < even_from);
    }
    constexpr int words = sah_words(D);
    const std::size_t at = to_.sah_nodes.size();
    to_.sah_nodes.add(words);
    for (int k = 0; k < sah_width; ++k) {
      const nested_cell c = k < have ? sah_node(of[k], depth + 1) : nested_cell{0, 0};
      float* const b = to_.sah_nodes.data() + at + k;
      for (int a = 0; a < D; ++a) {
        b[2 * a * sah_width] = k < have ? of[k].bounds[a] : HUGE_VALF;
        b[(2 * a + 1) * sah_width] = k < have ? -of[k].bounds[D + a] : -HUGE_VALF;
      }
      std::memcpy(b + 2 * D * sah_width, &c.first, 4), std::memcpy(b + (2 * D + 1) * sah_width, &c.blocks, 4);
    }
    return {static_cast<std::uint32_t>(at / words), of_sah_node};
  }

  // The parts of r in two ranges: what is in the first comes before what is in the second.
  void divide(const range& r, range& left, range& right, bool by_surface) {
    in_sah_nodes* const part = to_.parts.data() + r.from;
    const int bins = r.n < for_all_bins ? most_bins / 2 : most_bins;
    float low[D], scale[D];
    for (int k = 0; k < D; ++k) {
      low[k] = r.centres[k];
      const float length = -r.centres[D + k] - low[k];
      scale[k] = length > 0 ? std::min(static_cast<float>(bins) / length, 0x1p126f) : 0;
    }
    const auto bin_of = [&](const in_sah_nodes& p, int k) {
      const int b = static_cast<int>((centre(p, k) - low[k]) * scale[k]);
      return b < bins - 1 ? b : bins - 1;
    };

    struct {
      box bounds;
      std::size_t n = 0;
    } bin[D][most_bins];
    for (std::size_t i = 0; i < r.n && by_surface; ++i) {
      const box b(part[i].bounds);
      for (int k = 0; k < D; ++k) {
        auto& to = bin[k][bin_of(part[i], k)];
        ++to.n, to.bounds.include(b);
      }
    }
    double least = HUGE_VAL;
    int axis = 0, cut = -1;
    for (int k = 0; k < D && by_surface; ++k) {
      double behind[most_bins];
      box b;
      std::size_t n = 0;
      for (int j = bins - 1; j > 0; --j) {
        n += bin[k][j].n, b.include(bin[k][j].bounds);
        behind[j] = n ? b.surface() * static_cast<double>(n) : -1;
      }
      b = {}, n = 0;
      for (int j = 0; j + 1 < bins; ++j) {
        n += bin[k][j].n, b.include(bin[k][j].bounds);
        if (n == 0 || behind[j + 1] < 0) continue;
        const double cost = b.surface() * static_cast<double>(n) + behind[j + 1];
        if (cost < least) least = cost, axis = k, cut = j;
      }
    }

    range half[2] = {{r.from, 0, 0, {}, {}}, {r.from, 0, 0, {}, {}}};
    if (cut < 0) {  // all in one place
      for (std::size_t i = 0; i < r.n; ++i) include(half[i >= r.n / 2], part[i]);
      half[0].n = r.n / 2;
    } else {
      std::size_t n = 0;  // in the first half, which grows by swapping; no branch, as it would be a coin's
      for (std::size_t i = 0; i < r.n; ++i) {
        const in_sah_nodes p = part[i];
        const bool second = bin_of(p, axis) > cut;
        include_centre(half[second], p);
        part[i] = part[n], part[n] = p;
        n += !second;
      }
      half[0].n = n;
      for (int j = 0; j < bins; ++j) half[j > cut].bounds.include(bin[axis][j].bounds);
    }
    half[1].from += half[0].n, half[1].n = r.n - half[0].n;
    for (range& h : half) h.weight = h.bounds.surface() * static_cast<double>(h.n);
    left = half[0], right = half[1];
  }

  nested_grid_body& to_;
  const std::size_t most_;
  const Make make_;
};

}  // namespace hitscan::detail::broad
