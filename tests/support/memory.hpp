// Memory that tells: a slot lies between two pages that trap, and what lies in the slot around an output is watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trial {

/// Where in its slot an array lies. `at_end`: the byte behind it traps. `at_start`: the byte before it traps, and it is
/// aligned as well as can be. `shifted`: a few elements from the end, so aligned as badly as its type allows.
enum class place : std::uint8_t { at_end, at_start, shifted };

/// A handful of slots, handed out in turn; release() takes them all back.
class arena {
 public:
  arena(int slots, std::size_t bytes_a_slot);
  ~arena();
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;

  /// Exactly n elements, not initialised. An empty array is a pointer that must not be followed.
  template <class T> std::span<T> input(std::size_t n, place where) {
    return {reinterpret_cast<T*>(take(n * sizeof(T), sizeof(T), where, false)), n};
  }
  /// The same, filled and surrounded with canaries.
  template <class T> std::span<T> output(std::size_t n, place where) {
    return {reinterpret_cast<T*>(take(n * sizeof(T), sizeof(T), where, true)), n};
  }
  /// Nothing around any output has changed since it was handed out.
  bool intact() const noexcept;

  struct mark {
    std::size_t slots, outputs;
  };
  mark here() const noexcept { return {next_, watched_.size()}; }
  void release(mark to = {0, 0});

 private:
  struct watched {
    const unsigned char *from, *begin, *end, *to;
  };
  unsigned char* take(std::size_t bytes, std::size_t align, place where, bool watch);

  unsigned char* base_ = nullptr;
  std::size_t page_ = 0, slot_ = 0, count_ = 0, next_ = 0;
  std::vector<watched> watched_;
};

}  // namespace trial
