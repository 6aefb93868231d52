// What is this CPU, and how fast can it read?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct cache {
  int level;
  std::string type;   // Data, Unified
  std::size_t bytes;  // of one cache
};

struct machine {
  std::string model = "unknown CPU";
  unsigned cpus = 1;
  double ghz = 0;  // as measured just now; 0: not known
  std::vector<cache> caches;
};

machine describe_machine();

/// Nanoseconds that this thread has run; of the wall clock where that is not to be had.
double thread_ns();

/// GB/s that this thread reads from a block of that size, over and over for so many nanoseconds.
double read_once(std::size_t bytes, double ns);
/// The best of many attempts, for the caches. Measured once a size.
double read_bandwidth(std::size_t bytes);

/// "32 KiB", "1 MiB"
std::string size_text(std::size_t bytes);

}  // namespace bench
