#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace bench {
namespace {

std::string format(const char* pattern, ...) {
  char line[512];
  va_list list;
  va_start(list, pattern);
  std::vsnprintf(line, sizeof line, pattern, list);
  va_end(list);
  return line;
}

std::string short_count(std::size_t n) {
  if (n >= 1u << 20) return std::to_string(n >> 20) + "M";
  return n >= 1024 ? std::to_string(n >> 10) + "k" : std::to_string(n);
}

std::string now() {
  const std::time_t t = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&t));
  return text;
}

bool is_isa(const std::string& label) { return label != "scalar" && label != "plain" && label != "native"; }

// The columns of the table: the reference, the plain loops, then the ISAs as they come.
std::vector<std::string> labels(const std::vector<measured>& all) {
  std::vector<std::string> out{"scalar", "plain", "native"};
  for (const measured& m : all)
    for (const timing& t : m.variants)
      if (std::ranges::find(out, t.label) == out.end()) out.push_back(t.label);
  return out;
}

double best_isa(const measured& m) {
  double best = 0;
  for (const timing& t : m.variants)
    if (const double ns = m.ns_an_item(t.label); is_isa(t.label) && ns > 0 && (best == 0 || ns < best)) best = ns;
  return best;
}

std::string ratio(double slow, double fast) {
  if (slow <= 0 || fast <= 0) return "-";
  const double r = slow / fast;
  return format(r < 9.95 ? "%.1fx" : "%.0fx", r);
}

// Bytes a query has to read, against what the machine reads from a block of that size. In L1 arithmetic decides.
std::string read_share(const measured& m) {
  const double best = best_isa(m);
  if (best <= 0 || m.what->n <= scenes::levels[0].n) return "-";
  return format("%.0f%%", 100 * m.what->bytes / best / m.read_gbs);
}

std::string number(double ns) { return ns <= 0 ? "-" : format(ns < 9.995 ? "%.3f" : "%.1f", ns); }

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 32) out += c;
  }
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> context(const run_facts& facts) {
#if defined(HITSCAN_VERSION)
  const std::string version = HITSCAN_VERSION;
#else
  const std::string version = "unknown";
#endif
#if defined(HITSCAN_BENCH_FLAGS)
  const std::string flags = HITSCAN_BENCH_FLAGS;
#else
  const std::string flags = "unknown";
#endif
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
  const std::string compiler = "g++ " __VERSION__;
#else
  const std::string compiler = "unknown";
#endif
  const char* const commit = std::getenv("HITSCAN_COMMIT");  // a program does not know
  return {{"hitscan_version", version},
          {"commit", commit ? commit : "unknown"},
          {"compiler", compiler},
          {"flags", flags},
          {"cpu_model", facts.machine.model},
          {"ghz_measured", format("%.2f", facts.machine.ghz)},
          {"isa", facts.isa},
          {"isa_why", facts.why_isa},
          {"golden",
           format("%016llx%s", static_cast<unsigned long long>(facts.golden), facts.golden_right ? "" : " (wrong)")}};
}

std::string headline_table(const std::vector<measured>& all) {
  const std::vector<std::string> columns = labels(all);
  std::string out = format("%-36s%5s", "ns an item", "n");
  for (const std::string& label : columns) out += format("%7s", label == "scalar" ? "ref" : label.c_str());
  out += format("%6s%6s%5s\n", "/ref", "/nat", "read");
  for (const measured& m : all) {
    const std::string what =
        format("%-3.3s%s %s", m.what->kernel.c_str(), m.what->query.c_str(), m.what->scene.c_str());
    out += format("%-36.36s%5s", what.c_str(), short_count(m.what->n).c_str());
    for (const std::string& label : columns) out += format("%7s", number(m.ns_an_item(label)).c_str());
    const double best = best_isa(m);
    out += format("%6s%6s%5s\n", ratio(m.ns_an_item("scalar"), best).c_str(),
                  ratio(m.ns_an_item("native"), best).c_str(), read_share(m).c_str());
  }
  return out;
}

std::string markdown(const run_facts& facts, const std::vector<measured>& all) {
  const std::vector<std::string> columns = labels(all);
  std::string out = "# hitscan benchmark\n\n";
  for (const auto& [key, value] : context(facts)) out += "* " + key + ": " + value + "\n";
  for (const cache& c : facts.machine.caches)
    out += format("* L%d %s: %s, read at %.0f GB/s\n", c.level, c.type.c_str(), size_text(c.bytes).c_str(),
                  read_bandwidth(c.bytes / 2));
  out +=
      "\nNanoseconds an item, medians. `ref` is the scalar reference; `plain` and `native` are the plain loops, as "
      "the\n"
      "compiler vectorises them for any x86-64 and for this CPU (bytes for bits, float arithmetic); `/ref` and `/nat`\n"
      "say how many times faster the best ISA is; `read` is its share of the read bandwidth at that size.\n\n";
  out += "| | query | scene | n |";
  for (const std::string& label : columns) out += ' ' + (label == "scalar" ? "ref" : label) + " |";
  out += " /ref | /nat | read | cycles |\n|---|---|---|--:|";
  for (std::size_t i = 0; i < columns.size() + 4; ++i) out += "--:|";
  out += '\n';
  for (const measured& m : all) {
    out += "| " + m.what->kernel + " | `" + m.what->query + "` | " + m.what->scene + " | " + std::to_string(m.what->n) +
           " |";
    for (const std::string& label : columns) out += ' ' + number(m.ns_an_item(label)) + " |";
    const double best = best_isa(m);
    out += ' ' + ratio(m.ns_an_item("scalar"), best) + " | " + ratio(m.ns_an_item("native"), best) + " | " +
           read_share(m) + " | " + number(best * facts.machine.ghz) + " |\n";
  }
  return out;
}

std::string json(const run_facts& facts, const std::vector<measured>& all) {
  std::string out =
      "{\n  \"context\": {\n    \"date\": \"" + now() + "\",\n    \"host_name\": \"\",\n" +
      "    \"executable\": \"hitscan_bench\",\n" +
      format("    \"num_cpus\": %u,\n    \"mhz_per_cpu\": %.0f,\n", facts.machine.cpus, facts.machine.ghz * 1000) +
      "    \"cpu_scaling_enabled\": false,\n    \"caches\": [";
  for (const cache& c : facts.machine.caches)
    out += format("%s\n      {\"type\": \"%s\", \"level\": %d, \"size\": %zu, \"num_sharing\": 1}",
                  &c == &facts.machine.caches.front() ? "" : ",", c.type.c_str(), c.level, c.bytes);
  out += "\n    ],\n    \"load_avg\": []";
  for (const auto& [key, value] : context(facts)) out += ",\n    \"" + key + "\": \"" + escaped(value) + '"';
#if defined(NDEBUG)
  out += ",\n    \"library_build_type\": \"release\"\n  },\n  \"benchmarks\": [";
#else
  out += ",\n    \"library_build_type\": \"debug\"\n  },\n  \"benchmarks\": [";
#endif
  std::size_t family = 0;
  bool first = true;
  for (const measured& m : all)
    for (const timing& t : m.variants) {
      const std::string name = escaped(m.what->name(t.label));
      for (std::size_t i = 0; i < t.ns.size(); ++i) {
        if (!std::isfinite(t.ns[i]) || t.ns[i] <= 0) continue;  // a bare NaN kills JSON.parse
        out += format(
            "%s\n    {\"name\": \"%s\", \"family_index\": %zu, \"per_family_instance_index\": 0, "
            "\"run_name\": \"%s\", \"run_type\": \"iteration\", ",
            first ? "" : ",", name.c_str(), family, name.c_str());
        out += format(
            "\"repetitions\": %zu, \"repetition_index\": %zu, \"threads\": 1, \"iterations\": %zu, "
            "\"real_time\": %.6g, \"cpu_time\": %.6g, \"time_unit\": \"ns\", "
            "\"items_per_second\": %.6g, \"bytes_per_second\": %.6g}",
            t.ns.size(), i, t.calls[i], t.wall[i], t.ns[i], static_cast<double>(m.what->n) / t.ns[i] * 1e9,
            m.what->bytes * static_cast<double>(m.what->n) / t.ns[i] * 1e9);
        first = false;
      }
      ++family;
    }
  return out + "\n  ]\n}\n";
}

}  // namespace bench
