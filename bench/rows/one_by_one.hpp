// Questions that are asked of one item after the other, with a bit or a number for each.
#pragma once

#include "../harness/suite.hpp"

namespace bench {

/// ask(i) of n items from the k-th on, as bits.
template <class Ask> auto bits_of_each(std::size_t n, const Ask& ask) {
  return [=](std::size_t k, results& r) {
    for (auto& w : r.words) w = 0;
    for (std::size_t i = 0; i < n; ++i) r.words[i / 64] |= std::uint64_t{ask(k % scenes::fresh + i)} << (i % 64);
  };
}
/// The same, as numbers.
template <class Ask> auto number_of_each(std::size_t n, const Ask& ask) {
  return [=](std::size_t k, results& r) {
    for (std::size_t i = 0; i < n; ++i) r.times[i] = ask(k % scenes::fresh + i);
  };
}

}  // namespace bench
