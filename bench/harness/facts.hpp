// What a figure means nothing without: CPU, compiler, commit.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

namespace bench {

// The first line of /proc/cpuinfo that starts so, behind its colon.
inline std::string cpuinfo(const char* key) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key))
      if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return {};
}
inline std::string cpu_model() {
  for (const char* const key : {"model name", "Model"})
    if (std::string name = cpuinfo(key); !name.empty()) return name;
  return "unknown CPU";
}

inline std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

inline std::string commit() {
  const char* const told = std::getenv("HITSCAN_COMMIT");  // a program does not know
  return told && *told ? told : "unknown";
}

}  // namespace bench
