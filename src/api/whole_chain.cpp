// Of a chain's links, 64 at a time, each is a bit. For either axis, cut into cells from the first link's lower end to
// the last one's upper end, two tables say which links begin in a cell or before it, and which end in it or after it:
//
//            |  0----1  |          |            begun   0      01      012     012
//            |      1---+----2     |            open    012    12      2       .
//     -------+----------+----2-----+----> x
//
// Links that begin before an item ends, and end after it begins, on both axes, are those whose bounds may meet its own:
// four look-ups, however large it is. These pairs alone are asked. Where they are many, each link asks about all items.
//
// Bounds are somewhat larger than they need be, by more than sums and roundings come to, and cells never change the
// order of two edges: so no pair that hits is left out, and the kernel has the last word about each.
#include "whole_chain.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/bits.hpp"
#include "../core/forced.hpp"
#include "../core/items.hpp"
#include "../core/strided.hpp"

namespace hitscan::detail {
namespace {

using words_of_bits::each_bit, words_of_bits::word;

constexpr std::size_t most_links = 64, most_items = 512, most_pairs = 1024, cells = 256;
constexpr std::size_t few = 16;   // of so many items each asks for itself
constexpr std::size_t crowd = 8;  // where one of so many pairs is left, links ask about all items

using values = float[most_items];

ONCE void read(const feed& f, std::size_t n, float* to) noexcept {
  f.data ? std::copy_n(f.data, n, to) : std::fill_n(to, n, f.one);
}

// What n items reach on axis k, on their whole way. Their columns have no gaps. (World's bounds.cpp tells it of one
// after the other, in doubles: that would be all the time there is.)
ONCE void put_bounds(const side& s, const motion& by, std::size_t n, int k, float* low, float* high) noexcept {
  constexpr feed nothing{nullptr, 0};
  values around, way;  // from low to high, and so much around it
  const auto put = [&](const feed& from, const feed& to, const feed& out) {
    read(from, n, low), read(to, n, high), read(out, n, around);
  };
  const feed* const c = s.column;
  switch (s.what) {
    case kind::point: put(c[k], c[k], nothing); break;
    case kind::circle: put(c[k], c[k], c[2]); break;
    case kind::corners: put(c[2 * k], c[2 * k + 1], nothing); break;
    case kind::centred: put(c[k], c[k], c[2 + k]); break;
    case kind::chain: put(c[k], c[2 + k], c[4]); break;
    case kind::segment:
    case kind::capsule:
      put(c[k], c[2 + k], s.what == kind::capsule ? c[4] : nothing);
      for (std::size_t i = 0; i < n; ++i) high[i] += low[i];
      break;
    case kind::obb:  // half axes u and w (semantics.md, section 1), of which w is turned
      put(c[2], c[3], c[4 + k]), read(c[5 - k], n, way);
      for (std::size_t i = 0; i < n; ++i) around[i] = std::fabs(low[i] * around[i]) + std::fabs(high[i] * way[i]);
      read(c[k], n, low), read(c[k], n, high);
      break;
    case kind::polygon:
      read(nothing, n, around);
      for (std::size_t i = 0; i < n; ++i) {
        const outlines one = broad::outline_of(s.outline, i);
        const float* const at = k ? one.y : one.x;
        low[i] = high[i] = one.corners ? at[0] : NAN;
        for (std::size_t j = 1; j < one.corners; ++j)
          low[i] = std::min(low[i], at[j]), high[i] = std::max(high[i], at[j]);
      }
  }
  read(by.present ? by.column[k] : nothing, n, way);
  for (std::size_t i = 0; i < n; ++i) {
    const float from = low[i] < high[i] ? low[i] : high[i], to = low[i] < high[i] ? high[i] : low[i], d = way[i];
    const float room = (std::fabs(from) + std::fabs(to) + std::fabs(around[i]) + std::fabs(d)) * 0x1p-20f;
    low[i] = from - around[i] + (d < 0 ? d : 0) - room, high[i] = to + around[i] + (d > 0 ? d : 0) + room;
  }
}

struct axis {
  float origin, scale;
  word begun[cells], open[cells];

  // In the order of edges; the first and the last are beyond all links. NaN is anywhere.
  std::int32_t cell(float edge) const noexcept {
    float at = (edge - origin) * scale + 1;
    at = at > 0 ? at : 0;
    return static_cast<std::int32_t>(at < cells - 1 ? at : cells - 1);
  }
  ONCE void make(const float* low, const float* high, word links) noexcept {
    float end = -HUGE_VALF;
    origin = HUGE_VALF;
    each_bit(links, 0, [&](index i) { origin = std::min(origin, low[i]), end = std::max(end, high[i]); });
    scale = std::min(static_cast<float>(cells - 2) / (end - origin), FLT_MAX);
    scale = std::max(FLT_MIN, scale);  // not 0, which makes NaN of infinite distances
    std::fill_n(begun, cells, word{0}), std::fill_n(open, cells, word{0});
    each_bit(links, 0, [&](index i) { begun[cell(low[i])] |= word{1} << i, open[cell(high[i])] |= word{1} << i; });
    for (std::size_t c = 1; c < cells; ++c) begun[c] |= begun[c - 1], open[cells - 1 - c] |= open[cells - c];
  }
  ONCE void find(const float* edges, std::size_t n, std::uint8_t* in) const noexcept {
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint8_t>(cell(edges[i]));
  }
};

class search {
 public:
  search(const engine& e, const request& r, std::uint64_t* hits) noexcept
      : e_(e), r_(r), of_a_(r.batch == batch::one_many), hits_(hits) {}

  // Items from `first` on.
  bool ask(std::size_t first, std::size_t n) noexcept {
    request turned = r_;
    turned.batch = of_a_ ? batch::many_one : batch::one_many;
    return n <= few ? ask_each(turned, first, n) : ask_many(turned, first, n), found_;
  }

 private:
  side& chain_of(request& r) const noexcept { return of_a_ ? r.a : r.b; }
  side& items_of(request& r) const noexcept { return of_a_ ? r.b : r.a; }
  motion& way_of_chain(request& r) const noexcept { return of_a_ ? r.da : r.db; }
  motion& way_of_items(request& r) const noexcept { return of_a_ ? r.db : r.da; }

  // Items one by one, about all links.
  void ask_each(request& one, std::size_t first, std::size_t n) noexcept {
    one.n = chain_of(one).count, one.strided = true;
    broad::make_single(items_of(one), way_of_items(one));
    const side& items = of_a_ ? r_.b : r_.a;
    const motion& ways = of_a_ ? r_.db : r_.da;
    for (std::size_t i = 0; i < n && (hits_ || !found_); ++i) {
      broad::single_out(r_, items, ways, first + i, items_of(one), way_of_items(one));
      bool hit = false;
      each_block(one, one.n, [&](const request& some, std::size_t) { return !(hit = e_.any(some)); });
      found_ |= hit;
      if (hits_) hits_[0] |= word{hit} << i;
    }
  }

  void ask_many(const request& turned, std::size_t first, std::size_t n) noexcept {
    alignas(64) std::byte of_links[most_links * 8 * sizeof(float)], of_items[4 * block_floats];
    request links, part;
    const std::size_t step = std::min(block_of(r_), most_items);
    const std::size_t all = (of_a_ ? r_.a : r_.b).count;
    for (std::size_t from = 0; from < all && (hits_ || !found_); from += most_links) {
      put_block(turned, from, std::min(all - from, most_links), of_links, links);
      links.batch = r_.batch;
      if (!put_axes(links)) continue;
      for (std::size_t i = 0; i < n && (hits_ || !found_); i += step) {
        put_block(links, first + i, std::min(n - i, step), of_items, part);
        ask_block(part, i);
      }
    }
  }

  // Returns whether any of them can be hit.
  ONCE bool put_axes(request& r) noexcept {
    values low[2], high[2];
    const std::size_t n = r.n;
    links_ = 0;
    for (int k = 0; k < 2; ++k) put_bounds(chain_of(r), way_of_chain(r), n, k, low[k], high[k]);
    for (std::size_t i = 0; i < n; ++i) {
      const bool lives = low[0][i] <= high[0][i] && low[1][i] <= high[1][i];
      links_ |= word{lives} << i;
    }
    for (int k = 0; k < 2 && links_; ++k) axes_[k].make(low[k], high[k], links_);
    return links_ != 0;
  }

  // Items side by side, the first of which is number `at` of those asked.
  void ask_block(request& r, std::size_t at) noexcept {
    const std::size_t n = r.n;
    std::uint8_t first[2][most_items], last[2][most_items];
    for (int k = 0; k < 2; ++k) {
      values low, high;
      put_bounds(items_of(r), way_of_items(r), n, k, low, high);
      axes_[k].find(low, n, first[k]), axes_[k].find(high, n, last[k]);
    }
    const auto& [x, y] = axes_;
    word links[most_items];
    index who[most_items];  // the items that links are near to
    std::size_t near = 0, pairs = 0;
    for (std::size_t i = 0; i < n; ++i) {
      links[near] = x.begun[last[0][i]] & x.open[first[0][i]] & y.begun[last[1][i]] & y.open[first[1][i]];
      who[near] = static_cast<index>(i), near += links[near] != 0;
    }
    for (std::size_t i = 0; i < near; ++i) pairs += bits_set(links[i]);
    if (pairs * crowd > n * bits_set(links_)) return ask_each_link(r, at);
    index item[most_pairs], link[most_pairs];
    r.batch = batch::each, r.first = of_a_ ? link : item, r.second = of_a_ ? item : link, r.n = 0;
    for (std::size_t i = 0; i < near; ++i) {
      if (r.n + most_links > most_pairs) ask_now(r, item, at), r.n = 0;
      each_bit(links[i], 0, [&](index k) { item[r.n] = who[i], link[r.n++] = k; });
    }
    if (r.n) ask_now(r, item, at);
    r.first = r.second = nullptr;  // these end here
  }

  void ask_each_link(const request& r, std::size_t at) noexcept {
    request one = r;
    side& link = chain_of(one);
    broad::make_single(link, way_of_chain(one));
    each_bit(links_, 0, [&](index i) {
      broad::single_out(r, of_a_ ? r.a : r.b, of_a_ ? r.da : r.db, i, link, way_of_chain(one));
      ask_now(one, nullptr, at);
    });
  }

  ONCE void ask_now(const request& r, const index* who, std::size_t at) noexcept {
    if (!hits_) return void(found_ = found_ || e_.any(r));
    word some[most_pairs / 64];
    e_.mask(r, some);
    for (std::size_t w = 0; w < mask_words(r.n); ++w)
      each_bit(some[w], 64 * w, [&](index k) {
        const std::size_t i = at + (who ? who[k] : k);
        hits_[i / 64] |= word{1} << i % 64;
      });
  }

  const engine& e_;
  const request& r_;
  const bool of_a_;            // the chain is a
  std::uint64_t* const hits_;  // null: is there any?
  bool found_ = false;
  word links_;  // those of the 64 that can be hit
  axis axes_[2];
};

}  // namespace

bool ask_whole_chain(const engine& e, const request& r, std::size_t first, std::size_t n,
                     std::uint64_t* hits) noexcept {
  return search(e, r, hits).ask(first, n);
}

}  // namespace hitscan::detail
