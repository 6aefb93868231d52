// What a run leaves behind: tables on the screen, and bench.json, which tools/report makes everything else of.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../rows/crossover.hpp"
#include "../rows/frame_rows.hpp"
#include "harness.hpp"
#include "machine.hpp"

namespace bench {

struct golden_result {
  std::string isa;
  std::uint64_t hash;
  bool right;
};

struct frame_golden {
  std::string scene;
  std::size_t n;
  std::uint64_t hash;
  bool right, known;  // known: a hash is committed for this size
};

struct run_facts {
  bench::machine machine;
  std::string isa, why_isa;
  std::vector<golden_result> golden;  // an ISA each
  std::vector<frame_golden> frames;   // a scene and size each
  std::vector<read_level> reads;
  double gflops = 0;
  std::string options;                // of the command line, but for the folder
  std::vector<std::string> problems;  // what was wrong, and whether somebody interrupted it
  bool complete = false;              // it has come to its end, and nothing was wrong
};

/// Version, compiler, flags, CPU, golden hash: what a number means nothing without.
std::vector<std::pair<std::string, std::string>> context(const run_facts& facts);

std::string machine_text(const run_facts& facts);
/// At most 100 columns wide, as all tables here.
std::string headline_table(const std::vector<measured>& all);
/// That others had the core meanwhile; empty when hardly.
std::string busy_text(const std::vector<measured>& all);
/// ms a frame; empty when none was measured.
std::string frame_table(const run_facts& facts, const std::vector<measured>& all);
/// How many items fit into a millisecond, between the sizes that were measured.
std::string budget_table(const std::vector<measured>& all);
std::string crossover_table(const std::vector<crossover>& all);
/// Google Benchmark's format: one entry a round, as its repetitions are. What else tools/report wants is in `context`.
std::string json(const run_facts& facts, const std::vector<measured>& all);

}  // namespace bench
