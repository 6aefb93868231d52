// A table of pairs with open addressing and linear probing (Knuth, TAOCP 3, 6.4, algorithms L and R): a pair lies at
// its home or behind it, with no gap in between. Taking one out therefore moves later ones up into the gap.
#include <hitscan/once.hpp>

#include <cstring>

#include "../core/contract.hpp"

#include <hitscan/detail/request.hpp>

namespace hitscan {
namespace {

std::uint64_t key_of(index first, index second) noexcept { return ~(std::uint64_t{first} << 32 | second); }

// The finaliser of MurmurHash3 (Appleby): every bit of the key changes half of the home's bits.
std::uint64_t mixed(std::uint64_t key) noexcept {
  key = (key ^ key >> 33) * 0xff51afd7ed558ccdu;
  key = (key ^ key >> 33) * 0xc4ceb9fe1a85ec53u;
  return key ^ key >> 33;
}
std::size_t home_of(std::uint64_t key, std::size_t slots) noexcept {
  return static_cast<std::size_t>(mixed(key) % slots);
}

}  // namespace

void once_memory::clear() noexcept {
  for (std::uint64_t& slot : slots_) slot = 0;
  size_ = 0;
}

once_memory& once_memory::operator=(const once_memory& other) noexcept {
  if (slots_.size() == other.slots_.size()) {
    if (!slots_.empty()) std::memmove(slots_.data(), other.slots_.data(), slots_.size_bytes());
    size_ = other.size_;
  } else {
    detail::report_lengths("once_memory", "a copy", slots_.size(), "what it is a copy of", other.slots_.size());
    clear();
  }
  return *this;
}

// Where the key is, or the empty slot where it would be; the number of slots when there is neither.
std::size_t once_memory::slot_of(std::uint64_t key) const noexcept {
  const std::size_t n = slots_.size();
  if (n == 0) return 0;
  std::size_t at = home_of(key, n);
  for (std::size_t step = 0; step < n; ++step, at = at + 1 == n ? 0 : at + 1)
    if (slots_[at] == key || slots_[at] == 0) return at;
  return n;
}

once once_memory::tell(index first, index second) noexcept {
  const std::uint64_t key = key_of(first, second);
  const std::size_t at = slot_of(key);
  if (key == 0 || at == slots_.size()) return once::full;
  if (slots_[at] == key) return once::known;
  slots_[at] = key, ++size_;
  return once::fresh;
}

bool once_memory::knows(index first, index second) const noexcept {
  const std::uint64_t key = key_of(first, second);
  const std::size_t at = slot_of(key);
  return key != 0 && at < slots_.size() && slots_[at] == key;
}

std::size_t once_memory::forget(index first) noexcept {
  const std::size_t n = slots_.size(), before = size_;
  for (std::size_t at = 0; at < n;) {
    if (slots_[at] == 0 || static_cast<index>(~slots_[at] >> 32) != first) {
      ++at;
      continue;
    }
    // Close the gap: whatever could not be found any more with an empty slot here moves into it.
    std::size_t gap = at;
    slots_[gap] = 0, --size_;
    for (std::size_t next = gap + 1 == n ? 0 : gap + 1; slots_[next] != 0; next = next + 1 == n ? 0 : next + 1) {
      const std::size_t home = home_of(slots_[next], n);
      const bool reachable = gap < next ? gap < home && home <= next : gap < home || home <= next;
      if (reachable) continue;
      slots_[gap] = slots_[next], slots_[next] = 0, gap = next;
    }
    // Look at this slot again: something else may stand in it now. What wrapped round to the end is seen later.
  }
  return before - size_;
}

once_memory::kept once_memory::keep_fresh(std::span<index> first, std::span<index> second) noexcept {
  if (detail::checked_build && first.size() != second.size())
    detail::report_lengths("once_memory::keep_fresh", "second", second.size(), "first", first.size());
  const std::size_t n = first.size() < second.size() ? first.size() : second.size();
  kept k;
  for (std::size_t i = 0; i < n; ++i) {
    const once told = tell(first[i], second[i]);
    if (told == once::known) continue;
    first[k.fresh] = first[i], second[k.fresh] = second[i];
    ++k.fresh, k.full += told == once::full;
  }
  return k;
}

}  // namespace hitscan
