#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <ctime>

#include "facts.hpp"

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

bool is_isa(const std::string& label) {
  return label != "scalar" && label != "plain" && label != "native" && label != "naive";
}

// Others have tables of their own.
bool is_query(const row& r) { return !is_frame(r) && !is_crossover(r); }

// The columns of the table: the reference, the plain loops, then the ISAs as they come.
std::vector<std::string> labels(const std::vector<measured>& all) {
  std::vector<std::string> out{"scalar", "plain", "native"};
  for (const measured& m : all)
    for (const timing& t : m.variants)
      if (is_query(*m.what) && std::ranges::find(out, t.label) == out.end()) out.push_back(t.label);
  return out;
}

double best_isa(const measured& m) {
  double best = 0;
  for (const timing& t : m.variants)
    if (const double ns = m.ns_an_item(t.label); is_isa(t.label) && ns > 0 && (best == 0 || ns < best)) best = ns;
  return best;
}

constexpr const char* noise = "~: a quarter of the rounds took a tenth more than another quarter\n";

std::string ratio(double slow, double fast) {
  if (slow <= 0 || fast <= 0) return "-";
  const double r = slow / fast;
  return format(r < 0.095 ? "%.2fx" : r < 9.95 ? "%.1fx" : "%.0fx", r);
}

// Bytes a query has to read, against what the machine reads from a block of that size. In L1 arithmetic decides, and
// who is content with any hit does not read them.
std::string read_share(const measured& m) {
  const double best = best_isa(m);
  if (best <= 0 || m.what->n <= scenes::levels[0].n || m.what->what == form::any) return "-";
  return format("%.0f%%", 100 * m.what->bytes / best / m.read_gbs);
}

std::string number(double ns) {
  return ns <= 0 ? "-" : format(ns < 9.995 ? "%.3f" : ns < 9999.5 ? "%.1f" : "%.0f", ns);
}

std::string noted(std::string words, const timing* t) {
  if (t && t->noisy()) words.insert(words.begin(), '~');
  return words;
}

std::string milliseconds(double ns) {
  return ns <= 0 ? "-" : format(ns < 1e5 ? "%.4f" : ns < 1e7 ? "%.3f" : "%.1f", ns * 1e-6);
}

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
  const std::string flags_of_plain = HITSCAN_BENCH_PLAIN_FLAGS, flags_of_native = HITSCAN_BENCH_NATIVE_FLAGS;
#else
  const std::string flags = "unknown", flags_of_plain = flags, flags_of_native = flags;
#endif
  return {{"hitscan_version", version},
          {"commit", commit()},
          {"compiler", compiler()},
          {"flags", flags},
          {"plain_flags", flags_of_plain},
          {"native_flags", flags_of_native},
          {"options", facts.options.empty() ? "none" : facts.options},
          {"cpu_model", facts.machine.model},
          {"ghz_measured", format("%.2f", facts.machine.ghz)},
          {"governor", facts.machine.governor.empty() ? "not told" : facts.machine.governor},
          {"boost", facts.machine.boost.empty() ? "not told" : facts.machine.boost},
          {"virtual_machine", facts.machine.guest ? "yes" : "no"},
          {"isa", facts.isa},
          {"isa_why", facts.why_isa},
          {"complete", facts.complete ? "yes" : "no"}};
}

std::string machine_text(const run_facts& facts) {
  const machine& m = facts.machine;
  std::string out = format("%s, %u CPUs%s, running at %.2f GHz", m.model.c_str(), m.cpus,
                           m.guest ? " (a virtual machine)" : "", m.ghz);
  if (m.ghz_most > 0) out += format(" of %.2f", m.ghz_most);
  out += "\ngovernor: " + (m.governor.empty() ? "not told" : m.governor);
  out += ", boost: " + (m.boost.empty() ? "not told" : m.boost) + '\n';
  if (!m.governor.empty() && m.governor != "performance")
    out += "  for steadier figures: sudo cpupower frequency-set -g performance\n";
  out += "isa: " + facts.isa + " (" + facts.why_isa + ")\n";
  for (const read_level& level : facts.reads) {
    const auto c = std::ranges::find(m.caches, level.name, [](const cache& e) { return format("L%d", e.level); });
    out += format("%-8s%10s   read at %5.1f GB/s\n", level.name.c_str(),
                  c == m.caches.end() ? "" : size_text(c->bytes).c_str(), level.gbs);
  }
  if (facts.gflops > 0) out += format("float arithmetic   %10.1f Gflop/s, one core\n", facts.gflops);
  return out;
}

std::string headline_table(const std::vector<measured>& all) {
  if (std::ranges::none_of(all, [](const measured& m) { return is_query(*m.what); })) return {};
  const std::vector<std::string> columns = labels(all);
  std::string out = format("%-36s%5s", "ns an item", "n");
  for (const std::string& label : columns) out += format("%7s", label == "scalar" ? "ref" : label.c_str());
  out += format("%6s%6s%5s\n", "/ref", "/nat", "read");
  for (const measured& m : all) {
    if (!is_query(*m.what)) continue;
    const std::string what =
        format("%-3.3s%s %s", m.what->kernel.c_str(), m.what->query.c_str(), m.what->scene.c_str());
    if (what.size() > 35) out += what + '\n';  // a line of its own: two that are cut might read alike
    out += format("%-36s%5s", what.size() > 35 ? "" : what.c_str(), short_count(m.what->n).c_str());
    for (const std::string& label : columns) {
      const timing* const t = m.find(label);
      out += format("%7s", noted(number(m.ns_an_item(label)), t).c_str());
    }
    const double best = best_isa(m);
    out += format("%6s%6s%5s\n", ratio(m.ns_an_item("scalar"), best).c_str(),
                  ratio(m.ns_an_item("native"), best).c_str(), read_share(m).c_str());
  }
  out += "medians; /ref, /nat: how many times as fast the best ISA is; read: its share of what a core reads\n";
  if (out.find('~') != std::string::npos) out += noise;
  if (std::ranges::any_of(all, [](const measured& m) { return !m.what->kernel.empty(); }))
    out +=
        "K1 one mover or ray against n walls, K2 its first hit, walls no denser for being more, K3 n bullets\n"
        "at a ship, K4 one box against n, K5 one circle against n, K6 n pairs, K7 n moving circles at one\n";
  return out;
}

std::string busy_text(const std::vector<measured>& all) {
  double thread = 0, wall = 0;
  for (const measured& m : all)
    for (const timing& t : m.variants)
      for (std::size_t i = 0; i < t.ns.size(); ++i)
        thread += t.ns[i] * static_cast<double>(t.calls[i]), wall += t.wall[i] * static_cast<double>(t.calls[i]);
  if (wall <= 1.2 * thread) return {};
  return format("the machine was busy: what was measured took %.1f times as long on the wall as this thread ran\n",
                wall / thread);
}

namespace {

// Items an ms of a variant of one query and scene, between the sizes that were measured; 0 when it was not.
struct affordable {
  double n;
  const char* beyond;  // "more": so many, the most that were measured, take less; "fewer": the fewest take more
};
affordable in_a_millisecond(const std::vector<const measured*>& sizes, const std::string& label) {
  double last_n = 0, last_ns = 0;
  for (const measured* const m : sizes) {
    const double n = static_cast<double>(m->what->n), ns = m->ns_an_item(label) * n;
    if (ns <= 0) continue;
    if (ns >= 1e6) {
      if (last_n == 0) return {n, "fewer"};
      return {last_n * std::pow(n / last_n, std::log(1e6 / last_ns) / std::log(ns / last_ns)), ""};
    }
    last_n = n, last_ns = ns;
  }
  return {last_n, last_n == 0 ? "" : "more"};
}

std::string items(const affordable& a) {
  if (a.n <= 0) return "-";
  std::string sign = *a.beyond == 'm' ? ">" : *a.beyond == 'f' ? "<" : "";
  return sign.append(a.n < 9950     ? format("%.1fk", a.n / 1e3)
                     : a.n < 999500 ? format("%.0fk", a.n / 1e3)
                                    : format("%.1fM", a.n / 1e6));
}

// The sizes of each query and scene, ascending; in the order in which they come. Of one size there is nothing between.
std::vector<std::vector<const measured*>> by_scene(const std::vector<measured>& all) {
  std::vector<std::vector<const measured*>> out;
  for (const measured& m : all) {
    if (!is_query(*m.what)) continue;
    const auto same = [&](const auto& g) {
      return g[0]->what->query == m.what->query && g[0]->what->scene == m.what->scene;
    };
    const auto at = std::ranges::find_if(out, same);
    (at == out.end() ? out.emplace_back() : *at).push_back(&m);
  }
  std::erase_if(out, [](const auto& group) { return group.size() < 2; });
  for (auto& group : out) std::ranges::sort(group, {}, [](const measured* m) { return m->what->n; });
  return out;
}

}  // namespace

std::string budget_table(const std::vector<measured>& all) {
  if (by_scene(all).empty()) return {};
  const std::vector<std::string> columns = labels(all);
  std::string out = format("%-44s", "items in a millisecond, one core");
  for (const std::string& label : columns) out += format("%9s", label == "scalar" ? "ref" : label.c_str());
  out += '\n';
  for (const auto& sizes : by_scene(all)) {
    const row& r = *sizes[0]->what;
    const std::string what = format("%-3.3s%s %s", r.kernel.c_str(), r.query.c_str(), r.scene.c_str());
    if (what.size() > 43) out += what + '\n';
    out += format("%-44s", what.size() > 43 ? "" : what.c_str());
    for (const std::string& label : columns) out += format("%9s", items(in_a_millisecond(sizes, label)).c_str());
    out += '\n';
  }
  return out + ">: so many, the most that were measured, take less; <: so many, the fewest, take more\n";
}

std::string frame_table(const run_facts& facts, const std::vector<measured>& all) {
  std::vector<std::string> columns;
  for (const measured& m : all)
    for (const timing& t : m.variants)
      if (is_frame(*m.what) && std::ranges::find(columns, t.label) == columns.end()) columns.push_back(t.label);
  if (columns.empty()) return {};
  std::string out = format("%-12s%9s", "ms a frame", "n");
  for (const std::string& label : columns) out += format("%9s", label == "scalar" ? "ref" : label.c_str());
  out += format("%8s  golden hash\n", "/naive");
  for (const measured& m : all) {
    if (!is_frame(*m.what)) continue;
    const double n = static_cast<double>(m.what->n);
    out += format("%-12s%9zu", m.what->scene.c_str(), m.what->n);
    for (const std::string& label : columns) {
      const timing* const t = m.find(label);
      out += format("%9s", noted(milliseconds(m.ns_an_item(label) * n), t).c_str());
    }
    out += format("%8s", ratio(m.ns_an_item("naive"), best_isa(m)).c_str());
    for (const frame_golden& g : facts.frames)
      if (g.scene == m.what->scene && g.n == m.what->n)
        out += format("  %016llx%s", static_cast<unsigned long long>(g.hash),
                      !g.known  ? " new"
                      : g.right ? ""
                                : " WRONG");
    out += '\n';
  }
  return out.find('~') == std::string::npos ? out : out + noise;
}

std::string crossover_table(const std::vector<crossover>& all) {
  if (all.empty()) return {};
  std::string out =
      format("A world by grid, rebuilt in each frame, against brute force (%s): the first hit of each mover\n",
             all[0].isa.c_str());
  for (const crossover& c : all) {
    out += format("%8zu targets: ", c.m);
    if (c.always)
      out += format("the grid wins from %.0f movers on, the fewest measured\n", c.n);
    else if (c.n > 0)
      out += format("the grid wins from %.0f movers on\n", c.n);
    else
      out += "brute force wins at all numbers of movers\n";
  }
  return out;
}

std::string json(const run_facts& facts, const std::vector<measured>& all) {
  std::string out =
      "{\n  \"context\": {\n    \"date\": \"" + now() + "\",\n" + "    \"executable\": \"hitscan_bench\",\n" +
      format("    \"num_cpus\": %u,\n    \"mhz_per_cpu\": %.0f,\n", facts.machine.cpus, facts.machine.ghz * 1000) +
      format("    \"cpu_scaling_enabled\": %s,\n    \"caches\": [",
             facts.machine.governor.empty() || facts.machine.governor == "performance" ? "false" : "true");
  for (const cache& c : facts.machine.caches)
    out += format("%s\n      {\"type\": \"%s\", \"level\": %d, \"size\": %zu}",
                  &c == &facts.machine.caches.front() ? "" : ",", c.type.c_str(), c.level, c.bytes);
  out += "\n    ],\n    \"reads\": [";
  for (const read_level& level : facts.reads)
    out += format("%s\n      {\"name\": \"%s\", \"bytes\": %zu, \"gbs\": %.6g}",
                  &level == &facts.reads.front() ? "" : ",", level.name.c_str(), level.bytes, level.gbs);
  out += format("\n    ],\n    \"gflops\": %.6g,\n    \"golden\": [", facts.gflops);
  for (const golden_result& g : facts.golden)
    out += format("%s\n      {\"isa\": \"%s\", \"hash\": \"%016llx\", \"right\": %s}",
                  &g == &facts.golden.front() ? "" : ",", g.isa.c_str(), static_cast<unsigned long long>(g.hash),
                  g.right ? "true" : "false");
  out += "\n    ],\n    \"frames\": [";
  bool first = true;
  for (const frame_golden& g : facts.frames) {
    if (!g.known) continue;
    out += format("%s\n      {\"scene\": \"%s\", \"n\": %zu, \"hash\": \"%016llx\", \"right\": %s}", first ? "" : ",",
                  g.scene.c_str(), g.n, static_cast<unsigned long long>(g.hash), g.right ? "true" : "false");
    first = false;
  }
  out += "\n    ],\n    \"problems\": [";
  for (const std::string& what : facts.problems)
    out += format("%s\n      \"", &what == &facts.problems.front() ? "" : ",") + escaped(what) + '"';
  out += "\n    ],\n    \"in_a_millisecond\": [";
  first = true;
  for (const auto& sizes : by_scene(all))
    for (const timing& t : sizes[0]->variants) {
      const auto [n, beyond] = in_a_millisecond(sizes, t.label);
      if (!std::isfinite(n) || n <= 0) continue;
      const row& r = *sizes[0]->what;
      out += format(
          "%s\n      {\"query\": \"%s\", \"scene\": \"%s\", \"variant\": \"%s\", \"items\": %.6g, \"beyond\": \"%s\"}",
          first ? "" : ",", r.query.c_str(), r.scene.c_str(), t.label.c_str(), n, beyond);
      first = false;
    }
  out += "\n    ],\n    \"crossovers\": [";
  first = true;
  for (const crossover& c : crossovers(all)) {
    out += format("%s\n      {\"query\": \"%s\", \"scene\": \"%s\", \"isa\": \"%s\", \"m\": %zu, \"n\": %.6g}",
                  first ? "" : ",", c.query.c_str(), c.scene.c_str(), c.isa.c_str(), c.m, c.n);
    first = false;
  }
  out += "\n    ]";
  for (const auto& [key, value] : context(facts)) out += ",\n    \"" + key + "\": \"" + escaped(value) + '"';
#if defined(NDEBUG)
  out += ",\n    \"library_build_type\": \"release\"\n  },\n  \"benchmarks\": [";
#else
  out += ",\n    \"library_build_type\": \"debug\"\n  },\n  \"benchmarks\": [";
#endif
  std::size_t family = 0;
  first = true;
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
            "\"items_per_second\": %.6g, ",
            t.ns.size(), i, t.calls[i], t.wall[i], t.ns[i], static_cast<double>(m.what->n) / t.ns[i] * 1e9);
        if (m.what->bytes > 0 && std::isfinite(m.read_gbs))
          out +=
              format("\"bytes_per_second\": %.6g, \"bytes_an_item\": %.6g, \"read_bytes_per_second\": %.6g, ",
                     m.what->bytes * static_cast<double>(m.what->n) / t.ns[i] * 1e9, m.what->bytes, m.read_gbs * 1e9);
        out += format("\"label\": \"%s\"}", m.what->kernel.c_str());
        first = false;
      }
      ++family;
    }
  return out + "\n  ]\n}\n";
}

}  // namespace bench
