// hitscan_bench: what this CPU is, what the library makes of it, and whether the answers are right meanwhile.
//
//   hitscan_bench [--quick] [--all] [--filter REGEX] [--list] [--out DIR]
//   hitscan_bench --golden                    print the hashes, as golden_values.hpp has them
//   hitscan_bench --benchmark_filter=REGEX .. every query form as a plain Google Benchmark program
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include <benchmark/benchmark.h>

#include "golden.hpp"
#include "report.hpp"

namespace {

namespace hs = hitscan;

struct arguments {
  bool quick = false, all = false, list = false, golden = false, google = false, help = false;
  std::string filter, out = "report";
  bool parse(int argc, char** argv);
};

bool arguments::parse(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    const auto value = [&](const char* flag, std::string& to) {
      const std::string with = std::string(flag) + '=';
      if (a.starts_with(with)) return to = a.substr(with.size()), true;
      if (a != flag || i + 1 >= argc) return false;
      return to = argv[++i], true;
    };
    if (a == "--quick")
      quick = true;
    else if (a == "--all")
      all = true;
    else if (a == "--list")
      list = true;
    else if (a == "--golden")
      golden = true;
    else if (a == "--help" || a == "-h")
      help = true;
    else if (a.starts_with("--benchmark_") || a == "--v")
      google = true;
    else if (!value("--filter", filter) && !value("--out", out)) {
      std::fprintf(stderr, "hitscan_bench: what is %s? --help says what there is\n", a.c_str());
      return false;
    }
  }
  try {
    std::regex{filter};
  } catch (const std::regex_error& e) {
    std::fprintf(stderr, "hitscan_bench: --filter %s: %s\n", filter.c_str(), e.what());
    return false;
  }
  return true;
}

void print_help() {
  std::puts(
      "hitscan_bench [--quick] [--all] [--filter REGEX] [--list] [--out DIR]\n"
      "  --quick         under a minute: the smallest and the largest size\n"
      "  --all           every query form, not only those of the headline table\n"
      "  --filter REGEX  only rows whose name (query/scene/isa/n:N) matches\n"
      "  --list          names the rows and stops\n"
      "  --out DIR       where bench.json and bench.md go (report)\n"
      "  --golden        prints the golden hashes and stops\n"
      "  --benchmark_... runs as a Google Benchmark program, with all its flags");
}

// Every ISA this machine runs gives the committed hashes.
bool golden_check(bench::run_facts& facts) {
  const hs::isa before = hs::active_isa();
  bool right = true;
  for (const hs::isa which : hs::supported_isas()) {
    hs::force_isa(which);
    const auto got = golden::hashes();
    facts.golden = golden::total(got);
    const std::string wrong = golden::difference(got, golden::expected());
    if (!wrong.empty()) std::printf("golden hashes of %s are wrong:\n%s", hs::name(which), wrong.c_str());
    right &= wrong.empty();
  }
  hs::force_isa(before);
  facts.golden_right = right;
  std::printf("golden: %016llx on %zu ISAs, %s\n", static_cast<unsigned long long>(facts.golden),
              hs::supported_isas().size(), right ? "as it has to be" : "WRONG");
  return right;
}

void print_golden() {
  const auto got = golden::hashes();
  std::printf("inline constexpr std::array<value, %zu> values{{\n", got.size());
  for (const auto& e : got)
    std::printf("    {\"%s\", 0x%016llx},\n", e.query.c_str(), static_cast<unsigned long long>(e.hash));
  std::puts("}};");
}

void print_machine(const bench::run_facts& facts) {
  std::printf("%s, %u CPUs, running at %.2f GHz\n", facts.machine.model.c_str(), facts.machine.cpus, facts.machine.ghz);
  std::printf("isa: %s (%s)\n", facts.isa.c_str(), facts.why_isa.c_str());
  for (const bench::cache& c : facts.machine.caches)
    std::printf("L%d %-8s %8s  read at %4.0f GB/s\n", c.level, c.type.c_str(), bench::size_text(c.bytes).c_str(),
                bench::read_bandwidth(c.bytes / 2));
  std::printf("memory                read at %4.0f GB/s\n", bench::read_bandwidth(std::size_t{256} << 20));
}

// Opens a row, checks its answers, complains.
bool open_checked(const bench::row& r, bench::instance& in) {
  in = r.open();
  const std::string wrong = bench::verify(r, in);
  if (!wrong.empty()) std::fprintf(stderr, "\nWRONG ANSWERS: %s\n", wrong.c_str());
  return wrong.empty();
}

bool chosen(const bench::row& r, const arguments& args) {
  if (!args.filter.empty()) {
    const std::regex pattern(args.filter);
    return std::ranges::any_of(r.labels, [&](const auto& label) { return std::regex_search(r.name(label), pattern); });
  }
  if (!args.all && r.kernel.empty()) return false;
  return !args.quick || r.n == scenes::levels[0].n || r.n == scenes::levels[3].n;
}

bool write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) std::fprintf(stderr, "hitscan_bench: cannot write %s\n", path.string().c_str());
  return static_cast<bool>(file);
}

// For people at a terminal: logs do without.
void show_progress([[maybe_unused]] std::size_t done, [[maybe_unused]] std::size_t all,
                   [[maybe_unused]] const std::string& what) {
#if defined(__unix__) || defined(__APPLE__)
  static const bool people = isatty(2) != 0;
  if (people && all > 0) std::fprintf(stderr, "\r%3zu/%zu %-60s", done, all, what.c_str());
  if (people && all == 0) std::fprintf(stderr, "\r%-72s\r", "");
#endif
}

int run_own(const arguments& args) {
  bench::run_facts facts{
      .machine = bench::describe_machine(), .isa = hs::name(hs::active_isa()), .why_isa = hs::why_isa()};
  print_machine(facts);
  bool right = golden_check(facts);
  bench::suite suite = bench::everything();
  std::erase_if(suite.rows, [&](const bench::row& r) { return !chosen(r, args); });
  if (suite.rows.empty()) return std::fputs("hitscan_bench: no row has such a name\n", stderr), 2;

  // Time is shared out evenly; scenes and checks take about as long as half of it.
  const double budget = args.quick ? 25 : 110;
  const double seconds = args.all || suite.rows.size() > 200 ? 0.25 : std::min(1.5, budget / double(suite.rows.size()));
  const int rounds = args.quick ? 7 : 11;
  std::vector<bench::measured> all;
  std::size_t done = 0, size = 0;
  for (const bench::row& r : suite.rows) {
    show_progress(++done, suite.rows.size(), r.query + ' ' + r.scene);
    if (r.n != size) bench::forget_crowds(), size = r.n;
    bench::instance in;
    if (!open_checked(r, in))
      right = false;
    else
      all.push_back(bench::measure(r, in, seconds, rounds));
  }
  show_progress(0, 0, "");
  std::ranges::stable_sort(all, [](const bench::measured& a, const bench::measured& b) {  // a kernel's sizes together
    return std::tie(a.what->kernel, a.what->query, a.what->scene) <
           std::tie(b.what->kernel, b.what->query, b.what->scene);
  });
  std::printf("\n%s", bench::headline_table(all).c_str());
  std::error_code error;
  std::filesystem::create_directories(args.out, error);
  const std::filesystem::path out = args.out;
  right &= write_file(out / "bench.md", bench::markdown(facts, all));
  right &= write_file(out / "bench.json", bench::json(facts, all));
  std::printf("\nwritten: %s and bench.json\n", (out / "bench.md").string().c_str());
  if (!right) std::puts("FAILED: see above");
  return right ? 0 : 1;
}

// One open row at a time: with random interleaving the scenes stay, the rows come and go.
struct open_row {
  const bench::row* what = nullptr;
  bench::instance in;
  bool right = true;
};

int run_google(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  bench::run_facts facts{
      .machine = bench::describe_machine(), .isa = hs::name(hs::active_isa()), .why_isa = hs::why_isa()};
  bool right = golden_check(facts);
  for (const auto& [key, value] : bench::context(facts)) benchmark::AddCustomContext(key, value);
  const bench::suite suite = bench::everything();
  const auto open = std::make_shared<open_row>();
  for (const bench::row& r : suite.rows) {
    const auto add = [&](const std::string& label) {
      benchmark::RegisterBenchmark(r.name(label).c_str(), [&r, open, label](benchmark::State& state) {
        if (open->what != &r) {
          *open = {};
          open->right = open_checked(r, open->in);
          open->what = &r;
        }
        const auto v = std::ranges::find(open->in.variants, label, &bench::variant::label);
        if (v == open->in.variants.end()) return state.SkipWithError("no plain loop for this form");
        if (!open->right) return state.SkipWithError("wrong answers");
        if (v->library) hs::force_isa(v->which);
        std::size_t k = 0;
        for (auto _ : state) {
          v->run(k++);
          benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * r.n));
        state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<double>(state.iterations() * r.n) * r.bytes));
      });
    };
    for (const std::string& label : r.labels) add(label);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  arguments args;
  if (!args.parse(argc, argv)) return 2;
  if (args.help) return print_help(), 0;
  if (args.golden) return print_golden(), 0;
  if (args.google) return run_google(argc, argv);
  if (args.list) {
    for (const bench::row& r : bench::everything().rows)
      if (args.filter.empty() || chosen(r, args)) std::puts(r.name("*").c_str());
    return 0;
  }
  return run_own(args);
}
