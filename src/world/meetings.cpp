// Who meets whom on their ways, and when; and what each meets, in order.
#include <hitscan/world.hpp>

#include <algorithm>
#include <bit>

#include "../core/contract.hpp"
#include "pairs.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

// Pairs of ways, and when each of those that were written meets.
found_pairs broad::find_meetings(world_body& g, const meeting_of& m, bool in_order, const told_columns& out,
                                 const query& q, const workers& with) {
  if (!(m.r.until > 0)) return {};
  const std::size_t room = out.time.empty() ? out.first.size() : std::min(out.first.size(), out.time.size());
  const found_pairs met = find_pairs(g, m, in_order, {{out.first.first(room), out.second}}, q, with);
  if (out.time.empty()) return met;
  request all = m.r;
  all.batch = batch::each, all.first = met.pairs.first.data(), all.second = met.pairs.second.data();
  if (m.swapped) std::swap(all.first, all.second);
  const std::size_t n = met.written, lanes = lanes_of(with);
  const std::size_t parts = lanes > 1 ? std::min(n / 256 + 1, 8 * lanes) : 1;
  spread(with, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(n, parts, k);
    request r = all;
    r.n = mine.to - mine.from, r.first += mine.from, r.second += mine.from;
    const std::span<float> time = some_of(out.time, mine.from, mine.to);
    const std::span<std::uint8_t> flags = some_of(out.flags, mine.from, mine.to);
    if (r.strided) return run_each(m.e, r, hit_columns3{.time = time, .flags = flags});
    records to;
    to.time = time.data(), to.flags = flags.data();
    m.e.each(r, to);
  });
  return met;
}

found_pairs world::meetings_of(const asker& who, const meeting_columns& out, const query& q,
                               const workers& with) const {
  return pairs_with(lender::of(*this), who, find_meetings, {out}, q, with);
}

// ---- in order --------------------------------------------------------------------------------------------------

namespace {

// A hit as a number, which is the lower, the earlier `nearest` has it: by time, then a face before a corner, then by
// index. Times are not negative, so their bits are in their order.
std::uint64_t rank_of(float time, std::uint8_t flags, index item) noexcept {
  return std::uint64_t{std::bit_cast<std::uint32_t>(time)} << 33 | std::uint64_t{(flags & corner) != 0} << 32 | item;
}
float time_of(std::uint64_t rank) noexcept { return std::bit_cast<float>(static_cast<std::uint32_t>(rank >> 33)); }

}  // namespace

// All meetings, ascending by mover, and then each mover's as `nearest` has them.
std::size_t world::in_order_of(const asker& who, std::size_t k, const hit_lists& out, const query& q,
                               const workers& with) const {
  const default_float_state here;
  std::fill(out.starts.begin(), out.starts.end(), std::size_t{0});
  world_body& g = lender::of(*this);
  if (refused(g, who, "_in_order of a world")) return 0;
  const lease lent(with, &g);
  const workers& c = lent.now;
  if (short_of_workspaces(c)) return 0;
  const request first_view = asked_of(g, who);
  const std::size_t asked = meeting_of(first_view, g, false).asks().count;
  if (short_of_starts(first_view.verb, "_in_order", out.starts, asked)) return 0;

  room<unsigned char>& memory = memory_of(c, 0).meetings;
  constexpr std::size_t edges = 5 * 64, each = 2 * sizeof(index) + sizeof(float) + 1 + sizeof(std::uint64_t);
  told_columns met;
  found_pairs found;
  std::span<std::uint64_t> ranks;
  for (std::size_t n = (std::max(memory.bytes(), 64 * each + edges) - edges) / each;; n = found.total) {  // it may do
    shelf s(memory, shelf::bytes_of<index, index, float, std::uint8_t, std::uint64_t>(n));
    met = {{s.take<index>(n), s.take<index>(n), s.take<float>(n)}, s.take<std::uint8_t>(n)};
    ranks = s.take<std::uint64_t>(n);
    found = pairs_with(g, who, find_meetings, met, q, c);
    if (found.complete()) break;
  }
  const index *const first = met.first.data(), *const last = first + found.total;
  std::size_t total = 0, at = 0;
  for (std::size_t i = 0; i < std::max(asked, out.starts.size()); ++i) {
    if (i < out.starts.size()) out.starts[i] = total;
    const std::size_t from = at;
    while (first + at < last && first[at] == i) ++at;
    total += std::min(at - from, k);
  }
  const std::size_t lists = std::min(asked, out.starts.size()), lanes = lanes_of(c);
  const std::size_t parts = lanes > 1 ? std::min(lists, 8 * lanes) : 1;
  spread(c, parts, [&](std::size_t part, std::size_t) {
    const range_of mine(lists, parts, part);
    auto from = static_cast<std::size_t>(std::lower_bound(first, last, mine.from) - first);
    for (std::size_t i = mine.from; i < mine.to; ++i) {
      std::size_t end = from;
      for (; first + end < last && first[end] == i; ++end)
        ranks[end] = rank_of(met.time[end], met.flags[end], met.second[end]);
      std::sort(ranks.begin() + static_cast<std::ptrdiff_t>(from), ranks.begin() + static_cast<std::ptrdiff_t>(end));
      for (std::size_t j = 0; j < std::min(end - from, k); ++j) {
        const std::size_t to = out.starts[i] + j;
        if (to < out.items.size()) out.items[to] = static_cast<index>(ranks[from + j]);
        if (to < out.time.size()) out.time[to] = time_of(ranks[from + j]);
      }
      from = end;
    }
  });
  return total;
}

}  // namespace hitscan
