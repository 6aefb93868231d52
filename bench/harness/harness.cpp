#include "harness.hpp"

#include <algorithm>
#include <chrono>

#include <benchmark/benchmark.h>

#include "machine.hpp"

namespace bench {
namespace {

using clock = std::chrono::steady_clock;

}  // namespace

void use(const variant& v) {
  if (v.library) hs::force_isa(v.which);
}

elapsed time_calls(const variant& v, std::size_t calls, std::size_t& k) {
  const auto start = clock::now();
  const double thread_start = thread_ns();
  for (std::size_t i = 0; i < calls; ++i) {
    v.run(k++);
    benchmark::ClobberMemory();
  }
  const double thread = thread_ns() - thread_start;
  return {thread, std::chrono::duration<double, std::nano>(clock::now() - start).count()};
}

double timing::median() const {
  if (ns.empty()) return 0;
  std::vector<double> sorted = ns;
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

bool timing::noisy() const {
  std::vector<double> sorted = ns;
  std::ranges::sort(sorted);
  const auto at = [&](double part) {
    const double where = part * static_cast<double>(sorted.size() - 1);
    const std::size_t low = static_cast<std::size_t>(where), high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (where - static_cast<double>(low));
  };
  return !sorted.empty() && at(0.75) - at(0.25) > 0.1 * median();
}

const timing* measured::find(const std::string& label) const {
  const auto at = std::ranges::find(variants, label, &timing::label);
  return at == variants.end() ? nullptr : &*at;
}

double measured::ns_an_item(const std::string& label) const {
  const timing* const t = find(label);
  return t ? t->median() / static_cast<double>(what->n) : 0;
}

std::string verify(const row& r, const instance& in) {
  const hs::isa before = hs::active_isa();
  const std::size_t work = r.n * std::max<std::size_t>(1, r.m);
  const std::size_t questions = work <= 20000 ? 24 : work <= 300000 ? 4 : 1;
  const auto answer = [&] { return in.answer ? in.answer() : digest(r.what, *in.exact); };
  std::string wrong;
  for (std::size_t k = 0; k < questions && wrong.empty(); ++k) {
    const std::size_t question = k * 11;  // spread over the fresh ones
    hs::force_isa(hs::isa::scalar);
    in.exact->spoil();
    in.variants.front().run(question);
    const std::uint64_t want = answer();
    for (const variant& v : in.variants)
      if (!v.library) {
        if (in.plain) in.plain->spoil();
        v.run(question);
        const std::string differ = in.compare ? in.compare() : compare_plain(r.what, r.n, *in.exact, *in.plain);
        if (!differ.empty()) wrong = r.name(v.label) + ", input " + std::to_string(question) + ": " + differ;
      }
    for (const variant& v : in.variants)
      if (v.library) {
        use(v);
        in.exact->spoil();
        v.run(question);
        if (answer() != want)
          wrong = r.name(v.label) + ", input " + std::to_string(question) + ": not the reference's bits";
      }
  }
  hs::force_isa(before);
  return wrong;
}

measured measure(const row& r, const instance& in, double seconds, int rounds) {
  const hs::isa before = hs::active_isa();
  const std::size_t count = in.variants.size();
  const double target = seconds * 1e9 / static_cast<double>(count * static_cast<std::size_t>(rounds + 1));
  measured m{&r, {}, 0};
  std::vector<std::size_t> calls(count, 1), next(count, 0);
  std::vector<bool> slow(count, false);
  for (std::size_t v = 0; v < count; ++v) {  // how many calls fill a round
    m.variants.push_back({in.variants[v].label, {}, {}, {}});
    use(in.variants[v]);
    double taken = time_calls(in.variants[v], 1, next[v]).thread;
    std::size_t tried = 1;
    while (taken < target / 4 && tried < (std::size_t{1} << 40)) {
      tried *= 2;
      taken = time_calls(in.variants[v], tried, next[v]).thread;
    }
    calls[v] =
        std::max<std::size_t>(1, static_cast<std::size_t>(target / std::max(taken, 1.0) * static_cast<double>(tried)));
    slow[v] = tried == 1 && taken > 2 * target;
  }
  const std::size_t block = static_cast<std::size_t>(r.bytes * static_cast<double>(r.n));
  timing read{"read", {}, {}, {}};
  for (int round = 0; round < rounds; ++round) {
    read.ns.push_back(1 / read_once(block, target / 4));
    for (std::size_t step = 0; step < count; ++step) {
      const std::size_t v = (step + static_cast<std::size_t>(round)) % count;
      if (slow[v] && round % 3 != 0) continue;  // in proportion: the reference in memory would take most of the run
      use(in.variants[v]);
      const elapsed taken = time_calls(in.variants[v], calls[v], next[v]);
      m.variants[v].ns.push_back(taken.thread / static_cast<double>(calls[v]));
      m.variants[v].wall.push_back(taken.wall / static_cast<double>(calls[v]));
      m.variants[v].calls.push_back(calls[v]);
    }
  }
  m.read_gbs = 1 / read.median();
  hs::force_isa(before);
  return m;
}

}  // namespace bench
