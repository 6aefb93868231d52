// What the command line asks for, and which rows that means.
#pragma once

#include <string>
#include <vector>

#include "suite.hpp"

namespace bench {

struct options {
  bool quick = false, full = false, list = false, golden = false, google = false, help = false;
  std::string filter, out = "report", given;  // given: all but the folder, as it was typed
  std::vector<hs::isa> isas;                  // empty: all that this machine runs
  std::vector<std::size_t> sizes;             // empty: as quick, full or neither say
  int cpu = -1;                               // stay on that one

  /// What is wrong with them, for people; empty when nothing is.
  std::string parse(int argc, const char* const* argv);
  bool wants(hs::isa which) const;
};

/// How often a call is measured, and for how long.
struct effort {
  double seconds;  // a row
  int rounds;
};

/// The rows to measure, in the order of their sizes.
suite chosen_rows(const options& o);
effort effort_for(const options& o, std::size_t rows);

/// Takes out what nobody wants: variants of ISAs that were not chosen. The reference stays, which answers are judged
/// by.
void keep_wanted(const options& o, instance& in);
void keep_wanted(const options& o, row& r);

/// The fastest wanted ISA.
hs::isa best_wanted(const options& o);

extern const char* const help_text;

}  // namespace bench
