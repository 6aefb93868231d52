// Own measurement: all variants of a row side by side, in rounds, so that what the machine does meanwhile happens to
// all of them alike; medians of the rounds. The clock is the thread's own, where there is one: it stands still while
// another program has the core.
#pragma once

#include <string>
#include <vector>

#include "suite.hpp"

namespace bench {

struct timing {
  std::string label;
  std::vector<double> ns;    // of this thread, a call; one a round
  std::vector<double> wall;  // the same on the wall clock
  std::vector<std::size_t> calls;
  double median() const;  // ns a call
  bool noisy() const;     // the quartiles of the rounds are a tenth of the median apart, or more
};

struct measured {
  const row* what;
  std::vector<timing> variants;
  double read_gbs = 0;  // what this thread read meanwhile from a block as large as what the query reads
  const timing* find(const std::string& label) const;
  double ns_an_item(const std::string& label) const;  // 0: not measured
};

/// Every variant gives the reference's answers, the library's to the last bit. What is wrong, or nothing.
std::string verify(const row& r, const instance& in);

/// Makes the variant's ISA the one in use.
void use(const variant& v);

struct elapsed {
  double thread, wall;  // ns
};
/// So many calls of a variant in use, with the inputs k, k + 1, ...
elapsed time_calls(const variant& v, std::size_t calls, std::size_t& k);

measured measure(const row& r, const instance& in, double seconds, int rounds);

}  // namespace bench
