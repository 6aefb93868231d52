// How far a run is, how long it will take, and whether somebody wants it to stop.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace bench {

/// For people at a terminal a line that renews itself; for a log a line now and then. Both on stderr.
class progress {
 public:
  /// What each step is expected to cost, in any unit.
  explicit progress(std::vector<double> costs);
  void begin(std::size_t step, const std::string& what);
  void end();

 private:
  std::vector<double> before_;  // cost of all steps before a step, and of all
  std::chrono::steady_clock::time_point start_, said_;
  bool people_;
};

/// From now on an interrupt (Ctrl-C) or a request to terminate is noted: the run ends after the row under way, and what
/// there is gets written. The second one kills.
void catch_interrupts();
bool interrupted() noexcept;

}  // namespace bench
