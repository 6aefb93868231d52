// The reference as an engine: the fallback on any CPU, and what every SIMD engine must agree with to the bit. Here are
// the seven result forms, as plain loops over the items of a question; what a test says of an item is in
// src/reference/question.hpp.
#include "../../dispatch/engines.hpp"
#include "../../reference/question.hpp"

namespace hitscan::detail {
namespace {

using textbook::plain_question, textbook::moment, textbook::nearer, textbook::flags_of, textbook::put_outcome;

// form(ask): what is to be done with a request's question.
template <class Form> void with_question(const request& r, Form form) noexcept {
  if (r.dims == 2)
    r.kernel->ask(
        r, [](const void* ask, void* to) { (*static_cast<Form*>(to))(*static_cast<const plain_question<2>*>(ask)); },
        &form);
  else
    r.kernel->ask(
        r, [](const void* ask, void* to) { (*static_cast<Form*>(to))(*static_cast<const plain_question<3>*>(ask)); },
        &form);
}

// ---- bits ------------------------------------------------------------------------------------------------------

// word(w, bits) of all items, 64 at a time, until it says false.
template <class Word> void each_word(const request& r, bool one, Word word) noexcept {
  with_question(r, [&](const auto& ask) {
    for (std::size_t first = 0; first < ask.n; first += 64)
      if (!word(first / 64, ask.hits(ask.question, first, ask.n - first < 64 ? ask.n - first : 64, one))) return;
  });
}

bool any(const request& r) noexcept {
  bool hit = false;
  each_word(r, true, [&](std::size_t, std::uint64_t bits) {
    hit = bits != 0;
    return !hit;
  });
  return hit;
}

std::size_t count(const request& r) noexcept {
  std::size_t hits = 0;
  each_word(r, false, [&](std::size_t, std::uint64_t bits) {
    hits += static_cast<std::size_t>(std::popcount(bits));
    return true;
  });
  return hits;
}

void mask(const request& r, std::uint64_t* words) noexcept {
  each_word(r, false, [&](std::size_t w, std::uint64_t bits) {
    words[w] = bits;
    return true;
  });
}

// ---- records ---------------------------------------------------------------------------------------------------

void times(const request& r, float* times, std::uint64_t* words) noexcept {
  with_question(r, [=](const auto& ask) {
    for (std::size_t i = 0; i < ask.n; ++i) {
      const auto m = ask.when(i);
      times[i] = m.hit ? m.time : 1.0f;
      if (!words) continue;
      if (i % 64 == 0) words[i / 64] = 0;
      words[i / 64] |= std::uint64_t{m.hit} << (i % 64);
    }
  });
}

template <int D> void put_record(const records& out, std::size_t at, index who, const moment<D>& m) noexcept {
  if (out.index) out.index[at] = who;
  if (out.time) out.time[at] = m.time;
  if (out.flags) out.flags[at] = flags_of(m);
  for (int k = 0; k < 3; ++k) {
    if (out.normal[k]) out.normal[k][at] = k < D ? m.normal[k] : 0.0f;
    if (out.position[k]) out.position[k][at] = k < D ? m.position[k] : 0.0f;
    if (out.push[k]) out.push[k][at] = k < D ? m.push[k] : 0.0f;
  }
}

tally list(const request& r, const records& out, std::size_t capacity) noexcept {
  std::size_t total = 0;
  if (!out.time && !out.flags && !out.details()) {  // numbers alone
    each_word(r, false, [&](std::size_t w, std::uint64_t bits) {
      for (; bits; bits &= bits - 1, ++total)
        if (out.index && total < capacity)
          out.index[total] = static_cast<index>(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
      return true;
    });
    return {total < capacity ? total : capacity, total};
  }
  with_question(r, [&](const auto& ask) {
    for (std::size_t i = 0; i < ask.n; ++i) {
      const auto m = ask.when(i);
      if (!m.hit) continue;
      if (total < capacity) put_record(out, total, static_cast<index>(i), m);
      ++total;
    }
  });
  return {total < capacity ? total : capacity, total};
}

void each_item(const request& r, const records& out) noexcept {
  with_question(r, [&](const auto& ask) {
    for (std::size_t i = 0; i < ask.n; ++i) {
      const auto m = ask.when(i);
      put_record(out, i, m.hit ? static_cast<index>(i) : none, m);
    }
  });
}

outcome nearest(const request& r) noexcept {
  outcome o;
  with_question(r, [&](const auto& ask) {
    index who = none;
    decltype(ask.when(0)) best;
    for (std::size_t i = 0; i < ask.n; ++i) {
      const auto m = ask.when(i);
      if (m.hit && (who == none || nearer(m, best))) best = m, who = static_cast<index>(i);
    }
    put_outcome(o, who, best);
  });
  return o;
}

}  // namespace

constinit const engine engine_scalar{isa::scalar, 1, any, count, mask, times, list, nearest, each_item};

}  // namespace hitscan::detail
