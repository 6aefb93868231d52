// What the verbs made of masks share: a block of items at a time, and writing their indices out.
#pragma once

#include <bit>
#include <span>

#include <hitscan/detail/request.hpp>
#include <hitscan/results.hpp>

#include "words.hpp"

namespace hitscan::detail::words_of_bits {

using word = std::uint64_t;
constexpr std::size_t block = 4096, block_words = block / 64;

template <class Each> void each_bit(word w, std::size_t base, const Each& each) noexcept {
  for (; w; w &= w - 1) each(static_cast<index>(base + static_cast<std::size_t>(std::countr_zero(w))));
}

// Ascending indices into a buffer that may be too short.
class writer {
 public:
  explicit writer(std::span<index> to) noexcept : to_(to) {}
  void put(index i) noexcept {
    if (total_ < to_.size()) to_[total_] = i;
    ++total_;
  }
  void put(word w, std::size_t base) noexcept {
    if (full())
      count(w);
    else
      each_bit(w, base, [this](index i) { put(i); });
  }
  bool full() const noexcept { return total_ >= to_.size(); }
  void count(word w) noexcept { total_ += bits_set(w); }
  found result() const noexcept { return {to_.data(), total_ < to_.size() ? total_ : to_.size(), total_}; }

 private:
  std::span<index> to_;
  std::size_t total_ = 0;
};

// Items that a mask has room for.
inline std::size_t shorter(std::size_t n, std::span<const word> words) noexcept {
  return words.size() >= (n + 63) / 64 ? n : words.size() * 64;
}

}  // namespace hitscan::detail::words_of_bits
