// A world of several views: what each of them answers becomes one answer.
#pragma once

#include <algorithm>

#include "jobs.hpp"

namespace hitscan::detail::broad {

// Their question to one of the views.
inline request asked_of(const world_body& one, const asker& who) noexcept {
  return who.at(one.items.what, one.hull_tests);
}
// The first of the views that has no answer to a question, or null.
inline world_body* who_refuses(world_body& g, const asker& who) noexcept {
  for (std::size_t k = 0; k < g.views; ++k)
    if (world_body& one = g.view(k); one.wrong_with(asked_of(one, who))) return &one;
  return nullptr;
}

// Is it no question to this view, or to this world? Then that has been said.
inline bool refused(const world_body& one, const request& r, const char* form) noexcept {
  const char* const wrong = one.wrong_with(r);
  if (wrong) say_wrong(r, wrong, form);
  return wrong;
}
inline bool refused(world_body& g, const asker& who, const char* form) noexcept {
  const world_body* const no = who_refuses(g, who);
  return no && refused(*no, asked_of(*no, who), form);
}

// Columns that the views' answers are kept in, side by side. Nothing that a query of one view works in is here.
class shelf {
 public:
  template <class... T> static constexpr std::size_t bytes_of(std::size_t rows) noexcept {
    return (room_of<T>(rows) + ... + 0);
  }
  shelf(memory& s, std::size_t bytes) : shelf(s.shelf, bytes) {}
  shelf(room<unsigned char>& from, std::size_t bytes) : at_(from.need(bytes)) {}
  template <class T> std::span<T> take(std::size_t n) noexcept {
    T* const here = reinterpret_cast<T*>(at_);
    at_ += room_of<T>(n);
    return {here, n};
  }

 private:
  template <class T> static constexpr std::size_t room_of(std::size_t n) noexcept {
    return (n * sizeof(T) + 63) / 64 * 64;
  }
  unsigned char* at_;
};
/// First hits among the items of one view. If only `whether` is asked, indices say no more than whether they are none.
void firsts(world_body&, const request&, const hit_columns3&, const query&, const workers&, bool whether = false);

// For the first hits of n movers.
constexpr std::size_t bytes_of_firsts(std::size_t n) noexcept {
  return 2 * shelf::bytes_of<index, float, std::uint8_t>(n) + 6 * shelf::bytes_of<float>(n);
}
// A view's column, where one is wanted; and one for the first view's in place of what nobody gave.
template <class T>
void pair_up(shelf& s, std::size_t n, std::span<T>& best, std::span<T>& other, bool needed) noexcept {
  other = needed || !best.empty() ? s.take<T>(n) : std::span<T>{};
  if (needed && best.empty()) best = s.take<T>(n);
}

}  // namespace hitscan::detail::broad
