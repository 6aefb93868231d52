// Which way of answering a question takes least, by what is known of the items and of who asks: a model of times, as
// sums of terms. What a term takes differs from one instruction set to the next; `hitscan_many fit` measures it on a
// machine and prints cost_factors.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "../core/items.hpp"
#include "memory.hpp"

namespace hitscan::detail::broad {

/// For first hits, or for whether there is any; `wanted`, if somebody said which. By grid, who moves farther than
/// `beyond` goes by tree.
method method_for(world_body&, const request&, std::optional<method> wanted, float& beyond, bool whether) noexcept;
/// How far the i-th moves, on the axis it goes farthest on.
inline float length_of(const motion& by, std::size_t i, int dims) noexcept {
  float far = 0;
  for (int k = 0; k < dims; ++k) far = std::max(far, std::abs(at(by.column[k], i)));
  return far;
}

/// For pairs and lists, of what overlaps or meets on its way: by brute force, or sorted, of others who ask only items
/// near these? Others ask, or items among themselves.
struct way_of_pairs {
  bool brute, sifted;
  double part = 0;  // long ways are looked for in parts as long as that; 0: in one
};
way_of_pairs way_for_pairs(world_body&, const side& who, const motion&, bool within, bool sweeps,
                           std::optional<method> wanted) noexcept;

/// For whether so many of a kind overlap anything.
method method_for_masks(world_body&, const side& who, std::optional<method> wanted) noexcept;

/// Of a question about first hits: the answers by each method, and what has to be made first for grid and tree.
struct question_terms {
  std::array<float, 5> brute, few;  // few: by brute force, where items are
  std::array<float, 9> grid;
  std::array<float, 8> tree;
  std::array<float, 4> list, file;
};
question_terms terms_of(world_body&, const request&, bool descending, bool whether = false) noexcept;

/// How many have asked these items with so many more, or those before them in all.
std::size_t stay_for(const world_body&, std::size_t asking) noexcept;

/// By grid, do so few go down the BVH one by one? It has to be there, or items stay long enough to sort them.
bool descends(world_body&, std::size_t asking) noexcept;

/// By grid, do so few look only at those of new items that are near their ways? Not where these are sorted already, or
/// more than such a share would be near.
constexpr float near_of_firsts = 0.5f, near_of_pairs = 0.3f;
bool sifts(world_body&, const side& who, const motion&, bool sorted, float share) noexcept;

/// The same of pairs, lists and masks: of where items are, or of all their way.
bool sifts_pairs(world_body&, const side& who, const motion&, bool sweeps) noexcept;

/// Microseconds a term. Pairs among n items: n and n * n by brute force, 1 and n when sorted.
struct cost_factors {
  std::array<float, 5> brute, few;
  std::array<float, 9> grid;
  std::array<float, 8> tree;
  std::array<float, 4> list, file;
  std::array<float, 2> flat_pairs, sorted_pairs;
};

}  // namespace hitscan::detail::broad
