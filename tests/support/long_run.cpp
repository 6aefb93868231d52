// A program says when it was asked for more cases than usual, and ctest then lets it take as long as it takes:
// TIMEOUT_AFTER_MATCH in tests/CMakeLists.txt.
#include <cstdio>
#include <cstdlib>

namespace {

[[maybe_unused]] const bool said = [] {
  const char* const asked = std::getenv("HITSCAN_CASES");
  if (!asked || std::atof(asked) <= 100000) return false;
  std::puts("more cases than usual");
  std::fflush(stdout);
  return true;
}();

}  // namespace
