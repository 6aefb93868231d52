#include "machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <map>
#include <thread>

#include <benchmark/benchmark.h>

#include "baseline.hpp"

namespace bench {
namespace {

double seconds_since(double start_ns) { return (thread_ns() - start_ns) * 1e-9; }

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name") || line.starts_with("Model"))
      if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return {};
}

std::vector<cache> caches_from_sysfs() {
  std::vector<cache> all;
  for (int i = 0; i < 8; ++i) {
    const std::string at = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + '/';
    const std::string level = first_line(at + "level"), type = first_line(at + "type"), size = first_line(at + "size");
    if (level.empty() || size.empty() || type == "Instruction") continue;
    std::size_t bytes = std::stoul(size);
    if (size.back() == 'K') bytes <<= 10;
    if (size.back() == 'M') bytes <<= 20;
    all.push_back({std::stoi(level), type, bytes});
  }
  return all;
}

// A chain of dependent multiplications: three cycles each on every x86-64 since 2008. The time stamp counter would not
// do, it runs at a frequency of its own.
double measured_ghz() {
#if defined(__x86_64__) && defined(__GNUC__)
  double best = 0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    constexpr int rounds = 100000, chain = 16;
    std::uint64_t x = 3;
    const double start = thread_ns();
    for (int i = 0; i < rounds; ++i)
      for (int k = 0; k < chain; ++k) asm volatile("imul %0, %0" : "+r"(x));
    best = std::max(best, 3.0 * rounds * chain / seconds_since(start) * 1e-9);
  }
  return best;
#else
  const std::string khz = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq");
  return khz.empty() ? 0 : std::stod(khz) * 1e-6;
#endif
}

}  // namespace

double thread_ns() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec t;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0) return 1e9 * static_cast<double>(t.tv_sec) + double(t.tv_nsec);
#endif
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

machine describe_machine() {
  machine m;
  if (const std::string name = model_name(); !name.empty()) m.model = name;
  m.cpus = std::max(1u, std::thread::hardware_concurrency());
  m.ghz = measured_ghz();
  m.caches = caches_from_sysfs();
  return m;
}

double read_once(std::size_t bytes, double ns) {
  static std::vector<float> block;
  const std::size_t n = std::max<std::size_t>(bytes / sizeof(float), 256);
  if (block.size() < n) block.assign(n, 1.0f);
  const int calls = n < 100000 ? 8 : 1;  // the clock is not free
  double read = 0, taken = 0;
  for (const double start = thread_ns(); taken <= ns; taken = thread_ns() - start) {
    for (int i = 0; i < calls; ++i) benchmark::DoNotOptimize(baseline::plain_native.read(block.data(), n));
    read += static_cast<double>(calls) * static_cast<double>(n * sizeof(float));
  }
  return read / taken;
}

double read_bandwidth(std::size_t bytes) {
  static std::map<std::size_t, double> known;
  double& best = known[bytes];
  for (int attempt = 0; attempt < 12 && (attempt > 0 || best == 0); ++attempt)
    best = std::max(best, read_once(bytes, 4e6));
  return best;
}

std::string size_text(std::size_t bytes) {
  if (bytes >= 1u << 20 && bytes % (1u << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  return std::to_string(bytes >> 10) + " KiB";
}

}  // namespace bench
