// Stable removal. What stays between two removed items is a run; runs move to the left, all columns one after the
// other:
//
//     a b C d E f g          runs: [a b] [d] [f g]. The first stays where it is. A mask is read 64 items at a time: a
//     a b d f g              word without removals prolongs the run, a word with many is copied item by item instead.
#include <bit>
#include <cstring>

#include "../api/contract.hpp"

#include <hitscan/compact.hpp>

namespace hitscan::detail {
namespace {

using word = std::uint64_t;
constexpr int crowded = 8;  // removals in a word from which copying items beats moving runs

// Calls run(from, to) for every run of items that stay, and word_of(first, kept) for crowded words of a mask.
template <class Run, class Crowd>
void each_kept(const removal& which, std::size_t n, const Run& run, const Crowd& crowd) noexcept {
  std::size_t from = 0;
  const auto remove = [&](std::size_t i) {
    if (i > from) run(from, i);
    from = i + 1;
  };
  if (which.words) {
    for (std::size_t w = 0; w < which.word_count && 64 * w < n; ++w) {
      const std::size_t first = 64 * w, here = n - first < 64 ? n - first : 64;
      word gone = which.words[w];
      if (here < 64) gone &= (word{1} << here) - 1;
      if (std::popcount(gone) < crowded) {
        for (; gone; gone &= gone - 1) remove(first + static_cast<std::size_t>(std::countr_zero(gone)));
      } else {
        if (first > from) run(from, first);
        crowd(first, here < 64 ? ~gone & ((word{1} << here) - 1) : ~gone);
        from = first + here;
      }
    }
  } else {
    for (std::size_t k = 0; k < which.list_count; ++k)
      if (which.list[k] >= from && which.list[k] < n) remove(which.list[k]);
  }
  if (from < n) run(from, n);
}

// Items of a size that is known when this is compiled: one load and one store each.
template <std::size_t Bytes> void move_items(const removal& which, unsigned char* data, std::size_t n) noexcept {
  unsigned char* to = data;
  each_kept(
      which, n,
      [&](std::size_t from, std::size_t end) {
        const std::size_t bytes = (end - from) * Bytes;
        if (to != data + from * Bytes) std::memmove(to, data + from * Bytes, bytes);
        to += bytes;
      },
      [&](std::size_t first, word kept) {
        for (; kept; kept &= kept - 1, to += Bytes) {
          unsigned char item[Bytes];
          std::memcpy(item, data + (first + static_cast<std::size_t>(std::countr_zero(kept))) * Bytes, Bytes);
          std::memcpy(to, item, Bytes);
        }
      });
}
void move_items(const removal& which, unsigned char* data, std::size_t n, std::size_t bytes) noexcept {
  unsigned char* to = data;
  const auto run = [&](std::size_t from, std::size_t end) {
    if (to != data + from * bytes) std::memmove(to, data + from * bytes, (end - from) * bytes);
    to += (end - from) * bytes;
  };
  each_kept(which, n, run, [&](std::size_t first, word kept) {
    for (; kept; kept &= kept - 1) {
      const std::size_t i = first + static_cast<std::size_t>(std::countr_zero(kept));
      run(i, i + 1);
    }
  });
}

// Bits, to be appended a few at a time. What is written never lies ahead of what is still to be read: a word is stored
// when it is full, and then at least as many bits have been read.
class bit_writer {
 public:
  explicit bit_writer(word* to) noexcept : to_(to) {}
  void put(word bits, unsigned count) noexcept {  // count 1..64; bits beyond it are 0
    pending_ |= bits << used_;
    if (used_ + count >= 64) {
      *to_++ = pending_;
      pending_ = used_ == 0 ? 0 : bits >> (64 - used_);
      used_ = used_ + count - 64;
    } else {
      used_ += count;
    }
  }
  void finish(word* end) noexcept {  // everything behind it is 0
    if (to_ < end) *to_++ = pending_;
    while (to_ < end) *to_++ = 0;
  }

 private:
  word* to_;
  word pending_ = 0;
  unsigned used_ = 0;
};

void move_bits(const removal& which, word* words, std::size_t n) noexcept {
  bit_writer out(words);
  const auto run = [&](std::size_t from, std::size_t end) {
    while (from < end) {
      const std::size_t in_word = 64 - from % 64, count = end - from < in_word ? end - from : in_word;
      word bits = words[from / 64] >> (from % 64);
      if (count < 64) bits &= (word{1} << count) - 1;
      out.put(bits, static_cast<unsigned>(count));
      from += count;
    }
  };
  each_kept(which, n, run, [&](std::size_t first, word kept) {
    const word source = words[first / 64];  // before anything is stored there
    for (; kept; kept &= kept - 1) out.put(source >> std::countr_zero(kept) & 1, 1);
  });
  out.finish(words + (n + 63) / 64);
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
  if (checked_build) {
    if (!agreed) report_breach("hitscan: the columns to compact differ in length");
    if (which.list && !ascending(which, n)) report_breach("hitscan: the list of what to remove does not ascend");
  }
  for (std::size_t c = 0; c < count; ++c) {
    auto* const data = static_cast<unsigned char*>(columns[c].data);
    switch (columns[c].bytes) {
      case 0: move_bits(which, static_cast<word*>(columns[c].data), n); break;
      case 1: move_items<1>(which, data, n); break;
      case 2: move_items<2>(which, data, n); break;
      case 4: move_items<4>(which, data, n); break;
      case 8: move_items<8>(which, data, n); break;
      default: move_items(which, data, n, columns[c].bytes); break;
    }
  }
  std::size_t left = 0;
  each_kept(
      which, n, [&](std::size_t from, std::size_t end) { left += end - from; },
      [&](std::size_t, word kept) { left += static_cast<std::size_t>(std::popcount(kept)); });
  return left;
}

}  // namespace hitscan::detail
