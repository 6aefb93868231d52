// Families of inputs: where things are, how large, how they move. Each is hard in its own way.
#pragma once

#include <span>

#include "random.hpp"

namespace trial {

struct family {
  const char* name;
  float (*position)(rng&);
  float (*extent)(rng&);  // a size or a radius: >= 0 unless spoiled
  float (*step)(rng&);
  std::uint32_t nudged = 0;   // one value in so many moves by one ulp; 0: none
  std::uint32_t spoiled = 0;  // one value in so many becomes NaN, infinite, negative, ...
  bool identical = false;     // every item is the same

  float draw(float (*from)(rng&), rng& r) const;  // with nudges and spoils
};

std::span<const family> families();
/// The families without special values: every item is valid (or overflows by itself).
std::span<const family> valid_families();

}  // namespace trial
