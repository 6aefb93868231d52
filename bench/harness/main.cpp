// hitscan_bench: what this CPU is, what the library makes of it, and whether the answers are right meanwhile. --help
// says what can be asked for; with --benchmark_... it is a plain Google Benchmark program.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <string>
#include <tuple>

#include <benchmark/benchmark.h>

#include "../frames/frames.hpp"
#include "../scenes/golden.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "report.hpp"

namespace {

namespace hs = hitscan;

// The reference, and every ISA that is to run, give the committed hashes.
bool golden_check(const bench::options& args, bench::run_facts& facts) {
  const hs::isa before = hs::active_isa();
  bool right = true;
  for (const hs::isa which : hs::supported_isas()) {
    if (which != hs::isa::scalar && !args.wants(which)) continue;
    hs::force_isa(which);
    const auto got = golden::hashes();
    const std::string wrong = golden::difference(got, golden::expected());
    if (!wrong.empty()) {
      std::printf("golden hashes of %s are wrong:\n%s", hs::name(which), wrong.c_str());
      facts.problems.push_back(std::string("WRONG: golden hashes of ") + hs::name(which));
    }
    facts.golden.push_back({hs::name(which), golden::total(got), wrong.empty()});
    right &= wrong.empty();
  }
  hs::force_isa(before);
  std::printf("golden: %016llx on %zu ISAs, %s\n", static_cast<unsigned long long>(facts.golden.back().hash),
              facts.golden.size(), right ? "as it has to be" : "WRONG");
  return right;
}

bench::run_facts learn_facts() {
  bench::run_facts facts;
  facts.machine = bench::describe_machine();
  facts.isa = hs::name(hs::active_isa()), facts.why_isa = hs::why_isa();
  facts.reads = bench::read_levels(facts.machine), facts.gflops = bench::arithmetic_peak();
  return facts;
}

void print_golden() {
  const auto got = golden::hashes();
  std::printf("inline constexpr std::array<value, %zu> values{{\n", got.size());
  for (const auto& e : got)
    std::printf("    {\"%s\", 0x%016llx},\n", e.query.c_str(), static_cast<unsigned long long>(e.hash));
  std::puts("}};\n\ninline constexpr value values[] = {");
  for (const frames::kind& kind : frames::kinds())
    for (const std::size_t n : frames::sizes)
      std::printf("    {\"%s\", %zu, 0x%016llx},\n", kind.name, n,
                  static_cast<unsigned long long>(frames::golden(*kind.open(n))));
  std::puts("};");
}

// A frame's hash against the committed one.
bool check_frame(const bench::row& r, const bench::instance& in, bench::run_facts& facts) {
  if (!in.golden) return true;
  const std::uint64_t got = in.golden(), want = frames::expected(r.scene, r.n);
  facts.frames.push_back({r.scene, r.n, got, got == want, want != 0});
  if (want == 0 || got == want) return true;
  std::fprintf(stderr, "\nthe golden hash of %s, %zu things, is wrong: %016llx\n", r.scene.c_str(), r.n,
               static_cast<unsigned long long>(got));
  facts.problems.push_back("WRONG: the golden hash of " + r.scene + ", " + std::to_string(r.n) + " things");
  return false;
}

// Opens a row and checks its answers. What is wrong, or nothing.
std::string open_checked(const bench::options& args, const bench::row& r, bench::instance& in) {
  in = r.open();
  bench::keep_wanted(args, in);
  std::string wrong = bench::verify(r, in);
  if (bench::is_crossover(r)) in.variants.erase(in.variants.begin());  // the reference was for the check
  if (!wrong.empty()) std::fprintf(stderr, "\nWRONG ANSWERS: %s\n", wrong.c_str());
  return wrong;
}

// To a new file first: whenever the program ends, there is a whole one.
bool write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  std::ofstream file(fresh, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(fresh, path, error);
  if (!file || error) std::fprintf(stderr, "hitscan_bench: cannot write %s\n", path.string().c_str());
  return file && !error;
}

// Whether there can be a file, before minutes go into what would be in it.
bool may_write(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path fresh = path;
  fresh += ".new";
  const bool may = std::ofstream(fresh, std::ios::binary).is_open();
  std::filesystem::remove(fresh, error);
  if (!may) std::fprintf(stderr, "hitscan_bench: cannot write %s\n", path.string().c_str());
  return may;
}

// The queries of one scene together, its sizes ascending.
void sort_for_people(std::vector<bench::measured>& all) {
  std::ranges::stable_sort(all, [](const bench::measured& a, const bench::measured& b) {
    return std::tie(a.what->kernel, a.what->query, a.what->scene, a.what->n) <
           std::tie(b.what->kernel, b.what->query, b.what->scene, b.what->n);
  });
}

void print_tables(const bench::run_facts& facts, const std::vector<bench::measured>& all) {
  for (const std::string& text : {bench::headline_table(all), bench::budget_table(all), bench::frame_table(facts, all),
                                  bench::crossover_table(bench::crossovers(all)), bench::busy_text(all)})
    if (!text.empty()) std::printf("\n%s", text.c_str());
}

int run_own(const bench::options& args) {
  bench::catch_interrupts();
  bench::suite suite = bench::chosen_rows(args);
  const bench::effort effort = bench::effort_for(args, suite.rows.size());
  for (const auto& more : {bench::crossover_rows(args), bench::frame_rows(args)})
    suite.rows.insert(suite.rows.end(), more.begin(), more.end());
  if (suite.rows.empty()) return std::fputs("hitscan_bench: no row has such a name\n", stderr), 2;
  const std::filesystem::path json = std::filesystem::path(args.out) / "bench.json";
  if (!may_write(json)) return 2;

  bench::run_facts facts = learn_facts();
  facts.options = args.given;
  std::fputs(bench::machine_text(facts).c_str(), stdout);
  std::fflush(stdout);
  bool right = golden_check(args, facts);
  std::fflush(stdout);

  std::vector<double> costs;  // seconds: the measuring, and what making and checking a scene takes
  const auto seconds = [&](const bench::row& r) {
    return bench::is_crossover(r) ? 0.05 : bench::is_frame(r) ? 0.2 : effort.seconds;
  };
  for (const bench::row& r : suite.rows) costs.push_back(seconds(r) + 3e-7 * static_cast<double>(r.n));
  bench::progress progress(costs);
  std::vector<bench::measured> all;
  std::size_t done = 0, size = 0;
  auto written = std::chrono::steady_clock::now();
  for (const bench::row& r : suite.rows) {
    if (bench::interrupted()) break;
    progress.begin(done++, r.query + ' ' + r.scene + " n=" + std::to_string(r.n));
    if (r.n != size) bench::forget_crowds(), size = r.n;
    bench::instance in;
    if (const std::string wrong = open_checked(args, r, in); !wrong.empty()) {
      facts.problems.push_back("WRONG, and not timed: " + wrong);
      right = false;
      continue;
    }
    right &= check_frame(r, in, facts);
    all.push_back(bench::measure(r, in, seconds(r), effort.rounds));
    if (const auto now = std::chrono::steady_clock::now(); now - written > std::chrono::seconds(10)) {
      right &= write_file(json, bench::json(facts, all));  // in case that nobody lets this program end
      written = now;
    }
  }
  progress.end();
  if (bench::interrupted())
    facts.problems.push_back("interrupted: " + std::to_string(all.size()) + " of " + std::to_string(suite.rows.size()) +
                             " rows were measured");
  facts.complete = facts.problems.empty();
  sort_for_people(all);
  print_tables(facts, all);
  if (all.empty() && bench::interrupted())
    std::printf("\nnothing was measured: %s is left as it was\n", json.string().c_str());
  else if (write_file(json, bench::json(facts, all)))
    std::printf("\nwritten: %s\n", json.string().c_str());
  else
    right = false;
  if (bench::interrupted()) std::printf("INTERRUPTED: %zu of %zu rows were measured\n", all.size(), suite.rows.size());
  for (const std::string& what : facts.problems)
    if (what.starts_with("WRONG")) std::puts(what.c_str());
  if (!right) std::puts("FAILED");
  return !right ? 1 : bench::interrupted() ? 130 : 0;
}

// One open row at a time: with random interleaving the scenes stay, the rows come and go.
struct open_row {
  const bench::row* what = nullptr;
  bench::instance in;
  bool right = true;
};

int run_google(const bench::options& args, int argc, char** argv) {
  std::vector<char*> theirs{argv[0]};
  for (int i = 1; i < argc; ++i)
    if (const std::string a = argv[i]; a.starts_with("--benchmark_") || a.starts_with("--v")) theirs.push_back(argv[i]);
  int count = static_cast<int>(theirs.size());
  theirs.push_back(nullptr);
  benchmark::Initialize(&count, theirs.data());
  if (benchmark::ReportUnrecognizedArguments(count, theirs.data())) return 2;
  bench::run_facts facts = learn_facts();
  facts.options = args.given;
  bool right = golden_check(args, facts);
  for (const auto& [key, value] : bench::context(facts)) benchmark::AddCustomContext(key, value);
  bench::suite suite = bench::everything(args.sizes.empty() ? bench::level_sizes() : args.sizes);
  const std::regex pattern(args.filter);
  const auto open = std::make_shared<open_row>();
  for (bench::row& r : suite.rows) {
    bench::keep_wanted(args, r);
    const auto add = [&](const std::string& label) {
      if (!std::regex_search(r.name(label), pattern)) return;
      benchmark::RegisterBenchmark(r.name(label).c_str(), [&r, &args, open, label](benchmark::State& state) {
        if (open->what != &r) {
          *open = {};
          open->right = open_checked(args, r, open->in).empty();
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
  bench::options args;
  std::string wrong = args.parse(argc, argv);
  if (wrong.empty() && args.cpu >= 0) wrong = bench::stay_on_cpu(args.cpu);
  if (!wrong.empty()) return std::fprintf(stderr, "hitscan_bench: %s\n", wrong.c_str()), 2;
  if (args.help) return std::puts(bench::help_text), 0;
  if (args.golden) return print_golden(), 0;
  if (args.google) return run_google(args, argc, argv);
  if (args.list) {
    for (const auto& rows : {bench::chosen_rows(args).rows, bench::crossover_rows(args), bench::frame_rows(args)})
      for (const bench::row& r : rows)
        for (const std::string& label : r.labels) std::puts(r.name(label).c_str());
    return 0;
  }
  return run_own(args);
}
