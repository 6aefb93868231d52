// Who has hit whom already: so that a piercing shot hurts each enemy once and not in every frame it is inside.
//
//     shot 3 ->  | 7 |   | 9 |       frame 1: (3,7)  fresh: hurt it
//                                    frame 2: (3,7)  known: it was hurt already
//                                             (3,9)  fresh
//
// The memory is yours and of the size you give it, never grows, and says when it is full. Names are your own numbers:
// with `compact`, indices change from frame to frame, so give shots and enemies names that stay. The same calls give
// the same answers on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "results.hpp"

namespace hitscan {

/// What a pair was when it was told to the memory. `full`: it is not known, and there is no room to remember it.
enum class once : std::uint8_t { fresh, known, full };

class once_memory {
 public:
  /// Over the caller's words, which it clears. A pair takes one word; it works best with twice as many words as pairs.
  /// The fuller it is the longer it looks, for a pair that it does not know at up to all of its words once it is full.
  explicit once_memory(std::span<std::uint64_t> room) noexcept : slots_(room) { clear(); }
  /// The same pairs as another memory, in words of its own, as many as that has: a state that is saved needs both.
  once_memory(std::span<std::uint64_t> room, const once_memory& other) noexcept : slots_(room) { *this = other; }
  /// From now on it knows what the other knows, and keeps its own words. With fewer or more of them that is a contract
  /// breach: then it knows nothing.
  once_memory& operator=(const once_memory& other) noexcept;
  once_memory(const once_memory&) = delete;  // both would write to the same words: once_memory(words of its own, other)

  void clear() noexcept;
  /// Remembers a pair of names. (The pair of `none` and `none` cannot be remembered: it is always full.)
  once tell(index first, index second) noexcept;
  [[nodiscard]] bool knows(index first, index second) const noexcept;
  /// All pairs of a shot that is gone. Returns how many there were.
  std::size_t forget(index first) noexcept;

  /// The fresh ones of many pairs, moved to the front of both lists in their order. Pairs that found the memory full
  /// are kept too - better hit twice than never. So many are kept, and so many of these because it was full.
  struct kept {
    std::size_t fresh = 0, full = 0;
  };
  kept keep_fresh(std::span<index> first, std::span<index> second) noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return slots_.size(); }

 private:
  std::size_t slot_of(std::uint64_t key) const noexcept;
  std::span<std::uint64_t> slots_;  // 0: empty; else the complement of the two names
  std::size_t size_ = 0;
};

}  // namespace hitscan
