// What stands between a lowered request and the engine: the floating-point state, contracts, capacities, empty batches.
// Every function first sets the state aside and looks at the contract: where that is broken it says so, and writes
// that nothing was found. Only then the engine is asked.
#include "run.hpp"

#include <algorithm>

#include <hitscan/detail/forms.hpp>

#include "../core/bits.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "../core/strided.hpp"
#include "../dispatch/engines.hpp"
#include "whole_chain.hpp"

namespace hitscan::detail {

const engine& reference_engine() noexcept { return engine_scalar; }

// The other forms of columns with gaps are below.
outcome nearest_of_strided(const engine& e, const request& r) noexcept {
  outcome best;
  float until = r.until;
  each_block(r, r.n, [&](request& part, std::size_t first) {
    if (!is_contact(r.test)) part.until = until;
    const outcome o = e.nearest(part);
    if (o.index == none || !comes_first(o.time, o.flags, best.index == none, best.time, best.flags, until)) return true;
    best = o, best.index += static_cast<index>(first);
    return is_contact(r.test) || until > 0;
  });
  return best;
}

namespace {

// Nothing to look at, to copy or to join: the engine is asked straight away, by functions that do no more, as a small
// batch takes little longer than these do.
FORCED bool is_plain(const request& r) noexcept {
  return !looks_at_items && r.n - 2 <= none - 2 && !r.whole && !r.strided && !r.breach && !r.first;
}

// Who answers about an only item, if that is one, sooner than an engine.
FORCED auto alone(const request& r) noexcept { return r.n == 1 ? r.kernel->one : nullptr; }

constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

std::size_t bits_in(std::span<const std::uint64_t> words) noexcept {
  return words.size() > unlimited / 64 ? unlimited : words.size() * 64;
}

// ---- columns with gaps: the forms of an engine, joined from those of blocks --------------------------------------

namespace strided {

ONCE bool any(const engine& e, const request& r) noexcept {
  bool hit = false;
  each_block(r, r.n, [&](const request& part, std::size_t) { return !(hit = e.any(part)); });
  return hit;
}
ONCE std::size_t count(const engine& e, const request& r) noexcept {
  std::size_t hits = 0;
  each_block(r, r.n, [&](const request& part, std::size_t) { return hits += e.count(part), true; });
  return hits;
}
// Words of a block, or the one bit of a block of one: see block_of.
template <class Ask>
void put_words(std::uint64_t* words, const request& part, std::size_t first, const Ask& ask) noexcept {
  if (part.n > 1 || first % 64 == 0) return ask(words + first / 64);
  std::uint64_t one;
  ask(&one), words[first / 64] |= one << (first % 64);
}
ONCE void mask(const engine& e, const request& r, std::uint64_t* words) noexcept {
  each_block(r, r.n, [&](const request& part, std::size_t first) {
    put_words(words, part, first, [&](std::uint64_t* to) { e.mask(part, to); });
    return true;
  });
}
ONCE void times(const engine& e, const request& r, float* time, std::uint64_t* words) noexcept {
  each_block(r, r.n, [&](const request& part, std::size_t first) {
    const auto ask = [&](std::uint64_t* to) { e.times(part, time + first, to); };
    words ? put_words(words, part, first, ask) : ask(nullptr);
    return true;
  });
}
ONCE tally list(const engine& e, const request& r, const records& to, std::size_t capacity) noexcept {
  tally all{0, 0};
  each_block(r, r.n, [&](const request& part, std::size_t first) {
    const records rest = broad::from_item(to, all.written);
    const tally t = e.list(part, rest, capacity - all.written);
    for (std::size_t k = 0; k < t.written && rest.index; ++k) rest.index[k] += static_cast<index>(first);
    all.written += t.written, all.total += t.total;
    return true;
  });
  return all;
}
ONCE void each(const engine& e, const request& r, const records& out) noexcept {
  each_block(r, r.n, [&](const request& part, std::size_t first) {
    const records rest = broad::from_item(out, first);
    e.each(part, rest);
    for (std::size_t k = 0; k < part.n && rest.index; ++k)
      if (rest.index[k] != none) rest.index[k] += static_cast<index>(first);
    return true;
  });
}

}  // namespace strided

found listed(const engine& e, const request& r, const records& to, std::size_t capacity) noexcept {
  tally t;
  if (r.strided) {
    t = strided::list(e, r, to, capacity);
  } else if (const auto one = alone(r)) {
    outcome o;
    t.total = one(r, &o), t.written = t.total < capacity ? t.total : capacity;
    if (t.written) broad::put(to, 0, o);
  } else {
    t = e.list(r, to, capacity);
  }
  return {to.index, t.written, t.total};
}

template <class Request> outcome said_by(bool (*one)(const Request&, outcome*) noexcept, const Request& r) noexcept {
  outcome o;
  one(r, &o);
  return o;
}
outcome nearest(const engine& e, const request& r) noexcept {
  if (r.strided) return nearest_of_strided(e, r);
  const auto one = alone(r);
  return one ? said_by(one, r) : e.nearest(r);  // where it is wanted: a copy would wait for what was just written
}

}  // namespace

// ---- the forms -------------------------------------------------------------------------------------------------

// Of requests whose one side is a chain, asked about as one shape; below.
bool run_whole_any(const engine& e, const request& r) noexcept;
std::size_t run_whole_count(const engine& e, const request& r) noexcept;
void run_whole_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept;
found run_whole_list(const engine& e, const request& r, std::span<index> out) noexcept;

namespace {

ONCE bool other_any(const engine& e, const request& r) noexcept {
  if (r.whole) return run_whole_any(e, r);
  if (broken(r, "_any") || r.n == 0) return false;
  if (r.strided) return strided::any(e, r);
  const auto one = alone(r);
  return one ? one(r, nullptr) : e.any(r);
}
ONCE std::size_t other_count(const engine& e, const request& r) noexcept {
  if (r.whole) return run_whole_count(e, r);
  if (broken(r, "_count") || r.n == 0) return 0;
  if (r.strided) return strided::count(e, r);
  const auto one = alone(r);
  return one ? one(r, nullptr) : e.count(r);
}
ONCE void other_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept {
  if (r.whole) return run_whole_mask(e, r, words);
  const std::size_t bits = bits_in(words);
  if (broken(r, "_mask") || too_short(r, "_mask", "mask", -1, bits)) return fill(words, std::uint64_t{0});
  const fitted fit(r, bits);
  if (fit->n == 0) return;
  if (fit->strided)
    strided::mask(e, *fit, words.data());
  else if (const auto one = alone(*fit))
    words[0] = one(*fit, nullptr);
  else
    e.mask(*fit, words.data());
}
ONCE found other_list(const engine& e, const request& r, std::span<index> out) noexcept {
  if (r.whole) return run_whole_list(e, r, out);
  if (broken(r, "") || r.n == 0) return {out.data(), 0, 0};
  records to;
  to.index = out.data();
  return listed(e, r, to, out.size());
}

}  // namespace

bool run_any(const engine& e, const request& r) noexcept {
  const default_float_state here;
  return is_plain(r) ? e.any(r) : other_any(e, r);
}
std::size_t run_count(const engine& e, const request& r) noexcept {
  const default_float_state here;
  return is_plain(r) ? e.count(r) : other_count(e, r);
}

bool run_any(const singles& r) noexcept {
  const default_float_state here;
  return r.kernel->two(r, nullptr);
}
outcome run_nearest(const singles& r) noexcept {
  const default_float_state here;
  return said_by(r.kernel->two, r);
}
outcome run_deepest(const singles& r) noexcept {
  const default_float_state here;
  outcome o = said_by(r.kernel->two, r);
  times_to_depths(&o.time, 1);
  return o;
}

void run_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept {
  const default_float_state here;
  if (is_plain(r) && (r.n - 1) / 64 < words.size())
    e.mask(r, words.data());
  else
    other_mask(e, r, words);
}

void run_times(const engine& e, const request& r, const times_out& out) noexcept {
  constexpr const char* label = "times_out time mask";
  const default_float_state here;
  const std::size_t bits = out.mask.empty() ? unlimited : bits_in(out.mask);
  if (broken(r, "_times") || too_short(r, "_times", label, 0, out.time.size()) ||
      too_short(r, "_times", label, 1, bits)) {
    fill(out.time, 1.0f), fill(out.mask, std::uint64_t{0});
    return;
  }
  const fitted fit(r, out.time.size() < bits ? out.time.size() : bits);
  if (fit->n == 0) return;
  if (fit->strided) {
    strided::times(e, *fit, out.time.data(), out.mask.empty() ? nullptr : out.mask.data());
  } else if (const auto one = alone(*fit)) {
    outcome o;
    const bool hit = one(*fit, &o);
    out.time[0] = o.time;
    if (!out.mask.empty()) out.mask[0] = hit;
  } else {
    e.times(*fit, out.time.data(), out.mask.empty() ? nullptr : out.mask.data());
  }
}

found run_list(const engine& e, const request& r, std::span<index> out) noexcept {
  const default_float_state here;
  if (!is_plain(r)) return other_list(e, r, out);
  records to;
  to.index = out.data();
  const tally t = e.list(r, to, out.size());
  return {out.data(), t.written, t.total};
}

namespace {

found list_records(const engine& e, const request& r, const wanted& want) noexcept {
  if (broken(r, "") || r.n == 0) return {want.to.index, 0, 0};
  return listed(e, r, want.to, want.room());
}

}  // namespace

found run_records(const engine& e, const request& r, const hit_columns3& out) noexcept {
  const default_float_state here;
  return list_records(e, r, wanted(out));
}
found run_records(const engine& e, const request& r, const contact_columns3& out) noexcept {
  const default_float_state here;
  const wanted want(out);
  const found all = list_records(e, r, want);
  times_to_depths(want.to.time, all.written);
  return all;
}

outcome run_nearest(const engine& e, const request& r) noexcept {
  const default_float_state here;
  return broken(r, "_nearest") || r.n == 0 ? outcome{} : nearest(e, r);
}
outcome run_deepest(const engine& e, const request& r) noexcept {
  const default_float_state here;
  outcome o = broken(r, "_deepest") || r.n == 0 ? outcome{} : nearest(e, r);
  times_to_depths(&o.time, 1);
  return o;
}

namespace {

// Dense records. Returns how many.
template <class Columns>
std::size_t write_each(const engine& e, const request& r, const Columns& out, const wanted& want) noexcept {
  if (broken(r, "") || too_short(r, "", want.column, -1, want.room())) {
    write_nothing(out);
    return 0;
  }
  const fitted fit(r, want.room());
  if (fit->strided) {
    strided::each(e, *fit, want.to);
  } else if (const auto one = alone(*fit)) {
    broad::put(want.to, 0, said_by(one, *fit));
  } else if (fit->n != 0) {
    e.each(*fit, want.to);
  }
  return fit->n;
}

}  // namespace

void run_each(const engine& e, const request& r, const hit_columns3& out) noexcept {
  const default_float_state here;
  write_each(e, r, out, wanted(out));
}
void run_each(const engine& e, const request& r, const contact_columns3& out) noexcept {
  const default_float_state here;
  const wanted want(out);
  times_to_depths(want.to.time, write_each(e, r, out, want));
}

// ---- the first of all, in order --------------------------------------------------------------------------------

namespace {

// The order of every nearest: time, then a face before a corner, then the lower index.
constexpr auto comes_before = [](const auto& x, const auto& y) noexcept {
  if (x.time != y.time) return x.time < y.time;
  const int corner_x = x.flags & corner, corner_y = y.flags & corner;
  return corner_x != corner_y ? corner_x < corner_y : x.index < y.index;
};

// Lists, block by block, of which the first so many are kept: a heap, the last of them on top. Where most are not,
// where they touch is worked out for these alone, in the end.
template <class V> found first_in_order(const engine& e, const request& r, std::span<basic_hit<V>> out) noexcept {
  if (broken(r, "_in_order")) return {};
  constexpr std::size_t most = 256;
  index who[most];
  float when[most], normal[V::dims][most], position[V::dims][most];
  std::uint8_t how[most];
  records to;
  to.index = who, to.time = when, to.flags = how;
  const bool most_are_kept = r.n / 32 <= out.size();
  for (int k = 0; most_are_kept && k < V::dims; ++k) to.normal[k] = normal[k], to.position[k] = position[k];
  found all;
  basic_hit<V>* const first = out.data();
  each_block(
      r, r.n,
      [&](const request& part, std::size_t before) {
        const std::size_t hits = listed(e, part, to, most).total;
        all.total += hits;
        for (std::size_t k = 0; k < hits; ++k) {
          basic_hit<V> h{.time = when[k], .index = static_cast<index>(before + who[k]), .flags = how[k]};
          for (int d = 0; most_are_kept && d < V::dims; ++d) h.normal[d] = normal[d][k], h.position[d] = position[d][k];
          if (all.written < out.size())
            first[all.written++] = h;
          else if (out.empty() || !comes_before(h, first[0]))
            continue;
          else
            std::pop_heap(first, first + all.written, comes_before), first[all.written - 1] = h;
          std::push_heap(first, first + all.written, comes_before);
        }
        return true;
      },
      most);
  std::sort_heap(first, first + all.written, comes_before);
  if (most_are_kept) return all;

  const bool of_b = r.batch == batch::one_many;
  request one = r;
  side& item = of_b ? one.b : one.a;
  motion& move = of_b ? one.db : one.da;
  broad::make_single(item, move), one.n = 1, one.strided = false;
  for (basic_hit<V>& h : out.first(all.written)) {
    broad::single_out(r, of_b ? r.b : r.a, of_b ? r.db : r.da, h.index, item, move);
    const outcome o = nearest(e, one);
    for (int k = 0; k < V::dims; ++k) h.normal[k] = o.normal[k], h.position[k] = o.position[k];
  }
  return all;
}

}  // namespace

found run_in_order(const engine& e, const request& r, std::span<hit> out) noexcept {
  const default_float_state here;
  return first_in_order(e, r, out);
}
found run_in_order(const engine& e, const request& r, std::span<hit3> out) noexcept {
  const default_float_state here;
  return first_in_order(e, r, out);
}

// ---- a chain as one shape --------------------------------------------------------------------------------------

namespace {

// each(first item, words), block by block.
template <class Each> void each_words(const engine& e, const request& r, const Each& each) noexcept {
  using namespace words_of_bits;
  for (std::size_t first = 0; first < r.n; first += block) {
    const std::size_t n = std::min(r.n - first, block);
    word hits[block_words] = {};
    ask_whole_chain(e, r, first, n, hits);
    each(first, std::span<const word>(hits, mask_words(n)));
  }
}

}  // namespace

bool run_whole_any(const engine& e, const request& r) noexcept {
  const default_float_state here;
  if (broken(r, "_any")) return false;
  bool any = false;
  for (std::size_t first = 0; first < r.n && !any; first += words_of_bits::block)
    any = ask_whole_chain(e, r, first, std::min(r.n - first, words_of_bits::block), nullptr);
  return any;
}

void run_whole_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept {
  const default_float_state here;
  const std::size_t bits = bits_in(words);
  if (broken(r, "_mask") || too_short(r, "_mask", "mask", -1, bits)) return fill(words, std::uint64_t{0});
  const fitted fit(r, bits);
  each_words(e, *fit, [&](std::size_t first, std::span<const std::uint64_t> hits) {
    for (std::size_t w = 0; w < hits.size(); ++w) words[first / 64 + w] = hits[w];
  });
}

namespace {

found list_whole(const engine& e, const request& r, std::span<index> out, const char* form) noexcept {
  if (broken(r, form)) return {out.data(), 0, 0};
  words_of_bits::writer list(out);
  each_words(e, r, [&](std::size_t first, std::span<const std::uint64_t> hits) {
    for (std::size_t w = 0; w < hits.size(); ++w) list.put(hits[w], first + 64 * w);
  });
  return list.result();
}

}  // namespace

std::size_t run_whole_count(const engine& e, const request& r) noexcept {
  const default_float_state here;
  return list_whole(e, r, {}, "_count").total;
}
found run_whole_list(const engine& e, const request& r, std::span<index> out) noexcept {
  const default_float_state here;
  return list_whole(e, r, out, "");
}

}  // namespace hitscan::detail
