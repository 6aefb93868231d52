// hitscan_counts: how many instructions every query form takes, counted by callgrind. A number without noise, which a
// test can hold to the last instruction.
//
//   valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no --combine-dumps=yes --callgrind-out-file=FILE
//     hitscan_counts [REGEX]
//
// Every row of the smallest size, but what takes minutes, on every ISA there is: callgrind has no AVX-512, and hides
// it. Each leaves a dump with its name. ./run track --counts is who runs it.
#include <cstdint>
#include <cstdio>
#include <regex>
#include <string>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HITSCAN_HAVE_CALLGRIND 1
#endif

#include "../harness/suite.hpp"

namespace {

// Different questions a row: what only some of them reach is counted as well.
constexpr std::size_t questions = 8;

#if defined(HITSCAN_HAVE_CALLGRIND)
void count(const bench::row& r, const bench::variant& v) {
  const std::string name = r.name(v.label);
  bench::hs::force_isa(v.which);
  v.run(0);  // what only a first call does
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
  for (std::size_t k = 0; k < questions; ++k) v.run(k * 11);  // spread over the fresh ones
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

// Without registers every cell is asked for every item, exactly: nine tenths of all instructions in four rows.
bool takes_minutes(const bench::row& r, const bench::variant& v) {
  return v.which == bench::hs::isa::scalar && r.name("").find("_cells_") != std::string::npos;
}

[[gnu::noinline]] int count_all(const std::string& pattern) {
  const std::regex chosen(pattern);
  bench::suite suite = bench::everything({scenes::levels[0].n});
  std::erase_if(suite.rows, [&](const bench::row& r) { return !std::regex_search(r.name("*"), chosen); });
  // All at once, and before callgrind looks: making scenes takes longer than the queries.
  std::vector<bench::instance> open;
  for (const bench::row& r : suite.rows) open.push_back(r.open());
  CALLGRIND_START_INSTRUMENTATION;
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const bench::variant& v : open[i].variants)
      if (v.library && !takes_minutes(suite.rows[i], v)) count(suite.rows[i], v);
  CALLGRIND_STOP_INSTRUMENTATION;
  return 0;
}

// memcpy goes backwards where forwards it would read what lies a multiple of 4096 bytes behind what it has just
// written, and that takes other instructions. Where the stack begins depends on what the environment holds: from
// here on it has the same place in a page whatever that is.
int count_from_a_fixed_place(const std::string& pattern) {
  constexpr std::uintptr_t page = 4096;
  const std::uintptr_t into = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % page;
  *static_cast<volatile char*>(__builtin_alloca(into + 1)) = 0;
  return count_all(pattern);
}
#endif

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) return std::fputs("usage: valgrind --tool=callgrind ... hitscan_counts [REGEX]\n", stderr), 2;
#if defined(HITSCAN_HAVE_CALLGRIND)
  if (RUNNING_ON_VALGRIND == 0) return std::fputs("hitscan_counts: this is for callgrind to run\n", stderr), 2;
  try {
    return count_from_a_fixed_place(argc > 1 ? argv[1] : "");
  } catch (const std::regex_error& e) {
    return std::fprintf(stderr, "hitscan_counts: %s: %s\n", argv[1], e.what()), 2;
  }
#else
  (void)argv;
  return std::fputs("hitscan_counts: built without valgrind/callgrind.h\n", stderr), 2;
#endif
}
