// Many against many: from how many on is it worth to sort? Two views by brute force, and a world by grid, rebuilt in
// each frame, side by side on one ISA, with the same answers.
#pragma once

#include <string>
#include <vector>

#include "../harness/harness.hpp"
#include "../harness/options.hpp"

namespace bench {

std::vector<row> crossover_rows(const options& o);

/// How many movers (n) among m items make the grid as fast as brute force; 0: at no number that was measured.
struct crossover {
  std::string query, scene, isa;
  std::size_t m;
  double n;
  bool always = false;  // the grid was faster at the smallest n already
};
std::vector<crossover> crossovers(const std::vector<measured>& all);

bool is_crossover(const row& r);

}  // namespace bench
