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
  std::string governor, boost;  // as the system tells; empty: it does not
  double ghz_most = 0;          // what the system says it may run at; 0: not known
  bool guest = false;           // a virtual machine
};

machine describe_machine();

/// Nanoseconds that this thread has run; of the wall clock where that is not to be had.
double thread_ns();

/// GB/s that this thread reads from a block of that size, over and over for so many nanoseconds.
double read_once(std::size_t bytes, double ns);
/// The best of many attempts, for the caches. Measured once a size.
double read_bandwidth(std::size_t bytes);

/// Billions of float additions and multiplications a second, half of each, in the widest registers; one core.
double arithmetic_peak();

/// Where blocks are read from: the caches by name, and memory. Bytes of the block that was read, GB/s.
struct read_level {
  std::string name;
  std::size_t bytes;
  double gbs;
};
std::vector<read_level> read_levels(const machine& m);

/// Runs on that CPU alone from now on. What went wrong, or nothing.
std::string stay_on_cpu(int cpu);

/// "32 KiB", "1 MiB"
std::string size_text(std::size_t bytes);

}  // namespace bench
