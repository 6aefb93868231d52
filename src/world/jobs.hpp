// One query, answered by several jobs at a time.
#pragma once

#include <algorithm>
#include <atomic>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/outputs.hpp"
#include "memory.hpp"

namespace hitscan::detail::broad {

// Told with the name of the query: what a request's verb is, and the form.
void too_short(const char* verb, const char* form, const char* column, std::size_t room, std::size_t n) noexcept;
// Are there starts for fewer than so many lists and their end? Then that is told, and in a build that looks no list has
// anything.
bool short_of_starts(const char* verb, const char* form, std::span<std::size_t> starts, std::size_t lists) noexcept;
// What wrong_with says of a request. Its verb and this make the name of the query.
[[gnu::cold]] void say_wrong(const request& r, const char* wrong, const char* form = " of a world") noexcept;

// Who moves and asks: of a circle and a box the circle goes first, whoever it is.
inline const side& who_asks(const request& r) noexcept { return r.flip ? r.b : r.a; }
// Rows from..to - 1 say that nothing is hit, as far as columns go.
inline void write_nothing(const hit_columns3& out, std::size_t from, std::size_t to) noexcept {
  const auto put = [&](const auto& column, auto nothing) {
    const std::size_t end = std::min(to, column.size());
    if (from < end) std::fill(column.data() + from, column.data() + end, nothing);
  };
  put(out.index, none), put(out.time, 1.0f), put(out.flags, std::uint8_t{0});
  put(out.normal_x, 0.0f), put(out.normal_y, 0.0f), put(out.normal_z, 0.0f);
  put(out.position_x, 0.0f), put(out.position_y, 0.0f), put(out.position_z, 0.0f);
}
constexpr std::size_t all_rows = static_cast<std::size_t>(-1);
// Rows from..to - 1 of a column, unless it is not wanted.
template <class T> std::span<T> some_of(std::span<T> column, std::size_t from, std::size_t to) noexcept {
  return column.empty() ? column : column.subspan(from, to - from);
}

// Otherwise each has its memory: jobs must not throw.
bool short_of_workspaces(const workers& c);

// f(k, lane) for each k below parts, side by side: no two at a time in one lane.
template <class F> void spread(const workers& c, std::size_t parts, F f) {
  const std::size_t lanes = c.run ? std::min(c.spaces.size(), parts) : 1;
  struct shared {
    F& f;
    std::size_t parts;
    std::atomic<std::size_t> next{0};
  } all{f, parts};
  const job each{[](void* data, std::size_t lane) {
                   const default_float_state here;  // another thread's may be another
                   shared& s = *static_cast<shared*>(data);
                   for (std::size_t k; (k = s.next.fetch_add(1, std::memory_order_relaxed)) < s.parts;) s.f(k, lane);
                 },
                 &all};
  lanes > 1 ? (*c.run)(lanes, each) : each(0);
}
// Part k of n things in `parts` even ranges.
struct range_of {
  std::size_t from, to;
  range_of(std::size_t n, std::size_t parts, std::size_t k) noexcept
      : from(n / parts * k + std::min(k, n % parts)), to(from + n / parts + (k < n % parts)) {}
};
inline memory& memory_of(const workers& c, std::size_t k) { return lender::of(c.spaces[k]); }
inline std::size_t lanes_of(const workers& c) noexcept { return c.run ? c.spaces.size() : 1; }

}  // namespace hitscan::detail::broad
