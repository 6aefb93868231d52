// Which engine answers: chosen at the first query, kept in one atomic pointer. Nothing here runs before main.
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "by_isa.hpp"
#include "cpu.hpp"
#include "engines.hpp"

namespace hitscan {
namespace {

using detail::engine, detail::isa_count;

// In the order of enum isa; null where this build has none. It is ordered slowest first.
constexpr const char* names[isa_count] = {"scalar", "sse2", "avx2", "avx512", "neon64", "wasm"};
constinit const engine* const engines[isa_count] = {&detail::engine_scalar,
                                                    HITSCAN_IF_SSE2(&detail::engine_sse2),
                                                    HITSCAN_IF_AVX2(&detail::engine_avx2),
                                                    HITSCAN_IF_AVX512(&detail::engine_avx512),
                                                    HITSCAN_IF_NEON64(&detail::engine_neon64),
                                                    HITSCAN_IF_WASM(&detail::engine_wasm)};
constexpr const char* forced[isa_count] = {"force_isa(scalar)", "force_isa(sse2)",   "force_isa(avx2)",
                                           "force_isa(avx512)", "force_isa(neon64)", "force_isa(wasm)"};

// A sentence in fixed memory; what does not fit is cut off.
class sentence {
 public:
  void add(const char* words) noexcept {
    for (; *words != '\0' && size_ + 1 < sizeof text_; ++words) text_[size_++] = *words;
  }
  void add_foreign(const char* words) noexcept {  // from outside: short, and nothing that upsets a terminal
    for (int k = 0; k < 24 && words[k] != '\0'; ++k) {
      const char c[2] = {words[k] >= ' ' && words[k] <= '~' ? words[k] : '?', '\0'};
      add(c);
    }
  }
  const char* text() const noexcept { return text_; }

 private:
  char text_[160] = {};
  std::size_t size_ = 0;
};

// All that is found out once: what this machine supports, and which of it is the first choice.
struct machine {
  isa supported[isa_count];
  int count = 0;
  isa choice = isa::scalar;
  sentence why;

  machine() noexcept {
    for (int k = 0; k < isa_count; ++k) {
      if (engines[k] && detail::cpu_runs(static_cast<isa>(k))) supported[count++] = static_cast<isa>(k);
    }
    const char* wish = std::getenv("HITSCAN_ISA");
    if (wish && *wish != '\0') {
      why.add("HITSCAN_ISA=");
      why.add_foreign(wish);
      for (int k = 0; k < count; ++k) {
        choice = supported[k];
        if (std::strcmp(wish, name(choice)) == 0) return;
      }
      why.add(is_name(wish) ? " is not supported here" : " is no ISA");
      why.add("; ");
    }
    choice = supported[count - 1];
    why.add("best of ");
    for (int k = 0; k < count; ++k) {
      if (k > 0) why.add(", ");
      why.add(name(supported[k]));
    }
  }

  bool runs(isa which) const noexcept {
    for (int k = 0; k < count; ++k) {
      if (supported[k] == which) return true;
    }
    return false;
  }

 private:
  static bool is_name(const char* text) noexcept {
    for (const char* known : names) {
      if (std::strcmp(text, known) == 0) return true;
    }
    return false;
  }
};

const machine& this_machine() noexcept {
  static const machine found;  // by the first caller; the others wait
  return found;
}

// Engines are constants, so the pointer is all that threads share and no order of memory is needed.
constinit std::atomic<const engine*> active{nullptr};
constinit std::atomic<const engine*> forced_to{nullptr};  // by the program, if so

const engine& choose() noexcept {
  const engine* none_yet = nullptr;
  const engine* best = engines[static_cast<int>(this_machine().choice)];
  // force_isa may have been first.
  return active.compare_exchange_strong(none_yet, best, std::memory_order_relaxed) ? *best : *none_yet;
}

}  // namespace

const engine& detail::active_engine() noexcept {
  const engine* chosen = active.load(std::memory_order_relaxed);
  return chosen ? *chosen : choose();
}

bool detail::runs(isa which) noexcept { return this_machine().runs(which); }

const engine& detail::engine_named(isa which) noexcept {
  return runs(which) ? *engines[static_cast<int>(which)] : active_engine();
}

const char* name(isa which) noexcept {
  const int k = static_cast<int>(which);
  return k < isa_count ? names[k] : "unknown";
}

isa active_isa() noexcept { return detail::active_engine().which; }

std::span<const isa> supported_isas() noexcept {
  const machine& here = this_machine();
  return {here.supported, static_cast<std::size_t>(here.count)};
}

bool force_isa(isa which) noexcept {
  if (!this_machine().runs(which)) return false;
  const engine* const wanted = engines[static_cast<int>(which)];
  forced_to.store(wanted, std::memory_order_relaxed);
  active.store(wanted, std::memory_order_relaxed);
  return true;
}

const char* why_isa() noexcept {
  const engine* const by_name = forced_to.load(std::memory_order_relaxed);  // one look: others may be forcing
  return by_name ? forced[static_cast<int>(by_name->which)] : this_machine().why.text();
}

}  // namespace hitscan
