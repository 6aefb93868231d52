#include "machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <map>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include <benchmark/benchmark.h>

#include "../opponents/baseline.hpp"
#include "facts.hpp"

namespace bench {
namespace {

double seconds_since(double start_ns) { return (thread_ns() - start_ns) * 1e-9; }

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

void ask_for_frequency(machine& m) {
  const std::string at = "/sys/devices/system/cpu/";
  m.governor = first_line(at + "cpu0/cpufreq/scaling_governor");
  if (const std::string khz = first_line(at + "cpu0/cpufreq/cpuinfo_max_freq"); !khz.empty())
    m.ghz_most = std::stod(khz) * 1e-6;
  const std::string boost = first_line(at + "cpufreq/boost"), no_turbo = first_line(at + "intel_pstate/no_turbo");
  if (!boost.empty()) m.boost = boost == "0" ? "off" : "on";
  if (!no_turbo.empty()) m.boost = no_turbo == "0" ? "on" : "off";
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
  m.model = cpu_model();
  m.cpus = std::max(1u, std::thread::hardware_concurrency());
  m.ghz = measured_ghz();
  m.caches = caches_from_sysfs();
  m.guest = (' ' + cpuinfo("flags") + ' ').find(" hypervisor ") != std::string::npos;
  ask_for_frequency(m);
  return m;
}

double read_once(std::size_t bytes, double ns) {
  using baseline::read_step, baseline::read_streams;
  static std::vector<float> block;
  // An odd number of steps: streams that are a power of two apart fall into the same places of a cache.
  const std::size_t part = (bytes / (sizeof(float) * read_streams * read_step) | 1) * read_step;
  const std::size_t n = part * read_streams;
  if (block.size() < n) block.assign(n, 1.0f);
  const auto read_all = [&] { benchmark::DoNotOptimize(baseline::plain_native.read(block.data(), part)); };
  const std::size_t calls = std::max<std::size_t>(1, (std::size_t{1} << 20) / n);  // the clock is not free
  read_all();  // others have read something else meanwhile
  double read = 0, taken = 0;
  for (const double start = thread_ns(); taken <= ns; taken = thread_ns() - start) {
    for (std::size_t i = 0; i < calls; ++i) read_all();
    read += static_cast<double>(calls * n * sizeof(float));
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

std::vector<read_level> read_levels(const machine& m) {
  constexpr std::size_t beyond = std::size_t{256} << 20;
  std::vector<read_level> out;
  for (const cache& c : m.caches) {
    // A large last cache belongs to many cores, or to many guests: what one may use of it is not known.
    const std::size_t block = std::min(c.bytes / 2, std::size_t{16} << 20);
    std::string name{'L'};
    name += std::to_string(c.level);
    out.push_back({name, block, read_bandwidth(block)});
  }
  out.push_back({"memory", beyond, read_bandwidth(beyond)});
  return out;
}

double arithmetic_peak() {
  static double best = 0;
  for (int attempt = 0; attempt < 12 && (attempt > 0 || best == 0); ++attempt) {
    const double start = thread_ns();
    double done = 0;
    for (int i = 0; i < 16; ++i) done += baseline::plain_native.multiply_add(4096);
    best = std::max(best, done / (thread_ns() - start));
  }
  return best;
}

std::string stay_on_cpu([[maybe_unused]] int cpu) {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu < 0 || cpu >= CPU_SETSIZE) return "there is no CPU " + std::to_string(cpu);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  if (sched_setaffinity(0, sizeof set, &set) == 0) return {};
  return "this process may not run on CPU " + std::to_string(cpu);
#else
  return "choosing a CPU works on Linux only";
#endif
}

std::string size_text(std::size_t bytes) {
  if (bytes >= 1u << 20 && bytes % (1u << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  return std::to_string(bytes >> 10) + " KiB";
}

}  // namespace bench
