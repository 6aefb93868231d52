// Which of the columns for answers are wanted: those that are not empty.
#pragma once

#include <span>

#include <hitscan/detail/request.hpp>
#include <hitscan/results.hpp>

namespace hitscan::detail {

/// Of several outputs the one that has the least room; without any there is none.
struct least_room {
  static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);
  const char* column;  // its name, and before that what they are called together
  std::size_t capacity = unlimited;
  void take(const char* name, std::size_t size) noexcept {
    if (size != 0 && size < capacity) column = name, capacity = size;
  }
  std::size_t room() const noexcept { return capacity == unlimited ? 0 : capacity; }
};

/// Pointers to the wanted columns of records as well.
struct wanted : least_room {
  records to;

  explicit wanted(const hit_columns3&) noexcept;
  explicit wanted(const contact_columns3&) noexcept;

 private:
  template <class T> void put(const char* name, T*& pointer, std::span<T> column) noexcept {
    if (!column.empty()) pointer = column.data(), take(name, column.size());
  }
};

}  // namespace hitscan::detail
