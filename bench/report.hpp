// What a run leaves behind: the headline table on the screen, bench.md for people, bench.json for trackers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness.hpp"
#include "machine.hpp"

namespace bench {

struct run_facts {
  bench::machine machine;
  std::string isa, why_isa;
  std::uint64_t golden = 0;
  bool golden_right = false;
};

/// Version, compiler, flags, CPU, golden hash: what a number means nothing without.
std::vector<std::pair<std::string, std::string>> context(const run_facts& facts);

/// At most 100 columns wide.
std::string headline_table(const std::vector<measured>& all);
std::string markdown(const run_facts& facts, const std::vector<measured>& all);
/// Google Benchmark's format: one entry a round, as its repetitions are.
std::string json(const run_facts& facts, const std::vector<measured>& all);

}  // namespace bench
