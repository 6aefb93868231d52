// Does each of many meet anything? A bit each: nobody is looked for any further once it is known that it does.
#include <hitscan/world.hpp>

#include <algorithm>
#include <bit>

#include "cost.hpp"
#include "near_items.hpp"
#include "rays/nested_grid_build.hpp"
#include "views.hpp"

namespace hitscan {
namespace {

using namespace detail;
using namespace detail::broad;

using words = std::uint64_t*;
constexpr std::size_t bits_a_word = 64;

// f(from, to, lane) of parts of n that have words to themselves, by several jobs.
template <class F> void in_parts(const workers& c, std::size_t n, std::size_t worth, F f) {
  const std::size_t all = mask_words(n), lanes = lanes_of(c);
  const std::size_t parts = lanes > 1 ? std::clamp<std::size_t>(worth, 1, std::min(all, 8 * lanes)) : 1;
  spread(c, parts, [&](std::size_t k, std::size_t lane) {
    const range_of mine(all, parts, k);
    f(mine.from * bits_a_word, std::min(mine.to * bits_a_word, n), lane);
  });
}

// Pairs that perhaps meet: of those that do, the first is marked by mark(number).
template <class Mark> struct marker {
  const engine& e;
  request each;
  bool swapped, certain;
  Mark mark;
  index first[pair_room], second[pair_room];
  std::uint64_t hits[mask_words(pair_room)];

  marker(const meeting_of& m, const request& part, bool all, Mark how) noexcept
      : e(m.e), each(part), swapped(m.swapped), certain(all), mark(how) {
    each.batch = batch::each;
  }
  static void take(void* owner, const index* a, const index* b, std::uint32_t n, const float*) {
    static_cast<marker*>(owner)->add(a, b, n);
  }
  void add(const index* a, const index* b, std::size_t n) noexcept {
    if (certain) {
      for (std::size_t k = 0; k < n; ++k) mark.set(a[k]);
      return;
    }
    std::size_t left = 0;  // those of whom it is known are asked no more
    for (std::size_t k = 0; k < n; ++k)
      if (!mark.is_set(a[k])) first[left] = a[k], second[left] = b[k], ++left;
    if (left == 0) return;
    each.n = left, each.first = swapped ? second : first, each.second = swapped ? first : second;
    e.mask(each, hits);
    for (std::size_t k = 0; k < left; ++k)
      if (hits[k / bits_a_word] >> k % bits_a_word & 1) mark.set(first[k]);
  }
};
struct in_words {
  words to;
  bool is_set(index i) const noexcept { return to[i / bits_a_word] >> i % bits_a_word & 1; }
  void set(index i) const noexcept { to[i / bits_a_word] |= std::uint64_t{1} << i % bits_a_word; }
};
struct in_bytes {  // which several jobs may write side by side
  unsigned char* to;
  bool is_set(index i) const noexcept { return to[i] != 0; }
  void set(index i) const noexcept { to[i] = 1; }
};
// Of a block of 16.
std::uint32_t who_has_met(const unsigned char* met, const float* numbers) noexcept {
  std::uint32_t m = 0;
  for (int j = 0; j < width; ++j)
    if (const auto i = std::bit_cast<index>(numbers[j]); i == none || met[i]) m |= 1u << j;
  return m;
}
// f(i) tells the bits of n.
template <class F> void put_words(words to, std::size_t n, F f) noexcept {
  for (std::size_t i = 0; i < n; i += bits_a_word) {
    std::uint64_t w = 0;
    for (std::size_t j = 0; j < std::min(bits_a_word, n - i); ++j) w |= std::uint64_t{f(i + j)} << j;
    to[i / bits_a_word] = w;
  }
}

// Of n who ask from number `at` on, a block that stays in the cache: who meets any item, one item after the other until
// it takes less to ask those who are left one by one. Returns how many items were asked about.
std::size_t until_few_are_left(const meeting_of& m, std::size_t at, std::size_t n, words met) noexcept {
  constexpr std::size_t call = 200;  // takes as long as so many pairs, about
  const std::size_t items = m.items().count;
  const request block = part_of(m, at, at + n);
  one_against_many item(block, !m.swapped);
  std::fill_n(met, mask_words(n), std::uint64_t{0});
  std::size_t k = 0;
  for (std::size_t left = n; k < items && left * (items + call) > (items - k) * n; ++k) {
    std::uint64_t hits[block_of_many / bits_a_word];
    m.e.mask(item.at(k), hits);
    left = n;
    for (std::size_t w = 0; w < mask_words(n); ++w) left -= static_cast<std::size_t>(std::popcount(met[w] |= hits[w]));
  }
  return k;
}

// Every one is asked about every item: by one against many, whichever are fewer.
void by_brute(const meeting_of& m, const workers& c, words to) {
  const std::size_t n = m.asks().count, items = m.items().count;
  in_parts(c, n, n * items / 65536, [&](std::size_t from, std::size_t end, std::size_t) {
    one_against_many one(m.r, m.swapped);
    for (std::size_t at = from; at < end; at += block_of_many) {
      const std::size_t some = std::min(end - at, block_of_many);
      const in_words met{to + at / bits_a_word};
      const bool by_item = end - from >= items;
      if (by_item && until_few_are_left(m, at, some, met.to) == items) continue;
      put_words(met.to, some, [&](std::size_t i) { return (by_item && met.is_set(i)) || m.e.any(one.at(at + i)); });
    }
  });
}

// Sorted, as pairs are found.
void by_grid(world_body& g, const meeting_of& m, bool sifted, const workers& c, words to) {
  memory& s = memory_of(c, 0);
  const side bounds = bounds_of(m, g.dims, c);
  const bvh items = bvh_for(g, m, bounds, sifted, c), who = bvh_of(m, bounds, g.dims, c);
  const std::size_t n = m.asks().count;
  unsigned char* const met = reinterpret_cast<unsigned char*>(s.pairs.need(n / sizeof(std::uint32_t) + 1));
  std::fill_n(met, n, static_cast<unsigned char>(0));
  join_rules rules = rules_of(m);
  rules.met = met, rules.who_has_met = who_has_met;
  const std::size_t nodes = who.levels ? who.nodes[0] : 0, lanes = lanes_of(c);
  const std::size_t parts = lanes > 1 ? std::min(nodes, 8 * lanes) : 1;
  spread(c, parts, [&](std::size_t k, std::size_t) {
    const range_of mine(nodes, parts, k);
    marker<in_bytes> found(m, m.r, boxes_say_it_all(m.r), {met});
    of<join_kernels>(m.e).join(who, &items, static_cast<std::uint32_t>(mine.from), static_cast<std::uint32_t>(mine.to),
                               rules, {&found, marker<in_bytes>::take});
  });
  put_words(to, n, [&](std::size_t i) { return met[i] != 0; });
}

// Each in the cells where it stands.
void by_tree(world_body& g, const meeting_of& m, const workers& c, words to) {
  const nested_grid_body& rays = g.as_rays();
  const nested_grid world = rays.view(g.ways, g.dims);
  const bool boxes = m.r.test == test::overlap_boxes;
  side bounds = m.asks();
  if (!has_own_bounds(bounds.what) || bounds.what == kind::circle)
    bounds = boxes_around(bounds, {}, g.dims, taking_in::shape, memory_of(c, 0).edges);
  const bool half_open = m.r.touch == touching::half_open;
  in_parts(c, bounds.count, bounds.count / 1024, [&](std::size_t from, std::size_t end, std::size_t) {
    const words mine = to + from / bits_a_word;
    marker<in_words> found(m, part_of(m, from, end), false, {mine});
    const standing_rules rules{
        !boxes || m.r.touch != touching::misses, half_open, boxes, layered(m.r.a, m.r.b), m.r.layers, mine};
    of<standing_kernels>(m.e).stand(world, from_item(bounds, from, g.dims), end - from, rules,
                                    {&found, marker<in_words>::take});
  });
}

// Of the items of one view. There are words for all who ask.
void mask(world_body& g, meeting_of& m, words to, const query& q, const workers& c) {
  const std::size_t n = m.asks().count;
  const bool sweeps = m.sweeps();
  if (n == 0 || apart(m.r) || (sweeps && !(m.r.until > 0)))
    return (void)std::fill_n(to, mask_words(n), std::uint64_t{0});
  memory& s = memory_of(c, 0);
  m.close_gaps(s);
  float beyond;  // is asked again where it counts
  const method by = sweeps ? method_for(g, m.r, q.by, beyond, true) : method_for_masks(g, m.asks(), q.by);
  if (sweeps && by != method::brute) {
    const std::span<index> first(s.pairs.need(n), n);
    firsts(g, m.r, {.index = first}, q, c, true);
    return put_words(to, n, [&](std::size_t i) { return first[i] != none; });
  }
  const bool in_cells = by == method::tree && !g.by.present;  // cells are of the way of items that move
  const bool sifted = by != method::brute && !in_cells && sifts_pairs(g, m.asks(), {}, false);
  g.note(n, by == method::tree && !in_cells ? method::grid : by);
  by == method::brute ? by_brute(m, c, to) : in_cells ? by_tree(g, m, c, to) : by_grid(g, m, sifted, c, to);
}

}  // namespace

void world::mask_of(const asker& who, std::span<std::uint64_t> out, const query& q, const workers& with) const {
  const default_float_state here;
  world_body& g = lender::of(*this);
  const auto nothing = [&] { std::fill(out.begin(), out.end(), std::uint64_t{0}); };
  const request first = asked_of(g, who);
  constexpr const char* form = "_mask of a world";
  if (g.views == 1 ? refused(g, first, form) : refused(g, who, form)) return nothing();
  const lease lent(with, &g);
  const workers& c = lent.now;
  if (short_of_workspaces(c)) return nothing();
  meeting_of m(first, g, false);
  std::size_t n = m.asks().count;
  if (mask_words(n) > out.size()) {
    too_short(first.verb, "_mask", "mask", out.size() * bits_a_word, n);
    if (checked_build) return nothing();
    m.asks().count = n = out.size() * bits_a_word;
  }
  mask(g, m, out.data(), q, c);
  if (g.views == 1) return;
  shelf rows(memory_of(c, 0), shelf::bytes_of<std::uint64_t>(mask_words(n)));
  const std::span<std::uint64_t> other = rows.take<std::uint64_t>(mask_words(n));
  for (std::size_t k = 1; k < g.views; ++k) {
    world_body& one = g.view(k);
    const request asked = asked_of(one, who);
    meeting_of its(asked, one, false);
    its.asks().count = n;
    mask(one, its, other.data(), q, c);
    for (std::size_t w = 0; w < other.size(); ++w) out[w] |= other[w];
  }
}

}  // namespace hitscan
