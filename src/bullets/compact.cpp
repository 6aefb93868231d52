// Stable removal. Items are taken a block at a time: what stays of it is written down once, as bits, and each column
// moves by that what it has in the block.
//
//     block     a b C d | E f g ...      few are gone: runs, [a b] [d] [f g], as they are
//     kept      1 1 0 1 | 0 1 1          4 or 8 bytes an item: a register at a time, where there is an engine for it
//     column    a b d f | g              else one by one, from a list of those that stay
//
// Nothing is ever written ahead of what is still to be read: items move to the left.
#include <bit>
#include <cstring>

#include "../core/bits.hpp"
#include "../core/contract.hpp"
#include "../dispatch/by_isa.hpp"

#include <hitscan/compact.hpp>

namespace hitscan::detail {

HITSCAN_DECLARE_BY_ISA(bool keep(const keep_request&) noexcept)

namespace {

constexpr bool (*keepers[isa_count])(const keep_request&) noexcept = HITSCAN_BY_ISA(nullptr, keep);

using word = std::uint64_t;
constexpr std::size_t block = 2048, block_words = block / 64;

// What stays of a block.
struct kept_items {
  word bits[block_words];
  std::size_t items, left;
  std::uint16_t list[block];  // of those that stay, once `listed`
  bool listed;
  bool few_gone(std::size_t one_in) const noexcept { return (items - left) * one_in <= items; }
};

// The next block of what a removal says, which is read but once.
class block_reader {
 public:
  block_reader(const removal& which, std::size_t n) noexcept : which_(which), n_(n) {}
  bool next(kept_items& b) noexcept {
    first_ = end_, b.items = n_ - first_ < block ? n_ - first_ : block, end_ = first_ + b.items;
    if (b.items == 0) return false;
    const std::size_t words = (b.items + 63) / 64;
    for (std::size_t w = 0; w < words; ++w) b.bits[w] = ~word{0};
    if (which_.words)
      for (std::size_t w = 0; w < words && first_ / 64 + w < which_.word_count; ++w)
        b.bits[w] = ~which_.words[first_ / 64 + w];
    else
      take_listed(b);
    // NOLINTNEXTLINE(clang-analyzer-core.*): there is a word, and it has been written
    if (b.items % 64) b.bits[words - 1] &= (word{1} << (b.items % 64)) - 1;
    b.left = 0, b.listed = false;
    for (std::size_t w = 0; w < words; ++w) b.left += bits_set(b.bits[w]);
    return true;
  }
  std::size_t first() const noexcept { return first_; }

 private:
  void take_listed(kept_items& b) noexcept {
    for (; which_.list && at_ < which_.list_count; ++at_) {
      const std::size_t i = which_.list[at_];
      if (i < from_ || i >= n_) continue;
      if (i >= end_) return;
      b.bits[(i - first_) / 64] &= ~(word{1} << (i % 64));
      from_ = i + 1;
    }
  }
  const removal& which_;
  std::size_t n_, first_ = 0, end_ = 0, at_ = 0, from_ = 0;
};

// run(from, to) of items that stay side by side.
template <class Run> void each_run(const kept_items& b, const Run& run) noexcept {
  std::size_t from = 0;
  for (std::size_t w = 0; 64 * w < b.items; ++w)
    for (word gone = ~b.bits[w]; gone; gone &= gone - 1) {
      const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(gone));
      if (i >= b.items) break;
      if (i > from) run(from, i);
      from = i + 1;
    }
  if (from < b.items) run(from, b.items);
}

// Eight at a time, without a branch: what is not kept is overwritten by the next that is.
void list_kept(kept_items& b) noexcept {
  if (b.listed) return;
  b.listed = true;
  std::size_t n = 0;
  for (std::size_t i = 0; i < b.items; i += 64)
    for (word w = b.bits[i / 64], j = i; w; w >>= 8, j += 8)
      for (unsigned k = 0; k < 8; ++k) b.list[n] = static_cast<std::uint16_t>(j + k), n += w >> k & 1;
}

// Items of a size that is known when this is compiled: one load and one store each, or two.
template <std::size_t Bytes>
void move_listed(const kept_items& b, unsigned char* to, const unsigned char* from) noexcept {
  const auto move = [&](std::size_t k) {
    unsigned char item[Bytes];
    std::memcpy(item, from + b.list[k] * Bytes, Bytes);
    std::memcpy(to + k * Bytes, item, Bytes);
  };
  std::size_t k = 0;
  for (; k + 4 <= b.left; k += 4) move(k), move(k + 1), move(k + 2), move(k + 3);
  for (; k < b.left; ++k) move(k);
}

// What stays of a block of one column: from `from` to `to`.
void move_items(kept_items& b, unsigned char* to, const unsigned char* from, std::size_t bytes) noexcept {
  const auto move = [&](std::size_t first, std::size_t end) {
    std::memmove(to, from + first * bytes, (end - first) * bytes), to += (end - first) * bytes;
  };
  if (b.left == 0 || (to == from && b.left == b.items)) return;
  if (const auto keep = of_active(keepers);
      keep && (bytes == 4 || bytes == 8) && !b.few_gone(128) &&
      keep({.to = to, .from = from, .kept = b.bits, .n = b.items, .bytes = bytes}))
    return;
  if (bytes > 16 || b.few_gone(32)) return each_run(b, move);
  list_kept(b);
  switch (bytes) {
    case 1: return move_listed<1>(b, to, from);
    case 2: return move_listed<2>(b, to, from);
    case 4: return move_listed<4>(b, to, from);
    case 8: return move_listed<8>(b, to, from);
    case 12: return move_listed<12>(b, to, from);
    case 16: return move_listed<16>(b, to, from);
    default: return each_run(b, move);
  }
}

// The bits of x where `kept` has some, moved to the low end (Warren, Hacker's Delight, 7-4).
word gathered(word x, word kept) noexcept {
  x &= kept;
  word gaps = ~kept << 1;  // below each bit, how many are not kept: its parity, then the rest
  for (unsigned shift = 1; shift < 64; shift *= 2) {
    word odd = gaps;
    for (unsigned k = 1; k < 64; k *= 2) odd ^= odd << k;
    const word moved = odd & kept, bits = x & moved;
    kept = (kept ^ moved) | moved >> shift;
    x = (x ^ bits) | bits >> shift;
    gaps &= ~odd;
  }
  return x;
}

// A column of bits: what stays of a block, behind the `done` that stay already. The word that these end in lies before
// the block, unless there are as many as items before it; then they end where a word does.
void move_bits(const kept_items& b, word* words, std::size_t first, std::size_t done) noexcept {
  for (std::size_t w = 0; 64 * w < b.items; ++w) {
    const word kept = b.bits[w], source = words[first / 64 + w];
    const std::size_t count = bits_set(kept);
    if (count == 0) continue;
    const word bits = count == 64 ? source : gathered(source, kept);
    word* const to = words + done / 64;
    const unsigned used = done % 64;
    *to = used == 0 ? bits : (*to & ((word{1} << used) - 1)) | bits << used;
    if (used + count > 64) to[1] = bits >> (64 - used);
    done += count;
  }
}

void clear_from(word* words, std::size_t left, std::size_t n) noexcept {
  if (left % 64) words[left / 64] &= (word{1} << (left % 64)) - 1;
  for (std::size_t w = (left + 63) / 64; w < (n + 63) / 64; ++w) words[w] = 0;
}

bool ascending(const removal& which, std::size_t n) noexcept {
  for (std::size_t k = 0; k < which.list_count; ++k)
    if (which.list[k] >= n || (k > 0 && which.list[k] <= which.list[k - 1])) return false;
  return true;
}

}  // namespace

std::size_t run_compact(const removal& which, const column_ref* columns, std::size_t count) noexcept {
  std::size_t n = columns[0].count;
  bool agreed = true, bits_only = true;
  for (std::size_t c = 0; c < count; ++c) {
    bits_only &= columns[c].bytes == 0;
    if (columns[c].count < n) n = columns[c].count;
  }
  for (std::size_t c = 0; c < count; ++c)  // a column of bits may have room to spare
    agreed &= columns[c].count == n || (columns[c].bytes == 0 && !bits_only);
  if (checked_build && !agreed) {
    std::size_t other = n;
    for (std::size_t c = 0; c < count && other == n; ++c)
      if (columns[c].bytes != 0 || bits_only) other = columns[c].count;
    report_lengths("compact", "the shortest column", n, "another", other);
  }
  if (checked_build && !which.list && which.list_count)
    report_breach("hitscan: compact: what to remove is told without a column of indices");
  if (looks_at_items && which.list && !ascending(which, n))
    report_breach("hitscan: compact: the list does not ascend, or names what is no item");
  std::size_t left = 0;
  kept_items b;
  for (block_reader blocks(which, n); blocks.next(b); left += b.left)
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t bytes = columns[c].bytes;
      auto* const data = static_cast<unsigned char*>(columns[c].data);
      if (bytes == 0)
        move_bits(b, static_cast<word*>(columns[c].data), blocks.first(), left);
      else
        move_items(b, data + left * bytes, data + blocks.first() * bytes, bytes);
    }
  for (std::size_t c = 0; c < count; ++c)
    if (columns[c].bytes == 0) clear_from(static_cast<word*>(columns[c].data), left, columns[c].count);
  return left;
}

}  // namespace hitscan::detail
